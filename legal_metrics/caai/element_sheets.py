"""Element sheets: JSON Lines that hold the elements of one document a line, predicted or reference.

    {"id": "case-1", "elements": ["盗窃", {"kind": "原告", "value": "王大明"}, {"span": [3, 5], "value": "权利"}]}

An element is a text, or an object with the fields of ``elements.Element``; ``place`` is a text or a list of texts and whole numbers. In a prediction
``"elements": null`` says that nothing could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legal_metrics.caai.elements import ELEMENT_TASKS, FIELDS, Element, ElementComparison, compare_elements
from legal_metrics.errors import LegalMetricsError, PredictionsError, UnknownTaskError, shown
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines

Sheet = Mapping[str, "tuple[Element, ...] | None"]
"""Document id -> its elements, in the order of the sheet; None: unread."""


def read_elements(lines: Iterable[bytes], *, source: str, predicted: bool = False) -> dict[str, tuple[Element, ...] | None]:
    """Read an element sheet. ``source`` names the file in messages; ``predicted``: ``null`` is allowed instead of the elements.

    Raises: JsonLineError at the first line that is not as it must be, or that has an id for the second time.

    >>> read_elements([b'{"id": "a", "elements": [{"kind": "k", "value": 5}]}'], source="e.jsonl")
    {'a': (Element(value=5, kind='k', place=(), span=None),)}
    """
    sheet: dict[str, tuple[Element, ...] | None] = {}
    for number, line in read_json_lines(lines, source=source):
        try:
            id, elements = _line(line, predicted)
            if id in sheet:
                raise LegalMetricsError(f"field 'id': found {shown(id)} for the second time, allowed each id once")
        except LegalMetricsError as error:
            raise JsonLineError(source, number, str(error)) from error
        sheet[id] = elements
    return sheet


def compare_sheets(
    task: str,
    predictions: Sheet,
    references: Mapping[str, Iterable[Element | str] | None],
    *,
    matching: str = "normalised",
    fold_script: bool = False,
) -> dict[str, ElementComparison]:
    """What became of the elements of each document of a task, in the order of the references; ``.counts(id)`` of each is what the formulas take.

    What of two elements is compared, ``ELEMENT_TASKS`` says for each task; ``matching`` and ``fold_script`` as in ``compare_elements``.
    Raises: UnknownTaskError for a task without elements; PredictionsError that lists ids without prediction or reference; LegalMetricsError.

    >>> sheets = compare_sheets("element_extraction", {"a": (Element("甲"),)}, {"a": (Element("甲"), Element("乙"))})
    >>> sheets["a"].counts("a")
    Counts(tp=1, fp=0, fn=1, item='a')
    """
    if task not in ELEMENT_TASKS:
        raise UnknownTaskError(task, ELEMENT_TASKS)
    problems = [f"document {shown(id)}: has no prediction" for id in references if id not in predictions]
    problems += [f"document {shown(id)}: has a prediction but no reference" for id in predictions if id not in references]
    problems += [f"document {shown(id)}: found null elements, allowed a list in references" for id, elements in references.items() if elements is None]
    if problems:
        raise PredictionsError(problems)
    row = ELEMENT_TASKS[task]
    return {
        id: compare_elements(predictions[id], elements or (), matching=matching, compared=row.compared, spans=row.spans, fold_script=fold_script)
        for id, elements in references.items()
    }


def _line(line: Mapping[str, Any], predicted: bool) -> tuple[str, tuple[Element, ...] | None]:
    _check_fields(line, ("id", "elements"), "field")
    for name in ("id", "elements"):
        if name not in line:
            raise LegalMetricsError(f"field {name!r}: is missing")
    id, elements = line["id"], line["elements"]
    if not isinstance(id, str) or not id:
        raise LegalMetricsError(f"field 'id': found {shown(id)}, allowed a string that is not empty")
    if elements is None and predicted:
        return id, None
    if not isinstance(elements, list):
        raise LegalMetricsError(f"field 'elements': found {kind_of(elements)}, allowed a list{' or null' if predicted else ''}")
    return id, tuple(_element(element, f"elements[{index}]") for index, element in enumerate(elements))


def _element(element: Any, where: str) -> Element:
    if isinstance(element, str):
        return Element(element)
    if not isinstance(element, dict):
        raise LegalMetricsError(f"field {where!r}: found {kind_of(element)}, allowed a string or an object")
    _check_fields(element, FIELDS, f"field {where!r}, field")
    if not element:
        raise LegalMetricsError(f"field {where!r}: found an empty object, allowed one or more of {', '.join(FIELDS)}")
    fields = dict(element)
    if isinstance(fields.get("place"), str):
        fields["place"] = [fields["place"]]
    for name in ("place", "span"):
        if isinstance(fields.get(name), list):
            fields[name] = tuple(fields[name])
    try:
        return Element(**fields)
    except LegalMetricsError as error:
        raise LegalMetricsError(f"field {where!r}, {error}") from error


def _check_fields(found: Mapping[str, Any], allowed: tuple[str, ...], what: str) -> None:
    for name in found:
        if name not in allowed:
            raise LegalMetricsError(f"{what} {name!r}: unknown, allowed {', '.join(allowed)}")
