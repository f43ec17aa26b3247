"""The vector of metrics of a suite, with 95 % intervals by a bootstrap over conversations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memscribe.core.ports import Embedder
from memscribe.evals.suites.port import Conversation
from memscribe.evals.suites.run import Kept, Outcome
from memscribe.evals.suites.stating import SUPPORTED, Matcher, as_source

DRAWS = 2000
SEED = 20261201
FEW_CLUSTERS = 20
"""Below so many conversations an interval says little."""

METRICS: Mapping[str, str] = {
    "recall": "gold stated by an active memory right after its session",
    "kept": "gold not replaced later and stated at the end of the conversation",
    "unsupported": "written memories that the messages they cite do not state",
    "update": "replaced gold whose new text is active and whose old text is not",
    "silent_writes": "sessions without gold in which something was written",
    "attribution": "written memories that name the speaker of the messages they cite",
    "per_turn": "memories written per message",
}
"""What each metric counts, as a share; ``per_turn`` may pass 1."""

_TWO = 2

Counts = Mapping[str, tuple[int, int]]
"""Part and whole of each metric for one conversation."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One metric over all conversations.

    Args:
        part: How many of them.
        whole: How many there are.
        ci95: Percentile interval of the rate, conversations resampled; None where nothing was asked.
    """

    part: int
    whole: int
    ci95: tuple[float, float] | None

    @property
    def value(self) -> float | None:
        """The rate; None where nothing was asked."""
        return round(self.part / self.whole, 4) if self.whole else None

    def as_json(self) -> dict[str, object]:
        """Return it as one JSON object."""
        interval = list(self.ci95) if self.ci95 else None
        return {"value": self.value, "ci95": interval, "part": self.part, "whole": self.whole}


def matcher_of(conversation: Conversation, embedder: Embedder | None) -> Matcher:
    """Return the matcher of a conversation's texts."""
    messages = [message for session in conversation.sessions for message in session.messages]
    return Matcher(messages, conversation.account, embedder)


def count(conversation: Conversation, outcomes: Sequence[Outcome], matcher: Matcher) -> Counts:
    """Count one conversation.

    Args:
        conversation: What was written, and the gold.
        outcomes: What the store held after each session.
        matcher: Of this conversation.
    """
    after = list(zip(conversation.sessions, outcomes, strict=True))
    written = [memory for outcome in outcomes for memory in outcome.written]
    gold = [(fact, outcome.active) for session, outcome in after for fact in session.gold]
    replaced = {fact.replaces for fact, _ in gold}
    lasting = [fact for fact, _ in gold if fact.text not in replaced]
    silent = [outcome for session, outcome in after if not session.gold]
    revised = [(fact.text, fact.replaces, active) for fact, active in gold if fact.replaces]
    voices = [(memory, name) for memory in written if (name := _speaker(memory))]
    talk = conversation.account is None and len(conversation.people) >= _TWO
    turns = sum(len(session.messages) for session in conversation.sessions)
    return {
        "recall": _share(_stated(fact.text, active, matcher) for fact, active in gold),
        "kept": _share(_stated(fact.text, outcomes[-1].active, matcher) for fact in lasting),
        "unsupported": _share(not _supported(memory, conversation.people, matcher) for memory in written),
        "update": _share(_updated(new, old, active, matcher) for new, old, active in revised),
        "silent_writes": _share(bool(outcome.written) for outcome in silent),
        "attribution": _share(matcher.names(memory.text, name) for memory, name in voices if talk),
        "per_turn": (len(written), turns),
    }


def _share(truths: Iterable[bool]) -> tuple[int, int]:
    listed = list(truths)
    return sum(listed), len(listed)


def _stated(fact: str, memories: Iterable[Kept], matcher: Matcher) -> bool:
    return any(matcher.states(memory.full, fact) for memory in memories)


def _supported(memory: Kept, people: Sequence[str], matcher: Matcher) -> bool:
    source = "\n".join([*(as_source(message, people) for message in memory.cites), *memory.before])
    return matcher.states(source, memory.text, least=SUPPORTED)


def _updated(new: str, old: str, active: Iterable[Kept], matcher: Matcher) -> bool:
    """Whether the new text is active and no memory says the old one alone."""
    stating = {memory.full for memory in active if matcher.states(memory.full, new)}
    stale = (memory.full for memory in active if memory.full not in stating)
    return bool(stating) and not any(matcher.states(text, old) for text in stale)


def _speaker(memory: Kept) -> str | None:
    names = {message.name for message in memory.cites}
    return names.pop() if len(names) == 1 else None


def vector(counts: Sequence[Counts]) -> dict[str, Measure]:
    """Add conversations up and put an interval around each rate.

    Args:
        counts: One for each conversation, at least one.
    """
    return {name: _measure(np.array([one[name] for one in counts], dtype=np.int64)) for name in METRICS}


def _measure(counts: "np.typing.NDArray[np.int64]") -> Measure:
    """Resample int64[conversations, 2] with replacement (Efron & Tibshirani 1993, ch. 13)."""
    part, whole = (int(total) for total in counts.sum(axis=0))
    if not whole:
        return Measure(part, whole, None)
    clusters = len(counts)
    # one seed for every writer and metric: all see the same draws
    draws = np.random.default_rng(SEED).multinomial(clusters, np.full(clusters, 1 / clusters), size=DRAWS)
    parts, wholes = (draws @ counts).T
    rates = parts[wholes > 0] / wholes[wholes > 0]
    low, high = np.quantile(rates, [0.025, 0.975])
    return Measure(part, whole, (round(float(low), 4), round(float(high), 4)))
