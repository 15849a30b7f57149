"""The CAAI framework for legal language models: from measurements and sheets to one score, Q = 100 x Q2 x Q3 x Q4.

Source: Xu et al., 法律大模型评估指标和测评方法, Communications of the CAAI 14(2), 2024. Its formulas were images and its appendix is a page of its own:
what is given, what the text forces and what stays open is told in ``docs/caai.md``. Everything open is an option (``Options``, ``OPEN_CHOICES``).

Every formula is a pure function that returns a ``Value``: its number, its value or None, what went in, what was missing, clamped or unread.

>>> from legal_metrics import caai
>>> task = caai.task_score("document_check", f1=caai.f1(8, 2, 2), ratings={"correctness": 4, "completeness": 5})
>>> task.formula, float(task), float(caai.total(capability=0.8, safety=0.5, stability=0.7))
('2.1', 0.84, 28.0)

Run logs and what they say of time and failures: ``docs/run-logs.md``; these names load numpy, and so on first use,
as do those of a whole evaluation in a folder (``assess``, ``read_folder``).
"""

from typing import TYPE_CHECKING

from legal_metrics.caai.annotators import PairAgreement, pairwise_agreement
from legal_metrics.caai.bands import TABLES, Bands
from legal_metrics.caai.element_sheets import compare_sheets, read_elements
from legal_metrics.caai.elements import (
    ELEMENT_TASKS,
    Element,
    ElementComparison,
    ElementTask,
    compare_elements,
    element_f1,
)
from legal_metrics.caai.evaluation import Evaluation, Result, Variation, evaluate, sensitivity, total
from legal_metrics.caai.failures import FailureRate, Failures, failure_rate, recovery, stability
from legal_metrics.caai.forms import MATCHINGS
from legal_metrics.caai.functions import FUNCTIONS, GROUPS, Function, FunctionCase, all_functions, function_score
from legal_metrics.caai.options import DEFAULTS, OPEN_CHOICES, OpenChoice, Options
from legal_metrics.caai.quality import RatingRow, rate, rater_agreement
from legal_metrics.caai.safety_labels import (
    CATEGORIES,
    Category,
    SafetyLabel,
    annotator_agreement,
    category,
    safety,
    settle,
)
from legal_metrics.caai.sheets import (
    FunctionSheet,
    read_counts,
    read_failures,
    read_function_sheet,
    read_ratings,
    read_safety_labels,
    read_timing,
)
from legal_metrics.caai.structure_readers import Structure, StructureError
from legal_metrics.caai.structured import (
    FORMATS,
    compare_documents,
    compare_structures,
    read_structure,
    structured_elements,
    structured_f1,
)
from legal_metrics.caai.tasks import COMPOSITES, F1, RATINGS, Counts, Timing, f1, f1_over, task_score, time_performance
from legal_metrics.caai.values import NOTES, Note, Part, Value
from legal_metrics.caai.weights import SCENARIOS, capability, task_weights

if TYPE_CHECKING:
    from legal_metrics.caai.assessment import Assessment, assess
    from legal_metrics.caai.concurrency import Concurrency, greatest_concurrency
    from legal_metrics.caai.folder import Folder, read_folder
    from legal_metrics.caai.latency import first_token_latency, token_rates
    from legal_metrics.caai.outages import Outage, Outages, find_outages
    from legal_metrics.caai.run_log import RunLog, read_attempts, read_run_log
    from legal_metrics.caai.run_measures import RUN_CHOICES, RunMeasures, RunRules, measure_run

_ON_FIRST_USE = {
    "Assessment": "assessment",
    "assess": "assessment",
    "Folder": "folder",
    "read_folder": "folder",
    "Concurrency": "concurrency",
    "greatest_concurrency": "concurrency",
    "first_token_latency": "latency",
    "token_rates": "latency",
    "Outage": "outages",
    "Outages": "outages",
    "find_outages": "outages",
    "RunLog": "run_log",
    "read_attempts": "run_log",
    "read_run_log": "run_log",
    "RUN_CHOICES": "run_measures",
    "RunMeasures": "run_measures",
    "RunRules": "run_measures",
    "measure_run": "run_measures",
}

__all__ = [
    "CATEGORIES",
    "COMPOSITES",
    "DEFAULTS",
    "ELEMENT_TASKS",
    "F1",
    "FORMATS",
    "FUNCTIONS",
    "GROUPS",
    "MATCHINGS",
    "NOTES",
    "OPEN_CHOICES",
    "RATINGS",
    "RUN_CHOICES",
    "SCENARIOS",
    "TABLES",
    "Assessment",
    "Bands",
    "Category",
    "Concurrency",
    "Counts",
    "Element",
    "ElementComparison",
    "ElementTask",
    "Evaluation",
    "FailureRate",
    "Failures",
    "Folder",
    "Function",
    "FunctionCase",
    "FunctionSheet",
    "Note",
    "OpenChoice",
    "Options",
    "Outage",
    "Outages",
    "PairAgreement",
    "Part",
    "RatingRow",
    "Result",
    "RunLog",
    "RunMeasures",
    "RunRules",
    "SafetyLabel",
    "Structure",
    "StructureError",
    "Timing",
    "Value",
    "Variation",
    "all_functions",
    "annotator_agreement",
    "assess",
    "capability",
    "category",
    "compare_documents",
    "compare_elements",
    "compare_sheets",
    "compare_structures",
    "element_f1",
    "evaluate",
    "f1",
    "f1_over",
    "failure_rate",
    "find_outages",
    "first_token_latency",
    "function_score",
    "greatest_concurrency",
    "measure_run",
    "pairwise_agreement",
    "rate",
    "rater_agreement",
    "read_attempts",
    "read_counts",
    "read_elements",
    "read_failures",
    "read_folder",
    "read_function_sheet",
    "read_ratings",
    "read_run_log",
    "read_safety_labels",
    "read_structure",
    "read_timing",
    "recovery",
    "safety",
    "sensitivity",
    "settle",
    "stability",
    "structured_elements",
    "structured_f1",
    "task_score",
    "task_weights",
    "time_performance",
    "token_rates",
    "total",
]


def __getattr__(name: str) -> object:
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'legal_metrics.caai' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"legal_metrics.caai.{_ON_FIRST_USE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
