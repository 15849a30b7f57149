"""Where LawBench's reading of an output and a sound one differ, and why."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.compat.lawbench.corrected import corrected
from legal_metrics.compat.lawbench.rouge import words
from legal_metrics.compat.lawbench.stated import LIFE_OR_DEATH
from legal_metrics.compat.lawbench.tasks import TASKS, LawBenchScore, Row, check_rows, score
from legal_metrics.results import SampleScore, Score

MARGIN = 1e-6  # LawBench's own guards against division by zero move its values by less

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "beside_the_answer": "counts what the output names beside its answer, or names only to deny it",
        "inside_longer_name": "counts a name that stands inside a longer one",
        "other_wording": "does not know the form in which the answer is given",
        "left_open": "scores an output that settles on no answer",
        "number_of_another_thing": "takes a number that is no article, no term or no amount of the answer",
        "lost_between_marks": "loses articles: drops all from 第 to a later 款, takes one number a part, cuts at 、 alone",
        "years_dropped": "drops the years of a term with years and months",
        "range_or_statute": "takes a number out of a range, or out of what a statute threatens",
        "unit": "does not read the unit or the separators of an amount",
        "any_amount": "is content with the right number anywhere",
        "life_or_death": "leaves out or cannot read life imprisonment and death",
        "far_term": "scores a term below 0",
        "separators": "reads a value as far as the next blank or line, over the types that follow",
        "no_entity": "takes a word for none (无；, 未给出) for a value",
        "answer_label": "compares the label of the answer with the answer",
        "empty_words": "counts lines of white space as words",
        "other_characters": "does not fold full-width characters",
        "blank_output": "puts 无内容 in the place of a blank output",
    }
)
"""Reason codes: what LawBench's scorer does there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One row whose value differs. ``lawbench`` and ``corrected`` are the values (None: the row is left out), the answers what each read."""

    row: int
    lawbench: float | None
    corrected: float | None
    lawbench_answer: Any
    corrected_answer: Any
    reference: Any
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Both scores of one task and the rows where they differ."""

    task: str
    lawbench: LawBenchScore
    corrected: Score
    differences: tuple[Difference, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have each reason, the most frequent first."""
        return dict(Counter(reason for difference in self.differences for reason in difference.reasons).most_common())

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "task": self.task,
            "lawbench": {
                "score": self.lawbench.to_dict(interval=False)["value"],
                "abstention_rate": self.lawbench.abstention_rate,
            },
            "corrected": self.corrected.to_dict(interval=False),
            "reasons": {code: {"n": n, "lawbench": REASONS[code]} for code, n in self.counts.items()},
            "differences": [
                {name: _plain(getattr(difference, name)) for name in Difference.__slots__} for difference in self.differences
            ],
        }


def compare(task: str, rows: Iterable[Row] | Mapping[str, Row]) -> Comparison:
    """LawBench's score, the corrected one, and each row where the two differ by more than 1e-6, with reason codes (``REASONS``).

    Arguments and errors as for ``score``.

    >>> rows = [{"prediction": "一年六个月", "refr": "刑期:18个月"}, {"prediction": "[刑期]6个月<eoa>", "refr": "刑期:6个月"}]
    >>> found = compare("3-4", rows)
    >>> [(d.row, d.lawbench_answer, d.corrected_answer, d.reasons) for d in found.differences], found.counts
    ([(0, 6, 18.0, ('years_dropped',))], {'years_dropped': 1})
    """
    kept = check_rows(rows)
    pairs = [{"prediction": prediction, "refr": reference} for prediction, reference in kept]
    theirs, ours = score(task, pairs), corrected(task, pairs)
    differences = [
        Difference(i, _value(a), _value(b), a.answer, b.answer, b.reference, _reasons(task, prediction, a, b))
        for i, ((prediction, _), a, b) in enumerate(zip(kept, theirs.samples, ours.samples, strict=True))
        if _differ(a, b)
    ]
    return Comparison(task, theirs, ours, tuple(differences))


def _plain(value: Any) -> Any:
    """As JSON can hold it: an amount of hundreds of digits is infinite."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def _value(sample: SampleScore) -> float | None:
    return None if sample.status == "excluded" else sample.value


def _differ(a: SampleScore, b: SampleScore) -> bool:
    left, right = _value(a), _value(b)
    if left is None or right is None:
        return left is not right
    return abs(left - right) > MARGIN


def _reasons(task: str, output: str, theirs: SampleScore, ours: SampleScore) -> tuple[str, ...]:
    metric, name = TASKS[task].metric, TASKS[task].name
    if name == "ljp_imprison":
        return _of_terms(theirs, ours)
    if name == "ljp_article":
        return _of_articles(theirs.answer, ours.answer)
    if name == "jetq":
        return ("unit",) if ours.value > theirs.value else ("any_amount",)
    if name == "xxcq":
        return _of_entities(theirs.answer, ours.answer)
    if metric in ("ROUGE-L", "rc-F1"):
        return _of_texts(metric, output, theirs, ours)
    return _of_names(output, theirs.answer, ours.answer)


def _of_names(output: str, theirs: Sequence[str], ours: Sequence[str] | None) -> tuple[str, ...]:
    settled = ours or ()
    extra = [name for name in theirs if name not in settled]
    inside = [name for name in extra if any(name in longer and name != longer for longer in settled)]
    found = {
        "inside_longer_name": bool(inside),
        "beside_the_answer": bool(settled) and len(extra) > len(inside),
        "left_open": not settled and bool(theirs),
        "other_wording": any(name not in theirs for name in settled),
    }
    return tuple(code for code, holds in found.items() if holds)


def _of_articles(theirs: Sequence[int], ours: Sequence[str]) -> tuple[str, ...]:
    numbers = {re.sub(r"\D", "", article.partition("-")[0]) for article in ours}
    found = {
        "number_of_another_thing": any(str(number) not in numbers for number in theirs),
        "lost_between_marks": any(number not in map(str, theirs) for number in numbers),
    }
    return tuple(code for code, holds in found.items() if holds) or ("other_wording",)


def _of_terms(theirs: SampleScore, ours: SampleScore) -> tuple[str, ...]:
    if "excluded" in (theirs.status, ours.status) or ours.answer in LIFE_OR_DEATH:
        return ("life_or_death",)
    if theirs.answer is None:
        return ("other_wording",)
    if ours.answer is None:
        return ("range_or_statute",)
    if theirs.answer == ours.answer:
        return ("far_term",)
    if ours.answer > 12 and theirs.answer == ours.answer % 12:
        return ("years_dropped",)
    return ("number_of_another_thing",)


def _of_entities(theirs: Mapping[str, str], ours: Mapping[str, str]) -> tuple[str, ...]:
    found = {
        "no_entity": any(kind not in ours for kind in theirs),
        "other_wording": any(kind not in theirs for kind in ours),
        "separators": any(ours.get(kind, value) != value for kind, value in theirs.items()),
    }
    return tuple(code for code, holds in found.items() if holds) or ("no_entity",)


def _of_texts(metric: str, output: str, theirs: SampleScore, ours: SampleScore) -> tuple[str, ...]:
    if not output.strip():
        return ("blank_output",)
    found = {
        "answer_label": ours.answer != output.strip() or ours.reference != theirs.reference,
        "empty_words": metric == "ROUGE-L" and any("" in words(text) for text in (output, theirs.reference)),
    }
    return tuple(code for code, holds in found.items() if holds) or ("other_characters",)
