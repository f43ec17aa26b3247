"""memscribe search: find memories, now or as they were."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from memscribe.cli import options
from memscribe.cli.messages import storable
from memscribe.cli.output import emit, out, visible, waiting
from memscribe.cli.place import Place, at_place
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from datetime import datetime

    from memscribe.core.operation import Kind

Query = Annotated[str, typer.Argument(metavar="QUERY", help="What is asked, in any language", show_default=False)]
ValidAt = Annotated[
    str | None, typer.Option("--valid-at", metavar="ISO", help="What was true in the world at that time")
]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="ISO", help="As it was believed at that time (default: now)")
]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="ISO", help="Both at once: true then, as it was believed then")
]
MinTrust = Annotated[
    str | None,
    typer.Option(
        "--min-trust",
        metavar="ORIGIN|NUMBER",
        help="Only what is trusted at least as much as this origin, e.g. user_typed, or this number",
    ),
]


@at_place
def search(
    place: Place,
    query: Query,
    *,
    limit: options.Limit = 10,
    kind: options.Kind = None,
    min_trust: MinTrust = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    as_of: AsOf = None,
) -> None:
    """Find memories by words and by meaning, best first; also as they were true, or believed, at another time."""
    if as_of is not None and (valid_at is not None or known_at is not None):
        raise InputError("--as-of sets both times: leave out --valid-at and --known-at, or --as-of")
    if not query.strip():
        raise InputError("expected a question or some words, got none")
    storable(query, where="QUERY")
    true_at, believed_at = _moments(as_of or valid_at, as_of or known_at, combined=as_of is not None)
    kinds, trust = kinds_of(kind), trust_of(min_trust)
    with place.open() as memory, waiting("searching"):
        hits = memory.search(
            query,
            scope=place.scope,
            limit=limit,
            kinds=kinds,
            min_trust=trust,
            valid_at=true_at,
            known_at=believed_at,
        )
    if place.as_json:
        emit({"query": query, "hits": [_document(hit.model_dump(mode="json"), hit.memory.trust) for hit in hits]})
        return
    if not hits:
        out().print(visible(place.nothing("nothing found")))
        return
    from memscribe.cli.histories import show_hits

    show_hits(out(), hits)


def _document(hit: dict[str, object], trust: int) -> dict[str, object]:
    return {**hit, "trust": trust}


def _moments(
    valid_at: str | None, known_at: str | None, *, combined: bool
) -> "tuple[datetime | None, datetime | None]":
    true_flag, believed_flag = ("--as-of", "--as-of") if combined else ("--valid-at", "--known-at")
    return options.moment_of(valid_at, true_flag), options.moment_of(known_at, believed_flag)


def kinds_of(given: Sequence[str] | None) -> "tuple[Kind, ...]":
    """Read kinds given with --kind.

    Raises:
        InputError: There is no such kind.
    """
    from memscribe.core.operation import Kind

    names = get_args(Kind)
    for name in given or ():
        if name not in names:
            raise InputError(f"--kind: expected one of {', '.join(names)}, got {name!r}")
    return cast("tuple[Kind, ...]", tuple(given or ()))


def trust_of(given: str | None) -> int | None:
    """Read a trust: an origin's name, or a number.

    Raises:
        InputError: It is neither.
    """
    from memscribe.core.origin import TRUST

    if given is None:
        return None
    by_name = dict(TRUST.items())
    if given in by_name:
        return by_name[given]
    # trusts are small: a number of more digits is no trust
    if given.isdecimal() and len(given) <= 3:  # noqa: PLR2004
        return int(given)
    raise InputError(f"--min-trust: expected a number or one of {', '.join(by_name)}, got {given!r}")
