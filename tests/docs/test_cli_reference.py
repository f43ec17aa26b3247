"""The reference of the command line mentions every command and every option that there is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from memscribe.cli.main import app

REFERENCE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
SHARED = {"--db", "--tenant", "--user", "--agent", "--project", "--session", "--json", "--help", "-h"}


def commands(command: Any, name: str = "memscribe") -> Iterator[tuple[str, Any]]:
    """Go through the tree of commands, with their full names."""
    yield name, command
    for word, child in getattr(command, "commands", {}).items():
        yield from commands(child, f"{name} {word}")


ALL = dict(commands(typer.main.get_command(app)))


def section(name: str) -> str:
    """Return what the reference says under the command's own heading, sub-commands left out."""
    heading = re.search(rf"^#+ {re.escape(name)}\n(.*?)(?=^#+ |\Z)", REFERENCE, re.MULTILINE | re.DOTALL)
    assert heading, f"docs/reference/cli.md has no heading for `{name}`"
    return heading[1]


def options(command: Any) -> set[str]:
    return {flag for parameter in command.params for flag in parameter.opts if flag.startswith("-")}


def test_the_tree_is_what_we_think() -> None:
    """A reader of this test sees that it goes through all commands, sub-commands included."""
    assert {"memscribe write", "memscribe review accept", "memscribe eval cases"} <= ALL.keys()


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"memscribe"}))
def test_every_command_has_a_section_with_its_options(name: str) -> None:
    text = section(name)
    for flag in sorted(options(ALL[name]) - SHARED):
        assert f"`{flag}" in text or f" {flag} " in text, f"the section of `{name}` does not mention {flag}"


def test_shared_and_global_options_are_mentioned() -> None:
    for flag in (SHARED | options(ALL["memscribe"])) - {"-h"}:
        assert f"`{flag}" in REFERENCE or f"memscribe {flag}`" in REFERENCE, f"{flag} is not mentioned"


def test_no_option_is_mentioned_that_does_not_exist() -> None:
    known = {flag for command in ALL.values() for flag in options(command)} | {"--help"}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", REFERENCE)) <= known


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_command_and_option_explains_itself(name: str) -> None:
    command = ALL[name]
    assert command.help or name == "memscribe"
    for parameter in command.params:
        assert parameter.help, f"{name}: {parameter.name} has no help"
