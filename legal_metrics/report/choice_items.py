"""Multiple-choice questions in a report: those answered wrongly, and the outputs that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legal_metrics.report.blocks import row, table
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import NOTHING
from legal_metrics.results import Report, SampleView

EXCERPT = 120
"""Characters of a question or an option in the table."""
OUTPUT = 200
"""Characters of an output that could not be read."""


def choice_items(report: Report, records: Mapping[str, Mapping[str, Any]], worst: int) -> Markup:
    """How the answers fall on the letters; then at most ``worst`` questions answered wrongly, and as many unread outputs, in the order of the records."""
    wrong = [view for view in report.samples if view.answer and not view.values.get(report.primary)]
    unread = [view for view in report.samples if not view.answer]
    parts: list[Markup | None] = [_letters(report)]
    if wrong:
        rows = [
            row(
                _id(view),
                *_question(records.get(view.id, {}), view.reference.get("answer")),
                view.answer.get("answer", NOTHING),
            )
            for view in wrong[:worst]
        ]
        parts += [
            element("h2", "Wrong answers"),
            element("p", f"{min(worst, len(wrong))} of {len(wrong)}, in the order of the records.", class_="muted"),
            table(["question", "text", "right", "", "model"], rows, class_="words"),
        ]
    if unread:
        rows = [
            row(_id(view), view.status.replace("_", " "), view.why, _cut(view.output or "", OUTPUT))
            for view in unread[:worst]
        ]
        parts += [
            element("h2", "Outputs that could not be read"),
            element("p", f"{min(worst, len(unread))} of {len(unread)}.", class_="muted"),
            table(["question", "status", "why", "output"], rows, class_="words"),
        ]
    return render(parts)


def _letters(report: Report) -> Markup | None:
    details = report.scores[report.primary].details
    keys, right, chosen = (details.get(name, {}) for name in ("n_by_answer", "right_by_answer", "n_by_prediction"))
    letters = sorted({*keys, *chosen})
    if not letters:
        return None
    rows = [row(letter, keys.get(letter, 0), right.get(letter, 0), chosen.get(letter, 0)) for letter in letters]
    return render(
        element("h2", "By letter"),
        table(["letter", "right answer", "of these answered", "chosen by the model"], rows, class_="small"),
    )


def _id(view: SampleView) -> str:
    return f"{view.id}, run {view.run}" if view.run else view.id


def _question(record: Mapping[str, Any], answer: Any) -> tuple[str, str, str]:
    options = record.get("options") or ()
    place = ord(answer) - ord("A") if isinstance(answer, str) and len(answer) == 1 else -1
    option = options[place] if 0 <= place < len(options) else ""
    return _cut(str(record.get("question") or ""), EXCERPT), str(answer or NOTHING), _cut(str(option), EXCERPT)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
