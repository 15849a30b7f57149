"""What an exam's points could have been with other questions of the same kind: a bootstrap over the questions of each subject.

The subjects and their points are fixed by the exam, so questions are drawn within their subject, over all its years; the share of points that the drawn ones earn,
times the subject's points, is its part of a resampled total. Of n questions n - 1 are drawn with replacement: drawing n makes the spread of so few too narrow, by
(n - 1) / n (Rao and Wu 1988, "Resampling inference with complex survey data", with m = n - 1) [CHOICE]. Human lines are numbers without a spread here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED, Interval, check_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_DRAWN_AT_A_TIME = 1 << 20


@dataclass(frozen=True, slots=True)
class SubjectSample:
    """The questions of one subject: its points ``worth``, and for each question its ``weights`` (share of its paper's points) and the ``shares`` of them earned.

    >>> SubjectSample("tax", 100, (0.5, 0.5), (1.0, 0.2)).points
    60.0
    """

    subject: str
    worth: float
    weights: tuple[float, ...]
    shares: tuple[float, ...]

    @property
    def points(self) -> float:
        """The subject's points, mean over years whose papers weigh alike."""
        from math import fsum

        return self.worth * fsum(w * s for w, s in zip(self.weights, self.shares, strict=True)) / fsum(self.weights)


def draw_points(
    samples: Sequence[SubjectSample], *, seed: int = DEFAULT_SEED, resamples: int = DEFAULT_RESAMPLES
) -> Floats:
    """Resampled points of each subject (resamples x subjects), each in [0, the subject's points].

    Each subject has its own stream of draws, so that models with the same questions in the same order are drawn alike. A subject with one question always has its points.
    Raises: LegalMetricsError for a seed or a number of resamples that cannot be used.

    >>> drawn = draw_points([SubjectSample("tax", 100, (0.5, 0.5), (1.0, 0.2))], seed=1, resamples=1000)
    >>> sorted(set(drawn[:, 0].tolist()))
    [20.0, 100.0]
    """
    check_options(seed=seed, resamples=resamples)
    import numpy as np

    drawn = np.empty((resamples, len(samples)))
    for column, sample in enumerate(samples):
        n = len(sample.shares)
        if n == 1:
            drawn[:, column] = sample.points
            continue
        generator = np.random.default_rng([seed, column])
        weights = np.array(sample.weights)
        earned = weights * np.array(sample.shares)
        rows = max(1, _DRAWN_AT_A_TIME // n)
        for start in range(0, resamples, rows):
            stop = min(start + rows, resamples)
            places = generator.integers(0, n, size=(stop - start, n - 1))
            drawn[start:stop, column] = sample.worth * earned[places].sum(axis=1) / weights[places].sum(axis=1)
    # A billionth of a point: equal totals of different draws are equal then, whatever the order of their sums.
    drawn.round(9, out=drawn)
    return drawn


def draw_interval(totals: Floats, confidence: float) -> Interval:
    """Percentile interval of resampled totals, in points; degenerate where all are the same.

    >>> import numpy as np
    >>> draw_interval(np.array([400.0, 400.0]), 0.95)
    Interval(low=400.0, high=400.0, degenerate=True)
    """
    import numpy as np

    low, high = (float(bound) for bound in np.quantile(totals, [(1 - confidence) / 2, (1 + confidence) / 2]))
    return Interval(low, high, degenerate=bool(totals.min() == totals.max()))
