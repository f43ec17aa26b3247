"""From reviewed operations, decisions and undos to batches that a store can apply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from memscribe.core.errors import (
    ConflictError,
    InputError,
    NotFoundError,
    ReviewError,
    UndoRefusedError,
    VersionConflictError,
)
from memscribe.core.ids import IdSource
from memscribe.core.memory import Given, Version
from memscribe.core.message import Episode
from memscribe.core.operation import Add, Operation, Proposal, Retract, Update
from memscribe.core.ports import Batch
from memscribe.core.receipt import HeldChange, HeldItem, HeldState, Receipt, ReceiptItem, WrittenVersion
from memscribe.core.revision import Revision, compensate
from memscribe.core.scope import Scope
from memscribe.core.verdict import Approved, Reviewed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of texts about to be stored, and the encoder that made them."""

    by_text: Mapping[str, bytes]
    encoder_id: str | None

    def of(self, versions: Sequence[Version]) -> dict[str, bytes]:
        """Return those of the texts that these versions hold."""
        texts = {version.text for version in versions}
        return {text: vector for text, vector in self.by_text.items() if text in texts}


@dataclass(frozen=True, slots=True)
class Moment:
    """What every batch needs: who records, when, and where ids come from."""

    at: datetime
    ids: IdSource

    def not_before(self, versions: Sequence[Version]) -> datetime:
        """Return now, or the latest recording among some versions where the clock went back."""
        return max([self.at, *(version.recorded_at for version in versions)])


def write_batch(
    episode: Episode,
    proposal: Proposal,
    reviewed: Sequence[Reviewed],
    *,
    current: Mapping[str, Version],
    vectors: Vectors,
    masked: int,
    moment: Moment,
    idempotency_key: str | None = None,
    body_hash: str | None = None,
) -> Batch:
    """Make the batch of a write: accepted operations become versions, held ones wait, all are on the receipt."""
    receipt_id = moment.ids.new("rcp")
    accepted = [one.operation for one in reviewed if one.verdict.decision == "accept"]
    changed = {target for operation in accepted for target in operation.targets}
    recorded_at = moment.not_before([current[target] for target in sorted(changed & current.keys())])
    revision = Revision(
        episode=episode,
        receipt_id=receipt_id,
        recorded_at=recorded_at,
        writer=proposal.writer,
        current=current,
        ids=moment.ids,
    )
    items: list[ReceiptItem] = []
    held: list[HeldItem] = []
    for one in reviewed:
        item = ReceiptItem(
            operation=one.operation,
            verdict=one.verdict.decision,
            findings=one.verdict.findings,
            origin=one.origin,
        )
        match one.verdict.decision:
            case "accept":
                memory_id, versions = revision.apply(Approved.by_guard(one))
                item = item.model_copy(update={"memory_id": memory_id, "versions": versions})
            case "hold":
                waiting = _held(one, episode, receipt_id, recorded_at, moment.ids)
                held.append(waiting)
                item = item.model_copy(update={"held_id": waiting.id})
            case "reject":
                pass
        items.append(item)
    receipt = Receipt(
        id=receipt_id,
        type="write",
        scope=episode.scope,
        at=recorded_at,
        writer=proposal.writer,
        episode_id=episode.id,
        idempotency_key=idempotency_key,
        items=tuple(items),
        rejections=proposal.rejections,
        masked=masked,
        held_changes=tuple(HeldChange(held_id=one.id, before=None, after=one.state) for one in held),
    )
    return Batch(
        receipt=receipt,
        versions=revision.versions,
        episode=episode,
        held=tuple(held),
        vectors=vectors.of(revision.versions),
        encoder_id=vectors.encoder_id,
        body_hash=body_hash,
    )


def _held(one: Reviewed, episode: Episode, receipt_id: str, at: datetime, ids: IdSource) -> HeldItem:
    return HeldItem(
        id=ids.new("held"),
        scope=episode.scope,
        episode_id=episode.id,
        receipt_id=receipt_id,
        operation=one.operation,
        origin=one.origin,
        findings=one.verdict.findings,
        held_at=at,
    )


def accept_batch(
    item: HeldItem,
    operation: Operation,
    episode: Episode,
    *,
    current: Mapping[str, Version],
    vectors: Vectors,
    reviewer: str,
    moment: Moment,
) -> Batch:
    """Make the batch of a reviewer who lets a held item through.

    Raises:
        ReviewError: All memories that it would withdraw are gone.
    """
    operation = _without_gone_targets(operation, current)
    receipt_id = moment.ids.new("rcp")
    recorded_at = moment.not_before(list(current.values()))
    revision = Revision(
        episode=episode,
        receipt_id=receipt_id,
        recorded_at=recorded_at,
        writer="review",
        current=current,
        ids=moment.ids,
    )
    state = HeldState(status="accepted", reviewer=reviewer, decided_at=recorded_at)
    try:
        memory_id, versions = revision.apply(Approved.by_reviewer(operation, origin=item.origin, reviewer=reviewer))
    except VersionConflictError as error:
        raise ReviewError(f"{item.id} can no longer be applied: {error}") from error
    receipt = Receipt(
        id=receipt_id,
        type="review",
        scope=item.scope,
        at=recorded_at,
        writer=f"review:{reviewer}",
        episode_id=item.episode_id,
        items=(
            ReceiptItem(
                operation=operation,
                verdict="accept",
                findings=item.findings,
                origin=item.origin,
                memory_id=memory_id,
                versions=versions,
                held_id=item.id,
            ),
        ),
        held_changes=(HeldChange(held_id=item.id, before=item.state, after=state),),
    )
    return Batch(
        receipt=receipt,
        versions=revision.versions,
        decided=(item.moved(state),),
        vectors=vectors.of(revision.versions),
        encoder_id=vectors.encoder_id,
    )


def _without_gone_targets(operation: Operation, current: Mapping[str, Version]) -> Operation:
    """Drop targets that are not active any more; an update without targets is an addition."""
    there = tuple(target for target in operation.targets if target in current and not current[target].ended)
    match operation:
        case Update() if not there:
            return Add(
                kind=operation.kind,
                text=operation.text,
                evidence=operation.evidence,
                valid_from=operation.valid_from,
                valid_to=operation.valid_to,
                confidence=operation.confidence,
            )
        case Retract() if not there:
            raise ReviewError(
                f"expected one of {', '.join(operation.targets)} to be active, but all are gone: reject the item"
            )
        case Update() | Retract():
            return operation.model_copy(update={"targets": there})
        case Add():
            return operation


def reject_batch(item: HeldItem, *, reviewer: str, note: str | None, moment: Moment) -> Batch:
    """Make the batch of a reviewer who turns a held item down: recorded, nothing stored."""
    state = HeldState(status="rejected", reviewer=reviewer, decided_at=moment.at, note=note)
    receipt = Receipt(
        id=moment.ids.new("rcp"),
        type="review",
        scope=item.scope,
        at=moment.at,
        writer=f"review:{reviewer}",
        episode_id=item.episode_id,
        items=(
            ReceiptItem(
                operation=item.operation,
                verdict="reject",
                findings=item.findings,
                origin=item.origin,
                held_id=item.id,
            ),
        ),
        held_changes=(HeldChange(held_id=item.id, before=item.state, after=state),),
    )
    return Batch(receipt=receipt, decided=(item.moved(state),))


def undo_batch(
    receipt: Receipt,
    histories: Mapping[str, Sequence[Version]],
    held: Mapping[str, HeldItem],
    *,
    moment: Moment,
) -> Batch:
    """Make the batch that takes a receipt back.

    Args:
        receipt: What is undone.
        histories: All versions of the memories that it wrote.
        held: The items that it put into the queue or decided, as they are now, by id.
        moment: Who records, when.

    Raises:
        UndoRefusedError: It changed nothing, or something was changed again since.
    """
    written = [version for item in receipt.items for version in item.versions]
    if not written and not receipt.held_changes:
        raise UndoRefusedError(f"{receipt.id} changed nothing: there is nothing to undo")
    recorded_at = moment.not_before([history[-1] for history in histories.values()])
    undo_id = moment.ids.new("rcp")
    versions = compensate(written, histories, receipt_id=undo_id, recorded_at=recorded_at)
    changes = _changed_back(receipt, held, recorded_at)
    by_memory = {version.memory_id: version for version in versions}
    items = tuple(
        item.model_copy(
            update={
                "versions": tuple(
                    WrittenVersion(memory_id=memory_id, number=by_memory[memory_id].number)
                    for memory_id in dict.fromkeys(version.memory_id for version in item.versions)
                )
            }
        )
        for item in receipt.items
        if item.versions or item.held_id
    )
    return Batch(
        receipt=Receipt(
            id=undo_id,
            type="undo",
            scope=receipt.scope,
            at=recorded_at,
            writer="undo",
            episode_id=receipt.episode_id,
            items=items,
            held_changes=changes,
            undoes=receipt.id,
        ),
        versions=versions,
        decided=tuple(held[change.held_id].moved(change.after) for change in changes),
    )


def _changed_back(receipt: Receipt, held: Mapping[str, HeldItem], at: datetime) -> tuple[HeldChange, ...]:
    """Put held items back to where they stood; what a write held is turned down, unless it was decided since."""
    gone = HeldState(status="rejected", reviewer="undo", decided_at=at, note=f"{receipt.id} was undone")
    changes: list[HeldChange] = []
    for change in receipt.held_changes:
        now = held[change.held_id].state
        if now == change.after:
            changes.append(HeldChange(held_id=change.held_id, before=now, after=change.before or gone))
        elif change.before is not None:
            raise UndoRefusedError(f"{change.held_id} was decided again since {receipt.id}: undo that first")
    return tuple(changes)


def import_batch(given: Sequence[Given], *, scope: Scope, vectors: Vectors, moment: Moment) -> Batch:
    """Make the batch that loads existing memories as they are."""
    named = [one.external_id for one in given if one.external_id is not None]
    if len(set(named)) != len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise ConflictError(f"expected every external id once, got {twice!r} twice: ids are unique in a scope")
    for one in given:
        if one.recorded_at and one.recorded_at > moment.at:
            raise InputError(
                f"expected memories recorded until now ({moment.at.isoformat()}), got {one.text!r} of "
                f"{one.recorded_at.isoformat()}: what is recorded later would never be superseded"
            )
    receipt_id = moment.ids.new("rcp")
    versions: list[Version] = []
    items: list[ReceiptItem] = []
    for one in given:
        version = Version(
            memory_id=moment.ids.new("mem"),
            number=1,
            scope=scope,
            kind=one.kind,
            text=one.text,
            ended=one.ended,
            origin=one.origin,
            receipt_id=receipt_id,
            recorded_at=one.recorded_at or moment.at,
            writer="import",
            external_id=one.external_id,
        )
        versions.append(version)
        items.append(
            ReceiptItem(
                operation=Add(kind=one.kind, text=one.text, evidence=()),
                verdict="accept",
                origin=one.origin,
                memory_id=version.memory_id,
                versions=(WrittenVersion(memory_id=version.memory_id, number=1),),
            )
        )
    return Batch(
        receipt=Receipt(
            id=receipt_id, type="import", scope=scope, at=moment.at, writer="import", items=tuple(items)
        ),
        versions=tuple(versions),
        vectors=vectors.of(versions),
        encoder_id=vectors.encoder_id,
    )


def found(value: T | None, what: str, where: Scope) -> T:
    """Return a value that must be there.

    Raises:
        NotFoundError: It is None.
    """
    if value is None:
        raise NotFoundError(f"expected {what} in scope {where}, found none: check the id and the scope")
    return value
