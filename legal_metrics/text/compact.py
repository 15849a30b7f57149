"""White space out, offsets kept: official texts are hard-wrapped, so every grammar here reads compacted text."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate


class CompactText:
    """A text without white space (``text``), the text it came from (``source``) and the way back to its offsets.

    Only the pieces between white space are kept; their places in the source are looked up on the first question, so a reader that
    needs no offsets does not pay for them. Immutable by contract.

    >>> t = compact("第449 條\\r\\n第1 項")
    >>> t.text, t.original(t.text.index("條")), t.original_span(0, 5)
    ('第449條第1項', 5, (0, 6))
    """

    __slots__ = ("_cuts", "_pieces", "_starts", "source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self._pieces = source.split()
        self.text = "".join(self._pieces)
        self._cuts: list[int] | None = None  # compact offset of each piece
        self._starts: list[int] = []  # original offset of each piece

    def __repr__(self) -> str:
        return f"CompactText({self.text!r})"

    def original(self, offset: int) -> int:
        """Offset in the original text of the compact character at ``offset``; the end of the original for the end of the text."""
        cuts = self._cuts
        if cuts is None:
            cuts = self._locate()
        if offset >= len(self.text):
            return len(self.source)
        piece = bisect_right(cuts, offset) - 1
        return self._starts[piece] + offset - cuts[piece]

    def begins_piece(self, offset: int) -> bool:
        """Whether white space (or nothing) stands before the compact character at ``offset`` in the original.

        >>> compact("主 文").begins_piece(1), compact("主文").begins_piece(1)
        (True, False)
        """
        cuts = self._cuts
        if cuts is None:
            cuts = self._locate()
        piece = bisect_right(cuts, offset) - 1
        return piece < 0 or cuts[piece] == offset

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """[start, end) in the original of the compact span [start, end); blanks at its edges stay out."""
        return (self.original(start), self.original(end - 1) + 1) if end > start else (self.original(start),) * 2

    def _locate(self) -> list[int]:
        find, position = self.source.find, 0
        starts = self._starts
        for piece in self._pieces:  # only white space lies between two pieces: the first hit is the piece
            position = find(piece, position)
            starts.append(position)
            position += len(piece)
        self._cuts = [0, *accumulate(map(len, self._pieces[:-1]))] if self._pieces else []
        return self._cuts


def compact(text: str) -> CompactText:
    """Remove all white space (``str.isspace``, U+3000 and line breaks included) and keep the way back.

    Linear in the text. Raises nothing.

    >>> compact("主  文\\n無罪").text
    '主文無罪'
    """
    return CompactText(text)
