"""Near duplicates: every pair of texts whose Jaccard similarity of 5-character shingles reaches the threshold, and no other.

Candidates come from prefix filtering, which provably finds all pairs (Chaudhuri, Ganti and Kaushik 2006, "A primitive operator for
similarity joins in data cleaning"): put the shingles of all texts into one fixed order; if J(x, y) >= t then x and y share a shingle among the first
|x| - ceil(t |x|) + 1 of x and the first |y| - ceil(t |y|) + 1 of y. With the rarest shingles first these prefixes hardly ever meet, so few
candidates are left, and each is verified on the shingles themselves. No sampling, no chance: MinHash would miss pairs.

Shingles are compared as 64-bit hashes while candidates are sought and as text when they are verified: a collision can add work, and two
different shingles of one text would have to collide to lose a pair.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

SHINGLE = 5
THRESHOLD = 0.85
# White space, digits in any width, and the marks that stand for names (甲○○): two cases that differ in these only are the same.
_NOT_COMPARED = re.compile(r"[\s\d]+|[一-鿿]○○|[甲乙丙丁戊己庚辛壬癸][甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥]○")
_COUNTERS = 1 << 22
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_Hashes = npt.NDArray[np.uint64]


def comparable(main_text: str, facts: str, reasons: str) -> str:
    """The part of a record that is compared: from the 主文 on, without white space, digits and name marks.

    Where one section holds facts and reasons both, it counts once.

    >>> comparable("甲○○犯竊盜罪，處拘役20日。", "事實", "事實")
    '犯竊盜罪，處拘役日。事實'
    """
    return _NOT_COMPARED.sub("", main_text + facts + ("" if reasons == facts else reasons))


def shingles(text: str, size: int = SHINGLE) -> frozenset[str]:
    """All runs of ``size`` characters; a shorter text is its own only shingle, an empty one has none.

    >>> sorted(shingles("一二三四五六"))
    ['一二三四五', '二三四五六']
    """
    if len(text) < size:
        return frozenset({text} if text else ())
    return frozenset(text[i : i + size] for i in range(len(text) - size + 1))


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """|a ∩ b| / |a ∪ b|; 0 where both are empty: nothing is no duplicate of nothing.

    >>> jaccard(frozenset("ab"), frozenset("bc"))
    0.3333333333333333
    """
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if shared else 0.0


def near_duplicates(texts: Sequence[str], *, threshold: float = THRESHOLD, size: int = SHINGLE) -> Iterator[tuple[int, int, float]]:
    """Every pair (i, j, similarity), i < j, of texts with similarity >= ``threshold``, in order of (i, j).

    ``texts`` is read once to count shingles, once to take prefixes, and at random for candidates: a sequence that reads from disk keeps
    memory at the counters (16 MB) and the prefixes (shingles that occur in one text only are left out at once).

    Raises: ValueError for a threshold outside (0, 1].

    >>> list(near_duplicates(["一二三四五六七八", "甲乙丙丁戊", "一二三四五六七八"]))
    [(0, 2, 1.0)]
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold: found {threshold}, allowed more than 0 and at most 1")
    counts = np.zeros(_COUNTERS, dtype=np.uint32)
    for text in texts:
        counts[np.unique(_hashes(text, size) % _COUNTERS)] += np.uint32(1)
    last, held = -1, frozenset[str]()
    for i, j in _candidates(texts, counts, threshold, size):
        if i != last:
            last, held = i, shingles(texts[i], size)
        similarity = jaccard(held, shingles(texts[j], size))
        if similarity >= threshold:
            yield i, j, similarity


def duplicate_groups(texts: Sequence[str], *, threshold: float = THRESHOLD) -> list[int]:
    """For each text the smallest index of its group of exact and near duplicates; its own where it has none.

    Duplicates of duplicates belong to one group, whether or not the two ends reach the threshold themselves.

    >>> duplicate_groups(["一二三四五六", "甲乙丙丁戊", "一二三四五六"])
    [0, 1, 0]
    """
    return groups(len(texts), ((i, j) for i, j, _ in near_duplicates(texts, threshold=threshold)))


def groups(n: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each of n items the smallest index that it is connected with through ``pairs``; its own where it stands alone.

    >>> groups(5, [(1, 3), (3, 4)])
    [0, 1, 2, 1, 1]
    """
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, j in pairs:
        a, b = sorted((root(i), root(j)))
        parent[b] = a
    return [root(i) for i in range(n)]


def _hashes(text: str, size: int) -> _Hashes:
    """Distinct 64-bit hashes of the shingles, in rising order."""
    points = np.frombuffer(text.encode(_UTF32, "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    if len(points) == 0:
        return points
    width = min(size, len(points))
    hashes = np.zeros(len(points) - width + 1, dtype=np.uint64)
    for offset in range(width):
        hashes = (hashes + points[offset : offset + len(hashes)] + np.uint64(1)) * _MULTIPLIER
        hashes ^= hashes >> np.uint64(29)
    return np.unique(hashes)


def _candidates(texts: Sequence[str], counts: npt.NDArray[Any], threshold: float, size: int) -> Iterator[tuple[int, int]]:
    """Pairs that share a shingle of their prefixes and whose sizes allow the threshold, in order."""
    tokens: list[_Hashes] = []
    lengths = np.zeros(len(texts), dtype=np.int64)
    for index, text in enumerate(texts):
        hashes = _hashes(text, size)
        lengths[index] = len(hashes)
        # The slack keeps rounding on the safe side: a prefix too long costs time, one too short a pair.
        prefix = len(hashes) - math.ceil(threshold * len(hashes) - 1e-9) + 1
        frequency = counts[hashes % _COUNTERS]
        first = np.lexsort((hashes, frequency))[:prefix]
        tokens.append(hashes[first][frequency[first] > 1])
    if not any(map(len, tokens)):
        return
    ends = np.cumsum([len(one) for one in tokens])
    owners = np.repeat(np.arange(len(tokens)), np.diff(ends, prepend=0))
    flat = np.concatenate(tokens)
    order = np.lexsort((owners, flat))
    postings = owners[order]
    opening = np.r_[True, np.diff(flat[order]) != 0]
    bounds = np.r_[np.flatnonzero(opening), len(flat)]
    posting_of = np.empty(len(flat), dtype=np.int64)
    posting_of[order] = np.cumsum(opening) - 1
    for i, end in enumerate(ends.tolist()):
        met = [postings[bounds[k] : bounds[k + 1]] for k in posting_of[end - len(tokens[i]) : end].tolist()]
        if met:
            others = np.unique(np.concatenate(met))
            others = others[others > i]
            smaller, larger = np.minimum(lengths[others], lengths[i]), np.maximum(lengths[others], lengths[i])
            yield from ((i, j) for j in others[smaller >= threshold * larger - 1e-9].tolist())


_UTF32 = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
