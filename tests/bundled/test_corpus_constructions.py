"""Every construction that the corpus is meant to hold stands in it at least once; and labels read by hand from the printed texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from bundled_cases import BundledCase

Predicate = Callable[[BundledCase], bool]


def _main(case: BundledCase) -> str:
    return "".join(case.section("main_text").split())


def _verdicts(case: BundledCase) -> set[str]:
    return {outcome["verdict"] for outcome in case.label["outcomes"]}


def _groups(case: BundledCase) -> list[list[dict[str, Any]]]:
    return [outcome.get("groups", []) for outcome in case.label["outcomes"]]


def _in_main(pattern: str) -> Predicate:
    return lambda case: re.search(pattern, _main(case)) is not None


def _in_text(pattern: str) -> Predicate:
    return lambda case: re.search(pattern, case.text) is not None


def _tail(case: BundledCase) -> str:
    """What stands behind the last section: signature, appendix, tables."""
    return case.text[max([0, *(span[1] for span in case.label["sections"].values() if isinstance(span, list))]) :]


def _kept(predicate: Predicate) -> Predicate:
    return lambda case: bool(case.label["keep"]) and predicate(case)


def _dropped(reason: str) -> Predicate:
    return lambda case: bool(case.label["drop_reason"] == reason)


def _procedural_only(case: BundledCase) -> bool:
    return bool(case.label["statutes"]) and all(c["law"] == "刑事訴訟法" for c in case.label["statutes"])


CONSTRUCTIONS: dict[str, Predicate] = {
    # what is filtered
    "second instance by case word": _dropped("second_instance"),
    "original judgment set aside": lambda case: bool(case.label.get("original_set_aside")),
    "appeal dismissed with 緩刑": lambda c: any(
        o["verdict"] == "appeal_dismissed" and o["probation_months"] for o in c.label["outcomes"]
    ),
    "ruling": _dropped("ruling"),
    "retrial": _dropped("retrial"),
    "summary judgment with one heading": lambda c: (
        c.label["form"] == "簡易判決" and bool(c.label["sections"].get("merged"))
    ),
    "judgment with one heading": lambda c: c.label["form"] == "判決" and bool(c.label["sections"].get("merged")),
    "plea bargain": _in_text("協商程序"),
    "year before the profile": lambda c: c.label["drop_reason"] == "year_out_of_range" and c.record["JDATE"] < "2013",
    "year after the profile": lambda c: c.label["drop_reason"] == "year_out_of_range" and c.record["JDATE"] > "2025",
    "facts too short": _dropped("too_short_facts"),
    "procedural articles only, offence nowhere": _dropped("procedural_only"),
    "free of 主文 and of line breaks": lambda c: c.label["sections"]["main_text"] is None and "\n" not in c.text,
    # verdicts
    "免訴": lambda c: "exempt_from_prosecution" in _verdicts(c),
    "公訴不受理": lambda c: "case_dismissed" in _verdicts(c) and not c.label["keep"],
    "自訴不受理": _in_main("自訴不受理"),
    "管轄錯誤": lambda c: any(o.get("other_kind") == "wrong_jurisdiction" for o in c.label["outcomes"]),
    "免刑": _kept(lambda c: "exempt_from_punishment" in _verdicts(c)),
    "pure acquittal": lambda c: _verdicts(c) == {"not_guilty"},
    "acquittal with a measure": _in_main("無罪。令入相當處所，施以監護"),
    "one defendant acquitted, another convicted": _kept(
        lambda c: {o["defendant"] for o in c.label["outcomes"] if o["verdict"] == "not_guilty"} == {2}
    ),
    "one defendant convicted and acquitted in part": _kept(
        lambda c: [o["verdict"] for o in c.label["outcomes"]] == ["guilty", "not_guilty"] and c.label["defendants"] == 1
    ),
    "part dismissed": _kept(lambda c: {"guilty", "case_dismissed"} == _verdicts(c)),
    "不另為無罪之諭知": _kept(_in_text("不另為無罪")),
    # penalties
    "life, rights deprived for life": lambda c: any(
        p["life"] and p.get("civil_rights_deprived_life") for o in c.label["outcomes"] for p in o["counts"]
    ),
    "褫奪公權 for years": lambda c: any(
        p["civil_rights_deprived_months"] for o in c.label["outcomes"] for p in o["counts"]
    ),
    "拘役": _kept(_in_main("處拘役")),
    "fine alone": _kept(_in_main("處罰金新臺幣")),
    "併科罰金, 易服勞役": _kept(_in_main("併科罰金新臺幣.{1,12}罰金如易服勞役")),
    "executed fine": lambda c: any(o["executed"] and o["executed"]["fine_twd"] for o in c.label["outcomes"]),
    "應執行 of imprisonment": _kept(_in_main("應執行有期徒刑")),
    "應執行 of detention": _kept(_in_main("應執行拘役")),
    "有期徒刑部分應執行": _in_main("有期徒刑部分應執行"),
    "two groups, each with its 應執行": lambda c: any(
        len(g) == 2 and all(x["executed"] for x in g) for g in _groups(c)
    ),
    "two groups, each with its 應執行 and its 緩刑": lambda c: any(
        len(g) == 2 and all(x["executed"] and x["probation_months"] for x in g) for g in _groups(c)
    ),
    "two 緩刑 without 應執行": lambda c: any(len(g) == 2 and not any(x["executed"] for x in g) for g in _groups(c)),
    "應執行 of some counts only": lambda c: any(
        sum(len(x["counts"]) for x in g) < len(o["counts"])
        for o, g in zip(c.label["outcomes"], _groups(c), strict=True)
        if g
    ),
    "減為": lambda c: any(p["reduced_to"] for o in c.label["outcomes"] for p in o["counts"]),
    "又N日": lambda c: any(p.get("imprisonment_days") for o in c.label["outcomes"] for p in o["counts"]),
    "共N罪，各處": _kept(_in_main("共.罪，各處")),
    "均處": _in_main("均處有期徒刑"),
    "各處 for two defendants": lambda c: bool(re.search("、.{2,4}共同犯.{2,16}各處", _main(c))),
    "formal numerals": _kept(_in_main("有期徒刑[壹貳參肆伍陸柒捌玖拾]")),
    "Arabic numerals": _kept(_in_main("(?:有期徒刑|拘役)[0-9]")),
    "plain numerals": _kept(_in_main("有期徒刑[一二三四五六]")),
    "叁": _in_main("叁"),
    "U+E372 for 3": _in_main("\ue372"),
    "a rate in 銀元": _in_main("以銀元.佰元即新臺幣玖佰元折算壹日"),
    "沒收 and 追徵": _kept(_in_main("犯罪所得新臺幣.{1,12}元沒收，於全部或一部不能沒收")),
    "payment to 公庫": _kept(_in_main("向公庫支付")),
    "義務勞務": _kept(_in_main("小時之義務勞務")),
    "調解條款": _kept(_in_main("調解(?:條款|筆錄)")),
    "法治教育": _kept(_in_main("法治教育")),
    "累犯": _kept(_in_main("累犯，處")),
    "沒收銷燬": _kept(_in_main("沒收銷燬")),
    "articles in the crime's name": _kept(_in_main("洗錢防制法第十四條第一項之洗錢罪")),
    # parties
    "a company fined": _kept(_in_main("公司.{4,60}科罰金")),
    "three defendants": _kept(lambda c: c.label["defendants"] == 3),
    "four defendants": _kept(lambda c: c.label["defendants"] == 4),
    "a Latin name": _in_text("NGUYEN"),
    "a name with a middle dot": _in_text("・"),
    "masked names": _in_main("甲○○"),
    "private prosecution": _in_text("自　訴　人"),
    # tables
    "penalties in a box table": lambda c: (
        any(o.get("counts_from_table") for o in c.label["outcomes"]) and "│" in _tail(c)
    ),
    "penalties in a one-line table": lambda c: (
        any(o.get("counts_from_table") for o in c.label["outcomes"]) and re.search("編號.{60,}", _tail(c)) is not None
    ),
    "two defendants in one cell": lambda c: re.search(r"│[^│]*月。[^│]+│", _tail(c)) is not None,
    "table before the appendix": lambda c: 0 < _tail(c).find("附表") < _tail(c).find("附錄"),
    "appendix before the table": lambda c: 0 < _tail(c).find("附錄") < _tail(c).find("附表"),
    # statutes
    "procedural articles only, offence in 核…係犯, with appendix": _kept(
        lambda c: _procedural_only(c) and bool(c.label["statutes_offence"]) and "附錄" in _tail(c)
    ),
    "a bracket that says so": _kept(_in_text("依刑事判決精簡原則")),
    "the bracket of point 159": lambda c: "應行注意事項第159點" in c.running,
    "a concluding sentence without 據上論斷": _kept(lambda c: "據上論" not in c.section("reasons")),
    "據上論結": lambda c: "據上論結" in c.running,
    "a list of statutes": lambda c: bool(c.label.get("statutes_list")),
    "a former version": lambda c: any(s.get("version") == "former" for s in c.label["statutes"] or []),
    "carry-over of law and article": _in_text("第38條之1第1項前段、第3項"),
    "citations in Chinese numerals": _in_text("第二百九十九條第一項前段"),
    "positional citations": _in_text("第三二○條"),
    "charged under another article": _kept(_in_text("變更起訴法條|起訴法條應予變更|變更法條")),
    "a rejected citation": _kept(_in_text("公訴意旨[^。]{6,80}(?:誤會|未洽|未合)")),
    # layout
    "CRLF": _in_text("\r\n"),
    "LF in a copy": lambda c: "\r\n" not in c.text and "\n" in c.text,
    "paragraphs joined, heading run on": _in_text("\n理由甲、"),
    "a blank for each line break": lambda c: "\n" not in c.text and " 主 文 " in re.sub(" +", " ", c.text),
    "the number on line 1": lambda c: "號" in c.text.splitlines()[0],
    "the number on line 2": lambda c: "號" not in c.text.splitlines()[0] and "號" in c.text.splitlines()[1],
    "blanks around digits": _in_text("第[0-9]{3} 條"),
    "no blanks around digits": _in_text("第[0-9]{3}條"),
    "a number split over lines": _in_text("[0-9]\r\n +[0-9]"),
    "a citation split over lines": _in_text("第\r\n *[0-9]+|[0-9]\r\n *條"),
    "U+3000": _in_text("\u3000"),
    "private-use item numbers": _in_text("\uf584"),
    "items (一)": _in_text("\n  \\(一\\)"),
    "items （一）": _in_text("\n（一）"),
    "items ㈠ behind a full-width blank": _in_text("\n\u3000㈠"),
    "masked numbers": _in_text("0000000000"),
    "HTML remnants": _in_text("&ZZZZ;"),
    "date line in half-width blanks": _in_text("中    華    民    國   10[3-7]"),
    "date line in full-width blanks": _in_text("中\u3000\u3000華\u3000\u3000民"),
    "date line in Chinese numerals": _in_text("國 +九十四"),
    "right-hand wording of old files": _in_text("右列被告"),
    "檢察署 of the court": _in_text("地方法院檢察署檢察官"),
    "檢察署 without the court": _in_text("地方檢察署檢察官"),
    "three judges": _in_text("審判長法"),
    "clerk behind the second date": _in_text("日\r\n\\s+書記官"),
    "clerk before the second date": _in_text("書記官.{2,6}\r\n中"),
    "以上正本": _in_text("以上正本證明與原本無異"),
    "上列正本": _in_text("上列正本證明與原本無異"),
    "右正本": _in_text("右正本證明與原本無異"),
    "an appended application": _in_text("【附件】"),
    "headings 事實 and 犯罪事實": _kept(_in_text(r"\n\s+事\s+實\r")),
    "the form of the API": lambda case: case.is_api_form,
    "near duplicate": lambda case: "near_duplicate_of" in case.label,
    "exact duplicate": lambda case: "exact_duplicate_of" in case.label,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_construction_is_there(name: str, bundled: list[BundledCase]) -> None:
    assert any(CONSTRUCTIONS[name](case) for case in bundled)


def test_headings_vary(bundled: list[BundledCase]) -> None:
    headings = {match[0] for case in bundled for match in re.finditer(r"(?m)^[ \u3000]+主[ \u3000]+文\b", case.text)}
    assert len(headings) >= 6


def test_main_texts_vary(bundled: list[BundledCase]) -> None:
    """With names, numbers and goods left out, hardly two 主文 of kept cases have the same wording."""
    seen: dict[str, str] = {}
    same = 0
    for case in bundled:
        if case.label["keep"]:
            shape = re.sub("[壹貳參肆伍陸柒捌玖拾佰仟萬0-9一二三四五六七八九十]+", "#", _main(case)[3:])
            same += shape in seen
            seen[shape] = case.jid
    assert same <= 12


# Read by hand from the printed 主文 (and tables), not from the case texts: penalties per defendant as (months, days of detention, fine),
# then what is executed and the probation in months.
BY_HAND: dict[str, list[tuple[int, str, list[tuple[int, int, int]], tuple[int, int, int] | None, int | None]]] = {
    "PCDM,109,審易,90004,20200915,1": [(1, "guilty", [(3, 0, 0), (2, 0, 0), (4, 0, 0)], (7, 0, 0), None)],
    "KSDM,110,審易,90003,20210622,1": [(1, "guilty", [(7, 0, 0), (8, 0, 0)], (13, 0, 0), None)],
    "HLDM,111,易,90006,20220428,1": [(1, "guilty", [(0, 20, 0)], None, 24)],
    "CYDM,112,易,90007,20230315,1": [(1, "guilty", [(0, 0, 8000)], None, None)],
    "CTDM,113,審易,90009,20240326,1": [(1, "guilty", [(4, 0, 0)], None, None), (1, "case_dismissed", [], None, None)],
    "TPDM,106,訴,90102,20170823,1": [
        (1, "guilty", [(14, 0, 0), (13, 0, 0)], (17, 0, 0), None),
        (2, "guilty", [(13, 0, 0)], None, 36),
    ],
    "TCDM,110,金訴,90103,20210914,1": [(1, "guilty", [(13, 0, 0), (14, 0, 0), (13, 0, 0)], (20, 0, 0), None)],
    "HLDM,112,易,90110,20230720,1": [(1, "guilty", [(8, 0, 0), (9, 0, 0), (2, 0, 0), (3, 0, 0)], (12, 0, 0), None)],
    "KLDM,107,易,90111,20180412,1": [
        (1, "guilty", [(5, 0, 0)], None, None),
        (2, "guilty", [(3, 0, 0)], None, None),
        (3, "guilty", [(0, 25, 0)], None, None),
    ],
    "PCDM,111,訴,90204,20221027,1": [
        (1, "guilty", [(8, 0, 0)], None, None),
        (2, "guilty", [(6, 0, 0)], None, None),
        (3, "guilty", [(6, 0, 0)], None, None),
        (4, "guilty", [(3, 0, 0)], None, None),
    ],
    "TCDM,106,交易,90302,20171026,1": [(1, "guilty", [(5, 0, 20000)], None, None)],
    "SCDM,104,交訴,90311,20150618,1": [(1, "guilty", [(4, 0, 0), (13, 0, 0), (0, 30, 0)], None, None)],
    "PCDM,106,訴,90403,20171228,1": [(1, "guilty", [(43, 0, 0), (44, 0, 0), (43, 0, 0), (45, 0, 0)], (56, 0, 0), None)],
    "TPDM,112,金訴,90504,20230427,1": [(1, "guilty", [(5, 0, 20000), (6, 0, 30000)], (9, 0, 40000), None)],
    "HLDM,112,金訴,90508,20230914,1": [(1, "guilty", [(7, 0, 50000)], None, None), (2, "not_guilty", [], None, None)],
    "KSDM,107,訴,90604,20180830,1": [
        (1, "guilty", [(2, 0, 0), (2, 0, 0), (2, 0, 0)], (5, 0, 0), None),
        (2, "guilty", [(0, 40, 0)], None, None),
    ],
    "ULDM,110,易,90706,20210930,1": [
        (1, "guilty", [(7, 0, 0), (4, 0, 0), (2, 0, 0)], (5, 0, 0), None),
        (1, "not_guilty", [], None, None),
    ],
    "TYDM,112,審易,90711,20230330,1": [(1, "guilty", [(6, 0, 0), (6, 0, 0), (2, 0, 0)], (10, 0, 0), None)],
    "ULDM,112,訴,91107,20240111,1": [
        (1, "guilty", [(14, 0, 0)], None, None),
        (2, "guilty", [(12, 0, 0)], None, 36),
        (3, "guilty", [(12, 0, 0)], None, 36),
    ],
    "TNDM,109,訴,91304,20200924,1": [(2, "guilty", [(6, 0, 0)], None, 36), (1, "guilty", [(0, 0, 150000)], None, None)],
    "TYDM,108,訴,91312,20190711,1": [
        (1, "guilty", [(13, 0, 0), (14, 0, 0), (2, 0, 0), (2, 0, 0)], (16, 0, 0), 36),
        (2, "guilty", [(12, 0, 0), (13, 0, 0)], (14, 0, 0), 36),
    ],
    "PCDM,100,易,90824,20111027,1": [
        (1, "guilty", [(3, 0, 0), (4, 0, 0)], (5, 0, 0), None),
        (2, "guilty", [(0, 40, 0)], None, 24),
    ],
}


@pytest.mark.parametrize("jid", BY_HAND)
def test_outcomes_read_by_hand(jid: str, bundled: list[BundledCase]) -> None:
    case = next(case for case in bundled if case.jid == jid)

    def figures(penalty: dict[str, Any]) -> tuple[int, int, int]:
        return penalty["imprisonment_months"] or 0, penalty["detention_days"] or 0, penalty["fine_twd"] or 0

    found = [
        (
            outcome["defendant"],
            outcome["verdict"],
            [figures(p) for p in outcome["counts"]],
            figures(outcome["executed"]) if outcome["executed"] else None,
            outcome["probation_months"],
        )
        for outcome in case.label["outcomes"]
    ]
    assert found == BY_HAND[jid]


def test_statutes_read_by_hand(bundled: list[BundledCase]) -> None:
    """Read from the printed sentence of TYDM,105,審易,90008: …第51條第5款、第38條之1第1項前段、第3項、第38條之2第2項."""
    case = next(case for case in bundled if case.jid == "TYDM,105,審易,90008,20161221,1")
    found = [tuple(c[k] for k in ("law", "article", "paragraph", "subparagraph")) for c in case.label["statutes"]]
    assert found == [
        ("刑事訴訟法", "273-1", 1, None),
        ("刑事訴訟法", "299", 1, None),
        ("刑法", "320", 1, None),
        ("刑法", "339-2", 1, None),
        ("刑法", "41", 1, None),
        ("刑法", "51", None, 5),
        ("刑法", "38-1", 1, None),
        ("刑法", "38-1", 3, None),
        ("刑法", "38-2", 2, None),
    ]
