"""Outcomes in one line each, so that a test reads like the 主文 it is about.

``1 guilty: 3m fine 10000 TWD; 50 days | executed 6m | probation 24`` is defendant 1, two counts, an 應執行 and a 緩刑. Groups are written out only
where there is more to them than one 應執行 over all counts.
"""

from __future__ import annotations

from legal_metrics.penalties import MainText, Outcome, Penalty


def penalty(p: Penalty | None) -> str:
    if p is None:
        return "-"
    parts: list[str] = []
    if p.death:
        parts.append("death")
    if p.life:
        parts.append("life")
    if p.imprisonment_months is not None or p.imprisonment_days is not None:
        days = f"{p.imprisonment_days}d" if p.imprisonment_days is not None else ""
        parts.append((f"{p.imprisonment_months}m" if p.imprisonment_months is not None else "") + days)
    if p.detention_days is not None:
        parts.append(f"{p.detention_days} days")
    if p.fine is not None:
        parts.append(f"fine {p.fine}" + (f" {p.currency}" if p.currency else ""))
    if p.civil_rights_deprived_life:
        parts.append("rights for life")
    if p.civil_rights_deprived_months is not None:
        parts.append(f"rights {p.civil_rights_deprived_months}m")
    if p.reduced_to is not None:
        parts.append(f"-> {penalty(p.reduced_to)}")
    return " ".join(parts) or "nothing"


def outcome(o: Outcome) -> str:
    line = f"{o.defendant} {o.verdict}" + (f" ({o.other_kind})" if o.other_kind else "")
    if o.counts:
        line += ": " + "; ".join(map(penalty, o.counts))
    if o.executed is not None:
        line += f" | executed {penalty(o.executed)}"
    if o.probation_months is not None:
        line += f" | probation {o.probation_months}"
    usual = len(o.groups) == 1 and o.groups[0].executed is not None and len(o.groups[0].counts) == len(o.counts)
    if o.groups and not usual:
        line += " | groups " + ", ".join(
            f"{list(g.counts)} {penalty(g.executed)} {g.probation_months}" for g in o.groups
        )
    return line


def outcomes(read: MainText) -> list[str]:
    return [outcome(o) for o in read.outcomes]
