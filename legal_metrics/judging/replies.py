"""Replies as services return them: batch outputs of OpenAI and alike, results of Anthropic, and plain lines; each becomes a text, or why there is none.

An error row, a filtered, refused or empty reply is no verdict: it has a status and a reason, never a text that could be read for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines

STATUSES: tuple[str, ...] = ("ok", "truncated", "content_filter", "refusal", "error", "empty", "no_reply")
"""``ok``: there is a text. ``truncated``: there is one, and it ends before the judge did. The others have none."""
READABLE: frozenset[str] = frozenset({"ok", "truncated"})

_PLAIN = ("custom_id", "output", "model", "finish_reason", "error")
_FILTERED = (
    "content_filter",
    "contentfilter",
    "content_policy",
    "contentpolicy",
    "responsibleai",
    "data_inspection",
    "datainspection",
    "sensitive",
    "safety",
    "prohibited_content",
    "blocklist",
    "recitation",
    "spii",
)
_ENDED = frozenset(
    [
        "stop",
        "stop_sequence",
        "end_turn",
        "eos",
        "eos_token",
        "end_of_text",
        "complete",
        "completed",
        "finish",
        "finished",
        "success",
        "succeeded",
        "ok",
        "done",
        "normal",
        "tool_calls",
        "tool_use",
        "function_call",
    ]
)
"""Reasons for which a reply ends that is whole. One that is not among them, nor among those below, may be cut short."""
_FAILED = (
    "error",
    "abort",
    "cancel",
    "fail",
    "interrupt",
    "insufficient",
    "timeout",
    "timed_out",
    "expired",
    "malformed",
)
_REFUSED = frozenset({"refusal", "refused"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one request. ``text``: the reply, None unless ``status`` is ``ok`` or ``truncated``; ``why``: the reason there is none or less.

    >>> Reply("judge-1", "略").status
    'ok'
    """

    custom_id: str
    text: str | None
    status: str = "ok"
    why: str = ""
    model: str = ""


def read_reply(row: Mapping[str, Any]) -> Reply:
    """The reply in one row of a batch output, of Anthropic's results, or a plain one ``{"custom_id", "output"}``.

    Raises: LegalMetricsError for a row of none of these forms.

    >>> read_reply({"custom_id": "judge-1", "output": "…"}).text
    '…'
    >>> row = {"custom_id": "judge-1", "response": None, "error": {"code": "content_filter", "message": "filtered"}}
    >>> read_reply(row).status, read_reply(row).text
    ('content_filter', None)
    """
    name = row.get("custom_id")
    if not isinstance(name, str) or not name:
        raise LegalMetricsError(f"field 'custom_id': found {kind_of(name)}, allowed a string with text")
    if "output" in row:
        return _plain(name, row)
    if "result" in row:
        return _result(name, row["result"])
    if "response" in row or "error" in row:
        return _response(name, row)
    raise LegalMetricsError("found none of the fields 'output', 'response', 'result' and 'error'")


def read_replies(files: Mapping[str, Iterable[bytes]], *, known: Iterable[str] | None = None) -> dict[str, Reply]:
    """Replies by custom id, from the lines of one or more files (name -> lines).

    A request may have been sent again: a reply that has a text stands for those that have none. ``known``: the ids of the requests.
    Raises: JsonLineError naming file and line: a row of no known form, an unknown id, two replies with a text for one request.

    >>> lines = [b'{"custom_id": "a", "error": {"message": "overloaded"}}', b'{"custom_id": "a", "output": "1"}']
    >>> read_replies({"out.jsonl": lines})["a"].text
    '1'
    """
    asked = None if known is None else frozenset(known)
    replies: dict[str, Reply] = {}
    for source, lines in files.items():
        for place, row in read_json_lines(lines, source=source):
            try:
                reply = read_reply(row)
            except LegalMetricsError as error:
                raise JsonLineError(source, place, str(error)) from error
            if asked is not None and reply.custom_id not in asked:
                raise JsonLineError(source, place, f"unknown custom_id {reply.custom_id!r}: no request has it")
            earlier = replies.get(reply.custom_id)
            if earlier is not None and earlier.text is not None:
                if reply.text is not None:
                    raise JsonLineError(source, place, f"a second reply for {reply.custom_id!r}: allowed one")
                continue
            replies[reply.custom_id] = reply
    return replies


def count_statuses(replies: Iterable[Reply]) -> dict[str, int]:
    """How many replies have each status, in the order of ``STATUSES``.

    >>> count_statuses([Reply("a", "略"), Reply("b", None, "error")])
    {'ok': 1, 'error': 1}
    """
    counts = Counter(reply.status for reply in replies)
    return {status: counts[status] for status in STATUSES if counts[status]}


def _plain(name: str, row: Mapping[str, Any]) -> Reply:
    if unknown := [key for key in row if key not in _PLAIN]:
        raise LegalMetricsError(f"unknown field {unknown[0]!r}, allowed {', '.join(_PLAIN)}")
    if row.get("error"):  # empty words and false say that there is none
        return _failed(name, row["error"], _text(row.get("model")))
    output = row["output"]
    if output is not None and not isinstance(output, str):
        raise LegalMetricsError(f"field 'output': found {kind_of(output)}, allowed a string or null")
    return _finished(name, output, _text(row.get("finish_reason")), _text(row.get("model")))


def _response(name: str, row: Mapping[str, Any]) -> Reply:
    """A row of an OpenAI batch: output file or error file."""
    response = row.get("response")
    if row.get("error") is not None:
        return _failed(name, row["error"])
    if not isinstance(response, Mapping):
        return Reply(name, None, "error", f"field 'response': found {kind_of(response)}, allowed an object")
    body = response.get("body")
    code = response.get("status_code", 200)
    if not isinstance(body, Mapping):
        return Reply(name, None, "error", f"status {code}, field 'body': found {kind_of(body)}, allowed an object")
    if body.get("error") is not None:
        return _failed(name, body["error"], _text(body.get("model")))
    if code != 200:
        return Reply(name, None, "error", f"status {code}")
    for key, read in _BODIES.items():
        if key in body:
            return read(name, body)
    return Reply(name, None, "error", f"the body holds none of {', '.join(_BODIES)}")


def _chat(name: str, body: Mapping[str, Any]) -> Reply:
    choices, model = body["choices"], _text(body.get("model"))
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], Mapping):
        n = len(choices) if isinstance(choices, list) else kind_of(choices)
        return Reply(name, None, "error", f"field 'choices': found {n}, allowed one", model)
    message = choices[0].get("message")
    if not isinstance(message, Mapping):
        return Reply(name, None, "error", f"field 'message': found {kind_of(message)}, allowed an object", model)
    if message.get("refusal"):
        return Reply(name, None, "refusal", _text(message["refusal"]), model)
    found = choices[0].get("content_filter_results")
    if isinstance(found, Mapping) and any(
        isinstance(one, Mapping) and one.get("filtered") is True for one in found.values()
    ):
        return Reply(name, None, "content_filter", "the service's filter found something", model)
    return _finished(name, _content(message.get("content")), _text(choices[0].get("finish_reason")), model)


def _responses(name: str, body: Mapping[str, Any]) -> Reply:
    """OpenAI's Responses API: ``output`` is a list whose messages hold the text."""
    model = _text(body.get("model"))
    output = body["output"] if isinstance(body["output"], list) else []
    parts = [part for item in output if isinstance(item, Mapping) for part in _listed(item.get("content"))]
    refusals = [_text(part.get("refusal")) for part in parts if part.get("type") == "refusal"]
    if refusals:
        return Reply(name, None, "refusal", refusals[0], model)
    details = body.get("incomplete_details")
    reason = _text(details.get("reason")) if isinstance(details, Mapping) else ""
    return _finished(name, _content(parts), reason or _text(body.get("status")), model)


def _result(name: str, result: object) -> Reply:
    """Anthropic's batch results."""
    if not isinstance(result, Mapping):
        raise LegalMetricsError(f"field 'result': found {kind_of(result)}, allowed an object")
    if result.get("type") != "succeeded":
        return _failed(name, result.get("error") or {"message": _text(result.get("type"))})
    message = result.get("message")
    if not isinstance(message, Mapping):
        return Reply(name, None, "error", f"field 'message': found {kind_of(message)}, allowed an object")
    if message.get("error") or message.get("type") == "error":
        return _failed(name, message.get("error") or "an error", _text(message.get("model")))
    return _finished(
        name, _content(message.get("content")), _text(message.get("stop_reason")), _text(message.get("model"))
    )


_BODIES: Mapping[str, Callable[[str, Mapping[str, Any]], Reply]] = {"choices": _chat, "output": _responses}


def _finished(name: str, text: str | None, reason: str, model: str) -> Reply:
    """A reply by the reason for which it ended."""
    said = reason.lower()
    if _is_filtered(said):
        return Reply(name, None, "content_filter", f"ended by {reason}", model)
    if said in _REFUSED:
        return Reply(name, None, "refusal", f"ended by {reason}", model)
    if any(word in said for word in _FAILED):
        return Reply(name, None, "error", f"ended by {reason}", model)
    if text is None or not text.strip():
        return Reply(name, None, "empty", f"no text{f', ended by {reason}' if reason else ''}", model)
    if said and said not in _ENDED:
        return Reply(name, text, "truncated", f"ended by {reason}", model)
    return Reply(name, text, "ok", "", model)


def _failed(name: str, error: object, model: str = "") -> Reply:
    """A reply that is an error: a filter's, or any other."""
    said = " ".join(_words(error))
    return Reply(name, None, "content_filter" if _is_filtered(said.lower()) else "error", said or "an error", model)


def _words(error: object, depth: int = 0) -> Iterator[str]:
    """Codes and messages of an error, however nested."""
    if isinstance(error, str):
        yield error
    elif isinstance(error, Mapping) and depth < 4:
        for key in ("type", "code", "message", "error", "innererror"):
            yield from _words(error.get(key), depth + 1)


def _is_filtered(said: str) -> bool:
    return any(word in said.replace(" ", "_").replace("-", "_") for word in _FILTERED)


def _content(content: object) -> str | None:
    """The text of a message: a string, or the texts of its parts; reasoning is none of it."""
    if isinstance(content, str):
        return content
    texts = [_text(part.get("text")) for part in _listed(content) if part.get("type") in ("text", "output_text")]
    return "".join(texts) if texts else None


def _listed(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
