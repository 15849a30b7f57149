"""Mainland China: 条 款 项 目, a registry of its statutes, regulations and judicial interpretations, and the table of kinds.

The registry does not hold every text, so a law that it does not know may exist; and some of its texts may lack articles. It claims that
an article does not exist only where its list of the law's articles is whole.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from legal_metrics.jurisdictions.articles import Articles
from legal_metrics.jurisdictions.base import Jurisdiction
from legal_metrics.jurisdictions.law_names import LawNames
from legal_metrics.jurisdictions.provision_kinds import ProvisionKinds
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry
from legal_metrics.text.script import script_table

STATE = "中华人民共和国"

_FOLDER = Path(__file__).parent
_KINDS = {
    "C": "constitution",
    "L": "statute",
    "R": "regulation",
    "M": "regulation",
    "J": "interpretation",
    "D": "local_regulation",
    "O": "other",
}
_VARIANTS = {"〈": "《", "〉": "》", "<": "《", ">": "》", "＜": "《", "＞": "》", "﹤": "《", "﹥": "》", "(": "（", ")": "）"}
_NUMBERED = re.compile(r"(.+)（([一二三四五六七八九十]+)）").fullmatch


@cache
def statutes() -> StatuteRegistry:
    """The registry of the mainland's laws; loaded on the first call, articles on the first question about one.

    >>> statutes().resolve("民诉法").name, statutes().resolve("民事诉讼法", on="2022-05-01").valid_until
    ('中华人民共和国民事诉讼法', '2024-01-01')
    """
    data = _read("statutes.json.xz")
    judged = _read("aliases.json")
    laws = _laws(data, judged)
    since = [law.valid_from or law.published for law in laws]
    for rows in data["versions"]:
        for row, following in pairwise(rows):
            laws[row] = replace(laws[row], valid_until=since[following])
    official = {law.name: row for row, law in enumerate(laws)}  # of several texts of a name the source gives the newest last ...
    official |= {laws[rows[-1]].name: rows[-1] for rows in data["versions"]}  # ... but need not
    names = [
        *official.items(),
        *((alias, official[name]) for alias, name in judged["aliases"].items()),
        *((name.removeprefix(STATE), official[name]) for name in judged["by_name_only"]),
        *data["aliases"].items(),
    ]
    return StatuteRegistry(
        laws,
        LawNames(
            [*names, *_without_brackets(names)],
            variants={**{chr(code): read_as for code, read_as in script_table().items()}, **_VARIANTS},
            typo_names=(name for name, row in names if laws[row].kind in ("constitution", "statute") and name[-1] != "）"),
            state=STATE,
        ),
        _articles,
        complete=data["complete"],
        as_of=_iso(data["as_of"]),
        source=f"{data['source']} @ {data['commit']}",
        rewritten={
            **{name: since[row] for name, row in official.items() if since[row]},
            **{name: _iso(day) for name, day in judged["numbers_kept"].items()},
        },
        versions=([(since[row], row) for row in rows] for rows in data["versions"]),
    )


@cache
def kinds() -> ProvisionKinds:
    """The table that sorts provisions into offence, general part and procedure (``procedural.json``)."""
    return ProvisionKinds({kind: rows for kind, rows in _read("procedural.json").items() if kind != "note"})


def _laws(data: Any, judged: Any) -> list[Law]:
    """One row a text, then the laws that are known by name only."""
    columns = (data[column].split("\n") for column in ("ids", "names", "kinds", "valid_from", "valid_until", "published"))
    in_force = judged["in_force"]
    laws = [
        Law(id, name, _KINDS[kind], "", _iso(valid_from or (in_force.get(name, "") if "-" not in id else "")), _iso(until), _iso(published))
        for id, name, kind, valid_from, until, published in zip(*columns, strict=True)
    ]
    return laws + [Law(name, name) for name in judged["by_name_only"]]


def _without_brackets(names: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """刑法修正案八 for 刑法修正案（八）."""
    return [(numbered[1] + numbered[2], row) for name, row in names if (numbered := _NUMBERED(name))]


@cache
def _article_lists() -> tuple[list[str], dict[str, list[str]], frozenset[int], frozenset[int]]:
    data = _read("statute_articles.json.xz")
    return data["articles"], data["uncertain"], frozenset(data["numbers_only"]), frozenset(data["partial"])


def _articles(number: int) -> Articles:
    texts, uncertain, numbers_only, partial = _article_lists()
    if number >= len(texts):
        return Articles("", partial=True)
    unsure = ("*",) if number in numbers_only else uncertain.get(str(number), ())
    return Articles(texts[number], uncertain=frozenset(unsure), partial=number in partial)


def _iso(date: str) -> str:
    """20240731 -> 2024-07-31."""
    return f"{date[:4]}-{date[4:6]}-{date[6:]}" if date else ""


def _read(name: str) -> Any:
    data = (_FOLDER / name).read_bytes()
    return json.loads(lzma.decompress(data) if name.endswith(".xz") else data)


JURISDICTION = Jurisdiction(
    code="CN", currency="CNY", citation_ranks=("款", "项", "目"), load_statutes=statutes, load_kinds=kinds
)
