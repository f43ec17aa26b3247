"""AsyncMemscribe: the same calls, awaited, and several at once."""

import asyncio
from pathlib import Path

from engine_parts import ADA, ToldWriter, adding
from memscribe import AsyncMemscribe, Memscribe, Message, Scope


def test_every_public_call_of_the_engine_can_be_awaited() -> None:
    calls = {name for name in vars(Memscribe) if not name.startswith("_")} - {"open"}
    with Memscribe.open(":memory:", writer="rules", embedder=None) as memory:
        assert calls <= set(vars(AsyncMemscribe(memory)))


def test_many_writes_at_once_lose_nothing(tmp_path: Path) -> None:
    writer = ToldWriter(decide=adding("User lives in Oslo.", "I live in Oslo"))
    scopes = [Scope(user=f"u{i % 5}") for i in range(40)]

    async def run() -> list[int]:
        async with await AsyncMemscribe.open(tmp_path / "m.db", writer=writer, embedder=None) as memory:
            said = [Message.user("I live in Oslo")]
            receipts = await asyncio.gather(*(memory.write(said, scope=scope) for scope in scopes))
            assert len({receipt.id for receipt in receipts}) == 40
            stored = [await memory.memories(scope=scope) for scope in scopes[:5]]
            revisions = [await memory.revision(scope) for scope in scopes[:5]]
            assert revisions == [8] * 5
            assert await memory.memories(scope=ADA) == ()
            return [len(memories) for memories in stored]

    assert asyncio.run(run()) == [1] * 5
