"""``docs/caai.md`` says what the code does: its tables are held against the tables of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from legal_metrics import caai
from legal_metrics.caai import sheets
from legal_metrics.caai.values import exact
from legal_metrics.tasks import tasks

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "caai.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]


def row(name: str) -> list[str]:
    (found,) = (cells for cells in ROWS if cells[0].split(" ")[0] == f"`{name}`")
    return found


@pytest.mark.parametrize("choice", caai.OPEN_CHOICES, ids=lambda choice: choice.option)
def test_open_choices(choice: caai.OpenChoice) -> None:
    _, formula, question, values = row(choice.option)
    assert (formula, question) == (choice.formula, choice.question)
    default, *others = values.split("<br>")
    assert default == f"**`{choice.default}`** {choice.values[choice.default]}"
    assert others == [f"`{value}` {meaning}" for value, meaning in choice.values.items() if value != choice.default]


@pytest.mark.parametrize("bands", caai.TABLES, ids=lambda bands: bands.name)
def test_bands(bands: caai.Bands) -> None:
    assert row(bands.name)[1:] == [f"{condition} → {score:g}" for condition, score in bands.rows()]


@pytest.mark.parametrize("category", caai.CATEGORIES, ids=lambda category: category.id)
def test_safety_categories(category: caai.Category) -> None:
    _, title, labels = row(category.id)
    assert title == category.title_zh
    assert ("2" in labels.split("(")[0]) is category.prohibitable


@pytest.mark.parametrize("task", [spec.id.partition("/")[2] for spec in tasks("caai")])
def test_formulas(task: str) -> None:
    """The printed formula is worked out and compared with the code's."""
    _, title, number, formula, _ = row(task)
    spec = next(spec for spec in tasks("caai") if spec.id == f"caai/{task}")
    assert spec.composite is not None
    assert (title, number) == (spec.title_zh, spec.composite.formula)
    points = dict(zip(("s1", "s2", "s3", "s4"), (4, 1, 3, 2), strict=True)) if task != "time_performance" else {"Tf": 4, "Es": 1, "Cc": 3}
    python = formula.replace("−", "-").replace(")(", ") * (")
    for factor in ("0.3 ", "0.4 ", "0.5 ", "0.6 ", "0.7 ", "0.1 ", "I "):
        python = python.replace(factor, f"{factor}* ")
    for indicator, summary in ((0, "generation"), (1, "classification")):
        value = eval(python, {"F1": 0.3, "I": indicator, **points})  # the page is ours
        names = caai.RATINGS if task != "time_performance" else spec.composite.ratings
        ratings = {name: point for name, point in zip(names, points.values(), strict=True) if name in spec.composite.ratings}
        found = caai.task_score(task, f1=0.3, ratings=ratings, options=caai.Options(summary=summary))
        assert found.value == pytest.approx(value, abs=1e-12)


def test_sheets_and_their_fields() -> None:
    fields = {
        "read_function_sheet": sheets.FUNCTION_FIELDS,
        "read_counts": sheets.COUNT_FIELDS,
        "read_ratings": sheets.RATING_FIELDS,
        "read_safety_labels": sheets.SAFETY_FIELDS,
        "read_failures": sheets.FAILURE_FIELDS,
    }
    for reader, names in fields.items():
        assert hasattr(sheets, reader)
        assert all(f"`{name}`" in row(reader)[1] for name in names)


def test_the_sizes_of_the_scenarios() -> None:
    for name, ids in caai.SCENARIOS.items():
        assert name == "all" or f"`{name}` ({len(ids)})" in PAGE


def test_the_example() -> None:
    task = caai.task_score("document_check", f1=caai.f1(8, 2, 2), ratings={"correctness": 4, "completeness": 5})
    assert (task.formula, exact(float(task))) == ("2.1", exact(0.84))
    assert caai.failure_rate(failures=3, days=10).score == 0.8


def test_every_public_name_is_there_once() -> None:
    assert len(set(caai.__all__)) == len(caai.__all__)
    assert all(getattr(caai, name) is not None for name in caai.__all__)
    readers = {name for name in vars(sheets) if name.startswith("read_") and name != "read_rows"}
    assert readers <= set(caai.__all__)
