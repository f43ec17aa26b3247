"""Dates and times in digits, which most languages write alike, and the numbers that only look like them.

"1/2/2027" is 1 February in most of the world and 2 January in the United States. It is read where one reading
is impossible (13/2, 2/13, 2/2), where the language settles it (day first in German, French, Spanish), or where the
message's zone has a name that does: month first in the zones of the United States, day first in every other named
zone. With a mere offset such as +02:00 or UTC it stays unread.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.clock import Clock, is_plain
from memscribe.text.dates.grammar import Language, Reading, Rule, Scene, not_after

_US_CITIES: Final = (
    "New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Adak Menominee Nome Sitka"
).split()
_MONTH_FIRST_ZONES: Final = (
    "US/",
    "Pacific/Honolulu",
    *(f"America/{city}" for city in (*_US_CITIES, "Indiana", "Kentucky", "North_Dakota")),
)
_MONTHS: Final = 12
_NO_ZONES: Final = ("UTC", "Etc/", "GMT", "EST", "MST", "HST")

_FREE: Final = (
    r"(?a)(?<![\w./$€£¥#@%+-])(?<!\d:)"  # nothing glued on before: not the tail of an id, a path, a price
)
_SHUT: Final = r"(?![\w/:%-]|[.,]\d)"  # ... nor behind
_Y: Final = r"(?P<y>19\d\d|20\d\d|21\d\d)"
_NO_SCORE: Final = _FREE + not_after(
    "scale ratio ratio_is ratio_of scale_of scale_is odds pace lost won in im en maßstab verhältnis"
)

_UNITS: Final = (
    r"(?! ?(?:%|€|\$|£|¥|₹|kg|g|mg|km|cm|mm|m|ml|l|mb|gb|kb|tb|ms|hz|ghz|v|w|kw|kwh|°|x|am\b|eur|"
    "usd|gbp|chf|euros?|dollars?|pounds?|"
    "miles?|mi|kilos?|percent|points?|degrees?|grand|million|inch(?:es)?|feet|ft|tonnes?|t|lbs?|"
    "stone|each|per|k|元|块|円|万|度|米|斤|kilometer|stunden|std|"
    r"meter|prozent|grad|heures|mètres|pour|horas|metros|por|puntos)(?![a-z]))"
)


def full_year(two_digits: int, today: date) -> int:
    """Return the year of a two-digit one: the latest that lies at most twenty years ahead."""
    century = today.year // 100 * 100
    year = century + two_digits
    return year - 100 if year > today.year + 20 else year


def rules(*, day_first: bool | None = None) -> tuple[Rule, ...]:
    """Return the rules of numeric dates, times and their look-alikes.

    Args:
        day_first: How the language reads "1/2/2027"; None where the zone must tell.
    """

    def slashed(match: re.Match[str], scene: Scene) -> Reading | None:
        return _slashed(match, day_first if day_first is not None else _zone_day_first(scene.now))

    return (
        Rule.of(
            _FREE
            + _Y
            + r"-(?P<m>[01]\d)-(?P<d>[0-3]\d)[t ](?P<h>[01]\d|2[0-3]):(?P<min>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?"
            r" ?(?P<z>z|utc|[+-]\d\d:?\d\d)?(?![\w:])",
            _stamp,
        ),
        Rule.of(
            r"(?a)(?:(?<=\d\.\.)|"
            + _FREE.removeprefix("(?a)")
            + ")"
            + _Y
            + r"(?P<sep>[-/.])(?P<m>[01]?\d)(?P=sep)(?P<d>[0-3]?\d)"
            + _SHUT,
            _dated,
        ),
        Rule.of(_FREE + _Y + r"-(?P<m>0[1-9]|1[0-2])" + _SHUT, _month),
        Rule.of(_FREE + r"(?P<m>0?[1-9]|1[0-2])/" + _Y + _SHUT, _month),
        Rule.of(_FREE + r"(?P<d>[0-3]?\d)(?P<sep>\.) ?(?P<m>[01]?\d)\. ?" + _Y + _SHUT, _dated),
        Rule.of(_FREE + r"(?P<a>[0-3]?\d)(?P<sep>[/-])(?P<b>[0-3]?\d)(?P=sep)" + _Y + _SHUT, slashed),
        # a span of hours, an hour; "2:04:31" is a race, "16:9" a shape, "3:2" a score, "john 3:16" a verse
        Rule.of(
            _NO_SCORE + r"(?P<h>[01]?\d|2[0-4])[:h](?P<min>[0-5]\d) ?(?:-|~|to|bis|à|a|至|到) ?"
            r"(?P<h2>[01]?\d|2[0-4]):(?P<min2>[0-5]\d)(?: ?uhr\b)?" + _SHUT + _UNITS,
            _clock_span,
        ),
        Rule.of(
            _NO_SCORE + r"(?P<h>[01]?\d|2[0-4]):(?P<min>[0-5]\d)(?: ?(?:uhr|hrs?|h)(?![a-z]))?" + _SHUT + _UNITS,
            _clock,
        ),
        Rule.of(
            _FREE + r"(?P<h>[01]?\d|2[0-3])\.(?P<min>[0-5]\d) ?(?:-|to|bis|à|a) ?"
            r"(?P<h2>[01]?\d|2[0-4])\.(?P<min2>[0-5]\d)" + _SHUT + _UNITS,
            _beside_clock_span,
        ),
        Rule.of(_FREE + r"(?P<h>[01]?\d|2[0-3])\.(?P<min>[0-5]\d)" + _SHUT + _UNITS, _beside_clock),
        Rule.nothing(
            r"(?a)(?:https?://|www\.)\S+|(?<!\S)[^\s@]{1,64}@[^\s@]{1,128}|(?<![\w.])\d+:\d\d:\d\d(?:[.,]\d+)?(?!\d)"
        ),
        Rule.nothing(r"(?a)(?<![\w.])v?\d{1,9}(?:\.\d{1,9}){2,}(?:/\d+)?"),  # addresses and versions
        Rule.nothing(r"(?a)(?<!\w)(?=\w{0,31}[a-z])\w{1,32}-\d[\w-]{0,64}"),  # br-2024-113
        Rule.nothing(r"(?a)(?<!\w)24/7(?!\w)"),
        Rule.nothing(
            r"(?a)\b(?:genesis|exodus|psalms?|matthew|mark|luke|john|acts|romans|corinthians|isaiah) \d+:\d+"
        ),
    )


def _zone_day_first(now: datetime) -> bool | None:
    name = getattr(now.tzinfo, "key", None)
    if not isinstance(name, str) or name.startswith(_NO_ZONES):
        return None
    return not name.startswith(_MONTH_FIRST_ZONES)


def _slashed(match: re.Match[str], day_first: bool | None) -> Reading | None:  # noqa: FBT001
    first, second = int(match["a"]), int(match["b"])
    if first > _MONTHS or first == second:
        day_first = True
    elif second > _MONTHS:
        day_first = False
    if day_first is None:
        return None
    number, month = (first, second) if day_first else (second, first)
    return Reading(algebra.day(date(int(match["y"]), month, number)), relative=False)


def _dated(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(algebra.day(date(int(match["y"]), int(match["m"]), int(match["d"]))), relative=False)


def _month(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(algebra.month(int(match["y"]), int(match["m"])), relative=False)


def _stamp(match: re.Match[str], scene: Scene) -> Reading:
    day = date(int(match["y"]), int(match["m"]), int(match["d"]))
    if not match["z"]:
        return Reading(algebra.day(day), clock=Clock(60 * int(match["h"]) + int(match["min"])), relative=False)
    offset = "+00:00" if match["z"] in {"z", "utc"} else match["z"]
    moment = datetime.fromisoformat(f"{day.isoformat()}T{match['h']}:{match['min']}{offset}").astimezone(
        scene.now.tzinfo
    )
    return Reading(moment=(moment, moment + algebra.MINUTE), relative=False)


def _clock(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(_minutes(match, "h", "min"), firm=not is_plain(match["h"])), relative=False)


def _clock_span(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(_minutes(match, "h", "min"), _minutes(match, "h2", "min2")), relative=False)


def _beside(read: Callable[[re.Match[str], Scene], Reading]) -> Callable[[re.Match[str], Scene], Reading]:
    """Return a reader for "14.20", which is a time after "at" or beside a day only."""

    def reader(match: re.Match[str], scene: Scene) -> Reading:
        clock = read(match, scene).clock
        assert clock
        led = _LEAD.search(scene.text[max(0, match.start() - 10) : match.start()]) is not None
        return Reading(clock=Clock(clock.start, clock.end, clock.firm, led), relative=False)

    return reader


_LEAD: Final = re.compile(
    r"(?:^|\W)(?:at|from|until|till|til|before|after|um|ab|bis|gegen|alle|à|las)(?: ca\.?| about)? $"
)
_beside_clock = _beside(_clock)
_beside_clock_span = _beside(_clock_span)


def _minutes(match: re.Match[str], hour: str, minute: str) -> int:
    return 60 * int(match[hour]) + int(match[minute])


NUMERIC_ONLY: Final = Language(
    hint=re.compile(r"\d"),
    rules=rules(),
    tense=lambda _text, _start, _end: 0,
    joint=re.compile(r",? ?"),
    range_joint=re.compile(r" ?[-~] ?"),
    since=re.compile(r"(?!)"),
    until=re.compile(r"(?!)"),
)
