"""Folders, archives and files as streams of named bytes: order, limits, and no archive that ends quietly."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import sys
import tarfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.sources import SourceError, open_source
from builders.sources.rar_blocks import read_rar_blocks

FILES = {
    "202401/臺灣甲地方法院刑事/甲,1.json": '{"JID": "甲"}'.encode(),
    "202401/臺灣乙地方法院刑事/乙,1.json": b"{}" * 4000,
    "202402/readme.txt": b"not a judgment",
}
JSON_FILES = {name: data for name, data in FILES.items() if name.endswith(".json")}


def write_folder(path: Path) -> Path:
    for name, data in FILES.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def write_zip(path: Path, files: dict[str, bytes] = FILES) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tar_bytes(files: dict[str, bytes] = FILES) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def vint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def rar5_block(body: bytes) -> bytes:
    sized = vint(len(body)) + body
    return struct.pack("<I", zlib.crc32(sized)) + sized


def rar5_bytes(files: dict[str, bytes] = FILES, *, main_flags: int = 0) -> tuple[bytes, list[int]]:
    """A RAR 5 with stored members (technical note of WinRAR), and the offset at which each member ends."""
    out = b"Rar!\x1a\x07\x01\x00" + rar5_block(vint(1) + vint(0) + vint(main_flags))
    ends = []
    for name, data in files.items():
        encoded = name.encode()
        body = vint(2) + vint(2) + vint(len(data)) + vint(4) + vint(len(data)) + vint(0o100644)
        body += struct.pack("<I", zlib.crc32(data)) + vint(0) + vint(1) + vint(len(encoded)) + encoded
        out += rar5_block(body) + data
        ends.append(len(out))
    return out + rar5_block(vint(5) + vint(0) + vint(0)), ends


def read(path: Path, **options: object) -> dict[str, bytes]:
    return {item.name: item.data for item in open_source(path, **options) if item.skipped is None}  # type: ignore[arg-type]


def fails(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        for _ in open_source(path):
            pass
    assert str(path) in str(caught.value) or str(path.parent) in str(caught.value)
    return str(caught.value)


def test_a_folder_is_read_recursively_in_the_order_of_names_and_nothing_disappears(tmp_path: Path) -> None:
    items = list(open_source(write_folder(tmp_path)))
    assert [item.name for item in items] == sorted(FILES)
    assert {item.name: item.data for item in items if not item.skipped} == JSON_FILES
    assert [(item.name, item.data, item.skipped) for item in items if item.skipped] == [
        ("202402/readme.txt", b"", "not a .json file")
    ]


def test_archives_inside_a_folder_are_opened_under_their_own_name(tmp_path: Path) -> None:
    (tmp_path / "年").mkdir()
    write_zip(tmp_path / "年" / "202401.zip")
    (tmp_path / "a.json").write_bytes(b"{}")
    assert read(tmp_path) == {"a.json": b"{}"} | {f"年/202401.zip/{name}": data for name, data in JSON_FILES.items()}


def test_a_single_file_is_read_whatever_its_ending(tmp_path: Path) -> None:
    (tmp_path / "judgment.txt").write_bytes(b"{}")
    assert read(tmp_path / "judgment.txt") == {"judgment.txt": b"{}"}


@pytest.mark.parametrize(
    ("ending", "pack"),
    [(".tar", bytes), (".tar.gz", gzip.compress), (".tar.xz", lzma.compress), (".tar.bz2", bz2.compress)],
    ids=["plain", "gz", "xz", "bz2"],
)
class TestTar:
    def test_all_members(self, tmp_path: Path, ending: str, pack: Callable[[bytes], bytes]) -> None:
        path = tmp_path / f"a{ending}"
        path.write_bytes(pack(tar_bytes()))
        assert read(path) == JSON_FILES

    @pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.99])
    def test_a_cut_anywhere_is_an_error(
        self, tmp_path: Path, ending: str, pack: Callable[[bytes], bytes], kept: float
    ) -> None:
        whole = pack(tar_bytes()[:-10240])  # a tar is padded with zeros to its record size: cut the real part
        path = tmp_path / f"a{ending}"
        path.write_bytes(whole[: int(len(whole) * kept)])
        assert "truncated or damaged tar" in fails(path)


def test_a_tar_cut_between_two_members_is_an_error(tmp_path: Path) -> None:
    first = dict([next(iter(FILES.items()))])
    path = tmp_path / "a.tar"
    path.write_bytes(tar_bytes()[: 512 + 512])  # the header and the only data block of the first member
    assert len(next(iter(first.values()))) <= 512
    message = fails(path)
    assert "no end mark" in message
    assert "files read before this: 1" in message


def test_links_in_a_tar_are_skipped_and_said(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        link = tarfile.TarInfo("a.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert [(item.data, item.skipped) for item in open_source(tmp_path / "a.tar")] == [(b"", "not a regular file")]


def test_zip_members_come_in_the_order_of_names(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", dict(sorted(FILES.items(), reverse=True)))
    assert [item.name for item in open_source(path)] == sorted(FILES)
    assert read(path) == JSON_FILES


@pytest.mark.parametrize("encoding", ["utf-8", "cp950"])
def test_chinese_names_in_a_zip_without_the_utf8_flag(tmp_path: Path, encoding: str) -> None:
    name = "臺灣甲地方法院/判決.json"
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x" * len(name.encode(encoding)), b"{}")
    path.write_bytes(path.read_bytes().replace(b"x" * len(name.encode(encoding)), name.encode(encoding)))
    assert list(read(path, suffixes=())) == [name]


def test_an_encrypted_zip_names_its_member(tmp_path: Path) -> None:
    """Written by hand: a plain zip whose members say that they are encrypted (flag 1 in both headers)."""
    path = write_zip(tmp_path / "a.zip")
    data = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = -1
        while (at := data.find(mark, at + 1)) >= 0:
            data[at + flags] |= 1
    path.write_bytes(data)
    message = fails(path)
    assert ".json is encrypted; allowed: archives without a password (files read before this: 0)" in message
    assert "ZipInfo" not in message


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.99])
def test_a_cut_zip_is_an_error(tmp_path: Path, kept: float) -> None:
    path = write_zip(tmp_path / "a.zip")
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    assert "truncated or damaged zip" in fails(path)


def test_a_damaged_zip_member_is_an_error_that_counts_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.json", b"{}")
        archive.writestr("b.json", b'{"key": "value"}')
    path.write_bytes(path.read_bytes().replace(b"value", b"vague"))
    message = fails(path)
    assert "b.json" in message
    assert "files read before this: 1" in message


@pytest.mark.parametrize("name", ["/etc/a.json", "../a.json", "a/../../b.json", "C:/a.json", "..\\a.json", "a\x07.json"])
def test_hostile_names_are_refused_in_every_container(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(tar_bytes({name: b"{}"}))
    assert "unsafe member name" in fails(path)
    assert "unsafe member name" in fails(write_zip(tmp_path / "a.zip", {name: b"{}"}))


@pytest.mark.parametrize("write", [lambda path: write_zip(path / "a.zip"), write_folder])
def test_files_beyond_the_limit_are_skipped_with_both_sizes(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    items = {item.name: item for item in open_source(write(tmp_path), max_file_bytes=100)}
    large = items["202401/臺灣乙地方法院刑事/乙,1.json"]
    assert (large.data, large.skipped) == (b"", "8000 bytes; allowed: at most 100")
    assert items["202401/臺灣甲地方法院刑事/甲,1.json"].skipped is None


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.7z", "a.rar"])
def test_bytes_that_are_no_archive_under_an_archive_name_are_an_error(tmp_path: Path, name: str) -> None:
    for content in (b"", b"hello", b"{}" * 600):
        (tmp_path / name).write_bytes(content)
        fails(tmp_path / name)


def test_wrong_path_and_empty_sources_are_errors(tmp_path: Path) -> None:
    assert "no such file or folder" in fails(tmp_path / "missing")
    assert "no files in it" in fails(tmp_path)
    assert "no files in it" in fails(write_zip(tmp_path / "a.zip", {}))
    (tmp_path / "a.tar").write_bytes(tar_bytes({}))
    assert "no files in it" in fails(tmp_path / "a.tar")


def test_a_wrong_path_is_told_before_the_first_item_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        open_source(tmp_path / "missing")


def test_memory_holds_one_file_not_the_source(tmp_path: Path) -> None:
    size = 400_000
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(tar_bytes({f"{i:03}.json": b"0" * size for i in range(50)})))
    tracemalloc.start()
    try:
        assert sum(len(item.data) for item in open_source(path)) == 50 * size
        assert tracemalloc.get_traced_memory()[1] < 10 * size
    finally:
        tracemalloc.stop()


class TestLibarchive:
    @pytest.fixture(autouse=True)
    def needs_libarchive(self) -> None:
        try:
            import libarchive  # noqa: F401
        except (ImportError, AttributeError, OSError, TypeError) as error:
            pytest.skip(f"libarchive is not installed: {error}")

    def test_rar(self, tmp_path: Path) -> None:
        whole, _ = rar5_bytes()
        (tmp_path / "a.rar").write_bytes(whole)
        assert read(tmp_path / "a.rar") == JSON_FILES

    def test_a_rar_cut_anywhere_is_an_error(self, tmp_path: Path) -> None:
        whole, ends = rar5_bytes()
        path = tmp_path / "a.rar"
        for cut in [8, 12, 20, ends[0] - 3, ends[0], ends[0] + 5, ends[1], ends[1] + 9, ends[2], len(whole) - 3]:
            path.write_bytes(whole[:cut])
            fails(path)

    def test_a_rar_cut_between_members_names_both_counts(self, tmp_path: Path) -> None:
        whole, ends = rar5_bytes()
        path = tmp_path / "a.rar"
        path.write_bytes(whole[: ends[1]])
        message = fails(path)
        assert "2 entries were read, the headers hold 2 and no end mark" in message
        assert "files read before this: 2" in message

    def test_one_volume_of_several_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "a.rar").write_bytes(rar5_bytes(main_flags=1)[0])
        assert "one volume of a RAR in several" in fails(tmp_path / "a.rar")

    def test_7z(self, tmp_path: Path) -> None:
        import libarchive

        path = tmp_path / "a.7z"
        with libarchive.file_writer(str(path), "7zip") as archive:
            for name, data in FILES.items():
                archive.add_file_from_memory(name, len(data), data)
        assert read(path) == JSON_FILES
        path.write_bytes(path.read_bytes()[:-10])
        assert "truncated or damaged archive" in fails(path)

    def test_hostile_names(self, tmp_path: Path) -> None:
        (tmp_path / "a.rar").write_bytes(rar5_bytes({"../a.json": b"{}"})[0])
        assert "unsafe member name" in fails(tmp_path / "a.rar")


def test_without_libarchive_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.rar").write_bytes(rar5_bytes()[0])
    monkeypatch.setitem(sys.modules, "libarchive", None)
    assert "pip install 'legal-metrics[build]'" in fails(tmp_path / "a.rar")


def test_rar4_headers_are_walked(tmp_path: Path) -> None:
    """Blocks written by hand after technote.txt: main 0x73, file 0x74 with packed data, end 0x7b."""

    def block(kind: int, flags: int, body: bytes = b"") -> bytes:
        return struct.pack("<HBHH", 0, kind, flags, 7 + len(body)) + body

    mark, main, end = b"Rar!\x1a\x07\x00", block(0x73, 0, bytes(6)), block(0x7B, 0x4000)
    file = block(0x74, 0x8000, struct.pack("<II", 5, 5) + bytes(25)) + b"12345"
    large = block(0x74, 0x8100, struct.pack("<II", 3, 3) + bytes(17) + struct.pack("<II", 0, 0) + b"n") + b"123"
    path = tmp_path / "a.rar"
    for content, expected in [
        (mark + main + file + large + end, (2, True)),
        (mark + main + file, (1, False)),
        (mark + main + file[:-2], (1, False)),
        (mark, (0, False)),
    ]:
        path.write_bytes(content)
        blocks = read_rar_blocks(path)
        assert (blocks.files, blocks.complete) == expected
    path.write_bytes(mark + block(0x73, 0x81, bytes(6)) + file + end)
    assert read_rar_blocks(path).volume
    assert read_rar_blocks(path).encrypted


def rar4_solid_bytes() -> bytes:
    """A solid RAR 4 header followed by nothing that libarchive could read."""
    return b"Rar!\x1a\x07\x00" + struct.pack("<HBHH", 0, 0x73, 0x0008, 13) + bytes(6) + struct.pack("<HBHH", 0, 0x7B, 0x4000, 7)


def test_a_solid_rar_of_the_old_format_names_the_extra_that_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.rar"
    path.write_bytes(rar4_solid_bytes())
    assert read_rar_blocks(path).solid4
    monkeypatch.setitem(sys.modules, "rars", None)
    assert "pip install 'legal-metrics[rar]'" in fails(path)


def test_a_solid_rar_of_the_old_format_is_read_by_rars(tmp_path: Path) -> None:
    rars = pytest.importorskip("rars", reason="the extra [rar] is not installed")
    builder = rars.RarBuilder(format="rar29", solid=True)
    for name, data in FILES.items():
        builder.add_bytes(data, name)
    path = tmp_path / "a.rar"
    path.write_bytes(builder.to_bytes())
    assert read(path) == JSON_FILES
    path.write_bytes(path.read_bytes()[:-20])
    fails(path)
