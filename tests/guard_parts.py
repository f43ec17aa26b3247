"""Small worlds for the guard's tests: messages, memories, operations and a review of one of them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memscribe.core.evidence import Evidence, Part
from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, Message, StampedMessage
from memscribe.core.operation import Add, Operation, Proposal, Retract, Update
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope
from memscribe.core.verdict import Reviewed
from memscribe.guard import Guard, GuardContext, OriginPolicy, stamp

SCOPE = Scope(tenant="acme", user="ada")
NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)  # a Thursday


def episode(
    *messages: Message, account: str | None = None, policy: OriginPolicy | None = None, at: datetime = NOW
) -> Episode:
    """Stamp messages as the engine does; their ids are msg_1, msg_2 ..."""
    stamped = tuple(
        StampedMessage(
            id=f"msg_{number}",
            role=message.role,
            content=message.content,
            name=message.name,
            at=message.at or at,
            origin=stamp(message, policy or OriginPolicy(), account=account),
            channel=message.channel,
        )
        for number, message in enumerate(messages, start=1)
    )
    return Episode(id="ep_1", scope=SCOPE, messages=stamped, at=at, account=account)


def quote(world: Episode, number: int, words: str, part: Part = "asserts") -> Evidence:
    """Quote a message by its number."""
    return Evidence.of(world.messages[number - 1], words, part=part)


def memory(memory_id: str, text: str, *, origin: Origin = "user_typed", **fields: Any) -> Version:
    """Return an active memory of the scope."""
    filled = {"kind": "profile", "scope": SCOPE, "number": 1, **fields}
    return Version(
        memory_id=memory_id, text=text, origin=origin, receipt_id="rcp_0", recorded_at=NOW, writer="test", **filled
    )


def add(text: str, *evidence: Evidence, kind: str = "profile", **fields: Any) -> Add:
    """Return an addition."""
    return Add.model_validate({"kind": kind, "text": text, "evidence": evidence, **fields})


def update(text: str, targets: Sequence[str], *evidence: Evidence, kind: str = "profile", **fields: Any) -> Update:
    """Return an update."""
    return Update.model_validate(
        {"kind": kind, "text": text, "targets": tuple(targets), "evidence": evidence, **fields}
    )


def retract(targets: Sequence[str], *evidence: Evidence, kind: str = "profile") -> Retract:
    """Return a retraction."""
    return Retract.model_validate({"kind": kind, "targets": tuple(targets), "evidence": evidence})


def review_all(
    world: Episode,
    *operations: Operation,
    memories: Sequence[Version] = (),
    near: Mapping[int, Sequence[Recalled]] | None = None,
) -> tuple[Reviewed, ...]:
    """Review a proposal."""
    context = GuardContext(
        episode=world,
        memories={version.memory_id: version for version in memories},
        neighbours={index: tuple(recalled) for index, recalled in (near or {}).items()},
    )
    return Guard().review(Proposal(operations=operations, writer="test@1"), context)


def review(
    world: Episode, operation: Operation, *, memories: Sequence[Version] = (), near: Sequence[Recalled] = ()
) -> Reviewed:
    """Review one operation."""
    return review_all(world, operation, memories=memories, near={0: near})[0]


def codes(reviewed: Reviewed) -> set[str]:
    """Return "decision code" of all findings."""
    return {f"{finding.decision} {finding.code}" for finding in reviewed.verdict.findings}
