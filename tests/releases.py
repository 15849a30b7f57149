"""A small release of judgments written for tests, in the shape of ``schemas/ljp.schema.json``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.references import rows_sha256

_CASES = (
    ("竊盜", "刑法第320條第1項", "甲○○犯竊盜罪，處有期徒刑陸月，如易科罰金，以新臺幣壹仟元折算壹日。"),
    ("竊盜", "刑法第320條第1項、第41條第1項前段", "甲○○犯竊盜罪，處拘役伍拾日，如易科罰金，以新臺幣壹仟元折算壹日。"),
    ("竊盜", "刑法第321條第1項第3款", "甲○○犯攜帶兇器竊盜罪，處有期徒刑柒月。\n乙○○犯攜帶兇器竊盜罪，處有期徒刑玖月，緩刑貳年。"),
    ("傷害", "刑法第277條第1項", "甲○○犯傷害罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。緩刑貳年。"),
    ("傷害", "刑法第277條第1項、第284條", "甲○○犯過失傷害罪，處罰金新臺幣壹萬元，如易服勞役，以新臺幣壹仟元折算壹日。"),
    ("殺人", "刑法第271條第1項、第37條第1項", "甲○○犯殺人罪，處無期徒刑，褫奪公權終身。"),
    ("殺人", "刑法第271條第1項", "甲○○犯殺人罪，處有期徒刑拾貳年，褫奪公權陸年。"),
    ("詐欺", "刑法第339條之4第1項第2款", "甲○○犯三人以上共同詐欺取財罪，共貳罪，各處有期徒刑壹年貳月。應執行有期徒刑壹年陸月。"),
    ("詐欺", "刑法第339條第1項", "甲○○無罪。"),
    ("毒品危害防制條例", "毒品危害防制條例第10條第2項", "甲○○施用第二級毒品，處有期徒刑肆月，如易科罰金，以新臺幣壹仟元折算壹日。"),
)  # fmt: skip


def records(start: int, count: int) -> list[dict[str, Any]]:
    """``count`` records with docket numbers from ``start``, going through the cases above again and again."""
    rows = [_record(number, *_CASES[number % len(_CASES)]) for number in range(start, start + count)]
    return json.loads(json.dumps(rows))  # lists for tuples, as any file would give them


def write_release(folder: Path, *, kind: str = "bundled") -> Path:
    """``folder`` with manifest and two splits, as the builders write them."""
    splits = {}
    for split, rows in {"train": records(100, 30), "test": records(200, 20)}.items():
        digest = rows_sha256(rows)
        path = folder / "ljp" / f"{split}-{digest[:8]}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.Table.from_pylist(rows), path)
        splits[split] = {"file": path.relative_to(folder).as_posix(), "rows": len(rows), "rows_sha256": digest}
    config = {"kind": kind, "version": "0.1.0", "splits": splits}
    manifest = {"dataset": "tw-legalbench", "kind": kind, "version": "0.1.0", "configs": {"ljp": config}}
    (folder / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False), encoding="utf-8")
    return folder


def _record(number: int, cause: str, statutes: str, main_text: str) -> dict[str, Any]:
    outcomes = [asdict(outcome) for outcome in parse_main_text(main_text).outcomes]
    return {
        "id": f"tw-ljp-TPDM-109-訴-{number}-20200703-1",
        "case_id": f"臺灣臺北地方法院109年度訴字第{number}號刑事判決",
        "year": 2020,
        "date": "2020-07-03",
        "form": "判決",
        "cause": cause,
        "charges": sorted({charge for outcome in outcomes for charge in outcome["charges"]}),
        "facts": f"甲○○於民國109年1月{1 + number % 28}日某時許，在某處為起訴書所載之行為。"
        + "嗣經警循線查獲，始悉上情。" * (number % 30),
        "reasons": f"核被告所為，係犯{statutes}之罪。",
        "main_text": main_text,
        "statutes": [
            {
                **{
                    key: getattr(citation, key)
                    for key in ("law", "article", "paragraph", "subparagraph", "item", "version")
                },
                "where": ["offence"],
                "procedural": False,
            }
            for citation in extract_statutes(statutes)
        ],
        "outcomes": outcomes,
        "n_defendants": len({outcome["defendant"] for outcome in outcomes}),
        "flags": {"facts_cite_statutes": False, "main_text_needs_table": False, "facts_and_reasons_merged": False},
    }
