"""The rows of a sheet, from JSON lines or CSV, with typed fields: what a field must not hold is an error that names file, line, field, found and allowed."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines

_YES_NO = {"true": True, "yes": True, "1": True, "是": True, "有": True, "false": False, "no": False, "0": False, "否": False, "无": False}
_NUMBER = re.compile(r"[+-]?(\d{1,300}(\.\d{1,300})?|\.\d{1,300})", re.ASCII)
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Row:
    """One row. A field that is missing, null or (CSV) empty holds nothing: None. Every method raises JsonLineError for a value of another type."""

    source: str
    number: int
    values: Mapping[str, Any]
    csv: bool = False

    def error(self, field: str, found: str, allowed: str) -> JsonLineError:
        """The error that says what the field holds and what it may hold."""
        return JsonLineError(self.source, self.number, f"field {field!r}: found {found}, allowed {allowed}")

    def text(self, field: str) -> str:
        """A text that must be there and not be blank."""
        return self._wanted(field, self.text_or_none(field), "a text that is not blank")

    def text_or_none(self, field: str) -> str | None:
        """A text; blank ones are none."""
        value = self._value(field)
        if value is not None and not isinstance(value, str):
            raise self.error(field, kind_of(value), "a text")
        return value.strip() or None if value is not None else None

    def share_or_none(self, field: str) -> float | None:
        """A number; in CSV also a percentage (80% is 0.8), which what is no share must not be."""
        value = self._value(field)
        if isinstance(value, str) and self.csv and value.strip().endswith("%") and _NUMBER.fullmatch(digits := value.strip()[:-1].strip()):
            return float(Fraction(digits) / 100)
        return self.number_or_none(field)

    def number_or_none(self, field: str) -> float | None:
        """A number."""
        value = self._value(field)
        if isinstance(value, str) and self.csv:
            if _NUMBER.fullmatch(digits := value.strip()):
                number = Fraction(digits)
                return int(number) if number.denominator == 1 else float(number)
        elif value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
            return value
        raise self.error(field, shown(value), "a number")

    def whole(self, field: str) -> int:
        """A whole number >= 0 that must be there."""
        value = self._wanted(field, self.number_or_none(field), "a whole number >= 0")
        if value != value or value in (float("inf"), float("-inf")) or value < 0 or value != int(value):
            raise self.error(field, shown(self.values[field]), "a whole number >= 0")
        return int(value)

    def flag(self, field: str, default: bool | None = None) -> bool:
        """True or false; in CSV also yes, no, 1, 0, 是, 否, 有, 无. It must be there where there is no ``default``."""
        value = self._value(field)
        if value is None and default is not None:
            return default
        if isinstance(value, str) and self.csv and (known := _YES_NO.get(value.strip().lower())) is not None:
            return known
        if not isinstance(value, bool):
            raise self.error(field, "nothing" if value is None else shown(value), "true or false")
        return value

    def words(self, field: str) -> tuple[str, ...]:
        """A list of texts; in CSV separated by semicolons. Raises: for one that stands twice."""
        value = self._value(field)
        if isinstance(value, str) and self.csv:
            value = [word.strip() for word in re.split("[;；]", value) if word.strip()]
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(word, str) and word.strip() for word in value):
            raise self.error(field, shown(value), "a list of texts that are not blank")
        if len(set(value)) < len(value):
            raise self.error(field, shown(value), "each text once")
        return tuple(value)

    @contextmanager
    def named(self) -> Iterator[None]:
        """A LegalMetricsError that is raised within is raised with file and line."""
        try:
            yield
        except JsonLineError:
            raise
        except LegalMetricsError as error:
            raise JsonLineError(self.source, self.number, str(error)) from error

    def _value(self, field: str) -> Any:
        value = self.values.get(field)
        return None if self.csv and isinstance(value, str) and not value.strip() else value

    def _wanted(self, field: str, value: _Made | None, allowed: str) -> _Made:
        if value is None:
            raise self.error(field, "nothing", allowed)
        return value


def read_rows(lines: Iterable[bytes], *, source: str, fields: Sequence[str]) -> Iterator[Row]:
    """The rows of a sheet: JSON lines or, where ``source`` ends in ``.csv``, CSV with a header. ``fields``: the names that a row may have.

    Columns of a CSV without a name, which spreadsheets add, may hold nothing.
    Raises: JsonLineError naming file and line, for a field that is none of ``fields``, bytes that are not UTF-8, a CSV without a header, a CSV row with
    more cells than its header.

    >>> [row.whole("label") for row in read_rows([b"item,label", b"a,2"], source="safety.csv", fields=("item", "label"))]
    [2]
    """
    is_csv = source.lower().endswith(".csv")
    for number, values in _csv_rows(lines, source, fields) if is_csv else read_json_lines(lines, source=source):
        _check_fields(values, fields, source, number)
        yield Row(source, number, values, is_csv)


def _check_fields(names: Iterable[str], fields: Sequence[str], source: str, number: int) -> None:
    for name in names:
        if name not in fields:
            raise JsonLineError(source, number, f"unknown field {name!r}, allowed {', '.join(fields)}")


def _csv_rows(lines: Iterable[bytes], source: str, fields: Sequence[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    reader = csv.reader(_decoded(lines, source), strict=True)
    header: list[str] | None = None
    begins = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            if header is None:
                raise JsonLineError(source, 1, f"found no header, allowed a line with names of columns: {', '.join(fields)}") from None
            return
        except csv.Error as error:
            raise JsonLineError(source, max(reader.line_num, 1), f"found broken CSV ({error}), allowed cells with commas between them") from error
        number, begins = begins, reader.line_num + 1
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = [cell.strip() for cell in cells]
            names = [name for name in header if name]
            if len(set(names)) < len(names):
                raise JsonLineError(source, number, "found a name twice in the header, allowed each name once")
            _check_fields(names, fields, source, number)
        elif len(cells) > len(header):
            raise JsonLineError(source, number, f"found {len(cells)} cells, allowed the {len(header)} of the header")
        elif nameless := [cell for name, cell in zip(header, cells, strict=False) if not name and cell.strip()]:
            raise JsonLineError(source, number, f"found {shown(nameless[0])} in a column without a name, allowed nothing there")
        else:
            yield number, {name: cell for name, cell in zip(header, cells, strict=False) if name}


def _decoded(lines: Iterable[bytes], source: str) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise JsonLineError(source, number, f"found bytes that are not UTF-8 (byte {error.start + 1}), allowed UTF-8") from error
        yield text if text.endswith(("\n", "\r")) else text + "\n"
