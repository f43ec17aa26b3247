"""From an empty or older file to the present schema, one transaction a step."""

import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import apsw

from memscribe.core.errors import MigrationError, StoreDamagedError
from memscribe.store.sqlite.connections import connect, transaction
from memscribe.store.sqlite.failures import translated
from memscribe.store.sqlite.session import Session

APPLICATION_ID = 0x6D736372
"""Marks a SQLite file as memscribe's ("mscr")."""

_LEDGER = """
    CREATE TABLE IF NOT EXISTS migrations (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at INTEGER NOT NULL
    ) STRICT
"""
_RECORD = "INSERT INTO migrations VALUES (:number, :name, :checksum, :at)"


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step.

    Args:
        number: Its place, from 1 on without a gap.
        name: The file's name without its ending.
        sql: Statements, none of which begins or ends a transaction; ``:secret`` is 32 random bytes.
    """

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """SHA-256 of the statements: a released migration never changes."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


@cache
def shipped() -> tuple[Migration, ...]:
    """Return the migrations that belong to this version of memscribe, in order."""
    folder = files("memscribe.store").joinpath("sql", "sqlite", "migrations")
    named = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".sql"))
    return tuple(
        Migration(number=int(name[:4]), name=name.removesuffix(".sql"), sql=file.read_text(encoding="utf-8"))
        for name, file in named
    )


def prepare(
    path: str, *, busy_timeout_s: float, vfs: str | None = None, migrations: Sequence[Migration] | None = None
) -> None:
    """Make a file, or bring an older one up to date, and let readers and writers work side by side.

    Args:
        path: The file.
        busy_timeout_s: How long to wait for another process, in seconds.
        vfs: SQLite's name of another file layer, for tests of crashes.
        migrations: In order (default: the shipped ones).

    Raises:
        StoreError: As :func:`migrate`, or the file cannot be opened.
    """
    with translated(path, busy_timeout_s=busy_timeout_s):
        with_log = Path(f"{path}-wal").exists()
        session = connect(path, busy_timeout_s=busy_timeout_s, vfs=vfs)
        # the file may be another program's: closing it must not merge the log that was found beside it
        session.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(with_log))
        try:
            migrate(session, path, shipped() if migrations is None else migrations)
            _write_ahead(session, busy_timeout_s)
        finally:
            session.connection.close()


def _write_ahead(session: Session, busy_timeout_s: float) -> None:
    """Switch to write-ahead logging; SQLite does not wait by itself for another process that does the same."""
    deadline = time.monotonic() + busy_timeout_s
    while True:
        try:
            session.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def migrate(session: Session, path: str, migrations: Sequence[Migration]) -> None:
    """Bring a file to the present schema. A file that is not ours, or is newer, is left untouched.

    Args:
        session: Outside a transaction.
        path: The file's name, for messages.
        migrations: In order; a prefix of them is applied already.

    Raises:
        StoreDamagedError: The file is something else's.
        MigrationError: It is newer than these migrations, was made by others, or a step failed (then the schema
            before that step stands).
    """
    for step in migrations[_applied_now(session, path, migrations) :]:
        _apply(session, path, migrations, step)


def _applied_now(session: Session, path: str, migrations: Sequence[Migration]) -> int:
    with transaction(session, "BEGIN"):  # one state: another process may be making the file
        return _applied(session, path, migrations)


def _applied(session: Session, path: str, migrations: Sequence[Migration]) -> int:
    version = session.pragma("user_version")
    if session.pragma("application_id") != APPLICATION_ID:
        if session.row("SELECT 1 FROM sqlite_schema LIMIT 1") is None and version == 0:
            return 0
        raise StoreDamagedError(
            f"expected {path} to be a memscribe database or a new file, but it is another program's: "
            "give another path"
        )
    if version > len(migrations):
        raise MigrationError(
            f"expected {path} to have schema {len(migrations)} or older, got {version}: "
            "a newer memscribe wrote it, use that one"
        )
    known = [(migration.number, migration.checksum) for migration in migrations[:version]]
    if session.rows("SELECT number, checksum FROM migrations ORDER BY number") != known:
        raise MigrationError(
            f"{path} was made by other migrations than those of this memscribe: use the one that made it"
        )
    return version


def _apply(session: Session, path: str, migrations: Sequence[Migration], step: Migration) -> None:
    try:
        with transaction(session, "BEGIN IMMEDIATE"):
            if _applied(session, path, migrations) >= step.number:
                return  # another process came first while this one waited for the lock
            session.rows(_LEDGER)
            # the system makes the key, since SQLite's own random numbers promise no secrecy
            session.rows(step.sql, {"secret": secrets.token_bytes(32)})
            session.rows(_RECORD, {**asdict(step), "checksum": step.checksum, "at": time.time_ns() // 1000})
            session.pragma("application_id", APPLICATION_ID)
            session.pragma("user_version", step.number)
    except (apsw.SQLError, apsw.ConstraintError) as error:
        raise MigrationError(
            f"migration {step.name} of {path} failed ({error}): the file is as it was, report this"
        ) from error
