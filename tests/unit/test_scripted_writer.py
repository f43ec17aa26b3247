"""The scripted writer, the verbatim writer and the registry."""

from datetime import UTC, datetime

import pytest

from memscribe.core.errors import InputError, WriterError
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Proposal
from memscribe.core.ports import Writer, WriteTask
from memscribe.core.scope import Scope
from memscribe.writers.registry import WRITERS, make_writer
from memscribe.writers.scripted import ByQuote, ScriptedWriter
from memscribe.writers.verbatim import VerbatimWriter

NOW = datetime(2026, 5, 14, tzinfo=UTC)


def task(*texts: str) -> WriteTask:
    """Make a task of messages that a user and an assistant wrote in turn."""
    messages = tuple(
        StampedMessage(
            id=f"m{index}",
            role="assistant" if index % 2 else "user",
            content=text,
            at=NOW,
            origin="assistant" if index % 2 else "user_typed",
        )
        for index, text in enumerate(texts)
    )
    return WriteTask(Episode(id="ep_1", scope=Scope(), messages=messages, at=NOW))


def test_one_proposal_answers_every_task_and_tasks_are_recorded() -> None:
    """The fake returns what it was given and remembers what it was asked."""
    proposal = Proposal(writer="scripted@1")
    writer = ScriptedWriter(proposal)
    first, second = task("a"), task("b")
    assert writer.propose(first) is proposal
    assert writer.propose(second) is proposal
    assert writer.tasks == [first, second]


def test_several_proposals_are_used_up_in_order() -> None:
    """Where the script ends, the writer fails as a real one would."""
    proposals = [Proposal(writer="one"), Proposal(writer="two")]
    writer = ScriptedWriter(proposals)
    assert [writer.propose(task("x")).writer for _ in proposals] == ["one", "two"]
    with pytest.raises(WriterError, match="at most 2"):
        writer.propose(task("x"))


def test_a_function_sees_the_task() -> None:
    """A callable script can quote the episode that it is asked about."""

    def script(asked: WriteTask) -> Proposal:
        by = ByQuote(asked.episode)
        return by.proposal(
            by.add("User lives in Lima.", quote="in Lima", kind="profile", context=["Where?"]),
            by.update("User is 40.", targets=["mem_1"], quote="I live"),
            by.retract(targets=["mem_2"], quote="Lima"),
            rejections=[by.reject("I", "joke")],
        )

    proposal = ScriptedWriter(script).propose(task("I live in Lima", "Where?"))
    add, update, retract = proposal.operations
    assert [(e.message_id, e.start, e.end, e.quote, e.part) for e in add.evidence] == [
        ("m0", 7, 14, "in Lima", "asserts"),
        ("m1", 0, 6, "Where?", "context"),
    ]
    assert (update.op, update.targets) == ("update", ("mem_1",))
    assert (retract.op, retract.text) == ("retract", "")
    assert proposal.rejections[0].reason == "joke"


def test_a_quote_that_stands_nowhere_is_refused() -> None:
    """A test that quotes wrongly is told so."""
    with pytest.raises(InputError, match="quote verbatim"):
        ByQuote(task("I live in Lima").episode).add("x", quote="in Oslo")


def test_verbatim_stores_each_message_of_the_user_as_it_is() -> None:
    """Nothing is judged and nothing altered; the assistant's words are left alone."""
    proposal = VerbatimWriter().propose(task("  hi there ", "Hello!", "I live in Lima", "Ok", "   "))
    assert [(operation.kind, operation.text) for operation in proposal.operations] == [
        ("knowledge", "  hi there "),
        ("knowledge", "I live in Lima"),
    ]
    assert all(operation.evidence[0].quote == operation.text for operation in proposal.operations)


@pytest.mark.parametrize("name", WRITERS)
def test_every_registered_writer_can_be_made(name: str) -> None:
    """The registry knows what it lists."""
    writer = make_writer(name)
    assert isinstance(writer, Writer)
    assert writer.name.startswith(f"{name}@")


def test_an_unknown_writer_is_refused_with_the_known_names() -> None:
    """The message says what can be asked for."""
    with pytest.raises(InputError, match="rules, verbatim"):
        make_writer("oracle")
