"""An OpenAI-compatible embeddings endpoint in place of the built-in encoder."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, cast

import httpx2
import numpy as np
from numpy.typing import NDArray

from memscribe.core.errors import EncoderError

_BATCH = 128


class OpenAiCompatibleEmbedder:
    """Asks ``POST {base_url}/embeddings`` for vectors.

    Args:
        base_url: Up to and without ``/embeddings``, e.g. ``http://localhost:8000/v1``.
        model: The model's name there.
        api_key: Sent as a bearer token where given.
        timeout_s: How long one call may take, in seconds.
        dimensions: Asked of the endpoint where given; otherwise found out with the first call.
    """

    def __init__(
        self,
        base_url: str,
        *,
        model: str,
        api_key: str | None = None,
        timeout_s: float = 30.0,
        dimensions: int | None = None,
    ) -> None:
        self._url = base_url.rstrip("/") + "/embeddings"
        self._model = model
        self._asked = dimensions
        self._dimensions = dimensions
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx2.Client(timeout=timeout_s, headers=headers)

    @property
    def id(self) -> str:
        """The endpoint's model; vectors of different models are never compared."""
        return f"openai:{self._model}" + (f":{self._asked}" if self._asked else "")

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        if self._dimensions is None:
            self.embed_queries(["dimensions"])
        return cast("int", self._dimensions)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32[n, dimensions] of unit length.

        Raises:
            EncoderError: The endpoint cannot be reached or answers something else.
        """
        if not texts:
            return np.zeros((0, self._dimensions or 0), dtype=np.float32)
        rows = [row for i in range(0, len(texts), _BATCH) for row in self._ask(texts[i : i + _BATCH])]
        matrix = np.asarray(rows, dtype=np.float32)
        if self._dimensions is None:
            self._dimensions = matrix.shape[1]
        if matrix.shape[1] != self._dimensions or not np.isfinite(matrix).all():
            raise EncoderError(
                f"expected {self._dimensions} finite numbers a text from {self._url}, got {matrix.shape[1]}"
            )
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        return matrix / np.maximum(lengths, np.finfo(np.float32).tiny)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the same as :meth:`embed_queries`: such endpoints know no difference."""
        return self.embed_queries(texts)

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        # some servers refuse an empty string; a blank means as little
        body: dict[str, Any] = {"model": self._model, "input": [text or " " for text in texts]}
        if self._asked:
            body["dimensions"] = self._asked
        try:
            response = self._client.post(self._url, json=body)
            response.raise_for_status()
            answer = response.json()
        except (httpx2.HTTPError, json.JSONDecodeError) as error:
            raise EncoderError(f"expected embeddings from {self._url}, but: {error}") from error
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = [_vector(row["embedding"]) for row in rows]
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise EncoderError(
                f'expected {{"data": [{{"index", "embedding"}}, ...]}} from {self._url}, got {error!r}'
            ) from error
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise EncoderError(f"expected {len(texts)} vectors of one length from {self._url}, got {len(vectors)}")
        return vectors


def _vector(embedding: str | list[float]) -> list[float]:
    """Read one embedding, given as numbers or as base64 of little-endian float32."""
    if isinstance(embedding, str):
        return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4").tolist()
    return [float(number) for number in embedding]
