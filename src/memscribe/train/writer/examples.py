"""Turns examples of the write corpus into what the network learns from: windows with labelled spans and texts."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memscribe.core.clock import FixedClock
from memscribe.core.ids import UuidIds
from memscribe.core.message import Message
from memscribe.core.operation import KINDS
from memscribe.core.ports import WriteTask
from memscribe.core.scope import Scope
from memscribe.engine.intake import take_in
from memscribe.guard.origin import OriginPolicy
from memscribe.writers.embedded.labels import ACTS, RELATIONS, RETRACT, WRITE
from memscribe.writers.embedded.layout import Window, windows
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.units import key_of, units
from memscribe.writers.rules.writer import Worded, wordings

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MOST_UNITS = 64
"""Units of a memory text at most; the few longer ones teach everything but the text."""


@dataclass(frozen=True, slots=True)
class SpanLabel:
    """A span of a window, in its tokens, last one inclusive.

    Args:
        act: Index into ACTS; -1 for a span that is context only.
        kind: Index into KINDS, or -1.
        owner: 0 the user's own, 1 another person's or thing's, 2 work; -1 unknown.
        operation: Index into the window's operations, or -1.
    """

    first: int
    last: int
    act: int
    kind: int = -1
    owner: int = -1
    operation: int = -1


@dataclass(frozen=True, slots=True)
class TextLabel:
    """The text of an operation, as units, and where it may be copied from.

    Args:
        target: Units of the text.
        asserts: Tokens (first, last) of its evidence.
        context: Tokens of the spans that make it understandable.
        memories: Pieces of the memories that it replaces.
    """

    target: tuple[str, ...]
    asserts: tuple[tuple[int, int], ...]
    context: tuple[tuple[int, int], ...]
    memories: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One window of one example with its labels.

    Args:
        relations: (span, piece of a memory, index into RELATIONS).
        texts: One an operation; None where there is none.
        copies: Texts that teach to copy and cost no annotation: a memory from itself, a clause in the words that
            the rules give it.
    """

    example: str
    window: Window
    spans: tuple[SpanLabel, ...]
    relations: tuple[tuple[int, int, int], ...]
    texts: tuple[TextLabel | None, ...]
    copies: tuple[TextLabel, ...] = ()


def read_examples(folder: Path) -> list[dict[str, Any]]:
    """Read every line of a corpus folder, in the order of the files."""
    return [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def with_distractors(
    example: Mapping[str, Any], pool: Sequence[Mapping[str, Any]], rng: random.Random, *, most: int
) -> dict[str, Any]:
    """Return an example whose memories stand in another order, among some of other people's.

    The order in which an author lists memories tells which one matters; a store's order does not.

    Args:
        example: Not altered.
        pool: Memories of other examples in its language.
        rng: Decides.
        most: How many strangers at most.
    """
    known = {memory["id"] for memory in example["existing"]}
    strangers = rng.sample(pool, min(rng.randint(0, most), len(pool))) if pool and rng.random() < _MIXED else []
    others = [{**memory, "id": f"other-{at}"} for at, memory in enumerate(strangers) if memory["id"] not in known]
    existing = [*example["existing"], *others]
    rng.shuffle(existing)
    return {**example, "existing": existing}


_MIXED = 0.4


def items(tokenizer: "Tokenizer", example: Mapping[str, Any]) -> list[Item]:
    """Prepare one example: one item a window."""
    messages = [
        Message(role=one["role"], content=one["content"], name=one.get("name"), at=_time(one.get("at")))
        for one in example["messages"]
    ]
    now = _time(example.get("now")) or datetime(2026, 1, 1, tzinfo=UTC)
    intake = take_in(
        messages,
        scope=Scope(user="corpus"),
        at=now,
        account=example.get("user"),
        policy=OriginPolicy(),
        clock=FixedClock(now),
        ids=UuidIds(),
    )
    said = read_messages(tokenizer, intake.episode)
    existing = read_memories(tokenizer, [memory["text"] for memory in example["existing"]])
    worded = wordings(WriteTask(episode=intake.episode))
    return [
        replace(_labelled(example, window), copies=tuple(_copies(window, worded)))
        for window in windows(said, existing)
    ]


def _copies(window: Window, worded: Sequence[Worded]) -> Iterator[TextLabel]:
    for piece, offset in zip(window.pieces, window.offsets, strict=True):
        body = [at for at, start in enumerate(piece.starts) if start >= 0]
        if piece.source == "memory" and body:
            yield from _copy(piece.text, (offset + body[0], offset + body[-1]))
        for one in worded:
            if piece.source == "message" and piece.index == one.message:
                inside = [at for at in body if piece.starts[at] < one.end and one.start < piece.ends[at]]
                whole = (
                    inside and piece.starts[inside[0]] <= one.start + 1 and piece.ends[inside[-1]] >= one.end - 1
                )
                if whole:
                    yield from _copy(one.text, (offset + inside[0], offset + inside[-1]))


def _copy(text: str, place: tuple[int, int]) -> Iterator[TextLabel]:
    target = tuple(unit.text for unit in units(text))
    if 1 < len(target) <= MOST_UNITS:
        yield TextLabel(target, (place,), (), ())


def _time(value: str | None) -> datetime | None:
    return datetime.fromisoformat(value) if value else None


@dataclass(slots=True)
class _Labels:
    """Collects the labels of one window."""

    window: Window
    spans: list[SpanLabel] = field(default_factory=list[SpanLabel])

    def tokens(self, quote: Mapping[str, Any], example: Mapping[str, Any]) -> tuple[int, int] | None:
        """Return the first and last token of a quote, or None where it does not lie in one piece of the window."""
        text = example["messages"][quote["message"]]["content"]
        start = quote.get("start")
        start = text.find(quote["quote"]) if start is None else start
        end = start + len(quote["quote"])
        for piece, offset in zip(self.window.pieces, self.window.offsets, strict=True):
            if piece.source != "message" or piece.index != quote["message"]:
                continue
            inside = [
                at
                for at, (begin, stop) in enumerate(zip(piece.starts, piece.ends, strict=True))
                if begin >= 0 and begin < end and start < stop and stop > begin
            ]
            if inside and piece.starts[inside[0]] <= start + 1 and piece.ends[inside[-1]] >= end - 1:
                return offset + inside[0], offset + inside[-1]
        return None


def _labelled(example: Mapping[str, Any], window: Window) -> Item:
    labels = _Labels(window)
    spans: list[SpanLabel] = []
    relations: list[tuple[int, int, int]] = []
    texts: list[TextLabel | None] = []
    pieces_of = {
        example["existing"][piece.index]["id"]: at
        for at, piece in enumerate(window.pieces)
        if piece.source == "memory"
    }
    for number, operation in enumerate(example["operations"]):
        quotes = [(quote, labels.tokens(quote, example)) for quote in operation["evidence"]]
        asserts = [place for quote, place in quotes if place and not _context(quote, quotes, example)]
        context = [place for quote, place in quotes if place and _context(quote, quotes, example)]
        if not asserts or any(place is None for quote, place in quotes):
            continue
        act = RETRACT if operation["op"] == "retract" else WRITE
        first = len(spans)
        kind, owner = KINDS.index(operation["kind"]), _owner(operation)
        spans += [SpanLabel(*place, act, kind, owner, len(texts)) for place in asserts]
        spans += [SpanLabel(*place, -1, operation=len(texts)) for place in context]
        related = _relations(number, operation, example)
        for memory, at in pieces_of.items():
            relation = related.get(memory, 0)
            relations += [(first + index, at, relation) for index in range(len(asserts))]
        texts.append(_text(operation, asserts, context, pieces_of))
    for rejection in example["rejections"]:
        place = labels.tokens(rejection, example)
        if place is None:
            continue
        duplicate = rejection["reason"] == "duplicate"
        for memory, at in pieces_of.items():
            named = rejection.get("existing")
            if not duplicate or named:
                same = duplicate and named == memory
                relations.append((len(spans), at, RELATIONS.index("same") if same else 0))
        spans.append(SpanLabel(*place, ACTS.index(rejection["reason"])))
    return Item(example["id"], window, tuple(spans), tuple(relations), tuple(texts))


def _context(quote: Mapping[str, Any], quotes: Sequence[tuple[Any, Any]], example: Mapping[str, Any]) -> bool:
    """Whether a quote only makes another understandable: it says so, or it is the question to a user's answer."""
    if quote.get("part"):
        return quote["part"] == "context"
    role = example["messages"][quote["message"]]["role"]
    users = any(example["messages"][other["message"]]["role"] == "user" for other, _ in quotes)
    return role != "user" and users


def _relations(number: int, operation: Mapping[str, Any], example: Mapping[str, Any]) -> dict[str, int]:
    said = {one["existing"]: one["relation"] for one in example["relations"] if one["operation"] == number}
    found: dict[str, int] = {}
    for memory, relation in said.items():
        found[memory] = RELATIONS.index({"unrelated": "none", "same": "same"}.get(relation, "related"))
    for target in operation["targets"]:
        if operation["op"] == "retract":
            found[target] = RELATIONS.index("retracts")
        else:
            relation = said.get(target, "updates")
            found[target] = RELATIONS.index(relation if relation in {"refines", "contradicts"} else "updates")
    return found


_OWN = re.compile(
    r"(?:user|usuario|der nutzer|die nutzerin|el usuario|la usuaria|l'utilisat\w+|o usuário)\s", re.IGNORECASE
)
_OWN_CJK = re.compile(r"(?:用户|用戶|ユーザー|사용자)(?!的|の|의)")


def _owner(operation: Mapping[str, Any]) -> int:
    text = operation["text"]
    if not text:
        return -1
    if operation["kind"] in {"knowledge", "task", "experience"}:
        return 2
    return 0 if _OWN.match(text) or _OWN_CJK.match(text) or operation["kind"] == "instruction" else 1


def _text(
    operation: Mapping[str, Any],
    asserts: Sequence[tuple[int, int]],
    context: Sequence[tuple[int, int]],
    pieces_of: Mapping[str, int],
) -> TextLabel | None:
    target = tuple(unit.text for unit in units(operation["text"]))
    if not target or len(target) > MOST_UNITS:
        return None
    memories = tuple(pieces_of[one] for one in operation["targets"] if one in pieces_of)
    return TextLabel(target, tuple(asserts), tuple(context), memories)


def vocabulary(prepared: Iterable[Item], *, least: int) -> list[str]:
    """Return the units that texts hold and their windows do not, at least so often in different examples.

    Numbers are left out: those are always copied.
    """
    seen: Counter[str] = Counter()
    for item in prepared:
        there = {key_of(placed.unit.text) for piece in item.window.pieces for placed in piece.placed}
        new = {word for text in item.texts if text for word in text.target if key_of(word) not in there}
        seen.update(word for word in new if not any(sign.isdigit() for sign in word))
    return sorted((word for word, count in seen.items() if count >= least), key=lambda word: (-seen[word], word))
