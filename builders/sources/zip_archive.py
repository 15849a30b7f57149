"""Members of a zip, in the order of their names."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from builders.sources.items import Selection, SourceError, SourceItem, decoded_name, safe_name

_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1


def read_zip(path: Path, selection: Selection) -> Iterator[SourceItem]:
    """Every member of the zip.

    Raises: SourceError for a truncated, damaged, encrypted or hostile archive.
    """
    read = 0
    try:
        with zipfile.ZipFile(path) as archive:
            members = [(safe_name(_name(info), path, read=0), info) for info in archive.infolist() if not info.is_dir()]
            for name, info in sorted(members, key=lambda member: (member[0], member[1].header_offset)):
                skipped = selection.refusal(name, info.file_size)
                if skipped is not None:
                    yield SourceItem(name, b"", skipped)
                    continue
                if info.flag_bits & _ENCRYPTED_FLAG:
                    raise SourceError(path, f"{name} is encrypted; allowed: archives without a password", read=read)
                with archive.open(info) as member:  # ends at the stated size and checks the sum there
                    data = member.read()
                yield SourceItem(name, data)
                read += 1
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise SourceError(path, f"truncated or damaged zip archive: {error}", read=read) from error
    except (RuntimeError, NotImplementedError) as error:  # a method or a flag that zipfile does not know
        raise SourceError(path, f"zip archive that cannot be read: {error}", read=read) from error


def _name(info: zipfile.ZipInfo) -> str:
    """The member's name; without the UTF-8 flag ``zipfile`` has decoded it as cp437, which no Chinese name is."""
    name = info.filename
    if info.flag_bits & _UTF8_FLAG or name.isascii():
        return name
    try:
        return decoded_name(name.encode("cp437"))
    except UnicodeEncodeError:  # not decoded as cp437 after all
        return name
