"""Weights of the true shapes with random values, and episodes, for the tests of the embedded writer."""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from guard_parts import NOW, SCOPE, episode, memory
from memscribe.core.memory import Recalled
from memscribe.core.message import Message
from memscribe.core.ports import WriteTask
from memscribe.encoder.session import default_model_folder, shared_encoder
from memscribe.writers.embedded.files import Calibration, Thresholds, WriterFiles
from memscribe.writers.embedded.heads import gelu
from memscribe.writers.embedded.labels import ACTS, KINDS, RELATIONS, TAGS
from memscribe.writers.embedded.writer import EmbeddedWriter

__all__ = ["NOW", "SCOPE", "WIDTH", "WORDS", "decoder_weights", "tokenizer", "weights", "write_task", "writer"]

WIDTH, DECODER = 384, 256
WORDS = ("", "<copy>", "The", "user", "lives", "in", ".", "用", "户", "'s", "is", "and", "Usuario", "사")
"""A vocabulary without digits: every number of a text is a copy."""

Weights = dict[str, NDArray[np.float32]]


def tokenizer() -> Tokenizer:
    """Return the shipped tokenizer, without truncation."""
    return _tokenizer()


@cache
def _tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(default_model_folder() / "tokenizer.json"))
    made.no_truncation()
    made.no_padding()
    return made


def decoder_weights(seed: int, words: int = len(WORDS), *, stop: float = 0.0, scale: float = 1.0) -> Weights:
    """Return the decoder's weights, names with the prefix ``decoder.``.

    Args:
        seed: Of the random numbers.
        words: Size of the vocabulary.
        stop: Added to the logit of the end.
        scale: 1 keeps the size of activations through a layer.
    """
    rng = np.random.default_rng(seed)
    made: Weights = {}

    def linear(name: str, rows: int, columns: int) -> None:
        made[f"decoder.{name}.weight"] = _normal(rng, rows, columns) * np.float32(scale / columns**0.5)
        made[f"decoder.{name}.bias"] = _normal(rng, rows) * np.float32(0.1)

    def norm(name: str) -> None:
        made[f"decoder.{name}.weight"] = np.ones(DECODER, np.float32)
        made[f"decoder.{name}.bias"] = np.zeros(DECODER, np.float32)

    linear("source", DECODER, WIDTH)
    linear("operation", DECODER, WIDTH)
    for name in ("point", "key", "next"):
        linear(name, DECODER, DECODER)
    for name, rows in (("gate", 1), ("parts", 5), ("steps", 13), ("again", 1)):
        linear(name, rows, DECODER)
    for name, rows, size in (("flags", 5, 0.3), ("inside", 4, 0.3), ("words", words, 0.1), ("places", 66, 1.0)):
        made[f"decoder.{name}.weight"] = _normal(rng, rows, DECODER) * np.float32(size * scale)
    for layer in range(2):
        for name, rows, columns in (
            ("qkv", 3 * DECODER, DECODER),
            ("mixed", DECODER, DECODER),
            ("ask", DECODER, DECODER),
            ("tell", 2 * DECODER, DECODER),
            ("heard", DECODER, DECODER),
            ("wide", 2 * DECODER, DECODER),
            ("narrow", DECODER, 2 * DECODER),
        ):
            linear(f"layers.{layer}.{name}", rows, columns)
        for at in range(3):
            norm(f"layers.{layer}.norms.{at}")
    norm("norm")
    made["decoder.begin"] = _normal(rng, DECODER)
    made["decoder.bias"] = np.zeros(words, np.float32)
    made["decoder.bias"][0] = stop
    return made


@cache
def weights(seed: int, *, salient: float = 0.0, stop: float = 1.0) -> Weights:
    """Return all weights behind the encoder; outputs vary from token to token and from span to span.

    The states of the shipped encoder differ little from their mean: layers that read them are centred on it.

    Args:
        seed: Of the random numbers.
        salient: Added to the logit of every tag but "O".
        stop: Added to the logit of the decoder's end.
    """
    rng = np.random.default_rng(seed)
    made = decoder_weights(seed, stop=stop)
    states = _states()
    spans = np.concatenate([states[:-4], states[4:], (states[:-4] + states[4:]) / 2], axis=1)

    def centred(name: str, rows: int, on: NDArray[np.float32], gain: float) -> NDArray[np.float32]:
        weight = _normal(rng, rows, on.shape[1])
        weight *= gain / (on @ weight.T).std(0)[:, None]
        made[f"{name}.weight"], made[f"{name}.bias"] = weight, -(on @ weight.T).mean(0)
        return on @ weight.T + made[f"{name}.bias"]

    centred("tags", len(TAGS), states, 1.5)
    vectors = gelu(centred("span", WIDTH, spans, 1.0))
    pairs = np.concatenate(
        [vectors, vectors[::-1], vectors * vectors[::-1], np.abs(vectors - vectors[::-1])], axis=1
    )
    centred("acts", len(ACTS), vectors, 1.5)
    centred("kinds", len(KINDS), vectors, 1.5)
    centred("links.outer", 1, gelu(centred("links.inner", 128, pairs, 1.0)), 1.5)
    centred("relations.outer", len(RELATIONS), gelu(centred("relations.inner", 256, pairs, 1.0)), 2.0)
    centred("decoder.source", DECODER, states, 1.0)
    centred("decoder.operation", DECODER, vectors, 0.5)
    made["tags.bias"][1:] += salient
    made["acts.bias"][:2] += 3, 1.5
    # it mostly goes on copying, and ends at a place that depends on the step
    made["decoder.steps.bias"][4] += 3
    made["decoder.gate.weight"] *= 2
    made["decoder.gate.bias"] -= 1
    return made


@cache
def _states() -> NDArray[np.float32]:
    """Return the states of some tokens."""
    said = (
        "My sister Ana moved to Lima in May and works as a nurse there. 我下周三去上海出差。 Vivo en Quito, ¿y tú?"
    )
    return shared_encoder(default_model_folder(), 1).hidden([0, *tokenizer().encode(said).ids, 2])


def _normal(rng: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    return rng.standard_normal(shape).astype(np.float32)


def writer(
    seed: int,
    *,
    salient: float = -1.5,
    stop: float = 3.0,
    limits: Mapping[str, float] | None = None,
    calibration: Calibration | None = None,
) -> EmbeddedWriter:
    """Return a writer of the shipped encoder with random heads: it proposes nonsense, within the rules."""
    files = WriterFiles(
        weights=weights(seed, salient=salient, stop=stop),
        words=WORDS,
        thresholds=Thresholds(
            **{"write": 0.15, "replace": 0.6, "retract": 0.3, "same": 0.8, "link": 0.6, **(limits or {})}
        ),
        version="random",
        encoder=shared_encoder(default_model_folder(), 1).id,
        calibration=calibration or Calibration(),
    )
    return EmbeddedWriter(shared_encoder(default_model_folder(), 1), files)


def write_task(*messages: Message, memories: Sequence[str] = (), account: str | None = None) -> WriteTask:
    """Return what the engine hands a writer."""
    recalled = tuple(Recalled(memory=memory(f"mem_{at}", text)) for at, text in enumerate(memories))
    return WriteTask(episode=episode(*messages, account=account), recalled=recalled)
