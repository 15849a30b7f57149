"""Sentencing metrics on values already read: plain numbers in, one ``Score`` out.

Common rules. Predictions and references are paired one to one. ``None`` as a prediction: the sanction was not predicted or could not be read (a miss:
0, counted in ``n_unparsed``). ``None`` as a reference: the case has no such sanction, or one outside the metric's domain such as life imprisonment in a
metric of months (excluded, counted in ``n_excluded``); a sanction predicted there is counted in ``details["n_spurious"]``. Tolerances are inclusive
[CHOICE]. Errors: LengthMismatchError; BadReferenceError and LegalMetricsError for a value that is no finite number >= 0.

Sources: TW-LegalBench section 4.2.3; LawBench tasks 3-4 and 3-5. Cases with several defendants and penalties: ``metrics.judgment``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, shown
from legal_metrics.results import SampleScore, Score, Signature

LIFE_OR_DEATH: tuple[str, ...] = ("life", "death", "death_suspended")
"""無期徒刑, 死刑, 死缓: outcomes of their own, never months."""


@dataclass(frozen=True, slots=True)
class SanctionPairs:
    """One sample of a sanction metric: (predicted, reference) pairs, grouped by the reference's defendants.

    Only defendants whose reference has the sanction are here, so no group is empty. ``counts`` are figures beside the score
    (``spurious``: predicted where the reference has none; ``currency_mismatch``). ``unread``: nothing could be read from the prediction.

    >>> SanctionPairs((((6, 6), (None, 4)), ((12, 10),))).defendants[1]
    ((12, 10),)
    """

    defendants: tuple[tuple[tuple[Any, Any], ...], ...]
    unread: bool = False
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def within(predicted: float | None, reference: float, tolerance: float) -> float:
    """1.0 if ``predicted`` lies at most ``tolerance`` from ``reference``, else 0.0.

    Inclusive, whatever the rounding of parts of a month: 3 months and 10 days are within 3 months of 10 days.

    >>> within(9, 6, 3), within(10, 6, 3), within(None, 6, 3), within(3 + 10 / 30, 10 / 30, 3)
    (1.0, 0.0, 0.0, 1.0)
    """
    if predicted is None:
        return 0.0
    distance = abs(predicted - reference)
    return float(distance <= tolerance or math.isclose(distance, tolerance, rel_tol=1e-9))


def term_closeness(predicted: float | None, reference: float, cap_months: float) -> float:
    """Closeness of two terms on a log scale, in [0, 1]: ``1 - min(|ln(1+p) - ln(1+r)|, ln cap) / ln cap``; None scores 0.

    >>> round(term_closeness(6, 18, 216), 4), term_closeness(None, 18, 216)
    (0.8142, 0.0)
    """
    if predicted is None:
        return 0.0
    bound = math.log(cap_months)
    return 1.0 - min(abs(math.log1p(predicted) - math.log1p(reference)), bound) / bound


def sanction_score(
    name: str, samples: Sequence[SanctionPairs], value: Callable[[Any, Any], float], signature: Signature
) -> Score:
    """Mean over samples; a sample's value is the mean over its defendants of the mean of ``value(predicted, reference)``.

    ``details``: ``n_pairs`` (penalties compared), ``n_missed`` (among them without a prediction), ``n_spurious`` and further counts.

    >>> hit = lambda p, r: within(p, r, 0)
    >>> two = SanctionPairs((((6, 6), (None, 4)), ((12, 12),)))
    >>> sanction_score("months", [two, SanctionPairs(())], hit, Signature("months")).value
    0.75
    """
    scored = []
    for sample in samples:
        means = [_mean([value(p, r) for p, r in pairs]) for pairs in sample.defendants]
        status = "excluded" if not means else "unparsed" if sample.unread else "scored"
        scored.append(_sample(sample, _mean(means) if means else None, status))
    return Score.from_samples(name, scored, signature, details=_details(samples))


def deviation_score(
    name: str, samples: Sequence[SanctionPairs], signature: Signature, *, relative: bool = False
) -> Score:
    """Mean absolute deviation over pairs that have both values; lower is better, no upper bound, 0.0 at identity.

    Averaged as ``sanction_score`` does. A sample without such a pair is excluded. ``relative`` divides each deviation by the reference; references of
    0 are left out there.
    ``details["bias"]`` is the signed mean (predicted - reference), averaged in the same way.

    >>> score = deviation_score("months", [SanctionPairs((((9, 6), (None, 4)), ((10, 12),)))], Signature("months"))
    >>> score.value, score.details["bias"]
    (2.5, 0.5)
    """
    scored, signed = [], []
    for sample in samples:
        groups = [
            [(p - r) / r if relative else p - r for p, r in pairs if p is not None and (r or not relative)]
            for pairs in sample.defendants
        ]
        groups = [group for group in groups if group]
        value = _mean([_mean([abs(d) for d in group]) for group in groups]) if groups else None
        scored.append(_sample(sample, value, "scored" if groups else "excluded"))
        if groups:
            signed.append(_mean([_mean(group) for group in groups]))
    details = {**_details(samples), "bias": _mean(signed) + 0.0 if signed else math.nan}
    return Score.from_samples(name, scored, signature, higher_is_better=False, details=details)


def imprisonment_within(
    predictions: Sequence[float | None], references: Sequence[float | None], *, tolerance_months: float = 3
) -> Score:
    """Share of imprisonment terms (有期徒刑, months) at most ``tolerance_months`` from the reference, in [0, 1].

    >>> score = imprisonment_within([9, 10, None, 6], [6, 6, 6, None])
    >>> round(score.value, 4), score.n, score.n_unparsed, score.n_excluded, score.details["n_spurious"]
    (0.3333, 3, 1, 1, 1)
    """
    return _within_score("imprisonment_within", predictions, references, tolerance_months, "months")


def detention_within(
    predictions: Sequence[float | None], references: Sequence[float | None], *, tolerance_days: float = 7
) -> Score:
    """Share of detentions (拘役, days) at most ``tolerance_days`` from the reference, in [0, 1].

    >>> detention_within([57, 58], [50, 50]).value
    0.5
    """
    return _within_score("detention_within", predictions, references, tolerance_days, "days")


def probation_within(
    predictions: Sequence[float | None], references: Sequence[float | None], *, tolerance_months: float = 12
) -> Score:
    """Share of probation periods (緩刑, months) at most ``tolerance_months`` from the reference, in [0, 1].

    >>> probation_within([36, 37], [24, 24]).value
    0.5
    """
    return _within_score("probation_within", predictions, references, tolerance_months, "months")


def fine_within(
    predictions: Sequence[float | None], references: Sequence[float | None], *, tolerance: float = 0.10
) -> Score:
    """Share of fines (罰金, whole currency units) at most ``tolerance`` x reference from the reference, in [0, 1].

    The paper defines 0.10 and 0.50 and tabulates 0.50 only.

    >>> fine_within([33_000, 33_001], [30_000, 30_000]).value, fine_within([44_000], [30_000], tolerance=0.5).value
    (0.5, 1.0)
    """
    check_tolerance("tolerance", tolerance)
    signature = Signature("fine_within").extended(tolerance=tolerance, unit="item")
    samples = _paired(predictions, references)
    return sanction_score("fine_within", samples, lambda p, r: within(p, r, tolerance * r), signature)


def term_log_distance(
    predictions: Sequence[float | None], references: Sequence[float | None], *, cap_months: float = 216
) -> Score:
    """Mean closeness of prison terms on a log scale (normalised log distance, nLog), in [0, 1]; months in.

    Per sample ``1 - min(|ln(1+p) - ln(1+r)|, ln cap) / ln cap``. The clip keeps the stated range; LawBench's script has none (0 for 360 gives
    -0.0955 there). Life and death references are outside the domain: give None, and score them with ``life_death_match``.
    Source: LawBench task 3-4; TW-LegalBench section 4.2.3 (bound 216 months).

    >>> [round(s.value, 4) for s in term_log_distance([12, 6, 0], [12, 12, 360]).samples]
    [1.0, 0.8848, 0.0]
    """
    check_cap(cap_months)
    signature = Signature("term_log_distance").extended(cap_months=cap_months, clip=True, unit="item")
    samples = _paired(predictions, references)
    return sanction_score("term_log_distance", samples, lambda p, r: term_closeness(p, r, cap_months), signature)


def mean_deviation(
    predictions: Sequence[float | None], references: Sequence[float | None], *, relative: bool = False
) -> Score:
    """Mean absolute deviation (平均偏差) over pairs that have both values, in the values' own unit; lower is better.

    Pairs without a prediction are excluded and counted (``details["n_missed"]``): read it beside the share that ``*_within`` gives.
    ``details["bias"]``: signed mean, predicted - reference. ``relative``: as a fraction of the reference.

    >>> score = mean_deviation([9, 4, None], [6, 6, 6])
    >>> score.value, score.details["bias"], score.details["n_missed"]
    (2.5, 0.5, 1)
    """
    signature = Signature("mean_deviation").extended(relative=relative, unit="item")
    return deviation_score("mean_deviation", _paired(predictions, references), signature, relative=relative)


def life_death_match(predictions: Sequence[str | None], references: Sequence[str | None]) -> Score:
    """Share of life and death sentences (無期徒刑, 死刑) predicted as the same type, in [0, 1].

    Values are ``"life"``, ``"death"``, ``"death_suspended"`` or None for anything else.

    >>> score = life_death_match(["life", None, "death", "life"], ["life", "life", "life", None])
    >>> round(score.value, 4), score.n_excluded, score.details["n_spurious"]
    (0.3333, 1, 1)
    """
    _same_length(predictions, references)
    for side, values in (("prediction", predictions), ("reference", references)):
        for index, value in enumerate(values):
            if value is not None and value not in LIFE_OR_DEATH:
                raise _bad_value(side, index, value, f"one of {', '.join(LIFE_OR_DEATH)} or None")
    samples = [_pair(p, r) for p, r in zip(predictions, references, strict=True)]
    return sanction_score("life_death_match", samples, same, Signature("life_death_match", (("unit", "item"),)))


def check_tolerance(name: str, value: float) -> None:
    """Raises: LegalMetricsError for a tolerance that is no finite number >= 0.

    >>> check_tolerance("tolerance_days", -7)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: tolerance_days: found -7, allowed a finite number >= 0
    """
    if not _is_amount(value):
        raise LegalMetricsError(f"{name}: found {shown(value)}, allowed a finite number >= 0")


def check_cap(cap_months: float) -> None:
    """Raises: LegalMetricsError for a cap on a log scale that is no finite number above 1.

    >>> check_cap(1)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: cap_months: found 1, allowed a finite number above 1
    """
    if not _is_amount(cap_months) or cap_months <= 1:
        raise LegalMetricsError(f"cap_months: found {shown(cap_months)}, allowed a finite number above 1")


def same(predicted: Any, reference: Any) -> float:
    """1.0 for equal values, else 0.0.

    >>> same("life", "life"), same(None, "life")
    (1.0, 0.0)
    """
    return float(predicted == reference)


def _within_score(
    name: str, predictions: Sequence[float | None], references: Sequence[float | None], tolerance: float, unit: str
) -> Score:
    check_tolerance(f"tolerance_{unit}", tolerance)
    signature = Signature(name).extended(tolerance=f"{tolerance}_{unit}", unit="item")
    return sanction_score(name, _paired(predictions, references), lambda p, r: within(p, r, tolerance), signature)


def _paired(predictions: Sequence[float | None], references: Sequence[float | None]) -> list[SanctionPairs]:
    _same_length(predictions, references)
    for side, values in (("prediction", predictions), ("reference", references)):
        for index, value in enumerate(values):
            if value is not None and not _is_amount(value):
                raise _bad_value(side, index, value, "a finite number >= 0 or None")
    return [_pair(p, r) for p, r in zip(predictions, references, strict=True)]


def _pair(predicted: Any, reference: Any) -> SanctionPairs:
    if reference is None:
        return SanctionPairs((), counts={"spurious": int(predicted is not None)})
    return SanctionPairs((((predicted, reference),),), unread=predicted is None)


def _sample(pairs: SanctionPairs, value: float | None, status: str) -> SampleScore:
    return SampleScore(
        numerator=value if value is not None else 0.0,
        denominator=1.0 if value is not None else 0.0,
        answer=[[p for p, _ in group] for group in pairs.defendants],
        reference=[[r for _, r in group] for group in pairs.defendants],
        status=status,
        detail=pairs.counts,
    )


def _details(samples: Sequence[SanctionPairs]) -> dict[str, Any]:
    counts: Counter[str] = Counter({"spurious": 0})
    for sample in samples:
        counts.update(sample.counts)
    pairs = [pair for sample in samples for group in sample.defendants for pair in group]
    return {
        "n_pairs": len(pairs),
        "n_missed": sum(1 for p, _ in pairs if p is None),
        **{f"n_{name}": count for name, count in counts.items()},
    }


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _same_length(predictions: Sequence[object], references: Sequence[object]) -> None:
    if len(predictions) != len(references):
        raise LengthMismatchError(len(predictions), len(references))


def _is_amount(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) < math.inf


def _bad_value(side: str, index: int, value: object, allowed: str) -> LegalMetricsError:
    if side == "reference":
        return BadReferenceError(f"#{index}", "value", f"found {value!r}, allowed {allowed}")
    return LegalMetricsError(f"prediction #{index}: found {value!r}, allowed {allowed}")
