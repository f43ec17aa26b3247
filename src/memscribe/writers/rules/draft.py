"""What the writer has understood so far: facts in the making, and spans that it leaves out."""

from dataclasses import dataclass, field

from memscribe.core.evidence import Evidence
from memscribe.core.operation import Kind, Rejection, RejectionReason
from memscribe.core.timeline import TimeBound
from memscribe.writers.rules.clause import Clause, Language, Shift, Subject


@dataclass(slots=True)
class Draft:
    """A fact in the making.

    Args:
        text: What would be stored.
        kind: Its kind.
        pack: The language pack that read it.
        clauses: The user's clauses that assert it, in order.
        context: Spans that only make it understandable.
        turn: Index of the user's turn, counted over the user's turns only.
        subject: Whom it is about.
        reply: What the assistant answered.
        shift: How it says that things changed, if it does.
        start: From when it holds.
        end: Until when, exclusive.
        speaker: Who says it, by name, where that is not the account holder.
        withdrawn: Whether a later clause took it back.
    """

    text: str
    kind: Kind
    pack: Language
    clauses: list[Clause]
    context: list[Evidence]
    turn: int
    subject: Subject = "unknown"
    reply: str = ""
    shift: Shift | None = None
    start: TimeBound | None = None
    end: TimeBound | None = None
    speaker: str | None = None
    withdrawn: bool = False

    def evidence(self) -> tuple[Evidence, ...]:
        """Quote the clauses that assert it, then what makes it understandable."""
        asserting = [Evidence.at(clause.message, clause.start, clause.end) for clause in self.clauses]
        return tuple(dict.fromkeys([*asserting, *self.context]))

    @property
    def said(self) -> str:
        """The user's own words."""
        return " ".join(clause.text for clause in self.clauses)


@dataclass(slots=True)
class Notebook:
    """Everything understood so far, in order."""

    drafts: list[Draft] = field(default_factory=list[Draft])
    rejections: list[Rejection] = field(default_factory=list[Rejection])

    @property
    def standing(self) -> list[Draft]:
        """The drafts that nobody took back."""
        return [draft for draft in self.drafts if not draft.withdrawn]

    def standing_of(self, speaker: str | None) -> list[Draft]:
        """Return the drafts of one speaker that nobody took back; None stands for the account holder."""
        return [draft for draft in self.standing if draft.speaker == speaker]

    def last(self, *, speaker: str | None = None) -> Draft | None:
        """Return the latest draft of a speaker that stands; None stands for the account holder."""
        return next(reversed(self.standing_of(speaker)), None)

    def reject(self, clause: Clause, reason: RejectionReason, *, memory_id: str | None = None) -> None:
        """Leave a clause out, and say why."""
        self.rejections.append(
            Rejection(
                message_id=clause.message.id,
                start=clause.start,
                end=clause.end,
                quote=clause.text,
                reason=reason,
                memory_id=memory_id,
            )
        )

    def withdraw(self, draft: Draft) -> None:
        """Take a draft back: its clauses become rejections."""
        draft.withdrawn = True
        for clause in draft.clauses:
            self.reject(clause, "withdrawn")
