"""registry.json (facts of the mainland's law database) -> the two compressed data files that the wheel carries.

    python -m builders.parse.cn_statute_registry REGISTRY.json [--out legal_metrics/jurisdictions/cn]

The same input gives the same bytes (with one liblzma). One row a text: several texts of one name are the versions of one law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.parse.statute_registry import convert_file

_TARGET = Path("legal_metrics/jurisdictions/cn")


def convert_registry(registry: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any], Counter[str]]:
    """(names, articles, counts) out of the decoded registry.

    ``names`` holds one column per fact, rows in the order of the source: ``ids``, ``names``, ``kinds`` (C, L, R, J, M, D, O), ``published``,
    ``valid_from`` ("" where the source knows no date) and ``valid_until`` (the day of the text that replaced or repealed it, else "");
    ``versions`` lists the rows of each law with several texts, oldest first; ``aliases`` is {name: row of the newest text}. The id of the
    newest text is that of the law; the id of an older one has its date behind it. Dates are YYYYMMDD.

    ``articles``: ``partial`` are the rows whose list of articles may not be whole (cut short, gaps, or no body in the source): of them
    nothing may be said not to exist.
    """
    laws: Sequence[Mapping[str, Any]] = registry["laws"]
    row_of = {law["p"]: row for row, law in enumerate(laws)}
    texts_of: dict[str, list[int]] = {}
    for row, law in enumerate(laws):
        texts_of.setdefault(law["p"].partition("-")[0], []).append(row)
    for rows in texts_of.values():
        rows.sort(key=lambda row: (_since(laws[row]), laws[row]["lu"]))
    newest = {rows[-1]: law_id for law_id, rows in texts_of.items()}
    official = {law["n"] for law in laws}
    counts: Counter[str] = Counter(laws=len(texts_of), texts=len(laws))
    columns: dict[str, list[str]] = {
        c: [] for c in ("ids", "names", "kinds", "published", "valid_from", "valid_until")
    }
    aliases: dict[str, int] = {}
    for row, law in enumerate(laws):
        rows = texts_of[law["p"].partition("-")[0]]
        later = rows[rows.index(row) + 1 :]
        replaced = laws[later[0]] if later else laws[row_of[law["rb"]]] if law.get("rb") else None
        until = "" if replaced is None or replaced is law else _since(replaced)
        facts = (newest.get(row, law["p"]), law["n"], law["k"], law["lu"], law.get("ef", ""), until)
        for column, fact in zip(columns.values(), facts, strict=True):
            column.append(fact)
        counts["replaced or repealed"] += bool(until)
        if row in newest:
            for name in dict.fromkeys(law.get("al") or ()):
                if name in official:
                    counts["dropped: an official name"] += 1
                else:
                    aliases.setdefault(name, row)
    texts = [law["a"] for law in laws]
    counts["articles"] = sum(text.count(";") + 1 for text in texts if text)
    partial = [row for row, law in enumerate(laws) if law.get("tr") or law.get("g") or not law["a"]]
    counts["partial"] = len(partial)
    source = {"source": registry["source"], "commit": registry["commit"]}
    names = {
        **source,
        "as_of": registry["commit_date"].replace("-", ""),
        "complete": False,
        **{column: "\n".join(facts) for column, facts in columns.items()},
        "versions": sorted(rows for rows in texts_of.values() if len(rows) > 1),
        "aliases": aliases,
    }
    articles = {
        **source,
        "articles": texts,
        "uncertain": {str(row): law["u"] for row, law in enumerate(laws) if law.get("u") and law["u"] != ["*"]},
        "numbers_only": [row for row, law in enumerate(laws) if law.get("u") == ["*"]],
        "partial": partial,
    }
    return names, articles, counts


def _since(law: Mapping[str, Any]) -> str:
    """The day from which a text counts: its coming into force where known, else its publication."""
    day: str = law.get("ef") or law["lu"]
    return day


def main(argv: Sequence[str] | None = None) -> int:
    """Convert one registry.json; 0 when both files were written."""
    return convert_file(argv, convert_registry, _TARGET, "python -m builders.parse.cn_statute_registry", __doc__ or "")


if __name__ == "__main__":
    raise SystemExit(main())
