"""What every metric returns: a value, the per-sample figures behind it, its interval and its signature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

DEFAULT_SEED = 20260617
DEFAULT_RESAMPLES = 10_000
DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; ``degenerate`` when every resample gave the same value (or there was nothing to resample).

    >>> Interval(1.0, 1.0, True).low
    1.0
    """

    low: float
    high: float
    degenerate: bool = False


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
    details: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))  # further named figures (counts, deviations)
    seed: int = DEFAULT_SEED
    resamples: int = DEFAULT_RESAMPLES
    confidence: float = DEFAULT_CONFIDENCE

    @classmethod
    def from_samples(
        cls,
        name: str,
        samples: Iterable[SampleScore],
        signature: Signature,
        *,
        higher_is_better: bool = True,
        details: Mapping[str, Any] | None = None,
        seed: int = DEFAULT_SEED,
        resamples: int = DEFAULT_RESAMPLES,
        confidence: float = DEFAULT_CONFIDENCE,
    ) -> Score:
        """Sum the samples into a Score; the bootstrap's seed, resamples and confidence go into the signature."""
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
            signature=signature.extended(ci=f"percentile,{confidence:g},{resamples},seed={seed}"),
            higher_is_better=higher_is_better,
            details=MappingProxyType(dict(details or {})),
            seed=seed,
            resamples=resamples,
            confidence=confidence,
        )

    @cached_property
    def interval(self) -> Interval:
        """Percentile bootstrap interval of ``value`` (``stats.bootstrap.ratio_interval``)."""
        from legal_metrics.stats.bootstrap import ratio_interval

        return ratio_interval(
            [s.numerator for s in self.samples],
            [s.denominator for s in self.samples],
            clusters=_clusters(self.samples),
            seed=self.seed,
            resamples=self.resamples,
            confidence=self.confidence,
        )

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
            }
        if samples:
            out["samples"] = [
                {"id": s.id, "value": _finite(s.value), "status": s.status, "detail": dict(s.detail)} for s in self.samples
            ]
        return out


def _clusters(samples: Sequence[SampleScore]) -> list[str] | None:
    if all(s.cluster is None for s in samples):
        return None
    return [s.cluster if s.cluster is not None else f"#{i}" for i, s in enumerate(samples)]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
