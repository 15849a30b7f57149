"""Taiwan: 條 項 款 目, the registry of its laws and regulations, and the table that sorts cited provisions by their part in a judgment."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, overload

from legal_metrics.jurisdictions.articles import Articles
from legal_metrics.jurisdictions.base import Jurisdiction
from legal_metrics.jurisdictions.law_names import LawNames
from legal_metrics.jurisdictions.provision_kinds import ProvisionKinds
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry

_FOLDER = Path(__file__).parent
_KINDS = {"C": "constitution", "L": "statute", "R": "regulation"}
_DATED_NAME = re.compile(r"(.+?)（[新舊]?\s*([0-9]+)\.([0-9]+)\.([0-9]+)\s*(?:訂定|制定)）").fullmatch


class _Laws(Sequence[Law]):
    """The rows of the names file; a ``Law`` is made when it is asked for."""

    def __init__(self, data: Mapping[str, Any], short_names: Mapping[str, str]) -> None:
        self.ids: list[str] = data["ids"].split("\n")
        self.names: list[str] = data["names"].split("\n")
        self.kinds: list[str] = data["kinds"].split("\n")
        self._dates = tuple(data[column].split("\n") for column in ("enacted", "valid_from", "valid_until"))
        self._short_names = short_names
        self._made: dict[int, Law] = {}

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, row: int) -> Law: ...
    @overload
    def __getitem__(self, row: slice) -> list[Law]: ...
    def __getitem__(self, row: int | slice) -> Law | list[Law]:
        if isinstance(row, slice):
            return [self[i] for i in range(len(self))[row]]
        law = self._made.get(row)
        if law is None:
            name = self.names[row]
            dated = _DATED_NAME(name) if name.endswith("）") else None
            name = dated[1] if dated else self._short_names.get(name, name)  # the date is the database's remark
            enacted, valid_from, valid_until = (_iso(dates[row]) for dates in self._dates)
            law = Law(self.ids[row], name, _KINDS[self.kinds[row]], enacted, valid_from, valid_until)
            self._made[row] = law
        return law


@cache
def statutes() -> StatuteRegistry:
    """The registry of Taiwan's laws and regulations; loaded on the first call, articles on the first question about one.

    >>> statutes().resolve("中華民國刑法").name, statutes().has_one_paragraph("刑法", "51")
    ('刑法', True)
    """
    data = _read("statutes.json.xz")
    judged = _read("aliases.json")
    variants = _read("script_variants.json")
    laws = _Laws(data, judged["short_names"])
    official = {name: row for row, name in enumerate(laws.names)}
    homonyms = _homonyms(official)
    names = [
        *official.items(),
        *((alias, official[name]) for table in ("aliases", "misspelt") for alias, name in judged[table].items()),
        *((name, bearers[-1][1]) for name, bearers in homonyms.items()),
        *data["aliases"].items(),
        *data["former_names"].items(),
    ]
    return StatuteRegistry(
        laws,
        LawNames(
            names,
            variants=dict(zip(variants["written"], variants["read_as"], strict=True)),
            typo_names=[
                *judged["likeliest"],
                *(name for name, row in names if laws.kinds[row] != "R" and name not in judged["misspelt"]),
            ],
        ),
        _articles,
        ids=laws.ids,
        complete=data["complete"],
        as_of=_iso(data["as_of"]),
        source=f"{data['source']} @ {data['commit']}",
        outside=judged["not_listed"],
        homonyms=homonyms,
        misspelt=judged["misspelt"],
        rewritten=_read("revisions.json")["rewritten"],
    )


@cache
def kinds() -> ProvisionKinds:
    """The table that sorts provisions into offence, general part and procedure (``procedural.json``)."""
    return ProvisionKinds({kind: rows for kind, rows in _read("procedural.json").items() if kind != "note"})


def _homonyms(official: Mapping[str, int]) -> dict[str, list[tuple[str, int]]]:
    """Names borne by several laws, whose official names carry a date in brackets -> (date of enactment, row), oldest first."""
    bearers: dict[str, list[tuple[str, int]]] = {}
    for name, row in official.items():
        dated = _DATED_NAME(name) if name.endswith("）") else None
        if dated:
            year, month, day = map(int, dated.groups()[1:])
            bearers.setdefault(dated[1], []).append((f"{year + 1911:04}-{month:02}-{day:02}", row))
    for name, of in bearers.items():
        if name in official:
            of.append(("", official[name]))
        of.sort()
    return bearers


@cache
def _article_lists() -> tuple[list[str], dict[str, list[str]], frozenset[int]]:
    data = _read("statute_articles.json.xz")
    return data["articles"], data["uncertain"], frozenset(data["numbers_only"])


def _articles(number: int) -> Articles:
    texts, uncertain, numbers_only = _article_lists()
    unsure = ("*",) if number in numbers_only else uncertain.get(str(number), ())
    return Articles(texts[number], uncertain=frozenset(unsure))


def _iso(date: str) -> str:
    """20240731 -> 2024-07-31; a date without day (19460000) sorts before all days of its year."""
    return f"{date[:4]}-{date[4:6]}-{date[6:]}" if date else ""


def _read(name: str) -> Any:
    data = (_FOLDER / name).read_bytes()
    return json.loads(lzma.decompress(data) if name.endswith(".xz") else data)


JURISDICTION = Jurisdiction(
    code="TW", currency="TWD", citation_ranks=("項", "款", "目"), load_statutes=statutes, load_kinds=kinds
)
