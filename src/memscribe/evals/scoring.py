"""The score of a run over cases: pass rates by category, their macro mean, and a bootstrap interval.

A case passes when all of its checks hold. Texts are compared after folding: NFKC, no invisible format
characters, case-folded, plain quotes and hyphens, single blanks; a memory's text has a blank at either end,
so that an expectation may use one as the edge of a word.
"""

import random
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypedDict

from memscribe.evals.cases import Case, CaseResult, ResultMemory, Wanted

SEED = 20261201
RESAMPLES = 2000

_PLAIN = {
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‐‑‒–—−", "-"),
}
_TO_PLAIN = str.maketrans(_PLAIN)
_BLANKS = re.compile(r"\s+")
CHECKS = ("store", "supersede", "retract", "keep", "forbid", "max_new")


class ForbiddenText(TypedDict):
    """A memory that contains what none may."""

    memory: str
    alt: str


@dataclass(frozen=True, slots=True)
class CaseScore:
    """How one case came out; one truth value for each thing expected, in the order of the case.

    Args:
        label_ok: Whether what is no longer active also carries the right status (told, not scored).
        forbid_groups: How many prohibitions there were.
        forbid_hits: Which were broken.
        new: Active memories that were not there before.
        excess: How many of them are above the limit.
    """

    id: str
    category: str
    store: tuple[bool, ...]
    supersede: tuple[bool, ...]
    retract: tuple[bool, ...]
    label_ok: tuple[bool, ...]
    keep: tuple[bool, ...]
    forbid_groups: int
    forbid_hits: tuple[ForbiddenText, ...]
    new: int
    max_new: int | None
    excess: int

    @property
    def checks(self) -> dict[str, bool]:
        """Each check by its name."""
        return {
            "store": all(self.store),
            "supersede": all(self.supersede),
            "retract": all(self.retract),
            "keep": all(self.keep),
            "forbid": not self.forbid_hits,
            "max_new": self.excess == 0,
        }

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(self.checks.values())

    def as_json(self) -> dict[str, object]:
        """Return it as one JSON object."""
        return {
            "id": self.id,
            "category": self.category,
            "store": list(self.store),
            "supersede": list(self.supersede),
            "retract": list(self.retract),
            "label_ok": list(self.label_ok),
            "keep": list(self.keep),
            "forbid_groups": self.forbid_groups,
            "forbid_hits": list(self.forbid_hits),
            "new": self.new,
            "max_new": self.max_new,
            "excess": self.excess,
            "checks": self.checks,
            "pass": self.passed,
        }


class Summary(TypedDict):
    """Rates over some cases, in [0, 1] with four decimals; None where nothing was asked."""

    cases: int
    case_pass_rate: float | None
    store_recall: float | None
    supersede_accuracy: float | None
    retract_accuracy: float | None
    keep_rate: float | None
    status_label_ok: float | None
    forbid_violation_cases: int
    forbid_cases: int
    overwriting_cases: int
    excess_memories: int
    new_memories: int


@dataclass(frozen=True, slots=True)
class Report:
    """The score of a run.

    Args:
        score: Mean over the categories of the share of their cases that pass.
        ci95: Percentile bootstrap of the score, cases resampled within their category.
        missing_cases: Cases without a result; they count as an empty store.
    """

    score: float
    ci95: tuple[float, float]
    missing_cases: int
    overall: Summary
    categories: Mapping[str, Summary]
    cases: tuple[CaseScore, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as one JSON object."""
        return {
            "score": self.score,
            "ci95": list(self.ci95),
            "missing_cases": self.missing_cases,
            "overall": dict(self.overall),
            "categories": {name: dict(summary) for name, summary in self.categories.items()},
            "cases": [case.as_json() for case in self.cases],
        }


@cache
def folded(text: str) -> str:
    """Fold a text for comparison; white space is collapsed, not trimmed."""
    plain = unicodedata.normalize("NFKC", text)
    visible = "".join(c for c in plain if unicodedata.category(c) != "Cf")
    return _BLANKS.sub(" ", visible.translate(_TO_PLAIN).casefold())


def states(wanted: Wanted, memory: str) -> bool:
    """Whether one memory's text, folded and padded, states a wanted fact."""
    says = all(any(folded(alt) in memory for alt in alts) for alts in wanted.all_of)
    return says and not any(folded(alt) in memory for alts in wanted.none_of for alt in alts)


def score_case(case: Case, memories: Sequence[ResultMemory]) -> CaseScore:
    """Score what the store held after one case.

    Args:
        case: What was expected.
        memories: What was there; a memory without a status is active.
    """
    existing = {memory.id: memory.text for memory in case.existing}
    listed = {memory.id: memory for memory in memories}
    active = [memory for memory in memories if memory.status in (None, "active")]
    there = {memory.id: memory.text or "" for memory in active}
    texts = [(memory.id, f" {folded(memory.text or '').strip()} ") for memory in active]
    expect = case.expect
    new = sum(memory.id not in existing for memory in active)
    labels = [i in listed and listed[i].status == "superseded" for i in expect.supersede]
    labels += [i not in listed or listed[i].status == "retracted" for i in expect.retract]
    return CaseScore(
        id=case.id,
        category=case.category,
        store=tuple(any(states(wanted, text) for _, text in texts) for wanted in expect.store),
        supersede=tuple(i not in there for i in expect.supersede),
        retract=tuple(i not in there for i in expect.retract),
        label_ok=tuple(labels),
        keep=tuple(i in there and there[i].split() == existing[i].split() for i in expect.keep),
        forbid_groups=len(expect.forbid) + len(expect.forbid_together),
        forbid_hits=tuple(_forbidden(case, texts)),
        new=new,
        max_new=expect.max_new,
        excess=0 if expect.max_new is None else max(0, new - expect.max_new),
    )


def _forbidden(case: Case, texts: Sequence[tuple[str, str]]) -> Iterator[ForbiddenText]:
    existing = {memory.id for memory in case.existing}
    for alt in (alt for group in case.expect.forbid for alt in group):
        yield from (ForbiddenText(memory=name, alt=alt) for name, text in texts if folded(alt) in text)
    for together in case.expect.forbid_together:
        for name, text in texts:
            if name not in existing and all(folded(alt) in text for alt in together):
                yield ForbiddenText(memory=name, alt=" + ".join(together))


def _rate(values: Iterable[bool]) -> float | None:
    truths = list(values)
    return round(sum(truths) / len(truths), 4) if truths else None


def summarise(scores: Sequence[CaseScore]) -> Summary:
    """Gather some cases' scores."""
    return Summary(
        cases=len(scores),
        case_pass_rate=_rate(score.passed for score in scores),
        store_recall=_rate(truth for score in scores for truth in score.store),
        supersede_accuracy=_rate(truth for score in scores for truth in score.supersede),
        retract_accuracy=_rate(truth for score in scores for truth in score.retract),
        keep_rate=_rate(truth for score in scores for truth in score.keep),
        status_label_ok=_rate(truth for score in scores for truth in score.label_ok),
        forbid_violation_cases=sum(bool(score.forbid_hits) for score in scores),
        forbid_cases=sum(bool(score.forbid_groups) for score in scores),
        overwriting_cases=sum(bool(score.excess) for score in scores),
        excess_memories=sum(score.excess for score in scores),
        new_memories=sum(score.new for score in scores),
    )


def score_results(
    cases: Sequence[Case], results: Iterable[CaseResult], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Report:
    """Score a whole run.

    Args:
        cases: At least one.
        results: By case id; of several for one case the last counts.
        resamples: Bootstrap resamples.
        seed: Of the resampling.
    """
    by_id = {result.id: result.memories for result in results}
    scores = tuple(score_case(case, by_id.get(case.id, ())) for case in cases)
    groups: dict[str, list[CaseScore]] = {}
    for score in scores:
        groups.setdefault(score.category, []).append(score)
    categories = {name: summarise(group) for name, group in groups.items()}
    # the mean of the rounded rates that the table shows, so that a reader can check it
    rates = [rate for summary in categories.values() if (rate := summary["case_pass_rate"]) is not None]
    return Report(
        score=round(sum(rates) / len(rates), 4),
        ci95=_interval([[score.passed for score in group] for group in groups.values()], resamples, seed),
        missing_cases=sum(case.id not in by_id for case in cases),
        overall=summarise(scores),
        categories=categories,
        cases=scores,
    )


def _interval(strata: Sequence[Sequence[bool]], resamples: int, seed: int) -> tuple[float, float]:
    """Percentile interval of the macro mean, resampled within categories (Efron & Tibshirani 1993, ch. 13)."""
    source = random.Random(seed)  # noqa: S311 - a resampling that repeats, no secret
    means = sorted(
        sum(sum(source.choices(stratum, k=len(stratum))) / len(stratum) for stratum in strata) / len(strata)
        for _ in range(resamples)
    )
    last = resamples - 1
    return round(means[int(0.025 * last)], 4), round(means[int(0.975 * last + 0.999999)], 4)


def empty_baseline(cases: Iterable[Case]) -> list[CaseResult]:
    """Results of a store that forgets everything."""
    return [CaseResult(id=case.id) for case in cases]


def keep_all_baseline(cases: Iterable[Case]) -> list[CaseResult]:
    """Results of a writer that stores nothing and touches nothing."""
    return [
        CaseResult(
            id=case.id,
            memories=tuple(
                ResultMemory(id=memory.id, text=memory.text, status="active") for memory in case.existing
            ),
        )
        for case in cases
    ]
