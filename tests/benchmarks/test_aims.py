"""benchmarks: a missed aim is marked where it is measured and once more at the end, and fails nothing."""

from __future__ import annotations

import pytest

from benchmarks import import_time
from benchmarks.__main__ import main
from benchmarks.aims import Aim


@pytest.mark.parametrize(
    ("aim", "met"),
    [
        (Aim("x", 10, "", at_most=10), True),
        (Aim("x", 10.1, "", at_most=10), False),
        (Aim("x", 8, "", at_least=8), True),
        (Aim("x", 7, "", at_least=8), False),
        (Aim("x", float("nan"), "", at_most=10), False),
    ],
)
def test_bounds(aim: Aim, met: bool) -> None:
    assert aim.met is met
    assert str(aim).startswith("met" if met else "MISSED")


def test_missed_aims_are_told_at_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(import_time, "main", lambda: [Aim("slow", 61, "ms", at_most=60), Aim("quick", 1, "ms", at_most=60)])
    assert main(["import_time"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "== import_time",
        "MISSED  slow: 61 ms; aim: at most 60",
        "met     quick: 1 ms; aim: at most 60",
        "== aims missed: import_time: slow",
    ]
    assert main(["nothing"]) == 2
