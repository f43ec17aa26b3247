"""An OpenAI-compatible endpoint that answers at once: no model runs behind it.

Started by peers.py. Reads one JSON line from standard input, {"answer": str, "dimensions": int}, and prints its
port; then serves POST /v1/chat/completions (always the given answer) and POST /v1/embeddings (a unit vector chosen
by the text) on loopback. Every further line is answered with the mean milliseconds a request took since the last.
"""

import json
import math
import random
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def unit_vectors(count: int, dimensions: int) -> list[str]:
    """Return unrelated unit vectors as JSON texts, the same in every run."""
    rng = random.Random(11)  # noqa: S311
    made: list[str] = []
    for _ in range(count):
        values = [rng.gauss(0, 1) for _ in range(dimensions)]
        norm = math.sqrt(sum(value * value for value in values))
        made.append(json.dumps([round(value / norm, 8) for value in values]))
    return made


def completion(answer: str) -> bytes:
    """Return the body of a chat completion that says the answer."""
    choice = {"index": 0, "message": {"role": "assistant", "content": answer}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {"id": "chat-1", "object": "chat.completion", "created": 1, "model": "instant", "choices": [choice]}
    return json.dumps({**body, "usage": usage}).encode()


class Endpoint(ThreadingHTTPServer):
    """The server, with what it answers made beforehand and a record of how long that took."""

    daemon_threads = True

    def __init__(self, answer: str, dimensions: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.completion = completion(answer)
        self.vectors = unit_vectors(1024, dimensions)
        self.taken_ms: list[float] = []


class Handler(BaseHTTPRequestHandler):
    """Answers one connection, kept open between requests."""

    server: Endpoint
    protocol_version = "HTTP/1.1"
    # One packet an answer, sent at once: header and body in two small packets would wait for a delayed
    # acknowledgement and charge the caller up to 40 ms that no real server takes.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        """Answer a chat completion or embeddings request."""
        start = time.perf_counter()
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/v1/chat/completions":
            self._send(self.server.completion)
        elif self.path == "/v1/embeddings":
            self._send(self._embeddings(json.loads(body)["input"]))
        else:
            self.send_error(404)
        self.server.taken_ms.append((time.perf_counter() - start) * 1e3)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _embeddings(self, texts: list[str]) -> bytes:
        vectors = self.server.vectors
        chosen = [vectors[zlib.crc32(text.encode()) % len(vectors)] for text in texts]
        rows = ",".join(f'{{"object":"embedding","index":{i},"embedding":{row}}}' for i, row in enumerate(chosen))
        usage = '{"prompt_tokens":1,"total_tokens":1}'
        return f'{{"object":"list","model":"instant","data":[{rows}],"usage":{usage}}}'.encode()

    def _send(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


def main() -> None:
    """Serve until standard input ends."""
    given = json.loads(sys.stdin.readline())
    with Endpoint(given["answer"], given["dimensions"]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        for _ in sys.stdin:
            taken, server.taken_ms = server.taken_ms, []
            print(round(sum(taken) / max(len(taken), 1), 3), flush=True)


if __name__ == "__main__":
    main()
