"""One-to-one matching against every matching there is: pairs of equal keys, and the most pairs of overlapping spans."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.element_matching import Span, match_keys, match_spans

keys = st.lists(st.sampled_from("甲乙丙"), max_size=8)
spans = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=5)


def touch(first: Span, second: Span) -> bool:
    """From the definition: a character in common, an empty span reaching the characters on either side."""

    def characters(span: Span) -> set[int]:
        return set(range(*span)) if span[0] < span[1] else {span[0] - 1, span[0]}

    return bool(characters(first) & characters(second))


def most(predicted: list[Span], reference: list[Span]) -> int:
    """The best of all one-to-one pairings, one by one."""
    few, many = sorted((predicted, reference), key=len)
    return max(sum(touch(few[i], many[j]) for i, j in enumerate(order)) for order in permutations(range(len(many)), len(few)))


@given(keys, keys)
def test_equal_keys_pair_as_often_as_both_sides_hold_them(predicted: list[str], reference: list[str]) -> None:
    pairs = match_keys(predicted, reference)
    assert all(predicted[i] == reference[j] for i, j in pairs)
    assert len(pairs) == sum((Counter(predicted) & Counter(reference)).values())
    assert pairs == sorted(pairs) and len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)


@given(spans, spans)
def test_spans_pair_as_often_as_can_be(predicted: list[Span], reference: list[Span]) -> None:
    pairs = match_spans(predicted, reference)
    assert all(touch(predicted[i], reference[j]) for i, j in pairs)
    assert pairs == sorted(pairs) and len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert len(pairs) == most(predicted, reference)


def test_one_long_span_covers_one_error_only() -> None:
    assert match_spans([(0, 100)], [(1, 2), (5, 6), (50, 60)]) == [(0, 0)]


def test_the_first_to_end_does_not_take_the_only_partner_of_another() -> None:
    # By hand: (0, 9) reaches both, (0, 2) only the first; taking them in the order given would leave (0, 2) alone.
    assert match_spans([(0, 9), (0, 2)], [(1, 2), (8, 9)]) == [(0, 1), (1, 0)]


def test_a_hundred_thousand_spans_are_matched_at_once() -> None:
    many = [(10 * i, 10 * i + 5) for i in range(100_000)]
    assert len(match_spans(many, many[::-1])) == len(many)
