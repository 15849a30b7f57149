"""The exam configs as a whole, from the bundled PDFs: several configs in one release, whatever the number of workers; check, identify and stats on it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.__main__ import main
from builders.quality import exam_checks
from builders.quality.exam_statistics import PAPER, exam_statistics
from builders.release.manifest import ROOT

BUNDLED = ROOT / "data" / "bundled" / "tw" / "exams"
SHARED = ROOT.parent / "shared" / "corpora" / "tw" / "exams"
CONFIGS = ("mcq", "mcq_en", "mcq_zh_cn", "oeq")

pytestmark = pytest.mark.skipif(not BUNDLED.is_dir(), reason="the bundled exams are not in this checkout")


def build(out: Path, *options: str, configs: tuple[str, ...] = CONFIGS) -> int:
    return main(["build", "tw-legalbench", "--out", str(out), *(part for name in configs for part in ("--config", name)), *options])


def rows(release: Path, config: str) -> list[dict[str, Any]]:
    facts = json.loads((release / "manifest.json").read_text(encoding="utf-8"))["configs"][config]
    return [row for split in facts["splits"].values() for row in pq.read_table(release / split["file"]).to_pylist()]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    out = tmp_path_factory.mktemp("built") / "tw-legalbench"
    assert build(out) == 0
    yield out


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return found


def test_every_config_is_built_from_the_bundled_papers(release: Path) -> None:
    assert sorted(manifest(release)["configs"]) == sorted(CONFIGS)
    for config in CONFIGS:
        assert rows(release, config)
        assert all(row["id"].startswith("sample-") for row in rows(release, config))


def test_letters_are_those_that_the_authors_wrote(release: Path) -> None:
    """The facts file says what reading the PDFs must give: every kept question has its stem, its options and its letter."""
    facts = [json.loads(line) for line in (BUNDLED.parent / "exam_facts.jsonl").read_text(encoding="utf-8").splitlines()]
    papers = {one["file"]: {q["number"]: q for q in one["paper"]["questions"]} for one in facts if one.get("paper")}
    for row in rows(release, "mcq"):
        written = papers[row["provenance"]["file"]][int(row["id"].rpartition("-q")[2])]
        assert (row["question"], row["options"]) == (written["stem"], list(written["options"].values()))


def test_translations_have_the_ids_and_answers_of_the_original(release: Path) -> None:
    originals = rows(release, "mcq")
    for config in ("mcq_en", "mcq_zh_cn"):
        translated = rows(release, config)
        assert exam_checks.check_translated({"test": translated}, originals) == []
        assert {row["language"] for row in translated} == {config.removeprefix("mcq_")}
        assert exam_checks.check_translated({"test": [{**translated[0], "answer": "?"}]}, originals) != []
        assert exam_checks.check_translated({"test": [{**translated[0], "id": "sample-113990-9901-q99"}]}, originals) != []


def test_scoring_points_come_from_the_rubrics(release: Path) -> None:
    essays = rows(release, "oeq")
    assert all(row["scoring_points"] and row["flags"]["rubric"] and row["provenance"]["rubric_sha256"] for row in essays)
    assert any(point["points"] is None for row in essays for point in row["scoring_points"])


def test_every_question_of_a_taken_paper_is_a_record_or_a_reason(release: Path) -> None:
    for name, config in manifest(release)["configs"].items():
        for step in config["steps"]:
            assert step["read"] == step["kept"] + sum(step["dropped"].values()), (name, step)


def test_the_result_does_not_depend_on_the_number_of_workers(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builders.tasks.exam_source.FILES_PER_SHARD", 3)
    assert build(tmp_path / "two", "--jobs", "2") == 0
    assert manifest(tmp_path / "two") == manifest(release)


def test_one_config_is_made_anew_and_the_others_stay(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "tw-legalbench"
    shutil.copytree(release, out)
    assert build(out, "--source", str(BUNDLED), "--years", "2022", configs=("oeq",)) == 0
    before, after = manifest(release)["configs"], manifest(out)["configs"]
    assert {name: after[name] == before[name] for name in CONFIGS} == {"mcq": True, "mcq_en": True, "mcq_zh_cn": True, "oeq": False}
    assert {row["year"] for row in rows(out, "oeq")} == {2022}


def test_a_config_without_input_is_listed_and_the_others_are_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "essays"
    source.mkdir()
    for name in ("113991_39910.pdf", "113991_39910_rubric.pdf"):
        shutil.copy(BUNDLED / name, source)
    assert build(tmp_path / "out", "--source", str(source)) == 0
    assert sorted(manifest(tmp_path / "out")["configs"]) == ["oeq"]
    said = capsys.readouterr().out
    assert [f"tw-legalbench/{name}: not built, no file of the source became a record" in said for name in CONFIGS] == [True, True, True, False]


def test_configs_of_another_corpus_are_listed_and_drop_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "exams"
    shutil.copytree(BUNDLED, source)
    dropped = tmp_path / "dropped.jsonl"
    assert build(tmp_path / "out", "--source", str(source), "--dropped", str(dropped), configs=()) == 0
    assert "tw-legalbench/ljp: not built, the source holds no file of it" in capsys.readouterr().out
    assert "ljp" not in manifest(tmp_path / "out")["configs"]
    assert {json.loads(line)["config"] for line in dropped.read_text(encoding="utf-8").splitlines()} == set(CONFIGS)


def test_a_source_without_exams_builds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.pdf").write_bytes(b"%PDF-1.4 broken")
    (source / "b.txt").write_text("no rubric", encoding="utf-8")
    assert build(tmp_path / "out", "--source", str(source)) == 1
    assert not (tmp_path / "out").exists()
    assert "a.pdf" in capsys.readouterr().err


def test_translations_can_come_from_a_file(release: Path, tmp_path: Path) -> None:
    """A translation of a text that has changed since is left out by reason; one that fits comes before that of the repository."""
    lines = (BUNDLED.parent / "exam_translations.en.jsonl").read_text(encoding="utf-8").splitlines()
    first, second, third = map(json.loads, lines[:3])
    own = [{**first, "by": "person-a"}, {**second, "source_sha256": "0" * 64}, {**third, "question": "甲"}, {**third, "id": third["id"] + "99"}]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in own), encoding="utf-8")
    assert build(tmp_path / "out", "--translations", str(tmp_path / "own.jsonl"), configs=("mcq_en",)) == 0
    found = {row["id"]: row["translation"]["by"] for row in rows(tmp_path / "out", "mcq_en")}
    assert found[first["id"]] == "person-a" and second["id"] not in found
    assert third["id"] not in found
    dropped = manifest(tmp_path / "out")["configs"]["mcq_en"]["steps"][-2]["dropped"]
    assert {reason: dropped.get(reason) for reason in ("stale_translation", "bad_translation", "translation_without_question")} == {
        "stale_translation": 1,
        "bad_translation": 1,
        "translation_without_question": 1,
    }


def test_check_finds_marks_without_meaning(release: Path) -> None:
    (row, *_) = rows(release, "mcq")
    assert exam_checks.check_texts({"test": [row]}) == []
    spoiled = {**row, "question": "甲\ue999乙\ufffd", "options": ["甲 ", *row["options"][1:]]}
    assert [problem.what for problem in exam_checks.check_texts({"test": [spoiled]})] == [
        "/question: found U+E999, U+FFFD, allowed characters with a meaning of their own",
        "/options/0: found blanks at its ends",
    ]


def test_identify_names_what_the_files_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", str(BUNDLED), "--json"]) == 1  # a rubric in PDF is no file of the index
    found = {row["file"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (found["113990_9901.pdf"]["kind"], found["113990_9901.pdf"]["codes"]) == ("Q", ["9901"])
    assert (found["113990_ANS9901.pdf"]["kind"], found["113990_MOD9901.pdf"]["kind"]) == ("S", "M")
    assert all(row["url"] is None for row in found.values())
    assert {row["exam"] for row in found.values() if row["by"]} == {"102990", "111990", "111991", "113990", "113991"}


def test_stats_stand_beside_the_papers_figures(release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--release", str(release), "--json", str(tmp_path / "s.json")]) == 0
    figures = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))["figures"]
    assert figures["questions"] == {"here": len(rows(release, "mcq")), "paper": 16493}
    assert set(figures) == set(PAPER)
    assert "16493" in capsys.readouterr().out


def test_stats_count_laws_and_shares() -> None:
    """Counted by hand: two labelled questions of three, three laws, one of them named twice."""
    base = {"year": 2024, "exam_category": "Civil Service", "profession": "法制、地政", "subject": "民法", "provenance": {"sha256": "a"}}
    label = {"law_category": "Civil", "jurisdiction": "domestic", "related_international_law": ""}
    records = [
        {**base, **label, "related_internal_law": "民法、公司法"},
        {**base, **label, "related_internal_law": "民法"},
        {**base, "law_category": None, "jurisdiction": None, "related_internal_law": "", "related_international_law": ""},
    ]
    figures = exam_statistics(records, [{"year": 2024, "subject_code": "tax"}]).figures()
    assert (figures["domestic"], figures["no_law"], figures["domestic_laws"], figures["laws_cited_1_to_4"]) == (1.0, 0.0, 2, 2)
    assert (figures["questions"], figures["professions"], figures["essays"]) == (3, 2, 1)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared exams are not here")
def test_the_shared_exams_give_the_labelled_questions(tmp_path: Path) -> None:
    """Profile paper on the shared files: five law papers of 2021-2024 with 275 questions; one gives everybody the point, one accepts two letters."""
    assert build(tmp_path / "out", "--source", str(SHARED), configs=("mcq", "oeq")) == 0
    config = manifest(tmp_path / "out")["configs"]["mcq"]
    questions = next(step for step in config["steps"] if step["step"] == "questions")
    assert (questions["read"], questions["kept"], questions["dropped"]) == (275, 273, {"corrected_to_several": 1, "everyone_gets_point": 1})
    assert config["counts"]["exam_code"] == {"known": 273}
    assert [row["subject_code"] for row in rows(tmp_path / "out", "oeq")] == ["labor_social"] * 3 + ["constitutional_administrative"] * 2


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared exams are not here")
def test_the_shared_exams_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """48 files have the digest that a mirror recorded for an official address (their manifest says which); five are no papers or cannot be read."""
    assert main(["identify", str(SHARED), "--json", "--jobs", "2"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    known = {row["file"].removeprefix("exams/"): row["official_url"] for row in json.loads((SHARED / "MANIFEST.json").read_text(encoding="utf-8")) if "official_url" in row}
    assert {row["file"]: row["url"] for row in found if row["url"]} == known and len(known) == 48
    assert sum(1 for row in found if not row["by"]) == 5


def _with_pages(data: bytes, pages: list[int]) -> bytes:
    """The PDF with these of its pages (from 0), in this order."""
    import io

    import pypdfium2

    made = pypdfium2.PdfDocument.new()
    made.import_pages(pypdfium2.PdfDocument(data), pages)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


@pytest.mark.parametrize("pages", [[0, 1, 1], [1, 0], [0]])
def test_pages_that_are_missing_repeated_or_out_of_order_drop_the_paper(pages: list[int], tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    paper, key = BUNDLED / "111990_9902.pdf", BUNDLED / "111990_ANS9902.pdf"
    wanted = [page if page < _n_pages(paper) else 0 for page in pages]
    (source / paper.name).write_bytes(_with_pages(paper.read_bytes(), wanted))
    shutil.copy(key, source)
    dropped = tmp_path / "dropped.jsonl"
    assert build(tmp_path / "out", "--source", str(source), "--years", "2020-2024", configs=("mcq",)) == 1
    shutil.copy(BUNDLED / "113990_9901.pdf", source)
    shutil.copy(BUNDLED / "113990_ANS9901.pdf", source)
    assert build(tmp_path / "out", "--source", str(source), "--years", "2020-2024", "--dropped", str(dropped), configs=("mcq",)) == 0
    reasons = {row["file"]: row["reason"] for row in map(json.loads, dropped.read_text(encoding="utf-8").splitlines()) if not row["id"]}
    assert reasons[paper.name] == ("not_an_exam" if pages[0] else "pages_out_of_order")  # without its first page no PDF is known as a paper


def test_files_are_known_by_what_they_hold_and_not_by_their_names(tmp_path: Path) -> None:
    named, nameless = tmp_path / "named", tmp_path / "nameless"
    shutil.copytree(BUNDLED, named)
    nameless.mkdir()
    for number, path in enumerate(sorted(BUNDLED.glob("113990_*.pdf"))):
        shutil.copy(path, nameless / (f"{number}.PDF" if number % 2 else f"file{number}"))
    (nameless / "empty.pdf").write_bytes(b"")
    (nameless / "text.pdf").write_text("not a PDF", encoding="utf-8")
    dropped = tmp_path / "dropped.jsonl"
    assert build(tmp_path / "a", "--source", str(named), configs=("mcq",)) == 0
    assert build(tmp_path / "b", "--source", str(nameless), "--dropped", str(dropped), configs=("mcq",)) == 0
    # the codes of invented exams stand in no index, only in file names: without these, ids name the year alone
    found = [{(row["id"].rpartition("-")[2], row["question"], row["answer"], row["flags"]["answer_corrected"]) for row in rows(tmp_path / out, "mcq") if "-9901-" in row["id"]} for out in "ab"]
    assert found[0] == found[1] != set()
    reasons = {row["file"]: row["detail"] for row in map(json.loads, dropped.read_text(encoding="utf-8").splitlines()) if row["file"].endswith(".pdf")}
    assert reasons == {"empty.pdf": "damaged: an empty file", "text.pdf": "damaged: not a PDF"}


def test_lines_of_scoring_points_that_give_no_question_are_counted(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    shutil.copy(BUNDLED / "111991_39920.pdf", source)
    rows_ = [{"year": 2022, "subject_code": "commercial", "question_number": 2, "scoring_points": []}, {"year": 2022, "question_number": 0, "scoring_points": ["甲"]}]
    good = {"year": 2022, "subject_code": "commercial", "question_number": 1, "scoring_points": ["甲"]}
    lines = [json.dumps(row, ensure_ascii=False) for row in (good, *rows_)]
    (source / "r.jsonl").write_text("\n".join([*lines, "{no json"]) + "\n", encoding="utf-8")
    dropped = tmp_path / "dropped.jsonl"
    assert build(tmp_path / "out", "--source", str(source), "--dropped", str(dropped), configs=("oeq",)) == 0
    reasons = [row["detail"].partition(":")[0] for row in map(json.loads, dropped.read_text(encoding="utf-8").splitlines()) if row["reason"] == "rubric_line_unread"]
    assert sorted(reasons) == ["line 2 question 2", "line 3", "line 4"]


def _n_pages(path: Path) -> int:
    import pypdfium2

    return len(pypdfium2.PdfDocument(path.read_bytes()))
