"""The evaluation commands and the demonstration run, and say what really came out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli_parts import Shell

FIXTURES = Path(__file__).parents[1] / "fixtures" / "cases"
SHARED = Path(__file__).parents[3] / "shared"
CASES = str(FIXTURES / "small.jsonl")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


class TestCases:
    def test_the_report_holds_score_interval_baselines_and_harm(self, shell: Shell) -> None:
        ran = shell.run("eval", "cases", CASES, "--no-embeddings")
        assert ran.code == 0
        for words in (
            "score ", "95 % interval", "mean of 3 categories, 8 cases", "beside it, empty", "beside it, keep_all",
            "forbidden text stored in ", "existing memories wrongly touched: ", "keep rate",
        ):  # fmt: skip
            assert words in ran.out

    def test_json_is_the_scorers_report_with_the_baselines(self, shell: Shell) -> None:
        report = shell.run("eval", "cases", CASES, "--json", "--no-embeddings").json
        assert list(report) == [
            "score", "ci95", "missing_cases", "overall", "categories", "cases", "baselines", "errors",
        ]  # fmt: skip
        assert set(report["baselines"]) == {"empty", "keep_all"}
        assert report["missing_cases"] == 0

    def test_storing_every_turn_keeps_what_there_was_and_stores_what_is_forbidden(self, shell: Shell) -> None:
        """The verbatim writer is the store-all baseline: it touches nothing, and stores chat fragments too."""
        report = shell.run("eval", "cases", CASES, "--writer", "verbatim", "--json").json
        assert report["overall"]["keep_rate"] == 1.0
        assert report["overall"]["supersede_accuracy"] == 0.0
        assert report["overall"]["forbid_violation_cases"] > 0

    def test_results_go_to_a_file_one_case_a_line(self, shell: Shell) -> None:
        results = shell.folder / "results.jsonl"
        shell.run("eval", "cases", CASES, "--out", str(results))
        lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
        assert [line["id"] for line in lines] == [f"k{i}" for i in range(1, 9)]
        by_id = {memory["id"]: memory for memory in lines[7]["memories"]}
        assert by_id["m9"]["status"] == "retracted"
        assert shell.run("eval", "cases", CASES, "--out", str(shell.folder)).code == 2

    def test_failures_are_listed_with_what_failed(self, shell: Shell) -> None:
        ran = shell.run("eval", "cases", CASES, "--failures", "--writer", "verbatim")
        assert "still active: m1" in ran.out
        assert "forbidden: 'tea break'" in ran.out

    def test_a_bad_line_is_named_and_nothing_runs(self, shell: Shell) -> None:
        ran = shell.run("eval", "cases", shell.file("c.jsonl", "{}\n"))
        assert (ran.code, ran.out) == (2, "")
        assert "c.jsonl:1: id: Field required" in ran.err

    @pytest.mark.shared
    def test_results_score_the_same_with_the_reference_scorer(self, shell: Shell) -> None:
        """What --out writes is what the reference scorer reads; both print the same report."""
        if not SHARED.is_dir():
            pytest.skip("the shared cases are not beside the repository")
        cases = SHARED / "cases" / "sample.jsonl"
        results = shell.folder / "results.jsonl"
        ours = shell.run("eval", "cases", str(cases), "--out", str(results), "--json", "--no-embeddings").json
        reference = subprocess.run(
            [sys.executable, SHARED / "cases" / "score.py", cases, results, "--json"],
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        beside = {"baselines": ours["baselines"], "errors": ours["errors"]}
        assert ours == json.loads(reference.stdout) | beside


EXAMPLE = {
    "id": "t-1", "lang": "en", "scene": "chat", "now": "2026-06-02T10:00:00Z", "user": None, "existing": [],
    "messages": [{"role": "user", "content": "I keep bees behind the church."}],
    "operations": [{"op": "add", "kind": "profile", "text": "User keeps bees behind the church.", "targets": [],
                    "evidence": [{"message": 0, "quote": "I keep bees behind the church."}]}],
    "rejections": [], "relations": [],
}  # fmt: skip


class TestCorpus:
    def test_files_and_languages_are_told_and_the_measure_is_named(self, shell: Shell) -> None:
        shell.file("one.jsonl", [EXAMPLE, EXAMPLE | {"lang": "de"}])
        ran = shell.run("eval", "corpus", str(shell.folder), "--no-embeddings")
        assert ran.code == 0
        assert "one " in ran.out
        assert "de " in ran.out
        assert "A development measure" in ran.out

    def test_json_counts_and_limits(self, shell: Shell) -> None:
        file = shell.file("one.jsonl", [EXAMPLE] * 3)
        report = shell.run("eval", "corpus", file, "--limit", "2", "--json", "--no-embeddings").json
        assert report["measure"].startswith("development")
        assert report["overall"]["examples"] == 2
        assert report["files"]["one"]["gold"] == 2
        assert report["overall"]["recall"] == 1.0

    def test_a_folder_without_corpus_is_refused(self, shell: Shell) -> None:
        ran = shell.run("eval", "corpus", str(shell.folder))
        assert (ran.code, "no .jsonl file in" in ran.err) == (2, True)


class TestDemo:
    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_every_part_is_shown_and_the_secret_is_not(self, language: str, shell: Shell) -> None:
        ran = shell.run("demo", "--language", language, "--writer", "rules")
        assert ran.code == 0
        for number in range(1, 6):
            assert f"\n{number}. " in ran.out
        assert ran.out.count("  memscribe ") == 2
        assert "kestrel" not in ran.out

    def test_nothing_is_kept_and_nothing_is_touched(self, shell: Shell) -> None:
        shell.run("demo")
        assert list(shell.folder.iterdir()) == []

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_what_a_stranger_planted_and_what_was_only_guessed_is_not_remembered(
        self, language: str, shell: Shell
    ) -> None:
        """The page's instruction, the assistant's guess and the joke are not among the memories afterwards."""
        document = shell.run("demo", "--language", language, "--writer", "rules", "--json").json
        after = " ".join(version["text"] for version in document["after"])
        for planted in ("cakeville", "cycle", "骑车", "Bread Pitt", "面面俱到", "kestrel"):
            assert planted not in after

    def test_it_shows_what_the_writer_really_did(self, shell: Shell) -> None:
        """The receipt is the writer's own: another writer, another receipt."""
        rules = shell.run("demo", "--json", "--writer", "rules").json
        raw = shell.run("demo", "--json", "--writer", "verbatim").json
        assert raw["receipt"]["writer"] == "verbatim@1"
        assert len(raw["receipt"]["items"]) == 6
        assert raw["history"] == []
        assert raw["receipt"]["items"] != rules["receipt"]["items"]
        assert rules["receipt"]["masked"] == 1

    def test_an_unknown_language_is_refused(self, shell: Shell) -> None:
        ran = shell.run("demo", "--language", "tlh")
        assert (ran.code, "--language: expected one of en, zh" in ran.err) == (2, True)
