"""How figures are written, the same in every form of the report."""

from __future__ import annotations

import math

from legal_metrics.results import Score
from legal_metrics.stats.bootstrap import Interval

NOTHING = "–"


def figure(value: float | None) -> str:
    """Four decimals, as published tables of fractions have them, one from 10 on; a dash where there is no value.

    >>> figure(0.81544), figure(1.0), figure(135000), figure(float("nan"))
    ('0.8154', '1.0000', '135,000.0', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:.4f}" if abs(value) < 10 else f"{value:,.1f}"


def percent(value: float | None, *, signed: bool = False) -> str:
    """A figure of 0 to 100 with four decimals, or a difference of two of them with its sign.

    >>> percent(52.05037), percent(0.5, signed=True), percent(None)
    ('52.0504', '+0.5000', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:+.4f}" if signed and round(value, 4) else f"{abs(value) if signed else value:.4f}"


def interval(score: Score) -> str:
    """The interval of a score; a dash where nothing was resampled.

    >>> from legal_metrics.results import Signature
    >>> interval(Score.from_samples("rouge_l", [], Signature("rouge_l")))
    '–'
    """
    return bounds(score.interval) if math.isfinite(score.value) else NOTHING


def bounds(found: Interval, *, signed: bool = False) -> str:
    """The bounds of an interval; a dash where there are none. ``signed``: with a plus before what is above 0.

    >>> bounds(Interval(-0.25, 0.5), signed=True)
    '[-0.2500, +0.5000]'
    """
    if not (math.isfinite(found.low) and math.isfinite(found.high)):
        return NOTHING
    write = difference if signed else figure
    return f"[{write(found.low)}, {write(found.high)}]"


def difference(value: float | None) -> str:
    """A figure with its sign, nothing before 0.

    >>> difference(0.25), difference(-12.5), difference(0.0), difference(float("nan"))
    ('+0.2500', '-12.5', '0.0000', '–')
    """
    return f"+{figure(value)}" if value is not None and value > 0 and math.isfinite(value) else figure(value)


def p_value(value: float | None) -> str:
    """A p-value to four decimals; smaller ones are said to be so.

    >>> p_value(0.03125), p_value(3e-9), p_value(1.0), p_value(None)
    ('0.0312', '<0.0001', '1.0000', '–')
    """
    if value is None or math.isnan(value):
        return NOTHING
    return f"{value:.4f}" if value >= 0.0001 else "<0.0001"


def share(part: int, whole: int) -> str:
    """``part`` of ``whole``, with the percentage.

    >>> share(3, 40), share(0, 0)
    ('3 of 40 (7.5 %)', '0 of 0')
    """
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")
