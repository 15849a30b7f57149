"""Records against their schema, and against the rules that a schema cannot say. Every error names the record, the place, what was found
and what is allowed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from builders.quality.exam_rules import mcq_rules, oeq_rules
from builders.quality.faults import Fault, differs, not_clean, shortened

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
Record = Mapping[str, Any]


class Validator:
    """The compiled schema of one kind of record. ``jsonschema-rs`` (extra ``fast``) says yes quickly where it is installed; every no, and
    every message, comes from ``jsonschema``.

    >>> Validator(load_schema("ljp")).faults({"id": 3})[0].allowed
    'the field case_id'
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        Draft202012Validator.check_schema(schema)
        self._validator = Draft202012Validator(schema, format_checker=FormatChecker())
        self._is_valid = _fast_check(schema) or self._validator.is_valid

    def faults(self, record: Any) -> list[Fault]:
        """All faults of the record, sorted by path; empty where it is valid."""
        if self._is_valid(record):
            return []
        found = {_fault(error) for root in self._validator.iter_errors(record) for error in _innermost(root)}
        return sorted(found, key=lambda fault: (fault.path, fault.allowed))


@cache
def load_schema(record: str) -> Mapping[str, Any]:
    """``schemas/<record>.schema.json``.

    >>> load_schema("ljp")["title"]
    'tw-legalbench/ljp'
    """
    schema: Mapping[str, Any] = json.loads((SCHEMAS / f"{record}.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def validator(record: str) -> Validator:
    """The validator of ``schemas/<record>.schema.json``, compiled once."""
    return Validator(load_schema(record))


def validate(record: Record, kind: str) -> list[Fault]:
    """Faults against the schema, else against the rules of that kind of record.

    >>> validate({"id": "x"}, "ljp")[0].path
    '/'
    """
    return validator(kind).faults(record) or list(RULES[kind](record))


def ljp_rules(record: Record) -> Iterator[Fault]:
    """What ``ljp.schema.json`` cannot say: fields that must agree with one another."""
    yield from differs("/id", record["id"], "tw-ljp-" + record["jid"].replace(",", "-"))
    yield from differs("/year", record["year"], int(record["date"][:4]))
    title = f"{record['case_word']}字第{record['number']}號刑事{record['form']}"
    if not (record["case_id"].startswith(record["court"]) and record["case_id"].endswith(title)):
        yield Fault("/case_id", repr(record["case_id"]), f"{record['court']}…年度{title}")
    if not any({"concluding", "offence", "list"} & set(one["where"]) and not one["procedural"] for one in record["statutes"]):
        yield Fault("/statutes", "procedural citations or the appendix only", "at least one substantive citation that is a label")
    convicted = [o for o in record["outcomes"] if o["verdict"] in ("guilty", "exempt_from_punishment")]
    yield from differs("/charges", record["charges"], list(dict.fromkeys(charge for o in convicted for charge in o["charges"])))
    for index, outcome in enumerate(record["outcomes"]):
        yield from _outcome_rules(outcome, record["n_defendants"], f"/outcomes/{index}")
    merged = record["flags"]["facts_and_reasons_merged"]
    if merged != (record["facts"] == record["reasons"]):
        yield Fault("/flags/facts_and_reasons_merged", repr(merged), "true where, and only where, facts and reasons are the same text")
    for field in ("cause", "facts", "reasons", "main_text"):
        yield from not_clean(f"/{field}", record[field])


def _outcome_rules(outcome: Record, n_defendants: int, path: str) -> Iterator[Fault]:
    if outcome["defendant"] is not None and outcome["defendant"] > n_defendants:
        yield Fault(f"{path}/defendant", str(outcome["defendant"]), f"1 to {n_defendants} (n_defendants)")
    groups = outcome["groups"]
    counted = [index for group in groups for index in group["counts"]]
    if len(counted) != len(set(counted)):
        yield Fault(f"{path}/groups", "a count in two groups", "each count in one group at most")
    for index in counted:
        if index >= len(outcome["counts"]):
            yield Fault(f"{path}/groups", f"count {index}", f"indices below {len(outcome['counts'])}")
    if groups:
        yield from differs(f"{path}/executed", outcome["executed"], groups[0]["executed"])
        yield from differs(f"{path}/probation_months", outcome["probation_months"], groups[0]["probation_months"])
    for index, penalty in enumerate(outcome["counts"]):
        if penalty["currency"] is not None and penalty["fine"] is None:
            yield Fault(f"{path}/counts/{index}/currency", repr(penalty["currency"]), "null where there is no fine")


RULES: Mapping[str, Callable[[Record], Iterator[Fault]]] = {"ljp": ljp_rules, "mcq": mcq_rules, "oeq": oeq_rules}


def _fast_check(schema: Mapping[str, Any]) -> Callable[[Any], bool] | None:
    try:
        import jsonschema_rs
    except ImportError:
        return None
    check: Callable[[Any], bool] = jsonschema_rs.Draft202012Validator(dict(schema), validate_formats=True).is_valid
    return check


def _innermost(error: ValidationError) -> Iterator[ValidationError]:
    """The errors of the branch that was meant, instead of "is not valid under any of the given schemas"."""
    meant = [inner for inner in error.context or () if inner.validator != "type" or inner.relative_path]
    if error.validator == "anyOf" and meant:
        for inner in meant:
            yield from _innermost(inner)
    else:
        yield error


def _fault(error: ValidationError) -> Fault:
    path = "/" + "/".join(str(part) for part in error.absolute_path)
    value: Any = error.validator_value
    instance: Any = error.instance
    rule = str(error.validator)
    if rule == "required":
        missing = next(name for name in value if name not in instance and f"'{name}'" in error.message)
        return Fault(path, "no such field", f"the field {missing}")
    if rule == "additionalProperties":
        schema: Any = error.schema
        declared = schema.get("properties", {})
        return Fault(path, f"the field {', '.join(sorted(set(instance) - set(declared)))}", ", ".join(declared))
    allowed: Mapping[str, Callable[[], str]] = {
        "type": lambda: " or ".join([value] if isinstance(value, str) else value),
        "enum": lambda: ", ".join(map(repr, value)),
        "const": lambda: repr(value),
        "pattern": lambda: f"text that matches {value}",
        "format": lambda: f"a {value}",
        "minimum": lambda: f"at least {value}",
        "maximum": lambda: f"at most {value}",
        "minLength": lambda: f"at least {value} characters",
        "minItems": lambda: f"at least {value} entries",
        "maxItems": lambda: f"at most {value} entries",
        "uniqueItems": lambda: "each entry once",
    }
    return Fault(path, shortened(instance), allowed.get(rule, lambda: str(error.message))())
