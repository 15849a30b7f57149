"""Stems, options and letters of every paper of a manifest against other readings of the same files: a second library, and public banks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.accuracy.exam_banks import LETTER, TEXT, bank_papers, compare_bank, read_banks
from builders.accuracy.exam_differences import LIST, Difference, explained, unused
from builders.accuracy.exam_reading import FIELD, compare_reading, read_again
from builders.accuracy.exams import measure_exams, read_manifest
from builders.parse.exam_paper import parse_exam


@dataclass(slots=True)
class Witness:
    """One other reading: papers and texts (questions, parts of essays) or letters compared, those that differ, explained or not."""

    papers: int = 0
    compared: int = 0
    explained: list[tuple[Difference, str]] = field(default_factory=list)
    unexplained: list[Difference] = field(default_factory=list)

    @property
    def same(self) -> int:
        """How many are equal to the character."""
        return self.compared - len(self.explained) - len(self.unexplained)


@dataclass(slots=True)
class WitnessAccuracy:
    """All witnesses of a run, and explanations that explain nothing any more."""

    witnesses: dict[str, Witness] = field(default_factory=dict)
    stale: list[Difference] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "witnesses": {
                name: {
                    "papers": witness.papers,
                    "compared": witness.compared,
                    "same": witness.same,
                    "explained": [{**difference.to_dict(), "why": why} for difference, why in witness.explained],
                    "unexplained": [difference.to_dict() for difference in witness.unexplained],
                }
                for name, witness in self.witnesses.items()
            },
            "stale_explanations": [difference.to_dict() for difference in self.stale],
        }

    def to_lines(self) -> list[str]:
        """For the terminal."""
        lines: list[str] = []
        for name, witness in self.witnesses.items():
            lines.append(
                f"{name}: {witness.same} of {witness.compared} the same in {witness.papers} papers; "
                f"differences explained {len(witness.explained)}, not explained {len(witness.unexplained)}"
            )
            lines += [f"  {d.file}: {d.where}: {d.expected}, found: {d.found}" for d in witness.unexplained]
        return [*lines, *(f"explains nothing any more: {d.file}: {d.field} {d.where}" for d in self.stale)]

    def add(self, name: str, compared: int, differences: Iterable[Difference], reasons: Any) -> None:
        """Count one paper of one witness."""
        witness = self.witnesses.setdefault(name, Witness())
        witness.papers += 1
        witness.compared += compared
        for difference in differences:
            why = reasons.get(difference)
            if why is None:
                witness.unexplained.append(difference)
            else:
                witness.explained.append((difference, why))


def measure_witnesses(manifest: Path, source: Path, *, banks: Path | None = None, differences: Path = LIST) -> WitnessAccuracy:
    """Compare each question paper that the manifest names.

    Args:
        banks: folder of the public banks; by default ``banks`` beside the manifest, where there is one.

    Raises: BuildError as ``measure_exams``.
    """
    result, reasons = WitnessAccuracy(), explained(differences)
    join = measure_exams(manifest, source, differences=differences).join
    keys = {pair.paper.file: [file.key for file in (pair.key, pair.correction) if file] for pair in join.pairs}
    known = read_banks(banks or manifest.parent / "banks")
    files = [entry["file"] for entry in read_manifest(manifest) if entry["kind"] == "question"]
    for file in files:
        path = source / file
        if not path.is_file():
            continue
        data = path.read_bytes()
        paper = parse_exam(data)
        texts = len(paper.questions) + sum(1 + len(essay.sub_questions) + len(essay.reference_laws) for essay in paper.essays)
        result.add(FIELD, texts, compare_reading(file, paper, read_again(data)), reasons)
        for bank in bank_papers(paper, known):
            found = list(compare_bank(file, paper, keys.get(file, ()), bank))
            numbers = {question.number for question in paper.questions} & bank.questions.keys()
            result.add(f"{TEXT}: {bank.bank}", len(numbers), (d for d in found if d.field == TEXT), reasons)
            letters = sum(1 for number in numbers if bank.questions[number].letter) if keys.get(file) else 0
            if letters:
                result.add(f"{LETTER}: {bank.bank}", letters, (d for d in found if d.field == LETTER), reasons)
    seen = [difference for witness in result.witnesses.values() for difference, _ in witness.explained]
    result.stale = unused(differences, seen, (FIELD, TEXT, LETTER), files)
    return result
