"""What the network is trained for: one sum of the heads' losses."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from memscribe.train.writer.batches import Texts, TrainBatch
from memscribe.train.writer.network import WriteNetwork

WEIGHTS: Mapping[str, float] = {
    "tags": 1.0, "acts": 1.0, "kinds": 0.4, "owners": 0.2, "links": 0.3, "relations": 1.0, "text": 1.0,
    "copies": 0.5,
}  # fmt: skip


def losses(
    network: WriteNetwork, batch: TrainBatch, heads: Sequence[str], *, states: Tensor | None = None
) -> dict[str, Tensor]:
    """Return the mean loss of each head that is trained, by name; a head without labels in the batch is left out.

    Args:
        network: What is trained.
        batch: Windows and labels.
        heads: Names of the losses that count.
        states: float[windows, tokens, WIDTH] where the encoder has read the batch already.
    """
    hidden = network.encode(batch.ids, batch.mask) if states is None else states
    found: dict[str, Tensor] = {}
    wet = network.drop(hidden)
    found["tags"] = _entropy(network.tags(wet).flatten(0, 1), batch.tags.flatten())
    vectors = network.span_vectors(wet, batch.spans) if len(batch.acts) else None
    if vectors is not None:
        found["acts"] = _entropy(network.acts(vectors), batch.acts)
        found["kinds"] = _entropy(network.kinds(vectors), batch.kinds)
        found["owners"] = _entropy(network.owners(vectors), batch.owners)
        if len(batch.relations):
            known = network.span_vectors(wet, batch.memories)
            pairs = network.relations(vectors[batch.relations[:, 0]], known[batch.relations[:, 1]])
            found["relations"] = _entropy(pairs, batch.relations[:, 2])
        if len(batch.links):
            linked = network.links(vectors[batch.links[:, 0]], vectors[batch.links[:, 1]])[:, 0]
            found["links"] = nn.functional.binary_cross_entropy_with_logits(
                linked.float(), batch.links[:, 2].float()
            )
        if batch.texts is not None:
            found["text"] = _text_loss(network, wet, vectors, batch.texts)
        if batch.copies is not None and "copies" in heads:
            found["copies"] = _text_loss(network, wet, vectors, batch.copies)
    return {name: loss for name, loss in found.items() if name in heads and not loss.isnan()}


def _entropy(scores: Tensor, labels: Tensor) -> Tensor:
    return nn.functional.cross_entropy(scores.float(), labels, ignore_index=-100)


def _text_scores(network: WriteNetwork, hidden: Tensor, vectors: Tensor, texts: Texts) -> tuple[Tensor, Tensor]:
    """Return log probabilities over words and over copies."""
    rows = torch.arange(len(hidden))[:, None]
    units = (hidden[rows, texts.units[..., 0]] + hidden[rows, texts.units[..., 1]]) / 2
    sources = network.decoder.sources(units[texts.row], texts.flags, texts.inside[texts.row])
    there = texts.there[texts.row]
    operation = texts.spans.to(vectors.dtype) @ vectors
    return network.decoder(sources, there, texts.flags, operation=operation, words=texts.words, copied=texts.copied)


def _text_loss(network: WriteNetwork, hidden: Tensor, vectors: Tensor, texts: Texts) -> Tensor:
    words, copies = _text_scores(network, hidden, vectors, texts)
    as_word = words.gather(2, texts.word_goal.clamp(min=0)[..., None])[..., 0]
    as_word = as_word.masked_fill(texts.word_goal < 0, -1e4)
    as_copy = copies.masked_fill(~texts.copy_goal, -1e4).logsumexp(2)
    likely = torch.logaddexp(as_word, as_copy)
    reachable = (texts.word_goal >= 0) | texts.copy_goal.any(2)
    return -(likely * reachable).sum() / reachable.sum()
