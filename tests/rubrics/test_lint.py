"""Every code of the linter: a rubric that has the defect and the same one without it; and what must never be found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, WrongTypeError
from legal_metrics.grading import DIMENSIONS, Item, Module, Part, Rubric, Unread, Veto
from legal_metrics.rubrics.lint import lint_pair, lint_rubric, worst
from legal_metrics.rubrics.lint_codes import CODES, SEVERITIES, finding
from legal_metrics.rubrics.lint_contracts import risk_ids


def item(number: int, criterion: str, points: float | None = 5, **more: Any) -> Item:
    return Item(number, criterion, points, **more)


def essay(*items: Item, points: float | None = 10, **more: Any) -> Rubric:
    return Rubric("q1", "tw_essay", points, (Module("", None, items),), **more)


TWO = (item(1, "写明管辖法院及理由"), item(2, "引用违约责任的规定"))


def case(**changed: tuple[Item, ...]) -> Rubric:
    """A right case analysis of invented parties."""
    texts = {
        "结论": (item(1, "甲公司应当返还货款", 10),),
        "案情简述": (item(2, "甲公司迟延交货三个月", 10),),
        "分析过程": (item(3, "分析迟延是否致使合同目的落空", 20),),
        "法条依据": (item(4, "引用合同解除的规定", 10),),
    } | changed
    modules = tuple(
        Module(name, math.fsum(one.points or 0 for one in items), items, ("法律推理逻辑性",))
        for name, items in texts.items()
    )
    return Rubric("c1", "case_analysis", math.fsum(module.points or 0 for module in modules), modules)


def judgment(*, veto: bool = True, **changed: tuple[Item, ...]) -> Rubric:
    """A right judgment rubric of an invented theft."""
    modules = {
        "罪名认定": (
            20,
            (item(1, "认定被告人构成盗窃罪", 20, vetoes=(Veto("若认定为诈骗罪则本项不得分"),) if veto else ()),),
        ),
        "量刑情节分析": (
            30,
            (
                item(2, "确定量刑基准：数额较大对应的法定刑幅度", 10),
                item(3, "识别法定情节：自首", 10),
                item(4, "识别酌定情节：退赃并取得谅解", 5),
                item(5, "综合各情节调节宣告刑", 5),
            ),
        ),
        "刑期预测": (25, (item(6, "预测有期徒刑八个月至十个月", 25),)),
        "附带民事与赔偿": (15, (item(7, "说明退赔的处理", 15),)),
        "法条适用": (10, (item(8, "引用《刑法》第二百六十四条、第六十七条", 10),)),
    }
    built = tuple(
        Module(name, points, changed.get(name, items), ("法律推理逻辑性",)) for name, (points, items) in modules.items()
    )
    return Rubric("j1", "judgment", 100, built)


LABEL: Mapping[str, Any] = {
    "accusation": ["盗窃"],
    "relevant_articles": [264, 67],
    "punish_of_money": 2000,
    "term_of_imprisonment": {"death_penalty": False, "imprisonment": 9, "life_imprisonment": False},
}

CONTRACT = """# 设备买卖合同
第一条 标的
甲方向乙方出售设备十台。
第二条 价款
2.1 总价一百万元。
2.2 乙方应于签约当日支付全部价款。
第三条 争议解决
双方可向仲裁委员会申请仲裁，也可向人民法院起诉。
"""

PARTS = (
    Part("识别风险", 1, "指出该处存在风险"),
    Part("风险解释", 3, "说明或裁或审无效"),
    Part("修改建议", 3, "建议择一约定"),
)


def risk(number: int = 1, **changed: Any) -> Item:
    extra = {
        "risk_id": "RD06-003",
        "dimension": "争议解决风险",
        "severity": "高",
        "clause_location": "第三条 争议解决",
        "risky_clause": "双方可向仲裁委员会申请仲裁，也可向人民法院起诉。",
    } | changed
    return Item(number, "或裁或审条款无效风险", 7, index=number, parts=PARTS, extra=extra)


def contract(*risks: Item, form: str = "contract_detection", count: Any = None, **more: Any) -> Rubric:
    found = risks or (risk(),)
    extra = {"risk_count": len(found) if count is None else count, **more}
    return Rubric("k1", form, math.fsum(one.points or 0 for one in found), (Module("", None, found),), extra=extra)


def fix(number: int = 1, **changed: Any) -> Item:
    check = Part("检查点1", 7, "只约定一种争议解决方式", keywords=("仲裁委员会",))
    one = risk(number, gold_fix="争议由甲市仲裁委员会仲裁。")
    return replace(one, **({"parts": (check,)} | changed))


def clean(*alarms: Item, points: float | None = 15, base: float = 15, count: int = 0) -> Rubric:
    found = alarms or (item(1, "将无风险条款认定为高风险，每处扣3分", -3, per_occurrence=True),)
    return Rubric(
        "k2", "adversarial_detection", points, (Module("误报扣分", None, found),), base, extra={"risk_count": count}
    )


def consultation(n: int = 10, **more: Any) -> Rubric:
    items = tuple(
        item(number, f"第{number}次转账有无凭证？", 2, index=number, dimensions=("证据可追溯性",))
        for number in range(1, n + 1)
    )
    return Rubric("z1", "consultation", 2 * n, (Module("", None, items),), **more)


TIERS = "得分点：写明甲市人民法院及《民事诉讼法》第二十四条、《民法典》第五百七十七条；扣分点：未写明理由扣5分；不及格线：写成乙市人民法院"


def document(criterion: str = TIERS, **extra: Any) -> Rubric:
    return Rubric(
        "d1", "legal_document", None, (Module("管辖法院", 100, (item(1, criterion, 100),), ("完整性",)),), extra=extra
    )


def questions(*indices: int | None) -> Rubric:
    items = tuple(item(place, f"第{place}次转账有无凭证？", 1, index=index) for place, index in enumerate(indices, 1))
    return essay(*items, points=len(items))


NAN = float("nan")
DEFECTS: list[tuple[str, Rubric, Rubric, dict[str, Any]]] = [
    # (code, with the defect, without it, what the linter is given)
    ("unread", essay(*TWO, unread=(Unread("order_not_read", "分析过程", "an order of some steps"),)), essay(*TWO), {}),
    ("mark-unread", essay(item(1, "写明法院（2份）"), TWO[1]), essay(*TWO), {}),
    ("mark-unread", essay(*TWO, unread=(Unread("unread_mark", "item 1", "（2份）"),)), essay(*TWO), {}),
    ("rubric-empty", essay(), essay(*TWO), {}),
    ("module-empty", case(结论=()), case(), {}),
    ("points-invalid", essay(item(1, "甲有权解除", NAN), TWO[1]), essay(*TWO), {}),
    ("points-invalid", essay(*TWO, points=-1), essay(*TWO), {}),
    ("points-zero", essay(*TWO, item(3, "乙无权拒绝", 0)), essay(*TWO), {}),
    ("points-missing", essay(item(1, "甲有权解除", None), points=None), essay(item(1, "甲有权解除", None)), {}),
    ("part-sum", contract(replace(risk(), points=8)), contract(), {}),
    ("module-sum", replace(case(), modules=(replace(case().modules[0], points=12), *case().modules[1:])), case(), {}),
    ("total-sum", essay(item(1, "甲", None), item(2, "乙", 10)), essay(item(1, "甲", None), item(2, "乙", 9)), {}),
    ("total-sum", essay(*TWO, points=11), essay(*TWO), {}),
    (
        "total-sum",  # 结论 declares 10 points that nobody can earn
        replace(case(), modules=(replace(case().modules[0], items=(item(1, "误判返还", -10),)), *case().modules[1:])),
        replace(case(), modules=(*case().modules, Module("扣分项", 10, (item(5, "编造案情", -10),), ("安全合规性",)))),
        {},
    ),
    ("mark-sum", essay(item(1, "甲有权（+3分）；乙无权（+3分）"), TWO[1]), essay(item(1, "甲有权（+3分）；乙无权（+2分）"), TWO[1]), {}),
    ("mark-total", essay(item(1, "【结论】3分 甲有权（+5分）"), TWO[1]), essay(item(1, "【结论】5分 甲有权（+5分）"), TWO[1]), {}),
    ("mark-open", essay(item(1, "（+5分甲有权"), TWO[1]), essay(item(1, "（+5分）甲有权"), TWO[1]), {}),
    ("mark-missing", essay(item(1, "1、甲有权解除\n2、乙应当返还"), TWO[1]), essay(item(1, "1、甲有权（+2分）\n2、乙返还（+3分）"), TWO[1]), {}),
    ("number-repeated", essay(TWO[0], replace(TWO[1], number=1)), essay(*TWO), {}),
    ("number-gap", essay(TWO[0], replace(TWO[1], number=3)), essay(*TWO), {}),
    ("index-repeated", questions(1, 2, 2), questions(1, 2, 3), {}),
    ("index-gap", questions(1, 2, 4), questions(1, 2, 3), {}),
    ("index-gap", questions(0, 1, 2), questions(1, 2, 3), {}),
    ("index-order", questions(1, 3, 2), questions(1, 2, 3), {}),
    ("index-partial", questions(1, None, 2), questions(None, None, None), {}),
    ("index-restart", case(结论=(item(1, "甲应当返还", 10, index=1),), 案情简述=(item(2, "迟延交货", 10, index=1),)), case(结论=(item(1, "甲应当返还", 10, index=1),), 案情简述=(item(2, "迟延交货", 10, index=2),)), {}),
    ("module-repeated", replace(case(), modules=(*case().modules, case().modules[0])), case(), {}),
    ("module-unnamed", replace(case(), modules=(*case().modules, Module(" ", 5, (item(5, "表述清楚"),)))), case(), {}),
    ("part-repeated", contract(replace(risk(), parts=(*PARTS[:2], replace(PARTS[0], points=3, criterion="再指出")))), contract(), {}),
    ("criterion-empty", essay(item(1, "【结论得分】（+5分）"), TWO[1]), essay(*TWO), {}),
    ("criterion-empty", essay(item(1, " ", None), TWO[1]), essay(*TWO), {}),
    ("criterion-empty", contract(replace(risk(), parts=(*PARTS, Part("", 0.0, "。")))), contract(), {}),
    ("criterion-placeholder", essay(item(1, "具体评分标准"), TWO[1]), essay(*TWO), {}),
    ("criterion-repeated", essay(TWO[0], item(2, "1. 寫明管轄法院，及理由（5分）")), essay(*TWO), {}),
    ("sign-deduction", essay(item(1, "未写明管辖法院的，扣5分"), TWO[1]), essay(item(1, "写明管辖法院（未写明理由扣2分）"), TWO[1]), {}),
    ("sign-deduction", essay(*TWO, item(3, "【扣分项】引用失效法律", 3), points=13), essay(*TWO, item(3, "【扣分项】引用失效法律", -3)), {}),
    ("sign-deduction", replace(document(), modules=(*document().modules, Module("统一扣分项", None, (item(2, "引用的法条应真实", 10),)))), replace(document(), modules=(*document().modules, Module("统一扣分项", None, (item(2, "引用的法条应真实", -10),)))), {}),
    ("sign-award", essay(*TWO, item(3, "正确引用违约责任的规定，得3分", -3)), essay(*TWO, item(3, "引用不存在的法条，每处扣3分", -3)), {}),
    ("deduction-above-points", essay(item(1, "写明管辖法院（写错扣10分）"), TWO[1]), essay(item(1, "写明管辖法院（写错扣5分）"), TWO[1]), {}),
    ("dimension-unknown", essay(replace(TWO[0], dimensions=("争议解决风险",)), TWO[1]), essay(replace(TWO[0], dimensions=DIMENSIONS[:1]), TWO[1]), {}),
    ("dimension-repeated", essay(replace(TWO[0], dimensions=DIMENSIONS[:1] * 2), TWO[1]), essay(replace(TWO[0], dimensions=DIMENSIONS[:2]), TWO[1]), {}),
    ("dimension-missing", replace(case(), modules=tuple(replace(module, dimensions=()) for module in case())), case(), {}),
    ("keyword-invalid", essay(replace(TWO[0], keywords=("法院", "法院")), TWO[1]), essay(replace(TWO[0], keywords=("法院",)), TWO[1]), {}),
    ("module-required", replace(case(), points=40, modules=case().modules[1:]), case(), {}),
    ("module-unexpected", replace(case(), modules=(*case().modules, Module("文采", 5, (item(5, "表述流畅"),)))), case(), {}),
    ("module-order", replace(case(), modules=case().modules[::-1]), case(), {}),
    ("module-points", replace(judgment(), modules=(replace(judgment().modules[0], points=25), *judgment().modules[1:])), judgment(), {}),
    ("total-points", replace(judgment(), points=90), judgment(), {}),
    ("sentencing-layer", judgment(量刑情节分析=(item(2, "识别法定情节：自首", 30),)), judgment(), {}),
    ("question-count", consultation(9), consultation(25), {}),
    ("question-points", replace(consultation(), modules=(Module("", None, (*consultation().items[:9], item(10, "有无担保？", 4, dimensions=("完整性",)))),)), consultation(), {}),
    ("question-dimension", replace(consultation(), modules=(Module("", None, (*consultation().items[:9], item(10, "有无担保？", 2, dimensions=("安全合规性",)))),)), consultation(), {}),
    ("narrative-length", consultation(extra={"conversation": "律" * 799}), consultation(extra={"conversation": "律" * 800}), {}),
    ("tier-missing", document(TIERS.replace("扣分点", "")), document(), {}),
    ("trap-count", document(traps=["把管辖写成乙市人民法院"]), document(traps=["把管辖写成乙市人民法院", "未写明理由"]), {}),
    ("trap-undetected", document(traps=["写成乙市人民法院", "要求双倍返还订金"]), document(traps=["写成乙市人民法院", {"item": 1}]), {}),
    ("issue-count", document(issues=["管辖"]), document(issues=["管辖", "违约责任"]), {}),
    ("law-count", document(TIERS.replace("、《民法典》第五百七十七条", "")), document(), {}),
    ("part-required", contract(replace(risk(), parts=PARTS[:2])), contract(), {}),
    ("part-unexpected", contract(replace(risk(), parts=(*PARTS[:2], Part("合规提示", 3, "提示监管要求")))), contract(), {}),
    ("checklist-missing", contract(replace(fix(), parts=()), form="contract_revision"), contract(fix(), form="contract_revision"), {}),
    ("keywords-missing", contract(fix(parts=(Part("检查点1", 7, "只约定一种方式"),)), form="contract_revision"), contract(fix(), form="contract_revision"), {}),
    ("gold-fix-missing", contract(risk(gold_fix=" "), form="contract_revision"), contract(fix(), form="contract_revision"), {}),
    ("adversarial-source", case(), case(), {}),
    ("adversarial-same-conclusion", case(), case(结论=(item(1, "甲公司无须返还货款", 10),)), {"source": case(), "adversarial": True}),
    ("adversarial-no-veto", judgment(veto=False), judgment(), {"adversarial": True}),
    ("adversarial-no-false-positive", clean(item(1, " ", -3)), clean(), {}),
    ("adversarial-risks", clean(count=2), clean(), {}),
    ("adversarial-base", clean(base=0, points=0), clean(), {}),
    ("adversarial-base", clean(points=20), clean(), {}),
    ("risk-count", contract(count=2), contract(), {}),
    ("risk-id-form", contract(risk(risk_id="RD07-001")), contract(), {}),
    ("risk-id-unknown", contract(risk(risk_id="RD06-009")), contract(), {"checklist": {"RD06": [{"risk_id": "RD06-003"}]}}),
    ("risk-dimension", contract(risk(dimension="责任与救济风险")), contract(risk(dimension="RD06 争议解决风险")), {}),
    ("risk-repeated", contract(risk(1), risk(2)), contract(risk(1), risk(2, risk_id="RD06-004")), {}),
    ("risky-clause-empty", contract(risk(risky_clause="")), contract(), {}),
    ("clause-location-absent", contract(risk(clause_location="第九条 保密")), contract(), {"contract": CONTRACT}),
    ("clause-location-words", contract(risk(clause_location="第三条 争议的解决")), contract(risk(clause_location="第三条")), {"contract": CONTRACT}),
    ("clause-location-ambiguous", contract(), contract(risk(clause_location="第三条 争议解决")), {"contract": CONTRACT}),
    ("risky-clause-absent", contract(risk(risky_clause="双方可申请仲裁或起诉")), contract(), {"contract": CONTRACT}),
    ("risky-clause-elsewhere", contract(risk(clause_location="第二条 价款")), contract(), {"contract": CONTRACT}),
    ("risky-clause-repeated", contract(risk(clause_location="第二条", risky_clause="价款")), contract(), {"contract": CONTRACT}),
    ("label-unread", judgment(), judgment(), {}),
    ("label-charge-missing", judgment(罪名认定=(item(1, "认定被告人构成侵占罪", 20),)), judgment(), {"label": LABEL}),
    ("label-charge-contradicts", judgment(罪名认定=(item(1, "认定被告人构成盗窃罪", 10), item(9, "认定被告人还构成诈骗罪", 10))), judgment(), {"label": LABEL}),
    ("label-article-missing", judgment(法条适用=(item(8, "引用《刑法》第二百六十四条", 10),)), judgment(), {"label": LABEL}),
    ("label-article-contradicts", judgment(法条适用=(item(8, "引用《刑法》第二百六十四条、第六十七条、第二百六十六条", 10),)), judgment(), {"label": LABEL}),
    ("label-term-missing", judgment(刑期预测=(item(6, "预测的刑期说理充分", 25),)), judgment(), {"label": LABEL}),
    ("label-term-contradicts", judgment(刑期预测=(item(6, "预测有期徒刑一年至一年六个月", 25),)), judgment(), {"label": LABEL}),
    (
        "label-term-missing",  # a range as the law writes them is a term where it holds the label's
        judgment(刑期预测=(item(6, "三年以上十年以下有期徒刑", 25),)),
        judgment(刑期预测=(item(6, "有期徒刑六个月以上一年以下", 25),)),
        {"label": LABEL},
    ),
    (
        "label-term-contradicts",  # what is suspended is no term
        judgment(刑期预测=(item(6, "拘役三个月，缓刑九个月", 25),)),
        judgment(刑期预测=(item(6, "有期徒刑九个月，缓刑一年", 25),)),
        {"label": LABEL},
    ),
    ("label-fine-contradicts", judgment(刑期预测=(item(6, "判处有期徒刑九个月，并处罚金5000元", 25),)), judgment(刑期预测=(item(6, "判处有期徒刑九个月，并处罚金2000元", 25),)), {"label": LABEL}),
]  # fmt: skip
SPECIAL: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # what differs is what the linter is given, not the rubric
    "adversarial-source": ({"adversarial": True}, {}),
    "clause-location-ambiguous": ({"contract": CONTRACT + "第三条 争议解决\n另行协商。"}, {"contract": CONTRACT}),
    "label-unread": ({"label": {"accusation": "盗窃"}}, {"label": LABEL}),
}
ELSEWHERE = frozenset({"unreadable", "record-repeated", "pair-contract", "pair-risks", "pair-field", "pair-count"})


def codes(rubric: Rubric, **given: Any) -> list[str]:
    return [one.code for one in lint_rubric(rubric, **given)]


@pytest.mark.parametrize(
    ("code", "bad", "good", "given"), DEFECTS, ids=[f"{n}-{row[0]}" for n, row in enumerate(DEFECTS)]
)
def test_each_code_is_found_where_it_is_and_not_where_it_is_not(
    code: str, bad: Rubric, good: Rubric, given: dict[str, Any]
) -> None:
    with_it, without_it = SPECIAL.get(code, (given, given))
    assert code in codes(bad, **with_it)
    assert code not in codes(good, **without_it)


def test_every_code_has_a_case() -> None:
    assert {row[0] for row in DEFECTS} | ELSEWHERE == set(CODES)
    assert {code.severity for code in CODES.values()} <= set(SEVERITIES)


def test_right_rubrics_of_every_form_have_no_findings() -> None:
    assert codes(essay(*TWO)) == codes(case()) == codes(consultation()) == codes(document()) == []
    assert codes(judgment(), label=LABEL, adversarial=True) == []
    assert (
        codes(contract(), contract=CONTRACT, checklist=["RD06-003"])
        == codes(contract(fix(), form="contract_revision"), contract=CONTRACT)
        == []
    )
    assert codes(clean()) == []


@pytest.mark.parametrize(
    "criterion",
    [
        "完整列明当事人；每遗漏一项扣1分，扣完为止",
        "得分点：写明法院（5分）；扣分点：未写明理由扣2分；不及格：写错法院不得分",
        "未履行通知义务构成违约，应当说明；遗漏扣2分",
        "认定乙公司未交货构成违约（未认定的扣3分）",
        "说明不当得利的返还范围",
        "指出错误之处并更正",
        "若认定为诈骗罪则本项不得分，应认定为盗窃罪",
    ],
)
def test_an_award_that_tells_of_deductions_is_no_penalty(criterion: str) -> None:
    assert not {"sign-deduction", "sign-award"} & set(codes(essay(item(1, criterion), TWO[1])))


@pytest.mark.parametrize(
    "criterion",
    [
        "引用不存在的法条，每处扣3分",
        "未列明被告",
        "法条引用错误每处扣3分",
        "得分点之外的错误，扣3分",
        "建议当事人伪造证据",
    ],
)
def test_a_penalty_is_no_award(criterion: str) -> None:
    assert not {"sign-deduction", "sign-award"} & set(codes(essay(*TWO, item(3, criterion, -3))))


def test_penalties_stay_out_of_sums() -> None:
    penalties = Module("统一扣分项", None, (item(3, "法条错误，每处扣10分", -10), item(4, "文书类型错误，扣10分", -10)))
    rubric = Rubric("d", "plawbench_document", 10, (Module("管辖", 10, TWO), penalties))
    assert codes(rubric) == []


@pytest.mark.parametrize(
    ("criterion", "found"),
    [
        ("认定被告人构成盗窃罪，而非诈骗罪", False),
        ("若认定为诈骗罪则本项不得分；应认定为盗窃罪", False),
        ("认定为盗窃罪（误认定为诈骗罪的扣5分）", False),
        ("区分盗窃罪与诈骗罪的界限", False),
        ("认定被告人构成盗窃罪和诈骗罪", True),
    ],
)
def test_what_a_rubric_denies_does_not_contradict(criterion: str, found: bool) -> None:
    rubric = judgment(罪名认定=(item(1, criterion, 20), item(9, "说明构成盗窃罪的理由", 5)))
    assert ("label-charge-contradicts" in codes(rubric, label=LABEL)) is found


@pytest.mark.parametrize(
    ("criterion", "found"),
    [
        ("预测有期徒刑九个月", False),
        ("刑期在8-10个月之间得满分", False),
        ("法定刑为三年以上十年以下有期徒刑。预测九个月", False),
        ("法定刑为三年以上十年以下有期徒刑，本案应减轻处罚", False),
        ("判处有期徒刑十个月，误差在两个月内得一半", True),
        ("判处无期徒刑", True),
        ("预测拘役四个月", True),
    ],
)
def test_terms_are_held_against_the_label(criterion: str, found: bool) -> None:
    rubric = judgment(刑期预测=(item(6, criterion, 25),))
    assert ("label-term-contradicts" in codes(rubric, label=LABEL)) is found


def test_life_and_death() -> None:
    life = {**LABEL, "term_of_imprisonment": {"death_penalty": False, "imprisonment": 12, "life_imprisonment": True}}
    rubric = judgment(刑期预测=(item(6, "判处无期徒刑", 25),))
    assert "label-term-contradicts" not in codes(rubric, label=life)
    assert "label-term-contradicts" in codes(judgment(), label=life)


def test_a_label_may_be_the_whole_row_and_its_charge_another_name_of_one() -> None:
    label = {"fact": "……", "meta": {**LABEL, "accusation": ["[走私、贩卖、运输、制造]毒品"], "relevant_articles": []}}
    rubric = judgment(罪名认定=(item(1, "认定被告人构成贩卖毒品罪", 20),))
    assert not {"label-charge-missing", "label-charge-contradicts"} & set(codes(rubric, label=label))


def test_findings_say_where_what_and_how() -> None:
    (one,) = lint_rubric(essay(*TWO, points=11))
    assert (one.code, one.severity, one.where, one.found, one.allowed) == (
        "total-sum",
        "error",
        "",
        "items that add up to 10",
        "11 as declared",
    )
    assert "10" in one.fix and str(one).startswith("error total-sum")
    (one,) = lint_rubric(
        contract(risk(risky_clause="双方可向仲裁委员会 申请仲裁，也可向人民法院起诉。")), contract=CONTRACT
    )
    assert one.code == "risky-clause-absent" and "white space" in one.fix
    assert worst([one, finding("index-restart", "", "", "")]) == "error"


def test_a_clause_inside_its_place_may_stand_elsewhere_too() -> None:
    twice = CONTRACT + "附件\n双方可向仲裁委员会申请仲裁，也可向人民法院起诉。\n"
    assert codes(contract(), contract="第四条 其他\n" + twice) in ([], ["risky-clause-repeated"])
    before = "双方可向仲裁委员会申请仲裁，也可向人民法院起诉。\n" + CONTRACT
    assert codes(contract(), contract=before) == []


def test_pairs() -> None:
    one, other = contract(), contract(fix(), form="contract_revision")
    assert lint_pair(one, other) == ()
    assert [f.code for f in lint_pair(one, replace(other, id="k9"))] == ["pair-contract"]
    assert [f.code for f in lint_pair(one, contract(fix(), fix(2), form="contract_revision"))] == ["pair-count"]
    changed = contract(replace(fix(), extra={**fix().extra, "severity": "低"}), form="contract_revision")
    assert [f.found for f in lint_pair(one, changed)] == ["severity '高' and '低'"]
    moved = contract(replace(fix(), extra={**fix().extra, "risk_id": "RD06-001"}), form="contract_revision")
    assert [f.code for f in lint_pair(one, moved)] == ["pair-risks", "pair-risks"]


def test_arguments_of_other_types() -> None:
    for bad in ({"rubric": {}}, {"contract": 3}, {"label": []}, {"record": "x"}, {"source": {}}):
        with pytest.raises(WrongTypeError):
            lint_rubric(**({"rubric": essay(*TWO)} | bad))  # type: ignore[arg-type]
    with pytest.raises(BadReferenceError):
        risk_ids({"risks": []})


TEXTS = st.text(
    alphabet="甲乙有权扣得分+（）()【】：，。；\n0123456789一二三第条步未错误不构成盗窃罪共满每任选 -", max_size=60
)
POINTS = st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True), st.integers(-20, 20))
ITEMS = st.builds(
    Item,
    number=st.integers(0, 4),
    criterion=TEXTS,
    points=POINTS,
    index=st.one_of(st.none(), st.integers(-2, 10**9)),
    dimensions=st.lists(st.sampled_from([*DIMENSIONS, "风险"]), max_size=2).map(tuple),
    keywords=st.lists(TEXTS, max_size=2).map(tuple),
    parts=st.lists(st.builds(Part, name=TEXTS, points=POINTS, criterion=TEXTS, kind=st.sampled_from(["share", "deduction", "level"])), max_size=2).map(tuple),
    extra=st.dictionaries(st.sampled_from(["risk_id", "dimension", "risky_clause", "clause_location", "gold_fix"]), st.one_of(st.none(), TEXTS, st.integers()), max_size=5),
)  # fmt: skip
MODULES = st.builds(
    Module,
    name=st.one_of(TEXTS, st.sampled_from(["结论", "罪名认定", "刑期预测", "法条适用"])),
    points=POINTS,
    items=st.lists(ITEMS, max_size=3).map(tuple),
)
FORM_NAMES = [
    "tw_essay",
    "consultation",
    "case_analysis",
    "legal_document",
    "contract_detection",
    "contract_revision",
    "adversarial_detection",
    "judgment",
    "plawbench_case",
    "plawbench_document",
]
RUBRICS = st.builds(
    Rubric,
    id=TEXTS,
    form=st.sampled_from(FORM_NAMES),
    points=POINTS,
    modules=st.lists(MODULES, max_size=3).map(tuple),
    base=st.floats(-1, 20),
    extra=st.dictionaries(st.sampled_from(["risk_count", "difficulty", "conversation", "traps", "issues"]), st.one_of(st.none(), TEXTS, st.integers(), st.lists(TEXTS, max_size=2)), max_size=3),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(RUBRICS, TEXTS)
def test_any_rubric_is_linted(rubric: Rubric, text: str) -> None:
    """No exception; every code stands in the table; the same again; a rubric pairs with itself."""
    found = lint_rubric(rubric, contract=text, label=LABEL, checklist=["RD01-001"], source=rubric, adversarial=True)
    assert all(
        one.code in CODES and one.severity == CODES[one.code].severity and one.fix and one.allowed for one in found
    )
    assert found == lint_rubric(
        rubric, contract=text, label=LABEL, checklist=["RD01-001"], source=rubric, adversarial=True
    )
    assert lint_pair(rubric, rubric) == ()
