"""Turns prepared windows into tensors."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from memscribe.train.writer.examples import Item, SpanLabel, TextLabel
from memscribe.train.writer.network import Spans
from memscribe.writers.embedded.decoder import COPIED, NEAR, STOP
from memscribe.writers.embedded.labels import NONE
from memscribe.writers.embedded.units import key_of
from memscribe.writers.embedded.wording import CONTEXT, EVIDENCE, MEMORY, REPLACED, cut

PAD = 1
_COPIES = 2
"""Copies drawn from a window each time it is seen."""
_LEAST = 2
"""Tokens of a message from which a span is drawn that nobody marked."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a batch.

    Args:
        row: int[n], the window of each.
        units: Per window and unit its first and last token, padded: int[windows, units, 2].
        inside: int[windows, units].
        there: bool[windows, units].
        flags: int[n, units].
        spans: bool[n, spans]: the spans that assert it.
        words: int[n, length], inputs.
        copied: int[n, length], inputs.
        word_goal: int[n, length + 1], -1 where the unit is no word of the vocabulary.
        copy_goal: bool[n, length + 1, units], where the unit can be copied from.
    """

    row: Tensor
    units: Tensor
    inside: Tensor
    there: Tensor
    flags: Tensor
    spans: Tensor
    words: Tensor
    copied: Tensor
    word_goal: Tensor
    copy_goal: Tensor


@dataclass(frozen=True, slots=True)
class TrainBatch:
    """A padded batch with its labels; -100 marks what has no label."""

    ids: Tensor
    mask: Tensor
    tags: Tensor
    spans: Spans
    acts: Tensor
    kinds: Tensor
    owners: Tensor
    memories: Spans
    relations: Tensor
    links: Tensor
    texts: Texts | None
    copies: Texts | None


def grouped(items: Sequence[Item], *, tokens: int, rng: random.Random) -> Iterator[list[Item]]:
    """Group windows of like length into batches of at most so many tokens, in random order."""
    order = sorted(items, key=lambda item: len(item.window.ids) * (1 + 0.1 * rng.random()))
    groups: list[list[Item]] = []
    group: list[Item] = []
    for item in order:
        if group and (len(group) + 1) * len(item.window.ids) > tokens:
            groups.append(group)
            group = []
        group.append(item)
    groups.append(group)
    rng.shuffle(groups)
    yield from groups


def tensors(items: Sequence[Item], vocabulary: Mapping[str, int], rng: random.Random) -> TrainBatch:
    """Make a batch."""
    length = max(len(item.window.ids) for item in items)
    ids = torch.full((len(items), length), PAD)
    mask = torch.zeros((len(items), length), dtype=torch.long)
    tags = torch.full((len(items), length), -100)
    spans: list[tuple[int, SpanLabel]] = []
    memories: list[tuple[int, int, int]] = []
    relations: list[tuple[int, int, int]] = []
    links: list[tuple[int, int, int]] = []
    texts: list[tuple[int, TextLabel, list[int]]] = []
    copies: list[tuple[int, TextLabel, list[int]]] = []
    for row, item in enumerate(items):
        ids[row, : len(item.window.ids)] = torch.tensor(item.window.ids)
        mask[row, : len(item.window.ids)] = 1
        _tag(tags[row], item)
        base = len(spans)
        spans += [(row, span) for span in item.spans]
        spans += [(row, span) for span in _unremarkable(item, rng)]
        at = {
            piece: len(memories) + index
            for index, piece in enumerate(i for i, p in enumerate(item.window.pieces) if p.source == "memory")
        }
        for piece in at:
            first = item.window.offsets[piece]
            memories.append((row, first, first + len(item.window.pieces[piece].tokens) - 1))
        relations += [(base + span, at[piece], relation) for span, piece, relation in item.relations]
        for i, one in enumerate(item.spans):
            for j in range(i + 1, len(item.spans)):
                other = item.spans[j]
                if one.operation >= 0 and other.operation >= 0:
                    links.append((base + i, base + j, int(one.operation == other.operation)))
        for text in rng.sample(item.copies, min(_COPIES, len(item.copies))):
            copies.append((row, text, [len(spans)]))
            spans.append((row, SpanLabel(*text.asserts[0], -1)))
        for number, text in enumerate(item.texts):
            if text:
                own = [base + i for i, s in enumerate(item.spans) if s.operation == number and s.act >= 0]
                texts.append((row, text, own))
    return TrainBatch(
        ids=ids,
        mask=mask,
        tags=tags,
        spans=_spans([(row, span.first, span.last) for row, span in spans]),
        acts=torch.tensor([span.act if span.act >= 0 else -100 for _, span in spans]),
        kinds=torch.tensor([span.kind if span.kind >= 0 else -100 for _, span in spans]),
        owners=torch.tensor([span.owner if span.owner >= 0 else -100 for _, span in spans]),
        memories=_spans(memories),
        relations=torch.tensor(relations).view(-1, 3),
        links=torch.tensor(links).view(-1, 3),
        texts=_texts(texts, items, vocabulary, len(spans)) if texts else None,
        copies=_texts(copies, items, vocabulary, len(spans)) if copies else None,
    )


def _spans(rows: Sequence[tuple[int, int, int]]) -> Spans:
    table = torch.tensor(rows).view(-1, 3)
    return Spans(table[:, 0], table[:, 1], table[:, 2])


def _tag(tags: Tensor, item: Item) -> None:
    """Label the tokens of messages; of overlapping spans the shorter one wins."""
    for piece, offset in zip(item.window.pieces, item.window.offsets, strict=True):
        if piece.source == "message":
            for at, start in enumerate(piece.starts):
                if start >= 0:
                    tags[offset + at] = 0
    for span in sorted(item.spans, key=lambda span: span.first - span.last):
        begin = 1 if span.act >= 0 else 3
        tags[span.first] = begin
        tags[span.first + 1 : span.last + 1] = begin + 1


def _unremarkable(item: Item, rng: random.Random) -> list[SpanLabel]:
    """Draw a span that nobody marked, to learn that most of what is said is neither."""
    pieces = [
        (offset, piece)
        for piece, offset in zip(item.window.pieces, item.window.offsets, strict=True)
        if piece.source == "message"
    ]
    taken = {token for span in item.spans for token in range(span.first, span.last + 1)}
    for _ in range(3):
        offset, piece = rng.choice(pieces)
        body = [offset + at for at, start in enumerate(piece.starts) if start >= 0]
        if len(body) > _LEAST:
            first = rng.choice(body[:-1])
            last = min(first + rng.randint(2, 16), body[-1])
            if not taken & set(range(first, last + 1)):
                return [SpanLabel(first, last, NONE)]
    return []


def _texts(
    texts: Sequence[tuple[int, TextLabel, list[int]]],
    items: Sequence[Item],
    vocabulary: Mapping[str, int],
    spans: int,
) -> Texts:
    units_of = [cut(item.window) for item in items]
    most = max(map(len, units_of))
    units = torch.zeros((len(items), most, 2), dtype=torch.long)
    inside = torch.zeros((len(items), most), dtype=torch.long)
    there = torch.zeros((len(items), most), dtype=torch.bool)
    for row, one in enumerate(units_of):
        if one:
            table = torch.tensor([(unit.first, unit.last, unit.placed.inside) for unit in one])
            units[row, : len(one)] = table[:, :2]
            inside[row, : len(one)] = table[:, 2]
            there[row, : len(one)] = True
    longest = max(len(text.target) for _, text, _ in texts)
    flags = torch.zeros((len(texts), most), dtype=torch.long)
    words = torch.zeros((len(texts), longest), dtype=torch.long)
    copied = torch.full((len(texts), longest), -1)
    word_goal = torch.full((len(texts), longest + 1), -1)
    copy_goal = torch.zeros((len(texts), longest + 1, most), dtype=torch.bool)
    of_spans = torch.zeros((len(texts), spans), dtype=torch.float)
    for number, (row, text, own) in enumerate(texts):
        of_spans[number, own] = 1 / len(own)
        for at, unit in enumerate(units_of[row]):
            flags[number, at] = flag_of(
                unit.first,
                unit.last,
                asserts=text.asserts,
                context=text.context,
                replaced=_ranges(items[row], text.memories),
                memories=_ranges(items[row], None),
            )
        places: dict[str, list[int]] = {}
        for at, unit in enumerate(units_of[row]):
            places.setdefault(key_of(unit.placed.unit.text), []).append(at)
        before = -2
        for at, word in enumerate(text.target):
            candidates = places.get(key_of(word), [])
            word_goal[number, at] = vocabulary.get(word, -1)
            copy_goal[number, at, candidates] = True
            words[number, at] = vocabulary.get(word, COPIED)
            known = word in vocabulary
            if known:
                candidates = [c for c in candidates if c == before + 1 or int(flags[number, c]) in NEAR]
            if candidates:
                weight = {EVIDENCE: 3, REPLACED: 2, CONTEXT: 1}
                best = max(candidates, key=lambda c: (c == before + 1, weight.get(int(flags[number, c]), 0), -c))
                copied[number, at] = before = best
        word_goal[number, len(text.target)] = STOP
    return Texts(
        row=torch.tensor([row for row, _, _ in texts]),
        units=units,
        inside=inside,
        there=there,
        flags=flags,
        spans=of_spans,
        words=words,
        copied=copied,
        word_goal=word_goal,
        copy_goal=copy_goal,
    )


def _ranges(item: Item, pieces: Sequence[int] | None) -> list[tuple[int, int]]:
    window = item.window
    chosen = (
        [at for at, piece in enumerate(window.pieces) if piece.source == "memory"] if pieces is None else pieces
    )
    return [(window.offsets[at], window.offsets[at] + len(window.pieces[at].tokens) - 1) for at in chosen]


def flag_of(
    first: int,
    last: int,
    *,
    asserts: Sequence[tuple[int, int]],
    context: Sequence[tuple[int, int]],
    replaced: Sequence[tuple[int, int]],
    memories: Sequence[tuple[int, int]],
) -> int:
    """Say what part a unit plays for a text: see FLAGS."""
    for flag, ranges in ((EVIDENCE, asserts), (CONTEXT, context), (REPLACED, replaced), (MEMORY, memories)):
        if any(begin <= first and last <= end for begin, end in ranges):
            return flag
    return 0
