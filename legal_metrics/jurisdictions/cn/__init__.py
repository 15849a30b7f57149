"""Mainland China: 条 款 项 目. No statute registry is shipped; names are kept as written and nothing is said about existence."""

from __future__ import annotations

from functools import cache

from legal_metrics.jurisdictions.base import Jurisdiction
from legal_metrics.jurisdictions.provision_kinds import ProvisionKinds
from legal_metrics.jurisdictions.registry import StatuteRegistry


@cache
def statutes() -> StatuteRegistry:
    """A registry without laws, which declares itself incomplete."""
    return StatuteRegistry.from_mapping({}, complete=False)


@cache
def kinds() -> ProvisionKinds:
    """No table: every provision counts as offence."""
    return ProvisionKinds({})


JURISDICTION = Jurisdiction(
    code="CN", currency="CNY", citation_ranks=("款", "项", "目"), load_statutes=statutes, load_kinds=kinds
)
