"""Essay questions in a report: what each judge gave, question by question, and what was left unscored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legal_metrics.metrics.essays import LABELS
from legal_metrics.metrics.exam_totals import EXAMS, exam_total, mean_total, papers_of
from legal_metrics.report.blocks import row, table
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure
from legal_metrics.results import Report


def essay_items(report: Report, records: Mapping[str, Mapping[str, Any]], worst: int) -> Markup:
    """Labels by judge; then the points of every question, all of them: there are few."""
    score = report.scores[report.primary]
    judges = list(score.details.get("judges", {}))
    parts: list[Markup] = []
    if judges:
        labels = score.details["labels"]
        rows = [
            row(judge, figure(score.details["judges"][judge]), *(labels[judge][label] for label in LABELS))
            for judge in judges
        ]
        rows.append(
            row("average", figure(score.value), *(f"{score.details['labels_averaged'][label]:g}" for label in LABELS))
        )
        parts += [element("h2", "Judges"), table(["judge", "share of points", *LABELS], rows, class_="small")]
    rows = []
    for sample, view in zip(score.samples, report.samples, strict=True):
        given = [
            f"{sample.detail[f'points_{judge}']:g}" if f"points_{judge}" in sample.detail else NOTHING
            for judge in judges
        ]
        points = f"{sample.numerator:g} of {sample.denominator:g}" if sample.denominator else "unscored"
        rows.append(row(view.id, view.status.replace("_", " "), points, *given))
    parts += _totals(report, records)
    parts += [element("h2", "Questions"), table(["question", "output", "points", *judges], rows, class_="words")]
    return render(parts)


def _totals(report: Report, records: Mapping[str, Mapping[str, Any]]) -> list[Markup]:
    """The totals of each exam and year, as far as the papers are complete."""
    known = [record for record in records.values() if "year" in record and "subject_code" in record]
    papers, incomplete = papers_of(report.scores[report.primary], known)
    rows = []
    for exam in EXAMS:
        totals = {year: exam_total(given, exam) for year, given in papers.items()}
        for year, total in totals.items():
            missing = f"no {', '.join(total.missing)}" if total.missing else ""
            scaled = f"other points than the plan's: {', '.join(total.scaled)}" if total.scaled else ""
            rows.append(
                row(
                    f"{exam.replace('_', ' and ')}, {year}",
                    figure(total.total),
                    f"{total.maximum:g}",
                    "; ".join(filter(None, (missing, scaled))),
                )
            )
        if len(totals) > 1:
            rows.append(
                row(
                    f"{exam.replace('_', ' and ')}, mean",
                    figure(mean_total(totals.values())),
                    f"{EXAMS[exam].total:g}",
                    "",
                )
            )
    if not rows:
        return []
    left = [element("p", f"Not scored whole: {', '.join(incomplete)}.", class_="muted")] if incomplete else []
    more = (
        "Of whole papers and years only, by elective and judge, with intervals and beside people: legal-metrics exam."
    )
    return [
        element("h2", "Exam totals"),
        table(["exam", "points", "of", ""], rows, class_="words"),
        *left,
        element("p", more, class_="muted"),
    ]
