"""The write corpus: every line has the form of its guide."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from memscribe.core.message import Role
from memscribe.core.operation import KINDS, REJECTION_REASONS

FOLDER = Path(__file__).parents[2] / "corpus"
FILES = sorted(FOLDER.glob("*.jsonl"))
RELATIONS = {"same", "refines", "updates", "contradicts", "unrelated"}


def lines(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        yield f"{file.name}:{number}", json.loads(line)


def faults_of_operation(operation: dict[str, Any], existing: set[str]) -> Iterator[str]:
    if operation["op"] not in {"add", "update", "retract"} or operation["kind"] not in KINDS:
        yield f"op or kind {operation['op']} {operation['kind']}"
    if (operation["op"] == "add") == bool(operation["targets"]) or set(operation["targets"]) - existing:
        yield f"targets {operation['targets']}"
    if not operation["evidence"] or bool(operation["text"].strip()) == (operation["op"] == "retract"):
        yield "no evidence, or a text that should not be, or none that should"


def faults(example: dict[str, Any]) -> Iterator[str]:
    messages, existing = example["messages"], {one["id"] for one in example["existing"]}
    if not messages or {message["role"] for message in messages} - set(get_args(Role)):
        yield "messages"
    if len(existing) != len(example["existing"]):
        yield "an existing id twice"
    operations = example["operations"]
    quotes = [quote for operation in operations for quote in operation["evidence"]] + example["rejections"]
    for quote in quotes:
        if not quote["quote"] or quote["quote"] not in messages[quote["message"]]["content"]:
            yield f"quote {quote['quote']!r}"
    for operation in operations:
        yield from faults_of_operation(operation, existing)
    for rejection in example["rejections"]:
        if rejection["reason"] not in REJECTION_REASONS:
            yield f"reason {rejection['reason']}"
    for relation in example["relations"]:
        known = relation["existing"] in existing and relation["relation"] in RELATIONS
        if not known or not 0 <= relation["operation"] < len(operations):
            yield f"relation {relation}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_example_keeps_to_the_guide(file: Path) -> None:
    assert [(where, fault) for where, example in lines(file) for fault in faults(example)] == []


def test_ids_and_conversations_are_unique_and_the_readme_counts_them() -> None:
    examples = [example for file in FILES for _, example in lines(file)]
    assert len({example["id"] for example in examples}) == len(examples)
    talks = Counter(json.dumps([m["content"] for m in example["messages"]]) for example in examples)
    assert [talk for talk, count in talks.items() if count > 1] == []
    assert f"{len(examples):,} examples" in (FOLDER / "README.md").read_text(encoding="utf-8")
