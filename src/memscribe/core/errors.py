"""The error tree: one public base, a stable snake_case code each, the docstring is the default message."""

from typing import ClassVar


class MemscribeError(Exception):
    """Something went wrong inside memscribe."""

    code: ClassVar[str] = "memscribe_error"

    def __init__(self, message: str | None = None) -> None:
        """Take a message that says what was expected, what came and what to do."""
        super().__init__(message or (type(self).__doc__ or "").strip())


class InputError(MemscribeError):
    """The input is not what was asked for."""

    code = "invalid_input"


class EvidenceError(InputError):
    """A quote does not stand where the evidence says."""

    code = "evidence_mismatch"


class ScopeError(InputError):
    """The scope is incomplete or reaches beyond what the caller may touch."""

    code = "invalid_scope"


class ConfigError(InputError):
    """A setting is missing or has a value that cannot be used."""

    code = "invalid_config"


class NotFoundError(MemscribeError):
    """Nothing with this id is visible from this scope."""

    code = "not_found"


class ConflictError(MemscribeError):
    """The request contradicts what is stored."""

    code = "conflict"


class IdempotencyConflictError(ConflictError):
    """This idempotency key was used in this scope for another body."""

    code = "idempotency_conflict"


class VersionConflictError(ConflictError):
    """The memory or its scope changed since it was read."""

    code = "version_conflict"


class UndoRefusedError(ConflictError):
    """Later versions depend on what would be undone."""

    code = "undo_refused"


class ReviewError(ConflictError):
    """The held item was decided already, or can no longer be applied."""

    code = "review_refused"


class WriterError(MemscribeError):
    """The writer failed; the episode was not applied and the write can be retried."""

    code = "writer_failed"


class EncoderError(MemscribeError):
    """Texts could not be embedded."""

    code = "encoder_failed"


class ModelFilesError(EncoderError):
    """The model folder is missing or damaged."""

    code = "model_files"


class StoreError(MemscribeError):
    """The store could not do what was asked; nothing was half done."""

    code = "store_failed"


class StoreBusyError(StoreError):
    """Another process holds the store's write lock for longer than the time-out."""

    code = "store_busy"


class StoreDamagedError(StoreError):
    """The store's file is not a memscribe database, or is damaged."""

    code = "store_damaged"


class MigrationError(StoreError):
    """The store was written by another version of memscribe."""

    code = "migration_failed"
