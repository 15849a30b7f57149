"""The marks inside a case text: each is written out in the judgment's wording and leaves its value in the label.

A case text is an ordinary judgment text, written by hand, with marks in braces where a label is to be known:

- ``{P 1y2m}`` a pronounced penalty: ``1y2m`` 有期徒刑, ``15i`` days beyond the months, ``50d`` 拘役, ``f5000`` a fine alone, ``life``,
  ``death``; ``{P 3m*4}`` four times; ``{P@2 3m}`` for defendant 2, ``{P@1,2 3m}`` for both
- ``{F 30000}`` a fine beside the last penalty (only the amount), ``{C 2y}`` or ``{C life}`` 褫奪公權 beside it, ``{R 3m}`` 減為
- ``{E 8m}`` 應執行 of all counts, ``{E[0,2] 8m}`` of some; ``{B 2y}`` 緩刑, ``{B[1] 2y}`` of some counts
- ``{@2}`` from here defendant 2; ``{@1 not_guilty}``, ``{@1 other:ruling}`` a verdict other than guilty: both write nothing
- ``{N 3}`` a number, ``{M 30000}`` an amount of money that is no fine: written in the judgment's numerals, no label
- ``{易科}``, ``{易服}``, ``{追徵}``: the three clauses that every judgment repeats
- ``{=刑事訴訟法 299.1前|刑法 320.1 41.1前}`` concluding citations, ``{*…}`` offence citations (核…係犯), ``{#…}`` the list 應適用之法條,
  ``{刑法 47.1}`` any other citation, without label

A citation is ``LAW PROVISION…`` with ``|`` between laws: ``339-4.1(2)[3]前`` is 第339條之4第1項第2款第3目前段; ``.2`` and ``(3)``
carry article and paragraph over. ``修正前刑法=刑法@former`` writes one name and labels another; ``<修正前>320.1`` puts words
before one provision and makes that one a former version; ``同條=刑法 ~339-4.1`` leaves the article itself unwritten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from . import numerals

_MARK = re.compile(r"\{([^{}]+)\}")
_PROVISION = re.compile(
    r"(?:<(?P<before>[^<>]+)>)?(?P<silent>~)?(?P<article>\d+(?:-\d+)?)?(?:\.(?P<paragraph>\d+))?(?P<proviso>但)?"
    r"(?:\((?P<subparagraph>\d+)\))?(?:\[(?P<item>\d+)\])?(?P<part>[前中後但])?"
)
_PARTS = {"前": "前段", "中": "中段", "後": "後段", "但": "但書"}
_PENALTY = re.compile(r"(?:(\d+)y)?(?:(\d+)m)?(?:(\d+)i)?")
_TARGET = re.compile(r"(?P<kind>[A-Z])(?:@(?P<who>[\d,]+))?(?:\[(?P<counts>[\d,]+)\])? (?P<value>\S+)")
CITATION_KINDS = {"=": "statutes", "*": "statutes_offence", "#": "statutes_list"}

Penalty = dict[str, Any]
Citation = dict[str, Any]


@dataclass(frozen=True)
class Style:
    """How a judgment writes what its marks hold."""

    numbers: str = "formal"  # numerals of penalties: formal, plain, arabic
    three: str = "參"  # the formal 3: 參, 叁 or the private-use U+E372 of old files
    citations: str = "arabic"  # article numbers: arabic, chinese, positional
    rate: int = 1000  # 易科罰金 and 易服勞役: NT$ a day


@dataclass
class Labels:
    """What the marks of one judgment leave behind."""

    outcomes: list[dict[str, Any]] = field(default_factory=list)
    statutes: list[Citation] = field(default_factory=list)
    statutes_offence: list[Citation] = field(default_factory=list)
    statutes_list: list[Citation] = field(default_factory=list)


def empty_penalty() -> Penalty:
    """A penalty of the label form in which nothing is pronounced."""
    return {
        "imprisonment_months": None,
        "life": False,
        "death": False,
        "detention_days": None,
        "fine_twd": None,
        "reduced_to": None,
        "civil_rights_deprived_months": None,
    }


def _term(spec: str) -> tuple[int, int]:
    """Months and days of ``1y2m15i``."""
    match = _PENALTY.fullmatch(spec)
    if not spec or match is None:
        raise ValueError(f"unreadable term: found {spec!r}, allowed like '1y2m', '8m', '1m15i'")
    years, months, days = (int(group or 0) for group in match.groups())
    return years * 12 + months, days


def _penalty(spec: str) -> Penalty:
    penalty = empty_penalty()
    if spec in ("life", "death"):
        penalty[spec] = True
    elif spec.startswith("f"):
        penalty["fine_twd"] = int(spec[1:])
    elif spec.endswith("d"):
        penalty["detention_days"] = int(spec[:-1])
    else:
        penalty["imprisonment_months"], days = _term(spec)
        if days:
            penalty["imprisonment_days"] = days
    return penalty


class Writer:
    """Writes texts with marks and collects their labels; one writer per judgment, texts in reading order.

    >>> writer = Writer(Style())
    >>> writer.write("犯竊盜罪，共{N 2}罪，各處{P 3m*2}，{易科}。應執行{E 5m}。")
    '犯竊盜罪，共貳罪，各處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。應執行有期徒刑伍月。'
    >>> [c["imprisonment_months"] for c in writer.labels.outcomes[0]["counts"]]
    [3, 3]
    >>> writer.write("應依{=刑事訴訟法 299.1前|刑法 339-4.1(2) .2}，判決如主文。")
    '應依刑事訴訟法第299條第1項前段，刑法第339條之4第1項第2款、第2項，判決如主文。'
    """

    def __init__(self, style: Style) -> None:
        self.style = style
        self.labels = Labels()
        self.from_table = False
        self._defendant = 1
        self._last: list[Penalty] = []

    def write(self, text: str) -> str:
        """``text`` with every mark written out."""
        return _MARK.sub(lambda match: self._mark(match[1]), text)

    # -- wording ---------------------------------------------------------------------------------------------------

    def _number(self, number: int, *, amount: bool = False) -> str:
        return numerals.write(number, self.style.numbers, amount=amount).replace("參", self.style.three)

    def _term_words(self, months: int, days: int = 0) -> str:
        years, rest = divmod(months, 12)
        out = (f"{self._number(years)}年" if years else "") + (f"{self._number(rest)}月" if rest else "")
        return out + (f"又{self._number(days)}日" if days else "")

    def _penalty_words(self, penalty: Penalty) -> str:
        if penalty["life"] or penalty["death"]:
            return "無期徒刑" if penalty["life"] else "死刑"
        if penalty["fine_twd"] is not None:
            return f"罰金新臺幣{self._number(penalty['fine_twd'], amount=True)}元"
        if penalty["detention_days"] is not None:
            return f"拘役{self._number(penalty['detention_days'])}日"
        return f"有期徒刑{self._term_words(penalty['imprisonment_months'], penalty.get('imprisonment_days', 0))}"

    def _clause(self, name: str) -> str:
        rate = f"以新臺幣{self._number(self.style.rate)}元折算{self._number(1)}日"
        return {
            "易科": f"如易科罰金，{rate}",
            "易服": f"罰金如易服勞役，{rate}",
            "追徵": "於全部或一部不能沒收或不宜執行沒收時，追徵其價額",
        }[name]

    # -- marks -----------------------------------------------------------------------------------------------------

    def _mark(self, body: str) -> str:
        if body in ("易科", "易服", "追徵"):
            return self._clause(body)
        if body[0] in CITATION_KINDS:
            cited, text = self._citations(body[1:])
            target: list[Citation] = getattr(self.labels, CITATION_KINDS[body[0]])
            for citation in cited:
                if target[-1:] != [citation]:
                    target.append(citation)
            return text
        if body[0] == "@":
            number, _, verdict = body[1:].partition(" ")
            self._defendant = int(number)
            if verdict:
                verdict, _, other_kind = verdict.partition(":")
                outcome = self._outcome(self._defendant, verdict)
                if other_kind:
                    outcome["other_kind"] = other_kind
            return ""
        match = _TARGET.fullmatch(body)
        if match is None:
            if " " in body:
                return self._citations(body)[1]
            raise ValueError(f"unknown mark: found {{{body}}}")
        return self._value_mark(match)

    def _value_mark(self, match: re.Match[str]) -> str:
        kind, value = match["kind"], match["value"]
        who = [int(n) for n in match["who"].split(",")] if match["who"] else [self._defendant]
        counts = [int(n) for n in match["counts"].split(",")] if match["counts"] else None
        if kind in "NM":
            return self._number(int(value), amount=kind == "M")
        if kind == "P":
            spec, _, times = value.partition("*")
            self._last = [_penalty(spec) for _ in who for _ in range(int(times or 1))]
            for i, penalty in enumerate(self._last):
                outcome = self._outcome(who[i % len(who)], "guilty")
                outcome["counts"].append(penalty)
                if self.from_table:
                    outcome["counts_from_table"] = True
            return self._penalty_words(self._last[0])
        if kind == "E":
            self._last = [_penalty(value) for _ in who]
            for defendant, penalty in zip(who, self._last, strict=True):
                self._group(defendant, counts, executed=penalty)
            return self._penalty_words(self._last[0])
        if kind == "B":
            months, _ = _term(value)
            for defendant in who:
                self._group(defendant, counts, probation=months)
            return self._term_words(months)
        if kind == "F":
            for penalty in self._last:
                penalty["fine_twd"] = int(value)
            return self._number(int(value), amount=True)
        if kind == "C":
            for penalty in self._last:
                if value == "life":
                    penalty["civil_rights_deprived_life"] = True
                else:
                    penalty["civil_rights_deprived_months"], _ = _term(value)
            return "終身" if value == "life" else self._term_words(_term(value)[0])
        if kind == "R":
            for penalty in self._last:
                penalty["reduced_to"] = _penalty(value)
            return self._penalty_words(_penalty(value))
        raise ValueError(f"unknown mark: found {match[0]!r}, allowed P, E, B, F, C, R, N, M")

    def _outcome(self, defendant: int, verdict: str) -> dict[str, Any]:
        for outcome in self.labels.outcomes:
            if (outcome["defendant"], outcome["verdict"]) == (defendant, verdict):
                return outcome
        outcome = {"defendant": defendant, "verdict": verdict, "counts": [], "executed": None, "probation_months": None}
        self.labels.outcomes.append(outcome)
        return outcome

    def _group(
        self, defendant: int, counts: list[int] | None, *, executed: Penalty | None = None, probation: int | None = None
    ) -> None:
        dismissed = [
            o for o in self.labels.outcomes if (o["defendant"], o["verdict"]) == (defendant, "appeal_dismissed")
        ]
        outcome = dismissed[0] if dismissed else self._outcome(defendant, "guilty")
        groups: list[dict[str, Any]] = outcome.setdefault("_groups", [])
        for group in groups:
            if group["counts"] == counts:
                break
        else:
            group = {"counts": counts, "executed": None, "probation_months": None}
            groups.append(group)
        if executed is not None:
            group["executed"] = executed
        if probation is not None:
            group["probation_months"] = probation

    # -- citations -------------------------------------------------------------------------------------------------

    def _citations(self, spec: str) -> tuple[list[Citation], str]:
        cited: list[Citation] = []
        laws: list[str] = []
        for part in spec.split("|"):
            name, *provisions = part.split()
            written, _, rest = name.partition("=")
            official, _, version = (rest or written).partition("@")
            written = written.partition("@")[0]
            previous: Citation = {"article": "", "paragraph": None}
            words: list[str] = []
            for token in provisions:
                citation, text = self._provision(token, previous)
                citation = {"law": official, **citation}
                if version:
                    citation["version"] = version
                cited.append(citation)
                previous = citation
                words.append(text)
            laws.append(written + "、".join(words))
        return cited, "，".join(laws)

    def _provision(self, token: str, previous: Citation) -> tuple[Citation, str]:
        match = _PROVISION.fullmatch(token)
        if match is None:
            raise ValueError(f"unreadable provision: found {token!r}, allowed like '339-4.1(2)前'")
        article = match["article"] or previous["article"]
        if match["article"] or match["paragraph"]:
            paragraph = int(match["paragraph"]) if match["paragraph"] else None
        else:
            paragraph = previous["paragraph"]
        citation: Citation = {
            "article": article,
            "paragraph": paragraph,
            "subparagraph": int(match["subparagraph"]) if match["subparagraph"] else None,
            "item": int(match["item"]) if match["item"] else None,
        }
        if match["before"]:
            citation["version"] = "former"
        text = match["before"] or ""
        if match["article"] and not match["silent"]:
            number, _, branch = article.partition("-")
            text += f"第{self._article(number)}條" + (f"之{self._article(branch)}" if branch else "")
        for rank, word in (("paragraph", "項"), ("subparagraph", "款"), ("item", "目")):
            if match[rank]:
                text += f"第{self._article(match[rank])}{word}"
            if rank == "paragraph" and match["proviso"]:
                text += "但書"
        return citation, text + _PARTS.get(match["part"] or "", "")

    def _article(self, digits: str) -> str:
        if self.style.citations == "positional" and len(digits) > 2:
            return numerals.positional(int(digits))
        if self.style.citations == "arabic":
            return digits
        return numerals.chinese(int(digits), formal=False)


def finish_outcomes(outcomes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outcomes in the label form: groups numbered, ``executed`` and ``probation_months`` of the first group repeated.

    ``groups`` stands only where there is an 應執行 or where counts have a 緩刑 of their own; a lone 緩刑 of the whole needs none.
    """
    finished = []
    for outcome in outcomes:
        out = {key: value for key, value in outcome.items() if key != "_groups"}
        groups = [dict(group) for group in outcome.get("_groups", [])]
        for group in groups:
            if group["counts"] is None:
                group["counts"] = list(range(len(out["counts"])))
        if groups:
            out["executed"] = groups[0]["executed"]
            out["probation_months"] = groups[0]["probation_months"]
        if any(g["executed"] for g in groups) or any(len(g["counts"]) < len(out["counts"]) for g in groups):
            out["groups"] = groups
        finished.append(out)
    return finished
