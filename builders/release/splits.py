"""Train and test: which record goes where, decided by the ids alone.

A cause with enough kept records gives some to test; all others train. Records that are near duplicates of one another always stay
together, so that nothing in test has a twin in train. Each choice hangs on a hash of seed and id: neither the order of the files nor the
number of workers matters, and a record more or less elsewhere moves nothing here.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the split needs to know of a record: its id, its cause, and the group of duplicates that it belongs to."""

    id: str
    cause: str
    group: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The ids drawn for test, and the causes that could not give as many as they should: cause -> how many they gave."""

    ids: frozenset[str]
    short: dict[str, int]


def rank(seed: int, id: str) -> str:
    """A record's place in the random order of ``seed``: the SHA-256 of both.

    >>> rank(1, "a") == rank(1, "a"), rank(1, "a") == rank(2, "a")
    (True, False)
    """
    return hashlib.sha256(f"{seed}:{id}".encode()).hexdigest()


def draw_test(candidates: Iterable[Candidate], *, min_cases: int, per_cause: int, seed: int) -> Draw:
    """For each cause with at least ``min_cases`` records draw ``per_cause`` of them for test.

    Single records come first, in the order of their rank; a group of duplicates goes to test only as a whole, only where it lies within one
    cause and only to fill places that single records have left. A cause that cannot fill them is in ``short``.

    >>> ten = [Candidate(f"r{i}", "竊盜", i) for i in range(10)]
    >>> len(draw_test(ten, min_cases=10, per_cause=5, seed=1).ids), len(draw_test(ten[:9], min_cases=10, per_cause=5, seed=1).ids)
    (5, 0)
    """
    by_cause: dict[str, list[Candidate]] = defaultdict(list)
    members: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_cause[candidate.cause].append(candidate)
        members[candidate.group].append(candidate)
    drawn: set[str] = set()
    short = {}
    for cause, own in sorted(by_cause.items()):
        if len(own) < min_cases:
            continue
        groups = [members[group] for group in {candidate.group for candidate in own}]
        inside = [group for group in groups if all(member.cause == cause for member in group)]
        taken = 0
        for group in sorted(inside, key=lambda group: (len(group) > 1, min(rank(seed, member.id) for member in group))):
            if taken + len(group) <= per_cause:
                drawn.update(member.id for member in group)
                taken += len(group)
        if taken < per_cause:
            short[cause] = taken
    return Draw(frozenset(drawn), short)


def sample(candidates: Sequence[Candidate], *, max_per_cause: int | None, seed: int) -> frozenset[str]:
    """The ids that stratified sampling keeps: of each cause the ``max_per_cause`` first in the order of ``seed``; all where it is None.

    >>> sorted(sample([Candidate("a", "竊盜", 0), Candidate("b", "竊盜", 1), Candidate("c", "詐欺", 2)], max_per_cause=1, seed=1))
    ['a', 'c']
    """
    by_cause: dict[str, list[str]] = defaultdict(list)
    for candidate in candidates:
        by_cause[candidate.cause].append(candidate.id)
    return frozenset(id for ids in by_cause.values() for id in sorted(ids, key=lambda id: rank(seed, id))[:max_per_cause])
