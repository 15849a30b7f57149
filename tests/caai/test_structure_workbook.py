"""Excel workbooks as trees: files that openpyxl writes here, and files that are damaged on purpose."""

from __future__ import annotations

import datetime
import sys
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.caai import structure_workbook
from legal_metrics.caai.structure_readers import StructureError
from legal_metrics.caai.structure_tree import elements_of
from legal_metrics.caai.structure_workbook import read_workbook
from legal_metrics.caai.structured import compare_structures, read_structure, structured_f1
from legal_metrics.errors import BadReferenceError, LegalMetricsError, MissingExtraError

openpyxl = pytest.importorskip("openpyxl")

Sheets = dict[str, list[list[Any]]]
CASES: Sheets = {
    "案件": [["案号", "案由", "金额", "立案日期"], ["甲1", "盗窃", 5000, datetime.date(2024, 1, 2)], ["甲2", "诈骗", 700.5, datetime.date(2024, 3, 4)]],
    "说明": [["制表", "某人"]],
}


def workbook(sheets: Sheets, merged: str = "") -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if merged:
            sheet.merge_cells(merged)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def seen(data: bytes, cells: str = "headings") -> list[tuple[str, tuple[str | int, ...], Any]]:
    return [(e.kind, e.place, e.value) for e in elements_of(read_workbook(data, cells=cells).root)]


def edited(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """The workbook with some bytes of one of its parts replaced."""
    out = BytesIO()
    with ZipFile(BytesIO(data)) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for entry in source.namelist():
            content = source.read(entry)
            if entry == name:
                assert old in content
                content = content.replace(old, new)
            target.writestr(entry, content)
    return out.getvalue()


def test_sheets_headings_and_cells() -> None:
    assert seen(workbook(CASES)) == [
        ("sheet", (), "案件"),
        *(("column", ("案件",), heading) for heading in CASES["案件"][0]),
        ("cell", ("案件", 2, "案号"), "甲1"),
        ("cell", ("案件", 2, "案由"), "盗窃"),
        ("cell", ("案件", 2, "金额"), 5000),
        ("cell", ("案件", 2, "立案日期"), "2024-01-02"),
        ("cell", ("案件", 3, "案号"), "甲2"),
        ("cell", ("案件", 3, "案由"), "诈骗"),
        ("cell", ("案件", 3, "金额"), 700.5),
        ("cell", ("案件", 3, "立案日期"), "2024-03-04"),
        ("sheet", (), "说明"),
        ("column", ("说明",), "制表"),
        ("column", ("说明",), "某人"),
    ]


def test_addresses_blank_rows_and_a_title_above_the_headings() -> None:
    data = workbook({"S": [[], [None, "统计表"], [], ["x", " ", True], [None, None, datetime.datetime(2024, 1, 2, 3, 4)]]}, merged="B2:C2")
    assert seen(data, "address") == [
        ("sheet", (), "S"),
        ("cell", ("S", "2", "B"), "统计表"),
        ("cell", ("S", "4", "A"), "x"),
        ("cell", ("S", "4", "C"), True),
        ("cell", ("S", "5", "C"), "2024-01-02 03:04:00"),
    ]
    assert seen(data)[1:3] == [("column", ("S",), "统计表"), ("cell", ("S", 4, "A"), "x")]


def test_golden_counts() -> None:
    # By hand: 2 sheets, 6 headings, 8 cells. Columns and sheets turned round, the first case left out (4 cells), an amount wrong and written as a text.
    reference = workbook(CASES)
    turned = [row[::-1] for row in (CASES["案件"][0], ["甲2", "诈骗", "700.6", "2024年3月4日"])]
    score = structured_f1([workbook({"说明": CASES["说明"], "案件": turned}), b"PK", None], [reference] * 3, format="xlsx")
    assert [(s.detail["tp"], s.detail["fp"], s.detail["fn"]) for s in score.samples] == [(11, 1, 5), (0, 0, 16), (0, 0, 16)]
    assert score.n_unparsed == 2 and "no workbook that can be read" in score.samples[1].detail["unread"]
    assert structured_f1([reference], [reference], format="xlsx", cells="address", matching="exact").value == 1.0


def test_a_formula_is_the_value_that_was_kept_for_it_or_else_itself() -> None:
    data = workbook({"S": [["a", "b"], [2, "=A2*2"], [3, "=A3*2"]]})
    assert [value for kind, _, value in seen(data) if kind == "cell"] == [2, "=A2*2", 3, "=A3*2"]
    kept = edited(data, "xl/worksheets/sheet1.xml", b"<f>A2*2</f><v />", b"<f>A2*2</f><v>4</v>")
    assert [value for kind, _, value in seen(kept) if kind == "cell"] == [2, 4, 3, "=A3*2"]


def test_a_wrong_dimension_hides_nothing() -> None:
    data = workbook(CASES)
    assert seen(edited(data, "xl/worksheets/sheet1.xml", b'ref="A1:D3"', b'ref="A1"')) == seen(data)


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(CASES)
    monkeypatch.setattr(structure_workbook, "MOST_CELLS", 5)
    with pytest.raises(StructureError, match="xlsx: more than 5 cells"):
        read_workbook(data)
    monkeypatch.setattr(structure_workbook, "MOST_BYTES", 1000)
    with pytest.raises(StructureError, match="bytes when unpacked, allowed 1000"):
        read_workbook(data)


DATA = workbook(CASES)


def test_other_files_are_refused() -> None:
    plain = BytesIO()
    with ZipFile(plain, "w") as archive:
        archive.writestr("a.txt", "x")
    old_excel = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    for data in (b"", b"PK\x03\x04", DATA[:-100], plain.getvalue(), old_excel):
        with pytest.raises(StructureError, match="xlsx: no workbook that can be read"):
            read_workbook(data)
    with pytest.raises(LegalMetricsError, match=r"data: found 'a,b', allowed the bytes of a \.xlsx file"):
        read_structure("a,b", "xlsx")
    with pytest.raises(BadReferenceError, match="record '#0', field 'xlsx'"):
        structured_f1([DATA], [b"PK"], format="xlsx")


def parts() -> dict[str, bytes]:
    with ZipFile(BytesIO(DATA)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@given(st.sampled_from(sorted(parts())), st.data())
@settings(max_examples=80, deadline=None)
def test_a_damaged_workbook_is_read_or_refused(part: str, draw: Any) -> None:
    content = parts()[part]
    start = draw.draw(st.integers(0, len(content) - 1))
    end = draw.draw(st.integers(start + 1, min(len(content), start + 40)))
    damaged = content[:start] + draw.draw(st.binary(max_size=6)) + content[end:]
    try:
        structure = read_workbook(edited(DATA, part, content, damaged))
    except StructureError:
        return
    assert compare_structures(structure, structure).exact


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtraError, match=r"openpyxl is needed here: pip install 'legal-metrics\[structured\]'"):
        read_workbook(DATA)
