"""Charges (罪名): what stands between 犯 and 罪."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.mainland_charges import extract_mainland_charges
from legal_metrics.extract.multiplicity import without_number
from legal_metrics.text.compact import compact
from legal_metrics.text.numerals import NUMERAL

JURISDICTIONS = ("TW", "CN")

_END = r"(?=$|[，。；、：:,;.（(\s)）」』]|[及與和暨或共計均皆俱各處部等而之所]|[貳二兩參三肆四伍五陸六柒七捌八玖九拾十壹一]|\d|未遂部分|累犯|嫌)"
# 犯罪 inside a charge (參與犯罪組織, 隱匿犯罪所得) does not end it; 犯 that begins 犯罪 does not begin one.
_CHARGE = re.compile(
    rf"犯(?!罪(?!組織)|後|行(?!使)|案|嫌|意)(?:"
    rf"(?P<charge>(?:犯罪(?=組織|所得)|[^，。；：,;罪\n]|罪(?!{_END[3:-1]})){{1,80}}?)罪{_END}"
    # A charge with commas (汽車駕駛人，行近行人穿越道…，因而過失致人受傷罪) ends only where a penalty or the sentence's end follows.
    r"|(?P<long>(?:(?![處犯])[^。；：\n]){1,120}?)罪(?=$|[。；]|，(?:均?累犯|[各均皆]?處|科|[共計]|免)))"
)
_TABLE = re.compile(
    r"^(?:如)?(?:(?:起訴書|本判決)?附[表件][^，。；]{0,60}?(?:所示|所載|所列)(?:之)?)?(?:各|上開|前開)?"
)
_LEADING = re.compile(
    r"^(?:[，、；。：]|(?:上開|前開|前項|上述|該|經|其)*(?:撤銷|改判)部分|又|另外?|再|復|並|且|及|暨|其|均|各|皆|係|於|之|）|\)"
    r"|[一二三四五六七八九十]+、|\d+[.、])+"
)
_PART_OF_A_TOTAL = re.compile(rf"[，；。、]?(?:(?:其中|其[餘他])(?![^，。；]{{0,40}}犯)|另{NUMERAL}[個小]?[罪次])")
_TRAILING = re.compile(r"(?:[，、；：]|均|各|皆|俱|係|為|又|分別|應)+$")


def charge_names(text: str) -> list[str]:
    """Every 犯…罪 in a text, in order, without 犯 and 罪 and without 如附表…所示之; repeated ones are kept.

    >>> charge_names("王大明犯竊盜罪，處拘役拾日。又共同犯三人以上共同詐欺取財罪，共貳罪，各處有期徒刑壹年。")
    ['竊盜', '三人以上共同詐欺取財']
    >>> charge_names("犯如附表一所示之罪"), charge_names("犯參與犯罪組織罪"), charge_names("犯竊盜罪及傷害罪")
    ([], ['參與犯罪組織'], ['竊盜', '傷害'])
    """
    names: list[str] = []
    for m in _CHARGE.finditer(text):
        name = _TABLE.sub("", m["charge"] or m["long"], count=1)
        names += [
            without_number(one)
            for one in (part.removeprefix("之").removesuffix("之") for part in re.split(r"罪[、及與和暨]", name))
            if one and one != "各"
        ]
        tail = _ALSO.match(text, m.end())
        while tail is not None:
            names.append(tail["charge"])
            tail = _ALSO.match(text, tail.end())
    return names


_ALSO = re.compile(rf"[、及與和暨](?P<charge>[^，。；：犯罪處\n]{{2,40}})罪{_END}")


def described_charge(text: str) -> str | None:
    """The crime of a clause that names none (甲施用第一級毒品，處…): the description itself, bare of connectives; None if nothing is left.

    >>> described_charge("又施用第一級毒品，均")
    '施用第一級毒品'
    """
    bare = _TRAILING.sub("", _LEADING.sub("", text))
    if "附表" in bare or "編號" in bare or _PART_OF_A_TOTAL.match(text):
        return None  # the crime stands in a table, or before 其中參罪, 其餘柒罪
    return bare.removesuffix("罪") if bare.strip("犯罪") else None


def charges_of_clause(text: str) -> list[str]:
    """The charges of one clause of a 主文: those it names, else the crime it describes; none where it points at a table.

    >>> charges_of_clause("又犯傷害罪"), charges_of_clause("持有子彈"), charges_of_clause("犯如附表一所示之罪")
    (['傷害'], ['持有子彈'], [])
    """
    names = charge_names(text)
    described = None if names or not text or "附表" in text else described_charge(text)
    return [described] if described else names


def extract_charges(text: str, jurisdiction: str = "TW", *, labels: Iterable[str] | None = None) -> list[str] | None:
    """The charges that a text names, each once, in order of first mention; None where it names none.

    Without ``labels``: what stands between 犯 and 罪. With ``labels``: those of them that occur, found longest first on spans that do not
    overlap, so 侵占 inside 業務侵占 is not found. Mainland China: official names, whole or in part, and former ones; charges that the text denies do not
    count; see ``extract.mainland_charges``.

    Raises:
        LegalMetricsError: the jurisdiction has no grammar (allowed: TW, CN); with ``labels`` any jurisdiction will do.

    >>> extract_charges("甲犯竊盜罪，處拘役拾日。又犯竊盜罪，處拘役伍日。", "TW")
    ['竊盜']
    >>> extract_charges("甲犯業務侵占罪", "TW", labels=["侵占", "業務侵占"]), extract_charges("甲無罪", "TW")
    (['業務侵占'], None)
    >>> extract_charges("不构成抢劫罪，应认定为盗窃罪；又犯贩卖毒品罪", "CN")
    ['盗窃', '走私、贩卖、运输、制造毒品']
    """
    check_text("text", text)
    check_text("jurisdiction", jurisdiction)
    bare = compact(text).text
    if jurisdiction.upper() == "CN":
        return extract_mainland_charges(bare, labels)
    if labels is not None:
        return _labelled(bare, labels)
    if jurisdiction.upper() not in JURISDICTIONS:
        raise LegalMetricsError(
            f"jurisdiction: found {jurisdiction!r}, allowed for charges without labels {', '.join(JURISDICTIONS)}"
        )
    return list(dict.fromkeys(charge_names(bare))) or None


def _labelled(text: str, labels: Iterable[str]) -> list[str] | None:
    by_length = sorted({compact(label).text for label in labels} - {""}, key=lambda label: (-len(label), label))
    if not by_length:
        return None
    return list(dict.fromkeys(re.findall("|".join(map(re.escape, by_length)), text))) or None
