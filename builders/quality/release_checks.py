"""What a built release must hold: plain functions over its rows, each returning the problems that it found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from builders.errors import BuildError
from builders.quality.duplicates import THRESHOLD, comparable, near_duplicates
from builders.quality.personal_data import mask_numbers
from builders.quality.persons import find_persons
from builders.quality.validation import load_schema, validate
from builders.release.arrow_schema import arrow_schema, features
from builders.release.canonical import RowsDigest
from builders.release.card import render_card
from builders.release.manifest import CARD, ROOT, STATEMENTS, code_sha256, files_of
from legal_metrics.citations import StatuteCitation
from legal_metrics.jurisdictions.tw import statutes

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where (file, or config/split and id), and what.

    >>> str(Problem("ljp/test tw-ljp-1", "/year: found '2019', allowed integer"))
    "ljp/test tw-ljp-1: /year: found '2019', allowed integer"
    """

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def check_files(folder: Path, manifest: Mapping[str, Any]) -> list[Problem]:
    """Every file that the manifest names is there, and nothing else is."""
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    named = files_of(manifest)
    missing = [Problem(str(folder / name), "the manifest names it, but it is not there") for name in sorted(named - present)]
    return missing + [Problem(str(folder / name), "no part of the release") for name in sorted(present - named)]


def read_rows(folder: Path, config: Mapping[str, Any]) -> dict[str, list[Record]]:
    """The rows of every split of a config.

    Raises: BuildError for a file that is no Parquet.
    """
    rows = {}
    for split, facts in config["splits"].items():
        path = folder / facts["file"]
        try:
            with path.open("rb") as file:
                rows[split] = pq.read_table(file).to_pylist()
        except (OSError, ValueError) as error:
            raise BuildError(f"{path}: found no readable Parquet ({error})") from error
    return rows


def check_digests(splits: Mapping[str, Sequence[Record]], config: Mapping[str, Any]) -> list[Problem]:
    """Number and digest of the rows are those of the manifest, and the digest stands in the file's name."""
    problems = []
    for split, rows in splits.items():
        facts = config["splits"][split]
        digest = RowsDigest()
        for row in rows:
            digest.add(row)
        found = {"rows": digest.rows, "rows_sha256": digest.sha256, "bytes": digest.bytes}
        for name, value in found.items():
            if facts.get(name) != value:
                problems.append(Problem(facts["file"], f"found {name} {value}, the manifest says {facts.get(name)}"))
        if digest.digest8 not in facts["file"]:
            problems.append(Problem(facts["file"], f"its rows have digest {digest.digest8}: the name must hold it"))
    return problems


def check_arrow_schema(folder: Path, config: Mapping[str, Any]) -> list[Problem]:
    """Every file has the columns and types that the JSON Schema gives."""
    expected = features(arrow_schema(load_schema(config["record"])))
    problems = []
    for facts in config["splits"].values():
        with (folder / facts["file"]).open("rb") as file:
            found = features(pq.read_schema(file))
        if found != expected:
            problems.append(Problem(facts["file"], f"its columns are not those of schemas/{config['record']}.schema.json"))
    return problems


def check_records(splits: Mapping[str, Sequence[Record]], config: Mapping[str, Any]) -> list[Problem]:
    """Every row keeps schema and rules."""
    return [Problem(where, str(fault)) for where, row in _rows(splits) for fault in validate(row, config["record"])]


def check_ids(splits: Mapping[str, Sequence[Record]], retired: Iterable[str] = ()) -> list[Problem]:
    """Ids are unique over all splits, rows are in their order, and no retired id is back."""
    problems, seen, gone = [], set(), set(retired)
    for where, row in _rows(splits):
        if row["id"] in seen:
            problems.append(Problem(where, "this id is there already"))
        if row["id"] in gone:
            problems.append(Problem(where, "this id is retired and can never be used again"))
        seen.add(row["id"])
    for split, rows in splits.items():
        if [row["id"] for row in rows] != sorted(row["id"] for row in rows):
            problems.append(Problem(split, "rows are not in the order of their ids"))
    return problems


def check_leakage(splits: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """No record of one split is a near duplicate of a record of another."""
    flat = [(split, row) for split, rows in splits.items() for row in rows]
    texts = [comparable(row["main_text"], row["facts"], row["reasons"]) for _, row in flat]
    return [
        Problem(f"{flat[i][0]} {flat[i][1]['id']}", f"{similarity:.3f} similar to {flat[j][0]} {flat[j][1]['id']}, allowed below {THRESHOLD}")
        for i, j, similarity in near_duplicates(texts)
        if flat[i][0] != flat[j][0]
    ]


def check_personal_data(splits: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """No personal number and no introduced name is left in a released text."""
    problems = []
    for where, row in _rows(splits):
        for field in ("main_text", "facts", "reasons"):
            for kind, n in mask_numbers(row[field])[1].items():
                if n:
                    problems.append(Problem(where, f"/{field}: found {n} {kind.replace('_', ' ')}"))
            left = find_persons("".join(row[field].split()))
            if left:
                problems.append(Problem(where, f"/{field}: found {len(left)} names that a role introduces"))
    return problems


def check_provenance(splits: Mapping[str, Sequence[Record]], manifest: Mapping[str, Any], config: Mapping[str, Any]) -> list[Problem]:
    """Sources are known, records name them and carry the canary, and the manifest says what kind of release it is."""
    problems = []
    named = {source["id"] for source in config["sources"]}
    for id in sorted(named):
        if not (ROOT / "data" / "sources" / f"{id}.json").is_file():
            problems.append(Problem(f"source {id}", "no such file in data/sources"))
    if config["kind"] not in STATEMENTS:
        problems.append(Problem("manifest", f"found kind {config['kind']!r}, allowed {', '.join(STATEMENTS)}"))
    for where, row in _rows(splits):
        if row["provenance"]["source"] not in named:
            problems.append(Problem(where, f"found source {row['provenance']['source']!r}, allowed {', '.join(sorted(named))}"))
        if row["provenance"]["canary"] != manifest["canary"]:
            problems.append(Problem(where, "found another canary than the manifest's"))
    return problems


def check_citations(splits: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """No label is a provision that did not exist on the day of the judgment (as far as the registry knows)."""
    registry = statutes()
    problems = []
    for where, row in _rows(splits):
        for index, one in enumerate(row["statutes"]):
            citation = StatuteCitation(
                one["law"], one["article"], one["paragraph"], one["subparagraph"], one["item"], version=one["version"]
            )
            if registry.exists(citation, on=row["date"]) is False:
                problems.append(Problem(where, f"/statutes/{index}: found {citation}, which did not exist on {row['date']}"))
    return problems


def check_card(folder: Path, manifest: Mapping[str, Any]) -> list[Problem]:
    """The card is the one that the manifest, the prose and the schemas give."""
    path = folder / CARD
    if path.read_text(encoding="utf-8") != render_card(manifest):
        return [Problem(str(path), "not what the manifest and dataset_cards/ give; check --fix writes it anew")]
    return []


def check_code(config: Mapping[str, Any]) -> list[Problem]:
    """The release was built by the code that is here."""
    if config["builder"]["code_sha256"] != code_sha256():
        return [Problem("manifest", "built by other code than this: build it again")]
    return []


def retired_ids(dataset: str) -> list[str]:
    """The ids of ``data/annotations/<dataset>/retired.jsonl``; none where there is no such file."""
    path = ROOT / "data" / "annotations" / dataset / "retired.jsonl"
    return [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []


def _rows(splits: Mapping[str, Sequence[Record]]) -> Iterator[tuple[str, Record]]:
    for split, rows in splits.items():
        for number, row in enumerate(rows, start=1):
            yield f"{split} row {number} ({row.get('id')})", row
