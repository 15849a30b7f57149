"""One model over its languages: figures by hand, every figure against a direct call of the library, what is left out, and the command."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.analyses.languages import LANGUAGES, LanguageComparison, compare_languages
from legal_metrics.analyses.languages_tables import comparison_notes, language_tables
from legal_metrics.cli import main
from legal_metrics.commands.languages import TASKS
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.report.languages import render_languages_html
from legal_metrics.tables import Table

ZH, CN, EN = LANGUAGES
LAWS = ("民法", "民法、公司法", "刑法", "")
GROUPS = ("Civil", "Civil", "Criminal", None)
FEW: dict[str, Any] = {"resamples": 200}


def question(place: int, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"q{place}",
        "year": 2023 + place % 2,
        "law_category": GROUPS[place % 4],
        "related_internal_law": LAWS[place % 4],
        "related_international_law": "",
        "question": f"第{place}題：何者正確？",
        "options": ["無效", "得撤銷", "有效", "效力未定"],
        "answer": "ABCD"[place % 4],
        **changes,
    }


def reply(letter: str | None) -> str:
    return "抱歉。" if letter is None else json.dumps({"reasoning": "略", "answer": letter}, ensure_ascii=False)


ROWS = [question(place) for place in range(8)]
"""Keys: A, B, C, D, A, B, C, D."""


def answers(letters: str) -> dict[str, str]:
    return {f"q{place}": reply(None if letter == "-" else letter) for place, letter in enumerate(letters)}


SAID = {ZH: answers("ABCDBBBB"), CN: answers("ABCDABBB"), EN: answers("BBCDABC-")}


def compared(outputs: dict[str, Any] = SAID, rows: list[dict[str, Any]] = ROWS, **options: Any) -> LanguageComparison:
    return compare_languages(outputs, dict.fromkeys(outputs, rows), **FEW, **options)


def table(comparison: LanguageComparison, key: str, **options: int) -> Table:
    return next(table for table in language_tables(comparison, **options) if table.key == key)


def texts(comparison: LanguageComparison) -> str:
    return "\n".join(note.text for note in comparison_notes(comparison))


def test_a_small_comparison_by_hand() -> None:
    comparison = compared(least=1)
    found = {(pair.first, pair.second): pair for pair in comparison.overall}
    assert list(found) == [(ZH, CN), (ZH, EN), (CN, EN)]
    pair = found[ZH, EN]  # zh has q0-q3, q5 right; en has q1-q6
    assert (pair.n, pair.first_value, pair.second_value, pair.difference.value) == (8, 5 / 8, 6 / 8, 1 / 8)
    assert (pair.gained, pair.lost) == (2, 1)
    assert pair.mcnemar is not None
    assert (pair.mcnemar.both, pair.mcnemar.only_a, pair.mcnemar.only_b, pair.mcnemar.neither, pair.mcnemar.p_value) == (4, 1, 2, 1, 1.0)
    changes = [(change.question.id, change.before, change.after, change.difference) for change in comparison.changes if (change.first, change.second) == (ZH, EN)]
    assert changes == [("q4", ("B",), ("A",), 1.0), ("q6", ("B",), ("C",), 1.0), ("q0", ("A",), ("B",), -1.0)]
    laws = {pair.part: pair.n for pair in comparison.laws if (pair.first, pair.second) == (ZH, EN)}
    assert laws == {"民法": 4, "公司法": 2, "刑法": 2}  # a question about two laws stands under both, one about none under none


def test_the_table_of_languages_is_one() -> None:
    assert {f"tw-legalbench/{config}": language for config, language in TASKS.items()} == dict(LANGUAGES)
    assert [spec.id for spec in lm.tasks("tw-legalbench") if spec.record == "mcq"] == list(LANGUAGES)


letters = st.sampled_from(["A", "B", "C", "D", None, "missing"])


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(*[st.lists(letters, min_size=n, max_size=n)] * 3)), st.integers(1, 4), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_every_figure_is_what_a_direct_call_of_the_library_gives(chosen: tuple[list[str | None], ...], least: int, seed: int) -> None:
    rows = [question(place) for place in range(len(chosen[0]))]
    said = {
        task: {f"q{place}": reply(letter) for place, letter in enumerate(given) if letter != "missing"} for task, given in zip(LANGUAGES, chosen, strict=True)
    }
    ids = [row["id"] for row in rows if all(row["id"] in outputs for outputs in said.values())]
    if not ids:
        with pytest.raises(LegalMetricsError, match="no question that has an answer in every language"):
            compared(said, rows)
        return
    before = json.dumps([said, rows])
    comparison = compared(said, rows, least=least, seed=seed)
    assert json.dumps([said, rows]) == before
    kept = {row["id"]: row for row in rows if row["id"] in ids}
    values = {
        task: dict(zip(ids, (s.value for s in lm.choice_accuracy([lm.extract_choices(outputs[id]) for id in ids], [kept[id]["answer"] for id in ids]).samples), strict=True))
        for task, outputs in said.items()
    }
    parts: dict[str, dict[str, list[str]]] = {"overall": {"": ids}, "categories": {}, "laws": {}}
    for id in ids:
        parts["categories"].setdefault(kept[id]["law_category"] or "not labelled", []).append(id)
        for law in filter(None, kept[id]["related_internal_law"].split("、")):
            parts["laws"].setdefault(law, []).append(id)
    for level, groups in parts.items():
        pairs = getattr(comparison, level)
        wanted = {part: members for part, members in groups.items() if len(members) >= least or level == "overall"}
        assert {pair.part for pair in pairs} == set(wanted)
        assert len(pairs) == 3 * len(wanted)
        if level != "overall":
            assert comparison.too_few[level] == {part: len(members) for part, members in groups.items() if part not in wanted}
        for pair in pairs:
            first, second = ([values[task][id] for id in wanted[pair.part]] for task in (pair.first, pair.second))
            assert pair.difference == lm.paired_bootstrap(second, first, seed=seed, **FEW)
            assert pair.mcnemar == lm.mcnemar(first, second)
            assert (pair.first_value, pair.second_value) == (math.fsum(first) / len(first), math.fsum(second) / len(second))
            assert (pair.gained, pair.lost) == (pair.mcnemar.only_b, pair.mcnemar.only_a)
        corrected = lm.holm([pair.mcnemar.p_value for pair in pairs])
        assert [pair.p_holm for pair in pairs] == corrected
    assert len(comparison.changes) == sum(pair.gained + pair.lost for pair in comparison.overall)
    for pair in comparison.overall:
        cells = table(comparison, "languages-all").rows[list(comparison.overall).index(pair)].cells
        assert [cell.value for cell in cells] == [
            pair.n,
            pair.first_value,
            pair.second_value,
            pair.difference.value,
            pair.gained,
            pair.lost,
            pair.mcnemar.p_value if pair.mcnemar else None,
            pair.p_holm,
        ]
        assert cells[3].interval == pair.difference.interval
    json.dumps(comparison.to_dict(), allow_nan=False)


def test_what_is_not_in_every_language_is_left_out_and_told() -> None:
    rows = {
        ZH: ROWS,
        EN: [question(0, answer="B"), *(question(place) for place in range(1, 7)), question(20)],
    }
    said = {ZH: SAID[ZH], EN: {id: output for id, output in SAID[EN].items() if id not in ("q2", "q7")} | {"x": ""}}
    comparison = compare_languages(said, rows, **FEW)
    assert [question.id for question in comparison.questions] == ["q1", "q3", "q4", "q5", "q6"]
    assert comparison.key_differs == ("q0",)
    assert comparison.unshared == {ZH: ("q20",), EN: ("q7",)}
    assert comparison.unanswered == {ZH: (), EN: ("q2", "q20")}
    said_so = texts(comparison)
    assert "Left out of every figure: questions that stand in another language and not in English (1): q7." in said_so
    assert "Left out of every figure: questions without an output in English (2): q2, q20." in said_so
    assert "Left out of every figure: questions whose right answer differs between the languages (1): q0." in said_so
    assert "Outputs in English to no question of it (1): x." in said_so
    wrong = compare_languages(said, rows, missing="unparsed", **FEW)
    assert [question.id for question in wrong.questions] == ["q1", "q2", "q3", "q4", "q5", "q6"]
    assert "Counted as wrong: questions without an output in English (2): q2, q20." in texts(wrong)


def test_years_and_least() -> None:
    comparison = compared(years=[2024], least=2)
    assert [question.id for question in comparison.questions] == ["q1", "q3", "q5", "q7"]
    assert {pair.part for pair in comparison.laws} == {"民法", "公司法"}
    assert comparison.options["years"] == [2024]
    assert "4 questions of 2024 that have an answer in every language" in texts(comparison)
    few = compared(least=3)
    assert few.too_few == {"categories": {"Criminal": 2, "not labelled": 2}, "laws": {"公司法": 2, "刑法": 2}}
    assert "2 laws with fewer than 3 questions are no rows: 公司法 (2), 刑法 (2)." in table(few, "languages-laws").notes[0].text
    assert table(compared(least=99), "languages-laws").rows == ()


def test_runs_are_averaged_and_have_no_mcnemar() -> None:
    lines = [json.dumps({"id": f"q{place}", "run": run, "output": reply("A")}) for place in range(8) for run in (1, 2)]
    lines[0] = json.dumps({"id": "q0", "run": 1, "output": reply("B")})
    comparison = compared({ZH: SAID[ZH], EN: lm.read_predictions(lines)}, least=1)
    [pair] = comparison.overall
    assert (pair.mcnemar, math.isnan(pair.p_holm)) == (None, True)
    assert pair.second_value == 1.5 / 8
    assert (pair.gained, pair.lost) == (1, 5)
    assert comparison.changes[1].question.id == "q0"
    assert comparison.changes[1].after == ("B", "A")
    assert comparison.changes[1].difference == -0.5
    assert "McNemar's test has no meaning there: English." in texts(comparison)
    assert table(comparison, "languages-all").rows[0].cells[6].value is None
    json.dumps(comparison.to_dict(), allow_nan=False)


def test_ties_everywhere_are_no_difference() -> None:
    comparison = compared({ZH: SAID[ZH], EN: SAID[ZH]}, least=1)
    assert {pair.difference.value for level in (comparison.overall, comparison.laws) for pair in level} == {0.0}
    assert {pair.mcnemar.p_value for pair in comparison.laws if pair.mcnemar} == {1.0}
    assert comparison.changes == ()
    assert table(comparison, "languages-changes").rows == ()


def test_reports_say_what_their_predictions_say() -> None:
    facts = {task: lm.DatasetFacts("d", task.rpartition("/")[2], "test", "1", digest * 32) for task, digest in zip(LANGUAGES, ("aa", "bb", "cc"), strict=True)}
    reports = {task: lm.score_task(task, outputs, ROWS, dataset=facts[task]).to_dict() for task, outputs in SAID.items()}
    assert compared(reports, datasets=facts).to_dict() == compared(datasets=facts).to_dict()
    with pytest.raises(LegalMetricsError, match="English: found a report on tw-legalbench/mcq, allowed one on tw-legalbench/mcq_en"):
        compared({ZH: reports[ZH], EN: reports[ZH]})


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: compared({ZH: SAID[ZH]}), LegalMetricsError, "allowed two or more of"),
        (lambda: compared({ZH: SAID[ZH], "tw-legalbench/ljp": {}}), LegalMetricsError, "outputs: found 'tw-legalbench/mcq', 'tw-legalbench/ljp'"),
        (lambda: compare_languages(SAID, {ZH: ROWS}), LegalMetricsError, "records: found none of tw-legalbench/mcq_zh_cn, tw-legalbench/mcq_en"),
        (lambda: compare_languages([], {}), WrongTypeError, "outputs: found []"),  # type: ignore[arg-type]
        (lambda: compared(least=0), LegalMetricsError, "least: found 0"),
        (lambda: compared(seed=-1), LegalMetricsError, "seed: found -1"),
        (lambda: compared({ZH: SAID[ZH], EN: {}}), LegalMetricsError, "tw-legalbench/mcq_en has no output to any question"),
        (lambda: compared(years=[1999]), LegalMetricsError, "found no question of 1999"),
    ],
)
def test_what_cannot_be_used_is_named(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert says in str(caught.value)


def test_lists_are_cut_and_say_so() -> None:
    found = table(compared(), "languages-changes", listed=1)
    assert [row.group for row in found.rows if row.group.endswith("gained (2)")] == ["Traditional Chinese → English: gained (2)"]
    assert "Traditional Chinese → English: gained (2): 1 are shown; the JSON has all." in [note.text for note in found.notes]


def test_the_page_escapes_what_files_hold() -> None:
    rows = [question(place, related_internal_law="<b>法") for place in range(8)]
    page = render_languages_html(compared(rows=rows, least=1), model="<m>")
    assert "<b>法" not in page
    assert "&lt;b&gt;法" in page
    assert "<title>&lt;m&gt;: languages</title>" in page


def write(folder: Path, name: str, lines: list[dict[str, Any]]) -> str:
    path = folder / name
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def files(folder: Path) -> dict[str, str]:
    made = {config: write(folder, f"{config}.jsonl", [{"id": id, "output": text} for id, text in SAID[f"tw-legalbench/{config}"].items()]) for config in TASKS}
    return made | {"references": write(folder, "records.jsonl", ROWS), "same": write(folder, "same.jsonl", ROWS), "more": write(folder, "more.jsonl", ROWS)}


def test_the_command_says_what_the_function_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = files(tmp_path)
    out, page = tmp_path / "out.json", tmp_path / "out.html"
    arguments = ["--mcq", made["mcq"], "--mcq-zh-cn", made["mcq_zh_cn"], "--mcq-en", made["mcq_en"], "--least", "2", "--resamples", "200", "--years", "2023-2024"]
    references = ["--references", made["references"], made["same"], made["more"]]
    assert main(["languages", *arguments, *references, "--model", "m", "--json", str(out), "--html", str(page)]) == 0
    facts = {
        task: lm.load_references(path, config=task.rpartition("/")[2], split="test").dataset for task, path in zip(LANGUAGES, references[1:], strict=True)
    }
    assert json.loads(out.read_text(encoding="utf-8")) == compared(least=2, datasets=facts, years=[2023, 2024]).to_dict()
    assert "<h1>m: languages</h1>" in page.read_text(encoding="utf-8")
    assert "Traditional Chinese → English" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--mcq", "{mcq}", "--references", "{references}"], "found --mcq, allowed two or three of --mcq, --mcq-zh-cn, --mcq-en"),
        (["--mcq", "{mcq}", "--mcq-en", "{mcq_en}", "--references", "{references}"], "--references: found 1 for 2 languages"),
        (["--mcq", "{mcq}", "--mcq-en", "{nothing}", "--references", "{references}", "{same}"], "--mcq-en: no such file"),
        (["--mcq", "{mcq}", "--mcq-en", "{mcq_en}", "--references", "{references}", "{same}", "--csv", "{mcq}"], "which is the file of --mcq"),
    ],
)
def test_the_command_names_what_is_wrong(arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = files(tmp_path) | {"nothing": str(tmp_path / "nothing.jsonl")}
    assert main(["languages", *(part.format(**places) for part in arguments)]) == 2
    assert says in capsys.readouterr().err
