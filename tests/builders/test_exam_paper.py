"""Papers in the official layout, set by the tests: what is read must be what was set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from exam_layouts import MARGIN, MARKS, NUMERALS, heading, later_heading, paper, question
from exam_pdfs import At, Item, Picture, Stroke, make_pdf
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.parse.exam import ExamPaper
from builders.parse.exam_paper import parse_exam, read_paper
from builders.parse.exam_questions import read_questions
from builders.parse.pdf_lines import PdfLine, PdfPage, PdfText

FOUR = ["甲成立竊盜罪", "乙成立侵占罪", "丙成立詐欺罪", "丁不成立犯罪"]
REAL = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "tw"


def codes(read: ExamPaper) -> list[str]:
    return [problem.code for problem in read.problems]


@pytest.mark.parametrize("columns", [1, 2, 4])
def test_options_in_columns(columns: int) -> None:
    options = ["竊盜", "侵占", "詐欺", "無罪"] if columns == 4 else FOUR
    read = parse_exam(make_pdf(paper((["下列敘述，何者正", "確？"], options, columns), (["又下列何者錯誤？"], options, columns))))
    assert (read.kind, codes(read)) == ("mcq", [])
    assert [(q.number, q.stem) for q in read.questions] == [(1, "下列敘述，何者正確？"), (2, "又下列何者錯誤？")]
    assert all(dict(q.options) == dict(zip("ABCD", options, strict=True)) for q in read.questions)


def test_heading() -> None:
    read = parse_exam(make_pdf(paper((["何者正確？"], FOUR, 1), notices=["本科目共1題，每題2.5分，須用2B鉛筆在試卡上依題號清楚劃記。"])))
    assert read.exam.to_dict() == {
        "year_roc": 119,
        "title": "119年特種考試虛構人員考試試題",
        "category": "各類科",
        "subject": "刑法概要",
        "codes": ["9901"],
        "duration_minutes": 90,
        "level": "三等考試",
    }
    assert (dict(read.stated), read.mcq_codes, read.n_pages) == ({"mcq": 1, "mcq_points": 2.5}, ("9901",), 1)


def test_every_code_counts_stacked_ranges_and_second_ones_without_label() -> None:
    items = heading(codes=["50140-50540", "50740 - 51040", "51240、51340"])
    own, _ = question(230, 1, ["何者正確？"], FOUR)
    assert parse_exam(make_pdf([*items, *own])).exam.codes == ("50140-50540", "50740-51040", "51240", "51340")


def test_options_wrapped_in_their_columns() -> None:
    items = heading()
    own, y = question(230, 1, ["何者正確？"], ["甲之行為成", "乙之行為不"], 2)
    more, _ = question(y + 17, None, [], ["丙無罪", "丁免刑"], 2, MARKS[2:])
    wrapped = [At(MARGIN + 11, y, "立犯罪"), At(MARGIN + 251, y, "成立犯罪")]
    read = parse_exam(make_pdf([*items, *own, *wrapped, *(item for item in more if isinstance(item, At))]))
    assert dict(read.questions[0].options) == {"A": "甲之行為成立犯罪", "B": "乙之行為不成立犯罪", "C": "丙無罪", "D": "丁免刑"}


def test_a_question_over_two_pages_without_the_furniture() -> None:
    own, _ = question(700, 1, ["何者正確？"], FOUR[:2])
    rest = [At(MARGIN, 100, MARKS[2] + FOUR[2]), At(MARGIN, 117, MARKS[3] + FOUR[3]), *question(134, 2, ["何者錯誤？"], FOUR)[0]]
    read = parse_exam(make_pdf([*heading(pages=2), *own], [*later_heading(), *rest]))
    assert [q.to_dict()["options"] for q in read.questions] == [dict(zip("ABCD", FOUR, strict=True))] * 2
    assert [q.page for q in read.questions] == [1, 2]
    assert codes(read) == []


def test_an_option_that_cites_marks_in_its_text() -> None:
    options = [*FOUR[:3], f"承{MARKS[2]}及{MARKS[0]}選項，丁亦成立"]
    read = parse_exam(make_pdf(paper((["下列何者正確？"], options, 1))))
    assert read.questions[0].options["D"] == "承(C)及(A)選項，丁亦成立"
    assert list(read.questions[0].options) == list("ABCD")


@pytest.mark.parametrize("marks", [["(A)", "(B)", "(C)", "(D)"], ["（Ａ）", "（Ｂ）", "（Ｃ）", "（Ｄ）"], ["A.", "B.", "C.", "D."], list("ⒶⒷⒸⒹ")])
@pytest.mark.parametrize("columns", [1, 2])
def test_other_forms_of_option_marks(marks: list[str], columns: int) -> None:
    items = heading()
    own, _ = question(230, 1, ["何者正確？"], [f"依A及(B)說，{text}" for text in FOUR], columns, marks)  # type: ignore[arg-type]
    read = parse_exam(make_pdf([*items, *own]))
    assert dict(read.questions[0].options) == {letter: f"依A及(B)說，{text}" for letter, text in zip("ABCD", FOUR, strict=True)}


@pytest.mark.parametrize("tail", ["考試", "人員"])
def test_the_end_of_a_text_on_the_next_page_is_no_heading(tail: str) -> None:
    own, _ = question(760, 1, ["何者得參加"], [])
    rest = [At(MARGIN, 90, tail), *question(107, None, [], FOUR)[0][1:]]
    read = parse_exam(make_pdf([*heading(pages=2), *own], [*later_heading(), *rest]))
    assert read.questions[0].stem == f"何者得參加{tail}"


@pytest.mark.parametrize("below", [-16, 0, 3, 16])
def test_the_code_of_a_part_stands_beside_above_or_below_its_heading(below: float) -> None:
    items: list[Item] = [*heading(codes=["49910"]), At(34, 190, "甲、申論題部分：（50 分）", 12), At(40, 230, "一、試述竊盜罪之要件。（50 分）", 16)]
    second: list[Item] = [*later_heading("49910"), At(34, 110, "乙、測驗題部分：（50 分）", 12), At(420, 110 + below, "代號：9903", 12)]
    read = parse_exam(make_pdf(items, [*second, *question(160, 1, ["何者正確？"], FOUR)[0]]))
    assert (read.kind, read.mcq_codes, read.essays[0].text) == ("mixed", ("9903",), "試述竊盜罪之要件。（50分）")


def test_glyphs_and_compatibility_characters_are_what_a_reader_sees() -> None:
    read = parse_exam(make_pdf(paper((["⺠法第⼀條\ue129\uf967同"], ["甲\uf0a3乙", *FOUR[1:]], 1))))
    assert (read.questions[0].stem, read.questions[0].options["A"]) == ("民法第一條㈠不同", "甲≤乙")


def test_a_private_character_that_the_table_lacks_is_said() -> None:
    read = parse_exam(make_pdf(paper((["甲之\ue999何者正確？"], FOUR, 1))))
    assert [(p.where, p.code, p.what) for p in read.problems] == [("p.1 q.1", "unmapped_glyph", "U+E999")]


def test_numerals_that_are_images_are_found_by_place() -> None:
    items, y = heading(), 230.0
    for stem in ("何者正確？", "何者錯誤？"):
        own, y = question(y, None, [stem], FOUR)
        items += own
    read = parse_exam(make_pdf(items))
    assert [(q.number, q.stem, q.figure) for q in read.questions] == [(1, "何者正確？", False), (2, "何者錯誤？", False)]


def test_a_picture_in_a_question_is_a_figure() -> None:
    items = paper((["依下圖，何者正確？", "", "", ""], FOUR, 1), (["何者錯誤？"], FOUR, 1))
    read = parse_exam(make_pdf([*items, Picture(120, 240, 80, 30)]))
    assert [q.figure for q in read.questions] == [True, False]


def sectioned() -> list[Item]:
    items: list[Item] = [*heading(), At(45, 200, "一、單一選擇題（第 1 題至第 1 題，每題 2 分，占 2 分）", 12)]
    own, y = question(230, 1, ["何者正確？"], FOUR)
    items += [*own, At(45, y, "二、複選題（第 2 題至第 2 題，每題 3 分，占 3 分）", 12)]
    items += [At(69, y + 17, "說明：所列的五個選項，其中至少有二個是正確答案，各題之選項獨立判定，全部", 12), At(105, y + 34, "答對者得3分。", 12)]
    return [*items, *question(y + 60, 2, ["何者正確？"], [*FOUR, "戊成立教唆犯"])[0]]


def test_sections_and_their_explanations_belong_to_no_question() -> None:
    read = parse_exam(make_pdf(sectioned()))
    assert [(q.multiple, "".join(q.options)) for q in read.questions] == [(False, "ABCD"), (True, "ABCDE")]
    assert read.questions[0].options["D"] == FOUR[3]
    assert (dict(read.stated), codes(read)) == ({"mcq_points": 5.0}, [])


@pytest.mark.parametrize("marker", ["請依下文回答第 2 題至第 3 題：", "第 2 題至第 3 題為題組", "請依下文回答第2題至第3題"])
def test_a_group_shares_its_passage_and_blanks_are_its_questions(marker: str) -> None:
    items = heading()
    own, y = question(230, 1, ["何者正確？"], FOUR)
    items += [*own, At(34, y, marker), At(34, y + 17, "The court "), At(110, y + 17, "2"), At(140, y + 17, "the motion and "), At(34, y + 34, "3"), At(60, y + 34, "the appeal.")]
    items += [Stroke(100, y + 18.5, 130, y + 18.5), Stroke(30, y + 35.5, 52, y + 35.5)]
    for number in (2, 3):
        more, y = question(y + 51 if number == 2 else y, number, [], ["grants", "denies", "dismisses", "hears"], 4)
        items += more
    read = parse_exam(make_pdf(items))
    assert codes(read) == []
    first, second, third = read.questions
    assert (first.group, first.options["D"]) == (None, FOUR[3])
    assert second.group is not None
    assert second.group == third.group
    assert second.group.to_dict() == {"first": 2, "last": 3, "passage": "The court __2__ the motion and __3__ the appeal."}
    assert [second.stem, third.stem] == ["__2__", "__3__"]
    assert dict(third.options) == {"A": "grants", "B": "denies", "C": "dismisses", "D": "hears"}


def test_drawn_blanks_and_underlines_are_kept() -> None:
    items = paper((["The judge        the case, which is not true?"], FOUR, 1))
    blank = (MARGIN + 10 * 5.5, MARGIN + 17 * 5.5)
    word = (MARGIN + 36 * 5.5, MARGIN + 39 * 5.5)
    lines = [Stroke(left, 231.5, right, 231.5) for left, right in (blank, word)]
    assert parse_exam(make_pdf([*items, *lines])).questions[0].stem == "The judge ____ the case, which is <u>not</u> true?"


def test_scripts_stand_where_they_are_read() -> None:
    items = paper((["面積為r　之圓"], FOUR, 1))
    assert parse_exam(make_pdf([*items, At(MARGIN + 3 * 11 + 6, 226, "2", 6)])).questions[0].stem == "面積為r2之圓"


def test_parts_of_a_mixed_paper() -> None:
    items: list[Item] = [*heading(codes=["49910"]), At(34, 190, "甲、申論題部分：（50 分）", 12)]
    items += [At(40, 230, "一、試述竊盜罪之要件。（25 分）", 16), At(40, 270, "二、試述侵占罪之要件。（25 分）", 16)]
    second: list[Item] = [*later_heading("49910"), At(34, 100, "乙、測驗題部分：（50 分）", 12), At(420, 100, "代號：9903", 12)]
    second += [At(58, 115, "\ue129本測驗試題為單一選擇題。", 12), At(58, 130, "\ue12a共1題，每題50分，須用2B鉛筆在試卡上依題號清楚劃記。", 12)]
    second += question(160, 1, ["何者正確？"], FOUR)[0]
    read = parse_exam(make_pdf(items, second))
    assert (read.kind, read.exam.codes, read.mcq_codes) == ("mixed", ("49910", "9903"), ("9903",))
    assert [(essay.number, essay.points) for essay in read.essays] == [(1, 25), (2, 25)]
    assert [q.stem for q in read.questions] == ["何者正確？"]
    assert dict(read.stated) == {"essay_points": 50.0, "mcq": 1, "mcq_points": 50.0}


def test_white_text_opens_no_part() -> None:
    items = paper((["何者正確？"], FOUR, 1))
    read = parse_exam(make_pdf([*items, At(34, 200, "甲、申論題部分：（60分）", 12, True)]))
    assert (read.kind, codes(read)) == ("mcq", ["white_text"])


def test_a_stated_count_that_differs_is_said() -> None:
    read = parse_exam(make_pdf(paper((["何者正確？"], FOUR, 1), notices=["本科目共2題，每題2分。"])))
    assert [(p.code, p.what) for p in read.problems] == [("count_differs", "mcq: the paper states 2, 1 read")]


def test_a_missing_number_and_a_missing_option_are_said() -> None:
    items = heading()
    own, y = question(230, 1, ["何者正確？"], FOUR[:3])
    read = parse_exam(make_pdf([*items, *own, *question(y, 3, ["何者錯誤？"], FOUR)[0]]))
    assert [q.number for q in read.questions] == [1, 3]
    assert [(p.where, p.code) for p in read.problems] == [("p.1 q.2", "number_missing"), ("p.1 q.1", "option_missing")]


@pytest.mark.parametrize("form", ["{}. ", "{}．", "{}、", "{} "])
def test_numbers_without_a_column_of_their_own(form: str) -> None:
    items = heading()
    for number in (1, 2):
        y = 200.0 + 100 * number
        items += [At(MARGIN, y, form.format(number) + "何者正確？"), At(MARGIN, y + 15, "3 人以上" if form.strip() != "{}" else "三人以上")]
        items += [At(MARGIN, y + 15 * row, f"({letter}) {text}") for row, (letter, text) in enumerate(zip("ABCD", FOUR, strict=True), 2)]
    read = parse_exam(make_pdf(items))
    stem = "何者正確？3人以上" if form.strip() != "{}" else "何者正確？三人以上"
    assert [(q.number, q.stem, q.options["D"]) for q in read.questions] == [(1, stem, FOUR[3]), (2, stem, FOUR[3])]


def test_a_stray_number_far_below_is_no_reason_to_leave_questions_out() -> None:
    items, y = heading(), 200.0
    for number in (1, 3, 4, 2):
        own, y = question(y, number, [f"第{number}個？"], FOUR)
        items += own
    read = parse_exam(make_pdf(items))
    assert [q.number for q in read.questions] == [1, 3, 4]
    assert (read.problems[0].where, read.problems[0].code) == ("p.1 q.2", "number_missing")


def test_lines_that_belong_to_no_question_are_said() -> None:
    items = heading()
    own, y = question(230, 1, ["何者正確？"], FOUR)
    read = parse_exam(make_pdf([*items, *own, At(45, y + 20, "附表一　常用數值")]))
    assert [(p.code, p.what) for p in read.problems] == [("appendix", "附表一常用數值")]
    assert read.questions[0].options["D"] == FOUR[3]


@pytest.mark.parametrize(
    ("data", "kind", "code"),
    [
        (b"plain text", "not_an_exam", "foreign"),
        (b"%PDF-1.4 broken", "unreadable", "damaged"),
        (make_pdf([Picture(0, 0, 595, 842)]), "unreadable", "scanned"),
        (make_pdf([At(60, 100, "甲")], password="secret"), "unreadable", "encrypted"),
        (make_pdf([At(60, 100, "甲乙丙丁")]).replace(b"/ToUnicode", b"/ToNothing"), "unreadable", "unmapped"),
        (make_pdf([At(60, 100, "某公司甄試試題　測驗科目：刑法")]), "not_an_exam", "foreign"),
        (make_pdf([At(60, 100, "某公司甄試試題")], owner_only=True), "not_an_exam", "encrypted"),
    ],
)
def test_files_that_are_no_readable_paper_are_called_what_they_are(data: bytes, kind: str, code: str) -> None:
    read = parse_exam(data)
    assert (read.kind, read.problems[0].code) == (kind, code)
    assert (read.questions, read.essays) == ((), ())


def test_an_exam_with_an_empty_password_is_read_and_said() -> None:
    read = parse_exam(make_pdf(paper((["何者正確？"], FOUR, 1)), owner_only=True))
    assert (read.kind, codes(read)) == ("mcq", ["encrypted_empty_password"])


TEXTS = st.text(alphabet="12 ．A.一、甲乙題至第回答下文：複選（）\ue18c\ue18d\ue18e\ue18f\ue190", min_size=1, max_size=14)
PLACES = st.tuples(st.sampled_from([NUMERALS, MARGIN, 83.0, 300.0]), st.integers(40, 60), TEXTS)


def line(x: float, row: int, text: str, page: int = 1) -> PdfLine:
    xs = tuple(x + 11 * index for index in range(len(text)))
    return PdfLine(text, xs, tuple(x + 11 for x in xs), 15.0 * row, 11, page)


@settings(max_examples=150)
@given(st.lists(PLACES, max_size=25))
def test_no_lines_raise_and_every_character_is_somewhere(places: list[tuple[float, int, str]]) -> None:
    lines = sorted((line(*place) for place in places), key=lambda one: one.y)
    read = read_questions(lines)
    assert [q.number for q in read.questions] == sorted({q.number for q in read.questions})
    page = PdfPage(1, 595, 842, tuple(lines), (), ())
    assert read_paper(PdfText((page,))).kind in ("mcq", "essay", "mixed", "not_an_exam")


@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    json.dumps(parse_exam(b"%PDF-1.4\n" + data).to_dict())


@pytest.mark.skipif(not REAL.is_dir(), reason="needs the real papers beside the repository (../shared)")
def test_real_papers_have_the_questions_that_the_manifest_states() -> None:
    manifest = json.loads((REAL / "exams" / "MANIFEST.json").read_text(encoding="utf-8"))
    wrong = []
    for entry in manifest:
        if entry["kind"] != "question":
            continue
        read = parse_exam((REAL / entry["file"]).read_bytes())
        expected = (entry.get("mcq", 0), entry.get("essay_questions", len(read.essays)))
        texts = [text for q in read.questions for text in (q.stem, *q.options.values())]
        if (len(read.questions), len(read.essays)) != expected or not all(texts):
            wrong.append(entry["file"])
        missing = set(filter(None, entry.get("code", "").split("|"))) - set(read.exam.codes)
        if missing:
            wrong.append(f"{entry['file']}: {missing}")
    assert wrong == []


@pytest.mark.parametrize(("pages", "wrong"), [(1, False), (2, True)])
def test_a_page_that_is_not_there_is_said(pages: int, wrong: bool) -> None:
    own, _ = question(200, 1, ["何者正確？"], ["甲", "乙", "丙", "丁"])
    codes = [problem.code for problem in parse_exam(make_pdf([*heading(pages=pages), *own])).problems]
    assert codes == (["page_sequence"] if wrong else [])


def test_options_that_read_alike_are_said() -> None:
    own, _ = question(200, 1, ["何者正確？"], ["甲", "乙", "甲", "丁"])
    (problem,) = parse_exam(make_pdf([*heading(), *own])).problems
    assert (problem.where, problem.code, problem.what) == ("p.1 q.1", "equal_options", "A, C read alike")
