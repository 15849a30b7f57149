"""builders.staging: output that is whole or as it was, and messages that name it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from builders.errors import BuildError
from builders.staging import Move, move_together, scratch_file, scratch_folder, write_text, writing


def tree(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file()}


def moves(folder: Path) -> list[Move]:
    """A file with an earlier one in its place, a folder with an earlier one, and a new file."""
    for name in ("a.part", "b.part/x", "c.part"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("new", encoding="utf-8")
    for name in ("a", "b/y"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("earlier", encoding="utf-8")
    return [Move(folder / f"{name}.part", folder / name) for name in "abc"]


def test_all_moves(tmp_path: Path) -> None:
    move_together(moves(tmp_path))
    kept = {name: text for name, text in tree(tmp_path).items() if ".old" not in name}
    assert kept == {"a": "new", "b/x": "new", "c": "new"}


@pytest.mark.parametrize("at", range(5))
def test_a_move_that_fails_undoes_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    made = moves(tmp_path)
    before = tree(tmp_path)
    rename, calls = Path.rename, iter(range(99))

    def fails_once(self: Path, target: Path) -> Path:
        if next(calls) == at:
            raise OSError(errno.ENOSPC, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails_once)
    with pytest.raises(OSError, match="No space left"):
        move_together(made)
    assert tree(tmp_path) == before


def test_scratch_is_gone_after_an_interrupt(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), scratch_folder(tmp_path / "new" / "x") as move:
        (move.made / "part").write_text("half", encoding="utf-8")
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt), scratch_file(tmp_path / "new" / "er" / "x") as move:
        move.made.write_text("half", encoding="utf-8")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_message_names_what_was_to_be_written_unless_another_file_is_at_fault(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="out: full"), writing(Path("out")):
        raise OSError(errno.ENOSPC, "full")
    with pytest.raises(BuildError, match=f"{tmp_path / 'absent'}: No such file"), writing(Path("out")):
        (tmp_path / "absent").read_bytes()
    out = tmp_path / "file" / "x"
    out.parent.write_text("", encoding="utf-8")
    with pytest.raises(BuildError, match=rf"{out}: .* \({out.parent}\)"), writing(out), scratch_folder(out):
        pass
    with pytest.raises(BrokenPipeError), writing(out):
        raise BrokenPipeError


@pytest.mark.parametrize(("name", "words"), [("file/x", "Not a directory|File exists"), ("folder", "no regular file"), ("fifo", "no regular file")])
def test_places_that_no_file_can_have(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(BuildError, match=f"^{tmp_path / name}: .*({words})"):
        write_text(tmp_path / name, "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifo", "file", "folder"]


def test_missing_folders_are_made_and_told(tmp_path: Path) -> None:
    assert write_text(tmp_path / "a" / "b" / "x", "text") == [tmp_path / "a", tmp_path / "a" / "b"]
    assert write_text(tmp_path / "a" / "b" / "x", "new") == []
    assert tree(tmp_path) == {"a/b/x": "new"}


def test_text_with_half_characters_is_written_as_json_has_them(tmp_path: Path) -> None:
    write_text(tmp_path / "x", '{"a": "\udcb1"}')
    assert (tmp_path / "x").read_text(encoding="utf-8") == '{"a": "\\udcb1"}'


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("earlier", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "new"
