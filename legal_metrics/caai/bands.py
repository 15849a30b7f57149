"""The bands of the appendix: what a measured figure scores. Edges are compared exactly: 0.8 of a share is the band from 80 %, however it was summed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from legal_metrics.caai.values import checked, exact

_WORDS = {"below": "<", "up_to": "<=", "from": ">="}


@dataclass(frozen=True, slots=True)
class Bands:
    """A table of bands. ``edges``: (edge, score), the best first; a figure scores by the first edge that it is ``below``, ``up_to`` or ``from`` (``rule``),
    and 0 where there is none. ``most``: the greatest figure that can be.

    >>> FIRST_TOKEN.score(1999.9), FIRST_TOKEN.score(2000), PERCENT.score(0.8), PERCENT.score(0.999)
    (5.0, 4.0, 4.0, 4.0)
    """

    name: str
    unit: str
    rule: str
    edges: tuple[tuple[float, float], ...]
    most: float = math.inf

    def score(self, figure: float | Fraction) -> float:
        """The score of a figure. Raises: WrongTypeError, LegalMetricsError for what is no number from 0 to ``most``."""
        amount = checked(self.name, figure, 0, self.most)
        for edge, score in self.edges:
            bound = exact(edge)
            if amount < bound if self.rule == "below" else amount <= bound if self.rule == "up_to" else amount >= bound:
                return float(score)
        return 0.0

    def rows(self) -> tuple[tuple[str, float], ...]:
        """The table in words: (condition, score), the best first; each line holds for what no line above it takes.

        >>> FAILURES.rows()[0], FAILURES.rows()[-1]
        (('< 1', 1.0), ('else', 0.0))
        """
        return (*((f"{_WORDS[self.rule]} {edge:g}", float(score)) for edge, score in self.edges), ("else", 0.0))


def _points(*edges: float) -> tuple[tuple[float, float], ...]:
    return tuple((edge, 5 - place) for place, edge in enumerate(edges))


FIRST_TOKEN = Bands("first_token", "ms", "below", _points(2000, 4000, 6000, 8000, 10000))
"""Milliseconds to the first token (appendix 1.1)."""

TOKENS_PER_SECOND = Bands("tokens_per_second", "tokens/s", "from", _points(30, 25, 20, 15, 10))
"""Tokens per second (appendix 1.2, whose row "25且小于30" lacks the "from")."""

CONCURRENCY = Bands("concurrency", "requests", "from", _points(10, 8, 6, 4, 2))
"""Requests at a time, at best throughput on ``HARDWARE`` (appendix 1.3)."""

HARDWARE = "8 x A800-80G"
"""The hardware that the bands of concurrency are stated for."""

PERCENT = Bands("share", "fraction", "from", ((1.0, 5), (0.8, 4), (0.6, 3), (0.4, 2), (0.2, 1)), most=1.0)
"""Shares behind correctness, completeness, relevance and effectiveness: all of them 5, from 80 % on 4, … (appendix 1.4 to 1.7 and 3)."""

DECISION_ERROR = Bands("decision_error", "fraction", "up_to", ((0.05, 5), (0.1, 4), (0.15, 3), (0.2, 2), (0.25, 1)))
"""Error of a decision (appendix 3.12)."""

FAILURES = Bands("rate_per_5_days", "failures per 5 days", "below", ((1, 1.0), (2, 0.8), (3, 0.6), (4, 0.4), (5, 0.2)))
"""Failures per five days (appendix 4.1): more is worse, though the article calls the figure MTBF."""

TABLES: tuple[Bands, ...] = (FIRST_TOKEN, TOKENS_PER_SECOND, CONCURRENCY, PERCENT, DECISION_ERROR, FAILURES)
"""All tables."""
