"""builders.quality.personal_data and .persons: names become marks, numbers lose their digits, and nothing else changes."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.quality.personal_data import (
    BRANCHES,
    COUNTED,
    STEMS,
    _marks,
    assign_marks,
    mask_names,
    mask_numbers,
    mask_personal_data,
    names_left,
)
from builders.quality.persons import find_persons, is_person

# ---------------------------------------------------------------- finding persons


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("業據告訴人王小明於警詢時指訴明確", ("王小明",)),
        ("核與證人李大華、陳美玲及張三之證述相符", ("李大華", "陳美玲", "張三")),
        ("證人王小明、證人李大華均到庭", ("王小明", "李大華")),
        ("選任辯護人歐陽文山律師", ("歐陽文山",)),
        ("本案經檢察官何一凡提起公訴，檢察官趙能元到庭執行職務。", ("何一凡", "趙能元")),
        ("法官吳月如以上正本證明與原本無異。書記官吳白中華民國", ("吳月如", "吳白")),
        ("被害人林陳阿好所有之機車", ("林陳阿好",)),
        ("證人阮氏秋香於偵查中證稱", ("阮氏秋香",)),
        ("友人曾文均駕駛", ("曾文均",)),
        ("乘店員周怡不注意之際", ("周怡",)),
        ("徒手竊取劉大同所有之腳踏車", ("劉大同",)),
        ("案經岑燕訴由屏東縣政府警察局報告", ("岑燕",)),
        ("案經岳小琪、鈕大茵、賀蘭小博分別訴請偵辦", ("岳小琪", "鈕大茵", "賀蘭小博")),
        ("亦經被害人岑燕領回", ("岑燕",)),
        ("本案經檢察官都小荃、絲小雲提起公訴", ("都小荃", "絲小雲")),
        ("偽造之「常小盈」署押壹枚沒收", ("常小盈",)),
        ("向友人甘大苗借得中耕機", ("甘大苗",)),
        ("業據證人鱻大明於警詢時證述明確", ("鱻大明",)),  # a surname in no table
        ("核與告訴人鱻小雯、李大華之指述相符", ("鱻小雯", "李大華")),
        ("證人諶大明、步小雯於偵查中", ("諶大明", "步小雯")),
        ("在其父葉大土位於高雄市之住處", ("葉大土",)),
    ],
)
def test_names_that_a_role_introduces(text: str, names: tuple[str, ...]) -> None:
    assert find_persons(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "被告連續施用第一級毒品",
        "被告曾因竊盜案件經法院判處有期徒刑",
        "被告於警詢時坦承不諱",
        "被告應於判決確定後支付",
        "被害人許可後進入，被害人全身多處成傷",
        "自訴人應委任律師行之",
        "被告前案紀錄表、被告全國前案紀錄表",
        "告訴人黃色外套、告訴人車輛",
        "不知為何成立公司，原因為何云云",
        "證人甲○○於警詢時證述",
        "被告何人所為、被告何時到場",
        "被告高喊救命，被告方始罷手",
        "告訴人指訴、證人證述",
        "法官獨任進行簡式審判程序",
        "檢察官聲請簡易判決處刑",
        "被告易科罰金",
        "案經花蓮縣警察局花蓮分局報告",
        "案經高雄市政府警察局、金門縣警察局移送",
        "由伊負責，向伊表示",
        "檢察官先後提起公訴，檢察官代表國家提起公訴，檢察官偵查後聲請簡易判決",
        "偽造之「統一發票」印文，盜蓋「金融監督」印章",
        "與告訴人和解乙節",
        "證人前揭之證述，被害人之指訴，被害人前後之指述",
        "告訴人衣領、臉部受傷，證人應買單後離去",
        "被告索債無著，員警盤查時，被害人步行中",
        "",
    ],
)
def test_what_is_no_name(text: str) -> None:
    assert find_persons(text) == ()


@pytest.mark.parametrize("name", ["大發有限公司", "王記商行", "甲○○", "王○明", "陳ＯＯ", "Ａ女", "A1男", "代號0000甲", "AB000-A112001", "Ａ０７", "Ｏ", "", "王", "１２"])
def test_who_is_no_natural_person_with_a_name_of_their_own(name: str) -> None:
    assert not is_person(name)


@pytest.mark.parametrize("name", ["王小明", "林森", "歐陽文山", "NGUYEN VAN A", "林陳阿好", "高明行"])
def test_who_is_a_natural_person(name: str) -> None:
    assert is_person(name)


# ---------------------------------------------------------------- marks


def test_marks_are_distinct_and_never_end() -> None:
    marks = list(islice(_marks(), 3000))
    assert len(set(marks)) == 3000
    assert marks[:2] == ["甲○○", "乙○○"]
    assert marks[21:24] == ["亥○○", "甲甲○", "甲乙○"]


def test_defendants_come_first_and_marks_of_the_source_are_left_to_it() -> None:
    source = "被告王小明 被告甲○○○ 告訴人陳美玲於警詢"
    masked = mask_personal_data(["陳美玲與王小明與甲○○○"], source=source, defendants=["王小明", "甲○○○"])
    assert masked.texts == ("丙○○與乙○○與甲○○○",)
    assert masked.counts["persons"] == 2
    assert masked.counts["names"] == 2


def test_one_mark_through_all_texts() -> None:
    texts = ["王小明犯竊盜罪", "被告王小明供稱", "王小明"]
    masked = mask_personal_data(texts, source="被告王小明", defendants=["王小明"])
    assert masked.texts == ("甲○○犯竊盜罪", "被告甲○○供稱", "甲○○")
    assert masked.marks == {"王小明": "甲○○"}


def test_who_does_not_stand_in_the_texts_gets_no_mark() -> None:
    masked = mask_personal_data(["王小明無罪。"], source="被告王小明 法官吳月如以上正本", defendants=["王小明"])
    assert masked.marks == {"王小明": "甲○○"}


def test_companies_keep_their_names() -> None:
    text = "大發有限公司科罰金新臺幣拾萬元。王大發無罪。"
    masked = mask_personal_data([text], source="被告大發有限公司 被告王大發", defendants=["大發有限公司", "王大發"])
    assert masked.texts == ("大發有限公司科罰金新臺幣拾萬元。甲○○無罪。",)


def test_latin_names_with_other_blanks() -> None:
    masked = mask_personal_data(["NGUYENVAN AN與NGUYEN VAN AN"], source="", defendants=["NGUYEN VAN AN"])
    assert masked.texts == ("甲○○與甲○○",)
    assert mask_names("ANNA、AN", {"AN": "甲○○"}) == ("ANNA、甲○○", 1)


def test_finding_names_stays_fast_on_hostile_text() -> None:
    """A quadratic search would take minutes on this."""
    for text in ("檢察官王小明、" * 20_000, "證人王" * 30_000, "被告林森" * 20_000, "「王小" * 30_000):
        find_persons(text)


def test_the_longest_name_wins() -> None:
    assert mask_names("林王小明、王小明", {"王小明": "甲○○", "林王小明": "乙○○"}) == ("乙○○、甲○○", 2)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("林森犯竊盜罪", "甲○○犯竊盜罪"),
        ("被告林森竊取", "被告甲○○竊取"),
        ("林森共同意圖", "甲○○共同意圖"),
        ("林森、李白", "甲○○、李白"),
        ("毆打林森成傷", "毆打甲○○成傷"),
        ("林森北路", "林森北路"),
        ("在森林森然", "在森林森然"),
        ("林森林立", "林森林立"),
        ("楊林森，", "楊林森，"),
        ("告訴人林森，", "告訴人甲○○，"),
    ],
)
def test_a_name_of_two_characters_needs_boundaries(text: str, masked: str) -> None:
    assert mask_names(text, {"林森": "甲○○"})[0] == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [("手段高明，", "手段高明，"), ("被告高明，", "被告甲○○，"), ("高明犯竊盜罪", "甲○○犯竊盜罪"), ("與高明共同", "與甲○○共同")],
)
def test_a_name_that_is_an_ordinary_word_needs_both(text: str, masked: str) -> None:
    assert mask_names(text, {"高明": "甲○○"})[0] == masked


NAMES = st.lists(st.text(alphabet="王李張小明大華白", min_size=2, max_size=4), unique=True, max_size=5)
TEXT = st.text(alphabet="王李張小明大華白被告證人於、，。與路在A1 \n", max_size=80)


@given(TEXT, NAMES)
def test_masking_changes_nothing_but_names(text: str, names: list[str]) -> None:
    marks = assign_marks(names, [text])
    masked, n = mask_names(text, marks)
    back = re.compile("|".join(map(re.escape, marks.values())) or "(?!)")
    name_of = {mark: name for name, mark in marks.items()}
    assert back.sub(lambda m: name_of[m[0]], masked) == text
    assert len(back.findall(masked)) == n
    assert set(back.findall(masked)) == set(marks.values())


@given(TEXT, NAMES)
def test_names_of_three_and_more_characters_are_gone(text: str, names: list[str]) -> None:
    masked, _ = mask_names(text, assign_marks(names, [text]))
    assert not any(name in masked for name in names if len(name) > 2)


@given(st.text(max_size=200), st.lists(st.text(max_size=6), max_size=4))
def test_any_text_can_be_masked(text: str, defendants: list[str]) -> None:
    masked = mask_personal_data([text], source=text, defendants=defendants)
    assert set(masked.counts) == set(COUNTED)


# ---------------------------------------------------------------- numbers and addresses


@pytest.mark.parametrize(
    ("kind", "text", "masked"),
    [
        ("identity_numbers", "身分證字號A123456789號", "身分證字號Z000000000號"),
        ("identity_numbers", "（Ａ２２３４５６７８９）", "（Z０００００００００）"),
        ("identity_numbers", "居留證AC01234567", "居留證ZZ00000000"),
        ("identity_numbers", "居留證F800123456", "居留證Z000000000"),
        ("phones", "門號0912345678號行動電話", "門號0000000000號行動電話"),
        ("phones", "電話0912-345-678、", "電話0000-000-000、"),
        ("phones", "電話(02)2345-6789。", "電話(00)0000-0000。"),
        ("phones", "０９一二".replace("一二", "１２") + "３４５６７８", "００００００００００"),
        ("phones", "〇九一二三四五六七八號", "○○○○○○○○○○號"),
        ("addresses", "臺北市中山區民生東路3段100巷5弄12號之1", "臺北市中山區○○路0段000巷0弄00號之0"),
        ("addresses", "住高雄縣鳥松鄉中正路八十七巷四號", "住高雄縣鳥松鄉○○路○○○巷○號"),
        ("addresses", "在中山路20號前", "在中山路00號前"),
        ("addresses", "花壇鄉三春村5鄰後厝10號", "花壇鄉三春村0鄰後厝00號"),
        ("birth_dates", "民國66年2月11日生）", "民國00年0月00日生）"),
        ("birth_dates", "六十六年二月十一日出生", "○○○年○月○○日出生"),
        ("accounts", "帳號000-123456789012號帳戶", "帳號000-000000000000號帳戶"),
    ],
)
def test_numbers(kind: str, text: str, masked: str) -> None:
    assert mask_numbers(text) == (masked, {kind: 1})
    assert mask_numbers(masked)[0] == masked
    assert sum(mask_numbers(masked)[1].values()) == 0


@pytest.mark.parametrize(
    "text",
    [
        "刑鑑字第0930086142號鑑定書",
        "112年度偵字第12345號",
        "於105年7月1日生效施行",
        "新臺幣1,234,567元",
        "竊得現金0元",
        "○○區○○路000號",
        "沿中山路往北行駛，至民生路口",
        "國道1號北向20公里",
        "刑法第185條之3第1項第1款",
        "車牌號碼AB-1234號",
        "中山路派出所",
        "A1234567890",
        "B112年",
        "該里第3號投票所",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    masked, counts = mask_numbers(text)
    assert masked == text
    assert sum(counts.values()) == 0


@given(st.text(alphabet="0129AZ年月日生號巷村里區第帳號-() 〇一九十甲", max_size=60))
def test_masking_numbers_changes_digits_and_letters_only(text: str) -> None:
    masked, _ = mask_numbers(text)
    skeleton = re.compile("[0-9A-Z〇○零一二三四五六七八九十]")
    assert skeleton.sub("", masked) == skeleton.sub("", text)
    assert len(masked) == len(text)
    assert mask_numbers(masked)[0] == masked


def test_letters_of_marks() -> None:
    assert len(set(STEMS + BRANCHES)) == 22


# ---------------------------------------------------------------- nothing is left

_PERSONS = ["王小明", "林日時", "陳明如", "鱻大明", "歐陽文山", "阮氏秋香", "林陳阿好", "岑燕", "李 白", "林　森"]
_WORDS = ["證人", "告訴人", "被告", "被害人", "友人", "法官", "、", "及", "與", "，", "。", "\n", "證述", "於警詢", "所有", "駕駛", "為父子", "之", "如", "在", "甲○○", "大發醫院", "連續"]


def test_names_that_the_whole_judgment_hides_and_a_part_shows() -> None:
    """王小 stands elsewhere without 如, so in the whole judgment 如 could be a word; what is released says 王小如 only."""
    text = "業據證人王小如、李大華證述明確"
    source = f"{text}。王小又稱"
    assert find_persons(source) == ()
    assert mask_personal_data([text], source=source).texts == ("業據證人甲○○、乙○○證述明確",)


def test_names_with_layout_blanks_are_masked_and_never_across_lines() -> None:
    masked = mask_personal_data(["│林　森│被害人李 大 明所有│", "被害人林\n森"], source="被告林森 被害人李大明所有", defendants=["林森"])
    assert masked.texts == ("│甲○○│被害人乙○○所有│", "被害人林\n森")


@given(st.lists(st.lists(st.sampled_from(_PERSONS + _WORDS), max_size=25).map("".join), min_size=1, max_size=3), st.booleans())
def test_masking_is_a_fixed_point(texts: list[str], known: bool) -> None:
    """What `builders check` looks for is never left, whether or not the rest of the judgment introduces the persons."""
    masked = mask_personal_data(texts, source="".join(texts) if known else "", defendants=_PERSONS[:1])
    assert [names_left(text) for text in masked.texts] == [()] * len(texts)
    again = mask_personal_data(masked.texts, source="".join(masked.texts), defendants=_PERSONS[:1])
    assert (again.texts, again.counts["names"]) == (masked.texts, 0)
