"""Files of records with rubrics (JSON or JSON lines, one or many a file, folders of them) and the contracts beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError
from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import kind_of, read_json_lines

_ENDINGS = (".json", ".jsonl")
_TEXTS = (".md", ".txt")


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file: a JSON list of objects, one object, or JSON lines; of a folder: those of its files, by name.

    Raises: UsageError for no such file; LegalMetricsError (JsonLineError) naming file and place.
    """
    if path.is_dir():
        found = sorted(file for file in path.rglob("*") if file.suffix.lower() in _ENDINGS and file.is_file())
        if not found:
            raise LegalMetricsError(f"{path}: found no files, allowed {' or '.join(_ENDINGS)}")
        for file in found:
            yield from read_records(file)
        return
    text = read_text(path)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        if path.suffix.lower() != ".jsonl" and len(text.strip().splitlines()) < 2:
            raise LegalMetricsError(f"{path}: found no JSON ({error}), allowed objects") from None
        yield from (row for _, row in read_json_lines(text.encode("utf-8").splitlines(), source=str(path)))
        return
    for place, row in enumerate(value if isinstance(value, list) else [value], start=1):
        if not isinstance(row, dict):
            raise LegalMetricsError(f"{path}, record {place}: found {kind_of(row)}, allowed an object")
        yield row


def read_contracts(folder: Path, names: Iterator[str] | list[str]) -> Mapping[str, str]:
    """The texts of contracts by the names that records give them: that path under the folder, or a file of that name in it.

    Raises: UsageError for no such folder; LegalMetricsError naming the contracts that are not there.
    """
    if not folder.is_dir():
        raise UsageError(f"--contracts: no such folder: {folder}")
    root = folder.resolve()
    texts: dict[str, str] = {}
    missing = []
    for name in dict.fromkeys(names):
        wanted = Path(name.replace("\\", "/"))
        paths = ((root / one).resolve() for one in (wanted, wanted.name))
        path = next((one for one in paths if one.is_file() and one.is_relative_to(root)), None)
        if path is None or path.suffix.lower() not in _TEXTS:
            missing.append(name)
        else:
            texts[name] = read_text(path)
    if missing:
        raise LegalMetricsError(f"{folder}: found no text file for {', '.join(map(repr, missing[:20]))}")
    return texts


def read_text(path: Path) -> str:
    """A text file of the mainland: UTF-8, else GB18030. Raises: UsageError for no such file; LegalMetricsError for neither."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no such file: {path}") from None
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise LegalMetricsError(f"{path}: found bytes that are neither UTF-8 nor GB18030")
