"""What is found in a text: where a time expression stands, what it means, and how precisely it was said."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memscribe.core.timeline import Precision

Role = Literal["point", "since", "until", "range"]


@dataclass(frozen=True, slots=True)
class DateMention:
    """A time expression, resolved to the precision that was said.

    Attributes:
        start: First code point in the text.
        end: Code point after the last one.
        text: The words, exactly text[start:end].
        first: Start of the period in the message's zone; for a year, month or day its midnight.
        last: Exclusive end of the period.
        precision: The unit that was said; "instant" for a time of day.
        iso: What stands in a memory's text: "2026-05-14", "2026-05", "2026", "2026-05-14 08:00",
            "2026-05-11 to 2026-05-17" for a week, "spring 2027"; "08:00" for a time whose day is said elsewhere
            or not at all; "" for what recurs.
        relative: The words make sense only against the message's time: a memory's text must replace them.
        recurring: "Every Monday": no single time. first and last are the message's day and say nothing.
        role: "since" and "until" for one open end, "range" for two ends, else "point" (so is "last week": an
            event lies in it).
    """

    start: int
    end: int
    text: str
    first: datetime
    last: datetime
    precision: Precision
    iso: str
    relative: bool
    recurring: bool
    role: Role
