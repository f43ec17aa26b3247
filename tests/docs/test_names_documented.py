"""Every public name stands in the reference, and every name there exists."""

import re
from pathlib import Path

import memscribe

PAGE = (Path(__file__).parents[2] / "docs/reference/python.md").read_text(encoding="utf-8")


def test_every_public_name_is_documented() -> None:
    assert [name for name in memscribe.__all__ if f"`{name}`" not in PAGE] == []


def test_every_call_of_the_memory_is_named() -> None:
    calls = {name for name in vars(memscribe.Memscribe) if not name.startswith("_")}
    row = next(line for line in PAGE.splitlines() if line.startswith("| `Memscribe` |"))
    assert calls | {"review"} == set(re.findall(r"`(\w+)`", row)) - {"Memscribe"}
