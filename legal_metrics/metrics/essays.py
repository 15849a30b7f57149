"""Essays graded by official scoring points: what judges' labels are worth, and the share of all points that answers earn.

The points of one verdict are those of ``score_rubric`` by the policy ``tw_paper``; this module holds the exam's own values and pools questions by points.

Source: the paper (TW-LegalBench 4.2.2) gives each scoring point a label and points by two judges and adds up afterwards; it does not say what a label is worth.
[CHOICE] ``rubric_policies.tw_paper`` says what.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, shown
from legal_metrics.grading import Grade, Item, Module, Rubric
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_policies import tw_paper
from legal_metrics.results import SampleScore, Score, Signature

LABELS: tuple[str, ...] = ("correct", "partial", "wrong", "missing")
RULES: tuple[str, ...] = ("label", "points")
MISSING: tuple[str, ...] = ("unscored", "zero")


@dataclass(frozen=True, slots=True)
class ScoringPoint:
    """A scoring point of the rubric; ``points`` None: the judge is to divide what is left of the question's points."""

    number: int
    points: float | None = None


@dataclass(frozen=True, slots=True)
class EssayRubric:
    """A question's points and scoring points. ``points`` None: the sum of its scoring points."""

    points: float | None
    scoring_points: tuple[ScoringPoint, ...]


@dataclass(frozen=True, slots=True)
class PointGrade:
    """What a judge says of one scoring point: a label of ``LABELS`` (None: one that is unknown), points given, and points allocated to it."""

    number: int
    label: str | None
    points: float | None = None
    allocated: float | None = None


@dataclass(frozen=True, slots=True)
class EssayVerdict:
    """One judge's grades of one answer; ``problem`` says why they cannot be used."""

    judge: str
    grades: tuple[PointGrade, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EssayScore:
    """The points that one judge's grades are worth.

    ``clamped``, ``unknown``, ``missing``: scoring points whose points were out of range, that the rubric lacks, that were not graded. ``split``: the judge
    allocated nothing to some points, which share equally. ``rescaled``: what was allocated did not add up to the question's points.

    >>> EssayScore(5, 10, {}).share
    0.5
    """

    score: float
    max: float
    labels: Mapping[str, int]
    clamped: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    split: bool = False
    rescaled: bool = False

    @property
    def share(self) -> float:
        """Points earned of the points to be had."""
        return self.score / self.max


def essay_score(
    rubric: EssayRubric,
    grades: Sequence[PointGrade],
    *,
    rule: str = "label",
    partial: float = 0.5,
    rescale: bool = True,
) -> EssayScore:
    """The points that a judge's grades are worth, in [0, the question's points].

    Args:
        rubric: the question's points and scoring points.
        grades: one for each scoring point; those for unknown ones are ignored and told, points without a usable grade earn nothing and are told. Where none
            is usable, the score is NaN: unscored.
        rule: ``"label"``: the label decides; ``"points"``: the judge's points do, whatever the label.
        partial: share of a point for the label partial where the judge's points are not strictly between nothing and all.
        rescale: where the points of all scoring points do not add up to the question's, they are scaled to it; False leaves them.

    A scoring point without points in the rubric has those that the judge allocated to it; where one of them has none, all such points share equally what
    is left. Raises: LegalMetricsError for options outside their range, repeated grades, or a rubric without points.

    >>> rubric = EssayRubric(10, (ScoringPoint(1, 4), ScoringPoint(2), ScoringPoint(3)))
    >>> grades = [PointGrade(1, "correct", 4), PointGrade(2, "partial", 1), PointGrade(3, "missing")]
    >>> result = essay_score(rubric, grades)
    >>> result.score, result.max, result.split, result.labels
    (5.0, 10.0, True, {'correct': 1, 'partial': 1, 'wrong': 0, 'missing': 1})
    """
    _check(rule in RULES, "rule", rule, " or ".join(RULES))
    policy = replace(
        tw_paper(),
        award=rule,
        partial=partial,
        sums="rescale" if rescale else "larger",
        missing="zero",
        name="tw_paper",
    )
    result = score_rubric(_rubric(rubric), [_grade(grade) for grade in grades], policy=policy)
    if result.items_with("unallocated"):
        raise LegalMetricsError(
            "rubric: found scoring points without points and no points of the question, allowed one of the two"
        )
    _check(result.max > 0 and bool(rubric.scoring_points), "rubric", result.max, "points above 0")
    known = {point.number for point in rubric.scoring_points}
    counts = Counter(grade.label for grade in grades if grade.number in known)
    return EssayScore(
        score=math.nan if result.score is None else result.score,
        max=result.max,
        labels={label: counts[label] for label in LABELS},
        clamped=result.clamped,
        unknown=result.unknown,
        missing=result.missing,
        split=result.split,
        rescaled=result.rescaled,
    )


def _rubric(rubric: EssayRubric) -> Rubric:
    """The question as one module of items, for the one implementation that adds up (``metrics.rubric``)."""
    items = tuple(Item(point.number, "", point.points) for point in rubric.scoring_points)
    return Rubric("", "tw_essay", rubric.points, (Module("", None, items),))


def _grade(grade: PointGrade) -> Grade:
    return Grade(grade.number, grade.label or "", grade.points, grade.allocated)


# --- many questions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedEssay:
    """An answer and what the judges say of it; none yet: it is unscored."""

    verdicts: tuple[EssayVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class EssayReference:
    """A question's rubric; ``why`` says why it cannot be graded by (no rubric at hand, no points)."""

    rubric: EssayRubric | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Judged:
    scores: Mapping[str, EssayScore] = field(default_factory=lambda: MappingProxyType({}))
    status: str = "scored"
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def essay_scores(
    predictions: Sequence[JudgedEssay | None],
    references: Sequence[EssayReference],
    *,
    rule: str = "label",
    partial: float = 0.5,
    rescale: bool = True,
    missing: str = "unscored",
) -> dict[str, Score]:
    """``points_share`` (points earned of all points, pooled over questions, each the mean of its judges) and the share of each label, in [0, 1].

    An answer that could not be read (None) earns nothing. One without a usable verdict is **unscored**: excluded and counted (``n_unscored``), never
    zero. A verdict that leaves out scoring points is not used (``missing="zero"``: they earn nothing); incomplete, unusable, clamped, split and
    rescaled verdicts are counted, and answers that fewer judges scored than others (``n_partly_judged``). ``details["labels"]``: labels by judge, summed and
    averaged over the judges. ``details["judges"]``: the points share by each judge. Options: as ``essay_score``.
    Source: TW-LegalBench section 4.2.2. Raises: LengthMismatchError; LegalMetricsError for options outside their range.

    >>> rubric = EssayReference(EssayRubric(10, (ScoringPoint(1, 10),)))
    >>> judged = JudgedEssay((EssayVerdict("j1", (PointGrade(1, "correct"),)), EssayVerdict("j2", (PointGrade(1, "wrong"),))))
    >>> scores = essay_scores([judged, JudgedEssay(), None], [rubric] * 3)
    >>> scores["points_share"].value, scores["points_share"].details["n_unscored"]
    (0.25, 1)
    """
    if len(predictions) != len(references):
        raise LengthMismatchError(len(predictions), len(references))
    _check(missing in MISSING, "missing", missing, " or ".join(MISSING))
    options = {"rule": rule, "partial": partial, "rescale": rescale}
    judged = [
        _judged(essay, reference, missing, options) for essay, reference in zip(predictions, references, strict=True)
    ]
    judges = list(dict.fromkeys(judge for item in judged for judge in item.scores))
    counts: Counter[str] = Counter()
    for item in judged:
        counts.update(item.counts)
        counts["n_partly_judged"] += 0 < len(item.scores) < len(judges)
    labels = {
        judge: {
            label: sum(item.scores[judge].labels[label] for item in judged if judge in item.scores) for label in LABELS
        }
        for judge in judges
    }
    summed = {label: sum(counted[label] for counted in labels.values()) for label in LABELS}
    details: dict[str, Any] = {
        **{name: counts[name] for name in _COUNTS},
        "judges": {judge: _ratio([item.scores[judge] for item in judged if judge in item.scores]) for judge in judges},
        "labels": labels,
        "labels_summed": summed,
        "labels_averaged": {label: count / len(judges) if judges else 0.0 for label, count in summed.items()},
    }
    signature = Signature(
        "points_share", tuple(sorted({**options, "missing": missing, "judges": "mean", "unit": "point"}.items()))
    )
    scores = [
        Score.from_samples(
            "points_share",
            [_points_sample(item, reference) for item, reference in zip(judged, references, strict=True)],
            signature,
            details=details,
        )
    ]
    for label in LABELS:
        samples = [_label_sample(item, reference, label) for item, reference in zip(judged, references, strict=True)]
        signed = Signature(f"{label}_share", (("judges", "mean"), ("missing", missing), ("unit", "scoring_point")))
        scores.append(Score.from_samples(f"{label}_share", samples, signed, higher_is_better=label == "correct"))
    return {score.name: score for score in scores}


_COUNTS = (
    "n_unscored",
    "n_no_rubric",
    "n_partly_judged",
    "n_incomplete",
    "n_unusable",
    "n_clamped",
    "n_unknown",
    "n_split",
    "n_rescaled",
)


def _judged(essay: JudgedEssay | None, reference: EssayReference, missing: str, options: Mapping[str, Any]) -> _Judged:
    rubric = reference.rubric
    if rubric is None:
        return _Judged(status="excluded", counts={"n_no_rubric": 1})
    if essay is None:
        return _Judged(status="unparsed")
    counts: Counter[str] = Counter()
    scores = {}
    for verdict in essay.verdicts:
        if verdict.judge in scores:
            raise LegalMetricsError(f"verdicts: found two by judge {verdict.judge!r}, allowed one for each answer")
        if verdict.problem or any(grade.label is None and grade.points is None for grade in verdict.grades):
            counts["n_unusable"] += 1
            continue
        score = essay_score(rubric, verdict.grades, **options)
        if math.isnan(score.score):  # grades of nothing that the rubric holds
            counts["n_unusable"] += 1
            continue
        if score.missing and missing == "unscored":
            counts["n_incomplete"] += 1
            continue
        scores[verdict.judge] = score
        counts["n_clamped"] += len(score.clamped)
        counts["n_unknown"] += len(score.unknown)
        counts["n_split"] += score.split
        counts["n_rescaled"] += score.rescaled
    if not scores:
        counts["n_unscored"] += 1
    return _Judged(scores, "scored" if scores else "excluded", counts)


def _points_sample(item: _Judged, reference: EssayReference) -> SampleScore:
    if item.status == "unparsed" and reference.rubric is not None:
        return SampleScore(0.0, _maximum(reference.rubric), status="unparsed")
    if not item.scores:
        return SampleScore(0.0, 0.0, status="excluded", detail=dict(item.counts))
    points = _mean([score.score for score in item.scores.values()])
    detail = {
        "points": points,
        "max": _mean([score.max for score in item.scores.values()]),
        **{f"points_{j}": s.score for j, s in item.scores.items()},
    }
    return SampleScore(points, detail["max"], answer=points, detail=detail)


def _label_sample(item: _Judged, reference: EssayReference, label: str) -> SampleScore:
    n = len(reference.rubric.scoring_points) if reference.rubric is not None else 0
    if item.status == "unparsed":
        return SampleScore(float(n if label == "missing" else 0), float(n), status="unparsed")
    if not item.scores:
        return SampleScore(0.0, 0.0, status="excluded")
    return SampleScore(_mean([score.labels[label] for score in item.scores.values()]), float(n))


def _maximum(rubric: EssayRubric) -> float:
    return (
        rubric.points
        if rubric.points is not None
        else math.fsum(point.points or 0.0 for point in rubric.scoring_points)
    )


def _ratio(scores: Sequence[EssayScore]) -> float:
    maximum = math.fsum(score.max for score in scores)
    return math.fsum(score.score for score in scores) / maximum if maximum else math.nan


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _check(holds: bool, option: str, found: object, allowed: str) -> None:
    if not holds:
        raise LegalMetricsError(f"{option}: found {shown(found)}, allowed {allowed}")


def check_rubric(id: str, rubric: EssayRubric) -> None:
    """Raises: BadReferenceError for scoring points with the same number.

    >>> check_rubric("q1", EssayRubric(10, (ScoringPoint(1), ScoringPoint(1))))
    Traceback (most recent call last):
    legal_metrics.errors.BadReferenceError: record 'q1', field 'scoring_points': found [1, 1], allowed different numbers
    """
    numbers = [point.number for point in rubric.scoring_points]
    if len(set(numbers)) < len(numbers):
        raise BadReferenceError(id, "scoring_points", f"found {shown(numbers)}, allowed different numbers")
