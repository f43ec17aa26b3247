"""Another process that writes to a store; run as a script, it says on its output what was acknowledged."""

import sys
from pathlib import Path

from memscribe.core.errors import VersionConflictError
from memscribe.core.ids import UuidIds
from memscribe.core.memory import Version
from memscribe.core.ports import Batch
from memscribe.store import SqliteStore

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))

from store_parts import ADA, Maker, following, unit


def say(word: str) -> None:
    """Tell the parent, at once."""
    print(word, flush=True)  # noqa: T201


def rich_batch(make: Maker, previous: Version | None, turn: int) -> Batch:
    """Return a batch of everything: three memories, the end of an earlier one, an episode and a held item."""
    new = [make.version(f"fact {turn} {n} of {make.ids.new('mem')}", seconds=turn) for n in range(3)]
    ends = [following(previous, seconds=turn, ended="changed", superseded_by=new[0].memory_id)] if previous else []
    vectors = {version.text: unit(1, turn, n) for n, version in enumerate(new)}
    return make.batch(*ends, *new, held=1, seconds=turn, vectors=vectors, key=make.ids.new("msg"), body_hash="h")


def write(store: SqliteStore) -> None:
    """Write until killed."""
    make = Maker(ids=UuidIds())
    previous = None
    for turn in range(1_000_000):
        batch = rich_batch(make, previous, turn)
        store.apply(batch)
        say(batch.receipt.id)
        previous = batch.versions[-1]


def write_some(store: SqliteStore, count: int) -> None:
    """Write a number of batches."""
    make = Maker(ids=UuidIds())
    for turn in range(count):
        say(store.apply(rich_batch(make, None, turn)).id)


def count_up(store: SqliteStore, memory_id: str, times: int) -> None:
    """Read a number that all writers share, add one, and try again where another writer came first."""
    make = Maker(ids=UuidIds())
    done = 0
    while done < times:
        last = store.history(memory_id, scope=ADA)[-1]
        batch = make.batch(following(last, seconds=last.number, text=str(int(last.text) + 1)))
        try:
            store.apply(batch)
        except VersionConflictError:
            continue
        done += 1
    say("done")


def write_keys(store: SqliteStore, keys: int) -> None:
    """Write under keys that other writers use at the same time, and say whose receipt stands."""
    make = Maker(ids=UuidIds())
    for n in range(keys):
        say(store.apply(make.batch(make.version(f"key {n}"), key=f"key {n}", body_hash="h")).id)


if __name__ == "__main__":
    _, what, path, *numbers = sys.argv
    say("opening")
    opened = SqliteStore.open(path)
    say("ready")
    sys.stdin.readline()  # the parent lets all of its children go at once
    match what:
        case "write":
            write(opened)
        case "write_some":
            write_some(opened, int(numbers[0]))
        case "count_up":
            count_up(opened, numbers[0], int(numbers[1]))
        case "write_keys":
            write_keys(opened, int(numbers[0]))
        case _:
            raise SystemExit(f"expected write, write_some, count_up or write_keys, got {what!r}")
    opened.close()
