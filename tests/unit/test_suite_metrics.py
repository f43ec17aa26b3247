"""The metrics of the public-data suites count what they say, and put honest intervals around it."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from engine_parts import ToldWriter
from memscribe import Add, Evidence, Memscribe, Message, Update, WriteTask
from memscribe.core.clock import Clock
from memscribe.core.errors import WriterError
from memscribe.core.operation import Operation
from memscribe.evals.cases import MakeMemory
from memscribe.evals.suites.metrics import Counts, count, matcher_of, vector
from memscribe.evals.suites.port import Conversation, Gold, Session
from memscribe.evals.suites.report import measure_suite
from memscribe.evals.suites.run import BASELINES, Kept, Outcome, run_writer
from memscribe.evals.suites.stating import Matcher, as_source

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)


def matcher(*said: str, account: str | None = None) -> Matcher:
    return Matcher([Message.user(text, name="Ines") for text in said], account, None)


@pytest.mark.parametrize(
    ("text", "claim", "stated"),
    [
        ("User rows on the lake on Sundays.", "User rows on Sundays.", True),
        ("Ada Lum rows on Sundays.", "User rows on Sundays.", True),
        ("User rows.", "User rows a heavy boat on windy lakes.", False),
        ("User has 14 bees at the farm.", "User has 41 bees at the farm.", False),
        ("User moved on 7 May 2026.", "User moved on 2026-05-07.", True),
        ("User moved on 2026-05-07.", "User moved in May 2026.", True),
        ("User moved in May 2026.", "User moved on 2026-05-07.", False),
        ("User visited Bergen by train.", "User visited Tromso by train.", False),
        ("User wants method names to end with '_o'.", "end method names with '_o'", True),
        ("User wants method names to end with '_of'.", "end method names with '_o'", False),
        ("User agreed on the plan for the weekly steps.", "Agreed on the Weekly Steps plan.", True),
        ("Oskar broke the kiln.", "Ines broke the kiln.", False),
    ],
)
def test_details_must_be_exact_and_words_enough(text: str, claim: str, stated: bool) -> None:
    assert matcher("our weekly steps", account="Ada Lum").states(text, claim) is stated


class Compass:
    """An embedder of two directions: what holds "kiln" and what does not, 60 degrees apart."""

    id = "compass"
    dimensions = 2

    def embed_passages(self, texts: Sequence[str]) -> Any:
        return np.array([[1.0, 0.0] if "kiln" in text else [0.5, 0.75**0.5] for text in texts], np.float32)

    embed_queries = embed_passages


def test_meaning_counts_beside_words() -> None:
    """Half of the words are enough where the meaning is one, and not where it is another."""
    judge = Matcher([], None, Compass())
    assert judge.states("kiln broken badly", "kiln broken today forever")
    assert not judge.states("kiln broken badly", "thing broken badly forever")
    assert not judge.states("kiln", "kiln broken today forever yesterday again")


def test_a_source_says_who_speaks_to_whom_and_what_its_times_mean() -> None:
    said = Message.user("You left yesterday.", name="Ines", at=TUESDAY)
    assert as_source(said, ("Ines", "Oskar")) == "Ines to Oskar: You left yesterday. (2026-03-02)"
    assert as_source(Message.user("Hi.", at=TUESDAY)) == "Hi."


ROWS = Message.user("I row on Sundays.", at=MONDAY)
SWIMS = Message.user("No, I swim on Sundays now.", at=TUESDAY)
TALK = Conversation(
    "c-1",
    None,
    (
        Session("one", MONDAY, (ROWS,), (Gold("User rows on Sundays.", (0,)),)),
        Session(
            "two", TUESDAY, (SWIMS,), (Gold("User swims on Sundays.", (0,), replaces="User rows on Sundays."),)
        ),
        Session("three", TUESDAY, (Message.assistant("Fine."), Message.user("Thanks."))),
    ),
)


def opening(decide: Callable[[WriteTask], Sequence[Operation]]) -> MakeMemory:
    def open_one(clock: Clock, instead: str | None) -> Memscribe:
        assert instead is None
        return Memscribe.open(":memory:", writer=ToldWriter(decide), embedder=None, clock=clock)

    return open_one


def careful(task: WriteTask) -> Sequence[Operation]:
    """Write what is said about Sundays, and replace what is known about them."""
    message = task.episode.messages[0]
    if "Sundays" not in message.content:
        return ()
    evidence = (Evidence.at(message, 0, len(message.content)),)
    if known := tuple(one.memory.memory_id for one in task.recalled):
        return [Update(kind="profile", text="User swims on Sundays.", targets=known, evidence=evidence)]
    return [Add(kind="profile", text="User rows on Sundays.", evidence=evidence)]


def test_a_writer_runs_over_sessions_in_one_store() -> None:
    """The second session sees what the first one stored, and what it replaced is no longer active."""
    one, two, three = run_writer(TALK, opening(careful))
    assert [memory.text for memory in one.active] == ["User rows on Sundays."]
    (written,) = two.written
    assert two.active == three.active == (written,)
    assert written == Kept("User swims on Sundays.", (SWIMS,), before=("User rows on Sundays.",))
    assert three.written == ()


def test_a_writer_that_fails_leaves_the_store_and_its_error() -> None:
    def fails(task: WriteTask) -> Sequence[Operation]:
        if "swim" in task.episode.messages[0].content:
            raise WriterError("the endpoint is gone")
        return careful(task)

    _, two, three = run_writer(TALK, opening(fails))
    assert two.error == "two: writer_failed: the endpoint is gone"
    assert (len(two.active), two.written, three.error) == (1, (), None)


def counted(outcomes: Sequence[Outcome], talk: Conversation = TALK) -> Counts:
    return count(talk, outcomes, matcher_of(talk, None))


def test_every_metric_of_a_careful_writer() -> None:
    assert counted(list(run_writer(TALK, opening(careful)))) == {
        "recall": (2, 2),
        "kept": (1, 1),
        "unsupported": (0, 2),
        "update": (1, 1),
        "silent_writes": (0, 1),
        "attribution": (0, 0),
        "per_turn": (2, 4),
    }


def test_an_update_is_right_only_when_the_old_text_is_gone() -> None:
    old, new = Kept("User rows on Sundays.", (ROWS,)), Kept("User swims on Sundays.", (SWIMS,))
    both = Kept("User swims on Sundays and no longer rows.", (SWIMS,))
    assert counted([Outcome(), Outcome(active=(new,)), Outcome()])["update"] == (1, 1)
    assert counted([Outcome(), Outcome(active=(old, new)), Outcome()])["update"] == (0, 1)
    assert counted([Outcome(), Outcome(active=(old,)), Outcome()])["update"] == (0, 1)
    assert counted([Outcome(), Outcome(active=(both,)), Outcome()])["update"] == (1, 1)


def test_what_a_memory_adds_to_its_messages_is_unsupported() -> None:
    """What it replaced may support it, another message may not."""
    invented = Kept("User rows at 6 am in Bergen.", (ROWS,))
    from_before = Kept("User swims on Sundays and has 2 boats.", (SWIMS,), before=("User has 2 boats.",))
    from_elsewhere = Kept("User rows on Sundays.", (SWIMS,))
    written = Outcome(written=(invented, from_before, from_elsewhere))
    assert counted([written, Outcome(), Outcome()])["unsupported"] == (2, 3)


def test_attribution_is_asked_of_memories_of_one_speaker_in_a_talk_of_two() -> None:
    ines, oskar = Message.user("The kiln broke.", name="Ines"), Message.user("Oh.", name="Oskar")
    talk = Conversation("t", None, (Session("s", MONDAY, (ines, oskar)),))
    written = (
        Kept("Ines's kiln broke.", (ines,)),
        Kept("The kiln broke.", (ines,)),
        Kept("They talked.", (ines, oskar)),
    )
    assert counted([Outcome(written=written)], talk)["attribution"] == (1, 2)


def test_the_baselines_are_what_they_are_called() -> None:
    """The oracle gets everything right, the empty store nothing, and store-all keeps what is outdated."""
    assert {name: counted(list(run(TALK)))["recall"] for name, run in BASELINES.items()} == {
        "empty": (0, 2),
        "store-all": (2, 2),
        "last-20": (2, 2),
        "oracle": (2, 2),
    }
    assert counted(list(BASELINES["oracle"](TALK)))["update"] == (1, 1)
    assert counted(list(BASELINES["store-all"](TALK)))["update"] == (0, 1)
    assert counted(list(BASELINES["empty"](TALK)))["per_turn"] == (0, 4)


def test_the_last_messages_push_the_first_ones_out() -> None:
    many = tuple(Message.user(f"Line {number}.") for number in range(25))
    talk = Conversation("t", None, (Session("a", MONDAY, many[:15]), Session("b", TUESDAY, many[15:])))
    *_, end = BASELINES["last-20"](talk)
    assert [memory.text for memory in end.active] == [message.content for message in many[5:]]


def counts(*recall: tuple[int, int]) -> list[Counts]:
    nothing = {"kept", "unsupported", "update", "silent_writes", "attribution", "per_turn"}
    return [{"recall": pair} | dict.fromkeys(nothing, (0, 0)) for pair in recall]


def test_intervals_resample_conversations_not_facts() -> None:
    """Ten conversations that agree have no spread; two that differ wholly have all of it."""
    agreeing = vector(counts(*[(5, 10)] * 10))["recall"]
    assert (agreeing.value, agreeing.ci95) == (0.5, (0.5, 0.5))
    assert vector(counts((1000, 1000), (0, 1000)))["recall"].ci95 == (0.0, 1.0)
    low, high = vector(counts(*[(number, 10) for number in range(11)]))["recall"].ci95 or (0.0, 0.0)
    assert 0.25 < low < 0.4
    assert 0.6 < high < 0.75


def test_intervals_repeat_and_what_was_not_asked_has_none() -> None:
    given = counts((3, 9), (4, 5), (0, 7))
    assert vector(given) == vector(given)
    nothing = vector(given)["kept"]
    assert (nothing.value, nothing.ci95, nothing.as_json()["value"]) == (None, None, None)


def test_a_report_has_the_writer_first_the_baselines_beside_it_and_one_count_a_conversation() -> None:
    report = measure_suite("tiny", "careful", [TALK], opening(careful), None)
    assert list(report.vectors) == ["careful", "empty", "store-all", "last-20", "oracle"]
    assert report.few
    answer: Any = json.loads(json.dumps(report.as_json()))
    assert answer["vectors"]["careful"]["recall"] == {"value": 1.0, "ci95": [1.0, 1.0], "part": 2, "whole": 2}
    assert answer["per_conversation"]["c-1"]["update"] == [1, 1]
    assert answer["counts"] == {
        "sessions": 3,
        "messages": 4,
        "gold": 2,
        "replaced_gold": 1,
        "sessions_without_gold": 1,
        "held": 0,
    }
