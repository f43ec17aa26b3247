"""Which examples of the write corpus are about the same: shared runs of words, shared rare words, close vectors."""

import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memscribe.core.ports import Embedder
from memscribe.evals.corpus import CorpusExample
from memscribe.evals.lines import read_lines
from memscribe.text.language import language_of

Pair = tuple[str, str]
"""Two ids of examples, the smaller one first."""

LONG_RUN = 24
SHORT_RUN = 12
_WORD = 3
_CJK = 2
_COMMON = 250  # terms of more examples than this tell nothing about a scenario
_STOCK_PHRASE = 60  # short runs of more conversations than this are how people talk
_SHORT_TALK = 8  # runs; two talks of five words are not the same because both say "what is this one"
_LANGUAGE = 30  # fewer conversations than this have no mean worth subtracting


class Example(CorpusExample):
    """An example with what links it to others.

    Args:
        twin: The example that was written as its counterpart; in a set of several, the first of the set.
    """

    twin: str | None = None

    @property
    def file(self) -> str:
        """The file it stands in, by the prefix of its id."""
        return self.id.partition("-")[0]

    @property
    def twins(self) -> str | None:
        """The smallest id of the pair or set that it was written for."""
        return min(self.id, self.twin) if self.twin else None

    @property
    def number(self) -> int:
        """Its place in its file."""
        return int(self.id.partition("-")[2])

    @property
    def said(self) -> tuple[str, ...]:
        """The messages' contents."""
        return tuple(message.content for message in self.messages)

    @property
    def texts(self) -> tuple[str, ...]:
        """Messages, existing memories and new memories."""
        memories = (*(one.text for one in self.existing), *(one.text for one in self.operations))
        return (*self.said, *memories)


def read_examples(folder: Path) -> tuple[Example, ...]:
    """Read all files of a corpus.

    Args:
        folder: Where the ``.jsonl`` files are.

    Returns:
        The examples, by file and line.

    Raises:
        InputError: A line is not an example; names file and line.
    """
    return tuple(example for path in sorted(folder.glob("*.jsonl")) for example in read_lines(path, Example))


def tokens(text: str) -> list[str]:
    """Split a text into case-folded words; every CJK character is a token of its own.

    Combining marks belong to their word, without which Devanagari falls apart into single letters.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.translate(_SPACING).split()


def is_cjk(token: str) -> bool:
    """Tell whether a token is a Chinese, Japanese or Korean character."""
    return (
        "\u3040" <= token[0] <= "\u9fff"
        or "\uac00" <= token[0] <= "\ud7af"
        or "\U00020000" <= token[0] <= "\U0003ffff"
    )


class _Spacing(dict[int, str]):
    """What becomes of each character so that tokens stand apart; filled as characters occur."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if is_cjk(character):
            spaced = f" {character} "
        elif character in "'\u2019":
            spaced = ""
        else:
            in_word = character.isalnum() or unicodedata.category(character).startswith("M")
            spaced = character if in_word else " "
        self[code] = spaced
        return spaced


_SPACING = _Spacing()


def runs(text: str, length: int = LONG_RUN) -> Iterator[str]:
    """Return every run of tokens of a length, where a word counts 3 and a CJK character 2.

    The length 24 is so eight words, twelve characters, or a mix that is as long.

    Args:
        text: One message or memory.
        length: Of a run, in these units.
    """
    words = tokens(text)
    ends = [0, *accumulate(_CJK if is_cjk(word) else _WORD for word in words)]
    if ends[-1] < length:
        return
    end = 0
    for start, before in enumerate(ends):
        if before + length > ends[-1]:
            return
        while ends[end] < before + length:
            end += 1
        yield " ".join(words[start:end])


def shared_runs(examples: Iterable[Example]) -> dict[Pair, list[str]]:
    """Find the pairs of examples that have runs of eight words (twelve characters) in common.

    Returns:
        The common runs of each such pair, sorted.
    """
    owner: dict[str, str] = {}
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for example in examples:
        for text in example.texts:
            for run in runs(text):
                if (first := owner.setdefault(run, example.id)) != example.id:
                    owners[run].update((first, example.id))
    shared: defaultdict[Pair, list[str]] = defaultdict(list)
    for run, ids in sorted(owners.items()):
        for pair in combinations(sorted(ids), 2):
            shared[pair].append(run)
    return dict(shared)


def contained(examples: Sequence[Example], least: float) -> dict[Pair, float]:
    """Find conversations that have much of their short runs (four words, six characters) in common.

    Args:
        examples: The corpus.
        least: The lowest share of interest, above 0.

    Returns:
        The pairs at or above it, with the share of the shorter conversation's runs that the longer one has, 0 to 1.
    """
    sizes: dict[str, int] = {}
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for example in sorted(examples, key=lambda example: example.id):
        found = {run for text in example.said for run in runs(text, SHORT_RUN)}
        sizes[example.id] = len(found)
        for run in found:
            owners[run].append(example.id)
    common = Counter(pair for ids in owners.values() if len(ids) <= _STOCK_PHRASE for pair in combinations(ids, 2))
    shares = {
        (first, second): count / max(_SHORT_TALK, min(sizes[first], sizes[second]))
        for (first, second), count in common.items()
    }
    return {pair: share for pair, share in shares.items() if share >= least}


def lexical_closeness(examples: Sequence[Example], least: float) -> dict[Pair, float]:
    """Compare all examples by the words that are rare in their language (tf-idf, cosine).

    Args:
        examples: The corpus.
        least: The lowest cosine of interest, above 0.

    Returns:
        The pairs at or above it.
    """
    vectors = _weighted(examples)
    postings: defaultdict[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    for row, vector in enumerate(vectors):
        for term, weight in vector.items():
            postings[term][0].append(row)
            postings[term][1].append(weight)
    columns = {
        term: (np.array(rows), np.array(weights))
        for term, (rows, weights) in postings.items()
        if 1 < len(rows) <= _COMMON
    }
    close: dict[Pair, float] = {}
    for row, vector in enumerate(vectors):
        cosines = np.zeros(len(vectors))
        for term, weight in vector.items():
            if term in columns:
                rows, weights = columns[term]
                cosines[rows] += weight * weights
        for other in map(int, np.nonzero(cosines[:row] >= least)[0]):
            close[_pair(examples[row].id, examples[other].id)] = float(cosines[other])
    return close


def _weighted(examples: Sequence[Example]) -> list[dict[str, float]]:
    counts = [Counter(_terms(example.texts)) for example in examples]
    sizes = Counter(example.lang for example in examples)
    spread = Counter(
        (example.lang, term) for example, count in zip(examples, counts, strict=True) for term in count
    )
    vectors: list[dict[str, float]] = []
    for example, count in zip(examples, counts, strict=True):
        weights = {
            term: (1 + math.log(times)) * math.log((sizes[example.lang] + 1) / spread[example.lang, term])
            for term, times in count.items()
        }
        length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        vectors.append({term: weight / length for term, weight in weights.items()})
    return vectors


def _terms(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        words = tokens(text)
        yield from (word for word in words if not is_cjk(word))
        yield from (one + other for one, other in pairwise(words) if is_cjk(one) and is_cjk(other))


def embed(examples: Sequence[Example], encoder: Embedder) -> NDArray[np.float32]:
    """Embed whole conversations, about 80 seconds for 5,000 on one core.

    Returns:
        float32[n, dimensions], each row of length 1.
    """
    return encoder.embed_passages(["\n".join(example.said) for example in examples])


def centred(examples: Sequence[Example], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Take the mean of their language off the vectors: those of one language lie close together whatever they say.

    A language with too few conversations for a mean gets zeros, which are close to nothing.

    Args:
        examples: The corpus.
        vectors: As of :func:`embed`.

    Returns:
        float32[n, dimensions], each row of length 1 or 0.
    """
    languages = _languages(examples)
    moved = np.zeros_like(vectors)
    for language, size in sorted(Counter(languages).items()):
        rows = [row for row, one in enumerate(languages) if one == language]
        if size >= _LANGUAGE:
            moved[rows] = vectors[rows] - vectors[rows].mean(axis=0)
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    return moved / np.maximum(lengths, np.finfo(np.float32).tiny)


def _languages(examples: Sequence[Example]) -> list[str]:
    named = [example.lang.partition("-")[0] for example in examples]
    sizes = Counter(named)
    return [
        language if sizes[language] >= _LANGUAGE else language_of("\n".join(example.said))
        for language, example in zip(named, examples, strict=True)
    ]


def vector_closeness(ids: Sequence[str], vectors: NDArray[np.float32], least: float) -> dict[Pair, float]:
    """Compare all conversations by their vectors.

    Args:
        ids: Of the examples.
        vectors: One a row, of length 1, best centred.
        least: The lowest cosine of interest.

    Returns:
        The pairs at or above it.
    """
    close: dict[Pair, float] = {}
    for row, vector in enumerate(vectors):
        cosines = vectors[:row] @ vector
        for other in map(int, np.nonzero(cosines >= least)[0]):
            close[_pair(ids[row], ids[other])] = float(cosines[other])
    return close


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
