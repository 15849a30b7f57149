"""The rubric linter: everything that can be told to be wrong with a rubric without asking anybody, as findings with a code, a place and a fix.

A finding is a defect that stands in the rubric, never a guess: where a text can be read in a way that is right, nothing is said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from legal_metrics.errors import WrongTypeError
from legal_metrics.grading import Rubric
from legal_metrics.rubrics.lint_adversarial import is_adversarial, lint_adversarial
from legal_metrics.rubrics.lint_codes import CODES as CODES
from legal_metrics.rubrics.lint_codes import SEVERITIES as SEVERITIES
from legal_metrics.rubrics.lint_codes import Finding as Finding
from legal_metrics.rubrics.lint_codes import finding
from legal_metrics.rubrics.lint_contracts import lint_contract, risk_ids
from legal_metrics.rubrics.lint_contracts import lint_pair as lint_pair
from legal_metrics.rubrics.lint_forms import lint_form
from legal_metrics.rubrics.lint_ids import lint_ids
from legal_metrics.rubrics.lint_sums import lint_sums
from legal_metrics.rubrics.lint_wording import lint_wording

_CONTRACTS = frozenset({"contract_detection", "contract_revision", "adversarial_detection", "adversarial_revision"})


def lint_rubric(
    rubric: Rubric,
    *,
    contract: str | None = None,
    checklist: Any = None,
    label: Mapping[str, Any] | None = None,
    record: Mapping[str, Any] | None = None,
    source: Rubric | None = None,
    adversarial: bool | None = None,
) -> tuple[Finding, ...]:
    """Every finding about one rubric, in the order of the table of codes.

    Args:
        rubric: read from any form.
        contract: the text of the contract that its risks stand in; without it no clause is looked up.
        checklist: the risk checklist as parsed JSON, or its ids; without it ids are checked by their form alone.
        label: the CAIL2018 row of a judgment, or its ``meta``; without it charges, articles, term and fine are not compared.
        record: the row that the rubric was read from, for the client's account, traps and issues (its fields win over ``rubric.extra``).
        source: the row that an adversarial case analysis was made from.
        adversarial: whether the row is adversarial; None: what form, difficulty, split or tag say.

    Raises: WrongTypeError for another type; BadReferenceError for a checklist without ids. A label that cannot be read is a finding.

    >>> from legal_metrics.grading import Item, Module
    >>> module = Module("", None, (Item(1, "写明管辖法院", 5), Item(2, "引用第577条", 4)))
    >>> print(*lint_rubric(Rubric("q1", "tw_essay", 10, (module,))), sep="\\n")
    error total-sum: found items that add up to 9, allowed 10 as declared
    """
    if not isinstance(rubric, Rubric):
        raise WrongTypeError("rubric", rubric, "a Rubric")
    for name, value, kind, allowed in (
        ("contract", contract, str, "a string"),
        ("label", label, Mapping, "a mapping"),
        ("record", record, Mapping, "a mapping"),
        ("source", source, Rubric, "a Rubric"),
    ):
        if value is not None and not isinstance(value, kind):
            raise WrongTypeError(name, value, f"{allowed} or None")
    found = [
        *_of_reader(rubric),
        *lint_sums(rubric),
        *lint_ids(rubric),
        *lint_wording(rubric),
        *lint_form(rubric, record),
    ]
    if is_adversarial(rubric, record) if adversarial is None else adversarial:
        found += lint_adversarial(rubric, source)
    if rubric.form in _CONTRACTS:
        found += lint_contract(rubric, contract, None if checklist is None else _ids(checklist))
    if label is not None and rubric.form == "judgment":
        from legal_metrics.rubrics.lint_labels import (
            lint_label,
        )  # loads the grammars of charges, statutes and sentences

        found += lint_label(rubric, label)
    return tuple(found)


_OF_READERS: Mapping[str, tuple[str, str]] = {
    "unread_mark": ("mark-unread", "a mark with a number of points"),
    "totals_disagree": ("mark-total", "one total"),
}
_FOUND_HERE = frozenset({"marks_do_not_add_up"})
"""Told by ``lint_sums``, which tries more readings than a reader can."""


def _of_reader(rubric: Rubric) -> list[Finding]:
    found = []
    for one in rubric.unread:
        if one.code in _OF_READERS:
            code, allowed = _OF_READERS[one.code]
            found.append(finding(code, _place(rubric, one.where), one.found, allowed))
        elif one.code not in _FOUND_HERE:
            found.append(
                finding(
                    "unread", _place(rubric, one.where), f"{one.code}: {one.found}", "what the form's reader can read"
                )
            )
    return found


def _place(rubric: Rubric, where: str) -> str:
    return f"module {where}" if any(module.name == where for module in rubric) else where


def _ids(checklist: Any) -> frozenset[str]:
    ready = isinstance(checklist, frozenset) and all(isinstance(one, str) for one in checklist)
    return checklist if ready and checklist else risk_ids(checklist)


def worst(findings: Collection[Finding]) -> str | None:
    """The worst severity among findings; None for none.

    >>> worst([]) is None
    True
    """
    return next((severity for severity in SEVERITIES if any(one.severity == severity for one in findings)), None)
