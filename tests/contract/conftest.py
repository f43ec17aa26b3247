"""Every store, for the suites that each of them passes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memscribe.core.ports import Store
from memscribe.store import InMemoryStore, SqliteStore, open_store
from store_parts import (
    Maker,
)


@pytest.fixture(params=["in_memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = open_store(":memory:" if request.param == "in_memory" else tmp_path / "memory.db")
    assert isinstance(opened, InMemoryStore if request.param == "in_memory" else SqliteStore)
    yield opened
    opened.close()


@pytest.fixture
def make() -> Maker:
    return Maker()
