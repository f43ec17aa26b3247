"""Make the dates of a clause absolute and read from when to when it is true."""

import re
from dataclasses import dataclass
from datetime import datetime

from memscribe.core.timeline import TimeBound, zone_name
from memscribe.text.dates import DateMention, find_dates, write_date

# most clauses name no time at all: this saves the search in them
_MAY_HOLD_TIME = re.compile(
    r"\d|\b(?:to(?:day|night|morrow|moz)|tmrw|tmr|yday|yesterday|morning|afternoon|evening|night|noon"
    r"|midnight|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thurs?|fri|sat|sun|jan|feb|mar|apr|may"
    r"|june?|july?|aug|"
    r"sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|spring"
    r"|summer|"
    r"autumn|winter|fall|christmas|xmas|easter|eve|holidays?|term|quarter|q[1-4]|weeks?|months?|years?"
    r"|yrs?|days?|hours?|"
    r"minutes?|fortnight\w*|decades?|ago|next|last|since|until|till?|daily|weekly|monthly|annual\w*"
    r"|every|each|first|second|"
    r"third|fourth|fifth|\w+teenth|twentieth|thirtieth|now|recently|lately|currently|moment)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Dated:
    """A text whose dates make sense on any day.

    Args:
        text: The words, relative dates replaced.
        start: From when it holds, where that was said.
        end: Until when (exclusive), where that was said.
        mentioned: Whether it names any time at all, recurring ones included.
    """

    text: str
    start: TimeBound | None
    end: TimeBound | None
    mentioned: bool


def dated(text: str, *, now: datetime, language: str) -> Dated:
    """Replace what is relative ("tomorrow") by what it means, seen from the message's time.

    Args:
        text: A clause.
        now: The message's time, in its zone.
        language: Primary tag of the clause's language.
    """
    if language == "en" and not _MAY_HOLD_TIME.search(text):
        return Dated(text, None, None, mentioned=False)
    mentions = find_dates(text, now=now, language=language)
    parts: list[str] = []
    position = 0
    for mention in mentions:
        if mention.start < position or not mention.relative or not mention.iso:
            continue
        parts += [text[position : mention.start], write_date(mention, language=language)]
        position = mention.end
    start, end = _bounds(mentions, now)
    return Dated("".join([*parts, text[position:]]), start, end, mentioned=bool(mentions))


def _bounds(mentions: tuple[DateMention, ...], now: datetime) -> tuple[TimeBound | None, TimeBound | None]:
    """Read the bounds where the clause names one time; with several nobody can say which of them bounds it."""
    single = [
        mention
        for mention in mentions
        if (not mention.recurring and mention.iso and "-" in mention.iso)
        or (mention.precision == "year" and not mention.recurring)
    ]
    if len(single) != 1:
        return None, None
    zone = zone_name(now)
    mention = single[0]
    start = TimeBound(at=mention.first, precision=mention.precision, zone=zone)
    end = TimeBound(at=mention.last, precision=mention.precision, zone=zone)
    match mention.role:
        case "until":
            return None, end
        case "range":
            return start, end
        case "since" | "point":
            return start, None
