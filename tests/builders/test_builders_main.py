"""``python -m builders`` as a process: signals, locales, file names, streams and places that refuse. Nothing is left behind, and one message says why."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ljp_sources import judgment, write_source

BIG5 = "臺灣臺北地方法院刑事".encode("big5")
PLAIN = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "builders", *map(str, arguments)]


def run(root: Path, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=root, env={**os.environ, **environment}, capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def one_message(said: str) -> str:
    assert "Traceback" not in said
    line, *more = said.splitlines()
    assert not more
    return line


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_source(tmp_path_factory.mktemp("source"), [judgment(n) for n in range(1, 13)])


@pytest.fixture
def named_in_big5(source: Path, tmp_path: Path) -> Path:
    """The files of ``source`` as a zip of Windows leaves them, one of them broken."""
    folder = tmp_path / "named" / os.fsdecode(BIG5)
    try:
        folder.mkdir(parents=True)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    for path in source.rglob("*.json"):
        shutil.copy(path, folder / os.fsdecode(path.name.encode("big5")))
    (folder / os.fsdecode("壞.json".encode("big5"))).write_text("{", encoding="utf-8")
    return folder.parent


@pytest.mark.parametrize("locale", [{}, PLAIN], ids=["utf-8", "C"])
def test_names_in_big5(root: Path, named_in_big5: Path, tmp_path: Path, locale: dict[str, str]) -> None:
    out, dropped = tmp_path / "out", tmp_path / "dropped.jsonl"
    done = run(root, "build", "tw-legalbench", "--source", named_in_big5, "--out", out, "--dropped", dropped, "--jobs", 2, **locale)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("dropped: 臺灣臺北地方法院刑事/壞.json: unreadable_json: ")
    rows = [json.loads(line) for line in dropped.read_text(encoding="utf-8").splitlines()]
    assert [row["file"] for row in rows] == ["臺灣臺北地方法院刑事/壞.json"]


@pytest.mark.parametrize("locale", [{}, PLAIN], ids=["utf-8", "C"])
def test_parse_names_files_as_they_were_given(root: Path, named_in_big5: Path, source: Path, tmp_path: Path, locale: dict[str, str]) -> None:
    files = [*sorted(source.rglob("*.json"))[:1], *sorted(named_in_big5.rglob("*.json"))[:2]]
    done = run(root, "parse", "judgment", *files, **locale)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(file) for file in files]


def test_an_out_whose_name_is_not_utf_8(root: Path, source: Path, named_in_big5: Path) -> None:
    out = named_in_big5.parent / ("out-" + os.fsdecode(BIG5))
    done = run(root, "build", "tw-legalbench", "--source", source, "--out", out, **PLAIN)
    assert done.returncode == 0, done.stderr
    assert (out / "manifest.json").is_file()


def test_places_that_refuse(root: Path, tmp_path: Path) -> None:
    """Each is found out before the source is read: a source that is not there is never missed."""
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    absent = tmp_path / "no-source"
    for out, words in {tmp_path / "file" / "x": f"({tmp_path / 'file'})", Path("/proc/x"): "No such file", Path("/"): "no manifest.json"}.items():
        done = run(root, "build", "tw-legalbench", "--source", absent, "--out", out)
        assert done.returncode == 1
        message = one_message(done.stderr)
        assert message.startswith(f"error: {out}: ")
        assert words in message
    for dropped, words in {tmp_path / "file" / "d.jsonl": f"({tmp_path / 'file'})", tmp_path: "found no regular file"}.items():
        done = run(root, "build", "tw-legalbench", "--source", absent, "--out", tmp_path / "out", "--dropped", dropped)
        assert done.returncode == 1
        assert words in one_message(done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_disk(root: Path, source: Path, tmp_path: Path) -> None:
    """On a file system of a few blocks, where this machine lets us make one."""
    script = f'mount -t tmpfs -o size=16k x "{tmp_path}/disk" && "$@"; code=$?; ls -A "{tmp_path}/disk" >&2; exit $code'
    (tmp_path / "disk").mkdir()
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    arguments = command("build", "tw-legalbench", "--source", source, "--out", tmp_path / "disk" / "out")
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", *arguments], cwd=root, capture_output=True, encoding="utf-8", check=False, timeout=120
    )
    assert done.returncode == 1
    assert one_message(done.stderr) == f"error: {tmp_path / 'disk' / 'out'}: No space left on device"


def test_output_that_nobody_reads_or_nothing_holds(root: Path, source: Path, tmp_path: Path) -> None:
    """What cannot be told is not done either."""
    out = tmp_path / "out"
    arguments = command("build", "tw-legalbench", "--source", source, "--out", out)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(arguments, cwd=root, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False, timeout=120)
    assert (done.returncode, one_message(done.stderr)) == (1, "error: output: No space left on device")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(arguments, cwd=root, stdout=writer, stderr=subprocess.PIPE, encoding="utf-8", check=False, timeout=120)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def large_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several shards: enough to be stopped in."""
    return write_source(tmp_path_factory.mktemp("large"), [judgment(n) for n in range(1, 1500)])


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("signal_name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
def test_a_build_that_is_stopped(root: Path, large_source: Path, tmp_path: Path, signal_name: str, jobs: int) -> None:
    number = getattr(signal, signal_name)
    if signal_name != "SIGKILL":  # a shell in the background, or nohup, has it ignored, and children inherit that
        signal.signal(number, signal.default_int_handler if signal_name == "SIGINT" else signal.SIG_DFL)
    process = subprocess.Popen(
        command("build", "tw-legalbench", "--source", large_source, "--out", tmp_path / "out", "--jobs", jobs),
        cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True,
    )  # fmt: skip
    while not list(tmp_path.glob(".out.*.part/ljp/*.jsonl")):  # workers are at work
        assert process.poll() is None
        time.sleep(0.01)
    if signal_name == "SIGINT":
        os.killpg(process.pid, number)  # a terminal sends it to all
    else:
        process.send_signal(number)
    _, said = process.communicate(timeout=60)
    if signal_name != "SIGKILL":
        assert (process.returncode, one_message(said)) == (128 + number, f"stopped by {signal_name}")
        assert list(tmp_path.iterdir()) == []
    for _ in range(500):
        if not members(process.pid):
            break
        time.sleep(0.02)
    assert members(process.pid) == []


def members(session: int) -> list[str]:
    """The processes of a session that are alive."""
    listed = subprocess.run(["ps", "-eo", "sid=,stat=,args="], capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    fields = (line.split(None, 2) for line in listed)
    return [args for sid, state, *args in fields if sid == str(session) and not state.startswith("Z")]
