"""Multiple choice (tw-legalbench/mcq, mcq_zh_cn, mcq_en): the part ``choice`` is a set of option marks on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legal_metrics.extract.choices import read_choice_answer
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields

MARKS = "ABCDEFGHIJ"


def read_question(record: Mapping[str, Any]) -> tuple[str, ...]:
    """What of a record reading an answer needs: the options' texts, for an output may quote one instead of its letter.

    >>> read_question({"id": "q1", "options": ["無效", "得撤銷"]})
    ('無效', '得撤銷')
    """
    return option_texts(Fields.of(record))


def read_answer(output: str, reading: str, options: tuple[str, ...]) -> ReadAnswer:
    """Read one output.

    >>> read_answer('{"answer": "B"}', "strict", ("無效", "得撤銷")).view
    {'answer': 'B'}
    """
    answer = read_choice_answer(output, options=marks_of(options), option_texts=options, reading=reading)
    if answer.letters is None:
        return ReadAnswer(answer.status, why=answer.why)
    return ReadAnswer(
        answer.status, {"choice": answer.letters}, {"answer": "".join(sorted(answer.letters))}, answer.repairs
    )


def read_reference(record: Mapping[str, Any], reference: str) -> ReadReference:
    """Read one record of ``schemas/mcq.schema.json``: its ``options`` and its ``answer``, the one letter that is accepted.

    Raises: BadReferenceError for options or an answer that cannot be read.

    >>> read_reference({"id": "q1", "options": ["無效", "得撤銷"], "answer": "B"}, "").view
    {'answer': 'B'}
    """
    fields = Fields.of(record)
    marks = marks_of(option_texts(fields))
    answer = fields.text("answer")
    if not answer or len(answer) != 1 or answer not in marks:
        raise fields.error("answer", answer, f"one of {', '.join(marks)}")
    return ReadReference({"choice": frozenset(answer)}, {"answer": answer})


def marks_of(options: Sequence[str]) -> str:
    """The marks of so many options.

    >>> marks_of(["無效", "得撤銷"])
    'AB'
    """
    return MARKS[: len(options)]


def option_texts(record: Fields) -> tuple[str, ...]:
    """The options of a multiple-choice record, two or more that are not blank.

    >>> option_texts(Fields.of({"id": "q1", "options": ["甲", " "]}))
    Traceback (most recent call last):
    legal_metrics.errors.BadReferenceError: record 'q1', field 'options': found ('甲', ' '), allowed 2 to 10 texts that are not blank
    """
    options = record.texts("options")
    if not 2 <= len(options) <= len(MARKS) or not all(text.strip() for text in options):
        raise record.error("options", options, f"2 to {len(MARKS)} texts that are not blank")
    return options
