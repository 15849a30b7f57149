"""Paired timing: contenders alternate in one loop, so that a busy machine slows both sides of a ratio."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median


def alternating_seconds(contenders: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each contender in each round; one untimed call of each goes first."""
    for run in contenders.values():
        run()
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return seconds


def paired_ratio(slower: list[float], faster: list[float]) -> float:
    """Median over rounds of slower / faster, each ratio from the same round."""
    return median(a / b for a, b in zip(slower, faster, strict=True))
