"""The citation benchmark runs on any texts and names its aim. No time is tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.statutes import main, mainland_texts, taiwan_texts
from legal_metrics.extract.statutes import extract_statutes

JUDGMENT = {"JID": "AAAM,110,易,7,20210304,1", "JFULL": "臺灣甲地方法院刑事判決\n核被告所為，係犯刑法第320條第1項之竊盜罪。\n"}


def test_it_prints_both_jurisdictions_and_gives_the_aim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tw").mkdir()
    (tmp_path / "tw" / "one.json").write_text(json.dumps(JUDGMENT), encoding="utf-8")
    (tmp_path / "cn.jsonl").write_text(json.dumps({"body": "依照刑法第二百六十四条"}) + "\n", encoding="utf-8")
    (aim,) = main(["--source", str(tmp_path / "tw"), "--mainland", str(tmp_path / "cn.jsonl"), "--field", "body"])
    out = capsys.readouterr().out
    assert "TW: 1 texts" in out and "CN: 1 texts" in out
    assert aim.at_least == 60


def test_the_texts_hold_citations(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(JUDGMENT), encoding="utf-8")
    assert [str(c) for text in taiwan_texts(tmp_path) for c in extract_statutes(text)] == ["刑法第320條第1項"]
    texts = mainland_texts(3)
    assert texts == mainland_texts(3)
    assert all(len(extract_statutes(text, "CN")) >= 5 for text in texts)
