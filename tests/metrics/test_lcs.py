"""Longest common subsequence against the classic table."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.metrics import lcs
from legal_metrics.metrics.lcs import lcs_length


def table_length(a: list[int], b: list[int]) -> int:
    """The textbook recurrence, row by row."""
    row = [0] * (len(b) + 1)
    for x in a:
        above, row = row, [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
    return row[-1]


def tokens(vocabulary: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, vocabulary), max_size=40)


@given(st.integers(0, 30).flatmap(lambda v: st.tuples(tokens(v), tokens(v))), st.sampled_from([1, 2, 7, 8192]))
def test_equals_the_table_for_every_block_size(pair: tuple[list[int], list[int]], block: int) -> None:
    a, b = pair
    before = (list(a), list(b))
    kept = lcs._BLOCK
    lcs._BLOCK = block
    try:
        assert lcs_length(a, b) == lcs_length(b, a) == table_length(a, b)
    finally:
        lcs._BLOCK = kept
    assert (a, b) == before
    assert lcs_length(a, a) == len(a)


@pytest.mark.parametrize("n", [0, 1, 29, 30, 31, 63, 64, 65, 130, 300])
@pytest.mark.parametrize("m", [0, 1, 64, 131])
def test_around_the_edges_of_machine_words(n: int, m: int) -> None:
    source = random.Random(n * 1000 + m)
    for vocabulary in (1, 2, 50):
        a = [source.randrange(vocabulary) for _ in range(n)]
        b = [source.randrange(vocabulary) for _ in range(m)]
        assert lcs_length(a, b) == table_length(a, b)


def test_memory_is_linear() -> None:
    """20,000 distinct tokens a side: one integer a token would take 25 MB, the table 3 GB."""
    source = random.Random(3)
    a = list(range(20_000))
    b = source.sample(a, len(a))
    tracemalloc.start()
    length = lcs_length(a, b)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 200 < length < 400  # about 2 * sqrt(n) for a random permutation
    assert peak < 10_000_000
