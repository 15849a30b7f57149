"""Runs of characters that two texts share verbatim, found with the suffix automaton of one of them."""

from __future__ import annotations

from dataclasses import dataclass

from legal_metrics.arguments import check_text


@dataclass(frozen=True, slots=True)
class SharedRun:
    """``length`` characters from ``start`` of a text stand in the reference too, one of their places there being ``reference_start``.

    >>> SharedRun(0, 2, 4).reference_end
    6
    """

    start: int
    reference_start: int
    length: int

    @property
    def reference_end(self) -> int:
        """Where the run ends in the reference (exclusive)."""
        return self.reference_start + self.length


class RunFinder:
    """Finds the runs that texts share with one reference. Building it and each search are linear in the texts.

    Source: the suffix automaton of Blumer et al. 1985; a text is read through it as in matching statistics (Chang and Lawler 1994).

    >>> RunFinder("被告竊取機車一輛").runs("所竊取機車二輛", least=2)
    [SharedRun(start=1, reference_start=2, length=4)]
    """

    __slots__ = ("_first_end", "_lengths", "_links", "_next", "reference")

    def __init__(self, reference: str) -> None:
        check_text("reference", reference)
        self.reference = reference
        self._next: list[dict[str, int]] = [{}]  # of each state
        self._links = [-1]
        self._lengths = [0]
        self._first_end = [0]  # where the state's strings first end (exclusive)
        last = 0
        for end, character in enumerate(reference, start=1):
            last = self._grown(last, character, end)

    def _grown(self, last: int, character: str, end: int) -> int:
        """The state of the whole reference up to ``end``."""
        moves, links, lengths = self._next, self._links, self._lengths
        state = self._state({}, -1, end, end)
        while last >= 0 and character not in moves[last]:
            moves[last][character] = state
            last = links[last]
        if last < 0:
            links[state] = 0
            return state
        other = moves[last][character]
        if lengths[other] == lengths[last] + 1:
            links[state] = other
            return state
        copy = self._state(dict(moves[other]), links[other], lengths[last] + 1, self._first_end[other])
        while last >= 0 and moves[last].get(character) == other:
            moves[last][character] = copy
            last = links[last]
        links[other] = links[state] = copy
        return state

    def _state(self, moves: dict[str, int], link: int, length: int, first_end: int) -> int:
        self._next.append(moves)
        self._links.append(link)
        self._lengths.append(length)
        self._first_end.append(first_end)
        return len(self._lengths) - 1

    def runs(self, text: str, *, least: int = 1) -> list[SharedRun]:
        """All runs of at least ``least`` characters that can be made longer on neither side, in order of their ends; of several places in the
        reference the first. Never raises on any text.
        """
        moves, links, lengths = self._next, self._links, self._lengths
        found: list[SharedRun] = []
        state = length = 0
        for place, character in enumerate(text):
            onward = moves[state].get(character)
            if onward is not None:
                state, length = onward, length + 1
                continue
            if length >= least and length:
                found.append(SharedRun(place - length, self._first_end[state] - length, length))
            while state >= 0 and character not in moves[state]:
                state = links[state]
            if state < 0:
                state = length = 0
            else:
                length = lengths[state] + 1
                state = moves[state][character]
        if length >= least and length:
            found.append(SharedRun(len(text) - length, self._first_end[state] - length, length))
        return found
