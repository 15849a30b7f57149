"""The multiple-choice questions of a paper, from the lines of its multiple-choice part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builders.parse.exam import ExamProblem, Question, QuestionGroup
from builders.parse.exam_groups import Between, opens_interlude, read_between
from builders.parse.exam_header import compact
from builders.parse.exam_lines import cut, first_x
from builders.parse.exam_marks import option_marks
from builders.parse.exam_numbers import Start, option_margin, question_starts
from builders.parse.exam_options import split_question
from builders.parse.exam_parts import Section
from builders.parse.exam_text import unmapped
from builders.parse.pdf_lines import Box, PdfLine

_OUTSIDE = 4.0  # points left of the options where no option goes on
_DOT = 6.0  # drawings smaller than this are no figures


@dataclass(frozen=True, slots=True)
class ReadQuestions:
    """Questions, what is uncertain, and the compact texts of notices and section lines (they state counts and points)."""

    questions: tuple[Question, ...]
    problems: tuple[ExamProblem, ...]
    notices: tuple[str, ...]


def read_questions(
    lines: Sequence[PdfLine], *, images: Mapping[int, Sequence[Box]] | None = None, shapes: Mapping[int, Sequence[Box]] | None = None
) -> ReadQuestions:
    """Read the questions of ``lines`` (in reading order, without page furniture); ``images`` and ``shapes`` by page. Linear; raises nothing."""
    images, shapes = images or {}, shapes or {}
    margin = option_margin(lines)
    if margin is None:
        return ReadQuestions((), (ExamProblem("", "no_options", "no line begins with an option mark"),), tuple(compact(line.text) for line in lines))
    starts, problems = question_starts(lines, margin, images)
    if not starts:
        return ReadQuestions((), (*problems, ExamProblem("", "no_numbers", "options but no question numerals")), tuple(compact(line.text) for line in lines))
    right = max(line.ends[-1] for line in lines)
    blocks = _blocks(lines, starts, margin)
    found = list(problems)
    before = [read_between(lines[: starts[0].line], where=f"p.{lines[0].page}", notices=True)]
    numerals = [start.image for start in starts]
    questions: list[Question] = []
    for start, (own, after) in zip(starts, blocks, strict=True):
        page = lines[start.line].page
        where = f"p.{page} q.{start.number}"
        groups = [group for between in before for group in between.groups if group.first <= start.number <= group.last]
        multiple = _is_multiple(start.number, [section for between in before for section in between.sections])
        split = split_question(own, right)
        stem = split.stem or (f"__{start.number}__" if groups else "")
        figure = _has_figure(own, numerals, images, shapes)
        questions.append(
            Question(start.number, stem, split.options, groups[-1] if groups else None, multiple, page, _box(own, page), figure)
        )
        found += _problems(questions[-1], where)
        before.append(read_between(after, where=f"p.{page} after q.{start.number}"))
    found += [problem for between in before for problem in between.problems]
    found += _group_problems(before, questions)
    return ReadQuestions(tuple(questions), tuple(found), tuple(text for between in before for text in _notices(between)))


def _notices(between: Between) -> tuple[str, ...]:
    return between.texts if between.sections or not between.groups else ()


def _blocks(lines: Sequence[PdfLine], starts: Sequence[Start], margin: float) -> list[tuple[list[PdfLine], list[PdfLine]]]:
    """For each start its own lines (without the numeral) and the lines behind its last option that are not its."""
    blocks = []
    for start, end in zip(starts, [*(start.line for start in starts[1:]), len(lines)], strict=True):
        first = cut(lines[start.line], start.skip)
        own = [line for line in (first, *lines[start.line + 1 : end]) if line is not None]
        marks = option_marks(own)
        last = marks[-1].line if marks else len(own)
        stop = next(
            (index for index in range(last + 1, len(own)) if first_x(own[index]) < margin - _OUTSIDE or opens_interlude(compact(own[index].text))),
            len(own),
        )
        blocks.append((own[:stop], own[stop:]))
    return blocks


def _is_multiple(number: int, sections: Sequence[Section]) -> bool:
    """Whether the last section line that holds for ``number`` asks for several answers."""
    holding = [section for section in sections if not section.last or section.first <= number <= section.last]
    return bool(holding) and holding[-1].multiple


def _box(own: Sequence[PdfLine], page: int) -> tuple[float, float, float, float] | None:
    here = [line for line in own if line.page == page]
    if not here:
        return None
    top, bottom = min(line.y - line.size for line in here), max(line.y + 0.3 * line.size for line in here)
    return min(line.xs[0] for line in here), top, max(line.ends[-1] for line in here), bottom


def _has_figure(own: Sequence[PdfLine], numerals: Sequence[Box | None], images: Mapping[int, Sequence[Box]], shapes: Mapping[int, Sequence[Box]]) -> bool:
    """Whether a picture or shape lies between the first and the last line of the question on one of its pages."""
    for page in {line.page for line in own}:
        here = [line for line in own if line.page == page]
        top, bottom = min(line.y - 1.2 * line.size for line in here), max(line.y + line.size for line in here)
        for box in (*images.get(page, ()), *shapes.get(page, ())):
            if box in numerals or max(box.right - box.left, box.bottom - box.top) < _DOT:
                continue
            if top < (box.top + box.bottom) / 2 < bottom:
                return True
    return False


def _problems(question: Question, where: str) -> list[ExamProblem]:
    found: list[ExamProblem] = []
    letters = "".join(question.options)
    if letters not in ("ABCD", "ABCDE"):
        found.append(ExamProblem(where, "option_missing", f"found {', '.join(letters) or 'no options'}"))
    elif question.multiple != (letters == "ABCDE"):
        found.append(ExamProblem(where, "option_count", f"{len(letters)} options in a {'multiple' if question.multiple else 'single'}-answer section"))
    if not question.stem:
        found.append(ExamProblem(where, "stem_empty", "no text before the options"))
    for letter, text in question.options.items():
        if not text:
            found.append(ExamProblem(where, "option_empty", f"option {letter} has no text" + (" (figure)" if question.figure else "")))
    strange = unmapped("".join((question.stem, *question.options.values(), question.group.passage if question.group else "")))
    if strange:
        codes = " ".join(f"U+{ord(character):04X}" for character in strange)
        found.append(ExamProblem(where, "unmapped_glyph", codes))
    return found


def _group_problems(before: Sequence[Between], questions: Sequence[Question]) -> list[ExamProblem]:
    numbers = {question.number for question in questions}
    groups: list[QuestionGroup] = [group for between in before for group in between.groups]
    return [
        ExamProblem("", "group_without_questions", f"questions {group.first} to {group.last}")
        for group in groups
        if not {group.first, group.last} <= numbers
    ]
