"""Time expressions: found where they stand, resolved to what was said, and never seen where there are none.

The tables under fixtures/dates were worked out with a calendar. A row names one mention of its text; a text with
several mentions has several rows, in order. "# now" sets the message's time for the rows below it.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memscribe.text.dates import DateMention, find_dates, write_date

TABLES = Path(__file__).parents[1] / "fixtures" / "dates"
LANGUAGES = ("en", "zh", "es", "de", "fr", "ja")
BERLIN = timezone(timedelta(hours=2))
THURSDAY = datetime(2026, 5, 14, 9, 30, tzinfo=BERLIN)

Row = tuple[str, str, str, str]  # mention, ISO form, precision or "recurring", role


def table(language: str) -> Iterator[tuple[datetime, str, list[Row]]]:
    """Yield each text of a table with its time and all its rows."""
    now, texts = THURSDAY, dict[tuple[datetime, str], list[Row]]()
    for line in (TABLES / f"{language}.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("# now "):
            now = datetime.fromisoformat(line.removeprefix("# now "))
        elif not line.startswith("#"):
            text, mention, iso, kind = line.split("\t")
            precision, _, role = kind.partition(" ")
            texts.setdefault((now, text), []).append((mention, iso, precision, role or "point"))
    for (said_at, text), rows in texts.items():
        yield said_at, text, rows


CASES = [pytest.param(lang, *case, id=f"{lang}: {case[1]}") for lang in LANGUAGES for case in table(lang)]
NO_DATES = [
    line.split("\t")
    for line in (TABLES / "none.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def seen(mention: DateMention) -> Row:
    """Return a mention as a row; the role of what recurs says nothing."""
    if mention.recurring:
        return mention.text.lower(), mention.iso, "recurring", "point"
    return mention.text.lower(), mention.iso, mention.precision, mention.role


@pytest.mark.parametrize(("language", "now", "text", "rows"), CASES)
def test_every_expression_of_the_tables_is_found_and_resolved(
    language: str, now: datetime, text: str, rows: list[Row]
) -> None:
    found = find_dates(text, now=now, language=language)
    assert [seen(mention) for mention in found] == [(row[0].lower(), *row[1:]) for row in rows]
    assert all(text[mention.start : mention.end] == mention.text for mention in found)


@pytest.mark.parametrize(("language", "text"), NO_DATES)
def test_what_only_looks_like_a_date_is_left_alone(language: str, text: str) -> None:
    assert find_dates(text, now=THURSDAY, language=language) == ()


def test_the_tables_are_as_large_as_promised() -> None:
    """At least 320 expressions in six languages and 80 texts without any."""
    rows = {lang: sum(len(case[2]) for case in table(lang)) for lang in LANGUAGES}
    assert rows["en"] >= 110
    assert rows["zh"] >= 80
    assert min(rows.values()) >= 30
    assert sum(rows.values()) >= 320
    assert len(NO_DATES) >= 80


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        ("tomorrow", True),
        ("on Friday", True),
        ("in March", True),
        ("4 December", True),
        ("June next year", True),
        ("2026-05-14", False),
        ("5 March 2027", False),
        ("in 2018", False),
        ("at 18:40", False),
        ("every Monday", False),
    ],
)
def test_relative_says_whether_the_words_need_the_messages_time(text: str, relative: bool) -> None:
    (mention,) = find_dates(text, now=THURSDAY, language="en")
    assert mention.relative is relative


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("tomorrow", "2026-05-15T00:00", "2026-05-16T00:00"),
        ("last week", "2026-05-04T00:00", "2026-05-11T00:00"),
        ("last month", "2026-04-01T00:00", "2026-05-01T00:00"),
        ("in December", "2026-12-01T00:00", "2027-01-01T00:00"),
        ("in 2018", "2018-01-01T00:00", "2019-01-01T00:00"),
        ("Q1 2027", "2027-01-01T00:00", "2027-04-01T00:00"),
        ("2 to 10 September", "2026-09-02T00:00", "2026-09-11T00:00"),
        ("8 June 14:00-15:30", "2026-06-08T14:00", "2026-06-08T15:30"),
        ("8 June 22:00-02:00", "2026-06-08T22:00", "2026-06-09T02:00"),
        ("8 June at 8 am", "2026-06-08T08:00", "2026-06-08T08:01"),
    ],
)
def test_first_and_last_bound_the_period_half_open(text: str, first: str, last: str) -> None:
    (mention,) = find_dates(text, now=THURSDAY, language="en")
    assert (f"{mention.first:%Y-%m-%dT%H:%M}", f"{mention.last:%Y-%m-%dT%H:%M}") == (first, last)
    assert mention.first.utcoffset() == mention.last.utcoffset() == THURSDAY.utcoffset()


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("en", "tomorrow at 8 am", "2026-05-15 08:00"),
        ("de", "nächste Woche", "2026-05-18 to 2026-05-24"),
        ("en", "every Monday", "every Monday"),
        ("zh", "上周六", "2026年5月9日"),
        ("zh", "下个月", "2026年6月"),
        ("zh", "昨晚", "2026年5月13日晚"),
        ("zh", "月底", "2026年5月底"),
        ("zh", "年底", "2026年底"),
        ("zh", "去年", "2025年"),
        ("zh", "周末", "2026年5月16日至2026年5月17日"),
        ("zh", "明天下午3点", "2026年5月15日15:00"),
        ("zh-Hant", "下個月", "2026年6月"),
        ("yue", "琴日", "2026年5月13日"),
        ("ja", "来週の土曜", "2026年5月23日"),
        ("ja", "今朝", "2026年5月14日朝"),
        ("ja", "9時〜16時", "09:00 to 16:00"),
    ],
)
def test_a_memory_text_writes_dates_as_its_language_does(language: str, text: str, written: str) -> None:
    (mention,) = find_dates(text, now=THURSDAY, language=language)
    assert write_date(mention, language=language) == written


@pytest.mark.parametrize(
    ("zone", "language", "iso"),
    [
        (ZoneInfo("Europe/London"), "en", "2027-02-01"),
        (ZoneInfo("America/New_York"), "en", "2027-01-02"),
        (ZoneInfo("America/Sao_Paulo"), "en", "2027-02-01"),
        (BERLIN, "de", "2027-02-01"),
        (BERLIN, "en", None),
        (UTC, "en", None),
    ],
)
def test_an_ambiguous_slashed_date_is_read_only_where_language_or_zone_settle_it(
    zone: ZoneInfo | timezone, language: str, iso: str | None
) -> None:
    found = find_dates("on 1/2/2027", now=THURSDAY.astimezone(zone), language=language)
    assert [mention.iso for mention in found] == ([iso] if iso else [])


def test_days_are_those_of_the_messages_zone() -> None:
    """At one moment it is already Friday in Tokyo and still Thursday in Lima."""
    moment = datetime(2026, 5, 14, 22, tzinfo=UTC)
    tokyo, lima = (moment.astimezone(ZoneInfo(name)) for name in ("Asia/Tokyo", "America/Lima"))
    assert find_dates("today", now=tokyo, language="en")[0].iso == "2026-05-15"
    assert find_dates("today", now=lima, language="en")[0].iso == "2026-05-14"


@pytest.mark.parametrize(("day", "hours"), [(28, 23), (27, 24)])
def test_a_day_is_a_calendar_day_across_the_change_of_the_clocks(day: int, hours: int) -> None:
    """Clocks in Oslo go forward on 29 March 2026: that "tomorrow" lasts 23 hours."""
    now = datetime(2026, 3, day, 23, 30, tzinfo=ZoneInfo("Europe/Oslo"))
    (mention,) = find_dates("tomorrow", now=now, language="en")
    assert (mention.first.hour, mention.last.hour) == (0, 0)
    assert mention.last.astimezone(UTC) - mention.first.astimezone(UTC) == timedelta(hours=hours)


def test_a_time_takes_the_day_named_elsewhere_in_its_sentence() -> None:
    day, clock = find_dates("On Saturday we dine out, be there by 7 pm", now=THURSDAY, language="en")
    assert (day.iso, clock.iso) == ("2026-05-16", "19:00")
    assert clock.first == datetime(2026, 5, 16, 19, tzinfo=BERLIN)


def test_a_naive_now_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        find_dates("today", now=THURSDAY.replace(tzinfo=None), language="en")


def test_an_unknown_language_reads_digits_only() -> None:
    found = find_dates("stasera o il 2027-01-31", now=THURSDAY, language="it")
    assert [mention.iso for mention in found] == ["2027-01-31"]


# -- properties

MOMENTS = st.datetimes(
    *(datetime.fromisoformat(day) for day in ("1970-01-01", "2150-01-01")),
    timezones=st.sampled_from([UTC, BERLIN, ZoneInfo("America/New_York")]),
)
DAY_WORDS = [
    *(("en", words) for words in ("today", "tomorrow", "the day before yesterday", "this morning", "last night")),
    *(
        ("en", words)
        for words in ("next Monday", "last Friday", "on Sunday", "since Tuesday", "Thursday next week")
    ),
    *(("en", words) for words in ("in three weeks", "9 days ago", "a week tomorrow", "last week", "next weekend")),
    *(
        ("zh", words)
        for words in ("大后天", "昨晚", "上周六", "下下周三", "周五", "三天后", "两周前", "下周", "周末")
    ),
    *(("es", words) for words in ("pasado mañana", "el lunes que viene", "hace dos semanas", "el viernes")),
    *(("de", words) for words in ("übermorgen", "nächsten Montag", "vor drei Tagen", "letzte Woche", "am Freitag")),
    *(("fr", words) for words in ("avant-hier", "lundi prochain", "dans deux semaines", "vendredi", "ce week-end")),
    *(("ja", words) for words in ("しあさって", "来週の土曜", "3日後", "先週", "金曜日")),
]
WORDS = sorted(
    {word for lang in LANGUAGES for _, text, _ in table(lang) for word in text.split(" ")}
    | {
        "31",
        "30.",
        "29 Feb",
        "/",
        "13",
        "0",
        "99",
        "2月30日",
        "31 June",
        "week of",
        "last",
        "next",
        "de",
        "el",
        "du",
    }
)


@given(st.sampled_from(LANGUAGES), st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)), MOMENTS)
def test_any_text_is_read_without_an_error_and_mentions_are_well_formed(
    language: str, text: str, now: datetime
) -> None:
    """Offsets are exact, mentions lie in order and apart, every period has a length, in the message's zone."""
    end = 0
    for mention in find_dates(text, now=now, language=language):
        assert end <= mention.start < mention.end
        assert text[mention.start : mention.end] == mention.text
        assert mention.first < mention.last
        assert mention.first.tzinfo is now.tzinfo
        assert bool(mention.iso) is not mention.recurring
        assert write_date(mention, language=language)
        end = mention.end


@given(st.sampled_from(DAY_WORDS), MOMENTS, st.integers(1, 60))
def test_moving_now_by_whole_weeks_moves_what_is_said_against_it(
    words: tuple[str, str], now: datetime, weeks: int
) -> None:
    language, text = words
    shift = timedelta(weeks=weeks)
    (here,) = find_dates(text, now=now, language=language)
    (there,) = find_dates(text, now=now + shift, language=language)
    assert there.first.replace(tzinfo=None) - here.first.replace(tzinfo=None) == shift
    assert there.last.replace(tzinfo=None) - here.last.replace(tzinfo=None) == shift


@given(
    st.sampled_from(CASES),
    st.sampled_from(
        ["They left yesterday!\n", "Will he come next week?\n", "昨天他走了。", "明天要去！", "(no date)\n"]
    ),
    st.sampled_from(["", "\nWe sold it in March.", "\n下周三要交。", "\nNothing more."]),
)
def test_a_sentence_is_read_the_same_among_others(case: object, before: str, after: str) -> None:
    language, now, text, _ = getattr(case, "values")  # noqa: B009
    alone = find_dates(text, now=now, language=language)
    among = find_dates(before + text + after, now=now, language=language)
    inside = [m for m in among if len(before) <= m.start < len(before) + len(text)]
    assert [(m.text, m.iso, m.role, m.start - len(before)) for m in inside] == [
        (m.text, m.iso, m.role, m.start) for m in alone
    ]


@given(MOMENTS)
def test_tomorrow_and_last_week_follow_the_calendar(now: datetime) -> None:
    today = now.date()
    (tomorrow,) = find_dates("tomorrow", now=now, language="en")
    (week,) = find_dates("last week", now=now, language="en")
    assert tomorrow.iso == (today + timedelta(days=1)).isoformat()
    monday = date.fromisoformat(week.iso[:10])
    assert monday.isoweekday() == 1
    assert timedelta(days=7) <= today - monday < timedelta(days=14)
