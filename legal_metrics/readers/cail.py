"""The sentence in a row of CAIL2018 (``meta["term_of_imprisonment"]``): months, life or death, never more than one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import BadReferenceError, shown

_LIFE, _DEATH = -1, -2  # what the judge of CAIL writes into the months for these


@dataclass(frozen=True, slots=True)
class CailTerm:
    """``months`` of imprisonment (0: none was imposed); None where the sentence is for life or death.

    >>> CailTerm(months=None, life=True, death=False).kind
    'life'
    """

    months: int | None
    life: bool
    death: bool

    @property
    def kind(self) -> str | None:
        """``"life"`` or ``"death"`` as the metrics of life and death take them; None for a term in months."""
        return "death" if self.death else "life" if self.life else None


def normalise_cail_term(meta: Mapping[str, Any]) -> CailTerm:
    """The sentence of one row, in the order in which CAIL's judge asks: death, life, months.

    Where death or life is set the figure in ``imprisonment`` is noise (several rows hold a stale one) and is dropped; -2 and -1 there mean death and life
    as well. Source: CAIL2018. Raises: BadReferenceError for a row without these fields, or with values of another type or below -2.

    >>> normalise_cail_term({"term_of_imprisonment": {"death_penalty": True, "imprisonment": 12, "life_imprisonment": False}})
    CailTerm(months=None, life=False, death=True)
    """
    term = meta.get("term_of_imprisonment") if isinstance(meta, Mapping) else None
    if not isinstance(term, Mapping):
        raise BadReferenceError("meta", "term_of_imprisonment", f"found {shown(term)}, allowed an object")
    death, life = (_flag(term, name) for name in ("death_penalty", "life_imprisonment"))
    months = term.get("imprisonment")
    if isinstance(months, bool) or not isinstance(months, int) or months < _DEATH:
        raise BadReferenceError("meta", "imprisonment", f"found {shown(months)}, allowed whole months, -1 or -2")
    death = death or months == _DEATH
    life = not death and (life or months == _LIFE)
    return CailTerm(months=None if death or life else months, life=life, death=death)


def _flag(term: Mapping[str, Any], name: str) -> bool:
    value = term.get(name)
    if not isinstance(value, bool):
        raise BadReferenceError("meta", name, f"found {shown(value)}, allowed true or false")
    return value
