"""Read a Taiwanese 主文: who is convicted of what, sentenced to what, acquitted, dismissed.

How it works: ``main_text_tokens`` cuts the text into typed tokens, ``main_text_names`` knows the defendants, ``main_text_reader`` walks over the
tokens once, ``outcome_drafts`` holds what is still being said, ``penalty_tables`` and ``table_counts`` read penalties that stand in
tables. Taiwan's words live in ``jurisdictions.tw.penalty_words``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from legal_metrics.extract.main_text_names import Names
from legal_metrics.extract.main_text_reader import Reader
from legal_metrics.extract.outcome_drafts import OutcomeDrafts
from legal_metrics.extract.penalty_tables import PenaltyTables
from legal_metrics.extract.table_counts import TableCounts
from legal_metrics.jurisdictions.tw.penalty_words import fold
from legal_metrics.penalties import MainText
from legal_metrics.text.compact import compact

_NOISE = re.compile(
    "[*#`_>\u200b\u200c\u200d\u2060\ufeff]+"
)  # marks of Markdown in a model's answer, invisible characters


def parse_main_text(text: str, *, defendants: Sequence[str] = (), tables: str = "") -> MainText:
    """Read a whole 主文 into outcomes, one for each (defendant, verdict), in the order of the 主文.

    White space means nothing: the original with its hard wraps, a copy that lost them and a model's own words read alike. Terms are in months
    and days, fines in whole units; 易科罰金 and 易服勞役 rates, 沒收, 追徵 and payments under 緩刑 are recognised and are never penalties.
    Linear in the text. Never raises.

    Args:
        text: the 主文 (its heading may stand before it).
        defendants: names as the header gives them, in its order; empty: the names are found in the 主文 itself.
        tables: what follows the signature (附表), for penalties that stand only there (各處如附表所示之刑).

    Returns:
        ``MainText``. ``needs_table`` where the 主文 leaves penalties to a table. ``problems`` says what was not understood, each as ``code`` or
        ``code: detail``: ``unread`` (text that nothing explained), ``no_verdict``, ``no_penalty``, ``subject_unclear``, ``subject_unknown``, ``number_of_counts_unknown``,
        ``executed_in_table``, ``table_missing``, ``table_row_missing``, ``table_row_unread``, ``table_row_misaligned``, ``table_not_closed``.

    >>> read = parse_main_text("甲○○犯竊盜罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。乙○○無罪。")
    >>> [(o.defendant, o.name, o.verdict, [p.imprisonment_months for p in o.counts]) for o in read.outcomes]
    [(1, '甲○○', 'guilty', [3]), (2, '乙○○', 'not_guilty', [])]
    """
    original = _NOISE.sub("", compact(text).text)
    folded = fold(original)
    names = Names(defendants, folded)
    table_counts = TableCounts(PenaltyTables(tables), _read_cell)
    reader = Reader(original, folded, names, table_counts)
    reader.read()
    if len(names.learned) > 1:  # several people that no header named: read again, now that all of them are known
        names = Names(names.learned, folded)
        reader = Reader(original, folded, names, table_counts)
        reader.read()
    return MainText(
        outcomes=tuple(draft.finish(names.name_of(draft.key), draft.key + 1) for draft in reader.outcomes),
        set_aside=reader.set_aside,
        needs_table=reader.needs_table,
        problems=tuple(dict.fromkeys(reader.problems)),
    )


def _read_cell(text: str, names: Names) -> OutcomeDrafts:
    reader = Reader(text, fold(text), names, None)
    reader.read()
    return reader.outcomes
