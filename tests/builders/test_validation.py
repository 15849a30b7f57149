"""builders.quality.validation: what is wrong, where, and what is allowed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from builders.quality import validation
from builders.quality.validation import Validator, load_schema, validate

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
EXAMPLES: list[dict[str, Any]] = json.loads((SCHEMAS / "ljp.examples.json").read_text(encoding="utf-8"))
COUNTER_EXAMPLES: list[dict[str, Any]] = json.loads((SCHEMAS / "ljp.counter_examples.json").read_text(encoding="utf-8"))


def changed(at: str, value: Any, base: int = 0, *, remove: bool = False) -> dict[str, Any]:
    record = copy.deepcopy(EXAMPLES[base])
    node: Any = record
    *path, last = [int(p) if p.isdigit() else p for p in at.strip("/").split("/")]
    for step in path:
        node = node[step]
    if remove:
        del node[last]
    else:
        node[last] = value
    return record


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda r: r["id"])
def test_examples_keep_all_rules(record: dict[str, Any]) -> None:
    assert validate(record, "ljp") == []


@pytest.mark.parametrize("fast", [True, False], ids=["jsonschema-rs", "jsonschema"])
@pytest.mark.parametrize("case", COUNTER_EXAMPLES, ids=lambda c: c["why"])
def test_counter_examples_with_and_without_the_fast_check(case: dict[str, Any], fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fast:
        pytest.importorskip("jsonschema_rs")
    else:
        monkeypatch.setattr(validation, "_fast_check", lambda schema: None)
    record = changed(case["at"], case.get("set"), remove=bool(case.get("remove")))
    assert any(fault.path.startswith(case["error_at"]) for fault in Validator(load_schema("ljp")).faults(record))


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [
        ("/year", "2023", "/year: found '2023', allowed integer"),
        ("/form", "裁定", "/form: found '裁定', allowed '判決', '簡易判決'"),
        ("/date", "2023-02-30", "/date: found '2023-02-30', allowed a date"),
        ("/remarks", 1, "/: found the field remarks, allowed id, case_id, "),
        ("/statutes", [], "/statutes: found [], allowed at least 1 entries"),
        ("/statutes/0/article", "339條之4", "/statutes/0/article: found '339條之4', allowed text that matches"),
        ("/outcomes/0/executed", {"life": True}, "/outcomes/0/executed: found no such field, allowed the field imprisonment_months"),
        ("/outcomes/0/counts/0/fine", 0, "/outcomes/0/counts/0/fine: found 0, allowed at least 1"),
    ],
)
def test_messages(at: str, value: Any, message: str) -> None:
    assert any(str(fault).startswith(message) for fault in validate(changed(at, value), "ljp"))


def test_a_missing_field_is_named() -> None:
    assert str(validate(changed("/cause", None, remove=True), "ljp")[0]) == "/: found no such field, allowed the field cause"


GROUP = {"counts": [0, 1], "executed": None, "probation_months": None}


@pytest.mark.parametrize(
    ("base", "at", "value", "path"),
    [
        (0, "/id", "tw-ljp-other", "/id"),
        (0, "/year", 2022, "/year"),
        (0, "/number", 102, "/case_id"),
        (0, "/court", "臺灣士林地方法院", "/case_id"),
        (0, "/charges", ["詐欺取財"], "/charges"),
        (0, "/outcomes/0/defendant", 2, "/outcomes/0/defendant"),
        (0, "/outcomes/0/counts/0/currency", "TWD", "/outcomes/0/counts/0/currency"),
        (0, "/statutes/1/where", ["appendix"], "/statutes"),
        (0, "/statutes/1/procedural", True, "/statutes"),
        (0, "/flags/facts_and_reasons_merged", True, "/flags/facts_and_reasons_merged"),
        (2, "/flags/facts_and_reasons_merged", False, "/flags/facts_and_reasons_merged"),
        (0, "/facts", "一\r\n二", "/facts"),
        (0, "/facts", "e\u0301", "/facts"),
        (1, "/outcomes/0/probation_months", 12, "/outcomes/0/probation_months"),
        (1, "/outcomes/0/executed", None, "/outcomes/0/executed"),
        (1, "/outcomes/0/groups/0/counts", [0, 2], "/outcomes/0/groups"),
        (1, "/outcomes/0/groups", [GROUP, GROUP], "/outcomes/0/groups"),
    ],
)
def test_rules_that_the_schema_cannot_say(base: int, at: str, value: Any, path: str) -> None:
    faults = validate(changed(at, value, base), "ljp")
    assert path in {fault.path for fault in faults}
