"""Units: what a text is cut into, what two of them have in common, and how they are printed."""

import itertools
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memscribe.writers.embedded.units import Printed, dated_units, joined, key_of, units, write_day

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)  # a Thursday
LANGUAGES = st.sampled_from(["en", "zh", "ja", "es", "de", "fr", "ko", "und"])
PIECES = st.sampled_from(
    "tomorrow|next Friday|2026-05-05|2026年5月5日|5 May 2026|明天|下周三|来月|mañana|don't|Ana’s|안녕|用户|12.5|"
    "10:30|a/b|_|👩‍🚀|\ud83d|\u202e| |\n|।|हिन्दी|مرحبا|e\u0301|½|３|,|.".split("|")
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join))


def cut(text: str) -> list[str]:
    return [unit.text for unit in units(text)]


def spaced(*words: str) -> str:
    """Print units that all come from different places."""
    return joined([Printed(word) for word in words])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Lima.", ["I", "moved", "to", "Lima", "."]),
        ("Ana's and Ana’s", ["Ana", "'s", "and", "Ana", "’s"]),
        ("We'll say they've, I'm, he'd, you're", "We 'll say they 've , I 'm , he 'd , you 're".split()),
        ("don't can’t won't", ["don't", "can’t", "won't"]),
        ("'quoted' rock'n'roll", ["'", "quoted", "'", "rock", "'", "n", "'", "roll"]),
        ("1,250.50 at 10:30, v2", ["1,250.50", "at", "10:30", ",", "v", "2"]),
        ("a_b x-y", ["a", "_", "b", "x", "-", "y"]),
        ("用户住在上海，3楼。", ["用", "户", "住", "在", "上", "海", "，", "3", "楼", "。"]),
        ("コーヒーが好き", ["コ", "ー", "ヒ", "ー", "が", "好", "き"]),
        ("서울에 살아요", ["서", "울", "에", "살", "아", "요"]),
        ("¿Dónde está Ñuñoa?", ["¿", "Dónde", "está", "Ñuñoa", "?"]),
        ("Straße, Łódź, Привет", ["Straße", ",", "Łódź", ",", "Привет"]),
        ("ok 👍🏽!", ["ok", "👍", "🏽", "!"]),
        ("on 2026-05-05, 5 May 2026 and May 2026", ["on", "2026-05-05", ",", "5 May 2026", "and", "May 2026"]),
        ("2026-05-11 to 2026-05-17", ["2026-05-11 to 2026-05-17"]),
        ("2026-05-05 at 10:30", ["2026-05-05 at 10:30"]),
        ("2026年5月5日和2026年5月", ["2026年5月5日", "和", "2026年5月"]),
        ("12345-67 and 2026-05-123", ["12345", "-", "67", "and", "2026-05", "-", "123"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_a_text_is_cut_into_words_characters_numbers_marks_and_dates(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@given(TEXTS)
def test_units_stand_in_order_quote_their_text_and_leave_out_nothing_but_blanks(text: str) -> None:
    position = 0
    for unit in units(text):
        assert not text[position : unit.start].strip()
        assert unit.text == text[unit.start : unit.end]
        assert not unit.dated
        assert unit.start < unit.end
        position = unit.end
    assert not text[position:].strip()


@given(TEXTS)
def test_copying_a_text_from_its_first_unit_to_its_last_gives_it_back(text: str) -> None:
    parts: list[Printed] = []
    position = 0
    for at, unit in enumerate(units(text)):
        parts.append(Printed(unit.text, text[position : unit.start] if at else None))
        position = unit.end
    assert joined(parts) == text.strip()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I fly tomorrow.", "en", ["I", "fly", "2026-05-15", "."]),
        ("Dinner next Friday at 7 pm!", "en", ["Dinner", "2026-05-22 19:00", "!"]),
        ("I fly on 2026-06-01.", "en", ["I", "fly", "on", "2026-06-01", "."]),
        ("Every Monday I swim", "en", ["Every", "Monday", "I", "swim"]),
        ("我明天去上海", "zh", ["我", "2026年5月15日", "去", "上", "海"]),
        ("下周三开会", "zh", ["2026年5月20日", "开", "会"]),
        ("明日行きます", "ja", ["2026年5月15日", "行", "き", "ま", "す"]),
        ("Viajo mañana.", "es", ["Viajo", "2026-05-15", "."]),
        ("Tomorrow", "ko", ["Tomorrow"]),
    ],
)
def test_relative_times_become_one_unit_that_prints_the_date_they_mean(
    text: str, language: str, expected: list[str]
) -> None:
    found = dated_units(text, now=NOW, language=language)
    assert [unit.text for unit in found] == expected
    assert [unit.dated for unit in found] == [unit.text != text[unit.start : unit.end] for unit in found]


@given(TEXTS, LANGUAGES)
def test_dated_units_do_not_overlap_and_keep_every_plain_unit_that_is_no_part_of_a_date(
    text: str, language: str
) -> None:
    found = dated_units(text, now=NOW, language=language)
    for one, other in itertools.pairwise(found):
        assert one.end <= other.start
    dates = [unit for unit in found if unit.dated]
    kept = [unit for unit in found if not unit.dated]
    outside = [
        unit for unit in units(text) if not any(unit.start < day.end and day.start < unit.end for day in dates)
    ]
    assert kept == outside
    assert all(unit.text for unit in dates)


@pytest.mark.parametrize(
    "same",
    [
        ("2026-05-05", "2026年5月5日", "5 May 2026", "05 May 2026"),
        ("2026-05", "2026年5月", "May 2026"),
        ("2026-05-05 09:30", "2026-05-05 at 9:30"),
        ("2026-12", "December 2026", "2026年12月"),
        ("Lima", "LIMA", "lima"),
        ("Straße", "STRASSE"),
        ("don’t", "Don't"),
        ("’s", "'S"),
        ("用", "用"),
    ],
)
def test_units_that_say_the_same_have_one_key(same: tuple[str, ...]) -> None:
    assert len({key_of(text) for text in same}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-05-05", "2026-05-06"),
        ("5 May 2026", "2026-05"),
        ("2026-05-06", "6 June 2026"),
        ("2026-03-05", "2026-05-03"),
        ("5 March 2026", "2026-05-03"),
        ("2026-05-11 to 2026-05-17", "2026-05-11"),
        ("2026-05-05 09:30", "2026-05-05"),
        ("Lima", "Limas"),
        ("May", "5"),
    ],
)
def test_units_that_say_different_things_have_different_keys(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)))
def test_a_day_has_one_key_however_it_is_written(day: date) -> None:
    chinese, iso, english = write_day(day, "zh"), write_day(day, "en"), f"{day.day} {day:%B} {day.year}"
    assert key_of(chinese) == key_of(iso) == key_of(english)
    assert [len(units(text)) for text in (chinese, iso, english)] == [1, 1, 1]


@given(TEXTS)
def test_a_key_can_be_made_of_every_unit(text: str) -> None:
    assert all(key_of(unit.text) for unit in units(text))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The user lives in Lima .".split(), "The user lives in Lima."),
        (("The", "user", "'s", "sister", "Ana", "’s", "dog"), "The user's sister Ana’s dog"),
        ("The user isn't 12 , 5 % ( at most ) !".split(), "The user isn't 12, 5% (at most)!"),
        ("$ 1,250.50 on 2026-05-05 : x - y / z".split(), "$1,250.50 on 2026-05-05: x-y/z"),
        ([*list("用户住在"), "Lima", "，", "2026年5月5日", "搬", "来", "，", "3", "楼", "。"],
         "用户住在Lima，2026年5月5日搬来，3楼。"),
        ([*list("ユーザーは"), "3", "月", "に", "（", "大", "阪", "）"], "ユーザーは3月に（大阪）"),
        ("El usuario vive en Ñuñoa , Chile ; ¿ y Ana ? ¡ No !".split(),
         "El usuario vive en Ñuñoa, Chile; ¿y Ana? ¡No!"),
        (["I", "like", "👍", "."], "I like 👍."),
        ([], ""),
    ],
)  # fmt: skip
def test_units_of_different_places_are_spaced_as_their_language_is_written(words: list[str], expected: str) -> None:
    assert spaced(*words) == expected


def test_hangul_copied_together_keeps_the_spaces_of_its_source() -> None:
    text = "저는 서울에 살아요."
    found = units(text)
    parts = [Printed(found[0].text)]
    for before, unit in itertools.pairwise(found):
        parts.append(Printed(unit.text, text[before.end : unit.start]))
    assert joined(parts) == text


def test_what_stood_between_two_units_in_the_source_wins_over_usage() -> None:
    assert joined([Printed("5"), Printed("%", " "), Printed("off", ""), Printed("x", "  ")]) == "5 %off  x"


def test_a_day_is_written_as_memories_of_the_language_write_it() -> None:
    day = date(2026, 5, 4)
    assert [write_day(day, tag) for tag in ("en", "es", "und", "zh", "yue", "ja")] == [
        "2026-05-04", "2026-05-04", "2026-05-04", "2026年5月4日", "2026年5月4日", "2026年5月4日",
    ]  # fmt: skip
