"""Read an episode as turns: whose words, in which language, cut into clauses."""

from bisect import bisect_left
from dataclasses import dataclass

from memscribe.core.message import Episode, StampedMessage
from memscribe.text.language import language_of
from memscribe.text.sentences import Piece, sentences
from memscribe.writers.rules.clause import Clause, Language
from memscribe.writers.rules.packs import pack_for

_OWN_WORDS = frozenset({"prose", "list"})
_LONG = 6000
"""A user message longer than this is pasted text; only its first and last sentences can be the user's own."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the user.

    Args:
        message: The message.
        position: Its index in the episode.
        pack: What is known of its language.
        clauses: Its clauses, in order.
        asked: The assistant's message right before it.
        reply: The assistant's message right after it.
        unread: Stretches too long or too many to be anybody's own chat: pasted text that is not read.
    """

    message: StampedMessage
    position: int
    pack: Language
    clauses: tuple[Clause, ...]
    asked: StampedMessage | None
    reply: StampedMessage | None = None
    unread: tuple[Clause, ...] = ()


def turns(episode: Episode) -> tuple[Turn, ...]:
    """Return the user's messages of an episode as turns, in order."""
    found: list[Turn] = []
    asked: StampedMessage | None = None
    tag = episode_language(episode)
    for position, message in enumerate(episode.messages):
        if message.role == "assistant":
            asked = message
        elif message.role == "user":
            own = language_of(message.content)
            own = tag if own == "und" or (own != tag and len(message.content) < _SHORT) else own
            pack = pack_for(own)
            reply = _reply(episode.messages[position + 1 :])
            clauses, unread = _clauses(message, pack, own)
            found.append(Turn(message, position, pack, clauses, asked, reply, unread))
            asked = None
    return tuple(found)


def _reply(after: tuple[StampedMessage, ...]) -> StampedMessage | None:
    """Return the assistant's next message, unless the user speaks first."""
    for message in after[:_TOOLS_BETWEEN]:
        if message.role == "user":
            return None
        if message.role == "assistant" and message.content.strip():
            return message
    return None


_TOOLS_BETWEEN = 4
_SHORT = 25
"""Below this length a message's own words say too little: the language of the whole conversation counts."""


def episode_language(episode: Episode) -> str:
    """Guess the language that the user speaks in an episode."""
    users = " \n".join(message.content for message in episode.messages if message.role == "user")
    return language_of(users)


def _clauses(message: StampedMessage, pack: Language, tag: str) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """Return what is read of a message, and what is not, because it is pasted text by its sheer length."""
    own = [piece for piece in sentences(message.content) if piece.mark in _OWN_WORDS]
    read = [piece for piece in own if len(piece.text) <= _LONGEST_CLAUSE]
    if len(message.content) > _LONG:
        tail = len(message.content) - _SHORT_HEAD
        read = [piece for piece in read if piece.start < _SHORT_HEAD or piece.end > tail]
    units: list[Piece] = [unit for piece in read for unit in pack.units(piece)]
    kept = [unit for unit in units[:_MOST_CLAUSES] if len(unit.text) <= _LONGEST_CLAUSE]
    left = [*(piece for piece in own if piece not in read), *(unit for unit in units if unit not in kept)]
    return (
        tuple(Clause(message, unit.start, unit.end, unit.text, tag) for unit in kept),
        tuple(Clause(message, start, end, message.content[start:end], tag) for start, end in _runs(left, kept)),
    )


def _runs(left: list[Piece], kept: list[Piece]) -> list[tuple[int, int]]:
    """Join neighbours that are left out into stretches, as long as nothing that is read stands between."""
    starts = sorted(unit.start for unit in kept)
    runs: list[tuple[int, int]] = []
    for piece in sorted(left, key=lambda piece: piece.start):
        if runs and bisect_left(starts, runs[-1][1]) == bisect_left(starts, piece.start):
            runs[-1] = (runs[-1][0], max(runs[-1][1], piece.end))
        else:
            runs.append((piece.start, piece.end))
    return runs


_SHORT_HEAD = 600
_MOST_CLAUSES = 120
"""What a message says beyond these is taken for pasted text."""
_LONGEST_CLAUSE = 900
"""A longer stretch without an end is no sentence of a chat."""
