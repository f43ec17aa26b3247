"""Speed of write and search on one core: medians with spread.

    python benchmarks/speed.py [--runs 40] [--memories 10000] [--json]

Writes a 10-message episode durably (SQLite, WAL, synchronous=EXTRA, embeddings included) into a scope that already
holds memories, then searches 10,000 memories in one scope. Run it alone on the machine; the process binds itself
to one core.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memscribe import Given, Memscribe, Message, Scope

EPISODE = [
    ("user", "Hi! Before we plan the trip: I moved from Oslo to Lima in May, so flights should start there."),
    ("assistant", "Congratulations on the move! Lima it is. When would you like to travel?"),
    ("user", "From 2 to 10 September. My sister Ana comes along, she's allergic to peanuts."),
    ("assistant", "Noted. Do you prefer window or aisle seats?"),
    ("user", "Window, always. And never book anything before 9 am for me."),
    ("tool", '{"flights": [{"from": "LIM", "to": "CUZ", "dep": "2026-09-02T10:20", "price": 84.0}]}'),
    ("assistant", "There is a flight to Cusco on 2 September at 10:20 for 84 euros. Shall I take it?"),
    ("user", "Yes please. What's the weather like there in September?"),
    ("assistant", "Dry and sunny, cold nights."),
    ("user", "Great. I've been a vegetarian since 2019 by the way, so keep that in mind for restaurants."),
]
ADA = Scope(tenant="bench", user="ada")
NOW = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)


def timed(job: Callable[[int], object], runs: int, warm: int = 3) -> dict[str, float]:
    """Run a job some times after a warm-up.

    Returns:
        Median, quartiles and extremes of the wall time, and the median of the processor time, in milliseconds.
        Where others use the machine the two drift apart.
    """
    for i in range(warm):
        job(-1 - i)
    walls: list[float] = []
    processor: list[float] = []
    for i in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        job(i)
        walls.append((time.perf_counter() - wall) * 1e3)
        processor.append((time.process_time() - cpu) * 1e3)
    return {**summary(walls), "processor": round(statistics.median(processor), 2)}


def summary(times: list[float]) -> dict[str, float]:
    """Return median, quartiles and extremes."""
    low, median, high = statistics.quantiles(times, n=4)
    values = {"median": median, "q1": low, "q3": high, "min": min(times), "max": max(times)}
    return {name: round(value, 2) for name, value in values.items()}


def filler(count: int, seed: int) -> list[Given]:
    """Return distinct memories with a realistic spread of words."""
    rng = random.Random(seed)  # noqa: S311
    who = ["User", "User's sister Ana", "User's colleague Ravi", "Team Ochre", "User's dentist", "The office"]
    what = ["prefers", "keeps", "bought", "plans", "moved", "repaired", "visits", "avoids", "teaches", "sold"]
    thing = [
        "a red bicycle",
        "the garden shed",
        "two violins",
        "green tea",
        "the weekly report",
        "a tent",
        "jazz records",
    ]
    where = [
        "in Lima",
        "in Graz",
        "near the station",
        "at home",
        "in the cellar",
        "by the lake",
        "at work",
        "in Oslo",
    ]
    return [
        Given(
            text=" ".join(map(rng.choice, (who, what, thing, where))) + f" on {day:%Y-%m-%d %H:%M}.",
            external_id=str(i),
            origin="user_typed",
            recorded_at=day,
        )
        for i in range(count)
        for day in [NOW - timedelta(minutes=rng.randrange(1, 1_000_000))]
    ]


def bench_write(folder: Path, runs: int, memories: int) -> dict[str, object]:
    """Time durable writes of the 10-message episode, each into a user of its own with some memories."""
    messages = [Message(role=role, content=text) for role, text in EPISODE]  # pyright: ignore[reportArgumentType]
    stored: list[int] = []
    with Memscribe.open(folder / f"write-{memories}.db", writer="rules") as memory:
        given = filler(memories, seed=1)

        def scope(i: int) -> Scope:
            return Scope(tenant="bench", user=f"user{i}")

        for i in range(-3, runs):
            memory.load(given, scope=scope(i))

        def write(i: int) -> None:
            receipt = memory.write(messages, scope=scope(i), at=NOW)
            stored.append(receipt.count("accept"))

        times = timed(write, runs)
    return {**times, "stored_per_episode": stored[-1], "memories_before": memories}


def bench_search(folder: Path, runs: int, memories: int) -> dict[str, object]:
    """Time searches in one scope."""
    questions = ["who plays the violin", "red bicycle by the lake", "what does Ana avoid", "where is the office"]
    with Memscribe.open(folder / "search.db", writer="rules") as memory:
        given = filler(memories, seed=2)
        for i in range(0, memories, 1000):
            memory.load(given[i : i + 1000], scope=ADA)
        times = timed(lambda i: memory.search(questions[i % 4], scope=ADA, limit=10), runs)
    return {**times, "memories": memories}


def main() -> None:
    """Run both and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result = {
            "write, 10 messages, 20 memories before (ms)": bench_write(folder, options.runs, 20),
            "write, 10 messages, 500 memories before (ms)": bench_write(folder, options.runs // 4, 500),
            f"search, {options.memories} memories (ms)": bench_search(folder, options.runs * 2, options.memories),
        }
    if options.json:
        json.dump(result, sys.stdout, indent=1)
        return
    for name, values in result.items():
        print(name, *(f"{key} {value}" for key, value in values.items()), sep="  ")


if __name__ == "__main__":
    main()
