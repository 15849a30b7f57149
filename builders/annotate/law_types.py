"""From a law to its type (43) and its group (6): the two upper layers of a label follow from the law, nobody chooses them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from legal_metrics.jurisdictions.tw import statutes

GROUPS: tuple[str, ...] = ("Constitutional", "Criminal", "Civil", "Administrative", "International", "No Law")
"""The six law categories of the benchmark."""

INTERNATIONAL = "international_law"
NO_LAW = "no_law"
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class LawType:
    """One of the 43 types: its id, its Chinese name, and the group that it belongs to."""

    id: str
    name_zh: str
    group: str


@cache
def law_types() -> Mapping[str, LawType]:
    """The types by id, in the order of the table.

    >>> len(law_types()), law_types()["civil_code"].group
    (43, 'Civil')
    """
    return {row["id"]: LawType(row["id"], row["name_zh"], row["group"]) for row in _table("law_types.json")["types"]}


@cache
def instruments() -> Mapping[str, str]:
    """Every name of an international instrument -> the name that labels carry.

    >>> instruments()["海洋法公約"]
    '聯合國海洋法公約'
    """
    rows = _table("international_instruments.json")["instruments"]
    return {name: row["name"] for row in rows for name in (row["name"], *row["aliases"])}


def type_of_law(law_id: str) -> LawType | None:
    """The type of the law with this id of the registry; None where the table has no beginning of it.

    >>> type_of_law("B0000001").id, type_of_law("D0080047").group, type_of_law("X0000000")
    ('civil_code', 'Criminal', None)
    """
    beginnings = _beginnings()
    for length in range(len(law_id), 0, -1):
        found = beginnings.get(law_id[:length])
        if found:
            return law_types()[found]
    return None


def law_id_of(name: str) -> str | None:
    """The registry's id of a law that is called so, or None.

    >>> law_id_of("刑法"), law_id_of("不存在法")
    ('C0000001', None)
    """
    law = statutes().resolve(name)
    return law.id if law else None


@cache
def _beginnings() -> Mapping[str, str]:
    return {beginning: row["id"] for row in _table("law_types.json")["types"] for beginning in row["law_ids"]}


def _table(name: str) -> dict[str, list[dict[str, list[str] | str]]]:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]
