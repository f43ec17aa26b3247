"""What every store promises about batches, versions and texts; each test runs on every backend."""

from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from memscribe.core.errors import (
    ConflictError,
    NotFoundError,
    ReviewError,
    VersionConflictError,
)
from memscribe.core.ports import Batch, MemoryFilter, Store
from store_parts import (
    ADA,
    ENCODER,
    EVERY_STATUS,
    Maker,
    at,
    following,
    found,
    instant,
    texts,
    unit,
)


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
    for stamp in (first.recorded_at, first.superseded_at, second.recorded_at):
        assert stamp is not None
        assert stamp.utcoffset() == timedelta(0)


def test_receipts_come_newest_first_and_held_items_oldest_first(store: Store, make: Maker) -> None:
    batches = [make.batch(held=1, seconds=-n) for n in range(4)]  # the order of applying counts, not the clock
    for batch in batches:
        store.apply(batch)

    assert [one.id for one in store.receipts(scope=ADA, limit=3)] == [b.receipt.id for b in batches[:0:-1]]
    assert [item.id for item in store.held(scope=ADA)] == [batch.held[0].id for batch in batches]
    assert store.receipts(scope=ADA, limit=0) == ()


# Versions --------------------------------------------------------------------------------------------------------


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


# Texts -----------------------------------------------------------------------------------------------------------


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


def test_a_megabyte_of_text_is_kept_andfound(store: Store, make: Maker) -> None:
    text = "oboe " + "lorem ipsum dolor 用户 " * 50_000
    assert len(text) > 1_000_000
    store.apply(make.batch(make.version(text), messages=[text]))

    assert texts(store) == [text]
    assert found(store, "oboe") == [text]


# Held items ------------------------------------------------------------------------------------------------------


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
