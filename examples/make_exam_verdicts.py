"""Write the invented exam of ``examples/exam``: questions, verdicts of two judges on three models, human lines. Same script, same bytes.

    python examples/make_exam_verdicts.py [--out examples/exam]

Nothing in it is a real question, a real answer or a real figure. ``able`` and ``middling`` have every verdict; of ``patchy`` one reply holds no verdict and one question was
not given to the second judge, so two of its years have no total. Scored by::

    legal-metrics exam examples/exam/verdicts/*.jsonl --references examples/exam/questions.jsonl --human examples/exam/human_lines.invented.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
YEARS = (2020, 2021, 2022, 2023, 2024)
JUDGES = ("judge-1", "judge-2")
LABELS = ("correct", "partial", "wrong", "missing")
PAPERS: Mapping[str, tuple[str, str, tuple[int, ...]]] = {
    "constitutional_administrative": ("憲法與行政法", "基本權之限制與行政處分之撤銷", (60, 70, 70)),
    "civil_1": ("民法與民事訴訟法(一)", "買賣契約之給付不能", (75, 75)),
    "civil_2": ("民法與民事訴訟法(二)", "既判力之客觀範圍", (75, 75)),
    "criminal": ("刑法與刑事訴訟法", "正犯與共犯之區別及證據能力", (60, 70, 70)),
    "commercial": ("公司法、保險法與證券交易法", "董事之忠實義務", (50, 50)),
    "intellectual_property": ("智慧財產法", "著作權之合理使用", (50, 50)),
    "labor_social": ("勞動社會法", "終止勞動契約之要件", (50, 50)),
    "tax": ("財稅法", "實質課稅原則", (50, 50)),
    "maritime": ("海商法與海洋法", "運送人之免責事由", (50, 50)),
}
POINTS = ("指出爭點", "引用並解釋適用之法條", "涵攝於本件事實", "作出結論並說明理由")
SHARES_STATED = (0.2, 0.3, 0.3, 0.2)
SHARES_ALLOCATED = {
    "judge-1": ((0.2, 0.3, 0.4, 0.1), (0.2, 0.3, 0.3, 0.2), (0.1, 0.4, 0.4, 0.1)),
    "judge-2": ((0.25, 0.25, 0.25, 0.25), (0.2, 0.3, 0.3, 0.2)),
}
# Of a hundred scoring points: how many are right, how many partly right; the rest is wrong or missing.
MODELS = {"able": (46, 30), "middling": (26, 32), "patchy": (30, 30)}
NOT_GIVEN = ("patchy", "judge-2", "sample-open-2023-tax-q2")
NO_VERDICT = ("patchy", "judge-1", "sample-open-2021-criminal-q1")


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "examples" / "exam")
    out = parser.parse_args().out
    (out / "verdicts").mkdir(parents=True, exist_ok=True)
    records = [question(year, code, n) for year in YEARS for code in PAPERS for n in range(len(PAPERS[code][2]))]
    write(out / "questions.jsonl", records)
    write(out / "human_lines.invented.jsonl", human_lines())
    for model in MODELS:
        rows = (verdict(model, judge, record) for judge in JUDGES for record in records)
        write(out / "verdicts" / f"{model}.jsonl", [row for row in rows if row is not None])


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """One object a line."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8", newline="\n")


def question(year: int, code: str, place: int) -> dict[str, Any]:
    """A record of ``oeq`` with what scoring needs; every second question leaves the points of its scoring points to the judges."""
    subject, topic, points = PAPERS[code]
    worth = points[place]
    stated = (year + place) % 2 == 0
    return {
        "id": f"sample-open-{year}-{code}-q{place + 1}",
        "year": year,
        "subject_code": code,
        "subject": subject,
        "question_number": place + 1,
        "points": worth,
        "question_text": f"（示範題，非考題）甲、乙二人就{topic}發生爭執。試依現行法，附理由論述之。",
        "scoring_points": [
            {"criterion_number": n, "content": f"{content}：{topic}", "points": share * worth if stated else None}
            for n, (content, share) in enumerate(zip(POINTS, SHARES_STATED, strict=True), start=1)
        ],
    }


def verdict(model: str, judge: str, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a judge says of a model's answer, by the digest of their names; the second judge departs from the first in one of eight scoring points."""
    id = record["id"]
    if (model, judge, id) == NOT_GIVEN:
        return None
    if (model, judge, id) == NO_VERDICT:
        return {"id": id, "judge": judge, "output": "這份作答整體而言相當完整，論述清楚。"}
    grades = []
    allocations = SHARES_ALLOCATED[judge]
    shares = allocations[digest(id, judge) % len(allocations)]
    for point, share in zip(record["scoring_points"], shares, strict=True):
        number = point["criterion_number"]
        departs = judge != JUDGES[0] and digest(model, id, number, judge) % 8 == 0
        label = label_of(model, digest(model, id, number, judge if departs else ""))
        open_points = point["points"] is None
        full = record["points"] * share if open_points else point["points"]
        earned = {"correct": full, "partial": round(full / 2, 2)}.get(label, 0)
        grade = {"criterion_number": number, "label": label, "points": earned}
        grades.append(grade | ({"allocated": full} if open_points else {}))
    return {"id": id, "judge": judge, "grades": grades}


def label_of(model: str, number: int) -> str:
    """A label, as often as the model's table says."""
    right, partly = MODELS[model]
    place = number % 100
    if place < right:
        return "correct"
    if place < right + partly:
        return "partial"
    return LABELS[2 + number // 100 % 2]


def digest(*names: object) -> int:
    """A number by names alone."""
    return int(hashlib.sha256("|".join(map(str, names)).encode("utf-8")).hexdigest(), 16)


def human_lines() -> list[dict[str, Any]]:
    """Lines of nobody: round figures that fit the examinations' size."""
    groups = (
        ("lawyers", 10, "", 520, 60),
        ("lawyers", 33, "", 442, 54),
        ("lawyers", 50, "", 396, 50),
        ("lawyers", None, "admitted mean 錄取平均", 478, 57),
        ("judges_prosecutors", 3, "", 536, 64),
        ("judges_prosecutors", 10, "", 488, 60),
        ("judges_prosecutors", None, "pass line 及格標準", None, None),
    )
    return [
        {
            "exam": exam,
            "year": year,
            "percentile": percentile,
            "name": name,
            "total": None if total is None else total + 3 * (year - 2022),
            "composition": composition,
            "source": "invented for the example: no figure of any examination",
            "invented": True,
        }
        for exam, percentile, name, total, composition in groups
        for year in YEARS[1:]
    ]


if __name__ == "__main__":
    main()
