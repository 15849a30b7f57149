"""Scoring rubrics in the described form: a heading for each question, numbered points with or without their score, the examiners' remarks."""

from __future__ import annotations

from .inline import runs
from .sheet import Page, Text
from .source import Paper, RubricText
from .typeset import lines

_NUMBERS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")
_LEFT, _RIGHT, _SIZE, _LEADING = 56.7, 538.5, 12.0, 20.0


def rubric_lines(rubric: RubricText, paper: Paper) -> list[str]:
    """The rubric as lines of text."""
    title = paper.get("title").replace("|", "").removesuffix("試題")
    out = [f"{title}評分要點", f"科目：{paper.get('subject')}", "（本評分要點為本資料集自行撰寫之範例，並非考選部公布之資料。）"]
    for question in rubric.questions:
        out += ["", f"第{_NUMBERS[question.number - 1]}題 評分要點", "【評分要點】"]
        for number, point in enumerate(question.points, start=1):
            score = f"（{point.points}分）" if point.points is not None else ""
            out.append(f"{number}. {point.content}{score}")
        if question.remarks:
            out += ["【閱卷委員的話】", question.remarks]
    return out


def rubric_text(rubric: RubricText, paper: Paper) -> bytes:
    """The rubric as a text file."""
    return ("\n".join(rubric_lines(rubric, paper)) + "\n").encode()


def rubric_pages(rubric: RubricText, paper: Paper) -> list[Page]:
    """The rubric as pages."""
    pages, y = [Page()], 70.0
    for text in rubric_lines(rubric, paper):
        hanging = _LEFT + (14 if text[:1].isdecimal() else 0)
        set_lines = lines(runs(text), (_RIGHT - _LEFT) / _SIZE, (_RIGHT - hanging) / _SIZE) if text else []
        for index, line in enumerate(set_lines):
            pages[-1].drawn.append(Text(hanging if index else _LEFT, y, _SIZE, line))
            y += _LEADING
        if not text:
            y += _LEADING / 2
        if y > 790:
            pages.append(Page())
            y = 70.0
    return pages
