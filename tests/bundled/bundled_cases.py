"""One committed judgment of the bundled corpus, as the tests look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class BundledCase:
    """One committed judgment: its path below ``judgments/``, its object, its text and its label."""

    path: str
    record: dict[str, Any]
    text: str
    label: dict[str, Any]

    @property
    def jid(self) -> str:
        return str(self.record["JID"])

    @property
    def is_api_form(self) -> bool:
        return "JFULLX" in self.record

    def section(self, name: str) -> str:
        """A section's text, "" where there is none."""
        span = self.label["sections"][name]
        return self.text[span[0] : span[1]] if span else ""

    @property
    def running(self) -> str:
        """The whole text without white space."""
        return "".join(self.text.split())
