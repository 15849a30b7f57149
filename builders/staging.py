"""Output that appears whole or not at all: made beside its place and moved there at the end, together with what belongs to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builders.errors import BuildError
from builders.signals import uninterrupted


@dataclass(frozen=True, slots=True)
class Move:
    """A finished file or folder and the place where it belongs, on the same file system."""

    made: Path
    target: Path

    @property
    def earlier(self) -> Path:
        """Where what was in the place waits until all moves are done."""
        return self.made.with_name(self.made.name + ".old")


def move_together(moves: Sequence[Move]) -> None:
    """Everything to its place; where one move fails, every place is as it was.

    Raises: OSError of the move that failed.
    """
    try:
        for move in moves:
            if move.target.exists():
                move.target.rename(move.earlier)
            move.made.rename(move.target)
    except BaseException:
        for move in reversed(moves):
            if not move.made.exists() and move.target.exists():
                move.target.rename(move.made)
            if move.earlier.exists():
                move.earlier.rename(move.target)
        raise


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """An ``OSError`` in the block (no such folder, no permission, read-only, full disk) becomes a message that names ``target``.

    Raises: BuildError, which names another file where that is at fault.

    >>> with writing(Path("out")):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
        ...
    builders.errors.BuildError: out: No space left on device
    """
    try:
        yield
    except BrokenPipeError:  # about what is printed, not about what is written
        raise
    except OSError as error:
        named = None if error.filename is None else Path(os.fsdecode(error.filename))
        why = error.strerror or str(error)
        if named in target.resolve().parents:
            raise BuildError(f"{target}: {why} ({named})") from error
        ours = named is None or _beside(target).name in named.parts
        raise BuildError(f"{target if ours else named}: {why}") from error


@contextmanager
def scratch_folder(out: Path) -> Iterator[Move]:
    """A folder beside ``out`` (so that moving is a rename), gone at the end whatever happens."""
    move = _staged(out)
    with _parents(move.target):
        try:
            with writing(out):
                move.made.mkdir()
            yield move
        finally:
            with uninterrupted():
                shutil.rmtree(move.made, ignore_errors=True)


@contextmanager
def scratch_file(path: Path) -> Iterator[Move]:
    """An empty file beside ``path``, gone at the end whatever happens: where it can be made, ``path`` can be written.

    Raises: BuildError where it cannot, and where ``path`` is a folder, a pipe or a device: none of those can be replaced by a file.
    """
    if path.exists() and not path.is_file():
        raise BuildError(f"{path}: found no regular file, allowed a new or a regular file")
    move = _staged(path)
    with _parents(move.target):
        try:
            with writing(path):
                move.made.touch()
            yield move
        finally:
            with uninterrupted():
                move.made.unlink(missing_ok=True)
                move.earlier.unlink(missing_ok=True)


def missing_folders(paths: Iterable[Path]) -> list[Path]:
    """The folders above ``paths`` that are not there and that writing will make, the outermost first."""
    return sorted({folder for path in paths for folder in path.parents if not folder.exists()})


def write_text(path: Path, text: str) -> list[Path]:
    """Write the whole file, or leave it as it was. Returns: the folders that were made for it.

    Raises: BuildError where it cannot be written.
    """
    folders = missing_folders([path])
    with scratch_file(path) as move, writing(path):
        fill(move, text)
        move_together([move])
    return folders


def fill(move: Move, text: str) -> None:
    """Write the text of a file that is in the making. Half a surrogate pair becomes ``\\udXXX``, which in JSON is the same character."""
    move.made.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


@contextmanager
def _parents(target: Path) -> Iterator[None]:
    """The folders above ``target`` while the block runs; those that were made for it go again where it did not come to be."""
    missing = missing_folders([target])
    try:
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        with uninterrupted():
            for folder in reversed(missing):
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()


def _staged(path: Path) -> Move:
    target = path.resolve()  # a link stays: what it leads to is replaced
    return Move(_beside(target), target)


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.part")
