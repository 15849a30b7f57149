"""The wheel: built without a network, with everything that it needs in it, and at work with nothing but numpy, jieba and rjieba beside it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

pytest.importorskip(
    "setuptools", reason="the wheel is built with the setuptools that is installed, not with one from the network"
)
pytest.importorskip("wheel", reason="setuptools before 70.1 builds wheels with this package")

RUNTIME = {"numpy", "jieba", "rjieba"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built from a copy, so that nothing is left in the checkout."""
    root = Path(__file__).resolve().parent.parent
    copy = tmp_path_factory.mktemp("checkout")
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("legal_metrics", "builders", "tests"):  # what must not be in the wheel is there to be left out
        shutil.copytree(root / folder, copy / folder, ignore=ignore)
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(root / name, copy)
    out = tmp_path_factory.mktemp("dist")
    code = f"from setuptools.build_meta import build_wheel; print(build_wheel({str(out)!r}))"
    built = subprocess.run(
        [sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert built.returncode == 0, built.stderr
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode("utf-8"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the wheel where an installer would put them."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_it_is_pure_and_for_every_python_from_3_10(wheel: Path, metadata: Message) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    assert metadata["Requires-Python"] == ">=3.10"
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (10, 11, 12, 13)} <= set(
        metadata.get_all("Classifier", [])
    )


def test_it_needs_three_packages(metadata: Message) -> None:
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert {re.split(r"[^A-Za-z0-9._-]", line)[0] for line in needed} == RUNTIME


def test_it_holds_the_package_and_all_its_data(installed: Path, root: Path) -> None:
    """Every file of the package, py.typed and data too; nothing else of the repository."""
    source = root / "legal_metrics"
    wanted = {
        path.relative_to(root).as_posix() for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc"
    }
    found = {
        path.relative_to(installed).as_posix() for path in (installed / "legal_metrics").rglob("*") if path.is_file()
    }
    assert wanted - found <= {"legal_metrics/README.md"}, "not in the package data of pyproject.toml"
    assert "legal_metrics/py.typed" in found
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {"legal_metrics"}


def test_its_page_and_licence_are_in_it(installed: Path, metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert str(metadata.get_payload()).strip()
    assert [*installed.glob("*.dist-info/**/LICENSE")]


def test_it_works_with_nothing_else_installed(installed: Path) -> None:
    """Every public name loads and every kind of function runs in an interpreter that finds no other package; extras are then named, not missed."""
    program = f"""
import sys
ALLOWED = {sorted(RUNTIME | {"legal_metrics"})!r}
class OnlyThese:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in ALLOWED and not top.startswith("_"):
            raise ModuleNotFoundError(f"blocked: {{name}}", name=name)
sys.meta_path.insert(0, OnlyThese())
sys.path.insert(0, {str(installed)!r})
import legal_metrics as lm
assert lm.__file__.startswith({str(installed)!r}), lm.__file__
for name in lm.__all__:
    getattr(lm, name)
assert lm.rouge(["被告無罪。"], ["被告無罪。"], variant=("1", "2", "L", "Lsum"))["Lsum"].interval.low == 1.0
assert lm.parse_sentence("處有期徒刑參月").imprisonment_months == 3
assert str(lm.extract_statutes("刑法第320條第1項")[0]) == "刑法第320條第1項"
assert lm.check_statutes(["x"][:0], [], registry=lm.StatuteRegistry.from_mapping({{}})).n_predicted == 0
assert lm.label_f1([["甲"]], [["甲"]], average="macro").value == 1.0
assert lm.reading_f1(["甲"], [["甲", "乙"]]).value == lm.correction_f(["甲"], ["甲"], sources=["乙"]).value == 1.0
assert lm.tasks()
lm.render_prompt("tw-legalbench/ljp", {{"id": "r", "facts": "x"}})
import legal_metrics.compat.zhifa, legal_metrics.cli, legal_metrics.report.html
print("worked")
"""
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=installed, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (run.returncode, run.stdout) == (0, "worked\n"), run.stderr
