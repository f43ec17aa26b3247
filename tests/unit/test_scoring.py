"""The scorer says of each case what a careful reader would, and repeats to the letter."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from memscribe.evals.cases import Case, CaseResult, ResultMemory, read_cases
from memscribe.evals.lines import read_lines
from memscribe.evals.scoring import empty_baseline, folded, keep_all_baseline, score_case, score_results

FIXTURES = Path(__file__).parents[1] / "fixtures" / "cases"
SHARED = Path(__file__).parents[3] / "shared" / "cases"


def a_case(**expect: object) -> Case:
    return Case.model_validate(
        {
            "id": "c",
            "category": "x",
            "existing": [{"id": "m1", "text": "User rows."}],
            "messages": [{"role": "user", "content": "hello"}],
            "expect": expect,
        }
    )


def memory(name: str, text: str | None, status: str | None = "active") -> ResultMemory:
    return ResultMemory.model_validate({"id": name, "text": text, "status": status})


KEPT = memory("m1", "User rows.")


def test_small_fixture_scores_as_frozen() -> None:
    """Eight cases, one for every way to pass or fail, give the frozen report, interval included."""
    cases = read_cases(FIXTURES / "small.jsonl")
    results = read_lines(FIXTURES / "small.results.jsonl", CaseResult)
    frozen = json.loads((FIXTURES / "small.report.json").read_text("utf-8"))
    assert score_results(cases, results).as_json() == frozen


def test_small_fixture_by_hand() -> None:
    """The macro mean counts categories alike: facts 2 of 3, changes 0 of 2, noise 1 of 3 make 1/3."""
    report = score_results(
        read_cases(FIXTURES / "small.jsonl"), read_lines(FIXTURES / "small.results.jsonl", CaseResult)
    )
    assert [case.passed for case in report.cases] == [True, False, True, False, False, False, True, False]
    assert report.score == 0.3333
    assert report.missing_cases == 1
    assert report.overall["forbid_violation_cases"] == 2


@pytest.mark.parametrize(
    ("memories", "passes"),
    [
        ([memory("n", "An otter by the jetty")], True),
        ([memory("n", "An otter"), memory("o", "the jetty")], False),
        ([memory("n", "An otter by the jetty", "quarantined")], False),
        ([memory("n", "An otter by the jetty", "superseded")], False),
        ([memory("n", "An otter by the jetty", None)], True),
        ([memory("n", "Perhaps an otter by the jetty")], False),
    ],
)
def test_one_active_memory_must_state_the_whole_fact(memories: list[ResultMemory], passes: bool) -> None:
    case = a_case(store=[{"all_of": [["otter"], ["jetty", "pontoon"]], "none_of": [["perhaps"]], "what": ""}])
    assert score_case(case, memories).store == (passes,)


def test_kept_memory_must_be_active_and_unaltered() -> None:
    """White space may differ, words may not."""
    case = a_case(keep=["m1"])
    assert score_case(case, [memory("m1", "User   rows.")]).passed
    assert not score_case(case, [memory("m1", "User rows well.")]).passed
    assert not score_case(case, [memory("m1", "User rows.", "superseded")]).passed
    assert not score_case(case, []).passed


def test_superseded_memory_must_not_be_active_and_its_label_is_only_told() -> None:
    case = a_case(supersede=["m1"])
    assert not score_case(case, [KEPT]).passed
    gone = score_case(case, [memory("m1", "User rows.", "retracted")])
    assert gone.passed
    assert gone.label_ok == (False,)


def test_retracted_memory_may_be_gone_altogether() -> None:
    score = score_case(a_case(retract=["m1"]), [])
    assert score.passed
    assert score.label_ok == (True,)


def test_forbid_together_concerns_new_memories_only() -> None:
    case = a_case(forbid_together=[["user", "rows"]])
    assert score_case(case, [KEPT]).passed
    assert not score_case(case, [KEPT, memory("n", "The user often rows")]).passed
    assert score_case(a_case(forbid=[["rows"]]), [KEPT]).forbid_hits == ({"memory": "m1", "alt": "rows"},)


def test_new_memories_are_limited_and_held_ones_do_not_count() -> None:
    case = a_case(max_new=1)
    new = [memory("a", "A."), memory("b", "B.", "quarantined")]
    assert score_case(case, [KEPT, *new]).passed
    assert score_case(case, [KEPT, *new, memory("c", "C.")]).excess == 1


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("ＡＢＣ　１２", "abc 12"),
        ("R\u200bi\u200bver", "river"),
        ("Lena\u2019s \u201cvisit\u201d", 'lena\'s "visit"'),
        ("13\u00a0May\n2026", "13 may 2026"),
        ("2026\u20132027", "2026-2027"),
        ("STRASSE straße", "strasse strasse"),
    ],
)
def test_folding_ignores_how_a_text_is_set(written: str, same: str) -> None:
    assert folded(written) == same


def test_baselines_say_what_doing_nothing_is_worth() -> None:
    """Forgetting everything keeps nothing; touching nothing keeps everything and changes nothing."""
    cases = read_cases(FIXTURES / "small.jsonl")
    empty = score_results(cases, empty_baseline(cases)).overall
    kept = score_results(cases, keep_all_baseline(cases)).overall
    assert (empty["keep_rate"], empty["supersede_accuracy"], empty["store_recall"]) == (0.0, 1.0, 0.0)
    assert (kept["keep_rate"], kept["supersede_accuracy"], kept["new_memories"]) == (1.0, 0.0, 0)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["sample", "reports"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_number_equals_the_reference_scorer(name: str, seed: int, tmp_path: Path) -> None:
    """On results that are right, wrong and missing at random, the whole JSON report is the reference's."""
    if not SHARED.is_dir():
        pytest.skip("the shared cases are not beside the repository")
    cases = read_cases(SHARED / f"{name}.jsonl")
    results = random_results(cases, random.Random(seed))  # noqa: S311 - repeats, no secret
    written = tmp_path / "results.jsonl"
    written.write_text("".join(f"{result.model_dump_json()}\n" for result in results), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, SHARED / "score.py", SHARED / f"{name}.jsonl", written, "--json"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert score_results(cases, results).as_json() == json.loads(run.stdout)


def random_results(cases: tuple[Case, ...], source: random.Random) -> list[CaseResult]:
    statuses = ["active", "active", "superseded", "retracted", "quarantined", None]
    results: list[CaseResult] = []
    for case in cases:
        memories = [
            memory(one.id, one.text + source.choice(["", "", " really"]), source.choice(statuses))
            for one in case.existing
            if source.random() < 0.9
        ]
        memories += [
            memory(f"n{i}", "; ".join(source.choice(alts) for alts in wanted.all_of), source.choice(statuses))
            for i, wanted in enumerate(case.expect.store)
        ]
        memories += [
            memory(f"v{i}", message.content) for i, message in enumerate(case.messages) if source.random() < 0.1
        ]
        if source.random() < 0.95:
            results.append(CaseResult(id=case.id, memories=tuple(memories)))
    return results
