"""Speed of the SQLite store on one core, and of the ways to compare vectors that were weighed for it.

    python benchmarks/store.py [--memories 10000] [--runs 50]

Fills one scope with memories of 384 dimensions, in batches of five, and asks. The ways that were not taken need
``pip install sqlite-vec`` and are left out without it. Run it alone on the machine.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import numpy as np

from memscribe.core.ids import UuidIds
from memscribe.core.memory import Version
from memscribe.core.ports import Batch, MemoryFilter
from memscribe.core.receipt import Receipt
from memscribe.core.scope import Scope
from memscribe.store import SqliteStore

DIMENSIONS = 384
ENCODER = "random@1"
ADA = Scope(tenant="bench", user="ada")
START = datetime(2026, 1, 1, tzinfo=UTC)


def timed(name: str, job: Callable[[], object], runs: int) -> None:
    """Print the medians of wall and processor time; where others use the machine the two drift apart."""
    job()
    walls: list[float] = []
    processor: list[float] = []
    for _ in range(runs):
        wall, used = time.perf_counter(), time.process_time()
        job()
        walls.append((time.perf_counter() - wall) * 1000)
        processor.append((time.process_time() - used) * 1000)
    print(f"{name:50s} {statistics.median(walls):7.2f} ms   processor {statistics.median(processor):7.2f} ms")


class Texts:
    """Random texts whose words are as unevenly frequent as those of a language."""

    def __init__(self) -> None:
        self._choose = np.random.default_rng(0)
        weights = 1 / np.arange(1, 5001)
        self._weights = weights / weights.sum()

    def words(self, count: int) -> list[str]:
        """Return some words; the first twenty are as frequent as a language's function words."""
        return [f"w{n}" for n in self._choose.choice(5000, count, p=self._weights)]

    def content_words(self, count: int) -> list[str]:
        """Return some words without those twenty, as ``query_terms`` leaves them."""
        return [word for word in self.words(4 * count + 40) if int(word[1:]) >= 20][:count]  # noqa: PLR2004

    def vector(self) -> np.ndarray:
        """Return float32[384] of length 1."""
        vector = self._choose.standard_normal(DIMENSIONS).astype("<f4")
        return vector / np.linalg.norm(vector)


def batches(count: int, texts: Texts) -> Iterator[Batch]:
    """Yield batches of five new memories."""
    ids = UuidIds()
    for n in range(count):
        receipt = Receipt(id=ids.new("rcp"), type="write", scope=ADA, at=START, writer="bench")
        versions = tuple(
            Version(
                memory_id=ids.new("mem"),
                number=1,
                scope=ADA,
                kind="profile",
                text=" ".join([*texts.words(10), str(n), str(m)]),
                origin="user_typed",
                receipt_id=receipt.id,
                recorded_at=START + timedelta(seconds=n),
                writer="bench",
            )
            for m in range(5)
        )
        vectors = {version.text: texts.vector().tobytes() for version in versions}
        yield Batch(receipt=receipt, versions=versions, vectors=vectors, encoder_id=ENCODER)


def ask(store: SqliteStore, texts: Texts, runs: int) -> None:
    """Time the questions that an engine asks."""
    here = MemoryFilter(scope=ADA)
    past = MemoryFilter(scope=ADA, known_at=START + timedelta(seconds=50), valid_at=START)
    none = MemoryFilter(scope=ADA, kinds=("task",))
    timed("nearest, 20 of all", lambda: _nearest(store, texts, here), runs)
    timed("nearest, 20 as known long ago", lambda: _nearest(store, texts, past), runs)
    timed("nearest, nothing passes the filter", lambda: _nearest(store, texts, none), runs)
    timed("matching, 20 for 5 words", lambda: store.matching(texts.content_words(5), here, limit=20), runs)
    timed("matching, function words included", lambda: store.matching(texts.words(5), here, limit=20), runs)
    timed("find, the latest 33", lambda: store.find(here, limit=33), runs)


def _nearest(store: SqliteStore, texts: Texts, where: MemoryFilter) -> object:
    return store.nearest(texts.vector(), where, encoder_id=ENCODER, limit=20)


def others(path: Path, texts: Texts, runs: int) -> None:
    """Time the ways that were not taken, on the same rows."""
    try:
        import sqlite_vec
    except ImportError:
        print("sqlite-vec is not installed: the other ways are left out")
        return
    connection = apsw.Connection(str(path))
    connection.enable_load_extension(enable=True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.execute("CREATE TEMP TABLE small (text_id INTEGER PRIMARY KEY, vector BLOB)").fetchall()
    for text_id, vector in connection.execute("SELECT text_id, vector FROM vectors").fetchall():
        scaled = _int8(np.frombuffer(vector, "<f4"))
        connection.execute("INSERT INTO small VALUES (?, ?)", (text_id, scaled)).fetchall()
    from_where = "FROM versions AS v JOIN {} AS x ON x.text_id = v.text_id WHERE v.superseded_at IS NULL"
    nearest = "SELECT v.id, vec_distance_{}({}) AS far {} ORDER BY far LIMIT 20"
    for name, table, arguments, encode in (
        ("float32", "vectors", "x.vector, ?", lambda vector: vector.tobytes()),
        ("int8", "small", "vec_int8(x.vector), vec_int8(?)", _int8),
    ):
        for distance in ("cosine", "L2"):
            sql = nearest.format(distance, arguments, from_where.format(table))
            query = encode(texts.vector())
            timed(
                f"sqlite-vec, {name}, {distance}",
                lambda s=sql, q=query: connection.execute(s, (q,)).fetchall(),
                runs,
            )
    joined = "SELECT CAST(group_concat(vector, '') AS BLOB) FROM vectors"
    timed(
        "all vectors as one blob, then numpy",
        lambda: (
            np.frombuffer(connection.execute(joined).fetchall()[0][0], "<f4").reshape(-1, DIMENSIONS)
            @ texts.vector()
        ),
        runs,
    )
    connection.close()


def _int8(vector: np.ndarray) -> bytes:
    return np.round(vector / np.abs(vector).max() * 127).astype("i1").tobytes()


def main() -> None:
    """Fill, ask, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=50)
    given = parser.parse_args()
    texts = Texts()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        store = SqliteStore.open(path)
        made = batches(given.memories // 5 + 1, texts)
        timed("apply, 5 memories with vectors, synced", lambda: store.apply(next(made)), given.memories // 5 - 1)
        before = time.perf_counter()
        _nearest(store, texts, MemoryFilter(scope=ADA))
        print(f"{'nearest, the first time (fills the cache)':50s} {(time.perf_counter() - before) * 1000:7.2f} ms")
        ask(store, texts, given.runs)
        store.close()
        others(path, texts, given.runs)


if __name__ == "__main__":
    main()
