"""The weights of the tasks, the scenarios of appendix 5, and the performance score Q2 (article 3.2.14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from legal_metrics.caai.functions import FUNCTIONS, Function, all_functions
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.tasks import COMPOSITES
from legal_metrics.caai.values import Note, Part, Value, checked, exact, given, weighted_sum
from legal_metrics.errors import UnknownTaskError
from legal_metrics.results import Signature

_UNDERSTANDING = ("document_check", "element_extraction", "document_summary")
_QUESTIONS = ("statute_qa", "case_qa", "procedure_qa")
_REASONING = ("evidence_chain", "fact_analysis", "decision_reasoning")

SCENARIOS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": tuple(function.id for function in FUNCTIONS),
        "dispute_resolution": (*_UNDERSTANDING, "document_generation", "structured_generation", *_QUESTIONS),
        "case_handling": (*_UNDERSTANDING, "document_generation", "report_generation", "structured_generation", *_REASONING),
        "judicial_management": (
            *("element_extraction", "document_summary", "report_generation", "structured_generation"),
            *(*_QUESTIONS, *_REASONING),
        ),
    }
)
"""The functions of each scenario (appendix 5, which names the summary twice for judicial management: it counts once)."""

TIME = "time_performance"


def task_weights(present: Mapping[str, Fraction | None], *, added: Sequence[Function] = (), options: Options = DEFAULTS) -> dict[str, Fraction | None]:
    """The weight of each task in Q2. ``present``: C_i by function id; None where it is not known, which leaves the ``present_…`` weights without values.

    Options ``weights``, ``scenario``, ``custom_weights`` [reconstructed]. Added functions belong to the scenario ``all`` and need a formula of their own.
    Raises: UnknownTaskError for a custom weight of no task.

    >>> task_weights({}, options=Options(scenario="dispute_resolution", weights="tasks"))["case_qa"]
    Fraction(1, 8)
    """
    functions = [function.id for function in all_functions(added) if function.composite is not None]
    if options.custom_weights:
        return {**dict.fromkeys([*functions, TIME], Fraction(0)), **_custom(functions, options)}
    chosen = [id for id in functions if options.scenario == "all" or id in SCENARIOS[options.scenario]]
    scheme = options.weights.removeprefix("present_")
    with_time = scheme == "tasks_and_time"
    number: Fraction | None = Fraction(len(chosen) + with_time)
    if scheme != options.weights:
        there = [present.get(id) for id in chosen]
        known = [one for one in there if one is not None]
        number = sum(known, Fraction(with_time)) if len(known) == len(there) else None
    each = None if not number else 1 / number
    return {id: each if id in chosen or (id == TIME and with_time) else Fraction(0) for id in [*functions, TIME]}


def capability(
    scores: Mapping[str, Value | float | None],
    *,
    functions: Value | Mapping[str, float | None] | None = None,
    added: Sequence[Function] = (),
    options: Options = DEFAULTS,
) -> Value:
    """Q2, a fraction: the sum of w_i x C_i x Q2.i over the tasks, and time performance with C = 1.

    ``scores``: task -> its score (``tasks.task_score``). ``functions``: Q1 with its parts C_i (``functions.function_score``), or C_i by function; without it
    a function that has a score is taken to be there, flagged, and of the others it is not known. A function that is not there adds 0, whatever its score. Parts: C_i x Q2.i, named by the
    task, with their weights. Options ``weights``, ``scenario``, ``custom_weights``, ``missing`` [reconstructed]. Source: article 3.2.14.
    Raises: UnknownTaskError for a score of no task; WrongTypeError, LegalMetricsError for scores and C_i outside 0 to 1.

    >>> tasks = dict.fromkeys(SCENARIOS["all"], 0.8)
    >>> float(capability({**tasks, "time_performance": 0.15}, functions=dict.fromkeys(tasks, 1)))
    0.75
    """
    known = [*(function.id for function in all_functions(added)), TIME]
    _check_names(scores, known)
    notes = []
    if isinstance(functions, Value):
        there: dict[str, float | None] = {part.value.name: part.value.value for part in functions.parts}
    elif functions is not None:
        _check_names(functions, known)
        there = dict(functions)
    else:
        there = {id: None if _number(scores.get(id)) is None else 1.0 for id in known}
        notes.append(Note("flagged", "functions", "there is no function sheet: a function that has a score is taken to be there, of others it is not known"))
    there[TIME] = 1.0
    present = {id: None if value is None else checked(f"C of {id}", value, 0, 1) for id, value in there.items()}
    weights = task_weights(present, added=added, options=options)
    terms = [_term(id, present.get(id), scores.get(id), options) for id in weights]
    names = ("weights", "scenario", "missing")
    signature = options.signature("caai.Q2", *names)
    if options.custom_weights:
        signature = Signature("caai.Q2", (("custom_weights", dict(options.custom_weights)), ("missing", options.missing)))
    if any(weight is None for weight in weights.values()):
        why = "no function is there, or it is not known of one whether it is: the weights 1 / sum of C_i have no value, nor has Q2"
        parts = tuple(map(Part, terms))
        return Value("Q2", "capability", None, parts=parts, notes=(*notes, Note("undefined", "weights", why)), signature=signature)
    weighted = [(term, weight) for term, weight in zip(terms, weights.values(), strict=True) if weight is not None]
    return weighted_sum("Q2", "capability", weighted, missing=options.missing, signature=signature, notes=notes)


def _term(id: str, present: Fraction | None, score: Value | float | None, options: Options) -> Value:
    """C_i x Q2.i; 0 without a score where the function is not there."""
    made = score if isinstance(score, Value) else given(id, score, formula=COMPOSITES[id].formula if id in COMPOSITES else "")
    if made.value is not None:
        checked(id, made.value, 0, 1)
    there = given("C", present, formula="(1)")
    notes, value = [], None
    parts: tuple[Part, ...] = (Part(there), Part(made))
    if present == 0 and made.value is None:
        value, parts = Fraction(0), parts[:1]  # of a function that is not there nothing is missing
    elif present == 0:
        value = Fraction(0)
        if made.value:
            notes.append(Note("left_out", id, f"the function is not there: its score {made.value:g} does not count"))
    elif present is not None and made.value is not None:
        value = present * exact(made.value)
    else:
        notes.append(Note("missing", id, "it is not known whether the function is there" if present is None else "the task has no score"))
    return Value("", id, None if value is None else float(value), parts=parts, notes=tuple(notes))


def _number(score: Value | float | None) -> float | None:
    return score.value if isinstance(score, Value) else score


def _custom(functions: Iterable[str], options: Options) -> dict[str, Fraction]:
    weights = {id: exact(weight) for id, weight in options.custom_weights}
    _check_names(weights, [*functions, TIME])
    whole = sum(weights.values(), Fraction())
    return {id: weight / whole for id, weight in weights.items()}


def _check_names(found: Iterable[str], known: Sequence[str]) -> None:
    for id in found:
        if id not in known:
            raise UnknownTaskError(id, known)
