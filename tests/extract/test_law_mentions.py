"""Which law, and which version of it, the words before an article name. Worked out by hand; ~f former, ~a amended."""

from __future__ import annotations

import pytest

from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import extract_statutes


def short(citation: StatuteCitation) -> str:
    below = "".join(f".{n}" for n in (citation.paragraph, citation.subparagraph) if n is not None)
    return f"{citation.law}{citation.article}{below}" + (f"~{citation.version[0]}" if citation.version else "")


def read(text: str) -> list[str]:
    return [short(c) for c in extract_statutes(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # in a bracket before the name: it goes for the name, as without the bracket
        ("（修正前）刑法第214條、第216條，藥事法第83條", ["刑法214~f", "刑法216~f", "藥事法83"]),
        ("【行為時】刑法第214條", ["刑法214~f"]),
        ("〔100年1月26日修正公布後〕刑法第321條第1項", ["刑法321.1~a"]),
        ("刑法第2條第1項前段、（廢止前）懲治盜匪條例第5條", ["刑法2.1", "懲治盜匪條例5~f"]),
        ("(修正前)《刑法》第214條", ["刑法214~f"]),
        ("（詳後述）刑法第214條", ["刑法214"]),
        # before a rank below the article: of this rank alone
        ("刑法第339條第1項、修正前第2項、第3項", ["刑法339.1", "刑法339.2~f", "刑法339.3"]),
        ("藥事法第83條第1項、（修正後）第4項第1款、第2款、第5項", ["藥事法83.1", "藥事法83.4.1~a", "藥事法83.4.2~a", "藥事法83.5"]),
        # behind, with the day of the change
        ("刑法第339條第1項（103年6月18日修正前）、第340條", ["刑法339.1~f", "刑法340"]),
        ("刑法第339條第1項前段（民國一百零三年六月十八日修正公布前）", ["刑法339.1~f"]),
        ("洗錢防制法第14條第1項（112年修正後之規定）", ["洗錢防制法14.1~a"]),
        ("刑法第339條（修正前）第1項", ["刑法339.1~f"]),
        ("刑法第321條第1項第3款（修正前；下同）", ["刑法321.1.3~f"]),
        ("刑法第321條（108年5月29日修正公布、同年月31日施行前）第1項第3款", ["刑法321.1.3~f"]),
        ("洗錢防制法第14條第1項（舊法）、第19條第1項（新法）", ["洗錢防制法14.1~f", "洗錢防制法19.1~a"]),
        ("洗錢防制法（舊法）第14條第1項、第15條", ["洗錢防制法14.1~f", "洗錢防制法15"]),
        ("（舊法）洗錢防制法第14條第1項、第15條", ["洗錢防制法14.1~f", "洗錢防制法15~f"]),
        ("洗錢防制法第19條第1項（修正前為第14條第1項）", ["洗錢防制法19.1", "洗錢防制法14.1"]),
        ("刑法第339條第1項（103年6月18日修正時提高罰金）", ["刑法339.1"]),
    ],
)  # fmt: skip
def test_versions_in_brackets_before_ranks_and_with_a_date(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("就業服務法第44條，其施行細則第5條", ["就業服務法44", "就業服務法施行細則5"]),
        ("其施行細則第5條", ["5"]),
        ("依著作權法及其施行細則第5條", ["著作權法施行細則5"]),
        ("依組防條例第3條第1項", ["組織犯罪防制條例3.1"]),
        ("參照公民與政治權利國際公約第14條", ["公民與政治權利國際公約14"]),
        ("依中國大陸刑法第266條", ["中國大陸刑法266"]),
    ],
)
def test_names_that_refer_back_are_short_or_hold_a_linking_word(text: str, expected: list[str]) -> None:
    assert read(text) == expected
