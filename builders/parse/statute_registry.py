"""registry.json (facts of the national law database) -> the two compressed data files that the wheel carries.

    python -m builders.parse.statute_registry REGISTRY.json [--out legal_metrics/jurisdictions/tw]

The same input gives the same bytes (with one liblzma). Names come first and alone, so that a program that only reads citations never
unpacks the articles.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.errors import BuildError

NAMES_FILE = "statutes.json.xz"
ARTICLES_FILE = "statute_articles.json.xz"
_NEVER = "9999"  # "date to be set": says nothing about a text in force
_TARGET = Path("legal_metrics/jurisdictions/tw")

Convert = Callable[[Mapping[str, Any]], tuple[dict[str, Any], dict[str, Any], Counter[str]]]
"""From a decoded registry to (names, articles, counts)."""


def convert_registry(registry: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any], Counter[str]]:
    """(names, articles, counts) out of the decoded registry.

    ``names`` holds one column per fact, rows in the order of the source: ``ids``, ``names``, ``kinds`` (C, L, R), ``enacted``,
    ``valid_from``, ``valid_until``, and ``aliases`` / ``former_names`` as {name: row}. The text of the registry is right from ``valid_from``
    (a live law: its last change, or later its coming into force; an abolished one: its last amendment, "" where no dates are known)
    until ``valid_until`` (its abolition, else ""). Dates are YYYYMMDD, "" = not known.

    Former names that the source cut off inside a bracket, and names that are another law's official name, are dropped and counted.
    """
    laws = registry["laws"]
    official = {law["n"] for law in laws}
    counts: Counter[str] = Counter(laws=len(laws))
    columns: dict[str, list[str]] = {c: [] for c in ("ids", "names", "kinds", "enacted", "valid_from", "valid_until")}
    aliases: dict[str, int] = {}
    former_names: dict[str, int] = {}
    for row, law in enumerate(laws):
        abolished = bool(law.get("ab"))
        dates = law.get("h", [])
        counts["abolished"] += abolished
        facts = (
            law["p"],
            law["n"],
            law["k"],
            dates[0] if dates else "",
            _valid_from(law["lu"], dates, law.get("ef", ""), abolished),
            law["lu"] if abolished else "",
        )
        for column, fact in zip(columns.values(), facts, strict=True):
            column.append(fact)
        for names, key in ((aliases, "al"), (former_names, "fn")):
            for name in _usable(law.get(key, ()), official, counts):
                names.setdefault(name, row)
    texts = [law["a"] for law in laws]
    counts["articles"] = sum(text.count(";") + 1 for text in texts if text)
    source = {"source": registry["source"], "commit": registry["commit"]}
    name_data = {
        **source,
        "as_of": registry["moj_update_date"],
        "complete": True,
        "n_laws": len(laws),
        "n_articles": counts["articles"],
        **{column: "\n".join(facts) for column, facts in columns.items()},
        "aliases": aliases,
        "former_names": former_names,
    }
    articles = {
        **source,
        "articles": texts,
        "uncertain": {str(i): law["u"] for i, law in enumerate(laws) if law.get("u")},
        "numbers_only": [i for i, law in enumerate(laws) if law.get("ab")],
    }
    return name_data, articles, counts


def pack(value: Any) -> bytes:
    """JSON, compressed: the same bytes for the same value."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def main(argv: Sequence[str] | None = None) -> int:
    """Convert one registry.json; 0 when both files were written."""
    return convert_file(argv, convert_registry, _TARGET, "python -m builders.parse.statute_registry", __doc__ or "")


def convert_file(argv: Sequence[str] | None, convert: Convert, target: Path, program: str, about: str) -> int:
    """The command of a jurisdiction's converter: read one registry.json, write the two files of facts, print the counts; 0 when both were written."""
    parser = argparse.ArgumentParser(prog=program, description=about.partition("\n")[0])
    parser.add_argument("registry", type=Path)
    parser.add_argument("--out", type=Path, default=target, help=f"folder for {NAMES_FILE} and {ARTICLES_FILE}")
    arguments = parser.parse_args(argv)
    try:
        names, articles, counts = convert(json.loads(arguments.registry.read_text(encoding="utf-8")))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise BuildError(
            f"{arguments.registry}: found {error!r}, allowed the registry form that SOURCES describes"
        ) from error
    for name, value in ((NAMES_FILE, names), (ARTICLES_FILE, articles)):
        (arguments.out / name).write_bytes(pack(value))
    sys.stdout.write(json.dumps(counts, sort_keys=True) + "\n")
    return 0


def _usable(names: Sequence[str], official: set[str], counts: Counter[str]) -> list[str]:
    kept = []
    for name in dict.fromkeys(names):
        if name.count("（") != name.count("）"):
            counts["dropped: name cut off inside a bracket"] += 1
        elif name in official:
            counts["dropped: an official name"] += 1
        else:
            kept.append(name)
    return kept


def _valid_from(changed: str, dates: Sequence[str], in_force: str, abolished: bool) -> str:
    if abolished:
        return dates[-2] if len(dates) > 1 else ""
    if in_force and not in_force.startswith(_NEVER):
        return max(changed, in_force)
    return changed


if __name__ == "__main__":
    raise SystemExit(main())
