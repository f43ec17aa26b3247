"""Put a value right in a Chinese memory: a number with its measure, a clock time, a weekday, a name."""

import re
from datetime import date, timedelta
from typing import Final

from memscribe.writers.rules.chinese_words import fold, number_of
from memscribe.writers.rules.clause import Correction

_SHAPES: Final[tuple[re.Pattern[str], ...]] = (
    re.compile(r"\d{4}年\d{1,2}月\d{1,2}[日号]|\d{4}-\d\d-\d\d|\d{1,2}月\d{1,2}[日号]"),
    re.compile(r"\d{1,2}[:：]\d\d|[\d一二三四五六七八九十两]{1,3}点(?:半|\d{1,2}分?)?"),
    re.compile(r"(?:周|星期|礼拜)[一二三四五六日天末]"),
    re.compile(
        r"[\d.,一二三四五六七八九十两百千万]+(?:个(?:月|小时|工作日|星期|人|字)|小时|分钟|公里|公斤|毫克|万元)"
    ),
    re.compile(r"[\d.,一二三四五六七八九十两百千万]+[个只条次杯片岁块元号楼层斤公里米分钟小时天周月年人台份%％度]"),
    re.compile(r"\d+(?:[.:]\d+)*"),
    re.compile(r"[A-Za-z][A-Za-z0-9_.-]*"),
)


def put_right_in(text: str, correction: Correction) -> str | None:
    """Replace the one value in a memory's text that a correction can mean."""
    wrong = correction.wrong
    if wrong and text.count(wrong) == 1 and (len(wrong) > 1 or not wrong.isdigit()):
        return text.replace(wrong, correction.right)
    if correction.right in text:
        return None
    if (moved := _other_hour(text, correction)) or (moved := _other_weekday(text, correction)):
        return moved
    folded, right = fold(text), fold(correction.right)
    for shape in _SHAPES:
        value = shape.search(right)
        if value is None:
            continue
        places = list(shape.finditer(folded))
        same_unit = [
            place
            for place in places
            if (place[0][-1] == value[0][-1] or value[0][-1].isascii() is place[0][-1].isascii() is True)
            and (wrong is None or _amount(place[0]) == _amount(wrong))
        ]
        if len(same_unit) == 1:
            place = same_unit[0]
            return text[: place.start()] + correction.right[value.start() : value.end()] + text[place.end() :]
    return None


_HOUR: Final = re.compile(r"(?P<hour>\d{1,2}|[一二三四五六七八九十两]{1,3})点(?P<half>半)?")
_CLOCK: Final = re.compile(r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d\d)")
_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜)(?P<day>[一二三四五六日天])")
_DAY: Final = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_HALF_DAY: Final = 12


def _other_hour(text: str, correction: Correction) -> str | None:
    """Put a spoken hour ("四点") into the one clock time of a text, in the same half of the day."""
    right, places = _HOUR.search(fold(correction.right)), list(_CLOCK.finditer(text))
    wrong = _HOUR.search(fold(correction.wrong)) if correction.wrong else None
    if right is None or len(places) != 1:
        return None
    place = places[0]
    if wrong and (_hour(wrong) - int(place["hour"])) % _HALF_DAY:
        return None
    hour = _hour(right)
    hour += _HALF_DAY if int(place["hour"]) >= _HALF_DAY > hour else 0
    return f"{text[: place.start()]}{hour:02d}:{'30' if right['half'] else '00'}{text[place.end() :]}"


def _hour(match: re.Match[str]) -> int:
    return int(match["hour"]) if match["hour"].isdecimal() else number_of(match["hour"])


def _other_weekday(text: str, correction: Correction) -> str | None:
    """Move the one date of a text to another day of the same week."""
    right, places = _WEEKDAY.search(fold(correction.right)), list(_DAY.finditer(text))
    if right is None or len(places) != 1 or _WEEKDAY.search(fold(text)):
        return None
    year, month, day = (int(part) for part in places[0].groups())
    try:
        at = date(year, month, day)
    except ValueError:
        return None
    moved = at + timedelta(days="一二三四五六日".index(right["day"].replace("天", "日")) - at.weekday())
    return f"{text[: places[0].start()]}{moved.year}年{moved.month}月{moved.day}日{text[places[0].end() :]}"


def _amount(text: str) -> str:
    """Return the last number of a value, in digits or as it is spoken."""
    found = re.findall(r"\d+(?:[.:]\d+)*|[一二三四五六七八九十两百千万]+", fold(text))
    return found[-1] if found else ""
