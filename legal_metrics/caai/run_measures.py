"""What a run log says: formulas (5), (6), (9) and (10) and the greatest concurrency, as the framework's scores take them.

with open("run.jsonl", "rb") as lines:
    measures = measure_run(read_run_log(lines, source="run.jsonl"))
time_performance(measures.timing(hardware="8 x A800-80G")), stability(measures.failures())
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_option
from legal_metrics.caai.concurrency import IN_FLIGHT, Concurrency, check_levels, greatest_concurrency
from legal_metrics.caai.failures import MINUTES_PER_DAY, Failures
from legal_metrics.caai.latency import (
    CONNECTIONS,
    COUNTED,
    MISSING_FIRST,
    RETRIES,
    Distribution,
    Rates,
    first_token_latency,
    token_rates,
)
from legal_metrics.caai.options import OpenChoice
from legal_metrics.caai.outages import SCOPES, Outages, find_outages, idle_microseconds
from legal_metrics.caai.run_log import RunLog
from legal_metrics.caai.tasks import Timing
from legal_metrics.caai.values import Note, exact
from legal_metrics.errors import LegalMetricsError
from legal_metrics.results import Signature


def _choice(option: str, formula: str, question: str, values: tuple[str, ...], *meanings: str) -> OpenChoice:
    return OpenChoice(option, formula, question, MappingProxyType(dict(zip(values, meanings, strict=True))))


RUN_CHOICES: tuple[OpenChoice, ...] = (
    _choice(
        "retries",
        "(5)",
        "from when does a user wait whose request was tried again?",
        RETRIES,
        "from the first attempt on",
        "from the attempt that answered on; further answers count too",
    ),
    _choice(
        "missing_first",
        "(5)",
        "an answer without a time of its first token",
        MISSING_FIRST,
        "is left out",
        "came as a whole with its last token: the endpoint does not stream",
    ),
    _choice("connection", "(6)", "what is the time of a connection?", CONNECTIONS, "from the question to the last token", "from the first token to the last"),
    _choice("counted", "(6)", "which tokens are processed?", COUNTED, "those of the completion", "those of prompt and completion"),
    _choice(
        "in_flight",
        "2.13",
        "which requests does a system process at a time?",
        IN_FLIGHT,
        "those that were sent and have not ended",
        "those whose answer has begun: what waits in a queue does not count",
    ),
    _choice(
        "scope",
        "(9)",
        "who is without a result for a minute?",
        SCOPES,
        "the system: no result for any request",
        "one request, whatever others get; failures that overlap are one",
    ),
)
"""The choices that the article leaves open in reading a log, the default first. Reconstructed."""


@dataclass(frozen=True, slots=True)
class RunRules:
    """How a log is read: a value for each of ``RUN_CHOICES``, and the numbers of ``greatest_concurrency`` and ``find_outages``. Raises: LegalMetricsError.

    >>> str(RunRules(scope="request").signature())
    'caai.run_log|connection:whole|counted:completion|hold_seconds:1.0|idle_seconds:None|in_flight:sent|missing_first:leave_out|plateau:0.05|retries:request|scope:request'
    """

    retries: str = "request"
    missing_first: str = "leave_out"
    connection: str = "whole"
    counted: str = "completion"
    in_flight: str = "sent"
    scope: str = "system"
    plateau: float = 0.05
    hold_seconds: float = 1.0
    idle_seconds: float | None = None

    def __post_init__(self) -> None:
        for choice in RUN_CHOICES:
            check_option(choice.option, getattr(self, choice.option), tuple(choice.values))
        check_levels(self.plateau, self.hold_seconds)
        idle_microseconds(self.idle_seconds)

    def signature(self) -> Signature:
        """Everything that changes what a log says."""
        return Signature("caai.run_log", tuple(sorted(asdict(self).items())))


@dataclass(frozen=True, slots=True, eq=False)
class RunMeasures:
    """The measures of one log. ``attempts``: by cause; ``requests``: each once, however often it was tried. ``notes``: what was left out or is not as it seems."""

    source: str
    attempts: Mapping[str, int]
    requests: int
    workers: tuple[str, ...]
    first_token_ms: Distribution
    tokens_per_second: Rates
    concurrency: Concurrency
    outages: Outages
    rules: RunRules
    notes: tuple[Note, ...] = field(default=())

    def timing(self, *, hardware: str = "") -> Timing:
        """The figures that 2.13 is made of, with the notes on them. ``hardware``: what the system ran on; concurrency is scored on a stated one alone."""
        first, rates = self.first_token_ms, self.tokens_per_second
        return Timing(
            first_token_mean_ms=_known(first.mean),
            first_token_p50_ms=_known(first.percentiles[50]),
            first_token_p95_ms=_known(first.percentiles[95]),
            tokens_per_second_stream=_known(rates.streams.mean),
            tokens_per_second_aggregate=_known(rates.aggregate),
            concurrency=self.concurrency.value,
            hardware=hardware,
            notes=tuple(note for note in self.notes if note.where not in _OF_FAILURES),
        )

    def failures(self) -> Failures:
        """The failures that Q4 is made of, with the notes on them. Raises: LegalMetricsError for a log that shows one moment at most."""
        days = self.outages.days
        if not days:
            raise LegalMetricsError(f"{self.source}: found a log without any length of time, allowed one that shows for how long the system was observed")
        minutes = self.outages.recovery_minutes
        whole = sum((exact(minute) for minute in minutes if minute is not None), Fraction())
        while whole > exact(days) * MINUTES_PER_DAY:  # by rounding alone: outages are parts of their log, and do not overlap
            days = math.nextafter(days, math.inf)
        return Failures(days, minutes, tuple(note for note in self.notes if note.where in _OF_FAILURES))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; what has no value is null."""
        first, rates, found = self.first_token_ms, self.tokens_per_second, self.outages
        return {
            "source": self.source,
            "signature": str(self.rules.signature()),
            "requests": self.requests,
            "attempts": dict(self.attempts),
            "workers": list(self.workers),
            "first_token_ms": {"formula": "(5)", **_summary(first)},
            "tokens_per_second": {
                "formula": "(6)",
                **_summary(rates.streams),
                "pooled": _known(rates.pooled),
                "aggregate": _known(rates.aggregate),
                "tokens": rates.tokens,
                "run_seconds": _known(rates.run_seconds),
            },
            "concurrency": asdict(self.concurrency),
            "failures": {"formula": "(9), (10)", "days": found.days, "outages": [asdict(outage) for outage in found.failures]},
            "notes": [asdict(note) for note in self.notes],
        }


def measure_run(log: RunLog, *, rules: RunRules | None = None) -> RunMeasures:
    """Latency, tokens per second, greatest concurrency, failures and recoveries of a log. Deterministic; the log is not changed.

    Source: the article, 2.3.2 (2) to (4) and 2.5.2; ``rules`` say how a log is read, and are reconstructed. Raises: LegalMetricsError for a rule.

    >>> from legal_metrics.caai.run_log import read_run_log
    >>> line = b'{"request_id": 1, "sent": 10, "first_token": 11.5, "last_token": 14, "completion_tokens": 60, "status": 200}'
    >>> measures = measure_run(read_run_log([line], source="run.jsonl"))
    >>> measures.timing().first_token_mean_ms, measures.timing().tokens_per_second_stream, measures.failures().recovery_minutes
    (1500.0, 15.0, ())
    """
    rules = rules or RunRules()
    concurrency = greatest_concurrency(log, in_flight=rules.in_flight, plateau=rules.plateau, hold_seconds=rules.hold_seconds)
    failures = find_outages(log, scope=rules.scope, idle_seconds=rules.idle_seconds)
    first = first_token_latency(log, retries=rules.retries, missing_first=rules.missing_first)  # these keep a value for each request, and so come last
    rates = token_rates(log, connection=rules.connection, counted=rules.counted)
    attempts = log.count_causes()
    notes = [
        *_distribution_notes("first_token_ms", "(5)", first, attempts["answered"]),
        *_distribution_notes("tokens_per_second", "(6)", rates.streams, attempts["answered"]),
        *_concurrency_notes(concurrency, attempts["answered"], rules),
        *_failure_notes(failures, attempts),
    ]
    return RunMeasures(log.source, MappingProxyType(attempts), log.n_requests, log.workers, first, rates, concurrency, failures, rules, tuple(notes))


_OF_FAILURES = ("failures", "recovery_minutes")
"""What the notes of ``_failure_notes`` are about."""


def _distribution_notes(where: str, formula: str, found: Distribution, answered: int) -> list[Note]:
    notes = [Note("left_out", where, f"{n} of {answered} answered attempts: {why}") for why, n in found.left_out.items()]
    if not found.n:
        notes.append(Note("missing", where, f"no answered attempt has a value: {formula} was not measured"))
    return notes


def _concurrency_notes(found: Concurrency, answered: int, rules: RunRules) -> list[Note]:
    notes = []
    if found.unusable:
        notes.append(Note("left_out", "concurrency", f"{found.unusable} of {answered} answered attempts: no time in flight"))
    if found.uncounted:
        notes.append(Note("flagged", "concurrency", f"{found.uncounted} answered attempts hold no count of tokens: the throughput of their levels is too low"))
    if found.value is not None and found.at_top:
        beyond = f" ({found.most} were in flight, but above {found.value} none for {rules.hold_seconds:g} s)" if found.most > found.value else ""
        why = f"{found.value} is the highest level held{beyond}: more may be as good, or requests wait in a queue"
        notes.append(Note("flagged", "concurrency", why))
    if found.value is None:
        why = f"no level gave tokens for {rules.hold_seconds:g} s" if found.levels else "no answered attempt was in flight for any time"
        notes.append(Note("missing", "concurrency", f"{why}: it was not measured"))
    return notes


def _failure_notes(found: Outages, attempts: Mapping[str, int]) -> list[Note]:
    notes = []
    n, unrecovered = len(found.failures), sum(not outage.recovered for outage in found.failures)
    unobserved = sum(outage.unobserved_minutes for outage in found.failures)
    if attempts["client"]:
        notes.append(Note("left_out", "failures", f"{attempts['client']} attempts were ended by their client, which tells nothing about the system"))
    if found.timeless:
        notes.append(Note("unread", "failures", f"{found.timeless} answered attempts hold no time of a result, and end no failure"))
    if unrecovered:
        notes.append(Note("flagged", "recovery_minutes", f"{unrecovered} of {n} failures end with no result seen: when the system recovered is not known"))
    if unobserved:
        minutes = sum(outage.minutes for outage in found.failures)
        notes.append(Note("flagged", "recovery_minutes", f"{unobserved:.3g} of {minutes:.3g} minutes of failure: no attempt was waiting just then"))
    return notes


def _summary(found: Distribution) -> dict[str, Any]:
    return {
        "n": found.n,
        "mean": _known(found.mean),
        "least": _known(found.least),
        "greatest": _known(found.greatest),
        "percentiles": {f"p{place}": _known(value) for place, value in found.percentiles.items()},
        "left_out": dict(found.left_out),
    }


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
