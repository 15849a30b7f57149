"""The scoring line from outputs to a report: readings, statuses, subsets, strata, baselines, runs, and every kind of bad input."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import BadReferenceError, LegalMetricsError, PredictionsError, UnknownTaskError
from legal_metrics.results import Report
from legal_metrics.tasks import task

TASK = "tw-legalbench/ljp"
Record = dict[str, Any]


def penalty(**stated: Any) -> dict[str, Any]:
    return stated


def record(id: str, main_text: str, outcomes: list[dict[str, Any]], **more: Any) -> Record:
    statutes = [
        {"law": "刑事訴訟法", "article": "299", "paragraph": 1, "where": ["concluding"], "procedural": True},
        {"law": "刑法", "article": "320", "paragraph": 1, "where": ["concluding", "offence"]},
        {"law": "刑法", "article": "47", "paragraph": 1, "where": ["appendix"]},
    ]
    base = {
        "id": id,
        "cause": "竊盜",
        "date": "2019-07-05",
        "year": 2019,
        "facts": "甲○○竊取茶葉1罐。",
        "reasons": "核被告所為，係犯刑法第320條第1項之竊盜罪。",
        "main_text": main_text,
        "outcomes": outcomes,
        "statutes": statutes,
        "n_defendants": len({outcome.get("defendant") for outcome in outcomes}),
        "flags": {"facts_cite_statutes": False, "main_text_needs_table": False},
    }
    return base | more


def one(months: int, **more: Any) -> dict[str, Any]:
    return {
        "defendant": 1,
        "name": "甲○○",
        "verdict": "guilty",
        "counts": [penalty(imprisonment_months=months)],
        **more,
    }


RECORDS = [
    record("r1", "甲○○犯竊盜罪，處有期徒刑陸月。", [one(6)]),
    record("r2", "甲○○犯竊盜罪，處有期徒刑壹年，緩刑貳年。", [one(12, probation_months=24)], year=2020, cause="詐欺"),
    record(
        "r3",
        "甲○○犯竊盜罪，處拘役伍拾日。\n乙○○無罪。",
        [
            {"defendant": 1, "name": "甲○○", "verdict": "guilty", "counts": [penalty(detention_days=50)]},
            {"defendant": 2, "name": "乙○○", "verdict": "not_guilty"},
        ],
    ),
    record(
        "r4",
        "甲○○犯附表所示之罪，各處如附表所示之刑。應執行有期徒刑壹年。",
        [
            one(
                6,
                counts=[penalty(imprisonment_months=6), penalty(imprisonment_months=8, fine=5000)],
                executed=penalty(imprisonment_months=12),
                groups=[{"counts": [0, 1], "executed": penalty(imprisonment_months=12)}],
                counts_from_table=True,
            )
        ],
        flags={"main_text_needs_table": True},
    ),
]


def answer(main_text: str, *statutes: str, reasoning: str = "略。") -> str:
    return json.dumps({"statutes": list(statutes), "reasoning": reasoning, "main_text": main_text}, ensure_ascii=False)


def echo(row: Record) -> str:
    labels = [s for s in row["statutes"] if set(s["where"]) != {"appendix"}]
    cited = [
        ("修正前" if s.get("version") == "former" else "")
        + str(lm.StatuteCitation(s["law"], s["article"], s.get("paragraph"), s.get("subparagraph"), s.get("item")))
        for s in labels
    ]
    return answer(row["main_text"], *cited)


def echoes(rows: list[Record]) -> dict[str, str]:
    return {row["id"]: echo(row) for row in rows}


def assert_best(report: Report) -> None:
    for name, score in report.scores.items():
        best = 1.0 if score.higher_is_better else 0.0
        bad = [sample.id for sample in score.samples if sample.denominator and sample.value != best]
        assert score.value == best or score.n == 0, (name, score.value, bad)
        assert not bad, (name, bad)


# --- the figures -----------------------------------------------------------------------------------------------------


def test_the_reference_echoed_is_exactly_the_best() -> None:
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS)
    assert_best(report)
    assert report.statuses == {"ok": 4}
    assert report.scores["imprisonment_within"].n == 3
    assert report.scores["detention_within"].n == 1


def test_scores_stand_in_the_order_of_the_table() -> None:
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS)
    assert list(report.scores) == [score.name for score in task(TASK).scores]
    assert [report.scores[s.name].higher_is_better for s in task(TASK).scores] == [
        s.higher_is_better for s in task(TASK).scores
    ]
    assert report.primary in report.scores


def test_figures_by_hand() -> None:
    outputs = echoes(RECORDS) | {"r1": answer("甲○○犯竊盜罪，處有期徒刑壹年。", "刑法第320條第1項", "刑法第9999條")}
    scores = lm.score_task(TASK, outputs, RECORDS).scores
    assert scores["verdict_accuracy"].value == 1.0
    assert scores["imprisonment_within"].value == pytest.approx(2 / 3)  # r1 is 6 months off
    assert scores["imprisonment_deviation"].value == pytest.approx(2.0)  # (6 + 0 + 0) / 3
    assert scores["imprisonment_deviation"].details["bias"] == pytest.approx(2.0)
    assert scores["statute_accuracy"].value == pytest.approx(7 / 8)  # of 8 cited, 1 does not exist
    assert scores["statute_type1"].value == pytest.approx(1 / 8)
    assert scores["statute_type2"].value == 0.0
    assert scores["statute_recall"].value == pytest.approx(7 / 8)


def test_strict_is_the_headline_and_lenient_stands_beside_it() -> None:
    outputs = echoes(RECORDS) | {"r1": f"```json\n{echo(RECORDS[0])}\n```", "r2": "", "r3": "很抱歉，我無法提供。"}
    report = lm.score_task(TASK, outputs, RECORDS)
    assert report.reading == "strict"
    assert list(report.readings) == ["strict", "lenient"]
    assert report.statuses == {"unparsed": 1, "empty": 1, "refusal": 1, "ok": 1}
    assert report.readings["lenient"].statuses == {"ok": 2, "empty": 1, "refusal": 1}
    assert report.readings["lenient"].repairs == {"surrounding_text": 1}
    assert report.scores["rouge_l"].value == 0.25
    assert report.scores["rouge_l"].n_unparsed == 3
    assert report.readings["lenient"].scores["rouge_l"].value == 0.5
    assert lm.score_task(TASK, outputs, RECORDS, reading="lenient").scores["rouge_l"].value == 0.5


def test_simplified_answers_are_read_and_counted() -> None:
    outputs = echoes(RECORDS) | {"r1": answer("甲○○犯窃盗罪，处有期徒刑六个月。", "刑法第320条第1项")}
    report = lm.score_task(TASK, outputs, RECORDS)
    assert report.statuses == {"wrong_script": 1, "ok": 3}
    assert report.scores["imprisonment_within"].value == 1.0
    assert report.scores["rouge_l"].value < 1.0


def test_names_of_the_models_own() -> None:
    outputs = echoes(RECORDS) | {"r3": answer("王大明犯竊盜罪，處拘役伍拾日。\n李小華無罪。")}
    scores = lm.score_task(TASK, outputs, RECORDS).scores
    assert (scores["verdict_accuracy"].value, scores["detention_within"].value) == (1.0, 1.0)


# --- subsets, strata, baselines, runs --------------------------------------------------------------------------------


def test_the_single_defendant_subset_stands_beside_the_whole() -> None:
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS)
    assert [sample.id for sample in report.subsets["single_defendant"]["rouge_l"].samples] == ["r1", "r2", "r4"]


def test_penalties_that_stand_only_in_a_table_are_shown_apart() -> None:
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS)
    assert report.scores["fine_within_10"].n == 0  # the main text names none
    apart = report.subsets["table_penalties"]
    assert (apart["fine_within_10"].n, apart["fine_within_10"].value) == (1, 0.0)
    assert apart["imprisonment_within"].value == 1.0


def test_strata() -> None:
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS, by=("year", "flags.main_text_needs_table"))
    assert list(report.strata) == ["year", "flags.main_text_needs_table"]
    with pytest.raises(LegalMetricsError, match=r"record 'r4' has no field 'flags\.facts_cite_statutes'"):
        lm.score_task(TASK, echoes(RECORDS), RECORDS, by=("flags.facts_cite_statutes",))
    assert {value: scores["rouge_l"].n for value, scores in report.strata["year"].items()} == {"2019": 3, "2020": 1}
    assert list(report.strata["flags.main_text_needs_table"]) == ["False", "True"]


def test_baselines_know_the_train_records_and_no_reference() -> None:
    train = [
        record(f"t{i}", f"甲○○犯竊盜罪，處有期徒刑{word}月。", [one(n)])
        for i, (n, word) in enumerate([(3, "參"), (6, "陸"), (9, "玖")])
    ]
    report = lm.score_task(TASK, echoes(RECORDS), RECORDS, train=train)
    assert list(report.baselines) == ["always_guilty", "constant", "cause_template"]
    assert report.baselines["always_guilty"]["verdict_balanced_accuracy"].value == 0.5
    assert (
        report.baselines["constant"]["rouge_l"].samples[0].value == 1.0
    )  # r1 happens to be the median of the train records
    assert list(lm.score_task(TASK, echoes(RECORDS), RECORDS).baselines) == ["always_guilty"]

    hidden = [{"id": r["id"], "cause": r["cause"], "n_defendants": r["n_defendants"]} for r in RECORDS]
    for _, baseline in task(TASK).baselines:
        assert baseline(train, RECORDS) == baseline(train, hidden)


def test_runs_are_scored_apart_and_together() -> None:
    worse = {row["id"]: answer("甲○○無罪。") for row in RECORDS}
    runs = lm.Predictions({"a": echoes(RECORDS), "b": worse})
    report = lm.score_task(TASK, runs, RECORDS)
    assert {run: scores["verdict_accuracy"].n for run, scores in report.runs.items()} == {"a": 4, "b": 4}
    assert report.runs["a"]["rouge_l"].value == 1.0
    pooled = report.scores["verdict_accuracy"]
    assert pooled.value == pytest.approx(
        (report.runs["a"]["verdict_accuracy"].value + report.runs["b"]["verdict_accuracy"].value) / 2
    )
    assert pooled.clusters == ("r1", "r2", "r3", "r4") * 2
    values = [scores["verdict_accuracy"].value for scores in report.runs.values()]
    assert report.between_run_sd("verdict_accuracy") == pytest.approx(abs(values[0] - values[1]) / math.sqrt(2))
    assert report.to_dict()["between_run_sd"]["verdict_accuracy"] == report.between_run_sd("verdict_accuracy")
    assert lm.score_task(TASK, echoes(RECORDS), RECORDS).runs == {}
    assert report.run_mean("verdict_accuracy") == pytest.approx(pooled.value)


def test_every_score_can_be_summed_again_from_the_items_of_the_json() -> None:
    outputs = echoes(RECORDS) | {"r1": answer("甲○○無罪。"), "r2": "不知道"}
    report = lm.score_task(TASK, lm.Predictions({"a": outputs, "b": echoes(RECORDS)}), RECORDS)
    for reading in report.to_dict()["readings"].values():
        for name, score in reading["scores"].items():
            parts = [
                view["parts"].get(name) or ([0, 0] if view["values"][name] is None else [view["values"][name], 1])
                for view in reading["samples"]
            ]
            denominator = math.fsum(part[1] for part in parts)
            again = math.fsum(part[0] for part in parts) / denominator if denominator else None
            assert again == score["value"]


def test_the_order_of_records_and_outputs_changes_no_figure() -> None:
    outputs = echoes(RECORDS) | {"r1": answer("甲○○無罪。"), "r2": "不知道"}
    report = lm.score_task(TASK, outputs, RECORDS)
    turned = lm.score_task(TASK, dict(reversed(outputs.items())), RECORDS[::-1])
    for name, score in report.scores.items():
        assert (score.interval, score.n) == (turned.scores[name].interval, turned.scores[name].n)
        assert score.value == turned.scores[name].value or math.isnan(score.value)


# --- the report ------------------------------------------------------------------------------------------------------


def test_a_report_is_json_and_says_what_it_is() -> None:
    facts = DatasetFacts("tw-legalbench", "ljp", "test", "1.0.0", "ab" * 32, "bundled")
    outputs = echoes(RECORDS) | {"r2": "?"}
    told = json.loads(
        json.dumps(lm.score_task(TASK, outputs, RECORDS, by=("year",), dataset=facts).to_dict(), allow_nan=False)
    )
    assert (told["task"], told["task_version"], told["n"], told["primary"]) == (TASK, 1, 4, "rouge_l")
    assert told["dataset"]["comparable_with_paper"] is False
    assert "not comparable" in told["dataset"]["note"]
    sample = told["readings"]["strict"]["samples"][1]
    assert (sample["id"], sample["status"], sample["values"]["rouge_l"]) == ("r2", "unparsed", 0.0)
    assert sample["why"]
    first = told["readings"]["strict"]["samples"][0]
    assert (
        first["answer"]["citations"]
        == first["reference"]["citations"]
        == ["刑事訴訟法第299條第1項", "刑法第320條第1項"]
    )
    assert first["answer"]["outcomes"][0]["counts"] == [{"imprisonment_months": 6}]
    assert "samples" not in lm.score_task(TASK, outputs, RECORDS).to_dict(samples=False)["readings"]["strict"]


def test_everything_that_changes_a_number_is_in_its_signature() -> None:
    scores = lm.score_task(TASK, echoes(RECORDS), RECORDS, seed=7).scores
    for name, score in scores.items():
        assert f"task:{TASK},v1" in str(score.signature), name
        assert "seed=7" in str(score.signature), name
    assert "dict=" in str(scores["rouge_l"].signature)
    characters = lm.score_task(TASK, echoes(RECORDS), RECORDS, tokenizer=lm.CHARACTERS).scores
    assert "tok:characters" in str(characters["rouge_l"].signature)


def test_intervals_are_those_of_each_score_alone() -> None:
    outputs = echoes(RECORDS) | {"r2": ""}
    one_by_one, together = (lm.score_task(TASK, outputs, RECORDS) for _ in range(2))
    together.draw_intervals()
    assert {n: s.interval for n, s in together.scores.items()} == pytest.approx(
        {n: s.interval for n, s in one_by_one.scores.items()}, nan_ok=True
    )


def test_the_release_decides_whether_figures_compare_with_the_paper() -> None:
    for kind, comparable in (("official", True), ("rebuilt", False), ("bundled", False), ("unstated", False)):
        facts = DatasetFacts(kind=kind)
        assert facts.comparable_with_paper is comparable
        assert bool(facts.note) is not comparable


def test_order_of_records_and_arguments() -> None:
    rows, outputs = copy.deepcopy(RECORDS), echoes(RECORDS) | {"r1": answer("甲○○無罪。")}
    forward = lm.score_task(TASK, outputs, iter(rows))
    backward = lm.score_task(TASK, dict(reversed(outputs.items())), rows[::-1])
    assert rows == RECORDS
    assert {n: s.value for n, s in forward.scores.items()} == pytest.approx(
        {n: s.value for n, s in backward.scores.items()}, nan_ok=True
    )
    assert [view.id for view in backward.samples] == ["r4", "r3", "r2", "r1"]


@pytest.mark.parametrize("seed", [-1, 0.5, None, "7"])
def test_a_seed_that_no_interval_can_be_drawn_with(seed: Any) -> None:
    with pytest.raises(LegalMetricsError, match=r"seed: found .*, allowed a whole number >= 0"):
        lm.score_task(TASK, echoes(RECORDS), RECORDS, seed=seed)


# --- references ------------------------------------------------------------------------------------------------------


def test_the_appendix_is_no_label_and_the_whole_text_is_another_reference() -> None:
    applied = lm.score_task(TASK, echoes(RECORDS), RECORDS)
    whole = lm.score_task(TASK, echoes(RECORDS), RECORDS, reference="whole_text")
    assert applied.samples[0].reference["citations"] == ["刑事訴訟法第299條第1項", "刑法第320條第1項"]
    assert whole.samples[0].reference["citations"] == ["刑法第320條第1項"]
    assert whole.options["reference"] == "whole_text"


def test_outcomes_are_read_from_the_main_text_where_a_record_has_none() -> None:
    rows = [{key: value for key, value in row.items() if key != "outcomes"} for row in RECORDS[:3]]
    assert_best(lm.score_task(TASK, echoes(RECORDS[:3]), rows))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"main_text": None}, "main_text"),
        ({"main_text": " \n"}, "main_text"),
        ({"main_text": "閒話。", "outcomes": None}, "main_text"),
        ({"outcomes": [{"verdict": "maybe"}]}, "outcomes[0].verdict"),
        ({"outcomes": ["guilty"]}, "outcomes[0]"),
        ({"outcomes": [one(6, probation_months="兩年")]}, "outcomes[0].probation_months"),
        ({"outcomes": [one(6, counts=[penalty(imprisonment_months=-6)])]}, "outcomes[0].counts[0].imprisonment_months"),
        ({"statutes": "刑法第320條"}, "statutes"),
        ({"statutes": [{"law": None, "article": "320"}]}, "statutes[0].law"),
        ({"statutes": [{"law": "刑法", "article": 320}]}, "statutes[0].article"),
        ({"date": "108.7.5"}, "date"),
    ],
)
def test_a_reference_that_cannot_be_read_is_an_error(change: Record, field: str) -> None:
    with pytest.raises(BadReferenceError) as caught:
        lm.score_task(TASK, echoes(RECORDS), [RECORDS[0] | change, *RECORDS[1:]])
    assert (caught.value.id, caught.value.field) == ("r1", field)


def test_records_without_id_or_with_the_same_one() -> None:
    with pytest.raises(BadReferenceError, match="stands twice"):
        lm.score_task(TASK, echoes(RECORDS), [*RECORDS, RECORDS[0]])
    with pytest.raises(BadReferenceError, match="'#1', field 'id'"):
        lm.score_task(TASK, {}, [{"main_text": "無罪"}])
    with pytest.raises(LegalMetricsError, match="no records"):
        lm.score_task(TASK, {}, [])


# --- predictions and options -----------------------------------------------------------------------------------------


def test_unknown_and_missing_ids_are_listed() -> None:
    with pytest.raises(PredictionsError) as caught:
        lm.score_task(TASK, {"r1": "", "r9": ""}, RECORDS)
    assert [problem.split(": ")[1] for problem in caught.value.problems] == [
        "unknown id 'r9'", "missing id 'r2'", "missing id 'r3'", "missing id 'r4'"
    ]  # fmt: skip


def test_missing_outputs_can_be_scored_as_unparsed() -> None:
    report = lm.score_task(TASK, {"r1": echo(RECORDS[0])}, RECORDS, missing="unparsed")
    assert report.statuses == {"ok": 1, "missing": 3}
    assert (report.scores["rouge_l"].value, report.scores["rouge_l"].n_unparsed) == (0.25, 3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lm.score_task("tw-legalbench/lpj", {}, RECORDS), "Did you mean"),
        (lambda: lm.score_task(TASK, {}, RECORDS, reading="loose"), "reading: found 'loose', allowed strict, lenient"),
        (
            lambda: lm.score_task(TASK, {}, RECORDS, reference="all"),
            "reference: found 'all', allowed applied, whole_text",
        ),
        (lambda: lm.score_task(TASK, {}, RECORDS, missing="zero"), "missing: found 'zero', allowed error, unparsed"),
        (lambda: lm.score_task(TASK, {"r1": 1}, RECORDS), "id 'r1': field 'output': found a number"),  # type: ignore[dict-item]
        (
            lambda: lm.score_task(TASK, echoes(RECORDS), RECORDS, by=("yaer",)),
            "has no field 'yaer'; its fields: id, cause",
        ),
    ],
)
def test_bad_options_are_named(call: Callable[[], Report], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        call()


def test_an_unknown_task_has_its_own_error() -> None:
    with pytest.raises(UnknownTaskError):
        lm.score_task("mcq", {}, [])


@settings(max_examples=25)
@given(st.lists(st.one_of(st.text(max_size=40), st.sampled_from([echo(r) for r in RECORDS])), min_size=4, max_size=4))
def test_any_outputs_give_scores_within_bounds(outputs: list[str]) -> None:
    report = lm.score_task(
        TASK, dict(zip(("r1", "r2", "r3", "r4"), outputs, strict=True)), RECORDS, tokenizer=lm.CHARACTERS
    )
    for score in report.scores.values():
        assert math.isnan(score.value) or 0.0 <= score.value <= (1.0 if score.higher_is_better else math.inf)
    assert sum(report.statuses.values()) == 4


# --- whole releases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", ["train", "test"])
def test_identity_over_the_bundled_release(root: Path, split: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    files = sorted((root / "data" / "tw-legalbench").rglob(f"ljp/{split}-*.parquet"))
    assert files, "the bundled release is not here: python -m builders build tw-legalbench"
    rows = [row for file in files for row in parquet.read_table(file).to_pylist()]
    report = lm.score_task(TASK, echoes(rows), rows)
    assert_best(report)
    assert set(report.statuses) == {"ok"}


def test_identity_over_real_judgments(real_records: list[Record]) -> None:
    assert len(real_records) > 300
    report = lm.score_task(TASK, echoes(real_records), real_records)
    assert_best(report)
    assert report.statuses == {"ok": len(real_records)}
    assert report.subsets["table_penalties"]["rouge_l"].n < 10
