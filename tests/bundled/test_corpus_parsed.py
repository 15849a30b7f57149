"""The parser against the labels of the bundled corpus: what the case texts intended is what is read, and what is kept or dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundled_cases import BundledCase

from builders.accuracy.judgments import measure_judgments
from builders.profiles import PROFILES
from builders.sources.items import SourceItem
from builders.tasks import ljp
from builders.tasks.reasons import REASONS

# Offence citations that the parser reads otherwise, each with the construction that it meets. Empty is the aim.
KNOWN_OFFENCE_DIFFERENCES = {
    "TPDM,112,金訴,90504,20230427,1": "公訴意旨認應成立…之罪，尚有誤會 is taken for the court's own 應成立",
    "CTDM,107,金訴,90511,20181213,1": "不能證明 stands before 核被告所為 in the same sentence and is taken to deny it",
}


def test_accuracy_is_complete(bundled_folder: Path) -> None:
    accuracy = measure_judgments(bundled_folder / "labels.jsonl", bundled_folder / "judgments")
    assert accuracy.labels >= 140 and accuracy.absent == []
    tally = accuracy.tally
    assert {name: entry.ids for name, entry in tally.fields.items() if entry.ids} == {}
    assert {name: entry.cases for name, entry in tally.citations.items() if entry.cases} == {}
    assert tally.fields["verdict per defendant"].n > 180 and tally.citations["statutes"].expected > 900


@pytest.fixture(scope="session")
def parsed(bundled: list[BundledCase]) -> dict[str, ljp.SourceJudgment]:
    out = {}
    for case in bundled:
        source = ljp.read(SourceItem(case.path, json.dumps(case.record, ensure_ascii=False).encode()))
        assert isinstance(source, ljp.SourceJudgment), case.jid
        out[case.jid] = source
    return out


def test_selection(bundled: list[BundledCase], parsed: dict[str, ljp.SourceJudgment]) -> None:
    profile = PROFILES["paper"]
    for case in bundled:
        result: Any = ljp.select(parsed[case.jid], profile)
        if isinstance(result, ljp.SourceJudgment):
            result = ljp.make_record(result, profile, source_id="bundled", canary="")
        reason = result.reason if hasattr(result, "reason") else None
        assert reason is None or reason in REASONS
        assert reason == case.label["drop_reason"], case.jid


def test_offences(bundled: list[BundledCase], parsed: dict[str, ljp.SourceJudgment]) -> None:
    keys = ("law", "article", "paragraph", "subparagraph", "item")
    differing = set()
    for case in bundled:
        applied = parsed[case.jid].judgment.applied
        found = {tuple(getattr(s.citation, key) for key in keys) for s in applied.statutes if "offence" in s.where}
        if found != {tuple(c[key] for key in keys) for c in case.label["statutes_offence"]}:
            differing.add(case.jid)
    assert differing <= set(KNOWN_OFFENCE_DIFFERENCES)
