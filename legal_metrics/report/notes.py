"""What a reader must know beside the figures: the same sentences in the terminal and in the HTML report."""

from __future__ import annotations

import math

from legal_metrics.extract.outputs import READABLE
from legal_metrics.report.numbers import figure, share
from legal_metrics.report.titles import leading_scores, title
from legal_metrics.results import Report, Score
from legal_metrics.tables import Note as Note  # pages and their parts take it from here

HIGH = 0.8
"""From here on a baseline is near the top of a score."""


SHOWN_PROBLEMS = 5


def notes(report: Report) -> tuple[Note, ...]:
    """All notes on a report, the gravest first."""
    return (
        *_origin(report),
        *_unread(report),
        *_constant(report),
        *_statutes(report),
        *_judges(report),
        *_problems(report),
    )


def _origin(report: Report) -> list[Note]:
    return [Note(report.dataset.note)] if report.dataset.note else []


def _unread(report: Report) -> list[Note]:
    found = []
    unread = {status: count for status, count in report.statuses.items() if count and status not in READABLE}
    whole = sum(report.statuses.values())
    if unread:
        kinds = ", ".join(
            f"{count} {status.replace('_', ' ')}"
            for status, count in sorted(unread.items(), key=lambda entry: (-entry[1], entry[0]))
        )
        found.append(
            Note(
                f"{share(sum(unread.values()), whole)} of the outputs could not be read under the {report.reading} reading and score 0: {kinds}."
            )
        )
    if count := report.statuses.get("wrong_script", 0):
        found.append(
            Note(
                f"{share(count, whole)} of the outputs are in Simplified characters: they are scored, and counted apart."
            )
        )
    for name, reading in report.readings.items():
        if name != report.reading and reading.repairs:
            repairs = ", ".join(f"{count} {repair.replace('_', ' ')}" for repair, count in reading.repairs.items())
            found.append(Note(f"The {name} reading, shown beside, repaired outputs: {repairs}.", warning=False))
    return found


def _constant(report: Report) -> list[Note]:
    """Where an answer that knows nothing of the case does as well, or nearly so."""
    found = []
    for name, baseline in report.baselines.items():
        shared = [
            (score, baseline[score.name])
            for score in leading_scores(report)
            if score.name in baseline and _tells(score, baseline[score.name])
        ]
        level = [title(score.name).en for score, other in shared if other.value >= score.value > 0]
        high = [
            f"{title(score.name).en} ({figure(other.value)} against {figure(score.value)})"
            for score, other in shared
            if HIGH <= other.value < score.value
        ]
        words = name.replace("_", " ")
        if level:
            found.append(Note(f"The baseline '{words}' does at least as well as these outputs on: {', '.join(level)}."))
        if high:
            found.append(
                Note(f"The baseline '{words}' is near the top: {', '.join(high)}. Read the difference, not the level.")
            )
    return found


def _tells(score: Score, baseline: Score) -> bool:
    """Deviations are left out: they cover only what was answered."""
    return score.higher_is_better and math.isfinite(score.value) and math.isfinite(baseline.value)


def _statutes(report: Report) -> list[Note]:
    score = report.scores.get("statute_accuracy")
    counts = score.details if score is not None else {}
    found = []
    unresolved, unread = counts.get("n_unresolved", 0), score.n_unparsed if score is not None else 0
    kinds = []
    if unresolved:
        kinds.append(
            f"{unresolved} of {counts['n_predicted']} cited statutes (law not in the registry, or a former text: neither Type I nor Type II)"
        )
    if unread:
        kinds.append(f"{unread} unread outputs, each as one wrong citation")
    if kinds:
        found.append(Note(f"Citations that are wrong, of unknown type: {' and '.join(kinds)}.", warning=False))
    if count := counts.get("n_registry_gaps", 0):
        found.append(
            Note(f"{count} right citations are missing in the registry of statutes: Type I rates may be too high.")
        )
    return found


def _judges(report: Report) -> list[Note]:
    score = report.scores.get("points_share")
    counts = score.details if score is not None else {}
    told = {
        "n_unscored": "answers have no usable verdict: they are unscored, not zero",
        "n_no_rubric": "questions have no rubric to grade by: they are left out",
        "n_partly_judged": "answers were scored by fewer judges than others",
        "n_unusable": "replies of judges hold no verdict that can be used",
        "n_incomplete": "verdicts leave out scoring points and are not used",
        "n_clamped": "points of judges were out of range and cut back",
        "n_rescaled": "verdicts allocate other points than the question has and were scaled to it",
        "n_split": "verdicts allocate no points to open scoring points, which share equally",
    }
    return [
        Note(f"{counts[name]} {words}.", warning=name in ("n_unscored", "n_partly_judged"))
        for name, words in told.items()
        if counts.get(name)
    ]


def _problems(report: Report) -> list[Note]:
    shown = [Note(problem) for problem in report.problems[:SHOWN_PROBLEMS]]
    left = len(report.problems) - len(shown)
    return [*shown, Note(f"… and {left} more problems of the references, in the JSON report.")] if left else shown
