"""LawBench's published figures from its published outputs; its reading of single outputs; what is refused."""

from __future__ import annotations

import csv
import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.compat import lawbench
from legal_metrics.compat.lawbench import OUTSIDE, TASKS, score
from legal_metrics.errors import (
    BadReferenceError,
    LegalMetricsError,
    PredictionsError,
    UnknownTaskError,
    WrongTypeError,
)

MODELS = {"gpt35": "GPT-3.5-turbo-0613", "qwen7b": "qwen-7b-chat-hf"}

GOLDS = {  # one of each form, invented
    "1-1": "答案:买受人应当按照约定的时间支付价款。",
    "1-2": "正确答案：B。",
    "2-2": "争议焦点类别：责任认定。",
    "2-3": "类别:损害赔偿、法定离婚。",
    "2-4": "侵权",
    "2-5": "回答:借款3万元",
    "2-6": "受害人:某甲;时间:某日",
    "2-7": "某地法院判决一起借款案。",
    "2-8": "[正确答案]E<eoa>",
    "3-1": "法条:刑法第264、67条",
    "3-2": "根据《某法》第一条，应当赔偿。",
    "3-3": "罪名:盗窃;放火",
    "3-4": "刑期:18个月",
    "3-5": "刑期:0个月",
    "3-6": "正确答案:D。",
    "3-7": "上文涉及到的犯罪金额:8500.0元。",
    "3-8": "您好，可以起诉。",
}


def one(task: str, prediction: str, reference: str = "") -> lawbench.LawBenchScore:
    return score(task, [{"origin_prompt": "", "prediction": prediction, "refr": reference or GOLDS[task]}])


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[tuple[str, str], tuple[float, float]]:
    path = shared / "corpora" / "cn" / "lawbench" / "published_results_zero_shot.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["task"], row["model_name"]): (float(row["score"]), float(row["abstention_rate"])) for row in csv.DictReader(file)
        }


def rows_of(shared: Path, model: str, task: str) -> dict[str, Any]:
    path = shared / "corpora" / "cn" / "lawbench" / f"predictions_{model}_zero_shot" / f"{task}.json"
    rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return rows


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("task", TASKS)
def test_published_figures(
    shared: Path, published: dict[tuple[str, str], tuple[float, float]], model: str, task: str
) -> None:
    result = score(task, rows_of(shared, model, task))
    expected, rate = published[task, MODELS[model]]
    assert abs(result.score - expected) < 1e-9
    assert abs(result.abstention_rate - rate) < 1e-9
    assert result.n_excluded == {"2-2": 15, "3-4": 4, "3-5": 4}.get(task, 0)


def test_tasks_are_those_with_published_outputs() -> None:
    expected = [*(f"1-{n}" for n in (1, 2)), *(f"2-{n}" for n in range(2, 9)), *(f"3-{n}" for n in range(1, 9))]
    assert list(TASKS) == expected
    assert not set(TASKS) & set(OUTSIDE)


@pytest.mark.parametrize(
    ("task", "prediction", "value", "answer"),  # by hand, from LawBench's rules
    [
        ("1-2", "[正确答案]B<eoa>", 1.0, ("B",)),
        ("1-2", "B，因为A项错误", 0.0, ("A", "B")),
        ("1-2", "Ｂ", 0.0, ()),
        ("2-2", "[争议焦点]责任认定<eoa>", 1.0, ("责任认定",)),
        ("2-2", "责任认定与责任划分", 0.0, ("责任认定", "责任划分")),
        ("2-3", "法定离婚", 2 / 3, ("法定离婚",)),
        ("2-4", "不属于侵权", 1.0, ("侵权",)),
        ("2-5", "借款30000元", 8 / 13, "借款30000元"),
        ("2-6", "受害人：某甲\n时间：某日 ", 1.0, {"受害人": "某甲", "时间": "某日"}),
        ("2-6", "受害人：某甲\n时间：某", 2 / 3, {"受害人": "某甲"}),  # too near the end
        ("2-6", "受害人：某甲；时间：某日。", 0.75, {"受害人": "某甲；时间：某日。", "时间": "某日。"}),
        ("2-8", "选E", 1.0, ("E",)),
        ("3-1", "《刑法》第二百六十四条、第六十七条", 1.0, (67, 264)),
        ("3-1", "第264条，第67条", 2 / 3, (264,)),
        ("3-1", "不知道", 0.0, ()),
        ("3-3", "盗窃罪和放火罪", 1.0, ("放火", "盗窃")),
        ("3-3", "不构成盗窃", 2 / 3, ("盗窃",)),
        ("3-4", "一年六个月", 1 - math.log(19 / 7) / math.log(216), 6),
        ("3-4", "两年", 1 - math.log(25 / 19) / math.log(216), 24),
        ("3-4", "8 个月", 0.0, None),
        ("3-5", "免予刑事处罚", 0.0, None),
        ("3-5", "0个月", 1.0, 0),
        ("3-7", "[金额]1500元+7000元=8500元<eoa>", 1.0, (1500.0, 7000.0, 8500.0)),
        ("3-7", "0.85万元", 0.0, (0.85,)),
        ("3-7", "8,500元", 0.0, (8.0, 500.0)),
    ],
)
def test_readings(task: str, prediction: str, value: float, answer: Any) -> None:
    (sample,) = one(task, prediction).samples
    assert sample.answer == answer
    assert sample.value == pytest.approx(value, abs=1e-9)


def test_readings_that_were_measured(shared: Path) -> None:
    """LawBench's own code on single inputs. It ran there with a later cn2an, which knows formal numerals: 叁年 is left out."""
    path = shared / "corpora" / "cn" / "facts" / "extractor_cases.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    tasks = {"prison_term_text": "3-4", "criminal_law_articles": "3-1", "charges": "3-3", "options": "1-2"}
    keys = {"3-4": "lawbench_months", "3-1": "lawbench_articles", "3-3": "lawbench_charges", "1-2": "lawbench_letters"}
    told = 0
    for case in cases:
        task = tasks.get(case["kind"])
        if task is None or case["input"] == "叁年":
            continue
        answer = one(task, case["input"]).samples[0].answer
        assert (answer if task == "3-4" else sorted(answer)) == case[keys[task]], case["input"]
        told += 1
    assert told > 50


def test_abstentions_are_shares_of_all_rows() -> None:
    rows = [
        {"prediction": "", "refr": "刑期:无期"},
        {"prediction": "", "refr": "刑期:6个月"},
        {"prediction": "6个月", "refr": "刑期:6个月"},
        {"prediction": "6个月", "refr": "刑期:死刑"},
    ]
    result = score("3-4", rows)
    assert (result.score, result.abstention_rate, result.n, result.n_excluded) == (0.5, 0.25, 2, 2)
    assert [sample.status for sample in result.samples] == ["excluded", "unparsed", "scored", "excluded"]
    assert math.isnan(result.samples[0].value)


@pytest.mark.parametrize("task", ["1-1", "2-5", "2-6", "2-7", "3-2", "3-8"])
def test_tasks_that_count_no_abstention(task: str) -> None:
    assert one(task, "").abstention_rate == 0.0


@pytest.mark.parametrize("task", TASKS)
def test_gold_as_prediction(task: str) -> None:
    prediction = GOLDS[task].removeprefix("答案:").removeprefix("回答:")  # LawBench takes labels from its golds alone
    if task == "2-6":
        prediction = prediction.replace(";", "\n") + "。"
    assert one(task, prediction).score == pytest.approx(1.0, abs=1e-7)


@given(st.text(max_size=60), st.sampled_from([*TASKS]))
def test_any_text_has_a_score(prediction: str, task: str) -> None:
    result = one(task, prediction)
    assert result.score <= 1.0
    assert result.abstention_rate in (0.0, 1.0)


@pytest.mark.parametrize("task", [id for id, task in TASKS.items() if task.metric != "ROUGE-L"])  # which costs a product of lengths
@pytest.mark.parametrize("piece", ["第", "第1款", "1", "1年", "时间：", "时间：无 ", "元1.", "、", "一分之", "盗窃", "A", "责任"])
def test_time_is_linear(task: str, piece: str) -> None:
    def seconds(characters: int) -> float:
        text = piece * (characters // len(piece))
        start = time.process_time()
        one(task, text)
        return time.process_time() - start

    assert seconds(200_000) < 10 * seconds(50_000) + 0.5


def test_mappings_and_sequences_are_one() -> None:
    rows = [{"prediction": letter, "refr": "正确答案：B。"} for letter in "ABCDBBABCDB"]
    assert score("1-2", {str(i): rows[i] for i in reversed(range(len(rows)))}).samples == score("1-2", iter(rows)).samples


def test_without_rows() -> None:
    assert math.isnan(score("1-2", []).score)
    assert score("1-2", []).abstention_rate == 0.0


@pytest.mark.parametrize("task", ["2-1", "2-9", "2-10", "9-9", ""])
def test_unknown_tasks(task: str) -> None:
    with pytest.raises(UnknownTaskError, match="3-4"):
        score(task, [])


@pytest.mark.parametrize(
    ("task", "reference"),
    [
        ("1-1", "答案: "),
        ("1-2", "正确答案：E。"),
        ("1-2", "正确答案:A。"),
        ("1-2", "正确答案："),
        ("2-2", "争议焦点类别：赔礼。"),
        ("2-3", "类别:损害赔偿，法定离婚。"),
        ("2-4", "类别:侵权"),
        ("2-6", "受害人:甲;"),
        ("2-8", "[正确答案]F"),
        ("3-1", "法条:刑法第491条"),
        ("3-1", "法条:刑法第一条"),
        ("3-3", "盗窃"),
        ("3-4", "刑期:两年"),
        ("3-4", "刑期:-1个月"),
        ("3-7", "上文涉及到的犯罪金额:1万元。"),
        ("3-7", "上文涉及到的犯罪金额:元。"),
    ],
)
def test_golds_that_lawbench_refuses(task: str, reference: str) -> None:
    with pytest.raises(BadReferenceError, match=r"#0.*refr"):
        one(task, "x", reference)


@pytest.mark.parametrize(
    ("rows", "error", "told"),
    [
        ([{"prediction": None, "refr": "侵权"}], PredictionsError, "row 0.*prediction.*None"),
        ([{"refr": "侵权"}], PredictionsError, "row 0"),
        ([{"prediction": "x"}], BadReferenceError, "#0.*refr"),
        (["x"], WrongTypeError, r"rows\[0\]"),
        ("x", WrongTypeError, "rows"),
        (None, WrongTypeError, "rows"),
        ({"1": {}}, WrongTypeError, "'0' is missing"),
    ],
)
def test_rows_that_are_none(rows: Any, error: type[LegalMetricsError], told: str) -> None:
    with pytest.raises(error, match=told):
        score("2-4", rows)


def test_signature_names_what_decides() -> None:
    assert "cn2an:0.5.22" in str(one("3-4", "").signature)
    assert "rouge-chinese:1.0.3" in str(one("3-8", "甲").signature)
    assert "jieba-0.42.1" in str(one("3-8", "甲").signature)
