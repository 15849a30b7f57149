"""Reasoning blocks of model outputs: what stands in one is thought, not answered."""

from __future__ import annotations

import re

_NAMES = r"(?:seed:|ant)?(?:think|thinking|thought|reasoning)|思考|思考過程|思考过程"
_END = re.compile(
    rf"</\s?(?:{_NAMES})\s?>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|channel\|>\s?final\s?<\|message\|>",
    re.IGNORECASE,
)
_START = re.compile(
    rf"<(?:{_NAMES})>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|channel\|>\s?analysis\s?<\|message\|>", re.IGNORECASE
)


def without_thinking(output: str) -> tuple[str, bool, bool]:
    """The text behind the last reasoning block; whether there was a block; whether one is still open at the end. Linear.

    >>> without_thinking("<think>答案：A？</think>答案：C")
    ('答案：C', True, False)
    >>> without_thinking("答案：C<think>再想")
    ('答案：C', True, True)
    """
    text, dropped = output, False
    for end in _END.finditer(output):
        text, dropped = output[end.end() :], True
    start = _START.search(text)
    return (text[: start.start()], True, True) if start else (text, dropped, False)
