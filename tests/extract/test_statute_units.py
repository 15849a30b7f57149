"""How articles and the ranks below them are written. Worked out by hand: ``刑法339-4.1.2`` = law, article, paragraph, subparagraph."""

from __future__ import annotations

import pytest

from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import extract_statutes


def short(citation: StatuteCitation) -> str:
    below = "".join(f".{n}" for n in (citation.paragraph, citation.subparagraph) if n is not None)
    return f"{citation.law}{citation.article}{below}"


def read(text: str) -> list[str]:
    return [short(c) for c in extract_statutes(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("刑法第339條之4（三人以上共同詐欺取財罪）第1項第2款", ["刑法339-4.1.2"]),
        ("刑法第320條(竊盜)第1項", ["刑法320.1"]),
        ("刑法第320條【竊盜罪】第1項、第3項", ["刑法320.1", "刑法320.3"]),
        ("刑法第339條之普通詐欺罪第1項", ["刑法339.1"]),
        ("刑法第339條之4加重詐欺罪第1項第2款", ["刑法339-4.1.2"]),
        ("刑法第339條條第1項", ["刑法339.1"]),
        ("刑法第339條之4「加重詐欺罪」第1項第2款", ["刑法339-4.1.2"]),
        ("刑法第185條之3—不能安全駕駛罪—第1項", ["刑法185-3.1"]),
        ("刑法第320條（普通竊盜罪）、第321條（加重竊盜罪）第1項第3款", ["刑法320", "刑法321.1.3"]),
        # more than the name in between: another mention
        ("刑法第339條之詐欺罪及第1項", ["刑法339", "刑法339.1"]),
        ("刑法第339條第1項之詐欺取財罪及第2項之詐欺得利罪", ["刑法339.1", "刑法339.2"]),
        ("刑法第320條第3項、第1項之竊盜未遂罪", ["刑法320.3", "刑法320.1"]),
    ],
)
def test_the_name_of_the_crime_between_two_ranks_keeps_them_together(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("刑法第339條第1項、2項", ["刑法339.1", "刑法339.2"]),
        ("刑法第30條第1項前段、2項", ["刑法30.1", "刑法30.2"]),
        ("刑法第321條第1項第2款、3款及4款", ["刑法321.1.2", "刑法321.1.3", "刑法321.1.4"]),
        ("刑法第339條第1項，2項物品", ["刑法339.1"]),
        ("刑法第339條第1項之詐欺罪、2項物品", ["刑法339.1"]),
        ("刑法第339條、2項物品", ["刑法339"]),
    ],
)
def test_a_list_may_leave_out_the_sign_of_its_later_numbers(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("刑法第277條Ⅰ", ["刑法277.1"]),
        ("刑法第185條之3 Ⅰ①", ["刑法185-3.1.1"]),
        ("刑法第339條Ⅰ、Ⅲ，第28條", ["刑法339.1", "刑法339.3", "刑法28"]),
        ("刑法第51條⑤", ["刑法51.5"]),
        ("刑法第277條IV", ["刑法277.4"]),
        ("刑法第277條IC卡", ["刑法277"]),
        ("刑§277Ⅰ、民§184", ["刑法277.1", "民法184"]),
        ("刑法§339-4Ⅰ②、③", ["刑法339-4.1.2", "刑法339-4.1.3"]),
        ("刑339-4、刑訴159-5", ["刑法339-4", "刑事訴訟法159-5"]),
        ("刑320條第1項", ["刑法320.1"]),
        ("刑法339-4 I ②", ["刑法339-4.1.2"]),
        ("被告犯刑法320之竊盜罪", ["刑法320"]),
        ("刑訴第159條之5", ["刑事訴訟法159-5"]),
        ("刑法185-3條第1項第1款", ["刑法185-3.1.1"]),
    ],
)
def test_signs_and_short_names(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("處有期徒刑3月", "減其刑2分之1", "刑法95年修正", "刑法94.2.2修正公布", "刑3年", "宣告刑12", "主刑1", "條Ⅰ"),
        *("走上第三條路", "三段第5條巷", "第1條項鍊", "第2條街", "警詢筆錄第3條", "政府公報第10條"),
    ],
)
def test_numbers_that_are_no_articles(text: str) -> None:
    assert read(text) == []
