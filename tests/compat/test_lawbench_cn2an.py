"""The transform against cn2an 0.5.22 itself, on values that it gave, and its time on texts made to be slow."""

from __future__ import annotations

import time
import warnings
from importlib.metadata import version
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.compat.lawbench.cn2an import _written, transform

NUMERALS = "零一二三四五六七八九十拾百佰千仟万亿"


@pytest.fixture(scope="module")
def cn2an() -> Any:
    module = pytest.importorskip("cn2an")
    if version("cn2an") != "0.5.22":
        pytest.skip(f"cn2an is here in release {version('cn2an')}; LawBench names 0.5.22, and others differ")
    return module


VALUES = (  # returned by cn2an 0.5.22
    ("有期徒刑一年六个月", "有期徒刑1年6个月"),
    ("二〇一三年一月五日", "2〇13年1月5日"),
    ("叁年", "叁年"),
    ("两年半", "2年0.5"),
    ("廿四个月", "24个月"),
    ("三分之二", "2/3"),
    ("百分之五十", "50%"),
    ("零下五摄氏度", "0下5℃"),
    ("一百二十五万三", "1253000"),
    ("三百十", "300"),
    ("千百三", "1030"),
    ("负二点五", "-2.5"),
    ("一点十", "一点十"),
    ("3千5百年", "3500年"),
    ("3.5万年", "35000年"),
    ("3,5万年", "3,5万年"),
    ("2021年3万年", "2021年3万年"),
    ("第二百三十四条第一款", "第234条第1款"),
    ("万", "万"),
    ("", ""),
)


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values(text: str, expected: str) -> None:
    assert transform(text) == expected


def test_values_are_those_of_cn2an(cn2an: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [(text, cn2an.transform(text, "cn2an")) for text, _ in VALUES] == list(VALUES)


TEXTS = st.one_of(
    st.text(NUMERALS + "点负", max_size=20),
    st.text(NUMERALS + "点负年月日个分之摄氏度百半两廿〇叁" + "年月日" * 3, max_size=30),
    st.text("0123456789十百千万亿年月.,-点負萬億圓３．－零〇\n", max_size=25),
    st.text("一二三十百千点负" + "分之" * 4 + "年" * 3, max_size=25),
    st.text(max_size=20),
)


@settings(max_examples=3000)
@given(TEXTS)
def test_equal_to_cn2an(cn2an: Any, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = cn2an.transform(text, "cn2an")
    assert transform(text) == theirs


@given(st.integers(0, 10**16 - 1) | st.from_regex("[1-9](000)?[01]{0,12}", fullmatch=True).map(int))
def test_written_numbers_are_those_of_cn2an(cn2an: Any, number: int) -> None:
    assert _written(str(number)) == cn2an.an2cn(str(number))


PIECES = ("一", "1", "一点", "1,", "十", "万", "负", "-", "百分之", "一分之", "零", "一月", "1万", "3年5", "零万", "三百")


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("end", ["", "三", "年"])
def test_time_is_linear(piece: str, end: str) -> None:
    def seconds(characters: int) -> float:
        text = piece * (characters // len(piece)) + end
        start = time.process_time()
        transform(text)
        return time.process_time() - start

    assert seconds(400_000) < 10 * seconds(100_000) + 0.5


def test_numbers_too_long_to_be_printed_stay() -> None:
    assert transform("一" * 5000) == "一" * 5000
    assert transform("一" * 4300) == "1" * 4300
    assert transform("万" * 2000 + "三") == "万" * 2000 + "三"
