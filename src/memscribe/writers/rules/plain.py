"""The cautious packs: few patterns, no grammar; what they do not know for certain stays out."""

import re
from collections.abc import Mapping

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.text.sentences import Piece
from memscribe.text.terms import terms
from memscribe.writers.rules.clause import (
    Act,
    Clause,
    Correction,
    Language,
    Rewriting,
    Shift,
    Situation,
    Subject,
    Withdrawal,
)
from memscribe.writers.rules.plain_words import LEXICONS, Lexicon
from memscribe.writers.rules.revision_points import POINTS, THRESHOLD

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_QUESTION = re.compile(r"[^.?!？。\n]*[?？]")
_QUOTED = re.compile(r"[\"“«「„][^\"”»」“]{8,}")
_NAME = re.compile(r"(?<=[a-zà-ÿß,;:'\d] )[A-ZÀ-Þ][\wÀ-ÿ]{2,}")
_PASTED = 280
_MOSTLY = 0.5
_LONGEST_ANSWER = 12


class Plain:
    """What the rules know of a language for which there is no grammar here."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon

    @property
    def tag(self) -> str:
        """Primary language tag."""
        return self._words.tag

    def units(self, sentence: Piece) -> tuple[Piece, ...]:
        """Leave sentences whole."""
        return (sentence,)

    def frame(self, message: StampedMessage, asked: StampedMessage | None) -> RejectionReason | None:  # noqa: ARG002
        """Take long messages and quoted ones for pasted text."""
        text = message.content
        if len(text) > _PASTED and ("\n" in text.strip() or _QUOTED.search(text)):
            return "quoted"
        return None

    def speech_act(self, clause: Clause, around: Situation) -> Act:
        """Accept explicit statements only."""
        text = clause.text.casefold().replace("’", "'")
        known = self._words
        words = _WORD.findall(text)
        if not words or all(word in known.small for word in words) or text.strip("。！! ") in known.small:
            return "smalltalk"
        quoted = sum(len(found) for found in _QUOTED.findall(text)) > _MOSTLY * len(text)
        clear: tuple[tuple[Act, bool], ...] = (
            ("question", text.endswith(("?", "？")) or bool(known.questions.search(text))),
            ("quoted", quoted),
            ("asserted", bool(known.standing.search(text))),
            ("hypothetical", bool(known.unreal.search(text))),
            ("task_request", bool(known.requests.search(text))),
        )
        for act, shows in clear:
            if shows:
                return act
        return "asserted" if self._states(text, clause, around) else "transient"

    def subject(self, clause: Clause, around: Situation) -> Subject:  # noqa: ARG002
        """Say whom the clause is about."""
        if self._words.kin.search(clause.text.casefold()):
            return "other"
        return "user" if self._words.states.search(clause.text.casefold()) else "unknown"

    def kind(self, clause: Clause, around: Situation) -> Kind:  # noqa: ARG002
        """Name the kind of memory that the clause would be."""
        text = clause.text.casefold()
        known = self._words
        cues: tuple[tuple[Kind, re.Pattern[str]], ...] = (
            ("instruction", known.standing), ("preference", known.likes), ("relationship", known.kin),
            ("plan", known.plans), ("profile", known.states),
        )  # fmt: skip
        for kind, pattern in cues:
            if pattern.search(text):
                return kind
        return "knowledge"

    def rewrite(self, clause: Clause, text: str, around: Situation) -> Rewriting | None:
        """Put the opening into the third person where that is safe, else label the words.

        For another speaker than the account holder there is no safe text.
        """
        if around.speaker:
            return None
        known = self._words
        body = text.strip(" ,;-–—·・•")
        if around.asked and not around.index and self._answers(clause, around):
            question = self.asks(around.asked.content)
            return Rewriting(_closed(f"{known.user}: «{question}» {body}"), question=True)
        for start, to in known.swaps:
            if start.match(body) and to.startswith((known.user, "Al ", "ユーザー")):
                return Rewriting(_closed(start.sub(to, body, count=1)))
        return Rewriting(_closed(f"{known.user}: {body}"))

    def join(self, before: str, text: str) -> str:
        """Append a dependent sentence."""
        return f"{before} {text}"

    def put_right(self, text: str, correction: Correction) -> str | None:
        """Replace a value by the right one where the wrong one is named."""
        if correction.wrong and text.count(correction.wrong) == 1:
            return text.replace(correction.wrong, correction.right)
        return None

    def standing_instruction(self, clause: Clause) -> bool:
        """Whether the clause tells the assistant what to do from now on."""
        return bool(self._words.standing.search(clause.text.casefold())) and not clause.text.endswith(("?", "？"))

    def withdrawal(self, clause: Clause, around: Situation) -> Withdrawal | None:
        """Read a clause that takes something back."""
        text = clause.text.casefold()
        if self._words.unsaved.search(text):
            return Withdrawal("unsaved", about=text if len(text) > _PASTED // 6 else "")
        if match := self._words.withdraws.search(text):
            before = tuple(other.text for other in reversed(around.clauses[: around.index]))
            return Withdrawal("memory", match["about"], fallbacks=(text, *before[:1]), explicit=False)
        return None

    def correction(self, clause: Clause, around: Situation) -> Correction | None:  # noqa: ARG002
        """These packs put nothing right."""
        return None

    @property
    def replacing(self) -> tuple[Mapping[str, int], int]:
        """Points and threshold by which a new fact replaces a memory."""
        return POINTS, THRESHOLD

    def left_behind(self, text: str) -> tuple[str, ...]:  # noqa: ARG002
        """These packs know no such words."""
        return ()

    def shift(self, text: str) -> Shift | None:
        """Find the words of change."""
        folded = text.casefold()
        if self._words.ends.search(folded):
            return "ended"
        return "changed" if self._words.changes.search(folded) else None

    def confirms(self, text: str) -> bool:
        """Whether a short answer agrees."""
        return bool(self._words.agrees.match(text.casefold())) and len(text) < _PASTED // 10

    def asks(self, text: str) -> str | None:
        """Return the last question of a message."""
        questions = _QUESTION.findall(text)
        return questions[-1].strip() if questions else None

    def words(self, text: str) -> tuple[str, ...]:
        """Return the index terms without the function words."""
        return tuple(_stem(term) for term in terms(text) if term not in self._words.stop)

    def owner(self, text: str) -> str:
        """Return the kin named in a memory."""
        match = self._words.kin.search(text.casefold())
        return match[0] if match else ""

    def attributes(self, text: str) -> frozenset[str]:  # noqa: ARG002
        """These packs know no slots."""
        return frozenset()

    def _states(self, text: str, clause: Clause, around: Situation) -> bool:
        known = self._words
        strong = sum(bool(pattern.search(text)) for pattern in (known.states, known.kin, known.likes))
        weak = sum(bool(pattern.search(text)) for pattern in (known.changes, known.ends, known.plans))
        detail = bool(re.search(r"\d", text) or _NAME.search(clause.text))
        return (strong + weak + detail >= _ENOUGH and (strong > 0 or weak > 0)) or self._answers(clause, around)

    def _answers(self, clause: Clause, around: Situation) -> bool:
        """Whether a short clause gives a number or a name that was asked for."""
        if around.asked is None or around.index or not self.asks(around.asked.content):
            return False
        short = len(clause.text.split()) <= _LONGEST_ANSWER and not self._words.states.search(
            clause.text.casefold()
        )
        return short and bool(re.search(r"\d", clause.text))


_ENOUGH = 2
_STEM = 5


def _stem(term: str) -> str:
    """Cut a long word's ending, so that "alérgico" meets "alérgica"."""
    return term[: max(_STEM, len(term) - 2)] if term.isalpha() and len(term) > _STEM else term


def _closed(text: str) -> str:
    return (
        text
        if text.endswith((".", "!", "。", "！", "…"))
        else f"{text}{'。' if text.startswith('ユーザー') else '.'}"
    )


class Unknown(Plain):
    """Reads a language of which nothing is known: nothing is asserted, nothing is taken back."""

    def speech_act(self, clause: Clause, around: Situation) -> Act:  # noqa: ARG002
        """Leave everything out."""
        return "unverified"

    def standing_instruction(self, clause: Clause) -> bool:  # noqa: ARG002
        """Recognise none."""
        return False

    def withdrawal(self, clause: Clause, around: Situation) -> Withdrawal | None:  # noqa: ARG002
        """Take nothing back."""
        return None


PLAIN: Mapping[str, Language] = {**{lexicon.tag: Plain(lexicon) for lexicon in LEXICONS}, "*": Unknown(LEXICONS[0])}
"""The cautious packs by tag; "*" reads every other language."""
