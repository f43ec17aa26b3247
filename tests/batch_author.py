"""An author of random but possible batches, for properties: made with core alone, and kept."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from memscribe.core.evidence import Evidence
from memscribe.core.ids import SequentialIds
from memscribe.core.memory import Version
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Add, Change, Kind, Operation, Retract, Update
from memscribe.core.origin import Origin
from memscribe.core.ports import Batch
from memscribe.core.receipt import Receipt, ReceiptItem, WrittenVersion
from memscribe.core.revision import Revision, compensate, extend
from memscribe.core.scope import Scope
from memscribe.core.timeline import TimeBound
from memscribe.core.verdict import Approved

SCOPES = (
    Scope(tenant="t"),
    Scope(tenant="t", user="a"),
    Scope(tenant="t", user="b"),
    Scope(tenant="t", user="a", session="s"),
    Scope(tenant="u", user="a"),
)
WORDS = ("oboe", "lima", "oslo", "用户", "tea", "moon", "zebra")
_ENCODER = "encoder@1"


def vector_of(text: str) -> bytes:
    """Return a unit vector that depends on the text alone."""
    seed = int.from_bytes(text.encode()[:16].ljust(16, b"\0"), "big") % 2**32
    vector = np.random.default_rng(seed).standard_normal(8).astype("<f4")
    return (vector / np.linalg.norm(vector)).tobytes()


class Author:
    """Makes batches that follow one another.

    Args:
        start: The instant of the first recording; the clock moves only when it is told to.
    """

    def __init__(self, start: datetime) -> None:
        self.now = start
        self.ids = SequentialIds()
        self.batches: list[Batch] = []
        self.histories: dict[str, tuple[Version, ...]] = {}

    def wait(self, microseconds: int) -> None:
        """Let time pass."""
        self.now += timedelta(microseconds=microseconds)

    def active(self, scope: Scope) -> list[Version]:
        """Return the memories that a write to a scope may change."""
        heads = (history[-1] for history in self.histories.values())
        return [head for head in heads if head.ended is None and scope.sees(head.scope)]

    def write(
        self,
        scope: Scope,
        operations: Sequence[Operation],
        *,
        origin: Origin = "user_typed",
        with_vectors: bool = True,
        key: str | None = None,
    ) -> Batch:
        """Return the batch of a write; :meth:`keep` it once it is applied."""
        receipt_id = self.ids.new("rcp")
        episode = self._episode(scope)
        current = {head.memory_id: head for head in self.active(scope)}
        revision = Revision(
            episode=episode,
            receipt_id=receipt_id,
            recorded_at=self.now,
            writer="author@1",
            current=current,
            ids=self.ids,
        )
        items: list[ReceiptItem] = []
        for operation in operations:
            memory_id, versions = revision.apply(Approved.by_reviewer(operation, origin=origin, reviewer="kim"))
            items.append(
                ReceiptItem(
                    operation=operation, verdict="accept", origin=origin, memory_id=memory_id, versions=versions
                )
            )
        vectors = {v.text: vector_of(v.text) for v in revision.versions} if with_vectors else {}
        return Batch(
            receipt=self._receipt(receipt_id, scope, items, episode_id=episode.id, idempotency_key=key),
            versions=revision.versions,
            episode=episode,
            vectors=vectors,
            encoder_id=_ENCODER if vectors else None,
            body_hash=key,
        )

    def undo(self, receipt: Receipt) -> Batch:
        """Return the batch that takes a receipt back.

        Raises:
            UndoRefusedError: Later versions depend on it.
        """
        written = [version for item in receipt.items for version in item.versions]
        receipt_id = self.ids.new("rcp")
        versions = compensate(written, self.histories, receipt_id=receipt_id, recorded_at=self.now)
        items = [
            ReceiptItem(
                operation=Add(kind=version.kind, text=version.text, evidence=()),
                verdict="accept",
                origin=version.origin,
                versions=(WrittenVersion(memory_id=version.memory_id, number=version.number),),
            )
            for version in versions
        ]
        return Batch(
            receipt=self._receipt(receipt_id, receipt.scope, items, type="undo", undoes=receipt.id),
            versions=versions,
        )

    def keep(self, batch: Batch) -> None:
        """Record that a batch was applied."""
        self.batches.append(batch)
        for version in batch.versions:
            history = self.histories.get(version.memory_id, ())
            self.histories[version.memory_id] = extend(history, version)

    def _episode(self, scope: Scope) -> Episode:
        message = StampedMessage(id="m", role="user", content="Hello.", at=self.now, origin="user_typed")
        return Episode(id=self.ids.new("ep"), scope=scope, messages=(message,), at=self.now)

    def _receipt(
        self, receipt_id: str, scope: Scope, items: Sequence[ReceiptItem], **fields: str | None
    ) -> Receipt:
        given: dict[str, object] = {"type": "write", "writer": "author@1", **fields}
        return Receipt.model_validate(
            {"id": receipt_id, "scope": scope, "at": self.now, "items": tuple(items), **given}
        )


_HELLO = (Evidence(message_id="m", start=0, end=5, quote="Hello"),)


def add(text: str, kind: Kind = "profile", start: TimeBound | None = None, end: TimeBound | None = None) -> Add:
    """Return an addition."""
    return Add(kind=kind, text=text, evidence=_HELLO, valid_from=start, valid_to=end)


def update(targets: Sequence[Version], text: str, change: Change, start: TimeBound | None = None) -> Update:
    """Return an update."""
    ids = tuple(target.memory_id for target in targets)
    return Update(kind="profile", text=text, evidence=_HELLO, targets=ids, change=change, valid_from=start)


def retract(targets: Sequence[Version]) -> Retract:
    """Return a retraction."""
    return Retract(kind="profile", evidence=_HELLO, targets=tuple(target.memory_id for target in targets))
