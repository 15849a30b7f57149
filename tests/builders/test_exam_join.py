"""Papers and keys put together: invented papers of real exams; what must be joined and what must not, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.exam import Accepted, AnswerKey, ExamHeader, ExamPaper, ExamProblem, Question
from builders.tasks.exam_join import Join, KeyFile, PaperFile, join_keys

POLICE = "114年公務人員特種考試警察人員、一般警察人員考試"
JUNIOR = "114年公務人員初等考試"
LETTERS = "ABCDABCDABCDABCDABCD"


def paper(code: str = "2501", *, title: str = POLICE, subject: str = "甲法", n: int = 20, year: int = 114, file: str = "", **given: Any) -> PaperFile:
    questions = tuple(Question(number, f"問題{number}？", dict.fromkeys("ABCD", "選項")) for number in range(1, n + 1))
    header = ExamHeader(year, title, subject=subject, codes=(code,))
    return PaperFile(file or f"{code}_q.pdf", ExamPaper(header, "mcq", questions, mcq_codes=(code,)), **given)


def key(
    *codes: str, letters: str = LETTERS, title: str = POLICE, subject: str = "甲法", year: int = 114, corrected: bool = False, file: str = "", **given: Any
) -> KeyFile:
    answers = dict(enumerate(letters, 1))
    accepted = {number: Accepted("everyone") for number, letter in answers.items() if letter == "#"}
    answer_key = AnswerKey(codes, corrected, answers, accepted, year_roc=year, title=title, subject=subject)
    return KeyFile(file or f"{'_'.join(codes)}_{'m' if corrected else 'a'}.pdf", answer_key, **given)


def pairs(join: Join) -> list[tuple[str, str | None, str | None, str]]:
    return [(p.paper.file, p.key and p.key.file, p.correction and p.correction.file, p.by) for p in join.pairs]


def codes(join: Join) -> list[tuple[str, str]]:
    return [(problem.where, problem.code) for problem in join.problems]


def test_by_printed_code_whatever_the_order() -> None:
    join = join_keys([paper("2501"), paper("2502")], [key("2502"), key("2501")])
    assert pairs(join) == [("2501_q.pdf", "2501_a.pdf", None, "code"), ("2502_q.pdf", "2502_a.pdf", None, "code")]
    assert join.problems == ()


def test_the_same_code_in_another_exam_of_the_year_is_another_paper() -> None:
    join = join_keys([paper("2501", title=JUNIOR)], [key("2501")])
    assert (pairs(join), codes(join)) == ([], [("2501_q.pdf", "paper_without_key"), ("2501_a.pdf", "key_without_paper")])
    both = join_keys([paper("2501", title=JUNIOR)], [key("2501"), key("2501", letters=LETTERS[::-1], title=JUNIOR, file="own.pdf")])
    assert pairs(both) == [("2501_q.pdf", "own.pdf", None, "code")]


def test_the_same_code_in_another_year_is_another_paper() -> None:
    join = join_keys([paper(year=113)], [key("2501", year=112)])
    assert codes(join) == [("2501_q.pdf", "paper_without_key"), ("2501_a.pdf", "key_without_paper")]


@pytest.mark.parametrize(
    ("printed", "of_key", "same"),
    [
        ("綜合法學㈠（刑法、刑事訴訟法、法律倫理）", "綜合法學（一）(刑法、刑事訴訟法、法律倫理)", True),
        ("法學知識與英文（包括中華民國憲法、法學緒論、英文）", "法學知識與英文", True),  # cut short
        ("綜合法學㈠（刑法、刑事訴訟法、法律倫理）", "綜合法學㈡（民法、民事訴訟法）", False),
        ("公司法", "", True),
    ],
)
def test_a_key_of_the_same_code_and_another_subject_is_no_key_of_the_paper(printed: str, of_key: str, same: bool) -> None:
    join = join_keys([paper("2501", subject=printed)], [key("2501", subject=of_key)])
    assert bool(join.pairs) == same
    if not same:
        assert codes(join) == [("2501_q.pdf", "paper_without_key"), ("2501_a.pdf", "key_without_paper")]
        assert of_key in join.problems[0].what


def test_a_mixed_paper_is_found_by_the_code_of_its_multiple_choice_part() -> None:
    mixed = paper("5601")
    mixed = replace(mixed, paper=replace(mixed.paper, kind="mixed", exam=replace(mixed.paper.exam, codes=("60150", "5601"))))
    join = join_keys([mixed], [key("60150", letters="ABCD"), key("5601")])
    assert [pair.key and pair.key.file for pair in join.pairs] == ["5601_a.pdf"]


def test_one_key_serves_every_copy_of_a_paper() -> None:
    join = join_keys([paper(file="a/q.pdf"), paper(file="b/q.pdf")], [key("2501")])
    assert [pair.paper.file for pair in join.pairs] == ["a/q.pdf", "b/q.pdf"] and not join.problems


@pytest.mark.parametrize(
    ("correction", "by"),
    [
        (key(letters="#" + LETTERS[1:], corrected=True, subject="", exam="114060", subject_code="0101", file="m.pdf"), "address"),
        (key(letters="#" + LETTERS[1:], corrected=True, subject="", file="114060_MOD2501.pdf"), "address"),
        (key(letters="#" + LETTERS[1:], corrected=True, file="m.pdf"), "subject"),
    ],
)
def test_a_correction_without_code(correction: KeyFile, by: str) -> None:
    """Two papers of one exam; the correction is the first one's."""
    papers = [paper("2501", exam="114060"), paper("2502", subject="乙法", exam="114060")]
    papers = [PaperFile(p.file, p.paper, "114060", s) for p, s in zip(papers, ("0101", "0102"), strict=True)]
    join = join_keys(papers, [key("2501"), key("2502", subject="乙法", letters=LETTERS[::-1]), correction])
    assert pairs(join) == [("2501_q.pdf", "2501_a.pdf", correction.file, by), ("2502_q.pdf", "2502_a.pdf", None, "code")]
    assert join.problems == ()


def test_of_papers_with_one_subject_the_unchanged_letters_decide() -> None:
    """Two levels of one exam with the same subject, as 警察法規 has."""
    papers = [paper("2501"), paper("6501")]
    keys = [key("2501"), key("6501", letters=LETTERS[::-1]), key(letters=LETTERS[::-1][:19] + "#", corrected=True, file="m.pdf")]
    assert pairs(join_keys(papers, keys)) == [("2501_q.pdf", "2501_a.pdf", None, "code"), ("6501_q.pdf", "6501_a.pdf", "m.pdf", "subject")]


def test_by_the_letters_alone() -> None:
    keys = [key("2501"), key(letters=LETTERS[:19] + "#", subject="甲法及其他", corrected=True, file="m.pdf")]
    assert pairs(join_keys([paper("2501")], keys)) == [("2501_q.pdf", "2501_a.pdf", "m.pdf", "letters")]
    short = [key("2501", letters="ABCD"), key(letters="ABC#", subject="甲法及其他", corrected=True, file="m.pdf")]
    assert codes(join_keys([paper("2501", n=4)], short)) == [("m.pdf", "key_without_paper")]


def test_a_correction_that_fits_two_papers_belongs_to_none() -> None:
    papers = [paper("2501"), paper("6501")]
    join = join_keys(papers, [key("2501"), key("6501"), key(letters="#" + LETTERS[1:], corrected=True, file="m.pdf")])
    assert codes(join) == [("m.pdf", "key_ambiguous")]
    assert [pair.correction for pair in join.pairs] == [None, None]


def test_a_correction_stands_above_its_key_and_alone_to_year_100() -> None:
    alone = join_keys([paper("2501")], [key("2501", letters="#" + LETTERS[1:], corrected=True)])
    assert pairs(alone) == [("2501_q.pdf", None, "2501_m.pdf", "code")]


def test_a_change_without_mark_puts_the_question_in_doubt() -> None:
    join = join_keys([paper()], [key("2501"), key("2501", letters="B" + LETTERS[1:], corrected=True)])
    assert [(p.where, p.code) for p in join.pairs[0].problems] == [("key q.1", "unmarked_change")]


def test_a_letter_that_is_no_option_puts_the_question_in_doubt() -> None:
    join = join_keys([paper()], [key("2501", letters=LETTERS[:19] + "E")])
    assert [(p.where, p.code) for p in join.pairs[0].problems] == [("key q.20", "answer_not_an_option")]


@pytest.mark.parametrize("corrected", [False, True])
def test_two_keys_that_disagree_are_both_left_out(corrected: bool) -> None:
    two = [key("2501", corrected=corrected, file="one.pdf"), key("2501", letters="B" + LETTERS[1:], corrected=corrected, file="two.pdf")]
    join = join_keys([paper()], [*two, *([key("2501")] if corrected else [])])
    assert (join.pairs, codes(join)) == ((), [("2501_q.pdf", "keys_disagree")])
    same = join_keys([paper()], [two[0], replace(two[0], file="copy.pdf")])
    assert len(same.pairs) == 1 and not same.problems


@pytest.mark.parametrize("letters", [LETTERS[:19], LETTERS + "A"])
def test_another_count_makes_no_pair(letters: str) -> None:
    join = join_keys([paper()], [key("2501", letters=letters)])
    assert (join.pairs, codes(join)) == ((), [("2501_q.pdf", "count_differs")])
    corrected = join_keys([paper()], [key("2501"), key("2501", letters=letters, corrected=True)])
    assert (corrected.pairs, codes(corrected)) == ((), [("2501_q.pdf", "count_differs")])


def test_an_answer_that_the_key_names_as_unread_costs_only_its_question() -> None:
    whole = key("2501")
    answers = {number: letter for number, letter in whole.key.answers.items() if number != 5}
    partly = replace(whole, key=replace(whole.key, answers=answers, problems=(ExamProblem("key q.5", "answer_not_a_letter", "X"),)))
    assert len(join_keys([paper()], [partly]).pairs) == 1
    silent = replace(whole, key=replace(whole.key, answers=answers))
    assert codes(join_keys([paper()], [silent])) == [("2501_q.pdf", "count_differs")]


def test_what_is_no_key_is_named_and_essay_papers_need_none() -> None:
    essay = PaperFile("essay.pdf", ExamPaper(ExamHeader(114, POLICE, codes=("50230",)), "essay"))
    scan = KeyFile("scan.pdf", AnswerKey(kind="unreadable", problems=(ExamProblem("", "scanned", "no text"),)))
    join = join_keys([essay], [scan])
    assert (join.pairs, codes(join)) == ((), [("scan.pdf", "scanned")])


@given(
    st.lists(st.builds(paper, st.sampled_from(["1", "2"]), title=st.sampled_from([POLICE, JUNIOR, ""]), n=st.integers(0, 3)), max_size=4),
    st.lists(
        st.builds(
            lambda codes, letters, corrected, title: key(*codes, letters=letters, corrected=corrected, title=title),
            st.lists(st.sampled_from(["1", "2"]), max_size=1),
            st.text("ABC#", max_size=3),
            st.booleans(),
            st.sampled_from([POLICE, JUNIOR, ""]),
        ),
        max_size=5,
    ),
)
def test_every_paper_is_in_a_pair_or_named(papers: Sequence[PaperFile], keys: Sequence[KeyFile]) -> None:
    papers = [replace(entry, file=f"{position}.pdf") for position, entry in enumerate(papers)]
    join = join_keys(papers, keys)
    paired = [pair.paper.file for pair in join.pairs]
    named = {problem.where for problem in join.problems}
    assert len(paired) == len(set(paired)) and not named & set(paired)
    assert {*paired, *named} >= {entry.file for entry in papers if entry.paper.questions}
    assert all(pair.key or pair.correction for pair in join.pairs)
