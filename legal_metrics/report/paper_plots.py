"""Figures of a paper as plain SVG, no further package needed: a panel for each model over the years, errors by kind as a map, judges against one another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from legal_metrics.analyses.drift import Drift, ModelDrift
from legal_metrics.analyses.error_kinds import ErrorAnalysis
from legal_metrics.analyses.judge_shares import JudgePair
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import NOTHING

_WIDE = 960
_COLUMNS = 5
_PANEL, _LINE = 152, 118  # size of a panel's place, its title included
_INNER = (30, 24, 112, 66)  # left, top, width, height of the field within
_ROW, _CELL, _NAMES, _SLANT = 19, 46, 372, 84  # of the map: height of a row, width of a cell, room for names on the left and above
_SQUARE = 330


def year_panels(drift: Drift, heads: Mapping[str, str]) -> Markup:
    """A panel for each model: its score by year with intervals, the other models faint behind, a dashed line at the end of the year of its training cutoff.

    >>> from legal_metrics.analyses.drift import item_drift, period
    >>> drift = item_drift({"a": {"x": (1.0, 1.0), "y": (0.0, 1.0)}}, {"x": period("2020"), "y": period("2021")}, score="accuracy")
    >>> "2020–2021" in year_panels(drift, {"a": "Model A"})
    True
    """
    models = list(drift.models.values())
    known = [value for model in models for estimate in model.years.values() for value in (estimate.value, estimate.interval.low, estimate.interval.high) if math.isfinite(value)]
    low, high = (0.0, 1.0) if all(0 <= value <= 1 for value in known) else (min(0.0, *known), max(known))
    rows = math.ceil(len(models) / _COLUMNS)
    panels = [
        element("g", _panel(model, models, drift.years, heads[model.name], low, high), transform=f"translate({_PANEL * (place % _COLUMNS)} {_LINE * (place // _COLUMNS)})")
        for place, model in enumerate(models)
    ]
    words = f"{len(models)} models by year, {drift.years[0]}–{drift.years[-1]}"
    return element("svg", panels, viewBox=f"0 0 {_PANEL * min(len(models), _COLUMNS) + 12} {_LINE * rows}", role="img", aria_label=words, font_size=10)


def _panel(model: ModelDrift, models: Sequence[ModelDrift], years: Sequence[int], head: str, low: float, high: float) -> Markup:
    left, top, width, height = _INNER
    span = max(years[-1] - years[0], 1)

    def x(year: float) -> float:
        return round(left + width * ((year - years[0]) / span if len(years) > 1 else 0.5), 1)

    def y(value: float) -> float:
        return round(top + height * (high - value) / ((high - low) or 1), 1)

    def line(of: ModelDrift, colour: str, width: float) -> Markup:
        places = [(x(year), y(found.value)) for year, found in of.years.items() if math.isfinite(found.value)]
        return element("polyline", points=" ".join(f"{a},{b}" for a, b in places), fill="none", stroke=f"var(--{colour})", stroke_width=width, stroke_linejoin="round")

    ticks = [(low, f"{low:g}"), ((low + high) / 2, ""), (high, f"{high:.3g}")]
    grid = [
        render(_stroke(left, y(value), left + width, y(value), "line", 0.5), element("text", words, x=left - 4, y=y(value) + 3, text_anchor="end", fill="var(--muted)") if words else None)
        for value, words in ticks
    ]
    ends = [element("text", year, x=x(year), y=top + height + 13, text_anchor=anchor, fill="var(--muted)") for year, anchor in ((years[0], "start"), (years[-1], "end"))]
    own = [(year, found) for year, found in model.years.items() if math.isfinite(found.value)]
    whiskers = [_stroke(x(year), y(found.interval.low), x(year), y(found.interval.high), "series-1", 2, opacity=0.35) for year, found in own if math.isfinite(found.interval.low)]
    dots = [element("circle", element("title", f"{head}, {year}: {found.value:.3f} (n = {found.n})"), cx=x(year), cy=y(found.value), r=2.4, fill="var(--series-1)") for year, found in own]
    cutoff = int(model.cutoff[:4]) + (int(model.cutoff[5:7]) / 12 if len(model.cutoff) > 4 else 1) if model.cutoff else None
    seen = cutoff is not None and years[0] <= cutoff <= years[-1]
    return render(
        element("text", head, x=left, y=13, fill="var(--ink)", font_weight=600, font_size=11),
        grid,
        ends if len(years) > 1 else ends[:1],
        _stroke(x(cutoff), top, x(cutoff), top + height, "series-2", 1, dashes="3 3") if cutoff is not None and seen else None,
        [line(other, "line", 0.8) for other in models if other is not model],
        whiskers,
        line(model, "series-1", 1.6),
        dots,
    )


def error_map(analysis: ErrorAnalysis, heads: Mapping[str, str]) -> Markup:
    """Kinds of errors by models; the darker, the larger the share of the outputs in which the kind could occur. Kinds that no model shows are left out.

    >>> from legal_metrics.analyses.error_kinds import find_errors
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}]
    >>> "Wrong option" in error_map(find_errors("tw-legalbench/mcq", {"m": {"q1": "B"}}, rows, reading="lenient"), {"m": "M"})
    True
    """
    shares = {kind.name: {name: model.count(kind.name).share for name, model in analysis.models.items()} for kind in analysis.kinds}
    kinds = [kind for kind in analysis.kinds if any(share > 0 for share in shares[kind.name].values())]
    parts = []
    for column, name in enumerate(analysis.models):
        x = _NAMES + _CELL * (column + 0.5)
        parts.append(element("text", heads[name], transform=f"translate({x - 2} {_SLANT - 8}) rotate(-40)", fill="var(--ink)"))
    y, group = _SLANT, ""
    for kind in kinds:
        y, group = y + (6 if group and kind.group != group else 0), kind.group
        parts.append(element("text", f"{kind.en} {kind.zh}", x=_NAMES - 8, y=y + 13, text_anchor="end", fill="var(--ink)"))
        parts += [_square(shares[kind.name][name], _NAMES + _CELL * column, y) for column, name in enumerate(analysis.models)]
        y += _ROW
    width = _NAMES + _CELL * len(analysis.models) + 60
    words = f"Share of outputs with each kind of error, {len(kinds)} kinds, {len(analysis.models)} models"
    return element("svg", parts, viewBox=f"0 0 {width} {y + 4}", role="img", aria_label=words, font_size=11)


def _square(share: float, x: int, y: int) -> Markup:
    known = math.isfinite(share)
    ink = "page" if known and share > 0.55 else "ink"
    return render(
        element("rect", x=x + 1, y=y + 1, width=_CELL - 2, height=_ROW - 2, rx=2, fill="var(--bad)", fill_opacity=round(share, 3)) if known and share else None,
        element("text", f"{100 * share:.0f}" if known else NOTHING, x=x + _CELL // 2, y=y + 13, text_anchor="middle", fill=f"var(--{ink if known and share else 'muted'})"),
    )


def judge_scatter(pairs: Sequence[JudgePair], heads: Mapping[str, str]) -> Markup:
    """Two judges on the same answers: a faint dot for each answer (shares of its points), a full one for each model (share of all points). On the diagonal they agree.

    Raises nothing; ``pairs`` are of one pair of judges.
    """
    left, top, size = 60, 10, _SQUARE
    first, second = pairs[0].first, pairs[0].second

    def place(a: float, b: float) -> dict[str, float]:
        return {"cx": round(left + size * a, 1), "cy": round(top + size * (1 - b), 1)}

    ticks = [
        render(
            element("text", f"{share:.0%}", x=left - 6, y=top + size * (1 - share) + 4, text_anchor="end", fill="var(--muted)"),
            element("text", f"{share:.0%}", x=left + size * share, y=top + size + 16, text_anchor="middle", fill="var(--muted)"),
            _stroke(left, top + size * (1 - share), left + size, top + size * (1 - share), "line", 0.6),
            _stroke(left + size * share, top, left + size * share, top + size, "line", 0.6),
        )
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    ranked = sorted(pairs, key=lambda pair: -pair.second_value)
    names, free = [], float(top)
    for pair in ranked:
        at = place(pair.first_value, pair.second_value)
        label = max(at["cy"], free)
        free = label + 15
        names.append(_stroke(at["cx"], at["cy"], left + size + 12, label, "line", 0.6))
        names.append(element("text", f"{heads[pair.model]} {100 * pair.first_value:.0f} / {100 * pair.second_value:.0f}", x=left + size + 16, y=round(label + 4, 1), fill="var(--ink)"))
    return element(
        "svg",
        ticks,
        _stroke(left, top + size, left + size, top, "muted", 0.9, dashes="4 4"),
        [element("circle", **place(a, b), r=3.2, fill="var(--series-1)", fill_opacity=0.25) for pair in pairs for a, b in pair.shares],
        names,
        [
            element("circle", element("title", f"{heads[pair.model]}: {pair.first_value:.3f}, {pair.second_value:.3f}"), **place(pair.first_value, pair.second_value), r=4, fill="var(--series-2)")
            for pair in pairs
        ],
        element("text", f"{first} →", x=left + size, y=top + size + 34, text_anchor="end", fill="var(--ink)"),
        element("text", f"{second} →", transform=f"translate(12 {top}) rotate(-90)", text_anchor="end", fill="var(--ink)"),
        viewBox=f"0 0 {left + size + 190} {top + size + 42}",
        role="img",
        aria_label=f"{first} and {second} on the same answers of {len(pairs)} models",
        font_size=11,
    )


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, *, dashes: str | None = None, opacity: float | None = None) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=f"var(--{colour})", stroke_width=width, stroke_dasharray=dashes, stroke_opacity=opacity, stroke_linecap="round" if opacity else None)
