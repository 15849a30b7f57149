"""Scores and reports: sums, intervals, JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.results import Reading, Report, SampleScore, Score, Signature


def score(*values: float, name: str = "m", **more: Any) -> Score:
    return Score.from_samples(name, [SampleScore(v) for v in values], Signature(name), **more)


def report(**more: Any) -> Report:
    readings = {"strict": Reading("strict", {"m": score(1, 0)}, {"ok": 2}, {})}
    return Report("t", 1, "0", "m", 2, "strict", readings, **more)


def test_a_score_is_a_ratio_of_exactly_rounded_sums() -> None:
    assert score(*[0.1] * 10).value == 0.1  # a plain sum gives 0.09999999999999999
    pooled = Score.from_samples("p", [SampleScore(1, 3), SampleScore(2, 2)], Signature("p"))
    assert pooled.value == 0.6
    assert math.copysign(1, Score.from_samples("z", [SampleScore(-0.0)], Signature("z")).value) == 1


def test_counts_by_status() -> None:
    samples = [SampleScore(1), SampleScore(0, status="unparsed"), SampleScore(0, 0, status="excluded")]
    counted = Score.from_samples("m", samples, Signature("m"))
    assert (counted.n, counted.n_unparsed, counted.n_excluded, counted.value) == (2, 1, 1, 0.5)
    assert math.isnan(samples[2].value)


def test_no_nan_reaches_json() -> None:
    told = score(details={"precision": math.nan, "n": 0}).to_dict(samples=True)
    assert told["value"] is None
    assert told["details"] == {"precision": None, "n": 0}
    assert told["interval"] == {"low": None, "high": None, "degenerate": True, "n_undefined": 0}
    json.dumps(told, allow_nan=False)


def test_the_seed_of_the_interval_is_in_the_signature() -> None:
    first, second = score(1, 0, 1), score(1, 0, 1).seeded(7)
    assert str(first.signature) == "m|ci:percentile,0.95,10000,seed=20260617"
    assert str(second.signature) == "m|ci:percentile,0.95,10000,seed=7"
    assert (second.seed, second.value) == (7, first.value)


def test_between_run_standard_deviation_by_hand() -> None:
    runs = {"a": {"m": score(1, 1)}, "b": {"m": score(0, 0)}, "c": {"m": score(1, 0)}}
    assert report(runs=runs).between_run_sd("m") == 0.5  # values 1, 0, 0.5: variance (0.25 + 0.25 + 0) / 2
    assert report(runs=runs).run_mean("m") == 0.5
    assert report(runs=runs).to_dict()["run_mean"] == {"m": 0.5}
    assert math.isnan(report(runs={"a": {"m": score(1)}}).between_run_sd("m"))
    assert math.isnan(report().run_mean("m"))
    assert report().to_dict()["between_run_sd"] == report().to_dict()["run_mean"] == {}


def test_a_run_without_a_value_leaves_no_mean() -> None:
    runs = {"a": {"m": score(1, 1)}, "b": {"m": score()}}
    assert math.isnan(report(runs=runs).run_mean("m")) and math.isnan(report(runs=runs).between_run_sd("m"))
    assert report(runs=runs).to_dict()["between_run_sd"] == {"m": None}


def test_a_report_draws_its_intervals_once_and_is_json() -> None:
    whole = report(
        baselines={"b": {"m": score(0, 0)}},
        subsets={"s": {"m": score(1)}},
        strata={"year": {"2019": {"m": score()}}},
        dataset=DatasetFacts("d", kind="bundled"),
    )
    whole.draw_intervals()
    assert all(
        "interval" in vars(s) for s in (whole.scores["m"], whole.baselines["b"]["m"], whole.strata["year"]["2019"]["m"])
    )
    told = json.loads(json.dumps(whole.to_dict(), allow_nan=False))
    assert told["readings"]["strict"]["scores"]["m"]["interval"]["low"] == 0.0
    assert told["strata"]["year"]["2019"]["m"]["value"] is None
    assert told["dataset"]["comparable_with_paper"] is False


def test_without_intervals_none_is_drawn_and_all_else_is_told() -> None:
    whole = report(baselines={"b": {"m": score(0, 0)}}, strata={"year": {"2019": {"m": score(1)}}})
    told = whole.to_dict(intervals=False)
    assert not any("interval" in vars(s) for s in (whole.scores["m"], whole.baselines["b"]["m"], whole.strata["year"]["2019"]["m"]))

    def without(value: Any) -> Any:
        return {key: without(inner) for key, inner in value.items() if key != "interval"} if isinstance(value, dict) else value

    assert told == without(whole.to_dict()) != whole.to_dict()


def test_the_headline_is_a_reading_of_the_report() -> None:
    assert report().scores["m"].value == 0.5
    with pytest.raises(KeyError):
        _ = Report("t", 1, "0", "m", 0, "lenient", {}).scores
