"""Search for a person, and recall for a writer."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memscribe.core.memory import Hit, Recalled
from memscribe.core.message import Episode
from memscribe.core.ports import Embedder, MemoryFilter, Store
from memscribe.search.fuse import fuse
from memscribe.text.terms import query_terms

_POOL = 50  # how deep each ranking is read before they are fused
_RECALL_ALL = 32  # a scope this small is shown to the writer whole
_RECALL_EACH = 8  # in a larger one: this many for each message of the user


def search(
    store: Store, embedder: Embedder | None, query: str, where: MemoryFilter, *, limit: int
) -> tuple[Hit, ...]:
    """Find memories by words and by meaning.

    Args:
        store: Where to look.
        embedder: None for lexical search alone.
        query: What is asked, in any language.
        where: Scope, times, kinds and trust; applied before the limit.
        limit: How many at most.

    Returns:
        Best first, each with its fused score.
    """
    (hits,) = _search_each(store, embedder, [query], where, limit=limit, pool=max(_POOL, limit))
    return hits


def _search_each(
    store: Store,
    embedder: Embedder | None,
    queries: Sequence[str],
    where: MemoryFilter,
    *,
    limit: int,
    pool: int,
) -> list[tuple[Hit, ...]]:
    """Search once for each query; all are embedded together, which costs less than one by one."""
    vectors = embedder.embed_queries(queries) if embedder else [None] * len(queries)
    found: list[tuple[Hit, ...]] = []
    for query, vector in zip(queries, vectors, strict=True):
        rankings: list[tuple[Hit, ...]] = []
        if terms := query_terms(query):
            rankings.append(store.matching(terms, where, limit=pool))
        if embedder and vector is not None and query.strip():
            rankings.append(store.nearest(vector, where, encoder_id=embedder.id, limit=pool))
        found.append(fuse(rankings, limit=limit))
    return found


def recall(store: Store, embedder: Embedder | None, episode: Episode) -> tuple[Recalled, ...]:
    """Return the active memories that an episode may concern.

    A small scope is returned whole, most recent first, without comparing vectors; a large one is searched once
    for each message of the user, and the results are merged by best rank.

    Args:
        store: Where to look.
        embedder: None for lexical recall alone.
        episode: What is about to be written.
    """
    where = MemoryFilter(scope=episode.scope)
    everything = store.find(where, limit=_RECALL_ALL + 1)
    if len(everything) <= _RECALL_ALL:
        return tuple(Recalled(memory=version) for version in everything)
    texts = [message.content for message in episode.messages if message.role == "user"]
    rankings = _search_each(store, embedder, texts, where, limit=_RECALL_EACH, pool=2 * _RECALL_EACH)
    return tuple(Recalled(memory=hit.memory, similarity=hit.similarity) for hit in _by_best_rank(rankings))


def neighbours(
    store: Store, embedder: Embedder | None, texts: Sequence[str], where: MemoryFilter, *, limit: int = 5
) -> tuple[tuple[tuple[Recalled, ...], ...], dict[str, bytes]]:
    """Return, for each text about to be stored, the active memories nearest to it.

    Args:
        store: Where to look.
        embedder: None: by shared terms, without similarities.
        texts: What is about to be stored.
        where: The scope that is written to.
        limit: How many for each text.

    Returns:
        The neighbours of each text, and the texts' vectors (little-endian float32) for the store.
    """
    if embedder is None:
        found = [store.matching(query_terms(text), where, limit=limit) for text in texts]
        return tuple(map(_recalled, found)), {}
    matrix = embedder.embed_passages(texts)
    found = [store.nearest(vector, where, encoder_id=embedder.id, limit=limit) for vector in matrix]
    vectors = {text: row.astype("<f4").tobytes() for text, row in zip(texts, matrix, strict=True)}
    return tuple(map(_recalled, found)), vectors


def at_any_time(where: MemoryFilter) -> MemoryFilter:
    """Return the filter widened to every status."""
    return replace(where, statuses=("active", "superseded", "retracted"))


def _recalled(hits: Iterable[Hit]) -> tuple[Recalled, ...]:
    return tuple(Recalled(memory=hit.memory, similarity=hit.similarity) for hit in hits)


def _by_best_rank(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    seen: dict[str, Hit] = {}
    for rank in range(max(map(len, rankings), default=0)):
        for ranking in rankings:
            if rank < len(ranking):
                seen.setdefault(ranking[rank].memory.memory_id, ranking[rank])
    return list(seen.values())
