"""What the schemas of ``mcq`` and ``oeq`` cannot say: fields that must agree with one another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from builders.quality.faults import Fault, differs, not_clean

Record = Mapping[str, Any]
_LAWS = {"domestic": (True, False), "international": (False, True), "none": (False, False), None: (False, False)}


def mcq_rules(record: Record) -> Iterator[Fault]:
    """Rules of ``mcq``, ``mcq_zh_cn`` and ``mcq_en``."""
    provenance, group = record["provenance"], record["group"]
    yield from differs("/question_id", record["question_id"], record["id"])
    exam_id, _, number = record["id"].rpartition("-q")
    yield from differs("/exam_id", record["exam_id"], exam_id)
    origin = exam_id.partition("-")[0]
    exam = provenance["exam_code"] or f"{record['year'] - 1911:03}"
    yield from differs("/exam_id", record["exam_id"], f"{origin}-{exam}-{provenance['code']}")
    yield from _texts(record, ("question", "subject"))
    for index, option in enumerate(record["options"]):
        yield from not_clean(f"/options/{index}", option)
    if len({"".join(option.split()) for option in record["options"]}) < len(record["options"]):
        yield Fault("/options", "the same text twice", "four different options")
    if group is not None and not group["first"] <= int(number) <= group["last"]:
        yield Fault("/group", f"questions {group['first']} to {group['last']}", f"a range that holds question {number}")
    yield from _label_rules(record)
    if (record["language"] == "zh_tw") != (record["translation"] is None):
        yield Fault("/translation", "null" if record["translation"] is None else "a translator", "null for zh_tw, and only for it")
    if not (provenance["key_sha256"] or provenance["correction_sha256"]):
        yield Fault("/provenance/key_sha256", "neither key nor correction", "the file that the answer comes from")
    for kind in ("key", "correction"):
        if (provenance[f"{kind}_file"] is None) != (provenance[f"{kind}_sha256"] is None):
            yield Fault(f"/provenance/{kind}_sha256", "a file without digest or a digest without file", "both or neither")


def oeq_rules(record: Record) -> Iterator[Fault]:
    """Rules of ``oeq``."""
    yield from differs("/question_id", record["question_id"], record["id"])
    written = f"open-{record['year']:04}-{record['subject_code']}-q{record['question_number']}"
    yield from differs("/id", record["id"].removeprefix("sample-"), written)
    if not record["question_text"].strip() and not record["sub_questions"]:
        yield Fault("/question_text", "no text", "a text, or sub-questions")
    yield from _texts(record, ("question_text", "subject"))
    numbers = [part["number"] for part in record["sub_questions"]]
    if numbers != sorted(set(numbers)):
        yield Fault("/sub_questions", str(numbers), "rising numbers, each once")
    criteria = [point["criterion_number"] for point in record["scoring_points"]]
    yield from differs("/scoring_points", criteria, list(range(1, len(criteria) + 1)))
    yield from differs("/flags/rubric", record["flags"]["rubric"], record["provenance"]["rubric_sha256"] is not None)
    if record["scoring_points"] and not record["flags"]["rubric"]:
        yield Fault("/scoring_points", f"{len(criteria)} without a rubric", "none where no rubric was at hand")
    for name in ("sub_questions", "scoring_points"):
        points = [part["points"] for part in record[name]]
        if not points or None in points or record["points"] is None or record["flags"]["points_disagree"]:
            continue
        if not math.isclose(math.fsum(points), record["points"]):
            yield Fault(f"/{name}", f"points that add up to {math.fsum(points):g}", f"{record['points']:g}, or the flag points_disagree")


def _label_rules(record: Record) -> Iterator[Fault]:
    if (record["law_category"] is None) != (record["jurisdiction"] is None):
        yield Fault("/law_category", repr(record["law_category"]), "null where jurisdiction is null, and only there")
    for field, wanted in zip(("related_internal_law", "related_international_law"), _LAWS[record["jurisdiction"]], strict=True):
        if bool(record[field]) != wanted:
            yield Fault(f"/{field}", repr(record[field]), f"{'a law' if wanted else 'empty'} where jurisdiction is {record['jurisdiction']!r}")


def _texts(record: Record, fields: tuple[str, ...]) -> Iterator[Fault]:
    for field in fields:
        yield from not_clean(f"/{field}", record[field])
