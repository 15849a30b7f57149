"""The probe for recited judgments: against its definition tried place by place, and on outputs that recite, copy templates, or write their own."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.analyses.drift_tables import probe_tables
from legal_metrics.analyses.memorisation import MemorisationProbe, memorisation_probe, shared_text
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import bootstrap_ci, paired_bootstrap

TEXT = st.text("甲乙丙", max_size=12)
FEW: dict[str, Any] = {"resamples": 100}


def by_definition(output: str, reference: str, others: list[str], unit: int) -> tuple[int, int]:
    """(beyond, length) of the best run, every stretch of the output tried at every place of the reference."""
    template = [False] * len(reference)
    for place in range(len(reference) - unit + 1):
        if any(reference[place : place + unit] in other for other in others):
            template[place : place + unit] = [True] * unit
    best = (0, 0)
    for start in range(len(output)):
        for end in range(start + unit, len(output) + 1):
            place = reference.find(output[start:end])
            if place >= 0:
                best = max(best, (template[place : place + end - start].count(False), end - start))
    return best


@given(TEXT, TEXT, TEXT, st.lists(TEXT, max_size=2), st.integers(1, 4))
def test_a_run_is_that_of_the_definition(output: str, reference: str, shown: str, templates: list[str], unit: int) -> None:
    found = shared_text(output, reference, shown=shown, templates=templates, unit=unit)
    beyond, _ = by_definition(output, reference, [shown, *templates], unit)
    # A stretch that stands at several places counts where it stands first; only runs that can be made no longer are looked at.
    assert found.beyond <= beyond
    assert 0 <= found.beyond <= found.length
    assert len(found.text) == found.length
    assert found.text in output
    assert found.text in reference
    if len(set(reference)) == len(reference):  # each character at one place: nothing to choose
        assert found.beyond == beyond


@given(st.lists(st.text("甲乙丙丁戊己", min_size=1, max_size=20), min_size=3, max_size=3), st.integers(1, 3))
def test_more_templates_never_add(texts: list[str], unit: int) -> None:
    output, reference, template = texts
    bare = shared_text(output, reference, unit=unit)
    assert shared_text(output, reference, templates=[template], unit=unit).beyond <= bare.beyond
    assert shared_text(output, reference, shown=reference, unit=unit).beyond in (0, min(bare.beyond, unit - 1))
    assert bare.beyond == bare.length
    assert shared_text(reference, reference, unit=unit).length == (len(reference) if len(reference) >= unit else 0)


def test_parts_and_punctuation() -> None:
    assert shared_text("甲乙丙，丁戊。\n己庚", "甲乙 丙丁「戊己庚」").length == 0  # shorter than the unit of 8
    assert shared_text("甲乙丙，丁戊。\n己庚辛", "甲乙 丙丁「戊己庚」辛").length == 8
    assert shared_text(["甲乙丙丁", "戊己庚辛"], "甲乙丙丁戊己庚辛", unit=2).length == 4
    assert shared_text("甲乙丙丁戊己庚辛", ["甲乙丙丁", "戊己庚辛"], unit=2).text == "甲乙丙丁"


REASONS = (
    "被告深夜攜帶布袋潛入米店後方倉庫，因觸動感應燈而遭店主當場發覺，事後坦承因失業三個月無力養家而行竊。",
    "被告以自備之六角扳手發動停放於騎樓之機車，騎乘至廢棄磚窯後拆卸車牌，嗣為巡邏員警循監視畫面查獲。",
    "被告假扮瓦斯檢修人員進入公寓，趁獨居老人轉身倒茶之際取走抽屜內之金項鍊，再持往當舖質押換取現金。",
    "被告在夜市人潮中以報紙遮掩，徒手自外套口袋抽走皮夾，旋經被害人友人目睹並合力壓制於地，送交警方。",
)
FORMULA = "核被告所為，係犯刑法第320條第1項之竊盜罪。爰審酌被告不思循正當途徑獲取所需，竟任意竊取他人財物，所為實屬不該。"
ROWS: list[dict[str, Any]] = [
    {
        "id": f"r{n}",
        "year": 2020 + n % 2,
        "cause": "竊盜",
        "facts": f"甲○○於民國109年{n + 1}月間竊取他人財物。",
        "reasons": reasons + FORMULA,
        "main_text": "甲○○犯竊盜罪，處拘役參拾日，如易科罰金，以新臺幣壹仟元折算壹日。",
    }
    for n, reasons in enumerate(REASONS)
]


def answer(reasoning: str, main_text: str = "甲○○犯竊盜罪，處拘役參拾日。") -> str:
    return json.dumps({"statutes": [], "reasoning": reasoning, "main_text": main_text}, ensure_ascii=False)


RECITED = {row["id"]: answer(row["reasons"]) for row in ROWS}
FORMULAIC = {row["id"]: answer(FORMULA) for row in ROWS}


@pytest.fixture(scope="module")
def probe() -> MemorisationProbe:
    return memorisation_probe({"recites": RECITED, "formulaic": FORMULAIC}, ROWS)


def test_recital_stands_out_and_formulas_do_not(probe: MemorisationProbe) -> None:
    recites, formulaic = probe.models["recites"], probe.models["formulaic"]
    assert all(run.beyond > 30 for run in recites.items.values())
    assert recites.above == 1
    assert recites.excess.interval.low > 20
    assert {run.beyond for run in formulaic.items.values()} == {0}
    assert formulaic.above == 0
    assert all(run.length > 30 for run in formulaic.items.values())  # shared all the same, as template
    assert probe.threshold is not None
    assert probe.threshold < 15


def test_every_item_is_that_of_shared_text(probe: MemorisationProbe) -> None:
    for name, outputs in (("recites", RECITED), ("formulaic", FORMULAIC)):
        for row in ROWS:
            said = json.loads(outputs[row["id"]])
            others = [text for other in ROWS if other is not row for text in (other["facts"], other["reasons"], other["main_text"])]
            direct = shared_text([said["reasoning"], said["main_text"]], [row["reasons"], row["main_text"]], shown=row["facts"], templates=others)
            assert probe.models[name].items[row["id"]] == direct


def test_the_baseline_leaves_its_own_text_out_of_the_templates(probe: MemorisationProbe) -> None:
    for row in ROWS:
        candidates = []
        for nearest in ROWS:
            if nearest is not row:
                rest = [text for other in ROWS if other not in (row, nearest) for text in (other["facts"], other["reasons"], other["main_text"])]
                pair = ([row["reasons"], row["main_text"]], [nearest["reasons"], nearest["main_text"]])
                candidates.append(shared_text(pair[1], pair[0], shown=row["facts"], templates=rest))
        assert probe.baseline.items[row["id"]] in candidates


def test_figures_are_those_of_the_library(probe: MemorisationProbe) -> None:
    model = probe.models["recites"]
    beyond = [float(run.beyond) for run in model.items.values()]
    by_chance = [float(probe.baseline.items[id].beyond) for id in model.items]
    assert model.mean == sum(beyond) / len(beyond)
    assert model.interval == bootstrap_ci(beyond, seed=20260617)
    assert model.excess == paired_bootstrap(beyond, by_chance)
    assert model.above == sum(value > (probe.threshold or 0) for value in beyond) / len(beyond)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["r1", "r2", "r3"]), TEXT, st.booleans()), max_size=4))
def test_any_output_is_taken(drawn: list[tuple[str, str, bool]]) -> None:
    rows = [{"id": f"r{n}", "facts": "甲乙", "reasons": "乙丙甲甲", "main_text": "丙丙乙"} for n in (1, 2, 3)]
    outputs = {id: answer(text, text) if whole else text for id, text, whole in drawn}
    found = memorisation_probe({"m": outputs}, rows, unit=2, **FEW)
    assert set(found.models["m"].items) == set(outputs)
    assert found.models["m"].n_missing == 3 - len(outputs)
    json.dumps(found.to_dict(), allow_nan=False)
    probe_tables(found)


def test_what_cannot_be_compared_is_said() -> None:
    alone = memorisation_probe({"m": {"r0": RECITED["r0"], "stranger": "甲"}, "none": {}}, ROWS[:1], **FEW)
    assert alone.threshold is None
    assert list(alone.models["m"].items) == ["r0"]
    assert alone.models["none"].n == 0
    assert math.isnan(alone.models["none"].mean)
    figures, _ = probe_tables(alone)
    assert "no other judgment" in figures.cell("m", "excess").note
    assert any(note.warning for note in figures.notes)


def test_train_is_template_and_a_record_in_it_is_not_held_against_itself() -> None:
    found = memorisation_probe({"recites": RECITED}, ROWS[:2], train=ROWS, **FEW)
    assert found.models["recites"].above == 1
    assert found.n_templates == len(ROWS)
    twin = [{**ROWS[0], "id": "twin"}]
    assert memorisation_probe({"recites": {"r0": RECITED["r0"]}}, ROWS[:1], train=twin, **FEW).models["recites"].items["r0"].beyond == 0


def test_of_several_runs_the_longest_counts_and_unreadable_outputs_are_searched_whole() -> None:
    lines = [json.dumps({"id": "r0", "output": text, "run": run}) for run, text in enumerate((FORMULA, f"判決理由如下{REASONS[0]}", "抱歉"))]
    model = memorisation_probe({"m": lm.read_predictions(lines)}, ROWS, **FEW).models["m"]
    assert model.items["r0"].beyond == len(model.items["r0"].text) > 30


def test_refused() -> None:
    with pytest.raises(LegalMetricsError, match="unit"):
        memorisation_probe({}, ROWS, unit=0)
    with pytest.raises(LegalMetricsError, match="unit"):
        shared_text("甲", "甲", unit=True)
    with pytest.raises(WrongTypeError):
        shared_text("甲", 3)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        memorisation_probe({}, "甲")  # type: ignore[arg-type]
