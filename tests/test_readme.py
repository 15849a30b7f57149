"""The READMEs' Python shows values: they are the values that the library gives."""

from __future__ import annotations

import re
from ast import literal_eval
from pathlib import Path

import pytest

import legal_metrics as lm

_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _shown(page: Path) -> list[tuple[str, str]]:
    """(expression, value shown) of each line of a page's Python with a value behind it or in a comment below it."""
    lines = [
        line
        for block in _BLOCK.findall(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
    ]
    pairs = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        code, _, comment = line.partition("  # ")
        if not comment and following.startswith("# "):
            comment = following[2:]
        if code.strip() and not code.startswith(("#", "import", "report")):
            pairs.append((code, comment.partition(": ")[0]))
    return pairs


@pytest.mark.parametrize(("name", "values"), [("README.md", 4), ("legal_metrics/README.md", 3)])
def test_every_value_shown_is_the_value(root: Path, name: str, values: int) -> None:
    pairs = _shown(root / name)
    assert len(pairs) == values
    for expression, value in pairs:
        assert eval(expression, {"lm": lm}) == literal_eval(value), expression


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/ljp.md", "docs/mcq.md", "docs/oeq.md", "docs/building.md"])
def test_links_lead_somewhere(root: Path, name: str) -> None:
    page = root / name
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{name} links to {target}"


def test_the_page_of_the_wheel_needs_no_folder_beside_it(root: Path) -> None:
    """It is the long description of the package, which is read where no other file of the repository is."""
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert 'readme = "legal_metrics/README.md"' in project
    page = (root / "legal_metrics" / "README.md").read_text(encoding="utf-8")
    assert not re.findall(r"\]\((?!https://)", page)


@pytest.mark.parametrize("task", [spec.id for spec in lm.tasks()])
def test_the_page_of_the_task_names_every_score(root: Path, task: str) -> None:
    spec = lm.tasks.task(task)
    page = (root / "docs" / f"{spec.record or spec.suite}.md").read_text(encoding="utf-8")
    kinds = ("_article", "_paragraph", "_subparagraph", "_offence", "_general_part", "_procedural")
    for score in spec.scores:
        if not score.name.endswith(kinds):
            assert f"`{score.name}`" in page, score.name
