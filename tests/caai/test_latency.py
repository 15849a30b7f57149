"""First-token latency and tokens per second: by hand, and against what single attempts say."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from run_logs import attempts_strategy, bad, log_lines, log_of, ok

from legal_metrics.caai.bands import FIRST_TOKEN, TOKENS_PER_SECOND
from legal_metrics.caai.latency import first_token_latency, token_rates
from legal_metrics.caai.run_log import read_attempts
from legal_metrics.errors import LegalMetricsError

SKEW = "times that do not follow each other (clock skew)"


def test_latency_by_hand() -> None:
    # 1000, 2000, 3000, 10000 ms: mean 4000; the median lies between 2000 and 3000; p95 at place 0.95 * 3 = 2.85: 3000 + 0.85 * 7000
    found = first_token_latency(log_of(ok(0, 1), ok(5, 7), ok(1, 4), ok(10, 20)))
    assert (found.mean, found.least, found.greatest, found.n) == (4000.0, 1000.0, 10000.0, 4)
    assert found.percentiles == pytest.approx({50: 2500, 90: 7900, 95: 8950, 99: 9790})
    assert found.values.tolist() == [1000.0, 2000.0, 3000.0, 10000.0]
    assert found.rows.tolist() == [0, 1, 2, 3]
    assert found.left_out == {}


def test_a_mean_on_the_edge_of_a_band_stays_there() -> None:
    # in doubles of seconds near 1.7e9 these differences are 2.0000000 and 1.9999998 and 2.0000002
    found = first_token_latency(log_of(*(ok(1.7e9 + start, 1.7e9 + start + 2) for start in (0.1, 0.3, 0.7, 1.9, 2.2))))
    assert found.mean == 2000.0
    assert set(found.values.tolist()) == {2000.0}


@given(st.lists(st.tuples(st.integers(1, 200), st.integers(1, 12)), min_size=1, max_size=8), st.sampled_from(TOKENS_PER_SECOND.edges))
def test_rates_stay_on_the_edge_of_a_band(streams: list[tuple[int, int]], edge: tuple[float, float]) -> None:
    """Streams of any rates, and one that makes their mean exactly that of the edge."""
    rest = int(edge[0]) * (len(streams) + 1) - sum(Fraction(tokens, seconds) for tokens, seconds in streams)
    assume(rest >= 0)
    streams = [*streams, (rest.numerator, rest.denominator)]
    log = log_of(*(ok(10**6 * place, None, 10**6 * place + seconds, tokens) for place, (tokens, seconds) in enumerate(streams)))
    assert TOKENS_PER_SECOND.score(token_rates(log).streams.mean) == edge[1]


@given(st.integers(1, 10**5), st.sampled_from(TOKENS_PER_SECOND.edges))
def test_one_stream_stays_on_the_edge_of_a_band(fifths: int, edge: tuple[float, float]) -> None:
    """Any number of fifths of a second: seconds that no binary fraction holds."""
    found = token_rates(log_of(ok(0, None, 200_000 * fifths, int(edge[0]) // 5 * fifths), unit="us"))
    assert [TOKENS_PER_SECOND.score(rate) for rate in (found.streams.mean, found.aggregate, found.pooled)] == [edge[1]] * 3


@given(st.integers(1, 1_900_000), st.sampled_from(FIRST_TOKEN.edges))
def test_percentiles_stay_on_the_edge_of_a_band(apart: int, edge: tuple[float, float]) -> None:
    """The median of two is half-way between them."""
    middle = int(edge[0] * 1000)
    log = log_of(*(ok(10**8 * place, 10**8 * place + middle + sign * apart) for place, sign in enumerate((-1, 1))), unit="us")
    found = first_token_latency(log)
    assert FIRST_TOKEN.score(found.percentiles[50]) == FIRST_TOKEN.score(found.mean) == edge[1] - 1


def test_what_has_no_latency_is_counted() -> None:
    found = first_token_latency(log_of(ok(0, 1), ok(0, None, 9), ok(5, 4, 9), ok(5, 7, 6), bad(0), ok(0, 1, status="cancelled")))
    assert found.values.tolist() == [1000.0]
    assert found.left_out == {SKEW: 2, "no time of a first token": 1}


def test_an_endpoint_that_does_not_stream() -> None:
    log = log_of(ok(0, None, 9), ok(0, 1, 9), ok(0, None, None))
    assert first_token_latency(log, missing_first="last_token").values.tolist() == [9000.0, 1000.0]
    assert first_token_latency(log, missing_first="last_token").left_out == {"no time of a first token": 1}


@pytest.mark.parametrize(
    ("attempts", "by_request", "by_attempt"),
    [
        # tried again after an error: the user waits from the first attempt on
        ([bad(0, 1, request_id="a"), ok(4, 5, request_id="a")], [5000], [1000]),
        # two answers: the earlier counts, in whatever order they stand
        ([ok(4, 9, request_id="a"), ok(0, 7, request_id="a")], [7000], [5000, 7000]),
        # a request that was cancelled and asked again is still the same question
        ([ok(0, None, status="cancelled", request_id="a"), ok(3, 4, request_id="a"), ok(0, 2, request_id="b")], [4000, 2000], [1000, 2000]),
        # never answered
        ([bad(0, request_id="a"), bad(1, request_id="a")], [], []),
    ],
)
def test_retries(attempts: list[dict[str, Any]], by_request: list[float], by_attempt: list[float]) -> None:
    log = log_of(*attempts)
    assert first_token_latency(log).values.tolist() == by_request
    assert first_token_latency(log, retries="attempt").values.tolist() == by_attempt
    further = sum(a["status"] == "ok" for a in attempts) - len(by_request)
    assert sum(first_token_latency(log).left_out.values()) == further


def test_rates_by_hand() -> None:
    # 100 tokens in 4 s, 30 in 2 s: 25 and 15 a second; together 130 in 6 s of connections, in a run of 5 s (0 to 5)
    rates = token_rates(log_of(ok(0, 1, 4, 100, prompt_tokens=300), ok(3, 4, 5, 30, prompt_tokens=70), bad(9, 90)))
    assert rates.streams.values.tolist() == [25.0, 15.0]
    assert (rates.streams.mean, rates.pooled, rates.aggregate) == (20.0, pytest.approx(130 / 6), 26.0)
    assert (rates.tokens, rates.run_seconds) == (130, 5.0)


def test_rates_by_the_other_readings() -> None:
    log = log_of(ok(0, 1, 5, 100, prompt_tokens=300), ok(0, None, 4, 100, prompt_tokens=None))
    decoding = token_rates(log, connection="decoding")
    assert decoding.streams.values.tolist() == [25.0]
    assert decoding.streams.left_out == {"no time of the connection": 1}
    total = token_rates(log, counted="total")
    assert total.streams.values.tolist() == [80.0]
    assert total.streams.left_out == {"no count of tokens": 1}


def test_what_has_no_rate_is_counted_once() -> None:
    rates = token_rates(log_of(ok(0, 1, None), ok(0, 1, 9, None), ok(5, 4, 9, None), ok(5, 5, 5), ok(0, 1, None, None), ok(0, 0, 2, 0), bad(0)))
    assert rates.streams.values.tolist() == [0.0]  # an answer of no tokens is an answer
    assert rates.streams.left_out == {SKEW: 1, "no time of the connection": 2, "no count of tokens": 1, "connection of no time": 1}


def test_nothing_measured_is_nan_and_never_0() -> None:
    found, rates = first_token_latency(log_of()), token_rates(log_of(bad(1)))
    for value in (found.mean, found.least, found.greatest, *found.percentiles.values(), rates.streams.mean, rates.pooled, rates.aggregate, rates.run_seconds):
        assert math.isnan(value)
    assert (found.n, rates.streams.n, rates.tokens) == (0, 0, 0)


@pytest.mark.parametrize(
    ("call", "options", "message"),
    [
        (first_token_latency, {"retries": "first"}, "retries: found 'first', allowed request, attempt"),
        (first_token_latency, {"missing_first": "zero"}, "missing_first: found 'zero', allowed leave_out, last_token"),
        (token_rates, {"connection": "half"}, "connection: found 'half', allowed whole, decoding"),
        (token_rates, {"counted": "prompt"}, "counted: found 'prompt', allowed completion, total"),
    ],
)
def test_options_are_checked(call: Any, options: dict[str, str], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        call(log_of(), **options)


@given(attempts_strategy())
def test_columns_say_what_single_attempts_say(rows: list[dict[str, Any]]) -> None:
    attempts = list(read_attempts(log_lines(rows), source="run.jsonl"))
    log = log_of(*rows)
    latency, rates = first_token_latency(log, retries="attempt"), token_rates(log)
    assert latency.values.tolist() == [a.first_token_ms for a in attempts if a.first_token_ms is not None]
    expected = [a.tokens_per_second for a in attempts if a.tokens_per_second is not None]
    assert rates.streams.values.tolist() == pytest.approx(expected)
    answered = log.count_causes()["answered"]
    assert latency.n + sum(latency.left_out.values()) == rates.streams.n + sum(rates.streams.left_out.values()) == answered
    if latency.n:
        assert latency.mean == pytest.approx(statistics.fmean(latency.values.tolist()))
        assert 0 <= latency.least <= latency.percentiles[50] <= latency.percentiles[95] <= latency.greatest
        assert first_token_latency(log).n <= latency.n
        assert first_token_latency(log).greatest >= 0
