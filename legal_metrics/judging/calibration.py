"""Grades that people gave, to hold judges against: the file format, the consensus of several annotators, and a mean corrected by a graded sample.

A file is JSON lines, one for each annotator and answer::

    {"id": "q1", "annotator": "a1", "run": "model-x", "category": "consultation", "output_sha256": "…",
     "grades": [{"index": 1, "label": "correct", "points": 2, "reason": "…", "category": "statutes"}]}

``id``, ``annotator`` and ``grades`` are required; a grade has its item's number and a label, points, or both. ``category`` of a grade goes before that of
its line. A label is any word; those of the known schemes (``text.grade_labels``) are read as one: 正確, correct and met are the same.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError
from legal_metrics.grading import Grade
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, Interval
from legal_metrics.stats.estimates import Estimate, IntervalOptions, check_lengths, is_missing, normal_quantile, numbers
from legal_metrics.text.grade_labels import is_ungraded, read_label

KEYS: tuple[str, ...] = ("id", "annotator", "run", "category", "output_sha256", "grades")
GRADE_KEYS: tuple[str, ...] = ("index", "label", "points", "reason", "category")
CONSENSUS: tuple[str, ...] = ("majority", "unanimous")
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class HumanGrades:
    """What one annotator says of one answer. ``categories``: of each graded item, by its number, where one is stated."""

    run: str
    id: str
    annotator: str
    grades: tuple[Grade, ...]
    categories: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    output_sha256: str = ""


def read_human_grades(files: Mapping[str, Iterable[bytes]]) -> tuple[HumanGrades, ...]:
    """Grades of annotators from the lines of one or more files (name -> lines), in the order of the files.

    Raises: JsonLineError naming file, line and field: what is missing, of a wrong type or unknown; an item graded twice; an annotator who grades an answer twice.

    >>> line = b'{"id": "q1", "annotator": "a1", "grades": [{"index": 1, "label": "met"}]}'
    >>> read_human_grades({"human.jsonl": [line]})[0].grades[0].status
    'met'
    >>> read_human_grades({"human.jsonl": [b'{"id": "q1", "annotator": "a1", "grades": [{"index": 1, "points": "2"}]}']})
    Traceback (most recent call last):
    legal_metrics.json_lines.JsonLineError: human.jsonl, line 1: field 'grades[0].points': found a string, allowed a finite number
    """
    found: list[HumanGrades] = []
    seen: dict[tuple[str, str, str], str] = {}
    for source, lines in files.items():
        for number, row in read_json_lines(lines, source=source):
            try:
                read = _human_grades(row)
            except LegalMetricsError as error:
                raise JsonLineError(source, number, str(error)) from error
            key = (read.run, read.id, read.annotator)
            if key in seen:
                why = f"field 'annotator': {read.annotator!r} has graded the answer {read.id!r} already ({seen[key]})"
                raise JsonLineError(source, number, why)
            seen[key] = f"{source}, line {number}"
            found.append(read)
    return tuple(found)


def _human_grades(row: Mapping[str, Any]) -> HumanGrades:
    _no_others(row, KEYS, "")
    for key in ("id", "annotator"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise _wrong(key, row.get(key), "a string with text")
    for key in ("run", "category", "output_sha256"):
        if not isinstance(row.get(key, ""), str):
            raise _wrong(key, row[key], "a string")
    digest = row.get("output_sha256", "")
    if digest and not _DIGEST.fullmatch(digest):
        raise LegalMetricsError(f"field 'output_sha256': found {digest[:20]!r}, allowed 64 hexadecimal digits")
    if not isinstance(row.get("grades"), list) or not row["grades"]:
        raise _wrong("grades", row.get("grades"), "a list of one or more grades")
    grades: list[Grade] = []
    categories: dict[int, str] = {}
    for place, value in enumerate(row["grades"]):
        grade, category = _human_grade(value, f"grades[{place}]")
        if any(other.index == grade.index for other in grades):
            raise LegalMetricsError(f"field 'grades[{place}].index': item {grade.index} is graded twice")
        grades.append(grade)
        if category or row.get("category"):
            categories[grade.index] = category or row["category"]
    return HumanGrades(
        row.get("run", ""), row["id"], row["annotator"], tuple(grades), MappingProxyType(categories), digest
    )


def _human_grade(value: Any, where: str) -> tuple[Grade, str]:
    if not isinstance(value, dict):
        raise _wrong(where, value, "an object")
    _no_others(value, GRADE_KEYS, f"{where}.")
    if not is_whole(value.get("index"), 1):
        found = value.get("index")
        shown = str(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else kind_of(found)
        raise LegalMetricsError(f"field '{where}.index': found {shown}, allowed a whole number >= 1")
    for key in ("label", "reason", "category"):
        if not isinstance(value.get(key, ""), str):
            raise _wrong(f"{where}.{key}", value[key], "a string")
    label, points = value.get("label", "").strip(), value.get("points")
    if points is not None and not (
        isinstance(points, (int, float)) and not isinstance(points, bool) and math.isfinite(points)
    ):
        raise _wrong(f"{where}.points", points, "a finite number")
    if not label and points is None:
        raise LegalMetricsError(f"field '{where}': found neither a label nor points, allowed one or both")
    grade = Grade(value["index"], label, None if points is None else float(points), reason=value.get("reason", ""))
    return grade, value.get("category", "")


def _no_others(row: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    if unknown := [key for key in row if key not in keys]:
        raise LegalMetricsError(f"field {where + unknown[0]!r}: unknown, allowed {', '.join(keys)}")


def _wrong(name: str, found: object, allowed: str) -> LegalMetricsError:
    what = "a number that is not finite" if isinstance(found, float) and not math.isfinite(found) else kind_of(found)
    return LegalMetricsError(f"field {name!r}: found {what}, allowed {allowed}")


# --- labels and consensus -----------------------------------------------------------------------------------------------


def label_of(grade: Grade) -> str | None:
    """The label of a grade, those of known schemes by their common name; None for none, and for a word that says that nothing was graded.

    >>> label_of(Grade(1, "正确")), label_of(Grade(1, "A")), label_of(Grade(1, "n/a")), label_of(Grade(1, score=2.0))
    ('correct', 'A', None, None)
    """
    status = grade.status.strip()
    if not status or is_ungraded(status):
        return None
    return read_label(status) or status


def consensus_label(labels: Sequence[str | None], rule: str = "majority") -> str | None:
    """The label of more than half of the annotators who gave one (``"unanimous"``: of all); None where there is none: a tie is decided by nobody.

    Raises: LegalMetricsError for an unknown rule.

    >>> consensus_label(["met", "met", "unmet"]), consensus_label(["met", "unmet"]), consensus_label(["met", "met", "unmet"], "unanimous")
    ('met', None, None)
    """
    if rule not in CONSENSUS:
        raise LegalMetricsError(f"consensus: found {rule!r}, allowed {' or '.join(CONSENSUS)}")
    given = Counter(label for label in labels if label is not None)
    if not given:
        return None
    label, count = given.most_common(1)[0]
    needed = given.total() if rule == "unanimous" else given.total() // 2 + 1
    return label if count >= needed else None


# --- a corrected mean ---------------------------------------------------------------------------------------------------


def corrected_mean(
    judged: Sequence[float | None], graded: Sequence[float | None], *, confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """The mean of all answers as people would grade them, from a judge's scores of all and people's of some: a judge's mean, less the judge's bias on these.

    Args:
        judged: the judge's score of each answer (None: unscored, no part in the mean; counted).
        graded: people's score of the same answers in the same unit, None for those that nobody graded. Those that were graded must be a random sample.

    In the unit of the scores. Interval by the normal distribution from the variance of the judge's scores over all answers and of the differences over those graded
    (Angelopoulos and others 2023, prediction-powered inference). ``details``: the judge's mean, its bias, how many people graded. It repairs the mean, not single
    verdicts, nor categories that the sample hardly holds. Undefined with fewer than two graded answers.
    Raises: LengthMismatchError; LegalMetricsError for scores or a confidence that cannot be used.

    >>> estimate = corrected_mean([0.9, 0.8, 0.9, 0.8], [0.7, 0.6, None, None])
    >>> round(estimate.value, 4), round(estimate.details["bias"], 4), estimate.details["n_graded"]
    (0.65, 0.2, 2)
    """
    IntervalOptions("none", confidence)
    check_lengths(judged, graded)
    scores, people = numbers("judged", judged), numbers("graded", graded)
    scored = [score for score in scores if not is_missing(score)]
    gaps = [
        score - own for score, own in zip(scores, people, strict=True) if not is_missing(score) and not is_missing(own)
    ]
    n_missing = len(scores) - len(scored)
    if len(gaps) < 2:
        return Estimate(math.nan, len(scored), reason="fewer than two answers that people graded", n_missing=n_missing)
    mean, bias = math.fsum(scored) / len(scored), math.fsum(gaps) / len(gaps)
    error = math.sqrt(_variance(scored, mean) / len(scored) + _variance(gaps, bias) / len(gaps))
    reach = normal_quantile(confidence) * error
    value = mean - bias
    details = MappingProxyType({"judge_mean": mean, "bias": bias, "n_graded": len(gaps)})
    bounds = Interval(value - reach, value + reach, error == 0)
    return Estimate(value, len(scored), bounds, "prediction-powered", "", n_missing, details)


def _variance(values: Sequence[float], mean: float) -> float:
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
