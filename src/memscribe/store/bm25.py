"""Okapi BM25 over a handful of texts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

_K1 = 1.2
_B = 0.75
_LEAST = 1e-6  # a term that most texts hold still matches, as in SQLite


def bm25(terms: Sequence[str], texts: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Score texts by the terms that they hold.

    Robertson & Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009), with the constants of
    SQLite's FTS5.

    Args:
        terms: What is asked; repeats do not count.
        texts: The terms of each text, by any name.

    Returns:
        The score of every text that holds at least one of the terms, by name.
    """
    counts = {name: Counter(held) for name, held in texts.items()}
    average = sum(map(len, texts.values())) / max(len(texts), 1)
    scores: dict[str, float] = {}
    for term in dict.fromkeys(terms):
        holders = [name for name, count in counts.items() if term in count]
        weight = max(log((len(texts) - len(holders) + 0.5) / (len(holders) + 0.5)), _LEAST)
        for name in holders:
            often = counts[name][term]
            length = len(texts[name]) / average
            gain = weight * often * (_K1 + 1) / (often + _K1 * (1 - _B + _B * length))
            scores[name] = scores.get(name, 0.0) + gain
    return scores
