"""Whose memory it is."""

import re

from pydantic import Field, field_validator

from memscribe.core.base import Model

_UNUSABLE = re.compile(
    # control (Cc), what turns the direction of writing (Bidi_Control), and surrogates
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
FIELDS = ("tenant", "user", "agent", "project", "session")


class Scope(Model):
    """Tenant, and optionally user, agent, project and session: what others call a namespace or group.

    A write goes to exactly the scope given. A scope sees its own memories and those of its ancestors:
    every scope of the same tenant whose set fields all have the same value here.
    """

    tenant: str = Field(default="default", min_length=1, max_length=200)
    user: str | None = Field(default=None, min_length=1, max_length=200)
    agent: str | None = Field(default=None, min_length=1, max_length=200)
    project: str | None = Field(default=None, min_length=1, max_length=200)
    session: str | None = Field(default=None, min_length=1, max_length=200)

    @field_validator(*FIELDS)
    @classmethod
    def _no_separator(cls, value: str | None) -> str | None:
        if value is not None and _UNUSABLE.search(value):
            raise ValueError(f"a scope field has no control or surrogate characters, got {value!r}")
        return value

    @property
    def key(self) -> str:
        """One string that names exactly this scope (fields joined by U+001F, unset ones empty)."""
        return "\x1f".join(getattr(self, name) or "" for name in FIELDS)

    def sees(self, other: "Scope") -> bool:
        """Whether memories of the other scope are visible from this one.

        Args:
            other: The scope in which a memory was written.

        Returns:
            True for this scope itself and for its ancestors.
        """
        return all(getattr(other, name) is None or getattr(other, name) == getattr(self, name) for name in FIELDS)

    def __str__(self) -> str:
        return "/".join(f"{name}={value}" for name in FIELDS if (value := getattr(self, name)) is not None)
