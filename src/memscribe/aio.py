"""The same calls for asyncio: each runs in a worker thread, with no logic of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar

from memscribe.engine import Memscribe

P = ParamSpec("P")
T = TypeVar("T")


def _threaded(method: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(method, *args, **kwargs)

    call.__doc__ = method.__doc__
    return call


class AsyncMemscribe:
    """:class:`~memscribe.Memscribe` for asyncio: every method of the same name and arguments, awaited.

    Args:
        memory: The memory that the calls go to.
    """

    def __init__(self, memory: Memscribe) -> None:
        self._memory = memory
        self.write = _threaded(memory.write)
        self.propose = _threaded(memory.propose)
        self.search = _threaded(memory.search)
        self.memories = _threaded(memory.memories)
        self.get = _threaded(memory.get)
        self.history = _threaded(memory.history)
        self.receipt = _threaded(memory.receipt)
        self.receipts = _threaded(memory.receipts)
        self.episode = _threaded(memory.episode)
        self.revision = _threaded(memory.revision)
        self.undo = _threaded(memory.undo)
        self.load = _threaded(memory.load)
        self.close = _threaded(memory.close)
        self.pending = _threaded(memory.review.pending)
        self.accept = _threaded(memory.review.accept)
        self.reject = _threaded(memory.review.reject)

    @classmethod
    async def open(cls, path: str | Path | None = None, **options: Any) -> Self:  # noqa: ANN401
        """Open a memory; arguments and errors are those of :meth:`Memscribe.open <memscribe.Memscribe.open>`."""
        return cls(await asyncio.to_thread(Memscribe.open, path, **options))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
