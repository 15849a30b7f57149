"""Which tables a task has, and their columns: those of the paper for its tasks, and the same kinds for any other task.

Source: TW-LegalBench, tables 4 to 8: their columns as the captions name them, and what their rows are sorted by. [CHOICE] Beside them stand figures that a
reader needs to judge them: a total by year, the verdict (balanced too), citations of unknown type, the share of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from legal_metrics.report.titles import title

TOTAL = "total"
MAX_VALUES = 24
"""A breakdown with more values than a page has room for gets no table."""


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column of one score. ``count``: the sum of the score's numerators (labels given) instead of their share; ``directed``: whether its best is marked."""

    score: str
    title: str
    zh: str = ""
    form: str = "figure"
    group: str = ""
    count: bool = False
    directed: bool = True

    @property
    def key(self) -> str:
        """Its name in CSV and JSON."""
        return f"{self.score}_count" if self.count else self.score


@dataclass(frozen=True, slots=True)
class ScoreLayout:
    """A table with a column a score; rows are sorted by ``sort``, a key of a column."""

    key: str
    title: str
    columns: tuple[ScoreColumn, ...]
    sort: str
    zh: str = ""


@dataclass(frozen=True, slots=True)
class BreakdownLayout:
    """A table of one score with a column for each value of a field, and one over all; ``sort``: ``"total"``, or ``"last"`` value.

    ``values``: titles (English, Chinese) of values that are known, in their order; others follow in alphabetical order.
    """

    key: str
    title: str
    by: str
    form: str = "figure"
    zh: str = ""
    sort: str = TOTAL
    values: Mapping[str, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}))

    def ordered(self, found: Iterable[str]) -> list[str]:
        """The values in the order of their columns.

        >>> BreakdownLayout("k", "T", "by", values={"b": ("B", "")}).ordered(["c", "a", "b"])
        ['b', 'a', 'c']
        """
        places = {value: place for place, value in enumerate(self.values)}
        return sorted(found, key=lambda value: (places.get(value, len(places)), value))


Layout = ScoreLayout | BreakdownLayout

LAW_GROUPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Constitutional": ("Const.", "憲法"),
        "Criminal": ("Crim.", "刑法"),
        "Civil": ("Civil", "民法"),
        "Administrative": ("Admin.", "行政法"),
        "International": ("Intl.", "國際法"),
        "No Law": ("No Law", "無法律類別"),
        "not stated": ("Not labelled", "未標註"),
    }
)
_CHOICES: tuple[Layout, ...] = (
    BreakdownLayout("law", "Accuracy by group of law", "law_category", "percent", "各法律領域正確率", values=LAW_GROUPS),
    BreakdownLayout("year", "Accuracy by year of the exam", "year", "percent", "各年度正確率", sort="last"),
)
_LABELS = tuple(
    ScoreColumn(f"{label}_share", words, zh, "count", "Scoring points, mean of the judges", True, directed)
    for label, words, zh, directed in (
        ("correct", "Correct", "正確", True),
        ("partial", "Partial", "部分正確", False),
        ("wrong", "Wrong", "錯誤", True),
        ("missing", "Missing", "缺漏", True),
    )
)
_ESSAYS: tuple[Layout, ...] = (
    ScoreLayout("labels", "Labels of scoring points", (*_LABELS, ScoreColumn("points_share", "Share of points", "得分率", "percent")), "correct_share_count", "評分要點標籤數"),
)
_OUTCOMES = (
    ScoreColumn("rouge_1", "R-1"),
    ScoreColumn("rouge_2", "R-2"),
    ScoreColumn("rouge_l", "R-L"),
    ScoreColumn("token_f1", "T-F1"),
    ScoreColumn("verdict_accuracy", "Verdict", "有罪或無罪"),
    ScoreColumn("verdict_balanced_accuracy", "Verdict, balanced", "類別平均"),
    ScoreColumn("imprisonment_within", "Pri. ±3m", "有期徒刑"),
    ScoreColumn("term_log_distance", "Norm. log-dist.", "正規化對數距離"),
    ScoreColumn("detention_within", "Det. ±7d", "拘役"),
    ScoreColumn("probation_within", "Prob. ±1y", "緩刑"),
    ScoreColumn("fine_within_50", "Fine ±50%", "罰金"),
)
_CITATIONS = (
    ScoreColumn("statute_accuracy", "Acc.", "正確率"),
    ScoreColumn("statute_type1", "Type I", "不存在之法條"),
    ScoreColumn("statute_type2", "Type II", "存在但不適用"),
    ScoreColumn("statute_unresolved", "Unknown type", "無從查核"),
    ScoreColumn("statute_total", "Total error", "總錯誤率"),
)
_JUDGMENTS: tuple[Layout, ...] = (
    ScoreLayout("outcomes", "Predicted main texts", _OUTCOMES, "rouge_l", "主文預測"),
    ScoreLayout("citations", "Cited statutes", _CITATIONS, "statute_accuracy", "法條引用"),
)
LAYOUTS: Mapping[str, tuple[Layout, ...]] = MappingProxyType(
    {
        **{f"tw-legalbench/{config}": _CHOICES for config in ("mcq", "mcq_zh_cn", "mcq_en")},
        "tw-legalbench/oeq": _ESSAYS,
        "tw-legalbench/ljp": _JUDGMENTS,
    }
)


def form_of(score: str, layouts: Iterable[Layout]) -> str:
    """How a score is written: as the tables that have it write it; four decimals where none says.

    >>> form_of("accuracy", LAYOUTS["tw-legalbench/mcq"]), form_of("rouge_l", LAYOUTS["tw-legalbench/ljp"])
    ('percent', 'figure')
    """
    for layout in layouts:
        if isinstance(layout, BreakdownLayout):
            return layout.form
        for column in layout.columns:
            if column.score == score and not column.count:
                return column.form
    return "figure"


def layouts_of(task: str, primary: str, scores: Iterable[str], strata: Mapping[str, int]) -> list[Layout]:
    """The tables of a task: its own, or one with the scores that lead a report; and one for every other field (name -> number of values) with room for its values.

    >>> [layout.key for layout in layouts_of("tw-legalbench/mcq", "accuracy", ["accuracy"], {"year": 5, "exam_category": 4})]
    ['law', 'year', 'by-exam_category']
    >>> layouts_of("zhifa-bench/x", "f1", ["f1", "recall"], {})[0].sort
    'f1'
    """
    own = LAYOUTS.get(task)
    if own is None:
        columns = tuple(
            ScoreColumn(name, words.en, words.zh)
            for name in scores
            if (words := title(name)).leads or name == primary
        )
        own = (ScoreLayout("scores", "Scores", columns, primary, "分數"),)
    taken = {layout.by for layout in own if isinstance(layout, BreakdownLayout)}
    form = form_of(primary, own)
    others = [field for field, values in strata.items() if field not in taken and values <= MAX_VALUES]
    return [*own, *(BreakdownLayout(f"by-{field}", f"{title(primary).en} by {field.replace('_', ' ')}", field, form) for field in others)]
