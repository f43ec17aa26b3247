"""What every store promises; each test runs on every backend."""

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from store_parts import (
    ADA,
    BOB,
    ELSEWHERE,
    ENCODER,
    EVERY_STATUS,
    SESSION,
    START,
    TENANT,
    Maker,
    at,
    following,
    instant,
    texts,
    unit,
)

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
from memscribe.core.scope import Scope
from memscribe.store import InMemoryStore, SqliteStore, open_store
from memscribe.text.terms import terms


@pytest.fixture(params=["in_memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = open_store(":memory:" if request.param == "in_memory" else tmp_path / "memory.db")
    assert isinstance(opened, InMemoryStore if request.param == "in_memory" else SqliteStore)
    yield opened
    opened.close()


@pytest.fixture
def make() -> Maker:
    return Maker()


def test_a_new_store_holds_nothing(store: Store) -> None:
    assert store.revision(ADA) == 0
    assert store.find(MemoryFilter(scope=ADA, statuses=EVERY_STATUS)) == ()
    assert store.matching(["lima"], MemoryFilter(scope=ADA), limit=9) == ()
    assert store.nearest(np.ones(2, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9) == ()
    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {}
    assert store.receipts(scope=ADA, limit=9) == ()
    assert store.held(scope=ADA) == ()
    assert store.history("mem_x", scope=ADA) == ()
    assert store.receipt("rcp_x", scope=ADA) is None
    assert store.keyed_receipt("key", scope=ADA) is None
    assert store.episode("ep_x", scope=ADA) is None
    assert store.held_item("held_x", scope=ADA) is None


def test_everything_in_a_batch_is_read_back_as_it_was_given(store: Store, make: Maker) -> None:
    version = make.version(
        "Ada lives in Lima since May.",
        seconds=5,
        valid_from=instant(-100),
        valid_to=instant(900),
        external_id="crm-7",
        supersedes=("mem_a", "mem_b"),
    )
    batch = make.batch(version, held=2, seconds=5, key="k", body_hash="h", messages=["Hello.", "I moved."])

    assert store.apply(batch) == batch.receipt

    (written,) = batch.versions
    assert store.find(MemoryFilter(scope=ADA)) == (written,)
    assert store.history(written.memory_id, scope=ADA) == (written,)
    assert store.receipt(batch.receipt.id, scope=ADA) == batch.receipt
    assert store.receipts(scope=ADA, limit=1) == (batch.receipt,)
    assert store.keyed_receipt("k", scope=ADA) == ("h", batch.receipt)
    assert batch.episode is not None
    assert store.episode(batch.episode.id, scope=ADA) == batch.episode
    assert store.held(scope=ADA) == batch.held
    assert store.held_item(batch.held[1].id, scope=ADA) == batch.held[1]


def test_times_come_back_in_utc_to_the_microsecond(store: Store, make: Maker) -> None:
    tokyo = timezone(timedelta(hours=9))
    moment = datetime(2026, 3, 1, 8, 30, 15, 123457, tzinfo=tokyo)
    version = make.version(recorded_at=moment)
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=9_000_000)))

    first, second = store.history(version.memory_id, scope=ADA)

    assert first.recorded_at == moment
    assert first.superseded_at == second.recorded_at
    for found in (first.recorded_at, first.superseded_at, second.recorded_at):
        assert found is not None
        assert found.utcoffset() == timedelta(0)


def test_receipts_come_newest_first_and_held_items_oldest_first(store: Store, make: Maker) -> None:
    batches = [make.batch(held=1, seconds=-n) for n in range(4)]  # the order of applying counts, not the clock
    for batch in batches:
        store.apply(batch)

    assert [one.id for one in store.receipts(scope=ADA, limit=3)] == [b.receipt.id for b in batches[:0:-1]]
    assert [item.id for item in store.held(scope=ADA)] == [batch.held[0].id for batch in batches]
    assert store.receipts(scope=ADA, limit=0) == ()


# Versions -------------------------------------------------------------------------------------------------------


def test_a_new_version_closes_the_one_before_at_its_recorded_at(store: Store, make: Maker) -> None:
    first = make.version("Ada lives in Oslo.", seconds=1)
    store.apply(make.batch(first))
    store.apply(make.batch(following(first, seconds=7, ended="withdrawn")))

    one, two = store.history(first.memory_id, scope=ADA)

    assert (one.number, one.superseded_at) == (1, at(7))
    assert (two.number, two.superseded_at, two.status) == (2, None, "retracted")


def test_several_versions_of_a_memory_may_stand_in_one_batch(store: Store, make: Maker) -> None:
    first = make.version(seconds=1)
    store.apply(make.batch(first, following(first, seconds=1, ended="corrected")))

    one, two = store.history(first.memory_id, scope=ADA)

    assert one.superseded_at == one.recorded_at == two.recorded_at
    assert store.find(MemoryFilter(scope=ADA, known_at=at(1), statuses=EVERY_STATUS)) == (two,)


@pytest.mark.parametrize("number", [1, 3, 7])
def test_only_the_next_version_number_is_taken(store: Store, make: Maker, number: int) -> None:
    first = make.version()
    store.apply(make.batch(first))

    with pytest.raises(VersionConflictError, match=f"expected version 2 of {first.memory_id}, got {number}"):
        store.apply(make.batch(first.model_copy(update={"number": number})))


def test_a_memory_begins_with_version_one(store: Store, make: Maker) -> None:
    with pytest.raises(VersionConflictError, match="expected version 1"):
        store.apply(make.batch(make.version(number=2)))


def test_recording_never_goes_back_in_time(store: Store, make: Maker) -> None:
    first = make.version(seconds=10)
    store.apply(make.batch(first))

    with pytest.raises(VersionConflictError, match="clock went back"):
        store.apply(make.batch(following(first, seconds=9.999999)))
    store.apply(make.batch(following(first, seconds=10)))


def test_a_version_names_the_receipt_of_its_batch(store: Store, make: Maker) -> None:
    batch = make.batch(make.version())
    stray = Batch(receipt=batch.receipt, versions=(batch.versions[0].model_copy(update={"receipt_id": "rcp_x"}),))

    with pytest.raises(ConflictError, match=r"expected .* to name receipt"):
        store.apply(stray)


def test_undo_puts_back_what_was_before_and_can_itself_be_undone(store: Store, make: Maker) -> None:
    old = make.version("Ada lives in Oslo.")
    store.apply(make.batch(old, vectors={old.text: unit(1, 0)}))
    new = make.version("Ada lives in Lima.", seconds=1)
    change = make.batch(following(old, seconds=1, ended="changed"), new, vectors={new.text: unit(0, 1)})
    store.apply(change)

    undone = store.apply(make.undo(store, change.receipt, seconds=2))
    assert texts(store) == ["Ada lives in Oslo."]
    assert store.history(new.memory_id, scope=ADA)[-1].ended == "undone"
    (hit,) = store.nearest(np.array([1, 0], np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=5)
    assert (hit.memory.text, hit.memory.number) == ("Ada lives in Oslo.", 3)

    store.apply(make.undo(store, undone, seconds=3))
    assert texts(store) == ["Ada lives in Lima."]
    assert [len(store.history(one.memory_id, scope=ADA)) for one in (old, new)] == [4, 3]


# Atomicity, idempotency, revisions ------------------------------------------------------------------------------


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

    with pytest.raises(VersionConflictError, match="expected revision 0 of scope .*, got 1"):
        store.apply(make.batch(make.version()), expected_revision=0)
    store.apply(make.batch(make.version()), expected_revision=1)
    assert len(texts(store)) == 1


def test_the_secret_is_32_bytes_and_stays(store: Store) -> None:
    assert len(store.secret()) == 32
    assert store.secret() == store.secret()


# Scopes ---------------------------------------------------------------------------------------------------------


def test_a_scope_sees_itself_and_its_ancestors(store: Store, make: Maker) -> None:
    for scope in (TENANT, ADA, SESSION, BOB, ELSEWHERE):
        store.apply(make.batch(make.version(f"of {scope}", scope=scope), scope=scope))

    seen = {str(scope): set(texts(store, scope)) for scope in (TENANT, ADA, SESSION, BOB, ELSEWHERE)}

    assert seen == {
        str(TENANT): {f"of {TENANT}"},
        str(ADA): {f"of {TENANT}", f"of {ADA}"},
        str(SESSION): {f"of {TENANT}", f"of {ADA}", f"of {SESSION}"},
        str(BOB): {f"of {TENANT}", f"of {BOB}"},
        str(ELSEWHERE): {f"of {ELSEWHERE}"},
    }
    assert texts(store, SESSION, exact=True) == [f"of {SESSION}"]
    assert texts(store, Scope(tenant="acme", user="ada", session="s2"), exact=True) == []


def test_receipts_and_held_items_are_of_exactly_one_scope_and_episodes_are_visible(
    store: Store, make: Maker
) -> None:
    batch = make.batch(make.version(), held=1, key="k")
    store.apply(batch)
    assert batch.episode is not None

    assert store.episode(batch.episode.id, scope=SESSION) == batch.episode
    assert store.history(batch.versions[0].memory_id, scope=SESSION) == batch.versions
    for scope in (TENANT, BOB, ELSEWHERE):
        assert store.episode(batch.episode.id, scope=scope) is None
        assert store.history(batch.versions[0].memory_id, scope=scope) == ()
    for scope in (SESSION, TENANT, BOB, ELSEWHERE):
        assert store.receipt(batch.receipt.id, scope=scope) is None
        assert store.receipts(scope=scope, limit=9) == ()
        assert store.held(scope=scope) == ()
        assert store.held_item(batch.held[0].id, scope=scope) is None
        assert store.keyed_receipt("k", scope=scope) is None


def test_a_session_may_change_a_memory_of_its_user_which_stays_the_users(store: Store, make: Maker) -> None:
    old = make.version(scope=ADA)
    store.apply(make.batch(old, scope=ADA))
    store.apply(make.batch(following(old, seconds=1, ended="withdrawn"), scope=SESSION))

    assert [version.scope for version in store.history(old.memory_id, scope=ADA)] == [ADA, ADA]
    assert (store.revision(ADA), store.revision(SESSION)) == (1, 1)


@pytest.mark.parametrize("scope", [TENANT, BOB, ELSEWHERE, SESSION])
def test_nobody_continues_a_memory_of_another_scope(store: Store, make: Maker, scope: Scope) -> None:
    mine = make.version(scope=ADA)
    store.apply(make.batch(mine, scope=ADA))

    with pytest.raises(ConflictError, match="to be a memory of scope"):
        store.apply(make.batch(following(mine, seconds=1, scope=scope, ended="withdrawn"), scope=scope))
    assert texts(store, ADA) == [mine.text]


@pytest.mark.parametrize("part", ["episode", "held", "decided"])
def test_all_parts_of_a_batch_belong_to_its_scope(store: Store, make: Maker, part: str) -> None:
    other = make.batch(scope=BOB, held=1)
    mine = make.batch(make.version())
    parts: dict[str, Any] = {"episode": other.episode, "held": other.held, "decided": other.held}

    with pytest.raises(ScopeError, match="a batch has one scope"):
        store.apply(Batch(receipt=mine.receipt, versions=mine.versions, **{part: parts[part]}))


def test_no_scope_ever_sees_what_is_not_its_own_or_an_ancestors(store: Store) -> None:
    """The fuzz: every kind of read from every scope, over tenants and users with awkward names."""
    choose = random.Random(7)
    names = [None, "a", "A", "b", "a b", "%", "'", "é", "用户"]
    scopes = list(
        {
            Scope(
                tenant=choose.choice(["t", "T", "t'", "_"]),
                user=choose.choice(names),
                agent=choose.choice(names[:3]),
                project=choose.choice(names[:3]),
                session=choose.choice(names[:4]),
            )
            for _ in range(60)
        }
    )
    make = Maker()
    batches = [
        make.batch(
            make.version(f"secret {n}", scope=scope),
            scope=scope,
            held=1,
            key="k",
            body_hash=str(n),
            vectors={f"secret {n}": unit(1, n)},
        )
        for n, scope in enumerate(scopes)
    ]
    for batch in batches:
        store.apply(batch)
    everywhere = tuple(batch.versions[0].memory_id for batch in batches)

    for reader in scopes:
        visible = {f"secret {n}" for n, scope in enumerate(scopes) if reader.sees(scope)}
        for exact, memory_ids in ((False, ()), (False, everywhere), (True, everywhere)):
            where = MemoryFilter(scope=reader, exact=exact, memory_ids=memory_ids)
            expected = {text for text in visible if not exact or scopes[int(text[7:])] == reader}
            query = np.array([1, 1], np.float32)
            assert {version.text for version in store.find(where)} == expected
            assert {h.memory.text for h in store.matching(["secret"], where, limit=99)} == expected
            hits = store.nearest(query, where, encoder_id=ENCODER, limit=99)
            assert {hit.memory.text for hit in hits} == expected
            assert set(store.vectors(where, encoder_id=ENCODER)) == expected
        for batch, scope in zip(batches, scopes, strict=True):
            assert bool(store.history(batch.versions[0].memory_id, scope=reader)) == reader.sees(scope)
            assert batch.episode is not None
            assert (store.episode(batch.episode.id, scope=reader) is not None) == reader.sees(scope)
            assert (store.receipt(batch.receipt.id, scope=reader) is not None) == (reader == scope)
            assert (store.held_item(batch.held[0].id, scope=reader) is not None) == (reader == scope)


# External ids ---------------------------------------------------------------------------------------------------


def test_external_ids_are_unique_in_a_scope(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version(external_id="x")))
    store.apply(make.batch(make.version(external_id="x", scope=BOB), scope=BOB))

    with pytest.raises(ConflictError, match="external id 'x' is taken"):
        store.apply(make.batch(make.version(external_id="x")))
    with pytest.raises(ConflictError, match="external id 'y' is taken"):
        store.apply(make.batch(make.version(external_id="y"), make.version(external_id="y")))


def test_a_memory_keeps_its_external_id_when_it_ends_and_gives_it_free_when_undone(
    store: Store, make: Maker
) -> None:
    loaded = make.batch(make.version(external_id="x"))
    store.apply(loaded)
    ended = make.batch(following(loaded.versions[0], seconds=1, ended="withdrawn"))
    store.apply(ended)
    with pytest.raises(ConflictError, match="is taken"):
        store.apply(make.batch(make.version(external_id="x", seconds=2)))

    store.apply(make.undo(store, ended.receipt, seconds=3))
    both = [version for item in loaded.receipt.items for version in item.versions]
    assert len(both) == 1
    last = store.history(both[0].memory_id, scope=ADA)[-1]
    store.apply(make.batch(following(last, seconds=4, ended="undone")))
    store.apply(make.batch(make.version("Loaded again.", external_id="x", seconds=5)))

    assert texts(store) == ["Loaded again."]


# Filters --------------------------------------------------------------------------------------------------------


@pytest.fixture
def moved(store: Store, make: Maker) -> Store:
    """Ada lived in Oslo until second 100 of valid time; the system learnt of the move at second 20."""
    oslo = make.version("Ada lives in Oslo.", seconds=10, valid_from=instant(-500))
    store.apply(make.batch(oslo))
    lima = make.version("Ada lives in Lima.", seconds=20, valid_from=instant(100), supersedes=(oslo.memory_id,))
    store.apply(make.batch(following(oslo, seconds=20, ended="changed", valid_to=instant(100)), lima))
    wrong = make.version("Ada has a cat.", seconds=10, kind="relationship", origin="web")
    store.apply(make.batch(wrong))
    store.apply(make.batch(following(wrong, seconds=30, ended="corrected")))
    return store


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (9.999999, []),
        (10, ["Ada has a cat.", "Ada lives in Oslo."]),
        (19.999999, ["Ada has a cat.", "Ada lives in Oslo."]),
        (20, ["Ada lives in Lima.", "Ada has a cat."]),
        (30, ["Ada lives in Lima."]),
        (None, ["Ada lives in Lima."]),
    ],
)
def test_known_at_gives_what_was_believed_then(moved: Store, known: float | None, expected: list[str]) -> None:
    assert texts(moved, known_at=None if known is None else at(known)) == expected


@pytest.mark.parametrize(
    ("valid", "known", "expected"),
    [
        (-501, None, set()),
        (-500, None, {"Ada lives in Oslo."}),
        (99.999999, None, {"Ada lives in Oslo."}),
        (100, None, {"Ada lives in Lima."}),
        (-501, 15, {"Ada has a cat."}),
        (100, 15, {"Ada lives in Oslo.", "Ada has a cat."}),
        (100, 25, {"Ada lives in Lima.", "Ada has a cat."}),
        (100, 5, set()),
    ],
)
def test_valid_at_gives_what_was_true_then_as_believed_at_known_at(
    moved: Store, valid: float, known: float | None, expected: set[str]
) -> None:
    known_at = None if known is None else at(known)
    found = set(texts(moved, valid_at=at(valid), known_at=known_at))
    assert found == expected
    # with a valid time, statuses have no say
    assert set(texts(moved, valid_at=at(valid), known_at=known_at, statuses=("retracted",))) == expected


@pytest.mark.parametrize("ended", ["corrected", "withdrawn", "undone"])
def test_what_ended_as_never_true_is_true_at_no_time(store: Store, make: Maker, ended: str) -> None:
    version = make.version()
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1, ended=ended)))

    assert texts(store, valid_at=at(0)) == []
    assert texts(store, valid_at=at(0), known_at=at(0.5)) == [version.text]


def test_statuses_kinds_trust_and_ids_narrow_the_answer(moved: Store) -> None:
    assert texts(moved, statuses=("superseded",)) == ["Ada has a cat.", "Ada lives in Oslo."]
    assert texts(moved, statuses=("active", "superseded"), kinds=("relationship", "task")) == ["Ada has a cat."]
    assert texts(moved, statuses=EVERY_STATUS, min_trust=50) == ["Ada lives in Lima.", "Ada lives in Oslo."]
    assert texts(moved, statuses=()) == []
    (lima,) = moved.find(MemoryFilter(scope=ADA))
    assert texts(moved, memory_ids=(lima.memory_id, "mem_x")) == ["Ada lives in Lima."]
    assert texts(moved, memory_ids=("mem_x",)) == []


def test_the_most_recently_recorded_comes_first_across_scopes(store: Store, make: Maker) -> None:
    for n, scope in enumerate([ADA, TENANT, SESSION, ADA, TENANT]):
        store.apply(make.batch(make.version(f"n{n}", seconds=n // 2, scope=scope), scope=scope))

    assert texts(store, SESSION) == ["n4", "n3", "n2", "n1", "n0"]
    assert [v.text for v in store.find(MemoryFilter(scope=SESSION), limit=3)] == ["n4", "n3", "n2"]
    assert store.find(MemoryFilter(scope=SESSION), limit=0) == ()


def _needles(store: Store, make: Maker) -> None:
    """Fill a scope with 150 near misses and three memories that a narrow filter lets through."""
    many = [make.version(f"tea {n}", kind="knowledge", origin="web") for n in range(150)]
    few = [make.version(f"tea needle {n} and much else", kind="plan", seconds=n) for n in range(3)]
    vectors = {version.text: unit(1, 0.001 * n) for n, version in enumerate(many)}
    vectors |= {version.text: unit(n + 1, 5) for n, version in enumerate(few)}
    store.apply(make.batch(*many, *few, vectors=vectors))


@pytest.mark.parametrize("where", [{"kinds": ("plan",)}, {"min_trust": 50}, {"known_at": at(9), "min_trust": 20}])
def test_filters_are_applied_before_the_limit(store: Store, make: Maker, where: dict[str, Any]) -> None:
    _needles(store, make)
    narrow = MemoryFilter(scope=ADA, **where)

    near = store.nearest(np.array([1, 0], np.float32), narrow, encoder_id=ENCODER, limit=2)
    assert [hit.memory.text[:12] for hit in near] == ["tea needle 2", "tea needle 1"]
    found = store.matching(["tea"], narrow, limit=2)
    assert len(found) == 2
    assert all(hit.memory.kind == "plan" for hit in found)
    assert [version.text[:12] for version in store.find(narrow, limit=2)] == ["tea needle 2", "tea needle 1"]


# Lexical search -------------------------------------------------------------------------------------------------


def _found(store: Store, query: str, **where: Any) -> list[str]:
    hits = store.matching(terms(query), MemoryFilter(scope=ADA, **where), limit=9)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    return [hit.memory.text for hit in hits]


def test_matching_finds_texts_with_any_of_the_terms_best_first(store: Store, make: Maker) -> None:
    every = ["Ada plays the oboe.", "Ada sells an oboe and a lute.", "Bob cooks rice.", "Nothing of the kind."]
    store.apply(make.batch(*(make.version(text) for text in [*every, *(f"filler {n}" for n in range(20))])))

    assert _found(store, "lute oboe") == ["Ada sells an oboe and a lute.", "Ada plays the oboe."]
    assert set(_found(store, "RICE ada")) == {every[0], every[1], every[2]}
    assert _found(store, "oboe", kinds=("task",)) == []
    assert store.matching([], MemoryFilter(scope=ADA), limit=9) == ()
    assert store.matching(["oboe"], MemoryFilter(scope=ADA), limit=0) == ()


def test_an_ended_memory_is_found_when_asked_for(store: Store, make: Maker) -> None:
    version = make.version("Ada plays the oboe.")
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1, ended="withdrawn")))

    assert _found(store, "oboe") == []
    assert _found(store, "oboe", statuses=("retracted",)) == [version.text]
    assert _found(store, "oboe", known_at=at(0)) == [version.text]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("用户住在成都高新区。", "成都"),
        ("妹はピアノを習っている。", "ピアノ"),
        ("Она живёт в Осло.", "осло"),
        ("Café Zürich opens at 7.", "zürich"),
        ("𠮷野家が好き。", "𠮷野"),
        ("Grandma’s recipe is hers.", "grandma's"),
    ],
)
def test_words_of_other_scripts_are_found(store: Store, make: Maker, text: str, query: str) -> None:
    store.apply(make.batch(make.version(text), make.version("Something else altogether.")))

    assert _found(store, query) == [text]


@pytest.mark.parametrize(
    "term",
    ['"', '""', '"oboe" OR', "AND", "NOT oboe", "NEAR(oboe lima)", "terms:oboe", "oboe*", "^oboe", "(", ")", "-", "",
     " ", "\0", "oboe\0", "'; DROP TABLE versions; --", "{terms}", "s1", "place", "🎺", "\ud83d", "a" * 5000],
)  # fmt: skip
def test_no_term_is_ever_syntax(store: Store, make: Maker, term: str) -> None:
    store.apply(make.batch(make.version("Ada plays in Lima.")))

    assert store.matching([term], MemoryFilter(scope=ADA), limit=9) == ()
    (hit,) = store.matching([term, "lima"], MemoryFilter(scope=ADA), limit=9)
    assert hit.memory.text == "Ada plays in Lima."


def test_thousands_of_terms_are_no_error(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("Ada plays in Lima.")))

    many = [f"w{n}" for n in range(5000)]

    assert len(store.matching([*many, "lima"], MemoryFilter(scope=ADA), limit=9)) == 1


# Vectors --------------------------------------------------------------------------------------------------------


def test_the_nearest_come_first_with_their_cosine(store: Store, make: Maker) -> None:
    directions = {"east": (1, 0), "north-east": (1, 1), "north": (0, 1), "west": (-1, 0)}
    versions = [make.version(text) for text in [*directions, "without a vector"]]
    store.apply(make.batch(*versions, vectors={text: unit(*xy) for text, xy in directions.items()}))

    hits = store.nearest(np.array([3, 0.3], np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)

    assert [hit.memory.text for hit in hits] == ["east", "north-east", "north", "west"]
    cosine = np.array([[1, 0], [0.5**0.5, 0.5**0.5], [0, 1], [-1, 0]]) @ np.array([3, 0.3]) / np.hypot(3, 0.3)
    assert [hit.similarity for hit in hits] == pytest.approx(cosine.tolist(), abs=1e-6)
    assert all(hit.score == hit.similarity for hit in hits)


def test_a_new_vector_is_found_at_once(store: Store, make: Maker) -> None:
    for n in range(40):
        text = f"direction {n}"
        angle = n / 20
        store.apply(make.batch(make.version(text), vectors={text: unit(np.cos(angle), np.sin(angle))}))
        query = np.array([np.cos(angle), np.sin(angle)], np.float32)
        hits = store.nearest(query, MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=3)
        assert hits[0].memory.text == text
        assert len(hits) == min(n + 1, 3)


def test_vectors_come_back_byte_for_byte_and_only_for_their_encoder(store: Store, make: Maker) -> None:
    vectors = {"one": unit(1, 2, 3), "two": unit(3, 2, 1)}
    store.apply(make.batch(make.version("one"), make.version("two"), vectors=vectors))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == vectors
    assert store.vectors(MemoryFilter(scope=ADA), encoder_id="encoder@2") == {}
    query = np.ones(3, np.float32)
    assert store.nearest(query, MemoryFilter(scope=ADA), encoder_id="encoder@2", limit=9) == ()


def test_a_text_keeps_the_first_vector_of_an_encoder(store: Store, make: Maker) -> None:
    version = make.version("one")
    store.apply(make.batch(version, vectors={"one": unit(1, 0)}))
    store.apply(make.batch(following(version, seconds=1), vectors={"one": unit(0, 1)}))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {"one": unit(1, 0)}


def test_a_text_stored_without_a_vector_may_get_one_later(store: Store, make: Maker) -> None:
    version = make.version("one")
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1), vectors={"one": unit(0, 1)}))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {"one": unit(0, 1)}


def test_a_visible_scope_without_vectors_changes_nothing(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("one"), vectors={"one": unit(1, 0)}))
    store.apply(make.batch(make.version("two", scope=TENANT), make.version("three", scope=SESSION), scope=SESSION))

    hits = store.nearest(np.ones(2, np.float32), MemoryFilter(scope=SESSION), encoder_id=ENCODER, limit=9)
    assert [hit.memory.text for hit in hits] == ["one"]


def test_a_vector_of_zeros_is_near_to_nothing(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("nil"), vectors={"nil": bytes(8)}))

    (hit,) = store.nearest(np.ones(2, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)
    assert hit.similarity == 0


@pytest.mark.parametrize(
    "vectors",
    [
        {"one": b""},
        {"one": b"abc"},
        {"one": unit(1, 0), "two": unit(1, 0, 0)},
        {"one": np.array([np.nan, 1], "<f4").tobytes()},
    ],
)
def test_what_is_no_vector_is_refused(store: Store, make: Maker, vectors: dict[str, bytes]) -> None:
    with pytest.raises(InputError):
        store.apply(make.batch(make.version("one"), vectors=vectors))


def test_vectors_need_the_id_of_their_encoder(store: Store, make: Maker) -> None:
    batch = make.batch(make.version("one"))
    with pytest.raises(InputError, match="set encoder_id"):
        store.apply(Batch(receipt=batch.receipt, versions=batch.versions, vectors={"one": unit(1)}))


def test_a_query_of_other_dimensions_is_refused(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("one"), vectors={"one": unit(1, 0)}))

    with pytest.raises(InputError, match="expected vectors of 2 dimensions"):
        store.nearest(np.ones(3, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)


# Held items -----------------------------------------------------------------------------------------------------


def test_a_held_item_is_decided_once_and_may_wait_again(store: Store, make: Maker) -> None:
    batch = make.batch(held=2)
    store.apply(batch)
    item, other = batch.held
    accepted = item.model_copy(update={"status": "accepted", "reviewer": "kim", "decided_at": at(1)})

    store.apply(make.batch(decided=[accepted]))
    assert store.held_item(item.id, scope=ADA) == accepted
    assert store.held(scope=ADA, status="pending") == (other,)
    assert store.held(scope=ADA, status="accepted") == (accepted,)
    assert [one.id for one in store.held(scope=ADA)] == [item.id, other.id]

    rejected = accepted.model_copy(update={"status": "rejected"})
    with pytest.raises(ReviewError, match="was decided already"):
        store.apply(make.batch(decided=[rejected]))
    with pytest.raises(ReviewError, match="waits already"):
        store.apply(make.batch(decided=[other]))
    with pytest.raises(NotFoundError):
        store.apply(make.batch(decided=[rejected.model_copy(update={"id": "held_x"})]))

    store.apply(make.batch(decided=[item]))
    assert store.held(scope=ADA, status="pending") == (item, other)


# Texts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["用户住在成都", "👩‍👩‍👧‍👦🇵🇪", "a\0b", "\0", "𝒜𠮷𐍈", "e\u0301 \u202e \ufeff", "\r\n\t ", "'\"`;--", "ﷺ" * 50],
)
def test_every_unicode_text_is_kept_as_it_is(store: Store, make: Maker, text: str) -> None:
    version = make.version(text, external_id=text, writer=text)
    batch = make.batch(version, messages=[text], key=text, body_hash=text, vectors={text: unit(1, 2)})
    store.apply(batch)
    store.apply(make.batch(following(batch.versions[0], seconds=1, ended="withdrawn")))

    first, second = store.history(version.memory_id, scope=ADA)
    assert (first.text, first.external_id, first.writer) == (text, text, text)
    assert second.text == text
    assert batch.episode is not None
    assert store.episode(batch.episode.id, scope=ADA) == batch.episode
    assert store.keyed_receipt(text, scope=ADA) == (text, batch.receipt)
    assert store.vectors(MemoryFilter(scope=ADA, statuses=EVERY_STATUS), encoder_id=ENCODER) == {text: unit(1, 2)}


def test_texts_that_differ_after_a_nul_are_different(store: Store, make: Maker) -> None:
    version = make.version("a\0b")
    store.apply(make.batch(version, vectors={"a\0b": unit(1, 0)}))
    store.apply(make.batch(following(version, seconds=1, text="a\0c"), vectors={"a\0c": unit(0, 1)}))

    assert [one.text for one in store.history(version.memory_id, scope=ADA)] == ["a\0b", "a\0c"]
    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {"a\0c": unit(0, 1)}


def test_a_megabyte_of_text_is_kept_and_found(store: Store, make: Maker) -> None:
    text = "oboe " + "lorem ipsum dolor 用户 " * 50_000
    assert len(text) > 1_000_000
    store.apply(make.batch(make.version(text), messages=[text]))

    assert texts(store) == [text]
    assert _found(store, "oboe") == [text]


# Closing, threads -----------------------------------------------------------------------------------------------


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
        for n in range(60):
            pair = [make.version(f"{side} {n}", seconds=n) for side in ("left", "right")]
            store.apply(make.batch(*pair, vectors={one.text: unit(1, n) for one in pair}))
        done.set()

    def read(_: int) -> list[int]:
        odd: list[int] = []
        while not done.is_set():
            where = MemoryFilter(scope=ADA)
            near = store.nearest(np.ones(2, np.float32), where, encoder_id=ENCODER, limit=999)
            for found in (store.find(where), near, store.matching(["left", "right"], where, limit=999)):
                odd.append(len(found) % 2)
        return odd

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, n) for n in range(3)]
        pool.submit(write).result()
        seen = [parity for reader in readers for parity in reader.result()]

    assert sum(seen) == 0
    assert len(store.find(MemoryFilter(scope=ADA))) == 120


def test_the_start_of_the_tests_clock_is_in_utc() -> None:
    assert START.tzinfo is UTC
