"""Lines by character position; every expected place is where the test itself put the text."""

from __future__ import annotations

import io

import pytest
from exam_pdfs import At, Picture, Stroke, make_pdf
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.pdf_lines import PdfText, read_pdf


def texts(read: PdfText) -> list[str]:
    return [line.text for page in read.pages for line in page.lines]


def test_order_on_the_page_counts_not_order_in_the_file() -> None:
    read = read_pdf(make_pdf([At(60, 120, "第二行"), At(200, 100, "右"), At(60, 100, "左"), At(60, 140, "\ue18c選項")]))
    assert [text.replace(" ", "") for text in texts(read)] == ["左右", "第二行", "\ue18c選項"]


def test_one_position_for_each_character() -> None:
    line = read_pdf(make_pdf([At(60, 100, "甲乙a", size=12)])).pages[0].lines[0]
    assert line.text == "甲乙a"
    assert line.xs == pytest.approx((60, 72, 84))
    assert line.ends == pytest.approx((72, 84, 90))
    assert (line.y, line.size, line.page) == (pytest.approx(100), pytest.approx(12), 1)


def test_baselines_within_two_points_are_one_line() -> None:
    assert len(texts(read_pdf(make_pdf([At(60, 100, "甲"), At(72, 101.5, "乙"), At(60, 104, "丙")])))) == 2


def test_white_text_is_left_out_and_counted() -> None:
    read = read_pdf(make_pdf([At(60, 100, "看得見"), At(60, 120, "看不見", white=True)]))
    assert texts(read) == ["看得見"]
    assert [(problem.where, problem.code) for problem in read.problems] == [("p.1", "white_text")]
    assert "看不見" in read.problems[0].what


def test_doubled_glyphs_are_left_out_and_counted() -> None:
    read = read_pdf(make_pdf([At(60, 100, "共十分"), At(60, 120, "人人"), At(71.3, 100, "十")]))
    assert texts(read) == ["共十分", "人人"]
    assert [problem.code for problem in read.problems] == ["doubled_glyphs"]


def test_lines_and_images_are_measured_from_the_upper_left_corner() -> None:
    page = read_pdf(make_pdf([At(60, 100, "甲"), Stroke(60, 103, 90, 103), Stroke(40, 50, 40, 90), Picture(45, 90, 8, 11)])).pages[0]
    across, down = page.rules
    assert (across.horizontal, down.horizontal) == (True, False)
    assert (across.left, across.top, across.right) == pytest.approx((60, 103, 90), abs=1)
    assert (down.left, down.top, down.bottom) == pytest.approx((40, 50, 90), abs=1)
    assert page.images[0] == pytest.approx((45, 90, 53, 101), abs=0.1)
    assert (page.width, page.height) == pytest.approx((595, 842))


def test_a_slanted_line_is_a_shape() -> None:
    page = read_pdf(make_pdf([At(60, 100, "甲"), Stroke(60, 200, 160, 300)])).pages[0]
    assert page.rules == ()
    assert page.shapes[0] == pytest.approx((60, 200, 160, 300), abs=1)


def test_files_without_text_say_why() -> None:
    assert read_pdf(make_pdf([Picture(0, 0, 595, 842)])).unreadable == "scanned"
    assert read_pdf(make_pdf([At(60, 100, "甲")], password="secret")).unreadable == "encrypted"
    assert read_pdf(b"%PDF-1.7 broken").unreadable == "damaged"
    assert read_pdf(b"").unreadable == "damaged"


def test_an_empty_password_is_opened_and_said() -> None:
    read = read_pdf(make_pdf([At(60, 100, "甲乙")], owner_only=True))
    assert texts(read) == ["甲乙"]
    assert [problem.code for problem in read.problems] == ["encrypted_empty_password"]


def test_characters_without_unicode_value_make_the_text_layer_useless() -> None:
    data = make_pdf([At(60, 100, "甲乙丙丁")])
    assert read_pdf(data).unreadable == ""
    assert read_pdf(data.replace(b"/ToUnicode", b"/ToNothing")).unreadable == "unmapped"


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    assert read_pdf(b"%PDF-1.4\n" + data).unreadable in ("", "damaged", "scanned", "encrypted", "unmapped")


def test_a_hyphen_that_ends_a_line_stays_a_hyphen() -> None:
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)  # the library marks such hyphens, in the built-in fonts too
    canvas.drawString(60, 700, "a three-")
    canvas.drawString(60, 680, "schema architecture, two-phase")
    canvas.save()
    assert texts(read_pdf(data.getvalue())) == ["a three-", "schema architecture, two-phase"]


def test_specks_are_left_out_and_counted() -> None:
    """A letter of one point below an index, as one word processor leaves it; a page printed small as a whole has no specks."""
    read = read_pdf(make_pdf([At(60, 100, "維生素B"), At(107, 103.2, "B", size=1), At(107, 102.1, "12", size=7)]))
    assert "B" not in "".join(texts(read)[1:])
    assert [(problem.where, problem.code) for problem in read.problems] == [("p.1", "specks")]
    assert texts(read_pdf(make_pdf([At(60, 100, "小字", size=1.5)]))) == ["小字"]
