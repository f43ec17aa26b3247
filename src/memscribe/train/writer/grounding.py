"""Finds the clauses of a conversation that say what a labelled fact says."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

from memscribe.text.terms import query_terms

_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b\d\.)(?<!\b\d\d\.)[\"'*)\]]*\s+|\n+")
_CLAUSE_END = re.compile(r"(?:[,;:]| [-\u2013\u2014]|\()\s+|\s+(?=(?:but|because|so|and (?:I|we|my|it|that))\b)")
_EDGE_START = re.compile(
    r"(?:[\s*>#\"'(,;:\u2013\u2014-]|\d{1,2}[.)]\s|(?:and|but|so|yeah|yes|also)\b[,\s]+)+", re.IGNORECASE
)
_EDGE_END = re.compile(r"[\s*\"'(,;:\u2013\u2014.!-]+$")
_FRAME = frozenset(
    (
        "user users wants want prefers prefer plan plans planned planning currently current has have is are "
        "will would needs need requires require likes like intends aims goal primary specific confirmed "
        "confirm decided chosen chose now also including includes due preferred assistant been being be there "
        "get got its into about such "
    ).split()
)
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w&'\u2019-]+|\b\w*\d[\w.,:%/-]*\w\b|\b\d\b")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text.

    Args:
        start: Code point where it begins.
        text: The piece itself.
    """

    start: int
    text: str


def stem(word: str) -> str:
    """Cut the commonest English endings, so that "booked" meets "booking"."""
    if word.isdigit() or not word.isascii():
        return word
    for ending in ("ings", "ing", "ied", "ies", "edly", "ed", "es", "ly", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:  # noqa: PLR2004
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word  # noqa: PLR2004


def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry a fact."""
    return frozenset(stem(term) for term in query_terms(text) if term not in _FRAME)


def exact_words(text: str) -> frozenset[str]:
    """Return the names and numbers of a fact, folded: those must be found as they stand."""
    return frozenset(term for found in _NAME.findall(text) for term in query_terms(found) if term not in _FRAME)


def sentences(text: str) -> list[Span]:
    """Split a text into its sentences and list points, without their bullets and closing stops."""
    return _pieces(text, 0, _SENTENCE_END, text)


def without(text: str, cut: Iterable[Span]) -> str:
    """Cut whole sentences, with the bullets and little words that lead them in, and keep the line breaks.

    Args:
        text: Anything.
        cut: Sentences of it, as `sentences` returns them.
    """
    starts = {one.start for one in cut}
    borders = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    kept = ""
    for first, last in pairwise(borders):
        raw = text[first:last]
        span = trimmed(text, first, last)
        if span is None or (span.start in starts):
            kept += "" if kept.endswith("\n") else "\n" * raw.count("\n")
        else:
            kept += raw
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", kept)).strip()


def clauses(sentence: Span, whole: str) -> list[Span]:
    """Split a sentence into its clauses.

    Args:
        sentence: Where it stands in the whole.
        whole: The text that it comes from.
    """
    return _pieces(sentence.text, sentence.start, _CLAUSE_END, whole)


def _pieces(text: str, offset: int, cut: re.Pattern[str], whole: str) -> list[Span]:
    borders = [0, *(match.end() for match in cut.finditer(text)), len(text)]
    found = (trimmed(whole, offset + first, offset + last) for first, last in pairwise(borders))
    return [one for one in found if one]


def trimmed(text: str, first: int, last: int) -> Span | None:
    """Return the piece [first, last) without bullets, quotes and filler at its edges, or None if empty."""
    piece = text[first:last]
    lead = _EDGE_START.match(piece)
    start = lead.end() if lead else 0
    kept = _EDGE_END.sub("", piece[start:])
    return Span(first + start, kept) if kept else None


def best_cover(fact: str, text: str) -> tuple[float, tuple[Span, ...]]:
    """Return the one or two clauses that hold most of a fact's words, and the share that they hold.

    Args:
        fact: A memory text.
        text: What was said.

    Returns:
        The share, names and numbers counted twice, and the clauses in the order of the text.
    """
    wanted = content(fact)
    weights = {word: 2.0 if word in {stem(one) for one in exact_words(fact)} else 1.0 for word in wanted}
    total = sum(weights.values())
    if not total:
        return 0.0, ()
    spans = list(_runs(text))
    held = {span: wanted & content(span.text) for span in spans}
    spans = sorted((span for span in spans if held[span]), key=lambda one: -_value(held[one], weights, (one,)))[:24]
    choices: list[tuple[Span, ...]] = [(one,) for one in spans]
    choices += [
        (a, b) if a.start < b.start else (b, a)
        for a, b in combinations(spans, 2)
        if a.start + len(a.text) <= b.start or b.start + len(b.text) <= a.start
    ]
    if not choices:
        return 0.0, ()
    best = max(choices, key=lambda some: _value(_union(held[one] for one in some), weights, some))
    return sum(weights[word] for word in _union(held[one] for one in best)) / total, best


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _value(words: frozenset[str], weights: dict[str, float], spans: tuple[Span, ...]) -> float:
    """What is covered, less a little for every word quoted and more for a second place."""
    length = sum(len(span.text.split()) for span in spans)
    return sum(weights[word] for word in words) - 0.06 * length - (1.2 if len(spans) > 1 else 0.0)


def _runs(text: str) -> Iterable[Span]:
    """Every run of neighbouring clauses within one sentence."""
    for sentence in sentences(text):
        parts = clauses(sentence, text)
        for first in range(len(parts)):
            for last in range(first, min(first + 6, len(parts))):
                end = parts[last].start + len(parts[last].text)
                yield Span(parts[first].start, text[parts[first].start : end])
