"""White space out, offsets kept: official texts are hard-wrapped, so every grammar here reads compacted text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LONG = 500
"""Longer texts are looked through by numpy, which is not worth loading for shorter ones."""
_LAST_OF_PLANE = 0xFFFF


class CompactText:
    """A text without white space (``text``), the text it came from (``source``) and the way back to its offsets.

    Places in the source are looked up on the first question, so a reader that needs no offsets does not pay for them. Immutable by contract.

    >>> t = compact("第449 條\\r\\n第1 項")
    >>> t.text, t.original(t.text.index("條")), t.original_span(0, 5)
    ('第449條第1項', 5, (0, 6))
    """

    __slots__ = ("_cuts", "_kept", "_pieces", "_starts", "source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self._pieces: list[str] | None = None
        self._kept: Any = None  # long texts: original offset of each compact character
        if len(source) > _LONG:
            self.text, self._kept = _without_space(source)
        else:
            self._pieces = source.split()
            self.text = "".join(self._pieces)
        self._cuts: list[int] | None = None  # short texts: compact offset of each piece
        self._starts: list[int] = []  # original offset of each piece

    def __repr__(self) -> str:
        return f"CompactText({self.text!r})"

    def original(self, offset: int) -> int:
        """Offset in the original text of the compact character at ``offset``; the end of the original for the end of the text."""
        if offset >= len(self.text):
            return len(self.source)
        if self._kept is not None:
            return int(self._kept[offset])
        cuts = self._cuts or self._locate()
        piece = bisect_right(cuts, offset) - 1
        return self._starts[piece] + offset - cuts[piece]

    @property
    def offset_of(self) -> Callable[[int], int]:
        """``original`` for offsets of characters that there are, without its checks.

        >>> compact("第 1 條").offset_of(2)
        4
        """
        return self.original if self._kept is None else self._kept.item

    def begins_piece(self, offset: int) -> bool:
        """Whether white space (or nothing) stands before the compact character at ``offset`` in the original.

        >>> compact("主 文").begins_piece(1), compact("主文").begins_piece(1)
        (True, False)
        """
        return offset <= 0 or offset >= len(self.text) or self.original(offset) > self.original(offset - 1) + 1

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """[start, end) in the original of the compact span [start, end); blanks at its edges stay out."""
        if end <= start:
            return (self.original(start),) * 2
        kept = self._kept
        if kept is not None and end <= len(self.text):
            return kept.item(start), kept.item(end - 1) + 1
        return self.original(start), self.original(end - 1) + 1

    def _locate(self) -> list[int]:
        pieces = self._pieces or []
        find, position = self.source.find, 0
        starts = self._starts
        for piece in pieces:  # only white space lies between two pieces: the first hit is the piece
            position = find(piece, position)
            starts.append(position)
            position += len(piece)
        self._cuts = [0, *accumulate(map(len, pieces[:-1]))] if pieces else []
        return self._cuts


def compact(text: str) -> CompactText:
    """Remove all white space (``str.isspace``, U+3000 and line breaks included) and keep the way back.

    Linear in the text. Raises nothing.

    >>> compact("主  文\\n無罪").text
    '主文無罪'
    """
    return CompactText(text)


def _without_space(source: str) -> tuple[str, NDArray[np.intp]]:
    """The text without white space, and the offset of each of its characters in ``source``."""
    import numpy as np

    # White space lies in the first plane; a text within it takes two bytes a character, which halves the work.
    code = "utf-16-le"
    encoded = source.encode(code, "surrogatepass")
    wide = len(encoded) != 2 * len(source)
    if wide:
        code = "utf-32-le"
        encoded = source.encode(code, "surrogatepass")
    characters = np.frombuffer(encoded, dtype="<u4" if wide else "<u2")
    kept = _is_kept().take(np.minimum(characters, _LAST_OF_PLANE) if wide else characters).nonzero()[0]
    if len(kept) == len(source):
        return source, kept
    text = characters.take(kept).tobytes().decode(code, "surrogatepass")
    return (text if len(text) == len(kept) else "".join(source.split())), kept  # two lone surrogates may have met


@cache
def _is_kept() -> NDArray[np.bool_]:
    """For each character of the first plane: whether it is no white space."""
    import numpy as np

    return np.array([not chr(code).isspace() for code in range(_LAST_OF_PLANE + 1)])
