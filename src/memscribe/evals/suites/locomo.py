"""LoCoMo: long talks of two people (arXiv 2402.17753); gold are the annotated observations and their turns.

A photograph stands in its turn as its caption. The observations were written by a language model and say relative
times as the turns do. The questions, 99 of which have wrong answers, are not used.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memscribe.core.errors import InputError
from memscribe.core.message import Message
from memscribe.evals.lines import Line
from memscribe.evals.suites.port import Conversation, Gold, Session, read_json


class _Turn(Line):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None

    def message(self, at: datetime) -> Message:
        photo = f" [photo: {self.blip_caption}]" if self.blip_caption else ""
        return Message.user(self.text + photo, name=self.speaker, at=at, external_id=self.dia_id)


class _Talk(Line):
    sample_id: str
    conversation: Mapping[str, str | tuple[_Turn, ...]]
    observation: Mapping[str, Mapping[str, tuple[tuple[str, str | tuple[str, ...]], ...]]]


class LoCoMo:
    """Ten talks of two people, 5,882 turns. Both speak by name, and neither is the account holder."""

    name = "locomo"
    default: tuple[str, ...] = ()

    def conversations(self, folder: Path) -> Iterator[Conversation]:
        """Read ``locomo10.json``.

        Raises:
            InputError: It is missing, or is not what was expected.
        """
        path = folder / "locomo10.json"
        for talk in read_json(path, tuple[_Talk, ...]):
            sessions = (_session(talk, number, path) for number in range(1, len(talk.conversation) + 1))
            yield Conversation(talk.sample_id, None, tuple(session for session in sessions if session))


def _session(talk: _Talk, number: int, path: Path) -> Session | None:
    key = f"session_{number}"
    turns, time = talk.conversation.get(key), talk.conversation.get(f"{key}_date_time")
    if not turns or not isinstance(turns, tuple):
        return None
    try:
        at = datetime.strptime(str(time), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError as error:
        raise InputError(
            f"{path}: {talk.sample_id}.{key}_date_time: expected a time like '1:56 pm on 8 May, 2023', got {time!r}"
        ) from error
    places = {turn.dia_id: place for place, turn in enumerate(turns)}
    facts = [fact for said in talk.observation.get(f"{key}_observation", {}).values() for fact in said]
    gold = tuple(Gold(text, _sources(cited, places)) for text, cited in facts)
    return Session(f"{talk.sample_id}/{number}", at, tuple(turn.message(at) for turn in turns), gold)


def _sources(cited: str | Sequence[str], places: Mapping[str, int]) -> tuple[int, ...]:
    ids = (cited,) if isinstance(cited, str) else cited
    return tuple(places[one] for one in ids if one in places)
