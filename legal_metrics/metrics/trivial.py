"""What the strongest trivial answers score, on plain values: the figure that a model's score has to be read against.

They know no question: one term for all, the commonest answer, the commonest set of labels, the first sentences of a source, the source as it was. The
constant is chosen from ``train`` where it is given. Without it, it is chosen from the references themselves, and the score is then the best that the
constant can do there (``details["in_sample"]``). Baselines that answer the records of a task, so that they stand in its report, are in
``legal_metrics.baselines``.

``details["answer"]``: what was answered. Errors: as the metric; LegalMetricsError where ``train`` holds nothing to choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_sequence, check_texts, is_whole
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.metrics.correction import correction_f
from legal_metrics.metrics.labels import Labels, label_f1
from legal_metrics.metrics.overlap import rouge
from legal_metrics.metrics.sentencing import term_log_distance
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.sentence_ends import split_sentences
from legal_metrics.text.tokenisers import JIEBA, Tokeniser


def constant_term_score(
    references: Sequence[float | None],
    *,
    months: float | None = None,
    train: Sequence[float | None] | None = None,
    cap_months: float = 216,
) -> Score:
    """``term_log_distance`` of one term for every case, in [0, 1]: terms crowd together on a log scale, so this is high.

    ``months``: that term; without it the (lower) median, which is nearest to all on a log scale. 24 months score 0.8154 on LawBench 3-4, where GPT-4 has
    0.8262.

    >>> score = constant_term_score([6, 12, 240, None])
    >>> round(score.value, 4), score.details["answer"], score.n_excluded
    (0.7805, 12, 1)
    """
    term = months
    if term is None:
        known = _pool(train, references, "terms")
        term_log_distance(known, known)  # names what is no term
        pool = [value for value in known if value is not None]
        term = sorted(pool)[(len(pool) - 1) // 2] if pool else 0
    score = term_log_distance([term] * len(references), references, cap_months=cap_months)
    return _named("constant_term", score, term, in_sample=months is None and train is None)


def majority_answer_score(references: Sequence[Hashable], *, train: Sequence[Hashable] | None = None) -> Score:
    """Accuracy of the commonest answer for every item (a letter, a set of letters as frozenset, a verdict), in [0, 1]; ties: the first by how it is written.

    >>> score = majority_answer_score(["B", "A", "B", "D"])
    >>> score.value, score.details["answer"]
    (0.5, 'B')
    """
    answer = _commonest(_hashable(_pool(train, references, "answers")))
    samples = [SampleScore(float(reference == answer), answer=answer, reference=reference) for reference in references]
    score = Score.from_samples("accuracy", samples, Signature("accuracy"))
    return _named("majority_answer", score, answer, in_sample=train is None)


def commonest_labels_score(
    references: Sequence[Labels], *, average: str, train: Sequence[Labels] | None = None
) -> Score:
    """``label_f1`` of the commonest set of labels for every item, in [0, 1]; ties: the first by how it is written.

    >>> score = commonest_labels_score([["盗窃"], ["盗窃"], ["诈骗", "盗窃"]], average="sample")
    >>> round(score.value, 4), score.details["answer"]
    (0.8889, ['盗窃'])
    """
    known = [_kept(labels) for labels in _pool(train, references, "sets of labels")]
    label_f1(known, known, average=average)  # names what is no set of labels
    answer = _commonest([frozenset(labels) for labels in known]) or frozenset()
    kept = [_kept(labels) for labels in references]
    listed = sorted(answer, key=str)
    score = label_f1([listed] * len(kept), kept, average=average)
    return _named("commonest_labels", score, listed, in_sample=train is None)


def copied_source_score(
    sources: Sequence[str], references: Sequence[str], *, beta: float = 0.5, average: str = "sample"
) -> Score:
    """``correction_f`` of sources handed back as they were, in [0, 1]: what is not 0 of it comes from texts without an error.

    A bag-of-characters F0.5 gives such copies 0.97 (``compat.zhifa.f05``).

    >>> copied_source_score(["甲方有全", "乙方"], ["甲方有权", "乙方"]).value
    0.5
    """
    score = correction_f(sources, references, sources=sources, beta=beta, average=average)
    return _named("copied_source", score, "the source", in_sample=False)


def lead_sentences_score(
    sources: Sequence[str],
    references: Sequence[str],
    *,
    sentences: int = 3,
    variant: str = "L",
    tokenizer: Tokeniser = JIEBA,
    punctuation: bool = True,
) -> Score:
    """ROUGE F of the first sentences of each source as its summary, in [0, 1]: hard to beat where texts begin with what matters.

    Raises besides: LegalMetricsError for a number of sentences that is no whole number above 0.

    >>> from legal_metrics.text.tokenisers import CHARACTERS
    >>> lead_sentences_score(["甲偷车。乙报警。丙作证。"], ["甲偷车。"], sentences=1, tokenizer=CHARACTERS).value
    1.0
    """
    if not is_whole(sentences, 1):
        raise LegalMetricsError(f"sentences: found {shown(sentences)}, allowed a whole number above 0")
    check_texts("sources", sources)
    leads = ["".join(split_sentences(source)[:sentences]) for source in sources]
    score = rouge(leads, references, variant=variant, tokenizer=tokenizer, punctuation=punctuation)
    return _named("lead_sentences", score, f"the first {sentences} sentences", in_sample=False)


def _named(name: str, score: Score, answer: Any, *, in_sample: bool) -> Score:
    details = MappingProxyType({**score.details, "answer": answer, "in_sample": in_sample})
    return replace(score, name=f"{name}.{score.name}", details=details)


def _pool(train: Sequence[Any] | None, references: Sequence[Any], of: str) -> Sequence[Any]:
    check_sequence("references", references, of)
    if train is None:
        return references
    check_sequence("train", train, of)
    if all(value is None for value in train):
        raise LegalMetricsError(f"train: found {shown(train)}, allowed at least one of the {of} to choose from")
    return train


def _kept(labels: Labels) -> Labels:
    """The labels, so that they can be gone through twice; what is no iterable of labels stays what it is."""
    return [*labels] if isinstance(labels, Iterable) and not isinstance(labels, (str, bytes, bytearray)) else labels


def _hashable(answers: Sequence[Any]) -> Sequence[Hashable]:
    for place, answer in enumerate(answers):
        if not isinstance(answer, Hashable):
            raise LegalMetricsError(
                f"answer #{place}: found {shown(answer)}, allowed a hashable value (a set as frozenset)"
            )
    return answers


def _commonest(answers: Sequence[Any]) -> Any:
    counts = Counter(answers)
    return min(counts, key=lambda answer: (-counts[answer], _written(answer)), default=None)


def _written(answer: Any) -> str:
    return str(sorted(map(str, answer))) if isinstance(answer, frozenset) else str(answer)
