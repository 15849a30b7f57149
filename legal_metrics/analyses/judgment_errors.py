"""What is wrong with one predicted judgment, piece by piece: each citation, each defendant, each penalty and each period of probation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from legal_metrics.citations import StatuteCitation
from legal_metrics.jurisdictions import get
from legal_metrics.metrics.judgment import Defendant, defendants, name_key, pair_defendants
from legal_metrics.metrics.sentencing import within
from legal_metrics.metrics.statutes import CheckedCitation, check_statutes, provision_key
from legal_metrics.metrics.verdicts import verdict_class
from legal_metrics.penalties import CONVICTIONS, Outcome, Penalty
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.judgments import StatuteReference

TOLERANCE_MONTHS, TOLERANCE_DAYS, TOLERANCE_FINE, TOLERANCE_PROBATION = 3, 7, 0.5, 12
"""What still counts as right, as in the paper's table 6: months of imprisonment, days of detention, share of a fine, months of probation."""
NOBODY = "no such defendant"


class Finding(NamedTuple):
    """One mistake: its kind (``error_kinds.KINDS``), what the answer says, what the court said."""

    kind: str
    found: str
    expected: str


def judgment_findings(answer: ReadAnswer, reference: ReadReference) -> tuple[list[Finding], set[str]]:
    """The mistakes of an answer that could be read (parts as ``readers.judgments`` makes them), and the kinds that could have occurred at all.

    Citations are held against the reference as ``metrics.statutes`` does; each wrong one has one kind: of no existing provision, else of a law, else of an article,
    else of a paragraph (or what stands below) that the court did not apply, or right as far as it goes but deeper or shallower. Defendants and penalties are paired as
    ``metrics.judgment`` pairs them; the penalties and probation that go with a defendant whom the answer lacks, or whom it acquits and the court convicts (or the reverse),
    are not counted again.

    >>> from legal_metrics.readers.judgments import read_answer, read_reference
    >>> court = read_reference({"id": "r1", "main_text": "甲犯竊盜罪，處有期徒刑陸月，緩刑貳年。", "statutes": [{"law": "刑法", "article": "320", "paragraph": 1}]}, "applied")
    >>> said = read_answer('{"statutes": ["刑法第320條第2項"], "reasoning": "", "main_text": "甲犯竊盜罪，處有期徒刑壹年。"}', "strict")
    >>> for finding in judgment_findings(said, court)[0]:
    ...     print(*finding, sep=" | ")
    wrong_paragraph | 刑法第320條第2項 | 刑法第320條第1項
    missed_statute | nothing | 刑法第320條第1項
    penalty_too_high | imprisonment 12 months | imprisonment 6 months
    missed_probation | nothing | probation 24 months
    """
    findings: list[Finding] = []
    possible: set[str] = set()
    _citations(answer, reference.parts["statutes"], findings, possible)
    _people(answer, reference.parts["judgment"], findings, possible)
    return findings, possible


def _citations(answer: ReadAnswer, reference: StatuteReference, findings: list[Finding], possible: set[str]) -> None:
    registry = get("TW").statutes
    cited: Sequence[StatuteCitation] = answer.parts.get("statutes", ())
    checked = check_statutes(cited, reference.citations, registry=registry, on=reference.on, past="edition")
    applied: dict[str, list[StatuteCitation]] = {}
    for citation in reference.citations:
        law, article, *_ = provision_key(citation, registry)
        for place in (law, f"{law} {article}"):
            applied.setdefault(place, []).append(citation)
    if checked.checked:
        possible.update(("nonexistent_statute", "wrong_law", "wrong_article", "wrong_paragraph", "other_depth"))
    for judged in checked.checked:
        if judged.bin != "correct":
            law, article, *_ = provision_key(judged.citation, registry)
            near = applied.get(f"{law} {article}") or applied.get(law) or reference.citations
            kind = _citation_kind(judged, article_applied=f"{law} {article}" in applied, law_applied=law in applied)
            findings.append(Finding(kind, str(judged.citation), _listed(near)))
    entries = answer.view.get("unread_statutes")
    if entries is not None:
        possible.add("unread_statute")
        findings += [Finding("unread_statute", entry, "a law and an article") for entry in entries]
    if reference.citations:
        possible.add("missed_statute")
        findings += [Finding("missed_statute", "nothing", str(citation)) for citation in checked.missed_citations]


def _citation_kind(judged: CheckedCitation, *, article_applied: bool, law_applied: bool) -> str:
    if judged.bin == "type1":
        return "nonexistent_statute"
    if judged.depth_mismatch:
        return "other_depth"
    return "wrong_paragraph" if article_applied else "wrong_article" if law_applied else "wrong_law"


def _listed(citations: Sequence[StatuteCitation]) -> str:
    return "、".join(dict.fromkeys(map(str, citations))) or "nothing"


def _people(answer: ReadAnswer, outcomes: Sequence[Outcome], findings: list[Finding], possible: set[str]) -> None:
    court = defendants(outcomes)
    main_text = answer.parts.get("judgment")
    answered = defendants(main_text.outcomes) if main_text is not None else ()
    possible.add("unread_main_text")
    if not answered:
        findings.append(Finding("unread_main_text", answer.view.get("main_text") or "nothing", "a verdict"))
        return
    possible.update(("wrong_defendant", "wrong_verdict", "extra_penalty", "extra_probation"))
    pairs, extra = pair_defendants(answered, court)
    for model, person in zip(pairs, court, strict=True):
        if model is None:
            findings.append(Finding("wrong_defendant", NOBODY, person.name or "a defendant"))
            continue
        if _is_somebody_else(model.name, person.name):
            findings.append(Finding("wrong_defendant", model.name, person.name))
        said, held = (verdict_class(of.verdicts, binary=False) or "none" for of in (model, person))
        if said != held:
            findings.append(Finding("wrong_verdict", said, held))
        if bool(model.verdicts & CONVICTIONS) != bool(person.verdicts & CONVICTIONS):
            continue
        _penalties(model, person, findings, possible)
        _probation(model, person, findings, possible)
    findings += [Finding("wrong_defendant", person.name or "a defendant", NOBODY) for person in extra]


def _is_somebody_else(said: str, held: str) -> bool:
    """Whether the answer names somebody whom the court does not; 被告 and 被告A are nobody's name."""
    return bool(said and held) and not said.startswith("被告") and name_key(said) != name_key(held)


class _Part(NamedTuple):
    """One part of a penalty: a fine, or what stands above it. ``rank``: by 刑法 §33, the heavier the higher."""

    rank: int
    amount: float
    words: str
    tolerance: float
    currency: str | None = None


def _parts(penalty: Penalty) -> tuple[_Part | None, _Part | None]:
    """The heaviest part above a fine, and the fine."""
    fine = None if penalty.fine is None else _fine(penalty.fine, penalty.currency)
    if penalty.death or penalty.death_suspended:
        return _Part(5, 0, "death", 0), fine
    if penalty.life:
        return _Part(4, 0, "life imprisonment", 0), fine
    if (months := penalty.months) is not None:
        return _Part(3, months, f"imprisonment {months:g} months", TOLERANCE_MONTHS), fine
    if (days := penalty.detention_days) is not None:
        return _Part(2, days, f"detention {days} days", TOLERANCE_DAYS), fine
    return None, fine


def _fine(amount: int, currency: str | None) -> _Part:
    return _Part(1, amount, f"fine {amount:,} {currency or ''}".rstrip(), TOLERANCE_FINE * amount, currency)


def _penalties(model: Defendant, person: Defendant, findings: list[Finding], possible: set[str]) -> None:
    for place, held in enumerate(person.penalties):
        said = model.penalties[place] if place < len(model.penalties) else Penalty()
        for kind, found, expected in _compared(_parts(said), _parts(held)):
            if expected is not None:
                possible.update(("missed_penalty",) if found is None else ("missed_penalty", "penalty_too_high", "penalty_too_low"))
            if kind:
                findings.append(Finding(kind, found.words if found else "nothing", expected.words if expected else "nothing"))
    for surplus in model.penalties[len(person.penalties) :]:
        findings += [Finding("extra_penalty", part.words, "nothing") for part in _parts(surplus) if part is not None]


def _compared(said: tuple[_Part | None, _Part | None], held: tuple[_Part | None, _Part | None]) -> Iterator[tuple[str, _Part | None, _Part | None]]:
    """Kind of mistake ("" for none), what was said, what was held, for each part. A fine in the place of imprisonment, or the reverse, is one mistake, not two."""
    (main, fine), (held_main, held_fine) = said, held
    if (main is None) != (held_main is None) and (fine is None) != (held_fine is None) and (main is None) == (held_fine is None):
        found, expected = main or fine, held_main or held_fine
        if found is not None and expected is not None:
            yield "penalty_too_high" if found.rank > expected.rank else "penalty_too_low", found, expected
            return
    for found, expected in ((main, held_main), (fine, held_fine)):
        if found is None and expected is None:
            continue
        if expected is None:
            yield "extra_penalty", found, expected
        elif found is None or (found.currency and expected.currency and found.currency != expected.currency):
            yield "missed_penalty", found, expected
        elif found.rank != expected.rank:
            yield "penalty_too_high" if found.rank > expected.rank else "penalty_too_low", found, expected
        elif not within(found.amount, expected.amount, expected.tolerance):
            yield "penalty_too_high" if found.amount > expected.amount else "penalty_too_low", found, expected
        else:
            yield "", found, expected


def _probation(model: Defendant, person: Defendant, findings: list[Finding], possible: set[str]) -> None:
    for place, held in enumerate(person.probation_months):
        possible.add("missed_probation")
        if place >= len(model.probation_months):
            findings.append(Finding("missed_probation", "nothing", f"probation {held} months"))
            continue
        possible.update(("probation_too_long", "probation_too_short"))
        said = model.probation_months[place]
        if not within(said, held, TOLERANCE_PROBATION):
            findings.append(Finding("probation_too_long" if said > held else "probation_too_short", f"probation {said} months", f"probation {held} months"))
    surplus: tuple[Any, ...] = model.probation_months[len(person.probation_months) :]
    findings += [Finding("extra_probation", f"probation {months} months", "nothing") for months in surplus]
