"""The text of a sentence that no token has explained yet: a crime not yet sentenced, a subject, or something that we cannot read."""

from __future__ import annotations

import re

from legal_metrics.extract.charges import charge_names
from legal_metrics.jurisdictions.tw import penalty_words as words

_MERE_GRAMMAR = re.compile(r"[又另再復並且及與各均皆俱而其應係為則亦之於因就，、；：。「」（）]*$")
_CONDITION = re.compile(words.CONDITION)
_THINGS = re.compile(words.THINGS)


class Unexplained:
    """Spans of one text. ``from_the_start`` tells whether they began their sentence.

    >>> u = Unexplained("王大明犯竊盜罪，處", "王大明犯竊盜罪，處")
    >>> u.add(3, 7); u.text, u.says_something
    ('犯竊盜罪', True)
    """

    __slots__ = ("_folded", "_original", "_spans", "from_the_start")

    def __init__(self, original: str, folded: str) -> None:
        self._original = original
        self._folded = folded
        self._spans: list[tuple[int, int]] = []
        self.from_the_start = True

    def __bool__(self) -> bool:
        return bool(self._spans)

    @property
    def start(self) -> int:
        return self._spans[0][0]

    @property
    def text(self) -> str:
        """As written, from the first span to the last, marks between them included."""
        return self._original[self._spans[0][0] : self._spans[-1][1]] if self._spans else ""

    @property
    def folded(self) -> str:
        return self._folded[self._spans[0][0] : self._spans[-1][1]] if self._spans else ""

    @property
    def says_something(self) -> bool:
        """True when there is more than 又, 均, 並應 and the like."""
        return any(not _MERE_GRAMMAR.match(self._folded, start, end) for start, end in self._spans)

    def add(self, start: int, end: int) -> None:
        self._spans.append((start, end))

    def clear(self) -> None:
        self._spans.clear()

    def drop(self, length: int) -> None:
        """Take ``length`` characters off the head (names that were found there)."""
        behind = self.start + length
        self._spans = [(max(start, behind), end) for start, end in self._spans if end > behind]

    def explains_itself(self, *, on_probation: bool) -> bool:
        """True for bare grammar, conditions of a 緩刑 and remarks on seized things: nothing that a reader of sentences would miss."""
        folded = self.folded
        if on_probation or not self.says_something or _CONDITION.search(folded):
            return True
        return _THINGS.search(folded) is not None and not charge_names(self.text)
