"""Which citations in a court's reasons say what offence it finds: 核被告所為，係犯刑法第320條第1項之竊盜罪.

Read clause by clause. A citation counts where the words before it in its clause end in a verb of finding (係犯, 構成, 論以 …), or where it
continues an enumeration whose head counts. It does not count where someone else speaks (公訴意旨認…係犯…，容有誤會) or an earlier judgment
(前案), where the court denies it (不構成, 遑論), supposes it (若…則應成立), explains the law (按…) or calls it a suspicion (罪嫌), nor in a
bracket. An enumeration that holds nothing but the general part (論以累犯, 論以共同正犯) finds no offence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legal_metrics.citations import StatuteCitation
from legal_metrics.jurisdictions.tw import JURISDICTION

_NUMBER = "[0-9○〇一二三四五六七八九十]"
_DATED = (
    rf"(?:(?:民國)?{_NUMBER}{{1,4}}年{_NUMBER}{{1,3}}月{_NUMBER}{{1,3}}日)?"
    r"(?:(?:修正|公布|施行|生效|刪除|廢止|增訂){1,3}[前後]?|行為當?時|裁判時|現行|舊)?"
)
_AGE = rf"{_DATED}(?:[（(【〔]即?{_DATED}[）)】〕])?(?:之|的)?"
_VERB = r"(?:(?<![所涉再共初前違觸])犯|(?<!所)(?:觸犯|違犯|違反|構成|成立|該當於?)|論以|論處)"
_FINDS = re.compile(
    rf"({_VERB})(?:了|有|之|{_NUMBER}{{1,3}}[次個])?{_AGE}[「『《]?$|(?:罪名|所犯法條)(?:是|為|係)?[：:]?$|(係){_AGE}$"
).search
_FINDING = re.compile(r"[係均各應俱皆則乃亦僅即核自仍實已為是另]").search
_HANDLED_UNDER = re.compile(rf"(?:應|均|各|自|即|並)依{_AGE}$").search
_JUDGED = "論處|論罪|論科|處斷|科處|科刑|論以"
_HANDLED = re.compile(  # 應依毒品危害防制條例第10條之規定處罰 says that it is punishable at all; 之罪處罰 names the offence
    rf"(?:[前中後]段)?(?:(?:之?規定)?(?:{_JUDGED})|之[^，。；依]{{0,30}}罪(?:{_JUDGED}|處罰))"
).match
_DENIED = re.compile(
    rf"(?:不|未|非|無|難|否|免)[^，。；]{{0,8}}{_VERB}|不另|遑論|何況|^雖|^因|究[係屬竟應]|前[因曾經]|曾[因經]|前案|另案|他案"
).search
_DENIED_BEFORE = re.compile(r"(?:難認|難謂|無從認|不能認|不足認|非可認|不能證明|未能證明)[^。；]{0,60}$").search
_EXPLAINED = re.compile(r"(?:^|[)）、．.㈠-㈩])(?:惟|又|次|再|復|另|末|且|而)?(?:按|所謂)").search
_OTHERS_SAY = re.compile(
    r"(?:公訴|起訴|聲請|移送|併辦|告訴|自訴|上訴|追訴|原審|原判決|第一審判決|檢察官|公訴人|辯護人|告訴人|自訴人)"
    r"[^。；]{0,40}?(?:認(?![罪識])|以為|謂|稱|指(?!揮)|略以|主張|引用|論(?:罪|以)|以被告|起訴被告)"
    r"|(?:前案|另案|他案|前審|確定判決)[^。；]{0,40}?(?:認|論|判)|法院[^，。；]{0,30}?判決認|被訴|經(?:檢察官)?(?:起訴|提起公訴)(?=觸犯|違反|犯)"
)
_CONSIDERS = r"核(?:被告|其|渠|[^，。；]{0,30}?(?:所為|行為|所犯))"
_COURT_SAYS = re.compile(
    rf"{_CONSIDERS}|誤會|誤認|未洽|未合|未當|不當|違誤|有誤|誤載|誤引|誤植|疏漏|漏引|本院認|[，；：](?:自|是|實|仍|即)?應(?:係|論|成立|構成|屬|為|予?更正)"
    r"|(?:然|惟|但)[^。；]{0,80}?，[亦仍自應]{0,2}僅[能應係]?(?:成立|構成|該當|論以|犯)"
)
_FINDS_ITSELF = re.compile(_CONSIDERS)
_ANSWERS = re.compile("，(?:然|惟|但)").search
_SUPPOSES = re.compile(
    r"(?<!宛)若(?!干)|倘|假[設如使]|反之|縱[^。；]{1,60}?，[亦至多]{1,2}僅|(?<![例譬諸有])如(?![附事主上前下起此何期後同編犯])[^。；]{1,80}?，則"
)
_PARENTHESES = re.compile(r"（[^（）]*）|\([^()]*\)|【[^【】]*】|〔[^〔〕]*〕")
_LEFT_OPEN = re.compile("[（(【〔][^）)】〕]*$").search
_LINK = r"(?:以?及|與|和|暨|或|並|又|另|同時|且|均|各|復|分別|第)*(?:係|均係|各係)?(?:犯|觸犯|違犯|構成|成立)?"
_ENUMERATES = re.compile(rf"[^。；：（(]{{0,70}}?[、，]?{_LINK}{_AGE}").fullmatch
_TURNS = re.compile(r"[依應為屬因經按從認惟但其至就所]|不另|吸收|處斷|加重|減輕|沒收|宣告|[而並尚仍自即亦]非|[不未無](?:構成|成立|該當|論|犯|從|庸|達)|遑論|何況").search
_SUSPECTED = re.compile(r"[^，。；：]{0,80}?罪嫌").match
_GENERAL = re.compile(r"[^，。；：]{0,60}?(?:不另論|罪者|規定者)").match
_ABOUT = re.compile(r"[^，。；：]{0,60}?(?:(?:犯行|犯罪)(?:之|者|所得)|案件|罪之人)|[^，。；：]{0,20}罪，[^，。；]{0,40}者[，、]").match
_PRECEDENT = re.compile(r"[^。]{0,300}?(?:參照|(?<![訴請辦送告書])意旨|可參)").match


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
    runs: list[list[StatuteCitation]] = []  # the enumerations that count
    last: StatuteCitation | None = None  # the citation before, if it counts
    for citation in cited:
        start, end = citation.span
        if _in_brackets(text, _sentence(text, start, max(low, start - _CLAUSE)), start):
            continue  # said aside: neither counts nor ends what it stands in
        if last is not None and _continues(text[last.span[1] : start]):
            counts = _GENERAL(text, end) is None
        else:
            counts = _finds(text, citation, low)
            if counts:
                runs.append([])
        last = citation if counts else None
        if counts:
            runs[-1].append(citation)
    crimes = [[c for c in run if not _of_regulation(c)] for run in runs]
    return [c for run in crimes if any(JURISDICTION.kind(c) == "offence" for c in run) for c in run]


def _of_regulation(citation: StatuteCitation) -> bool:
    """Whether it is of a regulation (違反道路交通安全規則第94條第3項): a breach of duty, for only statutes make crimes."""
    law = JURISDICTION.statutes.resolve(citation.law)
    return law is not None and law.kind == "regulation"


def _sentence(text: str, start: int, low: int) -> int:
    """Where the sentence of what stands at ``start`` begins."""
    near = max(low, start - _SENTENCE)
    return max(near, text.rfind("。", near, start) + 1)


def _finds(text: str, citation: StatuteCitation, low: int) -> bool:
    """Whether the court finds this offence in the clause of the citation."""
    start, end = citation.span
    near = max(low, start - _CLAUSE)
    lead = text[max(near, *(text.rfind(mark, near, start) + 1 for mark in "。，；")) : start]
    finds = _FINDS(lead)
    if finds is None and not (_HANDLED_UNDER(lead) and _HANDLED(text, end)):
        return False
    before = text[_sentence(text, start, low) : start]
    if _DENIED(lead) or _GENERAL(text, end) or before.rfind("「") > before.rfind("」"):
        return False
    itself, court = _last(_FINDS_ITSELF, before), _last(_COURT_SAYS, before)
    if _others_speak(before, court) or _DENIED_BEFORE(before, max(court, 0)) or _last(_SUPPOSES, before) > itself:
        return False
    if itself >= 0:
        return True
    # No 核 in the sentence: a bare 犯 tells of others, 按 explains the law, 參照 quotes, 罪嫌 is an accusation.
    if finds and (finds[2] or (finds[1] in ("犯", "違反") and (not _FINDING(lead) or _ABOUT(text, end)))):
        return False
    return not (_EXPLAINED(before) or _PRECEDENT(text, end) or _SUSPECTED(text, end))


def _others_speak(before: str, court: int) -> bool:
    """Whether the words at the end of ``before``, a part of a sentence, are those of the prosecution, of a party or of another court.

    ``court`` is where the court itself has spoken last.
    """
    others = _last(_OTHERS_SAY, before)
    if others <= court:
        return False
    # 雖公訴人認…，然…；: what is conceded and answered ends at the semicolon.
    end = before.rfind("；", others)
    return end < 0 or "雖" not in before[before.rfind("；", 0, others) + 1 : end] or not _ANSWERS(before, others, end)


def _continues(gap: str) -> bool:
    """Whether the words between two citations only enumerate: 、 or 之行使偽造私文書罪，及."""
    plain = _PARENTHESES.sub("", gap)
    return _ENUMERATES(plain) is not None and _TURNS(plain[plain.rfind("罪") + 1 :]) is None


def _in_brackets(text: str, start: int, end: int) -> bool:
    """Whether a bracket of ``text[start:end]`` is open at its end; those inside it, as in （事實(一)（二）…, are closed."""
    if all(text.find(mark, start, end) < 0 for mark in "（(【〔"):
        return False
    return _LEFT_OPEN(_PARENTHESES.sub("", text[start:end])) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Where the last match ends; -1 without one."""
    end = -1
    for match in pattern.finditer(text):
        end = match.end()
    return end
