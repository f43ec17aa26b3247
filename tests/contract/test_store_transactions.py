"""Batches are applied whole, once, and in turn; each test runs on every backend."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from memscribe.core.errors import (
    ConflictError,
    IdempotencyConflictError,
    InputError,
    MemscribeError,
    NotFoundError,
    ReviewError,
    ScopeError,
    StoreError,
    VersionConflictError,
)
from memscribe.core.ports import Batch, MemoryFilter, Store
from memscribe.text.terms import terms
from store_parts import (
    ADA,
    BOB,
    ELSEWHERE,
    ENCODER,
    EVERY_STATUS,
    SESSION,
    TENANT,
    Maker,
    following,
    texts,
    unit,
)

# Atomicity, idempotency, revisions -------------------------------------------------------------------------------


def _failing_batches(make: Maker, known: Batch) -> dict[str, tuple[Batch, type[MemscribeError]]]:
    """Return batches whose last part cannot be applied, after others that could."""
    fresh = make.version("Never to be seen.")
    taken = make.version(external_id="taken")
    good: dict[str, Any] = {"held": 1, "vectors": {"Never to be seen.": unit(1, 2, 3)}}
    whole = make.batch(fresh, **good)
    return {
        "version number": (make.batch(fresh, known.versions[0], **good), VersionConflictError),
        "external id": (make.batch(fresh, taken, **good), ConflictError),
        "undecidable": (make.batch(fresh, decided=[known.held[0]], **good), ReviewError),
        "unknown held": (
            make.batch(fresh, decided=[known.held[0].model_copy(update={"id": "held_x"})], **good),
            NotFoundError,
        ),
        "receipt id": (make.batch(fresh, id=known.receipt.id), ConflictError),
        "dimensions": (make.batch(fresh, held=1, vectors={fresh.text: unit(1, 2)}), InputError),
        "foreign version": (make.batch(fresh, make.version(scope=BOB), **good), ScopeError),
        "surrogate": (
            make.batch(fresh, fresh.model_copy(update={"memory_id": "mem_y", "text": "\ud83d"}), **good),
            InputError,
        ),
        "held id": (
            Batch(receipt=whole.receipt, versions=whole.versions, held=(known.held[0],)),
            ConflictError,
        ),
        "episode id": (
            Batch(receipt=whole.receipt, versions=whole.versions, held=whole.held, episode=known.episode),
            ConflictError,
        ),
    }


@pytest.mark.parametrize("fault", _failing_batches(Maker(), Maker().batch(Maker().version(), held=1)))
def test_a_batch_that_fails_leaves_no_trace(store: Store, make: Maker, fault: str) -> None:
    known = make.batch(make.version(external_id="taken"), held=1, vectors={"Ada lives in Lima.": unit(1, 2, 3)})
    store.apply(known)
    batch, error = _failing_batches(make, known)[fault]
    if batch.receipt.id != known.receipt.id:
        batch = _with_key(batch, "retry")

    def everything() -> tuple[object, ...]:
        return (
            store.revision(ADA),
            store.find(MemoryFilter(scope=ADA, statuses=EVERY_STATUS)),
            store.receipts(scope=ADA, limit=99),
            store.held(scope=ADA),
            store.keyed_receipt("retry", scope=ADA),
            store.episode(batch.episode.id, scope=ADA) if batch.episode else None,
            store.matching(terms("never seen"), MemoryFilter(scope=ADA), limit=9),
            store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER),
        )

    before = everything()
    with pytest.raises(error):
        store.apply(batch)
    assert everything() == before


def _with_key(batch: Batch, key: str) -> Batch:
    return Batch(
        receipt=batch.receipt.model_copy(update={"idempotency_key": key}),
        versions=batch.versions,
        episode=batch.episode,
        held=batch.held,
        decided=batch.decided,
        vectors=batch.vectors,
        encoder_id=batch.encoder_id,
    )


def test_a_retry_with_the_same_key_and_body_returns_the_first_receipt(store: Store, make: Maker) -> None:
    first = make.batch(make.version(), key="k", body_hash="h")
    store.apply(first, expected_revision=0)

    again = make.batch(make.version(), key="k", body_hash="h")

    assert store.apply(again, expected_revision=0) == first.receipt  # although the revision moved on
    assert store.revision(ADA) == 1
    assert len(store.find(MemoryFilter(scope=ADA))) == 1
    assert store.receipt(again.receipt.id, scope=ADA) is None


def test_a_known_key_with_another_body_is_refused(store: Store, make: Maker) -> None:
    store.apply(make.batch(key="k", body_hash="h"))

    with pytest.raises(IdempotencyConflictError, match="use a new key"):
        store.apply(make.batch(make.version(), key="k", body_hash="other"))
    assert texts(store) == []


def test_idempotency_keys_are_unique_in_a_scope_only(store: Store, make: Maker) -> None:
    for scope in (ADA, BOB, TENANT, ELSEWHERE):
        store.apply(make.batch(scope=scope, key="k", body_hash=str(scope)))

    assert store.keyed_receipt("k", scope=SESSION) is None
    for scope in (ADA, BOB, TENANT, ELSEWHERE):
        known = store.keyed_receipt("k", scope=scope)
        assert known is not None
        assert (known[0], known[1].scope) == (str(scope), scope)


def test_the_revision_grows_by_one_with_every_batch_of_exactly_this_scope(store: Store, make: Maker) -> None:
    for expected in (1, 2, 3):
        store.apply(make.batch())
        assert store.revision(ADA) == expected
    assert [store.revision(scope) for scope in (TENANT, SESSION, BOB, ELSEWHERE)] == [0, 0, 0, 0]


def test_a_batch_decided_upon_an_older_revision_is_refused(store: Store, make: Maker) -> None:
    store.apply(make.batch(), expected_revision=0)

    with pytest.raises(VersionConflictError, match=r"expected revision 0 of scope .*, got 1"):
        store.apply(make.batch(make.version()), expected_revision=0)
    store.apply(make.batch(make.version()), expected_revision=1)
    assert len(texts(store)) == 1


def test_the_secret_is_32_bytes_and_stays(store: Store) -> None:
    assert len(store.secret()) == 32
    assert store.secret() == store.secret()


# Closing, threads ------------------------------------------------------------------------------------------------


def _calls(make: Maker) -> dict[str, Callable[[Store], object]]:
    where = MemoryFilter(scope=ADA)
    return {
        "revision": lambda store: store.revision(ADA),
        "apply": lambda store: store.apply(make.batch()),
        "receipt": lambda store: store.receipt("x", scope=ADA),
        "receipts": lambda store: store.receipts(scope=ADA, limit=1),
        "keyed_receipt": lambda store: store.keyed_receipt("x", scope=ADA),
        "episode": lambda store: store.episode("x", scope=ADA),
        "history": lambda store: store.history("x", scope=ADA),
        "find": lambda store: store.find(where),
        "matching": lambda store: store.matching(["x"], where, limit=1),
        "nearest": lambda store: store.nearest(np.ones(1, np.float32), where, encoder_id="x", limit=1),
        "vectors": lambda store: store.vectors(where, encoder_id="x"),
        "held": lambda store: store.held(scope=ADA),
        "held_item": lambda store: store.held_item("x", scope=ADA),
        "secret": lambda store: store.secret(),
    }


@pytest.mark.parametrize("call", _calls(Maker()))
def test_a_closed_store_says_so(store: Store, make: Maker, call: str) -> None:
    store.apply(make.batch(make.version()))
    store.close()
    store.close()

    with pytest.raises(StoreError, match="is closed: open"):
        _calls(make)[call](store)


def test_the_list_of_calls_above_is_whole() -> None:
    methods = {name for name in vars(Store) if not name.startswith("_")}
    assert methods - {"close"} == set(_calls(Maker()))


def test_threads_lose_no_update(store: Store) -> None:
    """Sixteen writers count in one memory; each reads, adds one, and tries again where another came first."""
    make = Maker()
    version = make.version("0")
    store.apply(make.batch(version))
    gate = threading.Barrier(16)

    def count(worker: int) -> None:
        mine = Maker()
        gate.wait()
        for turn in range(5):
            while True:
                last = store.history(version.memory_id, scope=ADA)[-1]
                following_one = following(last, seconds=last.number, text=str(int(last.text) + 1))
                batch = mine.batch(following_one, id=f"rcp_{worker}_{turn}_{last.number}")
                renamed = Batch(
                    receipt=batch.receipt,
                    versions=tuple(v.model_copy(update={"receipt_id": batch.receipt.id}) for v in batch.versions),
                )
                try:
                    store.apply(renamed)
                except VersionConflictError:
                    continue
                break

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(count, range(16)))

    assert texts(store) == ["80"]
    assert len(store.history(version.memory_id, scope=ADA)) == 81
    assert store.revision(ADA) == 81


def test_readers_see_whole_batches_while_a_writer_works(store: Store) -> None:
    """Every batch writes two memories; no reader ever sees one without the other."""
    make = Maker()
    done = threading.Event()

    def write() -> None:
        try:
            for n in range(60):
                pair = [make.version(f"{side} {n}", seconds=n) for side in ("left", "right")]
                store.apply(make.batch(*pair, vectors={one.text: unit(1, n) for one in pair}))
        finally:
            done.set()

    def read(_: int) -> list[int]:
        odd: list[int] = []
        while not done.is_set():
            where = MemoryFilter(scope=ADA)
            near = store.nearest(np.ones(2, np.float32), where, encoder_id=ENCODER, limit=999)
            matching = store.matching(["left", "right"], where, limit=999)
            odd += [len(answer) % 2 for answer in (store.find(where), near, matching)]
        return odd

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, n) for n in range(3)]
        pool.submit(write).result()
        seen = [parity for reader in readers for parity in reader.result()]

    assert sum(seen) == 0
    assert len(store.find(MemoryFilter(scope=ADA))) == 120
