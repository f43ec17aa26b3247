"""Stores: where versions, receipts, episodes and held items are kept."""

from contextlib import suppress
from pathlib import Path

from memscribe.core.ports import Store
from memscribe.store.in_memory import InMemoryStore
from memscribe.store.sqlite import SqliteStore

__all__ = ["InMemoryStore", "SqliteStore", "open_store"]


def open_store(path: Path | str, *, busy_timeout_s: float = 10.0) -> Store:
    """Open a store.

    Args:
        path: A database file, made where there is none; ``:memory:`` keeps everything until it is closed.
        busy_timeout_s: How long a write waits for another process, in seconds.

    Raises:
        StoreError: The file cannot be opened, is another program's, or was written by a newer memscribe.
    """
    if str(path) == ":memory:":
        return InMemoryStore()
    _for_its_owner_only(Path(path))
    return SqliteStore.open(path, busy_timeout_s=busy_timeout_s)


def _for_its_owner_only(path: Path) -> None:
    """Make a new file readable by its owner alone; SQLite gives its companions the same rights."""
    # what goes wrong here the store itself says better
    with suppress(FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError):
        path.touch(mode=0o600, exist_ok=False)
