"""Longest common subsequence against the classic table."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.metrics import lcs
from legal_metrics.metrics.lcs import lcs_length, lcs_pairs


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


def backtracked(a: list[int], b: list[int]) -> list[tuple[int, int]]:
    """The table of lengths, and from its end the way that rouge-score goes back."""
    table = [[0] * (len(b) + 1)]
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(table[-1][j] + 1 if x == y else max(table[-1][j + 1], row[j]))
        table.append(row)
    i, j, pairs = len(a), len(b), []
    while i and j:
        if a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return pairs[::-1]


@given(st.integers(0, 30).flatmap(lambda v: st.tuples(tokens(v), tokens(v))))
def test_pairs_are_those_of_the_table(pair: tuple[list[int], list[int]]) -> None:
    a, b = pair
    before = (list(a), list(b))
    assert lcs_pairs(a, b) == backtracked(a, b)
    assert (a, b) == before


@pytest.mark.parametrize(("n", "m"), [(0, 5), (5, 0), (64, 65), (130, 300), (300, 17)])
def test_pairs_around_the_edges_of_words_and_strides(n: int, m: int) -> None:
    source = random.Random(n + m)
    for vocabulary in (1, 2, 50):
        a = [source.randrange(vocabulary) for _ in range(n)]
        b = [source.randrange(vocabulary) for _ in range(m)]
        assert lcs_pairs(a, b) == backtracked(a, b)


def test_pairs_of_long_texts_need_little_memory() -> None:
    """20,000 characters a side: all states at once would take 50 MB, the table 3 GB."""
    source = random.Random(4)
    a, b = ("".join(source.choices("甲乙丙丁戊己庚辛", k=20_000)) for _ in range(2))
    tracemalloc.start()
    pairs = lcs_pairs(a, b)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(pairs) == lcs_length(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert peak < 10_000_000
