"""The decoder and what it prints: it ends, copies each unit once at most, and says what is likeliest in all."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from embedded_parts import NOW, WIDTH, WORDS, decoder_weights, tokenizer
from guard_parts import episode
from memscribe.core.message import Message
from memscribe.writers.embedded.decoder import COPIED, LONGEST, Decoder, Said, Written
from memscribe.writers.embedded.layout import Window, windows
from memscribe.writers.embedded.reader import Fact, Reading
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.spans import Found
from memscribe.writers.embedded.wording import CONTEXT, EVIDENCE, MEMORY, REPLACED, Wording, cut

FEW = ("", "<copy>", "and")
ON = 4
"""Where the decoder keeps how it likes the unit right behind the last copy."""


def plain(
    words: int, *, gate: float = -4.0, parts: Sequence[float] = (0, 0, 0, 0, 0), on: float = 0.0, stop: float = 0.0
) -> dict[str, NDArray[np.float32]]:
    """Return weights that are 0 but for a few biases: what is likely can be told by hand.

    Args:
        words: Size of the vocabulary.
        gate: Logit of a word of the vocabulary against a copy.
        parts: Logit of a copy by the part that its unit plays.
        on: Added to the logit of the unit behind the last copy.
        stop: Logit of the end among the words; each other word has 0.
    """
    made = {name: np.zeros_like(value) for name, value in decoder_weights(0, words).items()}
    made["decoder.gate.bias"][:] = gate
    made["decoder.parts.bias"][:] = parts
    made["decoder.steps.bias"][ON] = on
    made["decoder.bias"][0] = stop
    return made


def write(
    weights: dict[str, NDArray[np.float32]], flags: Sequence[int], keys: Sequence[int], *, seed: int = 0,
    words: Sequence[str] = WORDS, repeats: bool = False,
) -> Written:  # fmt: skip
    rng = np.random.default_rng(seed)
    units = rng.standard_normal((len(flags), WIDTH)).astype(np.float32)
    vector = rng.standard_normal(WIDTH).astype(np.float32)
    inside = np.zeros(len(flags), np.int64)
    known = [key if key < len(words) else COPIED for key in keys]
    said = Said(np.array(keys), np.array(known))
    decoder = Decoder(weights, np.arange(len(words)), repeats=repeats)
    return decoder.write(units, np.array(flags), inside, said, vector)


@cache
def random_run(seed: int, *, repeats: bool = False) -> tuple[Written, list[int]]:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 40))
    keys = [int(key) for key in rng.integers(2, len(WORDS) + 20, count)]
    flags = [int(flag) for flag in rng.integers(0, 5, count)]
    weights = decoder_weights(seed, scale=2.0, stop=float(rng.normal(0, 3)))
    return write(weights, flags, keys, seed=seed, repeats=repeats), keys


RUNS = range(16)


@pytest.mark.parametrize("seed", RUNS)
def test_it_ends_by_itself_or_at_the_longest_text(seed: int) -> None:
    written, keys = random_run(seed)
    assert len(written.units) <= LONGEST
    assert written.finished or len(written.units) == LONGEST
    assert -50 < written.likelihood <= 1e-6
    for unit in written.units:
        assert unit < len(keys)
        assert -1 - unit < len(WORDS)
        assert unit not in {-1, -2}  # neither the end nor the mark of a copy is a word


@pytest.mark.parametrize("seed", RUNS)
def test_no_unit_is_copied_twice(seed: int) -> None:
    copies = [unit for unit in random_run(seed)[0].units if unit >= 0]
    assert len(copies) == len(set(copies))


def test_units_are_copied_again_where_that_is_allowed() -> None:
    again = [[unit for unit in random_run(seed, repeats=True)[0].units if unit >= 0] for seed in RUNS]
    assert any(len(set(copies)) < len(copies) for copies in again)


def test_some_of_these_runs_copy_some_say_words_and_some_end() -> None:
    runs = [random_run(seed)[0] for seed in RUNS]
    assert any(unit >= 0 for run in runs for unit in run.units)
    assert any(unit < 0 for run in runs for unit in run.units)
    assert {run.finished for run in runs} == {True, False}


@pytest.mark.parametrize("seed", [0, 5, 11])
def test_it_writes_the_same_every_time(seed: int) -> None:
    assert random_run(seed) == random_run.__wrapped__(seed)


def test_what_several_units_say_is_as_likely_as_all_of_them_together() -> None:
    parts = (0, float(np.log(0.3)), float(np.log(0.4)), 0, 0)
    first, second = len(WORDS), len(WORDS) + 1
    weights = plain(len(WORDS), parts=parts)
    assert write(weights, [2, 1, 1], [second, first, first]).units[0] == 1
    assert write(weights, [2, 1, 1], [second, first, first + 2]).units[0] == 0


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("flag", "copied"), [(0, False), (EVIDENCE, True), (CONTEXT, True), (REPLACED, True), (MEMORY, False)]
)
def test_a_word_of_the_vocabulary_is_copied_from_the_parts_that_matter_and_else_said(
    place: int, flag: int, copied: bool
) -> None:
    """Training counts it so, the window's first unit included: there is no copy that it could stand behind."""
    parts = [0.0] * 5
    other = (flag + 1) % 5
    parts[other] = 0.3
    weights = plain(len(WORDS), gate=0.0, parts=parts)
    weights["decoder.bias"][5] = 3
    flags, keys = [flag, other], [5, len(WORDS)]
    if place:
        flags.reverse()
        keys.reverse()
    assert write(weights, flags, keys).units[0] == (place if copied else -6)


def test_a_word_of_the_vocabulary_right_behind_the_last_copy_is_copied() -> None:
    weights = plain(len(WORDS), gate=-1.0, parts=(0, 5, 0, 0, 0))
    weights["decoder.bias"][5] = 9
    fresh = len(WORDS)
    assert write(weights, [EVIDENCE, 0, 0], [fresh, 5, fresh + 1]).units[:2] == (0, 1)
    assert write(weights, [EVIDENCE, 0, 0], [fresh, fresh + 1, 5]).units[:2] == (0, -6)


def test_the_likelihood_is_the_mean_log_probability_of_the_steps() -> None:
    weights = plain(3, gate=0.0, stop=2.0)
    # one unit: a copy has 1/2, each word its share of 1/2, and the mark of a copy is never said
    share = np.exp(2) / (np.exp(2) + 2)
    written = write(weights, [0], [3], words=FEW)
    assert written == Written((0,), pytest.approx((np.log(0.5) + np.log(0.5 * share)) / 2, abs=1e-5), finished=True)


def test_it_says_so_where_it_did_not_come_to_an_end() -> None:
    written = write(plain(3, gate=4.0, stop=-30.0), [0, 0], [3, 4], words=FEW)
    assert not written.finished
    assert written.units == (-3,) * LONGEST


def window(*said: str, memories: Sequence[str] = ()) -> Window:
    messages = read_messages(tokenizer(), episode(*(Message.user(text) for text in said), at=NOW))
    (found,) = windows(messages, read_memories(tokenizer(), memories))
    return found


def found(of: Window, at: int, words: str, *, context: bool = False) -> Found:
    """Return a span of a piece."""
    piece = of.pieces[at]
    start = piece.text.index(words)
    end = start + len(words)
    rows = [
        row for row, (begin, stop) in enumerate(zip(piece.starts, piece.ends, strict=True))
        if 0 <= begin < end and stop > start
    ]  # fmt: skip
    offset = of.offsets[at]
    return Found(offset + rows[0], offset + rows[-1], piece, start, end, context, 0.9)


def worded(
    of: Window, weights: dict[str, NDArray[np.float32]], spans: Sequence[Found], *, replaced: Sequence[int] = ()
) -> tuple[str, float]:
    fact = Fact(
        spans=tuple(span for span in spans if not span.context),
        context=tuple(span for span in spans if span.context),
        vector=np.zeros(WIDTH, np.float32),
        acts=np.zeros(20, np.float32),
        relations=np.zeros((0, 7), np.float32),
    )
    reading = Reading(of, np.zeros((len(of.ids), WIDTH), np.float32), (fact,), ())
    return Wording(weights, FEW).text(reading, fact, replaced)


COPY_EVIDENCE = plain(len(FEW), gate=-2.0, parts=(0, 6, 0, 0, 0), on=1.0, stop=1.0)


@pytest.mark.parametrize(
    ("said", "span", "expected"),
    [
        ("Hi! My sister lives in Lima. Bye.", "My sister lives in Lima", "My sister lives in Lima"),
        ("Ok. Ana’s dog (Rex) can't swim, really.", "Ana’s dog (Rex) can't swim", "Ana’s dog (Rex) can't swim"),
        ("Hi, I fly to Lima tomorrow, ok?", "I fly to Lima tomorrow", "I fly to Lima 2026-05-15"),
        ("Hi, rent is\n1,250.50 a month!", "rent is\n1,250.50 a month", "rent is 1,250.50 a month"),
        ("你好，我明天去上海。再见", "我明天去上海", "我2026年5月15日去上海"),
        ("안녕! 저는 서울에 살아요.", "저는 서울에 살아요", "저는 서울에 살아요"),
        ("妹は大阪で看護師をしている。うん", "大阪で看護師", "大阪で看護師"),
        ("Hola. Vivo en Ñuñoa, Chile. Sí", "Vivo en Ñuñoa, Chile", "Vivo en Ñuñoa, Chile"),
        ("So: ana_b@x.org/c-d is it", "ana_b@x.org/c-d", "ana_b@x.org/c-d"),
        ("I like 👩‍🚀 so", "like 👩‍🚀", "like 👩‍🚀"),
    ],
)
def test_words_copied_in_a_row_print_as_they_stand_with_dates_resolved(said: str, span: str, expected: str) -> None:
    one = window(said)
    text, likelihood = worded(one, COPY_EVIDENCE, [found(one, 0, span)])
    assert text == expected
    assert 0 < likelihood <= 1


def test_context_and_replaced_memories_can_be_copied_each_by_its_part() -> None:
    one = window("My sister called. She moved.", memories=["Ana lives in Lima", "Rex is a dog"])
    spans = [found(one, 2, "She moved"), found(one, 2, "My sister called", context=True)]
    for part, expected in (
        (EVIDENCE, "She moved"),
        (CONTEXT, "My sister called"),
        (REPLACED, "Rex is a dog"),
        (MEMORY, "Ana lives in Lima"),
    ):
        parts = [6.0 if flag == part else 0.0 for flag in range(5)]
        weights = plain(len(FEW), gate=-2.0, parts=parts, on=1.0, stop=1.0)
        assert worded(one, weights, spans, replaced=[1])[0] == expected


def test_the_day_and_the_speaker_can_be_copied_from_the_header() -> None:
    said = [Message.user("I moved.", name="Ana"), Message.user("Me too.", name="Bo")]
    (one,) = windows(read_messages(tokenizer(), episode(*said, at=NOW)), ())
    units = cut(one)
    assert [unit.placed.unit.text for unit in units if unit.placed.unit.start < 0] == [
        "2026-05-14", "Ana", "2026-05-14", "Bo",
    ]  # fmt: skip
    weights = plain(len(FEW), gate=-2.0, parts=(6, 0, 0, 0, 0), on=1.0, stop=1.0)
    text, _ = worded(one, weights, [found(one, 0, "I moved."), found(one, 1, "Me too.")])
    assert text == "2026-05-14 Ana 2026-05-14 Bo"


def test_a_text_that_did_not_come_to_an_end_is_no_text() -> None:
    one = window("My sister lives in Lima.")
    text, likelihood = worded(one, plain(3, gate=4.0, stop=-30.0), [found(one, 0, "My sister")])
    assert text == ""
    assert 0 < likelihood <= 1
