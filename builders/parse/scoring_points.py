"""Official scoring rubrics (評分要點) from a PDF, a text or JSON lines: the scoring points of each question, and which belong to which essay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from builders.parse.essay_marks import mark_number
from builders.parse.essay_points import read_points, without_points
from builders.parse.essay_rows import is_short, read_rows, right_margin
from builders.parse.essay_subjects import essay_subject_in
from builders.parse.exam import Essay, ExamProblem
from builders.parse.exam_text import clean_page_text
from builders.parse.rubric import Rubric, RubricQuestion
from builders.parse.rubric_json import read_json_lines
from builders.parse.rubric_outline import RubricLine, paragraphs, read_outline

TOTALS: tuple[float, ...] = (100.0, 200.0)
"""What the questions of a paper add up to where its subject is not known."""

_POINTS, _REMARKS, _QUESTION, _OTHER = "points", "remarks", "question", "other"
_WORDS = {
    _POINTS: r"(?:(?:試題)?(?:解析|答題要點)(?:與|及|暨|和))?(?:評分|給分|計分|採分)(?:重點|要點|標準|原則|項目|基準|參考)?及?(?:說明)?|採分點",
    _REMARKS: r"閱卷(?:委員|人員)?(?:的話|的叮嚀|評語|意見|心得|建議|說明|感想|回饋|總評)|(?:給考生)?委員的話",
    _OTHER: r"試題解析|解析|參考答案|擬答|命題(?:意旨|重點|目的|說明)|出題(?:意旨|重點|目的)|測驗(?:目標|重點)|考點|爭點(?:分析)?",
    _QUESTION: r"試題(?:內容)?|題目|題示|考題",
}
_BLANK = r"[ \u3000]*"
_OPEN, _CLOSE = r"[【〔［\[〈《（(]", r"[】〕］\]〉》）)]"
_BLOCK = re.compile(
    rf"(?P<open>{_OPEN})?{_BLANK}(?:{'|'.join(f'(?P<{block}>{words})' for block, words in _WORDS.items())}){_BLANK}"
    rf"(?(open){_CLOSE})(?P<end>{_BLANK}[：:])?"
)
_QUESTION_HEADING = re.compile(
    rf"{_OPEN}?{_BLANK}第{_BLANK}(?P<number>(?:[一二三四五六七八九十]{_BLANK}){{1,3}}|\d{{1,2}}){_BLANK}題{_BLANK}"
    rf"(?:[（(]續[）)])?{_BLANK}{_CLOSE}?(?P<colon>{_BLANK}[：:、－—-])?(?P<rest>.*)"
)
_WORTH = re.compile(r"(?:本題|全題|配分|滿分|總分)(?:為|共|計|占|佔)?[：:]?[ \u3000]*(\d{1,3}(?:\.\d)?)[ \u3000]*分")
_YEAR = re.compile(r"(?<!\d)(?:中華)?(?:民國)?[ \u3000]*(\d{2,3})[ \u3000]*年")
_PAGE_NUMBER = re.compile(r"[－—–\-\s]*\d{1,3}[－—–\-\s]*|第\s*\d+\s*頁(?:[，,、／/]?\s*共\s*\d+\s*頁)?|\d+\s*[/／]\s*\d+|(?:頁次|代號)\s*[：:].*")


@dataclass(slots=True)
class _Draft:
    """A question in the making: the lines of each of its blocks."""

    number: int
    page: int
    points: float | None = None
    blocks: list[tuple[str, list[RubricLine]]] = field(default_factory=list)


def read_rubric(data: bytes) -> tuple[Rubric, ...]:
    """The rubrics of one file: PDF, JSON lines or UTF-8 text, told apart by content. One a paper; JSON lines may hold several papers.

    Raises nothing: what is not as expected stands in ``problems``, a file that is no rubric at all has another ``kind``.

    >>> (rubric,) = read_rubric("113年律師第二試 商事法 評分要點\\n第一題（50分）\\n一、甲應負責。（50分）\\n".encode())
    >>> rubric.year, rubric.subject_code, [point.points for point in rubric.questions[0].scoring_points]
    (2024, 'commercial', [50.0])
    """
    if data.lstrip()[:4] == b"%PDF":
        return (_read_pdf(data),)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return (Rubric("unreadable", problems=(ExamProblem("", "encoding", f"byte {error.start} is no UTF-8"),)),)
    if text.lstrip()[:1] in ("{", "["):
        return tuple(checked(rubric) for rubric in read_json_lines(text))
    return (read_lines([RubricLine(clean_page_text(line)) for line in text.splitlines()]),)


def _read_pdf(data: bytes) -> Rubric:
    from builders.parse.pdf_lines import read_pdf  # texts are read without the PDF library

    pdf = read_pdf(data)
    if pdf.unreadable:
        return Rubric("unreadable", problems=(ExamProblem("", pdf.unreadable, f"{len(pdf.pages)} pages"), *pdf.problems))
    lines: list[RubricLine] = []
    for page in pdf.pages:
        rows = read_rows(page.lines)
        margin = right_margin(rows)
        lines += [RubricLine(row.text, page.number, None if is_short(row, margin) else True) for row in rows]
    rubric = read_lines(_without_running_titles(lines))
    return replace(rubric, problems=(*pdf.problems, *rubric.problems))


def _without_running_titles(lines: Sequence[RubricLine]) -> list[RubricLine]:
    """Lines without those that stand first or last on several pages alike."""
    first: dict[int, str] = {}
    last: dict[int, str] = {}
    for line in lines:
        first.setdefault(line.page, line.text)
        last[line.page] = line.text
    repeated = {text for text, n in Counter([*first.values(), *last.values()]).items() if n > 1 and not _QUESTION_HEADING.match(text)}
    kept: list[RubricLine] = []
    seen: set[str] = set()
    for line in lines:
        if line.text in repeated and line.text in (first[line.page], last[line.page]):
            if line.text in seen:
                continue
            seen.add(line.text)
        kept.append(line)
    return kept


def read_lines(lines: Sequence[RubricLine]) -> Rubric:
    """The rubric of the lines of one document."""
    drafts: list[_Draft] = []
    title: list[str] = []
    problems: list[ExamProblem] = []
    for line in lines:
        text = line.text.strip()
        if not text or _PAGE_NUMBER.fullmatch(text):
            continue
        heading = _question_heading(text)
        if heading is not None:
            number, block, points, rest = heading
            if not drafts or drafts[-1].number != number:
                drafts.append(_Draft(number, line.page))
            draft = drafts[-1]
            draft.points = points if draft.points is None else draft.points
            draft.blocks.append((block or (_QUESTION if rest else ""), [replace(line, text=rest)] if rest else []))
            continue
        if not drafts:
            title.append(text)
            continue
        found = _block_heading(text)
        if found is not None:
            drafts[-1].blocks.append((found[0], [replace(line, text=found[1])] if found[1] else []))
        else:
            drafts[-1].blocks[-1][1].append(line)
    header = "\n".join(title)
    subject = essay_subject_in(header)
    year = _YEAR.search(header)
    if not drafts:
        code = "no_question_heading" if re.search(_WORDS[_POINTS], header) else "foreign"
        return Rubric("not_a_rubric", problems=(ExamProblem("", code, "no line such as 第一題"),))
    questions = tuple(_question(draft, problems) for draft in drafts)
    if year is None:
        problems.append(ExamProblem("", "year_missing", "no year such as 113年 before the first question"))
    if subject is None:
        problems.append(ExamProblem("", "subject_missing", "no subject of essay_subjects.json before the first question"))
    rubric = Rubric("rubric", int(year[1]) if year else None, subject[0] if subject else "", subject[1].code if subject else "", questions, tuple(problems))
    return checked(rubric)


def _question_heading(text: str) -> tuple[int, str, float | None, str] | None:
    """Number, block, points and further words of the heading of a question; None for any other line."""
    found = _QUESTION_HEADING.fullmatch(text)
    if found is None:
        return None
    number = mark_number(found["number"])
    notes = read_points(found["rest"])
    points = next((note.total for note in notes if note.total is not None), None)
    rest = without_points(found["rest"])
    block = _BLOCK.fullmatch(rest)
    if number is None or (rest and block is None and not found["colon"]):
        return None
    if block is not None:
        return number, _name(block), points, ""
    return number, "", points, rest


def _block_heading(text: str) -> tuple[str, str] | None:
    """The block that a line opens and the text behind its heading; None for any other line."""
    found = _BLOCK.match(text)
    if found is None:
        return None
    rest = text[found.end() :].strip()
    if rest and not found["open"] and not found["end"]:
        return None
    return _name(found), rest


def _name(found: re.Match[str]) -> str:
    return next(block for block in _WORDS if found[block])


def _question(draft: _Draft, problems: list[ExamProblem]) -> RubricQuestion:
    where = f"p.{draft.page} question {draft.number}"
    named = any(block == _POINTS for block, _ in draft.blocks)
    scored = [line for block, lines in draft.blocks for line in lines if block == _POINTS or (block == "" and not named)]
    outline = read_outline(scored, where)
    problems += outline.problems
    notes = ["\n".join(paragraphs(lines)) for block, lines in draft.blocks if block in (_QUESTION, _OTHER) or (block == "" and named)]
    points = draft.points
    for words in (outline.preface, *notes):
        stated = next((note.total for note in read_points(words) if note.total is not None), None) if words == outline.preface else None
        worth = _WORTH.search(words)
        points = next((value for value in (points, stated, float(worth[1]) if worth else None) if value is not None), None)
    remarks = "\n".join(paragraphs(line for block, lines in draft.blocks for line in lines if block == _REMARKS))
    if not outline.scoring_points:
        problems.append(ExamProblem(where, "no_scoring_points", "the question has no scoring point"))
    return RubricQuestion(draft.number, points, outline.scoring_points, remarks, tuple(filter(None, (outline.preface, *notes))), draft.page)


def checked(rubric: Rubric) -> Rubric:
    """The rubric with a problem for every sum that is not right: points of a question against its scoring points, of the paper against its questions."""
    problems = list(rubric.problems)
    numbers = [question.number for question in rubric.questions]
    if numbers != list(range(1, len(numbers) + 1)):
        problems.append(ExamProblem("", "question_numbers", f"found {', '.join(map(str, numbers))}"))
    for question in rubric.questions:
        problem = _points_problem(question)
        if problem is not None:
            problems.append(problem)
    totals = [question.total for question in rubric.questions]
    known = [total for total in totals if total is not None]
    subject = essay_subject_in(rubric.subject)
    allowed = subject[1].points if subject else TOTALS
    if known and len(known) == len(totals) and sum(known) not in allowed:
        found = f"questions add up to {sum(known):g}; allowed: {' or '.join(f'{value:g}' for value in allowed)}"
        problems.append(ExamProblem("", "points_total", found))
    return replace(rubric, problems=tuple(problems))


def _points_problem(question: RubricQuestion) -> ExamProblem | None:
    """Why the points of a question and of its scoring points cannot both be right; None where they can."""
    where = f"p.{question.page} question {question.number}"
    known = [point.points for point in question.scoring_points if point.points is not None]
    missing = len(question.scoring_points) - len(known)
    if question.points is None or not known:
        return None
    total = sum(known)
    if (missing == 0 and total != question.points) or total > question.points:
        return ExamProblem(where, "points_total", f"scoring points add up to {total:g}, the question is worth {question.points:g}")
    if missing and total == question.points:
        return ExamProblem(where, "points_total", f"{len(known)} scoring points take all {total:g} points, {missing} state none")
    return None


@dataclass(frozen=True, slots=True)
class RubricMatch:
    """Essays with their rubrics, and what did not fit."""

    pairs: tuple[tuple[Essay, RubricQuestion], ...]
    problems: tuple[ExamProblem, ...]


def match_rubric(essays: Iterable[Essay], questions: Iterable[RubricQuestion]) -> RubricMatch:
    """Join essays and rubric questions of one paper by their numbers.

    Problems: ``question_without_rubric``, ``rubric_without_question``, ``rubric_repeated`` (the second of a number is left out),
    ``points_disagree`` (the pair stays: points of the essay against those of the rubric, or of the scoring points of a sub-question against its
    points), ``sub_question_unknown``. ``where`` is ``essay N``.

    >>> from builders.parse.rubric import ScoringPoint
    >>> match = match_rubric([Essay(1, "甲", 50.0), Essay(2, "乙", 50.0)], [RubricQuestion(1, 40.0, (ScoringPoint(1, "丙", 40.0),))])
    >>> [(essay.number, rubric.number) for essay, rubric in match.pairs], [problem.code for problem in match.problems]
    ([(1, 1)], ['points_disagree', 'question_without_rubric'])
    """
    problems: list[ExamProblem] = []
    rubrics: dict[int, RubricQuestion] = {}
    for question in questions:
        if question.number in rubrics:
            problems.append(ExamProblem(f"essay {question.number}", "rubric_repeated", "two rubrics for one question: the first is taken"))
        rubrics.setdefault(question.number, question)
    pairs = []
    numbers = set()
    for essay in essays:
        numbers.add(essay.number)
        rubric = rubrics.get(essay.number)
        if rubric is None:
            problems.append(ExamProblem(f"essay {essay.number}", "question_without_rubric", "no rubric has this number"))
            continue
        pairs.append((essay, rubric))
        problems += _disagreements(essay, rubric)
    problems += [
        ExamProblem(f"essay {number}", "rubric_without_question", "no essay has this number") for number in rubrics if number not in numbers
    ]
    return RubricMatch(tuple(pairs), tuple(problems))


def _disagreements(essay: Essay, rubric: RubricQuestion) -> list[ExamProblem]:
    where = f"essay {essay.number}"
    found = []
    if essay.points is not None and rubric.total is not None and rubric.total != essay.points:
        found.append(ExamProblem(where, "points_disagree", f"the paper gives {essay.points:g}, the rubric {rubric.total:g}"))
    known = sum(point.points for point in rubric.scoring_points if point.points is not None)
    if essay.points is not None and rubric.total is None and known > essay.points:
        found.append(ExamProblem(where, "points_disagree", f"the paper gives {essay.points:g}, the scoring points take {known:g}"))
    parts = {part.number: part.points for part in essay.sub_questions}
    for number in dict.fromkeys(point.sub_question for point in rubric.scoring_points if point.sub_question is not None):
        points = [point.points for point in rubric.scoring_points if point.sub_question == number]
        stated = [value for value in points if value is not None]
        worth = parts.get(number)
        if number not in parts:
            found.append(ExamProblem(where, "sub_question_unknown", f"the rubric names sub-question {number}, the paper has {len(parts)}"))
        elif worth is not None and stated and (sum(stated) > worth or (len(stated) == len(points) and sum(stated) != worth)):
            found.append(ExamProblem(where, "points_disagree", f"sub-question {number} is worth {worth:g}, its scoring points {sum(stated):g}"))
    return found
