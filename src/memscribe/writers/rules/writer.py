"""The deterministic writer: reads clause by clause, then asks what the new facts do to the stored ones."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memscribe.core.evidence import Evidence
from memscribe.core.message import Episode
from memscribe.core.operation import Operation, Proposal, RejectionReason, Retract
from memscribe.core.ports import WriteTask
from memscribe.writers.rules.clause import Act, Clause, Correction, Situation, Withdrawal
from memscribe.writers.rules.draft import Draft, Notebook
from memscribe.writers.rules.foreign import left_out
from memscribe.writers.rules.memories import Memories
from memscribe.writers.rules.outcome import outcomes
from memscribe.writers.rules.reading import Turn, turns
from memscribe.writers.rules.revise import operation_of, overtaken
from memscribe.writers.rules.speakers import names_person, voices
from memscribe.writers.rules.when import Dated, dated

NAME = "rules@1"


class RulesWriter:
    """Writes by rules alone: no model, no network, the same answer every time."""

    @property
    def name(self) -> str:
        """Name and version of the rules."""
        return NAME

    def propose(self, task: WriteTask) -> Proposal:
        """Decide about one episode.

        Args:
            task: The episode and the memories that may be concerned.

        Returns:
            What to write and what to leave out; never raises for any text.
        """
        reader = _Reader(task)
        for index, turn in enumerate(reader.turns):
            reader.read(turn, index)
        return reader.proposal()


@dataclass(frozen=True, slots=True)
class Worded:
    """A clause of the user as a memory would say it, whatever it is worth.

    Args:
        message: Index of the message.
        start: First code point of the clause.
        end: One past the last.
        text: Self-contained, third person, dates absolute.
    """

    message: int
    start: int
    end: int
    text: str


def wordings(task: WriteTask) -> tuple[Worded, ...]:
    """Put every clause that can stand alone into a memory's words, without judging it.

    Args:
        task: The episode; memories are not looked at.
    """
    return tuple(_Reader(task).worded())


class _Reader:
    """One pass over one episode."""

    def __init__(self, task: WriteTask) -> None:
        self.episode: Episode = task.episode
        self.turns = turns(task.episode)
        self.memories = Memories(task)
        self.book = Notebook()
        self.retracts: list[Retract] = []
        self.group = _speakers(self.episode)
        self.voices = voices(self.episode)
        self.earlier: defaultdict[str | None, list[Clause]] = defaultdict(list)
        """What each person said: "she" and "that" mean nothing of which somebody else spoke."""

    def read(self, turn: Turn, index: int) -> None:
        """Read one turn of the user, clause by clause."""
        reason = turn.pack.frame(turn.message, turn.asked)
        taken_back = [
            turn.pack.withdrawal(clause, self._situation(turn, at)) for at, clause in enumerate(turn.clauses)
        ]
        secret = self._unsaved(turn, index, taken_back)
        for at, clause in enumerate(turn.clauses):
            around = self._situation(turn, at)
            if secret:
                self.book.reject(clause, "withdrawn")
            elif reason and not turn.pack.standing_instruction(clause):
                self.book.reject(clause, reason)
            elif around.speaker and turn.pack.standing_instruction(clause):
                self.book.reject(clause, "third_party")
            elif ((taken := taken_back[at]) and self._take_back(clause, turn, index, taken)) or (
                (put_right := turn.pack.correction(clause, around))
                and self._put_right(clause, turn, index, put_right)
            ):
                pass
            else:
                self._assert(clause, turn, index, around)
        for stretch in turn.unread:
            self.book.reject(stretch, "tool_dump")
        self.earlier[turn.message.name].extend(turn.clauses)

    def worded(self) -> Iterator[Worded]:
        """Give every clause that can stand alone in a memory's words."""
        for turn in self.turns:
            for at, clause in enumerate(turn.clauses):
                around = self._situation(turn, at)
                when = dated(_unmasked(clause.text), now=turn.message.at, language=clause.language)
                rewriting = turn.pack.rewrite(clause, when.text, around)
                if rewriting and rewriting.needs in {"none", "either"}:
                    yield Worded(turn.position, clause.start, clause.end, rewriting.text)
            self.earlier[turn.message.name].extend(turn.clauses)

    def proposal(self) -> Proposal:
        """Return what was decided."""
        operations: list[Operation] = []
        gone = {target for retract in self.retracts for target in retract.targets}
        for draft in overtaken(self.book.standing, self.memories):
            self.book.withdraw(draft)
        for draft in self.book.standing:
            operation = operation_of(draft, self.memories, self.book, gone=frozenset(gone))
            if operation:
                operations.append(operation)
                gone.update(operation.targets)
        operations.extend(self.retracts)
        operations.extend(outcomes(self.episode, self.turns))
        rejections = (*self.book.rejections, *left_out(self.episode, self.turns))
        return Proposal(operations=tuple(operations), rejections=rejections, writer=NAME)

    def _situation(self, turn: Turn, at: int) -> Situation:
        return Situation(
            clauses=turn.clauses,
            index=at,
            asked=turn.asked,
            earlier=tuple(self.earlier[turn.message.name][-_REACH:]),
            now=turn.message.at,
            account=self.episode.account,
            group=self.group,
            reply=turn.reply,
            listener=self.voices[turn.message.id].listener,
            speaker=self._speaker(turn),
        )

    def _speaker(self, turn: Turn) -> str | None:
        return self.voices[turn.message.id].speaker

    def _unsaved(self, turn: Turn, index: int, taken_back: Sequence[Withdrawal | None]) -> bool:
        """Whether the user asks that this message be kept out; a bare wish points to the message before."""
        wishes = [taken for taken in taken_back if taken and taken.reach == "unsaved"]
        if wishes and len(turn.clauses) == 1 and not wishes[0].about:
            for draft in self.book.standing_of(self._speaker(turn)):
                if draft.turn == index - 1:
                    self.book.withdraw(draft)
        return bool(wishes)

    def _take_back(self, clause: Clause, turn: Turn, index: int, taken: Withdrawal) -> bool:
        """Withdraw what a clause takes back; False where it names nothing and may assert something."""
        speaker = self._speaker(turn)
        if taken.reach == "memory":
            targets = self.memories.named(taken, turn.pack)
            if speaker:
                targets = tuple(
                    target for target in targets if names_person(self.memories.text_of(target), speaker)
                )
            said = [
                draft
                for draft in self.book.standing_of(speaker)
                if turn.pack.words(taken.about) and _names(draft, taken, turn)
            ]
            for draft in said:
                self.book.withdraw(draft)
            if targets:
                self._retract(targets, clause)
                return True
            if taken.lapsed or not (taken.explicit or said):
                return False
        if taken.reach == "said" or (taken.reach == "memory" and not taken.about):
            latest = self.book.last(speaker=speaker)
            if latest and latest.turn >= index - 1:
                for draft in self.book.standing_of(speaker):
                    if draft.turn == latest.turn:
                        self.book.withdraw(draft)
        self.book.reject(clause, "withdrawn")
        return True

    def _retract(self, targets: Sequence[str], clause: Clause) -> None:
        """Withdraw memories, each by an operation of its own, and none twice."""
        gone = {target for retract in self.retracts for target in retract.targets}
        for target in targets:
            if target not in gone:
                self.retracts.append(
                    Retract(
                        kind=self.memories.kind_of(target),
                        targets=(target,),
                        evidence=(Evidence.at(clause.message, clause.start, clause.end),),
                    )
                )

    def _put_right(self, clause: Clause, turn: Turn, index: int, put_right: Correction) -> bool:
        """Put a value right in the latest fact; False where no fact holds such a value."""
        right = dated(put_right.right, now=clause.message.at, language=clause.language).text
        for draft in reversed(self.book.standing_of(self._speaker(turn))):
            if index - draft.turn > _REACH_OF_CORRECTION:
                return False
            text = draft.pack.put_right(draft.text, replace(put_right, right=right))
            if text is not None:
                draft.text = text
                draft.clauses.append(clause)
                return True
        return False

    def _assert(self, clause: Clause, turn: Turn, index: int, around: Situation) -> None:
        act: Act = turn.pack.speech_act(clause, around)
        if act == "transient" and around.speaker is None and turn.pack.shift(clause.text):
            # too little for a fact of its own, but it changes something that is stored
            act = "asserted" if self.memories.concerned(frozenset(turn.pack.words(clause.text))) else act
        if act != "asserted":
            self.book.reject(clause, act)
            return
        said = _unmasked(clause.text)
        if len(turn.pack.words(said)) < _LEAST_WORDS <= len(clause.text) - len(said):
            self.book.reject(clause, "secret")
            return
        when = dated(said, now=turn.message.at, language=clause.language)
        rewriting = turn.pack.rewrite(clause, when.text, around)
        if rewriting is None or rewriting.needs == "lost":
            nothing: RejectionReason = "third_party" if around.speaker else "transient"
            self.book.reject(clause, "unverified" if rewriting else nothing)
            return
        if rewriting.needs in {"previous", "either"}:
            if self._joined(clause, turn, index, rewriting.text, when):
                return
            if rewriting.needs == "previous":
                self.book.reject(clause, "unverified")
                return
        kind = turn.pack.kind(clause, around)
        if around.speaker and kind == "instruction":
            self.book.reject(clause, "third_party")
            return
        context: list[Evidence] = []
        if rewriting.question and turn.asked:
            context.append(_question_span(turn))
        self.book.drafts.append(
            Draft(
                text=rewriting.text,
                kind=kind,
                pack=turn.pack,
                clauses=[clause],
                context=context,
                turn=index,
                subject=turn.pack.subject(clause, around),
                reply=turn.reply.content if turn.reply else "",
                shift=turn.pack.shift(clause.text),
                start=when.start,
                end=when.end,
                speaker=around.speaker,
            )
        )

    def _joined(self, clause: Clause, turn: Turn, index: int, text: str, when: Dated) -> bool:
        """Join a dependent text to the latest fact of this turn or the one before; False where there is none."""
        before = self.book.last(speaker=self._speaker(turn))
        if before is None or index - before.turn > 1 or before.pack is not turn.pack:
            return False
        before.text = turn.pack.join(before.text, text)
        before.clauses.append(clause)
        if before.start is None and before.end is None:
            before.start, before.end = when.start, when.end
        before.shift = before.shift or turn.pack.shift(clause.text)
        return True


_REACH = 12
"""How many earlier clauses a pack may look back at."""
_REACH_OF_CORRECTION = 2
"""How many turns back a correction may reach."""


_LEAST_WORDS = 2
"""A clause of which fewer content words remain beside its masked value states nothing."""
_MASKED = re.compile(r"(?:[,;:，；]|\band\b|\bund\b|\by\b)?[^,;，；。.!?！？█]*█+[^,;，；。.!?！？]*")


def _unmasked(text: str) -> str:
    """Leave out the part of a clause that holds a masked value."""
    return _MASKED.sub("", text).strip(" ,;:，；") if "█" in text else text


def _speakers(episode: Episode) -> frozenset[str]:
    names = {message.name for message in episode.messages if message.role == "user" and message.name}
    return frozenset(names) if len(names) > 1 else frozenset()


def _names(draft: Draft, taken: Withdrawal, turn: Turn) -> bool:
    wanted = set(turn.pack.words(taken.about))
    return len(wanted & set(turn.pack.words(draft.text))) * 2 > len(wanted)


def _question_span(turn: Turn) -> Evidence:
    asked = turn.asked
    assert asked is not None
    question = turn.pack.asks(asked.content)
    if question and (start := asked.content.find(question)) >= 0:
        return Evidence.at(asked, start, start + len(question), part="context")
    return Evidence.at(asked, 0, len(asked.content), part="context")
