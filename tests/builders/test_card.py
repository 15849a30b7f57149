"""builders.release.card: YAML that `datasets` obeys, tables that nobody typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from test_release import FACTS

from builders.errors import BuildError
from builders.quality.validation import load_schema
from builders.release.card import PROSE, TABLES, metadata, render_card
from builders.release.manifest import STATEMENTS, datasets, new_manifest
from builders.tasks.reasons import REASONS

SPLITS = {
    "train": {"file": "ljp/train-00000000.parquet", "rows": 1200, "rows_sha256": "0" * 64, "bytes": 5},
    "test": {"file": "ljp/test-11111111.parquet", "rows": 5, "rows_sha256": "1" * 64, "bytes": 2},
}


def manifest(**facts: Any) -> dict[str, Any]:
    return new_manifest("tw-legalbench", {"ljp": {"record": "ljp", **FACTS, "annotations": {"errata": 2, "retired": 1}, "splits": SPLITS, **facts}})


def test_dashes_are_the_first_bytes() -> None:
    assert render_card(manifest()).startswith("---\npretty_name: ")


def test_metadata_names_files_versions_and_rows() -> None:
    values = metadata(manifest())
    config = values["configs"][0]
    assert (config["config_name"], config["version"]) == ("ljp", "1.0.0")
    assert config["data_files"] == [{"split": "train", "path": SPLITS["train"]["file"]}, {"split": "test", "path": SPLITS["test"]["file"]}]
    assert values["dataset_info"][0]["splits"][0] == {"name": "train", "num_bytes": 5, "num_examples": 1200}
    assert values["size_categories"] == ["1K<n<10K"]
    assert [feature["name"] for feature in values["dataset_info"][0]["features"]] == list(load_schema("ljp")["properties"])


def test_datasets_reads_the_yaml_as_it_is_meant() -> None:
    datasets_module = pytest.importorskip("datasets")
    hub = pytest.importorskip("huggingface_hub")
    data = hub.DatasetCard(render_card(manifest())).data
    info = datasets_module.info.DatasetInfosDict.from_dataset_card_data(data)["ljp"]
    assert info.splits["train"].num_examples == 1200
    assert list(info.features) == list(load_schema("ljp")["properties"])


@pytest.mark.parametrize(("kind", "licence", "title"), [("bundled", "cc-by-4.0", "bundled sample release"), ("rebuilt", "other", "built from official sources")])
def test_every_kind_says_plainly_what_it_is(kind: str, licence: str, title: str) -> None:
    card = render_card(manifest(kind=kind))
    assert STATEMENTS[kind] in card
    assert metadata(manifest(kind=kind))["license"] == licence
    assert title in metadata(manifest(kind=kind))["pretty_name"]


def test_every_field_reason_and_figure_stands_in_the_card() -> None:
    card = render_card(manifest())
    schema = load_schema("ljp")
    for name, prop in schema["properties"].items():
        assert f"| `{name}` |" in card
        assert prop.get("description", "") in card
    for part in schema["$defs"]:
        assert f"\n`{part}`: " in card
    assert f"| `ruling` | 1 | {REASONS['ruling']} |" in card
    assert datasets()["tw-legalbench"]["canary"] in card
    assert "| `ljp` | `test` | 1.0.0 | rebuilt | 5 | `11111111` |" in card


@pytest.mark.parametrize("dataset", [path.stem for path in PROSE.glob("*.md")])
def test_prose_asks_for_every_table_and_for_no_other(dataset: str) -> None:
    asked = re.findall(r"^<!-- (\w+) -->$", (PROSE / f"{dataset}.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(asked) == sorted(TABLES)


def test_no_place_is_left_open_and_the_card_ends_with_a_line_break() -> None:
    card = render_card(manifest())
    assert "<!--" not in card
    assert card.endswith("\n")


def test_unknown_tables_and_missing_prose(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="needs the prose"):
        render_card(manifest(), prose=tmp_path)
    (tmp_path / "tw-legalbench.md").write_text("<!-- figures -->\n", encoding="utf-8")
    with pytest.raises(BuildError, match=r"found <!-- figures -->, allowed statement"):
        render_card(manifest(), prose=tmp_path)


def test_bars_in_cells_do_not_break_tables() -> None:
    card = render_card(manifest(profile={"name": "a|b"}))
    assert "a\\|b" in card
