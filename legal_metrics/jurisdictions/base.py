"""What a legal order is to this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from legal_metrics.citations import StatuteCitation
from legal_metrics.jurisdictions.provision_kinds import ProvisionKinds
from legal_metrics.jurisdictions.registry import StatuteRegistry


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """One legal order.

    Attributes:
        code: ISO 3166 code: ``"TW"``, ``"CN"``.
        currency: ISO 4217 code of fines.
        citation_ranks: words for paragraph, subparagraph and item: 項 款 目 in Taiwan, 款 项 目 on the mainland.
        load_statutes: gives the registry; loads it on the first call.
        load_kinds: gives the table that sorts provisions into offence, general part and procedure.
    """

    code: str
    currency: str
    citation_ranks: tuple[str, str, str]
    load_statutes: Callable[[], StatuteRegistry]
    load_kinds: Callable[[], ProvisionKinds]

    @property
    def statutes(self) -> StatuteRegistry:
        """The registry of the jurisdiction's laws, loaded on first use."""
        return self.load_statutes()

    def kind(self, citation: StatuteCitation) -> str:
        """``"offence"``, ``"general_part"`` or ``"procedural"``."""
        return self.load_kinds()(citation)
