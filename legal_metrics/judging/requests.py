"""What to ask a judge: pure functions from a question, an answer and a rubric to messages, with the digests that tie a verdict to them.

The answer stands whole behind a fence (``fences``); a limit of length is an error or a cut that is told to the judge and recorded (``limits``). The order
is question, answer, rubric, form of the reply: what the judge reads last is ours, and the requests of one answer begin alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_text
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError, shown
from legal_metrics.grading import Rubric
from legal_metrics.judging.echoes import grades_within
from legal_metrics.judging.fences import fence_code, show
from legal_metrics.judging.limits import Cut, TooLongError, cut_to
from legal_metrics.judging.prompts import JudgePrompt, judge_prompt, language_of
from legal_metrics.judging.rubric_texts import (
    PENALTY_LABELS,
    Asked,
    fields_of,
    format_text,
    labels_text,
    notes_text,
    parts_asked,
    rubric_text,
)
from legal_metrics.judging.rubric_values import json_sha256, rubric_sha256, rubric_values, text_sha256
from legal_metrics.prompts import filled

DEFAULT_LABELS = "correct/partial/wrong/missing"
PER: tuple[str, ...] = ("rubric", "item")
ORDERS: tuple[str, ...] = ("given", "reversed")


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """The messages for one judge about one answer, and all that its verdict must carry.

    ``id``, ``run``: record and run of the answer; ``items``: numbers of the items asked for, in their order; ``labels``: those allowed; ``prompt``: id of the
    prompt; ``template_sha256``: its digest; ``prompt_sha256``: digest of the messages; ``output_sha256``, ``rubric_sha256``: of the whole output and the
    rubric; ``cut``: what of the answer was not shown; ``flags``: what was found in the answer, by kind (``fences.show``, and ``verdict``: grades in JSON).

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5),)),))
    >>> judge_request("甲是否构成犯罪？", "甲不构成犯罪。", rubric, judge="judge-1").items
    (1,)
    """

    id: str
    judge: str
    run: str
    items: tuple[int, ...]
    labels: tuple[str, ...]
    messages: tuple[Mapping[str, str], ...]
    rubric: Rubric
    prompt: str
    template_sha256: str
    prompt_sha256: str
    output_sha256: str
    rubric_sha256: str
    cut: Cut | None = None
    flags: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def custom_id(self) -> str:
        """The request's name in a batch: up to 64 ASCII letters, digits and hyphens, the same for the same request and different for any other."""
        named = [self.id, self.run, self.judge, list(self.items), self.prompt_sha256]
        return f"judge-{json_sha256(named)[:40]}"

    def to_dict(self) -> dict[str, Any]:
        """The request as JSON values; ``replies.read_requests`` reads them."""
        return {
            "custom_id": self.custom_id,
            "id": self.id,
            "run": self.run,
            "judge": self.judge,
            "items": list(self.items),
            "labels": list(self.labels),
            "messages": [dict(message) for message in self.messages],
            "prompt": self.prompt,
            "template_sha256": self.template_sha256,
            "prompt_sha256": self.prompt_sha256,
            "output_sha256": self.output_sha256,
            "rubric_sha256": self.rubric_sha256,
            "cut": None
            if self.cut is None
            else {name: getattr(self.cut, name) for name in ("policy", "head", "characters", "tail")},
            "flags": dict(self.flags),
            "rubric": rubric_values(self.rubric),
        }


def judge_request(
    record_text: str,
    output: str,
    rubric: Rubric,
    *,
    labels: str | Mapping[str, str] | Sequence[str] = DEFAULT_LABELS,
    judge: str,
    run: str = "",
    answer: str | None = None,
    items: Sequence[int] | None = None,
    order: str = "given",
    language: str | None = None,
    version: str | None = None,
    max_characters: int | None = None,
    on_too_long: str = "error",
) -> JudgeRequest:
    """The messages that ask a judge to grade one output by a rubric. Pure: the same arguments give the same request.

    Args:
        record_text: the question as the candidate saw it; empty: none is shown. It is fenced like the answer and never cut.
        output: the candidate's whole output.
        rubric: what to grade by; ``rubric.id`` names the record.
        labels: the name of a scheme (``"correct/partial/wrong/missing"``, ``"yes/partial/no"``, ``"met/not met"``), or labels of one's own, with meanings or without.
        judge: who is asked.
        run: the run that the output is of.
        answer: what of the output is the answer (without its reasoning block or JSON around it); None: all of it.
        items: numbers of the items to ask for; None: all.
        order: of the items, ``"given"`` or ``"reversed"`` (to see whether a judge's verdict hangs on the order).
        language: ``"zh-Hant"`` or ``"zh-Hans"``; None: the script of the criteria.
        version: of the prompt; None: the newest.
        max_characters: most characters of the question and of the answer, each; None: no limit.
        on_too_long: ``"error"``, or ``"head_tail"``: the answer's first and last characters, the judge is told, and ``cut`` records it.

    Raises: TooLongError; WrongTypeError; BadReferenceError for a rubric without items or with equal numbers; LegalMetricsError for other options.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "tw_essay", 10, (Module("", None, (Item(1, "說明消滅時效", None),)),))
    >>> request = judge_request("甲得否拒絕給付？", "消滅時效已完成。", rubric, labels="yes/partial/no", judge="judge-1")
    >>> request.prompt, request.labels, "消滅時效已完成。" in request.messages[1]["content"]
    ('judge/tw_essay:zh-Hant:v1', ('yes', 'partial', 'no'), True)
    >>> judge_request("", "一" * 9, rubric, judge="judge-1", max_characters=4)
    Traceback (most recent call last):
    legal_metrics.judging.limits.TooLongError: record 'q1': the answer has 9 characters, allowed 4: raise max_characters, or cut with on_too_long='head_tail'
    """
    for name, text in (("record_text", record_text), ("output", output), ("run", run)):
        check_text(name, text)
    if not isinstance(judge, str) or not judge.strip():
        raise LegalMetricsError(f"judge: found {shown(judge)}, allowed a name")
    _check_rubric(rubric)
    prompt = judge_prompt(language_of(rubric) if language is None else language, version)
    asked = _asked(rubric, items, order)
    meanings = _labels(labels, prompt)
    answered = output if answer is None else answer
    pieces, cut = cut_to(answered, max_characters, on_too_long=on_too_long, id=rubric.id)
    if max_characters is not None and len(record_text) > max_characters:
        raise TooLongError(rubric.id, "question", len(record_text), max_characters)
    code = fence_code(record_text, answered)
    messages = _messages(record_text, pieces, cut, code, asked, meanings, prompt)
    found = {**show(answered).found, **({"verdict": n} if (n := len(grades_within(answered))) else {})}
    return JudgeRequest(
        id=rubric.id,
        judge=judge,
        run=run,
        items=asked.numbers,
        labels=tuple(meanings),
        messages=messages,
        rubric=rubric,
        prompt=f"judge/{rubric.form or 'rubric'}:{prompt.language}:v{prompt.version}",
        template_sha256=prompt.sha256,
        prompt_sha256=messages_sha256(messages),
        output_sha256=text_sha256(output),
        rubric_sha256=rubric_sha256(rubric),
        cut=cut,
        flags=MappingProxyType(found),
    )


def judge_requests(
    record_text: str, output: str, rubric: Rubric, *, judge: str, per: str = "rubric", **options: Any
) -> tuple[JudgeRequest, ...]:
    """One request for the whole rubric, or one for each item (``per="item"``, as HealthBench asks). Options: as ``judge_request``.

    Items that a judge can only grade together stay together: those of one module whose order counts, and those that share points (``item_groups``).
    Raises: as ``judge_request``, and LegalMetricsError for another ``per``.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 3), Item(2, "写明抗辩", 2))),))
    >>> [request.items for request in judge_requests("", "时效已过。", rubric, judge="judge-1", per="item")]
    [(1,), (2,)]
    """
    if per not in PER:
        raise LegalMetricsError(f"per: found {shown(per)}, allowed {' or '.join(PER)}")
    if options.get("items") is not None:
        raise LegalMetricsError("items: found a choice of items, allowed None: judge_request asks for some items")
    _check_rubric(rubric)
    groups = (None,) if per == "rubric" else item_groups(rubric)
    options.pop("items", None)
    return tuple(judge_request(record_text, output, rubric, judge=judge, items=group, **options) for group in groups)


def item_groups(rubric: Rubric) -> tuple[tuple[int, ...], ...]:
    """The numbers of the items that one call each may ask for: single ones, but items without points together, and the ordered ones of a module together.

    >>> from legal_metrics.grading import Item, Module
    >>> items = (Item(1, "甲", 3), Item(2, "乙", 2, order_required=True), Item(3, "丙", 2, order_required=True), Item(4, "丁", None))
    >>> item_groups(Rubric("q", "", 9, (Module("", None, items),)))
    ((1,), (2, 3), (4,))
    """
    groups: dict[object, list[int]] = {}
    for place, module in enumerate(rubric):
        for item in module.items:
            key: object = item.number
            if item.points is None:
                key = "without points"
            elif item.order_required:
                key = ("ordered", place)
            groups.setdefault(key, []).append(item.number)
    return tuple(map(tuple, groups.values()))


def messages_sha256(messages: Sequence[Mapping[str, str]]) -> str:
    """SHA-256 of messages: what the judge was told, to the letter. 64 hexadecimal digits.

    >>> messages_sha256([{"role": "user", "content": "评"}]) == messages_sha256(({"content": "评", "role": "user"},))
    True
    """
    return json_sha256([dict(message) for message in messages])


def response_schema(request: JudgeRequest) -> dict[str, Any]:
    """A JSON Schema of the reply, strict as structured outputs want it: every field required, no others, labels and item numbers closed lists.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> schema = response_schema(judge_request("", "略", rubric, judge="judge-1", labels="yes/partial/no"))
    >>> schema["properties"]["grades"]["items"]["properties"]["label"]["enum"]
    ['yes', 'partial', 'no']
    """
    asked = Asked(request.rubric, request.items)
    needed = {name for item in asked.items for name in fields_of(asked, item)}
    penalties = any(item.is_penalty for item in asked.items)
    labels = list(dict.fromkeys([*request.labels, *(PENALTY_LABELS if penalties else ())]))
    parts = sorted({part.name for item in asked.items for part in parts_asked(item)})
    kinds: Mapping[str, dict[str, Any]] = {
        "index": {"type": "integer", "enum": sorted(request.items)},
        "reason": {"type": "string"},
        "label": {"type": "string", "enum": labels},
        "points": {"type": "number"},
        "allocated": {"type": ["number", "null"]},
        "parts": {
            "type": "array",
            "items": _closed({"name": {"type": "string", "enum": parts}, "points": {"type": "number"}}),
        },
        "position": {"type": ["integer", "null"]},
        "times": {"type": ["integer", "null"]},
        "veto": {"type": ["boolean", "null"]},
    }
    grade = _closed({name: kind for name, kind in kinds.items() if name in needed})
    return _closed({"grades": {"type": "array", "items": grade}})


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _messages(
    question: str,
    pieces: tuple[str, ...],
    cut: Cut | None,
    code: str,
    asked: Asked,
    labels: Mapping[str, str],
    prompt: JudgePrompt,
) -> tuple[Mapping[str, str], ...]:
    form = prompt.form(asked.rubric.form)
    places = {
        "code": code,
        "question": show(question).text if question.strip() else "",
        "guidance": form["guidance"],
        "rubric": show(rubric_text(asked, prompt)).text,
        "labels": labels_text(asked, labels, prompt),
        "notes": notes_text(asked, prompt),
        "numbers": prompt.texts["words"]["list"].join(map(str, asked.numbers)),
        "format": format_text(asked, prompt),
        "cut": "" if cut is None else str(cut.characters),
        "length": "" if cut is None else str(cut.length),
        "head": "" if cut is None else str(cut.head),
        "tail": "" if cut is None else str(cut.tail),
    }
    gap = "\n" + filled(prompt.texts["gap"], places) + "\n"
    places["answer"] = gap.join(show(piece).text for piece in pieces)
    system = filled(prompt.joined("system"), {"role": form["role"]})
    return (
        {"role": "system", "content": system},
        {"role": "user", "content": filled(prompt.joined("user"), places)},
    )


def _asked(rubric: Rubric, items: Sequence[int] | None, order: str) -> Asked:
    if order not in ORDERS:
        raise LegalMetricsError(f"order: found {shown(order)}, allowed {' or '.join(ORDERS)}")
    known = [item.number for item in rubric.items]
    wanted = set(known if items is None else items)
    if not wanted or not wanted <= set(known):
        raise LegalMetricsError(f"items: found {shown(items)}, allowed some of {shown(known)}")
    numbers = [item for item in known if item in wanted]
    return Asked(rubric, tuple(numbers[::-1] if order == "reversed" else numbers))


def _labels(labels: str | Mapping[str, str] | Sequence[str], prompt: JudgePrompt) -> Mapping[str, str]:
    """Labels -> what they mean."""
    schemes: Mapping[str, Mapping[str, str]] = prompt.texts["labels"]
    if isinstance(labels, str):
        if labels not in schemes:
            raise LegalMetricsError(
                f"labels: found {shown(labels)}, allowed {', '.join(schemes)}, or labels of your own"
            )
        return schemes[labels]
    meanings = dict(labels) if isinstance(labels, Mapping) else dict.fromkeys(labels, "")
    if not isinstance(labels, Mapping):  # the names of a scheme mean what they mean there
        meanings = next((dict(scheme) for scheme in schemes.values() if list(scheme) == list(meanings)), meanings)
    if not meanings or not all(isinstance(text, str) and text.strip() for text in meanings):
        raise LegalMetricsError(f"labels: found {shown(labels)}, allowed one or more names")
    return meanings


def _check_rubric(rubric: Rubric) -> None:
    if not isinstance(rubric, Rubric):
        raise WrongTypeError("rubric", rubric, "a Rubric (rubrics.forms.read_rubric)")
    numbers = [item.number for item in rubric.items]
    if not numbers:
        raise BadReferenceError(rubric.id, "rubric", "found no items, allowed one or more")
    if len(set(numbers)) < len(numbers):
        raise BadReferenceError(rubric.id, "rubric", f"found numbers {shown(numbers)}, allowed each once")
