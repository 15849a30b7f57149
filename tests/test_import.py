"""The public names: all there, all lazy, all seen by type checkers; importing the package loads next to nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import legal_metrics as lm

ROOT = Path(__file__).resolve().parent.parent
HEAVY = (
    "numpy",
    "jieba",
    "rjieba",
    "datasets",
    "pyarrow",
    "huggingface_hub",
    "jsonschema",
    "nltk",
    "matplotlib",
    "importlib.metadata",
)


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout


def loaded_by(code: str) -> set[str]:
    """Modules that the code loads beyond those that the environment has loaded by itself."""
    return set(run(f"before = set(sys.modules); {code}; print(*set(sys.modules) - before)").split())


def test_import_loads_nothing_heavy() -> None:
    assert not loaded_by("import legal_metrics") & set(HEAVY)


def test_import_loads_one_module() -> None:
    assert loaded_by("import legal_metrics") == {"legal_metrics"}


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("legal_metrics.parse_sentence('處有期徒刑參月')", {"numpy", "jieba", "rjieba", "importlib.metadata"}),
        ("legal_metrics.extract_statutes('刑法第320條')", {"numpy", "jieba", "rjieba", "importlib.metadata"}),
        ("legal_metrics.term_log_distance([1], [1]).value", {"numpy", "jieba", "rjieba", "importlib.metadata"}),
        ("legal_metrics.tasks()", {"numpy", "jieba", "rjieba", "datasets", "pyarrow", "jsonschema"}),
        ("legal_metrics.render_prompt('tw-legalbench/ljp', {'id': 'r', 'facts': 'x'})", {"numpy", "jieba", "rjieba"}),
    ],
)
def test_heavy_parts_load_on_first_use_only(code: str, absent: set[str]) -> None:
    assert not loaded_by(f"import legal_metrics; {code}") & absent


@pytest.mark.parametrize("name", lm.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lm, name) is not None
    assert name in dir(lm)


def test_all_holds_strings_and_star_import_works() -> None:
    assert all(isinstance(name, str) for name in lm.__all__)
    assert lm.__all__ == sorted(set(lm.__all__))
    space: dict[str, object] = {}
    exec("from legal_metrics import *", space)
    assert set(lm.__all__) <= set(space)


def test_type_checkers_see_what_there_is() -> None:
    tree = ast.parse((ROOT / "legal_metrics" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.asname: (node.module or "").removeprefix("legal_metrics.")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == {**lm._HOME_OF, "caai": "legal_metrics"}  # a package, and loaded as one


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'parse_sentense'"):
        lm.parse_sentense  # noqa: B018


@pytest.mark.parametrize(
    "before",
    [
        "pass",
        "import legal_metrics.tasks",
        "import legal_metrics.scoring",
        "from legal_metrics import tasks",
        "legal_metrics.tasks",
    ],
)
def test_tasks_is_a_function_whatever_was_imported_first(before: str) -> None:
    code = f"import legal_metrics; {before}; from legal_metrics import tasks; print(len(tasks('tw-legalbench')), legal_metrics.tasks is tasks)"
    assert run(code).split() == ["5", "True"]


def test_the_version_is_a_string() -> None:
    assert isinstance(lm.__version__, str)
    assert lm.__version__


def test_no_public_name_is_that_of_a_module() -> None:
    """Importing the module would put it in the place of the function. ``tasks`` is both: its module can be called; ``caai`` is a package."""
    modules = {path.stem for path in (ROOT / "legal_metrics").iterdir()}
    assert {name for name in lm.__all__ if name in modules} == {"tasks", "caai"}
