"""The heads of the write model, in numpy: they find spans, judge them and relate them to memories."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


def linear(weights: Mapping[str, Matrix], name: str, x: Matrix) -> Matrix:
    """Apply a layer that is stored as ``name.weight`` and ``name.bias``."""
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def gelu(x: Matrix) -> Matrix:
    """Return x * P(X <= x); the error function by formula 7.1.26 of Abramowitz and Stegun (error 1.5e-7)."""
    z = np.abs(x) * np.float32(0.7071067811865476)
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * np.float32(1.061405429))))
    )
    error = np.sign(x) * (1 - series * np.exp(-z * z))
    return (x * 0.5 * (1 + error)).astype(np.float32)


def layer_norm(weights: Mapping[str, Matrix], name: str, x: Matrix) -> Matrix:
    """Normalise over the last axis, as torch does by default."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def softmax(x: Matrix) -> Matrix:
    """Return probabilities over the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def sigmoid(x: Matrix) -> Matrix:
    """Return 1 / (1 + exp(-x))."""
    return (1 / (1 + np.exp(-x))).astype(np.float32)


class Heads:
    """Everything behind the encoder but the text.

    Args:
        weights: By the names that training gave them.
    """

    def __init__(self, weights: Mapping[str, Matrix]) -> None:
        self._weights = weights

    def tags(self, hidden: Matrix) -> Matrix:
        """Return float[tokens, TAGS], probabilities."""
        return softmax(linear(self._weights, "tags", hidden))

    def vectors(self, hidden: Matrix, spans: Sequence[tuple[int, int]]) -> Matrix:
        """Return one vector a span: float[n, 384].

        Args:
            hidden: float[tokens, 384] of one window.
            spans: First and last token of each, inclusive.
        """
        if not spans:
            return np.zeros((0, hidden.shape[1]), np.float32)
        rows = [
            np.concatenate([hidden[first], hidden[last], hidden[first : last + 1].mean(0)]) for first, last in spans
        ]
        return gelu(linear(self._weights, "span", np.stack(rows)))

    def acts(self, vectors: Matrix) -> Matrix:
        """Return float[n, ACTS], probabilities."""
        return softmax(linear(self._weights, "acts", vectors))

    def kinds(self, vectors: Matrix) -> Matrix:
        """Return float[n, KINDS], probabilities."""
        return softmax(linear(self._weights, "kinds", vectors))

    def links(self, one: Matrix, other: Matrix) -> Matrix:
        """Return float[n]: how likely two spans say one fact."""
        return sigmoid(self._pairs("links", one, other))[:, 0]

    def relations(self, spans: Matrix, memories: Matrix) -> Matrix:
        """Return float[n, RELATIONS], probabilities, for pairs of a span and a memory."""
        return softmax(self._pairs("relations", spans, memories))

    def _pairs(self, name: str, one: Matrix, other: Matrix) -> Matrix:
        joint = np.concatenate([one, other, one * other, np.abs(one - other)], axis=-1)
        return linear(self._weights, f"{name}.outer", gelu(linear(self._weights, f"{name}.inner", joint)))
