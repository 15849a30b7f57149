"""What is drawn, and the sums over the draws: exact whole numbers, the same whatever the order of items, the chunking or the BLAS.

Exactness: floating sums differ in the last bits with the order of summation, hence with chunk size and BLAS. Figures are therefore held as whole
numbers, in float64: scaled by the largest power of two for which no resampled sum can reach 2**53, and rounded. Sums of such numbers are exact in any
order. Figures that are whole already (counts, 0/1) are not rounded at all; n values in [0, 1] are rounded by at most n / 2**53 each (2e-12 at
n = 16,493), far below the width of any interval.

Order: the units are sorted by their own figures before the first draw (``Plan.arrange``), so that a result is a function of what was scored and the seed, not
of the order or the names of the items.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from legal_metrics.errors import LegalMetricsError, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Indices = NDArray[np.int64]

# How much is held at a time: bounds memory to about 10 MB, never changes a result.
_COUNTED_AT_A_TIME = 1 << 16  # draws: their table of counts stays in the cache
_MULTIPLIED_AT_A_TIME = 1 << 20  # counts or signs
_LONG_RUN = 8  # rows in a run, on average, from which on adding up runs is faster than multiplying
_BLOCK_SIDE = 64  # rows or columns of a block of a product
_BLOCK_PRODUCTS = 1 << 18  # OpenBLAS takes more threads beyond it


@dataclass(frozen=True)
class Plan:
    """Which samples are drawn together, and among which each unit is drawn.

    ``unit``: of each sample the number of its unit (itself, or its cluster). ``stratum``: of each unit the number of its stratum. ``sizes``: units per
    stratum, ascending. A resample holds as many units of each stratum as there are.
    """

    unit: Indices
    stratum: Indices
    sizes: Indices

    def __len__(self) -> int:
        return len(self.stratum)

    def fixed_point(self, columns: Floats, *, sides: int = 1) -> tuple[Floats, int]:
        """The columns (samples x c) as whole numbers summed per unit (units x c), and the power of two that scaled them: one for all.

        Sums of as many units as there are stay exact, also added up over ``sides`` columns.
        Raises: LegalMetricsError where sums leave the range of floating point.
        """
        import numpy as np

        n = len(self)
        # The largest sum that a resample can reach is the heaviest unit drawn every time; 0.1 % is kept for the rounding of the values.
        largest = sides * n * max((float(self._summed(np.abs(column)).max(initial=0)) for column in columns.T), default=0.0)
        if not math.isfinite(largest):
            raise LegalMetricsError("samples: found sums beyond the range of floating point, allowed are finite sums")
        whole = largest < 2**52 and bool((columns == np.rint(columns)).all())
        exponent = 0 if whole or not largest else 53 - math.frexp(1.001 * largest)[1]
        units = [self._summed(np.rint(np.ldexp(column, exponent))) for column in columns.T]
        return np.array(units).reshape(columns.shape[1], n).T + 0.0, exponent  # + 0.0: there is one zero

    def _summed(self, column: Floats) -> Floats:
        import numpy as np

        if len(self) == len(column):
            return column
        return np.asarray(np.bincount(self.unit, column, minlength=len(self)), dtype=np.float64)

    def arrange(self, units: Floats) -> Floats:
        """The units (units x c) in an order that their figures alone decide: strata by size and content, units within them by their figures."""
        import numpy as np

        order = np.lexsort([*units.T[::-1], self.stratum])
        if len(self.sizes) < 2:
            return units[order]
        strata = np.split(units[order], np.cumsum(self.sizes)[:-1])
        return np.concatenate(sorted(strata, key=lambda stratum: (len(stratum), stratum.tobytes())))

    def resampled_sums(self, units: Floats, *, seed: int, resamples: int) -> Floats:
        """Sums of the columns over ``resamples`` draws with replacement (resamples x columns); ``units`` arranged."""
        import numpy as np

        n = len(self)
        ends = np.cumsum(self.sizes)
        low: Indices | int = np.repeat(ends - self.sizes, self.sizes) if len(ends) > 1 else 0
        high: Indices | int = np.repeat(ends, self.sizes) if len(ends) > 1 else n
        counted = max(1, min(_COUNTED_AT_A_TIME // n, resamples))
        rows = max(counted, min(_MULTIPLIED_AT_A_TIME // n, resamples))
        offsets = n * np.arange(counted)[:, None]
        generator = np.random.default_rng(seed)
        distinct, place = _distinct_columns(units)
        multiplier = Multiplier.of(distinct)
        counts = np.empty((rows, len(multiplier.right)))
        sums = np.empty((resamples, distinct.shape[1]))
        for start in range(0, resamples, rows):
            stop = min(start + rows, resamples)
            for first in range(0, stop - start, counted):
                m = min(counted, stop - start - first)
                drawn = generator.integers(low, high, size=(m, n))
                drawn += offsets[:m]
                counts[first : first + m] = multiplier.gathered(np.bincount(drawn.ravel(), minlength=m * n).reshape(m, n))
            sums[start:stop] = product(counts[: stop - start], multiplier.right)
        return sums[:, place]


def make_plan(n: int, *, clusters: Sequence[Hashable] | None = None, strata: Sequence[Hashable] | None = None) -> Plan:
    """The plan for n samples. Raises: LegalMetricsError for other lengths, and for a cluster that lies in two strata.

    >>> make_plan(4, clusters="aabc", strata=[1, 1, 1, 2]).sizes.tolist()
    [1, 2]
    """
    import numpy as np

    for name, labels in (("clusters", clusters), ("strata", strata)):
        if labels is not None and len(labels) != n:
            raise LegalMetricsError(f"{n} samples but {len(labels)} {name}: each sample needs one")
    unit = np.arange(n) if clusters is None else _numbered(clusters)
    n_units = int(unit.max(initial=-1)) + 1
    stratum = np.zeros(n_units, dtype=np.int64)
    if strata is None:
        return Plan(unit, stratum, np.array([n_units]))
    wanted = _numbered(strata)
    stratum[unit] = wanted
    torn = np.flatnonzero(stratum[unit] != wanted)
    if len(torn):
        torn_cluster = clusters[int(torn[0])] if clusters is not None else None
        raise LegalMetricsError(f"cluster {shown(torn_cluster)} lies in more than one stratum: whole clusters are drawn, each within one")
    sizes = np.bincount(stratum)
    rank = np.empty_like(sizes)
    by_size = np.argsort(sizes, kind="stable")
    rank[by_size] = np.arange(len(sizes))
    return Plan(unit, rank[stratum], sizes[by_size])


def as_columns(rows: Sequence[Sequence[float]], n: int) -> Floats:
    """Rows of n figures side by side (n x number of rows). Raises: LegalMetricsError for another length or a figure that is not finite."""
    import numpy as np

    for row in rows:
        if len(row) != n:
            raise LegalMetricsError(f"columns of {n} and {len(row)} samples: all need the same number")
    try:
        columns: Floats = np.array(rows, dtype=np.float64).reshape(len(rows), n).T
    except (TypeError, ValueError, OverflowError) as error:
        raise LegalMetricsError(f"samples: {error}, allowed are finite numbers") from error
    bad = np.argwhere(~np.isfinite(columns))
    if len(bad):
        sample, column = (int(i) for i in bad[0])
        raise LegalMetricsError(f"sample {sample}: found {columns[sample, column]}, allowed are finite numbers")
    return columns


def random_halves(n: int, *, seed: int, rounds: int) -> Iterator[Floats]:
    """``rounds`` random halves of n units, each unit in or out (1.0 or 0.0) with equal chance: blocks of at most some rows (rows x n).

    >>> sum(len(block) for block in random_halves(3, seed=0, rounds=10))
    10
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    words = -(-n // 64)
    rows = max(1, _MULTIPLIED_AT_A_TIME // max(n, 1))
    for start in range(0, rounds, rows):
        drawn = generator.integers(0, 2**64 - 1, size=(min(rows, rounds - start), words), dtype=np.uint64, endpoint=True)
        octets = drawn.astype("<u8").view(np.uint8)  # the same bits on every machine
        yield np.unpackbits(octets, axis=1, count=n, bitorder="little").astype(np.float64)


def all_halves(n: int) -> Iterator[Floats]:
    """All 2**n ways to have each of n units in or out (1.0 or 0.0), in blocks (rows x n).

    >>> [block.tolist() for block in all_halves(1)]
    [[[0.0], [1.0]]]
    """
    import numpy as np

    rows = max(1, _MULTIPLIED_AT_A_TIME // max(n, 1))
    for start in range(0, 2**n, rows):
        numbers = np.arange(start, min(start + rows, 2**n), dtype=np.int64)
        yield ((numbers[:, None] >> np.arange(n)) & 1).astype(np.float64)


@dataclass(frozen=True)
class Multiplier:
    """The right side of many products (n x c), kept as its runs of equal rows: arranged figures of 0 and 1 have a few, however many models stand side by side.

    The counts that fall on a run are added up before they are multiplied; whole numbers give the same sums either way. ``starts``: first row of each run, or
    None where there are too many to gain anything.
    """

    starts: Indices | None
    right: Floats

    @classmethod
    def of(cls, right: Floats) -> Multiplier:
        """Find the runs."""
        import numpy as np

        changes = np.zeros(len(right), dtype=bool)
        for column in right.T:
            changes[1:] |= column[1:] != column[:-1]
        changes[:1] = True
        starts = np.flatnonzero(changes)
        return cls(starts, right[starts]) if len(starts) * _LONG_RUN <= len(right) else cls(None, right)

    def gathered(self, left: Floats | Indices) -> Floats | Indices:
        """The columns of ``left`` (m x n) that fall on one run, added up."""
        import numpy as np

        return left if self.starts is None else np.add.reduceat(left, self.starts, axis=1)

    def product(self, left: Floats) -> Floats:
        """``left @ right``, exactly; ``left``: m x n."""
        return product(self.gathered(left), self.right)


def product(left: Floats | Indices, right: Floats) -> Floats:
    """``left @ right`` (m x n and n x c) of whole numbers whose sums stay below 2**53, in blocks that BLAS does not spread over threads.

    Threads that wait for one another cost more than they give: on a busy machine one whole product took ten times the processor time. Exact sums allow any blocks.
    """
    import numpy as np

    (rows, n), columns = left.shape, right.shape[1]
    height, width = min(rows, _BLOCK_SIDE), min(max(columns, 1), _BLOCK_SIDE)
    depth = max(1, _BLOCK_PRODUCTS // (height * width))
    right = np.ascontiguousarray(right)
    result = np.zeros((rows, columns))
    for row in range(0, rows, height):
        across = slice(row, row + height)
        for k in range(0, n, depth):
            for column in range(0, columns, width):
                down = slice(column, column + width)
                result[across, down] += left[across, k : k + depth] @ right[k : k + depth, down]
    return result


def _numbered(labels: Sequence[Hashable]) -> Indices:
    import numpy as np

    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _distinct_columns(table: Floats) -> tuple[Floats, list[int]]:
    """The table without repeated columns, and where each column went: equal denominators are summed once."""
    import numpy as np

    places: dict[bytes, int] = {}
    place = [places.setdefault(column.tobytes(), len(places)) for column in table.T]
    first = [place.index(k) for k in range(len(places))]
    return np.ascontiguousarray(table[:, first]), place
