"""Length of the longest common subsequence, bit-parallel: a machine word of table cells at a time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import repeat

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
    if not a or not b:
        return length
    if len(a) < len(b):  # one step for each item of b: let it be the shorter
        a, b = b, a
    carries = bytearray(len(b))  # for each item of b: the bit that its addition pushes from one block into the next
    for first in range(0, len(a), _BLOCK):
        length += _block(a[first : first + _BLOCK], b, carries)
    return length


def _block(rows: Sequence[Hashable], b: Sequence[Hashable], carries: bytearray) -> int:
    """Rows of the table that end one longer in this block; reads and renews ``carries``."""
    places: dict[Hashable, int] = {}
    for i, item in enumerate(rows):
        places[item] = places.get(item, 0) | 1 << i
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
