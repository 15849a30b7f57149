"""Essay answers: the text that stands in an output, or why there is none. Statuses and readings as in ``extract.outputs``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.extract.json_objects import find_objects, strict_object
from legal_metrics.extract.outputs import READINGS, is_refusal
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.text.script import is_simplified

_KEYS = ("answer", "essay", "response", "答案", "作答", "申論", "回答", "text")


@dataclass(frozen=True, slots=True)
class EssayAnswer:
    """What one output answers; ``text`` is None where there is nothing to grade, and ``why`` says what was found instead.

    >>> EssayAnswer("empty").text is None
    True
    """

    status: str
    text: str | None = None
    repairs: tuple[str, ...] = ()
    why: str = ""


def read_essay_answer(output: str, *, reading: str = "strict") -> EssayAnswer:
    """Read one output of ``tw-legalbench/oeq``. Linear; never raises on any text.

    ``strict``: exactly one JSON object ``{"answer": "…"}``. ``lenient`` also takes other keys, values that are no string, and plain text, and names each
    repair: ``think_block``, ``other_keys``, ``extra_keys``, ``other_types``, ``plain_text`` and those of ``json_objects.find_objects``.
    Raises: LegalMetricsError for an unknown ``reading``.

    >>> read_essay_answer("甲得請求返還。").status, read_essay_answer("甲得請求返還。", reading="lenient").repairs
    ('unparsed', ('plain_text',))
    """
    if reading not in READINGS:
        raise LegalMetricsError(f"reading: found {shown(reading)}, allowed {' or '.join(READINGS)}")
    answer = _strict(output)
    if answer.text is None and reading == "lenient":
        answer = _lenient(output)
    if answer.text is not None and answer.text.strip():
        return EssayAnswer("wrong_script" if is_simplified(answer.text) else "ok", answer.text, answer.repairs)
    return EssayAnswer(_failure(output, answer), why=answer.why or "the answer is blank")


def _strict(output: str) -> EssayAnswer:
    found = strict_object(output)
    if found.value is None:
        return EssayAnswer("unparsed", why=found.why)
    if list(found.value) != ["answer"] or not isinstance(found.value["answer"], str):
        return EssayAnswer("unparsed", why="allowed one key 'answer' with a string")
    return EssayAnswer("ok", found.value["answer"])


def _lenient(output: str) -> EssayAnswer:
    text, dropped, is_open = without_thinking(output)
    before = ("think_block",) if dropped else ()
    if is_open and not text.strip():
        return EssayAnswer("truncated", why="the reasoning block is not closed")
    for found in find_objects(text):
        if found.value is None:
            if found.truncated and text.lstrip().startswith(("{", "｛", "```")):
                return EssayAnswer("truncated", why=found.why)
            continue
        key = next((name for name in _KEYS if name in found.value), None)
        if key is None:
            continue
        value = _text(found.value[key])
        repairs = [*before, *found.repairs]
        repairs += ["other_keys"] if key != "answer" else []
        repairs += ["extra_keys"] if len(found.value) > 1 else []
        repairs += ["other_types"] if not isinstance(found.value[key], str) else []
        return EssayAnswer("ok", value, tuple(repairs))
    if is_refusal(text):
        return EssayAnswer("refusal", why="the output declines to answer")
    return EssayAnswer("ok", text, (*before, "plain_text"))


def _text(value: Any, depth: int = 0) -> str:
    """A string for any JSON value: parts on lines of their own, in order."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and depth < 3:
        return "\n".join(f"{key}\n{_text(item, depth + 1)}" for key, item in value.items())
    if isinstance(value, list) and depth < 3:
        return "\n".join(_text(item, depth + 1) for item in value)
    return "" if value is None or isinstance(value, bool) else str(value)


def _failure(output: str, answer: EssayAnswer) -> str:
    text, _, is_open = without_thinking(output)
    if is_open and not text.strip():
        return "truncated"
    if not text.strip() or answer.text is not None:
        return "empty"
    if answer.status != "unparsed":
        return answer.status
    if strict_object(output).value is None and any(found.truncated for found in find_objects(text)):
        return "truncated"
    return "refusal" if is_refusal(text) else "unparsed"
