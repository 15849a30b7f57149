"""What answers are wrapped in (答案:, [正确答案], **回答**：, <eoa>): the form that was asked for, never part of the answer."""

from __future__ import annotations

import re

from legal_metrics.arguments import check_text

_RANK = "(?:最[终終后後]|正[确確]|[参參]考|[标標]准|標準|我的|本[题題])"
_NAME = rf"(?:{_RANK}?(?:答案|回答|解答|答[复覆復])|答|(?:(?:final|correct)[ ])?answer)"
_MARKS = re.compile(r"[\s*#]*")  # of headings and bold type
_LABEL = re.compile(
    rf"(?:[\[【(（<]\s*{_NAME}\s*[\]】)）>][\s*]*[:：]?"  # [正确答案], 【答案】：
    rf"|{_NAME}[\s*]*[:：]"  # 答案：
    rf"|(?:{_RANK}?答案|回答)\s*[是为為]\s*[:：]?)[\s*]*",  # 答案是, 答案为：
    re.IGNORECASE,
)
_END = "<eoa>"  # where prompts with examples ask for an end mark


def strip_answer_label(text: str) -> str:
    """The text without the labels that it opens with and the mark that ends it; linear; raises nothing but for what is no text.

    A label is a word for "answer" in brackets, before a colon or before 是 or 为; white space around goes with it. Idempotent.
    Source: LawBench and ZhiFa-Bench ask for answers in such forms. Raises: WrongTypeError.

    >>> strip_answer_label("答案：30日"), strip_answer_label("[正确答案]A B<eoa>"), strip_answer_label("答案不详")
    ('30日', 'A B', '答案不详')
    """
    check_text("text", text)
    start = 0
    while label := _LABEL.match(text, _end_of_marks(text, start)):
        start = label.end()
    end = len(text)
    while end > start and (text[end - 1].isspace() or text.endswith(_END, start, end)):
        end -= 1 if text[end - 1].isspace() else len(_END)
    return text[start:end].lstrip()


def _end_of_marks(text: str, start: int) -> int:
    marks = _MARKS.match(text, start)
    return marks.end() if marks else start
