"""Rubric scores over many questions: in all, by module, by the seven dimensions, with coverage and intervals drawn over questions."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from legal_metrics.errors import LengthMismatchError
from legal_metrics.grading import DIMENSIONS, Rubric
from legal_metrics.metrics.judges import JudgesScore, JudgeVerdict, check_method, combine_judges
from legal_metrics.metrics.rubric import RubricScore, Subtotal, score_rubric
from legal_metrics.metrics.rubric_inputs import as_rubric
from legal_metrics.metrics.rubric_policies import Policy, policy_of
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED


def rubric_scores(
    judged: Sequence[Sequence[JudgeVerdict] | None],
    rubrics: Sequence[Rubric | Sequence[Mapping[str, Any]]],
    *,
    policy: Policy | str | Mapping[str, Any] = "zhifa",
    judges: str = "mean",
    clusters: Sequence[str] | None = None,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
) -> dict[str, Score]:
    """Scores over many answers, each judged by none, one or several.

    Returns ``rubric_score`` (mean ratio over answers), ``points_share`` (points of all points), ``module:<name>`` for every module and ``dimension:<name>`` for
    all seven (points of all points there; NaN without items, ``details["coverage"]``: share of the answers that have it), all in [0, 1] (where the policy
    holds the total at 0). Intervals are drawn over questions: answers with one ``clusters`` entry (default: the rubric's id) stay together.

    An answer that could not be read (None) earns nothing. One that no usable verdict grades is excluded and counted (``n_unscored``), never zero. Details of
    ``rubric_score``: ``coverage`` (mean share of items with a usable grade), counts of verdicts that take no part (``n_unusable``, ``n_incomplete``), answers
    with fewer judges than others (``n_partly_judged``), ``problems`` by code, ``judges`` and ``leave_one_out`` (each judge's own score, and that of the
    others), ``agreement`` (share of items on which all judges agree), ``n_ties``, ``clipped_mean`` (held in [0, 1], as HealthBench does).

    Source: TW-LegalBench 4.2.2 (mean of two judges), ZhiFa-Bench's description (mean over questions, seven dimensions); docs/decisions/0041.
    Raises: LengthMismatchError; LegalMetricsError for options outside their range; as ``combine_judges``.

    >>> from legal_metrics.grading import Grade
    >>> from legal_metrics.metrics.judges import Verdict
    >>> rubric = [{"index": 1, "points": 4}]
    >>> scores = rubric_scores([[Verdict("j1", (Grade(1, score=3.0),))], [], None], [rubric] * 3)
    >>> scores["rubric_score"].value, scores["rubric_score"].details["n_unscored"], scores["dimension:完整性"].n
    (0.375, 1, 0)
    """
    if len(judged) != len(rubrics):
        raise LengthMismatchError(len(judged), len(rubrics), left="answers", right="rubrics")
    if clusters is not None and len(clusters) != len(rubrics):
        raise LengthMismatchError(len(clusters), len(rubrics), left="clusters", right="rubrics")
    chosen = policy_of(policy)
    check_method(judges)
    read = [as_rubric(rubric) for rubric in rubrics]
    results = [
        None if verdicts is None else combine_judges(rubric, verdicts, policy=chosen, judges=judges)
        for verdicts, rubric in zip(judged, read, strict=True)
    ]
    # What an answer that could not be read could have earned, and which modules a question has.
    empty = [score_rubric(rubric, (), policy=chosen) for rubric in read]
    places = [
        (rubric.id or f"#{place}", clusters[place] if clusters is not None else rubric.id or None)
        for place, rubric in enumerate(read)
    ]
    signature = Signature("rubric_score").extended(**chosen.options, judges=judges)
    drawn = {"seed": seed, "resamples": resamples, "confidence": confidence}

    def score(name: str, samples: Iterable[SampleScore], details: Mapping[str, Any]) -> Score:
        placed = [sample.labelled(*place) for sample, place in zip(samples, places, strict=True)]
        return Score.from_samples(name, placed, replace(signature, metric=name), details=details, **drawn)  # type: ignore[arg-type]

    ratios = [_ratio_sample(result) for result in results]
    found = [score("rubric_score", ratios, _details(results, ratios))]
    counts = {"n_unscored": sum(result is not None and result.score is None for result in results)}
    found.append(score("points_share", [_points_sample(r, e) for r, e in zip(results, empty, strict=True)], counts))
    modules = dict.fromkeys(name for one in empty for name in one.by_module if name)
    parts = [("module", name) for name in modules] + [("dimension", name) for name in DIMENSIONS]
    for kind, name in parts:
        samples = [_part_sample(r, e, kind, name) for r, e in zip(results, empty, strict=True)]
        held = sum(_part(one, kind, name) is not None for one in empty)
        found.append(score(f"{kind}:{name}", samples, {"coverage": held / len(empty) if empty else 0.0, **counts}))
    return {one.name: one for one in found}


def _ratio_sample(result: JudgesScore | None) -> SampleScore:
    if result is None:
        return SampleScore(0.0, status="unparsed")
    ratio = None if result.score is None else result.score.ratio
    if result.score is None or ratio is None:
        return SampleScore(0.0, 0.0, status="excluded", detail={"coverage": result.coverage, **result.unusable})
    detail: dict[str, Any] = {"points": result.score.score, "max": result.score.max, "coverage": result.coverage}
    detail |= {f"points_{judge}": score.score for judge, score in result.by_judge.items()}
    return SampleScore(ratio, answer=result.score.score, detail=detail)


def _points_sample(result: JudgesScore | None, empty: RubricScore) -> SampleScore:
    if result is None:
        return SampleScore(0.0, empty.max, status="unparsed")
    if result.score is None or result.score.score is None or result.score.max <= 0:
        return SampleScore(0.0, 0.0, status="excluded")
    return SampleScore(result.score.score, result.score.max)


def _part(score: RubricScore, kind: str, name: str) -> Subtotal | None:
    return score.by_module.get(name) if kind == "module" else score.by_dimension.get(name)


def _part_sample(result: JudgesScore | None, empty: RubricScore, kind: str, name: str) -> SampleScore:
    if result is None:
        part = _part(empty, kind, name)
        worth = part.max if part is not None else 0.0
        return SampleScore(0.0, worth, status="unparsed" if worth else "excluded")
    part = None if result.score is None else _part(result.score, kind, name)
    if part is None or part.ratio is None:
        return SampleScore(0.0, 0.0, status="excluded")
    return SampleScore(part.ratio * part.max, part.max)


def _details(results: Sequence[JudgesScore | None], ratios: Sequence[SampleScore]) -> dict[str, Any]:
    given = [result for result in results if result is not None]
    names = list(dict.fromkeys(judge for result in given for judge in (*result.by_judge, *result.unusable)))
    most = max((len(result.by_judge) for result in given), default=0)
    problems: Counter[str] = Counter()
    incomplete = unusable = 0
    for result in given:
        problems.update(result.problems)
        incomplete += len(result.incomplete)
        unusable += len(result.unusable) - len(result.incomplete)
    agreed = [result.agreement for result in given if result.agreement is not None]
    value = _mean([sample.value for sample in ratios if sample.denominator])
    alone = {name: _mean(_ratios(result.by_judge.get(name) for result in given)) for name in names}
    others = {
        name: _mean(_ratios(result.without.get(name) if name in result.by_judge else result.score for result in given))
        for name in names
    }
    return {
        "n_unscored": sum(result.score is None for result in given),
        "n_no_points": sum(result.score is not None and result.score.ratio is None for result in given),
        "n_partly_judged": sum(0 < len(result.by_judge) < most for result in given),
        "n_unusable": unusable,
        "n_incomplete": incomplete,
        "n_ties": sum(len(result.ties) for result in given),
        "coverage": _mean([result.coverage for result in given]),
        "agreement": _mean(agreed),
        "clipped_mean": min(max(value, 0.0), 1.0),
        "judges": alone,
        "leave_one_out": others if len(names) > 1 else {},
        "problems": dict(sorted(problems.items())),
    }


def _ratios(scores: Iterable[RubricScore | None]) -> list[float]:
    return [score.ratio for score in scores if score is not None and score.ratio is not None]


def _mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if values else math.nan
