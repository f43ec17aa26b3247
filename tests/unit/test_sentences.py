"""Splitting messages into sentences and clauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memscribe.text.sentences import clauses, sentences

SPLIT = [
    ("I live in Lima. My dog is Rex.", ["I live in Lima.", "My dog is Rex."]),
    ("ok so long day. joren's off now", ["ok so long day.", "joren's off now"]),
    ("Dr. Ellery moved me to 3.30 p.m. on Friday.", ["Dr. Ellery moved me to 3.30 p.m. on Friday."]),
    ("it costs 4.50 now! and v1.2.3 is out", ["it costs 4.50 now!", "and v1.2.3 is out"]),
    (
        "see https://a.example/x.html?q=1 and notes.md please",
        ["see https://a.example/x.html?q=1 and notes.md please"],
    ),
    ("我住在利马。我的狗叫旺财！你呢？", ["我住在利马。", "我的狗叫旺财！", "你呢？"]),
    ("first line\nsecond line", ["first line", "second line"]),
    ("right.. this keeps happening", ["right..", "this keeps happening"]),
    ("really?! no way", ["really?!", "no way"]),
    ("Ich komme am 3. Mai. Dann nicht mehr.", ["Ich komme am 3. Mai.", "Dann nicht mehr."]),
    ("e.g. a cat, etc. and more", ["e.g. a cat, etc. and more"]),
    ("昨日、引っ越しました。東京です", ["昨日、引っ越しました。", "東京です"]),
    ("", []),
    ("  \n ", []),
]


@pytest.mark.parametrize(("text", "expected"), SPLIT)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    """Abbreviations, decimals, addresses and file names stay whole; chat needs no capitals."""
    assert [piece.text for piece in sentences(text)] == expected


MARKED = [
    ("- buy milk", "list"),
    ("・納期は8営業日", "list"),
    ('{"type": "ping"}', "data"),
    ("2026-05-14T09:30:00Z worker started", "data"),
    ("[heartbeat] all fine", "data"),
    ("Traceback (most recent call last):", "data"),
    ("name,age,city,zip,country,phone", "data"),
    ("$ ls -l", "data"),
    ("> he said so", "quote"),
    ("```\nI live in Lima\n```", "code"),
    ("<context>\nI live in Lima\n</context>", "block"),
    ("I live in Lima", "prose"),
]


@pytest.mark.parametrize(("text", "mark"), MARKED)
def test_what_is_no_sentence_is_marked(text: str, mark: str) -> None:
    """Lists, data, quotes, code and tagged blocks are told from prose."""
    assert {piece.mark for piece in sentences(text)} == {mark}


def test_text_around_a_block_is_still_prose() -> None:
    """A fence or a tag marks only what it encloses."""
    found = sentences("look:\n```\nx = 1\n```\nI use tabs. <note>hidden. words</note> And spaces.")
    assert [(piece.mark, piece.text) for piece in found if piece.mark == "prose"] == [
        ("prose", "look:"),
        ("prose", "I use tabs."),
        ("prose", "And spaces."),
    ]


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    """Code that was cut off stays code."""
    assert [piece.mark for piece in sentences("```\nI live in Lima.")] == ["code"]


CLAUSES = [
    ("I like tea; she likes coffee", ["I like tea", "she likes coffee"]),
    ("great, can you add it", ["great", "can you add it"]),
    ("I moved but he stayed", ["I moved", "but he stayed"]),
    ("28号早上，前一晚不能吃东西", ["28号早上", "前一晚不能吃东西"]),
    ("red, green and blue", ["red, green and blue"]),
]


@pytest.mark.parametrize(("text", "expected"), CLAUSES)
def test_clauses_begin_at_a_new_subject(text: str, expected: list[str]) -> None:
    """A comma alone parts nothing in Latin script."""
    (sentence,) = sentences(text)
    assert [piece.text for piece in clauses(sentence)] == expected


@given(st.text(max_size=300))
def test_offsets_are_exact_and_never_overlap(text: str) -> None:
    """Each piece is exactly the text at its offsets, in order, and clauses lie within their sentence."""
    position = 0
    for piece in sentences(text):
        assert position <= piece.start < piece.end
        assert text[piece.start : piece.end] == piece.text
        position = piece.end
        for clause in clauses(piece):
            assert piece.start <= clause.start < clause.end <= piece.end
            assert text[clause.start : clause.end] == clause.text


@given(st.text(alphabet="ab.?! \n", max_size=200))
def test_nothing_but_blanks_is_lost(text: str) -> None:
    """What stands between the pieces is blank."""
    kept = "".join(piece.text for piece in sentences(text))
    assert "".join(kept.split()) == "".join(text.split())
