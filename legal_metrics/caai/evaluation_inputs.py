"""From what a folder holds to the inputs of the formulas: elements are compared, logs measured, and every figure gets one source."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from legal_metrics.caai.element_sheets import compare_sheets
from legal_metrics.caai.elements import ElementComparison
from legal_metrics.caai.evaluation import Evaluation
from legal_metrics.caai.failures import Failures
from legal_metrics.caai.folder import Folder, StructuredTexts
from legal_metrics.caai.functions import all_functions
from legal_metrics.caai.settings import LogReading, Settings, StructureRules
from legal_metrics.caai.structured import FORMATS, compare_documents
from legal_metrics.caai.tasks import Counts, Timing
from legal_metrics.caai.values import Note
from legal_metrics.errors import BadReferenceError, LegalMetricsError, PredictionsError

if TYPE_CHECKING:
    from legal_metrics.caai.run_log import RunLog
    from legal_metrics.caai.run_measures import RunMeasures

STRUCTURED_TASK = "structured_generation"


@dataclass(frozen=True, slots=True)
class EvaluationInputs:
    """What the formulas take, and how it came about. ``comparisons``: task -> document -> what became of its elements. ``run``, ``service``: what the logs say."""

    settings: Settings
    evaluation: Evaluation
    comparisons: Mapping[str, Mapping[str, ElementComparison]]
    run: RunMeasures | None
    service: RunMeasures | None


def prepare(folder: Folder, settings: Settings | None = None, *, known: EvaluationInputs | None = None) -> EvaluationInputs:
    """The inputs of the formulas. ``settings``: other choices than the folder's own (of how elements are compared and logs measured). ``known``: inputs of
    the same folder; what the settings leave as it is there is taken from them.

    Failures are those of the sheet, else of ``service.jsonl``, else of ``run.jsonl``. Raises: LegalMetricsError for a task that is not known, and where
    counts and elements of one task are both there; PredictionsError for documents that are predicted or wanted alone; BadReferenceError.
    """
    settings = settings or folder.settings
    if known is not None and (known.settings.elements, known.settings.structured) == (settings.elements, settings.structured):
        comparisons = known.comparisons
    else:
        comparisons = _comparisons(folder, settings)
    run = _measured(folder.run_log, settings.run_log, None if known is None else known.run)
    service = _measured(folder.service_log, settings.service_log, None if known is None else known.service)
    notes = [*folder.notes, *_comparison_notes(comparisons)]
    timing = folder.timing
    if run is not None:
        timing = run.timing(hardware=settings.hardware)
    elif timing is not None and not timing.hardware:
        timing = replace(timing, hardware=settings.hardware)
    failures, why = _failures(folder, run, service)
    sheet = folder.functions
    evaluation = Evaluation(
        functions=None if sheet is None else sheet.cases,
        added=() if sheet is None else sheet.added,
        counts=_counts(folder, comparisons),
        ratings=folder.ratings,
        safety=folder.safety,
        timing=timing or Timing(hardware=settings.hardware),
        failures=failures,
        notes=(*notes, *why),
    )
    _check_tasks(evaluation)
    return EvaluationInputs(settings, evaluation, comparisons, run, service)


def _comparisons(folder: Folder, settings: Settings) -> Mapping[str, Mapping[str, ElementComparison]]:
    rules = settings.elements
    found: dict[str, Mapping[str, ElementComparison]] = {}
    for task, sheets in folder.elements.items():
        try:
            found[task] = compare_sheets(task, sheets.predicted, sheets.reference, matching=rules.matching, fold_script=rules.fold_script)
        except LegalMetricsError as error:
            raise LegalMetricsError(f"elements/{task}: {error}") from error
    if folder.structured:
        if STRUCTURED_TASK in found:
            raise LegalMetricsError(f"structured: found beside elements/{STRUCTURED_TASK}, allowed one of the two: both hold the elements of this task")
        found[STRUCTURED_TASK] = {
            f"{name}/{id}": comparison
            for name, texts in folder.structured.items()
            for id, comparison in _compared_texts(name, texts, settings.structured).items()
        }
    return found


def _compared_texts(name: str, texts: StructuredTexts, rules: StructureRules) -> dict[str, ElementComparison]:
    where = f"structured/{name}"
    problems = [f"{where}: {id} has no prediction" for id in texts.reference if id not in texts.predicted]
    problems += [f"{where}: {id} has a prediction but no reference" for id in texts.predicted if id not in texts.reference]
    if problems:
        raise PredictionsError(problems)
    compared = {}
    for id, reference in texts.reference.items():
        predicted, suffix = texts.predicted[id], FORMATS[name].suffix
        try:
            (compared[id],) = compare_documents(
                [predicted],
                [reference],
                format=name,
                reading=rules.reading,
                cells=rules.cells,
                heading_levels=rules.heading_levels,
                matching=rules.matching,
                order=rules.order,
                fold_script=rules.fold_script,
            )
        except BadReferenceError as error:
            raise BadReferenceError(f"{where}/reference/{id}{suffix}", name, error.why) from error
    return compared


def _comparison_notes(comparisons: Mapping[str, Mapping[str, ElementComparison]]) -> list[Note]:
    notes = []
    for task, documents in comparisons.items():
        for id, comparison in documents.items():
            if comparison.unread:
                notes.append(Note("unread", f"{task}, {id}", f"{comparison.unread}: its {comparison.fn} elements count as missed"))
            notes += [Note("flagged", f"{task}, {id}", text) for text in comparison.notes]
    return notes


def _counts(folder: Folder, comparisons: Mapping[str, Mapping[str, ElementComparison]]) -> dict[str, tuple[Counts, ...]]:
    counts = dict(folder.counts)
    for task, documents in comparisons.items():
        if task in counts:
            raise LegalMetricsError(f"counts of {task}: found beside its elements, allowed one of the two: both hold TP, FP and FN")
        counts[task] = tuple(comparison.counts(id) for id, comparison in documents.items())
    return counts


def _measured(log: RunLog | None, reading: LogReading, known: RunMeasures | None) -> RunMeasures | None:
    if log is None or (known is not None and known.rules == reading.rules):
        return known
    from legal_metrics.caai.run_measures import measure_run

    return measure_run(log, rules=reading.rules)


def _failures(folder: Folder, run: RunMeasures | None, service: RunMeasures | None) -> tuple[Failures | None, list[Note]]:
    """The failures that count, and a note on those that do not."""
    notes = []
    if folder.failures is not None or service is not None:
        if run is not None and (n := len(run.outages.failures)):
            where = "the sheet of failures" if folder.failures is not None else "service.jsonl"
            notes.append(Note("left_out", "run.jsonl", f"it shows {n} {'failure' if n == 1 else 'failures'}: those of {where} count"))
        return folder.failures if service is None else _seen_failures(service, "service.jsonl", notes), notes
    return None if run is None else _seen_failures(run, "run.jsonl", notes), notes


def _seen_failures(measures: RunMeasures, name: str, notes: list[Note]) -> Failures | None:
    if measures.outages.days:
        return measures.failures()
    notes.append(Note("unread", name, "it shows one moment at most: for how long the system was observed is not known, nor how often it failed"))
    return None


def _check_tasks(evaluation: Evaluation) -> None:
    """Raises: LegalMetricsError naming the input for a task that has no formula."""
    known = [function.id for function in all_functions(evaluation.added) if function.composite is not None]
    sources: tuple[tuple[str, Iterable[str]], ...] = (("counts", evaluation.counts), ("ratings", (row.task for row in evaluation.ratings)))
    for sheet, tasks in sources:
        for task in tasks:
            if task not in known:
                near = difflib.get_close_matches(task, known, n=1)
                hint = f" (did you mean {near[0]}?)" if near else ""
                raise LegalMetricsError(f"{sheet}, field 'task': found {task!r}{hint}, allowed {', '.join(known)}")
