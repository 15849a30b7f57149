"""Sign-flip tests: all exchanges listed by brute force, scipy as the oracle, ties, pairs, Holm."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.corrections import holm
from legal_metrics.stats.permutation import permutation_tests, ratio_permutation_tests

tenths = st.integers(0, 10).map(lambda k: k / 10)
pairs = st.lists(st.tuples(tenths, tenths), min_size=1, max_size=9)


def brute_force(rows: list[tuple[float, float]]) -> float:
    """Share of sign vectors at least as extreme, in exact tenths: 0.3 - 0.1 and 0.6 - 0.4 tie."""
    differences = [Fraction(round(10 * a) - round(10 * b)) for a, b in rows]
    found = abs(sum(differences))
    flips = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(rows))
    ]
    return sum(flip >= found for flip in flips) / len(flips)


@given(pairs)
@settings(max_examples=200)
def test_the_exact_test_equals_brute_force_ties_included(rows: list[tuple[float, float]]) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    [test] = permutation_tests({"a": a, "b": b})
    assert test.exact and test.n_differing == sum(x != y for x, y in rows)
    assert test.p_value == test.p_holm == brute_force(rows)
    assert test.difference == pytest.approx(sum(a) / len(a) - sum(b) / len(b), abs=1e-12)


def test_thirds_tie_too() -> None:
    """1 - 2/3, 2/3 - 1/3 and 1/3 - 0 are one third each, whatever their floats: of 8 sign vectors only the two with one sign are as extreme."""
    [test] = permutation_tests({"a": [1, 2 / 3, 1 / 3, 0], "b": [2 / 3, 1 / 3, 0, 1 / 3]})
    assert test.p_value == brute_force([(0.3, 0.2), (0.2, 0.1), (0.1, 0.0), (0.0, 0.1)]) == 10 / 16


def test_agrees_with_scipy() -> None:
    from scipy.stats import permutation_test

    source = np.random.default_rng(3)
    a, b = source.random(60), source.random(60) - 0.08
    theirs = permutation_test(
        (a, b), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=20_000, random_state=source
    )
    [ours] = permutation_tests({"a": a.tolist(), "b": b.tolist()}, permutations=20_000)
    assert not ours.exact
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=5 * (0.25 / 20_000) ** 0.5 * 2)


def test_the_exact_test_is_scipys() -> None:
    from scipy.stats import permutation_test

    a, b = [0.9, 0.8, 0.55, 0.3, 0.7, 0.1], [0.5, 0.85, 0.2, 0.1, 0.4, 0.3]
    theirs = permutation_test((a, b), lambda x, y: np.mean(np.subtract(x, y)), permutation_type="samples", n_resamples=np.inf)
    [ours] = permutation_tests({"a": a, "b": b})
    assert ours.p_value == theirs.pvalue


def test_darwins_maize() -> None:
    """Fisher, "The Design of Experiments" (1935), section 21: of 32,768 sign vectors 1,726 differ at least as much as Darwin's 15 pairs of plants."""
    differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    [test] = permutation_tests({"crossed": differences, "selfed": [0] * 15}, permutations=2**15)
    assert test.exact and test.p_value == 1726 / 32768


def test_the_sampled_test_comes_near_and_is_never_0() -> None:
    differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    [test] = permutation_tests({"a": differences, "b": [0] * 15}, permutations=20_000)
    assert not test.exact
    assert test.p_value == pytest.approx(1726 / 32768, abs=5 * (0.05 * 0.95 / 20_000) ** 0.5)
    [sure] = permutation_tests({"a": [1] * 40, "b": [0] * 40}, permutations=999)
    assert sure.p_value == 1 / 1000


def test_the_sampled_p_value_is_counted_with_whole_numbers() -> None:
    """The same exchanges summed as integers of Python."""
    from legal_metrics.stats.resampling import random_halves

    source = random.Random(2)
    differences = sorted((abs(source.randrange(-50, 51)) for _ in range(70)), key=int)
    observed = [d * source.choice((1, -1)) for d in differences]
    [test] = permutation_tests({"a": observed, "b": [0] * 70}, seed=8, permutations=500)
    moving = [d for d in differences if d]
    found, extreme = abs(sum(observed)), 0
    for block in random_halves(70, seed=8, rounds=500):
        for kept in block[:, : len(moving)]:
            extreme += abs(2 * sum(d for k, d in zip(kept, moving, strict=True) if k) - sum(moving)) >= found
    assert test.p_value == (extreme + 1) / 501


def test_p_values_are_uniform_where_the_null_hypothesis_holds() -> None:
    source = np.random.default_rng(12)
    scores = {str(i): source.random(60).tolist() for i in range(25)}
    p_values = [t.p_value for t in permutation_tests(scores, permutations=999)]
    assert len(p_values) == 300
    assert 0.01 < np.mean(np.array(p_values) <= 0.05) < 0.12
    assert 0.4 < np.mean(p_values) < 0.6


@given(pairs, st.integers(0, 3))
def test_pairs_are_tested_as_if_alone(rows: list[tuple[float, float]], seed: int) -> None:
    source = random.Random(seed)
    scores = {"a": [x for x, _ in rows], "b": [y for _, y in rows], "c": [source.random() for _ in rows]}
    before = {name: values[:] for name, values in scores.items()}
    for permutations in (50, 4096):
        tests = permutation_tests(scores, seed=seed, permutations=permutations)
        assert [(t.first, t.second) for t in tests] == [("a", "b"), ("a", "c"), ("b", "c")]
        for test in tests:
            two = {test.first: scores[test.first], test.second: scores[test.second]}
            [alone] = permutation_tests(two, seed=seed, permutations=permutations)
            [turned] = permutation_tests(dict(reversed(two.items())), seed=seed, permutations=permutations)
            assert (alone.p_value, alone.exact) == (test.p_value, test.exact) == (turned.p_value, turned.exact)
            assert turned.difference == -alone.difference
        assert [t.p_holm for t in tests] == holm([t.p_value for t in tests])
        assert all(0 < t.p_value <= t.p_holm <= 1 for t in tests)
    assert scores == before


def test_clusters_are_flipped_whole() -> None:
    """Two clusters of two: four sign vectors, sums 4, 0, 0, -4."""
    [test] = permutation_tests({"a": [1, 1, 1, 1], "b": [0, 0, 0, 0]}, clusters="xxyy")
    assert (test.p_value, test.n_differing) == (0.5, 2)
    [apart] = permutation_tests({"a": [1, 1, 1, 1], "b": [0, 0, 0, 0]})
    assert apart.p_value == 2 / 16


def test_ratios_are_formed_anew_by_brute_force() -> None:
    """Accuracy of cited statutes: (right, cited) of each case for two models; 2**5 exchanges by hand of Fractions."""
    a, b = [(2, 3), (0, 1), (1, 1), (3, 4), (0, 0)], [(1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]

    def statistic(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> Fraction:
        ratios = [Fraction(sum(x for x, _ in side), sum(y for _, y in side)) for side in (first, second)]
        return abs(ratios[0] - ratios[1])

    found = statistic(a, b)
    extreme = 0
    for exchanged in itertools.product((False, True), repeat=5):
        sides = [(y, x) if e else (x, y) for x, y, e in zip(a, b, exchanged, strict=True)]
        extreme += statistic([x for x, _ in sides], [y for _, y in sides]) >= found
    [test] = ratio_permutation_tests(
        {"a": [x for x, _ in a], "b": [x for x, _ in b]}, {"a": [y for _, y in a], "b": [y for _, y in b]}
    )
    assert test.exact and test.p_value == extreme / 32
    assert test.difference == pytest.approx(float(Fraction(6, 9) - Fraction(3, 9)))


def test_a_model_without_a_ratio_has_no_test_and_leaves_holm() -> None:
    tests = ratio_permutation_tests(
        {"a": [1, 1, 0], "b": [0, 0, 0], "c": [0, 0, 1]}, {"a": [1, 1, 1], "b": [0, 0, 0], "c": [1, 1, 1]}
    )
    assert [math.isnan(t.p_value) and math.isnan(t.p_holm) and math.isnan(t.difference) for t in tests] == [True, False, True]
    assert tests[1].p_value == tests[1].p_holm == 1.0


def test_an_exchange_that_leaves_nothing_to_divide_by_counts_against() -> None:
    """a answers item 1 only, b item 2 only: of four exchanges two leave a model with nothing; p = 4/4, not 2/2 of fewer."""
    [test] = ratio_permutation_tests({"a": [1, 0], "b": [0, 0]}, {"a": [1, 0], "b": [0, 1]})
    assert test.p_value == 1.0


def test_nothing_to_tell_apart() -> None:
    [none] = permutation_tests({"a": [], "b": []})
    assert math.isnan(none.difference) and math.isnan(none.p_value)
    [same] = permutation_tests({"a": [0.1, 0.7], "b": [0.1, 0.7]})
    assert (same.difference, same.p_value, same.n_differing, same.exact) == (0.0, 1.0, 0, True)
    assert permutation_tests({"a": [1.0]}) == permutation_tests({}) == ()


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ({"a": [1, 0], "b": [1]}, {}, "2 samples of 'a' but 1 of 'b': all models need the same samples"),
        ({"a": [1, math.nan], "b": [1, 0]}, {}, "sample 1: found nan"),
        ({"a": [1], "b": [1]}, {"permutations": 0}, "permutations: found 0, allowed a whole number >= 1"),
        ({"a": [1], "b": [1]}, {"seed": -1}, "seed: found -1"),
        ({"a": [1], "b": [1]}, {"clusters": []}, "1 samples but 0 clusters"),
        ({"a": [1], "b": "1"}, {}, r"scores\['b'\]: found '1'"),
        ([[1], [1]], {}, "scores: found"),
    ],
)
def test_bad_input_is_named(scores: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        permutation_tests(scores, **options)


def test_wrong_types_are_type_errors() -> None:
    with pytest.raises(WrongTypeError):
        permutation_tests(None)  # type: ignore[arg-type]


def test_holm_as_published() -> None:
    """R's p.adjust("holm") of c(0.01, 0.02, 0.03, 0.04, 0.05) is 0.05 0.08 0.09 0.09 0.09; by hand: 5, 4, 3, 2, 1 times, running maximum."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([0.05, 0.01, 0.03, 0.02, 0.04]) == pytest.approx([0.09, 0.05, 0.09, 0.08, 0.09])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_bounds_order_and_purity(p_values: list[float]) -> None:
    before = p_values[:]
    adjusted = holm(p_values)
    assert p_values == before
    assert all(p <= q <= min(1, len(p_values) * p) + 1e-15 for p, q in zip(p_values, adjusted, strict=True))
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    assert [adjusted[i] for i in order] == sorted(adjusted)
    assert sorted(holm(p_values[::-1])) == sorted(adjusted)


@pytest.mark.parametrize("bad", [math.nan, -0.1, 1.5, None, "0.1", True])
def test_holm_refuses_what_is_no_p_value(bad: Any) -> None:
    with pytest.raises(LegalMetricsError, match=r"p_values\[1\]: found"):
        holm([0.5, bad])
