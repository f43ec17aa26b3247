"""Spans: what the tags mark, as whole words of the messages at home."""

import unicodedata
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedded_parts import NOW, tokenizer
from guard_parts import episode
from memscribe.core.message import Message
from memscribe.writers.embedded.labels import TAGS
from memscribe.writers.embedded.layout import Window, pieces, windows
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.spans import find_spans
from memscribe.writers.embedded.units import units

O, B, I, BC, IC = range(5)  # noqa: E741


def window(*said: str, memories: Sequence[str] = ()) -> Window:
    messages = read_messages(tokenizer(), episode(*(Message.user(text) for text in said)))
    (found,) = windows(messages, read_memories(tokenizer(), memories))
    return found


def tagged(of: Window, marks: Sequence[tuple[int, int, int]], *, share: float = 0.9) -> np.ndarray:
    """Return tags that give some tokens, as (first, last, tag), a probability, and "O" the rest."""
    tags = np.zeros((len(of.ids), len(TAGS)), np.float32)
    tags[:, O] = 1
    for first, last, tag in marks:
        tags[first : last + 1] = 0
        tags[first : last + 1, O] = 1 - share
        tags[first : last + 1, tag] = share
    return tags


def tokens_of(of: Window, piece: int, words: str) -> tuple[int, int]:
    """Return the first and last token of the window that hold words of a piece."""
    one = of.pieces[piece]
    start = one.text.index(words)
    rows = [
        at for at, (begin, end) in enumerate(zip(one.starts, one.ends, strict=True))
        if begin >= 0 and begin < start + len(words) and end > start
    ]  # fmt: skip
    return of.offsets[piece] + rows[0], of.offsets[piece] + rows[-1]


def quotes(of: Window, tags: np.ndarray, threshold: float = 0.5) -> list[tuple[str, bool]]:
    found = find_spans(of, tags, threshold=threshold)
    return [(span.piece.text[span.start : span.end], span.context) for span in found]


def test_the_marked_tokens_are_a_span_with_the_mean_of_their_probabilities() -> None:
    one = window("Hi. My sister Ana lives in Lima. Bye.")
    first, last = tokens_of(one, 0, "My sister Ana lives in Lima")
    tags = tagged(one, [(first, first, B), (first + 1, last, I)], share=0.8)
    (span,) = find_spans(one, tags, threshold=0.5)
    assert span.piece.text[span.start : span.end] == "My sister Ana lives in Lima"
    assert (span.first, span.last, span.context) == (first, last, False)
    assert span.salience == pytest.approx(0.8, abs=1e-6)
    assert span.piece is one.pieces[0]


@pytest.mark.parametrize(("threshold", "count"), [(0.3, 1), (0.6, 1), (0.61, 0), (0.9, 0)])
def test_a_token_belongs_to_a_span_from_the_threshold_on(threshold: float, count: int) -> None:
    one = window("My sister lives in Lima.")
    first, last = tokens_of(one, 0, "lives in Lima")
    tags = tagged(one, [(first, last, I)], share=0.6)
    assert len(find_spans(one, tags.astype(np.float64).round(3), threshold=threshold)) == count


def test_begin_and_inside_count_together_against_the_threshold() -> None:
    one = window("My sister lives in Lima.")
    first, last = tokens_of(one, 0, "lives in Lima")
    tags = tagged(one, [])
    tags[first : last + 1] = 0.3, 0.3, 0.4, 0, 0
    assert quotes(one, tags, 0.65) == [("lives in Lima", False)]


def test_a_begin_tag_parts_what_follows_without_a_gap() -> None:
    one = window("I live in Lima and I have a dog")
    whole = tokens_of(one, 0, "I live in Lima and I have a dog")
    second, _ = tokens_of(one, 0, "and I have a dog")
    tags = tagged(one, [(whole[0], whole[0], B), (whole[0] + 1, whole[1], I), (second, second, B)])
    assert quotes(one, tags) == [("I live in Lima", False), ("and I have a dog", False)]


def test_a_gap_parts_two_spans_without_a_begin_tag() -> None:
    one = window("I live in Lima and I have a dog")
    tags = tagged(one, [(*tokens_of(one, 0, "live in Lima"), I), (*tokens_of(one, 0, "have a dog"), I)])
    assert quotes(one, tags) == [("live in Lima", False), ("have a dog", False)]


def test_salient_and_context_spans_are_told_apart_and_stand_in_order() -> None:
    one = window("My sister is a nurse. She lives in Lima.", "Ana has a dog.")
    tags = tagged(
        one,
        [
            (*tokens_of(one, 1, "Ana has a dog"), I),
            (*tokens_of(one, 0, "lives in Lima"), I),
            (*tokens_of(one, 0, "My sister"), IC),
        ],
    )
    assert quotes(one, tags) == [("My sister", True), ("lives in Lima", False), ("Ana has a dog", False)]


def test_nothing_is_found_in_memories_headers_separators_and_pieces_that_are_not_at_home() -> None:
    said = [f"Message {at} says that friend {at} lives in house {at * 7} near the old station." for at in range(30)]
    messages = read_messages(tokenizer(), episode(*(Message.user(text) for text in said)))
    found = windows(messages, read_memories(tokenizer(), ["The user lives in Quito.", "The user has a dog."]))
    assert len(found) > 1
    seen: list[tuple[int, str]] = []
    for one in found:
        tags = tagged(one, [(0, len(one.ids) - 1, I)])
        homes = [id(piece) for piece, home in zip(one.pieces, one.home, strict=True) if home]
        for span in find_spans(one, tags, threshold=0.5):
            assert span.piece.source == "message"
            assert id(span.piece) in homes
            seen.append((span.piece.index, span.piece.text[span.start : span.end]))
    assert seen == list(enumerate(said))


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("I love Extraordinarily good tea", "ordinar", "Extraordinarily"),
        ("Wir wohnen in Oberschleißheim bei München", "schlei", "Oberschleißheim"),
        ("I bought 1,250,000 shares", "250", "1,250,000"),
        ("It is on 2026-05-14 at noon", "05", "2026-05-14"),
        ("We don't eat meat", "don", "don't"),
        ("Vivo en Bogotá ahora", "Bogotá", "Bogotá"),
        ("Mi hermana vive en Bogota\u0301 ahora", "Bogota\u0301", "Bogota\u0301"),
        ("Elle habite a\u0300 Orle\u0301ans avec moi", "Orle\u0301ans", "Orle\u0301ans"),
        ("मेरा नाम हिन्दी में प्रार्थना है", "प्रार्थना", "प्रार्थना"),
        ("I like it ☀\ufe0f a lot", "☀", "☀\ufe0f"),
        ("我住在上海浦东。", "上海", "上海"),
    ],
)
def test_a_span_is_widened_to_whole_words(text: str, marked: str, expected: str) -> None:
    one = window(text)
    ((found, _),) = quotes(one, tagged(one, [(*tokens_of(one, 0, marked), I)]))
    assert expected in found
    start = text.index(found)
    assert text[start - 1] in " 在住"


def test_a_span_has_no_blanks_around() -> None:
    one = window("One.   \n  Two words   \n Three.")
    tags = tagged(one, [(*tokens_of(one, 0, "   \n  Two words   \n"), I)])
    for found, _ in quotes(one, tags):
        assert found == found.strip()


TEXTS = st.lists(
    st.sampled_from(
        (
            "My sister moved to Lima. |我下周三去上海。|妹は看護師。|저는 서울에 살아요. |¿Vives en Ñuñoa? |"
            'हिन्दी में |عمر كلبي |👩‍🚀 |e\u0301 |\u202eabc\u202c |\u200b|1,250 |2026-05-05 |ﷺ㍿ |{"a": 1} |\n\n|  '
        ).split("|")
    ),
    min_size=1,
    max_size=25,
).map("".join)  # fmt: skip


@given(TEXTS, st.integers(0, 2**32), st.floats(0.2, 0.8))
@settings(deadline=None)
def test_any_tags_give_spans_that_quote_and_do_not_cut_words(text: str, seed: int, threshold: float) -> None:
    laid = pieces(tokenizer(), "message", 0, text, header="user", cut=units(text), lead_units=[f"{NOW:%Y-%m-%d}"])
    words = {(unit.start, unit.end) for unit in units(text)}
    for one in windows(laid, ()):
        rng = np.random.default_rng(seed)
        tags = rng.dirichlet(np.full(5, 0.4), len(one.ids)).astype(np.float32)
        for span in find_spans(one, tags, threshold=threshold):
            quote = text[span.start : span.end]
            assert 0 <= span.start < span.end <= len(text)
            assert quote == quote.strip()
            assert not unicodedata.category(text[span.end : span.end + 1] or "x").startswith("M")
            assert 0 < span.first <= span.last < len(one.ids)
            assert threshold <= span.salience <= 1 + 1e-6
            if len(laid) == 1:
                assert not any(start < span.start < end or start < span.end < end for start, end in words)
