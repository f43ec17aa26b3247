"""What the checks are given: an operation, its evidence with origins, and the conversation around it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from memscribe.core.evidence import Evidence
from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Operation, Proposal
from memscribe.core.origin import FIRST_HAND, Origin, least_trusted, trust_of
from memscribe.core.verdict import Finding
from memscribe.guard.assent import Assent, assent
from memscribe.guard.segments import Segment, origin_of, segments
from memscribe.text.language import language_of
from memscribe.text.names_and_numbers import Claim, claims


@dataclass(frozen=True, slots=True)
class GuardContext:
    """What a proposal is reviewed against.

    Args:
        episode: The messages, stamped and masked.
        memories: Every stored memory that may be a target, by id, in its current version.
        neighbours: For the index of an operation: active memories that are near its text.
    """

    episode: Episode
    memories: Mapping[str, Version]
    neighbours: Mapping[int, tuple[Recalled, ...]]


@dataclass(frozen=True, slots=True)
class Witness:
    """A piece of evidence that stands where it says, with the origin of its words.

    Args:
        assent: What a user's "yes" or "thanks" is worth: nothing else stands in the quote. None for other words.
    """

    evidence: Evidence
    message: StampedMessage
    origin: Origin
    assent: Assent | None


@dataclass(frozen=True, slots=True)
class Flag:
    """A suspicious stretch of a message.

    Args:
        start: First code point of the sentence that holds it.
        end: One past the last.
        family: What it does.
        sure: Whether honest text hardly ever looks so; otherwise what rests on it is only held.
    """

    start: int
    end: int
    family: str
    sure: bool = True


_STOP = re.compile(r"[.!?]+(?=\s)|[。！？]+|\n+")


class Conversation:
    """The episode as the checks read it; everything is worked out once a review."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self._by_id = {message.id: (index, message) for index, message in enumerate(episode.messages)}
        self._segments: dict[str, tuple[Segment, ...]] = {}
        self._languages: dict[str, str] = {}
        self.flagged: dict[str, tuple[Flag, ...]] = {}

    def message(self, message_id: str) -> StampedMessage | None:
        """Return a message by id."""
        found = self._by_id.get(message_id)
        return found[1] if found else None

    def number(self, message: StampedMessage) -> int:
        """Return a message's number as people count, from 1."""
        return self._by_id[message.id][0] + 1

    def before(self, message: StampedMessage, *, back: int = 1) -> StampedMessage | None:
        """Return the message some places before (for a negative number, after)."""
        index = self._by_id[message.id][0] - back
        return self.episode.messages[index] if 0 <= index < len(self.episode.messages) else None

    def segments(self, message: StampedMessage) -> tuple[Segment, ...]:
        """Return the message's segments."""
        if message.id not in self._segments:
            self._segments[message.id] = segments(message)
        return self._segments[message.id]

    def language(self, message: StampedMessage) -> str:
        """Guess the language of a message."""
        if message.id not in self._languages:
            self._languages[message.id] = language_of(message.content)
        return self._languages[message.id]

    @cached_property
    def first_hand(self) -> str:
        """Everything that the user (or the operator) said in his own words."""
        return "\n".join(
            message.content[part.start : part.end]
            for message in self.episode.messages
            for part in self.segments(message)
            if trust_of(part.origin) >= FIRST_HAND
        )

    def describe(self, message: StampedMessage, origin: Origin) -> str:
        """Name a source in words: "the web page in message 2"."""
        speaker = _SPEAKERS[origin]
        if message.role == "tool" and origin.startswith("tool"):
            speaker = f"the output of {message.name or 'a tool'}"
        elif message.role == "system" and origin != "operator":
            speaker = "the system message"
        return f"{speaker} in message {self.number(message)}"


_SPEAKERS: Mapping[Origin, str] = {
    "operator": "the operator",
    "user_typed": "the user",
    "user_pasted": "text that the user only passed on",
    "prefilled": "the prefilled text",
    "tool_internal": "a tool",
    "assistant": "the assistant",
    "tool_external": "a tool",
    "document": "the document",
    "email": "the mail",
    "web": "the web page",
    "other_agent": "another agent",
    "import": "imported text",
}


def sentence_span(text: str, start: int, end: int, *, around: int = 0) -> tuple[int, int]:
    """Widen a span to the sentences that it touches, and so many more on either side."""
    stops = _stops(text)
    first = bisect_right(stops, start) - 1
    last = bisect_left(stops, end)
    return stops[max(0, first - around)], stops[min(len(stops) - 1, last + around)]


@lru_cache(maxsize=128)
def _stops(text: str) -> tuple[int, ...]:
    return (0, *(stop.end() for stop in _STOP.finditer(text)), len(text))


_OUTSIDE = trust_of("tool_external")


class Subject:
    """One operation under review.

    Args:
        index: Its place in the proposal.
        operation: With secrets masked in its text.
        proposal: The whole proposal, texts masked.
        context: What it is reviewed against.
        conversation: The episode as the checks read it.
        secrets: How many secrets were masked in its text.
        rejected: The operations before it that were rejected: they change nothing and stand in nobody's way.
    """

    def __init__(
        self,
        index: int,
        proposal: Proposal,
        context: GuardContext,
        conversation: Conversation,
        *,
        secrets: int,
        rejected: frozenset[int] = frozenset(),
    ) -> None:
        self.index = index
        self.proposal = proposal
        self.operation: Operation = proposal.operations[index]
        self.context = context
        self.conversation = conversation
        self.secrets = secrets
        self.earlier = tuple(
            operation for number, operation in enumerate(proposal.operations[:index]) if number not in rejected
        )
        self.problems: list[str] = []
        self.witnesses: list[Witness] = []
        for evidence in self.operation.evidence:
            self._hear(evidence)

    def _hear(self, evidence: Evidence) -> None:
        message = self.conversation.message(evidence.message_id)
        if message is None:
            self.problems.append(f"Evidence names message {evidence.message_id}, which is not in this episode.")
        elif problem := evidence.problem_in(message):
            self.problems.append(problem)
        else:
            origin = origin_of(evidence, message, self.conversation.segments(message))
            said = assent(evidence.quote) if message.role == "user" else None
            self.witnesses.append(Witness(evidence, message, origin, said))

    @property
    def asserting(self) -> tuple[Witness, ...]:
        """The witnesses that assert."""
        return tuple(witness for witness in self.witnesses if witness.evidence.part == "asserts")

    @property
    def supporting(self) -> tuple[Witness, ...]:
        """The witnesses that only make another understandable."""
        return tuple(witness for witness in self.witnesses if witness.evidence.part == "context")

    @cached_property
    def speaking(self) -> tuple[Witness, ...]:
        """The witnesses whose words the operation rests on; empty when nobody says anything.

        A bare "thanks" asserts nothing: then it rests on what was acknowledged, and is trusted no more than who
        said thanks. An explicit "yes" asserts what it confirms.
        """
        told = tuple(witness for witness in self.asserting if witness.assent != "acknowledged")
        if told or not self.asserting:
            return told
        thanked = least_trusted(tuple(witness.origin for witness in self.asserting))
        said = tuple(witness for witness in self.supporting if witness.assent is None) or tuple(
            Witness(witness.evidence, message, self._origin_throughout(message), None)
            for witness in self.asserting
            if (message := self.conversation.before(witness.message))
        )
        return tuple(replace(witness, origin=least_trusted((thanked, witness.origin))) for witness in said)

    def _origin_throughout(self, message: StampedMessage) -> Origin:
        parts: tuple[Origin, ...] = tuple(part.origin for part in self.conversation.segments(message))
        return least_trusted((message.origin, *parts))

    @cached_property
    def origin(self) -> Origin:
        """The least trusted origin that asserts the operation; ``import`` when nobody does."""
        origins: tuple[Origin, ...] = tuple(witness.origin for witness in self.speaking)
        return least_trusted(origins) if origins else "import"

    @cached_property
    def weakest(self) -> Witness | None:
        """The witness that decides the origin."""
        return next((witness for witness in self.speaking if witness.origin == self.origin), None)

    @property
    def trust(self) -> int:
        """The rank of :attr:`origin`."""
        return trust_of(self.origin)

    @cached_property
    def outside(self) -> bool:
        """Whether only outsiders say it: no word of the user, the operator, the assistant or an internal tool."""
        return bool(self.speaking) and all(trust_of(w.origin) <= _OUTSIDE for w in self.speaking)

    @cached_property
    def source(self) -> str:
        """The deciding source in words."""
        if self.weakest is None:
            return "nobody"
        return self.conversation.describe(self.weakest.message, self.weakest.origin)

    @cached_property
    def targets(self) -> tuple[Version, ...]:
        """The targets that exist."""
        return tuple(
            self.context.memories[target] for target in self.operation.targets if target in self.context.memories
        )

    @cached_property
    def memories(self) -> tuple[Version, ...]:
        """Stored memories at hand: possible targets and neighbours."""
        near = (recalled.memory for recalled in self.context.neighbours.get(self.index, ()))
        return tuple({memory.memory_id: memory for memory in (*self.context.memories.values(), *near)}.values())

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What the operation's text claims."""
        return claims(self.operation.text, self.language)

    @cached_property
    def words(self) -> str:
        """The operation's text without its numbers, dates and times: these are looked up one by one."""
        text = self.operation.text
        for claim in reversed(self.claims):
            if claim.kind in {"number", "date", "time"}:
                text = f"{text[: claim.start]} {text[claim.end :]}"
        return text

    @cached_property
    def language(self) -> str:
        """The language of the operation's text."""
        return language_of(self.operation.text)


Check = Callable[[Subject], Sequence[Finding]]
