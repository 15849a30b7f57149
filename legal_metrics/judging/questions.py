"""Records that judges grade: the question as the candidate saw it, the rubric, and what of an output is the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import BadReferenceError, LegalMetricsError, shown
from legal_metrics.extract.essays import read_essay_answer
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.grading import Rubric
from legal_metrics.prompts.inputs import essay_question
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms import FORMS, detect_form, read_rubric

_SEEN = ("instruction", "context", "conversation", "question", "doc_type")
"""Fields that candidates see, in any spelling of case; they stand in the order of the record."""
_TITLES: Mapping[str, str] = {"doc_type": "文书类型："}


@dataclass(frozen=True, slots=True)
class Question:
    """One record: its ``id``, the ``text`` that the candidate saw, and the ``rubric``. ``contract``: the file that belongs to the text, "" for none.

    >>> Question("q1", "案情", Rubric("q1", "judgment", None, ())).contract
    ''
    """

    id: str
    text: str
    rubric: Rubric
    contract: str = ""


def read_question(record: Mapping[str, Any], form: str = "", *, number: int = 1, contract: str = "") -> Question:
    """The question of one record.

    Args:
        record: a record of one of ``rubrics.forms``.
        form: its form; empty: detected.
        number: its place among the records, which is its id where it has none.
        contract: the text of the contract that it is about.

    Raises: BadReferenceError for a record of no known form or one that its form cannot read.

    >>> question = read_question({"label": "家事", "context": "甲乙离婚。", "question": "归谁？", "rubrics": [{"criterion": "(+5分) 归甲", "points": "5", "tags": "结论得分"}]})
    >>> question.id, question.text
    ('1', '甲乙离婚。\\n\\n归谁？')
    """
    given = record.get("id")
    id = str(given) if isinstance(given, (str, int)) and not isinstance(given, bool) and str(given) else str(number)
    found = form or detect_form(record)
    if not found:
        raise BadReferenceError(id, "form", f"found fields {shown(list(record))}, allowed one of {', '.join(FORMS)}")
    rubric = read_rubric(record, found, id=id)
    names = [value for name, value in record.items() if name.lower() == "contract_file" and isinstance(value, str)]
    return Question(id, _text(record, found, id, contract), rubric, names[0] if names else "")


def read_questions(
    records: Iterable[Mapping[str, Any]], form: str = "", *, contracts: Mapping[str, str] | None = None
) -> dict[str, Question]:
    """The questions of records by id. ``contracts``: name of a contract file as the records give it -> its text.

    Raises: BadReferenceError as ``read_question``, and for an id that stands twice.

    >>> list(read_questions([{"id": 7, "rubrics": "1.(+3 分) 何时报警？", "conversation": "我被打了。"}]))
    ['7']
    """
    questions: dict[str, Question] = {}
    for number, record in enumerate(records, start=1):
        question = read_question(record, form, number=number)
        if contracts is not None and question.contract in contracts:
            question = read_question(record, form, number=number, contract=contracts[question.contract])
        if question.id in questions:
            raise BadReferenceError(question.id, "id", "stands twice among the records")
        questions[question.id] = question
    return questions


def answer_in(output: str, form: str) -> str | None:
    """What of an output is the answer: without its reasoning, for essays without the JSON around it; None where there is none.

    >>> answer_in('<think>想</think>{"answer": "時效已完成。"}', "tw_essay"), answer_in("<think>想</think>不构成。", "judgment"), answer_in(" ", "judgment")
    ('時效已完成。', '不构成。', None)
    """
    text = read_essay_answer(output, reading="lenient").text if form == "tw_essay" else without_thinking(output)[0]
    return text if text is not None and text.strip() else None


def form_named(name: str) -> str:
    """The form of a task that judges grade, or of its own name; empty for ``rubrics``: detected record by record. Raises: LegalMetricsError.

    >>> form_named("tw-legalbench/oeq"), form_named("judgment"), form_named("rubrics")
    ('tw_essay', 'judgment', '')
    """
    if name == "rubrics" or name in FORMS:
        return "" if name == "rubrics" else name
    if name not in TASK_FORMS:
        allowed = ", ".join((*TASK_FORMS, "rubrics", *FORMS))
        raise LegalMetricsError(f"task: found {shown(name)}, allowed {allowed}")
    return TASK_FORMS[name]


TASK_FORMS: Mapping[str, str] = {"tw-legalbench/oeq": "tw_essay"}
"""Task that judges grade -> the form of its records."""


def _text(record: Mapping[str, Any], form: str, id: str, contract: str) -> str:
    if form == "tw_essay" and "question_text" in record:
        read = essay_question(Fields(record, id))
        points = f"（{read['points']} 分）" if read["points"] else ""
        parts = [f"{read['question']}{points}", read["sub_questions"]]
        parts += [f"參考法條：\n{read['laws']}"] if read["laws"] else []
    else:
        seen = [(name.lower(), value) for name, value in record.items() if name.lower() in _SEEN]
        parts = [_TITLES.get(name, "") + value for name, value in seen if isinstance(value, str) and value.strip()]
        parts += [f"合同全文：\n{contract}"] if contract else []
    return "\n\n".join(part for part in parts if part)
