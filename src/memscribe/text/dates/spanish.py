"""Spanish time expressions."""

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
from memscribe.text.dates.readers import COMING, Words

_CARDINALS: Final = numbered("una|un|uno dos tres cuatro cinco seis siete ocho nueve diez once doce", 1)
_AHEAD: Final = ("que viene", "que entra", "próximo", "próxima", "proximo", "proxima", "siguiente")
_WORDS: Final = Words(
    weekday=numbered("lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo"),
    month=numbered(
        "enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre"
        "|setiembre|sept|sep "
        "octubre|oct noviembre|nov diciembre|dic",
        1,
    ),
    count=_CARDINALS | {"quince": 15, "veinte": 20, "treinta": 30, "un par de": 2},
    ordinal={
        "primero": 1,
        "primer": 1,
        "primera": 1,
        "segundo": 2,
        "segunda": 2,
        "tercer": 3,
        "tercera": 3,
        "cuarto": 4,
    }
    | {"cuarta": 4, "último": -1, "última": -1, "ultimo": -1, "ultima": -1},
    shift={"pasado": -1, "pasada": -1, "anterior": -1, "este": 0, "esta": 0, **dict.fromkeys(_AHEAD, COMING)},
    season={"primavera": (3, 5), "verano": (6, 8), "otoño": (9, 11), "invierno": (12, 14)},
    unit={"minuto": "minute", "hora": "hour", "día": "day", "dia": "day", "semana": "week", "quincena": "fortnight"}
    | {"mes": "month", "mese": "month", "trimestre": "quarter", "año": "year"},
    past=frozenset({"hace"}),
    endings="ºoer",
)

_DAY: Final = alternatives(_WORDS.weekday)
_WD: Final = _DAY + r"\b"
_MON: Final = alternatives(_WORDS.month) + r"\b"
_SHORT_MONTHS: Final = ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "sept", "oct", "nov", "dic")
_FULL_MON: Final = alternatives(tuple(word for word in _WORDS.month if word not in _SHORT_MONTHS)) + r"\b"
_D: Final = r"(?P<d>(?:3[01]|[12]\d|0?[1-9])(?:º|er|ro|ero)?|primero)"
_D2: Final = r"(?P<d2>3[01]|[12]\d|0?[1-9])"
_NUM: Final = rf"(?:\d{{1,3}}|{alternatives(_WORDS.count)})"
_UNIT: Final = r"(?P<unit>minuto|hora|d[ií]a|semana|mese?|año)s?\b"
_YEAR: Final = r"(?P<y>19[3-9]\d|20\d\d|21\d\d)(?![\d-])"
_AHEAD_AFTER: Final = r"(?P<shift>que viene|que entra|pr[óo]xim[oa]|siguiente|pasad[oa]|anterior)\b"
_BEFORE: Final = r"(?P<shift>pr[óo]xim[oa]|pasad[oa]|est[ea])"
_OF_YEAR: Final = (
    f"(?:,? (?:de |del )?(?:año )?{_YEAR}| (?:del? )(?:año )?(?P<ys>que viene|pasado|este|"
    r"próximo|proximo)(?: año)?\b)?"
)
_PART: Final = r"(?:por la (?:mañana|tarde|noche)|a la (?:mañana|tarde|noche)|al mediodía|temprano)"
# "el 20" is a day unless it counts something: only signs and these words may follow it
_STANDS: Final = (
    r"(?!\d|[.,:/-]\d| ?[%€$])(?=$|\s*[^\w\s]|\s+(?:a|al|con|como|de este|del mes|desde|después|"
    "en|es|era|fue|hasta|hay|la|las|llega|lo|los|"
    "me|mi|no|nos|o|para|pero|por|porque|que|se|sería|será|si|te|tengo|tenemos|ya|y|viene|va|"
    r"voy)\b(?! la? \d))"
)

_TENSE: Final = re.compile(
    r"\b(?:(?P<future>\w{2,}(?:ré|rás|rá|remos|rán)|voy a|vas a|va a|vamos a|van a|quiero|"
    "queremos|tengo que|tenemos que|hay que|"
    r"puedo|podemos|será|próxim[oa]|mañana|empiezo|empieza|viene|vienen|llega|toca|tengo|hasta|para)"
    r"|(?P<past>(?:he|has|ha|hemos|han|había|habían) \w+(?:ado|ido|cho|to|sto)|\w{2,}(?:aron|"
    "ieron|aba|aban|ábamos|iste|aste|eron)"
    r"|\w{2,}[^r\W](?:é|ó)|fui|fue|fuimos|fueron|era|estuve|estuvo|hice|hizo|tuve|tuvo|vine|vino|"
    "puse|dijo|dije|dio|vi|vio|"
    r"murió|nació|ayer|anoche|hace|quedó|dejó|quedamos|cambié|ya))\b"
)
_CLAUSE: Final = re.compile(r"[,;:!?¡¿](?=\s|\w)|[()]|[.] | pero | y luego | porque ")
_FORWARD: Final = re.compile(r"\b(?:para|hasta|antes de|a partir de)(?: el| la| los)? $|\bal $")
_BACKWARD: Final = re.compile(r"\bdesde(?: el| la| los)? $")


def _tense(text: str, start: int, end: int) -> Direction:
    before = text[max(0, start - 24) : start]
    if _FORWARD.search(before):
        return 2
    sure = _BACKWARD.search(before) is not None
    nearest: tuple[int, Direction] | None = (0, -1) if sure else None
    for cue in _TENSE.finditer(text, *clause_around(_CLAUSE, text, start, end)):
        distance = start - cue.end() if cue.end() <= start else cue.start() - end + 40
        if (cue.end() <= start or cue.start() >= end) and (nearest is None or distance < nearest[0]):
            nearest = distance, -1 if cue["past"] else 1
    return nearest[1] if nearest else 0


def _near(shift: int) -> Callable[[re.Match[str], Scene], Reading]:
    return lambda _match, scene: Reading(algebra.day(scene.today + timedelta(days=shift)))


def _month(match: re.Match[str], scene: Scene) -> Reading | None:
    named = scene.raw[match.start("m")].isupper() and match.start("m") > 0  # Abril and Julio are people
    return None if named else _WORDS.month_alone(match, scene)


_HALF: Final[dict[str, Half]] = {"mañana": "am", "tarde": "pm", "noche": "evening", "am": "am", "pm": "pm"}
_STEPS: Final = {"y media": 30, "y cuarto": 15, "menos cuarto": -15}


def _clock(match: re.Match[str], _scene: Scene) -> Reading:
    named = match.groupdict()
    hour, minute, part = _CARDINALS.get(match["h"]) or int(match["h"]), match["min"], match["part"]
    step = _STEPS[match["half"]] if named.get("half") else int(minute or 0)
    firm = bool(part) or len(match["h"]) == len("14") or minute is not None
    return Reading(clock=Clock(minute_of_day(hour, step, _HALF[part] if part else ""), firm=firm), relative=False)


def _noon(match: re.Match[str], _scene: Scene) -> Reading:
    return Reading(clock=Clock(0 if "medianoche" in match[0] else 720), relative=False)


def _feast(pattern: str, of_year: Callable[[int], date]) -> Rule:
    return Rule.of(rf"\b(?:{pattern})\b(?:,? (?:de |del )?{_YEAR})?", _WORDS.feast(of_year))


def _holy_week(match: re.Match[str], scene: Scene) -> Reading:
    named = _WORDS.feast(algebra.easter)(match, scene)
    assert named.period
    sunday = named.period.first
    return Reading(algebra.days(sunday - timedelta(days=7), sunday), relative=named.relative)


_RULES: Final = (
    Rule.of(r"\b(?:hoy mismo|hoy|esta (?:mañana|tarde|noche))\b", _near(0)),
    Rule.of(
        r"(?<!la )(?<!las )(?<!esta )(?<!una )(?<!cada )(?<!toda )(?<!media )(?<!de )\bmañana\b"
        "(?! por medio)",
        _near(1),
    ),
    Rule.of(r"\bpasado mañana\b", _near(2)),
    Rule.of(r"\b(?:ayer|anoche|la noche pasada)\b", _near(-1)),
    Rule.of(r"\b(?:anteayer|antier|antes de ayer|antenoche)\b", _near(-2)),
    # weekdays
    Rule.of(rf"\b(?P<wd>{_WD}) {_AHEAD_AFTER}", _WORDS.shifted_weekday),
    Rule.of(rf"\b{_BEFORE} (?P<wd>{_WD})", _WORDS.shifted_weekday),
    Rule.of(rf"\b(?P<wd>{_WD}) de (?:la )?semana {_AHEAD_AFTER}", _WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{_WD}) de (?:la )?{_BEFORE} semana\b", _WORDS.weekday_of_week),
    Rule.of(rf"\b(?P<wd>{_WD}),? (?:día )?{_D}\b(?!:|[.,]\d| ?h\b)", _WORDS.weekday_with_number),
    Rule.of(rf"(?<!los )(?<!-)\b(?P<wd>{_WD})", _WORDS.bare_weekday),
    Rule.recurring(
        rf"\b(?:(?:todos )?los|cada|los primeros|algunos) {_DAY}s?\b(?:(?:,| y| o) (?:los )"
        rf"?{_DAY}s?\b)*"
    ),
    Rule.recurring(r"\b(?:s[áa]bados|domingos)\b"),
    Rule.recurring(r"\b(?:de )?(?:lunes|martes) a (?:viernes|s[áa]bado|domingo)\b"),
    Rule.recurring(
        rf"(?<!el )(?<!este )(?<!próximo )\b{_WD}(?:, {_WD})* y {_WD}(?! (?:\d|pasado|que|próximo|de la))"
    ),
    Rule.recurring(
        rf"\b(?:cada|todos los|todas las) (?:{_NUM} )?(?:días?|semanas?|meses|mes|años?|mañanas?|"
        "tardes?|noches?|horas?|finde|"
        r"fines? de semana|veranos?)\b|\b(?:el )?\d{1,2} de cada mes\b|\bentre semana\b|\b(?:una vez|"
        r"\w+ veces) (?:al|por) (?:día|semana|mes|año)\b"
    ),
    # days of the month
    Rule.of(rf"(?<![\w./:])(?:(?P<wd>{_WD}),? (?:día )?)?{_D} de (?P<m>{_MON}){_OF_YEAR}", _WORDS.dated),
    Rule.of(rf"(?<![\w./:]){_D} (?P<m>{_MON})(?:,? (?:de )?{_YEAR})?(?!\w)", _WORDS.dated),
    Rule.of(rf"(?<![\w./:]){_D} ?(?:al?|-|hasta el) ?{_D2} de (?P<m>{_MON}){_OF_YEAR}", _WORDS.date_range),
    Rule.of(rf"(?<![\w./:])(?P<span>{_D})(?= ?(?:,|y|o|e) ?(?:el )?(?:\d{{1,2}}) de (?P<m>{_MON}))", _WORDS.dated),
    Rule.of(rf"(?<![\w./:]){_D} (?:de|del) {_BEFORE} mes\b", _WORDS.day_of_shifted_month),
    Rule.of(rf"(?<![\w./:]){_D} (?:de|del) mes {_AHEAD_AFTER}", _WORDS.day_of_shifted_month),
    Rule.of(
        rf"(?:{after('el día dia del')}|(?<=del \d al )|(?<=del \d\d al )|(?<=ido al )|(?<=ado al ))"
        f"{_D}{_STANDS}",
        _WORDS.day_alone,
    ),
    # periods
    Rule.of(rf"\b(?P<unit>semana|mes|año|trimestre) {_AHEAD_AFTER}", _WORDS.shifted_unit),
    Rule.of(rf"\b{_BEFORE} (?P<unit>semana|mes|año|trimestre)\b", _WORDS.shifted_unit),
    Rule.of(rf"{after('fin_de final_de finales_de principios_de')}(?P<unit>mes|año)\b", _WORDS.shifted_unit),
    Rule.of(r"(?:(?<=fin del )|(?<=final del )|(?<=finales del ))(?P<unit>mes|año)\b", _WORDS.shifted_unit),
    Rule.of(rf"\b(?:finde|fin de semana) {_AHEAD_AFTER}", _WORDS.weekend),
    Rule.of(rf"\b(?:{_BEFORE}|el) (?:finde|fin de semana)\b(?! del)", _WORDS.weekend),
    Rule.of(rf"\b(?P<what>semana|finde|fin de semana) del {_D}(?: de (?P<m>{_MON}))?(?!\w)", _WORDS.week_around),
    Rule.of(
        rf"\b(?P<d>primera|segunda|tercera|cuarta|última|ultima) semana de (?P<m>{_FULL_MON}){_OF_YEAR}",
        _WORDS.week_of_month,
    ),
    Rule.of(
        rf"\b(?P<d>primer|segundo|tercer|cuarto|último) (?P<wd>{_WD}) de (?P<m>{_FULL_MON}){_OF_YEAR}",
        _WORDS.nth_weekday,
    ),
    Rule.of(rf"(?<![\w-])(?P<m>{_FULL_MON}){_OF_YEAR}", _month),
    Rule.of(rf"\b(?P<m>{_FULL_MON}) (?P<shift>pasado|que viene|próximo)\b", _WORDS.shifted_month),
    Rule.of(rf"\b(?P<shift>este|próximo|pasado) (?:mes de )?(?P<m>{_FULL_MON})", _WORDS.shifted_month),
    Rule.of(r"\b(?:q|t)(?P<q>[1-4])(?: (?:de )?(?P<y>20\d\d))?(?![\w-])", _WORDS.quarter),
    Rule.of(r"\b(?P<q>primer|segundo|tercer|cuarto) trimestre(?: (?:de|del) (?P<y>20\d\d))?", _WORDS.quarter),
    Rule.of(
        rf"(?:{after('en desde hasta de del año para hacia')}|(?<=\()){_YEAR}(?![\w:%/]|[.,]\d| [a-z]+s\b)",
        lambda m, _s: Reading(algebra.year(int(m["y"])), relative=False),
    ),
    Rule.of(rf"\b(?P<season>primavera|verano|otoño|invierno) {_AHEAD_AFTER}", _WORDS.seasonal),
    Rule.of(rf"\b{_BEFORE} (?P<season>primavera|verano|otoño|invierno)\b", _WORDS.seasonal),
    Rule.of(rf"\b(?P<season>primavera|verano|otoño|invierno) (?:de |del )?{_YEAR}", _WORDS.seasonal),
    # so long ago, so long from now
    Rule.of(rf"\b(?P<way>hace)(?: como| unos| unas)? (?P<n>{_NUM}) {_UNIT}", _WORDS.offset),
    Rule.of(
        rf"\b(?P<way>dentro de|en|de aquí a)(?: unos| unas)? (?P<n>{_NUM}) {_UNIT}(?! (?:en|por|y medi[oa]))",
        _WORDS.offset,
    ),
    # feasts
    _feast("navidad|navidades|día de navidad", lambda y: date(y, 12, 25)),
    _feast("nochebuena", lambda y: date(y, 12, 24)),
    _feast("nochevieja|fin de año", lambda y: date(y, 12, 31)),
    _feast("año nuevo", lambda y: date(y, 1, 1)),
    _feast("(?:día de |los )reyes", lambda y: date(y, 1, 6)),
    _feast("viernes santo", lambda y: algebra.easter(y) - timedelta(days=2)),
    _feast("jueves santo", lambda y: algebra.easter(y) - timedelta(days=3)),
    _feast("domingo de ramos", lambda y: algebra.easter(y) - timedelta(days=7)),
    _feast("(?:domingo de )?pascua|domingo de resurrección", algebra.easter),
    _feast("san valentín", lambda y: date(y, 2, 14)),
    Rule.of(rf"\bsemana santa(?: de(?:l)? {_YEAR})?", _holy_week),
    # times of day
    Rule.of(
        rf"\b(?:a|sobre|desde|hasta|de) las? (?P<span>(?P<h>\d{{1,2}}|{alternatives(_CARDINALS)})"
        r"(?:[:.](?P<min>[0-5]\d))?"
        r"(?: (?P<half>y media|y cuarto|menos cuarto))?(?: ?h(?:oras)?\b)?(?:(?: de la| al?)? "
        "(?P<part>mañana|"
        r"tarde|noche|am|pm)\b)?)(?![\w:]|[.,]\d)",
        _clock,
    ),
    Rule.of(r"(?<![\w.:])(?P<h>[01]?\d|2[0-3])(?:[:.](?P<min>[0-5]\d))? ?(?P<part>am|pm)\b", _clock),
    Rule.of(r"\b(?:al mediodía|a mediodía|a medianoche)\b", _noon),
    Rule.nothing(r"[$€£] ?\d[\d.,]*|\b(?:versión|número|núm|n\.º|calle|piso|línea|sala|aula|puerta) \d+"),
    Rule.nothing(r"\b(?:el|un|al) día siguiente\b"),
)


SPANISH: Final = Language(
    hint=re.compile(
        r"\d|hoy|esta |mañana|ayer|anoche|antier|lunes|martes|mi[ée]rc|jueves|viernes|s[áa]bado|domingo|"
        "ener|febr|marz|abri|mayo|juni|juli|agost|"
        r"tiembre|octub|noviem|diciem|seman|mes\b|año|finde|hace |dentro|en (?:un|dos|tres|cuatro|"
        "cinco|seis|diez|quince)|primavera|verano|"
        r"otoño|invierno|navidad|noche|pascua|reyes|trimestre|cada|todos|medi|a las? |valent"
    ),
    rules=(*_RULES, *numeric_rules(day_first=True)),
    tense=_tense,
    joint=re.compile(rf"(?:,? ?| {_PART},? ?)(?:(?:a las?|sobre las?|desde las?|de) )?"),
    joint_back=re.compile(r",? ?(?:del? |el )?"),
    range_joint=re.compile(" ?(?:-|al?|hasta|y hasta) ?(?:el |la )?(?:finales de |principios de |mediados de )?"),
    since=re.compile(
        r"\b(?:desde|a partir de|a partir)(?: el| la| los)?(?: finales de| principios de|"
        r" mediados de)? $|\b(?:a partir del|desde el día) $"
    ),
    until=re.compile(
        r"\b(?:hasta|antes de|como tarde)(?: el| la| los| finales de| fin de| mediados de)? $|\bantes del $"
    ),
    since_after=re.compile(r" en adelante\b"),
)
