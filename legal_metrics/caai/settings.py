"""What an evaluation states beside its sheets, in ``evaluation.json``: the system, its hardware, the days observed, and every choice that is not the default.

{"system": "…", "hardware": "8 x A800-80G", "days": 10, "options": {"missing": "zero", "custom_weights": {"case_qa": 1}},
 "run_log": {"unit": "ms", "statuses": {"busy": "failed"}, "clock_ahead": {"w1": 0.2}, "retries": "attempt"}, "service_log": {…},
 "elements": {"matching": "exact"}, "structured": {"order": "any_order"}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.caai.alignment import ORDERS
from legal_metrics.caai.forms import MATCHINGS
from legal_metrics.caai.options import DEFAULTS, OPEN_CHOICES, OpenChoice, Options
from legal_metrics.caai.run_measures import RUN_CHOICES, RunRules
from legal_metrics.caai.structure_readers import CELLS, READINGS
from legal_metrics.caai.values import checked
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.json_lines import kind_of


def _choice(option: str, formula: str, question: str, **values: str) -> OpenChoice:
    return OpenChoice(option, formula, question, MappingProxyType(values))


_MATCHING = _choice(
    "matching",
    "(4)",
    "when is the content of two elements the same?",
    normalised="numbers by value, dates by day, other texts but for ways of writing them",
    exact="character by character",
    bare="without punctuation too",
)
_FOLD_SCRIPT = _choice("fold_script", "(4)", "are 简 and 繁 one?", false="no", true="yes")
SECTION_CHOICES: Mapping[str, tuple[OpenChoice, ...]] = MappingProxyType(
    {
        "run_log": RUN_CHOICES,
        "service_log": tuple(choice for choice in RUN_CHOICES if choice.option == "scope"),
        "elements": (_MATCHING, _FOLD_SCRIPT),
        "structured": (
            _MATCHING,
            _choice(
                "order", "(4)", "which row or item belongs to which?", in_order="aligned in their order", any_order="the best assignment", position="by place"
            ),
            _choice("cells", "(4)", "what does a cell go by?", headings="the heading of its column", address="its row and letter"),
            _choice("heading_levels", "(4)", "does the level of a heading count?", true="yes", false="no"),
            _choice("reading", "(4)", "a fence or a sentence around the text, and slips in JSON", lenient="mended and named", strict="unread"),
            _FOLD_SCRIPT,
        ),
    }
)
"""The choices in how inputs are read, by section of ``evaluation.json``, the default first. Reconstructed."""


@dataclass(frozen=True, slots=True)
class LogReading:
    """How a run log is read (``run_log.read_run_log``) and measured (``run_measures.measure_run``)."""

    unit: str = "s"
    statuses: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    clock_ahead: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    rules: RunRules = field(default_factory=RunRules)


@dataclass(frozen=True, slots=True)
class ElementRules:
    """How elements are compared (``element_sheets.compare_sheets``)."""

    matching: str = "normalised"
    fold_script: bool = False


@dataclass(frozen=True, slots=True)
class StructureRules:
    """How structured texts are read and compared (``structured.compare_documents``)."""

    matching: str = "normalised"
    order: str = "in_order"
    cells: str = "headings"
    heading_levels: bool = True
    reading: str = "lenient"
    fold_script: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that ``evaluation.json`` may state. ``days``: the time that the sheet of failures covers."""

    system: str = ""
    hardware: str = ""
    days: float | None = None
    options: Options = DEFAULTS
    run_log: LogReading = field(default_factory=LogReading)
    service_log: LogReading = field(default_factory=LogReading)
    elements: ElementRules = field(default_factory=ElementRules)
    structured: StructureRules = field(default_factory=StructureRules)

    def value(self, section: str, option: str) -> str:
        """The value of one of ``SECTION_CHOICES``, as a word.

        >>> Settings().value("structured", "heading_levels")
        'true'
        """
        found = getattr(self._rules(section), option)
        return str(found).lower() if isinstance(found, bool) else str(found)

    def with_value(self, section: str, option: str, value: str) -> Settings:
        """The same settings with one of ``SECTION_CHOICES`` changed. Raises: LegalMetricsError for a value that it does not have.

        >>> Settings().with_value("run_log", "retries", "attempt").run_log.rules.retries
        'attempt'
        """
        rules = self._rules(section)
        (choice,) = (choice for choice in SECTION_CHOICES[section] if choice.option == option)
        if value not in choice.values:
            raise LegalMetricsError(f"{section}.{option}: found {shown(value)}, allowed {', '.join(choice.values)}")
        changed = replace(rules, **{option: value == "true" if isinstance(getattr(rules, option), bool) else value})
        whole: Any = replace(getattr(self, section), rules=changed) if isinstance(rules, RunRules) else changed
        return replace(self, **{section: whole})

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping: the choices, without the system."""
        out: dict[str, Any] = {"hardware": self.hardware, "days": self.days, "options": self.options.to_dict()}
        for section in SECTION_CHOICES:
            rules = self._rules(section)
            out[section] = {each.name: getattr(rules, each.name) for each in fields(rules)}
            if isinstance(rules, RunRules):
                reading: LogReading = getattr(self, section)
                out[section] = {"unit": reading.unit, "statuses": dict(reading.statuses), "clock_ahead": dict(reading.clock_ahead), **out[section]}
        return out

    def _rules(self, section: str) -> Any:
        found = getattr(self, section)
        return found.rules if isinstance(found, LogReading) else found


def read_settings(content: bytes, *, source: str) -> Settings:
    """The settings in a JSON text. Raises: LegalMetricsError naming file and field, what was found and what is allowed.

    >>> read_settings(b'{"hardware": "8 x A800-80G", "options": {"missing": "zero"}}', source="evaluation.json").options.missing
    'zero'
    """
    try:
        stated = json.loads(content.decode("utf-8-sig"), object_pairs_hook=lambda pairs: _each_once(pairs, source))
    except UnicodeDecodeError as error:
        raise LegalMetricsError(f"{source}: found bytes that are not UTF-8 (byte {error.start + 1}), allowed UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise LegalMetricsError(f"{source}: found broken JSON ({error}), allowed a JSON object") from error
    names = tuple(each.name for each in fields(Settings))
    _check_object(stated, names, source)
    made: dict[str, Any] = {}
    for name, value in stated.items():
        where = f"{source}, field {name!r}"
        if name in ("system", "hardware"):
            if not isinstance(value, str):
                raise LegalMetricsError(f"{where}: found {kind_of(value)}, allowed a text")
            made[name] = value.strip()
        elif name == "days":
            with _named(source):
                checked("field 'days'", value, above=True)
            made[name] = value
        else:
            made[name] = _OPTIONS[name](value, where)
    return Settings(**made)


def _each_once(pairs: list[tuple[str, Any]], source: str) -> dict[str, Any]:
    """The object of these fields. JSON would let the last of two with one name hold, and say nothing."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise LegalMetricsError(f"{source}: found the field {twice!r} twice in one object, allowed once")
    return made


def _options(value: Any, where: str) -> Options:
    _check_object(value, (*(choice.option for choice in OPEN_CHOICES), "custom_weights"), where)
    weights = value.get("custom_weights", {})
    if not isinstance(weights, dict):
        raise LegalMetricsError(f"{where}, custom_weights: found {kind_of(weights)}, allowed an object of tasks and numbers")
    with _named(where):
        return Options(**value)


def _log(value: Any, where: str) -> LogReading:
    rules = {each.name for each in fields(RunRules)}
    reading = ("unit", "statuses", "clock_ahead")
    _check_object(value, (*reading, *(each.name for each in fields(RunRules))), where)
    for name in ("statuses", "clock_ahead"):
        if not isinstance(value.get(name, {}), dict):
            raise LegalMetricsError(f"{where}, {name}: found {kind_of(value[name])}, allowed an object")
    with _named(where):
        return LogReading(**{name: value[name] for name in reading if name in value}, rules=RunRules(**{n: v for n, v in value.items() if n in rules}))


def _elements(value: Any, where: str) -> ElementRules:
    _check_rules(value, where, {"matching": tuple(MATCHINGS), "fold_script": (False, True)})
    return ElementRules(**value)


def _structured(value: Any, where: str) -> StructureRules:
    flags = dict.fromkeys(("heading_levels", "fold_script"), (False, True))
    _check_rules(value, where, {"matching": tuple(MATCHINGS), "order": tuple(ORDERS), "cells": CELLS, "reading": READINGS, **flags})
    return StructureRules(**value)


_OPTIONS = {"options": _options, "run_log": _log, "service_log": _log, "elements": _elements, "structured": _structured}


def _check_rules(value: Any, where: str, allowed: Mapping[str, tuple[str | bool, ...]]) -> None:
    _check_object(value, tuple(allowed), where)
    for name, found in value.items():
        if not any(type(found) is type(one) and found == one for one in allowed[name]):
            raise LegalMetricsError(f"{where}, {name}: found {shown(found)}, allowed {', '.join(str(one).lower() for one in allowed[name])}")


def _check_object(value: Any, names: tuple[str, ...], where: str) -> None:
    if not isinstance(value, dict):
        raise LegalMetricsError(f"{where}: found {kind_of(value)}, allowed an object")
    for name in value:
        if name not in names:
            raise LegalMetricsError(f"{where}: found the field {name!r}, allowed {', '.join(names)}")


@contextmanager
def _named(where: str) -> Iterator[None]:
    """A LegalMetricsError that is raised within says where."""
    try:
        yield
    except LegalMetricsError as error:
        raise LegalMetricsError(f"{where}, {error}") from error
