"""Which items of two lists belong together: lists of rows, parties or paragraphs, of which one may lack some items or hold too many.

Two items are as alike as they have elements in common, each item being a bag (a multiset) of elements.

=========== ============================================================================================================================
in_order    pairs keep the order of both lists, and have the most elements in common that such pairs can have
any_order   pairs in whatever order, with the most elements in common
position    the k-th item belongs to the k-th
=========== ============================================================================================================================
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType

from legal_metrics.errors import LegalMetricsError, shown

Bag = Counter[Hashable]
Pairs = list[tuple[int, int]]

MOST_PAIRS = 1_000_000
"""Pairs of items that are weighed in one alignment, identical items apart (1,000 x 1,000); longer lists are aligned between items that are alike."""
MOST_STEPS = 8_000_000
"""Steps of one assignment in any order (items of the shorter list squared x items of the longer one: 200 x 200)."""


def check_order(order: object) -> None:
    """Raises: LegalMetricsError for an order that is none of ``ORDERS``.

    >>> check_order("sorted")
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: order: found 'sorted', allowed in_order, any_order, position
    """
    if order not in ORDERS:
        raise LegalMetricsError(f"order: found {shown(order)}, allowed {', '.join(ORDERS)}")


def align(left: Sequence[Bag], right: Sequence[Bag], *, order: str) -> tuple[Pairs, bool]:
    """Pairs (index in ``left``, index in ``right``), ascending, and whether they are known to be the best ones (False: there are too many).

    Raises: LegalMetricsError for an unknown order.

    >>> rows = [Counter({"甲": 1}), Counter({"乙": 1})]
    >>> align(rows, [Counter({"丙": 1}), *rows], order="in_order"), align(rows, rows[::-1], order="in_order")
    (([(0, 1), (1, 2)], True), ([(0, 1)], True))
    >>> align(rows, rows[::-1], order="any_order"), align(rows, rows[::-1], order="position")
    (([(0, 1), (1, 0)], True), ([(0, 0), (1, 1)], True))
    """
    check_order(order)
    return ORDERS[order](left, right)


def _by_position(left: Sequence[Bag], right: Sequence[Bag]) -> tuple[Pairs, bool]:
    return [(k, k) for k in range(min(len(left), len(right)))], True


def _in_order(left: Sequence[Bag], right: Sequence[Bag]) -> tuple[Pairs, bool]:
    """Items that begin or end both lists alike belong together in some best alignment; only what is between them is weighed."""
    shorter = min(len(left), len(right))
    head = 0
    while head < shorter and left[head] == right[head]:
        head += 1
    tail = 0
    while tail < shorter - head and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    inner, best = _between(left[head : len(left) - tail], right[head : len(right) - tail])
    ends = [(len(left) - k, len(right) - k) for k in range(tail, 0, -1)]
    return [*((k, k) for k in range(head)), *((head + i, head + j) for i, j in inner), *ends], best


def _between(left: Sequence[Bag], right: Sequence[Bag]) -> tuple[Pairs, bool]:
    """The heaviest alignment, or, of lists too long for it, the heaviest ones between the items that hold them together (and those by position at worst)."""
    if len(left) * len(right) <= MOST_PAIRS:
        return _heaviest_chain(left, right), True
    anchors = _anchors(left, right)
    if not anchors:
        return _by_position(left, right)[0], False
    pairs: Pairs = []
    i, j = 0, 0
    for next_i, next_j in [*anchors, (len(left), len(right))]:
        gap, _ = _in_order(left[i:next_i], right[j:next_j])
        pairs += [(i + a, j + b) for a, b in gap]
        if next_i < len(left):
            pairs.append((next_i, next_j))
        i, j = next_i + 1, next_j + 1
    common = sum((left[i] & right[j]).total() for i, j in pairs)
    return pairs, common == min(sum(bag.total() for bag in left), sum(bag.total() for bag in right))  # nothing can have more in common


def _anchors(left: Sequence[Bag], right: Sequence[Bag]) -> Pairs:
    """Items that are identical on both sides and stand once on each: the longest chain of them that keeps the order (patience sorting)."""
    once = [
        {key: index for index, key in enumerate(keys) if counts[key] == 1}
        for keys, counts in ((keys, Counter(keys)) for keys in map(_identities, (left, right)))
    ]
    tops: list[int] = []  # index on the right of the smallest end of a chain of each length
    ends: list[tuple[int, int]] = []  # the pair that ends there
    before: dict[tuple[int, int], tuple[int, int] | None] = {}
    for key, i in once[0].items():
        if key in once[1]:
            pair = (i, once[1][key])
            length = bisect_left(tops, pair[1])
            before[pair] = ends[length - 1] if length else None
            tops[length : length + 1] = [pair[1]]
            ends[length : length + 1] = [pair]
    chain: Pairs = []
    last = ends[-1] if ends else None
    while last is not None:
        chain.append(last)
        last = before[last]
    return chain[::-1]


def _identities(bags: Sequence[Bag]) -> list[Hashable]:
    """Each bag as something to look up."""
    return [frozenset(bag.items()) for bag in bags]


def _heaviest_chain(left: Sequence[Bag], right: Sequence[Bag]) -> Pairs:
    """The heaviest alignment that keeps the order, by dynamic programming; pairs without an element in common are none."""
    weights = _weights(left, right)
    sums = [[0] * (len(right) + 1)]
    for row in weights:
        above, line = sums[-1], [0]
        for j, weight in enumerate(row):
            line.append(max(above[j] + weight, above[j + 1], line[j]))
        sums.append(line)
    pairs, i, j = [], len(left), len(right)
    while i and j:
        weight = weights[i - 1][j - 1]
        if weight and sums[i][j] == sums[i - 1][j - 1] + weight:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif sums[i][j] == sums[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _any_order(left: Sequence[Bag], right: Sequence[Bag]) -> tuple[Pairs, bool]:
    """Identical items belong together in some best assignment (min(a, b') + min(a, a') <= a + min(a', b')); only the others are weighed."""
    places: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for j, identity in enumerate(_identities(right)):
        places[identity].append(j)
    pairs, rest = [], []
    for i, identity in enumerate(_identities(left)):
        twins = places.get(identity)
        if twins:
            pairs.append((i, twins.popleft()))
        else:
            rest.append(i)
    others = sorted(j for twins in places.values() for j in twins)
    shorter, longer = sorted((len(rest), len(others)))
    best = shorter * shorter * longer <= MOST_STEPS
    if best:
        weights = _weights([left[i] for i in rest], [right[j] for j in others])
        chosen = [(a, b) for a, b in _heaviest_assignment(weights) if weights[a][b]]
    else:
        chosen = [(k, k) for k in range(shorter)]
    return sorted([*pairs, *((rest[a], others[b]) for a, b in chosen)]), best


def _heaviest_assignment(weights: Sequence[Sequence[int]]) -> Pairs:
    """The assignment of rows to columns with the greatest sum of weights: shortest augmenting paths with potentials (Kuhn and Munkres; Jonker and Volgenant)."""
    if not weights or not weights[0]:
        return []
    if len(weights) > len(weights[0]):
        return [(i, j) for j, i in _heaviest_assignment(list(zip(*weights, strict=True)))]
    n, m = len(weights), len(weights[0])
    row_potential, column_potential = [0.0] * (n + 1), [0.0] * (m + 1)
    row_of = [0] * (m + 1)  # rows and columns count from 1; column 0 holds the row that looks for a column
    for row in range(1, n + 1):
        row_of[0] = row
        column = 0
        least, came_from, seen = [float("inf")] * (m + 1), [0] * (m + 1), [False] * (m + 1)
        while row_of[column]:
            seen[column] = True
            here, delta, nearest = row_of[column], float("inf"), 0
            costs, potential = weights[here - 1], row_potential[here]
            for j in range(1, m + 1):
                if not seen[j]:
                    reduced = -costs[j - 1] - potential - column_potential[j]
                    if reduced < least[j]:
                        least[j], came_from[j] = reduced, column
                    if least[j] < delta:
                        delta, nearest = least[j], j
            for j in range(m + 1):
                if seen[j]:
                    row_potential[row_of[j]] += delta
                    column_potential[j] -= delta
                else:
                    least[j] -= delta
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return sorted((row_of[j] - 1, j - 1) for j in range(1, m + 1) if row_of[j])


def _weights(left: Sequence[Bag], right: Sequence[Bag]) -> list[list[int]]:
    """How many elements each item on the left has in common with each on the right."""
    holders: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for j, bag in enumerate(right):
        for element, count in bag.items():
            holders[element].append((j, count))
    # What every item on the right holds alike (the keys of records) is added once for a whole row.
    alike = {element: held[0][1] for element, held in holders.items() if len(held) == len(right) and len({count for _, count in held}) == 1}
    table = []
    for bag in left:
        row = [sum(min(count, alike[element]) for element, count in bag.items() if element in alike)] * len(right)
        for element, count in bag.items():
            if element not in alike:
                for j, other in holders.get(element, ()):
                    row[j] += count if count < other else other
        table.append(row)
    return table


ORDERS: Mapping[str, Callable[[Sequence[Bag], Sequence[Bag]], tuple[Pairs, bool]]] = MappingProxyType(
    {"in_order": _in_order, "any_order": _any_order, "position": _by_position}
)
"""Ways of pairing the items of two lists, the default first. [reconstructed]"""
