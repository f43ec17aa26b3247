"""What a new fact does to the stored memories: repeats one, replaces some, or stands beside them."""

import re

from memscribe.core.operation import Add, Operation, Update
from memscribe.writers.rules.bars import barred
from memscribe.writers.rules.draft import Draft, Notebook
from memscribe.writers.rules.memories import NUMBER, Memories, Stored
from memscribe.writers.rules.revision_points import POINTS, THRESHOLD
from memscribe.writers.rules.signs import signs_of

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
        if memory.id not in gone and _repeats(draft, words, numbers, memory):
            for clause in draft.clauses:
                book.reject(clause, "duplicate", memory_id=memory.id)
            return None
    targets = tuple(
        memory.id for memory in memories.stored if memory.id not in gone and replaces(draft, memory, memories)
    )
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


def _repeats(draft: Draft, words: frozenset[str], numbers: frozenset[str], memory: Stored) -> bool:
    """Whether the memory says already what the draft says."""
    if not words or not numbers <= memory.numbers or draft.shift == "ended":
        return False
    if bool(_NEGATION.search(draft.text)) != bool(_NEGATION.search(memory.version.text)):
        return False
    return len(words & memory.words) / len(words) >= _SAME and len(words) > 1


def replaces(draft: Draft, memory: Stored, memories: Memories) -> bool:
    """Whether a draft makes a memory out of date."""
    points = sum(POINTS.get(sign, 0) for sign in signs_of(draft, memory, memories)) + POINTS["always"]
    return points >= THRESHOLD and not barred(draft, memory)
