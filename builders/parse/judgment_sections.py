"""Where the parts of a judgment stand: header, 主文, facts, reasons, signature, and what follows it.

All offsets are those of the compact text; ``CompactText.original_span`` leads back. Nothing behind the signature is a section of the
judgment, whatever headings it has: an appended indictment brings its own 犯罪事實, a table its own 主文.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builders.parse.judgment_headings import main_text_heading, section_headings
from legal_metrics.text.compact import CompactText

Span = tuple[int, int]

# Digits of every kind, with the private-use characters that stand for 參 and 〇, and the masks of copies.
_NUMBER = "[0-9０-９〇○零Ｏ一二三四五六七八九十廿卅百壹貳參叁肆伍陸柒捌玖拾元\ue372\ue373\uf7af]"
_DATE = f"中華民國{_NUMBER}{{1,9}}年{_NUMBER}{{1,5}}月{_NUMBER}{{1,5}}日"
_JUDGE_DATE = re.compile(f"{_DATE}[^。，、；：（）()「」]{{0,40}}?法.?官")
_CLERK_DATE = re.compile(f"{_DATE}[^。，、；：（）()「」]{{0,20}}?書.?記.?官")
_SIGNATURE_END = re.compile(
    f"[以上右]*(?:列|開)?正本|本件正本|書記官|如不服|如對本|不得上訴|得上訴|{_DATE}|[【（(■]?附(?:錄|表|件|註|記|圖|論)|┌|告訴人|本案論罪"
)


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a judgment as spans of the compact text, None where a part is not there.

    ``merged``: one heading stands over facts and reasons, and both hold the same span. ``signature`` reaches from the date to the
    names of the judges; ``tail`` is everything behind it.
    """

    header: Span
    main_text: Span | None = None
    facts: Span | None = None
    reasons: Span | None = None
    merged: bool = False
    signature: Span | None = None
    tail: Span = (0, 0)


def find_sections(text: CompactText) -> Sections:
    """Find the parts. Linear in the text; raises nothing.

    >>> t = CompactText("臺灣甲地方法院刑事判決\\n上列被告因竊盜案件，判決如下：\\n  主 文\\n甲無罪。\\n  理 由\\n一、無證據。\\n")
    >>> s = find_sections(t)
    >>> [t.source[slice(*t.original_span(*span))] for span in (s.main_text, s.reasons)], s.facts
    (['甲無罪。', '一、無證據。'], None)
    """
    whole = len(text.text)
    lines = "\n" in text.source
    signature = _signature(text)
    end = signature[0] if signature else whole
    main = main_text_heading(text, end, lines=lines)
    if main is not None and section_headings(text, 0, main.start, lines=True):
        main = None  # the first 主文 behind a heading of facts or reasons is a mention: this text has no 主文
    start = main.end if main else 0
    headings = section_headings(text, start, end, lines=lines)
    bounds = [*(heading.start for heading in headings), end]
    spans: dict[str, Span] = {}
    for heading, stop in zip(headings, bounds[1:], strict=True):
        spans[heading.kind] = (heading.end, stop)
    merged = spans.get("merged")
    return Sections(
        header=(0, main.start if main else bounds[0]),
        main_text=(start, bounds[0]) if main else None,
        facts=merged or spans.get("facts"),
        reasons=merged or spans.get("reasons"),
        merged=merged is not None,
        signature=signature,
        tail=(signature[1], whole) if signature else (whole, whole),
    )


def _signature(text: CompactText) -> Span | None:
    """From the date before the judge's name to the end of the judges' names; by the clerk's date where no judge is named."""
    match = _JUDGE_DATE.search(text.text) or _CLERK_DATE.search(text.text)
    if match is None:
        return None
    end = _SIGNATURE_END.search(text.text, match.end())
    return (match.start(), end.start() if end else len(text.text))
