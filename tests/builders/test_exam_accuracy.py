"""``accuracy exams``: what is counted, on parsed structures by hand; and the facts of the real files' manifest, where they are at hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import main
from builders.accuracy.exam_checks import CHECKS, check_paper
from builders.accuracy.exam_differences import LIST, Difference, explained
from builders.accuracy.exams import key_facts, measure_exams, paper_facts, points_as_stated, read_manifest
from builders.errors import BuildError
from builders.parse.exam import (
    Accepted,
    AnswerKey,
    Essay,
    ExamHeader,
    ExamPaper,
    ExamProblem,
    Question,
    QuestionGroup,
    SubQuestion,
)
from builders.tasks.exam_join import Join, join_keys

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "corpora" / "tw"
MANIFEST = SHARED / "exams" / "MANIFEST.json"

OPTIONS = {"A": "甲", "B": "乙", "C": "丙", "D": "丁"}
PAPER = ExamPaper(
    ExamHeader(111, "111年虛構人員考試", "虛構人員", "虛構法（甲法、乙法）", ("50150-50550", "5501"), 120),
    "mixed",
    (Question(1, "何者正確？", OPTIONS), Question(2, "何者錯誤？", {**OPTIONS, "E": "戊"}, multiple=True)),
    (Essay(1, "甲應如何主張？", 30, (SubQuestion(1, "其一。", 10), SubQuestion(2, "其二。", 20))), Essay(2, "乙應如何主張？", 20)),
    (ExamProblem("p.1", "white_text", "4 invisible characters left out: 甲、申論部分"),),
    ("5501",),
    {"essay_points": 50, "mcq_points": 4},
    3,
)
ENTRY: dict[str, Any] = {
    "file": "q.pdf",
    "kind": "question",
    "pages": 3,
    "mcq": 2,
    "essay_questions": 2,
    "points": [10, 20, 20],
    "sections": {"甲": 50, "乙": 4},
    "five_options": [2, 2],
    "white_text": "甲、申論部分",
    "code": "50150-50550|5501",
    "family": "虛構特考三等 111",
    "subject": "虛構法",
}
KEY = AnswerKey(
    ("5501",), True, {1: "A", 2: "#"}, {2: Accepted("any_of", ("BD",))}, "第2題複選ＢＤ給分。", (), year_roc=111, subject="虛構法", n_single=1, n_multiple=1
)
KEY_ENTRY: dict[str, Any] = {
    "file": "m.pdf",
    "kind": "corrected answer",
    "answers": ["A", "#"],
    "note": "第2題複選ＢＤ給分。",
    "single": "1題(第1~1題)",
    "multi": "1題(第2~2題)",
    "code": "5501",
    "family": "虛構特考三等 111",
    "subject": "虛構法",
}


def wrong(facts: Any) -> set[str]:
    return {name for name, expected, found in facts if expected != found}


def test_every_fact_of_a_paper_is_compared() -> None:
    assert wrong(paper_facts(ENTRY, PAPER)) == set()
    changed: Mapping[str, Any] = {
        "pages": 4,
        "mcq": 3,
        "essay_questions": 1,
        "points": [10, 25, 20],
        "sections": {"甲": 60, "乙": 4},
        "white_text": "乙",
        "code": "5502",
        "family": "特考 112",
        "subject": "另一法",
    }
    for name, value in changed.items():
        assert wrong(paper_facts({**ENTRY, name: value}, PAPER)) == {"year" if name == "family" else name}
    assert wrong(paper_facts({**ENTRY, "five_options": [1, 2]}, PAPER)) == {"five_options", "multiple"}
    assert wrong(paper_facts({"file": "q.pdf", "kind": "question", "pages": 3, "essay_questions": 2}, PAPER)) == {"kind"}
    assert wrong(paper_facts({"file": "n.pdf", "kind": "negative"}, PAPER)) == {"no exam"}
    assert wrong(paper_facts({"file": "n.pdf", "kind": "negative"}, replace(PAPER, kind="not_an_exam"))) == set()


def test_every_fact_of_a_key_is_compared() -> None:
    assert wrong(key_facts(KEY_ENTRY, [KEY])) == set()
    changed = {
        "kind": "answer",
        "answers": ["B", "#"],
        "note": "第2題一律給分。",
        "single": "2題",
        "multi": None,
        "code": "5502",
        "subject": "另一法",
    }
    for name, value in changed.items():
        assert wrong(key_facts({**KEY_ENTRY, name: value}, [KEY])) == {"corrected" if name == "kind" else name}
    assert wrong(key_facts(KEY_ENTRY, [replace(KEY, accepted={})])) == {"note understood"}
    assert wrong(key_facts({**KEY_ENTRY, "note": None}, [KEY])) == {"no note"}
    assert "key kind" in wrong(key_facts(KEY_ENTRY, [AnswerKey(kind="unreadable")]))


def test_a_booklet_is_compared_code_by_code() -> None:
    entry = {
        "file": "b.pdf",
        "kind": "corrected answer",
        "booklet": {"1301": "AB", "2301": "C#"},
        "booklet_notes": {"2301": {"2": ["A", "B"]}},
        "booklet_categories": ["甲員", "乙員"],
    }
    keys = [
        AnswerKey(("1301",), True, {1: "A", 2: "B"}, categories=("甲員", "乙員")),
        AnswerKey(("2301",), True, {1: "C", 2: "#"}, {2: Accepted("any_of", ("A", "B"))}, categories=("甲員", "乙員")),
    ]
    assert wrong(key_facts(entry, keys)) == set()
    assert wrong(key_facts(entry, keys[:1])) == {"booklet", "booklet_notes"}


def test_points_in_the_form_that_the_manifest_has() -> None:
    essays = [PAPER.essays[0], Essay(2, "甲？（每小題 10 分，共 40 分）", 40), Essay(3, "甲（5 分）乙（15 分）", 20)]
    assert points_as_stated([30, 40, 5, 15], essays) == [30, 40, 5, 15]
    assert points_as_stated([10, 20, 40, 20], essays) == [10, 20, 40, 20]
    assert points_as_stated([99], essays) == [30, 40, 20]


def test_each_check_sees_its_fault() -> None:
    assert list(check_paper(replace(PAPER, questions=(PAPER.questions[0],)))) == []
    passage = QuestionGroup(1, 1, "代號：50120")
    faults = {
        "stem": Question(1, " ", OPTIONS),
        "options": Question(1, "甲？", {"A": "甲", "B": "乙", "D": "丁"}),
        "furniture": Question(1, "甲？", OPTIONS, passage),
        "glyphs": Question(1, "甲\ue999？", OPTIONS),
        "numbers": Question(2, "甲？", OPTIONS),
    }
    assert list(faults) == list(CHECKS)
    for check, question in faults.items():
        assert {name for name, _, _ in check_paper(replace(PAPER, questions=(question,)))} == {check}


def test_a_character_without_value_must_be_named_by_the_parser() -> None:
    paper = replace(PAPER, questions=(Question(1, "甲\ufffd？", OPTIONS),))
    assert [name for name, _, _ in check_paper(paper)] == ["glyphs"]
    named = replace(paper, problems=(ExamProblem("p.1 q.1", "unmapped_glyph", "U+FFFD"),))
    assert list(check_paper(named)) == []


@pytest.mark.parametrize("text", ["頁次：12－3", "代號: 1301", "（請接背面）", "乙、測驗題部分：（50分）", "類 科：虛構人員", "※注意：禁止"])
def test_furniture_inside_an_option_is_seen(text: str) -> None:
    question = Question(1, "甲？", {**OPTIONS, "D": f"丁{text}"})
    assert {name for name, _, _ in check_paper(replace(PAPER, questions=(question,)))} == {"furniture"}


@pytest.mark.parametrize("content", ["{", "{}", '[{"file": "a.pdf"}]', '[{"file": 1, "kind": "answer"}]', "[3]"])
def test_a_bad_manifest_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BuildError, match=r"manifest\.json"):
        read_manifest(path)


def test_a_manifest_without_its_files_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps([ENTRY]), encoding="utf-8")
    with pytest.raises(BuildError, match="none of the 1 files"):
        measure_exams(path, tmp_path)
    assert main(["accuracy", "exams", "--manifest", str(path), "--source", str(tmp_path)]) == 1


def test_the_committed_differences_hold_facts_only() -> None:
    for difference, why in explained(LIST).items():
        assert difference.file.endswith(".pdf") and why.strip()
        assert len(difference.expected) < 80 and len(difference.found) < 80


def test_a_difference_is_explained_only_by_its_own_entry(tmp_path: Path) -> None:
    path = tmp_path / "differences.json"
    entry = {"file": "q.pdf", "field": "stem", "where": ["q.1", "q.2"], "expected": "a", "found": "b", "why": "seen"}
    path.write_text(json.dumps({"differences": [entry]}), encoding="utf-8")
    assert explained(path) == {Difference("q.pdf", "stem", where, "a", "b"): "seen" for where in ("q.1", "q.2")}
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({"differences": [{"file": "q.pdf"}]}), encoding="utf-8")
    with pytest.raises(BuildError, match="entry 0"):
        explained(path)


@pytest.mark.skipif(not MANIFEST.is_file(), reason="the real examination files are not beside the repository")
def test_every_fact_of_the_real_files_is_read_right() -> None:
    result = measure_exams(MANIFEST, SHARED)
    assert (result.files, result.absent) == (118, [])
    assert [difference.to_dict() for difference in result.differences] == []
    assert all(entry.right == entry.n > 0 for entry in result.tally.fields.values())
    assert result.checked == dict.fromkeys(CHECKS, 0)
    assert result.stale == []
    assert result.questions == 2009
    assert len(result.join.pairs) == 29
    assert {problem.code for problem in result.join.problems} == {"paper_without_key", "key_without_paper"}
    assert not any(pair.problems for pair in result.join.pairs)
    nameless = join_without_names(result.join)
    assert nameless == [(pair.key and pair.key.key, pair.correction and pair.correction.key) for pair in result.join.pairs]


def join_without_names(join: Join) -> list[tuple[AnswerKey | None, AnswerKey | None]]:
    """The same papers and keys joined by what they print alone."""
    papers = [replace(pair.paper, file=f"{position}.pdf") for position, pair in enumerate(join.pairs)]
    keys = [replace(file, file="key.pdf") for pair in join.pairs for file in (pair.correction, pair.key) if file]
    return [(pair.key and pair.key.key, pair.correction and pair.correction.key) for pair in join_keys(papers, keys).pairs]


@pytest.mark.skipif(not MANIFEST.is_file(), reason="the real examination files are not beside the repository")
def test_the_command_writes_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = [entry for entry in read_manifest(MANIFEST) if "103110_0101" in entry["file"]]
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps([*few, {"file": "gone.pdf", "kind": "answer"}]), encoding="utf-8")
    out = tmp_path / "figures.json"
    assert main(["accuracy", "exams", "--manifest", str(manifest), "--source", str(SHARED), "--json", str(out)]) == 0
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert (figures["files"], figures["absent"], figures["join"]["pairs"]) == (4, ["gone.pdf"], 1)
    assert figures["fields"]["answers"] == {"n": 2, "right": 2, "wrong": 0, "missing": 0, "rate": 1.0, "ids": []}
    assert "count_differs" in {problem["code"] for problem in figures["problems"]["exams/law1/103110_0101_M.pdf"]}
    assert "not in the source: gone.pdf" in capsys.readouterr().out
