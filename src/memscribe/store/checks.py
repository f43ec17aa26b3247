"""What every store refuses, before it touches anything."""

from collections.abc import Set as AbstractSet

import numpy as np
from pydantic_core import PydanticSerializationError

from memscribe.core.base import Model
from memscribe.core.errors import ConflictError, InputError, ScopeError
from memscribe.core.ports import Batch
from memscribe.core.scope import Scope


def check_batch(batch: Batch) -> None:
    """Refuse a batch that reaches beyond its scope or contradicts itself.

    Raises:
        ScopeError: A part of it belongs to a scope that its receipt's scope may not write to.
        ConflictError: A version names another receipt.
        InputError: Its vectors have no encoder, differ in length or hold no finite numbers.
    """
    own = batch.receipt.scope
    whole = [batch.episode] if batch.episode else []
    for part in (*whole, *batch.held, *batch.decided):
        if part.scope != own:
            raise ScopeError(f"expected {part.id} in scope {own}, got {part.scope}: a batch has one scope")
    for version in batch.versions:
        if not own.sees(version.scope):
            raise ScopeError(
                f"expected {version.memory_id} in a scope visible from {own}, got {version.scope}: "
                "write from that scope"
            )
        if version.receipt_id != batch.receipt.id:
            raise ConflictError(
                f"expected {version.memory_id} to name receipt {batch.receipt.id}, got {version.receipt_id}"
            )
    _check_vectors(batch)


def _check_vectors(batch: Batch) -> None:
    if not batch.vectors:
        return
    if not batch.encoder_id:
        raise InputError("expected the id of the encoder that made the vectors, got none: set encoder_id")
    lengths = {len(vector) for vector in batch.vectors.values()}
    if len(lengths) > 1 or not (length := lengths.pop()) or length % 4:
        raise InputError("expected float32 vectors of one length: embed all texts of a batch with one encoder")
    if not np.isfinite(np.frombuffer(b"".join(batch.vectors.values()), dtype="<f4")).all():
        raise InputError(f"encoder {batch.encoder_id} gave a vector that holds no finite numbers: check its model")


def check_dimensions(encoder_id: str, *, expected: int, got: int) -> None:
    """Refuse a vector whose length is not that of its encoder.

    Raises:
        InputError: The lengths differ.
    """
    if expected != got:
        raise InputError(
            f"expected vectors of {expected} dimensions from encoder {encoder_id}, got {got}: "
            "a changed encoder needs an id of its own"
        )


def refuse_foreign(memory_id: str, scope: Scope) -> ConflictError:
    """Return the error for a version whose memory belongs to another scope."""
    return ConflictError(f"expected {memory_id} to be a memory of scope {scope}, but it is not: read it again")


def to_json(model: Model, *, without: AbstractSet[str] = frozenset()) -> str:
    """Return a value's JSON.

    Args:
        model: The value.
        without: Fields to leave out.

    Raises:
        InputError: A string in it is no Unicode text (it holds a lone surrogate).
    """
    try:
        return model.model_dump_json(exclude=set(without))
    except PydanticSerializationError as error:
        raise InputError(
            f"expected Unicode text in a {type(model).__name__}, got a lone surrogate: replace it ({error})"
        ) from error
