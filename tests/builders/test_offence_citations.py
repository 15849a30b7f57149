"""What is a finding of the court and what only looks like one. The texts are our own; expected values were read off by hand."""

from __future__ import annotations

import time

import pytest

from builders.parse.offence_citations import offence_citations
from legal_metrics.extract.statutes import extract_statutes


def found(text: str) -> list[str]:
    return [str(c) for c in offence_citations(text, extract_statutes(text), 0)]


@pytest.mark.parametrize(
    "text",
    [
        # supposed or asked, not found
        "假設被告確有此意，則應成立刑法第339條第1項之罪。",
        "果若被告有此認識，固應該當刑法第349條第1項之贓物罪，然查無此情。",
        "縱使被告有過失，亦僅構成刑法第284條之過失傷害罪，而告訴業已撤回。",
        "其行為究係成立刑法第339條第1項之詐欺罪或第335條第1項之侵占罪，應先審究。",
        "是否構成刑法第310條第2項之加重誹謗罪，應視行為人有無惡意。",
        # accused of
        "被告經起訴觸犯刑法第309條第1項之公然侮辱罪，依同法第314條須告訴乃論。",
        "是本件被告所觸犯之刑法第277條第1項之罪，須告訴乃論。",
        # other judgments
        "被告曾因觸犯刑法第320條第1項之竊盜罪經判刑確定。",
        "臺灣甲地方法院判決認定被告係犯刑法第320條第1項之竊盜罪，業已確定在案。",
        "乙法院另案判決認被告係犯刑法第320條第1項之罪，與本件無涉。",
        # the law explained
        "是犯銀行法第125條第1項之罪，在偵查中自白者，減輕其刑。",
        # a breach of duty
        "被告自有違反道路交通安全規則第94條第3項之過失。",
        # the general part
        "被告以一行為觸犯數罪名，應依刑法第55條論以一重罪。",
        "被告二人就上開犯行，應論以刑法第28條之共同正犯。",
    ],
)
def test_no_finding(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("核被告如附表編號1所為，係犯刑法第320條第1項之罪；如附表編號2所為，則係犯刑法第354條之毀損罪。", ["刑法第320條第1項", "刑法第354條"]),
        ("核被告所為，係犯刑法第277條第1項之傷害罪，尚非同法第278條第1項之重傷害罪。", ["刑法第277條第1項"]),
        ("核被告所為，係犯刑法第277條第1項之傷害罪，而不構成同法第278條第1項之重傷害罪。", ["刑法第277條第1項"]),
        ("核被告所為，係犯刑法第320條第1項之竊盜罪，更無成立同法第321條第1項之餘地。", ["刑法第320條第1項"]),
        ("核被告所為，係犯刑法第320條第1項之竊盜罪【檢察官當庭更正，起訴書原載刑法第321條】及同法第354條之毀損罪。", ["刑法第320條第1項", "刑法第354條"]),
        ("核被告所為，係犯刑法第320條第1項（既遂部分）、第3項（未遂部分）之竊盜罪。", ["刑法第320條第1項", "刑法第320條第3項"]),
        ("核其所為，係犯行為時（即修正前）刑法第339條第1項之詐欺取財罪。", ["刑法第339條第1項"]),
        ("檢察官雖認被告係犯刑法第321條第1項第3款之罪，但扣案物無從認定為兇器，本院認被告係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
        ("公訴人固認被告構成刑法第339條第1項之罪，惟被告並無詐術，應僅成立刑法第335條第1項之侵占罪。", ["刑法第335條第1項"]),
        ("被告之行為，應僅構成刑法第349條第1項之贓物罪，公訴意旨認係犯同法第320條第1項之竊盜罪，即有誤會。", ["刑法第349條第1項"]),
        ("核被告所為，係犯刑法第284條前段之罪，其違反道路交通安全規則第94條第3項，自有過失。", ["刑法第284條"]),
        ("公訴意旨雖認就甲部分係犯刑法第321條之罪，然無兇器，應僅成立刑法第320條之罪；就乙部分，係犯刑法第354條之罪。", ["刑法第320條", "刑法第354條"]),
        ("倘若被告所辯屬實，自不成立犯罪，惟其所辯不足採，核其所為，係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項"]),
    ],
)  # fmt: skip
def test_a_finding_beside_what_is_none(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_time_grows_with_the_text_alone() -> None:
    """Brackets that never close, conditions and concessions without end: a quadratic reading would take minutes."""
    for piece in ("（係犯刑法第320條", "若，然，雖係犯刑法第320條、", "縱，亦如，則依刑法第320條", "惟，然公訴意旨認係犯刑法第320條；"):
        text = piece * 4_000
        cited = extract_statutes(text)
        start = time.perf_counter()
        offence_citations(text, cited, 0)
        assert time.perf_counter() - start < 10, piece
