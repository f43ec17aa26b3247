"""Numbers, dates, times, identifiers and names are found and normalised alike in text and evidence."""

import pytest

from memscribe.text.names_and_numbers import claims, readings


def found(text: str, kind: str, language: str = "en") -> list[str]:
    """Values of one kind."""
    return [claim.value for claim in claims(text, language) if claim.kind == kind]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("total 8,460.00 EUR", "en", ["8460"]),
        ("Gesamt 8.460,50 Euro", "de", ["8460.5"]),
        ("1.250 Euro", "de", ["1250"]),
        ("NOK 2 940", "en", ["2940"]),
        ("10k steps", "en", ["10000"]),
        ("forty-two items", "en", ["42"]),
        ("twenty mugs and three lids", "en", ["20", "3"]),
        ("花了一万五千元", "zh", ["15000"]),
        ("三百二十块", "zh", ["320"]),
        ("预算19万", "zh", ["190000"]),
        ("去了三个地方", "zh", ["3"]),
        ("周三一起去", "zh", []),
        ("one of them", "en", []),
        ("50%", "en", ["50"]),
        ("1.5 units", "en", ["1.5"]),
    ],
)
def test_numbers_are_read_with_their_grouping_and_words(text: str, language: str, expected: list[str]) -> None:
    """Separators, scales and words for numbers come to one form; units stay apart."""
    assert found(text, "number", language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("on 2026-05-14", "en", ["2026-05-14"]),
        ("since 2026-05", "en", ["2026-05"]),
        ("用户2026-05-14去", "zh", ["2026-05-14"]),
        ("11 June 2026", "en", ["2026-06-11"]),
        ("June 11th", "en", ["--06-11"]),
        ("in March 2027", "en", ["2027-03"]),
        ("2026年3月7日", "zh", ["2026-03-07"]),
        ("6月9日", "zh", ["--06-09"]),
        ("2026年7月から", "ja", ["2026-07"]),
    ],
)
def test_dates_come_to_iso_form(text: str, language: str, expected: list[str]) -> None:
    """ISO, named months, and Chinese and Japanese dates; a date without year says so."""
    assert found(text, "date", language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("at 8 am", "en", "08:00"),
        ("at 8am", "en", "08:00"),
        ("12 pm", "en", "12:00"),
        ("12 a.m.", "en", "00:00"),
        ("3:15pm", "en", "15:15"),
        ("08:30", "en", "08:30"),
        ("um 8 Uhr", "de", "08:00"),
        ("um 14.20 Uhr", "de", "14:20"),
        ("à 9 h", "fr", "09:00"),
        ("早上八点半", "zh", "08:30"),
        ("晚上八点", "zh", "20:00"),
        ("下午3点20分", "zh", "15:20"),
        ("15時", "ja", "15:00"),
    ],
)
def test_clock_times_come_to_one_form(text: str, language: str, expected: str) -> None:
    """However a time is written, it is compared as HH:MM."""
    assert found(text, "time", language) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("invoice BR-2024-113", "br-2024-113"),
        ("see PR 77", "pr 77"),
        ("docs/CONTRIBUTING.md says", "docs/contributing.md"),
        ("https://ci.example/run/7?x=1 failed", "https://ci.example/run/7?x=1"),
        ("mail b.marchetti@lyon.example", "b.marchetti@lyon.example"),
        ("flight SK4673", "sk4673"),
        ("runs v2.3.0", "v2.3.0"),
        ("call time.Now()", "time.now()"),
        ("set timeout_ms", "timeout_ms"),
        ("file OH-2026-014", "oh-2026-014"),
    ],
)
def test_identifiers_are_kept_whole(text: str, expected: str) -> None:
    """Paths, addresses, versions, ids and names in code are claims of their own."""
    assert expected in found(text, "identifier")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User's brother Yusuf sold his van.", ["yusuf"]),
        ("The kickoff with the Lyon office is on Thursday.", ["lyon"]),
        ("Yusuf's van is old.", ["yusuf"]),
        ("Priya lives in Lima.", ["priya", "lima"]),
        ("Send reminders to everybody.", []),
        ("In January User will rest.", []),
        ("The assistant should always answer in French.", ["french"]),
    ],
)
def test_names_are_capitalised_words_that_are_no_common_words(text: str, expected: list[str]) -> None:
    """A capital at the start of a sentence says little, unless the word goes on like a subject."""
    assert found(text, "name") == expected


def test_no_names_are_sought_where_capitals_say_nothing() -> None:
    """Chinese has none, and every German noun has one."""
    assert found("用户的哥哥小明住在上海", "name", "zh") == []
    assert found("Der Nutzer mag Hunde und Katzen", "name", "de") == []
    assert found("Die Freigabe macht Frau Sandrock", "name", "de") == ["sandrock"]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("14.20", "en", "14:20"),
        ("14.20", "en", "14.2"),
        ("2 940 kroner", "en", "2940"),
        ("half past eight", "en", "08:30"),
        ("quarter to 9", "en", "08:45"),
        ("both of us", "en", "2"),
        ("a dozen eggs", "en", "12"),
        ("six hundred grams", "en", "600"),
        ("in nineteen fifty six", "en", "1956"),
        ("reservation 5 5 1 0", "en", "5510"),
        ("8:30", "en", "20:30"),
        ("俩同事", "zh", "2"),
        ("zwei Kinder", "de", "2"),
    ],
)
def test_evidence_is_read_in_every_fair_way(text: str, language: str, value: str) -> None:
    """A quote proves a claim where any fair reading of it does."""
    assert value in readings(text, language)


def test_the_groups_of_one_number_are_no_numbers() -> None:
    """1,200 is never 200, and no digits are joined or cut."""
    assert {"200", "1"}.isdisjoint(readings("I pay 1,200 a month", "en"))
    assert {"250", "125", "1"}.isdisjoint(readings("1.250.000,50 Euro", "de"))
    assert {"5", "2"}.isdisjoint(readings("15 cats and 12 dogs", "en"))


def test_claims_never_overlap_and_stand_where_they_say() -> None:
    """Offsets are those of the text, in order."""
    text = "On 2026-05-14 at 8 am Yusuf paid 8,460.00 for BR-2024-113, see docs/a.md."
    last = 0
    for claim in claims(text, "en"):
        assert last <= claim.start < claim.end <= len(text)
        last = claim.end
