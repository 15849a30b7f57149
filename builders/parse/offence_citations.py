"""Which citations in a court's reasons say what offence it finds: 核被告所為，係犯刑法第320條第1項之竊盜罪.

Read clause by clause. A citation counts where the words before it in its clause end in a verb of finding (係犯, 構成, 論以 …), or where it
continues an enumeration whose head counts. It does not count where someone else speaks (公訴意旨認…係犯…，容有誤會), where the court
denies it (不構成, 無從論以), where the law is only explained (按…), or where it is called a suspicion (罪嫌).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legal_metrics.citations import StatuteCitation

_NUMBER = "[0-9○〇一二三四五六七八九十]"
_AGE = (
    rf"(?:(?:民國)?{_NUMBER}{{1,4}}年{_NUMBER}{{1,3}}月{_NUMBER}{{1,3}}日)?"
    r"(?:(?:修正|公布|施行|生效|刪除|增訂){1,3}[前後]?|行為當?時|裁判時|現行|舊)?(?:之|的)?"
)
_VERB = r"(?:(?<![所涉再共])犯|(?<!所)(?:觸犯|違犯|違反)|構成|成立|該當(?:於)?|論以|論處)"
_FINDS = re.compile(
    rf"({_VERB})(?:了|有|之|{_NUMBER}{{1,3}}[次個])?{_AGE}[「『《]?$|(?:罪名|所犯法條)(?:是|為|係)?[：:]?$|(係){_AGE}$"
).search
_FINDING = re.compile(r"[係均各應俱皆則乃亦僅即核自仍實已為是另]").search
_HANDLED_UNDER = re.compile(rf"(?:應|均|各|自|即|並)依{_AGE}$").search
_HANDLED = re.compile(
    r"(?:[前中後]段)?(?:之?規定|之[^，。；依]{0,30}罪)?(?:論處|論罪|論科|處罰|處斷|科處|科刑|論以)"
).match
_DENIED = re.compile(rf"(?:不|未|非|無|難|否|免)[^，。；]{{0,8}}{_VERB}|不另|遑論|^雖|^因").search
_DENIED_BEFORE = re.compile(r"(?:難認|難謂|無從認|不能認|不足認|非可認|不能證明|未能證明)[^。；]{0,60}$").search
_EXPLAINED = re.compile(r"(?:^|[)）、．.㈠-㈩])(?:惟|又|次|再|復|另|末|且|而)?(?:按|所謂)").search
_OTHERS_SAY = re.compile(
    r"(?:公訴|起訴|聲請|移送|併辦|告訴|自訴|上訴|追訴|原審|原判決|第一審判決|檢察官|公訴人|辯護人|告訴人|自訴人)"
    r"[^。；]{0,40}?(?:認(?![罪識])|以為|謂|稱|指(?!揮)|略以|主張|引用|論(?:罪|以)|以被告|起訴被告)|被訴"
)
_CONSIDERS = r"核(?:被告|其|渠|[^，。；]{0,30}?(?:所為|行為|所犯))"
_COURT_SAYS = re.compile(
    rf"{_CONSIDERS}|誤會|誤認|未洽|未合|未當|不當|違誤|有誤|誤載|誤引|誤植|疏漏|漏引|本院認|[，；：](?:自|是|實|仍|即)?應(?:係|論|成立|構成|屬|為|予?更正)"
)
_FINDS_ITSELF = re.compile(_CONSIDERS)
_PARENTHESES = re.compile(r"（[^（）]*）|\([^()]*\)")
_LINK = r"(?:以?及|與|和|暨|或|並|又|另|同時|且|均|各|復|分別|第)*(?:係|均係|各係)?(?:犯|觸犯|違犯|構成|成立)?"
_ENUMERATES = re.compile(rf"[^。；：（(]{{0,70}}?[、，]?{_LINK}{_AGE}").fullmatch
_TURNS = re.compile(r"[依應為屬因經按從認惟但其至就所]|不另|吸收|處斷|加重|減輕|沒收|宣告").search
_SUSPECTED = re.compile(r"[^，。；：]{0,80}?罪嫌").match
_GENERAL = re.compile(r"[^，。；：]{0,60}?(?:不另論|罪者|規定者)").match
_PRECEDENT = re.compile(r"[^。]{0,300}?(?:參照|意旨|可參)").match


_CLAUSE = 150
_SENTENCE = 1000
"""How far back the clause and the sentence of a citation are read."""


def offence_citations(text: str, cited: Iterable[StatuteCitation], low: int) -> list[StatuteCitation]:
    """Those of ``cited`` (in the order of the compact ``text``, spans of it) that name an offence the court finds.

    ``low`` is where the court's reasons begin.

    >>> from legal_metrics.extract.statutes import extract_statutes
    >>> text = "公訴意旨認被告係犯刑法第320條之竊盜罪，容有誤會。核被告所為，係犯刑法第335條第1項之侵占罪，應依刑法第47條加重。"
    >>> [str(c) for c in offence_citations(text, extract_statutes(text), 0)]
    ['刑法第335條第1項']
    """
    found: list[StatuteCitation] = []
    last: StatuteCitation | None = None  # the citation before, if it counts
    for citation in cited:
        if last is not None and _continues(text[last.span[1] : citation.span[0]]):
            counts = _GENERAL(text, citation.span[1]) is None
        else:
            counts = _finds(text, citation, low)
        last = citation if counts else None
        if counts:
            found.append(citation)
    return found


def _finds(text: str, citation: StatuteCitation, low: int) -> bool:
    """Whether the court finds this offence in the clause of the citation."""
    start, end = citation.span
    near = max(low, start - _CLAUSE)
    lead = text[max(near, *(text.rfind(mark, near, start) + 1 for mark in "。，；")) : start]
    finds = _FINDS(lead)
    if finds is None and not (_HANDLED_UNDER(lead) and _HANDLED(text, end)):
        return False
    near = max(low, start - _SENTENCE)
    before = text[max(near, text.rfind("。", near, start) + 1) : start]
    itself = _last(_FINDS_ITSELF, before)
    others, court = _last(_OTHERS_SAY, before), _last(_COURT_SAYS, before)
    if others > court or _DENIED(lead) or _DENIED_BEFORE(before, max(itself, 0)) or _GENERAL(text, end):
        return False
    if _open(before, "（", "）") or _open(before, "「", "」"):
        return False
    if itself >= 0:
        return True
    # No 核 in the sentence: a bare 犯 tells of others, 按 explains the law, 參照 quotes, 罪嫌 is an accusation.
    if finds and (finds[2] or (finds[1] in ("犯", "違反") and not _FINDING(lead))):
        return False
    return not (_EXPLAINED(before) or _PRECEDENT(text, end) or _SUSPECTED(text, end))


def _continues(gap: str) -> bool:
    """Whether the words between two citations only enumerate: 、 or 之行使偽造私文書罪，及."""
    plain = _PARENTHESES.sub("", gap)
    return _ENUMERATES(plain) is not None and _TURNS(plain[plain.rfind("罪") + 1 :]) is None


def _open(text: str, opening: str, closing: str) -> bool:
    """Whether a bracket is open at the end of the text."""
    return text.rfind(opening) > text.rfind(closing)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Where the last match ends; -1 without one."""
    end = -1
    for match in pattern.finditer(text):
        end = match.end()
    return end
