"""Parsed values in the shape of the label files (``gold.jsonl``): the shape that ``parse judgment`` prints and accuracy compares.

Keys that are always there come first; the others only where they say something, as in the labels.
"""

from __future__ import annotations

from typing import Any

from legal_metrics.citations import StatuteCitation
from legal_metrics.penalties import ExecutedGroup, Outcome, Penalty

_FINE_KEYS = {"TWD": "fine_twd", "silver_yuan": "fine_silver_yuan", None: "fine_unit_unstated"}


def penalty_dict(penalty: Penalty) -> dict[str, Any]:
    """One penalty.

    >>> penalty_dict(Penalty(imprisonment_months=3, fine=3000))["fine_unit_unstated"]
    3000
    """
    out: dict[str, Any] = {
        "imprisonment_months": penalty.imprisonment_months,
        "life": penalty.life,
        "death": penalty.death,
        "detention_days": penalty.detention_days,
        "fine_twd": None,
        "reduced_to": penalty_dict(penalty.reduced_to) if penalty.reduced_to else None,
        "civil_rights_deprived_months": penalty.civil_rights_deprived_months,
    }
    if penalty.fine is not None:
        out[_FINE_KEYS.get(penalty.currency, f"fine_{penalty.currency}")] = penalty.fine
    if penalty.imprisonment_days is not None:
        out["imprisonment_days"] = penalty.imprisonment_days
    if penalty.civil_rights_deprived_life:
        out["civil_rights_deprived_life"] = True
    return out


def group_dict(group: ExecutedGroup) -> dict[str, Any]:
    """One group of counts under one 應執行.

    >>> group_dict(ExecutedGroup((0, 1), None, 24))
    {'counts': [0, 1], 'executed': None, 'probation_months': 24}
    """
    return {
        "counts": list(group.counts),
        "executed": penalty_dict(group.executed) if group.executed else None,
        "probation_months": group.probation_months,
    }


def outcome_dict(outcome: Outcome) -> dict[str, Any]:
    """One pair of defendant and verdict.

    >>> outcome_dict(Outcome("not_guilty", 2))["defendant"]
    2
    """
    out: dict[str, Any] = {
        "defendant": outcome.defendant,
        "verdict": outcome.verdict,
        "counts": [penalty_dict(count) for count in outcome.counts],
        "executed": penalty_dict(outcome.executed) if outcome.executed else None,
        "probation_months": outcome.probation_months,
    }
    if outcome.counts_from_table:
        out["counts_from_table"] = True
    if outcome.groups:
        out["groups"] = [group_dict(group) for group in outcome.groups]
    if outcome.charges:
        out["charges"] = list(outcome.charges)
    if outcome.other_kind:
        out["other_kind"] = outcome.other_kind
    return out


def citation_dict(citation: StatuteCitation) -> dict[str, Any]:
    """One citation.

    >>> citation_dict(StatuteCitation("刑法", "185-3", paragraph=1, version="former"))["version"]
    'former'
    """
    out: dict[str, Any] = {
        "law": citation.law,
        "article": citation.article,
        "paragraph": citation.paragraph,
        "subparagraph": citation.subparagraph,
        "item": citation.item,
    }
    if citation.version:
        out["version"] = citation.version
    return out
