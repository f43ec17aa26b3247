"""The draft: who gets a memory that two want, what stands on an operation, and what a confidence is worth."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedded_parts import WIDTH, tokenizer, write_task
from memscribe.core.message import Message
from memscribe.core.operation import Add, Operation, Retract, Update
from memscribe.core.ports import WriteTask
from memscribe.core.timeline import TimeBound
from memscribe.writers.embedded.draft import Draft
from memscribe.writers.embedded.files import Calibration
from memscribe.writers.embedded.reader import Fact
from memscribe.writers.embedded.reading import read_messages
from memscribe.writers.embedded.spans import Found

TASK = write_task(
    Message.user("Hi! My sister Ana moved to Lima on 5 May 2026. She sings."),
    Message.user("我下周三去上海。"),
    Message.user("I worked there until March 2025, from 2026-01-01 to 2026-01-31, and in 2020."),
    memories=["The user lives in Quito.", "The user has a dog.", "The user sings."],
)


def fact(
    *quotes: tuple[int, str], context: Sequence[tuple[int, str]] = (), task: WriteTask = TASK
) -> Fact:  # fmt: skip
    """Return a fact whose spans quote messages."""
    pieces = {piece.index: piece for piece in read_messages(tokenizer(), task.episode)}

    def found(message: int, words: str, *, around: bool) -> Found:
        start = pieces[message].text.index(words)
        return Found(1, 1, pieces[message], start, start + len(words), around, 0.9)

    return Fact(
        spans=tuple(found(message, words, around=False) for message, words in quotes),
        context=tuple(found(message, words, around=True) for message, words in context),
        vector=np.zeros(WIDTH, np.float32),
        acts=np.zeros(20, np.float32),
        relations=np.zeros((0, 7), np.float32),
    )


SOME = fact((0, "My sister Ana moved to Lima"))


def draft(task: WriteTask = TASK) -> Draft:
    return Draft(task, Calibration())


def made(of: Draft) -> list[Operation]:
    return list(of.operations())


def test_the_surer_of_two_updates_keeps_the_memory_and_the_other_becomes_an_add() -> None:
    one = draft()
    one.write("The user lives in Lima.", "profile", ["mem_0"], fact((0, "moved to Lima on 5 May 2026")), 0.6)
    one.write("The user lives in Shanghai.", "profile", ["mem_0"], SOME, 0.9)
    first, second = made(one)
    assert isinstance(first, Add)
    assert isinstance(second, Update)
    assert second.targets == ("mem_0",)
    assert first.text == "The user lives in Lima."
    assert first.kind == "profile"
    assert first.confidence == pytest.approx(0.6)
    assert first.evidence[0].quote == "moved to Lima on 5 May 2026"
    assert first.valid_from == TimeBound.parse("2026-05-05")


@pytest.mark.parametrize(("update", "retract", "kept"), [(0.9, 0.6, "update"), (0.6, 0.9, "retract")])
def test_of_an_update_and_a_retraction_the_surer_keeps_the_memory(update: float, retract: float, kept: str) -> None:
    one = draft()
    one.retract(["mem_0"], SOME, retract)
    one.write("The user lives in Lima.", "profile", ["mem_0"], SOME, update)
    operations = made(one)
    assert [operation.op for operation in operations if operation.targets] == [kept]
    assert [operation.text for operation in operations if operation.op != "retract"] == ["The user lives in Lima."]


def test_an_update_keeps_the_targets_that_nobody_surer_wants() -> None:
    one = draft()
    one.write("The user lives in Lima.", "profile", ["mem_0", "mem_1"], SOME, 0.6)
    one.retract(["mem_1"], SOME, 0.9)
    update, retract = made(one)
    assert (update.op, update.targets) == ("update", ("mem_0",))
    assert (retract.op, retract.targets) == ("retract", ("mem_1",))


def test_operations_come_in_the_order_in_which_they_were_decided() -> None:
    one = draft()
    for at, score in enumerate((0.2, 0.9, 0.5)):
        one.write(f"Text {at}.", "event", [], SOME, score)
    assert [operation.text for operation in made(one)] == ["Text 0.", "Text 1.", "Text 2."]
    assert made(one) == made(one)


OPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "retract"]),
        st.lists(st.sampled_from(["mem_0", "mem_1", "mem_2"]), unique=True, max_size=3),
        st.floats(0, 1),
    ),
    max_size=8,
)


@given(OPS)
def test_no_memory_is_touched_twice_and_no_text_is_lost(wanted: list[tuple[str, list[str], float]]) -> None:
    one = draft()
    for at, (op, targets, score) in enumerate(wanted):
        if op == "write":
            one.write(f"Text {at}.", "event", targets, SOME, score)
        else:
            one.retract(targets, SOME, score)
    operations = made(one)
    targets = [target for operation in operations for target in operation.targets]
    assert len(targets) == len(set(targets))
    assert set(targets) == {target for _, some, _ in wanted for target in some}
    said = [operation.text for operation in operations if operation.op != "retract"]
    assert said == [f"Text {at}." for at, (op, _, _) in enumerate(wanted) if op == "write"]
    for operation in operations:
        assert (operation.op == "add") == (not operation.targets)


def test_memories_are_withdrawn_one_by_one_each_with_its_own_kind_and_no_text() -> None:
    one = draft()
    one.retract(["mem_2", "mem_0"], fact((0, "She sings")), 0.7)
    operations = made(one)
    assert [operation.targets for operation in operations] == [("mem_2",), ("mem_0",)]
    for operation in operations:
        assert isinstance(operation, Retract)
        assert operation.text == ""
        assert operation.kind == "profile"  # of the memory
        assert [evidence.quote for evidence in operation.evidence] == ["She sings"]


def test_evidence_quotes_its_message_by_offset_with_the_part_that_it_plays() -> None:
    one = draft()
    one.write("用户去上海。", "plan", [], fact((1, "去上海"), (0, "sings"), context=[(0, "My sister Ana")]), 0.7)
    (operation,) = made(one)
    messages = TASK.episode.messages
    assert [(span.message_id, span.quote, span.part) for span in operation.evidence] == [
        (messages[1].id, "去上海", "asserts"),
        (messages[0].id, "sings", "asserts"),
        (messages[0].id, "My sister Ana", "context"),
    ]
    for span in operation.evidence:
        message = TASK.episode.message(span.message_id)
        assert message is not None
        assert span.problem_in(message) is None


@pytest.mark.parametrize(
    ("quotes", "start", "end"),
    [
        ([(0, "moved to Lima on 5 May 2026")], "2026-05-05", None),
        ([(0, "My sister Ana moved to Lima")], None, None),
        ([(1, "我下周三去上海")], "2026-05-20", None),
        ([(0, "She sings"), (1, "我下周三去上海")], "2026-05-20", None),
        ([(2, "I worked there until March 2025")], None, "2025-04"),
        ([(2, "from 2026-01-01 to 2026-01-31")], "2026-01-01", "2026-02-01"),
        ([(2, "in 2020")], "2020", None),
    ],
)
def test_the_first_time_in_the_evidence_bounds_when_it_is_true(
    quotes: list[tuple[int, str]], start: str | None, end: str | None
) -> None:
    one = draft()
    one.write("Something.", "event", [], fact(*quotes), 0.7)
    (operation,) = made(one)
    assert isinstance(operation, Add)
    assert (operation.valid_from and str(operation.valid_from)) == start
    assert (operation.valid_to and str(operation.valid_to)) == end


@pytest.mark.parametrize(
    ("first", "short", "day"),
    [
        ("Hola, me llamo Ana y vivo en Quito con mi perro.", "Viernes examen.", "2026-05-15"),
        ("Ich wohne mit meinem Hund in Köln und suche Arbeit.", "Anreise Freitag!", "2026-05-15"),
        ("妹は大阪で看護師をしています。", "来年出発", "2027"),
    ],
)
def test_a_time_in_a_short_message_is_read_in_the_language_of_the_conversation(
    first: str, short: str, day: str
) -> None:
    task = write_task(Message.user(first), Message.user(short))
    one = draft(task)
    one.write("Something.", "plan", [], fact((1, short), task=task), 0.7)
    (operation,) = made(one)
    assert isinstance(operation, Add)
    assert str(operation.valid_from) == day


def test_what_is_left_out_quotes_its_words_with_the_reason() -> None:
    one = draft()
    one.reject(fact((0, "She sings"), (1, "去上海")).spans, "duplicate", "mem_2")
    one.reject(fact((0, "Hi!")).spans, "smalltalk")
    assert [(left.quote, left.reason, left.memory_id) for left in one.rejections] == [
        ("She sings", "duplicate", "mem_2"),
        ("去上海", "duplicate", "mem_2"),
        ("Hi!", "smalltalk", None),
    ]
    for left in one.rejections:
        message = TASK.episode.message(left.message_id)
        assert message is not None
        assert left.problem_in(message) is None
    assert not made(one)


CALIBRATIONS = st.builds(
    lambda slope, offset: Calibration(add=(slope, offset), update=(slope, offset), retract=(slope, offset)),
    st.floats(0.05, 5),
    st.floats(-5, 5),
)
SCORES = st.lists(st.floats(0, 1), min_size=2, max_size=12).map(sorted)


@given(CALIBRATIONS, SCORES)
def test_a_higher_score_is_never_a_lower_confidence(calibration: Calibration, scores: list[float]) -> None:
    for op in ("add", "update", "retract"):
        worth = [calibration.confidence(op, score) for score in scores]
        assert all(one <= other for one, other in pairwise(worth))
        assert all(0 <= one <= 1 for one in worth)


@given(st.floats(0.001, 0.999))
def test_without_calibration_a_score_is_the_confidence(score: float) -> None:
    assert Calibration().confidence("add", score) == pytest.approx(score)


@pytest.mark.parametrize("score", [0.0, 1.0, 1.0000001, -0.0])
def test_the_ends_of_the_scale_have_a_confidence_too(score: float) -> None:
    assert 0 <= Calibration(add=(3.0, -2.0)).confidence("add", score) <= 1


def test_each_kind_of_operation_has_its_own_calibration() -> None:
    one = Draft(TASK, Calibration(add=(1.0, 0.0), update=(1.0, -2.0), retract=(1.0, 2.0)))
    one.write("A.", "event", [], SOME, 0.5)
    one.write("B.", "event", ["mem_0"], SOME, 0.5)
    one.retract(["mem_1"], SOME, 0.5)
    add, update, retract = (operation.confidence or 0 for operation in made(one))
    assert update < add < retract
