"""Files of human lines: JSON lines, or one JSON list, of ``schemas/human_line.schema.json``.

``{"exam": "lawyers", "year": 2023, "percentile": 33, "name": "", "total": 455.0, "composition": 52.0, "source": "…", "invented": false}``
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.json_lines import kind_of, read_json_lines
from legal_metrics.metrics.exam_totals import EXAMS
from legal_metrics.metrics.human_lines import HumanLine

KEYS: tuple[str, ...] = ("exam", "year", "percentile", "name", "total", "composition", "source", "invented")
_OPTIONAL = ("name", "invented")
_FIRST_YEAR, _LAST_YEAR = 1950, 2200


class HumanLinesError(LegalMetricsError):
    """A record of human lines that cannot be used.

    >>> str(HumanLinesError("lines.jsonl, line 2", "year", "found '2023', allowed a whole number"))
    "lines.jsonl, line 2: field 'year': found '2023', allowed a whole number"
    """

    def __init__(self, where: str, field: str, why: str) -> None:
        self.where = where
        self.field = field
        self.why = why
        super().__init__(f"{where}: field {field!r}: {why}" if field else f"{where}: {why}")


def read_human_lines(content: bytes, *, source: str = "human lines") -> tuple[HumanLine, ...]:
    """Read the bytes of a file of human lines; ``source`` names it in messages.

    A line names its exam, its year (2021–2024 is what the paper averages), the top percentile of the examinees in (0, 100] or null, then a ``name`` (admitted); their
    mean ``total`` with composition and mean ``composition`` in points, null where not published; ``source`` says where the figures stand, and ``invented`` that
    they stand nowhere. Law papers, total minus composition, lie between 0 and the exam's points.
    Raises: HumanLinesError naming place and field; JsonLineError for broken JSON; WrongTypeError for anything but bytes.

    >>> line = b'{"exam": "lawyers", "year": 2023, "percentile": 33, "total": 455, "composition": 52, "source": "Table 1"}'
    >>> read_human_lines(line)[0].law_papers
    403.0
    """
    if not isinstance(content, bytes):
        raise WrongTypeError("content", content, "bytes of a file")
    found: list[HumanLine] = []
    taken: dict[tuple[object, ...], str] = {}
    for where, row in _rows(content, source):
        line = _line(row, where)
        other = taken.setdefault((line.group, line.year), where)
        if other != where:
            raise HumanLinesError(where, "", f"found the group and year of {other}, allowed each group once a year")
        found.append(line)
    if not found:
        raise HumanLinesError(source, "", "found no line, allowed one or more")
    return tuple(found)


def _rows(content: bytes, source: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Where each record stands, and the record."""
    if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"["):
        yield from ((f"{source}, line {n}", row) for n, row in read_json_lines(io.BytesIO(content), source=source))
        return
    try:
        rows = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise HumanLinesError(source, "", f"found broken JSON ({error}), allowed a list of objects") from error
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise HumanLinesError(f"{source}, item {number}", "", f"found {kind_of(row)}, allowed an object")
        yield f"{source}, item {number}", row


def _line(row: Mapping[str, Any], where: str) -> HumanLine:
    def check(holds: bool, field: str, allowed: str) -> None:
        if not holds:
            raise HumanLinesError(where, field, f"found {shown(row.get(field))}, allowed {allowed}")

    for key in _first(row, lambda key: key not in KEYS):
        raise HumanLinesError(where, key, f"unknown, allowed {', '.join(KEYS)}")
    for key in _first(KEYS, lambda key: key not in row and key not in _OPTIONAL):
        raise HumanLinesError(where, key, "missing")
    exam, year, percentile, name = row["exam"], row["year"], row["percentile"], row.get("name", "")
    check(isinstance(exam, str) and exam in EXAMS, "exam", " or ".join(EXAMS))
    check(is_whole(year, _FIRST_YEAR) and year <= _LAST_YEAR, "year", f"a year from {_FIRST_YEAR} to {_LAST_YEAR}")
    check(
        percentile is None or (_is_number(percentile) and 0 < percentile <= 100),
        "percentile",
        "null or a number > 0 and <= 100",
    )
    check(
        isinstance(name, str) and (bool(name.strip()) or percentile is not None),
        "name",
        "a name where percentile is null",
    )
    for field in ("total", "composition"):
        check(row[field] is None or (_is_number(row[field]) and row[field] >= 0), field, "null or points >= 0")
    check(isinstance(row["source"], str) and bool(row["source"].strip()), "source", "where the figures stand")
    check(isinstance(row.get("invented", False), bool), "invented", "true or false")
    total, composition = row["total"], row["composition"]
    line = HumanLine(
        exam,
        int(year),
        None if percentile is None else float(percentile),
        None if total is None else float(total),
        None if composition is None else float(composition),
        name=name,
        source=row["source"],
        invented=row.get("invented", False),
    )
    most = EXAMS[exam].total
    points = line.law_papers
    check(
        points is None or 0 <= points <= most, "total", f"a total that leaves 0 to {most:g} points without composition"
    )
    return line


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _first(keys: Iterable[str], wrong: Any) -> list[str]:
    return [key for key in keys if wrong(key)][:1]
