"""Reads the encoder's tags as spans of the messages."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memscribe.writers.embedded.heads import Matrix
from memscribe.writers.embedded.layout import Piece, Window


@dataclass(frozen=True, slots=True)
class Found:
    """A span of a window.

    Args:
        first, last: Tokens of the window, inclusive.
        piece: The piece that holds it.
        start, end: Code points in the piece's text.
        context: It only makes another span understandable.
        salience: Mean probability of its tokens, 0 to 1.
    """

    first: int
    last: int
    piece: Piece
    start: int
    end: int
    context: bool
    salience: float


def find_spans(window: Window, tags: Matrix, *, threshold: float) -> list[Found]:
    """Find what is salient in the messages that are at home in a window.

    Args:
        window: What was read.
        tags: float[tokens, TAGS], probabilities.
        threshold: Tokens at least this likely to be salient belong to a span.
    """
    salient, context = tags[:, 1] + tags[:, 2], tags[:, 3] + tags[:, 4]
    found: list[Found] = []
    for piece, offset, home in zip(window.pieces, window.offsets, window.home, strict=True):
        if piece.source != "message" or not home:
            continue
        rows = range(offset, offset + len(piece.tokens))
        body = [row for row in rows if piece.starts[row - offset] >= 0]
        for is_context, on, begin, inside in ((False, salient, 1, 2), (True, context, 3, 4)):
            for first, last in _runs(body, on >= threshold, tags[:, begin] > tags[:, inside]):
                start, end = _trimmed(piece, first - offset, last - offset)
                if start < end:
                    share = float(np.mean(on[first : last + 1]))
                    found.append(Found(first, last, piece, start, end, is_context, share))
    return sorted(found, key=lambda span: (span.piece.index, span.start))


def _runs(body: Sequence[int], on: "np.ndarray", begins: "np.ndarray") -> list[tuple[int, int]]:
    runs: list[list[int]] = []
    for row in body:
        if not on[row]:
            continue
        if runs and runs[-1][1] == row - 1 and not begins[row]:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    return [(first, last) for first, last in runs]


def _trimmed(piece: Piece, first: int, last: int) -> tuple[int, int]:
    """Return the code points of some tokens, widened to whole words, without blanks around."""
    start, end = piece.starts[first], piece.ends[last]
    for placed in piece.placed:
        unit = placed.unit
        if unit.start < start < unit.end:
            start = unit.start
        if unit.start < end < unit.end:
            end = unit.end
    # a token of a composed letter ends before the marks that were composed into it
    while 0 < start < end and _is_mark(piece.text[start]):
        start -= 1
    while end < len(piece.text) and _is_mark(piece.text[end]):
        end += 1
    words = piece.text[start:end]
    start += len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
