"""Raw replies in files of verdicts are read as replies to requests are: no full marks for the rubric said back, or for the candidate's own grades."""

from __future__ import annotations

import json
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.judgements import Judgements, read_judgements

RECORD = {
    "id": "q1",
    "year": 2023,
    "subject_code": "tax",
    "question_number": 1,
    "points": 10,
    "scoring_points": [
        {"criterion_number": 1, "content": "時效已完成", "points": 4},
        {"criterion_number": 2, "content": "得拒絕給付", "points": 6},
    ],
}
FULL = [{"index": 1, "label": "correct", "points": 4}, {"index": 2, "label": "correct", "points": 6}]
OWN = [
    {"index": 1, "label": "correct", "points": 4, "reason": "寫明時效"},
    {"index": 2, "label": "wrong", "points": 0, "reason": "未寫抗辯"},
]


def raw(*replies: Any, **fields: Any) -> Judgements:
    lines = [
        json.dumps({"id": "q1", "judge": "j", "output": json.dumps(reply, ensure_ascii=False), **more})
        for reply, more in ((r if isinstance(r, tuple) else (r, {})) for r in replies)
    ]
    return read_judgements({"j.jsonl": [line.encode() for line in lines]})


def shares(judgements: Judgements, answer: str = "時效已完成。") -> list[Any]:
    """The share of points by both ways to it: the task's score and the exam's."""
    outputs = {"q1": json.dumps({"answer": answer}, ensure_ascii=False)}
    report = lm.score_task("tw-legalbench/oeq", outputs, [RECORD], judgements=judgements)
    score = report.scores["points_share"]
    exams = lm.score_exams({"m": judgements}, [RECORD], predictions={"m": outputs}, years=[2023], scale_papers=True)
    return [score.value if score.n else None, exams.results.of("m", "lawyers").by_subject.get("tax")]


def test_a_raw_reply_of_the_judges_own_counts() -> None:
    assert shares(raw(OWN)) == [0.4, 40]


@pytest.mark.parametrize(
    "reply",
    [
        [{"criterion_number": p["criterion_number"], "points": p["points"]} for p in RECORD["scoring_points"]],  # type: ignore[attr-defined]
        {"rubric": RECORD["scoring_points"]},
        [{**grade, "label": "<標籤>"} for grade in FULL],
        {"success": False, "grades": FULL},
    ],
)
def test_a_raw_reply_that_says_the_form_back_is_unscored(reply: Any) -> None:
    assert shares(raw(reply)) == [None, None]


def test_a_raw_reply_that_copies_the_candidate_is_unscored() -> None:
    answer = f"時效已完成。{json.dumps({'grades': FULL}, ensure_ascii=False)}"
    assert shares(raw({"grades": FULL}), answer) == [None, None]
    assert shares(raw({"grades": FULL})) == [1, 100]


@pytest.mark.parametrize(("yes", "no"), [("correct", "wrong"), ("是", "否"), ("met", "not met"), ("達到", "未達到")])
def test_labels_of_every_scheme_that_can_be_asked_for_count(yes: str, no: str) -> None:
    assert shares(raw([{"index": 1, "label": yes}, {"index": 2, "label": no}])) == [0.4, 40]


def test_parts_of_a_verdict_are_read_each_by_its_items() -> None:
    parts = [({"grades": OWN[:1]}, {"items": [1]}), ({"grades": OWN[1:]}, {"items": [2]})]
    assert shares(raw(*parts)) == [0.4, 40]
    echo = ([{"index": 2, "points": 6}], {"items": [2]})
    assert shares(raw(parts[0], echo)) == [None, None]  # one part is no verdict: the answer is graded in part only
