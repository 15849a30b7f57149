"""The public names of the framework: all there whatever was loaded before, and numpy only where a run log is read."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from legal_metrics import caai

PACKAGE = Path(caai.__file__).parent


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    program = f"import sys; sys.path.insert(0, {str(PACKAGE.parents[1])!r}); {code}"
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, encoding="utf-8").stdout.strip()


def test_every_name_is_there_and_is_no_module() -> None:
    for name in caai.__all__:
        assert getattr(caai, name) is not None
        assert name in dir(caai)
        assert not (PACKAGE / f"{name}.py").exists()  # a module would take the place of the name when it is loaded


def test_names_that_load_on_first_use_are_those_that_type_checkers_see() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: str(node.module).removeprefix("legal_metrics.caai.") for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == caai._ON_FIRST_USE
    assert set(seen) < set(caai.__all__)


@pytest.mark.parametrize(
    ("code", "loaded"), [("pass", "False"), ("caai.failure_rate(0, 5)", "False"), ("caai.evaluate(caai.Evaluation())", "False"), ("caai.read_run_log", "True")]
)
def test_numpy_loads_with_run_logs_only(code: str, loaded: str) -> None:
    assert run(f"from legal_metrics import caai; {code}; print('numpy' in sys.modules)") == loaded


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'read_run_logs'"):
        caai.read_run_logs  # noqa: B018
