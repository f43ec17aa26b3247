"""Arguments and options that several commands take."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli.messages import came, time_of, within_calendar
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from datetime import datetime

Source = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE", help='A file of messages, or "-" for stdin (default: stdin)', show_default=False
    ),
]
Form = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="auto, text, json, jsonl or chat. text: one message of the user. chat: lines that begin with user:, "
        "assistant:, tool: or system:. auto goes by the suffix, else by the content, and never takes chat",
    ),
]
Writer = Annotated[
    str | None,
    typer.Option("--writer", metavar="NAME", help="Who proposes what to write (default: the configured one)"),
]
Account = Annotated[
    str | None, typer.Option("--account", metavar="NAME", help="The account holder's name, where it is known")
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="ISO",
        help="When the last message was said; its offset is the zone of relative dates (default: the messages' own "
        "time, else now)",
    ),
]
Kind = Annotated[
    list[str] | None, typer.Option("--kind", metavar="KIND", help="Only this kind of memory; may be repeated")
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many at most")]
ReceiptId = Annotated[str, typer.Argument(metavar="RECEIPT", help="A receipt's id: rcp_...", show_default=False)]
HeldId = Annotated[str, typer.Argument(metavar="HELD", help="A held item's id: held_...", show_default=False)]
MemoryId = Annotated[str, typer.Argument(metavar="MEMORY", help="A memory's id: mem_...", show_default=False)]
Reviewer = Annotated[str, typer.Option("--reviewer", metavar="NAME", help="Who decides; kept with the decision")]


def moment_of(value: str | None, flag: str) -> "datetime | None":
    """Read a time given with an option: a year, month, day (its start) or instant; without an offset it is UTC.

    Raises:
        InputError: It is none of these.
    """
    from memscribe.core.timeline import TimeBound

    if value is None:
        return None
    try:
        bound = TimeBound.parse(value.strip())
    except ValueError as error:
        # what the calendar itself says ("month must be in 1..12") does not say what was expected
        said = str(error)
        told = said if said.startswith("expected") else f"expected an ISO 8601 time, got {came(value)}: {said}"
        raise InputError(f"{flag}: {told}") from error
    # an instant keeps the offset that was given: it is the zone in which relative dates are read
    return time_of(value, where=flag) if bound.precision == "instant" else bound.at


def said_at(value: str | None) -> "datetime | None":
    """Read --at.

    Raises:
        InputError: It is no time, or too near the ends of the calendar to say "last year" or "next year" there.
    """
    moment = moment_of(value, "--at")
    return None if moment is None else within_calendar(moment, where="--at")


def source_of(given: str | None) -> str:
    """Return where messages are read from.

    Raises:
        InputError: No file is named, and nothing is piped in.
    """
    if given is not None:
        return given
    if sys.stdin.isatty():
        raise InputError('expected a FILE, or messages on stdin, got neither: name a file, or "-" to type them')
    return "-"
