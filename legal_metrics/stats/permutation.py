"""Sign-flip permutation tests over all pairs of models: under the null hypothesis it does not matter which of two models gave which answer."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from legal_metrics.arguments import check_sequence, is_whole
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import DEFAULT_SEED, check_options
from legal_metrics.stats.corrections import holm
from legal_metrics.stats.resampling import Multiplier, Plan, all_halves, as_columns, make_plan, product, random_halves

if TYPE_CHECKING:
    from legal_metrics.stats.resampling import Floats

DEFAULT_PERMUTATIONS = 10_000
_TIE = 1e-12  # of the ratios' size: what the division of two floats cannot tell apart


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """One pair of models. ``difference``: first minus second. ``p_value``: two-sided, in (0, 1]; ``p_holm``: corrected for all pairs of the call.

    ``n_differing``: samples (or clusters) in which the two differ at all: only these decide. ``exact``: all 2**n_differing exchanges were tried; else a seeded
    sample of them, with p = (k + 1) / (permutations + 1), so that p is never 0. NaN where a model has no ratio at all.
    """

    first: str
    second: str
    difference: float
    p_value: float
    p_holm: float
    n_differing: int
    exact: bool


def permutation_tests(
    scores: Mapping[str, Sequence[float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    seed: int = DEFAULT_SEED,
    permutations: int = DEFAULT_PERMUTATIONS,
) -> tuple[PermutationTest, ...]:
    """Test the mean difference of every pair of models: model name -> its score of each sample, samples in the same order for all.

    Under the null hypothesis the sign of each sample's difference (or of each cluster's summed difference) is a coin's. The p-value is the share of sign vectors
    whose mean difference is at least as far from 0 as the one found, ties included. All sign vectors are tried where they are at most
    ``permutations`` (2**n for n samples that differ), otherwise ``permutations`` seeded ones, the same for all pairs. Pairs come in the order of the
    mapping: (1, 2), (1, 3), …; ``p_holm`` is corrected for all of them. Neither the order of the samples nor that of the models changes a p-value.

    Undefined cases: no sample that differs: p = 1. No samples at all: difference and p-values NaN. Fewer than two models: no pairs.
    Source: Fisher 1935; Phipson and Smyth 2010 for the added one; Holm 1979.
    Raises: WrongTypeError; LegalMetricsError for lists of different lengths, figures that are not finite, a bad seed or number of permutations.

    >>> [test] = permutation_tests({"a": [1, 1, 1, 1, 0], "b": [0, 0, 0, 1, 1]})
    >>> test.difference, test.p_value, test.exact  # (3, 1) of 4: 2 * (1 + 4) / 16
    (0.4, 0.625, True)
    """
    if not isinstance(scores, Mapping):
        raise WrongTypeError("scores", scores, "a mapping of model names to sequences of finite numbers")
    for name, values in scores.items():
        check_sequence(f"scores[{name!r}]", values, "finite numbers")
    parts = {name: [1.0] * len(values) for name, values in scores.items()}
    return ratio_permutation_tests(scores, parts, clusters=clusters, seed=seed, permutations=permutations)


def ratio_permutation_tests(
    numerators: Mapping[str, Sequence[float]],
    denominators: Mapping[str, Sequence[float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    seed: int = DEFAULT_SEED,
    permutations: int = DEFAULT_PERMUTATIONS,
) -> tuple[PermutationTest, ...]:
    """``permutation_tests`` for ratios of sums: whole samples are exchanged between the two models, and the two ratios formed anew.

    For a mean (denominators 1) this is the sign flip. An exchange that leaves a model without denominator counts as at least as extreme; a pair in which a model
    has no denominator to begin with has difference and p-values NaN, and is left out of Holm's correction. Source: Noreen 1989; Yeh 2000.
    Raises: as ``permutation_tests``.

    >>> [test] = ratio_permutation_tests({"a": [2, 1], "b": [0, 1]}, {"a": [2, 1], "b": [2, 1]})
    >>> test.difference, test.p_value
    (0.6666666666666666, 1.0)
    """
    check_options(seed=seed)
    if not is_whole(permutations, 1):
        raise LegalMetricsError(f"permutations: found {permutations!r}, allowed a whole number >= 1")
    if list(numerators) != list(denominators):
        raise LegalMetricsError(f"numerators of {', '.join(numerators)} but denominators of {', '.join(denominators)}")
    if len(numerators) < 2:
        return ()
    lengths = {name: len(row) for name, row in numerators.items()}
    first, n = next(iter(lengths.items()))
    for name, length in lengths.items():
        if length != n:
            raise LegalMetricsError(f"{n} samples of {first!r} but {length} of {name!r}: all models need the same samples")
    plan = make_plan(n, clusters=clusters)
    pairs = [_Pair.of(plan, n, *(side[model] for side in (numerators, denominators) for model in names)) for names in combinations(numerators, 2)]
    tests = _p_values(pairs, len(plan), seed=seed, permutations=permutations)
    corrected = iter(holm([p for p, _ in tests if not math.isnan(p)]))
    return tuple(
        PermutationTest(a, b, pair.difference, p, math.nan if math.isnan(p) else next(corrected), len(pair.swaps), exact)
        for (a, b), pair, (p, exact) in zip(combinations(numerators, 2), pairs, tests, strict=True)
    )


@dataclass(frozen=True)
class _Pair:
    """Two models' sums, and what each exchange would move between them.

    ``swaps`` (units that differ x 2): numerators and denominators that the unit moves, as whole numbers, turned and sorted so that neither the order of
    the units nor that of the models matters; ``base``: the sums of the model that gets none of them, ``total``: of both models together. ``found`` is the size of
    the statistic and ``tie`` how far rounding may have moved it.
    """

    swaps: Floats
    base: Floats
    total: Floats
    exponent: int
    difference: float
    found: float
    tie: float

    @classmethod
    def of(
        cls, plan: Plan, n: int, a: Sequence[float], b: Sequence[float], a_parts: Sequence[float], b_parts: Sequence[float]
    ) -> _Pair:
        import numpy as np

        from legal_metrics.stats.bootstrap import exact_statistic

        (tops, up), (bottoms, down) = (plan.fixed_point(as_columns(rows, n), sides=2) for rows in ((a, b), (a_parts, b_parts)))
        sides = np.stack([tops, bottoms], axis=2)  # unit, model, (numerator, denominator)
        moves = sides[:, 0] - sides[:, 1]
        turned = (moves[:, 0] < 0) | ((moves[:, 0] == 0) & (moves[:, 1] < 0))
        base = np.where(turned[:, None], sides[:, 0], sides[:, 1]).sum(axis=0)
        swaps = np.where(turned[:, None], -moves, moves) + 0.0
        swaps = swaps[(swaps != 0).any(axis=1)]
        swaps = swaps[np.lexsort([swaps[:, 1], swaps[:, 0]])]
        sums = sides.sum(axis=0)
        pair = cls(swaps, base, sums.sum(axis=0), up - down, exact_statistic([a, b], [a_parts, b_parts]), 0.0, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.ldexp(sums[:, 0] / sums[:, 1], -pair.exponent)
        found = float(pair.statistics(np.zeros((1, 2)) + (sums[0] - base))[0])
        rounding = 2.0 * n * math.ldexp(1.0, -up) / (math.ldexp(float(np.abs(sums[:, 1]).min()), -down) or math.inf) if up else 0.0
        tie = _TIE * float(np.abs(ratios).sum()) + rounding
        return cls(pair.swaps, base, pair.total, pair.exponent, pair.difference, found, tie)

    def statistics(self, moved: Floats) -> Floats:
        """Sizes of the difference after each of m exchanges (``moved``: m x 2, on top of ``base``); infinite where a model has no denominator."""
        import numpy as np

        one = self.base + moved
        other = self.total - one
        defined = (one[:, 1] != 0) & (other[:, 1] != 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            same = one[:, 1] == other[:, 1]
            apart = np.where(same, (one[:, 0] - other[:, 0]) / one[:, 1], one[:, 0] / one[:, 1] - other[:, 0] / other[:, 1])
        return np.where(defined, np.abs(np.ldexp(apart, -self.exponent)), np.inf)

    def extreme(self, moved: Floats) -> int:
        """How many of the exchanges give a difference at least as large as the one found."""
        return int((self.statistics(moved) >= self.found - self.tie).sum())


def _p_values(pairs: Sequence[_Pair], n: int, *, seed: int, permutations: int) -> list[tuple[float, bool]]:
    """p-value of each pair, and whether it is exact."""
    import numpy as np

    results: dict[int, tuple[float, bool]] = {}
    sampled: list[int] = []
    for place, pair in enumerate(pairs):
        m = len(pair.swaps)
        if math.isnan(pair.difference):
            results[place] = (math.nan, False)
        elif m < 63 and 2**m <= permutations:
            extreme = sum(pair.extreme(product(kept, pair.swaps)) for kept in all_halves(m))
            results[place] = (extreme / 2**m, True)
        else:
            sampled.append(place)
    if sampled:
        columns = np.zeros((n, 2 * len(sampled)))
        for k, place in enumerate(sampled):
            columns[: len(pairs[place].swaps), 2 * k : 2 * k + 2] = pairs[place].swaps
        moving = columns.any(axis=0)  # denominators hardly ever do
        columns = np.ascontiguousarray(columns[:, moving])
        multiplier = Multiplier.of(columns)
        counts = dict.fromkeys(sampled, 0)
        for kept in random_halves(n, seed=seed, rounds=permutations):
            moved = np.zeros((len(kept), 2 * len(sampled)))
            moved[:, moving] = multiplier.product(kept)
            for k, place in enumerate(sampled):
                counts[place] += pairs[place].extreme(moved[:, 2 * k : 2 * k + 2])
        results |= {place: ((count + 1) / (permutations + 1), False) for place, count in counts.items()}
    return [results[place] for place in range(len(pairs))]
