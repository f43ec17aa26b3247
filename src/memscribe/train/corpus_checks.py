"""Checks the write corpus for examples that are about the same, and parts it into train, dev and test.

python -m memscribe.train.corpus_checks corpus            the report; fails where there are duplicates or leaks
python -m memscribe.train.corpus_checks corpus --write    also writes corpus/split.json
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memscribe.core.ports import Embedder
from memscribe.encoder import OnnxEncoder, default_model_folder
from memscribe.evals.split import PARTS, SPLIT, Split, read_split
from memscribe.train.near_duplicates import (
    Example,
    Pair,
    centred,
    contained,
    embed,
    lexical_closeness,
    read_examples,
    shared_runs,
    vector_closeness,
)
from memscribe.train.split import (
    CLOSE_VECTORS,
    CLOSE_WORDS_NEARBY,
    assign,
    components,
    crossings,
    links,
    nearby,
)

LIMIT = 0.40
"""How much alike two examples may be at most.

A copy in which words that fewer than six conversations use (names, numbers, things) are replaced by other such
words scores 0.40 or more in 93 of 100 cases; conversations on one subject in different words stay below it.
"""
LIMIT_OF_NEIGHBOURS = 0.50  # planted content and the user's own words on it were written as pairs
_LEAST = 0.1


@dataclass(frozen=True, slots=True)
class Alike:
    """How much two examples are alike, each from 0 to 1.

    Args:
        runs: Share of the short runs of words that they have in common.
        words: Cosine of their rare words, 0 where it is low.
        vectors: Cosine of their vectors, centred; None without encoder.
    """

    ids: Pair
    runs: float
    words: float
    vectors: float | None

    @property
    def score(self) -> float:
        """The mean of common runs and vectors: a copy has both, a common subject only the second."""
        return self.runs if self.vectors is None else (self.runs + self.vectors) / 2


@dataclass(frozen=True, slots=True)
class Findings:
    """How the examples of a corpus are alike.

    Args:
        runs: Common runs of eight words, by pair.
        contained: Share of short runs in common.
        words: Closeness by rare words.
        places: The conversations' vectors, float32[n, dimensions]; None where the encoder was left out.
    """

    examples: tuple[Example, ...]
    runs: Mapping[Pair, Sequence[str]]
    contained: Mapping[Pair, float]
    words: Mapping[Pair, float]
    places: NDArray[np.float32] | None

    def linked(self) -> dict[Pair, float]:
        """Return the pairs that belong to one part."""
        return links(self.examples, runs=self.runs, words=self.words, vectors=self._close())

    def alike(self) -> list[Alike]:
        """Return the pairs that have something in common, declared twins left out, most alike first."""
        rows = {example.id: row for row, example in enumerate(self.examples)}
        found: list[Alike] = []
        for pair in self.runs.keys() | self.contained.keys() | self.words.keys() | self._close().keys():
            first, second = (rows[one] for one in pair)
            twins = self.examples[first].twins
            if twins is None or twins != self.examples[second].twins:
                near = None if self.places is None else float(self.places[first] @ self.places[second])
                found.append(Alike(pair, self.contained.get(pair, 0.0), self.words.get(pair, 0.0), near))
        return sorted(found, key=lambda one: (-one.score, one.ids))

    def duplicates(self) -> list[Alike]:
        """Return the pairs that read like one example with other names and numbers in it."""
        by_id = {example.id: example for example in self.examples}
        return [
            one
            for one in self.alike()
            if one.score >= (LIMIT_OF_NEIGHBOURS if nearby(*(by_id[i] for i in one.ids)) else LIMIT)
        ]

    def _close(self) -> dict[Pair, float]:
        if self.places is None:
            return {}
        return vector_closeness([example.id for example in self.examples], self.places, CLOSE_VECTORS)


def compare(examples: tuple[Example, ...], encoder: Embedder | None) -> Findings:
    """Look for everything that examples have in common.

    Args:
        examples: The corpus.
        encoder: Embeds the conversations; without it only words are compared, which is fast.
    """
    return Findings(
        examples,
        runs=shared_runs(examples),
        contained=contained(examples, _LEAST),
        words=lexical_closeness(examples, CLOSE_WORDS_NEARBY),
        places=centred(examples, embed(examples, encoder)) if encoder else None,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Check the write corpus and part it.")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", action="store_true", help="write the split file")
    parser.add_argument("--no-vectors", action="store_true", help="leave the encoder out, which is fast")
    parser.add_argument("--pairs", type=int, default=40, help="how many pairs to list")
    options = parser.parse_args(arguments)
    encoder = None if options.no_vectors else OnnxEncoder.load(default_model_folder())
    findings = compare(read_examples(options.corpus), encoder)
    linked = findings.linked()
    split = assign(findings.examples, linked, read_split(options.corpus / SPLIT))
    if options.write:
        (options.corpus / SPLIT).write_text(split.text(), encoding="utf-8")
    _print_pairs(findings, options.pairs)
    _print_parts(findings.examples, linked, split)
    duplicates, leaks = findings.duplicates(), crossings(findings.runs, split)
    for one in duplicates:
        print(f"duplicate: {one.ids[0]} {one.ids[1]} ({one.score:.2f}): remove one or write it anew")
    for first, second in leaks:
        run = findings.runs[first, second][0]
        print(
            f"leak: {first} ({split.part(first)}) and {second} ({split.part(second)}) both say {run!r}: reword one"
        )
    return 1 if duplicates or leaks else 0


def _print_pairs(findings: Findings, limit: int) -> None:
    print(f"{len(findings.runs)} pairs share a run of eight words. Most alike, twins left out:")
    print("pair                 score  short runs  rare words  vectors")
    for one in findings.alike()[:limit]:
        near = "-" if one.vectors is None else f"{one.vectors:.2f}"
        print(f"{' '.join(one.ids):20}{one.score:6.2f}{one.runs:12.2f}{one.words:12.2f}{near:>9}")


def _print_parts(examples: Sequence[Example], linked: Mapping[Pair, float], split: Split) -> None:
    groups = components([example.id for example in examples], linked)
    sizes = sorted(Counter(map(len, groups)).items())
    print(f"{len(groups)} groups; " + ", ".join(f"{count} of {size}" for size, count in sizes))
    count = Counter((example.file, split.part(example.id)) for example in examples)
    for file in sorted({example.file for example in examples}):
        row = [count[file, part] for part in PARTS]
        print(
            f"{file:6}"
            + "".join(f"{part:>8} {n:4} {n / sum(row):5.1%}" for part, n in zip(PARTS, row, strict=True))
        )
    total = Counter(split.part(example.id) for example in examples)
    print("all   " + "".join(f"{part:>8} {total[part]:4} {total[part] / len(examples):5.1%}" for part in PARTS))
    print(f"{len(crossings(linked, split))} linked pairs of old examples lie in different parts")


if __name__ == "__main__":
    sys.exit(main())
