"""Now comes from an injected clock, so that tests and replays choose their own."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present instant in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands still until it is told to move.

    Args:
        at: The instant that it shows; must be aware.
    """

    def __init__(self, at: datetime) -> None:
        if at.tzinfo is None:
            raise ValueError(f"a clock needs an aware datetime, got {at!r}: give it a time zone")
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the instant that the clock was set to."""
        return self._at

    def advance(self, by: timedelta) -> None:
        """Move the clock forward (or back, for tests of a clock that jumps)."""
        self._at += by
