"""The sound reading of LawBench's outputs: what an output states as its answer, under the same prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from legal_metrics.compat.lawbench.labels import ENTITY_TYPES
from legal_metrics.extract.charges import extract_charges
from legal_metrics.extract.choices import extract_choices
from legal_metrics.extract.sentences import parse_sentence
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.text.normalise import normalise
from legal_metrics.text.numerals import NUMERAL, parse_integer

LIFE_OR_DEATH = ("life", "death", "death_suspended")
_MARK = "(?:争议焦点|类别|罪名|法条|刑期|金额)"
# The prompts ask for answers between a mark in brackets and an end mark; an answer without its end mark ends with its line.
_MARKED = re.compile(rf"(?:[\[【]{_MARK}[\]】]|(?:(?<![^。\n]){_MARK}(?=[:：])))([^\[【<\n]*)")
_END = re.compile(r"[<\[]eoa[>\]]", re.IGNORECASE)
_DENIED = re.compile(r"(?:[不没非未无]|(?:不|并非|不是|并不|没有)(?:是|属于?|涉及|构成|存在|认定为)?)$")
_CUTS = re.compile(r"[;；\n]")
_TYPE = re.compile(rf"({'|'.join(sorted(ENTITY_TYPES, key=len, reverse=True))})\**\s*[:：]")
_NO_ENTITY = re.compile(r"(?:[（(]?(?:无|没有|未|不详|不明|未知|暂无|N/?A)[^；;]{0,12}|-+)?", re.IGNORECASE)
_TRIMMED = " \t\r　-*•·。.，,、;；"
_AMOUNT = re.compile(rf"(?:(?<![\d,.])(\d[\d,]*\.\d+)(亿|千万|百万|十万|万|千)?|({NUMERAL}))余?(元|块)?")
_SCALE = {"亿": 10**8, "千万": 10**7, "百万": 10**6, "十万": 10**5, "万": 10**4, "千": 10**3, "": 1}


def marked(output: str) -> list[str]:
    """The answers between [罪名], [刑期] … and their end mark, in order; blank ones left out.

    >>> marked("预测刑期为[刑期]6个月<eoa>，或者[刑期] <eoa>")
    ['6个月']
    """
    return [part for part in _MARKED.findall(output) if part.strip("： :")]


def letters(output: str, options: str) -> tuple[str, ...] | None:
    """The one letter that an output chooses (``extract_choices``); where it settles on none, what stands before its end mark decides.

    >>> letters("答案是A，因为B项错误", "ABCD"), letters("Ｂ", "ABCD"), letters("A或B", "ABCD"), letters("C<eoa>。因为……", "ABCD")
    (('A',), ('B',), None, ('C',))
    """
    chosen = extract_choices(output, options=options)
    if chosen is None and (end := _END.search(output)):
        chosen = extract_choices(output[: end.start()], options=options)
    return None if chosen is None else tuple(sorted(chosen))


def labels(output: str, names: Sequence[str]) -> tuple[str, ...]:
    """The labels of the marked answers, or of the whole output where those name none: never inside a longer label, never where they are denied.

    >>> labels("[类别]侵权<eoa>，不是合同纠纷", ("侵权", "合同纠纷")), labels("不准予离婚", ("准予离婚",))
    (('侵权',), ())
    """
    found = {name for part in marked(output) for name in _labels(part, tuple(names))} or _labels(output, tuple(names))
    return tuple(name for name in names if name in found)


def charges(output: str) -> tuple[str, ...]:
    """The charges of the marked answers, or of the whole output (``extract_charges``), sorted.

    >>> charges("[罪名]合同诈骗<eoa>"), charges("不构成抢劫罪，应认定为盗窃罪")
    (('合同诈骗',), ('盗窃',))
    """
    found = {name for part in marked(output) for name in extract_charges(f"罪名:{part}", "CN") or ()}
    return spelt_alike(found or extract_charges(output, "CN") or ())


def spelt_alike(names: Iterable[str]) -> tuple[str, ...]:
    """Charges, sorted, their names spelt as the law has them today (账簿, not 帐簿).

    >>> spelt_alike(["盗窃", "隐匿会计帐簿"])
    ('盗窃', '隐匿会计账簿')
    """
    return tuple(sorted({name.replace("帐", "账") for name in names}))


def articles(output: str) -> tuple[str, ...]:
    """The articles of the marked answers, or of the whole output (``extract_statutes``), each with its law unless that is the Criminal Law; sorted.

    >>> articles("刑法第264条第1款、第67条"), articles("第一百三十三条之一"), articles("民法典第264条")
    (('264', '67'), ('133-1',), ('中华人民共和国民法典264',))
    """
    found = {article for part in marked(output) for article in _articles(part)}
    return tuple(sorted(found or _articles(output)))


def term(output: str) -> float | str | None:
    """The one term in months, or the name of a sentence for life or of death (``parse_sentence``); None for none, several or a range.

    >>> term("[刑期]一年六个月<eoa>"), term("无期徒刑"), term("三年以上七年以下"), term("免予刑事处罚")
    (18.0, 'life', None, 0)
    """
    answer: float | str | None = _last(_term, output)
    return answer


def amount(output: str) -> float | None:
    """The last amount of the last marked answer, else of the output, in yuan; units and separators are read. None without a number.

    >>> amount("[金额]103元+720元=823元<eoa>"), amount("共计1,234.5元"), amount("29.8万元"), amount("三千元"), amount("不详")
    (823.0, 1234.5, 298000.0, 3000.0, None)
    """
    answer: float | None = _last(_amount, output)
    return answer


def entities(text: str) -> dict[str, str]:
    """What stands behind each type and a colon, as far as the next type, line or semicolon; several of one type are joined. 无 and its like are none.

    >>> entities("- 受害人：某甲 某乙；时间: 无\\n- 地点：某处。")
    {'受害人': '某甲 某乙', '地点': '某处'}
    """
    types = list(_TYPE.finditer(text))
    ends = [*(m.start() for m in types), len(text)][1:]
    found: dict[str, list[str]] = {}
    for kind, end in zip(types, ends, strict=False):  # no type: no end
        value = _CUTS.split(text[kind.end() : end].lstrip(), maxsplit=1)[0].strip(_TRIMMED)
        if not _NO_ENTITY.fullmatch(value) and value not in found.setdefault(kind[1], []):
            found[kind[1]].append(value)
    return {kind: "、".join(values) for kind, values in found.items() if values}


def _last(read: Callable[[str], Any], output: str) -> Any:
    """What the last marked answer that can be read says, else the whole output."""
    answers = (read(part) for part in reversed([output, *marked(output)]))
    return next((answer for answer in answers if answer is not None), None)


def _labels(text: str, names: tuple[str, ...]) -> set[str]:
    return {m[0] for m in _longest_first(names).finditer(text) if not _DENIED.search(text, max(0, m.start() - 6), m.start())}


@lru_cache(maxsize=16)
def _longest_first(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


def _articles(text: str) -> set[str]:
    cited = extract_statutes(text, "CN", default_law="刑法")
    return {("" if c.law == "中华人民共和国刑法" else c.law) + c.article for c in cited if c.article}


def _term(text: str) -> float | str | None:
    sentence = parse_sentence(text, "CN", bare=True)
    if sentence is None:
        return None
    return next((name for name in LIFE_OR_DEATH if getattr(sentence, name)), sentence.term_months)


def _amount(text: str) -> float | None:
    amounts = []
    for decimal, scale, numeral, unit in _AMOUNT.findall("".join(normalise(text).split())):
        value = float(decimal.replace(",", "")) * _SCALE[scale] if decimal else parse_integer(numeral)
        if value is not None:
            amounts.append((float(value), bool(unit)))
    in_yuan = [value for value, unit in amounts if unit] or [value for value, _ in amounts]
    return in_yuan[-1] if in_yuan else None
