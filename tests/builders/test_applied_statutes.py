"""Where a judgment cites what it applies. The texts are our own; expected values were read off by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.applied_statutes import LABEL_PLACES, PLACES, AppliedStatutes, applied_statutes
from legal_metrics.citations import StatuteCitation
from legal_metrics.text.compact import compact


def names(citations: tuple[StatuteCitation, ...] | None) -> list[str] | None:
    return None if citations is None else [str(c).replace("刑事訴訟法", "刑訴") for c in citations]


def read(text: str) -> AppliedStatutes:
    return applied_statutes(compact(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("據上論斷，應依刑事訴訟法第299條第1項前段，刑法第320條第1項、第47條，判決如主文。", ["刑訴第299條第1項", "刑法第320條第1項", "刑法第47條"]),
        ("據上論結，依刑事訴訟法第301條第1項之規定，判決如主文。", ["刑訴第301條第1項"]),
        ("據 上論\r\n    斷，應依刑事訴訟法第30\r\n    1條第1項，判\r\n    決如主文。", ["刑訴第301條第1項"]),
        ("五、應依刑事訴訟法第303條第3款判決如主文。", ["刑訴第303條第3款"]),
        ("三、依刑事訴訟法第449條第1項前段，刑法第320條第1項，逕以簡易判決處刑如主文。", ["刑訴第449條第1項", "刑法第320條第1項"]),
        ("三、依刑事訴訟法第449條第1項，逕以簡易判決處如主文所示之刑。", ["刑訴第449條第1項"]),
        ("三、依刑事訴訟法第449條第1項，逕以簡易判決量處如主文所示之刑。", ["刑訴第449條第1項"]),
        ("三、依刑事訴訟法第449條第1項，逕以簡易判決如主文所示。", ["刑訴第449條第1項"]),
        ("二、爰依刑事訴訟法第481條第1項、刑法第93條第2項，裁定如主文。", ["刑訴第481條第1項", "刑法第93條第2項"]),
        ("三、應適用之法條：刑事訴訟法第455條之2第1項、第455條之4第2項，刑法第320條第1項，判決如主文。四、本判決除有刑事訴訟法第455條之4第1項第1款情形外，不得上訴。",
         ["刑訴第455條之2第1項", "刑訴第455條之4第2項", "刑法第320條第1項"]),  # list and concluding sentence in one
        ("據上論斷，應依刑事訴訟法第299條第1項前段（依刑事判決精簡原則，僅記載程序法條文），判決如主文。", ["刑訴第299條第1項"]),
        ("據上論斷，應依刑事訴訟法第284條之1、第299條第1項前段（依法院辦理刑事訴訟案件應行注意事項第159點，判決書據上論結部分，得僅引用應適用之程序法條），判決如主文。",
         ["刑訴第284條之1", "刑訴第299條第1項"]),
        ("據上論斷，應依刑法第320條第1項、第320條第1項後段，判決如主文。", ["刑法第320條第1項"]),  # twice in a row
        ("據上論斷，應依刑法第320條第1項、第47條、第320條第1項，判決如主文。", ["刑法第320條第1項", "刑法第47條", "刑法第320條第1項"]),
        ("據上論斷，應依刑事訴訟法第299條第1項，刑法第320條。本案經檢察官提起公訴。", ["刑訴第299條第1項", "刑法第320條"]),  # 判決如主文 lost
        ("三、依刑事訴訟法第449條第1項前段，刑法第320條第1項，逕以簡易判決處刑。四、如不服本判決，得上訴。", ["刑訴第449條第1項", "刑法第320條第1項"]),
        ("據上論斷，應依刑事訴訟法第1條，判決如主文。爰依刑法第59條酌減其刑後，量處如主文所示之刑。", ["刑訴第1條"]),  # grounds for sentence
    ],
)  # fmt: skip
def test_concluding_sentences(text: str, expected: list[str]) -> None:
    assert names(read(f"本案事證明確，依刑法第1條論科。{text}").concluding) == expected


@pytest.mark.parametrize(
    "text",
    [
        "爰審酌一切情狀，依刑法第57條，量處如主文所示之刑，以資懲儆。",
        "本院認不經言詞辯論，判決如主文。",
        "按刑事訴訟法第449條第1項前段規定，得以簡易判決處刑。",
        "經檢察官聲請以簡易判決處刑（刑事訴訟法第449條），本院判決如下：",
        "",
    ],
)
def test_what_is_no_concluding_sentence(text: str) -> None:
    assert read(text).concluding is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("四、應適用之法條：(一)刑事訴訟法第299條第1項前段。(二)刑法第320條第1項、第47條。五、如不服本判決，依刑事訴訟法第344條上訴。",
         ["刑訴第299條第1項", "刑法第320條第1項", "刑法第47條"]),
        ("肆、適用法律依據：一、刑事訴訟法第449條第2項。二、刑法第320條第1項。伍、依刑事訴訟法第344條上訴。", ["刑訴第449條第2項", "刑法第320條第1項"]),
        ("四、適用之法律：一、刑事訴訟法第299條第1項。二、刑法第320條第1項。五、依刑事訴訟法第344條上訴。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("四、適用的法律（一）刑事訴訟法第299條第1項。（二）刑法第320條第1項。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("二、應適用法條：依刑事訴訟法第299條第1項，刑法第320條第1項。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("二、適用法條：(一)按刑法第10條所稱公務員，係指依法令服務於國家之機關而具有法定職務權限者，本件被告任職機關，自屬之。", None),  # a discussion
        ("二、所犯法條：經查被告並未到庭，無從審酌。", None),
        ("（三）應適用之法條：刑事訴訟法第299條第1項，刑法第320條第1項。（四）如不服本判決，依刑事訴訟法第344條上訴。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("㈢適用法條：刑事訴訟法第299條第1項，刑法第320條第1項。五、如不服本判決，依刑事訴訟法第344條上訴。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("參、論罪科刑之法律依據：一、刑事訴訟法第299條第1項。二、刑法第320條第1項。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("五、【適用法條】：刑事訴訟法第299條第1項，刑法第320條第1項。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("五、援引法條：刑事訴訟法第299條第1項，刑法第320條第1項。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("應適用之法律條文：刑事訴訟法第299條第1項，刑法第320條第1項。如不服本判決，依刑事訴訟法第344條，得於十日內上訴。", ["刑訴第299條第1項", "刑法第320條第1項"]),
        ("二、協商合意之內容：（一）所犯法條：刑法第284條第1項前段。（二）願受科刑之範圍：拘役。", None),  # a part of an agreement
        ("查其法律依據：刑事訴訟法第299條第1項，刑法第320條第1項。", None),  # in the middle of a sentence
        ("犯罪事實及應適用之法條，均引用起訴書之記載。", None),
    ],
)  # fmt: skip
def test_lists_of_statutes(text: str, expected: list[str] | None) -> None:
    found = read(f"一、證據。{text}")
    assert names(found.listed) == expected
    assert found.concluding is None


FINDS = [
    ("核被告所為，係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
    ("是核被告甲所為，均係犯刑法第216條、第210條之行使偽造私文書罪，及同法第339條第1項之詐欺取財罪。", ["刑法第216條", "刑法第210條", "刑法第339條第1項"]),
    ("核被告所為，係犯修正前洗錢防制法第14條第1項之一般洗錢罪。", ["洗錢防制法第14條第1項"]),
    ("核被告就事實一所為，係犯刑法第277條第1項之傷害罪；就事實二所為，係犯同法第305條之恐嚇罪。", ["刑法第277條第1項", "刑法第305條"]),
    ("核被告所為，係犯94年2月2日修正前刑法第231條第2項之罪。", ["刑法第231條第2項"]),
    ("核其所為，係違反商標法第97條之規定。", ["商標法第97條"]),
    ("核被告所為，成立刑法第185條之3第1項第1款之公共危險罪。", ["刑法第185條之3第1項第1款"]),
    ("核被告所為，係一行為觸犯刑法第277條第1項、第354條之罪。", ["刑法第277條第1項", "刑法第354條"]),
    ("應論以刑法第271條第2項、第1項之殺人未遂罪。", ["刑法第271條第2項", "刑法第271條第1項"]),
    ("公訴意旨認係犯刑法第321條之罪，惟被告並未攜帶兇器，核其所為，係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
    ("公訴意旨認被告係犯刑法第321條之罪，容有誤會，應係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
    ("核被告所為，係犯刑法第320條第1項之竊盜罪，公訴意旨認係犯刑法第321條第1項之罪，尚有未洽，爰依刑事訴訟法第300條變更起訴法條。", ["刑法第320條第1項"]),
    ("核被告所為，係犯3次刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
    ("被告所觸犯的罪名是：刑法第320條第1項的竊盜罪以及第354條的毀損罪。", ["刑法第320條第1項", "刑法第354條"]),
    ("核被告以幫助之意思提供帳戶，係刑法第339條第1項詐欺取財罪之幫助犯。", ["刑法第339條第1項"]),
    ("公司負責人應依商業會計法第71條第1款之填製不實會計憑證罪論處。", ["商業會計法第71條第1款"]),
    ("核被告王大明所為，均係犯（修正前）刑法第214條之使公務員登載不實罪。", ["刑法第214條"]),
    ("核被告所為，係犯【100年1月26日修正公布前】刑法第321條第1項第3款之罪。", ["刑法第321條第1項第3款"]),
    ("核被告所為，係犯刑法第277條第1項之傷害罪，而非刑法第278條第1項之重傷罪。", ["刑法第277條第1項"]),
    ("核被告所為，係犯刑法第320條第1項之竊盜罪（起訴書原載刑法第354條，業經更正）及同法第305條之恐嚇罪。", ["刑法第320條第1項", "刑法第305條"]),
    ("核被告就事實(一)（即附表編號1）所為，係犯刑法第320條第1項之罪（聲請書認係犯刑法第321條第1項、第354條之罪，已更正）。", ["刑法第320條第1項"]),
    ("核被告就甲車所為，係犯刑法第320條第1項之罪，雖公訴人認係犯同法第321條第1項第2款之罪，然查無證據，亦僅成立同法第306條之罪；就乙車部分，係犯同法第354條之罪。",
     ["刑法第320條第1項", "刑法第306條", "刑法第354條"]),
    ("若收受者無此職權，則應成立刑法第339條第1項之罪；反之，則應成立貪污治罪條例第4條第1項第5款之罪，核被告所為，係犯貪污治罪條例第5條第1項第3款之罪。",
     ["貪污治罪條例第5條第1項第3款"]),
    ("前案判決認定其係犯刑法第320條第1項之竊盜罪確定，核被告本件所為，係犯刑法第335條第1項之侵占罪。", ["刑法第335條第1項"]),
    ("核被告所為，係犯刑法第30條第1項、第339條第1項之幫助詐欺取財罪，應依刑法第47條第1項之規定論以累犯。", ["刑法第30條第1項", "刑法第339條第1項"]),
    ("依刑法第55條，從一重論以刑法第339條之4第1項第2款之罪。", ["刑法第339條之4第1項第2款"]),
]  # fmt: skip
REJECTS = [
    "公訴意旨認被告係犯刑法第321條第1項之加重竊盜罪，容有誤會。",
    "公訴意旨認應成立刑法第339條之4第1項第2款之罪，尚有誤會，爰變更起訴法條。",
    "檢察官認被告僅涉犯刑法第335條第1項之侵占罪，容有誤會。",
    "聲請簡易判決處刑意旨認被告所為係犯刑法第216條之罪，尚有未合。",
    "因認被告涉犯刑法第320條第1項之竊盜罪嫌。",
    "被告係犯刑法第320條第1項之竊盜罪嫌。",
    "被告所為尚不構成刑法第321條第1項第1款之罪。",
    "自難認被告上開所為，該當刑法第339條第1項之詐欺取財罪。",
    "其持有之低度行為，不另論以毒品危害防制條例第11條第2項之罪。",
    "按犯刑法第320條第1項之罪者，處五年以下有期徒刑。",
    "（二）按行為人係犯刑法第321條之罪者，仍屬一罪。",
    "此時應成立刑法第171條第1項之罪（最高法院00年度台上字第0000號判決意旨參照）。",
    "被告為累犯，應依刑法第47條第1項規定加重其刑。",
    "依刑法第55條規定，從一重處斷。",
    "爰依刑法第38條之1第1項前段規定宣告沒收。",
    "本件被告所犯刑法第277條第1項之罪，依同法第287條須告訴乃論。",
    "雖亦構成森林法第50條之罪，惟依法規競合不另論罪。",
    "辯護人辯稱被告係犯刑法第276條之過失致死罪等語。",
    "倘其明知為贓物，即應成立刑法第349條第1項之罪。",
    "如行為人僅出借帳戶，未參與提領，則應論以刑法第30條之幫助犯及刑法第339條第1項之罪。",
    "被告被訴於某日觸犯刑法第320條第1項、第161條之罪，追訴權時效業已完成。",
    "茲比較被告所違犯之著作權法第91條第1項之構成要件。",
    "是其亦不因此構成任何犯罪，遑論該當刑法第339條第1項之詐欺取財罪、第342條之背信罪。",
    "是違反證券交易法第171條第1項及第2項犯行之犯罪所得，始得沒收。",
    "員警亦填製違反刑法第185條之3案件測試紀錄表。",
    "本件與單純之初犯毒品危害防制條例第10條之罪有別。",
    "被告既於五年內再犯，仍應依毒品危害防制條例第10條之規定處罰之。",
    "被告二人均為共同正犯，應依刑法第28條論以共同正犯。",
    "被告先後多次犯行，為連續犯，應依修正前刑法第56條之規定論以一罪。",
    "被告構成刑法第47條第1項之累犯。",
    "被告前曾觸犯刑法第320條第1項之竊盜罪，經判處有期徒刑確定。",
    "本院前案判決認定其係犯刑法第320條第1項之竊盜罪確定。",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FINDS)
def test_offences_that_the_court_finds(text: str, expected: list[str]) -> None:
    assert names(read(f"一、事證明確。{text}爰審酌一切情狀。").offence) == expected


@pytest.mark.parametrize("text", REJECTS)
def test_what_the_court_rejects_denies_explains_or_applies_beside(text: str) -> None:
    assert names(read(f"一、事證明確。{text}爰審酌一切情狀。").offence) == []


def test_a_semicolon_ends_an_enumeration() -> None:
    text = "核被告所為，係犯修正前刑法第320條第1項之竊盜罪；刑法第321條於行為後提高罰金。"
    assert names(read(text).offence) == ["刑法第320條第1項"]


TEXT = """臺灣甲地方法院刑事判決
主　文
王大明犯竊盜罪，處拘役貳拾日。
理　由
一、核被告所為，係犯刑法第320條第1項之竊盜罪，應依刑法第4
    7條第1項加重其刑。
二、據上論斷，應依刑事訴訟法第299條第1項前段，判決如主文。
中華民國112年3月4日
刑事庭　法　官　李四平
附錄本案論罪科刑法條：
中華民國刑法第320條（普通竊盜罪）
意圖為自己或第三人不法之所有，而竊取他人之動產者，為竊盜罪。
前二項之未遂犯罰之。
刑法第321條第1項、第28條
犯前條第一項、第二項之罪而有下列情形之一者，處六月以上五年以下有期徒刑。
附件：起訴書 核被告所為，係犯刑法第321條之罪嫌。據上論斷，應依刑法第1條，判決如主文。
"""


def test_places_of_a_whole_judgment() -> None:
    text = compact(TEXT)
    body = (text.text.index("理由"), text.text.index("中華民國112年"))
    appendix = (text.text.index("附錄"), text.text.index("附件"))
    read_back = applied_statutes(text, body=body, appendix=[appendix])
    assert [(str(s.citation), s.where, s.procedural) for s in read_back.statutes] == [
        ("刑法第320條第1項", ("offence",), False),
        ("刑事訴訟法第299條第1項", ("concluding",), True),
        ("刑法第320條", ("appendix",), False),
        ("刑法第321條第1項", ("appendix",), False),
        ("刑法第28條", ("appendix",), False),
    ]
    assert [str(s.citation) for s in read_back.labels] == ["刑法第320條第1項", "刑事訴訟法第299條第1項"]
    assert not read_back.procedural_only
    assert TEXT[slice(*read_back.statutes[1].citation.span)] == "刑事訴訟法第299條第1項"
    assert read_back.listed is None


def test_procedural_only_is_said_and_the_appendix_is_no_label() -> None:
    text = compact("據上論斷，應依刑事訴訟法第299條第1項，判決如主文。附錄法條：刑法第320條")
    read_back = applied_statutes(
        text, body=(0, text.text.index("附錄")), appendix=[(text.text.index("附錄"), len(text.text))]
    )
    assert read_back.procedural_only
    assert [(str(s.citation), s.is_label) for s in read_back.statutes] == [
        ("刑事訴訟法第299條第1項", True),
        ("刑法第320條", False),
    ]
    assert not AppliedStatutes().procedural_only


def test_each_provision_stands_once_with_all_its_places() -> None:
    text = "核被告所為，係犯刑法第320條第1項之竊盜罪。四、應適用之法條：刑法第320條第1項、修正前刑法第41條、刑法第41條。據上論斷，應依刑法第320條第1項，判決如主文。"
    found = {(str(s.citation), s.citation.version): s.where for s in read(text).statutes}
    assert found == {
        ("刑法第320條第1項", None): ("concluding", "offence", "list"),
        ("刑法第41條", "former"): ("list",),
        ("刑法第41條", None): ("list",),
    }


PIECES = st.sampled_from(
    [*(text for text, _ in FINDS), *REJECTS, "據上論斷，應依", "刑法第320條", "刑事訴訟法第299條第1項", "，判決如主文。", "四、應適用之法條：", "。", "；", "（", "附錄法條：", "\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=20).map("".join), st.data())
def test_any_text_is_read_without_error_and_in_order(text: str, data: st.DataObject) -> None:
    whole = len(compact(text).text)
    low = data.draw(st.integers(0, whole))
    read_back = applied_statutes(compact(text), body=(0, low), appendix=[(low, whole)])
    spans = [s.citation.span for s in read_back.statutes]
    assert spans == sorted(spans)
    for statute in read_back.statutes:
        assert statute.where and set(statute.where) <= set(PLACES)
        assert statute.is_label is bool(set(statute.where) & set(LABEL_PLACES))
        assert 0 <= statute.citation.span[0] < statute.citation.span[1] <= len(text)
    for citations in (read_back.concluding or (), read_back.listed or (), read_back.offence):
        keys = [(*c.key(), c.version) for c in citations]
        assert all(one != other for one, other in pairwise(keys))


def test_what_real_courts_find_is_what_they_conclude_with(shared: Path) -> None:
    """An independent check: where the concluding sentence or list names more than procedure, it holds nearly every offence found."""
    from builders.parse.judgment import parse_judgment
    from builders.parse.judgment_file import read_judgment_file
    from legal_metrics.jurisdictions.tw import JURISDICTION

    held = found = none = judgments = 0
    for path in sorted((shared / "corpora" / "tw" / "judgments" / "jrf").rglob("*.json")):
        applied = parse_judgment(dict(read_judgment_file(path.read_bytes()).raw or {})).applied
        judgments += 1
        none += applied.concluding is None and applied.listed is None
        cited = (*(applied.concluding or ()), *(applied.listed or ()))
        if any(JURISDICTION.kind(citation) == "offence" for citation in cited):
            named = {citation.key("article") for citation in cited}
            found += len(applied.offence)
            held += sum(citation.key("article") in named for citation in applied.offence)
    assert (judgments, none) == (419, 0)
    assert found > 400
    assert held / found > 0.97  # the rest was read: offences that the concluding sentence leaves out


_DIFFERENCES = {
    ("刑法", "1-1"): "刑法施刑法 taken for 刑法",
    ("公司法", "74"): "同法 where no law was named, taken for 公司法",
    ("公司法", "93"): "同法 where no law was named, taken for 公司法",
}


def test_cited_articles_of_q2d_are_those_that_its_makers_list(shared: Path) -> None:
    """Fraud and forgery, 100 judgments without white space: each article that the makers list and we do not is of a known kind."""
    import ast

    from legal_metrics.extract.statutes import extract_statutes
    from legal_metrics.jurisdictions.tw import statutes

    registry = statutes()
    folder = shared / "corpora" / "tw" / "judgments" / "q2d"
    listed = missed = 0
    for name, key in (("fraud", "judgement"), ("forgery", "judgment")):
        for row in json.loads((folder / f"{name}_query_corpus_50.json").read_text(encoding="utf-8")):
            related = row["relatedIssues"]
            related = ast.literal_eval(related) if isinstance(related, str) else related
            expected = {
                (law.name if (law := registry.resolve(r["lawName"])) else r["lawName"], r["issueRef"]) for r in related
            }
            cited = {(c.law, c.article) for c in extract_statutes(row[key])}
            for law, article in expected - cited:
                missed += 1
                kind = _DIFFERENCES.get((law, article), "inserted articles between the ends of 第164條至第170條")
                inserted = law == "刑事訴訟法" and "-" in article and 164 < int(article.partition("-")[0]) < 170
                assert inserted or not kind.startswith("inserted"), (law, article)
            listed += len(expected)
    assert listed > 800
    assert missed == 51
