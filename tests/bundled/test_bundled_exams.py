"""The invented exams: committed files are those of the texts, reading them gives what was written, and each answer stands on an article."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from builders.annotate.labels import read_labels
from builders.annotate.law_types import law_id_of, type_of_law
from builders.bundled.exams.corpus import laws_of, papers, pdfs, rubrics, texts
from builders.bundled.exams.fonts import typeface
from builders.bundled.exams.inline import GLYPHS, plain, runs
from builders.bundled.exams.source import Choice, SourceError, read_paper, read_rubric, read_translation
from builders.parse.answer_key import parse_keys
from builders.parse.exam_paper import parse_exam
from builders.parse.pdf_lines import read_pdf
from builders.parse.scoring_points import read_rubric as parse_rubric_file
from builders.translate.accepted import read_accepted, source_digest
from builders.translate.checks import check_translation
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.jurisdictions.tw import statutes

LARGEST = 100_000  # bytes of one committed PDF
CHOICES = [(paper.exam, choice) for paper in papers() for choice in paper.choices]
FACTS = [json.loads(line) for line in texts()["exam_facts.jsonl"].decode().splitlines()]
EXPECTED_PROBLEMS = {"111991_39920.pdf": {"white_text"}, "113991_39910.pdf": {"doubled_glyphs"}}


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "data" / "bundled" / "tw"


def agrees(wanted: Any, found: Any, where: str = "") -> list[str]:
    """Where ``found`` lacks or contradicts what ``wanted`` says."""
    if isinstance(wanted, Mapping):
        if not isinstance(found, Mapping):
            return [f"{where}: {found!r}"]
        return [fault for key in wanted for fault in agrees(wanted[key], found.get(key), f"{where}/{key}")]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [fault for index, pair in enumerate(zip(wanted, found, strict=True)) for fault in agrees(*pair, f"{where}/{index}")]
    return [] if wanted == found else [f"{where}: wanted {wanted!r}, found {found!r}"]


def test_texts_are_those_committed(folder: Path) -> None:
    for path, data in texts().items():
        assert (folder / path).read_bytes() == data, path


def test_every_committed_file_is_described(folder: Path) -> None:
    assert sorted(path.name for path in (folder / "exams").iterdir()) == sorted(row["file"] for row in FACTS)


@pytest.mark.skipif(typeface() is None, reason="the typeface WenQuanYi Micro Hei is not installed")
def test_pdfs_are_those_committed(folder: Path) -> None:
    from reportlab import Version

    made = pdfs()
    for path, data in made.items():
        committed = (folder / path).read_bytes()
        creator = pypdfium2.PdfDocument(committed).get_metadata_dict()["Creator"]
        if not creator.endswith(Version):
            pytest.skip(f"committed files were made with {creator}, here is {Version}")
        assert committed == data, path


def test_pdfs_are_small(folder: Path) -> None:
    assert max(path.stat().st_size for path in (folder / "exams").iterdir()) < LARGEST


@pytest.mark.parametrize("row", FACTS, ids=lambda row: row["file"])
def test_reading_gives_what_was_written(folder: Path, row: dict[str, Any]) -> None:
    data = (folder / "exams" / row["file"]).read_bytes()
    if "paper" in row:
        paper = parse_exam(data).to_dict()
        assert agrees(row["paper"], paper) == []
        assert {problem["code"] for problem in paper["problems"]} == EXPECTED_PROBLEMS.get(row["file"], set())
    elif "keys" in row:
        keys = [key.to_dict() for key in parse_keys(data)]
        assert agrees(row["keys"], keys) == []
        assert [key["problems"] for key in keys] == [[] for _ in keys]
    else:
        (rubric,) = parse_rubric_file(data)
        assert agrees(row["rubric"], [question.to_dict() for question in rubric.questions]) == []
        assert rubric.problems == ()


def test_the_difficulties_of_official_papers_are_there(folder: Path) -> None:
    pdf = read_pdf((folder / "exams" / "113990_9901.pdf").read_bytes())
    text = "".join(line.text for page in pdf.pages for line in page.lines)
    marks = {"(A)", "(B)", "(C)", "(D)", "(E)", "㈠", "㈡", "㈢", "1.", "2.", "3.", "4."}
    assert {GLYPHS[mark] for mark in marks} <= set(text)
    assert {"\ufa08", "\uf967", "\uf99c", "\u2f45"} & set(text)
    assert any(page.images for page in pdf.pages)
    assert "10" not in {line.text.split(" ")[0].strip() for page in pdf.pages for line in page.lines}  # that number is an image
    columns = {choice.columns for _, choice in CHOICES}
    assert columns == {1, 2, 4, 5}


def test_codes_are_no_official_ones(root: Path) -> None:
    official = (root / "data" / "sources" / "moex.json").read_text(encoding="utf-8")
    codes = {paper.exam for paper in papers()}
    assert all(int(code[3:]) >= 990 for code in codes)
    assert not [code for code in codes if f'"{code}"' in official]


@pytest.mark.parametrize(("exam", "choice"), CHOICES, ids=[f"{exam}-{choice.number}" for exam, choice in CHOICES])
def test_each_answer_stands_on_an_article_that_exists(exam: str, choice: Choice) -> None:
    assert choice.keys["why"]
    laws, articles = laws_of(choice)
    for article in articles:
        (citation,) = extract_statutes(article)
        assert statutes().exists(citation), article
    category = choice.keys["category"]
    assert category == (type_of_law(law_id_of(laws[0])).group if laws else "International" if choice.keys.get("instrument") else "No Law")


@pytest.mark.parametrize(("exam", "choice"), CHOICES, ids=[f"{exam}-{choice.number}" for exam, choice in CHOICES])
def test_second_reading_agrees(exam: str, choice: Choice) -> None:
    letters = choice.keys["checked"].split()[0]
    if choice.sound:
        assert letters == choice.answer
        assert len(letters) == 1 or len(choice.options) == 5
    else:  # unsound on purpose: the correction says what the second reading found
        assert letters == {"everyone": "none", "any_of": "".join(choice.accepted), "everyone_who_answered": "ABCD"}[choice.rule]


def test_labels_are_read(folder: Path) -> None:
    labels = read_labels((folder / "exam_labels.jsonl").read_text(encoding="utf-8").splitlines(), "exam_labels.jsonl")
    assert len(labels) == len(CHOICES)
    assert {label.jurisdiction for label in labels.values()} == {"domestic", "international", "none"}


def test_points_add_up() -> None:
    essays = {(paper.number, essay.number): essay for paper in papers() for essay in paper.essays}
    totals = {paper.number: sum(essay.points for essay in paper.essays) for paper in papers() if paper.get("layout") == "essay"}
    assert totals == {"39910": 200, "39920": 100}
    for essay in essays.values():
        assert not essay.parts or sum(points or 0 for _, points, _ in essay.parts) == essay.points
    for rubric in rubrics():
        for question in rubric.questions:
            stated = [point.points for point in question.points]
            if None not in stated:
                assert sum(point or 0 for point in stated) == essays[rubric.number, question.number].points
    assert any(point.points is None for rubric in rubrics() for question in rubric.questions for point in question.points)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("=== paper 1_2\n--- 1\n何者正確？\nA 甲\nB 乙\nC 丙\n= A\n", "A, B, C"),
        ("=== paper 1_2\n--- 1\n何者正確？\nA 甲\nB 乙\nC 丙\nD 丁\n= ?\n", "'?'"),
        ("=== paper 1_2\ncolour: red\n", "colour"),
        ("--- 1\n", "--- 1"),
    ],
)
def test_bad_paper_is_named(text: str, found: str) -> None:
    with pytest.raises(SourceError, match=re.escape(found)):
        read_paper(text, file="a.txt")


def test_bad_rubric_is_named() -> None:
    with pytest.raises(SourceError, match=r"a\.txt, --- 1.*points or '-'"):
        read_rubric("=== rubric 1_2\n--- 1\n甲成立竊盜罪。\n", file="a.txt")


def test_drawn_and_plain_text_hold_the_same_words() -> None:
    for _, choice in CHOICES:
        for text in (choice.stem, *choice.options.values()):
            drawn = "".join(run.text for run in runs(text)).translate({ord(code): mark for mark, code in GLYPHS.items()})
            bare = plain(text).replace("<u>", "").replace("</u>", "").replace("____", "")
            assert "".join(drawn.split()) == "".join(bare.split())


@pytest.mark.parametrize("language", ["zh_cn", "en"])
def test_translations_pass_every_check(folder: Path, language: str) -> None:
    file = f"exam_translations.{language}.jsonl"
    translations = read_accepted((folder / file).read_text(encoding="utf-8").splitlines(), file)
    facts = {row["file"]: row["paper"] for row in FACTS if "paper" in row}
    questions = {question["number"]: question for question in facts["113990_9901.pdf"]["questions"]}
    assert len(translations) == 21  # all of the paper that can become records
    for id, translation in translations.items():
        original = questions[int(id.rpartition("q")[2])]
        record = {"question": original["stem"], "options": list(original["options"].values()), "group": original["group"]}
        assert translation.source_sha256 == source_digest(record)
        checked = check_translation(record, translation.question, translation.options, translation.passage, language)
        assert checked.findings == (), id


def test_translation_with_three_options_is_named() -> None:
    with pytest.raises(SourceError, match=r"a\.txt, --- 1: found 4 lines, 3 options"):
        read_translation("=== translation 1_2 en\n--- 1\nWhich?\nA a\nB b\nC c\n", file="a.txt")
