"""oeq records: which essay questions become records, their scoring points, what the rules find."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from exam_papers import FACTS, LAWYERS, essay_paper

from builders.parse.exam import Essay, ExamHeader, ExamProblem
from builders.parse.rubric import ScoringPoint
from builders.pipeline import Drop
from builders.profiles import EXAM_PROFILES, ExamProfile
from builders.quality.validation import validate
from builders.tasks.oeq import Rubric, is_second_test, make_record, uncertain_essays

RUBRIC = Rubric((ScoringPoint(1, "說明董事之忠實義務。", 20, 1, ("甲之責任",)), ScoringPoint(2, "說明對第三人之責任。")), "r.txt", "c" * 64)

POINT = {"criterion_number": 1, "content": "甲", "points": None, "sub_question": None, "partial": []}


def record_of(of: Any, **changes: Any) -> Any:
    options: dict[str, Any] = {"rubric": None, "facts": replace(FACTS, exam_code="113111", code="30140"), "uncertain": {}, "profile": EXAM_PROFILES["paper"], **changes}
    return make_record(of, of.essays[0], **options)


def test_record_with_rubric_is_valid() -> None:
    record = record_of(essay_paper(), rubric=RUBRIC)
    assert validate(record, "oeq") == []
    assert record["id"] == "open-2024-commercial-q1" and record["points"] == 50.0
    assert [(p["criterion_number"], p["points"]) for p in record["scoring_points"]] == [(1, 20.0), (2, None)]
    assert record["reference_law_names"] == ["公司法"]


def test_record_without_rubric_says_so() -> None:
    record = record_of(essay_paper())
    assert validate(record, "oeq") == []
    assert record["scoring_points"] == [] and record["flags"]["rubric"] is False


def test_points_are_numbers_of_one_type() -> None:
    """A whole number would come back from Parquet as another JSON text than it went in, and the digest with it."""
    record = record_of(essay_paper())
    assert [type(value) for value in (record["points"], record["sub_questions"][0]["points"])] == [float, float]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"exam": ExamHeader(113, "113年公務人員初等考試", subject="公司法")}, "not_second_test"),
        ({"exam": ExamHeader(113, LAWYERS + "第一試", subject="公司法、保險法與證券交易法")}, "not_second_test"),
        ({"exam": ExamHeader(113, LAWYERS + "第二試", subject="國文")}, "unknown_essay_subject"),
        ({"essays": (Essay(1, " ", 50),)}, "empty_question"),
    ],
)
def test_other_essays_are_left_out(changes: dict[str, Any], reason: str) -> None:
    dropped = record_of(essay_paper(**changes))
    assert isinstance(dropped, Drop) and dropped.reason == reason


def test_other_exams_can_be_taken() -> None:
    other = essay_paper(exam=ExamHeader(113, "113年專門職業及技術人員高等考試會計師考試", subject="公司法、保險法與證券交易法"))
    assert record_of(other, profile=ExamProfile("wide", second_test_only=False))["subject_code"] == "commercial"


def test_uncertain_points_are_flagged_and_other_problems_leave_out() -> None:
    points = uncertain_essays([ExamProblem("p.1 essay 1", "points_disagree", "50 stated, 40 found")])
    record = record_of(essay_paper(Essay(1, "甲？", 50.0)), uncertain=points)
    assert record["flags"]["points_disagree"] is True and validate(record, "oeq") == []
    serious = uncertain_essays([ExamProblem("p.1 essay 1", "sub_question_empty", "sub-question 2")])
    assert record_of(essay_paper(), uncertain=serious).reason == "uncertain_question"


def test_second_test_by_title_or_kind_of_paper() -> None:
    untold = ExamHeader(113, LAWYERS)
    assert [is_second_test(essay_paper(exam=untold, kind=kind)) for kind in ("essay", "mixed")] == [True, False]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"question_id": "open-2024-commercial-q2"}, "/question_id"),
        ({"subject_code": "tax"}, "/id"),
        ({"points": 60.0}, "/sub_questions"),
        ({"scoring_points": [POINT | {"criterion_number": 2}]}, "/scoring_points"),
        ({"scoring_points": [POINT]}, "/scoring_points"),
    ],
)
def test_rules_find_fields_that_disagree(change: dict[str, Any], path: str) -> None:
    assert path in [fault.path for fault in validate({**record_of(essay_paper()), **change}, "oeq")]


def test_points_of_a_rubric_that_do_not_add_up_are_a_fault() -> None:
    rubric = replace(RUBRIC, points=(ScoringPoint(1, "甲。", 20), ScoringPoint(2, "乙。", 20)))
    assert [fault.path for fault in validate(record_of(essay_paper(), rubric=rubric), "oeq")] == ["/scoring_points"]


def test_a_scoring_point_keeps_its_headings_and_its_sub_question() -> None:
    (first, second) = record_of(essay_paper(), rubric=RUBRIC)["scoring_points"]
    assert first["content"] == "甲之責任：說明董事之忠實義務。" and (first["sub_question"], second["sub_question"]) == (1, None)
