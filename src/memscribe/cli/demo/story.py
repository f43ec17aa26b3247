"""The shape of a bundled conversation."""

from pydantic import AwareDatetime

from memscribe.core.base import Model
from memscribe.core.memory import Given
from memscribe.core.message import Message, Role
from memscribe.core.operation import Kind
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope


class Remembered(Model):
    """A memory that is there before the conversation."""

    text: str
    kind: Kind
    origin: Origin
    recorded_at: AwareDatetime

    @property
    def given(self) -> Given:
        """This memory as the engine takes it in."""
        return Given(text=self.text, kind=self.kind, origin=self.origin, recorded_at=self.recorded_at)


class Turn(Model):
    """One message of the conversation."""

    role: Role
    content: str
    name: str | None = None
    at: AwareDatetime | None = None

    @property
    def message(self) -> Message:
        """This turn as the engine takes it in."""
        return Message(role=self.role, content=self.content, name=self.name, at=self.at)


class Story(Model):
    """A conversation with what was remembered before it.

    Args:
        account: The account holder's name.
        now: When the last message was said.
        question: What is searched for afterwards.
        next_line: A message that the reader may write next.
        next_question: What the reader may then search for.
    """

    account: str
    now: AwareDatetime
    existing: tuple[Remembered, ...]
    messages: tuple[Turn, ...]
    question: str
    next_line: str
    next_question: str

    @property
    def scope(self) -> Scope:
        """Whose memory it is."""
        return Scope(user="me")
