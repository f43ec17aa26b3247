"""Reciprocal rank fusion."""

from datetime import UTC, datetime

import pytest

from memscribe.core.memory import Hit, Version
from memscribe.core.scope import Scope
from memscribe.search.fuse import fuse


def hit(name: str, similarity: float | None = None) -> Hit:
    version = Version(
        memory_id=name,
        number=1,
        scope=Scope(),
        kind="profile",
        text=name,
        origin="user_typed",
        receipt_id="rcp_1",
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
        writer="test",
    )
    return Hit(memory=version, score=0.0, similarity=similarity)


def names(hits: tuple[Hit, ...]) -> list[str]:
    return [one.memory.memory_id for one in hits]


def test_what_both_rankings_name_beats_what_only_one_puts_first() -> None:
    fused = fuse([[hit("a"), hit("b")], [hit("c", 0.9), hit("b", 0.8)]], limit=3)
    assert names(fused) == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(2 / 62)
    assert fused[0].similarity == 0.8


def test_each_version_stands_once_and_the_limit_holds() -> None:
    fused = fuse([[hit("a"), hit("b"), hit("c")], [hit("a"), hit("b"), hit("c")]], limit=2)
    assert names(fused) == ["a", "b"]


def test_nothing_found_is_nothing() -> None:
    assert fuse([], limit=5) == ()
    assert fuse([[], []], limit=5) == ()
