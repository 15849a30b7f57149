"""Verdicts of judges and grades of people side by side: one table of ratings over graded items, one over whole answers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from legal_metrics.errors import LegalMetricsError
from legal_metrics.grading import Grade
from legal_metrics.judgements import Judgement, Judgements
from legal_metrics.judging.calibration import HumanGrades, consensus_label, label_of

WORTH: Mapping[str, float] = MappingProxyType({"correct": 1.0, "partial": 0.5, "wrong": 0.0, "missing": 0.0})
"""What the known labels are worth: their order for weighted statistics [CHOICE: wrong and missing earn alike, so between them lies no distance]."""
HUMAN = "human"
"""The name under which the consensus of the annotators stands beside the judges."""

ItemUnit = tuple[str, str, int]
"""A graded item: (run, record id, item number)."""
AnswerUnit = tuple[str, str]
"""An answer: (run, record id)."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """What every rater says of every graded item.

    ``raters``: judges in the order of their files, then ``human``, if people graded. ``labels`` and ``points``: rater -> unit -> rating. ``annotators``: the same
    labels by single annotators. ``categories``: of units, where one is stated. ``unscored``: rater -> answers without a verdict. ``problems``: counts by kind. ``texts``: digests of the answers, ``models``: the models
    behind the judges' names, where told.
    """

    raters: tuple[str, ...]
    units: tuple[ItemUnit, ...]
    labels: Mapping[str, Mapping[ItemUnit, str]]
    points: Mapping[str, Mapping[ItemUnit, float]]
    annotators: Mapping[str, Mapping[ItemUnit, str]] = field(default_factory=lambda: MappingProxyType({}))
    categories: Mapping[ItemUnit, str] = field(default_factory=lambda: MappingProxyType({}))
    unscored: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    texts: Mapping[AnswerUnit, str] = field(default_factory=lambda: MappingProxyType({}))
    models: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def judges(self) -> tuple[str, ...]:
        """The raters who are no people."""
        return tuple(rater for rater in self.raters if rater != HUMAN)

    @property
    def answers(self) -> tuple[AnswerUnit, ...]:
        """The answers that anybody graded, in order."""
        return tuple(dict.fromkeys((run, id) for run, id, _ in self.units))

    def label_rows(self, raters: Sequence[str], units: Sequence[ItemUnit] | None = None) -> list[list[str | None]]:
        """Labels (units x raters), None where a rater gave none."""
        return [[self.labels[rater].get(unit) for rater in raters] for unit in (self.units if units is None else units)]

    def point_rows(self, raters: Sequence[str], units: Sequence[ItemUnit] | None = None) -> list[list[float | None]]:
        """Points (units x raters), None where a rater gave none."""
        return [[self.points[rater].get(unit) for rater in raters] for unit in (self.units if units is None else units)]

    def total_rows(self, raters: Sequence[str]) -> tuple[list[AnswerUnit], list[list[float]], int]:
        """Answers of which all these raters gave points for the same items, their totals (answers x raters), and how many others there are.

        A sum over other items is another quantity: an answer that one rater graded only in part has no total to compare.
        """
        graded: dict[AnswerUnit, list[ItemUnit]] = {}
        for unit in self.units:
            graded.setdefault(unit[:2], []).append(unit)
        kept, rows = [], []
        for answer, units in graded.items():
            by_rater = [[unit for unit in units if unit in self.points[rater]] for rater in raters]
            if by_rater and by_rater[0] and all(own == by_rater[0] for own in by_rater):
                kept.append(answer)
                rows.append([math.fsum(self.points[rater][unit] for unit in by_rater[0]) for rater in raters])
        return kept, rows, len(graded) - len(kept)


def answer_scores(ratings: Ratings, rater: str) -> tuple[dict[AnswerUnit, float], str]:
    """One rater's score of each answer that it graded whole, and its unit: the sum of ``points`` if it gave points for every item that it graded, else the mean
    ``worth`` of its labels in [0, 1]. An answer of which it left out an item (one that anybody graded of this question) has no score.

    Raises: KeyError for an unknown rater.

    >>> unit = ("plain", "q1", 1)
    >>> answer_scores(Ratings(("j",), (unit,), {"j": {unit: "partial"}}, {"j": {}}), "j")
    ({('plain', 'q1'): 0.5}, 'worth')
    """
    labels, points = ratings.labels[rater], ratings.points[rater]
    by_points = bool(points) and points.keys() >= labels.keys()
    worth = points if by_points else {unit: WORTH[label] for unit, label in labels.items() if label in WORTH}
    items: dict[str, set[int]] = {}
    for _, id, item in ratings.units:
        items.setdefault(id, set()).add(item)
    scores = {}
    for run, id in ratings.answers:
        own = [worth.get((run, id, item)) for item in sorted(items[id])]
        given = [value for value in own if value is not None]
        if len(given) == len(own):
            scores[run, id] = math.fsum(given) / (1 if by_points else len(given))
    return scores, "points" if by_points else "worth"


def collect_ratings(
    judgements: Judgements, human: Iterable[HumanGrades] = (), *, consensus: str = "majority"
) -> Ratings:
    """All ratings by rater and unit.

    Of several annotators ``human`` is the consensus: labels by ``consensus`` (``"majority"`` or ``"unanimous"``; where there is none the unit has no label, and is counted), points by
    the mean. An item that one judge grades twice in one verdict has no rating of that judge, and is counted; so are points that the verdict says are outside the
    range of their item (the label stays), and answers that people graded and no judge did.
    Raises: LegalMetricsError for a judge called ``human``, verdicts or grades on one answer whose digests tell of different texts or rubrics, an unknown consensus rule.

    >>> from legal_metrics.judgements import read_judgements
    >>> lines = [b'{"id": "q1", "judge": "j1", "grades": [{"index": 1, "label": "correct", "points": 2}]}']
    >>> ratings = collect_ratings(read_judgements({"j.jsonl": lines}))
    >>> ratings.raters, ratings.units, ratings.labels["j1"]["", "q1", 1]
    (('j1',), (('', 'q1', 1),), 'correct')
    """
    people = tuple(human)
    if HUMAN in judgements.judges:
        raise LegalMetricsError(
            f"judge: found the name {HUMAN!r}, which stands for the annotators, allowed another name"
        )
    labels: dict[str, dict[ItemUnit, str]] = {judge: {} for judge in judgements.judges}
    points: dict[str, dict[ItemUnit, float]] = {judge: {} for judge in judgements.judges}
    problems: Counter[str] = Counter()
    unscored: Counter[str] = Counter(dict.fromkeys(judgements.judges, 0))
    units: dict[ItemUnit, None] = {}
    digests: dict[AnswerUnit, str] = {}
    for (run, id), given in judgements.of.items():
        digests[run, id] = _one("text", run, id, (judgement.output_sha256 for judgement in given))
        _one("rubric", run, id, (origin.rubric_sha256 for judgement in given for origin in judgement.origins))
        for judgement in given:
            unscored[judgement.judge] += not judgement.grades
            grades = _in_range(judgement, problems)
            _add(run, id, grades, labels[judgement.judge], points[judgement.judge], units, problems)
    annotators = _annotators(people, digests, units, problems)
    if people:
        labels[HUMAN], points[HUMAN] = _consensus(annotators, consensus, problems)
    own = {(g.run, g.id, item): category for g in people for item, category in g.categories.items()}
    return Ratings(
        tuple(labels),
        tuple(units),
        MappingProxyType(labels),
        MappingProxyType(points),
        MappingProxyType({name: given[0] for name, given in annotators.items()}),
        MappingProxyType(own),
        MappingProxyType(dict(unscored)),
        MappingProxyType({what: count for what, count in problems.items() if count}),
        MappingProxyType(digests),
        MappingProxyType(_models(judgements)),
    )


_OUTSIDE = re.compile(r"out_of_range, item (\d{1,9}): [\d.e+-]{1,30}")


def _in_range(judgement: Judgement, problems: Counter[str]) -> list[Grade]:
    """The grades, without points that the reading of the reply found outside the range of their item: 1000 of 10 is no rating."""
    told = (problem for origin in judgement.origins for problem in origin.problems)
    outside = {int(found[1]) for problem in told if (found := _OUTSIDE.fullmatch(problem))}
    grades = []
    for grade in judgement.grades:
        if grade.index in outside and grade.score is not None:
            problems["points outside the range of their item"] += 1
            grade = replace(grade, score=None)
        grades.append(grade)
    return grades


def _models(judgements: Judgements) -> dict[str, str]:
    """The models that the verdicts of each judge tell of, where they tell more than the judge's name."""
    told: dict[str, dict[str, None]] = {}
    for given in judgements.of.values():
        for judgement in given:
            names = (origin.model for origin in judgement.origins)
            told.setdefault(judgement.judge, {}).update(
                (name, None) for name in names if name not in ("", judgement.judge)
            )
    return {judge: ", ".join(names) for judge, names in told.items() if names}


def _one(what: str, run: str, id: str, digests: Iterable[str]) -> str:
    """The one digest that is told, or none. Raises: LegalMetricsError for several: verdicts on unlike things do not disagree, they are about something else."""
    told = sorted(set(digests) - {""})
    if len(told) > 1:
        about = f"id {id!r}, run {run!r}" if run else f"id {id!r}"
        shown = " and ".join(f"{digest[:12]}…" for digest in told[:2])
        raise LegalMetricsError(f"{about}: found verdicts about more than one {what} ({shown}), allowed one")
    return told[0] if told else ""


_Given = tuple[dict[ItemUnit, str], dict[ItemUnit, float]]


def _annotators(
    people: Sequence[HumanGrades],
    digests: Mapping[AnswerUnit, str],
    units: dict[ItemUnit, None],
    problems: Counter[str],
) -> dict[str, _Given]:
    annotators: dict[str, _Given] = {}
    for grades in people:
        answer = (grades.run, grades.id)
        if answer not in digests:
            problems["answers that people graded and no judge did"] += 1
        else:
            _one("text", *answer, (digests[answer], grades.output_sha256))
        given_labels, given_points = annotators.setdefault(grades.annotator, ({}, {}))
        _add(grades.run, grades.id, grades.grades, given_labels, given_points, units, problems)
    return annotators


def _consensus(annotators: Mapping[str, _Given], rule: str, problems: Counter[str]) -> _Given:
    consensus_label([], rule)
    labels: dict[ItemUnit, str] = {}
    points: dict[ItemUnit, float] = {}
    for unit in dict.fromkeys(unit for given in annotators.values() for part in given for unit in part):
        own = [given[0][unit] for given in annotators.values() if unit in given[0]]
        label = consensus_label(own, rule)
        if label is not None:
            labels[unit] = label
        elif own:
            problems["items whose annotators agree on no label"] += 1
        numbers = [given[1][unit] for given in annotators.values() if unit in given[1]]
        if numbers:
            points[unit] = math.fsum(numbers) / len(numbers)
    return labels, points


def _add(
    run: str,
    id: str,
    grades: Sequence[Grade],
    labels: dict[ItemUnit, str],
    points: dict[ItemUnit, float],
    units: dict[ItemUnit, None],
    problems: Counter[str],
) -> None:
    times = Counter(grade.index for grade in grades)
    problems["items graded twice in one verdict"] += sum(count > 1 for count in times.values())
    for grade in grades:
        unit = (run, id, grade.index)
        units.setdefault(unit)
        if times[grade.index] > 1:
            continue
        label = label_of(grade)
        if label is not None:
            labels[unit] = label
        elif grade.status:
            problems["grades whose label says that nothing was graded"] += 1
            continue
        if grade.score is not None:
            points[unit] = grade.score
