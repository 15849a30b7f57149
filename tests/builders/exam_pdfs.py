"""PDFs for tests: any characters, also private-use ones, at given places, with a font made on the spot; lines and images."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595.0, 842.0


class At(NamedTuple):
    """``text`` with its first origin at ``x`` and its baseline ``y`` points below the upper edge."""

    x: float
    y: float
    text: str
    size: float = 11.0
    white: bool = False


class Stroke(NamedTuple):
    """A straight line, points from the upper left corner."""

    x1: float
    y1: float
    x2: float
    y2: float


class Picture(NamedTuple):
    """A grey image with the upper left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float


Item = At | Stroke | Picture


def make_pdf(*pages: Sequence[Item], password: str | None = None, owner_only: bool = False) -> bytes:
    """One page for each sequence of items; ``owner_only`` encrypts with an empty user password."""
    from reportlab.lib.pdfencrypt import StandardEncryption

    out = io.BytesIO()
    encrypt = None
    if password is not None or owner_only:
        encrypt = StandardEncryption(userPassword=password or "", ownerPassword="owner", strength=128)
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=1, encrypt=encrypt)
    texts = "".join(item.text for page in pages for item in page if isinstance(item, At))
    font = _register("".join(sorted(set(texts)))) if texts else ""
    for page in pages:
        for item in page:
            if isinstance(item, At):
                canvas.setFont(font, item.size)
                canvas.setFillGray(1 if item.white else 0)
                canvas.drawString(item.x, HEIGHT - item.y, item.text)
            elif isinstance(item, Stroke):
                canvas.setLineWidth(0.5)
                canvas.line(item.x1, HEIGHT - item.y1, item.x2, HEIGHT - item.y2)
            else:
                canvas.drawImage(_grey(), item.x, HEIGHT - item.y - item.height, item.width, item.height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@cache
def _grey() -> ImageReader:
    bitmap = b"P5 2 2 255\n" + bytes([90, 120, 120, 90])
    return ImageReader(io.BytesIO(bitmap))


@cache
def _register(characters: str) -> str:
    """A TrueType font that has every one of ``characters`` as a box: half an em wide below U+2000, else one em."""
    name = f"Boxes{abs(hash(characters))}"
    names = {character: f"u{ord(character):05X}" for character in characters}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(character): glyph for character, glyph in names.items()})
    widths = {glyph: 500 if character < "\u2000" else 1000 for character, glyph in names.items()}
    blanks = {glyph for character, glyph in names.items() if character.isspace()}
    builder.setupGlyf({".notdef": _box(1000), **{glyph: _box(0 if glyph in blanks else width) for glyph, width in widths.items()}})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), **{glyph: (width, 0) for glyph, width in widths.items()}})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120)
    builder.setupPost()
    data = io.BytesIO()
    builder.save(data)
    data.seek(0)
    pdfmetrics.registerFont(TTFont(name, data))
    return name


def _box(width: int) -> object:
    pen = TTGlyphPen(None)
    if width:
        pen.moveTo((50, 0))
        for corner in ((50, 700), (width - 50, 700), (width - 50, 0)):
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()
