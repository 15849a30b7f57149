"""Replies of judges: one grade for each item, out of JSON that is mended where needed; a reply without a verdict is an error, never a zero and never full.

Points come from JSON only. Prose, a number or date in prose, a refusal, an error object, the rubric said back: none of them is a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_text
from legal_metrics.errors import JudgeReplyError, LegalMetricsError, shown
from legal_metrics.extract.json_blocks import Block, find_blocks
from legal_metrics.extract.judge_form import is_strict_reply
from legal_metrics.extract.judge_rows import PROBLEMS, ReplyProblem, is_usable, read_row
from legal_metrics.extract.judge_tables import ItemTable, Rows, is_container, rows_in
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.grading import Grade as Grade
from legal_metrics.grading import Rubric
from legal_metrics.text.grade_labels import FOUR_LABELS as FOUR_LABELS
from legal_metrics.text.grade_labels import SCHEMES as SCHEMES
from legal_metrics.text.grade_labels import YES_NO as YES_NO
from legal_metrics.text.grade_labels import canonical_label as canonical_label
from legal_metrics.text.grade_labels import scheme_of as scheme_of

ACTIONS: tuple[str, ...] = ("tell", "drop", "refuse")
"""What a policy can do about a problem: tell it and keep the grade; drop the grade, whose item is then missing; refuse the whole reply."""
ERROR_CODES: Mapping[str, str] = MappingProxyType(
    {
        "empty": "nothing stands in the reply",
        "thinking_only": "only a reasoning block",
        "error_object": "a JSON object that reports an error or a refusal",
        "refusal": "prose that refuses",
        "prose": "prose without JSON",
        "unreadable_json": "JSON that cannot be mended",
        "no_grades": "JSON without a usable grade",
        "no_item": "grades, none of them of an item of the rubric",
        "refused": "a problem or repair that the policy refuses",
    }
)
"""Codes of ``JudgeReplyError`` and what they mean."""


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """What a judge's reply says.

    ``grades``: in the reply's order, with repeated and unknown items as they are said. ``complete``: every item of the rubric is graded exactly once (None
    without a rubric, unless the reply is known to be cut). ``problems``: what a score must not pass over. ``repairs``: names of what was mended or
    guessed. ``strict``: the reply is of the asked form to the letter (``schemas/judge_reply.schema.json``), nothing was mended.

    >>> JudgeReply((Grade(1, "correct"),)).complete is None
    True
    """

    grades: tuple[Grade, ...]
    problems: tuple[ReplyProblem, ...] = ()
    complete: bool | None = None
    repairs: tuple[str, ...] = ()
    strict: bool = False


def parse_judge_reply(
    text: str,
    rubric: Rubric | Sequence[Mapping[str, Any]] | None = None,
    *,
    item: int | None = None,
    labels: Collection[str] = (),
    strict: bool = False,
    policy: Mapping[str, str] = MappingProxyType({}),
) -> JudgeReply:
    """The grades in a judge's reply.

    Args:
        text: the reply, in any wrapping. Of several verdicts the last complete one counts (without a rubric: the last of those with most items), and a
            different one is told. JSON that breaks off keeps its whole grades.
        rubric: a ``Rubric``, or mappings with ``index`` or ``criterion_number`` (and ``points``). Numbers must be the rubric's: of the whole rubric, or
            within a module where grades are listed by module; a risk's id or a criterion said word for word names its item too.
        item: the one item that was asked about, for replies that name none (HealthBench's ``{"explanation", "criteria_met"}``).
        labels: labels that were asked for, beside those of the known schemes; a grade with another label and no points is kept but is no verdict.
        strict: take no reply that had to be mended.
        policy: what to do about problems, by code (``judge_rows.PROBLEMS``): ``tell`` (default), ``drop`` the grade, ``refuse`` the reply; for
            ``repeated`` also ``first`` or ``last``.

    Points are in the rubric's unit, as written: nothing is clamped here. Linear in the text. Source: the failures of peers in the field cases F-016 to F-018.
    Raises: JudgeReplyError where there is no verdict to read, or one that is refused; WrongTypeError for a text or rubric of another type;
    LegalMetricsError for an unknown code or action.

    >>> reply = parse_judge_reply('評分：[{"index": 1, "status": "partial", "score": "1.5"},]')
    >>> reply.grades[0].score, reply.grades[0].status, reply.repairs
    (1.5, 'partial', ('surrounding_text', 'trailing_commas'))
    >>> parse_judge_reply("大致完整，給 8 分。")
    Traceback (most recent call last):
    legal_metrics.errors.JudgeReplyError: no verdict in the judge reply: no JSON with grades
    """
    check_text("text", text)
    _check_policy(policy)
    table = ItemTable.of(rubric, item)
    answer, thought, _ = without_thinking(text)
    found = find_blocks(answer, is_container)
    verdicts = [_Verdict.of(block, rows_in(block.value), table, labels) for block in found.blocks]
    chosen = _chosen([verdict for verdict in verdicts if verdict.grades], table)
    if chosen is None:
        raise _no_verdict(answer, thought, verdicts, found.why)
    _refuse_errors(verdicts[verdicts.index(chosen[0]) :])
    is_strict = found.strict and not thought and not chosen[0].repairs and is_strict_reply(found.blocks[0].value)
    said = frozenset(chosen)
    repairs = dict.fromkeys((*(["think_block"] if thought else []), *found.repairs))
    problems: list[ReplyProblem] = [ReplyProblem("unreadable", found=found.why)] if found.why else []
    grades: list[Grade] = []
    for verdict in chosen:
        repairs |= dict.fromkeys((*verdict.block.repairs, *verdict.repairs))
        grades += verdict.grades
        problems += verdict.problems
    if len(chosen) > 1:
        repairs["joined_blocks"] = None
    if len([verdict for verdict in verdicts if verdict.grades]) > len(chosen):
        repairs["several_verdicts"] = None
        problems += _conflicts(grades, [verdict for verdict in verdicts if verdict not in said])
    if not is_strict and not repairs:
        repairs["other_form"] = None
    if strict and not is_strict:
        raise JudgeReplyError(f"not of the strict form: {', '.join(repairs)}", code="refused")
    kept = _apply(policy, grades, problems)
    problems += _repeated(kept) if policy.get("repeated") not in ("first", "last", "drop") else []
    complete: bool | None = False if any(verdict.block.truncated for verdict in chosen) else None
    if table.known:
        missing = table.missing([grade for grade in kept if is_usable(grade, labels)])
        problems += [ReplyProblem("missing", number) for number in missing]
        complete = not missing and sorted(grade.index for grade in kept) == sorted(table.wanted)
        if not any(grade.index in table.items and is_usable(grade, labels) for grade in kept):
            raise JudgeReplyError("no grade names an item of the rubric", code="no_item")
    for problem in problems:
        if policy.get(problem.code) == "refuse":
            raise JudgeReplyError(f"refused: {problem}", code="refused")
    if not kept:
        raise JudgeReplyError("; ".join(map(str, problems)), code="no_grades")
    return JudgeReply(tuple(kept), tuple(problems), complete, tuple(repairs), is_strict)


def read_grades(rows: Sequence[Any]) -> tuple[tuple[Grade, ...], tuple[ReplyProblem, ...]]:
    """Grades from parsed rows (objects as in a reply), and what is wrong with those that are none.

    >>> grades, problems = read_grades([{"criterion_number": 2, "label": "correct", "points": 5}])
    >>> grades[0].index, grades[0].status, grades[0].score
    (2, 'correct', 5.0)
    """
    verdict = _Verdict.of(Block(list(rows), 0, 0), rows_in(list(rows)), ItemTable.of(None, None))
    return tuple(verdict.grades), (*verdict.problems, *_repeated(verdict.grades))


# --- verdicts of one reply ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Verdict:
    """What one block says."""

    block: Block
    grades: tuple[Grade, ...]
    problems: tuple[ReplyProblem, ...]
    repairs: tuple[str, ...]
    numbers: frozenset[int]
    errors: tuple[str, ...] = ()

    @classmethod
    def of(cls, block: Block, rows: Rows, table: ItemTable, labels: Collection[str] = ()) -> _Verdict:
        told = [ReplyProblem("unreadable", found=why) for why in block.unread]
        if block.truncated:
            told.append(ReplyProblem("truncated"))
        told += [
            ReplyProblem("no_object", found=shown(value), allowed="an object")
            for value in rows.strange
            if value is not None or not block.unread
        ]
        numbers, repairs = table.numbers(rows)
        echoes = table.echoes(rows.rows, numbers)
        if echoes and len(echoes) == len(rows.rows):
            told.append(ReplyProblem("rubric_echo", found="the rubric's own points, without a word or label"))
            return cls(block, (), tuple(told), (), frozenset(), rows.errors)
        if echoes:
            repairs = (*repairs, "rubric_said_back")
        grades: list[Grade] = []
        for place, (row, number) in enumerate(zip(rows.rows, numbers, strict=True)):
            if place in echoes:
                continue
            if number is None:
                told.append(
                    ReplyProblem(
                        "no_number",
                        found=shown(dict(row.source or {})),
                        allowed="an object with the number of a scoring point",
                    )
                )
                continue
            known = table.items.get(number)
            if table.known and known is None:
                told.append(ReplyProblem("unknown", number, allowed=f"the numbers {table.shown}"))
            grade = read_row(row, number, known, told, labels)
            if grade is not None:
                grades.append(grade)
        numbers_of = frozenset(grade.index for grade in grades if is_usable(grade, labels))
        return cls(block, tuple(grades) if numbers_of else (), tuple(told), repairs, numbers_of, rows.errors)


def _chosen(verdicts: Sequence[_Verdict], table: ItemTable) -> list[_Verdict] | None:
    """The last verdict that grades every item; else those blocks at the end that together say most, each item in one of them only."""
    if table.known:
        for verdict in reversed(verdicts):
            if verdict.numbers >= table.wanted:
                return [verdict]
    groups: list[tuple[set[int], list[_Verdict]]] = []
    for verdict in reversed(verdicts):
        if groups and groups[-1][0].isdisjoint(verdict.numbers):
            groups[-1][0].update(verdict.numbers)
            groups[-1][1].append(verdict)
        else:
            groups.append((set(verdict.numbers), [verdict]))
    if not groups:
        return None
    best = max(groups, key=lambda group: len(group[0] & table.wanted if table.known else group[0]))
    return best[1][::-1]


def _conflicts(grades: Sequence[Grade], others: Sequence[_Verdict]) -> list[ReplyProblem]:
    said = {grade.index: grade for grade in grades}
    return [
        ReplyProblem("conflicting_verdicts", grade.index, f"{grade.status or '-'} {grade.score}")
        for verdict in others
        for grade in verdict.grades
        if (one := said.get(grade.index)) is None or (one.status, one.score) != (grade.status, grade.score)
    ]


def _repeated(grades: Sequence[Grade]) -> list[ReplyProblem]:
    times: dict[int, int] = {}
    for grade in grades:
        times[grade.index] = times.get(grade.index, 0) + 1
    return [ReplyProblem("repeated", number, f"{n} grades", "one") for number, n in times.items() if n > 1]


def _check_policy(policy: Mapping[str, str]) -> None:
    for code, action in policy.items():
        if code not in PROBLEMS:
            raise LegalMetricsError(f"policy: found {shown(code)}, allowed {', '.join(PROBLEMS)}")
        allowed = (*ACTIONS, "first", "last") if code == "repeated" else ACTIONS
        if action not in allowed:
            raise LegalMetricsError(f"policy for {code}: found {shown(action)}, allowed {' or '.join(allowed)}")


def _apply(policy: Mapping[str, str], grades: Sequence[Grade], problems: Sequence[ReplyProblem]) -> list[Grade]:
    """The grades that the policy keeps."""
    dropped = {problem.item for problem in problems if policy.get(problem.code) == "drop"}
    kept = [grade for grade in grades if grade.index not in dropped]
    if (action := policy.get("repeated")) in ("first", "last"):
        by_number = {grade.index: grade for grade in (kept if action == "last" else reversed(kept))}
        kept = [grade for grade in kept if by_number[grade.index] is grade]
    elif action == "drop":
        twice = {problem.item for problem in _repeated(kept)}
        kept = [grade for grade in kept if grade.index not in twice]
    return kept


# --- replies without a verdict ------------------------------------------------------------------------------------------

_REFUSES = re.compile(
    r"抱歉|对不起|對不起|无法(?:协助|提供|评|完成|回答)|無法(?:協助|提供|評|完成|回答)|不能(?:协助|協助|提供|评|評)|拒绝|拒絕|"
    r"\bI(?: a|')m (?:sorry|unable)|\bI (?:cannot|can't|won't|am not able)|\bas an AI\b|content[ _]?(?:filter|policy)|内容(?:过滤|審查|审查)",
    re.IGNORECASE,
)


def _refuse_errors(verdicts: Sequence[_Verdict]) -> None:
    """Raises: JudgeReplyError where the verdict itself, or what stands behind it, says that judging failed."""
    for verdict in verdicts:
        for why in verdict.errors:
            raise JudgeReplyError(f"the reply reports an error: {why}", code="error_object")


def _no_verdict(answer: str, thought: bool, verdicts: Sequence[_Verdict], why: str) -> JudgeReplyError:
    for verdict in verdicts:
        for error in verdict.errors:
            return JudgeReplyError(f"the reply reports an error: {error}", code="error_object")
    problems = [str(problem) for verdict in verdicts for problem in verdict.problems]
    if problems:
        return JudgeReplyError("; ".join(problems[:20]), code="no_grades")
    if not answer.strip():
        return (
            JudgeReplyError("nothing but a reasoning block", code="thinking_only")
            if thought
            else JudgeReplyError("it is empty", code="empty")
        )
    if why:
        return JudgeReplyError(why, code="unreadable_json")
    code = "no_grades" if verdicts else "refusal" if _REFUSES.search(answer[:2000]) else "prose"
    return JudgeReplyError("no JSON with grades", code=code)
