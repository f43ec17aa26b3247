"""Check what an operation changes: that it is there, active, in this scope, and changed once."""

from collections.abc import Sequence

from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold

_CHECK = "targets"
_CROWD = 8


def check(subject: Subject) -> Sequence[Finding]:
    """Hold what aims at nothing, at another scope, at a memory already taken, at most of the store, at no time."""
    return (
        *_each_target(subject), *_taken(subject), *_no_change(subject), *_mass(subject), *_never_true(subject),
    )  # fmt: skip


def _each_target(subject: Subject) -> Sequence[Finding]:
    found: list[Finding] = []
    for target in subject.operation.targets:
        memory = subject.context.memories.get(target)
        if memory is None:
            found.append(
                finding(
                    _CHECK, "unknown_target", "hold",
                    f"No memory {target!r} is known here: choose the memory that it replaces, or store "
                    f"the fact as new.",
                )
            )  # fmt: skip
        elif memory.status != "active":
            found.append(
                finding(
                    _CHECK, "target_not_active", "hold",
                    f"{target} is {memory.status} already: choose the active memory, or store the fact "
                    f"as new.",
                    memory_id=target,
                )
            )  # fmt: skip
        elif memory.scope != subject.context.episode.scope:
            found.append(
                finding(
                    _CHECK, "target_out_of_scope", "hold",
                    f"{target} belongs to {memory.scope}, this episode to {subject.context.episode.scope}: "
                    "a write changes memories of exactly its own scope.",
                    memory_id=target,
                )
            )  # fmt: skip
    return found


def _taken(subject: Subject) -> Sequence[Finding]:
    before = {target for operation in subject.earlier for target in operation.targets}
    return tuple(
        finding(
            _CHECK, "target_taken", "hold",
            f"An earlier operation of the same proposal changes {target} already: merge the two, or "
            f"review this one.",
            memory_id=target if target in subject.context.memories else None,
        )
        for target in dict.fromkeys(subject.operation.targets)
        if target in before
    )  # fmt: skip


def _no_change(subject: Subject) -> Sequence[Finding]:
    operation = subject.operation
    if operation.op != "update":
        return ()
    text = fold(operation.text).rstrip(".。")
    return tuple(
        finding(
            _CHECK, "no_change", "reject",
            f"{target.memory_id} says exactly this already: there is nothing to update.",
            memory_id=target.memory_id,
        )
        for target in subject.targets
        if fold(target.text).rstrip(".。") == text
        and operation.valid_from in (None, target.valid_from)
        and operation.valid_to in (None, target.valid_to)
    )  # fmt: skip


def _mass(subject: Subject) -> Sequence[Finding]:
    if subject.operation.op != "retract":
        return ()
    active = {key for key, memory in subject.context.memories.items() if memory.status == "active"}
    withdrawn = {
        target
        for operation in subject.proposal.operations
        if operation.op == "retract"
        for target in operation.targets
    }
    if len(active) < _CROWD or 2 * len(withdrawn & active) <= len(active):
        return ()
    return (
        finding(
            _CHECK, "mass_retraction", "hold",
            f"This proposal withdraws {len(withdrawn & active)} of {len(active)} memories at once: "
            f"confirm it in the review.",
        ),
    )  # fmt: skip


def _never_true(subject: Subject) -> Sequence[Finding]:
    operation = subject.operation
    if operation.op == "retract" or operation.valid_from is None or operation.valid_to is None:
        return ()
    if operation.valid_from.at < operation.valid_to.at:
        return ()
    return (
        finding(
            _CHECK, "empty_validity", "hold",
            f"valid_to ({operation.valid_to}) is exclusive and must come after valid_from "
            f"({operation.valid_from}), or the fact is never true: correct the bounds or leave one out.",
        ),
    )  # fmt: skip
