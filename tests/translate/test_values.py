"""The same values in Chinese and in English, whatever their form. All pairs written for this test and worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.translate.values import chinese_values, english_values, missing_values


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("依第184條第1項後段及第一百八十五條之三規定", "under the second part of Article 184, paragraph 1, and Article 185-3"),
        ("民法第185條之3第1項第2款", "Subparagraph 2, Paragraph 1 of Article 185-3 of the Civil Code"),
        ("公司法第202條、第203條第1項", "Article 202 and the first paragraph of Article 203 of the Company Act"),
        ("刑法第57條及第58條", "Articles 57 and 58 of the Criminal Code"),
        ("刑法第10條第2項第1款、第2款", "Article 10, paragraph 2, subparagraphs 1 and 2"),
        ("甲於民國一百零九年三月一日", "A, on March 1, 2020"),
        ("民國109年3月1日", "on 1 March of the 109th year of the Republic"),
        ("150萬元", "NT$1,500,000"),
        ("150萬元", "1.5 million New Taiwan dollars"),
        ("三萬五千元", "NT$35,000"),
        ("新臺幣1億元", "NT$100 million"),
        ("有期徒刑一年六月", "imprisonment for one year and six months"),
        ("應繼分三分之二", "two-thirds of the estate"),
        ("二分之一", "one half"),
        ("百分之五十以上", "fifty percent or more"),
        ("年息5％", "5% per annum"),
        ("年滿二十歲", "at the age of twenty"),
        ("三十日內", "within thirty (30) days"),
        ("董事三人以上", "at least three directors"),
        ("二十五年", "twenty-five years"),
        ("１２０日", "one hundred and twenty days"),
    ],
)
def test_nothing_is_missing_where_the_values_are_the_same(chinese: str, english: str) -> None:
    assert missing_values(chinese_values(chinese), english_values(english)) == []


@pytest.mark.parametrize(
    ("chinese", "english", "missing"),
    [
        ("民法第185條之3", "Article 185 of the Civil Code", ["Article 185-3"]),
        ("民法第184條第2項", "Article 184, paragraph 1", ["Article 184/2"]),
        ("150萬元", "NT$150,000", ["1500000"]),
        ("民國109年", "in 2019", ["2020"]),
        ("二年", "two-thirds of a year", ["2"]),
        ("三分之一", "three", ["1/3"]),
    ],
)
def test_a_changed_value_is_missing(chinese: str, english: str, missing: list[str]) -> None:
    assert missing_values(chinese_values(chinese), english_values(english)) == missing


def test_numerals_inside_words_are_no_values() -> None:
    assert chinese_values("第三人於第二審主張一定期間與不確定期限，另一方當事人一併請求") == {}


def test_both_scripts_state_the_same() -> None:
    assert chinese_values("三萬元及第12條之1第3項，五個月") == chinese_values("三万元及第12条之1第3项，五个月")


@given(st.integers(1, 10**8))
def test_every_whole_number_of_dollars(amount: int) -> None:
    assert ("number", Fraction(amount)) in chinese_values(f"給付{amount}元")
    assert ("number", Fraction(amount)) in english_values(f"pay NT${amount:,}")


@given(st.integers(1, 2000), st.none() | st.integers(1, 9), st.none() | st.integers(1, 9))
def test_every_article(article: int, insert: int | None, paragraph: int | None) -> None:
    chinese = f"第{article}條" + (f"之{insert}" if insert else "") + (f"第{paragraph}項" if paragraph else "")
    english = f"Article {article}" + (f"-{insert}" if insert else "") + (f", paragraph {paragraph}" if paragraph else "")
    assert missing_values(chinese_values(f"依{chinese}規定"), english_values(f"under {english}.")) == []


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert missing_values(chinese_values(text), chinese_values(text)) == []
    assert missing_values(english_values(text), english_values(text)) == []
