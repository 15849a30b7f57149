"""A whole evaluation: its inputs, as the readers of ``sheets`` and of run logs make them, and every score up to Q = 100 x Q2 x Q3 x Q4 (article 3.4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from legal_metrics.caai.failures import Failures, stability
from legal_metrics.caai.functions import Function, FunctionCase, all_functions, function_score
from legal_metrics.caai.options import DEFAULTS, OPEN_CHOICES, Options
from legal_metrics.caai.quality import RatingRow, rate
from legal_metrics.caai.safety_labels import SafetyLabel, safety
from legal_metrics.caai.tasks import Counts, Timing, f1_over, task_score, time_performance
from legal_metrics.caai.values import Note, Value, checked, given, product
from legal_metrics.caai.weights import TIME, capability
from legal_metrics.errors import LegalMetricsError, UnknownTaskError
from legal_metrics.tasks import CompositeSpec

__all__ = ["Counts", "Evaluation", "Failures", "FunctionCase", "RatingRow", "SafetyLabel", "Timing"]


def _no_counts() -> Mapping[str, tuple[Counts, ...]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All inputs. None or nothing means that there was no such sheet; what that does is the option ``missing``.

    ``added``: functions beyond the twelve. ``counts``: task -> counts. ``safety``: labels by all annotators. ``notes``: what the readers left out.
    """

    functions: tuple[FunctionCase, ...] | None = None
    added: tuple[Function, ...] = ()
    counts: Mapping[str, tuple[Counts, ...]] = field(default_factory=_no_counts)
    ratings: tuple[RatingRow, ...] = ()
    safety: tuple[SafetyLabel, ...] | None = None
    timing: Timing | None = None
    failures: Failures | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Every score of an evaluation. ``total`` (Q) is the root of Q2, Q3 and Q4; ``functional`` is Q1, which Q2 already reflects; ``tasks`` are 2.1 to 2.13
    and the added functions with a formula, by id, also where Q2 leaves them out.
    """

    total: Value
    functional: Value
    capability: Value
    safety: Value
    stability: Value
    tasks: Mapping[str, Value]
    options: Options
    notes: tuple[Note, ...] = ()

    def values(self) -> Iterator[Value]:
        """Every value once, each before what went into it: Q and below it, Q1 and below it, tasks that Q2 leaves out."""
        seen: set[int] = set()
        for root in (self.total, self.functional, *self.tasks.values()):
            for value in root.walk():
                if id(value) not in seen:
                    seen.add(id(value))
                    yield value

    def all_notes(self) -> tuple[Note, ...]:
        """Every note once: of the readers, then of the values."""
        return tuple(dict.fromkeys((*self.notes, *(note for value in self.values() for note in value.notes))))


@dataclass(frozen=True, slots=True)
class Variation:
    """Q with one open choice changed. ``chosen``: this is the value that the evaluation uses. ``difference``: Q - the evaluation's Q, None where one has no
    value. ``error``: why this value of the option cannot be used here.
    """

    option: str
    formula: str
    value: str
    chosen: bool
    total: float | None
    difference: float | None
    error: str = ""


def total(capability: Value | float | None, safety: Value | float | None, stability: Value | float | None, *, options: Options = DEFAULTS) -> Value:
    """Q = 100 x Q2 x Q3 x Q4, from 0 to 100. Option ``missing``. Source: article 3.4.4. Raises: WrongTypeError, LegalMetricsError for factors outside 0 to 1.

    >>> float(total(0.8, 0.5, 0.7))
    28.0
    """
    factors = []
    for formula, name, value in (("Q2", "capability", capability), ("Q3", "safety", safety), ("Q4", "stability", stability)):
        if isinstance(value, Value):
            factors.append(value if value.value is None else replace(value, value=float(checked(name, value.value, 0, 1))))
        else:
            factors.append(given(name, None if value is None else checked(name, value, 0, 1), formula=formula))
    return product("Q", "total", factors, missing=options.missing, signature=options.signature("caai.Q", "missing"), factor=100, unit="percent")


def evaluate(evaluation: Evaluation, *, options: Options = DEFAULTS) -> Result:
    """Every score of an evaluation, from the sheets to the total; what was missing, and what that did, is in the notes of each value.

    Raises: UnknownTaskError for counts or ratings of a task that is neither one of the twelve nor an added function; what the formulas raise.

    >>> evaluate(Evaluation()).total.value is None
    True
    """
    return _evaluate(evaluation, options, {})


def sensitivity(evaluation: Evaluation, *, options: Options = DEFAULTS) -> tuple[Variation, ...]:
    """Q for each value of each open choice, all others as in ``options``, in the order of ``OPEN_CHOICES``.

    >>> [(v.value, v.chosen) for v in sensitivity(Evaluation()) if v.option == "problems"]
    [('macro', True), ('pooled', False)]
    """
    result = evaluate(evaluation, options=options)
    base = result.total.value
    values = {**result.tasks, "Q1": result.functional, "Q3": result.safety, "Q4": result.stability}
    depends = {name: _dependencies(value) for name, value in values.items()}
    variations = []
    for choice in OPEN_CHOICES:
        known = {name: value for name, value in values.items() if choice.option not in depends[name]}
        for value in choice.values:
            chosen, found, error = getattr(options, choice.option) == value, base, ""
            try:
                if not chosen:
                    found = _evaluate(evaluation, options.with_value(choice.option, value), known).total.value
            except LegalMetricsError as problem:
                found, error = None, str(problem)
            difference = None if found is None or base is None else found - base
            variations.append(Variation(choice.option, choice.formula, value, chosen, found, difference, error))
    return tuple(variations)


def _evaluate(evaluation: Evaluation, options: Options, known: Mapping[str, Value]) -> Result:
    """``known``: values, by task or formula number, that are what these options make them."""
    formulas = {function.id: function.composite for function in all_functions(evaluation.added) if function.composite is not None}
    for name in (*evaluation.counts, *dict.fromkeys(row.task for row in evaluation.ratings)):
        if name not in formulas:
            raise UnknownTaskError(name, formulas)
    tasks = {name: known.get(name) or _task(name, composite, evaluation, options) for name, composite in formulas.items()}
    tasks[TIME] = known.get(TIME) or time_performance(evaluation.timing or Timing(), options=options)
    functional = known.get("Q1") or function_score(evaluation.functions or (), added=evaluation.added, options=options)
    there = None if evaluation.functions is None else functional
    performance = capability(tasks, functions=there, added=evaluation.added, options=options)
    safe = known.get("Q3") or safety(evaluation.safety or (), options=options)
    stable = known.get("Q4") or _stability(evaluation.failures, options)
    signature = options.signature("caai.Q", *(choice.option for choice in OPEN_CHOICES)).extended(custom_weights=dict(options.custom_weights))
    whole = replace(total(performance, safe, stable, options=options), signature=signature)
    return Result(whole, functional, performance, safe, stable, MappingProxyType(tasks), options, evaluation.notes)


def _task(name: str, composite: CompositeSpec, evaluation: Evaluation, options: Options) -> Value:
    rows = [row for row in evaluation.ratings if row.task == name]
    rated = dict.fromkeys((*composite.ratings, *(row.rating for row in rows)))
    return task_score(
        name,
        f1=f1_over(evaluation.counts[name], options=options) if name in evaluation.counts else None,
        ratings={rating: rate(rows, task=name, rating=rating, options=options) for rating in rated},
        composite=composite,
        options=options,
    )


def _stability(failures: Failures | None, options: Options) -> Value:
    if failures is not None:
        return stability(failures, options=options)
    return Value("Q4", "stability", None, notes=(Note("missing", "stability", "no failures were reported, nor that there were none: Q4 has no value"),))


def _dependencies(value: Value) -> frozenset[str]:
    """The open choices that the signatures of a value, and of all that went into it, name."""
    return frozenset(option for each in value.walk() if each.signature is not None for option, _ in each.signature.options)
