"""Feed the write corpus through the guard: how much of the gold it lets through, how much planted it stops.

    python benchmarks/guard_on_corpus.py CORPUS_FOLDER [--show CODE] [--limit N]

Gold operations become core operations, existing memories become versions. The corpus does not say which quotes
are only context: where a user's quote stands among the evidence, quotes of others count as context, except for
tasks and experiences, which are the agent's and its tools' own record.
"""

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memscribe.core.evidence import Evidence
from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, Message, StampedMessage
from memscribe.core.operation import Add, Operation, Proposal, Retract, Update
from memscribe.core.origin import Origin
from memscribe.core.scope import Scope
from memscribe.core.verdict import Reviewed
from memscribe.guard import Guard, GuardContext, OriginPolicy, mask, stamp
from memscribe.guard.duplicates import same

_SCOPE = Scope(tenant="bench", user="u")
_POLICY = OriginPolicy()
_OF_SOURCE: dict[str, Origin] = {
    "user": "user_typed",
    "assistant": "assistant",
    "agent": "assistant",
    "import": "import",
}
_OWN_RECORDS = {"task", "experience"}


def examples(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the examples of all files in order."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def episode_of(example: dict[str, Any]) -> Episode:
    """Stamp and mask the messages, as the engine does."""
    now = datetime.fromisoformat(example["now"])
    messages: list[StampedMessage] = []
    for index, raw in enumerate(example["messages"]):
        content = mask(raw["content"]).text
        message = Message(role=raw["role"], content=content, name=raw.get("name"))
        at = datetime.fromisoformat(raw["at"]) if raw.get("at") else now
        messages.append(
            StampedMessage(
                id=f"msg_{index}",
                role=message.role,
                content=message.content,
                name=message.name,
                at=at if at.tzinfo else at.replace(tzinfo=UTC),
                origin=stamp(message, _POLICY),
            )
        )
    return Episode(id="ep_1", scope=_SCOPE, messages=tuple(messages), at=now, account=example["user"])


def memories_of(example: dict[str, Any]) -> dict[str, Version]:
    """Turn existing memories into versions."""
    return {
        raw["id"]: Version(
            memory_id=raw["id"],
            number=1,
            scope=_SCOPE,
            kind=raw["kind"],
            text=raw["text"],
            origin=_OF_SOURCE.get(raw.get("source") or "import", "tool_external"),
            receipt_id="rcp_0",
            recorded_at=datetime.fromisoformat(raw["recorded_at"]).replace(tzinfo=UTC),
            writer="corpus",
        )
        for raw in example["existing"]
    }


def evidence_of(
    quotes: list[dict[str, Any]], episode: Episode, original: list[dict[str, Any]], kind: str
) -> tuple[Evidence, ...]:
    """Find the quotes; see the module docstring for the part that each plays."""
    by_user = any(episode.messages[quote["message"]].role == "user" for quote in quotes)
    found: list[Evidence] = []
    for quote in quotes:
        message = episode.messages[quote["message"]]
        start = quote.get("start")
        if start is None:
            start = original[quote["message"]]["content"].index(quote["quote"])
        part = "context" if by_user and message.role != "user" and kind not in _OWN_RECORDS else "asserts"
        found.append(Evidence.at(message, start, start + len(quote["quote"]), part=quote.get("part", part)))
    return tuple(found)


def operation_of(raw: dict[str, Any], episode: Episode, original: list[dict[str, Any]]) -> Operation:
    """Turn a gold operation into a core operation."""
    evidence = evidence_of(raw["evidence"], episode, original, raw["kind"])
    match raw["op"]:
        case "add":
            return Add(kind=raw["kind"], text=raw["text"], evidence=evidence)
        case "update":
            return Update(kind=raw["kind"], text=raw["text"], evidence=evidence, targets=tuple(raw["targets"]))
        case _:
            return Retract(kind=raw["kind"], evidence=evidence, targets=tuple(raw["targets"]))


def gold(folder: Path, show: str | None, limit: int) -> None:
    """Review the gold operations."""
    guard = Guard(policy=_POLICY)
    counts: dict[str, Counter[str]] = {"user_typed": Counter(), "other": Counter()}
    codes: dict[str, Counter[str]] = {"user_typed": Counter(), "other": Counter()}
    milliseconds: list[float] = []
    shown = 0
    for example in examples(folder):
        episode, memories = episode_of(example), memories_of(example)
        operations = tuple(operation_of(raw, episode, example["messages"]) for raw in example["operations"])
        near = tuple(Recalled(memory=memory) for memory in memories.values())
        context = GuardContext(
            episode=episode, memories=memories, neighbours=dict.fromkeys(range(len(operations)), near)
        )
        began = time.process_time()
        reviews = guard.review(Proposal(operations=operations, writer="gold@1"), context)
        if operations:
            milliseconds.append(1000 * (time.process_time() - began))
        for review in reviews:
            group = "user_typed" if review.origin == "user_typed" else "other"
            counts[group][review.verdict.decision] += 1
            codes[group].update({f"{found.decision} {found.code}" for found in review.verdict.findings})
            if (
                show
                and shown < limit
                and any(f.code == show for f in review.verdict.findings)
                and group == "user_typed"
            ):
                shown += 1
                describe(example["id"], review, episode)
    for group, decisions in counts.items():
        total = sum(decisions.values())
        print(f"gold operations asserted by {group}: {total}")
        for decision in ("accept", "hold", "reject"):
            print(f"  {decision}: {decisions[decision]} ({decisions[decision] / max(1, total):.2%})")
        for code, count in codes[group].most_common():
            print(f"    {code}: {count}")
    ordered = sorted(milliseconds)
    median, p95 = statistics.median(ordered), ordered[int(0.95 * len(ordered))]
    print(f"review of an episode (CPU time): median {median:.2f} ms, p95 {p95:.2f} ms, max {ordered[-1]:.1f} ms")


def describe(name: str, review: Reviewed, episode: Episode) -> None:
    """Print one review."""
    operation = review.operation
    print(f"--- {name} {operation.op} {operation.kind} [{review.origin}] {operation.text!r} -> {operation.targets}")
    for quote in review.operation.evidence:
        message = next(m for m in episode.messages if m.id == quote.message_id)
        print(f"      {message.role}/{quote.part}: {quote.quote!r}")
    for found in review.verdict.findings:
        print(f"    {found.decision} {found.code}: {found.message}")


def wrong(folder: Path, reason: str, kind: str, *, show: bool, limit: int) -> None:
    """Review operations that store what the corpus says must not be stored."""
    guard = Guard(policy=_POLICY)
    counts: Counter[tuple[str, str]] = Counter()
    for example in examples(folder):
        episode, memories = episode_of(example), memories_of(example)
        for raw in example["rejections"]:
            if raw["reason"] != reason:
                continue
            evidence = evidence_of([raw], episode, example["messages"], kind)
            operation = Add.model_validate(
                {"kind": kind, "text": raw["quote"], "evidence": [e.model_dump() for e in evidence]}
            )
            review = guard.review(
                Proposal(operations=(operation,), writer="wrong@1"),
                GuardContext(episode=episode, memories=memories, neighbours={}),
            )[0]
            role = episode.messages[raw["message"]].role
            counts[role, review.verdict.decision] += 1
            if show and review.verdict.decision == "accept" and sum(counts.values()) and limit > 0:
                limit -= 1
                describe(example["id"], review, episode)
    for role in sorted({role for role, _ in counts}):
        row = {decision: counts[role, decision] for decision in ("accept", "hold", "reject")}
        total = sum(row.values())
        stopped = total - row["accept"]
        share = f"{stopped}/{total} stopped ({stopped / total:.1%})"
        print(f"wrong ({reason} as {kind}) from {role}: {share}, of these {row['reject']} rejected")


def pairs(folder: Path) -> None:
    """Judge the duplicate test by the relations of the corpus."""
    table: Counter[tuple[str, bool]] = Counter()
    for example in examples(folder):
        texts = {raw["id"]: raw["text"] for raw in example["existing"]}
        for relation in example["relations"]:
            text = example["operations"][relation["operation"]]["text"]
            if text:
                table[relation["relation"], same(text, texts[relation["existing"]], similarity=1.0)] += 1
    print("pairs called the same (similarity 1.0, the least favourable):")
    for relation in ("same", "refines", "updates", "contradicts", "unrelated"):
        print(f"  {relation}: {table[relation, True]} of {table[relation, True] + table[relation, False]}")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", help="print user-typed gold operations with this code")
    parser.add_argument("--wrong", help="print accepted wrong operations of this reason")
    parser.add_argument("--limit", type=int, default=40)
    options = parser.parse_args()
    gold(options.folder, options.show, options.limit)
    for reason in ("injection", "unverified", "assistant_suggestion", "secret"):
        for kind in ("knowledge", "task", "profile", "instruction"):
            wrong(options.folder, reason, kind, show=options.wrong == f"{reason}:{kind}", limit=options.limit)
    pairs(options.folder)


if __name__ == "__main__":
    main()
