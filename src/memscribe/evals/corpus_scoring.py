"""How a writer's operations and rejections compare with those of the write corpus."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memscribe.evals.cases import SCOPE, CaseMessage, ExistingMemory, MakeMemory, remembered
from memscribe.evals.corpus import CorpusExample, GoldOperation, GoldSpan
from memscribe.evals.corpus_tally import Tally
from memscribe.evals.matching import paired
from memscribe.guard.secrets import mask

if TYPE_CHECKING:
    from datetime import datetime

    from memscribe.core.evidence import Span
    from memscribe.core.message import Message
    from memscribe.core.operation import Rejection
    from memscribe.core.receipt import Receipt, ReceiptItem
    from memscribe.engine import Memscribe

Place = tuple[int, int, int]
"""Index of a message, start and end in code points, half-open."""


def score_example(example: CorpusExample, make_memory: MakeMemory) -> Tally:
    """Let a writer propose for one example, in a store of its own, and compare with what was wanted.

    Args:
        example: The conversation and what was wanted.
        make_memory: Opens the store with the writer that is measured.
    """
    messages = [message.message for message in example.messages]
    with make_memory(example.clock, None) as memory:
        names = loaded(memory, example.existing, by=example.at or example.clock.now())
        receipt = memory.propose(messages, scope=SCOPE, at=example.at, account=example.user)
    indexes = _message_indexes(receipt, messages)
    operations = [Made.of(item, names, indexes) for item in receipt.items]
    return compare(example, operations, [Left.of(rejection, indexes) for rejection in receipt.rejections])


def loaded(memory: "Memscribe", existing: Sequence[ExistingMemory], *, by: "datetime") -> dict[str, str]:
    """Load an example's memories; returns the example's ids by memory id."""
    if not existing:
        return {}
    memory.load(remembered(existing, by=by), scope=SCOPE)
    everything = memory.memories(scope=SCOPE, statuses=("active", "superseded", "retracted"))
    return {version.memory_id: version.external_id or version.memory_id for version in everything}


def _message_indexes(receipt: "Receipt", messages: "Sequence[Message]") -> dict[str, int]:
    """Tell which message each id on a receipt names: the first one that holds all words quoted from it."""
    quoted: defaultdict[str, list[Span]] = defaultdict(list)
    for span in (*(span for item in receipt.items for span in item.operation.evidence), *receipt.rejections):
        quoted[span.message_id].append(span)
    # the writer saw the episode with its secrets masked, which moves no offset
    before = [None, *(message.content for message in messages)]
    seen = [mask(message.content, asked=asked).text for asked, message in zip(before, messages, strict=False)]
    indexes: dict[str, int] = {}
    for message_id, spans in quoted.items():
        for index, content in enumerate(seen):
            if all(content[span.start : span.end] == span.quote for span in spans):
                indexes[message_id] = index
                break
    return indexes


def _placed(spans: "Iterable[Span]", indexes: Mapping[str, int]) -> tuple[Place, ...]:
    return tuple((indexes[span.message_id], span.start, span.end) for span in spans if span.message_id in indexes)


@dataclass(frozen=True, slots=True)
class Made:
    """An operation that a writer made: targets by the example's ids; ``places`` are the words that assert it."""

    op: str
    text: str
    targets: frozenset[str]
    stored: bool
    held: bool
    places: tuple[Place, ...]

    @classmethod
    def of(cls, item: "ReceiptItem", names: Mapping[str, str], indexes: Mapping[str, int]) -> "Made":
        """Take an item of a receipt; ``names`` are the example's ids by memory id, ``indexes`` by message id."""
        operation = item.operation
        return cls(
            op=operation.op,
            text=operation.text,
            targets=frozenset(names.get(target, target) for target in operation.targets),
            stored=item.verdict == "accept",
            held=item.verdict == "hold",
            places=_placed((span for span in operation.evidence if span.part == "asserts"), indexes),
        )


@dataclass(frozen=True, slots=True)
class Left:
    """A span that a writer rejected, and why; no places where no message has it."""

    reason: str
    places: tuple[Place, ...]

    @classmethod
    def of(cls, rejection: "Rejection", indexes: Mapping[str, int]) -> "Left":
        """Take a rejection of a receipt; ``indexes`` of the messages by id."""
        return cls(rejection.reason, _placed([rejection], indexes))


def compare(example: CorpusExample, made: Sequence[Made], left: Sequence[Left] = ()) -> Tally:
    """Count what a writer's operations and rejections got right for one example."""
    wanted = example.operations
    gold_texts = [operation.text for operation in wanted if operation.op != "retract"]
    facts = [operation for operation in made if operation.op != "retract"]
    stored = [operation for operation in made if operation.stored]
    stored_facts = [operation for operation in facts if operation.stored]
    pairs = paired(gold_texts, [operation.text for operation in stored_facts])
    unmatched = [operation for i, operation in enumerate(stored_facts) if i not in pairs.values()]
    wanted_targets = {target for operation in wanted for target in operation.targets}
    touched = {target for operation in stored for target in operation.targets}
    untouchable = {memory.id for memory in example.existing} - wanted_targets
    updates_right, updates = _exact("update", wanted, made)
    retracts_right, retracts = _exact("retract", wanted, made)
    rested_upon = [place for operation in unmatched for place in operation.places]
    tempting = [(rejection.reason, _places([rejection], example.messages)) for rejection in example.rejections]
    proving = _places((span for operation in wanted for span in operation.evidence), example.messages)
    return Tally(
        examples=1,
        gold=len(gold_texts),
        proposed=len(facts),
        matched=len(paired(gold_texts, [operation.text for operation in facts])),
        stored=len(stored_facts),
        stored_matched=len(pairs),
        held=sum(operation.held for operation in made),
        wanted_operations=len(wanted),
        operations=len(made),
        operations_right=_answered(wanted, made),
        stored_operations=len(stored),
        stored_operations_right=_answered(wanted, stored),
        updates=updates,
        updates_right=updates_right,
        retracts=retracts,
        retracts_right=retracts_right,
        untouchable=len(untouchable),
        touched=len(untouchable & touched),
        tempting=len(tempting),
        tempted=sum(_overlap(places, rested_upon) for _, places in tempting),
        rejected=len(left),
        rejected_for_reason=sum(
            any(one.reason == reason and _overlap(one.places, places) for reason, places in tempting)
            for one in left
        ),
        rejected_rightly=sum(bool(one.places) and not _overlap(one.places, proving) for one in left),
        quiet=int(not wanted),
        quiet_kept=int(not wanted and not stored),
    )


def _exact(op: str, golds: Iterable[GoldOperation], made: Iterable[Made]) -> tuple[int, int]:
    wanted = [frozenset(operation.targets) for operation in golds if operation.op == op]
    came = {operation.targets for operation in made if operation.op == op}
    return sum(targets in came for targets in wanted), len(wanted)


def _answered(golds: Iterable[GoldOperation], made: Iterable[Made]) -> int:
    """Count the pairs of a wanted and a made operation with one op, the same targets and a text that states it."""
    wanted: defaultdict[tuple[str, frozenset[str]], list[str]] = defaultdict(list)
    came: defaultdict[tuple[str, frozenset[str]], list[str]] = defaultdict(list)
    for operation in golds:
        wanted[operation.op, frozenset(operation.targets)].append(operation.text)
    for operation in made:
        came[operation.op, operation.targets].append(operation.text)
    return sum(
        min(len(texts), len(came[key])) if key[0] == "retract" else len(paired(texts, came[key]))
        for key, texts in wanted.items()
    )


def _places(spans: Iterable[GoldSpan], messages: Sequence[CaseMessage]) -> list[Place]:
    """Find annotated quotes in their messages; one that is not there has no place."""
    places: list[Place] = []
    for span in spans:
        content = messages[span.message].content if span.message < len(messages) else ""
        start = content.find(span.quote) if span.start is None else span.start
        if start >= 0:
            places.append((span.message, start, start + len(span.quote)))
    return places


def _overlap(some: Collection[Place], others: Collection[Place]) -> bool:
    return any(
        message == index and start < stop and begin < end
        for message, start, end in some
        for index, begin, stop in others
    )
