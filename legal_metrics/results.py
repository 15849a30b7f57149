"""What every metric returns: a value, the per-sample figures behind it, its interval and its signature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Interval,
    check_options,
    ratio_interval,
    ratio_intervals,
)


@dataclass(frozen=True, slots=True)
class Signature:
    """Everything that changes the number: metric name, options, versions. ``str()`` gives one stable line.

    >>> str(Signature("imprisonment_within", (("tolerance", 3), ("unit", "case"))))
    'imprisonment_within|tolerance:3|unit:case'
    """

    metric: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "|".join([self.metric, *(f"{k}:{v}" for k, v in sorted(self.options))])

    def extended(self, **options: Any) -> Signature:
        """The same signature with further options (later ones win).

        >>> str(Signature("rouge_l").extended(tok="jieba"))
        'rouge_l|tok:jieba'
        """
        return Signature(self.metric, tuple(sorted({**dict(self.options), **options}.items())))


@dataclass(frozen=True, slots=True)
class SampleScore:
    """One sample's part of a score.

    ``numerator`` and ``denominator`` are what the sample adds to the two sums whose ratio is the score: for a mean they are
    (value, 1); for a pooled rate such as statute precision (right citations, cited citations). ``denominator`` 0 means that the
    sample does not enter the score (``status`` says why).

    >>> SampleScore(0.5).value
    0.5
    """

    numerator: float
    denominator: float = 1.0
    answer: Any = None  # what was read from the prediction
    reference: Any = None
    status: str = "scored"  # "scored" | "unparsed" (scored 0) | "excluded" (not in the score)
    id: str | None = None
    cluster: str | None = None
    detail: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def value(self) -> float:
        """The sample's own score; NaN where it has no part in the score."""
        return self.numerator / self.denominator if self.denominator else math.nan

    def labelled(self, id: str, cluster: str | None = None) -> SampleScore:
        """The same sample with the id of its record, and its cluster."""
        return SampleScore(
            self.numerator, self.denominator, self.answer, self.reference, self.status, id, cluster, self.detail
        )


_Score = TypeVar("_Score", bound="Score")  # a kind of Score makes its own kind


@dataclass(frozen=True)
class Score:
    """A metric's result over n samples.

    ``value`` = sum of numerators / sum of denominators (exactly rounded sums: independent of order and chunking), NaN when the
    denominator is 0. ``n`` counts the samples that enter the score, ``n_unparsed`` those among them whose prediction could not be read
    (they score 0), ``n_excluded`` those left out because the reference is outside the metric's domain. ``samples`` are in input order.
    ``interval`` (seeded percentile bootstrap over samples, or over clusters where they are set) is computed on first access.

    >>> s = Score.from_samples("accuracy", [SampleScore(1), SampleScore(0)], Signature("accuracy"))
    >>> s.value, s.n
    (0.5, 2)
    """

    name: str
    value: float
    n: int
    n_unparsed: int
    n_excluded: int
    samples: tuple[SampleScore, ...]
    signature: Signature
    higher_is_better: bool = True
    details: Mapping[str, Any] = field(
        default_factory=lambda: MappingProxyType({})
    )  # further named figures (counts, deviations)
    seed: int = DEFAULT_SEED
    resamples: int = DEFAULT_RESAMPLES
    confidence: float = DEFAULT_CONFIDENCE

    @classmethod
    def from_samples(
        cls: type[_Score],
        name: str,
        samples: Iterable[SampleScore],
        signature: Signature,
        *,
        higher_is_better: bool = True,
        details: Mapping[str, Any] | None = None,
        seed: int = DEFAULT_SEED,
        resamples: int = DEFAULT_RESAMPLES,
        confidence: float = DEFAULT_CONFIDENCE,
    ) -> _Score:
        """Sum the samples into a Score; the bootstrap's seed, resamples and confidence go into the signature.

        Raises: LegalMetricsError for a seed, resamples or confidence that no interval can be drawn with (``stats.bootstrap.check_options``).
        """
        check_options(seed=seed, resamples=resamples, confidence=confidence)
        kept = tuple(samples)
        denominator = math.fsum(s.denominator for s in kept)
        value = math.fsum(s.numerator for s in kept) / denominator if denominator else math.nan
        return cls(
            name=name,
            value=value + 0.0,  # never -0.0
            n=sum(1 for s in kept if s.status != "excluded"),
            n_unparsed=sum(1 for s in kept if s.status == "unparsed"),
            n_excluded=sum(1 for s in kept if s.status == "excluded"),
            samples=kept,
            signature=signature.extended(ci=_interval_signature(confidence, resamples, seed)),
            higher_is_better=higher_is_better,
            details=MappingProxyType(dict(details or {})),
            seed=seed,
            resamples=resamples,
            confidence=confidence,
        )

    @property
    def clusters(self) -> tuple[str, ...] | None:
        """Each sample's cluster, a sample without one being its own; None where no sample has one.

        >>> Score.from_samples("m", [SampleScore(1, cluster="q1"), SampleScore(0)], Signature("m")).clusters
        ('q1', '#1')
        """
        if all(s.cluster is None for s in self.samples):
            return None
        return tuple(s.cluster if s.cluster is not None else f"#{i}" for i, s in enumerate(self.samples))

    @cached_property
    def interval(self) -> Interval:
        """Percentile bootstrap interval of ``value`` (``stats.bootstrap.ratio_interval``; many at once: ``compute_intervals``)."""
        return ratio_interval(
            [s.numerator for s in self.samples],
            [s.denominator for s in self.samples],
            clusters=self.clusters,
            seed=self.seed,
            resamples=self.resamples,
            confidence=self.confidence,
        )

    def seeded(self, seed: int) -> Score:
        """The same score with another seed for its interval. Raises: LegalMetricsError for a seed that is no whole number >= 0.

        >>> "seed=7" in str(Score.from_samples("accuracy", [SampleScore(1)], Signature("accuracy")).seeded(7).signature)
        True
        """
        check_options(seed=seed)
        signature = self.signature.extended(ci=_interval_signature(self.confidence, self.resamples, seed))
        return replace(self, seed=seed, signature=signature)

    def to_dict(self, *, samples: bool = False, interval: bool = True) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        out: dict[str, Any] = {
            "name": self.name,
            "value": _finite(self.value),
            "n": self.n,
            "n_unparsed": self.n_unparsed,
            "n_excluded": self.n_excluded,
            "higher_is_better": self.higher_is_better,
            "signature": str(self.signature),
            "details": {k: _finite(v) if isinstance(v, float) else v for k, v in self.details.items()},
        }
        if interval:
            out["interval"] = {
                "low": _finite(self.interval.low),
                "high": _finite(self.interval.high),
                "degenerate": self.interval.degenerate,
                "n_undefined": self.interval.n_undefined,
            }
        if samples:
            out["samples"] = [
                {"id": s.id, "value": _finite(s.value), "status": s.status, "detail": dict(s.detail)}
                for s in self.samples
            ]
        return out


def compute_intervals(scores: Sequence[Score]) -> list[Interval]:
    """``score.interval`` of each score, in order, computed together: scores over as many samples share one draw.

    The intervals are also kept in the scores, where ``score.interval`` finds them. A report of 40 scores takes little longer than one score.

    >>> score = Score.from_samples("accuracy", [SampleScore(1), SampleScore(1)], Signature("accuracy"))
    >>> compute_intervals([score])
    [Interval(low=1.0, high=1.0, degenerate=True)]
    """
    together: dict[tuple[int, tuple[str, ...] | None, int, int, float], list[Score]] = {}
    for score in scores:
        key = (len(score.samples), score.clusters, score.seed, score.resamples, score.confidence)
        together.setdefault(key, []).append(score)
    for (_, clusters, seed, resamples, confidence), group in together.items():
        intervals = ratio_intervals(
            [[s.numerator for s in score.samples] for score in group],
            [[s.denominator for s in score.samples] for score in group],
            clusters=clusters,
            seed=seed,
            resamples=resamples,
            confidence=confidence,
        )
        for score, interval in zip(group, intervals, strict=True):
            score.__dict__["interval"] = interval  # where functools.cached_property keeps it
    return [score.interval for score in scores]


@dataclass(frozen=True, slots=True)
class Reading:
    """All scores under one way of reading outputs (``"strict"`` or ``"lenient"``).

    ``statuses`` counts the samples by how their output read (ok, unparsed, empty, refusal, truncated, wrong_script, missing);
    ``repairs`` counts each named repair that the lenient reading made.
    """

    name: str
    scores: Mapping[str, Score]
    statuses: Mapping[str, int]
    repairs: Mapping[str, int]
    samples: tuple[SampleView, ...] = ()

    def to_dict(self, *, samples: bool = True, intervals: bool = True) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        out: dict[str, Any] = {
            "name": self.name,
            "scores": _scores_to_dict(self.scores, intervals),
            "statuses": dict(self.statuses),
            "repairs": dict(self.repairs),
        }
        if samples:
            out["samples"] = [view.to_dict() for view in self.samples]
        return out


@dataclass(frozen=True, slots=True)
class SampleView:
    """One sample as a person wants to see it: what was asked for, what was read, what each metric made of it.

    ``answer`` and ``reference`` are JSON-ready; ``values`` maps score name to the sample's value (None: not in that score). ``parts`` maps score name to
    (numerator, denominator) where the sample does not weigh 1: with both, every score can be summed again from the samples. ``strata`` maps each field that
    the scores were broken down by to the sample's value.
    """

    id: str
    status: str
    values: Mapping[str, float | None]
    answer: Mapping[str, Any]
    reference: Mapping[str, Any]
    repairs: tuple[str, ...] = ()
    why: str = ""  # why the output could not be read
    output: str | None = None
    run: str | None = None
    parts: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))
    strata: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; without the raw output."""
        return {
            "id": self.id,
            "run": self.run,
            "status": self.status,
            "why": self.why,
            "repairs": list(self.repairs),
            "answer": dict(self.answer),
            "reference": dict(self.reference),
            "values": dict(self.values),
            "parts": {name: list(parts) for name, parts in self.parts.items()},
            "strata": dict(self.strata),
        }


@dataclass(frozen=True)
class Report:
    """A task's whole result: every score under both readings, with the baselines, subsets and strata that put it in its place.

    Two reports are comparable iff task, task version, dataset digest and signatures agree. ``reading`` names the headline reading;
    ``scores``, ``statuses``, ``repairs`` and ``samples`` are those of the headline.
    """

    task: str
    task_version: int
    library_version: str
    primary: str  # name of the primary score
    n: int  # records
    reading: str
    readings: Mapping[str, Reading]
    subsets: Mapping[str, Mapping[str, Score]] = field(default_factory=lambda: MappingProxyType({}))
    baselines: Mapping[str, Mapping[str, Score]] = field(default_factory=lambda: MappingProxyType({}))
    strata: Mapping[str, Mapping[str, Mapping[str, Score]]] = field(default_factory=lambda: MappingProxyType({}))
    runs: Mapping[str, Mapping[str, Score]] = field(default_factory=lambda: MappingProxyType({}))
    dataset: DatasetFacts = field(default_factory=DatasetFacts)
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[str, ...] = ()  # of the references, none of which stops the scoring

    @property
    def scores(self) -> Mapping[str, Score]:
        """Scores under the headline reading, by name, in the order of the task table."""
        return self.readings[self.reading].scores

    @property
    def statuses(self) -> Mapping[str, int]:
        """How the outputs read, under the headline reading."""
        return self.readings[self.reading].statuses

    @property
    def repairs(self) -> Mapping[str, int]:
        """Repairs by name, under the headline reading (the strict one makes none)."""
        return self.readings[self.reading].repairs

    @property
    def samples(self) -> tuple[SampleView, ...]:
        """Per-sample views under the headline reading, in the order of the records."""
        return self.readings[self.reading].samples

    def run_mean(self, name: str) -> float:
        """Mean of a score's value over runs; NaN without runs, or where a run has no value.

        For a mean over the same records this is the score itself; a pooled rate weighs runs by what they hold, this mean does not.
        """
        values = [scores[name].value for scores in self.runs.values()]
        return math.fsum(values) / len(values) if values else math.nan

    def between_run_sd(self, name: str) -> float:
        """Sample standard deviation of a score's value over runs; NaN with fewer than two runs, or where a run has no value."""
        values = [scores[name].value for scores in self.runs.values()]
        if len(values) < 2:
            return math.nan
        mean = self.run_mean(name)
        return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))

    def draw_intervals(self) -> None:
        """Draw the intervals of all scores now, one draw for all scores over as many samples; later accesses are free.

        The intervals are those that each score would draw on its own.
        """
        groups = [
            *(r.scores for r in self.readings.values()),
            *self.subsets.values(),
            *self.baselines.values(),
            *self.runs.values(),
        ]
        groups += [scores for values in self.strata.values() for scores in values.values()]
        compute_intervals([score for scores in groups for score in scores.values() if "interval" not in score.__dict__])

    def to_dict(self, *, samples: bool = True, intervals: bool = True) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN; ``samples=False`` leaves out the per-sample views, ``intervals=False`` the intervals, which are then not drawn."""
        if intervals:
            self.draw_intervals()
        return {
            "task": self.task,
            "task_version": self.task_version,
            "library_version": self.library_version,
            "primary": self.primary,
            "n": self.n,
            "reading": self.reading,
            "options": dict(self.options),
            "dataset": self.dataset.to_dict(),
            "problems": list(self.problems),
            "readings": {name: reading.to_dict(samples=samples, intervals=intervals) for name, reading in self.readings.items()},
            "subsets": {name: _scores_to_dict(scores, intervals) for name, scores in self.subsets.items()},
            "baselines": {name: _scores_to_dict(scores, intervals) for name, scores in self.baselines.items()},
            "strata": {
                by: {value: _scores_to_dict(scores, intervals) for value, scores in values.items()}
                for by, values in self.strata.items()
            },
            "runs": {
                name: {key: _finite(score.value) for key, score in scores.items()} for name, scores in self.runs.items()
            },
            "run_mean": {name: _finite(self.run_mean(name)) for name in self.scores} if self.runs else {},
            "between_run_sd": {name: _finite(self.between_run_sd(name)) for name in self.scores} if self.runs else {},
        }


def _interval_signature(confidence: float, resamples: int, seed: int) -> str:
    return f"percentile,{confidence:g},{resamples},seed={seed}"


def _scores_to_dict(scores: Mapping[str, Score], intervals: bool) -> dict[str, Any]:
    return {name: score.to_dict(interval=intervals) for name, score in scores.items()}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
