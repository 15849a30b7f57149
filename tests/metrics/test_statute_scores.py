"""Statute metrics. Counts and rates in the expectations are worked out by hand from the definitions in docs/ljp.md and docs/decisions/0007."""

from __future__ import annotations

import copy
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.citations import DEPTHS, StatuteCitation
from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.jurisdictions.registry import StatuteRegistry
from legal_metrics.jurisdictions.tw import statutes
from legal_metrics.metrics.statutes import BINS, StatuteScore, check_statutes, provision_key, statute_scores

TW = statutes()
KNOWN = StatuteRegistry.from_mapping(
    {"刑法": ["28", "51=10", "320=0/0/0", "321=6/0", "339=0/0/0", "339-4=4/0"], "刑事訴訟法": ["299=0/0", "310-2"]},
    aliases={"中華民國刑法": "刑法"},
)


def cite(text: str) -> list[StatuteCitation]:
    return extract_statutes(text)


def check(predicted: str, gold: str, **options: Any) -> StatuteScore:
    return check_statutes(cite(predicted), cite(gold), registry=options.pop("registry", KNOWN), **options)


def counts(score: StatuteScore) -> tuple[int, int, int, int]:
    return score.correct, score.type1, score.type2, score.n_unresolved


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        ("刑法第320條第1項", "刑法第320條第1項", (1, 0, 0, 0)),
        ("刑法第320條第2項", "刑法第320條第1項", (0, 0, 1, 0)),  # exists, not in gold
        ("刑法第320條第4項", "刑法第320條第1項", (0, 1, 0, 0)),  # three paragraphs only
        ("刑法第339條之9", "刑法第339條之4", (0, 1, 0, 0)),  # 339 exists, 339-9 does not
        ("網路安全法第1條", "刑法第320條第1項", (0, 1, 0, 0)),  # no such law
        ("刑法第339條之4第1項第5款", "刑法第339條之4第1項第2款", (0, 1, 0, 0)),
        ("中華民國刑法第320條第1項", "刑法第320條第1項", (1, 0, 0, 0)),  # another name of the law
        ("刑法第51條第5款", "刑法第51條第1項第5款", (1, 0, 0, 0)),  # one paragraph: none is the first
        ("刑法第28條", "刑法第28條第1項", (1, 0, 0, 0)),
        ("刑法第320條", "刑法第320條第1項", (0, 0, 1, 0)),  # three paragraphs: shallower is no match
        ("刑法第320條第1項前段", "刑法第320條第1項後段", (1, 0, 0, 0)),
        ("修正前刑法第320條第1項", "刑法第320條第1項", (1, 0, 0, 0)),  # a former version can match
        ("刑法第320條第1項", "修正前刑法第320條第1項", (1, 0, 0, 0)),
        ("修正前刑法第320條第2項", "刑法第320條第1項", (0, 0, 0, 1)),  # … and is never made up
        ("修正前刑法第339條之9", "刑法第320條第1項", (0, 0, 0, 1)),
        ("修正前刑法第320條第2項、刑法第320條第2項", "刑法第320條第1項", (0, 0, 1, 0)),  # also cited as it stands
        ("刑法第320條第1項、第1項、中華民國刑法第320條第1項", "刑法第320條第1項", (1, 0, 0, 0)),  # repeats count once
        ("", "刑法第320條第1項", (0, 0, 0, 0)),
        ("刑法第320條第1項", "", (0, 0, 1, 0)),
        ("", "", (0, 0, 0, 0)),
        ("第320條", "刑法第320條第1項", (0, 0, 0, 1)),  # a bare article: of no known law
    ],
)
def test_every_citation_falls_into_one_bin(predicted: str, gold: str, expected: tuple[int, int, int, int]) -> None:
    assert counts(check(predicted, gold)) == expected


def test_rates_share_one_denominator() -> None:
    score = check(
        "刑法第339條之4第1項第2款、第339條之9、第320條第1項、修正前刑法第28條", "刑法第339條之4第1項第2款、第3款"
    )
    assert counts(score) == (1, 1, 1, 1)
    assert (score.accuracy, score.type1_rate, score.type2_rate, score.unresolved_rate, score.total_error) == (
        0.25,
        0.25,
        0.25,
        0.25,
        0.75,
    )
    assert (score.precision, score.recall, score.missed) == (0.25, 0.5, 1)
    assert score.f1 == pytest.approx(2 * 0.25 * 0.5 / 0.75)
    assert [str(c) for c in score.missed_citations] == ["刑法第339條之4第1項第3款"]
    assert [c.bin for c in score.checked] == ["correct", "type1", "type2", "unresolved"]


@pytest.mark.parametrize(
    ("depth", "expected"),
    [("article", (2, 0, 0, 0)), ("paragraph", (1, 0, 2, 0)), ("subparagraph", (0, 0, 3, 0)), ("item", (0, 0, 3, 0))],
)
def test_depth_cuts_both_sides(depth: str, expected: tuple[int, int, int, int]) -> None:
    # 321.1(1) and 321.2 against 321.1(3); 320 against 320.1
    predicted, gold = "刑法第321條第1項第1款、第2項、第320條第2項", "刑法第321條第1項第3款、第320條第1項"
    assert counts(check(predicted, gold, depth=depth)) == expected


def test_depth_mismatch_is_counted_and_only_that() -> None:
    assert check("刑法第320條", "刑法第320條第1項").depth_mismatch == 1  # shallower
    assert check("刑法第339條之4第1項第2款", "刑法第339條之4第1項").depth_mismatch == 1  # deeper
    assert check("刑法第320條第2項", "刑法第320條第1項").depth_mismatch == 0  # another paragraph
    assert check("刑法第339條", "刑法第339條之4").depth_mismatch == 0  # another article
    assert check("刑法第320條", "刑法第320條第1項", depth="article").depth_mismatch == 0


def test_a_right_citation_that_the_registry_does_not_know_is_a_gap_not_an_error() -> None:
    score = check("新制法第1條、刑法第339條之9", "新制法第1條、刑法第339條之9")
    assert (score.correct, score.type1, score.registry_gaps) == (2, 0, 2)


def test_repeats_are_counted() -> None:
    score = check("刑法第320條第1項、刑法第320條第1項、第51條第5款、第51條第1項第5款", "刑法第28條")
    assert (score.n_predicted, score.n_repeated) == (2, 2)
    assert check("刑法第339條之4第1項第2款、第3款", "刑法第28條", depth="article").n_repeated == 0


def test_the_day_decides_what_is_known() -> None:
    gold = "刑法第320條第1項"
    assert counts(check("刑法第321條第1項第3款", gold, registry=TW)) == (0, 0, 1, 0)
    assert counts(check("刑法第321條第1項第3款", gold, registry=TW, on="2015-01-10")) == (
        0,
        0,
        0,
        1,
    )  # 刑法 changed since
    assert counts(check("國民法官法第1條", gold, registry=TW, on="2015-01-10")) == (0, 1, 0, 0)  # not yet enacted


def test_kinds_of_provisions_are_scored_apart() -> None:
    predicted, gold = (
        "刑事訴訟法第299條第1項，刑法第320條第1項、第28條",
        "刑事訴訟法第299條第1項，刑法第321條第1項第3款、第28條",
    )
    assert counts(check(predicted, gold, kind="procedural")) == (1, 0, 0, 0)
    assert counts(check(predicted, gold, kind="general_part")) == (1, 0, 0, 0)
    assert counts(check(predicted, gold, kind="offence")) == (0, 0, 1, 0)
    assert counts(check(predicted.replace("刑法", "中華民國刑法"), gold, kind="general_part")) == (1, 0, 0, 0)


def test_mappings_are_citations_too() -> None:
    row = {"law": "中華民國刑法", "article": "339之4", "paragraph": 1, "subparagraph": None}
    score = check_statutes([row, {"law": "刑法", "article": 28}], cite("刑法第339條之4第1項、第28條"), registry=KNOWN)
    assert score.correct == 2
    assert row == {"law": "中華民國刑法", "article": "339之4", "paragraph": 1, "subparagraph": None}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"law": "刑法"}, "allowed a StatuteCitation or a mapping"),
        ({"article": "1"}, "allowed a StatuteCitation or a mapping"),
        ({"law": "刑法", "article": ""}, "allowed a StatuteCitation or a mapping"),
        ("刑法第1條", "allowed a StatuteCitation or a mapping"),
        ({"law": "刑法", "article": "1", "paragraph": "1"}, "paragraph: found '1', allowed a whole number or null"),
        ({"law": "刑法", "article": "1", "item": True}, "item: found True"),
    ],
)
def test_what_is_no_citation_is_an_error_that_says_so(bad: Any, message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        check_statutes([bad], [], registry=KNOWN)
    with pytest.raises(BadReferenceError, match="#0"):
        statute_scores([[]], [[bad]], registry=KNOWN)


def test_unknown_options_are_named_with_the_allowed_ones() -> None:
    for option, allowed in (("depth", "article, paragraph"), ("kind", "offence, general_part")):
        with pytest.raises(LegalMetricsError, match=f"{option}: found '條', allowed {allowed}"):
            check_statutes([], [], registry=KNOWN, **{option: "條"})
    for option in ("average", "empty"):
        with pytest.raises(LegalMetricsError, match=f"{option}: found '條'"):
            statute_scores([], [], registry=KNOWN, **{option: "條"})
    with pytest.raises(LengthMismatchError, match="1 predictions but 2 references"):
        statute_scores([[]], [[], []], registry=KNOWN)
    with pytest.raises(LegalMetricsError, match="found 1 dates, allowed one or as many as there are references"):
        statute_scores([[], []], [[], []], registry=KNOWN, on=["2020-01-01"])
    with pytest.raises(BadReferenceError, match="#1"):
        statute_scores([[], []], [[], None], registry=KNOWN)  # type: ignore[list-item]


# The corpus

PREDICTIONS = [cite("刑法第320條第1項、第28條"), cite("刑法第339條之9"), [], None]
REFERENCES = [cite("刑法第320條第1項、第321條第2項"), cite("刑法第339條第1項"), cite("刑法第28條"), cite("刑法第28條")]


def values(**options: Any) -> dict[str, float]:
    return {
        name: score.value for name, score in statute_scores(PREDICTIONS, REFERENCES, registry=KNOWN, **options).items()
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # 3 citations, 1 right, 1 made up, 1 elsewhere; the unread answer is one wrong citation of unknown type
        (
            {},
            {
                "accuracy": 1 / 4,
                "type1": 1 / 4,
                "type2": 1 / 4,
                "unresolved": 1 / 4,
                "total": 3 / 4,
                "recall": 1 / 5,
                "f1": 2 / 8,
            },
        ),
        (
            {"empty": "zero"},
            {
                "accuracy": 1 / 5,
                "type1": 1 / 5,
                "type2": 1 / 5,
                "unresolved": 2 / 5,
                "total": 4 / 5,
                "recall": 1 / 5,
                "f1": 2 / 8,
            },
        ),
        # samples: 1/2, 0, (left out), 0
        (
            {"average": "macro"},
            {
                "accuracy": 0.5 / 3,
                "type1": 1 / 3,
                "type2": 0.5 / 3,
                "unresolved": 1 / 3,
                "total": 2.5 / 3,
                "recall": 0.5 / 4,
                "f1": 0.5 / 4,
            },
        ),
        (
            {"average": "macro", "empty": "zero"},
            {
                "accuracy": 0.5 / 4,
                "type1": 1 / 4,
                "type2": 0.5 / 4,
                "unresolved": 2 / 4,
                "total": 3.5 / 4,
                "recall": 0.5 / 4,
                "f1": 0.5 / 4,
            },
        ),
    ],
)
def test_averages_and_empty_answers(options: dict[str, Any], expected: dict[str, float]) -> None:
    assert values(**options) == pytest.approx(expected)


def test_scores_carry_counts_statuses_and_everything_that_changes_them() -> None:
    scores = statute_scores(PREDICTIONS, REFERENCES, registry=KNOWN)
    accuracy, recall = scores["accuracy"], scores["recall"]
    assert [s.status for s in accuracy.samples] == ["scored", "scored", "excluded", "unparsed"]
    assert [s.status for s in recall.samples] == ["scored", "scored", "scored", "unparsed"]
    assert (accuracy.n, accuracy.n_unparsed, accuracy.n_excluded) == (3, 1, 1)
    assert (
        accuracy.details["n_predicted"] == 3 and accuracy.details["n_empty"] == 1 and accuracy.details["n_missed"] == 4
    )
    assert accuracy.samples[0].detail["n_type2"] == 1
    assert {n: s.higher_is_better for n, s in scores.items()} == {
        "accuracy": True, "type1": False, "type2": False, "unresolved": False, "total": False, "recall": True, "f1": True,
    }  # fmt: skip
    signatures = {
        str(statute_scores(PREDICTIONS, REFERENCES, registry=r, **o)["accuracy"].signature)
        for r, o in [(KNOWN, {}), (TW, {}), (KNOWN, {"depth": "article"}), (KNOWN, {"average": "macro"}), (KNOWN, {"empty": "zero"}),
                     (KNOWN, {"kind": "offence"}), (TW, {"on": "2020-01-01"})]
    }  # fmt: skip
    assert len(signatures) == 7


def test_each_sample_can_have_its_own_day() -> None:
    gold = [cite("刑法第320條第1項")] * 2
    scores = statute_scores([cite("國民法官法第1條")] * 2, gold, registry=TW, on=["2015-01-10", "2024-08-10"])
    assert scores["type1"].value == 0.5
    assert [s.detail["n_type1"] for s in scores["type1"].samples] == [1, 0]


def test_nothing_to_score_is_nan() -> None:
    scores = statute_scores([], [], registry=KNOWN)
    assert all(math.isnan(score.value) and score.n == 0 for score in scores.values())
    both_empty = statute_scores([[]], [[]], registry=KNOWN)
    assert all(math.isnan(score.value) for score in both_empty.values())
    assert math.isnan(check("", "刑法第1條").accuracy) and check("", "刑法第1條").f1 == 0


# Properties

LAW = st.sampled_from(["刑法", "中華民國刑法", "刑事訴訟法", "毒品危害防制條例", "網路刑法", ""])
CITATION = st.builds(
    StatuteCitation,
    LAW,
    st.sampled_from(["1", "28", "51", "320", "321", "339-4", "339-9", "56"]),
    st.none() | st.integers(1, 4),
    st.none() | st.integers(1, 4),
    version=st.sampled_from([None, None, "former", "amended"]),
)
CITATIONS = st.lists(CITATION, max_size=6)
OPTIONS = st.fixed_dictionaries(
    {"depth": st.sampled_from(DEPTHS), "on": st.sampled_from([None, "2010-01-01", "2024-09-01"]), "kind": st.sampled_from([None, "offence", "general_part"])}
)  # fmt: skip


@given(CITATIONS, CITATIONS, OPTIONS)
def test_bins_add_up_and_stay_in_bounds(
    predicted: list[StatuteCitation], gold: list[StatuteCitation], options: dict[str, Any]
) -> None:
    before = copy.deepcopy((predicted, gold))
    score = check_statutes(predicted, gold, registry=TW, **options)
    assert (predicted, gold) == before
    assert sum(counts(score)) == score.n_predicted <= len(predicted)
    assert score.correct <= min(score.n_predicted, score.n_gold)
    assert score.missed == len(score.missed_citations) >= 0
    assert all(c.bin in BINS for c in score.checked)
    assert not any(c.depth_mismatch and c.bin == "correct" for c in score.checked)
    assert not any(c.bin == "type1" and c.citation.version == "former" for c in score.checked)
    if score.n_predicted:
        assert score.accuracy + score.type1_rate + score.type2_rate + score.unresolved_rate == pytest.approx(1)
        assert score.total_error == pytest.approx(1 - score.accuracy)


@given(CITATIONS.filter(bool), st.sampled_from(DEPTHS))
def test_the_reference_as_prediction_is_perfect(gold: list[StatuteCitation], depth: str) -> None:
    again = [extract_statutes(str(c))[0] if c.law else c for c in reversed(gold)]  # in another order and spelling
    for registry in (TW, KNOWN):
        score = check_statutes(again, gold, registry=registry, depth=depth)
        assert (score.accuracy, score.recall, score.f1, score.type1, score.type2, score.n_unresolved) == (
            1,
            1,
            1,
            0,
            0,
            0,
        )
    for average in ("micro", "macro"):
        scores = statute_scores([again], [gold], registry=TW, depth=depth, average=average)
        assert [scores[n].value for n in ("accuracy", "recall", "f1", "type1", "type2", "unresolved", "total")] == [
            1,
            1,
            1,
            0,
            0,
            0,
            0,
        ]


@given(
    st.lists(st.tuples(st.none() | CITATIONS, CITATIONS), max_size=5),
    st.sampled_from(["micro", "macro"]),
    st.sampled_from(["skip", "zero"]),
)
def test_the_four_rates_add_up_over_a_corpus(pairs: list[tuple[Any, Any]], average: str, empty: str) -> None:
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    scores = statute_scores(predictions, references, registry=TW, average=average, empty=empty)
    rates = [scores[name].value for name in ("accuracy", "type1", "type2", "unresolved")]
    if not math.isnan(rates[0]):
        assert sum(rates) == pytest.approx(1)
        assert scores["total"].value == pytest.approx(1 - rates[0])
    for score in scores.values():
        assert math.isnan(score.value) or -1e-12 <= score.value <= 1 + 1e-12
        assert len(score.samples) == len(pairs)


@given(CITATION, CITATION)
def test_a_deeper_match_is_also_a_shallower_one(one: StatuteCitation, other: StatuteCitation) -> None:
    equal = [provision_key(one, TW, depth) == provision_key(other, TW, depth) for depth in DEPTHS]
    assert equal == sorted(equal, reverse=True)


def test_the_order_of_samples_changes_nothing() -> None:
    straight = statute_scores(PREDICTIONS, REFERENCES, registry=KNOWN)
    turned = statute_scores(PREDICTIONS[::-1], REFERENCES[::-1], registry=KNOWN)
    assert {n: s.value for n, s in straight.items()} == {n: s.value for n, s in turned.items()}
    interval = straight["accuracy"].interval
    assert 0 <= interval.low <= straight["accuracy"].value <= interval.high <= 1


def test_time_is_linear_in_the_number_of_citations() -> None:
    def seconds(n: int) -> float:
        answer, gold = ([StatuteCitation("某法", str(number), depth) for number in range(1, n)] for depth in (1, None))
        start = time.process_time()
        assert check_statutes(answer, gold, registry=KNOWN).depth_mismatch == n - 1
        return time.process_time() - start

    seconds(100)
    assert min(seconds(8_000) for _ in range(2)) < 64 * min(seconds(500) for _ in range(3))
