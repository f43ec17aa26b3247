"""What a new fact does to the stored memories: repeats one, replaces some, or stands beside them."""

import re
from collections.abc import Sequence

from memscribe.core.operation import Add, Operation, Update
from memscribe.writers.rules.bars import barred
from memscribe.writers.rules.draft import Draft, Notebook
from memscribe.writers.rules.memories import NUMBER, Memories, Stored
from memscribe.writers.rules.signs import signs_of
from memscribe.writers.rules.speakers import names_person

_NEGATION = re.compile(
    r"\b(?:not|no|never|without|stopped|quit)\b|n't\b|不|没|無|ない|\bnicht\b|\bkein|\bne\b.{1,20}\bpas\b|\bno\b|"
    r"\bnão\b|\bnon\b"
)
_SAME = 0.8
"""A draft of whose words a memory holds this share, and all numbers, says nothing new."""


def operation_of(draft: Draft, memories: Memories, book: Notebook, *, gone: frozenset[str]) -> Operation | None:
    """Decide what a draft becomes: an addition, an update, or nothing where it is stored already.

    Args:
        draft: The new fact.
        memories: What is stored.
        book: Where a repetition is noted as a rejection.
        gone: Ids that another operation of this proposal ends already.
    """
    words = frozenset(draft.pack.words(draft.text))
    numbers = frozenset(NUMBER.findall(draft.text))
    for memory in memories.stored:
        if memory.id not in gone and _may_concern(draft, memory) and _repeats(draft, words, numbers, memory):
            for clause in draft.clauses:
                book.reject(clause, "duplicate", memory_id=memory.id)
            return None
    targets = targets_of(draft, memories, gone=gone)
    if not targets:
        return Add(
            kind=draft.kind, text=draft.text, evidence=draft.evidence(), valid_from=draft.start, valid_to=draft.end
        )
    return Update(
        kind=draft.kind,
        text=draft.text,
        evidence=draft.evidence(),
        targets=targets,
        change="corrected" if draft.shift == "corrected" else "changed",
        valid_from=draft.start,
        valid_to=draft.end,
    )


def _may_concern(draft: Draft, memory: Stored) -> bool:
    """Another speaker's word counts only for memories that name that speaker."""
    return draft.speaker is None or names_person(memory.version.text, draft.speaker)


def _repeats(draft: Draft, words: frozenset[str], numbers: frozenset[str], memory: Stored) -> bool:
    """Whether the memory says already what the draft says."""
    if not words or not numbers <= memory.numbers or draft.shift == "ended":
        return False
    if bool(_NEGATION.search(draft.text)) != bool(_NEGATION.search(memory.version.text)):
        return False
    return len(words & memory.words) / len(words) >= _SAME and len(words) > 1


def overtaken(drafts: Sequence[Draft], memories: Memories) -> tuple[Draft, ...]:
    """Return the drafts whose value a later draft of the same conversation changes again: the last one holds.

    Args:
        drafts: The new facts, in order.
        memories: What is stored.
    """
    lost: list[Draft] = []
    latest: dict[tuple[str | None, str], tuple[Draft, tuple[str, ...]]] = {}
    for draft in reversed(drafts):
        slots = _single(draft)
        if not slots:
            continue
        targets = targets_of(draft, memories)
        for slot in slots:
            later, ended = latest.get((draft.speaker, slot), (draft, ()))
            if later.turn > draft.turn and (set(targets) & set(ended) or not (targets or ended)):
                lost.append(draft)
                break
        if draft.shift in {"changed", "corrected"}:
            for slot in slots:
                latest.setdefault((draft.speaker, slot), (draft, targets))
    return tuple(lost)


def _single(draft: Draft) -> frozenset[str]:
    """Return the slots of the account holder that hold one value at a time."""
    return frozenset(slot for slot in draft.pack.attributes(draft.text) if slot.startswith("!"))


def targets_of(draft: Draft, memories: Memories, *, gone: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the memories that a draft makes out of date: the surest one, and those that are nearly as sure.

    Args:
        draft: The new fact.
        memories: What is stored.
        gone: Ids that another operation ends already.
    """
    balances = {
        memory.id: balance
        for memory in memories.stored
        if memory.id not in gone
        and _may_concern(draft, memory)
        and (balance := _balance(draft, memory, memories)) >= 0
    }
    least = max(balances.values(), default=0) - _NEARLY_AS_SURE
    return tuple(id_ for id_, balance in balances.items() if balance >= least)


def _balance(draft: Draft, memory: Stored, memories: Memories) -> int:
    """Return by how many points a draft passes the bar to replace a memory; negative where it does not."""
    words = frozenset(draft.pack.words(draft.text))
    if not words & memory.words and not draft.pack.attributes(draft.text) & memory.slots:
        return -1
    if barred(draft, memory, memories):
        return -1
    if leaves(draft, memory):
        return _SURE
    if draft.shift is None and _confirms(draft, words, memory):
        return -1
    if draft.kind == "instruction" and memory.version.kind not in {"instruction", "preference"}:
        return -1  # how to answer changes no fact
    points, threshold = draft.pack.replacing
    balance = sum(points.get(sign, 0) for sign in signs_of(draft, memory, memories)) + points["always"]
    return min(balance - threshold, _SURE)


def _confirms(draft: Draft, words: frozenset[str], memory: Stored) -> bool:
    """Whether a draft denies again what the memory denies, and says more ("Ho eats nothing hot, so a mild pot")."""
    denied = bool(_NEGATION.search(draft.text)) and bool(_NEGATION.search(memory.version.text))
    return denied and len(words & memory.words) >= _SAME * len(memory.words)


_SURE = 20
_NEARLY_AS_SURE = 12


def leaves(draft: Draft, memory: Stored) -> bool:
    """Whether a draft says that the memory's own value no longer holds ("from Leipzig to Ghent")."""
    words = frozenset(draft.pack.words(draft.text))
    alike = draft.pack.attributes(draft.text) & memory.slots
    return any(
        old <= memory.words and (alike or (words - old) & memory.words)
        for value in draft.pack.left_behind(draft.said)
        if (old := frozenset(draft.pack.words(value)))
    )
