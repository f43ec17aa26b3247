"""Which dates, clock times and counted years the evidence and its moment can stand for."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING

from memscribe.text.dates import DateMention, find_dates

if TYPE_CHECKING:
    from memscribe.core.message import StampedMessage
    from memscribe.guard.context import Subject

_PARTS = re.compile(r"(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?")
_NEAR_DAYS = 62
_YEARS = range(1900, 2200)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_MONTH_WORDS = (
    "january jan januar januari enero janvier janeiro gennaio jänner",
    "february feb februar febrero février fevereiro febbraio",
    "march mar märz marzo mars março",
    "april apr abril avril aprile",
    "may mai mayo maio maggio",
    "june jun juni junio juin junho giugno",
    "july jul juli julio juillet julho luglio",
    "august aug agosto août",
    "september sept sep septiembre septembre setembro settembre",
    "october oct oktober okt octubre octobre outubro ottobre",
    "november nov noviembre novembre novembro",
    "december dec dezember dez diciembre décembre dezembro dicembre xmas christmas weihnachten navidad noël",
)
_MONTH_OF = {word: number for number, words in enumerate(_MONTH_WORDS, start=1) for word in words.split()}
_MONTH_NAME = re.compile(rf"\b(?:{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})\b", re.IGNORECASE)
_CJK_MONTH = re.compile(r"(?<!\d)(1[0-2]|[1-9])\s?(?:月|월)")
_SCALES = (
    (
        re.compile(
            r"\d\s?(?:k|thousand|grand|tausend|mille?|тыс\w*)\b|[\d一二三四五六七八九]\s?[千천]", re.IGNORECASE
        ),
        1000,
    ),
    (re.compile(r"[\d一二三四五六七八九十百]\s?[万萬만]"), 10_000),
)
_THOUSAND = 1000
_NEAR_SIZE = 10
_LONGEST = 15
_A_WEEK = 7
_ANOTHER_WEEK = re.compile(
    r"\b(?:next|after|following|week|weeks|fortnight|before|last|previous|nächst\w+|übernächst\w+|woche\w*|próxim\w+"
    r"|que viene|pasad\w+|semana\w*|prochain\w*|dernier\w*|semaine\w*|prossim\w+|settimana)\b|[下上]|来週|先週|週間"
    r"|다음|지난",
    re.IGNORECASE,
)
_RESOLVED = frozenset({"en", "zh", "es", "de", "fr", "ja", "und"})
_WEEKDAYS = tuple(
    re.compile(rf"\b(?:{words})\b|(?:周|週|星期|礼拜|禮拜){sign}|{japanese}曜", re.IGNORECASE)
    for words, sign, japanese in (
        (r"mon(?:day)?s?|montags?|lunes|lundi|segunda(?:-feira)?|lunedì|понедельник\w*|somvaar", "一", "月"),
        (r"tues?(?:day)?s?|dienstags?|martes|mardi|terça(?:-feira)?|martedì|вторник\w*", "二", "火"),
        ("wed(?:nesday)?s?|mittwochs?|miércoles|mercredi|quarta(?:-feira)?|mercoledì|сред[ау]", "三", "水"),
        (r"thu(?:r|rs|rsday)?s?|donnerstags?|jueves|jeudi|quinta(?:-feira)?|giovedì|четверг\w*", "四", "木"),
        (r"fri(?:day)?s?|freitags?|viernes|vendredi|sexta(?:-feira)?|venerdì|пятниц\w+", "五", "金"),
        (r"sat(?:urday)?s?|samstags?|sonnabends?|sábado|samedi|sabato|суббот\w+|week-?ends?|wochen\w+", "六", "土"),
        (r"sun(?:day)?s?|sonntags?|domingo|dimanche|domenica|воскресень\w+|week-?ends?|wochenende", "[日天]", "日"),
    )
)
_SOME_YEAR = re.compile(
    r"\b(?:last|next|this|past|coming|years?|yrs?|ago|summer|winter|spring|autumn|fall|back end|año|ano"
    r"|jahr|année|an|letzt\w+|nächst\w+|pasado|próximo|dernier|prochain)\b|[今明去前后後下]年|学期|年底|来年|昨年",
    re.IGNORECASE,
)
_SPANS = (
    (
        re.compile(
            r"\b(?:days?|tage?n?|días?|jours?|dias?|giorn[oi]|tomorrow|yesterday|next day)\b|[天日]", re.IGNORECASE
        ),
        1,
    ),
    (
        re.compile(
            r"\b(?:weeks?|wks?|wochen?|semanas?|semaines?|settiman[ae]|swap\w*|after|following)\b|周|週|星期"
            r"|礼拜|禮拜",
            re.IGNORECASE,
        ),
        7,
    ),
    (re.compile(r"\b(?:fortnight|weeks?)\b|两周|兩週|两个星期", re.IGNORECASE), 14),
)


class Calendar:
    """The dates of a passage: written, meant by relative words, and the day on which it was said."""

    def __init__(
        self,
        subject: "Subject",
        support: "tuple[tuple[str, StampedMessage | None], ...]",
        values: Callable[[], frozenset[str]],
    ) -> None:
        self._subject = subject
        self._support = support
        self._read = values

    @property
    def _values(self) -> frozenset[str]:
        return self._read()

    @cached_property
    def _mentions(self) -> tuple[DateMention, ...]:
        conversation = self._subject.conversation
        return tuple(
            mention
            for text, message in self._support
            if message is not None
            for mention in _dates(text, message.at, conversation.language(message))
        )

    @cached_property
    def _moments(self) -> tuple[datetime, ...]:
        """When the evidence was said; the whole episode's time counts too."""
        return (*(witness.message.at for witness in self._subject.witnesses), self._subject.context.episode.at)

    @cached_property
    def _days(self) -> frozenset[date]:
        zone: tzinfo | None = self._subject.context.episode.at.tzinfo
        return frozenset(day for moment in self._moments for day in (moment.date(), moment.astimezone(zone).date()))

    def has_date(self, value: str) -> bool:
        """Whether "2026-05-14", "2026-05" or "--06-09" can be what was said."""
        match = _PARTS.fullmatch(value)
        if match is None:
            return False
        year = None if match[1] == "-" else int(match[1])
        month = int(match[2]) if match[2] else None
        day = int(match[3]) if match[3] else None
        return (
            self._said_today(year, month, day)
            or value in self._values
            or self._spelled(year, month, day)
            or self._month_named(year, month, day)
            or self._weekday_named(year, month, day)
            or self._mentioned(year, month, day)
            or self._moved(year, month, day)
        )

    def _said_today(self, year: int | None, month: int | None, day: int | None) -> bool:
        return any(
            year in {None, today.year} and month in {None, today.month} and day in {None, today.day}
            for today in self._days
        )

    def _mentioned(self, year: int | None, month: int | None, day: int | None) -> bool:
        for mention in self._mentions:
            if mention.recurring:
                continue
            first, last = mention.first.date(), _end(mention)
            for candidate in {first, last}:
                if (
                    year in {None, candidate.year}
                    and month in {None, candidate.month}
                    and day in {None, candidate.day}
                ):
                    return True
            if year and month and day and _valid(year, month, day) and first <= date(year, month, day) <= last:
                return True
            if year and month and not day and (first.year, first.month) <= (year, month) <= (last.year, last.month):
                return True
        return False

    def _spelled(self, year: int | None, month: int | None, day: int | None) -> bool:
        """The digits stand there, and the rest follows from the time of the message."""
        if any(
            _fits(value, year, month, day)
            and (year is None or not value.startswith("-") or self._year_left_open(year, month))
            for value in self._values
        ):
            return True
        if day is None or str(day) not in self._values:
            return False
        if month is not None and str(month) in self._values:
            return True
        if year is None or month is None or not _valid(year, month, day):
            return False
        if any((known.year, known.month) == (year, month) for known in self._known):
            return True  # "moved to the 18th": the month is that of the date that moves
        return any(abs((date(year, month, day) - today).days) <= _NEAR_DAYS for today in self._days)

    def _month_named(self, year: int | None, month: int | None, day: int | None) -> bool:
        """The month stands there by name; its year is what the words resolve to, so far as they can be resolved."""
        if month not in self._months or (day is not None and str(day) not in self._values):
            return False
        return year is None or self._year_left_open(year, month)

    def _year_left_open(self, year: int, month: int | None) -> bool:
        """Whether nothing says which year is meant, and this is the message's or one beside it."""
        if any(mention.first.month == month and not mention.recurring for mention in self._mentions):
            return False  # then it is the year of that date
        return any(abs(year - moment.year) <= 1 for moment in self._moments)

    @cached_property
    def _months(self) -> frozenset[int]:
        text = "\n".join(text for text, _ in self._support)
        named = {_MONTH_OF[match[0].casefold()] for match in _MONTH_NAME.finditer(text)}
        return frozenset(named | {int(match[1]) for match in _CJK_MONTH.finditer(text)})

    def _weekday_named(self, year: int | None, month: int | None, day: int | None) -> bool:
        """The day of the week stands there, and this is the one just before or after the message."""
        if not (year and month and day and _valid(year, month, day)):
            return False
        wanted = date(year, month, day)
        near = min(abs((wanted - today).days) for today in self._days)
        if near <= _A_WEEK and not self._languages & _RESOLVED:
            return True  # nothing here resolves relative words of this language
        if wanted.weekday() not in self._weekdays:
            return False
        text = "\n".join(text for text, message in self._support if message is not None)
        return near <= _A_WEEK or (near <= 2 * _A_WEEK and bool(_ANOTHER_WEEK.search(text)))

    @cached_property
    def _languages(self) -> frozenset[str]:
        conversation = self._subject.conversation
        return frozenset(conversation.language(message) for _, message in self._support if message is not None)

    @cached_property
    def _weekdays(self) -> frozenset[int]:
        text = "\n".join(text for text, message in self._support if message is not None)
        return frozenset(number for number, pattern in enumerate(_WEEKDAYS) if pattern.search(text))

    def _moved(self, year: int | None, month: int | None, day: int | None) -> bool:
        """A known date moved by what was said: "a week later", "two days before"."""
        if not (year and month and day and _valid(year, month, day)):
            return False
        wanted = date(year, month, day)
        steps = self._steps
        return any(abs((wanted - known).days) in steps for known in self._known)

    @cached_property
    def _known(self) -> frozenset[date]:
        """The dates of the stored memories at hand, and those written in the passage."""
        texts = (*(memory.text for memory in self._subject.memories), *self._values)
        return frozenset(
            date(*parts)
            for text in texts
            for match in _ISO.finditer(text)
            if _valid(*(parts := (int(match[1]), int(match[2]), int(match[3]))))
        )

    @cached_property
    def _steps(self) -> frozenset[int]:
        """By how many days what was said can move a date; 0 always: a stored date may be named again."""
        text = "\n".join(text for text, message in self._support if message is not None)
        numbers = {int(value) for value in self._values if value.isdecimal() and int(value) <= _NEAR_DAYS}
        steps = {0}
        for pattern, days in _SPANS:
            if pattern.search(text):
                steps |= {days, *(days * number for number in numbers)}
        return frozenset(steps)

    def has_number(self, value: str) -> bool:
        """Whether a bare number is a year, a day or a number said in short that the passage means."""
        if not value.isdecimal():
            return False
        number = int(value)
        if number in _YEARS:
            return self._has_year(number)
        if any(f"{number / scale:.12g}" in self._values for scale in self._scales_of(number)):
            return True
        return any(
            number in {mention.first.day, _end(mention).day} and not mention.recurring for mention in self._mentions
        )

    def _scales_of(self, number: int) -> Iterator[int]:
        """Give by what a number may have been said in short: "asks 406" after "410,000" or "between 400k and 410k".

        Either a word for the scale stands beside a number of the passage, or a number of that size is at hand.
        """
        for pattern, scale in _SCALES:
            if number % scale and scale == _THOUSAND:
                continue
            if number >= scale and (
                any(pattern.search(text) for text, _ in self._support)
                or any(number / _NEAR_SIZE <= other <= number * _NEAR_SIZE for other in self._round(scale))
            ):
                yield scale

    def _round(self, scale: int) -> Iterator[int]:
        step = scale if scale == _THOUSAND else scale // 100
        for value in self._values:
            if value.isdecimal() and len(value) <= _LONGEST and int(value) >= scale and not int(value) % step:
                yield int(value)

    def _has_year(self, year: int) -> bool:
        if any(moment.year == year for moment in self._moments) or f"{year % 100}" in self._values:  # "in 21"
            return True
        if any(mention.first.year <= year <= mention.last.year for mention in self._mentions):
            return True
        return any(abs(moment.year - year) == 1 for moment in self._moments) and any(
            _SOME_YEAR.search(text) for text, _ in self._support
        )

    def has_time(self, value: str) -> bool:
        """Whether a clock time was said, with or without its minutes or half of the day."""
        hour, minute = value.split(":")
        if value in self._values:
            return True
        if minute == "00" and {str(int(hour)), str(int(hour) % 12 or 12)} & self._values:
            return True
        return any(value in mention.iso for mention in self._mentions)


def _end(mention: DateMention) -> date:
    return max(mention.first, mention.last - timedelta(microseconds=1)).date()


def _fits(value: str, year: int | None, month: int | None, day: int | None) -> bool:
    """Whether a date that was written is this one, or leaves open what this one adds or leaves out."""
    match = _PARTS.fullmatch(value)
    if match is None or ("-" not in value):
        return False
    written = (
        None if match[1] == "-" else int(match[1]),
        int(match[2]) if match[2] else None,
        int(match[3]) if match[3] else None,
    )
    if month is None:
        return year == written[0]
    pairs = zip(written, (year, month, day), strict=True)
    return all(one is None or other is None or one == other for one, other in pairs) and written[1] is not None


def _valid(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _dates(text: str, now: datetime, language: str) -> tuple[DateMention, ...]:
    return find_dates(text, now=now, language="en" if language == "und" else language)
