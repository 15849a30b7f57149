"""The bundled corpus: same bytes from the same case texts, the real file form, labels that fit their texts, and no two cases alike."""

from __future__ import annotations

import collections
import json
import re
from pathlib import Path
from typing import Any

import pytest
from bundled_cases import BundledCase

from builders.bundled.corpus import files
from builders.quality.duplicates import jaccard, shingles
from builders.tasks.reasons import REASONS
from legal_metrics.penalties import VERDICTS

ARCHIVE_KEYS = ["JID", "JYEAR", "JCASE", "JNO", "JDATE", "JTITLE", "JFULL", "JPDF"]
API_KEYS = ["JID", "JYEAR", "JCASE", "JNO", "JDATE", "JTITLE", "ATTACHMENTS", "JFULLX"]
PENALTY_KEYS = {
    *(
        "imprisonment_months",
        "life",
        "death",
        "detention_days",
        "fine_twd",
        "reduced_to",
        "civil_rights_deprived_months",
    ),
    *("imprisonment_days", "civil_rights_deprived_life"),
}
# A character that every invented personal name holds: 擬 drafted, 測 test, 範 sample, 設 supposed, 構 constructed, 仿 imitated …
INVENTED = re.compile("[擬測範設構仿試虛]|[甲乙丙丁]○○")


def test_files_are_those_of_the_case_texts(bundled_folder: Path) -> None:
    wanted = files()
    there = {p.relative_to(bundled_folder).as_posix(): p.read_bytes() for p in bundled_folder.rglob("*") if p.is_file()}
    there = {path: data for path, data in there.items() if not path.startswith("exam")}  # those are of test_bundled_exams.py
    assert sorted(there) == sorted(wanted)
    assert [path for path in wanted if there[path] != wanted[path]] == []


def test_size(bundled: list[BundledCase]) -> None:
    kept = [case for case in bundled if case.label["keep"]]
    causes = collections.Counter(re.sub("^違反|等$", "", case.label["title"]) for case in kept)
    assert len(bundled) >= 140
    assert sum(count >= 10 for count in causes.values()) >= 8, causes
    assert len(bundled) - len(kept) >= 30


def test_file_form(bundled: list[BundledCase]) -> None:
    for case in bundled:
        record = case.record
        court, year, word, number, date, _ = case.jid.split(",")
        if case.is_api_form:
            assert list(record) == API_KEYS, case.jid
            assert record["ATTACHMENTS"] == []
            assert list(record["JFULLX"]) == ["JFULLTYPE", "JFULLCONTENT", "JFULLPDF"]
        else:
            assert list(record) == ARCHIVE_KEYS, case.jid
            assert all(isinstance(value, str) for value in record.values()), case.jid
        assert [record[key] for key in ("JYEAR", "JCASE", "JNO", "JDATE")] == [year, word, number, date]
        assert re.fullmatch(rf"{date[:6]}/[一-鿿]+刑事/{re.escape(case.jid)}\.json", case.path), case.path
        assert re.fullmatch("[A-Z]{3}M", court), case.jid
        assert int(number) > 90000, f"{case.jid}: numbers stay outside the range of real ones"


def _columns(line: str) -> int:
    return sum(1 if ord(character) < 128 else 2 for character in line)


def test_lines(bundled: list[BundledCase]) -> None:
    """CRLF, and 56 half-width columns (58 where an item mark was rewritten), but in tables, date lines and copies."""
    copies = {case.jid for case in bundled if "\r\n" not in case.text}
    assert len(copies) <= 6
    for case in bundled:
        if case.jid in copies:
            continue
        assert "\n" not in case.text.replace("\r\n", ""), case.jid
        for line in case.text.split("\r\n"):
            if line[:1] in "│┌├└" or line.startswith("編號") or re.match("中 +華", line):
                continue
            assert _columns(line) <= 58, (case.jid, line)


def test_labels_fit_their_texts(bundled: list[BundledCase]) -> None:
    for case in bundled:
        label = case.label
        assert label["title"] == case.record["JTITLE"], case.jid
        assert label["instance"] == (2 if "上" in case.record["JCASE"] else 1), case.jid
        spans = [label["sections"][name] for name in ("main_text", "facts", "reasons")]
        for span in filter(None, spans):
            part = case.text[span[0] : span[1]]
            assert part and part == part.strip(), case.jid
        starts = [span[0] for span in spans if span]
        assert starts == sorted(starts), case.jid
        merged = spans[1] is not None and spans[1] == spans[2]
        assert merged == label["sections"].get("merged", False), case.jid
        if spans[0]:
            assert re.search(r"主\s*文\s*$", case.text[: spans[0][0]]), case.jid
        if spans[1] and not merged:
            assert re.search(r"事\s*實\s*$", case.text[: spans[1][0]]), case.jid
        if spans[2] and not merged:
            assert re.search(r"理\s*由\s*$", case.text[: spans[2][0]]), case.jid
        assert case.text[spans[2][1] :].lstrip().startswith("中") if spans[2] else True, case.jid


def test_labels_are_well_formed(bundled: list[BundledCase]) -> None:
    def check_penalty(penalty: dict[str, Any]) -> None:
        assert set(penalty) <= PENALTY_KEYS
        values = [v for k, v in penalty.items() if k != "reduced_to"]
        assert any(values)
        if penalty["reduced_to"]:
            check_penalty(penalty["reduced_to"])

    for case in bundled:
        label = case.label
        assert label["keep"] is (label["drop_reason"] is None), case.jid
        assert label["drop_reason"] is None or label["drop_reason"] in REASONS, case.jid
        pairs = [(o["defendant"], o["verdict"]) for o in label["outcomes"]]
        assert len(set(pairs)) == len(pairs), case.jid
        if label["sections"]["main_text"]:
            assert {d for d, _ in pairs} == set(range(1, label["defendants"] + 1)), case.jid
        for outcome in label["outcomes"]:
            assert outcome["verdict"] in VERDICTS, case.jid
            assert bool(outcome["counts"]) == (outcome["verdict"] == "guilty"), case.jid
            for penalty in [*outcome["counts"], *filter(None, [outcome["executed"]])]:
                check_penalty(penalty)
            groups = outcome.get("groups", [])
            indices = [i for group in groups for i in group["counts"]]
            assert len(set(indices)) == len(indices) and all(i < len(outcome["counts"]) for i in indices), case.jid
            if groups:
                assert outcome["executed"] == groups[0]["executed"], case.jid
                assert outcome["probation_months"] == groups[0]["probation_months"], case.jid
        for key in ("statutes", "statutes_offence", "statutes_list"):
            for citation in label.get(key) or []:
                assert re.fullmatch(r"\d+(-\d+)?", citation["article"]), case.jid


def test_kept_cases_have_what_the_profile_asks(bundled: list[BundledCase]) -> None:
    for case in bundled:
        if not case.label["keep"]:
            continue
        assert "20130000" < case.record["JDATE"] < "20250000", case.jid
        assert case.label["instance"] == 1 and not case.label["sections"].get("merged"), case.jid
        lengths = [len("".join(case.section(name).split())) for name in ("main_text", "facts", "reasons")]
        assert lengths[0] >= 10 and lengths[1] >= 150 and lengths[2] >= 350, (case.jid, lengths)
        substantive = [
            c
            for key in ("statutes", "statutes_offence")
            for c in case.label[key]
            if c["law"] not in ("刑事訴訟法", "刑法施行法")
        ]
        assert substantive, case.jid


def _comparable(case: BundledCase, names: re.Pattern[str]) -> str:
    parts = [case.section("main_text"), case.section("facts")]
    if not case.label["sections"].get("merged"):
        parts.append(case.section("reasons"))
    return re.sub(r"[\s\d]+", "", names.sub("", "".join("".join(parts).split())))


def test_no_two_cases_are_alike(bundled: list[BundledCase], defendants: dict[str, list[str]]) -> None:
    names = re.compile(
        "|".join(sorted({re.escape(n) for found in defendants.values() for n in found}, key=len, reverse=True))
    )
    texts = {case.jid: shingles(_comparable(case, names)) for case in bundled}
    declared = {}
    for case in bundled:
        for kind in ("near", "exact"):
            if other := case.label.get(f"{kind}_duplicate_of"):
                declared[frozenset((case.jid, other))] = kind
    assert sorted(declared.values()) == ["exact", "near"]
    jids = list(texts)
    for i, a in enumerate(jids):
        for b in jids[:i]:
            similarity = jaccard(texts[a], texts[b])
            kind = declared.get(frozenset((a, b)))
            if kind == "exact":
                assert similarity == 1, (a, b, similarity)
            elif kind == "near":
                assert 0.85 <= similarity < 1, (a, b, similarity)
            else:
                assert similarity < 0.6, (a, b, similarity)


@pytest.fixture(scope="session")
def defendants() -> dict[str, list[str]]:
    """Names of the accused by JID, from the case texts."""
    from builders.bundled.corpus import CASES
    from builders.bundled.source import read_folder

    return {case.jid: [name for name in case.get("defendants").split("、") if name] for case in read_folder(CASES)}


def test_every_name_is_invented(defendants: dict[str, list[str]]) -> None:
    for jid, names in defendants.items():
        for name in names:
            assert INVENTED.search(name), (jid, name)


def test_no_name_is_that_of_a_real_party(defendants: dict[str, list[str]], shared: Path) -> None:
    texts = []
    for folder in ("jrf", "modern"):
        for file in sorted((shared / "corpora" / "tw" / "judgments" / folder).rglob("*.json")):
            data = json.loads(file.read_text(encoding="utf-8"))
            if isinstance(data, dict):
                texts.append("".join(data["JFULL"].split()))
    if not texts:
        pytest.skip("no real judgments here")
    for name in {n for names in defendants.values() for n in names if "○" not in n}:
        assert not any(name in text for text in texts), name
