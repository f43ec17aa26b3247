"""The classes that the model tells apart."""

from typing import Final

from memscribe.core.operation import KINDS, REJECTION_REASONS

TAGS: Final = ("O", "B-salient", "I-salient", "B-context", "I-context")
ACTS: Final = ("write", "retract", "none", *REJECTION_REASONS)
"""What a span does: it asserts a fact, it takes a memory back, nothing, or it is tempting for this reason."""
WRITE, RETRACT, NONE = 0, 1, 2
RELATIONS: Final = ("none", "same", "related", "updates", "contradicts", "refines", "retracts")
"""What a span does to a memory; ``related`` is about the same thing and leaves it as it is."""
REPLACING: Final = (3, 4, 5)
RETRACTING: Final = 6
OWNERS: Final = ("user", "other", "work")
__all__ = ["ACTS", "KINDS", "NONE", "OWNERS", "RELATIONS", "REPLACING", "RETRACT", "RETRACTING", "TAGS", "WRITE"]
