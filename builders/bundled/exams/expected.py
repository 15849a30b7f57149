"""What reading the PDFs must give, taken from the texts that they were made from and never from a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .inline import plain
from .keys_pdf import answers, note
from .source import Choice, EssayText, Paper, Passage, RubricText


def paper_facts(paper: Paper) -> dict[str, Any]:
    """The facts of a question paper, named as in ``parse exam``."""
    kind = "mixed" if paper.choices and paper.essays else "mcq" if paper.choices else "essay"
    groups = [item for item in paper.items if isinstance(item, Passage)]
    return {
        "exam": {
            "year_roc": paper.year,
            "title": plain(paper.get("title").replace("|", "")),
            "level": paper.get("level"),
            "category": paper.get("category"),
            "subject": paper.get("subject"),
            "codes": list(dict.fromkeys([*(code for code in paper.get("code").split() if code != "|"), *([paper.mcq_code] if paper.choices else [])])),
            "duration_minutes": int(paper.get("minutes")),
        },
        "kind": kind,
        "mcq_codes": [paper.mcq_code] if paper.choices else [],
        "questions": [_question(choice, groups) for choice in paper.choices],
        "essays": [_essay(essay) for essay in paper.essays],
    }


def key_facts(paper: Paper, *, corrected: bool) -> dict[str, Any]:
    """The facts of an answer key, named as in ``parse key``; a single corrected key prints no 代號."""
    accepted = {str(choice.number): _accepted(choice) for choice in paper.choices if corrected and "correction" in choice.keys}
    return {
        "codes": [] if corrected else [paper.mcq_code],
        "corrected": corrected,
        "answers": {str(number): letters for number, letters in answers(paper, corrected=corrected).items()},
        "accepted": accepted,
        "note": note(paper) if corrected else "",
    }


def booklet_facts(papers: Sequence[Paper]) -> list[dict[str, Any]]:
    """The facts of a booklet: one object a 代號, with the categories that share it."""
    return [
        {**key_facts(paper, corrected=True), "codes": [paper.mcq_code], "categories": paper.get("booklet-categories").split()} for paper in papers
    ]


def rubric_facts(rubric: RubricText) -> list[dict[str, Any]]:
    """The scoring points of each question, named as in the records."""
    return [
        {
            "question_number": question.number,
            "scoring_points": [
                {"criterion_number": number, "content": point.content, "points": point.points} for number, point in enumerate(question.points, start=1)
            ],
        }
        for question in rubric.questions
    ]


def _question(choice: Choice, groups: Sequence[Passage]) -> dict[str, Any]:
    group = next((group for group in groups if group.first <= choice.number <= group.last), None)
    return {
        "number": choice.number,
        "stem": plain(choice.stem),
        "options": {letter: plain(text) for letter, text in choice.options.items()},
        "group": group and {"first": group.first, "last": group.last, "passage": plain(group.text)},
        "multiple": len(choice.options) == 5,
    }


def _essay(essay: EssayText) -> dict[str, Any]:
    return {
        "number": essay.number,
        "points": essay.points,
        "text": "\n".join(plain(paragraph) for paragraph in essay.paragraphs),
        "sub_questions": [{"number": number, "text": plain(text), "points": points} for number, points, text in essay.parts],
        "reference_laws": ["\n".join((f"〈{law}〉", *map(plain, text))) for law, text in essay.laws],
    }


def _accepted(choice: Choice) -> dict[str, Any]:
    if choice.rule:
        return {"rule": choice.rule, "answers": list(choice.accepted)}
    return {"rule": "any_of", "answers": [choice.answer]}
