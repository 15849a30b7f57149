"""Reports to render: a real one over a small release, and one in which every text is hostile."""

from __future__ import annotations

from typing import Any

import pytest
from releases import records

import legal_metrics as lm

HOSTILE = "</style></td><script>alert('x')</script>&amp;\"' onload=x \x00\u202e"


@pytest.fixture(scope="session")
def scored() -> tuple[lm.Report, list[dict[str, Any]]]:
    """Some outputs right, one off, one in Simplified characters, one cut off, one refusal, one missing."""
    test, train = records(200, 20), records(100, 30)
    outputs = {r["id"]: _answer([str(c) for c in _labels(r)], r["main_text"]) for r in test}
    ids = list(outputs)
    outputs[ids[0]] = _answer(["刑法第57條", "刑法第999條", "刑法第320條"], "甲○○犯竊盜罪，處有期徒刑壹年。")
    outputs[ids[1]] = _answer(["刑法第320条第1项"], "甲○○犯窃盗罪，处拘役伍拾日，如易科罚金，以新台币壹仟元折算壹日。")
    outputs[ids[2]] = outputs[ids[2]][:-20]
    outputs[ids[3]] = "很抱歉，我無法回答。"
    del outputs[ids[4]]
    report = lm.score_task(
        "tw-legalbench/ljp",
        outputs,
        test,
        train=train,
        missing="unparsed",
        by=["cause"],
        dataset=lm.DatasetFacts("tw-legalbench", "ljp", "test", "0.1.0", "ab" * 32, "bundled"),
    )
    return report, test


@pytest.fixture(scope="session")
def hostile() -> tuple[lm.Report, list[dict[str, Any]]]:
    """The worst texts that a model or a dataset could hold, in every place that a report shows."""
    rows = [{**r, "facts": HOSTILE * 30, "cause": HOSTILE} for r in records(205, 4)]
    outputs = {r["id"]: _answer([HOSTILE, "刑法第320條"], r["main_text"] + HOSTILE) for r in rows}
    outputs[rows[0]["id"]] = HOSTILE
    report = lm.score_task(
        "tw-legalbench/ljp",
        outputs,
        rows,
        by=["cause"],
        dataset=lm.DatasetFacts(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE),
    )
    return report, rows


def _labels(record: dict[str, Any]) -> tuple[lm.StatuteCitation, ...]:
    from legal_metrics.readers.judgments import label_citations

    return label_citations(record)


def _answer(statutes: list[str], main_text: str) -> str:
    import json

    return json.dumps({"statutes": statutes, "reasoning": "", "main_text": main_text}, ensure_ascii=False)
