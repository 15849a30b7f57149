"""Counts of right, wrong and missing values, field by field, with the ids behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class FieldTally:
    """One field: ``n`` values that the label or the parser has; ``missing`` are those that only the label has."""

    n: int = 0
    right: int = 0
    wrong: int = 0
    missing: int = 0
    ids: dict[str, None] = field(default_factory=dict)

    @property
    def rate(self) -> float | None:
        """right / n, None where nothing was compared."""
        return self.right / self.n if self.n else None


@dataclass(slots=True)
class CitationTally:
    """Multisets of citations, pooled: precision, recall and F1."""

    right: int = 0
    found: int = 0
    expected: int = 0
    cases: list[dict[str, Any]] = field(default_factory=list)

    @property
    def precision(self) -> float | None:
        """Right among those found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Right among those labelled."""
        return self.right / self.expected if self.expected else None

    @property
    def f1(self) -> float | None:
        """2 x right / (found + labelled)."""
        total = self.found + self.expected
        return 2 * self.right / total if total else None


@dataclass(slots=True)
class Tally:
    """All fields of one run, in the order of their first comparison."""

    fields: dict[str, FieldTally] = field(default_factory=dict)
    citations: dict[str, CitationTally] = field(default_factory=dict)

    def compare(self, name: str, id: str, expected: Any, found: Any) -> None:
        """Count one value. None (or False) on both sides is nothing to compare.

        >>> tally = Tally()
        >>> tally.compare("fine", "a", 3000, 3000); tally.compare("fine", "b", 3000, None); tally.compare("fine", "c", None, None)
        >>> tally.fields["fine"].n, tally.fields["fine"].right, tally.fields["fine"].missing, list(tally.fields["fine"].ids)
        (2, 1, 1, ['b'])
        """
        entry = self.fields.setdefault(name, FieldTally())
        if expected in (None, False) and found in (None, False):
            return
        entry.n += 1
        if expected == found:
            entry.right += 1
            return
        if found in (None, False):
            entry.missing += 1
        else:
            entry.wrong += 1
        entry.ids[id] = None

    def compare_citations(self, name: str, id: str, expected: Iterable[Hashable], found: Iterable[Hashable]) -> None:
        """Count two multisets of citations.

        >>> tally = Tally()
        >>> tally.compare_citations("statutes", "a", ["320", "41"], ["320", "47"])
        >>> tally.citations["statutes"].f1, tally.citations["statutes"].cases
        (0.5, [{'id': 'a', 'missing': ['41'], 'extra': ['47']}])
        """
        entry = self.citations.setdefault(name, CitationTally())
        labelled, read = Counter(expected), Counter(found)
        entry.right += (labelled & read).total()
        entry.expected += labelled.total()
        entry.found += read.total()
        missing, extra = list((labelled - read).elements()), list((read - labelled).elements())
        if missing or extra:
            entry.cases.append({"id": id, "missing": missing, "extra": extra})

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "fields": {
                name: {
                    "n": entry.n,
                    "right": entry.right,
                    "wrong": entry.wrong,
                    "missing": entry.missing,
                    "rate": entry.rate,
                    "ids": list(entry.ids),
                }
                for name, entry in self.fields.items()
            },
            "citations": {
                name: {
                    "expected": entry.expected,
                    "found": entry.found,
                    "right": entry.right,
                    "precision": entry.precision,
                    "recall": entry.recall,
                    "f1": entry.f1,
                    "cases": entry.cases,
                }
                for name, entry in self.citations.items()
            },
        }

    def to_lines(self) -> list[str]:
        """A table for the terminal: fields, then citations, then what was not right."""
        names = [*self.fields, *self.citations]
        width = max((len(name) for name in names), default=0)
        lines = [f"{'field':<{width}}  {'n':>6} {'right':>6} {'wrong':>6} {'missing':>7}  rate"]
        for name, entry in self.fields.items():
            lines.append(f"{name:<{width}}  {entry.n:>6} {entry.right:>6} {entry.wrong:>6} {entry.missing:>7}  {percent(entry.rate)}")
        for name, pooled in self.citations.items():
            lines.append(
                f"{name:<{width}}  {pooled.expected:>6} {pooled.right:>6} {pooled.found - pooled.right:>6} "
                f"{pooled.expected - pooled.right:>7}  F1 {percent(pooled.f1)} (P {percent(pooled.precision)}, R {percent(pooled.recall)})"
            )
        lines += [f"not right in {name}: {', '.join(entry.ids)}" for name, entry in self.fields.items() if entry.ids]
        for name, pooled in self.citations.items():
            for case in pooled.cases:
                lines.append(f"not right in {name}: {case['id']} missing {_shown(case['missing'])}, not labelled {_shown(case['extra'])}")
        return lines


def percent(rate: float | None) -> str:
    """A rate for people.

    >>> percent(1.0), percent(0.98765), percent(None)
    ('100 %', '98.77 %', '-')
    """
    return "-" if rate is None else "100 %" if rate == 1 else f"{100 * rate:.2f} %"


def _shown(citations: Sequence[Hashable]) -> str:
    return "、".join(map(str, citations)) or "none"
