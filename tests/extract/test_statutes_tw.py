"""Statute citations of Taiwan. Expected values are worked out by hand; ``刑法339-4.1(2)`` = law, article, paragraph, (subparagraph), item."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.citations import StatuteCitation
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.statutes import extract_statutes, statutes_in
from legal_metrics.jurisdictions.tw import statutes
from legal_metrics.text.compact import compact


def short(citation: StatuteCitation) -> str:
    text = f"{citation.law}{citation.article}"
    text += f".{citation.paragraph}" if citation.paragraph is not None else ""
    text += f"({citation.subparagraph})" if citation.subparagraph is not None else ""
    text += f"[{citation.item}]" if citation.item is not None else ""
    return text


def read(text: str, **options: str) -> list[str]:
    return [short(c) for c in extract_statutes(text, **options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # numerals
        ("刑法第320條第1項", ["刑法320.1"]),
        ("刑法第三百二十條第一項", ["刑法320.1"]),
        ("刑法第三二○條第一項", ["刑法320.1"]),
        ("刑法第三二〇條", ["刑法320"]),
        ("刑法第參佰貳拾條第壹項", ["刑法320.1"]),
        ("刑法第３２０條第１項", ["刑法320.1"]),
        ("刑法第\ue372百二十條第\ue373項", ["刑法320.3"]),
        ("刑法第三百二\uf7af條", []),  # 三百二〇 is no numeral
        ("刑法第二百十條、第廿八條", ["刑法210", "刑法28"]),
        # white space: wrapped lines, blanks inside numbers, full-width blanks
        ("刑事訴訟法第449 條第1 項前段", ["刑事訴訟法449.1"]),
        ("刑法第3\r\n    20條第1\r\n    項", ["刑法320.1"]),
        ("刑　法　第 1 8 5 條 之 3 第 1 項", ["刑法185-3.1"]),
        ("中華民國\n刑法第\n三百二十條", ["刑法320"]),
        # branches, in every place where they are written
        ("刑法第339條之4第1項第2款", ["刑法339-4.1(2)"]),
        ("刑法第三百三十九條之四第一項第二款", ["刑法339-4.1(2)"]),
        ("刑法第 339-4 條第1項", ["刑法339-4.1"]),
        ("刑法第339之4條", ["刑法339-4"]),
        ("刑法第339條-4", ["刑法339-4"]),
        ("刑法施行法第一之一條", ["刑法施行法1-1"]),
        ("刑事訴訟法第93條之2第1項", ["刑事訴訟法93-2.1"]),
        # all four ranks
        ("毒品危害防制條例第2條第2項第1款第3目", ["毒品危害防制條例2.2(1)[3]"]),
        ("刑法第51條第5款", ["刑法51(5)"]),
        ("刑法第10條第6款第2目", ["刑法10(6)[2]"]),
        # carry-over
        (
            "刑法第320條第1項、第3項、第321條第1項第1款、第3款、第2項",
            ["刑法320.1", "刑法320.3", "刑法321.1(1)", "刑法321.1(3)", "刑法321.2"],
        ),
        ("毒品危害防制條例第十條第三項、第一項第三款", ["毒品危害防制條例10.3", "毒品危害防制條例10.1(3)"]),
        ("刑法第268條前段、後段、第28條", ["刑法268", "刑法28"]),
        ("刑事訴訟法第451條之1第4項但書第2款前段", ["刑事訴訟法451-1.4(2)"]),
        (
            "刑事訴訟法第299條第1項前段、第310條之2，刑法第2條第1項但書、第11條前段",
            ["刑事訴訟法299.1", "刑事訴訟法310-2", "刑法2.1", "刑法11"],
        ),
        ("刑法第216條、第210條之行使偽造私文書罪，及同法第339條第1項之詐欺取財罪", ["刑法216", "刑法210", "刑法339.1"]),
        ("刑法第339條第1項之詐欺取財罪及第2項之詐欺得利罪", ["刑法339.1", "刑法339.2"]),
        ("刑法第320條第1項、刑法第320條第1項", ["刑法320.1", "刑法320.1"]),  # mentions are not merged
        # lists and ranges
        ("刑法第339條第1、3項", ["刑法339.1", "刑法339.3"]),
        ("刑法第321條第1項第1、3、4款", ["刑法321.1(1)", "刑法321.1(3)", "刑法321.1(4)"]),
        ("刑法第210、216條", ["刑法210", "刑法216"]),
        ("刑法第216、第210條", ["刑法216", "刑法210"]),
        ("民法第10條至第12條", ["民法10", "民法11", "民法12"]),
        ("自民法第10條起至第12條止", ["民法10", "民法11", "民法12"]),
        ("民法第10至12條", ["民法10", "民法11", "民法12"]),
        ("刑法第321條第1項第1款至第3款", ["刑法321.1(1)", "刑法321.1(2)", "刑法321.1(3)"]),
        ("刑法第321條第1項第1至3款", ["刑法321.1(1)", "刑法321.1(2)", "刑法321.1(3)"]),
        ("刑法第38條之1第1項至第3項", ["刑法38-1.1", "刑法38-1.2", "刑法38-1.3"]),
        ("刑事訴訟法第159條之1至第159條之3", ["刑事訴訟法159-1", "刑事訴訟法159-2", "刑事訴訟法159-3"]),
        ("刑事訴訟法第159條之1至之3", ["刑事訴訟法159-1", "刑事訴訟法159-2", "刑事訴訟法159-3"]),
        ("刑事訴訟法第159條之1、之2、之5", ["刑事訴訟法159-1", "刑事訴訟法159-2", "刑事訴訟法159-5"]),
        ("刑法第339條至第339條之2", ["刑法339", "刑法339-1", "刑法339-2"]),
        ("刑法第1條至第99條", ["刑法1", "刑法99"]),  # too long to be listed: its ends
        ("刑法第12條至第10條", ["刑法12", "刑法10"]),
        # words that refer back
        (
            "道路交通管理處罰條例第35條第1項第1款，並應依同條例第67條第2項",
            ["道路交通管理處罰條例35.1(1)", "道路交通管理處罰條例67.2"],
        ),
        (
            "刑法第28條、毒品危害防制條例第4條第2項、同條例第17條第2項、刑法第47條",
            ["刑法28", "毒品危害防制條例4.2", "毒品危害防制條例17.2", "刑法47"],
        ),
        ("毒品危害防制條例第4條、刑法第28條、同條例第17條", ["毒品危害防制條例4", "刑法28", "毒品危害防制條例17"]),
        ("刑法第320條第1項，同條第3項亦有明文", ["刑法320.1", "刑法320.3"]),
        ("依該法第5條", ["5"]),
        (
            "洗錢防制法第2條、第14條；前揭洗錢防制法第16條、本法第19條",
            ["洗錢防制法2", "洗錢防制法14", "洗錢防制法16", "洗錢防制法19"],
        ),
        ("刑法第321條：犯前條第一項、第二項之罪", ["刑法321", "刑法320.1", "刑法320.2"]),
        ("刑法第339條之1第2項，前項第1款", ["刑法339-1.2", "刑法339-1.1(1)"]),
        ("毒品危害防制條例於92年7月9日修正公布，其中第20條、第23條", ["毒品危害防制條例20", "毒品危害防制條例23"]),
        ("毒品危害防制條例第10條、同條例施行細則第5條", ["毒品危害防制條例10", "毒品危害防制條例施行細則5"]),
        # names
        ("依《刑法》第320條及「民法」第184條", ["刑法320", "民法184"]),
        ("**刑法**第320條、`民法`第184條", ["刑法320", "民法184"]),
        ("刑法（下同）第320條", ["刑法320"]),
        (
            "毒品危害防制條例（下稱毒品防例）第4條，應依毒品防例第17條第2項",
            ["毒品危害防制條例4", "毒品危害防制條例17.2"],
        ),
        ("民法親屬編第1052條、刑法總則第28條", ["民法1052", "刑法28"]),
        ("刑法之第320條", ["刑法320"]),
        ("陸海空軍刑法第54條", ["陸海空軍刑法54"]),
        ("公司法第二十二條之一資料申報及管理辦法第5條", ["公司法第二十二條之一資料申報及管理辦法5"]),
        (
            "刑法第30條第1項前段、第2項，刑法施行法第1條之1第1項、第2項前段",
            ["刑法30.1", "刑法30.2", "刑法施行法1-1.1", "刑法施行法1-1.2"],
        ),
        ("現行法規所定貨幣單位折算新台幣條例第2條", ["現行法規所定貨幣單位折算新臺幣條例2"]),
        # simplified script
        ("依刑法第320条第1项及毒品危害防制条例第10条第2项", ["刑法320.1", "毒品危害防制條例10.2"]),
        # how models write
        (
            '{"statutes": ["刑法第320條第1項", "第47條第1項", "刑事訴訟法第299條"]}',
            ["刑法320.1", "刑法47.1", "刑事訴訟法299"],
        ),
        ("1. 刑法第320條\n2. 刑法第47條\n3. 同法第59條", ["刑法320", "刑法47", "刑法59"]),
        ("- 刑法第185條\n- 3年以下有期徒刑", ["刑法185"]),
        ("刑法§320 I", ["刑法320.1"]),
        ("刑法§339-4 I ②、§185-3", ["刑法339-4.1(2)", "刑法185-3"]),
        ("刑法§339之4Ⅰ②、§28", ["刑法339-4.1(2)", "刑法28"]),
        ("刑法320條第1項", ["刑法320.1"]),
    ],
)
def test_examples(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "第一審判決",
        "第三人、第二款項",
        "附表第1項、主文第二項",
        "電線3條、香菸2條",
        "系爭契約第5條第2項約定，第6條亦同",
        "公司章程第12條",
        "合約書第3條",
        "第一條件成就",
        "第5條款",
        "刑法",
        "依法論科",
        "第0條",
        "第○○條",
        "（見偵卷第320頁）",
        "§",
    ],
)
def test_near_misses(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "law", "id_known"),
    [
        ("核被告所為係犯刑法第1條", "刑法", True),
        ("甲違反道路交通管理處罰條例第35條", "道路交通管理處罰條例", True),
        ("依刑事訴訟法第1條", "刑事訴訟法", True),
        ("103年6月18日修正公布前刑法第342條", "刑法", True),
        ("修正前刑法第1條", "刑法", True),
        ("王大明違反網路犯罪防制法第5條", "網路犯罪防制法", False),
        ("依台北市數位治安管理規則第5條", "臺北市數位治安管理規則", False),
        ('["網路刑法第5條"]', "網路刑法", False),
        ("網路刑法第5條", "網路刑法", False),
        ("日本刑法第5條", "日本刑法", False),
        ("參照德國刑事訴訟法第5條", "德國刑事訴訟法", False),
        ("依聯合國反貪腐公約第5條", "聯合國反貪腐公約", False),
        ("被告刑法第5條", "刑法", True),
        ("《特別刑事法典》第5條", "特別刑事法典", False),
    ],
)
def test_a_name_never_swallows_what_leads_to_it(text: str, law: str, id_known: bool) -> None:
    (citation,) = extract_statutes(text)
    assert citation.law == law
    assert (citation.law_id is not None) is id_known
    assert citation.written in text


def test_another_countrys_law_is_mentioned_aside() -> None:
    assert read(
        "刑事訴訟法第159條之5之立法理由參考日本刑事訴訟法第326條、第327條。是依第159條之5第1項、同法第163條"
    ) == [
        "刑事訴訟法159-5",
        "日本刑事訴訟法326",
        "日本刑事訴訟法327",
        "刑事訴訟法159-5.1",
        "刑事訴訟法163",
    ]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("刑法第1條", [None]),
        ("修正前刑法第1條、第2條，刑法第3條", ["former", "former", None]),  # with the name: up to the next name
        ("修正前之刑法第1條", ["former"]),
        ("行為時刑法第1條", ["former"]),
        ("刪除前刑法第56條", ["former"]),
        ("95年7月1日修正施行前之刑法第55條", ["former"]),
        ("94 年2 月2 日修正公布、95年7月1日施行前刑法第55條", ["former"]),
        ("舊刑法第55條、舊法第56條", ["former", "former"]),
        ("修正後刑法第1條", ["amended"]),
        ("現行刑法第1條", [None]),
        ("刑法第1條、修正後第2條、第3條", [None, "amended", None]),  # before an article: this one only
        ("刑法修正前第1條、第2條", ["former", None]),
        ("刑法（修正前）第1條、第2條", ["former", None]),
        ("刑法第1條第1項前段（修正前）、第2條", ["former", None]),  # behind it
        ("刑法第1條（修正後）", ["amended"]),
        ("修正前刑法第1條第1項、第2項", ["former", "former"]),
        ("刑法第2條第1項但書、第11條前段", [None, None]),
        ("修正前刑法第339條、同法第41條", ["former", "former"]),
        ("「修正前刑法」第1條", ["former"]),
        ("洗錢防制法（113年7月31日修正公布前，下同）第14條第1項、第16條第2項、同法第18條", ["former"] * 3),
        ("修正前「刑法」第1條", ["former"]),
    ],
)
def test_versions(text: str, versions: list[str | None]) -> None:
    assert [c.version for c in extract_statutes(text)] == versions


@pytest.mark.parametrize(
    ("text", "expected", "problem"),
    [
        ("應依到事訴訟法第452條", "刑事訴訟法452", "law_name"),
        ("刑事訴訟第299條第1項", "刑事訴訟法299.1", "law_name"),
        ("刑事訴法第449條", "刑事訴訟法449", "law_name"),
        ("依毒品危害防治條例第18條", "毒品危害防制條例18", "law_name"),
        ("罰金罰緩提高標準條例第2條", "罰金罰鍰提高標準條例2", "law_name"),
        ("刑法施刑法第1條之1", "刑法施行法1-1", "law_name"),
        ("槍砲彈藥刀械管制條例條例第8條", "槍砲彈藥刀械管制條例8", "law_name"),
        ("刑法刑法第216條", "刑法216", "law_name"),
        ("刑事訴訟法第第273條", "刑事訴訟法273", "numbering"),
        ("刑法第301第1項", "刑法301.1", "numbering"),
        ("刑事訴訟法449條第1項", "刑事訴訟法449.1", "numbering"),
        ("刑法第41條第1前段", "刑法41.1", "numbering"),
        ("刑法第299條第1項項前段", "刑法299.1", "numbering"),
        ("刑法第321條第1項3款", "刑法321.1(3)", "numbering"),
        ("罰金罰鍰提高標準條例第一項前段", "罰金罰鍰提高標準條例1", "numbering"),  # 項 for 條
        ("第320條", "320", "no_law"),
    ],
)
def test_slips_are_read_and_reported(text: str, expected: str, problem: str) -> None:
    (citation,) = extract_statutes(text)
    assert short(citation) == expected
    assert citation.problems == (problem,)
    assert citation.written in text


def test_a_lost_law_name_is_told_by_an_article_that_only_another_cited_law_has() -> None:
    text = "核被告所為，係犯刑法第185條之3之罪。依刑事訴訟法第449條第1項、第454條第2項，第一百八十五條之三、第四十一條第一項"
    read_back = extract_statutes(text)
    assert [short(c) for c in read_back][-2:] == ["刑法185-3", "刑法41.1"]
    assert [c.problems for c in read_back][-2:] == [("law_name",), ()]


def test_a_slip_that_fits_two_names_means_the_one_cited_in_the_text() -> None:
    assert read("民事訴訟法第1條。到事訴訟法第5條") == ["民事訴訟法1", "民事訴訟法5"]


def test_a_number_of_crimes_is_no_branch() -> None:
    assert read("犯刑法第320條之二罪") == ["刑法320"]
    assert read("犯刑法第185條之3罪嫌") == ["刑法185-3"]  # there is a 185-3
    assert read("犯刑法第320條第1項之二罪") == ["刑法320.1"]


def test_default_law_stands_for_the_law_not_named() -> None:
    assert read("第320條第1項、第47條", default_law="中華民國刑法") == ["刑法320.1", "刑法47"]
    assert read("本法第5條，民法第184條、第185條", default_law="刑法") == ["刑法5", "民法184", "民法185"]
    assert read("第5條", default_law="某自治條例") == ["某自治條例5"]
    assert [c.law_id for c in extract_statutes("第5條", default_law="刑法")] == ["C0000001"]


def test_written_span_and_id_are_those_of_the_text() -> None:
    text = "應依中華民國刑法第 320 條\n第1項、第 3 項，同法第47條"
    read_back = extract_statutes(text)
    assert [text[slice(*c.span)] for c in read_back] == ["中華民國刑法第 320 條\n第1項", "第 3 項", "同法第47條"]
    assert [c.written for c in read_back] == ["中華民國刑法", "", ""]
    assert {c.law_id for c in read_back} == {statutes().resolve("刑法").id}
    assert statutes_in(compact(text)) == read_back


def test_mainland_ranks_and_names() -> None:
    text = "依照《中华人民共和国刑法》第一百三十三条之一第一款第二项、第七十二条第一款、《中华人民共和国刑事诉讼法》第二百零一条"
    read_back = extract_statutes(text, "cn")
    assert [short(c) for c in read_back] == [
        "中华人民共和国刑法133-1.1(2)",
        "中华人民共和国刑法72.1",
        "中华人民共和国刑事诉讼法201",
    ]
    assert {c.jurisdiction for c in read_back} == {"CN"}
    with pytest.raises(LegalMetricsError, match="allowed TW or CN"):
        extract_statutes(text, "US")


PIECES = st.sampled_from(
    [
        *"刑法民依犯、，。第條項款目之至及同前後段一二三十百0123456789 \n（）「」《》§IVX①-",
        "刑法",
        "同法",
        "同條例",
        "毒品危害防制條例",
        "修正前",
        "但書",
        "第1條",
        "第三百三十九條之四",
        "第2項",
        "前條第1項",
        "公司法第二十二條之一資料申報及管理辦法",
        "（下稱甲法）",
        "契約",
        "日本",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_on_any_text_spans_lie_inside_it_and_hold_a_number(text: str) -> None:
    for jurisdiction in ("TW", "CN"):
        for citation in extract_statutes(text, jurisdiction):
            start, end = citation.span
            assert 0 <= start < end <= len(text)
            assert any(sign in text[start:end] for sign in "第條条项項款目§之")
            assert citation.article.replace("-", "").isdecimal()
            assert all(rank is None or rank > 0 for rank in (citation.paragraph, citation.subparagraph, citation.item))
            assert "".join(citation.written.split()) in "".join(text.split())
            assert citation.version in (None, "former", "amended")
            assert bool(citation.law) != ("no_law" in citation.problems)


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    extract_statutes(text)
    extract_statutes(text, default_law=text)


LAWS = st.sampled_from(["刑法", "刑事訴訟法", "毒品危害防制條例", "洗錢防制法", "道路交通管理處罰條例", "民法"])
RANK = st.none() | st.integers(1, 60)


@given(LAWS, st.integers(1, 999), st.none() | st.integers(1, 20), RANK, RANK, RANK)
def test_a_citation_written_out_is_read_back(
    law: str, number: int, branch: int | None, paragraph: int | None, subparagraph: int | None, item: int | None
) -> None:
    article = f"{number}-{branch}" if branch else str(number)
    citation = StatuteCitation(law, article, paragraph, subparagraph, item if subparagraph is not None else None)
    (back,) = extract_statutes(f"依{citation}規定")
    assert back.key()[1:] == citation.key()[1:]
    assert (back.law, back.problems) == (law, ())


@given(st.lists(st.tuples(LAWS, st.integers(1, 300), st.none() | st.integers(1, 9)), min_size=1, max_size=8))
def test_a_list_is_read_back_in_order(provisions: list[tuple[str, int, int | None]]) -> None:
    citations = [StatuteCitation(law, str(article), paragraph) for law, article, paragraph in provisions]
    assert read("應依" + "、".join(map(str, citations)) + "，判決如主文。") == [short(c) for c in citations]


@pytest.mark.parametrize(
    "unit",
    [
        "第1項",
        "同法第1條",
        "刑法第1條",
        "某某訴訟法第1條",
        "刑法（下稱甲乙）",
        "第1、",
        "§1-1IV",
        "前條第1項",
        "（",
        "第",
        "三一",
        "第1至99條",
    ],
)
def test_time_is_linear_in_the_text(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        start = time.perf_counter()
        extract_statutes(text)
        return time.perf_counter() - start

    seconds(1_000)
    small = max(seconds(10_000), 0.01)
    assert (
        seconds(80_000) < 8 * small * 6
    )  # eight times the text; the margin is for a busy machine, a square would give 64


def test_a_million_characters_are_read() -> None:
    rng = random.Random(7)
    words = ["甲", "乙，", "刑法", "第%d條", "第%d項", "同法", "毒品危害防制條例", "。", "違反", "某某防制法", "契約"]
    text = "".join(w % rng.randint(1, 400) if "%" in w else w for w in rng.choices(words, k=400_000))
    assert len(text) > 1_000_000
    assert len(extract_statutes(text)) > 10_000


def test_concluding_sentences_of_real_judgments(shared: Path) -> None:
    """The labels that were read by hand: citation F1 at full depth, and their order (labels with as_written or doubt left out)."""
    from builders.parse.judgment import parse_judgment
    from builders.parse.judgment_file import read_judgment_file

    judgments = shared / "corpora" / "tw" / "judgments"
    files = {path.stem: path for path in judgments.rglob("*.json")}
    right = wrong = missing = 0
    for name in ("gold.jsonl", "gold_modern.jsonl"):
        for line in (judgments / name).read_text(encoding="utf-8").splitlines():
            label = json.loads(line)
            applied = parse_judgment(dict(read_judgment_file(files[label["jid"]].read_bytes()).raw or {})).applied
            pairs = [(label["statutes"], applied.concluding)]
            if label["statutes"] is None:
                assert applied.concluding is None, label["jid"]
                pairs = [(label.get("statutes_list"), applied.listed)] if "statutes_list" in label else []
            for expected, found in pairs:
                doubtful = [_key(c) for c in expected or () if c.get("doubt") or c.get("as_written")]
                gold = [_key(c) for c in expected or () if _key(c) not in doubtful]
                mine = [c.key()[1:] for c in found or () if c.key()[1:] not in doubtful]
                right += sum(min(gold.count(k), mine.count(k)) for k in set(gold))
                missing += sum(max(gold.count(k) - mine.count(k), 0) for k in set(gold))
                wrong += sum(max(mine.count(k) - gold.count(k), 0) for k in set(mine))
                if sorted(map(str, gold)) == sorted(map(str, mine)):
                    assert gold == mine, label["jid"]
    assert right > 1_100
    assert 2 * right / (2 * right + wrong + missing) >= 0.99


def _key(label: dict[str, object]) -> tuple[object, ...]:
    return tuple(label[rank] for rank in ("article", "paragraph", "subparagraph", "item"))
