"""The rules writer never fails, always proves what it writes, and takes linear time."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, StampedMessage, without_surrogates
from memscribe.core.ports import WriteTask
from memscribe.core.scope import Scope
from memscribe.writers.rules import RulesWriter

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)
WRITER = RulesWriter()
ROLES = ("user", "assistant", "tool", "system")

_WORDS = st.sampled_from(
    (
        "I my we not don't forget delete sister lives in Lima moved to now sorry 9:15 2026-05-14 every Monday "
        "never always ? ! . , ; - ( ) \" ' 我 住在 北京 不 要 记 vivo en ich wohne je suis \n ``` <a> </a> "
        '{"a": #12 the '
        "https://x.example tomorrow yes no wait actually"
    ).split(" ")
)
_TEXT = st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=40).map(" ".join))
_MESSAGES = st.lists(st.tuples(st.sampled_from(ROLES), _TEXT), min_size=1, max_size=6)
_MEMORIES = st.lists(_TEXT.filter(bool), max_size=4)


def task(turns: list[tuple[str, str]], memories: list[str] | tuple[str, ...] = ()) -> WriteTask:
    """Make a task of roles and texts."""
    messages = tuple(
        StampedMessage(
            id=f"m{index}",
            role=role,
            content=without_surrogates(text),
            at=NOW,
            origin={"user": "user_typed", "assistant": "assistant"}.get(role, "tool_external"),
        )
        for index, (role, text) in enumerate(turns)
    )
    recalled = tuple(
        Recalled(
            memory=Version(
                memory_id=f"mem_{index}",
                number=1,
                scope=Scope(),
                kind="profile",
                text=text,
                origin="user_typed",
                receipt_id="r",
                recorded_at=NOW,
                writer="import",
            )
        )
        for index, text in enumerate(memories)
    )
    return WriteTask(Episode(id="e", scope=Scope(), messages=messages, at=NOW), recalled)


@settings(max_examples=300, deadline=None)
@given(_MESSAGES, _MEMORIES)
def test_any_episode_gives_a_proposal_that_proves_itself(turns: list[tuple[str, str]], memories: list[str]) -> None:
    """No text raises; every quote stands where it should; only known memories are touched, each at most once."""
    asked = task(turns, memories)
    proposal = WRITER.propose(asked)
    known = {recalled.memory.memory_id for recalled in asked.recalled}
    spans = [span for operation in proposal.operations for span in operation.evidence]
    for span in [*spans, *proposal.rejections]:
        message = asked.episode.message(span.message_id)
        assert message is not None
        assert span.problem_in(message) is None
    for operation in proposal.operations:
        assert any(evidence.part == "asserts" for evidence in operation.evidence)
        assert set(operation.targets) <= known
        assert operation.op == "retract" or operation.text.strip()
    targets = [target for operation in proposal.operations for target in operation.targets]
    assert len(targets) == len(set(targets))


def spoken(asked: WriteTask, *names: str, account: str | None = None) -> WriteTask:
    """Give the users' messages of a task these names in turn."""
    messages = tuple(
        message.model_copy(update={"name": names[index % len(names)] if message.role == "user" else message.name})
        for index, message in enumerate(asked.episode.messages)
    )
    return WriteTask(asked.episode.model_copy(update={"messages": messages, "account": account}), asked.recalled)


@settings(max_examples=150, deadline=None)
@given(_MESSAGES, _MEMORIES, st.text(max_size=12), st.sampled_from(("Ada", "陈川")))
def test_another_speaker_touches_nothing_that_does_not_name_him(
    turns: list[tuple[str, str]], memories: list[str], name: str, account: str
) -> None:
    """Whatever Bob says, the user's memories stay and no instruction is written; a strange name breaks nothing."""
    assert WRITER.propose(spoken(task(turns, memories), name, account=account)).writer
    asked = spoken(task(turns, [*memories, "Bob lives in Lima."]), "Bob", account=account)
    texts = {recalled.memory.memory_id: recalled.memory.text for recalled in asked.recalled}
    for operation in WRITER.propose(asked).operations:
        assert operation.kind != "instruction"
        assert all("bob" in texts[target].casefold() for target in operation.targets)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("tool", "system")), _TEXT), min_size=1, max_size=5), _MEMORIES)
def test_without_a_user_nothing_is_written(turns: list[tuple[str, str]], memories: list[str]) -> None:
    """Tools and system messages write and withdraw nothing."""
    assert not WRITER.propose(task(turns, memories)).operations


REPEATED = [
    "I moved to Lima in May and my sister Ana lives in Turin, she is 34. ", "a", "a ", "1 ", "1,", "((", "\"'",
    "```\n", "<a>", "my ", "not ", "sorry ", "- ", "? ", ". ", "我住在利马，", "ok ", "delete ", "'", "- a\n",
    "a,b,c,d,e\n", "from ", "x: ", "forget ", " \n", "0123-", "ich bin ", "je suis ", "vivo en ",
    "forget about the ", "I don't ", "it's not X, it's ",
]  # fmt: skip


# The limits below are several times what it takes: machines are noisy, but a square or an exponent is no noise.
def seconds(asked: WriteTask) -> float:
    """Return the best of three runs, so that a busy machine does not decide."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        WRITER.propose(asked)
        best = min(best, time.perf_counter() - start)
    return best


@pytest.mark.parametrize("unit", REPEATED)
def test_a_long_message_takes_no_long_time(unit: str) -> None:
    """No pattern runs away: 20,000 characters of anything are read in a moment."""
    assert seconds(task([("user", (unit * 20_000)[:20_000])])) < 1.5


@pytest.mark.parametrize("unit", [*REPEATED, "hey, ", "so really ", "never ", "Bob, ", "going to be ", "only "])
def test_a_long_message_of_another_speaker_takes_no_long_time(unit: str) -> None:
    """Two people's talk is read as fast."""
    texts = [("user", "I moved to Lima"), ("user", (unit * 20_000)[:20_000])]
    assert seconds(spoken(task(texts), "Ada", "Bob", account="Ada")) < 1.5


def test_a_long_conversation_takes_linear_time() -> None:
    """Forty messages of 1,000 characters cost about four times what ten do."""
    names = [f"{first}{last}" for first in ("Ana", "Bo", "Cid", "Dora") for last in "abcdefghij"]
    texts = [
        "".join(
            f"So I went to see my aunt {name}{letter} and she told me about the garden, nice. It rained a bit. "
            for letter in "klmnopqrstu"
        )[:1000]
        for name in names
    ]
    ten, forty = (seconds(task([("user", text) for text in texts[:count]])) for count in (10, 40))
    assert forty < 10 * ten
    assert forty < 0.9


def test_a_usual_episode_takes_a_few_milliseconds() -> None:
    """Ten chat messages are read in under 8 ms."""
    turns = [
        ("user", "I moved to Lima in May. My sister Ana lives in Turin now!"),
        ("assistant", "Noted. Anything else?"),
    ]
    assert seconds(task(turns * 5)) < 0.05
