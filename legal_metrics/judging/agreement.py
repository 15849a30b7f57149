"""How far judges agree with each other and with people: every pair of raters, all together, label by label, category by category.

Items of one question are no independent evidence: intervals over items resample whole questions (record ids).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import nan
from types import MappingProxyType
from typing import Any

from legal_metrics.judging.ratings import HUMAN, WORTH, AnswerUnit, ItemUnit, Ratings
from legal_metrics.stats.agreement import cohen_kappa, percent_agreement
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED
from legal_metrics.stats.classes import ClassScores, class_scores
from legal_metrics.stats.correlation import kendall_tau_b, pearson, spearman
from legal_metrics.stats.estimates import Estimate, IntervalOptions
from legal_metrics.stats.icc import icc
from legal_metrics.stats.limits import bland_altman
from legal_metrics.stats.reliability import fleiss_kappa, krippendorff_alpha

NO_ORDER = "labels without an order"
Figures = Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two raters: statistics of their labels and points of items, and of their totals of answers, by name. Differences are first minus second."""

    first: str
    second: str
    labels: Figures
    points: Figures
    totals: Figures

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "first": self.first,
            "second": self.second,
            **{part: figures_to_dict(getattr(self, part)) for part in ("labels", "points", "totals")},
        }


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """All figures. ``coverage``: rater -> items graded. ``panel``: statistics of all judges (without people) by what they are of. ``classes``: judge -> its labels against
    people's. ``by_category``: category -> pairs, labels only. ``annotators``: agreement of single annotators, the most that a judge can be held to."""

    n_answers: int
    n_items: int
    coverage: Mapping[str, int]
    unscored: Mapping[str, int]
    pairs: tuple[PairAgreement, ...]
    panel: Mapping[str, Figures]
    classes: Mapping[str, ClassScores] = field(default_factory=lambda: MappingProxyType({}))
    by_category: Mapping[str, tuple[PairAgreement, ...]] = field(default_factory=lambda: MappingProxyType({}))
    annotators: Figures = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN."""
        return {
            "n_answers": self.n_answers,
            "n_items": self.n_items,
            "coverage": dict(self.coverage),
            "unscored": dict(self.unscored),
            "pairs": [pair.to_dict() for pair in self.pairs],
            "panel": {part: figures_to_dict(figures) for part, figures in self.panel.items()},
            "classes": {judge: scores.to_dict() for judge, scores in self.classes.items()},
            "by_category": {name: [pair.to_dict() for pair in pairs] for name, pairs in self.by_category.items()},
            "annotators": figures_to_dict(self.annotators),
            "problems": dict(self.problems),
            "options": dict(self.options),
        }


def figures_to_dict(figures: Figures) -> dict[str, Any]:
    """Estimates by name, JSON-ready.

    >>> figures_to_dict({})
    {}
    """
    return {name: estimate.to_dict() for name, estimate in figures.items()}


def judge_agreement(
    ratings: Ratings,
    *,
    order: Sequence[str] = (),
    categories: Mapping[ItemUnit, str] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> JudgeAgreement:
    """Every statistic of agreement over the ratings (``judging.ratings.collect_ratings``).

    Args:
        ratings: labels and points by rater.
        order: all labels from least to most, for weighted kappa and ordinal alpha; default: what they are worth (``WORTH``), and no such figure for other labels.
        categories: of items; default: those that people's files state.

    Raises: LegalMetricsError for labels that ``order`` lacks, and for options that cannot be used.

    >>> from legal_metrics.judgements import read_judgements
    >>> from legal_metrics.judging.ratings import collect_ratings
    >>> row = '{"id": "q%d", "judge": "%s", "grades": [{"index": 1, "label": "%s"}]}'
    >>> rows = [row % (i, judge, label) for judge, given in (("j1", "yes yes no"), ("j2", "yes no no")) for i, label in enumerate(given.split())]
    >>> found = judge_agreement(collect_ratings(read_judgements({"j.jsonl": [line.encode() for line in rows]})), resamples=100)
    >>> found.n_items, round(found.pairs[0].labels["percent"].value, 4), round(found.pairs[0].labels["kappa"].value, 4)
    (3, 0.6667, 0.4)
    """
    options: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    IntervalOptions(**options)
    run = _Run(ratings, tuple(order), options)
    by_category: dict[str, list[ItemUnit]] = {}
    for unit in ratings.units:
        category = (ratings.categories if categories is None else categories).get(unit)
        if category is not None:
            by_category.setdefault(category, []).append(unit)
    pairs = list(combinations(ratings.raters, 2))
    return JudgeAgreement(
        n_answers=len(ratings.answers),
        n_items=len(ratings.units),
        coverage={rater: len(ratings.labels[rater].keys() | ratings.points[rater].keys()) for rater in ratings.raters},
        unscored=ratings.unscored,
        pairs=tuple(run.pair(first, second) for first, second in pairs),
        panel=run.panel() if len(ratings.judges) > 1 else {},
        classes=run.classes() if HUMAN in ratings.raters else {},
        by_category={
            name: tuple(PairAgreement(a, b, run.of_labels(a, b, units), {}, {}) for a, b in pairs)
            for name, units in sorted(by_category.items())
        },
        annotators=run.annotators() if len(ratings.annotators) > 1 else {},
        problems=ratings.problems,
        options={"order": list(order), **options},
    )


class _Run:
    """The ratings with the options of all statistics."""

    def __init__(self, ratings: Ratings, order: tuple[str, ...], options: dict[str, Any]) -> None:
        self.ratings, self.order, self.options = ratings, order, options

    def pair(self, first: str, second: str) -> PairAgreement:
        units = self.ratings.units
        rows = self.ratings.point_rows((first, second), units)
        answers, totals, n_unlike = self.ratings.total_rows((first, second))
        return PairAgreement(
            first,
            second,
            self.of_labels(first, second, units),
            self.of_numbers(rows, _questions(units)) if any(None not in row for row in rows) else {},
            self.of_numbers(totals, _questions(answers), n_unlike) if answers else {},
        )

    def of_labels(self, first: str, second: str, units: Sequence[ItemUnit]) -> Figures:
        rows = self.ratings.label_rows((first, second), units)
        a, b = [row[0] for row in rows], [row[1] for row in rows]
        if not any(label is not None for label in (*a, *b)):
            return {}
        options: dict[str, Any] = {"clusters": _questions(units), **self.options}
        figures: dict[str, Estimate] = {
            "percent": percent_agreement(a, b, **options),
            "kappa": cohen_kappa(a, b, **options),
        }
        for weights in ("linear", "quadratic"):
            figures[f"kappa_{weights}"] = self._weighted(a, b, weights, options)
        return figures

    def _weighted(
        self, a: Sequence[str | None], b: Sequence[str | None], weights: str, options: Mapping[str, Any]
    ) -> Estimate:
        if self.order:
            return cohen_kappa(a, b, weights=weights, categories=self.order, **options)
        if unknown := _without_order([a, b]):
            return Estimate(nan, 0, reason=f"{NO_ORDER}: {unknown}")
        return cohen_kappa(_worth(a), _worth(b), weights=weights, **options)

    def of_numbers(
        self, rows: Sequence[Sequence[float | None]], clusters: Sequence[Hashable], n_unlike: int = 0
    ) -> Figures:
        a, b = [row[0] for row in rows], [row[1] for row in rows]
        options: dict[str, Any] = {"clusters": clusters, **self.options}
        limits = bland_altman(a, b, **options)
        figures = {
            "bias": limits.bias,
            "lower_limit": limits.lower,
            "upper_limit": limits.upper,
            "pearson": pearson(a, b, **options),
            "spearman": spearman(a, b, **options),
            "kendall_tau_b": kendall_tau_b(a, b, **options),
            "icc_2_1": icc(rows, model="2,1", **options),
        }
        return {name: _counting(estimate, n_unlike) for name, estimate in figures.items()}

    def panel(self) -> dict[str, Figures]:
        """All judges together."""
        judges, units = self.ratings.judges, self.ratings.units
        found: dict[str, Figures] = {}
        options: dict[str, Any] = {"clusters": _questions(units), **self.options}
        labels = self.ratings.label_rows(judges, units)
        if any(label is not None for row in labels for label in row):
            found["labels"] = {
                "fleiss_kappa": fleiss_kappa(labels, **options),
                "alpha_nominal": krippendorff_alpha(labels, **options),
                "alpha_ordinal": self._ordinal(labels, options),
            }
        points = self.ratings.point_rows(judges, units)
        if any(None not in row for row in points):
            found["points"] = self._of_panel(points, options)
        answers, totals, n_unlike = self.ratings.total_rows(judges)
        if answers:
            figures = self._of_panel(totals, {"clusters": _questions(answers), **self.options})
            found["totals"] = {name: _counting(estimate, n_unlike) for name, estimate in figures.items()}
        return found

    def _of_panel(self, rows: Sequence[Sequence[float | None]], options: Mapping[str, Any]) -> Figures:
        alpha = {"alpha_interval": krippendorff_alpha(rows, level="interval", **options)}
        models = {"icc_2_1": "2,1", "icc_2_k": "2,k", "icc_3_1": "3,1"}
        return alpha | {name: icc(rows, model=model, **options) for name, model in models.items()}

    def _ordinal(self, labels: Sequence[Sequence[str | None]], options: Mapping[str, Any]) -> Estimate:
        if self.order:
            return krippendorff_alpha(labels, level="ordinal", categories=self.order, **options)
        if unknown := _without_order(labels):
            return Estimate(nan, 0, reason=f"{NO_ORDER}: {unknown}")
        return krippendorff_alpha([_worth(row) for row in labels], level="ordinal", **options)

    def classes(self) -> dict[str, ClassScores]:
        """Each judge's labels against people's."""
        units, found = self.ratings.units, {}
        for judge in self.ratings.judges:
            rows = self.ratings.label_rows((judge, HUMAN), units)
            if any(None not in row for row in rows):
                given, reference = [row[0] for row in rows], [row[1] for row in rows]
                found[judge] = class_scores(given, reference, clusters=_questions(units), **self.options)
        return found

    def annotators(self) -> dict[str, Estimate]:
        """The annotators among themselves."""
        given = list(self.ratings.annotators.values())
        units = [unit for unit in self.ratings.units if any(unit in labels for labels in given)]
        rows = [[labels.get(unit) for labels in given] for unit in units]
        options: dict[str, Any] = {"clusters": _questions(units), **self.options}
        return (
            {"alpha_nominal": krippendorff_alpha(rows, **options), "alpha_ordinal": self._ordinal(rows, options)}
            if units
            else {}
        )


def _questions(units: Sequence[ItemUnit] | Sequence[AnswerUnit]) -> list[str]:
    return [unit[1] for unit in units]


def _without_order(rows: Sequence[Sequence[str | None]]) -> str:
    unknown = sorted({label for row in rows for label in row if label is not None} - WORTH.keys())
    return ", ".join(map(repr, unknown[:3]))


def _worth(labels: Sequence[str | None]) -> list[float | None]:
    return [None if label is None else WORTH[label] for label in labels]


def _counting(estimate: Estimate, n_unlike: int) -> Estimate:
    """The same estimate, with answers that have no comparable total among those left out."""
    return replace(estimate, n_missing=estimate.n_missing + n_unlike)
