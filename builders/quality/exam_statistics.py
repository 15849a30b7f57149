"""What a release holds in figures, beside those that the paper states. Its tables of questions by year and family are lost: no value stands for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Record = Mapping[str, Any]

# Section 3 of arXiv 2606.18699v1, as far as its text states them; 92.3 % domestic, 0.8 % international, the rest no specific law.
PAPER: Mapping[str, float] = {
    "questions": 16_493,
    "files": 360,
    "professions": 18,
    "subjects": 85,
    "domestic": 0.923,
    "international": 0.008,
    "no_law": 0.069,
    "domestic_laws": 781,
    "international_laws": 46,
    "laws_cited_1_to_4": 534,
    "essays": 117,
}
NOTES: Mapping[str, str] = {
    "files": "question papers",
    "professions": "as printed (類科); the paper's 18 domains are coarser and are not listed in it",
    "subjects": "as printed (科目)",
    "laws_cited_1_to_4": "the paper counts provisions",
}


@dataclass(slots=True)
class ExamStatistics:
    """Counts over the records of ``mcq`` and ``oeq``."""

    questions: Counter[tuple[int, str]] = field(default_factory=Counter)
    files: set[str] = field(default_factory=set)
    professions: set[str] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    jurisdictions: Counter[str] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    domestic_laws: Counter[str] = field(default_factory=Counter)
    international_laws: Counter[str] = field(default_factory=Counter)
    essays: Counter[tuple[int, str]] = field(default_factory=Counter)

    @property
    def n_questions(self) -> int:
        """All questions of ``mcq``."""
        return sum(self.questions.values())

    @property
    def n_labelled(self) -> int:
        """Those that have a law label: what the shares of jurisdictions are of."""
        return sum(n for name, n in self.jurisdictions.items() if name != "unlabelled")

    def figures(self) -> dict[str, float | None]:
        """The figures that the paper states too; a share is None where no question is labelled."""
        shares = {name: self.jurisdictions[key] / self.n_labelled if self.n_labelled else None for name, key in _SHARES.items()}
        return {
            "questions": self.n_questions,
            "files": len(self.files),
            "professions": len(self.professions),
            "subjects": len(self.subjects),
            **shares,
            "domestic_laws": len(self.domestic_laws),
            "international_laws": len(self.international_laws),
            "laws_cited_1_to_4": sum(1 for n in (*self.domestic_laws.values(), *self.international_laws.values()) if n <= 4),
            "essays": sum(self.essays.values()),
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "figures": {name: {"here": value, "paper": PAPER[name]} for name, value in self.figures().items()},
            "questions": [{"year": year, "family": family, "n": n} for (year, family), n in sorted(self.questions.items())],
            "jurisdictions": dict(sorted(self.jurisdictions.items())),
            "law_categories": dict(sorted(self.categories.items())),
            "domestic_laws": _by_number(self.domestic_laws),
            "international_laws": _by_number(self.international_laws),
            "essays": [{"year": year, "subject": subject, "n": n} for (year, subject), n in sorted(self.essays.items())],
        }

    def to_lines(self) -> list[str]:
        """As a person reads it."""
        lines = [f"{'':<22}{'here':>10}{'paper':>10}"]
        for name, value in self.figures().items():
            note = f"  {NOTES[name]}" if name in NOTES else ""
            lines.append(f"{name.replace('_', ' '):<22}{_shown(name, value):>10}{_shown(name, PAPER[name]):>10}{note}")
        lines.append(f"shares are of the {self.n_labelled} labelled questions; {self.jurisdictions['unlabelled']} have no label")
        lines += _table("questions", self.questions)
        lines += ["", "law categories", *(f"  {name:<38}{n:>7}" for name, n in sorted(self.categories.items()))]
        lines += _table("essays", self.essays)
        return lines


_SHARES = {"domestic": "domestic", "international": "international", "no_law": "none"}


def exam_statistics(mcq: Iterable[Record], oeq: Iterable[Record]) -> ExamStatistics:
    """The statistics of the records of a release.

    >>> exam_statistics([], []).figures()["questions"]
    0
    """
    found = ExamStatistics()
    for record in mcq:
        found.questions[record["year"], record["exam_category"]] += 1
        found.files.add(record["provenance"]["sha256"])
        found.professions.update(filter(None, record["profession"].split("、")))
        found.subjects.add(record["subject"])
        found.jurisdictions[record["jurisdiction"] or "unlabelled"] += 1
        found.categories[record["law_category"] or "unlabelled"] += 1
        found.domestic_laws.update(filter(None, record["related_internal_law"].split("、")))
        found.international_laws.update(filter(None, record["related_international_law"].split("、")))
    for record in oeq:
        found.essays[record["year"], record["subject_code"]] += 1
    return found


def _by_number(laws: Counter[str]) -> dict[str, int]:
    return dict(sorted(laws.items(), key=lambda law: (-law[1], law[0])))


def _shown(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if name in _SHARES else f"{value:g}"


def _table(title: str, counts: Counter[tuple[int, str]]) -> Iterator[str]:
    """Rows by name, columns by year; the paper's own table is lost."""
    years: Sequence[int] = sorted({year for year, _ in counts})
    yield ""
    yield f"{title + ' by year (paper: table lost)':<40}" + "".join(f"{year:>7}" for year in years) + f"{'all':>7}"
    for name in sorted({name for _, name in counts}):
        row = [counts[year, name] for year in years]
        yield f"  {name:<38}" + "".join(f"{n:>7}" for n in row) + f"{sum(row):>7}"
