"""Draws the curves of a run as one picture: the loss of each head, on what it trained on and on dev.

`python -m memscribe.train.writer.curves RUN` does it by hand, also while the run goes on.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from memscribe.train.writer.losses import WEIGHTS

Record = Mapping[str, float]
PICTURE: Final = "curves.svg"
TRAIN: Final = "#8a8f98"
DEV: Final = "#1f5fa8"
COLUMNS: Final = 3
TOTAL: Final = "all, weighted"


def draw(run: Path, picture: Path | None = None) -> Path | None:
    """Draw what a run's folder tells so far.

    The first stage has both curves; the second, in which the heads learn alone, tells dev only and stands to the
    right of the line. The first panel is the weighted sum over dev by which the best epoch is chosen.

    Args:
        run: Folder with history.jsonl and, after the second stage, heads.jsonl.
        picture: Where to draw it, .svg or .png; curves.svg in the folder where none is given.

    Returns:
        The picture, or None where nothing is recorded yet.
    """
    first, second = read_curve(run / "history.jsonl"), read_curve(run / "heads.jsonl")
    if not first and not second:
        return None
    names = [name for name in WEIGHTS if any(name in heads_of(one) for one in (*first, *second))]
    panels = [TOTAL, *names]
    rows = -(-len(panels) // COLUMNS)
    figure = Figure(figsize=(3.6 * COLUMNS, 2.4 * rows), layout="constrained")
    grid = figure.subplots(rows, COLUMNS, squeeze=False).flatten()
    for axes, name in zip(grid, panels, strict=False):
        _panel(axes, name, first, second)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    lines = {line.get_label(): line for axes in grid for line in axes.get_lines()}
    shown = [name for name in ("train", "dev") if name in lines]
    figure.legend([lines[name] for name in shown], shown, loc="outside upper right", ncols=2, frameon=False)
    figure.suptitle(f"Loss by epoch{': joint training | heads alone' if first and second else ''}", fontsize=11)
    path = picture or run / PICTURE
    # the same curves give the same bytes
    with mpl.rc_context({"svg.hashsalt": "memscribe", "svg.fonttype": "none"}):
        figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)
    return path


def read_curve(path: Path) -> list[Record]:
    """Read one record an epoch, in order; none where there is no file.

    A run that was begun again goes on writing in the same file: an epoch replaces all that were written before it
    from its own number on.
    """
    records: list[Record] = []
    if not path.exists():
        return records
    for line in path.read_text(encoding="utf-8").splitlines():
        new: dict[str, Any] = json.loads(line)
        records = [one for one in records if one["epoch"] < new["epoch"]] + [new]
    return records


def heads_of(record: Record) -> set[str]:
    """Name the heads that a record tells about."""
    return {key.removeprefix("train_").removeprefix("dev_") for key in record} - {"epoch", "seconds"}


def _panel(axes: Axes, name: str, first: Sequence[Record], second: Sequence[Record]) -> None:
    """Draw one head; the epochs of the second stage are counted on from the first."""
    weights = WEIGHTS if name == TOTAL else {name: 1.0}
    ended = int(first[-1]["epoch"]) if first else 0
    for label, color, records, prefix, shift in (
        ("train", TRAIN, first, "train_", 0),
        ("dev", DEV, first, "dev_", 0),
        ("dev", DEV, second, "", ended),
    ):
        points = [
            (one["epoch"] + shift, sum(w * one[prefix + key] for key, w in weights.items() if prefix + key in one))
            for one in records
            if any(prefix + key in one for key in weights)
        ]
        if points:
            axes.plot(
                *zip(*points, strict=True), label=label, color=color, marker="o", markersize=2.5, linewidth=1.3
            )
    if first and second:
        axes.axvline(ended + 0.5, color=TRAIN, linewidth=0.7, linestyle=":")
    axes.set_title(name, fontsize=9, loc="left")
    axes.tick_params(labelsize=7)
    axes.set_ylim(bottom=0)
    axes.set_xlim(0.5, ended + (int(second[-1]["epoch"]) if second else 0) + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True))
    axes.spines[["top", "right"]].set_visible(False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the curves of a run."""
    parser = argparse.ArgumentParser(prog="memscribe.train.writer.curves", description=main.__doc__)
    parser.add_argument("run", type=Path, help="the run's folder")
    parser.add_argument("--out", type=Path, help="the picture, .svg or .png (default: curves.svg in the folder)")
    given = parser.parse_args(arguments)
    print(draw(given.run, given.out) or f"{given.run}: no epoch is recorded yet")


if __name__ == "__main__":
    main()
