"""The writers by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from memscribe.core.errors import InputError
from memscribe.core.ports import Writer


def _rules() -> Writer:
    from memscribe.writers.rules import RulesWriter

    return RulesWriter()


def _verbatim() -> Writer:
    from memscribe.writers.verbatim import VerbatimWriter

    return VerbatimWriter()


# writers that need settings (weights, an endpoint) join here: embedded, llm, cascade
_MAKERS: Mapping[str, Callable[[], Writer]] = MappingProxyType({"rules": _rules, "verbatim": _verbatim})

WRITERS: tuple[str, ...] = tuple(_MAKERS)
"""The names that :func:`make_writer` knows."""


def make_writer(name: str) -> Writer:
    """Make a writer.

    Args:
        name: One of :data:`WRITERS`.

    Raises:
        InputError: No writer has this name.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise InputError(f"expected one of the writers {', '.join(WRITERS)}, got {name!r}")
    return maker()
