"""Typefaces of the invented exams: an embeddable Traditional Chinese one, the PDF's own Times, and one made here for the odd glyphs.

The official papers draw option marks, item marks and rare characters with private-use codes from small fonts of their own. Ours is composed of the
outlines of the Chinese typeface: ``(A)`` is its parenthesis, letter and parenthesis in one em. Needs ``reportlab`` and ``fonttools`` (extra ``dev``).
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .inline import COMPATIBILITY, GLYPHS

CHINESE, LATIN, ODD = "exam-chinese", "Times-Roman", "exam-odd"
SEARCHED: tuple[Path, ...] = (Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),)
"""Where the typeface WenQuanYi Micro Hei (Apache-2.0 or GPL-3 with font exception) may lie; Debian's package is ``fonts-wqy-microhei``."""

_EM = 1000
_COARSE_EM = 512
_INSIDE = dict(zip("㈠㈡㈢㈣㈤㈥㈦㈧⑦⑧⑨", "一二三四五六七八789", strict=True))
_ODD_CODES = frozenset(GLYPHS.values()) | frozenset(COMPATIBILITY.values())


def typeface() -> Path | None:
    """The Chinese typeface, or None where it is not installed."""
    return next((path for path in SEARCHED if path.is_file()), None)


def font_of(character: str) -> str:
    """The font that draws ``character``.

    >>> font_of("第"), font_of("9"), font_of(chr(0xE18C)) == ODD
    ('exam-chinese', 'Times-Roman', True)
    """
    return ODD if character in _ODD_CODES else LATIN if " " <= character <= "~" else CHINESE


def register(path: Path, characters: str) -> None:
    """Make the fonts known to reportlab, the Chinese one for ``characters``; each PDF then embeds what it uses of them."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont(CHINESE, io.BytesIO(chinese_font(path, characters))))
    pdfmetrics.registerFont(TTFont(ODD, io.BytesIO(odd_font(path))))


def chinese_font(path: Path, characters: str) -> bytes:
    """The Chinese typeface for ``characters``, without hints and layout tables and on a coarser grid: half the size in each PDF, the same to the eye."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont as Source
    from fontTools.ttLib.scaleUpem import scale_upem

    font = Source(path, fontNumber=0, recalcTimestamp=False)
    subsetter = Subsetter(Options(hinting=False, layout_features=[], glyph_names=False, drop_tables=["FFTM", "GDEF", "GPOS", "GSUB"], notdef_outline=True, name_IDs=[1, 2, 3, 4, 6]))
    subsetter.populate(text=characters + " ")
    subsetter.subset(font)
    scale_upem(font, _COARSE_EM)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def odd_font(path: Path) -> bytes:
    """The font of private-use glyphs and compatibility characters, made of the outlines of the typeface at ``path``."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont as Source

    source = Source(path, fontNumber=0)
    cmap, outlines, scale = source.getBestCmap(), source.getGlyphSet(), _EM / source["head"].unitsPerEm

    def drawn(pieces: Iterator[tuple[str, float, float, float]]) -> Any:
        pen = TTGlyphPen(None)
        for character, width, height, left in pieces:
            piece = outlines[cmap[ord(character)]]
            squeeze = scale * width * _EM / max(piece.width * scale, 1)
            recorded = DecomposingRecordingPen(outlines)
            piece.draw(recorded)
            recorded.replay(TransformPen(pen, (squeeze, 0, 0, scale * height, left * _EM, 0)))
        return pen.glyph()

    codes: Mapping[str, str] = {**{code: mark for mark, code in GLYPHS.items()}, **{code: usual for usual, code in COMPATIBILITY.items()}}
    names = {code: f"u{ord(code):04X}" for code in sorted(codes)}
    builder = FontBuilder(_EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(code): name for code, name in names.items()})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), **{names[code]: drawn(_pieces(mark)) for code, mark in codes.items()}})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", *names.values()), (_EM, 0)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Exam Odd Glyphs", "styleName": "Regular", "psName": "ExamOddGlyphs"})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=900, usWinDescent=200)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _pieces(mark: str) -> Iterator[tuple[str, float, float, float]]:
    """The characters that a glyph is composed of: character, width in em, height factor, left edge in em."""
    inner = mark[1] if len(mark) == 3 else _INSIDE.get(mark)
    if inner:
        yield from (("(", 0.25, 1.0, 0.0), (inner, 0.55, 0.85, 0.225), (")", 0.25, 1.0, 0.75))
    elif len(mark) == 2:  # 1.
        yield from ((mark[0], 0.55, 1.0, 0.05), (".", 0.3, 1.0, 0.6))
    else:
        yield mark, 1.0, 1.0, 0.0
