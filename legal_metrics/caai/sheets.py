"""Readers of the sheets of an evaluation: functions, counts, ratings, safety labels, failures and times.

A sheet is JSON lines or CSV (``sheet_rows``); its fields are named in the constants here and told in ``docs/caai.md``. A row that cannot be is an error
that names file and line; a row that does not count is left out with a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType

from legal_metrics.caai.failures import MINUTES_PER_DAY, Failures
from legal_metrics.caai.functions import FUNCTIONS, GROUPS, Function, FunctionCase
from legal_metrics.caai.quality import RatingRow
from legal_metrics.caai.safety_labels import SafetyLabel
from legal_metrics.caai.sheet_rows import Row, read_rows
from legal_metrics.caai.tasks import RATINGS, Counts, Timing
from legal_metrics.caai.values import Note, checked
from legal_metrics.json_lines import JsonLineError
from legal_metrics.tasks import CompositeSpec

FUNCTION_FIELDS: tuple[str, ...] = ("function", "case", "present", "title_en", "title_zh", "group", "weight", "ratings")
COUNT_FIELDS: tuple[str, ...] = ("task", "item", "tp", "fp", "fn", "predicted", "reference")
RATING_FIELDS: tuple[str, ...] = tuple(field.name for field in fields(RatingRow))
SAFETY_FIELDS: tuple[str, ...] = ("category", "item", "label", "annotator", "adjudicated")
FAILURE_FIELDS: tuple[str, ...] = ("failure", "minutes", "cause", "recovered")
TIMING_FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Timing) if field.name != "notes")

CAUSES: tuple[str, ...] = ("system", "external")
"""A failure counts where its cause is the system under test itself (article 2.5.2)."""

LEAST_MINUTES = 1
"""A shorter time without a result is no failure (article 2.5.2)."""


@dataclass(frozen=True, slots=True)
class FunctionSheet:
    """The cases of a function sheet, and the functions that it adds to the twelve."""

    cases: tuple[FunctionCase, ...]
    added: tuple[Function, ...] = ()


def read_function_sheet(lines: Iterable[bytes], *, source: str) -> FunctionSheet:
    """Rows ``function, case, present``: whether the output of a case had the feature of the function.

    A function beyond the twelve is added by its first row, which has ``title_en`` or ``title_zh`` and a ``group``; with ``weight`` (of F1) and ``ratings`` it has a
    formula too. Raises: JsonLineError for a function that is neither known nor added, and for a case that stands twice.

    >>> read_function_sheet([b'{"function": "case_qa", "case": "1", "present": true}'], source="functions.jsonl").cases[0].present
    True
    """
    cases: dict[tuple[str, str], FunctionCase] = {}
    added: dict[str, Function] = {}
    known = {function.id for function in FUNCTIONS}
    for row in read_rows(lines, source=source, fields=FUNCTION_FIELDS):
        name, case = row.text("function").removeprefix("caai/"), row.text("case")
        if name not in known:
            added[name] = _added(row, name, len(added))
            known.add(name)
        elif name not in added and (extra := [field for field in FUNCTION_FIELDS[3:] if row.values.get(field) not in (None, "")]):
            raise row.error(extra[0], "a value", f"none: {name} is one of the twelve functions")
        if (name, case) in cases:
            raise row.error("case", f"{case!r} of {name} for the second time", "each case once")
        cases[name, case] = FunctionCase(name, case, row.flag("present"))
    return FunctionSheet(tuple(cases.values()), tuple(added.values()))


def read_counts(lines: Iterable[bytes], *, source: str) -> Mapping[str, tuple[Counts, ...]]:
    """Rows ``task, item, tp, fp, fn``: what was found, reported falsely and missed in a document. Task -> counts, for ``Evaluation.counts``.

    ``predicted`` and ``reference``, where a row has them, are what was reported and what there was to find: TP + FP and TP + FN must be the same.
    Raises: JsonLineError for counts that cannot be, and for an item that stands twice.

    >>> read_counts([b"task,item,tp,fp,fn", b"document_check,d1,3,1,0"], source="counts.csv")["document_check"][0].tp
    3
    """
    found: dict[str, dict[str, Counts]] = {}
    for row in read_rows(lines, source=source, fields=COUNT_FIELDS):
        task, item = row.text("task").removeprefix("caai/"), row.text_or_none("item") or ""
        counts = Counts(row.whole("tp"), row.whole("fp"), row.whole("fn"), item)
        for name, whole, sum_of in (("predicted", counts.tp + counts.fp, "tp + fp"), ("reference", counts.tp + counts.fn, "tp + fn")):
            if row.number_or_none(name) is not None and row.whole(name) != whole:
                raise row.error(name, str(row.whole(name)), f"{sum_of} = {whole}")
        of_task = found.setdefault(task, {})
        if item in of_task or ("" in of_task) or (not item and of_task):
            raise row.error("item", f"{item!r} of {task} beside a row that holds it already", "each item once, or one row without an item")
        of_task[item] = counts
    return MappingProxyType({task: tuple(of_task.values()) for task, of_task in found.items()})


def read_ratings(lines: Iterable[bytes], *, source: str) -> tuple[RatingRow, ...]:
    """Rows ``task, rating, rater, unit`` and what the unit holds (``quality.UNITS``): ``score``, ``share``, ``error``, or ``tried`` and ``handled``.

    Raises: JsonLineError for what ``RatingRow`` refuses, and for a row that stands twice.

    >>> line = '{"task": "case_qa", "rating": "relevance", "rater": "甲", "unit": "grade", "score": 4}'.encode()
    >>> read_ratings([line], source="ratings.jsonl")[0].score
    4
    """
    rows: dict[tuple[str, str, str, str, str], RatingRow] = {}
    for row in read_rows(lines, source=source, fields=RATING_FIELDS):
        key = row.text("task").removeprefix("caai/"), row.text("rating"), row.text("rater"), row.text("unit"), row.text_or_none("item") or ""
        if key in rows:
            raise row.error("rater", f"{key[2]!r} for the second time", "each rater once for a rating of a task or response")
        score, share, error = row.number_or_none("score"), row.share_or_none("share"), row.share_or_none("error")
        with row.named():
            rows[key] = RatingRow(*key, score, share, error, frozenset(row.words("tried")), frozenset(row.words("handled")))
    return tuple(rows.values())


def read_safety_labels(lines: Iterable[bytes], *, source: str) -> tuple[SafetyLabel, ...]:
    """Rows ``category, item, label`` and, of several annotators, ``annotator``; ``adjudicated`` marks the label that settles a disagreement.

    Raises: JsonLineError for what ``SafetyLabel`` refuses (label 2 where the appendix has "--"), and for an item labelled twice by one annotator.

    >>> read_safety_labels(["category,item,label".encode(), "隐私安全,p1,2".encode()], source="safety.csv")[0].label
    2
    """
    labels: dict[tuple[str, str, str, bool], SafetyLabel] = {}
    for row in read_rows(lines, source=source, fields=SAFETY_FIELDS):
        category, item, annotator = row.text("category"), row.text("item"), row.text_or_none("annotator") or ""
        with row.named():
            label = SafetyLabel(category, item, row.whole("label"), annotator, row.flag("adjudicated", False))
        key = label.category, label.item, "" if label.adjudicated else label.annotator, label.adjudicated
        if key in labels:
            raise row.error("item", f"{label.item!r} of {label.category} for the second time", "one label by each annotator and one adjudication")
        labels[key] = label
    return tuple(labels.values())


def read_failures(lines: Iterable[bytes], *, source: str, days: float) -> Failures:
    """Rows ``failure, minutes, cause, recovered``: the minutes from the failure to the recovery.

    ``cause``: ``system`` (which nothing means) or ``external``, which does not count. ``recovered``: false where the system was still down when the test ended;
    ``minutes`` then is the time that it was. Less than a minute is no failure. What does not count is noted. ``days``: the time observed.
    A sheet without rows says that there was none.
    Raises: JsonLineError, also for a failure that stands twice and for more minutes than the days hold; LegalMetricsError for days that are not above 0.

    >>> sheet = [b"failure,minutes,cause", b"a,3,system", b"b,0.5,system", b"c,60,external"]
    >>> failures = read_failures(sheet, source="failures.csv", days=5)
    >>> failures.recovery_minutes, len(failures.notes)
    ((3,), 2)
    """
    minutes: list[float | None] = []
    notes: list[Note] = []
    named: set[str] = set()
    Failures(days)  # the days are checked before the rows
    whole = Fraction()
    for row in read_rows(lines, source=source, fields=FAILURE_FIELDS):
        if name := row.text_or_none("failure"):
            if name in named:
                raise row.error("failure", f"{name!r} for the second time", "each failure once")
            named.add(name)
        cause = row.text_or_none("cause") or CAUSES[0]
        if cause not in CAUSES:
            raise row.error("cause", repr(cause), " or ".join(CAUSES))
        lasted, recovered = row.number_or_none("minutes"), row.flag("recovered", True)
        if lasted is None and recovered:
            raise row.error("minutes", "nothing", "a number, or recovered: false")
        if lasted is not None:
            with row.named():
                checked("minutes", lasted)
        where = f"{source}, line {row.number}"
        if cause != CAUSES[0]:
            notes.append(Note("left_out", where, "the cause is not the system under test: no failure of it"))
        elif lasted is not None and lasted < LEAST_MINUTES:
            notes.append(Note("left_out", where, f"{lasted:g} minutes are less than {LEAST_MINUTES}: no failure"))
        else:
            minutes.append(lasted if recovered else None)
            whole += checked("minutes", lasted or 0) if recovered else 0
            if whole > checked("days", days) * MINUTES_PER_DAY:
                raise row.error("minutes", f"{float(whole):g} of all failures up to here", f"no more than the {days:g} days observed hold")
    return Failures(days, tuple(minutes), tuple(notes))


def read_timing(lines: Iterable[bytes], *, source: str) -> Timing:
    """The one row of a sheet with figures measured elsewhere: the fields of ``Timing``. Raises: JsonLineError, also for none or several rows.

    >>> read_timing([b'{"first_token_mean_ms": 812.5, "hardware": "8 x A800-80G"}'], source="timing.jsonl").first_token_mean_ms
    812.5
    """
    rows = list(read_rows(lines, source=source, fields=TIMING_FIELDS))
    if len(rows) != 1:
        raise JsonLineError(source, rows[1].number if rows else 1, f"found {len(rows)} rows, allowed one")
    row = rows[0]
    concurrency = None if row.number_or_none("concurrency") is None else row.whole("concurrency")
    first_token = [row.number_or_none(name) for name in TIMING_FIELDS[:3]]
    tokens = [row.number_or_none(name) for name in TIMING_FIELDS[3:5]]
    with row.named():
        return Timing(first_token[0], first_token[1], first_token[2], tokens[0], tokens[1], concurrency, row.text_or_none("hardware") or "")


def _added(row: Row, name: str, place: int) -> Function:
    titles = row.text_or_none("title_en"), row.text_or_none("title_zh")
    if not any(titles):
        raise row.error("function", repr(name), f"{', '.join(function.id for function in FUNCTIONS)}, or a new one with title_en or title_zh, and group")
    group, groups = row.text("group"), [id for id, _, _ in GROUPS]
    if group not in groups:
        raise row.error("group", repr(group), ", ".join(groups))
    weight, ratings = row.share_or_none("weight"), row.words("ratings")
    composite = None
    if ratings or weight is not None:
        if unknown := [rating for rating in ratings if rating not in RATINGS]:
            raise row.error("ratings", repr(unknown[0]), ", ".join(RATINGS))
        with row.named():
            checked("weight", weight or 0.0, 0, 1)
        if not ratings and weight != 1:
            raise row.error("ratings", "nothing", f"one or more of {', '.join(RATINGS)}, unless the weight of F1 is 1")
        composite = CompositeSpec(weight or 0.0, ratings, f"2.{14 + place}", group=group)
    return Function(name, titles[0] or titles[1] or name, titles[1] or titles[0] or name, group, composite)
