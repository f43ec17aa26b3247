"""Questions to the store: which versions pass a filter, hold some terms, or lie near a vector."""

import json
from collections.abc import Sequence
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from memscribe.core.memory import Hit, Version
from memscribe.core.message import without_surrogates
from memscribe.core.ports import MemoryFilter
from memscribe.store.checks import check_dimensions
from memscribe.store.endings import endings_of
from memscribe.store.sqlite.rows import microseconds, scope_columns, version_of
from memscribe.store.sqlite.session import SQL, Session
from memscribe.store.sqlite.vectors import Floats, Ids, VectorCache, unit_rows

if TYPE_CHECKING:
    from memscribe.core.ports import Vectors


_SPARE = 4  # times the limit: how many of the best are checked before all that pass the filter are listed


def find(session: Session, where: MemoryFilter, *, limit: int | None) -> tuple[Version, ...]:
    """Return versions that pass, most recently recorded first."""
    most = None if limit is None else max(limit, 0)
    sql, bindings = filtered("find", where, place="where_place")
    bindings["limit"] = -1 if most is None else most
    # one scope at a time: each is read in order and only as far as the limit
    by_scope = [session.rows(sql, {**bindings, "place": place}) for place in _places(session, where)]
    newest_first = merge(*by_scope, key=itemgetter(2, -1), reverse=True)
    return tuple(version_of(*row) for *row, _ in islice(newest_first, most))


def matching(session: Session, terms: Sequence[str], where: MemoryFilter, *, limit: int) -> tuple[Hit, ...]:
    """Return versions whose text holds some of the terms, best BM25 first; filtered before the limit."""
    places = _places(session, where)
    if not terms or not places or limit < 1:
        return ()
    match = match_expression(terms, places)
    best = session.rows(SQL["best_texts"], {"match": match, "limit": _SPARE * limit})
    scores = dict[int, float](best)
    hits = tuple(
        Hit(memory=version, score=scores[text_id])
        for version, text_id in _passing(session, list(scores), where, limit)
    )
    if len(hits) == limit or len(best) < _SPARE * limit:
        return hits
    sql, bindings = filtered("matching", where)
    rows = session.rows(sql, {**bindings, "match": match, "limit": limit})
    return tuple(Hit(memory=version_of(*row), score=score) for *row, score in rows)


def nearest(
    session: Session,
    cache: VectorCache,
    vector: "Vectors",
    where: MemoryFilter,
    *,
    encoder_id: str,
    limit: int,
) -> tuple[Hit, ...]:
    """Return versions by cosine, nearest first; the filter is applied before the limit."""
    encoder = session.row(SQL["encoder"], {"name": encoder_id})
    places = _places(session, where)
    if encoder is None or not places or limit < 1:
        return ()
    row_id, dimensions = encoder
    query = np.asarray(vector, dtype=np.float32).ravel()
    check_dimensions(encoder_id, expected=dimensions, got=len(query))
    ids, cosines = cache.similarities(session, unit_rows(query[None])[0], scope_ids=places, encoder_id=row_id)
    if not where.memory_ids:
        best = _highest(cosines, _SPARE * limit)
        hits = _nearest(session, ids[best], cosines[best], where, limit)
        if len(hits) == limit or len(best) == len(ids):
            return hits
    sql, bindings = filtered("passing_texts", where)
    passing = [text_id for (text_id,) in session.rows(sql, bindings)]
    kept = np.isin(ids, np.array(passing, np.int64))
    ids, cosines = ids[kept], cosines[kept]
    best = _highest(cosines, limit)
    return _nearest(session, ids[best], cosines[best], where, limit)


def vectors(session: Session, where: MemoryFilter, *, encoder_id: str) -> dict[str, bytes]:
    """Return the vectors of the texts that pass, by text."""
    encoder = session.row(SQL["encoder"], {"name": encoder_id})
    if encoder is None:
        return {}
    sql, bindings = filtered("vectors", where)
    return dict[str, bytes](session.rows(sql, {**bindings, "encoder_id": encoder[0]}))


def filtered(
    name: str, where: MemoryFilter, *, place: str | None = None
) -> tuple[str, dict[str, str | int | bytes | None]]:
    """Put a statement together with the conditions of a filter.

    Args:
        name: A statement with ``{where}`` in it.
        where: What to ask for.
        place: The condition on the scope (default: the filter's own).

    Returns:
        SQL that holds no value of the filter, and the bindings that do.
    """
    scope = SQL[place or ("where_exact" if where.exact else "where_visible")]
    # where ids lead to the rows, the plus keeps the planner from walking through the scope instead
    conditions = [f"+{scope}" if where.memory_ids else scope]
    bindings: dict[str, str | int | bytes | None] = {**scope_columns(where.scope)}
    if where.known_at is None:
        conditions.append(SQL["where_known_now"])
    else:
        conditions.append(SQL["where_known_at"])
        bindings["known_at"] = microseconds(where.known_at)
    if where.valid_at is not None:
        conditions.append(SQL["where_valid_at"])
        bindings["valid_at"] = microseconds(where.valid_at)
    elif where.statuses == ("active",):
        conditions.append(SQL["where_active"])
    else:
        conditions.append(SQL["where_ended"])
        bindings["endings"] = json.dumps([ended or "" for ended in endings_of(where.statuses)])
    if where.kinds:
        conditions.append(SQL["where_kinds"])
        bindings["kinds"] = json.dumps(where.kinds)
    if where.min_trust is not None:
        conditions.append(SQL["where_trust"])
        bindings["min_trust"] = where.min_trust
    if where.memory_ids:
        conditions.append(SQL["where_memories"])
        bindings["memory_ids"] = json.dumps(where.memory_ids)
    return SQL[name].replace("{where}", " AND ".join(conditions)), bindings


def match_expression(terms: Sequence[str], places: Sequence[int]) -> str:
    """Return the FTS5 expression for any of the terms in any of the scopes; every term is a quoted string."""
    anywhere = " OR ".join(f'"s{place}"' for place in places)
    return f"place : ({anywhere}) AND terms : ({' OR '.join(map(_quoted, dict.fromkeys(terms)))})"


def _quoted(term: str) -> str:
    # FTS5 reads a C string: what follows a NUL would be lost, the closing quote included
    return '"{}"'.format(without_surrogates(term).replace("\0", " ").replace('"', '""'))


def _places(session: Session, where: MemoryFilter) -> list[int]:
    sql = SQL["scope" if where.exact else "visible_scopes"]
    return [row[0] for row in session.rows(sql, scope_columns(where.scope))]


def _highest(cosines: Floats, count: int) -> "Ids":
    """Return the positions of the highest, highest first."""
    count = min(count, len(cosines))
    if not count:
        return np.empty(0, np.int64)
    top = np.argpartition(-cosines, count - 1)[:count]
    return top[np.argsort(-cosines[top], kind="stable")]


def _nearest(session: Session, ids: Ids, cosines: Floats, where: MemoryFilter, limit: int) -> tuple[Hit, ...]:
    cosine = dict(zip(map(int, ids), map(float, cosines), strict=True))
    return tuple(
        Hit(memory=version, score=cosine[text_id], similarity=cosine[text_id])
        for version, text_id in _passing(session, list(cosine), where, limit)
    )


def _passing(
    session: Session, text_ids: Sequence[int], where: MemoryFilter, limit: int
) -> list[tuple[Version, int]]:
    """Return the first versions that pass, in the order of their texts, each with its text's id."""
    sql, bindings = filtered("ranked", where)
    rows = session.rows(sql, {**bindings, "text_ids": json.dumps(text_ids), "limit": limit})
    return [(version_of(*row), text_id) for *row, text_id in rows]
