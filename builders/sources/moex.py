"""The official index of the Ministry of Examination (考選部): codes of exams, addresses of files, and files known by their digest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

INDEX = Path(__file__).resolve().parents[2] / "data" / "sources" / "moex.json"
KINDS: tuple[str, ...] = ("Q", "S", "M")
"""Question paper, answer key, corrected answer key."""


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A file of the index. ``category`` and ``subject`` are the address parameters of the first of the ``categories`` that share it."""

    kind: str
    exam: str
    exam_name: str
    category: str
    subject: str
    subject_name: str
    categories: int
    url: str


@dataclass(frozen=True, slots=True)
class MoexIndex:
    """``data/sources/moex.json``, ready to be asked: exam code -> name, SHA-256 -> file."""

    exams: Mapping[str, str]
    files: Mapping[str, OfficialFile]

    def find(self, sha256: str) -> OfficialFile | None:
        """The official file with this digest; None where the index does not know it (it does not hold every year)."""
        return self.files.get(sha256)


@cache
def moex_index(path: Path = INDEX) -> MoexIndex:
    """The index, read once.

    >>> moex_index().exams["114010"]
    '114年公務人員初等考試'
    """
    table = json.loads(path.read_text(encoding="utf-8"))
    address = table["addresses"]["file"]
    files: dict[str, OfficialFile] = {}
    for row in table["papers"]:
        paper = dict(zip(table["paper_columns"], row, strict=True))
        for kind in KINDS:
            if paper[kind]:
                url = address.format(kind=kind, exam=paper["exam"], category=paper["category"], subject=paper["subject"])
                known = OfficialFile(
                    kind,
                    paper["exam"],
                    table["exams"].get(paper["exam"], ""),
                    paper["category"],
                    paper["subject"],
                    paper["name"],
                    paper["categories"],
                    url,
                )
                files.setdefault(paper[kind], known)  # rows are in order: the first address of a file that has several
    return MoexIndex(table["exams"], files)
