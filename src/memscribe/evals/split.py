"""Which example of the write corpus belongs to which part, and which examples hang together."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from memscribe.core.errors import InputError

Part = Literal["train", "dev", "test"]
PARTS: tuple[Part, ...] = get_args(Part)

SPLIT = "split.json"
"""The file's name; it lies beside the corpus files."""

Clusters = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Which example belongs to which part.

    Args:
        dev: Ids that models are chosen by.
        test: Ids that are looked at last.
        through: The last number of each file that has a part; up to it, what is in neither set is for training.
        clusters: Groups of two or more ids of one part that tell about one scenario. Every other example stands
            alone.
    """

    dev: frozenset[str] = frozenset()
    test: frozenset[str] = frozenset()
    through: Mapping[str, int] = field(default_factory=dict[str, int])
    clusters: Clusters = ()

    def part(self, example_id: str) -> Part | None:
        """Return the part of an example, or None where it has none yet."""
        if example_id in self.test:
            return "test"
        if example_id in self.dev:
            return "dev"
        file, _, number = example_id.partition("-")
        return "train" if number.isdecimal() and int(number) <= self.through.get(file, 0) else None

    @classmethod
    def of(cls, parts: Mapping[str, Part], clusters: Iterable[tuple[str, ...]] = ()) -> "Split":
        """Make the split of examples that all have a part."""
        through: dict[str, int] = {}
        for example_id in parts:
            file, _, number = example_id.partition("-")
            through[file] = max(through.get(file, 0), int(number))
        dev, test = (frozenset(key for key, part in parts.items() if part == wanted) for wanted in ("dev", "test"))
        return cls(dev, test, dict(sorted(through.items())), tuple(clusters))

    def text(self) -> str:
        """Write as JSON, one id or cluster a line, so that a change shows what moved."""
        content = {"through": dict(self.through), "dev": sorted(self.dev), "test": sorted(self.test)}
        clusters = ",".join(f"\n  {json.dumps(cluster)}" for cluster in self.clusters)
        return f'{json.dumps(content, indent=1)[:-2]},\n "clusters": [{clusters}\n ]\n}}\n'


def read_split(path: Path) -> Split:
    """Read a split file; one that is not there yet is empty.

    Args:
        path: ``split.json``.

    Raises:
        InputError: It is not such a file, or an id is in two parts or two clusters.
    """
    if not path.exists():
        return Split()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        split = Split(
            frozenset(content["dev"]),
            frozenset(content["test"]),
            {str(file): int(number) for file, number in dict(content["through"]).items()},
            tuple(tuple(map(str, cluster)) for cluster in content.get("clusters", ())),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: expected JSON with dev, test and through, got {error!r}") from error
    if both := sorted(split.dev & split.test):
        raise InputError(f"{path}: expected every id in one part, got {both[:3]} in dev and test")
    seen: set[str] = set()
    for cluster in split.clusters:
        if twice := sorted(seen.intersection(cluster)):
            raise InputError(f"{path}: expected every id in one cluster, got {twice[:3]} in two")
        seen.update(cluster)
    return split
