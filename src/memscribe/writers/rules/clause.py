"""A clause and what stands around it; the port that a language pack fills."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.text.sentences import Piece

Act = Literal["asserted"] | RejectionReason
"""What a speaker does with a clause: asserts a lasting fact, or the reason why it is none."""

Subject = Literal["user", "other", "member", "unknown"]
"""Whom a clause is about: the account holder, somebody or something else, another group member, nobody knows."""

Shift = Literal["changed", "ended", "corrected"]
"""How a clause says that things are no longer as they were."""

Pointing = Literal["none", "either", "previous", "lost"]
"""Whether a text stands alone, is better joined to the clause before it, needs that clause, or points to something
that nobody can find."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One stretch of a message that says one thing.

    Args:
        message: The message in which it stands.
        start: First code point in the message's content.
        end: One past the last.
        text: Exactly ``message.content[start:end]``.
        language: Primary tag ("en", "zh", ...) or "und".
    """

    message: StampedMessage
    start: int
    end: int
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What stands around a clause.

    Args:
        clauses: All clauses of the message, in order.
        index: Which of them is looked at.
        asked: The assistant's message right before this one, if there is one.
        earlier: Clauses of the user's earlier messages in the episode, in order.
        now: The message's time, in its zone.
        account: The account holder's name, where it is known.
        group: Names of the speakers where several people write as users; empty in a private chat.
        reply: The assistant's message right after this one, if there is one: whether it notes, congratulates or
            only works tells what it understood. Never a source of facts.
        listener: Whom "you" means where two people talk to each other and no assistant takes part; else "".
        speaker: The name of the person who speaks where that is not the account holder; None where it is.
    """

    clauses: tuple[Clause, ...]
    index: int
    asked: StampedMessage | None
    earlier: tuple[Clause, ...]
    now: datetime
    account: str | None = None
    group: frozenset[str] = frozenset()
    reply: StampedMessage | None = None
    listener: str = ""
    speaker: str | None = None

    @property
    def previous(self) -> Clause | None:
        """The clause right before this one in the same message."""
        return self.clauses[self.index - 1] if self.index else None

    @property
    def following(self) -> Clause | None:
        """The clause right after this one in the same message."""
        return self.clauses[self.index + 1] if self.index + 1 < len(self.clauses) else None


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A clause as a memory says it.

    Args:
        text: Self-contained, third person.
        needs: "previous" where it has to be joined to the memory of the clause before it, "either" where it is
            joined if there is one, "lost" where it must be left out, "none" where it stands alone.
        question: Whether the text quotes the assistant's question, which is then context of the evidence.
    """

    text: str
    needs: Pointing = "none"
    question: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Words by which the user takes something back.

    Args:
        reach: "memory": something stored must go. "said": what was said before in this conversation does not
            hold. "unsaved": what this message (or the clause it points to) says must not be written.
        about: The words that name it; "" where it only points to what came just before.
        everything: Whether all that names it is meant ("everything about my ex").
        fallbacks: Other texts that name it, tried in order where ``about`` matches no memory: what the words
            point to ("kaspar paid. you can bin that note").
        explicit: Whether the words name the memory as such ("your note about"); where they do not ("bin it"), only
            a memory that is named nearly whole is meant.
        lapsed: Whether the words only say that something will not be ("muscat is off"): a plan that they name
            clearly is over; where they name none, the clause is read like any other.
    """

    reach: Literal["memory", "said", "unsaved"]
    about: str = ""
    everything: bool = False
    fallbacks: tuple[str, ...] = ()
    explicit: bool = True
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """A value put right within the conversation ("T3, sorry, misread it").

    Args:
        right: The value that holds, as the user says it.
        wrong: The value that it replaces, where the user names it.
    """

    right: str
    wrong: str | None = None


class Language(Protocol):
    """What the rules know of one language. Every method is pure, total and linear in the text's length."""

    @property
    def tag(self) -> str:
        """Primary language tag, e.g. ``en``."""
        ...

    def units(self, sentence: Piece) -> tuple[Piece, ...]:
        """Split a sentence where a question or a request hangs on a statement; else return it whole.

        What belongs together (a fact with its condition, exception or reason) must stay together.
        """
        ...

    def frame(self, message: StampedMessage, asked: StampedMessage | None) -> RejectionReason | None:
        """Say why nothing in a whole message is the user's own word (role-play, a text to translate, a log)."""
        ...

    def speech_act(self, clause: Clause, around: Situation) -> Act:
        """Say whether the clause asserts a lasting fact, or why not."""
        ...

    def subject(self, clause: Clause, around: Situation) -> Subject:
        """Say whom the clause is about."""
        ...

    def kind(self, clause: Clause, around: Situation) -> Kind:
        """Name the kind of memory that the clause would be."""
        ...

    def rewrite(self, clause: Clause, text: str, around: Situation) -> Rewriting | None:
        """Put an asserted clause into a memory's words.

        Args:
            clause: The clause as it was said.
            text: The same words with relative dates made absolute: rewrite this.
            around: What stands around it.

        Returns:
            The memory's text, or None where no safe text exists.
        """
        ...

    def join(self, before: str, text: str) -> str:
        """Join a dependent text to the memory before it."""
        ...

    def put_right(self, text: str, correction: Correction) -> str | None:
        """Replace a value in a memory's text by the right one, or None where the text holds no such value."""
        ...

    def standing_instruction(self, clause: Clause) -> bool:
        """Whether the clause tells the assistant what to do from now on."""
        ...

    def withdrawal(self, clause: Clause, around: Situation) -> Withdrawal | None:
        """Read a clause that takes something back."""
        ...

    def correction(self, clause: Clause, around: Situation) -> Correction | None:
        """Read a clause that puts a value right which was said earlier in the conversation."""
        ...

    @property
    def replacing(self) -> tuple[Mapping[str, int], int]:
        """Points and threshold by which a new fact replaces a memory."""
        ...

    def left_behind(self, text: str) -> tuple[str, ...]:
        """Return the values that a text says no longer hold ("from Leipzig to Ghent" gives "leipzig")."""
        ...

    def shift(self, text: str) -> Shift | None:
        """Find the words that say that something changed, ended or was wrong."""
        ...

    def confirms(self, text: str) -> bool:
        """Whether a short answer agrees to what was just said ("yep, exactly")."""
        ...

    def asks(self, text: str) -> str | None:
        """Return the last question of an assistant's message, or None."""
        ...

    def words(self, text: str) -> tuple[str, ...]:
        """Return the content words of a text in a form in which they can be compared, in order."""
        ...

    def owner(self, text: str) -> str:
        """Return the words of a memory that name whose or what it is about; "" for the account holder.

        "User's sister Ana lives in Turin." gives "sister Ana", "Standup for team Ochre is at 9:15." gives
        "Standup for team Ochre", "User plays the viola." gives "".
        """
        ...

    def attributes(self, text: str) -> frozenset[str]:
        """Name the slots that a text fills ("home", "job", "phone", "diet" ...); empty where none is known."""
        ...
