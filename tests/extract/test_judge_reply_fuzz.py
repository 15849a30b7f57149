"""Promises that hold for every reply: made-up ones, wrapped in every way and broken at random (``benchmarks.reply_mutations`` runs 100,000 of them)."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest

from benchmarks import reply_mutations
from benchmarks.reply_mutations import (
    NO_VERDICT,
    WRAPPINGS,
    Made,
    broken,
    made_replies,
    make_rows,
    make_rubric,
    promise_broken,
)
from legal_metrics.errors import JudgeReplyError
from legal_metrics.extract.judge_labels import parse_judge_label
from legal_metrics.extract.judge_replies import parse_judge_reply
from legal_metrics.grading import Item, Module, Rubric

RUBRIC = Rubric("q", "", 10, (Module("甲", None, (Item(1, "一", 4), Item(2, "二", 6))),))


@pytest.mark.parametrize("seed", range(3))
def test_made_up_replies_keep_the_promises(seed: int) -> None:
    failures = [
        (made.wrapping, why, made.text[:300]) for made in made_replies(1_000, seed) if (why := promise_broken(made))
    ]
    assert failures == []


@pytest.mark.parametrize("name", WRAPPINGS)
def test_every_wrapping_keeps_its_verdict(name: str) -> None:
    source = random.Random(name)
    for _ in range(60):
        rubric = make_rubric(source)
        rows = make_rows(source, rubric)
        made = Made(rubric, WRAPPINGS[name](rows, source), name, tuple(rows))
        assert promise_broken(made) == "", made.text


@pytest.mark.parametrize("text", NO_VERDICT)
def test_texts_without_a_verdict_never_get_one(text: str) -> None:
    assert promise_broken(Made(RUBRIC, text, "no_verdict", None)) == ""
    if '"score"' in text:
        return  # an edit can take the word that says that nothing was graded
    source = random.Random(text)
    for _ in range(60):  # whatever is cut, doubled or put in: nobody graded an item
        with suppress(JudgeReplyError):
            read = parse_judge_reply(broken(text, source), RUBRIC)
            pytest.fail(f"{read.grades} out of a reply without a verdict")


def test_the_promises_can_be_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ({"index": 1, "label": "correct", "points": 4}, {"index": 2, "label": "wrong", "points": 0})
    text = '[{"index": 1, "label": "correct", "points": 4}, {"index": 2, "label": "wrong", "points": 1}]'
    assert promise_broken(Made(RUBRIC, text, "list", rows)).startswith("found ")
    assert promise_broken(Made(RUBRIC, "甲", "list", rows)).startswith("lost: ")
    assert promise_broken(Made(RUBRIC, text, "no_verdict", None)).startswith("grades out of nothing")

    class Flattering:
        score, floor = 11.0, 0.0

    monkeypatch.setattr(reply_mutations, "score_rubric", lambda *given, **options: Flattering())
    assert promise_broken(Made(RUBRIC, text, "list, broken", None)).startswith("zhifa: score 11.0 outside")


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "[",
        "[ ",
        "[{",
        "}",
        '"',
        "'",
        "“",
        "\\",
        "//",
        "{//",
        '{"a":',
        '{"a":{',
        '[{"a":1}',
        '{"index":1,"score":1}',
        '{"index":1,"score":1},',
        '{"a": "',
        "{'",
        "{x",
        '{"a":[{"a":1}',
        "```",
        "```json\n",
        "<think>",
        '{"parts":[{',
        "，",
        "抱歉",
    ],
)
@pytest.mark.parametrize("before", ["", '{"grades": [{"index": 1, "reason": "'])
def test_long_texts_take_time_in_proportion(piece: str, before: str) -> None:
    def seconds(size: int) -> float:
        text = before + piece * (size // len(piece))
        start = time.process_time()
        with suppress(JudgeReplyError):
            parse_judge_reply(text, RUBRIC)
        return time.process_time() - start

    seconds(1_000)
    small, large = min(seconds(8_000) for _ in range(2)), seconds(80_000)
    assert large < 40 * small + 1, "ten times the text, at most forty times the time"


def test_labels_out_of_broken_replies_are_labels() -> None:
    labels = ("正確", "部分正確", "不正確")
    for made in made_replies(300, 9):
        assert parse_judge_label(made.text, labels) in (*labels, None)
