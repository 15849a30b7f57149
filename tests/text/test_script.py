"""Traditional or Simplified: by the characters that only one script has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text.script import SIMPLIFIED, is_simplified


@pytest.mark.parametrize(
    ("text", "simplified"),
    [
        ("处有期徒刑六个月，并科罚金新台币三万元。", True),
        ("处拘役二十日。", True),
        ("處拘役貳拾日。", False),
        ("處有期徒刑六月，併科罰金新臺幣三萬元。", False),
        ("台北市里長范某於後巷拾獲他人之物", False),  # 台, 里, 范 are Traditional too
        ("無罪。", False),
        ("not guilty", False),
        ("", False),
    ],
)
def test_short_texts(text: str, simplified: bool) -> None:
    assert is_simplified(text) is simplified


def test_one_slip_in_a_long_text_is_no_script() -> None:
    assert not is_simplified("處有期徒刑六月，如易科罰金，以新臺幣壹仟元折算壹日。个")
    assert is_simplified("處有期徒刑六个月", share=0.1)


def test_real_judgments_are_traditional(shared: Path) -> None:
    for path in sorted((shared / "corpora" / "tw" / "judgments" / "modern").glob("*DM,*.json")):
        assert not is_simplified(json.loads(path.read_text(encoding="utf-8-sig"))["JFULL"], share=0.01), path.name


@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert is_simplified(text, share=0.0) == any("\u3400" <= c <= "\u4dbf" or "\u4e00" <= c <= "\u9fff" for c in text)


def test_the_table_holds_single_characters() -> None:
    assert all(len(character) == 1 and "\u4e00" <= character <= "\u9fff" for character in SIMPLIFIED)
    assert not SIMPLIFIED & set("處徒刑罰金緩臺幣條項罪無罪誤認為與對里范系后台云")
