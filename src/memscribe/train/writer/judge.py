"""Chooses on dev where decisions fall, and how sure a score really is."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from tqdm import tqdm

from memscribe.encoder.session import OnnxEncoder
from memscribe.evals.cases import SCOPE
from memscribe.evals.corpus import CorpusExample
from memscribe.evals.corpus_scoring import loaded, score_example
from memscribe.evals.corpus_tally import Tally
from memscribe.evals.matching import paired
from memscribe.evals.opening import opener
from memscribe.writers.embedded.files import Calibration, Thresholds, WriterFiles, read_writer_files
from memscribe.writers.embedded.writer import EmbeddedWriter

_SETTLED: Final = 1e-8
GRID: Final[Mapping[str, tuple[float, ...]]] = {
    "write": (0.35, 0.45, 0.55, 0.65),
    "replace": (0.4, 0.5, 0.6, 0.7),
    "salient": (0.35, 0.5, 0.65),
    "same": (0.35, 0.5, 0.65),
    "retract": (0.35, 0.5, 0.65),
    "link": (0.4, 0.55, 0.7),
}
"""Values that are tried, one threshold after another."""


class Bench:
    """Measures the write model on some examples, on several cores.

    Args:
        encoder: The encoder's folder.
        folder: The write model's.
        examples: What it is measured on.
        cores: How many processes.
    """

    def __init__(self, encoder: Path, folder: Path, examples: Sequence[CorpusExample], *, cores: int) -> None:
        self._shares = [list(examples[at::cores]) for at in range(cores)]
        self._pool = ProcessPoolExecutor(cores, initializer=_open, initargs=(encoder, folder))

    def tally(self, thresholds: Thresholds) -> Tally:
        """Count what the model gets right with these thresholds, guard included, without vectors."""
        jobs = [self._pool.submit(_tally, thresholds, share) for share in self._shares]
        return sum((job.result() for job in jobs), Tally())

    def scores(self, thresholds: Thresholds) -> dict[str, list[tuple[float, bool]]]:
        """Return score and rightness of every operation that the model proposes, by op."""
        jobs = [self._pool.submit(_scores, thresholds, share) for share in self._shares]
        found: dict[str, list[tuple[float, bool]]] = {"add": [], "update": [], "retract": []}
        for job in jobs:
            for op, rows in job.result().items():
                found[op] += rows
        return found


_model: dict[str, Any] = {}
"""What a process has opened."""


def _open(encoder: Path, folder: Path) -> None:
    _model["encoder"] = OnnxEncoder.load(encoder, threads=1)
    _model["files"] = read_writer_files(folder)


def _writer(thresholds: Thresholds) -> EmbeddedWriter:
    files: WriterFiles = _model["files"]
    return EmbeddedWriter(_model["encoder"], replace(files, thresholds=thresholds, calibration=Calibration()))


def _tally(thresholds: Thresholds, examples: Sequence[CorpusExample]) -> Tally:
    make_memory = opener(_writer(thresholds), embeddings=False)
    return sum((score_example(example, make_memory) for example in examples), Tally())


def worth(tally: Tally) -> float:
    """Return what is made large: operations right, less what must never happen.

    A wrongly touched memory or a stored temptation costs more than a missed fact: it comes back for ever.
    """
    rates = {name: part / whole if whole else 0.0 for name, (part, whole) in tally.ratios().items()}
    return (
        rates["stored_operation_f1"]
        + 0.5 * rates["f1"]
        + 0.15 * rates["silence_accuracy"]
        - 0.5 * rates["tempted_rate"]
        - 2.0 * max(0.0, rates["touched_rate"] - 0.01)
    )


def choose_thresholds(bench: Bench, *, start: Thresholds) -> tuple[Thresholds, list[tuple[str, float, float]]]:
    """Choose each threshold in turn, the others held, by what is worth most on dev.

    Args:
        bench: Dev.
        start: Where to begin.

    Returns:
        The thresholds, and what was tried: name, value, worth.
    """
    best, most = start, worth(bench.tally(start))
    tried = [("start", 0.0, most)]
    for name, values in GRID.items():
        for value in values:
            if value == getattr(best, name):
                continue
            candidate = best.model_copy(update={name: value})
            score = worth(bench.tally(candidate))
            tried.append((name, value, score))
            tqdm.write(f"{name} {value}: {score:.4f} (best {most:.4f})")
            if score > most:
                best, most = candidate, score
    return best, tried


def _scores(thresholds: Thresholds, examples: Sequence[CorpusExample]) -> dict[str, list[tuple[float, bool]]]:
    """Return confidence and rightness of every operation that a writer proposes, by op.

    An addition is right when its text states a wanted fact that is no update; an update when also its targets are
    exact; a retraction when its targets are.
    """
    make_memory = opener(_writer(thresholds), embeddings=False)
    found: dict[str, list[tuple[float, bool]]] = {"add": [], "update": [], "retract": []}
    for example in examples:
        with make_memory(example.clock, None) as memory:
            names = loaded(memory, example.existing, by=example.at or example.clock.now())
            receipt = memory.propose(
                [message.message for message in example.messages], scope=SCOPE, at=example.at, account=example.user
            )
        made = [item.operation for item in receipt.items]
        for op in found:
            gold = [operation for operation in example.operations if operation.op == op]
            mine = [operation for operation in made if operation.op == op]
            pairs = paired([one.text for one in gold], [one.text for one in mine]) if op != "retract" else {}
            right = {
                at for wanted, at in pairs.items() if _targets(mine[at].targets, names) == {*gold[wanted].targets}
            }
            if op == "retract":
                wanted_targets = {target for one in gold for target in one.targets}
                right = {at for at, one in enumerate(mine) if _targets(one.targets, names) <= wanted_targets}
            found[op] += [(one.confidence or 0.0, at in right) for at, one in enumerate(mine)]
    return found


def _targets(targets: Sequence[str], names: Mapping[str, str]) -> set[str]:
    return {names.get(target, target) for target in targets}


def calibrated(found: Mapping[str, Sequence[tuple[float, bool]]]) -> Calibration:
    """Fit Platt's scaling (Platt 1999) of each op's score.

    Args:
        found: As `Bench.scores` returns it.
    """
    return Calibration(
        **{
            op: _platt(np.array([s for s, _ in rows]), np.array([r for _, r in rows], bool))
            for op, rows in found.items()
        }
    )


def _platt(score: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Fit slope and offset of the logit by Newton's method, with a prior of one right and one wrong."""
    if not len(score):
        return 1.0, 0.0
    x = np.log(np.clip(score, 1e-4, 1 - 1e-4) / (1 - np.clip(score, 1e-4, 1 - 1e-4)))
    n1, n0 = right.sum(), (~right).sum()
    goal = np.where(right, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))
    beta = np.array([1.0, 0.0])
    design = np.stack([x, np.ones_like(x)], axis=1)
    for _ in range(50):
        p = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (p - goal) + 1e-3 * (beta - [1, 0])
        curve = (design * (p * (1 - p))[:, None]).T @ design + 1e-3 * np.eye(2)
        step = np.linalg.solve(curve, gradient)
        beta -= step
        if np.abs(step).max() < _SETTLED:
            break
    return float(beta[0]), float(beta[1])
