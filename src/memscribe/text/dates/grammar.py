"""What a language file is made of: patterns, what they read, and the little words around dates."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from memscribe.text.dates.algebra import Cycle, Direction, Period
from memscribe.text.dates.clock import Clock


@dataclass(frozen=True, slots=True)
class Reading:
    """What one pattern made of its words: a period, a time of day, a moment, or the insight that it is no date.

    Attributes:
        period: Calendar days, where the words name some.
        clock: A time of day.
        moment: An exact time with its end, counted from the message ("two hours ago").
        relative: The words only make sense against the message's time.
        recurring: The words name no single time ("every Monday").
        label: How the ISO form is written, with {} for the date ("spring {}").
        cycle: After how long the same words would name another day.
        both_ends: The words name a beginning and an end ("from 2 to 10 September").
    """

    period: Period | None = None
    clock: Clock | None = None
    moment: tuple[datetime, datetime] | None = None
    relative: bool = True
    recurring: bool = False
    label: str = "{}"
    cycle: Cycle = ""
    both_ends: bool = False


NOTHING: Final = Reading()  # these words look like a date and are none; nothing else may read them as one
RECURRING: Final = Reading(recurring=True, relative=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """One sentence and the moment it was said.

    Attributes:
        text: The sentence, folded to lower case and plain signs, code point for code point.
        raw: The sentence as it was written.
        now: The message's time, aware.
        tense: Tells whether the words at [start, end) speak of the past or the future.
    """

    text: str
    raw: str
    now: datetime
    tense: Callable[[str, int, int], Direction]
    heard: dict[tuple[int, int], Direction] = field(default_factory=dict[tuple[int, int], Direction])

    @property
    def today(self) -> date:
        """The message's calendar day in its own zone."""
        return self.now.date()

    def direction(self, match: re.Match[str]) -> Direction:
        """Return whether the matched words speak of the past (-1), the future (1) or do not tell (0)."""
        span = match.span()
        if span not in self.heard:
            self.heard[span] = self.tense(self.text, *span)
        return self.heard[span]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what reads its matches; a group named ``span`` narrows what the mention covers."""

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], Scene], Reading | None]

    @classmethod
    def of(cls, pattern: str, read: Callable[[re.Match[str], Scene], Reading | None]) -> "Rule":
        """Return the rule of a pattern over folded text."""
        return cls(re.compile(pattern), read)

    @classmethod
    def nothing(cls, pattern: str) -> "Rule":
        """Return the rule of words that look like a date and are none."""
        return cls.of(pattern, lambda _match, _scene: NOTHING)

    @classmethod
    def recurring(cls, pattern: str) -> "Rule":
        """Return the rule of words that name no single time."""
        return cls.of(pattern, lambda _match, _scene: RECURRING)


@dataclass(frozen=True, slots=True)
class Language:
    """A language's rules and the little words around its dates.

    Attributes:
        hint: Found in every text that can hold a date; the cheap first look.
        rules: Tried all; the longest match wins, then the earlier rule.
        tense: See Scene.
        joint: What may stand between a day and its time of day behind it.
        joint_back: What may stand between a time of day and its day behind it.
        range_joint: What stands between the two ends of a range.
        since: What stands before the start of an open period; matched up to the mention.
        until: What stands before its end.
        since_after: What follows the start of an open period.
        until_after: What follows its end.
        signs: One sign for another before anything is matched (written forms of one character).
    """

    hint: re.Pattern[str]
    rules: tuple[Rule, ...]
    tense: Callable[[str, int, int], Direction]
    joint: re.Pattern[str]
    range_joint: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    since_after: re.Pattern[str] | None = None
    until_after: re.Pattern[str] | None = None
    joint_back: re.Pattern[str] = re.compile(r",? ?(?:on )?")
    signs: Mapping[int, int] = field(default_factory=dict[int, int])


def numbers(words: Mapping[str, int], match: re.Match[str], group: str) -> int:
    """Return the number that a group spells in digits or in words."""
    said = match[group]
    return int(said) if said.isdecimal() else words[said]


def alternatives(words: Mapping[str, object] | tuple[str, ...]) -> str:
    """Return the pattern of any of these words, the longest first."""
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


def clause_around(cut: re.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the clause that holds [start, end): from the cut before it to the cut behind."""
    first = 0
    for edge in cut.finditer(text):
        if edge.end() <= start:
            first = edge.end()
        elif edge.start() >= end:
            return first, edge.start()
    return first, len(text)


def numbered(words: str, first: int = 0) -> dict[str, int]:
    """Return words with their numbers: "monday|mon tuesday|tue" counts from the first; "_" stands for a blank."""
    return {
        word.replace("_", " "): first + index
        for index, group in enumerate(words.split())
        for word in group.split("|")
    }


def after(words: str) -> str:
    """Return the pattern of a place right behind one of these words and a blank."""
    return "(?:" + "|".join(rf"(?<=\b{word.replace('_', ' ')} )" for word in words.split()) + ")"


def not_after(words: str) -> str:
    """Return the pattern of a place behind none of these words and a blank."""
    return "".join(rf"(?<!\b{word.replace('_', ' ')} )" for word in words.split())
