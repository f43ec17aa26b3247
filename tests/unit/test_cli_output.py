"""What is printed is safe for a terminal, fits it, and loses nothing."""

import io
import json
import sys
import time

import pytest
from rich.console import Console

from memscribe.cli import output
from memscribe.cli.output import counted, print_table, tracked, visible, waiting

ID = "mem_" + "0123456789abcdef" * 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext", "plain\n\ttext"),
        ("\x1b[2J", "<U+001B>[2J"),
        ("a\x00b\x9bc", "a<U+0000>b<U+009B>c"),
        ("\u202eabc\u2066", "<U+202E>abc<U+2066>"),
        ("a\u061c\u200e\u200fb", "a<U+061C><U+200E><U+200F>b"),
        ("zero\u200bwidth\ufeff", "zero<U+200B>width<U+FEFF>"),
        ("\U000e0041", "<U+E0041>"),
        ("👩‍🚀 naïve 住", "👩‍🚀 naïve 住"),
        ("\ud800", "<U+D800>"),
    ],
)
def test_what_steers_a_terminal_or_hides_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text", ["\x1b[2J\x7f", "\u009b2J", "\u202ea\u2066\u200f", "\U000e0041", "\ud800", "naïve 住\n"]
)
def test_json_steers_no_terminal_and_says_the_same(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    output.emit({text: [text]})
    printed = capsys.readouterr().out
    assert visible(printed) == printed
    assert json.loads(printed) == {text: [text]}


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_no_cell_is_cut_at_any_width(width: int) -> None:
    """Every character of every cell is there, in order, however narrow the terminal is."""
    rows = [
        (f"User keeps 30 bee hives behind the church\n{ID}", "relationship", "superseded (changed)"),
        (f"用户在泉州养了三十箱蜜蜂，每年秋天采蜜\n{ID}", "profile", "active"),
    ]
    stream = io.StringIO()
    console = Console(file=stream, width=width, markup=False, highlight=False, emoji=False)
    print_table(console, ("memory", "kind", "state"), rows, apart=True)
    out = stream.getvalue()
    assert max(len(line) for line in out.splitlines()) <= width
    for cell in (ID, "relationship", "superseded", "(changed)", "采蜜"):
        assert letters_in_order(cell, out)
    if width >= 80:
        assert out.count(ID) == 2


def letters_in_order(wanted: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in wanted)


def test_counting_in_words() -> None:
    assert (counted(1, "memory", "memories"), counted(2, "case")) == ("1 memory", "2 cases")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "patience_s", "shows"), [(Terminal, 0.0, True), (Terminal, 60.0, False), (io.StringIO, 0.0, False)]
)
def test_progress_shows_on_a_terminal_after_a_while_and_only_on_stderr(
    stream: type[io.StringIO],
    patience_s: float,
    shows: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A pipe gets nothing, a terminal nothing before the time is up."""
    errors = stream()
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(output, "PATIENCE_S", patience_s)
    monkeypatch.setenv("TERM", "xterm")
    with waiting("opening"):
        time.sleep(0.3 if shows else 0)
    assert ("opening" in errors.getvalue()) is shows
    items = list(tracked([1, 2, 3], "counting"))
    assert items == [1, 2, 3]
    assert ("counting" in errors.getvalue()) is shows
    assert capsys.readouterr().out == ""
