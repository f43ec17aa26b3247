"""The public fake: a writer that proposes what a test tells it to."""

from collections.abc import Callable, Sequence

from memscribe.core.errors import InputError, WriterError
from memscribe.core.evidence import Evidence
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import (
    Add,
    Change,
    Kind,
    Operation,
    Proposal,
    Rejection,
    RejectionReason,
    Retract,
    Update,
)
from memscribe.core.ports import WriteTask
from memscribe.core.timeline import TimeBound

NAME = "scripted@1"

Script = Proposal | Sequence[Proposal] | Callable[[WriteTask], Proposal]


class ScriptedWriter:
    """Answers from a script and remembers what it was asked.

    Args:
        script: One proposal for every task; or proposals, one a task, in order; or a function of the task.

    Attributes:
        tasks: The tasks that it was given, in order.
    """

    def __init__(self, script: Script = Proposal(writer=NAME)) -> None:  # noqa: B008 - frozen, no shared state
        self._script = script
        self.tasks: list[WriteTask] = []

    @property
    def name(self) -> str:
        """Name and version."""
        return NAME

    def propose(self, task: WriteTask) -> Proposal:
        """Return what the script says for this task.

        Raises:
            WriterError: A script of several proposals has none left.
        """
        self.tasks.append(task)
        if isinstance(self._script, Proposal):
            return self._script
        if callable(self._script):
            return self._script(task)
        if len(self.tasks) > len(self._script):
            raise WriterError(
                f"expected at most {len(self._script)} tasks, got task {len(self.tasks)}: script one more proposal"
            )
        return self._script[len(self.tasks) - 1]


class ByQuote:
    """Builds operations whose evidence is given as words and looked up in the episode.

    Args:
        episode: The episode that the quotes come from, e.g. ``task.episode`` inside a scripted function.

    Example:
        ``writer = ScriptedWriter(lambda task: ByQuote(task.episode).proposal(...))``
    """

    def __init__(self, episode: Episode) -> None:
        self._episode = episode

    def add(
        self,
        text: str,
        *,
        quote: str,
        kind: Kind = "profile",
        context: Sequence[str] = (),
        valid_from: TimeBound | None = None,
        valid_to: TimeBound | None = None,
    ) -> Add:
        """Build an addition.

        Args:
            text: What is stored.
            quote: The words that assert it, verbatim in one message.
            kind: Its kind.
            context: Quotes that only make it understandable.
            valid_from: From when it is true.
            valid_to: Until when, exclusive.

        Raises:
            InputError: No message holds a quote.
        """
        return Add(
            kind=kind,
            text=text,
            evidence=self._evidence(quote, context),
            valid_from=valid_from,
            valid_to=valid_to,
        )

    def update(
        self,
        text: str,
        *,
        targets: Sequence[str],
        quote: str,
        kind: Kind = "profile",
        context: Sequence[str] = (),
        change: Change = "changed",
        valid_from: TimeBound | None = None,
        valid_to: TimeBound | None = None,
    ) -> Update:
        """Build an update of the memories with these ids; the other arguments are those of :meth:`add`.

        Raises:
            InputError: No message holds a quote.
        """
        return Update(
            kind=kind,
            text=text,
            targets=tuple(targets),
            change=change,
            evidence=self._evidence(quote, context),
            valid_from=valid_from,
            valid_to=valid_to,
        )

    def retract(self, *, targets: Sequence[str], quote: str, kind: Kind = "profile") -> Retract:
        """Build a retraction.

        Raises:
            InputError: No message holds the quote.
        """
        return Retract(kind=kind, targets=tuple(targets), evidence=self._evidence(quote, ()))

    def reject(self, quote: str, reason: RejectionReason, *, memory_id: str | None = None) -> Rejection:
        """Build a rejection.

        Raises:
            InputError: No message holds the quote.
        """
        span = Evidence.of(self._holder(quote), quote)
        return Rejection(
            message_id=span.message_id,
            start=span.start,
            end=span.end,
            quote=span.quote,
            reason=reason,
            memory_id=memory_id,
        )

    def proposal(self, *operations: Operation, rejections: Sequence[Rejection] = ()) -> Proposal:
        """Put operations and rejections together."""
        return Proposal(operations=operations, rejections=tuple(rejections), writer=NAME)

    def _evidence(self, quote: str, context: Sequence[str]) -> tuple[Evidence, ...]:
        asserting = Evidence.of(self._holder(quote), quote)
        return (asserting, *(Evidence.of(self._holder(words), words, part="context") for words in context))

    def _holder(self, quote: str) -> StampedMessage:
        for message in self._episode.messages:
            if quote and quote in message.content:
                return message
        raise InputError(
            f"expected the words {quote!r} in a message of {self._episode.id}, found them in none: quote verbatim"
        )
