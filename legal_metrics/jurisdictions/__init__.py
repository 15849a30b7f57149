"""What differs between legal orders: ranks, laws, currency. One sub-package each; everything else is shared."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError

if TYPE_CHECKING:
    from legal_metrics.jurisdictions.base import Jurisdiction

CODES: tuple[str, ...] = ("TW", "CN")


def get(code: str) -> Jurisdiction:
    """The jurisdiction of this code, in any case. Raises ``LegalMetricsError`` for an unknown one.

    >>> get("tw").citation_ranks
    ('項', '款', '目')
    """
    check_text("jurisdiction", code)
    if code.upper() not in CODES:
        raise LegalMetricsError(f"jurisdiction: found {code!r}, allowed {' or '.join(CODES)} in any case")
    jurisdiction: Jurisdiction = import_module(f"legal_metrics.jurisdictions.{code.lower()}").JURISDICTION
    return jurisdiction
