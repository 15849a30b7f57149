"""Official scoring rubrics: rubrics written here in the described forms, read back; expected values by hand."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.__main__ import main
from builders.parse.essay_subjects import essay_subject, essay_subject_in, subject_of_code
from builders.parse.exam import Essay, SubQuestion
from builders.parse.rubric import Rubric, RubricQuestion, ScoringPoint
from builders.parse.rubric_outline import RubricLine
from builders.parse.scoring_points import match_rubric, read_lines, read_rubric

TITLE = "113年公務人員特種考試司法官考試、113年專門職業及技術人員高等考試律師考試第二試\n科目：公司法、保險法與證券交易法　評分要點\n"


def rubric(text: str) -> Rubric:
    (found,) = read_rubric((TITLE + text).encode())
    return found


def codes(found: Rubric) -> list[str]:
    return [problem.code for problem in found.problems]


def points(question: RubricQuestion) -> list[tuple[str, float | None]]:
    return [(point.in_context, point.points) for point in question.scoring_points]


def test_header_gives_year_and_subject() -> None:
    found = rubric("第一題\n一、甲（100分）")
    assert (found.kind, found.year_roc, found.year, found.subject_code) == ("rubric", 113, 2024, "commercial")
    assert found.problems == ()


# rubric of one question -> its scoring points
FORMS = {
    "plain heading": ("第一題\n一、甲\n二、乙", [("甲", None), ("乙", None)]),
    "heading with block": ("第一題 評分要點\n一、甲\n二、乙", [("甲", None), ("乙", None)]),
    "long heading": ("第一題 試題解析與評分重點說明\n一、甲\n二、乙", [("甲", None), ("乙", None)]),
    "heading in brackets": ("【第一題】\n【評分要點】\n一、甲", [("甲", None)]),
    "Arabic heading with colon": ("第 1 題：評分要點\n1.甲\n2.乙", [("甲", None), ("乙", None)]),
    "block on its own line": ("第一題\n評分要點：\n㈠甲\n㈡乙", [("甲", None), ("乙", None)]),
    "block with words behind it": ("第一題\n【評分要點】甲應負責。\n乙不必負責。", [("甲應負責。", None), ("乙不必負責。", None)]),
    "points of the question in the heading": ("第一題（50分）\n一、甲（20分）\n二、乙（30分）", [("甲", 20), ("乙", 30)]),
    "bracketed Chinese numerals": ("第一題\n（一）甲\n（二）乙", [("甲", None), ("乙", None)]),
    "circled numerals": ("第一題\n①甲\n②乙", [("甲", None), ("乙", None)]),
    "bullets": ("第一題\n● 甲 10 分\n● 乙，5分\n● 丙", [("甲", 10), ("乙", 5), ("丙", None)]),
    "inner items under headings": ("第一題\n一、甲\n㈠乙（10分）\n㈡丙（5分）\n二、丁（5分）", [("甲：乙", 10), ("甲：丙", 5), ("丁", 5)]),
    "three levels": ("第一題\n一、甲\n㈠乙\n1.丙（4分）\n2.丁（6分）\n㈡戊（10分）", [("甲：乙：丙", 4), ("甲：乙：丁", 6), ("甲：戊", 10)]),
    "inner items without points of their own": ("第一題\n一、甲（20分）\n㈠乙\n㈡丙\n二、丁（5分）", [("甲\n乙\n丙", 20), ("丁", 5)]),
    "each inner item": ("第一題\n一、甲（每點5分）\n㈠乙\n㈡丙", [("甲：乙", 5), ("甲：丙", 5)]),
    "heading total that agrees": ("第一題\n一、甲（20分）\n㈠乙（10分）\n㈡丙（10分）", [("甲：乙", 10), ("甲：丙", 10)]),
    "continued lines": ("第一題\n一、甲應對公司負損\n害賠償責任。（10分）\n二、乙", [("甲應對公司負損害賠償責任。", 10), ("乙", None)]),
    "second paragraph of an item": ("第一題\n一、甲應負責。\n其理由在於誠信原則。\n二、乙", [("甲應負責。\n其理由在於誠信原則。", None), ("乙", None)]),
    "a continued line that begins like an item": ("第一題\n一、乙之責任與前述\n（一）之情形相同。\n二、丙", [("乙之責任與前述（一）之情形相同。", None), ("丙", None)]),
    "no marks": ("第一題\n甲應負責。\n乙不必負責，\n因其不知情。", [("甲應負責。", None), ("乙不必負責，因其不知情。", None)]),
    "question before its points": ("第一題\n【題目】\n甲將股票出賣於乙。\n一、甲得否？\n【評分要點】\n一、應檢討契約。", [("應檢討契約。", None)]),
    "several brackets in one item": ("第一題\n一、甲（3分）及乙（4分）", [("甲及乙", 7)]),
    "numbered alternative": ("第一題\n一、若採甲說，成立。（5分）\n二、若採乙說，不成立。（5分）", [("若採甲說，成立。", 5), ("若採乙說，不成立。", 5)]),
    "private-use marks": ("第一題\n\ue129甲\n\ue12a乙", [("甲", None), ("乙", None)]),
}


@pytest.mark.parametrize("name", FORMS)
def test_form(name: str) -> None:
    text, expected = FORMS[name]
    found = rubric(text)
    (question,) = found.questions
    assert points(question) == expected
    assert [point.criterion_number for point in question.scoring_points] == list(range(1, len(expected) + 1))
    assert set(codes(found)) <= {"points_total"}  # one question alone need not make the paper's 100


PARTIAL = [
    "若僅論述結論而未附理由，酌給2分。",
    "如僅說明要件，則給予部分分數（3分）。",
    "如未論及效力者，扣2分。",
    "論述不完全者，酌給一半分數。",
    "仍將斟酌給分。",
    "概略說明者，給2分。",
]


@pytest.mark.parametrize("sentence", PARTIAL)
@pytest.mark.parametrize("layout", ["第一題\n一、甲應負責。（10分）\n{}\n二、乙（10分）", "第一題\n一、甲應負責。（10分）{}\n二、乙（10分）", "第一題\n甲應負責。（10分）\n{}\n乙（10分）"])
def test_sentences_about_incomplete_answers_are_no_points(layout: str, sentence: str) -> None:
    (question,) = rubric(layout.format(sentence)).questions
    assert points(question) == [("甲應負責。", 10), ("乙", 10)]
    assert question.scoring_points[0].partial == (sentence,)


def test_blocks_of_a_question() -> None:
    found = rubric("第一題 評分要點\n一、甲（60分）\n【閱卷委員的話】\n一、多數人漏答。\n二、應先列爭點。\n第二題（40分）\n【試題解析】本題測驗票據法。\n【評分要點】\n㈠乙\n【閱卷委員的話】無。")
    first, second = found.questions
    assert first.remarks == "一、多數人漏答。\n二、應先列爭點。"
    assert (second.points, second.remarks, second.notes) == (40, "無。", ("本題測驗票據法。",))
    assert points(second) == [("乙", None)]


def test_sub_questions_are_named() -> None:
    (question,) = rubric("第一題\n第一子題（10分）\n（一）甲\n（二）乙\n第二子題：丙（5分）").questions
    assert [(point.sub_question, point.content, point.points) for point in question.scoring_points] == [(1, "甲\n乙", 10), (2, "丙", 5)]
    (question,) = rubric("第一題\n第一子題\n（一）甲\n第二子題\n（一）乙\n（二）丙").questions
    assert [(point.sub_question, point.content) for point in question.scoring_points] == [(1, "甲"), (2, "乙"), (2, "丙")]


def test_worth_of_a_question_in_its_first_lines() -> None:
    assert rubric("第一題\n本題配分為 50 分，要點如下：\n一、甲").questions[0].points == 50


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("第一題（50分）\n一、甲（20分）\n二、乙（20分）", ["points_total", "points_total"]),  # 40 of 50, and 50 of 100
        ("第一題（100分）\n一、甲（60分）\n二、乙（60分）", ["points_total"]),
        ("第一題（100分）\n一、甲（100分）\n二、乙", ["points_total"]),  # nothing is left for the second
        ("第一題（100分）\n一、甲（60分）\n二、乙", []),
        ("第一題（60分）\n一、甲\n第二題（40分）\n一、乙", []),
        ("第一題（60分）\n一、甲\n第二題（60分）\n一、乙", ["points_total"]),
        ("第一題（100分）\n一、甲（30分）\n㈠乙（10分）\n㈡丙（10分）\n二、丁（80分）", ["points_disagree"]),
        ("第一題（100分）\n一、甲。\n三、乙。", ["criterion_missing"]),
        ("第一題（100分）\n一、甲。\n一、乙。", ["numbering_restarts"]),
        ("第一題（100分）\n【閱卷委員的話】無。", ["no_scoring_points"]),
        ("第一題（100分）\n一、\n二、乙", ["criterion_empty"]),
        ("第一題\n一、甲\n第三題\n一、乙", ["question_numbers"]),
    ],
)
def test_what_does_not_add_up_is_said(text: str, expected: list[str]) -> None:
    assert codes(rubric(text)) == expected


@pytest.mark.parametrize(
    ("data", "kind", "code"),
    [
        (b"", "not_a_rubric", "foreign"),
        ("甲乙丙".encode(), "not_a_rubric", "foreign"),
        ("113年評分要點\n一、甲".encode(), "not_a_rubric", "no_question_heading"),
        ("第一題".encode("cp950"), "unreadable", "encoding"),
        (b"%PDF-1.4 broken", "unreadable", "damaged"),
        (b"{}", "not_a_rubric", "bad_field"),
        (b"{", "not_a_rubric", "bad_line"),
        (b"[" * 100_000, "not_a_rubric", "bad_line"),
    ],
)
def test_files_that_are_no_rubric(data: bytes, kind: str, code: str) -> None:
    (found,) = read_rubric(data)
    assert (found.kind, found.problems[0].code) == (kind, code)
    assert found.questions == ()


def test_missing_header_is_said() -> None:
    (found,) = read_rubric("第一題\n一、甲（100分）".encode())
    assert codes(found) == ["year_missing", "subject_missing"]


def _pdf(pages: list[list[tuple[float, str]]]) -> bytes:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(UnicodeCIDFont("MSung-Light"))
    data = io.BytesIO()
    canvas = Canvas(data)
    for page in pages:
        canvas.setFont("MSung-Light", 12)
        for index, (x, text) in enumerate(page):
            canvas.drawString(x, 800 - 20 * index, text)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def test_pdf_with_running_title_page_numbers_and_a_point_over_two_pages() -> None:
    title = "110年律師考試第二試財稅法評分要點"
    long = "一、甲應依所得稅法申報其當年度之綜合所得，其扶養親屬之免稅額由何人列報"  # fills its line
    first = [(60.0, title), (60.0, "第一題（60分）"), (60.0, long), (290.0, "- 1 -")]
    second = [(60.0, title), (84.0, "應依協議定之。（30分）"), (60.0, "二、乙（30分）"), (60.0, "第二題（40分）"), (60.0, "一、丙"), (290.0, "- 2 -")]
    (found,) = read_rubric(_pdf([first, second]))
    assert (found.year, found.subject_code, codes(found)) == (2021, "tax", [])
    assert points(found.questions[0]) == [(long[2:] + "應依協議定之。", 30), ("乙", 30)]
    assert points(found.questions[1]) == [("丙", None)] and found.questions[1].page == 2


def test_pdf_without_text_is_scanned() -> None:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    pixels = io.BytesIO(b"P6 2 2 255 " + bytes(12))
    data = io.BytesIO()
    canvas = Canvas(data)
    canvas.drawImage(ImageReader(pixels), 0, 0, 595, 842)
    canvas.showPage()
    canvas.save()
    (found,) = read_rubric(data.getvalue())
    assert (found.kind, codes(found)) == ("unreadable", ["scanned"])


ROWS = [
    {"year": 2023, "subject_code": "tax", "question_number": 1, "points": 60, "scoring_points": ["甲", {"criterion_number": 2, "content": "乙", "points": 20}], "remarks": "無"},
    {"year": 2023, "subject_code": "tax", "question_number": 2, "points": 40, "scoring_points": [{"content": "丙", "points": None, "sub_question": 1}]},
    {"year_roc": 113, "subject": "民法與民事訴訟法㈠", "question_number": 1, "scoring_points": [{"content": "丁"}]},
]


def json_lines(*rows: object) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def test_json_lines_of_several_papers() -> None:
    tax, civil = read_rubric(json_lines(*ROWS))
    assert (tax.year_roc, tax.subject_code, [question.number for question in tax.questions], tax.problems) == (112, "tax", [1, 2], ())
    assert points(tax.questions[0]) == [("甲", None), ("乙", 20)] and tax.questions[0].remarks == "無"
    assert (civil.year, civil.subject_code, civil.problems) == (2024, "civil_1", ())


def test_printed_rubric_is_read_again() -> None:
    found = rubric("第一題（60分）\n一、甲（10分）\n若僅論及乙，酌給5分。\n二、丙\n第二題（40分）\n第一子題\n（一）丁")
    (again,) = read_rubric(json_lines(found.to_dict() | {"kind": "rubric"}))
    assert again.questions[0].scoring_points[0].partial == ("若僅論及乙，酌給5分。",)
    assert again.to_dict()["questions"] == found.to_dict()["questions"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"question_number": 0}, ["no_question_number"]),
        ({"question_number": "1"}, ["no_question_number"]),
        ({"scoring_points": []}, ["no_scoring_points"]),
        ({"scoring_points": "甲"}, ["no_scoring_points"]),
        ({"scoring_points": ["甲", " "]}, ["criterion_empty"]),
        ({"scoring_points": ["甲", 5]}, ["criterion_empty"]),
        ({"scoring_points": [{"content": "甲", "criterion_number": 2}]}, ["criterion_missing"]),
        ({"scoring_points": [{"content": "甲", "weight": 2}]}, ["unknown_field"]),
        ({"points": -5}, ["bad_field"]),
        ({"points": True}, ["bad_field"]),
        ({"points": 100, "scoring_points": [{"content": "甲", "points": 90}]}, ["points_total"]),
        ({"year": 2023, "year_roc": 110}, ["bad_field"]),
        ({"subject_code": "poetry"}, ["bad_field"]),
        ({"subject_code": "tax", "subject": "海商法與海洋法"}, ["bad_field"]),
        ({"extra": 1}, ["unknown_field"]),
    ],
)
def test_bad_json_rows_are_named(change: dict[str, object], expected: list[str]) -> None:
    row = {"year": 2023, "subject_code": "tax", "question_number": 1, "scoring_points": ["甲"], **change}
    assert codes(read_rubric(json_lines(row))[0]) == expected


def essay(number: int, points: float | None, *parts: float | None) -> Essay:
    return Essay(number, "甲", points, tuple(SubQuestion(index, "乙", value) for index, value in enumerate(parts, 1)))


def question(number: int, points: float | None, *values: float | None, sub: int | None = None) -> RubricQuestion:
    return RubricQuestion(number, points, tuple(ScoringPoint(index, "丙", value, sub) for index, value in enumerate(values, 1)))


@pytest.mark.parametrize(
    ("essays", "questions", "pairs", "expected"),
    [
        ([essay(1, 50), essay(2, 50)], [question(1, 50, None), question(2, None, 20, 30)], [1, 2], []),
        ([essay(1, 50)], [question(1, 40, None)], [1], ["points_disagree"]),
        ([essay(1, 50)], [question(1, None, 20, 20)], [1], ["points_disagree"]),
        ([essay(1, 50)], [question(1, None, 60, None)], [1], ["points_disagree"]),
        ([essay(1, 50)], [question(1, None, 20, None)], [1], []),
        ([essay(1, None)], [question(1, 40, None)], [1], []),
        ([essay(1, 50), essay(2, 50)], [question(2, 50, None)], [2], ["question_without_rubric"]),
        ([essay(1, 50)], [question(1, 50, None), question(3, 50, None)], [1], ["rubric_without_question"]),
        ([essay(1, 50)], [question(1, 50, None), question(1, 40, None)], [1], ["rubric_repeated"]),
        ([essay(1, 50, 20, 30)], [question(1, None, 10, 15, sub=1)], [1], ["points_disagree", "points_disagree"]),
        ([essay(1, 25, 25)], [question(1, None, 25, sub=2)], [1], ["sub_question_unknown"]),
    ],
)
def test_match(essays: list[Essay], questions: list[RubricQuestion], pairs: list[int], expected: list[str]) -> None:
    match = match_rubric(essays, questions)
    assert [first.number for first, _ in match.pairs] == pairs
    assert all(first.number == second.number for first, second in match.pairs)
    assert [problem.code for problem in match.problems] == expected


def test_subjects() -> None:
    assert sum(max(subject.points) for code in ("constitutional_administrative", "civil", "criminal", "commercial") if (subject := subject_of_code(code))) == 800
    assert essay_subject("刑法 與刑事訴訟法") is not None and essay_subject("刑法") is None
    assert essay_subject_in("民法與民事訴訟法（二）評分要點") == ("民法與民事訴訟法(二)", subject_of_code("civil_2"))


def test_command_prints_one_line_a_paper(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "rubric.jsonl"
    file.write_bytes(json_lines(*ROWS))
    assert main(["parse", "rubric", str(file)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["file"], line["subject_code"], len(line["questions"])) for line in lines] == [(str(file), "tax", 2), (str(file), "civil_1", 1)]


PIECES = st.sampled_from(["第一題", "第二題", "評分要點", "【評分要點】", "【閱卷委員的話】", "一、", "㈠", "1.", "●", "（10分）", "10分", "若僅", "酌給5分。", "第一子題", "甲", "。", "\n", " ", "（", "）", "113年", "商事法"])


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode), st.lists(PIECES, max_size=40).map(lambda pieces: "".join(pieces).encode())))
def test_any_bytes(data: bytes) -> None:
    for found in read_rubric(data):
        json.dumps(found.to_dict(), ensure_ascii=False)
        assert found.kind == "rubric" or found.problems
        for asked in found.questions:
            assert [point.criterion_number for point in asked.scoring_points] == list(range(1, len(asked.scoring_points) + 1))
            assert all(point.content.strip() and (point.points is None or point.points >= 0) for point in asked.scoring_points)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["year", "subject", "question_number", "scoring_points", "points", "content", "questions", "remarks"]), inner, max_size=5)))
def test_any_json(value: object) -> None:
    for found in read_rubric(json_lines(value)):
        found.to_dict()


@given(st.lists(st.tuples(st.integers(1, 30), st.booleans()), min_size=1, max_size=12))
def test_points_come_back_and_missing_ones_stay_null(values: list[tuple[int, bool]]) -> None:
    lines = [RubricLine("113年商事法"), RubricLine("第一題")]
    lines += [RubricLine(f"{index}.甲應負責" + (f"（{value}分）" if stated else "") + "。") for index, (value, stated) in enumerate(values, 1)]
    (asked,) = read_lines(lines).questions
    assert [point.points for point in asked.scoring_points] == [value if stated else None for value, stated in values]
