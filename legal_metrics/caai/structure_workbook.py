"""Excel workbooks (.xlsx, .xlsm) as trees, read by openpyxl (extra ``structured``).

Elements: ``sheet`` (its name), ``column`` (a heading, in the first row that holds anything) and ``cell`` (by heading and row, or by address). A formula is the
value that Excel kept for it; where it kept none (the file was never opened in Excel), the formula as it is written. Days and times are ISO texts. Of merged
cells the first holds the content. Hidden sheets, rows and columns count.
"""

from __future__ import annotations

import datetime
import warnings
import zlib
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from legal_metrics.caai.forms import Scalar
from legal_metrics.caai.structure_readers import Structure, StructureError, table_node
from legal_metrics.caai.structure_tree import Node
from legal_metrics.errors import MissingExtraError

MOST_CELLS = 1_000_000
"""Cells with content that are read of one workbook."""
MOST_BYTES = 512 * 1024 * 1024
"""Bytes of one workbook when unpacked."""

# What zipfile, ElementTree and openpyxl raise for files that are damaged or made to harm.
_BROKEN = (BadZipFile, zlib.error, EOFError, OSError, SyntaxError, ValueError, TypeError, AttributeError, LookupError, RuntimeError, OverflowError)


def read_workbook(data: bytes, *, cells: str = "headings") -> Structure:
    """A workbook as a tree. Bounds: ``MOST_CELLS`` cells, ``MOST_BYTES`` unpacked.

    Raises: StructureError for bytes that are no workbook, a damaged one or one beyond the bounds; MissingExtraError.
    """
    try:
        import openpyxl
    except ImportError as error:
        raise MissingExtraError("openpyxl", "structured") from error
    try:
        with ZipFile(BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > MOST_BYTES:
            raise StructureError("xlsx", f"{size} bytes when unpacked, allowed {MOST_BYTES}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of openpyxl, on styles and validations that it does not keep: no content
            sheets = _sheets(openpyxl, data, values=False)
            if any(isinstance(content, _Formula) for _, rows in sheets for _, row in rows for _, content in row):
                sheets = _with_values(sheets, _sheets(openpyxl, data, values=True))
    except StructureError:
        raise
    except _BROKEN as error:
        raise StructureError("xlsx", f"no workbook that can be read ({type(error).__name__}: {error})") from error
    nodes = tuple(
        table_node(((n, [(c, _scalar(v)) for c, v in row]) for n, row in rows), cells=cells, step=name, kind="sheet", value=name) for name, rows in sheets
    )
    return Structure(Node(children=nodes))


class _Formula(str):
    """A formula as it is written, with its equals sign."""

    __slots__ = ()


_Sheets = list[tuple[str, list[tuple[int, list[tuple[int, Any]]]]]]


def _sheets(openpyxl: Any, data: bytes, *, values: bool) -> _Sheets:
    """Name of each sheet, its rows and their cells that hold anything, by number. ``values``: of formulas, what Excel kept."""
    workbook = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=values)
    try:
        n_cells, sheets = 0, []
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()  # writers often state them wrongly
            rows = []
            for row in sheet.iter_rows():
                kept = [(cell.column, _content(cell)) for cell in row if cell.value is not None]
                if kept:
                    rows.append((next(cell.row for cell in row if cell.value is not None), kept))
                n_cells += len(kept)
                if n_cells > MOST_CELLS:
                    raise StructureError("xlsx", f"more than {MOST_CELLS} cells")
            sheets.append((sheet.title, rows))
        return sheets
    finally:
        workbook.close()


def _content(cell: Any) -> Any:
    return _Formula(getattr(cell.value, "text", cell.value)) if cell.data_type == "f" else cell.value


def _with_values(written: _Sheets, kept: _Sheets) -> _Sheets:
    """The cells as they are written, each formula with the value that was kept for it, where there is one."""
    values = [{(n, c): value for n, row in rows for c, value in row} for _, rows in kept]
    return [
        (name, [(n, [(c, of.get((n, c), v) if isinstance(v, _Formula) else v) for c, v in row]) for n, row in rows])
        for (name, rows), of in zip(written, values, strict=True)
    ]


def _scalar(value: Any) -> Scalar:
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(sep=" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, _Formula):
        return str.__str__(value)
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
