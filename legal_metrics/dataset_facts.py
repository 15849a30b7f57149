"""Which rows a report is about, and what must be said of them beside its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """Which rows were scored, and whether their figures may stand beside the paper's.

    ``kind``: ``"official"`` (the gated release of the paper's authors), ``"rebuilt"`` (built from official sources with this
    project's builders), ``"bundled"`` (invented cases that ship with this project) or ``"unstated"``.

    >>> DatasetFacts("tw-legalbench", kind="bundled").comparable_with_paper
    False
    """

    name: str = ""
    config: str = ""
    split: str = ""
    version: str | None = None
    rows_sha256: str | None = None
    kind: str = "unstated"

    @property
    def comparable_with_paper(self) -> bool:
        """True for the official release only."""
        return self.kind == "official"

    @property
    def note(self) -> str:
        """The sentence that a reader must see beside the figures; empty for the official release."""
        return _NOTES.get(self.kind, _NOTES["unstated"])

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "name": self.name,
            "config": self.config,
            "split": self.split,
            "version": self.version,
            "rows_sha256": self.rows_sha256,
            "kind": self.kind,
            "comparable_with_paper": self.comparable_with_paper,
            "note": self.note,
        }


_NOTES = {
    "official": "",
    "rebuilt": "Scored on a rebuilt release: not comparable with the figures of the paper.",
    "bundled": "Scored on the bundled release of invented cases: not comparable with the figures of the paper.",
    "unstated": "The origin of the references is not stated: do not compare with the figures of the paper.",
}
