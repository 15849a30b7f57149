"""The judgment benchmark runs on any source and names what it compares. No time is tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.judgments import floor, main, parse

TEXT = "臺灣甲地方法院刑事判決\n被告 王大明\n上列被告因竊盜案件，判決如下：\n  主 文\n王大明無罪。\n  理 由\n一、略。\n"
FLAT = {"JID": "AAAM,110,易,7,20210304,1", "JFULL": TEXT}
NESTED = {"JID": "AAAM,110,易,8,20210304,1", "JFULLX": {"JFULLTYPE": "text", "JFULLCONTENT": TEXT}}


def test_it_prints_both_rates_and_their_ratio(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("flat", FLAT), ("nested", NESTED), ("broken", [])):
        (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    (aim,) = main(["--source", str(tmp_path)])
    assert capsys.readouterr().out.startswith("2 judgments")
    assert "times the floor" in str(aim)


def test_floor_and_parser_do_their_work() -> None:
    for value in (FLAT, NESTED):
        data = json.dumps(value).encode()
        assert floor(data) == "".join(TEXT.split())
        assert parse(data) is not None
