"""Parsed judgments against labels in the form of ``gold.jsonl``, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from builders.accuracy.tally import Tally
from builders.errors import BuildError
from builders.parse.judgment import parse_judgment
from builders.parse.judgment_file import read_judgment_file
from builders.sources import open_source

PENALTY_FIELDS: tuple[str, ...] = (
    "imprisonment_months",
    "imprisonment_days",
    "life",
    "death",
    "detention_days",
    "fine_twd",
    "fine_silver_yuan",
    "fine_unit_unstated",
    "civil_rights_deprived_months",
    "civil_rights_deprived_life",
)
_RANKS = ("law", "article", "paragraph", "subparagraph", "item")


@dataclass(slots=True)
class JudgmentAccuracy:
    """A run over labels: the tally, and the labels whose judgment the source does not hold."""

    tally: Tally = field(default_factory=Tally)
    labels: int = 0
    absent: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {"labels": self.labels, "absent": self.absent, **self.tally.to_dict()}

    def to_lines(self) -> list[str]:
        """For the terminal."""
        lines = [f"labels: {self.labels}; judgments not in the source: {len(self.absent)}", *self.tally.to_lines()]
        return [*lines, *(f"not in the source: {jid}" for jid in self.absent)]


def measure_judgments(gold: Path, source: Path) -> JudgmentAccuracy:
    """Parse the judgments that the labels name and compare.

    Raises: BuildError for a label file that cannot be read, an unreadable source, and where no labelled judgment is in the source.
    """
    labels = {label["jid"]: label for label in read_labels(gold)}
    result = JudgmentAccuracy(labels=len(labels))
    seen: set[str] = set()
    for item in open_source(source):
        file = read_judgment_file(item.data) if item.skipped is None else None
        if file is None or file.raw is None:
            continue
        jid = file.raw["JID"]
        if jid in labels and jid not in seen:
            seen.add(jid)
            compare_judgment(result.tally, labels[jid], parse_judgment(file.raw).to_gold_dict())
    result.absent = [jid for jid in labels if jid not in seen]
    if not seen:
        raise BuildError(f"{source}: none of the {len(labels)} judgments that {gold} labels")
    return result


def read_labels(path: Path) -> Iterator[dict[str, Any]]:
    """The labels, one JSON object a line.

    Raises: BuildError naming the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BuildError(f"{path}: cannot be read as UTF-8 text: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            label = json.loads(line)
        except json.JSONDecodeError as error:
            raise BuildError(f"{path}: line {number}: found {error}, allowed one JSON object a line") from error
        if not isinstance(label, dict) or not isinstance(label.get("jid"), str):
            raise BuildError(f"{path}: line {number}: found no 'jid', allowed a label object with one")
        yield label


def compare_judgment(tally: Tally, label: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Compare one parsed judgment (``Judgment.to_gold_dict``) with its label. Keys that the label lacks are not compared."""
    jid = label["jid"]
    if "sections" in label:
        for name in ("main_text", "facts", "reasons"):
            tally.compare(f"sections.{name}", jid, label["sections"][name], found["sections"][name])
        tally.compare("sections.merged", jid, bool(label["sections"].get("merged")), bool(found["sections"].get("merged")))
    for name in ("form", "instance", "defendants"):
        if name in label:
            tally.compare(name, jid, label[name], found[name])
    tally.compare("original_set_aside", jid, label.get("original_set_aside"), found.get("original_set_aside"))
    if "outcomes" in label:
        _compare_outcomes(tally, jid, label["outcomes"], found["outcomes"])
    for name in ("statutes", "statutes_list"):
        if name in label or found.get(name):
            expected, read = _comparable(label.get(name) or [], found.get(name) or [])
            tally.compare_citations(name, jid, map(written, expected), map(written, read))
    if label.get("statutes") is None and "statutes" in label:
        tally.compare("statutes.absent", jid, True, found["statutes"] is None)


def _compare_outcomes(tally: Tally, jid: str, expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    """Outcomes are paired by defendant and verdict; every defendant's verdicts are one value."""
    for defendant in sorted({outcome["defendant"] for outcome in [*expected, *found]}, key=str):
        verdicts, read = (
            sorted(outcome["verdict"] for outcome in outcomes if outcome["defendant"] == defendant) or None
            for outcomes in (expected, found)
        )
        tally.compare("verdict per defendant", jid, verdicts, read)
    order = [(outcome["defendant"], outcome["verdict"]) for outcome in expected]
    tally.compare("order of outcomes", jid, order, [(outcome["defendant"], outcome["verdict"]) for outcome in found])
    by_key = {(outcome["defendant"], outcome["verdict"]): outcome for outcome in found}
    for outcome in expected:
        same = by_key.get((outcome["defendant"], outcome["verdict"]), {})
        counts = "table counts" if outcome.get("counts_from_table") else "counts"
        _compare_counts(tally, jid, counts, outcome["counts"], same.get("counts", []))
        _compare_penalty(tally, jid, "executed", outcome["executed"], same.get("executed"))
        tally.compare("probation_months", jid, outcome["probation_months"], same.get("probation_months"))


def _compare_counts(tally: Tally, jid: str, name: str, expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    tally.compare(f"{name}: number", jid, len(expected) or None, len(found) or None)
    for position in range(max(len(expected), len(found))):
        pair = [counts[position] if position < len(counts) else None for counts in (expected, found)]
        _compare_penalty(tally, jid, name, *pair)


def _compare_penalty(tally: Tally, jid: str, name: str, expected: dict[str, Any] | None, found: dict[str, Any] | None) -> None:
    label, read = expected or {}, found or {}
    for key in PENALTY_FIELDS:
        tally.compare(f"{name}.{key}", jid, label.get(key), read.get(key))
    reduced, reduced_read = label.get("reduced_to"), read.get("reduced_to")
    if reduced or reduced_read:
        _compare_penalty(tally, jid, f"{name}.reduced_to", reduced, reduced_read)


def _comparable(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Both lists without the citations that the source misspells or that are in doubt, and without what was read in their place."""
    doubtful = {i for i, citation in enumerate(expected) if "as_written" in citation or "doubt" in citation}
    if not doubtful:
        return expected, found
    left_out: set[int] = set()
    matcher = SequenceMatcher(None, [*map(written, expected)], [*map(written, found)], autojunk=False)
    for _, start, end, read_start, read_end in matcher.get_opcodes():
        left_out.update(read_start + i - start for i in range(start, end) if i in doubtful and read_start + i - start < read_end)
    return (
        [citation for i, citation in enumerate(expected) if i not in doubtful],
        [citation for i, citation in enumerate(found) if i not in left_out],
    )


def written(citation: Mapping[str, Any]) -> str:
    """One citation at full depth; a version is not compared.

    >>> written({"law": "刑法", "article": "185-3", "paragraph": 1, "subparagraph": None, "item": None})
    '刑法 185-3 1 - -'
    """
    return " ".join("-" if citation.get(rank) is None else str(citation[rank]) for rank in _RANKS)

