"""The second stage: the heads learn on what the shipped encoder says with the changes of the first stage.

The shipped encoder is an int8 graph. Heads that were trained behind the fp32 one meet slightly other states in it;
here they are trained on the very states that they will meet, and an epoch takes a fraction of the time, since the
changes stay as they are.
"""

import copy
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from tqdm import tqdm

from memscribe.encoder.session import OnnxEncoder
from memscribe.train.writer.batches import grouped, tensors
from memscribe.train.writer.examples import Item
from memscribe.train.writer.losses import WEIGHTS, losses
from memscribe.train.writer.network import WriteNetwork

States = NDArray[np.float16]
"""float16[tokens, WIDTH] of one window."""


def read_all(
    encoder: OnnxEncoder, changes: Mapping[str, NDArray[np.float32]], items: Sequence[Item]
) -> list[States]:
    """Let the shipped encoder read every window."""
    return [
        encoder.hidden(item.window.ids, changes).astype(np.float16)
        for item in tqdm(items, desc="states", mininterval=20)
    ]


def finish(
    network: WriteNetwork,
    vocabulary: Mapping[str, int],
    train: Sequence[tuple[Item, States]],
    dev: Sequence[tuple[Item, States]],
    *,
    out: Path,
    seed: int,
    epochs: int,
    rate: float,
    tokens: int,
    heads: Sequence[str],
) -> None:
    """Train the heads alone; the network ends with the weights that did best on dev.

    Args:
        network: Its encoder is left as it is and not used.
        vocabulary: Words of the decoder.
        train: Windows with the states of the shipped encoder.
        dev: The same of dev.
        out: Where the curve goes (heads.jsonl).
        seed: Of everything random.
        epochs: How many.
        rate: Peak learning rate.
        tokens: Of a batch, with padding.
        heads: Which losses count.
    """
    torch.manual_seed(seed)
    wanted = list(heads)
    parameters = [p for n, p in network.named_parameters() if not n.startswith("encoder.")]
    optimizer = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01, fused=True)
    states = {id(item): state for item, state in (*train, *dev)}
    windows = [item for item, _ in train]
    steps = epochs * sum(1 for _ in grouped(windows, tokens=tokens, rng=random.Random(seed)))  # noqa: S311
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.03 * steps), max(0.02, 1 - step / steps))
    )
    best, kept = _judged(network, vocabulary, [item for item, _ in dev], states, wanted), None
    for epoch in range(epochs):
        network.train()
        rng = random.Random(seed * 104729 + epoch)  # noqa: S311
        for group in tqdm(
            list(grouped(windows, tokens=tokens, rng=rng)), desc=f"heads {epoch + 1}/{epochs}", mininterval=20
        ):
            batch = tensors(group, vocabulary, rng)
            with torch.autocast("cpu", torch.bfloat16):
                found = losses(network, batch, wanted, states=_stacked(group, states))
            loss = torch.stack([WEIGHTS[name] * one for name, one in found.items()]).sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
        now = _judged(network, vocabulary, [item for item, _ in dev], states, wanted)
        with (out / "heads.jsonl").open("a", encoding="utf-8") as curve:
            curve.write(json.dumps({"epoch": epoch + 1, **{name: round(v, 4) for name, v in now.items()}}) + "\n")
        tqdm.write(json.dumps({name: round(v, 4) for name, v in now.items()}))
        if _total(now) < _total(best):
            best = now
            kept = copy.deepcopy({n: p for n, p in network.state_dict().items() if not n.startswith("encoder.")})
    if kept:
        network.load_state_dict(kept, strict=False)


def _stacked(items: Sequence[Item], states: Mapping[int, States]) -> Tensor:
    longest = max(len(item.window.ids) for item in items)
    out = torch.zeros((len(items), longest, next(iter(states.values())).shape[1]))
    for row, item in enumerate(items):
        out[row, : len(item.window.ids)] = torch.from_numpy(states[id(item)].astype(np.float32))
    return out


def _judged(
    network: WriteNetwork,
    vocabulary: Mapping[str, int],
    items: Sequence[Item],
    states: Mapping[int, States],
    heads: Sequence[str],
) -> dict[str, float]:
    network.eval()
    sums: dict[str, float] = {}
    groups = list(grouped(items, tokens=4000, rng=random.Random(1)))  # noqa: S311
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for group in groups:
            batch = tensors(group, vocabulary, random.Random(1))  # noqa: S311
            for name, one in losses(network, batch, heads, states=_stacked(group, states)).items():
                sums[name] = sums.get(name, 0.0) + one.item() / len(groups)
    return sums


def _total(found: Mapping[str, float]) -> float:
    return sum(WEIGHTS[name] * value for name, value in found.items())
