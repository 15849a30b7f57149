"""The grammar of correction notes. Forms marked "real" are printed in keys of ROC 100 to 114; the others are the same kind in other words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.correction_notes import answer_sets, question_numbers, read_note
from builders.parse.exam import Accepted

EVERYONE = Accepted("everyone")
ANSWERED = Accepted("everyone_who_answered")


def any_of(*answers: str) -> Accepted:
    return Accepted("any_of", answers)


UNDERSTOOD = {
    "第3題一律給分。": {3: EVERYONE},  # real
    "第25題答Ｂ或Ｄ者均給分。": {25: any_of("B", "D")},  # real
    "第66題答Ａ或Ｂ或AB者均給分": {66: any_of("A", "B", "AB")},  # real
    "第64題答Ｂ給分。": {64: any_of("B")},  # real
    "第70題複選ＡＥ給分。": {70: any_of("AE")},  # real
    "第59題一律給分，第69題複選ＡＣ或複選ＡＣＥ給分。": {59: EVERYONE, 69: any_of("AC", "ACE")},  # real
    "第28題除未作答者不給分外，其餘均給分，第78題答Ｃ或Ｄ或CD者均給分\n。": {28: ANSWERED, 78: any_of("C", "D", "CD")},  # real
    "第98題答A或B或C或D或BC者均給分。": {98: any_of("A", "B", "C", "D", "BC")},  # real
    "第24題一律\n給分，第\n47題答Ｃ或Ｄ者均給分": {24: EVERYONE, 47: any_of("C", "D")},  # real
    "無更正紀錄": {},  # real
    "備註:第５０題答Ａ或Ｂ者均給分。": {50: any_of("A", "B")},
    "第2題送分": {2: EVERYONE},
    "第2題均給分": {2: EVERYONE},
    "第1、3題一律給分": {1: EVERYONE, 3: EVERYONE},
    "第1題、第3題及第5題均一律給分；第7題答Ａ給分": {1: EVERYONE, 3: EVERYONE, 5: EVERYONE, 7: any_of("A")},
    "第5題至第8題一律給分": dict.fromkeys(range(5, 9), EVERYONE),
    "第5-7、9題送分": dict.fromkeys((5, 6, 7, 9), EVERYONE),
    "第1題，第2題：答（Ａ）或（C）者均給分": {1: any_of("A", "C"), 2: any_of("A", "C")},
    "第十二題送分": {12: EVERYONE},
    "第4題本題無標準答案，一律給分": {4: EVERYONE},
    "第4題因題意不清，不論作答與否一律給分": {4: EVERYONE},
    "第4題未作答者不給分，其餘均給分": {4: ANSWERED},
    "第4題除未作答者外，其餘應考人一律給分": {4: ANSWERED},
    "第4題有作答者均給分": {4: ANSWERED},
    "第6題答Ａ、Ｂ、Ｃ均給分": {6: any_of("A", "B", "C")},
    "第6題答Ａ者給分，答Ｄ者亦給分": {6: any_of("A", "D")},
    "第6題答案更正為Ｂ。": {6: any_of("B")},
    "第6題答案由Ａ更正為Ｂ或Ｄ": {6: any_of("B", "D")},
    "第6題一律給分（送分）": {6: EVERYONE},
    "第6題答ａ或b者均給分": {6: any_of("A", "B")},
    "第6題答Ａ、Ｂ或AB者均給分": {6: any_of("A", "B", "AB")},
    "第6題選項Ａ、Ｃ均給分": {6: any_of("A", "C")},
    "第6題複選EＡ給分": {6: any_of("AE")},
    "第6題答Ａ或Ａ者給分": {6: any_of("A")},
    "第2題一律給分，第2題一律給分": {2: EVERYONE},
}

NOT_UNDERSTOOD = {
    "第5題除答Ａ者外，其餘均給分": [("key q.5", "note_not_understood", "除答Ａ者外，其餘均給分")],
    "第7題答Ａ及Ｂ者給分": [("key q.7", "note_not_understood", "答Ａ及Ｂ者給分")],
    "第7題（Ａ）（Ｃ）均給分": [("key q.7", "note_not_understood", "（Ａ）（Ｃ）均給分")],
    "第7題各選項均給分": [("key q.7", "note_not_understood", "各選項均給分")],
    "第7題答Ｆ給分": [("key q.7", "note_not_understood", "答Ｆ給分")],
    "第7題答ＡＡ給分": [("key q.7", "note_not_understood", "答ＡＡ給分")],
    "第7題答Ａ者不給分": [("key q.7", "note_not_understood", "答Ａ者不給分")],
    "第7題不計分": [("key q.7", "note_not_understood", "不計分")],
    "第7題一律給分，第8題另行公告": [("key q.8", "note_not_understood", "另行公告")],
    "第7題本題無標準答案": [("key q.7", "note_without_rule", "本題無標準答案")],
    "第7題一律給分，答Ａ給分": [("key q.7", "note_not_understood", "一律給分，答Ａ給分")],
    "第8至5題一律給分": [("key note", "note_not_understood", "第8至5題一律給分")],
    "第0題一律給分": [("key note", "note_not_understood", "第0題一律給分")],
    "更正內容另見公告。": [("key note", "note_not_understood", "更正內容另見公告")],
    "第1、3題": [("key q.1", "note_without_rule", "第1、3題"), ("key q.3", "note_without_rule", "第1、3題")],
}


@pytest.mark.parametrize("note", UNDERSTOOD)
def test_understood(note: str) -> None:
    read = read_note(note)
    assert (dict(read.accepted), read.problems) == (UNDERSTOOD[note], ())


@pytest.mark.parametrize("note", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_named_and_grants_nothing(note: str) -> None:
    read = read_note(note)
    assert [(problem.where, problem.code, problem.what) for problem in read.problems] == NOT_UNDERSTOOD[note]
    named = {problem.where for problem in read.problems}
    assert not any(f"key q.{number}" in named for number in read.accepted)


def test_a_question_named_twice_with_different_rules_gets_none() -> None:
    read = read_note("第2題一律給分，第2題答Ａ給分，第2題一律給分")
    assert (dict(read.accepted), [problem.code for problem in read.problems]) == ({}, ["note_contradicts"])


def test_half_and_full_width_read_the_same() -> None:
    full = "第１題答Ａ或（Ｂ）者均給分，第２題除未作答者不給分外，其餘均給分；第３～５題一律給分。"
    half = full.translate({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})
    assert read_note(full).accepted == read_note(half).accepted
    assert len(read_note(full).accepted) == 5


@given(
    st.dictionaries(
        st.integers(1, 200),
        st.one_of(
            st.just(EVERYONE),
            st.just(ANSWERED),
            st.lists(st.sets(st.sampled_from("ABCDE"), min_size=1).map(lambda s: "".join(sorted(s))), min_size=1, max_size=4, unique=True).map(
                lambda answers: any_of(*answers)
            ),
        ),
        max_size=8,
    )
)
def test_what_is_written_is_read(rules: dict[int, Accepted]) -> None:
    written = {"everyone": "一律給分", "everyone_who_answered": "除未作答者不給分外，其餘均給分"}
    clauses = [f"第{n}題" + written.get(rule.rule, f"答{'或'.join(rule.answers)}者均給分") for n, rule in rules.items()]
    note = read_note("，".join(clauses) + ("。" if clauses else ""))
    assert (dict(note.accepted), note.problems) == (rules, ())


@given(st.text(st.sampled_from("第題0123一ABＣ、，至答或者均給分除未作外其餘複選#\n。因無標準案"), max_size=60))
def test_any_text_gives_rules_or_problems_for_every_question_it_names(text: str) -> None:
    read = read_note(text)
    assert all(0 < number <= 200 for number in read.accepted)
    assert all(problem.code.startswith("note_") and problem.what for problem in read.problems)
    assert not any(f"key q.{number}" in {problem.where for problem in read.problems} for number in read.accepted)


@pytest.mark.parametrize("unit", ["第", "第1題", "第1、", "第1題答A或", "答A、", "第1題一律", "因"])
def test_time_grows_with_the_length(unit: str) -> None:
    start = time.perf_counter()
    read_note(unit * 3000)
    assert time.perf_counter() - start < 2


def test_sets_and_numbers() -> None:
    assert answer_sets("A或BA") == ("A", "AB")
    assert answer_sets("A或AA") is None
    assert question_numbers("第61～63、70題") == [61, 62, 63, 70]
