"""Rubrics of contracts: risks that stand where they are said to, under an id of the checklist; detection and revision that say the same of one contract."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from legal_metrics.errors import BadReferenceError, shown
from legal_metrics.grading import Item, Rubric
from legal_metrics.rubrics.contract_text import find_sections
from legal_metrics.rubrics.lint_codes import Finding, finding
from legal_metrics.rubrics.lint_places import items_with_places
from legal_metrics.text.script import fold_script

RISK_DIMENSIONS: Mapping[str, str] = {
    "RD01": "主体与成立风险",
    "RD02": "范围与义务风险",
    "RD03": "履行与交付风险",
    "RD04": "支付与财务风险",
    "RD05": "责任与救济风险",
    "RD06": "争议解决风险",
}
"""The six dimensions of contract risks; they never feed the seven dimensions of quality."""

_RISK_ID = re.compile(r"(RD0[1-6])-\d{3}")
_CHECKLIST_ID = re.compile(r"RD\d{2}-\d{1,4}")


def risk_ids(checklist: Any) -> frozenset[str]:
    """Every risk id in a checklist, whatever its nesting: keys, or values of a field that is an id.

    Raises: BadReferenceError where it holds none.

    >>> sorted(risk_ids({"RD01": [{"risk_id": "RD01-001"}, {"id": "RD01-002"}], "RD06-003": "或裁或审"}))
    ['RD01-001', 'RD01-002', 'RD06-003']
    """
    found: set[str] = set()
    waiting = [checklist]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, (list, tuple, set, frozenset)):
            waiting += value
        elif isinstance(value, str) and _CHECKLIST_ID.fullmatch(value.strip()):
            found.add(value.strip())
    if not found:
        raise BadReferenceError(
            "checklist", "risk_id", f"found no id in {shown(checklist)}, allowed ids such as RD01-001"
        )
    return frozenset(found)


def risks_of(rubric: Rubric) -> Iterator[tuple[str, Item]]:
    """The risks or fixes of a contract rubric, each with its place.

    >>> list(risks_of(Rubric("q", "contract_detection", 0, ())))
    []
    """
    for place, _, item in items_with_places(rubric):
        if "risk_id" in item.extra:
            yield place, item


def lint_contract(rubric: Rubric, contract: str | None = None, ids: frozenset[str] | None = None) -> Iterator[Finding]:
    """Findings about the risks of a rubric; ``contract``: the contract's text; ``ids``: those of the checklist. Without them less is checked.

    >>> from legal_metrics.grading import Module
    >>> risk = Item(1, "或裁或审", 7, extra={"risk_id": "RD06-003", "dimension": "责任与救济风险", "clause_location": "第二条", "risky_clause": "可仲裁或起诉"})
    >>> rubric = Rubric("c", "contract_detection", 7, (Module("", None, (risk,)),), extra={"risk_count": 2})
    >>> [f.code for f in lint_contract(rubric, "第二条 争议\\n可仲裁或诉讼")]
    ['risk-count', 'risk-dimension', 'risky-clause-absent']
    """
    risks = [*risks_of(rubric)]
    count = rubric.extra.get("risk_count")
    if count is not None and count != len(risks):
        yield finding("risk-count", "risk_count", repr(count), str(len(risks)), fix=f"write {len(risks)}")
    seen: dict[tuple[str, str], str] = {}
    for place, item in risks:
        yield from _risk_id(place, item, ids)
        clause = _field(item, "risky_clause")
        first = seen.setdefault((_field(item, "risk_id"), "".join(clause.split())), place)
        if first != place:
            yield finding("risk-repeated", place, f"the risk and clause of {first}", "another risk or clause")
        if not clause.strip():
            yield finding("risky-clause-empty", place, repr(item.extra.get("risky_clause")), "words of the contract")
        elif contract is not None:
            yield from _clause(place, clause, _field(item, "clause_location"), contract)


def _field(item: Item, name: str) -> str:
    value = item.extra.get(name)
    return value if isinstance(value, str) else ""


def _risk_id(place: str, item: Item, ids: frozenset[str] | None) -> Iterator[Finding]:
    written = item.extra.get("risk_id")
    form = _RISK_ID.fullmatch(written) if isinstance(written, str) else None
    if form is None:
        yield finding("risk-id-form", place, repr(written), "RD01-001 to RD06-999")
        return
    if ids is not None and written not in ids:
        yield finding("risk-id-unknown", place, repr(written), f"one of the {len(ids)} ids of the checklist")
    stated = item.extra.get("dimension")
    if stated is not None and _dimension(str(stated)) != form[1]:
        yield finding(
            "risk-dimension", place, f"{written} with {stated!r}", f"{RISK_DIMENSIONS[form[1]]} for {form[1]}"
        )


def _dimension(name: str) -> str | None:
    """RD06 for RD06, 争议解决风险, 争议解决, RD06 争议解决风险."""
    bare = fold_script("".join(name.split())).removesuffix("风险")
    for code, known in RISK_DIMENSIONS.items():
        if bare in (code, known.removesuffix("风险")) or re.fullmatch(
            rf"{code}[-_:：、.]?{known.removesuffix('风险')}", bare
        ):
            return code
    return None


# --- clauses ----------------------------------------------------------------------------------------------------------


def _clause(place: str, clause: str, location: str, contract: str) -> Iterator[Finding]:
    text, words = contract.replace("\r\n", "\n"), clause.replace("\r\n", "\n")
    n_all = _count(text, words)
    places = find_sections(text, location) if location.strip() else ()
    if not places and (places := find_sections(text, location, by_number=True)):
        heading = " ".join(filter(None, (places[0].number, places[0].heading)))
        yield finding("clause-location-words", place, repr(location), f"the heading as it is: {_shortened(heading)!r}")
    if not places:
        where = _line_of(text, words)
        fix = f"the clause stands in the line {where!r}" if where else ""
        yield finding("clause-location-absent", place, repr(location), "a heading of the contract", fix=fix)
    holding = [section for section in places if words in text[section.start : section.end]]
    if not n_all:
        yield finding(
            "risky-clause-absent",
            place,
            repr(_shortened(clause)),
            "words of the contract, verbatim",
            fix=_near(text, words),
        )
    elif places and not holding:
        yield finding(
            "risky-clause-elsewhere",
            place,
            f"a clause outside {location!r}",
            f"one inside {location!r}",
            fix=f"it stands in the line {_line_of(text, words)!r}",
        )
    elif holding:
        if len(places) > 1 and len({section.number for section in places}) < len(places):
            yield finding("clause-location-ambiguous", place, f"{len(places)} places {location!r}", "one")
        n_inside = sum(_count(text[section.start : section.end], words) for section in holding)
        if n_inside > 1:
            yield finding("risky-clause-repeated", place, f"{n_inside} times in {location!r}", "once")


def _count(text: str, words: str) -> int:
    """How often it stands there, overlapping places too."""
    n, start = 0, text.find(words)
    while start >= 0 and n < _MANY:
        n, start = n + 1, text.find(words, start + 1)
    return n


_MANY = 100
_LONGEST_SHOWN = 40


def _shortened(text: str) -> str:
    bare = text.strip()
    return bare if len(bare) <= _LONGEST_SHOWN else bare[: _LONGEST_SHOWN - 1] + "…"


def _line_of(text: str, words: str) -> str:
    start = text.find(words)
    if start < 0:
        return ""
    return _shortened(text[text.rfind("\n", 0, start) + 1 :].split("\n", 1)[0])


def _near(text: str, words: str) -> str:
    """What to do about a clause that is there in other white space, width or punctuation."""
    from legal_metrics.text.normalise import normalise

    if "".join(words.split()) in "".join(text.split()):
        return "only white space differs: copy the clause verbatim"
    if bare_in(normalise(words), normalise(text)):
        return "only punctuation or width differs: copy the clause verbatim"
    return ""


def bare_in(words: str, text: str) -> bool:
    """Whether letters, characters and digits of the words stand in the text in this order, without a gap of others.

    >>> bare_in("甲方，付款。", "由甲方付款"), bare_in("甲方收款", "由甲方付款")
    (True, False)
    """
    wanted = "".join(filter(str.isalnum, words))
    return bool(wanted) and wanted in "".join(filter(str.isalnum, text))


# --- pairs ------------------------------------------------------------------------------------------------------------

PAIRED_FIELDS: tuple[str, ...] = ("risk_name", "severity", "dimension", "clause_location", "risky_clause")


def lint_pair(detection: Rubric, revision: Rubric) -> tuple[Finding, ...]:
    """Where the detection and the revision rubric of one contract disagree: contract, number of risks, which risks, and what each says of a risk.

    Points may differ. A risk is paired by its id and, where an id stands several times, its clause. Raises nothing.

    >>> from legal_metrics.grading import Module
    >>> def contract(form, severity):
    ...     risk = Item(1, "或裁或审", 7, extra={"risk_id": "RD06-003", "severity": severity})
    ...     return Rubric("c", form, 7, (Module("", None, (risk,)),))
    >>> [f.found for f in lint_pair(contract("contract_detection", "高"), contract("contract_revision", "低"))]
    ["severity '高' and '低'"]
    """
    return tuple(_pair(detection, revision))


def _pair(detection: Rubric, revision: Rubric) -> Iterator[Finding]:
    for name, one, other in (
        ("id", detection.id, revision.id),
        *(
            (name, detection.extra.get(name), revision.extra.get(name))
            for name in ("contract_file", "contract_type", "sub_type", "difficulty")
        ),
    ):
        if one and other and _comparable(name, one) != _comparable(name, other):
            yield finding("pair-contract", name, f"{one!r} and {other!r}", "one contract")
    counts = [rubric.extra.get("risk_count") for rubric in (detection, revision)]
    if None not in counts and counts[0] != counts[1]:
        yield finding("pair-count", "risk_count", f"{counts[0]} and {counts[1]}", "one number")
    times = [Counter(str(item.extra["risk_id"]) for _, item in risks_of(rubric)) for rubric in (detection, revision)]
    several = {id for counted in times for id, n in counted.items() if n > 1}
    left, right = _by_risk(detection, several), _by_risk(revision, several)
    for key in (*left, *(key for key in right if key not in left)):
        if key not in right or key not in left:
            only = "detection" if key in left else "revision"
            yield finding("pair-risks", f"risk {key[0]}", f"a risk in {only} alone", "one in both")
            continue
        for name in PAIRED_FIELDS:
            one, other = left[key].get(name), right[key].get(name)
            if one is not None and other is not None and _comparable(name, one) != _comparable(name, other):
                yield finding("pair-field", f"risk {key[0]}", f"{name} {_shown(one)} and {_shown(other)}", "one value")


def _by_risk(rubric: Rubric, several: Collection[str]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The fields of each risk by its id and, for ids that stand several times, its clause."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for _, item in risks_of(rubric):
        id = str(item.extra["risk_id"])
        found.setdefault((id, "".join(_field(item, "risky_clause").split()) if id in several else ""), item.extra)
    return found


def _comparable(name: str, value: Any) -> Any:
    if name == "contract_file" and isinstance(value, str):
        return PurePosixPath(value.replace("\\", "/")).name
    if isinstance(value, str):
        return "".join(value.split())
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def _shown(value: Any) -> str:
    return repr(_shortened(value)) if isinstance(value, str) else shown(value)
