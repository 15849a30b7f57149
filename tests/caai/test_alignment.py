"""Alignment against the best of all alignments, counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai import alignment
from legal_metrics.caai.alignment import ORDERS, Bag, align

items = st.lists(st.lists(st.sampled_from("abcd"), max_size=4).map(Counter), max_size=5)


def common(first: Bag, second: Bag) -> int:
    return sum((first & second).values())


def best(left: Sequence[Bag], right: Sequence[Bag], order: str) -> int:
    few, many = sorted((left, right), key=len)
    if order == "any_order":
        return max(sum(common(few[i], many[j]) for i, j in enumerate(p)) for p in permutations(range(len(many)), len(few)))
    return max(
        sum(common(few[i], many[j]) for i, j in zip(first, second, strict=True))
        for k in range(len(few) + 1)
        for first in combinations(range(len(few)), k)
        for second in combinations(range(len(many)), k)
    )


@given(items, items, st.sampled_from(["in_order", "any_order"]))
def test_has_the_most_in_common(left: list[Bag], right: list[Bag], order: str) -> None:
    before = [Counter(bag) for bag in (*left, *right)]
    pairs, is_best = align(left, right, order=order)
    assert is_best and sum(common(left[i], right[j]) for i, j in pairs) == best(left, right, order)
    assert pairs == sorted(pairs) and len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    if order == "in_order":
        assert [j for _, j in pairs] == sorted(j for _, j in pairs)
    assert [*left, *right] == before


@given(items, st.sampled_from(sorted(ORDERS)))
def test_a_list_is_aligned_with_itself(left: list[Bag], order: str) -> None:
    pairs, _ = align(left, left, order=order)
    assert sum(common(left[i], left[j]) for i, j in pairs) == sum(sum(bag.values()) for bag in left)


def test_lists_too_long_are_aligned_between_items_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MOST_PAIRS", 3)
    monkeypatch.setattr(alignment, "MOST_STEPS", 7)
    left, right = ([Counter(letters) for letters in words] for words in (["a", "bc", "d", "e", "fg"], ["x", "d", "by", "e", "f", "z"]))
    # By hand: d and e are alike, and all else has to stay before, between or behind them.
    assert align(left, right, order="in_order") == ([(2, 1), (3, 3), (4, 4)], False)
    left, right = ([Counter([letter]) for letter in letters] for letters in ("xabz", "xbaz"))
    assert align(left, right, order="any_order") == ([(0, 0), (1, 2), (2, 1), (3, 3)], True)  # equal items need no weighing
    left, right = ([Counter(letters) for letters in words] for words in (["ab", "cd"], ["ce", "af"]))
    for order in ("in_order", "any_order"):  # nothing holds them together: by position
        assert align(left, right, order=order) == ([(0, 0), (1, 1)], False)


@given(st.lists(st.integers(0, 12).map(lambda n: Counter([n])), max_size=12), st.lists(st.integers(0, 12).map(lambda n: Counter([n])), max_size=12))
def test_alignment_of_long_lists_is_one_in_order(left: list[Bag], right: list[Bag]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "MOST_PAIRS", 3)
        pairs, _ = align(left, right, order="in_order")
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert all(0 <= i < len(left) and 0 <= j < len(right) for i, j in pairs)


def test_a_row_left_out_of_a_long_list_shifts_nothing() -> None:
    rows = [Counter([n]) for n in range(3000)]
    shorter = [row for n, row in enumerate(rows) if n % 100]
    pairs, best = align(shorter, rows, order="in_order")
    assert best and all(shorter[i] == rows[j] for i, j in pairs) and len(pairs) == len(shorter)


def test_no_pair_without_anything_in_common() -> None:
    assert align([Counter("a")], [Counter("b")], order="in_order")[0] == []
    assert align([Counter("a")], [Counter("b")], order="any_order")[0] == []
