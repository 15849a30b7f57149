"""Members of a tar, plain or compressed, in stored order and in one pass."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from builders.sources.items import Selection, SourceError, SourceItem, readable_name, safe_name

_DRAIN_BYTES = 1 << 16


class _StrictTarInfo(tarfile.TarInfo):
    """A tar ends with a block of zeros. ``tarfile`` also takes the end of the file and any block it cannot read for the end."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> tarfile.TarInfo:  # type: ignore[override]
        try:
            return super().fromtarfile(archive)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # the block of zeros; absent from the stubs
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"no end mark where the next member is expected ({error})") from None


def read_tar(path: Path, selection: Selection) -> Iterator[SourceItem]:
    """Every regular file of the tar (``.tar``, ``.tar.gz``, ``.tar.xz``, ``.tar.bz2``); links and devices are yielded as skipped.

    Raises: SourceError for a truncated, damaged or hostile archive.
    """
    read = 0
    try:
        with (
            _decompressed(path) as stream,
            tarfile.open(
                fileobj=stream, mode="r|", tarinfo=_StrictTarInfo, encoding="utf-8", errors="surrogateescape"
            ) as archive,
        ):
            for member in archive:
                archive.members = []  # type: ignore[attr-defined]  # else every header of the archive stays in memory
                if member.isdir():
                    continue
                name = safe_name(readable_name(member.name), path, read=read)
                content = archive.extractfile(member) if member.isreg() else None
                skipped = "not a regular file" if content is None else selection.refusal(name, member.size)
                if content is None or skipped is not None:
                    yield SourceItem(name, b"", skipped)
                    continue
                data = content.read()
                if len(data) != member.size:
                    raise tarfile.ReadError(f"{name} ends after {len(data)} of {member.size} bytes")
                yield SourceItem(name, data)
                read += 1
            while stream.read(_DRAIN_BYTES):  # the check sum of the compressed stream stands at its end
                pass
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        raise SourceError(path, f"truncated or damaged tar archive: {error}", read=read) from error


def _decompressed(path: Path) -> IO[bytes]:
    """The tar's bytes. Unlike ``tarfile``'s own streams these readers raise where the compressed data breaks off."""
    with path.open("rb") as stream:
        head = stream.read(6)
    if head.startswith(b"\x1f\x8b"):
        return gzip.open(path, "rb")  # type: ignore[return-value]
    if head.startswith(b"BZh"):
        return bz2.open(path, "rb")
    if head.startswith(b"\xfd7zXZ\x00"):
        return lzma.open(path, "rb")
    return path.open("rb")
