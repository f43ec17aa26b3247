"""What the guard found, and what it decided."""

from collections.abc import Iterable
from typing import Literal

from memscribe.core.base import Model
from memscribe.core.operation import Operation
from memscribe.core.origin import Origin

Decision = Literal["accept", "hold", "reject"]
_ORDER: tuple[Decision, ...] = ("accept", "hold", "reject")


def strictest(decisions: Iterable[Decision]) -> Decision:
    """Return the strictest of some decisions; accept when there are none."""
    return _ORDER[max((_ORDER.index(decision) for decision in decisions), default=0)]


class Finding(Model):
    """One check's result.

    Args:
        check: Name of the check.
        code: Stable snake_case code, the same in CLI, REST and docs.
        decision: What this finding alone would decide. ``accept`` is a remark.
        message: What was found, in words that a person understands.
        memory_id: The stored memory concerned, where there is one.
    """

    check: str
    code: str
    decision: Decision
    message: str
    memory_id: str | None = None


class Verdict(Model):
    """The guard's decision on one operation: the strictest of its findings."""

    decision: Decision
    findings: tuple[Finding, ...] = ()


class Reviewed(Model):
    """An operation with the guard's verdict and the origin computed from its evidence.

    Args:
        operation: As the writer proposed it (secrets masked).
        origin: The least trusted origin among the evidence that asserts it.
        verdict: What the guard decided.
    """

    operation: Operation
    origin: Origin
    verdict: Verdict


class Approved(Model):
    """The only thing a store applies: an operation that the guard or a recorded reviewer let through.

    Make one with :meth:`by_guard` or :meth:`by_reviewer`, never by hand.
    """

    operation: Operation
    origin: Origin
    reviewer: str | None = None

    @classmethod
    def by_guard(cls, reviewed: Reviewed) -> "Approved":
        """Approve what the guard accepted.

        Raises:
            ValueError: The verdict is not accept.
        """
        if reviewed.verdict.decision != "accept":
            raise ValueError(f"the guard did not accept this operation but said {reviewed.verdict.decision}")
        return cls(operation=reviewed.operation, origin=reviewed.origin)

    @classmethod
    def by_reviewer(cls, operation: Operation, *, origin: Origin, reviewer: str) -> "Approved":
        """Approve what a person decided; the decision itself is recorded with the held item."""
        if not reviewer.strip():
            raise ValueError("expected the reviewer's name, got none: a decision is recorded with who took it")
        return cls(operation=operation, origin=origin, reviewer=reviewer)
