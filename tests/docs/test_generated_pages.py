"""The generated pages are what the code says, every public function is documented, and what the pages show is right."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm
from docs import __main__ as command
from docs import other_scorers, reference

FUNCTIONS = [name for name in lm.__all__ if inspect.isfunction(getattr(lm, name))]


def test_pages_are_up_to_date() -> None:
    assert command.stale() == [], "run python -m docs"


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    monkeypatch.setattr(command, "stale", lambda: [name for name in command.PAGES if not (tmp_path / name).exists()])
    assert command.main(["--check"]) == 1
    assert "docs/metrics.md is out of date" in capsys.readouterr().out and not list(tmp_path.iterdir())
    assert command.main([]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(command.PAGES)
    assert command.main(["--check"]) == 0
    assert command.main(["--write"]) == 2


def test_every_public_name_has_a_place() -> None:
    assert [home for home in lm._HOMES if reference.section_of(home) is None] == []
    page = reference.page()
    missing = [name for name in lm.__all__ if callable(getattr(lm, name)) and f"#### `lm.{name}`" not in page]
    assert missing == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_is_documented(name: str) -> None:
    """An example, its errors and, of a metric, range and source: in its own docstring or at the head of its module."""
    function: Callable[..., Any] = getattr(lm, name)
    own, head = inspect.getdoc(function) or "", inspect.getmodule(function).__doc__ or ""  # type: ignore[union-attr]
    assert ">>> " in own
    assert re.search(r"[Rr]aises|Errors", own + head)
    parameters = inspect.signature(function).parameters.values()
    assert all(parameter.annotation is not parameter.empty for parameter in parameters)
    if ".metrics." in function.__module__:
        assert re.search(r"\[0, |lower is better|Rates are|points", own + head)
        assert re.search(r"Source|\[CHOICE\]|as the metric", own + head)


# --- what other scorers get wrong ------------------------------------------------------------------------------------

ROWS = other_scorers.facts()


def test_inputs_are_told_once() -> None:
    keys = [(row["kind"], row["input"]) for row in ROWS]
    assert len(set(keys)) == len(keys)
    assert {row["kind"] for row in ROWS} == set(other_scorers.KINDS)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["input"]) for row in ROWS])
def test_ours_is_right(row: dict[str, Any]) -> None:
    kind = other_scorers.KINDS[row["kind"]]
    assert kind.agrees(row, kind.ours(row)), kind.ours(row)


def test_a_wrong_value_stops_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"kind": "term", "input": "有期徒刑六个月", "right": {"months": 7}}
    monkeypatch.setattr(other_scorers, "facts", lambda: [row])
    with pytest.raises(ValueError, match="right is"):
        other_scorers.page()


def test_scores_are_the_formulas() -> None:
    """The page shows both values of each item; where they agree nothing is marked as wrong."""
    page = other_scorers.page()
    assert page.count("| em |") == 3
    assert "| nlog | 10 | 36 | 0.7743 | **0.08726** |" in page
    assert "| nlog | 180 | `death` | 0 | **0.1172** |" in page


def test_values_are_those_that_were_recorded(shared: Path) -> None:
    """Where an input is one of the recorded facts: LawBench's value is computed to what it returned, ZhiFa-Bench's is what it returned, and right is right."""
    lines = (shared / "corpora" / "cn" / "facts" / "extractor_cases.jsonl").read_text(encoding="utf-8").splitlines()
    facts = {fact["input"]: fact for fact in map(json.loads, lines) if "input" in fact}
    of = {
        "term": ("prison_term_text", "months"),
        "articles": ("criminal_law_articles", "articles"),
        "charges": ("charges", "charges"),
        "options": ("options", "letters"),
    }
    seen = 0
    for row in ROWS:
        fact, (kind, what) = facts.get(row["input"]), of[row["kind"]]
        if fact is None:
            continue
        seen += 1
        assert fact["kind"] == kind
        if row["input"] != "叁年":  # it was run with a release of cn2an that reads formal numerals, and names one that does not
            computed = other_scorers.KINDS[row["kind"]].lawbench(row)
            assert _plain(computed) == _plain(fact[f"lawbench_{what}"])
        assert _plain(row["zhifa"]) == _plain(fact[f"zhifa_{what}"])
        right = fact["right"]
        if isinstance(right, dict):
            wanted = {"fine" if key == "fine_yuan" else key: value for key, value in right.items()}
            assert row["right"] == (None if wanted.pop("abstain", False) else wanted)
        else:
            assert row["right"] == right
    assert seen >= 30


def _plain(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, (list, tuple)) else value
