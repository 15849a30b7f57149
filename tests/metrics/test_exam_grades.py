"""One model's answers by its judges: points, labels, allocations, and what cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.metrics.essays import LABELS, EssayRubric, EssayVerdict, JudgedEssay, PointGrade, ScoringPoint
from legal_metrics.metrics.exam_grades import grade_model, label_counts, sum_labels
from legal_metrics.metrics.exam_papers import PROBLEMS, ExamQuestion
from legal_metrics.metrics.judge_allocations import allocations


def question(id: str = "q1", *points: float | None, worth: float = 10.0, year: int = 2023) -> ExamQuestion:
    rubric = EssayRubric(worth, tuple(ScoringPoint(n, p) for n, p in enumerate(points or (4.0, 6.0), start=1)))
    return ExamQuestion(id, year, "tax", 1, worth, rubric)


def verdict(judge: str, *labels: str | None, allocated: tuple[float | None, ...] = ()) -> EssayVerdict:
    shares = allocated or (None,) * len(labels)
    grades = [PointGrade(n, label, None, a) for n, (label, a) in enumerate(zip(labels, shares, strict=True), start=1)]
    return EssayVerdict(judge, tuple(grades))


def codes(*verdicts: EssayVerdict, **options: str) -> list[tuple[str, str]]:
    essays = {"q1": JudgedEssay(verdicts), "q2": JudgedEssay((verdict("j1", "correct", "wrong"),))}
    grades = grade_model("m", essays, [question("q1"), question("q2")], **options)  # type: ignore[arg-type]
    return [(problem.code, problem.judge) for problem in grades.problems if problem.question == "q1"]


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ([verdict("j1", "correct", "wrong")], []),
        ([], [("no_verdict", "j1")]),
        ([verdict("j2", "correct", "wrong")], [("no_verdict", "j1")]),
        ([EssayVerdict("j1", problem="no JSON with grades")], [("unusable_verdict", "j1")]),
        ([verdict("j1", None, "wrong")], [("unusable_verdict", "j1")]),
        ([verdict("j1", "correct")], [("incomplete_verdict", "j1")]),
        ([verdict("j1", "correct", "wrong", "wrong")], [("unknown_point", "j1")]),
        ([EssayVerdict("j1", (PointGrade(1, "wrong"),) * 2)], [("unusable_verdict", "j1")]),
        ([EssayVerdict("j1", (PointGrade(7, "correct"),))], [("unusable_verdict", "j1")]),
        ([EssayVerdict("j1", (PointGrade(1, "partial", 9.0), PointGrade(2, "wrong")))], [("clamped", "j1")]),
    ],
)
def test_everything_that_is_not_used_as_it_stands_is_told(
    verdicts: list[EssayVerdict], told: list[tuple[str, str]]
) -> None:
    assert codes(*verdicts) == told
    assert {code for code, _ in told} <= set(PROBLEMS)


def test_an_answer_that_one_judge_did_not_score_has_no_mean() -> None:
    essays = {
        "q1": JudgedEssay((verdict("j1", "correct", "wrong"),)),
        "q2": JudgedEssay((verdict("j2", "correct", "wrong"),)),
    }
    grades = grade_model("m", essays, [question("q1"), question("q2")])
    first = grades.questions["q1"]
    assert first.mean_points(grades.judges) is None
    mean = first.mean_points(grades.judges, partly_judged="mean")
    assert mean is not None
    assert mean.points == 4.0
    assert first.points("j2") is None
    assert first.spread is None


def test_an_unread_output_earns_nothing_with_every_judge() -> None:
    grades = grade_model(
        "m", {"q1": None, "q2": JudgedEssay((verdict("j1", "correct", "wrong"),))}, [question("q1"), question("q2")]
    )
    points = grades.questions["q1"].points("j1")
    assert points is not None
    assert (points.points, points.maximum) == (0.0, 10.0)
    assert [problem.code for problem in grades.problems] == ["unread_output"]


def test_without_verdicts_nobody_judged() -> None:
    grades = grade_model("m", {}, [question("q1")])
    assert grades.judges == ()
    assert [str(problem) for problem in grades.problems] == ["m, q1: no verdict by any judge"]
    assert grades.questions["q1"].mean_points(()) is None


def test_labels_are_counted_by_judge_subject_and_year_and_summed_and_averaged() -> None:
    rows = [question("q1"), question("q2", year=2020)]
    essays = {
        "q1": JudgedEssay((verdict("j1", "correct", "wrong"), verdict("j2", "correct", "correct"))),
        "q2": JudgedEssay((verdict("j1", "missing", "partial"), verdict("j2", "missing", "missing"))),
    }
    grades = grade_model("m", essays, rows)
    counts = label_counts(grades)
    assert [(c.judge, c.year, c.labels["correct"], c.labels["missing"]) for c in counts] == [
        ("j1", 2020, 0, 1),
        ("j1", 2023, 1, 0),
        ("j2", 2020, 0, 2),
        ("j2", 2023, 2, 0),
    ]
    sums = sum_labels(counts, grades.judges)
    assert sums.summed == {"correct": 3, "partial": 1, "wrong": 1, "missing": 3}
    assert sums.averaged == {"correct": 1.5, "partial": 0.5, "wrong": 0.5, "missing": 1.5}


def test_labels_of_different_answers_are_not_averaged() -> None:
    essays = {
        "q1": JudgedEssay((verdict("j1", "correct", "wrong"),)),
        "q2": JudgedEssay((verdict("j2", "correct", "wrong"),)),
    }
    grades = grade_model("m", essays, [question("q1"), question("q2")])
    sums = sum_labels(label_counts(grades), grades.judges)
    assert sums.summed["correct"] == 2
    assert sums.averaged is None


def test_points_without_a_label_are_counted_apart() -> None:
    graded = EssayVerdict("j1", (PointGrade(1, None, 3.0), PointGrade(2, "correct")))
    grades = grade_model("m", {"q1": JudgedEssay((graded,))}, [question()], rule="points")
    assert label_counts(grades)[0].unlabelled == 1
    assert [problem.code for problem in grades.problems] == ["unlabelled"]


# --- allocations ------------------------------------------------------------------------------------------------------


def test_allocations_are_kept_as_said_and_set_beside_their_worth() -> None:
    row = question("q1", None, None, None)
    essay = JudgedEssay(
        (
            verdict("j1", "correct", "wrong", "wrong", allocated=(5, 3, 2)),
            verdict("j2", "correct", "wrong", "wrong", allocated=(4, 8, 8)),  # 20 for 10: scaled
            verdict("j3", "correct", "wrong", "wrong", allocated=(5, None, 2)),  # one left out: a third each
        )
    )
    grades = grade_model("m", {"q1": essay}, [row])
    [found] = allocations(grades)
    assert [dict(point.allocated) for point in found.points] == [
        {"j1": 5, "j2": 4, "j3": 5},
        {"j1": 3, "j2": 8, "j3": None},
        {"j1": 2, "j2": 8, "j3": 2},
    ]
    assert [point.worth["j2"] for point in found.points] == [2, 4, 4]
    assert [point.worth["j3"] for point in found.points] == pytest.approx([10 / 3] * 3)
    assert found.points[0].spread == pytest.approx(5 - 2)
    assert found.allocated == {"j1": 10, "j2": 20, "j3": None}
    # Pairs: |5-2|+|3-4|+|2-4| = 6; 1.667+0.333+1.333 = 3.333; 1.333+0.667+0.667 = 2.667; half of each of 10 points, mean of three.
    assert found.disagreement == pytest.approx((0.3 + 1 / 6 + 2 / 15) / 3)
    assert sorted(problem.code for problem in grades.problems) == ["rescaled", "split"]


def test_stated_points_stand_whatever_a_judge_allocates() -> None:
    essay = JudgedEssay((verdict("j1", "correct", "wrong", allocated=(1, 9)),))
    [found] = allocations(grade_model("m", {"q1": essay}, [question()]))
    assert [(point.stated, point.allocated["j1"], point.worth["j1"]) for point in found.points] == [
        (4, 1, 4),
        (6, 9, 6),
    ]
    assert found.disagreement is None
    assert found.points[0].spread is None


def test_questions_without_anything_to_allocate_are_not_listed() -> None:
    essay = JudgedEssay((verdict("j1", "correct", "wrong"),))
    assert allocations(grade_model("m", {"q1": essay}, [question()])) == ()


labels = st.sampled_from([*LABELS, None])
shares = st.one_of(st.none(), st.just(0.0), st.floats(0.01, 50))
verdicts = st.lists(
    st.tuples(st.lists(st.tuples(st.integers(1, 4), labels, shares, shares), max_size=4)), min_size=1, max_size=3
)


@given(verdicts, st.lists(st.one_of(st.none(), st.floats(0.5, 20)), min_size=1, max_size=3))
def test_points_and_disagreement_stay_in_their_bounds(
    given: list[tuple[list[tuple[int, str | None, float | None, float | None]]]], points: list[float | None]
) -> None:
    row = question("q1", *points, worth=20.0)
    essay = JudgedEssay(
        tuple(EssayVerdict(f"j{n}", tuple(PointGrade(*grade) for grade in grades)) for n, (grades,) in enumerate(given))
    )
    grades = grade_model("m", {"q1": essay}, [row], missing="zero")
    for judge in grades.judges:
        earned = grades.questions["q1"].points(judge)
        assert earned is None or 0 <= earned.points <= earned.maximum + 1e-9
    for found in allocations(grades):
        assert found.disagreement is None or 0 <= found.disagreement <= 1
        for judge in found.points[0].worth:
            assert sum(point.worth[judge] for point in found.points) == pytest.approx(20.0)
