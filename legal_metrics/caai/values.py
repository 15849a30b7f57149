"""What every formula of the framework returns: a value that keeps its number, what went into it, and what was missing, clamped or unread."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
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
    a figure that was measured or given. ``unit``: ``fraction`` (0 to 1), ``points`` (0 to 5), ``percent`` (the total: 0 to 100), or a unit such as ``ms``.
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


def exact(value: float | Fraction | Decimal | Real) -> Fraction:
    """A number as it is written: 0.1 is 1/10, so that no edge of a band is missed by a rounding error.

    >>> exact(0.1) + exact(0.2) == exact(0.3)
    True
    """
    if isinstance(value, (Fraction, Decimal)):
        return Fraction(value)
    if isinstance(value, Integral):
        return Fraction(int(value))
    # str of what is no float: a number of numpy with fewer digits is 0.1 too, though it is not the same float
    return Fraction(repr(float(value)) if isinstance(value, float) else str(value))


def checked(argument: str, value: object, least: float = 0, most: float = math.inf, *, above: bool = False) -> Fraction:
    """A finite number from ``least`` (``above``: from above it) to ``most``, exactly. Raises: WrongTypeError for what is no number; LegalMetricsError.

    >>> checked("rating", 5.5, 0, 5)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: rating: found 5.5, allowed a number from 0 to 5
    """
    allowed = f"a number {'above' if above else 'from'} {least:g}" + (f" to {most:g}" if most < math.inf else "")
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction, Decimal, Real)):
        raise WrongTypeError(argument, value, allowed)
    try:
        number = exact(value) if math.isfinite(value) else None
    except (OverflowError, ValueError):  # a whole number or fraction beyond any float; a NaN of Decimal that signals
        number = None
    if number is None or not least <= number <= most or (above and number == least):
        raise LegalMetricsError(f"{argument}: found {shown(value)}, allowed {allowed}")
    return number


def given(name: str, value: Fraction | float | None, unit: str = "fraction", *, formula: str = "") -> Value:
    """A figure that was measured or given. Raises: WrongTypeError for what is no number."""
    if value is not None:
        checked(name, value)
    return Value(formula, name, None if value is None else float(value), unit)


def weighted_sum(
    formula: str,
    name: str,
    parts: Sequence[tuple[Value, Fraction]],
    *,
    missing: str,
    signature: Signature,
    facts: Mapping[str, Any] | None = None,
    notes: Sequence[Note] = (),
    unit: str = "fraction",
) -> Value:
    """Sum of weight x value; points (0 to 5) are divided by 5 first. ``missing`` (the option) says what a part without a value does; a part that
    weighs nothing does nothing.

    >>> half, none = given("a", 0.5), given("b", None)
    >>> parts = [(half, Fraction(1, 4)), (none, Fraction(3, 4))]
    >>> [weighted_sum("2.2", "x", parts, missing=m, signature=Signature("x")).value for m in ("undefined", "zero", "leave_out")]
    [None, 0.125, 0.5]
    """
    lost = sum((weight for value, weight in parts if value.value is None), Fraction())
    whole = sum((weight for _, weight in parts), Fraction())
    scale, has_value, told = Fraction(1), True, list(notes)
    if lost:
        has_value = missing == "zero" or (missing == "leave_out" and lost < whole)
        if missing == "leave_out" and has_value:
            scale = whole / (whole - lost)
        effect = missing_effect(formula or name, missing, has_value, f"the other weights are multiplied by {scale}")
        told += [Note("missing", value.label, effect) for value, weight in parts if value.value is None and weight]
    weights = [Fraction() if value.value is None and missing == "leave_out" else weight * scale for value, weight in parts]
    total = sum(
        (weight * exact(value.value) / (5 if value.unit == "points" else 1) for (value, _), weight in zip(parts, weights, strict=True) if value.value),
        Fraction(),
    )
    return Value(
        formula,
        name,
        float(total) if has_value and parts else None,
        unit,
        tuple(Part(value, weight) for (value, _), weight in zip(parts, weights, strict=True)),
        MappingProxyType(dict(facts or {})),
        tuple(told),
        signature,
    )


def product(formula: str, name: str, parts: Sequence[Value], *, missing: str, signature: Signature, factor: int = 1, unit: str = "fraction") -> Value:
    """``factor`` x the product of the parts. ``missing`` (the option) says what a part without a value does.

    >>> product("Q3", "safety", [given("3.1", 1.0), given("3.2", 0.9)], missing="undefined", signature=Signature("x")).value
    0.9
    """
    lost = [value for value in parts if value.value is None]
    has_value = not lost or missing == "zero" or (missing == "leave_out" and len(lost) < len(parts))
    effect = missing_effect(formula or name, missing, has_value, "it is the product of the others")
    total = Fraction(factor)
    for value in parts:
        if value.value is not None or missing != "leave_out":
            total *= exact(value.value or 0)
    notes = tuple(Note("missing", value.label, effect) for value in lost)
    return Value(formula, name, float(total) if has_value else None, unit, tuple(map(Part, parts)), notes=notes, signature=signature)


def missing_effect(formula: str, missing: str, has_value: bool, left_out: str) -> str:
    """What a missing input did to a formula, in words."""
    if not has_value:
        return f"{formula} has no value"
    return f"{formula} counts it as 0" if missing == "zero" else f"{formula} leaves it out: {left_out}"
