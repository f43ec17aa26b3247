"""Both stores, in lockstep with each other and with the replay of everything that was applied to them."""

import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from batch_author import SCOPES, WORDS, Author, add, retract, update, vector_of
from memscribe.core.errors import (
    IdempotencyConflictError,
    UndoRefusedError,
    VersionConflictError,
)
from memscribe.core.memory import Status, Version
from memscribe.core.operation import KINDS
from memscribe.core.origin import ORIGINS, TRUST
from memscribe.core.ports import Batch, MemoryFilter
from memscribe.core.revision import believed_at, by_memory, latest, replay
from memscribe.core.timeline import TimeBound
from memscribe.store import InMemoryStore, SqliteStore
from store_parts import chooser

START = datetime(2026, 1, 1, tzinfo=UTC)
EVERY_STATUS: tuple[Status, ...] = get_args(Status)

scopes = st.sampled_from(SCOPES)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
moments = st.integers(-5, 60).map(lambda n: START + timedelta(microseconds=n))
bounds = st.none() | moments.map(lambda moment: TimeBound(at=moment, precision="instant"))
filters = st.builds(
    MemoryFilter,
    scope=scopes,
    exact=st.booleans(),
    kinds=st.just(()) | st.just(()) | st.lists(st.sampled_from(KINDS[:3]), max_size=2).map(tuple),
    min_trust=st.none() | st.sampled_from(sorted(set(TRUST.values()))),
    valid_at=st.none() | moments,
    known_at=st.none() | moments,
    statuses=st.sampled_from([("active",), EVERY_STATUS]) | st.lists(st.sampled_from(EVERY_STATUS)).map(tuple),
    memory_ids=st.just(()) | st.just(()) | st.lists(st.integers(1, 9).map("mem_{:06d}".format)).map(tuple),
)


def _around(moments: set[datetime], choose: random.Random) -> list[datetime]:
    """Return some moments and the microseconds next to them."""
    near = [moment + timedelta(microseconds=n) for moment in sorted(moments) for n in (-1, 0, 1)]
    return choose.sample(near, min(len(near), 8))


class Lockstep(RuleBasedStateMachine):
    """Applies the same batches to both stores and asks both the same questions."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "memory.db"
        self.stores: tuple[InMemoryStore, SqliteStore] = (InMemoryStore(), SqliteStore.open(self.path))
        self.author = Author(START)
        self.answers: list[tuple[MemoryFilter, tuple[Version, ...]]] = []

    def teardown(self) -> None:
        if self.author.histories:
            self.ask_many_questions()
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    def ask_many_questions(self) -> None:
        """Ask about every scope, at, just before and just after every instant that anything rests on."""
        versions = [version for history in self.author.histories.values() for version in history]
        recorded = {version.recorded_at for version in versions}
        bounds = {b.at for version in versions for b in (version.valid_from, version.valid_to) if b}
        trusts = {version.trust for version in versions}
        choose = chooser(len(versions))
        for scope in SCOPES:
            for known_at in (None, *_around(recorded, choose)):
                for valid_at in (None, *_around(bounds, choose)):
                    where = MemoryFilter(
                        scope=scope,
                        exact=choose.random() < 0.2,
                        min_trust=choose.choice([None, *trusts]),
                        kinds=tuple(choose.sample(KINDS[:3], choose.choice([0, 0, 1, 2]))),
                        valid_at=valid_at,
                        known_at=known_at,
                        statuses=choose.choice([("active",), EVERY_STATUS, ("superseded",), ("retracted",)]),
                    )
                    expected, found = (store.find(where) for store in self.stores)
                    assert found == expected

    def apply(self, batch: Batch) -> None:
        for store in self.stores:
            revision = store.revision(batch.receipt.scope)
            assert store.apply(batch, expected_revision=revision) == batch.receipt
            assert store.revision(batch.receipt.scope) == revision + 1
        self.author.keep(batch)

    @rule(microseconds=st.integers(1, 9))
    def wait(self, microseconds: int) -> None:
        self.author.wait(microseconds)

    @rule(
        scope=scopes,
        many=st.lists(texts, min_size=1, max_size=3),
        kind=st.sampled_from(KINDS[:3]),
        origin=st.sampled_from(ORIGINS),
        start=bounds,
        end=bounds,
        with_vectors=st.booleans(),
    )
    def add(self, scope, many, kind, origin, start, end, with_vectors) -> None:  # noqa: ANN001
        operations = [add(text, kind, start, end) for text in many]
        self.apply(self.author.write(scope, operations, origin=origin, with_vectors=with_vectors))

    @rule(
        scope=scopes,
        text=texts,
        change=st.sampled_from(["changed", "corrected"]),
        start=bounds,
        which=st.sets(st.integers(0, 9), min_size=1, max_size=2),
    )
    def update(self, scope, text, change, start, which) -> None:  # noqa: ANN001
        active = self.author.active(scope)
        if targets := [active[n] for n in which if n < len(active)]:
            self.apply(self.author.write(scope, [update(targets, text, change, start)]))

    @rule(scope=scopes, which=st.integers(0, 9), text=texts)
    def retract_and_add(self, scope, which, text) -> None:  # noqa: ANN001
        active = self.author.active(scope)
        if which < len(active):
            self.apply(self.author.write(scope, [retract([active[which]]), add(text)]))

    @precondition(lambda self: self.author.batches)
    @rule(which=st.integers(0, 99))
    def undo(self, which: int) -> None:
        receipt = self.author.batches[-1 - which % len(self.author.batches)].receipt
        try:
            batch = self.author.undo(receipt)
        except UndoRefusedError:
            return
        self.apply(batch)

    @rule(scope=scopes, key=st.sampled_from("kl"), text=texts)
    def write_with_key(self, scope, key, text) -> None:  # noqa: ANN001
        """A key applies once in its scope; afterwards it answers with its first receipt."""
        batch = self.author.write(scope, [add(text)], key=key)
        known = [store.keyed_receipt(key, scope=scope) for store in self.stores]
        assert known[0] == known[1]
        answers = [store.apply(batch) for store in self.stores]
        assert answers == [known[0][1] if known[0] else batch.receipt] * 2
        if known[0] is None:
            self.author.keep(batch)
        other = Batch(receipt=batch.receipt, body_hash="another body")
        for store in self.stores:
            with pytest.raises(IdempotencyConflictError):
                store.apply(other)

    @precondition(lambda self: self.author.batches)
    @rule(which=st.integers(0, 99), behind=st.integers(-2, 2))
    def repeat_versions(self, which: int, behind: int) -> None:
        """Versions that do not follow are refused by both."""
        old = self.author.batches[which % len(self.author.batches)]
        receipt = old.receipt.model_copy(update={"id": self.author.ids.new("rcp"), "idempotency_key": None})
        versions = tuple(
            version.model_copy(update={"number": max(version.number + behind, 1), "receipt_id": receipt.id})
            for version in old.versions
        )
        numbers = {memory_id: len(history) for memory_id, history in self.author.histories.items()}
        if all(version.number == numbers[version.memory_id] + 1 for version in versions):
            return
        for store in self.stores:
            with pytest.raises(VersionConflictError):
                store.apply(Batch(receipt=receipt, versions=versions))

    @rule()
    def reopen(self) -> None:
        memory, sqlite = self.stores
        sqlite.close()
        self.stores = (memory, SqliteStore.open(self.path))

    @rule(where=filters, limit=st.none() | st.integers(0, 4))
    def find(self, where: MemoryFilter, limit: int | None) -> None:
        expected, found = (store.find(where, limit=limit) for store in self.stores)
        assert found == expected
        vectors = [store.vectors(where, encoder_id="encoder@1") for store in self.stores]
        assert vectors[0] == vectors[1]

    @rule(where=filters, text=texts)
    def nearest(self, where: MemoryFilter, text: str) -> None:
        query = np.frombuffer(vector_of(text), "<f4")
        memory, sqlite = (store.nearest(query, where, encoder_id="encoder@1", limit=99) for store in self.stores)
        assert {hit.memory.memory_id: hit.memory for hit in memory} == {
            h.memory.memory_id: h.memory for h in sqlite
        }
        assert [h.similarity for h in memory] == pytest.approx([h.similarity for h in sqlite], abs=1e-6)
        short = self.stores[1].nearest(query, where, encoder_id="encoder@1", limit=2)
        assert [h.similarity for h in short] == pytest.approx([h.similarity for h in memory[:2]], abs=1e-6)

    @rule(where=filters, words=st.lists(st.sampled_from(WORDS), max_size=2))
    def matching(self, where: MemoryFilter, words: list[str]) -> None:
        memory, sqlite = (store.matching(words, where, limit=99) for store in self.stores)
        assert {hit.memory.memory_id: hit.memory for hit in memory} == {
            h.memory.memory_id: h.memory for h in sqlite
        }

    @rule(where=filters)
    def remember_an_answer(self, where: MemoryFilter) -> None:
        """What was believed at an instant that has passed will never be answered otherwise."""
        past = MemoryFilter(
            scope=where.scope,
            valid_at=where.valid_at,
            known_at=self.author.now,
            statuses=where.statuses,
        )
        self.author.wait(1)
        self.answers.append((past, self.stores[0].find(past)))

    @invariant()
    def states_equal_the_replay(self) -> None:
        histories = replay(batch.versions for batch in self.author.batches)
        heads = latest(histories)
        for scope in SCOPES:
            visible = {memory_id for memory_id, head in heads.items() if scope.sees(head.scope)}
            for store in self.stores:
                found = store.find(MemoryFilter(scope=scope, statuses=EVERY_STATUS))
                assert {version.memory_id: version for version in found} == {key: heads[key] for key in visible}
        for memory_id, history in histories.items():
            for store in self.stores:
                assert store.history(memory_id, scope=history[0].scope) == history

    @invariant()
    def earlier_answers_stand(self) -> None:
        for where, answer in self.answers[-5:]:
            for store in self.stores:
                now_closed = {v.memory_id: v.model_copy(update={"superseded_at": None}) for v in store.find(where)}
                then = {v.memory_id: v.model_copy(update={"superseded_at": None}) for v in answer}
                assert now_closed == then

    @invariant()
    def as_of_answers_equal_the_replay(self) -> None:
        histories = replay(batch.versions for batch in self.author.batches)
        moment = START + (self.author.now - START) / 2
        for scope in SCOPES[1:3]:
            believed = {
                version.memory_id: version
                for history in histories.values()
                if (version := believed_at(history, moment)) and scope.sees(version.scope)
            }
            for store in self.stores:
                found = store.find(MemoryFilter(scope=scope, known_at=moment, statuses=EVERY_STATUS))
                assert {key: one for key, (one,) in by_memory(found).items()} == believed


_HEALTH = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]

TestLockstep = Lockstep.TestCase
TestLockstep.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=_HEALTH
)


@pytest.mark.slow
class TestLockstepLong(Lockstep.TestCase):  # pyright: ignore[reportUntypedBaseClass]
    settings = settings(max_examples=400, stateful_step_count=60, deadline=None, suppress_health_check=_HEALTH)
