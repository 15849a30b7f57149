"""The checks of judges over files of verdicts: which verdicts to hold against which, by judge, run and record id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError
from legal_metrics.judging.checks import (
    SWAPPED,
    Consistency,
    Discrimination,
    SwapConsistency,
    discrimination,
    repeat_consistency,
    swap_consistency,
)
from legal_metrics.judging.families import SelfFamily, self_family
from legal_metrics.judging.ratings import ItemUnit, Ratings, answer_scores
from legal_metrics.judging.tricks import TrickEffect, trick_effects

PAIR_LABELS = frozenset({*SWAPPED, "tie", "Tie", "TIE", "C", "="})
"""Labels of verdicts on pairs of answers; where a judge gives no others, a swapped verdict is turned round before it is compared."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class JudgeChecks:
    """What the checks found, each by judge; empty where a check was not asked for."""

    families: tuple[SelfFamily, ...] = ()
    repeats: Mapping[str, Consistency] = field(default_factory=_nothing)
    swapped: Mapping[str, Consistency | SwapConsistency] = field(default_factory=_nothing)
    tiers: Mapping[str, Discrimination] = field(default_factory=_nothing)
    tricks: Mapping[str, tuple[TrickEffect, ...]] = field(default_factory=_nothing)
    units: Mapping[str, str] = field(default_factory=_nothing)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN."""
        return {
            "self_family": [found.to_dict() for found in self.families],
            "repeats": {judge: found.to_dict() for judge, found in self.repeats.items()},
            "swapped": {judge: found.to_dict() for judge, found in self.swapped.items()},
            "tiers": {judge: found.to_dict() for judge, found in self.tiers.items()},
            "tricks": {judge: [effect.to_dict() for effect in found] for judge, found in self.tricks.items()},
            "units": dict(self.units),
        }


def check_judges(
    ratings: Ratings,
    *,
    models: Sequence[str] = (),
    repeats: Sequence[Ratings] = (),
    swapped: Ratings | None = None,
    tiers: Sequence[str] = (),
    margin: float = 0.0,
    plain: str = "",
    tricks: Sequence[str] = (),
    tolerance: float = 0.0,
    **options: Any,
) -> JudgeChecks:
    """All checks that the material allows, for every judge in ``ratings``.

    Args:
        ratings: the verdicts.
        models: names of the models that were judged, for the family flag.
        repeats: the same judges' verdicts on the same answers, once more each.
        swapped: the same judges' verdicts with the order changed (of answers, or of items).
        tiers: runs of known quality, from best to worst; ``margin``: by how much each must lie above the next, in the unit of ``answer_scores``.
        plain, tricks: the run of plain answers and those of their variants; ``tolerance``: what a variant may gain, in the same unit.
        options: ``confidence``, ``resamples``, ``seed``.

    Raises: LegalMetricsError for a run that no verdict is about, repeats or swapped verdicts without a judge in common, and what the checks refuse.

    >>> check_judges(Ratings((), (), {}, {}), models=["gpt-5"]).families
    ()
    """
    runs = {run for run, _ in ratings.answers}
    for run in (*tiers, *tricks, *([plain] if tricks else [])):
        if run not in runs:
            raise LegalMetricsError(
                f"run: found {run!r}, which no verdict is about, allowed {', '.join(map(repr, sorted(runs)))}"
            )
    for again in (*repeats, *([swapped] if swapped is not None else [])):
        if not set(again.judges) & set(ratings.judges):
            raise LegalMetricsError("repeated or swapped verdicts: found no judge of the verdicts among them")
        for run, id in again.texts.keys() & ratings.texts.keys():
            if ratings.texts[run, id] and again.texts[run, id] not in ("", ratings.texts[run, id]):
                raise LegalMetricsError(
                    f"repeated or swapped verdicts: found some on id {id!r} about another text, allowed the same answers"
                )
    scored = {judge: answer_scores(ratings, judge) for judge in ratings.judges} if tiers or tricks else {}
    return JudgeChecks(
        tuple(self_family(_named(judge, ratings), model) for judge in ratings.judges for model in models),
        {judge: _consistency(judge, (ratings, *repeats), options) for judge in ratings.judges if repeats},
        {judge: _swapped(judge, ratings, swapped, options) for judge in ratings.judges if swapped is not None},
        {
            judge: discrimination(_by_run(scores, tiers), margin=margin, **options)
            for judge, (scores, _) in scored.items()
            if tiers
        },
        {judge: _tricks(scores, plain, tricks, tolerance, options) for judge, (scores, _) in scored.items() if tricks},
        {judge: unit for judge, (_, unit) in scored.items()},
    )


def _named(judge: str, ratings: Ratings) -> str:
    """A judge with the models that its verdicts tell of: the name of a judge may tell nothing of its family."""
    return f"{judge} ({ratings.models[judge]})" if judge in ratings.models else judge


def _verdicts(judge: str, ratings: Ratings) -> Mapping[ItemUnit, Any]:
    """A judge's labels, or its points where it gives no labels."""
    return ratings.labels.get(judge) or ratings.points.get(judge) or {}


def _consistency(judge: str, times: Sequence[Ratings], options: Mapping[str, Any]) -> Consistency:
    given = [_verdicts(judge, ratings) for ratings in times]
    units = list(dict.fromkeys(unit for verdicts in given for unit in verdicts))
    rows = [[verdicts.get(unit) for verdicts in given] for unit in units]
    return repeat_consistency(rows, clusters=[id for _, id, _ in units], **options)


def _swapped(
    judge: str, ratings: Ratings, swapped: Ratings, options: Mapping[str, Any]
) -> Consistency | SwapConsistency:
    before, after = _verdicts(judge, ratings), _verdicts(judge, swapped)
    if not {*before.values(), *after.values()} <= PAIR_LABELS:
        return _consistency(judge, (ratings, swapped), options)
    units = list(dict.fromkeys([*before, *after]))
    rows = [before.get(unit) for unit in units], [after.get(unit) for unit in units]
    return swap_consistency(*rows, clusters=[id for _, id, _ in units], **options)


def _by_run(scores: Mapping[tuple[str, str], float], runs: Sequence[str]) -> dict[str, list[float | None]]:
    """Scores by run, for every question that one of these runs answers."""
    ids = list(dict.fromkeys(id for run, id in scores if run in runs))
    return {run: [scores.get((run, id)) for id in ids] for run in runs}


def _tricks(
    scores: Mapping[tuple[str, str], float],
    plain: str,
    tricks: Sequence[str],
    tolerance: float,
    options: Mapping[str, Any],
) -> tuple[TrickEffect, ...]:
    by_run = _by_run(scores, (plain, *tricks))
    return trick_effects(by_run[plain], {trick: by_run[trick] for trick in tricks}, tolerance=tolerance, **options)
