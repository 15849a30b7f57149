"""Answers to multiple-choice questions: the options that an output chooses, or why none can be read.

``strict`` reads what the prompt asks for, exactly one JSON object with the key ``answer`` (one mark; a list of marks where several may be right), beside it
at most ``reasoning``. ``lenient`` also reads what models really write, and names each repair. The statuses are those of ``extract.outputs`` and

| status | the output |
|---|---|
| ``several`` | names several options where one is asked for, or leaves it open between some |
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.extract.choice_bare import NOTHING_FOUND, Finding
from legal_metrics.extract.choice_marks import Alphabet, fold
from legal_metrics.extract.choice_statements import Reply
from legal_metrics.extract.json_objects import find_objects, strict_object
from legal_metrics.extract.outputs import READINGS, is_refusal
from legal_metrics.extract.thinking import without_thinking

FIELDS: tuple[str, ...] = ("reasoning", "answer")
"""The keys of the object that prompts ask for."""

Options = str | Sequence[str] | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ChoiceAnswer:
    """What one output chooses. ``letters`` is None where nothing can be read; ``why`` says what was found instead.

    >>> ChoiceAnswer("empty").is_readable
    False
    """

    status: str
    letters: frozenset[str] | None = None
    repairs: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_readable(self) -> bool:
        """True if there is an answer to score."""
        return self.letters is not None


def extract_choices(
    text: str, *, options: Options = "ABCD", multiple: bool = False, option_texts: Sequence[str] | None = None
) -> frozenset[str] | None:
    """The options that a reply chooses, or None where it chooses none. Never guesses; linear; raises on no text.

    Args:
        text: the model's output: JSON (mended where needed), or free text in Traditional or Simplified Chinese or English.
        options: the marks of the options, one character each; or a mapping from mark to the option's own text.
        multiple: several options may be right. Otherwise a reply that names several, or stays open between some, chooses none.
        option_texts: the options' own texts in the order of ``options``: a reply may quote one instead of its mark.

    The last answer that is stated and not taken back counts, whatever letters stand behind it; reasoning blocks are dropped. Without a stated answer the
    options called right count (where the reply says that the wrong one is asked for, those called wrong), then a mark that stands alone, then a quoted option.
    Raises: WrongTypeError for a text that is no string; LegalMetricsError for options that cannot be marks.

    >>> extract_choices("結論：應選（Ｂ）。排除：（A）、（C）、（D）。") == frozenset("B")
    True
    >>> sorted(extract_choices("ANSWER: A, C, and D", multiple=True)), extract_choices("A 或 B")
    (['A', 'C', 'D'], None)
    >>> extract_choices("答案是得撤銷。", option_texts=["無效", "得撤銷", "有效", "效力未定"]) == frozenset("B")
    True
    """
    return _find(text, _alphabet(options), _texts(options, option_texts), multiple)[0].letters


def read_choice_answer(
    output: str,
    *,
    options: Options = "ABCD",
    multiple: bool = False,
    option_texts: Sequence[str] | None = None,
    reading: str = "strict",
) -> ChoiceAnswer:
    """Read one output of a multiple-choice task.

    Repairs of the lenient reading, beside those of ``json_objects.find_objects``: ``think_block`` (dropped), ``other_keys`` (答案, choice, …),
    ``nested_object``, ``extra_keys``, ``other_types`` (a list for a mark, a mark for a list), ``other_spelling`` (``(c)``, ``選項C``, ``C. …``), ``double_encoded``,
    ``plain_text`` (no JSON: what the text states), ``judgements`` (… the option that it calls right), ``bare_mark``, ``option_text`` (quoted instead of its mark).
    Raises: as ``extract_choices``; LegalMetricsError for an unknown ``reading``.

    >>> read_choice_answer('{"reasoning": "…", "answer": "C"}').letters == frozenset("C")
    True
    >>> read_choice_answer("故選(C)。").status, read_choice_answer("故選(C)。", reading="lenient").repairs
    ('unparsed', ('plain_text',))
    """
    if reading not in READINGS:
        raise LegalMetricsError(f"reading: found {shown(reading)}, allowed {' or '.join(READINGS)}")
    alphabet = _alphabet(options)
    answer = _strict(output, alphabet, multiple)
    if answer.letters is None and reading == "lenient":
        finding, repairs = _find(output, alphabet, _texts(options, option_texts), multiple)
        answer = ChoiceAnswer("several" if finding.several else "unparsed", why=answer.why)
        if finding.letters is not None:
            answer = ChoiceAnswer("ok", finding.letters, repairs)
    return answer if answer.is_readable else replace(answer, status=_failure(output, answer))


def _strict(output: str, alphabet: Alphabet, multiple: bool) -> ChoiceAnswer:
    found = strict_object(output)
    if found.value is None:
        return ChoiceAnswer("unparsed", why=found.why)
    told = [f"key {key!r} is not one of {', '.join(FIELDS)}" for key in found.value if key not in FIELDS]
    if "answer" not in found.value:
        told.append("key 'answer' is missing")
    if not isinstance(found.value.get("reasoning", ""), str):
        told.append("key 'reasoning': allowed a string")
    value = found.value.get("answer")
    marks = value if multiple and isinstance(value, list) else [value]
    letters = [alphabet.exact(mark) if isinstance(mark, str) else None for mark in marks]
    if told or not letters or None in letters:
        told = told or [f"key 'answer': found {shown(value)}, allowed {_allowed(alphabet, multiple)}"]
        return ChoiceAnswer("unparsed", why="; ".join(told))
    return ChoiceAnswer("ok", frozenset(letter for letter in letters if letter))


def _allowed(alphabet: Alphabet, multiple: bool) -> str:
    return f"{'a list of' if multiple else 'one of'} {', '.join(alphabet.names)}"


def _find(text: str, alphabet: Alphabet, texts: Mapping[str, str], multiple: bool) -> tuple[Finding, tuple[str, ...]]:
    """What the whole output chooses, and the repairs that reading it took."""
    if not isinstance(text, str):
        raise WrongTypeError("text", text, "a string")
    plain, dropped, _ = without_thinking(text)
    repairs: dict[str, None] = {"think_block": None} if dropped else {}
    if (inside := _string_inside(plain)) is not None:
        plain, repairs["double_encoded"] = inside, None

    def said(words: str) -> Reply:
        return Reply(fold(words), alphabet, texts, multiple=multiple)

    found, told = _in_json(plain, said, alphabet, multiple)
    if found is not None:
        later = said(plain[plain.rfind("}") + 1 :]).statement() if "}" in plain else NOTHING_FOUND
        if later.by:
            return later, (*repairs, "plain_text")
        return found, tuple({**repairs, **dict.fromkeys(told)})
    finding = said(plain).finding()
    repair = {"statement": "plain_text", "judgement": "judgements", "bare": "bare_mark"}.get(finding.by, finding.by)
    return finding, (*repairs, repair)


# --- JSON ------------------------------------------------------------------------------------------------------------

_KEYS = {
    name: rank
    for rank, names in enumerate(
        (
            "finalanswer correctanswer rightanswer correctoption correctchoice finalchoice 最終答案 最终答案 最後答案 正確答案 正确答案 正解 正確選項 正确选项",
            "answer answers ans 答案 解答 答 作答 回答",
            "choice choices option options selected selectedoption selectedanswer selection prediction predicted label letter letters result response output "
            "選項 选项 選擇 选择 結論 结论 conclusion",
        )
    )
    for name in names.split()
}
_INNER_KEYS = ("letter", "label", "option", "choice", "key", "id", "answer", "選項", "选项", "答案", "代號")
_KEY_NOISE = re.compile(r"[\s_\-:：.]+")


def _in_json(text: str, said: Any, alphabet: Alphabet, multiple: bool) -> tuple[Finding | None, tuple[str, ...]]:
    """The answer of the last JSON object that has one; None where no JSON answers. A key without an answer (null, 無) is an answer: that there is none."""
    if (listed := _whole_list(text)) is not None and all(isinstance(entry, (str, int)) for entry in listed):
        return _value(listed, said, alphabet, multiple)
    if "{" not in text and "｛" not in text:
        return None, ()
    for found in find_objects(text):
        if found.value is None:
            if found.truncated and _CUT_OBJECT.match(text):
                return _in_cut_object(text, said)
            continue
        answered = _answer_key(found.value)
        nested: tuple[str, ...] = ()
        if answered is None:
            inner = [told for item in found.value.values() if isinstance(item, dict) and (told := _answer_key(item))]
            if len(inner) != 1:
                continue
            answered, nested = inner[0], ("nested_object",)
        key, value, extra = answered
        finding, repairs = _value(value, said, alphabet, multiple)
        other = (*(("other_keys",) if key != "answer" else ()), *(("extra_keys",) if extra else ()))
        return finding, (*found.repairs, *nested, *other, *repairs)
    return None, ()


def _answer_key(value: Mapping[str, Any]) -> tuple[str, Any, bool] | None:
    """The key that names the answer best, its value, and whether there are keys that nobody asked for."""
    ranked = [(rank, key) for key in value if (rank := _KEYS.get(_KEY_NOISE.sub("", key).lower())) is not None]
    if not ranked:
        return None
    _, key = min(ranked, key=lambda entry: entry[0])
    return key, value[key], any(other not in FIELDS for other in value if other != key)


def _value(value: Any, said: Any, alphabet: Alphabet, multiple: bool) -> tuple[Finding, tuple[str, ...]]:
    """The options in the value of the answer's key."""
    if isinstance(value, bool) or value is None:
        return Finding(None, "json"), ()
    if isinstance(value, (int, float)):
        letter = alphabet.exact(str(value))
        return Finding(frozenset([letter]) if letter else None, "json"), ("other_types",)
    if isinstance(value, str):
        letter = alphabet.exact(value)
        if letter is not None:
            return Finding(frozenset([letter]), "json"), ("other_types",) if multiple else ()
        reply = said(f"答案:{value}")
        finding = reply.statement()
        if not finding.by:
            finding = said(value).finding()
        repair = "option_text" if finding.letters and alphabet.find(reply.text, 0) is None else "other_spelling"
        return replace(finding, by="json"), (repair,)
    if isinstance(value, dict):
        inner = next((value[key] for key in _INNER_KEYS if isinstance(value.get(key), str)), None)
        return _value(inner, said, alphabet, multiple)[0], ("other_types",)
    parts = [_value(entry, said, alphabet, False)[0] for entry in value] if isinstance(value, list) else []
    letters = frozenset().union(*(part.letters for part in parts if part.letters))
    if any(part.letters is None for part in parts):
        return Finding(None, "json", several=any(part.several for part in parts)), ("other_types",)
    if len(letters) > 1 and not multiple:
        return Finding(None, "json", several=True), ("other_types",)
    return Finding(letters or None, "json"), () if multiple else ("other_types",)


_CUT_OBJECT = re.compile(r"[\s`]{0,8}(?:json)?\s{0,4}[{｛]\s{0,80}[\"'“]", re.IGNORECASE)
_CUT_ANSWER = re.compile(
    r"[\"'“”](?:[^\"'“”\n]{0,12}answer|[^\"'“”\n]{0,4}答案|choice)[\"'“”]\s{0,4}[:：]\s{0,4}"
    r"(?:[\"'“]([^\"'“”\n]{1,80})[\"'”]|([^\s\"'“”\[{0-9])\s{0,4}[,}｝])",
    re.IGNORECASE,
)


def _in_cut_object(text: str, said: Any) -> tuple[Finding, tuple[str, ...]]:
    """The answer of an object that ends too early: only one that was written out; its reasoning may hold drafts."""
    written = _CUT_ANSWER.findall(text)
    if not written:
        return Finding(None, "json"), ()
    return replace(said(f"答案:{''.join(written[-1])}").statement(), by="json"), ("cut_object",)


def _string_inside(text: str) -> str | None:
    stripped = text.strip()
    if len(stripped) < 2 or not stripped.startswith('"') or not stripped.endswith('"'):
        return None
    value = _loaded(stripped)
    return value if isinstance(value, str) else None


def _whole_list(text: str) -> list[Any] | None:
    stripped = text.strip()
    if not stripped.startswith("[") or not stripped.endswith("]"):
        return None
    value = _loaded(stripped)
    return value if isinstance(value, list) and value else None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# --- options and statuses --------------------------------------------------------------------------------------------


def _alphabet(options: Options) -> Alphabet:
    try:
        return _known_alphabet(tuple(options))
    except TypeError:
        raise WrongTypeError("options", options, "a string, a list of marks or a mapping of marks to texts") from None


@lru_cache(maxsize=256)
def _known_alphabet(options: tuple[str, ...]) -> Alphabet:
    return Alphabet(options)


def _texts(options: Options, option_texts: Sequence[str] | None) -> Mapping[str, str]:
    if option_texts is None:
        return options if isinstance(options, Mapping) else {}
    marks = [str(option) for option in options]
    if isinstance(option_texts, str) or len(option_texts) != len(marks):
        raise LegalMetricsError(
            f"option_texts: found {shown(option_texts)}, allowed one text for each of {', '.join(marks)}"
        )
    return dict(zip(marks, option_texts, strict=True))


def _failure(output: str, answer: ChoiceAnswer) -> str:
    """Why nothing could be read, as a status."""
    text, _, is_open = without_thinking(output)
    if is_open:
        return "truncated"
    if not text.strip():
        return "empty"
    if answer.status == "several":
        return "several"
    if any(found.truncated for found in find_objects(text)) and _CUT_OBJECT.match(text):
        return "truncated"
    return "refusal" if is_refusal(text) else "unparsed"
