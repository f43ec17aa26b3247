"""What forbids that a new fact replaces a memory: another person, another id, another name."""

import re
from functools import lru_cache

from memscribe.writers.rules.draft import Draft
from memscribe.writers.rules.memories import NUMBER, Memories, Stored

_LABELLED = re.compile(
    r"\b(order|plot|pr|issue|room|flat|site|hive|invoice|ticket|property|sheet|bed|unit|pen|rig|hall"
    r"|floor|year|class|"
    r"gate|platform|terminal|building|chamber|version|bay|box|lot|policy|account|case|round|phase|line"
    r"|team|group|"
    r"house|apartment|shop|branch|sprint|week|block|table)\s+(?:no\.?\s*|number\s+|#)?(\d+[a-z]?"
    r"|[a-z]\d+|[a-z])\b|([a-z]{2,5})-(\d+)\b|(#)(\d+)",
    re.IGNORECASE,
)
_LABELLED_CHINESE = re.compile(
    r"(项目|小组|团队|分店|仓库|机组|产线|方案|合同)\s?([A-Za-z](?![A-Za-z])|\d+|[甲乙丙丁])"
)
_NAME = re.compile(r"[A-ZÀ-Þ][\wÀ-ÿ]{2,}")
_POSSESSED = re.compile(r"^User(?:'s)?\b")


def barred(draft: Draft, memory: Stored, memories: Memories) -> bool:
    """Whether a draft is about somebody or something else than a memory, or changes nothing, by plain signs.

    Args:
        draft: The new fact.
        memory: The stored one.
        memories: All that is stored.
    """
    return (
        _other_person(draft, memory)
        or _other_id(draft, memory)
        or _other_name(draft, memory)
        or _stays(draft, memory)
        or _introduced(draft, memory)
        or _another_owner(draft, memory, memories)
        or _another_time(draft, memory)
    )


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"\d{{4}}-\d{{2}}(?:-\d{{2}})?|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}日)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH} \d{{4}}|{_MONTH} \d{{1,2}},? \d{{4}}",
    re.IGNORECASE,
)
_HAPPENED = frozenset({"event", "profile", "relationship"})


def _another_time(draft: Draft, memory: Stored) -> bool:
    """What happened on another day is another event: nothing that happened goes out of date by it.

    A slot that holds one value at a time (a home, a job) is changed by an event all the same.
    """
    if draft.kind not in _HAPPENED or draft.shift is not None:
        return False
    single = {slot for slot in draft.pack.attributes(draft.text) if slot.startswith("!")}
    said, stored = set(_DATE.findall(draft.text)), set(_DATE.findall(memory.version.text))
    return bool(said and stored and not said & stored) and not single & memory.slots


_STAYS = re.compile(
    r"\b(?:stays?|remains?|as planned|still|on top of|in addition to|as well as|besides)\b|照旧|不变|还是|仍|照样",
    re.IGNORECASE,
)


def _stays(draft: Draft, memory: Stored) -> bool:
    """What stays as it is replaces nothing, unless another number is named."""
    if not _STAYS.search(draft.said) or draft.shift == "ended":
        return False
    numbers = frozenset(NUMBER.findall(draft.text))
    return not numbers or bool(numbers & memory.numbers) or not memory.numbers


_IS_NAMED = re.compile(
    r"^User's [\w -]{2,40} (?:is|is called|are) (?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?P<name>[A-ZÀ-Þ][\wÀ-ÿ-]+)\.?$"
)


def _introduced(draft: Draft, memory: Stored) -> bool:
    """News of somebody replace no memory that only says who that is."""
    match = _IS_NAMED.match(memory.version.text)
    if match is None or draft.shift == "ended":
        return False
    return match["name"].casefold() in draft.said.casefold()


_LEADING_OWNER = re.compile(r"^(?:(?:and|but|so|also|oh|yes|no|btw|ok)[, ]+)*(?P<name>[A-ZÀ-Þ][\wÀ-ÿ-]{2,})'s\b")


def _another_owner(draft: Draft, memory: Stored, memories: Memories) -> bool:
    """Whether a draft is about somebody ("Kaveh's exam") whom other memories name, and this one does not."""
    match = _LEADING_OWNER.match(draft.text)
    if match is None or match["name"] == "User":
        return False
    name = frozenset(draft.pack.words(match["name"]))
    return not name & memory.words and any(name & other.words for other in memories.stored)


def _other_person(draft: Draft, memory: Stored) -> bool:
    """What is true of a sister says nothing about the user, and the reverse.

    A slot whose name starts with "!" is read so narrowly that it is the account holder's own.
    """
    owner = frozenset(draft.pack.words(draft.pack.owner(draft.text)))
    own_slots = {slot for slot in draft.pack.attributes(draft.text) if slot.startswith("!")}
    if own_slots and not own_slots & memory.slots and memory.owner:
        return True
    if draft.subject == "other" and not memory.owner:
        return not owner & memory.words
    if draft.subject == "user" and not owner and _POSSESSED.match(memory.version.text) and memory.owner:
        return not memory.owner & frozenset(draft.pack.words(draft.said))
    return False


def _other_id(draft: Draft, memory: Stored) -> bool:
    """Order 5521 is not order 5520."""
    said, stored = _ids(draft.said), _ids(memory.version.text)
    return any(label in said and not said[label] & ids for label, ids in stored.items())


@lru_cache(maxsize=4096)
def _ids(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _LABELLED_CHINESE.finditer(text):
        found.setdefault(match[1], set()).add(match[2].casefold())
    for match in _LABELLED.finditer(text):
        label = match[1] or match[3] or match[5]
        found.setdefault(label.casefold(), set()).add((match[2] or match[4] or match[6]).casefold())
    return found


def _other_name(draft: Draft, memory: Stored) -> bool:
    """Team Sepia is not team Ochre: the memory's subject has a name, and the draft's has another."""
    pack = draft.pack
    subject = pack.owner(memory.version.text)
    later = memory.version.text.partition(" ")[2]  # a capital at the very start says nothing
    named = {name.casefold() for name in _NAME.findall(later) if name.casefold() in subject and name != "User"}
    said = draft.said.casefold()
    if not named or any(name in said for name in named):
        return False
    if draft.subject == "user":
        return True
    leading = _NAME.match(draft.said.lstrip())
    return leading is not None and leading[0].casefold() not in memory.version.text.casefold()
