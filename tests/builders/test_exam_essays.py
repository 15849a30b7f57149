"""Essay parts of question papers: layouts written here, read back; expected values are what the layout says, by hand."""

from __future__ import annotations

import pytest
from essay_lines import Image, TestLine, line, page_lines
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.exam import Essay, ExamProblem, QuestionGroup
from builders.parse.exam_essays import read_essays


def essays(layout: str, **options: object) -> tuple[Essay, ...]:
    return read_essays(page_lines(layout), **options)[0]  # type: ignore[arg-type]


def codes(problems: tuple[ExamProblem, ...]) -> list[str]:
    return [problem.code for problem in problems]


FOUR = """
    34|一、甲向乙借用機車後逾期不還，乙得主張何種權利？請依民法之規定說明↵
    之。（25 分）
    34|二、何謂行政處分？（25 分）
    34|三、何謂法律保留？試舉例說明之。↵
    （25 分）
    34|四、何謂比例原則？（25 分）
"""

# layout, points of the questions, sub-questions (number, points) of each question
LAYOUTS = {
    "four plain questions, points on a line of their own": (FOUR, [25, 25, 25, 25], [[], [], [], []]),
    "blanks inside tokens": (
        "34|一 、試述甲。（ 50 分 ）\n34|二 、試述乙。（ 5 0 分）",
        [50, 50],
        [[], []],
    ),
    "points split over lines": ("34|一、試述甲之要件及其效果與例外，並附理由說明（每小題 25↵\n分，共 50 分）\n㈠要件\n㈡效果\n34|二、試述乙。（50↵\n分）", [50, 50], [[(1, 25), (2, 25)], []]),
    "sub-questions with points": (
        "34|一、甲殺乙。\n㈠甲之刑責？（30 分）\n㈡乙之家屬得為何主張？（20 分）\n34|二、試述丙。（50 分）",
        [50, 50],
        [[(1, 30), (2, 20)], []],
    ),
    "stated total and sub-questions that agree": ("34|一、回答下列問題：（100 分）\n㈠甲？（40 分）\n㈡乙？（60 分）", [100], [[(1, 40), (2, 60)]]),
    "points for each sub-question": ("34|一、解釋名詞：（每小題 25 分，共 100 分）\n㈠甲\n㈡乙\n㈢丙\n㈣丁", [100], [[(n, 25) for n in (1, 2, 3, 4)]]),
    "total first, each second": ("34|一、解釋名詞（100分，每小題50分）\n㈠甲\n㈡乙", [100], [[(1, 50), (2, 50)]]),
    "each alone": ("34|一、解釋名詞：（各50分）\n㈠甲\n㈡乙", [100], [[(1, 50), (2, 50)]]),
    "total behind the last sub-question": ("34|一、回答：\n㈠甲？\n㈡乙？（100 分）", [100], [[(1, None), (2, None)]]),
    "each behind the last sub-question": ("34|一、回答：\n㈠甲？\n㈡乙？（每小題 50 分，共 100 分）", [100], [[(1, 50), (2, 50)]]),
    "named parts": ("34|一、回答：（㈠40分，㈡60分）\n㈠甲？\n㈡乙？", [100], [[(1, 40), (2, 60)]]),
    "several brackets in one question": ("34|一、何謂甲？（40 分）何謂乙？（30 分）兩者有何關係？（30 分）", [100], [[]]),
    "several brackets in one sub-question": ("34|一、回答：\n㈠甲？（20 分）乙？（30 分）\n㈡丙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "question asks before its sub-questions": ("34|一、何謂甲？（20 分）並回答下列問題：\n㈠乙？（30 分）\n㈡丙？（50 分）", [100], [[(1, 30), (2, 50)]]),
    "bracketed Chinese numerals": ("34|一、回答：\n（一）甲？（50 分）\n（二）乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "half-width brackets": ("34|一、回答：\n(一)甲？(50 分)\n(二)乙？(50 分)", [100], [[(1, 50), (2, 50)]]),
    "Arabic sub-questions": ("34|一、回答：\n1.甲？（50 分）\n2.乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "Arabic numerals in brackets": ("34|一、回答：\n(1)甲？（50 分）\n(2)乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "private-use marks": ("34|一、回答：\n\ue129甲？（50 分）\n\ue12a乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "private-use numerals": ("34|一、回答：\n\ue0c6甲？（50 分）\n\ue0c7乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "sub-question on the line of the numeral": ("34|一、㈠甲？（50 分）\n㈡乙？（50 分）", [100], [[(1, 50), (2, 50)]]),
    "an outer level wins over the inner one": (
        "34|一、回答：\n㈠依下列事實說明：（60 分）\n82|1.事實甲\n82|2.事實乙\n㈡丙？（40 分）",
        [100],
        [[(1, 60), (2, 40)]],
    ),
    "facts are numbered, the sub-questions are marked otherwise": (
        "34|一、事實如下：\n㈠甲為公司董事。\n㈡乙為股東。\n問：\n1.甲之責任？（60 分）\n2.乙之權利？（40 分）",
        [100],
        [[(1, 60), (2, 40)]],
    ),
    "numbered facts and a question behind them": (
        "34|一、需求如下：\n1.甲公司有許多部門，每一部門有部門名稱及主管人員，其名稱均可作為↵\n82|辨識之用。\n2.乙\n請設計之。（100 分）",
        [100],
        [[]],
    ),
    "a line that begins with a reference to another part": (
        "34|一、回答：\n㈠甲？（50 分）\n㈡承上題，甲向乙請求損害賠償之訴訟標的及其請求權基礎為何？請就↵\n82|㈠之情形說明。（50 分）",
        [100],
        [[(1, 50), (2, 50)]],
    ),
    "side by side": ("34|一、下列查詢之目的為何？\n90|㈠（50 分）        ㈡（50 分）\n90|select a          select b\n90|from t            from u", [100], [[(1, 50), (2, 50)]]),
    "more than ten questions": (
        "\n".join(f"34|{n}、試述甲。（{p} 分）" for n, p in zip([*"一二三四五六七八九十", "十一"], [10] * 9 + [5, 5], strict=True)),
        [10] * 9 + [5, 5],
        [[]] * 11,
    ),
    "decimal points": ("34|一、試述甲。（12.5 分）\n34|二、試述乙。（87.5 分）", [12.5, 87.5], [[], []]),
    "points stated once for all questions": ("34|（每題 50 分，共 100 分）\n34|一、甲？\n34|二、乙？", [50, 50], [[], []]),
    "items of one sub-question": ("34|一、回答：\n㈠甲？（40 分）\n㈡解釋：（每項 20 分）\n82|1.乙\n82|2.丙\n82|3.丁", [100], [[(1, 40), (2, 60)]]),
    "subjects with numeral words are no numerals": ("34|一、三級產業為何？（50 分）\n二、三級防制區之規模如何？\n34|二、甲？（50 分）", [50, 50], [[], []]),
    "papers in another language": ("34|1. Describe your town. (50 points)\n34|2. Translate: (50 points)\n82|(a) the law\n82|(b) the court", [50, 50], [[], []]),
    "Roman numerals": ("34|Ⅰ、試述甲。（50 分）\n34|Ⅱ、試述乙。（50 分）", [50, 50], [[], []]),
    "第一題": ("34|第一題\n試述甲。（50 分）\n34|第二題\n試述乙。（50 分）", [50, 50], [[], []]),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name: str) -> None:
    layout, points, parts = LAYOUTS[name]
    found, problems = read_essays(page_lines(layout))
    assert [essay.points for essay in found] == points
    assert [[(part.number, part.points) for part in essay.sub_questions] for essay in found] == parts
    assert [essay.number for essay in found] == list(range(1, len(points) + 1))
    assert problems == ()


def test_texts_are_joined_without_blanks_and_keep_their_points() -> None:
    first, _, third, _ = essays(FOUR)
    assert first.text == "甲向乙借用機車後逾期不還，乙得主張何種權利？請依民法之規定說明之。（25分）"
    assert third.text == "何謂法律保留？試舉例說明之。（25分）"


def test_words_of_other_scripts_stay_apart_and_hyphens_stay() -> None:
    (essay,) = essays("34|一、何謂 deep↵\nlearning 與 two-↵\nphase locking？（100 分）")
    assert essay.text == "何謂deep learning與two-phase locking？（100分）"


def test_short_lines_end_paragraphs() -> None:
    (essay,) = essays("34|一、甲將其所有之土地出租於乙，租期五年，其後甲又將該土地出賣於丙，並↵\n完成登記。\n乙得否對丙主張租賃權？（100 分）")
    assert essay.text.split("\n") == ["甲將其所有之土地出租於乙，租期五年，其後甲又將該土地出賣於丙，並完成登記。", "乙得否對丙主張租賃權？（100分）"]


def test_blanks_beside_chinese_characters_are_closed_and_those_between_words_stay() -> None:
    (essay,) = essays("34|一、系 統 開 發 之 前 （ System Design ） 應 先 評 估↵\n第 3 條之要件。（ 100 分 ）")
    assert essay.text == "系統開發之前（System Design）應先評估第3條之要件。（100分）"


def test_cells_of_a_table_stay_apart() -> None:
    row = TestLine("編號姓名", (66.0, 80.0, 180.0, 194.0), (80.0, 94.0, 194.0, 208.0), 160.0, 14.0, 1)
    found, _ = read_essays([*page_lines("34|一、如下表所示，請設計之。（100 分）"), row])
    assert found[0].text.endswith("\n編號 姓名")


REFERENCE = """
    34|一、甲向乙買受房屋，付款後拒不交屋。
    ㈠乙得主張何權利？（60 分）
    ㈡如乙死亡，其結論有無不同？（40 分）
    {x}|參考法條
    {x}|〈住宅借用條例〉
    {x}|第 7 條
    {x}|借用人應遵守下列規定：
    {x}|一、不得轉借。
    {x}|二、不得毀損。
    {x}|〈住宅借用條例施行細則〉（節錄）
    {x}|第 3 條
    {x}|前條所稱轉借，指有償或無償交由他人使用。
    34|二、試述丙。（100 分）
"""


@pytest.mark.parametrize("x", [34, 40, 66, 69.3])
def test_lists_inside_reference_laws_are_no_questions(x: float) -> None:
    found, problems = read_essays(page_lines(REFERENCE.format(x=x)))
    assert [essay.points for essay in found] == [100, 100]
    assert [block.split("\n")[0] for block in found[0].reference_laws] == ["〈住宅借用條例〉", "〈住宅借用條例施行細則〉（節錄）"]
    assert "二、不得毀損。" in found[0].reference_laws[0]
    assert found[1].text == "試述丙。（100分）" and found[1].reference_laws == ()
    assert problems == ()


@pytest.mark.parametrize("heading", ["參考法條：", "【參考法條】", "參考條文：", "附：參考法規", "※參考法條", "參 考 法 條", "相關法條：", "附錄法條", "【附錄】", "＜參考條文＞", "參考法條（節錄）："])
def test_headings_of_reference_laws(heading: str) -> None:
    (essay,) = essays(f"34|一、試述甲。（100 分）\n{heading}\n民法第 184 條：因故意致生損害者，負賠償責任。\n公司法第 8 條：董事為負責人。")
    assert essay.text == "試述甲。（100分）"
    assert [block[:3] for block in essay.reference_laws] == ["民法第", "公司法"]


def test_words_about_reference_are_no_heading() -> None:
    (essay,) = essays("34|一、試依\n參考法條之規定說明甲。（100 分）")
    assert essay.reference_laws == ()


def test_bracketed_reference_law_ends_with_its_bracket() -> None:
    (essay,) = essays("34|一、試述甲之責任。\n（參考法條：民法第 184 條）\n㈠乙？（50 分）\n㈡丙？（50 分）")
    assert essay.reference_laws == ("民法第184條",)
    assert [part.text for part in essay.sub_questions] == ["乙？（50分）", "丙？（50分）"]


def test_text_before_the_first_question_is_shared() -> None:
    found = essays("34|旅人甲搭船離港。\n34|根據上文作答：\n34|一、試述甲。（40 分）\n34|二、試述乙。（60 分）")
    assert [essay.group for essay in found] == [QuestionGroup(1, 2, "旅人甲搭船離港。\n根據上文作答：")] * 2


def test_text_between_questions_that_serves_later_ones_is_shared_by_them() -> None:
    found = essays("34|一、試述甲。（40 分）\n34|請依下列案例回答第二題至第三題：\n34|乙駕車肇事。\n34|二、試述乙。（30 分）\n34|三、試述丙。（30 分）")
    assert found[0].text == "試述甲。（40分）" and found[0].group is None
    assert found[1].group == found[2].group == QuestionGroup(2, 3, "請依下列案例回答第二題至第三題：\n乙駕車肇事。")


def test_part_without_numerals_is_one_essay_worth_the_part() -> None:
    found, problems = read_essays(page_lines("62|　　木桶能裝多少水，取決於最短的木板。請以此為題作文一篇。"), points=80)
    assert [(essay.number, essay.points, len(essay.sub_questions)) for essay in found] == [(1, 80, 0)]
    assert problems == ()


def test_labels_start_essays() -> None:
    found, problems = read_essays(page_lines("34|英文作文：（60 分）\nWrite about your town.\n34|翻譯：（40 分）\n試將下文譯為英文。"))
    assert [(essay.number, essay.points) for essay in found] == [(1, 60), (2, 40)]
    assert problems == ()


def test_instructions_are_left_out() -> None:
    layout = "58|㈠不必抄題，作答時請將試題題號及答案依照順序寫在申論試卷上，並以藍筆由左至↵\n72|右橫式作答。\n58|㈡本科目除專門名詞外，應使用本國文字作答。\n34|一、試述甲。（100 分）"
    (essay,) = essays(layout)
    assert essay.text == "試述甲。（100分）" and essay.group is None


def test_notice_is_left_out_with_every_item() -> None:
    layout = "34|※注意：㈠禁止使用電子計算器。\n78|㈡不必抄題，作答時請依序寫在試卷上。\n78|㈢本試題為範例。\n34|一、試述甲。（100 分）"
    (essay,) = essays(layout)
    assert essay.text == "試述甲。（100分）" and essay.group is None


def test_numerals_as_images_are_counted_by_place() -> None:
    lines = page_lines("試述甲。（60 分）\n（本行為說明）\n試述乙。（40 分）")
    images = {1: [Image(32.0, 91.0, 56.0, 97.0), Image(32.0, 130.0, 56.0, 140.0), Image(200.0, 300.0, 400.0, 500.0)]}
    found, problems = read_essays(lines, images=images)
    assert [(essay.number, essay.points) for essay in found] == [(1, 60), (2, 40)]
    assert found[0].text == "試述甲。（60分）\n（本行為說明）"
    assert codes(problems) == ["numeral_in_image"]


def test_words_as_images_start_sub_questions_and_are_said() -> None:
    lines = page_lines("34|一、回答下列問題：\n140|為何？（60 分）\n82|乙又為何？（40 分）")
    images = {1: [Image(66.0, 108.0, 140.0, 124.0), Image(66.0, 128.0, 84.0, 144.0)]}
    found, problems = read_essays(lines, images=images)
    assert [(part.number, part.points) for part in found[0].sub_questions] == [(1, 60), (2, 40)]
    assert codes(problems) == ["words_in_image"]


def test_scripts_stand_on_their_row() -> None:
    lines = [*page_lines("34|一、下列何者成長較快？（100 分）\n㈠n + 1\n㈡n + 2"), line("2", 87.0, 115.0, 8.0), line("3", 87.0, 135.0, 8.0)]
    found, _ = read_essays(sorted(lines, key=lambda row: row.y))
    assert [part.text for part in found[0].sub_questions] == ["n2 + 1", "n3 + 2"]


@pytest.mark.parametrize(
    ("layout", "weight", "expected"),
    [
        ("34|一、甲？（20 分）\n34|二、乙？（25 分）", None, ["points_total"]),
        ("34|一、甲？（20 分）\n34|二、乙？（25 分）", 50, ["points_total"]),
        ("34|一、甲？（25 分）\n34|二、乙？（25 分）", 50, []),
        ("34|一、甲？（25 分）\n34|二、乙？", 50, ["points_inferred"]),
        ("34|一、甲？\n34|二、乙？", 50, ["points_missing", "points_missing"]),
        ("34|一、回答：（100 分）\n㈠甲？（50 分）\n㈡乙？（40 分）", None, ["points_disagree"]),
        ("34|一、回答：（每小題 30 分，共 100 分）\n㈠甲？\n㈡乙？", None, ["points_disagree"]),
        ("34|一、回答：\n㈠甲？（50 分）\n㈡乙？\n㈢丙？（50 分）", None, ["points_missing", "points_missing"]),
        ("34|一、甲？（50 分）\n34|三、乙？（50 分）", None, ["question_missing"]),
        ("34|一、甲？（100 分）\n參考法條\n民法第 1 條：（20 分）", None, ["points_in_reference"]),
        ("34|一、甲\ue999？（100 分）", None, ["unmapped_glyph"]),
        ("34|一、甲？（100 分）\n參考法條\n\ufffd法", None, ["unmapped_glyph"]),
        ("", None, ["no_essay"]),
    ],
)
def test_what_is_uncertain_is_said(layout: str, weight: float | None, expected: list[str]) -> None:
    assert codes(read_essays(page_lines(layout), points=weight)[1]) == expected


PIECES = st.sampled_from(["一、", "二、", "十一、", "㈠", "㈡", "1.", "(2)", "（25 分）", "（每小題 5 分，共", "10 分）", "參考法條", "〈民法〉", "甲", "。", " ", "\ue129", "英文作文：", "請依下文回答第二題至第三題", "(", "）"])


@given(st.lists(st.tuples(st.sampled_from([20.0, 34.0, 66.0, 82.0, 300.0]), st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=8).map("".join)))), st.sampled_from([None, 50.0]))
def test_any_lines_are_read(rows: list[tuple[float, str]], weight: float | None) -> None:
    lines = [line(text, x, 100 + 20 * index) for index, (x, text) in enumerate(rows) if text]
    found, problems = read_essays(lines, points=weight, images={1: [Image(20, 95, 40, 105)]})
    assert all(essay.points is None or essay.points >= 0 for essay in found)
    assert found or codes(problems) == ["no_essay"]
    numbers = [essay.number for essay in found]
    assert numbers == sorted(set(numbers))
    letters = "".join("".join(text.split()) for _, text in rows if text)
    assert sum(len(essay.text) + sum(len(part.text) for part in essay.sub_questions) for essay in found) <= 4 * len(letters) + 200


@given(st.lists(st.integers(1, 12).map(lambda number: number * 5), min_size=1, max_size=9), st.integers(0, 3))
def test_points_come_back(points: list[int], parts: int) -> None:
    rows = []
    for numeral, value in zip("一二三四五六七八九", points, strict=False):
        marks = "㈠㈡㈢"[:parts] if parts > 1 else ""
        rows.append(f"34|{numeral}、試述甲：" + ("" if marks else f"（{value} 分）"))
        rows += [f"{mark}乙？（{value} 分）" for mark in marks]
    found = essays("\n".join(rows))
    assert [essay.points for essay in found] == [value * max(parts, 1) if parts > 1 else value for value in points]
