"""What goes in: messages, and the episode that they form together."""

import re
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import AwareDatetime, Field, JsonValue, field_validator, model_validator

from memscribe.core.base import Model
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope

Role = Literal["user", "assistant", "tool", "system"]
Channel = Literal["typed", "pasted", "prefilled", "document", "email", "web", "other_agent", "import"]

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Replace lone surrogates by U+FFFD one for one: offsets stay valid and every store can keep the text."""
    return _SURROGATE.sub("\ufffd", text)


class ToolCall(Model):
    """A call that the assistant made: the tool's name and its arguments."""

    name: str
    arguments: Mapping[str, JsonValue] = Field(default_factory=dict)
    id: str | None = None


class Message(Model):
    """One turn, tool call or tool result, as the caller hands it in.

    Args:
        role: Who speaks.
        content: The text. Lone surrogates become U+FFFD, nothing else is altered.
        name: The speaker's name in a group chat, or the tool's name for a tool result.
        at: When it was said; its offset is the zone in which relative dates are read.
        channel: How the words came in, where the caller knows: a prefilled link, a pasted block, a mail ...
            It can only lower the trust of a message.
        tool_calls: Calls that an assistant message makes.
        external_id: The caller's own id of the message.
    """

    role: Role
    content: str
    name: str | None = None
    at: AwareDatetime | None = None
    channel: Channel | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    external_id: str | None = None

    @field_validator("content")
    @classmethod
    def _storable(cls, value: str) -> str:
        return without_surrogates(value)

    @classmethod
    def user(cls, content: str, **fields: Any) -> Self:  # noqa: ANN401
        """Return a message that the user typed."""
        return cls(role="user", content=content, **fields)

    @classmethod
    def assistant(cls, content: str, **fields: Any) -> Self:  # noqa: ANN401
        """Return a message of the assistant."""
        return cls(role="assistant", content=content, **fields)

    @classmethod
    def tool(cls, content: str, **fields: Any) -> Self:  # noqa: ANN401
        """Return the result of a tool."""
        return cls(role="tool", content=content, **fields)

    @classmethod
    def system(cls, content: str, **fields: Any) -> Self:  # noqa: ANN401
        """Return a system message."""
        return cls(role="system", content=content, **fields)


class StampedMessage(Model):
    """A message inside an episode: with an id, a time, and the origin that the engine stamped on it."""

    id: str
    role: Role
    content: str
    name: str | None = None
    at: AwareDatetime
    origin: Origin
    channel: Channel | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    external_id: str | None = None


class Episode(Model):
    """Messages taken in together; kept as the source of the evidence, secrets masked.

    Args:
        id: ``ep_...``.
        scope: Exactly where what is written will belong.
        messages: In order, at least one.
        at: When the last of it was said; also the time of messages that have none.
        account: The account holder's name, where the system knows it.
    """

    id: str
    scope: Scope
    messages: tuple[StampedMessage, ...] = Field(min_length=1)
    at: AwareDatetime
    account: str | None = None

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        ids = [message.id for message in self.messages]
        if len(set(ids)) != len(ids):
            raise ValueError("two messages of an episode have one id: leave the ids to the engine")
        return self

    def message(self, message_id: str) -> StampedMessage | None:
        """Return the message with this id, or None."""
        return next((message for message in self.messages if message.id == message_id), None)

    def position(self, message_id: str) -> int:
        """Return the index of a message, counting from 0.

        Raises:
            KeyError: No message has this id.
        """
        for index, message in enumerate(self.messages):
            if message.id == message_id:
                return index
        raise KeyError(message_id)
