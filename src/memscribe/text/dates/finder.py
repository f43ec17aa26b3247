"""Finds the time expressions of a text with the rules of one language and joins what belongs together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final

from memscribe.text.dates.algebra import MINUTE, Period, day, iso, shifted
from memscribe.text.dates.clock import DAY_MINUTES, Clock
from memscribe.text.dates.grammar import NOTHING, Language, Reading, Scene
from memscribe.text.dates.mention import DateMention, Role

_LONGEST: Final = 1000  # code points of a sentence
_ABBREVIATED: Final = 8  # code points in which an abbreviation before a full stop is looked for
_NEAR: Final = 28  # code points before or after a mention in which since, until and from are looked for
_APPOSITION: Final = re.compile(r",? ?\(?")
_STOPS: Final = re.compile(r"[.;()!?。；！？]")
_AND: Final = re.compile(r" (?:and|und|y|et|but|aber|pero|mais) ")
_NAMED_NEAR: Final = 40  # code points between a month and the day number that lies in it

_SIGNS: Final = str.maketrans(
    {
        **{0xFF10 + digit: str(digit) for digit in range(10)},
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000\t", " "),
        **dict.fromkeys("\u2018\u2019\u02bc\u0060", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        "：": ":",
        "，": ",",
        "／": "/",
        "（": "(",
        "）": ")",
        "～": "~",
        "〜": "~",
    }
)

_STOP: Final = re.compile(r"[.!?](?=[\s\"')\]]|$)|[。！？…\n]")
_ORDINAL: Final = re.compile(r"(?<!\d)\d{1,2}$")
_SHORT: Final = (
    "(?:jan|feb|febr|mar|mär|mrz|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|janv|févr|avr|juil|"
    "déc|ene|abr|ago|dic|"
    r"mon|tues?|weds?|thurs?|thur?|fri|sat|mo|di|mi|do|fr|sa|so|[ap]\.m)"
)
_MONTH_SHORT: Final = re.compile(rf"\b{_SHORT}$")
_DOTTED: Final = re.compile(rf"\b{_SHORT}\.$")


@dataclass(frozen=True, slots=True)
class _Spot:
    start: int
    end: int
    reading: Reading
    until: Reading | None = None  # the other end of a range


def find(text: str, now: datetime, language: Language) -> tuple[DateMention, ...]:
    """Return the mentions of a text in order."""
    folded = fold(text).translate(language.signs)
    if not language.hint.search(folded):
        return ()
    mentions: list[DateMention] = []
    for start, end in _sentences(folded, text):
        if language.hint.search(folded, start, end):
            scene = Scene(folded[start:end], text[start:end], now, language.tense)
            mentions += [replace(m, start=m.start + start, end=m.end + start) for m in _mentions(scene, language)]
    return tuple(mentions)


def fold(text: str) -> str:
    """Return the text in lower case with plain digits, blanks, quotes and hyphens, as long as it was."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)
    return lowered.translate(_SIGNS)


def _sentences(text: str, raw: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        if stop[0] != "." or _ends_here(text, raw, start, stop.start()):
            yield from _pieces(text, start, stop.end())
            start = stop.end()
    if start < len(text):
        yield from _pieces(text, start, len(text))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what no one would call a sentence, so that the time stays linear in the length of any text."""
    while end - start > _LONGEST:
        blank = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        cut = blank + 1 if blank >= 0 else start + _LONGEST
        yield start, cut
        start = cut
    yield start, end


def _ends_here(text: str, raw: str, start: int, dot: int) -> bool:
    after = raw[dot + 1 : dot + 4].lstrip(" \"')]")[:1]
    if after.islower() or _ORDINAL.search(text, max(start, dot - _ABBREVIATED), dot):
        return False
    return not (after.isdecimal() and _MONTH_SHORT.search(text, max(start, dot - _ABBREVIATED), dot))


def _mentions(scene: Scene, language: Language) -> list[DateMention]:
    spots = _apposed(_in_named_month(_spots(scene, language), scene), scene)
    spots = _ranges(_timed(spots, scene, language), scene, language)
    made: list[DateMention] = []
    for spot in spots:
        clock = spot.reading.clock
        if clock and not spot.reading.period and not spot.reading.recurring:
            if clock.alone:
                made.append(_clock_mention(spot, clock, scene, spots, language))
        else:
            made.append(_mention(spot, scene, language))
    return made


def _spots(scene: Scene, language: Language) -> list[_Spot]:
    found: list[tuple[int, int, _Spot]] = []
    for order, rule in enumerate(language.rules):
        for match in rule.pattern.finditer(scene.text):
            try:
                reading = rule.read(match, scene)
            except (ValueError, OverflowError):  # the calendar has no such day: 31 June, the year 20260
                continue
            if reading:
                start, end = match.span("span") if "span" in rule.pattern.groupindex else match.span()
                end -= _closes_sentence(scene.text, start, end)
                found.append((match.start() - match.end(), order, _Spot(start, end, reading)))
    found.sort(key=lambda entry: entry[:2])
    kept: list[_Spot] = []
    for _, _, spot in found:
        if all(spot.end <= other.start or other.end <= spot.start for other in kept):
            kept.append(spot)
    return sorted((spot for spot in kept if spot.reading is not NOTHING), key=lambda spot: spot.start)


def _closes_sentence(text: str, start: int, end: int) -> bool:
    """Whether the last sign is a full stop that no abbreviation ("Sept.", "a.m.") and no ordinal ("3.") owns."""
    if text[end - 1] != "." or not text[end - 2 : end - 1].isalpha():
        return False
    return end == len(text) or not _DOTTED.search(text, start, end)


def _in_named_month(spots: list[_Spot], scene: Scene) -> list[_Spot]:
    """Put a bare day number into the month said before it: "in March, on the 24th", "13 June, home the 26th"."""
    placed: list[_Spot] = []
    for spot in spots:
        moved = _moved_into(placed[-1], spot, scene) if placed else None
        placed.append(replace(spot, reading=moved) if moved else spot)
    return placed


def _moved_into(named: _Spot, numbered: _Spot, scene: Scene) -> Reading | None:
    month, number = named.reading.period, numbered.reading.period
    if not month or not number or numbered.reading.cycle != "month" or not _is_a_day(number):
        return None
    gap = scene.text[named.end : numbered.start]
    if len(gap) > _NAMED_NEAR or _STOPS.search(gap):
        return None
    in_month = month.precision == "month" and not _AND.search(gap)
    after_day = named.reading.cycle == "year" and _is_a_day(month) and number.first.day >= month.first.day
    if not in_month and not after_day:
        return None
    try:
        return replace(numbered.reading, period=day(month.first.replace(day=number.first.day)), cycle="year")
    except ValueError:  # the 31st of a shorter month: another one was meant
        return None


def _apposed(spots: list[_Spot], scene: Scene) -> list[_Spot]:
    """Join two names of one day: "next Friday, 21 August", "today (Thursday)"."""
    joined: list[_Spot] = []
    for spot in spots:
        beside = _beside(joined[-1], spot, scene) if joined else None
        if beside:
            joined[-1] = beside
        else:
            joined.append(spot)
    return joined


def _beside(first: _Spot, second: _Spot, scene: Scene) -> _Spot | None:
    gap = _APPOSITION.fullmatch(scene.text, first.end, second.start)
    if not gap or not _same_day(first.reading, second.reading):
        return None
    closes = "(" in gap[0]
    if closes and not scene.text.startswith(")", second.end):
        return None
    relative = first.reading.relative or second.reading.relative
    return _Spot(first.start, second.end + closes, replace(first.reading, relative=relative, cycle=""))


def _same_day(first: Reading, second: Reading) -> bool:
    if not first.period or not second.period or first.clock or second.clock:
        return False
    if first.period == second.period:
        return True
    # a weekday beside a day is that day: "today, Thursday"
    named = second.cycle == "week" and _is_a_day(first.period) and _is_a_day(second.period)
    return named and first.cycle != "week" and first.period.first.weekday() == second.period.first.weekday()


def _timed(spots: list[_Spot], scene: Scene, language: Language) -> list[_Spot]:
    """Join a day and the time of day beside it: "tomorrow at 8 am", "8 am tomorrow"."""
    joined: list[_Spot] = []
    for spot in spots:
        before = joined[-1] if joined else None
        dated = before and _with_time(before, spot, scene, language)
        if dated:
            joined[-1] = dated
        else:
            joined.append(spot)
    return joined


def _with_time(first: _Spot, second: _Spot, scene: Scene, language: Language) -> _Spot | None:
    ways = ((first, second, language.joint), (second, first, language.joint_back))
    for dated, timed, joint in ways:
        clock = timed.reading.clock
        free = clock and clock.firm and not timed.reading.period and not timed.reading.recurring
        if free and _takes_a_time(dated.reading) and joint.fullmatch(scene.text, first.end, second.start):
            return _Spot(first.start, second.end, replace(dated.reading, clock=clock))
    return None


def _takes_a_time(reading: Reading) -> bool:
    if reading.clock or reading.moment:
        return False
    return reading.recurring or (reading.period is not None and _is_a_day(reading.period))


def _is_a_day(period: Period) -> bool:
    return period.precision == "day" and (period.last - period.first).days == 1


def _ranges(spots: list[_Spot], scene: Scene, language: Language) -> list[_Spot]:
    joined: list[_Spot] = []
    for spot in spots:
        before = joined[-1] if joined else None
        if before and not before.until and language.range_joint.fullmatch(scene.text, before.end, spot.start):
            ends = _ordered(before.reading, spot.reading)
            if ends:
                joined[-1] = _Spot(before.start, spot.end, ends[0], ends[1])
                continue
        joined.append(spot)
    return joined


def _ordered(first: Reading, last: Reading) -> tuple[Reading, Reading] | None:
    """Return both ends of a range in order, moving the end that its words leave open."""
    begin, end = first.period, last.period
    if not begin or not end or (begin.precision != end.precision and last.cycle == "week"):
        return None
    if last.cycle:
        while end.first < begin.first:
            end = shifted(end, last.cycle, 1)
        while (nearer := shifted(end, last.cycle, -1)).first >= begin.first:
            end = nearer
    elif first.cycle:
        if begin.first > end.first:
            begin = shifted(begin, first.cycle, -1)
        while (nearer := shifted(begin, first.cycle, 1)).first < end.first:
            begin = nearer
    return (replace(first, period=begin), replace(last, period=end)) if begin.first <= end.first else None


def _day_around(spot: _Spot, spots: list[_Spot], scene: Scene) -> date:
    days = [
        (
            spot.start - other.end if other.end <= spot.start else 1000 + other.start - spot.end,
            other.reading.period,
        )
        for other in spots
        if other.reading.period and _is_a_day(other.reading.period) and not other.until
    ]
    return min(days, key=lambda entry: entry[0])[1].first if days else scene.today


def _clock_mention(spot: _Spot, clock: Clock, scene: Scene, spots: list[_Spot], language: Language) -> DateMention:
    first, last = _moments(_day_around(spot, spots, scene), clock, scene.now)
    said = f"{first:%H:%M}" if clock.end is None else f"{first:%H:%M} to {last:%H:%M}"
    role = _role(spot, scene, language) if clock.end is None else "range"
    text = scene.raw[spot.start : spot.end]
    return DateMention(spot.start, spot.end, text, first, last, "instant", said, False, False, role)  # noqa: FBT003


def _mention(spot: _Spot, scene: Scene, language: Language) -> DateMention:
    reading, now = spot.reading, scene.now
    text = scene.raw[spot.start : spot.end]
    role = _role(spot, scene, language)
    if reading.recurring:
        first, last = (_midnight(scene.today + timedelta(days=shift), now) for shift in (0, 1))
        return DateMention(spot.start, spot.end, text, first, last, "day", "", False, True, role)  # noqa: FBT003
    first, last, said = _resolved(reading, now)
    precision = (
        "instant" if reading.clock or reading.moment else reading.period.precision if reading.period else "day"
    )
    relative = reading.relative
    if spot.until and spot.until.period:
        start_said, (_, last, end_said) = said, _resolved(spot.until, now)
        said, relative = f"{start_said} to {end_said}", relative or spot.until.relative
        if precision != "instant" and not spot.until.clock:
            precision = spot.until.period.precision
            finest = min(
                (reading, spot.until), key=lambda end: end.period.last - end.period.first if end.period else 0
            )
            precision = finest.period.precision if finest.period else precision
        role = "range"
    elif reading.both_ends or (reading.clock and reading.clock.end is not None):
        role = "range"
    return DateMention(spot.start, spot.end, text, first, last, precision, said, relative, False, role)  # noqa: FBT003


def _resolved(reading: Reading, now: datetime) -> tuple[datetime, datetime, str]:
    if reading.moment:
        first, last = reading.moment
        return first, last, f"{first:%Y-%m-%d %H:%M}"
    period = reading.period
    if period is None:
        raise ValueError(f"expected a reading with a period or a moment, got {reading}: give the rule one")
    if reading.clock:
        first, last = _moments(period.first, reading.clock, now)
        said = f"{first:%Y-%m-%d %H:%M}"
        if reading.clock.end is not None:
            said += f" to {last:%H:%M}" if first.date() == last.date() else f" to {last:%Y-%m-%d %H:%M}"
        return first, last, said
    return _midnight(period.first, now), _midnight(period.last, now), reading.label.format(iso(period))


def _moments(on: date, clock: Clock, now: datetime) -> tuple[datetime, datetime]:
    first = _midnight(on, now).replace(tzinfo=None) + timedelta(minutes=clock.start)
    if clock.end is None:
        last = first + MINUTE
    else:
        minutes = clock.end if clock.end > clock.start else clock.end + DAY_MINUTES
        last = _midnight(on, now).replace(tzinfo=None) + timedelta(minutes=minutes)
    return first.replace(tzinfo=now.tzinfo), last.replace(tzinfo=now.tzinfo)


def _midnight(day: date, now: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=now.tzinfo)


def _role(spot: _Spot, scene: Scene, language: Language) -> Role:
    before = scene.text[max(0, spot.start - _NEAR) : spot.start]
    after = scene.text[spot.end : spot.end + _NEAR]
    if after.startswith("'s"):  # "the notes from yesterday's meeting"
        return "point"
    if language.until.search(before) or (language.until_after and language.until_after.match(after)):
        return "until"
    if language.since.search(before) or (language.since_after and language.since_after.match(after)):
        return "since"
    return "point"
