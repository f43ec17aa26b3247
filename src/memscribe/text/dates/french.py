"""French time expressions."""

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
    numbered,
)
from memscribe.text.dates.numeric import rules as numeric_rules
from memscribe.text.dates.readers import Words

_CARDINALS: Final = numbered("un|une deux trois quatre cinq six sept huit neuf dix onze douze", 1)
_WORDS: Final = Words(
    weekday=numbered("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    month=numbered(
        "janvier|janv février|fevrier|févr|fév mars avril|avr mai juin juillet|juil août|"
        "aout septembre|sept octobre|oct "
        "novembre|nov décembre|decembre|déc|dec",
        1,
    ),
    count=_CARDINALS | {"quinze": 15, "vingt": 20, "trente": 30, "une quinzaine de": 15, "une dizaine de": 10},
    ordinal={
        "premier": 1,
        "première": 1,
        "deuxième": 2,
        "troisième": 3,
        "quatrième": 4,
        "dernier": -1,
        "dernière": -1,
    }
    | {"second": 2, "seconde": 2},
    shift={"dernier": -1, "dernière": -1, "derniere": -1, "passé": -1, "passée": -1, "ce": 0, "cet": 0, "cette": 0}
    | {"prochain": 1, "prochaine": 1, "suivant": 1, "suivante": 1},
    season={"printemps": (3, 5), "été": (6, 8), "automne": (9, 11), "hiver": (12, 14)},
    unit={
        "minute": "minute",
        "heure": "hour",
        "jour": "day",
        "semaine": "week",
        "quinzaine": "fortnight",
        "mois": "month",
    }
    | {"trimestre": "quarter", "an": "year", "année": "year", "annee": "year"},
    past=frozenset({"il y a", "y a", "ça fait", "depuis"}),
    endings="er",
)

_DAY: Final = alternatives(_WORDS.weekday)
_WD: Final = _DAY + r"\b"
_MON: Final = alternatives(_WORDS.month) + r"\b"
_SURE_MON: Final = (
    alternatives(
        tuple(
            set(_WORDS.month)
            - {"mai", "mars", "avr", "janv", "févr", "fév", "juil", "sept", "oct", "nov", "déc", "dec"}
        )
    )
    + r"\b"
)
_D: Final = r"(?P<d>(?:3[01]|[12]\d|0?[1-9])|1er|premier)"
_D2: Final = r"(?P<d2>3[01]|[12]\d|0?[1-9])"
_NUM: Final = rf"(?:\d{{1,3}}|{alternatives(_WORDS.count)})"
_UNIT: Final = r"(?P<unit>minute|heure|jour|semaine|mois|an|année)s?\b"
_BEHIND: Final = rf"(?P<shift>{alternatives(tuple(word for word in _WORDS.shift if word[:2] != 'ce'))})\b"
_YEAR: Final = r"(?P<y>19[3-9]\d|20\d\d|21\d\d)(?![\d-])"
_OF_YEAR: Final = (
    rf"(?:,? (?:de )?{_YEAR}| (?:de )?l'an(?:née)? (?P<ys>prochaine?|dernier|dernière|passé|passée)\b)?"
)
_PART: Final = r"(?:matin|après-midi|soir|nuit|midi|au soir|au matin|dans la matinée|en soirée|tôt)"
_BEFORE_SLASHED: Final = "le du au avant_le lundi mardi mercredi jeudi vendredi samedi dimanche"
_FREE: Final = r"(?<![\w./:€$])(?<!\d-)"
# "le 26" is a day unless it counts something: only signs and these words may follow it
_STANDS: Final = (
    r"(?![\w%€]|[.,:/-]\d| ?[%€$])(?=$|\s*[^\w\s]|\s+(?:à|a|après|au|aux|avec|avant|c'est|car|ce|"
    "chez|dans|de ce mois|donc|du mois|elle|en|est|et|"
    "il|ils|j'ai|j'|je|la|le|les|mais|mon|ma|nous|on|ou|par|pas|parce|pour|puis|que|qui|sera|si|"
    r"tu|vers|vous|y|matin|soir|midi|prochain|dernier)(?!\w))"
)

_TENSE: Final = re.compile(
    r"(?:(?P<past>(?:\b(?:ai|as|a|avons|avez|ont|suis|es|est|sommes|êtes|sont|étais|était|avait|"
    "avais)|j'ai|t'as|l'ai|s'est|m'a|l'a|n'a|m'ont|c'est) "
    r"(?:\w+ ){0,2}?(?!\w*(?:prévu|aussi|ici|lundi|mardi|jeudi|midi|samedi|vendredi|mercredi)\b)"
    r"\w{2,}(?:é|ée|és|ées|i|u|us|ue|is|it|ert|aint)\b"
    r"|\b\w{3,}(?:ais|ait|aient)\b|\b(?:était|hier|déjà|dernièrement)\b|\b(?:posée?|faite?|"
    r"signée?|livrée?|coulée?|vendue?|reçue?|envoyée?|passée?|finie?)\b)"
    r"|\b(?P<future>\w{2,}(?:rai|ras|ra|rons|rez|ront)|vais|vas|va|vont|allons|dois|doit|faut|"
    "veux|veut|prévue?s?|demain|commence|part|passe|arrive|"
    r"vient|viennent|prochaine?|bientôt|rappelle|peux|peut|note|départ|début|rendez-vous|rdv)\b)"
)
_CLAUSE: Final = re.compile(r"[,;:!?](?=\s)|[()]|[.] | mais | et puis | parce que ")
_FORWARD: Final = re.compile(
    r"(?:\b(?:pour|avant|d'ici|jusqu'au|jusqu'à|jusqu'en|à partir de|à partir du|dès|dès le|"
    r"dès le|au)(?: le| la)? ?|\bjusqu'à (?:la )?fin )$"
)
_BACKWARD: Final = re.compile(r"\bdepuis(?: le| la| l')? ?$")


def _tense(text: str, start: int, end: int) -> Direction:
    before = text[max(0, start - 24) : start]
    if _BACKWARD.search(before):
        return -2
    if _FORWARD.search(before):
        return 2
    nearest: tuple[int, Direction] | None = None
    for cue in _TENSE.finditer(text, *clause_around(_CLAUSE, text, start, end)):
        distance = start - cue.end() if cue.end() <= start else cue.start() - end + 20
        if (cue.end() <= start or cue.start() >= end) and (nearest is None or distance < nearest[0]):
            nearest = distance, -1 if cue["past"] else 1
    return nearest[1] if nearest else 0


def _near(shift: int) -> Callable[[re.Match[str], Scene], Reading]:
    return lambda _match, scene: Reading(algebra.day(scene.today + timedelta(days=shift)))


def _slashed(match: re.Match[str], scene: Scene) -> Reading | None:
    found = algebra.date_towards(scene.today, int(match["mn"]), int(match["d"]), scene.direction(match))
    return Reading(algebra.day(found), cycle="year") if found else None


def _shifted_date(match: re.Match[str], scene: Scene) -> Reading | None:
    direction: Direction = -2 if _WORDS.shift[match["shift"]] < 0 else 2
    found = algebra.date_towards(
        scene.today, _WORDS.month[match["m"]], int(match["d"].rstrip("premi") or 1), direction
    )
    return Reading(algebra.day(found)) if found else None


def _day_number(match: re.Match[str], scene: Scene) -> Reading | None:
    return _WORDS.weekday_with_number(match, scene) if match["wd"] else _WORDS.day_alone(match, scene)


def _season(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read a season only where it is one: "été" is "been" as well."""
    led = match["y"] or _SEASON_LEAD.search(scene.text, 0, match.start())
    return _WORDS.seasonal(match, scene) if led else None


_SEASON_LEAD: Final = re.compile(r"(?:\bdepuis (?:l'|le )|\bau |\bjusqu'(?:à l'|au ))$")


def _week_on(match: re.Match[str], scene: Scene) -> Reading:
    start = algebra.weekday_towards(scene.today, _WORDS.weekday[match["wd"]], 1)
    return Reading(algebra.day(start + timedelta(weeks=1 if match["n"] == "huit" else 2)))


def _year(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(algebra.year(int(match["y"])), relative=False)


_HALF: Final[dict[str, Half]] = {"matin": "am", "après-midi": "pm", "soir": "evening"}
_STEPS: Final = {"et demie": 30, "et quart": 15, "moins le quart": -15}


def _clock(match: re.Match[str], _scene: Scene) -> Reading:
    named = match.groupdict()
    hour, part = _CARDINALS.get(match["h"]) or int(match["h"]), match["part"]
    minute = _STEPS[match["half"]] if named.get("half") else int(named.get("min") or 0)
    firm = bool(part) or not named.get("half")
    return Reading(clock=Clock(minute_of_day(hour, minute, _HALF[part] if part else ""), firm=firm), relative=False)


def _clock_span(match: re.Match[str], _scene: Scene) -> Reading:
    start, end = (
        60 * int(match[hour]) + int(match[minute] or 0) for hour, minute in (("h", "min"), ("h2", "min2"))
    )
    return Reading(clock=Clock(start, end), relative=False)


def _noon(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(0 if "minuit" in match[0] else 720), relative=False)


def _feast(pattern: str, of_year: Callable[[int], date]) -> Rule:
    return Rule.of(
        rf"\b(?:{pattern})\b(?: {_YEAR}| (?:de )?l'an(?:née)? (?P<ys>prochaine?|dernier|dernière)\b)?",
        _WORDS.feast(of_year),
    )


def _easter(shift: int) -> Callable[[int], date]:
    return lambda year: algebra.easter(year) + timedelta(days=shift)


_RULES: Final = (
    Rule.of(r"\b(?:aujourd'hui|ce matin|ce soir|cet après-midi|cette après-midi|ce midi|cette nuit)\b", _near(0)),
    Rule.of(r"(?<!après-)\bdemain\b", _near(1)),
    Rule.of(r"\baprès[- ]demain\b", _near(2)),
    Rule.of(r"(?<!avant-)\b(?:hier soir|hier)\b", _near(-1)),
    Rule.of(r"\bavant[- ]hier\b", _near(-2)),
    # weekdays; "le jeudi" alone is every Thursday
    Rule.of(rf"\b(?P<wd>{_WD}) {_BEHIND}", _WORDS.shifted_weekday),
    Rule.of(rf"\b(?P<shift>ce) (?P<wd>{_WD})", _WORDS.shifted_weekday),
    Rule.of(rf"\b(?P<wd>{_WD}) de la semaine {_BEHIND}", _WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{_WD}) de (?P<shift>cette) semaine\b", _WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{_WD}) en (?P<n>huit|quinze)\b", _week_on),
    Rule.of(rf"\b(?P<wd>{_WD}) {_D}(?! ?(?:h\b|h\d|heures|:\d|%|€)|\d|[.,/]\d)", _WORDS.weekday_with_number),
    Rule.of(rf"(?<!\ble )(?<!les )(?<!du )(?<!au )(?<!chaque )(?<!-)\b(?P<wd>{_WD})(?!-)", _WORDS.bare_weekday),
    Rule.of(rf"(?:(?<=depuis le )|(?<=avant le )|(?<=pour le ))(?P<wd>{_WD})(?! \d)", _WORDS.bare_weekday),
    Rule.recurring(
        rf"\b(?:tous les|les|chaque|le|du) {_DAY}s?\b(?:(?:,| et| ou| au) (?:le |les )?{_DAY}s?\b)*(?: "
        r"(?:matin|soir|après-midi)s?)?(?! (?:\d|prochain|dernier|en huit|de la semaine|suivant|"
        "de cette|premier))"
    ),
    Rule.recurring(
        rf"\b(?:chaque|tous les|toutes les)(?: {_NUM})? (?:jours?|semaines?|mois|ans|années?|matins?|"
        rf"soirs?|nuits?|heures?|week-ends?|étés?|ans)\b|\ble \d{{1,2}} (?:de|du) (?:chaque mois|"
        r"mois)\b|\b(?:une|deux|trois|\d+) fois par (?:jour|semaine|mois|an)\b|\ben semaine\b"
    ),
    # days of the month
    Rule.of(rf"{_FREE}(?:(?P<wd>{_WD}),? )?{_D} (?P<m>{_MON})\.?{_OF_YEAR}(?! (?:prochain|dernier))", _WORDS.dated),
    Rule.of(rf"{_FREE}{_D} (?P<m>{_MON}) {_BEHIND}", _shifted_date),
    Rule.of(rf"{_FREE}{_D} ?(?:au|-|à) ?{_D2} (?P<m>{_MON})\.?{_OF_YEAR}", _WORDS.date_range),
    Rule.of(rf"{_FREE}(?P<span>{_D})(?= ?(?:,|et|ou) ?(?:le )?(?:\d{{1,2}}) (?P<m>{_MON}))", _WORDS.dated),
    Rule.of(
        rf"(?:{after(_BEFORE_SLASHED)}|(?<=jusqu'au ))(?P<d>3[01]|[12]\d|0?[1-9])/(?P<mn>1[0-2]|"
        r"0?[1-9])(?![\d/])",
        _slashed,
    ),
    Rule.of(
        f"(?:{after('le du au avant_le pour_le')}|(?<=jusqu'au ))(?:(?P<wd>{_WD}) )?{_D}{_STANDS}", _day_number
    ),
    Rule.of(rf"{_FREE}{_D} (?:de ce|du) mois\b(?! (?:prochain|dernier))", _WORDS.day_alone),
    # periods
    Rule.of(
        rf"\b(?:(?:le|la|l'|du|de la|de l') ?)?(?P<span>(?P<unit>semaine|mois|année|an|trimestre) {_BEHIND})",
        _WORDS.shifted_unit,
    ),
    Rule.of(r"\b(?P<shift>ce|cette) (?P<unit>semaine|mois|année|trimestre)\b(?:-ci)?", _WORDS.shifted_unit),
    Rule.of(
        r"(?:(?<=fin du )|(?<=début du )|(?<=fin de )|(?<=fin de l'))(?P<unit>mois|année)\b(?! \w*"
        "(?:prochain|dernier))",
        _WORDS.shifted_unit,
    ),
    Rule.of(rf"\b(?:week-end|weekend) {_BEHIND}", _WORDS.weekend),
    Rule.of(r"\b(?:(?P<shift>ce)|le) (?:week-end|weekend)\b(?! (?:du|prochain|dernier))", _WORDS.weekend),
    Rule.of(rf"\b(?P<what>semaine|week-end|weekend) du {_D}(?: (?P<m>{_MON}))?(?!\w)", _WORDS.week_around),
    Rule.of(
        rf"\b(?P<d>première|deuxième|troisième|dernière) semaine (?:de |d')(?P<m>{_MON}){_OF_YEAR}",
        _WORDS.week_of_month,
    ),
    Rule.of(
        rf"\b(?P<d>premier|deuxième|troisième|dernier) (?P<wd>{_WD}) (?:de |d'|du mois de )"
        f"(?P<m>{_MON}){_OF_YEAR}",
        _WORDS.nth_weekday,
    ),
    Rule.of(rf"\b(?P<m>{_MON}) {_BEHIND}", _WORDS.shifted_month),
    Rule.of(rf"(?<![\w-])(?P<m>{_SURE_MON}){_OF_YEAR}", _WORDS.month_alone),
    Rule.of(
        f"(?:{after('en depuis dès de fin début courant à mi jusque avant à_partir_de de_mi')}|"
        f"(?<=jusqu'en )|(?<=jusqu'à )|(?<=d')|(?<=mi-)|(?<=fin )|(?<=début ))(?P<m>{_MON})"
        f"{_OF_YEAR}",
        _WORDS.month_alone,
    ),
    Rule.of(rf"{_FREE}(?P<m>{_MON}) {_YEAR}", _WORDS.month_alone),
    Rule.of(r"\bt(?P<q>[1-4])(?: (?P<y>20\d\d))?(?![\w-])", _WORDS.quarter),
    Rule.of(rf"\b(?P<q>premier|deuxième|troisième|quatrième) trimestre{_OF_YEAR}", _WORDS.quarter),
    Rule.of(
        f"(?:{after('en depuis dès de année fin début avant après courant vers')}|(?<=jusqu'en )|"
        rf"(?<=\()){_YEAR}(?![\w:%/]|[.,]\d| ?(?:€|euros|personnes|pages))",
        _year,
    ),
    Rule.of(rf"\b(?:l'|cet |du )?(?P<season>printemps|été|automne|hiver) {_BEHIND}", _WORDS.seasonal),
    Rule.of(r"\b(?P<shift>cet|ce) (?P<season>printemps|été|automne|hiver)\b", _WORDS.seasonal),
    Rule.of(
        "(?:(?<=l')|(?<=au )|(?<=en )|(?<=le )|(?<=d'))(?P<season>printemps|été|automne|hiver)"
        rf"(?: {_YEAR})?\b(?<!a été)",
        _season,
    ),
    # so long ago, so long from now; "depuis trois ans" begins then
    Rule.of(rf"\b(?P<way>il y a|y a|dans)(?: environ| à peu près)? (?P<n>{_NUM}) {_UNIT}", _WORDS.offset),
    Rule.of(rf"\b(?P<way>depuis) (?P<span>(?:environ )?(?P<n>{_NUM}) {_UNIT})", _WORDS.offset),
    # feasts
    _feast("noël|noel", lambda y: date(y, 12, 25)),
    _feast("saint-sylvestre|(?:le )?réveillon du (?:nouvel an|jour de l'an)", lambda y: date(y, 12, 31)),
    _feast("(?:le )?(?:jour de l'an|nouvel an)", lambda y: date(y, 1, 1)),
    _feast("pâques|paques", algebra.easter),
    _feast("vendredi saint", _easter(-2)),
    _feast("lundi de pâques", _easter(1)),
    _feast("(?:l')?ascension", _easter(39)),
    _feast("(?:la )?pentecôte", _easter(49)),
    _feast("lundi de pentecôte", _easter(50)),
    _feast("(?:la )?toussaint", lambda y: date(y, 11, 1)),
    _feast("(?:l')?armistice", lambda y: date(y, 11, 11)),
    _feast("(?:l')?assomption", lambda y: date(y, 8, 15)),
    _feast("(?:la )?saint-valentin", lambda y: date(y, 2, 14)),
    # times of day; "en 10h52" is how long it took
    Rule.of(
        r"(?<!\ben )(?<!pendant )(?<!de )(?<![\w.:])(?P<h>[01]?\d|2[0-4]) ?h(?: ?(?P<min>[0-5]\d))?\b"
        "(?! (?:de route|de vol|de travail|par))(?: du (?P<part>matin|soir))?",
        _clock,
    ),
    Rule.of(
        r"(?<![\w.:])(?P<h>[01]?\d|2[0-4]) ?h(?: ?(?P<min>[0-5]\d))? ?(?:-|à) ?(?P<h2>[01]?\d|2[0-4])"
        r" ?h(?: ?(?P<min2>[0-5]\d))?\b",
        _clock_span,
    ),
    Rule.of(
        rf"(?:(?<=\bà )|(?<=vers )|(?<=dès ))(?P<h>\d{{1,2}}|{alternatives(_CARDINALS)}) heures?(?: "
        "(?P<half>et demie|et quart|moins le quart))?(?: (?:du |de l')(?P<part>matin|soir|"
        r"après-midi))?\b",
        _clock,
    ),
    Rule.of(r"(?:(?<=\bà )|(?<=vers )|(?<=avant )|(?<=jusqu'à ))(?:midi|minuit)\b", _noon),
    Rule.nothing(r"[$€£] ?\d[\d.,]*|\b(?:version|n°|numéro|salle|rue|ligne|page|chapitre|lot) \d+(?:[.:]\d+)*"),
    Rule.nothing(r"\ble lendemain\b"),
)


FRENCH: Final = Language(
    hint=re.compile(
        r"\d|aujourd|demain|hier|matin|soir|midi|minuit|nuit|lundi|mardi|mercredi|jeudi|vendredi|"
        r"samedi|dimanche|janv|févr|fevr|mars|avril|mai\b|"
        r"juin|juil|août|aout|septem|octob|novem|décem|decem|semaine|mois|année|\ban\b|l'an|week|"
        "printemps|été|automne|hiver|noël|noel|pâques|"
        "ascension|pentec|toussaint|sylvestre|trimestre|il y a|dans |depuis|chaque|tous|heure|"
        "valentin|assomption|armistice"
    ),
    rules=(*_RULES, *numeric_rules(day_first=True)),
    tense=_tense,
    joint=re.compile(rf"(?:,? ?| {_PART},? ?)(?:(?:à|vers|dès|de) )?"),
    joint_back=re.compile(r",? ?(?:le )?"),
    range_joint=re.compile(r" ?(?:-|au|à|jusqu'au|jusqu'à|jusqu'en|et) ?(?:la )?(?:fin |début |mi-)?"),
    since=re.compile(
        r"(?:\b(?:depuis|dès|à partir de|à partir du|à compter du)(?: le| la| les)?(?: fin| début)? ?"
        r"|\b(?:depuis|dès) l')$"
    ),
    until=re.compile(
        r"(?:\b(?:jusqu'au|jusqu'à|jusqu'en|jusque|avant|d'ici|d'ici à|d'ici au)(?: le| la)?(?: fin"
        "(?: du| de)?| début| mi-)? ?|d'ici la fin du )$"
    ),
)
