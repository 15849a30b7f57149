"""Models at the second test: totals by year, elective and judge, their mean over exactly the years asked for, and where they stand among people.

A figure is a mean over years and judges only when every paper of every year is whole and every judge scored every question of it; otherwise it is None, and
``problems`` say what is missing. Source: TW-LegalBench 5.2 and figure 3: mean of 2021–2024 and of the two judges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.metrics.essays import JudgedEssay
from legal_metrics.metrics.exam_draws import SubjectSample, draw_interval, draw_points
from legal_metrics.metrics.exam_grades import LabelCount, ModelGrades, grade_model, label_counts
from legal_metrics.metrics.exam_papers import (
    ExamPapers,
    ExamProblem,
    ExamQuestion,
    exam_papers,
    left_aside,
)
from legal_metrics.metrics.exam_totals import EXAMS, ExamTotal, PaperPoints, exam_total, mean_total
from legal_metrics.metrics.human_lines import (
    LAWYERS_PERCENTILE,
    YEARS,
    HumanLine,
    PassLine,
    ReferenceLine,
    pass_line,
    reference_lines,
    share_reaching,
)
from legal_metrics.metrics.judge_allocations import QuestionAllocation, allocations
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Interval,
    check_options,
)

if TYPE_CHECKING:
    from legal_metrics.metrics.exam_draws import Floats

PARTLY_JUDGED: tuple[str, ...] = ("unscored", "mean")


@dataclass(frozen=True, slots=True)
class Passing:
    """Whether a model's mean total passes: each condition and both, and the probability of each over other questions; None where it is not known."""

    line: PassLine
    meets_points: bool | None = None
    meets_rank: bool | None = None
    passes: bool | None = None
    probability_points: float | None = None
    probability_rank: float | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class HeldAgainst:
    """A mean total beside one human line: model minus people, and the probability to reach the line with other questions."""

    line: ReferenceLine
    difference: float | None
    probability: float | None


@dataclass(frozen=True, slots=True)
class YearTotal:
    """One year: the total of the judges' mean, and of each judge; ``passes``: against that year's human lines."""

    year: int
    mean: ExamTotal
    by_judge: Mapping[str, ExamTotal]
    passes: bool | None


@dataclass(frozen=True, slots=True)
class ModelExam:
    """One model at one exam, in points: ``total`` is the mean over years and judges (lawyers: and over the four electives), None where something is missing.

    ``by_elective``: the same with each elective; ``by_judge``: of each judge alone; ``by_subject``: of each subject. ``n_questions``: questions in the total.
    """

    model: str
    exam: str
    judges: tuple[str, ...]
    years: Mapping[int, YearTotal]
    total: float | None
    by_elective: Mapping[str, float | None]
    by_judge: Mapping[str, float | None]
    by_subject: Mapping[str, float | None]
    interval: Interval | None
    elective_intervals: Mapping[str, Interval | None]
    n_questions: int
    passing: Passing
    lines: tuple[HeldAgainst, ...]

    @property
    def maximum(self) -> float:
        """All points to be had."""
        return EXAMS[self.exam].total

    @property
    def incomplete_years(self) -> tuple[int, ...]:
        """The years without a total: the mean is None while there are any."""
        return tuple(year for year, found in self.years.items() if found.mean.total is None)

    @property
    def judge_spread(self) -> float | None:
        """Highest total minus lowest over the judges; None with fewer than two totals, or one missing."""
        totals = [total for total in self.by_judge.values() if total is not None]
        return max(totals) - min(totals) if len(totals) == len(self.by_judge) > 1 else None


@dataclass(frozen=True, slots=True)
class ExamResults:
    """Everything about several models at the exams: one ``ModelExam`` for each model and exam, and by model the grades, labels and allocations behind them."""

    years: tuple[int, ...]
    exams: tuple[str, ...]
    results: tuple[ModelExam, ...]
    references: tuple[ReferenceLine, ...]
    grades: tuple[ModelGrades, ...]
    labels: Mapping[str, tuple[LabelCount, ...]]
    allocations: Mapping[str, tuple[QuestionAllocation, ...]]
    problems: tuple[ExamProblem, ...]
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, model: str, exam: str) -> ModelExam:
        """One model at one exam. Raises: KeyError."""
        for found in self.results:
            if (found.model, found.exam) == (model, exam):
                return found
        raise KeyError((model, exam))


def exam_results(
    models: Mapping[str, Mapping[str, JudgedEssay | None]],
    questions: Iterable[ExamQuestion],
    lines: Sequence[HumanLine] = (),
    *,
    exams: Sequence[str] = tuple(EXAMS),
    years: Sequence[int] = YEARS,
    line_rule: str = "over",
    percentile: float = LAWYERS_PERCENTILE,
    partly_judged: str = "unscored",
    scale_papers: bool = False,
    rule: str = "label",
    partial: float = 0.5,
    missing: str = "unscored",
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
) -> ExamResults:
    """Totals of models at the exams, against human lines.

    Args:
        models: name -> question id -> the judges' verdicts (None: the output could not be read, and earns nothing).
        questions: of all years; labels are counted over all, totals over ``years``.
        lines: human lines; without them nothing is held against anything.
        line_rule: ``"over"`` 400 points (the paper), or ``"at_least"``. percentile: the group that lawyers must reach.
        partly_judged: a question that not every judge of the model scored is ``"unscored"``, or the ``"mean"`` of those who did.
        scale_papers: papers with other points than the plan's are scaled, and told; by default they are not whole.
        rule, partial, missing: what verdicts are worth (``grade_model``).
        seed, resamples, confidence: of the draws over questions (``metrics.exam_draws``).

    Points are in [0, 900] for lawyers, [0, 800] for judges and prosecutors; probabilities in [0, 1].
    Source: TW-LegalBench 5.2. Raises: LegalMetricsError for options outside their range, years or exams that stand twice, a question that stands twice.

    >>> results = exam_results({"m": {}}, [])
    >>> results.of("m", "lawyers").total is None, str(results.problems[0])
    (True, '2021: no question at hand')
    """
    _check(partly_judged in PARTLY_JUDGED, "partly_judged", partly_judged, " or ".join(PARTLY_JUDGED))
    _check(len(set(years)) == len(years) > 0, "years", years, "one or more, each once")
    _check(len(set(exams)) == len(exams) > 0 and set(exams) <= set(EXAMS), "exams", exams, " and ".join(EXAMS))
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    rows = tuple(questions)
    worth = {"rule": rule, "partial": partial, "missing": missing}
    graded = [grade_model(model, essays, rows, **worth) for model, essays in models.items()]  # type: ignore[arg-type]
    references = reference_lines(lines, years)
    by_year = {year: reference_lines(lines, [year]) for year in years}
    drawn = {"seed": seed, "resamples": resamples}
    results: list[ModelExam] = []
    problems: list[ExamProblem] = []
    for exam in exams:
        papers = exam_papers(rows, exam, years, scale_papers=scale_papers)
        problems += [*papers.problems, *_single(papers)]
        passing = pass_line(exam, references, rule=line_rule, percentile=percentile)
        passing_in = {y: pass_line(exam, of, rule=line_rule, percentile=percentile) for y, of in by_year.items()}
        held = [line for line in references if line.exam == exam]
        for grades in graded:
            sheet = _Sheet(papers, grades, partly_judged)
            results.append(_model_exam(sheet, passing, passing_in, held, drawn, confidence))
    for grades in graded:
        problems += grades.problems
    return ExamResults(
        years=tuple(years),
        exams=tuple(exams),
        results=tuple(results),
        references=references,
        grades=tuple(graded),
        labels=MappingProxyType({grades.model: label_counts(grades) for grades in graded}),
        allocations=MappingProxyType({grades.model: allocations(grades) for grades in graded}),
        problems=tuple(dict.fromkeys([*problems, *left_aside(rows, years)])),
        options=MappingProxyType(
            {
                "line_rule": line_rule,
                "percentile": percentile,
                "partly_judged": partly_judged,
                "scale_papers": scale_papers,
                **worth,
                **drawn,
                "confidence": confidence,
            }
        ),
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The papers of one exam with one model's grades."""

    papers: ExamPapers
    grades: ModelGrades
    partly_judged: str

    def points(self, question: ExamQuestion, judge: str | None) -> PaperPoints | None:
        """Points by one judge, or (None) the mean of all."""
        given = self.grades.questions[question.id]
        if judge is not None:
            return given.points(judge)
        return given.mean_points(self.grades.judges, partly_judged=self.partly_judged)

    def scored(self, year: int, subject: str, judge: str | None = None) -> list[PaperPoints] | None:
        """Points of each question of a paper; None where the paper is not whole or a question is unscored."""
        paper = self.papers.questions[year][subject]
        found = [self.points(question, judge) for question in paper or ()]
        known = [points for points in found if points is not None]
        return known if known and len(known) == len(found) else None

    def total(self, year: int, judge: str | None = None) -> ExamTotal:
        """The total of a year."""
        whole = {}
        for subject in self.papers.plan.worth:
            if scored := self.scored(year, subject, judge):
                whole[subject] = PaperPoints(math.fsum(q.points for q in scored), math.fsum(q.maximum for q in scored))
        return exam_total(whole, self.papers.exam)

    def sample(self, subject: str) -> SubjectSample | None:
        """The questions of a subject over all years; None where a year's paper is missing."""
        weights: list[float] = []
        shares: list[float] = []
        for year in self.papers.years:
            scored = self.scored(year, subject)
            if scored is None:
                return None
            whole = math.fsum(question.maximum for question in scored)
            weights += [question.maximum / whole for question in scored]
            shares += [question.points / question.maximum for question in scored]
        return SubjectSample(subject, self.papers.plan.worth[subject], tuple(weights), tuple(shares))


def _model_exam(
    sheet: _Sheet,
    line: PassLine,
    line_in: Mapping[int, PassLine],
    references: Sequence[ReferenceLine],
    drawn: Mapping[str, int],
    confidence: float,
) -> ModelExam:
    papers, judges = sheet.papers, sheet.grades.judges
    years = {}
    for year in papers.years:
        of_year = sheet.total(year)
        passes = None if of_year.total is None else line_in[year].passes(of_year.total)
        years[year] = YearTotal(year, of_year, {judge: sheet.total(year, judge) for judge in judges}, passes)
    totals = [found.mean for found in years.values()]
    total = mean_total(totals)
    samples = {subject: sheet.sample(subject) for subject in papers.plan.worth}
    resampled, by_elective = _draw(papers, samples, drawn)
    return ModelExam(
        model=sheet.grades.model,
        exam=papers.exam,
        judges=judges,
        years=MappingProxyType(years),
        total=total,
        by_elective=MappingProxyType(
            {code: _mean([found.by_elective[code] for found in totals]) for code in papers.plan.electives}
        ),
        by_judge=MappingProxyType(
            {judge: mean_total(found.by_judge[judge] for found in years.values()) for judge in judges}
        ),
        by_subject=MappingProxyType({code: None if s is None else s.points for code, s in samples.items()}),
        interval=None if resampled is None else draw_interval(resampled, confidence),
        elective_intervals=MappingProxyType(
            {code: None if of is None else draw_interval(of, confidence) for code, of in by_elective.items()}
        ),
        n_questions=0 if total is None else sum(len(s.shares) for s in samples.values() if s is not None),
        passing=_passing(line, total, resampled),
        lines=tuple(_held(reference, total, resampled) for reference in references),
    )


def _draw(
    papers: ExamPapers, samples: Mapping[str, SubjectSample | None], drawn: Mapping[str, int]
) -> tuple[Floats | None, dict[str, Floats | None]]:
    """Resampled totals, and those with each elective; None where a subject is missing, or where no subject has two questions to draw from."""
    plan = papers.plan
    nothing: dict[str, Floats | None] = dict.fromkeys(plan.electives)
    known = {code: sample for code, sample in samples.items() if sample is not None}
    if any(code not in known for code in plan.subjects) or all(len(s.shares) == 1 for s in known.values()):
        return None, nothing
    columns = draw_points(list(known.values()), **drawn)
    place = {code: column for column, code in enumerate(known)}
    base = columns[:, [place[code] for code in plan.subjects]].sum(axis=1)
    if not plan.electives:
        return base, nothing
    by_elective = {code: base + columns[:, place[code]] if code in place else None for code in plan.electives}
    there = [place[code] for code in plan.electives if code in place]
    whole = base + columns[:, there].mean(axis=1) if len(there) == len(plan.electives) else None
    return whole, by_elective


def _passing(line: PassLine, total: float | None, resampled: Floats | None) -> Passing:
    if total is None:
        return Passing(line)
    chances: list[float | None] = [None, None, None]
    if resampled is not None:
        chances = [
            None if line.points is None else share_reaching(resampled, line.points, rule=line.rule),
            None if line.rank is None else share_reaching(resampled, line.rank),
            line.share_passing(resampled),
        ]
    return Passing(line, line.meets_points(total), line.meets_rank(total), line.passes(total), *chances)


def _held(line: ReferenceLine, total: float | None, resampled: Floats | None) -> HeldAgainst:
    if line.points is None or total is None:
        return HeldAgainst(line, None, None)
    return HeldAgainst(line, total - line.points, None if resampled is None else share_reaching(resampled, line.points))


def _single(papers: ExamPapers) -> list[ExamProblem]:
    """Subjects with one question over all years, where all papers are whole."""
    found = []
    for subject in papers.plan.worth:
        of = [papers.questions[year][subject] for year in papers.years]
        if None not in of and sum(len(paper or ()) for paper in of) == 1:
            found.append(ExamProblem("one_question", "one question: its spread is not known", subject=subject))
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(values) else None


def _check(holds: bool, option: str, found: object, allowed: str) -> None:
    if not holds:
        raise LegalMetricsError(f"{option}: found {shown(found)}, allowed {allowed}")
