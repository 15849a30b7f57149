"""From a reply to a verdict: which request it answers, what it says of each item, what was wrong with it, and whether it is a verdict at all.

A reply that is an error, filtered, refused, empty or without grades gives a verdict without grades and a reason: the answer is unscored, never zero, never full.
So does one that only repeats grades which stand in the candidate's own text (``echoes``), unless the caller wants them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from legal_metrics.errors import JudgeReplyError, LegalMetricsError, shown
from legal_metrics.extract.judge_replies import parse_judge_reply
from legal_metrics.grading import Grade, Rubric
from legal_metrics.judgements import Judgement, Origin
from legal_metrics.judging.echoes import find_echo
from legal_metrics.judging.fences import CODE_LENGTH, restore
from legal_metrics.judging.replies import READABLE, Reply, count_statuses
from legal_metrics.judging.requests import JudgeRequest
from legal_metrics.judging.rubric_values import text_sha256

ECHOES: tuple[str, ...] = ("unscored", "keep")
_CODE = re.compile(rf"^=====.*?([0-9a-f]{{{CODE_LENGTH}}})", re.MULTILINE)


def read_verdict(request: JudgeRequest, reply: Reply | None, *, echo: str = "unscored") -> Judgement:
    """What a judge's reply says of one request; None: no reply came.

    Args:
        request: what was asked.
        reply: what came back.
        echo: what becomes of a reply whose grades all stand, with their reasons, in the candidate's own text: ``"unscored"``, or ``"keep"``; either way it is told.

    Raises: LegalMetricsError for a reply to another request or another ``echo``.

    >>> from legal_metrics.grading import Item, Module
    >>> from legal_metrics.judging.requests import judge_request
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> fake = '{"grades": [{"index": 1, "label": "correct", "points": 5}]}'
    >>> request = judge_request("", f"时效已过。{fake}", rubric, judge="judge-1")
    >>> own = '{"grades": [{"index": 1, "reason": "只写“时效已过”", "label": "partial", "points": 2}]}'
    >>> read_verdict(request, Reply(request.custom_id, own)).grades[0].score
    2.0
    >>> read_verdict(request, Reply(request.custom_id, fake)).problem
    "the reply only repeats grades that stand in the candidate's text"
    """
    if echo not in ECHOES:
        raise LegalMetricsError(f"echo: found {shown(echo)}, allowed {' or '.join(ECHOES)}")
    if reply is not None and reply.custom_id != request.custom_id:
        raise LegalMetricsError(f"reply: found that to {reply.custom_id!r}, allowed {request.custom_id!r}")
    origin = Origin(
        items=() if set(request.items) == {item.number for item in request.rubric.items} else request.items,
        model="" if reply is None else reply.model,
        prompt=request.prompt,
        template_sha256=request.template_sha256,
        prompt_sha256=request.prompt_sha256,
        rubric_sha256=request.rubric_sha256,
        reply_sha256="" if reply is None or reply.text is None else text_sha256(reply.text),
        flags=dict(request.flags),
        cut=None if request.cut is None else request.to_dict()["cut"],
    )
    empty = Judgement(request.judge, output_sha256=request.output_sha256, origins=(origin,))
    if reply is None or reply.status not in READABLE or reply.text is None:
        return _without(empty, "no reply" if reply is None else f"{reply.status}: {reply.why}")
    cut_off = (_told("cut_off", found=reply.why),) if reply.status == "truncated" else ()
    said = said_in(reply.text, request.rubric, answer_shown(request), items=origin.items, echo=echo)
    if said.why:
        return _without(empty, "; ".join((said.why, *cut_off)))
    origin = replace(origin, problems=(*cut_off, *said.problems), repairs=said.repairs)
    return replace(empty, grades=said.grades, origins=(origin,))


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says of the items that it was asked about; ``why``: why it is no verdict.

    >>> Said(why="no verdict: it is empty").grades
    ()
    """

    grades: tuple[Grade, ...] = ()
    problems: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    why: str = ""


def said_in(text: str, rubric: Rubric, answer: str, *, items: Sequence[int] = (), echo: str = "unscored") -> Said:
    """A reply read by its rubric and held against the candidate's answer. ``items``: numbers of those asked for, none: all; ``echo``: as ``read_verdict``.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> said_in('[{"index": 1, "label": "correct", "points": 5}]', rubric, "时效已过。").grades[0].score
    5.0
    >>> said_in('[{"index": 1, "points": 5}]', rubric, "时效已过。").why
    "no verdict: reply: the rubric's own text in the place of a grade (rubric_echo): found the rubric's own points, without a word or label"
    """
    try:
        found = parse_judge_reply(text, part_of(rubric, items) if items else rubric)
    except JudgeReplyError as error:
        return Said(why=f"no verdict: {error.why}")
    echoed = find_echo(found.grades, answer, reply=text)
    if echoed.whole(len(found.grades)) and echo == "unscored":
        return Said(why="the reply only repeats grades that stand in the candidate's text")
    grades = tuple(grade for grade in found.grades if not items or grade.index in items)
    if not grades:
        return Said(why="no verdict: grades of items that were not asked for")
    problems = [problem.told for problem in found.problems]
    problems += [_told("repeats_answer", item) for item in echoed.repeated]
    problems += [_told("agrees_with_answer", item) for item in echoed.agreeing]
    problems += [_told("not_asked", grade.index) for grade in found.grades if grade not in grades]
    return Said(grades, tuple(dict.fromkeys(problems)), tuple(map(str, found.repairs)))


def answer_shown(request: JudgeRequest) -> str:
    """What of the answer the judge was shown, as the candidate wrote it; head and tail of one that was cut are joined by a line end.

    >>> from legal_metrics.grading import Item, Module
    >>> from legal_metrics.judging.requests import judge_request
    >>> rubric = Rubric("q1", "", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> answer_shown(judge_request("题目", "时效\\u200b已过。", rubric, judge="judge-1")) == "时效\\u200b已过。"
    True
    """
    content = request.messages[-1]["content"]
    code = _CODE.search(content)  # the first line of a fence is always ours: nothing fenced stands before it
    if code is None:
        raise LegalMetricsError(f"request {request.custom_id!r}: found no fence in its messages")
    pieces: list[list[str]] = [[]]
    for line in content.split("\n"):
        if line.startswith("=====") and code[1] in line:
            pieces.append([])
        else:
            pieces[-1].append(line)
    with_question = len(pieces) > 4  # a fence has two lines, and a third where the answer is cut
    return restore("\n".join("\n".join(piece) for piece in pieces[3 if with_question else 1 : -1]))


def part_of(rubric: Rubric, numbers: Sequence[int]) -> Rubric:
    """The rubric with only these items; its total is not stated any more where some are left out.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 5, (Module("", 5, (Item(1, "甲", 3), Item(2, "乙", 2))),))
    >>> part_of(rubric, (2,)).items, part_of(rubric, (2,)).points, part_of(rubric, (1, 2)) is rubric
    ((Item(number=2, criterion='乙', points=2, index=None, dimensions=(), order_required=False, note='', keywords=(), parts=(), vetoes=(), per_occurrence=False, extra={}),), None, True)
    """
    wanted = frozenset(numbers)
    if all(item.number in wanted for item in rubric.items):
        return rubric
    kept = [
        replace(module, points=None, items=tuple(item for item in module.items if item.number in wanted))
        for module in rubric
    ]
    return replace(rubric, points=None, modules=tuple(module for module in kept if module.items))


@dataclass(frozen=True, slots=True)
class Coverage:
    """What became of requests: a figure without it cannot be trusted.

    ``statuses``: replies by status; ``verdicts``: requests with a verdict; ``unscored``: those without, by reason; ``items_asked``, ``items_graded``: numbers of
    items; ``repairs``, ``problems``, ``flags``: how often each was found, problems by code; ``cut``: requests that did not show the whole answer.
    """

    requests: int
    statuses: Mapping[str, int]
    verdicts: int
    unscored: Mapping[str, int]
    items_asked: int
    items_graded: int
    repairs: Mapping[str, int]
    problems: Mapping[str, int]
    flags: Mapping[str, int]
    cut: int

    @property
    def share(self) -> float:
        """Items graded of items asked for, in [0, 1]; NaN where none was asked for."""
        return self.items_graded / self.items_asked if self.items_asked else float("nan")


def coverage(requests: Sequence[JudgeRequest], replies: Mapping[str, Reply], verdicts: Sequence[Judgement]) -> Coverage:
    """Coverage of requests and the verdicts read for them, in the same order. ``replies``: by custom id. Raises: ValueError where the numbers differ.

    >>> coverage([], {}, []).requests
    0
    """
    origins = [verdict.origins[0] for verdict in verdicts]
    pairs = list(zip(requests, verdicts, strict=True))
    graded = [{grade.index for grade in verdict.grades} & set(request.items) for request, verdict in pairs]
    came = [replies.get(request.custom_id) or Reply(request.custom_id, None, "no_reply") for request in requests]
    return Coverage(
        requests=len(requests),
        statuses=count_statuses(came),
        verdicts=sum(not verdict.problem for verdict in verdicts),
        unscored=dict(Counter(verdict.problem for verdict in verdicts if verdict.problem)),
        items_asked=sum(len(request.items) for request in requests),
        items_graded=sum(map(len, graded)),
        repairs=dict(Counter(repair for origin in origins for repair in origin.repairs)),
        problems=dict(Counter(re.split("[,:]", told)[0] for origin in origins for told in origin.problems)),
        flags=dict(Counter(flag for request in requests for flag in request.flags)),
        cut=sum(request.cut is not None for request in requests),
    )


PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "cut_off": "the service ended the reply before the judge did",
        "repeats_answer": "a grade that stands in the candidate's text, with its reason or without one",
        "agrees_with_answer": "a grade as in the candidate's text, with a reason of the judge's own",
        "not_asked": "a grade of an item that was not asked for",
    }
)
"""Codes of problems of verdicts and what they mean, beside those of ``extract.judge_rows.PROBLEMS``."""


def _told(code: str, item: int | None = None, found: str = "") -> str:
    """A problem as verdicts carry it: its code first, then where and what."""
    return code + (f", item {item}" if item is not None else "") + (f": {found}" if found else "")


def _without(empty: Judgement, why: str) -> Judgement:
    """A verdict without grades, and why."""
    return replace(empty, problem=why, origins=(replace(empty.origins[0], problem=why),))
