"""English time expressions."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.english_clock import CLOCK_RULES
from memscribe.text.dates.english_words import DAY_NAMES, WORDS, tense
from memscribe.text.dates.grammar import Language, Reading, Rule, Scene, after, alternatives, not_after
from memscribe.text.dates.numeric import rules as numeric_rules
from memscribe.text.dates.readers import away

_NAMES: Final = ("may", "march", "april", "june", "august", "mar", "jan", "dec", "sep", "jun")  # people and verbs
_SHY: Final = ("mon", "wed", "sat", "sun")  # other words, unless the words around make them days

_WD: Final = alternatives(WORDS.weekday) + r"\b\.?(?!-)"
_MON: Final = alternatives(WORDS.month) + r"\b"
_NUM: Final = rf"(?:\d{{1,3}}|{alternatives(WORDS.count)})"
_WORD_DAY: Final = alternatives(tuple(word for word, value in WORDS.ordinal.items() if value > 0))
_LONG_WORD_DAY: Final = alternatives(tuple(word for word in WORDS.ordinal if len(word) > len("twelfths")))
_DAY: Final = rf"(?:(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?|{_WORD_DAY})"
_NTH: Final = rf"(?:(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)|{_WORD_DAY})"
_NTH_FEW: Final = r"(?P<d>first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_YEAR: Final = r"(?P<y>19[3-9]\d|20\d\d|21\d\d)(?![\d-])"
_OF_YEAR: Final = rf"(?:,? (?:of |in )?(?:{_YEAR}|(?P<ys>next|last|this) year\b)| '(?P<yy>\d\d)\b)?"
_FREE: Final = r"(?<![\w./:$€£#@])(?!(?<=\d-)\d)(?<!--)"
_PART: Final = "(?:early )?(?:morning|afternoon|evening|night|lunchtime|noon)"
_TO: Final = r" ?(?:-|to|till|until|til|through|thru) ?"
_BEFORE_YEAR: Final = "in since until till from during by of before after around about early late mid born to"
_BEFORE_SLASHED: Final = "on to by until till from for since before after due done"
_OPENERS: Final = (
    "in since until till til by from before after during of early mid late starting through thru "
    "throughout around about all "
    "this_time"
)

# "The 21st" is a day unless it counts something ("the 21st floor"): only signs and these words may follow it.
_FOLLOWERS: Final = (
    "a about after again all already also am an and are around arrives as at bc because before begins booked "
    "both btw but by came can clashes comes confirmed cos could cuz due early ends everyone exactly falls "
    "fits for from goes had happens has have he he'll her here his i i'll i'm if in instead is ish isn't it "
    "it'll it's just land lands last late latest leave leaves may might moved must my next no not now of off "
    "ok on only onward onwards or our per please pls room runs same seems sharp she she'll should since so "
    "sounds stands start starts stay stays suit suits that the their then there they they'll this tho though "
    "through thru til till to too unless until via w was wasn't we we'll went were when where which who will "
    "with won't work works would yes you your morning afternoon evening night noon"
).split()
_STANDS: Final = (
    r"(?![\w-])(?=$|\s*[^\w\s]|\s+(?:\d{1,2}(?:[:.]\d\d| to \d|(?::\d\d)? ?(?:am|pm))|"
    + alternatives((*_FOLLOWERS, *WORDS.weekday))
    + r"(?![\w-])))"
)
_COUNTS: Final = not_after(
    "my his her our your their a came finished came_in placed ranked every each grade very at in 's s' only"
)
_THINGS: Final = (
    "(?! (?:tree|card|party|cake|pudding|dinner|bonus|present|gift|jumper|carol|market|menu|"
    "light|decoration|shopping|egg|"
    "bunny|sweater|song|movie|stocking|costume|parade|break|holiday|lunch|special|cookie|concert"
    r"|show|play|sale|leave)s?\b)"
)


def _near(shift: int) -> Callable[[re.Match[str], Scene], Reading]:
    return lambda _match, scene: Reading(algebra.day(scene.today + timedelta(days=shift)))


def _shy_weekday(match: re.Match[str], scene: Scene) -> Reading | None:
    someone = re.search(
        r"\b(?:the|i|he|she|we|they|it|you|cat|dog|and|who|just|in) $", scene.text[: match.start()][-5:]
    )
    return None if someone and match["wd"] in {"sat", "sun"} else WORDS.bare_weekday(match, scene)


def _month_after_month(match: re.Match[str], scene: Scene) -> Reading | None:
    return WORDS.month_alone(match, scene) if _MONTH_BEFORE.search(scene.text[: match.start()][-20:]) else None


_MONTH_BEFORE: Final = re.compile(rf"\b{_MON}{_TO}$")


def _slashed(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "27/8" where only one order makes a date; "24/7" and "1/2" are something else."""
    first, second = int(match["a"]), int(match["b"])
    if not min(first, second) <= _MONTHS < max(first, second) <= _MONTH_DAYS or match[0] == "24/7":
        return None
    found = algebra.date_towards(scene.today, min(first, second), max(first, second), scene.direction(match))
    return Reading(algebra.day(found), cycle="year") if found else None


_MONTHS: Final = 12
_MONTH_DAYS: Final = 31


def _week_from(match: re.Match[str], scene: Scene) -> Reading:
    start = algebra.weekday_towards(scene.today, WORDS.weekday[match["wd"]], 1)
    return Reading(algebra.day(start + timedelta(weeks=1)))


def _offset_from(match: re.Match[str], scene: Scene) -> Reading:
    start = scene.today + timedelta(days=match["way"].endswith("tomorrow"))
    count = WORDS.count.get(match["n"]) or int(match["n"])
    return away(scene.now, count, WORDS.unit[match["unit"]], start)


def _half_offset(match: re.Match[str], scene: Scene) -> Reading:
    way = 1 if match["way"] == "in" else -1
    return away(scene.now, 6 * way, "month") if match["unit"] == "year" else away(scene.now, 30 * way, "minute")


def _years(match: re.Match[str], _scene: Scene) -> Reading | None:
    first, last = int(match["y"]), int(match.groupdict().get("y2") or match["y"])
    if first > last:
        return None
    return Reading(algebra.years(first, last), relative=False, both_ends=first < last)


def _feast(pattern: str, of_year: Callable[[int], date]) -> Rule:
    return Rule.of(rf"\b(?:{pattern})\b{_OF_YEAR}{_THINGS}", WORDS.feast(of_year))


def _easter(shift: int) -> Callable[[int], date]:
    return lambda year: algebra.easter(year) + timedelta(days=shift)


_DAYS_NEAR: Final = (
    Rule.of(r"\b(?:the )?day after (?:tomorrow|tmrw|tmr)\b", _near(2)),
    Rule.of(r"\b(?:the )?day before yesterday\b", _near(-2)),
    Rule.of(
        r"\b(?:today|tonight|tonite|(?:earlier|later) today|this (?:morning|afternoon|evening|arvo))"
        r"\b",
        _near(0),
    ),
    Rule.of(r"\b(?:tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tmw|tmoro|2moro)\b", _near(1)),
    Rule.of(r"\b(?:yesterday|yesterdy|last night|last evening)\b", _near(-1)),
)
_WEEKDAYS: Final = (
    Rule.of(rf"\b(?P<shift>next|last|this coming|this past|this|coming|past) (?P<wd>{_WD})", WORDS.shifted_weekday),
    Rule.of(
        rf"\b(?P<wd>{_WD}) (?:just )?(?P<shift>last|past|gone)\b(?! (?:week|month|year|night))",
        WORDS.shifted_weekday,
    ),
    Rule.of(rf"\b(?P<wd>{_WD}),? (?:of )?(?P<shift>next|last|this) (?:week|wk)\b", WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<shift>next|last|this) (?:week|wk)(?:'s|,| on)? (?P<wd>{_WD})", WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{alternatives(WORDS.weekday)}) week\b", _week_from),
    Rule.of(rf"\ba week on (?P<wd>{alternatives(WORDS.weekday)})\b", _week_from),
    Rule.of(rf"\b(?P<wd>{_WD}) in (?P<n>{_NUM}) (?:weeks|week|wks)\b", WORDS.weekday_weeks_on),
    Rule.of(
        rf"\b(?:the )?(?P<unit>week|weekend|month|year|{alternatives(DAY_NAMES)}) (?P<way>after next|"
        r"before last)\b",
        WORDS.unit_after_next,
    ),
    Rule.of(rf"\b(?P<wd>{_WD}),? (?:the )?(?P<d>{_NTH}){_STANDS}", WORDS.weekday_with_number),
    Rule.of(
        rf"\b(?P<wd>{_WD}) (?:the )?(?P<d>[12]\d|3[01]|[1-9])"
        r"(?![\w:/%]|[.,]\d| ?(?:am|pm|-|to|till|o'clock|days|weeks|people|min|h)\b| ?-)",
        WORDS.weekday_with_number,
    ),
    Rule.of(
        rf"(?<![\w-])(?P<wd>{alternatives(tuple(set(WORDS.weekday) - set(_SHY)))})\b(?!-\w)",
        WORDS.bare_weekday,
    ),
    Rule.of(
        f"{after('on by until till til since from to for before come every')}"
        rf"(?P<wd>{alternatives(_SHY)})\b(?!-)",
        WORDS.bare_weekday,
    ),
    Rule.of(
        rf"(?<![\w'-])(?P<wd>{alternatives(_SHY)})"
        r"(?=,? (?:morning|afternoon|evening|night|at \d|\d{1,2}(?::\d\d)? ?(?:am|pm)|\d+:\d\d)|\s*$|[,;!?]|\. )",
        _shy_weekday,
    ),
    Rule.nothing(
        rf"\bthe (?:{_WD}|day|week|month|year|weekend) (?:after|before)\b(?! next| last| tomorrow| yesterday)"
    ),
    Rule.nothing(
        r"\bbank holiday monday\b|\bcyber monday\b|\bsuper bowl sunday\b|\bwhit monday\b|\bsun "
        "(?:cream|screen|burn|rise)"
    ),
)
_FULL_DAYS: Final = alternatives(tuple(day + "s" for day in DAY_NAMES))
_RECURRING: Final = (
    Rule.recurring(
        rf"\b(?:(?:on|every|each|most) )?{_FULL_DAYS}(?:(?:,|,? and| &| or|/| to|-) ?{_FULL_DAYS})*(?![\w'])"
    ),
    # "I pay on a Friday" names no Friday
    Rule.recurring(rf"\b(?:a|any|some|one) {_WD}(?! (?:in|next|last|week|the)\b)"),
    Rule.recurring(
        r"\b(?:every|each)(?: (?:other|second|third|single|first|last|\d+(?:st|nd|rd|th)?))? "
        f"(?:{_WD}|{_MON}|day|week|month|year|"
        "morning|afternoon|evening|night|weekend|weekday|fortnight|quarter|hour|spring|summer|autumn"
        "|fall|winter|christmas|"
        rf"easter|{_NUM} (?:days|weeks|months|years|hours|minutes|min))s?\b(?:(?:,| and| &|/) ?{_WD})*"
    ),
    Rule.recurring(
        rf"\b{alternatives(WORDS.weekday)} ?(?:-|to|through|thru) ?(?:fri|friday|sat|saturday|sun|"
        r"sunday)\b(?! \d)"
    ),
    Rule.recurring(rf"\b{alternatives(WORDS.weekday)}(?: ?(?:/|&|\+) ?{alternatives(WORDS.weekday)})+\b(?! \d)"),
    Rule.recurring(
        rf"\b(?:on )?(?:the )?(?:{_NTH}|last)(?: (?:and|&) (?:the )?{_NTH})?(?: {_WD}| day| working day)?"
        r" (?:of|in) (?:every|each|the|a) month\b"
    ),
    Rule.recurring(
        r"\b(?:on )?(?:weekdays|weeknights|weekends)\b|\b(?:once|twice|\w+ times) (?:a|per) (?:day|"
        r"week|month|year)\b"
    ),
)
_DATES: Final = (
    Rule.of(rf"\b(?:the )?(?P<d>{_NTH}) (?:of )?(?P<shift>this|next|last) month\b", WORDS.day_of_shifted_month),
    Rule.of(rf"{_FREE}{_COUNTS}\bthe (?P<d>(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)){_STANDS}", WORDS.day_alone),
    # without "the" a first, second or third is a rank rather than a day
    Rule.of(
        rf"{_FREE}{_COUNTS}(?P<d>(?:[12]\dth|[4-9]th|2[1-3](?:st|nd|rd)|3[01](?:st|th))){_STANDS}", WORDS.day_alone
    ),
    Rule.of(
        f"{after('on by until till til since from to for is not back before due')}(?P<d>1st|2nd|3rd){_STANDS}",
        WORDS.day_alone,
    ),
    Rule.of(f"{after('on until by till since from for to')}the (?P<d>{_WORD_DAY}){_STANDS}", WORDS.day_alone),
    Rule.of(
        rf"\b(?:the )?(?P<d>{_LONG_WORD_DAY}){_STANDS}",
        WORDS.day_alone,
    ),
    Rule.of(
        rf"{_FREE}(?:(?P<wd>{_WD}),? )?(?:the )?(?P<d>{_DAY})(?: of)? (?P<m>{_MON})\.?(?!-[a-z]){_OF_YEAR}",
        WORDS.dated,
    ),
    Rule.of(rf"{_FREE}(?:(?P<wd>{_WD}),? )?(?:the )?(?P<d>{_DAY}) \((?P<m>{_MON})\)", WORDS.dated),
    Rule.of(
        rf"{_FREE}(?P<d>{_DAY}) (?P<m>{_MON})(?:{_TO})(?:the )?(?P<d2>{_DAY})(?![\w:%-]|[.,]\d| (?:{_MON}|of))",
        WORDS.date_range,
    ),
    Rule.of(
        rf"{_FREE}(?P<m>{_MON})\.? {_DAY} ?(?:&|and|\+) ?(?P<span>(?P<d>{_DAY}))"
        rf"(?![\w:%-]|[.,]\d| (?:{_MON}|of|[a-z]+s)\b)",
        WORDS.dated,
    ),
    Rule.of(
        rf"{after(_BEFORE_SLASHED)}(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?![\w/%]|[.,]\d)",
        _slashed,
    ),
    Rule.of(rf"{_FREE}(?P<d>{_DAY})-(?P<m>{_MON})(?:-{_YEAR})?(?![\w-])", WORDS.dated),
    Rule.of(
        rf"{_FREE}(?:(?P<wd>{_WD}),? )?(?P<m>{_MON})(?:\.? (?:the )?|, the |, (?=\d+[snrt]))"
        rf"(?P<d>{_DAY})(?![\w%/]|-\d|[:.]\d| ?(?:am|pm|%)\b)"
        rf"(?! (?:days|people|weeks|hours|times|months|years|min)\b)(?:,? {_YEAR}|,? (?:of )?"
        r"(?P<ys>next|last|this) year\b)?",
        WORDS.dated,
    ),
    Rule.of(rf"\b(?P<shift>this|next|last) (?P<m>{_MON}) (?P<d>{_DAY})(?![\w:%])", WORDS.shifted_month),
    # "14 and 21 March" are two days, "2 to 10 September" and "between 2 and 10 September" one range
    Rule.of(
        rf"{_FREE}(?P<span>(?:the )?(?P<d>{_DAY}))"
        rf"(?= ?(?:,|and|&|or|/|\+) ?(?:the )?{_DAY}(?: of)? (?P<m>{_MON})(?:,? {_YEAR})?)",
        WORDS.dated,
    ),
    Rule.of(
        f"{_FREE}(?:{_WD},? )?(?:the )?(?P<d>{_DAY}){_TO}(?:{_WD},? )?(?:the )?(?P<d2>{_DAY})(?: of)"
        rf"? (?P<m>{_MON})\.?{_OF_YEAR}",
        WORDS.date_range,
    ),
    Rule.of(
        f"{_FREE}between (?:the )?(?P<d>{_DAY}) and (?:the )?(?P<d2>{_DAY})(?: of)? (?P<m>{_MON})"
        rf"\.?{_OF_YEAR}",
        WORDS.date_range,
    ),
    Rule.of(
        rf"{_FREE}(?P<m>{_MON})\.? (?P<d>{_DAY}){_TO}(?P<d2>{_DAY})(?![\w:%-]|\.\d)(?:,? {_YEAR})?",
        WORDS.date_range,
    ),
)
_WEEK_OF: Final = (
    r"\b(?:the )?(?P<what>week|week-end|weekend|wknd) (?:of|starting|beginning|commencing) "
    "(?:the )?"
)
_PERIODS: Final = (
    Rule.of(f"{_WEEK_OF}(?:{_WD} )?(?:the )?(?P<d>{_DAY})(?: of)? (?P<m>{_MON}){_OF_YEAR}", WORDS.week_around),
    Rule.of(rf"{_WEEK_OF}(?P<m>{_MON}) (?P<d>{_DAY})(?![\w:%-])", WORDS.week_around),
    Rule.of(rf"{_WEEK_OF}(?:{_WD} )?(?P<d>{_NTH}){_STANDS}", WORDS.week_around),
    Rule.of(r"\b(?P<shift>last|this|next|coming) (?P<unit>week|wk|month|year|quarter)\b(?!-)", WORDS.shifted_unit),
    Rule.of(
        "(?:(?<=end of )|(?<=start of )|(?<=beginning of )|(?<=middle of ))(?:the )?(?P<unit>week|"
        r"month|quarter|year)\b(?! of| in)",
        WORDS.shifted_unit,
    ),
    Rule.of(
        r"\b(?:(?P<shift>last|this past|this coming|this|next|coming|past)|the) (?:weekend|week-end|"
        r"wkend|wknd)\b(?! (?:of|starting|in)\b)",
        WORDS.weekend,
    ),
    Rule.of(
        rf"\b(?:the )?{_NTH_FEW} week (?:of|in) (?:(?P<m>{_MON}){_OF_YEAR}|(?P<shift>next|this|last)"
        r" month\b)",
        WORDS.week_of_month,
    ),
    Rule.of(
        rf"\b(?:the )?{_NTH_FEW} (?P<wd>{_WD}) (?:of|in) (?:(?P<m>{_MON}){_OF_YEAR}|(?P<shift>next|"
        r"this|last) month\b)",
        WORDS.nth_weekday,
    ),
    Rule.of(rf"\b(?P<shift>last|this|next|coming) (?P<m>{_MON})(?![\w-]| \d)", WORDS.shifted_month),
    Rule.of(
        rf"{_FREE}(?P<m>{alternatives(tuple(set(WORDS.month) - set(_NAMES)))})\b\.?{_OF_YEAR}", WORDS.month_alone
    ),
    Rule.of(
        rf"(?:{after(_OPENERS)}|(?<=mid-))(?P<m>{alternatives(_NAMES)})(?![\w'-]){_OF_YEAR}", WORDS.month_alone
    ),
    Rule.of(
        rf"{_FREE}(?P<m>{alternatives(_NAMES)})\b\.?(?:,? {_YEAR}|,? (?:of )?(?P<ys>next|last|this) year\b)",
        WORDS.month_alone,
    ),
    Rule.of(
        rf"{_FREE}(?P<m>{_MON})(?={_TO}(?:the )?(?:end of |mid |early |late )?{_MON}(?! \d))", WORDS.month_alone
    ),
    Rule.of(
        rf"(?:{after('to through thru until till')}|(?<=-))(?P<m>{alternatives(_NAMES)})(?![\w'-]){_OF_YEAR}",
        _month_after_month,
    ),
    Rule.of(
        r"\bq(?P<q>[1-4])(?:[ /'-]*(?:(?P<y>20\d\d)|(?P<yy>\d\d)))?(?![\w-])(?: (?P<ys>next|last|"
        r"this) year\b)?",
        WORDS.quarter,
    ),
    Rule.of(rf"\b(?:the )?(?P<q>first|second|third|fourth) quarter\b(?: of)?{_OF_YEAR}", WORDS.quarter),
    Rule.of(
        f"(?:{after(_BEFORE_YEAR)}|(?<=[a-z]ed )|(?<=[([])|(?<=, ))"
        rf"{not_after('pages_of out_of class_of score_of')}{_YEAR}(?![\w:%/]|[.,]\d| [a-z]+s\b)",
        _years,
    ),
    Rule.of(rf"{_FREE}(?P<y>19[3-9]\d|20\d\d) ?(?:-|to|until|till) ?(?P<y2>19[3-9]\d|20\d\d)(?![\w-])", _years),
    Rule.of(r"\b(?P<shift>last|this|next) (?P<season>spring|summer|autumn|fall|winter)\b", WORDS.seasonal),
    Rule.of(
        rf"\b(?P<season>spring|summer|autumn|fall|winter)(?: of)? (?:{_YEAR}|(?P<ys>next|last|this) year\b)",
        WORDS.seasonal,
    ),
    Rule.of(
        rf"{after('in since until till by from in_the since_the until_the by_the over_the')}"
        r"(?P<season>spring|summer|autumn|(?<!since the )(?<!from the )fall|winter)\b(?! (?:term|"
        "semester|break|camp|holidays|of|clean))",
        WORDS.seasonal,
    ),
)
_UNIT: Final = "(?P<unit>minute|min|hour|hr|day|week|wk|fortnight|month|year)s?"
_OFFSETS: Final = (
    Rule.of(
        rf"{not_after('once twice times time hours days record first')}(?<!\d )\b(?P<way>in)"
        rf"(?! a day\b)(?: about| around| roughly)? (?P<n>{_NUM}) {_UNIT}(?:'s?)?(?: time)?\b"
        r"(?! (?:instead|flat|or|a|per|and a half|old|long|row|straight))",
        WORDS.offset,
    ),
    Rule.of(rf"\b(?P<n>{_NUM}) {_UNIT} (?P<way>ago)\b", WORDS.offset),
    Rule.of(r"\b(?P<way>in) half an? (?P<unit>year|hour)\b", _half_offset),
    Rule.of(r"\bhalf an? (?P<unit>year|hour) (?P<way>ago)\b", _half_offset),
    Rule.of(rf"\b(?P<n>{_NUM}) {_UNIT} (?P<way>from (?:now|today|tomorrow))\b(?! on)", _offset_from),
    Rule.of(r"\b(?P<n>a) (?P<unit>week|fortnight) (?P<way>today|tomorrow)\b", _offset_from),
    Rule.of(r"\btoday week\b", _near(7)),
    Rule.of(r"\btomorrow week\b", _near(8)),
)
_FEASTS: Final = (
    _feast(r"christmas day|christmas|xmas day|xmas", lambda y: date(y, 12, 25)),
    _feast(r"christmas eve|xmas eve", lambda y: date(y, 12, 24)),
    _feast(r"boxing day", lambda y: date(y, 12, 26)),
    _feast(r"new year'?s'? eve|nye|hogmanay", lambda y: date(y, 12, 31)),
    _feast(r"new year'?s'? day|(?:the )?new year(?!'|s)", lambda y: date(y, 1, 1)),
    _feast(r"easter sunday|easter", algebra.easter),
    _feast(r"shrove tuesday|pancake day", _easter(-47)),
    _feast(r"ash wednesday", _easter(-46)),
    _feast(r"mothering sunday", _easter(-21)),
    _feast(r"palm sunday", _easter(-7)),
    _feast(r"maundy thursday", _easter(-3)),
    _feast(r"good friday", _easter(-2)),
    _feast(r"easter monday", _easter(1)),
    _feast(r"hallowe'?en", lambda y: date(y, 10, 31)),
    _feast(r"valentine'?s(?: day)?", lambda y: date(y, 2, 14)),
    _feast(r"thanksgiving(?: day)?", lambda y: algebra.nth_weekday(y, 11, 3, 4)),
    _feast(r"black friday", lambda y: algebra.nth_weekday(y, 11, 3, 4) + timedelta(days=1)),
    _feast(r"memorial day", lambda y: algebra.nth_weekday(y, 5, 0, -1)),
    _feast(r"labou?r day", lambda y: algebra.nth_weekday(y, 9, 0, 1)),
    _feast(r"st\.? patrick'?s day", lambda y: date(y, 3, 17)),
)
_NO_DATES: Final = (
    Rule.nothing(r"[$€£₹¥] ?\d[\d.,:/]*"),
    Rule.nothing(
        r"\b(?:letter|present|gift|message|email|call|text|card|note|news|heard|thanks|love) from "
        r"(?:june|april|may|august)\b"
    ),
    Rule.nothing(
        r"\b(?:no\.?|room|flat|number|pr|issue|ticket|page|invoice|order|version|python|class of|bus|"
        r"line) #?\d+(?:[./:-]\d+)*\b"
    ),
)

ENGLISH: Final = Language(
    hint=re.compile(
        r"\d|day|mon|tu[es]|we[dn]|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
        "week|wk|wknd|month|year|"
        "night|this |tomo|tmr|tmw|quarter|ago|from now|spring|summer|autumn|fall|winter|first|second"
        "|third|fourth|fifth|"
        "sixth|enth|eigh|nin|lfth|tieth|mas|easter|hallow|valent|thanks|clock|noon|past|in the "
        "(?:mor|aft|eve)|in an? |"
        r"in (?:two|three|four|five|six|ten)|every |each |nye|at night|half an?"
    ),
    rules=(
        *_DAYS_NEAR,
        *_WEEKDAYS,
        *_RECURRING,
        *_DATES,
        *_PERIODS,
        *_OFFSETS,
        *_FEASTS,
        *CLOCK_RULES,
        *_NO_DATES,
        *numeric_rules(),
    ),
    tense=tense,
    joint=re.compile(rf"(?:,? ?| {_PART},? ?)(?:(?:at|from|around|about|by|@|on|from about) ?)?|, ?| ?- ?| \("),
    range_joint=re.compile(
        r" ?(?:-|to|till|til|until|through|thru|up to) ?(?:the )?(?:end of |mid |early |late )?(?:on )?"
    ),
    since=re.compile(
        r"\b(?:since|from|starting|as of|effective|beginning|as from)(?: on| about| around)?"
        r"(?: early| mid| late| the end of| the start of| the beginning of)?(?: the)? $"
    ),
    until=re.compile(
        r"\b(?:until|till|'?til|by|thru|through|up to|before|no later than)(?: about| around)?"
        r"(?: early| mid| late| the end of| end of| the start of)?(?: the)? $"
    ),
    since_after=re.compile(r" (?:onwards?|and on|forward)\b"),
)
