"""builders.release.front_matter: YAML that a YAML reader reads back as what was given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.release.front_matter import front_matter

yaml = pytest.importorskip("yaml")

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12) | st.sampled_from(
    ["no", "Yes", "null", "1.10", "1e3", "0x1", "~", "- a", "a: b", "#", "'", '"', "2024-01-01", "on", ".5", "1_0"]
)
VALUES = st.recursive(
    TEXT | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner.filter(lambda v: not isinstance(v, list)), max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_a_yaml_reader_reads_it_back(values: dict[str, Any]) -> None:
    text = front_matter(values)
    assert text.startswith("---\n")
    assert text.endswith("---\n")
    assert (yaml.safe_load(text[4:-4]) or {}) == values
