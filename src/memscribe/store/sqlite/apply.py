"""The write: one batch inside one transaction that is open already."""

from collections.abc import Generator
from contextlib import contextmanager

import apsw

from memscribe.core.errors import (
    ConflictError,
    IdempotencyConflictError,
    NotFoundError,
    ReviewError,
    VersionConflictError,
)
from memscribe.core.memory import Version
from memscribe.core.ports import Batch
from memscribe.core.receipt import HeldItem, Receipt
from memscribe.core.scope import Scope
from memscribe.store.checks import check_dimensions, refuse_foreign, to_json
from memscribe.store.sqlite.rows import instant, microseconds, scope_columns, version_columns
from memscribe.store.sqlite.session import SQL, Session
from memscribe.text.terms import terms


def apply_batch(session: Session, batch: Batch, *, expected_revision: int | None) -> Receipt:
    """Apply a checked batch.

    Args:
        session: In a transaction that holds the write lock.
        batch: What to apply.
        expected_revision: The scope's revision when the batch was decided upon.

    Returns:
        The batch's receipt, or the first one under its idempotency key.

    Raises:
        IdempotencyConflictError: The key is known with another body.
        VersionConflictError: The scope's revision moved on, or a version does not follow its predecessor.
        ConflictError: An id is taken.
        ReviewError: An item is decided already, or waits already.
        NotFoundError: An item that is decided is not in the scope.
    """
    scope = batch.receipt.scope
    scope_id, revision = _scope(session, scope)
    if (first := _first_receipt(session, scope_id, batch)) is not None:
        return first
    if expected_revision is not None and revision != expected_revision:
        raise VersionConflictError(
            f"expected revision {expected_revision} of scope {scope}, got {revision}: read again and decide again"
        )
    _keep_receipt(session, scope_id, batch)
    if batch.episode is not None:
        row = {"id": batch.episode.id, "scope_id": scope_id, "body": to_json(batch.episode)}
        with _unique(f"episode {batch.episode.id}"):
            session.change(SQL["insert_episode"], row)
    for item in batch.held:
        with _unique(f"held item {item.id}"):
            session.change(SQL["insert_held"], _held_columns(item, scope_id))
    for item in batch.decided:
        _decide(session, item, scope_id)
    encoder = _encoder(session, batch)
    for version in batch.versions:
        _append(session, version, batch, encoder)
    session.change(SQL["advance_scope"], {"scope_id": scope_id})
    return batch.receipt


def _scope(session: Session, scope: Scope) -> tuple[int, int]:
    columns = scope_columns(scope)
    rows = session.rows(SQL["scope"], columns)
    if not rows:
        session.change(SQL["ensure_scope"], columns)
        rows = session.rows(SQL["scope"], columns)
    ((scope_id, revision),) = rows
    return scope_id, revision


def _first_receipt(session: Session, scope_id: int, batch: Batch) -> Receipt | None:
    key = batch.receipt.idempotency_key
    if key is None:
        return None
    row = session.row(SQL["keyed_receipt"], {"scope_id": scope_id, "key": key})
    if row is None:
        return None
    body_hash, body = row
    first = Receipt.model_validate_json(body)
    if body_hash != (batch.body_hash or ""):
        raise IdempotencyConflictError(
            f"idempotency key {key!r} was used for another body (receipt {first.id}): use a new key"
        )
    return first


def _keep_receipt(session: Session, scope_id: int, batch: Batch) -> None:
    receipt = batch.receipt
    row = {"id": receipt.id, "scope_id": scope_id, "body": to_json(receipt)}
    with _unique(f"receipt {receipt.id}"):
        ((position,),) = session.rows(SQL["insert_receipt"], row)
    if receipt.idempotency_key is not None:
        session.change(
            SQL["insert_key"],
            {
                "scope_id": scope_id,
                "key": receipt.idempotency_key,
                "body_hash": batch.body_hash or "",
                "receipt": position,
            },
        )


def _held_columns(item: HeldItem, scope_id: int) -> dict[str, str | int | None]:
    return {"id": item.id, "scope_id": scope_id, "status": item.status, "body": to_json(item)}


def _decide(session: Session, item: HeldItem, scope_id: int) -> None:
    row = _held_columns(item, scope_id)
    if session.change(SQL["decide_held"], row):
        return
    if session.row(SQL["held_item"], {"id": item.id, "scope_id": scope_id}) is None:
        raise NotFoundError(f"expected held item {item.id} in scope {item.scope}, found none")
    state = "waits already" if item.status == "pending" else "was decided already"
    raise ReviewError(f"{item.id} {state}: read it again")


def _encoder(session: Session, batch: Batch) -> int | None:
    if not batch.vectors or batch.encoder_id is None:
        return None
    got = len(next(iter(batch.vectors.values()))) // 4
    session.change(SQL["ensure_encoder"], {"name": batch.encoder_id, "dimensions": got})
    row_id, dimensions = session.rows(SQL["encoder"], {"name": batch.encoder_id})[0]
    check_dimensions(batch.encoder_id, expected=dimensions, got=got)
    return row_id


def _append(session: Session, version: Version, batch: Batch, encoder: int | None) -> None:
    scope_id, _ = _scope(session, version.scope)
    _close_predecessor(session, version, scope_id)
    text_id = _text(session, version, scope_id)
    row = {**version_columns(version), "scope_id": scope_id, "text_id": text_id}
    with _unique(f"external id {version.external_id!r}"):
        session.change(SQL["insert_version"], row)
    if encoder is not None and (vector := batch.vectors.get(version.text)) is not None:
        session.change(
            SQL["insert_vector"],
            {"scope_id": scope_id, "encoder_id": encoder, "text_id": text_id, "vector": vector},
        )


def _close_predecessor(session: Session, version: Version, scope_id: int) -> None:
    last = session.row(SQL["open_version"], {"memory_id": version.memory_id})
    number, recorded_at, owner = last or (0, None, scope_id)
    if owner != scope_id:
        raise refuse_foreign(version.memory_id, version.scope)
    if version.number != number + 1:
        raise VersionConflictError(
            f"expected version {number + 1} of {version.memory_id}, got {version.number}: read it again"
        )
    if recorded_at is None:
        return
    now = microseconds(version.recorded_at)
    if now < recorded_at:
        raise VersionConflictError(
            f"version {version.number} of {version.memory_id} is recorded at {version.recorded_at}, before its "
            f"predecessor ({instant(recorded_at)}): the clock went back"
        )
    session.change(SQL["close_version"], {"memory_id": version.memory_id, "recorded_at": now})


def _text(session: Session, version: Version, scope_id: int) -> int:
    known = {"memory_id": version.memory_id, "text": version.text}
    rows = session.rows(SQL["text"], known)
    if not rows:
        new = {**known, "scope_id": scope_id, "terms": " ".join(terms(version.text))}
        rows = session.rows(SQL["insert_text"], new)
    ((text_id,),) = rows
    return text_id


@contextmanager
def _unique(what: str) -> Generator[None]:
    """Say what is taken where the schema refuses a row."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise ConflictError(f"{what} is taken: use another ({error})") from error
