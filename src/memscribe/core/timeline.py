"""Pure bi-temporal algebra: when something is true in the world, and when the system believed it.

Valid time is half-open, [valid_from, valid_to); an open side is None. Transaction time is half-open too,
[recorded_at, superseded_at). See Snodgrass, *Developing Time-Oriented Database Applications in SQL* (1999).
"""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AwareDatetime, field_validator

from memscribe.core.base import Model

Precision = Literal["year", "month", "day", "instant"]

_OFFSET = re.compile(r"([+-])(\d{2}):?(\d{2})")
_PARTIAL = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def zone_of(name: str) -> tzinfo:
    """Return the zone of an IANA name ("Europe/Oslo"), an offset ("+02:00") or "UTC".

    Raises:
        ValueError: The name is none of these.
    """
    if name in {"UTC", "Z", "z"}:
        return UTC
    if match := _OFFSET.fullmatch(name):
        sign = -1 if match[1] == "-" else 1
        return timezone(sign * timedelta(hours=int(match[2]), minutes=int(match[3])))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError(f"expected an IANA zone, an offset like +02:00 or UTC, got {name!r}") from error


def zone_name(moment: datetime) -> str:
    """Return the name under which :func:`zone_of` finds the zone of an aware datetime again."""
    if isinstance(moment.tzinfo, ZoneInfo) and moment.tzinfo.key:
        return moment.tzinfo.key
    offset = moment.utcoffset()
    if offset is None:
        raise ValueError(f"expected an aware datetime, got {moment!r}: give it a time zone")
    if not offset:
        return "UTC"
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def in_utc(moment: datetime) -> datetime:
    """Return an aware moment in UTC.

    Raises:
        ValueError: It lies beyond the calendar there.
    """
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"expected a time from year 1 to 9999 in UTC, got {moment.isoformat()}") from error


class TimeBound(Model):
    """A UTC instant, how precisely it was said, and the zone in which it was meant.

    For a year, month or day the instant is the start of that period in the zone.
    """

    at: AwareDatetime
    precision: Precision
    zone: str = "UTC"

    @field_validator("at")
    @classmethod
    def _in_utc(cls, value: datetime) -> datetime:
        return in_utc(value)

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        zone_of(value)
        return value

    @classmethod
    def parse(cls, text: str, *, zone: str = "UTC") -> Self:
        """Read an ISO 8601 year, month, day or instant.

        Args:
            text: "2026", "2026-05", "2026-05-14" or "2026-05-14T09:30:00Z" (an instant without offset is
                taken in the zone).
            zone: Where that calendar is read.

        Raises:
            ValueError: The text is no such date.
        """
        if match := _PARTIAL.fullmatch(text):
            year, month, day = match.groups()
            start = in_utc(datetime(int(year), int(month or 1), int(day or 1), tzinfo=zone_of(zone)))
            return cls(at=start, precision="day" if day else "month" if month else "year", zone=zone)
        try:
            moment = datetime.fromisoformat(text)
        except ValueError as error:
            raise ValueError(
                f"expected an ISO 8601 year, month, day or instant, got {text!r}: write 2026-05-14"
            ) from error
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone_of(zone))
        return cls(at=in_utc(moment), precision="instant", zone=zone)

    def following(self) -> "TimeBound":
        """Return the start of the next period of the same precision (for an instant: itself).

        "Until 2026-05-14" is stored as the exclusive bound ``parse("2026-05-14").following()``.
        """
        return self._shifted(1)

    def preceding(self) -> "TimeBound":
        """Return the start of the period before (for an instant: itself): how an exclusive bound is said."""
        return self._shifted(-1)

    def _shifted(self, by: int) -> "TimeBound":
        local = self.at.astimezone(zone_of(self.zone))
        match self.precision:
            case "instant":
                return self
            case "day":
                # wall-clock arithmetic in the zone: a day is a calendar day, not 24 hours
                moved = (local.replace(tzinfo=None) + timedelta(days=by)).replace(tzinfo=local.tzinfo)
            case "month":
                months = local.year * 12 + local.month - 1 + by
                moved = local.replace(year=months // 12, month=months % 12 + 1)
            case "year":
                moved = local.replace(year=local.year + by)
        return TimeBound(at=moved, precision=self.precision, zone=self.zone)

    def __str__(self) -> str:
        local = self.at.astimezone(zone_of(self.zone))
        match self.precision:
            case "year":
                return f"{local.year:04d}"
            case "month":
                return f"{local.year:04d}-{local:%m}"
            case "day":
                return f"{local.year:04d}-{local:%m-%d}"
            case "instant":
                return local.isoformat(timespec="minutes" if not local.second else "seconds")


def covers(start: datetime | None, end: datetime | None, moment: datetime) -> bool:
    """Whether the half-open interval [start, end) holds a moment; None is open on that side."""
    return (start is None or start <= moment) and (end is None or moment < end)
