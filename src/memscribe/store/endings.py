"""Which ends of a memory make which status."""

from collections.abc import Sequence

from memscribe.core.memory import Ended, Status

_ENDINGS: dict[Status, tuple[Ended | None, ...]] = {
    "active": (None,),
    "superseded": ("changed", "corrected"),
    "retracted": ("withdrawn", "undone"),
}


def endings_of(statuses: Sequence[Status]) -> tuple[Ended | None, ...]:
    """Return how memories of these statuses ended; None is not at all."""
    return tuple(ended for status in statuses for ended in _ENDINGS[status])
