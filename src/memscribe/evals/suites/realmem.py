"""RealMem: long projects of a persona with an assistant (arXiv 2601.06966); gold are the extracted memories.

Where a session lists one index twice, the later row is its revision: it replaces the earlier one, names no turn,
and often takes in what other sessions said. One row whose content is a table is left out. The label in front of a
text (its topic, in lenticular brackets) is no part of the fact. Sessions are taken in the order of their days.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pydantic import Field

from memscribe.core.errors import InputError
from memscribe.core.message import Message
from memscribe.evals.lines import Line
from memscribe.evals.suites.port import Conversation, Gold, Session, read_json

_SUFFIX = "_dialogues_256k.json"
_TOPIC = re.compile(r"^【[^】]*】\s*")
_NOON = 12


class _Turn(Line):
    speaker: str
    content: str


class _Extracted(Line):
    index: str
    content: object
    source_turn: int | None = None


class _Dialogue(Line):
    session_identifier: str
    current_time: str
    dialogue_turns: tuple[_Turn, ...] = Field(min_length=1)
    extracted_memory: tuple[_Extracted, ...] = ()


class _File(Line):
    dialogues: tuple[_Dialogue, ...]


class RealMem:
    """Personas, about 210 sessions each; more than half of the sessions hold nothing to keep."""

    name = "realmem"
    # the others may be trained on
    default: tuple[str, ...] = ("Lin_Wanyu", "Pak_Budi")

    def conversations(self, folder: Path) -> Iterator[Conversation]:
        """Read every ``<persona>_dialogues_256k.json``.

        Raises:
            InputError: There is none, or one is not what was expected.
        """
        paths = sorted(folder.glob(f"*{_SUFFIX}"))
        if not paths:
            raise InputError(f"{folder}: expected files named <persona>{_SUFFIX}, found none")
        for path in paths:
            persona = path.name.removesuffix(_SUFFIX)
            sessions = [_session(dialogue, path) for dialogue in read_json(path, _File).dialogues]
            ordered = tuple(sorted(sessions, key=lambda session: session.at))
            yield Conversation(persona, persona.replace("_", " "), ordered)


def _session(dialogue: _Dialogue, path: Path) -> Session:
    try:
        day = datetime.fromisoformat(dialogue.current_time.split(" ")[0])
    except ValueError as error:
        raise InputError(
            f"{path}: {dialogue.session_identifier}: expected a day like '2025-12-15 (Monday)', "
            f"got {dialogue.current_time!r}"
        ) from error
    at = day.replace(hour=_NOON, tzinfo=UTC)
    messages = tuple(
        Message(role="user" if turn.speaker == "User" else "assistant", content=turn.content, at=at)
        for turn in dialogue.dialogue_turns
    )
    return Session(dialogue.session_identifier, at, messages, _gold(dialogue))


def _gold(dialogue: _Dialogue) -> tuple[Gold, ...]:
    found: dict[str, Gold] = {}
    for row in dialogue.extracted_memory:
        if isinstance(row.content, str):
            # turns are counted from 1; 0 says that nobody knows
            known = 0 < (row.source_turn or 0) <= len(dialogue.dialogue_turns)
            source = ((row.source_turn or 0) - 1,) if known else ()
            text = _TOPIC.sub("", row.content)
            before = found.get(row.index)
            if before is None or before.text != text:
                found[row.index] = Gold(text, source, replaces=before.text if before else None)
    return tuple(found.values())
