"""What a writer may propose: add, update, retract; and what it leaves out, with the reason."""

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from memscribe.core.base import Model
from memscribe.core.evidence import Evidence, Span
from memscribe.core.timeline import TimeBound

Kind = Literal[
    "profile", "preference", "event", "plan", "relationship", "instruction", "knowledge", "task", "experience"
]
KINDS: tuple[Kind, ...] = get_args(Kind)

RejectionReason = Literal[
    "question", "hypothetical", "joke", "fiction", "quoted", "third_party", "assistant_suggestion",
    "tool_dump", "general_knowledge", "transient", "secret", "injection", "duplicate", "smalltalk",
    "task_request", "withdrawn", "unverified",
]  # fmt: skip
REJECTION_REASONS: tuple[RejectionReason, ...] = get_args(RejectionReason)

Change = Literal["changed", "corrected"]
"""Why an update replaces its targets: the world changed, or the old text was never (exactly) right."""


def _each_once(targets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(targets))


Targets = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_each_once)]
"""Ids of memories, at least one, each once."""


class _Proposed(Model):
    kind: Kind
    evidence: tuple[Evidence, ...]
    confidence: float | None = Field(default=None, ge=0, le=1)


class Add(_Proposed):
    """Remember something new.

    Args:
        kind: What sort of memory it is.
        text: One fact, self-contained, third person, in the language of its source.
        evidence: The words that prove it.
        valid_from: From when it is true in the world, where that was said.
        valid_to: Until when (exclusive), where that was said.
        confidence: The writer's calibrated probability that a careful person would sign it.
    """

    op: Literal["add"] = "add"
    text: str
    valid_from: TimeBound | None = None
    valid_to: TimeBound | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """An addition replaces nothing."""
        return ()


class Update(_Proposed):
    """Replace memories by a newer or more exact text; the targets are superseded, never erased.

    Args:
        targets: Ids of the memories that it supersedes, at least one.
        change: ``changed``: they were true until ``valid_from`` (or now). ``corrected``: they never were.

    The other arguments are those of :class:`Add`.
    """

    op: Literal["update"] = "update"
    text: str
    targets: Targets
    change: Change = "changed"
    valid_from: TimeBound | None = None
    valid_to: TimeBound | None = None


class Retract(_Proposed):
    """Withdraw memories; nothing replaces them.

    Args:
        targets: Ids of the memories that are withdrawn, at least one.
        evidence: The words that withdraw them.
    """

    op: Literal["retract"] = "retract"
    targets: Targets

    @property
    def text(self) -> str:
        """A retraction has no text."""
        return ""


Operation = Annotated[Add | Update | Retract, Field(discriminator="op")]


class Rejection(Span):
    """A tempting span that must not be written, and why.

    Args:
        reason: The stable code of the reason.
        memory_id: For ``duplicate``: the memory that says it already.
    """

    reason: RejectionReason
    memory_id: str | None = None


class Proposal(Model):
    """Everything that a writer decided about one episode.

    Args:
        operations: What to write, in order.
        rejections: What must not be written, with reasons.
        writer: Name of the writer and, after an "@", the version or hash of its rules or weights.
    """

    operations: tuple[Operation, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    writer: str
