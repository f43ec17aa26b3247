"""Trains the write model: needs the extra `train`."""
