"""What a text claims that can be checked: numbers, dates, clock times, identifiers and proper names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal

from memscribe.text.number_words import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    chinese_number,
    english_number,
    loose_numbers,
    spoken_numbers,
)

ClaimKind = Literal["number", "date", "time", "identifier", "name"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable detail of a text.

    Args:
        value: Normalised: "8460", "2026-05-14", "2026-05", "--06-09" (no year), "08:30", "br-2024-113", "yusuf".
        kind: What it is.
        start: First code point in the text.
        end: One past the last.
    """

    value: str
    kind: ClaimKind
    start: int
    end: int


_MONTHS = (
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may", "may"), ("june", "jun"),
    ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"), ("november", "nov"),
    ("december", "dec"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names}
_MONTH = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_DATE = re.compile(
    rf"""(?<![A-Za-z0-9_-])(?:
      (?P<iso>(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)(?![\d]|-\d)
    | (?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{_MONTH})\b\.?(?:,?\s(?P<year>(?:19|20)\d\d)\b)?
    | (?P<month2>{_MONTH})\.?\s(?P<day2>[0-3]?\d)(?:st|nd|rd|th)?\b(?:,?\s(?P<year2>(?:19|20)\d\d)\b)?
    | (?P<month3>{_MONTH})\.?,?\s(?P<year3>(?:19|20)\d\d)\b
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_CJK_DATE = re.compile(
    r"(?:(?P<year>(?:19|20)\d\d)\s?[年년]\s?)(?:(?P<month>\d{1,2})\s?[月월]\s?(?:(?P<day>\d{1,2})\s?[日号號일])?)?"
    r"|(?P<month2>\d{1,2})\s?[月월]\s?(?P<day2>\d{1,2})\s?[日号號일]?"
)
_PERIOD = r"早上|早晨|清晨|上午|凌晨|中午|下午|傍晚|晚上|夜里|夜间|今晚|明晚|当晚|早|晚|午前|午後|夜|朝|오전|오후"
_CJK_CLOCK = re.compile(
    rf"(?P<period>{_PERIOD})?\s?(?P<hour>\d{{1,2}}|[零〇一二两兩三四五六七八九十]{{1,3}})\s?[点點時时시]"
    r"(?!前|间|候|代|刻)(?:鐘|钟|整)?\s?(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<minute>\d{1,2}"
    r"|[零〇一二三四五六七八九十]{1,3})\s?分?)?"
)
_CLOCK = re.compile(
    r"""(?<![\d.:,/-])(?:
      (?P<hour>[01]?\d|2[0-4])[:h.](?P<minute>[0-5]\d)(?::[0-5]\d)?(?!\d|[.:,]\d)\s?(?P<half>[ap])\.?m\b\.?
    | (?P<hour2>1[0-2]|0?[1-9])\s?(?P<half2>[ap])\.?m\b\.?
    | (?P<hour3>[01]?\d|2[0-4])[:](?P<minute3>[0-5]\d)(?::[0-5]\d)?(?![\d:]|[.,]\d)
    | (?P<hour4>[01]?\d|2[0-4])(?:[.:](?P<minute4>[0-5]\d))?\s?(?:uhr|o'?clock|hrs?\b|heures?
      |horas?\b)(?:\s(?P<minute5>[0-5]\d)\b)?
    | (?P<hour6>[01]?\d|2[0-4])\s?h(?:\s?(?P<minute6>[0-5]\d))?\b
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_SPOKEN_CLOCK = re.compile(
    rf"\b(?P<part>half|quarter)\s(?P<side>past|to)?\s?(?P<hour>\d{{1,2}}"
    rf"|{ENGLISH_NUMBER.pattern})(?P<half>\s?[ap]\.?m\b)?",
    re.IGNORECASE,
)
_DOTTED_CLOCK = re.compile(r"(?<![\d.,:])([01]?\d|2[0-4])\.([0-5]\d)(?![\d]|[.,]\d)")
_URL_OR_MAIL = re.compile(
    r"https?://[^\s<>\"'）)】\]，。、]+[^\s<>\"'）)】\]，。、.,;:!?]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+",
    re.ASCII,
)
_IDENTIFIER = re.compile(
    r"""(?<![\w./@-])(?:
      (?:[~.]{0,2}/)?[\w@.+-]+(?:/[\w@.+*-]+)+/?      # paths
    | (?:~?/)[\w@.+-]+
    | --?[A-Za-z][\w-]*=?[\w.-]*
    | [A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)+(?:\(\))?     # dotted names, file names
    | [\w-]+\.(?:md|py|js|ts|tsx|rs|go|toml|ya?ml|json|sql|sh|csv|pdf|docx?|xlsx?|pptx?|txt|log|lock|cfg
      |ini|java|cpp|css|html?|png|jpe?g)\b
    | v?\d+(?:\.\d+){2,}(?:[-+.]?[a-z][\w.]*)?          # versions
    | v\d+(?:\.\d+)*
    | \#\d+
    | [A-Za-z]+_\w+ | \w+_[A-Za-z]\w*                  # snake_case
    | [a-z]+[A-Z]\w*                                   # camelCase
    | (?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?!\d+(?:-[A-Za-z]+)+(?![\w-]))[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+
    | \d{2,}(?:-\d{2,})+                                # docket, phone and order numbers
    | (?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]{2,}
    )(?![\w])""",
    re.VERBOSE | re.ASCII,
)
_LABELLED = re.compile(
    r"\b(?:PR|MR|pull request|issue|ticket|order|invoice|case|bug|RFC|PEP|room|gate|platform|flight|bus"
    r"|line|unit)\s#?(\d+)\b",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\d+(?:[.,]\d+)?(?:st|nd|rd|th|k|m|bn|s|x|h|d|w|g|kg|mg|ml|cl|l|cm|mm|km|mi|min|mins|hrs?|sec|ms|gb"
    r"|mb|kb|tb|gi|mi|ki|gib|mib|kib|"
    r"px|pt|pm|am|eur|usd|gbp|chf|nok|sek|dkk|er|ers|e|a|ª|º|er|te|ten|ème|eme|o|p|c|f|v|w|hz|ghz|mhz|kw"
    r"|kwh|lb|lbs|oz|ft|in|yo|yrs?|°c|°f)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?P<digits>\d+(?:[.,'\u2019\u00a0\u202f\u2009]\d+)*|\.\d+)(?P<scale>\s?(?:万|萬|亿|k\b"
    r"|K\b|m\b(?!\w)|M\b|bn\b))?"
)
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?![\d])")
_IN_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:([.,'’])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?")
_DOT_GROUPS = frozenset({"de", "es", "fr", "it", "pt", "nl", "da", "no", "sv", "tr", "pl", "id", "ru"})
_SCALES = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "k": 1000, "m": 1_000_000, "bn": 1_000_000_000}
_MEASURES = (
    "个個只天年月日号號点點岁歲元块塊次人米公斤斤克两層层楼樓小时時分钟鐘周星期位本辆輛台张張间間套份页頁条條倍折万千百口家名杯瓶碗盒包袋台部门門课課节節班级級"
    "届屆场場轮輪组組遍回度顿頓件双雙对對只支枝棵匹头頭座栋棟户戶排行列章段字句毫升厘米里"
)

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…\n]\s*|[\"“«(\[]\s*|\s[-–—•]\s)$")
_NEVER_NAMES = frozenset(
    (
        "i i'm i've i'll i'd user user's users the a an and or but so if when while because since "
        "until in on at by for "
        "from with without to of as is are was were be been has have had does do did not no yes it its "
        "it's this that "
        "these those there here he she they we you his her their our your my me him them us who what "
        "which where why how "
        "all any each every both some most many few several other another one two three first second "
        "last next new old "
        "always never only also still just after before during over under between into about around "
        "however instead "
        "please ok okay thanks thank sure well then than let don't doesn't didn't can't cannot won't "
        "can could should would "
        "will may might must shall assistant assistant's ai "
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays "
        "thursdays fridays saturdays "
        "sundays mon tue wed thu fri sat sun january february march april may june july august "
        "september october november "
        "december jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms dr prof sir madam mum mom "
        "dad mother father "
        "god internet ok "
        "el la los las un una unos unas y o pero si no en de del con por para su sus usuario usuaria "
        "lunes martes miércoles "
        "jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre "
        "octubre noviembre diciembre "
        "le les des du une et ou mais dans avec pour sur utilisateur utilisatrice l'utilisateur "
        "l'utilisatrice lundi mardi mercredi "
        "jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre "
        "octobre novembre décembre "
        "o os as um uma e usuário usuária o utilizador janeiro fevereiro março maio junho julho "
        "setembro outubro novembro dezembro "
        "il lo gli uno utente l'utente gennaio febbraio marzo aprile maggio giugno luglio agosto "
        "settembre ottobre dicembre"
    ).split()
)
_USER_STEMS = ("пользовател", "kullanıcı", "użytkowni", "gebruiker", "bruker", "użytkown", "uživatel", "χρήστη")
_NOUNS_ARE_CAPITALISED = frozenset({"de", "lb"})
_TITLES = re.compile(r"\b(?:Frau|Herrn?|(?:Dr|Prof|Mr|Mrs|Ms|Mx|St|Sra?|Mme|Mlle|Rev|Capt|Lt)\.)\s$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@lru_cache(maxsize=512)
def claims(text: str, language: str) -> tuple[Claim, ...]:
    """Find what a text claims that can be compared word for word.

    Args:
        text: Any text.
        language: Primary language tag; it decides what "1.250" means and whether capitals mark names.

    Returns:
        Claims in order that do not overlap. Names are not looked for in Chinese, Japanese and Korean, and in German
        only after a title, because every noun has a capital there.
    """
    taken = bytearray(len(text))
    found: list[Claim] = []
    digits = bool(_ANY_DIGIT.search(text))
    finders = (
        _addresses,
        _dates,
        _cjk_dates,
        _clocks,
        _cjk_clocks,
        _identifiers,
        _digits,
        _words_for_numbers,
        _names,
    )
    for finder in finders:
        if finder in _NEED_DIGITS and not digits:
            continue
        for claim in finder(text, language):
            if not any(taken[claim.start : claim.end]):
                taken[claim.start : claim.end] = b"\1" * (claim.end - claim.start)
                found.append(claim)
    return tuple(sorted(found, key=lambda claim: claim.start))


@lru_cache(maxsize=512)
def readings(text: str, language: str) -> frozenset[str]:
    """Return every value that the numbers, dates and times of a text can stand for.

    Wider than :func:`claims`: "14.20" is 14.2 and 14:20, "8 am" is 08:00 and 8, "2 940" is 2, 940 and 2940, "both"
    is 2. What is quoted is read this way, so that a claim counts as proven where any fair reading proves it.
    """
    found = {claim.value for finder in (_cjk_clocks, _words_for_numbers) for claim in finder(text, language)}
    if _ANY_DIGIT.search(text):
        found |= _digit_readings(text, language)
    for match in _SPOKEN_CLOCK.finditer(text):
        found.update(_spoken_times(match))
    found.update(str(value) for value in spoken_numbers(text))
    for match in CHINESE_NUMBER.finditer(text):
        found.update(_chinese_readings(match[0]))
    found.update(str(value) for value in loose_numbers(text))
    found.update([later for value in found if (later := _twelve_hours_on(value))])
    return frozenset(found)


def _digit_readings(text: str, language: str) -> set[str]:
    found = {claim.value for finder in (_dates, _cjk_dates, _clocks) for claim in finder(text, language)}
    for match in _GROUPED.finditer(text):
        found.add(re.sub(r"\D", "", match[0]))
    for match in re.finditer(r"(?<!\d)\d(?: \d){2,}(?!\d)", text):  # dictated digit by digit
        found.add(match[0].replace(" ", "").lstrip("0"))
    for match in re.finditer(r"\d+(?:[.,'’]\d+)*", text):
        found.update(_every_value(match[0]))
        if not _IN_THOUSANDS.fullmatch(match[0]):
            found.update(part.lstrip("0") or "0" for part in re.split(r"\D", match[0]))
    for match in _NUMBER.finditer(text):
        if match["scale"]:
            found.update(_scaled(value, match["scale"]) for value in _every_value(match["digits"]))
    for match in re.finditer(r"(?<!\d)(\d{1,30}(?:[.,]\d{1,9})?)\s?([kKmM万萬亿]|bn)(?![a-z])", text):
        found.update(_scaled(value, match[2]) for value in _every_value(match[1]))
    for match in _DOTTED_CLOCK.finditer(text):
        found.add(f"{int(match[1]):02d}:{match[2]}")
    return found


def _addresses(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _URL_OR_MAIL.finditer(text):
        yield Claim(match[0].casefold(), "identifier", match.start(), match.end())


def _dates(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _DATE.finditer(text):
        if match["iso"]:
            value = match["iso"]
        else:
            month = _MONTH_OF[(match["month"] or match["month2"] or match["month3"]).casefold()]
            value = _date(match["year"] or match["year2"] or match["year3"], month, match["day"] or match["day2"])
        yield Claim(value, "date", match.start(), match.end())


def _cjk_dates(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _CJK_DATE.finditer(text):
        month = match["month"] or match["month2"]
        if month and not 1 <= int(month) <= 12:  # noqa: PLR2004
            continue
        value = _date(match["year"], int(month) if month else None, match["day"] or match["day2"])
        yield Claim(value, "date", match.start(), match.end())


_ANY_DIGIT = re.compile(r"\d")


def _date(year: str | None, month: int | None, day: str | None) -> str:
    parts = [year or "-"]
    if month:
        parts.append(f"{month:02d}")
    if day:
        parts.append(f"{int(day):02d}")
    return "-".join(parts)


def _clocks(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _CLOCK.finditer(text):
        groups = match.groupdict()
        hour = next(int(groups[key]) for key in ("hour", "hour2", "hour3", "hour4", "hour6") if groups[key])
        minute = next((groups[key] for key in groups if key.startswith("minute") and groups[key]), "00")
        half = (groups["half"] or groups["half2"] or "").casefold()
        if half:
            hour = hour % 12 + (12 if half == "p" else 0)
        if hour < 25:  # noqa: PLR2004
            yield Claim(f"{hour % 24:02d}:{minute}", "time", match.start(), match.end())


def _cjk_clocks(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _CJK_CLOCK.finditer(text):
        if value := _cjk_clock(match):
            yield Claim(value, "time", match.start(), match.end())


def _cjk_clock(match: re.Match[str]) -> str | None:
    hour = _small(match["hour"])
    minute = 30 if match["half"] else 0
    if match["quarter"]:
        minute = 15 if match["quarter"] == "一" else 45
    elif match["minute"]:
        minute = _small(match["minute"]) or 0
    if hour is None or hour > 24 or minute > 59:  # noqa: PLR2004
        return None
    late = (match["period"] or "") in {
        "下午",
        "傍晚",
        "晚上",
        "晚",
        "今晚",
        "明晚",
        "当晚",
        "夜里",
        "夜间",
        "夜",
        "午後",
        "오후",
        "中午",
    }
    if late and 1 <= hour < 12 and not (match["period"] == "中午" and hour > 10):  # noqa: PLR2004
        hour += 12
    return f"{hour % 24:02d}:{minute:02d}"


def _small(signs: str) -> int | None:
    if signs.isdecimal():
        return int(signs)
    value = chinese_number(signs)
    return None if value is None else int(value)


def _identifiers(text: str, language: str) -> Iterator[Claim]:  # noqa: ARG001
    for match in _LABELLED.finditer(text):
        yield Claim(re.sub(r"[\s#]+", " ", match[0].casefold()), "identifier", match.start(), match.end())
    for match in _IDENTIFIER.finditer(text):
        if _QUANTITY.fullmatch(match[0]) or match[0].casefold().rstrip(".") in {
            "e.g",
            "i.e",
            "a.m",
            "p.m",
            "u.s",
            "n/a",
            "and/or",
        }:
            continue
        if re.fullmatch(r"\d+(?:[/.]\d+)+|\d{4}-\d\d(?:-\d\d)?|(?:19|20)\d\d-\d\d", match[0]) or (
            match[0].count("/") == 1 and match[0].replace("/", "").isalpha()
        ):
            continue
        yield Claim(match[0].casefold().rstrip("/."), "identifier", match.start(), match.end())


def _digits(text: str, language: str) -> Iterator[Claim]:
    for match in _GROUPED.finditer(text):
        yield Claim(re.sub(r"\D", "", match[0]), "number", match.start(), match.end())
    for match in re.finditer(
        r"(?<![\w.])(?<!\d[,'’])\d+(?:[.,'’]\d+)*|(?<=[\u3040-\u9fff\uac00-\ud7af])\d+(?:[.,]\d+)*"
        r"|(?<=[A-Za-z$€£¥#-])\d+(?:[.,]\d+)*",
        text,
    ):
        scale = re.match(r"\s?(万|萬|亿|[kK](?![a-zA-Z])|bn\b)", text[match.end() : match.end() + 4])
        value = _value(match[0], language)
        if value is None:
            continue
        end = match.end() + (scale.end() if scale else 0)
        yield Claim(_scaled(value, scale[1]) if scale else value, "number", match.start(), end)


def _words_for_numbers(text: str, language: str) -> Iterator[Claim]:
    if language in {"en", "und"}:
        for match in ENGLISH_NUMBER.finditer(text):
            value = english_number(match[0])
            if value > 1:  # "one" is more often a pronoun than a number
                yield Claim(str(value), "number", match.start(), match.end())
    for match in CHINESE_NUMBER.finditer(text):
        value = chinese_number(match[0])
        follows = text[match.end() : match.end() + 1]
        if (
            value is None
            or value <= 1
            or not (follows in _MEASURES and follows)
            or text[match.start() - 1 : match.start()] in {"周", "期"}
        ):
            continue
        yield Claim(_plain(value), "number", match.start(), match.end())


_NEED_DIGITS = frozenset({_dates, _cjk_dates, _clocks, _digits})


def _names(text: str, language: str) -> Iterator[Claim]:
    words = [match for match in _WORD.finditer(text) if match[0][0].isupper()]
    counts: dict[str, int] = {}
    for match in words:
        counts[match[0]] = counts.get(match[0], 0) + 1
    for match in words:
        value = re.sub(r"['’]\w{0,4}$", "", match[0]).casefold()
        if value in _NEVER_NAMES or value.startswith(_USER_STEMS) or _CJK.search(value) or len(value) < 2:  # noqa: PLR2004
            continue
        titled = bool(_TITLES.search(text[max(0, match.start() - 16) : match.start()]))
        if language in _NOUNS_ARE_CAPITALISED and not titled:
            continue
        at_start = not titled and bool(_SENTENCE_START.search(text[max(0, match.start() - 4) : match.start()]))
        if at_start and counts[match[0]] == 1 and not (match[0] != value.title() or _acts_like_a_name(text, match)):
            continue
        yield Claim(value, "name", match.start(), match.end())


_NAME_GOES_ON = re.compile(
    r"['’]s\b|\s(?:is|was|has|had|will|would|can|does|did|wants?|likes?|loves?|hates?|says?|said|lives?"
    r"|works?|plays?|goes|went|moved|started|turned|prefers?|needs|takes|uses|comes|runs|owns|"
    r"es|está|tiene|vive|est|a|habite|ist|hat|wohnt|arbeitet|é|ha|vive|abita)\b(?=\s)"
)


def _acts_like_a_name(text: str, match: re.Match[str]) -> bool:
    """Whether a capitalised word at the start of a sentence is its subject, and not a verb or a noun."""
    return match[0].endswith(("'s", "’s")) or bool(_NAME_GOES_ON.match(text, match.end()))


def _value(digits: str, language: str) -> str | None:
    """Read digits with separators as the language writes them."""
    plain = re.sub(r"['’\u00a0\u202f\u2009]", "", digits)
    dots, commas = plain.count("."), plain.count(",")
    if dots and commas:
        decimal = "." if plain.rfind(".") > plain.rfind(",") else ","
    elif dots + commas > 1:
        decimal = ""
    elif dots:
        decimal = "" if language in _DOT_GROUPS and re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", plain) else "."
    elif commas:
        decimal = "" if re.fullmatch(r"\d{1,3},\d{3}", plain) and language not in _DOT_GROUPS else ","
    else:
        decimal = "."
    for sign in ".,":
        if sign != decimal:
            plain = plain.replace(sign, "")
    return _number(plain.replace(",", "."))


def _every_value(digits: str) -> set[str]:
    values = {_value(digits, "en"), _value(digits, "de"), _number(re.sub(r"\D", "", digits))}
    return {value for value in values if value is not None}


_LONGEST_NUMBER = 40


def _number(plain: str) -> str | None:
    if len(plain) > _LONGEST_NUMBER:  # no quantity: compare the signs
        return plain
    try:
        return _plain(Decimal(plain))
    except InvalidOperation:
        return None


def _plain(value: Decimal) -> str:
    return format(value.normalize(), "f") if value else "0"


def _scaled(value: str, scale: str) -> str:
    if len(value) > _LONGEST_NUMBER:
        return value
    return _plain(Decimal(value) * _SCALES[scale.strip().casefold()])


def _spoken_times(match: re.Match[str]) -> Iterator[str]:
    word = match["hour"]
    hour = int(word) if word.isdecimal() else english_number(word)
    if hour > 24:  # noqa: PLR2004
        return
    to = (match["side"] or "").casefold() == "to"
    quarter = 45 if to else 15
    minute = 30 if match["part"].casefold() == "half" else quarter
    hour -= to
    if match["half"] and match["half"].strip().casefold().startswith("p"):
        hour = hour % 12 + 12
    yield f"{hour % 24:02d}:{minute:02d}"


def _chinese_readings(signs: str) -> Iterator[str]:
    value = chinese_number(signs)
    if value is not None:
        yield _plain(value)
    for sign in signs:
        single = chinese_number(sign)
        if single is not None:
            yield _plain(single)


def _twelve_hours_on(value: str) -> str | None:
    """Half past eight may be 08:30 or 20:30, and a bare 8 may be an hour."""
    if re.fullmatch(r"(?:0\d|1[0-2]):[0-5]\d", value):
        return f"{(int(value[:2]) + 12) % 24:02d}{value[2:]}"
    return None
