"""White space out, offsets kept: official texts are hard-wrapped, so every grammar here reads compacted text."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class CompactText:
    """A text without white space and the way back to the original offsets.

    One entry per removed run (not per character): ``cuts[i]`` is the compact offset at which the i-th run was taken out and
    ``shifts[i]`` the number of characters removed up to and including it.

    >>> t = compact("第449 條\\r\\n第1 項")
    >>> t.text, t.original(t.text.index("條")), t.original_span(0, 5)
    ('第449條第1項', 5, (0, 6))
    """

    text: str
    cuts: tuple[int, ...]
    shifts: tuple[int, ...]

    def original(self, offset: int) -> int:
        """Offset in the original text of the compact character at ``offset``."""
        i = bisect_right(self.cuts, offset)
        return offset + (self.shifts[i - 1] if i else 0)

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """[start, end) in the original of the compact span [start, end); blanks at its edges stay out."""
        return (self.original(start), self.original(end - 1) + 1) if end > start else (self.original(start),) * 2


def compact(text: str) -> CompactText:
    """Remove all white space (``str.isspace``, U+3000 and line breaks included) and keep the offset map.

    Linear in the text. Raises nothing.

    >>> compact("主  文\\n無罪").text
    '主文無罪'
    """
    pieces: list[str] = []
    cuts: list[int] = []
    shifts: list[int] = []
    position = kept = removed = 0
    for run in _BLANKS.finditer(text):
        start, end = run.span()
        if start > position:
            pieces.append(text[position:start])
            kept += start - position
        removed += end - start
        cuts.append(kept)
        shifts.append(removed)
        position = end
    pieces.append(text[position:])
    return CompactText("".join(pieces), tuple(cuts), tuple(shifts))
