"""The writers: each proposes what to write about an episode, none touches the store."""
