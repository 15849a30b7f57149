"""What a reader sees for each score: its title in English and Chinese, its group, its unit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from legal_metrics.results import Report, Score


@dataclass(frozen=True, slots=True)
class Title:
    """``unit`` is empty for a fraction between 0 and 1. ``leads``: stands in the first table; the others have tables of their own."""

    en: str
    zh: str = ""
    group: str = ""
    unit: str = ""
    leads: bool = True


CHOICE, ESSAY = "Multiple choice 選擇題", "Essays 申論題"
TEXT, VERDICT, TERM, OTHER, STATUTES = (
    "Main text 主文",
    "Verdict 判決結果",
    "Imprisonment 有期徒刑",
    "Detention, probation, fine 拘役、緩刑、罰金",
    "Statutes 適用法條",
)

_TITLES = {
    "accuracy": Title("Accuracy", "正確率", CHOICE),
    "points_share": Title("Share of points", "得分率", ESSAY),
    "correct_share": Title("Scoring points: correct", "正確", ESSAY),
    "partial_share": Title("Scoring points: partial", "部分正確", ESSAY),
    "wrong_share": Title("Scoring points: wrong", "錯誤", ESSAY),
    "missing_share": Title("Scoring points: missing", "缺漏", ESSAY),
    "rouge_1": Title("ROUGE-1", "", TEXT),
    "rouge_2": Title("ROUGE-2", "", TEXT),
    "rouge_l": Title("ROUGE-L", "", TEXT),
    "token_f1": Title("Token F1", "", TEXT),
    "exact_match": Title("Exact match", "完全相符", TEXT),
    "verdict_accuracy": Title("Verdict accuracy", "有罪或無罪", VERDICT),
    "verdict_class_accuracy": Title("Verdict accuracy, all classes", "各類判決", VERDICT),
    "verdict_balanced_accuracy": Title("Balanced verdict accuracy", "類別平均", VERDICT),
    "imprisonment_within": Title("Term within ±3 months", "刑期 ±3 月", TERM),
    "term_log_distance": Title("Normalised log distance", "正規化對數距離", TERM),
    "imprisonment_deviation": Title("Mean deviation of terms", "平均偏差", TERM, "months"),
    "life_death_match": Title("Life and death sentences", "無期徒刑、死刑", TERM),
    "detention_within": Title("Detention within ±7 days", "拘役 ±7 日", OTHER),
    "detention_deviation": Title("Mean deviation of detention", "平均偏差", OTHER, "days"),
    "probation_within": Title("Probation within ±1 year", "緩刑 ±1 年", OTHER),
    "probation_deviation": Title("Mean deviation of probation", "平均偏差", OTHER, "months"),
    "fine_within_10": Title("Fine within ±10 %", "罰金 ±10 %", OTHER),
    "fine_within_50": Title("Fine within ±50 %", "罰金 ±50 %", OTHER),
    "fine_deviation": Title("Mean deviation of fines", "平均偏差", OTHER, "currency units"),
    "fine_relative_deviation": Title("Mean relative deviation of fines", "平均相對偏差", OTHER),
}

RATES = {
    "accuracy": Title("Statute accuracy", "法條正確率", STATUTES),
    "type1": Title("Type I error: no such statute", "不存在之法條", STATUTES),
    "type2": Title("Type II error: real, not applied", "存在但不適用", STATUTES),
    "unresolved": Title("Wrong, of unknown type", "無從查核", STATUTES),
    "total": Title("Total error", "總錯誤率", STATUTES),
    "recall": Title("Recall of applied statutes", "召回率", STATUTES),
    "f1": Title("Statute F1", "", STATUTES),
}
"""The rates of cited statutes, in order; the scores are ``statute_<rate>`` at full depth and ``statute_<rate>_<part>`` elsewhere."""

DEPTH_WORDS = {"article": "條", "paragraph": "項", "subparagraph": "款", "item": "目"}
KIND_WORDS = {"offence": "論罪法條", "general_part": "總則", "procedural": "程序法"}


def statute_score(rate: str, part: str) -> str:
    """The name of a statute score at a depth or for a kind of provision.

    >>> statute_score("type1", "item"), statute_score("type1", "article")
    ('statute_type1', 'statute_type1_article')
    """
    return f"statute_{rate}" if part == "item" else f"statute_{rate}_{part}"


for _rate, _title in RATES.items():
    _TITLES[statute_score(_rate, "item")] = _title
    for _part, _word in {**DEPTH_WORDS, **KIND_WORDS}.items():
        if _part != "item":
            _TITLES[statute_score(_rate, _part)] = replace(
                _title, en=f"{_title.en}, {_part.replace('_', ' ')} {_word}", leads=False
            )


def title(name: str) -> Title:
    """The title of a score; a score that this table does not know is shown under its own name.

    >>> title("rouge_l").en, title("my_metric").en
    ('ROUGE-L', 'my metric')
    """
    return _TITLES.get(name) or Title(name.replace("_", " "))


def leading_scores(report: Report) -> list[Score]:
    """The scores of the first table; the primary one is among them whatever it is."""
    return [score for name, score in report.scores.items() if title(name).leads or name == report.primary]
