"""Invented examinations for the synthetic models: papers of every subject from 2021 to 2024, their verdicts, totals beside invented human lines.

The bundled essays are two papers; a total needs all of them. Every figure here is INVENTED, and is marked so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from synthetic import MODELS, SEED, json_lines, verdicts

import legal_metrics as lm
from legal_metrics.metrics.exam_totals import papers_of

YEARS = (2021, 2022, 2023, 2024)
QUESTIONS, POINTS = 4, 5
"""Questions of a paper, scoring points of a question."""
HUMAN: Mapping[str, tuple[tuple[str, float], ...]] = {
    "lawyers": (("Top 3 % 前 3 %", 640.0), ("Admitted, mean 錄取者平均", 545.0), ("Top 33 % 前 33 %", 398.0)),
    "judges_prosecutors": (("Top 3 % 前 3 %", 605.0), ("Admitted, mean 錄取者平均", 570.0), ("Top 10 % 前 10 %", 525.0)),
}
COMPOSITION = 50.0


def exam_report() -> dict[str, Any]:
    """What ``legal-metrics exam --json`` writes, as far as a leaderboard reads it."""
    records = papers()
    shares = {name: _points(name, records) for name in MODELS}
    lines = [
        {"exam": exam, "title": title, "law_papers": points - COMPOSITION, "invented": True} for exam, given in HUMAN.items() for title, points in given
    ]
    return {
        "task": "tw-legalbench/oeq",
        "dataset": lm.DatasetFacts("invented-exams", "oeq", "test", kind="bundled").to_dict(),
        "years": list(YEARS),
        "human_lines_invented": True,
        "human_lines": lines,
        "exams": {exam: {name: _total(exam, score, records) for name, score in shares.items()} for exam in lm.EXAMS},
    }


def papers() -> list[dict[str, Any]]:
    """Questions of every paper of every year, with the points that the examinations plan; they have no text."""
    plan = lm.EXAMS["lawyers"]
    return [
        {
            "id": f"invented-{year}-{subject}-q{number}",
            "year": year,
            "subject_code": subject,
            "points": worth / QUESTIONS,
            "scoring_points": [{"criterion_number": n, "content": "", "points": worth / QUESTIONS / POINTS} for n in range(1, POINTS + 1)],
        }
        for year in YEARS
        for subject, worth in plan.worth.items()
        for number in range(1, QUESTIONS + 1)
    ]


def _points(name: str, records: list[dict[str, Any]]) -> lm.Score:
    given = lm.read_judgements({name: json_lines(verdicts(name, records)).encode().splitlines()})
    answers = {record["id"]: '{"answer": "略"}' for record in records}
    return lm.score_task("tw-legalbench/oeq", answers, records, judgements=given).scores["points_share"]


def _total(exam: str, score: lm.Score, records: list[dict[str, Any]]) -> dict[str, Any]:
    """Mean total over the years. Its interval draws questions, each worth what it adds to the total (an elective a quarter of its points)."""
    plan = lm.EXAMS[exam]
    found, _ = papers_of(score, records)
    total = lm.mean_total(lm.exam_total(found[year], exam) for year in YEARS)
    subjects = {record["id"]: record["subject_code"] for record in records}
    weights = {**dict.fromkeys(plan.subjects, 1.0), **{code: 1 / len(plan.electives) for code in plan.electives}}
    drawn = [(sample, weights[subjects[sample.id or ""]]) for sample in score.samples if subjects[sample.id or ""] in weights]
    earned, worth = ([part * weight for part, weight in parts] for parts in ([(s.numerator, w) for s, w in drawn], [(s.denominator, w) for s, w in drawn]))
    interval = lm.ratio_interval(earned, worth, seed=SEED)
    passes = total is not None and total + COMPOSITION > 400 if exam == "lawyers" else None
    return {
        "total": total,
        "maximum": plan.total,
        "interval": {"low": interval.low * plan.total, "high": interval.high * plan.total, "degenerate": interval.degenerate},
        "n_questions": len(drawn),
        "incomplete_years": [],
        "passing": {"passes": passes, "meets_points": passes},
    }
