"""Chinese time expressions, simplified and traditional, with the common Cantonese day words.

Lunar feasts and dates (春节, 端午, 中秋, 除夕, 正月初八, 农历八月十五) are found as no date at all: resolving
them takes a table of new moons, and a wrong Gregorian day is worse than the name.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.chinese_clock import CLOCK_RULES, PARTS
from memscribe.text.dates.chinese_words import DAY_WORD, WEEKDAY, YEAR_WORD, number, tense
from memscribe.text.dates.grammar import NOTHING, Language, Reading, Rule, Scene
from memscribe.text.dates.numeric import full_year
from memscribe.text.dates.numeric import rules as numeric_rules
from memscribe.text.dates.readers import away, quarter_towards

_SATURDAY: Final = 5
_EARLY_DAYS: Final = 10  # from then on 月初 is the next one
_SHIFT: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "今": 0, "当": 0, "下": 1, "下下": 2}

_N: Final = "(?:\\d{1,3}|[一二两三四五六七八九十廿]{1,3})"
_D: Final = (
    "(?:3[01]|[12]\\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])"
)
_M: Final = "(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_NOT_AFTER: Final = "(?<![\\d.第])(?<![一二两三四五六七八九十百第几])"
_YEAR: Final = "(?P<y>(?:19|20)\\d\\d|[一二][零〇九一二三四五六七八]{3})"
_YEARS: Final = (
    f"(?:{_YEAR} ?年 ?|(?P<yw>{'|'.join(sorted(YEAR_WORD, key=len, reverse=True))})的?|(?<!\\d)"
    "(?P<yy>[0129]\\d)年 ?)"
)
_WEEK: Final = "(?:个? ?(?:周|星期|礼拜))"
_SH: Final = "(?P<shift>上上|下下|上|下|这|本|今)"
_NUMBERED: Final = (  # "3号楼" is a building, "5号线" a metro line
    "(?! ?[楼馆线库机厅门店桌房车院位床柜仓文令案字室栋球池井台窗包标路座坑坝船泊炉摊档铺间段区块"
    "码单服站舱箱键柱桩樓館線庫機廳門車會会牌岗厂板卡仔塔管阀泵]|选手|员工|方案|环境|"
    "出口|公路|公馆|学生|病人|选项|地块|样)"
)
_WEEK_WORD: Final = "(?:周|星期|礼拜)"
_WEEK_DAY: Final = "[一二三四五六日天末]"
_NO_SHIFT: Final = "(?<![上下这本])"


def _year(match: re.Match[str], today: date) -> int | None:
    named = match.groupdict()
    if named.get("y"):
        return number(match["y"])
    if named.get("yw"):
        return today.year + YEAR_WORD[match["yw"]]
    return full_year(int(match["yy"]), today) if named.get("yy") else None


def _fixed(match: re.Match[str]) -> bool:
    return bool(match.groupdict().get("y"))


def _day_word(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(algebra.day(scene.today + timedelta(days=DAY_WORD[match[0]])))


def _weekday(match: re.Match[str], scene: Scene) -> Reading:
    today, sign, shift = scene.today, match["wd"], match["shift"]
    if sign == "末":
        if shift:
            return Reading(algebra.weekend(today, _SHIFT[shift]))
        return Reading(
            algebra.weekend(today, -1 if scene.direction(match) < 0 and today.weekday() < _SATURDAY else 0),
            cycle="week",
        )
    if shift:
        return Reading(algebra.day(algebra.weekday_of_week(today, WEEKDAY[sign], _SHIFT[shift])))
    return Reading(algebra.day(algebra.weekday_towards(today, WEEKDAY[sign], scene.direction(match))), cycle="week")


def _week(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(algebra.week(scene.today, _SHIFT[match["shift"]]))


def _shifted_month(match: re.Match[str], scene: Scene) -> Reading:
    period = algebra.month(scene.today.year, scene.today.month + _SHIFT[match["shift"]])
    if match["d"]:
        return Reading(algebra.day(period.first.replace(day=number(match["d"]))))
    return Reading(period)


def _edge_of_month(match: re.Match[str], scene: Scene) -> Reading:
    later = match["edge"] == "初" and scene.today.day > _EARLY_DAYS and scene.direction(match) >= 0
    return Reading(algebra.month(scene.today.year, scene.today.month + later))


def _year_alone(match: re.Match[str], scene: Scene) -> Reading | None:
    said = _year(match, scene.today)
    return Reading(algebra.year(said), relative=not _fixed(match)) if said else None


def _date(match: re.Match[str], scene: Scene) -> Reading | None:
    month, day_number = number(match["m"]), number(match["d"])
    said = _year(match, scene.today)
    if said is not None:
        return Reading(algebra.day(date(said, month, day_number)), relative=not _fixed(match))
    found = algebra.date_towards(scene.today, month, day_number, scene.direction(match))
    return Reading(algebra.day(found), cycle="year") if found else None


def _date_years_away(match: re.Match[str], scene: Scene) -> Reading:
    shift = number(match["n"]) * (-1 if "前" in match["way"] else 1)
    year = scene.today.year + shift
    if match["d"]:
        return Reading(algebra.day(date(year, number(match["m"]), number(match["d"]))))
    return Reading(algebra.month(year, number(match["m"])))


def _date_range(match: re.Match[str], scene: Scene) -> Reading | None:
    start = _date(match, scene)
    if not start or not start.period:
        return None
    first = start.period.first
    last = first.replace(day=number(match["d2"]))
    return (
        Reading(algebra.days(first, last), relative=start.relative, cycle=start.cycle, both_ends=True)
        if last > first
        else None
    )


def _month(match: re.Match[str], scene: Scene) -> Reading:
    month, said = number(match["m"]), _year(match, scene.today)
    if said is not None:
        return Reading(algebra.month(said, month), relative=not _fixed(match))
    return Reading(algebra.month_towards(scene.today, month, scene.direction(match)), cycle="year")


def _day_number(match: re.Match[str], scene: Scene) -> Reading | None:
    found = algebra.day_of_month(scene.today, number(match["d"]), scene.direction(match))
    return Reading(algebra.day(found), cycle="month") if found else None


def _quarter(match: re.Match[str], scene: Scene) -> Reading:
    said, quarter = _year(match, scene.today), number(match["q"])
    if said is None:
        return Reading(quarter_towards(scene.today, quarter, scene.direction(match)), cycle="year")
    return Reading(algebra.months(said, 3 * quarter - 2, 3), relative=not _fixed(match))


def _half_year(match: re.Match[str], scene: Scene) -> Reading:
    said = _year(match, scene.today) or scene.today.year
    return Reading(algebra.months(said, 1 if match["half"] == "上" else 7, 6), relative=not _fixed(match))


_UNIT: Final = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
} | {"小时": "hour", "钟头": "hour", "分钟": "minute"}


def _offset(match: re.Match[str], scene: Scene) -> Reading:
    way = -1 if "前" in match["way"] else 1
    unit = _UNIT[match["unit"]]
    if match["n"] == "半":
        halves = {"year": (6, "month"), "month": (15, "day"), "hour": (30, "minute"), "day": (0, "day")}
        count, unit = halves.get(unit, (0, ""))
        return away(scene.now, way * count, unit) if count else NOTHING
    return away(scene.now, way * number(match["n"]), unit)


def _feast(of_year: Callable[[int], date]) -> Callable[[re.Match[str], Scene], Reading]:
    def read(match: re.Match[str], scene: Scene) -> Reading:
        said = _year(match, scene.today)
        if said is not None:
            return Reading(algebra.day(of_year(said)), relative=not _fixed(match))
        return Reading(
            algebra.day(algebra.feast_towards(scene.today, of_year, scene.direction(match))), cycle="year"
        )

    return read


_CLEAR_BRIGHT_YEARS: Final = range(2000, 2100)


def _clear_bright(year: int) -> date:
    """Return 清明: the sun at 15 degrees, for 2000 to 2099 by the usual interpolation."""
    if year not in _CLEAR_BRIGHT_YEARS:
        raise ValueError(f"expected a year of 2000 to 2099, got {year}: leave the feast unresolved")
    short = year % 100
    return date(year, 4, int(short * 0.2422 + 4.81) - short // 4)


def _holiday(pattern: str, of_year: Callable[[int], date]) -> Rule:
    return Rule.of(f"(?:{_YEARS})?(?:{pattern})", _feast(of_year))


_LUNAR: Final = "春节|除夕|元宵|端午|七夕|中秋|重阳|腊八|小年|大年"

_RULES: Final = (
    Rule.of("|".join(sorted(DAY_WORD, key=len, reverse=True)), _day_word),
    Rule.nothing("今日头条|明天系统|后天性|昨日重现|后天养成"),
    # weeks and weekdays
    Rule.of(f"{_SH}{_WEEK}(?:的?(?:周|星期|礼拜))?(?P<wd>[一二三四五六日天末]|[1-6](?!\\d))(?!次)", _weekday),
    Rule.of(
        "(?<![一二两三四五六七八九十\\d几每个])(?P<shift>)(?:周|星期|礼拜)(?P<wd>[一二三四五六日天末]"
        "|[1-6](?![\\d:.]))(?![次年])",
        _weekday,
    ),
    Rule.of(f"{_SH}{_WEEK}(?![一二三四五六日天末年])", _week),
    Rule.recurring(
        f"(?:每个?|逢|每逢|隔){_WEEK_WORD}(?:{_WEEK_DAY}(?:[、,和到至-]? ?{_WEEK_WORD}?{_WEEK_DAY}"
        "(?![点月号日个次]))*)?"
    ),
    Rule.recurring(
        "每(?:个?月(?:的?第[一二三四五]个?(?:周|星期)[一二三四五六日天]|\\d{1,2}[号日]|底|初|末)?|年"
        "(?:\\d{1,2}月(?:\\d{1,2}[号日])?)?)"
    ),
    Rule.recurring(
        "每(?:天|日|晚|早|季度|学期|小时|隔\\S{1,3}[天周月]|半年|[一二两三四五六]个?(?:天|周|月|星期)"
        ")|工作日|平日|天天"
    ),
    Rule.recurring(f"{_NO_SHIFT}{_WEEK_WORD}{_WEEK_DAY} ?(?:到|至|-|~) ?{_WEEK_WORD}?[五六日天]"),
    Rule.recurring(f"{_NO_SHIFT}{_WEEK_WORD}{_WEEK_DAY}(?:[、,和/]?{_WEEK_WORD}{_WEEK_DAY})+"),
    Rule.recurring(f"{_NO_SHIFT}周[一二三四五六日]{{2,5}}(?=[上休有去不要,， ]|$)"),
    # months and days
    Rule.of(f"{_SH}个?月(?:份)?(?: ?(?P<d>{_D}) ?[号日]{_NUMBERED})?(?!子)", _shifted_month),
    Rule.of(
        "(?<!以前)(?<![\\d一二三四五六七八九十上下本这个年份每])月(?P<edge>底|末|初|中(?![国央心午]))",
        _edge_of_month,
    ),
    Rule.of(
        "(?<![今去明前后当本上每年 \\d整常])(?P<edge>年(?:底|末|初(?![一二三四五六七八九十])|中(?![国央心])|内))",
        lambda _m, s: Reading(algebra.year(s.today.year)),
    ),
    Rule.of(f"{_YEARS}(?P<m>{_M}) ?月份? ?(?P<d>{_D}) ?(?:日|号)?(?![\\d个天])", _date),
    Rule.of(f"{_NOT_AFTER}(?P<m>{_M}) ?月 ?(?P<d>{_D}) ?[日号]{_NUMBERED}", _date),
    Rule.of(
        f"{_NOT_AFTER}(?P<m>{_M}) ?月 ?(?P<d>3[01]|[12]\\d|[1-9]|三十一?|二十[一二三四五六七八九]?|"
        "十[一二三四五六七八九])"
        "(?![\\d个多天点时:.年月-]|分钟)(?<!八月十五)",
        _date,
    ),
    Rule.of(
        f"(?:{_YEARS})?{_NOT_AFTER}(?P<m>{_M}) ?月 ?(?P<d>{_D}) ?[日号]? ?(?:到|至|-|~|和) ?(?P<d2>{_D})"
        f" ?[日号]{_NUMBERED}",
        _date_range,
    ),
    Rule.of(
        f"(?P<n>{_N})年(?P<way>之?前|以前|之?后|以后)的? ?(?P<m>{_M})月(?:(?P<d>{_D})[日号])?", _date_years_away
    ),
    Rule.of(
        f"(?:{_YEARS})?{_NOT_AFTER}(?P<m>{_M}) ?月(?:份)?(?![子饼亮球票薪租供嫂经度光色老费卡]|龄|均|"
        "报(?!到|名)|活)",
        _month,
    ),
    Rule.of(
        f"(?<![\\d.第#a-z_-])(?<![一二两三四五六七八九十百第几月])(?P<d>{_D}) ?号{_NUMBERED}(?![码称])", _day_number
    ),
    Rule.of(
        "(?<![\\d.第#a-z月/_-])(?P<d>3[01]|[12]\\d|0?[1-9]) ?日(?![内游后前之间薪元均线无行本子以用常])",
        _day_number,
    ),
    Rule.of(
        "(?<![\\d.])(?P<m>1[0-2]|[1-9])\\.(?P<d>3[01]|[12]\\d|[1-9])(?=[走回去到]|号|出发|入职|开学|报到|交)",
        _date,
    ),
    # years, halves, quarters
    Rule.of(
        f"{_YEAR} ?年(?!级|代|龄|货|会|薪|前|后(?!半))|"
        f"(?P<yw>{'|'.join(sorted(YEAR_WORD, key=len, reverse=True))})",
        _year_alone,
    ),
    Rule.of(
        "(?<![\\d了满有近约共第作婚过.])(?P<yy>[0129]\\d)年"
        "(?=[领毕买入结开来去到生考上在就搬读出拿辞做换底初春夏秋冬]|的(?!经验|历史|老))",
        _year_alone,
    ),
    Rule.of(f"(?:{_YEARS})?(?:第)?(?P<q>[一二三四1-4])季度", _quarter),
    Rule.of(f"(?:{_YEARS})?(?<![a-z])q(?P<q>[1-4])(?![a-z\\d])", _quarter),
    Rule.of(f"(?:{_YEARS})?(?P<half>上|下)半年", _half_year),
    # so long ago, so long from now
    Rule.of(
        f"(?<!第)(?P<n>半|{_N}) ?个?半?(?P<unit>小时|钟头|分钟|星期|礼拜|天|周|月|年)(?P<way>之前|"
        "以前|前|之后|以后|后)(?!半|台|天|年|面|排|期)",
        _offset,
    ),
    Rule.of(
        f"(?:再过|(?<![超不没经通])过)(?P<way>)(?P<n>半|{_N}) ?个?(?P<unit>星期|礼拜|天|周|月|年)"
        "(?!了|的|级|生|期|多)",
        _offset,
    ),
    # feasts of the solar calendar
    _holiday("国庆节?(?!路|村)", lambda y: date(y, 10, 1)),
    _holiday(
        "(?<![一二三四五六七八九十\\d第])十一(?=回|出|去|放假|假期|长假|黄金周|期间|小长假)",
        lambda y: date(y, 10, 1),
    ),
    _holiday("元旦节?", lambda y: date(y, 1, 1)),
    _holiday("(?<![一二三四五六七八九十])五一(?:劳动节|节)?(?![路街广大中一二三四])", lambda y: date(y, 5, 1)),
    _holiday("六一(?:儿童节|节)|儿童节", lambda y: date(y, 6, 1)),
    _holiday("教师节", lambda y: date(y, 9, 10)),
    _holiday("情人节", lambda y: date(y, 2, 14)),
    _holiday("(?:三八)?妇女节|三八节", lambda y: date(y, 3, 8)),
    _holiday("双(?:十一|11)", lambda y: date(y, 11, 11)),
    _holiday("双(?:十二|12)", lambda y: date(y, 12, 12)),
    _holiday("圣诞节?(?![老树帽卡歌装礼大])", lambda y: date(y, 12, 25)),
    _holiday("平安夜", lambda y: date(y, 12, 24)),
    _holiday("跨年夜?", lambda y: date(y, 12, 31)),
    _holiday("清明节?", _clear_bright),
    *CLOCK_RULES,
    # what only looks like a date
    Rule.nothing(
        f"(?:农历|阴历|旧历)[^,，。\\s]{{0,9}}|(?:正|腊|冬)月(?:初?{_D})?|(?:{_LUNAR})节?"
        f"(?:初?[一二三四五六七八九十]{{1,2}})?"
        "|年?初[一二三四五六七八九十]|年三十|[一二三四五六七八九十]月初[一二三四五六七八九十]"
    ),
    Rule.nothing("第\\d{1,9}[号日天周月年]|(?<!\\d)\\d{1,9}(?: ?个月|元|块|万)"),
)

CHINESE: Final = Language(
    hint=re.compile("[\\d年月日号周天点晚早日晨夜期拜后前儿旦庆节明诞一季]"),
    rules=(*_RULES, *numeric_rules()),
    tense=tense,
    joint=re.compile(f" ?的? ?(?:{PARTS} ?)?|,|\\("),
    range_joint=re.compile(" ?(?:到|至|-|~|一直到|直到) ?"),
    since=re.compile("(?:从|自从|自|打|由)[ 这]?$"),
    until=re.compile(
        "(?:(?<![改延推迟期前后排定调拖移挪提约搬等])到|至|截至|截止|直到|直至|持续到|截止到)(?:了)? ?$"
    ),
    since_after=re.compile(f" ?(?:份|{PARTS})?(?:起|开始|以来|至今|以后|之后)"),
    until_after=re.compile(f" ?(?:{PARTS})?(?:之前|以前|前(?!台|后|面)|为止|截止|止)"),
    signs=str.maketrans(
        "號點週個後禮這兩時開國慶聖誕鐘從來過會將聽農歷陰舊臘節尋當",
        "号点周个后礼这两时开国庆圣诞钟从来过会将听农历阴旧腊节寻当",
    ),
)
