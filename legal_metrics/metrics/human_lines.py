"""What people reach in the second test, as records, and what a model needs to pass: a line for law papers is a group's mean total minus its mean composition.

Source: TW-LegalBench 5.2 and figure 3. The paper prints no table of these figures; they are data that a user brings (``legal_metrics.exams.read_human_lines``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.metrics.exam_totals import EXAMS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

YEARS: tuple[int, ...] = (2021, 2022, 2023, 2024)
"""Years with detailed statistics of the examinees, over which the paper averages; 2020 has another statistic."""
LAWYERS_LINE = 400.0
"""A lawyer's total, composition included, must pass this (and be in the top 33 %). About 350 of law papers alone, says the paper."""
LAWYERS_PERCENTILE = 33.0
LINE_RULES: tuple[str, ...] = ("over", "at_least")
CHOICE_BAND = (0.70, 0.80)
"""Accuracy at multiple choice that admission takes, roughly: the mean of the lowest weighted totals admitted (the paper, 3.3). Those totals hold English,
composition and other subjects, and law is a small part: a reference band, never a line to pass."""


@dataclass(frozen=True, slots=True)
class HumanLine:
    """Mean points of a group of examinees of one year: the top ``percentile``, or a group with a ``name`` (admitted).

    ``total`` holds Chinese composition, ``composition`` is its part; None: not published. ``source``: where the figures stand; ``invented``: they are no
    figures of any examination.

    >>> HumanLine("lawyers", 2023, 33, 455.0, 52.0).law_papers
    403.0
    >>> HumanLine("judges_prosecutors", 2023, 10, None, None).law_papers is None
    True
    """

    exam: str
    year: int
    percentile: float | None
    total: float | None
    composition: float | None
    name: str = ""
    source: str = ""
    invented: bool = False

    @property
    def law_papers(self) -> float | None:
        """Total without composition: what a model, which writes none, is held against."""
        return None if self.total is None or self.composition is None else self.total - self.composition

    @property
    def group(self) -> tuple[str, float | None, str]:
        """Exam, percentile and name: what the records of one line share over the years."""
        return self.exam, self.percentile, self.name


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """One group's line over years. ``points``: mean points in law papers, ``composition``: mean points in composition; None where a year has none.

    ``by_year``: points of each year with a record; ``missing``: years without one; ``unpublished``: years whose record lacks a figure.

    >>> ReferenceLine("lawyers", 33, "", 403.0, 52.0, {2023: 403.0}).title
    'top 33 %'
    """

    exam: str
    percentile: float | None
    name: str
    points: float | None
    composition: float | None
    by_year: Mapping[int, float | None]
    missing: tuple[int, ...] = ()
    unpublished: tuple[int, ...] = ()
    invented: bool = False

    @property
    def title(self) -> str:
        """The group in words."""
        return self.name or f"top {self.percentile:g} %"


def reference_lines(lines: Sequence[HumanLine], years: Sequence[int] = YEARS) -> tuple[ReferenceLine, ...]:
    """Each group's line over exactly these years, the best percentile first, then groups with a name in their order.

    A year without a record, or without a figure, leaves the mean None: it is never taken over fewer years.
    Raises: LegalMetricsError for a year that stands twice in a group.

    >>> lines = [HumanLine("lawyers", 2021, 33, 450.0, 50.0), HumanLine("lawyers", 2022, 33, 460.0, 40.0)]
    >>> [line] = reference_lines(lines, [2021, 2022])
    >>> line.points, line.composition
    (410.0, 45.0)
    >>> reference_lines(lines, [2021, 2023])[0].missing
    (2023,)
    """
    groups: dict[tuple[str, float | None, str], dict[int, HumanLine]] = {}
    for line in lines:
        given = groups.setdefault(line.group, {})
        if line.year in given:
            raise LegalMetricsError(f"lines: found {line.exam} {line.year} {_title(line)!r} twice, allowed each once")
        given[line.year] = line
    found = [_reference(group, given, years) for group, given in groups.items()]
    last = math.inf
    return tuple(sorted(found, key=lambda line: (line.exam, last if line.percentile is None else line.percentile)))


def mean_line(lines: Sequence[HumanLine]) -> float | None:
    """Mean over years of one group's points in law papers; None without lines, or where one is not published.

    Raises: LegalMetricsError for lines of several exams or groups, or a year that stands twice.

    >>> mean_line([HumanLine("lawyers", 2021, 33, 450.0, 50.0), HumanLine("lawyers", 2022, 33, 460.0, 50.0)])
    405.0
    """
    if len({line.group for line in lines}) > 1 or len({line.year for line in lines}) < len(lines):
        raise LegalMetricsError(
            "lines: found several exams, percentiles, or a year twice, allowed one percentile of one exam, each year once"
        )
    return _mean([line.law_papers for line in lines])


# --- passing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PassLine:
    """What law papers must reach to pass, as far as it is known: ``points`` by ``rule``, and ``rank`` at least. ``unknown`` says what is not known.

    Someone passes who meets both; with one unknown, whoever fails the other has failed, and of the rest nobody knows.

    >>> line = PassLine(350.0, 403.0)
    >>> line.passes(350.0), line.passes(403.0)
    (False, True)
    >>> PassLine(350.0, None).passes(360.0) is None
    True
    """

    points: float | None
    rank: float | None
    rule: str = "over"
    unknown: tuple[str, ...] = ()

    def meets_points(self, law_papers: float) -> bool | None:
        """Whether points are over (or at least) the line; None where it is unknown."""
        return None if self.points is None else _reaches(law_papers, self.points, self.rule)

    def meets_rank(self, law_papers: float) -> bool | None:
        """Whether points are at least those of the percentile's line; None where it is unknown."""
        return None if self.rank is None else _reaches(law_papers, self.rank, "at_least")

    def passes(self, law_papers: float) -> bool | None:
        """Whether both conditions are met; None where that is unknown."""
        met = (self.meets_points(law_papers), self.meets_rank(law_papers))
        return False if False in met else None if None in met else True

    def share_passing(self, law_papers: NDArray[np.float64]) -> float | None:
        """Share of many totals that pass, in [0, 1]; None where a condition is unknown or there is no total."""
        if self.points is None or self.rank is None or not len(law_papers):
            return None
        return float(
            (_reaching(law_papers, self.points, self.rule) & _reaching(law_papers, self.rank, "at_least")).mean()
        )


def pass_line(
    exam: str,
    references: Sequence[ReferenceLine],
    *,
    rule: str = "over",
    percentile: float = LAWYERS_PERCENTILE,
    line: float = LAWYERS_LINE,
) -> PassLine:
    """What a model's law papers need to pass, by the reference lines of an exam.

    Lawyers: the line of 400 points counts composition, which a model does not write, so it is lowered by the mean composition of the group at
    ``percentile`` [CHOICE; the paper says: about 350]; and the line of that group is to be reached. Judges and prosecutors: 1.2 times the number of admissions,
    which is no number in the source: unknown.
    Raises: LegalMetricsError for an unknown exam or rule.

    >>> top = ReferenceLine("lawyers", 33, "", 403.0, 52.0, {2023: 403.0})
    >>> pass_line("lawyers", [top])
    PassLine(points=348.0, rank=403.0, rule='over', unknown=())
    >>> pass_line("judges_prosecutors", [top]).unknown
    ('the line of judges and prosecutors (1.2 times the admissions) is no number in the source',)
    """
    if exam not in EXAMS:
        raise LegalMetricsError(f"exam: found {shown(exam)}, allowed {' or '.join(EXAMS)}")
    _check_rule(rule)
    if exam != "lawyers":
        why = "the line of judges and prosecutors (1.2 times the admissions) is no number in the source"
        return PassLine(None, None, rule, (why,))
    top = [other for other in references if other.exam == exam and other.percentile == percentile and not other.name]
    group = f"top {percentile:g} %"
    if not top:
        return PassLine(None, None, rule, (f"no human line for the {group}",))
    found = top[0]
    unknown = []
    if found.composition is None:
        unknown.append(
            f"composition of the {group} is not known for every year, so {line:g} points cannot be lowered by it"
        )
    if found.points is None:
        unknown.append(f"the line of the {group} is not known for every year")
    points = None if found.composition is None else line - found.composition
    return PassLine(points, found.points, rule, tuple(unknown))


def passes_lawyers(law_papers: float, composition: float, *, rule: str = "over", line: float = LAWYERS_LINE) -> bool:
    """Whether a total passes the points that lawyers need. ``rule``: ``"over"`` the line, as the paper says, or ``"at_least"`` it [CHOICE].

    The other condition, to be in the top 33 % of the examinees, is told by ``pass_line``.
    Raises: LegalMetricsError for another rule.

    >>> passes_lawyers(350, 50), passes_lawyers(350, 50, rule="at_least")
    (False, True)
    """
    _check_rule(rule)
    return _reaches(law_papers + composition, line, rule)


def share_reaching(totals: NDArray[np.float64], line: float, *, rule: str = "at_least") -> float:
    """Share of many totals that are at least (or over) a line, in [0, 1]; NaN without totals. Raises: LegalMetricsError for another rule.

    >>> import numpy as np
    >>> share_reaching(np.array([340.0, 350.0, 360.0, 370.0]), 350.0), share_reaching(np.array([350.0]), 350.0, rule="over")
    (0.75, 0.0)
    """
    _check_rule(rule)
    return float(_reaching(totals, line, rule).mean()) if len(totals) else math.nan


def choice_band(accuracy: float) -> str:
    """Where an accuracy at multiple choice lies: ``"below"``, ``"within"`` or ``"above"`` the reference band of 70–80 % (``CHOICE_BAND``).

    Raises: LegalMetricsError for an accuracy outside [0, 1].

    >>> choice_band(0.65), choice_band(0.7), choice_band(0.81)
    ('below', 'within', 'above')
    """
    if not 0 <= accuracy <= 1:
        raise LegalMetricsError(f"accuracy: found {shown(accuracy)}, allowed a number from 0 to 1")
    low, high = CHOICE_BAND
    return "below" if accuracy < low else "above" if accuracy > high else "within"


def _reaches(points: float, line: float, rule: str) -> bool:
    """Sums of shares are exact to far less than a billionth of a point: what is closer than that is equal."""
    above = round(points - line, 9)
    return above > 0 if rule == "over" else above >= 0


def _reaching(points: NDArray[np.float64], line: float, rule: str) -> NDArray[np.bool_]:
    """As ``_reaches``, of each."""
    above = (points - line).round(9)
    found: NDArray[np.bool_] = above > 0 if rule == "over" else above >= 0
    return found


def _check_rule(rule: str) -> None:
    if rule not in LINE_RULES:
        raise LegalMetricsError(f"rule: found {shown(rule)}, allowed {' or '.join(LINE_RULES)}")


def _reference(
    group: tuple[str, float | None, str], given: Mapping[int, HumanLine], years: Sequence[int]
) -> ReferenceLine:
    kept = [given[year] for year in years if year in given]
    missing = tuple(year for year in years if year not in given)
    return ReferenceLine(
        *group,
        points=None if missing else _mean([line.law_papers for line in kept]),
        composition=None if missing else _mean([line.composition for line in kept]),
        by_year={line.year: line.law_papers for line in kept},
        missing=missing,
        unpublished=tuple(line.year for line in kept if line.law_papers is None),
        invented=any(line.invented for line in kept),
    )


def _title(line: HumanLine) -> str:
    return line.name or f"top {line.percentile:g} %"


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(values) else None
