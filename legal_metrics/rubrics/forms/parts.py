"""What forms share: numbers of items, sub-points, and what a text says of vetoes, order and repetition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from legal_metrics.grading import Module, Part, Veto
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.layout import (
    Layout,
    Place,
    as_is,
    entry,
    points,
    text,
    words,
    write_points,
    write_words,
)
from legal_metrics.rubrics.marks import Mark, marks

_BREAK = re.compile("[。；;\n]")
_EACH = re.compile("每(?![月年日天周股平])|[少缺漏错][^，。；;\n]{0,8}?一|任(?:意|何)?一")
_SEQUENCE = "(?:顺序|次序|先后)"
_BY = "(?:按照?|依照?|遵[循照])"
_NO_POINTS = "不(?:得|给|予)分"
_WITHIN = r"[^。；\n]"
_ORDER = re.compile(
    rf"{_SEQUENCE}{_WITHIN}{{0,12}}?(?:不可|不能|不得|不允许)(?:调换|颠倒|互换|打乱)"
    rf"|(?:[不未]{_BY}|违反|打乱|调换|颠倒){_WITHIN}{{0,10}}?{_SEQUENCE}{_WITHIN}{{0,12}}?{_NO_POINTS}"
    rf"|{_SEQUENCE}(?:错误|颠倒|调换|打乱|错乱|混乱|有误|不[对符]){_WITHIN}{{0,6}}?{_NO_POINTS}"
    rf"|{_BY}{_WITHIN}{{0,40}}?{_SEQUENCE}{_WITHIN}{{0,16}}?(?:才[可能]?|[方始][可能]?)得分"
    rf"|(?<![无不毋])(?:须|需要?|应当?){_BY}{_WITHIN}{{0,16}}?{_SEQUENCE}|有严格{_SEQUENCE}|(?:须|必须)在{_WITHIN}{{0,12}}?[之以]?[前后]"
)
_FREE = re.compile(
    rf"{_SEQUENCE}{_WITHIN}{{0,10}}?(?<!不)可以?(?:互换|调换|颠倒)|无(?:先后)?顺序(?:要求)?|顺序(?:调换)?无要求"
    rf"|(?:不按|调换){_WITHIN}{{0,6}}?{_SEQUENCE}{_WITHIN}{{0,10}}?[也亦]可?得分"
)


def numbered(modules: Iterable[Module]) -> tuple[Module, ...]:
    """The modules with a number for every item: the source's own where it tells them all apart, else their places in the rubric.

    >>> from legal_metrics.grading import Item
    >>> [item.number for item in numbered([Module("", None, (Item(0, "甲", 1, 7), Item(0, "乙", 1, 7)))])[0].items]
    [1, 2]
    """
    modules = tuple(modules)
    own = [item.index for module in modules for item in module.items]
    apart = all(index is not None and index > 0 for index in own) and len(set(own)) == len(own)
    out, place = [], 0
    for module in modules:
        items = []
        for item in module.items:
            place += 1
            items.append(replace(item, number=item.index if apart and item.index else place))
        out.append(replace(module, items=tuple(items)))
    return tuple(out)


def sentence(whole: str, start: int, end: int) -> str:
    """The sentence around a span.

    >>> sentence("甲；若认定为盗窃，本项不得分。乙", 10, 13)
    '若认定为盗窃，本项不得分'
    """
    first = max((match.end() for match in _BREAK.finditer(whole, 0, start)), default=0)
    last = _BREAK.search(whole, end)
    return whole[first : last.start() if last else len(whole)].strip(" \t\u3000（）()【】")


def condition(whole: str, mark: Mark) -> str:
    """What a mark that leaves nothing is about: its sentence, with the one before it where it says nothing but the mark.

    >>> text = "列错被告。（本项得 0 分）"
    >>> condition(text, marks(text)[0])
    '列错被告。（本项得 0 分）'
    """
    said = sentence(whole, mark.start, mark.end)
    if len(said) > len(mark.text) + 3:
        return said
    ahead = whole[: mark.start].rstrip("（([【本此该項项题 \t\u3000").rstrip("。；; \t\u3000")
    before = sentence(whole, len(ahead), len(ahead)) if ahead else ""
    return f"{before}。（{said}）" if before else said


def vetoes_in(criterion: str) -> tuple[Veto, ...]:
    """What a text says leaves nothing; a demand for order is none.

    >>> vetoes_in("认定为抢劫罪（若认定为盗窃罪则本项不得分）")[0].scope
    'item'
    >>> vetoes_in("不按顺序不得分"), vetoes_in("公司持有的股份不得分配利润")
    ((), ())
    """
    found: dict[str, Veto] = {}
    for mark in marks(criterion):
        if mark.kind != "zero":
            continue
        said = condition(criterion, mark)
        if not re.search(_SEQUENCE, said) and said not in found:
            found[said] = Veto(said, scope_of(said))
    return tuple(found.values())


def scope_of(said: str) -> str:
    """What a veto leaves nothing of: ``rubric``, ``module`` or ``item``.

    >>> scope_of("本大题直接计0分"), scope_of("全题不得分"), scope_of("本项不得分")
    ('module', 'rubric', 'item')
    """
    if re.search("[本该此]大[题項项]|[本该此](?:模块|部分)", said):
        return "module"
    return "rubric" if re.search("[全整]题|本题|总分|全部(?:分数|得分)", said) else "item"


def repeats(criterion: str) -> bool:
    """Whether a penalty counts for each time.

    >>> repeats("每出现一项错误，扣10分"), repeats("未按要求生成文书，扣10分")
    (True, False)
    """
    return _EACH.search(criterion) is not None


def order_in(said: str) -> bool | None:
    """Whether a text demands an order of what it lists; None where it demands one and lifts it in part.

    >>> order_in("不按顺序不得分"), order_in("简述案情"), order_in("第一、二步顺序可以互换，第三步顺序错误不得分")
    (True, False, None)
    """
    strict, free = _ORDER.search(said), _FREE.search(said)
    return None if strict and free else strict is not None


def read_parts(fields: Fields, key: str) -> tuple[Part, ...]:
    """Sub-points in a list: objects, or texts that say their points themselves. Raises: BadReferenceError."""
    value = fields.values.get(key)
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        raise fields.error(key, value, "a list of sub-points or null")
    parts = []
    for place, one in enumerate(value):
        if isinstance(one, str):
            worth = next((mark.points for mark in marks(one) if mark.kind == "award"), None)
            parts.append(Part(f"得分点{place + 1}", worth, one, extra={"": one}))
        else:
            values, extra = SUB_POINT.read(entry(fields, key, place, one))
            values["name"] = values["name"] or f"得分点{place + 1}"
            parts.append(Part(**values, extra=extra))
    return tuple(parts)


def write_parts(parts: Sequence[Part], raw: Any) -> list[Any]:
    """The list that ``read_parts`` reads."""
    out: list[Any] = []
    for place, part in enumerate(parts):
        if "" in part.extra:
            out.append(part.criterion)
            continue
        name = "" if part.name == f"得分点{place + 1}" else part.name
        values = {"name": name, "points": part.points, "criterion": part.criterion, "keywords": part.keywords}
        out.append(SUB_POINT.write({**values, "kind": part.kind, "per_occurrence": part.per_occurrence}, part.extra))
    return out


def _kind(fields: Fields, key: str) -> str:
    return fields.word(key, ("share", "deduction", "level")) or "share"


SUB_POINT = Layout(
    (
        Place("name", ("name",), text),
        Place("points", ("points", "score"), points, write_points),
        Place("criterion", ("criterion", "point", "desc", "description", "content"), text),
        Place("keywords", ("keywords",), words, write_words),
        Place("kind", ("kind",), _kind, as_is),
        Place("per_occurrence", ("per_occurrence",), lambda fields, key: fields.flag(key)),
    )
)


def veto_places() -> tuple[Place, ...]:
    """Vetoes and repetition of an item: stated in fields of their own, else read from its criterion and note."""
    return (
        Place("per_occurrence", ("per_occurrence",), _per_occurrence),
        Place("vetoes", ("vetoes",), _vetoes, _write_vetoes),
    )


def _said(fields: Fields) -> str:
    values = {key.lower(): value for key, value in fields.values.items() if isinstance(value, str)}
    return "\n".join(values[key] for key in ("criterion", "note") if key in values)


def _per_occurrence(fields: Fields, key: str) -> bool:
    if fields.values.get(key) is not None:
        return fields.flag(key)
    worth = next((fields.values[name] for name in fields.values if name.lower() == "points"), None)
    negative = str(worth).strip()[:1] in ("-", "－", "−")
    return negative and repeats(_said(fields))


def _vetoes(fields: Fields, key: str) -> tuple[Veto, ...]:
    if fields.values.get(key) is None:
        return vetoes_in(_said(fields))
    rows = fields.children(key)
    scopes = ("item", "module", "rubric")
    return tuple(Veto(row.text("criterion") or "", row.word("scope", scopes) or "item") for row in rows)


def _write_vetoes(value: Sequence[Veto], raw: Any) -> list[Any]:
    return [{"criterion": veto.criterion, "scope": veto.scope} for veto in value]
