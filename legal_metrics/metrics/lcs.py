"""Longest common subsequence, bit-parallel: a machine word of table cells at a time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from math import isqrt

_BLOCK = 8192  # table rows held in one integer: bounds memory on long texts, never changes a result


def lcs_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Number of items of a longest common subsequence of ``a`` and ``b``.

    Bit i of an integer stands for row i of the classic table and one addition updates all rows of a block (Hyyrö 2004). Time
    len(a) x len(b) / word size, memory len(a) + len(b).

    >>> lcs_length("賠賠賠償", "賠償甲"), lcs_length("", "甲")
    (2, 0)
    """
    start = 0
    ends = min(len(a), len(b))
    while start < ends and a[start] == b[start]:
        start += 1
    tail = 0
    while tail < ends - start and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    a, b = a[start : len(a) - tail], b[start : len(b) - tail]
    length = start + tail
    shared = set(a).intersection(b)  # an item of one alone is in no common subsequence
    a, b = [item for item in a if item in shared], [item for item in b if item in shared]
    if not shared:
        return length
    if len(a) < len(b):  # one step for each item of b: let it be the shorter
        a, b = b, a
    carries = bytearray(len(b))  # for each item of b: the bit that its addition pushes from one block into the next
    for first in range(0, len(a), _BLOCK):
        length += _block(a[first : first + _BLOCK], b, carries)
    return length


def lcs_pairs(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Places (i, j) with ``a[i] == b[j]`` of one longest common subsequence, in order.

    Of several the one that rouge-score 0.1.2 finds: from the ends backwards, equal items are taken at once; else the item of ``b`` is left out
    where that keeps the length, and the item of ``a`` where not. Time as ``lcs_length``; memory len(a) x (sqrt(len(b)) + distinct items) bits.

    >>> lcs_pairs("甲丙乙", "甲乙"), lcs_pairs("甲乙", "乙甲")
    ([(0, 0), (2, 1)], [(0, 1)])
    """
    tail = 0
    while tail < min(len(a), len(b)) and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    i, j = len(a) - tail, len(b) - tail
    pairs = [(len(a) - 1 - k, len(b) - 1 - k) for k in range(tail)]
    places = _places(a[:i])
    stride = max(
        isqrt(j), 1
    )  # states are kept at every stride, and those between two of them made again on the way back
    kept = list(islice(_states(places, i, b[:j], (1 << i) - 1), 0, None, stride))
    for first in range((len(kept) - 1) * stride, -1, -stride):
        states = list(_states(places, i, b[first:j], kept[first // stride]))
        while i and j > first:
            if a[i - 1] == b[j - 1]:
                i, j = i - 1, j - 1
                pairs.append((i, j))
            elif states[j - first] >> (i - 1) & 1:
                i -= 1
            else:
                j -= 1
    return pairs[::-1]


def _states(places: Mapping[Hashable, int], rows: int, b: Sequence[Hashable], state: int) -> Iterator[int]:
    """The state before the first item of ``b`` and behind each, cut to ``rows`` rows; as in ``_block``, all rows at once."""
    full = (1 << rows) - 1
    state &= full
    yield state
    for here in map(places.get, b, repeat(0)):
        matched = state & here
        if matched:
            state = ((state + matched) & full) | (state - matched)
        yield state


def _places(rows: Sequence[Hashable]) -> dict[Hashable, int]:
    """For each item the rows where it stands, as bits."""
    places: dict[Hashable, int] = {}
    for i, item in enumerate(rows):
        places[item] = places.get(item, 0) | 1 << i
    return places


def _block(rows: Sequence[Hashable], b: Sequence[Hashable], carries: bytearray) -> int:
    """Rows of the table that end one longer in this block; reads and renews ``carries``."""
    places = _places(rows)
    size = len(rows)
    full = (1 << size) - 1
    state = full  # a zero bit: the common subsequence grows by one at this row
    for j, (here, carry) in enumerate(zip(map(places.get, b, repeat(0)), carries, strict=True)):
        if here or carry:
            matched = state & here
            added = state + matched + carry
            carries[j] = added > full
            state = (added & full) | (state - matched)
    return size - state.bit_count()
