"""Structured text generation (2.6): Excel, Markdown, JSON and delimited tables compared by structure: cells, headings, keys; formulas (2) to (4).

The article counts right, wrong and missing elements of the structure and says no more: what an element is, where it must stand and how lists are paired
are options, their defaults reconstructed. Order of members, columns and sheets never counts; order of rows and list items is the option ``order``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_paired
from legal_metrics.caai import structure_markdown
from legal_metrics.caai.alignment import check_order
from legal_metrics.caai.elements import Element, ElementComparison, comparisons_score
from legal_metrics.caai.forms import check_matching
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.structure_readers import CELLS, READINGS, Structure, StructureError, read_delimited, read_json
from legal_metrics.caai.structure_tree import Matching, compare_trees, elements_of
from legal_metrics.caai.structure_workbook import read_workbook
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError, shown
from legal_metrics.results import Score, Signature


@dataclass(frozen=True, slots=True)
class Format:
    """A format of structured texts: the ending of its files, and the kinds of elements that it has."""

    suffix: str
    kinds: tuple[str, ...]
    binary: bool = False


_TABLE = ("column", "cell")
FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "json": Format(".json", ("key", "value", "empty")),
        "markdown": Format(".md", structure_markdown.KINDS),
        "xlsx": Format(".xlsx", ("sheet", *_TABLE), binary=True),
        "csv": Format(".csv", _TABLE),
        "tsv": Format(".tsv", _TABLE),
    }
)
"""Formats that are read, by name."""


def read_structure(data: str | bytes, format: str, *, reading: str = "lenient", cells: str = "headings", heading_levels: bool = True) -> Structure:
    """Read one structured text (UTF-8 where it is bytes) or workbook (bytes).

    ``reading``: ``"lenient"`` mends slips and names them in ``.repairs``, ``"strict"`` mends nothing (workbooks are never mended). ``cells``: cells of tables
    go by the ``"headings"`` of their columns or by their ``"address"``. ``heading_levels``: whether the level of a Markdown heading counts.
    Raises: StructureError for what is not of the format; LegalMetricsError for an unknown format or option; WrongTypeError; MissingExtraError.

    >>> structured_elements(read_structure('```json\\n{"罪名": "盗窃"}\\n```', "json"))[1]
    Element(value='盗窃', kind='value', place=('罪名',), span=None)
    """
    _check_format(format, reading, cells)
    if FORMATS[format].binary:
        if not isinstance(data, bytes):
            raise WrongTypeError("data", data, f"the bytes of a {FORMATS[format].suffix} file")
        return read_workbook(data, cells=cells)
    text = _text(data, format)
    if format == "json":
        return read_json(text, reading=reading)
    if format == "markdown":
        return structure_markdown.read_markdown(text, reading=reading, cells=cells, heading_levels=heading_levels)
    return read_delimited(text, format=format, reading=reading, cells=cells)


def structured_elements(structure: Structure) -> tuple[Element, ...]:
    """All elements of a structured text, each part before what is in it.

    >>> [element.value for element in structured_elements(read_structure("# 判决", "markdown"))]
    ['# 判决']
    """
    return elements_of(structure.root)


def compare_structures(
    predicted: Structure | None,
    reference: Structure,
    *,
    matching: str = "normalised",
    order: str = "in_order",
    kinds: Collection[str] | None = None,
    fold_script: bool = False,
) -> ElementComparison:
    """The elements of two structured texts of one format, matched one to one; None is a prediction that could not be read.

    An element is right where the reference has the same content in the same place: under the same keys, headings or columns, and in rows or items that
    belong together. ``order``: how rows and items are paired (``alignment.ORDERS``): ``"in_order"``, ``"any_order"`` or ``"position"``. ``matching`` and
    ``fold_script`` as in ``elements.compare_elements``, for names too. ``kinds``: the kinds of elements that count (``FORMATS``), None for all.
    ``notes`` of the result: repairs, and lists too long to be aligned. Raises: LegalMetricsError for another option.

    >>> given, wanted = (read_structure(text, "json") for text in ('{"被告": ["甲", "丙"]}', '{"被告": ["甲", "乙", "丙"]}'))
    >>> comparison = compare_structures(given, wanted)
    >>> comparison.tp, comparison.fp, comparison.missed
    (3, 0, (Element(value='乙', kind='value', place=('被告', 1), span=None),))
    """
    check_matching(matching)
    check_order(order)
    if predicted is None:
        missed = tuple(element for element in structured_elements(reference) if kinds is None or element.kind in kinds)
        return ElementComparison((), (), missed, unread="nothing could be read")
    options = Matching(matching, fold_script, order, None if kinds is None else frozenset(kinds))
    comparison = compare_trees(predicted.root, reference.root, options)
    return replace(comparison, notes=(*(f"repaired: {name}" for name in predicted.repairs), *comparison.notes))


def compare_documents(
    predictions: Sequence[str | bytes | None],
    references: Sequence[str | bytes],
    *,
    format: str,
    reading: str = "lenient",
    cells: str = "headings",
    heading_levels: bool = True,
    matching: str = "normalised",
    order: str = "in_order",
    kinds: Collection[str] | None = None,
    fold_script: bool = False,
) -> list[ElementComparison]:
    """Read and compare structured texts, document by document; ``.counts(id)`` of each is what the formulas take (``Evaluation.counts``).

    A prediction that is None or not of the format is unread: all is missed. A reference must be readable as it is, but for a code fence that the lenient
    reading takes off. Options as in ``read_structure`` and ``compare_structures``. Raises: LengthMismatchError; BadReferenceError for a reference that is
    not of the format; LegalMetricsError for another option or a prediction of a wrong type; MissingExtraError.

    >>> [comparison.tp for comparison in compare_documents(["a,b", None], ["a,c", "a"], format="csv")]
    [1, 0]
    """
    check_paired(predictions, references, "structured texts")
    _check_format(format, reading, cells)
    if kinds is not None and (isinstance(kinds, str) or not kinds or not set(kinds) <= set(FORMATS[format].kinds)):
        raise LegalMetricsError(f"kinds: found {shown(kinds)}, allowed one or more of {', '.join(FORMATS[format].kinds)}")
    comparisons = []
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        wanted = _reference(index, reference, format, reading, cells, heading_levels)
        given, why = None, "nothing could be read"
        if prediction is not None:
            try:
                given = read_structure(prediction, format, reading=reading, cells=cells, heading_levels=heading_levels)
            except StructureError as error:
                why = error.why
            except WrongTypeError as error:
                raise LegalMetricsError(f"prediction #{index}: found {shown(error.found)}, allowed {error.allowed} or None") from error
        comparison = compare_structures(given, wanted, matching=matching, order=order, kinds=kinds, fold_script=fold_script)
        comparisons.append(comparison if given is not None else replace(comparison, unread=why))
    return comparisons


def structured_f1(
    predictions: Sequence[str | bytes | None],
    references: Sequence[str | bytes],
    *,
    format: str,
    reading: str = "lenient",
    cells: str = "headings",
    heading_levels: bool = True,
    matching: str = "normalised",
    order: str = "in_order",
    kinds: Collection[str] | None = None,
    fold_script: bool = False,
    options: Options = DEFAULTS,
) -> Score:
    """F1 of the elements of structured texts over documents, in [0, 1]; unread predictions are counted in ``n_unparsed``.

    Comparison and errors as in ``compare_documents``, ``options`` as in ``elements.element_f1``. ``details``: the counts, also by kind, and ``notes``: how
    many documents have each. Source: articles 2.3.2 (1) and 3.2.6.

    >>> score = structured_f1(['{"罪名": "盗窃", "金额": "5,000"}', "没有结果"], ['{"罪名": "盗窃", "金额": 5000}', '{"罪名": "诈骗"}'], format="json")
    >>> score.value, score.n_unparsed
    (0.8, 1)
    """
    chosen: dict[str, Any] = {"format": format, "reading": reading, "cells": cells, "heading_levels": heading_levels}
    chosen |= {"matching": matching, "order": order, "kinds": kinds, "fold_script": fold_script}
    comparisons = compare_documents(predictions, references, **chosen)
    chosen["kinds"] = "all" if kinds is None else ",".join(kind for kind in FORMATS[format].kinds if kind in kinds)
    return comparisons_score(comparisons, Signature("structured_f1", tuple(sorted(chosen.items()))), options=options)


def _reference(index: int, reference: str | bytes, format: str, reading: str, cells: str, heading_levels: bool) -> Structure:
    try:
        structure = read_structure(reference, format, reading=reading, cells=cells, heading_levels=heading_levels)
    except (StructureError, WrongTypeError) as error:
        raise BadReferenceError(f"#{index}", format, str(error)) from error
    if mended := [name for name in structure.repairs if name != "code_fence"]:
        raise BadReferenceError(f"#{index}", format, f"found {', '.join(mended)} to repair, allowed a whole {format} text")
    return structure


def _text(data: object, format: str) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if not isinstance(data, bytes):
        raise WrongTypeError("data", data, "a text or its bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StructureError(format, f"bytes that are not UTF-8 (byte {error.start + 1})") from error


def _check_format(format: object, reading: object, cells: object) -> None:
    for name, value, allowed in (("format", format, tuple(FORMATS)), ("reading", reading, READINGS), ("cells", cells, CELLS)):
        if value not in allowed:
            raise LegalMetricsError(f"{name}: found {shown(value)}, allowed {', '.join(allowed)}")
