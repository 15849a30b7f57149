"""Lines of a page made ready to read: sub- and superscripts back in the line of their base, drawn blanks and underlines as characters.

Conventions: a drawn line over nothing is a blank to fill in, ``____``; under a number it is a numbered blank, ``__41__``; under words it is
emphasis that the question may ask about, ``<u>words</u>``. Lines that belong to a table (they touch an upright line) say nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builders.parse.pdf_lines import PdfLine, Rule

BLANK = "____"
UNDERLINE = ("<u>", "</u>")
NUMBERED = ("__", "__")
_NEAR = 0.8  # of the font size: baselines nearer than this can be one line with its scripts or fractions
_SMALL = 0.78  # of the base's size: smaller characters are scripts
_BESIDE = 0.7  # of the base's size: how far from a character of the base a fraction's part starts or ends
_UNDER = (-0.5, 3.3)  # points below the baseline between which a line is an underline
_SHORTEST_BLANK = 6.0
_Run = tuple[str, tuple[float, ...], tuple[float, ...]]  # text, xs, ends


def first_x(line: PdfLine) -> float:
    """Origin of the first character that is no blank."""
    return next((x for character, x in zip(line.text, line.xs, strict=True) if not character.isspace()), line.xs[0])


def cut(line: PdfLine, start: int, end: int | None = None) -> PdfLine | None:
    """The characters [start, end) of a line without outer blanks; None when nothing is left."""
    stop = len(line.text) if end is None else end
    while start < stop and line.text[start].isspace():
        start += 1
    while start < stop and line.text[stop - 1].isspace():
        stop -= 1
    if start >= stop:
        return None
    return replace(line, text=line.text[start:stop], xs=line.xs[start:stop], ends=line.ends[start:stop])


def attach_scripts(lines: Sequence[PdfLine]) -> tuple[PdfLine, ...]:
    """Put rows that are scripts or fraction parts of a row nearby into that row; ``lines`` from top to bottom."""
    rows = list(lines)
    near = {
        index
        for index in range(len(rows) - 1)
        if rows[index + 1].y - rows[index].y <= _NEAR * max(rows[index].size, rows[index + 1].size)
    }
    if not near:
        return tuple(rows)
    candidates = sorted(near | {index + 1 for index in near}, key=lambda index: len(rows[index].text.replace(" ", "")))
    gone: set[int] = set()
    for index in candidates:
        base = _base(rows, index, gone)
        if base is not None:
            rows[base] = _merge(rows[base], rows[index])
            gone.add(index)
    return tuple(row for index, row in enumerate(rows) if index not in gone)


def _base(rows: Sequence[PdfLine], index: int, gone: set[int]) -> int | None:
    """The row that row ``index`` belongs to, the nearest of the possible ones."""
    row = rows[index]
    length = len(row.text.replace(" ", ""))
    found: list[tuple[float, int]] = []
    for step in (-1, 1):
        other = index + step
        while 0 <= other < len(rows) and abs(rows[other].y - row.y) <= _NEAR * max(row.size, rows[other].size):
            base = rows[other]
            if other not in gone and len(base.text.replace(" ", "")) >= length and _belongs(row, base):
                found.append((abs(base.y - row.y), other))
            other += step
    return min(found)[1] if found else None


def _belongs(row: PdfLine, base: PdfLine) -> bool:
    """Whether every run of ``row`` is a script of ``base`` or stands in one of its gaps, beside a character of it."""
    edges = [
        (x, end) for character, x, end in zip(base.text, base.xs, base.ends, strict=True) if not character.isspace()
    ]
    script = row.size <= _SMALL * base.size or all(unicodedata.category(c) in ("Sk", "Lm", "Mn", "Zs") for c in row.text)
    reach = _BESIDE * base.size
    for _, xs, ends in _runs(row):
        left, right = xs[0], ends[-1]
        if not script and any(x < right - 1 and left + 1 < end for x, end in edges):
            return False
        if not any(x - reach <= right and left <= end + reach for x, end in edges):
            return False
    return script or row.size <= base.size + 1


def _runs(row: PdfLine) -> Iterator[_Run]:
    """Pieces of a row between blanks and gaps."""
    start = 0
    for index in range(1, len(row.text) + 1):
        if index == len(row.text) or row.text[index].isspace() or row.xs[index] - row.ends[index - 1] > 0.5 * row.size:
            if row.text[start:index].strip():
                yield row.text[start:index], row.xs[start:index], row.ends[start:index]
            start = index


def _merge(base: PdfLine, row: PdfLine) -> PdfLine:
    """``base`` with the runs of ``row`` at their places; blanks that made room for them go."""
    added = list(_runs(row))
    pieces: list[tuple[float, int, _Run]] = [(run[1][0], 1, run) for run in added]
    for character, x, end in zip(base.text, base.xs, base.ends, strict=True):
        if not character.isspace() or not any(x < ends[-1] + 1 and xs[0] - 1 < end for _, xs, ends in added):
            pieces.append((x, 0, (character, (x,), (end,))))
    pieces.sort(key=lambda piece: piece[:2])
    runs = [run for _, _, run in pieces]
    return replace(
        base,
        text="".join(text for text, _, _ in runs),
        xs=tuple(x for _, xs, _ in runs for x in xs),
        ends=tuple(end for _, _, ends in runs for end in ends),
    )


def mark_drawn(lines: Sequence[PdfLine], rules: Sequence[Rule]) -> tuple[PdfLine, ...]:
    """Write drawn blanks and underlines into the lines they belong to."""
    upright = [rule for rule in rules if not rule.horizontal]
    strokes = _joined(rule for rule in rules if rule.horizontal and not any(_touch(rule, other) for other in upright))
    if not strokes:
        return tuple(lines)
    marked = list(lines)
    for left, right, y in strokes:
        nearest = min(
            (index for index, line in enumerate(marked) if _UNDER[0] <= y - line.y <= _UNDER[1]),
            key=lambda index: abs(y - marked[index].y),
            default=None,
        )
        if nearest is not None:
            marked[nearest] = _mark(marked[nearest], left, right)
    return tuple(marked)


def _touch(rule: Rule, upright: Rule) -> bool:
    return rule.left - 2 <= upright.left <= rule.right + 2 and upright.top - 2 <= rule.top <= upright.bottom + 2


def _joined(rules: Iterator[Rule]) -> list[tuple[float, float, float]]:
    """(left, right, y) of the lines, pieces that continue each other as one."""
    strokes: list[tuple[float, float, float]] = []
    for left, right, y in sorted(((rule.left, rule.right, rule.top) for rule in rules), key=lambda s: (round(s[2]), s[0])):
        if strokes and abs(strokes[-1][2] - y) < 1 and left <= strokes[-1][1] + 1:
            strokes[-1] = (strokes[-1][0], max(right, strokes[-1][1]), y)
        else:
            strokes.append((left, right, y))
    return strokes


def _mark(line: PdfLine, left: float, right: float) -> PdfLine:
    """``line`` with the mark of a drawn line from ``left`` to ``right``."""
    inside = [
        index
        for index, (x, end) in enumerate(zip(line.xs, line.ends, strict=True))
        if left < (x + end) / 2 < right and end > x
    ]
    covered = [index for index in inside if not line.text[index].isspace()]
    if not covered:
        if right - left < _SHORTEST_BLANK:
            return line
        place = next((index for index, x in enumerate(line.xs) if x >= left - 1), len(line.text))
        apart = [" " if side.isalnum() and side.isascii() else "" for side in (line.text[place - 1 : place], line.text[place : place + 1])]
        return _insert(line, {place: apart[0] + BLANK + apart[1]})
    words = line.text[covered[0] : covered[-1] + 1]
    before, after = NUMBERED if words.strip().isdigit() and right - left > 1.5 * (line.ends[covered[-1]] - line.xs[covered[0]]) else UNDERLINE
    return _insert(line, {covered[0]: before, covered[-1] + 1: after})


def _insert(line: PdfLine, marks: dict[int, str]) -> PdfLine:
    """``line`` with ``marks`` before the given characters; a mark has no width."""
    text: list[str] = []
    xs: list[float] = []
    ends: list[float] = []
    for index in range(len(line.text) + 1):
        mark = marks.get(index, "")
        x = line.xs[index] if index < len(line.xs) else line.ends[-1]
        text += mark
        xs += [x] * len(mark)
        ends += [x] * len(mark)
        if index < len(line.text):
            text.append(line.text[index])
            xs.append(x)
            ends.append(line.ends[index])
    return replace(line, text="".join(text), xs=tuple(xs), ends=tuple(ends))
