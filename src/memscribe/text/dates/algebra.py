"""Calendar periods and how words pick one of them: pure arithmetic on dates, no text.

Every period is half-open and is counted in calendar days of the message's own zone, so a day that daylight saving
makes 23 or 25 hours long is still one day.
"""

import calendar
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Final, Literal

from memscribe.core.timeline import Precision

Direction = Literal[-2, -1, 0, 1, 2]  # said to be past, likely past, open, likely future, said to be future
Cycle = Literal["", "week", "month", "year"]  # after how long the same words would name another day

MINUTE: Final = timedelta(minutes=1)
_ONE_DAY: Final = timedelta(days=1)
# How far the nearer reading may lie off before it stops winning over what the tense suggests: a tense is heard from
# other words of the clause and is often about something else.
_FRESH_DAYS: Final = 60  # no tense: a date this fresh was meant ...
_FRESH_DAYS_ASKED: Final = 30  # ... and even against a future tense this fresh ...
_AFAR_DAYS: Final = 300  # ... if it only returns so much later
_STALE_FACTOR: Final = 2  # past tense: not meant if it is this many times as far off as its return ...
_STALE_DAYS: Final = 120  # ... and at least this far back
_FRESH_MONTHS: Final = 2
_COMING_MONTHS: Final = 2
_WEEKDAY_NEAR_DAYS: Final = 45
_A_YEAR: Final = 366  # days
_WEEKDAY_YEARS: Final = 8  # a weekday and a date meet again within eight years


@dataclass(frozen=True, slots=True)
class Period:
    """Calendar days [first, last) and the unit in which they were said."""

    first: date
    last: date
    precision: Precision = "day"


def day(moment: date) -> Period:
    """Return one calendar day."""
    return Period(moment, moment + _ONE_DAY)


def days(first: date, final: date) -> Period:
    """Return the days from the first to the final one, both included."""
    return Period(first, final + _ONE_DAY)


def week(moment: date, shift: int = 0) -> Period:
    """Return the ISO week (Monday to Sunday) of a day, or one some weeks from it."""
    monday = moment + timedelta(days=7 * shift - moment.weekday())
    return Period(monday, monday + timedelta(days=7))


def weekend(moment: date, shift: int = 0) -> Period:
    """Return the Saturday and Sunday of the ISO week of a day, or of one some weeks from it."""
    sunday_after = week(moment, shift).last
    return Period(sunday_after - timedelta(days=2), sunday_after)


def month(year_number: int, month_number: int) -> Period:
    """Return a month; the number may lie outside 1 to 12 and then counts into the years around."""
    return months(year_number, month_number, 1)


def months(year_number: int, month_number: int, count: int) -> Period:
    """Return some months in a row."""
    return Period(_month_start(year_number, month_number), _month_start(year_number, month_number + count), "month")


def year(number: int) -> Period:
    """Return a calendar year."""
    return Period(date(number, 1, 1), date(number + 1, 1, 1), "year")


def years(first: int, final: int) -> Period:
    """Return the years from the first to the final one, both included."""
    return Period(date(first, 1, 1), date(final + 1, 1, 1), "year")


def add_months(moment: date, count: int) -> date:
    """Return the same day some months on; a day that the month lacks becomes its last one."""
    start = _month_start(moment.year, moment.month + count)
    return start.replace(day=min(moment.day, calendar.monthrange(start.year, start.month)[1]))


def add_years(moment: date, count: int) -> date:
    """Return the same day some years on; 29 February becomes 28 February where there is none."""
    return add_months(moment, 12 * count)


def weekday_towards(today: date, weekday: int, direction: Direction, *, today_counts: bool = False) -> date:
    """Return the nearest day of that name.

    Args:
        today: The day that the words were said.
        weekday: 0 for Monday to 6 for Sunday.
        direction: Into the past for -1, else into the future.
        today_counts: Whether "Friday", said on a Friday, may mean today.
    """
    ahead = (weekday - today.weekday()) % 7
    if not ahead and today_counts:
        return today
    return today + timedelta(days=(ahead or 7) if direction >= 0 else ahead - 7)


def weekday_of_week(today: date, weekday: int, shift: int) -> date:
    """Return the day of that name in the ISO week some weeks from today's."""
    return week(today, shift).first + timedelta(days=weekday)


def weekday_gone(today: date, weekday: int) -> date:
    """Return "last Friday": the latest one before yesterday, for nobody calls yesterday so."""
    back = (today.weekday() - weekday) % 7
    return today - timedelta(days=back if back > 1 else back + 7)


def day_of_month(today: date, number: int, direction: Direction, weekday: int | None = None) -> date | None:
    """Return the nearest day with that number ("the 21st"), today included.

    With a weekday ("Monday the 16th") only months where it fits count, and the nearer one wins over a likely tense.
    """

    def fits(found: date) -> bool:
        return weekday is None or found.weekday() == weekday

    ahead = next(filter(fits, _same_number(today, number, 1)), None)
    behind = next(filter(fits, _same_number(today, number, -1)), None)
    if ahead is None or behind is None:
        return ahead or behind
    if weekday is not None and direction not in {-2, 2}:
        back, forth = (today - behind).days, (ahead - today).days
        if min(back, forth) <= _WEEKDAY_NEAR_DAYS < max(back, forth):
            return behind if back < forth else ahead
    return behind if direction < 0 else ahead


def month_towards(today: date, month_number: int, direction: Direction) -> Period:
    """Return the nearest month of that name, the running one included."""
    ahead = (month_number - today.month) % 12
    back = 12 - ahead
    past = {
        -2: True,
        -1: ahead > _COMING_MONTHS,
        0: back <= _FRESH_MONTHS,
        1: back <= 1,
        2: False,
    }[direction]
    return month(today.year, today.month + (ahead - 12 if past and ahead else ahead))


def date_towards(
    today: date, month_number: int, number: int, direction: Direction, weekday: int | None = None
) -> date | None:
    """Return the nearest day of that month and number, today included.

    Without a direction the next one is meant, unless the last one is fresh and the next one almost a year away.
    With a weekday the nearest year where it fits wins; if there is none, the weekday was a slip and is left out.
    """
    around = range(today.year - _WEEKDAY_YEARS, today.year + _WEEKDAY_YEARS + 1)
    found = [made for number_of_year in around if (made := _made(number_of_year, month_number, number))]
    if weekday is not None:
        found = [
            made for made in found if made.weekday() == weekday and abs((made - today).days) <= _A_YEAR
        ] or found
    ahead = min((made for made in found if made >= today), default=None)
    behind = max((made for made in found if made <= today), default=None)
    if ahead is None or behind is None:
        return ahead or behind
    return behind if _is_behind((today - behind).days, (ahead - today).days, direction) else ahead


def _is_behind(back: int, forth: int, direction: Direction) -> bool:
    match direction:
        case -2:
            return True
        case -1:
            return back <= max(_STALE_DAYS, _STALE_FACTOR * forth)
        case 0:
            return back <= _FRESH_DAYS and forth >= _AFAR_DAYS
        case 1:
            return back <= _FRESH_DAYS_ASKED and forth >= _AFAR_DAYS
        case 2:
            return False


def nth_weekday(year_number: int, month_number: int, weekday: int, nth: int) -> date:
    """Return the nth (or, for -1, the last) day of that name in a month."""
    if nth < 0:
        final = month(year_number, month_number).last - _ONE_DAY
        return final - timedelta(days=(final.weekday() - weekday) % 7)
    start = date(year_number, month_number, 1)
    return start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (nth - 1))


def easter(year_number: int) -> date:
    """Return Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, ch. 8)."""
    century, rest = divmod(year_number, 100)
    golden = year_number % 19
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - correction + 15) % 30
    letter = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * letter) // 451
    month_number, number = divmod(epact + letter - 7 * late + 114, 31)
    return date(year_number, month_number, number + 1)


def feast_towards(today: date, of_year: Callable[[int], date], direction: Direction) -> date:
    """Return the nearest day of a feast that a year determines, today included."""
    found = [of_year(today.year + shift) for shift in (-1, 0, 1)]
    ahead = min(made for made in found if made >= today)
    behind = max(made for made in found if made <= today)
    return behind if _is_behind((today - behind).days, (ahead - today).days, direction) else ahead


def shifted(period: Period, cycle: Cycle, count: int) -> Period:
    """Return the period some cycles on."""
    match cycle:
        case "week":
            move = timedelta(days=7 * count)
            return Period(period.first + move, period.last + move, period.precision)
        case "month" | "year":
            step = count if cycle == "month" else 12 * count
            length = period.last - period.first
            first = add_months(period.first, step)
            last = first + length if period.precision == "day" else add_months(period.last, step)
            return Period(first, last, period.precision)
        case "":
            return period


def iso(period: Period) -> str:
    """Return the period as ISO 8601 at its own precision; more than one unit as "first to final"."""
    final = period.last - _ONE_DAY
    size = {"year": 4, "month": 7}.get(period.precision, 10)
    head, tail = period.first.isoformat()[:size], final.isoformat()[:size]
    return head if head == tail else f"{head} to {tail}"


def _month_start(year_number: int, month_number: int) -> date:
    carry, index = divmod(month_number - 1, 12)
    if not MINYEAR <= year_number + carry <= MAXYEAR:
        raise ValueError(
            f"expected a year of {MINYEAR} to {MAXYEAR}, got {year_number + carry}: leave the words out"
        )
    return date(year_number + carry, index + 1, 1)


def _made(year_number: int, month_number: int, number: int) -> date | None:
    try:
        return date(year_number, month_number, number)
    except ValueError:
        return None


def _same_number(today: date, number: int, step: Literal[-1, 1]) -> Iterator[date]:
    for count in range(13):
        start = _month_start(today.year, today.month + step * count)
        made = _made(start.year, start.month, number)
        if made and (made - today).days * step >= 0:
            yield made
