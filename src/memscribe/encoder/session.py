"""Embeds texts with the shipped ONNX graph: onnxruntime, tokenizers and numpy, no torch."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, Self, cast

import numpy as np
from numpy.typing import NDArray

from memscribe.core.errors import ModelFilesError
from memscribe.encoder.files import REMEDY, EncoderManifest, default_model_folder, read_manifest

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["OnnxEncoder", "default_model_folder"]

_ERRORS = 3
BATCH_TEXTS = 32
BATCH_TOKENS = 2048  # with padding; keeps the working memory of a batch near 30 MB
BATCH_PADDING = 4  # tokens at most: one more run of the graph costs about as much as padding a few texts by this


class _Graph(Protocol):
    """The one call of an ONNX session that is used here."""

    def run(self, output_names: Sequence[str], input_feed: dict[str, Any]) -> list[NDArray[np.float32]]:
        """Run the graph."""
        ...


class OnnxEncoder:
    """A sentence encoder: mean-pooled, length 1, the same vector for a text whatever it is batched with.

    Similarities of this family of models lie between about 0.7 and 1.0: compare them by rank, or calibrate a
    threshold on this very model. One instance may be used by several threads.

    Args:
        manifest: What the model folder says about itself.
        graph: The opened ONNX session.
        tokenizer: Without truncation and padding.
        threads: How many batches run at once.
    """

    def __init__(self, manifest: EncoderManifest, graph: _Graph, tokenizer: "Tokenizer", threads: int) -> None:
        self.id: str = manifest.id
        self.dimensions: int = manifest.dimensions
        self._manifest = manifest
        self._graph = graph
        self._tokenizer = tokenizer
        self._threads = threads

    @classmethod
    def load(cls, folder: Path, *, threads: int = 1) -> Self:
        """Open a model folder.

        File sizes are checked, contents are not: `memscribe.encoder.verify` hashes them.

        Args:
            folder: As `default_model_folder` returns it.
            threads: Cores that one call may use. A single short text never uses more than one.

        Returns:
            The encoder, ready to use.

        Raises:
            ModelFilesError: The folder is missing or damaged.
        """
        import onnxruntime
        from tokenizers import Tokenizer

        manifest = read_manifest(folder)
        ort = cast("Any", onnxruntime)  # it ships no types
        options = ort.SessionOptions()
        # Sentences are too short to be shared out: whole batches run side by side instead, on one thread each.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS  # it warns of every optional input
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The graph is fused already; higher levels would put back a slow fusion (see train/encoder_graph.py).
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
        try:
            session = ort.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
            tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # both libraries raise nothing more specific for a damaged file
            raise ModelFilesError(f"Expected a model that opens in {folder}, found {error}: {REMEDY}.") from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return cls(manifest, cast("_Graph", session), tokenizer, threads)

    @property
    def tokenizer(self) -> "Tokenizer":
        """Cuts text into pieces, without truncation and padding."""
        return self._tokenizer

    def hidden(
        self, ids: Sequence[int], changes: Mapping[str, NDArray[np.float32]] = MappingProxyType({})
    ) -> NDArray[np.float32]:
        """Read one sequence of pieces.

        Args:
            ids: Separators included, at most ``max_tokens`` of the model.
            changes: Low-rank changes of the layers, by the names of the graph's optional inputs.

        Returns:
            float32[tokens, dimensions], the state of each piece.
        """
        row = np.asarray([ids], np.int64)
        inputs: dict[str, Any] = {"input_ids": row, "attention_mask": np.ones_like(row), **changes}
        (states,) = self._graph.run([self._manifest.output], inputs)
        return states[0]

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that search.

        Args:
            texts: Of any length and number; an empty one gets the vector of the bare prefix.

        Returns:
            float32[n, dimensions], each row of length 1.
        """
        return self._embed(texts, self._manifest.query_prefix)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that are searched.

        Args:
            texts: Of any length and number; an empty one gets the vector of the bare prefix.

        Returns:
            float32[n, dimensions], each row of length 1.
        """
        return self._embed(texts, self._manifest.passage_prefix)

    def _embed(self, texts: Sequence[str], prefix: str) -> NDArray[np.float32]:
        owners: list[int] = []
        windows: list[list[int]] = []
        head = len(self._tokenizer.encode(prefix).ids) - 1
        for owner, text in enumerate(texts):
            whole = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates have no UTF-8 form
            # One by one: the batch call of the tokenizer starts a thread a core, whatever `threads` says.
            for window in self._windows(self._tokenizer.encode(prefix + whole).ids, head):
                owners.append(owner)
                windows.append(window)
        order = sorted(range(len(windows)), key=lambda index: len(windows[index]))
        batches = list(_batches(order, windows))
        # All windows of a text have the same number of tokens, so that their sum points where the mean does.
        sums = np.zeros((len(texts), self.dimensions), np.float32)
        for batch, means in zip(batches, self._run(batches, windows), strict=True):
            np.add.at(sums, [owners[index] for index in batch], means)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    def _run(self, batches: Sequence[list[int]], windows: Sequence[list[int]]) -> list[NDArray[np.float32]]:
        work = [[windows[index] for index in batch] for batch in batches]
        if self._threads == 1 or len(work) <= 1:
            return [self._means(batch) for batch in work]
        with ThreadPoolExecutor(min(self._threads, len(work))) as pool:  # the graph runs without the GIL
            return list(pool.map(self._means, work))

    def _windows(self, ids: list[int], head: int) -> Iterator[list[int]]:
        """Cut a token sequence that is too long into overlapping ones that all carry the prefix."""
        longest = self._manifest.max_tokens
        if len(ids) <= longest:
            yield ids
            return
        first, body, last = ids[:head], ids[head:-1], ids[-1:]
        size = longest - head - 1
        starts = range(0, len(body) - size, size - self._manifest.window_overlap)
        for start in (*starts, len(body) - size):  # the last one reaches back so that it is full
            yield [*first, *body[start : start + size], *last]

    def _means(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        """Run one batch and average over its tokens: float32[len(windows), dimensions]."""
        shape = (len(windows), max(map(len, windows)))
        ids = np.ones(shape, np.int64)  # 1 is the padding piece
        mask = np.zeros(shape, np.int64)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = 1
        (hidden,) = self._graph.run([self._manifest.output], {"input_ids": ids, "attention_mask": mask})
        weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
        return np.matmul(weights[:, None, :], hidden)[:, 0]


@cache
def shared_encoder(folder: Path, threads: int) -> OnnxEncoder:
    """Open a model folder once in a process: search and the write model read with the same weights.

    Args:
        folder: As for :meth:`OnnxEncoder.load`.
        threads: As there.
    """
    return OnnxEncoder.load(folder, threads=threads)


def _batches(order: Sequence[int], windows: Sequence[list[int]]) -> Iterator[list[int]]:
    """Group indexes that are sorted by length, limited in texts, in tokens and in padding."""
    batch: list[int] = []
    for index in order:
        longest = len(windows[index])
        full = len(batch) == BATCH_TEXTS or (len(batch) + 1) * longest > BATCH_TOKENS
        if batch and (full or longest > len(windows[batch[0]]) + BATCH_PADDING):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
