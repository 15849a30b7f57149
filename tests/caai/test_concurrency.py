"""Greatest concurrency at best throughput: by hand, against counting second by second, and over ladders of levels."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run_logs import attempts_strategy, bad, log_of, ok

from legal_metrics.caai import concurrency
from legal_metrics.caai.concurrency import Level, greatest_concurrency
from legal_metrics.errors import LegalMetricsError


def ladder(*levels: tuple[int, float], seconds: float = 10) -> list[dict[str, Any]]:
    """Attempts that keep a number of streams in flight, each with a rate of its own, one level after the other."""
    return [ok(place * seconds, place * seconds, (place + 1) * seconds, round(rate * seconds)) for place, (n, rate) in enumerate(levels) for _ in range(n)]


@pytest.mark.parametrize(
    ("levels", "value", "best"),
    [
        (((1, 30), (2, 30), (4, 30), (8, 20), (16, 10)), 16, 160),  # 30, 60, 120, 160, 160 tokens a second: a plateau, its greatest level
        (((1, 30), (2, 30), (4, 30), (8, 20), (16, 9)), 8, 160),  # … and 144: more than 5 % below the best
        (((4, 30), (8, 19), (2, 30)), 8, 152),  # in any order
        (((10, 10), (20, 4.75)), 20, 100),  # 95: just within 5 %
        (((10, 10), (20, 4.7)), 10, 100),  # 94: just not
        (((1, 5),), 1, 5),
    ],
)
def test_ladders(levels: tuple[tuple[int, float], ...], value: int, best: float) -> None:
    found = greatest_concurrency(log_of(*ladder(*levels)))
    assert (found.value, found.most) == (value, max(n for n, _ in levels))
    assert found.best_tokens_per_second == pytest.approx(best)


def test_a_plateau_of_nothing_takes_the_best_alone() -> None:
    log = log_of(*ladder((4, 25), (8, 12)))  # 100 and 96
    assert (greatest_concurrency(log).value, greatest_concurrency(log, plateau=0).value) == (8, 4)


def test_a_level_must_be_held() -> None:
    attempts = [*ladder((2, 10)), ok(3, 3, 3.5, 500)]  # half a second at three in flight, at 1020 tokens a second
    assert greatest_concurrency(log_of(*attempts)).value == 2
    assert greatest_concurrency(log_of(*attempts), hold_seconds=0.5).value == 3
    assert greatest_concurrency(log_of(*attempts), hold_seconds=11).value is None


def test_time_is_summed_exactly() -> None:
    """A level that was held for ten times a tenth of a second was held for a second, and no rounding hides that another one is as good."""
    tenths = [ok(second, second + 0.01, second + 0.1, 3) for second in range(10)]
    both = [ok(100 + second, 100 + second + 0.01, 100 + second + 0.1, tokens) for second in range(10) for tokens in (1, 2)]
    assert greatest_concurrency(log_of(*tenths), hold_seconds=1).value == 1
    assert greatest_concurrency(log_of(*tenths, *both), hold_seconds=1, plateau=0).value == 2


def test_levels_by_hand() -> None:
    # one stream 0-10 s whose 40 tokens come from 2 s on (5 a second); another 4-8 s, no first token: 80 tokens from 4 s on (20 a second)
    found = greatest_concurrency(log_of(ok(0, 2, 10, 40), ok(4, None, 8, 80), bad(1, 9), ok(1, 2, 9, 99, status="cancelled")))
    assert [(level.in_flight, level.seconds) for level in found.levels] == [(1, 6.0), (2, 4.0)]
    assert [level.tokens_per_second for level in found.levels] == pytest.approx([(2 * 5 + 2 * 5) / 6, 25])


def test_what_waits_in_a_queue_can_be_left_out() -> None:
    # a server of two places: two answers of 10 s each at a time, whatever is sent
    attempts = [ok(0, 10 * (place // 2), 10 * (place // 2) + 10, 100) for place in range(6)]
    sent = greatest_concurrency(log_of(*attempts))
    assert {level.in_flight: level.tokens_per_second for level in sent.levels} == pytest.approx({2: 20.0, 4: 20.0, 6: 20.0})
    assert (sent.value, sent.at_top) == (6, True)
    answering = greatest_concurrency(log_of(*attempts), in_flight="answering")
    assert answering.levels == (Level(2, 30.0, pytest.approx(20.0)),)
    assert (answering.value, answering.most) == (2, 2)


def test_the_top_of_a_ladder_is_told() -> None:
    assert not greatest_concurrency(log_of(*ladder((1, 9), (4, 9), (8, 3)))).at_top
    assert greatest_concurrency(log_of(*ladder((1, 9), (4, 9), (8, 9)))).at_top
    assert not greatest_concurrency(log_of()).at_top


def test_an_answer_at_once_is_spread_from_its_question_on() -> None:
    found = greatest_concurrency(log_of(ok(0, 4, 4, 40)))
    assert found.levels == (Level(1, 4.0, 10.0),)


def test_an_end_comes_before_a_beginning_at_the_same_moment() -> None:
    assert greatest_concurrency(log_of(ok(0, 0, 5), ok(5, 5, 9))).most == 1


def test_what_does_not_count_is_told() -> None:
    found = greatest_concurrency(log_of(ok(0, 1, 5, None), ok(0, 1, 5, 10), ok(0, 1, None), ok(5, 1, 9), ok(3, 3, 3)))
    assert (found.value, found.most, found.unusable, found.uncounted) == (2, 2, 3, 1)
    nothing = greatest_concurrency(log_of(ok(0, 1, 5, None)))
    assert (nothing.value, nothing.best_tokens_per_second, nothing.most) == (None, None, 1)
    assert greatest_concurrency(log_of(ok(0, 1, 5, 0))).value is None  # no tokens, no throughput
    assert greatest_concurrency(log_of()).levels == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"in_flight": "queued"}, "in_flight: found 'queued', allowed sent, answering"),
        ({"plateau": 1}, "plateau: found 1, allowed a share from 0 to below 1"),
        ({"plateau": float("nan")}, "plateau: found nan"),
        ({"plateau": True}, "plateau: found True"),
        ({"hold_seconds": -1}, "hold_seconds: found -1, allowed seconds from 0"),
        ({"hold_seconds": None}, "hold_seconds: found None, allowed a number of seconds"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        greatest_concurrency(log_of(), **options)


@given(attempts_strategy(seconds=30), st.sampled_from(["sent", "answering"]))
def test_second_by_second(rows: list[dict[str, Any]], in_flight: str) -> None:
    """All times are whole seconds, so that nothing changes within one."""
    seconds: dict[int, int] = {}
    tokens: dict[int, float] = {}
    streams = []
    for row in rows:
        sent, first, last = row["sent"], row["first_token"], row["last_token"]
        if row["status"] in ("ok", 200) and last is not None and last > sent and (first is None or sent <= first <= last):
            begun = sent if first in (None, last) else first
            streams.append((sent if in_flight == "sent" else begun, last, begun, row["completion_tokens"] or 0))
    for second in range(30):
        level = sum(start <= second < last for start, last, _, _ in streams)
        if level:
            seconds[level] = seconds.get(level, 0) + 1
            tokens[level] = tokens.get(level, 0) + sum(count / (last - begun) for _, last, begun, count in streams if begun <= second < last)
    found = greatest_concurrency(log_of(*rows), in_flight=in_flight)
    assert {level.in_flight: level.seconds for level in found.levels} == pytest.approx(seconds)
    rates = {level: tokens[level] / seconds[level] for level in seconds}
    assert {level.in_flight: level.tokens_per_second for level in found.levels} == pytest.approx(rates, abs=1e-9)
    assert found.value is None or found.value <= found.most


@given(attempts_strategy(seconds=30))
def test_windows_do_not_show(rows: list[dict[str, Any]]) -> None:
    log = log_of(*rows)
    whole = greatest_concurrency(log)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(concurrency, "WINDOW", 2)
        pieces = greatest_concurrency(log)
    assert [level.in_flight for level in whole.levels] == [level.in_flight for level in pieces.levels]
    for field in ("seconds", "tokens_per_second"):
        assert [getattr(level, field) for level in whole.levels] == pytest.approx([getattr(level, field) for level in pieces.levels], abs=1e-9)
