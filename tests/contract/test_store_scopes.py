"""Who sees what, and whose ids are whose; each test runs on every backend."""

from typing import Any

import numpy as np
import pytest

from memscribe.core.errors import (
    ConflictError,
    ScopeError,
)
from memscribe.core.ports import Batch, MemoryFilter, Store
from memscribe.core.scope import Scope
from store_parts import (
    ADA,
    BOB,
    ELSEWHERE,
    ENCODER,
    SESSION,
    TENANT,
    Maker,
    chooser,
    following,
    texts,
    unit,
)

# Scopes ----------------------------------------------------------------------------------------------------------


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
    choose = chooser(7)
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


# External ids ----------------------------------------------------------------------------------------------------


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
