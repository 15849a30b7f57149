"""PLawBench's texts as records of modules and items, and back.

Converted items carry what stood around their criterion (``layout``), and records the fields that have no place in the new form (``source``), so that the way
back gives the original to the last blank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from legal_metrics.grading import Item, Module, Part, Rubric
from legal_metrics.rubrics.forms.cuts import plain, total_of

_MODULES: Mapping[str, str] = {"依据法条": "法条依据"}


def _points(value: float | None) -> str:
    return plain(value or 0)


def _item(item: Item) -> dict[str, Any]:
    out: dict[str, Any] = {"index": item.number, "criterion": item.criterion, "points": item.points}
    if item.order_required:
        out["order_required"] = True
    if item.parts:
        out["sub_points"] = [_part(part) for part in item.parts]
    if item.per_occurrence:
        out["per_occurrence"] = True
    out["vetoes"] = [{"criterion": veto.criterion, "scope": veto.scope} for veto in item.vetoes]
    out["layout"] = {"before": item.extra.get("before", ""), "after": item.extra.get("after", "")}
    return {key: value for key, value in out.items() if key != "vetoes" or value}


def _part(part: Part) -> dict[str, Any]:
    out: dict[str, Any] = {"name": part.name, "points": part.points, "criterion": part.criterion}
    if part.kind != "share":
        out["kind"] = part.kind
    if part.per_occurrence:
        out["per_occurrence"] = True
    return out


def _source(rubric: Rubric) -> dict[str, Any]:
    """The fields of the record that was, and which of them held the rubric."""
    held = next((key for key in rubric.extra if key.lower() in ("rubrics", "rubric")), "rubrics")
    return {"fields": {**rubric.extra, held: None}, "rubrics": held}


def case_to_analysis(rubric: Rubric) -> dict[str, Any]:
    """A case analysis with the four modules by their names; the question is the case and what is asked of it."""
    extra = rubric.extra
    return {
        "instruction": "",
        "question": "\n".join(str(extra[key]) for key in ("context", "question") if extra.get(key)),
        "label": extra.get("label", ""),
        "total_score": total_of(module.points for module in rubric.modules),
        "rubrics": [
            {
                "module": _MODULES.get(module.name, module.name),
                "module_score": module.points,
                "dimensions": [],
                "items": list(map(_item, module.items)),
                "source": {key: None if key.lower() == "criterion" else value for key, value in module.extra.items()},
            }
            for module in rubric.modules
        ],
        "source": _source(rubric),
    }


def analysis_to_case(rubric: Rubric) -> dict[str, Any]:
    """The texts of the modules: those that they were, else one line for each item."""
    source = rubric.extra.get("source") or {}
    rows = []
    for module in rubric.modules:
        text = _text(module.items, f"【{module.name}得分】\n")
        new = {"criterion": None, "points": _points(module.points), "tags": f"{module.name}得分"}
        carried = module.extra.get("source") or new
        rows.append({key: text if key.lower() == "criterion" else value for key, value in carried.items()})
    if not source:
        return {
            "label": rubric.extra.get("label", ""),
            "context": "",
            "question": rubric.extra.get("question", ""),
            "rubrics": rows,
        }
    return {key: rows if key == source["rubrics"] else value for key, value in source["fields"].items()}


def _text(items: Sequence[Item], head: str) -> str:
    if items and all("layout" in item.extra for item in items):
        return "".join(f"{_around(item, 'before')}{item.criterion}{_around(item, 'after')}" for item in items)
    return head + "\n".join(f"（+{_points(item.points)}分）{item.criterion}" for item in items)


def _around(item: Item, side: str) -> str:
    return str(item.extra["layout"].get(side, ""))


def text_to_consultation(rubric: Rubric) -> dict[str, Any]:
    """A consultation; which dimension a question is of the text does not say."""
    total = rubric.points if rubric.points is not None else total_of(item.points for item in rubric.items)
    return {
        "label": "",
        "conversation": rubric.extra.get("conversation", ""),
        "question": "",
        "total_score": total,
        "rubrics": [_question(item) for item in rubric.items],
        "source": _source(rubric),
    }


def _question(item: Item) -> dict[str, Any]:
    out = _item(item)
    return {"index": out.pop("index"), "points": out.pop("points"), "criterion": out.pop("criterion"), **out}


def consultation_to_text(rubric: Rubric) -> dict[str, Any]:
    """The text of a consultation: the one that it was, else a line for each question."""
    source = rubric.extra.get("source") or {}
    items = rubric.items
    if items and all("layout" in item.extra for item in items):
        text = _text(items, "")
    else:
        head = "" if rubric.points is None else f"总分：{_points(rubric.points)}分\n"
        text = head + "\n".join(f"{item.number}.(+{_points(item.points)}分){item.criterion}" for item in items)
    if not source:
        return {"conversation": rubric.extra.get("conversation", ""), "rubrics": text}
    return {key: text if key == source["rubrics"] else value for key, value in source["fields"].items()}


def text_to_document(rubric: Rubric) -> dict[str, Any]:
    """A legal document; the form states no total. ``doc_type`` is for the caller to say."""
    return {
        "question": rubric.extra.get("conversation", ""),
        "label": rubric.extra.get("tag", ""),
        "doc_type": "",
        "rubrics": [_module(module) for module in rubric.modules],
        "source": _source(rubric),
    }


def _module(module: Module) -> dict[str, Any]:
    worth = module.points if module.points is not None else total_of(item.points for item in module.items)
    return {"module": module.name, "module_score": worth, "dimensions": [], "items": list(map(_item, module.items))}


def document_to_text(rubric: Rubric) -> dict[str, Any]:
    """The text that a converted document was."""
    source = rubric.extra.get("source") or {}
    text = _text(rubric.items, "")
    return {key: text if key == source["rubrics"] else value for key, value in source["fields"].items()}


CONVERTERS: Mapping[tuple[str, str], Callable[[Rubric], dict[str, Any]]] = {
    ("plawbench_case", "case_analysis"): case_to_analysis,
    ("case_analysis", "plawbench_case"): analysis_to_case,
    ("plawbench_consultation", "consultation"): text_to_consultation,
    ("consultation", "plawbench_consultation"): consultation_to_text,
    ("plawbench_document", "legal_document"): text_to_document,
    ("legal_document", "plawbench_document"): document_to_text,
}
"""(form, other form) -> the function that makes the record."""
