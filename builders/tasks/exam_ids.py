"""The ids of exam questions: functions of what a paper prints about itself, so that they never depend on file names, folders or the index at hand.

A multiple-choice paper is named by the official code of its exam and the 代號 of its multiple-choice part, the number that its answer key prints
too: within one exam no two papers share it, while two exams of one year do (2501 is in 114010 and in 114060). An essay question has the form of the
public card: year, subject, number. Invented papers have a prefix of their own, so that no id of theirs can ever be that of an official question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from builders.errors import BuildError

OFFICIAL = "moex"
SAMPLE = "sample"
ORIGINS: tuple[str, ...] = (OFFICIAL, SAMPLE)

_EXAM_CODE = re.compile(r"\d{3}(?:\d{3})?")
_PAPER_CODE = re.compile(r"[0-9a-z]+")
_SUBJECT = re.compile(r"[a-z][a-z0-9_]*")


def paper_id(exam_code: str, paper_code: str, *, origin: str = OFFICIAL) -> str:
    """The id of a multiple-choice paper (``exam_id`` of its records).

    Args:
        exam_code: official code of the exam (``113110``); where it is not known, the ROC year alone in three digits (``113``).
        paper_code: the printed 代號 of the multiple-choice part (``main_code`` of several).
        origin: ``moex`` for official papers, ``sample`` for invented ones.

    Raises: BuildError.

    >>> paper_id("113110", "3301"), paper_id("114", "3501")
    ('moex-113110-3301', 'moex-114-3501')
    """
    if origin not in ORIGINS:
        raise BuildError(f"origin: found {origin!r}, allowed {', '.join(ORIGINS)}")
    if not _EXAM_CODE.fullmatch(exam_code):
        raise BuildError(f"exam code: found {exam_code!r}, allowed six digits, or three (the ROC year) where the code is not known")
    if not _PAPER_CODE.fullmatch(paper_code):
        raise BuildError(f"代號: found {paper_code!r}, allowed digits and small letters")
    return f"{origin}-{exam_code}-{paper_code}"


def question_id(exam_code: str, paper_code: str, number: int, *, origin: str = OFFICIAL) -> str:
    """The official question id: id of a ``mcq`` record in all three languages, and the key of its annotations.

    >>> question_id("113110", "3301", 1), question_id("113190", "5601", 25)
    ('moex-113110-3301-q1', 'moex-113190-5601-q25')
    """
    return f"{paper_id(exam_code, paper_code, origin=origin)}-q{_positive(number)}"


def essay_id(year: int, subject_code: str, number: int, *, origin: str = OFFICIAL) -> str:
    """The id of an ``oeq`` record, in the form of the public card. ``year``: Common Era; ``subject_code``: of ``essay_subjects.json``.

    >>> essay_id(2020, "commercial", 1), essay_id(2020, "commercial", 1, origin="sample")
    ('open-2020-commercial-q1', 'sample-open-2020-commercial-q1')
    """
    if origin not in ORIGINS:
        raise BuildError(f"origin: found {origin!r}, allowed {', '.join(ORIGINS)}")
    if not _SUBJECT.fullmatch(subject_code):
        raise BuildError(f"subject code: found {subject_code!r}, allowed small letters, digits and _")
    return f"{'' if origin == OFFICIAL else origin + '-'}open-{year:04}-{subject_code}-q{_positive(number)}"


def main_code(codes: Iterable[str]) -> str:
    """The 代號 that names a paper that prints several: the smallest, shorter before longer, whatever order they were read in; "" for none.

    A range counts by its first code.

    >>> main_code(["50540", "50140-50540"]), main_code(["60150", "5601"]), main_code([])
    ('50140', '5601', '')
    """
    found = {code.partition("-")[0].strip() for code in codes} - {""}
    return min(found, key=lambda code: (len(code), code), default="")


def _positive(number: int) -> int:
    if number < 1:
        raise BuildError(f"question number: found {number}, allowed from 1")
    return number
