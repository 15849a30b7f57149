"""The committed sample release: what is in the repository is what its corpus gives, and it loads on a fresh clone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.__main__ import main
from builders.quality import release_checks as checks
from builders.release.manifest import read_manifest


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "data" / "tw-legalbench"


@pytest.fixture(scope="module")
def config(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = read_manifest(folder)["configs"]["ljp"]
    return found


@pytest.fixture(scope="module")
def rows(folder: Path, config: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {split: pq.read_table(folder / facts["file"]).to_pylist() for split, facts in config["splits"].items()}


def test_a_rebuild_gives_the_committed_rows(config: dict[str, Any], tmp_path: Path) -> None:
    assert main(["build", "tw-legalbench", "--config", "ljp", "--out", str(tmp_path / "out")]) == 0
    again = read_manifest(tmp_path / "out")["configs"]["ljp"]
    stable = [key for key in config if key != "builder"]  # the code digest is what `check` is for
    assert {key: again[key] for key in stable} == {key: config[key] for key in stable}


def test_it_is_large_enough_to_show_every_step(config: dict[str, Any], rows: dict[str, list[dict[str, Any]]]) -> None:
    assert config["sources"][0]["files"] >= 120
    causes = Counter(row["cause"] for found in rows.values() for row in found)
    assert sum(n >= 10 for n in causes.values()) >= 8
    assert Counter(row["cause"] for row in rows["test"]) == {cause: 5 for cause, n in causes.items() if n >= 10}
    assert {reason for step in config["steps"] for reason in step["dropped"]} >= {"second_instance", "ruling", "procedural_only", "facts_and_reasons_merged"}


def test_verdicts_of_the_test_split_vary(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Always answering guilty must not be right everywhere, and the metric of life sentences must have something to measure."""
    verdicts = [{outcome["verdict"] for outcome in row["outcomes"]} for row in rows["test"]]
    assert sum("not_guilty" in found for found in verdicts) >= 5
    assert {"not_guilty"} in verdicts
    assert any(count["life"] for row in rows["test"] for outcome in row["outcomes"] for count in outcome["counts"])


def test_it_says_that_its_cases_are_invented(folder: Path, config: dict[str, Any]) -> None:
    assert (config["kind"], read_manifest(folder)["kind"]) == ("bundled", "bundled")
    assert "every case in it is invented" in (folder / "README.md").read_text(encoding="utf-8")


def test_it_keeps_all_rules(folder: Path, config: dict[str, Any], rows: dict[str, list[dict[str, Any]]]) -> None:
    manifest = read_manifest(folder)
    found = [
        *checks.check_files(folder, manifest),
        *checks.check_card(folder, manifest),
        *checks.check_arrow_schema(folder, config),
        *checks.check_digests(rows, config),
        *checks.check_records(rows, config),
        *checks.check_ids(rows),
        *checks.check_leakage(rows),
        *checks.check_citations(rows),
        *checks.check_personal_data(rows),
        *checks.check_provenance(rows, manifest, config),
    ]
    assert [str(problem) for problem in found] == []


def test_the_bare_name_loads_from_the_data_folder(root: Path, config: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    script = "from datasets import load_dataset; d = load_dataset('tw-legalbench', 'ljp'); print({s: len(r) for s, r in d.items()})"
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path), "HF_DATASETS_CACHE": str(tmp_path / "cache")}
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=root / "data", env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert loaded.stdout.strip() == str({split: facts["rows"] for split, facts in config["splits"].items()}), loaded.stderr
