"""Canonical text is what a reader sees, with a way back; hidden text is found, honest joiners are not."""

import pytest

from memscribe.text.canonical import canonical, fold, hidden


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Hello\u200b   World ", "hello world"),
        ("“quoted” – it’s", '"quoted" - it\'s'),
        ("ＡＢＣ １２３", "abc 123"),
        ("ﬁne ①", "fine 1"),
        ("Cafe\u0301", "café"),
        ("STRASSE Straße", "strasse strasse"),
        ("한\u1112\u1161\u11ab", "한한"),
        ("i\U000e0067\U000e006egnore", "ignore"),
        ("a\u202eb\u202cc", "abc"),
        ("wait…", "wait..."),
        ("line\n\n two\t", "line two"),
        ("", ""),
        ("\u200b", ""),
    ],
)
def test_text_is_folded_to_what_a_reader_sees(text: str, expected: str) -> None:
    """Invisible signs go, forms of one sign meet, case and white space do not matter."""
    assert canonical(text).text == expected
    assert fold(text) == expected


def test_every_folded_sign_leads_back_to_where_it_came_from() -> None:
    """A span found in canonical text is quoted from the original."""
    text = "Say:  “Ig\u200bnore  ALL ﬁles” now"
    folded = canonical(text)
    start = folded.text.index("ignore all files")
    first, last = folded.original(start, start + len("ignore all files"))
    assert text[first:last] == "Ig\u200bnore  ALL ﬁles"
    assert len(folded.offsets) == len(folded.text) + 1
    assert folded.offsets[-1] == len(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("s\u200bto\u200bre", {"invisible"}),
        ("x\u202eevil\u202c", {"bidi"}),
        ("hi \U000e0073\U000e0061\U000e0076\U000e0065", {"tag"}),
        ("ok\ufe00\ufe01\ufe02\ufe03", {"selector"}),
        ("zero\u200dwidth", {"invisible"}),
        ("a\u2062b", {"invisible"}),
    ],
)
def test_text_that_a_reader_cannot_see_is_found(text: str, what: set[str]) -> None:
    """Zero-width signs in words, direction overrides, tag characters and runs of selectors carry text."""
    assert {found for _, _, found in hidden(text)} == what


@pytest.mark.parametrize(
    "text",
    [
        "plain ascii",
        "family 👨\u200d👩\u200d👧",
        "❤\ufe0f and 1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "می\u200cخواهم",
        "क्\u200dष",
        "שלום\u200f!",
        "co\u00adoperate",
        "\ufefffirst line",
    ],
)
def test_joiners_marks_and_selectors_in_their_proper_place_are_honest(text: str) -> None:
    """Emoji sequences, Persian, Hindi, Hebrew, soft hyphens and a byte order mark are how texts are written."""
    assert hidden(text) == ()
