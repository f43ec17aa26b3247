"""Times of day: what the twelve-hour clock and the words for the halves of a day make of an hour."""

from dataclasses import dataclass
from typing import Final, Literal

Half = Literal["", "am", "noon", "pm", "evening", "night"]

DAY_MINUTES: Final = 1440
_TWELVE: Final = 12
_LATE_NOON: Final = 3  # "at one at noon" is 13:00
_SMALL_HOURS: Final = 5  # "five at night" is still 05:00
_PLAIN_MORNING: Final = 7  # "at 2.15" without more is as likely in the afternoon


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in minutes after midnight; with an end it is a span, an earlier end lies on the next day.

    Attributes:
        start: 0 to 1440.
        end: 0 to 1440, or None.
        firm: False where morning or evening was not said ("half past eight"): such a time never joins a day.
        alone: False where the signs are a time only beside a day ("Friday, 9.15", but "9.15" may be a price).
    """

    start: int
    end: int | None = None
    firm: bool = True
    alone: bool = True

    def __post_init__(self) -> None:
        if not (0 <= self.start <= DAY_MINUTES and 0 <= (self.end or 0) <= DAY_MINUTES):
            raise ValueError(
                f"expected a time of 00:00 to 24:00, got {self.start} to {self.end} minutes: leave it out"
            )


def minute_of_day(hour: int, minute: int = 0, half: Half = "") -> int:
    """Return the minutes after midnight of a time as it was said.

    Args:
        hour: 0 to 24; with a half of the day 13 and more stay what they are ("20 Uhr abends").
        minute: Added; negative before the hour ("quarter to").
        half: The half of the day that was said.

    Raises:
        ValueError: "13 am".
    """
    if half == "am" and hour > _TWELVE:
        raise ValueError(f"expected an hour of at most 12 in the morning, got {hour}: leave it out")
    match half:
        case "am":
            hour %= _TWELVE
        case "noon" if hour < _LATE_NOON:
            hour += _TWELVE
        case "pm" if hour < _TWELVE:
            hour += _TWELVE
        case "evening" if hour <= _TWELVE:
            hour += _TWELVE
        case "night" if _SMALL_HOURS < hour <= _TWELVE:
            hour += _TWELVE
        case _:
            pass
    return (60 * hour + minute) % DAY_MINUTES if hour < 2 * _TWELVE else 60 * hour + minute


def is_plain(hour: str) -> bool:
    """Whether digits leave open which half of the day is meant: "2" but not "02", "9" or "14"."""
    return len(hour) == 1 and 0 < int(hour) < _PLAIN_MORNING
