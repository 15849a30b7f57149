"""Text correction, scored as grammatical error correction is: by the edits that a text makes to its source, never by its characters.

A corrected text shares nearly all characters with its source, so a score over characters gives 0.97 to an output that corrects nothing. Here an
unchanged output has no edits, and scores 0 against a reference that has some.

Compared are the characters of ``normalise`` without white space and answer labels; punctuation is content. Edits come from one longest common
subsequence of source and text: what stands between its characters was replaced, deleted or inserted. [CHOICE] (1) What touches is one edit, as in
ERRANT's ``all-merge``; ``merge=False`` compares character by character. (2) An insertion or deletion that could stand at several places (one of 甲甲)
stands at the first, so that the same correction is the same edit whatever else was changed.

Empty sets of edits [CHOICE], as in ERRANT: a text without an error that was left alone scores 1.0; where only one side has edits the score is 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from legal_metrics.arguments import check_sequence, check_text, check_text_pairs
from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, shown
from legal_metrics.metrics.lcs import lcs_pairs
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.answer_labels import strip_answer_label
from legal_metrics.text.normalise import normalise

AVERAGES: tuple[str, ...] = ("sample", "micro")
"""Mean over samples; edits pooled over all samples, as corpus scorers of grammatical error correction do."""


_WINDOW = 8_192
_SURE = _WINDOW * 3 // 4  # how far into a window its alignment is kept


class Edit(NamedTuple):
    """Characters ``start`` to ``end`` of the source became ``replacement``; nothing for a deletion, ``start == end`` for an insertion."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class EditCounts:
    """Edits of a prediction that are in the reference (``matched``), and of both.

    >>> EditCounts(1, 1, 2).f(0.5), EditCounts(0, 0, 2).f(0.5), EditCounts(0, 0, 0).f(0.5)
    (0.8333333333333334, 0.0, 1.0)
    """

    matched: int
    n_prediction: int
    n_reference: int

    @property
    def precision(self) -> float:
        """Right edits / edits made; 1 where none was made and none was due."""
        return self._rate(self.n_prediction)

    @property
    def recall(self) -> float:
        """Right edits / edits due; 1 where none was made and none was due."""
        return self._rate(self.n_reference)

    def f(self, beta: float) -> float:
        """(1 + beta²) P R / (beta² P + R), from the counts."""
        numerator, denominator = self.parts(beta)
        return numerator / denominator if denominator else 1.0

    def parts(self, beta: float) -> tuple[float, float]:
        """Numerator and denominator of F, which add up over samples."""
        weight = beta * beta
        return (1 + weight) * self.matched, weight * self.n_reference + self.n_prediction

    def _rate(self, whole: int) -> float:
        return self.matched / whole if whole else float(self.n_prediction == self.n_reference)


def correction_f(
    predictions: Sequence[str | None],
    references: Sequence[str],
    *,
    sources: Sequence[str],
    beta: float = 0.5,
    average: str = "sample",
    merge: bool = True,
) -> Score:
    """F-beta over the edits that turn each source into its prediction, against those that turn it into its reference, in [0, 1].

    ``sources`` are the uncorrected texts. ``beta`` 0.5 weighs precision over recall: P = TP/(TP+FP), R = TP/(TP+FN), F = 1.25PR/(0.25P+R).
    ``average``: ``"sample"`` is the mean over samples, ``"micro"`` pools the edits (samples without any are not in it). An unread prediction (None)
    scores 0. ``details``: pooled ``precision``, ``recall`` and counts of edits; ``n_unchanged`` outputs equal to their source, ``n_no_error`` references
    equal to it. Source: ZhiFa-Bench names F0.5 for clause_correction; M2 and ERRANT define it over edits.
    Raises: LengthMismatchError; BadReferenceError and LegalMetricsError for what is no text; LegalMetricsError for beta and average.

    >>> source, reference = "交付期眼以及甲方有全", "交付期限以及甲方有权"
    >>> [correction_f([text], [reference], sources=[source]).value for text in (reference, source)]
    [1.0, 0.0]
    >>> round(correction_f(["交付期限以及甲方有全"], [reference], sources=[source]).value, 4)
    0.8333
    """
    check_text_pairs(predictions, references)
    check_sequence("sources", sources, "texts")
    if len(sources) != len(references):
        raise LengthMismatchError(len(sources), len(references), left="sources")
    if isinstance(beta, bool) or not isinstance(beta, (int, float)) or not 0 < beta < math.inf:
        raise LegalMetricsError(f"beta: found {shown(beta)}, allowed a finite number above 0")
    if average not in AVERAGES:
        raise LegalMetricsError(f"average: found {shown(average)}, allowed {', '.join(AVERAGES)}")
    samples, counted, n_unchanged, n_no_error = [], [], 0, 0
    for index, (source, prediction, reference) in enumerate(zip(sources, predictions, references, strict=True)):
        if not isinstance(source, str):
            raise BadReferenceError(f"#{index}", "source", f"found {shown(source)}, allowed a text")
        due = edits(source, reference, merge=merge)
        made = [] if prediction is None else edits(source, prediction, merge=merge)
        counts = EditCounts((Counter(made) & Counter(due)).total(), len(made), len(due))
        counted.append(counts)
        n_unchanged += prediction is not None and not made
        n_no_error += not due
        value = 0.0 if prediction is None else counts.f(beta)
        numerator, denominator = (value, 1.0) if average == "sample" else counts.parts(beta)
        samples.append(
            SampleScore(
                numerator,
                denominator,
                answer=None if prediction is None else [tuple(edit) for edit in made],
                reference=[tuple(edit) for edit in due],
                status="unparsed" if prediction is None else "scored" if denominator else "excluded",
                detail={"precision": counts.precision, "recall": counts.recall, "f": value},
            )
        )
    pooled = EditCounts(
        sum(c.matched for c in counted), sum(c.n_prediction for c in counted), sum(c.n_reference for c in counted)
    )
    details: dict[str, Any] = {
        "precision": pooled.precision if counted else math.nan,
        "recall": pooled.recall if counted else math.nan,
        "n_matched": pooled.matched,
        "n_edits": pooled.n_prediction,
        "n_reference_edits": pooled.n_reference,
        "n_unchanged": n_unchanged,
        "n_no_error": n_no_error,
    }
    signature = Signature("correction_f").extended(
        average=average, beta=beta, edits="merged" if merge else "characters", form="normalise_no_space"
    )
    return Score.from_samples("correction_f", samples, signature, details=details)


def edits(source: str, target: str, *, merge: bool = True) -> list[Edit]:
    """The edits that turn ``source`` into ``target``, in order (see the head of this module); offsets into the compared form of ``source``.

    Linear: texts of more than 8,192 characters are aligned window by window, so theirs may not be the fewest edits. Raises: WrongTypeError for what is
    no text.

    >>> edits("甲方有全拒收", "甲方有权拒绝收"), edits("甲甲乙", "甲乙")
    ([Edit(start=3, end=4, replacement='权'), Edit(start=5, end=5, replacement='绝')], [Edit(start=0, end=1, replacement='')])
    >>> edits("第三章", "第十六条", merge=False)
    [Edit(start=1, end=2, replacement='十'), Edit(start=2, end=3, replacement='六'), Edit(start=3, end=3, replacement='条')]
    """
    check_text("source", source)
    check_text("target", target)
    before, after = _compared(source), _compared(target)
    found = _first_places(before, _gaps(before, after))
    return list(_merged(before, found)) if merge else [part for edit in found for part in _characters(edit)]


def _compared(text: str) -> str:
    return "".join(normalise(strip_answer_label(text)).split())


def _gaps(before: str, after: str) -> Iterator[Edit]:
    """What stands between the characters that the two texts have in common."""
    i = j = 0
    for next_i, next_j in [*_common_places(before, after), (len(before), len(after))]:
        if next_i > i or next_j > j:
            yield Edit(i, next_i, after[j:next_j])
        i, j = next_i + 1, next_j + 1


def _common_places(before: str, after: str) -> Iterator[tuple[int, int]]:
    """Places of a common subsequence: a longest one where both texts fit into a window, and in each window where not.

    What is found in the last quarter of a window is left to the next one, which knows how the text goes on. A window with so little in common that the two
    texts together move on by less than half of it is passed over, so the number of windows is at most twice the length of both over theirs.
    """
    i = j = 0
    while len(before) - i > _WINDOW or len(after) - j > _WINDOW:
        pairs = [
            (p, q) for p, q in lcs_pairs(before[i : i + _WINDOW], after[j : j + _WINDOW]) if p < _SURE and q < _SURE
        ]
        moved = (pairs[-1][0] + 1, pairs[-1][1] + 1) if pairs else (0, 0)
        if sum(moved) < _WINDOW // 2:
            pairs, moved = [], (_SURE, _SURE)
        yield from ((i + p, j + q) for p, q in pairs)
        i, j = min(i + moved[0], len(before)), min(j + moved[1], len(after))
    yield from ((i + p, j + q) for p, q in lcs_pairs(before[i:], after[j:]))


def _first_places(before: str, found: Iterator[Edit]) -> Iterator[Edit]:
    """Insertions and deletions moved to the first place where they make the same text, never over another edit."""
    free = 0  # the end of the edit before
    for start, end, new in found:
        moved = 0
        if not new:
            while start - moved > free and before[start - moved - 1] == before[end - moved - 1]:
                moved += 1
        elif start == end:
            run = before[free:start] + new
            while start - moved > free and run[start - free - moved - 1] == run[len(run) - moved - 1]:
                moved += 1
            new = run[start - free - moved : len(run) - moved]
        edit = Edit(start - moved, end - moved, new)
        free = edit.end
        yield edit


def _merged(before: str, found: Iterator[Edit]) -> Iterator[Edit]:
    """Edits that touch as one."""
    held: Edit | None = None
    for edit in found:
        if held is not None and held.end == edit.start:
            held = Edit(held.start, edit.end, held.replacement + edit.replacement)
            continue
        if held is not None:
            yield held
        held = edit
    if held is not None:
        yield held


def _characters(edit: Edit) -> Iterator[Edit]:
    """An edit as replacements, then deletions or insertions, of single characters."""
    start, end, new = edit
    for place, character in zip(range(start, end), new, strict=False):
        yield Edit(place, place + 1, character)
    paired = min(end - start, len(new))
    for place in range(start + paired, end):
        yield Edit(place, place + 1, "")
    for character in new[paired:]:
        yield Edit(end, end, character)
