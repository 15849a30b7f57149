"""Requests as files: plain JSON lines, which hold all that is needed to read the replies, and batches in OpenAI's form, one file for each model."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines
from legal_metrics.judging.limits import Cut
from legal_metrics.judging.requests import JudgeRequest, messages_sha256, response_schema
from legal_metrics.judging.rubric_values import rubric_of, rubric_sha256

BATCH_REQUESTS, BATCH_BYTES = 50_000, 190_000_000
"""Most requests and bytes of one batch file. Source: OpenAI's batch guide (50,000 requests, 200 MB)."""
PARAMETERS: Mapping[str, Any] = MappingProxyType({"temperature": 0})
_OWN = ("model", "messages")


def to_request_line(request: JudgeRequest) -> str:
    """The request as one JSON line, without a line end; ``read_requests`` reads it. Raises: WrongTypeError.

    >>> from legal_metrics.grading import Item, Module, Rubric
    >>> from legal_metrics.judging.requests import judge_request
    >>> request = judge_request("", "略", Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),)), judge="judge-1")
    >>> read_requests([to_request_line(request).encode()])[request.custom_id] == request
    True
    """
    if not isinstance(request, JudgeRequest):
        raise WrongTypeError("request", request, "a JudgeRequest")
    return json.dumps(request.to_dict(), ensure_ascii=False)


def to_batch_line(
    request: JudgeRequest,
    *,
    model: str,
    parameters: Mapping[str, Any] = PARAMETERS,
    structured: bool = False,
    url: str = "/v1/chat/completions",
) -> str:
    """The request as one line of an OpenAI batch, without a line end.

    Args:
        request: what to ask.
        model: the model's name for the service.
        parameters: of the body beside model and messages (``temperature``, ``max_completion_tokens``, ``seed`` …); empty for models that take none.
        structured: ask for the reply in the schema of ``response_schema``.
        url: of the service.

    Raises: LegalMetricsError for an empty model or parameters that would replace model or messages.

    >>> from legal_metrics.grading import Item, Module, Rubric
    >>> from legal_metrics.judging.requests import judge_request
    >>> request = judge_request("", "略", Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),)), judge="judge-1")
    >>> line = json.loads(to_batch_line(request, model="model-1"))
    >>> sorted(line), sorted(line["body"]), line["method"]
    (['body', 'custom_id', 'method', 'url'], ['messages', 'model', 'temperature'], 'POST')
    """
    if not isinstance(model, str) or not model.strip():
        raise LegalMetricsError(f"model: found {shown(model)}, allowed a name")
    if taken := [name for name in parameters if name in _OWN or (structured and name == "response_format")]:
        raise LegalMetricsError(f"parameters: found {taken[0]!r}, which the request itself sets")
    body: dict[str, Any] = {
        "model": model,
        "messages": [dict(message) for message in request.messages],
        **parameters,
    }
    if structured:
        schema = {"name": "grades", "strict": True, "schema": response_schema(request)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return json.dumps({"custom_id": request.custom_id, "method": "POST", "url": url, "body": body}, ensure_ascii=False)


def batches(
    lines: Iterable[str], *, most_requests: int = BATCH_REQUESTS, most_bytes: int = BATCH_BYTES
) -> Iterator[list[str]]:
    """Batch lines in files that a service takes, in order. Raises: LegalMetricsError for a line that is too long for any.

    >>> list(batches(["a", "b", "c"], most_requests=2))
    [['a', 'b'], ['c']]
    """
    kept: list[str] = []
    size = 0
    for line in lines:
        length = len(line.encode("utf-8")) + 1
        if length > most_bytes:
            raise LegalMetricsError(f"batch: found a request of {length} bytes, allowed {most_bytes}")
        if kept and (len(kept) == most_requests or size + length > most_bytes):
            yield kept
            kept, size = [], 0
        kept.append(line)
        size += length
    if kept:
        yield kept


def read_requests(lines: Iterable[bytes], *, source: str = "requests") -> dict[str, JudgeRequest]:
    """Requests by their custom id, from plain JSON lines. What a line says of itself must be true: its id, and the digests of messages and rubric.

    Raises: JsonLineError naming file and line: a missing, unknown or ill-typed field, a digest that does not fit, a request that stands twice.

    >>> read_requests([])
    {}
    """
    requests: dict[str, JudgeRequest] = {}
    for place, row in read_json_lines(lines, source=source):
        try:
            request = _request(row)
        except LegalMetricsError as error:
            raise JsonLineError(source, place, str(error)) from error
        if request.custom_id in requests:
            raise JsonLineError(source, place, f"request {request.custom_id!r} stands twice")
        requests[request.custom_id] = request
    return requests


_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "custom_id": str,
    "id": str,
    "run": str,
    "judge": str,
    "items": list,
    "labels": list,
    "messages": list,
    "prompt": str,
    "template_sha256": str,
    "prompt_sha256": str,
    "output_sha256": str,
    "rubric_sha256": str,
    "cut": (dict, type(None)),
    "flags": dict,
    "rubric": dict,
}


def _request(row: Mapping[str, Any]) -> JudgeRequest:
    for name, kind in _FIELDS.items():
        if name not in row:
            raise LegalMetricsError(f"field {name!r} is missing")
        if not isinstance(row[name], kind):
            raise LegalMetricsError(f"field {name!r}: found {kind_of(row[name])}")
    if unknown := [name for name in row if name not in _FIELDS]:
        raise LegalMetricsError(f"unknown field {unknown[0]!r}, allowed {', '.join(_FIELDS)}")
    lists = {"items": _is_item, "labels": _is_text, "messages": _is_message}
    for name, holds in lists.items():
        if wrong := [value for value in row[name] if not holds(value)]:
            raise LegalMetricsError(f"field {name!r}: found {shown(wrong[0])}")
    rubric = rubric_of(row["rubric"])
    values = {name: row[name] for name in _FIELDS if name not in ("custom_id", "rubric")}
    values["items"] = tuple(row["items"])
    values["labels"] = tuple(row["labels"])
    values["messages"] = tuple(row["messages"])
    values["flags"] = MappingProxyType(row["flags"])
    values["cut"] = None if row["cut"] is None else _cut(row["cut"])
    request = JudgeRequest(**values, rubric=rubric)
    if request.prompt_sha256 != messages_sha256(request.messages):
        raise LegalMetricsError("field 'prompt_sha256': it is not the digest of the messages")
    if request.rubric_sha256 != rubric_sha256(rubric):
        raise LegalMetricsError("field 'rubric_sha256': it is not the digest of the rubric")
    if request.custom_id != row["custom_id"]:
        raise LegalMetricsError("field 'custom_id': it is not that of the request")
    if not request.items or not set(request.items) <= {item.number for item in rubric.items}:
        raise LegalMetricsError(f"field 'items': found {shown(row['items'])}, allowed items of the rubric")
    return request


def _is_item(value: object) -> bool:
    """Whether a value is a number of an item."""
    return is_whole(value, 0)


def _is_text(value: object) -> bool:
    """Whether a value is a string."""
    return isinstance(value, str)


def _is_message(value: object) -> bool:
    """Whether a value is a message: role and content."""
    return isinstance(value, dict) and set(value) == {"role", "content"} and all(map(_is_text, value.values()))


def _cut(values: Mapping[str, Any]) -> Cut:
    names = [field.name for field in dataclasses.fields(Cut)]
    if sorted(values) != sorted(names) or not all(_is_item(values[name]) for name in names if name != "policy"):
        raise LegalMetricsError(f"field 'cut': found {shown(dict(values))}, allowed {', '.join(names)}")
    return Cut(**values)
