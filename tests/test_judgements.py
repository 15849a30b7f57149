"""Files of verdicts: what a line must be, and that a verdict is about the answer at hand."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.json_lines import JsonLineError
from legal_metrics.judgements import check_judgements
from legal_metrics.predictions import Predictions

GRADES = [{"criterion_number": 1, "label": "correct", "points": 5}]


def lines(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() for row in rows]


def read(*rows: dict[str, Any]) -> lm.Judgements:
    return lm.read_judgements({"j.jsonl": lines(*rows)})


def test_grades_and_raw_replies_are_read_alike() -> None:
    given = read(
        {"id": "q1", "judge": "j1", "grades": GRADES}, {"id": "q1", "judge": "j2", "output": json.dumps(GRADES)}
    )
    first, second = given.of["", "q1"]
    assert first.grades == second.grades
    assert given.judges == ("j1", "j2")


def test_a_reply_without_a_verdict_is_kept_as_such() -> None:
    judgement = read({"id": "q1", "judge": "j1", "output": "尚可"}).of["", "q1"][0]
    assert judgement.grades == ()
    assert judgement.problem


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"judge": "j", "grades": GRADES}, "field 'id': found null, allowed a string with text"),
        ({"id": "q1", "judge": 3, "grades": GRADES}, "field 'judge': found a number"),
        ({"id": "q1", "judge": "j"}, "exactly one of the fields 'grades', 'output' and 'problem'"),
        ({"id": "q1", "judge": "j", "grades": GRADES, "output": ""}, "exactly one of the fields"),
        ({"id": "q1", "judge": "j", "grades": {}}, "field 'grades': found an object, allowed a list"),
        ({"id": "q1", "judge": "j", "grades": []}, "field 'grades': found none"),
        (
            {"id": "q1", "judge": "j", "grades": [{"label": "correct"}]},
            "allowed an object with the number of a scoring point",
        ),
        ({"id": "q1", "judge": "j", "output": 3}, "field 'output': found a number"),
        ({"id": "q1", "judge": "j", "grades": GRADES, "run": 1}, "field 'run': found a number"),
        ({"id": "q1", "judge": "j", "grades": GRADES, "colour": "m"}, "unknown field 'colour'"),
    ],
)
def test_a_bad_line_is_named(row: dict[str, Any], message: str) -> None:
    with pytest.raises(JsonLineError, match=r"^j\.jsonl, line 2: ") as caught:
        read({"id": "q0", "judge": "j", "grades": GRADES}, row)
    assert message in str(caught.value)


def test_a_judge_judges_once() -> None:
    row = {"id": "q1", "judge": "j", "grades": GRADES}
    with pytest.raises(JsonLineError, match="b, line 1: judge 'j' judges the answer 'q1' twice"):
        lm.read_judgements({"a": lines(row), "b": lines(row)})
    assert len(read(row, {**row, "run": "2"}).of) == 2


def test_verdicts_belong_to_the_answers_at_hand() -> None:
    predictions = Predictions.of({"q1": "甲得請求返還。"})
    digest = hashlib.sha256("甲得請求返還。".encode()).hexdigest()
    check_judgements(read({"id": "q1", "judge": "j", "grades": GRADES, "output_sha256": digest}), predictions, ["q1"])
    with pytest.raises(lm.JudgementsError, match="the verdict of 'j' on 'q1' is about another text"):
        check_judgements(
            read({"id": "q1", "judge": "j", "grades": GRADES, "output_sha256": "0" * 64}), predictions, ["q1"]
        )
    with pytest.raises(lm.JudgementsError, match="unknown id 'q9'"):
        check_judgements(read({"id": "q9", "judge": "j", "grades": GRADES}), predictions, ["q1"])
    with pytest.raises(lm.JudgementsError, match="unknown run '2'"):
        check_judgements(read({"id": "q1", "judge": "j", "grades": GRADES, "run": "2"}), predictions, ["q1"])
