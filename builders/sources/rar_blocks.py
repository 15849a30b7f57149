"""The block headers of a RAR, walked without unpacking: how many files it holds and whether its end is there.

libarchive takes a RAR that is cut between two blocks, or inside a header, for one that ends there. The headers say otherwise.
Formats: RAR 5.0 (technical note of WinRAR) and RAR 1.5 to 4 (technote.txt of RAR 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

RAR4_MARK = b"Rar!\x1a\x07\x00"
RAR5_MARK = b"Rar!\x1a\x07\x01\x00"
_MAX_HEADER = 2 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RarBlocks:
    """What the headers say: number of file entries (folders included), whether an end block closes them, and the flags that matter.

    >>> RarBlocks(files=2, complete=True).volume
    False
    """

    files: int
    complete: bool
    volume: bool = False
    encrypted: bool = False
    solid4: bool = False  # a solid archive of the old format: libarchive cannot read those


def read_rar_blocks(path: Path) -> RarBlocks:
    """Walk the headers of the RAR. A file without the mark has no blocks and is not complete."""
    with path.open("rb") as stream:
        mark = stream.read(len(RAR5_MARK))
        if mark == RAR5_MARK:
            return _walk_rar5(stream, path.stat().st_size)
        if mark.startswith(RAR4_MARK):
            stream.seek(len(RAR4_MARK))
            return _walk_rar4(stream, path.stat().st_size)
    return RarBlocks(0, False)


def _walk_rar5(stream: BinaryIO, size: int) -> RarBlocks:
    files, volume = 0, False
    while True:
        head = stream.read(7)  # checksum, then the header's size in at most three bytes
        header_size, used = _vint(head, 4)
        if used == 0 or not 0 < header_size <= _MAX_HEADER:
            return RarBlocks(files, False, volume)
        stream.seek(4 + used - len(head), 1)
        header = stream.read(header_size)
        kind, at = _vint(header, 0)
        flags, step = _vint(header, at)
        if len(header) < header_size or step == 0:
            return RarBlocks(files, False, volume)
        at += step
        if flags & 1:  # an extra area: its size stands before the data size
            at += _vint(header, at)[1]
        data_size = _vint(header, at)[0] if flags & 2 else 0
        if kind == 5:
            return RarBlocks(files, True, volume)
        if kind == 4:  # the headers that follow are encrypted
            return RarBlocks(files, False, volume, encrypted=True)
        if kind == 1:
            volume = bool(_vint(header, at)[0] & 1)
        files += kind == 2
        if stream.seek(data_size, 1) > size:
            return RarBlocks(files, False, volume)


def _walk_rar4(stream: BinaryIO, size: int) -> RarBlocks:
    """RAR 3 and later write an end block; an archive without one is taken for a cut one."""
    files, main = 0, 0
    complete = False
    while not complete:
        head = stream.read(11)
        if len(head) < 7:
            break
        kind, flags, header_size = head[2], int.from_bytes(head[3:5], "little"), int.from_bytes(head[5:7], "little")
        if header_size < 7:
            break
        data_size = int.from_bytes(head[7:11], "little") if flags & 0x8000 else 0
        complete = kind == 0x7B
        if kind == 0x73:
            main = flags
            if main & 0x80:
                break  # the headers that follow are encrypted
        read = len(head)
        if kind == 0x74:
            files += 1
            if flags & 0x100:  # a large file: the high half of its packed size stands at offset 32
                stream.seek(32 - read, 1)
                data_size += int.from_bytes(stream.read(4), "little") << 32
                read = 36
        if not complete and stream.seek(header_size - read + data_size, 1) > size:
            break
    return RarBlocks(files, complete, volume=bool(main & 1), encrypted=bool(main & 0x80), solid4=bool(main & 8))


def _vint(data: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer and its bytes; 0 bytes where the data ends inside it."""
    value = 0
    for used, byte in enumerate(data[at : at + 10]):
        value |= (byte & 0x7F) << (7 * used)
        if byte < 0x80:
            return value, used + 1
    return 0, 0
