"""Aims of the benchmarks: what a figure should be, and whether it is. A missed aim is marked and fails nothing: machines differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aim:
    """A measured figure and the bound that it should keep.

    >>> print(Aim("import legal_metrics", 12.34, "ms", at_most=60))
    met     import legal_metrics: 12.3 ms; aim: at most 60
    >>> print(Aim("equal pairs", 7, "of 8", at_least=8))
    MISSED  equal pairs: 7 of 8; aim: at least 8
    """

    what: str
    measured: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def met(self) -> bool:
        """Whether the figure keeps its bound; NaN never does."""
        return (self.at_most is None or self.measured <= self.at_most) and (self.at_least is None or self.measured >= self.at_least)

    def __str__(self) -> str:
        bounds = [f"{name} {bound:g}" for name, bound in (("at least", self.at_least), ("at most", self.at_most)) if bound is not None]
        return f"{'met' if self.met else 'MISSED':<7} {self.what}: {self.measured:.3g} {self.unit}; aim: {', '.join(bounds)}"
