"""The folder of an evaluation: every input under its own name, read into ``Folder`` and made an ``Evaluation`` by ``prepare`` (``evaluation_inputs``).

| name | holds |
|---|---|
| ``evaluation.json`` | the system and the choices (``settings``) |
| ``functions`` ``counts`` ``ratings`` ``safety`` ``failures`` ``timing`` | sheets (``sheets``), each ``.csv`` or ``.jsonl``; ``ratings`` and ``safety`` may be folders with a sheet of each person |
| ``run.jsonl`` | run log of the measurement of speed (``run_log``): first-token latency, tokens per second, concurrency |
| ``service.jsonl`` | run log of the days observed: failures and recoveries. Without it, and without ``failures``, those of ``run.jsonl`` count |
| ``elements/TASK/`` | ``predicted.jsonl`` and ``reference.jsonl``: element sheets (``element_sheets``) |
| ``structured/FORMAT/`` | folders ``predicted`` and ``reference`` with files of one name each: structured texts (``structured``) |
| ``README.md``, ``materials`` | for people: not read, as nothing whose name begins with a dot |

None of them must be there: what is missing is told in the notes. A name that is none of these is an error where it looks like data, else noted.
"""

from __future__ import annotations

import difflib
import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from legal_metrics.caai.element_sheets import read_elements
from legal_metrics.caai.elements import ELEMENT_TASKS, Element
from legal_metrics.caai.failures import Failures
from legal_metrics.caai.quality import RatingRow
from legal_metrics.caai.safety_labels import SafetyLabel
from legal_metrics.caai.settings import LogReading, Settings, read_settings
from legal_metrics.caai.sheets import (
    FunctionSheet,
    read_counts,
    read_failures,
    read_function_sheet,
    read_ratings,
    read_safety_labels,
    read_timing,
)
from legal_metrics.caai.structured import FORMATS
from legal_metrics.caai.tasks import Counts, Timing
from legal_metrics.caai.values import Note
from legal_metrics.errors import LegalMetricsError

if TYPE_CHECKING:
    from legal_metrics.caai.run_log import RunLog

SETTINGS = "evaluation.json"
SHEETS = ("functions", "counts", "ratings", "safety", "failures", "timing")
SEVERAL = ("ratings", "safety")
"""Sheets that may be a folder: one of each person."""
LOGS = ("run", "service")
SUFFIXES = (".csv", ".jsonl")
SIDES = ("predicted", "reference")
FOLDERS = ("elements", "structured")
INPUTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "functions: C_i, Q1": ("functions",),
        "TP, FP and FN: F1 of 2.1 to 2.4 and 2.6": ("counts", *FOLDERS),
        "ratings: s1 to s4 of 2.1 to 2.12": ("ratings",),
        "time: 2.13": ("timing", "run"),
        "safety: Q3": ("safety",),
        "failures: Q4": ("failures", "service", "run"),
    }
)
"""What a whole evaluation needs, and the inputs that hold it."""
FOR_PEOPLE = ("README.md", "materials")
_DATA = (*SUFFIXES, ".json", ".xlsx", ".tsv")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that was read. ``name``: below the folder, with ``/``. ``rows``: what it holds of the thing that it is for (cases, labels, attempts, …)."""

    kind: str
    name: str
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class StructuredTexts:
    """The texts of one format, by document: predicted and reference."""

    predicted: Mapping[str, bytes]
    reference: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class ElementSheets:
    """The elements of one task, by document: predicted (None: unread) and reference."""

    predicted: Mapping[str, tuple[Element, ...] | None]
    reference: Mapping[str, tuple[Element, ...] | None]


@dataclass(frozen=True, slots=True)
class Folder:
    """Everything that the folder of an evaluation holds. None or nothing: there was no such input."""

    name: str
    settings: Settings
    files: tuple[InputFile, ...]
    functions: FunctionSheet | None
    counts: Mapping[str, tuple[Counts, ...]]
    ratings: tuple[RatingRow, ...]
    safety: tuple[SafetyLabel, ...] | None
    timing: Timing | None
    failures: Failures | None
    run_log: RunLog | None
    service_log: RunLog | None
    elements: Mapping[str, ElementSheets]
    structured: Mapping[str, StructuredTexts]
    notes: tuple[Note, ...] = ()


def read_folder(path: Path) -> Folder:
    """Read every input of a folder; nothing is compared or scored yet.

    Raises: LegalMetricsError for two inputs that hold the same, an unknown name that looks like data, days without a sheet of failures or the other way
    round; JsonLineError and what else the readers raise, naming the file; OSError.
    """
    return _Reader(path).read()


class _Reader:
    """Reads one folder, and keeps what was read from where."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files: list[InputFile] = []
        self.notes: list[Note] = []

    def read(self) -> Folder:
        found = self._sources()
        settings = Settings()
        for path in found.get(SETTINGS, []):
            settings = self._one(SETTINGS, path, lambda content, source: read_settings(content, source=source), lambda _: 1)
        _check_once(found, settings)
        functions = self._sheet(found, "functions", read_function_sheet, lambda sheet: len(sheet.cases))
        counts = self._sheet(found, "counts", read_counts, lambda read: sum(map(len, read.values())))
        timing = self._sheet(found, "timing", read_timing, lambda _: 1)
        ratings = self._sheets(found, "ratings", read_ratings)
        safety = self._sheets(found, "safety", read_safety_labels)
        failures = None
        if settings.days is not None:
            failures = self._sheet(found, "failures", partial(read_failures, days=settings.days), lambda sheet: len(sheet.recovery_minutes))
        return Folder(
            self.path.name,
            settings,
            run_log=self._log(found, "run", settings.run_log),
            service_log=self._log(found, "service", settings.service_log),
            functions=functions,
            counts=counts or {},
            ratings=tuple(ratings or ()),
            safety=None if safety is None else tuple(safety),
            timing=timing,
            failures=failures,
            elements={path.name: self._elements(path) for path in found.get("elements", [])},
            structured={path.name: self._structured(path) for path in found.get("structured", [])},
            files=tuple(self.files),
            notes=tuple(self.notes),
        )

    def _sources(self) -> dict[str, list[Path]]:
        """Input -> its files, or folders of tasks or formats."""
        known = {SETTINGS: SETTINGS, **{f"{name}.jsonl": name for name in LOGS}, **{name + suffix: name for name in SHEETS for suffix in SUFFIXES}}
        found: dict[str, list[Path]] = {}
        for path in _entries(self.path):
            if path.name in known and path.is_file():
                found.setdefault(known[path.name], []).append(path)
            elif path.name in SEVERAL and path.is_dir():
                found.setdefault(path.name, []).extend(self._below(path, SUFFIXES))
            elif path.name in FOLDERS and path.is_dir():
                found[path.name] = [place for place in _entries(path) if self._is_part(place)]
            elif path.name not in FOR_PEOPLE:
                self._unknown(path, [*known, *SEVERAL, *FOLDERS, *FOR_PEOPLE])
        return found

    def _is_part(self, path: Path) -> bool:
        """Whether a folder in ``elements`` or ``structured`` is one of a task or format."""
        allowed = tuple(ELEMENT_TASKS) if path.parent.name == "elements" else tuple(FORMATS)
        if path.is_dir() and path.name in allowed:
            return True
        self._unknown(path, allowed)
        return False

    def _below(self, folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
        files = []
        for path in _entries(folder):
            if path.is_file() and path.suffix.lower() in suffixes:
                files.append(path)
            else:
                self._unknown(path, [f"files that end in {' or '.join(suffixes)}"])
        return files

    def _unknown(self, path: Path, allowed: list[str] | tuple[str, ...]) -> None:
        """Raises where the name looks like data: an input that is passed over by a slip of its name would be missed."""
        if path.is_dir() or path.suffix.lower() in _DATA:
            near = difflib.get_close_matches(path.name, allowed, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise LegalMetricsError(f"{path}: found a {'folder' if path.is_dir() else 'file'} that is no input{hint}, allowed {', '.join(allowed)}")
        self.notes.append(Note("left_out", self._name(path), "the name is none of an input: it was not read"))

    def _name(self, path: Path) -> str:
        return path.relative_to(self.path).as_posix()

    def _one(self, kind: str, path: Path, read: Callable[[bytes, str], _Made], rows: Callable[[_Made], int]) -> _Made:
        content = path.read_bytes()
        made = read(content, str(path))
        self.files.append(InputFile(kind, self._name(path), rows(made), hashlib.sha256(content).hexdigest()))
        return made

    def _sheet(self, found: Mapping[str, list[Path]], kind: str, read: Callable[..., _Made], rows: Callable[[_Made], int]) -> _Made | None:
        for path in found.get(kind, []):
            return self._one(kind, path, _of_lines(read), rows)
        return None

    def _sheets(self, found: Mapping[str, list[Path]], kind: str, read: Callable[..., tuple[_Made, ...]]) -> list[_Made] | None:
        if kind not in found:
            return None
        return [row for path in found[kind] for row in self._one(kind, path, _of_lines(read), len)]

    def _log(self, found: Mapping[str, list[Path]], kind: str, reading: LogReading) -> RunLog | None:
        from legal_metrics.caai.run_log import read_run_log

        for path in found.get(kind, []):
            digest = hashlib.sha256()
            with path.open("rb") as lines:
                log = read_run_log(_digested(lines, digest), source=str(path), unit=reading.unit, statuses=reading.statuses, clock_ahead=reading.clock_ahead)
            self.files.append(InputFile(kind, self._name(path), len(log), digest.hexdigest()))
            return log
        return None

    def _elements(self, folder: Path) -> ElementSheets:
        names = {side: f"{side}.jsonl" for side in SIDES}
        sides = {
            side: self._one("elements", _wanted(folder / name), _of_lines(partial(read_elements, predicted=side == "predicted")), len)
            for side, name in names.items()
        }
        self._others(folder, tuple(names.values()))
        return ElementSheets(**sides)

    def _structured(self, folder: Path) -> StructuredTexts:
        suffix = FORMATS[folder.name].suffix
        sides: dict[str, dict[str, bytes]] = {}
        for side in SIDES:
            files = self._below(_wanted(folder / side), (suffix,))
            sides[side] = {path.stem: self._one("structured", path, lambda content, _: content, lambda _: 1) for path in files}
            if len(sides[side]) < len(files):
                raise LegalMetricsError(f"{folder / side}: found two files that differ in nothing but the case of {suffix}, allowed one")
        self._others(folder, SIDES)
        return StructuredTexts(**sides)

    def _others(self, folder: Path, names: list[str] | tuple[str, ...]) -> None:
        for path in _entries(folder):
            if path.name not in names:
                self._unknown(path, names)


def _entries(folder: Path) -> list[Path]:
    return sorted((path for path in folder.iterdir() if not path.name.startswith(".")), key=lambda path: path.name)


def _of_lines(read: Callable[..., _Made]) -> Callable[[bytes, str], _Made]:
    return lambda content, source: read(io.BytesIO(content), source=source)


def _wanted(path: Path) -> Path:
    if not path.exists():
        raise LegalMetricsError(f"{path}: is missing: predicted and reference belong together")
    return path


def _digested(lines: Iterator[bytes] | io.BufferedReader, digest: Any) -> Iterator[bytes]:
    for line in lines:
        digest.update(line)
        yield line


def _check_once(found: Mapping[str, list[Path]], settings: Settings) -> None:
    """Raises: LegalMetricsError where two inputs hold the same thing, or the days and the sheet of failures are not there together."""
    for kind, paths in found.items():
        forms = {path.parent for path in paths}
        if (kind in SHEETS and kind not in SEVERAL and len(paths) > 1) or (
            kind in SEVERAL and (len(forms) > 1 or len({path.stem for path in paths}) < len(paths))
        ):
            raise LegalMetricsError(f"{kind}: found {' and '.join(str(path) for path in paths)}, allowed one of them")
    for ours, theirs, what in (("timing", "run", "figures of time"), ("failures", "service", "failures")):
        if ours in found and theirs in found:
            raise LegalMetricsError(f"{found[theirs][0]}: found beside {found[ours][0].name}, allowed one of the two: both hold {what}")
    if "failures" in found and settings.days is None:
        raise LegalMetricsError(f"{SETTINGS}, field 'days': is missing: {found['failures'][0].name} does not say how many days were observed")
    if "failures" not in found and settings.days is not None:
        raise LegalMetricsError(f"{SETTINGS}, field 'days': found {settings.days:g} without a sheet of failures, allowed beside one: a log shows its own days")
