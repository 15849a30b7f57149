"""What is drawn on a PDF page beside text: straight lines, images, other shapes, and whether any text is white."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pypdfium2.raw as pdfium

from builders.parse.pdf_calls import any_white, at, objects

THIN = 2.0
"""A shape of at most this height (width) in points is a horizontal (vertical) line."""
_SHORTEST = 3.0
_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle in points from the upper left corner of its page: ``left <= right``, ``top <= bottom``."""

    left: float
    top: float
    right: float
    bottom: float


class Rule(NamedTuple):
    """A drawn straight line (underline, blank, table border) as its box; ``horizontal`` tells the direction."""

    left: float
    top: float
    right: float
    bottom: float
    horizontal: bool


class Drawings(NamedTuple):
    """The drawings of one page; ``shapes`` are paths that are no straight lines along the page."""

    rules: tuple[Rule, ...]
    images: tuple[Box, ...]
    shapes: tuple[Box, ...]
    white_text: bool


def read_drawings(page: object, left: float, top: float) -> Drawings:
    """The drawings of a loaded page whose upper left corner is (``left``, ``top``) in PDF coordinates."""
    rules: list[Rule] = []
    images: list[Box] = []
    shapes: list[Box] = []
    buffers = _Buffers()
    items, kinds = objects(page)
    white_text = any_white([item for item, kind in zip(items, kinds, strict=True) if kind == pdfium.FPDF_PAGEOBJ_TEXT])
    for item, kind, matrix in _without_text(items, kinds):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            white_text = white_text or buffers.is_white(item)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            if buffers.is_painted(item):
                _add_path(item, matrix, buffers.bounds(item, matrix, left, top), (left, top), rules, shapes)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            images.append(buffers.bounds(item, matrix, left, top))
        else:
            shapes.append(buffers.bounds(item, matrix, left, top))
    return Drawings(tuple(rules), tuple(images), tuple(shapes), white_text)


def _add_path(
    item: object, matrix: _Matrix, box: Box, corner: tuple[float, float], rules: list[Rule], shapes: list[Box]
) -> None:
    """A path as one straight line, as several, or as a shape."""
    rule = _as_rule(box)
    if rule is not None:
        rules.append(rule)
        return
    edges = [_as_rule(_place(edge, *corner)) for edge in _segments(item, matrix)]
    rules.extend(edge for edge in edges if edge is not None)
    if None in edges or not edges:
        shapes.append(box)


def _without_text(items: Sequence[int], kinds: Sequence[int]) -> Iterator[tuple[object, int, _Matrix]]:
    """The objects of a page but its texts; those inside form objects, with their texts, come with the form's matrix."""
    for item, kind in zip(items, kinds, strict=True):
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _inner_objects(at(item), _IDENTITY)
        elif kind != pdfium.FPDF_PAGEOBJ_TEXT:
            yield at(item), kind, _IDENTITY


def _inner_objects(outer: object, matrix: _Matrix) -> Iterator[tuple[object, int, _Matrix]]:
    """The objects of a form object, forms within forms opened."""
    pending = [(outer, matrix)]
    while pending:
        form, around = pending.pop()
        inner = _compose(_matrix(form), around)
        for index in range(pdfium.FPDFFormObj_CountObjects(form)):
            item = pdfium.FPDFFormObj_GetObject(form, index)
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                pending.append((item, inner))
            else:
                yield item, kind, inner


class _Buffers:
    """What PDFium fills in, made once a page: a page can have thousands of objects."""

    def __init__(self) -> None:
        self.colour = [ctypes.c_uint() for _ in range(4)]
        self.sides = [ctypes.c_float() for _ in range(4)]
        self.mode = [ctypes.c_int(), ctypes.c_int()]
        self.at_colour, self.at_sides, self.at_mode = (
            [ctypes.byref(value) for value in values] for values in (self.colour, self.sides, self.mode)
        )

    def is_white(self, item: object) -> bool:
        """Whether the fill colour is that of paper."""
        red, green, blue, alpha = self.colour
        if not pdfium.FPDFPageObj_GetFillColor(item, *self.at_colour):
            return False
        return red.value == 255 and (green.value, blue.value) == (255, 255) and alpha.value > 0

    def is_painted(self, item: object) -> bool:
        """Whether the path shows: stroked, or filled in another colour than that of paper."""
        fill, stroke = self.mode
        if not pdfium.FPDFPath_GetDrawMode(item, *self.at_mode):
            return False
        return stroke.value != 0 or (fill.value != 0 and not self.is_white(item))

    def bounds(self, item: object, matrix: _Matrix, left: float, top: float) -> Box:
        """The object's box from the upper left corner."""
        pdfium.FPDFPageObj_GetBounds(item, *self.at_sides)
        x1, y1, x2, y2 = (side.value for side in self.sides)
        if matrix is _IDENTITY:
            return Box(x1 - left, top - y2, x2 - left, top - y1)
        return _place((*_apply(matrix, x1, y1), *_apply(matrix, x2, y2)), left, top)


def _segments(item: object, matrix: _Matrix) -> list[tuple[float, float, float, float]]:
    """The straight segments of a path as point pairs; empty when it holds a curve."""
    own = _compose(_matrix(item), matrix)
    lines: list[tuple[float, float, float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    start = here = (0.0, 0.0)
    for index in range(pdfium.FPDFPath_CountSegments(item)):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = _apply(own, x.value, y.value)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            if point != here:
                lines.append((*here, *point))
        else:
            return []
        here = point
        if pdfium.FPDFPathSegment_GetClose(segment):
            if here != start:
                lines.append((*here, *start))
            here = start
    return lines


def _as_rule(box: Box) -> Rule | None:
    width, height = box.right - box.left, box.bottom - box.top
    if height <= THIN and width >= _SHORTEST:
        return Rule(*box, horizontal=True)
    if width <= THIN and height >= _SHORTEST:
        return Rule(*box, horizontal=False)
    return None


def _place(corners: tuple[float, float, float, float], left: float, top: float) -> Box:
    """Two opposite corners in PDF coordinates (y upwards) as a box from the upper left corner."""
    x1, y1, x2, y2 = corners
    return Box(min(x1, x2) - left, top - max(y1, y2), max(x1, x2) - left, top - min(y1, y2))


def _matrix(item: object) -> _Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _apply(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _compose(inner: _Matrix, outer: _Matrix) -> _Matrix:
    """The matrix that applies ``inner`` first."""
    if outer is _IDENTITY:
        return inner
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)

