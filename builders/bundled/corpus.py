"""The whole bundled corpus as files: path -> bytes."""

from __future__ import annotations

import json
from pathlib import Path

from .compose import Judgment, compose
from .source import read_folder

CASES = Path(__file__).parent / "cases"


def judgments() -> list[Judgment]:
    """Every composed judgment, in the order of the case files."""
    return [compose(case) for case in read_folder(CASES)]


def files() -> dict[str, bytes]:
    """All files of the corpus by their path below ``data/bundled/tw``."""
    composed = judgments()
    out = {
        f"judgments/{judgment.path}": json.dumps(judgment.record, ensure_ascii=False).encode() for judgment in composed
    }
    labels = "".join(json.dumps(judgment.label, ensure_ascii=False) + "\n" for judgment in composed)
    return out | {"labels.jsonl": labels.encode()}
