"""PDF bytes to lines of text by the position of each character, with the straight lines and images of each page.

Content order is not reading order in these files: characters are put into lines by their baseline and into order by x. Nothing is translated here
(option marks stay private-use characters); what the reader of the paper cannot see (white text, the second of two equal glyphs on one spot) is
left out and counted.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pypdfium2.raw as pdfium

from builders.parse.exam import ExamProblem
from builders.parse.pdf_calls import origins
from builders.parse.pdf_drawings import Box, Rule, read_drawings

__all__ = ["Box", "PdfLine", "PdfPage", "PdfText", "Rule", "read_pdf"]

SAME_BASELINE = 2.0
"""Characters whose baselines differ by at most this many points stand on one line."""
DOUBLED = 0.5
"""Two equal characters at most this far apart in points are one glyph printed twice."""
UNMAPPED_SHARE = 0.1
"""From this share of characters without a Unicode value on, the text layer is useless."""
LEGIBLE, SPECK = 2.0, 0.3
"""Glyphs of fewer points than the first, and than this share of the page's largest, are specks that nobody can read."""
_WHITE = (255, 255, 255)
_NO_VALUE = "\ufffd"
_REPAIRED = str.maketrans({"\0": _NO_VALUE, "\ufffe": _NO_VALUE, "\uffff": _NO_VALUE, "\x02": "-"})  # PDFium: no value; a hyphen that ends a line
_PROBES = 64  # characters a page that are asked for their Unicode mapping


@dataclass(frozen=True, slots=True)
class PdfLine:
    """One line: ``xs[i]`` is the origin of ``text[i]`` and ``ends[i]`` where the next character starts or this one ends; ``y`` the baseline.

    Points from the upper left corner of page ``page`` (from 1); ``size`` is the font size of most of the line.
    """

    text: str
    xs: tuple[float, ...]
    ends: tuple[float, ...]
    y: float
    size: float
    page: int


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page: lines from top to bottom, straight lines, images, other drawn shapes."""

    number: int
    width: float
    height: float
    lines: tuple[PdfLine, ...]
    rules: tuple[Rule, ...]
    images: tuple[Box, ...]
    shapes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class PdfText:
    """All pages; ``unreadable`` is ``""`` or why there is no usable text: scanned, encrypted, unmapped, damaged."""

    pages: tuple[PdfPage, ...] = ()
    problems: tuple[ExamProblem, ...] = ()
    unreadable: str = ""


def read_pdf(data: bytes) -> PdfText:
    """Read a PDF by character position.

    Never raises on content: a file that cannot be opened or has no usable text says so in ``unreadable``. ``problems`` counts what was left out
    (``white_text``, ``doubled_glyphs``, ``specks``) and names ``encrypted_empty_password``.

    >>> read_pdf(b"no PDF").unreadable
    'damaged'
    """
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        password = pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD
        return PdfText(unreadable="encrypted" if password else "damaged")
    try:
        return _read_document(document)
    finally:
        pdfium.FPDF_CloseDocument(document)


def _read_document(document: Any) -> PdfText:
    pages: list[PdfPage] = []
    problems: list[ExamProblem] = []
    if pdfium.FPDF_GetSecurityHandlerRevision(document) != -1:
        problems.append(ExamProblem("", "encrypted_empty_password", "encrypted with an empty password"))
    damaged = probed = unmapped = 0
    for number in range(1, pdfium.FPDF_GetPageCount(document) + 1):
        page = pdfium.FPDF_LoadPage(document, number - 1)
        text = page and pdfium.FPDFText_LoadPage(page)
        if not text:
            damaged += 1
            problems.append(ExamProblem(f"p.{number}", "page_damaged", "the page cannot be loaded"))
        else:
            reader = _PageReader(page, text, number)
            pages.append(reader.read())
            problems.extend(reader.problems)
            probed += reader.probed
            unmapped += reader.unmapped
            pdfium.FPDFText_ClosePage(text)
        if page:
            pdfium.FPDF_ClosePage(page)
    return PdfText(tuple(pages), tuple(problems), _unreadable(pages, damaged, probed, unmapped))


def _unreadable(pages: Sequence[PdfPage], damaged: int, probed: int, unmapped: int) -> str:
    if not pages:
        return "damaged"
    if unmapped and unmapped >= UNMAPPED_SHARE * probed:
        return "unmapped"
    if not any(page.lines for page in pages):
        return "damaged" if damaged else "scanned"
    return ""


class _PageReader:
    """The characters of one loaded page, and the buffers that PDFium fills."""

    def __init__(self, page: Any, text: Any, number: int) -> None:
        self.page, self.text, self.number = page, text, number
        self.problems: list[ExamProblem] = []
        self.probed = self.unmapped = 0
        bounds = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, bounds)
        self.left, self.top = bounds.left, bounds.top
        self.width, self.height = bounds.right - bounds.left, bounds.top - bounds.bottom

    def read(self) -> PdfPage:
        """Lines and drawings of the page."""
        drawings = read_drawings(self.page, self.left, self.top)
        characters = self._characters()
        self._probe(characters)
        hidden = self._white(characters) if drawings.white_text else frozenset()
        lines = self._lines(characters, hidden)
        return PdfPage(self.number, self.width, self.height, lines, drawings.rules, drawings.images, drawings.shapes)

    def _characters(self) -> str:
        """One character for each of PDFium's character indices."""
        count = pdfium.FPDFText_CountChars(self.text)
        buffer = (ctypes.c_ushort * (count + 1))()
        written = pdfium.FPDFText_GetText(self.text, 0, count, buffer) if count > 0 else 0
        if written == count + 1:
            characters = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
            if len(characters) == count:
                return self._with_hyphens(characters).translate(_REPAIRED)
        # Characters without a Unicode value or outside the basic plane: positions in the text are no indices then.
        values = (pdfium.FPDFText_GetUnicode(self.text, index) for index in range(count))
        return "".join(chr(value) if value < 0x110000 else _NO_VALUE for value in values).translate(_REPAIRED)

    def _with_hyphens(self, characters: str) -> str:
        """The text with a hyphen where PDFium writes U+FFFE for one that ends a line; no other U+FFFE has a value."""
        if "\ufffe" not in characters:
            return characters
        is_hyphen = pdfium.FPDFText_IsHyphen
        return "".join("-" if character == "\ufffe" and is_hyphen(self.text, index) == 1 else character for index, character in enumerate(characters))

    def _probe(self, characters: str) -> None:
        """Ask a sample of the page's characters whether the font says what they are."""
        failed = pdfium.FPDFText_HasUnicodeMapError
        for index in range(0, len(characters), max(1, len(characters) // _PROBES)):
            if characters[index] not in "\r\n ":
                self.probed += 1
                self.unmapped += characters[index] == _NO_VALUE or failed(self.text, index) == 1

    def _white(self, characters: str) -> frozenset[int]:
        """Indices of the characters printed in the colour of paper."""
        channels = [ctypes.c_uint() for _ in range(4)]
        pointers = [ctypes.byref(channel) for channel in channels]
        colour_of = pdfium.FPDFText_GetFillColor
        hidden = []
        for index, character in enumerate(characters):
            if character.isspace() or not colour_of(self.text, index, *pointers):
                continue
            if tuple(channel.value for channel in channels[:3]) == _WHITE:
                hidden.append(index)
        if hidden:
            what = "".join(characters[index] for index in hidden)
            self.problems.append(ExamProblem(f"p.{self.number}", "white_text", f"{len(hidden)} invisible characters left out: {what[:60]}"))
        return frozenset(hidden)

    def _lines(self, characters: str, hidden: frozenset[int]) -> tuple[PdfLine, ...]:
        xs, ys = origins(self.text, len(characters))
        if self.left:
            xs = [x - self.left for x in xs]
        visible = [index for index, character in enumerate(characters) if character not in "\r\n" and index not in hidden]
        doubled: list[str] = []
        lines = []
        for row in _rows(visible, ys):
            row.sort(key=xs.__getitem__)
            line = self._line(_without_doubles(row, characters, xs, doubled), characters, xs, ys)
            if line is not None:
                lines.append(line)
        if doubled:
            what = f"{len(doubled)} glyphs printed twice: {''.join(doubled)[:60]}"
            self.problems.append(ExamProblem(f"p.{self.number}", "doubled_glyphs", what))
        smallest = min(LEGIBLE, SPECK * max((line.size for line in lines), default=0.0))
        specks = "".join(line.text.strip() for line in lines if line.size < smallest)
        if specks:
            self.problems.append(ExamProblem(f"p.{self.number}", "specks", f"{len(specks)} glyphs too small to be read left out: {specks[:60]}"))
        return tuple(line for line in lines if line.size >= smallest)

    def _line(self, row: list[int], characters: str, xs: list[float], ys: list[float]) -> PdfLine | None:
        """The line of the indices ``row`` (in x order); None when it holds only blanks."""
        text = "".join([characters[index] for index in row])
        if not text.strip():
            return None
        starts = tuple([xs[index] for index in row])
        middle = next(index for index in row[len(row) // 2 :] + row[: len(row) // 2] if not characters[index].isspace())
        size = self._size(middle)
        ends = [following if following - start < size else start + size for start, following in pairwise(starts)]
        ends.append(starts[-1] + (size if text[-1] > "\u2e7f" else size / 2))
        return PdfLine(text, starts, tuple(ends), self.top - ys[middle], size, self.number)

    def _size(self, index: int) -> float:
        """Font size on the page: some producers print at size 1 and scale with the matrix."""
        matrix = pdfium.FS_MATRIX()
        size = float(pdfium.FPDFText_GetFontSize(self.text, index))
        return size * abs(matrix.d or matrix.b) if pdfium.FPDFText_GetMatrix(self.text, index, matrix) else size


def _rows(visible: list[int], ys: list[float]) -> Iterator[list[int]]:
    """Indices whose baselines (``ys``: upwards) are nearly equal, from top to bottom."""
    visible.sort(key=ys.__getitem__, reverse=True)
    start = 0
    for place, (above, below) in enumerate(pairwise([ys[index] for index in visible]), 1):
        if above - below > SAME_BASELINE:
            yield visible[start:place]
            start = place
    if visible:
        yield visible[start:]


def _without_doubles(row: list[int], characters: str, xs: list[float], doubled: list[str]) -> list[int]:
    """``row`` without a glyph that repeats the one before it on the same spot; those left out are added to ``doubled`` (blanks are not)."""
    if not any(characters[one] == characters[next_one] and xs[next_one] - xs[one] <= DOUBLED for one, next_one in pairwise(row)):
        return row
    kept: list[int] = []
    for index in row:
        character = characters[index]
        if kept and character == characters[kept[-1]] and xs[index] - xs[kept[-1]] <= DOUBLED:
            if not character.isspace():
                doubled.append(character)
        else:
            kept.append(index)
    return kept
