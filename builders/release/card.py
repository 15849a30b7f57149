"""The card of a release (README.md): YAML that ``datasets`` reads, and a page that a person reads.

The card is a pure function of the manifest, the prose in ``dataset_cards/<dataset>.md``, the schemas and the task table. Prose is written by
hand; each ``<!-- name -->`` on a line of its own is replaced by the table of that name, so no figure is ever typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.quality.validation import load_schema
from builders.release.arrow_schema import arrow_schema, features
from builders.release.front_matter import front_matter
from builders.release.manifest import ROOT, STATEMENTS, datasets
from builders.tasks.reasons import reasons_of

PROSE = ROOT / "dataset_cards"
_PLACE = re.compile(r"^<!-- ([a-z_]+) -->$", re.MULTILINE)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_KIND_TITLES = {"bundled": "bundled sample release", "rebuilt": "built from official sources", "mixed": "configs of several kinds"}


def render_card(manifest: Mapping[str, Any], *, prose: Path = PROSE) -> str:
    """The whole text of README.md.

    Raises: BuildError where the prose is missing or asks for a table that does not exist.
    """
    path = prose / f"{manifest['dataset']}.md"
    try:
        page = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BuildError(f"{path}: no such file; every dataset needs the prose of its card there") from None

    def table(place: re.Match[str]) -> str:
        if place[1] not in TABLES:
            raise BuildError(f"{path}: found <!-- {place[1]} -->, allowed {', '.join(TABLES)}")
        return TABLES[place[1]](manifest)

    return front_matter(metadata(manifest)) + "\n" + _PLACE.sub(table, page)


def metadata(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The YAML values: what the Hub shows, and ``configs`` and ``dataset_info`` with explicit file names, features and row counts."""
    facts = datasets()[manifest["dataset"]]
    kind = manifest["kind"]
    rows = sum(split["rows"] for config in manifest["configs"].values() for split in config["splits"].values())
    return {
        "pretty_name": f"{facts['pretty_name']} ({_KIND_TITLES[kind]})",
        "language": facts["language"],
        "license": facts["license"].get(kind, "other"),
        "task_categories": facts["task_categories"],
        "tags": facts["tags"],
        "size_categories": [next((name for limit, name in _SIZES if rows < limit), "n>1M")],
        "configs": [
            {
                "config_name": name,
                "version": config["version"],
                "data_files": [{"split": split, "path": facts["file"]} for split, facts in config["splits"].items()],
            }
            for name, config in manifest["configs"].items()
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": features(arrow_schema(load_schema(config["record"]))),
                "splits": [
                    {"name": split, "num_bytes": facts["bytes"], "num_examples": facts["rows"]} for split, facts in config["splits"].items()
                ],
                "dataset_size": sum(facts["bytes"] for facts in config["splits"].values()),
            }
            for name, config in manifest["configs"].items()
        ],
    }


def _statement(manifest: Mapping[str, Any]) -> str:
    kinds = dict.fromkeys(config["kind"] for config in manifest["configs"].values())
    if len(kinds) == 1:
        return f"> **{STATEMENTS[manifest['kind']]}**"
    return "\n>\n".join(f"> **`{name}`: {STATEMENTS[config['kind']]}**" for name, config in manifest["configs"].items())


def _configs(manifest: Mapping[str, Any]) -> str:
    rows = (
        (f"`{name}`", f"`{split}`", config["version"], config["kind"], facts["rows"], f"`{facts['rows_sha256'][:8]}`")
        for name, config in manifest["configs"].items()
        for split, facts in config["splits"].items()
    )
    return _table(("config", "split", "version", "kind", "rows", "rows digest"), rows)


def _fields(manifest: Mapping[str, Any]) -> str:
    return _each(manifest, lambda config: _field_table(load_schema(config["record"])))


def _field_table(schema: Mapping[str, Any]) -> str:
    parts = [_table(("field", "type", "what"), (_field_row(name, prop, schema) for name, prop in schema["properties"].items()))]
    for name, part in schema["$defs"].items():
        rows = [_field_row(field, prop, schema) for field, prop in part["properties"].items()]
        parts.append(f"`{name}`: {part['description']}\n\n{_table(('field', 'type', 'what'), rows)}")
    return "\n\n".join(parts)


def _field_row(name: str, prop: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[str, str, str]:
    described = prop.get("description") or schema["$defs"][prop["$ref"].rsplit("/", 1)[-1]]["description"]
    return f"`{name}`", _type_name(prop), described


def _type_name(prop: Mapping[str, Any]) -> str:
    if "$ref" in prop:
        return f"`{prop['$ref'].rsplit('/', 1)[-1]}`"
    if "anyOf" in prop:
        return " or ".join(_type_name(option) for option in prop["anyOf"])
    if "enum" in prop:
        return " or ".join(dict.fromkeys("null" if value is None else "string" for value in prop["enum"]))
    if prop["type"] == "array":
        return f"list of {_type_name(prop['items'])}"
    return prop["type"] if isinstance(prop["type"], str) else " or ".join(prop["type"])


def _selection(manifest: Mapping[str, Any]) -> str:
    return _each(manifest, _selection_of)


def _selection_of(config: Mapping[str, Any]) -> str:
    profile = config["profile"]
    rules = _table(("rule", "value"), ((f"`{key}`", "none" if value is None else value) for key, value in profile.items()))
    steps = _table(
        ("step", "read", "kept", "dropped"),
        ((step["step"], step["read"], step["kept"], sum(step["dropped"].values())) for step in config["steps"]),
    )
    meaning = reasons_of(config["record"])
    dropped = [(f"`{reason}`", n, meaning[reason]) for step in config["steps"] for reason, n in step["dropped"].items()]
    return "\n\n".join([rules, steps, _table(("dropped because", "number", "meaning"), dropped) if dropped else "Nothing was dropped."])


def _provenance(manifest: Mapping[str, Any]) -> str:
    return _each(manifest, _provenance_of)


def _provenance_of(config: Mapping[str, Any]) -> str:
    sources = [(f"`{one['id']}`", one["files"], one["bytes"], f"`{one['sha256'][:16]}…`") for one in config["sources"]]
    parts = [_table(("source", "files", "bytes", "SHA-256"), sources)]
    if "masked" in config:
        parts.append(_table(("masked", "number"), [(key.replace("_", " "), n) for key, n in config["masked"].items()]))
    if "duplicates" in config:
        twins = config["duplicates"]
        parts.append(f"Near duplicates: {twins['records']} records in {twins['groups']} groups; each group stands in one split.")
    if "counts" in config:
        rows = ((name.replace("_", " "), value, n) for name, values in config["counts"].items() for value, n in values.items())
        parts.append(_table(("what", "value", "records"), rows))
    known = config["annotations"]
    parts.append(f"Annotations: {known['errata']} values of the source corrected, {known['retired']} records withdrawn.")
    return "\n\n".join(parts)


def _canary(manifest: Mapping[str, Any]) -> str:
    return f"`{manifest['dataset']}` canary GUID {manifest['canary']}"


def _each(manifest: Mapping[str, Any], render: Callable[[Mapping[str, Any]], str]) -> str:
    configs = manifest["configs"]
    return "\n\n".join((f"### `{name}`\n\n" if len(configs) > 1 else "") + render(config) for name, config in configs.items())


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


TABLES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "statement": _statement,
    "configs": _configs,
    "fields": _fields,
    "selection": _selection,
    "provenance": _provenance,
    "canary": _canary,
}
