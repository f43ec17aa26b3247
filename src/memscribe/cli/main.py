"""The entry point: every command, and the one place where an error becomes an exit code.

0: done (held and refused items are no failure). 1: it could not be done. 2: the input or the command line is wrong.
"""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from memscribe.cli import eval as evaluation
from memscribe.cli import review
from memscribe.cli import train as training
from memscribe.cli.demo.command import demo
from memscribe.cli.history import history
from memscribe.cli.output import fail
from memscribe.cli.place import program
from memscribe.cli.propose import propose
from memscribe.cli.receipts import receipts
from memscribe.cli.search import search
from memscribe.cli.show import show
from memscribe.cli.undo import undo
from memscribe.cli.write import write
from memscribe.core.errors import InputError, MemscribeError


class Edge(TyperGroup):
    """The outermost group: turns our errors, and those of the command line, into one line and an exit code."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - typer's own types are private
        """Read the options that stand before the command."""
        try:
            return super().make_context(*args, **kwargs)
        except typer.TyperException as error:
            _refuse(error)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types are private
        """Run the command."""
        try:
            return super().invoke(ctx)
        except typer.TyperException as error:
            _refuse(error)
        except MemscribeError as error:
            fail(error.code, str(error))
            raise typer.Exit(2 if isinstance(error, InputError) else 1) from error


def _refuse(error: typer.TyperException) -> NoReturn:
    """Say in one line what is wrong with the command line, and leave with 2.

    Raises:
        TyperException: It is no error but the help of a group that was called without a command.
    """
    ctx = getattr(error, "ctx", None)
    said = error.format_message().strip()
    # that help has been printed already, and so nothing is left to say
    if ctx is None or not said:
        raise error
    words: list[str] = []
    while ctx.parent is not None:
        words.insert(0, str(ctx.info_name))
        ctx = ctx.parent
    fail("usage", f"{said.rstrip('.')}; see {' '.join([program(), *words])} --help")
    raise typer.Exit(2) from error


app = typer.Typer(
    name="memscribe",
    cls=Edge,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo)
app.command()(write)
app.command()(propose)
app.command()(search)
app.command()(history)
app.command()(show)
app.command()(receipts)
app.command()(undo)
app.add_typer(review.app, name="review")
app.add_typer(evaluation.app, name="eval")
app.add_typer(training.app, name="train")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        sys.stdout.write(f"memscribe {version('memscribe')}\n")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Decide what is worth remembering in a conversation, and prove it.

    Try it with `memscribe demo`.
    """


def main() -> None:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal that cannot show a character gets its number, never a traceback
            stream.reconfigure(errors="backslashreplace")
    code: object = 0
    try:
        app()
    except SystemExit as leaving:
        code = leaving.code
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 1
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.exit(code)  # pyright: ignore[reportArgumentType] - what typer left with
    # nobody reads any more: keep the interpreter from complaining when it flushes
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
