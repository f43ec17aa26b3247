"""Review a proposal: run every check on every operation and let the strictest finding decide."""

from memscribe.core.operation import Operation, Proposal
from memscribe.core.verdict import Finding, Reviewed, Verdict, strictest
from memscribe.guard import (
    authority,
    duplicates,
    grounding,
    injection,
    placeholders,
    related,
    sense,
    targets,
    trust,
)
from memscribe.guard.context import Check, Conversation, GuardContext, Subject
from memscribe.guard.findings import finding
from memscribe.guard.origin import OriginPolicy
from memscribe.guard.secrets import mask

__all__ = ["CHECKS", "Check", "Guard", "GuardContext"]


def _secret(subject: Subject) -> tuple[Finding, ...]:
    if not subject.secrets:
        return ()
    return (
        finding(
            "secrets", "secret_in_text", "hold",
            "The text holds a password, key, code or card number (masked): store the fact without it.",
        ),
    )  # fmt: skip


CHECKS: tuple[Check, ...] = (
    placeholders.check,
    grounding.check,
    sense.check,
    _secret,
    injection.check,
    authority.check,
    trust.check,
    targets.check,
    related.check,
    duplicates.check,
)
"""Each looks at one operation with all that surrounds it; none of them changes anything."""


class Guard:
    """Decides what of a proposal may be stored: deterministic, pure, and independent of the writer.

    Args:
        policy: What the operator's configuration says about sources (see :func:`memscribe.guard.origin.stamp`).
    """

    def __init__(self, *, policy: OriginPolicy = OriginPolicy()) -> None:  # noqa: B008 (frozen)
        self.policy = policy

    def review(self, proposal: Proposal, context: GuardContext) -> tuple[Reviewed, ...]:
        """Review every operation of a proposal.

        Args:
            proposal: What a writer proposed.
            context: The episode and the memories that it is reviewed against.

        Returns:
            One review an operation, in order: the operation with secrets masked, the origin of the words that
            assert it, and the verdict with all findings. It never raises on what a writer proposes.
        """
        masked = [_masked(operation) for operation in proposal.operations]
        clean = proposal.model_copy(update={"operations": tuple(operation for operation, _ in masked)})
        conversation = Conversation(context.episode)
        found: list[Reviewed] = []
        for index, (_, secrets) in enumerate(masked):
            rejected = frozenset(number for number, one in enumerate(found) if one.verdict.decision == "reject")
            found.append(
                _reviewed(Subject(index, clean, context, conversation, secrets=secrets, rejected=rejected))
            )
        return tuple(found)


def _masked(operation: Operation) -> tuple[Operation, int]:
    if operation.op == "retract":
        return operation, 0
    masked = mask(operation.text)
    return (operation.model_copy(update={"text": masked.text}), masked.count) if masked.count else (operation, 0)


def _reviewed(subject: Subject) -> Reviewed:
    findings = tuple(found for check in CHECKS for found in check(subject))
    decision = strictest(found.decision for found in findings)
    return Reviewed(
        operation=subject.operation,
        origin=subject.origin,
        verdict=Verdict(decision=decision, findings=findings),
    )
