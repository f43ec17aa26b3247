"""Reads one window: finds spans, judges them, and joins those that say one fact."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from memscribe.writers.embedded.files import Thresholds
from memscribe.writers.embedded.heads import Heads, Matrix
from memscribe.writers.embedded.labels import RELATIONS, RETRACT, WRITE
from memscribe.writers.embedded.layout import Window
from memscribe.writers.embedded.spans import Found, find_spans


@dataclass(frozen=True, slots=True)
class Fact:
    """One or more spans that together say one thing, or take one back.

    Args:
        spans: What asserts it.
        context: What makes it understandable.
        vector: float[384], the mean of its spans.
        acts: float[ACTS], mean probabilities.
        relations: float[memories of the window, RELATIONS], mean probabilities.
    """

    spans: tuple[Found, ...]
    context: tuple[Found, ...]
    vector: Matrix
    acts: Matrix
    relations: Matrix


@dataclass(frozen=True, slots=True)
class Reading:
    """What a window says.

    Args:
        window: What was read.
        hidden: float[tokens, 384], states of the encoder.
        facts: In the order of the conversation.
        left: Spans that assert nothing, with float[ACTS].
        memories: Indexes of the memories' pieces in the window.
    """

    window: Window
    hidden: Matrix
    facts: tuple[Fact, ...]
    left: tuple[tuple[Found, Matrix], ...]
    memories: tuple[int, ...] = field(default=())


class Reader:
    """Applies the heads to a window.

    Args:
        heads: The heads.
        limits: Where decisions fall.
    """

    def __init__(self, heads: Heads, limits: Thresholds) -> None:
        self._heads = heads
        self._limits = limits

    def read(self, window: Window, hidden: Matrix) -> Reading:
        """Read a window whose tokens the encoder has seen."""
        spans = find_spans(window, self._heads.tags(hidden), threshold=self._limits.salient)
        vectors = self._heads.vectors(hidden, [(span.first, span.last) for span in spans])
        acts = self._heads.acts(vectors)
        memories = tuple(at for at, piece in enumerate(window.pieces) if piece.source == "memory")
        places = [(window.offsets[at], window.offsets[at] + len(window.pieces[at].tokens) - 1) for at in memories]
        known = self._heads.vectors(hidden, places)
        asserting = [at for at, span in enumerate(spans) if not span.context and self._asserts(acts[at])]
        left = [(span, acts[at]) for at, span in enumerate(spans) if not span.context and at not in set(asserting)]
        facts = [
            Fact(
                spans=tuple(spans[at] for at in group),
                context=tuple(self._around(spans, vectors, group)),
                vector=vectors[group].mean(0),
                acts=acts[group].mean(0),
                relations=self._relations(vectors[group], known),
            )
            for group in self._linked(asserting, vectors)
        ]
        return Reading(window, hidden, tuple(facts), tuple(left), memories)

    def _asserts(self, acts: Matrix) -> bool:
        return bool(max(acts[WRITE], acts[RETRACT]) >= self._limits.write)

    def _around(self, spans: Sequence[Found], vectors: Matrix, group: Sequence[int]) -> list[Found]:
        context = [at for at, span in enumerate(spans) if span.context]
        if not context:
            return []
        mean = np.repeat(vectors[list(group)].mean(0)[None], len(context), 0)
        likely = self._heads.links(vectors[context], mean)
        return [spans[at] for at, one in zip(context, likely, strict=True) if one >= self._limits.link]

    def _relations(self, vectors: Matrix, known: Matrix) -> Matrix:
        n, m = len(vectors), len(known)
        if not m:
            return np.zeros((0, len(RELATIONS)), np.float32)
        pairs = self._heads.relations(np.repeat(vectors, m, 0), np.tile(known, (n, 1)))
        return pairs.reshape(n, m, -1).mean(0)

    def _linked(self, spans: Sequence[int], vectors: Matrix) -> list[list[int]]:
        """Group spans that say one fact: each joins the group that it is linked with best."""
        groups: list[list[int]] = []
        for at in spans:
            best, most = None, self._limits.link
            for group in groups:
                other = np.repeat(vectors[at][None], len(group), 0)
                score = float(self._heads.links(vectors[group], other).mean())
                if score >= most:
                    best, most = group, score
            if best is None:
                groups.append([at])
            else:
                best.append(at)
        return groups
