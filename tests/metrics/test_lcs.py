"""Longest common subsequence against the classic table."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def cells(rows: int, columns: int) -> Iterator[None]:
    """Tables cut into cells of this size, as those of long texts are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_ROWS", rows)
        patch.setattr(lcs, "_COLUMNS", columns)
        yield


def tokens(vocabulary: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, vocabulary), max_size=40)


@given(st.integers(0, 30).flatmap(lambda v: st.tuples(tokens(v), tokens(v))), st.sampled_from([1, 2, 7, 8192]))
def test_equals_the_table_for_every_block_size(pair: tuple[list[int], list[int]], block: int) -> None:
    a, b = pair
    before = (list(a), list(b))
    with cells(block, 1):
        assert lcs_length(a, b) == lcs_length(b, a) == table_length(a, b)
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


@given(
    st.integers(0, 30).flatmap(lambda v: st.tuples(tokens(v), tokens(v), tokens(v), tokens(v))),
    st.sampled_from([(8192, 2048), (1, 1), (2, 3), (7, 2)]),
)
def test_pairs_are_those_of_the_table(parts: tuple[list[int], ...], cell: tuple[int, int]) -> None:
    """With and without common ends, in one cell and in many."""
    head, a, b, tail = parts
    for left, right in (
        (a, b),
        (head + a, head + b),
        (a + tail, b + tail),
        (head + a + tail, head + b + tail),
        (head + a, head),
    ):
        before = (list(left), list(right))
        with cells(*cell):
            assert lcs_pairs(left, right) == backtracked(left, right)
            assert lcs_pairs(right, left) == backtracked(right, left)
        assert (left, right) == before


@pytest.mark.parametrize(("n", "m"), [(0, 5), (5, 0), (64, 65), (130, 300), (300, 17)])
def test_pairs_around_the_edges_of_words_and_strides(n: int, m: int) -> None:
    source = random.Random(n + m)
    for vocabulary in (1, 2, 50):
        a = [source.randrange(vocabulary) for _ in range(n)]
        b = [source.randrange(vocabulary) for _ in range(m)]
        assert lcs_pairs(a, b) == backtracked(a, b)


@pytest.mark.parametrize("vocabulary", [8, 20_000])
def test_pairs_of_long_texts_need_little_memory(vocabulary: int) -> None:
    """20,000 items a side: all states at once would take 50 MB, so would one integer for each distinct item; the table 3 GB."""
    source = random.Random(4)
    a, b = ([source.randrange(vocabulary) for _ in range(20_000)] for _ in range(2))
    tracemalloc.start()
    pairs = lcs_pairs(a, b)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(pairs) == lcs_length(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert peak < 10_000_000


@pytest.mark.parametrize("middle", [([], [1]), ([1], []), ([1, 2], [2, 1]), (list(range(50)), list(range(50, 0, -1)))])
def test_common_ends_of_a_megabyte_cost_no_table(middle: tuple[list[int], list[int]]) -> None:
    ends = [random.Random(6).choices(range(3000), k=500_000) for _ in range(2)]
    a, b = (ends[0] + part + ends[1] for part in middle)
    began = time.perf_counter()
    assert lcs_length(a, b) == len(lcs_pairs(a, b))
    assert time.perf_counter() - began < 10  # seconds; the table takes a minute
