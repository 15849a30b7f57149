"""Names of laws: exact look-up, the longest known name that ends at a place of a text, and names that are one slip away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

_YEAR_IN_NAME = re.compile(r"(?<![一二三四五六七八九十百〇零])([一二三四五六七八九]?)十([一二三四五六七八九]?)(?=年)")
_DIGITS = "〇一二三四五六七八九"
_STATE = "中華民國"
_MIN_TYPO = 5
"""Shorter names have too many neighbours for a slip to be told."""


class _Folding(dict[int, int]):
    """Translation table; characters without an entry stand for themselves (kept, so that each is missed only once)."""

    def __missing__(self, character: int) -> int:
        self[character] = character
        return character


class LawNames:
    """An index from names to the numbers of laws. Earlier entries of ``names`` win where two laws share a name.

    Names are compared folded: both scripts, 台 and 臺, full-width digits and brackets and the usual variant characters (``variants``: one
    character to one character) are the same; a year may be written 九十六年 or 96年; 中華民國 before a name may be left out or added.

    >>> names = LawNames([("中華民國刑法", 0), ("毒品危害防制條例", 1)], variants={"條": "条"}, typo_names=["毒品危害防制條例"])
    >>> names.get("刑法"), names.get("毒品危害防制条例"), names.get("民法")
    (0, 1, None)
    >>> names.ending_at("應依毒品危害防制條例第4條", 10), names.slip_ending_at("應依毒品危害防治條例第4條", 10)
    ((2, 1), (2, (1,)))
    """

    def __init__(
        self,
        names: Iterable[tuple[str, int]],
        *,
        variants: Mapping[str, str] | None = None,
        typo_names: Iterable[str] = (),
        state: str = _STATE,
    ) -> None:
        table = {ord(c): ord(v) for c, v in (variants or {}).items()}
        table |= {0xFF10 + d: 0x30 + d for d in range(10)} | {ord("("): ord("（"), ord(")"): ord("）")}
        self._table = _Folding(table)
        self._typo_names = tuple(dict.fromkeys(typo_names))
        pairs = list(names)
        whole = (
            self.fold("\n".join(name for name, _ in pairs)).replace(" ", "").replace("\u3000", "")
        )  # one call: 14,000 names
        folded = whole.split("\n") if pairs else []
        self._laws: dict[str, int] = {}
        known = self._laws.setdefault
        for name, (_, law) in zip(folded, pairs, strict=True):
            known(name, law)
        state = self._state = self.fold(state)
        for name, (_, law) in zip(folded, pairs, strict=True):
            if name.startswith(state) and len(name) > len(state) + 1:
                known(name[len(state) :], law)
            if "年" in name:
                arabic = _YEAR_IN_NAME.sub(_arabic_year, name)
                known(arabic, law)
                known(arabic.removeprefix(state), law)
        ends: dict[str, set[int]] = {}
        for name in self._laws:
            ends.setdefault(name[-2:], set()).add(len(name))
        self._lengths = {end: tuple(sorted(lengths, reverse=True)) for end, lengths in ends.items()}
        written = frozenset(ends).union(name[-2:] for name, _ in pairs)  # in either script, and with either bracket
        written |= {end[0] + ")" for end in ends if end.endswith("）")}
        self.reach = {end: max(self._lengths.get(self.fold(end), (2,))) + len(state) for end in written}
        """The last two characters of a name -> how long a name with this ending can be; most texts end in no name."""
        self._longest = max(map(len, self._laws), default=0)
        self._slip = lru_cache(maxsize=8192)(self._slip_suffix)

    def __len__(self) -> int:
        return len(self._laws)

    def fold(self, text: str) -> str:
        """``text`` in the spelling in which names are compared; as long as ``text``."""
        return text.translate(self._table)

    def get(self, name: str) -> int | None:
        """The law of this name or None."""
        key = self.fold("".join(name.split()).strip("《》〈〉「」『』【】"))
        law = self._laws.get(key)
        return self._laws.get(key.removeprefix(self._state)) if law is None else law

    def ending_at(self, text: str, end: int, start: int = 0) -> tuple[int, int] | None:
        """(start, law) of the longest known name that ends at ``end`` and does not begin before ``start``.

        The name of the state before it belongs to it.
        """
        reach = self.reach.get(text[max(start, end - 2) : end])
        found = None if reach is None else self.longest_suffix(text[max(start, end - reach) : end])
        return None if found is None else (end - found[0], found[1])

    def longest_suffix(self, tail: str) -> tuple[int, int] | None:
        """(length, law) of the longest known name that ``tail`` ends in; the name of the state before it counts to the length.

        >>> LawNames([("刑法", 0)]).longest_suffix("犯中華民國刑法")
        (6, 0)
        """
        tail = self.fold(tail)
        for length in self._lengths.get(tail[-2:], ()):
            law = self._laws.get(tail[-length:]) if length <= len(tail) else None
            if law is not None:
                return length + len(self._state) if tail[:-length].endswith(self._state) else length, law
        return None

    def slip_ending_at(self, text: str, end: int, start: int = 0) -> tuple[int, tuple[int, ...]] | None:
        """(start, laws) of the longest stretch up to ``end`` that is one character off a name of ``typo_names``.

        One character too many, too few or wrong, or two neighbours swapped. Where the slip fits several names, their laws are in the
        order of ``typo_names``. None where nothing fits.
        """
        found = self._slip(text[max(start, end - self._longest - 1) : end])
        return None if found is None else (end - found[0], found[1])

    def _slip_suffix(self, tail: str) -> tuple[int, tuple[int, ...]] | None:
        tail = self.fold(tail)
        last, stems = self._slip_ends
        # One slip leaves the last character or the two before it as they are: most texts show neither, and nothing need be tried.
        if tail[-1:] in last or tail[-2:] in stems or tail[-3:-1] in stems:
            for length in range(min(len(tail), self._longest_slip), _MIN_TYPO - 2, -1):
                found = self._one_off(tail[-length:])
                if found:
                    return length, found
        return None

    def _one_off(self, written: str) -> tuple[int, ...]:
        """Laws whose name becomes ``written`` by one character more, less or wrong, or by a swap."""
        shortened = self._shortened
        found = set(shortened.get(written, ()))
        for i in range(len(written)):
            rest = written[:i] + written[i + 1 :]
            if len(rest) >= _MIN_TYPO and rest in self._slip_names:
                found.add(rest)
            for name in shortened.get(rest, ()):
                if name[:i] == written[:i] and name[i + 1 :] == written[i + 1 :]:
                    found.add(name)
            swapped = written[:i] + written[i + 1 : i + 2] + written[i] + written[i + 2 :]
            if swapped in self._slip_names:
                found.add(swapped)
        return tuple(dict.fromkeys(self._laws[name] for name in sorted(found, key=self._slip_names.__getitem__)))

    @cached_property
    def _slip_names(self) -> dict[str, int]:
        """Folded name -> its place in ``typo_names``."""
        names = [name for name in map(self.fold, self._typo_names) if len(name) >= _MIN_TYPO and name in self._laws]
        return {name: place for place, name in enumerate(dict.fromkeys(names))}

    @cached_property
    def _slip_ends(self) -> tuple[frozenset[str], frozenset[str]]:
        """The last characters of names, and the two before them."""
        return frozenset(n[-1] for n in self._slip_names), frozenset(n[-3:-1] for n in self._slip_names)

    @cached_property
    def _longest_slip(self) -> int:
        return max(map(len, self._slip_names), default=0) + 1

    @cached_property
    def _shortened(self) -> dict[str, list[str]]:
        """Each name with one character left out -> the names."""
        index: dict[str, list[str]] = {}
        for name in self._slip_names:
            for rest in {name[:i] + name[i + 1 :] for i in range(len(name))}:
                index.setdefault(rest, []).append(name)
        return index


def _arabic_year(match: re.Match[str]) -> str:
    """九十六 -> 96: the years of the Republic that stand in names."""
    tens, ones = match.groups()
    return str(_DIGITS.index(tens or "一") * 10 + (_DIGITS.index(ones) if ones else 0))
