"""What of a record goes into a prompt: one function a form of input, from a record to the texts that stand in the template's places.

Nothing else of a record may reach a prompt; an optional text that is absent is empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from legal_metrics.readers.choices import marks_of, option_texts
from legal_metrics.readers.fields import Fields

Input = Mapping[str, str]


def facts(record: Fields) -> Input:
    """Judgment prediction: the facts."""
    return {"facts": record.filled("facts")}


def choice_question(record: Fields) -> Input:
    """Multiple choice: the passage that the question shares with others, its stem, its options in lettered lines, and the marks to choose from.

    >>> choice_question(Fields.of({"id": "q1", "question": "何者無效？", "options": ["甲", "乙"], "group": None}))
    {'passage': '', 'question': '何者無效？', 'options': '(A) 甲\\n(B) 乙', 'marks': 'A、B', 'letters': 'A, B'}
    """
    options = option_texts(record)
    group = record.values.get("group")
    passage = (
        record.text("group")
        if isinstance(group, str)
        else (shared.filled("passage") if (shared := record.child("group")) else None)
    )
    marks = marks_of(options)
    return {
        "passage": passage or "",
        "question": record.filled("question"),
        "options": "\n".join(f"({mark}) {text}" for mark, text in zip(marks, options, strict=True)),
        "marks": "、".join(marks),
        "letters": ", ".join(marks),
    }


def essay_question(record: Fields) -> Input:
    """Essay questions: the text, its numbered parts (with their points, where the text does not state them), the law texts that the paper prints, and
    the question's points.

    >>> essay_question(Fields.of({"id": "q1", "question_text": "試述之。", "points": 25, "sub_questions": [{"number": 1, "text": "理由", "points": 10}]}))
    {'question': '試述之。', 'sub_questions': '1. 理由（10 分）', 'laws': '', 'points': '25'}
    """
    return {
        "question": record.filled("question_text"),
        "sub_questions": "\n".join(
            _part(part, place) for place, part in enumerate(record.children("sub_questions"), start=1)
        ),
        "laws": "\n\n".join(record.texts("reference_laws")),
        "points": _points(record),
    }


def _part(part: Fields, place: int) -> str:
    text, points = part.filled("text"), _points(part)
    stated = not points or re.search(rf"(?<![0-9.]){re.escape(points)}\s*分", text) is not None
    return f"{part.whole('number', 1) or place}. {text}{'' if stated else f'（{points} 分）'}"


def _points(part: Fields) -> str:
    points = part.values.get("points")
    if points is None:
        return ""
    if isinstance(points, bool) or not isinstance(points, (int, float)) or points <= 0:
        raise part.error("points", points, "a number > 0 or null")
    return f"{points:g}"


INPUTS: Mapping[str, Callable[[Fields], Input]] = {
    "facts": facts,
    "choice_question": choice_question,
    "essay_question": essay_question,
}
