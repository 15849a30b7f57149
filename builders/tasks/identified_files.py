"""Local files named by the official index: by digest, else by what they print."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from builders.parse.answer_key import parse_keys
from builders.parse.exam_paper import parse_exam
from builders.sources.items import SourceItem
from builders.sources.moex import moex_index
from builders.tasks.exam_facts import invented_exam, is_invented
from builders.tasks.exam_kinds import exam_code

NAMES = {"Q": "question paper", "S": "answer key", "M": "corrected answer key", "": "not identified"}


@dataclass(frozen=True, slots=True)
class IdentifiedFile:
    """What a local file is.

    ``by``: ``digest`` (the index knows these very bytes), ``print`` (what the file prints about itself), or "" where neither says. ``exam``: official
    code, "" where not known. ``codes``: printed 代號, read only where the digest is not known. ``problem``: why nothing could be read.
    """

    file: str
    sha256: str
    by: str = ""
    kind: str = ""
    exam: str = ""
    exam_name: str = ""
    subject: str = ""
    codes: tuple[str, ...] = ()
    url: str | None = None
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For ``identify --json``."""
        return {**asdict(self), "codes": list(self.codes)}

    def __str__(self) -> str:
        which = " ".join(filter(None, (self.exam, self.exam_name)))
        codes = f"代號 {'、'.join(self.codes)}" if self.codes else ""
        said = "; ".join(filter(None, (which, self.subject, codes, self.problem)))
        by = f" (by {self.by})" if self.by else ""
        return f"{self.file}: {NAMES[self.kind]}{by}" + (f": {said}" if said else "") + (f"\n  {self.url}" if self.url else "")


def identify_file(item: SourceItem) -> IdentifiedFile:
    """Name one file. Raises nothing: what cannot be read says so in ``problem``.

    >>> identify_file(SourceItem("a.pdf", b"no PDF")).problem
    'no PDF'
    """
    digest = hashlib.sha256(item.data).hexdigest()
    official = moex_index().find(digest)
    if official is not None:
        return IdentifiedFile(item.name, digest, "digest", official.kind, official.exam, official.exam_name, official.subject_name, url=official.url)
    if not item.data.startswith(b"%PDF"):
        return IdentifiedFile(item.name, digest, problem="no PDF")
    paper = parse_exam(item.data)
    if paper.kind in ("mcq", "essay", "mixed"):
        exam = _exam(item.name, paper.exam.year_roc, paper.exam.title, "second" if paper.kind == "essay" else "first")
        return IdentifiedFile(item.name, digest, "print", "Q", exam, paper.exam.title, paper.exam.subject, paper.exam.codes)
    keys = [key for key in parse_keys(item.data) if key.kind == "key"]
    if keys:
        first = keys[0]
        codes = tuple(dict.fromkeys(code for key in keys for code in key.codes))
        subjects = "、".join(dict.fromkeys(key.subject for key in keys))
        kind = "M" if first.corrected else "S"
        return IdentifiedFile(item.name, digest, "print", kind, _exam(item.name, first.year_roc, first.title, "first"), first.title, subjects, codes)
    problem = paper.problems[0] if paper.problems else None
    return IdentifiedFile(item.name, digest, problem=f"{problem.code}: {problem.what}" if problem else paper.kind)


def _exam(file: str, year_roc: int | None, title: str, stage: str) -> str:
    if is_invented(title):
        return invented_exam(title, file)
    return exam_code(year_roc, title, stage=stage).code if year_roc is not None else ""
