"""Laws of both times: of the algebra of bounds, and of any sequence of batches that may follow one another."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batch_author import SCOPES, WORDS, Author, add, retract, update
from memscribe.core.errors import UndoRefusedError, VersionConflictError
from memscribe.core.memory import Version
from memscribe.core.revision import believed_at, by_memory, extend, latest, replay, true_at
from memscribe.core.timeline import TimeBound, covers

START = datetime(2026, 1, 1, tzinfo=UTC)

# Summer time on either hemisphere, at midnight, and by half an hour. Not Pacific/Apia: it left out a whole day
# (30 December 2011), which has no start and no neighbours.
ZONES = (
    "UTC", "+05:45", "-03:30", "Europe/Oslo", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe",
    "Asia/Beirut", "Africa/Cairo", "America/Santiago", "Asia/Kathmandu",
)  # fmt: skip

zones = st.sampled_from(ZONES)
dates = st.dates(min_value=datetime(1975, 1, 1).date(), max_value=datetime(2035, 12, 31).date())  # noqa: DTZ001


@st.composite
def bounds(draw: st.DrawFn) -> TimeBound:
    """Draw a year, month, day, or an instant to the second."""
    zone = draw(zones)
    text = str(draw(dates))[: draw(st.sampled_from([4, 7, 10]))]
    if draw(st.booleans()):
        text = draw(st.datetimes(datetime(1975, 1, 1), datetime(2035, 1, 1))).isoformat(timespec="seconds")  # noqa: DTZ001
    return TimeBound.parse(text, zone=zone)


# Bounds ---------------------------------------------------------------------------------------------------------


@given(bounds())
def test_a_bound_is_read_back_from_what_it_prints(bound: TimeBound) -> None:
    again = TimeBound.parse(str(bound), zone=bound.zone)

    assert str(again) == str(bound)
    assert again.precision == bound.precision
    assert again.at == bound.at


@given(bounds())
def test_following_and_preceding_undo_each_other(bound: TimeBound) -> None:
    assert str(bound.following().preceding()) == str(bound)
    assert str(bound.preceding().following()) == str(bound)
    assert bound.following().precision == bound.precision


@given(bounds().filter(lambda bound: bound.precision != "instant"))
def test_periods_meet_without_gap_or_overlap(bound: TimeBound) -> None:
    """The start of the next period is after this one's, and every moment in between belongs to this one alone."""
    start, end, after = bound.at, bound.following().at, bound.following().following().at

    assert start < end < after
    for moment in (start, start + (end - start) / 2, end - timedelta(microseconds=1)):
        assert covers(start, end, moment)
        assert not covers(end, after, moment)


@given(bounds(), zones)
def test_a_bound_is_kept_by_its_json(bound: TimeBound, zone: str) -> None:
    assert TimeBound.model_validate_json(bound.model_dump_json()) == bound
    moved = TimeBound(at=bound.at, precision="instant", zone=zone)
    assert TimeBound.parse(str(moved), zone=zone).at == bound.at


@given(st.none() | st.integers(0, 9), st.none() | st.integers(0, 9), st.integers(-1, 10))
def test_an_interval_holds_its_start_and_not_its_end(start: int | None, end: int | None, moment: int) -> None:
    def instant(value: int | None) -> datetime | None:
        return None if value is None else START + timedelta(seconds=value)

    held = covers(instant(start), instant(end), START + timedelta(seconds=moment))
    assert held == ((start is None or moment >= start) and (end is None or moment < end))


# Histories ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One thing that an author may do; numbers choose among what is there."""

    what: Literal["add", "update", "retract", "undo"]
    scope: int
    text: str
    which: int
    wait: int
    start: int | None
    end: int | None
    changed: bool


steps = st.lists(
    st.builds(
        Step,
        what=st.sampled_from(["add", "add", "update", "retract", "undo"]),
        scope=st.integers(0, len(SCOPES) - 1),
        text=st.sampled_from(WORDS),
        which=st.integers(0, 30),
        wait=st.integers(0, 3),
        start=st.none() | st.integers(-5, 30),
        end=st.none() | st.integers(-5, 30),
        changed=st.booleans(),
    ),
    max_size=25,
)
moments = st.integers(-2, 80).map(lambda n: START + timedelta(microseconds=n))


def written(program: Sequence[Step]) -> Author:
    """Let an author do some steps; those that are not possible are left out."""
    author = Author(START)
    for step in program:
        author.wait(step.wait)
        scope = SCOPES[step.scope]
        active = author.active(scope)
        start, end = (
            None if n is None else TimeBound(at=START + timedelta(microseconds=n), precision="instant")
            for n in (step.start, step.end)
        )
        targets = [active[step.which % len(active)]] if active else []
        try:
            if step.what == "add":
                author.keep(author.write(scope, [add(step.text, start=start, end=end)]))
            elif step.what == "update" and targets:
                change = "changed" if step.changed else "corrected"
                author.keep(author.write(scope, [update(targets, step.text, change, start)]))
            elif step.what == "retract" and targets:
                author.keep(author.write(scope, [retract(targets), add(step.text)]))
            elif step.what == "undo" and author.batches:
                author.keep(author.undo(author.batches[step.which % len(author.batches)].receipt))
        except UndoRefusedError:
            continue
    return author


@given(steps)
def test_the_state_is_the_replay_of_all_batches(program: list[Step]) -> None:
    author = written(program)
    histories = replay(batch.versions for batch in author.batches)

    assert histories == author.histories
    assert latest(histories) == {key: history[-1] for key, history in histories.items()}
    assert by_memory([version for history in histories.values() for version in history]) == histories


@given(steps)
def test_versions_of_a_memory_follow_without_overlap_and_one_is_open(program: list[Step]) -> None:
    for history in written(program).histories.values():
        assert [version.number for version in history] == list(range(1, len(history) + 1))
        assert [version.superseded_at is None for version in history] == [False] * (len(history) - 1) + [True]
        for one, other in pairwise(history):
            assert one.recorded_at <= other.recorded_at
            assert one.superseded_at == other.recorded_at
        assert len({version.scope for version in history}) == 1


@given(steps, moments)
def test_at_any_instant_at_most_one_version_of_a_memory_is_believed(program: list[Step], moment: datetime) -> None:
    for history in written(program).histories.values():
        holding = [v for v in history if covers(v.recorded_at, v.superseded_at, moment)]
        assert len(holding) == (moment >= history[0].recorded_at)
        assert believed_at(history, moment) == (holding[0] if holding else None)
        assert believed_at(history, None) == history[-1]


@given(steps, steps, moments)
def test_later_batches_never_change_an_earlier_answer(
    first: list[Step], second: list[Step], moment: datetime
) -> None:
    before = written(first)
    known_at = before.now
    later = written([*first, *second])  # the same steps come to the same batches

    def answers(author: Author) -> dict[str, tuple[str, bool]]:
        found: dict[str, tuple[str, bool]] = {}
        for key, history in author.histories.items():
            version = believed_at(history, known_at - timedelta(microseconds=1))
            if version is not None:
                found[key] = (version.model_dump_json(exclude={"superseded_at"}), true_at(version, moment))
        return found

    assert answers(later) == answers(before)


@given(steps, moments)
def test_what_ended_as_never_true_is_never_true(program: list[Step], moment: datetime) -> None:
    for history in written(program).histories.values():
        for version in history:
            inside = covers(
                version.valid_from and version.valid_from.at, version.valid_to and version.valid_to.at, moment
            )
            assert true_at(version, moment) == (inside and version.ended in {None, "changed"})


@given(steps)
def test_undoing_a_batch_gives_every_memory_its_former_content(program: list[Step]) -> None:
    author = written([step for step in program if step.what != "undo"])
    if not author.batches:
        return
    last = author.batches[-1]
    before = replay(batch.versions for batch in author.batches[:-1])
    author.keep(author.undo(last.receipt))

    for memory_id in {version.memory_id for version in last.versions}:
        head = author.histories[memory_id][-1]
        if memory_id in before:
            assert _content(head) == _content(before[memory_id][-1])
        else:
            assert head.ended == "undone"
    for memory_id in before.keys() - {version.memory_id for version in last.versions}:
        assert author.histories[memory_id] == before[memory_id]


def _content(version: Version) -> Version:
    return version.model_copy(
        update={"number": 1, "recorded_at": START, "superseded_at": None, "receipt_id": "rcp"}
    )


@given(steps, st.integers(-3, 3))
def test_only_the_next_number_extends_a_history(program: list[Step], ahead: int) -> None:
    for history in written(program).histories.values():
        number = max(len(history) + ahead, 1)
        version = history[-1].model_copy(update={"number": number})
        if number == len(history) + 1:
            assert len(extend(history, version)) == number
        else:
            with pytest.raises(VersionConflictError, match="read it again"):
                extend(history, version)
