"""The parts of the write corpus: train, dev and test, by scenario, so that nothing is learned that is tested.

Examples that are linked (a twin, a shared run of words, one scenario told twice) go to the same part. What has a
part keeps it when files are added: a new example that is linked to an old one follows it, all others fill the parts
up.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from memscribe.evals.split import PARTS, Part, Split
from memscribe.train.near_duplicates import Example, Pair

SHARES: Mapping[Part, float] = {"train": 0.76, "dev": 0.09, "test": 0.15}

CLOSE_WORDS = 0.25
CLOSE_WORDS_NEARBY = 0.15
CLOSE_VECTORS = 0.55
NEARBY = 3  # examples of a file; sequels were written next to each other


def links(
    examples: Sequence[Example],
    *,
    runs: Mapping[Pair, Sequence[str]],
    words: Mapping[Pair, float],
    vectors: Mapping[Pair, float],
) -> dict[Pair, float]:
    """Decide which examples must not be parted.

    Args:
        examples: The corpus.
        runs: Common runs of eight words.
        words: Closeness by rare words, from ``CLOSE_WORDS_NEARBY`` on.
        vectors: Closeness of conversations, from ``CLOSE_VECTORS`` on.

    Returns:
        The linked pairs with a strength; from 1 on it is certain.
    """
    by_id = {example.id: example for example in examples}
    found: defaultdict[Pair, float] = defaultdict(float)
    for pair, cosine in vectors.items():
        if cosine >= CLOSE_VECTORS:
            found[pair] = cosine
    for pair, cosine in words.items():
        if cosine >= (CLOSE_WORDS_NEARBY if nearby(by_id[pair[0]], by_id[pair[1]]) else CLOSE_WORDS):
            found[pair] = max(found[pair], cosine)
    for first, second in _neighbours(examples):
        if first.user and first.user == second.user:
            found[first.id, second.id] += 1
    for pair, common in runs.items():
        found[pair] += len(common)
    for example in examples:
        if example.twins in by_id and example.twins != example.id:
            found[example.twins, example.id] += 1
    return dict(found)


def nearby(first: Example, second: Example) -> bool:
    """Tell whether two examples were written one after the other, or nearly so."""
    return first.file == second.file and abs(first.number - second.number) <= NEARBY


def _neighbours(examples: Sequence[Example]) -> Iterable[tuple[Example, Example]]:
    ordered = sorted(examples, key=lambda example: example.id)
    for place, first in enumerate(ordered):
        for second in ordered[place + 1 : place + 1 + NEARBY]:
            if nearby(first, second):
                yield first, second


def components(ids: Iterable[str], linked: Iterable[Pair]) -> list[tuple[str, ...]]:
    """Group ids that hang together, directly or through others.

    Args:
        ids: All of them; pairs with others are left out.
        linked: Pairs.

    Returns:
        The groups, sorted, each sorted.
    """
    root = {one: one for one in ids}

    def find(one: str) -> str:
        while root[one] != one:
            root[one] = one = root[root[one]]
        return one

    for first, second in linked:
        if first in root and second in root:
            root[find(first)] = find(second)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for one in sorted(root):
        groups[find(one)].append(one)
    return sorted(map(tuple, groups.values()))


def assign(examples: Sequence[Example], linked: Mapping[Pair, float], before: Split) -> Split:
    """Give every example a part.

    Groups of new examples follow the old example that they are linked to most strongly. The others are shared out
    so that each file, language, kind, operation and reason fills all parts evenly, rare ones first (after Sechidis,
    Tsoumakas & Vlahavas 2011, "On the stratification of multi-label data"). Nothing is drawn at random: where parts
    are equally empty, a hash of the group's first id decides.

    Args:
        examples: The corpus.
        linked: As :func:`links` returns them.
        before: Parts and clusters that stand.

    Returns:
        The split of exactly these examples. What hangs together within a part is one of its clusters.
    """
    by_id = {example.id: example for example in examples}
    old: dict[str, Part] = {one: part for one in by_id if (part := before.part(one))}
    groups = components(by_id.keys() - old.keys(), linked)
    parts: dict[str, Part] = {**old, **_followers(groups, linked, old)}
    strata = _Strata(by_id.values())
    for one, part in parts.items():
        strata.put(by_id[one], part)
    free = [group for group in groups if group[0] not in parts]
    for group in sorted(free, key=lambda group: (strata.rarest(by_id[one] for one in group), _hash(group[0]))):
        part = strata.emptiest([by_id[one] for one in group], _hash(group[0]))
        for one in group:
            parts[one] = part
            strata.put(by_id[one], part)
    return Split.of(parts, _clusters(parts, linked, before))


def _clusters(parts: Mapping[str, Part], linked: Iterable[Pair], before: Split) -> list[tuple[str, ...]]:
    """Group what is linked within a part; a link over the border of parts says nothing about either of them."""
    stand = (pair for cluster in before.clusters for pair in pairwise(one for one in cluster if one in parts))
    pairs = [pair for pair in (*stand, *linked) if parts.get(pair[0]) == parts.get(pair[1])]
    return [group for group in components(parts, pairs) if len(group) > 1]


def _followers(
    groups: Iterable[tuple[str, ...]], linked: Mapping[Pair, float], old: Mapping[str, Part]
) -> dict[str, Part]:
    group_of = {one: group for group in groups for one in group}
    best: dict[tuple[str, ...], tuple[float, Part]] = {}
    for (first, second), strength in sorted(linked.items()):
        if (first in old) != (second in old):
            new, known = (second, first) if first in old else (first, second)
            group = group_of[new]
            if group not in best or strength > best[group][0]:
                best[group] = (strength, old[known])
    return {one: part for group, (_, part) in best.items() for one in group}


class _Strata:
    """How full each part is, for each property that examples have."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self._wanted = Counter(label for example in examples for label in labels(example))
        self._placed: Counter[tuple[Part, str]] = Counter()

    def put(self, example: Example, part: Part) -> None:
        self._placed.update((part, label) for label in labels(example))

    def rarest(self, examples: Iterable[Example]) -> int:
        return min(self._wanted[label] for example in examples for label in labels(example))

    def emptiest(self, examples: Sequence[Example], number: int) -> Part:
        """Return the part that lacks most of what these examples have, each property weighing the same."""
        found = {label for example in examples for label in labels(example)}
        filled: dict[Part, float] = {
            part: sum(self._placed[part, label] / (SHARES[part] * self._wanted[label]) for label in sorted(found))
            for part in PARTS
        }
        least = min(filled.values())
        equal: list[Part] = [part for part in PARTS if filled[part] == least]
        return equal[number % len(equal)]


def labels(example: Example) -> set[str]:
    """Return the properties that every part should have its share of."""
    return {
        f"file {example.file}",
        f"language {example.lang}",
        f"scene {example.scene}",
        *(f"operation {one.op}" for one in example.operations),
        *(f"kind {one.kind}" for one in example.operations),
        *(f"reason {one.reason}" for one in example.rejections),
        *(["operation none"] if not example.operations else []),
    }


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def crossings(pairs: Iterable[Pair], split: Split) -> list[Pair]:
    """Return the pairs whose two examples are in different parts."""
    return [pair for pair in pairs if split.part(pair[0]) != split.part(pair[1])]
