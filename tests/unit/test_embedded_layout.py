"""Layout: every token of every text is read, at home in one window, beside the memories that matter there."""

import itertools
from collections import Counter
from collections.abc import Sequence
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedded_parts import tokenizer
from guard_parts import episode
from memscribe.core.message import Message
from memscribe.writers.embedded.layout import BEGIN, END, LONGEST, Piece, Window, pieces, windows
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.units import units

SENTENCES = (
    "My sister Ana moved to Lima on 5 May 2026. ",
    "The build of payments-api fails since 10:30!\n",
    "我下周三要去上海出差，住三天。",
    "妹は大阪で看護師をしています。",
    "저는 서울에 살아요. ",
    "Mi perro tiene cuatro años; ¿y el tuyo? ",
    "Моя собака спит. ",
    "عمر كلبي أربع سنوات. ",
    "मेरा कुत्ता चार साल का है। ",
    '{"id": 123, "items": [{"n": "x"}]} ',
    "👩‍🚀🎉 ",
    "ﷺ㍿ﬁ½ ",
    "\u202eabc\u202c\u200b ",
    "x" * 90,
    "\ud83d ",
)
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(SENTENCES), max_size=30).map("".join),
    st.tuples(st.sampled_from(SENTENCES), st.integers(1, 60)).map(lambda pair: pair[0] * pair[1]),
)
LONG = "".join(f"On day {at} I met friend number {at} in the café near station {at * 7}. " for at in range(400))[
    :20000
]


def laid(text: str, *, header: str = "user", leads: Sequence[str] = ("2026-05-14",)) -> tuple[Piece, ...]:
    return pieces(tokenizer(), "message", 0, text, header=header, cut=units(text), lead_units=leads)


def read(*messages: Message, memories: Sequence[str] = ()) -> tuple[Window, ...]:
    return windows(read_messages(tokenizer(), episode(*messages)), read_memories(tokenizer(), memories))


def own_tokens(piece: Piece) -> list[tuple[int, int, int]]:
    """Return the tokens behind the header with their offsets."""
    rows = zip(piece.tokens, piece.starts, piece.ends, strict=True)
    return [row for row in rows if row[1] >= 0]


def check_windows(found: Sequence[Window], messages: Sequence[Piece]) -> None:
    """Check what holds for all windows of any episode."""
    homes: Counter[int] = Counter()
    identity = {id(piece): at for at, piece in enumerate(messages)}
    for window in found:
        assert len(window.ids) <= LONGEST
        assert window.ids[0] == BEGIN
        assert len(window.pieces) == len(window.offsets) == len(window.home)
        rebuilt = [BEGIN]
        for piece, offset in zip(window.pieces, window.offsets, strict=True):
            assert offset == len(rebuilt)
            rebuilt += [*piece.tokens, END]
        assert window.ids == tuple(rebuilt)
        kinds = [piece.source for piece in window.pieces]
        assert kinds == sorted(kinds)  # memories first
        inside = [identity[id(piece)] for piece in window.pieces if piece.source == "message"]
        assert inside == list(range(inside[0], inside[-1] + 1))
        homes.update(
            identity[id(piece)]
            for piece, home in zip(window.pieces, window.home, strict=True)
            if home and piece.source == "message"
        )
    assert homes == Counter(range(len(messages)))
    assert len(found) <= len(messages)


@given(TEXTS)
@settings(deadline=None)
def test_the_pieces_of_a_text_hold_each_of_its_tokens_once_in_order(text: str) -> None:
    found = laid(text)
    safe = "user: " + text.encode("utf-8", "replace").decode("utf-8")
    encoded = tokenizer().encode(safe, add_special_tokens=False)
    body = [
        (token, max(0, start - 6), end - 6)
        for token, (start, end) in zip(encoded.ids, encoded.offsets, strict=True)
        if end > 6
    ]
    assert [row for piece in found for row in own_tokens(piece)] == body
    heads = {piece.tokens[: len(piece.tokens) - len(own_tokens(piece))] for piece in found}
    assert len(heads) == 1  # who speaks stands before every piece


@given(TEXTS)
@settings(deadline=None)
def test_units_stand_in_one_piece_on_tokens_of_its_body(text: str) -> None:
    found = laid(text)
    if any(own_tokens(piece) for piece in found):
        assert [one.unit for piece in found for one in piece.placed if one.unit.start >= 0] == list(units(text))
    for piece in found:
        head = len(piece.tokens) - len(own_tokens(piece))
        for placed in piece.placed:
            assert 0 <= placed.first <= placed.last < len(piece.tokens)
            assert 0 <= placed.inside <= 3
            if placed.unit.start >= 0:
                assert placed.first >= head
            else:
                assert (placed.first, placed.last) == (0, head - 1)


@pytest.mark.parametrize(
    "text", ["Ana lives in Lima.", "我住在上海，三楼。", "Vivo en Ñuñoa, ¿y tú?", "저는 서울에 살아요."]
)
def test_a_unit_stands_on_the_tokens_that_hold_its_words(text: str) -> None:
    (piece,) = laid(text)
    for placed in piece.placed:
        if placed.unit.start >= 0:
            assert piece.starts[placed.first] <= placed.unit.start
            assert piece.ends[placed.last] >= placed.unit.end


def test_what_can_be_copied_from_the_header_stands_first_in_every_piece_of_a_long_message() -> None:
    for piece in laid(LONG, header="user Ana", leads=("2026-05-14", "Ana")):
        assert [placed.unit.text for placed in piece.placed[:2]] == ["2026-05-14", "Ana"]
        assert [placed.inside for placed in piece.placed[:2]] == [0, 1]


def test_a_long_message_is_parted_after_sentences() -> None:
    found = laid(LONG)
    assert len(found) > 10
    for piece in found[:-1]:
        assert piece.text[: piece.ends[-1]].endswith(".")


EPISODES = st.lists(
    st.builds(
        Message,
        role=st.sampled_from(["user", "assistant", "tool", "system"]),
        content=TEXTS,
        name=st.sampled_from([None, "Ana", "李明", "Zoë-Ann O’Neil"]),
    ),
    min_size=1,
    max_size=12,
)


@given(EPISODES, st.lists(TEXTS.filter(str.strip), max_size=30))
@settings(deadline=None, max_examples=60)
def test_every_piece_is_at_home_in_one_window_of_at_most_512_tokens(
    said: list[Message], memories: list[str]
) -> None:
    messages = read_messages(tokenizer(), episode(*said))
    check_windows(windows(messages, read_memories(tokenizer(), memories)), messages)
    assert {piece.index for piece in messages} == {at for at, message in enumerate(said) if message.content.strip()}


def test_a_message_of_20000_characters_is_read_whole() -> None:
    messages = read_messages(tokenizer(), episode(Message.user(LONG)))
    found = windows(messages, read_memories(tokenizer(), ["The user lives in Lima."] * 20))
    check_windows(found, messages)
    body = [row for piece in messages for row in own_tokens(piece)]
    assert body[0][1] == 0
    assert body[-1][2] == len(LONG.rstrip())
    assert not any(LONG[one[2] : other[1]].strip() for one, other in itertools.pairwise(body))


def test_a_session_of_40_messages_is_read_whole_in_windows_that_overlap() -> None:
    said = [
        Message(role="assistant" if at % 2 else "user", content=f"{SENTENCES[at % 6]} And this is number {at}.")
        for at in range(40)
    ]
    messages = read_messages(tokenizer(), episode(*said))
    found = windows(messages, read_memories(tokenizer(), ["The user lives in Lima."]))
    check_windows(found, messages)
    assert len(found) > 2
    for one, other in itertools.pairwise(found):
        shared = {id(piece) for piece in one.pieces} & {id(p) for p in other.pieces if p.source == "message"}
        assert shared
    for window in found[1:]:
        inside = [home for piece, home in zip(window.pieces, window.home, strict=True) if piece.source == "message"]
        assert not inside[0]  # what is at home has something before it


@pytest.mark.parametrize(
    ("long", "short", "unit"),
    [
        ("I live in Lima with my sister and we have a dog.", "我下周三去上海。", "2026年5月20日"),
        ("我住在上海，和妹妹一起住，还养了一条狗，每天都要出去散步。", "I fly tomorrow", "2026-05-15"),
        ("妹は大阪で看護師をしています。", "来年出発", "2027年"),
        ("Hola, me llamo Ana y vivo en Quito con mi perro.", "Viernes examen.", "2026-05-15"),
        ("👍", "I fly tomorrow.", "2026-05-15"),
        ("저는 서울에 살아요. 여동생은 간호사예요.", "I fly tomorrow.", "2026-05-15"),
    ],
)
def test_a_short_message_is_read_in_its_own_script_and_else_in_the_language_of_the_conversation(
    long: str, short: str, unit: str
) -> None:
    (one,) = read(Message.user(long), Message.assistant(short) if long == "👍" else Message.user(short))
    assert unit in [placed.unit.text for placed in one.pieces[1].placed if placed.unit.dated]


def test_blank_messages_are_left_out() -> None:
    assert not read(Message.user(""), Message.assistant(" \n\t"))
    (window,) = read(Message.user(""), Message.user("Hi, I am Ana."), Message.user("\n"))
    assert [piece.index for piece in window.pieces] == [1]


def test_all_memories_are_there_in_their_order_while_there_is_room() -> None:
    memories = [f"The user likes dish number {at}." for at in range(8)]
    (window,) = read(Message.user("I moved."), memories=memories)
    assert [piece.text for piece in window.pieces if piece.source == "memory"] == memories
    assert all(window.home)


def test_where_memories_do_not_fit_those_with_shared_rare_words_are_there() -> None:
    memories = [
        f"The user likes dish number {at} of the large old restaurant near the station." for at in range(80)
    ]
    memories[41] = "The user plays the theremin in an orchestra."
    memories[67] = "The user owns a zebra."
    (window,) = read(Message.user("I sold my zebra and my theremin near the station."), memories=memories)
    kept = [piece.index for piece in window.pieces if piece.source == "memory"]
    assert {41, 67} <= set(kept)
    assert kept == sorted(kept)
    assert len(kept) < 80
    assert len(window.ids) > LONGEST - 40  # the room is used


def test_each_window_of_a_long_message_gets_the_memories_that_its_own_part_is_about() -> None:
    things = "zebra theremin kayak harpsichord telescope bonsai saxophone terrarium gondola metronome".split()
    filler = "We went on talking about nothing of note for quite a while that day. " * 14
    said = "".join(f"I sold my {thing}. {filler}" for thing in things)
    memories = [
        f"The user owns a {thing} that stood for many years in the old house of a grandmother near the large "
        "station, and once said that it would never be given away, lent or sold to anybody at any price."
        for thing in things
    ]
    messages = read_messages(tokenizer(), episode(Message.user(said)))
    found = windows(messages, read_memories(tokenizer(), memories))
    check_windows(found, messages)
    for window in found:
        kept = {piece.index for piece in window.pieces if piece.source == "memory"}
        assert len(kept) < len(things)
        for piece in window.pieces:
            if piece.source == "message":
                own = piece.text[own_tokens(piece)[0][1] : own_tokens(piece)[-1][2]]
                assert {at for at, thing in enumerate(things) if thing in own} <= kept


def test_a_very_long_memory_leaves_room_for_others() -> None:
    memories = ["The user " + "likes tea and coffee and " * 200 + "cake.", "The user lives in Lima."]
    (window,) = read(Message.user("I moved to Quito."), memories=memories)
    assert [piece.index for piece in window.pieces] == [0, 1, 0]
    assert len(window.pieces[0].tokens) <= 120
    for placed in window.pieces[0].placed:
        assert placed.last < len(window.pieces[0].tokens)


@pytest.mark.parametrize(
    "name", ["x" * 3000, "Ana " * 500, "ﷺ" * 80, "李" * 900], ids=["letters", "words", "ligatures", "characters"]
)
def test_a_speaker_whose_name_is_very_long_does_not_make_a_window_too_long(name: str) -> None:
    said = [Message.user(LONG[:3000], name=name), Message.user("Hi, I am Ana.", name="Ana")]
    messages = read_messages(tokenizer(), episode(*said))
    check_windows(windows(messages, read_memories(tokenizer(), ["The user lives in Lima."] * 20)), messages)


def test_the_number_of_windows_and_the_time_grow_linearly_with_the_text() -> None:
    memories = read_memories(
        tokenizer(), [f"The user likes dish number {at} of the restaurant." for at in range(60)]
    )

    def measured(times: int) -> tuple[int, float]:
        messages = read_messages(tokenizer(), episode(Message.user(LONG * times)))
        seconds: list[float] = []
        for _ in range(2):
            start = process_time()
            found = windows(messages, memories)
            seconds.append(process_time() - start)
        return len(found), min(seconds)

    few, short = measured(1)
    many, long = measured(6)
    assert many <= 6.5 * few
    assert long < 15 * short
