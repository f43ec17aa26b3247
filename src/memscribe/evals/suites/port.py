"""The port of a suite: conversations in sessions, each with the facts that a careful reader would keep."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from memscribe.core.errors import InputError
from memscribe.core.message import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gold:
    """A fact that should be active after its session.

    Args:
        text: What it says.
        source: Indexes of the session's messages that say it; empty where the data does not tell.
        replaces: The text that it makes outdated, where the data has one.
    """

    text: str
    source: tuple[int, ...] = ()
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """What is written as one episode.

    Args:
        at: When it was held; a suite whose data has no times gives days in a row.
        messages: At least one.
        gold: What should be active afterwards and was not, or not in these words, before.
    """

    id: str
    at: datetime
    messages: tuple[Message, ...]
    gold: tuple[Gold, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """Sessions that share one store: the cluster of all statistics.

    Args:
        account: The account holder's name; None where two people talk and neither holds the account.
        sessions: In the order of their times.
    """

    id: str
    account: str | None
    sessions: tuple[Session, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Names of those who speak, each once."""
        names = (message.name for session in self.sessions for message in session.messages)
        return tuple(dict.fromkeys(name for name in names if name))


class Suite(Protocol):
    """One public data set."""

    @property
    def name(self) -> str:
        """How it is called on the command line."""
        ...

    @property
    def default(self) -> tuple[str, ...]:
        """Which conversations are measured unless others are named; empty: all."""
        ...

    def conversations(self, folder: Path) -> Iterator[Conversation]:
        """Read the data, one conversation after another.

        Args:
            folder: Where the files of this set are.

        Raises:
            InputError: A file is missing, or is not what was expected.
        """
        ...


def read_json(path: Path, shape: type[T]) -> T:
    """Read a JSON file of a given shape.

    Raises:
        InputError: It cannot be read, or is not of that shape; names the file and the place.
    """
    try:
        return TypeAdapter(shape).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"{path}: expected a readable file of the data set, got: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(f"{path}: {place}: {first['msg']}, got {str(first['input'])[:60]!r}") from error
    except ValueError as error:  # no UTF-8, or no JSON
        raise InputError(f"{path}: expected JSON in UTF-8, got: {error}") from error


def select(
    suite: Suite, folder: Path, *, only: tuple[str, ...] = (), limit: int | None = None
) -> list[Conversation]:
    """Return the conversations of a suite that are to be measured.

    Args:
        suite: The data set.
        folder: Where its files are.
        only: Ids of conversations (default: those of the suite, or all).
        limit: At most so many.

    Raises:
        InputError: The data cannot be read, or a named conversation is not there.
    """
    there = {conversation.id: conversation for conversation in suite.conversations(folder)}
    wanted = only or suite.default or tuple(there)
    if missing := [name for name in wanted if name not in there]:
        found = ", ".join(there) or "none"
        raise InputError(f"{folder}: expected the conversation {missing[0]!r} in {suite.name}, found {found}")
    return [there[name] for name in wanted[:limit]]
