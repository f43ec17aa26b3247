"""Writes a memory's text unit by unit: a word of a small vocabulary, or a copy of a unit of the window."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memscribe.writers.embedded.heads import Matrix, gelu, layer_norm, linear

HEADS: Final = 4
LAYERS: Final = 2
NEAR: Final = (1, 2, 3)
"""Parts of a unit from which a word that the vocabulary has too counts as copied: evidence, context, replaced."""
BACK: Final = 3
AHEAD: Final = 8
LONGEST: Final = 64
"""Units of a text at most."""
STOP: Final = 0
COPIED: Final = 1


@dataclass(frozen=True, slots=True)
class Written:
    """What the decoder wrote.

    Args:
        units: Each an index of a unit of the window, or -1 - (index of a word of the vocabulary).
        likelihood: Mean log probability of a step, natural logarithm.
        finished: It ended by itself.
    """

    units: tuple[int, ...]
    likelihood: float
    finished: bool


@dataclass(frozen=True, slots=True)
class Said:
    """What the units of a window say.

    Args:
        keys: int[units]: equal where two units, or a unit and a word of the vocabulary, say the same.
        words: int[units]: the word of the vocabulary that is written exactly so, else COPIED.
    """

    keys: NDArray[np.int64]
    words: NDArray[np.int64]


class Decoder:
    """The decoder of `memscribe.train.writer.network`, one step at a time.

    Args:
        weights: By the names that training gave them.
        word_keys: int[words]: equal where two words of the vocabulary say the same ("The" and "the").
        repeats: Whether a unit of the window may be copied more than once.
    """

    def __init__(
        self, weights: Mapping[str, Matrix], word_keys: NDArray[np.int64], *, repeats: bool = False
    ) -> None:
        self._weights = {name.removeprefix("decoder."): value for name, value in weights.items()}
        self._word_keys = word_keys
        self._repeats = repeats

    def write(
        self, units: Matrix, flags: NDArray[np.int64], inside: NDArray[np.int64], said: Said, vector: Matrix
    ) -> Written:
        """Write one text, the likeliest unit at each step.

        Args:
            units: float[units, 384], encoder states of the window's units.
            flags: int[units], what part each plays for this text.
            inside: int[units], its place inside its first token.
            said: What each says.
            vector: float[384], the operation's spans.
        """
        w = self._weights
        sources = linear(w, "source", units) + w["flags.weight"][flags] + w["inside.weight"][inside]
        told = [np.split(linear(w, f"layers.{i}.tell", sources), 2, axis=-1) for i in range(LAYERS)]
        pointed_at = linear(w, "key", sources)
        operation = linear(w, "operation", vector[None])
        distinct = 1 + max(int(self._word_keys.max()), int(said.keys.max()))
        places = np.arange(len(units))
        used = np.zeros(len(units), bool)
        # a word that the vocabulary has too counts as copied only from the parts that matter, or going on
        near = np.isin(flags, NEAR) | ~np.isin(said.keys, self._word_keys)
        past: list[tuple[Matrix, Matrix] | None] = [None] * LAYERS
        before = w["begin"][None]
        written: list[int] = []
        total, latest = 0.0, -1
        for step in range(LONGEST + 1):
            then = sources[min(latest + 1, len(sources) - 1)] if latest >= 0 else np.zeros_like(sources[0])
            x = before + linear(w, "next", then[None]) + w["places.weight"][step] + operation
            for layer in range(LAYERS):
                x, past[layer] = self._layer(f"layers.{layer}", x, past[layer], told[layer])
            x = layer_norm(w, "norm", x)
            pointed = (linear(w, "point", x) @ pointed_at.T)[0] / 16 + linear(w, "parts", x)[0][flags]
            distance = np.clip(places - latest, -BACK, AHEAD) + BACK if latest >= 0 else np.full(len(used), -1)
            pointed += linear(w, "steps", x)[0][distance] + linear(w, "again", x)[0] * used
            gate = float(linear(w, "gate", x)[0, 0])
            by_word = np.exp(_log_softmax(x[0] @ w["words.weight"].T + w["bias"]) - np.logaddexp(0, -gate))
            by_copy = np.exp(_log_softmax(pointed) - np.logaddexp(0, gate))
            by_word[COPIED] = 0
            if not self._repeats:
                by_copy[used] = 0
            # what can be said by words and by copies is as likely as all of them together
            likely = np.bincount(self._word_keys, weights=by_word, minlength=distinct)
            likely += np.bincount(said.keys, weights=by_copy, minlength=distinct)
            best = int(likely.argmax())
            total += float(np.log(likely[best]))
            if best == self._word_keys[STOP] or step == LONGEST:
                return Written(tuple(written), total / (step + 1), best == self._word_keys[STOP])
            on = (places == latest + 1) & (latest >= 0)
            candidates = np.flatnonzero((said.keys == best) & (by_copy > 0) & (near | on))
            if len(candidates):
                latest = int(candidates[by_copy[candidates].argmax()])
                used[latest] = True
                written.append(latest)
                before = (w["words.weight"][said.words[latest]] + sources[latest])[None]
            else:
                word = int(np.where(self._word_keys == best, by_word, -1).argmax())
                written.append(-1 - word)
                before = w["words.weight"][word][None]
        raise AssertionError("the loop returns at its last step")

    def _layer(
        self, name: str, x: Matrix, past: tuple[Matrix, Matrix] | None, told: Sequence[Matrix]
    ) -> tuple[Matrix, tuple[Matrix, Matrix]]:
        w = self._weights
        q, k, v = np.split(linear(w, f"{name}.qkv", layer_norm(w, f"{name}.norms.0", x)), 3, axis=-1)
        if past is not None:
            k, v = np.concatenate([past[0], k]), np.concatenate([past[1], v])
        x = x + linear(w, f"{name}.mixed", _attend(q, k, v))
        asked = linear(w, f"{name}.ask", layer_norm(w, f"{name}.norms.1", x))
        x = x + linear(w, f"{name}.heard", _attend(asked, told[0], told[1]))
        wide = gelu(linear(w, f"{name}.wide", layer_norm(w, f"{name}.norms.2", x)))
        return x + linear(w, f"{name}.narrow", wide), (k, v)


def _attend(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    """Attend from one place: q float[1, d], k and v float[n, d]."""
    size = q.shape[1] // HEADS
    q, k, v = (x.reshape(-1, HEADS, size).transpose(1, 0, 2) for x in (q, k, v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(size))
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return ((e / e.sum(-1, keepdims=True)) @ v).transpose(1, 0, 2).reshape(1, -1)


def _log_softmax(x: Matrix) -> Matrix:
    x = x - x.max()
    return x - np.log(np.exp(x).sum())
