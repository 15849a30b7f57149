"""Scores over the years of the items: does a model do better on what it may have seen in training, or on what the law said then?

Each model is held against itself: its last year against the others, the items from before its training cutoff against those from after it, and its trend. Years
differ in difficulty, so every such difference also stands beside that of the other models on the same items. Source: TW-LegalBench section 6.3 and table 8, which
has the values by year alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.item_dates import Period, date_of, period
from legal_metrics.arguments import check_texts
from legal_metrics.comparison import incomparable
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.readers.fields import Fields
from legal_metrics.reported import Parts, ReportedModel, read_report
from legal_metrics.results import Report
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    Interval,
    check_options,
    exact_statistic,
    ratio_differences_at,
    ratio_intervals,
)
from legal_metrics.stats.trend import ratio_trends

_YEAR = re.compile("[0-9]{4}")
NO_INTERVAL = Interval(math.nan, math.nan, True)
NOTHING = Difference(math.nan, NO_INTERVAL, 0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score over some items: its value (NaN without items), its interval, and the ``n`` items that are part of it."""

    value: float
    interval: Interval
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {"value": _finite(self.value), "interval": _interval(self.interval), "n": self.n}


@dataclass(frozen=True, slots=True)
class Contrast:
    """A score over two parts of one model's items. ``first``, ``second``: its value there (NaN without items) over ``n_first`` and ``n_second`` items.

    ``difference``: first minus second with its interval; ``corrected``: the interval at Bonferroni's level for all models of the table, so that the chance that any of
    them misses is at most 1 - confidence. ``relative``: the same difference of what the model has beyond the mean of the other models on each item: what sets the
    model apart when the items of one part are harder for all. None with one model, and for scores whose items weigh differently from model to model.
    """

    first: float
    second: float
    n_first: int
    n_second: int
    difference: Difference = NOTHING
    corrected: Interval = NO_INTERVAL
    relative: Difference | None = None

    def to_dict(self, first: str, second: str) -> dict[str, Any]:
        """Plain JSON-ready mapping, the parts under these names; NaN becomes None."""
        return {
            first: {"value": _finite(self.first), "n": self.n_first},
            second: {"value": _finite(self.second), "n": self.n_second},
            "difference": _difference(self.difference),
            "corrected_interval": _interval(self.corrected),
            "relative_difference": None if self.relative is None else _difference(self.relative),
        }


@dataclass(frozen=True, slots=True)
class ModelDrift:
    """One model's score over the years.

    ``years``: year -> estimate, every year that any model has; ``last_year``: that year against the others. ``cutoff``: the training cutoff as stated, and
    ``since_cutoff``: items from after it against those from before; ``n_undecided``: items that may be either (an exam of 2024, a cutoff in June 2024), in neither.
    ``missing``: ids that another model has; ``unknown``: ids that are no record's; ``undated``: ids whose record has no year; ``repeated``: ids that stand
    twice in a run. None of these enters a figure. ``n_missing_outputs``: items without an output, which score 0.
    """

    name: str
    overall: Estimate
    years: Mapping[int, Estimate]
    last_year: Contrast
    trend: Difference
    cutoff: str | None = None
    since_cutoff: Contrast | None = None
    n_undecided: int = 0
    missing: tuple[str, ...] = ()
    undated: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    n_missing_outputs: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {
            "name": self.name,
            "overall": self.overall.to_dict(),
            "years": {str(year): estimate.to_dict() for year, estimate in self.years.items()},
            "last_year": self.last_year.to_dict("last_year", "other_years"),
            "trend": _difference(self.trend),
            "cutoff": self.cutoff,
            "since_cutoff": self.since_cutoff and self.since_cutoff.to_dict("after", "before"),
            "n_undecided": self.n_undecided,
            **{key: list(getattr(self, key)) for key in ("missing", "undated", "unknown", "repeated")},
            "n_missing_outputs": self.n_missing_outputs,
        }


@dataclass(frozen=True, slots=True)
class Drift:
    """One score of one or more models over the years. ``reasons``: why the models' figures should not stand side by side (``comparison.incomparable``);
    ``origin``: what must be said of the records (``DatasetFacts.note``).
    """

    score: str
    higher_is_better: bool
    years: tuple[int, ...]
    models: Mapping[str, ModelDrift]
    reasons: tuple[str, ...] = ()
    origin: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def same_items(self) -> bool:
        """Whether all models were scored on the same items."""
        return not any(model.missing for model in self.models.values())

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN."""
        return {
            "score": self.score,
            "higher_is_better": self.higher_is_better,
            "years": list(self.years),
            "same_items": self.same_items,
            "not_comparable": list(self.reasons),
            "origin": self.origin,
            "options": dict(self.options),
            "models": [model.to_dict() for model in self.models.values()],
        }


def report_drift(
    reports: Mapping[str, Report | Mapping[str, Any]],
    records: Iterable[Mapping[str, Any]] | None = None,
    *,
    scores: Sequence[str] = (),
    cutoffs: Mapping[str, str] | None = None,
    reading: str | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> dict[str, Drift]:
    """Scores of models by the year of their records: score name -> ``item_drift``.

    Args:
        reports: model name -> ``Report``, or the JSON object that ``Report.to_dict`` gave.
        records: the records that were scored; their ``year`` is the year, and their ``date``, where they have one, decides on which side of a cutoff they lie.
            None: the years are those that the reports were broken down by (``score_task(…, by=["year"])``).
        scores: names of scores; empty means the reports' primary score.
        cutoffs: model name -> training cutoff (``"2023"``, ``"2023-10"``, ``"2023-10-15"``).
        reading: ``"strict"`` or ``"lenient"``; None is the reports' headline.
        confidence, seed, resamples: of all intervals.

    Raises: WrongTypeError; ReportFormatError; BadReferenceError for a year or date that is none; LegalMetricsError for reports of different tasks, a score that a
    report lacks, a cutoff that is no date or of no model, no item with a year.

    >>> import legal_metrics as lm
    >>> rows = [{"id": str(i), "year": 2020 + i % 2, "options": ["甲", "乙"], "answer": "A"} for i in range(8)]
    >>> outputs = {row["id"]: '{"answer": "%s"}' % ("A" if row["year"] == 2020 else "B") for row in rows}
    >>> drift = report_drift({"a": lm.score_task("tw-legalbench/mcq", outputs, rows)}, rows, cutoffs={"a": "2020-12-31"})["accuracy"].models["a"]
    >>> drift.years[2020].value, drift.last_year.difference.value, drift.since_cutoff.difference.value, drift.trend.value
    (1.0, -1.0, -1.0, -1.0)
    """
    if not isinstance(reports, Mapping):
        raise WrongTypeError("reports", reports, "a mapping of model names to reports")
    read = {name: read_report(report, name=name, reading=reading, empty=True) for name, report in reports.items()}
    return drift_of(read, records, scores=scores, cutoffs=cutoffs, confidence=confidence, seed=seed, resamples=resamples)


def drift_of(
    models: Mapping[str, ReportedModel],
    records: Iterable[Mapping[str, Any]] | None = None,
    *,
    scores: Sequence[str] = (),
    cutoffs: Mapping[str, str] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> dict[str, Drift]:
    """``report_drift`` of reports that were read (``read_report``) one after the other: no two need be in memory whole. Raises: as ``report_drift``."""
    check_texts("scores", scores)
    read = list(models.values())
    if not read:
        raise LegalMetricsError("reports: found none, allowed one or more")
    tasks = {model.facts["task"] for model in read}
    if len(tasks) > 1:
        raise LegalMetricsError(f"reports: found tasks {', '.join(sorted(tasks))}, allowed one task")
    known = _reported_dates(read) if records is None else {Fields.of(record, n).filled("id"): date_of(record) for n, record in enumerate(records, 1)}
    dates = {id: when for id, when in known.items() if when is not None}
    found = {}
    for score in scores or (read[0].primary,):
        if lacking := [model.name for model in read if score not in model.scores]:
            allowed = [key for key in read[0].scores if all(key in model.scores for model in read)]
            raise LegalMetricsError(f"score: found {score!r}, which {', '.join(lacking)} lacks, allowed {', '.join(allowed)}")
        drawn = item_drift(
            {name: {id: parts for id, parts in model.scores[score].parts.items() if id in known} for name, model in models.items()},
            dates,
            score=score,
            higher_is_better=read[0].scores[score].higher_is_better,
            cutoffs=cutoffs,
            confidence=confidence,
            seed=seed,
            resamples=resamples,
        )
        counted = {name: _counted(drawn.models[name], model, known) for name, model in models.items()}
        reasons = tuple(incomparable(read, [score])) if len(read) > 1 else ()
        found[score] = replace(drawn, reasons=reasons, origin=DatasetFacts(kind=read[0].facts["kind"]).note, models=MappingProxyType(counted))
    return found


def _reported_dates(models: Iterable[ReportedModel]) -> dict[str, Period | None]:
    """Of each item the year that the reports state."""
    dates: dict[str, Period | None] = {}
    for model in models:
        years = model.strata.get("year", {})
        for id in model.ids:
            stated = period(years[id]) if _YEAR.fullmatch(years.get(id, "")) else None
            dates[id] = dates.get(id) or stated
    return dates


def _counted(drift: ModelDrift, model: ReportedModel, known: Mapping[str, Any]) -> ModelDrift:
    unknown = tuple(id for id in model.ids if id not in known)
    return replace(drift, unknown=unknown, repeated=model.repeated, n_missing_outputs=model.n_missing_outputs)


def item_drift(
    parts: Mapping[str, Mapping[str, Parts]],
    dates: Mapping[str, Period],
    *,
    score: str = "score",
    higher_is_better: bool = True,
    cutoffs: Mapping[str, str] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> Drift:
    """A score of models by the year of its items: model name -> item id -> (numerator, denominator), in the score's units; item id -> when it was made.

    Values and intervals of a year, and of all years, are those of the score over these items. [CHOICE] For differences and trends the items of each year are drawn
    apart (strata): how many a year has is design, not chance. An item without a date is left out and counted.
    Raises: LegalMetricsError for no model, no item with a date, a cutoff that is no date or of no model, options that cannot be used.

    >>> made = {"x": period("2020"), "y": period("2021"), "z": period("2021")}
    >>> drift = item_drift({"a": {"x": (1.0, 1.0), "y": (0.0, 1.0), "z": (1.0, 1.0)}, "b": {"x": (1.0, 1.0), "y": (1.0, 1.0), "z": (1.0, 1.0)}}, made)
    >>> drift.models["a"].last_year.difference.value, drift.models["a"].last_year.relative.value
    (-0.5, -0.5)
    """
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    cutoffs = dict(cutoffs or {})
    strangers = [name for name in cutoffs if name not in parts]
    if not parts or strangers:
        raise LegalMetricsError(f"cutoffs: found {', '.join(strangers)}, allowed {', '.join(parts)}" if parts else "found no model, allowed one or more")
    held = {name: tuple(id for id in dates if id in items) for name, items in parts.items()}
    anywhere = [id for id in dates if any(id in items for items in parts.values())]
    if not anywhere:
        raise LegalMetricsError("found no item with a year: there is nothing to compare")
    year_of = {id: dates[id].year for id in anywhere}
    years = sorted(set(year_of.values()))
    sides = {name: _sides(dates, period(cutoffs[name])) for name in parts if name in cutoffs}
    last = {id: year == years[-1] for id, year in year_of.items()}
    line = _Line(parts, year_of, confidence, seed, resamples)
    overall, by_year, trends = line.estimates(held), {}, line.trends(held)
    for year in years:
        by_year[year] = line.estimates({name: tuple(id for id in ids if year_of[id] == year) for name, ids in held.items()})
    against_others, against_before = line.contrasts(held, [dict.fromkeys(parts, last), sides])
    models = {
        name: ModelDrift(
            name=name,
            overall=overall[name],
            years=MappingProxyType({year: by_year[year][name] for year in years}),
            last_year=against_others[name],
            trend=trends[name],
            cutoff=cutoffs.get(name),
            since_cutoff=against_before.get(name),
            n_undecided=sum(id not in sides[name] for id in held[name]) if name in sides else 0,
            missing=tuple(id for id in anywhere if id not in items),
            undated=tuple(id for id in items if id not in dates),
        )
        for name, items in parts.items()
    }
    return Drift(
        score=score,
        higher_is_better=higher_is_better,
        years=tuple(years),
        models=MappingProxyType(models),
        options=MappingProxyType({"confidence": confidence, "seed": int(seed), "resamples": int(resamples)}),
    )


def _sides(dates: Mapping[str, Period], cutoff: Period) -> dict[str, bool]:
    """Item id -> whether it was made after the cutoff; items that may be either are left out."""
    sides = {id: cutoff.is_before(when) for id, when in dates.items()}
    return {id: after for id, after in sides.items() if after is not None}


@dataclass(frozen=True, slots=True)
class _Line:
    """What all figures of one analysis share. Models with the same items are drawn together."""

    parts: Mapping[str, Mapping[str, Parts]]
    years: Mapping[str, int]
    confidence: float
    seed: int
    resamples: int

    def estimates(self, held: Mapping[str, tuple[str, ...]]) -> dict[str, Estimate]:
        found = {}
        for ids, names in _together(held).items():
            rows = [self._row(name, ids) for name in names]
            tops, bottoms = [top for top, _ in rows], [bottom for _, bottom in rows]
            intervals = ratio_intervals(tops, bottoms, confidence=self.confidence, seed=self.seed, resamples=self.resamples)
            for name, top, bottom, interval in zip(names, tops, bottoms, intervals, strict=True):
                found[name] = Estimate(exact_statistic([top], [bottom]), interval, sum(b != 0 for b in bottom))
        return found

    def trends(self, held: Mapping[str, tuple[str, ...]]) -> dict[str, Difference]:
        found: dict[str, Difference] = {}
        for ids, names in _together(held).items():
            rows = [self._row(name, ids) for name in names]
            years = [self.years[id] for id in ids]
            found |= zip(names, ratio_trends(rows, years, confidence=self.confidence, seed=self.seed, resamples=self.resamples), strict=True)
        return found

    def contrasts(self, held: Mapping[str, tuple[str, ...]], splits: Sequence[Mapping[str, Mapping[str, bool]]]) -> list[dict[str, Contrast]]:
        """For each split (model name -> item id -> side) each model's items of the side True minus those of the side False; an item on neither side takes no part.

        All are drawn together as far as they are about the same items.
        """
        wanted: dict[tuple[str, ...], list[tuple[tuple[int, str, bool], _Pair]]] = {}
        for place, split in enumerate(splits):
            for name, sides in split.items():
                wanted.setdefault(held[name], []).append(((place, name, False), _split(self._row(name, held[name]), held[name], sides)))
        common, beyond = self._beyond()
        for place, split in enumerate(splits):
            for name, sides in split.items():
                if name in beyond:
                    wanted.setdefault(common, []).append(((place, name, True), _split(beyond[name], common, sides)))
        levels = [self.confidence, 1 - (1 - self.confidence) / max(len(held), 1)]
        drawn: dict[tuple[int, str, bool], tuple[_Pair, tuple[Difference, ...]]] = {}
        for ids, asked in wanted.items():
            strata = [self.years[id] for id in ids]
            found = ratio_differences_at([pair for _, pair in asked], levels, strata=strata, seed=self.seed, resamples=self.resamples)
            drawn |= {key: (pair, at) for (key, pair), at in zip(asked, found, strict=True)}
        return [
            {
                name: _contrast(*drawn[place, name, False], relative=drawn[place, name, True][1][0] if (place, name, True) in drawn else None)
                for name in split
            }
            for place, split in enumerate(splits)
        ]

    def _beyond(self) -> tuple[tuple[str, ...], dict[str, tuple[list[float], list[float]]]]:
        """The items that all models have, and each model's row there less the mean of the other models'; no rows where items weigh differently."""
        ids = tuple(id for id in self.years if all(id in items for items in self.parts.values()))
        rows = {name: self._row(name, ids) for name in self.parts}
        weights = next(iter(rows.values()))[1]
        if len(rows) < 2 or not ids or any(bottom != weights for _, bottom in rows.values()) or not set(weights) <= {0.0, 1.0}:
            return (), {}
        sums = [math.fsum(values) for values in zip(*(top for top, _ in rows.values()), strict=True)]
        others = len(rows) - 1
        return ids, {name: ([t - (whole - t) / others for t, whole in zip(top, sums, strict=True)], weights) for name, (top, _) in rows.items()}

    def _row(self, name: str, ids: Sequence[str]) -> tuple[list[float], list[float]]:
        items = self.parts[name]
        return [float(items[id][0]) for id in ids], [float(items[id][1]) for id in ids]


_Pair = tuple[list[float], list[float], list[float], list[float]]


def _together(held: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, ...], list[str]]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, ids in held.items():
        groups.setdefault(ids, []).append(name)
    return groups


def _split(row: tuple[Sequence[float], Sequence[float]], ids: Sequence[str], sides: Mapping[str, bool]) -> _Pair:
    """The row on the side True, then on the side False, 0 elsewhere."""
    on = [sides.get(id) for id in ids]
    a, a_parts, b, b_parts = ([value if side is wanted else 0.0 for value, side in zip(column, on, strict=True)] for wanted in (True, False) for column in row)
    return a, a_parts, b, b_parts


def _contrast(pair: _Pair, drawn: tuple[Difference, ...], relative: Difference | None) -> Contrast:
    a, a_parts, b, b_parts = pair
    difference, wider = drawn
    values = exact_statistic([a], [a_parts]), exact_statistic([b], [b_parts])
    return Contrast(*values, sum(d != 0 for d in a_parts), sum(d != 0 for d in b_parts), difference, wider.interval, relative)


def _difference(found: Difference) -> dict[str, Any]:
    return {"value": _finite(found.value), "interval": _interval(found.interval), "n": found.n}


def _interval(found: Interval) -> dict[str, Any]:
    return {"low": _finite(found.low), "high": _finite(found.high), "degenerate": found.degenerate, "n_undefined": found.n_undefined}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
