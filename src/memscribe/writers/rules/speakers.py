"""Who speaks in a message of role "user": the account holder, or another person by name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from memscribe.core.message import Episode, StampedMessage

_PART: Final = re.compile(r"[^\W_]+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_NO_NAMES: Final = frozenset(("user", "me", "human", "you", "用户", "用戶", "我"))
"""Labels that chat logs put in the place of a name."""


def named(message: StampedMessage) -> str | None:
    """Return the speaker's name on one line, or None where the message has none."""
    name = " ".join((message.name or "").split())
    return name if _PART.search(name) and name.casefold() not in _NO_NAMES else None


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks in a message, and to whom.

    Args:
        speaker: The speaker's name where that is not the account holder; None where it is.
        listener: Whom "you" means where two people talk to each other and no assistant takes part; else "".
    """

    speaker: str | None = None
    listener: str = ""


def voices(episode: Episode) -> Mapping[str, Voice]:
    """Return who speaks in each message of role "user", by the message's id.

    The account holder speaks where the message has no name, or the account's name, or where the account is unknown
    and no second person speaks.

    Args:
        episode: The conversation.
    """
    users = [message for message in episode.messages if message.role == "user"]
    names = {name for message in users if (name := named(message))}
    account = episode.account if episode.account and _PART.search(episode.account) else None
    if account:
        others = {name: None if same_name(name, account) else name for name in names}
    else:
        several = len({name.casefold() for name in names}) > 1
        others = {name: name if several else None for name in names}
    talk = len(names) == _TWO and not any(message.role == "assistant" for message in episode.messages)
    found: dict[str, Voice] = {}
    for message in users:
        name = named(message)
        heard = next((others[other] or "User" for other in names if other != name), "") if name and talk else ""
        found[message.id] = Voice(others[name] if name else None, heard)
    return found


_TWO: Final = 2


def same_name(name: str, other: str) -> bool:
    """Whether one name holds the other: "Ada" and "ada lovelace", but not "Ada" and "Adam"."""
    if _CJK.search(name) or _CJK.search(other):
        one, two = name.casefold(), other.casefold()
        return one in two or two in one
    parts, others = set(_PART.findall(name.casefold())), set(_PART.findall(other.casefold()))
    return parts <= others or others <= parts


def names_person(text: str, name: str) -> bool:
    """Whether a memory's text holds a speaker's name as words of its own."""
    if _CJK.search(name):
        return name.casefold() in text.casefold()
    return bool(re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text, re.IGNORECASE))
