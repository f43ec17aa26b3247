"""The guard: decides, without asking any model, what a writer's proposal may change."""

from memscribe.guard.origin import OriginPolicy, stamp
from memscribe.guard.pipeline import Guard, GuardContext
from memscribe.guard.secrets import Masked, mask, mask_value
from memscribe.guard.segments import Segment, origin_of, segments

__all__ = [
    "Guard", "GuardContext", "Masked", "OriginPolicy", "Segment", "mask", "mask_value", "origin_of", "segments",
    "stamp",
]  # fmt: skip
