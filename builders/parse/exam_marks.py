"""Option marks: the private-use glyphs of the 考選部's fonts, and the forms that other producers print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from builders.parse.pdf_lines import PdfLine

LETTERS = "ABCDE"
_FULL = str.maketrans("ＡＢＣＤＥ", LETTERS)
_GAP = 0.35  # of the font size: a mark inside a line stands after at least this much room
_FORMS: tuple[re.Pattern[str], ...] = (
    re.compile("[\ue18c-\ue190]"),
    re.compile(r"[(（][ ]?[A-EＡ-Ｅ][ ]?[)）]"),
    re.compile("[\U0001f110-\U0001f114]"),  # parenthesised letters
    re.compile("[\u24b6-\u24ba]"),  # circled letters
    re.compile(r"(?<![A-Za-z0-9Ａ-Ｚ])[A-EＡ-Ｅ][.．、](?![A-Za-z]\.)"),
)
"""Forms of a mark; one question uses one of them."""


class Mark(NamedTuple):
    """An option mark: line index, first and last character (exclusive), letter; ``starts``: nothing stands before it on its line."""

    line: int
    start: int
    end: int
    letter: str
    starts: bool


def line_start_mark(text: str) -> str:
    """The letter of the mark that ``text`` begins with, or ``""``."""
    text = text.lstrip()
    for form in _FORMS:
        found = form.match(text)
        if found:
            return _letter(found.group())
    return ""


def option_marks(lines: Sequence[PdfLine]) -> tuple[Mark, ...]:
    """The marks of one question's options in order, without the glyphs that its text only cites.

    The last A from which B, C, D (and E) follow, each the next that stands free (begins its line or comes after room); where a line is too full
    for room, the glyphs of the private use area need none. When none of the forms has the whole row, the longest row found; empty without an A.
    """
    best: tuple[Mark, ...] = ()
    for form, gap in ((_FORMS[0], _GAP), (_FORMS[0], 0.0), *((form, _GAP) for form in _FORMS[1:])):
        marks = [mark for index, line in enumerate(lines) for mark in _marks(form, index, line, gap)]
        for candidates in ([mark for mark in marks if mark.starts], marks):
            for first in reversed([mark for mark in candidates if mark.letter == "A"]):
                row = _row(first, marks)
                if len(row) > len(best):
                    best = row
                if len(row) >= 4:
                    return row
    return best


def _row(first: Mark, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """``first`` and the marks B, C, … after it, each the nearest of its letter."""
    row = [first]
    for letter in LETTERS[1:]:
        following = next((mark for mark in marks if mark.letter == letter and mark[:2] > row[-1][:2]), None)
        if following is None:
            break
        row.append(following)
    return tuple(row)


def _marks(form: re.Pattern[str], index: int, line: PdfLine, gap: float) -> list[Mark]:
    """The marks of one form on a line that begin it or come after ``gap`` font sizes of room (0: anywhere)."""
    found: list[Mark] = []
    for match in form.finditer(line.text):
        before = line.text[: match.start()].rstrip()
        starts = not before
        if starts or not gap or line.xs[match.start()] - _end(line, len(before) - 1) > gap * line.size:
            found.append(Mark(index, match.start(), match.end(), _letter(match.group()), starts))
    return found


def _end(line: PdfLine, index: int) -> float:
    """Right edge of a character, by its width where the next one stands far off."""
    wide = line.text[index] > "\u2e7f"
    return min(line.ends[index], line.xs[index] + (line.size if wide else 0.6 * line.size))


def _letter(mark: str) -> str:
    """The letter that a mark shows.

    >>> _letter("（Ｂ）"), _letter("\\ue18e"), _letter("D.")
    ('B', 'C', 'D')
    """
    for first in ("\ue18c", "\U0001f110", "\u24b6"):
        if len(mark) == 1 and 0 <= ord(mark) - ord(first) < len(LETTERS):
            return LETTERS[ord(mark) - ord(first)]
    return next(character for character in mark.translate(_FULL) if character in LETTERS)
