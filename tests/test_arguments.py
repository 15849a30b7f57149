"""Arguments of a wrong type are named by every public function: never an AttributeError from inside."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from releases import records

import legal_metrics as lm
from legal_metrics.jurisdictions.tw import statutes

TASK = "tw-legalbench/ljp"
ROWS = records(200, 2)
NO_TEXTS = (None, 3, b"x", ["甲"], {"甲": 1}, object())
NO_SEQUENCES = (None, 3, "甲", b"x", {"甲": 1}, object(), iter(()))
ANY = (*NO_TEXTS, "甲", [None], [3], [["甲"]], [{}], [object()], [], {}, ())

OF_TEXTS: dict[str, Callable[[Any], object]] = {
    "parse_sentence": lm.parse_sentence,
    "parse_sentence, jurisdiction": lambda value: lm.parse_sentence("無罪", value),
    "parse_main_text": lm.parse_main_text,
    "parse_main_text, tables": lambda value: lm.parse_main_text("無罪", tables=value),
    "extract_statutes": lm.extract_statutes,
    "extract_statutes, jurisdiction": lambda value: lm.extract_statutes("刑法第1條", value),
    "extract_charges": lm.extract_charges,
    "extract_charges, jurisdiction": lambda value: lm.extract_charges("無罪", value),
    "read_judgment_answer": lm.read_judgment_answer,
    "normalise": lm.normalise,
    "render_prompt": lambda value: lm.render_prompt(value, ROWS[0]),
    "read_predictions": lambda value: lm.read_predictions([value]),
}
OF_PAIRS: dict[str, Callable[[Any, Any], object]] = {
    "rouge": lm.rouge,
    "token_f1": lm.token_f1,
    "exact_match": lm.exact_match,
    "exact_or_rouge": lm.exact_or_rouge,
    "reading_f1": lm.reading_f1,
    "label_f1": lambda predicted, gold: lm.label_f1(predicted, gold, average="sample"),
    "correction_f": lambda predicted, gold: lm.correction_f(predicted, gold, sources=gold),
    "verdict_accuracy": lm.verdict_accuracy,
    "imprisonment_within": lm.imprisonment_within,
    "detention_within": lm.detention_within,
    "probation_within": lm.probation_within,
    "fine_within": lm.fine_within,
    "term_log_distance": lm.term_log_distance,
    "mean_deviation": lm.mean_deviation,
    "life_death_match": lm.life_death_match,
    "judgment_scores": lm.judgment_scores,
    "statute_scores": lambda predicted, gold: lm.statute_scores(predicted, gold, registry=statutes()),
}
OF_OTHERS: dict[str, Callable[[Any], object]] = {
    "parse_main_text, defendants": lambda value: lm.parse_main_text("無罪", defendants=value),
    "check_statutes": lambda value: lm.check_statutes(value, value, registry=statutes()),
    "check_statutes, registry": lambda value: lm.check_statutes([], [], registry=value),
    "penalties_in_force": lm.penalties_in_force,
    "label_scores, predicted": lambda value: lm.label_scores(value, []),
    "label_scores, gold": lambda value: lm.label_scores([], value),
    "correction_f, sources": lambda value: lm.correction_f(["甲"], ["甲"], sources=value),
    "entailment_score": lambda value: lm.entailment_score(value, value, nli=lambda premise, hypothesis: (1, 0, 0)),
    "entailment_score, nli": lambda value: lm.entailment_score(["甲"], ["乙"], nli=value),
    "entailment_score, answer": lambda value: lm.entailment_score(["甲"], ["乙"], nli=lambda premise, hypothesis: value),
    "normalise_cail_term": lm.normalise_cail_term,
    "constant_term_score": lm.constant_term_score,
    "constant_term_score, train": lambda value: lm.constant_term_score([1], train=value),
    "majority_answer_score": lm.majority_answer_score,
    "commonest_labels_score": lambda value: lm.commonest_labels_score(value, average="micro"),
    "copied_source_score": lambda value: lm.copied_source_score(value, value),
    "lead_sentences_score": lambda value: lm.lead_sentences_score(value, value),
    "bootstrap_ci": lambda value: lm.bootstrap_ci(value, seed=0),
    "load_references": lambda value: lm.load_references(value, config="ljp", split="test"),
    "read_predictions": lm.read_predictions,
    "render_prompt, record": lambda value: lm.render_prompt(TASK, value),
    "rouge, tokenizer": lambda value: lm.rouge(["甲"], ["甲"], tokenizer=value),
    "task": lm.task,
    "score_task, task_id": lambda value: lm.score_task(value, {}, ROWS),
    "score_task, predictions": lambda value: lm.score_task(TASK, value, ROWS),
    "score_task, records": lambda value: lm.score_task(TASK, {}, value),
    "score_task, train": lambda value: _score(train=value),
    "score_task, by": lambda value: _score(by=value),
    "score_task, tokenizer": lambda value: _score(tokenizer=value),
    "score_task, seed": lambda value: _score(seed=value),
    "score_task, reading": lambda value: _score(reading=value),
}


def _score(**options: Any) -> object:
    return lm.score_task(TASK, {row["id"]: "無罪" for row in ROWS}, ROWS, **options)


@pytest.mark.parametrize("value", NO_TEXTS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", OF_TEXTS)
def test_what_is_no_text_is_named(name: str, value: object) -> None:
    with pytest.raises(lm.WrongTypeError, match="allowed a string"):
        OF_TEXTS[name](value)


@pytest.mark.parametrize("value", NO_SEQUENCES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", OF_PAIRS)
def test_what_is_no_sequence_is_named(name: str, value: object) -> None:
    """A bare string would be scored character by character."""
    with pytest.raises(lm.WrongTypeError, match=r"predictions: found .*, allowed a sequence of"):
        OF_PAIRS[name](value, [])
    with pytest.raises(lm.WrongTypeError, match=r"references: found .*, allowed a sequence of"):
        OF_PAIRS[name]([], value)


@pytest.mark.parametrize("name", [*OF_PAIRS, *OF_OTHERS])
def test_no_value_ends_in_an_error_from_inside(name: str) -> None:
    for value in ANY:
        with contextlib.suppress(lm.LegalMetricsError):
            if name in OF_PAIRS:
                OF_PAIRS[name](value, value)
            else:
                OF_OTHERS[name](value)


def test_the_error_is_a_type_error_and_one_of_ours() -> None:
    with pytest.raises(TypeError):
        lm.parse_sentence(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="text: found None, allowed a string"):
        lm.parse_sentence(None)  # type: ignore[arg-type]


def test_arrays_are_sequences() -> None:
    terms = np.array([6.0, 12.0])
    assert lm.term_log_distance(terms, terms).value == 1.0  # type: ignore[arg-type]
    assert lm.bootstrap_ci(terms, seed=0) == lm.bootstrap_ci([6.0, 12.0], seed=0)  # type: ignore[arg-type]
    assert lm.rouge(np.array(["無罪"]), np.array(["無罪"])).value == 1.0  # type: ignore[call-overload]
