"""A suite from end to end: the writer and the baselines beside it, one vector each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memscribe.core.ports import Embedder
from memscribe.evals.cases import MakeMemory
from memscribe.evals.suites.metrics import FEW_CLUSTERS, Counts, Measure, count, matcher_of, vector
from memscribe.evals.suites.port import Conversation
from memscribe.evals.suites.run import BASELINES, run_writer


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """What a suite measured.

    Args:
        suite: Its name.
        clusters: Ids of the conversations.
        counts: Sessions, messages, gold and so on of the data, and what the writer held for review.
        vectors: Metrics of the writer and of each baseline, by name; the writer first.
        errors: Why sessions were not written.
        per_conversation: The writer's counts by conversation, for paired comparisons.
    """

    suite: str
    clusters: tuple[str, ...]
    counts: Mapping[str, int]
    vectors: Mapping[str, Mapping[str, Measure]]
    errors: tuple[str, ...] = ()
    per_conversation: Mapping[str, Counts] = field(default_factory=dict[str, Counts])

    @property
    def few(self) -> bool:
        """Whether there are too few conversations for the intervals to mean much."""
        return len(self.clusters) < FEW_CLUSTERS

    def as_json(self) -> dict[str, object]:
        """Return it as one JSON object."""
        return {
            "suite": self.suite,
            "conversations": list(self.clusters),
            "few_conversations": self.few,
            "counts": dict(self.counts),
            "vectors": {
                name: {metric: measure.as_json() for metric, measure in measures.items()}
                for name, measures in self.vectors.items()
            },
            "errors": list(self.errors),
            "per_conversation": {
                name: {metric: list(pair) for metric, pair in counts.items()}
                for name, counts in self.per_conversation.items()
            },
        }


def measure_suite(
    suite: str,
    writer: str,
    conversations: Iterable[Conversation],
    make_memory: MakeMemory,
    embedder: Embedder | None,
) -> SuiteReport:
    """Measure a writer and the baselines on a suite.

    Args:
        suite: Its name.
        writer: What the writer is called in the report.
        conversations: At least one.
        make_memory: Opens a store with the writer.
        embedder: Compares meanings; None: words alone.
    """
    counts: dict[str, dict[str, Counts]] = {name: {} for name in (writer, *BASELINES)}
    totals = Counter[str]()
    errors: list[str] = []
    for conversation in conversations:
        matcher = matcher_of(conversation, embedder)
        outcomes = list(run_writer(conversation, make_memory))
        counts[writer][conversation.id] = count(conversation, outcomes, matcher)
        for name, baseline in BASELINES.items():
            counts[name][conversation.id] = count(conversation, list(baseline(conversation)), matcher)
        errors += [outcome.error for outcome in outcomes if outcome.error]
        totals["held"] += sum(outcome.held for outcome in outcomes)
        for session in conversation.sessions:
            totals["sessions"] += 1
            totals["messages"] += len(session.messages)
            totals["gold"] += len(session.gold)
            totals["replaced_gold"] += sum(fact.replaces is not None for fact in session.gold)
            totals["sessions_without_gold"] += not session.gold
    return SuiteReport(
        suite=suite,
        clusters=tuple(counts[writer]),
        counts=totals,
        vectors={name: vector(list(found.values())) for name, found in counts.items()},
        errors=tuple(errors),
        per_conversation=counts[writer],
    )
