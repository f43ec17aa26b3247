"""Whether one text states what another says: details exactly, the rest by words and by meaning, no judge.

Words and meaning make one number: the share of the claim's content words that the text has, plus WEIGHT for each
point of their cosine above UNRELATED, where the shipped encoder has unrelated texts. Calibrated on pairs that no
suite measures, details left aside. At STATED, a text of the write corpus is found in its own terse quotes in 85 %
of 500 pairs, a memory in one about the same topic of another RealMem persona in none of 800, and in another one of
its session in 9 % of 1,276, many of which do say it. At SUPPORTED: 94 %, 1 % and 19 %. Not checked against human
judgement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from memscribe.core.message import Message
from memscribe.core.ports import Embedder
from memscribe.evals.matching import COVERED
from memscribe.text.canonical import fold
from memscribe.text.dates import find_dates
from memscribe.text.names_and_numbers import claims, readings
from memscribe.text.overlap import loose, stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STATED = 0.8
"""From here on a memory states a gold text."""
SUPPORTED = 0.6
"""From here on messages support a memory: what is said is terser than what is kept."""
WEIGHT = 3.0
UNRELATED = 0.8
LEAST_SHARE = 0.2
"""Below this share of words no cosine is asked for: the text states something else."""
LEAST_COSINE = 0.7
"""The shipped encoder puts no two texts further apart: with enough words no cosine is asked for either."""

_LANGUAGE = "en"  # of all three sets
_WORD = re.compile(r"[^\W_]+")
_SMALL = re.compile(r"(?<![\w'’])[a-z]{2,}(?!\w)")
_QUOTED = re.compile(r"(?<!\w)['\"‘“]([^'\"‘’“”\n]{1,60})['\"’”](?!\w)")
_VALUES = frozenset(("number", "date", "time"))
_TELLING = re.compile(r"[\d@]")
_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True)
class Reading:
    """A text as it is compared.

    Args:
        text: The text.
        common: Words that the conversation also writes small, which are no names.
        people: Words of names that count wherever they stand.
    """

    text: str
    common: frozenset[str]
    people: frozenset[str]

    @cached_property
    def folded(self) -> str:
        """The text folded, for quotes."""
        return fold(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words."""
        return frozenset(_WORD.findall(self.folded))

    @cached_property
    def stems(self) -> frozenset[str]:
        """Content words, cut so that their forms meet; numbers, dates and times have a rule of their own."""
        return frozenset(loose(stem) for stem in stems(self._without_values))

    @cached_property
    def holds(self) -> frozenset[str]:
        """Every value that its numbers, dates and times may stand for, a date's coarser forms included."""
        values = {claim.value for claim in claims(self.text, _LANGUAGE)} | readings(self.text, _LANGUAGE)
        return frozenset(values.union(*(_coarser(value) for value in values)))

    @cached_property
    def values(self) -> frozenset[str]:
        """Numbers, dates, times and identifiers that it claims; "cv/resume" is none."""
        found = (claim for claim in claims(self.text, _LANGUAGE) if claim.kind != "name")
        return frozenset(one.value for one in found if one.kind != "identifier" or _TELLING.search(one.value))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of the names in it."""
        named = [claim.value for claim in claims(self.text, _LANGUAGE) if claim.kind == "name"]
        parts = {part for name in named for part in _WORD.findall(fold(name))}
        return frozenset(parts - self.common) | (self.people & self.words)

    @cached_property
    def quoted(self) -> tuple[re.Pattern[str], ...]:
        """What stands in quotes, each as a pattern of words of their own."""
        quotes = {fold(quote).strip() for quote in _QUOTED.findall(self.text)}
        return tuple(re.compile(rf"(?<!\w){re.escape(quote)}(?!\w)") for quote in sorted(quotes) if quote)

    @property
    def _without_values(self) -> str:
        kept, end = list[str](), 0
        for claim in claims(self.text, _LANGUAGE):
            if claim.kind in _VALUES:
                kept.append(self.text[end : claim.start])
                end = claim.end
        return " ".join([*kept, self.text[end:]])

    def has_details_of(self, claim: "Reading") -> bool:
        """Whether every number, date, name and quote of another text is in this one."""
        return (
            claim.values <= self.holds
            and claim.names <= self.words
            and all(quote.search(self.folded) for quote in claim.quoted)
        )


def _coarser(value: str) -> set[str]:
    """Return the year, the month, and the day without its year, of an ISO date."""
    match value.split("-"):
        case [year, month, day] if _YEAR.fullmatch(year):
            return {year, f"{year}-{month}", f"--{month}-{day}"}
        case [year, _] if _YEAR.fullmatch(year):
            return {year}
        case _:
            return set()


class Matcher:
    """Compares the texts of one conversation, each read once.

    Args:
        messages: All that was said in it.
        account: The account holder's name; where a text has it, it is read as "User".
        embedder: Compares meanings; None: words alone.
    """

    def __init__(self, messages: Sequence[Message], account: str | None, embedder: Embedder | None) -> None:
        self._common = frozenset(word for message in messages for word in _SMALL.findall(message.content))
        others = {message.name for message in messages if message.name and message.name != account}
        self._people = frozenset(part for name in others for part in _WORD.findall(fold(name)))
        called = [re.escape(name) for name in (account, *(account or "").split()[:1]) if name]
        self._account = re.compile(rf"(?<!\w)(?:{'|'.join(called)})(?!\w)") if called else None
        self._embedder = embedder
        self._readings: dict[str, Reading] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def states(self, text: str, claim: str, *, least: float = STATED) -> bool:
        """Whether a text states what a claim says.

        Args:
            text: Where it should stand.
            claim: What should stand there; its details must all be in the text.
            least: What words and meaning together must come to; without an embedder the share of words alone
                must come to COVERED.
        """
        there, wanted = self._read(text), self._read(claim)
        if not there.has_details_of(wanted):
            return False
        share = len(wanted.stems & there.stems) / len(wanted.stems) if wanted.stems else 1.0
        if self._embedder is None:
            return share >= COVERED
        if share < LEAST_SHARE or share >= least + WEIGHT * (UNRELATED - LEAST_COSINE):
            return share >= LEAST_SHARE
        return share + WEIGHT * (self._cosine(there.text, wanted.text, self._embedder) - UNRELATED) >= least

    def names(self, text: str, name: str) -> bool:
        """Whether a text holds every part of a person's name as a word of its own."""
        return self._read(text).words.issuperset(_WORD.findall(fold(name)))

    def _read(self, text: str) -> Reading:
        if text not in self._readings:
            plain = self._account.sub("User", text) if self._account else text
            self._readings[text] = Reading(plain, self._common, self._people)
        return self._readings[text]

    def _cosine(self, one: str, other: str, embedder: Embedder) -> float:
        missing = [text for text in dict.fromkeys((one, other)) if text not in self._vectors]
        if missing:
            self._vectors.update(zip(missing, embedder.embed_passages(missing), strict=True))
        return float(self._vectors[one] @ self._vectors[other])


def as_source(message: Message, people: Sequence[str] = ()) -> str:
    """Return a message as a source: who says it to whom, what, and which dates its times mean.

    Args:
        message: What was said.
        people: Names of all who speak in the conversation; of two, the other one is "you".
    """
    found = find_dates(message.content, now=message.at, language=_LANGUAGE) if message.at else ()
    dates = [mention.iso for mention in found if mention.iso and mention.iso not in message.content]
    others = [name for name in people if name != message.name] if len(people) == _TWO else []
    label = " to ".join(name for name in (message.name, *others) if name)
    said = f"{label}: {message.content}" if label else message.content
    return f"{said} ({'; '.join(dates)})" if dates else said


_TWO = 2
