"""Lines of characters as the official papers set them: full-width cells, no punctuation at a line's start, lines justified to the right margin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from .fonts import LATIN, font_of
from .inline import Run

NO_START = "、，。；：？！」』）〉》"
NO_END = "「『（〈《"
_SQUEEZE = -0.12
"""How much narrower, in em a character, a line may be set so that closing punctuation stays on it."""


@dataclass(frozen=True)
class Glyph:
    """One character as it is drawn."""

    character: str
    underlined: bool = False

    @property
    def width(self) -> float:
        """Advance in em."""
        if font_of(self.character) != LATIN:
            return 1.0
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(stringWidth(self.character, LATIN, 1000)) / 1000


@dataclass(frozen=True)
class Line:
    """Characters of one line; ``gap`` is added behind each, in em."""

    glyphs: tuple[Glyph, ...]
    gap: float = 0.0

    @property
    def width(self) -> float:
        """Advance of the whole line in em."""
        return sum(glyph.width for glyph in self.glyphs) + self.gap * max(len(self.glyphs) - 1, 0)

    @property
    def pieces(self) -> list[tuple[str, str, float]]:
        """Runs of one font: font, characters, left edge in em."""
        out, left = [], 0.0
        for font, group in groupby(self.glyphs, key=lambda glyph: font_of(glyph.character)):
            members = list(group)
            out.append((font, "".join(glyph.character for glyph in members), left))
            left += sum(glyph.width + self.gap for glyph in members)
        return out

    @property
    def underlines(self) -> list[tuple[float, float]]:
        """Underlined stretches: left and right edge in em."""
        out, left = [], 0.0
        for underlined, group in groupby(self.glyphs, key=lambda glyph: glyph.underlined):
            width = sum(glyph.width + self.gap for glyph in group)
            if underlined:
                out.append((left, left + width))
            left += width
        return out


def glyphs(runs: Sequence[Run]) -> list[Glyph]:
    """The characters of ``runs``."""
    return [Glyph(character, run.underlined) for run in runs for character in run.text]


def lines(runs: Sequence[Run], first: float, rest: float) -> list[Line]:
    """Break ``runs`` into lines of ``first``, then ``rest`` em; all but the last are justified.

    >>> ["".join(glyph.character for glyph in line.glyphs) for line in lines([Run("甲將房屋出租予乙丙，約定租期")], 9, 6)]
    ['甲將房屋出租予乙丙，', '約定租期']
    """
    out: list[Line] = []
    current: list[Glyph] = []
    width = 0.0
    for word in _words(glyphs(runs)):
        limit = rest if out else first
        advance = sum(glyph.width for glyph in word)
        squeezable = word[0].character in NO_START and width + advance <= limit - _SQUEEZE * len(current)
        if current and width + advance > limit + 1e-6 and not squeezable:
            carried: list[Glyph] = []
            while len(current) > 1 and current[-1].character in NO_END:
                carried.insert(0, current.pop())
            while len(current) > 1 and word[0].character in NO_START and not carried:
                carried.insert(0, current.pop())
            out.append(_justified(current, limit))
            current, width = carried, sum(glyph.width for glyph in carried)
            if current == [] and word == [Glyph(" ")]:
                continue
        current = [*current, *word]
        width += advance
    if current:
        limit = rest if out else first
        out.append(_justified(current, limit) if width > limit else Line(tuple(current)))
    return out


def _justified(members: list[Glyph], limit: float) -> Line:
    while len(members) > 1 and members[-1] == Glyph(" "):
        members = members[:-1]
    width = sum(glyph.width for glyph in members)
    return Line(tuple(members), (limit - width) / max(len(members) - 1, 1))


def _words(members: list[Glyph]) -> list[list[Glyph]]:
    """Unbreakable pieces: a Latin word, a blank over a line, or one character."""
    out: list[list[Glyph]] = []
    for glyph in members:
        latin = font_of(glyph.character) == LATIN and (glyph.character != " " or glyph.underlined)
        before = out[-1][-1] if out else None
        joined = before is not None and latin and font_of(before.character) == LATIN and (before.character != " " or before.underlined)
        if joined:
            out[-1].append(glyph)
        else:
            out.append([glyph])
    return out
