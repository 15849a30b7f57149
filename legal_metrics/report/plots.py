"""Plots of a report as SVG text for an HTML page: same input, same bytes.

Needs matplotlib (extra ``[report]``). Texts stay texts (``svg.fonttype`` none), so the reader's browser draws Chinese with its own
font and no font of the machine that writes the report changes a byte. Colours are CSS variables of the page, so one picture
serves light, dark and print.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from legal_metrics.errors import MissingExtraError
from legal_metrics.report.markup import Markup

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Term = float | Literal["life", "death"]
"""A prison term: months, or one of the two that have none (無期徒刑, 死刑)."""

_YEARS = (1, 2, 3, 5, 10, 15, 20, 30)
_TICKS = ((0, "0"), *((m, f"{m} mo") for m in (1, 3, 6)), *((12 * y, f"{y} y") for y in _YEARS))
# Stand-ins that matplotlib accepts; each becomes var(--name) in the page.
_COLOURS = {
    "ink": "#010203",
    "muted": "#040506",
    "line": "#070809",
    "band": "#0a0b0c",
    "page": "#0d0e0f",
    "series-1": "#101112",
    "series-2": "#131415",
    "good": "#161718",
    "bad": "#191a1b",
    "wrong": "#1c1d1e",
    "open": "#1f2021",
}
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "legal-metrics",
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "text.color": _COLOURS["ink"],
    "axes.labelcolor": _COLOURS["ink"],
    "axes.edgecolor": _COLOURS["line"],
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _COLOURS["muted"],
    "ytick.color": _COLOURS["muted"],
    "xtick.labelcolor": _COLOURS["ink"],
    "ytick.labelcolor": _COLOURS["ink"],
    "axes.axisbelow": True,
}


@dataclass(frozen=True, slots=True)
class TermPoint:
    """One penalty: what the court gave, what the model gave (None: no term could be read), and its group (0 or 1)."""

    reference: Term
    predicted: Term | None
    group: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """One stacked bar of shares that sum to 1: (share, colour name) from left to right."""

    label: str
    shares: tuple[tuple[float, str], ...]
    faint: bool = False  # a baseline beside the model


@dataclass(frozen=True, slots=True)
class Whisker:
    """One score with its interval, and what baselines reach."""

    label: str
    value: float
    low: float
    high: float
    baselines: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsRow:
    """Points of one model: the total, its interval, and a mark for each judge; None where there is no total."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    marks: tuple[float, ...] = ()


def term_scatter(points: Sequence[TermPoint], *, tolerance_months: float = 3) -> Markup:
    """Predicted against reference prison terms, log scale, with the tolerance band and rows for life, death and no term.

    A disc's area is the number of penalties at that place.
    """
    longest = max([12.0, *(t for p in points for t in (p.reference, p.predicted) if isinstance(t, (int, float)))])
    ticks = [(m, text) for m, text in _TICKS if m <= longest * 1.05]
    top = math.log1p(longest) + 0.25
    present = {t for p in points for t in (p.reference, p.predicted) if isinstance(t, str)}
    special = {name: top + 0.3 + 0.45 * i for i, name in enumerate(n for n in ("life", "death") if n in present)}
    unread = -0.75

    def place(term: Term | None) -> float:
        if term is None:
            return unread
        return special[term] if isinstance(term, str) else math.log1p(term)

    end = max([top, *(v + 0.3 for v in special.values())])
    with _figure(6.6, 5.6) as figure:
        axes = figure.add_axes((0.165, 0.105, 0.825, 0.845))
        months = [longest * i / 400 for i in range(401)]
        axes.fill_between(
            [math.log1p(m) for m in months],
            [math.log1p(max(m - tolerance_months, 0)) for m in months],
            [math.log1p(m + tolerance_months) for m in months],
            color=_COLOURS["band"],
            linewidth=0,
        )
        axes.plot([0, math.log1p(longest)], [0, math.log1p(longest)], color=_COLOURS["muted"], linewidth=0.8)
        axes.axhline(unread / 2, color=_COLOURS["line"], linewidth=0.8, dashes=(2, 2))
        if special:
            axes.axhline(top, color=_COLOURS["line"], linewidth=0.8, dashes=(2, 2))
            axes.axvline(top, color=_COLOURS["line"], linewidth=0.8, dashes=(2, 2))
        heap = Counter((place(p.reference), place(p.predicted), p.group) for p in points)
        for (x, y, group), count in sorted(heap.items(), key=lambda kv: (-kv[1], kv[0])):
            axes.scatter(
                x,
                y,
                s=26 * count,
                color=_COLOURS[f"series-{group + 1}"],
                alpha=0.72,
                linewidth=0.7,
                edgecolor=_COLOURS["page"],
                zorder=3,
            )
        places = [(math.log1p(m), text) for m, text in ticks]
        names = [(v, {"life": "life 無期", "death": "death 死刑"}[k]) for k, v in special.items()]
        _ticks(axes.xaxis, places + names)
        _ticks(axes.yaxis, [(unread, "no term"), *places, *names])
        axes.set(xlim=(-0.2, end), ylim=(unread - 0.35, end), xlabel="court")
        figure.text(0.105, 0.97, "model", color=_COLOURS["ink"])
        axes.grid(color=_COLOURS["line"], linewidth=0.4, alpha=0.6)
        return _svg(figure, "terms")


def stacked_bars(bars: Sequence[Bar], *, name: str) -> Markup:
    """Shares of a whole, one bar each, with the percentage written where there is room; faint bars stand close below the bar before."""
    places: list[float] = []
    place = 0.0
    for bar in bars:
        place -= 0.7 if bar.faint else 1.1
        places.append(place)
    height = 0.3 * -place + 0.6
    with _figure(6.6, height) as figure:
        axes = figure.add_axes((0.24, 0.42 / height, 0.72, 1 - 0.44 / height))
        for y, bar in zip(places, bars, strict=True):
            left = 0.0
            for share, colour in bar.shares:
                height_of, alpha = (0.5, 0.5) if bar.faint else (0.8, 1.0)
                axes.barh(y, share, height_of, left, color=_COLOURS[colour], alpha=alpha, linewidth=0)
                if share >= 0.07:
                    ink = _COLOURS["ink" if bar.faint else "page"]
                    size = 7 if bar.faint else 8.5
                    axes.text(
                        left + share / 2, y, f"{100 * share:.0f} %", ha="center", va="center", size=size, color=ink
                    )
                left += share
        _ticks(axes.yaxis, [(y, bar.label) for y, bar in zip(places, bars, strict=True)])
        for label, bar in zip(axes.get_yticklabels(), bars, strict=True):
            if bar.faint:
                label.set(size=8, color=_COLOURS["muted"])
        _ticks(axes.xaxis, [(x / 4, f"{25 * x} %") for x in range(5)])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set(xlim=(0, 1), ylim=(place - 0.6, -0.5))
        return _svg(figure, name)


def score_whiskers(rows: Sequence[Whisker]) -> Markup:
    """Every score on one 0-1 axis: a dot, its interval, and a mark for each baseline."""
    height = 0.3 * len(rows) + 0.5
    with _figure(6.6, height) as figure:
        axes = figure.add_axes((0.34, 0.42 / height, 0.62, 1 - 0.5 / height))
        for row, bar in enumerate(rows):
            axes.plot(
                [bar.low, bar.high],
                [-row, -row],
                color=_COLOURS["series-1"],
                linewidth=2.2,
                alpha=0.45,
                solid_capstyle="round",
            )
            for value in bar.baselines:
                axes.plot([value, value], [-row - 0.3, -row + 0.3], color=_COLOURS["series-2"], linewidth=1.6)
            axes.scatter(bar.value, -row, s=34, color=_COLOURS["series-1"], zorder=3, clip_on=False)
        _ticks(axes.yaxis, [(-row, bar.label) for row, bar in enumerate(rows)])
        _ticks(axes.xaxis, [(x / 4, f"{25 * x} %") for x in range(5)])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x", color=_COLOURS["line"], linewidth=0.4, alpha=0.6)
        axes.set(xlim=(-0.01, 1.01), ylim=(-len(rows) + 0.4, 0.6))
        return _svg(figure, "scores")


def points_against_lines(
    rows: Sequence[PointsRow], lines: Sequence[tuple[str, float]], *, maximum: float, name: str
) -> Markup:
    """Points of models on one axis from 0 to ``maximum``: a dot, its interval, a mark for each judge; the lines of people stand across, named above."""
    texts = [f"{label} {value:.0f}" for label, value in lines]
    levels = _levels([(value / maximum, _wide(text)) for (_, value), text in zip(lines, texts, strict=True)])
    above = 0.24 * (max(levels, default=-1) + 1)
    height = 0.36 * len(rows) + above + 0.62
    with _figure(6.6, height) as figure:
        axes = figure.add_axes((0.2, 0.4 / height, 0.77, 1 - (0.5 + above) / height))
        for (_, value), text, level in zip(lines, texts, levels, strict=True):
            top = 1 + (0.24 * level + 0.06) / (height - 0.5 - above)
            axes.plot(
                [value, value],
                [0, top],
                color=_COLOURS["series-2"],
                linewidth=1.1,
                dashes=(4, 2),
                transform=axes.get_xaxis_transform(),
                clip_on=False,
            )
            fits = value / maximum + _wide(text) <= 1
            axes.text(
                value + (0.008 if fits else -0.008) * maximum,
                top,
                text,
                size=8,
                ha="left" if fits else "right",
                va="bottom",
                color=_COLOURS["ink"],
                transform=axes.get_xaxis_transform(),
            )
        for row, bar in enumerate(rows):
            if bar.value is None:
                axes.text(0.01 * maximum, -row, "no total", size=9, va="center", color=_COLOURS["muted"])
                continue
            if bar.low is not None and bar.high is not None:
                axes.plot(
                    [bar.low, bar.high],
                    [-row, -row],
                    color=_COLOURS["series-1"],
                    linewidth=2.2,
                    alpha=0.45,
                    solid_capstyle="round",
                )
            for mark in bar.marks:
                axes.plot([mark, mark], [-row - 0.2, -row + 0.2], color=_COLOURS["series-1"], linewidth=1.2)
            axes.scatter(bar.value, -row, s=40, color=_COLOURS["series-1"], zorder=3, clip_on=False)
        _ticks(axes.yaxis, [(-row, bar.label) for row, bar in enumerate(rows)])
        _ticks(axes.xaxis, [(x, str(x)) for x in range(0, int(maximum) + 1, 100)])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x", color=_COLOURS["line"], linewidth=0.4, alpha=0.6)
        axes.set(xlim=(0, maximum), ylim=(-len(rows) + 0.4, 0.6))
        return _svg(figure, name)


def _wide(text: str) -> float:
    """Width of a small text as a share of the axis; Chinese takes two letters."""
    return 0.02 + 0.0125 * sum(2 if ord(c) > 0x2E7F else 1 for c in text)


def _levels(texts: Sequence[tuple[float, float]]) -> list[int]:
    """For (place, width) of texts that begin at the top of lines: the level of each, such that none lies on another and no line runs through one.

    From the right to the left: a line that goes up to its text then passes those below it on their left.
    """
    starts: list[float] = []
    levels = [0] * len(texts)
    for index in sorted(range(len(texts)), key=lambda i: -texts[i][0]):
        place, width = texts[index]
        start, end = (place, place + width) if place + width <= 1 else (place - width, place)
        level = next((level for level, taken in enumerate(starts) if end <= taken), len(starts))
        starts[level : level + 1] = [start]
        levels[index] = level
    return levels


def _ticks(axis: Any, places: Sequence[tuple[float, str]]) -> None:
    axis.set_ticks([place for place, _ in places], labels=[text for _, text in places])


@contextmanager
def _figure(width: float, height: float) -> Iterator[Figure]:
    """A figure under matplotlib's own defaults and our style, whatever the user's settings; none of theirs change."""
    try:
        import matplotlib.style
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("matplotlib", "report") from error
    with matplotlib.style.context(["default", _STYLE]), warnings.catch_warnings():
        # Texts are measured with DejaVu Sans, which has no Chinese; the browser draws them.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield Figure(figsize=(width, height))


def _svg(figure: Figure, name: str) -> Markup:
    """The figure as inline SVG: own ids, colours as CSS variables, size left to the page, no metadata."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = file.getvalue()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r"<metadata>.*?</metadata>\s*|<style[^>]*>.*?</style>\s*|<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", text, count=2)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"\n\s*", "\n", text)
    for variable, colour in _COLOURS.items():
        text = text.replace(colour, f"var(--{variable})")
    return Markup(text)
