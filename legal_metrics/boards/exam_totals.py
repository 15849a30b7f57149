"""Totals of the second test beside the lines of people (the paper's figure 3), from what ``legal-metrics exam --json`` wrote."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from legal_metrics.boards.standings import ACCESS_TITLES
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.model_facts import ModelFacts
from legal_metrics.reported import ReportFormatError, ReportReader
from legal_metrics.stats.bootstrap import Interval
from legal_metrics.tables import Cell, Column, Note, Row, Table, mark_best

TITLES: Mapping[str, tuple[str, str]] = {
    "lawyers": ("Examination for lawyers", "律師考試"),
    "judges_prosecutors": ("Examination for judges and prosecutors", "司法官考試"),
}
PEOPLE = "Human examinees 人類考生"


@dataclass(frozen=True, slots=True)
class ModelTotal:
    """A model's total in points, None where a paper is missing; ``passes`` and ``meets_points``: None where the source has no line."""

    model: str
    total: float | None
    interval: Interval | None
    n_questions: int
    passes: bool | None
    meets_points: bool | None
    incomplete_years: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HumanPoints:
    """People's points in law papers at one percentile (None: a group with a name), mean over the years; points None where a year is not published."""

    title: str
    points: float | None
    percentile: float | None = None


@dataclass(frozen=True, slots=True)
class ExamBoard:
    """One examination: its points, the models and the lines of people."""

    exam: str
    maximum: float
    models: tuple[ModelTotal, ...]
    lines: tuple[HumanPoints, ...]


@dataclass(frozen=True, slots=True)
class ExamBoards:
    """All examinations of one file. ``years``: those of the mean; ``invented``: lines are figures of no examination; ``kind``: of the records."""

    exams: tuple[ExamBoard, ...]
    years: tuple[int, ...]
    invented: bool
    kind: str


def read_exam_boards(report: Mapping[str, Any], *, name: str) -> ExamBoards:
    """Read the JSON object of ``legal-metrics exam --json``. ``name``: of the file, in messages.

    Raises: ReportFormatError for a missing field or one of another type.
    """
    whole = ReportReader(name, report)
    lines = whole.elements("human_lines")
    boards = []
    exams = whole.inside("exams")
    for exam in exams.value:
        models = exams.inside(exam)
        totals = tuple(_total(models.inside(model), model) for model in models.value)
        maxima = [_number(models.inside(model), "maximum") for model in models.value]
        people = _people([line for line in lines if line.text("exam") == exam])
        boards.append(ExamBoard(exam, max((value for value in maxima if value is not None), default=0.0), totals, people))
    years = whole.listed("years")
    return ExamBoards(tuple(boards), tuple(map(int, years)), bool(whole.typed("human_lines_invented", bool, "true or false")), str(whole.inside("dataset").text("kind")))


def _people(lines: Sequence[ReportReader]) -> tuple[HumanPoints, ...]:
    """The lines of one exam; a name that several percentiles share is told with each."""
    found = [HumanPoints(str(line.text("title")), _number(line, "law_papers"), _number(line, "percentile")) for line in lines]
    shared = Counter(line.title for line in found)
    return tuple(replace(line, title=f"{line.title}, top {line.percentile:g} %") if shared[line.title] > 1 and line.percentile is not None else line for line in found)


def exam_table(boards: ExamBoards, facts: Mapping[str, ModelFacts]) -> Table:
    """Totals of every model and exam with intervals, whether they pass, and the lines of people beneath."""
    columns: list[Column] = []
    cells: dict[str, list[Cell]] = {}
    remarks: dict[str, list[str]] = {}
    names = list(dict.fromkeys(model.model for board in boards.exams for model in board.models))
    people = (line for board in boards.exams for line in board.lines)
    lines = list(dict.fromkeys(line.title for line in sorted(people, key=lambda line: math.inf if line.percentile is None else line.percentile)))
    for board in boards.exams:
        title, zh = TITLES.get(board.exam, (board.exam, ""))
        columns += [
            Column(board.exam, "Total", zh, "points", unit=f"of {board.maximum:g} points", group=title),
            Column(f"{board.exam}_passes", "Passes", "錄取標準", "text", None, group=title),
        ]
        totals = {model.model: model for model in board.models}
        for name in names:
            found = totals.get(name)
            cells.setdefault(name, []).extend(_cells(found))
            if found and found.incomplete_years:
                remarks.setdefault(name, []).append(f"no total at the {title.lower()}: nothing whole for {', '.join(found.incomplete_years)}")
        points = {line.title: line.points for line in board.lines}
        for line in lines:
            note = "" if line not in points else "not published for every year"
            value = points.get(line)
            cells.setdefault(f"people: {line}", []).extend((Cell.of(value, note="" if value is not None else note), Cell("")))
    grouped = any(facts.get(name) for name in names)
    order = {name: place for place, name in enumerate(sorted(names, key=lambda name: _place(cells[name][0], facts.get(name), name)))}
    rows = [_row(name, facts, cells[name], grouped, remarks.get(name, [])) for name in sorted(names, key=order.__getitem__)]
    rows += [Row(f"people: {line}", line, tuple(cells[f"people: {line}"]), PEOPLE) for line in lines]
    table = mark_best(Table("exam-totals", "Totals of the second test", tuple(columns), tuple(rows), "申論題考試總分", "Model", ()))
    return Table(table.key, table.title, table.columns, tuple(_unmarked(row) for row in table.rows), table.zh, table.head, _notes(boards))


def _unmarked(row: Row) -> Row:
    """Lines of people compete with nobody."""
    if row.group != PEOPLE:
        return row
    return Row(row.key, row.head, tuple(Cell(cell.value, cell.interval, cell.n, cell.note) for cell in row.cells), row.group, row.note)


def _notes(boards: ExamBoards) -> tuple[Note, ...]:
    notes = []
    if boards.invented:
        notes.append(Note("Human lines are INVENTED: they are figures of no examination, and nothing follows from them."))
    origin = DatasetFacts(kind=boards.kind).note
    notes += [Note(origin)] if origin else []
    if not any(board.lines for board in boards.exams):
        notes.append(Note("No human lines were given: totals are held against nothing.", warning=False))
    years = ", ".join(map(str, boards.years))
    notes.append(
        Note(
            f"Mean over {years} and over the judges, without Chinese composition; lawyers: mean over the four electives. Lines: mean total of examinees at a percentile "
            "minus their mean composition. n: questions.",
            warning=False,
        )
    )
    return tuple(notes)


def _row(name: str, facts: Mapping[str, ModelFacts], cells: Sequence[Cell], grouped: bool, remarks: Sequence[str]) -> Row:
    known = facts.get(name)
    group = ACCESS_TITLES[known.access if known else None] if grouped else ""
    return Row(name, (known.title if known else "") or name, tuple(cells), group, "; ".join(remarks))


def _place(total: Cell, facts: ModelFacts | None, name: str) -> tuple[int, bool, float, str]:
    value = total.value if isinstance(total.value, (int, float)) else None
    return list(ACCESS_TITLES).index(facts.access if facts else None), value is None, -(value or 0.0), name


def _cells(found: ModelTotal | None) -> tuple[Cell, Cell]:
    if found is None:
        return Cell(note="not in the report"), Cell(note="not in the report")
    passes = {True: "yes", False: "no", None: {True: "points yes, rank unknown", False: "no", None: "unknown"}[found.meets_points]}[found.passes]
    return Cell.of(found.total, found.interval, found.n_questions), Cell(passes if found.total is not None else "unknown")


def _total(read: ReportReader, model: str) -> ModelTotal:
    passing = read.inside("passing")
    interval = None
    if read.value.get("interval") is not None:
        bounds = read.inside("interval")
        low, high = _number(bounds, "low"), _number(bounds, "high")
        interval = Interval(low, high, bool(bounds.value.get("degenerate"))) if low is not None and high is not None else None
    return ModelTotal(
        model,
        _number(read, "total"),
        interval,
        read.whole_number("n_questions"),
        _truth(passing, "passes"),
        _truth(passing, "meets_points"),
        tuple(map(str, read.listed("incomplete_years"))),
    )


def _number(read: ReportReader, key: str) -> float | None:
    if key in read.value and read.value[key] is None:
        return None
    return float(read.typed(key, (int, float), "a number or null"))


def _truth(read: ReportReader, key: str) -> bool | None:
    found = read.value.get(key)
    if found is None or isinstance(found, bool):
        return found
    raise ReportFormatError(read.name, read.at(key), "neither", "true, false or null")
