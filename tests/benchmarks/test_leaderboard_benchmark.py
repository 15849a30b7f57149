"""The leaderboard benchmark runs the whole command on reports that it can read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import leaderboard


@pytest.mark.skipif(sys.platform == "win32", reason="posix_spawn and wait4 are of POSIX")
def test_it_runs_the_command_and_gives_both_aims(capsys: pytest.CaptureFixture[str]) -> None:
    aims = leaderboard.main(items=40, models=3)
    assert [(aim.what, aim.unit) for aim in aims] == [("leaderboard", "s"), ("leaderboard, peak memory", "MB")]
    assert all(aim.measured > 0 for aim in aims)
    assert "3 models x 40 questions" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="posix_spawn and wait4 are of POSIX")
def test_a_command_that_fails_stops_it(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 3"):
        leaderboard.run([sys.executable, "-c", "raise SystemExit(3)"], tmp_path / "out")
