"""Between values and rows."""

import json
from datetime import UTC, datetime, timedelta

from memscribe.core.memory import Version
from memscribe.core.scope import FIELDS, Scope
from memscribe.core.timeline import TimeBound
from memscribe.store.checks import to_json

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_APART = frozenset({"text", "recorded_at", "superseded_at"})  # columns that a version's JSON leaves out


def microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 to an aware datetime, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def instant(value: int) -> datetime:
    """Return the datetime, in UTC, of microseconds since 1970."""
    return _EPOCH + value * _MICROSECOND


def scope_columns(scope: Scope) -> dict[str, str]:
    """Return the five columns of a scope; an unset field is ''."""
    return {name: getattr(scope, name) or "" for name in FIELDS}


def version_columns(version: Version) -> dict[str, str | int | None]:
    """Return what is stored of a version besides its scope and its text."""
    return {
        "memory_id": version.memory_id,
        "number": version.number,
        "kind": version.kind,
        "trust": version.trust,
        "ended": version.ended,
        "valid_from": _bound(version.valid_from),
        "valid_to": _bound(version.valid_to),
        "recorded_at": microseconds(version.recorded_at),
        "external_id": version.external_id,
        "body": to_json(version, without=_APART),
    }


def version_of(body: str, text: str, recorded_at: int, superseded_at: int | None) -> Version:
    """Put a version together again.

    Args:
        body: Its JSON without the text, which versions of a memory share, and without transaction time.
        text: Its text.
        recorded_at: Microseconds since 1970.
        superseded_at: Microseconds since 1970, None while it is open.
    """
    return Version.model_validate(
        {
            **json.loads(body),
            "text": text,
            "recorded_at": instant(recorded_at),
            "superseded_at": None if superseded_at is None else instant(superseded_at),
        }
    )


def _bound(bound: TimeBound | None) -> int | None:
    return microseconds(bound.at) if bound else None
