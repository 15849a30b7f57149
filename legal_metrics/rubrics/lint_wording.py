"""Words of a rubric: criteria that say nothing, say it twice, or say the opposite of their points."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from legal_metrics.grading import DIMENSIONS, Item, Module, Part, Rubric
from legal_metrics.rubrics.lint_codes import Finding, finding, number
from legal_metrics.rubrics.lint_places import items_with_places, module_place
from legal_metrics.rubrics.lint_sums import MARKED_FORMS, cut_text, is_cut
from legal_metrics.rubrics.marks import marks
from legal_metrics.text.script import fold_script


def lint_wording(rubric: Rubric) -> Iterator[Finding]:
    """Every finding about words and dimensions.

    >>> items = (Item(1, "未列明当事人的，扣2分", 2), Item(2, "（+5分）", 5), Item(3, "正确引用第577条，得3分", -3))
    >>> [f.code for f in lint_wording(Rubric("q", "tw_essay", 7, (Module("", None, items),)))]
    ['sign-deduction', 'criterion-empty', 'sign-award']
    """
    seen: dict[str, str] = {}
    for place, module, item in items_with_places(rubric):
        yield from _criterion(place, item, seen, cut=is_cut(module))
        yield from _sign(place, module, item)
        yield from _parts(place, item)
        if not is_cut(module):
            yield from _deductions(
                place, item.criterion, item.points, () if rubric.form in MARKED_FORMS else item.parts
            )
        yield from _keywords(place, item.keywords)
        yield from _dimensions(place, item.dimensions)
    for module in rubric:
        place = module_place(rubric, module)
        yield from _dimensions(place, module.dimensions)
        if is_cut(module):
            yield from _deductions(place, cut_text(module), module.points, ())
            yield from _bare_marks(place, cut_text(module))
    if rubric.form in NAMES_DIMENSIONS:
        for place, module, item in items_with_places(rubric):
            if not item.dimensions and not module.dimensions and not item.is_penalty:
                yield finding("dimension-missing", place, "no dimension", "one or more of the seven")


NAMES_DIMENSIONS = frozenset({"consultation", "case_analysis", "legal_document", "judgment"})
"""Forms of which each module or item names its dimensions."""

# --- criteria ---------------------------------------------------------------------------------------------------------

_TEMPLATE = re.compile(
    r"(?:具体(?:评分|評分)(?:标准|標準)(?:[（(].{0,40}[)）])?|具体应追问的问题|检查点描述|原文定位|评分(?:标准|要点)|評分(?:標準|要點)|待(?:补充|補充|定|填|完善)|略|无|無|同上|暂无|[xX×…._\-]{1,12}|(?:to ?do|tbd|n/?a|none|null)|lorem ipsum.*)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\s*(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[、.．)）](?!\d)|[(（]\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[)）]|[①-⑳]|[-–—·•●▪*])\s*"
)
_HEADING = re.compile(r"【[^】\n]{0,20}】")


def content(text: str) -> str:
    """What is left of a criterion without headings, marks, enumerators, white space and punctuation, in one script and width.

    >>> content("【结论得分】\\n（+5分）1. 甲公司 應當賠償。"), content("【结论得分】（+5分）")
    ('甲公司应当赔偿', '')
    """
    bare, end = [], 0
    for mark in marks(text):
        bare.append(text[end : mark.start])
        end = mark.end
    lines = _HEADING.sub("", "".join([*bare, text[end:]])).split("\n")
    joined = "".join(_LABEL.sub("", line, count=1) for line in lines)
    folded = fold_script(unicodedata.normalize("NFKC", joined)).lower()
    return "".join(character for character in folded if character.isalnum())


def _criterion(place: str, item: Item, seen: dict[str, str], *, cut: bool) -> Iterator[Finding]:
    own = content(item.criterion)
    if not own:
        if not cut and not any(content(part.criterion) for part in item.parts):
            worth = "" if item.points is None else f" for {number(item.points)} points"
            yield finding("criterion-empty", place, f"{item.criterion.strip()!r}{worth}", "a criterion")
        return
    if _TEMPLATE.fullmatch(_plain(item.criterion)):
        yield finding("criterion-placeholder", place, repr(item.criterion.strip()), "a criterion")
        return
    key = f"{own}\n{'+' if item.is_penalty else ''}{_identity(item)}"
    first = seen.setdefault(key, place)
    if first != place:
        yield finding("criterion-repeated", place, f"the criterion of {first}", "another criterion")


def _bare_marks(place: str, text: str) -> Iterator[Finding]:
    """Marks alone in their line, between lines that have their own: they speak of nothing."""
    lines = [line for line in text.split("\n") if line.strip()]
    marked = [[mark for mark in marks(line) if mark.kind == "award"] for line in lines]
    for position, (line, here) in enumerate(zip(lines, marked, strict=True)):
        around = [marked[other] for other in (position - 1, position + 1) if 0 <= other < len(lines)]
        if len(here) == 1 and not line.replace(here[0].text, "").strip("。；;.") and len(lines) > 1 and all(around):
            yield finding("criterion-empty", place, f"{line.strip()!r} alone in its line", "a text for each mark")


def _plain(text: str) -> str:
    return _HEADING.sub("", text).strip().strip("（）()。.，, ")


def _identity(item: Item) -> str:
    """What makes two items with the same words two things: the risk and clause that they speak of."""
    return "\n".join(
        content(str(item.extra[name])) for name in ("risk_id", "clause_location", "risky_clause") if name in item.extra
    )


def _parts(place: str, item: Item) -> Iterator[Finding]:
    seen: set[str] = set()
    for position, part in enumerate(item.parts, 1):
        where = f"{place} > part {part.name or position}"
        words = content(part.criterion)
        if not words and not content(part.name):
            worth = "" if part.points is None else f" for {number(part.points)} points"
            yield finding("criterion-empty", where, f"{part.criterion.strip()!r}{worth}", "a criterion")
        elif words and _TEMPLATE.fullmatch(_plain(part.criterion)):
            yield finding("criterion-placeholder", where, repr(part.criterion.strip()), "a criterion")
        elif words and part.kind == "share":
            if words in seen:
                yield finding("criterion-repeated", where, "the criterion of another part", "another criterion")
            seen.add(words)
        yield from _keywords(where, part.keywords)


def _keywords(place: str, keywords: Sequence[str]) -> Iterator[Finding]:
    empty = sum(not keyword.strip() for keyword in keywords)
    if empty:
        yield finding("keyword-invalid", place, f"{empty} empty keywords", "keywords")
    twice = [keyword for position, keyword in enumerate(keywords) if keyword.strip() and keyword in keywords[:position]]
    if twice:
        yield finding("keyword-invalid", place, f"{twice[0]!r} twice", "each keyword once")


# --- signs ------------------------------------------------------------------------------------------------------------

_NEGATIVE_HEADING = re.compile(
    r"\s*[【\[（(]?\s*(?:统一|通用|其他|其它)?(?:扣分|减分|倒扣|罚分|失分)(?:项目?|点|事项|部分|标准)?\s*[】\]）)]?\s*(?:[:：]|$|\n)|\s*【\s*(?:扣分|减分)"
)
_POSITIVE_HEADING = re.compile(
    r"\s*[【\[（(]?\s*(?:得分|加分|给分|奖励)(?:项目?|点|事项|部分|标准)?\s*[】\]）)]?\s*(?:[:：]|$|\n)|\s*【\s*(?:得分|加分)"
)
_POSITIVE_MODULE = re.compile(r"(?:得分|加分|给分|奖励)(?:项目?|点|事项|部分)?$")
_NEGATIVE_MODULE = re.compile(r"(?:扣分|减分|倒扣|罚分)(?:项目?|点|事项|部分)?$")
_TAKES = re.compile(r"(?<!不)(?:倒?扣|减|减去|扣减|扣除)\s*(?:[\d.一二两三四五六七八九十半]+\s*分|分(?!点|项|的?步骤))")
_GIVES = re.compile(
    r"(?<![不可])(?:得|给|加|计|记)\s*(?:满分|[\d.一二两三四五六七八九十半]+\s*分|分(?!点|标准|析|别|配|类))|[(（]\s*\+\s*[\d.]+\s*分?\s*[)）]|得分点|可得满?分"
)
_FAULTS = (
    "未(?!遂|成年|婚|来|必)|遗漏|漏[写列掉述引答未]|缺[少失乏漏]|没有|错误|有误|误[将把列以写认用引]|错[列写引将把认]|虚构|编造|捏造|杜撰"
    "|不(?:准确|正确|完整|规范|符合?|存在|清|当|足|明确|一致|相符)|混淆|混同|泄露|违反|超出|偏离|矛盾|遗忘|忽略|忽视|答非所问|无关"
)
_FAULT = re.compile(_FAULTS)
_FAULT_FIRST = re.compile(
    rf"(?:若|如果?|凡|对于?|仅|只|每|回答|答案|文书|起诉状|答辩状|中|存在|出现|有|或者?)*(?:{_FAULTS}|(?:引用|援引|适用|使用|选择|列)[入了为]?(?:错误|不存在|失效|虚构|虚假|已?废止|过时))"
)
_FAULT_LAST = re.compile(
    r"(?:错误|有误|遗漏|缺失|不(?:准确|正确|完整|规范|符|清|当|全|明确|一致|相符|存在))(?:的|者|时|之处|处)*(?:每[处项个条]|一律|则|应|均)*$"
)
_ASIDE = re.compile(r"[（(\[【][^（）()\[\]【】]{0,200}[)）\]】]")
_GOOD = re.compile(
    r"(?:能够?|应当?)?(?:正确|准确|完整|明确|清晰|清楚|合理|充分|全面|依法)(?:地)?(?:引用|写明|列明|指出|识别|认定|说明|论证|分析|阐明|表述|援引|适用|计算|判断|区分|提出|陈述)"
)


def _sign(place: str, module: Module, item: Item) -> Iterator[Finding]:
    if not item.points:
        return
    text = fold_script(unicodedata.normalize("NFKC", item.criterion))
    heading = fold_script(module.name.strip())
    if item.points > 0 and (_NEGATIVE_MODULE.search(heading) or _speaks_of_taking(text)):
        words = module.name.strip() if _NEGATIVE_MODULE.search(heading) else _first_line(item.criterion)
        yield finding(
            "sign-deduction",
            place,
            f"+{number(item.points)} for {words!r}",
            "points below 0",
            fix=f"write {number(-item.points)}, or word what earns them",
        )
    elif item.points < 0 and (_POSITIVE_MODULE.search(heading) or _speaks_of_giving(text)):
        words = module.name.strip() if _POSITIVE_MODULE.search(heading) else _first_line(item.criterion)
        yield finding(
            "sign-award",
            place,
            f"{number(item.points)} for {words!r}",
            "points above 0",
            fix=f"write {number(-item.points)}, or word what is penalised",
        )


def _speaks_of_taking(text: str) -> bool:
    """Whether the whole criterion takes points away: under such a heading, or a fault and what it costs, with nothing outside brackets that earns points."""
    if _GIVES.search(text):
        return False
    if _NEGATIVE_HEADING.match(text):
        return True
    first = re.split(r"[。；;\n]", _ASIDE.sub("", text).strip())[0]
    taking = _TAKES.search(first)
    if taking is None:
        return False
    # 完整列明当事人，每漏一项扣1分 earns points: the clause at its head tells of no fault of the answer.
    head = re.split(r"[，,:：]", first[: taking.start()].strip())[0].strip()
    return _FAULT_FIRST.match(head) is not None or _FAULT_LAST.search(head) is not None


def _speaks_of_giving(text: str) -> bool:
    """Whether the whole criterion gives points: under such a heading, by its words, or a thing done well; nothing in it tells of a fault or a cost."""
    if _TAKES.search(text) or _FAULT.search(text):
        return False
    return bool(_POSITIVE_HEADING.match(text) or _GIVES.search(text) or _GOOD.match(text.strip()))


def _deductions(place: str, text: str, points: float | None, parts: Sequence[Part]) -> Iterator[Finding]:
    """Deductions in a text, and as parts, that are above what it is worth."""
    if points is None or points <= 0:
        return
    taken = [
        (mark.points, mark.text)
        for mark in marks(text)
        if mark.kind in ("deduction", "deduction_cap") and mark.points is not None
    ]
    taken += [
        (-part.points, part.name or part.criterion)
        for part in parts
        if part.kind == "deduction" and part.points is not None
    ]
    worst = max(taken, default=None, key=lambda one: one[0])
    if worst is not None and worst[0] > points + 1e-6:
        yield finding("deduction-above-points", place, repr(worst[1]), f"at most the {number(points)} that it is worth")


_LONGEST_SHOWN = 40


def _first_line(text: str) -> str:
    line = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 1] + "…"


# --- dimensions -------------------------------------------------------------------------------------------------------


def _dimensions(place: str, dimensions: Sequence[str]) -> Iterator[Finding]:
    for dimension in dict.fromkeys(dimensions):
        if dimension not in DIMENSIONS:
            near = next((known for known in DIMENSIONS if content(known) == content(dimension)), "")
            fix = f"write {near}" if near else ""
            yield finding("dimension-unknown", place, repr(dimension), "、".join(DIMENSIONS), fix=fix)
        if list(dimensions).count(dimension) > 1:
            yield finding("dimension-repeated", place, f"{dimension!r} twice", "once")
