"""Messages from a file or stdin: plain text, chat lines, JSON or JSON Lines.

All of the input is read and checked before anything is written.
"""

import json
import re
import sys
from collections.abc import Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, cast, get_args

from memscribe.cli.messages import ReadEpisode, came, episode_of, is_message, message_of, messages_of
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from memscribe.core.message import Message, Role

Format = Literal["auto", "text", "json", "jsonl", "chat"]
FORMATS: tuple[Format, ...] = get_args(Format)

_SUFFIXES: dict[str, Format] = {".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_JSON_START = re.compile(r'\s*(?:\{\s*["}]|\[\s*[{\]])')
_SPEAKER = re.compile(r"(user|assistant|system|tool)(?:\(([^()\n]+)\))?\s*[:：][ \t]?(.*)", re.IGNORECASE)


def read_episodes(source: str, *, form: str = "auto", zone: tzinfo = UTC) -> tuple[ReadEpisode, ...]:
    """Read every episode of a file.

    Args:
        source: A path, or "-" for stdin.
        form: One of :data:`FORMATS`; "auto" goes by the suffix (.json, .jsonl, .ndjson), else by the content.
        zone: The zone of times that have no offset.

    Returns:
        At least one episode.

    Raises:
        InputError: The file cannot be read or is not what was expected; names the file and the line.
    """
    if form not in FORMATS:
        raise InputError(f"--format: expected one of {', '.join(FORMATS)}, got {came(form)}")
    name = "stdin" if source == "-" else source
    text = _decoded(_bytes_of(source), name)
    if not text.strip():
        raise InputError(f"{name}: expected at least one message, got {'white space' if text else 'nothing'}")
    match _resolved(form, source, text):
        case "text" | "auto":
            return (ReadEpisode(messages=(_user(text),), where=name),)
        case "chat":
            return (ReadEpisode(messages=_chat(text, name), where=name),)
        case "json":
            return _json(text, name, zone)
        case "jsonl":
            return _jsonl(text, name, zone)


def _bytes_of(source: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except IsADirectoryError as error:
        raise InputError(f"{source}: expected a file, got a directory: name a file, or - for stdin") from error
    except FileNotFoundError as error:
        raise InputError(f"{source}: expected a file, but there is none: name a file, or - for stdin") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{source}: expected a readable file, got: {reason}") from error


def _decoded(raw: bytes, name: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name}: expected UTF-8, got UTF-16: convert it first, e.g. iconv -f UTF-16 -t UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{name}:{line}: expected UTF-8, got the byte 0x{raw[error.start]:02x} at offset {error.start}: "
            "convert the file first"
        ) from error
    return text


def _resolved(form: Format, source: str, text: str) -> Format:
    if form != "auto":
        return form
    if suffix := _SUFFIXES.get(Path(source).suffix.lower()):
        return suffix
    if not _JSON_START.match(text):
        return "text"
    first, *rest = text.strip().splitlines()
    return "jsonl" if rest and _parses(first) else "json"


def _parses(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _user(text: str) -> "Message":
    from memscribe.core.message import Message

    return Message(role="user", content=_plain(text).strip("\n"))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _chat(text: str, name: str) -> "tuple[Message, ...]":
    from memscribe.core.message import Message

    turns: list[tuple[Role, str | None, list[str]]] = []
    for number, line in enumerate(_plain(text).split("\n"), 1):
        if speaker := _SPEAKER.fullmatch(line):
            turns.append((cast("Role", speaker[1].lower()), speaker[2], [speaker[3]]))
        elif turns:
            turns[-1][2].append(line)
        elif line.strip():
            raise InputError(
                f'{name}:{number}: expected a line that begins with "user:", "assistant:", "tool:" or '
                f'"system:", got {came(line)}'
            )
    return tuple(Message(role=role, name=who, content="\n".join(lines).strip()) for role, who, lines in turns)


def _json(text: str, name: str, zone: tzinfo) -> tuple[ReadEpisode, ...]:
    value = _loaded(text, name)
    if isinstance(value, list):
        items = cast("list[object]", value)
        if items and not is_message(items[0]):
            return tuple(
                episode_of(item, where=f"{name}: episode {number}", zone=zone)
                for number, item in enumerate(items, 1)
            )
        return (ReadEpisode(messages=messages_of(items, where=name, zone=zone), where=name),)
    if isinstance(value, dict) and "messages" in value:
        return (episode_of(cast("object", value), where=name, zone=zone),)
    if isinstance(value, dict) and "role" in value:
        return (ReadEpisode(messages=messages_of([cast("object", value)], where=name, zone=zone), where=name),)
    raise InputError(
        f'{name}: expected a list of messages or an object with "messages", got {came(cast("object", value))}'
    )


def _jsonl(text: str, name: str, zone: tzinfo) -> tuple[ReadEpisode, ...]:
    # not splitlines(): U+2028 and its kin may stand unescaped inside a JSON string
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    values = [(f"{name}:{number}", _loaded(line, f"{name}:{number}", of_line=True)) for number, line in lines]
    if not is_message(values[0][1]):
        return tuple(_episode_line(value, where, zone) for where, value in values)
    return (ReadEpisode(messages=_message_lines(values, zone), where=name),)


def _episode_line(value: object, where: str, zone: tzinfo) -> ReadEpisode:
    if is_message(value):
        raise InputError(
            f'{where}: expected an object with "messages" like the first line, got {came(value)}: a file '
            "holds either a message a line or an episode a line"
        )
    return episode_of(value, where=where, zone=zone)


def _message_lines(values: Sequence[tuple[str, object]], zone: tzinfo) -> "tuple[Message, ...]":
    tools: dict[str, str] = {}
    messages: list[Message] = []
    for where, value in values:
        if not is_message(value):
            raise InputError(
                f"{where}: expected a message like the first line, got {came(value)}: a file holds either a "
                "message a line or an episode a line"
            )
        messages.append(message_of(value, where=where, zone=zone, tools=tools))
    return tuple(messages)


def _loaded(text: str, name: str, *, of_line: bool = False) -> object:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if of_line else f"line {error.lineno} column {error.colno}"
        near = text[error.pos : error.pos + 20].partition("\n")[0].rstrip("\r")
        raise InputError(
            f"{name}: expected JSON, got {came(near) if near else 'the end'} at {place} "
            f"(character {error.pos}): {error.msg}"
        ) from error
    except RecursionError as error:
        raise InputError(f"{name}: expected JSON, got one that is nested too deeply to read") from error
    except ValueError as error:
        raise InputError(f"{name}: expected JSON: {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON: write null")
