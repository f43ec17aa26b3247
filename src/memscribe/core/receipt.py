"""The outcome of a write, item by item; and what is held for review."""

from typing import Literal

from pydantic import AwareDatetime

from memscribe.core.base import Model
from memscribe.core.operation import Operation, Rejection
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope
from memscribe.core.verdict import Decision, Finding

ReceiptType = Literal["write", "propose", "review", "undo", "import"]
HeldStatus = Literal["pending", "accepted", "rejected"]


class WrittenVersion(Model):
    """Names one version that a receipt wrote."""

    memory_id: str
    number: int


class ReceiptItem(Model):
    """What became of one proposed operation.

    Args:
        operation: As proposed (secrets masked).
        verdict: accept: stored. hold: in the review queue under ``held_id``. reject: not stored.
        findings: Why, each with its stable code.
        origin: The least trusted origin that asserts it.
        memory_id: The memory that now holds the text, or the first one retracted; None if nothing is stored.
        versions: Every version that was written for it, those that end its targets included.
        held_id: The item in the review queue.
    """

    operation: Operation
    verdict: Decision
    findings: tuple[Finding, ...] = ()
    origin: Origin
    memory_id: str | None = None
    versions: tuple[WrittenVersion, ...] = ()
    held_id: str | None = None


class Receipt(Model):
    """The outcome of a write, a review decision or an undo. Nothing proposed is missing from it.

    Args:
        type: What happened. ``propose`` is a dry run: nothing was touched.
        items: Every proposed operation with its outcome.
        rejections: Spans that the writer left out, with reasons.
        masked: How many secrets were masked in the episode before anything was kept.
        undoes: For an undo: the receipt that it takes back.
    """

    id: str
    type: ReceiptType
    scope: Scope
    at: AwareDatetime
    writer: str
    episode_id: str | None = None
    idempotency_key: str | None = None
    items: tuple[ReceiptItem, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    masked: int = 0
    undoes: str | None = None

    def count(self, verdict: Decision) -> int:
        """Return how many items have this verdict."""
        return sum(item.verdict == verdict for item in self.items)


class HeldItem(Model):
    """An operation that waits for a person.

    Args:
        status: pending until somebody decides.
        reviewer: Who decided, when.
    """

    id: str
    scope: Scope
    episode_id: str
    receipt_id: str
    operation: Operation
    origin: Origin
    findings: tuple[Finding, ...]
    held_at: AwareDatetime
    status: HeldStatus = "pending"
    reviewer: str | None = None
    decided_at: AwareDatetime | None = None
    note: str | None = None
