"""What the commands print: tables for people, one JSON document for programs, progress on stderr."""

import json
import shutil
import sys
import threading
import time
import unicodedata
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PATIENCE_S = 1.0
"""Progress shows only when something takes longer than this."""

_PIPED_WIDTH = 110
_BETWEEN = 3  # blanks between two columns of our tables
_EDGES = 2
_ID_WIDTH = len("held_") + 32

T = TypeVar("T")
_DIRECTING = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x2060, 0xFEFF}
_TAGS = range(0xE0000, 0xE0080)


def visible(text: str) -> str:
    """Make characters that steer a terminal, or hide from the reader, visible; line breaks and tabs stay."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    code = ord(character)
    if character in "\n\t" or code in range(0x20, 0x7F):
        return character
    if unicodedata.category(character) in {"Cc", "Cs"} or code in _DIRECTING or code in _TAGS:
        return f"<U+{code:04X}>"
    return character


def out() -> "Console":
    """Return the console on stdout: colours only on a terminal and without NO_COLOR, wide text wrapped."""
    from rich.console import Console

    # piped output has no width of its own: rich would take 80 columns, too few for the tables
    width = None if sys.stdout.isatty() else shutil.get_terminal_size((_PIPED_WIDTH, 25)).columns
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def err() -> "Console":
    """Return the console on stderr, for progress and errors."""
    from rich.console import Console

    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def emit(document: object) -> None:
    """Print one JSON document on stdout; what would steer the terminal or hide is written as an escape of JSON."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    # outside strings JSON holds nothing that needs it, and there every character may be written as an escape
    escaped = "".join(one if one == "\n" or _shown(one) == one else json.dumps(one)[1:-1] for one in text)
    sys.stdout.write(escaped + "\n")


def fail(code: str, message: str) -> None:
    """Print an error as one line on stderr."""
    line = " ".join(visible(message).split())
    sys.stderr.write(f"memscribe: error[{code}]: {line}\n")


def print_table(
    console: "Console",
    heads: Sequence[str],
    rows: "Sequence[Sequence[str | Text]]",
    *,
    wide: int = 0,
    numbers: bool = False,
    apart: bool = False,
) -> None:
    """Print a table whose cells wrap and are never cut.

    Where there is room the narrow columns keep their width and the wide one wraps, so that an id stays on one line
    and can be copied; on a narrow terminal every column wraps.

    Args:
        console: Where.
        heads: Headings.
        rows: Cells.
        wide: Which column holds texts and ids.
        numbers: Whether all columns but the first are numbers, and the last row their total.
        apart: Whether to leave a blank line between rows.
    """
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    widths = _widths(console.width, heads, rows, wide)
    for index, head in enumerate(heads):
        justify = "right" if numbers and index else "left"
        made.add_column(head, overflow="fold", vertical="top", justify=justify, width=widths[index])
    for number, row in enumerate(rows, 1):
        total = numbers and number == len(rows)
        made.add_row(
            *row, style="bold" if total else None, end_section=apart or (numbers and number == len(rows) - 1)
        )
    console.print(made)


def _widths(
    available: int, heads: Sequence[str], rows: "Sequence[Sequence[str | Text]]", wide: int
) -> list[int | None]:
    """Return a width for every column; None where rich should find it itself."""
    from rich.cells import cell_len

    columns = [[head, *(str(row[index]) for row in rows)] for index, head in enumerate(heads)]
    natural = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in columns]
    # the least that breaks no word
    least = [max(cell_len(word) for cell in column for word in [*cell.split(), ""]) for column in columns]
    room = available - _BETWEEN * (len(heads) - 1) - _EDGES
    free = room - sum(natural) + natural[wide]
    if free >= natural[wide]:
        return [None] * len(heads)
    if free >= _ID_WIDTH:
        return [free if index == wide else width for index, width in enumerate(natural)]
    if room - sum(least) + least[wide] >= _ID_WIDTH:
        return [_ID_WIDTH if index == wide else None for index in range(len(heads))]
    return [None] * len(heads)


def hint(console: "Console", why: str, command: str) -> None:
    """Print a command to type; the terminal wraps it, so that it can be copied whole."""
    console.print(f"{why}: {visible(command)}", soft_wrap=True)


def moment(value: datetime | None) -> str:
    """Say an instant, in UTC, to the minute."""
    return "" if value is None else f"{value.astimezone(UTC):%Y-%m-%d %H:%M}Z"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Say how many: "1 memory", "3 memories"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


@contextmanager
def waiting(what: str) -> Generator[None]:
    """Say on stderr what takes so long, on a terminal, after :data:`PATIENCE_S`."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.status import Status

    status = Status(f"{visible(what)} ...", console=err())
    timer = threading.Timer(PATIENCE_S, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def tracked(items: Sequence[T], what: str) -> Iterator[T]:
    """Go through items with a progress bar on stderr, on a terminal, after :data:`PATIENCE_S`."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("{task.description}"),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err(),
        transient=True,
    )
    task = progress.add_task(what, total=len(items))
    begun, shown = time.monotonic(), False
    try:
        for item in items:
            if not shown and time.monotonic() - begun > PATIENCE_S:
                progress.start()
                shown = True
            yield item
            progress.advance(task)
    finally:
        if shown:
            progress.stop()
