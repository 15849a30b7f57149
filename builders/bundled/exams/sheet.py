"""Pages as lists of what is drawn on them, in points from the upper left corner, and the PDF of them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .fonts import typeface
from .inline import runs
from .typeset import Line, lines

A4 = (595.22, 842.0)
A3 = (1190.0, 842.0)


@dataclass(frozen=True)
class Text:
    """A line with its baseline at ``y``; ``white`` text is in the text layer only."""

    x: float
    y: float
    size: float
    line: Line
    white: bool = False


@dataclass(frozen=True)
class Stroke:
    """A horizontal or vertical line."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 0.5


@dataclass(frozen=True)
class Picture:
    """A number drawn as an image, its baseline at ``y``."""

    x: float
    y: float
    size: float
    text: str


@dataclass
class Page:
    """What stands on one page."""

    size: tuple[float, float] = A4
    drawn: list[Text | Stroke | Picture] = field(default_factory=list)

    def put(self, x: float, y: float, size: float, text: str, *, white: bool = False) -> None:
        """One line of text, not broken and not justified."""
        self.drawn.append(Text(x, y, size, lines(runs(text), 10_000, 10_000)[0], white=white))

    def centre(self, x: float, y: float, size: float, text: str) -> None:
        """One line of text with its middle at ``x``."""
        line = lines(runs(text), 10_000, 10_000)[0]
        self.drawn.append(Text(x - line.width * size / 2, y, size, line))

    def stroke(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.5) -> None:
        """A line."""
        self.drawn.append(Stroke(x0, y0, x1, y1, width))


def characters(pages: Iterable[Page]) -> str:
    """Every character that is drawn as text, each once, sorted."""
    texts = (thing for page in pages for thing in page.drawn if isinstance(thing, Text))
    return "".join(sorted({glyph.character for text in texts for glyph in text.line.glyphs}))


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """The PDF of ``pages``: same pages, same bytes."""
    from reportlab import Version, rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # streams as bytes, not as text that is a quarter longer
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=pages[0].size, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator(f"builders.bundled, reportlab {Version}")
    for page in pages:
        canvas.setPageSize(page.size)
        for thing in page.drawn:
            _draw(canvas, thing, page.size[1])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Any, thing: Text | Stroke | Picture, height: float) -> None:
    if isinstance(thing, Stroke):
        canvas.setLineWidth(thing.width)
        canvas.line(thing.x0, height - thing.y0, thing.x1, height - thing.y1)
    elif isinstance(thing, Picture):
        image, scale = _number_image(thing.text)
        canvas.drawImage(image, thing.x, height - thing.y - thing.size * 0.12, width=thing.size * scale, height=thing.size, mask=None)
    else:
        _text(canvas, thing, height)
        canvas.setLineWidth(0.6)
        for left, right in thing.line.underlines:
            y = height - thing.y - thing.size * 0.16
            canvas.line(thing.x + left * thing.size, y, thing.x + right * thing.size, y)


def _text(canvas: Any, thing: Text, height: float) -> None:
    canvas.saveState()
    if thing.white:
        canvas.setFillColorRGB(1, 1, 1)
    for font, characters, left in thing.line.pieces:
        row = canvas.beginText(thing.x + left * thing.size, height - thing.y)
        row.setFont(font, thing.size)
        row.setCharSpace(thing.line.gap * thing.size)
        row.textOut(characters)
        canvas.drawText(row)
    canvas.restoreState()


def _number_image(text: str) -> tuple[Any, float]:
    """A picture of ``text`` and its width for a height of one."""
    from PIL import Image, ImageDraw, ImageFont
    from reportlab.lib.utils import ImageReader

    font = ImageFont.truetype(str(typeface()), 48)
    left, _, right, _ = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 4, 52), 255)
    ImageDraw.Draw(picture).text((2 - left, -4), text, font=font, fill=0)
    return ImageReader(picture.point(lambda value: 255 if value > 127 else 0)), picture.width / picture.height
