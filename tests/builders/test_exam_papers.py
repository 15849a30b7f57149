"""Which papers are taken: identity, years, subjects, keys, duplicates; papers and keys are made here, no PDF is read."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exam_papers import CANARY, LAWYERS, essay_paper, key, paper, question

from builders.parse.exam import AnswerKey, ExamHeader, ExamPaper
from builders.pipeline import Log
from builders.profiles import ExamProfile, exam_profile
from builders.tasks.exam_papers import Origin, facts_of, join_source, select_essay_papers, select_mcq_papers
from builders.tasks.exam_source import ExamSource, KeyFile, SourceFile, StoredPaper, outline, text_digest

PAPER = exam_profile("paper")


def source_of(tmp_path: Path, papers: dict[str, ExamPaper], keys: dict[str, AnswerKey]) -> ExamSource:
    """A source as the shards leave it: whole papers in a part file, outlines and keys in memory."""
    source = ExamSource()
    part = tmp_path / "part"
    with part.open("wb") as out:
        for file, one in papers.items():
            named = SourceFile(file, f"{1000 + len(source.files):064x}" if "copy" not in file else "0" * 64, 1)
            written = pickle.dumps(one)
            source.files.append(named)
            source.papers.append(StoredPaper(named, outline(one), text_digest(one), part, out.tell(), len(written)))
            out.write(written)
    for file, answers in keys.items():
        named = SourceFile(file, f"{len(source.files):064x}", 1)
        source.files.append(named)
        source.keys.append(KeyFile(named, (answers,)))
    return source


def select(tmp_path: Path, papers: dict[str, ExamPaper], keys: dict[str, AnswerKey], profile: ExamProfile = PAPER) -> tuple[list[str], dict[str, str]]:
    """Files of the papers taken, and file -> reason of what is not."""
    joined = join_source(source_of(tmp_path, papers, keys))
    log = Log()
    log.add(joined.log)
    taken = select_mcq_papers(joined, profile, log)
    return [one.file for one in taken], {drop.file: drop.reason for drop in log.drops}


def test_a_paper_with_its_key_is_taken(tmp_path: Path) -> None:
    assert select(tmp_path, {"q.pdf": paper()}, {"a.pdf": key()}) == (["q.pdf"], {})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"exam": ExamHeader(108, LAWYERS, "", "民法", ("3301",))}, "year_out_of_range"),
        ({"exam": ExamHeader(None, LAWYERS, "", "民法", ("3301",))}, "no_year"),
        ({"exam": ExamHeader(113, "113年校內段考", "", "民法", ("3301",))}, "unknown_exam"),
        ({"exam": ExamHeader(113, LAWYERS, "", "", ("3301",))}, "no_subject"),
        ({"exam": ExamHeader(113, LAWYERS, "", "法學知識與英文", ("3301",))}, "combined_paper"),
        ({"exam": ExamHeader(113, LAWYERS, "", "會計學", ("3301",))}, "other_subject"),
        ({"exam": ExamHeader(113, LAWYERS, "", "民法", ()), "mcq_codes": ()}, "no_code"),
        ({"stated": {"mcq": 3}}, "question_count_differs"),
        ({"questions": (), "kind": "essay"}, "no_multiple_choice"),
    ],
)
def test_other_papers_are_left_out_by_reason(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    taken, dropped = select(tmp_path, {"q.pdf": paper(**changes)}, {"a.pdf": key()})
    assert taken == [] and dropped["q.pdf"] == reason


def test_combined_papers_are_taken_where_the_profile_says_so(tmp_path: Path) -> None:
    combined = paper(subject="法學知識與英文")
    assert select(tmp_path, {"q.pdf": combined}, {"a.pdf": key(subject="法學知識與英文")}, ExamProfile("wide", drop_combined=False))[0] == ["q.pdf"]


def test_paper_without_key_and_key_without_paper_are_named(tmp_path: Path) -> None:
    other = key(codes=("9999",), subject="刑法")
    assert select(tmp_path, {"q.pdf": paper()}, {"a.pdf": other}) == ([], {"q.pdf": "no_key", "a.pdf": "key_without_paper"})


def test_a_key_with_another_count_is_no_key(tmp_path: Path) -> None:
    taken, dropped = select(tmp_path, {"q.pdf": paper()}, {"a.pdf": key("ABC")})
    assert taken == [] and dropped["q.pdf"] == "key_count_differs"


def test_keys_that_disagree_are_no_key(tmp_path: Path) -> None:
    taken, dropped = select(tmp_path, {"q.pdf": paper()}, {"a.pdf": key("AB"), "b.pdf": key("AC")})
    assert taken == [] and dropped["q.pdf"] == "keys_disagree"


def test_one_paper_under_two_codes_is_one_paper(tmp_path: Path) -> None:
    papers = {"x.pdf": paper(code="3302"), "q.pdf": paper()}
    assert select(tmp_path, papers, {"a.pdf": key(), "b.pdf": key(codes=("3302",))}) == (["q.pdf"], {"x.pdf": "duplicate_paper"})


def test_a_second_paper_with_the_same_id_is_a_fault(tmp_path: Path) -> None:
    papers = {"q.pdf": paper(), "r.pdf": paper(question(1), question(2, stem="另一題？"))}
    taken, dropped = select(tmp_path, papers, {"a.pdf": key()})
    assert taken == ["q.pdf"] and dropped["r.pdf"] == "repeated_id"


def test_the_same_bytes_are_read_once(tmp_path: Path) -> None:
    papers = {"copy1.pdf": paper(), "copy2.pdf": paper()}
    assert select(tmp_path, papers, {"a.pdf": key()}) == (["copy1.pdf"], {"copy2.pdf": "duplicate_file"})


def test_facts_name_the_files_and_the_exam(tmp_path: Path) -> None:
    correction = replace(key(), corrected=True)
    joined = join_source(source_of(tmp_path, {"q.pdf": paper()}, {"a.pdf": key(), "m.pdf": correction}))
    (one,) = select_mcq_papers(joined, PAPER, Log())
    facts = facts_of(one, joined, Origin("moex", CANARY))
    assert (facts.exam_code, facts.code, facts.year, facts.family) == ("113110", "3301", 2024, "Judicial Personnel")
    assert (facts.key_file, facts.correction_file, facts.url) == ("a.pdf", "m.pdf", None)


def test_invented_papers_have_ids_of_their_own(tmp_path: Path) -> None:
    title = LAWYERS + "（自編範例）第一試"
    joined = join_source(source_of(tmp_path, {"113990_3301.pdf": paper(title=title)}, {"113990_ANS3301.pdf": key(title=title)}))
    (one,) = select_mcq_papers(joined, PAPER, Log())
    assert one.identity.id == "sample-113990-3301"


def test_essay_papers_need_essays_and_a_year(tmp_path: Path) -> None:
    joined = join_source(source_of(tmp_path, {"q.pdf": paper(), "e.pdf": essay_paper()}, {}))
    log = Log()
    assert [one.file for one in select_essay_papers(joined, PAPER, log)] == ["e.pdf"]
    assert [drop.reason for drop in log.drops] == ["no_essays"]
