"""What each judge alone would have given: the same scores with one judge's verdicts, judges held against one another answer by answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.drift_tables import model_heads
from legal_metrics.extract.judge_replies import FOUR_LABELS, YES_NO, canonical_label
from legal_metrics.judgements import Judgements
from legal_metrics.results import Report, SampleScore, Score
from legal_metrics.stats.agreement import Agreement, cohen_kappa
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    Interval,
    ratio_differences,
    ratio_interval,
)
from legal_metrics.tables import Cell, Column, Note, Row, Table

_SCHEMES: Mapping[str, str] = {**FOUR_LABELS, **YES_NO}


@dataclass(frozen=True, slots=True)
class JudgePair:
    """Two judges on one model's answers that both have scored. ``shares``: (first, second) share of points of each answer, in [0, 1].

    ``first_value``, ``second_value``: share of all points; ``difference``: first minus second, paired; ``labels``: Cohen's kappa over the scoring points that both
    have labelled.
    """

    model: str
    first: str
    second: str
    first_value: float
    second_value: float
    first_interval: Interval
    second_interval: Interval
    difference: Difference
    shares: tuple[tuple[float, float], ...]
    labels: Agreement

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        bounds, labels = self.difference.interval, self.labels
        return {
            "model": self.model,
            "first": self.first,
            "second": self.second,
            "n": self.difference.n,
            "first_value": _finite(self.first_value),
            "second_value": _finite(self.second_value),
            "difference": _finite(self.difference.value),
            "interval": {"low": _finite(bounds.low), "high": _finite(bounds.high), "degenerate": bounds.degenerate},
            "labels": {"n": labels.n, "observed": _finite(labels.observed), "kappa": _finite(labels.kappa)},
        }


@dataclass(frozen=True, slots=True)
class JudgeShares:
    """Every pair of judges on every model that two or more have judged; ``alone``: models that fewer than two judges have."""

    task: str
    judges: tuple[str, ...]
    pairs: tuple[JudgePair, ...]
    alone: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {"task": self.task, "judges": list(self.judges), "pairs": [pair.to_dict() for pair in self.pairs], "alone": list(self.alone)}


def one_judge(judgements: Judgements, judge: str) -> Judgements:
    """The verdicts of one judge alone.

    >>> lines = [b'{"id": "q1", "judge": "%s", "grades": [{"index": 1, "status": "correct"}]}' % judge for judge in (b"j1", b"j2")]
    >>> from legal_metrics.judgements import read_judgements
    >>> one_judge(read_judgements({"j.jsonl": lines}), "j2").judges
    ('j2',)
    """
    kept = {key: tuple(said for said in given if said.judge == judge) for key, given in judgements.of.items()}
    return replace(judgements, of=MappingProxyType({key: given for key, given in kept.items() if given}))


def compare_judges(
    task: str,
    judgements: Mapping[str, Judgements],
    scored: Callable[[str, Judgements], Report],
    *,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
) -> JudgeShares:
    """Hold judges against one another, model by model.

    Args:
        task: the task whose answers are judged.
        judgements: model name -> what judges said of its answers.
        scored: model name, verdicts -> the model's report under them (``score_task`` with these ``judgements``); its primary score is the share of points.
        seed, resamples, confidence: of the intervals; answers are drawn, a record's runs together.

    Both figures of a pair rest on the answers that both judges have scored. Raises: as ``scored``; LegalMetricsError for options that cannot be used.

    >>> import legal_metrics as lm
    >>> rows = [{"id": "q1", "points": 10, "scoring_points": [{"criterion_number": 1, "content": "爭點", "points": 10}]}]
    >>> said = lm.read_judgements({"j": [b'{"id": "q1", "judge": "%s", "grades": [{"index": 1, "status": "%s"}]}' % of for of in ((b"a", b"correct"), (b"b", b"wrong"))]})
    >>> score = lambda model, verdicts: lm.score_task("tw-legalbench/oeq", {"q1": '{"answer": "略"}'}, rows, judgements=verdicts)
    >>> [pair] = compare_judges("tw-legalbench/oeq", {"m": said}, score).pairs
    >>> pair.first_value, pair.second_value, pair.difference.value, pair.labels.n
    (1.0, 0.0, 1.0, 1)
    """
    pairs = []
    drawn: dict[str, Any] = {"seed": seed, "resamples": resamples, "confidence": confidence}
    for model, given in judgements.items():
        reports = {judge: scored(model, one_judge(given, judge)) for judge in given.judges}
        for first, second in combinations(given.judges, 2):
            samples = _together(*(report.scores[report.primary] for report in (reports[first], reports[second])))
            if not samples:
                continue
            a, b = ([sample[place].numerator for sample in samples] for place in (0, 1))
            a_worth, b_worth = ([sample[place].denominator for sample in samples] for place in (0, 1))
            clusters = [sample.id for sample, _ in samples]
            [difference] = ratio_differences([(a, a_worth, b, b_worth)], clusters=clusters, **drawn)
            pairs.append(
                JudgePair(
                    model,
                    first,
                    second,
                    first_value=math.fsum(a) / math.fsum(a_worth),
                    second_value=math.fsum(b) / math.fsum(b_worth),
                    first_interval=ratio_interval(a, a_worth, clusters=clusters, **drawn),
                    second_interval=ratio_interval(b, b_worth, clusters=clusters, **drawn),
                    difference=difference,
                    shares=tuple((of_a.numerator / of_a.denominator, of_b.numerator / of_b.denominator) for of_a, of_b in samples),
                    labels=_labels(given, first, second),
                )
            )
    judges = tuple(dict.fromkeys(judge for given in judgements.values() for judge in given.judges))
    return JudgeShares(task, judges, tuple(pairs), tuple(name for name, given in judgements.items() if len(given.judges) < 2))


def judge_table(shares: JudgeShares, *, titles: Mapping[str, str] | None = None) -> Table:
    """A row for each model and pair of judges; shares in [0, 1]. ``titles``: model name -> what tables call it. Raises nothing.

    >>> judge_table(JudgeShares("tw-legalbench/oeq", ("a",), (), ("m",))).notes[0].text
    'Fewer than two judges, so that nothing can be held against anything: m.'
    """
    heads = model_heads(dict.fromkeys((*(pair.model for pair in shares.pairs), *shares.alone)), titles)
    columns = (
        Column("first", "First judge", "評審一", "percent", None, group="Share of points"),
        Column("second", "Second judge", "評審二", "percent", None, group="Share of points"),
        Column("difference", "First − second", "差異", "percent_difference", None, group="Share of points"),
        Column("observed", "Same label", "標籤一致", "percent", None, group="Scoring points"),
        Column("kappa", "Cohen's kappa", "一致性係數", better=None, group="Scoring points"),
    )
    rows = [_row(pair, heads[pair.model]) for pair in sorted(shares.pairs, key=lambda pair: (pair.first, pair.second, -pair.first_value, pair.model))]
    notes = [Note(f"Fewer than two judges, so that nothing can be held against anything: {', '.join(heads[name] for name in shares.alone)}.")] if shares.alone else []
    notes.append(
        Note("Each judge's verdicts alone, over the answers that both have scored. A judge who gives more to every model is lenient; one who gives more to some is partial.", warning=False)
    )
    return Table("judges", "Judges held against one another", columns, tuple(rows), "評審之間的比較", "Model", tuple(notes))


def _row(pair: JudgePair, head: str) -> Row:
    n = pair.difference.n
    labels = pair.labels
    cells = (
        Cell.of(pair.first_value, pair.first_interval, n),
        Cell.of(pair.second_value, pair.second_interval, n),
        Cell.of(pair.difference.value, pair.difference.interval, n),
        Cell.of(labels.observed, n=labels.n, note="" if labels.n else "no scoring point that both have labelled"),
        Cell.of(labels.kappa, n=labels.n, note="both judges gave one label throughout" if labels.n and math.isnan(labels.kappa) else ""),
    )
    return Row(f"{pair.first}/{pair.second}:{pair.model}", head, cells, f"{pair.first} · {pair.second}")


def _together(first: Score, second: Score) -> list[tuple[SampleScore, SampleScore]]:
    """The samples that both judges have scored, in order."""
    return [(a, b) for a, b in zip(first.samples, second.samples, strict=True) if a.denominator and b.denominator]


def _labels(given: Judgements, first: str, second: str) -> Agreement:
    labels: tuple[list[str], list[str]] = ([], [])
    for said in given.of.values():
        graded = {verdict.judge: {grade.index: canonical_label(grade.status, _SCHEMES) or grade.status for grade in verdict.grades} for verdict in said}
        a, b = graded.get(first, {}), graded.get(second, {})
        for index in a:
            if index in b:
                labels[0].append(a[index])
                labels[1].append(b[index])
    return cohen_kappa(*labels)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
