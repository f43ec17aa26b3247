"""What is counted when a writer is compared with the write corpus, and the rates that follow."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields

from memscribe.evals.intervals import Interval, cluster_intervals


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some examples; tallies add up.

    Args:
        gold: Facts (texts of additions and updates) that were wanted.
        proposed: Facts that the writer proposed.
        matched: Pairs of the two.
        stored: Facts that the guard let through.
        stored_matched: Pairs of wanted and stored ones.
        held: Operations that the guard held.
        wanted_operations: Operations that were wanted, retractions included.
        operations: Operations that the writer proposed.
        operations_right: Pairs of the two: same op, exactly the same targets and, but for retractions, a text that
            states the wanted one.
        stored_operations: Operations that the guard let through.
        stored_operations_right: Pairs of wanted and stored ones.
        updates: Updates that were wanted.
        updates_right: Of them, those that an update with exactly these targets answers.
        retracts: Retractions that were wanted.
        retracts_right: Of them, those that a retraction with exactly these targets answers.
        untouchable: Existing memories that nothing should have touched.
        touched: Of them, those that a stored operation replaced or withdrew.
        tempting: Spans that must not be stored.
        tempted: Of them, those that a stored, unmatched operation rests upon.
        rejected: Spans that the writer rejected.
        rejected_for_reason: Of them, those that overlap an annotated rejection with the same reason.
        rejected_rightly: Of them, those that overlap the evidence of no wanted operation.
        quiet: Examples in which no operation was wanted.
        quiet_kept: Of them, those in which none was stored.
    """

    examples: int = 0
    gold: int = 0
    proposed: int = 0
    matched: int = 0
    stored: int = 0
    stored_matched: int = 0
    held: int = 0
    wanted_operations: int = 0
    operations: int = 0
    operations_right: int = 0
    stored_operations: int = 0
    stored_operations_right: int = 0
    updates: int = 0
    updates_right: int = 0
    retracts: int = 0
    retracts_right: int = 0
    untouchable: int = 0
    touched: int = 0
    tempting: int = 0
    tempted: int = 0
    rejected: int = 0
    rejected_for_reason: int = 0
    rejected_rightly: int = 0
    quiet: int = 0
    quiet_kept: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def ratios(self) -> dict[str, tuple[int, int]]:
        """Return the part and the whole of each rate.

        F1 is twice the pairs over all that was made and all that was wanted.
        """
        wanted = self.wanted_operations
        return {
            "precision": (self.matched, self.proposed),
            "recall": (self.matched, self.gold),
            "f1": (2 * self.matched, self.proposed + self.gold),
            "stored_precision": (self.stored_matched, self.stored),
            "stored_recall": (self.stored_matched, self.gold),
            "stored_f1": (2 * self.stored_matched, self.stored + self.gold),
            "operation_f1": (2 * self.operations_right, self.operations + wanted),
            "stored_operation_f1": (2 * self.stored_operations_right, self.stored_operations + wanted),
            "update_accuracy": (self.updates_right, self.updates),
            "retract_accuracy": (self.retracts_right, self.retracts),
            "touched_rate": (self.touched, self.untouchable),
            "tempted_rate": (self.tempted, self.tempting),
            "rejection_reason_precision": (self.rejected_for_reason, self.rejected),
            "rejection_span_precision": (self.rejected_rightly, self.rejected),
            "silence_accuracy": (self.quiet_kept, self.quiet),
        }

    def as_json(self) -> dict[str, int | float | None]:
        """Return counts and rates as one JSON object; a rate is None where nothing was asked."""
        counts: dict[str, int | float | None] = {f.name: getattr(self, f.name) for f in fields(self)}
        return counts | {
            name: round(part / whole, 4) if whole else None for name, (part, whole) in self.ratios().items()
        }


@dataclass(frozen=True, slots=True)
class Counted:
    """How one example came out.

    Args:
        cluster: The same for examples that tell about one scenario.
    """

    tally: Tally
    cluster: Hashable


@dataclass(frozen=True, slots=True)
class Summary:
    """Some examples together.

    Args:
        total: Their counts.
        clusters: How many scenarios they tell about.
        ci95: Bootstrap interval over scenarios of each rate; None where nothing was asked.
    """

    total: Tally
    clusters: int
    ci95: Mapping[str, Interval | None]

    @classmethod
    def of(cls, counted: Sequence[Counted]) -> "Summary":
        """Add some examples up."""
        clusters = [one.cluster for one in counted]
        ci95 = cluster_intervals([one.tally.ratios() for one in counted], clusters)
        return cls(sum((one.tally for one in counted), Tally()), len(set(clusters)), ci95)

    def as_json(self) -> dict[str, object]:
        """Return counts, rates and intervals as one JSON object."""
        ends = {name: list(interval) if interval else None for name, interval in self.ci95.items()}
        return {**self.total.as_json(), "clusters": self.clusters, "ci95": ends}
