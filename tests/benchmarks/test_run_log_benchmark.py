"""The log of the benchmark is one, and what is measured of it are its aims."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import run_log
from legal_metrics.caai.run_log import read_run_log
from legal_metrics.caai.run_measures import measure_run


@pytest.mark.parametrize("iso", [False, True])
def test_the_log_holds_every_kind_of_attempt(iso: bool) -> None:
    lines = [line.encode() for line in run_log.make_log(7000, iso=iso)]
    measures = measure_run(read_run_log(lines, source="made.jsonl"))
    assert measures.attempts["answered"] > 6800
    assert measures.attempts["failed"] >= 14
    assert measures.requests < 7000  # some were tried again
    assert len(measures.workers) == max(run_log.LADDER) >= measures.concurrency.most > max(run_log.LADDER) // 2
    assert set(measures.first_token_ms.left_out) >= {"times that do not follow each other (clock skew)", "no time of a first token"}
    assert measures.outages.failures


def test_numbers_and_texts_are_the_same_log() -> None:
    numbers, texts = (read_run_log([line.encode() for line in run_log.make_log(300, iso=iso)], source="made.jsonl") for iso in (False, True))
    for name in ("sent", "first_token", "last_token"):
        assert getattr(numbers, name).tolist() == getattr(texts, name).tolist()


@pytest.mark.skipif(sys.platform == "win32", reason="memory is read from the resource module")
def test_it_measures_a_log_and_gives_its_aims(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("".join(run_log.make_log(500)), encoding="utf-8")
    told = run_log.measure(path)
    assert told["attempts"] == 500
    assert json.loads(json.dumps(told)) == told
    monkeypatch.setattr(run_log, "REQUESTS", 5000)
    aims = run_log.main()
    assert [(aim.unit, aim.at_most) for aim in aims] == [("s", 10), ("s", 30), ("MB", 200)]
    assert capsys.readouterr().out.count("5,000 attempts") == 2
