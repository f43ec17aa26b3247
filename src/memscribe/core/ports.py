"""The ports: what a writer, a store and an embedder are to the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from memscribe.core.memory import Hit, Recalled, Status, Version
from memscribe.core.message import Episode
from memscribe.core.operation import Kind, Proposal
from memscribe.core.receipt import HeldItem, HeldStatus, Receipt
from memscribe.core.scope import Scope

if TYPE_CHECKING:  # the port names the array type; core itself never imports numpy
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WriteTask:
    """What a writer is given.

    Args:
        episode: The messages, stamped with origin and time, secrets masked.
        recalled: Existing active memories that may be concerned, most similar first.
    """

    episode: Episode
    recalled: tuple[Recalled, ...] = ()


@runtime_checkable
class Writer(Protocol):
    """Proposes what to write. It never touches the store."""

    @property
    def name(self) -> str:
        """Name and version, e.g. ``rules@1``."""
        ...

    def propose(self, task: WriteTask) -> Proposal:
        """Decide about one episode.

        Raises:
            WriterError: No proposal could be made; the write can be retried.
        """
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> str:
        """Names the encoder and its weights; vectors of different ids are never compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> "Vectors":
        """Return float32[n, dimensions], each row of length 1."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """Return float32[n, dimensions], each row of length 1."""
        ...


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which versions a query may return.

    Args:
        scope: Who asks: sees this scope and its ancestors.
        exact: Only memories of exactly this scope.
        kinds: Only these kinds (empty: all).
        min_trust: Only memories of at least this trust.
        valid_at: Only what was true in the world at that instant (memories that ended as ``changed`` count
            while they were true; ``corrected``, ``withdrawn`` and ``undone`` ones never do).
        known_at: As the system believed it at that instant (default: now).
        statuses: Without ``valid_at``: the statuses wanted (default: active only). Ignored with ``valid_at``.
        memory_ids: Only these memories (empty: all).
    """

    scope: Scope
    exact: bool = False
    kinds: tuple[Kind, ...] = ()
    min_trust: int | None = None
    valid_at: datetime | None = None
    known_at: datetime | None = None
    statuses: tuple[Status, ...] = ("active",)
    memory_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """One transaction: everything in it is applied, or nothing.

    Args:
        receipt: What it will have done.
        versions: New versions; number n + 1 closes number n of the same memory at its ``recorded_at``. Made
            by :mod:`memscribe.core.revision` from approved operations only.
        episode: The source of the evidence (writes only).
        held: Items for the review queue.
        decided: Held items whose status changes, in their new state.
        vectors: Little-endian float32 unit vectors by memory text.
        encoder_id: The encoder that made the vectors.
        body_hash: Keyed hash of the write's body, kept with the idempotency key.
    """

    receipt: Receipt
    versions: tuple[Version, ...] = ()
    episode: Episode | None = None
    held: tuple[HeldItem, ...] = ()
    decided: tuple[HeldItem, ...] = ()
    vectors: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    encoder_id: str | None = None
    body_hash: str | None = None


class Store(Protocol):
    """Keeps versions, receipts, episodes and held items. Every call is scoped; every apply is atomic."""

    def revision(self, scope: Scope) -> int:
        """Return a number that grows with every batch applied in exactly this scope (0 before the first)."""
        ...

    def apply(self, batch: Batch, *, expected_revision: int | None = None) -> Receipt:
        """Apply a batch in one durable transaction.

        Args:
            batch: What to apply.
            expected_revision: The scope's revision when the batch was decided upon.

        Returns:
            The batch's receipt; or, where its idempotency key is known in the scope with the same body hash,
            the first receipt, and nothing is applied again.

        Raises:
            IdempotencyConflictError: The key is known with another body.
            VersionConflictError: The scope's revision moved on, or a version number is not the next one.
            StoreError: It could not be made durable; nothing was applied.
        """
        ...

    def receipt(self, receipt_id: str, *, scope: Scope) -> Receipt | None:
        """Return a receipt of exactly this scope."""
        ...

    def receipts(self, *, scope: Scope, limit: int) -> tuple[Receipt, ...]:
        """Return the latest receipts of exactly this scope, newest first."""
        ...

    def keyed_receipt(self, key: str, *, scope: Scope) -> tuple[str, Receipt] | None:
        """Return the body hash and the first receipt of an idempotency key."""
        ...

    def episode(self, episode_id: str, *, scope: Scope) -> Episode | None:
        """Return an episode visible from this scope."""
        ...

    def history(self, memory_id: str, *, scope: Scope) -> tuple[Version, ...]:
        """Return all versions of a memory visible from this scope, oldest first; empty if there is none."""
        ...

    def find(self, where: MemoryFilter, *, limit: int | None = None) -> tuple[Version, ...]:
        """Return versions that pass the filter, most recently recorded first."""
        ...

    def matching(self, terms: Sequence[str], where: MemoryFilter, *, limit: int) -> tuple[Hit, ...]:
        """Return versions whose text holds some of the terms (see ``text.terms``), best BM25 first."""
        ...

    def nearest(self, vector: "Vectors", where: MemoryFilter, *, encoder_id: str, limit: int) -> tuple[Hit, ...]:
        """Return versions by cosine to float32[d], nearest first; only vectors of this encoder count."""
        ...

    def vectors(self, where: MemoryFilter, *, encoder_id: str) -> Mapping[str, bytes]:
        """Return the vectors of the texts that pass the filter, by text."""
        ...

    def held(self, *, scope: Scope, status: HeldStatus | None = None) -> tuple[HeldItem, ...]:
        """Return held items of exactly this scope, oldest first."""
        ...

    def held_item(self, held_id: str, *, scope: Scope) -> HeldItem | None:
        """Return one held item of exactly this scope."""
        ...

    def secret(self) -> bytes:
        """Return the store's own 32 random bytes: the key of its body hashes."""
        ...

    def close(self) -> None:
        """Release what is held; a closed store raises StoreError."""
        ...
