"""What a filter lets through, in both times; each test runs on every backend."""

from typing import Any

import numpy as np
import pytest

from memscribe.core.ports import MemoryFilter, Store
from store_parts import (
    ADA,
    ENCODER,
    EVERY_STATUS,
    SESSION,
    TENANT,
    Maker,
    at,
    following,
    instant,
    texts,
    unit,
)


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
