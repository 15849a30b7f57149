"""One-to-one matching of predicted elements to reference elements: as many pairs as there can be, whatever the order of the elements."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from heapq import heappop, heappush

Span = tuple[int, int]
Pairs = list[tuple[int, int]]


def match_keys(predicted: Sequence[Hashable], reference: Sequence[Hashable]) -> Pairs:
    """Pairs (index of a predicted key, index of an equal reference key), each index once, in the order of the predicted ones.

    The k-th occurrence of a key on one side takes the k-th on the other, so what is said twice is right only if it stands twice. Linear.

    >>> match_keys(["a", "b", "a", "a"], ["a", "c", "a"])
    [(0, 0), (2, 2)]
    """
    places: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for index, key in enumerate(reference):
        places[key].append(index)
    return [(index, places[key].popleft()) for index, key in enumerate(predicted) if places.get(key)]


def match_spans(predicted: Sequence[Span], reference: Sequence[Span]) -> Pairs:
    """The most pairs of overlapping spans that can be formed with each span in one pair, in the order of the predicted ones. n log n.

    Two spans overlap where they share a character; an empty span, a point where something is to be inserted, stands for the characters on either side.

    >>> match_spans([(0, 2), (2, 5)], [(1, 3), (4, 9)]), match_spans([(3, 3)], [(3, 4)]), match_spans([(0, 2)], [(2, 4)])
    ([(0, 0), (1, 1)], [(0, 0)], [])

    Of all spans that are not yet in a pair, the one that ends first takes, of those it overlaps on the other side, the one that ends first. That is best:
    all of them reach the point where it ends, so whoever overlaps the one taken, and ends later than the taker, overlaps the others too.
    """
    sides = ([_covered(span) for span in predicted], [_covered(span) for span in reference])
    by_start = [sorted(range(len(side)), key=lambda i, side=side: side[i]) for side in sides]  # type: ignore[misc]
    by_end = sorted((end, start, side, i) for side in (0, 1) for i, (start, end) in enumerate(sides[side]))
    begun: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])  # heaps of (end, index): spans that begin before the end at hand
    cursors = [0, 0]
    done: tuple[set[int], set[int]] = (set(), set())
    pairs = []
    for end, _, side, index in by_end:
        if index in done[side]:
            continue
        done[side].add(index)
        other = 1 - side
        order = by_start[other]
        while cursors[other] < len(order) and sides[other][order[cursors[other]]][0] <= end:
            candidate = order[cursors[other]]
            heappush(begun[other], (sides[other][candidate][1], candidate))
            cursors[other] += 1
        while begun[other] and begun[other][0][1] in done[other]:
            heappop(begun[other])
        if begun[other]:
            _, partner = heappop(begun[other])
            done[other].add(partner)
            pairs.append((index, partner) if side == 0 else (partner, index))
    return sorted(pairs)


def _covered(span: Span) -> tuple[int, int]:
    """The span as a closed interval over characters (2i + 1) and the gaps between them (2i); an empty one reaches the characters beside it."""
    start, end = span
    return (2 * start + 1, 2 * end - 1) if start < end else (2 * start - 1, 2 * start + 1)
