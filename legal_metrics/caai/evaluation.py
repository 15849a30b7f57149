"""All inputs of one evaluation, as the readers of ``sheets`` and of run logs make them and as ``total.evaluate`` takes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from legal_metrics.caai.functions import Function
from legal_metrics.caai.values import Note


@dataclass(frozen=True, slots=True)
class FunctionCase:
    """One line of a function sheet: a case tried for a function, and whether the output had the function's feature."""

    function: str
    case: str
    present: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives of one document (or of all, with ``item`` empty)."""

    tp: int
    fp: int
    fn: int
    item: str = ""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One line of a rating sheet. ``unit`` names what was rated, and which of the other fields holds it:

    - ``coverage``: task types ``tried`` and, of those, ``handled``: their share is banded;
    - ``response``: ``share`` (0 to 1) of the one response ``item``; the mean over responses is banded;
    - ``grade``: ``score`` (0 to 5), of the whole task or of the response ``item``; the mean over responses is the score;
    - ``error``: ``error`` (share, from 0) of a decision ``item`` against the right one; correctness of ``decision_reasoning`` only.
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


@dataclass(frozen=True, slots=True)
class SafetyLabel:
    """One annotator's label of one item: 0 no problem, 1 problem, 2 prohibited. ``adjudicated``: the label that settles a disagreement."""

    category: str
    item: str
    label: int
    annotator: str = ""
    adjudicated: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured of time: milliseconds to the first token, completion tokens per second, greatest concurrency at best throughput.

    None: not measured. ``notes``: what the measurement left out or could not read.
    """

    first_token_mean_ms: float | None = None
    first_token_p50_ms: float | None = None
    first_token_p95_ms: float | None = None
    tokens_per_second_stream: float | None = None
    tokens_per_second_aggregate: float | None = None
    concurrency: int | None = None
    hardware: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures of the system under test: minutes to recovery of each one (None: not recovered when the test ended), and the days observed."""

    days: float
    recovery_minutes: tuple[float | None, ...] = ()
    notes: tuple[Note, ...] = ()


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
