"""Named SQL statements, read from a file in which each carries the reason for its shape."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_COMMENT = re.compile(r"^--.*\n?", re.MULTILINE)


def parse(source: str) -> Mapping[str, str]:
    """Split a file of statements.

    Args:
        source: ``-- name: insert_version`` begins a statement; comment lines are dropped, and ``{name}`` takes
            in an earlier statement of that name. Other words in braces are left for the caller.

    Returns:
        Statements by name.

    Raises:
        ValueError: A name stands twice.
    """
    _, *pieces = _NAME.split(source)
    found: dict[str, str] = {}
    for name, piece in zip(pieces[::2], pieces[1::2], strict=True):
        if name in found:
            raise ValueError(f"expected every statement once, got {name!r} twice: rename one")
        statement = _COMMENT.sub("", piece).strip()
        found[name] = re.sub(r"\{(\w+)\}", lambda match: found.get(match[1], match[0]), statement)
    return MappingProxyType(found)


@cache
def statements(backend: str) -> Mapping[str, str]:
    """Return the statements of a backend, by name."""
    return parse(files("memscribe.store").joinpath("sql", backend, "queries.sql").read_text(encoding="utf-8"))
