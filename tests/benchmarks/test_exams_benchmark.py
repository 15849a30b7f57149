"""The exam benchmark measures question papers only, and raw reading sees the same pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import exams

BUNDLED = Path(__file__).resolve().parents[2] / "data" / "bundled" / "tw" / "exams"


@pytest.mark.skipif(not BUNDLED.is_dir(), reason="needs the bundled exams")
def test_it_prints_both_speeds_and_their_ratio(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exams, "ROUNDS", 1)
    [aim] = exams.main(["--source", str(BUNDLED)])
    printed = capsys.readouterr().out
    assert "question papers of" in printed
    assert [line.split()[0] for line in printed.splitlines()] == [printed.split()[0], "raw", "parse"]
    assert (aim.what, aim.unit, aim.at_least) == ("parse_exam", "of the raw speed", 0.6)
    assert aim.measured > 0


def test_raw_reading_counts_pages() -> None:
    paper = next(path for path in sorted(BUNDLED.glob("*.pdf")) if "ANS" not in path.name)
    assert exams.raw(paper.read_bytes()) >= 1
    assert exams.raw(b"no PDF") == 0
