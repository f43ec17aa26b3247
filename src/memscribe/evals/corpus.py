"""The write corpus: conversations with the operations a careful person would make, and how a writer compares."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from memscribe.core.clock import Clock
from memscribe.core.operation import Kind
from memscribe.evals.cases import SCOPE, CaseMessage, ExistingMemory, MakeMemory, clock_after, latest, remembered
from memscribe.evals.lines import Line, Moment, read_lines
from memscribe.evals.matching import paired

if TYPE_CHECKING:
    from datetime import datetime

    from memscribe.core.message import Message
    from memscribe.core.receipt import ReceiptItem
    from memscribe.engine import Memscribe


class GoldSpan(Line):
    """A quote of a message, by the message's index from 0."""

    message: int = Field(ge=0)
    quote: str = Field(min_length=1)
    start: int | None = None


class GoldOperation(Line):
    """An operation that a careful person would make; ``targets`` are ids of existing memories."""

    op: Literal["add", "update", "retract"]
    kind: Kind
    text: str = ""
    targets: tuple[str, ...] = ()
    evidence: tuple[GoldSpan, ...] = ()


class GoldRejection(GoldSpan):
    """A tempting span that must not become a memory."""

    reason: str


class CorpusExample(Line):
    """One annotated conversation or task trace."""

    id: str
    lang: str
    scene: str = "chat"
    now: Moment | None = None
    user: str | None = None
    existing: tuple[ExistingMemory, ...] = ()
    messages: tuple[CaseMessage, ...] = Field(min_length=1)
    operations: tuple[GoldOperation, ...] = ()
    rejections: tuple[GoldRejection, ...] = ()

    @property
    def at(self) -> "datetime | None":
        """When the last message was said."""
        return self.now or latest(message.at for message in self.messages)

    @property
    def clock(self) -> Clock:
        """A clock that stands at the latest time that the example tells."""
        return clock_after(self.at, self.messages)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some examples; tallies add up.

    Args:
        gold: Facts (texts of additions and updates) that were wanted.
        proposed: Facts that the writer proposed.
        matched: Pairs of the two.
        stored: Facts that the guard let through.
        stored_matched: Pairs of wanted and stored ones.
        held: Operations that the guard held.
        updates: Updates that were wanted.
        updates_right: Of them, those that an update with exactly these targets answers.
        retracts: Retractions that were wanted.
        retracts_right: Of them, those that a retraction with exactly these targets answers.
        untouchable: Existing memories that nothing should have touched.
        touched: Of them, those that a stored operation replaced or withdrew.
        tempting: Spans that must not be stored.
        tempted: Of them, those that a stored, unmatched operation rests upon.
    """

    examples: int = 0
    gold: int = 0
    proposed: int = 0
    matched: int = 0
    stored: int = 0
    stored_matched: int = 0
    held: int = 0
    updates: int = 0
    updates_right: int = 0
    retracts: int = 0
    retracts_right: int = 0
    untouchable: int = 0
    touched: int = 0
    tempting: int = 0
    tempted: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def as_json(self) -> dict[str, int | float | None]:
        """Return counts and rates as one JSON object."""
        counts: dict[str, int | float | None] = {f.name: getattr(self, f.name) for f in fields(self)}
        precision, recall = _share(self.matched, self.proposed), _share(self.matched, self.gold)
        return counts | {
            "precision": precision,
            "recall": recall,
            "f1": _share(2 * self.matched, self.proposed + self.gold),
            "stored_precision": _share(self.stored_matched, self.stored),
            "stored_recall": _share(self.stored_matched, self.gold),
            "update_accuracy": _share(self.updates_right, self.updates),
            "retract_accuracy": _share(self.retracts_right, self.retracts),
            "touched_rate": _share(self.touched, self.untouchable),
            "tempted_rate": _share(self.tempted, self.tempting),
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def read_corpus(path: Path) -> tuple[CorpusExample, ...]:
    """Read a corpus file.

    Raises:
        InputError: A line is not an example; names file and line.
    """
    return read_lines(path, CorpusExample)


def score_example(example: CorpusExample, make_memory: MakeMemory) -> Tally:
    """Let a writer propose for one example, in a store of its own, and compare with the gold operations.

    Args:
        example: The conversation and what was wanted.
        make_memory: Opens the store with the writer that is measured.
    """
    messages = [message.message for message in example.messages]
    with make_memory(example.clock, None) as memory:
        names = _loaded(memory, example.existing, by=example.at or example.clock.now())
        receipt = memory.propose(messages, scope=SCOPE, at=example.at, account=example.user)
    operations = [Made.of(item, names, messages) for item in receipt.items]
    return compare(example, operations)


def _loaded(memory: "Memscribe", existing: Sequence[ExistingMemory], *, by: "datetime") -> dict[str, str]:
    if not existing:
        return {}
    memory.load(remembered(existing, by=by), scope=SCOPE)
    everything = memory.memories(scope=SCOPE, statuses=("active", "superseded", "retracted"))
    return {version.memory_id: version.external_id or version.memory_id for version in everything}


@dataclass(frozen=True, slots=True)
class Made:
    """An operation that a writer made: targets by the example's ids, evidence as (message index, start, end)."""

    op: str
    text: str
    targets: frozenset[str]
    stored: bool
    held: bool
    spans: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, item: "ReceiptItem", names: dict[str, str], messages: "Sequence[Message]") -> "Made":
        """Take an item of a receipt; ``names`` are the example's ids by memory id."""
        operation = item.operation
        spans = [
            (index, span.start, span.end)
            for span in operation.evidence
            if span.part == "asserts"
            for index, message in enumerate(messages)
            if message.content[span.start : span.end] == span.quote
        ]
        return cls(
            op=operation.op,
            text=operation.text,
            targets=frozenset(names.get(target, target) for target in operation.targets),
            stored=item.verdict == "accept",
            held=item.verdict == "hold",
            spans=tuple(spans),
        )


def compare(example: CorpusExample, made: Sequence[Made]) -> Tally:
    """Count what a writer's operations got right for one example."""
    golds = [operation for operation in example.operations if operation.op != "retract"]
    facts = [operation for operation in made if operation.op != "retract"]
    stored = [operation for operation in facts if operation.stored]
    gold_texts = [operation.text for operation in golds]
    pairs = paired(gold_texts, [operation.text for operation in stored])
    unmatched = [operation for i, operation in enumerate(stored) if i not in pairs.values()]
    wanted_targets = {target for operation in example.operations for target in operation.targets}
    touched = {target for operation in made if operation.stored for target in operation.targets}
    untouchable = {memory.id for memory in example.existing} - wanted_targets
    updates_right, updates = _exact("update", example.operations, made)
    retracts_right, retracts = _exact("retract", example.operations, made)
    return Tally(
        examples=1,
        gold=len(golds),
        proposed=len(facts),
        matched=len(paired(gold_texts, [operation.text for operation in facts])),
        stored=len(stored),
        stored_matched=len(pairs),
        held=sum(operation.held for operation in made),
        updates=updates,
        updates_right=updates_right,
        retracts=retracts,
        retracts_right=retracts_right,
        untouchable=len(untouchable),
        touched=len(untouchable & touched),
        tempting=len(example.rejections),
        tempted=sum(_rests_upon(rejection, example.messages, unmatched) for rejection in example.rejections),
    )


def _exact(op: str, golds: Iterable[GoldOperation], made: Iterable[Made]) -> tuple[int, int]:
    wanted = [frozenset(operation.targets) for operation in golds if operation.op == op]
    came = {operation.targets for operation in made if operation.op == op}
    return sum(targets in came for targets in wanted), len(wanted)


def _rests_upon(rejection: GoldRejection, messages: Sequence[CaseMessage], made: Iterable[Made]) -> bool:
    if rejection.message >= len(messages):
        return False
    content = messages[rejection.message].content
    start = content.find(rejection.quote) if rejection.start is None else rejection.start
    end = start + len(rejection.quote)
    return any(
        index == rejection.message and begin < end and start < stop
        for operation in made
        for index, begin, stop in operation.spans
    )
