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
from memscribe.guard.secrets import Masked, mask, mask_value


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
    masking = _Masking()
    stamped = tuple(
        StampedMessage(
            id=ids.new("msg"),
            role=message.role,
            content=masking.text(message.content, asked=before.content if before else None),
            name=masking.maybe(message.name),
            at=message.at or moment,
            origin=stamp(message, policy, account=account),
            channel=message.channel,
            tool_calls=tuple(map(masking.call, message.tool_calls)),
            external_id=masking.maybe(message.external_id),
        )
        for before, message in zip([None, *messages], messages, strict=False)
    )
    account = masking.maybe(account)
    episode = Episode(id=ids.new("ep"), scope=scope, messages=stamped, at=moment, account=account)
    return Intake(episode=episode, masked=masking.count)


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


class _Masking:
    """Masks everything of an episode that is kept, and counts what it masked."""

    def __init__(self) -> None:
        self.count = 0

    def text(self, text: str, *, asked: str | None = None) -> str:
        """Mask a text; ``asked`` is the message before it."""
        return self._counted(mask(text, asked=asked))

    def maybe(self, text: str | None) -> str | None:
        """Mask a text where there is one."""
        return None if text is None else self.text(text)

    def call(self, call: ToolCall) -> ToolCall:
        """Mask a tool call's arguments, by their names too."""
        arguments = {self.text(name): self._value(name, value) for name, value in call.arguments.items()}
        return ToolCall(name=self.text(call.name), arguments=arguments, id=self.maybe(call.id))

    def _value(self, name: str, value: JsonValue) -> JsonValue:
        match value:
            case str():
                return self._counted(mask_value(name, value))
            case list():
                return [self._value(name, part) for part in value]
            case Mapping():
                return {self.text(key): self._value(key, part) for key, part in value.items()}
            case _:
                return value

    def _counted(self, masked: Masked) -> str:
        self.count += masked.count
        return masked.text
