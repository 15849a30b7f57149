"""Entailment: does the premise bear out the hypothesis? The model is the caller's; counting and thresholds are ours.

ZhiFa-Bench announces entailment as a method and no task of it uses it: everything here is [CHOICE]. For faithfulness the premise is the source or the
reference and the hypothesis the output; for coverage the other way round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from legal_metrics.arguments import check_prediction, check_sequence
from legal_metrics.errors import LegalMetricsError, LengthMismatchError, WrongTypeError, shown
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.sentence_ends import split_sentences


class Probabilities(NamedTuple):
    """What a model says of one pair; the three add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


Nli = Callable[[str, str], "Sequence[float] | Mapping[str, float]"]
"""(premise, hypothesis) -> the probabilities of entailment, neutral and contradiction: in this order, or by these names."""

UNITS: tuple[str, ...] = ("text", "sentence")
AGGREGATES: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": lambda values: math.fsum(values) / len(values),
    "min": min,
    "max": max,
}
_TOLERANCE = 1e-3  # of the sum of three probabilities in half precision


def entailment_score(
    premises: Sequence[str | None],
    hypotheses: Sequence[str | None],
    *,
    nli: Nli,
    unit: str = "text",
    aggregate: str = "mean",
    threshold: float | None = None,
    contradiction_threshold: float | None = None,
) -> Score:
    """Mean probability that each premise entails its hypothesis, in [0, 1].

    ``nli`` is any callable from two texts to three probabilities. ``unit="sentence"`` asks for each sentence of the hypothesis and joins the answers by
    ``aggregate`` (``"mean"``, ``"min"``: the weakest sentence decides, ``"max"``). With ``threshold`` a unit counts 1 where its entailment reaches it,
    else 0. With ``contradiction_threshold`` a hypothesis scores 0 where the contradiction of any unit reaches it. A hypothesis without a sentence claims
    nothing: 0, and ``nli`` is not asked (``details["n_empty"]``); None on either side is unread: 0, counted in ``n_unparsed``. ``details``: mean
    ``entailment``, ``neutral`` and ``contradiction`` over all units, ``n_units``, ``n_contradicted`` hypotheses with a unit whose likeliest class is
    contradiction (or reaches the threshold). The signature names ``nli`` by its ``signature`` attribute or its name.
    Raises: LengthMismatchError; WrongTypeError and LegalMetricsError for options, for what is no text and for answers that are no probabilities.

    >>> def nli(premise: str, hypothesis: str) -> tuple[float, float, float]:
    ...     return (0.9, 0.1, 0.0) if hypothesis.strip("。") in premise else (0.2, 0.3, 0.5)
    >>> score = entailment_score(["甲偷了车。"], ["甲偷了车。乙也偷了。"], nli=nli, unit="sentence")
    >>> score.value, score.details["n_contradicted"]
    (0.55, 1)
    >>> entailment_score(["甲偷了车。"], ["甲偷了车。乙也偷了。"], nli=nli, unit="sentence", aggregate="min", threshold=0.5).value
    0.0
    """
    _check(premises, hypotheses, nli, unit, aggregate, threshold, contradiction_threshold)
    samples: list[SampleScore] = []
    asked: list[Probabilities] = []
    n_empty = n_contradicted = 0
    for index, (premise, hypothesis) in enumerate(zip(premises, hypotheses, strict=True)):
        if premise is None or hypothesis is None:
            samples.append(SampleScore(0.0, answer=hypothesis, reference=premise, status="unparsed"))
            continue
        units = split_sentences(hypothesis)
        if unit == "text" and units:
            units = [hypothesis]
        answers = [_probabilities(nli(premise, text), index) for text in units]
        asked += answers
        n_empty += not answers
        contradicted = any(_contradicts(answer, contradiction_threshold) for answer in answers)
        n_contradicted += contradicted
        values = [
            answer.entailment if threshold is None else float(answer.entailment >= threshold) for answer in answers
        ]
        value = AGGREGATES[aggregate](values) if values else 0.0
        if contradicted and contradiction_threshold is not None:
            value = 0.0
        detail = {"units": [tuple(answer) for answer in answers], "contradicted": contradicted}
        samples.append(SampleScore(value, answer=hypothesis, reference=premise, detail=detail))
    means = {name: _mean([getattr(answer, name) for answer in asked]) for name in Probabilities._fields}
    details = {**means, "n_units": len(asked), "n_empty": n_empty, "n_contradicted": n_contradicted}
    signature = Signature("entailment_score").extended(
        aggregate=aggregate,
        contradiction_threshold=contradiction_threshold,
        nli=getattr(nli, "signature", None) or getattr(nli, "__name__", type(nli).__name__),
        threshold=threshold,
        unit=unit,
    )
    return Score.from_samples("entailment_score", samples, signature, details=details)


def _check(
    premises: object,
    hypotheses: object,
    nli: object,
    unit: str,
    aggregate: str,
    threshold: float | None,
    contradiction_threshold: float | None,
) -> None:
    for name, texts in (("premises", premises), ("hypotheses", hypotheses)):
        check_sequence(name, texts, "texts or None")
        for index, text in enumerate(texts):  # type: ignore[arg-type, var-annotated]
            check_prediction(index, text)
    lengths = len(premises), len(hypotheses)  # type: ignore[arg-type]
    if lengths[0] != lengths[1]:
        raise LengthMismatchError(*lengths, left="premises", right="hypotheses")
    if not callable(nli):
        raise WrongTypeError("nli", nli, "a callable from premise and hypothesis to three probabilities")
    for name, value, allowed in (("unit", unit, UNITS), ("aggregate", aggregate, tuple(AGGREGATES))):
        if value not in allowed:
            raise LegalMetricsError(f"{name}: found {shown(value)}, allowed {', '.join(allowed)}")
    for name, limit in (("threshold", threshold), ("contradiction_threshold", contradiction_threshold)):
        if limit is not None and not _is_probability(limit):
            raise LegalMetricsError(f"{name}: found {shown(limit)}, allowed a number from 0 to 1 or None")


def _probabilities(answer: object, index: int) -> Probabilities:
    values: list[object] | None
    try:
        if isinstance(answer, Mapping):
            values = [answer[name] for name in Probabilities._fields] if len(answer) == 3 else None
        else:
            values = [*answer]  # type: ignore[misc]
    except (KeyError, TypeError):
        values = None
    if values is None or len(values) != 3 or not all(map(_is_probability, values)):
        raise LegalMetricsError(
            f"pair #{index}: nli gave {shown(answer)}, allowed three probabilities: {', '.join(Probabilities._fields)}"
        )
    entailment, neutral, contradiction = (float(value) for value in values)  # type: ignore[arg-type]
    if abs(entailment + neutral + contradiction - 1) > _TOLERANCE:
        raise LegalMetricsError(
            f"pair #{index}: nli gave {shown(answer)}, allowed three probabilities that add up to 1"
        )
    return Probabilities(entailment, neutral, contradiction)


def _contradicts(answer: Probabilities, threshold: float | None) -> bool:
    if threshold is not None:
        return answer.contradiction >= threshold
    return answer.contradiction > max(answer.entailment, answer.neutral)


def _is_probability(value: object) -> bool:
    try:
        return not isinstance(value, (bool, str, bytes)) and 0 <= float(value) <= 1  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan
