"""Makes more training files for the write model from public data sets, in the corpus format.

`python -m memscribe.train.writer.public --data ../shared/data --out FOLDER` writes realmem.jsonl, memorycode.jsonl
and injections.jsonl. The same data give the same files, so they are made again and not kept.
"""

import argparse
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from memscribe.train.writer.mentors import memorycode_examples
from memscribe.train.writer.planted import planted_examples
from memscribe.train.writer.windows import realmem_examples

SEED: Final = 7


def write_public(data: Path, out: Path) -> dict[str, int]:
    """Write every file.

    Args:
        data: Folder that holds realmem, memorycode, agentdojo and injections.
        out: Made if missing; files in it are replaced.

    Returns:
        How many examples each file holds.
    """
    out.mkdir(parents=True, exist_ok=True)
    made = {
        "realmem": realmem_examples(data / "realmem", _random()),
        "memorycode": memorycode_examples(data / "memorycode" / "sessions.jsonl", _random()),
        "injections": planted_examples(data, _random()),
    }
    counts: dict[str, int] = {}
    for name, examples in made.items():
        lines = [json.dumps(one, ensure_ascii=False) for one in distinct(examples)]
        (out / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        counts[name] = len(lines)
    return counts


def distinct(examples: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Leave out examples whose messages have all been seen before; what the assistant says does not count."""
    seen: set[tuple[str, ...]] = set()
    for one in examples:
        said = tuple(message["content"] for message in one["messages"] if message["role"] != "assistant")
        if said not in seen:
            seen.add(said)
            yield one


def _random() -> random.Random:
    return random.Random(SEED)  # noqa: S311


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="memscribe.train.writer.public", description=main.__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--out", type=Path, required=True, help="folder for the training files")
    given = parser.parse_args(arguments)
    for name, count in write_public(given.data, given.out).items():
        print(f"{name}.jsonl: {count} examples")


if __name__ == "__main__":
    main()
