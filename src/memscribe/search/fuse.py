"""Reciprocal rank fusion."""

from collections.abc import Sequence

from memscribe.core.memory import Hit

_K = 60  # the constant of the paper; it keeps one list's first place from outvoting agreement of both


def fuse(rankings: Sequence[Sequence[Hit]], *, limit: int) -> tuple[Hit, ...]:
    """Merge rankings by the sum of 1 / (60 + rank).

    Cormack, Clarke & Buettcher, *Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
    Methods*, SIGIR 2009.

    Args:
        rankings: Each best first; a version may stand in several.
        limit: How many to return.

    Returns:
        The best, each once, with the fused score and the similarity where a ranking has one. Ties keep the
        order of the first ranking that names them.
    """
    scores: dict[tuple[str, int], float] = {}
    hits: dict[tuple[str, int], Hit] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            key = (hit.memory.memory_id, hit.memory.number)
            scores[key] = scores.get(key, 0.0) + 1 / (_K + rank)
            known = hits.get(key)
            if known is None or known.similarity is None:
                hits[key] = hit
    best = sorted(scores, key=lambda key: -scores[key])[:limit]
    return tuple(hits[key].model_copy(update={"score": scores[key]}) for key in best)
