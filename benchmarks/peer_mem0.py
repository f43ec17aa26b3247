"""Mem0's side of peers.py, run by it inside Mem0's own environment.

Reads JSON lines from standard input and answers each with one JSON line. First the set-up: {"url", "folder",
"dimensions", "memories"}. Then {"do": "prepare" | "add" | "count", "users": [...]}, with "episodes" for "add".
"""

import importlib.metadata
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from mem0 import Memory

# Whose time a call is counted as, in the installed 2.2.1: (attribute of Memory, its methods).
PARTS = {
    "http": [("llm", ["generate_response"]), ("embedding_model", ["embed", "embed_batch"])],
    "qdrant": [("vector_store", ["search", "insert", "list"])],
    "sqlite": [("db", ["get_last_messages", "batch_add_history", "add_history", "save_messages"])],
}


class Meter:
    """Adds up the milliseconds spent in parts of Mem0; a few microseconds a call itself."""

    def __init__(self, memory: Memory) -> None:
        self.spent = dict.fromkeys(PARTS, 0.0)
        for part, owners in PARTS.items():
            for owner, methods in owners:
                target = getattr(memory, owner)
                for name in methods:
                    setattr(target, name, self._timed(part, getattr(target, name)))

    def _timed(self, part: str, method: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **kwargs: object) -> object:
            start = time.perf_counter()
            try:
                return method(*args, **kwargs)
            finally:
                self.spent[part] += (time.perf_counter() - start) * 1e3

        return run

    def take(self) -> dict[str, float]:
        """Return what was spent since the last call."""
        taken, self.spent = self.spent, dict.fromkeys(PARTS, 0.0)
        return taken


def opened(given: dict[str, Any]) -> Memory:
    """Return a Mem0 on local qdrant (on disk) whose model and embeddings are the given endpoint."""
    url, folder, dimensions = given["url"], given["folder"], given["dimensions"]
    common = {"api_key": "none", "openai_base_url": url}
    return Memory.from_config(
        {
            "llm": {"provider": "openai", "config": {"model": "instant", **common}},
            "embedder": {
                "provider": "openai",
                "config": {"model": "instant", "embedding_dims": dimensions, **common},
            },
            "vector_store": {
                "provider": "qdrant",
                "config": {"path": f"{folder}/qdrant", "embedding_model_dims": dimensions, "on_disk": True},
            },
            "history_db_path": f"{folder}/history.db",
        }
    )


def add(memory: Memory, meter: Meter, users: list[str], episodes: list[list[dict[str, str]]]) -> dict[str, Any]:
    """Add an episode for each user; return milliseconds, what was stored, and the parts of the time."""
    times, cpu_times, stored, parts = [], [], [], []
    meter.take()
    for user, episode in zip(users, episodes, strict=True):
        start, cpu = time.perf_counter(), time.process_time()
        result = memory.add(episode, user_id=user)
        times.append((time.perf_counter() - start) * 1e3)
        cpu_times.append((time.process_time() - cpu) * 1e3)
        stored.append(len(result["results"]))
        parts.append(meter.take())
    return {"ms": times, "cpu_ms": cpu_times, "stored": stored, "parts": parts}


def main() -> None:
    """Answer requests until standard input ends."""
    replies, sys.stdout = sys.stdout, sys.stderr  # whatever Mem0 prints must not mix with the answers
    given = json.loads(sys.stdin.readline())
    memory = opened(given)
    meter = Meter(memory)
    versions = {name: importlib.metadata.version(name) for name in ("mem0ai", "qdrant-client", "openai")}
    print(json.dumps(versions), file=replies, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        users: list[str] = request["users"]
        answer: dict[str, Any] = {}
        if request["do"] == "prepare":
            for user in users:
                for text in given["memories"]:
                    memory.add(text, user_id=user, infer=False)
        elif request["do"] == "add":
            answer = add(memory, meter, users, request["episodes"])
        else:
            found = [memory.get_all(filters={"user_id": user}, top_k=1000) for user in users]
            answer = {"counts": [len(one["results"]) for one in found]}
        print(json.dumps(answer), file=replies, flush=True)
    memory.close()


if __name__ == "__main__":
    main()
