"""The worked example of a whole paper: the same release gives the same outputs, and the pictures of the documentation are those of its page."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import legal_metrics as lm
from legal_metrics.cli import main

ROOT = Path(__file__).resolve().parents[2]
HERE, PICTURES = ROOT / "examples" / "paper", ROOT / "docs" / "pictures"
RELEASE = str(ROOT / "data" / "tw-legalbench")
FEW = ("--resamples", "50")
SOME = ("cedar-pro", "qingsong-7b", "zhangshu-8b")


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """The example's own modules, which import one another by their short names."""
    sys.path.insert(0, str(HERE))
    before = set(sys.modules)
    try:
        spec = importlib.util.spec_from_file_location("paper_example", HERE / "__main__.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        importlib.import_module("pictures")
        yield module
    finally:
        sys.path.remove(str(HERE))
        for name in set(sys.modules) - before:
            if str(HERE) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]


@pytest.fixture(scope="module")
def page(example: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of three of the models, with few resamples."""
    out = tmp_path_factory.mktemp("paper")
    example.write_outputs(RELEASE, out)
    for path in (out / "outputs").rglob("*.jsonl"):
        if path.stem not in SOME:
            path.unlink()
    assert main([*example.exam_command(out), *FEW]) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        assert main([*example.paper_command(out, RELEASE), *FEW]) == 0
    return (out / "paper.html").read_text(encoding="utf-8")


def test_thirteen_models_each_with_its_facts(example: ModuleType) -> None:
    facts = lm.read_model_facts((HERE / "models.json").read_text(encoding="utf-8"), source="models.json")
    assert list(facts) == list(example.MODELS) and len(facts) == 13
    assert {known.access for known in facts.values()} == {"open", "closed"}


def test_same_release_same_bytes(example: ModuleType, tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    for out in (first, second):
        example.write_outputs(RELEASE, out)
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(files) == 13 * 7 + 2
    assert all((first / path).read_bytes() == (second / path).read_bytes() for path in files)


def test_invented_examinations_say_so_and_are_whole(example: ModuleType) -> None:
    lines = example.human_lines()
    assert lines and all(line["invented"] is True and "invented" in line["source"] for line in lines)
    plan = {(year, subject): worth for year in (2021, 2022, 2023, 2024) for subject, worth in lm.EXAMS["lawyers"].worth.items()}
    found = dict.fromkeys(plan, 0.0)
    for question in example.papers():
        found[question["year"], question["subject_code"]] += question["points"]
        assert question["id"].startswith("invented-") and sum(point["points"] for point in question["scoring_points"]) == pytest.approx(question["points"])
    assert found == plan


def test_the_totals_of_the_page_are_those_of_the_exam_command(page: str) -> None:
    """``page`` has run both commands; the second read what the first wrote."""
    assert "Totals of the second test" in page and "admitted, mean 錄取者平均" in page


def test_the_page_has_every_part(page: str) -> None:
    parts = re.findall(r'<h2 id="part-([^"]+)">', page)
    for part in ("models", "tw-legalbench-mcq", "tw-legalbench-oeq", "tw-legalbench-ljp", "exams", "languages", "items-tw-legalbench-mcq", "recital-tw-legalbench-ljp"):
        assert part in parts
    assert page.count("Scored on the bundled release of invented cases") == 1
    assert "Human lines are INVENTED" in page and "樟樹 8B" in page


def test_the_pictures_of_the_documentation_are_those_of_the_page(example: ModuleType, page: str) -> None:
    made = sys.modules["pictures"].pictures(page)
    assert set(made) == {path.name for path in PICTURES.glob("*.svg")}, "run python examples/paper --pictures docs/pictures"
    for text in made.values():
        ElementTree.fromstring(text)
        assert "var(" not in text
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 1_000_000


def test_the_pictures_are_of_all_thirteen_models() -> None:
    for name in ("legal-judgment-prediction-by-year.svg", "examination-for-lawyers-900-points.svg"):
        text = (PICTURES / name).read_text(encoding="utf-8")
        assert all(title in text for title in ("Alder XL", "青松 235B", "檜木 7B"))


def test_the_documentation_shows_pictures_that_are_there() -> None:
    shown = re.findall(r"!\[[^\]]+\]\((pictures/[^)]+)\)", (ROOT / "docs" / "paper.md").read_text(encoding="utf-8"))
    assert shown and all((ROOT / "docs" / path).is_file() for path in shown)
