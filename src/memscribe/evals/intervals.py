"""95 % intervals around rates, by a bootstrap over clusters: examples of one scenario succeed and fail together."""

from collections.abc import Hashable, Mapping, Sequence

import numpy as np

RESAMPLES = 2000
SEED = 20261201

Interval = tuple[float, float]


def cluster_intervals(
    ratios: Sequence[Mapping[str, tuple[int, int]]],
    clusters: Sequence[Hashable],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Interval | None]:
    """Put a percentile interval around each rate (Efron & Tibshirani 1993, ch. 13).

    Whole clusters are drawn with replacement, as many as there are; a rate is the sum of its parts over the sum of
    its wholes. The draws depend on the seed and the number of clusters alone, so that two writers that are measured
    on the same examples see the same draws. Where all clusters agree (0 of 300), the interval has no width.

    Args:
        ratios: Part and whole of each rate, one mapping an example, all with the same names.
        clusters: The cluster of each example.
        resamples: How often to draw.
        seed: Of the drawing.

    Returns:
        Lower and upper end by name, with four decimals; None where nothing was asked. Draws in which nothing was
        asked are left out.
    """
    if not ratios:
        return {}
    names = list(ratios[0])
    rows = {cluster: row for row, cluster in enumerate(dict.fromkeys(clusters))}
    sums = np.zeros((len(rows), 2 * len(names)))
    for ratio, cluster in zip(ratios, clusters, strict=True):
        sums[rows[cluster]] += [number for name in names for number in ratio[name]]
    source = np.random.default_rng(seed)
    drawn = np.empty((resamples, sums.shape[1]))
    for place in range(resamples):
        times = np.bincount(source.integers(len(rows), size=len(rows)), minlength=len(rows))
        drawn[place] = times @ sums
    return {name: _percentiles(drawn[:, 2 * at], drawn[:, 2 * at + 1]) for at, name in enumerate(names)}


def _percentiles(
    parts: "np.typing.NDArray[np.float64]", wholes: "np.typing.NDArray[np.float64]"
) -> Interval | None:
    asked = wholes > 0
    if not asked.any():
        return None
    low, high = np.quantile(parts[asked] / wholes[asked], [0.025, 0.975])
    return round(float(low), 4), round(float(high), 4)
