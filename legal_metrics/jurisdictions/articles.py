"""The articles of one law: which exist, and which paragraphs, subparagraphs and items each has."""

from __future__ import annotations

import re
from collections.abc import KeysView
from functools import cached_property

Structure = tuple[tuple[int, ...], ...]
"""One entry per paragraph: the number of items of each of its subparagraphs. ``((),)`` = one plain paragraph."""

_PARAGRAPH = re.compile(r"(\d+)(?:\[([\d:,]+)\])?").fullmatch
_ONE_PARAGRAPH: Structure = ((),)


class Articles:
    """Facts about the articles of one law, parsed from the registry's shorthand when first asked.

    ``text`` is ``ARTICLE[=STRUCT]`` joined by ``;``. STRUCT: paragraphs joined by ``/``, each the number of its subparagraphs, with
    ``[i:n]`` = subparagraph i has n items; ``x`` = deleted; none = one paragraph without subparagraphs. ``uncertain`` names articles whose
    STRUCT may be wrong (``*`` = all). ``open_ranks``: the list holds numbers only and any rank below an article counts as existing.
    ``partial``: the list may lack articles, so of one that it does not hold nothing is known.

    >>> law = Articles("1;2=0/2[1:3];3=x")
    >>> law.has("2"), law.has("3"), law.has("4"), law.structure("2")
    (True, False, False, ((), (3, 0)))
    """

    def __init__(
        self, text: str, *, uncertain: frozenset[str] = frozenset(), open_ranks: bool = False, partial: bool = False
    ) -> None:
        self.partial = partial
        self._text = text
        self._uncertain = uncertain
        self._open_ranks = open_ranks

    @cached_property
    def _structs(self) -> dict[str, str]:
        return {number: struct for number, _, struct in (a.partition("=") for a in self._text.split(";") if a)}

    def __len__(self) -> int:
        return sum(struct != "x" for struct in self._structs.values())

    def knows(self, article: str) -> bool:
        """Whether the number occurs in the law, be it deleted."""
        return article in self._structs

    @property
    def numbers(self) -> KeysView[str]:
        """Every number that occurs in the law, deleted articles too.

        >>> Articles("1;2=x").numbers >= {"1", "2"}
        True
        """
        return self._structs.keys()

    @cached_property
    def last(self) -> int:
        """The highest article number (without branches); 0 for a law without articles."""
        return max((int(number.partition("-")[0]) for number in self._structs), default=0)

    def has(self, article: str) -> bool:
        """Whether the article exists and is not deleted."""
        return self._structs.get(article, "x") != "x"

    def structure(self, article: str) -> Structure | None:
        """Paragraphs of an existing article, or None where they are not known."""
        struct = self._structs.get(article, "x")
        if struct == "x" or self._open_ranks or not self._uncertain.isdisjoint((article, "*")):
            return None
        return tuple(map(_paragraph, struct.split("/"))) if struct else _ONE_PARAGRAPH

    def holds(self, article: str, paragraph: int | None, subparagraph: int | None, item: int | None) -> bool | None:
        """Whether the provision exists; None where the list may lack the article, or the ranks below it are not known.

        A rank that is not given is any: with no ``paragraph``, subparagraph 5 exists if some paragraph has five.

        >>> Articles("2=0/2[1:3]").holds("2", 2, 1, 3), Articles("2=0/2").holds("2", 3, None, None)
        (True, False)
        >>> Articles("1;2", partial=True).holds("3", None, None, None) is None
        True
        """
        if not self.has(article):
            return None if self.partial and not self.knows(article) else False
        if self._open_ranks or paragraph is subparagraph is item is None:
            return True
        structure = self.structure(article)
        if structure is None:
            return None
        if paragraph is not None:
            structure = structure[paragraph - 1 : paragraph] if paragraph > 0 else ()
        for items in structure:
            if subparagraph is None:
                if item is None or any(n >= item for n in items):
                    return True
            elif 0 < subparagraph <= len(items) and (item is None or 0 < item <= items[subparagraph - 1]):
                return True
        return False

    def before(self, article: str) -> str | None:
        """The existing article that stands before ``article`` (前條), or None.

        >>> Articles("1;2=x;3;3-1").before("3"), Articles("1").before("1")
        ('1', None)
        """
        found = None
        for number, struct in self._structs.items():
            if number == article:
                return found
            if struct != "x":
                found = number
        return None


def _paragraph(struct: str) -> tuple[int, ...]:
    match = _PARAGRAPH(struct)
    if match is None:
        raise ValueError(f"paragraph structure {struct!r}: allowed N or N[i:n,…]")
    items: dict[int, int] = {}
    for pair in match[2].split(",") if match[2] else ():
        subparagraph, _, n = pair.partition(":")
        items[int(subparagraph)] = int(n)
    return tuple(items.get(i, 0) for i in range(1, int(match[1]) + 1))
