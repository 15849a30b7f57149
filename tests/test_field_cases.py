"""Small cases of faults that users of other tools met, run through the public functions.

The cases are JSON lines ``{"id", "kind": "task:fault", "input", "expected"}``, read from the file that the environment variable FIELD_CASES names (default:
``tests/data/field-cases.jsonl``), so that anyone can run further cases of the same shape. The task before the colon picks the function below; a task
without one fails. Floats agree to 1e-6; of an object only the keys that ``expected`` names are compared; lists in order.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm

Case = Mapping[str, Any]
Runner = Callable[[Mapping[str, Any], Path], Any]
FILE = Path(os.environ.get("FIELD_CASES") or Path(__file__).parent / "data" / "field-cases.jsonl")
RUNNERS: dict[str, Runner] = {}


def runs(task: str) -> Callable[[Runner], Runner]:
    """Register the function that answers the cases of a task."""

    def register(runner: Runner) -> Runner:
        RUNNERS[task] = runner
        return runner

    return register


@runs("mcq_single")
def mcq_single(given: Mapping[str, Any], tmp: Path) -> Any:
    letters = lm.extract_choices(given["output"], options=given.get("options", "ABCD"))
    return None if letters is None else "".join(letters)


@runs("mcq_multi")
def mcq_multi(given: Mapping[str, Any], tmp: Path) -> Any:
    letters = lm.extract_choices(given["output"], options=given.get("options", "ABCD"), multiple=given["multiple"])
    answer = None if letters is None else sorted(letters)
    if "gold" not in given:
        return answer
    return {"answer": answer, "correct": lm.choice_accuracy([letters], [given["gold"]]).value == 1}


@runs("sentence")
def sentence(given: Mapping[str, Any], tmp: Path) -> Any:
    read = lm.parse_sentence(given["text"], given["jurisdiction"])
    if read is None:
        return dict.fromkeys(("months", "days", "fine", "probation_months", "life", "death", "verdict"))
    return {
        "months": read.term_months if given["jurisdiction"].upper() == "CN" else read.imprisonment_months,
        "days": read.detention_days,
        "fine": read.fine,
        "probation_months": read.probation_months,
        "life": read.life,
        "death": read.death,
        "verdict": read.verdict,
    }


@runs("statute")
def statute(given: Mapping[str, Any], tmp: Path) -> Any:
    # The cases give the law as written, we its official name: both are resolved before they are compared.
    code = given["jurisdiction"]
    return [
        {**_ranks(c), "law": (_official(c.law, code), _official(c.written, code), c.law, c.written)}
        for c in lm.extract_statutes(given["text"], given["jurisdiction"])
    ]


@runs("statute_check")
def statute_check(given: Mapping[str, Any], tmp: Path) -> Any:
    registry = lm.StatuteRegistry.from_mapping(given["known"], aliases=given.get("aliases"))
    score = lm.check_statutes(
        [lm.StatuteCitation(**row) for row in given["predicted"]],
        [lm.StatuteCitation(**row) for row in given["gold"]],
        registry=registry,
        depth=given["level"],
    )
    return {
        name: getattr(score, name)
        for name in ("correct", "type1", "type2", "accuracy", "type1_rate", "type2_rate", "total_error")
    }


@runs("text_metric")
def text_metric(given: Mapping[str, Any], tmp: Path) -> Any:
    prediction, reference = (_tokens(given, side) for side in ("prediction", "reference"))
    scored = lm.overlap(prediction, reference)
    figures: dict[str, Any] = {
        name: {key: getattr(scored[name], key) for key in "prf"} for name in ("rouge1", "rouge2", "rougeL")
    }
    figures["token_f1"] = {"f": scored.token_f1}
    if "prediction" in given:
        texts = [_text(given["prediction"])], [_text(given["reference"])]
        figures["exact_match"] = lm.exact_match(*texts).value
        figures["reading_f1"] = {"f": lm.reading_f1(*texts).value}
        figures["rougeLsum"] = _lsum(lm.rouge(*texts, variant="Lsum", tokenizer=_tokenizer(given)))
        if "source" in given:
            figures["correction_f"] = lm.correction_f(*texts, sources=[_text(given["source"])]).value
    return figures


@runs("set_f1")
def set_f1(given: Mapping[str, Any], tmp: Path) -> Any:
    predicted = given["prediction"]
    if isinstance(predicted, str):
        predicted = lm.extract_charges(predicted, given.get("jurisdiction", "CN"), labels=given.get("labels"))
    score = lm.label_scores(predicted, given["gold"])
    return {"predicted": predicted, "precision": score.precision, "recall": score.recall, "f1": score.f1}


@runs("cail_label")
def cail_label(given: Mapping[str, Any], tmp: Path) -> Any:
    term = lm.normalise_cail_term(given["meta"])
    return {"months": term.months, "life": term.life, "death": term.death}


@runs("sentence_metric")
def sentence_metric(given: Mapping[str, Any], tmp: Path) -> Any:
    predictions, references = (
        [pair[f"{side}_months"] for pair in given["pairs"]] for side in ("prediction", "reference")
    )
    return {
        "scores": [
            s.value for s in lm.term_log_distance(predictions, references, cap_months=given["base_months"]).samples
        ]
    }


@runs("bootstrap")
def bootstrap(given: Mapping[str, Any], tmp: Path) -> Any:
    interval = lm.bootstrap_ci(given["values"], **{key: value for key, value in given.items() if key != "values"})
    return {"low": interval.low, "high": interval.high, "degenerate": interval.degenerate}


@runs("judge_json")
def judge_json(given: Mapping[str, Any], tmp: Path) -> Any:
    try:
        reply = lm.parse_judge_reply(given["output"], given.get("rubric"))
    except lm.JudgeReplyError:
        return None
    return [
        {"index": g.index, "status": g.status, "score": g.score, "reason": g.reason, "allocated": g.allocated}
        for g in reply.grades
    ]


@runs("judge_label")
def judge_label(given: Mapping[str, Any], tmp: Path) -> Any:
    return lm.parse_judge_label(given["output"], given["labels"])


@runs("rubric")
def rubric(given: Mapping[str, Any], tmp: Path) -> Any:
    score = lm.score_rubric(given["rubric"], given["judged"], policy=given.get("policy", "zhifa"))
    numbers = ("clamped", "unknown", "missing", "repeated", "contradictions", "out_of_order", "vetoed")
    figures = ("score", "max", "floor", "ratio", "coverage", "split", "rescaled")
    return {name: getattr(score, name) for name in figures} | {name: list(getattr(score, name)) for name in numbers}


@runs("caai")
def caai(given: Mapping[str, Any], tmp: Path) -> Any:
    rate = lm.caai.failure_rate(given["failures"], given["days"])
    return {"rate_per_5_days": rate.rate_per_5_days, "score": rate.score}


@runs("pdf_text")
def pdf_text(given: Mapping[str, Any], tmp: Path) -> Any:
    from builders.parse import clean_page_text

    return clean_page_text(given["text"])


@runs("dataset")
def dataset(given: Mapping[str, Any], tmp: Path) -> Any:
    import pyarrow.parquet as pq

    from builders.release import write_splits

    paths = write_splits(given["splits"], given["schema"], tmp)
    return {
        split: {field.name: _type_name(field.type) for field in pq.read_schema(path)} for split, path in paths.items()
    }


# --- running and comparing -------------------------------------------------------------------------------------------


def cases() -> list[Case]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in cases()])
def test_field_case(case: Case, tmp_path: Path) -> None:
    task = case["kind"].partition(":")[0]
    assert task in RUNNERS, f"{case['id']}: no function runs cases of kind {task!r}; known: {', '.join(RUNNERS)}"
    difference = differs(RUNNERS[task](case["input"], tmp_path), case["expected"])
    assert not difference, f"{case['id']} ({case['kind']}): {difference}. {case.get('why', '')}"


def test_the_default_file_holds_what_it_must() -> None:
    default = Path(__file__).parent / "data" / "field-cases.jsonl"
    ids = {json.loads(line)["id"] for line in default.read_text(encoding="utf-8").splitlines()}
    assert ids >= {f"F-{n:03}" for n in range(1, 29)}


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        ({"a": 1.0000001, "b": 2}, {"a": 1}, True),
        ({"a": 1.00001}, {"a": 1}, False),
        ({"b": 2}, {"a": 1}, False),
        ([1, 2], [2, 1], False),
        ([1], [1, 2], False),
        (None, None, True),
        (0, None, False),
        (None, 0, False),
        (True, 1, False),
        ({"law": ("刑法", "中華民國刑法")}, {"law": "中華民國刑法"}, True),
    ],
)
def test_comparison_can_fail(actual: Any, expected: Any, same: bool) -> None:
    assert (not differs(actual, expected)) is same


def differs(actual: Any, expected: Any, where: str = "result") -> str:
    """Where and how the two differ, or nothing. A tuple of answers means that any of them will do."""
    if isinstance(actual, tuple):
        return (
            ""
            if any(not differs(one, expected) for one in actual)
            else f"{where}: found {actual!r}, expected {expected!r}"
        )
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        missing = [key for key in expected if key not in actual]
        if missing:
            return f"{where}: found no {', '.join(missing)}"
        return next((text for key in expected if (text := differs(actual[key], expected[key], f"{where}.{key}"))), "")
    if isinstance(expected, list) and isinstance(actual, list):
        if len(actual) != len(expected):
            return f"{where}: found {len(actual)} ({actual!r}), expected {len(expected)} ({expected!r})"
        pairs = enumerate(zip(actual, expected, strict=True))
        return next((text for i, (a, e) in pairs if (text := differs(a, e, f"{where}[{i}]"))), "")
    if _is_number(actual) and _is_number(expected):
        same = abs(actual - expected) <= 1e-6
    else:
        same = type(actual) is type(expected) and actual == expected
    return "" if same else f"{where}: found {actual!r}, expected {expected!r}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _ranks(citation: Any) -> dict[str, Any]:
    return {name: getattr(citation, name) for name in ("article", "paragraph", "subparagraph", "item")}


def _official(name: str, jurisdiction: str) -> str:
    from legal_metrics.jurisdictions import get

    law = get(jurisdiction).statutes.resolve(name) if name else None
    return law.name if law is not None else name


def _tokens(given: Mapping[str, Any], side: str) -> list[str]:
    if f"{side}_tokens" in given:
        return list(given[f"{side}_tokens"])
    return _tokenizer(given)(_text(given[side]))


def _tokenizer(given: Mapping[str, Any]) -> Any:
    return {"char": lm.CHARACTERS, "characters": lm.CHARACTERS, "jieba": lm.JIEBA}[given.get("tokenizer", "jieba")]


def _lsum(score: Any) -> dict[str, float]:
    return {"p": score.details["precision"], "r": score.details["recall"], "f": score.value}


def _text(value: Any) -> str:
    """A text; ``{"repeat": s, "times": n}`` stands for ``s * n``."""
    return value["repeat"] * value["times"] if isinstance(value, Mapping) else str(value)


def _type_name(kind: Any) -> str:
    """An Arrow type as the cases write it: list<string>, struct<law: string>."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return f"list<{_type_name(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return f"struct<{', '.join(f'{field.name}: {_type_name(field.type)}' for field in kind)}>"
    return str(kind)
