"""Public data sets as suites that measure any writer without a judge."""

from collections.abc import Mapping
from types import MappingProxyType

from memscribe.core.errors import InputError
from memscribe.evals.suites.locomo import LoCoMo
from memscribe.evals.suites.memorycode import MemoryCode
from memscribe.evals.suites.port import Suite
from memscribe.evals.suites.realmem import RealMem

SUITES: Mapping[str, Suite] = MappingProxyType({suite.name: suite for suite in (LoCoMo(), RealMem(), MemoryCode())})
"""The suites by name."""


def suite_named(name: str) -> Suite:
    """Return a suite.

    Raises:
        InputError: No suite has this name.
    """
    if name not in SUITES:
        raise InputError(f"expected one of the suites {', '.join(SUITES)}, got {name!r}")
    return SUITES[name]
