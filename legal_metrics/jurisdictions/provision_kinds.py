"""What part a cited provision plays in a criminal judgment: the offence, the general part, or procedure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legal_metrics.citations import StatuteCitation

KINDS: tuple[str, ...] = ("offence", "general_part", "procedural")


class ProvisionKinds:
    """A table of laws and articles by kind; what it does not list is ``"offence"``.

    ``table`` maps each kind but offence to rows ``{"law": name, "articles": "1-99" or none for the whole law, "except": [articles]}``.

    >>> kind = ProvisionKinds({"general_part": [{"law": "刑法", "articles": "1-99"}], "procedural": [{"law": "刑事訴訟法"}]})
    >>> [kind(StatuteCitation("刑法", a)) for a in ("38-1", "185-3")], kind(StatuteCitation("刑事訴訟法", "299"))
    (['general_part', 'offence'], 'procedural')
    """

    def __init__(self, table: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        self._rows = {
            row["law"]: (kind, _bounds(row.get("articles", "")), frozenset(row.get("except", ())))
            for kind in KINDS
            for row in table.get(kind, ())
        }

    def __call__(self, citation: StatuteCitation) -> str:
        """The kind of one citation; its ``law`` must be the registry's name."""
        row = self._rows.get(citation.law)
        if row is None:
            return "offence"
        kind, (first, last), exceptions = row
        number = citation.article.partition("-")[0]
        inside = number.isdecimal() and first <= int(number) <= last
        return kind if inside and citation.article not in exceptions else "offence"


def _bounds(articles: str) -> tuple[int, float]:
    first, _, last = articles.partition("-")
    return (int(first or 0), int(last) if last else float("inf"))
