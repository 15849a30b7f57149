"""A mainland sentence: 判处有期徒刑三年，并处罚金一万元；决定执行有期徒刑五年. One person's, from a judgment, a part of one, or a model's words.

What counts is the court's: where a text has 判决如下, only what follows it; earlier convictions, what a prosecutor or defender asks for and what a
statute allows are not pronounced. 建议判处 counts only where nothing else stands (a model that answers so).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from legal_metrics.extract.mainland_terms import NO_SINGLE, NUMBER_BEGINS, read_range, read_term, term_before
from legal_metrics.jurisdictions.cn import penalty_words as words
from legal_metrics.penalties import ExecutedGroup, Outcome, Penalty
from legal_metrics.text.compact import compact
from legal_metrics.text.numerals import NUMBER, parse_number

Parts = dict[str, Any]

_AMOUNT = re.compile(words.AMOUNT)
_UNITLESS = re.compile(words.UNITLESS_AMOUNT)
_AMOUNT_BEFORE = re.compile(rf"{words.AMOUNT}整?的?$")
_CONNECT = re.compile(r"(?:为|：|是|期限|约|共计?|总计|合计|达|应为|\]|】|”|」|\"|'|\*|，(?=[0-9一二两三四五六七八九十半])|[（](?=[0-9一二两三四五六七八九十半]))*")
_TOKEN = re.compile(
    rf"(?P<executed>{words.EXECUTED})|(?P<suspended>{words.SUSPENDED})|(?P<death>死刑)|(?P<life>{words.LIFE})"
    rf"|(?P<imprisonment>{words.IMPRISONMENT}|{words.TERM_LABEL}(?!从|自|起|的|已|满|执行|内|以|届))|(?P<detention>{words.DETENTION})|(?P<control>{words.CONTROL})"
    rf"|(?P<fine>{words.FINE})|(?P<civil>{words.CIVIL_RIGHTS})|(?P<probation>{words.PROBATION})"
    rf"|(?P<exempt>{words.EXEMPT})|(?P<acquitted>{words.ACQUITTED})|(?P<rejected>{words.APPEAL_DISMISSED})|(?P<dismissed>{words.DISMISSED})"
    r"|(?P<end>[。；\n])"
)
_FINE_ALONE = {"fine", "currency"}
_BESIDE = _FINE_ALONE | {"civil_rights_deprived_months", "civil_rights_deprived_life"}
_MAIN = ("imprisonment", "detention", "control")
_ASIDE = re.compile(r"（[^（）]{0,200}?(?:刑期[从自]|起止|折抵|缴纳|考验期|计算)[^（）]{0,200}）")
_BEGINS = re.compile(words.JUDGMENT_BEGINS)
_ANSWER = re.compile(words.ANSWER)
_SET_ASIDE = re.compile(words.SET_ASIDE)
_EARLIER_CRIME = re.compile(words.EARLIER_CRIME)
_ADDED = re.compile(r"并(?:处|科|判)?(?:罚金)?$")
_ENDS = re.compile(words.JUDGMENT_ENDS)
_PROPOSED = re.compile(rf"(?:{words.PROPOSERS})[^。；]{{0,80}}?(?:{words.PROPOSED})")
_COURT = re.compile(words.COURT)
_PRIOR = re.compile(words.PRIOR)
_TENTATIVE = re.compile(words.TENTATIVE)
_NOT = re.compile(words.NOT)
_ALTERNATIVE_BEFORE = re.compile(r"(?:有期徒刑|无期徒刑|拘役|管制)(?:、|或者?)(?:者)?$")
_ALTERNATIVE_BEHIND = re.compile(r"(?:、|或者?)(?:死刑|无期|有期|拘役|管制|没收|[0-9一二三五七十]{1,3}年以上)|(?:罪犯|犯(?!罪)|复核|案件|核准|适用|政策|制度|条款|考验)")
_CRIME = re.compile(r"犯[^，。；]{1,40}?罪|以[^，。；]{1,40}?罪")
_CONTEXT = 160


@dataclass(slots=True)
class _Draft:
    """One pronounced penalty while it is read."""

    start: int
    parts: Parts = field(default_factory=dict)
    executed: bool = False
    counts: bool = True  # False: somebody else's, or an earlier one
    tentative: bool = False
    alone: bool = False  # 单处: no main penalty goes with it
    probation_months: int | None = None
    range_months: tuple[int, int] | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class MainlandSentence:
    """What ``read_sentence`` found: one outcome, and the range where no single term is pronounced."""

    outcome: Outcome
    range_months: tuple[int, int] | None = None
    range_kind: str = ""


def read_sentence(text: str, *, bare: bool = False) -> MainlandSentence | None:
    """Read the sentence of a text; None where nothing is pronounced. See ``parse_sentence``.

    >>> read_sentence("判处有期徒刑三年，缓刑四年，并处罚金人民币一万元").outcome.counts[0].fine
    10000
    >>> read_sentence("处三年以上十年以下有期徒刑").range_months
    (36, 120)
    """
    folded = _ASIDE.sub("", words.fold(compact(text).text))
    for part in (_answer_part(folded), _courts_part(folded)):
        found = _Reader(part).read() if part else None
        if found is not None:
            return found
    reader = _Reader(folded)
    found = reader.read()
    return found if not bare or reader.names_a_main_penalty else _bare(reader, found)


def _answer_part(text: str) -> str:
    """What stands in the places that a prompt asks for, each as 刑期：… on its own; "" where there is none."""
    answers = (match["answer"] for match in _ANSWER.finditer(text)) if "刑期" in text else ()
    return "。".join(f"{words.TERM_LABEL}：{answer}" for answer in answers)


def _courts_part(text: str) -> str:
    """What follows the last 判决如下, up to the instructions on appeal; "" where there is no such heading."""
    begins = [*_BEGINS.finditer(text)]
    if not begins:
        return ""
    start = begins[-1].end()
    ends = _ENDS.search(text, start)
    return text[start : ends.start() if ends else len(text)]


class _Reader:
    """Reads one folded text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._drafts: list[_Draft] = []
        self._beside: list[tuple[int, int]] = []  # fines, 缓刑 and 剥夺政治权利 with what belongs to them
        self._probation_months: int | None = None  # of 缓刑 before any penalty
        self._executed = False  # 决定执行 was said, what follows is executed
        self._verdicts: list[tuple[str, bool]] = []
        self._sentence_start = 0

    def read(self) -> MainlandSentence | None:
        end = 0
        for token in _TOKEN.finditer(self._text):
            if token.start() >= end:
                end = max(end, self._take(token, end))
                if token.lastgroup in ("fine", "civil", "probation"):
                    self._beside.append((token.start(), end))
        return self._result()

    @property
    def names_a_main_penalty(self) -> bool:
        """Whether a main penalty with its measure was read, be it not the court's; a fine alone (单处) is one."""
        return any(draft.alone or draft.range_months or not draft.parts.keys() <= _BESIDE for draft in self._drafts)

    @property
    def probation_months(self) -> int | None:
        """Of 缓刑 beside no main penalty: 三年，缓刑五年."""
        return next((d.probation_months for d in self._drafts if d.probation_months is not None), self._probation_months)

    def rest(self) -> str:
        """The text without what stands beside a main penalty, and without dates; what is executed in the end alone, where that is told."""
        starts = [0, *(end for _, end in self._beside)]
        ends = [*(start for start, _ in self._beside), len(self._text)]
        rest = _DATE.sub("。", "。".join(self._text[start:end] for start, end in zip(starts, ends, strict=True)))
        executed = [*_EXECUTED_TERM.finditer(rest)]
        return rest[executed[-1].end() :] if executed else rest

    def _take(self, token: re.Match[str], floor: int) -> int:
        """Read one token; the offset behind what belongs to it."""
        kind = token.lastgroup or ""
        start, end = token.span()
        if kind == "end":
            self._executed = False
            self._sentence_start = end
        elif kind == "executed":
            self._executed = True
        elif kind in ("suspended", "death", "life"):
            self._absolute(kind, start, end)
        elif kind in _MAIN:
            return self._term(kind, floor, start, end)
        elif kind == "fine":
            return self._fine(floor, start, end)
        elif kind == "civil":
            return self._civil_rights(end)
        elif kind == "probation":
            return self._probation(start, end)
        elif self._is_ours(start):
            self._verdicts.append((kind, self._tentative(start)))
        return end

    # --- single penalties ---------------------------------------------------------------------------------------------------

    def _absolute(self, kind: str, start: int, end: int) -> None:
        text = self._text
        if _ALTERNATIVE_BEHIND.match(text, end) or _ALTERNATIVE_BEFORE.search(text, max(0, start - 8), start):
            return  # 十年以上有期徒刑、无期徒刑或者死刑: what a statute allows
        if _NOT.search(text, max(0, start - 8), start):
            return
        self._new({"suspended": "death_suspended"}.get(kind, kind), True, start)

    def _term(self, kind: str, floor: int, start: int, end: int) -> int:
        text = self._text
        connect = _CONNECT.match(text, end)
        begin = connect.end() if connect else end
        if text.startswith(words.TERM_LABEL, start) and (absolute := _TOKEN.match(text, begin)) and absolute.lastgroup in ("life", "death", "suspended"):
            return begin  # 刑期：无期
        span = read_range(text, begin, kind)
        if span is not None:
            self._new_range(kind, span[0], start)
            return span[1]
        term = read_term(text, begin)
        if term is not None:
            self._new_term(kind, term[0], term[1], start)
            return term[2]
        if text.startswith(words.TERM_LABEL, start):
            return end
        before = term_before(text, floor, start, kind)
        if before is None:
            return end
        if isinstance(before, tuple) and len(before) == 2:
            self._new_range(kind, before, start)
        else:
            self._new_term(kind, before[0], before[1], start)
        return end

    def _new_term(self, kind: str, months: int, days: int, start: int) -> None:
        if _NOT.search(self._text, max(0, start - 8), start):
            return
        parts: Parts = {f"{kind}_months": months}
        if days:
            parts["imprisonment_days" if kind == "imprisonment" else "detention_days"] = days
            if not months:
                del parts[f"{kind}_months"]
        for name, value in parts.items():
            self._new(name, value, start, kind)

    def _new(self, name: str, value: Any, start: int, kind: str = "") -> None:
        """Put a part of a main penalty into the draft that it belongs to, or a new one."""
        last = self._drafts[-1] if self._drafts else None
        same = last is not None and last.start == start  # months and days of one term
        joined = last is not None and self._executed and last.executed and name not in last.parts and self._within(last.start, start)
        behind_fine = last is not None and last.parts.keys() == _FINE_ALONE and not last.alone and self._within(last.start, start)
        if last is None or not (same or joined or behind_fine):
            last = _Draft(start, executed=self._executed, counts=self._counts(start), tentative=self._tentative(start))
            self._drafts.append(last)
        last.parts[name] = value
        last.kind = kind or name if behind_fine else last.kind or kind or name

    def _new_range(self, kind: str, span: tuple[int, int], start: int) -> None:
        draft = _Draft(start, counts=self._is_ours(start), tentative=self._tentative(start), range_months=span, kind=kind)
        self._drafts.append(draft)

    def _fine(self, floor: int, start: int, end: int) -> int:
        text = self._text
        amount = _AMOUNT.match(text, end) or _UNITLESS.match(text, end)
        if amount is None:
            amount = _AMOUNT_BEFORE.search(text, max(floor, start - 40), start)
            behind = end
        else:
            behind = amount.end()
        if amount is None or NO_SINGLE.match(text, behind) or NO_SINGLE.search(text, max(floor, amount.start() - 2), amount.start()):
            return end
        value = parse_number(amount["amount"])
        if value is None or value.denominator != 1:
            return behind
        currency = next((code for pattern, code in words.CURRENCIES if re.fullmatch(pattern, amount["unit"])), "CNY")
        last = self._drafts[-1] if self._drafts else None
        alone = text.endswith("单处", 0, start)
        if last is None or alone or "fine" in last.parts or last.range_months or not self._goes_on(last.start, start):
            last = _Draft(start, executed=self._executed, counts=self._counts(start), tentative=self._tentative(start), kind="fine", alone=alone)
            self._drafts.append(last)
        last.parts |= {"fine": value.numerator, "currency": currency}
        return behind

    def _civil_rights(self, end: int) -> int:
        last = self._drafts[-1] if self._drafts else None
        if self._text.startswith(words.LIFELONG, end):
            if last is not None:
                last.parts["civil_rights_deprived_life"] = True
            return end + len(words.LIFELONG)
        term = read_term(self._text, end)
        if term is None:
            return end
        if last is not None and "civil_rights_deprived_months" not in last.parts:
            last.parts["civil_rights_deprived_months"] = term[0]
        return term[2]

    def _probation(self, start: int, end: int) -> int:
        connect = _PROBATION_CONNECT.match(self._text, end)
        term = read_term(self._text, connect.end() if connect else end)
        if term is None:
            return end
        last = self._drafts[-1] if self._drafts else None
        if last is None:
            self._probation_months = self._probation_months or term[0]
        elif last.probation_months is None and not self._text.endswith("撤销", 0, start):
            last.probation_months = term[0]
        return term[2]

    # --- whose it is ---------------------------------------------------------------------------------------------------------

    def _clause(self, position: int) -> str:
        """The words of the sentence before ``position``."""
        return self._text[max(self._sentence_start, position - _CONTEXT) : position]

    def _counts(self, position: int) -> bool:
        """Whether the penalty at ``position`` is pronounced; what is executed together is, be there an earlier penalty among its parts."""
        if self._executed:
            return _SET_ASIDE.search(self._clause(position)) is None
        return self._is_ours(position)

    def _is_ours(self, position: int) -> bool:
        clause = self._clause(position)
        if _SET_ASIDE.search(clause):
            return False
        if _COURT.search(clause):
            clause = clause[[*_COURT.finditer(clause)][-1].end() :]
        crime = [*_CRIME.finditer(clause)]
        if crime and not _EARLIER_CRIME.search(clause, 0, crime[-1].start()):
            clause = clause[crime[-1].start() :]
        return not (_PROPOSED.search(clause) or _PRIOR.search(clause))

    def _tentative(self, position: int) -> bool:
        low = max(self._sentence_start, position - 24, self._text.rfind("，", max(0, position - 24), position) + 1)
        return _TENTATIVE.search(self._text, low, position) is not None

    def _within(self, start: int, position: int) -> bool:
        """Whether no sentence ends and no other crime begins between the two."""
        return start >= self._sentence_start and _CRIME.search(self._text, start, position) is None

    def _goes_on(self, start: int, position: int) -> bool:
        """Whether what begins at ``position`` is added to the penalty at ``start``: 。并处 goes on over the end of a sentence."""
        added = _ADDED.search(self._text, max(0, position - 4), position)
        is_field = self._text.startswith("罚金：", position)  # 刑期：一年；罚金：5000元
        return self._within(start, position) or (
            (is_field or added is not None) and _CRIME.search(self._text, start, position) is None
        )

    # --- the result ----------------------------------------------------------------------------------------------------------

    def _result(self) -> MainlandSentence | None:
        drafts = [draft for draft in self._drafts if draft.counts]
        for tentative in (False, True):
            chosen = [draft for draft in drafts if draft.tentative <= tentative]
            if any(not draft.range_months for draft in chosen):
                return MainlandSentence(_outcome(self._text, [d for d in chosen if not d.range_months]))
            verdict = next((_VERDICTS[kind] for kind, unsure in self._verdicts if unsure <= tentative), None)
            if verdict is not None:
                return MainlandSentence(Outcome(verdict))
            spans = {(draft.range_months, draft.kind) for draft in chosen if draft.range_months}
            if len(spans) == 1:
                span, kind = spans.pop()
                return MainlandSentence(Outcome("guilty"), span, kind)
            if spans:
                return None  # several tiers of a statute: none is said to be the sentence
        return None


_PROBATION_CONNECT = re.compile(r"(?:考验期限?|期限?|为|：|，(?=考验))*")
_VERDICTS = {
    "exempt": "exempt_from_punishment",
    "acquitted": "not_guilty",
    "rejected": "appeal_dismissed",
    "dismissed": "case_dismissed",
}


def _outcome(text: str, drafts: list[_Draft]) -> Outcome:
    counts: list[Penalty] = []
    groups: list[ExecutedGroup] = []
    probations: list[int] = []
    first = 0
    previous: _Draft | None = None
    for draft in drafts:
        penalty = Penalty(**draft.parts)
        if draft.probation_months is not None:
            probations.append(draft.probation_months)
        if draft.executed:
            groups.append(ExecutedGroup(tuple(range(first, len(counts))), penalty, draft.probation_months))
            first = len(counts)
        elif not (
            previous is not None
            and counts
            and penalty == counts[-1]
            and _CRIME.search(text, previous.start, draft.start) is None
        ):
            counts.append(penalty)  # said twice of one crime: once
        previous = draft
    return Outcome(
        "guilty",
        counts=tuple(counts),
        executed=groups[0].executed if groups else None,
        probation_months=groups[0].probation_months if groups else probations[0] if len(set(probations)) == 1 else None,
        groups=tuple(groups),
    )


def _bare(reader: _Reader, found: MainlandSentence | None) -> MainlandSentence | None:
    """The first term or range of a text that names no main penalty, with its fine and 缓刑; never a date.

    Beside a fine a term counts where it is a clause of its own: 一年，罚金5000元, but not 罚金5000元，限三个月内缴纳.
    """
    text = reader.rest()
    if found is not None and not found.outcome.counts:
        return found
    for number in NUMBER_BEGINS.finditer(text):
        position = number.start()
        span = read_range(text, position, "")
        term = read_term(text, position)
        end = span[1] if span else term[2] if term else position
        if end == position or (found is not None and not (_CLAUSE_BEGINS(text[position - 1 : position]) and _CLAUSE_ENDS(text[end : end + 1]))):
            continue
        if _OR_TERM.match(text, end):
            return found  # 三年或四年
        if span is not None:
            return found or MainlandSentence(Outcome("guilty"), span[0], "imprisonment")
        months, days, _ = term or (0, 0, 0)
        beside = found.outcome.counts[0] if found is not None else Penalty()
        penalty = replace(beside, imprisonment_months=months if months or not days else None, imprisonment_days=days or None)
        return MainlandSentence(Outcome("guilty", counts=(penalty,), probation_months=reader.probation_months))
    return found


_CLAUSE_BEGINS = re.compile("[，。；：\n]?").fullmatch
_CLAUSE_ENDS = re.compile("[，。；\n]?").fullmatch
_OR_TERM = re.compile(rf"(?:或者?|/|，或者?)(?={NUMBER}个?[年月])")
_EXECUTED_TERM = re.compile(rf"(?:{words.EXECUTED})[：为]?(?={NUMBER}个?[年月])")
_DATE = re.compile("(?:[12][0-9]{3}|[一二][〇零○0一二三四五六七八九]{3})年(?:[0-9一二三四五六七八九十]{1,3}月)?(?:[0-9一二三四五六七八九十]{1,3}[日号])?")
