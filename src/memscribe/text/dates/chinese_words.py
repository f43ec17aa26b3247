"""Chinese number and day words, and how a clause tells past from future."""

import re
from typing import Final

from memscribe.text.dates.algebra import Direction
from memscribe.text.dates.grammar import clause_around

_DIGIT: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
WEEKDAY: Final = (
    {sign: index for index, sign in enumerate("一二三四五六日")} | {"天": 6} | {str(n): n - 1 for n in range(1, 8)}
)
DAY_WORD: Final = {
    "大前天": -3,
    "前天": -2,
    "前日": -2,
    "前儿个": -2,
    "前儿": -2,
    "前晚": -2,
    "昨天": -1,
    "昨日": -1,
    "昨儿个": -1,
    "昨儿": -1,
    "昨晚": -1,
    "昨夜": -1,
    "昨早": -1,
    "昨晨": -1,
    "寻日": -1,
    "琴日": -1,
    "尋日": -1,
    "今天": 0,
    "今日": 0,
    "今儿个": 0,
    "今儿": 0,
    "今早": 0,
    "今晚": 0,
    "今晨": 0,
    "今夜": 0,
    "明天": 1,
    "明日": 1,
    "明儿个": 1,
    "明儿": 1,
    "明早": 1,
    "明晚": 1,
    "明晨": 1,
    "听日": 1,
    "翌日": 1,
    "后天": 2,
    "后日": 2,
    "后儿": 2,
    "后晚": 2,
    "大后天": 3,
    "大后日": 3,
}
YEAR_WORD: Final = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "旧年": -1,
    "上年": -1,
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "来年": 1,
    "出年": 1,
    "后年": 2,
    "大后年": 3,
}

_PAST: Final = re.compile(
    "(?:已经|已|刚才|刚刚|刚|曾经|曾|之前|当时|那时|以前|早就|了|过(?!年|来|去|敏|程|户|节|生日|"
    "几)|去的|的(?:车|票|时候|事)?$)"
)
_FUTURE: Final = re.compile(
    "(?:要|会(?!议|员|计|展|所|场)|将|打算|准备|计划|预计|改到|改成|改至|改在|定在|定于|延到|延至"
    "|推到|推迟|提前到|排到|约了|约在|想|得(?!了)|等到|"
    "争取|最晚|之前|前要|提醒|记得|即将|届时|可以|能(?!源))"
)
_CALLED_OFF: Final = re.compile("(?:取消|推迟|延期|延后|改期|泡汤)(?!过)")
"""What is called off or put off is still to come."""
_CLAUSE: Final = re.compile("[,，。;；、:\\s()]")
_UP_TO: Final = re.compile("(?:[到至于]|截止)$")


def tense(text: str, start: int, end: int) -> Direction:
    """Return whether the words at [start, end) speak of the past or the future."""
    if _UP_TO.search(text, max(0, start - 3), start):
        return 1
    first, last = clause_around(_CLAUSE, text, start, end)
    if _CALLED_OFF.search(text, end, last):
        return 1
    past, future = _PAST.search(text, first, last) is not None, _FUTURE.search(text, first, last) is not None
    if past == future:
        return 0
    return -1 if past else 1


def number(said: str) -> int:
    """Return the number of digits or of Chinese signs up to 99.

    Args:
        said: "12", "十二", "二十", "廿一" or, as in years, signs read one by one: "二〇二六".

    Returns:
        The number.
    """
    if said.isdecimal():
        return int(said)
    said = said.replace("廿", "二十")
    if "十" in said:
        tens, _, ones = said.partition("十")
        return 10 * (number(tens) if tens else 1) + (number(ones) if ones else 0)
    value = 0
    for sign in said:
        if sign not in _DIGIT:
            raise ValueError(f"expected digits or Chinese numerals, got {said!r}: leave it out")
        value = 10 * value + _DIGIT[sign]
    return value
