"""Ranks with their uncertainty: which ranks of a model the tests cannot exclude."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from legal_metrics.errors import LegalMetricsError


@dataclass(frozen=True, slots=True)
class Rank:
    """``rank``: 1 + the models with a better value (ties share it). ``first`` to ``last``: the ranks that are not excluded. ``n_ahead``: models significantly
    better, ``n_behind``: models significantly worse."""

    rank: int
    first: int
    last: int
    n_ahead: int
    n_behind: int


def simultaneous_ranks(values: Mapping[str, float], p_holm: Mapping[tuple[str, str], float], *, higher_is_better: bool = True, level: float = 0.05) -> dict[str, Rank]:
    """Rank of each model among all of ``values`` (finite), with a confidence set that covers all true ranks together with probability 1 - ``level``.

    ``p_holm``: p-value of every pair, corrected over all pairs; a pair at most ``level`` differs significantly, in the direction of the two values. A model
    can stand no higher than behind those that are significantly better, and no lower than before those that are significantly worse. Pairs without a p-value (NaN)
    exclude nothing. Source: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks" (2024), from pairwise tests with Holm's correction.
    Raises: LegalMetricsError for a value that is not finite, or a pair that is missing.

    >>> simultaneous_ranks({"a": 0.9, "b": 0.5, "c": 0.5}, {("a", "b"): 0.01, ("a", "c"): 0.2, ("b", "c"): 1.0})["a"]
    Rank(rank=1, first=1, last=2, n_ahead=0, n_behind=1)
    """
    for name, value in values.items():
        if not math.isfinite(value):
            raise LegalMetricsError(f"values[{name!r}]: found {value!r}, allowed finite numbers")
    signed = {name: value if higher_is_better else -value for name, value in values.items()}
    ranks = {}
    for name, value in signed.items():
        ahead = behind = 0
        for other, theirs in signed.items():
            if other == name:
                continue
            p = p_holm.get((name, other), p_holm.get((other, name)))
            if p is None:
                raise LegalMetricsError(f"p_holm: found none for {name!r} and {other!r}, allowed one for every pair")
            if p <= level and theirs != value:
                ahead, behind = (ahead + 1, behind) if theirs > value else (ahead, behind + 1)
        rank = 1 + sum(theirs > value for theirs in signed.values())
        ranks[name] = Rank(rank, 1 + ahead, len(signed) - behind, ahead, behind)
    return ranks
