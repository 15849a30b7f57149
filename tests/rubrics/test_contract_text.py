"""Places in contracts: headings of every kind, and the section that a location names."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.rubrics.contract_text import find_sections, sections

CONTRACT = """# 设备买卖合同
甲方：某设备公司
## 第一章 总则
第一条 标的
1.1 设备十台。
（一）型号甲
（二）型号乙
1.2 附随义务
第二条　价款
2.1 总价一百万元。
2.1.1 分三期支付。
2.2 逾期利息。
## 第二章 其他
第三条 争议解决
向甲市人民法院起诉。
"""
BY_FIGURES = "一、标的\n1、设备十台\n（1）型号\n2、附件\n二、价款\n1、总价\n"
UNNUMBERED = "# 租赁合同\n## 租金\n每月一万元。\n### 押金\n两个月租金。\n## 争议解决\n起诉。\n"
CHAPTERS = "一、总则\n第一条 目的\n第二条 定义\n二、租金\n第三条 数额\n"


def at(text: str, location: str) -> list[str]:
    return [text[one.start : one.end].strip() for one in find_sections(text, location)]


@pytest.mark.parametrize(
    ("text", "location", "first_words", "last_words"),
    [
        (CONTRACT, "第一条 标的", "第一条 标的", "1.2 附随义务"),
        (CONTRACT, "第一条", "第一条 标的", "1.2 附随义务"),
        (CONTRACT, "1.1", "1.1 设备十台。", "（二）型号乙"),
        (CONTRACT, "第一条 1.1", "1.1 设备十台。", "（二）型号乙"),
        (CONTRACT, "第一条第二款", "第一条 标的", "1.2 附随义务"),
        (CONTRACT, "第二条 2.1", "2.1 总价一百万元。", "2.1.1 分三期支付。"),
        (CONTRACT, "第二条 价款", "第二条　价款", "2.2 逾期利息。"),
        (CONTRACT, "第三条 争议解决方式", "第三条 争议解决", "向甲市人民法院起诉。"),
        (CONTRACT, "争议解决", "第三条 争议解决", "向甲市人民法院起诉。"),
        (CONTRACT, "第一章 总则", "## 第一章 总则", "2.2 逾期利息。"),
        (BY_FIGURES, "一、标的", "一、标的", "2、附件"),
        (BY_FIGURES, "二、1、", "1、总价", "1、总价"),
        (UNNUMBERED, "租金", "## 租金", "两个月租金。"),
        (UNNUMBERED, "## 争议解决", "## 争议解决", "起诉。"),
        (CHAPTERS, "一、总则", "一、总则", "第二条 定义"),
        (CHAPTERS, "第二条", "第二条 定义", "第二条 定义"),
    ],
)  # fmt: skip
def test_one_place(text: str, location: str, first_words: str, last_words: str) -> None:
    (found,) = at(text, location)
    assert found.startswith(first_words) and found.endswith(last_words)


def test_several_and_none() -> None:
    assert len(at(CONTRACT, "第一条、第三条")) == 2
    assert len(at(BY_FIGURES, "1、")) == 2
    assert at(CONTRACT, "第九条 保密") == at(CONTRACT, "第一条 保密") == at(CONTRACT, "") == at("", "第一条") == []


def test_what_stands_outside_the_numbers() -> None:
    text = "设备买卖合同\n甲方：某公司\n第一条 标的\n十台。\n第二条 其他\n一式两份。\n附件一：清单\n1、主机\n甲方（盖章）："
    assert at(text, "合同首部") == ["设备买卖合同\n甲方：某公司"]
    assert at(text, "附件一 清单") == ["附件一：清单\n1、主机\n甲方（盖章）："] and at(text, "第二条 其他") == [
        "第二条 其他\n一式两份。"
    ]
    assert at("第一条 标的\n十台。\n第二条 其他\n甲方（盖章）：", "落款处") == ["第二条 其他\n甲方（盖章）："]
    assert len(find_sections(text, "第一条 数量", by_number=True)) == 1 and not find_sections(text, "第一条 数量")


def test_widths_and_blanks() -> None:
    assert len(at("第 二 十 四 条 争议\n起诉", "第二十四条 争议")) == 1
    assert len(at("**第五条** 违约\n１．１ 责任", "1.1 责任")) == 1


TEXTS = st.text(alphabet="第一二三条章款、.（）()1234567890 #*标的价\n", max_size=200)


@given(TEXTS, TEXTS)
def test_any_text(text: str, location: str) -> None:
    """Sections lie in the text, in order, and do not cross."""
    found = sections(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    starts = [one.start for one in found]
    assert starts == sorted(starts)
    assert all(b.start >= a.end or b.end <= a.end for a in found for b in found if a.start < b.start)
    assert set(find_sections(text, location)) <= set(found)


def test_long_contracts_take_no_time() -> None:
    started = time.perf_counter()
    sections("第一条 标的\n1.1 甲\n（一）乙\n" * 5000)
    assert time.perf_counter() - started < 5
