"""Invented examinations for the synthetic models: questions of every paper from 2021 to 2024, their verdicts, human lines, as ``legal-metrics exam`` reads them.

The bundled essays are two papers; a total needs all of them. Every figure here is INVENTED, and is marked so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import legal_metrics as lm

YEARS = (2021, 2022, 2023, 2024)
QUESTIONS, POINTS = 4, 5
"""Questions of a paper, scoring points of a question."""
HUMAN: Mapping[str, tuple[tuple[float | None, str, float], ...]] = {
    "lawyers": ((3, "", 640.0), (33, "", 398.0), (None, "admitted, mean 錄取者平均", 545.0)),
    "judges_prosecutors": ((3, "", 605.0), (10, "", 525.0), (None, "admitted, mean 錄取者平均", 570.0)),
}
"""Exam -> percentile, name and points in law papers of each line."""
COMPOSITION = 50.0


def papers() -> list[dict[str, Any]]:
    """Questions of every paper of every year, with the points that the examinations plan; they have no text."""
    plan = lm.EXAMS["lawyers"]
    return [
        {
            "id": f"invented-{year}-{subject}-q{number}",
            "year": year,
            "subject_code": subject,
            "question_number": number,
            "points": worth / QUESTIONS,
            "scoring_points": [{"criterion_number": n, "content": "", "points": worth / QUESTIONS / POINTS} for n in range(1, POINTS + 1)],
        }
        for year in YEARS
        for subject, worth in plan.worth.items()
        for number in range(1, QUESTIONS + 1)
    ]


def human_lines() -> list[dict[str, Any]]:
    """Lines of nobody, the same in every year."""
    return [
        {
            "exam": exam,
            "year": year,
            "percentile": percentile,
            "name": name,
            "total": points + COMPOSITION,
            "composition": COMPOSITION,
            "source": "invented for the example: no figure of any examination",
            "invented": True,
        }
        for exam, lines in HUMAN.items()
        for percentile, name, points in lines
        for year in YEARS
    ]
