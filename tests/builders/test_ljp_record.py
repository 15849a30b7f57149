"""builders.tasks.ljp: judgment to record, and the one reason for each that is left out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ljp_sources import judgment

from builders.pipeline import Drop
from builders.profiles import PROFILES, Profile
from builders.quality.validation import validate
from builders.sources import SourceItem
from builders.tasks import ljp
from builders.tasks.reasons import REASONS

PAPER = PROFILES["paper"]
CANARY = "00000000-0000-4000-8000-000000000000"


def item(raw: Any, name: str = "a.json") -> SourceItem:
    return SourceItem(name, json.dumps(raw, ensure_ascii=False).encode())


def build(raw: dict[str, str], profile: Profile = PAPER) -> dict[str, Any] | Drop:
    step: Any = ljp.read(item(raw))
    if not isinstance(step, Drop):
        step = ljp.select(step, profile)
    if isinstance(step, Drop):
        return step
    record = ljp.make_record(step, profile, source_id="tw-judgments", canary=CANARY)
    return record if isinstance(record, Drop) else ljp.check_record(step, record)


def record(raw: dict[str, str], profile: Profile = PAPER) -> dict[str, Any]:
    made = build(raw, profile)
    assert not isinstance(made, Drop), str(made)
    return made


def test_a_whole_record() -> None:
    raw = judgment(7)
    made = record(raw)
    assert validate(made, "ljp") == []
    assert made["id"] == "tw-ljp-TPDM-110-易-7-20210304-1"
    assert made["case_id"] == "臺灣臺北地方法院110年度易字第7號刑事判決"
    assert (made["court"], made["year"], made["date"], made["case_word"], made["number"]) == ("臺灣臺北地方法院", 2021, "2021-03-04", "易", 7)
    assert (made["form"], made["cause"], made["charges"]) == ("判決", "竊盜", ["竊盜"])
    assert made["main_text"] == "甲○○犯竊盜罪，處拘役貳拾日，如易科罰金，以新臺幣壹仟元折算壹日。"
    assert made["facts"].startswith("一、甲○○於民國109年5月6日，在某處見")
    assert made["facts"].endswith("\n二、案經乙○○訴由警察局報告檢察官偵查起訴。")
    assert made["reasons"].endswith("刑法第320條第1項，判決如主文。")
    cited = [(one["law"], one["article"], one["paragraph"], one["where"], one["procedural"]) for one in made["statutes"]]
    assert cited == [("刑法", "320", 1, ["concluding", "offence"], False), ("刑事訴訟法", "299", 1, ["concluding"], True)]
    outcome = made["outcomes"][0]
    assert (outcome["defendant"], outcome["name"], outcome["verdict"], outcome["charges"]) == (1, "甲○○", "guilty", ["竊盜"])
    assert [count["detention_days"] for count in outcome["counts"]] == [20]
    assert made["n_defendants"] == 1
    assert made["flags"] == {"facts_cite_statutes": False, "main_text_needs_table": False, "facts_and_reasons_merged": False}
    assert made["provenance"]["sha256"] == hashlib.sha256(item(raw).data).hexdigest()
    assert made["provenance"]["masked"] == {
        "persons": 2,
        "names": 5,
        "identity_numbers": 0,
        "accounts": 0,
        "phones": 0,
        "birth_dates": 0,
        "addresses": 0,
    }


def test_year_is_that_of_the_date_and_the_title_keeps_the_docket_year() -> None:
    made = record(judgment(7, year=109, date="20210104"))
    assert made["year"] == 2021
    assert "109年度" in made["case_id"]


def test_several_outcomes_and_groups() -> None:
    text = "王大明犯竊盜罪，共貳罪，各處有期徒刑參月，應執行有期徒刑伍月。緩刑貳年。被訴詐欺部分無罪。"
    made = record(judgment(7, main_text=text))
    guilty, not_guilty = made["outcomes"]
    assert [count["imprisonment_months"] for count in guilty["counts"]] == [3, 3]
    assert guilty["groups"][0]["counts"] == [0, 1]
    assert guilty["executed"]["imprisonment_months"] == 5
    assert guilty["probation_months"] == 24
    assert (not_guilty["verdict"], not_guilty["counts"]) == ("not_guilty", [])


def test_reduced_penalties() -> None:
    made = record(judgment(7, main_text="王大明犯竊盜罪，處有期徒刑捌月，減為有期徒刑肆月。"))
    count = made["outcomes"][0]["counts"][0]
    assert (count["imprisonment_months"], count["reduced_to"]["imprisonment_months"]) == (8, 4)
    assert "reduced_to" not in count["reduced_to"]


def test_facts_that_cite_a_statute_are_flagged() -> None:
    facts = "一、王大明前因違反毒品危害防制條例第10條第1項案件，經法院判處有期徒刑參月確定，仍不知悔改，復為本件竊盜犯行，竊取他人之物後離去現場。"
    assert record(judgment(7, facts=facts))["flags"]["facts_cite_statutes"] is True


def test_merged_sections_only_where_they_are_allowed() -> None:
    raw = judgment(7, sections=("主文", "事實及理由"), kind="刑事簡易判決", word="簡")
    assert isinstance(build(raw), Drop)
    made = record(raw, replace(PAPER, allow_merged=True))
    assert made["facts"] == made["reasons"]
    assert made["flags"]["facts_and_reasons_merged"] is True
    assert (made["form"], made["case_id"]) == ("簡易判決", "臺灣臺北地方法院110年度簡字第7號刑事簡易判決")


@pytest.mark.parametrize(
    ("reason", "raw"),
    [
        ("not_criminal", judgment(7, code="TPDV")),
        ("third_instance", judgment(7, code="TPSM")),
        ("second_instance", judgment(7, code="TPHM")),
        ("second_instance", judgment(7, word="簡上")),
        ("second_instance", judgment(7, word="交簡上")),
        ("retrial", judgment(7, word="再")),
        ("ruling", judgment(7, kind="刑事裁定")),
        ("bad_date", judgment(7, date="20210231")),
        ("year_out_of_range", judgment(7, date="20120304", year=101)),
        ("year_out_of_range", judgment(7, date="20250304", year=114)),
        ("no_main_text", judgment(7, sections=("事實", "理由"))),
        ("facts_and_reasons_merged", judgment(7, sections=("主文", "事實及理由"))),
        ("no_facts_section", judgment(7, sections=("主文", "理由"))),
        ("no_reasons_section", judgment(7, sections=("主文", "事實"))),
        ("unreadable_main_text", judgment(7, main_text="如附件所載，別無其他應記載之事項。")),
        ("unreadable_main_text", judgment(7, main_text="王大明犯如附表一所示之罪，各處如附表一所示之刑。")),
        ("too_short_main_text", judgment(7, main_text="王大明無罪。", conclusion="據上論斷，應依刑法第320條第1項，判決如主文。")),
        ("too_short_facts", judgment(7, facts="王大明竊取財物。")),
        ("procedural_only", judgment(7, main_text="王大明被訴竊盜部分無罪，其餘公訴不受理。")),
    ],
)
def test_each_judgment_is_left_out_for_one_reason(reason: str, raw: dict[str, str]) -> None:
    if reason == "procedural_only":
        raw = raw | {"JFULL": raw["JFULL"].replace("二、核被告所為，係犯刑法第320條第1項之竊盜罪。", "二、犯罪不能證明。").replace("前段，刑法第320條第1項", "前段")}
    drop = build(raw)
    assert isinstance(drop, Drop)
    assert drop.reason == reason, str(drop)
    assert drop.id == raw["JID"]
    assert drop.detail
    assert drop.reason in REASONS


def test_no_statutes() -> None:
    raw = judgment(7)
    full = raw["JFULL"].replace("係犯刑法第320條第1項之竊盜罪", "係犯竊盜罪").replace("應依刑事訴訟法第299條第1項前段，刑法第320條第1項，", "")
    drop = build(raw | {"JFULL": full})
    assert isinstance(drop, Drop)
    assert drop.reason == "no_statutes"


def test_too_short_reasons() -> None:
    drop = build(judgment(7), replace(PAPER, min_reasons=100_000))
    assert isinstance(drop, Drop)
    assert (drop.reason, "allowed at least 100000" in drop.detail) == ("too_short_reasons", True)


def test_cause_of_the_header_where_the_title_is_empty() -> None:
    raw = judgment(7, title="違反商標法等")
    assert record(raw | {"JTITLE": ""})["cause"] == "商標法"
    nameless = raw["JFULL"].replace("因違反商標法等案件，", "")
    drop = build(raw | {"JTITLE": "", "JFULL": nameless})
    assert isinstance(drop, Drop)
    assert drop.reason == "no_cause"


def test_a_record_that_breaks_the_schema_is_dropped_with_its_path() -> None:
    raw = judgment(7)
    drop = build(raw | {"JNO": "7之1"})
    assert isinstance(drop, Drop)
    assert drop.reason == "invalid_record"
    assert "/number: found '7之1', allowed integer" in drop.detail


@pytest.mark.parametrize(
    ("reason", "data", "words"),
    [
        ("unreadable_json", b"", "no bytes"),
        ("unreadable_json", b'{"JID": "TPDM', "broken_json"),
        ("unreadable_json", '{"JFULL": "主文"}'.encode("big5"), "Big5"),
        ("unreadable_json", '{"JFULL": "主文"}'.encode("utf-16"), "UTF-16"),
        ("not_a_judgment", b"[]", "a list of 0 values"),
        ("not_a_judgment", b'{"title": "x"}', "JFULL"),
        ("not_a_judgment", b'{"JFULL": "x"}', "JID"),
        ("not_a_judgment", b'{"error": "x"}', "api_error"),
        ("not_a_judgment", b'{"JID": "TPDM,110,x,7,20210304,1", "JFULL": ""}', "empty"),
    ],
)
def test_files_that_are_no_judgment(reason: str, data: bytes, words: str) -> None:
    drop = ljp.read(SourceItem("202103/a.json", data))
    assert isinstance(drop, Drop)
    assert drop.reason == reason
    assert "202103/a.json" in str(drop)
    assert words in str(drop)


def test_other_files_are_counted() -> None:
    drop = ljp.read(SourceItem("notes.txt", b"", "not a .json file"))
    assert isinstance(drop, Drop)
    assert (drop.reason, drop.detail) == ("other_file", "not a .json file")


def test_the_nested_form_of_the_api_gives_the_same_record() -> None:
    raw: dict[str, Any] = dict(judgment(7))
    nested = {key: value for key, value in raw.items() if key != "JFULL"}
    nested["JFULLX"] = {"JFULLTYPE": "text", "JFULLCONTENT": raw["JFULL"], "JFULLPDF": ""}
    flat, deep = record(raw), record(nested)
    flat["provenance"]["sha256"] = deep["provenance"]["sha256"] = ""
    assert flat == deep


def test_the_input_is_left_as_it_is() -> None:
    raw = judgment(7)
    before = dict(raw)
    record(raw)
    assert raw == before


def test_every_reason_is_described_once() -> None:
    assert all(REASONS.values())


def test_real_judgments_read_again_from_their_released_main_text(shared: Path) -> None:
    """The reference must be what scoring reads in the released 主文: masking and unwrapping change no verdict and no penalty."""
    from builders.sources import open_source
    from legal_metrics.extract.main_text import parse_main_text

    profile = replace(PAPER, years=(2005, 2024), allow_merged=True)
    kept = differing = 0
    for source_item in open_source(shared / "corpora" / "tw" / "judgments" / "jrf" / "201102"):
        source = ljp.read(source_item)
        assert not isinstance(source, Drop)
        selected = ljp.select(source, profile)
        if isinstance(selected, Drop) or source.judgment.needs_table:
            continue
        made = ljp.make_record(selected, profile, source_id="x", canary=CANARY)
        if isinstance(made, Drop):
            continue
        kept += 1
        again = [ljp._outcome(outcome, {}) for outcome in parse_main_text(made["main_text"]).outcomes]
        fields = ("verdict", "counts", "executed", "probation_months", "groups")
        differing += [[o[f] for f in fields] for o in again] != [[o[f] for f in fields] for o in made["outcomes"]]
    assert kept > 20
    assert differing == 0
