"""How many counts the words before, in and behind a crime's name make of it. Texts are our own, values by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_notation import outcomes

from legal_metrics.extract.charges import charges_of_clause
from legal_metrics.extract.main_text import parse_main_text

ONE = ("王大明",)


@pytest.mark.parametrize(
    "crime",
    [
        "犯竊盜罪，共貳罪",
        "犯竊盜罪，貳罪",
        "犯竊盜罪，二罪，均累犯",
        "犯竊盜罪貳罪",
        "犯竊盜罪（共貳罪）",
        "犯竊盜罪（二罪）",
        "犯竊盜罪二次",
        "犯竊盜罪計2次",
        "犯竊盜二罪",
        "犯竊盜兩罪，均累犯",
        "犯二竊盜罪",
        "犯二次竊盜罪",
        "犯貳個竊盜罪",
        "竊盜，二罪",
        "施用第二級毒品，貳次",
        "犯竊盜罪、傷害罪",
        "犯竊盜罪及傷害罪",
    ],
)
def test_each_of_two_crimes_gets_the_penalty(crime: str) -> None:
    read = parse_main_text(f"王大明{crime}，各處有期徒刑參月。", defendants=ONE)
    assert (outcomes(read), read.problems) == (["1 guilty: 3m; 3m"], ())


@pytest.mark.parametrize(
    "crime",
    ["犯三人以上共同詐欺取財罪", "犯一般洗錢罪", "犯二親等內血親為性交罪", "犯第二級毒品罪", "犯參與犯罪組織罪", "犯陸海空軍刑法第二條之罪", "犯刑法第二十條之罪"],
)
def test_a_numeral_in_the_name_of_a_crime_counts_nothing(crime: str) -> None:
    read = parse_main_text(f"王大明{crime}，處有期徒刑參月。", defendants=ONE)
    assert outcomes(read) == ["1 guilty: 3m"]
    read = parse_main_text(f"王大明{crime}，各處有期徒刑參月。", defendants=ONE)
    assert outcomes(read) == ["1 guilty: 3m"]
    assert read.problems and read.problems[0].startswith("number_of_counts_unknown")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("共伍罪，其中肆罪各處有期徒刑參月，另一罪處有期徒刑肆月。", "3m; 3m; 3m; 3m; 4m"),
        ("共伍罪，其中三次各處有期徒刑參月，二次各處有期徒刑肆月。", "3m; 3m; 3m; 4m; 4m"),
        ("共參罪，其中一罪處有期徒刑伍月，其餘各處有期徒刑肆月。", "5m; 4m; 4m"),
        ("共參罪。其中一罪處有期徒刑伍月。其餘貳罪各處有期徒刑肆月。", "5m; 4m; 4m"),
        ("共參罪，編號1、2部分各處有期徒刑參月，編號3部分處有期徒刑肆月。", "3m; 3m; 4m"),
    ],
)
def test_a_total_is_taken_apart(text: str, expected: str) -> None:
    read = parse_main_text(f"王大明犯竊盜罪，{text}", defendants=ONE)
    assert (outcomes(read), read.problems) == ([f"1 guilty: {expected}"], ())


def test_parts_that_do_not_come_to_the_total_are_a_problem() -> None:
    read = parse_main_text("王大明犯竊盜罪，共伍罪，其中貳罪各處有期徒刑參月，貳罪各處有期徒刑肆月。", defendants=ONE)
    assert outcomes(read) == ["1 guilty: 3m; 3m; 4m; 4m"]
    assert read.problems == ("number_of_counts_unknown: 1 more were announced",)


@pytest.mark.parametrize("clause", ["犯竊盜二罪", "犯二次竊盜罪", "犯二竊盜罪", "又犯竊盜罪三次"])
def test_a_charge_is_named_without_its_number(clause: str) -> None:
    assert charges_of_clause(clause) == ["竊盜"]


def test_a_part_of_a_total_names_no_charge() -> None:
    read = parse_main_text("王大明犯竊盜罪，共參罪，其中貳罪各處拘役拾日，其餘壹罪處有期徒刑肆月。", defendants=ONE)
    assert read.outcomes[0].charges == ("竊盜",)


@given(st.integers(2, 60), st.integers(1, 59))
def test_both_parts_of_a_total_are_counted(total: int, part: int) -> None:
    part = min(part, total - 1)
    text = f"王大明犯竊盜罪，共{total}罪，其中{part}罪各處有期徒刑3月，其餘{total - part}罪各處有期徒刑4月。"
    (outcome,) = parse_main_text(text, defendants=ONE).outcomes
    assert [p.imprisonment_months for p in outcome.counts] == [3] * part + [4] * (total - part)
