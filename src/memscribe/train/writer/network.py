"""The write network: one encoder, heads that find and judge spans, and a decoder that copies the text together."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from memscribe.writers.embedded.decoder import AHEAD, BACK, HEADS, LAYERS, LONGEST
from memscribe.writers.embedded.labels import ACTS, KINDS, OWNERS, RELATIONS, TAGS

if TYPE_CHECKING:
    from transformers import BertModel

WIDTH = 384
DECODER = 256
FLAGS = 5
"""Of a unit: 0 elsewhere, 1 evidence, 2 context, 3 a memory that is replaced, 4 another memory."""
LONGEST_TEXT = LONGEST + 2
STEPS = BACK + AHEAD + 2
"""How far a unit stands from the one copied last: from 3 or more back to 8 or more ahead; nothing copied yet."""


class Changed(nn.Module):
    """A linear layer that stays as it is, and a low-rank change beside it (LoRA, Hu et al. 2021, arXiv:2106.09685).

    Args:
        kept: The layer; not trained.
        rank: Of the change.
    """

    def __init__(self, kept: nn.Linear, rank: int) -> None:
        super().__init__()
        self.kept = kept
        for parameter in kept.parameters():
            parameter.requires_grad_(requires_grad=False)
        self.down = nn.Linear(kept.in_features, rank, bias=False)
        self.up = nn.Linear(rank, kept.out_features, bias=False)
        nn.init.normal_(self.down.weight, std=1 / math.sqrt(kept.in_features))
        nn.init.zeros_(self.up.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Return float[..., out]."""
        return self.kept(x) + self.up(self.down(x))


class Pairs(nn.Module):
    """A small network over two vectors, their product and their difference."""

    def __init__(self, outputs: int, width: int = 256) -> None:
        super().__init__()
        self.inner = nn.Linear(4 * WIDTH, width)
        self.outer = nn.Linear(width, outputs)
        self.drop = nn.Dropout(0.1)

    def forward(self, one: Tensor, other: Tensor) -> Tensor:
        """Return float[n, outputs]."""
        joint = torch.cat([one, other, one * other, (one - other).abs()], dim=-1)
        return self.outer(self.drop(nn.functional.gelu(self.inner(joint))))


class Decoder(nn.Module):
    """Writes a text unit by unit: each is a word of the vocabulary or a copy of a unit of the window.

    A pointer-generator (See, Liu and Manning 2017, arXiv:1704.04368) over the encoder's states, with transformer
    layers in place of the recurrent ones.

    Args:
        words: Size of the vocabulary; 0 is the end, 1 stands for a copied unit that is no word of it.
    """

    def __init__(self, words: int) -> None:
        super().__init__()
        self.source = nn.Linear(WIDTH, DECODER)
        self.flags = nn.Embedding(FLAGS, DECODER)
        self.inside = nn.Embedding(4, DECODER)
        self.words = nn.Embedding(words, DECODER)
        self.places = nn.Embedding(LONGEST_TEXT, DECODER)
        self.begin = nn.Parameter(torch.randn(DECODER) * 0.02)
        self.operation = nn.Linear(WIDTH, DECODER)
        self.layers = nn.ModuleList(DecoderLayer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(DECODER)
        self.point = nn.Linear(DECODER, DECODER)
        self.key = nn.Linear(DECODER, DECODER)
        self.gate = nn.Linear(DECODER, 1)
        self.parts = nn.Linear(DECODER, FLAGS)
        self.steps = nn.Linear(DECODER, STEPS)
        self.again = nn.Linear(DECODER, 1)
        self.next = nn.Linear(DECODER, DECODER)
        self.bias = nn.Parameter(torch.zeros(words))
        nn.init.normal_(self.words.weight, std=0.02)
        nn.init.normal_(self.places.weight, std=0.02)
        self.drop = nn.Dropout(0.1)

    def sources(self, hidden: Tensor, flags: Tensor, inside: Tensor) -> Tensor:
        """Return what units look like to the decoder.

        Args:
            hidden: float[n, units, WIDTH], mean of each unit's tokens.
            flags: int[n, units].
            inside: int[n, units], place of the unit in its first token.
        """
        return self.source(hidden) + self.flags(flags) + self.inside(inside)

    def forward(
        self,
        sources: Tensor,
        there: Tensor,
        flags: Tensor,
        *,
        operation: Tensor,
        words: Tensor,
        copied: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Return log probabilities of the next unit at every place.

        Args:
            sources: float[n, units, DECODER].
            there: bool[n, units], False where padding.
            flags: int[n, units].
            operation: float[n, WIDTH], the operation's spans.
            words: int[n, length], each unit so far in the vocabulary.
            copied: int[n, length], the unit of the window that it is a copy of, or -1.

        Returns:
            Over the vocabulary, float[n, length + 1, words], and over the window, float[n, length + 1, units].
        """
        rows = torch.arange(len(words))[:, None]
        was = torch.where((copied >= 0)[..., None], sources[rows, copied.clamp(min=0)], 0.0)
        latest = _latest(copied)
        following = (latest + 1).clamp(max=sources.shape[1] - 1)
        then = torch.where((latest >= 0)[..., None], sources[rows, following], 0.0)
        told = self.words(words) + was
        x = torch.cat([self.begin.expand(len(words), 1, DECODER), told], dim=1)
        x = x + self.next(then) + self.places.weight[: x.shape[1]] + self.operation(operation)[:, None]
        x = self.drop(x)
        for layer in self.layers:
            x = layer(x, sources, there)
        x = self.norm(x)
        vocabulary = torch.log_softmax((x @ self.words.weight.T + self.bias).float(), dim=-1)
        pointed = self.point(x) @ self.key(sources).transpose(1, 2) / math.sqrt(DECODER)
        pointed = pointed.float() + self._habits(x, flags, latest, copied).float()
        pointed = torch.log_softmax(pointed.masked_fill(~there[:, None], -1e4), dim=-1)
        gate = self.gate(x).float()
        return vocabulary + nn.functional.logsigmoid(gate), pointed + nn.functional.logsigmoid(-gate)

    def _habits(self, x: Tensor, flags: Tensor, latest: Tensor, copied: Tensor) -> Tensor:
        """Return how likely a unit is by its part, by its distance from the last copy, and if it was copied before.

        Texts mostly go on where they left off; a small corpus teaches that sooner as a habit than as attention.
        """
        count = flags.shape[1]
        places = torch.arange(count)
        step = (places - latest[..., None]).clamp(-BACK, AHEAD) + BACK
        step = torch.where(latest[..., None] >= 0, step, STEPS - 1)
        used = torch.zeros((*latest.shape, count), dtype=torch.bool)
        used[:, 1:] = (places == copied[..., None]).cumsum(1) > 0
        by_part = self.parts(x).gather(2, flags[:, None].expand(-1, x.shape[1], -1))
        return by_part + self.steps(x).gather(2, step) + self.again(x) * used


def _latest(copied: Tensor) -> Tensor:
    """Return for every place, the begin included, the unit copied last before it, or -1: int[n, length + 1]."""
    order = torch.arange(copied.shape[1])
    when = torch.where(copied >= 0, order, -1).cummax(1).values
    unit = torch.where(when >= 0, copied.gather(1, when.clamp(min=0)), -1)
    return torch.cat([torch.full((len(copied), 1), -1), unit], dim=1)


class DecoderLayer(nn.Module):
    """Self-attention, attention to the window, and a feed-forward part, each normalised before."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(DECODER) for _ in range(3))
        self.qkv = nn.Linear(DECODER, 3 * DECODER)
        self.mixed = nn.Linear(DECODER, DECODER)
        self.ask = nn.Linear(DECODER, DECODER)
        self.tell = nn.Linear(DECODER, 2 * DECODER)
        self.heard = nn.Linear(DECODER, DECODER)
        self.wide = nn.Linear(DECODER, 2 * DECODER)
        self.narrow = nn.Linear(2 * DECODER, DECODER)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, sources: Tensor, there: Tensor) -> Tensor:
        """Return float[n, length, DECODER]."""
        q, k, v = self.qkv(self.norms[0](x)).chunk(3, dim=-1)
        x = x + self.drop(self.mixed(_attend(q, k, v, causal=True)))
        k, v = self.tell(sources).chunk(2, dim=-1)
        x = x + self.drop(self.heard(_attend(self.ask(self.norms[1](x)), k, v, mask=there[:, None, None])))
        return x + self.drop(self.narrow(nn.functional.gelu(self.wide(self.norms[2](x)))))


def _attend(q: Tensor, k: Tensor, v: Tensor, *, mask: Tensor | None = None, causal: bool = False) -> Tensor:
    def split(x: Tensor) -> Tensor:
        return x.view(*x.shape[:2], HEADS, -1).transpose(1, 2)

    out = nn.functional.scaled_dot_product_attention(split(q), split(k), split(v), attn_mask=mask, is_causal=causal)
    return out.transpose(1, 2).flatten(2)


@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of a batch: rows of the batch, first and last token (inclusive)."""

    row: Tensor
    first: Tensor
    last: Tensor


class WriteNetwork(nn.Module):
    """Everything that is trained.

    Args:
        encoder: Twelve layers over the pruned pieces, as the shipped encoder has them.
        words: Size of the decoder's vocabulary.
    """

    def __init__(self, encoder: "BertModel", words: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.drop = nn.Dropout(0.1)
        self.tags = nn.Linear(WIDTH, len(TAGS))
        self.span = nn.Linear(3 * WIDTH, WIDTH)
        self.acts = nn.Linear(WIDTH, len(ACTS))
        self.kinds = nn.Linear(WIDTH, len(KINDS))
        self.owners = nn.Linear(WIDTH, len(OWNERS))
        self.links = Pairs(1, 128)
        self.relations = Pairs(len(RELATIONS))
        self.decoder = Decoder(words)

    def encode(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return float[n, tokens, WIDTH]."""
        return self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state

    def span_vectors(self, hidden: Tensor, spans: Spans) -> Tensor:
        """Return one vector a span: its first and last token and the mean of all, mixed."""
        sums = torch.cat([torch.zeros_like(hidden[:, :1]), hidden.float().cumsum(1).to(hidden.dtype)], dim=1)
        length = (spans.last - spans.first + 1)[:, None]
        mean = (sums[spans.row, spans.last + 1] - sums[spans.row, spans.first]) / length
        joint = torch.cat([hidden[spans.row, spans.first], hidden[spans.row, spans.last], mean], dim=-1)
        return self.drop(nn.functional.gelu(self.span(self.drop(joint))))
