"""Totals of an examination as bars with the lines of people across (the form of the paper's figure 3), drawn as plain SVG: no further package is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from legal_metrics.boards.exam_totals import ExamBoard, ModelTotal
from legal_metrics.report.markup import Markup, element, render

_WIDTH, _HEIGHT = 720, 320  # of the field; labels stand outside
_LEFT, _TOP, _RIGHT, _BELOW = 44, 12, 190, 110
_APART = 15  # between the names of two lines


def exam_bars(board: ExamBoard, heads: Mapping[str, str] | None = None) -> Markup:
    """A bar for each model, the highest first, with its interval; a dashed line for each group of people, named at its right end.

    ``heads``: what models are called, by name.

    >>> board = ExamBoard("lawyers", 900.0, (ModelTotal("m", 450.0, None, 20, True, True, ()),), ())
    >>> "450 of 900" in exam_bars(board)
    True
    """
    known = [model for model in board.models if model.total is not None]
    models = [*sorted(known, key=lambda model: (-(model.total or 0.0), model.model)), *(model for model in board.models if model.total is None)]
    step = _WIDTH / max(len(models), 1)
    return element(
        "svg",
        [_tick(points, board.maximum) for points in range(0, int(board.maximum) + 1, 100)],
        _lines(board),
        [_bar(replace(model, model=(heads or {}).get(model.model, model.model)), (place + 0.5) * step, 0.62 * step, board.maximum) for place, model in enumerate(models)],
        viewBox=f"0 0 {_LEFT + _WIDTH + _RIGHT} {_TOP + _HEIGHT + _BELOW}",
        role="img",
        aria_label=f"Totals of {len(models)} models and {len(board.lines)} lines of people",
        font_size=12,
    )


def _y(points: float, maximum: float) -> float:
    return round(_TOP + _HEIGHT * (1 - points / maximum), 2) if maximum else float(_TOP + _HEIGHT)


def _tick(points: int, maximum: float) -> Markup:
    y = _y(points, maximum)
    return render(
        _line(_LEFT, y, _LEFT + _WIDTH, y, "line", 0.6),
        element("text", points, x=_LEFT - 6, y=y + 4, text_anchor="end", fill="var(--muted)"),
    )


def _bar(model: ModelTotal, centre: float, width: float, maximum: float) -> Markup:
    x, ground = round(_LEFT + centre, 2), _y(0, maximum)
    name = element("text", model.model, transform=f"translate({x} {ground + 14}) rotate(-32)", text_anchor="end", fill="var(--ink)")
    if model.total is None:
        return render(name, element("text", "no total", transform=f"translate({x + 4} {ground - 6}) rotate(-90)", fill="var(--muted)"))
    top = _y(model.total, maximum)
    bar = element(
        "rect",
        element("title", f"{model.model}: {model.total:.0f} of {maximum:g}"),
        x=round(x - width / 2, 2),
        y=top,
        width=round(width, 2),
        height=round(ground - top, 2),
        rx=2,
        fill="var(--series-1)",
    )
    whisker = None
    if model.interval is not None:
        low, high = (_y(bound, maximum) for bound in (model.interval.low, model.interval.high))
        whisker = _line(x, low, x, high, "ink", 1.4)
    above = min(top, _y(model.interval.high, maximum)) if model.interval is not None else top
    words = f"{model.total:.0f}"
    # A halo, where a line of people runs behind the figure.
    halo = element("text", words, x=x, y=round(above - 5, 2), text_anchor="middle", stroke="var(--page)", stroke_width=4)
    return render(bar, whisker, name, halo, element("text", words, x=x, y=round(above - 5, 2), text_anchor="middle", fill="var(--ink)"))


def _lines(board: ExamBoard) -> list[Markup]:
    """Lines of people from the top down; names that would lie on one another move down, and a thin lead shows whose they are."""
    drawn = []
    free = float(_TOP)
    end = _LEFT + _WIDTH
    for line in sorted((line for line in board.lines if line.points is not None), key=lambda line: -(line.points or 0.0)):
        y = _y(line.points or 0.0, board.maximum)
        label = max(y, free)
        free = label + _APART
        drawn += [
            _line(_LEFT, y, end, y, "series-2", 1.3, dashes="6 4"),
            _line(end, y, end + 10, label, "series-2", 0.8),
            element("text", f"{line.title} {line.points:.0f}", x=end + 13, y=round(label + 4, 2), fill="var(--ink)"),
        ]
    return drawn


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, *, dashes: str | None = None) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=f"var(--{colour})", stroke_width=width, stroke_dasharray=dashes)
