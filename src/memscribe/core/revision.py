"""What approved operations change: new versions, computed without touching anything.

A batch of versions is the whole algebra: version n + 1 of a memory closes version n. Replaying all batches in
order gives the state (:func:`replay`); undo appends versions that compensate.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import assert_never

from memscribe.core.errors import UndoRefusedError, VersionConflictError
from memscribe.core.ids import IdSource
from memscribe.core.memory import Ended, Version
from memscribe.core.message import Episode
from memscribe.core.operation import Add, Retract, Update
from memscribe.core.receipt import WrittenVersion
from memscribe.core.timeline import TimeBound, covers, zone_name
from memscribe.core.verdict import Approved

_NEVER = datetime.min.replace(tzinfo=UTC)


class Revision:
    """Collects the versions of one batch; each operation sees what the ones before it did.

    Args:
        episode: Where the evidence stands.
        receipt_id: The receipt under which everything is recorded.
        recorded_at: The instant of recording.
        writer: Who proposed.
        current: Latest version of every memory that may be a target, by id.
        ids: Where new memory ids come from.
    """

    def __init__(
        self,
        *,
        episode: Episode,
        receipt_id: str,
        recorded_at: datetime,
        writer: str,
        current: Mapping[str, Version],
        ids: IdSource,
    ) -> None:
        self._episode = episode
        self._receipt_id = receipt_id
        self._recorded_at = recorded_at
        self._writer = writer
        self._current = dict(current)
        self._ids = ids
        self._written: list[Version] = []

    @property
    def versions(self) -> tuple[Version, ...]:
        """Everything written so far, in order."""
        return tuple(self._written)

    def apply(self, approved: Approved) -> tuple[str, tuple[WrittenVersion, ...]]:
        """Turn one approved operation into versions.

        Returns:
            The memory that now holds the text (for a retraction: the first one withdrawn), and the versions.

        Raises:
            VersionConflictError: A target is not there or not active any more.
        """
        before = len(self._written)
        operation = approved.operation
        match operation:
            case Add():
                memory_id = self._begin(operation, approved)
            case Update():
                memory_id = self._ids.new("mem")
                ends = operation.valid_from or self._said_at(operation)
                for target in operation.targets:
                    self._end(target, operation.change, ends, successor=memory_id)
                if operation.change == "changed":
                    # the new value holds from where the old one ends: never are both true at one time
                    operation = operation.model_copy(update={"valid_from": ends})
                self._begin(operation, approved, memory_id)
            case Retract():
                memory_id = operation.targets[0]
                for target in operation.targets:
                    self._end(target, "withdrawn", None, successor=None)
            case _:
                assert_never(operation)
        return memory_id, tuple(
            WrittenVersion(memory_id=v.memory_id, number=v.number) for v in self._written[before:]
        )

    def _said_at(self, operation: Update) -> TimeBound:
        """Return the instant, in its own zone, at which the last of the asserting messages was said."""
        quoted = {evidence.message_id for evidence in operation.evidence if evidence.part == "asserts"}
        said = [message.at for message in self._episode.messages if message.id in quoted]
        moment = max(said, default=self._episode.at)
        return TimeBound(at=moment, precision="instant", zone=zone_name(moment))

    def _begin(self, operation: Add | Update, approved: Approved, memory_id: str | None = None) -> str:
        version = Version(
            memory_id=memory_id or self._ids.new("mem"),
            number=1,
            scope=self._episode.scope,
            kind=operation.kind,
            text=operation.text,
            origin=approved.origin,
            evidence=operation.evidence,
            episode_id=self._episode.id,
            receipt_id=self._receipt_id,
            valid_from=operation.valid_from,
            valid_to=operation.valid_to,
            recorded_at=self._recorded_at,
            supersedes=operation.targets,
            writer=self._writer,
        )
        self._write(version)
        return version.memory_id

    def _end(self, target: str, ended: Ended, at: TimeBound | None, *, successor: str | None) -> None:
        old = self._current.get(target)
        if old is None or old.ended:
            state = "unknown" if old is None else old.status
            raise VersionConflictError(f"expected {target} to be active, but it is {state}: read it again")
        valid_to = _earlier(old.valid_to, at) if ended == "changed" else old.valid_to
        if valid_to and old.valid_from and valid_to.at < old.valid_from.at:
            valid_to = old.valid_from  # replaced before it began: true at no time
        self._write(
            old.model_copy(
                update={
                    "number": old.number + 1,
                    "ended": ended,
                    "valid_to": valid_to,
                    "superseded_by": successor,
                    "superseded_at": None,
                    "recorded_at": self._recorded_at,
                    "receipt_id": self._receipt_id,
                }
            )
        )

    def _write(self, version: Version) -> None:
        self._current[version.memory_id] = version
        self._written.append(version)


def _earlier(one: TimeBound | None, other: TimeBound | None) -> TimeBound | None:
    bounds = [bound for bound in (one, other) if bound is not None]
    return min(bounds, key=lambda bound: bound.at, default=None)


def compensate(
    written: Sequence[WrittenVersion],
    histories: Mapping[str, Sequence[Version]],
    *,
    receipt_id: str,
    recorded_at: datetime,
) -> tuple[Version, ...]:
    """Undo a receipt: versions that put every memory back to what it was before.

    Args:
        written: The versions that the receipt wrote.
        histories: All versions of each memory concerned, oldest first.
        receipt_id: The undo's own receipt.
        recorded_at: When it is undone.

    A memory that was changed later and put back by another undo stands as the receipt left it, and is undone.

    Raises:
        UndoRefusedError: A memory is not as the receipt left it.
    """
    compensating: list[Version] = []
    numbers: dict[str, list[int]] = {}
    for version in written:
        numbers.setdefault(version.memory_id, []).append(version.number)
    for memory_id, mine in numbers.items():
        history = histories[memory_id]
        latest = history[-1]
        if _state(latest) != _state(history[max(mine) - 1]):
            raise UndoRefusedError(
                f"{memory_id} was changed again by receipt {latest.receipt_id} (version {latest.number}): "
                "undo that one first"
            )
        first = min(mine)
        before = history[first - 2] if first > 1 else None
        changes = {
            "number": latest.number + 1,
            "receipt_id": receipt_id,
            "recorded_at": recorded_at,
            "superseded_at": None,
        }
        compensating.append(
            before.model_copy(update=changes) if before else latest.model_copy(update=changes | {"ended": "undone"})
        )
    return tuple(compensating)


def _state(version: Version) -> Version:
    """Return what a version says, without when and under which number: an undone change leaves the same state."""
    return version.model_copy(update={"number": 1, "receipt_id": "", "recorded_at": _NEVER, "superseded_at": None})


def replay(batches: Iterable[Sequence[Version]]) -> dict[str, tuple[Version, ...]]:
    """Rebuild every memory's history from the batches that were applied, in order.

    Returns:
        Versions by memory id, oldest first; all but the last closed in transaction time.

    Raises:
        VersionConflictError: A version number is not the next one, or goes back in time.
    """
    histories: dict[str, tuple[Version, ...]] = {}
    for batch in batches:
        for version in batch:
            histories[version.memory_id] = extend(histories.get(version.memory_id, ()), version)
    return histories


def extend(history: tuple[Version, ...], version: Version) -> tuple[Version, ...]:
    """Append a version to a memory's history; the one before is closed at its ``recorded_at``.

    Raises:
        VersionConflictError: The number is not the next one, or it was recorded before its predecessor.
    """
    if version.number != len(history) + 1:
        raise VersionConflictError(
            f"expected version {len(history) + 1} of {version.memory_id}, got {version.number}: read it again"
        )
    if not history:
        return (version,)
    last = history[-1]
    if version.recorded_at < last.recorded_at:
        raise VersionConflictError(
            f"version {version.number} of {version.memory_id} is recorded at {version.recorded_at}, before "
            f"its predecessor ({last.recorded_at}): the clock went back"
        )
    closed = last.model_copy(update={"superseded_at": version.recorded_at})
    return (*history[:-1], closed, version)


def believed_at(history: Sequence[Version], known_at: datetime | None) -> Version | None:
    """Return the version of a memory that the system believed at an instant (None: now)."""
    if known_at is None:
        return history[-1] if history else None
    return next((v for v in history if covers(v.recorded_at, v.superseded_at, known_at)), None)


def true_at(version: Version, moment: datetime) -> bool:
    """Whether a believed version says that it was true in the world at a moment."""
    if version.ended in {"corrected", "withdrawn", "undone"}:
        return False
    start, end = version.valid_from, version.valid_to
    return covers(start and start.at, end and end.at, moment)


def latest(histories: Mapping[str, Sequence[Version]]) -> dict[str, Version]:
    """Return the current version of every memory."""
    return {memory_id: history[-1] for memory_id, history in histories.items() if history}


def by_memory(versions: Sequence[Version]) -> dict[str, tuple[Version, ...]]:
    """Group versions by memory, each group oldest first."""
    ordered = sorted(versions, key=lambda v: (v.memory_id, v.number))
    return {key: tuple(group) for key, group in groupby(ordered, key=lambda v: v.memory_id)}
