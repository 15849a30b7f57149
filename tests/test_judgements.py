"""Files of verdicts: what a line must be, and that a verdict is about the answer at hand."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.grading import Grade
from legal_metrics.json_lines import JsonLineError
from legal_metrics.judgements import Origin, check_judgements, to_judgement_line
from legal_metrics.predictions import Predictions

GRADES = [{"criterion_number": 1, "label": "correct", "points": 5}]


def lines(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() for row in rows]


def read(*rows: dict[str, Any]) -> lm.Judgements:
    return lm.read_judgements({"j.jsonl": lines(*rows)})


def test_grades_and_raw_replies_are_read_alike() -> None:
    found = read(
        {"id": "q1", "judge": "j1", "grades": GRADES}, {"id": "q1", "judge": "j2", "output": json.dumps(GRADES)}
    )
    first, second = found.of["", "q1"]
    assert first.grades == second.grades
    assert found.judges == ("j1", "j2")


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


ORIGIN = {
    "model": "m-1",
    "prompt": "judge/judgment:zh-Hans:v1",
    "template_sha256": "a" * 64,
    "prompt_sha256": "b" * 64,
    "rubric_sha256": "c" * 64,
    "reply_sha256": "d" * 64,
    "problems": ["missing, item 2"],
    "repairs": ["code_fence"],
    "flags": {"invisible": 2},
    "cut": {"policy": "head_tail", "head": 2, "characters": 3, "tail": 2},
}
WORDS = st.text(min_size=1, max_size=8)
GRADE = st.builds(
    Grade,
    st.integers(1, 40),
    st.sampled_from(["correct", "partial", "missing", "yes", "部分正確"]),
    st.none() | st.integers(0, 30).map(float),
    st.none() | st.integers(1, 30).map(float),
    st.text("理由“引文”,.:", max_size=9).map(str.strip),
    st.none() | st.integers(1, 9),
    st.none() | st.integers(0, 9),
    st.none() | st.booleans(),
)


@given(WORDS, WORDS, WORDS, st.lists(GRADE, min_size=1, max_size=5, unique_by=lambda grade: grade.index))
def test_what_is_written_is_read(id: str, judge: str, run: str, grades: list[Grade]) -> None:
    judgement = lm.Judgement(
        judge, tuple(grades), output_sha256="e" * 64, origins=(Origin((*range(1, 41),), **_origin()),)
    )
    line = to_judgement_line(id, judgement, run=run).encode("utf-8", "backslashreplace")
    assert lm.read_judgements({"j": [line]}).of[run, id] == (judgement,)


def _origin() -> dict[str, Any]:
    return {**ORIGIN, "problems": tuple(ORIGIN["problems"]), "repairs": tuple(ORIGIN["repairs"])}


def test_each_grade_stands_on_its_own_in_the_table() -> None:
    (verdict,) = read({"id": "q1", "run": "2", "judge": "j", "grades": GRADES, **ORIGIN}).verdicts()
    assert (verdict.run, verdict.id, verdict.judge, verdict.item, verdict.label, verdict.points) == (
        "2",
        "q1",
        "j",
        1,
        "correct",
        5,
    )
    assert (verdict.prompt_sha256, verdict.reply_sha256) == ("b" * 64, "d" * 64)


def test_parts_of_a_verdict_are_joined() -> None:
    first = {"id": "q1", "judge": "j", "items": [1], "grades": [{"index": 1, "points": 5}], "model": "a"}
    second = {"id": "q1", "judge": "j", "items": [2, 3], "problem": "no reply"}
    (found,) = read(second, first).of["", "q1"]
    assert ([grade.index for grade in found.grades], found.problem) == ([1], "")
    assert (found.origin(1).model, found.origin(3).problem) == ("a", "no reply")
    (none,) = read(second, {**second, "items": [1], "problem": "error: busy"}).of["", "q1"]
    assert none.problem == "no reply; error: busy"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"items": [1]}, "judges the answer 'q1' twice (item 1)"),
        ({"items": []}, "judges the answer 'q1' twice"),
        ({"items": [2], "rubric_sha256": "x"}, "field 'rubric_sha256': the parts of the verdict"),
        ({"items": [2], "output_sha256": "x"}, "field 'output_sha256': the parts of the verdict"),
        ({"items": [3]}, "found item 2, allowed those of the field 'items'"),
        ({"items": ["2"]}, "a list of numbers of items"),
        ({"items": [2], "flags": {"a": "b"}}, "an object of counts"),
        ({"items": [2], "cut": {"characters": 0}}, "an object with the number of characters"),
        ({"items": [2], "problems": "x"}, "a list of strings"),
    ],
)
def test_parts_that_do_not_fit_are_named(change: dict[str, Any], message: str) -> None:
    first = {"id": "q1", "judge": "j", "items": [1], "grades": [{"index": 1, "points": 5}]}
    second = {
        "id": "q1",
        "judge": "j",
        "grades": [{"index": 1 if change["items"] == [1] else 2, "points": 5}],
        **change,
    }
    with pytest.raises(JsonLineError) as caught:
        read(first, second)
    assert message in str(caught.value)


def test_verdicts_are_given_by_the_rubric_at_hand() -> None:
    predictions = Predictions.of({"q1": "甲得請求返還。"})
    judged = read({"id": "q1", "judge": "j", "grades": GRADES, "rubric_sha256": "c" * 64})
    check_judgements(judged, predictions, ["q1"], rubrics={"q1": "c" * 64})
    with pytest.raises(lm.JudgementsError, match="was given by another rubric"):
        check_judgements(judged, predictions, ["q1"], rubrics={"q1": "d" * 64})


def test_penalties_and_points_out_of_range_are_for_who_scores() -> None:
    rows = [{"index": 1, "label": "yes", "points": -3, "times": 1}, {"index": 2, "label": "correct", "points": 99}]
    assert [grade.score for grade in read({"id": "q1", "judge": "j", "grades": rows}).of["", "q1"][0].grades] == [
        -3,
        99,
    ]
    for broken in (
        {"index": 1, "points": "many"},
        {"index": 1, "points": True},
        {"index": 1, "label": "correct", "points": "NaN"},
    ):
        with pytest.raises(JsonLineError):
            read({"id": "q1", "judge": "j", "grades": [broken]})
