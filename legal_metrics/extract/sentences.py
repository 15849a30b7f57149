"""The sentence that a short text pronounces on one person. A jurisdiction adds a grammar here; nothing else changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.mainland_sentences import read_sentence
from legal_metrics.extract.penalty_phrases import read_term
from legal_metrics.jurisdictions.tw.penalty_words import fold
from legal_metrics.penalties import CONVICTIONS, Outcome, Penalty, Sentence, penalties_in_force
from legal_metrics.text.compact import compact
from legal_metrics.text.numerals import NUMERAL


def parse_sentence(text: str, jurisdiction: str = "TW", *, bare: bool = False) -> Sentence | None:
    """Read a sentence as pronounced on one person: a 主文, a part of one, a whole mainland judgment, or a model's own words.

    The single figures of the result are those of the only penalty in force: the 應執行 where there is one, else the only count. With several
    penalties in force they are None, and ``counts`` and ``groups`` hold them. Rates of 易科罰金 and 易服勞役, 沒收, 追徵 and payments under 緩刑
    are never a term or a fine. Months and days as written; fines in whole units of ``currency``.

    Mainland China: 拘役 is counted in ``detention_months`` (days beyond them in ``detention_days``), 管制 in ``control_months``; 死缓 is
    ``death_suspended`` and not ``death``; ``term_months`` is 0 for 免予刑事处罚; a range (三年以上七年以下) where no single term is pronounced is
    ``range_months``, an open end filled in from 刑法 §38, §42 and §45. 没收财产, 剥夺政治权利 and 驱逐出境 are never a term or a fine. Where 判决如下 stands, only what
    follows it is read; earlier convictions, demands of the parties and what a statute allows are not pronounced.

    Args:
        text: any text; white space means nothing.
        jurisdiction: "TW" or "CN", in any case.
        bare: also read a term that stands alone (三年六月, 24個月) as imprisonment.

    Returns:
        None where nothing is pronounced.

    Raises:
        LegalMetricsError: no grammar for the jurisdiction.

    >>> parse_sentence("處有期徒刑參年肆月").imprisonment_months
    40
    >>> two = parse_sentence("甲犯竊盜罪，處有期徒刑陸月；又犯詐欺取財罪，處有期徒刑捌月。")
    >>> two.imprisonment_months, [p.imprisonment_months for p in two.counts]
    (None, [6, 8])
    >>> mainland = parse_sentence("判处拘役五个月，缓刑一年，并处罚金人民币三千元", "CN")
    >>> mainland.kind, mainland.term_months, mainland.probation_months, mainland.fine
    ('拘役', 5, 12, 3000)
    >>> parse_sentence("兩年") is None, parse_sentence("兩年", bare=True).imprisonment_months
    (True, 24)
    """
    check_text("text", text)
    check_text("jurisdiction", jurisdiction)
    grammar = _GRAMMARS.get(jurisdiction.upper())
    if grammar is None:
        raise LegalMetricsError(f"jurisdiction: found {jurisdiction!r}, allowed {', '.join(_GRAMMARS)}")
    return grammar(text, bare)


def _read_tw(text: str, bare: bool) -> Sentence | None:
    outcomes = parse_main_text(
        text, defendants=("",)
    ).outcomes  # one nameless defendant: everything is about one person
    convicted = [o for o in outcomes if o.verdict in CONVICTIONS]
    pronounced = convicted or [o for o in outcomes if o.verdict != "other"]
    if pronounced:
        return _sentence(pronounced[0], _TW_KINDS)
    term = _bare_term(text) if bare else None
    return None if term is None else _sentence(Outcome("guilty", counts=(term,)), _TW_KINDS)


def _read_cn(text: str, bare: bool) -> Sentence | None:
    found = read_sentence(text, bare=bare)
    if found is None:
        return None
    sentence = _sentence(found.outcome, _CN_KINDS)
    if found.range_months is not None:
        return replace(sentence, range_months=found.range_months, kind=_CN_KINDS.get(found.range_kind))
    return replace(sentence, term_months=0) if sentence.verdict == "exempt_from_punishment" else sentence


def _sentence(outcome: Outcome, kinds: Mapping[str, str]) -> Sentence:
    only = _only(outcome)
    sentence = Sentence(
        verdict=outcome.verdict,
        kind=_kind(outcome, only, kinds),
        probation_months=outcome.probation_months,
        counts=outcome.counts,
        executed=outcome.executed,
        groups=outcome.groups,
    )
    if only is None:
        return sentence
    return replace(
        sentence,
        imprisonment_months=only.imprisonment_months,
        imprisonment_days=only.imprisonment_days,
        life=only.life,
        death=only.death,
        death_suspended=only.death_suspended,
        detention_days=only.detention_days,
        detention_months=only.detention_months,
        control_months=only.control_months,
        term_months=_term_months(only),
        fine=only.fine,
        currency=only.currency,
    )


def _term_months(only: Penalty) -> float | None:
    """The main penalty's months: of imprisonment, else of detention, else of public surveillance."""
    if only.months is not None:
        return only.months
    if only.detention_months is not None or only.detention_days is not None:
        days = only.detention_days
        return (only.detention_months or 0) + (days / 30 if days else 0)
    return only.control_months


def _only(outcome: Outcome) -> Penalty | None:
    """The only penalty in force. 有期徒刑部分應執行…，拘役部分應執行… make one penalty of two kinds."""
    in_force = penalties_in_force(outcome)
    if len(in_force) == 1:
        return in_force[0]
    if len(in_force) < 2 or outcome.executed is None:
        return None
    merged: dict[str, int | str | bool] = {}
    for penalty in in_force:
        spoken_of = {name: value for name in _FIELDS if (value := getattr(penalty, name)) not in (None, False)}
        if any(spoken_of.keys() & kind and merged.keys() & kind for kind in _KINDS):
            return None
        merged.update(spoken_of)
    return replace(Penalty(), **merged)  # type: ignore[arg-type]


_KINDS = (
    {"imprisonment_months", "imprisonment_days", "life", "death", "death_suspended"},
    {"detention_days", "detention_months"},
    {"control_months"},
    {"fine", "currency"},
)
_FIELDS = tuple(name for kind in _KINDS for name in sorted(kind))


_TW_KINDS = {
    "exempt": "免刑",
    "death": "死刑",
    "life": "無期徒刑",
    "imprisonment": "有期徒刑",
    "detention": "拘役",
    "fine": "罰金",
}
_CN_KINDS = {
    "exempt": "免予刑事处罚",
    "death": "死刑",
    "death_suspended": "死刑缓期执行",
    "life": "无期徒刑",
    "imprisonment": "有期徒刑",
    "detention": "拘役",
    "control": "管制",
    "fine": "罚金",
}


def _kind(outcome: Outcome, only: Penalty | None, kinds: Mapping[str, str]) -> str | None:
    """The main penalty's name, gravest first."""
    if outcome.verdict == "exempt_from_punishment":
        return kinds["exempt"]
    if only is None:
        return None
    pronounced = {
        "death": only.death,
        "death_suspended": only.death_suspended,
        "life": only.life,
        "imprisonment": bool(only.months),  # 刑期:0个月 is no imprisonment
        "detention": only.detention_months is not None or only.detention_days is not None,
        "control": only.control_months is not None,
        "fine": only.fine is not None,
    }
    return next((kinds[kind] for kind, is_pronounced in pronounced.items() if is_pronounced), None)


_TERM_BEGINS = re.compile(rf"{NUMERAL}(?=個?[年月])")


def _bare_term(text: str) -> Penalty | None:
    """The first term of a text that names no penalty; never a date (109年3月5日)."""
    folded = fold(compact(text).text)
    for m in _TERM_BEGINS.finditer(folded):
        term = read_term(folded, m.start())
        if term is not None and term[0] is not None and term[0] < 1200:
            months, days, _ = term
            return Penalty(imprisonment_months=months, imprisonment_days=days)
    return None


_GRAMMARS: dict[str, Callable[[str, bool], Sentence | None]] = {"TW": _read_tw, "CN": _read_cn}
