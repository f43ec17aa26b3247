"""One message or episode object, in the shapes that chat APIs and traces write, as core messages."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, cast

from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from memscribe.core.message import Channel, Message, Role, ToolCall

SCOPE_FIELDS = ("tenant", "user", "agent", "project", "session")
_ROLES: Mapping[str, "Role"] = {
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "system": "system",
    "developer": "system",
    "function": "tool",
}
_TEXT_PARTS = {"text", "input_text", "output_text"}
_ENVELOPES = {
    "image": "[image]",
    "image_url": "[image]",
    "input_image": "[image]",
    "input_audio": "[audio]",
    "audio": "[audio]",
    "file": "[file]",
    "input_file": "[file]",
}
_SHOWN = 40
_DEEPEST = 100  # the store's own readers and writers of JSON go through arguments by recursion
_FIRST_YEAR, _LAST_YEAR = 1000, 9000  # room for relative dates on both sides
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ReadEpisode:
    """Messages that are taken in together, and what their source says about them.

    Args:
        messages: At least one.
        where: The place in the input, for reports: ``chat.jsonl:3``.
        scope: Scope fields that the source names; they win over the command line's.
        at: When the last of it was said, where the source says so.
        idempotency_key: Only what the source says; none is invented.
        account: The account holder's name, where the source says so.
    """

    messages: "tuple[Message, ...]"
    where: str
    scope: Mapping[str, str] = field(default_factory=dict[str, str])
    at: datetime | None = None
    idempotency_key: str | None = None
    account: str | None = None


def came(value: object) -> str:
    """Name a JSON value in an error message."""
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= _SHOWN else f'"{value[:_SHOWN]}..."'
    if isinstance(value, dict):
        keys = ", ".join(sorted(cast("dict[str, object]", value))[:6])
        return f"an object with the keys {keys}" if keys else "an empty object"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return f"the number {value!r}"[:_SHOWN]


def time_of(value: object, *, where: str, zone: tzinfo = UTC) -> datetime:
    """Read a time: ISO 8601 (without an offset it is taken in ``zone``) or seconds since 1970.

    Raises:
        InputError: It is neither.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (OverflowError, ValueError, OSError) as error:
            raise InputError(f"{where}: expected seconds since 1970, got {came(value)}") from error
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value.strip())
            aware = moment if moment.tzinfo else moment.replace(tzinfo=zone)
            aware.astimezone(UTC)
        except OverflowError as error:
            raise InputError(f"{where}: expected a time from year 1 to 9999 in UTC, got {came(value)}") from error
        except ValueError:
            pass
        else:
            return aware
    raise InputError(f"{where}: expected an ISO 8601 time such as 2026-05-14T09:30:00+02:00, got {came(value)}")


def within_calendar(moment: datetime, *, where: str) -> datetime:
    """Return when something was said.

    Raises:
        InputError: It is so near an end of the calendar that "last year" or "in ten years" may have no date.
    """
    if _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        return moment
    raise InputError(
        f"{where}: expected a year from {_FIRST_YEAR} to {_LAST_YEAR} for when it was said, got {moment.year}"
    )


def storable(text: str, *, where: str) -> str:
    """Return a text that every store can keep.

    Raises:
        InputError: It holds a lone surrogate: bytes that are not UTF-8, or half of a character.
    """
    if found := _SURROGATE.search(text):
        raise InputError(
            f"{where}: expected text, got the lone surrogate U+{ord(found[0]):04X} at character "
            f"{found.start() + 1}: write UTF-8"
        )
    return text


def is_message(value: object) -> bool:
    """Whether a JSON value is meant to be a message rather than an episode."""
    return isinstance(value, dict) and "messages" not in value


def message_of(value: object, *, where: str, zone: tzinfo, tools: dict[str, str]) -> "Message":
    """Read one message object.

    Args:
        value: The JSON value.
        where: Its place in the input.
        zone: The zone of times that have no offset.
        tools: Tool names by call id, as learned from earlier messages; extended here.

    Raises:
        InputError: It is not a message; the text says where, what was expected and what came.
    """
    from memscribe.core.message import Message

    if not isinstance(value, dict):
        raise InputError(f'{where}: expected a message object with "role" and "content", got {came(value)}')
    given = cast("dict[str, object]", value)
    role = _role(given, where)
    calls = _tool_calls(given.get("tool_calls"), where)
    tools.update((call.id, call.name) for call in calls if call.id)
    name = _string(given, "name", where)
    if name is None and role == "tool":
        name = tools.get(_string(given, "tool_call_id", where) or "")
    at = given.get("at", given.get("timestamp"))
    return Message(
        role=role,
        content=_content(given, where, optional=bool(calls)),
        name=name,
        at=_said_at(at, where, zone),
        channel=_channel(given, where),
        tool_calls=calls,
        external_id=_string(given, "external_id", where) or _string(given, "id", where),
    )


def episode_of(value: object, *, where: str, zone: tzinfo) -> ReadEpisode:
    """Read one episode object: ``messages``, and ``scope``, ``at``, ``idempotency_key``, ``account``, if any.

    Raises:
        InputError: It is not an episode.
    """
    if not isinstance(value, dict) or "messages" not in value:
        raise InputError(f'{where}: expected an object with "messages", got {came(cast("object", value))}')
    given = cast("dict[str, object]", value)
    messages = given["messages"]
    if not isinstance(messages, list):
        raise InputError(f'{where}: expected "messages" to be a list, got {came(messages)}')
    at = _said_at(given.get("at"), where, zone)
    return ReadEpisode(
        messages=messages_of(cast("list[object]", messages), where=where, zone=at.tzinfo or zone if at else zone),
        where=where,
        scope=_scope(given.get("scope"), where),
        at=at,
        idempotency_key=_string(given, "idempotency_key", where),
        account=_string(given, "account", where),
    )


def messages_of(values: Sequence[object], *, where: str, zone: tzinfo) -> "tuple[Message, ...]":
    """Read a list of message objects.

    Raises:
        InputError: It is empty, or one of them is not a message.
    """
    if not values:
        raise InputError(f"{where}: expected at least one message, got an empty list")
    tools: dict[str, str] = {}
    return tuple(
        message_of(value, where=f"{where}: message {number}", zone=zone, tools=tools)
        for number, value in enumerate(values, 1)
    )


def _said_at(value: object, where: str, zone: tzinfo) -> datetime | None:
    place = f"{where}: at"
    return None if value is None else within_calendar(time_of(value, where=place, zone=zone), where=place)


def _role(given: Mapping[str, object], where: str) -> "Role":
    role = given.get("role")
    if isinstance(role, str) and role in _ROLES:
        return _ROLES[role]
    came_role = came(role) if "role" in given else came(dict(given))
    raise InputError(f'{where}: expected "role" to be one of {", ".join(_ROLES)}, got {came_role}')


def _string(given: Mapping[str, object], key: str, where: str) -> str | None:
    from memscribe.core.message import without_surrogates

    value = given.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        return without_surrogates(value)
    if key in {"id", "external_id"} and type(value) is int:
        return str(value)
    raise InputError(f'{where}: expected "{key}" to be a string, got {came(value)}')


def _channel(given: Mapping[str, object], where: str) -> "Channel | None":
    from typing import get_args

    from memscribe.core.message import Channel

    value = _string(given, "channel", where)
    if value is None:
        return None
    if value not in get_args(Channel):
        raise InputError(
            f'{where}: expected "channel" to be one of {", ".join(get_args(Channel))}, got {came(value)}'
        )
    return cast("Channel", value)


def _content(given: Mapping[str, object], where: str, *, optional: bool) -> str:
    value = given.get("content")
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_part(part, where) for part in cast("list[object]", value))
    if value is None and optional:
        return ""
    got = came(value) if "content" in given else came(dict(given))
    raise InputError(f'{where}: expected "content" to be a string or a list of content parts, got {got}')


def _part(part: object, where: str) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or not isinstance(cast("dict[str, object]", part).get("type"), str):
        raise InputError(f'{where}: expected a content part with a "type", got {came(cast("object", part))}')
    given = cast("dict[str, object]", part)
    kind = cast("str", given["type"])
    if kind not in _TEXT_PARTS:
        return _ENVELOPES.get(kind, f"[{kind}]")
    if not isinstance(given.get("text"), str):
        raise InputError(f'{where}: expected a text part to have "text", got {came(given)}')
    return cast("str", given["text"])


def _tool_calls(value: object, where: str) -> "tuple[ToolCall, ...]":
    if value is None:
        return ()
    if not isinstance(value, list):
        raise InputError(f'{where}: expected "tool_calls" to be a list, got {came(value)}')
    return tuple(_tool_call(call, where) for call in cast("list[object]", value))


def _tool_call(value: object, where: str) -> "ToolCall":
    from memscribe.core.message import ToolCall

    if not isinstance(value, dict):
        raise InputError(f"{where}: expected a tool call object, got {came(value)}")
    given = cast("dict[str, object]", value)
    body = given.get("function", given)
    if not isinstance(body, dict):
        raise InputError(f'{where}: expected a tool call\'s "function" to be an object, got {came(body)}')
    function = cast("dict[str, object]", body)
    name = _string(function, "name", f"{where}: tool call")
    if not name:
        raise InputError(f'{where}: expected a tool call to have a "name", got {came(function)}')
    return ToolCall.model_validate(
        {
            "name": name,
            "arguments": _arguments(function.get("arguments"), f"{where}: tool call {came(name)}"),
            "id": _string(given, "id", where),
        }
    )


def _arguments(value: object, where: str) -> dict[str, object]:
    """Read arguments: a JSON string or an object. Models write bad JSON too; that is kept as it is."""
    if isinstance(value, str):
        try:
            parsed: object = json.loads(value)
        except (ValueError, RecursionError):
            parsed = value
        value = parsed
    _check_json(value, where)
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    return {} if value in (None, "") else {"arguments": value}


def _check_json(value: object, where: str) -> None:
    """Refuse what a store could not give back as it came: what is no JSON number or text, and what is too deep."""
    level = [value]
    for _ in range(_DEEPEST):
        below: list[object] = []
        for one in level:
            if isinstance(one, dict):
                fields = cast("dict[str, object]", one)
                below += [*fields, *fields.values()]
            elif isinstance(one, list):
                below += cast("list[object]", one)
            elif isinstance(one, str):
                storable(one, where=f"{where}: arguments")
            elif isinstance(one, float) and not math.isfinite(one):
                raise InputError(f"{where}: arguments: expected JSON numbers, got {one}: write null")
        if not below:
            return
        level = below
    raise InputError(f"{where}: arguments: expected at most {_DEEPEST} levels of nesting, got more: leave them out")


def _scope(value: object, where: str) -> Mapping[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f'{where}: expected "scope" to be an object such as {{"user": "ada"}}, got {came(value)}')
    given = cast("dict[str, object]", value)
    unknown = sorted(set(given) - set(SCOPE_FIELDS))
    if unknown:
        raise InputError(
            f'{where}: expected the fields of "scope" to be among {", ".join(SCOPE_FIELDS)}, got {unknown[0]}'
        )
    return {key: text for key in given if (text := _string(given, key, f"{where}: scope")) is not None}
