"""MemoryCode: a mentor gives a mentee coding rules over sessions and changes them (arXiv 2502.13791).

The mentor is the user and the mentee the assistant. The data has no times: sessions are a day apart. An update
replaces the text that its rule had before, where the dialogue holds the session that said it.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Literal

from memscribe.core.errors import InputError
from memscribe.core.message import Message
from memscribe.evals.lines import Line, read_lines
from memscribe.evals.suites.port import Conversation, Gold, Session

_FIRST_DAY = datetime(2025, 1, 6, 9, tzinfo=UTC)


class _Rule(Line):
    event: Literal["add", "update"]
    rule_id: int
    text: str


class _Line(Line):
    dialogue: int
    session: int
    mentor: str
    mentee: str
    text: str
    rules: tuple[_Rule, ...] = ()


class MemoryCode:
    """222 dialogues, 1,307 sessions; most sessions give no rule."""

    name = "memorycode"
    default: tuple[str, ...] = ()

    def conversations(self, folder: Path) -> Iterator[Conversation]:
        """Read ``sessions.jsonl``.

        Raises:
            InputError: It is missing, or a line is not what was expected.
        """
        path = folder / "sessions.jsonl"
        lines = sorted(read_lines(path, _Line), key=lambda line: (line.dialogue, line.session))
        for dialogue, group in groupby(lines, key=lambda line: line.dialogue):
            sessions = list(group)
            yield Conversation(str(dialogue), sessions[0].mentor, tuple(_sessions(sessions, path)))


def _sessions(lines: Sequence[_Line], path: Path) -> Iterator[Session]:
    rules: dict[int, str] = {}
    for line in lines:
        at = _FIRST_DAY + timedelta(days=line.session)
        messages = tuple(_messages(line, at))
        where = f"{line.dialogue}/{line.session}"
        if not messages:
            raise InputError(f"{path}: {where}: expected lines that begin with '{line.mentor}:', found none")
        said = tuple(index for index, message in enumerate(messages) if message.role == "user")
        gold: list[Gold] = []
        for rule in line.rules:
            before = rules.get(rule.rule_id)
            gold.append(Gold(rule.text, said, before if before != rule.text else None))
            rules[rule.rule_id] = rule.text
        yield Session(where, at, messages, tuple(gold))


def _messages(line: _Line, at: datetime) -> Iterator[Message]:
    marker = re.compile(rf"^({re.escape(line.mentor)}|{re.escape(line.mentee)}):[ ]*", re.MULTILINE)
    _, *parts = marker.split(line.text)
    for name, content in zip(parts[::2], parts[1::2], strict=True):
        if content.strip():
            role = "user" if name == line.mentor else "assistant"
            yield Message(role=role, content=content.strip(), name=name, at=at)
