"""Targets are there, active, in scope and changed once; what is stored is not stored again."""

from typing import Any

import pytest

from guard_parts import add, codes, episode, memory, quote, retract, review, review_all, update
from memscribe.core.memory import Recalled
from memscribe.core.message import Message
from memscribe.core.scope import Scope
from memscribe.core.timeline import TimeBound
from memscribe.guard.duplicates import same

WORLD = episode(Message.user("I live in Lima now, forget the rest. I drink tea."))
LIMA = quote(WORLD, 1, "I live in Lima now")


def test_an_unknown_target_is_held_so_that_the_fact_is_not_lost() -> None:
    """Writers misquote ids."""
    assert "hold unknown_target" in codes(review(WORLD, update("User lives in Lima.", ["m9"], LIMA)))


def test_a_target_that_ended_is_held() -> None:
    """Superseded and withdrawn memories are no targets."""
    ended = memory("m1", "User lives in Oslo.", ended="changed", number=2)
    found = codes(review(WORLD, update("User lives in Lima.", ["m1"], LIMA), memories=[ended]))
    assert "hold target_not_active" in found


def test_a_target_of_another_scope_is_held() -> None:
    """A write changes memories of exactly its own scope, not of an ancestor either."""
    above = memory("m1", "User lives in Oslo.", scope=Scope(tenant="acme"))
    found = codes(review(WORLD, update("User lives in Lima.", ["m1"], LIMA), memories=[above]))
    assert "hold target_out_of_scope" in found


def test_the_second_operation_on_one_target_is_held() -> None:
    """The first wins, the second waits."""
    first, second = review_all(
        WORLD,
        update("User lives in Lima.", ["m1"], LIMA),
        retract(["m1"], quote(WORLD, 1, "forget the rest")),
        memories=[memory("m1", "User lives in Oslo.")],
    )
    assert first.verdict.decision == "accept"
    assert codes(second) == {"hold target_taken"}


def test_an_update_that_changes_nothing_is_rejected() -> None:
    """The very text of the target."""
    reviewed = review(
        WORLD, update("User lives in LIMA", ["m1"], LIMA), memories=[memory("m1", "User lives in Lima.")]
    )
    assert codes(reviewed) == {"reject no_change"}


@pytest.mark.parametrize(
    ("stored", "withdrawn", "held"), [(10, 6, True), (10, 5, False), (7, 7, False), (8, 8, True)]
)
def test_withdrawing_most_of_a_store_is_held(stored: int, withdrawn: int, *, held: bool) -> None:
    """More than half of at least eight memories, in one operation or in many."""
    memories = [memory(f"m{n}", f"Fact {n}.") for n in range(stored)]
    forget = quote(WORLD, 1, "forget the rest")
    together = review(WORLD, retract([f"m{n}" for n in range(withdrawn)], forget), memories=memories)
    assert ("hold mass_retraction" in codes(together)) is held
    apart = review_all(WORLD, *(retract([f"m{n}"], forget) for n in range(withdrawn)), memories=memories)
    assert any("hold mass_retraction" in codes(one) for one in apart) is held


def test_a_fact_that_is_stored_is_rejected_and_the_memory_named() -> None:
    """Case, signs and word forms do not matter."""
    near = [Recalled(memory=memory("m1", "User drinks tea"))]
    reviewed = review(WORLD, add("User drinks TEA.", quote(WORLD, 1, "I drink tea")), near=near)
    assert codes(reviewed) == {"reject duplicate"}
    assert reviewed.verdict.findings[0].memory_id == "m1"


def test_a_fact_that_an_earlier_operation_adds_is_rejected() -> None:
    """Within one proposal too."""
    tea = quote(WORLD, 1, "I drink tea")
    first, second = review_all(WORLD, add("User drinks tea.", tea), add("User drinks tea", tea))
    assert first.verdict.decision == "accept"
    assert "reject duplicate" in codes(second)


def test_an_update_is_no_duplicate_of_its_own_target() -> None:
    """Nor of a memory that an earlier operation ends."""
    stored = memory("m1", "User lives in Lima, Peru.")
    near = [Recalled(memory=stored, similarity=0.99)]
    reviewed = review(WORLD, update("User lives in Lima.", ["m1"], LIMA), memories=[stored], near=near)
    assert "reject duplicate" not in codes(reviewed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User drinks tea.", "User drinks tea"),
        ("User drinks tea.", "user  drinks TEA!"),
        ("User's sister Ana lives in Porto.", "User’s sister Ana lives in Porto."),
        ("User likes dogs.", "User likes dog."),
        ("用户住在上海。", "用户住在上海"),
    ],
)
def test_the_same_words_say_the_same(one: str, other: str) -> None:
    """Without any vector."""
    assert same(one, other)


def test_an_empty_word_makes_no_difference_where_vectors_agree() -> None:
    """Both are needed: nearly all words, and a high cosine."""
    one, other = (
        "User currently works on the billing service of Acme in Lima.",
        "User works on the billing service of Acme in Lima.",
    )
    assert same(one, other, similarity=0.97)
    assert not same(one, other, similarity=0.6)
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User pays 40 a month.", "User pays 41 a month."),
        ("User's sister lives in Porto.", "User's brother lives in Porto."),
        ("User likes tea.", "User does not like tea."),
        ("User has an appointment on 2026-05-14.", "User has an appointment on 2026-05-15."),
        ("Ana likes Ben.", "Ben likes Ana."),
        ("User moved to Lima.", "User moved to Quito."),
        ("User has an exam on Friday.", "User had an exam on Friday."),
        ("User teaches chemistry and physics.", "User teaches chemistry."),
        ("用户喜欢香菜。", "用户不喜欢香菜。"),
        ("혈압약을 하루 두 번 먹는다.", "혈압약을 하루 한 번 먹는다."),
        ("PR-77 is merged.", "PR-78 is merged."),
    ],
)
def test_one_differing_claim_is_another_fact_however_similar(one: str, other: str) -> None:
    """Number, person, negation, date, name, order, tense: a cosine of 1 changes nothing."""
    assert not same(one, other, similarity=1.0)


PIZZA = episode(Message.user("I love pizza and drink tea"))


@pytest.mark.parametrize("text", ["User is allergic.", "User is allergic to pizza."])
def test_words_about_something_else_change_nothing(text: str) -> None:
    """What is quoted must concern the memory that it replaces or withdraws."""
    stored = [memory("m1", "User is allergic to nuts.")]
    words = quote(PIZZA, 1, "I love pizza")
    changed = review(PIZZA, update(text, ["m1"], words), memories=stored)
    assert "hold unrelated_target" in codes(changed)
    assert next(f for f in changed.verdict.findings if f.code == "unrelated_target").memory_id == "m1"
    assert "hold unrelated_target" in codes(review(PIZZA, retract(["m1"], words), memories=stored))


@pytest.mark.parametrize(
    ("messages", "words", "stored"),
    [
        (("I moved to Lima",), "I moved to Lima", "User lives in Oslo."),
        (("Is it still 40 a month?", "no"), "no", "User pays 40 a month."),
        (("forget the medical stuff", "I delete the entry about citalopram."), "forget", "User takes citalopram."),
        (("nuts are fine again",), "nuts are fine again", "User is allergic to nuts."),
        (("我搬到上海了",), "我搬到上海了", "用户住在北京。"),
    ],
)
def test_a_withdrawal_may_name_its_target_in_many_ways(messages: tuple[str, ...], words: str, stored: str) -> None:
    """A shared word or number, the same part of life, the question before, the reply to "forget that"."""
    said = [Message.user(text) if words in text else Message.assistant(text) for text in messages]
    world = episode(*said)
    number = next(n for n, message in enumerate(said, start=1) if message.role == "user")
    found = codes(review(world, retract(["m1"], quote(world, number, words)), memories=[memory("m1", stored)]))
    assert "hold unrelated_target" not in found


def test_a_new_value_for_what_is_kept_needs_no_name() -> None:
    """It's 1530 now: the update keeps the game and sets the number that was said."""
    world = episode(Message.user("it's 1530 now"))
    stored = memory("m1", "User plays chess at 1450 on Lichess.")
    change = update("User plays chess at 1530 on Lichess.", ["m1"], quote(world, 1, "it's 1530 now"))
    assert review(world, change, memories=[stored]).verdict.decision == "accept"


def test_a_rejected_operation_stands_in_nobodys_way() -> None:
    """It neither makes the next one a duplicate nor takes its target."""
    bad = LIMA.model_copy(update={"quote": "x" * len(LIMA.quote)})
    stored = memory("m1", "User lives in Oslo.")
    _, added = review_all(WORLD, add("User lives in Lima.", bad), add("User lives in Lima.", LIMA))
    assert added.verdict.decision == "accept"
    _, changed = review_all(
        WORLD, update("User lives in Lima.", ["m1"], bad), update("User lives in Lima.", ["m1"], LIMA),
        memories=[stored],
    )  # fmt: skip
    assert changed.verdict.decision == "accept"


RAN = episode(Message.user("I ran the marathon in 2025, and again in 2026"))


@pytest.mark.parametrize(
    ("one", "other", "again"),
    [
        ("2025", "2026", False),
        ("2026-05-03", "2026-05-04", False),
        ("2026-05-03", "2026-05-03T10:00:00Z", True),
        ("2026", "2026-05-03", True),
        (None, "2026", True),
    ],
)
def test_the_same_words_on_another_day_are_another_event(one: str | None, other: str, *, again: bool) -> None:
    """Compared with a stored neighbour and with an earlier operation."""
    bound = TimeBound.parse(one) if one else None
    words = quote(RAN, 1, "I ran the marathon")
    second = add("User ran the marathon.", words, kind="event", valid_from=TimeBound.parse(other))
    near = [Recalled(memory=memory("m1", "User ran the marathon.", kind="event", valid_from=bound))]
    assert ("reject duplicate" in codes(review(RAN, second, near=near))) is again
    first = add("User ran the marathon.", words, kind="event", valid_from=bound)
    assert ("reject duplicate" in codes(review_all(RAN, first, second)[1])) is again


@pytest.mark.parametrize(
    ("start", "end", "held"), [("2026-05", "2026-04", True), ("2026", "2026", True), ("2026-05", "2026-06", False)]
)
def test_a_fact_that_is_never_true_is_held(start: str, end: str, *, held: bool) -> None:
    """The end is exclusive and comes after the beginning."""
    bounds: dict[str, Any] = {"valid_from": TimeBound.parse(start), "valid_to": TimeBound.parse(end)}
    stored = [memory("m1", "User lives in Oslo.")]
    for operation in (
        add("User lives in Lima.", LIMA, **bounds), update("User lives in Lima.", ["m1"], LIMA, **bounds),
    ):  # fmt: skip
        assert ("hold empty_validity" in codes(review(WORLD, operation, memories=stored))) is held
