"""What a source yields, and what is refused whatever the container: unsafe names and files beyond any real size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from builders.errors import BuildError

MAX_FILE_BYTES = 64 * 1024 * 1024
"""The largest file that is read whole. The longest known judgments take a few megabytes; more is a mistake or a bomb."""

# Names that are not UTF-8 come from Windows, in Taiwan or in China.
_ENCODINGS = ("utf-8", "cp950", "gb18030")
_DRIVE = re.compile(r"[A-Za-z]:")


class SourceError(BuildError):
    """A source cannot be read, or not to its end: the message names it, what was found and what was read before.

    >>> str(SourceError("a.zip", "truncated: the directory at its end is missing", read=0))
    'a.zip: truncated: the directory at its end is missing (files read before this: 0)'
    """

    def __init__(self, source: Path | str, why: str, *, read: int | None = None) -> None:
        self.source = str(source)
        self.why = why
        self.read = read
        super().__init__(f"{source}: {why}" + ("" if read is None else f" (files read before this: {read})"))


@dataclass(frozen=True, slots=True)
class SourceItem:
    """One file of a source.

    ``name`` is relative to the source, with ``/`` between its parts; a file of an archive inside a folder has the archive's name
    before its own. ``skipped`` is the reason why a file was not read (``data`` is empty then), None for a file that was.

    >>> SourceItem("202401/a.json", b"{}").skipped is None
    True
    """

    name: str
    data: bytes
    skipped: str | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files are read: by the end of their names (empty: all) and up to a size.

    >>> Selection((".json",), 10).refusal("a.txt", 3)
    'not a .json file'
    >>> Selection((".json",), 10).refusal("a.json", 11)
    '11 bytes; allowed: at most 10'
    """

    suffixes: tuple[str, ...] = (".json",)
    max_bytes: int = MAX_FILE_BYTES

    def refusal(self, name: str, size: int | None) -> str | None:
        """Why the file is not read, or None. ``size`` None where the container does not say."""
        if self.suffixes and not name.lower().endswith(self.suffixes):
            return f"not a {' or '.join(self.suffixes)} file"
        if size is not None and size > self.max_bytes:
            return f"{size} bytes; allowed: at most {self.max_bytes}"
        return None


def decoded_name(raw: bytes) -> str:
    """The text of a file name whose encoding nobody has said; what is in none of the likely ones is shown byte by byte.

    >>> decoded_name("臺灣.json".encode("cp950")), decoded_name(b"\\xff\\xff")
    ('臺灣.json', '\\\\xff\\\\xff')
    """
    for encoding in _ENCODINGS:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", errors="backslashreplace")


def readable_name(name: str) -> str:
    """A name as the system or an archive gave it, without the half characters that stand for bytes that it could not decode.

    >>> readable_name("臺灣.json".encode("cp950").decode("utf-8", "surrogateescape"))
    '臺灣.json'
    """
    if not any("\ud800" <= character <= "\udfff" for character in name):
        return name
    try:
        return decoded_name(name.encode("utf-8", errors="surrogateescape"))
    except UnicodeEncodeError:  # halves that stand for no byte
        return name.encode("utf-8", errors="backslashreplace").decode()


def safe_name(name: str, source: Path | str, *, read: int) -> str:
    """The member's name with ``/`` between its parts.

    Nothing is ever unpacked to disk, but names become parts of messages and ids, so a name that points out of its archive
    marks the archive as hostile.

    Raises: SourceError for absolute names, ``..`` parts, drive letters and control characters.

    >>> safe_name("202401\\\\a.json", "x.zip", read=0)
    '202401/a.json'
    """
    plain = name.replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    unsafe = (
        plain.startswith("/")
        or ".." in parts
        or not parts
        or _DRIVE.match(plain) is not None
        or any(ord(character) < 32 for character in plain)
    )
    if unsafe:
        raise SourceError(source, f"unsafe member name {name!r}; allowed: relative names without '..'", read=read)
    return "/".join(parts)
