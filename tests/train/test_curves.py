"""The picture of a run shows each head that was trained, both stages, and only the newest try of an epoch."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("matplotlib", reason="the extra `train` is not installed")

from memscribe.train.writer.curves import draw, main, read_curve

FIRST = [
    {"epoch": n, "seconds": 9.0, "train_tags": 1 / n, "dev_tags": 2 / n, "train_links": 0.01, "train_acts": 0.5,
     "dev_acts": 0.6}
    for n in (1, 2, 3)
]  # fmt: skip
SECOND = [{"epoch": n, "tags": 0.5 / n, "acts": 0.4 / n} for n in (1, 2)]


def lines(path: Path, records: Sequence[object]) -> Path:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def texts(picture: Path) -> set[str]:
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", picture.read_text(encoding="utf-8")))


def test_every_head_that_was_trained_has_a_panel(tmp_path: Path) -> None:
    lines(tmp_path / "history.jsonl", FIRST)
    lines(tmp_path / "heads.jsonl", SECOND)
    picture = draw(tmp_path)
    assert picture == tmp_path / "curves.svg"
    shown = texts(picture)
    assert {"all, weighted", "tags", "acts", "links", "train", "dev"} <= shown
    assert not {"kinds", "text", "seconds"} & shown
    assert "Loss by epoch: joint training | heads alone" in shown


def test_one_stage_is_enough_and_none_draws_nothing(tmp_path: Path) -> None:
    assert draw(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    lines(tmp_path / "heads.jsonl", SECOND)
    picture = draw(tmp_path)
    assert picture is not None
    assert {"tags", "acts", "dev"} <= texts(picture)
    assert "train" not in texts(picture)


def test_an_epoch_that_was_tried_again_replaces_what_came_after_it(tmp_path: Path) -> None:
    again = {"epoch": 2, "tags": 9.0}
    path = lines(tmp_path / "heads.jsonl", [{"epoch": n, "tags": float(n)} for n in (1, 2, 3)] + [again])
    assert read_curve(path) == [{"epoch": 1, "tags": 1.0}, again]
    assert read_curve(tmp_path / "none.jsonl") == []


def test_the_same_curves_give_the_same_bytes(tmp_path: Path) -> None:
    lines(tmp_path / "history.jsonl", FIRST)
    one, other = draw(tmp_path, tmp_path / "a.svg"), draw(tmp_path, tmp_path / "b.svg")
    assert one is not None
    assert other is not None
    assert one.read_bytes() == other.read_bytes()


def test_the_command_draws_a_png_on_request_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path)])
    assert "no epoch is recorded yet" in capsys.readouterr().out
    lines(tmp_path / "history.jsonl", FIRST)
    main([str(tmp_path), "--out", str(tmp_path / "curves.png")])
    assert str(tmp_path / "curves.png") in capsys.readouterr().out
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
