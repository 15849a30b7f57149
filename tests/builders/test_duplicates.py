"""builders.quality.duplicates: exactly the pairs that comparing all with all finds."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.quality.duplicates import THRESHOLD, comparable, groups, jaccard, near_duplicates, shingles

# Few characters and edits of one another: many pairs on both sides of the threshold.
TEXT = st.text(alphabet="甲乙丙丁", max_size=60)


@st.composite
def related(draw: st.DrawFn) -> list[str]:
    texts = draw(st.lists(TEXT, max_size=6))
    for _ in range(draw(st.integers(0, 6))):
        base = draw(st.sampled_from(texts)) if texts else ""
        at = draw(st.integers(0, len(base)))
        texts.append(base[:at] + draw(st.text(alphabet="甲乙丙丁戊", max_size=4)) + base[at + draw(st.integers(0, 4)) :])
    return texts


def brute_force(texts: list[str], threshold: float) -> list[tuple[int, int, float]]:
    pairs = itertools.combinations(enumerate(texts), 2)
    return [(i, j, s) for (i, a), (j, b) in pairs if (s := jaccard(shingles(a), shingles(b))) >= threshold]


@given(related(), st.sampled_from([0.3, 0.5, 0.8, THRESHOLD, 0.9, 1.0]))
def test_equals_comparing_all_with_all(texts: list[str], threshold: float) -> None:
    assert list(near_duplicates(texts, threshold=threshold)) == brute_force(texts, threshold)


def test_equals_comparing_all_with_all_on_long_texts() -> None:
    rng = random.Random(7)
    texts = []
    for _ in range(12):
        base = [rng.choice("事實理由被告竊取財物判決如主文據上論斷應依刑法第條項") for _ in range(600)]
        texts.append("".join(base))
        for edits in (1, 5, 9, 10, 11, 12, 20):
            copy = list(base)
            for _ in range(edits):
                copy[rng.randrange(len(copy))] = "改"
            texts.append("".join(copy))
    expected = brute_force(texts, THRESHOLD)
    assert 24 < len(expected) < 12 * 28  # pairs on both sides, or the test says nothing
    assert list(near_duplicates(texts)) == expected


def test_threshold_is_inclusive() -> None:
    # 20 and 20 shingles, 17 shared of 20 in all is 0.85 exactly when one text's shingles are contained in the other's.
    long = "".join(chr(0x4E00 + i) for i in range(24))  # 20 shingles
    short = long[:21]  # 17 of them
    assert list(near_duplicates([long, short])) == [(0, 1, 0.85)]
    assert list(near_duplicates([long, long[:20]])) == []


@pytest.mark.parametrize("threshold", [0, -1, 1.01])
def test_threshold_outside_its_range(threshold: float) -> None:
    with pytest.raises(ValueError, match="allowed more than 0"):
        list(near_duplicates(["一"], threshold=threshold))


def test_nothing_and_short_texts() -> None:
    assert list(near_duplicates([])) == []
    assert list(near_duplicates(["", ""])) == []
    assert list(near_duplicates(["短文", "短文", "短"])) == [(0, 1, 1.0)]


def test_characters_outside_the_basic_plane() -> None:
    assert list(near_duplicates(["𠮷𠮷𠮷𠮷𠮷𠮷", "𠮷𠮷𠮷𠮷𠮷"])) == [(0, 1, 1.0)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("甲○○犯竊盜罪，處拘役20日。", "乙○○犯竊盜罪，處拘役３０日。"),
        ("甲○○犯竊盜罪\n處拘役", "王○○犯竊盜罪　處拘役"),
        ("甲乙○犯竊盜罪", "甲○○犯竊盜罪"),
    ],
)
def test_blanks_digits_and_names_do_not_count(one: str, two: str) -> None:
    assert comparable(one, "", "") == comparable(two, "", "")


def test_merged_section_counts_once() -> None:
    assert comparable("主文", "同文", "同文") == "主文同文"
    assert comparable("主文", "事實", "理由") == "主文事實理由"


@given(st.integers(0, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, max(n - 1, 0)), st.integers(0, max(n - 1, 0)))))))
def test_groups_are_the_connected_components(case: tuple[int, list[tuple[int, int]]]) -> None:
    n, pairs = case
    pairs = pairs if n else []
    group = groups(n, pairs)
    reached = {i: {i} for i in range(n)}
    for _ in range(n):
        for i, j in pairs:
            reached[i] |= reached[j]
            reached[j] |= reached[i]
    assert group == [min(reached[i]) for i in range(n)]
