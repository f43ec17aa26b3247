"""The OpenAI-compatible embedder against a real HTTP server on loopback."""

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from memscribe.config import EncoderSettings
from memscribe.core.errors import ConfigError, EncoderError
from memscribe.encoder.choose import make_embedder
from memscribe.encoder.openai_compatible import OpenAiCompatibleEmbedder


@dataclass
class Endpoint:
    """What the server answers, and what it was asked."""

    url: str = ""
    status: int = 200
    as_base64: bool = False
    spoil: Any = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    def answer(self, body: dict[str, Any]) -> Any:
        if self.spoil is not None:
            return self.spoil
        rows = []
        for index, text in enumerate(body["input"]):
            numbers = [float(len(text)), 1.0, 2.0]
            packed = base64.b64encode(np.array(numbers, dtype="<f4").tobytes()).decode()
            rows.append({"index": index, "embedding": packed if self.as_base64 else numbers})
        return {"data": rows[::-1]}  # out of order on purpose: the index counts


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    state = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            state.keys.append(self.headers["Authorization"])
            answer = json.dumps(state.answer(body)).encode()
            self.send_response(state.status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("as_base64", [False, True])
def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(endpoint: Endpoint, as_base64: bool) -> None:
    endpoint.as_base64 = as_base64
    embedder = OpenAiCompatibleEmbedder(endpoint.url, model="m", api_key="k")
    texts = ["a" * length for length in range(1, 301)]
    matrix = embedder.embed_queries(texts)
    assert matrix.shape == (300, 3)
    assert matrix.dtype == np.float32
    assert np.allclose(np.linalg.norm(matrix, axis=1), 1)
    assert np.argsort(matrix[:, 0]).tolist() == list(range(300))
    assert endpoint.keys == ["Bearer k"] * 3
    assert embedder.dimensions == 3


def test_no_texts_ask_nothing(endpoint: Endpoint) -> None:
    embedder = OpenAiCompatibleEmbedder(endpoint.url, model="m")
    assert embedder.embed_passages([]).shape[0] == 0
    assert endpoint.asked == []


def test_models_have_different_ids() -> None:
    ids = {
        OpenAiCompatibleEmbedder("http://localhost", model="a").id,
        OpenAiCompatibleEmbedder("http://localhost", model="b").id,
        OpenAiCompatibleEmbedder("http://localhost", model="a", dimensions=8).id,
    }
    assert len(ids) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        {"data": []},
        {"error": {"message": "no such model"}},
        [],
        {"data": [{"index": 0, "embedding": "!!!"}]},
        {"data": [{"index": 0, "embedding": [float("nan"), 1.0]}]},
    ],
)
def test_an_answer_that_holds_no_vectors_is_a_clear_error(endpoint: Endpoint, spoil: Any) -> None:
    endpoint.spoil = spoil
    with pytest.raises(EncoderError, match="expected"):
        OpenAiCompatibleEmbedder(endpoint.url, model="m").embed_queries(["x"])


def test_a_failing_endpoint_is_a_clear_error(endpoint: Endpoint) -> None:
    endpoint.status = 503
    with pytest.raises(EncoderError, match="503"):
        OpenAiCompatibleEmbedder(endpoint.url, model="m").embed_queries(["x"])
    with pytest.raises(EncoderError, match="expected embeddings from"):
        OpenAiCompatibleEmbedder("http://127.0.0.1:1/v1", model="m", timeout_s=2).embed_queries(["x"])


def test_settings_choose_the_embedder() -> None:
    assert make_embedder(EncoderSettings(kind="none")) is None
    chosen = make_embedder(EncoderSettings(kind="openai", base_url="http://localhost/v1", model="m"))
    assert chosen is not None
    assert chosen.id == "openai:m"
    with pytest.raises(ConfigError, match="MEMSCRIBE_ENCODER_MODEL"):
        make_embedder(EncoderSettings(kind="openai", base_url="http://localhost/v1"))
