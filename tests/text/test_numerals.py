"""Numerals: golden values by hand, round trips against a renderer written for this test, and the rules of what is no numeral."""

from __future__ import annotations

import re
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text.numerals import MAX_LENGTH, NUMBER, NUMERAL, ORDINAL, parse_integer, parse_number

GOLDEN = {  # worked out by hand
    # plain
    "一": 1,
    "十": 10,
    "十八": 18,
    "二十": 20,
    "九十九": 99,
    "一百": 100,
    "一百零五": 105,
    "一百一十": 110,
    "二百十": 210,
    "百十": 110,
    "三百二十": 320,
    "一千零一": 1001,
    "一千零十五": 1015,
    "二千〇二十四": 2024,
    "一萬五千": 15_000,
    "一萬零五十": 10_050,
    "一萬五百": 10_500,
    "百萬": 1_000_000,
    "三千萬": 30_000_000,
    "一億零五萬": 100_050_000,
    "一億五千萬": 150_000_000,
    "一萬二千億": 1_200_000_000_000,
    "三兆": 3_000_000_000_000,
    "萬": 10_000,
    # formal, both scripts and variants
    "壹": 1,
    "參": 3,
    "叁拾叄": 33,
    "参佰": 300,
    "貳拾": 20,
    "贰拾伍萬": 250_000,
    "壹仟伍佰": 1500,
    "陸": 6,
    "陆": 6,
    "柒拾捌": 78,
    "玖拾玖萬玖仟玖佰玖拾玖": 999_999,
    "壹億": 100_000_000,
    "弌弍弎": 123,
    "壹仟零佰零拾伍": 1005,
    "壹萬零仟伍佰零拾零": 10_500,
    "零拾零萬伍仟零佰": 5000,
    # 廿 卅 卌 兩
    "廿": 20,
    "廿五": 25,
    "卅一": 31,
    "卌": 40,
    "一百廿五": 125,
    "兩": 2,
    "兩百": 200,
    "两万": 20_000,
    "兩千零一": 2001,
    # positional
    "三七三": 373,
    "一一三": 113,
    "一○五": 105,
    "一〇〇": 100,
    "二○二四": 2024,
    "一００": 100,
    "一０三": 103,
    "一0三": 103,
    "壹參": 13,
    "〇": 0,
    "零": 0,
    "○": 0,
    "一二〇萬": 1_200_000,
    "三萬五〇〇〇": 35_000,
    # Arabic
    "0": 0,
    "007": 7,
    "30": 30,
    "３０": 30,
    "1,000": 1000,
    "1,234,567": 1_234_567,
    "１，２３４": 1234,
    "3﹐500": 3500,
    # mixed
    "3萬5,000": 35_000,
    "3萬5000": 35_000,
    "３萬５千": 35_000,
    "12萬3千5百": 123_500,
    "12萬3,000": 123_000,
    "1萬0500": 10_500,
    "43萬零15": 430_015,
    "3千500": 3500,
    "5百萬": 5_000_000,
    "1,234仟": 1_234_000,
    "1,292萬6,800": 12_926_800,
    "2億5,000萬": 250_000_000,
    "叁萬伍千": 35_000,
    "參萬5,000": 35_000,
    # the private use area of court fonts, compatibility ideographs, radicals
    "\ue372": 3,
    "\ue373拾": 30,
    "一\uf7af五": 105,
    "\uf96b": 3,
    "\uf978百": 200,
    "\u2f00百\u2f06\u2f17": 120,
    "ㄧ": 1,
    "ㄧ百零ㄧ": 101,
    # place value, not elision
    "一萬五": 10_005,
    "三百五": 305,
    # white space around, not inside
    " 十二\n": 12,
}

NOT_NUMERALS = (
    "",
    " ",
    "元",
    "第三",
    "三月",
    "3.5",
    "-3",
    "1e5",
    "二 十",
    "一兩",
    "兩三",
    "二三十",
    "三五萬",
    "一百二三",
    "一參",
    "壹二",
    "3五",
    "十十",
    "廿十",
    "二廿",
    "一百百",
    "一百千",
    "五十百",
    "一萬一萬",
    "一萬億萬",
    "一億萬",
    "5萬15000",
    "二12百",
    "1,23",
    "1234,567",
    "1,2345",
    ",123",
    "123,",
    "1,,234",
    "○○",
    "〇〇〇",
    "甲○○",
    "①",
    "㈠",
    "²",
    "٣",
    "９" * (MAX_LENGTH + 1),
)

DECIMALS = {  # by hand
    "1.5萬": Fraction(15_000),
    "１．５萬": Fraction(15_000),
    "3.5百萬": Fraction(3_500_000),
    "2.5千": Fraction(2500),
    "0.25": Fraction(1, 4),
    "1,234.50": Fraction(2469, 2),
    "一點五萬": Fraction(15_000),
    "三点二五": Fraction(13, 4),
    "零點八九": Fraction(89, 100),
    "○點一二": Fraction(12, 100),
    "3萬5,000": Fraction(35_000),
}


@pytest.mark.parametrize(("text", "value"), GOLDEN.items())
def test_golden(text: str, value: int) -> None:
    assert parse_integer(text) == value


@pytest.mark.parametrize("text", NOT_NUMERALS)
def test_not_a_numeral(text: str) -> None:
    assert parse_integer(text) is None


@pytest.mark.parametrize(("text", "value"), DECIMALS.items())
def test_decimals(text: str, value: Fraction) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "1.5.2", "1.", ".5", "12,34.5", "十一點三十", "1.5萬3千", "1.5億萬", "元", "1.5元"]
)
def test_not_a_number(text: str) -> None:
    assert parse_number(text) is None


# The renderer: number -> Chinese, by sections of four places.

PLAIN = ("零一二三四五六七八九", "十百千", "萬億兆")
FORMAL = ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬億兆")
SIMPLIFIED_FORMAL = ("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万亿兆")
COURT_FONT = ("\uf7af壹貳\ue372肆伍陸柒捌玖", "拾佰仟", "萬億兆")
SCRIPTS = (PLAIN, FORMAL, SIMPLIFIED_FORMAL, COURT_FONT)

numbers = st.one_of(st.integers(0, 999), st.integers(0, 10**5), st.integers(0, 10**16 - 1))


def section(value: int, script: tuple[str, str, str], *, ten: bool) -> str:
    """1 to 9999; ``ten`` writes 十 for 一十 at the head."""
    digits, small, _ = script
    text, gap = "", False
    for place in (3, 2, 1, 0):
        digit = value // 10**place % 10
        if not digit:
            gap = bool(text)
            continue
        text += (digits[0] if gap else "") + digits[digit] + (small[place - 1] if place else "")
        gap = False
    return text.removeprefix(digits[1]) if ten and text.startswith(digits[1] + small[0]) else text


def chinese(value: int, script: tuple[str, str, str], *, ten: bool = False) -> str:
    """The standard written form, with 零 wherever places are passed over."""
    if not value:
        return script[0][0]
    text, gap = "", False
    for power in (3, 2, 1, 0):
        part = value // 10 ** (4 * power) % 10_000
        if not part:
            gap = bool(text)
            continue
        zero = script[0][0] if text and (gap or part < 1000) else ""
        text += zero + section(part, script, ten=ten and not text) + (script[2][power - 1] if power else "")
        gap = False
    return text


def filled_in(value: int, script: tuple[str, str, str]) -> str:
    """Every place written, as on a form: 零拾零萬伍仟零佰零拾零."""
    digits, small, big = script
    units = ["", *small, *(unit for name in big[:1] for unit in (name, *small))]
    places = [(value // 10**place % 10, place) for place in range(8)]
    return "".join(digits[digit] + units[place] for digit, place in reversed(places))


@given(numbers, st.sampled_from(SCRIPTS), st.booleans())
def test_round_trip_of_the_standard_form(value: int, script: tuple[str, str, str], ten: bool) -> None:
    assert parse_integer(chinese(value, script, ten=ten)) == value


@given(st.integers(10, 10**16 - 1), st.sampled_from(SCRIPTS), st.data())
def test_round_trip_of_positional_digits(value: int, script: tuple[str, str, str], data: st.DataObject) -> None:
    zero = data.draw(st.sampled_from("零〇○0０\uf7af"))
    digits = zero + script[0][1:]
    assert parse_integer("".join(digits[int(d)] for d in str(value))) == value


@given(st.integers(0, 10**20), st.booleans(), st.booleans())
def test_round_trip_of_arabic_digits(value: int, grouped: bool, full_width: bool) -> None:
    text = f"{value:,}" if grouped else str(value)
    if full_width:
        text = "".join("，" if c == "," else chr(ord(c) + 0xFEE0) for c in text)
    assert parse_integer(text) == value


@given(st.integers(1, 9999), st.integers(0, 9999), st.booleans())
def test_round_trip_of_mixed_amounts(high: int, low: int, grouped: bool) -> None:
    rest = (f"{low:,}" if grouped else str(low)) if low else ""
    assert parse_integer(f"{high}萬{rest}") == high * 10_000 + low
    assert parse_integer(f"{chinese(high, FORMAL)}萬{rest}") == high * 10_000 + low


@given(st.integers(0, 10**8 - 1), st.sampled_from((PLAIN, FORMAL)))
def test_round_trip_of_forms_filled_in_to_the_last_place(value: int, script: tuple[str, str, str]) -> None:
    assert parse_integer(filled_in(value, script)) == value


@given(st.integers(20, 49), st.integers(0, 9))
def test_round_trip_of_short_tens(tens: int, hundreds: int) -> None:
    head = f"{PLAIN[0][hundreds]}百" if hundreds else ""
    last = PLAIN[0][tens % 10] if tens % 10 else ""
    assert parse_integer(head + "廿卅卌"[tens // 10 - 2] + last) == hundreds * 100 + tens


# The regex sources

NUMERAL_CHARACTERS = "0123456789０９，,.．○〇零一二三四五六七八九兩十百千萬億壹貳參肆拾佰仟廿卅\ue372\uf7af"


@pytest.mark.parametrize("text", [t.strip() for t in GOLDEN if t.strip()[0] not in "〇○\uf7af"])
def test_every_numeral_is_one_whole_match(text: str) -> None:
    assert re.fullmatch(NUMERAL, text)
    assert re.fullmatch(NUMBER, text)
    assert re.findall(NUMERAL, f"處{text}元") == [text]


@pytest.mark.parametrize("text", [t for t in DECIMALS if t[0] != "○"])
def test_every_decimal_is_one_whole_match(text: str) -> None:
    assert re.findall(NUMBER, f"罰金{text}元") == [text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("第三百七十三條之一", ["三百七十三", "一"]),
        ("王○○三人", ["三"]),
        ("甲〇〇", []),
        ("附表一參照", ["一"]),
        ("附表編號10參照", ["10"]),
        ("偵字第1234,567號", ["1234", "567"]),
        ("3,5,100元", ["3", "5,100"]),
        ("共計5,300元、1,234萬5,678元", ["5,300", "1,234萬5,678"]),
        ("9" * MAX_LENGTH + "元", ["9" * MAX_LENGTH]),
        ("9" * (MAX_LENGTH + 1) + "元", []),
    ],
)
def test_where_a_run_starts_and_ends(text: str, found: list[str]) -> None:
    assert re.findall(NUMERAL, text) == found


def test_a_decimal_is_never_read_as_its_tail() -> None:
    assert re.search(rf"罰金{NUMERAL}萬?元", "罰金3.5萬元") is None
    assert re.findall(rf"({NUMERAL})元", "3.5萬元") == []
    assert re.findall(NUMBER, "98.3.5") == ["98"]
    assert re.findall(NUMBER, "十一點三十分") == ["十一", "三十"]


def test_ordinals_take_no_comma() -> None:
    assert re.findall(ORDINAL, "第339,340條") == ["339", "340"]


@pytest.mark.parametrize("source", [NUMERAL, ORDINAL, NUMBER])
def test_sources_have_no_groups_and_stand_in_grammars(source: str) -> None:
    assert re.compile(source).groups == 0
    matched = re.fullmatch(rf"第({source})條(?:第({source})項)?", "第三百二十條第1項")
    assert matched is not None and matched.groups() == ("三百二十", "1")


@given(st.text(st.one_of(st.sampled_from(NUMERAL_CHARACTERS), st.characters()), max_size=60))
def test_any_text(text: str) -> None:
    value = parse_integer(text)
    assert value is None or (0 <= value == parse_number(text))
    if value is not None and text.strip()[0] not in "〇○◯\uf7af":
        assert re.fullmatch(NUMERAL, text.strip())
    for source in (NUMERAL, ORDINAL, NUMBER):
        for run in re.finditer(source, text):
            assert run[0] and len(run[0]) <= 2 * MAX_LENGTH + 3
            before = text[: run.start()][-1:]
            assert not before or before not in "0123456789一二三四五六七八九十百千萬億壹貳參"


@given(st.text(st.sampled_from(NUMERAL_CHARACTERS), max_size=45))
def test_numeral_characters_never_raise(text: str) -> None:
    value = parse_number(text)
    assert value is None or value >= 0


@pytest.mark.parametrize("unit", ["1", "1○", "○1", "1,", "1,234", "1.", "一點", "一1", "萬", "零", "壹一", "○"])
def test_linear_time(unit: str) -> None:
    """A megabyte in well under the seconds that a quadratic search would take (hours)."""
    text = unit * (1_000_000 // len(unit))
    start = time.perf_counter()
    for source in (NUMERAL, NUMBER):
        re.search(source + "月", text)
    parse_integer(text)
    parse_number(text)
    assert time.perf_counter() - start < 20
