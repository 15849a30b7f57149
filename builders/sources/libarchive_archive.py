"""Members of a 7z or rar, in stored order and in one pass, through the system's libarchive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.sources.items import Selection, SourceError, SourceItem, safe_name
from builders.sources.rar_blocks import read_rar_blocks
from builders.sources.rars_archive import UNPACK, read_with_rars


def read_with_libarchive(path: Path, selection: Selection, *, is_rar: bool) -> Iterator[SourceItem]:
    """Every file of the archive; links are yielded as skipped.

    A RAR's headers are walked first, because libarchive takes one that is cut between two blocks for one that ends there.

    Raises: SourceError for a truncated, damaged, encrypted or hostile archive, and where libarchive is not installed.
    """
    blocks = read_rar_blocks(path) if is_rar else None
    if blocks is not None and (blocks.volume or blocks.encrypted):
        what = "encrypted RAR" if blocks.encrypted else "one volume of a RAR in several"
        raise SourceError(path, f"{what}; allowed: one plain archive: {UNPACK}", read=0)
    if blocks is not None and blocks.solid4:
        yield from read_with_rars(path, selection)
        return
    libarchive = _import_libarchive(path)
    read = entries = 0
    try:
        # Opened here: libarchive cannot take every name that a file system can.
        with path.open("rb") as stream, libarchive.fd_reader(stream.fileno()) as archive:
            for entry in archive:
                entries += 1
                if entry.isdir:
                    continue
                name = safe_name(_name(entry, path, read), path, read=read)
                skipped = "not a regular file" if entry.issym or entry.islnk else selection.refusal(name, entry.size)
                if skipped is not None:
                    yield SourceItem(name, b"", skipped)
                    continue
                data, skipped = _read_blocks(entry, selection.max_bytes)
                yield SourceItem(name, data, skipped)
                read += skipped is None
    except libarchive.ArchiveError as error:
        raise SourceError(path, f"truncated or damaged archive: {error.msg or error}", read=read) from error
    if blocks is not None and (not blocks.complete or entries != blocks.files):
        found = f"{entries} entries were read, the headers hold {blocks.files}" + ("" if blocks.complete else " and no end mark")
        raise SourceError(path, f"truncated RAR archive: {found}", read=read)


def _read_blocks(entry: Any, max_bytes: int) -> tuple[bytes, str | None]:
    """The entry's bytes, given up as soon as they pass the limit: a stated size can lie."""
    pieces: list[bytes] = []
    total = 0
    for piece in entry.get_blocks():
        total += len(piece)
        if total <= max_bytes:
            pieces.append(piece)
    return (b"".join(pieces), None) if total <= max_bytes else (b"", f"{total} bytes; allowed: at most {max_bytes}")


def _name(entry: Any, path: Path, read: int) -> str:
    try:
        name = entry.pathname
    except UnicodeDecodeError as error:
        raise SourceError(path, f"a member's name is not UTF-8: {error}", read=read) from error
    if name is None:  # libarchive converts names through the C locale
        raise SourceError(path, "a member's name cannot be shown in this locale: set LC_ALL=C.UTF-8", read=read)
    return str(name)


def _import_libarchive(path: Path) -> Any:
    needs = "7z and rar archives need libarchive-c (pip install 'legal-metrics[build]')"
    try:
        import libarchive  # type: ignore[import-untyped]
    except ImportError as error:
        raise SourceError(path, f"{needs}: {error}") from error
    except (AttributeError, OSError, TypeError) as error:  # the package is there, the system's library is not
        raise SourceError(path, f"{needs} and the system's library (apt-get install libarchive13): {error}") from error
    return libarchive
