"""Who can have authored words, and how far that is trusted."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

Origin = Literal[
    "operator", "user_typed", "user_pasted", "prefilled", "tool_internal", "assistant",
    "tool_external", "document", "email", "web", "other_agent", "import",
]  # fmt: skip
ORIGINS: tuple[Origin, ...] = get_args(Origin)

TRUST: Mapping[Origin, int] = MappingProxyType(
    {
        "operator": 60,
        "user_typed": 50,
        "user_pasted": 40,
        "prefilled": 40,
        "tool_internal": 30,
        "assistant": 20,
        "tool_external": 10,
        "document": 10,
        "email": 10,
        "web": 10,
        "other_agent": 10,
        "import": 0,
    }
)
"""Trust of each origin; only the order means something, the gaps leave room."""

FIRST_HAND = TRUST["user_typed"]
"""At this trust and above, the account holder or the operator speaks in their own words."""


def trust_of(origin: Origin) -> int:
    """Return the rank of an origin (higher is trusted more)."""
    return TRUST[origin]


def least_trusted(origins: tuple[Origin, ...]) -> Origin:
    """Return the least trusted of some origins; ties go to the first named in :data:`ORIGINS`.

    Raises:
        ValueError: No origin was given: what nobody asserts has no trust to compute.
    """
    if not origins:
        raise ValueError("expected at least one origin, got none: a memory rests on evidence that asserts it")
    return min(origins, key=lambda origin: (TRUST[origin], ORIGINS.index(origin)))
