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

    Where nothing stands behind the last block, what stands before the first one is the answer: it was thought over afterwards.

    >>> without_thinking("<think>答案：A？</think>答案：C")
    ('答案：C', True, False)
    >>> without_thinking("答案：C<think>再想")
    ('答案：C', True, True)
    >>> without_thinking("答案：B<think>不對，應是A</think>")
    ('答案：B', True, False)
    """
    ends = [end.end() for end in _END.finditer(output)]
    dropped = bool(ends)
    text = output[ends[-1] :] if ends else output
    if dropped and not text.strip() and (first := _START.search(output)):
        return output[: first.start()], True, False
    start = _START.search(text)
    return (text[: start.start()], True, True) if start else (text, dropped, False)
