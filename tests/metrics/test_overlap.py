"""Overlap metrics against rouge-score on the same tokens, against SQuAD's definition, and at the edges."""

from __future__ import annotations

import json
import math
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.overlap import (
    VARIANTS,
    lcs_match,
    lsum_match,
    ngram_match,
    overlap,
    overlap_scores,
    rouge,
    token_f1,
)
from legal_metrics.text.tokenisers import CHARACTERS, JIEBA, Tokeniser

WORDS = Tokeniser("words", str.split)


class Split:
    """rouge-score's tokeniser interface over white space."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


@pytest.fixture(scope="module")
def rouge_score() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer([*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"], tokenizer=Split())


def random_tokens(source: random.Random) -> list[str]:
    vocabulary = source.choice([1, 2, 3, 8, 60])
    return [str(source.randrange(vocabulary)) for _ in range(source.choice([0, 1, 2, 3, source.randint(0, 40)]))]


def test_bit_equal_to_rouge_score(rouge_score: Any) -> None:
    source = random.Random(0)
    for _ in range(3000):
        prediction, reference = random_tokens(source), random_tokens(source)
        theirs = rouge_score.score(" ".join(reference), " ".join(prediction))
        ours = {f"rouge{n}": ngram_match(prediction, reference, n) for n in range(1, 10)}
        ours["rougeL"] = lcs_match(prediction, reference)
        ours["rougeLsum"] = lsum_match([prediction], [reference])
        assert {name: (m.p, m.r, m.f) for name, m in ours.items()} == {name: tuple(s) for name, s in theirs.items()}
        both = overlap(prediction, reference)
        assert (both.rouge1, both.rouge2, both.rougeL) == (ours["rouge1"], ours["rouge2"], ours["rougeL"])
        assert both["rouge2"] is both.rouge2


def test_scores_are_means_of_rouge_score(rouge_score: Any) -> None:
    source = random.Random(1)
    predictions = [" ".join(random_tokens(source)) for _ in range(50)]
    references = [" ".join(random_tokens(source)) for _ in range(50)]
    theirs = [rouge_score.score(r, p) for p, r in zip(predictions, references, strict=True)]
    scores = rouge(predictions, references, variant=VARIANTS, tokenizer=WORDS)
    assert list(scores) == list(VARIANTS)
    for variant, score in scores.items():
        assert score.name == f"rouge{variant}"
        assert [s.value for s in score.samples] == [t[score.name].fmeasure for t in theirs]
        assert score.value == math.fsum(t[score.name].fmeasure for t in theirs) / 50
        assert score.details["precision"] == math.fsum(t[score.name].precision for t in theirs) / 50
        assert score.details["recall"] == math.fsum(t[score.name].recall for t in theirs) / 50
        assert [s.detail["recall"] for s in score.samples] == [t[score.name].recall for t in theirs]


def test_lsum_is_rouge_scores_on_the_same_sentences(rouge_score: Any) -> None:
    """rouge-score cuts at line ends only, so the sentences are given to it as lines."""
    source = random.Random(3)
    for _ in range(2000):
        texts = [[random_tokens(source) for _ in range(source.randrange(6))] for _ in range(2)]
        theirs = rouge_score.score(*("\n".join(map(" ".join, text)) for text in reversed(texts)))["rougeLsum"]
        match = lsum_match(*texts)
        assert (match.p, match.r, match.f) == tuple(theirs)


def test_lsum_is_rouge_scores_where_each_text_has_tokens_of_its_own(rouge_score: Any) -> None:
    """Such tokens are in no common subsequence, yet where they stand decides which of several longest ones is found."""
    source = random.Random(4)
    for _ in range(2000):
        size, shift = source.choice([2, 4, 8, 30]), source.choice([1, 2, 20])
        texts = [
            [[str(first + source.randrange(size)) for _ in range(source.randrange(1, 9))] for _ in range(source.randrange(6))]
            for first in (0, shift)
        ]
        theirs = rouge_score.score(*("\n".join(map(" ".join, text)) for text in reversed(texts)))["rougeLsum"]
        match = lsum_match(*texts)
        assert (match.p, match.r, match.f) == tuple(theirs)


def test_lsum_of_many_sentences_that_differ_in_one_token_each() -> None:
    """Without the tokens of one side alone all are one sentence; comparing each with each took 28 s."""
    reference = [["甲", "乙", f"r{i}", "。"] for i in range(20_000)]
    prediction = [["乙", "甲", f"p{i}", "。"] for i in range(20_000)]
    began = time.perf_counter()
    assert lsum_match(prediction, reference).matched == 40_000
    assert time.perf_counter() - began < 5


@given(st.text("甲乙丙。！？；\n 、", max_size=40), st.text("甲乙丙。！？；\n 、", max_size=40))
def test_lsum_of_texts(prediction: str, reference: str) -> None:
    """Sentences end behind 。！？； and at line ends: the oracle gets a line end behind each mark."""
    from rouge_score.rouge_scorer import RougeScorer

    class Characters:
        def tokenize(self, text: str) -> list[str]:
            return CHARACTERS(text)

    def lines(text: str) -> str:
        return re.sub("([。！？；])", r"\1\n", text)

    theirs = RougeScorer(["rougeLsum"], tokenizer=Characters()).score(lines(reference), lines(prediction))["rougeLsum"]
    score = rouge([prediction], [reference], variant="Lsum", tokenizer=CHARACTERS)
    assert score.value == theirs.fmeasure
    assert (score.details["precision"], score.details["recall"]) == (theirs.precision, theirs.recall)
    assert rouge([reference], [reference], variant="Lsum", tokenizer=CHARACTERS).value == float(
        bool(CHARACTERS(reference))
    )


def test_lsum_forgives_the_order_of_sentences() -> None:
    """By hand: a common subsequence of the whole texts holds one sentence, 5 of 10 characters; sentence by sentence all are found."""
    swapped = rouge(["被告無罪。原告敗訴。"], ["原告敗訴。被告無罪。"], variant=("L", "Lsum"), tokenizer=CHARACTERS)
    assert (swapped["L"].value, swapped["Lsum"].value) == (0.5, 1.0)
    assert "sentences:" in str(swapped["Lsum"].signature) and "sentences:" not in str(swapped["L"].signature)


def test_many_equal_sentences_take_no_time() -> None:
    text = "甲乙。" * 100_000
    began = time.perf_counter()
    assert rouge([text], [text + "丙"], variant="Lsum", tokenizer=CHARACTERS).value > 0.99
    assert time.perf_counter() - began < 10


def test_script_is_folded_on_request_only() -> None:
    pair = ["处有期徒刑三年"], ["處有期徒刑三年"]
    for score in (rouge, token_f1):
        assert score(*pair, tokenizer=CHARACTERS).value < 1
        folded = score(*pair, tokenizer=CHARACTERS, fold_script=True)
        assert folded.value == 1 and "script:folded" in str(folded.signature)


def squad_f1(prediction: list[str], reference: list[str]) -> float:
    """compute_f1 of the SQuAD 2.0 evaluation script, tokens given."""
    same = sum((Counter(reference) & Counter(prediction)).values())
    if not reference or not prediction:
        return float(reference == prediction)
    if same == 0:
        return 0.0
    precision, recall = same / len(prediction), same / len(reference)
    return 2 * precision * recall / (precision + recall)


def test_token_f1_is_squads() -> None:
    source = random.Random(2)
    for _ in range(2000):
        prediction, reference = random_tokens(source), random_tokens(source)
        assert overlap(prediction, reference).token_f1 == squad_f1(prediction, reference)
        assert token_f1([" ".join(prediction)], [" ".join(reference)], tokenizer=WORDS).value == squad_f1(
            prediction, reference
        )


tokens = st.lists(st.text(max_size=2), max_size=30)


@given(tokens, tokens)
def test_bounds_symmetry_identity_purity(prediction: list[str], reference: list[str]) -> None:
    before = (list(prediction), list(reference))
    forth, back = overlap(prediction, reference), overlap(reference, prediction)
    for a, b in ((forth.rouge1, back.rouge1), (forth.rouge2, back.rouge2), (forth.rougeL, back.rougeL)):
        assert 0 <= a.p <= 1 and 0 <= a.r <= 1 and 0 <= a.f <= 1
        assert (a.p, a.r) == (b.r, b.p) and math.isclose(a.f, b.f)
    assert forth.rougeL.matched <= forth.rouge1.matched
    same = overlap(reference, reference)
    assert same.token_f1 == 1.0
    assert same.rouge1.f == same.rougeL.f == float(len(reference) > 0)
    assert same.rouge2.f == float(len(reference) > 1)
    assert (prediction, reference) == before


def test_empty_cases() -> None:
    """As rouge-score: no n-gram, no score. As SQuAD: token F1 of two empty texts is 1."""
    for prediction, reference, f1 in (("", "", 1.0), ("", "無罪", 0.0), ("無罪", "", 0.0)):
        o = overlap(list(prediction), list(reference))
        assert (o.rouge1.f, o.rouge2.f, o.rougeL.f, o.token_f1) == (0.0, 0.0, 0.0, f1)
    one = overlap(["無罪"], ["無罪"])
    assert (one.rouge1.f, one.rouge2.f, one.rougeL.f) == (1.0, 0.0, 1.0)


def test_no_pairs_is_nan_not_a_crash() -> None:
    for score in (*overlap_scores([], []).values(), *rouge([], [], variant=VARIANTS).values()):
        assert math.isnan(score.value) and score.n == 0 and score.interval.degenerate


def test_unread_predictions_score_zero_and_are_counted() -> None:
    for score in overlap_scores([None, "無罪。", ""], ["無罪。"] * 3, tokenizer=CHARACTERS).values():
        assert [s.status for s in score.samples] == ["unparsed", "scored", "scored"]
        assert [s.value for s in score.samples] == [0.0, 1.0, 0.0]
        assert (score.n, score.n_unparsed, score.details["n_empty"]) == (3, 1, 1)


def test_short_references_are_counted() -> None:
    scores = rouge(["無罪", "無"], ["無罪", "無"], variant=("1", "2"), tokenizer=CHARACTERS)
    assert scores["1"].details["n_short_references"] == 0
    assert scores["2"].details["n_short_references"] == 1
    assert scores["2"].value == 0.5


def test_identical_chinese_scores_one_and_different_text_that_shares_a_digit_does_not() -> None:
    """rouge-score's own tokeniser gives 0 and 1 here."""
    assert all(s.value == 1.0 for s in overlap_scores(["被告犯竊盜罪。"], ["被告犯竊盜罪。"]).values())
    assert rouge(["處拘役6日"], ["罰金6萬元，沒收"], variant="1").value < 0.5


def test_samples_keep_answer_and_counts() -> None:
    (sample,) = rouge(["甲乙甲"], ["甲乙"], variant="1", tokenizer=CHARACTERS).samples
    assert (sample.answer, sample.reference) == ("甲乙甲", "甲乙")
    assert dict(sample.detail) == {"precision": 2 / 3, "recall": 1.0, "matched": 2, "n_prediction": 3, "n_reference": 2}


def test_punctuation_option() -> None:
    texts = ["無罪，。「」 \n—…"], ["無罪"]
    assert token_f1(*texts, tokenizer=CHARACTERS).value < 1
    assert token_f1(*texts, tokenizer=CHARACTERS, punctuation=False).value == 1
    signs = ["+5$\ue8e0"], ["5\ue8e0"]  # signs and names in private use are no punctuation
    assert token_f1(*signs, tokenizer=CHARACTERS, punctuation=False).value < 1


def test_signature_names_every_option() -> None:
    a = rouge(["甲"], ["甲"], variant="1")
    b = rouge(["甲"], ["甲"], variant="1", punctuation=False)
    c = rouge(["甲"], ["甲"], variant="1", tokenizer=CHARACTERS)
    assert len({str(a.signature), str(b.signature), str(c.signature)}) == 3
    assert JIEBA.signature in str(a.signature) and "punctuation:dropped" in str(b.signature)


def test_each_text_is_tokenised_once() -> None:
    seen: list[str] = []

    def cut(text: str) -> list[str]:
        seen.append(text)
        return list(text)

    rouge(["甲", "乙"], ["丙", "丁"], variant=("1", "2", "L"), tokenizer=Tokeniser("counting", cut))
    overlap_scores(["戊"], ["己"], tokenizer=Tokeniser("counting", cut))
    assert sorted(seen) == sorted("甲乙丙丁戊己")


def test_overlap_scores_equal_the_single_metrics() -> None:
    predictions, references = ["被告無罪。", None, "拘役"], ["被告有罪。", "無罪", ""]
    together = overlap_scores(predictions, references)
    for name, score in (
        *((f"rouge{v}", rouge(predictions, references, variant=v)) for v in "12L"),
        ("token_f1", token_f1(predictions, references)),
    ):
        assert together[name] == score


@pytest.mark.parametrize("metric", [rouge, token_f1, overlap_scores])
def test_bad_input_is_named(metric: Any) -> None:
    with pytest.raises(LengthMismatchError, match="1 predictions but 3 references"):
        metric(["甲"], ["甲"] * 3)
    with pytest.raises(BadReferenceError, match=r"#1.*None"):
        metric(["甲", "乙"], ["甲", None])
    with pytest.raises(LegalMetricsError, match=r"prediction #0.*3.*text or None"):
        metric([3], ["甲"])


@pytest.mark.parametrize("variant", ["0", "10", "l", "lsum", "rouge1", "", ("1", "x")])
def test_unknown_variant_lists_the_known(variant: Any) -> None:
    with pytest.raises(LegalMetricsError, match="allowed 1, 2"):
        rouge(["甲"], ["甲"], variant=variant)


@given(st.lists(st.text(), max_size=6))
def test_reference_as_prediction_is_the_best(references: list[str]) -> None:
    best = len(references) * [1.0]
    assert [s.value for s in token_f1(references, references).samples] == best


def test_field_cases(shared: Path) -> None:
    """F-020 clipped counts, F-021 identical Chinese and a long text."""
    lines = (shared / "cases" / "field-cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"].startswith("text_metric:")]
    assert {case["id"] for case in cases} >= {"F-020", "F-021"}
    for case in cases:
        given_ = case["input"]
        if "prediction_tokens" in given_:
            prediction, reference = given_["prediction_tokens"], given_["reference_tokens"]
        elif case["id"] == "F-021":
            prediction, reference = (
                CHARACTERS(given_[k]["repeat"] * given_[k]["times"]) for k in ("prediction", "reference")
            )
        else:
            continue
        result = overlap(prediction, reference)
        for name, figures in case["expected"].items():
            for figure, value in figures.items():
                assert getattr(result[name], figure) == pytest.approx(value, abs=1e-6)
