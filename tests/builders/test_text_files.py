"""Lines are read and written one way: UTF-8, LF, and one message where that fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import BuildError
from builders.text_files import read_lines, write_lines


@given(st.lists(st.text(st.characters(blacklist_characters="\n\r", blacklist_categories=["Cs"]))))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    file = tmp_path_factory.mktemp("lines") / "a.jsonl"
    write_lines(file, lines)
    assert read_lines(file) == [*lines, ""]


def test_faults_name_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "big5.txt").write_bytes("法".encode("big5"))
    with pytest.raises(BuildError, match=r"big5\.txt: cannot be read"):
        read_lines(tmp_path / "big5.txt")
    with pytest.raises(BuildError, match=r"none\.txt: cannot be read"):
        read_lines(tmp_path / "none.txt")
    with pytest.raises(BuildError, match="cannot be written"):
        write_lines(tmp_path / "no" / "a.txt", ["甲"])
    write_lines(None, ["甲"])
    assert capsys.readouterr().out == "甲\n"
