"""The numpy heads say what the trained network says. Needs the extra `train`: `make test-train`."""

import random

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from transformers import BertConfig, BertModel  # noqa: E402

from memscribe.train.writer.network import Spans, WriteNetwork  # noqa: E402
from memscribe.writers.embedded.decoder import COPIED, Decoder, Said  # noqa: E402
from memscribe.writers.embedded.heads import Heads  # noqa: E402

WORDS = 30
CLOSE = {"rtol": 2e-4, "atol": 2e-5}


@pytest.fixture(scope="module")
def network() -> WriteNetwork:
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=50, hidden_size=384, num_hidden_layers=1, num_attention_heads=12, intermediate_size=64
    )
    made = WriteNetwork(BertModel(config, add_pooling_layer=False), WORDS).eval()
    for parameter in made.decoder.parameters():
        parameter.data.mul_(3).add_(torch.randn_like(parameter) * 0.05)
    return made


@pytest.fixture(scope="module")
def weights(network: WriteNetwork) -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in network.state_dict().items() if not name.startswith("encoder.")}


def test_the_heads_agree_on_spans_relations_and_links(
    network: WriteNetwork, weights: dict[str, np.ndarray]
) -> None:
    hidden = torch.randn(1, 20, 384)
    spans = [(1, 3), (4, 4), (6, 19)]
    heads = Heads(weights)
    vectors = heads.vectors(hidden[0].numpy(), spans)
    with torch.inference_mode():
        table = torch.tensor(spans)
        theirs = network.span_vectors(hidden, Spans(torch.zeros(3, dtype=torch.long), table[:, 0], table[:, 1]))
        np.testing.assert_allclose(vectors, theirs, **CLOSE)
        np.testing.assert_allclose(heads.tags(hidden[0].numpy()), network.tags(hidden)[0].softmax(-1), **CLOSE)
        np.testing.assert_allclose(heads.acts(vectors), network.acts(theirs).softmax(-1), **CLOSE)
        np.testing.assert_allclose(heads.kinds(vectors), network.kinds(theirs).softmax(-1), **CLOSE)
        pairs = network.relations(theirs[[0, 1]], theirs[[2, 2]]).softmax(-1)
        np.testing.assert_allclose(heads.relations(vectors[[0, 1]], vectors[[2, 2]]), pairs, **CLOSE)
        linked = network.links(theirs[[0, 1]], theirs[[2, 2]])[:, 0].sigmoid()
        np.testing.assert_allclose(heads.links(vectors[[0, 1]], vectors[[2, 2]]), linked, **CLOSE)


@pytest.mark.parametrize("seed", range(8))
def test_the_decoder_writes_what_the_network_finds_likeliest(
    network: WriteNetwork, weights: dict[str, np.ndarray], seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311
    generator = torch.Generator().manual_seed(seed)
    count = 12
    units = torch.randn(count, 384, generator=generator)
    flags = torch.tensor([rng.randrange(5) for _ in range(count)])
    inside = torch.tensor([rng.randrange(4) for _ in range(count)])
    keys = [rng.choice([2, 5, WORDS, WORDS + 1, WORDS + 2, WORDS + 3]) for _ in range(count)]
    vector = torch.randn(384, generator=generator)
    said = Said(np.array(keys), np.array([key if key < WORDS else COPIED for key in keys]))
    written = Decoder(weights, np.arange(WORDS), repeats=True).write(
        units.numpy(), flags.numpy(), inside.numpy(), said, vector.numpy()
    )
    words = [
        0 if unit >= 0 and keys[unit] >= WORDS else keys[unit] if unit >= 0 else -1 - unit for unit in written.units
    ]
    words = [
        1 if unit >= 0 and keys[unit] >= WORDS else word for unit, word in zip(written.units, words, strict=True)
    ]
    copied = [unit if unit >= 0 else -1 for unit in written.units]
    with torch.inference_mode():
        sources = network.decoder.sources(units[None], flags[None], inside[None])
        there = torch.ones((1, count), dtype=torch.bool)
        by_word, by_copy = network.decoder(
            sources, there, flags[None], operation=vector[None],
            words=torch.tensor([words], dtype=torch.long).view(1, -1),
            copied=torch.tensor([copied], dtype=torch.long).view(1, -1),
        )  # fmt: skip
    total = 0.0
    for step, unit in enumerate([*written.units, None]):
        likely = by_word[0, step].exp()
        likely[1] = 0
        likely = torch.cat([likely, torch.zeros(8)])
        likely.index_add_(0, torch.tensor(keys), by_copy[0, step].exp())
        said = 0 if unit is None else keys[unit] if unit >= 0 else -1 - unit
        if unit is None and not written.finished:
            break
        assert likely[said] >= likely.max() - 1e-4
        total += float(likely[said].log())
    if written.finished:
        assert total / (len(written.units) + 1) == pytest.approx(written.likelihood, abs=2e-3)
