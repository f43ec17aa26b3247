"""The signs for and against a new fact replacing a stored memory."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memscribe.writers.rules.draft import Draft
from memscribe.writers.rules.memories import NUMBER, Memories, Stored


@dataclass(frozen=True, slots=True)
class _Pair:
    """A draft beside a memory, measured.

    Args:
        words: Content words of the draft.
        heard: Those of the whole message that it comes from, too.
        shared: Words that both hold.
        cover: How much of what the memory is about the draft names, by weight, 0 to 1.
        heard_cover: How much of it the message names.
        back: How much of the draft the memory holds.
        best: The most that the draft names of any memory, by weight.
        numbers: The draft's numbers.
        slots: The slots that both fill.
    """

    draft: Draft
    memory: Stored
    words: frozenset[str]
    heard: frozenset[str]
    shared: frozenset[str]
    cover: float
    heard_cover: float
    back: float
    best: float
    numbers: frozenset[str]
    slots: frozenset[str]


def signs_of(draft: Draft, memory: Stored, memories: Memories) -> frozenset[str]:
    """Return the names of the signs for and against a draft replacing a memory."""
    pair = _measured(draft, memory, memories)
    found = {*_of_words(pair, memories), *_of_change(pair), *_of_subject(pair), *_of_kind(pair, memories)}
    found.update(name for name, parts in _TOGETHER.items() if found.issuperset(parts))
    return frozenset(found)


def _measured(draft: Draft, memory: Stored, memories: Memories) -> _Pair:
    words = frozenset(draft.pack.words(draft.text))
    heard = words | frozenset(draft.pack.words(draft.clauses[0].message.content))
    key = memory.key or memory.words
    whole = memories.weight(key) or 1.0
    return _Pair(
        draft=draft,
        memory=memory,
        words=words,
        heard=heard,
        shared=words & memory.words,
        cover=memories.weight(words & key) / whole,
        heard_cover=memories.weight(heard & key) / whole,
        back=len(words & memory.words) / max(1, len(words)),
        best=memories.best(words),
        numbers=frozenset(NUMBER.findall(draft.text)),
        slots=draft.pack.attributes(draft.text) & memory.slots,
    )


def _of_words(pair: _Pair, memories: Memories) -> Iterator[str]:
    """Say how far the two speak of the same thing."""
    key = pair.memory.key or pair.memory.words
    named = pair.words & key
    rare = memories.rare(key)
    signs = {
        "cover_0": not pair.cover,
        "rare": bool(named & rare),
        "two_rare": len(named & rare) > 1,
        "two_shared": len(pair.shared) > 1,
        "three_shared": len(pair.shared) > _TWO,
        "best": pair.best > 0 and memories.weight(named) >= pair.best,
        "not_best": memories.weight(named) < _NEAR_BEST * pair.best,
        "head": bool(pair.memory.head & pair.words),
        "long_draft": len(pair.words) > _LONG,
        "short_draft": len(pair.words) <= _SHORT,
        "reply_names_it": bool(frozenset(pair.draft.pack.words(pair.draft.reply)) & named),
    }
    yield from (name for name, holds in signs.items() if holds)
    for name, value, steps in (
        ("cover", pair.cover, _COVER_STEPS),
        ("heard", pair.heard_cover, _HEARD_STEPS),
        ("back", pair.back, _BACK_STEPS),
    ):
        yield from (f"{name}_{step}" for step in steps if value * 100 >= step)


def _of_change(pair: _Pair) -> Iterator[str]:
    """Say whether something changed, and which values differ."""
    draft, numbers, known = pair.draft, pair.numbers, pair.memory.numbers
    single = any(name.startswith("!") for name in pair.slots)
    signs = {
        "shift": draft.shift is not None,
        "no_shift": draft.shift is None,
        "numbers_differ": bool(numbers and known) and not numbers & known,
        "numbers_shared": bool(numbers & known),
        "numbers_only_there": bool(known) and not numbers,
        "reply_shift": bool(draft.reply) and draft.pack.shift(draft.reply) is not None,
        "slot": bool(pair.slots),
        "slots": len(pair.slots) > 1,
        "slot_only_there": bool(pair.memory.slots) and not pair.slots,
        "slot_without_words": bool(pair.slots) and not pair.shared,
        "single_valued": single,
    }
    yield f"shift_{draft.shift}"
    yield from (name for name, holds in signs.items() if holds)


def _of_subject(pair: _Pair) -> Iterator[str]:
    """Say whether the two are about the same person or thing."""
    owner = pair.memory.owner
    others = pair.draft.kind == "relationship"
    signs = {
        "owner_in_text": bool(owner & pair.words),
        "owner_missing": bool(owner) and not owner & pair.heard,
        "owner_is_user": not owner,
        "others_against_user": others and not owner,
        "user_against_others": bool(owner) and not others and not owner & pair.words,
        "same_sort_of_owner": others == bool(owner),
    }
    yield from (name for name, holds in signs.items() if holds)


def _of_kind(pair: _Pair, memories: Memories) -> Iterator[str]:
    """Say of what kind the two are, and how many memories there are to choose from."""
    draft, stored = pair.draft, pair.memory.version.kind
    signs = {
        "alone": len(memories.stored) == 1,
        "few": len(memories.stored) <= _FEW,
        "same_kind": draft.kind == stored,
        "both_instructions": draft.kind == stored == "instruction",
        "question_answer": bool(draft.context),
        "passed_away": bool(_DIED.search(draft.said)) and bool(memories.rare(pair.words & pair.memory.words)),
    }
    yield from (name for name, holds in signs.items() if holds)
    if stored in {"plan", "instruction", "event", "relationship"}:
        yield f"memory_is_{stored}"


_DIED = re.compile(r"\b(?:died|passed away|was put down|put to sleep)\b|去世|过世|走了|死了", re.IGNORECASE)
_TWO = 2
_FEW = 3
_SHORT = 5
_LONG = 15
_NEAR_BEST = 0.6
_COVER_STEPS = (20, 35, 50, 60, 65, 80)
_HEARD_STEPS = (35, 60, 80)
_BACK_STEPS = (20, 40, 60)

_TOGETHER: dict[str, tuple[str, ...]] = {
    "head_and_shift": ("head", "shift"),
    "head_and_numbers_differ": ("head", "numbers_differ"),
    "plan_and_rare": ("memory_is_plan", "rare"),
    "plan_and_cover": ("memory_is_plan", "cover_50"),
    "cover_and_numbers_differ": ("cover_50", "numbers_differ"),
    "shift_and_cover": ("shift", "cover_35"),
    "shift_and_much_cover": ("shift", "cover_60"),
    "shift_and_slot": ("shift", "slot"),
    "shift_slot_rare": ("shift", "slot", "rare"),
    "shift_and_rare": ("shift", "rare"),
    "ended_and_rare": ("shift_ended", "rare"),
    "ended_and_cover": ("shift_ended", "cover_50"),
    "same_slot_of_same_owner": ("shift", "slot", "same_sort_of_owner"),
    "single_valued_and_shift": ("single_valued", "shift"),
    "no_shift_cover": ("no_shift", "cover_50"),
    "few_and_no_shift": ("few", "no_shift"),
    "few_no_shift_cover": ("few", "no_shift", "cover_50"),
    "reply_and_rare": ("reply_shift", "rare"),
    "reply_and_shift": ("reply_shift", "shift"),
}
"""Signs that mean something only together."""
