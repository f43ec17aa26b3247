"""The model folder of the write model: weights, words and thresholds, and what it says about itself."""

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zipfile import BadZipFile, is_zipfile

import numpy as np
from pydantic import BaseModel, ConfigDict

from memscribe.core.errors import ModelFilesError
from memscribe.encoder.files import REMEDY
from memscribe.writers.embedded.heads import Matrix

LAYER = "layer"
"""How the names of the encoder's layers begin."""


class Thresholds(BaseModel):
    """Where decisions fall, chosen on the dev part of the corpus.

    Args:
        salient: Probability from which a token belongs to a span.
        write: From which a span is written.
        link: From which two spans say one fact.
        replace: From which a memory is replaced.
        retract: From which a memory is withdrawn.
        same: From which a memory is said to hold the fact already.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    salient: float = 0.5
    write: float = 0.5
    link: float = 0.5
    replace: float = 0.5
    retract: float = 0.5
    same: float = 0.5


class Calibration(BaseModel):
    """Slope and offset, by op, that turn the logit of a score into that of a probability (Platt scaling)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    add: tuple[float, float] = (1.0, 0.0)
    update: tuple[float, float] = (1.0, 0.0)
    retract: tuple[float, float] = (1.0, 0.0)

    def confidence(self, op: Literal["add", "update", "retract"], score: float) -> float:
        """Return the probability that an operation is right.

        Args:
            op: What it does.
            score: The model's own score, 0 to 1.
        """
        slope, offset = getattr(self, op)
        kept = min(max(score, 1e-4), 1 - 1e-4)
        return 1 / (1 + math.exp(-(slope * math.log(kept / (1 - kept)) + offset)))


@dataclass(frozen=True, slots=True)
class WriterFiles:
    """What the heads need.

    Args:
        weights: float32 arrays by name.
        words: The decoder's vocabulary; the first two are the end and the mark of a copy.
        thresholds: Where decisions fall.
        version: Version of the model.
        encoder: Id of the encoder that it was trained behind.
        calibration: What a score is worth as a probability.
        changes: Low-rank changes of the encoder's layers, by the names of the graph's inputs.
    """

    weights: Mapping[str, Matrix]
    words: tuple[str, ...]
    thresholds: Thresholds
    version: str
    encoder: str
    calibration: Calibration
    changes: Mapping[str, Matrix] = field(default_factory=dict[str, Matrix])


def read_writer_files(folder: Path) -> WriterFiles:
    """Read the write model's files.

    Raises:
        ModelFilesError: They are missing or damaged.
    """
    try:
        said = _Said.model_validate_json((folder / "writer.json").read_bytes())
        weights = _arrays(folder / "heads.npz", words=len(said.words))
    except (OSError, ValueError, KeyError, BadZipFile, zlib.error) as error:
        raise ModelFilesError(f"Expected the write model in {folder}, found {error}: {REMEDY}.") from error
    return WriterFiles(
        weights=weights,
        words=said.words,
        thresholds=said.thresholds,
        version=said.version,
        encoder=said.encoder,
        calibration=said.calibration,
        changes={name: value for name, value in weights.items() if name.startswith(LAYER)},
    )


class _Said(BaseModel):
    """What writer.json holds."""

    version: str
    encoder: str
    thresholds: Thresholds
    calibration: Calibration
    words: tuple[str, ...]


def _arrays(path: Path, *, words: int) -> dict[str, Matrix]:
    if path.exists() and not is_zipfile(path):
        raise ValueError(f"no archive of arrays in {path.name}")
    with np.load(path, allow_pickle=False) as archive:
        weights = {name: archive[name].astype(np.float32) for name in archive.files}
    rows = len(weights["decoder.words.weight"])
    if rows != words:
        raise ValueError(f"{words:,} words in writer.json and {rows:,} in {path.name}")
    return weights


def write_writer_json(
    folder: Path,
    *,
    words: Sequence[str],
    thresholds: Thresholds,
    calibration: Calibration,
    version: str,
    encoder: str,
) -> None:
    """Write what `read_writer_files` reads beside the weights."""
    said = {
        "version": version,
        "encoder": encoder,
        "thresholds": thresholds.model_dump(),
        "calibration": calibration.model_dump(mode="json"),
        "words": list(words),
    }
    (folder / "writer.json").write_text(json.dumps(said, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
