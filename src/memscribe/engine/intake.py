"""From messages to an episode: secrets masked, origin and time stamped, before anything else sees them."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from memscribe.core.clock import Clock
from memscribe.core.errors import InputError
from memscribe.core.ids import IdSource
from memscribe.core.message import Episode, Message, StampedMessage, ToolCall
from memscribe.core.scope import Scope
from memscribe.guard.origin import OriginPolicy, stamp
from memscribe.guard.secrets import mask


@dataclass(frozen=True, slots=True)
class Intake:
    """An episode, and how many secrets were masked in it."""

    episode: Episode
    masked: int


def take_in(
    messages: Sequence[Message],
    *,
    scope: Scope,
    at: datetime | None,
    account: str | None,
    policy: OriginPolicy,
    clock: Clock,
    ids: IdSource,
) -> Intake:
    """Make an episode of messages.

    Args:
        messages: As the caller hands them in, at least one.
        scope: Exactly where what is written will belong.
        at: When the last of it was said (default: the latest message's time, else now). Its offset is the zone
            of messages that have no time of their own.
        account: The account holder's name, where it is known.
        policy: Which origin a message has.
        clock: Tells now.
        ids: Where ids come from.

    Raises:
        InputError: There are no messages, or a time has no zone.
    """
    if not messages:
        raise InputError("expected at least one message, got none: an episode needs words")
    if at is not None and at.tzinfo is None:
        raise InputError(f"expected an aware time for the episode, got {at.isoformat()}: add an offset such as Z")
    said = [message.at for message in messages if message.at is not None]
    moment = at or max(said, default=None) or clock.now()
    masked = 0
    stamped: list[StampedMessage] = []
    for message in messages:
        content, calls, count = _without_secrets(message)
        masked += count
        stamped.append(
            StampedMessage(
                id=ids.new("msg"),
                role=message.role,
                content=content,
                name=message.name,
                at=message.at or moment,
                origin=stamp(message, policy),
                channel=message.channel,
                tool_calls=calls,
                external_id=message.external_id,
            )
        )
    episode = Episode(id=ids.new("ep"), scope=scope, messages=tuple(stamped), at=moment, account=account)
    return Intake(episode=episode, masked=masked)


def body_hash(
    messages: Sequence[Message], *, scope: Scope, at: datetime | None, account: str | None, key: bytes
) -> str:
    """Return a keyed hash of a write's body, so that a retry is told from another write.

    It is keyed with the store's own secret: a hash of a short body could otherwise be turned back into it.
    """
    body = {
        "messages": [message.model_dump(mode="json") for message in messages],
        "scope": scope.key,
        "at": at and at.isoformat(),
        "account": account,
    }
    written = json.dumps(body, sort_keys=True, ensure_ascii=True).encode()
    return hmac.new(key, written, hashlib.sha256).hexdigest()


def _without_secrets(message: Message) -> tuple[str, tuple[ToolCall, ...], int]:
    content = mask(message.content)
    count = content.count
    calls: list[ToolCall] = []
    for call in message.tool_calls:
        arguments: dict[str, JsonValue] = {}
        for name, value in call.arguments.items():
            arguments[name], found = _masked_json(value)
            count += found
        calls.append(call.model_copy(update={"arguments": arguments}))
    return content.text, tuple(calls), count


def _masked_json(value: JsonValue) -> tuple[JsonValue, int]:
    match value:
        case str():
            masked = mask(value)
            return masked.text, masked.count
        case list():
            parts = [_masked_json(part) for part in value]
            return [part for part, _ in parts], sum(count for _, count in parts)
        case Mapping():
            fields = {name: _masked_json(part) for name, part in value.items()}
            return {name: part for name, (part, _) in fields.items()}, sum(c for _, c in fields.values())
        case _:
            return value, 0
