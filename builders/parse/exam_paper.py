"""A question paper from its PDF: heading, parts, multiple-choice questions, essays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from builders.parse.exam import Essay, ExamHeader, ExamPaper, ExamProblem, Question
from builders.parse.exam_essays import read_essays
from builders.parse.exam_formulas import layout_problems
from builders.parse.exam_header import is_official, page_sequence, read_header, without_footers, without_furniture
from builders.parse.exam_lines import attach_scripts, mark_drawn
from builders.parse.exam_numbers import option_margin
from builders.parse.exam_parts import Part, read_stated, split_parts
from builders.parse.exam_questions import read_questions
from builders.parse.pdf_lines import Box, PdfLine, PdfText, read_pdf

_UNREADABLE = {
    "scanned": "images without a text layer",
    "encrypted": "encrypted with a password",
    "unmapped": "the fonts do not say which characters they print",
    "damaged": "the file cannot be opened as a PDF",
}


def parse_exam(data: bytes) -> ExamPaper:
    """Read one question paper.

    ``kind`` is ``unreadable`` or ``not_an_exam`` where there is nothing to read; then ``problems[0].code`` is scanned, encrypted, unmapped, damaged
    or foreign. Everything uncertain is a problem; nothing is raised, whatever the bytes.

    >>> paper = parse_exam(b"%PDF-1.4 broken")
    >>> paper.kind, paper.problems[0].code
    ('unreadable', 'damaged')
    """
    if b"%PDF" not in data[:1024]:
        return ExamPaper(ExamHeader(), "not_an_exam", problems=(ExamProblem("", "foreign", "not a PDF"),))
    return read_paper(read_pdf(data))


def read_paper(pdf: PdfText) -> ExamPaper:
    """The paper of a PDF that has been read; see ``parse_exam``."""
    if pdf.unreadable:
        reason = ExamProblem("", pdf.unreadable, _UNREADABLE[pdf.unreadable])
        return ExamPaper(ExamHeader(), "unreadable", problems=(reason, *pdf.problems), n_pages=len(pdf.pages))
    headed = read_header(pdf.pages[0].lines) if pdf.pages else None
    if headed is None or not is_official(headed.header):
        return _foreign(headed.header if headed else ExamHeader(), pdf)
    lines: list[PdfLine] = []
    for page in pdf.pages:
        own = without_footers(page.lines[headed.body :]) if page is pdf.pages[0] else without_furniture(page.lines, headed.texts)
        lines += mark_drawn(own, page.rules)
    images = {page.number: page.images for page in pdf.pages}
    shapes = {page.number: page.shapes for page in pdf.pages}
    return _assemble(headed.header, lines, images, shapes, pdf)


def _foreign(header: ExamHeader, pdf: PdfText) -> ExamPaper:
    """No paper of the 考選部. An encrypted file is called that first."""
    problems = [ExamProblem("", "foreign", "no heading of an official question paper (year, exam, 科目, 代號)")]
    for problem in pdf.problems:
        if problem.code == "encrypted_empty_password":
            problems.insert(0, replace(problem, code="encrypted"))
        else:
            problems.append(problem)
    return ExamPaper(header, "not_an_exam", problems=tuple(problems), n_pages=len(pdf.pages))


def _assemble(
    header: ExamHeader,
    lines: Sequence[PdfLine],
    images: Mapping[int, Sequence[Box]],
    shapes: Mapping[int, Sequence[Box]],
    pdf: PdfText,
) -> ExamPaper:
    parts = [_with_kind(part) for part in split_parts(lines)]
    questions: list[Question] = []
    essays: list[Essay] = []
    problems = list(pdf.problems)
    if wrong := page_sequence([page.lines for page in pdf.pages]):
        problems.append(ExamProblem("", "page_sequence", wrong))
    stated: dict[str, float] = {}
    for part in parts:
        if part.kind == "mcq":
            read = read_questions(_ready(part.lines), images=images, shapes=shapes)
            questions += read.questions
            problems += read.problems
            problems += layout_problems(part.lines, read.questions)
            found = dict(read_stated(read.notices))
            if part.points is not None:
                found["mcq_points"] = part.points
            stated.update(found)
        else:
            own, uncertain = read_essays(part.lines, images=images, points=part.points)
            essays += own
            problems += uncertain
            if part.points is not None:
                stated["essay_points"] = stated.get("essay_points", 0) + part.points
    problems += _count_problems(stated, questions)
    problems += _equal_options(questions)
    kind = "mixed" if questions and essays else "mcq" if questions else "essay"
    part_codes = tuple(code for part in parts for code in part.codes)
    mcq_codes = tuple(code for part in parts if part.kind == "mcq" for code in part.codes)
    if not mcq_codes and questions:
        mcq_codes = header.codes
    codes = tuple(dict.fromkeys((*header.codes, *part_codes)))
    return ExamPaper(
        replace(header, codes=codes), kind, tuple(questions), tuple(essays), tuple(problems), mcq_codes, stated, len(pdf.pages)
    )


def _with_kind(part: Part) -> Part:
    """A part whose heading does not tell is multiple choice when a line begins with an option mark."""
    return part if part.kind else replace(part, kind="essay" if option_margin(part.lines) is None else "mcq")


def _ready(lines: Sequence[PdfLine]) -> list[PdfLine]:
    """Lines with scripts attached, page by page."""
    ready: list[PdfLine] = []
    start = 0
    for index in range(1, len(lines) + 1):
        if index == len(lines) or lines[index].page != lines[start].page:
            ready += attach_scripts(lines[start:index])
            start = index
    return ready


def _equal_options(questions: Sequence[Question]) -> list[ExamProblem]:
    """Options that read alike: the font says the wrong characters, or the paper is wrong."""
    found = []
    for question in questions:
        texts = ["".join(text.split()) for text in question.options.values()]
        alike = [letter for letter, text in zip(question.options, texts, strict=True) if text and texts.count(text) > 1]
        if alike:
            found.append(ExamProblem(f"p.{question.page} q.{question.number}", "equal_options", f"{', '.join(alike)} read alike"))
    return found


def _count_problems(stated: Mapping[str, float], questions: Sequence[Question]) -> list[ExamProblem]:
    found = {
        "mcq": len(questions),
        "mcq_single": sum(not question.multiple for question in questions),
        "mcq_multiple": sum(question.multiple for question in questions),
    }
    return [
        ExamProblem("", "count_differs", f"{name}: the paper states {stated[name]:g}, {count} read")
        for name, count in found.items()
        if name in stated and stated[name] != count
    ]
