"""Connections to one database file: one a call, reused, so that readers never wait for each other."""

import threading
from collections.abc import Generator
from contextlib import contextmanager

import apsw

from memscribe.core.errors import StoreBusyError, StoreError
from memscribe.store.sqlite.failures import translated
from memscribe.store.sqlite.session import Session

# Each of these holds for one connection only, so that every connection must say it.
_SETTINGS = """
    -- a batch is acknowledged when it is on the disk; more than FULL, because a file is made with a rollback
    -- journal, and a journal that comes back after a power loss would take back what was written since
    PRAGMA synchronous = EXTRA;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;      -- what is erased is overwritten
    PRAGMA temp_store = MEMORY;     -- no text reaches a temporary file
    PRAGMA trusted_schema = OFF;    -- a planted schema runs no function
"""


def connect(path: str, *, busy_timeout_s: float, vfs: str | None = None) -> Session:
    """Open one connection with the settings that durability and erasure rest on.

    Args:
        path: The file; made where there is none.
        busy_timeout_s: How long to wait for another process's lock, in seconds.
        vfs: SQLite's name of another file layer, for tests of crashes.
    """
    connection = apsw.Connection(path, vfs=vfs)
    connection.set_busy_timeout(int(busy_timeout_s * 1000))
    session = Session(connection)
    session.rows(_SETTINGS)
    return session


class Connections:
    """A pool for one file.

    A read runs on any idle connection, inside a transaction, so that it sees one state. Writes of this process
    take turns at a lock instead of polling SQLite's.

    Args:
        path: The file.
        busy_timeout_s: How long a write waits, in seconds.
        vfs: SQLite's name of another file layer, for tests of crashes.
    """

    def __init__(self, path: str, *, busy_timeout_s: float, vfs: str | None = None) -> None:
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._vfs = vfs
        self._idle: list[Session] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._closed = False

    @contextmanager
    def reading(self) -> Generator[Session]:
        """Lend a connection that sees one state of the store."""
        with self._lent() as session, transaction(session, "BEGIN"):
            yield session

    @contextmanager
    def writing(self) -> Generator[Session]:
        """Lend a connection that alone may write; what it did is durable when the block ends without an error."""
        if not self._turn.acquire(timeout=self._busy_timeout_s):
            raise StoreBusyError(
                f"another thread wrote to {self._path} for more than {self._busy_timeout_s:g} s: try again"
            )
        try:
            with self._lent() as session, transaction(session, "BEGIN IMMEDIATE"):
                yield session
        finally:
            self._turn.release()

    def close(self) -> None:
        """Close what is idle now, and what is lent when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.connection.close()

    @contextmanager
    def _lent(self) -> Generator[Session]:
        with self._lock:
            self._refuse_closed()
            session = self._idle.pop() if self._idle else None
        with translated(self._path, busy_timeout_s=self._busy_timeout_s):
            if session is None:
                session = connect(self._path, busy_timeout_s=self._busy_timeout_s, vfs=self._vfs)
            try:
                yield session
            finally:
                self._take_back(session)

    def _take_back(self, session: Session) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(session)
                return
        session.connection.close()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StoreError(f"the store at {self._path} is closed: open it again")


@contextmanager
def transaction(session: Session, begin: str) -> Generator[None]:
    """Commit what the block does, or roll it back where it raises."""
    session.rows(begin)
    try:
        yield
        session.rows("COMMIT")
    except BaseException:
        if session.connection.in_transaction:  # SQLite itself has rolled back where the disk is full or broken
            session.rows("ROLLBACK")
        raise
