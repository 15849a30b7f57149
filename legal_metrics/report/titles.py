"""What a reader sees for each score: its title in English and Chinese, its group, its unit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Title:
    """``unit`` is empty for a fraction between 0 and 1."""

    en: str
    zh: str = ""
    group: str = ""
    unit: str = ""


TEXT, VERDICT, TERM, OTHER, STATUTES = (
    "Text of the main text 主文",
    "Verdict 判決結果",
    "Imprisonment 有期徒刑",
    "Detention, probation, fine 拘役、緩刑、罰金",
    "Statutes 適用法條",
)

_TITLES = {
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


def title(name: str) -> Title:
    """The title of a score; a score that this table does not know is shown under its own name.

    >>> title("rouge_l").en, title("my_metric").en
    ('ROUGE-L', 'my metric')
    """
    return _TITLES.get(name) or Title(name.replace("_", " "))
