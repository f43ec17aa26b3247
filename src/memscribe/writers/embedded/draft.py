"""Collects what is decided over the windows of one episode, and makes a proposal of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from memscribe.core.evidence import Evidence
from memscribe.core.operation import Add, Kind, Operation, Rejection, RejectionReason, Retract, Update
from memscribe.core.ports import WriteTask
from memscribe.writers.embedded.files import Calibration
from memscribe.writers.embedded.reader import Fact
from memscribe.writers.embedded.reading import language_in
from memscribe.writers.embedded.spans import Found
from memscribe.writers.rules.reading import episode_language
from memscribe.writers.rules.when import Dated, dated


class Draft:
    """What will be proposed.

    Args:
        task: The episode and the memories.
        calibration: What a score is worth.
    """

    def __init__(self, task: WriteTask, calibration: Calibration) -> None:
        self._task = task
        self._calibration = calibration
        self._language = episode_language(task.episode)
        self._made: list[Operation] = []
        self.rejections: list[Rejection] = []

    def operations(self) -> Iterator[Operation]:
        """Return the operations in order; where two touch one memory it goes to the surer one."""
        gone: set[str] = set()
        kept: dict[int, Operation] = {}
        for at in sorted(range(len(self._made)), key=lambda at: -(self._made[at].confidence or 0)):
            operation = self._made[at]
            free = tuple(target for target in operation.targets if target not in gone)
            gone.update(free)
            if free == operation.targets:
                kept[at] = operation
            elif free:
                kept[at] = operation.model_copy(update={"targets": free})
            elif isinstance(operation, Update):
                kept[at] = Add(**operation.model_dump(exclude={"op", "targets", "change"}))
        yield from (kept[at] for at in sorted(kept))

    def reject(self, spans: Iterable[Found], reason: RejectionReason, memory: str | None = None) -> None:
        """Leave spans out for a reason."""
        for span in spans:
            message = self._task.episode.messages[span.piece.index]
            quote = message.content[span.start : span.end]
            self.rejections.append(
                Rejection(
                    message_id=message.id,
                    start=span.start,
                    end=span.end,
                    quote=quote,
                    reason=reason,
                    memory_id=memory,
                )
            )

    def retract(self, targets: Sequence[str], fact: Fact, score: float) -> None:
        """Withdraw memories, each by an operation of its own."""
        kinds: dict[str, Kind] = {one.memory.memory_id: one.memory.kind for one in self._task.recalled}
        for target in targets:
            self._made.append(
                Retract(
                    kind=kinds[target],
                    targets=(target,),
                    evidence=tuple(self._evidence(fact)),
                    confidence=self._calibration.confidence("retract", score),
                )
            )

    def write(self, text: str, kind: Kind, targets: Sequence[str], fact: Fact, score: float) -> None:
        """Add a memory, or replace some by it."""
        when = self._when(fact)
        said: dict[str, Any] = {
            "kind": kind,
            "text": text,
            "evidence": tuple(self._evidence(fact)),
            "confidence": self._calibration.confidence("update" if targets else "add", score),
            "valid_from": when.start if when else None,
            "valid_to": when.end if when else None,
        }
        self._made.append(Update(**said, targets=tuple(targets)) if targets else Add(**said))

    def _evidence(self, fact: Fact) -> Iterator[Evidence]:
        messages = self._task.episode.messages
        for span in fact.spans:
            yield Evidence.at(messages[span.piece.index], span.start, span.end)
        for span in fact.context:
            yield Evidence.at(messages[span.piece.index], span.start, span.end, part="context")

    def _when(self, fact: Fact) -> Dated | None:
        """Return the first time that the evidence bounds the fact by."""
        for span in fact.spans:
            message = self._task.episode.messages[span.piece.index]
            language = language_in(message, self._language)
            when = dated(message.content[span.start : span.end], now=message.at, language=language)
            if when.start or when.end:
                return when
        return None
