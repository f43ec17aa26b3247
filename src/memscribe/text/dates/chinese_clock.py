"""Chinese times of day."""

import re
from typing import Final

from memscribe.text.dates.chinese_words import number
from memscribe.text.dates.clock import Clock, Half, minute_of_day
from memscribe.text.dates.grammar import Reading, Rule, Scene

_PART: Final = (
    "(?<![今昨明前后琴听])(?P<part>凌晨|清晨|清早|大清早|一早|早上|早晨|早|上午|中午|正午|下午|"
    "午后|傍晚|晚上|晚间|夜里|夜晚|半夜|深夜|晚)"
)
PARTS: Final = "(?:凌晨|清晨|清早|一早|早上|早晨|上午|中午|下午|午后|傍晚|晚上|晚间|夜里|夜晚|半夜|深夜|早|晚)"
_PART_BEFORE: Final = re.compile(f"(?P<part>{PARTS}) ?$")

_HALF: Final[dict[str, Half]] = {
    **dict.fromkeys(("凌晨", "清晨", "清早", "大清早", "一早", "早上", "早晨", "早"), "am"),
    **dict.fromkeys(("中午", "正午"), "noon"),
    **dict.fromkeys(("下午", "午后", "傍晚"), "pm"),
    **dict.fromkeys(("晚上", "晚间", "夜晚", "晚"), "evening"),
    **dict.fromkeys(("夜里", "半夜", "深夜"), "night"),
}


def _part(match: re.Match[str], scene: Scene) -> str:
    if match["part"]:
        return match["part"]
    before = _PART_BEFORE.search(scene.text[max(0, match.start() - 3) : match.start()])
    return before["part"] if before else ""


_FRACTION: Final = {"半": 30, "一刻": 15, "三刻": 45, "整": 0}


def _minutes(match: re.Match[str], part: str, suffix: str = "") -> int:
    said = match["min" + suffix]
    minute = 0 if said is None else _FRACTION[said] if said in _FRACTION else number(said)
    return minute_of_day(number(match["h" + suffix]), minute, _HALF.get(part, ""))


def _clock(match: re.Match[str], scene: Scene) -> Reading:
    part = _part(match, scene)
    start = _minutes(match, part)
    exact = bool(match["min"] or match["sharp"])
    # "三点" may be three points and leaves the half of the day open, "15点" and "3点" beside a day do not
    firm = bool(part or match["sharp"] or match["h"].isdecimal())
    return Reading(clock=Clock(start, firm=firm, alone=bool(part) or exact), relative=False)


def _clock_span(match: re.Match[str], scene: Scene) -> Reading:
    part = _part(match, scene)
    start, end = _minutes(match, part), _minutes(match, match["part2"] or part, "2")
    return Reading(clock=Clock(start, end), relative=False)


def _colon_clock(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(
        clock=Clock(minute_of_day(int(match["h"]), int(match["min"]), _HALF.get(match["part"], ""))), relative=False
    )


_MINUTES: Final = (
    "(?P<min>半|一刻|三刻|整|[0-5]\\d(?!\\d)|[零〇一二三四五]?十[一二三四五六七八九]?|"
    "[零〇][一二三四五六七八九]|[二三四五]十)"
)
_HOUR: Final = "(?:2[0-4]|1\\d|0?\\d|十[一二]?|[一二两三四五六七八九])"
_POINT: Final = "(?:点|时(?!间|候|期|长|区|代|段))"
CLOCK_RULES: Final = (
    # times of day: "一点" and "三点" alone are "a bit" and "three points"
    Rule.of(
        f"(?<![\\d.第])(?![早晚]一点){_PART}? ?(?P<h>{_HOUR}) ?{_POINT}{_MINUTES}?分?(?P<sharp>钟|整)"
        "?(?!\\d|[多点])",
        _clock,
    ),
    Rule.of(
        f"(?<![\\d.]){_PART}? ?(?P<h>{_HOUR}) ?{_POINT}?{_MINUTES}?(?:钟)? ?(?:到|至|-|~)"
        f" ?{_PART.replace('part', 'part2')}?"
        f"(?P<h2>{_HOUR}) ?{_POINT}{_MINUTES.replace('min', 'min2')}?(?:钟)?",
        _clock_span,
    ),
    Rule.of(f"{_PART} ?(?P<h>[01]?\\d|2[0-4]):(?P<min>[0-5]\\d)(?![\\d:])", _colon_clock),
)
