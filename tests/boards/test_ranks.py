"""Ranks and the ranks that cannot be excluded."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.boards.ranks import Rank, simultaneous_ranks
from legal_metrics.errors import LegalMetricsError


def test_by_hand() -> None:
    values = {"a": 0.9, "b": 0.8, "c": 0.8, "d": 0.1}
    p = {("a", "b"): 0.2, ("a", "c"): 0.05, ("a", "d"): 0.001, ("b", "c"): 1.0, ("b", "d"): 0.001, ("d", "c"): 0.06}
    assert simultaneous_ranks(values, p) == {"a": Rank(1, 1, 2, 0, 2), "b": Rank(2, 1, 3, 0, 1), "c": Rank(2, 2, 4, 1, 0), "d": Rank(4, 3, 4, 2, 0)}
    assert simultaneous_ranks(values, p, higher_is_better=False)["d"] == Rank(1, 1, 2, 0, 2)
    assert simultaneous_ranks({"a": 1.0}, {}) == {"a": Rank(1, 1, 1, 0, 0)}
    assert simultaneous_ranks({"a": 1.0, "b": 2.0}, {("a", "b"): math.nan})["a"] == Rank(2, 1, 2, 0, 0)


def test_what_is_missing_is_refused() -> None:
    with pytest.raises(LegalMetricsError, match="p_holm: found none for 'a' and 'b'"):
        simultaneous_ranks({"a": 1.0, "b": 2.0}, {})
    with pytest.raises(LegalMetricsError, match=r"values\['a'\]: found nan"):
        simultaneous_ranks({"a": math.nan}, {})


@given(st.lists(st.sampled_from([0.1, 0.2, 0.5]), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_a_rank_is_among_those_that_are_not_excluded(values: list[float], random: object) -> None:
    named = {str(i): value for i, value in enumerate(values)}
    p = {pair: random.choice([0.001, 0.04, 0.5, 1.0]) for pair in combinations(named, 2)}  # type: ignore[attr-defined]
    for rank in simultaneous_ranks(named, p).values():
        assert 1 <= rank.first <= rank.rank <= rank.last <= len(named)
        assert (rank.first - 1, len(named) - rank.last) == (rank.n_ahead, rank.n_behind)
