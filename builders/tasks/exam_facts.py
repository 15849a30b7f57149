"""What is known of an exam paper beside its questions: who it is officially, which family, level and profession, and where its files lie."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builders.parse.exam import ExamPaper
from builders.sources.moex import OfficialFile
from builders.tasks.exam_ids import OFFICIAL, SAMPLE, main_code, paper_id
from builders.tasks.exam_kinds import exam_code, exam_family, exam_kinds

_EVERY_CATEGORY = re.compile(r"各類科組?別?(?:、各類別、各組別)?")
_INVENTED = "自編範例"  # stands in the title of every paper that is no official one
_NAMED_CODE = re.compile(r"(?:^|[/_\-])(\d{6})(?=[_\-.])")


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """The facts of a paper that its records share. ``exam_code`` is "" where it is not known; ``year_code`` is the ROC year in three digits."""

    source: str
    file: str
    sha256: str
    canary: str
    year: int
    exam_code: str
    code: str
    family: str
    level: str
    profession: str
    url: str | None = None
    key_file: str | None = None
    key_sha256: str | None = None
    key_url: str | None = None
    correction_file: str | None = None
    correction_sha256: str | None = None
    origin: str = OFFICIAL

    @property
    def year_code(self) -> str:
        """The ROC year in three digits, which stands for an exam code that is not known."""
        return f"{self.year - 1911:03}"


@dataclass(frozen=True, slots=True)
class Identity:
    """Which exam and paper it is: exam code ("" where unknown), printed code of its multiple-choice part, Common Era year (None where unread)."""

    year: int | None
    exam_code: str
    code: str
    origin: str = OFFICIAL

    @property
    def id(self) -> str:
        """The id of the paper; "" where year or printed code is not known.

        >>> Identity(2024, "113110", "3301").id, Identity(2024, "", "3301").id, Identity(None, "", "3301").id
        ('moex-113110-3301', 'moex-113-3301', '')
        """
        if self.year is None or not self.code:
            return ""
        return paper_id(self.exam_code or f"{self.year - 1911:03}", self.code, origin=self.origin)


def identify(paper: ExamPaper, file: str, official: OfficialFile | None) -> Identity:
    """Who a paper is: by the index, which knows it by its digest, else by what it prints; the file's name only decides between codes that fit equally.

    A paper of our own says so in its title (自編範例); its exam code (serials from 990 on) is in no table but stands in its file's name.

    >>> from builders.parse.exam import ExamHeader
    >>> identify(ExamPaper(ExamHeader(114, "114年公務人員初等考試", codes=("3501",)), "mcq", mcq_codes=("3501",)), "x.pdf", None)
    Identity(year=2025, exam_code='114010', code='3501', origin='moex')
    """
    year_roc = paper.exam.year_roc or (int(official.exam[:3]) if official else None)
    year = None if year_roc is None else year_roc + 1911
    code = main_code(paper.mcq_codes or paper.exam.codes)
    if is_invented(paper.exam.title):
        return Identity(year, invented_exam(paper.exam.title, file), code, SAMPLE)
    if official is not None:
        return Identity(year, official.exam, code)
    return Identity(year, "" if year_roc is None else _exam_code(paper, year_roc, _named(file)), code)


def is_invented(title: str) -> bool:
    """Whether a paper or key says in its title that it is one of our own (自編範例), whatever blanks stand in it.

    >>> is_invented("111年律師考試（自編 範例）第一試試題"), is_invented("111年律師考試第一試試題")
    (True, False)
    """
    return _INVENTED in "".join(title.split())


def invented_exam(title: str, file: str) -> str:
    """The exam code of a paper or key of our own, by its file's name; "" for any other.

    >>> invented_exam("113年司法官考試（自編範例）", "x/113990_ANS9901.pdf"), invented_exam("113年司法官考試", "x/113110_ANS3301.pdf")
    ('113990', '')
    """
    return _named(file) if is_invented(title) else ""


def family_of(paper: ExamPaper, official: OfficialFile | None) -> str:
    """The family of the exam, by the printed title, else by the official name; "" where neither says."""
    return exam_family(paper.exam.title) or (exam_family(official.exam_name) if official else "")


def level_of(paper: ExamPaper) -> str:
    """The printed level (等別), else the only one that exams of this kind have, else "".

    >>> from builders.parse.exam import ExamHeader
    >>> level_of(ExamPaper(ExamHeader(113, "113年公務人員特種考試司法官考試 113年專門職業及技術人員高等考試律師考試"), "mcq"))
    '三等考試、高等考試'
    """
    levels = [kind.level for kind in exam_kinds(paper.exam.title) if kind.kind != "other_professional"]
    return paper.exam.level or ("、".join(dict.fromkeys(levels)) if levels and all(levels) else "")


def profession_of(paper: ExamPaper) -> str:
    """The printed category (類科); where that is all of them, the only professions that exams of this kind have, else what is printed.

    >>> from builders.parse.exam import ExamHeader
    >>> profession_of(ExamPaper(ExamHeader(113, "113年司法官考試 113年律師考試", category="各類科"), "mcq"))
    '司法官、律師'
    """
    printed = paper.exam.category
    if printed and not _EVERY_CATEGORY.fullmatch(printed):
        return printed
    only = [kind.profession for kind in exam_kinds(paper.exam.title) if kind.kind != "other_professional"]
    return "、".join(dict.fromkeys(only)) if only and all(only) else printed


def _named(file: str) -> str:
    found = _NAMED_CODE.search(file)
    return found[1] if found else ""


def _exam_code(paper: ExamPaper, year_roc: int, named: str) -> str:
    stage = "second" if paper.kind == "essay" else "first"
    found = exam_code(year_roc, paper.exam.title, stage=stage)
    if found.code:
        return found.code
    return named if named in found.candidates else ""
