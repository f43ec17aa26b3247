"""German time expressions."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from memscribe.text.dates import algebra
from memscribe.text.dates.algebra import Direction
from memscribe.text.dates.clock import Clock, Half, minute_of_day
from memscribe.text.dates.grammar import (
    Language,
    Reading,
    Rule,
    Scene,
    after,
    alternatives,
    clause_around,
    not_after,
    numbered,
)
from memscribe.text.dates.numeric import rules as numeric_rules
from memscribe.text.dates.readers import COMING, Words, away

_CARDINALS: Final = numbered(
    "eins|ein|eine|einem|einer|einen zwei drei vier fünf sechs sieben acht neun zehn elf zwölf", 1
)
_STEMS: Final = {"letzt": -1, "vorig": -1, "vergangen": -1, "dies": 0, "nächst": 1, "kommend": COMING}
_ENDINGS: Final = ("e", "er", "es", "en", "em")
_WORDS: Final = Words(
    weekday=numbered("montag|mo dienstag|di mittwoch|mi donnerstag|do freitag|fr samstag|sonnabend|sa sonntag|so"),
    month=numbered(
        "januar|jänner|jan februar|feb märz|maerz|mrz april|apr mai juni|jun juli|jul august|"
        "aug september|sept|sep "
        "oktober|okt november|nov dezember|dez",
        1,
    ),
    count=_CARDINALS | {"vierzehn": 14, "zwanzig": 20, "dreißig": 30, "ein paar": 3},
    ordinal={
        stem + ending: number
        for ending in _ENDINGS
        for stem, number in {
            **numbered("erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft", 1),
            "letzt": -1,
        }.items()
    },
    shift={stem + ending: value for stem, value in _STEMS.items() for ending in _ENDINGS},
    season={"frühling": (3, 5), "frühjahr": (3, 5), "sommer": (6, 8), "herbst": (9, 11), "winter": (12, 14)},
    unit={
        "minute": "minute",
        "stunde": "hour",
        "tag": "day",
        "woche": "week",
        "monat": "month",
        "jahr": "year",
        "quartal": "quarter",
    },
    past=frozenset({"vor", "seit", "vorletzt"}),
    endings=".",
)

_DAY_NAMES: Final = tuple(name for name in _WORDS.weekday if name.endswith(("tag", "abend", "woch")))
_WD: Final = alternatives(_DAY_NAMES) + r"\b"
_WD_ANY: Final = rf"(?:{_WD}|(?:mo|di|mi|do|fr|sa|so)\.?(?=,? ?(?:den )?\d))"
_SHORT_MONTHS: Final = ("jan", "feb", "mrz", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")
_MON: Final = alternatives(_WORDS.month) + r"\b"
_FULL_MON: Final = alternatives(tuple(word for word in _WORDS.month if word not in _SHORT_MONTHS)) + r"\b"
_D: Final = r"(?P<d>(?:3[01]|[12]\d|0?[1-9])\.)"
_D2: Final = r"(?P<d2>(?:3[01]|[12]\d|0?[1-9])\.)"
_M_NUMBER: Final = r"(?P<mn>1[0-2]|0?[1-9])"
_NUM: Final = rf"(?:\d{{1,3}}|{alternatives(_WORDS.count)})"
_SHIFT: Final = r"(?P<shift>(?:letzt|vorig|vergangen|dies|nächst|kommend)(?:e[rsnm]?))"
_UNIT: Final = r"(?P<unit>minute|stunde|tag|woche|monat|jahr)(?:e[ns]?|n|s)?\b"
_YEAR: Final = r"(?P<y>19[3-9]\d|20\d\d|21\d\d)(?![\d-])"
_OF_YEAR: Final = (
    rf"(?: (?:im jahr )?{_YEAR}| (?P<ys>nächsten|letzten|dieses|diesen|vergangenen|kommenden) jahres\b)?"
)
_PART: Final = (
    "(?:morgens|vormittags|mittags|nachmittags|abends|nachts|früh|morgen|vormittag|mittag|nachmittag|abend|nacht)"
)
_FREE: Final = r"(?<![\w./:$€])(?<!\d-)"
_TO: Final = r" ?(?:-|bis(?: zum)?) ?"

_TENSE: Final = re.compile(
    r"\b(?:(?P<future>werden?|wirst|wird|will|wollen|wollte gern|soll|sollen|muss|müssen|möchten?"
    "|kann|können|geplant|bis|ab|sobald|"
    r"demnächst|bitte|erinner\w*|termin)"
    "|(?P<past>war|waren|hatten?|wurden?|kam|kamen|ging|gingen|fuhr|sah|gab|fand|blieb|starb|"
    "bekam|rief|zog|traf|fiel|lief|"
    "verkauft|bekommen|verschoben|angefangen|erhalten|begonnen|passiert|unterschrieben|"
    "verstorben|verloren|bestanden|besucht|"
    r"repariert|erledigt|entschieden|vereinbart|zugesagt|gestern|schon|bereits|damals|"
    "(?!gehen|geben|genau|gestern|gegen|genug|gerade|gesamt|geplant|geehrt|gemeint|gerät|gesund|"
    "gebiet|geburt|gericht|gebeten)"
    r"(?:\w{2,6})?ge[a-zäöüß]{3,}(?:t|en)))\b"
)
_CLAUSE: Final = re.compile(r"[,;:!?](?=\s)|[()]|[.] (?=\D)| und dann | aber | weil ")
_FORWARD: Final = re.compile(r"\b(?:bis|ab|zum|für|auf)(?: den| dem| zum| anfang| ende| mitte)? $")
_BACKWARD: Final = re.compile(r"\bseit(?: dem| der| den| anfang| ende| mitte)? $")


def _tense(text: str, start: int, end: int) -> Direction:
    before = text[max(0, start - 24) : start]
    if _BACKWARD.search(before):
        return -2
    if _FORWARD.search(before):
        return 2
    # a German participle closes its clause: any in it tells, before or behind
    nearest: tuple[int, Direction] | None = None
    for cue in _TENSE.finditer(text, *clause_around(_CLAUSE, text, start, end)):
        distance = start - cue.end() if cue.end() <= start else cue.start() - end
        if (cue.end() <= start or cue.start() >= end) and (nearest is None or distance < nearest[0]):
            nearest = distance, -1 if cue["past"] else 1
    return nearest[1] if nearest else 0


def _near(shift: int) -> Callable[[re.Match[str], Scene], Reading]:
    return lambda _match, scene: Reading(algebra.day(scene.today + timedelta(days=shift)))


def _counts(match: re.Match[str], scene: Scene) -> bool:
    """Whether a noun follows, which German writes large: "am 3. Tag", "der 2. Weltkrieg"."""
    return re.match(r" [A-ZÄÖÜ]", scene.raw[match.end() :]) is not None and not _BREAK.match(
        scene.text, match.end()
    )


_BREAK: Final = re.compile(rf" (?:{_MON}|uhr\b|(?:kommt|kommen|ist|geht)\b)")


def _day_alone(match: re.Match[str], scene: Scene) -> Reading | None:
    return None if _counts(match, scene) else _WORDS.day_alone(match, scene)


def _numeric_date(match: re.Match[str], scene: Scene) -> Reading | None:
    number, month = int(match["d"].rstrip(".")), int(match["mn"])
    found = algebra.date_towards(scene.today, month, number, scene.direction(match))
    return Reading(algebra.day(found), cycle="year") if found else None


def _numeric_date_range(match: re.Match[str], scene: Scene) -> Reading | None:
    last = int(match["d2"].rstrip("."))
    end = algebra.date_towards(scene.today, int(match["mn"]), last, scene.direction(match))
    first = int(match["d"].rstrip("."))
    if end is None or first >= last:
        return None
    return Reading(algebra.days(end.replace(day=first), end), cycle="year", both_ends=True)


def _edge(match: re.Match[str], scene: Scene) -> Reading | None:
    unit = "year" if match[0].startswith("jahr") else "month"
    if unit == "year":
        return Reading(algebra.year(scene.today.year))
    return Reading(algebra.month(scene.today.year, scene.today.month))


_HALF_YEAR: Final = 180  # days
_HALF: Final[dict[str, Half]] = {
    "morgens": "am",
    "früh": "am",
    "vormittags": "",
    "mittags": "noon",
    "nachmittags": "pm",
    "abends": "evening",
    "nachts": "night",
}
_STEPS: Final = {
    "halb": -30,
    "viertel nach": 15,
    "viertel vor": -15,
    "dreiviertel": -15,
    "zehn nach": 10,
    "zehn vor": -10,
}


def _clock(match: re.Match[str], _scene: Scene) -> Reading:
    named = match.groupdict()
    hour = _CARDINALS.get(match["h"]) or int(match["h"])
    minute = int(named.get("min") or named.get("min2") or 0)
    half: Half = _HALF[match["part"]] if match["part"] else ""
    return Reading(clock=Clock(minute_of_day(hour, minute, half)), relative=False)


def _clock_span(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(60 * int(match["h"]), 60 * int(match["h2"])), relative=False)


def _clock_words(match: re.Match[str], _scene: Scene) -> Reading:
    hour = _CARDINALS.get(match["h"]) or int(match["h"])
    half: Half = _HALF[match["part"]] if match["part"] else ""
    minute = minute_of_day(hour, _STEPS[match["step"]], half)
    return Reading(clock=Clock(minute, firm=bool(match["part"])), relative=False)


def _noon(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(0 if "mitternacht" in match[0] else 720), relative=False)


def _calendar_week(match: re.Match[str], scene: Scene) -> Reading:
    number = int(match["w"])
    year = int(match["y"]) if match["y"] else scene.today.year
    monday = date.fromisocalendar(year, number, 1)
    if not match["y"] and (scene.today - monday).days > _HALF_YEAR:
        monday = date.fromisocalendar(year + 1, number, 1)
    return Reading(algebra.week(monday), relative=not match["y"])


def _half_year(match: re.Match[str], scene: Scene) -> Reading:
    return away(scene.now, -6 if match["way"] == "vor" else 6, "month")


def _feast(pattern: str, of_year: Callable[[int], date]) -> Rule:
    return Rule.of(rf"\b(?:{pattern})\b(?: {_YEAR})?", _WORDS.feast(of_year))


def _easter(shift: int) -> Callable[[int], date]:
    return lambda year: algebra.easter(year) + timedelta(days=shift)


_HOUR_WORD: Final = rf"(?P<h>\d{{1,2}}|{alternatives(_CARDINALS)})"
_NEAR_PART: Final = r"(?: (?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?\b"

_RULES: Final = (
    Rule.of(rf"\bheute{_NEAR_PART}(?! in )", _near(0)),
    Rule.of(
        "(?<!am )(?<!jeden )(?<!guten )(?<!heute )(?<!gestern )(?<!einen )(?<!den )(?<!tag )"
        r"(?<!woch )(?<!der )(?<!dem )(?<!abend )(?<!diesen )\bmorgen\b",
        _near(1),
    ),
    Rule.of(r"\bübermorgen\b", _near(2)),
    Rule.of(r"\büberübermorgen\b", _near(3)),
    Rule.of(rf"\bgestern{_NEAR_PART}", _near(-1)),
    Rule.of(rf"\bvorgestern{_NEAR_PART}", _near(-2)),
    Rule.of(r"\bdiese nacht\b", _near(0)),
    Rule.of(r"\bheute in einer woche\b", _near(7)),
    Rule.of(r"\bheute in (?:14 tagen|zwei wochen)\b", _near(14)),
    # weekdays, also in compounds: Freitagabend
    Rule.of(rf"\b{_SHIFT} (?P<wd>{_WD})", _WORDS.shifted_weekday),
    Rule.of(
        r"\b(?P<way>übernächst|vorletzt)e[rsnm]? (?P<unit>woche|monat|jahr|wochenende)s?\b", _WORDS.unit_after_next
    ),
    Rule.of(rf"\b(?P<way>übernächst)en (?P<unit>{_WD})", _WORDS.unit_after_next),
    Rule.of(rf"\b(?P<wd>{_WD}) {_SHIFT} woche\b", _WORDS.weekday_of_week),
    Rule.of(rf"\b{_SHIFT} woche(?:,| am)? (?P<wd>{_WD})", _WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{_WD}) in (?P<n>{_NUM}) wochen?\b", _WORDS.weekday_weeks_on),
    Rule.of(
        rf"\b(?P<wd>{_WD_ANY}),? ?(?:den |dem )?{_D}(?! ?\d)",
        lambda m, s: None if _counts(m, s) else _WORDS.weekday_with_number(m, s),
    ),
    Rule.of(
        rf"\b(?P<wd>{_WD}) (?:den )?(?P<d>3[01]|[12]\d|[1-9])(?![\w:.]| ?(?:uhr|h\b|bis|-|€|personen|leute))",
        _WORDS.weekday_with_number,
    ),
    Rule.of(
        rf"\b(?P<wd>{alternatives(_DAY_NAMES)})(?:abend|morgen|"
        r"vormittag|mittag|nachmittag|nacht|früh)?\b(?!s)",
        _WORDS.bare_weekday,
    ),
    Rule.of(r"(?<=\bam )(?P<wd>mo|di|mi|do|fr|sa|so)\b\.?", _WORDS.bare_weekday),
    Rule.recurring(
        rf"\b(?:immer )?{alternatives(tuple(name + 's' for name in _DAY_NAMES))}(?:(?:,|"
        r" und| oder|/) ?\w+tags)*\b"
    ),
    Rule.recurring(
        rf"\bjede[nsrm]?(?: (?:zweite[nsrm]?|dritte[nsrm]?|ersten|letzten|\d+\.))? (?:{_WD}|"
        f"{_FULL_MON}|tag|woche|monat|jahr|morgen|abend|nacht|wochenende|werktag|stunde|quartal|"
        rf"sommer|winter)s?(?:(?:,| und) {_WD})*\b"
    ),
    Rule.recurring(
        rf"\balle (?:{_NUM} )?(?:tage|wochen|monate|jahre|stunden)\b|\b(?:werktags|wochentags|"
        rf"unter der woche|am \d{{1,2}}\. (?:jedes|des) monats)\b"
    ),
    Rule.recurring(
        r"\b(?:montag|mo|dienstag|di)\.? ?(?:-|bis) ?(?:freitag|fr|samstag|sa|sonntag|so)\b\.?"
        "(?! den)"
    ),
    Rule.recurring(
        r"\b(?:mo|di|mi|do|fr|sa|so)(?: ?[/+&] ?(?:mo|di|mi|do|fr|sa|so))+\b|\b(?:einmal|zweimal|"
        r"dreimal|\d+ ?x|\d+ ?mal) (?:pro|die|im|am) (?:tag|woche|monat|jahr)\b"
    ),
    # dates
    Rule.of(rf"{_FREE}(?:(?P<wd>{_WD_ANY}),? ?(?:den |dem )?)?{_D} ?(?P<m>{_MON})\.?{_OF_YEAR}", _WORDS.dated),
    Rule.of(
        rf"{_FREE}(?P<d>{alternatives(_WORDS.ordinal)}) (?P<m>{_FULL_MON}){_OF_YEAR}",
        lambda m, s: None if m["d"].startswith("letzt") else _WORDS.dated(m, s),
    ),
    Rule.of(rf"{_FREE}{_D}{_TO}{_D2} ?(?P<m>{_MON})\.?{_OF_YEAR}", _WORDS.date_range),
    Rule.of(rf"{_FREE}{_D} ?{_M_NUMBER}\.(?!\d)", _numeric_date),
    Rule.of(rf"{after('am ab bis vom zum seit dem')}{_D}{_M_NUMBER}(?![\d.:,%]|\.\d| ?(?:uhr|%|€))", _numeric_date),
    Rule.of(rf"{_FREE}{_D}{_TO}{_D2} ?{_M_NUMBER}\.(?!\d)", _numeric_date_range),
    Rule.of(rf"{_FREE}(?P<span>{_D})(?= ?(?:und|oder|,|/) ?(?:am )?(?:\d{{1,2}})\. ?(?P<m>{_MON}))", _WORDS.dated),
    Rule.of(
        rf"(?:{after('am zum bis vom den dem der seit ab')}|(?<=\())"
        rf"{not_after('in_der von_der zu_der auf_der mit_der')}{_D}(?=\s|$|[,;)!?-])",
        _day_alone,
    ),
    Rule.of(rf"{_FREE}(?:am )?(?P<span>{_D} {_SHIFT} monats)\b", _WORDS.day_of_shifted_month),
    # periods
    Rule.of(rf"\b{_SHIFT} (?P<unit>woche|monat|jahr|quartal)(?:e?s)?\b", _WORDS.shifted_unit),
    Rule.of(
        rf"{after('ende anfang mitte')}(?:des |dieses |der |dieser )?(?P<unit>woche|monat|jahr)(?:e?s)?\b",
        _WORDS.shifted_unit,
    ),
    Rule.of(r"\b(?:monatsende|monatsanfang|jahresende|jahresanfang)\b", _edge),
    Rule.of(rf"\b(?:{_SHIFT}|am|das|übers) wochenende\b", _WORDS.weekend),
    Rule.of(r"\bkw ?(?P<w>\d{1,2})(?:[ /]+(?P<y>20\d\d))?\b", _calendar_week),
    Rule.of(
        r"\b(?P<d>erste[nr]?|zweite[nr]?|dritte[nr]?|vierte[nr]?|letzte[nr]?) woche (?:im |des |"
        f"der )?(?P<m>{_FULL_MON}){_OF_YEAR}",
        _WORDS.week_of_month,
    ),
    Rule.of(
        rf"\b(?P<d>erste[nr]?|zweite[nr]?|dritte[nr]?|vierte[nr]?|letzte[nr]?) (?P<wd>{_WD}) (?:im |"
        f"des )(?P<m>{_FULL_MON}){_OF_YEAR}",
        _WORDS.nth_weekday,
    ),
    Rule.of(rf"\b{_SHIFT} (?P<m>{_FULL_MON})", _WORDS.shifted_month),
    Rule.of(rf"{_FREE}(?P<m>{_FULL_MON}|mai\b){_OF_YEAR}", _WORDS.month_alone),
    Rule.of(rf"{after('im seit ab bis anfang mitte ende von')}(?P<m>{_MON})\.?{_OF_YEAR}", _WORDS.month_alone),
    Rule.of(r"\bq(?P<q>[1-4])(?:[ /'-]*(?:(?P<y>20\d\d)|(?P<yy>\d\d)))?(?![\w-])", _WORDS.quarter),
    Rule.of(rf"\b(?P<q>erste[nsm]?|zweite[nsm]?|dritte[nsm]?|vierte[nsm]?) quartal{_OF_YEAR}", _WORDS.quarter),
    Rule.of(
        rf"(?:{after('seit in bis ab von jahr jahre auf anfang ende mitte nach vor um')}|^|(?<=\())"
        rf"{_YEAR}(?![\w:%/]|[.,]\d| ?(?:€|euro|stück|leute|personen|uhr))",
        lambda m, _s: Reading(algebra.year(int(m["y"])), relative=False),
    ),
    Rule.of(rf"\b{_SHIFT} (?P<season>frühling|frühjahr|sommer|herbst|winter)\b", _WORDS.seasonal),
    Rule.of(rf"\b(?P<season>frühling|frühjahr|sommer|herbst|winter) {_YEAR}", _WORDS.seasonal),
    Rule.of(
        rf"{after('im seit_dem bis_zum ab_dem')}(?P<season>frühling|frühjahr|sommer|herbst|winter)\b",
        _WORDS.seasonal,
    ),
    # so long ago, so long from now; "seit drei Wochen" begins then
    Rule.of(
        rf"\b(?P<way>vor|in)(?: etwa| ungefähr| rund| ca\.?)? (?P<n>{_NUM}) {_UNIT}(?! (?:statt|lang|oder))",
        _WORDS.offset,
    ),
    Rule.of(rf"\b(?P<way>seit) (?P<span>(?:etwa |ungefähr |rund )?(?P<n>{_NUM}) {_UNIT})", _WORDS.offset),
    Rule.of(r"\b(?P<way>vor|in) einem halben jahr\b", _half_year),
    # feasts
    _feast("weihnachten|1\\. weihnachtstag|ersten weihnachtstag", lambda y: date(y, 12, 25)),
    _feast("2\\. weihnachtstag|zweiten weihnachtstag", lambda y: date(y, 12, 26)),
    _feast("heiligabend|heilig abend|heiligen abend", lambda y: date(y, 12, 24)),
    _feast("silvester", lambda y: date(y, 12, 31)),
    _feast("neujahr|neujahrstag", lambda y: date(y, 1, 1)),
    _feast("nikolaus", lambda y: date(y, 12, 6)),
    _feast("ostern|ostersonntag", algebra.easter),
    _feast("rosenmontag", _easter(-48)),
    _feast("aschermittwoch", _easter(-46)),
    _feast("gründonnerstag", _easter(-3)),
    _feast("karfreitag", _easter(-2)),
    _feast("ostermontag", _easter(1)),
    _feast("christi himmelfahrt", _easter(39)),
    _feast("pfingsten|pfingstsonntag", _easter(49)),
    _feast("pfingstmontag", _easter(50)),
    _feast("fronleichnam", _easter(60)),
    _feast("allerheiligen", lambda y: date(y, 11, 1)),
    _feast("tag der deutschen einheit", lambda y: date(y, 10, 3)),
    _feast("valentinstag", lambda y: date(y, 2, 14)),
    # times of day
    Rule.of(
        r"(?<![\w.:])(?P<h>[01]?\d|2[0-4])(?:[:.](?P<min>[0-5]\d))? uhr(?: (?P<min2>[0-5]?\d)(?! uhr)"
        r")?(?: (?P<part>morgens|früh|vormittags|mittags|nachmittags|abends|nachts))?\b",
        _clock,
    ),
    Rule.of(
        rf"\b(?P<h>{alternatives(_CARDINALS)}) uhr(?: (?P<part>morgens|früh|vormittags|mittags|"
        r"nachmittags|abends|nachts))?\b",
        _clock,
    ),
    Rule.of(
        r"(?<![\w.:])(?P<h>[01]?\d|2[0-4]) ?(?:-|bis) ?(?P<h2>[01]?\d|2[0-4]) uhr\b",
        _clock_span,
    ),
    Rule.of(
        rf"\b(?P<step>halb|viertel nach|viertel vor|dreiviertel|zehn nach|zehn vor) {_HOUR_WORD}\b"
        "(?: (?P<part>morgens|früh|nachmittags|abends))?(?! (?:tage|wochen|jahre|stunden|monate))",
        _clock_words,
    ),
    Rule.of(r"\b(?:um|gegen|bis|ab) mitternacht\b|\b12 uhr mittags\b|\bzu mittag\b", _noon),
    Rule.nothing(
        r"[$€£] ?\d[\d.,]*|\b(?:version|nr\.?|zimmer|raum|haus|gleis|linie|hausnummer|seite|kapitel)"
        r" \d+(?:[.:]\d+)*"
    ),
    Rule.nothing(r"\b(?:am|den|der) (?:nächsten|selben|gleichen) tag\b|\bsonntagsruhe\b|\bso \d+|\bmi casa\b"),
)


GERMAN: Final = Language(
    hint=re.compile(
        r"\d|heute|morgen|gestern|tag|mittwoch|sonnabend|woche|monat|jahr|januar|jänner|febr|märz|"
        r"april|mai\b|juni|juli|august|tember|oktob|"
        r"novem|dezem|\b(?:jan|feb|apr|jun|jul|aug|sept?|okt|nov|dez)\b|frühling|sommer|herbst|winter"
        "|weihnacht|ostern|silvester|neujahr|pfingst|heilig|karfr|"
        r"uhr|halb|viertel|mitternacht|seit|vor |jede|nacht|quartal|kw|stunde|minute|nikolaus|fronleich"
    ),
    rules=(*_RULES, *numeric_rules(day_first=True)),
    tense=_tense,
    joint=re.compile(rf"(?:,? ?| {_PART},? ?)(?:(?:um|gegen|ab|von|bis) )?(?:ca\. )?"),
    joint_back=re.compile(r",? ?(?:am )?"),
    range_joint=re.compile(r" ?(?:-|bis|bis zum|zum) ?(?:zum |den |ende |anfang |mitte )?"),
    since=re.compile(r"\b(?:seit|ab)(?: dem| der| den| anfang| ende| mitte)? $"),
    until=re.compile(
        r"\b(?:bis|bis zum|bis spätestens|spätestens|vor)(?: den| dem| der| zum| zur| ende| anfang|"
        " mitte| am)* $"
    ),
    since_after=re.compile(r" an\b(?! de[mnr]\b)"),
)
