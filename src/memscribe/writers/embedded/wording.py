"""Words a fact: lets the decoder choose units of the window, and prints what it chose."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memscribe.writers.embedded.decoder import COPIED, Decoder, Said, Written
from memscribe.writers.embedded.heads import Matrix
from memscribe.writers.embedded.layout import Placed, Window
from memscribe.writers.embedded.reader import Fact, Reading
from memscribe.writers.embedded.units import Printed, joined, key_of

EVIDENCE, CONTEXT, REPLACED, MEMORY = 1, 2, 3, 4
"""What part a unit plays for a text; 0 is none."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A unit of a window: the piece that holds it, and its first and last token in the window."""

    piece: int
    first: int
    last: int
    placed: Placed


def cut(window: Window) -> tuple[Cut, ...]:
    """Return the units of a window in order."""
    return tuple(
        Cut(piece, offset + placed.first, offset + placed.last, placed)
        for piece, offset in enumerate(window.offsets)
        for placed in window.pieces[piece].placed
    )


class Wording:
    """Words facts.

    Args:
        weights: Of the decoder.
        words: Its vocabulary.
    """

    def __init__(self, weights: Mapping[str, Matrix], words: Sequence[str]) -> None:
        self._words = words
        self._at = {word: at for at, word in enumerate(words)}
        self._key: dict[str, int] = {}
        keys = [self._key.setdefault(key_of(word), len(self._key)) for word in words]
        self._decoder = Decoder(weights, np.array(keys))

    def text(self, reading: Reading, fact: Fact, replaced: Collection[int]) -> tuple[str, float]:
        """Word one fact.

        Args:
            reading: The window.
            fact: What is said.
            replaced: Pieces of the memories whose place the text takes.

        Returns:
            The text, "" where none came to an end, and how likely a step of it is on average (0 to 1).
        """
        window = reading.window
        units = cut(window)
        if not units:
            return "", 0.0
        firsts = np.array([unit.first for unit in units])
        lasts = np.array([unit.last for unit in units])
        written = self._decoder.write(
            (reading.hidden[firsts] + reading.hidden[lasts]) * np.float32(0.5),
            _flags(window, units, fact, replaced),
            np.array([unit.placed.inside for unit in units]),
            self._said([unit.placed.unit.text for unit in units]),
            fact.vector,
        )
        text = self._printed(written, units, window) if written.finished else ""
        return text, float(np.exp(written.likelihood))

    def _said(self, texts: Sequence[str]) -> Said:
        fresh: dict[str, int] = {}
        keys: list[int] = []
        for text in texts:
            key = key_of(text)
            known = self._key.get(key)
            keys.append(fresh.setdefault(key, len(self._key) + len(fresh)) if known is None else known)
        return Said(np.array(keys), np.array([self._at.get(text, COPIED) for text in texts]))

    def _printed(self, written: Written, units: Sequence[Cut], window: Window) -> str:
        parts: list[Printed] = []
        before: int | None = None
        for one in written.units:
            if one < 0:
                parts.append(Printed(self._words[-1 - one]))
                before = None
                continue
            unit = units[one]
            follows = None
            if before is not None and one == before + 1 and units[before].piece == unit.piece:
                last = units[before].placed.unit
                if last.start >= 0:
                    between = window.pieces[unit.piece].text[last.end : unit.placed.unit.start]
                    follows = " " if "\n" in between else between
            parts.append(Printed(unit.placed.unit.text, follows))
            before = one
        return joined(parts).strip()


def _flags(window: Window, units: Sequence[Cut], fact: Fact, replaced: Collection[int]) -> "np.ndarray":
    flags = np.zeros(len(units), np.int64)
    for at, unit in enumerate(units):
        if unit.piece in replaced:
            flags[at] = REPLACED
        elif window.pieces[unit.piece].source == "memory":
            flags[at] = MEMORY
        elif any(span.first <= unit.first and unit.last <= span.last for span in fact.spans):
            flags[at] = EVIDENCE
        elif any(span.first <= unit.first and unit.last <= span.last for span in fact.context):
            flags[at] = CONTEXT
    return flags
