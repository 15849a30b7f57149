"""``mcq`` records: one question of a paper, its key and its correction in, one record or the reason for leaving it out. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from builders.annotate.labels import Label
from builders.parse.exam import AnswerKey, ExamPaper, ExamProblem, Question
from builders.pipeline import Drop
from builders.profiles import ExamProfile
from builders.tasks.exam_facts import PaperFacts
from builders.tasks.exam_ids import paper_id, question_id
from builders.tasks.exam_subjects import COMBINED, subject_kind

Record = dict[str, Any]
OPTIONS = ("A", "B", "C", "D")

_NUMBERS = re.compile(r"\bq\.(\d+)(?:\s*[-–~]\s*(?:q\.)?(\d+))?")
_GRANTS = {"everyone": "everyone_gets_point", "everyone_who_answered": "everyone_who_answered"}


@dataclass(frozen=True, slots=True)
class Answer:
    """The only accepted letter; ``corrected`` where the official correction changed it, or left it alone of a question marked ``#``."""

    letter: str
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why a question has no single answer: a key of ``tasks.reasons`` and what was found."""

    reason: str
    detail: str


def answer_of(number: int, key: AnswerKey | None, correction: AnswerKey | None = None) -> Answer | NoAnswer:
    """The accepted answer of a question by its key and the correction, which stands above the key.

    >>> key = AnswerKey(answers={1: "A", 2: "B"})
    >>> answer_of(1, key), answer_of(2, key, AnswerKey(answers={1: "A", 2: "D"}, corrected=True))
    (Answer(letter='A', corrected=False), Answer(letter='D', corrected=True))
    """
    in_force = correction or key
    found = "" if in_force is None else in_force.answers.get(number, "")
    grant = None if in_force is None else in_force.accepted.get(number)
    if grant is not None and grant.rule in _GRANTS:
        return NoAnswer(_GRANTS[grant.rule], f"correction of question {number}: {grant.rule}")
    if grant is not None:
        if len(grant.answers) != 1:
            return NoAnswer("corrected_to_several", f"correction of question {number} accepts {', '.join(grant.answers) or 'nothing that could be read'}")
        found = grant.answers[0]
    if not found:
        return NoAnswer("no_answer", f"the key has no answer to question {number}")
    if found == "#":
        return NoAnswer("correction_unread", f"question {number} is marked # and no note says what is accepted")
    if len(found) > 1:
        return NoAnswer("multiple_answers", f"the key has {found}")
    before = "" if key is None else key.answers.get(number, "")
    return Answer(found, corrected=grant is not None or (correction is not None and before not in ("", found)))


def uncertain_numbers(problems: Iterable[ExamProblem]) -> Mapping[int, ExamProblem]:
    """The questions that a problem names (``p.3 q.17``, ``q.41-45``, ``key q.21``), each with the first such problem.

    >>> sorted(uncertain_numbers([ExamProblem("p.3 q.17", "option_missing", ""), ExamProblem("p.4 q.41-43", "x", ""), ExamProblem("p.2", "y", "")]))
    [17, 41, 42, 43]
    """
    named: dict[int, ExamProblem] = {}
    for problem in problems:
        for first, last in _NUMBERS.findall(problem.where):
            for number in range(int(first), int(last or first) + 1):
                named.setdefault(number, problem)
    return named


def make_record(
    paper: ExamPaper,
    question: Question,
    *,
    key: AnswerKey | None,
    correction: AnswerKey | None,
    facts: PaperFacts,
    uncertain: Mapping[int, ExamProblem],
    profile: ExamProfile,
    label: Label | None,
) -> Record | Drop:
    """The record of one question, or why it is left out. ``uncertain``: ``uncertain_numbers`` of paper and keys; the year is checked before."""
    id = question_id(facts.exam_code or facts.year_code, facts.code, question.number, origin=facts.origin)

    def drop(reason: str, detail: str) -> Drop:
        return Drop(reason, facts.file, id=id, detail=detail)

    if question.number in uncertain:
        problem = uncertain[question.number]
        return drop("uncertain_question", f"{problem.where}: {problem.code}: {problem.what}")
    if question.multiple:
        return drop("multiple_answers", "the paper asks for several letters")
    if tuple(question.options) != OPTIONS or not all(text.strip() for text in question.options.values()):
        return drop("not_four_options", f"found {', '.join(question.options) or 'none'}")
    if len({"".join(text.split()) for text in question.options.values()}) < len(OPTIONS):
        return drop("equal_options", "two options have the same text: a character of the page was misread, or the paper is wrong")
    if question.figure and profile.drop_figures:
        return drop("figure_needed", "a picture or drawing lies inside the question")
    answer = answer_of(question.number, key, correction)
    if isinstance(answer, NoAnswer):
        return drop(answer.reason, answer.detail)
    if answer.letter not in OPTIONS:
        return drop("answer_not_an_option", f"the key has {answer.letter}")
    group = question.group
    return {
        "id": id,
        "question_id": id,
        "year": facts.year,
        "exam_id": paper_id(facts.exam_code or facts.year_code, facts.code, origin=facts.origin),
        "exam_category": facts.family,
        "professional_level": facts.level,
        "profession": facts.profession,
        "subject": paper.exam.subject,
        **label_fields(label),
        "question": question.stem,
        "options": [question.options[letter] for letter in OPTIONS],
        "answer": answer.letter,
        "group": None if group is None else {"first": group.first, "last": group.last, "passage": group.passage},
        "language": "zh_tw",
        "translation": None,
        "flags": {
            "answer_corrected": answer.corrected,
            "figure": question.figure,
            "blanks": has_blanks(question),
            "combined_subject": _kind(paper.exam.subject) == COMBINED,
        },
        "provenance": {
            "source": facts.source,
            "file": facts.file,
            "sha256": facts.sha256,
            "url": facts.url,
            "exam_code": facts.exam_code or None,
            "code": facts.code,
            "page": question.page,
            "box": None if question.box is None else [round(float(side), 1) for side in question.box],
            "key_file": facts.key_file,
            "key_sha256": facts.key_sha256,
            "key_url": facts.key_url,
            "correction_file": facts.correction_file,
            "correction_sha256": facts.correction_sha256,
            "canary": facts.canary,
        },
    }


def label_fields(label: Label | None) -> Record:
    """The four fields of law labels; null and empty where nobody has labelled the question.

    >>> label_fields(None)["law_category"] is None, label_fields(Label("q", laws=("公司法", "民法")))["related_internal_law"]
    (True, '公司法、民法')
    """
    if label is None:
        return {"law_category": None, "jurisdiction": None, "related_internal_law": "", "related_international_law": ""}
    return {
        "law_category": label.law_category,
        "jurisdiction": label.jurisdiction,
        "related_internal_law": "、".join(label.laws),
        "related_international_law": "、".join(label.instruments),
    }


def has_blanks(question: Question) -> bool:
    """Whether stem or options hold a printed blank (a run of underscores) or underlined words (``<u>…</u>``).

    >>> has_blanks(Question(1, "甲____乙", {})), has_blanks(Question(1, "何者<u>錯誤</u>", {})), has_blanks(Question(1, "甲乙", {}))
    (True, True, False)
    """
    return any("__" in text or "<u>" in text for text in (question.stem, *question.options.values()))


@cache
def _kind(subject: str) -> str:
    return subject_kind(subject)
