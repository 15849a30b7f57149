"""One task's reports beside one another: who was scored on what, every figure over the records that all models have, and what must be said of each model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from legal_metrics.comparison import (
    ComparedModel,
    ComparedScore,
    NotComparableError,
    common_ids,
    compare_score,
    compared_models,
    incomparable,
)
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.outputs import READABLE
from legal_metrics.model_facts import ModelFacts
from legal_metrics.reported import ReportedModel
from legal_metrics.stats.bootstrap import Interval, exact_statistic, ratio_intervals
from legal_metrics.tables import Cell

SHOWN_IDS = 3
"""Ids named in a remark; the JSON of ``legal-metrics compare`` has all."""
ACCESS_TITLES: Mapping[str | None, str] = {"closed": "Closed models 閉源模型", "open": "Open models 開源模型", None: "Access not stated 未註明"}
UNLABELLED = "not stated"


@dataclass(frozen=True, slots=True)
class Drawn:
    """How intervals and tests are drawn."""

    confidence: float
    seed: int
    resamples: int
    permutations: int

    @property
    def intervals(self) -> dict[str, Any]:
        """What intervals take of it."""
        return {"confidence": self.confidence, "seed": self.seed, "resamples": self.resamples}


@dataclass(frozen=True)
class Standings:
    """The models of one task. ``read``: those with records, ``empty``: those without any; ``ids``: the records that all of ``read`` have once a run.

    ``reasons``: why the reports should not stand side by side (only with ``force``).
    """

    task: str
    read: tuple[ReportedModel, ...]
    empty: tuple[ReportedModel, ...]
    ids: tuple[str, ...]
    reasons: tuple[str, ...]
    facts: Mapping[str, ModelFacts]
    drawn: Drawn
    _pairs: dict[str, ComparedScore] = field(default_factory=dict, repr=False, compare=False)
    _overall: dict[tuple[str, bool], dict[str, Cell]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def names(self) -> list[str]:
        """All models, in the order given."""
        return [model.name for model in (*self.read, *self.empty)]

    @property
    def primary(self) -> str:
        """The score that the task's tables sort by."""
        return (self.read or self.empty)[0].primary

    @cached_property
    def scores(self) -> tuple[str, ...]:
        """Every score that a report has, in the order of the first."""
        return tuple(dict.fromkeys(name for model in self.read for name in model.scores))

    @cached_property
    def n_records(self) -> int:
        """Records that any model has."""
        return len({id for model in self.read for id in (*model.ids, *model.repeated)})

    @cached_property
    def strata(self) -> dict[str, dict[str, str]]:
        """Field -> record -> value, from all reports: equal rows have equal values, whichever report was broken down by them.

        Raises: LegalMetricsError for a record that two reports put into different strata.
        """
        found: dict[str, dict[str, str]] = {}
        for model in self.read:
            for name, values in model.strata.items():
                known = found.setdefault(name, {})
                for id in self.ids if values != known else ():
                    if id not in values:
                        continue
                    if known.setdefault(id, values[id]) != values[id]:
                        raise LegalMetricsError(f"record {id!r}: field {name!r} is {known[id]!r} in one report and {values[id]!r} in that of {model.name}")
        return found

    def title(self, name: str) -> str:
        """What tables call a model."""
        facts = self.facts.get(name)
        return (facts.title if facts else "") or name

    def group(self, name: str) -> str:
        """The group of rows that a model stands in; without facts of any model all stand in one, which has no name."""
        if not any(self.facts.get(other) for other in self.names):
            return ""
        facts = self.facts.get(name)
        return ACCESS_TITLES[facts.access if facts else None]

    def own_figures(self, score: str) -> dict[str, Cell]:
        """A score of every model over all records of its own."""
        alone = (replace(self, read=(model,), ids=model.ids, empty=(), _pairs={}, _overall={}) for model in self.read)
        return {model.name: Cell(n=0, note=EMPTY) for model in self.empty} | {name: cell for own in alone for name, cell in own.over_all(score).items()}

    def figures(self, score: str, ids: Sequence[str], *, count: bool = False, drawn: Mapping[str, Interval] | None = None) -> dict[str, Cell]:
        """A score of every model over these records (which all models have): value, interval, and the records that have a part in it.

        ``count``: the sum of the numerators; its interval is that of their mean times the records. ``drawn``: the intervals, where they are known.
        """
        having = [model for model in self.read if score in model.scores]
        parts = [[model.scores[score].parts[id] for id in ids] for model in having]
        tops = [[top for top, _ in column] for column in parts]
        bottoms = [[1.0 if count else bottom for _, bottom in column] for column in parts]
        scale = len(ids) if count else 1
        if drawn is None:
            intervals = ratio_intervals(tops, bottoms, **self.drawn.intervals)
            drawn = {model.name: found for model, found in zip(having, intervals, strict=True)}
        cells = dict.fromkeys(self.names, Cell(note=f"no score {score} in the report")) | {model.name: Cell(n=0, note=EMPTY) for model in self.empty}
        for model, column, top, bottom in zip(having, parts, tops, bottoms, strict=True):
            n = sum(1 for _, weight in column if weight)
            value = math.fsum(top) if count else exact_statistic([top], [bottom])
            found = drawn[model.name]
            interval = Interval(found.low * scale, found.high * scale, found.degenerate, found.n_undefined)
            cells[model.name] = Cell.of(value if n else math.nan, interval, n, "" if n else "no record has a part in this score")
        return cells

    def over_all(self, score: str, *, count: bool = False) -> dict[str, Cell]:
        """``figures`` over all common records; drawn once, together with the pairs where they are wanted."""
        key = (score, count)
        if key not in self._overall:
            drawn = self._pairs[score].intervals if score in self._pairs and not count else None
            self._overall[key] = self.figures(score, self.ids, count=count, drawn=drawn)
        return self._overall[key]

    def pairs(self, score: str) -> ComparedScore:
        """Every pair of models on one score, over the common records; compared once."""
        if score not in self._pairs:
            having = sorted((model for model in self.read if score in model.scores), key=lambda model: self._best_first(model, score))
            self._pairs[score] = compare_score(score, having, self.ids, drawn=self.drawn.intervals, permutations=self.drawn.permutations)
        return self._pairs[score]

    def _best_first(self, model: ReportedModel, score: str) -> tuple[bool, float, str]:
        tops, bottoms = zip(*(model.scores[score].parts[id] for id in self.ids), strict=True)
        value = exact_statistic([tops], [bottoms])
        return math.isnan(value), 0.0 if math.isnan(value) else -value if model.scores[score].higher_is_better else value, model.name

    @cached_property
    def compared(self) -> dict[str, ComparedModel]:
        """What each model lacks, has over and has twice, beside the others."""
        return {model.name: model for model in compared_models(self.read)} if self.read else {}

    @cached_property
    def remarks(self) -> dict[str, str]:
        """What must be said of a model's whole row; empty where there is nothing."""
        twice = {model.name: f"; {len(model.repeated):,} records stand twice in one run ({_listed(model.repeated)})" for model in self.empty if model.repeated}
        empty = {model.name: EMPTY + twice.get(model.name, "") for model in self.empty}
        return {**{model.name: self._remark(model) for model in self.read}, **empty}

    def _remark(self, model: ReportedModel) -> str:
        compared = self.compared[model.name]
        told = [
            f"{len(ids):,} {'record' if len(ids) == 1 else 'records'} {what} ({_listed(ids)})"
            for ids, what in (
                (compared.missing, "missing that another report has"),
                (compared.extra, "that another report lacks"),
                (compared.repeated, "that stand twice in one run"),
            )
            if ids
        ]
        told = [f"left out of every figure: {'; '.join(told)}"] if told else []
        outputs = sum(model.statuses.values())
        told += [f"{count:,} of {outputs:,} outputs missing, which score 0"] if (count := model.n_missing_outputs) else []
        told += [f"mean of {len(model.runs)} runs"] if len(model.runs) > 1 else []
        return "; ".join(told)

    def unread(self, model: ReportedModel) -> tuple[int, int]:
        """Outputs of a model that could not be read (missing ones too), of all its outputs."""
        return sum(count for status, count in model.statuses.items() if status not in READABLE), sum(model.statuses.values())


EMPTY = "no record was scored: in no rank and no comparison"


def standings(task: str, models: Sequence[ReportedModel], *, facts: Mapping[str, ModelFacts], drawn: Drawn, force: bool = False) -> Standings:
    """Put the reports of one task side by side.

    Raises: NotComparableError with every reason, unless ``force``; LegalMetricsError where no record is common to the models that have any.
    """
    read = tuple(model for model in models if model.ids)
    shared = [name for name in read[0].scores if all(name in model.scores for model in read)] if read else []
    reasons = tuple(incomparable(read, shared)) if len(read) > 1 else ()
    if reasons and not force:
        raise NotComparableError([f"{task}: {reason}" for reason in reasons])
    ids = common_ids(read) if read else ()
    if read and not ids:
        held = ", ".join(f"{len(model.ids):,} of {model.name}" for model in read)
        raise LegalMetricsError(f"{task}: found no record that all models have ({held}): there is nothing to put side by side")
    empty = tuple(model for model in models if not model.ids)
    return Standings(task, read, empty, ids, reasons, facts, drawn)


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:SHOWN_IDS]) + (f" and {len(ids) - SHOWN_IDS:,} more" if len(ids) > SHOWN_IDS else "")
