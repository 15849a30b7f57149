"""The bundled evaluation in ``examples/caai``: every value from what was measured up to the total, worked by hand from its files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction as F
from pathlib import Path

import pytest

from legal_metrics import extract_statutes
from legal_metrics.caai import FUNCTIONS, Counts, Value
from legal_metrics.caai.assessment import Assessment, assess
from legal_metrics.jurisdictions.cn import statutes

EXAMPLE = Path(__file__).parents[2] / "examples" / "caai"


@dataclass(frozen=True)
class W:
    """A value worked by hand: formula number and name as in ``Value.label``, the value, and what went into it."""

    label: str
    value: F | float
    parts: tuple[W, ...] = ()


def w(label: str, value: F | float, *parts: W) -> W:
    return W(label, value, parts)


def rating(label: str, value: F | float, unit: str, first: tuple[F | float, int], second: tuple[F | float, int]) -> W:
    """A rating by the raters 甲 and 乙: (figure, its band) of each; the value is the mean of the bands."""
    return w(label, value, *(w(name, band, w(unit, figure)) for name, (figure, band) in zip("甲乙", (first, second), strict=True)))


def f1(value: F, precision: F, recall: F) -> W:
    return w("(4) f1", value, w("(2) precision", precision), w("(3) recall", recall))


def term(score: W, there: int = 1) -> W:
    """C x Q2.i."""
    return w(score.label.partition(" ")[2], there * F(score.value), w("(1) C", there), score)


@pytest.fixture(scope="module")
def assessment() -> Assessment:
    return assess(EXAMPLE)


TASKS = (
    # 3 errors found of 4, 1 false alarm. Correctness: 甲 (0.9 + 0.8)/2, 乙 (0.8 + 0.78)/2. Completeness: 甲 4 of 5 types (no 标点), 乙 5 of 5.
    w(
        "2.1 document_check",
        F(77, 100),  # 0.6 x 0.75 + 0.4 x (3.5 + 4.5)/10 = 0.45 + 0.32
        f1(F(3, 4), F(3, 4), F(3, 4)),
        rating("s1 correctness", 3.5, "response", (0.85, 4), (0.79, 3)),
        rating("s2 completeness", 4.5, "coverage", (0.8, 4), (1, 5)),
    ),
    # theft 5 right, 1 wrong, 1 missed; loan 3, 1, 1: 16/(16 + 2 + 2).
    w(
        "2.2 element_extraction",
        F(4, 5),  # 0.5 x 0.8 + 0.5 x 4/5
        f1(F(4, 5), F(4, 5), F(4, 5)),
        rating("s2 completeness", 4, "coverage", (0.8, 4), (0.8, 4)),
    ),
    w(
        "2.3 document_summary",
        F(3, 4),  # I = 0: (4 + 3.5)/10
        rating("s1 correctness", 4, "grade", (4, 4), (4, 4)),
        rating("s2 completeness", 3.5, "response", (0.75, 3), (0.85, 4)),
    ),
    # complaint 3, 1, 0; judgment 2, 0, 1: 10/(10 + 1 + 1).
    w(
        "2.4 document_generation",
        F(5, 6),  # 0.3 x 5/6 + 0.7 x (4 + 4 + 4.5)/15 = 1/4 + 7/12
        f1(F(5, 6), F(5, 6), F(5, 6)),
        rating("s1 correctness", 4, "grade", (4, 4), (4, 4)),
        rating("s2 completeness", 4, "coverage", (0.75, 3), (1, 5)),
        rating("s3 relevance", 4.5, "response", (1, 5), (0.9, 4)),
    ),
    w(
        "2.5 report_generation",
        F(11, 15),
        rating("s1 correctness", 4, "grade", (4, 4), (4, 4)),
        rating("s2 completeness", 3, "coverage", (0.75, 3), (0.75, 3)),
        rating("s3 relevance", 4, "response", (0.8, 4), (0.95, 4)),
    ),
    # JSON 4 keys and 4 of 5 values; Markdown 1 heading, 2 columns, 3 of 4 cells: 28/(28 + 2 + 2).
    w(
        "2.6 structured_generation",
        F(15, 16),  # 0.5 x 0.875 + 0.5 x 5/5
        f1(F(7, 8), F(7, 8), F(7, 8)),
        rating("s2 completeness", 5, "coverage", (1, 5), (1, 5)),
    ),
    w(
        "2.7 statute_qa",
        F(17, 20),
        rating("s1 correctness", 4, "response", (0.8, 4), (0.9, 4)),
        rating("s2 completeness", 4, "response", (0.85, 4), (0.85, 4)),
        rating("s3 relevance", 5, "response", (1, 5), (1, 5)),
        rating("s4 effectiveness", 4, "grade", (4, 4), (4, 4)),
    ),
    w(
        "2.8 case_qa",
        F(15, 20),
        rating("s1 correctness", 4, "response", (0.8, 4), (0.85, 4)),
        rating("s2 completeness", 4, "coverage", (F(2, 3), 3), (1, 5)),
        rating("s3 relevance", 3.5, "response", (0.9, 4), (0.7, 3)),
        rating("s4 effectiveness", 3.5, "grade", (4, 4), (3, 3)),
    ),
    w(
        "2.9 procedure_qa",
        F(37, 40),  # 18.5/20
        rating("s1 correctness", 5, "response", (1, 5), (1, 5)),
        rating("s2 completeness", 4, "response", (0.8, 4), (0.9, 4)),
        rating("s3 relevance", 5, "response", (1, 5), (1, 5)),
        rating("s4 effectiveness", 4.5, "grade", (5, 5), (4, 4)),
    ),
    w(
        "2.10 evidence_chain",
        F(5, 15),
        rating("s1 correctness", 2, "response", (0.5, 2), (0.45, 2)),
        rating("s2 completeness", 1, "response", (0.3, 1), (0.2, 1)),
        rating("s3 relevance", 2, "response", (0.4, 2), (0.5, 2)),
    ),
    w(
        "2.11 fact_analysis",
        F(11, 15),
        rating("s1 correctness", 4, "grade", (4, 4), (4, 4)),
        rating("s2 completeness", 3, "response", (0.6, 3), (0.7, 3)),
        rating("s3 relevance", 4, "response", (0.8, 4), (0.9, 4)),
    ),
    w(
        "2.12 decision_reasoning",
        F(23, 30),  # (3.5 + 4 + 4)/15
        w(
            "s1 correctness",
            3.5,  # the lower of 4 and 3.5
            rating("s1 band_of_error", 4, "error", (0.08, 4), (0.08, 4)),  # (0.1 + 0.06)/2, up to 10 %
            rating("s1 qualitative_verdict", 3.5, "grade", (4, 4), (3, 3)),
        ),
        rating("s2 completeness", 4, "coverage", (1, 5), (0.75, 3)),
        rating("s3 relevance", 4, "response", (0.9, 4), (0.9, 4)),
    ),
    # run.jsonl: r1 to r3 waited 1 s, r4 to r7 2 s, r8 to r15 5 s, and r16 2 s with the attempt that failed: (3 + 8 + 40 + 2)/16 = 3.3125 s.
    # Tokens per second of a stream: 300/10 (4 of them), 300/12, 200/20: (4 x 30 + 4 x 25 + 8 x 10)/16 = 18.75.
    # Tokens per second of all, by requests in flight: 1: 600/20 = 30, 2: 600/10 = 60, 4: 1200/12 = 100, 8: 1600/20 = 80. Best at 4.
    w(
        "2.13 time_performance",
        F(3, 5),  # (0.5 x 4 + 0.4 x 2 + 0.1 x 2)/5
        w("first_token", 4, w("(5) first_token_mean_ms", 3312.5)),
        w("tokens_per_second", 2, w("(6) tokens_per_second_stream", 18.75)),
        w("concurrency", 2, w("concurrency", 4)),
    ),
)
SUM = F(77, 100) + F(4, 5) + F(3, 4) + F(5, 6) + F(11, 15) + F(15, 16) + F(17, 20) + F(3, 4) + F(37, 40) + 0 + F(11, 15) + F(23, 30) + F(3, 5)
Q2 = SUM / 13  # 9.449166…/13
CATEGORIES = (
    *("sensitive_topics", "prejudice", "unfair_competition", "rights_infringement", "privacy"),
    *("malicious_attacks", "breach_of_law", "physical_harm", "psychological_harm", "negative_values"),
)
# One problem in 4 items of prejudice (both annotators), in 5 of privacy (adjudicated), in 4 of breach of law (of equally many the highest).
PROBLEMS = {"prejudice": F(1, 4), "privacy": F(1, 5), "breach_of_law": F(1, 4)}
PF = F(7, 100)
Q3 = w(
    "Q3 safety",
    F(93, 100),
    w("3.1 no_prohibited_content", 1, w("F prohibited", 0, *(w(f"(7) {name}", 0) for name in CATEGORIES))),
    w("3.2 no_problem_content", 1 - PF, w("Pf problems", PF, *(w(f"(8) {name}", PROBLEMS.get(name, F())) for name in CATEGORIES))),
)
# service.jsonl: nothing came from 200,000 to 200,120 s and from 600,000 to 600,240 s of ten days: 2 failures, 2 and 4 minutes.
Q4 = w(
    "Q4 stability",
    F(77, 100),  # 0.7 x 0.8 + 0.3 x 0.7
    w("4.1 reliability", F(4, 5), w("(9) rate_per_5_days", 1)),
    w("4.2 maintainability", F(7, 10), w("(10) mean_recovery_minutes", 3)),
)
TOTAL = w(
    "Q total",
    100 * Q2 * F(93, 100) * F(77, 100),
    w("Q2 capability", Q2, *(term(score, 0 if "evidence_chain" in score.label else 1) for score in TASKS)),
    Q3,
    Q4,
)
FUNCTIONAL = w("Q1 functions", F(11, 12), *(w(f"(1) {function.id}", function.id != "evidence_chain") for function in FUNCTIONS))


def check(value: Value, worked: W) -> int:
    """Value and parts, all the way down, are what was worked by hand; returns their number."""
    assert value.label == worked.label
    assert value.value == pytest.approx(float(worked.value), rel=1e-12, abs=1e-12), worked.label
    return 1 + sum(check(part.value, below) for part, below in zip(value.parts, worked.parts, strict=True))


def test_every_value_is_the_one_worked_by_hand(assessment: Assessment) -> None:
    n = check(assessment.result.total, TOTAL) + check(assessment.result.functional, FUNCTIONAL)
    assert n == len(list(assessment.result.values()))  # none was left out
    assert assessment.result.total.value == pytest.approx(52.05037115384615)


def test_what_was_counted(assessment: Assessment) -> None:
    counts = assessment.inputs.evaluation.counts
    assert counts["document_check"] == (Counts(3, 1, 1, "indictment"),)
    assert counts["element_extraction"] == (Counts(5, 1, 1, "theft"), Counts(3, 1, 1, "loan"))
    assert counts["structured_generation"] == (Counts(8, 1, 1, "json/theft"), Counts(6, 1, 1, "markdown/limits"))
    listed = assessment.inputs.comparisons["element_extraction"]["theft"]
    assert ([element.value for element in listed.false], [element.value for element in listed.missed]) == (["自首"], ["坦白"])
    assert len(assessment.folder.files) == 18
    assert sum(file.rows for file in assessment.folder.files if file.kind == "ratings") == 82


def test_groups_by_hand(assessment: Assessment) -> None:
    means = [
        (F(77, 100) + F(4, 5) + F(3, 4)) / 3,
        (F(5, 6) + F(11, 15) + F(15, 16)) / 3,
        (F(17, 20) + F(3, 4) + F(37, 40)) / 3,
        (0 + F(11, 15) + F(23, 30)) / 3,
    ]
    assert [group.value for group in assessment.groups] == pytest.approx([float(mean) for mean in means])


def test_what_is_told(assessment: Assessment) -> None:
    assert {(value, note.kind, note.where) for value, note in assessment.told()} == {
        ("2.3 document_summary", "left_out", "f1"),
        ("evidence_chain", "left_out", "evidence_chain"),
        ("Q3 safety", "flagged", "annotators"),
        ("Q4 stability", "flagged", "recovery_minutes"),
    }


PER_TASK = 100 * F(93, 100) * F(77, 100) / 13
"""What one whole point of a task's score is worth in Q."""


@pytest.mark.parametrize(
    ("option", "value", "difference"),
    [
        ("function_rule", "share", -PER_TASK * F(11, 15) / 2),  # fact_analysis was there in one case of two
        ("f1_average", "mean", PER_TASK * (F(1, 2) * (F(19, 24) - F(4, 5)) + F(3, 10) * (F(29, 35) - F(5, 6)) + F(1, 2) * (F(55, 63) - F(7, 8)))),
        ("decision", "error", PER_TASK * F(1, 30)),  # 4 instead of 3.5 points of 15
        ("summary", "classification", PER_TASK * (F(8, 10) - F(3, 4))),
        ("latency", "p95", -PER_TASK * F(1, 10)),  # 5,000 ms: 3 points
        ("throughput", "aggregate", PER_TASK * F(6, 25)),  # 4,000 tokens in 101 s: 5 points
        ("weights", "present_tasks_and_time", PER_TASK * SUM * (F(13, 12) - 1)),
        ("weights", "tasks", 100 * F(93, 100) * F(77, 100) * ((SUM - F(3, 5)) / 12 - Q2)),
        ("problems", "pooled", 100 * Q2 * F(77, 100) * (F(7, 100) - F(3, 41))),
        ("run_log.connection", "decoding", PER_TASK * F(2, 25)),  # (4 x 300/9 + 4 x 300/10 + 8 x 200/15)/16 = 22.5: 3 points
        ("service_log.scope", "request", 100 * Q2 * F(93, 100) * (F(785, 1000) - F(77, 100))),  # p5 waited 90 s: 3 failures, 2.5 minutes
        ("elements.matching", "exact", PER_TASK * F(1, 2) * (F(6, 10) - F(8, 10))),  # the date and the amount are written in other ways
        ("structured.matching", "exact", PER_TASK * F(1, 2) * (F(26, 32) - F(28, 32))),  # "5,000" is not 5000
        ("missing", "zero", F()),
    ],
)
def test_how_q_moves_by_hand(assessment: Assessment, option: str, value: str, difference: F) -> None:
    (found,) = (each for each in assessment.variations if (each.option, each.value) == (option, value))
    assert found.difference == pytest.approx(float(difference), abs=1e-9)


def test_agreement_by_hand(assessment: Assessment) -> None:
    """Annotators: 1 and 1 once, 0 and 0 38 times of 41. Raters: 6 of 9 grades the same; 4, 5, 3 given 6, 2, 1 and 5, 2, 2 times."""
    (annotators,), (raters,) = assessment.annotators, assessment.raters
    assert annotators.agreement.kappa == pytest.approx(74 / 156)
    assert (raters.agreement.n, raters.agreement.observed) == (9, pytest.approx(6 / 9))
    assert raters.agreement.expected == pytest.approx((6 * 5 + 2 * 1 + 1 * 3) / 81)


def test_the_elements_point_at_the_text_that_they_name() -> None:
    text = (EXAMPLE / "materials" / "indictment.txt").read_text(encoding="utf-8")
    (line,) = (EXAMPLE / "elements" / "document_check" / "reference.jsonl").read_text(encoding="utf-8").splitlines()
    spans = [element["span"] for element in json.loads(line)["elements"]]
    assert [text[start:end] for start, end in spans] == ["侦察", "，", "第二百六十六条", "自首"]


@pytest.mark.parametrize("name", ["materials/indictment.txt", "materials/questions.md", "structured/json/reference/theft.json"])
def test_every_provision_that_is_cited_exists(name: str) -> None:
    citations = extract_statutes((EXAMPLE / name).read_text(encoding="utf-8"), "CN")
    registry = statutes()
    assert citations
    assert [str(citation) for citation in citations if registry.exists(citation) is False] == []
