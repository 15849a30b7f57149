"""Pictures of an evaluation as SVG made by hand: no library, same input, same bytes; colours are CSS variables of the page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure, percent

_WIDTH, _HEIGHT, _RADIUS = 860, 640, 205
_X, _Y = _WIDTH / 2, _HEIGHT / 2
_RINGS = (0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Spoke:
    """One task of the radar: its labels, its score (None: it has none), and the place of its group."""

    label: str
    title: str
    value: float | None
    group: int


@dataclass(frozen=True, slots=True)
class Sector:
    """One group of the radar, and the mean of its tasks (None: it has none)."""

    title: str
    subtitle: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Move:
    """One value of an open choice: what Q is with it (None: nothing). ``chosen``: the evaluation uses it."""

    choice: str
    value: str
    total: float | None
    chosen: bool


def radar(spokes: Sequence[Spoke], sectors: Sequence[Sector]) -> Markup:
    """Scores from 0 (the centre) to 1 (the rim): a polygon over the tasks, an arc for the mean of each group.

    The polygon is open beside a task without a score, which has a hollow mark at the rim instead of a point.
    """
    step = 2 * math.pi / max(len(spokes), 1)
    first = {place: min((i for i, spoke in enumerate(spokes) if spoke.group == place), default=None) for place in range(len(sectors))}
    parts = [_sector(sector, place, first[place], sum(spoke.group == place for spoke in spokes), step) for place, sector in enumerate(sectors)]
    rings = [_circle(_X, _Y, _RADIUS * ring, fill="none", stroke="var(--line)", stroke_width=0.8) for ring in _RINGS]
    ticks = [_text(f"{ring:g}", _X + 4, _Y - _RADIUS * ring - 3, size=10, colour="muted", anchor="start") for ring in _RINGS]
    axes = [_line((_X, _Y), _at((i + 0.5) * step, 1), stroke="var(--line)", stroke_width=0.8) for i in range(len(spokes))]
    dots = [_dot(spoke, (i + 0.5) * step) for i, spoke in enumerate(spokes)]
    labels = [_label(spoke, (i + 0.5) * step) for i, spoke in enumerate(spokes)]
    told = "; ".join(f"{spoke.label} {spoke.title} {figure(spoke.value)}" for spoke in spokes)
    return _svg(f"Radar of the tasks: {told}", _WIDTH, _HEIGHT, parts, rings, axes, ticks, _polygon(spokes, step), dots, labels)


def moves(found: Sequence[Move], base: float | None) -> Markup:
    """Q for each value of the open choices that move it: one line a choice, the value in use as a full dot, the others as rings."""
    choices = list(dict.fromkeys(move.choice for move in found))
    known = [move.total for move in found if move.total is not None] + ([] if base is None else [base])
    low, high = math.floor(min(known, default=0)), math.ceil(max(known, default=100))
    low, high = max(low - 1, 0), min(high + 1, 100)
    left, right, row = 190, 830, 34
    height = row * len(choices) + 40

    def across(total: float) -> float:
        return left + (right - left) * (total - low) / (high - low)

    parts: list[Markup] = []
    for tick in _ticks(low, high):
        parts += [
            _line((across(tick), 8), (across(tick), height - 26), stroke="var(--line)", stroke_width=0.8),
            _text(f"{tick:g}", across(tick), height - 8, size=11, colour="muted"),
        ]
    if base is not None:
        parts.append(_line((across(base), 8), (across(base), height - 26), stroke="var(--series-1)", stroke_width=1.2))
    for place, choice in enumerate(choices):
        y = 24 + row * place
        of_choice = sorted((move for move in found if move.choice == choice), key=lambda move: (move.chosen, move.total or 0))
        totals = [move.total for move in of_choice if move.total is not None]
        parts.append(_text(choice, left - 14, y + 4, size=12, anchor="end"))
        if totals:
            parts.append(_line((across(min(totals)), y), (across(max(totals)), y), stroke="var(--series-1)", stroke_width=2, opacity=0.35))
        parts += [_mark(move, across(move.total), y) for move in of_choice if move.total is not None]
    told = "; ".join(f"{move.choice} {move.value}: {percent(move.total)}" for move in found)
    return _svg(f"Q for each value of the open choices: {told}", 860, height, parts)


def _mark(move: Move, x: float, y: float) -> Markup:
    title = element("title", f"{move.choice} = {move.value}: {percent(move.total)}")
    fill = "var(--series-1)" if move.chosen else "var(--page)"
    return element("g", title, _circle(x, y, 5, fill=fill, stroke="var(--series-1)", stroke_width=1.8))


def _ticks(low: int, high: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20) if (high - low) / step <= 12)
    return list(range(math.ceil(low / step) * step, high + 1, step))


def _at(angle: float, share: float) -> tuple[float, float]:
    """The point at an angle from the top, clockwise."""
    return _X + _RADIUS * share * math.sin(angle), _Y - _RADIUS * share * math.cos(angle)


def _sector(sector: Sector, place: int, first: int | None, count: int, step: float) -> Markup | None:
    if first is None:
        return None
    begin, end = first * step, (first + count) * step
    ground = _arc(begin, end, 1, closed=True, fill="var(--panel)" if place % 2 else "var(--band)", opacity=0.75)
    mean = None if sector.value is None else _arc(begin + 0.03, end - 0.03, sector.value, fill="none", stroke="var(--series-2)", stroke_width=2.5)
    side = 1 if math.sin((begin + end) / 2) >= 0 else -1
    x, y = _X + side * (_WIDTH / 2 - 8), 26 if math.cos((begin + end) / 2) >= 0 else _HEIGHT - 44
    anchor = "end" if side > 0 else "start"
    name = [
        _text(sector.title, x, y, size=14, weight="700", anchor=anchor),
        _text(f"{sector.subtitle} {figure(sector.value)}", x, y + 20, size=13, colour="series-2", anchor=anchor),
    ]
    return render(ground, mean, name)


def _arc(begin: float, end: float, share: float, *, closed: bool = False, **attributes: str | float) -> Markup:
    (x1, y1), (x2, y2) = _at(begin, share), _at(end, share)
    radius = _RADIUS * share
    path = f"{x1:.2f} {y1:.2f} A {radius:.2f} {radius:.2f} 0 {int(end - begin > math.pi)} 1 {x2:.2f} {y2:.2f}"
    return _element("path", d=f"M {_X:g} {_Y:g} L {path} Z" if closed else f"M {path}", **attributes)


def _polygon(spokes: Sequence[Spoke], step: float) -> Markup:
    """The ring of scores: closed and filled where every task has one, else its pieces."""
    points = [None if spoke.value is None else _at((i + 0.5) * step, spoke.value) for i, spoke in enumerate(spokes)]
    line: dict[str, str | float] = {"stroke": "var(--series-1)", "stroke_width": 2, "stroke_linejoin": "round"}
    known = [point for point in points if point is not None]
    if known and len(known) == len(points):
        return _element("polygon", points=" ".join(f"{x:.2f},{y:.2f}" for x, y in known), fill="var(--series-1)", fill_opacity=0.14, **line)
    pairs = zip(points, [*points[1:], *points[:1]], strict=True)
    return render([_line(one, other, **line) for one, other in pairs if one is not None and other is not None])


def _dot(spoke: Spoke, angle: float) -> Markup:
    if spoke.value is None:
        return _circle(*_at(angle, 1), 4, fill="var(--page)", stroke="var(--bad)", stroke_width=1.6)
    return _circle(*_at(angle, spoke.value), 4, fill="var(--series-1)", stroke="var(--page)", stroke_width=1)


def _label(spoke: Spoke, angle: float) -> Markup:
    x, y = _at(angle, 1.1)
    sine = math.sin(angle)
    anchor = "middle" if abs(sine) < 0.2 else "start" if sine > 0 else "end"
    y += -12 if math.cos(angle) > 0.9 else 8 if math.cos(angle) < -0.9 else 0
    value = figure(spoke.value) if spoke.value is not None else f"{NOTHING} no value"
    return render(
        _text(f"{spoke.label} {spoke.title}", x, y, size=13, anchor=anchor),
        _text(value, x, y + 16, size=12, colour="muted" if spoke.value is not None else "bad", anchor=anchor),
    )


def _svg(told: str, width: float, height: float, *parts: Iterable[Markup | None] | Markup) -> Markup:
    return element("svg", element("title", told), parts, viewBox=f"0 0 {width:g} {height:g}", role="img")


def _text(text: str, x: float, y: float, *, size: int, colour: str = "ink", anchor: str = "middle", weight: str | None = None) -> Markup:
    style = f"font-size:{size}px;fill:var(--{colour})"
    return element("text", text, x=f"{x:.2f}", y=f"{y:.2f}", text_anchor=anchor, font_weight=weight, style=style)


def _circle(x: float, y: float, radius: float, **attributes: str | float) -> Markup:
    return _element("circle", cx=f"{x:.2f}", cy=f"{y:.2f}", r=f"{radius:g}", **attributes)


def _line(one: tuple[float, float], other: tuple[float, float], **attributes: str | float) -> Markup:
    return _element("line", x1=f"{one[0]:.2f}", y1=f"{one[1]:.2f}", x2=f"{other[0]:.2f}", y2=f"{other[1]:.2f}", **attributes)


def _element(tag: str, **attributes: str | float) -> Markup:
    return element(tag, **{name: str(value) for name, value in attributes.items()})
