"""Which counts, how many, and whose: constructions of judgments since 2013 (刑法 §50). Texts are our own, names invented, values by hand."""

from __future__ import annotations

import pytest
from outcome_notation import outcomes

from legal_metrics.extract.main_text import parse_main_text

ONE = ("王大明",)
TWO = ("王大明", "李小華")
THREE = ("王大明", "李小華", "陳一新")
RATE = "如易科罰金，以新臺幣壹仟元折算壹日"
FOUR = (
    f"王大明犯竊盜罪，處有期徒刑參月，{RATE}；又犯竊盜罪，處有期徒刑肆月，{RATE}；"
    "又犯加重竊盜罪，處有期徒刑柒月；又犯加重竊盜罪，處有期徒刑捌月。"
)
SMALL, LARGE = f"應執行有期徒刑伍月，{RATE}", "應執行有期徒刑壹年"
GROUPS = "1 guilty: 3m; 4m; 7m; 8m | executed 5m | groups [0, 1] 5m None, [2, 3] 12m None"
TABLE = (
    "附表：編號犯罪事實主文1事實欄一㈠王大明犯竊盜罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。"
    "2事實欄一㈡王大明犯竊盜罪，處有期徒刑肆月，如易科罰金，以新臺幣壹仟元折算壹日。"
)


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (f"得易科罰金部分，{SMALL}；不得易科罰金部分，{LARGE}。", GROUPS),
        (f"得易科罰金之有期徒刑部分，{SMALL}；不得易科罰金之有期徒刑部分，{LARGE}。", GROUPS),
        (f"所處得易科罰金之刑，{SMALL}。所處不得易科罰金之刑，{LARGE}。", GROUPS),
        (
            f"不得易科罰金部分，{LARGE}；得易科罰金部分，{SMALL}。",
            "1 guilty: 3m; 4m; 7m; 8m | executed 12m | groups [2, 3] 12m None, [0, 1] 5m None",
        ),
        (
            "不得易科罰金與得易科罰金部分，經王大明請求定應執行刑，應執行有期徒刑壹年陸月。",
            "1 guilty: 3m; 4m; 7m; 8m | executed 18m",
        ),
    ],
)
def test_the_rate_of_an_executed_term_says_nothing_of_the_counts(tail: str, expected: str) -> None:
    assert outcomes(parse_main_text(FOUR + tail, defendants=ONE)) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "王大明犯竊盜罪，共伍罪，其中貳罪各處有期徒刑參月，其餘參罪各處有期徒刑肆月。應執行有期徒刑壹年。",
            "1 guilty: 3m; 3m; 4m; 4m; 4m | executed 12m",
        ),
        ("王大明犯侵占罪，參罪，各處有期徒刑參月。", "1 guilty: 3m; 3m; 3m"),
        ("王大明犯竊盜二罪，各處有期徒刑參月。", "1 guilty: 3m; 3m"),
        ("王大明犯竊盜罪三次，各處拘役二十日。", "1 guilty: 20 days; 20 days; 20 days"),
        (f"王大明犯竊盜罪，處有期徒刑參月，{RATE}，共貳罪。應執行有期徒刑伍月。", "1 guilty: 3m; 3m | executed 5m"),
        ("王大明犯竊盜罪，處有期徒刑參月。又犯詐欺取財罪，共貳罪，各處有期徒刑肆月。", "1 guilty: 3m; 4m; 4m"),
        ("王大明前二罪，各處有期徒刑參月。", "1 guilty: 3m"),  # 前二罪 counts what was named before
    ],
)
def test_number_of_counts(text: str, expected: str) -> None:
    assert outcomes(parse_main_text(text, defendants=ONE)) == [expected]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        (
            "王大明犯傷害罪，處拘役拾日。其餘被告均無罪。",
            THREE,
            ["1 guilty: 10 days", "2 not_guilty", "3 not_guilty"],
        ),
        ("王大明犯傷害罪，處拘役拾日。其他被告無罪。", TWO, ["1 guilty: 10 days", "2 not_guilty"]),
        *(
            (
                f"王大明犯傷害罪，處拘役拾日。{rest}均無罪。",
                THREE,
                ["1 guilty: 10 days", "2 not_guilty", "3 not_guilty"],
            )
            for rest in ("其餘", "餘", "其餘之被告", "其餘二人", "其餘2名被告", "其餘二人之被告", "其他同案被告")
        ),
        ("王大明犯傷害罪，處拘役拾日。被訴毀損其他人之物部分無罪。", TWO, ["1 guilty: 10 days", "1 not_guilty"]),
        ("王大明犯傷害罪，處拘役拾日。其餘被告訴部分無罪。", TWO, ["1 guilty: 10 days", "1 not_guilty"]),
        (
            f"王大明犯傷害罪，處有期徒刑參月，{RATE}；李小華犯傷害罪，處有期徒刑貳月，{RATE}，均緩刑貳年。",
            TWO,
            ["1 guilty: 3m | probation 24", "2 guilty: 2m | probation 24"],
        ),
        (
            "王大明犯傷害罪，處有期徒刑參月；李小華犯傷害罪，共貳罪，各處有期徒刑貳月，應執行有期徒刑參月，緩刑貳年。",
            TWO,
            ["1 guilty: 3m", "2 guilty: 2m; 2m | executed 3m | probation 24"],
        ),
    ],
)
def test_whom_a_clause_is_about(text: str, names: tuple[str, ...], expected: list[str]) -> None:
    assert outcomes(parse_main_text(text, defendants=names)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "王大明被訴於有期徒刑陸月執行中脫逃部分無罪。",
        "王大明被訴最輕本刑為五年以上有期徒刑之罪部分，無罪。",
        "王大明被訴強盜殺人（法定刑死刑或無期徒刑）部分，無罪。",
        "王大明被訴於緩刑貳年期間內竊盜部分，無罪。",
    ],
)
def test_words_of_penalty_in_the_accusation_pronounce_nothing(text: str) -> None:
    assert outcomes(parse_main_text(text, defendants=ONE)) == ["1 not_guilty"]


@pytest.mark.parametrize(
    "text",
    [
        "王大明所犯之罪及所處之刑如附表所示。",
        "王大明所犯之罪及所處之刑，均如附表主文欄所載。",
        "王大明犯如附表主文欄所示之罪刑。",
        "王大明如附表主文欄所示之宣告刑。",
        "王大明之罪名、刑度及沒收，均詳如附表「主文」欄所載。",
        "主文詳如附表所示。",
        "主文均如附表所示。",
    ],
)
def test_words_for_as_in_the_table(text: str) -> None:
    read = parse_main_text(text + "應執行有期徒刑陸月。", defendants=ONE, tables=TABLE)
    assert outcomes(read) == ["1 guilty: 3m; 4m | executed 6m"]
    assert read.needs_table


def test_a_table_named_again_is_not_counted_again() -> None:
    text = "王大明犯如附表所示之罪，各處如附表主文欄所示之刑。如附表主文欄所示之刑，應執行有期徒刑陸月。"
    assert outcomes(parse_main_text(text, defendants=ONE, tables=TABLE)) == ["1 guilty: 3m; 4m | executed 6m"]


def test_what_a_ruling_recalls_is_no_conviction() -> None:
    text = "王大明犯如附表所示之罪，所處如附表所示之刑，應執行有期徒刑陸月。"
    assert outcomes(parse_main_text(text, defendants=ONE, tables=TABLE)) == ["1 other (ruling)"]


def test_rows_of_short_terms_on_one_line_stay_apart() -> None:
    table = "附表：編號犯罪事實宣告刑1事實一王大明犯竊盜罪，處有期徒刑柒月。2事實二王大明犯侵占罪，處有期徒刑肆月。3事實三王大明犯侵占罪，處拘役拾日。"
    text = "王大明犯如附表所示之罪，各處如附表「宣告刑」欄所示之刑。附表編號1、2部分，應執行有期徒刑玖月。"
    expected = ["1 guilty: 7m; 4m; 10 days | executed 9m | groups [0, 1] 9m None"]
    assert outcomes(parse_main_text(text, defendants=ONE, tables=table)) == expected


@pytest.mark.parametrize(
    "cells",
    [
        "編號犯罪事實主文1起訴書附表編號1王大明犯竊盜罪，處有期徒刑參月。2起訴書附表編號2王大明犯竊盜罪，處有期徒刑肆月。",
        "編號\n犯罪事實\n主文\n1\n附表一編號1\n王大明犯竊盜罪，處有期徒刑參月。\n2\n附表一編號2\n王大明犯竊盜罪，處有期徒刑肆月。",
        "編號\n主文\n備註\n1\n王大明犯竊盜罪，處有期徒刑參月。\n起訴書附表編號1\n2\n王大明犯竊盜罪，處有期徒刑肆月。\n起訴書附表編號2",
    ],
)
def test_a_cell_may_refer_to_a_row_of_another_table(cells: str) -> None:
    tables = f"附表一：\n編號\n被害人\n金額\n1\n陳小華\n3萬元\n2\n林小美\n2萬元\n附表二：\n{cells}"
    text = "王大明犯如附表二所示之罪，各處如附表二主文欄所示之刑。應執行有期徒刑陸月。"
    assert outcomes(parse_main_text(text, defendants=ONE, tables=tables)) == ["1 guilty: 3m; 4m | executed 6m"]


@pytest.mark.parametrize(
    "organ",
    [
        "之負責人，因執行業務",
        "之受僱人因執行業務",
        "之代理人，因執行業務",
        "其代表人執行業務",
        "之負責人及受僱人，因執行業務",
        "之實際負責人、經理人因執行業務",
        "之董事，因執行業務",
    ],
)
def test_the_fine_for_what_its_organ_did_is_the_company_s(organ: str) -> None:
    text = (
        "王大明犯廢棄物清理法第四十六條第四款之罪，處有期徒刑壹年。"
        f"大發有限公司{organ}犯廢棄物清理法第四十六條第四款之罪，科罰金新臺幣拾萬元。"
    )
    read = parse_main_text(text, defendants=("王大明", "大發有限公司"))
    assert outcomes(read) == ["1 guilty: 12m", "2 guilty: fine 100000 TWD"]


@pytest.mark.parametrize("text", ["被告有罪。", "王大明犯竊盜罪。", "王大明有罪，其餘不論。"])
def test_a_conviction_without_a_penalty_is_a_conviction_and_says_so(text: str) -> None:
    read = parse_main_text(text, defendants=ONE)
    assert outcomes(read) == ["1 guilty"]
    assert "no_penalty" in read.problems


def test_a_defendant_whom_no_row_names_is_told() -> None:
    text = "王大明、李小華犯如附表所示之罪，各處如附表所示之刑。"
    read = parse_main_text(text, defendants=TWO, tables=TABLE)
    assert outcomes(read) == ["1 guilty: 3m; 4m", "2 guilty"]
    assert read.problems == ("table_row_missing: 李小華",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("趙大同無罪。王大明犯竊盜罪，處拘役拾日。", "subject_unknown: 趙大同"),
        ("王大明犯竊盜罪，處拘役拾日。趙大同犯竊盜罪，處拘役貳拾日。", "subject_unknown: 趙大同"),
        ("王大明應執行有期徒刑壹年。", "number_of_counts_unknown: 應執行 without counts"),
        ("王大明犯竊盜罪。應執行有期徒刑壹年。", "number_of_counts_unknown: 應執行 without counts"),
    ],
)
def test_what_the_main_text_does_not_say_is_told(text: str, problem: str) -> None:
    assert problem in parse_main_text(text, defendants=ONE).problems


def test_an_executed_term_may_put_together_what_another_judgment_pronounced() -> None:
    assert not parse_main_text("原判決撤銷。應執行有期徒刑壹年。", defendants=ONE).problems


def test_a_common_rate_marks_every_short_term() -> None:
    text = (
        "王大明犯竊盜罪，處有期徒刑參月；又犯竊盜罪，處有期徒刑肆月，如易科罰金，均以新臺幣壹仟元折算壹日；"
        f"又犯加重竊盜罪，處有期徒刑柒月；又犯加重竊盜罪，處有期徒刑捌月。得易科罰金部分，{SMALL}；不得易科罰金部分，{LARGE}。"
    )
    assert outcomes(parse_main_text(text, defendants=ONE)) == [GROUPS]


def test_two_common_rates_are_the_rates_of_one_count() -> None:
    """Both terms are short, but the first (洗錢) is of a crime that allows no 易科罰金."""
    text = (
        "王大明犯洗錢罪，處有期徒刑參月，併科罰金新臺幣壹萬元，罰金如易服勞役，以新臺幣壹仟元折算壹日；"
        "又犯詐欺取財罪，處有期徒刑肆月，併科罰金新臺幣貳萬元，有期徒刑如易科罰金、罰金如易服勞役，均以新臺幣壹仟元折算壹日；"
        "又犯洗錢罪，處有期徒刑伍月，併科罰金新臺幣參萬元。不得易科罰金部分，應執行有期徒刑柒月。"
    )
    (outcome,) = parse_main_text(text, defendants=ONE).outcomes
    assert [group.counts for group in outcome.groups] == [(0, 2)]


def test_where_no_rate_is_given_the_length_tells_what_is_open_to_it() -> None:
    text = f"王大明犯竊盜罪，共貳罪，各處有期徒刑參月；又犯加重竊盜罪，共貳罪，各處有期徒刑柒月。得易科罰金部分，{SMALL}；不得易科罰金部分，{LARGE}。"
    expected = "1 guilty: 3m; 3m; 7m; 7m | executed 5m | groups [0, 1] 5m None, [2, 3] 12m None"
    assert outcomes(parse_main_text(text, defendants=ONE)) == [expected]


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (f"前二罪{SMALL}；後二罪{LARGE}。", "[0, 1] 5m None, [2, 3] 12m None"),
        (f"前貳罪部分，{SMALL}；後2罪部分，{LARGE}。", "[0, 1] 5m None, [2, 3] 12m None"),
        (f"前三罪{LARGE}。", "[0, 1, 2] 12m None"),
    ],
)
def test_counts_are_put_together_by_their_place(tail: str, expected: str) -> None:
    (line,) = outcomes(parse_main_text(FOUR + tail, defendants=ONE))
    assert line.endswith(f"groups {expected}")


def test_rows_may_be_named_without_their_table() -> None:
    table = TABLE + "3事實欄一㈢王大明犯加重竊盜罪，處有期徒刑柒月。"
    text = f"王大明犯如附表所示之罪，各處如附表主文欄所示之刑。編號1、2部分，{SMALL}。"
    expected = "1 guilty: 3m; 4m; 7m | executed 5m | groups [0, 1] 5m None"
    assert outcomes(parse_main_text(text, defendants=ONE, tables=table)) == [expected]


def test_a_relative_who_is_a_defendant_is_meant_himself() -> None:
    text = "王大明犯竊盜罪，處拘役拾日。王大明之子王小明無罪。"
    read = parse_main_text(text, defendants=("王大明", "王小明"))
    assert outcomes(read) == ["1 guilty: 10 days", "2 not_guilty"]
