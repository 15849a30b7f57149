"""Which laws and provisions exist: the ground of every Type I (fabricated) statute error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import NoReturn

from legal_metrics.citations import DEPTHS, StatuteCitation
from legal_metrics.errors import LegalMetricsError
from legal_metrics.jurisdictions.articles import Articles, Structure
from legal_metrics.jurisdictions.law_names import LawNames

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})|([0-9]{4})([0-9]{2})([0-9]{2})").fullmatch


@dataclass(frozen=True, slots=True)
class Law:
    """One law or regulation.

    Attributes:
        id: the registry's id (TW: the PCode of the national law database). The newest text of a law has the law's id, an older one its own.
        name: the name that citations carry: official, but Taiwan's 刑法 and 刑法施行法 without 中華民國.
        kind: ``"constitution"``, ``"statute"``, ``"regulation"``; CN also ``"interpretation"`` (司法解释), ``"local_regulation"`` and ``"other"``.
        enacted: ISO date of the first text; "" where it is not known.
        valid_from: ISO date from which the registry's text is the right one; "" where it is not known.
        valid_until: ISO date of the abolition; "" for a law in force.
        published: ISO date on which the registry's text was made public; "" where it is not known.
    """

    id: str
    name: str
    kind: str = "statute"
    enacted: str = ""
    valid_from: str = ""
    valid_until: str = ""
    published: str = ""


class StatuteRegistry:
    """The laws of one jurisdiction as of one edition. Read-only after construction; no clock: the edition's date stands in the data.

    Three answers: True, False, or None = "not known". A registry that is not ``complete`` never says that a law does not exist.

    Attributes:
        complete: every law of the jurisdiction up to ``as_of`` is listed, save names that end in one of ``outside``.
        as_of: ISO date of the edition; "" where the registry knows no dates (``on`` is then ignored).
        source: where the facts come from (address and commit).

    >>> known = StatuteRegistry.from_mapping({"刑法": ["320", "339", "339-4"]}, aliases={"中華民國刑法": "刑法"})
    >>> known.exists(StatuteCitation("中華民國刑法", "339-4")), known.exists(StatuteCitation("刑法", "339-9"))
    (True, False)
    """

    def __init__(
        self,
        laws: Sequence[Law],
        names: LawNames,
        articles: Callable[[int], Articles],
        *,
        ids: Sequence[str] | None = None,
        complete: bool,
        as_of: str = "",
        source: str = "",
        outside: Iterable[str] = (),
        homonyms: Mapping[str, Sequence[tuple[str, int]]] | None = None,
        misspelt: Iterable[str] = (),
        rewritten: Mapping[str, str] | None = None,
        versions: Iterable[Sequence[tuple[str, int]]] = (),
    ) -> None:
        self.complete = complete
        self.as_of = as_of
        self.source = source
        self.names = names
        self._reach = names.reach
        self._resolved = lru_cache(maxsize=16384)(self._resolve)
        self._ending = lru_cache(maxsize=16384)(self._ending_of)
        self._laws = laws
        self._load_articles = articles
        self._articles: dict[int, Articles] = {}
        self._by_id = {id: number for number, id in enumerate(ids or [law.id for law in laws])}
        self._outside = tuple(outside)
        self._homonyms = {names.fold(name): tuple(sorted(of)) for name, of in (homonyms or {}).items()}
        self._misspelt = frozenset(map(names.fold, misspelt))
        self._rewritten = dict(rewritten or {})  # name of a law -> day of its last revision as a whole
        self._versions = {of[-1][1]: tuple(of) for of in versions}  # newest text -> (day from which it counts, text), oldest first

    @classmethod
    def from_mapping(
        cls, known: Mapping[str, Iterable[str]], aliases: Mapping[str, str] | None = None, *, complete: bool = True
    ) -> StatuteRegistry:
        """A registry out of ``{law: its articles}``; ``aliases`` maps other names to names in ``known``.

        An article is ``"339-4"``, or with the ranks below it ``"339-4=4/0"`` (see ``Articles``). Where no article of a law states ranks,
        every rank below its articles counts as existing: the mapping says nothing against it. No dates: ``on`` is ignored.

        >>> StatuteRegistry.from_mapping({"刑法": ["320=0/0/0"]}).exists(StatuteCitation("刑法", "320", 4))
        False
        """
        laws = [Law(id=name, name=name) for name in known]
        texts = [";".join(map(str, articles)) for articles in known.values()]
        number = {law.name: i for i, law in enumerate(laws)}
        pairs = list(number.items())
        for alias, name in (aliases or {}).items():
            if name not in number:
                raise LegalMetricsError(
                    f"alias {alias!r}: found law {name!r}, allowed one of {', '.join(number) or 'none'}"
                )
            pairs.append((alias, number[name]))
        return cls(
            laws, LawNames(pairs), lambda i: Articles(texts[i], open_ranks="=" not in texts[i]), complete=complete
        )

    def __len__(self) -> int:
        """Number of laws."""
        return len(self._laws)

    def __iter__(self) -> Iterator[Law]:
        return iter(self._laws)

    def resolve(self, name: str, on: str | date | None = None) -> Law | None:
        """The law of this name (official, former, alias, with or without 中華民國, either script), or None.

        Where one name was borne by several laws, or the registry holds several texts of a law, ``on`` (ISO date) picks the last one by
        then; without it, the last one.
        """
        return self._resolved(name, on)

    def _resolve(self, name: str, on: str | date | None) -> Law | None:
        bearers = self._homonyms.get(self.names.fold(name))
        if bearers:
            day = iso_date(on)
            return self._laws[next((n for since, n in reversed(bearers) if day is None or since <= day), bearers[0][1])]
        number = self.names.get(name)
        return None if number is None else self._text_on(number, on)

    def _text_on(self, number: int, on: str | date | None) -> Law:
        """The text of a law that counted on a day (before its first one: the first), else the newest."""
        texts = self._versions.get(number)
        day = iso_date(on) if texts else None
        if texts and day is not None:
            number = next((n for since, n in reversed(texts) if since <= day), texts[0][1])
        return self._laws[number]

    def ending_at(self, text: str, end: int, start: int = 0) -> tuple[int, Law, bool] | None:
        """(start, law, misspelt) for the longest known name that ends at ``end`` of ``text``; see ``LawNames.ending_at``."""
        low = end - 2
        reach = self._reach.get(text[low if low > start else start : end])
        if reach is None:
            return None
        # No longer than the longest name with this ending: short stretches are met again, and remembered.
        low = end - reach
        found = self._ending(text[low if low > start else start : end])
        return None if found is None else (end - found[0], found[1], found[2])

    def _ending_of(self, tail: str) -> tuple[int, Law, bool] | None:
        found = self.names.longest_suffix(tail)
        if found is None:
            return None
        length, number = found
        return length, self._laws[number], bool(self._misspelt) and self.names.fold(tail[-length:]) in self._misspelt

    def slip_ending_at(self, text: str, end: int, start: int = 0) -> tuple[int, tuple[Law, ...]] | None:
        """(start, laws) for a name that is one character off, the likeliest law first; see ``LawNames.slip_ending_at``."""
        found = self.names.slip_ending_at(text, end, start)
        return None if found is None else (found[0], tuple(self._laws[n] for n in found[1]))

    def exists(self, citation: StatuteCitation, *, on: str | date | None = None, depth: str = "item") -> bool | None:
        """Whether the cited provision exists, looking no deeper than ``depth``.

        ``on`` (ISO date) is the day that counts; None = the edition itself, in which deleted articles and abolished laws do not exist.

        None, "not known", where
        - the citation says that it means a former text (修正前), or ``on`` lies before the text that the registry holds (former texts
          are not known; before the enactment the answer is False);
        - ``on`` lies after the edition and the provision is not in it;
        - the article exists, but the ranks below it are not certain, or the registry's list of the law's articles may not be whole;
        - the law is unknown and the registry is not complete, or the name is of a kind that it does not list.
        """
        level = DEPTHS.index(depth)
        day = iso_date(on) if self.as_of else None
        if citation.version == "former":
            return None
        law = self.law_of(citation, on=day)
        newer = day is not None and day > self.as_of
        if law is None:
            return False if self.complete and not newer and self._would_list(citation.law) else None
        if day is None:
            if law.valid_until:
                return False
        elif (law.enacted and day < law.enacted) or (law.valid_until and day >= law.valid_until):
            return False
        elif not law.valid_from or day < law.valid_from:
            return None
        held = self._holds(law, citation, level)
        return None if newer and not held else held

    def exists_by_edition(
        self, citation: StatuteCitation, *, on: str | date | None = None, depth: str = "item"
    ) -> bool | None:
        """``exists``, and where the text of an earlier day is not known, what the edition lets one infer.

        What the edition holds counts as existing. An article number that is neither in it nor among its deleted articles does not exist:
        amendments keep the numbers. Still None: 修正前, a deleted article, ranks that the edition does not have (amendments do change
        them), and any number before the law was rewritten as a whole.

        >>> law, text = Law("1", "刑法", valid_from="2024-01-01"), Articles("1;2=x")
        >>> known = StatuteRegistry([law], LawNames([("刑法", 0)]), lambda _: text, complete=True, as_of="2024-10-11")
        >>> cited = [StatuteCitation("刑法", "1"), StatuteCitation("刑法", "1", 2), StatuteCitation("刑法", "2"), StatuteCitation("刑法", "3")]
        >>> [known.exists(c, on="2019-07-05") for c in cited], [known.exists_by_edition(c, on="2019-07-05") for c in cited]
        ([None, None, None, None], [True, None, None, False])
        """
        known = self.exists(citation, on=on, depth=depth)
        day = iso_date(on) if self.as_of else None
        law = self.law_of(citation, on=day)
        if known is not None or citation.version == "former" or law is None or day is None or day > self.as_of:
            return known
        if not self.articles(law).knows(citation.article):
            return None if self.articles(law).partial or day < self.rewritten(law) else False
        return self._holds(law, citation, DEPTHS.index(depth)) or None

    def _holds(self, law: Law, citation: StatuteCitation, level: int) -> bool | None:
        ranks = (citation.paragraph, citation.subparagraph, citation.item)
        paragraph, subparagraph, item = (rank if i < level else None for i, rank in enumerate(ranks))
        return self.articles(law).holds(citation.article, paragraph, subparagraph, item)

    def has_one_paragraph(self, law: Law | str, article: str) -> bool | None:
        """Whether the article has exactly one paragraph (項); None where the law, the article or its ranks are not known."""
        structure = self.structure(law, article)
        return None if structure is None else len(structure) == 1

    def structure(self, law: Law | str, article: str) -> Structure | None:
        """Paragraphs, subparagraphs and items of an article in the edition; None where they are not known."""
        found = self.resolve(law) if isinstance(law, str) else law
        return None if found is None else self.articles(found).structure(article)

    def articles(self, law: Law) -> Articles:
        """The articles of a law of this registry in the edition."""
        number = self._by_id[law.id]
        if number not in self._articles:
            self._articles[number] = self._load_articles(number)
        return self._articles[number]

    def rewritten(self, law: Law) -> str:
        """ISO date of the last revision that numbered the articles anew; "" where none is known."""
        return self._rewritten.get(law.name, "")

    def law_of(self, citation: StatuteCitation, *, on: str | None = None) -> Law | None:
        """The law that a citation names, by its id or else its name."""
        number = self._by_id.get(citation.law_id) if citation.law_id else None
        return self.resolve(citation.law, on) if number is None else self._text_on(number, on)

    def _would_list(self, name: str) -> bool:
        """Whether a law of this name would be in the registry if there were one."""
        return bool(name) and not (self._outside and name.endswith(self._outside))


def iso_date(on: str | date | None) -> str | None:
    """``on`` as an ISO date; also reads 20240731 as the open data write it. Raises ``LegalMetricsError`` on anything else.

    >>> iso_date("20240731"), iso_date(date(2015, 1, 31)), iso_date(None)
    ('2024-07-31', '2015-01-31', None)
    """
    if on is None:
        return None
    match = _DATE(str(on))
    try:
        return date(*(int(part) for part in match.groups() if part)).isoformat() if match else _no_date(on)
    except ValueError:
        return _no_date(on)


def _no_date(found: object) -> NoReturn:
    raise LegalMetricsError(f"date: found {found!r}, allowed an ISO date such as 2024-07-31")
