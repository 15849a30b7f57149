"""One way in: a folder, an archive or a single file as a stream of named bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from builders.sources.items import MAX_FILE_BYTES, Selection, SourceError, SourceItem, readable_name
from builders.sources.libarchive_archive import read_with_libarchive
from builders.sources.tar_archive import read_tar
from builders.sources.zip_archive import read_zip

Reader = Callable[[Path, Selection], Iterator[SourceItem]]

_READERS: tuple[tuple[tuple[str, ...], tuple[tuple[int, bytes], ...], Reader], ...] = (
    # endings, marks with their offsets, reader
    ((".zip",), ((0, b"PK\x03\x04"), (0, b"PK\x05\x06")), read_zip),
    ((".7z",), ((0, b"7z\xbc\xaf\x27\x1c"),), partial(read_with_libarchive, is_rar=False)),
    ((".rar",), ((0, b"Rar!\x1a\x07"),), partial(read_with_libarchive, is_rar=True)),
    (
        (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2"),
        ((257, b"ustar"), (0, b"\x1f\x8b"), (0, b"\xfd7zXZ\x00"), (0, b"BZh")),
        read_tar,
    ),
)
ARCHIVE_SUFFIXES = tuple(suffix for suffixes, _, _ in _READERS for suffix in suffixes)
_MARK_BYTES = 262


def open_source(
    path: str | os.PathLike[str], *, suffixes: tuple[str, ...] = (".json",), max_file_bytes: int = MAX_FILE_BYTES
) -> Iterator[SourceItem]:
    """Every file under ``path``, one at a time: memory holds one file, never the source.

    ``path`` is a folder (read recursively in the order of names; archives in it are opened), a zip, tar (also gz, xz, bz2), 7z or rar,
    or a single file (read whatever its ending). Files that do not end in one of ``suffixes`` (empty: all do) or pass ``max_file_bytes``
    are yielded with ``skipped`` set and no bytes: nothing disappears. Zip members come in the order of names, those of the other
    archives as stored.

    Raises: SourceError at once for a wrong path, and while reading for an empty source, a truncated, damaged or hostile archive
    (never a quiet end).
    """
    source = Path(path)
    if not source.exists():
        raise SourceError(source, "no such file or folder")
    if not source.is_dir() and not source.is_file():
        raise SourceError(source, "neither a folder nor a regular file")
    return _not_empty(source, _read(source, Selection(suffixes, max_file_bytes)))


def source_parts(path: str | os.PathLike[str]) -> list[Path]:
    """What can be read independently of one another: the files below a folder, in the order of names, else the path itself.

    Raises: SourceError for a wrong path and an empty folder.
    """
    source = Path(path)
    if not source.exists():
        raise SourceError(source, "no such file or folder")
    parts = list(_files(source)) if source.is_dir() else [source]
    if not parts:
        raise SourceError(source, "no files in it")
    return parts


def open_part(
    part: Path, path: str | os.PathLike[str], *, suffixes: tuple[str, ...] = (".json",), max_file_bytes: int = MAX_FILE_BYTES
) -> Iterator[SourceItem]:
    """The files of one of ``source_parts(path)``: over all parts the same items as ``open_source(path)``, so that several workers can share a source."""
    source = Path(path)
    if part == source:
        return open_source(source, suffixes=suffixes, max_file_bytes=max_file_bytes)
    return _read_part(part, source, Selection(suffixes, max_file_bytes))


def _not_empty(source: Path, items: Iterator[SourceItem]) -> Iterator[SourceItem]:
    first = next(items, None)
    if first is None:
        raise SourceError(source, "no files in it")
    yield first
    yield from items


def _read(source: Path, selection: Selection) -> Iterator[SourceItem]:
    if source.is_dir():
        yield from _read_folder(source, selection)
        return
    reader = _archive_reader(source)
    if reader is not None:
        yield from reader(source, selection)
    else:
        yield _read_file(source, readable_name(source.name), Selection((), selection.max_bytes))


def _read_folder(root: Path, selection: Selection) -> Iterator[SourceItem]:
    for path in _files(root):
        yield from _read_part(path, root, selection)


def _read_part(path: Path, root: Path, selection: Selection) -> Iterator[SourceItem]:
    name = readable_name(path.relative_to(root).as_posix())
    if path.is_file() and name.lower().endswith(ARCHIVE_SUFFIXES):
        reader = _archive_reader(path)
        if reader is not None:
            for item in reader(path, selection):
                yield SourceItem(f"{name}/{item.name}", item.data, item.skipped)
            return
    yield _read_file(path, name, selection)


def _files(folder: Path) -> Iterator[Path]:
    """Files below the folder, depth first in the order of names; links to folders are not followed (they can lead in circles)."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise SourceError(folder, f"cannot be listed: {error.strerror}") from error
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _files(Path(entry.path))
        elif not entry.is_dir():
            yield Path(entry.path)


def _read_file(path: Path, name: str, selection: Selection) -> SourceItem:
    if not path.is_file():
        return SourceItem(name, b"", "not a regular file")
    skipped = selection.refusal(name, path.stat().st_size)
    if skipped is not None:
        return SourceItem(name, b"", skipped)
    try:
        return SourceItem(name, path.read_bytes())
    except OSError as error:
        raise SourceError(path, f"cannot be read: {error.strerror}") from error


def _archive_reader(path: Path) -> Reader | None:
    """The reader by the file's mark, else by its ending (so that a damaged archive is told as such); None for no archive."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_MARK_BYTES)
    except OSError as error:
        raise SourceError(path, f"cannot be read: {error.strerror}") from error
    for _, marks, reader in _READERS:
        if any(head[offset : offset + len(mark)] == mark for offset, mark in marks):
            return reader
    for suffixes, _, reader in _READERS:
        if path.name.lower().endswith(suffixes):
            return reader
    return None
