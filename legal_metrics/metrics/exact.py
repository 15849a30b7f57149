"""Exact match, and the score that falls back on overlap where an answer is not exact.

Compared is ``bare_text``: no punctuation, no white space; digits, signs and decimal points are content (３０日 is 30日, 30日 is not 60日, 1.5 is not 15).
Labels that the answer was asked to open with (答案:, 回答:) go first.

Empty texts [CHOICE]: two texts of which nothing is left match (1.0), as in SQuAD; one of them does not. Predictions may be None (nothing could be read
from the output): 0, counted in ``n_unparsed``. Errors: LengthMismatchError; BadReferenceError and LegalMetricsError for what is not a text.
"""

from __future__ import annotations

from collections.abc import Sequence

from legal_metrics.arguments import check_text_pairs
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.metrics.overlap import rouge
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text import script
from legal_metrics.text.answer_labels import strip_answer_label
from legal_metrics.text.normalise import bare_text
from legal_metrics.text.tokenisers import JIEBA, Tokeniser


def exact_match(
    predictions: Sequence[str | None],
    references: Sequence[str],
    *,
    strip_labels: bool = True,
    fold_script: bool = False,
) -> Score:
    """Share of predictions equal to their reference in the compared form (see the head of this module), in [0, 1].

    ``strip_labels``: answer labels go first, on both sides; ``fold_script`` compares 简 and 繁 as one. Source: SQuAD's exact match; ZhiFa-Bench
    (factual_query).

    >>> score = exact_match(["答案：３０日。", "15", None], ["30 日", "1.5", "無"])
    >>> [sample.value for sample in score.samples], score.n_unparsed
    ([1.0, 0.0, 0.0], 1)
    """
    check_text_pairs(predictions, references)

    def form(text: str) -> str:
        answer = strip_answer_label(text) if strip_labels else text
        return bare_text(script.fold_script(answer) if fold_script else answer)

    samples = [
        SampleScore(0.0, answer=None, reference=reference, status="unparsed")
        if prediction is None
        else SampleScore(float(form(prediction) == form(reference)), answer=prediction, reference=reference)
        for prediction, reference in zip(predictions, references, strict=True)
    ]
    signature = Signature("exact_match").extended(
        form="bare_text",
        labels="stripped" if strip_labels else "kept",
        script="folded" if fold_script else "as_written",
    )
    return Score.from_samples("exact_match", samples, signature)


def exact_or_rouge(
    predictions: Sequence[str | None],
    references: Sequence[str],
    *,
    weight: float = 0.8,
    tokenizer: Tokeniser = JIEBA,
    fold_script: bool = False,
) -> Score:
    """Mean of 1 for an exact match, else ``weight`` x ROUGE-L F, in [0, 1]: one figure for short answers that are right in part.

    Labels are stripped for both. ``details``: ``exact_match`` and ``rougeL`` on their own. Source: ZhiFa-Bench names "EM + Rouge-L" for factual_query;
    the sum is its tool's [CHOICE]. Raises: as ``exact_match``; LegalMetricsError for a weight outside [0, 1].

    >>> from legal_metrics.text.tokenisers import CHARACTERS
    >>> exact_or_rouge(["30日", "30天"], ["30日", "30日"], tokenizer=CHARACTERS).value.__round__(4)
    0.7667
    """
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight <= 1:
        raise LegalMetricsError(f"weight: found {shown(weight)}, allowed a number from 0 to 1")
    exact = exact_match(predictions, references, fold_script=fold_script)
    overlap = rouge(
        [None if text is None else strip_answer_label(text) for text in predictions],
        [strip_answer_label(text) for text in references],
        tokenizer=tokenizer,
        fold_script=fold_script,
    )
    samples = [
        SampleScore(
            1.0 if same.value == 1 else weight * close.value,
            answer=same.answer,
            reference=same.reference,
            status=same.status,
            detail={"exact_match": same.value, "rougeL": close.value},
        )
        for same, close in zip(exact.samples, overlap.samples, strict=True)
    ]
    signature = Signature("exact_or_rouge", overlap.signature.options).extended(weight=weight, labels="stripped")
    details = {"exact_match": exact.value, "rougeL": overlap.value}
    return Score.from_samples("exact_or_rouge", samples, signature, details=details)
