"""The 主文 grammar, construction by construction. All texts are our own, all names invented; expected values by hand."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_notation import outcomes

from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.penalties import VERDICTS, MainText

ONE = ("王大明",)
TWO = ("王大明", "李小華")
THREE = ("王大明", "李小華", "陳一新")
RATE = "如易科罰金，以新臺幣壹仟元折算壹日"

Case = tuple[str, tuple[str, ...], list[str]]

PENALTIES: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑參月。", ONE, ["1 guilty: 3m"]),
    ("王大明犯竊盜罪，處有期徒刑壹年貳月。", ONE, ["1 guilty: 14m"]),
    ("王大明犯竊盜罪，處有期徒刑1年10月。緩刑3年。", ONE, ["1 guilty: 22m | probation 36"]),
    ("王大明犯竊盜罪，處有期徒刑1年6個月。", ONE, ["1 guilty: 18m"]),
    ("王大明犯竊盜罪，處有期徒刑一年半。", ONE, ["1 guilty: 18m"]),
    ("王大明犯竊盜罪，處有期徒刑貳拾伍年。", ONE, ["1 guilty: 300m"]),
    ("王大明犯傷害罪，處拘役伍拾玖日。", ONE, ["1 guilty: 59 days"]),
    ("王大明犯傷害罪，處拘役30日。", ONE, ["1 guilty: 30 days"]),
    ("王大明殺人，處無期徒刑，褫奪公權終身。", ONE, ["1 guilty: life rights for life"]),
    ("王大明殺人，處無期徒刑。褫奪公權終身。", ONE, ["1 guilty: life rights for life"]),
    ("王大明犯殺人罪，處死刑，褫奪公權終身。", ONE, ["1 guilty: death rights for life"]),
    ("王大明犯收受賄賂罪，處有期徒刑柒年陸月，禠奪公權肆年。", ONE, ["1 guilty: 90m rights 48m"]),
    ("王大明犯侵占罪，處罰金新臺幣伍仟元。", ONE, ["1 guilty: fine 5000 TWD"]),
    ("王大明犯侵占罪，科罰金新台幣三萬元。", ONE, ["1 guilty: fine 30000 TWD"]),
    ("王大明犯侵占罪，處罰金新臺幣（下同）5,000元。", ONE, ["1 guilty: fine 5000 TWD"]),
    ("王大明犯侵占罪，處罰金新臺幣3萬5,000元。", ONE, ["1 guilty: fine 35000 TWD"]),
    ("王大明犯侵占罪，處罰金新臺幣1.5萬元。", ONE, ["1 guilty: fine 15000 TWD"]),
    ("王大明犯侵占罪，處罰金壹萬貳仟元。", ONE, ["1 guilty: fine 12000"]),
    ("王大明犯侵占罪，處罰金銀元參仟元，如易服勞役，以銀元參佰元折算壹日。", ONE, ["1 guilty: fine 3000 silver_yuan"]),
    ("王大明犯侵占罪，處罰金銀圓參仟元。", ONE, ["1 guilty: fine 3000 silver_yuan"]),
    ("王大明犯洗錢罪，處有期徒刑參月，併科罰金新臺幣貳萬元。", ONE, ["1 guilty: 3m fine 20000 TWD"]),
    (f"王大明犯洗錢罪，處有期徒刑參月，{RATE}，併科罰金新臺幣貳萬元。", ONE, ["1 guilty: 3m fine 20000 TWD"]),
    ("王大明犯洗錢罪，處有期徒刑參月，併科新臺幣貳萬元罰金。", ONE, ["1 guilty: 3m fine 20000 TWD"]),
    ("王大明犯洗錢罪，處有期徒刑參月及罰金新臺幣貳萬元。", ONE, ["1 guilty: 3m fine 20000 TWD"]),
    ("王大明犯違反建築法罪，處拘役伍拾日，併科罰金新臺幣參萬元。", ONE, ["1 guilty: 50 days fine 30000 TWD"]),
]

NUMERALS_AND_SLIPS: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑\ue372月。", ONE, ["1 guilty: 3m"]),  # private use character for 參
    ("王大明犯竊盜罪，處有期徒刑叁年\ue373月。", ONE, ["1 guilty: 39m"]),
    ("王大明犯竊盜罪，處有期徒刑壹年零陸月。", ONE, ["1 guilty: 18m"]),
    ("王大明犯竊盜罪，處有期徒刑壹月又拾伍日。", ONE, ["1 guilty: 1m15d"]),
    ("王大明犯竊盜罪，處有期徒刑１年６月。", ONE, ["1 guilty: 18m"]),
    ("王大明犯竊盜罪，處期徒刑陸月。", ONE, ["1 guilty: 6m"]),
    ("王大明犯竊盜罪，處有期徒伍月。", ONE, ["1 guilty: 5m"]),
    ("王大明犯竊盜罪，處徒刑伍月。", ONE, ["1 guilty: 5m"]),
    ("王大明犯竊盜罪，處伍月，如易科罰金，以新臺幣壹仟元折算壹日。", ONE, ["1 guilty: 5m"]),
    ("王大明犯竊盜罪，，處有期徒刑玖月。", ONE, ["1 guilty: 9m"]),
    ("王大明犯竊盜罪,處有期徒刑九月;又犯傷害罪,處拘役五十日。", ONE, ["1 guilty: 9m; 50 days"]),
    ("王大明处有期徒刑三年，并科罚金新台币五万元，缓刑二年。", ONE, ["1 guilty: 36m fine 50000 TWD | probation 24"]),
]

SEVERAL_COUNTS: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑參月。又犯傷害罪，處拘役參拾日。", ONE, ["1 guilty: 3m; 30 days"]),
    (
        "王大明犯竊盜罪，處有期徒刑參月；又犯竊盜罪，處有期徒刑肆月；應執行有期徒刑陸月。",
        ONE,
        ["1 guilty: 3m; 4m | executed 6m"],
    ),
    ("王大明犯竊盜罪，處有期徒刑參月，又犯傷害罪，處拘役參拾日。", ONE, ["1 guilty: 3m; 30 days"]),
    ("王大明犯重利罪，共肆罪，各處拘役貳拾日。", ONE, ["1 guilty: 20 days; 20 days; 20 days; 20 days"]),
    ("王大明犯重利罪，共參罪，處拘役貳拾日。", ONE, ["1 guilty: 20 days; 20 days; 20 days"]),  # 各 is lost
    ("王大明犯重利罪共2罪，各處拘役貳拾日。", ONE, ["1 guilty: 20 days; 20 days"]),
    ("王大明犯重利罪（共貳罪），各處拘役貳拾日。", ONE, ["1 guilty: 20 days; 20 days"]),
    (
        "王大明犯竊盜罪，共伍罪，均累犯，各處有期徒刑肆月、肆月、肆月、伍月、伍月。",
        ONE,
        ["1 guilty: 4m; 4m; 4m; 5m; 5m"],
    ),
    ("王大明犯竊盜罪，共伍罪，各處有期徒刑參月（共參罪）、肆月（共貳罪）。", ONE, ["1 guilty: 3m; 3m; 3m; 4m; 4m"]),
    (
        "王大明犯竊盜罪，共二罪，各處拘役二十日、三十日，應執行拘役四十日。",
        ONE,
        ["1 guilty: 20 days; 30 days | executed 40 days"],
    ),
    ("王大明犯如附表編號一至三所示之罪，各處有期徒刑參月。", ONE, ["1 guilty: 3m; 3m; 3m"]),
    (
        "王大明犯竊盜罪共11罪，附表編號第1至第6及第8至第11所示之罪各處有期徒刑參月；編號第7所示之罪處有期徒刑伍月。",
        ONE,
        ["1 guilty: " + "; ".join(["3m"] * 10 + ["5m"])],
    ),
    ("王大明犯竊盜罪參罪，各處拘役拾日。", ONE, ["1 guilty: 10 days; 10 days; 10 days"]),
    (
        "王大明犯洗錢罪，共貳罪，各處有期徒刑參月，各併科罰金新臺幣壹萬元、貳萬元。",
        ONE,
        ["1 guilty: 3m fine 10000 TWD; 3m fine 20000 TWD"],
    ),
    ("王大明犯如附表所示參罪，各處拘役拾日。", ONE, ["1 guilty: 10 days; 10 days; 10 days"]),
]

REDUCTIONS: list[Case] = [
    ("王大明犯詐欺罪，處有期徒刑捌月，減為有期徒刑肆月。", ONE, ["1 guilty: 8m -> 4m"]),
    (f"王大明犯詐欺罪，處有期徒刑參月，{RATE}；減為有期徒刑壹月又拾伍日，{RATE}。", ONE, ["1 guilty: 3m -> 1m15d"]),
    (f"王大明犯詐欺罪，處拘役伍拾日，{RATE}。減為拘役貳拾伍日，{RATE}。", ONE, ["1 guilty: 50 days -> 25 days"]),
    (
        "王大明犯詐欺罪，共貳罪，各處有期徒刑陸月，各減為有期徒刑參月。應執行有期徒刑伍月。",
        ONE,
        ["1 guilty: 6m -> 3m; 6m -> 3m | executed 5m"],
    ),
    (
        "王大明犯詐欺罪，處有期徒刑壹年，減為有期徒刑陸月；又犯背信罪，處有期徒刑捌月，減為肆月。",
        ONE,
        ["1 guilty: 12m -> 6m; 8m -> 4m"],
    ),
    ("王大明犯詐欺罪，處罰金新臺幣貳萬元，減為罰金新臺幣壹萬元。", ONE, ["1 guilty: fine 20000 TWD -> fine 10000 TWD"]),
    (
        f"王大明犯逃漏稅捐罪，共貳罪，各處有期徒刑貳月，{RATE}；均減為有期徒刑壹月，{RATE}。",
        ONE,
        ["1 guilty: 2m -> 1m; 2m -> 1m"],
    ),
]

EXECUTED: list[Case] = [
    (
        "王大明犯竊盜罪，處有期徒刑參月；又犯洗錢罪，處有期徒刑伍月，併科罰金新臺幣壹萬元。應執行有期徒刑柒月，併科罰金新臺幣壹萬元，罰金如易服勞役，以新臺幣壹仟元折算壹日。",
        ONE,
        ["1 guilty: 3m; 5m fine 10000 TWD | executed 7m fine 10000 TWD"],
    ),
    (
        "王大明殺人，處無期徒刑；又犯竊盜罪，處有期徒刑參月。主刑部分應執行無期徒刑，褫奪公權終身。",
        ONE,
        ["1 guilty: life; 3m | executed life rights for life"],
    ),
    (
        "王大明殺人，處無期徒刑；又殺人，處無期徒刑。應執行無期徒刑。褫奪公權終身。",
        ONE,
        ["1 guilty: life; life | executed life rights for life"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑肆月；又犯竊盜罪，處有期徒刑參月；又犯傷害罪，處拘役伍拾日；又犯傷害罪，處拘役肆拾日。有期徒刑部分應執行有期徒刑陸月，拘役部分應執行拘役捌拾日。",
        ONE,
        ["1 guilty: 4m; 3m; 50 days; 40 days | executed 6m | groups [0, 1] 6m None, [2, 3] 80 days None"],
    ),
    (
        "王大明犯洗錢罪，處有期徒刑參月，併科罰金新臺幣壹萬元；又犯洗錢罪，處有期徒刑肆月，併科罰金新臺幣貳萬元。有期徒刑部分應執行有期徒刑陸月，罰金部分應執行罰金新臺幣貳萬伍仟元。",
        ONE,
        ["1 guilty: 3m fine 10000 TWD; 4m fine 20000 TWD | executed 6m fine 25000 TWD"],
    ),
    (
        f"王大明犯竊盜罪，處有期徒刑參月，{RATE}。又犯攜帶兇器竊盜罪，共貳罪，各處有期徒刑拾月。不得易科罰金部分，應執行有期徒刑壹年陸月。",
        ONE,
        ["1 guilty: 3m; 10m; 10m | executed 18m | groups [1, 2] 18m None"],
    ),
    (
        f"王大明犯竊盜罪，共貳罪，各處有期徒刑參月，{RATE}；又犯搶奪罪，共貳罪，各處有期徒刑捌月。得易科罰金之罪，應執行有期徒刑伍月；不得易科罰金之罪，應執行有期徒刑壹年。",
        ONE,
        ["1 guilty: 3m; 3m; 8m; 8m | executed 5m | groups [0, 1] 5m None, [2, 3] 12m None"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月；又犯竊盜罪，處有期徒刑肆月；應執行有期徒刑陸月，緩刑貳年。又犯傷害罪，處有期徒刑捌月；又犯傷害罪，處有期徒刑玖月；應執行有期徒刑壹年肆月，緩刑參年。",
        ONE,
        ["1 guilty: 3m; 4m; 8m; 9m | executed 6m | probation 24 | groups [0, 1] 6m 24, [2, 3] 16m 36"],
    ),
    (
        "王大明犯如附表一編號1、2所示之罪，各處有期徒刑參月；又犯如附表一編號3所示之罪，處有期徒刑柒月。附表一編號1、2部分，應執行有期徒刑伍月。",
        ONE,
        ["1 guilty: 3m; 3m; 7m | executed 5m | groups [0, 1] 5m None"],
    ),
    (
        "王大明、李小華共同犯竊盜罪，共參罪，各處有期徒刑肆月。均應執行有期徒刑拾月。",
        TWO,
        [f"{n} guilty: 4m; 4m; 4m | executed 10m" for n in (1, 2)],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑二月；又犯竊盜罪，處有期徒刑三月，合併定應執行刑為有期徒刑四月。",
        ONE,
        ["1 guilty: 2m; 3m | executed 4m"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑二月；又犯竊盜罪，處有期徒刑三月，所處徒刑部分應執行有期徒刑四月。",
        ONE,
        ["1 guilty: 2m; 3m | executed 4m"],
    ),
]

PROBATION: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑參月，緩刑貳年。", ONE, ["1 guilty: 3m | probation 24"]),
    (
        "王大明犯竊盜罪，處有期徒刑參月。緩刑貳年，緩刑期間付保護管束，並應向公庫支付新臺幣貳拾萬元。",
        ONE,
        ["1 guilty: 3m | probation 24"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月。緩刑伍年，並應於緩刑期間，向被害人給付新臺幣參拾萬元，給付方式：自民國一百十二年一月起，按月於每月十日前給付新臺幣壹萬元，至全部清償完畢為止，如有一期未履行視為全部到期。",
        ONE,
        ["1 guilty: 3m | probation 60"],
    ),
    (
        "王大明犯貪污罪，應執行有期徒刑壹年拾月，緩刑肆年，並應向公庫支付新臺幣參拾萬元，褫奪公權貳年。",
        ONE,
        ["1 guilty | executed 22m rights 24m | probation 48"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑貳月，緩刑貳年；又犯傷害罪，處有期徒刑參月，緩刑參年。",
        ONE,
        ["1 guilty: 2m; 3m | probation 24 | groups [0] - 24, [1] - 36"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月，緩刑貳年；又犯侵占罪，處罰金新臺幣參仟元。",
        ONE,
        ["1 guilty: 3m; fine 3000 TWD | probation 24 | groups [0] - 24"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月。李小華犯竊盜罪，處有期徒刑肆月。均緩刑貳年。",
        TWO,
        ["1 guilty: 3m | probation 24", "2 guilty: 4m | probation 24"],
    ),
    (
        "王大明、李小華共同犯竊盜罪，各處有期徒刑參月。各緩刑貳年。",
        TWO,
        ["1 guilty: 3m | probation 24", "2 guilty: 3m | probation 24"],
    ),
    (
        "王大明、李小華、陳一新共同犯竊盜罪，王大明、李小華各處有期徒刑參月，陳一新處拘役伍拾日。王大明、陳一新均緩刑貳年。",
        THREE,
        ["1 guilty: 3m | probation 24", "2 guilty: 3m", "3 guilty: 50 days | probation 24"],
    ),
    (
        "王大明、李小華共同犯竊盜罪，各處有期徒刑參月，分別緩刑貳年、參年。",
        TWO,
        ["1 guilty: 3m | probation 24", "2 guilty: 3m | probation 36"],
    ),
    ("上訴駁回。王大明緩刑貳年，並應向公庫支付新臺幣伍萬元。", ONE, ["1 appeal_dismissed | probation 24"]),
]

VERDICTS_OF_ALL_KINDS: list[Case] = [
    ("王大明無罪。", ONE, ["1 not_guilty"]),
    ("王大明、李小華均無罪。", TWO, ["1 not_guilty", "2 not_guilty"]),
    ("王大明無罪，令入相當處所，施以監護壹年。", ONE, ["1 not_guilty"]),
    ("王大明犯竊盜罪，處有期徒刑參月。其餘被訴部分無罪。", ONE, ["1 guilty: 3m", "1 not_guilty"]),
    (
        "王大明犯竊盜罪，處有期徒刑參月。被訴傷害部分無罪。被訴毀損部分公訴不受理。",
        ONE,
        ["1 guilty: 3m", "1 not_guilty", "1 case_dismissed"],
    ),
    (
        "王大明犯如附表一所示之罪，處有期徒刑參月。其餘被訴如附表二所示部分，均無罪。",
        ONE,
        ["1 guilty: 3m", "1 not_guilty"],
    ),
    ("本件公訴不受理。", ONE, ["1 case_dismissed"]),
    ("本件自訴不受理。", TWO, ["1 case_dismissed", "2 case_dismissed"]),
    ("本件被告均免訴。", TWO, ["1 exempt_from_prosecution", "2 exempt_from_prosecution"]),
    ("被告二人均無罪。", TWO, ["1 not_guilty", "2 not_guilty"]),
    ("被告被訴傷害及毀損部分公訴不受理。", ONE, ["1 case_dismissed"]),
    ("王大明被訴傷害部分，公訴不受理；李小華免訴。", TWO, ["1 case_dismissed", "2 exempt_from_prosecution"]),
    ("王大明犯竊盜罪，免刑。", ONE, ["1 exempt_from_punishment"]),
    ("王大明犯行賄罪，免除其刑。", ONE, ["1 exempt_from_punishment"]),
    ("本件管轄錯誤，移送於臺灣某地方法院。", ONE, ["1 other (wrong_jurisdiction)"]),
    ("王大明假釋中付保護管束。", ONE, ["1 other (ruling)"]),
    ("聲請駁回。", ONE, ["1 other (ruling)"]),
    (
        "王大明所犯如附表所示之罪，所處如附表所示之刑，應執行有期徒刑捌月，併科罰金新臺幣參萬元。",
        ONE,
        ["1 other (ruling)"],
    ),
    ("扣案之海洛因壹包沒收銷燬之。", ONE, ["1 other (ruling)"]),
    ("上訴駁回。", TWO, ["1 appeal_dismissed", "2 appeal_dismissed"]),
    ("王大明之上訴駁回。", TWO, ["1 appeal_dismissed"]),
    ("檢察官及王大明之上訴均駁回。", TWO, ["1 appeal_dismissed"]),
    (
        "原判決關於王大明部分撤銷。王大明犯傷害罪，處拘役參拾日。其他上訴駁回。",
        TWO,
        ["1 guilty: 30 days", "2 appeal_dismissed"],
    ),
    ("原判決關於王大明部分撤銷。公訴不受理。", TWO, ["1 case_dismissed"]),
    ("原判決關於刑之部分撤銷。上開撤銷部分，王大明處有期徒刑貳月。", ONE, ["1 guilty: 2m"]),
]

SUBJECTS: list[Case] = [
    (
        "李小華犯竊盜罪，處有期徒刑參月。王大明無罪。",
        TWO,
        ["2 guilty: 3m", "1 not_guilty"],
    ),  # not in the order of the header
    ("王大明、李小華共同犯賭博罪，王大明處有期徒刑肆月，李小華處有期徒刑參月。", TWO, ["1 guilty: 4m", "2 guilty: 3m"]),
    ("王大明、李小華共同犯竊盜罪，分別處有期徒刑參月、肆月。", TWO, ["1 guilty: 3m", "2 guilty: 4m"]),
    ("王大明、李小華共同犯竊盜罪。王大明處有期徒刑參月。李小華處有期徒刑肆月。", TWO, ["1 guilty: 3m", "2 guilty: 4m"]),
    (
        "王大明、李小華共同犯竊盜罪，共貳罪，王大明各處有期徒刑肆月，應執行有期徒刑陸月；李小華各處有期徒刑參月，應執行有期徒刑伍月。",
        TWO,
        ["1 guilty: 4m; 4m | executed 6m", "2 guilty: 3m; 3m | executed 5m"],
    ),
    ("王大明與李小華共同犯傷害罪，均累犯，皆處拘役參拾日。", TWO, ["1 guilty: 30 days", "2 guilty: 30 days"]),
    (
        "王大明犯竊盜罪，處有期徒刑參月，李小華幫助犯竊盜罪，處拘役貳拾日，陳一新無罪。",
        THREE,
        ["1 guilty: 3m", "2 guilty: 20 days", "3 not_guilty"],
    ),
    (
        "王大明犯竊盜罪，處拘役拾日李小華無罪",
        TWO,
        ["1 guilty: 10 days", "2 not_guilty"],
    ),  # lost line breaks took a mark along
    (
        "一、王大明犯竊盜罪，處有期徒刑陸月。二、扣案之鋸子壹支沒收。三、王大明、李小華其餘被訴部分均無罪。",
        TWO,
        ["1 guilty: 6m", "1 not_guilty", "2 not_guilty"],
    ),
    ("（一）王大明犯竊盜罪，處有期徒刑陸月。（二）李小華無罪。", TWO, ["1 guilty: 6m", "2 not_guilty"]),
    ("王○明犯竊盜罪，處有期徒刑參月。李○華無罪。", TWO, ["1 guilty: 3m", "2 not_guilty"]),  # masked in the 主文
    (
        "王大明犯竊盜罪，處有期徒刑參月。李小華無罪。",
        ("王○明", "李○華"),
        ["1 guilty: 3m", "2 not_guilty"],
    ),  # masked in the header
    ("甲○○犯竊盜罪，處有期徒刑參月。甲○○○無罪。", ("甲○○", "甲○○○"), ["1 guilty: 3m", "2 not_guilty"]),
    (
        "NGUYEN VAN AN犯竊盜罪，處有期徒刑參月。TRAN THI BINH（陳氏平）無罪。",
        ("NGUYEN VAN .", "TRAN THI."),
        ["1 guilty: 3m", "2 not_guilty"],
    ),
    ("王大銘犯竊盜罪，處有期徒刑參月。李小華無罪。", TWO, ["1 guilty: 3m", "2 not_guilty"]),  # one character otherwise
    (
        "趙無名犯竊盜罪，處有期徒刑參月。李小華無罪。",
        TWO,
        ["1 guilty: 3m", "2 not_guilty"],
    ),  # a name nobody knows takes the free place
    (
        "大大股份有限公司因其受僱人執行業務犯廢棄物清理法第四十六條之罪，科罰金新臺幣參拾萬元。王大明犯非法清理廢棄物罪，處有期徒刑壹年。",
        ("大大股份有限公司", "王大明"),
        ["1 guilty: fine 300000 TWD", "2 guilty: 12m"],
    ),
    (
        "小小有限公司，因其代表人執行業務，違反勞動基準法之規定，科以新臺幣陸萬元之罰金。",
        ("小小有限公司",),
        ["1 guilty: fine 60000 TWD"],
    ),
    (
        "王大明犯貪污罪，處有期徒刑壹年。犯罪所得新臺幣伍萬元應與李小華連帶沒收。緩刑貳年。",
        TWO,
        ["1 guilty: 12m | probation 24"],
    ),
    ("王大明犯竊盜罪，處有期徒刑參月。王大明之犯罪所得新臺幣參佰元沒收。", ONE, ["1 guilty: 3m"]),
]

NO_HEADER: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑參月。李小華無罪。", (), ["1 guilty: 3m", "2 not_guilty"]),
    ("王大明、李小華共同犯賭博罪，王大明處有期徒刑肆月，李小華處有期徒刑參月。", (), ["1 guilty: 4m", "2 guilty: 3m"]),
    ("被告王大明無罪，被告李小華免訴。", (), ["1 not_guilty", "2 exempt_from_prosecution"]),
    ("被告犯竊盜罪，處有期徒刑參月。", (), ["1 guilty: 3m"]),
    ("林永和竊盜，處拘役貳拾日。", (), ["1 guilty: 20 days"]),
    (
        "甲、乙、丙共同犯強盜罪，甲處有期徒刑七年，乙、丙各處有期徒刑五年。",
        (),
        ["1 guilty: 84m", "2 guilty: 60m", "3 guilty: 60m"],
    ),
    ("阿布都拉犯竊盜罪，處有期徒刑三月。歐陽小小幫助竊盜，處拘役拾日。", (), ["1 guilty: 3m", "2 guilty: 10 days"]),
    (
        "上訴駁回。王大明、TRAN THI BINH（中文姓名陳氏平）均緩刑貳年。",
        (),
        ["1 appeal_dismissed | probation 24", "2 appeal_dismissed | probation 24"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月；又犯竊盜罪，處有期徒刑肆月。徒刑部分應執行有期徒刑陸月。",
        (),
        ["1 guilty: 3m; 4m | executed 6m"],
    ),
    ("應執行有期徒刑1年2月，緩刑3年。", (), ["1 guilty | executed 14m | probation 36"]),
]

NEVER_A_PENALTY: list[Case] = [
    ("王大明犯竊盜罪，處有期徒刑參月，如易科罰金，以銀元參佰元即新臺幣玖佰元折算壹日。", ONE, ["1 guilty: 3m"]),
    ("王大明犯竊盜罪，處拘役拾日，得易科罰金，以新臺幣1,000元折算1日。", ONE, ["1 guilty: 10 days"]),
    (
        "王大明犯洗錢罪，處有期徒刑參月，併科罰金新臺幣貳萬元，有期徒刑如易科罰金、罰金如易服勞役，均以新臺幣壹仟元折算壹日。",
        ONE,
        ["1 guilty: 3m fine 20000 TWD"],
    ),
    (
        "王大明犯竊盜罪，處有期徒刑參月。未扣案之犯罪所得新臺幣伍萬元沒收，於全部或一部不能沒收或不宜執行沒收時，追徵其價額。",
        ONE,
        ["1 guilty: 3m"],
    ),
    (
        "王大明犯貪污罪，處有期徒刑壹年。所得財物新臺幣伍拾萬元應予追繳沒收，如全部或一部無法追繳時，以其財產抵償之。",
        ONE,
        ["1 guilty: 12m"],
    ),
    ("王大明犯竊盜罪，累犯，處有期徒刑參月，並於刑之執行完畢或赦免後，驅逐出境。", ONE, ["1 guilty: 3m"]),
    ("王大明犯竊盜罪，處有期徒刑參月。應於刑之執行前，令入勞動場所，強制工作參年。", ONE, ["1 guilty: 3m"]),
    ("王大明犯傷害罪，處有期徒刑參月，並令入相當處所施以監護貳年。", ONE, ["1 guilty: 3m"]),
    ("王大明明知為無罪之人，而使其受追訴，處有期徒刑壹年。", ONE, ["1 guilty: 12m"]),
    (
        "王大明公司負責人，公司應收之股款，股東雖已繳納而於登記後將股款發還股東，處拘役伍拾日。",
        ONE,
        ["1 guilty: 50 days"],
    ),
    ("王大明後備軍人，居住處所遷移，無故不依規定申報，處拘役貳拾日。", ONE, ["1 guilty: 20 days"]),
    ("王大明犯竊盜罪，處有期徒刑參月。不另為無罪之諭知。", ONE, ["1 guilty: 3m"]),
    ("王大明犯傷害罪，處拘役拾日，沒收部分併執行之。", ONE, ["1 guilty: 10 days"]),
    ("王大明處罰鍰新臺幣參仟元。", ONE, []),
    ("竊盜罪，處5年以下有期徒刑、拘役或50萬元以下罰金。", ONE, []),
    ("應處六月以上五年以下有期徒刑，得併科新臺幣十萬元以下罰金。", ONE, []),
]

UNDER_TITLES: list[Case] = [
    (
        "甲、主刑部分壹、有罪部分一、王大明犯背信罪，處有期徒刑玖年。二、李小華犯背信罪，處有期徒刑參年。貳、無罪部分：陳一新無罪。乙、沒收部分一、扣案手機沒收。",
        THREE,
        ["1 guilty: 108m", "2 guilty: 36m", "3 not_guilty"],
    ),
    (
        "壹、主刑部分：\n王大明犯洗錢罪，處有期徒刑伍月。\n貳、沒收部分：\n一、犯罪所得新臺幣參仟元沒收。",
        (),
        ["1 guilty: 5m"],
    ),
    ("貳、無罪部分：\n一、王大明無罪。", ONE, ["1 not_guilty"]),
]

OWN_WORDS: list[Case] = [
    (
        "**主文**\n\n王大明犯三人以上共同詐欺取財罪，處有期徒刑1年6個月。\n未扣案之犯罪所得新臺幣3,000元沒收。",
        (),
        ["1 guilty: 18m"],
    ),
    (
        "主文：被告王大明處有期徒刑三年二個月，併科罰金新臺幣10萬元，罰金如易服勞役，以新臺幣一千元折算一日。",
        (),
        ["1 guilty: 38m fine 100000 TWD"],
    ),
    ("王大明犯竊盜罪，累犯，有期徒刑六月，如易科罰金，以新台幣一千元折算一日。", (), ["1 guilty: 6m"]),
    ("王大明判處有期徒刑為10月，緩刑期間為3年。", (), ["1 guilty: 10m | probation 36"]),
    ("1. 王大明犯竊盜罪，處有期徒刑3月。2. 緩刑2年。", (), ["1 guilty: 3m | probation 24"]),
]

ALL = {
    "penalties": PENALTIES,
    "numerals and slips": NUMERALS_AND_SLIPS,
    "several counts": SEVERAL_COUNTS,
    "reductions": REDUCTIONS,
    "executed": EXECUTED,
    "probation": PROBATION,
    "verdicts": VERDICTS_OF_ALL_KINDS,
    "subjects": SUBJECTS,
    "no header": NO_HEADER,
    "never a penalty": NEVER_A_PENALTY,
    "own words": OWN_WORDS,
    "under titles": UNDER_TITLES,
}


CASES = [pytest.param(*case, id=f"{kind} {number}") for kind, cases in ALL.items() for number, case in enumerate(cases)]


@pytest.mark.parametrize(("text", "defendants", "expected"), CASES)
def test_construction(text: str, defendants: tuple[str, ...], expected: list[str]) -> None:
    assert outcomes(parse_main_text(text, defendants=defendants)) == expected


@pytest.mark.parametrize(("text", "defendants", "expected"), CASES)
def test_white_space_changes_nothing(text: str, defendants: tuple[str, ...], expected: list[str]) -> None:
    wrapped = "\r\n    ".join(text[i : i + 7] for i in range(0, len(text), 7))
    spaced = "\u3000".join(text)
    whole = parse_main_text(text, defendants=defendants)
    assert parse_main_text(wrapped, defendants=defendants) == whole
    assert parse_main_text(spaced, defendants=defendants) == whole


@pytest.mark.parametrize(
    ("text", "charges"),
    [
        ("王大明犯竊盜罪，處拘役拾日；又犯竊盜罪，處拘役拾日。", ("竊盜", "竊盜")),
        ("王大明共同犯三人以上共同詐欺取財罪，處有期徒刑壹年。", ("三人以上共同詐欺取財",)),
        ("王大明犯如附表所示之竊盜罪，共柒罪，各處拘役拾日。", ("竊盜",)),
        (
            "王大明犯商業會計法第七十一條第一款之填製不實會計憑證罪，處有期徒刑壹年。",
            ("商業會計法第七十一條第一款之填製不實會計憑證",),
        ),
        ("王大明施用第二級毒品，累犯，處有期徒刑捌月。", ("施用第二級毒品",)),
        ("王大明竊盜，未遂，累犯，處拘役拾日。", ("竊盜，未遂",)),
        ("王大明非法持有子彈罪，處有期徒刑陸月。", ("非法持有子彈",)),
        ("王大明無罪。", ()),
    ],
)
def test_charges_stand_in_the_order_of_their_clauses(text: str, charges: tuple[str, ...]) -> None:
    (outcome,) = parse_main_text(text, defendants=ONE).outcomes
    assert outcome.charges == charges


def test_the_name_is_that_of_the_main_text() -> None:
    read = parse_main_text("王○明犯竊盜罪，處拘役拾日。本件其餘公訴不受理。", defendants=["王大明"])
    assert [o.name for o in read.outcomes] == ["王○明", "王○明"]
    assert parse_main_text("本件公訴不受理。", defendants=["王大明"]).outcomes[0].name == "王大明"
    assert parse_main_text("陳一新犯竊盜罪，處拘役拾日。").outcomes[0].name == "陳一新"


def test_original_judgment_set_aside() -> None:
    assert parse_main_text("原判決撤銷。王大明無罪。").set_aside
    assert parse_main_text("原判決關於王大明部分撤銷。王大明無罪。").set_aside
    assert not parse_main_text("上訴駁回。").set_aside


@pytest.mark.parametrize(
    ("text", "defendants", "code"),
    [
        ("今天天氣很好。", (), "no_verdict"),
        ("", (), "no_verdict"),
        ("王大明犯竊盜罪，處有期徒刑參月。此乃無人能懂之語句。", ONE, "unread"),
        ("王大明犯業務侵占罪，處有期徒刑柒月，均減為二分之一。", ONE, "unread"),
        ("王大明犯竊盜罪，處拘役拾日。李小華犯竊盜罪，處拘役拾日。其餘被訴部分均無罪。", TWO, "subject_unclear"),
        ("犯竊盜罪，處有期徒刑參月。", TWO, "subject_unclear"),
        ("王大明犯竊盜罪，共伍罪，各處有期徒刑參月、肆月。", ONE, "number_of_counts_unknown"),
        ("王大明犯如附表所示之罪，各處有期徒刑參月。", ONE, "number_of_counts_unknown"),
        ("王大明犯如附表所示之罪，各處如附表所示之刑。", ONE, "table_missing"),
    ],
)
def test_what_is_not_understood_is_reported(text: str, defendants: tuple[str, ...], code: str) -> None:
    assert code in {problem.partition(":")[0] for problem in parse_main_text(text, defendants=defendants).problems}


@pytest.mark.parametrize(("text", "defendants", "expected"), CASES)
def test_nothing_is_left_unread(text: str, defendants: tuple[str, ...], expected: list[str]) -> None:
    """Every construction above explains its whole text, but for those with nothing to pronounce."""
    if expected:
        assert not [
            p for p in parse_main_text(text, defendants=defendants).problems if p.startswith(("unread", "no_verdict"))
        ]


# --- any text --------------------------------------------------------------------------------------------------------------------

_WORDS = st.sampled_from(
    [
        "王大明",
        "李小華",
        "甲○○",
        "犯",
        "竊盜罪",
        "處",
        "各",
        "均",
        "有期徒刑",
        "拘役",
        "罰金",
        "新臺幣",
        "參",
        "12",
        "萬",
        "元",
        "年",
        "月",
        "日",
        "應執行",
        "減為",
        "緩刑",
        "褫奪公權",
        "終身",
        "無期徒刑",
        "死刑",
        "無罪",
        "免訴",
        "公訴不受理",
        "上訴駁回",
        "原判決",
        "撤銷",
        "如附表",
        "一",
        "編號",
        "1",
        "至",
        "3",
        "所示之罪",
        "所示之刑",
        "共",
        "罪",
        "併科",
        "如易科罰金",
        "折算",
        "沒收",
        "（",
        "）",
        "、",
        "，",
        "。",
        "；",
        "又",
        "及",
        "被告",
        "本件",
        "\n",
    ]
)


@given(
    st.lists(_WORDS, max_size=60).map("".join),
    st.lists(st.sampled_from(["王大明", "甲○○", "A. B.", "", "（"]), max_size=3),
)
def test_any_words_in_any_order_give_a_well_formed_result(text: str, defendants: list[str]) -> None:
    read = parse_main_text(text, defendants=defendants, tables=text)
    _well_formed(read)
    assert parse_main_text(text, defendants=defendants, tables=text) == read


@given(st.text(max_size=80), st.text(max_size=20), st.text(max_size=80))
def test_any_text_at_all(text: str, name: str, tables: str) -> None:
    _well_formed(parse_main_text(text, defendants=[name] if name else [], tables=tables))


def _well_formed(read: MainText) -> None:
    assert read.outcomes or read.problems
    seen = [(o.defendant, o.verdict) for o in read.outcomes]
    assert len(seen) == len(set(seen))
    for outcome in read.outcomes:
        assert outcome.verdict in VERDICTS
        assert outcome.defendant is not None and outcome.defendant >= 1
        assert outcome.verdict == "guilty" or not outcome.counts
        assert not any(count.is_empty for count in outcome.counts)
        for group in outcome.groups:
            assert all(0 <= index < len(outcome.counts) for index in group.counts)
            assert len(set(group.counts)) == len(group.counts)
        if outcome.groups:
            assert outcome.probation_months in {group.probation_months for group in outcome.groups}


@pytest.mark.parametrize(
    "piece",
    [
        "處有期徒刑參月、",
        "附表一編號1、",
        "王大明、",
        "甲和",
        "（",
        "原判決",
        "1",
        "處",
        "罰金新臺幣",
        "┌┐",
        "附表┌─┬─┐│編號│主文│",
        "犯竊盜罪，處拘役拾日。應執行拘役拾日，緩刑貳年。",
        "又犯",
        "共",
    ],
)
def test_a_megabyte_is_read_in_linear_time(piece: str) -> None:
    """Twice the text takes about twice the time; the bound is generous and only rules out quadratic growth."""
    small, large = piece * (60_000 // len(piece)), piece * (480_000 // len(piece))

    def seconds(text: str) -> float:
        start = time.process_time()
        parse_main_text(text, tables=text)
        return time.process_time() - start

    assert seconds(large) < 30 * max(seconds(small), 0.02)


# --- real judgments --------------------------------------------------------------------------------------------------------------

GOLD = Path(__file__).resolve().parents[2].parent / "shared" / "corpora" / "tw" / "judgments"
_SOURCES = {"gold.jsonl": "jrf", "gold_modern.jsonl": "modern"}


def _labelled() -> Iterator[tuple[dict[str, Any], str]]:
    for labels, folder in _SOURCES.items():
        if (GOLD / labels).is_file():
            files = {path.stem: path for path in (GOLD / folder).rglob("*.json")}
            for line in (GOLD / labels).read_text(encoding="utf-8").splitlines():
                label = json.loads(line)
                yield label, json.loads(files[label["jid"]].read_text(encoding="utf-8"))["JFULL"]


@pytest.mark.skipif(not GOLD.is_dir(), reason="the labelled judgments are not part of this repository")
def test_labelled_judgments() -> None:
    """Single-defendant cases need no header: verdicts, counts, 應執行 and 緩刑 all as labelled (labels read by hand)."""
    n = 0
    for label, full in _labelled():
        if label["defendants"] != 1:
            continue
        start, end = label["sections"]["main_text"]
        read = parse_main_text(
            full[start:end], defendants=["—"], tables=full[(label["sections"]["reasons"] or (0, end))[1] :]
        )
        for outcome, gold in zip(read.outcomes, label["outcomes"], strict=True):
            assert (outcome.verdict, outcome.probation_months) == (gold["verdict"], gold["probation_months"]), label[
                "jid"
            ]
            assert [count.imprisonment_months for count in outcome.counts] == [
                c["imprisonment_months"] for c in gold["counts"]
            ], label["jid"]
            assert [count.detention_days for count in outcome.counts] == [
                c["detention_days"] for c in gold["counts"]
            ], label["jid"]
            executed = gold["executed"] or {}
            assert (outcome.executed and outcome.executed.imprisonment_months) == executed.get("imprisonment_months"), (
                label["jid"]
            )
        n += 1
    assert n > 90
