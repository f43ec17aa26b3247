"""The store on one SQLite file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from memscribe.core.memory import Hit, Version
from memscribe.core.message import Episode
from memscribe.core.ports import Batch, MemoryFilter
from memscribe.core.receipt import HeldItem, HeldStatus, Receipt
from memscribe.core.scope import Scope
from memscribe.store.checks import check_batch
from memscribe.store.sqlite import search
from memscribe.store.sqlite.apply import apply_batch
from memscribe.store.sqlite.connections import Connections
from memscribe.store.sqlite.migrate import prepare
from memscribe.store.sqlite.rows import scope_columns, version_of
from memscribe.store.sqlite.session import SQL, Session
from memscribe.store.sqlite.vectors import VectorCache

if TYPE_CHECKING:
    from memscribe.core.ports import Vectors


class SqliteStore:
    """Implements :class:`memscribe.core.ports.Store`; open one with :meth:`open`.

    Any number of threads and processes may use one file at once: readers see the last committed state and never
    wait, writers take turns. A batch is on the disk when ``apply`` returns.

    Args:
        connections: To a file whose schema is current.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._vectors = VectorCache()

    @classmethod
    def open(cls, path: Path | str, *, busy_timeout_s: float = 10.0, vfs: str | None = None) -> Self:
        """Open a file, make it where there is none, and bring an older one up to date.

        Args:
            path: The database file; its folder must be there.
            busy_timeout_s: How long a write waits for another process, in seconds.
            vfs: SQLite's name of another file layer, for tests of crashes.

        Raises:
            StoreDamagedError: The file is another program's, or is damaged; it is left as it is.
            MigrationError: A newer memscribe wrote it; it is left as it is.
            StoreError: It cannot be opened or made.
        """
        prepare(str(path), busy_timeout_s=busy_timeout_s, vfs=vfs)
        return cls(Connections(str(path), busy_timeout_s=busy_timeout_s, vfs=vfs))

    def revision(self, scope: Scope) -> int:
        """Return a number that grows with every batch applied in exactly this scope (0 before the first)."""
        with self._connections.reading() as session:
            row = session.row(SQL["scope"], scope_columns(scope))
        return row[1] if row else 0

    def apply(self, batch: Batch, *, expected_revision: int | None = None) -> Receipt:
        """Apply a batch in one durable transaction; see :meth:`memscribe.core.ports.Store.apply`."""
        check_batch(batch)
        with self._connections.writing() as session:
            return apply_batch(session, batch, expected_revision=expected_revision)

    def receipt(self, receipt_id: str, *, scope: Scope) -> Receipt | None:
        """Return a receipt of exactly this scope."""
        bodies = self._in_scope("receipt", scope, id=receipt_id)
        return Receipt.model_validate_json(bodies[0]) if bodies else None

    def receipts(self, *, scope: Scope, limit: int) -> tuple[Receipt, ...]:
        """Return the latest receipts of exactly this scope, newest first."""
        bodies = self._in_scope("receipts", scope, limit=max(limit, 0))
        return tuple(map(Receipt.model_validate_json, bodies))

    def keyed_receipt(self, key: str, *, scope: Scope) -> tuple[str, Receipt] | None:
        """Return the body hash and the first receipt of an idempotency key."""
        with self._connections.reading() as session:
            scope_id = _scope_id(session, scope)
            row = session.row(SQL["keyed_receipt"], {"scope_id": scope_id, "key": key})
        return (row[0], Receipt.model_validate_json(row[1])) if row else None

    def episode(self, episode_id: str, *, scope: Scope) -> Episode | None:
        """Return an episode visible from this scope."""
        with self._connections.reading() as session:
            row = session.row(SQL["episode"], {**scope_columns(scope), "id": episode_id})
        return Episode.model_validate_json(row[0]) if row else None

    def history(self, memory_id: str, *, scope: Scope) -> tuple[Version, ...]:
        """Return all versions of a memory visible from this scope, oldest first; empty if there is none."""
        with self._connections.reading() as session:
            bindings = {**scope_columns(scope), "memory_id": memory_id}
            return tuple(version_of(*row) for row in session.rows(SQL["history"], bindings))

    def find(self, where: MemoryFilter, *, limit: int | None = None) -> tuple[Version, ...]:
        """Return versions that pass the filter, most recently recorded first."""
        with self._connections.reading() as session:
            return search.find(session, where, limit=limit)

    def matching(self, terms: Sequence[str], where: MemoryFilter, *, limit: int) -> tuple[Hit, ...]:
        """Return versions whose text holds some of the terms (see ``text.terms``), best BM25 first."""
        with self._connections.reading() as session:
            return search.matching(session, terms, where, limit=limit)

    def nearest(self, vector: "Vectors", where: MemoryFilter, *, encoder_id: str, limit: int) -> tuple[Hit, ...]:
        """Return versions by cosine to float32[d], nearest first; only vectors of this encoder are compared.

        Raises:
            InputError: The vector's length is not that of the encoder's vectors.
        """
        with self._connections.reading() as session:
            return search.nearest(session, self._vectors, vector, where, encoder_id=encoder_id, limit=limit)

    def vectors(self, where: MemoryFilter, *, encoder_id: str) -> Mapping[str, bytes]:
        """Return the vectors of the texts that pass the filter, by text."""
        with self._connections.reading() as session:
            return search.vectors(session, where, encoder_id=encoder_id)

    def held(self, *, scope: Scope, status: HeldStatus | None = None) -> tuple[HeldItem, ...]:
        """Return held items of exactly this scope, oldest first."""
        name = "held" if status is None else "held_of_status"
        return tuple(map(HeldItem.model_validate_json, self._in_scope(name, scope, status=status)))

    def held_item(self, held_id: str, *, scope: Scope) -> HeldItem | None:
        """Return one held item of exactly this scope."""
        bodies = self._in_scope("held_item", scope, id=held_id)
        return HeldItem.model_validate_json(bodies[0]) if bodies else None

    def secret(self) -> bytes:
        """Return the store's own 32 random bytes: the key of its body hashes."""
        with self._connections.reading() as session:
            return session.rows(SQL["secret"])[0][0]

    def close(self) -> None:
        """Release the file; a closed store raises StoreError."""
        self._connections.close()

    def _in_scope(self, name: str, scope: Scope, **bindings: str | int | None) -> list[str]:
        """Return the JSON of rows that belong to exactly this scope."""
        with self._connections.reading() as session:
            bound = {**bindings, "scope_id": _scope_id(session, scope)}
            return [body for (body,) in session.rows(SQL[name], bound)]


def _scope_id(session: Session, scope: Scope) -> int | None:
    """Return the row id of exactly this scope, or None, which no row has."""
    row = session.row(SQL["scope"], scope_columns(scope))
    return row[0] if row else None
