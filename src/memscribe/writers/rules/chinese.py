"""The Chinese pack: simplified and traditional characters, and Cantonese where its words are the same."""

import re
from collections.abc import Mapping

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.text.sentences import Piece
from memscribe.writers.rules import chinese_acts, chinese_revision, chinese_text, chinese_units
from memscribe.writers.rules.chinese_answers import last_question
from memscribe.writers.rules.chinese_people import own_relation
from memscribe.writers.rules.chinese_points import REPLACING, REPLACING_THRESHOLD
from memscribe.writers.rules.chinese_signs import said
from memscribe.writers.rules.chinese_slots import attributes_of, owner_of
from memscribe.writers.rules.chinese_values import put_right_in
from memscribe.writers.rules.chinese_words import content_words, fold
from memscribe.writers.rules.clause import Act, Clause, Correction, Rewriting, Shift, Situation, Subject, Withdrawal

_CONFIRMS = re.compile(
    r"(?=.*(?:是|对|没错|嗯|好|行|正确|确实|当然|ok|yes|yep|系|同意|确认|这样|按这个|去掉|可以|记吧|更新吧|改吧))"
    r"(?:就是这样|就是这个|就按这个(?:记|定|来)?|就这样(?:记|定)?|按这个(?:来|记)?|是这样|是|对|没错|嗯|好|可以|行|正确|确实|当然|ok|yes|yep|系|"
    r"同意|确认|去掉|谢谢|记吧|更新吧|改吧|[啊呀的哦呢啦吧滴，,。！!～~\s])++",
    re.IGNORECASE,
)


class Chinese:
    """What the rules know of Chinese."""

    tag = "zh"
    replacing: tuple[Mapping[str, int], int] = (REPLACING, REPLACING_THRESHOLD)
    """Points and threshold by which a new fact replaces a memory: character pairs overlap less than words."""

    def units(self, sentence: Piece) -> tuple[Piece, ...]:
        """Part questions, requests and new topics from statements."""
        return chinese_units.units_of(sentence)

    def frame(self, message: StampedMessage, asked: StampedMessage | None) -> RejectionReason | None:  # noqa: ARG002
        """Recognise role-play, logs and pasted mail."""
        return chinese_acts.frame_of(message)

    def speech_act(self, clause: Clause, around: Situation) -> Act:
        """Say whether the clause asserts a lasting fact, or why not."""
        return chinese_acts.speech_act_of(clause, around)

    def subject(self, clause: Clause, around: Situation) -> Subject:
        """Say whom the clause is about."""
        text = said(clause)
        if own_relation(text) and not re.match(r"^我(?:和|跟|同|与)", text):
            return "other"
        if around.speaker:
            return "member"
        return "user" if re.search(r"[我俺咱]", text) else "unknown"

    def kind(self, clause: Clause, around: Situation) -> Kind:
        """Name the kind of memory that the clause would be."""
        return chinese_acts.kind_of(clause, around)

    def rewrite(self, clause: Clause, text: str, around: Situation) -> Rewriting | None:
        """Put an asserted clause into the third person."""
        return chinese_text.rewritten(clause, text, around)

    def join(self, before: str, text: str) -> str:
        """Append a dependent text."""
        return chinese_text.joined(before, text)

    def put_right(self, text: str, correction: Correction) -> str | None:
        """Replace a value by the right one."""
        return put_right_in(text, correction)

    def standing_instruction(self, clause: Clause) -> bool:
        """Whether the clause tells the assistant what to do from now on."""
        return chinese_acts.is_standing(clause)

    def withdrawal(self, clause: Clause, around: Situation) -> Withdrawal | None:
        """Read a clause that takes something back."""
        return chinese_revision.withdrawal_in(clause.text, around)

    def correction(self, clause: Clause, around: Situation) -> Correction | None:
        """Read a clause that puts a value right."""
        return chinese_revision.correction_in(clause.text, around)

    def left_behind(self, text: str) -> tuple[str, ...]:
        """Return the values that a text says no longer hold."""
        return chinese_revision.left_behind_in(text)

    def shift(self, text: str) -> Shift | None:
        """Find the words of change."""
        return chinese_revision.shift_in(text)

    def confirms(self, text: str) -> bool:
        """Whether a short answer agrees."""
        return bool(_CONFIRMS.fullmatch(fold(text).strip()))

    def asks(self, text: str) -> str | None:
        """Return the last question of a message."""
        return last_question(text)

    def words(self, text: str) -> tuple[str, ...]:
        """Return pairs of content characters, numbers and Latin words."""
        return content_words(text)

    def attributes(self, text: str) -> frozenset[str]:
        """Name the slots that a text fills."""
        return attributes_of(text)

    def owner(self, text: str) -> str:
        """Return the words that name whose or what a memory is about."""
        return owner_of(text)
