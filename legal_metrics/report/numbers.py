"""How figures are written, the same in every form of the report."""

from __future__ import annotations

import math

from legal_metrics.results import Score

NOTHING = "–"


def figure(value: float | None) -> str:
    """Four decimals, as published tables of fractions have them, one from 10 on; a dash where there is no value.

    >>> figure(0.81544), figure(1.0), figure(135000), figure(float("nan"))
    ('0.8154', '1.0000', '135,000.0', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:.4f}" if abs(value) < 10 else f"{value:,.1f}"


def interval(score: Score) -> str:
    """The interval of a score; a dash where nothing was resampled.

    >>> from legal_metrics.results import Signature
    >>> interval(Score.from_samples("rouge_l", [], Signature("rouge_l")))
    '–'
    """
    if not math.isfinite(score.value):
        return NOTHING
    bounds = score.interval
    return f"[{figure(bounds.low)}, {figure(bounds.high)}]"


def share(part: int, whole: int) -> str:
    """``part`` of ``whole``, with the percentage.

    >>> share(3, 40), share(0, 0)
    ('3 of 40 (7.5 %)', '0 of 0')
    """
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")
