"""The four quality ratings s1 to s4, from the rows of rating sheets by several raters (article 2.3.2 (5) to (8), appendix 1.4 to 1.7 and 3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from types import MappingProxyType

from legal_metrics.arguments import check_iterable
from legal_metrics.caai.annotators import PairAgreement, pairwise_agreement
from legal_metrics.caai.bands import DECISION_ERROR, PERCENT, Bands
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.tasks import RATINGS
from legal_metrics.caai.values import Note, Part, Value, checked, exact, given, missing_effect
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown

UNITS: Mapping[str, str] = MappingProxyType(
    {
        "coverage": "task types tried and, of those, handled: the share is banded",
        "response": "a share (0 to 1) of one response: the mean over responses is banded",
        "grade": "a score (0 to 5) of the whole task or of one response: the mean over responses is the score",
        "error": "how far a decision is from the right one (a share from 0): the mean is banded; correctness of decision_reasoning alone",
    }
)
"""What a row of a rating sheet can rate."""

GRADES_ONLY: frozenset[tuple[str, str]] = frozenset(
    {("fact_analysis", "correctness"), *((task, "effectiveness") for task in ("statute_qa", "case_qa", "procedure_qa"))}
)
"""(task, rating) for which the appendix states no thresholds (3.7 to 3.9, 3.11): a share has no score there, only a person's grade."""

_FIELDS = {"coverage": "tried", "response": "share", "grade": "score", "error": "error"}
_DECISION = ("decision_reasoning", "correctness")


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One line of a rating sheet. ``unit`` (see ``UNITS``) names what was rated, and which other field holds it:

    ``coverage``: ``tried`` and ``handled``, without ``item``; ``response``: ``share`` of the response ``item``; ``grade``: ``score``, of the response
    ``item`` or of the whole task; ``error``: ``error`` of the decision ``item``.
    Raises: WrongTypeError, LegalMetricsError for a score outside 0 to 5, a share outside 0 to 1, an error below 0, types handled that were not tried, a
    field of another unit, a coverage of one response (a mean over responses is no coverage of task types), a share where the appendix has no thresholds.

    >>> RatingRow("report_generation", "relevance", "甲", "grade", score=6)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: relevance of report_generation by 甲, score: found 6, allowed a number from 0 to 5
    """

    task: str
    rating: str
    rater: str
    unit: str
    item: str = ""
    score: float | None = None
    share: float | None = None
    error: float | None = None
    tried: frozenset[str] = frozenset()
    handled: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        where = f"{self.rating} of {self.task} by {self.rater}"
        if self.rating not in RATINGS:
            raise LegalMetricsError(f"{where}: rating: found {shown(self.rating)}, allowed {', '.join(RATINGS)}")
        if self.unit not in UNITS:
            raise LegalMetricsError(f"{where}: unit: found {shown(self.unit)}, allowed {', '.join(UNITS)}")
        for name in ("tried", "handled"):
            if not isinstance(getattr(self, name), (set, frozenset)):
                raise WrongTypeError(f"{where}, {name}", getattr(self, name), "a set of task types")
        for unit, name in _FIELDS.items():
            held = getattr(self, name) not in (None, frozenset())
            if held != (unit == self.unit):
                what = f"a field of the unit {unit}" if held else "nothing"
                raise LegalMetricsError(f"{where}, {name}: found {what}, allowed {_FIELDS[self.unit]} alone, which the unit {self.unit} needs")
        checks = {"score": 5.0, "share": 1.0, "error": float("inf")}
        if self.unit != "coverage":
            checked(f"{where}, {_FIELDS[self.unit]}", getattr(self, _FIELDS[self.unit]), 0, checks[_FIELDS[self.unit]])
        self._check_unit(where)

    def _check_unit(self, where: str) -> None:
        if self.unit == "coverage" and self.item:
            raise LegalMetricsError(
                f"{where}: found a coverage of the response {self.item!r}, allowed one of the task: a mean over responses is no coverage of types"
            )
        if self.unit in ("response", "error") and not self.item:
            raise LegalMetricsError(f"{where}: found no item, allowed the name of one: the unit {self.unit} is of one response")
        if not self.handled <= self.tried:
            raise LegalMetricsError(f"{where}, handled: found {', '.join(sorted(self.handled - self.tried))}, allowed types that were tried")
        if self.unit == "error" and (self.task, self.rating) != _DECISION:
            raise LegalMetricsError(f"{where}: found the unit error, allowed for {_DECISION[1]} of {_DECISION[0]} alone")
        if self.unit in ("coverage", "response") and (self.task, self.rating) in GRADES_ONLY:
            raise LegalMetricsError(f"{where}: found the unit {self.unit}, allowed grade: the appendix states no thresholds here")

    @property
    def figure(self) -> Fraction:
        """The share, score or error, exactly."""
        return Fraction(len(self.handled), len(self.tried)) if self.unit == "coverage" else exact(getattr(self, _FIELDS[self.unit]))


def rate(rows: Iterable[RatingRow], *, task: str, rating: str, options: Options = DEFAULTS) -> Value:
    """One rating of one task, in points from 0 to 5, from the rows of all raters (rows of other tasks and ratings are passed over).

    Each rater's figure is the mean over his rows, put in its band; the raters' scores are joined by the option ``raters``. For correctness of
    ``decision_reasoning`` the appendix asks for the band of the error *and* a qualitative verdict (rows ``error`` and ``grade``), joined by the option
    ``decision``; ``missing`` says what the lack of one does. Parts: the figure of each rater. All three options [reconstructed].
    Raises: LegalMetricsError for a response rated twice by one rater, and for rows of different units.

    >>> rows = [RatingRow("case_qa", "relevance", who, "response", item=f"r{i}", share=s) for who in "ab" for i, s in enumerate([0.9, 0.7 if who == "a" else 0.5])]
    >>> rate(rows, task="case_qa", rating="relevance").value
    3.5
    """
    check_iterable("rows", rows, "RatingRow")
    found = [row for row in rows if (row.task, row.rating) == (task, rating)]
    units = {row.unit for row in found}
    formula = f"s{RATINGS.index(rating) + 1}"
    if "error" in units or ((task, rating) == _DECISION and units == {"grade"}):
        return _decision(formula, found, units, options)
    if len(units) > 1:
        raise LegalMetricsError(f"{rating} of {task}: found rows of the units {', '.join(sorted(units))}, allowed one unit")
    signature = options.signature(f"caai.{formula}", "raters")
    if not found:
        note = Note("missing", f"{rating} of {task}", "no sheet rates it")
        return Value(formula, rating, None, "points", notes=(note,), signature=signature)
    score, parts = _by_raters(found, options)
    facts = MappingProxyType({"n_raters": len(parts), "n_rows": len(found), "unit": found[0].unit})
    return Value(formula, rating, float(score), "points", parts, facts, signature=signature)


def rater_agreement(rows: Iterable[RatingRow]) -> tuple[PairAgreement, ...]:
    """Cohen's kappa of each pair of raters over the grades of responses and tasks that both gave; shares are no labels and are not counted.

    >>> rows = [RatingRow("case_qa", "relevance", who, "grade", item, score) for item, score in (("1", 5), ("2", 3)) for who in "ab"]
    >>> rater_agreement(rows)[0].agreement.kappa
    1.0
    """
    by_rater: dict[str, dict[Hashable, Hashable]] = {}
    for row in rows:
        if row.unit == "grade":
            by_rater.setdefault(row.rater, {})[row.task, row.rating, row.item] = row.figure
    return pairwise_agreement(by_rater)


def _by_raters(rows: Sequence[RatingRow], options: Options) -> tuple[Fraction, tuple[Part, ...]]:
    """The score of rows of one unit, and each rater's figure and score as parts."""
    by_rater: dict[str, dict[str, Fraction]] = {}
    for row in rows:
        given_by = by_rater.setdefault(row.rater, {})
        if row.item in given_by:
            raise LegalMetricsError(f"{row.rating} of {row.task}: rater {row.rater!r} rates {f'the response {row.item!r}' if row.item else 'the task'} twice")
        if ("" in given_by or not row.item) and given_by:
            raise LegalMetricsError(f"{row.rating} of {row.task}: rater {row.rater!r} rates both the task and single responses")
        given_by[row.item] = row.figure
    bands: Bands | None = {"grade": None, "error": DECISION_ERROR}.get(rows[0].unit, PERCENT)
    unit = "points" if bands is None else "fraction"
    figures = {rater: sum(each.values(), Fraction()) / len(each) for rater, each in by_rater.items()}
    scores = {rater: figure if bands is None else exact(bands.score(figure)) for rater, figure in figures.items()}
    parts = tuple(Part(Value("", rater, float(scores[rater]), "points", (Part(given(rows[0].unit, figures[rater], unit)),))) for rater in figures)
    if options.raters == "pooled":
        pooled = sum(figures.values(), Fraction()) / len(figures)
        return (pooled if bands is None else exact(bands.score(pooled))), parts
    if options.raters == "median":
        return exact(median(scores.values())), parts
    return sum(scores.values(), Fraction()) / len(scores), parts


def _decision(formula: str, rows: Sequence[RatingRow], units: set[str], options: Options) -> Value:
    if others := units - {"error", "grade"}:
        raise LegalMetricsError(f"{_DECISION[1]} of {_DECISION[0]}: found rows of the unit {sorted(others)[0]} beside the error, allowed error and grade")
    signature = options.signature(f"caai.{formula}", "raters", "decision", "missing")
    halves = {"error": "band_of_error", "grade": "qualitative_verdict"}
    values = []
    for unit, name in halves.items():
        of_unit = [row for row in rows if row.unit == unit]
        if of_unit:
            score, parts = _by_raters(of_unit, options)
            values.append(Value(formula, name, float(score), "points", parts))
        else:
            values.append(Value(formula, name, None, "points", notes=(Note("missing", name, f"no row of the unit {unit}"),)))
    asked = {"lower": values, "error": values[:1], "verdict": values[1:]}[options.decision]
    known = [value.value for value in asked if value.value is not None]
    lost = [value for value in asked if value.value is None]
    has_value = not lost or options.missing == "zero" or (options.missing == "leave_out" and bool(known))
    effect = missing_effect(formula, options.missing, has_value, "the other decides")
    notes = tuple(Note("missing", value.name, effect) for value in lost)
    score_of_all = min([*known, *([0.0] * len(lost) if options.missing == "zero" else [])]) if has_value else None
    facts = MappingProxyType({"n_rows": len(rows), "n_raters": len({row.rater for row in rows}), "unit": "error and grade"})
    return Value(formula, _DECISION[1], score_of_all, "points", tuple(map(Part, values)), facts, notes, signature)
