"""How far raters and annotators agree with each other, pair by pair."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations

from legal_metrics.stats.agreement import Agreement, cohen_kappa


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two annotators, and their agreement on the items that both have labelled."""

    first: str
    second: str
    agreement: Agreement


def pairwise_agreement(labels: Mapping[str, Mapping[Hashable, Hashable]]) -> tuple[PairAgreement, ...]:
    """Cohen's kappa of each pair of annotators over their common items, in the order of the mapping annotator -> item -> label; pairs without any are there.

    >>> (pair,) = pairwise_agreement({"a": {1: 0, 2: 1}, "b": {1: 0, 2: 1, 3: 0}})
    >>> pair.agreement.n, pair.agreement.kappa
    (2, 1.0)
    """
    pairs = []
    for (first, ours), (second, theirs) in combinations(labels.items(), 2):
        common = [item for item in ours if item in theirs]
        pairs.append(PairAgreement(first, second, cohen_kappa([ours[item] for item in common], [theirs[item] for item in common])))
    return tuple(pairs)
