"""The twelve functions of the framework in their four groups, and which of them a system has: formula (1) and Q1 (articles 1, 2.2 and 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from legal_metrics.arguments import check_iterable
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.values import Note, Value, given, weighted_sum
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError, shown
from legal_metrics.tasks import CompositeSpec, tasks

GROUPS: tuple[tuple[str, str, str], ...] = (
    ("language_understanding", "Language understanding", "语言理解"),
    ("content_generation", "Content generation", "内容生成"),
    ("question_answering", "Question answering", "知识问答"),
    ("logical_reasoning", "Logical reasoning", "逻辑推理"),
)
"""The four capability groups: id, English name, Chinese name."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the framework, or one that a user adds (article 2.2.1). Without a ``composite`` it counts in Q1 and has no task score.

    Raises: LegalMetricsError for an empty id.
    """

    id: str
    title_en: str
    title_zh: str
    group: str
    composite: CompositeSpec | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id.strip():
            raise LegalMetricsError(f"function id: found {shown(self.id)}, allowed a text that is not blank")


FUNCTIONS: tuple[Function, ...] = tuple(
    Function(spec.id.partition("/")[2], spec.title_en, spec.title_zh, spec.composite.group, spec.composite)
    for spec in tasks("caai")
    if spec.composite is not None and spec.composite.group
)
"""The twelve functions, in the order of the article."""


@dataclass(frozen=True, slots=True)
class FunctionCase:
    """One line of a function sheet: a case tried for a function, and whether the output had the function's feature.

    Raises: WrongTypeError where ``present`` is not true or false.
    """

    function: str
    case: str
    present: bool

    def __post_init__(self) -> None:
        if not isinstance(self.present, bool):
            raise WrongTypeError("present", self.present, "true or false")


def all_functions(added: Sequence[Function] = ()) -> tuple[Function, ...]:
    """The twelve functions and those added. Raises: LegalMetricsError for an id that is taken.

    >>> len(all_functions((Function("contract_review", "Contract review", "合同审查", "language_understanding"),)))
    13
    """
    ids = {function.id for function in FUNCTIONS} | {"time_performance"}
    for function in added:
        if function.id in ids:
            raise LegalMetricsError(f"added function {function.id!r}: this id is taken")
        ids.add(function.id)
    return (*FUNCTIONS, *added)


def function_score(cases: Iterable[FunctionCase], *, added: Sequence[Function] = (), options: Options = DEFAULTS) -> Value:
    """Q1: the share of functions that are there (option ``function_total``: their number), from the cases of a function sheet.

    Parts: C_i of each function (formula (1)), named by its id; a function without a case is missing. Options ``function_rule``, ``function_total``,
    ``missing`` [reconstructed]. Source: articles 2.2.2 and 3.1. Raises: UnknownTaskError for a function that is not known; LegalMetricsError for a case that
    stands twice.

    >>> sheet = [FunctionCase(function.id, "1", function.id != "case_qa") for function in FUNCTIONS]
    >>> round(float(function_score(sheet)), 4)
    0.9167
    """
    check_iterable("cases", cases, "FunctionCase")
    functions = all_functions(added)
    tried: dict[str, dict[str, bool]] = {function.id: {} for function in functions}
    for case in cases:
        if case.function not in tried:
            raise UnknownTaskError(case.function, tried)
        if case.case in tried[case.function]:
            raise LegalMetricsError(f"function {case.function!r}: case {case.case!r} stands twice")
        tried[case.function][case.case] = case.present
    there = [_there(function.id, list(tried[function.id].values()), options) for function in functions]
    as_share = options.function_total == "share"
    weight = Fraction(1, len(functions)) if as_share else Fraction(1)
    signature = options.signature("caai.Q1", "function_rule", "function_total", "missing")
    return weighted_sum(
        "Q1",
        "functions",
        [(value, weight) for value in there],
        missing=options.missing,
        signature=signature,
        facts={"n_functions": len(functions)},
        unit="fraction" if as_share else "functions",
    )


def _there(id: str, present: Sequence[bool], options: Options) -> Value:
    share = Fraction(sum(present), len(present)) if present else None
    value = share if share is None or options.function_rule == "share" else Fraction(share > 0)
    made = given(id, value, formula="(1)")
    notes = () if present else (Note("missing", id, "no case of this function was tried"),)
    facts = {"n_cases": len(present), "n_present": sum(present)}
    return Value(made.formula, id, made.value, made.unit, facts=facts, notes=notes, signature=options.signature("caai.C", "function_rule"))
