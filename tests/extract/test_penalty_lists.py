"""Lists of unlike penalties behind one 處. Texts are our own, values by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_notation import outcomes

from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.main_text_tokens import tokens
from legal_metrics.extract.penalty_lists import join_lists

ONE = ("王大明",)
TWO = ("王大明", "李小華")


@pytest.mark.parametrize(
    ("penalties", "expected"),
    [
        ("各處有期徒刑參月、有期徒刑肆月、拘役貳拾日", "3m; 4m; 20 days"),
        ("各處有期徒刑參月、肆月、拘役貳拾日", "3m; 4m; 20 days"),
        ("各處拘役拾日、有期徒刑貳月、罰金新臺幣參仟元", "10 days; 2m; fine 3000 TWD"),
        ("分別處有期徒刑參月，拘役伍拾日，拘役參拾日", "3m; 50 days; 30 days"),
        ("依序處有期徒刑參月、拘役拾日及罰金新臺幣伍仟元", "3m; 10 days; fine 5000 TWD"),
        (
            "各處有期徒刑參月，併科罰金新臺幣壹萬元、有期徒刑肆月，併科罰金新臺幣貳萬元、有期徒刑伍月，併科罰金新臺幣參萬元",
            "3m fine 10000 TWD; 4m fine 20000 TWD; 5m fine 30000 TWD",
        ),
    ],
)
def test_a_list_as_long_as_the_number_is_dealt(penalties: str, expected: str) -> None:
    read = parse_main_text(f"王大明犯竊盜罪，共參罪，{penalties}。", defendants=ONE)
    assert (outcomes(read), read.problems) == ([f"1 guilty: {expected}"], ())


@pytest.mark.parametrize(
    ("penalties", "expected"),
    [
        ("處有期徒刑參月，併科罰金新臺幣壹萬元", "3m fine 10000 TWD"),
        ("處有期徒刑參月、併科罰金新臺幣壹萬元", "3m fine 10000 TWD"),
        ("處有期徒刑參月、罰金新臺幣壹萬元", "3m fine 10000 TWD"),
        ("處有期徒刑參月及罰金新臺幣壹萬元", "3m fine 10000 TWD"),
    ],
)
def test_a_fine_beside_imprisonment_is_one_penalty(penalties: str, expected: str) -> None:
    assert outcomes(parse_main_text(f"王大明犯洗錢罪，{penalties}。", defendants=ONE)) == [f"1 guilty: {expected}"]


def test_a_common_fine_behind_a_list_goes_to_all() -> None:
    text = "王大明犯洗錢罪，共貳罪，各處有期徒刑參月、肆月，均併科罰金新臺幣壹萬元。"
    assert outcomes(parse_main_text(text, defendants=ONE)) == ["1 guilty: 3m fine 10000 TWD; 4m fine 10000 TWD"]


def test_a_list_is_dealt_to_as_many_people() -> None:
    text = "王大明、李小華共同犯傷害罪，各處有期徒刑參月、拘役伍拾日。"
    assert outcomes(parse_main_text(text, defendants=TWO)) == ["1 guilty: 3m", "2 guilty: 50 days"]


def test_imprisonment_and_detention_are_executed_together() -> None:
    text = "王大明犯竊盜罪、傷害罪，各處有期徒刑參月、拘役拾日；又犯毀損罪、恐嚇罪，各處有期徒刑肆月、拘役貳拾日。應執行有期徒刑陸月、拘役貳拾伍日。"
    assert outcomes(parse_main_text(text, defendants=ONE)) == [
        "1 guilty: 3m; 10 days; 4m; 20 days | executed 6m 25 days"
    ]


@given(st.lists(st.sampled_from(["處有期徒刑參月", "拘役拾日", "併科罰金壹萬元", "、", "，", "各", "及", "。", "應執行"]), max_size=14))
def test_no_token_is_lost_or_moved(words: list[str]) -> None:
    text = "".join(words)
    plain, joined = list(tokens(text)), list(join_lists(tokens(text), text))
    assert sum(len(t.values) for t in joined) <= sum(len(t.values) for t in plain)
    assert all(a.end <= b.start for a, b in pairwise(joined))
    assert {t.start for t in joined} <= {t.start for t in plain}
