"""Second reading and public banks: invented papers whose differences are put in by hand; the real files, where they are at hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exam_pdfs import At, make_pdf

from builders.__main__ import main
from builders.accuracy.exam_banks import LETTER, TEXT, BankPaper, bank_papers, compare_bank, read_banks
from builders.accuracy.exam_reading import Reading, compare_reading, difference_kind, plain, read_again
from builders.accuracy.exam_witnesses import Witness, WitnessAccuracy, measure_witnesses
from builders.errors import BuildError
from builders.parse.exam import Accepted, AnswerKey, Essay, ExamHeader, ExamPaper, Question, QuestionGroup, SubQuestion

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "corpora" / "tw"
MANIFEST = SHARED / "exams" / "MANIFEST.json"

GROUP = QuestionGroup(3, 3, "甲乙訂約，丙為證人。")
PAPER = ExamPaper(
    ExamHeader(114, "114年虛構人員考試", subject="虛構法"),
    "mcq",
    (
        Question(1, "下列何者正確？", {"A": "甲說", "B": "乙說", "C": "丙說", "D": "承(C)選項"}),
        Question(2, "下列何者錯誤？", {"A": "一", "B": "二", "C": "三", "D": "四"}),
        Question(3, "契約何時成立？", {"A": "今日", "B": "明日", "C": "後日", "D": "來年"}, GROUP),
    ),
)
LINES = [
    "代號：3501",
    "1 下列何者正確？",
    "\ue18c甲說 \ue18d乙說 \ue18e丙說",
    "\ue18f承\ue18e選項",
    "2 下列何者錯誤？",
    "\ue18c一 \ue18d二 \ue18e三 \ue18f四",
    "請依下文回答第3題：",
    "甲乙訂約，丙為證人。",
    "3 契約何時成立？",
    "\ue18c今日 \ue18d明日 \ue18e後日 \ue18f來年",
]


def reading(lines: list[str], *extra: At) -> Reading:
    page = []
    for row, line in enumerate(lines):
        x = 60.0
        for part in line.split():
            page.append(At(x, 100 + 20 * row, part))
            x += 11 * len(part) + 22
    return read_again(make_pdf([*page, *extra]))


def differences(paper: ExamPaper, read: Reading) -> list[tuple[str, str]]:
    return [(difference.where, difference.found) for difference in compare_reading("q.pdf", paper, read)]


def test_two_readings_of_one_paper_are_the_same() -> None:
    pytest.importorskip("pdfplumber")
    assert differences(PAPER, reading(LINES)) == []


def test_what_nobody_sees_is_no_text() -> None:
    pytest.importorskip("pdfplumber")
    white, speck, twice = At(200, 100, "甲", white=True), At(61, 140, "乙", 1.0), At(60.2, 120, "1")
    assert differences(PAPER, reading(LINES, white, speck, twice)) == []


@pytest.mark.parametrize(
    ("number", "change", "expected"),
    [
        (1, {"stem": "下列何者正？"}, [("q.1", "first words not found")]),
        (2, {"stem": "下列何者錯誤？？"}, [("q.2", "1 added")]),
        (2, {"options": {"A": "一", "B": "三", "C": "二", "D": "四"}}, [("q.2", "2 replaced")]),
        (2, {"options": {"A": "一(B)二", "C": "三", "D": "四"}}, [("q.2", "1 left out")]),
        (1, {"options": {"A": "甲說", "B": "乙說", "C": "丙說", "D": "承"}}, [("q.2", "5 characters between it and the question before")]),
        (3, {"group": None}, [("q.3", "20 characters between it and the question before")]),
    ],
)
def test_each_kind_of_difference_is_seen(number: int, change: Mapping[str, Any], expected: list[tuple[str, str]]) -> None:
    pytest.importorskip("pdfplumber")
    questions = tuple(replace(q, **change) if q.number == number else q for q in PAPER.questions)
    found = differences(replace(PAPER, questions=questions), reading(LINES))
    assert [where for where, _ in found] == [where for where, _ in expected]
    assert found == expected


def test_essays_are_found_part_by_part() -> None:
    pytest.importorskip("pdfplumber")
    lines = ["一、甲應如何主張？", "㈠對乙。（10分）", "㈡對丙。（15分）", "參考法條", "虛構法第1條"]
    essay = Essay(1, "甲應如何主張？", 25, (SubQuestion(1, "對乙。（10分）", 10), SubQuestion(2, "對丙。（15分）", 15)), ("虛構法第1條",))
    paper = ExamPaper(ExamHeader(114), "essay", essays=(essay,))
    assert differences(paper, reading(lines)) == []
    swapped = replace(essay, sub_questions=essay.sub_questions[::-1])
    assert [where for where, _ in differences(replace(paper, essays=(swapped,)), reading(lines))] == ["essay 1 part 1"]


def bank_line(**changes: Any) -> dict[str, Any]:
    questions = [{"number": q.number, "stem": q.stem, "options": dict(q.options), "answer": letter} for q, letter in zip(PAPER.questions, "ABC", strict=True)]
    return {"year": 114, "subject": "虛構法", "questions": questions, **changes}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lines.jsonl").write_text(json.dumps(bank_line()) + "\n" + json.dumps(bank_line(year=113)) + "\n", encoding="utf-8")
    entries = [
        {"category": "X", "year": 114, "number": q.number, "question": q.stem, "options": {k: f"{v} 代號：3501 頁次：4－2" for k, v in q.options.items()}}
        for q in PAPER.questions
    ]
    (tmp_path / "table.json").write_text(json.dumps({"categories": {"X": "虛構法"}, "questions": entries}), encoding="utf-8")
    (tmp_path / "index.json").write_text(json.dumps({"exams": []}), encoding="utf-8")
    return tmp_path


def test_banks_of_both_shapes_are_read_and_found(folder: Path) -> None:
    """Page headers inside a bank's text are taken out; a file without questions is no bank; the year must be the paper's."""
    banks = read_banks(folder)
    assert [(bank.bank, bank.year, len(bank.questions)) for bank in banks] == [("lines.jsonl", 114, 3), ("lines.jsonl", 113, 3), ("table.json", 114, 3)]
    found = bank_papers(PAPER, banks)
    assert [(bank.bank, bank.year) for bank in found] == [("lines.jsonl", 114), ("table.json", 114)]
    assert [list(compare_bank("q.pdf", PAPER, (), bank)) for bank in found] == [[], []]
    assert bank_papers(replace(PAPER, exam=replace(PAPER.exam, year_roc=112)), banks) == []


def test_text_and_letters_of_a_bank_are_compared(folder: Path) -> None:
    (bank,) = [bank for bank in read_banks(folder) if bank.bank == "lines.jsonl" and bank.year == 114]
    changed = replace(PAPER, questions=(replace(PAPER.questions[0], stem="下列何者為正確？"), *PAPER.questions[1:]))
    key = AnswerKey(("3501",), answers={1: "A", 2: "#", 3: "D"}, accepted={2: Accepted("everyone")})
    found = [(d.field, d.where, d.expected, d.found) for d in compare_bank("q.pdf", changed, [key], bank)]
    assert found == [(TEXT, "q.1", "lines.jsonl", "1 added"), (LETTER, "q.2", "lines.jsonl B", "#/送分"), (LETTER, "q.3", "lines.jsonl C", "D")]
    corrected = AnswerKey(("3501",), True, {1: "A", 2: "#", 3: "#"}, {2: Accepted("any_of", ("B",)), 3: Accepted("any_of", ("C", "D"))})
    assert [d.field for d in compare_bank("q.pdf", PAPER, [key, corrected], bank)] == []


def test_a_bank_of_other_questions_is_not_this_paper(folder: Path) -> None:
    other = BankPaper("x", 114, "虛構法", {1: read_banks(folder)[0].questions[2], 2: read_banks(folder)[0].questions[1], 3: read_banks(folder)[0].questions[1]})
    assert bank_papers(PAPER, [other]) == []


def test_a_broken_bank_is_named(tmp_path: Path) -> None:
    (tmp_path / "bank.jsonl").write_text('{"year": 114}\n', encoding="utf-8")
    with pytest.raises(BuildError, match=r"bank\.jsonl"):
        read_banks(tmp_path)


def test_no_text_of_a_paper_is_in_a_difference() -> None:
    assert difference_kind("甲乙丙丁", "甲戊己") == "2 replaced, 1 left out"
    assert plain("（Ａ）　＿＿ 10－1") == "(A)10-1"


def test_figures_of_a_witness() -> None:
    result = WitnessAccuracy()
    differences = list(compare_bank("q.pdf", PAPER, (), BankPaper("b", 114, "", read_banks_of({1: "甲", 2: "下列何者錯誤？(A)一(B)二(C)三(D)四"}))))
    result.add("bank", 2, differences, {differences[0]: "seen"})
    result.add("bank", 1, differences[:1], {})
    assert result.witnesses["bank"] == Witness(2, 3, [(differences[0], "seen")], differences)
    assert result.witnesses["bank"].same == 1
    assert result.to_lines()[0] == "bank: 1 of 3 the same in 2 papers; differences explained 1, not explained 1"


def read_banks_of(texts: Mapping[int, str]) -> dict[int, Any]:
    from builders.accuracy.exam_banks import BankQuestion

    return {number: BankQuestion(plain(text), {}) for number, text in texts.items()}


@pytest.mark.skipif(not MANIFEST.is_file(), reason="the real examination files are not beside the repository")
def test_every_difference_of_the_real_files_is_explained() -> None:
    pytest.importorskip("pdfplumber")
    result = measure_witnesses(MANIFEST, SHARED)
    assert {name: [d.to_dict() for d in witness.unexplained] for name, witness in result.witnesses.items() if witness.unexplained} == {}
    assert result.stale == []
    assert result.witnesses["second reading"].papers == 66
    assert result.witnesses["second reading"].same >= 0.98 * result.witnesses["second reading"].compared


@pytest.mark.skipif(not MANIFEST.is_file(), reason="the real examination files are not beside the repository")
def test_the_command_prints_each_witness(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pdfplumber")
    few = [entry for entry in json.loads(MANIFEST.read_text(encoding="utf-8")) if "111070_police_scenario" in entry["file"]]
    (tmp_path / "manifest.json").write_text(json.dumps(few), encoding="utf-8")
    (tmp_path / "banks").symlink_to(MANIFEST.parent / "banks")
    out = tmp_path / "witnesses.json"
    assert main(["accuracy", "exams", "--witness", "--manifest", str(tmp_path / "manifest.json"), "--source", str(SHARED), "--json", str(out)]) == 0
    assert "second reading: " in capsys.readouterr().out
    assert set(json.loads(out.read_text(encoding="utf-8"))["witnesses"]) == {
        "second reading",
        "bank text: police_law_mcq.jsonl",
        "bank letter: police_law_mcq.jsonl",
    }
