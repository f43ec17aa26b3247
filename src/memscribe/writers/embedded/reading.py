"""Read an episode the way the model was trained to read it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from memscribe.core.message import Episode, StampedMessage
from memscribe.text.language import language_of
from memscribe.writers.embedded.layout import Piece, pieces
from memscribe.writers.embedded.units import dated_units, units, write_day
from memscribe.writers.rules.reading import episode_language
from memscribe.writers.rules.speakers import voices

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_SHORT = 25
"""Code points below which a message's own words say too little of which language of their script it is."""
_SCRIPTS: Final = {"han": ("zh", "yue", "ja"), "cyrillic": ("ru", "uk")} | {
    tag: (tag,) for tag in ("ko", "ar", "he", "hi", "bn", "ta", "th", "el", "ka", "hy")
}


def read_messages(tokenizer: "Tokenizer", episode: Episode) -> tuple[Piece, ...]:
    """Lay out the messages of an episode; empty ones are left out."""
    spoken = voices(episode)
    common = episode_language(episode)
    found: list[Piece] = []
    for index, message in enumerate(episode.messages):
        if not message.content.strip():
            continue
        voice = spoken.get(message.id)
        header = f"user {voice.speaker}" if voice and voice.speaker else message.role
        language = language_in(message, common)
        cut = dated_units(message.content, now=message.at, language=language)
        lead = [write_day(message.at.date(), language), *([voice.speaker] if voice and voice.speaker else [])]
        found += pieces(tokenizer, "message", index, message.content, header=header, cut=cut, lead_units=lead)
    return tuple(found)


def language_in(message: StampedMessage, common: str) -> str:
    """Guess the language of a message; ``common`` is the conversation's, for what is too short to tell."""
    own = language_of(message.content)
    if "und" in {own, common}:
        return common if own == "und" else own
    unsure = len(message.content) < _SHORT and _script(own) == _script(common)
    return common if unsure else own


def _script(language: str) -> str:
    return next((script for script, tags in _SCRIPTS.items() if language in tags), "latin")


def read_memories(tokenizer: "Tokenizer", texts: Sequence[str]) -> tuple[Piece, ...]:
    """Lay out memory texts, one piece each (the first of a text longer than a piece holds)."""
    return tuple(
        pieces(tokenizer, "memory", index, text, header="memory", cut=units(text))[0]
        for index, text in enumerate(texts)
    )
