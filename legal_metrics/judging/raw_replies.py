"""Raw replies in files of verdicts (``"output"``): read by the rubric that they are about and held against the answer, as replies to requests are.

Without its rubric a reply that says the rubric back looks like full marks, and without the answer so does one that copies the candidate's own grades.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from legal_metrics.grading import Grade, Rubric
from legal_metrics.judgements import Judgement, Judgements, Origin
from legal_metrics.judging.verdicts import said_in


def read_raw_replies(
    judgements: Judgements, rubric_of: Callable[[str], Rubric | None], answer_of: Callable[[str, str], str]
) -> Judgements:
    """The same verdicts, raw replies read once more. ``rubric_of``: record id -> rubric, None where there is none; ``answer_of``: run, id -> the candidate's text.

    Both are asked for answers with raw replies only. Raises nothing of its own.

    >>> from legal_metrics.grading import Item, Module
    >>> from legal_metrics.judgements import read_judgements
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> read = read_judgements({"j": [b'{"id": "q1", "judge": "j1", "output": "[{index: 1, points: 5}]"}']})
    >>> read.of["", "q1"][0].grades[0].score
    5.0
    >>> read_raw_replies(read, lambda id: rubric, lambda run, id: "").of["", "q1"][0].grades
    ()
    """
    of = dict(judgements.of)
    for (run, id), given in judgements.of.items():
        if any(origin.reply for judgement in given for origin in judgement.origins) and (rubric := rubric_of(id)):
            answer = answer_of(run, id)
            of[run, id] = tuple(_read_again(judgement, rubric, answer) for judgement in given)
    return replace(judgements, of=MappingProxyType(of))


def _read_again(judgement: Judgement, rubric: Rubric, answer: str) -> Judgement:
    grades: list[Grade] = [grade for grade in judgement.grades if not judgement.origin(grade.index).reply]
    origins: list[Origin] = []
    for origin in judgement.origins:
        if origin.reply:
            said = said_in(origin.reply, rubric, answer, items=origin.items)
            origin = replace(origin, problem=said.why, problems=said.problems, repairs=said.repairs)
            grades += said.grades
        origins.append(origin)
    problem = "" if grades else "; ".join(dict.fromkeys(origin.problem for origin in origins if origin.problem))
    return replace(judgement, grades=tuple(grades), problem=problem, origins=tuple(origins))
