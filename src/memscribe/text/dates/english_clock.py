"""English times of day."""

import re
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.clock import Clock, Half, minute_of_day
from memscribe.text.dates.english_words import CARDINALS, WORDS
from memscribe.text.dates.grammar import Reading, Rule, Scene, after, alternatives

_TWELVE: Final = 12  # hours
_HALF_DAY: Final = 60 * _TWELVE
_HOUR: Final = rf"(?P<h>\d{{1,2}}|{alternatives(CARDINALS)})(?:[:.](?P<min>[0-5]\d))?(?: o'?clock)?"
_IN_PART: Final = r"in the (?P<part>morning|afternoon|evening)\b"

_HALF: Final[dict[str, Half]] = {
    "am": "am",
    "a.m": "am",
    "morning": "am",
    "pm": "pm",
    "p.m": "pm",
    "afternoon": "pm",
    "evening": "evening",
    "tonight": "evening",
    "night": "night",
}


_MONTH_BEFORE: Final = re.compile(rf"\b{alternatives(WORDS.month)}\.? $")


def _at(hour: str, minute: int, part: str | None) -> int:
    number = CARDINALS.get(hour) or int(hour)
    if number > _TWELVE:
        raise ValueError(f"expected an hour of at most 12 before {part!r}, got {hour}: leave it out")
    half: Half = _HALF[part.removeprefix("this ").rstrip(".")] if part else ""
    return minute_of_day(number, minute, half)


def _clock(match: re.Match[str], scene: Scene) -> Reading | None:
    if not match["min"] and _MONTH_BEFORE.search(scene.text, max(0, match.start() - 12), match.start()):
        return None  # "Sept 9 in the afternoon" is a day
    return Reading(clock=Clock(_at(match["h"], int(match["min"] or 0), match["part"])), relative=False)


def _clock_today(match: re.Match[str], scene: Scene) -> Reading | None:
    read = _clock(match, scene)
    return Reading(algebra.day(scene.today), read.clock) if read else None


def _clock_span(match: re.Match[str], _scene: Scene) -> Reading:
    start = _at(match["h"], int(match["min"] or 0), match["part1"] or match["part"])
    end = _at(match["h2"], int(match["min2"] or 0), match["part"])
    if not match["part1"] and start > end:  # "10-2 pm" begins in the morning
        start -= _HALF_DAY
    return Reading(clock=Clock(start, end), relative=False)


_STEPS: Final = {"half": 30, "quarter": 15, "a quarter": 15, "ten": 10, "five": 5, "twenty": 20, "twenty-five": 25}


def _clock_words(match: re.Match[str], _scene: Scene) -> Reading:
    step = _STEPS[match["step"]] if match.groupdict().get("step") else 0
    minute = step if match.groupdict().get("side") == "past" else -step
    return Reading(clock=Clock(_at(match["h"], minute, match["part"]), firm=bool(match["part"])), relative=False)


def _noon(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(0 if match[0].endswith("midnight") else _HALF_DAY), relative=False)


CLOCK_RULES: Final = (
    Rule.of(
        r"(?<![\w.:$€£-])(?P<h>\d{1,2})(?:[:.](?P<min>[0-5]\d))? ?(?P<part>am|pm|a\.m\.?|p\.m\.?)"
        r"(?![\w-])",
        _clock,
    ),
    Rule.of(
        r"(?<![\w.:$€£-])(?P<h>\d{1,2})(?:[:.](?P<min>[0-5]\d))? ?(?P<part1>am|pm)? ?(?:-|to|till|"
        "until|til) ?"
        r"(?P<h2>\d{1,2})(?:[:.](?P<min2>[0-5]\d))? ?(?P<part>am|pm)(?![\w-])",
        _clock_span,
    ),
    Rule.of(rf"(?<![\w.:$€£-]){_HOUR} {_IN_PART}", _clock),
    Rule.of(rf"(?<![\w.:$€£-]){_HOUR} at (?P<part>night)\b", _clock),
    Rule.of(
        rf"\b(?P<part>morning|afternoon|evening|night),? (?:at |around |about |from )?{_HOUR}"
        r"(?![\w:%£$€-]|[.,]\d| ?(?:am|pm)\b|(?: \w+)? (?:of|people|min|hours|days|weeks|times)\b)",
        _clock,
    ),
    Rule.of(
        rf"\b(?P<part>tonight|this (?:morning|afternoon|evening)) (?:at|around|about) {_HOUR}(?![\w:]"
        r"|[.,]\d| ?(?:am|pm)\b)",
        _clock_today,
    ),
    Rule.of(rf"(?<![\w.:$€£-]){_HOUR} (?P<part>tonight|this (?:morning|afternoon|evening))\b", _clock_today),
    Rule.of(
        rf"\b(?P<step>{'|'.join(sorted(_STEPS, key=len, reverse=True))}) (?P<side>past|to) "
        rf"(?P<h>\d{{1,2}}|{alternatives(CARDINALS)})\b"
        rf"(?: {_IN_PART})?(?! (?:to|people|days|weeks|years|months)\b)",
        _clock_words,
    ),
    Rule.of(rf"\b(?P<h>\d{{1,2}}|{alternatives(CARDINALS)}) o'?clock(?: {_IN_PART})?", _clock_words),
    Rule.of(
        rf"{after('at by until till before since from around')}(?:noon|midday|midnight)\b|\b12 "
        r"(?:noon|midnight)\b",
        _noon,
    ),
)
