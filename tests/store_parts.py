"""What the tests of the stores are made of: batches that are written by hand."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from memscribe.core.evidence import Evidence
from memscribe.core.ids import IdSource, SequentialIds
from memscribe.core.memory import Version
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Add
from memscribe.core.ports import Batch, MemoryFilter, Store
from memscribe.core.receipt import HeldItem, Receipt, ReceiptItem, WrittenVersion
from memscribe.core.revision import compensate
from memscribe.core.scope import Scope
from memscribe.core.timeline import TimeBound
from memscribe.text.terms import terms

START = datetime(2026, 1, 1, tzinfo=UTC)
ENCODER = "encoder@1"
EVERY_STATUS = ("active", "superseded", "retracted")

ADA = Scope(tenant="acme", user="ada")
BOB = Scope(tenant="acme", user="bob")
TENANT = Scope(tenant="acme")
SESSION = Scope(tenant="acme", user="ada", session="s1")
ELSEWHERE = Scope(tenant="other", user="ada")


def chooser(seed: int) -> random.Random:
    """Return a source of choices that are the same in every run."""
    return random.Random(seed)  # noqa: S311


def at(seconds: float) -> datetime:
    """Return an instant some seconds after the start."""
    return START + timedelta(seconds=seconds)


def instant(seconds: float) -> TimeBound:
    """Return a bound at an instant."""
    return TimeBound(at=at(seconds), precision="instant")


def unit(*numbers: float) -> bytes:
    """Return the little-endian float32 unit vector in a direction."""
    vector = np.array(numbers, dtype="<f4")
    return (vector / np.linalg.norm(vector)).tobytes()


class Maker:
    """Makes versions and batches with ids of its own.

    Args:
        scope: Where batches are written, unless another is given.
        ids: Where ids come from; two makers for one store share them.
    """

    def __init__(self, scope: Scope = ADA, ids: IdSource | None = None) -> None:
        self.scope = scope
        self.ids: IdSource = ids or SequentialIds()

    def version(self, text: str = "Ada lives in Lima.", *, seconds: float = 0, **fields: Any) -> Version:
        """Return a first version."""
        given: dict[str, Any] = {
            "memory_id": fields.pop("memory_id", None) or self.ids.new("mem"),
            "number": 1,
            "scope": self.scope,
            "kind": "profile",
            "text": text,
            "origin": "user_typed",
            "receipt_id": "",
            "recorded_at": at(seconds),
            "writer": "tests@1",
        }
        return Version(**(given | fields))

    def batch(
        self,
        *versions: Version,
        scope: Scope | None = None,
        seconds: float = 0,
        key: str | None = None,
        body_hash: str | None = None,
        vectors: Mapping[str, bytes] | None = None,
        held: int = 0,
        decided: Sequence[HeldItem] = (),
        messages: Sequence[str] = ("Hello.",),
        **receipt: Any,
    ) -> Batch:
        """Return a write of versions, with an episode and a receipt that names everything."""
        own = scope or self.scope
        receipt_id = self.ids.new("rcp")
        episode = Episode(
            id=self.ids.new("ep"),
            scope=own,
            at=at(seconds),
            messages=tuple(
                StampedMessage(id=f"m{n}", role="user", content=text, at=at(seconds), origin="user_typed")
                for n, text in enumerate(messages)
            ),
        )
        waiting = tuple(self._held(own, receipt_id, episode.id, seconds) for _ in range(held))
        named = tuple(
            version.model_copy(update={"receipt_id": receipt_id, "episode_id": episode.id}) for version in versions
        )
        items = [
            ReceiptItem(
                operation=Add(kind=version.kind, text=version.text, evidence=()),
                verdict="accept",
                origin=version.origin,
                memory_id=version.memory_id,
                versions=(WrittenVersion(memory_id=version.memory_id, number=version.number),),
            )
            for version in named
        ]
        items += [
            ReceiptItem(operation=item.operation, verdict="hold", origin=item.origin, held_id=item.id)
            for item in waiting
        ]
        fields: dict[str, Any] = {
            "id": receipt_id,
            "type": "write",
            "scope": own,
            "at": at(seconds),
            "writer": "tests@1",
            "episode_id": episode.id,
            "idempotency_key": key,
            "items": tuple(items),
        }
        return Batch(
            receipt=Receipt(**(fields | receipt)),
            versions=named,
            episode=episode,
            held=waiting,
            decided=tuple(decided),
            vectors=vectors or {},
            encoder_id=ENCODER if vectors else None,
            body_hash=body_hash,
        )

    def undo(self, store: Store, receipt: Receipt, *, seconds: float) -> Batch:
        """Return the batch that takes a receipt back."""
        written = [version for item in receipt.items for version in item.versions]
        histories = {one.memory_id: store.history(one.memory_id, scope=receipt.scope) for one in written}
        undo_id = self.ids.new("rcp")
        versions = compensate(written, histories, receipt_id=undo_id, recorded_at=at(seconds))
        items = tuple(
            ReceiptItem(
                operation=Add(kind=version.kind, text=version.text, evidence=()),
                verdict="accept",
                origin=version.origin,
                memory_id=version.memory_id,
                versions=(WrittenVersion(memory_id=version.memory_id, number=version.number),),
            )
            for version in versions
        )
        return Batch(
            receipt=Receipt(
                id=undo_id,
                type="undo",
                scope=receipt.scope,
                at=at(seconds),
                writer="undo",
                items=items,
                undoes=receipt.id,
            ),
            versions=versions,
        )

    def _held(self, scope: Scope, receipt_id: str, episode_id: str, seconds: float) -> HeldItem:
        quote = Evidence(message_id="m0", start=0, end=5, quote="Hello")
        return HeldItem(
            id=self.ids.new("held"),
            scope=scope,
            episode_id=episode_id,
            receipt_id=receipt_id,
            operation=Add(kind="instruction", text="Always say hello.", evidence=(quote,)),
            origin="web",
            findings=(),
            held_at=at(seconds),
        )


def following(version: Version, *, seconds: float, **fields: Any) -> Version:
    """Return the next version of a memory."""
    changes = {"number": version.number + 1, "recorded_at": at(seconds), "superseded_at": None}
    return version.model_copy(update=changes | fields)


def texts(store: Store, scope: Scope = ADA, **where: Any) -> list[str]:
    """Return the texts that pass a filter, most recently recorded first."""
    return [version.text for version in store.find(MemoryFilter(scope=scope, **where))]


def found(store: Store, query: str, **where: Any) -> list[str]:
    """Return the texts that hold some of the terms of a query, best first."""
    hits = store.matching(terms(query), MemoryFilter(scope=ADA, **where), limit=9)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    return [hit.memory.text for hit in hits]
