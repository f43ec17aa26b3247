"""memscribe eval: measure a writer on cases, on the write corpus or on public data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli import options
from memscribe.cli.output import counted, emit, out, print_table, tracked, visible, waiting
from memscribe.cli.suite import suite
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from memscribe.evals.cases import Case, CaseResult
    from memscribe.evals.corpus_tally import Summary as CorpusSummary
    from memscribe.evals.scoring import CaseScore, Report, Summary
    from memscribe.evals.split import Part

app = typer.Typer(
    no_args_is_help=True, help="Measure a writer: on cases with the right result, on the corpus or on public data."
)
app.command()(suite)

CaseFile = Annotated[Path, typer.Argument(metavar="FILE", help="Cases, one JSON object a line", show_default=False)]
CorpusFiles = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Corpus files, or folders of them", show_default=False)
]
Results = Annotated[
    Path | None, typer.Option("--out", metavar="RESULTS", help="Write what each store held, one case a line")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document on stdout")]
Failures = Annotated[bool, typer.Option("--failures", help="List the cases that fail, with the checks that failed")]
NoEmbeddings = Annotated[bool, typer.Option("--no-embeddings", help="Do without vectors: lexical recall alone")]
CorpusPart = Annotated[
    str | None,
    typer.Option("--part", metavar="train|dev|test", help="Only this part; needs split.json beside the files"),
]
PerFile = Annotated[int | None, typer.Option("--limit", min=1, help="Only the first so many examples of each file")]


@app.command()
def cases(
    file: CaseFile,
    *,
    writer: options.Writer = None,
    results_file: Results = None,
    as_json: AsJson = False,
    failures: Failures = False,
    no_embeddings: NoEmbeddings = False,
) -> None:
    """Run cases, each in a fresh in-memory store, and score what the stores hold.

    The score is the mean over the categories of the share of their cases in which every check holds, with a 95 %
    bootstrap interval. Beside it: a store that forgets everything, and a writer that touches nothing.
    """
    from memscribe.evals.cases import read_cases, run_case
    from memscribe.evals.opening import opener
    from memscribe.evals.scoring import empty_baseline, keep_all_baseline, score_results

    read = read_cases(file)
    with waiting("loading the writer"):
        make_memory = opener(writer, embeddings=not no_embeddings)
    results = [run_case(case, make_memory) for case in tracked(read, "cases")]
    if results_file is not None:
        _write_lines(results_file, [result.model_dump_json(exclude_none=True) for result in results])
    report = score_results(read, results)
    baselines = {
        "empty": score_results(read, empty_baseline(read)),
        "keep_all": score_results(read, keep_all_baseline(read)),
    }
    if as_json:
        beside = {name: {"score": one.score, "ci95": list(one.ci95)} for name, one in baselines.items()}
        emit({**report.as_json(), "baselines": beside, "errors": _errors(results)})
        return
    console = out()
    _show_report(console, report, baselines)
    for name, error in _errors(results).items():
        console.print(f"{visible(name)}: not written: {visible(error)}", style="red")
    if failures:
        _show_failures(console, read, report)


def _write_lines(path: Path, lines: "Sequence[str]") -> None:
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {path}: expected a file that can be written, got: {error.strerror}") from error


def _errors(results: "Sequence[CaseResult]") -> dict[str, str]:
    return {result.id: result.error for result in results if result.error}


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _show_report(console: "Console", report: "Report", baselines: "Mapping[str, Report]") -> None:
    rows = [("category", "cases", "pass", "store", "update", "retract", "keep", "forbid", "excess")]
    rows += [_summary_row(name, summary) for name, summary in [*report.categories.items(), ("all", report.overall)]]
    print_table(console, rows[0], rows[1:], numbers=True)
    console.print(
        "pass to keep in %; forbid: cases that store forbidden text; excess: cases that store too many memories\n"
    )
    low, high = report.ci95
    console.print(
        f"score {_percent(report.score)} (95 % interval {_percent(low)} to {_percent(high)}; mean of "
        f"{counted(len(report.categories), 'category', 'categories')}, "
        f"{counted(report.overall['cases'], 'case')})",
        style="bold",
    )
    for name, baseline in baselines.items():
        low, high = baseline.ci95
        console.print(f"  beside it, {name}: {_percent(baseline.score)} ({_percent(low)} to {_percent(high)})")
    overall = report.overall
    broken = overall["forbid_violation_cases"]
    console.print(
        f"forbidden text stored in {broken} of {counted(overall['forbid_cases'], 'case')} that forbid some"
        f" ({_percent(broken / overall['forbid_cases'] if overall['forbid_cases'] else None)})"
    )
    kept = [truth for case in report.cases for truth in case.keep]
    wrong = len(kept) - sum(kept)
    console.print(
        f"existing memories wrongly touched: {wrong} of {len(kept)} to keep "
        f"(keep rate {_percent(overall['keep_rate'])})"
    )


def _summary_row(name: str, summary: "Summary") -> tuple[str, ...]:
    rates = (
        summary["case_pass_rate"],
        summary["store_recall"],
        summary["supersede_accuracy"],
        summary["retract_accuracy"],
        summary["keep_rate"],
    )
    return (
        visible(name),
        str(summary["cases"]),
        *map(_cell, rates),
        str(summary["forbid_violation_cases"]),
        str(summary["overwriting_cases"]),
    )


def _show_failures(console: "Console", read: "Sequence[Case]", report: "Report") -> None:
    rows = [
        (visible(case.id), visible(case.category), visible("\n".join(_faults(case, score))))
        for case, score in zip(read, report.cases, strict=True)
        if not score.passed
    ]
    print_table(console, ("case", "category", "what failed"), rows, wide=2)


def _faults(case: "Case", score: "CaseScore") -> list[str]:
    expect = case.expect
    missing = [
        f"not stored: {wanted.what}" for wanted, there in zip(expect.store, score.store, strict=True) if not there
    ]
    still = [
        f"still active: {name}"
        for name, gone in zip([*expect.supersede, *expect.retract], [*score.supersede, *score.retract], strict=True)
        if not gone
    ]
    lost = [f"touched or lost: {name}" for name, kept in zip(expect.keep, score.keep, strict=True) if not kept]
    forbidden = [f"forbidden: {hit['alt']!r} in {hit['memory']}" for hit in score.forbid_hits]
    many = [f"{score.new} new memories, at most {score.max_new}"] if score.excess else []
    return [*missing, *still, *lost, *forbidden, *many]


@app.command()
def corpus(
    paths: CorpusFiles,
    *,
    writer: options.Writer = None,
    part: CorpusPart = None,
    limit: PerFile = None,
    as_json: AsJson = False,
    no_embeddings: NoEmbeddings = False,
) -> None:
    """Compare a writer's operations with those of the write corpus (a development measure).

    A fact counts when one proposed text holds at least 60 % of the content words of the annotated text and all
    of its numbers. Two people who say a thing differently may fail that: until a matcher that is calibrated on
    human judgement exists, use these numbers to compare versions of one writer, not to say how good it is.
    """
    from memscribe.evals.corpus import choose
    from memscribe.evals.corpus_scoring import score_example
    from memscribe.evals.corpus_tally import Counted, Summary
    from memscribe.evals.opening import opener
    from memscribe.evals.split import PARTS

    known: dict[str, Part] = {one: one for one in PARTS}
    if part is not None and part not in known:
        raise InputError(f"--part: expected one of {', '.join(PARTS)}, got {part!r}")
    choice = choose(_corpus_files(paths), part=known[part] if part else None, limit=limit)
    with waiting("loading the writer"):
        make_memory = opener(writer, embeddings=not no_embeddings)
    scored: list[Counted] = []
    by_file: dict[str, list[Counted]] = {}
    by_language: dict[str, list[Counted]] = {}
    for one in tracked(choice.chosen, "examples"):
        scored.append(Counted(score_example(one.example, make_memory), one.cluster))
        by_file.setdefault(one.file, []).append(scored[-1])
        by_language.setdefault(one.example.lang, []).append(scored[-1])
    overall = Summary.of(scored)
    files = {name: Summary.of(some) for name, some in by_file.items()}
    languages = {name: Summary.of(some) for name, some in by_language.items()}
    if as_json:
        emit(
            {
                "measure": "development: lexical matcher, not calibrated on human judgement",
                "part": part,
                "without_part": choice.without_part,
                "overall": overall.as_json(),
                "files": {name: summary.as_json() for name, summary in files.items()},
                "languages": {name: summary.as_json() for name, summary in languages.items()},
            }
        )
        return
    console = out()
    _show_tallies(console, "file", files, overall)
    _show_tallies(console, "language", languages, overall)
    _show_rates(console, overall)
    if choice.without_part:
        console.print(
            f"{counted(choice.without_part, 'example')} left out: not in the split yet "
            "(`python -m memscribe.train.corpus_checks FOLDER --write` parts them)"
        )


def _corpus_files(paths: "Sequence[Path]") -> list[Path]:
    files = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    if not files:
        raise InputError(f"expected corpus files, got no .jsonl file in {', '.join(map(str, paths))}")
    return files


# a table of files fits 110 columns with these
_SHOWN = {
    "P": "precision",
    "R": "recall",
    "F1": "f1",
    "op F1": "operation_f1",
    "update": "update_accuracy",
    "retract": "retract_accuracy",
    "touched": "touched_rate",
    "tempted": "tempted_rate",
    "silence": "silence_accuracy",
}
_RATES = {
    "precision": "facts proposed that were wanted",
    "recall": "facts wanted that were proposed",
    "f1": "both",
    "stored_precision": "facts stored that were wanted",
    "stored_recall": "facts wanted that were stored",
    "stored_f1": "both",
    "operation_f1": "operations proposed: op, targets and text right",
    "stored_operation_f1": "of those that the guard lets through",
    "update_accuracy": "updates wanted: targets exactly right",
    "retract_accuracy": "retractions wanted: targets exactly right",
    "touched_rate": "existing memories wrongly replaced or withdrawn",
    "tempted_rate": "spans stored that must not be",
    "rejection_reason_precision": "spans rejected: annotated with this reason",
    "rejection_span_precision": "spans rejected: no evidence of a wanted operation",
    "silence_accuracy": "examples without wanted operation: nothing stored",
}


def _show_tallies(
    console: "Console", what: str, summaries: "Mapping[str, CorpusSummary]", overall: "CorpusSummary"
) -> None:
    rows = [(what, "examples", *_SHOWN)]
    for name, summary in [*summaries.items(), ("all", overall)]:
        rates = summary.total.as_json()
        rows.append((visible(name), str(summary.total.examples), *(_cell(rates[key]) for key in _SHOWN.values())))
    print_table(console, rows[0], rows[1:], numbers=True)


def _show_rates(console: "Console", overall: "CorpusSummary") -> None:
    rates, ratios = overall.total.as_json(), overall.total.ratios()
    rows: list[tuple[str, ...]] = []
    for name, what in _RATES.items():
        low, high = overall.ci95[name] or (None, None)
        rows.append((name, _cell(rates[name]), _cell(low), _cell(high), str(ratios[name][1]), what))
    print_table(console, ("rate", "%", "from", "to", "of", "what"), rows, wide=5)
    console.print(
        f"From, to: 95 % bootstrap interval over the {counted(overall.clusters, 'scenario')} of "
        f"{counted(overall.total.examples, 'example')}. Of: how many were asked (F1: wanted and made).\n"
        "A development measure: the matcher is lexical and not calibrated on human judgement."
    )
