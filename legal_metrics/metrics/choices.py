"""Multiple choice: accuracy over whole answers, F1 over letters, and how hard the questions are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, PredictionsError, shown
from legal_metrics.results import SampleScore, Score, Signature

Choice = str | AbstractSet[str] | Sequence[str]
"""The options chosen: a string of marks (``"B"``, ``"ABD"``), or a set or list of them."""


def choice_accuracy(predictions: Sequence[Choice | None], references: Sequence[Choice]) -> Score:
    """Share of items whose set of chosen options equals the reference's, in [0, 1]; an unread prediction (None) is wrong.

    Neither order nor repetition counts. ``details``: references, right answers and predictions by mark (``n_by_answer``, ``right_by_answer``,
    ``n_by_prediction``: a model that prefers a letter shows here), and ``majority_share``: what naming the commonest answer every time would score.
    Source: TW-LegalBench section 4.2.1. Raises: LengthMismatchError; BadReferenceError for a reference without marks; PredictionsError for a
    prediction that is no choice.

    >>> score = choice_accuracy(["B", None, "DB"], ["B", "A", "BD"])
    >>> round(score.value, 4), score.n, score.n_unparsed
    (0.6667, 3, 1)
    """
    samples = [
        SampleScore(
            float(predicted == wanted), answer=_marks(predicted), reference=_marks(wanted), status=_status(predicted)
        )
        for predicted, wanted in _pairs(predictions, references)
    ]
    n_by_answer = Counter(sample.reference for sample in samples)
    right = Counter(sample.reference for sample in samples if sample.numerator)
    chosen = Counter(sample.answer for sample in samples if sample.answer is not None)
    details: dict[str, Any] = {
        "n_by_answer": dict(sorted(n_by_answer.items())),
        "right_by_answer": {answer: right[answer] for answer in sorted(n_by_answer)},
        "n_by_prediction": dict(sorted(chosen.items())),
        "majority_share": max(n_by_answer.values()) / len(samples) if samples else math.nan,
    }
    return Score.from_samples(
        "choice_accuracy", samples, Signature("choice_accuracy", (("unit", "item"),)), details=details
    )


def choice_f1(predictions: Sequence[Choice | None], references: Sequence[Choice]) -> Score:
    """Mean over items of the F1 of the chosen set against the reference's, in [0, 1]; an unread prediction (None) scores 0.

    For questions with one right answer it equals the accuracy of answers that name one. ``details``: mean ``precision`` and ``recall``.
    Source: F1 over the chosen letters as in ZhiFa-Bench (its multiple-answer questions). Raises: as ``choice_accuracy``.

    >>> choice_f1(["AB", "C"], ["A", "C"]).value.__round__(4)
    0.8333
    """
    samples = []
    for predicted, wanted in _pairs(predictions, references):
        matched = len((predicted or frozenset()) & wanted)
        precision, recall = matched / max(len(predicted or ()), 1), matched / len(wanted)
        f1 = 2 * matched / (len(predicted or ()) + len(wanted))
        detail = {"precision": precision, "recall": recall}
        samples.append(
            SampleScore(
                f1, answer=_marks(predicted), reference=_marks(wanted), status=_status(predicted), detail=detail
            )
        )
    details = {name: _mean(sample.detail[name] for sample in samples) for name in ("precision", "recall")}
    return Score.from_samples(
        "choice_f1", samples, Signature("choice_f1", (("average", "item"), ("unit", "item"))), details=details
    )


# The edges of difficulty: at least this share of models is right. [CHOICE] The paper names "none" and "under 10 %" and does not say whether the
# one holds the other: here no item is in two bands.
BANDS: tuple[tuple[str, float], ...] = (
    ("0: no model right", 0.0),
    ("1: under 10 %", math.ulp(0.0)),
    ("2: 10 % to 50 %", 0.1),
    ("3: 50 % to 90 %", 0.5),
    ("4: 90 % and more", 0.9),
    ("5: every model right", 1.0),
)
UNDEFINED = "undefined: not answered by every model"


def item_difficulty(models: Mapping[str, Mapping[str, bool | float | None]]) -> dict[str, float | None]:
    """Share of models that answer each item right, by item id; None where not every model was scored on the item, for such shares do not compare.

    ``models``: name of the model -> item id -> right or wrong (values of a score's samples). With 13 models, under 10 % means none or one.
    Source: TW-LegalBench section 6.1. Raises: LegalMetricsError without a model, or for a value outside [0, 1].

    >>> item_difficulty({"m1": {"q1": 1.0, "q2": 0.0}, "m2": {"q1": 0.0}})
    {'q1': 0.5, 'q2': None}
    """
    if not models:
        raise LegalMetricsError("models: found none, allowed one or more")
    shares: dict[str, float | None] = {}
    for id in dict.fromkeys(id for values in models.values() for id in values):
        values = [found.get(id) for found in models.values()]
        known = [float(value) for value in values if value is not None and 0 <= value <= 1]
        if len(known) < sum(value is not None for value in values):
            raise LegalMetricsError(f"item {id!r}: found {shown(values)}, allowed values from 0 to 1")
        shares[id] = math.fsum(known) / len(known) if len(known) == len(values) else None
    return shares


_WHOLE = math.lcm(*range(1, 17))  # means over up to 16 runs, times this, are whole numbers: their sums are exact


def item_discrimination(models: Mapping[str, Mapping[str, bool | float | None]]) -> dict[str, float]:
    """How well each item tells good models from poor ones, by item id: over the models, Pearson's r of the item's value and the model's sum over all *other*
    items; in [-1, 1]. Near 0 the item tells nothing; below 0 poor models do better on it, as they do where a key is wrong.

    ``models`` as in ``item_difficulty``, values in [0, 1]. Items that not every model was scored on have NaN and are no part of the sums; so have items on which all models are
    equal, and those whose other items do not tell the models apart (one model, one item, ties everywhere).
    Source: item-rest (corrected item-total) correlation, Henrysson 1963. Raises: as ``item_difficulty``.

    >>> models = {"a": {"q1": 1, "q2": 1, "q3": 1}, "b": {"q1": 1, "q2": 0, "q3": 1}, "c": {"q1": 0, "q2": 0, "q3": 0}}
    >>> {id: round(r, 4) for id, r in item_discrimination(models).items()}
    {'q1': 0.866, 'q2': 0.5, 'q3': 0.866}
    """
    shares = item_difficulty(models)
    complete = [id for id, share in shares.items() if share is not None]
    columns = [[round(_WHOLE * float(values[id] or 0)) for id in complete] for values in models.values()]
    totals = [sum(column) for column in columns]
    found = dict.fromkeys(shares, math.nan)
    for id, values in zip(complete, zip(*columns, strict=True), strict=True):
        found[id] = _correlation(values, [total - value for total, value in zip(totals, values, strict=True)])
    return found


def _correlation(a: Sequence[int], b: Sequence[int]) -> float:
    """Pearson's r, from exact sums of whole numbers; NaN where one of the two does not vary."""
    n, of_a, of_b = len(a), sum(a), sum(b)
    varied = (n * sum(x * x for x in a) - of_a * of_a) * (n * sum(y * y for y in b) - of_b * of_b)
    together = n * sum(x * y for x, y in zip(a, b, strict=True)) - of_a * of_b
    return max(-1.0, min(1.0, together / math.sqrt(varied))) if varied else math.nan


def difficulty_band(share: float | None) -> str:
    """The band of a share of models right, in [0, 1]; an item without a share (None) is in a band of its own.

    Source: the paper's items that no model and that fewer than 10 % of the models get right (section 6); the other bands are [CHOICE].
    Raises: LegalMetricsError for a share outside [0, 1].

    >>> difficulty_band(0.0), difficulty_band(1 / 13), difficulty_band(0.1)
    ('0: no model right', '1: under 10 %', '2: 10 % to 50 %')
    >>> difficulty_band(None)
    'undefined: not answered by every model'
    """
    if share is None:
        return UNDEFINED
    if not 0 <= share <= 1:
        raise LegalMetricsError(f"share: found {share!r}, allowed a number from 0 to 1 or None")
    return next(name for name, least in reversed(BANDS) if share >= least)


def _pairs(
    predictions: Sequence[Choice | None], references: Sequence[Choice]
) -> list[tuple[frozenset[str] | None, frozenset[str]]]:
    if len(predictions) != len(references):
        raise LengthMismatchError(len(predictions), len(references))
    pairs = []
    for index, (predicted, reference) in enumerate(zip(predictions, references, strict=True)):
        wanted = _choice(reference)
        if not wanted:
            raise BadReferenceError(
                f"#{index}", "answer", f"found {shown(reference)}, allowed one or more marks of options"
            )
        chosen = None if predicted is None else _choice(predicted)
        if predicted is not None and chosen is None:
            raise PredictionsError([f"prediction #{index}: found {shown(predicted)}, allowed marks of options or None"])
        pairs.append((chosen or None, wanted))
    return pairs


def _choice(value: object) -> frozenset[str] | None:
    if not isinstance(value, (str, AbstractSet, list, tuple)):
        return None
    marks = [mark for mark in value if not (isinstance(mark, str) and not mark.strip())]
    return (
        frozenset(marks) if all(isinstance(mark, str) and len(mark) == 1 and mark.isalnum() for mark in marks) else None
    )


def _marks(choice: frozenset[str] | None) -> str | None:
    return None if choice is None else "".join(sorted(choice))


def _status(choice: frozenset[str] | None) -> str:
    return "unparsed" if choice is None else "scored"


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return math.fsum(kept) / len(kept) if kept else math.nan
