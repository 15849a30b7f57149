"""builders.tasks.paragraphs: wraps joined, meaningful breaks kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.tasks.paragraphs import running_text

FULL = "甲" * 28  # 56 columns


@pytest.mark.parametrize(
    ("section", "text"),
    [
        # Wrapped inside words, numbers and before punctuation; continuation lines are indented.
        (f"一、{FULL[:26]}\r\n    於94年\r\n", f"一、{FULL[:26]}於94年"),
        (f"{FULL[:25]}刑法第2\r\n    5條", f"{FULL[:25]}刑法第25條"),
        (f"{FULL}\r\n    。\r\n二、乙。", f"{FULL}。\n二、乙。"),
        # A line that ends a sentence short of the margin ends the paragraph; a full one does not.
        ("甲無罪。\r\n乙有罪。", "甲無罪。\n乙有罪。"),
        (f"{FULL[:27]}。\r\n乙", f"{FULL[:27]}。乙"),
        # Items of every kind.
        ("一、甲：\n(一)乙。\n（二）丙。\n　㈢丁。\n1.戊。\n２、己。\n⑴庚。\n壹、辛。", "一、甲：\n(一)乙。\n（二）丙。\n㈢丁。\n1.戊。\n２、己。\n⑴庚。\n壹、辛。"),
        (f"{FULL[:27]}。\n二、乙", f"{FULL[:27]}。\n二、乙"),
        # What looks like an item in the middle of a wrapped sentence is none.
        (f"{FULL}\n    一、二項之罪", f"{FULL}一、二項之罪"),
        (f"{FULL}\n    1.5公克", f"{FULL}1.5公克"),
        # Layout blanks.
        ("刑法第299 條第1 項", "刑法第299條第1項"),
        ("臺灣　　地方法院", "臺灣地方法院"),
        ("Progress  Bank Ltd 公司", "Progress Bank Ltd公司"),
        # An empty line ends a paragraph.
        ("甲\n\n乙", "甲\n乙"),
        # Tables keep their lines.
        ("如下：\n┌──┐\n│ 甲 │\n└──┘\n乙", "如下：\n┌──┐\n│ 甲 │\n└──┘\n乙"),
        (f"{FULL[:20]}第19─21頁）、王小\n    明", f"{FULL[:20]}第19─21頁）、王小明"),
        # The courts' own characters.
        ("處有期徒刑\ue372年\ue373月", "處有期徒刑參年叁月"),
        ("第三\uf7af二條", "第三〇二條"),
        ("\uf584甲。\n\uf583乙。", "⒈甲。\n⒉乙。"),
        # Copies: one long line, or one blank for each break.
        ("一、甲。 二、乙。", "一、甲。二、乙。"),
        ("行\ufa08", "行行"),
        ("", ""),
        (" \r\n　\r\n", ""),
    ],
)
def test_running_text(section: str, text: str) -> None:
    assert running_text(section) == text


@given(st.text(alphabet="甲乙一二、。（）(1.) \u3000\r\n│ab", max_size=300))
def test_only_white_space_changes(section: str) -> None:
    text = running_text(section)
    assert "".join(text.split()) == "".join(section.split())
    assert "\r" not in text
    assert "\n\n" not in text
    assert text == text.strip()


@given(st.text(max_size=200))
def test_any_text(section: str) -> None:
    running_text(section)
