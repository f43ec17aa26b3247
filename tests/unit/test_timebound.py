"""TimeBound: instants with the precision and the zone in which they were said."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from memscribe.core.timeline import TimeBound, covers, zone_name, zone_of


@pytest.mark.parametrize(
    ("text", "zone", "precision", "start", "following", "preceding"),
    [
        ("2026", "UTC", "year", "2026-01-01T00:00+00:00", "2027", "2025"),
        ("2026-12", "UTC", "month", "2026-12-01T00:00+00:00", "2027-01", "2026-11"),
        ("2024-02-28", "UTC", "day", "2024-02-28T00:00+00:00", "2024-02-29", "2024-02-27"),
        ("2026-05-14", "+08:00", "day", "2026-05-13T16:00+00:00", "2026-05-15", "2026-05-13"),
        # the clocks go forward in Oslo in the night of 29 March 2026: that day has 23 hours
        ("2026-03-29", "Europe/Oslo", "day", "2026-03-28T23:00+00:00", "2026-03-30", "2026-03-28"),
    ],
)
def test_a_period_starts_in_its_zone_and_knows_its_neighbours(
    text: str, zone: str, precision: str, start: str, following: str, preceding: str
) -> None:
    bound = TimeBound.parse(text, zone=zone)
    assert bound.precision == precision
    assert bound.at == datetime.fromisoformat(start)
    assert str(bound) == text
    assert str(bound.following()) == following
    assert str(bound.preceding()) == preceding


def test_an_instant_keeps_its_own_offset_and_follows_itself() -> None:
    bound = TimeBound.parse("2026-05-14T09:30:00+02:00", zone="UTC")
    assert bound.at == datetime(2026, 5, 14, 7, 30, tzinfo=UTC)
    assert bound.following() == bound
    assert TimeBound.parse("2026-05-14T09:30", zone="+02:00").at == bound.at


def test_a_day_with_23_hours_is_followed_by_the_next_day() -> None:
    bound = TimeBound.parse("2026-03-29", zone="Europe/Oslo")
    assert bound.following().at - bound.at == timedelta(hours=23)


@pytest.mark.parametrize("text", ["", "2026-13", "2026-02-30", "next week", "26-05-14"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"month|day|ISO"):
        TimeBound.parse(text)


def test_zones_have_names_that_are_found_again() -> None:
    for zone in (UTC, ZoneInfo("Asia/Shanghai"), timezone(timedelta(hours=-3, minutes=-30))):
        name = zone_name(datetime(2026, 5, 14, tzinfo=zone))
        moment = datetime(2026, 5, 14, tzinfo=UTC)
        assert moment.astimezone(zone_of(name)).utcoffset() == moment.astimezone(zone).utcoffset()
    with pytest.raises(ValueError, match="IANA"):
        zone_of("Mars/Olympus")


def test_intervals_are_half_open() -> None:
    one, two = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)
    assert covers(one, two, one)
    assert not covers(one, two, two)
    assert covers(None, two, one)
    assert covers(one, None, two)


def test_the_edges_of_the_calendar_are_clear_errors() -> None:
    assert str(TimeBound.parse("0999-03")) == "0999-03"
    with pytest.raises(ValueError, match="year 1 to 9999"):
        TimeBound.parse("0001-01-01", zone="+02:00")
    with pytest.raises(ValueError, match="year"):
        TimeBound.parse("9999").following()
