"""Selection profiles: which judgments and exam papers a release takes and how its test split is drawn, by name, recorded in the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from builders.errors import BuildError


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of one selection. Lengths are characters of the released text; years are those of the judgment's date.

    Attributes:
        years: first and last year taken, both included; None takes all.
        allow_merged: keep judgments with one heading for facts and reasons (事實及理由). Their "facts" tell the reasons too, so such a
            release is no longer comparable with the paper and has a version of its own.
        min_main_text, min_facts, min_reasons: shorter sections drop the judgment [CHOICE: the paper names no thresholds].
        max_per_cause: stratified sampling: at most so many of one cause, chosen by the seed; None takes all [CHOICE: the paper samples
            but does not say how].
        test_min_cases, test_per_cause: a cause with at least ``test_min_cases`` kept judgments gives ``test_per_cause`` to test.
        seed: of the sampling and of the split.
    """

    name: str
    years: tuple[int, int] | None = (2013, 2024)
    allow_merged: bool = False
    min_main_text: int = 10
    min_facts: int = 50
    min_reasons: int = 100
    max_per_cause: int | None = None
    test_min_cases: int = 10
    test_per_cause: int = 5
    seed: int = 20260617

    def to_dict(self) -> dict[str, Any]:
        """For the manifest.

        >>> PROFILES["paper"].to_dict()["years"]
        [2013, 2024]
        """
        out = asdict(self)
        out["years"] = None if self.years is None else list(self.years)
        return out


PROFILES: Mapping[str, Profile] = {
    # Section 3.4 of the paper: first instance, 2013-2024, three separate sections.
    "paper": Profile("paper"),
    # The same rules for the bundled corpus, which holds both the modern form and that of 2005-2011.
    "bundled": Profile("bundled", years=(2005, 2024)),
}


def profile(name: str, *, years: tuple[int, int] | None = None, allow_merged: bool = False, max_per_cause: int | None = None) -> Profile:
    """The profile of that name with the given changes.

    Raises: BuildError with the names that there are.

    >>> profile("paper", years=(2005, 2011)).years
    (2005, 2011)
    """
    if name not in PROFILES:
        raise BuildError(f"profile {name!r}: allowed {', '.join(PROFILES)}")
    chosen = PROFILES[name]
    return replace(
        chosen,
        years=years or chosen.years,
        allow_merged=allow_merged or chosen.allow_merged,
        max_per_cause=max_per_cause if max_per_cause is not None else chosen.max_per_cause,
    )


@dataclass(frozen=True, slots=True)
class ExamProfile:
    """The rules by which papers and questions are selected; years are those of the exam.

    Attributes:
        years: first and last year taken, both included; None takes all.
        drop_combined: leave out papers that combine law with another subject (by a table of subject names).
        drop_other_subjects: leave out papers on no law at all.
        drop_figures: leave out questions with a picture or drawing [CHOICE: a filter of our own].
        second_test_only: ``oeq`` takes the second test of judges, prosecutors and lawyers only, as the paper.
    """

    name: str
    years: tuple[int, int] | None = (2020, 2024)
    drop_combined: bool = True
    drop_other_subjects: bool = True
    drop_figures: bool = False
    second_test_only: bool = True

    def to_dict(self) -> dict[str, Any]:
        """For the manifest.

        >>> EXAM_PROFILES["paper"].to_dict()["years"]
        [2020, 2024]
        """
        return {**asdict(self), "years": None if self.years is None else list(self.years)}

    def takes(self, year: int) -> bool:
        """Whether the year lies within the profile's.

        >>> EXAM_PROFILES["paper"].takes(2019), EXAM_PROFILES["paper"].takes(2020)
        (False, True)
        """
        return self.years is None or self.years[0] <= year <= self.years[1]


EXAM_PROFILES: Mapping[str, ExamProfile] = {
    # Section 3.1 of the paper: 2020-2024, one right answer of four, law only.
    "paper": ExamProfile("paper"),
    # The same rules for the bundled papers, whatever their year.
    "bundled": ExamProfile("bundled", years=None),
}


def exam_profile(name: str, *, years: tuple[int, int] | None = None) -> ExamProfile:
    """The exam profile of that name, with other years where they are given.

    Raises: BuildError with the names that there are.

    >>> exam_profile("paper", years=(2018, 2025)).years
    (2018, 2025)
    """
    if name not in EXAM_PROFILES:
        raise BuildError(f"profile {name!r}: allowed {', '.join(EXAM_PROFILES)}")
    chosen = EXAM_PROFILES[name]
    return replace(chosen, years=years or chosen.years)


def parse_years(written: str) -> tuple[int, int]:
    """``2005-2011`` or ``2013`` as first and last year.

    Raises: ValueError for anything else, Common Era years only: 100 is refused, not read as ROC.

    >>> parse_years("2005-2011"), parse_years("2013")
    ((2005, 2011), (2013, 2013))
    """
    first, dash, last = written.partition("-")
    years = (first, last if dash else first)
    if not all(len(year) == 4 and year.isascii() and year.isdigit() for year in years) or years[0] > years[1]:
        raise ValueError(f"years: found {written!r}, allowed a year or two of the Common Era in order, such as 2013-2024")
    return int(years[0]), int(years[1])
