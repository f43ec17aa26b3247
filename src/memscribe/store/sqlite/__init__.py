"""The store on SQLite: durable, shared by threads and processes, one file."""

from memscribe.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
