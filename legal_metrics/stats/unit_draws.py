"""Draws of rated units: how often each kind of unit was drawn, for statistics that are no ratio of two sums (kappa, alpha, correlations).

A statistic of units depends on nothing but how often each distinct row of ratings stands among them. It is therefore written once, over weights of
distinct rows: the weights found give its value, the weights of a resample that of the resample. Weights are whole numbers, rows are sorted, and
clusters are sorted by what they hold: a result depends neither on the order of units nor on the names of clusters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.bootstrap import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Statistic = Callable[
        [Floats], Floats
    ]  # weights (draws x distinct rows) -> values (draws); NaN where a draw has none

_AT_A_TIME = 1 << 20
"""Weights that are held at a time: bounds memory, never changes a result."""


@dataclass(frozen=True, eq=False)
class Units:
    """Rated units as distinct rows and how often each stands.

    ``rows`` (d x raters): the distinct rows, sorted, NaN where a rating is missing. ``counts`` (d): how often each stands. ``members`` (clusters x d): what
    each cluster holds; None where each unit is drawn by itself.
    """

    rows: Floats
    counts: Floats
    members: Floats | None

    def __len__(self) -> int:
        return int(self.counts.sum())

    @property
    def weights(self) -> Floats:
        """The weights found, as one draw (1 x d)."""
        return self.counts[None, :]

    def draws(self, *, seed: int, resamples: int) -> Iterator[Floats]:
        """Blocks of weights (draws x d) of ``resamples`` draws of units, or of whole clusters, with replacement."""
        import numpy as np

        n = len(self) if self.members is None else len(self.members)
        if not n:
            return
        starts = np.concatenate([[0], np.cumsum(self.counts)[:-1]]).astype(np.int64)
        block = max(1, min(resamples, _AT_A_TIME // max(n, len(self.counts))))
        offsets = n * np.arange(block)[:, None]
        generator = np.random.default_rng(seed)
        for first in range(0, resamples, block):
            size = min(block, resamples - first)
            drawn = generator.integers(0, n, size=(size, n))
            drawn += offsets[:size]
            counts = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)
            yield np.add.reduceat(counts, starts, axis=1) if self.members is None else counts @ self.members


def make_units(rows: Sequence[Sequence[float]], *, raters: int, clusters: Sequence[Hashable] | None = None) -> Units:
    """Units from their rows of ratings (units x raters, NaN where missing). Raises: LegalMetricsError for clusters of another number.

    >>> units = make_units([[1, 1], [0, 1], [1, 1]], raters=2)
    >>> units.rows.tolist(), units.counts.tolist()
    ([[0.0, 1.0], [1.0, 1.0]], [1.0, 2.0])
    """
    import numpy as np

    if clusters is not None and len(clusters) != len(rows):
        raise LegalMetricsError(f"{len(rows)} units but {len(clusters)} clusters: each unit needs one")
    keys = [tuple((value == value, float(value) if value == value else 0.0) for value in row) for row in rows]
    counted = Counter(keys)
    distinct = sorted(counted)
    table = np.array([[value if there else math.nan for there, value in key] for key in distinct], dtype=np.float64)
    counts = np.array([counted[key] for key in distinct], dtype=np.float64)
    members = None
    if clusters is not None and len(set(clusters)) < len(rows):
        place = {key: i for i, key in enumerate(distinct)}
        held: dict[Hashable, Counter[int]] = {}
        for cluster, key in zip(clusters, keys, strict=True):
            held.setdefault(cluster, Counter())[place[key]] += 1
        members = np.zeros((len(held), len(distinct)))
        for i, content in enumerate(sorted(held.values(), key=lambda content: sorted(content.items()))):
            members[i, list(content)] = list(content.values())
    return Units(table.reshape(len(distinct), raters), counts, members)


def bootstrap_interval(statistic: Statistic, units: Units, *, seed: int, resamples: int, confidence: float) -> Interval:
    """Percentile interval of a statistic over resampled units; draws without a value are left out and counted (``n_undefined``).

    >>> import numpy as np
    >>> units = make_units([[1], [1]], raters=1)
    >>> bootstrap_interval(lambda weights: weights @ units.rows[:, 0] / weights.sum(axis=1), units, seed=0, resamples=50, confidence=0.95)
    Interval(low=1.0, high=1.0, degenerate=True)
    """
    import numpy as np

    values = np.concatenate(
        [np.empty(0), *(statistic(weights) for weights in units.draws(seed=seed, resamples=resamples))]
    )
    defined = values[~np.isnan(values)]
    n_undefined = len(values) - len(defined)
    if not len(defined):
        return Interval(math.nan, math.nan, True, n_undefined)
    if defined.min() == defined.max():
        return Interval(float(defined[0]), float(defined[0]), True, n_undefined)
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Interval(float(low), float(high), False, n_undefined)
