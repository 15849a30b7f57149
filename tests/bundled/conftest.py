"""The committed bundled corpus, read once for all its tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bundled_cases import BundledCase


@pytest.fixture(scope="session")
def bundled_folder(root: Path) -> Path:
    return root / "data" / "bundled" / "tw"


@pytest.fixture(scope="session")
def bundled(bundled_folder: Path) -> list[BundledCase]:
    labels = {}
    for line in (bundled_folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        labels[label["jid"]] = label
    cases = []
    for file in sorted((bundled_folder / "judgments").rglob("*.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        text = record["JFULLX"]["JFULLCONTENT"] if "JFULLX" in record else record["JFULL"]
        path = file.relative_to(bundled_folder / "judgments").as_posix()
        cases.append(BundledCase(path, record, text, labels[record["JID"]]))
    return cases
