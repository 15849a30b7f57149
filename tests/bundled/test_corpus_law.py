"""The law of the bundled judgments: small independent checks of what a court could lawfully pronounce on that day.

The ranges are those of the statutes (in months), written down here by hand with the days between which they were in force; they
know nothing of the builders' case texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bundled_cases import BundledCase

from legal_metrics.citations import StatuteCitation
from legal_metrics.jurisdictions.tw import statutes

LIFE = 12 * 100
# (law, article, paragraph or None for any) -> (first day, last day, least, most imprisonment in months)
RANGES: dict[tuple[str, str, int | None], list[tuple[str, str, int, int]]] = {
    ("刑法", "135", 1): [("", "9", 0, 36)],
    ("刑法", "150", None): [("20200117", "9", 0, 90)],
    ("刑法", "175", 1): [("", "9", 12, 84)],
    ("刑法", "185", 1): [("", "9", 0, 60)],
    ("刑法", "185-3", 1): [("20130613", "20220129", 0, 24), ("20220130", "9", 0, 36)],
    ("刑法", "185-3", 2): [("20130613", "9", 36, 120)],
    ("刑法", "185-4", None): [("20130613", "20210529", 12, 84), ("20210530", "9", 6, 60)],
    ("刑法", "210", None): [("", "9", 0, 60)],
    ("刑法", "211", None): [("", "9", 12, 84)],
    ("刑法", "212", None): [("", "9", 0, 12)],
    ("刑法", "214", None): [("", "9", 0, 36)],
    ("刑法", "215", None): [("", "9", 0, 36)],
    ("刑法", "217", 1): [("", "9", 0, 36)],
    ("刑法", "271", None): [("", "9", 120, LIFE)],
    ("刑法", "276", None): [("20190531", "9", 0, 60)],
    ("刑法", "277", 1): [("", "20190530", 0, 36), ("20190531", "9", 0, 60)],
    ("刑法", "284", 1): [("", "20190530", 0, 12)],
    ("刑法", "284", 2): [("", "20190530", 0, 36)],
    ("刑法", "284", None): [("20190531", "9", 0, 36)],
    ("刑法", "302", 1): [("", "9", 0, 60)],
    ("刑法", "302-1", 1): [("20230602", "9", 12, 84)],
    ("刑法", "304", None): [("", "9", 0, 36)],
    ("刑法", "305", None): [("", "9", 0, 24)],
    ("刑法", "306", 1): [("", "9", 0, 12)],
    ("刑法", "320", None): [("", "9", 0, 60)],
    ("刑法", "321", 1): [("", "9", 6, 60)],
    ("刑法", "335", 1): [("", "9", 0, 60)],
    ("刑法", "336", 1): [("", "9", 12, 84)],
    ("刑法", "336", 2): [("", "9", 6, 60)],
    ("刑法", "337", None): [("", "9", 0, 0)],
    ("刑法", "339", None): [("", "9", 0, 60)],
    ("刑法", "339-2", 1): [("", "9", 0, 36)],
    ("刑法", "339-4", None): [("20140620", "9", 12, 84)],
    ("刑法", "346", None): [("", "9", 6, 60)],
    ("刑法", "354", None): [("", "9", 0, 24)],
    ("毒品危害防制條例", "4", 1): [("", "9", LIFE, LIFE)],
    ("毒品危害防制條例", "4", 2): [("20090522", "20200714", 84, LIFE), ("20200715", "9", 120, LIFE)],
    ("毒品危害防制條例", "4", 3): [("20150206", "9", 84, 180)],
    ("毒品危害防制條例", "5", 3): [("20090522", "9", 36, 120)],
    ("毒品危害防制條例", "8", 1): [("", "9", 12, 84)],
    ("毒品危害防制條例", "10", 1): [("", "9", 6, 60)],
    ("毒品危害防制條例", "10", 2): [("", "9", 0, 36)],
    ("毒品危害防制條例", "11", 2): [("20090522", "9", 0, 24)],
    ("毒品危害防制條例", "11", 4): [("20090522", "9", 6, 60)],
    ("毒品危害防制條例", "11", 5): [("20200715", "9", 0, 24)],
    ("洗錢防制法", "14", 1): [("20170628", "20240801", 0, 84)],
    ("洗錢防制法", "14", 2): [("20170628", "20240801", 0, 84)],
    ("洗錢防制法", "15", 1): [("20170628", "20240801", 6, 60)],
    ("洗錢防制法", "15-2", 3): [("20230616", "20240801", 0, 36)],
    ("洗錢防制法", "19", 1): [("20240802", "9", 6, 60)],
    ("槍砲彈藥刀械管制條例", "7", 4): [("20200612", "9", 60, 180)],
    ("槍砲彈藥刀械管制條例", "8", 4): [("20110107", "9", 36, 120)],
    ("槍砲彈藥刀械管制條例", "12", 4): [("", "9", 0, 60)],
    ("職業安全衛生法", "40", 1): [("20140703", "9", 0, 36)],
}
# First-instance trials of these need no panel of three (刑事訴訟法 284-1), beside offences of three years at most.
NO_PANEL = {("刑法", "277"), ("刑法", "320"), ("刑法", "321"), ("毒品危害防制條例", "11")}
NO_PANEL_SINCE_20230623 = {("刑法", "339"), ("刑法", "339-4")}
# Provisions that did not exist before, or do not any more: first and last day of a judgment that may apply them as law in force.
IN_FORCE = {
    ("刑法", "339-4"): ("20140620", "9"),
    ("刑法", "38-1"): ("20160701", "9"),
    ("刑法", "38-2"): ("20160701", "9"),
    ("刑法", "302-1"): ("20230602", "9"),
    ("洗錢防制法", "15-2"): ("20230616", "20240801"),
    ("洗錢防制法", "19"): ("20240802", "9"),
    ("洗錢防制法", "23"): ("20170628", "9"),
    ("刑法", "56"): ("", "20060630"),
    ("罰金罰鍰提高標準條例", "2"): ("", "20060630"),
    ("現行法規所定貨幣單位折算新臺幣條例", "2"): ("19920717", "20081231"),
    ("刑事訴訟法", "310-2"): ("20040625", "9"),
    ("刑事訴訟法", "455-2"): ("20040409", "9"),
}


def _counts(case: BundledCase) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for outcome in case.label["outcomes"]:
        for penalty in outcome["counts"]:
            yield outcome, penalty


def _effective(penalty: dict[str, Any]) -> dict[str, Any]:
    reduced: dict[str, Any] | None = penalty["reduced_to"]
    return reduced or penalty


def _months(penalty: dict[str, Any]) -> float:
    return (penalty["imprisonment_months"] or 0) + penalty.get("imprisonment_days", 0) / 30


def _ranges(case: BundledCase) -> list[tuple[int, int]]:
    """Ranges of the offences that the court finds, by the law that it applies."""
    found = []
    for citation in case.label["statutes_offence"]:
        for paragraph in (citation["paragraph"], None):
            for first, last, least, most in RANGES.get((citation["law"], citation["article"], paragraph), []):
                former = citation.get("version") == "former"
                if former or first <= case.record["JDATE"] <= last:
                    found.append((least, most))
    return found


def test_executed_lies_between_the_highest_and_the_sum(bundled: list[BundledCase]) -> None:
    seen = 0
    for case in bundled:
        for outcome in case.label["outcomes"]:
            for group in outcome.get("groups", []):
                if group["executed"] is None:
                    continue
                seen += 1
                counts = [_effective(outcome["counts"][i]) for i in group["counts"]]
                executed = group["executed"]
                for unit in ("detention_days", "fine_twd"):
                    values = [c[unit] for c in counts if c[unit]]
                    if executed[unit]:
                        assert max(values) <= executed[unit] <= sum(values), case.jid
                if executed["detention_days"]:
                    assert executed["detention_days"] <= 120, case.jid
                if executed["imprisonment_months"]:
                    terms = [_months(c) for c in counts if c["imprisonment_months"]]
                    assert len(terms) >= 2, case.jid
                    assert max(terms) <= _months(executed) <= min(sum(terms), 360), case.jid
    assert seen >= 20


def test_probation(bundled: list[BundledCase]) -> None:
    """刑法 74: at most two years of imprisonment, two to five years of probation."""
    seen = 0
    for case in bundled:
        for outcome in case.label["outcomes"]:
            groups = outcome.get("groups") or [
                {
                    "counts": list(range(len(outcome["counts"]))),
                    "executed": outcome["executed"],
                    "probation_months": outcome["probation_months"],
                }
            ]
            for group in groups:
                if group["probation_months"] is None:
                    continue
                seen += 1
                assert 24 <= group["probation_months"] <= 60, case.jid
                penalties = (
                    [group["executed"]] if group["executed"] else [outcome["counts"][i] for i in group["counts"]]
                )
                assert all(_months(_effective(p)) <= 24 and not p["life"] for p in penalties), case.jid
                assert (
                    {
                        "article": "74",
                        "law": "刑法",
                        "paragraph": 1,
                        "subparagraph": 1,
                        "item": None,
                    }
                    in case.label["statutes"]
                    or "刑法第74條" in case.running
                    or case.label["instance"] == 2
                ), case.jid
    assert seen >= 20


def test_single_penalties(bundled: list[BundledCase]) -> None:
    """刑法 33: two months to fifteen years (twenty when aggravated), detention under sixty days, a fine of at least 1,000."""
    for case in bundled:
        for _, penalty in _counts(case):
            months = _months(penalty)
            assert months == 0 or 2 <= months <= 240, case.jid
            assert (penalty["detention_days"] or 1) < 60, case.jid
            assert (penalty["fine_twd"] or 1000) >= 1000 and (penalty["fine_twd"] or 0) % 100 == 0, case.jid


def test_penalties_lie_in_the_range_of_an_offence(bundled: list[BundledCase]) -> None:
    """Each term is at most one and a half times the highest maximum; without a reason to reduce it is at least the lowest minimum."""
    for case in bundled:
        ranges = _ranges(case)
        if not case.label["keep"] or not ranges:
            continue
        aggravated = any(word in case.running for word in ("累犯", "加重其刑"))
        reduced = any(word in case.running for word in ("減輕", "遞減", "自首", "減其刑", "減刑"))
        least = min(r[0] for r in ranges)
        most = max(r[1] for r in ranges) * (1.5 if aggravated else 1)
        for _, penalty in _counts(case):
            months = _months(penalty)
            if penalty["life"]:
                assert most >= LIFE, case.jid
            elif months:
                assert months <= most, case.jid
                # Life reduced is fifteen to twenty years (刑法 65); any other term loses half at each of up to two reductions.
                floor = least if not reduced else 180 if least == LIFE else least / 4
                assert months >= floor, case.jid


_SHORT = dict(zip("壹貳參肆伍陸", range(1, 7), strict=True)) | dict(zip("一二三四五六", range(1, 7), strict=True))
_SHORT |= {"叁": 3, "\ue372": 3} | {str(n): n for n in range(1, 7)}
_TERM = re.compile(r"(?<!應執行)有期徒刑([^，。；、]+)(?:，併科罰金新臺幣[^，]+元)?(，(?:有期徒刑)?如易科罰金)?")


def test_commutation(bundled: list[BundledCase]) -> None:
    """刑法 41: 易科罰金 only for six months at most and offences of five years at most; said where it is possible."""
    seen = 0
    for case in bundled:
        ranges = _ranges(case)
        if not case.label["keep"] or not ranges:
            continue
        main = "".join(case.section("main_text").split())
        for match in _TERM.finditer(main):
            short = match[1][-1] == "月" and match[1][:-1] in _SHORT
            if match[2]:
                seen += 1
                assert short, (case.jid, match[0])
                assert min(most for _, most in ranges) <= 60, (case.jid, match[0])
            elif short and max(most for _, most in ranges) <= 60:
                assert "易科罰金" in main[match.end() :], (case.jid, match[0])
    assert seen >= 50


def test_offences_are_known_and_in_force(bundled: list[BundledCase]) -> None:
    for case in bundled:
        if not case.label["keep"]:
            continue
        for citation in case.label["statutes_offence"]:
            law, article, paragraph = citation["law"], citation["article"], citation["paragraph"]
            entries = RANGES.get((law, article, paragraph), []) + RANGES.get((law, article, None), [])
            if not entries:
                continue
            former = citation.get("version") == "former"
            assert former or any(first <= case.record["JDATE"] <= last for first, last, _, _ in entries), (
                case.jid,
                citation,
            )


def test_provisions_exist_on_the_day(bundled: list[BundledCase]) -> None:
    """Every cited article is in the registry; new ones are not cited before their day, repealed ones only as former."""
    registry = statutes()
    for case in bundled:
        for key in ("statutes", "statutes_offence", "statutes_list"):
            for citation in case.label.get(key) or []:
                former = citation.get("version") == "former"
                known = StatuteCitation(
                    citation["law"],
                    citation["article"],
                    citation["paragraph"],
                    citation["subparagraph"],
                    citation["item"],
                )
                assert former or registry.exists(known, on=case.record["JDATE"]) is not False, (case.jid, str(known))
                days = IN_FORCE.get((citation["law"], citation["article"]))
                if days and not former:
                    assert days[0] <= case.record["JDATE"] <= days[1], (case.jid, str(known))


def test_three_judges_where_the_law_wants_them(bundled: list[BundledCase]) -> None:
    """刑事訴訟法 284-1: a trial (no 簡式, 簡易 or 協商 proceeding) for more than three years is before a panel."""
    for case in bundled:
        running = case.running
        if not case.label["keep"] or re.search("簡式審判|協商程序|簡易判決", running) or "有罪之陳述" in running:
            continue
        heavy = [
            (c["law"], c["article"])
            for c in case.label["statutes_offence"]
            if any(
                most > 36
                for paragraph in {c["paragraph"], None}
                for first, last, _, most in RANGES.get((c["law"], c["article"], paragraph), [])
                if c.get("version") == "former" or first <= case.record["JDATE"] <= last
            )
        ]
        exempt = NO_PANEL | (NO_PANEL_SINCE_20230623 if case.record["JDATE"] >= "20230623" else set())
        if set(heavy) - exempt:
            assert "審判長" in running, (case.jid, heavy)


def test_appeal_period(bundled: list[BundledCase]) -> None:
    """刑事訴訟法 349: ten days, twenty since 2020-01-17."""
    for case in bundled:
        days = re.findall(r"(?:收受判決|送達)後([0-9十]+)日內", case.running)
        for found in days:
            assert found == ("20" if case.record["JDATE"] >= "20200117" else "十" if found == "十" else "10"), case.jid


def test_prosecution_office(bundled: list[BundledCase]) -> None:
    """The offices lost 法院 from their names on 2018-05-25."""
    for case in bundled:
        role = re.search(r"(?:公\s*訴\s*人|聲\s*請\s*人)\s+(\S+檢察官)", case.text)
        if role:
            assert ("地方檢察署" in role[1]) == (case.record["JDATE"] >= "20180525"), case.jid
