"""Speed of one durable write beside Mem0, on the same core of the same machine, in the same run.

    python benchmarks/peers.py [--runs 30] [--memories 20] [--json]

The first run makes an environment for Mem0 in .bench/mem0 (needs a package index); after that nothing leaves the
machine: Mem0's model and embeddings are an endpoint on loopback that answers at once. Run it alone on the machine.
"""

import argparse
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from memscribe import Memscribe, Message, Scope
from speed import EPISODE, NOW, filler, summary

MEM0 = "2.2.1"
HERE = Path(__file__).resolve().parent
PLACE = HERE.parent / ".bench"
BLOCK = 3  # writes of one side before the other's turn
DIMENSIONS = 384  # of Mem0's vectors: those of memscribe's encoder, a quarter of Mem0's usual ones
# What a good model would extract from the episode; Mem0 stores each as it is.
FACTS = [
    "User moved from Oslo to Lima in May 2026, so flights should start from Lima.",
    "User plans a trip from 2 to 10 September 2026 together with their sister Ana.",
    "User's sister Ana is allergic to peanuts.",
    "User always prefers a window seat on flights.",
    "User never wants anything booked before 9 am.",
    "User has been a vegetarian since 2019 and wants this kept in mind when restaurants are chosen.",
]
NAMES = """
    Ana Eva Iris Lena Mara Nina Rosa Tara Vera Zoe Cora Dina Elsa Gina Hana Ines June Kira Lola Mona Nora Olga Paula
    Rita Sara Tina Uma Wilma Yara Anna Berta Clara Dora""".split()
CITIES = """
    Lima Oslo Graz Bern Porto Malaga Turin Riga Cork Leeds Lyon Bonn Ghent Basel Split Izmir Hanoi Quito Seoul Osaka
    Cairo Tunis Accra Lagos Perth Delhi Pune Busan Natal Davos Sofia Varna Tirana""".split()
COMPARED = f"""\
What this compares: the time of one call that takes in {len(EPISODE)} messages and returns when they are stored.
  memscribe: Memscribe.write with the rules writer. Deciding what to keep, checking it, embedding it with the
    built-in encoder and storing it in SQLite (WAL, sync EXTRA) are in the figure; no network, no model asked.
  Mem0: Memory.add of a plain `pip install mem0ai`, local qdrant on disk, telemetry off. Its model and its
    embeddings answer at once, with {len(FACTS)} facts written beforehand: the figure is Mem0's own overhead, less
    than any real use takes.
What it does not compare: what is kept and how good that is (the rules writer is no language model), search, many
  writers at once, a qdrant server, or the time of a real model, which comes on top for whoever asks one.
"""


def python_of_mem0() -> Path:
    """Return the interpreter of Mem0's environment, making the environment where there is none."""
    folder = PLACE / "mem0"
    python, made = folder / "bin" / "python", folder / f"made-for-{MEM0}"
    if not made.exists():
        print(f"making {folder} with mem0ai {MEM0} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"mem0ai=={MEM0}"], check=True)
        made.touch()
    return python


class Child:
    """Another program that reads and answers JSON, a line each.

    Args:
        command: What to run.
        log: Where its error output goes.
        env: Its whole environment (default: ours).
    """

    def __init__(self, command: list[str | Path], log: Path, env: dict[str, str] | None = None) -> None:
        self._name, self._log = str(command[-1]), log
        with log.open("w") as errors:
            self._run = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=env
            )

    def ask(self, question: dict[str, Any]) -> Any:  # noqa: ANN401
        """Send one line and return the answer."""
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        self._run.stdin.write(json.dumps(question) + "\n")
        self._run.stdin.flush()
        if line := self._run.stdout.readline():
            return json.loads(line)
        tail = self._log.read_text()[-2000:]
        raise RuntimeError(f"expected an answer from {self._name}, but it ended with {self._run.wait()}:\n{tail}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._run.terminate()
        self._run.communicate()


@dataclass(frozen=True, slots=True)
class Block:
    """Some writes in a row; of each: time, processor time, operations stored, and time by part."""

    ms: list[float]
    cpu_ms: list[float]
    stored: list[int]
    parts: list[dict[str, float]]


class Ours:
    """memscribe: rules writer, SQLite, built-in encoder, in this process."""

    def __init__(self, memory: Memscribe, memories: int) -> None:
        self._memory = memory
        self._given = filler(memories, seed=1)

    def prepare(self, users: list[str]) -> None:
        """Give each user some memories."""
        for user in users:
            if self._given:
                self._memory.load(self._given, scope=_scope(user))

    def write(self, users: list[str]) -> Block:
        """Write the episode once for each user."""
        block = Block([], [], [], [])
        for user in users:
            messages = [Message.model_validate(message) for message in episode(user)]
            start, cpu = time.perf_counter(), time.process_time()
            receipt = self._memory.write(messages, scope=_scope(user), at=NOW)
            block.ms.append((time.perf_counter() - start) * 1e3)
            block.cpu_ms.append((time.process_time() - cpu) * 1e3)
            block.stored.append(receipt.count("accept"))
        return block

    def count(self, users: list[str]) -> list[int]:
        """Return how many memories the store holds of each user."""
        return [len(self._memory.memories(scope=_scope(user))) for user in users]


class Theirs:
    """Mem0, in its own environment and process."""

    def __init__(self, child: Child, folder: Path, port: int, memories: int) -> None:
        self._child = child
        self.versions: dict[str, str] = child.ask(
            {
                "url": f"http://127.0.0.1:{port}/v1",
                "folder": str(folder),
                "dimensions": DIMENSIONS,
                "memories": [given.text for given in filler(memories, seed=1)],
            }
        )

    def prepare(self, users: list[str]) -> None:
        """Give each user some memories."""
        self._child.ask({"do": "prepare", "users": users})

    def write(self, users: list[str]) -> Block:
        """Write the episode once for each user; the clock is read inside Mem0's process."""
        return Block(
            **self._child.ask({"do": "add", "users": users, "episodes": [episode(user) for user in users]})
        )

    def count(self, users: list[str]) -> list[int]:
        """Return how many memories the store holds of each user."""
        return self._child.ask({"do": "count", "users": users})["counts"]


def _scope(user: str) -> Scope:
    return Scope(tenant="bench", user=user)


def episode(user: str) -> list[dict[str, str]]:
    """Return the episode with names, places and numbers of the user's own.

    Nobody is told the same twice, so that no side is timed while it remembers texts it has just seen.
    """
    i = int(user)
    own = {
        "Oslo": CITIES[i % len(CITIES)],
        "Lima": CITIES[(i + 1) % len(CITIES)],
        "Ana": NAMES[i % len(NAMES)],
        "2019": str(1985 + i % 38),
        "9 am": f"{7 + i % 3}:{10 + i % 49} am",
        "84": str(84 + i),
    }
    named = re.compile("|".join(rf"\b{word}\b" for word in own))
    return [{"role": role, "content": named.sub(lambda at: own[at[0]], text)} for role, text in EPISODE]


def commit_ms(folder: Path, journal: str, times: int = 15) -> float:
    """Return the median milliseconds of one durable SQLite commit in a folder: what the disk costs there."""
    taken: list[float] = []
    with closing(sqlite3.connect(folder / f"probe-{journal}.db", isolation_level=None)) as base:
        base.execute(f"PRAGMA journal_mode={journal}")
        base.execute("PRAGMA synchronous=EXTRA")
        base.execute("CREATE TABLE probe (page BLOB)")
        for _ in range(times):
            start = time.perf_counter()
            base.execute("INSERT INTO probe VALUES (zeroblob(4096))")
            taken.append((time.perf_counter() - start) * 1e3)
    return round(statistics.median(taken), 2)


def ratio_interval(ours: list[Block], theirs: list[Block], times: int = 4000) -> tuple[float, float]:
    """Return a 95 % interval of the ratio of medians.

    Pairs of neighbouring blocks are resampled, not single writes: what disturbs one disturbs its neighbours too
    (percentile bootstrap, Efron & Tibshirani 1993, ch. 13).
    """
    rng = random.Random(7)  # noqa: S311
    ratios: list[float] = []
    for _ in range(times):
        picked = [rng.randrange(len(ours)) for _ in ours]
        ratios.append(_median(theirs[i] for i in picked) / _median(ours[i] for i in picked))
    ratios.sort()
    return round(ratios[int(times * 0.025)], 2), round(ratios[int(times * 0.975)], 2)


def _median(blocks: Any) -> float:  # noqa: ANN401
    return statistics.median(ms for block in blocks for ms in block.ms)


def take_turns(ours: Ours, theirs: Theirs, runs: int) -> tuple[list[Block], list[Block]]:
    """Write in alternating blocks; who goes first alternates too. One uncounted block each comes before."""
    done: tuple[list[Block], list[Block]] = ([], [])
    for number, first in enumerate(range(0, BLOCK + runs, BLOCK)):
        users = [str(i) for i in range(first, min(first, runs) + BLOCK)]
        sides = [(ours, done[0]), (theirs, done[1])]
        for side, _ in sides:
            side.prepare(users)
        for side, blocks in sides if number % 2 else reversed(sides):
            blocks.append(side.write(users))
    return done[0][1:], done[1][1:]


def compare(place: Path, runs: int, memories: int) -> dict[str, Any]:
    """Measure both sides with their stores in a folder of this place."""
    answer = json.dumps(
        {"memory": [{"id": str(i), "text": t, "attributed_to": "user"} for i, t in enumerate(FACTS)]}
    )
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=place)))
        quiet = {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder), "HOME": str(folder), "OMP_NUM_THREADS": "1"}
        endpoint = stack.enter_context(
            Child([sys.executable, HERE / "instant_endpoint.py"], folder / "endpoint.log")
        )
        port = endpoint.ask({"answer": answer, "dimensions": DIMENSIONS})
        mem0 = Child([python_of_mem0(), HERE / "peer_mem0.py"], folder / "mem0.log", quiet)
        theirs = Theirs(stack.enter_context(mem0), folder, port, memories)
        ours = Ours(stack.enter_context(Memscribe.open(folder / "memscribe.db", writer="rules")), memories)
        commits = {journal: commit_ms(folder, journal) for journal in ("wal", "delete")}
        blocks = take_turns(ours, theirs, runs)
        users = [str(i) for i in range(BLOCK, BLOCK + runs)]
        sides = [_side(b, s.count(users), memories) for b, s in zip(blocks, (ours, theirs), strict=True)]
        busy = endpoint.ask({})
    return {
        "commit_ms": commits,
        "memscribe": sides[0],
        "mem0": {**sides[1], "parts_ms": _parts(blocks[1]), "endpoint_ms_per_request": busy},
        "ratio": round(_median(blocks[1]) / _median(blocks[0]), 2),
        "ratio_interval_95": ratio_interval(*blocks),
        "load_before_and_after": [round(load, 2), round(os.getloadavg()[0], 2)],
        "versions": {"memscribe": version("memscribe"), **theirs.versions, "python": sys.version.split()[0]},
    }


def _side(blocks: list[Block], counts: list[int], memories: int) -> dict[str, Any]:
    """Return one side's numbers, having made sure that every write stored something."""
    stored = [count for block in blocks for count in block.stored]
    kept = [count - memories for count in counts]
    if min(stored) < 1 or min(kept) < 1:
        raise RuntimeError(
            f"expected every write to store something, got {stored} reported and {kept} more held: not comparable"
        )
    times = [ms for block in blocks for ms in block.ms]
    cpu = round(statistics.median(ms for block in blocks for ms in block.cpu_ms), 2)
    return {**summary(times), "cpu": cpu, "stored": statistics.median(stored), "held_more": statistics.median(kept)}


def _parts(blocks: list[Block]) -> dict[str, float]:
    """Return the median milliseconds of each part of a write, and of what is left."""
    each = [(ms, parts) for block in blocks for ms, parts in zip(block.ms, block.parts, strict=True)]
    spent = {name: round(statistics.median(parts[name] for _, parts in each), 2) for name in each[0][1]}
    return {**spent, "rest": round(statistics.median(ms - sum(parts.values()) for ms, parts in each), 2)}


def tell(place: str, runs: int, memories: int, result: dict[str, Any]) -> None:
    """Print one comparison."""
    print(f"{place}: {runs} writes a side, {memories} memories of the user before each")
    for name in ("memscribe", "mem0"):
        side = result[name]
        print(
            f"  {name:9}  median {side['median']:7.2f} ms   quartiles {side['q1']:7.2f} .. {side['q3']:7.2f}"
            f"   on the processor {side['cpu']:6.2f}"
            f"   stored {side['stored']:g} operations a write, then {side['held_more']:g} more memories found"
        )
    low, high = result["ratio_interval_95"]
    print(f"  Mem0 takes {result['ratio']} times as long (95 % interval {low} to {high})")
    parts = ", ".join(f"{name} {ms}" for name, ms in result["mem0"]["parts_ms"].items())
    asked = result["mem0"]["endpoint_ms_per_request"]
    print(f"  Mem0's time by part, medians in ms: {parts}; of http, the endpoint takes {asked} a request")
    commits = result["commit_ms"]
    print(
        f"  one bare SQLite commit here: {commits['wal']} ms with a write-ahead log (memscribe makes 1 a write), "
        f"{commits['delete']} ms with a rollback journal (Mem0 and its qdrant make {len(FACTS) + 2})"
    )
    print("  (processor times are of either process alone, and change less on a busy machine)")
    print("  load average before and after:", *result["load_before_and_after"])


def main() -> None:
    """Compare on disk, and where syncing costs nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--memories", type=int, default=20, help="that each user has before")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    python_of_mem0()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the children inherit it
    places = {"on disk": PLACE, "in memory, where syncing is free": Path("/dev/shm")}  # noqa: S108
    results = {
        name: compare(place, options.runs, options.memories) for name, place in places.items() if place.is_dir()
    }
    if options.json:
        json.dump(results, sys.stdout, indent=1)
        return
    print(COMPARED)
    for name, result in results.items():
        tell(name, options.runs, options.memories, result)
    print(json.dumps(next(iter(results.values()))["versions"]))


if __name__ == "__main__":
    main()
