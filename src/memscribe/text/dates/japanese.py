"""Japanese time expressions.

正月, お盆, ゴールデンウィーク and the like name no fixed days and stay unresolved, as do 今期 and 来期, which
begin when a firm's books do.
"""

import re
from datetime import date, timedelta
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.algebra import Direction
from memscribe.text.dates.chinese_words import number
from memscribe.text.dates.clock import Clock, Half, minute_of_day
from memscribe.text.dates.grammar import NOTHING, Language, Reading, Rule, Scene, alternatives, clause_around
from memscribe.text.dates.numeric import rules as numeric_rules
from memscribe.text.dates.readers import away, quarter_towards

_DAY_WORD: Final = {
    **dict.fromkeys(("一昨々日", "一昨昨日", "さきおととい"), -3),
    **dict.fromkeys(("一昨日", "おととい", "一昨晩"), -2),
    **dict.fromkeys(("昨日", "きのう", "昨夜", "昨晩", "ゆうべ", "昨朝"), -1),
    **dict.fromkeys(("今日", "本日", "きょう", "今朝", "今晩", "今夜", "今夕"), 0),
    **dict.fromkeys(("明日", "あした", "あす", "明朝", "明晩"), 1),
    **dict.fromkeys(("明後日", "あさって"), 2),
    **dict.fromkeys(("明々後日", "明明後日", "しあさって"), 3),
}
_YEAR_WORD: Final = {
    "一昨々年": -3,
    "一昨年": -2,
    "おととし": -2,
    "去年": -1,
    "昨年": -1,
    "今年": 0,
    "本年": 0,
    "ことし": 0,
    "来年": 1,
    "再来年": 2,
    "さらいねん": 2,
}
_SHIFT: Final = {"先々": -2, "先": -1, "今": 0, "来": 1, "再来": 2}
_WEEKDAY: Final = {sign: index for index, sign in enumerate("月火水木金土日")}
_ERA: Final = {"令和": 2018, "平成": 1988, "昭和": 1925}

_N: Final = "(?:\\d{1,3}|[一二三四五六七八九十]{1,3}|数)"
_D: Final = "(?:3[01]|[12]\\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?)"
_M: Final = "(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_YEAR: Final = (
    f"(?:(?P<y>(?:19|20)\\d\\d)年|(?P<era>令和|平成|昭和)(?P<ey>\\d{{1,2}}|元)年|"
    f"(?P<yw>{alternatives(_YEAR_WORD)})の?)"
)
_SH: Final = "(?P<shift>先々|再来|先|今|来)"
_MARK: Final = "(?:[((](?:[月火水木金土日])(?:曜日?)?[))])?"
_NOT_IN: Final = "(?<![\\d.第])"

_PAST: Final = re.compile("(?:まし|だっ|[いえきしちにみりっ])た(?!い|ら|り|め|く)|んだ(?!ろ)|済み|でした")
_FUTURE: Final = re.compile(
    "予定|つもり|ます(?!か)|たい|ましょ|ください|下さい|お願い|だろう|でしょう|する(?!と)|行く|"
    "なる|締切|まで|期限|しよう|開始|変更"
)
_CLAUSE: Final = re.compile("[、。!?！？,\\n]|けど|ので|から(?=、)")


def _tense(text: str, start: int, end: int) -> Direction:
    first, last = clause_around(_CLAUSE, text, start, end)
    past, future = _PAST.search(text, end, last) is not None, _FUTURE.search(text, first, last) is not None
    if past == future:
        return 0
    return -1 if past else 1


def _year(match: re.Match[str], today: date) -> int | None:
    named = match.groupdict()
    if named.get("y"):
        return int(match["y"])
    if named.get("era"):
        return _ERA[match["era"]] + (1 if match["ey"] == "元" else int(match["ey"]))
    return today.year + _YEAR_WORD[match["yw"]] if named.get("yw") else None


def _relative(match: re.Match[str]) -> bool:
    named = match.groupdict()
    return not (named.get("y") or named.get("era"))


def _day_word(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(algebra.day(scene.today + timedelta(days=_DAY_WORD[match[0]])))


def _weekday(match: re.Match[str], scene: Scene) -> Reading:
    weekday, shift = _WEEKDAY[match["wd"]], match["shift"]
    if shift in _SHIFT:
        return Reading(algebra.day(algebra.weekday_of_week(scene.today, weekday, _SHIFT[shift])))
    direction: Direction = -1 if scene.direction(match) < 0 and not shift else 1
    return Reading(algebra.day(algebra.weekday_towards(scene.today, weekday, direction)), cycle="week")


def _weekday_of_week(match: re.Match[str], scene: Scene) -> Reading:
    shift = _SHIFT[match["shift"]]
    return Reading(algebra.day(algebra.weekday_of_week(scene.today, _WEEKDAY[match["wd"]], shift)))


def _week(match: re.Match[str], scene: Scene) -> Reading:
    if match["what"] == "週末":
        return Reading(algebra.weekend(scene.today, _SHIFT.get(match["shift"] or "今", 0)))
    return Reading(algebra.week(scene.today, _SHIFT[match["shift"]]))


def _day_in_week(match: re.Match[str], scene: Scene) -> Reading | None:
    week = algebra.week(scene.today, _SHIFT[match["shift"]])
    found = algebra.day_of_month(week.first, number(match["d"]), 1)
    return Reading(algebra.day(found)) if found and found < week.last else None


def _shifted_month(match: re.Match[str], scene: Scene) -> Reading:
    period = algebra.month(scene.today.year, scene.today.month + _SHIFT[match["shift"]])
    if match["d"]:
        return Reading(algebra.day(period.first.replace(day=number(match["d"]))))
    return Reading(period)


def _date(match: re.Match[str], scene: Scene) -> Reading | None:
    month, day_number, said = number(match["m"]), number(match["d"]), _year(match, scene.today)
    if said is not None:
        return Reading(algebra.day(date(said, month, day_number)), relative=_relative(match))
    found = algebra.date_towards(scene.today, month, day_number, scene.direction(match))
    return Reading(algebra.day(found), cycle="year") if found else None


def _date_range(match: re.Match[str], scene: Scene) -> Reading | None:
    start = _date(match, scene)
    if not start or not start.period:
        return None
    last = start.period.first.replace(day=number(match["d2"]))
    if last <= start.period.first:
        return None
    return Reading(
        algebra.days(start.period.first, last), relative=start.relative, cycle=start.cycle, both_ends=True
    )


def _date_years_away(match: re.Match[str], scene: Scene) -> Reading:
    said = scene.today.year + number(match["n"]) * (-1 if match["way"] == "前" else 1)
    if match["d"]:
        return Reading(algebra.day(date(said, number(match["m"]), number(match["d"]))))
    return Reading(algebra.month(said, number(match["m"])))


def _month(match: re.Match[str], scene: Scene) -> Reading:
    month, said = number(match["m"]), _year(match, scene.today)
    if said is not None:
        return Reading(algebra.month(said, month), relative=_relative(match))
    return Reading(algebra.month_towards(scene.today, month, scene.direction(match)), cycle="year")


def _day_number(match: re.Match[str], scene: Scene) -> Reading | None:
    found = algebra.day_of_month(scene.today, number(match["d"]), scene.direction(match))
    return Reading(algebra.day(found), cycle="month") if found else None


def _year_alone(match: re.Match[str], scene: Scene) -> Reading | None:
    said = _year(match, scene.today)
    return Reading(algebra.year(said), relative=_relative(match)) if said else None


def _edge(match: re.Match[str], scene: Scene) -> Reading:
    if match[0].startswith("年"):
        return Reading(algebra.year(scene.today.year))
    return Reading(algebra.month(scene.today.year, scene.today.month))


def _quarter(match: re.Match[str], scene: Scene) -> Reading:
    said, quarter = _year(match, scene.today), number(match["q"])
    if said is None:
        return Reading(quarter_towards(scene.today, quarter, scene.direction(match)), cycle="year")
    return Reading(algebra.months(said, 3 * quarter - 2, 3), relative=_relative(match))


_UNIT: Final = {"日": "day", "週間": "week", "月": "month", "年": "year", "時間": "hour", "分": "minute"}


def _offset(match: re.Match[str], scene: Scene) -> Reading:
    way = -1 if match["way"] == "前" else 1
    if match["n"] == "数":
        return NOTHING
    if match["n"] == "半":
        return away(scene.now, 6 * way, "month")
    unit = "month" if match["unit"].endswith("月") else _UNIT[match["unit"]]
    return away(scene.now, way * number(match["n"]), unit)


_HALF: Final[dict[str, Half]] = {"午前": "am", "朝": "am", "午後": "pm", "夕方": "pm", "夜": "evening"}


def _hour(match: re.Match[str], part: str | None, suffix: str = "") -> int:
    said = match["min" + suffix]
    minute = 30 if said == "半" else int(said or 0)
    return minute_of_day(number(match["h" + suffix]), minute, _HALF[part] if part else "")


def _clock(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(_hour(match, match["part"])), relative=False)


def _clock_span(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(
        clock=Clock(_hour(match, match["part"]), _hour(match, match["part2"] or match["part"], "2")), relative=False
    )


def _noon(_match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(720), relative=False)


def _feast(pattern: str, month: int, day_number: int) -> Rule:
    def read(match: re.Match[str], scene: Scene) -> Reading:
        said = _year(match, scene.today)
        if said is not None:
            return Reading(algebra.day(date(said, month, day_number)), relative=_relative(match))
        found = algebra.feast_towards(
            scene.today, lambda year: date(year, month, day_number), scene.direction(match)
        )
        return Reading(algebra.day(found), cycle="year")

    return Rule.of(f"(?:{_YEAR})?(?:{pattern})", read)


_PART: Final = "(?:(?<!毎)(?P<part>午前|午後|朝|夜|夕方))?の?"
_H: Final = (
    "(?P<h>2[0-4]|1\\d|0?\\d|十[一二]?|[一二三四五六七八九])時(?!間|代|期|点|給|計|々)(?P<min>半|"
    "[0-5]?\\d(?=分))?分?"
)
_RULES: Final = (
    Rule.of(alternatives(_DAY_WORD), _day_word),
    # weeks and weekdays
    Rule.of(f"{_SH}週の?(?P<wd>[月火水木金土日])曜日?", _weekday_of_week),
    Rule.of("(?P<shift>今度の|次の|この|)(?P<wd>[月火水木金土日])曜日?(?!ごと|毎|日はいつ)", _weekday),
    Rule.of("(?P<shift>先々|再来|先|今|来)(?P<what>週末|週)(?!刊|間)", _week),
    Rule.of("(?<![毎先今来])(?P<shift>)(?P<what>週末)(?!ごと|は(?:いつも|毎))", _week),
    Rule.of(f"(?P<shift>先々|再来|先|今|来)週の?(?P<d>{_D})日{_MARK}", _day_in_week),
    Rule.recurring(
        "(?:毎週|隔週|毎)の?[月火水木金土日]曜?日?(?:[・、と][月火水木金土日]曜?日?)*|毎(?:日|朝|晩|"
        "週|月|年|週末|夕)(?:第?\\d{1,2}日|末|初め)"
        "?|隔週|平日|[月火水木金土日]曜日?(?:ごと|は毎|はいつも)|週に?\\d+(?:回|日)?|土日|月に?\\d+回"
    ),
    Rule.recurring("[月火水木金土日](?:曜日?)?[から~・、と-]+[月火水木金土日]曜日?(?=[はにが、。]|$)"),
    # months and days
    Rule.of(f"{_SH}月(?:の?(?P<d>{_D})日(?!間|後|前))?(?!曜|謝)", _shifted_month),
    Rule.of("(?<![\\d先今来毎再々])(?:月末|月初め?|月内|年末(?!年始)|年内|年明け)", _edge),
    Rule.of(f"(?:{_YEAR})?{_NOT_IN}(?P<m>{_M})月(?P<d>{_D})日{_MARK}(?!間|後|前(?!後)|目)", _date),
    Rule.of(
        f"(?:{_YEAR})?{_NOT_IN}(?P<m>{_M})月(?P<d>{_D})日?{_MARK}(?:から|~|-|と)(?P<d2>{_D})日{_MARK}(?!間|後)",
        _date_range,
    ),
    Rule.of(f"(?P<n>{_N})年(?P<way>前|後)の(?P<m>{_M})月(?:(?P<d>{_D})日)?", _date_years_away),
    Rule.of(f"(?:{_YEAR})?{_NOT_IN}(?P<m>{_M})月(?!曜|謝|面|\\d|間|経)", _month),
    Rule.of(
        f"(?<![\\d.第月/一二三四五六七八九十])(?P<d>3[01]|[12]\\d|[1-9])日{_MARK}(?!間|後|前|目|本|分"
        "|常|程|曜|当|数|以内|ごと|おき"
        "|に\\d+回)",
        _day_number,
    ),
    Rule.of(
        "(?<![\\d.])(?P<m>1[0-2]|[1-9])/(?P<d>3[01]|[12]\\d|[1-9])(?![\\d/])(?:[((][月火水木金土日][))]|"
        "(?=[にのはからまで]))",
        _date,
    ),
    # years and quarters
    Rule.of(
        "(?P<y>(?:19|20)\\d\\d)年(?!度|代|間)|(?P<era>令和|平成|昭和)(?P<ey>\\d{1,2}|元)年(?!度|代)", _year_alone
    ),
    Rule.of(f"(?P<yw>{alternatives(_YEAR_WORD)})(?!度)", _year_alone),
    Rule.of(f"(?:{_YEAR})?第(?P<q>[一二三四1-4])四半期", _quarter),
    Rule.of(f"(?:{_YEAR})?(?<![a-z])q(?P<q>[1-4])(?![a-z\\d])", _quarter),
    # so long ago, so long from now
    Rule.of(f"(?P<n>{_N})(?P<unit>日|週間|[かヶケカヵ箇]月|年|時間|分)(?P<way>前|後)(?!半|後|の\\d)", _offset),
    Rule.of("(?P<n>半)(?P<unit>年)(?P<way>前|後)(?!半)", _offset),
    # feasts
    _feast("クリスマスイ[ブヴ]", 12, 24),
    _feast("クリスマス(?!ツリー|カード|ケーキ|会|プレゼント)", 12, 25),
    _feast("大晦日|大みそか", 12, 31),
    _feast("元日|元旦", 1, 1),
    _feast("バレンタイン(?:デー)?", 2, 14),
    _feast("ハロウィン", 10, 31),
    _feast("ひな祭り", 3, 3),
    _feast("七夕", 7, 7),
    # times of day
    Rule.of(f"(?<![\\d.]){_PART}{_H}", _clock),
    Rule.of(
        f"(?<![\\d.]){_PART}{_H}(?:から|~|-|より)"
        + f"{_PART}{_H}".replace("part", "part2").replace("<h>", "<h2>").replace("<min>", "<min2>"),
        _clock_span,
    ),
    Rule.of("正午", _noon),
    # what only looks like a date
    Rule.nothing(
        "第\\d{1,9}(?:日|月|週|年)|(?<!\\d)\\d{1,9}(?:年度|円|万|個|人)|日曜大工|旧暦[^、。]{0,8}|明日香|あすか|今日子"
    ),
)


JAPANESE: Final = Language(
    hint=re.compile(
        "[\\d年月日曜週朝晩夜時分末旦]|あす|あした|あさって|きょう|きのう|ゆうべ|おとと|正午|"
        "クリスマス|大みそか|バレンタイン|ハロウィン|七夕|祭"
    ),
    rules=(*_RULES, *numeric_rules()),
    tense=_tense,
    joint=re.compile("[のはに、, ]?(?:午前|午後|朝|夜|夕方)?の?|\\("),
    joint_back=re.compile("[、の ]?"),
    range_joint=re.compile(" ?(?:から|~|-|より) ?"),
    since=re.compile("(?!)"),
    until=re.compile("(?!)"),
    since_after=re.compile("(?:付け?)?(?:頭|初め|末|中旬|上旬|下旬|頃|ごろ)?(?:から|より|以降|以来)"),
    until_after=re.compile("(?:頭|初め|末|中旬|上旬|下旬|頃|中)?(?:まで|迄)"),
)
