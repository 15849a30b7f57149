"""Mainland charges (罪名): official names, whole or in part (贩卖毒品 for 走私、贩卖、运输、制造毒品), never a name inside a longer one.

In running text a name counts where 罪 follows it, where it stands in a list that ends so, or behind 罪名; crimes that are only told of (他盗窃了…)
count where the text names none in that way. Denied charges (不构成抢劫罪, 不以抢劫罪论处, 抢劫罪不能成立) do not count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from legal_metrics.jurisdictions.cn.penalty_words import fold

_SEPARATORS = "、，和及与或"
_GROUP = re.compile(r"\[([^\[\]]*)\]")
_LABEL = re.compile(r"[\[【](?:罪名|答案|正确答案)[\]】]")
_BRACKETS = str.maketrans("", "", "[]【】［］")
_CRIME = re.compile("罪(?!犯|刑)")
_OFFENDER = re.compile("(?<=犯)罪(?!罪)")
_JOINED = re.compile(rf"(?:[{_SEPARATORS}；;]{{1,2}}|以及)").fullmatch
_ZONE = re.compile(r"罪名(?:分别)?(?:是|为|：|:|应为|应当为|如下|包括|有)+")
_ZONE_END = re.compile(r"<eoa>|[。\n]|罪名|刑期|法条|量刑")
_LONGEST_ZONE = 400
_DENIED = re.compile(
    r"不(?:构成|成立|认定|应|能|宜|以|按|属|是|符合|再|涉嫌|足以|犯|可|涉及|触犯)|并非|而非|(?:^|[^\w]|，)非(?!法|国)|未(?:构成|犯|触犯|涉嫌)|无法|排除|没有(?:构成|犯|触犯)|难以(?:认定|构成)|否认|而不(?:是|构成)"
)
_AFFIRMED = re.compile(r"而是|而应|而构成|但是?|应(?:当)?(?:认定|以|按|定)|转化为|却|构成的?是|只构成|仅构成")
_DENIED_BEHIND = re.compile(
    r"罪?(?:的)?(?:罪名|指控|定性|意见|主张|构成要件|犯罪构成)?[，]?(?:均|并|也|都|尚|显然|依法)*(?:不(?:当|准确|妥|予(?:支持|采纳)|充分)|(?:不(?:能?成立|符合?|予认定|构成)|难以成立)(?![^，。；：\n]{1,40}(?<!犯)罪)|有误|错误|缺乏|证据不足)"
)
_EARLIER = re.compile(r"曾(?:因|经|于|犯|被|多次|先后)|前科|刑满释放")
_CLAUSE = re.compile(r"[，。；：\n:;!！?？]")
_OTHER = re.compile(
    r"(?<!侵)(?:犯|构成|触犯|涉嫌)(?P<name>[^，。；：\n罪犯构以、（）“”]{2,25})罪(?!犯|行|名|责|刑|过|证|人|案|嫌)"
)
_ENTRY = re.compile(r"(?:(?<![^；;，：])|(?<=罪、))(?P<name>[\u4e00-\u9fff、]{2,30}?)(?<!犯)罪(?=$|[；;，、]|<eoa>)")
_GENERIC = re.compile(
    r"(?:了|有|的|数|本|该|前|此|他|其|同|新|何|无|多|两|二|三|四|一|原|余|漏|上述|前述|上列|所|什么|哪|相关|指控|这|那|两个|多个|任何|严重|重|轻|被|轻微|刑事)"
)


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    names: tuple[str, ...]  # the charges that the words may mean, likeliest first


class ChargeNames:
    """The names to look for. ``names`` in bracket notation: ``[走私、贩卖]毒品``."""

    def __init__(self, names: Iterable[str], aliases: Iterable[tuple[str, str]] = ()) -> None:
        self._exact: dict[str, str] = {}
        self._parts: list[tuple[str, re.Pattern[str]]] = []
        alternatives: dict[str, list[tuple[int, str]]] = {}

        def add(source: str, head: str, length: int) -> None:
            alternatives.setdefault(head, []).append((-length, source))

        for name in dict.fromkeys(names):
            plain = plain_name(name)
            if not plain:
                continue
            self._exact.setdefault(_spelt(plain), plain)
            source = _source(name)
            if "[" in name:
                self._parts.append((plain, re.compile(source)))
                for head in _heads(name):
                    add(source, head, len(plain))
            else:
                add(source, _spelt(plain)[0], len(plain))
        for alias, name in aliases:
            if self._exact.setdefault(_spelt(alias), plain_name(name)) == plain_name(name):
                add(re.escape(_spelt(alias)), _spelt(alias)[0], len(alias))
        self._pattern = re.compile(
            "|".join(
                f"(?={re.escape(head)})(?:{'|'.join(source for _, source in sorted(set(sources)))})"
                for head, sources in sorted(alternatives.items())
            )
            or "(?!)"
        )
        self.means = lru_cache(maxsize=4096)(self._means)

    def find(self, text: str) -> list[_Found]:
        """Every name in a folded text, longest first, none inside another."""
        spans = (m.span() for m in self._pattern.finditer(text))
        # A label such as 经济犯 is not named in 经济犯罪.
        return [_Found(start, end, self.means(text[start:end])) for start, end in spans if not _OFFENDER.match(text, end)]

    def _means(self, written: str) -> tuple[str, ...]:
        exact = self._exact.get(written)
        found = [] if exact is None else [exact]
        found += [name for name, part in self._parts if part.fullmatch(written)]
        return tuple(dict.fromkeys(found))


def plain_name(name: str) -> str:
    """A charge without brackets and 罪: ``[走私、贩卖]毒品罪`` -> 走私、贩卖毒品.

    >>> plain_name("[走私、贩卖、运输、制造]毒品罪")
    '走私、贩卖、运输、制造毒品'
    """
    bare = fold(name).translate(_BRACKETS).replace("，", "、").strip()
    return bare.removesuffix("罪")


def extract_mainland_charges(text: str, labels: Iterable[str] | None = None) -> list[str] | None:
    """The charges that a blank-free text names, each once, in order of first mention; None where it names none.

    Without ``labels``: official names (former ones where the text uses them), and what stands as 犯…罪 in no table as written. With ``labels``: those of
    them that are named, under this or another name of the same charge, as the caller writes them.

    >>> extract_mainland_charges("不构成抢劫罪，应认定为盗窃罪"), extract_mainland_charges("犯贩卖毒品罪")
    (['盗窃'], ['走私、贩卖、运输、制造毒品'])
    >>> extract_mainland_charges("构成职务侵占罪", ["侵占", "职务侵占"])
    ['职务侵占']
    """
    folded = fold(_LABEL.sub("罪名：", text)).translate(_BRACKETS)
    wanted = None if labels is None else tuple(labels)
    names = _official() if wanted is None else _with(wanted)
    every = names.find(folded)
    found = [one for one in _counted(folded, every) if not _is_denied(folded, one)]
    if wanted is not None:
        of = _labels_of(wanted)
        named = (next((of[name] for name in one.names if name in of), None) for one in found)
        return list(dict.fromkeys(name for name in named if name is not None)) or None
    charges = [(one.start, one.names[0]) for one in found]
    known = bytearray(len(folded))
    for one in every:
        known[one.start : one.end] = b"x" * (one.end - one.start)
    charges += [
        (start, folded[start:end])
        for start, end in _others(folded)
        if not any(known[start:end]) and not _GENERIC.match(folded, start, end) and not _is_denied(folded, _Found(start, end, ()))
    ]
    return list(dict.fromkeys(name for _, name in sorted(charges))) or None


def _counted(text: str, found: list[_Found]) -> list[_Found]:
    """Those that 罪 or 罪名 marks as charges; all, where none is marked."""
    zones = [*_zones(text)]
    marked: list[_Found] = []
    following: _Found | None = None
    zone = len(zones) - 1
    for one in reversed(found):
        while zone >= 0 and zones[zone][0] > one.start:
            zone -= 1
        in_zone = zone >= 0 and one.end <= zones[zone][1]
        listed = following is not None and _JOINED(text, one.end, following.start) is not None
        if _CRIME.match(text, one.end) or in_zone or listed:
            marked.append(one)
            following = one
        else:
            following = None
    return marked[::-1] or found


def _is_denied(text: str, one: _Found) -> bool:
    """Whether the words around a name say that the charge does not stand, or is an earlier one."""
    low = max(0, one.start - 60)
    before = text[low : one.start]
    cuts = [*_CLAUSE.finditer(before)]
    clause = before[cuts[-1].end() :] if cuts else before
    denials = [*_DENIED.finditer(clause)]
    if denials and not _AFFIRMED.search(clause, denials[-1].end()):
        return True
    return _DENIED_BEHIND.match(text, one.end) is not None or _EARLIER.search(clause) is not None


def _others(text: str) -> Iterator[tuple[int, int]]:
    """Where charges stand that need be in no table: 犯…罪, and the entries behind 罪名."""
    for m in _OTHER.finditer(text):
        yield m.span("name")
    for zone in _zones(text):
        for entry in _ENTRY.finditer(text, *zone):
            yield entry.span("name")


def _zones(text: str) -> Iterator[tuple[int, int]]:
    """Where charges stand behind 罪名, whether 罪 follows them or not."""
    for label in _ZONE.finditer(text) if "罪名" in text else ():
        limit = min(len(text), label.end() + _LONGEST_ZONE)
        end = _ZONE_END.search(text, label.end(), limit)
        yield label.end(), end.start() if end else limit


def _spelt(name: str) -> str:
    return fold(name)


def _source(name: str) -> str:
    """Regex source of a name in bracket notation: any of a bracket's alternatives, one or several."""
    out = ""
    position = 0
    for group in _GROUP.finditer(name):
        out += re.escape(_spelt(name[position : group.start()]))
        entries = sorted({_spelt(entry) for entry in group[1].split("、") if entry}, key=lambda entry: (-len(entry), entry))
        one = f"(?:{'|'.join(map(re.escape, entries))})"
        out += f"{one}(?:[{_SEPARATORS}]?{one}){{0,{len(entries)}}}"
        position = group.end()
    return out + re.escape(_spelt(name[position:]))


def _heads(name: str) -> set[str]:
    """The characters that a name in bracket notation may begin with."""
    first = _GROUP.match(name)
    return {_spelt(name)[0]} if first is None else {_spelt(entry)[0] for entry in first[1].split("、") if entry}


@cache
def _table() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((files("legal_metrics.jurisdictions.cn") / "charges.json").read_text(encoding="utf-8"))
    return value


@cache
def _official() -> ChargeNames:
    table = _table()
    return ChargeNames([*table["official"], *table["former"]], table["short"].items())


@lru_cache(maxsize=8)
def _with(labels: tuple[str, ...]) -> ChargeNames:
    """The official names and the caller's labels: a label inside a longer name is not found, be that one no label."""
    table = _table()
    known = {plain_name(name) for name in (*table["official"], *table["former"])}
    own = [label for label in labels if plain_name(label) not in known]
    return ChargeNames([*own, *table["official"], *table["former"]], table["short"].items())


@lru_cache(maxsize=8)
def _labels_of(labels: tuple[str, ...]) -> dict[str, str]:
    """Plain name -> the caller's label: its own, and other names of the same charge where those are no labels themselves."""
    of = {plain_name(label): label for label in reversed(labels)}
    renamed: dict[str, str] = _table()["renamed"]
    kin: dict[str, set[str]] = {}
    for former, official in renamed.items():
        kin.setdefault(official, {official}).add(former)
    for family in kin.values():
        own = sorted(name for name in family if name in of)
        for name in family:
            if name not in of and len(own) == 1:
                of[name] = of[own[0]]
    return of
