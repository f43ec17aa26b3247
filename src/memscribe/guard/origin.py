"""Stamp who can have authored a message: from role, tool and channel, never from its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import MappingProxyType

from memscribe.core.message import Channel, Message
from memscribe.core.origin import Origin, least_trusted

_OF_CHANNEL: Mapping[Channel, Origin | None] = MappingProxyType(
    {
        "typed": None,
        "pasted": "user_pasted",
        "prefilled": "prefilled",
        "document": "document",
        "email": "email",
        "web": "web",
        "other_agent": "other_agent",
        "import": "import",
    }
)


@dataclass(frozen=True, slots=True)
class OriginPolicy:
    """What the operator's configuration says about sources.

    Args:
        system_is_operator: System messages come from the operator and nobody else can write into them.
        tools: Origin by tool name; patterns as in the shell ("mail.*") are tried in order after exact names.
            A tool that no entry names is ``tool_external``.
    """

    system_is_operator: bool = False
    tools: Mapping[str, Origin] = field(default_factory=dict[str, Origin])

    def of_tool(self, name: str | None) -> Origin:
        """Return the origin of a tool's output."""
        if name is None:
            return "tool_external"
        if name in self.tools:
            return self.tools[name]
        for pattern, origin in self.tools.items():
            if fnmatchcase(name, pattern):
                return origin
        return "tool_external"


def stamp(message: Message, policy: OriginPolicy) -> Origin:
    """Say who can have authored a message.

    Args:
        message: Only its role, name (of a tool) and channel are looked at.
        policy: The operator's configuration.

    Returns:
        The origin of the role, or of the channel where that is trusted less: a channel can only lower.
    """
    by_role = _by_role(message, policy)
    by_channel = _OF_CHANNEL[message.channel] if message.channel else None
    return by_role if by_channel is None else least_trusted((by_role, by_channel))


def _by_role(message: Message, policy: OriginPolicy) -> Origin:
    match message.role:
        case "user":
            return "user_typed"
        case "assistant":
            return "assistant"
        case "tool":
            return policy.of_tool(message.name)
        case "system":
            return "operator" if policy.system_is_operator else "tool_external"
