"""Prefixed identifiers that sort by time of birth."""

import secrets
import threading
import time
from typing import Literal, Protocol

_COUNTER_MAX = 0xFFF  # rand_a has 12 bits
IdPrefix = Literal["mem", "ep", "msg", "rcp", "held"]


class IdSource(Protocol):
    """Makes new identifiers."""

    def new(self, prefix: IdPrefix) -> str:
        """Return an identifier that was never given out before."""
        ...


class UuidIds:
    """UUIDv7 (RFC 9562, method 1: a counter in rand_a keeps the order within one millisecond)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = (0, 0)

    def new(self, prefix: IdPrefix) -> str:
        """Return ``<prefix>_<32 hex digits>``; later identifiers of one source compare greater."""
        milliseconds, counter = self._tick()
        value = (milliseconds & (1 << 48) - 1) << 80 | 0x7 << 76 | counter << 64 | 0b10 << 62
        return f"{prefix}_{value | secrets.randbits(62):032x}"

    def _tick(self) -> tuple[int, int]:
        with self._lock:
            last_ms, last_counter = self._last
            now = time.time_ns() // 1_000_000
            if now > last_ms:
                self._last = (now, secrets.randbits(11))
            elif last_counter < _COUNTER_MAX:
                self._last = (last_ms, last_counter + 1)
            else:
                self._last = (last_ms + 1, 0)
            return self._last


class SequentialIds:
    """Counting identifiers for tests and golden files: ``mem_000001``, ``mem_000002`` ..."""

    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: IdPrefix) -> str:
        """Return the next identifier."""
        self._count += 1
        return f"{prefix}_{self._count:06d}"
