"""The words that prove an operation: where they stand, and what part they play."""

from typing import Literal, Self

from pydantic import Field, model_validator

from memscribe.core.base import Model
from memscribe.core.errors import EvidenceError
from memscribe.core.message import Message, StampedMessage

Part = Literal["asserts", "context"]


class Span(Model):
    """A quoted piece of one message, in code points, half-open.

    Args:
        message_id: Which message.
        start: First code point.
        end: One past the last code point.
        quote: Exactly ``content[start:end]``.
    """

    message_id: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    quote: str = Field(min_length=1)

    @model_validator(mode="after")
    def _length_fits(self) -> Self:
        if self.end - self.start != len(self.quote):
            raise ValueError(
                f"{self.message_id}[{self.start}:{self.end}] is {self.end - self.start} code points, but the "
                f"quote has {len(self.quote)}: quote the text verbatim or leave it out"
            )
        return self

    def problem_in(self, message: Message | StampedMessage) -> str | None:
        """Say why this span is not a quote of the message's content, or None when it is."""
        here = f"Evidence {self.message_id}[{self.start}:{self.end}]"
        if self.end > len(message.content):
            return (
                f"{here} ends beyond the message ({len(message.content)} code points): quote the text "
                "verbatim or leave the operation out."
            )
        found = message.content[self.start : self.end]
        if found != self.quote:
            return f"{here} should read {self.quote!r}, but the message has {found!r} there."
        return None


class Evidence(Span):
    """A span and the part it plays: it *asserts* the fact, or is *context* that makes it understandable."""

    part: Part = "asserts"

    @classmethod
    def at(cls, message: StampedMessage, start: int, end: int, *, part: Part = "asserts") -> Self:
        """Quote a piece of a message by its offsets.

        Raises:
            EvidenceError: The offsets are empty or reach beyond the message.
        """
        if not 0 <= start < end <= len(message.content):
            raise EvidenceError(
                f"expected 0 <= start < end <= {len(message.content)} in message {message.id}, "
                f"got {start} and {end}"
            )
        return cls(message_id=message.id, start=start, end=end, quote=message.content[start:end], part=part)

    @classmethod
    def of(cls, message: StampedMessage, quote: str, *, start: int | None = None, part: Part = "asserts") -> Self:
        """Find a quote in a message.

        Args:
            message: Where it should stand.
            quote: The words, verbatim.
            start: Its offset where it occurs more than once (default: the first occurrence).
            part: The part that it plays.

        Raises:
            EvidenceError: The words do not stand there.
        """
        found = message.content.find(quote) if start is None else start
        if not quote or found < 0 or message.content[found : found + len(quote)] != quote:
            raise EvidenceError(
                f"expected the words {quote!r} in message {message.id}"
                f"{'' if start is None else f' at {start}'}, but they do not stand there: quote verbatim"
            )
        return cls.at(message, found, found + len(quote), part=part)
