"""The write model of our own: numpy heads behind the shipped encoder."""
