"""memscribe eval suite: measure a writer on a public data set, without a judge."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli import options
from memscribe.cli.output import counted, emit, out, print_table, tracked, visible, waiting

if TYPE_CHECKING:
    from rich.console import Console

    from memscribe.evals.suites.metrics import Measure
    from memscribe.evals.suites.report import SuiteReport

SuiteName = Annotated[
    str, typer.Argument(metavar="SUITE", help="locomo, realmem or memorycode", show_default=False)
]
DataFolder = Annotated[
    Path, typer.Option("--data", metavar="FOLDER", help="The folder with this data set's files", show_default=False)
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="ID",
        help="Only this conversation; may be repeated (default: all; of realmem, Lin_Wanyu and Pak_Budi)",
    ),
]
FirstFew = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Only the first so many conversations")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document on stdout")]
NoEmbeddings = Annotated[bool, typer.Option("--no-embeddings", help="Compare and recall by words alone")]


def suite(
    name: SuiteName,
    *,
    data: DataFolder,
    writer: options.Writer = None,
    limit: FirstFew = None,
    only: Only = None,
    as_json: AsJson = False,
    no_embeddings: NoEmbeddings = False,
) -> None:
    """Measure a writer on a public data set, beside the baselines empty, store-all, last-20 and oracle.

    Each conversation is written session by session into one in-memory store, guard on. The answer is a vector of
    rates, not a score, each with a 95 % interval by a bootstrap over conversations.
    """
    from memscribe.config import load_settings
    from memscribe.encoder.choose import make_embedder
    from memscribe.evals.opening import opener
    from memscribe.evals.suites import suite_named
    from memscribe.evals.suites.port import select
    from memscribe.evals.suites.report import measure_suite

    chosen = select(suite_named(name), data, only=tuple(only or ()), limit=limit)
    settings = load_settings()
    with waiting("loading the writer"):
        make_memory = opener(writer, embeddings=not no_embeddings, settings=settings)
        embedder = None if no_embeddings else make_embedder(settings.encoder)
    called = writer or settings.writer.name
    report = measure_suite(name, called, tracked(chosen, "conversations"), make_memory, embedder)
    if as_json:
        emit(report.as_json())
        return
    _show(out(), report)


def _show(console: "Console", report: "SuiteReport") -> None:
    from memscribe.evals.suites.metrics import METRICS

    rows = [
        (metric, *(_cell(measures[metric]) for measures in report.vectors.values()))
        for metric in METRICS
        if any(measures[metric].whole for measures in report.vectors.values())
    ]
    print_table(console, ("", *map(visible, report.vectors)), rows, apart=True)
    console.print("In %, below it the 95 % interval (bootstrap over conversations).")
    for metric, *_ in rows:
        console.print(f"{metric}: {METRICS[metric]}")
    numbers = report.counts
    console.print(
        f"\n{counted(len(report.clusters), 'conversation')}, {counted(numbers['sessions'], 'session')} "
        f"({numbers['sessions_without_gold']} without gold), {counted(numbers['messages'], 'message')}, "
        f"{numbers['gold']} gold, {numbers['replaced_gold']} of them replacing one; "
        f"held for review: {numbers['held']}"
    )
    if report.few:
        console.print("So few conversations: the intervals say little about others.", style="yellow")
    for error in report.errors:
        console.print(f"not written: {visible(error)}", style="red")


def _cell(measure: "Measure") -> str:
    if measure.value is None or measure.ci95 is None:
        return "-"
    low, high = measure.ci95
    return f"{100 * measure.value:.1f}\n{100 * low:.1f} to {100 * high:.1f}"
