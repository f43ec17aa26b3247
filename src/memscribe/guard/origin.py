"""Stamp who can have authored a message: from role, tool and channel, never from its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import MappingProxyType

from memscribe.core.message import Channel, Message
from memscribe.core.origin import Origin, least_trusted
from memscribe.text.canonical import fold

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


def stamp(message: Message, policy: OriginPolicy, *, account: str | None = None) -> Origin:
    """Say who can have authored a message.

    Args:
        message: Only its role, name and channel are looked at.
        policy: The operator's configuration.
        account: The account holder's name, where it is known: then a user's message under a name that is clearly
            another one is ``user_pasted``, another person's words in the user's channel.

    Returns:
        The origin of the role, or of the channel where that is trusted less: a channel can only lower.
    """
    by_role = _by_role(message, policy)
    if by_role == "user_typed" and _another(message.name, account):
        by_role = "user_pasted"
    by_channel = _OF_CHANNEL[message.channel] if message.channel else None
    return by_role if by_channel is None else least_trusted((by_role, by_channel))


def _another(name: str | None, account: str | None) -> bool:
    """Whether a speaker's name is not the account holder's in any shortened or lengthened form."""
    speaker, holder = fold(name or ""), fold(account or "")
    return bool(speaker and holder) and speaker not in holder and holder not in speaker


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
