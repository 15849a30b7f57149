"""Leaderboards: every figure equals a direct call of the library on the same records; what models lack is said, never averaged away."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.boards.leaderboard import Leaderboard, build_leaderboard
from legal_metrics.cli import main
from legal_metrics.comparison import NotComparableError
from legal_metrics.errors import LegalMetricsError
from legal_metrics.report.leaderboard import render_leaderboard_html
from legal_metrics.results import Report
from legal_metrics.stats.bootstrap import ratio_interval
from legal_metrics.tables import Cell, Table

FACTS = lm.DatasetFacts("tw-legalbench", "mcq", "test", "1.0.0", "ab" * 32, "official")
GROUPS = ("Civil", "Criminal", None)
ROWS = [{"id": f"q{i}", "options": ["甲", "乙", "丙", "丁"], "answer": "ABCD"[i % 4], "year": 2020 + i % 3, "law_category": GROUPS[i % 5 % 3]} for i in range(24)]
FEW: dict[str, Any] = {"resamples": 200, "permutations": 200}
BUNDLED = Path(__file__).parents[2]
MODELS = lm.read_model_facts('{"a": {"access": "open", "title": "Model A"}, "b": {"access": "closed"}, "c": {"access": "open"}}', source="models.json")


def mcq(letters: Mapping[str, str], rows: Sequence[Mapping[str, Any]] = ROWS, *, by: Sequence[str] = ("law_category", "year"), facts: lm.DatasetFacts = FACTS) -> Report:
    outputs = {id: json.dumps({"answer": letter}) for id, letter in letters.items()}
    return lm.score_task("tw-legalbench/mcq", outputs, rows, dataset=facts, by=by, missing="unparsed")


def right_until(n: int, rows: Sequence[Mapping[str, Any]] = ROWS) -> Report:
    return mcq({row["id"]: row["answer"] if i < n else "E" for i, row in enumerate(rows)}, rows)


def board(reports: Mapping[str, Report | Mapping[str, Any]], **options: Any) -> Leaderboard:
    return build_leaderboard({name: [report] for name, report in reports.items()}, **{**FEW, **options})


def same(cell: Cell, score: lm.Score) -> bool:
    interval = ratio_interval([s.numerator for s in score.samples], [s.denominator for s in score.samples], seed=score.seed, resamples=FEW["resamples"])
    value = None if math.isnan(score.value) else score.value
    return (cell.value, cell.n) == (value, sum(1 for s in score.samples if s.denominator)) and (cell.interval == interval or value is None)


answers = st.lists(st.sampled_from(["A", "B", "C", "D", "?"]), min_size=len(ROWS), max_size=len(ROWS))


@settings(deadline=None, max_examples=25)
@given(st.dictionaries(st.sampled_from("abcde"), answers, min_size=1, max_size=4))
def test_every_figure_of_every_table_is_that_of_a_direct_call(given: dict[str, list[str]]) -> None:
    reports = {name: mcq({row["id"]: letter for row, letter in zip(ROWS, letters, strict=True)}) for name, letters in given.items()}
    told = board(reports, models=MODELS)
    law, year, ranks = (told.table(f"tw-legalbench-mcq-{key}") for key in ("law", "year", "ranks"))
    for name, report in reports.items():
        for table, field in ((law, "law_category"), (year, "year")):
            assert [column.key for column in table.columns] == [*(sorted(report.strata[field], key=lambda v: ("Criminal", "Civil").index(v) if v in ("Criminal", "Civil") else 9)), "total"]
            assert all(same(table.cell(name, value), scores["accuracy"]) for value, scores in report.strata[field].items())
            assert same(table.cell(name, "total"), report.scores["accuracy"])
        assert same(ranks.cell(name, "accuracy"), report.scores["accuracy"])
        assert ranks.cell(name, "rank").value == 1 + sum(other.scores["accuracy"].value > report.scores["accuracy"].value for other in reports.values())
        assert ranks.cell(name, "unread").value == list(given[name]).count("?")
    if len(reports) > 1:
        pairs = told.table("tw-legalbench-mcq-pairs")
        ordered = [row.key.split(" − ") for row in pairs.rows]
        values = {name: [s.value for s in report.scores["accuracy"].samples] for name, report in reports.items()}
        assert sorted(tuple(sorted(pair)) for pair in ordered) == sorted(combinations(sorted(values), 2))
        names = list(dict.fromkeys(name for pair in ordered for name in pair))
        tests = {(test.first, test.second): test for test in lm.permutation_tests({name: values[name] for name in names}, permutations=200)}
        for first, second in ordered:
            difference = lm.paired_bootstrap(values[first], values[second], resamples=200)
            cell = pairs.cell(f"{first} − {second}", "difference")
            assert (cell.value, cell.interval, cell.n) == (difference.value, difference.interval, len(ROWS))
            assert (cell.value or 0) >= 0
            assert pairs.cell(f"{first} − {second}", "p_holm").value == tests[first, second].p_holm
            assert pairs.cell(f"{first} − {second}", "mcnemar_p").value == lm.mcnemar(values[first], values[second]).p_value


def test_models_stand_in_their_groups_sorted_and_the_best_of_each_is_marked() -> None:
    told = board({"a": right_until(10), "b": right_until(5), "c": right_until(20), "d": right_until(1)}, models=MODELS)
    table = told.table("tw-legalbench-mcq-law")
    assert [(row.group.split()[0], row.head) for row in table.rows] == [("Closed", "b"), ("Open", "c"), ("Open", "Model A"), ("Access", "d")]
    assert [row.key for row in table.rows if row.cells[-1].best] == ["c"]  # alone in its group nobody is best
    assert "The file of models says nothing of: d." in [note.text for note in told.models.notes]
    assert {row.group for row in board({"a": right_until(3)}).table("tw-legalbench-mcq-law").rows} == {""}


def test_one_model_alone_has_a_rank_of_one_and_it_is_said() -> None:
    told = board({"a": right_until(10)})
    ranks = told.table("tw-legalbench-mcq-ranks")
    assert (ranks.cell("a", "rank").value, ranks.cell("a", "better").value) == (1, 0)
    assert any("Fewer than two models" in note.text for note in ranks.notes)
    assert not any(table.key.endswith("pairs") for table in told.tables)
    assert not any(cell.best for table in told.tables for row in table.rows for cell in row.cells)


def test_ties_everywhere_share_the_first_rank_and_nobody_is_best() -> None:
    told = board({name: right_until(12) for name in "abc"})
    ranks = told.table("tw-legalbench-mcq-ranks")
    found = [(row.cells[0].value, row.cells[0].interval) for row in ranks.rows]
    assert found == [(1, lm.Interval(1, 3))] * 3
    assert any(note.text == "All models tie." for note in ranks.notes)
    assert not any(cell.best for row in ranks.rows for cell in row.cells)
    assert {told.table("tw-legalbench-mcq-pairs").cell(key, "p").value for key in ("a − b", "a − c", "b − c")} == {1.0}


def without(report: Report, ids: set[str], *, twice: str = "") -> dict[str, Any]:
    told = json.loads(json.dumps(report.to_dict()))
    for reading in told["readings"].values():
        reading["samples"] = [s for s in reading["samples"] if s["id"] not in ids] + [s for s in reading["samples"] if s["id"] == twice]
    return dict(told)


def notes_of(table: Table) -> str:
    return " ".join(note.text for note in table.notes)


def test_other_records_are_left_out_of_every_figure_and_each_row_says_which() -> None:
    whole = right_until(12)
    told = board({"a": whole, "b": without(right_until(20), {"q0", "q1"}), "c": without(right_until(3), set(), twice="q5")})
    kept = [row for row in ROWS if row["id"] not in ("q0", "q1", "q5")]
    table = told.table("tw-legalbench-mcq-law")
    assert "all figures are over the 21 of 24 that every model has once" in notes_of(table)
    remarks = {row.key: row.note for row in table.rows}
    assert remarks["a"] == "left out of every figure: 2 records that another report lacks (q0, q1)"
    assert remarks["b"] == "left out of every figure: 2 records missing that another report has (q0, q1)"
    assert "1 record that stand twice in one run (q5)" in remarks["c"]
    direct = mcq({row["id"]: row["answer"] if i < 12 else "E" for i, row in enumerate(ROWS) if row in kept}, kept)
    assert same(table.cell("a", "total"), direct.scores["accuracy"])
    for value, scores in direct.strata["law_category"].items():
        assert same(table.cell("a", value), scores["accuracy"])
    own = told.table("tw-legalbench-mcq-ranks").cell("a", "own")
    assert (own.value, own.n) == (0.5, 24)


def test_a_model_without_any_record_stands_there_without_figures() -> None:
    told = board({"a": right_until(12), "b": right_until(6), "none": without(right_until(3), {row["id"] for row in ROWS})})
    for key in ("law", "year", "ranks"):
        row = told.table(f"tw-legalbench-mcq-{key}").rows[-1]
        assert row.key == "none"
        assert row.note == "no record was scored: in no rank and no comparison"
        assert all(cell.value is None for cell in row.cells)
    assert told.table("tw-legalbench-mcq-law").cell("a", "total").n == 24
    assert [row.key for row in told.table("tw-legalbench-mcq-pairs").rows] == ["a − b"]


def test_a_model_whose_every_record_stands_twice_has_no_figures_either() -> None:
    doubled = without(right_until(3), {row["id"] for row in ROWS[1:]}, twice="q0")
    told = board({"a": right_until(12), "b": right_until(6), "twice": doubled})
    row = told.table("tw-legalbench-mcq-law").rows[-1]
    assert (row.key, row.note) == ("twice", "no record was scored: in no rank and no comparison; 1 records stand twice in one run (q0)")
    assert told.boards[0].n == 24


def test_too_few_exchanges_for_so_many_pairs_are_told() -> None:
    reports = {"a": right_until(20), "b": right_until(1), "c": right_until(0)}
    assert any("10 exchanges are too few for 3 pairs" in note.text for note in board(reports, permutations=10).boards[0].pairs[0].notes)
    assert not any("too few" in note.text for note in board(reports, permutations=100).boards[0].pairs[0].notes)


def test_only_models_without_records_give_a_board_without_figures() -> None:
    told = board({"none": without(right_until(3), {row["id"] for row in ROWS})})
    assert told.boards[0].n == 0
    assert render_leaderboard_html(told)


def test_missing_outputs_score_nothing_and_the_row_says_how_many() -> None:
    told = board({"a": right_until(12), "silent": mcq({})})
    row = told.table("tw-legalbench-mcq-law").rows[-1]
    assert (row.note, row.cells[-1].value) == ("24 of 24 outputs missing, which score 0", 0.0)
    assert told.table("tw-legalbench-mcq-ranks").cell("silent", "unread").value == 24


def test_disjoint_models_are_an_error_that_names_them() -> None:
    first = {row["id"] for row in ROWS[:12]}
    reports = {"a": without(right_until(3), first), "b": without(right_until(3), {row["id"] for row in ROWS} - first)}
    with pytest.raises(LegalMetricsError, match=r"found no record that all models have \(12 of a, 12 of b\)"):
        board(reports)


def test_reports_that_are_not_comparable_need_force_and_every_table_says_so() -> None:
    other = mcq({row["id"]: "A" for row in ROWS}, facts=lm.DatasetFacts("tw-legalbench", "mcq", "test", "2.0.0", "cd" * 32, "official"))
    with pytest.raises(NotComparableError, match=r"tw-legalbench/mcq: dataset version: 1.0.0 in a, 2.0.0 in b"):
        board({"a": right_until(3), "b": other})
    told = board({"a": right_until(3), "b": other}, force=True)
    assert all("NOT COMPARABLE" in notes_of(table) for table in told.boards[0].tables)


def test_a_table_that_no_report_can_fill_says_what_to_do() -> None:
    told = board({"a": mcq({row["id"]: "A" for row in ROWS}, by=())})
    table = told.table("tw-legalbench-mcq-law")
    assert [column.key for column in table.columns] == ["total"]
    assert "score with --by law_category" in notes_of(table)


def test_strata_of_one_report_serve_all_but_may_not_differ() -> None:
    plain = mcq({row["id"]: row["answer"] for row in ROWS}, by=())
    told = board({"a": right_until(3), "b": plain})
    assert told.table("tw-legalbench-mcq-year").cell("b", "2021").value == 1.0
    changed = json.loads(json.dumps(right_until(3).to_dict()))
    changed["readings"]["strict"]["samples"][4]["strata"]["year"] = "1999"
    with pytest.raises(LegalMetricsError, match=r"record 'q4': field 'year' is '2021' in one report and '1999' in that of b"):
        board({"a": right_until(3), "b": changed})


def test_runs_of_a_model_are_averaged_and_it_is_said() -> None:
    runs = lm.read_predictions(
        [json.dumps({"id": row["id"], "run": run, "output": json.dumps({"answer": letter})}) for row in ROWS for run, letter in (("1", row["answer"]), ("2", "E"))], source="p"
    )
    told = board({"a": lm.score_task("tw-legalbench/mcq", runs, ROWS, dataset=FACTS), "b": right_until(6)})
    row = told.table("tw-legalbench-mcq-ranks").rows[0]
    assert (row.key, row.note, row.cells[1].value, row.cells[1].n) == ("a", "mean of 2 runs", 0.5, 24)


def bundled(config: str, outputs: Mapping[str, str], **options: Any) -> Report:
    references = lm.load_references(BUNDLED / "data" / "tw-legalbench", config=config, split="test")
    return lm.score_task(f"tw-legalbench/{config}", outputs, references.records, dataset=references.dataset, missing="unparsed", **options)


@pytest.fixture(scope="module")
def judgments() -> dict[str, Report]:
    folder = BUNDLED / "examples" / "predictions" / "tw-legalbench-ljp"
    names = ("reference_echo", "noisy", "template_baseline")
    return {name: bundled("ljp", lm.read_predictions((folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(), source=name), by=["cause"]) for name in names}


def test_judgment_tables_hold_the_scores_of_the_reports(judgments: dict[str, Report]) -> None:
    told = board(judgments)
    for key in ("outcomes", "citations"):
        table = told.table(f"tw-legalbench-ljp-{key}")
        assert len(table.columns) >= 5
        for name, report in judgments.items():
            for column in table.columns:
                assert same(table.cell(name, column.key), report.scores[column.key]), (name, column.key)
    outcomes = told.table("tw-legalbench-ljp-outcomes")
    values = [row.cells[2].value for row in outcomes.rows]
    assert outcomes.columns[2].key == "rouge_l" and values == sorted(values, reverse=True)  # type: ignore[type-var]
    citations = told.table("tw-legalbench-ljp-citations")
    for row in citations.rows:
        accuracy, type1, type2, unresolved, total = (float(cell.value or 0) for cell in row.cells)
        assert accuracy + type1 + type2 + unresolved == pytest.approx(1)
        assert accuracy + total == pytest.approx(1)
    assert {column.key: column.better for column in citations.columns} == {
        "statute_accuracy": "higher",
        **dict.fromkeys(["statute_type1", "statute_type2", "statute_unresolved", "statute_total"], "lower"),
    }


def test_ranks_by_other_scores_have_tables_of_their_own(judgments: dict[str, Report]) -> None:
    told = board(judgments, scores=["imprisonment_deviation", "statute_type1"])
    keys = [table.key for table in told.boards[0].ranks]
    assert keys == ["tw-legalbench-ljp-ranks-imprisonment_deviation", "tw-legalbench-ljp-ranks-statute_type1"]
    first = told.boards[0].ranks[0].rows[0]
    assert (first.key, first.cells[0].value) == ("reference_echo", 1)  # lower is better
    with pytest.raises(LegalMetricsError, match="scores: found 'no_such', allowed rouge_1"):
        board(judgments, scores=["no_such"])


def test_label_counts_are_those_of_the_judges() -> None:
    references = lm.load_references(BUNDLED / "data" / "tw-legalbench", config="oeq", split="test")
    lines, outputs = [], {row["id"]: json.dumps({"answer": "甲得請求返還。"}, ensure_ascii=False) for row in references.records}
    for judge, labels in (("j1", ("correct", "partial")), ("j2", ("correct", "missing"))):
        for row in references.records:
            grades = [{"index": point["criterion_number"], "status": labels[k % 2]} for k, point in enumerate(row["scoring_points"])]
            lines.append(json.dumps({"id": row["id"], "judge": judge, "grades": grades}).encode())
    report = bundled("oeq", outputs, judgements=lm.read_judgements({"j": lines}))
    table = board({"a": report}).table("tw-legalbench-oeq-labels")
    averaged = report.scores["points_share"].details["labels_averaged"]
    assert {label: table.cell("a", f"{label}_share_count").value for label in averaged} == averaged
    cell = table.cell("a", "correct_share_count")
    assert cell.interval is not None and cell.interval.low <= float(cell.value or 0) <= cell.interval.high
    assert same(table.cell("a", "points_share"), report.scores["points_share"])


def test_other_suites_get_tables_of_the_same_kinds() -> None:
    def other(value: float) -> dict[str, Any]:
        told = json.loads(json.dumps(right_until(3).to_dict()))
        told |= {"task": "zhifa-bench/made-up", "primary": "f1"}
        for reading in told["readings"].values():
            reading["scores"] = {name: {**reading["scores"]["accuracy"], "name": name} for name in ("f1", "error")}
            reading["scores"]["error"]["higher_is_better"] = False
            for sample in reading["samples"]:
                sample["values"] = {"f1": value, "error": 1 - value}
        return dict(told)

    told = board({"a": other(0.5), "b": other(0.75)})
    table = told.table("zhifa-bench-made-up-scores")
    assert [(row.key, *(cell.value for cell in row.cells), *(cell.best for cell in row.cells)) for row in table.rows] == [("b", 0.75, 0.25, True, True), ("a", 0.5, 0.5, False, False)]
    assert told.table("zhifa-bench-made-up-by-year").cell("b", "2020").value == 0.75


def test_two_reports_of_a_model_on_a_task_are_refused() -> None:
    report = right_until(3)
    with pytest.raises(LegalMetricsError, match="found two of a on tw-legalbench/mcq, allowed one"):
        build_leaderboard({"a": [report, report]})
    with pytest.raises(LegalMetricsError, match="reports: found none"):
        build_leaderboard({})


@pytest.mark.parametrize(
    ("name", "given_", "says"),
    [
        ("a", right_until(3), r"reports\['a'\]: found Report.*, allowed a list of reports"),
        ("a", right_until(3).to_dict(intervals=False), r"reports\['a'\]: found .*, allowed a list of reports"),
        ("a", None, r"reports\['a'\]: found None, allowed a list of reports"),
        ("a", [None], r"reports\['a'\]: found None, allowed a Report"),
        (" ", [right_until(3)], "found a model called ' ', allowed a name that is not blank"),
        (3, [right_until(3)], "found a model called 3, allowed a name that is not blank"),
    ],
)
def test_what_is_no_list_of_reports_of_a_model_is_refused(name: Any, given_: Any, says: str) -> None:
    with pytest.raises(LegalMetricsError, match=says):
        build_leaderboard({name: given_})


def test_figures_too_large_to_be_added_up_are_an_error_of_the_library() -> None:
    large = json.loads(json.dumps(right_until(3).to_dict(intervals=False)))
    for sample in large["readings"]["strict"]["samples"]:
        sample["values"]["accuracy"] = 1e308
    with pytest.raises(LegalMetricsError, match="beyond the range of floating point"):
        board({"a": large, "b": right_until(4)})
    twice = large["readings"]["strict"]["samples"]
    large["readings"]["strict"]["samples"] = [{**sample, "run": run} for run in "12" for sample in twice]
    with pytest.raises(LegalMetricsError, match="allowed are finite sums"):
        board({"a": large})


def test_no_two_pairs_are_called_alike() -> None:
    names = ("c", "b − c", "a − b", "a")
    pairs = board({name: right_until(n) for n, name in enumerate(names)}).table("tw-legalbench-mcq-pairs")
    assert {"a − (b − c)", "(a − b) − c"} <= {row.key for row in pairs.rows}


EXAM: dict[str, Any] = {
    "dataset": {"kind": "official"},
    "years": [2021, 2022],
    "human_lines_invented": True,
    "human_lines": [
        {"exam": "lawyers", "title": "Top 33 %", "percentile": 33, "law_papers": 403.0},
        {"exam": "lawyers", "title": "Top 3 %", "percentile": 3, "law_papers": None},
    ],
    "exams": {
        "lawyers": {
            "a": {"maximum": 900.0, "total": 450.0, "interval": {"low": 400.0, "high": 500.0, "degenerate": False}, "n_questions": 20, "incomplete_years": [], "passing": {"passes": True, "meets_points": True}},
            "b": {"maximum": 900.0, "total": None, "interval": None, "n_questions": 10, "incomplete_years": [2022], "passing": {"passes": None, "meets_points": None}},
        }
    },
}


def test_totals_of_examinations_stand_beside_people_who_compete_with_nobody() -> None:
    told = build_leaderboard({}, exams=EXAM, models=MODELS)
    table = told.table("exam-totals")
    assert [(row.group.split()[0], row.head, row.cells[0].value, row.cells[1].value) for row in table.rows] == [
        ("Closed", "b", None, "unknown"),
        ("Open", "Model A", 450.0, "yes"),
        ("Human", "Top 3 %", None, ""),
        ("Human", "Top 33 %", 403.0, ""),
    ]
    assert table.rows[0].note == "no total at the examination for lawyers: nothing whole for 2022"
    assert table.rows[2].cells[0].note == "not published for every year"
    assert "INVENTED" in notes_of(table)
    page = render_leaderboard_html(told)
    assert "Model A: 450 of 900" in page and "Top 33 % 403" in page and "no total" in page


def test_lines_of_two_exams_stand_by_percentile_and_a_name_that_two_share_is_told_with_it() -> None:
    lines = [("lawyers", "admitted", 10), ("lawyers", "admitted", 33), ("lawyers", "top 50 %", 50), ("judges_prosecutors", "top 3 %", 3), ("judges_prosecutors", "passed", None)]
    given = [{"exam": exam, "title": title, "percentile": percentile, "law_papers": float(place)} for place, (exam, title, percentile) in enumerate(lines)]
    table = build_leaderboard({}, exams={**EXAM, "human_lines": given, "exams": {**EXAM["exams"], "judges_prosecutors": {}}}).table("exam-totals")
    people = [(row.head, row.cells[0].value, row.cells[2].value) for row in table.rows if row.key.startswith("people: ")]
    assert people == [("top 3 %", None, 3.0), ("admitted, top 10 %", 0.0, None), ("admitted, top 33 %", 1.0, None), ("top 50 %", 2.0, None), ("passed", None, 4.0)]


def test_totals_are_those_of_the_command_that_adds_them_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exam, totals, out = BUNDLED / "examples" / "exam", tmp_path / "exam.json", tmp_path / "board.json"
    verdicts = sorted(exam.glob("verdicts/*.jsonl"))
    human = ["--human", str(exam / "human_lines.invented.jsonl"), "--resamples", "50"]
    assert main(["exam", *map(str, verdicts), "--references", str(exam / "questions.jsonl"), *human, "--json", str(totals)]) == 0
    report = tmp_path / "able.json"
    report.write_text(json.dumps(right_until(3).to_dict()), encoding="utf-8")
    assert main(["leaderboard", str(report), "--exam", str(totals), "--resamples", "50", "--json", str(out)]) == 0
    told = json.loads(totals.read_text(encoding="utf-8"))
    table = next(table for table in json.loads(out.read_text(encoding="utf-8"))["tables"] if table["key"] == "exam-totals")
    rows = {row["key"]: row["cells"] for row in table["rows"]}
    for kind, models in told["exams"].items():
        assert set(models) == {path.stem for path in verdicts}
        for name, found in models.items():
            cell = rows[name][kind]
            assert (cell["value"], cell["n"]) == (found["total"], found["n_questions"])
            assert cell["interval"] and {key: cell["interval"][key] for key in found["interval"]} == found["interval"] if found["interval"] else cell["interval"] is None
        for line in told["human_lines"]:
            if line["exam"] == kind:
                assert rows[f"people: {line['title']}"][kind]["value"] == line["law_papers"]


@pytest.mark.parametrize("key", ["exams", "human_lines", "years", "dataset", "human_lines_invented"])
def test_what_is_no_exam_report_is_refused(key: str) -> None:
    with pytest.raises(lm.ReportFormatError, match=f"exams: field '{key}': found nothing"):
        build_leaderboard({}, exams={name: value for name, value in EXAM.items() if name != key})


def test_the_command_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, n in (("a", 20), ("b", 12), ("c", 3)):
        (tmp_path / f"{name}.json").write_text(json.dumps(right_until(n).to_dict()), encoding="utf-8")
    (tmp_path / "exam.json").write_text(json.dumps(EXAM), encoding="utf-8")
    (tmp_path / "models.json").write_text('{"a": {"access": "open"}, "b": {"access": "open"}}', encoding="utf-8")
    reports = [str(tmp_path / f"{name}.json") for name in "abc"]
    files = {form: tmp_path / "out" / f"board.{form}" for form in ("json", "html", "markdown", "latex", "csv")}
    options = [text for form, path in files.items() for text in (f"--{form}", str(path))]
    assert main(["leaderboard", *reports[:2], f"renamed={reports[2]}", "--models", str(tmp_path / "models.json"), "--exam", str(tmp_path / "exam.json"), "--resamples", "200", *options]) == 0
    out = capsys.readouterr().out
    assert "renamed" in out and "Totals of the second test" in out
    told = json.loads(files["json"].read_text(encoding="utf-8"))
    assert [task["task"] for task in told["tasks"]] == ["tw-legalbench/mcq"]
    assert told["options"] == {"confidence": 0.95, "seed": 20260617, "resamples": 200, "permutations": 200}
    assert "83.33" in files["markdown"].read_text(encoding="utf-8") and "\\textbf{83.33}" in files["latex"].read_text(encoding="utf-8")
    assert "tw-legalbench-mcq-law,Open models 開源模型,a,total,0.8333333333333334" in files["csv"].read_text(encoding="utf-8")
    assert "選擇題" in files["html"].read_text(encoding="utf-8")


def test_a_model_is_called_as_the_file_of_models_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"id": row["id"], "output": '{"answer": "A"}', "model": "gpt-x"}) for row in ROWS]
    report = lm.score_task("tw-legalbench/mcq", lm.read_predictions(lines, source="p"), ROWS, dataset=FACTS)
    path = tmp_path / "run7.json"
    path.write_text(json.dumps(report.to_dict()), encoding="utf-8")
    (tmp_path / "models.json").write_text('{"gpt-x": {"family": "GPT"}}', encoding="utf-8")
    assert main(["leaderboard", str(path), "--models", str(tmp_path / "models.json"), "--resamples", "50"]) == 0
    assert "gpt-x" in capsys.readouterr().out
    assert main(["leaderboard", str(path), "--resamples", "50"]) == 0
    assert "run7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["{a}", "{a}"], 2, "more than once"),
        (["{none}"], 2, "no such file"),
        (["{a}", "--models", "{none}"], 2, "--models: no such file"),
        (["{a}", "--exam", "{none}"], 2, "--exam: no such file"),
        (["{a}", "--exam", "{a}"], 1, "a.json: field 'human_lines': found nothing"),
        (["{a}", "--models", "{a}"], 1, "a.json: field 'task': found a string, allowed an object"),
        (["{a}", "--csv", "{a}"], 2, "allowed another file"),
        (["=x"], 2, "allowed FILE or MODEL=FILE"),
        (["{a}", "--resamples", "0"], 1, "resamples: found 0"),
        (["m={a}", "m={b}"], 1, "found two of m on tw-legalbench/mcq"),
    ],
)
def test_what_the_command_refuses(arguments: list[str], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: str(tmp_path / f"{name}.json") for name in ("a", "b", "none")}
    for name in "ab":
        Path(files[name]).write_text(json.dumps(right_until(3).to_dict()), encoding="utf-8")
    assert main(["leaderboard", *(text.format(**files) for text in arguments)]) == code
    assert says in capsys.readouterr().err
