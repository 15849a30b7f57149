"""Verdict accuracy: labels in, one ``Score`` out, with the class counts that put it in its place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_paired
from legal_metrics.errors import BadReferenceError, LegalMetricsError
from legal_metrics.penalties import CONVICTIONS, VERDICTS
from legal_metrics.results import SampleScore, Score, Signature


@dataclass(frozen=True, slots=True)
class VerdictPairs:
    """One sample's (predicted class, reference class) pairs, one for each reference defendant in the figure's domain.

    >>> VerdictPairs((("guilty", "not_guilty"),)).unread
    False
    """

    pairs: tuple[tuple[str | None, str], ...]
    unread: bool = False
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))  # figures beside the score


def verdict_accuracy(
    predictions: Sequence[str | None], references: Sequence[str], *, binary: bool = True, balanced: bool = False
) -> Score:
    """Share of right verdicts (labels of ``penalties.VERDICTS``), in [0, 1]; an unread prediction (None) is wrong.

    ``binary`` [CHOICE: the paper does not define its classes]: convictions (有罪, 免刑) against 無罪, references outside both are excluded;
    otherwise all classes count. ``balanced``: the mean over the classes that occur of the share right in each. Verdicts on real dockets are
    nearly constant, so ``details`` always holds ``n_by_class``, ``right_by_class``, ``balanced_accuracy`` and ``majority_share`` (what naming the
    commonest class every time would score). Source: TW-LegalBench section 4.2.3.
    Raises: LengthMismatchError; BadReferenceError and LegalMetricsError for a label that is no verdict.

    >>> score = verdict_accuracy(["guilty", "guilty", None, "guilty"], ["guilty", "not_guilty", "guilty", "case_dismissed"])
    >>> round(score.value, 4), score.n_unparsed, score.n_excluded, score.details["n_by_class"]
    (0.3333, 1, 1, {'guilty': 2, 'not_guilty': 1})
    """
    check_paired(predictions, references, "verdicts")
    allowed = f"one of {', '.join(VERDICTS)}"
    samples = []
    for index, (predicted, reference) in enumerate(zip(predictions, references, strict=True)):
        if reference not in VERDICTS:
            raise BadReferenceError(f"#{index}", "verdict", f"found {reference!r}, allowed {allowed}")
        if predicted is not None and predicted not in VERDICTS:
            raise LegalMetricsError(f"prediction #{index}: found {predicted!r}, allowed {allowed} or None")
        label = verdict_class({reference}, binary=binary)
        guess = verdict_class({predicted}, binary=binary) if predicted is not None else None
        samples.append(VerdictPairs(((guess, label),) if label is not None else (), unread=predicted is None))
    return verdict_score(samples, binary=binary, balanced=balanced, unit="item")


def verdict_class(verdicts: AbstractSet[str], *, binary: bool) -> str | None:
    """The one class of a person's verdicts; None where they leave the figure.

    ``binary``: convicted of anything is ``"guilty"``, else acquitted of anything is ``"not_guilty"``, else (免訴, 不受理 …) None [CHOICE].
    Otherwise the verdicts joined, in the order of ``penalties.VERDICTS``.

    >>> verdict_class({"not_guilty", "guilty"}, binary=True), verdict_class({"not_guilty", "guilty"}, binary=False)
    ('guilty', 'guilty+not_guilty')
    >>> verdict_class({"case_dismissed"}, binary=True) is None
    True
    """
    if not binary:
        return "+".join(sorted(verdicts, key=VERDICTS.index)) or None
    return "guilty" if verdicts & CONVICTIONS else "not_guilty" if "not_guilty" in verdicts else None


def verdict_score(samples: Sequence[VerdictPairs], *, binary: bool, balanced: bool, unit: str) -> Score:
    """Mean over samples of the share of right pairs in each; ``balanced``: mean over classes of the share of right pairs in each class.

    In the balanced figure a pair weighs 1 / (classes x pairs of its class): the weights add up to 1 and every sample keeps its part of the sums.

    >>> samples = [VerdictPairs((pair,)) for pair in [("guilty", "guilty"), (None, "guilty"), ("not_guilty", "not_guilty")]]
    >>> [round(verdict_score(samples, binary=True, balanced=b, unit="item").value, 4) for b in (False, True)]
    [0.6667, 0.75]
    """
    n_by_class = Counter(label for sample in samples for _, label in sample.pairs)
    right_by_class = Counter(label for sample in samples for guess, label in sample.pairs if guess == label)
    classes = sorted(n_by_class, key=lambda label: [VERDICTS.index(verdict) for verdict in label.split("+")])
    scored = []
    for sample in samples:
        weights = [1 / (len(classes) * n_by_class[label]) if balanced else 1.0 for _, label in sample.pairs]
        right = [weight for weight, (guess, label) in zip(weights, sample.pairs, strict=True) if guess == label]
        divisor = 1 if balanced else max(len(weights), 1)
        scored.append(
            SampleScore(
                numerator=math.fsum(right) / divisor,
                denominator=math.fsum(weights) / divisor,
                answer=[guess for guess, _ in sample.pairs],
                reference=[label for _, label in sample.pairs],
                status="excluded" if not sample.pairs else "unparsed" if sample.unread else "scored",
                detail=sample.counts,
            )
        )
    counts: Counter[str] = Counter()
    for sample in samples:
        counts.update(sample.counts)
    details: dict[str, Any] = {
        **{f"n_{name}": count for name, count in counts.items()},
        "n_by_class": {label: n_by_class[label] for label in classes},
        "right_by_class": {label: right_by_class[label] for label in classes},
        "balanced_accuracy": math.nan,
        "majority_share": math.nan,
    }
    if classes:
        shares = [right_by_class[label] / n_by_class[label] for label in classes]
        details["balanced_accuracy"] = math.fsum(shares) / len(shares)
        details["majority_share"] = max(n_by_class.values()) / sum(n_by_class.values())
    name = "verdict_balanced_accuracy" if balanced else "verdict_accuracy" if binary else "verdict_class_accuracy"
    options = {"classes": "binary" if binary else "all", "average": "class" if balanced else unit, "unit": unit}
    return Score.from_samples(name, scored, Signature("verdict_accuracy").extended(**options), details=details)
