"""builders.sources: a source read part by part is the source."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from builders.sources import SourceError, open_part, open_source, source_parts


def by_parts(source: Path) -> list[object]:
    return [item for part in source_parts(source) for item in open_part(part, source)]


def test_all_parts_together_are_the_source(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.json").write_text("{}", encoding="utf-8")
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    (tmp_path / "note.txt").write_text("x", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("inner/1.json", "{}")
    for source in (tmp_path, tmp_path / "c.zip", tmp_path / "a.json"):
        assert by_parts(source) == list(open_source(source))
    assert len(source_parts(tmp_path)) == 4


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no files in it"):
        source_parts(tmp_path)
    with pytest.raises(SourceError, match="no such file or folder"):
        source_parts(tmp_path / "absent")
