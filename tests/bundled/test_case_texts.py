"""Reading and writing case texts: every mistake of a writer is named with its place."""

from __future__ import annotations

import pytest

from builders.bundled import marks
from builders.bundled.compose import compose
from builders.bundled.source import CaseError, CaseText, read_cases

CASE = "=== TPDM,107,易,99999,20180927,1\ntitle: 竊盜\ndefendants: 甲\nindictment: 107年度偵字第99999號\n"
BODY = "--- 主文\n甲犯竊盜罪，處{P 3m}。\n--- 犯罪事實\n一、事實。\n--- 理由\n一、理由。\n"


def _case(text: str) -> CaseText:
    (case,) = read_cases(text, file="a.txt")
    return case


def test_unknown_key_is_named_with_its_line() -> None:
    with pytest.raises(CaseError, match=r"a\.txt, line 2: found 'colour: red', allowed 'key: value'"):
        _case("=== X\ncolour: red\n")


def test_a_line_that_is_no_key_is_named() -> None:
    with pytest.raises(CaseError, match="line 2: found 'no colon'"):
        _case("=== X\nno colon\n")


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("{P soon}", "unreadable term"),
        ("{nonsense}", "unknown mark"),
        ("{Z 3}", "unknown mark"),
        ("{=刑法 第320條}", "unreadable provision"),
        ("{N 0}", "number out of range"),
    ],
)
def test_bad_marks_are_refused(mark: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        marks.Writer(marks.Style()).write(mark)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CASE + "style: colour=red\n" + BODY, "found style 'colour=red', allowed"),
        (CASE + BODY.replace("--- 理由", "--- 原因"), "found heading '原因', allowed"),
        (CASE + "lead: simplified\ntail: panel\n" + BODY, "one judge"),
        (CASE + BODY + "--- 附表\ncircle\n附表：\na:4\n1\n", "found table kind 'circle', allowed box, line, plain"),
    ],
)
def test_bad_cases_are_refused(text: str, message: str) -> None:
    with pytest.raises(CaseError, match=message):
        compose(_case(text))


def test_sections_of_every_copy_hold_the_same_words() -> None:
    """The label's offsets follow what a copy does to the lines."""
    whole = {}
    for copy in ("", "joined", "blanks", "bare"):
        judgment = compose(_case(CASE + (f"style: copy={copy}\n" if copy else "") + BODY))
        spans = judgment.label["sections"]
        text = judgment.record["JFULL"]
        whole[copy] = ["".join(text[slice(*spans[name])].split()) for name in ("main_text", "facts", "reasons")]
    assert whole[""][0] == "甲犯竊盜罪，處有期徒刑參月。"
    assert whole["joined"] == whole["blanks"] == whole["bare"] == whole[""]


def test_groups_and_reductions_reach_the_label() -> None:
    writer = marks.Writer(marks.Style(numbers="arabic"))
    text = writer.write(
        "處{P 6m}，減為{R 3m}；又處{P 4m}，併科罰金新臺幣{F 3000}元。應執行{E[0,1] 6m}，緩刑{B[0,1] 2y}。"
    )
    assert (
        text == "處有期徒刑6月，減為有期徒刑3月；又處有期徒刑4月，併科罰金新臺幣3,000元。應執行有期徒刑6月，緩刑2年。"
    )
    (outcome,) = marks.finish_outcomes(writer.labels.outcomes)
    assert outcome["counts"][0]["reduced_to"]["imprisonment_months"] == 3
    assert outcome["counts"][1]["fine_twd"] == 3000
    assert outcome["groups"][0]["counts"] == [0, 1]
    assert (outcome["executed"]["imprisonment_months"], outcome["probation_months"]) == (6, 24)
