"""One label out of a judge's text: the statement counts, longest label first; denied, doubted, asked and listed ones do not. All texts are invented."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.extract.judge_labels import parse_judge_label

THREE = ("正確", "部分正確", "不正確")
ENGLISH = ("correct", "partially correct", "incorrect")
YES_NO = ("yes", "no")
MET = ("满足", "未满足")
GRADES = ("1", "2", "3", "4", "5")

STATED = [
    # the statement at the end, whatever was said before
    ("初看似乎正確，惟漏論消滅時效。\n判定：不正確", THREE, "不正確"),
    ("判定：正確", THREE, "正確"),
    ("判定結果應為：不正確", THREE, "不正確"),
    ("判定：正確\n更正：不正確", THREE, "不正確"),
    ("判定：正確 → 不正確", THREE, "不正確"),
    ("判定：正確 -> 不正確", THREE, "不正確"),
    ("是否正確：不正確", THREE, "不正確"),
    ("第一點正確與否：部分正確", THREE, "部分正確"),
    ("| 項目 | 判定 |\n| 標籤： | 不正確 |", THREE, "不正確"),
    ("初看判定為正確，惟漏論消滅時效，應為不正確。", THREE, "不正確"),
    ("不是部分正確，而是不正確", THREE, "不正確"),
    ("判定：不正確，因為未引法條，不能認為正確。", THREE, "不正確"),
    ("結論：本題應評為「部分正確」。", THREE, "部分正確"),
    ("判定（正確／部分正確／不正確）：部分正確", THREE, "部分正確"),
    ("判定：部分正確。雖然答案是正確的，但理由不足。", THREE, "部分正確"),
    ("最終判定：部分正確。理由：結論正確，論理不正確。", THREE, "部分正確"),
    ("判定：部分正確\n結論：正確；理由：不足", THREE, "部分正確"),
    ("結論正確，惟理由不足。評定為部分正確。", THREE, "部分正確"),
    ("其主張應為正確。判定：不正確。", THREE, "不正確"),
    ("判定：不正確（雖結論正確）", THREE, "不正確"),
    ("結論：不正確", THREE, "不正確"),
    ("綜合以上，認定為部分正確。", THREE, "部分正確"),
    ("Verdict: incorrect. The conclusion is correct, the reasons are not.", ENGLISH, "incorrect"),
    # marks around it
    ("**判定**：**不正確**", THREE, "不正確"),
    ("【判定】不正確", THREE, "不正確"),
    ("判定\n不正確", THREE, "不正確"),
    ("判定：\n\n  不正確", THREE, "不正確"),
    ("最終标签：[部分正确]", THREE, "部分正確"),
    ("\\boxed{不正確}", THREE, "不正確"),
    ("判定：不 正確", THREE, "不正確"),
    ("### 判定\n> 部分正確", THREE, "部分正確"),
    # the other script, the other language
    ("论述不完全正确，结论：部分正确。", THREE, "部分正確"),
    ("评分结果为部分正确", THREE, "部分正確"),
    ("Verdict: incorrect", THREE, "不正確"),
    ("判定：不正確", ENGLISH, "incorrect"),
    ("判断：未滿足", MET, "未满足"),
    ("判断：不满足", MET, "未满足"),
    ("判定：錯誤", ("正確", "錯誤"), "錯誤"),
    ("判定：不正確", ("正確", "錯誤"), "錯誤"),
    # conclusions and lines of their own
    ("不正確", THREE, "不正確"),
    ("不正確。漏論時效。", THREE, "不正確"),
    ("故本題作答不正確。", THREE, "不正確"),
    ("因此，這個答案部分正確。", THREE, "部分正確"),
    ("答案不正確", THREE, "不正確"),
    ("論述略有瑕疵。\n\n部分正確", THREE, "部分正確"),
    # English
    ("The answer is partially correct.", ENGLISH, "partially correct"),
    ("The answer is not correct.", ENGLISH, "incorrect"),
    ("Final verdict: Partially_Correct", ENGLISH, "partially correct"),
    ("It seems correct at first. Verdict: incorrect", ENGLISH, "incorrect"),
    ("I'd rate this answer as incorrect because it omits limitation.", ENGLISH, "incorrect"),
    (
        "The response is correct overall, but misses a point.\n\nFinal grade: partially correct",
        ENGLISH,
        "partially correct",
    ),
    ("Yes. The answer cites the article.", YES_NO, "yes"),
    ("No, it does not.", YES_NO, "no"),
    ("Answer: A", ("A", "B"), "A"),
    ("評分：4", GRADES, "4"),
    ("Score: 10", ("1", "10"), "10"),
    # JSON, thoughts
    ('{"label": "部分正確", "reason": "不正確"}', THREE, "部分正確"),
    ('```json\n{"判定": "不正確"}\n```', THREE, "不正確"),
    ("<think>判定：正確</think>判定：不正確", THREE, "不正確"),
]
UNSTATED = [
    ("", THREE),
    # options are stated by nobody
    ("判定：正確 | 部分正確 | 不正確", THREE),
    ("判定：正確/部分正確/不正確", THREE),
    ("label: 正確 部分正確 不正確", THREE),
    ("是否正確：尚待補充", THREE),
    ("論述大致正確。", THREE),
    ("整體而言論述尚稱完整，引用法條正確。", THREE),
    ("結論正確，但理由不足。", THREE),
    ("結論：正確；理由：不足", THREE),
    ("考生的結論是正確的，但論證有誤。", THREE),
    ("被告主張其行為應為正確，惟法院不採。", THREE),
    ("The figures are accurate; the statute cited is correct, the reasoning is thin.", ENGLISH),
    ("判定：正確/部分正確/不正確", THREE),
    ("請從正確、部分正確、不正確中選擇。", THREE),
    ("判定：並非正確", THREE),
    ("判定：正確性存疑", THREE),
    ("判定：正確？", THREE),
    ("若引用第184條則判定為正確", THREE),
    ("是否正確？", THREE),
    ("無法判定正確與否", THREE),
    ("正確。不過第二點不正確。", THREE),
    ("判定：優", THREE),
    ("The answer isn't correct.", ENGLISH),
    ("I know nothing.", YES_NO),
    ("評分：4.5", GRADES),
    ("評分：14", GRADES),
    ('{"label": "excellent"}', THREE),
    ("<think>判定：正確</think>", THREE),
    ('{"error": "content filtered"}', THREE),
]


@pytest.mark.parametrize(("text", "labels", "wanted"), STATED)
def test_the_stated_label_is_read(text: str, labels: tuple[str, ...], wanted: str) -> None:
    assert parse_judge_label(text, labels) == wanted
    assert parse_judge_label(text, labels[::-1]) == wanted, "the order of labels does not matter"


@pytest.mark.parametrize(("text", "labels"), UNSTATED)
def test_what_is_not_stated_is_none(text: str, labels: tuple[str, ...]) -> None:
    assert parse_judge_label(text, labels) is None


@pytest.mark.parametrize(
    "labels", [THREE, ENGLISH, YES_NO, MET, GRADES, ("A+", "A", "B"), ("criteria_met", "criteria_not_met")]
)
def test_every_label_is_read_in_every_plain_statement(labels: tuple[str, ...]) -> None:
    for label in labels:
        for text in (
            label,
            f"判定：{label}",
            f"Verdict: {label}.",
            f"理由如下。\n最終判定為：{label}",
            json.dumps({"label": label}),
        ):
            assert parse_judge_label(text, labels) == label, text
        for other in labels:
            assert parse_judge_label(f"判定：{other}\n更正後判定：{label}", labels) == label


def test_bad_arguments() -> None:
    with pytest.raises(WrongTypeError, match="text: found None"):
        parse_judge_label(None, THREE)  # type: ignore[arg-type]
    for labels in ((), "正確", ("",), ("正確", "正确"), (1,)):
        with pytest.raises(LegalMetricsError, match=r"labels: found "):
            parse_judge_label("判定：正確", labels)  # type: ignore[arg-type]
    assert lm.parse_judge_label is parse_judge_label


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            ("正確", "不", "判定", "：", "\n", "是", "或", "/", "。", "not ", "correct", "{", '"label"', "？")
        )
    ).map("".join)
)
def test_any_text_has_one_of_the_labels_or_none(text: str) -> None:
    for labels in (THREE, ENGLISH):
        assert parse_judge_label(text, labels) in (*labels, None)


@pytest.mark.parametrize(
    "piece", ["判定：", "不正確", "不正確。", "判定：不正確？\n", "(", "判定（正確/", "正 ", "not ", "{", "是", "→"]
)
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        parse_judge_label(text, THREE)
        return time.process_time() - start

    seconds(1_000)
    small, large = min(seconds(25_000) for _ in range(2)), seconds(250_000)
    assert large < 40 * small + 1, "ten times the text, at most forty times the time"
