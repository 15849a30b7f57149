"""One judge or several: what their verdicts of one answer come to together. Many answers: ``metrics.rubric_scores``.

A verdict that has no score (a reply without grades, an item left out) takes no part and is told; an answer without a verdict is unscored, never zero.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.grading import DIMENSIONS, Grade, Rubric
from legal_metrics.metrics.rubric import RubricScore, Subtotal, add_up
from legal_metrics.metrics.rubric_inputs import ScoringProblem, as_grades, as_rubric
from legal_metrics.metrics.rubric_policies import Policy, policy_of
from legal_metrics.metrics.rubric_rulings import Ruling, Rulings, rule

METHODS: tuple[str, ...] = ("mean", "median", "majority", "unanimous")


class JudgeVerdict(Protocol):
    """What a verdict has: the judge's name, grades, and why they cannot be used ("": they can). ``Verdict`` and ``Judgement`` are some."""

    @property
    def judge(self) -> str: ...
    @property
    def grades(self) -> Sequence[Grade]: ...
    @property
    def problem(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judge's grades of one answer; ``problem`` says why they cannot be used.

    >>> Verdict("j1", problem="no JSON with grades").grades
    ()
    """

    judge: str
    grades: tuple[Grade, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class JudgesScore:
    """What several verdicts of one answer come to.

    ``score``: together, None where no verdict has one. ``by_judge``: each usable verdict's own. ``unusable``: judge -> why the verdict takes no part; ``incomplete``: those
    among them that leave out items. ``coverage``: mean share of items with a usable grade. ``problems``: how often each code was told.
    ``agreement``: share of the items on which all say the same, None for fewer than two judges. ``ties``: items on which a majority found none.
    ``without``: judge -> what the others come to.

    >>> combine_judges([{"index": 1, "points": 5}], []).score is None
    True
    """

    score: RubricScore | None
    by_judge: Mapping[str, RubricScore]
    unusable: Mapping[str, str]
    incomplete: tuple[str, ...] = ()
    coverage: float = 0.0
    agreement: float | None = None
    ties: tuple[int, ...] = ()
    without: Mapping[str, RubricScore] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def combine_judges(
    rubric: Rubric | Sequence[Mapping[str, Any]],
    verdicts: Iterable[JudgeVerdict],
    *,
    policy: Policy | str | Mapping[str, Any] = "zhifa",
    judges: str = "mean",
) -> JudgesScore:
    """What several verdicts of one answer come to together, by ``judges``:

    - ``"mean"``, ``"median"``: of the judges' scores, modules, dimensions and items;
    - ``"majority"``: each item has the label that most judges give, and the mean of their points; where as many say one thing as another (``ties``), the mean
      of all [CHOICE]; points without a label count as correct, partial or wrong;
    - ``"unanimous"``: each item earns the least that any judge gives it, so that all must agree on what it earns [CHOICE].

    A verdict takes part if it has a score of its own by the policy. Raises: LegalMetricsError for an unknown method or a judge with two verdicts; as
    ``score_rubric``.

    >>> rubric = [{"index": 1, "points": 4}, {"index": 2, "points": 6}]
    >>> verdicts = [Verdict(f"j{n}", (Grade(1, "correct", 4.0), Grade(2, label, points))) for n, label, points in
    ...             [(1, "correct", 6.0), (2, "wrong", 0.0), (3, "wrong", 0.0)]]
    >>> [combine_judges(rubric, verdicts, judges=judges).score.score for judges in METHODS]
    [6.0, 4.0, 4.0, 4.0]
    """
    read, chosen = as_rubric(rubric), policy_of(policy)
    check_method(judges)
    ruled: dict[str, Rulings] = {}
    scores: dict[str, RubricScore] = {}
    unusable: dict[str, str] = {}
    incomplete: list[str] = []
    coverage: list[float] = []
    problems: Counter[str] = Counter()
    for verdict in verdicts:
        if verdict.judge in scores or verdict.judge in unusable:
            raise LegalMetricsError(f"verdicts: found two by judge {verdict.judge!r}, allowed one for each answer")
        if verdict.problem:
            unusable[verdict.judge] = verdict.problem
            coverage.append(0.0)
            continue
        grades, told = as_grades(verdict.grades)
        rulings = rule(read, grades, chosen, told)
        score = add_up(read, rulings, chosen)
        coverage.append(score.coverage)
        problems.update(problem.code for problem in score.problems)
        if score.score is None:
            unusable[verdict.judge] = _why(score)
            incomplete += [verdict.judge] if score.coverage else []
        else:
            ruled[verdict.judge], scores[verdict.judge] = rulings, score
    together, ties = _together(read, ruled, scores, chosen, judges)
    others = {judge: _without(judge, ruled, scores) for judge in scores} if len(scores) > 1 else {}
    return JudgesScore(
        together,
        MappingProxyType(scores),
        MappingProxyType(unusable),
        tuple(incomplete),
        statistics.fmean(coverage) if coverage else 0.0,
        _agreement(list(ruled.values())),
        ties,
        MappingProxyType(
            {judge: left for judge, (r, s) in others.items() if (left := _together(read, r, s, chosen, judges)[0])}
        ),
        MappingProxyType(dict(problems)),
    )


def _together(
    rubric: Rubric, ruled: Mapping[str, Rulings], scores: Mapping[str, RubricScore], policy: Policy, judges: str
) -> tuple[RubricScore | None, tuple[int, ...]]:
    if len(scores) < 2:
        return next(iter(scores.values()), None), ()
    if judges in ("mean", "median"):
        return _averaged(list(scores.values()), statistics.fmean if judges == "mean" else statistics.median), ()
    joined = _joined(list(ruled.values()), _majority if judges == "majority" else _least)
    return add_up(rubric, joined, policy), tuple(
        p.item for p in joined.problems if p.code == "tie" and p.item is not None
    )


def _without(
    judge: str, ruled: Mapping[str, Rulings], scores: Mapping[str, RubricScore]
) -> tuple[dict[str, Rulings], dict[str, RubricScore]]:
    return (
        {name: value for name, value in ruled.items() if name != judge},
        {name: value for name, value in scores.items() if name != judge},
    )


def _why(score: RubricScore) -> str:
    if not score.coverage:
        return "no usable grade"
    return f"no usable grade of items {', '.join(map(str, score.missing))}"


# --- averages of scores -----------------------------------------------------------------------------------------------

_Average = Callable[[Sequence[float]], float]


def _averaged(scores: Sequence[RubricScore], average: _Average) -> RubricScore:
    """The average of several scores and of all their parts; what was told stays with the single ones."""
    first = scores[0]

    def parts(each: Sequence[Subtotal]) -> Subtotal:
        labels = {part.label for part in each}
        return Subtotal(
            each[0].name,
            _average_known([part.score for part in each], average),
            average([part.max for part in each]),
            statistics.fmean(part.coverage for part in each),
            labels.pop() if len(labels) == 1 else "",
        )

    dimensions: dict[str, Subtotal | None] = {}
    for name in DIMENSIONS:
        known = [part for score in scores if (part := score.by_dimension[name]) is not None]
        dimensions[name] = parts(known) if known else None
    return replace(
        first,
        score=_average_known([score.score for score in scores], average),
        max=average([score.max for score in scores]),
        floor=average([score.floor for score in scores]),
        ratio=_average_known([score.ratio for score in scores], average),
        coverage=statistics.fmean(score.coverage for score in scores),
        by_module=MappingProxyType({n: parts([score.by_module[n] for score in scores]) for n in first.by_module}),
        by_dimension=MappingProxyType(dimensions),
        by_item=MappingProxyType({n: parts([score.by_item[n] for score in scores]) for n in first.by_item}),
        unknown=tuple(sorted({number for score in scores for number in score.unknown})),
        missing=tuple(number for number in first.by_item if any(number in score.missing for score in scores)),
        repeated=tuple(sorted({number for score in scores for number in score.repeated})),
        split=any(score.split for score in scores),
        rescaled=any(score.rescaled for score in scores),
        problems=(),
    )


def _average_known(values: Sequence[float | None], average: _Average) -> float | None:
    known = [value for value in values if value is not None]
    return average(known) if known else None


# --- one ruling out of several ----------------------------------------------------------------------------------------

_Choose = Callable[[Sequence[Ruling]], tuple[Sequence[Ruling], bool, str]]


def _joined(ruled: Sequence[Rulings], choose: _Choose) -> Rulings:
    """One ruling of each item out of those of all judges."""
    told: list[ScoringProblem] = []
    joined = []
    for several in zip(*(one.rulings for one in ruled), strict=True):
        number, worth = several[0].number, statistics.fmean(ruling.worth for ruling in several)
        graded = [ruling for ruling in several if ruling.points is not None]
        if not graded:
            joined.append(Ruling(number, worth, None))
            continue
        chosen, tied, label = choose(graded)
        if tied:
            told.append(ScoringProblem("tie", number, ", ".join(_said(ruling) for ruling in graded)))
        positions = [ruling.position for ruling in chosen if ruling.position is not None]
        joined.append(
            Ruling(
                number,
                worth,
                worth * statistics.fmean(_share(ruling) for ruling in chosen),
                label,
                statistics.median_low(positions) if positions else None,
                2 * sum(ruling.veto for ruling in several) > len(several),
            )
        )
    return Rulings(
        tuple(joined),
        unknown=tuple(sorted({number for one in ruled for number in one.unknown})),
        missing=tuple(ruling.number for ruling in joined if ruling.points is None),
        repeated=tuple(sorted({number for one in ruled for number in one.repeated})),
        split=any(one.split for one in ruled),
        problems=tuple(told),
    )


def _majority(graded: Sequence[Ruling]) -> tuple[Sequence[Ruling], bool, str]:
    """Those who say what most say; all of them in a tie."""
    groups: dict[str, list[Ruling]] = {}
    for ruling in graded:
        groups.setdefault(_said(ruling), []).append(ruling)
    size = max(map(len, groups.values()))
    largest = [said for said, group in groups.items() if len(group) == size]
    return (groups[largest[0]], False, largest[0]) if len(largest) == 1 else (graded, True, "")


def _least(graded: Sequence[Ruling]) -> tuple[Sequence[Ruling], bool, str]:
    """The one who gives least (of a penalty: takes most)."""
    sign = 1 if graded[0].worth >= 0 else -1
    least = min(graded, key=lambda ruling: sign * _share(ruling))
    said = {_said(ruling) for ruling in graded}
    return [least], False, said.pop() if len(said) == 1 else ""


def _share(ruling: Ruling) -> float:
    return ruling.points / ruling.worth if ruling.points and ruling.worth else 0.0


def _said(ruling: Ruling) -> str:
    """The label, else what the points come to."""
    if ruling.label:
        return ruling.label
    if ruling.worth < 0:
        return "applies" if ruling.points else "not_applies"
    share = _share(ruling)
    return "correct" if share >= 1 - 1e-9 else "partial" if share > 1e-9 else "wrong"


def _agreement(ruled: Sequence[Rulings]) -> float | None:
    if len(ruled) < 2:
        return None
    same = [
        len({_said(ruling) for ruling in several if ruling.points is not None}) <= 1
        for several in zip(*(one.rulings for one in ruled), strict=True)
    ]
    return statistics.fmean(same) if same else None


def check_method(judges: str) -> None:
    """Raises: LegalMetricsError for a way to join judges that is none.

    >>> check_method("mean")
    """
    if judges not in METHODS:
        raise LegalMetricsError(f"judges: found {shown(judges)}, allowed {', '.join(METHODS)}")
