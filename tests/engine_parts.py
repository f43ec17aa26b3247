"""Parts for tests of the engine: a writer that does what a test tells it, and a memory with fixed time and ids."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memscribe import Add, Evidence, Memscribe, Proposal, Retract, Scope, Update, WriteTask
from memscribe.core.clock import FixedClock
from memscribe.core.ids import SequentialIds
from memscribe.core.operation import Kind, Operation

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
ADA = Scope(tenant="acme", user="ada")
BOB = Scope(tenant="acme", user="bob")

Decide = Callable[[WriteTask], Sequence[Operation]]


@dataclass
class ToldWriter:
    """Proposes what its function says, and remembers what it was shown."""

    decide: Decide = lambda _: ()
    tasks: list[WriteTask] = field(default_factory=list)
    name: str = "told@1"

    def propose(self, task: WriteTask) -> Proposal:
        self.tasks.append(task)
        return Proposal(operations=tuple(self.decide(task)), writer=self.name)


def quoting(task: WriteTask, quote: str) -> tuple[Evidence, ...]:
    """Find the quote in the episode."""
    message = next(message for message in task.episode.messages if quote in message.content)
    return (Evidence.of(message, quote),)


def adding(text: str, quote: str, kind: Kind = "profile") -> Decide:
    return lambda task: [Add(kind=kind, text=text, evidence=quoting(task, quote))]


def updating(target: str, text: str, quote: str, kind: Kind = "profile") -> Decide:
    """Update the recalled memory whose text starts so."""

    def decide(task: WriteTask) -> list[Operation]:
        found = [one.memory.memory_id for one in task.recalled if one.memory.text.startswith(target)]
        return [Update(kind=kind, text=text, targets=tuple(found), evidence=quoting(task, quote))]

    return decide


def retracting(target: str, quote: str) -> Decide:
    def decide(task: WriteTask) -> list[Operation]:
        found = [one.memory.memory_id for one in task.recalled if one.memory.text.startswith(target)]
        return [Retract(kind="profile", targets=tuple(found), evidence=quoting(task, quote))]

    return decide


@dataclass
class Bench:
    """A memory under test with its writer and its clock."""

    memory: Memscribe
    writer: ToldWriter
    clock: FixedClock


def bench(path: Path | str = ":memory:") -> Bench:
    writer = ToldWriter()
    clock = FixedClock(NOW)
    memory = Memscribe.open(path, writer=writer, embedder=None, clock=clock, ids=SequentialIds())
    return Bench(memory, writer, clock)
