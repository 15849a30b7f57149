"""Model outputs for judgment prediction: the answer that stands in them, or why there is none.

``strict`` reads what the prompt asks for, exactly one JSON object ``{"statutes": [...], "reasoning": "...", "main_text": "..."}``, and nothing else, as
the paper does. ``lenient`` also reads the answers that models really give, and names each repair. Both say how an output read:

| status | the output |
|---|---|
| ``ok`` | holds an answer |
| ``wrong_script`` | holds an answer in Simplified characters; it is scored, and counted apart |
| ``empty`` | holds nothing, or an answer with every field blank |
| ``refusal`` | declines to answer |
| ``truncated`` | ends before its JSON object or its reasoning block does |
| ``unparsed`` | holds something else |
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.json_objects import find_objects, strict_object
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.text.script import is_simplified

READINGS: tuple[str, ...] = ("strict", "lenient")
STATUSES: tuple[str, ...] = ("ok", "wrong_script", "empty", "refusal", "truncated", "unparsed")
READABLE: frozenset[str] = frozenset({"ok", "wrong_script"})
FIELDS: tuple[str, ...] = ("statutes", "reasoning", "main_text")


@dataclass(frozen=True, slots=True)
class JudgmentAnswer:
    """What one output answers. ``statutes`` and ``main_text`` are None where the output holds none; ``why`` says what was found instead.

    >>> JudgmentAnswer("empty").is_readable
    False
    """

    status: str
    statutes: tuple[str, ...] | None = None
    reasoning: str = ""
    main_text: str | None = None
    repairs: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_readable(self) -> bool:
        """True if there is an answer to score."""
        return self.status in READABLE


def read_judgment_answer(output: str, *, reading: str = "strict") -> JudgmentAnswer:
    """Read one output of ``tw-legalbench/ljp``. Linear in the output; never raises on any text.

    Repairs of the lenient reading, beside those of ``json_objects.find_objects``: ``think_block`` (dropped), ``other_keys`` (主文, 適用法條, 理由 and further
    names of the three fields), ``nested_object``, ``extra_keys``, ``missing_keys``, ``other_types`` (a text for a list, a list for a text, null),
    ``double_encoded`` (the JSON stands in a JSON string), ``plain_text`` (no JSON: the text under the heading 主文) and then
    ``statutes_from_reasoning`` (no heading for the statutes: those that the reasons cite).
    Raises: LegalMetricsError for an unknown ``reading``.

    >>> answer = read_judgment_answer('{"statutes": ["刑法第320條第1項"], "reasoning": "", "main_text": "甲○○犯竊盜罪，處拘役貳拾日。"}')
    >>> answer.status, answer.statutes
    ('ok', ('刑法第320條第1項',))
    >>> fenced = '```json\\n{"適用法條": "刑法第320條", "主文": "無罪。"}\\n```'
    >>> read_judgment_answer(fenced).status, read_judgment_answer(fenced, reading="lenient").main_text
    ('unparsed', '無罪。')
    """
    check_text("output", output)
    if reading not in READINGS:
        raise LegalMetricsError(f"reading: found {reading!r}, allowed {' or '.join(READINGS)}")
    answer = _strict(output)
    if answer.status == "unparsed" and reading == "lenient":
        answer = _lenient(output)
    if answer.is_readable:
        return _with_status(answer)
    return replace(answer, status=_failure(output, answer))


def _strict(output: str) -> JudgmentAnswer:
    found = strict_object(output)
    if found.value is None:
        return JudgmentAnswer("unparsed", why=found.why)
    value = found.value
    missing = [key for key in FIELDS if key not in value]
    unknown = [key for key in value if key not in FIELDS]
    if missing or unknown:
        told = [f"key {key!r} is missing" for key in missing] + [
            f"key {key!r} is not one of {', '.join(FIELDS)}" for key in unknown
        ]
        return JudgmentAnswer("unparsed", why="; ".join(told))
    statutes = value["statutes"]
    if not isinstance(statutes, list) or not all(isinstance(entry, str) for entry in statutes):
        return JudgmentAnswer("unparsed", why="key 'statutes': allowed a list of strings")
    for key in ("reasoning", "main_text"):
        if not isinstance(value[key], str):
            return JudgmentAnswer("unparsed", why=f"key {key!r}: found {type(value[key]).__name__}, allowed a string")
    return JudgmentAnswer("ok", tuple(statutes), value["reasoning"], value["main_text"])


def _lenient(output: str) -> JudgmentAnswer:
    text, dropped, _ = without_thinking(output)
    before = ("think_block",) if dropped else ()
    inside = _string_inside(text)
    if inside is not None:
        text, before = inside, (*before, "double_encoded")
    why = ""
    for found in find_objects(text):
        why = why or found.why
        if found.value is not None:
            answer = _from_mapping(found.value, before + found.repairs)
            if answer is not None:
                return answer
            why = why or "no JSON object with a main text or statutes"
    answer = _from_plain_text(text, before)
    return answer if answer is not None else JudgmentAnswer("unparsed", why=why)


def _string_inside(text: str) -> str | None:
    """The text in a JSON string that is the whole output; None where the output is something else."""
    stripped = text.strip()
    if not stripped.startswith('"') or not stripped.endswith('"'):
        return None
    try:
        value = json.loads(stripped)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


_KEYS: Mapping[str, str] = {
    name: field
    for field, names in {
        "statutes": "statutes statute applicablestatutes appliedstatutes laws lawarticles articles legalbasis 法條 適用法條 適用之法條 應適用法條 應適用之法條 所犯法條 "
        "引用法條 相關法條 適用法律 適用法規 法律依據 論罪法條 论罪法条 法条 适用法条 适用之法条 所犯法条 引用法条 相关法条 适用法律 法律依据",
        "reasoning": "reasoning reasons reason rationale analysis 理由 判決理由 裁判理由 推理 分析 說明 判决理由 说明",
        "main_text": "maintext mainresult judgment judgement verdict disposition ruling 主文 判決主文 裁判主文 判決 判決結果 判决主文 判决 判决结果",
    }.items()
    for name in names.split()
}
_KEY_NOISE = re.compile(r"[\s_\-:：]+")


def _from_mapping(value: Mapping[str, Any], repairs: tuple[str, ...]) -> JudgmentAnswer | None:
    """The answer in a JSON object, or in an object one level inside it; None where there is neither a main text nor statutes."""
    answer = _from_fields(value, repairs)
    if answer is not None:
        return answer
    inner = (_from_fields(item, (*repairs, "nested_object")) for item in value.values() if isinstance(item, dict))
    return next((found for found in inner if found is not None), None)


def _from_fields(value: Mapping[str, Any], repairs: tuple[str, ...]) -> JudgmentAnswer | None:
    fields: dict[str, Any] = {}
    made = dict.fromkeys(repairs)
    for key, item in value.items():
        field = _KEYS.get(_KEY_NOISE.sub("", key).lower())
        if field is None or field in fields:
            made["extra_keys"] = None
        else:
            fields[field] = item
            if key != field:
                made["other_keys"] = None
    if "main_text" not in fields and "statutes" not in fields:
        return None
    if len(fields) < len(FIELDS):
        made["missing_keys"] = None
    statutes = _as_list(fields["statutes"], made) if "statutes" in fields else None
    main_text = _as_text(fields["main_text"], made) if "main_text" in fields else None
    reasoning = _as_text(fields.get("reasoning", ""), made)
    return JudgmentAnswer("ok", statutes, reasoning, main_text, tuple(made))


def _as_list(value: Any, repairs: dict[str, None]) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    repairs["other_types"] = None
    entries = value if isinstance(value, list) else [value]
    return tuple(text for entry in entries if (text := _as_text(entry, repairs)))


def _as_text(value: Any, repairs: dict[str, None], depth: int = 0) -> str:
    """A string for any JSON value: lists by lines, objects by their values in order (law, article …); nothing below the third level."""
    if isinstance(value, str):
        return value
    repairs["other_types"] = None
    if value is None or isinstance(value, bool) or depth > 3:
        return ""
    if isinstance(value, list):
        return "\n".join([_as_text(entry, repairs, depth + 1) for entry in value])
    if isinstance(value, dict):
        return "".join([_as_text(entry, repairs, depth + 1) for entry in value.values()])
    return str(value)


_EDGE = r"[ \t\u3000#*＊_>【〔\[（(「『《〈<=\-]"
_HEADING = re.compile(
    rf"^{_EDGE}{{0,12}}(?:[0-9０-９一二三四五六七八九十壹貳參肆伍]{{1,3}}[、.．)）]{_EDGE}{{0,12}})?"
    r"(?:(?P<main_text>(?:判[決决]|裁判)?主[ \t\u3000]{0,8}文(?:內容|内容)?)"
    r"|(?P<statutes>(?:應|应)?(?:適用|适用|所犯|引用|相關|相关|論罪|论罪)?(?:之|的)?(?:法條|法条|條文|条文|法規|法规|法律)(?:依據|依据)?)"
    r"|(?P<reasoning>(?:判[決决]|裁判|量刑)?理[ \t\u3000]{0,8}由|推理(?:過程|过程)?)"
    r"|(?P<other>(?:犯罪)?事[ \t\u3000]{0,8}[實实](?:及理由|及證據|与理由)?|據上論[斷結]|附[錄录表件]|中[ \t\u3000]{0,8}華[ \t\u3000]{0,8}民[ \t\u3000]{0,8}國))"
    r"[ \t\u3000*＊_】〕\])）」』》〉>=\-]{0,12}(?:[:：][ \t\u3000*＊_]{0,12}|$)",
    re.MULTILINE,
)


def _from_plain_text(text: str, repairs: tuple[str, ...]) -> JudgmentAnswer | None:
    """The answer in a text with headings, each alone on its line or followed by a colon; None without a heading 主文."""
    sections: dict[str, str] = {}
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings), len(text)][1:]
    for heading, end in zip(headings, ends, strict=True):
        sections.setdefault(heading.lastgroup or "other", text[heading.end() : end].strip())
    if not sections.get("main_text"):
        return None
    reasoning = sections.get("reasoning", "")
    made = (*repairs, "plain_text") if "statutes" in sections else (*repairs, "plain_text", "statutes_from_reasoning")
    cited = sections.get("statutes", reasoning)
    statutes = tuple(line for line in map(str.strip, cited.splitlines()) if line)
    return JudgmentAnswer("ok", statutes, reasoning, sections["main_text"], made)


_REFUSAL = re.compile(
    r"(?:很|非常|十分)?(?:抱歉|遺憾|遗憾)|[對对]不起|(?:我|本人|本模型|本系統)(?:目前|並|并)?(?:無法|无法|不能|不便|沒辦法|没办法|無權|无权)"
    r"|(?:無法|无法|不能|不便|拒絕|拒绝)(?:為您|为您|就此|對此|对此)?(?:提供|回答|協助|协助|給出|给出|預測|预测|判斷|判断|作出|做出)"
    r"|作為(?:一個|一名)?(?:AI|人工智慧|人工智能|語言模型)|作为(?:一个|一名)?(?:AI|人工智能|语言模型)"
    r"|\bI(?:['’]m| am) (?:very )?sorry\b|\bI (?:can(?:['’]t|not)|am unable|am not able|won['’]t)\b|\b[Aa]s an AI\b",
)
_REFUSAL_WINDOW = 120  # a refusal opens the answer; the same words deep in a text are about the case


def _with_status(answer: JudgmentAnswer) -> JudgmentAnswer:
    """Tell a real answer from a blank one, a refusal put into the fields, and one in the wrong script."""
    main_text = answer.main_text or ""
    if not main_text.strip() and not any(entry.strip() for entry in answer.statutes or ()):
        return JudgmentAnswer("empty", repairs=answer.repairs, why="every field is blank")
    if not answer.statutes and _REFUSAL.match(main_text.lstrip()):
        return JudgmentAnswer("refusal", repairs=answer.repairs, why="the main text declines to answer")
    text = "\n".join((main_text, *(answer.statutes or ()), answer.reasoning))
    return replace(answer, status="wrong_script") if is_simplified(text) else answer


def _failure(output: str, answer: JudgmentAnswer) -> str:
    """Why nothing could be read, as a status."""
    if not output.strip():
        return "empty"
    if answer.status != "unparsed":
        return answer.status
    text, _, is_open = without_thinking(output)
    if is_open:
        return "truncated"
    if not text.strip():
        return "empty"
    if _lenient(output).is_readable:
        return "unparsed"  # an answer, not in the form that was asked for
    if any(found.truncated for found in find_objects(text)):
        return "truncated"
    return "refusal" if is_refusal(text) else "unparsed"


def is_refusal(text: str) -> bool:
    """Whether the text opens by declining to answer.

    >>> is_refusal("抱歉，我無法提供法律意見。"), is_refusal("本題應選B。")
    (True, False)
    """
    return bool(_REFUSAL.search(text.lstrip()[:_REFUSAL_WINDOW]))
