"""A receipt for people and for programs: what happened to each operation, on what evidence, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memscribe.cli.output import counted, hint, moment, print_table, visible
from memscribe.cli.words import REASONS, outcome, true_when
from memscribe.core.errors import NotFoundError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from memscribe.cli.place import Place
    from memscribe.core.evidence import Span
    from memscribe.core.message import Message, StampedMessage
    from memscribe.core.operation import Operation
    from memscribe.core.receipt import HeldItem, Receipt, ReceiptItem
    from memscribe.core.scope import Scope
    from memscribe.core.verdict import Finding
    from memscribe.engine import Memscribe

_WHAT = "memory, evidence, reasons"
_STYLES = {"accept": "green", "hold": "yellow", "reject": "red"}


@dataclass(frozen=True, slots=True)
class Telling:
    """What is needed to tell what an operation did, beside the operation itself.

    Args:
        messages: The episode's messages, to number the evidence; empty where they are not kept.
        replaced: Texts of the memories that operations touch, by memory id.
    """

    messages: "Sequence[Message | StampedMessage]" = ()
    replaced: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(
        cls,
        memory: "Memscribe",
        operations: "Sequence[Operation]",
        *,
        episode_id: str | None,
        scope: "Scope",
        messages: "Sequence[Message]" = (),
    ) -> "Telling":
        """Look up what some operations refer to.

        Args:
            memory: Where.
            operations: What is told.
            episode_id: Whose messages are quoted.
            scope: Whose memory.
            messages: The messages as they were handed in, where the episode is not kept (a proposal).
        """
        replaced: dict[str, str] = {}
        for target in {target for operation in operations for target in operation.targets}:
            try:
                replaced[target] = memory.get(target, scope=scope).text
            except NotFoundError:
                continue
        told: Sequence[Message | StampedMessage] = messages
        if episode_id is not None and not messages:
            try:
                told = memory.episode(episode_id, scope=scope).messages
            except NotFoundError:
                told = ()
        return cls(messages=told, replaced=replaced)

    def number(self, span: "Span") -> int | None:
        """Return which message a span quotes, counting from 1, or None where that cannot be told."""
        for number, message in enumerate(self.messages, 1):
            if getattr(message, "id", None) == span.message_id:
                return number
        # a proposal's messages got ids that nothing keeps: the words themselves tell
        for number, message in enumerate(self.messages, 1):
            if message.content[span.start : span.end] == span.quote:
                return number
        return None

    def quote(self, span: "Span") -> str:
        """Return the quote with its message's number and speaker."""
        number = self.number(span)
        words = visible(span.quote.strip())
        if number is None:
            return f'"{words}"'
        message = self.messages[number - 1]
        who = f"{message.role} {message.name}" if message.name else message.role
        return f'[{number} {visible(who)}] "{words}"'


def telling(memory: "Memscribe", receipt: "Receipt", scope: "Scope", messages: "Sequence[Message]" = ()) -> Telling:
    """Look up what a receipt refers to; ``messages`` only for a proposal, whose episode is not kept."""
    return Telling.of(
        memory,
        [item.operation for item in receipt.items],
        episode_id=receipt.episode_id,
        scope=scope,
        messages=messages,
    )


def as_json(receipt: "Receipt", told: Telling) -> dict[str, object]:
    """Return a receipt as one JSON object: the receipt, with message numbers and replaced texts beside it."""
    spans = [*(span for item in receipt.items for span in item.operation.evidence), *receipt.rejections]
    numbers = {span.message_id: number for span in spans if (number := told.number(span)) is not None}
    return {
        **receipt.model_dump(mode="json"),
        "message_numbers": numbers,
        "replaced": dict(told.replaced),
    }


def show_receipt(console: "Console", receipt: "Receipt", told: Telling, place: "Place | None" = None) -> None:
    """Print a receipt: the operations, what was left out, and (where it stays at a place) how to take it back."""
    console.print(_headline(receipt), style="bold")
    if receipt.items:
        rows = [_row(receipt, item, told) for item in receipt.items]
        print_table(console, ("outcome", "kind", _WHAT), rows, wide=2, apart=True)
    if receipt.rejections:
        left_out = [
            (
                told.quote(rejection),
                f"{REASONS[rejection.reason]} ({rejection.reason})"
                + (f":\n{rejection.memory_id}" if rejection.memory_id else ""),
            )
            for rejection in receipt.rejections
        ]
        print_table(console, ("left out", "because"), left_out)
    if receipt.type == "propose":
        console.print("Nothing was stored: this was a proposal.")
        return
    if place is None:
        return
    if any(item.versions for item in receipt.items):
        hint(console, "take it back", place.command("undo", receipt.id))
    else:
        console.print(f"receipt {receipt.id}")
    if any(item.verdict == "hold" for item in receipt.items):
        hint(console, "held items wait for you", place.command("review", "list"))


def _headline(receipt: "Receipt") -> str:
    counts: dict[str, int] = {}
    for item in receipt.items:
        said = outcome(receipt.type, item.verdict, item.operation)
        counts[said] = counts.get(said, 0) + 1
    parts = [f"{number} {said}" for said, number in counts.items()] or ["nothing to store"]
    if receipt.rejections:
        parts.append(f"{len(receipt.rejections)} left out")
    if receipt.masked:
        parts.append(f"{counted(receipt.masked, 'secret')} masked")
    return ", ".join(parts) + f" (writer {visible(receipt.writer)})"


def _row(receipt: "Receipt", item: "ReceiptItem", told: Telling) -> "tuple[Text, str, Text]":
    from rich.text import Text

    said = outcome(receipt.type, item.verdict, item.operation)
    what = describe(item.operation, told, item.findings)
    for name in (item.memory_id, item.held_id):
        if name:
            what.append(f"\n{name}", style="dim")
    return Text(said, style=_STYLES[item.verdict]), item.operation.kind, what


def describe(operation: "Operation", told: Telling, findings: "Sequence[Finding]") -> "Text":
    """Tell one operation: its text, what it replaces, when it is true, its evidence, and what was found."""
    from rich.text import Text

    what = Text()
    withdrawn = operation.op == "retract"
    lines: list[tuple[str, str]] = []
    if operation.text:
        lines.append((visible(operation.text), "bold"))
    for target in operation.targets:
        old = told.replaced.get(target)
        word = "withdraws" if withdrawn else "was"
        lines.append((f"{word}: {visible(old)}" if old else f"{word}: {target}", "bold" if withdrawn else ""))
    if when := true_when(operation):
        lines.append((f"true {when}", ""))
    for span in operation.evidence:
        part = "context: " if span.part == "context" else ""
        lines.append((f"{part}{told.quote(span)}", "cyan"))
    for finding in findings:
        word = "noted" if finding.decision == "accept" else "because"
        lines.append((f"{word}: {visible(finding.message)} ({finding.code})", _STYLES[finding.decision]))
    for number, (line, style) in enumerate(lines):
        what.append(("\n" if number else "") + line, style=style)
    return what


def show_held(console: "Console", items: "Sequence[tuple[HeldItem, Telling]]") -> None:
    """Print held items."""
    rows: list[tuple[str, str, Text]] = []
    for item, told in items:
        what = describe(item.operation, told, item.findings)
        what.append(f"\n{item.id}", style="dim")
        if item.reviewer:
            what.append(f"\n{item.status} by {visible(item.reviewer)} at {moment(item.decided_at)}")
        if item.note:
            what.append(f"\nnote: {visible(item.note)}")
        rows.append((moment(item.held_at), item.operation.kind, what))
    print_table(console, ("held since", "kind", _WHAT), rows, wide=2, apart=True)
