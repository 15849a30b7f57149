"""Made-up judge replies and what becomes of them on the way: wrapped, mended into a mess, cut, or broken at random. Invented, the same for the same seed.

Two kinds of change: ``WRAPPINGS`` keep the verdict, so the grades that a reader must find are known; ``broken`` edits characters, after which only the
promises hold that hold for every text (``promise_broken``).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import JudgeReplyError
from legal_metrics.extract.judge_replies import parse_judge_reply
from legal_metrics.grading import Item, Module, Part, Rubric
from legal_metrics.metrics.rubric import score_rubric

Row = dict[str, Any]
LABELS = ("correct", "partial", "wrong", "missing", "部分正確", "met", "not met")
REASONS = (
    "考生已引用民法第184條，並說明構成要件。",
    "未提及消滅時效；僅結論正確。",
    '答案稱"已分析"，但沒有內容',
    "见第二段：“甲应赔偿乙”，论证完整，{但}未引法条[2]",
    "The answer cites Art. 577 // in full: yes, twice.",
    "得分：15/15？2024年3月1日，金額 3萬5,000元",
)


def make_rubric(source: random.Random) -> Rubric:
    """A rubric of one to four modules with 1 to 12 items; some penalties, some with parts, some without points."""
    modules, number = [], 0
    for place in range(source.randint(1, 4)):
        items = []
        for index in range(1, source.randint(1, 3) + 1):
            number += 1
            points: float | None = source.choice((1, 2, 3, 5, 8, 10, 2.5))
            if number > 1 and source.random() < 0.15:
                points = -source.choice((1, 2, 3))
            parts = ()
            if points is not None and points > 2 and source.random() < 0.2:
                parts = (Part("識別", 1), Part("說明", points - 1))
            items.append(Item(number, f"第{number}個要點", points, index=index, parts=parts))
        modules.append(Module(f"模組{place}", None, tuple(items)))
    return Rubric("made up", "", None, tuple(modules))


def make_rows(source: random.Random, rubric: Rubric) -> list[Row]:
    """One grade for each item, points and labels at random: some out of range, some against their label."""
    rows = []
    for item in rubric.items:
        full = item.points or 0
        row: Row = {
            "index": item.number,
            "label": source.choice(LABELS),
            "points": source.choice((0, full, full / 2, full, 0, full + 3, -1)),
        }
        if source.random() < 0.7:
            row["reason"] = source.choice(REASONS)
        if item.parts:
            row["parts"] = [{"name": part.name, "points": source.choice((0, part.points, 1))} for part in item.parts]
        rows.append(row)
    return rows


def plain(rows: list[Row], source: random.Random) -> str:
    """The rows as a judge is asked to write them."""
    return json.dumps({"grades": rows}, ensure_ascii=source.random() < 0.3, indent=source.choice((None, None, 1, 2)))


def _renamed(rows: list[Row], names: Mapping[str, str]) -> list[Row]:
    return [{names.get(key, key): value for key, value in row.items()} for row in rows]


def _outside_strings(text: str, change: Callable[[str], str]) -> str:
    """The JSON text with a change of what stands between its strings."""
    pieces, position = [], 0
    while (start := text.find('"', position)) >= 0:
        end = start + 1
        while text[end] != '"':
            end += 2 if text[end] == "\\" else 1
        pieces += [change(text[position:start]), text[start : end + 1]]
        position = end + 1
    return "".join([*pieces, change(text[position:])])


_WIDE = str.maketrans("{}[]:,", "｛｝［］：，")
WRAPPINGS: Mapping[str, Callable[[list[Row], random.Random], str]] = {
    "plain": plain,
    "list": lambda rows, source: json.dumps(rows, ensure_ascii=False),
    "code_fence": lambda rows, source: f"```json\n{plain(rows, source)}\n```",
    "prose_around": lambda rows, source: (
        f"評分如下（共 {len(rows)} 項）：\n\n{plain(rows, source)}\n\n以上供參，總分 15/15。"
    ),
    "prose_with_brackets": lambda rows, source: (
        f"依[評分標準]第{{一}}部分：\n```\n{plain(rows, source)}\n```\n【完】[1]"
    ),
    "trailing_commas": lambda rows, source: _outside_strings(
        plain(rows, source), lambda t: t.replace("}", ",}").replace("]", ",]")
    ),
    "full_width": lambda rows, source: _outside_strings(plain(rows, source), lambda t: t.translate(_WIDE)),
    "python": lambda rows, source: f"grades = {[{**row, 'veto': False, 'times': None} for row in rows]!r}",
    "thinking": lambda rows, source: (
        f'<think>[{{"index": 1, "label": "correct", "points": 99}}]</think>\n{plain(rows, source)}'
    ),
    "json_lines": lambda rows, source: "\n".join(json.dumps(row, ensure_ascii=False) for row in rows),
    "comments": lambda rows, source: json.dumps(rows, ensure_ascii=False, indent=1).replace("},\n", "}, // 下一項\n"),
    "unquoted_keys": lambda rows, source: (
        json.dumps(rows, ensure_ascii=False).replace('"index":', "index:").replace('"points":', "points:")
    ),
    "missing_commas": lambda rows, source: json.dumps(rows, ensure_ascii=False).replace("}, {", "}\n{"),
    "encoded_twice": lambda rows, source: json.dumps(plain(rows, source), ensure_ascii=False),
    "other_names": lambda rows, source: json.dumps(
        {"評分結果": _renamed(rows, {"index": "criterion_number", "label": "status", "points": "score"})},
        ensure_ascii=False,
    ),
    "chinese_names": lambda rows, source: json.dumps(
        {"評分": _renamed(rows, {"index": "序號", "label": "判定", "points": "得分", "reason": "理由"})},
        ensure_ascii=False,
    ),
    "points_in_text": lambda rows, source: json.dumps(
        [{**row, "points": f"{row['points']}分"} for row in rows], ensure_ascii=False
    ),
    "draft_first": lambda rows, source: (
        f"初評：{json.dumps([{**row, 'points': 0} for row in rows])}\n定稿：{plain(rows, source)}"
    ),
}
"""How a verdict can be wrapped: name -> text with the same verdict."""
NO_VERDICT: tuple[str, ...] = (
    "",
    "整體而言論述尚稱完整，但第二點未引用法條。",
    "總分：15/15（2024年3月1日），第404條第8項",
    "抱歉，我無法評判這份作答。",
    '{"error": "content filtered"}',
    '{"error": {"code": 400, "message": "The response was filtered"}, "status": "failed"}',
    '{"choices": [{"index": 0, "finish_reason": "content_filter", "message": {"content": ""}}]}',
    '{"total_score": 15, "comment": "滿分"}',
    "```json\n[]\n```",
    '{"grades": []}',
    "15",
    "| 項目 | 得分 |\n|---|---|\n| 1 | 3 |",
    '[{"index": 1, "status": "error"}, {"index": 2, "status": "無法評分", "score": 0}]',
)
"""Replies in which nobody says what an answer earns."""
_PIECES = (
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "'",
    "“",
    "｝",
    "\\",
    "\n",
    "//",
    "null",
    "NaN",
    "-",
    "9",
    "1e999",
    "true",
    "```",
    "分",
    "，",
    "\x00",
    "\ud800",
)


def broken(text: str, source: random.Random) -> str:
    """The text after one to six edits at random places: a cut, a deletion, an insertion, a copy of a stretch, two stretches exchanged."""
    for _ in range(source.randint(1, 6)):
        a, b = sorted((source.randint(0, len(text)), source.randint(0, len(text))))
        kind = source.randrange(6)
        if kind == 0:
            text = text[:b]
        elif kind == 1:
            text = text[:a] + text[a + source.randint(1, 8) :]
        elif kind == 2:
            text = text[:a] + source.choice(_PIECES) + text[a:]
        elif kind == 3:
            text = text[:b] + text[a : min(b, a + 400)] + text[b:]
        elif kind == 4:
            text = text[a:]
        else:
            text = text[:a] + text[b : b + 40] + text[a:b] + text[b + 40 :]
    return text


@dataclass(frozen=True, slots=True)
class Made:
    """A made-up reply. ``rows``: the verdict that it holds, None where it was broken at random (anything may be left of it) or never held one."""

    rubric: Rubric
    text: str
    wrapping: str
    rows: tuple[Row, ...] | None


def made_replies(number: int, seed: int, *, broken_share: float = 0.5) -> Iterator[Made]:
    """``number`` replies, one after another."""
    source = random.Random(seed)
    names = list(WRAPPINGS)
    for _ in range(number):
        rubric = make_rubric(source)
        rows = make_rows(source, rubric)
        if source.random() < 0.08:
            yield Made(rubric, source.choice(NO_VERDICT), "no_verdict", None)
            continue
        name = source.choice(names)
        text = WRAPPINGS[name](rows, source)
        if source.random() < broken_share:
            yield Made(rubric, broken(text, source), f"{name}, broken", None)
        else:
            yield Made(rubric, text, name, tuple(rows))


def promise_broken(made: Made) -> str:
    """Read and score a reply; what is not as promised, "" where everything is.

    Promised of every text: no exception but ``JudgeReplyError``; no score without a grade of the rubric; a score between the rubric's floor and its
    maximum; every number said of points stands in the reply. Of a wrapped verdict: exactly its grades. Of a reply without one: an error.
    """
    try:
        reply = parse_judge_reply(made.text, made.rubric)
    except JudgeReplyError as error:
        return f"lost: {error}" if made.rows is not None else ""
    if made.wrapping == "no_verdict":
        return f"grades out of nothing: {reply.grades}"
    if made.rows is not None:
        wanted = [(row["index"], row["label"], float(row["points"])) for row in made.rows]
        found = [(grade.index, grade.status, grade.score) for grade in reply.grades]
        if found != wanted or not reply.complete:
            return f"found {found}, wanted {wanted}"
    maximum = sum(item.points for item in made.rubric.items if item.points is not None and item.points > 0)
    for policy in ("zhifa", "tw_paper", "healthbench", {"missing": "zero", "repeated": "last"}):
        try:
            score = score_rubric(made.rubric, reply, policy=policy)
        except ValueError as error:
            if policy != "tw_paper":  # it refuses repeated items
                return f"{policy}: {error}"
            continue
        if score.score is not None and not score.floor - 1e-9 <= score.score <= max(maximum, 0) + 1e-9:
            return f"{policy}: score {score.score} outside {score.floor} to {maximum}"
        if score.score is not None and not any(0 < grade.index <= len(made.rubric.items) for grade in reply.grades):
            return f"{policy}: score {score.score} without a grade"
    return ""


def main(number: int = 100_000, seed: int = 1) -> int:
    """Hold the promises against many made-up replies: how many were read, refused, and broke a promise."""
    failures = 0
    for place, made in enumerate(made_replies(number, seed)):
        if why := promise_broken(made):
            failures += 1
            print(f"{place} ({made.wrapping}): {why}\n  {made.text[:600]!r}")
    print(f"{number:,} replies, seed {seed}: {failures} broke a promise")
    return 1 if failures else 0


if __name__ == "__main__":
    import sys

    sys.exit(main(*map(int, sys.argv[1:3])))
