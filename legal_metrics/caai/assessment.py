"""The whole line: from the folder of an evaluation to its total, with every intermediate value, what was missing, and how Q moves with each open choice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.caai.annotators import PairAgreement
from legal_metrics.caai.evaluation import Result, Variation, evaluate, sensitivity
from legal_metrics.caai.evaluation_inputs import EvaluationInputs, prepare
from legal_metrics.caai.folder import Folder, read_folder
from legal_metrics.caai.functions import GROUPS, Function, all_functions
from legal_metrics.caai.options import OPEN_CHOICES, OpenChoice, Options
from legal_metrics.caai.quality import rater_agreement
from legal_metrics.caai.safety_labels import annotator_agreement
from legal_metrics.caai.settings import SECTION_CHOICES, Settings
from legal_metrics.caai.values import Note, Value, weighted_sum
from legal_metrics.errors import LegalMetricsError

if TYPE_CHECKING:
    from legal_metrics.caai.run_measures import RunMeasures


@dataclass(frozen=True, slots=True)
class Assessment:
    """Everything that a report on an evaluation tells. ``groups``: the four groups of functions; ``variations``: Q for each value of each open choice."""

    folder: Folder
    settings: Settings
    inputs: EvaluationInputs
    result: Result
    groups: tuple[Value, ...]
    variations: tuple[Variation, ...]
    raters: tuple[PairAgreement, ...]
    annotators: tuple[PairAgreement, ...]

    @property
    def functions(self) -> tuple[Function, ...]:
        """The twelve functions and those added."""
        return all_functions(self.inputs.evaluation.added)

    def told(self) -> tuple[tuple[str, Note], ...]:
        """(value, note): every note once, with the label of the value that it belongs to; empty for what the readers tell."""
        found = [("", note) for note in self.result.notes]
        found += [(value.label, note) for value in self.result.values() for note in value.notes]
        return tuple(dict.fromkeys(found))

    def logs(self) -> Iterator[tuple[str, RunMeasures]]:
        """The logs that were measured, by name."""
        for name, measures in (("run", self.inputs.run), ("service", self.inputs.service)):
            if measures is not None:
                yield name, measures

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping: the scores, every value as a tree, what was missing, the sensitivity, and what became of each element."""
        from legal_metrics import __version__

        result = self.result
        return {
            "framework": "caai",
            "library": f"legal-metrics {__version__}",
            "system": self.settings.system,
            "scores": {value.formula: value.value for value in (result.total, result.functional, result.capability, result.safety, result.stability)},
            "tasks": {name: {"formula": value.formula, "value": value.value} for name, value in result.tasks.items()},
            "groups": {value.name: value.to_dict() for value in self.groups},
            "inputs": [asdict(file) for file in self.folder.files],
            "settings": self.settings.to_dict(),
            "total": result.total.to_dict(),
            "functional": result.functional.to_dict(),
            "tasks_in_full": {name: value.to_dict() for name, value in result.tasks.items()},
            "notes": [{"value": value, **asdict(note)} for value, note in self.told()],
            "sensitivity": [asdict(variation) for variation in self.variations],
            "agreement": {"raters": _agreement(self.raters), "annotators": _agreement(self.annotators)},
            "logs": {name: measures.to_dict() for name, measures in self.logs()},
            "elements": {task: {id: comparison.to_dict() for id, comparison in documents.items()} for task, documents in self.inputs.comparisons.items()},
        }


def assess(folder: Folder | str | Path, *, options: Options | None = None) -> Assessment:
    """Score an evaluation from its folder (``folder.read_folder``). ``options``: instead of those that ``evaluation.json`` states.

    Raises: LegalMetricsError and its kinds for inputs that cannot be, naming file and line; OSError.
    """
    read = folder if isinstance(folder, Folder) else read_folder(Path(folder))
    settings = read.settings if options is None else replace(read.settings, options=options)
    inputs = prepare(read, settings)
    result = evaluate(inputs.evaluation, options=settings.options)
    return Assessment(
        folder=read,
        settings=settings,
        inputs=inputs,
        result=result,
        groups=group_scores(result, all_functions(inputs.evaluation.added)),
        variations=(*sensitivity(inputs.evaluation, options=settings.options), *_input_variations(read, inputs, result.total.value)),
        raters=rater_agreement(inputs.evaluation.ratings),
        annotators=annotator_agreement(inputs.evaluation.safety or ()),
    )


def group_scores(result: Result, functions: Sequence[Function]) -> tuple[Value, ...]:
    """The mean of C_i x Q2.i over the functions of each group, a fraction. The article names the groups and scores none: [reconstructed], and no part of Q."""
    terms = {part.value.name: part.value for part in result.capability.parts}
    values = []
    for id, _, _ in GROUPS:
        of_group = [terms[function.id] for function in functions if function.group == id and function.id in terms]
        parts = [(value, Fraction(1, len(of_group))) for value in of_group]
        missing = result.options.missing
        values.append(weighted_sum("", id, parts, missing=missing, signature=result.options.signature("caai.group", "missing")))
    return tuple(values)


def _input_variations(folder: Folder, known: EvaluationInputs, base: float | None) -> Iterator[Variation]:
    """Q for each value of each choice in how the inputs of this folder are read; choices that change none of them are left out."""
    settings = known.settings
    for section, choice in _choices_of(folder):
        now = settings.value(section, choice.option)
        for value in choice.values:
            found, error = base, ""
            try:
                if value != now:
                    inputs = prepare(folder, settings.with_value(section, choice.option, value), known=known)
                    found = evaluate(inputs.evaluation, options=settings.options).total.value
            except LegalMetricsError as problem:
                found, error = None, str(problem)
            difference = None if found is None or base is None else found - base
            yield Variation(f"{section}.{choice.option}", choice.formula, value, value == now, found, difference, error)


def _choices_of(folder: Folder) -> Iterator[tuple[str, OpenChoice]]:
    there = {"run_log": folder.run_log, "service_log": folder.service_log, "elements": folder.elements, "structured": folder.structured}
    has_failures = folder.failures is not None or folder.service_log is not None
    for section, choices in SECTION_CHOICES.items():
        if there[section] is not None and there[section] != {}:
            yield from ((section, choice) for choice in choices if not (section == "run_log" and choice.option == "scope" and has_failures))


def choice_of(option: str) -> OpenChoice:
    """The open choice of a variation, also of how inputs are read (``run_log.retries``).

    >>> choice_of("run_log.retries").values["request"]
    'from the first attempt on'
    """
    section, _, name = option.rpartition(".")
    return next(choice for choice in (SECTION_CHOICES[section] if section else OPEN_CHOICES) if choice.option == name)


def _agreement(pairs: Sequence[PairAgreement]) -> list[dict[str, Any]]:
    return [
        {
            "first": pair.first,
            "second": pair.second,
            "n": pair.agreement.n,
            "observed": _finite(pair.agreement.observed),
            "kappa": _finite(pair.agreement.kappa),
        }
        for pair in pairs
    ]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
