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


class HeldState(Model):
    """Where a held item stands: waiting, or decided by somebody at some time."""

    status: HeldStatus = "pending"
    reviewer: str | None = None
    decided_at: AwareDatetime | None = None
    note: str | None = None


class HeldChange(Model):
    """What a receipt did to a held item.

    Args:
        held_id: Which item.
        before: Where it stood; None: it was not there.
        after: Where it stands since.
    """

    held_id: str
    before: HeldState | None
    after: HeldState


class Receipt(Model):
    """The outcome of a write, a review decision or an undo. Nothing proposed is missing from it.

    Args:
        type: What happened. ``propose`` is a dry run: nothing was touched.
        items: Every proposed operation with its outcome.
        rejections: Spans that the writer left out, with reasons.
        masked: How many secrets were masked in the episode before anything was kept.
        held_changes: What became of held items: put into the queue, decided, or waiting again.
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
    held_changes: tuple[HeldChange, ...] = ()
    undoes: str | None = None

    def count(self, verdict: Decision) -> int:
        """Return how many items have this verdict."""
        return sum(item.verdict == verdict for item in self.items)


class HeldItem(HeldState):
    """An operation that waits for a person: pending until somebody decides."""

    id: str
    scope: Scope
    episode_id: str
    receipt_id: str
    operation: Operation
    origin: Origin
    findings: tuple[Finding, ...]
    held_at: AwareDatetime

    @property
    def state(self) -> HeldState:
        """Where it stands."""
        return HeldState(status=self.status, reviewer=self.reviewer, decided_at=self.decided_at, note=self.note)

    def moved(self, state: HeldState) -> "HeldItem":
        """Return the item in another state."""
        return self.model_copy(update=dict(state))
