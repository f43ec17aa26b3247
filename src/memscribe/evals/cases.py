"""Cases: a store, a conversation and the right result; and how a case is run through the engine."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from memscribe.core.clock import Clock, FixedClock, SystemClock
from memscribe.core.errors import InputError, MemscribeError
from memscribe.core.memory import Given
from memscribe.core.message import Message, Role
from memscribe.core.operation import Kind
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope
from memscribe.evals.lines import Line, Moment, read_lines

if TYPE_CHECKING:
    from memscribe.engine import Memscribe

Status = Literal["active", "superseded", "retracted", "quarantined"]

SCOPE = Scope(user="case")
_ORIGINS: Mapping[str, Origin] = {
    "user": "user_typed",
    "assistant": "assistant",
    "agent": "assistant",
    "tool": "tool_external",
}


class ExistingMemory(Line):
    """A memory that the store holds before the conversation.

    Args:
        source: user, assistant or tool; anything else, or nothing, is an import.
        status: Anything but active: it ended before.
    """

    id: str
    text: str = Field(pattern=r"\S")
    kind: Kind = "knowledge"
    recorded_at: Moment | None = None
    source: str | None = None
    status: Literal["active", "superseded", "retracted"] | None = None

    @property
    def given(self) -> Given:
        """This memory as the engine takes it in."""
        ended = {None: None, "active": None, "superseded": "changed", "retracted": "withdrawn"}[self.status]
        return Given.model_validate(
            {
                "text": self.text,
                "external_id": self.id,
                "kind": self.kind,
                "origin": _ORIGINS.get(self.source or "", "import"),
                "recorded_at": self.recorded_at,
                "ended": ended,
            }
        )


class CaseMessage(Line):
    """One turn of a case's conversation."""

    role: Role
    content: str
    name: str | None = None
    at: Moment | None = None

    @property
    def message(self) -> Message:
        """This turn as the engine takes it in."""
        return Message(role=self.role, content=self.content, name=self.name, at=self.at)


class Wanted(Line):
    """A fact that one active memory must state.

    Args:
        all_of: Of each list at least one alternative occurs.
        none_of: None of these occurs.
        what: The fact in words.
    """

    all_of: tuple[tuple[str, ...], ...]
    none_of: tuple[tuple[str, ...], ...] = ()
    what: str = ""


class Expectation(Line):
    """The right result of a case.

    Args:
        store: Facts, each stated by one active memory.
        supersede: Existing memories that a newer value replaces.
        retract: Existing memories that are withdrawn.
        keep: Existing memories that stay as they are.
        forbid: Strings that no active memory contains.
        forbid_together: Strings that no new active memory contains all of.
        max_new: Most new active memories.
    """

    store: tuple[Wanted, ...] = ()
    supersede: tuple[str, ...] = ()
    retract: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    forbid: tuple[tuple[str, ...], ...] = ()
    forbid_together: tuple[tuple[str, ...], ...] = ()
    max_new: int | None = None


class Case(Line):
    """One case.

    Args:
        now: Time of the last message.
        user: The account holder's name, where it is known.
        mode: "raw": the conversation is stored as it is, by the writer ``verbatim``.
    """

    id: str
    category: str
    lang: str = ""
    now: Moment | None = None
    user: str | None = None
    existing: tuple[ExistingMemory, ...] = ()
    messages: tuple[CaseMessage, ...] = Field(min_length=1)
    expect: Expectation
    mode: str | None = None

    @property
    def at(self) -> datetime | None:
        """When the last message was said, where the case tells."""
        return self.now or latest(message.at for message in self.messages)

    @property
    def clock(self) -> Clock:
        """A clock that stands at the latest time that the case tells, so that runs repeat; else the machine's."""
        return clock_after(self.at, self.messages)


class ResultMemory(Line):
    """One memory after a case: existing ones under their own id."""

    id: str
    text: str | None = None
    status: Status | None = None


class CaseResult(Line):
    """What the store held after a case.

    Args:
        memories: All of them, what is held for review included.
        error: Why nothing could be written, where the engine failed.
    """

    id: str
    memories: tuple[ResultMemory, ...] = ()
    error: str | None = None


MakeMemory = Callable[[Clock, str | None], "Memscribe"]
"""Opens a fresh in-memory store: with this clock, and with this writer (None: the one that is measured)."""


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read a case file.

    Raises:
        InputError: A line is not a case, or two have one id; names file and line.
    """
    cases = read_lines(path, Case)
    twice = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise InputError(f"{path}: expected every case to have an id of its own, got {twice[0]!r} twice")
    for case in cases:
        ids = [memory.id for memory in case.existing]
        if len(set(ids)) < len(ids):
            raise InputError(f"{path}: case {case.id!r}: expected every existing memory to have an id of its own")
    return cases


def run_case(case: Case, make_memory: MakeMemory) -> CaseResult:
    """Run one case in a store of its own.

    Args:
        case: What to run.
        make_memory: Opens the store.

    Returns:
        What the store held at the end. Where the engine failed, the existing memories and the error.
    """
    with make_memory(case.clock, "verbatim" if case.mode == "raw" else None) as memory:
        if case.existing:
            memory.load(remembered(case.existing, by=case.at or case.clock.now()), scope=SCOPE)
        error = None
        try:
            memory.write([message.message for message in case.messages], scope=SCOPE, at=case.at, account=case.user)
        except MemscribeError as failure:
            error = f"{failure.code}: {failure}"
        return CaseResult(id=case.id, memories=tuple(_held_by(memory)), error=error)


def _held_by(memory: "Memscribe") -> Iterator[ResultMemory]:
    for version in memory.memories(scope=SCOPE, statuses=("active", "superseded", "retracted")):
        yield ResultMemory(id=version.external_id or version.memory_id, text=version.text, status=version.status)
    for held in memory.review.pending(scope=SCOPE):
        yield ResultMemory(id=held.id, text=held.operation.text, status="quarantined")


def latest(moments: Iterable[datetime | None]) -> datetime | None:
    """Return the latest of some times, or None where there is none."""
    return max((moment for moment in moments if moment), default=None)


def remembered(existing: Iterable[ExistingMemory], *, by: datetime) -> tuple[Given, ...]:
    """Return existing memories as the engine takes them in, none recorded after the conversation.

    Args:
        existing: What is remembered before.
        by: When the conversation ends; a later ``recorded_at`` becomes this.
    """
    given = (memory.given for memory in existing)
    return tuple(
        one.model_copy(update={"recorded_at": by}) if one.recorded_at and one.recorded_at > by else one
        for one in given
    )


def clock_after(at: datetime | None, messages: Sequence[CaseMessage]) -> Clock:
    """Return a clock that stands at the latest time told, so that runs repeat.

    Args:
        at: The time of the episode.
        messages: Its turns.

    Returns:
        A fixed clock; the machine's where no time is told.
    """
    if at is None:
        return SystemClock()
    told = [at, *(message.at for message in messages)]
    return FixedClock((latest(told) or at).astimezone(UTC))
