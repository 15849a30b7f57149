"""What stands between two questions: section lines with their 說明, markers of a group with the shared passage, appendices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builders.parse.exam import ExamProblem, QuestionGroup
from builders.parse.exam_header import compact
from builders.parse.exam_lines import cut
from builders.parse.exam_options import paragraph
from builders.parse.exam_parts import Section, read_section
from builders.parse.pdf_lines import PdfLine

_RANGE = r"第?[（(]?(\d{1,3})[）)]?題?(?:至|到|[-－–—~～、及與])第?[（(]?(\d{1,3})[）)]?題"
_MARKER = re.compile(
    rf"(?:[^。？]{{0,30}}?(?:回答|作答|閱讀|依|據|下文|下列|題組)[^。？]{{0,20}}?)?[（(【〔]?{_RANGE}[）)】〕]?(?:[^。？：:]{{0,20}})?(?:[：:。]|\Z)"
)
_MARKER_WORDS = re.compile(r"題組|回答|作答|下文|上文|短文|問題|閱讀|附表|資料")
_EXPLAIN = re.compile(r"說明[:：]|※")
_APPENDIX = re.compile(r"附[表圖錄件][一二三四五六七八九十\d]*")


@dataclass(frozen=True, slots=True)
class Between:
    """The lines between two questions, read: sections and groups that they open, and what is none of these (``problems``)."""

    sections: tuple[Section, ...] = ()
    groups: tuple[QuestionGroup, ...] = ()
    problems: tuple[ExamProblem, ...] = ()
    texts: tuple[str, ...] = ()


def read_marker(text: str) -> tuple[int, int, int] | None:
    """(first, last, end) of a compact line that opens a group: its questions, and where the marker ends; None for another line.

    >>> read_marker("請依下文回答第41題至第45題：")
    (41, 45, 16)
    >>> read_marker("第37題至第40題為題組")
    (37, 40, 12)
    >>> read_marker("一、單一選擇題（第1題至第60題，每題2分，占120分）") is None
    True
    """
    found = _MARKER.match(text)
    if not found or not _MARKER_WORDS.search(found.group()) or read_section(text):
        return None
    first, last = int(found.group(1)), int(found.group(2))
    return (first, last, found.end()) if first < last else None


def opens_interlude(text: str) -> bool:
    """Whether a compact line cannot belong to an option: it opens a section or a group."""
    return read_section(text) is not None or read_marker(text) is not None


def read_between(lines: Sequence[PdfLine], *, where: str, notices: bool = False) -> Between:
    """Read the lines before a question. ``notices``: they are the start of the part, where the lines before any marker tell how to answer."""
    sections: list[Section] = []
    groups: list[QuestionGroup] = []
    passage: list[PdfLine] = []
    unread: list[str] = []
    marker: tuple[int, int] | None = None
    explained = notices
    for line in lines:
        text = compact(line.text)
        section, found = read_section(text), read_marker(text)
        if (section or found) and marker:
            groups.append(QuestionGroup(*marker, paragraph(passage)))
            passage, marker = [], None
        if section:
            sections.append(section)
            explained = True
        elif found:
            marker, explained = found[:2], False
            rest = _rest(line, found[2])
            passage = [rest] if rest else []
        elif marker:
            passage.append(line)
        elif _EXPLAIN.match(text):
            explained = True
        elif not explained:
            unread.append(text)
    if marker:
        groups.append(QuestionGroup(*marker, paragraph(passage)))
    problems = [ExamProblem(where, "group_without_passage", f"questions {g.first} to {g.last}") for g in groups if not g.passage]
    if unread:
        code = "appendix" if _APPENDIX.match(unread[0]) else "text_between_questions"
        problems.append(ExamProblem(where, code, "".join(unread)[:60]))
    return Between(tuple(sections), tuple(groups), tuple(problems), tuple(compact(line.text) for line in lines))


def _rest(line: PdfLine, end: int) -> PdfLine | None:
    """What follows a marker of ``end`` compact characters on its line."""
    seen = 0
    for index, character in enumerate(line.text):
        if seen >= end:
            return cut(line, index)
        seen += len(compact(character))
    return None
