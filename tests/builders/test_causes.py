"""builders.tasks.causes: one spelling for one cause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.tasks.causes import cause_of_header, normalise_cause

ALIASES = json.loads((Path(__file__).resolve().parents[2] / "builders" / "tasks" / "causes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("title", "cause"),
    [
        ("竊盜", "竊盜"),
        ("竊盜等", "竊盜"),
        ("違反毒品危害防制條例", "毒品危害防制條例"),
        ("違反毒品危害防制條例等", "毒品危害防制條例"),
        ("毒品危害防制條例等", "毒品危害防制條例"),
        ("選罷法等", "公職人員選舉罷免法"),
        ("違反公職人員選舉罷免法", "公職人員選舉罷免法"),
        ("強制罪", "強制"),
        ("妨害性自主罪", "妨害性自主"),
        ("家暴傷害罪", "家庭暴力傷害"),
        ("家庭暴力防治法之傷害", "家庭暴力傷害"),
        ("公共危險等案件", "公共危險"),
        ("台灣地區與大陸地區人民關係條例", "臺灣地區與大陸地區人民關係條例"),
        (" 過失\u3000傷害 ", "過失傷害"),
        ("組織犯罪防制條例", "組織犯罪防制條例"),
        ("參與犯罪", "參與犯罪"),
        ("", ""),
        ("等", ""),
    ],
)
def test_normalise(title: str, cause: str) -> None:
    assert normalise_cause(title) == cause


@given(st.text(alphabet="違反竊盜等罪案件之犯傷害 ", max_size=12))
def test_normalising_an_ending_twice_changes_nothing_more(title: str) -> None:
    once = normalise_cause(title)
    assert normalise_cause("違反" + once + "等") in (once, normalise_cause(once))
    assert not any(c.isspace() for c in once)


def test_aliases_lead_to_full_names_in_one_step() -> None:
    assert not set(ALIASES) & set(ALIASES.values())
    assert all(normalise_cause(short) == full and normalise_cause(full) == full for short, full in ALIASES.items())


@pytest.mark.parametrize(
    ("header", "cause"),
    [
        ("上列被告因竊盜案件，經檢察官提起公訴", "竊盜"),
        ("右列被告因違反商\r\n    標法等案件", "商標法"),
        ("判決如下", ""),
    ],
)
def test_header(header: str, cause: str) -> None:
    assert cause_of_header(header) == cause
