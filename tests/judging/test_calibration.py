"""People's grades: the file format, line by line; consensus; the corrected mean; ratings side by side."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError
from legal_metrics.grading import Grade, Item, Module, Rubric
from legal_metrics.json_lines import JsonLineError
from legal_metrics.judgements import Judgement, Judgements, read_judgements, to_judgement_line
from legal_metrics.judging.calibration import GRADE_KEYS, KEYS, consensus_label, corrected_mean, read_human_grades
from legal_metrics.judging.check_runs import check_judges
from legal_metrics.judging.ratings import HUMAN, Ratings, answer_scores, collect_ratings
from legal_metrics.judging.replies import Reply
from legal_metrics.judging.requests import judge_request
from legal_metrics.judging.verdicts import read_verdict

ROW: dict[str, Any] = {
    "id": "q1",
    "annotator": "a1",
    "grades": [{"index": 1, "label": "正確", "points": 2}, {"index": 2, "points": 0}],
}


def lines(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() for row in rows]


def read(*rows: dict[str, Any]) -> Any:
    return read_human_grades({"human.jsonl": lines(*rows)})


def judged(*rows: dict[str, Any]) -> Any:
    return read_judgements({"judges.jsonl": lines(*rows)})


def verdict(judge: str, id: str, *labels: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "judge": judge,
        "grades": [{"index": i, "label": label} for i, label in enumerate(labels, 1)],
        **more,
    }


def test_a_file() -> None:
    found = read({**ROW, "run": "m", "category": "civil", "output_sha256": "a" * 64})[0]
    assert (found.run, found.id, found.annotator, found.output_sha256) == ("m", "q1", "a1", "a" * 64)
    assert [(g.index, g.status, g.score) for g in found.grades] == [(1, "正確", 2), (2, "", 0)]
    assert found.categories == {1: "civil", 2: "civil"}
    own = read({**ROW, "category": "civil", "grades": [{"index": 1, "label": "met", "category": "facts"}]})[0]
    assert own.categories == {1: "facts"}


@pytest.mark.parametrize(
    ("change", "field", "what"),
    [
        ({"id": ""}, "id", "a string with text"),
        ({"id": None}, "id", "found null"),
        ({"annotator": 3}, "annotator", "found a number"),
        ({"run": None}, "run", "found null"),
        ({"category": 1}, "category", "found a number"),
        ({"output_sha256": "xyz"}, "output_sha256", "64 hexadecimal digits"),
        ({"judge": "x"}, "judge", "unknown, allowed id, annotator"),
        ({"grades": []}, "grades", "one or more"),
        ({"grades": {}}, "grades", "found an object"),
        ({"grades": ["met"]}, "grades[0]", "found a string"),
        ({"grades": [{"label": "met"}]}, "grades[0].index", "found null"),
        ({"grades": [{"index": 0, "label": "met"}]}, "grades[0].index", "found 0"),
        ({"grades": [{"index": 1.5, "label": "met"}]}, "grades[0].index", "found 1.5"),
        ({"grades": [{"index": True, "label": "met"}]}, "grades[0].index", "found a boolean"),
        ({"grades": [{"index": 1}]}, "grades[0]", "neither a label nor points"),
        ({"grades": [{"index": 1, "label": " "}]}, "grades[0]", "neither a label nor points"),
        ({"grades": [{"index": 1, "label": 5}]}, "grades[0].label", "found a number"),
        ({"grades": [{"index": 1, "points": "2"}]}, "grades[0].points", "found a string"),
        ({"grades": [{"index": 1, "points": True}]}, "grades[0].points", "found a boolean"),
        ({"grades": [{"index": 1, "points": math.inf}]}, "grades[0].points", "not finite"),
        ({"grades": [{"index": 1, "label": "met", "score": 2}]}, "grades[0].score", "unknown, allowed index"),
        ({"grades": [{"index": 1, "label": "met", "reason": 2}]}, "grades[0].reason", "found a number"),
        ({"grades": [{"index": 1, "points": 1}, {"index": 1, "points": 2}]}, "grades[1].index", "graded twice"),
    ],
)
def test_errors_name_file_line_and_field(change: dict[str, Any], field: str, what: str) -> None:
    with pytest.raises(JsonLineError) as error:
        read({**ROW, "id": "q0"}, {**ROW, **change})
    text = str(error.value)
    assert text.startswith("human.jsonl, line 2: ") and f"field '{field}'" in text and what in text


def test_who_grades_twice() -> None:
    with pytest.raises(
        JsonLineError,
        match=r"b\.jsonl, line 1: field 'annotator': 'a1' has graded the answer 'q1' already \(a\.jsonl, line 1\)",
    ):
        read_human_grades({"a.jsonl": lines(ROW), "b.jsonl": lines(ROW)})
    assert len(read(ROW, {**ROW, "run": "other"}, {**ROW, "annotator": "a2"})) == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["index", "label", "points", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["id", "annotator", "run", "category", "grades", "x"]), JSON))
def test_any_object_is_read_or_named(row: dict[str, Any]) -> None:
    try:
        found = read(row)
    except JsonLineError as error:
        assert error.file == "human.jsonl" and error.line == 1
    else:
        assert found[0].grades


def test_consensus() -> None:
    assert consensus_label(["a", "a", "b", None]) == "a"
    assert consensus_label(["a", "b"]) is None and consensus_label([None, None]) is None and consensus_label([]) is None
    assert consensus_label(["a", "a", "b", "b", "c"]) is None  # the commonest is not the majority
    assert consensus_label(["a", "a"], "unanimous") == "a" and consensus_label(["a", "b", "a"], "unanimous") is None
    with pytest.raises(LegalMetricsError):
        consensus_label(["a"], "first")


def test_ratings_side_by_side() -> None:
    people = read(
        ROW,
        {
            **ROW,
            "annotator": "a2",
            "grades": [{"index": 1, "label": "wrong", "points": 0}, {"index": 3, "label": "met"}],
        },
    )
    found = collect_ratings(
        judged(verdict("j1", "q1", "correct", "wrong"), {"id": "q2", "judge": "j1", "output": "无法评分"}), people
    )
    assert found.raters == ("j1", HUMAN) and found.judges == ("j1",) and found.unscored == {"j1": 1}
    assert found.units == (("", "q1", 1), ("", "q1", 2), ("", "q1", 3))
    assert found.label_rows(["j1", HUMAN]) == [["correct", None], ["wrong", None], [None, "correct"]]
    assert found.points[HUMAN] == {("", "q1", 1): 1.0, ("", "q1", 2): 0.0}
    assert found.problems == {"items whose annotators agree on no label": 1}
    assert set(found.annotators) == {"a1", "a2"}


def test_totals_compare_like_with_like() -> None:
    rows = [
        {"id": "q1", "judge": "j1", "grades": [{"index": 1, "points": 2}, {"index": 2, "points": 1}]},
        {"id": "q1", "judge": "j2", "grades": [{"index": 1, "points": 2}]},
        {"id": "q2", "judge": "j1", "grades": [{"index": 1, "points": 0.1}, {"index": 2, "points": 0.2}]},
        {"id": "q2", "judge": "j2", "grades": [{"index": 2, "points": 3}, {"index": 1, "points": 0}]},
    ]
    found = collect_ratings(judged(*rows))
    answers, totals, n_unlike = found.total_rows(("j1", "j2"))
    assert answers == [("", "q2")] and totals == [[pytest.approx(0.3), 3]] and n_unlike == 1
    assert answer_scores(found, "j2") == ({("", "q2"): 3.0}, "points")


def test_what_no_judge_judged_is_counted() -> None:
    found = collect_ratings(judged(verdict("j1", "q2", "met")), read(ROW))
    assert found.problems == {"answers that people graded and no judge did": 1}


def test_verdicts_on_unlike_texts_are_no_disagreement() -> None:
    one, two = verdict("j1", "q1", "met", output_sha256="a" * 64), verdict("j2", "q1", "unmet", output_sha256="b" * 64)
    with pytest.raises(LegalMetricsError, match="more than one text"):
        collect_ratings(judged(one, two))
    with pytest.raises(LegalMetricsError, match="more than one text"):
        collect_ratings(judged(one), read({**ROW, "output_sha256": "b" * 64}))
    with pytest.raises(LegalMetricsError, match="more than one rubric"):
        collect_ratings(
            judged(
                verdict("j1", "q1", "met", rubric_sha256="a" * 64), verdict("j2", "q1", "met", rubric_sha256="b" * 64)
            )
        )
    assert collect_ratings(judged(one), read({**ROW, "output_sha256": "a" * 64})).raters == ("j1", HUMAN)


def test_a_judge_called_human() -> None:
    with pytest.raises(LegalMetricsError, match="human"):
        collect_ratings(judged(verdict("human", "q1", "met")))


def test_words_that_grade_nothing_are_no_labels() -> None:
    grades = (Grade(1, "met"), Grade(2, "n/a", 5.0), Grade(3, "met", 1.0), Grade(3, "unmet", 0.0))
    found = collect_ratings(Judgements({("", "q1"): (Judgement("j", grades),)}))
    assert found.labels["j"] == {("", "q1", 1): "correct"} and found.points["j"] == {}
    assert found.problems == {
        "items graded twice in one verdict": 1,
        "grades whose label says that nothing was graded": 1,
    }


def test_points_that_cannot_be_are_no_ratings() -> None:
    """1000 points of 10 made a bias of 250; read by the rubric, the verdict says so."""
    rubric = Rubric("q1", "judgment", 15, (Module("", None, (Item(1, "定盗窃罪", 10), Item(2, "写明自首", 5))),))
    request = judge_request("题", "盗窃，自首。", rubric, judge="j")
    rows = [{"index": 1, "label": "correct", "points": 1000}, {"index": 2, "label": "partial", "points": 2}]
    verdict = read_verdict(request, Reply(request.custom_id, json.dumps(rows)))
    found = collect_ratings(read_judgements({"j": [to_judgement_line("q1", verdict).encode()]}))
    assert dict(found.labels["j"]) == {("", "q1", 1): "correct", ("", "q1", 2): "partial"}
    assert dict(found.points["j"]) == {("", "q1", 2): 2}
    assert found.problems["points outside the range of their item"] == 1


def test_the_model_behind_a_judges_name() -> None:
    found = collect_ratings(
        judged(verdict("judge-a", "q1", "met", model="gpt-5-2025-08-07"), verdict("gpt-5", "q1", "met", model="gpt-5"))
    )
    assert found.models == {"judge-a": "gpt-5-2025-08-07"}
    families = check_judges(found, models=["gpt-oss-120b"]).families
    assert [(family.judge, family.same) for family in families] == [
        ("judge-a (gpt-5-2025-08-07)", True),
        ("gpt-5", True),
    ]


def test_scores_of_answers() -> None:
    unit = [("good", "q1", 1), ("good", "q1", 2), ("bad", "q1", 1)]
    found = Ratings(("j",), tuple(unit), {"j": {unit[0]: "correct", unit[1]: "partial", unit[2]: "wrong"}}, {"j": {}})
    assert answer_scores(found, "j") == ({("good", "q1"): 0.75}, "worth")  # the bad answer was graded only in part


def test_corrected_mean_by_hand() -> None:
    # judge's mean 0.85, bias (0.2 + 0.2)/2; variance of the scores 1/300, of the differences 0
    found = corrected_mean([0.9, 0.8, 0.9, 0.8], [0.7, 0.6, None, None])
    assert math.isclose(found.value, 0.65) and math.isclose(found.details["judge_mean"], 0.85)
    reach = 1.959963985 * math.sqrt(1 / 300 / 4)
    assert abs(found.interval.high - (found.value + reach)) < 1e-8
    assert corrected_mean([1, None], [None, 1]).reason == "fewer than two answers that people graded"
    assert not corrected_mean([], []).defined
    with pytest.raises(LengthMismatchError):
        corrected_mean([1], [])
    with pytest.raises(LegalMetricsError):
        corrected_mean([1], [1], confidence=2)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=20))
def test_where_people_graded_all_it_is_their_mean(pairs: list[tuple[float, float]]) -> None:
    found = corrected_mean([a for a, _ in pairs], [b for _, b in pairs])
    assert found.value == pytest.approx(math.fsum(b for _, b in pairs) / len(pairs), abs=1e-9)


def test_the_page_shows_what_is_read(root: Path) -> None:
    page = (root / "docs" / "judges.md").read_text(encoding="utf-8")
    example = page.split("```jsonl\n")[1].split("```")[0]
    found = read_human_grades({"page": example.encode().splitlines()})
    assert len(found) == 2 and found[0].categories == {1: "civil", 2: "statutes"}
    for name in (*KEYS, *GRADE_KEYS):
        assert f"`{name}`" in page or f"`grades[].{name}`" in page
