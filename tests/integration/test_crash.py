"""What was acknowledged survives: killed processes, lost power, and writers that race."""

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import apsw
import numpy as np
import pytest

from memscribe.core.errors import StoreError
from memscribe.core.ids import UuidIds
from memscribe.core.ports import MemoryFilter
from memscribe.core.receipt import Receipt
from memscribe.store import SqliteStore
from memscribe.store.sqlite import connections
from power_loss import Disk, Event, Recorder, acknowledged
from store_parts import ADA, EVERY_STATUS, Maker, chooser, unit
from store_process import rich_batch

WRITER = Path(__file__).parents[1] / "store_process.py"


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start writers; each waits for a line before it writes."""
    started: list[subprocess.Popen[str]] = []

    def begin(what: str, path: Path, *numbers: object) -> "subprocess.Popen[str]":
        command = [sys.executable, "-W", "error", str(WRITER), what, str(path), *map(str, numbers)]
        started.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return started[-1]

    yield begin
    for writer in started:
        if writer.returncode is None:
            kill(writer)


def rest_of(writer: "subprocess.Popen[str]") -> list[str]:
    """Wait for a writer's end and return what else it said; a line cut short was not yet said."""
    assert writer.stdin is not None
    assert writer.stdout is not None
    with writer.stdout, writer.stdin:
        output = writer.stdout.read()
    writer.wait(timeout=120)
    return [line.strip() for line in output.splitlines(keepends=True) if line.endswith("\n")]


def until(writer: "subprocess.Popen[str]", word: str) -> None:
    assert writer.stdout is not None
    for line in writer.stdout:
        if line.strip() == word:
            return
    raise AssertionError(f"the writer ended before it said {word!r}")


def let_go(*writers: "subprocess.Popen[str]") -> None:
    for writer in writers:
        until(writer, "ready")
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()


def finish(*writers: "subprocess.Popen[str]") -> list[list[str]]:
    """Return what each said, once all have ended well."""
    said: list[list[str]] = []
    for writer in writers:
        said.append(rest_of(writer))
        assert writer.returncode == 0
    return said


def kill(writer: "subprocess.Popen[str]") -> list[str]:
    """Kill a writer and return the receipts that it had said."""
    writer.kill()
    return rest_of(writer)


def assert_whole(store: SqliteStore, receipt: Receipt) -> None:
    """Every part of a receipt's batch is there."""
    assert receipt.episode_id is not None
    assert receipt.idempotency_key is not None
    assert store.episode(receipt.episode_id, scope=ADA) is not None
    assert store.keyed_receipt(receipt.idempotency_key, scope=ADA) == ("h", receipt)
    for item in receipt.items:
        for written in item.versions:
            version = store.history(written.memory_id, scope=ADA)[written.number - 1]
            assert (version.receipt_id, version.episode_id) == (receipt.id, receipt.episode_id)
        if item.held_id:
            assert store.held_item(item.held_id, scope=ADA) is not None


def assert_sound(path: Path, acked: list[str]) -> int:
    """Check a whole file; returns how many batches it holds."""
    store = SqliteStore.open(path)
    try:
        receipts = store.receipts(scope=ADA, limit=1_000_000)
        lost = set(acked) - {receipt.id for receipt in receipts}
        assert not lost, f"{len(lost)} acknowledged batches are lost"
        for receipt in receipts:
            assert_whole(store, receipt)
        everything = MemoryFilter(scope=ADA, statuses=EVERY_STATUS)
        heads = store.find(everything)
        histories = [store.history(version.memory_id, scope=ADA) for version in heads]
        named = {(one.memory_id, one.number) for r in receipts for item in r.items for one in item.versions}
        assert {(v.memory_id, v.number) for history in histories for v in history} == named
        assert len(store.held(scope=ADA)) == len(receipts) == store.revision(ADA)
        assert len(store.vectors(everything, encoder_id="encoder@1")) == len(heads)
    finally:
        store.close()
    connection = apsw.Connection(str(path))
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        # compares the lexicon with the texts
        connection.execute("INSERT INTO lexicon (lexicon, rank) VALUES ('integrity-check', 1)")
        assert connection.execute("SELECT count(*) FROM episodes").fetchall() == [(len(receipts),)]
    finally:
        connection.close()
    return len(receipts)


# Killed processes -----------------------------------------------------------------------------------------------


def kill_writers(start: Start, path: Path, kills: int, choose: random.Random) -> None:
    acked: list[str] = []
    for n in range(kills):
        writer = start("write", path)
        let_go(writer)
        if n % 2:  # otherwise in the first write, or before
            assert writer.stdout is not None
            acked.append(writer.stdout.readline().strip())
        time.sleep(choose.uniform(0, 0.05))  # a batch takes about a millisecond: any moment of a write
        acked += kill(writer)
    assert len(acked) >= kills // 2
    stored = assert_sound(path, acked)
    # killed between commit and saying so: stored, but not acknowledged
    assert len(acked) <= stored <= len(acked) + kills


def test_a_killed_writer_loses_nothing_acknowledged_and_leaves_nothing_half_done(
    start: Start, tmp_path: Path
) -> None:
    choose = chooser(1)
    for n in range(5):
        kill_writers(start, tmp_path / f"memory{n}.db", 5, choose)


@pytest.mark.slow
def test_three_hundred_killed_writers_lose_nothing(start: Start, tmp_path: Path) -> None:
    choose = chooser(2)
    for n in range(30):
        kill_writers(start, tmp_path / f"memory{n}.db", 10, choose)


def test_a_process_killed_while_it_makes_the_file_leaves_a_file_that_opens(start: Start, tmp_path: Path) -> None:
    choose = chooser(3)
    for n in range(6):
        path = tmp_path / f"memory{n}.db"
        writer = start("write", path)
        until(writer, "opening")
        time.sleep(choose.uniform(0, 0.012))
        kill(writer)
        assert assert_sound(path, []) == 0


# Lost power -----------------------------------------------------------------------------------------------------

_numbers = count()


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    vfs = Recorder(f"recorder{next(_numbers)}")
    yield vfs
    vfs.unregister()


def record(recorder: Recorder, path: Path) -> list[Event]:
    """Make a file, fill it past a checkpoint, close it, open it again and write on."""
    make = Maker(ids=UuidIds())
    previous = None
    turn = count()
    for batches in (12, 90):
        store = SqliteStore.open(path, vfs=recorder.name)
        for _ in range(batches):
            batch = rich_batch(make, previous, next(turn))
            store.apply(batch)
            recorder.events.append(Event("ack", batch.receipt.id))
            previous = batch.versions[-1]
        store.close()
    return recorder.events


def survivals(
    events: list[Event], folder: Path, points: set[int], seeds: range, check: Callable[[Path, list[str]], None]
) -> None:
    """Lose the power before each of some events, and check what the disk holds then."""
    disk = Disk()
    for point, event in enumerate(events):
        if point in points:
            for seed in seeds:
                left = folder / f"{point}-{seed}"
                left.mkdir()
                disk.leave(left, chooser(point * 1000 + seed))
                check(left / "memory.db", acknowledged(events[:point]))
                shutil.rmtree(left)
        disk.follow(event)


def assert_survives(path: Path, acked: list[str]) -> None:
    assert len(acked) <= assert_sound(path, acked) <= len(acked) + 1


def test_lost_power_loses_nothing_acknowledged(tmp_path: Path, recorder: Recorder) -> None:
    events = record(recorder, tmp_path / "memory.db")
    assert any(event.what == "write" and event.name == "memory.db-wal" for event in events)
    points = set(chooser(4).sample(range(len(events)), 200)) | set(range(0, 120, 4))

    survivals(events, tmp_path, points, range(1), assert_survives)


@pytest.mark.slow
def test_lost_power_at_any_point_loses_nothing_acknowledged(tmp_path: Path, recorder: Recorder) -> None:
    events = record(recorder, tmp_path / "memory.db")

    survivals(events, tmp_path, set(range(len(events))), range(3), assert_survives)


@pytest.mark.parametrize("less", ["FULL", "NORMAL"])
def test_the_simulated_power_loss_finds_a_store_that_syncs_less(
    tmp_path: Path, recorder: Recorder, monkeypatch: pytest.MonkeyPatch, less: str
) -> None:
    """The control, and the reason for EXTRA: with less, what was acknowledged is lost, or the whole file."""
    settings = connections._SETTINGS
    monkeypatch.setattr(connections, "_SETTINGS", settings.replace("synchronous = EXTRA", f"synchronous = {less}"))
    events = record(recorder, tmp_path / "memory.db")
    monkeypatch.undo()
    lost: list[str] = []

    def count_lost(path: Path, acked: list[str]) -> None:
        try:
            assert_survives(path, acked)
        except (AssertionError, StoreError):
            lost.append(path.parent.name)

    late = range(len(events) // 2, len(events))
    survivals(events, tmp_path, set(chooser(5).sample(late, 20)), range(1), count_lost)

    assert lost


# Racing processes -----------------------------------------------------------------------------------------------


def test_two_processes_lose_no_update(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore.open(path)
    make = Maker()
    zero = make.version("0")
    store.apply(make.batch(zero))

    writers = [start("count_up", path, zero.memory_id, 100) for _ in range(2)]
    let_go(*writers)
    finish(*writers)

    assert [version.text for version in store.find(MemoryFilter(scope=ADA))] == ["200"]
    assert len(store.history(zero.memory_id, scope=ADA)) == 201
    assert store.revision(ADA) == 201
    store.close()


def test_the_revision_grows_by_the_batches_of_all_processes(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    writers = [start("write_some", path, 60) for _ in range(2)]  # they also race to make the file
    let_go(*writers)
    acked = [receipt for said in finish(*writers) for receipt in said]

    assert len(acked) == 120
    assert assert_sound(path, acked) == 120


def test_a_key_that_two_processes_race_for_is_applied_once(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    writers = [start("write_keys", path, 80) for _ in range(2)]
    let_go(*writers)
    one, other = finish(*writers)

    assert one == other
    assert len(set(one)) == 80
    store = SqliteStore.open(path)
    assert [receipt.id for receipt in store.receipts(scope=ADA, limit=999)] == one[::-1]
    assert len(store.find(MemoryFilter(scope=ADA))) == 80
    assert store.revision(ADA) == 80
    store.close()


def test_another_process_finds_a_new_vector_at_once(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore.open(path)
    make = Maker()
    store.apply(make.batch(make.version("here"), vectors={"here": unit(1, 2, 3)}))
    where = MemoryFilter(scope=ADA)
    assert len(store.nearest(np.ones(3, np.float32), where, encoder_id="encoder@1", limit=999)) == 1

    writer = start("write_some", path, 5)
    let_go(writer)
    finish(writer)

    assert len(store.nearest(np.ones(3, np.float32), where, encoder_id="encoder@1", limit=999)) == 16
    store.close()
