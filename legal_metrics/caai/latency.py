"""First-token latency, formula (5), and tokens per second, formula (6), of a run log.

Rules (reconstructed; each option is in the signature of ``run_measures.measure_run``):

- Only answered attempts whose times follow each other count; what is left out is counted by reason.
- A user waits from the first time that the question was sent: with ``retries="request"`` the latency of a request that was tried again runs from its
  first attempt to the first token of the attempt that answered (the earliest, should several); with ``"attempt"`` every answered attempt stands alone.
- An answer without a time of its first token is left out; with ``missing_first="last_token"`` its last token stands in, which is right for an endpoint
  that does not stream: the user sees the first character when the whole answer is there.
- Connection time runs from ``sent`` to the last token (``connection="whole"``), or from the first token on (``"decoding"``).
- Tokens are those of the completion, or prompt and completion (``counted="total"``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from legal_metrics.arguments import check_option
from legal_metrics.caai.log_columns import MISSING, UNCOUNTED
from legal_metrics.caai.run_log import RunLog

RETRIES = ("request", "attempt")
MISSING_FIRST = ("leave_out", "last_token")
CONNECTIONS = ("whole", "decoding")
COUNTED = ("completion", "total")

PERCENTILES = (50, 90, 95, 99)
Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Values of single requests: ``rows`` of the log, ``values`` in the same order, and their summary (NaN where there are none).

    ``percentiles``: exact, by linear interpolation between the two nearest values. ``left_out``: answered attempts without a value, by reason.
    """

    rows: Places
    values: Floats
    mean: float
    percentiles: Mapping[int, float]
    left_out: Mapping[str, int]

    @property
    def n(self) -> int:
        """Number of values."""
        return len(self.values)

    @property
    def least(self) -> float:
        """The smallest value."""
        return float(self.values.min()) if self.n else math.nan

    @property
    def greatest(self) -> float:
        """The largest value."""
        return float(self.values.max()) if self.n else math.nan


@dataclass(frozen=True, slots=True, eq=False)
class Rates:
    """Tokens per second. ``streams``: of each answered stream, and their mean. ``pooled``: all tokens over all connection time. ``aggregate``: all
    tokens over the time of the whole run, from the first ``sent`` to the last token."""

    streams: Distribution
    pooled: float
    aggregate: float
    tokens: int
    run_seconds: float


def first_token_latency(log: RunLog, *, retries: str = "request", missing_first: str = "leave_out") -> Distribution:
    """Milliseconds from the user's question to the first token, per request: formula (5), ``Tf = Tr - Ts``. At least 0.

    Source: the article, 2.3.2 (2); the treatment of retries and of missing first tokens is reconstructed. Raises: LegalMetricsError for an option.

    >>> from legal_metrics.caai.run_log import read_run_log
    >>> lines = [b'{"request_id": "a", "sent": 0, "first_token": null, "status": 503}', b'{"request_id": "a", "sent": 2, "first_token": 2.5, "status": 200}']
    >>> log = read_run_log(lines, source="run.jsonl")
    >>> first_token_latency(log).mean, first_token_latency(log, retries="attempt").mean
    (2500.0, 500.0)
    """
    check_option("retries", retries, RETRIES)
    check_option("missing_first", missing_first, MISSING_FIRST)
    answered, skewed = log.caused("answered"), log.skewed()
    received = log.first_token
    if missing_first == "last_token":
        received = np.where(received == MISSING, log.last_token, received)
    usable = answered & ~skewed & (received != MISSING)
    left_out = {
        "times that do not follow each other (clock skew)": int(np.count_nonzero(answered & skewed)),
        "no time of a first token": int(np.count_nonzero(answered & ~skewed & (received == MISSING))),
    }
    rows = np.flatnonzero(usable)
    asked = log.sent[rows]
    if retries == "request" and log.n_requests < len(log):
        asked = log.sent[log.request[rows]]
        earliest = rows[np.lexsort((received[rows], log.request[rows]))]  # by request, and then by when the answer began
        kept = np.ones(len(earliest), np.bool_)
        kept[1:] = log.request[earliest[1:]] != log.request[earliest[:-1]]
        chosen = np.isin(rows, earliest[kept])
        left_out["a further answer to the same request"] = len(rows) - int(np.count_nonzero(chosen))
        rows, asked = rows[chosen], asked[chosen]
    microseconds = received[rows] - asked
    mean = int(microseconds.sum()) / (1000 * len(rows)) if len(rows) else math.nan
    return _distribution(rows, microseconds / 1000, mean, left_out)


def token_rates(log: RunLog, *, connection: str = "whole", counted: str = "completion") -> Rates:
    """Tokens per second of each stream, pooled and of the whole run: formula (6), ``Es = tokens / Tc``. At least 0.

    Source: the article, 2.3.2 (3); which tokens and which time is reconstructed. Raises: LegalMetricsError for an option.

    >>> from legal_metrics.caai.run_log import read_run_log
    >>> line = b'{"request_id": "%d", "sent": 0, "first_token": 1, "last_token": 4, "completion_tokens": %d, "status": "ok"}'
    >>> rates = token_rates(read_run_log([line % (1, 60), line % (2, 100)], source="run.jsonl"))
    >>> rates.streams.mean, rates.aggregate
    (20.0, 40.0)
    """
    check_option("connection", connection, CONNECTIONS)
    check_option("counted", counted, COUNTED)
    answered, skewed = log.caused("answered"), log.skewed()
    tokens = log.completion_tokens.astype(np.int64)
    uncounted = tokens == UNCOUNTED
    if counted == "total":
        uncounted |= log.prompt_tokens == UNCOUNTED
        tokens += log.prompt_tokens
    begun = log.sent if connection == "whole" else log.first_token
    untimed = (log.last_token == MISSING) | (begun == MISSING)
    sound = answered & ~skewed
    instant = ~untimed & (log.last_token == begun)
    left_out = {
        "times that do not follow each other (clock skew)": answered & skewed,
        "no time of the connection": sound & untimed,
        "no count of tokens": sound & ~untimed & uncounted,
        "connection of no time": sound & ~uncounted & instant,
    }
    rows = np.flatnonzero(sound & ~untimed & ~uncounted & ~instant)
    microseconds = log.last_token[rows] - begun[rows]
    told = tokens[rows]
    # one division of whole numbers each: over seconds that are rounded before, 30 tokens/s would now and then be a little less
    rates = told * 1_000_000 / microseconds
    total, run = int(told.sum()), int(log.last_token[rows].max() - log.sent[rows].min()) if len(rows) else 0
    mean = _settled(math.fsum(rates) / len(rows)) if len(rows) else math.nan
    return Rates(
        streams=_distribution(rows, rates, mean, {why: int(np.count_nonzero(mask)) for why, mask in left_out.items()}),
        pooled=total * 1_000_000 / int(microseconds.sum()) if len(rows) else math.nan,
        aggregate=total * 1_000_000 / run if len(rows) else math.nan,
        tokens=total,
        run_seconds=run / 1e6 if len(rows) else math.nan,
    )


def _settled(value: float) -> float:
    """To fourteen digits: what a sum of rounded quotients has in the last ones must not move a figure off the edge of its band.

    >>> _settled(29.999999999999996), _settled(29.9999999999)
    (30.0, 29.9999999999)
    """
    return float(f"{value:.14g}")


def _distribution(rows: Places, values: Floats, mean: float, left_out: Mapping[str, int]) -> Distribution:
    found = list(map(_settled, np.percentile(values, PERCENTILES).tolist())) if len(values) else [math.nan] * len(PERCENTILES)
    return Distribution(
        rows, values, mean, MappingProxyType(dict(zip(PERCENTILES, found, strict=True))), MappingProxyType({why: n for why, n in left_out.items() if n})
    )
