"""The whole paper: every table is what the function of its part gives for the same outputs; what is missing is said; the page and the command."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.analyses.drift_tables import drift_tables, probe_tables
from legal_metrics.analyses.error_tables import error_tables
from legal_metrics.analyses.languages_tables import language_tables
from legal_metrics.cli import main
from legal_metrics.report.paper import render_paper_html
from legal_metrics.tables import Table

MCQ, ENGLISH, OEQ, LJP = (f"tw-legalbench/{config}" for config in ("mcq", "mcq_en", "oeq", "ljp"))
GROUPS, LAWS = ("Civil", "Criminal"), ("民法", "刑法", "公司法")
ROWS = [
    {
        "id": f"q{i}",
        "question": "何者正確？",
        "options": ["甲", "乙", "丙", "丁"],
        "answer": "ABCD"[i % 4],
        "year": 2022 + i % 3,
        "law_category": GROUPS[i % 2],
        "related_internal_law": LAWS[i % 3],
    }
    for i in range(12)
]
FACTS = lm.DatasetFacts("d", "mcq", "test", "1.0.0", "ab" * 32, "official")
MODELS = lm.read_model_facts('{"a": {"title": "甲模型", "access": "open", "training_cutoff": "2022-12"}, "b": {"access": "closed"}}', source="models.json")
FEW: dict[str, Any] = {"resamples": 100}
JUDGMENTS = [
    {
        "id": f"r{i}",
        "year": 2020 + i,
        "date": f"{2020 + i}-05-01",
        "cause": "竊盜",
        "facts": "甲○○於深夜進入商店。",
        "reasons": f"被告於警詢中坦承第{i}次行竊，並有監視器畫面為證。",
        "main_text": "甲○○犯竊盜罪，處有期徒刑陸月。",
        "statutes": [{"law": "刑法", "article": "320", "paragraph": 1}],
    }
    for i in range(3)
]


def said(letters: Mapping[str, str]) -> dict[str, str]:
    return {id: json.dumps({"answer": letter}) for id, letter in letters.items()}


def right_until(n: int) -> dict[str, str]:
    return said({str(row["id"]): str(row["answer"]) if i < n else "E" for i, row in enumerate(ROWS)})


def asked(outputs: Mapping[str, Mapping[str, str]], rows: list[dict[str, Any]] = ROWS) -> lm.TaskOutputs:
    return lm.TaskOutputs(rows, outputs, dataset=FACTS)


def figures(table: Table) -> dict[str, Any]:
    """All of a table but its key, which a paper makes unique, and what models are called."""
    told = table.to_dict()
    return {"rows": {row["key"]: row["cells"] for row in told["rows"]}, "notes": told["notes"], "columns": [column["key"] for column in told["columns"]]}


answers = st.lists(st.sampled_from(["A", "B", "C", "D", "?"]), min_size=len(ROWS), max_size=len(ROWS))


@settings(deadline=None, max_examples=15)
@given(st.dictionaries(st.sampled_from("abcd"), st.tuples(answers, answers), min_size=1, max_size=3))
def test_every_table_is_that_of_the_function_of_its_part(given_: dict[str, tuple[list[str], list[str]]]) -> None:
    outputs = {
        task: {name: said({str(row["id"]): letter for row, letter in zip(ROWS, both[place], strict=True)}) for name, both in given_.items()}
        for place, task in enumerate((MCQ, ENGLISH))
    }
    paper = lm.build_paper({task: asked(of) for task, of in outputs.items()}, models=MODELS, least=3, listed=4, **FEW)
    keys = [table.key for table in paper.tables]
    assert len(set(keys)) == len(keys)

    reports = {
        name: [lm.score_task(task, outputs[task][name], ROWS, by=["law_category", "year"], dataset=FACTS) for task in (MCQ, ENGLISH)] for name in given_
    }
    board = lm.build_leaderboard(reports, models=MODELS, permutations=100, **FEW)
    assert [table.to_dict() for table in paper.board.tables] == [table.to_dict() for table in board.tables]

    items = lm.item_tables(lm.analyse_items(MCQ, outputs[MCQ], ROWS, dataset=FACTS), listed=4)
    assert [figures(table) for table in paper.sections["items", MCQ]] == [figures(table) for table in items]

    cutoffs = {"a": "2022-12"} if "a" in given_ else {}
    drift = lm.report_drift({name: of[0] for name, of in reports.items()}, ROWS, cutoffs=cutoffs, **FEW)["accuracy"]
    assert [figures(table) for table in paper.sections["drift", MCQ]] == [figures(table) for table in drift_tables(drift)]

    errors = error_tables(lm.find_errors(MCQ, outputs[MCQ], ROWS, dataset=FACTS), titles={"a": "甲模型"})
    assert [figures(table) for table in paper.sections["errors", MCQ]] == [figures(table) for table in errors]

    all_models = paper.table("languages-models")
    records = {MCQ: ROWS, ENGLISH: ROWS}
    p_values = []
    for name in given_:
        comparison = lm.compare_languages({task: of[name] for task, of in outputs.items()}, records, datasets=dict.fromkeys(records, FACTS), least=3, **FEW)
        [pair] = comparison.overall
        found = {column.key: cell for column, cell in zip(all_models.columns, all_models.rows[[row.key for row in all_models.rows].index(f"mcq>mcq_en:{name}")].cells, strict=True)}
        assert (found["before"].value, found["after"].value, found["difference"].value) == (pair.first_value, pair.second_value, pair.difference.value)
        assert found["difference"].interval == pair.difference.interval and found["gained"].value == pair.gained
        p_values.append((found["p"].value, found["p_holm"].value))
        if paper.languages is not None and name == paper.languages.shown:
            assert [figures(table) for table in paper.sections["languages", ""][1:]] == [figures(table) for table in language_tables(comparison, listed=4)[1:]]
    assert [p_holm for _, p_holm in p_values] == lm.holm([float(p or 0) for p, _ in p_values])


def test_judgments_are_probed_and_their_errors_sorted() -> None:
    output = json.dumps({"statutes": ["刑法第320條第1項"], "reasoning": "略", "main_text": "甲○○犯竊盜罪，處有期徒刑壹年。"}, ensure_ascii=False)
    outputs = {"m": {str(row["id"]): output for row in JUDGMENTS}}
    paper = lm.build_paper({LJP: lm.TaskOutputs(JUDGMENTS, outputs)}, **FEW)
    probe = lm.memorisation_probe(outputs, JUDGMENTS, **FEW)
    assert figures(paper.sections["recital", LJP][0]) == figures(probe_tables(probe)[0])
    assert paper.table("tw-legalbench-ljp:errors-counts").cell("penalty_too_high", "m").value == 3
    assert paper.table("tw-legalbench-ljp:drift-rouge_l-years").columns[0].key == "2020"
    assert paper.languages is None and not paper.items


def test_a_model_that_said_nothing_stands_in_the_tables_without_figures() -> None:
    paper = lm.build_paper({MCQ: asked({"a": right_until(6), "silent": {}}), ENGLISH: asked({"a": right_until(3), "silent": right_until(2)})}, **FEW)
    assert paper.table("tw-legalbench-mcq-law").cell("silent", "total").value is None
    assert paper.table("tw-legalbench-mcq_en-law").cell("silent", "total").value == 2 / 12
    assert paper.table("tw-legalbench-mcq:items-models").cell("silent", "accuracy").value is None
    assert paper.table("tw-legalbench-mcq:drift-accuracy-years").cell("silent", "2022").value is None
    assert any("Answered in one language only: silent" in note.text for note in paper.table("languages-models").notes)
    assert "<h1>" in render_paper_html(paper)


def test_missing_outputs_stop_or_are_said() -> None:
    some = dict(list(right_until(6).items())[:10])
    with pytest.raises(lm.PredictionsError, match="q10"):
        lm.build_paper({MCQ: asked({"a": some})}, **FEW)
    paper = lm.build_paper({MCQ: asked({"a": some, "b": right_until(12)})}, missing="unparsed", **FEW)
    row = next(row for row in paper.table("tw-legalbench-mcq-law").rows if row.key == "a")
    assert "2" in row.note and row.cells[-1].value == 6 / 12


def test_one_model_and_ties_are_told() -> None:
    alone = lm.build_paper({MCQ: asked({"a": right_until(6)})}, **FEW)
    assert any("Fewer than two models" in note.text for note in alone.table("tw-legalbench-mcq-ranks").notes)
    ties = lm.build_paper({MCQ: asked({name: right_until(6) for name in "abc"})}, **FEW)
    assert [ties.table("tw-legalbench-mcq-ranks").cell(name, "rank").value for name in "abc"] == [1, 1, 1]
    assert not any(cell.best for row in ties.table("tw-legalbench-mcq-law").rows for cell in row.cells)


@pytest.mark.parametrize(
    ("tasks", "options", "match"),
    [
        ({}, {}, "tasks: found none"),
        ({MCQ: {"a": {}}}, {}, "no output of any model"),
        ({MCQ: {"a": {"nowhere": "A"}}}, {}, "nowhere"),
        ({"tw-legalbench/none": {"a": {"q0": "A"}}}, {}, "tw-legalbench/none"),
        ({MCQ: {"a": right_until(1)}, ENGLISH: {"a": right_until(1)}}, {"language_model": "b"}, "language_model: found 'b', allowed .*: a"),
    ],
)
def test_what_cannot_be_done_is_named(tasks: Mapping[str, Any], options: Mapping[str, Any], match: str) -> None:
    with pytest.raises(lm.LegalMetricsError, match=match):
        lm.build_paper({task: asked(outputs) for task, outputs in tasks.items()}, **options, **FEW)


# --- the page -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    verdict = [
        json.dumps({"id": "e1", "judge": judge, "grades": [{"index": 1, "status": label, "points": 10 if label == "correct" else 0}]}).encode()
        for judge, label in (("評審甲", "correct"), ("評審乙", "wrong"))
    ]
    essay = {"id": "e1", "year": 2023, "points": 10, "scoring_points": [{"criterion_number": 1, "content": "爭點", "points": 10}]}
    tasks = {
        MCQ: asked({"a": right_until(6), "b": right_until(9), "<c>": right_until(0)}),
        ENGLISH: asked({"a": right_until(7), "b": right_until(8)}),
        OEQ: lm.TaskOutputs([essay], {"a": {"e1": '{"answer": "略"}'}}, judgements={"a": lm.read_judgements({"j": verdict})}),
        LJP: lm.TaskOutputs(JUDGMENTS, {"a": {str(row["id"]): "無罪" for row in JUDGMENTS}}),
    }
    return render_paper_html(lm.build_paper(tasks, models=MODELS, **FEW), title="論文 Paper")


def test_the_page_stands_alone_and_every_link_leads_somewhere(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert "<script" not in page and not re.search(r'(?:src|href)="(?!#)', page)
    assert "<h1>論文 Paper</h1>" in page and "甲模型" in page and "<c>" not in page and "&lt;c&gt;" in page


def test_the_page_has_its_figures(page: str) -> None:
    titles = re.findall(r"<figure><h3>(.*?)</h3>", page)
    assert "Judges: 評審甲 and 評審乙" in titles
    assert {"Multiple-choice questions by year", "Legal judgment prediction: errors by kind"} <= set(titles)
    assert not re.search(r'="(?:nan|inf)', page, re.IGNORECASE)


def test_what_holds_for_all_is_told_once() -> None:
    tasks = {LJP: lm.TaskOutputs(JUDGMENTS, {"a": {str(row["id"]): "無罪" for row in JUDGMENTS}}, dataset=lm.DatasetFacts(kind="bundled"))}
    assert render_paper_html(lm.build_paper(tasks, **FEW)).count("Scored on the bundled release of invented cases") == 1


# --- the command --------------------------------------------------------------------------------------------------------


def folder(tmp_path: Path, files: Mapping[str, Mapping[str, str]]) -> Path:
    for name, outputs in files.items():
        path = tmp_path / "outputs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps({"id": id, "output": output}) + "\n" for id, output in outputs.items()), encoding="utf-8")
    return tmp_path / "outputs"


def references(tmp_path: Path) -> str:
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def test_the_command_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = folder(tmp_path, {"tw-legalbench-mcq/a.jsonl": right_until(6), "tw-legalbench-mcq/b.jsonl": right_until(9), "tw-legalbench-mcq/c.jsonl": {}})
    forms = {form: tmp_path / "out" / f"paper.{form}" for form in ("json", "html", "markdown", "latex", "csv")}
    options = [word for form, path in forms.items() for word in (f"--{form}", str(path))]
    assert main(["paper", str(outputs), "--references", references(tmp_path), "--resamples", "100", *options]) == 0
    assert "Accuracy by group of law" in capsys.readouterr().out
    assert all(path.stat().st_size for path in forms.values())
    told = json.loads(forms["json"].read_text(encoding="utf-8"))
    paper = lm.build_paper({MCQ: lm.TaskOutputs(ROWS, {"a": right_until(6), "b": right_until(9), "c": {}}, dataset=lm.load_references(references(tmp_path), config="mcq", split="test").dataset)}, **FEW)
    assert told == json.loads(json.dumps(paper.to_dict()))


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"mcq/a.jsonl": {}}, "found mcq, allowed folders named after tasks"),
        ({"tw-legalbench-mcq/a.json": {}}, "allowed files MODEL.jsonl"),
        ({"tw-legalbench-mcq/a.jsonl": {}, "tw-legalbench-mcq-judgements/b.jsonl": {}}, "allowed verdicts on models with outputs to tw-legalbench/mcq: a"),
    ],
)
def test_a_folder_that_cannot_be_understood_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], files: Mapping[str, Any], words: str) -> None:
    assert main(["paper", str(folder(tmp_path, files)), "--references", references(tmp_path)]) == 2
    assert words in capsys.readouterr().err


def test_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paper", str(tmp_path / "none"), "--references", references(tmp_path)]) == 2
    assert "no such folder" in capsys.readouterr().err
