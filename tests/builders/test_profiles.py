"""builders.profiles: named selections and their overrides."""

from __future__ import annotations

import json

import pytest

from builders.errors import BuildError
from builders.profiles import PROFILES, parse_years, profile


def test_paper_is_what_the_paper_says() -> None:
    paper = PROFILES["paper"]
    assert paper.years == (2013, 2024)
    assert not paper.allow_merged
    assert (paper.test_min_cases, paper.test_per_cause) == (10, 5)
    assert (paper.min_main_text, paper.min_facts, paper.min_reasons) == (10, 50, 100)


@pytest.mark.parametrize("name", PROFILES)
def test_profiles_name_themselves_and_go_into_the_manifest(name: str) -> None:
    assert PROFILES[name].name == name
    assert json.loads(json.dumps(PROFILES[name].to_dict())) == PROFILES[name].to_dict()


def test_overrides_leave_the_named_profile_alone() -> None:
    changed = profile("paper", years=(2005, 2011), allow_merged=True, max_per_cause=3)
    assert (changed.years, changed.allow_merged, changed.max_per_cause, changed.name) == ((2005, 2011), True, 3, "paper")
    assert PROFILES["paper"].years == (2013, 2024)
    assert profile("paper") == PROFILES["paper"]


def test_an_unknown_profile_names_the_known_ones() -> None:
    with pytest.raises(BuildError, match=r"profile 'papers': allowed paper, bundled"):
        profile("papers")


@pytest.mark.parametrize("written", ["", "2013-", "-2013", "2024-2013", "102-113", "2013–2024", "2013-2024-2025", "二〇一三", "２０１３"])
def test_years_that_are_none(written: str) -> None:
    with pytest.raises(ValueError, match="allowed a year or two"):
        parse_years(written)


@pytest.mark.parametrize(("written", "years"), [("2013-2024", (2013, 2024)), ("2013", (2013, 2013)), ("2013-2013", (2013, 2013))])
def test_years(written: str, years: tuple[int, int]) -> None:
    assert parse_years(written) == years
