"""Answer keys: made-up ones in each layout, each with a trap of the real files; the expected values are those put into the page."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from exam_pdfs import At, make_pdf
from hypothesis import given, settings
from hypothesis import strategies as st
from key_pages import EXAM, SUBJECT, booklet, new_key, old_key

from builders.__main__ import main
from builders.parse.answer_key import parse_keys
from builders.parse.exam import AnswerKey

SINGLES = list("ABCDDCBAACBDCABDBCDA" * 4)


def shuffled(page: Sequence[At]) -> bytes:
    """The page with its texts in an order that says nothing: real keys write their cells so."""
    items = list(page)
    random.Random(7).shuffle(items)
    return make_pdf(items)


def read(page: Sequence[At]) -> AnswerKey:
    (key,) = parse_keys(shuffled(page))
    return key


def codes(key: AnswerKey) -> list[tuple[str, str]]:
    return [(problem.where, problem.code) for problem in key.problems]


def test_old_template() -> None:
    key = read(old_key(SINGLES[:75]))
    assert list(key.answers.items()) == list(enumerate(SINGLES[:75], 1))
    assert (key.kind, key.codes, key.corrected, key.year_roc, key.title) == ("key", ("1201",), False, 109, EXAM)
    assert (key.subject, key.categories) == (SUBJECT, ("虛構人員", "假想人員(選試甲語、乙語)"))
    assert (key.n_single, key.n_multiple, key.note, key.problems) == (75, None, "", ())


def test_new_template_with_several_letters() -> None:
    answers = [*SINGLES[:60], "DE", "ABC", "AB", "BC", "ABCDE", "BC", "BD", "ABD", "AE", "ACE"]
    key = read(new_key(answers, single="60題(第1~60題)", multiple="10題(第61~70題)"))
    assert list(key.answers.values()) == answers
    assert (key.codes, key.n_single, key.n_multiple, key.problems) == (("5601",), 60, 10, ())


def test_lines_of_a_field_lie_above_and_below_its_label() -> None:
    """The label stands between the lines of its value, on one of them, or below the only one; 代號 is broken over two lines; digits are full-width."""
    key = read(
        new_key(
            SINGLES[:20],
            exam=((72.3, "１０７年公務人員特種考試虛構人員及"), (86.7, "假想人員考試")),
            categories=((113.5, "甲員、乙"), (119.5, "員(選試甲語、"), (126, "乙語)、丙員、丁"), (131.5, "員")),
            subject=((155.2, "虛構法概要（試題代"), (169.6, "號：５６０１)")),
        )
    )
    assert (key.year_roc, key.title) == (107, "１０７年公務人員特種考試虛構人員及假想人員考試")
    assert key.categories == ("甲員", "乙員(選試甲語、乙語)", "丙員", "丁員")
    assert (key.subject, key.codes, key.problems) == ("虛構法概要", ("5601",), ())


def test_long_header_of_the_old_template() -> None:
    key = read(
        old_key(
            SINGLES[:40],
            exam=((65.1, "100年第二次虛構人員考試"), (79.5, "暨假想人員考試、"), (93.9, "100年其他人員考試")),
            subject=((155, "虛構學（包括甲學、乙學等科目）（試題代號"), (169.6, "：2101)")),
        )
    )
    assert (key.title, key.codes) == ("100年第二次虛構人員考試暨假想人員考試、100年其他人員考試", ("2101",))
    assert (key.subject, len(key.answers), key.problems) == ("虛構學（包括甲學、乙學等科目）", 40, ())


def test_corrected_key_of_the_old_template_prints_its_code() -> None:
    answers = SINGLES[:80]
    answers[27] = answers[77] = "#"
    note = ("第28題除未作答者不給分外，其餘均給分，第", "78題答Ｃ或Ｄ或CD者均給分", "。")
    key = read(old_key(answers, corrected=True, note=note))
    assert (key.corrected, key.codes, key.answers[28], key.problems) == (True, ("1201",), "#", ())
    assert key.note == "".join(note)
    assert {n: (rule.rule, rule.answers) for n, rule in key.accepted.items()} == {
        28: ("everyone_who_answered", ()),
        78: ("any_of", ("C", "D", "CD")),
    }


def test_corrected_key_of_the_new_template_prints_none() -> None:
    answers = [*SINGLES[:18], "#", "C"]
    key = read(new_key(answers, corrected=True, note=("第19題答Ｄ給分。",)))
    assert (key.corrected, key.codes, key.problems) == (True, (), ())
    assert key.accepted[19].to_dict() == {"rule": "any_of", "answers": ["D"]}


def test_note_that_runs_over_to_the_next_page() -> None:
    answers = ["#", *SINGLES[1:18], "#", "C"]
    first = new_key(answers, corrected=True, note=("第1題一律給分，第",))
    (key,) = parse_keys(make_pdf(first, [At(106, 60, "19題答Ｂ或Ｃ者均給分。", 11)]))
    assert (key.note, key.problems) == ("第1題一律給分，第19題答Ｂ或Ｃ者均給分。", ())
    assert sorted(key.accepted) == [1, 19]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (new_key(SINGLES[:30], single="29題"), [("key", "count_differs")]),
        (new_key(SINGLES[:30], single="30題(第1~29題)"), [("key", "stated_range_differs")]),
        (new_key(SINGLES[:30], single="三十"), [("key", "count_unreadable"), ("key", "count_missing")]),
        (new_key(SINGLES[:30], single=""), [("key", "count_missing")]),
        (new_key([*SINGLES[:29], "BD"]), [("key q.30", "several_letters")]),
        (new_key([*SINGLES[:29], "F"], single="30題"), [("key q.30", "answer_not_a_letter"), ("key", "count_differs")]),
        (new_key([*SINGLES[:9], "AA", *SINGLES[10:30]]), [("key q.10", "answer_not_a_letter"), ("key q.10", "answer_missing"), ("key", "count_differs")]),
        (new_key([*SINGLES[:9], " ", *SINGLES[10:30]]), [("key q.10", "answer_missing"), ("key", "count_differs")]),
        (new_key(["#", *SINGLES[1:30]]), [("key q.1", "mark_without_note")]),
        (new_key(["#", *SINGLES[1:30]], corrected=True), [("key q.1", "mark_without_note")]),
        (new_key(SINGLES[:30], corrected=True, note=("第2題一律給分。",)), [("key q.2", "note_without_mark")]),
        (new_key(SINGLES[:30], corrected=True, note=("第31題一律給分。",)), [("key q.31", "note_without_answer")]),
        (new_key(["#", *SINGLES[1:30]], corrected=True, note=("第1題另行公告。",)), [("key q.1", "note_not_understood"), ("key q.1", "mark_without_note")]),
        (new_key(SINGLES[:30], code=None), [("key", "code_missing")]),
        (old_key(SINGLES[:30], count="31"), [("key", "count_differs")]),
        (new_key(SINGLES[:30], exam=((79.5, "虛構人員考試"),)), [("key", "year_missing")]),
    ],
)
def test_what_does_not_agree_is_a_problem(page: list[At], expected: list[tuple[str, str]]) -> None:
    key = read(page)
    assert codes(key) == expected
    assert key.kind == "key" and set(key.answers.values()) <= {"#", *SINGLES, "BD"}


def test_full_width_letters_and_marks() -> None:
    key = read(new_key(["Ａ", "＃", "ｂ", "ＣＡ"], single="3題", multiple="1題(第4～4題)", corrected=True, note=("第２題送分",)))
    assert (dict(key.answers), key.problems) == ({1: "A", 2: "#", 3: "B", 4: "AC"}, ())


@pytest.mark.parametrize("page", [old_key(SINGLES[:30]), new_key(SINGLES[:30])])
def test_letters_without_their_label_are_read_all_the_same(page: list[At]) -> None:
    key = read([item for item in page if item.text != "答案"])
    assert (list(key.answers.values()), key.problems) == (SINGLES[:30], ())


def test_a_letter_beside_the_table_is_named() -> None:
    key = read([*new_key(SINGLES[:3]), At(583, 271.2, "D", 12)])
    assert codes(key) == [("key", "text_outside_cells")]


def test_booklet_gives_one_key_a_code_with_all_categories() -> None:
    letters = "".join(SINGLES[:75])
    marked = letters[:49] + "#" + letters[50:]
    keys = parse_keys(
        shuffled(
            booklet(
                {"code": "1301", "category": "甲員", "answers": letters},
                {"code": "2301", "category": "甲員", "answers": marked, "note": "第50題答Ａ或Ｂ者均給分。"},
                {"code": "1301", "category": "乙員、丙員", "answers": letters},
            )
        )
    )
    assert [(key.codes, key.categories, key.problems) for key in keys] == [(("1301",), ("甲員", "乙員", "丙員"), ()), (("2301",), ("甲員",), ())]
    assert ["".join(key.answers.values()) for key in keys] == [letters, marked]
    assert (keys[0].title, keys[0].year_roc, keys[0].subject, keys[0].note) == (EXAM, 109, SUBJECT, "")
    assert keys[1].accepted[50].answers == ("A", "B")


def test_booklet_entries_that_disagree_lose_the_answer() -> None:
    letters = "".join(SINGLES[:20])
    keys = parse_keys(
        make_pdf(
            booklet(
                {"code": "1301", "category": "甲員", "answers": letters},
                {"code": "1301", "category": "乙員", "answers": "B" + letters[1:]},
            )
        )
    )
    (key,) = keys
    assert codes(key) == [("key q.1", "entries_disagree")]
    assert 1 not in key.answers and len(key.answers) == 19


def test_a_group_of_a_booklet_that_is_too_short_shifts_nothing() -> None:
    page = booklet({"code": "1301", "category": "甲員", "answers": "".join(SINGLES[:20])})
    page = [item._replace(text=item.text[:9]) if item.text == "".join(SINGLES[:10]) else item for item in page]
    (key,) = parse_keys(make_pdf(page))
    assert codes(key)[0] == ("key q.1-10", "group_count")
    assert sorted(key.answers) == list(range(11, 21))


@pytest.mark.parametrize(
    ("data", "kind", "code"),
    [
        (b"", "unreadable", "damaged"),
        (make_pdf([]), "unreadable", "scanned"),
        (make_pdf([At(30, 40, "虛構的通知", 12)]), "not_a_key", "foreign"),
        (make_pdf([At(30, 40, "代號：1201", 12), At(30, 60, "頁次：1－1", 12), At(30, 90, "※注意：以下為題目", 12)]), "not_a_key", "question_paper"),
        (make_pdf([At(30, 40, "測驗式試題標準答案", 12)]), "not_a_key", "no_answers"),
        (make_pdf(old_key(SINGLES[:20]), password="secret"), "unreadable", "encrypted"),
    ],
)
def test_what_is_no_key_says_what_it_is(data: bytes, kind: str, code: str) -> None:
    (key,) = parse_keys(data)
    assert (key.kind, key.problems[0].code, dict(key.answers)) == (kind, code, {})


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([*"ABCD"]), min_size=1, max_size=80), st.booleans(), st.integers(0, 5))
def test_whatever_the_letters_they_come_back(answers: list[str], old: bool, seed: int) -> None:
    items = list(old_key(answers) if old else new_key(answers))
    random.Random(seed).shuffle(items)
    (key,) = parse_keys(make_pdf(items))
    assert (list(key.answers.values()), key.problems) == (answers, ())


def test_parse_key_prints_one_line_a_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letters = "".join(SINGLES[:20])
    entries = [{"code": code, "category": "甲員", "answers": letters} for code in ("1301", "2301")]
    file = tmp_path / "booklet.pdf"
    file.write_bytes(make_pdf(booklet(*entries)))
    assert main(["parse", "key", str(file)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["file"], line["codes"], line["categories"]) for line in lines] == [(str(file), [code], ["甲員"]) for code in ("1301", "2301")]
    assert lines[0]["answers"]["1"] == "A"
