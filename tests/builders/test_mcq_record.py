"""mcq records: which answer is accepted, which questions are left out and why, what the record says."""

from __future__ import annotations

from typing import Any

import pytest
from exam_papers import FACTS, key, paper, question
from hypothesis import given
from hypothesis import strategies as st

from builders.annotate.labels import Label
from builders.parse.exam import Accepted, AnswerKey, ExamProblem, QuestionGroup
from builders.pipeline import Drop
from builders.profiles import EXAM_PROFILES, ExamProfile
from builders.quality.validation import validate
from builders.tasks.mcq import Answer, NoAnswer, answer_of, make_record, uncertain_numbers


def record_of(of: Any, number: int = 1, **changes: Any) -> Any:
    options: dict[str, Any] = {
        "key": key(),
        "correction": None,
        "facts": FACTS,
        "uncertain": {},
        "profile": EXAM_PROFILES["paper"],
        "label": None,
        **changes,
    }
    return make_record(of, of.questions[number - 1], **options)


@pytest.mark.parametrize(
    ("grant", "expected"),
    [
        (Accepted("any_of", ("D",)), Answer("D", corrected=True)),  # 第1題答Ｄ給分
        (Accepted("any_of", ("B", "C")), "corrected_to_several"),  # 第1題答Ｂ或Ｃ者均給分
        (Accepted("any_of", ("AE",)), "multiple_answers"),  # 第1題複選ＡＥ給分
        (Accepted("any_of", ()), "corrected_to_several"),
        (Accepted("everyone"), "everyone_gets_point"),  # 第1題一律給分
        (Accepted("everyone_who_answered"), "everyone_who_answered"),  # 第1題除未作答者不給分外，其餘均給分
        (None, "correction_unread"),
    ],
)
def test_what_a_correction_leaves(grant: Accepted | None, expected: Answer | str) -> None:
    correction = AnswerKey(answers={1: "#"}, corrected=True, accepted={} if grant is None else {1: grant})
    found = answer_of(1, key(), correction)
    assert (found.reason if isinstance(found, NoAnswer) else found) == expected


def test_a_changed_letter_is_corrected_and_an_equal_one_is_not() -> None:
    correction = AnswerKey(answers={1: "A", 2: "C"}, corrected=True)
    assert [answer_of(n, key("AB"), correction) for n in (1, 2)] == [Answer("A"), Answer("C", corrected=True)]


def test_a_corrected_key_alone_is_a_key() -> None:
    assert answer_of(1, None, AnswerKey(answers={1: "C"}, corrected=True)) == Answer("C")


def test_without_key_or_number_there_is_no_answer() -> None:
    found = [answer_of(1, None), answer_of(3, key("AB"))]
    assert [one.reason for one in found if isinstance(one, NoAnswer)] == ["no_answer", "no_answer"]


@given(st.text("ABCDE#", max_size=3), st.none() | st.builds(Accepted, st.sampled_from(["any_of", "everyone", "everyone_who_answered"]), st.tuples(st.text("ABCDE", max_size=3))))
def test_an_answer_is_one_letter_or_a_reason(found: str, grant: Accepted | None) -> None:
    answer = answer_of(1, None, AnswerKey(answers={1: found}, accepted={1: grant} if grant else {}))
    assert isinstance(answer, NoAnswer) or len(answer.letter) == 1


def test_record_is_valid_and_says_where_it_comes_from() -> None:
    record = record_of(paper())
    assert validate(record, "mcq") == []
    assert record["id"] == "moex-113110-3301-q1" and record["year"] == 2024 and record["answer"] == "A"
    assert record["provenance"]["box"] == [56.0, 100.0, 540.0, 160.0]
    assert (record["law_category"], record["jurisdiction"], record["related_internal_law"]) == (None, None, "")


def test_label_gives_the_four_law_fields() -> None:
    record = record_of(paper(), label=Label("moex-113110-3301-q1", laws=("民法", "公司法"), annotator="x"))
    assert validate(record, "mcq") == []
    assert (record["law_category"], record["jurisdiction"], record["related_internal_law"]) == ("Civil", "domestic", "民法、公司法")


def test_an_unknown_exam_code_gives_an_id_by_year() -> None:
    from dataclasses import replace

    record = record_of(paper(), facts=replace(FACTS, exam_code=""))
    assert record["id"] == "moex-113-3301-q1" and record["provenance"]["exam_code"] is None
    assert validate(record, "mcq") == []


def test_passage_stands_beside_the_stem() -> None:
    group = QuestionGroup(1, 2, "甲以書面向乙為要約。")
    record = record_of(paper(question(1, group=group), question(2, group=group)))
    assert record["group"] == {"first": 1, "last": 2, "passage": group.passage}
    assert validate(record, "mcq") == []


def five() -> dict[str, str]:
    return {letter: letter for letter in "ABCDE"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"multiple": True, "options": five()}, "multiple_answers"),
        ({"options": five()}, "not_four_options"),
        ({"options": {"A": "甲", "B": "乙", "C": "丙"}}, "not_four_options"),
        ({"options": {"A": "甲", "C": "丙", "B": "乙", "D": "丁"}}, "not_four_options"),
        ({"options": {"A": "甲", "B": "乙", "C": "丙", "D": " "}}, "not_four_options"),
        ({"options": {"A": "①②", "B": "①③", "C": "①②", "D": "②③"}}, "equal_options"),
    ],
)
def test_questions_of_another_kind_are_left_out(changes: dict[str, Any], reason: str) -> None:
    dropped = record_of(paper(question(1, **changes)))
    assert isinstance(dropped, Drop) and dropped.reason == reason and dropped.id == "moex-113110-3301-q1"


def test_figures_are_left_out_only_where_the_profile_says_so() -> None:
    with_figure = paper(question(1, figure=True))
    assert record_of(with_figure)["flags"]["figure"] is True
    assert record_of(with_figure, profile=ExamProfile("strict", drop_figures=True)).reason == "figure_needed"


def test_an_uncertain_question_is_left_out_with_its_problem() -> None:
    problem = ExamProblem("p.3 q.1", "option_missing", "found A, B, D")
    dropped = record_of(paper(), uncertain=uncertain_numbers([problem]))
    assert (dropped.reason, dropped.detail) == ("uncertain_question", "p.3 q.1: option_missing: found A, B, D")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"question_id": "moex-113110-3301-q2"}, "/question_id"),
        ({"options": ["甲", "甲 ", "乙", "丙"]}, "/options"),
        ({"exam_id": "moex-113110-2301"}, "/exam_id"),
        ({"group": {"first": 5, "last": 6, "passage": "甲"}}, "/group"),
        ({"language": "en"}, "/translation"),
        ({"law_category": "Civil"}, "/law_category"),
        ({"related_internal_law": "民法"}, "/related_internal_law"),
        ({"question": "甲\r\n乙"}, "/question"),
    ],
)
def test_rules_find_fields_that_disagree(change: dict[str, Any], path: str) -> None:
    assert path in [fault.path for fault in validate({**record_of(paper()), **change}, "mcq")]


def test_an_answer_needs_a_key() -> None:
    record = record_of(paper())
    record["provenance"] |= {"key_file": None, "key_sha256": None}
    assert [fault.path for fault in validate(record, "mcq")] == ["/provenance/key_sha256"]
