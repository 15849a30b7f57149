"""Reading comprehension: character F1 (rc-F1) of CJRC, the corpus of CAIL2019, over letters and digits.

Compared is the multiset of characters that are letters (so Han characters) or digits, after ``normalise``, in lower case and without answer labels (回答:).
An answer of which nothing is left says that the text holds no answer.

Empty texts, as in CJRC: two answers of which nothing is left agree (1.0); one of them alone scores 0. Predictions may be None (nothing could be read from
the output): 0, counted in ``n_unparsed``. Errors: LengthMismatchError; BadReferenceError and LegalMetricsError for what is not a text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from legal_metrics.arguments import check_paired, check_prediction, check_sequence
from legal_metrics.errors import BadReferenceError, WrongTypeError, shown
from legal_metrics.metrics.overlap import Match
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text import script
from legal_metrics.text.answer_labels import strip_answer_label
from legal_metrics.text.normalise import normalise


def reading_f1(
    predictions: Sequence[str | None],
    references: Sequence[str | Sequence[str]],
    *,
    leave_one_out: bool = False,
    fold_script: bool = False,
) -> Score:
    """Mean character F1 of answers against one or several golds each, in [0, 1].

    A reference is one gold or a sequence of them; of several the best counts. No gold at all means that the text holds no answer, as an empty one does.
    ``leave_one_out`` is what CJRC's official script reports, so that models compare with people: for k > 1 golds the mean over the golds of the best F1
    against the others; a gold as prediction can score below 1 there. ``fold_script`` compares 简 and 繁 as one. ``details``: ``n_unanswerable``
    references whose golds are all empty, ``n_golds``. Source: CJRC (CAIL2019); ZhiFa-Bench (reading_comprehension).

    >>> score = reading_f1(["回答：张某甲", "", None], [["张某甲。", "甲"], "回答:", "是"])
    >>> [sample.value for sample in score.samples], score.n_unparsed
    ([1.0, 1.0, 0.0], 1)
    >>> reading_f1(["甲"], [["甲", "甲乙"]], leave_one_out=True).value.__round__(4)
    0.8333
    """
    check_paired(predictions, references, "texts")
    samples, n_unanswerable, n_golds = [], 0, 0
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        check_prediction(index, prediction)
        golds = _golds(index, reference)
        wanted = [answer_characters(gold, fold_script=fold_script) for gold in golds or ("",)]
        n_golds += len(golds)
        n_unanswerable += not any(wanted)
        if prediction is None:
            samples.append(SampleScore(0.0, answer=None, reference=list(golds), status="unparsed"))
            continue
        given = answer_characters(prediction, fold_script=fold_script)
        values = [_f1(given, characters) for characters in wanted]
        value = _best_of_others(values) if leave_one_out and len(values) > 1 else max(values)
        samples.append(SampleScore(value, answer=prediction, reference=list(golds)))
    signature = Signature("reading_f1").extended(
        golds="leave_one_out" if leave_one_out else "max", script="folded" if fold_script else "as_written"
    )
    details = {"n_unanswerable": n_unanswerable, "n_golds": n_golds}
    return Score.from_samples("reading_f1", samples, signature, details=details)


def answer_characters(text: str, *, fold_script: bool = False) -> Counter[str]:
    """What is compared of an answer: how often each letter and digit stands in it. Raises: WrongTypeError for what is no text.

    >>> dict(answer_characters("答案：２００元（含Ａ）"))
    {'2': 1, '0': 2, '元': 1, '含': 1, 'a': 1}
    """
    answer = strip_answer_label(text)
    compared = normalise(script.fold_script(answer) if fold_script else answer).lower()
    return Counter(character for character in compared if character.isdigit() or character.isalpha())


def _golds(index: int, reference: object) -> tuple[str, ...]:
    if isinstance(reference, str):
        return (reference,)
    allowed = "a text or a sequence of texts"
    try:
        check_sequence("reference", reference, "texts")
    except WrongTypeError as error:
        raise BadReferenceError(f"#{index}", "reference", f"found {shown(reference)}, allowed {allowed}") from error
    golds = tuple(reference)  # type: ignore[arg-type, var-annotated]
    for gold in golds:
        if not isinstance(gold, str):
            raise BadReferenceError(f"#{index}", "reference", f"found {shown(gold)} among the golds, allowed {allowed}")
    return golds


def _f1(given: Counter[str], wanted: Counter[str]) -> float:
    match = Match((given & wanted).total(), given.total(), wanted.total())
    return match.f if given or wanted else 1.0


def _best_of_others(values: Sequence[float]) -> float:
    """Mean over the places of the best value at any other place."""
    first, second = sorted(values, reverse=True)[:2]
    top = values.index(first)
    return math.fsum(second if place == top else first for place in range(len(values))) / len(values)
