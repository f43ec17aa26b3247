"""Readers that the European languages share: a language gives its words, its patterns' group names say the rest.

Group names: ``wd`` weekday, ``d`` and ``d2`` day numbers, ``m`` month, ``y`` year in full, ``yy`` two digits of
one, ``ys`` a word like "next" before "year", ``shift`` such a word before anything else, ``n`` a count, ``unit``
what is counted, ``way`` "ago" or "in", ``q`` a quarter, ``season``, ``what`` "week" or "weekend".
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.algebra import MINUTE, Direction, Period
from memscribe.text.dates.grammar import NOTHING, Reading, Scene
from memscribe.text.dates.numeric import full_year

COMING: Final = 3  # a shift word for the nearest one ahead ("this coming Friday"), not the one of next week
GONE: Final = -3  # ... and for the nearest one behind ("Friday just gone")
_SATURDAY: Final = 5
_DECEMBER: Final = 12


@dataclass(frozen=True, slots=True)
class Words:
    """A language's words for the parts of a date, folded to lower case.

    Attributes:
        weekday: 0 for Monday.
        month: 1 for January.
        count: Cardinal numbers and articles ("a week ago").
        ordinal: Day numbers in words; -1 for "last".
        shift: -1 last, 0 this, 1 next, COMING.
        season: First and last month, counted from January of the year in which it begins.
        unit: To "minute", "hour", "day", "week", "fortnight", "month", "quarter" or "year".
        past: The values of ``way`` that point back.
        endings: Signs that may close a day number ("1st", "1er", "3.").
    """

    weekday: Mapping[str, int]
    month: Mapping[str, int]
    count: Mapping[str, int]
    ordinal: Mapping[str, int]
    shift: Mapping[str, int]
    season: Mapping[str, tuple[int, int]]
    unit: Mapping[str, str]
    past: frozenset[str]
    endings: str

    def bare_weekday(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "Friday"."""
        found = algebra.weekday_towards(scene.today, self._weekday(match), scene.direction(match))
        return Reading(algebra.day(found), cycle="week")

    def shifted_weekday(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "last Friday", "this Friday", "next Friday"."""
        today, weekday, shift = scene.today, self._weekday(match), self.shift[match["shift"]]
        if shift == GONE:
            return Reading(algebra.day(algebra.weekday_towards(today, weekday, -2)))
        if shift < 0:
            return Reading(algebra.day(algebra.weekday_gone(today, weekday)))
        if shift == 1:
            return Reading(algebra.day(algebra.weekday_of_week(today, weekday, 1)))
        direction: Direction = -1 if scene.direction(match) < 0 and not shift else 1
        found = algebra.weekday_towards(today, weekday, direction, today_counts=not shift)
        return Reading(algebra.day(found))

    def weekday_of_week(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "Friday next week"."""
        shift = min(self.shift[match["shift"]], 1)
        return Reading(algebra.day(algebra.weekday_of_week(scene.today, self._weekday(match), shift)))

    def weekday_weeks_on(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "Friday in two weeks": that many weeks after the coming one."""
        start = algebra.weekday_towards(scene.today, self._weekday(match), 1)
        named = match.groupdict()
        return Reading(algebra.day(start + timedelta(weeks=self._count(match["n"]) if named.get("n") else 1)))

    def weekday_with_number(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "Monday the 16th"; a bare number ("Monday 16") must fit a day close by."""
        found = algebra.day_of_month(
            scene.today, self._day_number(match["d"]), scene.direction(match), self._weekday(match)
        )
        if not found or (match["d"].isdecimal() and abs((found - scene.today).days) > _NUMBER_NEAR_DAYS):
            return None
        return Reading(algebra.day(found), cycle="month")

    def day_alone(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "the 21st"."""
        found = algebra.day_of_month(scene.today, self._day_number(match["d"]), scene.direction(match))
        return Reading(algebra.day(found), cycle="month") if found else None

    def day_of_shifted_month(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "the first of next month"."""
        start = algebra.month(scene.today.year, scene.today.month + min(self.shift[match["shift"]], 1)).first
        return Reading(algebra.day(start.replace(day=self._day_number(match["d"]))))

    def dated(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "4 December", with or without a weekday and a year."""
        month, number = self.month[match["m"]], self._day_number(match["d"])
        said = self.year_of(match, scene.today)
        if said is not None:
            return Reading(algebra.day(date(said, month, number)), relative=not match.groupdict().get("y"))
        weekday = self._weekday(match) if match.groupdict().get("wd") else None
        found = algebra.date_towards(scene.today, month, number, scene.direction(match), weekday)
        return Reading(algebra.day(found), cycle="year") if found else None

    def date_range(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "2 to 10 September"."""
        start, last = self.dated(match, scene), self._day_number(match["d2"])
        if not start or not start.period or last <= start.period.first.day:
            return None
        period = algebra.days(start.period.first, start.period.first.replace(day=last))
        return Reading(period, relative=start.relative, cycle=start.cycle, both_ends=True)

    def month_alone(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "October", with or without a year."""
        month, said = self.month[match["m"]], self.year_of(match, scene.today)
        if said is not None:
            return Reading(algebra.month(said, month), relative=not match["y"])
        return Reading(algebra.month_towards(scene.today, month, scene.direction(match)), cycle="year")

    def shifted_month(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "last October"; with a day number, that day of it."""
        month, today, shift = self.month[match["m"]], scene.today, self.shift[match["shift"]]
        if shift and match.groupdict().get("d"):
            found = algebra.date_towards(today, month, self._day_number(match["d"]), 2 if shift > 0 else -2)
            return Reading(algebra.day(found)) if found else None
        if shift:
            beside = algebra.month(today.year, today.month + (1 if shift > 0 else -1)).first
            period = algebra.month_towards(beside, month, 2 if shift > 0 else -2)
        else:
            period = algebra.month(today.year, month)
        if match.groupdict().get("d"):
            return Reading(algebra.day(period.first.replace(day=self._day_number(match["d"]))))
        return Reading(period)

    def week_of_month(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "the first week of May": its days 1 to 7; the last week: its last seven days."""
        named, nth = self._named_month(match, scene), self._day_number(match["d"])
        period = named.period
        assert period
        start = period.last - timedelta(days=7) if nth < 0 else period.first + timedelta(days=7 * (nth - 1))
        return Reading(Period(start, start + timedelta(days=7)), relative=named.relative)

    def nth_weekday(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "the first Monday of May"."""
        named, nth = self._named_month(match, scene), self._day_number(match["d"])
        assert named.period
        first = named.period.first
        found = algebra.nth_weekday(first.year, first.month, self._weekday(match), nth)
        return Reading(algebra.day(found), relative=named.relative)

    def week_around(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "the week of 9 March", "the weekend of the 14th"."""
        inner = self.dated(match, scene) if match.groupdict().get("m") else self.day_alone(match, scene)
        if not inner or not inner.period:
            return None
        around = algebra.week if match["what"] in self.unit else algebra.weekend
        return Reading(around(inner.period.first), relative=inner.relative)

    def shifted_unit(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "next week", "this month", "last year"."""
        named = match.groupdict()
        shift = min(self.shift[match["shift"]], 1) if named.get("shift") else 0
        return self._unit_away(self.unit[match["unit"]], scene.today, shift)

    def unit_after_next(self, match: re.Match[str], scene: Scene) -> Reading | None:
        """Read "the week after next", "the year before last", "the Monday after next"."""
        shift = -2 if match["way"] in self.past else 2
        if match["unit"] in self.weekday:
            weekday = self.weekday[match["unit"]]
            return Reading(algebra.day(algebra.weekday_of_week(scene.today, weekday, shift)))
        return self._unit_away(self.unit.get(match["unit"], "weekend"), scene.today, shift)

    def weekend(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "the weekend", "last weekend"; on a Saturday or Sunday "the weekend" is the running one."""
        today, named = scene.today, match.groupdict()
        shift = self.shift.get(named.get("shift") or "")
        if shift is None:
            gone = scene.direction(match) < 0 and today.weekday() < _SATURDAY
            return Reading(algebra.weekend(today, -1 if gone else 0), cycle="week")
        if shift == COMING:
            return Reading(algebra.weekend(today, int(today.weekday() >= _SATURDAY)))
        return Reading(algebra.weekend(today, shift))

    def seasonal(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "next spring", "in the summer", "winter 2025": a year precise, as the hemisphere is unknown."""
        first, last = self.season[match["season"]]
        said = self.year_of(match, scene.today)
        if said is None:
            shift = self.shift.get(match.groupdict().get("shift") or "")
            said = _season_year(scene.today, first, last, shift, scene.direction(match))
        name = scene.raw[slice(*match.span("season"))]
        label = f"{name} {{}}" if last <= _DECEMBER else f"{name} {said}\u2013{said + 1}"
        return Reading(algebra.year(said), relative=not match.groupdict().get("y"), label=label)

    def quarter(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "Q1", "the second quarter of 2027"."""
        number = self._day_number(match["q"])
        said = self.year_of(match, scene.today)
        if said is not None:
            return Reading(algebra.months(said, 3 * number - 2, 3), relative=not match.groupdict().get("y"))
        return Reading(quarter_towards(scene.today, number, scene.direction(match)), cycle="year")

    def offset(self, match: re.Match[str], scene: Scene) -> Reading:
        """Read "in three weeks", "two months ago"; "did it in three weeks" is how long it took, no date."""
        back = match["way"] in self.past
        if not back and scene.direction(match) < 0:
            return NOTHING
        return away(scene.now, (-1 if back else 1) * self._count(match["n"]), self.unit[match["unit"]])

    def feast(self, of_year: Callable[[int], date]) -> Callable[[re.Match[str], Scene], Reading]:
        """Return the reader of a feast, with or without a year."""

        def read(match: re.Match[str], scene: Scene) -> Reading:
            said = self.year_of(match, scene.today)
            if said is not None:
                return Reading(algebra.day(of_year(said)), relative=not match.groupdict().get("y"))
            found = algebra.feast_towards(scene.today, of_year, scene.direction(match))
            return Reading(algebra.day(found), cycle="year")

        return read

    def year_of(self, match: re.Match[str], today: date) -> int | None:
        """Return the year that a match names in one of its groups."""
        named = match.groupdict()
        if named.get("y"):
            return int(match["y"])
        if named.get("yy"):
            return full_year(int(match["yy"]), today)
        return today.year + min(self.shift[match["ys"]], 1) if named.get("ys") else None

    def _named_month(self, match: re.Match[str], scene: Scene) -> Reading:
        if match.groupdict().get("m"):
            return self.month_alone(match, scene)
        shift = min(self.shift[match["shift"]], 1)
        return Reading(algebra.month(scene.today.year, scene.today.month + shift))

    def _weekday(self, match: re.Match[str]) -> int:
        return self.weekday[match["wd"].rstrip(".")]

    def _count(self, word: str) -> int:
        return int(word) if word.isdecimal() else self.count[word]

    def _day_number(self, word: str) -> int:
        return int(word.rstrip(self.endings)) if word[0].isdecimal() else self.ordinal[word]

    def _unit_away(self, unit: str, today: date, shift: int) -> Reading | None:
        match unit:
            case "week":
                return Reading(algebra.week(today, shift))
            case "weekend":
                return Reading(algebra.weekend(today, shift))
            case "month":
                return Reading(algebra.month(today.year, today.month + shift))
            case "quarter":
                return Reading(algebra.months(today.year, (today.month - 1) // 3 * 3 + 1 + 3 * shift, 3))
            case "year":
                return Reading(algebra.year(today.year + shift))
            case _:
                return None


_NUMBER_NEAR_DAYS: Final = 92


def away(now: datetime, count: int, unit: str, start: date | None = None) -> Reading:
    """Return what lies some units from a day: as precise as the unit is, weeks being counted in days.

    Args:
        now: The message's time.
        count: How many, negative into the past.
        unit: "minute", "hour", "day", "week", "fortnight", "month" or "year".
        start: The day to count from; None for the message's own.
    """
    today = start or now.date()
    match unit:
        case "minute" | "hour":
            moved = now.replace(second=0, microsecond=0) + timedelta(minutes=count * (60 if unit == "hour" else 1))
            return Reading(moment=(moved, moved + MINUTE))
        case "day":
            return Reading(algebra.day(today + timedelta(days=count)))
        case "week":
            return Reading(algebra.day(today + timedelta(weeks=count)))
        case "fortnight":
            return Reading(algebra.day(today + timedelta(weeks=2 * count)))
        case "month":
            moved_day = algebra.add_months(today, count)
            return Reading(algebra.month(moved_day.year, moved_day.month))
        case _:
            return Reading(algebra.year(today.year + count))


def quarter_towards(today: date, number: int, direction: Direction) -> Period:
    """Return the nearest quarter of that number, the running one included."""
    first = algebra.month_towards(today, 3 * number - 2, direction).first
    running = (today.month - 1) // 3 + 1
    return algebra.months(today.year if number == running else first.year, 3 * number - 2, 3)


def _season_year(today: date, first: int, last: int, shift: int | None, direction: Direction) -> int:
    # winter reaches into January and February: the one that is on then began last year
    running = today.year - 1 if today.month <= last - _DECEMBER else today.year
    begun = running < today.year or today.month >= first
    over = running == today.year and today.month > last
    if shift is None:
        if direction < 0:
            return running if begun else running - 1
        return running + 1 if over else running
    if shift < 0:
        return running if over else running - 1
    if shift > 0:
        return running + 1 if begun else running
    return running
