"""A report read back from its JSON: what a comparison needs of it, every field held to its type."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.json_lines import kind_of
from legal_metrics.predictions import METADATA
from legal_metrics.results import Report

Parts = tuple[float, float]
"""Numerator and denominator of one item."""


class ReportFormatError(LegalMetricsError):
    """This is no report of ``legal-metrics score``; the message names the report, the field, what was found and what is allowed.

    >>> str(ReportFormatError("a.json", "task", "a number", "a string"))
    "a.json: field 'task': found a number, allowed a string"
    """

    def __init__(self, where: str, field: str, found: str, allowed: str) -> None:
        self.where = where
        self.field = field
        self.found = found
        self.allowed = allowed
        super().__init__(f"{where}: field {field!r}: found {found}, allowed {allowed}" if field else f"{where}: found {found}, allowed {allowed}")


@dataclass(frozen=True, slots=True)
class ReportedScore:
    """One score of one model. ``signature``: without the part about the report's own interval. ``parts``: record id -> its part, the mean over the runs."""

    name: str
    signature: str
    higher_is_better: bool
    parts: Mapping[str, Parts]


@dataclass(frozen=True, slots=True)
class ReportedModel:
    """One report under one reading. ``facts``: what must agree with other reports, by the words that messages use.

    ``repeated``: ids that stand twice in one run; they are no items of ``scores``. ``statuses``: how the outputs to the items (of any run) read, by name, and
    ``n_missing_outputs`` those that were not there. ``strata``: field -> record id -> value, for the fields that the report was broken down by.
    """

    name: str
    facts: Mapping[str, Any]
    primary: str
    library_version: str
    metadata: Mapping[str, tuple[str, ...]]
    runs: tuple[str, ...]
    ids: tuple[str, ...]
    repeated: tuple[str, ...]
    scores: Mapping[str, ReportedScore]
    statuses: Mapping[str, int]
    strata: Mapping[str, Mapping[str, str]]

    @property
    def n_missing_outputs(self) -> int:
        """Items (of any run) that had no output."""
        return self.statuses.get("missing", 0)


def parse_report(text: str, *, source: str) -> Mapping[str, Any]:
    """The JSON object of a report's text. Raises: ReportFormatError for broken JSON, NaN or infinite numbers, and what is no object.

    >>> parse_report('{"task": "t"}', source="a.json")
    {'task': 't'}
    """

    if (quickly := _read_quickly(text)) is not None:
        return quickly

    def refuse(constant: str) -> Any:
        raise ReportFormatError(source, "", constant, "finite numbers")

    try:
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=refuse)
    except json.JSONDecodeError as error:
        where = f"broken JSON ({error.msg} at line {error.lineno}, column {error.colno})"
        raise ReportFormatError(source, "", where, "a report of legal-metrics score --json") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, LegalMetricsError):
            raise
        raise ReportFormatError(source, "", "JSON that is too deep or holds too long a number", "a report") from error
    if not isinstance(value, dict):
        raise ReportFormatError(source, "", kind_of(value), "a report of legal-metrics score --json")
    return value


def _read_quickly(text: str) -> dict[str, Any] | None:
    """The object by ``orjson``; None where that is not installed, or does not take the text (``json`` then says why, or takes it)."""
    try:
        from orjson import loads
    except ModuleNotFoundError:
        return None
    try:
        value = loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def read_report(report: Mapping[str, Any] | Report, *, name: str, reading: str | None = None, empty: bool = False) -> ReportedModel:
    """Read one report (``Report`` or its JSON object) under a reading of outputs; None is the report's headline.

    Raises: WrongTypeError; ReportFormatError for a missing field or one of another type, a reading that the report does not hold, a report without items (unless
    ``empty`` allows it).
    """
    if isinstance(report, Report):
        report = report.to_dict(intervals=False)
    if not isinstance(report, Mapping):
        raise WrongTypeError(f"reports[{name!r}]", report, "a Report or its JSON object")
    whole = ReportReader(name, report)
    dataset, options = whole.inside("dataset"), whole.inside("options")
    reading = whole.text("reading") if reading is None else reading
    readings = whole.inside("readings")
    if reading not in readings.value:
        raise ReportFormatError(name, "readings", f"no reading {reading!r}", " or ".join(map(repr, readings.value)) or "a reading")
    read = readings.inside(reading)
    samples = _samples(read, empty=empty)
    repeated, runs, items = _items(samples)
    facts = {
        "task": whole.text("task"),
        "task version": whole.whole_number("task_version"),
        "dataset": dataset.text("name"),
        "config": dataset.text("config"),
        "split": dataset.text("split"),
        "kind": dataset.text("kind"),
        "dataset version": dataset.text("version", nullable=True),
        "rows_sha256": dataset.text("rows_sha256", nullable=True),
        "reading": reading,
        "reference": options.value.get("reference"),
    }
    metadata = {key: tuple(map(str, options.listed(key))) for key in METADATA if key in options.value}
    scores = {key: _score(read.inside("scores").inside(key), key, _Parts(read, samples, key), items) for key in read.inside("scores").value}
    return ReportedModel(
        name=name,
        facts=MappingProxyType(facts),
        primary=whole.text("primary"),
        library_version=whole.text("library_version"),
        metadata=MappingProxyType(metadata),
        runs=runs,
        ids=tuple(items),
        repeated=repeated,
        scores=MappingProxyType(scores),
        statuses=MappingProxyType(Counter(samples[place]["status"] for places in items.values() for place in places)),
        strata=MappingProxyType(_strata(samples, items)),
    )


_Samples = Sequence[Mapping[str, Any]]
_Items = Mapping[str, Sequence[int]]
"""Id -> the places of its samples, one a run."""


def _samples(read: ReportReader, *, empty: bool) -> _Samples:
    """The samples, every field that is read held to its type. A report has many, and nearly all are right: only one that is not is looked at closely."""
    samples = read.listed("samples")
    if not samples and not empty:
        raise ReportFormatError(read.name, read.at("samples"), "no items", "the items of a report of legal-metrics score --json")
    for place, sample in enumerate(samples):
        if not _is_plain(sample):
            _check_sample(read.element("samples", place))
    return samples


def _is_plain(sample: object) -> bool:
    return (
        type(sample) is dict
        and type(sample.get("id")) is str
        and (sample.get("run", 0) is None or type(sample.get("run")) is str)
        and type(sample.get("status")) is str
        and type(sample.get("values")) is dict
        and type(sample.get("parts")) is dict
        and type(strata := sample.get("strata", _NONE)) is dict
        and _STRINGS.issuperset(map(type, strata.values()))
    )


_NONE: dict[str, str] = {}
_STRINGS = frozenset({str})


def _check_sample(sample: ReportReader) -> None:
    """Raises: ReportFormatError for the first field that is not of its type. Reports of earlier versions have no strata."""
    sample.text("run", nullable=True)
    sample.text("id")
    for key in ("values", "parts"):
        sample.inside(key)
    sample.text("status")
    if "strata" in sample.value:
        strata = sample.inside("strata")
        for field in strata.value:
            strata.text(field)


def _items(samples: _Samples) -> tuple[tuple[str, ...], tuple[str, ...], _Items]:
    """Ids that are repeated within a run, the names of the runs, and where the samples of each other id stand."""
    keys = [(sample["run"] or "", sample["id"]) for sample in samples]
    counts = Counter(keys) if len(set(keys)) < len(keys) else {}
    repeated = dict.fromkeys(id for (_, id), count in counts.items() if count > 1)
    items: dict[str, list[int]] = {}
    for place, (_, id) in enumerate(keys):
        if id not in repeated:
            items.setdefault(id, []).append(place)
    return tuple(repeated), tuple(dict.fromkeys(run for run, _ in keys)), items


def _strata(samples: _Samples, items: _Items) -> dict[str, dict[str, str]]:
    of = {id: samples[places[0]].get("strata", _NONE) for id, places in items.items()}
    fields = dict.fromkeys(chain.from_iterable(of.values()))
    return {field: {id: strata[field] for id, strata in of.items() if field in strata} for field in fields}


def _score(score: ReportReader, key: str, parts_at: _Parts, items: _Items) -> ReportedScore:
    signature = "|".join(part for part in (score.text("signature") or "").split("|") if not part.startswith("ci:"))
    better = score.value.get("higher_is_better")
    if not isinstance(better, bool):
        raise ReportFormatError(score.name, score.at("higher_is_better"), kind_of(better), "true or false")
    parts = {id: parts_at(places[0]) if len(places) == 1 else _mean(list(map(parts_at, places))) for id, places in items.items()}
    return ReportedScore(key, signature, better, MappingProxyType(parts))


def _mean(parts: Sequence[Parts]) -> Parts:
    tops, bottoms = zip(*parts, strict=True)
    try:
        return math.fsum(tops) / len(tops), math.fsum(bottoms) / len(bottoms)
    except OverflowError:
        raise LegalMetricsError(f"runs: found {shown(tops)} for one record, allowed are finite sums") from None


@dataclass(frozen=True, slots=True)
class _Parts:
    """What one sample adds to the two sums of a score, by its place."""

    read: ReportReader
    samples: _Samples
    key: str

    def __call__(self, place: int) -> Parts:
        sample, key = self.samples[place], self.key
        if key in sample["parts"]:
            return self._weighed(place)
        value = sample["values"].get(key, "nothing")
        if type(value) in _NUMBERS and value in _ANSWERS:
            return _ANSWERS[value]
        if value is None:
            return 0.0, 0.0
        if not _is_finite(value):
            found = shown(value) if key in sample["values"] else "nothing"
            raise ReportFormatError(self.read.name, self.read.element("samples", place).inside("values").at(key), found, "a finite number or null")
        return float(value), 1.0

    def _weighed(self, place: int) -> Parts:
        weighed = self.read.element("samples", place).inside("parts")
        pair = weighed.listed(self.key)
        if len(pair) != 2 or not all(map(_is_finite, pair)):
            raise ReportFormatError(weighed.name, weighed.at(self.key), shown(pair), "two finite numbers")
        return float(pair[0]), float(pair[1])


_NUMBERS = (float, int)
_ANSWERS = {0: (0.0, 1.0), 1: (1.0, 1.0)}
"""The parts of right and wrong answers: most reports hold no others, and many of them."""


def _is_finite(value: object) -> bool:
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number beyond the range of floating point
        return False


@dataclass(frozen=True, slots=True)
class ReportReader:
    """An object inside the report, which knows where it stands: ``key`` of what is ``above``."""

    name: str
    value: Mapping[str, Any]
    above: ReportReader | None = None
    key: str = ""

    def at(self, key: str) -> str:
        """The path of a field."""
        path = self.above.at(self.key) if self.above else self.key
        return f"{path}.{key}" if path else key

    def typed(self, key: str, type_: type[Any] | tuple[type[Any], ...], allowed: str) -> Any:
        """The field's value. Raises: ReportFormatError where there is none of the type (a boolean is no number)."""
        if key not in self.value:
            raise ReportFormatError(self.name, self.at(key), "nothing", allowed)
        found = self.value[key]
        if not isinstance(found, type_) or (isinstance(found, bool) and type_ is not bool):
            raise ReportFormatError(self.name, self.at(key), kind_of(found), allowed)
        return found

    def text(self, key: str, *, nullable: bool = False) -> Any:
        """A string, or None where it may be null."""
        if nullable and self.value.get(key, "") is None:
            return None
        return self.typed(key, str, "a string or null" if nullable else "a string")

    def whole_number(self, key: str) -> int:
        """A whole number."""
        found: int = self.typed(key, int, "a whole number")
        return found

    def listed(self, key: str) -> list[Any]:
        """A list."""
        found: list[Any] = self.typed(key, list, "a list")
        return found

    def inside(self, key: str) -> ReportReader:
        """An object."""
        return ReportReader(self.name, self.typed(key, _OBJECT, "an object"), self, key)

    def elements(self, key: str) -> list[ReportReader]:
        """The objects of a list."""
        return [self.element(key, place) for place in range(len(self.listed(key)))]

    def element(self, key: str, place: int) -> ReportReader:
        """One object of a list."""
        found = self.listed(key)[place]
        if not isinstance(found, _OBJECT):
            raise ReportFormatError(self.name, f"{self.at(key)}[{place}]", kind_of(found), "an object")
        return ReportReader(self.name, found, self, f"{key}[{place}]")


_OBJECT = (dict, Mapping)
"""What an object is; the plain kind first, which is found out fastest."""
