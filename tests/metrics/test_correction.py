"""F0.5 over edits: the edits make the text, the values are those of the formula, and what corrects nothing scores nothing."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics import correction
from legal_metrics.metrics.correction import AVERAGES, Edit, EditCounts, correction_f, edits
from legal_metrics.metrics.lcs import lcs_length

few = st.text("甲乙丙", max_size=14)


def applied(source: str, made: list[Edit]) -> str:
    """The source with its edits, from the last to the first."""
    for start, end, new in reversed(made):
        source = source[:start] + new + source[end:]
    return source


@given(few, few, st.booleans())
def test_edits_make_the_target_with_the_fewest_characters(source: str, target: str, merge: bool) -> None:
    made = edits(source, target, merge=merge)
    assert applied(source, made) == target
    kept = len(source) - sum(edit.end - edit.start for edit in made)
    assert kept == lcs_length(source, target)
    assert all(edit.start <= edit.end and (edit.end > edit.start or edit.replacement) for edit in made)
    gaps = [later.start - earlier.end for earlier, later in pairwise(made)]
    assert all(gap >= (1 if merge else 0) for gap in gaps)


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("甲方有全", "甲方有权", [(3, 4, "权")]),
        ("甲甲乙", "甲乙", [(0, 1, "")]),
        ("甲乙", "甲甲乙", [(0, 0, "甲")]),
        ("甲乙甲乙丙", "甲乙丙", [(0, 2, "")]),
        ("乙方", "乙方应当", [(2, 2, "应当")]),
        ("应当乙方", "乙方", [(0, 2, "")]),
        ("第三章", "第十六条", [(1, 3, "十六条")]),
        ("", "甲", [(0, 0, "甲")]),
        ("甲", "", [(0, 1, "")]),
        ("甲", "甲", []),
        ("甲方，有权", "甲方 ,\n有权", []),  # white space and width are no edits
        ("甲方有全", "修改：甲方有权", [(0, 0, "修改:"), (3, 4, "权")]),
        ("甲方有全", "答案：甲方有权", [(3, 4, "权")]),
    ],
)
def test_edits_by_hand(source: str, target: str, made: list[tuple[int, int, str]]) -> None:
    assert edits(source, target) == [Edit(*edit) for edit in made]


@pytest.mark.parametrize(
    ("before", "after"),
    [("乙方应应当付款", "乙方应当付款"), ("乙方当付款", "乙方应当付款"), ("甲方甲方付款", "甲方付款")],
)
def test_one_correction_is_one_edit_whatever_else_is_corrected(before: str, after: str) -> None:
    alone = set(edits(f"合同签定，{before}", f"合同签定，{after}"))
    both = set(edits(f"合同签定，{before}", f"合同签订，{after}"))
    assert alone < both and both - alone == {Edit(3, 4, "订")}


SOURCE, REFERENCE = "交付期眼届满，甲方有全拒收，乙方应当配偿", "交付期限届满，甲方有权拒收，乙方应当赔偿"


@pytest.mark.parametrize(
    ("prediction", "tp", "fp", "fn"),
    [
        (REFERENCE, 3, 0, 0),
        (SOURCE, 0, 0, 3),
        ("交付期限届满，甲方有全拒收，乙方应当配偿", 1, 0, 2),
        ("交付期限届满，甲方有权拒收，丙方应当赔偿", 3, 1, 0),
        ("交付期间届满，甲方有权拒收，乙方应当赔偿", 2, 1, 1),
        ("", 0, 1, 3),
    ],
)
def test_values_are_the_formulas(prediction: str, tp: int, fp: int, fn: int) -> None:
    """P = TP/(TP+FP), R = TP/(TP+FN), F0.5 = 1.25PR/(0.25P+R)."""
    (sample,) = correction_f([prediction], [REFERENCE], sources=[SOURCE]).samples
    p, r = tp / (tp + fp) if tp + fp else 0.0, tp / (tp + fn)
    assert (sample.detail["precision"], sample.detail["recall"]) == (p, r)
    assert sample.value == pytest.approx(1.25 * p * r / (0.25 * p + r) if tp else 0.0)
    two = correction_f([prediction], [REFERENCE], sources=[SOURCE], beta=2).value
    assert two == pytest.approx(5 * p * r / (4 * p + r) if tp else 0.0)


def test_an_output_that_corrects_nothing_scores_nothing() -> None:
    """A bag of characters gives it 17 of 20 here, and 0.97 on the 500 sentences of LawBench 2-1."""
    bag = Counter(SOURCE) & Counter(REFERENCE)
    assert bag.total() / len(REFERENCE) == 17 / 20
    score = correction_f([SOURCE], [REFERENCE], sources=[SOURCE])
    assert (score.value, score.details["n_unchanged"]) == (0.0, 1)


def test_no_error_and_averages() -> None:
    sources, references = ["甲", "乙方有全", "丙"], ["甲", "乙方有权", "丙"]
    left_alone = correction_f(references, references, sources=sources)
    assert [s.value for s in left_alone.samples] == [1.0, 1.0, 1.0]
    assert left_alone.details["n_no_error"] == 2
    spoiled = correction_f(["丁", "乙方有权", "丙"], references, sources=sources, average="sample")
    assert [s.value for s in spoiled.samples] == [0.0, 1.0, 1.0]
    pooled = correction_f(["丁", "乙方有权", "丙"], references, sources=sources, average="micro")
    assert pooled.value == pytest.approx(1.25 * 1 / (0.25 * 1 + 2))
    assert (pooled.n_excluded, pooled.n) == (1, 2)
    assert correction_f([None, "乙方有全", "丙"], references, sources=sources).n_unparsed == 1


def test_character_by_character() -> None:
    source, reference = "第三章", "第十六条"
    near = ["第十六章"]
    assert correction_f(near, [reference], sources=[source]).value == 0.0
    apart = correction_f(near, [reference], sources=[source], merge=False)
    assert apart.value > 0 and "edits:characters" in str(apart.signature)


@given(st.lists(st.tuples(few, few, few), max_size=5), st.sampled_from(AVERAGES), st.randoms())
def test_bounds_identity_order_and_purity(rows: list[tuple[str, str, str]], average: str, random: Any) -> None:
    sources, predictions, references = ([row[i] for row in rows] for i in range(3))
    before = (list(sources), list(predictions), list(references))
    same = correction_f(references, references, sources=sources, average=average)
    assert all(s.value == 1.0 for s in same.samples if s.status != "excluded")
    score = correction_f(predictions, references, sources=sources, average=average)
    assert math.isnan(score.value) or 0 <= score.value <= 1
    order = random.sample(range(len(rows)), len(rows))
    again = correction_f(
        *([column[i] for i in order] for column in (predictions, references)),
        sources=[sources[i] for i in order],
        average=average,
    )
    assert again.value == score.value or math.isnan(score.value)
    assert (sources, predictions, references) == before


@given(st.text(), st.text())
def test_any_text_is_read(source: str, target: str) -> None:
    assert correction_f([target], [target], sources=[source]).value == 1.0


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError, match="1 predictions but 2 references"):
        correction_f(["甲"], ["甲"] * 2, sources=["甲"] * 2)
    with pytest.raises(LengthMismatchError, match="1 sources but 2 references"):
        correction_f(["甲"] * 2, ["甲"] * 2, sources=["甲"])
    with pytest.raises(BadReferenceError, match=r"#0.*source.*None"):
        correction_f(["甲"], ["甲"], sources=[None])  # type: ignore[list-item]
    for beta in (0, -1, math.inf, math.nan, True, "1"):
        with pytest.raises(LegalMetricsError, match="beta: found"):
            correction_f([], [], sources=[], beta=beta)  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="average: found 'macro', allowed sample, micro"):
        correction_f([], [], sources=[], average="macro")
    with pytest.raises(TypeError, match="sources"):
        correction_f([], [])  # type: ignore[call-arg]


def test_counts_of_nothing() -> None:
    assert EditCounts(0, 0, 0).precision == EditCounts(0, 0, 0).recall == 1.0
    assert EditCounts(0, 2, 0).f(0.5) == EditCounts(0, 0, 2).f(0.5) == 0.0
    assert math.isnan(correction_f([], [], sources=[]).value)


@given(st.text("甲乙丙", max_size=60), st.text("甲乙丙", max_size=60))
def test_windows_make_the_target_too(source: str, target: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(correction, "_WINDOW", 8)
        patch.setattr(correction, "_SURE", 6)
        made = edits(source, target)
    assert applied(source, made) == target
    if len(source) <= 8 and len(target) <= 8:
        assert made == edits(source, target)


def test_corrections_in_a_long_contract_are_found() -> None:
    """Windows of a text of 60,000 characters: every planted correction is an edit of its own, and there are no others."""
    clauses = [f"第{n}条 甲方应在{n}日内付款，逾期按日支付违约金。" for n in range(1, 2500)]
    corrected = [c.replace("支付", "偿付") if n % 100 == 50 else c for n, c in enumerate(clauses)]
    made = edits("".join(clauses), "".join(corrected))
    assert [edit.replacement for edit in made] == ["偿"] * 25


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("甲乙" * 160_000, "乙甲" * 160_000),
        ("。" * 330_000, "；" * 330_000),
        ("甲" * 330_000, "甲"),
        ("1," * 250_000, "1." * 250_000),
        ("".join(map(chr, range(0x4E00, 0x9E00))) * 10, "".join(map(chr, range(0x9E00, 0x4E00, -1))) * 10),
    ],
)
def test_a_megabyte_takes_linear_time(source: str, target: str) -> None:
    began = time.perf_counter()
    made = edits(source, target)
    assert time.perf_counter() - began < 30  # seconds; a table of the whole texts takes minutes
    kept = len(source) - sum(edit.end - edit.start for edit in made)
    assert kept + sum(len(edit.replacement) for edit in made) == len(target)


def test_copied_clauses_on_real_sentences(shared: Path) -> None:
    """Measured apart: copying the uncorrected sentence scores 0.97 under a bag of characters, and 0 under edits."""
    rows = json.loads((shared / "corpora" / "cn" / "lawbench" / "zero_shot" / "2-1.json").read_text(encoding="utf-8"))
    sources, references = [row["question"] for row in rows], [row["answer"] for row in rows]
    assert correction_f(references, references, sources=sources).value == 1.0
    copied = correction_f(sources, references, sources=sources)
    assert copied.value == copied.details["n_no_error"] / len(rows)
