"""Totals of the second test for lawyers (900 points) and for judges and prosecutors (800), as the examinations add their papers up.

The plan of papers is a fact of the examinations, not of the paper, which states the totals only: both without Chinese composition. Source: TW-LegalBench 5.2.
What people reach: ``metrics.human_lines``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.results import SampleScore, Score


@dataclass(frozen=True, slots=True)
class ExamPlan:
    """Subjects and their points; ``electives``: one of them is sat. ``parts``: papers that make up one subject together."""

    subjects: Mapping[str, float]
    electives: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    parts: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({"civil": ("civil_1", "civil_2")})
    )

    @property
    def worth(self) -> dict[str, float]:
        """Points by subject, electives too."""
        return {**self.subjects, **self.electives}

    @property
    def total(self) -> float:
        """All points to be had.

        >>> EXAMS["lawyers"].total, EXAMS["judges_prosecutors"].total
        (900.0, 800.0)
        """
        return math.fsum(self.subjects.values()) + max(self.electives.values(), default=0.0)


_COMPULSORY = MappingProxyType(
    {"constitutional_administrative": 200.0, "civil": 300.0, "criminal": 200.0, "commercial": 100.0}
)
EXAMS: Mapping[str, ExamPlan] = MappingProxyType(
    {
        "lawyers": ExamPlan(
            _COMPULSORY,
            MappingProxyType({"intellectual_property": 100.0, "labor_social": 100.0, "tax": 100.0, "maritime": 100.0}),
        ),
        "judges_prosecutors": ExamPlan(_COMPULSORY),
    }
)


@dataclass(frozen=True, slots=True)
class PaperPoints:
    """Points earned in one paper, and what could be earned in the questions that were scored.

    >>> PaperPoints(120, 200).points
    120
    """

    points: float
    maximum: float


@dataclass(frozen=True, slots=True)
class ExamTotal:
    """The total of one year. ``by_elective``: the total with each elective (empty where the exam has none); ``total``: their mean, or the only total; None
    where a subject is missing. ``scaled``: subjects whose papers had other points than the plan."""

    exam: str
    total: float | None
    maximum: float
    by_elective: Mapping[str, float | None]
    missing: tuple[str, ...] = ()
    scaled: tuple[str, ...] = ()


def exam_total(papers: Mapping[str, PaperPoints], exam: str) -> ExamTotal:
    """Add up the papers of one year, by subject code (that of ``oeq`` records), in [0, the exam's points].

    A lawyer sits one of four electives: the total is the mean over the four, and is there only if all four are [CHOICE]; each total with one elective
    stands in ``by_elective``. Papers of other subjects are left aside.
    Raises: LegalMetricsError for an unknown exam, or points that are not between 0 and the paper's.

    >>> papers = {"constitutional_administrative": PaperPoints(100, 200), "civil_1": PaperPoints(60, 150), "civil_2": PaperPoints(90, 150)}
    >>> papers |= {"criminal": PaperPoints(80, 200), "commercial": PaperPoints(40, 100)}
    >>> exam_total(papers, "judges_prosecutors").total
    370.0
    >>> exam_total(papers | {"tax": PaperPoints(30, 50)}, "lawyers").by_elective["tax"]
    430.0
    """
    if exam not in EXAMS:
        raise LegalMetricsError(f"exam: found {shown(exam)}, allowed {' or '.join(EXAMS)}")
    for code, paper in papers.items():
        if not 0 <= paper.points <= paper.maximum or not 0 < paper.maximum < math.inf:
            raise LegalMetricsError(
                f"paper {code!r}: found {paper.points!r} of {paper.maximum!r}, allowed points from 0 to those of the paper"
            )
    plan = EXAMS[exam]
    given = {code: _subject(code, papers, plan) for code in (*plan.subjects, *plan.electives)}
    earned = {
        code: None if paper is None else plan.worth[code] * paper.points / paper.maximum
        for code, paper in given.items()
    }
    compulsory = [earned[code] for code in plan.subjects]
    base = _sum(compulsory)
    by_elective = {code: _sum([base, earned[code]]) for code in plan.electives}
    totals = list(by_elective.values()) if by_elective else [base]
    whole = _sum(totals)
    return ExamTotal(
        exam=exam,
        total=None if whole is None else whole / len(totals),
        maximum=plan.total,
        by_elective=MappingProxyType(by_elective),
        missing=tuple(code for code, points in earned.items() if points is None),
        scaled=tuple(
            code
            for code, paper in given.items()
            if paper is not None and not math.isclose(paper.maximum, plan.worth[code])
        ),
    )


def papers_of(
    score: Score, records: Iterable[Mapping[str, Any]]
) -> tuple[dict[int, dict[str, PaperPoints]], tuple[str, ...]]:
    """Points by year and subject from the samples of ``points_share``, and the papers that are left out because a question of theirs is unscored.

    ``records``: those of ``oeq``, with ``id``, ``year`` and ``subject_code``. With several runs, the mean of the runs.

    >>> from legal_metrics.results import SampleScore, Signature
    >>> samples = [SampleScore(20, 50, id="q1"), SampleScore(0, 0, id="q2", status="excluded")]
    >>> rows = [{"id": "q1", "year": 2023, "subject_code": "tax"}, {"id": "q2", "year": 2023, "subject_code": "civil"}]
    >>> papers_of(Score.from_samples("points_share", samples, Signature("points_share")), rows)
    ({2023: {'tax': PaperPoints(points=20.0, maximum=50.0)}}, ('2023 civil',))
    """
    by_id: dict[str | None, list[SampleScore]] = {}
    for sample in score.samples:
        by_id.setdefault(sample.id, []).append(sample)
    questions: dict[tuple[int, str], list[PaperPoints | None]] = {}
    for record in records:
        samples = [sample for sample in by_id.get(record["id"], ()) if sample.denominator]
        complete = samples and len(samples) == len(by_id[record["id"]])
        points = (
            PaperPoints(_average(s.numerator for s in samples), _average(s.denominator for s in samples))
            if complete
            else None
        )
        questions.setdefault((int(record["year"]), str(record["subject_code"])), []).append(points)
    papers: dict[int, dict[str, PaperPoints]] = {}
    incomplete = []
    for (year, code), found in sorted(questions.items()):
        known = [points for points in found if points is not None]
        if len(known) < len(found):
            incomplete.append(f"{year} {code}")
        else:
            papers.setdefault(year, {})[code] = PaperPoints(
                math.fsum(q.points for q in known), math.fsum(q.maximum for q in known)
            )
    return papers, tuple(incomplete)


def mean_total(totals: Iterable[ExamTotal]) -> float | None:
    """Mean over years, in points (the paper: 2021 to 2024); None without a year, or where a year has no total. Raises nothing.

    >>> mean_total([ExamTotal("lawyers", 400.0, 900.0, {}), ExamTotal("lawyers", 500.0, 900.0, {})])
    450.0
    """
    values = [total.total for total in totals]
    whole = _sum(values)
    return whole / len(values) if whole is not None and values else None


def _subject(code: str, papers: Mapping[str, PaperPoints], plan: ExamPlan) -> PaperPoints | None:
    """A subject's paper, or its parts together; None where one is missing."""
    if code in papers:
        return papers[code]
    parts = [papers.get(part) for part in plan.parts.get(code, ())]
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    return PaperPoints(math.fsum(part.points for part in known), math.fsum(part.maximum for part in known))


def _average(values: Iterable[float]) -> float:
    kept = list(values)
    return math.fsum(kept) / len(kept)


def _sum(values: Iterable[float | None]) -> float | None:
    known: list[float] = []
    for value in values:
        if value is None:
            return None
        known.append(value)
    return math.fsum(known)
