"""Function sheets and Q1, by hand."""

from __future__ import annotations

import pytest

from legal_metrics import caai
from legal_metrics.caai import FUNCTIONS, Function, FunctionCase, Options
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError

ADDED = Function("contract_review", "Contract review", "合同审查", "language_understanding")


def sheet(**absent: int) -> list[FunctionCase]:
    """Four cases a function, of which so many lack the feature."""
    return [FunctionCase(f.id, str(case), case >= absent.get(f.id, 0)) for f in FUNCTIONS for case in range(4)]


def test_twelve_functions_in_four_groups_of_three() -> None:
    groups = [group for group, _, _ in caai.GROUPS]
    assert [function.group for function in FUNCTIONS] == [group for group in groups for _ in range(3)]
    assert [function.title_zh for function in FUNCTIONS] == [
        *("法律文书检查", "案件要素抽取", "法律文书摘要", "法律文书生成", "办案报告生成", "结构化文本生成"),
        *("法律法规问答", "案件咨询问答", "司法程序问答", "证据链分析", "案情事实分析", "司法决策推理"),
    ]


def test_q1_by_hand() -> None:
    found = caai.function_score(sheet(case_qa=4, statute_qa=3))
    assert (found.formula, found.value, found.unit) == ("Q1", 11 / 12, "fraction")
    assert found.part("case_qa").value == 0.0
    assert (found.part("statute_qa").formula, found.part("statute_qa").value) == ("(1)", 1.0)
    assert found.part("statute_qa").facts == {"n_cases": 4, "n_present": 1}


def test_the_options() -> None:
    shares = caai.function_score(sheet(case_qa=4, statute_qa=3), options=Options(function_rule="share"))
    assert shares.part("statute_qa").value == 0.25
    assert shares.value == 10.25 / 12
    counted = caai.function_score(sheet(case_qa=4), options=Options(function_total="sum"))
    assert (counted.value, counted.unit) == (11.0, "functions")


@pytest.mark.parametrize(("missing", "value"), [("undefined", None), ("zero", 11 / 12), ("leave_out", 1.0)])
def test_a_function_that_nobody_tried(missing: str, value: float | None) -> None:
    cases = [case for case in sheet() if case.function != "case_qa"]
    found = caai.function_score(cases, options=Options(missing=missing))
    assert found.value == value
    assert found.part("case_qa").value is None
    assert [note.kind for note in found.all_notes()] == ["missing", "missing"]


def test_functions_can_be_added() -> None:
    cases = [*sheet(), FunctionCase("contract_review", "1", False)]
    assert caai.function_score(cases, added=[ADDED]).value == 12 / 13


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownTaskError, match="Did you mean 'case_qa'"):
        caai.function_score([FunctionCase("case_q", "1", True)])
    with pytest.raises(LegalMetricsError, match="function 'case_qa': case '1' stands twice"):
        caai.function_score([FunctionCase("case_qa", "1", True), FunctionCase("case_qa", "1", False)])
    with pytest.raises(WrongTypeError, match="present: found 1, allowed true or false"):
        FunctionCase("case_qa", "1", 1)  # type: ignore[arg-type]
    for taken in ("case_qa", "time_performance"):
        with pytest.raises(LegalMetricsError, match="this id is taken"):
            caai.all_functions([Function(taken, "x", "x", "logical_reasoning")])
    with pytest.raises(LegalMetricsError, match="function id"):
        Function(" ", "x", "x", "logical_reasoning")
    with pytest.raises(WrongTypeError):
        caai.function_score(None)  # type: ignore[arg-type]
