"""Checks that a judge must pass before its scores mean anything: the same verdict twice, the same verdict with the order swapped, good above bad.

(``judging.families``: a judge and the model it judges; ``judging.tricks``: texts that ask for points instead of earning them.)
Scores are in any one unit, a number for each question, None where the judge gave none; a question without one of them is left out and counted.
Three-valued outcomes: a mean that is above a bar ``holds`` where the whole interval lies above it, ``fails`` where none of it does, and is ``undecided`` otherwise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED
from legal_metrics.stats.estimates import Estimate, check_lengths, is_missing, labels, numbers, table_of
from legal_metrics.stats.limits import bland_altman
from legal_metrics.stats.reliability import krippendorff_alpha

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
SWAPPED: Mapping[str, str] = MappingProxyType({"A": "B", "B": "A"})
"""What a verdict on a pair becomes when the two answers change places; a verdict that is not named (a tie) stays."""


def above(estimate: Estimate, bar: float) -> str:
    """``holds`` where the whole interval lies above the bar, ``fails`` where none of it does, else (also without an interval) ``undecided``.

    >>> from legal_metrics.stats.bootstrap import Interval
    >>> above(Estimate(0.4, 9, Interval(0.1, 0.7)), 0.0), above(Estimate(0.4, 9, Interval(-0.1, 0.9)), 0.0), above(Estimate(-1, 9, Interval(-2, 0)), 0.0)
    ('holds', 'undecided', 'fails')
    """
    if estimate.interval.low > bar:
        return HOLDS
    return FAILS if estimate.interval.high <= bar else UNDECIDED


# --- the same verdict again ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Consistency:
    """Repeated verdicts. ``all_equal``: share of units whose verdicts are all one; ``pairs_equal``: share of pairs of verdicts on one unit that are one; ``alpha``:
    Krippendorff's, which takes chance off: a judge who always says "met" is consistent and worth nothing."""

    all_equal: Estimate
    pairs_equal: Estimate
    alpha: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {name: getattr(self, name).to_dict() for name in ("all_equal", "pairs_equal", "alpha")}


def repeat_consistency(
    verdicts: Sequence[Sequence[Hashable]],
    *,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Consistency:
    """How often one judge repeats its own verdicts (units x repeats, labels or numbers, None where a repeat gave none); shares in [0, 1].

    Units with fewer than two verdicts are left out and counted. Intervals: Wilson's for ``all_equal``, the bootstrap over units for the others; with clusters the bootstrap for
    all. Undefined without such units. Raises: LegalMetricsError for rows of unlike lengths, verdicts or options that cannot be used.

    >>> found = repeat_consistency([["met", "met", "met"], ["met", "unmet", "met"], ["unmet", None, None]], resamples=100)
    >>> found.all_equal.value, round(found.pairs_equal.value, 4), found.all_equal.n_missing
    (0.5, 0.6667, 1)
    """
    from legal_metrics.stats.agreement import percent_agreement

    rows = [labels(f"verdicts[{i}]", row) for i, row in enumerate(table_of(verdicts)[0])]
    if clusters is not None and len(clusters) != len(rows):
        raise LegalMetricsError(f"{len(rows)} units but {len(clusters)} clusters: each unit needs one")
    options: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    given = [[verdict for verdict in row if verdict is not None] for row in rows]
    whole = [len(set(row)) == 1 if len(row) > 1 else None for row in given]
    all_equal = percent_agreement(whole, [None if one is None else True for one in whole], clusters=clusters, **options)
    pairs = [(a, b, i) for i, row in enumerate(given) for a, b in combinations(row, 2)]
    pairs_equal = percent_agreement(
        [a for a, _, _ in pairs],
        [b for _, b, _ in pairs],
        clusters=[i if clusters is None else clusters[i] for _, _, i in pairs],
        **options,
    )
    return Consistency(all_equal, pairs_equal, krippendorff_alpha(rows, clusters=clusters, **options))


@dataclass(frozen=True, slots=True)
class SwapConsistency:
    """Verdicts on pairs, and on the same pairs with the answers swapped. ``consistent``: share of pairs that the same answer wins both times (or none);
    ``first``, ``last``: share of pairs whose winner both times stands first, last: position decided. ``counts``: pairs by (verdict, verdict when swapped)."""

    consistent: Estimate
    first: Estimate
    last: Estimate
    counts: Mapping[tuple[Hashable, Hashable], int]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        counts = [{"verdict": a, "swapped": b, "n": n} for (a, b), n in self.counts.items()]
        return {**{name: getattr(self, name).to_dict() for name in ("consistent", "first", "last")}, "counts": counts}


def swap_consistency(
    verdicts: Sequence[str | None],
    swapped: Sequence[str | None],
    *,
    flip: Mapping[str, str] = SWAPPED,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> SwapConsistency:
    """Whether a judge of pairs prefers an answer or a place: its verdicts, and those on the same pairs in the other order; shares in [0, 1].

    ``flip``: what each verdict becomes when the answers change places, the verdict for the first place first; others (ties) stay. Pairs that lack one verdict are left out and
    counted. Intervals: Wilson's, with clusters the bootstrap. Undefined without pairs.
    Raises: LengthMismatchError; LegalMetricsError for verdicts or options that cannot be used.

    >>> found = swap_consistency(["A", "A", "B", "tie"], ["B", "A", "A", "tie"])
    >>> found.consistent.value, found.first.value, found.last.value
    (0.75, 0.25, 0.0)
    """
    from legal_metrics.stats.agreement import percent_agreement

    if len(flip) < 2 or any(flip.get(other) != one for one, other in flip.items()):
        raise LegalMetricsError(f"flip: found {shown(dict(flip))}, allowed verdicts that become each other")
    before, after = labels("verdicts", verdicts), labels("swapped", swapped)
    check_lengths(before, after)
    options: dict[str, Any] = {"clusters": clusters, "confidence": confidence, "resamples": resamples, "seed": seed}
    turned = [flip.get(verdict, verdict) if isinstance(verdict, str) else verdict for verdict in after]
    first, last = list(flip)[:2]

    def both(place: str) -> Estimate:
        known = [None if a is None or b is None else a == b == place for a, b in zip(before, after, strict=True)]
        return percent_agreement(known, [True] * len(known), **options)

    counts = Counter((a, b) for a, b in zip(before, after, strict=True) if a is not None and b is not None)
    ordered = dict(sorted(counts.items(), key=lambda item: repr(item[0])))
    return SwapConsistency(
        percent_agreement(before, turned, **options), both(first), both(last), MappingProxyType(ordered)
    )


# --- good above bad -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """From a worse tier to a better one: the mean ``gap`` of scores, the share of questions whose gap is above the margin, and those where the worse scores more."""

    better: str
    worse: str
    gap: Estimate
    above_margin: Estimate
    n_reversed: int
    outcome: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        told = {
            "better": self.better,
            "worse": self.worse,
            "gap": self.gap.to_dict(),
            "above_margin": self.above_margin.to_dict(),
        }
        return {**told, "n_reversed": self.n_reversed, "outcome": self.outcome}


@dataclass(frozen=True, slots=True)
class Discrimination:
    """Whether a judge tells tiers of answers apart: each step, the share of questions with all tiers in order, and the outcome: that of the worst step."""

    steps: tuple[Step, ...]
    ordered: Estimate
    margin: float
    outcome: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        steps = [step.to_dict() for step in self.steps]
        return {"steps": steps, "ordered": self.ordered.to_dict(), "margin": self.margin, "outcome": self.outcome}


def discrimination(
    tiers: Mapping[str, Sequence[float | None]],
    *,
    margin: float = 0.0,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Discrimination:
    """Whether a judge scores known better answers to the same questions higher, tier by tier, by more than ``margin``.

    ``tiers``: name -> scores by question, from best to worst (``good``, ``medium``, ``bad``). A step holds where the whole interval of its mean gap lies above the margin
    (Student's t, with clusters the bootstrap); the check holds where all steps do, and fails where one does. Questions without one of a step's scores are left out of it and counted.
    A judge who gives all the same score fails: its gap is 0, without doubt. Undefined, hence undecided, with fewer than two questions.
    Raises: LengthMismatchError; LegalMetricsError for fewer than two tiers, a margin below 0, scores or options that cannot be used.

    >>> found = discrimination({"good": [9, 8, 9, 10], "medium": [6, 6, 7, 5], "bad": [2, 3, 1, 2]}, margin=0.5)
    >>> found.outcome, [round(step.gap.value, 2) for step in found.steps], found.ordered.value
    ('holds', [3.0, 4.0], 1.0)
    """
    from legal_metrics.stats.agreement import percent_agreement

    if len(tiers) < 2:
        raise LegalMetricsError(f"tiers: found {shown(list(tiers))}, allowed two or more, from best to worst")
    if not isinstance(margin, (int, float)) or not 0 <= margin < math.inf:
        raise LegalMetricsError(f"margin: found {shown(margin)}, allowed a number >= 0")
    scores = {name: numbers(f"tiers[{name!r}]", values) for name, values in tiers.items()}
    names = list(scores)
    options: dict[str, Any] = {"clusters": clusters, "confidence": confidence, "resamples": resamples, "seed": seed}
    steps = []
    for better, worse in pairwise(names):
        check_lengths(scores[better], scores[worse])
        gap = bland_altman(scores[better], scores[worse], **options).bias
        gaps = [a - b for a, b in zip(scores[better], scores[worse], strict=True)]
        clear = [None if is_missing(own) else own > margin for own in gaps]
        shares = percent_agreement(clear, [True] * len(clear), **options)
        steps.append(Step(better, worse, gap, shares, sum(own < 0 for own in gaps), above(gap, margin)))
    in_order = [
        None if any(map(is_missing, row)) else all(a - b > margin for a, b in pairwise(row))
        for row in zip(*scores.values(), strict=True)
    ]
    outcomes = {step.outcome for step in steps}
    outcome = FAILS if FAILS in outcomes else UNDECIDED if UNDECIDED in outcomes else HOLDS
    ordered = percent_agreement(in_order, [True] * len(in_order), **options)
    return Discrimination(tuple(steps), ordered, float(margin), outcome)
