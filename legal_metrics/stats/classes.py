"""Labels against reference labels, class by class: precision, recall, F1, and the balanced F1 over classes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED
from legal_metrics.stats.estimates import (
    Estimate,
    Formula,
    IntervalOptions,
    check_lengths,
    complete_rows,
    estimate_interval,
    labels,
    numbered,
)
from legal_metrics.stats.proportions import wilson
from legal_metrics.stats.unit_draws import Units, make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats, Statistic


@dataclass(frozen=True, slots=True)
class ClassScore:
    """One class: how often the given labels (``predicted``) and the reference (``actual``) have it, both (``hits``), and the rates, each in [0, 1]."""

    label: Hashable
    hits: int
    predicted: int
    actual: int
    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class ClassScores:
    """All classes, and ``balanced_f1``: the unweighted mean of the F1 of the classes that have one."""

    classes: tuple[ClassScore, ...]
    balanced_f1: Estimate

    def of(self, label: Hashable) -> ClassScore:
        """The scores of a class. Raises: KeyError."""
        for found in self.classes:
            if found.label == label:
                return found
        raise KeyError(label)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        rows = [
            {
                "label": score.label,
                "hits": score.hits,
                "predicted": score.predicted,
                "actual": score.actual,
                "precision": score.precision.to_dict(),
                "recall": score.recall.to_dict(),
                "f1": score.f1.to_dict(),
            }
            for score in self.classes
        ]
        return {"balanced_f1": self.balanced_f1.to_dict(), "classes": rows}


def class_scores(
    given: Sequence[Hashable],
    reference: Sequence[Hashable],
    *,
    categories: Sequence[Hashable] | None = None,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> ClassScores:
    """Precision, recall and F1 of a judge's labels against reference labels, for each class, and their balanced F1; all in [0, 1].

    ``categories``: the classes to show; default: those found. Units without one of the two labels are left out and counted. Intervals: Wilson's for precision and
    recall, the bootstrap over units for F1 and balanced F1; with clusters the bootstrap over whole clusters for all.

    Undefined: precision of a class that the judge never gave, recall of one that the reference never has, F1 of one that neither has; such a class has no part in the
    balanced F1 (HealthBench's meta-evaluation is this mean over met and not met). A class of the reference that the judge never gives has F1 0.
    Raises: LengthMismatchError; LegalMetricsError for labels or options that cannot be used.

    >>> scores = class_scores(["met", "met", "unmet", "met"], ["met", "unmet", "unmet", "met"], interval="none")
    >>> scores.of("unmet").precision.value, scores.of("unmet").recall.value, round(scores.balanced_f1.value, 4)
    (1.0, 0.5, 0.7333)
    """
    options = IntervalOptions(interval, confidence, resamples, seed)
    left, right = labels("given", given), labels("reference", reference)
    check_lengths(left, right)
    pairs, kept, n_missing = complete_rows(list(zip(left, right, strict=True)), clusters)
    rows, known = numbered(pairs, categories)
    units = make_units(rows, raters=2, clusters=kept)
    rates = _Rates(units, len(known), options, n_missing)
    classes = tuple(rates.of_class(i, label) for i, label in enumerate(known))
    return ClassScores(classes, rates.balanced(classes))


class _Rates:
    """The rates of all classes over weighted units."""

    def __init__(self, units: Units, k: int, options: IntervalOptions, n_missing: int) -> None:
        import numpy as np

        given, reference = units.rows[:, 0], units.rows[:, 1]
        self.units, self.options, self.n_missing = units, options, n_missing
        self.given = (
            np.stack([given == i for i in range(k)], axis=1).astype(np.float64) if k else np.zeros((len(given), 0))
        )
        self.reference = np.stack([reference == i for i in range(k)], axis=1).astype(np.float64) if k else self.given
        self.hits = self.given * self.reference

    def of_class(self, i: int, label: Hashable) -> ClassScore:
        hits, predicted, actual = (
            int(self.units.counts @ part[:, i]) for part in (self.hits, self.given, self.reference)
        )
        return ClassScore(
            label,
            hits,
            predicted,
            actual,
            self._rate(self.hits[:, i], self.given[:, i], "the judge never gave this label"),
            self._rate(self.hits[:, i], self.reference[:, i], "the reference never has this label"),
            self._rate(
                2 * self.hits[:, i], self.given[:, i] + self.reference[:, i], "neither has this label", is_share=False
            ),
        )

    def balanced(self, classes: Sequence[ClassScore]) -> Estimate:
        import numpy as np

        def statistic(weights: Floats) -> Floats:
            tops, bottoms = weights @ (2 * self.hits), weights @ (self.given + self.reference)
            there = bottoms > 0
            f1 = np.where(there, tops / np.where(there, bottoms, 1.0), 0.0)
            n = there.sum(axis=1)
            return np.where(n > 0, f1.sum(axis=1) / np.maximum(n, 1), math.nan)

        values = [score.f1.value for score in classes if score.f1.defined]
        value = math.fsum(values) / len(values) if values else math.nan
        return self._estimate(value, statistic, "no unit that both labelled", None, {"classes": len(values)})

    def _rate(self, tops: Floats, bottoms: Floats, reason: str, *, is_share: bool = True) -> Estimate:
        import numpy as np

        top, bottom = (int(self.units.counts @ part) for part in (tops, bottoms))

        def statistic(weights: Floats) -> Floats:
            below = weights @ bottoms
            with np.errstate(invalid="ignore", divide="ignore"):
                return np.where(below == 0, math.nan, (weights @ tops) / below)

        formula = Formula("wilson", lambda _, confidence: wilson(top, bottom, confidence)) if is_share else None
        return self._estimate(top / bottom if bottom else math.nan, statistic, reason, formula, {"of": bottom})

    def _estimate(
        self, value: float, statistic: Statistic, reason: str, formula: Formula | None, details: dict[str, Any]
    ) -> Estimate:
        options = self.options
        if formula is None and options.kind == "analytic":  # only shares have a formula
            options = IntervalOptions("bootstrap", options.confidence, options.resamples, options.seed)
        bounds, method = estimate_interval(value, statistic, self.units, options, formula=formula)
        why = reason if math.isnan(value) else ""
        return Estimate(value, len(self.units), bounds, method, why, self.n_missing, MappingProxyType(details))
