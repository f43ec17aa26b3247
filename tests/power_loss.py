"""Power loss without pulling a plug: a file layer that writes down what it is told, and disks made from that.

The recorder sits between SQLite and the files and keeps every write, truncation, deletion and sync in order.
A disk as a power loss leaves it is then made for any point of that record: what was synced is there, and of what
was not, each piece is there, is missing, or is there in some sectors only, in any order.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal

import apsw

SECTOR = 512


@dataclass(frozen=True)
class Event:
    """What happened to a file, or (``ack``) to the writer."""

    what: Literal["write", "truncate", "sync", "delete", "ack"]
    name: str
    offset: int = 0
    content: bytes = b""
    durable: bool = False


class Recorder(apsw.VFS):
    """Passes everything on to the system's own files and writes it down.

    Args:
        name: Under which SQLite knows it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: list[Event] = []
        super().__init__(name, base="")

    def xOpen(self, name, flags):  # noqa: ANN001, ANN201, N802
        return _File(self.events, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.events.append(Event("delete", Path(filename).name, durable=syncdir))


class _File(apsw.VFSFile):
    def __init__(self, events: list[Event], name, flags) -> None:  # noqa: ANN001
        self._events = events
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._events.append(Event("write", self._name, offset=offset, content=bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._events.append(Event("truncate", self._name, offset=newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._events.append(Event("sync", self._name))


@dataclass
class _Platter:
    """One file: what is surely on the disk, and what was written since."""

    content: bytearray = field(default_factory=bytearray)
    there: bool = False
    pending: list[Event] = field(default_factory=list)


class Disk:
    """Follows a record, and can be left as a power loss would leave it at the present point."""

    def __init__(self) -> None:
        self._files: dict[str, _Platter] = {}

    def follow(self, event: Event) -> None:
        """Take in the next event."""
        if event.what == "ack":
            return
        file = self._files.setdefault(event.name, _Platter())
        if event.what == "sync":
            for before in file.pending:
                _do(file, before, None)
            file.pending.clear()
            file.there = True
        elif event.what == "delete" and event.durable:
            self._files[event.name] = _Platter()
        else:
            file.pending.append(event)

    def leave(self, folder: Path, choose: random.Random) -> None:
        """Write the files that survive into an empty folder."""
        for name, file in self._files.items():
            left = _Platter(bytearray(file.content), file.there)
            for event in file.pending:
                fate = choose.random()
                if fate < 0.4:
                    continue
                _do(left, event, choose if fate < 0.7 else None)
            if left.there:
                (folder / name).write_bytes(left.content)


def _do(file: _Platter, event: Event, tear: random.Random | None) -> None:
    match event.what:
        case "write":
            file.there = True
            for offset, piece in _sectors(event):
                if tear is None or tear.random() < 0.5:
                    missing = offset - len(file.content)
                    file.content.extend(bytes(max(missing, 0)))
                    file.content[offset : offset + len(piece)] = piece
        case "truncate":
            del file.content[event.offset :]
        case "delete":
            file.content.clear()
            file.there = False
        case "sync" | "ack":
            raise AssertionError(event)


def _sectors(event: Event) -> list[tuple[int, bytes]]:
    """Cut a write where the disk's sectors meet."""
    end = event.offset + len(event.content)
    cuts = [event.offset, *range((event.offset // SECTOR + 1) * SECTOR, end, SECTOR), end]
    return [(start, event.content[start - event.offset : stop - event.offset]) for start, stop in pairwise(cuts)]


def acknowledged(events: Sequence[Event]) -> list[str]:
    """Return what the writer had been told was stored."""
    return [event.name for event in events if event.what == "ack"]
