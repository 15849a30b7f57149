"""What kind of examination a title names: its family in the benchmark, its level, and its official code by year and title."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builders.sources.moex import moex_index

_REPEATED = "重新考試"  # an exam held again for some of its candidates, under a code of its own
_ROUND = re.compile(r"第([一二三四1-4])次")
_DIGITS = str.maketrans("一二三四", "1234")


@dataclass(frozen=True, slots=True)
class ExamKind:
    """One kind of examination; ``level`` and ``profession`` are "" where an exam of this kind has several."""

    kind: str
    words: tuple[str, ...]
    family: str
    level: str = ""
    profession: str = ""
    excluded: tuple[str, ...] = ()

    def position(self, title: str) -> int:
        """Where the title names this kind; -1 where it does not. ``excluded`` words behind the name make it another kind."""
        for word in self.words:
            at = title.find(word)
            while at >= 0:
                rest = title[at + len(word) :]
                if not any(rest.startswith(other) for other in self.excluded):
                    return at
                at = title.find(word, at + 1)
        return -1


@dataclass(frozen=True, slots=True)
class ExamCode:
    """The official code of an exam, or why there is none: ``candidates`` holds the codes that fit equally well."""

    code: str
    candidates: tuple[str, ...] = ()


def exam_kinds(title: str) -> tuple[ExamKind, ...]:
    """The kinds that a title names, in its order; a kind that every professional exam names comes last.

    >>> [kind.kind for kind in exam_kinds("113年公務人員特種考試司法官考試 113年專門職業及技術人員高等考試律師考試 第一試")]
    ['judge', 'lawyer', 'other_professional']
    """
    plain = _plain(title)
    found = [(kind.position(plain), kind) for kind in _kinds()]
    named = sorted(((at, kind) for at, kind in found if at >= 0), key=lambda pair: (pair[1].kind == "other_professional", pair[0]))
    return tuple(kind for _, kind in named)


def exam_family(title: str) -> str:
    """The family of the exam (one of ``families()``), that of the kind named first; "" where the title names none.

    >>> exam_family("114年公務人員初等考試"), exam_family("114年校內段考")
    ('Civil Service', '')
    """
    kinds = exam_kinds(title)
    return families()[kinds[0].family] if kinds else ""


def exam_code(year_roc: int, title: str, *, stage: str = "") -> ExamCode:
    """The official code of the exam of that year whose name shares most kinds with the title.

    Args:
        stage: ``first`` or ``second`` where the title does not print 第一試 or 第二試 and the paper shows it otherwise.

    >>> exam_code(113, "113年公務人員特種考試司法官考試、113年專門職業及技術人員高等考試律師考試第一試").code
    '113110'
    >>> exam_code(99, "99年公務人員初等考試")
    ExamCode(code='', candidates=())
    """
    wanted = _names(title)
    exams = {code: label for code, label in moex_index().exams.items() if int(code[:3]) == year_roc and wanted & _names(label)}
    said = exam_stage(title) or stage
    staged = {code for code, label in exams.items() if exam_stage(label)}
    if said and staged:
        exams = {code: label for code, label in exams.items() if exam_stage(label) == said}
    exams = {code: label for code, label in exams.items() if (_REPEATED in label) == (_REPEATED in title)}
    most = max((len(wanted & _names(label)) for label in exams.values()), default=0)
    best = [code for code, label in sorted(exams.items()) if len(wanted & _names(label)) == most]
    if len(best) > 1:
        best = [code for code in best if _round(exams[code]) == _round(title)] or best
    return ExamCode(best[0]) if len(best) == 1 else ExamCode("", tuple(best))


def exam_stage(title: str) -> str:
    """``first`` or ``second`` test, as the title says; "" where it says neither, or both.

    >>> exam_stage("律師考試（第二試）"), exam_stage("初等考試")
    ('second', '')
    """
    plain = _plain(title)
    found = [row["stage"] for row in _table()["stages"] if any(_plain(word) in plain for word in row["words"])]
    return found[0] if len(found) == 1 else ""


def families() -> Mapping[str, str]:
    """The four families: short name -> name in the records.

    >>> len(families())
    4
    """
    found: Mapping[str, str] = _table()["families"]
    return found


def _names(title: str) -> set[str]:
    return {kind.kind for kind in exam_kinds(title)} - {"other_professional"}


def _round(title: str) -> str:
    found = _ROUND.search(_plain(title))
    return found[1].translate(_DIGITS) if found else ""


@cache
def _plain(title: str) -> str:
    """Without white space; full-width digits and brackets as the tables write them."""
    return "".join(unicodedata.normalize("NFKC", title).split())


@cache
def _kinds() -> tuple[ExamKind, ...]:
    return tuple(
        ExamKind(
            row["kind"],
            tuple(_plain(word) for word in row["words"]),
            row["family"],
            row.get("level", ""),
            row.get("profession", ""),
            tuple(row.get("not", ())),
        )
        for row in _table()["kinds"]
    )


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(Path(__file__).with_name("exam_families.json").read_text(encoding="utf-8"))
    return table
