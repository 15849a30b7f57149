"""Answer keys of the Ministry of Examination: PDF bytes to one ``AnswerKey`` a code.

Three templates share one reading: (1) to ROC year 102, one line of numbers and one of letters; (2) from 103 on, single and multiple answers, cells
``第1題``; (3) a booklet with several subjects, groups of ten letters. Cells are read by position, corrections by the grammar of their note, and
whatever the document says about itself is checked: stated counts against cells, marks (``#``) against the note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from builders.parse.answer_key_cells import MARK, missing_numbers, read_cells
from builders.parse.answer_key_fields import HEADING, KeyField, heading_parts, read_fields
from builders.parse.correction_notes import read_note
from builders.parse.exam import AnswerKey, ExamProblem
from builders.parse.pdf_lines import read_pdf

_FOLD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("～"): ord("~"), ord("－"): ord("-")}
_CODE = re.compile(r"[(（]?(?:試題|科目)代[號碼][:：](?P<codes>[0-9０-９A-Za-z]+(?:[、,，/][0-9０-９A-Za-z]+)*)[)）]?")
_YEAR = re.compile(r"(\d{2,3})年")
_COUNT = re.compile(r"(?P<n>\d+)題?(?:\(第?(?P<first>\d+)題?[~\-至](?:第)?(?P<last>\d+)題?\))?")
_TABLE = ("題號", "答案")
_NOTHING = "無更正紀錄"
_PAPER = re.compile(r"※注意|代號[:：]|頁次[:：]")


def parse_keys(data: bytes) -> tuple[AnswerKey, ...]:
    """Read an answer key, a corrected key or a booklet.

    Never raises on content: one key of kind ``unreadable`` (``problems[0].code``: scanned, encrypted, unmapped, damaged) or ``not_a_key``
    (question_paper, foreign, no_answers) for what holds no answers.

    >>> [key.kind for key in parse_keys(b"")], parse_keys(b"")[0].problems[0].code
    (['unreadable'], 'damaged')
    """
    pdf = read_pdf(data)
    if pdf.unreadable:
        problem = ExamProblem("", pdf.unreadable, "no text that can be read")
        return (AnswerKey(kind="unreadable", problems=(problem, *pdf.problems)),)
    fields, doubts = read_fields(pdf.pages)
    headings = [heading_parts(field.text) or ("", "") for field in fields if field.label == HEADING]
    tables = [field for field in fields if field.label in _TABLE]
    if not headings or not tables:
        text = "".join("".join(line.text.split()) for page in pdf.pages for line in page.lines)
        code = "no_answers" if headings else "question_paper" if _PAPER.search(text) else "foreign"
        what = "found a heading without a table of answers" if headings else "found no heading 標準答案 with a table of 題號 and 答案"
        return (AnswerKey(kind="not_a_key", problems=(ExamProblem("", code, what), *pdf.problems)),)
    corrected = any("更正" in document for _, document in headings)
    exam = next((exam for exam, _ in headings if exam), "")
    entries = [_read_entry(entry, exam, corrected) for entry in _entries(fields)]
    keys = list(_merge(entries))
    keys[0] = replace(keys[0], problems=(*pdf.problems, *doubts, *keys[0].problems))
    return tuple(keys)


def _entries(fields: Sequence[KeyField]) -> Iterator[list[KeyField]]:
    """The fields of each subject: a heading label below a table opens the next one."""
    entry: list[KeyField] = []
    after_table = False
    for field in fields:
        if field.label == HEADING:
            continue
        if after_table and field.label not in (*_TABLE, "備註"):
            yield entry
            entry, after_table = [], False
        entry.append(field)
        after_table = after_table or field.label in _TABLE
    if after_table:
        yield entry


def _read_entry(fields: Sequence[KeyField], exam: str, corrected: bool) -> AnswerKey:
    """One subject."""
    values: dict[str, str] = {}
    for field in fields:
        values[field.label] = values.get(field.label, "") + field.text
    answers, problems = read_cells([field for field in fields if field.label in _TABLE])
    subject, codes = _subject_and_codes(values)
    title = values.get("考試名稱", exam)
    year = _YEAR.search(title.translate(_FOLD))
    note = values.get("備註", "").strip()
    if note.strip("。") == _NOTHING:
        note = ""
    read = read_note(note)
    singles, multiples = (_stated(values, labels, problems) for labels in (("單選題數", "題數"), ("複選題數",)))
    key = AnswerKey(
        codes=codes,
        corrected=corrected or "#" in values.get("標準答案", ""),
        answers=answers,
        accepted=read.accepted,
        note=note,
        year_roc=int(year[1]) if year else None,
        title=title,
        subject=subject,
        categories=tuple(_categories(values.get("類科名稱", ""))),
        n_single=singles and singles[0],
        n_multiple=multiples and multiples[0],
    )
    problems += [*read.problems, *_check_marks(answers, read.accepted), *_check_counts(answers, singles, multiples)]
    if not codes and not key.corrected:
        problems.append(ExamProblem("key", "code_missing", "found no 試題代號"))
    if year is None:
        problems.append(ExamProblem("key", "year_missing", f"found no year in the name of the exam: {title}"))
    return replace(key, problems=tuple(problems))


def _subject_and_codes(values: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The subject without its 試題代號, and every code.

    >>> _subject_and_codes({"科目名稱": "某法（試題代號：5601)"}), _subject_and_codes({"科目名稱": "某法", "科目代碼": "1301"})
    (('某法', ('5601',)), ('某法', ('1301',)))
    """
    subject = values.get("科目名稱", "")
    found = _CODE.search(subject)
    printed = found["codes"] if found else values.get("科目代碼", "")
    codes = tuple(dict.fromkeys(re.findall("[0-9A-Za-z]+", printed.translate(_FOLD))))
    return (subject[: found.start()] + subject[found.end() :] if found else subject), codes


def _categories(text: str) -> Iterator[str]:
    """The 類科 of a list; a 、 inside brackets parts nothing.

    >>> list(_categories("甲類(選試英語、日語)、乙類"))
    ['甲類(選試英語、日語)', '乙類']
    """
    depth = start = 0
    for position, character in enumerate(text):
        depth += (character in "(（") - (character in ")）")
        if character == "、" and depth <= 0:
            yield text[start:position]
            start = position + 1
    if text[start:]:
        yield text[start:]


_Stated = tuple[int, range | None]


def _stated(values: Mapping[str, str], labels: Sequence[str], problems: list[ExamProblem]) -> _Stated | None:
    """The count that the first printed label of ``labels`` states, and the questions that it names."""
    text = next((values[label] for label in labels if values.get(label)), "").translate(_FOLD)
    if not text:
        return None
    match = _COUNT.fullmatch(text)
    if match is None:
        problems.append(ExamProblem("key", "count_unreadable", f"{'/'.join(labels)}: {text}"))
        return None
    named = range(int(match["first"]), int(match["last"]) + 1) if match["first"] else None
    return int(match["n"]), named


def _check_marks(answers: Mapping[int, str], accepted: Mapping[int, object]) -> Iterator[ExamProblem]:
    """Marks and note name the same questions."""
    for number, letters in answers.items():
        if letters == MARK and number not in accepted:
            yield ExamProblem(f"key q.{number}", "mark_without_note", "marked # but no rule in the note")
    for number in accepted:
        if number not in answers:
            yield ExamProblem(f"key q.{number}", "note_without_answer", "the note names a question that has no cell")
        elif answers[number] != MARK:
            yield ExamProblem(f"key q.{number}", "note_without_mark", f"the note names a question whose cell holds {answers[number]}")


def _check_counts(answers: Mapping[int, str], singles: _Stated | None, multiples: _Stated | None) -> Iterator[ExamProblem]:
    """Stated counts against cells: how many, which, and which hold several letters."""
    for number in missing_numbers(answers):
        yield ExamProblem(f"key q.{number}", "answer_missing", f"no answer, but for question {max(answers)} there is one")
    if not singles and not multiples:
        yield ExamProblem("key", "count_missing", f"no number of questions is stated, {len(answers)} found")
        return
    total = sum(stated[0] for stated in (singles, multiples) if stated)
    if total != len(answers):
        yield ExamProblem("key", "count_differs", f"stated {total} questions, found {len(answers)}")
    for name, stated in (("單選", singles), ("複選", multiples)):
        if stated and stated[1] is not None and len(stated[1]) != stated[0]:
            yield ExamProblem("key", "stated_range_differs", f"{name}: {stated[0]} questions, but {stated[1][0]} to {stated[1][-1]}")
    several = {number for number, letters in answers.items() if len(letters) > 1}
    named = multiples[1] if multiples else None
    allowed = set(named) if named is not None else set(answers) if multiples else set()
    for number in sorted(several - allowed):
        yield ExamProblem(f"key q.{number}", "several_letters", f"found {answers[number]} where one letter is stated")


def _merge(entries: Sequence[AnswerKey]) -> Iterator[AnswerKey]:
    """One key a code: a booklet repeats a subject for each category. Answers on which the entries disagree are left out and named."""
    by_code: dict[tuple[str, ...], list[AnswerKey]] = {}
    for position, entry in enumerate(entries):
        by_code.setdefault(entry.codes or (f"#{position}",), []).append(entry)
    for same in by_code.values():
        first = same[0]
        categories = tuple(dict.fromkeys(category for entry in same for category in entry.categories))
        problems = list(dict.fromkeys(problem for entry in same for problem in entry.problems))
        answers, accepted = dict(first.answers), dict(first.accepted)
        for other in same[1:]:
            for number in sorted({*first.answers, *other.answers}):
                pair = [(entry.answers.get(number), entry.accepted.get(number)) for entry in (first, other)]
                if pair[0] != pair[1]:
                    answers.pop(number, None)
                    accepted.pop(number, None)
                    what = " and ".join(f"{letters or 'nothing'}{rule.to_dict() if rule else ''}" for letters, rule in pair)
                    problems.append(ExamProblem(f"key q.{number}", "entries_disagree", f"code {'/'.join(first.codes)}: {what}"))
            if other.subject != first.subject:
                problems.append(ExamProblem("key", "entries_disagree", f"code {'/'.join(first.codes)}: {first.subject} and {other.subject}"))
        yield replace(first, categories=categories, answers=answers, accepted=accepted, problems=tuple(dict.fromkeys(problems)))
