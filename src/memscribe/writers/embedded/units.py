"""Units: the words and characters that a memory's text is put together from.

A Latin word, a number, a mark or one Chinese, Japanese or Korean character is a unit; a time expression that makes
sense only against its message's time is one too, and prints as the date that it means.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from memscribe.text.dates import find_dates, write_date

_CJK: Final = r"\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_MONTHS: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE: Final = (
    r"\d{4}-\d\d(?:-\d\d)?(?!\d)(?:(?: at)? \d{1,2}:\d\d(?!\d))?(?: to \d{4}-\d\d(?:-\d\d)?)?"
    r"|\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?"
    rf"|(?:\d{{1,2}} )?(?:{_MONTHS}) \d{{4}}(?!\d)"
)
_UNIT: Final = re.compile(
    rf"{_DATE}|[{_CJK}]|['’](?:s|m|re|ve|ll|d|t)\b|[^\W\d_{_CJK}]+(?:(?<=n)['’]t\b)?|\d+(?:[.,:]\d+)*|[^\w\s]|_"
)
_WHOLE_DATE: Final = re.compile(_DATE)
_MONTH_NUMBER: Final = {name.lower(): number for number, name in enumerate(_MONTHS.split("|"), 1)}
_PART_OF_DATE: Final = re.compile(r"\d+|[A-Za-z]{3,}")
_NO_SPACE_BEFORE: Final = frozenset(".,;:!?)]}%’'”»…、，。；：！？）】」』》")
_NO_SPACE_AFTER: Final = frozenset("([{#@$€£¿¡“«（【「『《")
_JOINTS: Final = frozenset("-/_\\")
_IS_CJK: Final = re.compile(rf"[{_CJK}、，。；：！？（）【】「」『』《》“”]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a text that can be copied.

    Args:
        start: First code point in its text.
        end: One past the last.
        text: What it prints when it is copied.
        dated: It is a relative time expression and prints the date that it means.
    """

    start: int
    end: int
    text: str
    dated: bool = False


def units(text: str) -> tuple[Unit, ...]:
    """Cut a text into units as they stand there."""
    return tuple(Unit(found.start(), found.end(), found[0]) for found in _UNIT.finditer(text))


def dated_units(text: str, *, now: datetime, language: str) -> tuple[Unit, ...]:
    """Cut what somebody said into units; relative times are resolved against the message's time.

    Args:
        text: The words of a message.
        now: When it was said, aware.
        language: A BCP-47 tag.
    """
    dates = [
        Unit(found.start, found.end, write_date(found, language=language), dated=True)
        for found in find_dates(text, now=now, language=language)
        if found.relative and found.iso and not found.recurring
    ]
    return tuple(_merged(dates, units(text)))


def write_day(day: date, language: str) -> str:
    """Write a calendar day as a memory of a language does."""
    return f"{day.year}年{day.month}月{day.day}日" if language in {"zh", "yue", "ja"} else day.isoformat()


def _merged(dates: Sequence[Unit], plain: Sequence[Unit]) -> Iterator[Unit]:
    waiting = list(reversed(dates))
    for unit in plain:
        while waiting and waiting[-1].end <= unit.start:
            yield waiting.pop()
        if not (waiting and unit.end > waiting[-1].start):
            yield unit
    yield from reversed(waiting)


def key_of(text: str) -> str:
    """Return what two units have in common when they say the same: the date they mean, else the folded word."""
    if not _WHOLE_DATE.fullmatch(text):
        return text.casefold().replace("’", "'")
    parts = [str(_MONTH_NUMBER.get(part.lower(), part)) for part in _PART_OF_DATE.findall(text)]
    numbers = [int(part) for part in parts if part.isdigit()]
    if not text[:4].isdigit():
        numbers.reverse()  # "5 May 2026"
    return "-".join(map(str, numbers))


@dataclass(frozen=True, slots=True)
class Printed:
    """A unit of an output.

    Args:
        text: What it prints.
        follows: It was copied right behind the unit before it, and this is what stood between them.
    """

    text: str
    follows: str | None = None


def joined(parts: Sequence[Printed]) -> str:
    """Print units as a text: spaces as in the source where neighbours were copied together, else by usage."""
    text = ""
    for part in parts:
        between = part.follows if part.follows is not None else _space(text, part.text)
        text += between + part.text
    return text


def _space(before: str, after: str) -> str:
    if not before or not after:
        return ""
    last, first = before[-1], after[0]
    if first in _NO_SPACE_BEFORE or last in _NO_SPACE_AFTER or first in _JOINTS or last in _JOINTS:
        return ""
    if _IS_CJK.match(last) or _IS_CJK.match(first):
        # digits and Latin words stand close in Chinese and Japanese text; Hangul words come with their own spaces
        return ""
    return " "
