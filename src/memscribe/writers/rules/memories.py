"""The recalled memories, taken apart once, and how rare their words are among them."""

import re
from collections import Counter
from dataclasses import dataclass

from memscribe.core.memory import Version
from memscribe.core.operation import Kind
from memscribe.core.ports import WriteTask
from memscribe.text.language import language_of
from memscribe.writers.rules.clause import Language, Withdrawal
from memscribe.writers.rules.packs import pack_for
from memscribe.writers.rules.reading import episode_language

NUMBER = re.compile(r"\d+(?:[.:,-]\d+)*")


@dataclass(frozen=True, slots=True)
class Stored:
    """A recalled memory, taken apart once.

    Args:
        version: The memory.
        words: Its content words.
        key: The words without the numbers: what the memory is about rather than its value.
        head: The first two of them.
        numbers: The numbers and dates in it.
        slots: The slots that it fills.
        owner: The words that name whose or what it is about ("sister", "ana"); empty for the account holder.
    """

    version: Version
    words: frozenset[str]
    key: frozenset[str]
    head: frozenset[str]
    numbers: frozenset[str]
    slots: frozenset[str]
    owner: frozenset[str]

    @property
    def id(self) -> str:
        """Its id."""
        return self.version.memory_id


class Memories:
    """The recalled memories, and how rare their words are among them."""

    def __init__(self, task: WriteTask) -> None:
        account = task.episode.account
        spoken = episode_language(task.episode)
        self.stored = tuple(_taken_apart(recalled.memory, account, spoken) for recalled in task.recalled)
        self._best: dict[frozenset[str], float] = {}
        self._spread = Counter(word for memory in self.stored for word in memory.words)

    def kind_of(self, memory_id: str) -> Kind:
        """Return the kind of a recalled memory."""
        return next(memory.version.kind for memory in self.stored if memory.id == memory_id)

    def text_of(self, memory_id: str) -> str:
        """Return the text of a recalled memory."""
        return next(memory.version.text for memory in self.stored if memory.id == memory_id)

    def weight(self, words: frozenset[str]) -> float:
        """Sum up words, each the less the more memories hold it."""
        return sum(1 / max(1, self._spread[word]) ** 0.5 for word in words)

    def best(self, words: frozenset[str]) -> float:
        """Return the most that words name of any memory, by weight."""
        if words not in self._best:
            self._best[words] = max(
                (self.weight(words & (memory.key or memory.words)) for memory in self.stored), default=0.0
            )
        return self._best[words]

    def rare(self, words: frozenset[str]) -> frozenset[str]:
        """Return the words that only one memory holds."""
        return frozenset(word for word in words if self._spread[word] == 1)

    def named(self, taken: Withdrawal, pack: Language) -> tuple[str, ...]:
        """Return the memories that a withdrawal names clearly; none where it is in doubt.

        Args:
            taken: What the user wants to take back.
            pack: The language in which it was said.
        """
        if taken.lapsed:
            return self._lapsed(frozenset(pack.words(taken.about)))
        for about in (taken.about, *taken.fallbacks):
            wanted = frozenset(pack.words(about))
            scores = {memory.id: self._match(wanted, memory) for memory in self.stored}
            best = max(scores.values(), default=0.0)
            if best < (_CLEAR_OF_ALL if taken.everything else _CLEAR if taken.explicit else _PLAIN):
                continue
            if not taken.explicit:
                scores = {id_: score if self._mostly_named(wanted, id_) else 0.0 for id_, score in scores.items()}
                if not any(scores.values()):
                    continue
            if taken.everything:
                named = tuple(memory for memory, score in scores.items() if score >= _PART_OF_ALL * best)
                return self._with_what_they_own(named)
            close = tuple(memory for memory, score in scores.items() if score >= _CLOSE * best)
            if len(close) > 1:
                close = self._own_first(close, wanted)
            return close if len(close) == 1 else self._named_alike(close, about)
        return ()

    def concerned(self, words: frozenset[str]) -> bool:
        """Whether words clearly speak of something stored: a rare word, and a good part of one memory."""
        return any(
            self.rare(words & memory.key)
            and self.weight(words & memory.key) >= _CONCERNED * self.weight(memory.key)
            for memory in self.stored
        )

    def _with_what_they_own(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Add the memories about a person whom the named ones introduce ("User's ex is Carla")."""
        met = frozenset(
            name
            for memory in self.stored
            if memory.id in ids and memory.owner
            for name in memory.words - memory.owner
        )
        more = (
            memory.id for memory in self.stored if memory.owner and memory.owner <= met and memory.id not in ids
        )
        return (*ids, *more)

    def _own_first(self, ids: tuple[str, ...], wanted: frozenset[str]) -> tuple[str, ...]:
        """Leave out what belongs to somebody whom the words do not name: "my birthday" is not the daughter's."""
        own = tuple(
            memory.id for memory in self.stored if memory.id in ids and (not memory.owner or memory.owner & wanted)
        )
        return own or ids

    def _named_alike(self, ids: tuple[str, ...], about: str) -> tuple[str, ...]:
        """Of several memories return the one that has the most words of the order itself, "reminder" too."""
        asked = _openings(about)
        shared = {
            memory.id: len(asked & _openings(memory.version.text)) for memory in self.stored if memory.id in ids
        }
        most = max(shared.values())
        best = tuple(id_ for id_, count in shared.items() if count == most)
        return best if len(best) == 1 and most else ()

    def _lapsed(self, wanted: frozenset[str]) -> tuple[str, ...]:
        """Return the one memory, a plan first, that holds the rarest words of something which will not be."""
        shared = {
            memory.id: self.weight(wanted & memory.words)
            for memory in self.stored
            if (not memory.owner and memory.version.kind not in _LASTING) or memory.version.kind in _AHEAD
        }
        best = max(shared.values(), default=0.0)
        close = [memory for memory in self.stored if shared.get(memory.id, 0) >= max(_CLOSE * best, _RARE)]
        plans = [memory for memory in close if memory.version.kind in _AHEAD] or close
        return (plans[0].id,) if len(plans) == 1 else ()

    def _agrees(self, wanted: frozenset[str], shared: frozenset[str], memory: Stored) -> bool:
        """Whether the shared words are more than chance: most of a short order, or a good part of the memory."""
        numbers = _amounts(wanted)
        known = _amounts(memory.words)
        if numbers and known and not numbers & known and len(wanted) <= _SHORT_ORDER:
            return False
        if len(wanted) <= _SHORT_ORDER or len(shared) > 1:
            return True
        return self.weight(shared) >= _GOOD_PART * self.weight(memory.words)

    def _mostly_named(self, wanted: frozenset[str], memory_id: str) -> bool:
        memory = next(memory for memory in self.stored if memory.id == memory_id)
        shared = wanted & memory.words
        known = self.rare(shared) or self._only_own(wanted, shared, memory)
        topic = wanted <= memory.words and bool(wanted & memory.head)
        return bool(known) and (topic or self.weight(shared) >= _NEARLY_WHOLE * self.weight(memory.words))

    def _only_own(self, wanted: frozenset[str], shared: frozenset[str], memory: Stored) -> bool:
        """Whether all other memories with these words are about somebody whom the order does not name."""
        return bool(shared) and all(
            other is memory or not shared <= other.words or (other.owner and not other.owner & wanted)
            for other in self.stored
        )

    def _match(self, wanted: frozenset[str], memory: Stored) -> float:
        """How much of what was asked for a memory holds, 0 to 1."""
        known = frozenset(word for word in wanted if self._spread[word])
        shared = wanted & memory.words
        if not shared or not self._agrees(wanted, shared, memory):
            return 0.0
        share = self.weight(shared) / self.weight(known)
        return share * (len(known) / len(wanted)) ** 0.3


_LASTING = frozenset({"preference", "relationship", "instruction"})
"""What no cancelled plan takes with it."""
_AHEAD = frozenset({"plan", "event"})
_SHORT_ORDER = 4
"""An order of so few content words names its memory by any of them."""
_GOOD_PART = 0.34
"""Of a longer order one word alone must be this share of a memory's words."""
_AMOUNT = re.compile(r"[^\d]?(\d[\d.,]*)(k?)(?:[a-z%]{0,3})$")
_CLEAR = 0.45
"""A memory below this share of the words asked for is not meant."""
_CONCERNED = 0.5
"""A memory is spoken of when this share of its words is."""
_CLEAR_OF_ALL = 0.3
"""The same where everything about something is meant."""
_PLAIN = 0.55
"""The same where the words do not say that a memory is meant."""
_RARE = 0.7
"""The weight of a word that at most two memories hold."""
_CLOSE = 0.8
"""A second memory this close to the best leaves it open which is meant."""
_PART_OF_ALL = 0.4
"""Where everything about something must go, a memory this near to the best is about it."""
_NEARLY_WHOLE = 0.45
"""This share of a memory's own words must be named where nothing says that a memory is meant."""


def _amounts(words: frozenset[str]) -> frozenset[str]:
    return frozenset(amount for word in words if (amount := _amount(word)))


def _amount(word: str) -> str:
    """Return a number as digits ("6k" as "6000"); "" where the word is none."""
    match = _AMOUNT.fullmatch(word)
    return match[1].replace(",", "").rstrip(".") + ("000" if match[2] else "") if match else ""


def _taken_apart(version: Version, account: str | None, spoken: str) -> Stored:
    pack = pack_for(_language(version.text, spoken))
    text = _anonymous(version.text, account)
    ordered = pack.words(text)
    words = frozenset(ordered)
    return Stored(
        version=version,
        words=words,
        key=frozenset(word for word in words if not any(character.isdigit() for character in word)),
        head=frozenset(ordered[:2]),
        numbers=frozenset(NUMBER.findall(text)),
        slots=pack.attributes(text),
        owner=frozenset(pack.words(pack.owner(text))),
    )


def _openings(text: str) -> frozenset[str]:
    """Return the first five letters of each word."""
    return frozenset(word[:5] for word in re.findall(r"\w{4,}", text.casefold()))


_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def _language(text: str, spoken: str) -> str:
    """Name a memory's language: in the same script it is taken to be that of the conversation."""
    if bool(_CJK.search(text)) == (spoken in {"zh", "ja"}):
        return spoken
    return language_of(text)


def _anonymous(text: str, account: str | None) -> str:
    """Write "User" for the account holder's name."""
    for name in (account, (account or "").split(" ")[0]):
        if name and len(name) > 1 and name in text:
            return text.replace(name, "User")
    return text
