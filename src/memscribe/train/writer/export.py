"""Writes what was trained: the heads and the low-rank changes of the encoder, in float16."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from memscribe.train.writer.base import CHANGED

_JOINT = ("q", "k", "v")


def changes(state: Mapping[str, torch.Tensor]) -> dict[str, NDArray[np.float32]]:
    """Return the changes of a checkpoint by the names of the graph's inputs, rounded as they are shipped.

    The graph computes query, key and value in one product: their three changes stand side by side in one, with
    nothing between them.
    """
    found: dict[str, NDArray[np.float32]] = {}
    layers = sorted({int(name.split(".")[3]) for name in state if name.startswith("encoder.encoder.layer.")})
    for layer in layers:
        downs, ups = {}, {}
        for path, short in CHANGED.items():
            prefix = f"encoder.encoder.layer.{layer}.{path}"
            downs[short] = _rounded(state[f"{prefix}.down.weight"]).T
            ups[short] = _rounded(state[f"{prefix}.up.weight"]).T
        found[f"layer{layer}.qkv.down"] = np.concatenate([downs[one] for one in _JOINT], axis=1)
        found[f"layer{layer}.qkv.up"] = _diagonal([ups[one] for one in _JOINT])
        for short in CHANGED.values():
            if short not in _JOINT:
                found[f"layer{layer}.{short}.down"] = np.ascontiguousarray(downs[short])
                found[f"layer{layer}.{short}.up"] = np.ascontiguousarray(ups[short])
    return found


def _rounded(value: torch.Tensor) -> NDArray[np.float32]:
    return value.half().float().numpy()


def _diagonal(blocks: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    out = np.zeros((sum(len(block) for block in blocks), sum(block.shape[1] for block in blocks)), np.float32)
    row = column = 0
    for block in blocks:
        out[row : row + len(block), column : column + block.shape[1]] = block
        row, column = row + len(block), column + block.shape[1]
    return out


def write_heads(state: Mapping[str, torch.Tensor], folder: Path) -> None:
    """Write heads.npz: every tensor but the encoder's, and the changes of the encoder, float16."""
    arrays = {name: value.half().numpy() for name, value in state.items() if not name.startswith("encoder.")}
    arrays |= {name: value.astype(np.float16) for name, value in changes(state).items()}
    np.savez_compressed(folder / "heads.npz", allow_pickle=False, **arrays)
