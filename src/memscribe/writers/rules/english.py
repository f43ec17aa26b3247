"""The English pack."""

import re
from collections.abc import Mapping

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.text.sentences import Piece
from memscribe.writers.rules import english_acts, english_corrections, english_revision, english_slots
from memscribe.writers.rules.clause import Act, Clause, Correction, Rewriting, Shift, Situation, Subject, Withdrawal
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_talk import said_for_company
from memscribe.writers.rules.english_text import rewritten
from memscribe.writers.rules.english_words import FILLERS, RELATIONS
from memscribe.writers.rules.revision_points import POINTS, THRESHOLD

_OTHER = re.compile(
    rf"^(?:my|our|his|her|their|the|\w+'s) (?:\w+ ){{0,2}}(?:{RELATIONS})\b|^(?:he|she|they|his|her|their)\b"
)
_USER = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|we|we're|our|us)\b")
_CONFIRMS = re.compile(
    r"^(?:(?:yes|yep|yeah|yup|ya|correct|exactly|right|true|sure|indeed|absolutely|definitely|spot "
    r"on|that's right|thats right|"
    r"that's it|it is|i am|i do|i did|we do|we are|same|precisely|please|pls|do|thanks|thank you|of "
    r"course|aye|y)[,.! ]*){1,4}$"
)
_QUESTION = re.compile(r"[^.?!\n]*\?")
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "preference",
        re.compile(
            r"\b(?:prefers?|favou?rite|likes?|loves?|hates?|can't stand|cant stand|dislikes?|enjoys?|"
            r"rather|not a fan|fond of|sick of|gone off)\b"
        ),
    ),
    (
        "relationship",
        re.compile(
            rf"\b(?:my|our|his|her|\w+'s) (?:\w+ ){{0,2}}(?:{RELATIONS})\b|\b(?:he|she|they)(?:'s"
            rf"|'re)?\b"
        ),
    ),
    (
        "plan",
        re.compile(
            r"\b(?:going to|gonna|will|i'll|we'll|'ll|booked|appointment|planning|plan|flying|next "
            r"(?:week|month|year|spring|summer|autumn|winter)|tomorrow|scheduled|deadline|due|moving|"
            r"is on the|are on the|starts? on|until|till)\b"
        ),
    ),
    (
        "event",
        re.compile(
            r"\b(?:yesterday|last (?:week|month|year|night|summer|spring|winter|autumn|mon|tues|wednes|"
            r"thurs|fri|satur|sun)\w*|ago|passed|bought|sold|got|had|went|broke|died|born|happened|"
            r"finished|moved|started|signed|won|lost|this morning)\b"
        ),
    ),
)


class English:
    """What the rules know of English."""

    tag = "en"
    replacing: tuple[Mapping[str, int], int] = (POINTS, THRESHOLD)
    """Points and threshold by which a new fact replaces a memory."""

    def units(self, sentence: Piece) -> tuple[Piece, ...]:
        """Part questions and requests from statements."""
        return english_acts.units_of(sentence)

    def frame(self, message: StampedMessage, asked: StampedMessage | None) -> RejectionReason | None:  # noqa: ARG002
        """Recognise role-play, pasted text and texts to work on."""
        return english_acts.frame_of(message)

    def speech_act(self, clause: Clause, around: Situation) -> Act:
        """Say whether the clause asserts a lasting fact, or why not."""
        act = english_acts.speech_act_of(clause, around)
        if act == "asserted" and around.listener:
            return said_for_company(clause.text, standing=self.standing_instruction(clause)) or act
        return act

    def subject(self, clause: Clause, around: Situation) -> Subject:
        """Say whom the clause is about."""
        text = FILLERS.sub("", plain(clause.text))
        if _OTHER.match(text):
            return "other"
        if around.speaker:
            return "member"
        return "user" if _USER.search(text) else "unknown"

    def kind(self, clause: Clause, around: Situation) -> Kind:
        """Name the kind of memory that the clause would be."""
        text = plain(clause.text)
        if english_acts.is_standing(text):
            return "instruction"
        if re.search(r"\ballerg|\bintoleran", text):
            return "profile"
        for kind, pattern in _KINDS:
            if pattern.search(text):
                return kind
        return "profile" if self.subject(clause, around) == "user" else "knowledge"

    def rewrite(self, clause: Clause, text: str, around: Situation) -> Rewriting | None:
        """Put an asserted clause into the third person."""
        return rewritten(clause, text, around)

    def join(self, before: str, text: str) -> str:
        """Append a dependent sentence."""
        return f"{before} {text}"

    def put_right(self, text: str, correction: Correction) -> str | None:
        """Replace a value by the right one."""
        return english_corrections.put_right_in(text, correction)

    def standing_instruction(self, clause: Clause) -> bool:
        """Whether the clause tells the assistant what to do from now on."""
        return english_acts.is_standing(plain(clause.text))

    def withdrawal(self, clause: Clause, around: Situation) -> Withdrawal | None:
        """Read a clause that takes something back."""
        return english_revision.withdrawal_in(clause.text, around)

    def correction(self, clause: Clause, around: Situation) -> Correction | None:
        """Read a clause that puts a value right."""
        return english_corrections.correction_in(clause.text, around)

    def left_behind(self, text: str) -> tuple[str, ...]:
        """Return the values that a text says no longer hold."""
        return english_corrections.left_behind_in(text)

    def shift(self, text: str) -> Shift | None:
        """Find the words of change."""
        return english_corrections.shift_in(text)

    def confirms(self, text: str) -> bool:
        """Whether a short answer agrees."""
        return bool(_CONFIRMS.fullmatch(plain(text).strip()))

    def asks(self, text: str) -> str | None:
        """Return the last question of a message."""
        questions = _QUESTION.findall(text)
        return questions[-1].strip() if questions else None

    def words(self, text: str) -> tuple[str, ...]:
        """Return the content words, folded and stemmed."""
        return english_slots.words_of(text)

    def attributes(self, text: str) -> frozenset[str]:
        """Name the slots that a text fills."""
        return english_slots.attributes_of(text)

    def owner(self, text: str) -> str:
        """Return the words that name whose or what a memory is about."""
        return english_slots.owner_of(text)
