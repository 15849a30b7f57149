"""What every formula of the framework returns: a value that keeps its number, what went into it, and what was missing, clamped or unread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError
from legal_metrics.results import Signature

NOTES: Mapping[str, str] = MappingProxyType(
    {
        "missing": "an input was not there",
        "undefined": "the formula has no value for these inputs",
        "clamped": "an input was cut to the bound of the formula",
        "unread": "an input could not be read and was left out",
        "left_out": "an input is outside the formula and was left out",
        "flagged": "the value stands, but under a condition that the source does not state",
    }
)
"""Kinds of notes."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader must know about a value. ``kind`` is one of ``NOTES``; ``where`` names the input; ``why`` says what was found and what that did.

    >>> str(Note("missing", "relevance", "no rating sheet holds it: 2.5 has no value"))
    'missing: relevance: no rating sheet holds it: 2.5 has no value'
    """

    kind: str
    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.why}"


@dataclass(frozen=True, slots=True)
class Part:
    """One input of a value, with its weight where the formula gives it one."""

    value: Value
    weight: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One number of an evaluation. ``value`` is None where it could not be worked out, and ``notes`` then say why.

    ``formula``: the number in the article: ``"(4)"`` for an indicator, ``"2.5"`` or ``"4.1"`` for a score, ``"Q2"`` or ``"Q"`` for a total, ``""`` for
    a figure that was measured or given. ``unit``: ``fraction`` (0 to 1), ``points`` (0 to 5, the total: 0 to 100), or a unit such as ``ms``.
    ``parts``: the values that went in. ``facts``: counts and words beside them, JSON-ready. ``signature``: the open choices that this value depends on.

    >>> float(Value("2.5", "report_generation", 0.8))
    0.8
    """

    formula: str
    name: str
    value: float | None
    unit: str = "fraction"
    parts: tuple[Part, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[Note, ...] = ()
    signature: Signature | None = None

    def __float__(self) -> float:
        """Raises: LegalMetricsError where there is no value."""
        if self.value is None:
            raise LegalMetricsError(f"{self.label} has no value: {'; '.join(map(str, self.all_notes())) or 'nothing was given'}")
        return self.value

    @property
    def label(self) -> str:
        """Formula number and name."""
        return f"{self.formula} {self.name}".strip()

    def part(self, name: str) -> Value:
        """The input with this name or formula number. Raises: KeyError."""
        for part in self.parts:
            if name in (part.value.name, part.value.formula):
                return part.value
        raise KeyError(name)

    def walk(self) -> Iterator[Value]:
        """This value, then all that went into it, depth first."""
        yield self
        for part in self.parts:
            yield from part.value.walk()

    def all_notes(self) -> tuple[Note, ...]:
        """The notes of this value and of all that went into it, each once, nearest first."""
        return tuple(dict.fromkeys(note for value in self.walk() for note in value.notes))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping of the whole tree."""
        return {
            "formula": self.formula,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "facts": dict(self.facts),
            "notes": [{"kind": note.kind, "where": note.where, "why": note.why} for note in self.notes],
            "signature": None if self.signature is None else str(self.signature),
            "parts": [{"weight": None if part.weight is None else str(part.weight), **part.value.to_dict()} for part in self.parts],
        }
