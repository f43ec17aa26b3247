"""The store in plain Python: the specification that the other stores are tested against."""

import secrets
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC
from typing import TYPE_CHECKING

import numpy as np

from memscribe.core.errors import (
    ConflictError,
    IdempotencyConflictError,
    NotFoundError,
    ReviewError,
    StoreError,
    VersionConflictError,
)
from memscribe.core.memory import Hit, Version
from memscribe.core.message import Episode
from memscribe.core.ports import Batch, MemoryFilter
from memscribe.core.receipt import HeldItem, HeldStatus, Receipt
from memscribe.core.revision import believed_at, extend, true_at
from memscribe.core.scope import Scope
from memscribe.store.bm25 import bm25
from memscribe.store.checks import check_batch, check_dimensions, refuse_foreign, to_json
from memscribe.text.terms import terms as terms_of

if TYPE_CHECKING:
    from memscribe.core.ports import Vectors

History = tuple[Version, ...]


class InMemoryStore:
    """Implements :class:`memscribe.core.ports.Store`; everything is gone when the process ends.

    Lexical search compares whole terms, without the stemming of the store on SQLite. A call looks at every memory,
    so that it is meant for tests and trials.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed = False
        self._secret = secrets.token_bytes(32)
        self._revisions: dict[Scope, int] = {}
        self._histories: dict[str, History] = {}
        self._written: dict[tuple[str, int], int] = {}
        self._receipts: dict[str, Receipt] = {}
        self._keys: dict[tuple[Scope, str], tuple[str, Receipt]] = {}
        self._episodes: dict[str, Episode] = {}
        self._held: dict[str, HeldItem] = {}
        self._dimensions: dict[str, int] = {}
        self._vectors: dict[tuple[str, str, str], bytes] = {}

    def revision(self, scope: Scope) -> int:
        """Return a number that grows with every batch applied in exactly this scope (0 before the first)."""
        with self._open():
            return self._revisions.get(scope, 0)

    def apply(self, batch: Batch, *, expected_revision: int | None = None) -> Receipt:
        """Apply a batch or nothing; see :meth:`memscribe.core.ports.Store.apply`."""
        check_batch(batch)
        receipt = batch.receipt
        with self._open():
            if (first := self._first_receipt(batch)) is not None:
                return first
            revision = self._revisions.get(receipt.scope, 0)
            if expected_revision is not None and revision != expected_revision:
                raise VersionConflictError(
                    f"expected revision {expected_revision} of scope {receipt.scope}, got {revision}: "
                    "read again and decide again"
                )
            self._check_ids(batch)
            histories = self._extended(batch.versions)
            self._check_vectors(batch)
            # nothing below can fail, so that a batch is applied whole or not at all
            self._revisions[receipt.scope] = revision + 1
            self._receipts[receipt.id] = receipt
            if receipt.idempotency_key is not None:
                self._keys[receipt.scope, receipt.idempotency_key] = (batch.body_hash or "", receipt)
            if batch.episode is not None:
                self._episodes[batch.episode.id] = batch.episode
            self._held |= {item.id: item for item in (*batch.held, *batch.decided)}
            self._histories |= histories
            for version in batch.versions:
                self._written[version.memory_id, version.number] = len(self._written)
            self._keep_vectors(batch)
            return receipt

    def receipt(self, receipt_id: str, *, scope: Scope) -> Receipt | None:
        """Return a receipt of exactly this scope."""
        with self._open():
            receipt = self._receipts.get(receipt_id)
            return receipt if receipt and receipt.scope == scope else None

    def receipts(self, *, scope: Scope, limit: int) -> tuple[Receipt, ...]:
        """Return the latest receipts of exactly this scope, newest first."""
        with self._open():
            own = [receipt for receipt in self._receipts.values() if receipt.scope == scope]
            return tuple(own[::-1][: max(limit, 0)])

    def keyed_receipt(self, key: str, *, scope: Scope) -> tuple[str, Receipt] | None:
        """Return the body hash and the first receipt of an idempotency key."""
        with self._open():
            return self._keys.get((scope, key))

    def episode(self, episode_id: str, *, scope: Scope) -> Episode | None:
        """Return an episode visible from this scope."""
        with self._open():
            episode = self._episodes.get(episode_id)
            return episode if episode and scope.sees(episode.scope) else None

    def history(self, memory_id: str, *, scope: Scope) -> History:
        """Return all versions of a memory visible from this scope, oldest first; empty if there is none."""
        with self._open():
            history = self._histories.get(memory_id, ())
            return history if history and scope.sees(history[0].scope) else ()

    def find(self, where: MemoryFilter, *, limit: int | None = None) -> tuple[Version, ...]:
        """Return versions that pass the filter, most recently recorded first."""
        with self._open():
            passing = sorted(
                self._passing(where),
                key=lambda version: (version.recorded_at, self._position(version)),
                reverse=True,
            )
        return tuple(passing if limit is None else passing[: max(limit, 0)])

    def matching(self, terms: Sequence[str], where: MemoryFilter, *, limit: int) -> tuple[Hit, ...]:
        """Return versions whose text holds some of the terms (see ``text.terms``), best BM25 first."""
        with self._open():
            passing = {version.memory_id: version for version in self._passing(where)}
        scores = bm25(terms, {memory_id: terms_of(version.text) for memory_id, version in passing.items()})
        best = sorted(scores.items(), key=lambda scored: -scored[1])[: max(limit, 0)]
        return tuple(Hit(memory=passing[memory_id], score=score) for memory_id, score in best)

    def nearest(self, vector: "Vectors", where: MemoryFilter, *, encoder_id: str, limit: int) -> tuple[Hit, ...]:
        """Return versions by cosine to float32[d], nearest first; only vectors of this encoder are compared.

        Raises:
            InputError: The vector's length is not that of the encoder's vectors.
        """
        query = np.asarray(vector, dtype=np.float32).ravel()
        with self._open():
            if encoder_id in self._dimensions:
                check_dimensions(encoder_id, expected=self._dimensions[encoder_id], got=len(query))
            scored = [
                (_cosine(query, np.frombuffer(stored, "<f4")), version)
                for version in self._passing(where)
                if (stored := self._vectors.get((encoder_id, version.memory_id, version.text))) is not None
            ]
        best = sorted(scored, key=lambda one: -one[0])[: max(limit, 0)]
        return tuple(Hit(memory=version, score=cosine, similarity=cosine) for cosine, version in best)

    def vectors(self, where: MemoryFilter, *, encoder_id: str) -> Mapping[str, bytes]:
        """Return the vectors of the texts that pass the filter, by text."""
        with self._open():
            return {
                version.text: stored
                for version in self._passing(where)
                if (stored := self._vectors.get((encoder_id, version.memory_id, version.text))) is not None
            }

    def held(self, *, scope: Scope, status: HeldStatus | None = None) -> tuple[HeldItem, ...]:
        """Return held items of exactly this scope, oldest first."""
        with self._open():
            own = [item for item in self._held.values() if item.scope == scope]
        return tuple(item for item in own if status is None or item.status == status)

    def held_item(self, held_id: str, *, scope: Scope) -> HeldItem | None:
        """Return one held item of exactly this scope."""
        with self._open():
            item = self._held.get(held_id)
            return item if item and item.scope == scope else None

    def secret(self) -> bytes:
        """Return the store's own 32 random bytes: the key of its body hashes."""
        with self._open():
            return self._secret

    def close(self) -> None:
        """Forget everything; a closed store raises StoreError."""
        with self._lock:
            self._closed = True

    @contextmanager
    def _open(self) -> Generator[None]:
        with self._lock:
            if self._closed:
                raise StoreError("the store in memory is closed: open another")
            yield

    def _passing(self, where: MemoryFilter) -> Iterator[Version]:
        """Yield what the filter lets through; this is what its words mean."""
        for history in self._histories.values():
            version = believed_at(history, where.known_at)
            if version is None:
                continue
            in_scope = version.scope == where.scope if where.exact else where.scope.sees(version.scope)
            in_time = (
                version.status in where.statuses if where.valid_at is None else true_at(version, where.valid_at)
            )
            if (
                in_scope
                and in_time
                and (not where.kinds or version.kind in where.kinds)
                and (where.min_trust is None or version.trust >= where.min_trust)
                and (not where.memory_ids or version.memory_id in where.memory_ids)
            ):
                yield version

    def _position(self, version: Version) -> int:
        return self._written[version.memory_id, version.number]

    def _first_receipt(self, batch: Batch) -> Receipt | None:
        key = batch.receipt.idempotency_key
        known = None if key is None else self._keys.get((batch.receipt.scope, key))
        if known is None:
            return None
        body_hash, first = known
        if body_hash != (batch.body_hash or ""):
            raise IdempotencyConflictError(
                f"idempotency key {key!r} was used for another body (receipt {first.id}): use a new key"
            )
        return first

    def _check_ids(self, batch: Batch) -> None:
        """Refuse ids that are taken, and decisions about items that are not there or not in that state."""
        episodes = [batch.episode] if batch.episode else []
        for value in (batch.receipt, *episodes, *batch.held, *batch.decided, *batch.versions):
            to_json(value)  # what no other store could keep is refused here too
        if batch.receipt.id in self._receipts:
            raise ConflictError(f"receipt {batch.receipt.id} is taken: use another")
        if batch.episode is not None and batch.episode.id in self._episodes:
            raise ConflictError(f"episode {batch.episode.id} is taken: use another")
        known = dict(self._held)
        for item in batch.held:
            if item.id in known:
                raise ConflictError(f"held item {item.id} is taken: use another")
            known[item.id] = item
        for item in batch.decided:
            before = known.get(item.id)
            if before is None or before.scope != item.scope:
                raise NotFoundError(f"expected held item {item.id} in scope {item.scope}, found none")
            if (before.status == "pending") == (item.status == "pending"):
                state = "waits already" if item.status == "pending" else "was decided already"
                raise ReviewError(f"{item.id} {state}: read it again")
            known[item.id] = item

    def _extended(self, versions: Sequence[Version]) -> dict[str, History]:
        """Return the histories that some versions make longer; nothing is changed yet."""
        extended: dict[str, History] = {}
        names = {
            (history[-1].scope, external_id): memory_id
            for memory_id, history in self._histories.items()
            if (external_id := _claimed(history[-1]))
        }
        for given in versions:
            version = given.model_copy(
                update={"recorded_at": given.recorded_at.astimezone(UTC), "superseded_at": None}
            )
            history = extended.get(version.memory_id) or self._histories.get(version.memory_id, ())
            if history and history[0].scope != version.scope:
                raise refuse_foreign(version.memory_id, version.scope)
            extended[version.memory_id] = extend(history, version)
            if history and (before := _claimed(history[-1])):
                names.pop((version.scope, before), None)
            if (external_id := _claimed(version)) is None:
                continue
            if names.setdefault((version.scope, external_id), version.memory_id) != version.memory_id:
                raise ConflictError(f"external id {external_id!r} is taken: use another")
        return extended

    def _check_vectors(self, batch: Batch) -> None:
        if batch.vectors and batch.encoder_id in self._dimensions:
            got = len(next(iter(batch.vectors.values()))) // 4
            check_dimensions(batch.encoder_id, expected=self._dimensions[batch.encoder_id], got=got)

    def _keep_vectors(self, batch: Batch) -> None:
        if not batch.vectors or batch.encoder_id is None:
            return
        self._dimensions.setdefault(batch.encoder_id, len(next(iter(batch.vectors.values()))) // 4)
        for version in batch.versions:
            if (vector := batch.vectors.get(version.text)) is not None:
                self._vectors.setdefault((batch.encoder_id, version.memory_id, version.text), vector)


def _claimed(version: Version) -> str | None:
    """Return the external id that a memory holds in its scope: an undone memory gives it free."""
    return None if version.ended == "undone" else version.external_id


def _cosine(one: "Vectors", other: "Vectors") -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.clip(one @ other / lengths, -1, 1)) if lengths else 0.0
