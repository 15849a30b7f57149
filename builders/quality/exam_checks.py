"""What built exam configs must hold beside schema and rules: clean texts, and translations that belong to the questions they translate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builders.parse.exam_text import unmapped
from builders.quality.release_checks import Problem
from builders.translate.accepted import source_digest

Record = Mapping[str, Any]
_TRANSLATED = ("question", "options", "group", "language", "translation")


def check_texts(splits: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """No released text holds a private-use character, a character without value, or a blank at its ends."""
    problems = []
    for split, rows in splits.items():
        for row in rows:
            for path, text in _texts(row):
                left = unmapped(text)
                if left:
                    shown = ", ".join(f"U+{ord(character):04X}" for character in left)
                    problems.append(Problem(f"{split} {row['id']}", f"{path}: found {shown}, allowed characters with a meaning of their own"))
                if text != text.strip():
                    problems.append(Problem(f"{split} {row['id']}", f"{path}: found blanks at its ends"))
    return problems


def check_translated(splits: Mapping[str, Sequence[Record]], originals: Sequence[Record]) -> list[Problem]:
    """Every translated question is one of ``mcq``, and all but its texts is as there."""
    known = {row["id"]: row for row in originals}
    problems = []
    for split, rows in splits.items():
        for row in rows:
            where, original = f"{split} {row['id']}", known.get(row["id"])
            if original is None:
                problems.append(Problem(where, "found an id that mcq does not have"))
                continue
            problems += [
                Problem(where, f"/{field}: found {row[field]!r:.60}, mcq has {original[field]!r:.60}")
                for field in original
                if field not in _TRANSLATED and row[field] != original[field]
            ]
            if source_digest(row) == source_digest(original):
                problems.append(Problem(where, "/question: found the text of mcq, allowed a translation"))
    return problems


def _texts(row: Record) -> Iterator[tuple[str, str]]:
    for field in ("question", "question_text"):
        if row.get(field):
            yield f"/{field}", row[field]
    for index, option in enumerate(row.get("options", ())):
        yield f"/options/{index}", option
    if row["group"]:
        yield "/group/passage", row["group"]["passage"]
    for index, part in enumerate(row.get("sub_questions", ())):
        yield f"/sub_questions/{index}", part["text"]
    for index, point in enumerate(row.get("scoring_points", ())):
        yield f"/scoring_points/{index}", point["content"]
