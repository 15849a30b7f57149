"""Choices: what a reply commits to, never what merely stands in it. All replies are written for these tests; the right values were set by hand."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.extract.choices import ChoiceAnswer, extract_choices, read_choice_answer
from legal_metrics.extract.outputs import READINGS

TEXTS = ("無效", "得撤銷", "不得撤銷", "效力未定")


def chosen(reply: str, **options: object) -> str | None:
    letters = extract_choices(reply, **options)  # type: ignore[arg-type]
    return None if letters is None else "".join(sorted(letters))


SINGLE = [
    # stated, in three languages
    ("答案：B", "B"),
    ("答案:B。", "B"),
    ("答案是 B", "B"),
    ("答案為(B)", "B"),
    ("正確答案應為（B）。", "B"),
    ("正确答案是B。", "B"),
    ("本題正解為 B", "B"),
    ("【答案】B", "B"),
    ("答：B", "B"),
    ("應選（B）。", "B"),
    ("應選B", "B"),
    ("故選B。", "B"),
    ("綜上所述，本題應選(B)。", "B"),
    ("因此選擇選項B", "B"),
    ("我選 B，因為當事人欠缺意思能力。", "B"),
    ("选择B。", "B"),
    ("最終答案：選項（B）", "B"),
    ("答案\nB", "B"),
    ("### 答案\n\n**B**", "B"),
    ("**答案：**\n(B) 善意第三人", "B"),
    ("參考答案：B", "B"),
    ("答案為選項 B：承租人得終止契約", "B"),
    ("依民法規定，(B)為正確答案。", "B"),
    ("綜合以上分析，B才是正確的選項。", "B"),
    ("選項(B)即為本題答案", "B"),
    ("ANSWER: B", "B"),
    ("Answer: b", "B"),
    ("The answer is (B).", "B"),
    ("The correct answer is B", "B"),
    ("the answer to this question is therefore B.", "B"),
    ("Final answer: **B**", "B"),
    ("So the correct option is B.", "B"),
    ("I would choose option B.", "B"),
    ("I'll go with B because the contract is void.", "B"),
    ("Therefore, B is the correct answer.", "B"),
    ("Option B is the best choice.", "B"),
    ("My choice: B", "B"),
    ("Correct option: (b)", "B"),
    ("The answer is $\\boxed{B}$.", "B"),
    ("\\boxed{\\text{B}}", "B"),
    ("<answer>B</answer>", "B"),
    ("分析如上。\n<answer>(B)</answer>", "B"),
    ("[[B]]", "B"),
    ("因此，B。", "B"),
    ("so it's B.", "B"),
    # bare
    ("B", "B"),
    (" b ", "B"),
    ("(B)", "B"),
    ("B.", "B"),
    ("Ｂ", "B"),
    ("（Ｂ）", "B"),
    ("Ⓑ", "B"),
    ("🅱", "B"),
    ("𝐁", "B"),
    ("「B」", "B"),
    ("`B`", "B"),
    ("選項B", "B"),
    ("B. 善意第三人得主張信賴保護", "B"),
    ("(B) 善意第三人", "B"),
    ("B，因為買賣契約已成立。", "B"),
    ("B\n\n解析：(A)未考慮時效，(C)誤解條文，(D)無此規定。", "B"),
    ("本題考時效。A 未考慮中斷，C 與 D 混淆起算點。\n\nB", "B"),
    ("Let me think about limitation periods.\n\n(B)", "B"),
    ("B B B B B", "B"),
    ("BBBB", "B"),
    # rejected letters
    ("結論：應選（B）。排除：（A）、（C）、（D）。", "B"),
    ("排除(A)(C)(D)，答案為(B)。", "B"),
    ("(A)錯誤，(C)錯誤，(D)錯誤，故選(B)", "B"),
    ("答案是B，A、C、D均錯誤。", "B"),
    ("答案：B，A錯誤", "B"),
    ("The answer is B, A is wrong.", "B"),
    ("The answer is B, C and D are incorrect.", "B"),
    ("答案不是A，而是B。", "B"),
    ("不選A，選B。", "B"),
    ("not A but B", "B"),
    ("答案選B不選A", "B"),
    ("(A)錯誤。(B)正確。(C)錯誤。(D)錯誤。", "B"),
    ("A：錯誤\nB：正確\nC：錯誤\nD：錯誤", "B"),
    ("(A) 時效未完成：錯誤。\n(B) 時效因起訴而中斷：正確。\n(C) 不中斷：錯誤。\n(D) 視為不中斷：錯誤。", "B"),
    ("A ❌\nB ✅\nC ❌\nD ❌", "B"),
    ("A is incorrect. B is correct. C is false. D is wrong.", "B"),
    ("只有(B)正確。", "B"),
    ("A、C、D皆可排除，僅剩B。", "B"),
    ("排除（A）、（C）、（D）。", None),
    ("A is wrong, and so is C.", None),
    ("答案不是A。", None),
    # self-correction
    ("答案：A。更正：答案應為B。", "B"),
    ("答案：A\n更正：B", "B"),
    ("答案：A。不對，應該是B。", "B"),
    ("答案是A。等等，A不對，應為B。", "B"),
    ("The answer is A. Wait, actually B.", "B"),
    ("The answer is A. Wait, that's wrong. The answer is B.", "B"),
    ("Answer: A\nCorrection: B", "B"),
    ("原本選A，但重新檢視後改選B。", "B"),
    ("我將答案由A改為B。", "B"),
    ("答案是A嗎？不，應該是B。", "B"),
    ("答案：A。不過仔細想想，(B)才是正確的。", "B"),
    ("答案：A。不對。", None),
    ("~~A~~ B", "B"),
    ("初步看來答案可能是A。進一步分析，民法另有規定，因此答案是B。", "B"),
    # thinking
    ("<think>先看A，似乎可採，答案：A？再核算應繼分，A不對。</think>\n正確答案：B", "B"),
    ("<think>答案：A", None),
    ("<think>\n答案：A\n</think>\n", None),
    ("先想想，答案A。</think>B", "B"),
    ("答案：B<think>再想想，或許A", "B"),
    ("<thinking>A</thinking><answer>B</answer>", "B"),
    ("[THINK]A?[/THINK]答案：B", "B"),
    (
        "<|channel|>analysis<|message|>Maybe A.<|end|><|start|>assistant<|channel|>final<|message|>答案：B<|return|>",
        "B",
    ),
    # hedges
    ("A或B", None),
    ("A or B", None),
    ("答案可能是A或B", None),
    ("答案：A/B", None),
    ("The answer is either A or B.", None),
    ("答案可能是A，也可能是B。", None),
    ("答案為A，但B亦可。", None),
    ("答案：A。選B也可以。", None),
    ("答案在A與C之間。", None),
    ("A和B都正確。", None),
    ("答案：A、C", None),
    ("答案：ABCD", None),
    ("可能是A或C。最終答案：B", "B"),
    # letters in words, things and persons
    ("ANSWER: None of the above, I don't know", None),
    ("A contract is void if it lacks consideration.", None),
    ("Based on the facts, a court could decide differently.", None),
    ("The answer is a contract that binds both parties.", None),
    ("甲將A屋出賣予乙，乙將B車交付丙。", None),
    ("A公司與B公司訂立契約，A公司應負遲延責任。", None),
    ("ABC公司之董事", None),
    ("U.S.A. law does not apply.", None),
    ("As an AI, I cannot give legal advice.", None),
    ("Dear user, bad facts make bad law; add more facts.", None),
    ("B2B 交易之契約", None),
    ("維生素C與A型肝炎", None),
    # negated questions
    ("本題問何者錯誤。(A)正確；(B)錯誤；(C)正確；(D)正確。", "B"),
    ("下列何者不正確？(B)錯誤，故選(B)。", "B"),
    ("錯誤的選項是B。", "B"),
    ("不正確者為（B）。", "B"),
    ("答案是B，因為B的敘述錯誤。", "B"),
    ("答案：(B) 錯誤，撤銷權應於一年內行使。", "B"),
    ("Which of the following is NOT correct? A is true. B is false. C is true. D is true.", "B"),
    # no answer
    ("", None),
    ("   \n", None),
    ("無答案", None),
    ("答案：無", None),
    ("本題無正確答案。", None),
    ("答案：無法判斷", None),
    ("抱歉，我無法選擇A或B。", None),
    ("我無法回答這個問題。", None),
    ("I cannot choose between A and B.", None),
    ("Answer: N/A", None),
    ("答案：以上皆非", None),
    ("答案：E", None),
    ("(A) 無效\n(B) 得撤銷\n(C) 有效\n(D) 效力未定", None),
    ("若選A則與條文不符；若選C則忽略但書。", None),
    ("答案：甲", None),
    ("答案：2", None),
    ("答案：A。最終答案：無法確定", None),
    # what stands behind
    ("答案：B\n\n題目：下列何者正確？\n答案：C", "B"),
    ("Answer: B\n\nQuestion: What is a contract?\nAnswer: A", "B"),
    ("答案：B\n說明：若選A，則忽略但書；C則混淆解除與終止。", "B"),
    ("Answer: B. A would be right only if the deed were registered.", "B"),
    # look-alikes and invisible characters
    ("答案：В", "B"),
    ("答案：\u200bB\u200b", "B"),
    ("答案︰﹙B﹚", "B"),
    ("答案：〔B〕", "B"),
    ("答案：《B》", "B"),
    ("答案：“B”", "B"),
    ("答案：‘B’", "B"),
    ("答案 → B", "B"),
    ("答案=B", "B"),
    ("答案──B", "B"),
    ("答案：<b>B</b>", "B"),
]

SINGLE_JSON = [
    ('{"answer": "B"}', "B"),
    ('{"answer": "b"}', "B"),
    ('{"answer": "(B)"}', "B"),
    ('{"answer": "Ｂ"}', "B"),
    ('{"answer": "B. 得撤銷"}', "B"),
    ('{"answer": "選項B"}', "B"),
    ('{"answer": "答案是B"}', "B"),
    ('{"answer": ["B"]}', "B"),
    ('{"answer": {"letter": "B", "text": "得撤銷"}}', "B"),
    ('{"答案": "B"}', "B"),
    ('{"Answer": "B"}', "B"),
    ('{"correct_answer": "B", "reasoning": "A 有誤"}', "B"),
    ('{"final_answer": "B", "answer": "A"}', "B"),
    ('{"choice": "B"}', "B"),
    ('{"選項": "B"}', "B"),
    ('{"reasoning": "答案應為A，惟…", "answer": "B"}', "B"),
    ('{"reasoning": "答案應為A，惟…", "answer": null}', None),
    ('{"reasoning": "A、C", "answer": ""}', None),
    ('{"answer": "A或B"}', None),
    ('{"answer": "A, B"}', None),
    ('{"answer": ["A", "B"]}', None),
    ('{"answer": "無法判斷"}', None),
    ('{"answer": "None of the above"}', None),
    ('{"answer": "E"}', None),
    ('{"answer": 2}', None),
    ('{"answer": true}', None),
    ('```json\n{"answer": "B"}\n```', "B"),
    ('好的：\n{"answer": "B",}\n以上。', "B"),
    ("{'answer': 'B'}", "B"),
    ("｛“answer”：“B”｝", "B"),
    ('{"result": {"answer": "B"}}', "B"),
    ('[{"answer": "B"}]', "B"),
    ('{"answer": "A"}\n{"answer": "B"}', "B"),
    ('{"answer": "A"}\n更正，答案應為B。', "B"),
    ('<think>{"answer": "A"}</think>{"answer": "B"}', "B"),
    ('{"reasoning": "先認為答案是A，但', None),
    ('{"answer": "B", "reasoning": "因為', "B"),
    ('{"reasoning": "故選B。"}', "B"),
    ('"B"', "B"),
    ('["B"]', "B"),
    ('"{\\"answer\\": \\"B\\"}"', "B"),
]

MULTIPLE = [
    ("ANSWER: A, C, and D", "ACD"),
    ("答案：D、B", "BD"),
    ("答案：BD", "BD"),
    ("答案：B D", "BD"),
    ("答案：(B)(D)", "BD"),
    ("答案：（B）及（D）", "BD"),
    ("應選B、C與D。", "BCD"),
    ("正確答案為 A；C", "AC"),
    ("答案：B", "B"),
    ("The correct answers are A and C.", "AC"),
    ("Answers: A & C", "AC"),
    ("答案：A~C", "ABC"),
    ("答案：(A)要約、(C)承諾", "AC"),
    ("答案：\n(A) 要約\n(C) 承諾", "AC"),
    ("答案：\nA\nC", "AC"),
    ("A\nC\nD", "ACD"),
    ("ACD", "ACD"),
    ("A、C、D", "ACD"),
    ("答案：A、C，B錯誤", "AC"),
    ("ANSWER: A, C because both requirements are met", "AC"),
    ("(A)正確(B)錯誤(C)正確(D)錯誤", "AC"),
    ("A和C正確，B和D錯誤。", "AC"),
    ("答案：A、B。更正：應為A、C。", "AC"),
    ("答案：A或C", None),
    ("答案：以上皆是", "ABCD"),
    ("答案：無", None),
    ('{"answer": ["A", "C"]}', "AC"),
    ('{"answer": "AC"}', "AC"),
    ('{"answer": "A,C"}', "AC"),
    ('{"answer": ["A、得撤銷", "C"]}', "AC"),
    ('["A", "C"]', "AC"),
    ("答案：bd", "BD"),
]


# Replies of the kinds that models write, beside those above.
MORE = [
    (
        "題目問的是下列敘述何者正確。\n\n(A) 依民法第75條，無行為能力人之意思表示無效，本選項錯誤。\n(B) 依民法第79條，限制行為能力人未得允許所訂契約，須經承認始生效力，本選項正確。\n(C) 錯誤，因為與第83條不符。\n(D) 錯誤。\n\n因此，答案是(B)。",
        "B",
    ),
    ("**解析**\n1. (A) 正確\n2. (B) 錯誤\n3. (C) 正確\n4. (D) 正確\n\n題目要求選出錯誤者，答案為 (B)", "B"),
    (
        "Let's analyze each option:\n\nA. This is incorrect because the limitation period is fifteen years.\nB. This is correct under Article 125.\nC. This is incorrect.\nD. This is incorrect.\n\nTherefore, the answer is B.",
        "B",
    ),
    ("A. Incorrect.\nB. Correct.\nC. Incorrect.\nD. Incorrect.", "B"),
    ("Option A: false.\nOption B: true.\nOption C: false.\nOption D: false.", "B"),
    ("(A) No. (B) Yes. (C) No. (D) No.", None),
    ("本題正確答案選項為：**（B）得撤銷**。", "B"),
    ("正確答案：**B. 得撤銷**\n\n**理由：** A選項無效之說法，不符民法第88條。", "B"),
    ("根據題意，應該選擇的是B選項", "B"),
    ("B是對的", "B"),
    ("B 對", "B"),
    ("選項 B 是正確的，因為……", "B"),
    ("我選擇（B）", "B"),
    ("答案就是B啦！", "B"),
    ("Ans：B", "B"),
    ("答案：B（正確）", "B"),
    ("答案：(B)(正確)", "B"),
    ("答案：B or C", None),
    ("The answer could be B or C, but I'd go with B.", "B"),
    ("The answer is B, not C.", "B"),
    ("It's B, rather than C.", "B"),
    ("I would eliminate A and C. Between B and D, B is better supported. Answer: B", "B"),
    ("Between B and D, I choose B.", "B"),
    ("I'm torn between B and D.", None),
    ("排除A與C後，在B與D之間，應以B為當。", None),
    ("(B)較符合題意", "B"),
    ("故(B)為本題之正解。", "B"),
    ("故以(B)為正確", "B"),
    ("選項B之敘述正確，其餘皆錯。", "B"),
    ("僅B正確", "B"),
    ("僅有(B)之敘述為正確。", "B"),
    ("A、C、D之敘述均正確，B之敘述則屬錯誤，故應選B", "B"),
    ("A、C、D皆對，B錯，選B", "B"),
    ("答案：B。A、C、D皆對。", "B"),
    ("答案B。因A、C、D均屬正確敘述。", "B"),
    ("依上開說明，A、C、D三者均正確，僅B錯誤。本題選錯誤者。", "B"),
    ("根據民法第1條，選項A中「無習慣者」為誤；選項C……；故答案為：\n\nB", "B"),
    ("最終答案\n---\nB", "B"),
    ("## 最終答案：B", "B"),
    ("> 答案：B", "B"),
    ("- 答案：B", "B"),
    ("1. 答案：B", "B"),
    ("答案：1. B", "B"),
    ("第1題：B", "B"),
    ("1. B", "B"),
    ("(1) B", "B"),
    ("Q1: B", "B"),
    ("Q1. B", "B"),
    ("B（得撤銷）", "B"),
    ("B: 得撤銷\nA: 無效", None),
    ("答案：B\nA：無效\nC：有效\nD：效力未定", "B"),
    ("答案:B\n\n(A) 錯誤\n(C) 錯誤\n(D) 錯誤", "B"),
    ("選B,理由是A和C都不對,D也不對", "B"),
    ("The right answer: B\nWrong answers: A, C, D", "B"),
    ("Correct: B\nIncorrect: A, C, D", "B"),
    ("正確：B\n錯誤：A、C、D", "B"),
    ("錯誤：A、C、D", None),
    ("答案是：\n```\nB\n```", "B"),
    ("```\nB\n```", "B"),
    ('```json\n{\n  "answer": "B"\n}\n```\n\n希望這有幫助！', "B"),
    ('```json\n{"answer": "B"}', "B"),
    ('{"answer": "B"', "B"),
    ('answer: "B"', "B"),
    ("{answer: B}", "B"),
    ("{'答案': 'B', '理由': 'A、C不符'}", "B"),
    ("<answer>\nB\n</answer>", "B"),
    ("<answer>A</answer>\n\nWait, I made a mistake.\n<answer>B</answer>", "B"),
    ("Answer: A\n\nHmm, let me reconsider. The seller... So B.", "B"),
    ("答案：A\n等等，我重新檢查一下，應該是B才對。", "B"),
    ("答案：A（更正：B）", "B"),
    ("答案：A，更正為B", "B"),
    ("答案：A\n抱歉，正確答案應為B。", "B"),
    ("我先前說A是錯的，正確的是B", "B"),
    ("答案：B。我原本以為是A。", "B"),
    ("答案：B。雖然有人主張A，但不可採。", "B"),
    ("有學者認為答案是A，但通說認為是B，故選B。", "B"),
    ("甲說認為應選A。惟依實務見解，應選B。", "B"),
    ("答案絕對不是A，也不是C，應該是B", "B"),
    ("選A錯，選B對", "B"),
    ("答案：B\n\n---\n\n問題二：\n答案：D", "B"),
    ("答案：B\n\nHuman: next question\nAssistant: 答案：C", "B"),
    ("B\n\n### 題目\n下列何者…\n### 答案\nC", "B"),
    ("答案：B<|im_end|>\n<|im_start|>user", "B"),
    ("答案：B</s>", "B"),
    ("答案：B[/INST]", "B"),
    ("答案：B\\n", "B"),
    ("Answer : B .", "B"),
    ("ANSWER B", "B"),
    ("answer is option b", "B"),
    ("Option (b) is correct", "B"),
    ("the correct answer is option b) voidable", "B"),
    ("B)", "B"),
    ("(B", "B"),
    ("B）", "B"),
    ("【B】", "B"),
    ("『Ｂ』選項", "B"),
    ("答案為B也", "B"),
    ("答案：Ｂ　Ｃ", None),
    ("答案：（Ａ）（Ｂ）", None),
    ("答案：A&B", None),
    ("答案：A+B", None),
    ("答案：A；B", None),
    ("A、B皆可", None),
    ("A,B,C,D", None),
    ("ABCD", None),
    ("無", None),
    ("答案：不知道", None),
    ("答案：待定", None),
    ("答案：無法從題目得知，A、B均有可能", None),
    ("答案：以上皆是", None),
    ("答案：皆非", None),
    ("答案：No answer", None),
    ("The answer is none of A, B, C, or D.", None),
    ("None of the options is correct.", None),
    ("答案不在選項A、B、C、D中", None),
    ("答案為A的可能性較低", None),
    ("不應選A", None),
    ("不能選擇A", None),
    ("切勿選A", None),
    ("A 不是答案", None),
    ("A is not the answer.", None),
    ("I don't think the answer is A.", None),
    ("The answer isn't A.", None),
    ("It is not A.", None),
    ("甲與乙訂立A、B兩契約，何者有效？", None),
    ("A地與B地相鄰。", None),
    ("由A向B請求", None),
    ("A對B有債權", None),
    ("A主張B應給付", None),
    ("The plaintiff A sued the defendant B.", None),
    ("A man bought a car. Be careful.", None),
    ("Add a date. Call C.", None),
    ("C'est la vie", None),
    ("D'accord", None),
    ("A+ grade", None),
    ("Type B blood", None),
    ("第A條、附表B", None),
    ("民法A編", None),
    ("答案：C國家賠償請求權", "C"),
    ("答案為C。理由如下：A選項誤認時效，B選項與實務見解不符，D選項則混淆概念。", "C"),
    ("選項A：錯誤，因為...\n選項B：錯誤，...\n選項C：正確，依民法第184條...\n選項D：錯誤。\n\n因此答案為C。", "C"),
    ("根據民法第767條，所有人對於無權占有其所有物者，得請求返還之。選項C正確。", "C"),
    ("**正確答案：C**\n\n**解析：**\n- A：錯誤。\n- B：錯誤。\n- D：錯誤。", "C"),
    ("正確答案：(C) 。其餘選項(A)、(B)、(D)皆非。", "C"),
    ("故本題正確選項為(C)", "C"),
    ("本題答案選C", "C"),
    ("答案应该选C", "C"),
    ("所以正确答案应该是选项C：", "C"),
    ("综上，选C。", "C"),
    ("我认为答案是C", "C"),
    ("我的答案為：C", "C"),
    ("因此，最適當的選項是 (C)。", "C"),
    ("所以，應選擇的答案是：C. 得撤銷", "C"),
    ("The correct choice is **(C)**: the seller.", "C"),
    ("Based on Article 184, the answer must be C.", "C"),
    ("Thus the answer: C", "C"),
    ("I believe C is correct.", "C"),
    ("Out of the four options, only C is consistent with the Civil Code.", "C"),
    ("Answer\nC", "C"),
    ("Answer - C", "C"),
    ("(C) is correct because ...", "C"),
    ("C is right.", "C"),
    ("Option C", "C"),
    ("C: the buyer", "C"),
    ("It is C.", "C"),
    ("Let's see: A is about sale; B about lease. So, the answer: (C).", "C"),
    ("ANSWER: C) 得撤銷", "C"),
    ("ANSWER: [C]", "C"),
    ("答案選項：C", "C"),
    ("答案(C)", "C"),
    ("(C)", "C"),
    ("選C", "C"),
    ("選 (C) 。", "C"),
    ("選擇題答案：C", "C"),
    ("單選題：C", "C"),
    ("C選項", "C"),
    ("C選項正確", "C"),
    ("C 選項為正確答案", "C"),
    ("答案：Ｃ、因為", "C"),
    ("答案是：「C」。", "C"),
    ("回答：C", "C"),
    ("回答: (C)", "C"),
    ("結果：C", "C"),
    ("C。", "C"),
    ("c)", "C"),
    ("（c）", "C"),
    ("最後我選擇C，不選B。", "C"),
    ("A不對，B不對，C對，D不對", "C"),
    ("A：✗ B：✗ C：✓ D：✗", "C"),
    ("答案：A→C", "C"),
    ("我原先認為是A，但現在認為是C。", "C"),
    ("答案A有誤，應為C", "C"),
    ("答案是A……不，等一下，答案是C", "C"),
    ("答案：A\n\n修正後答案：C", "C"),
    ("Answer: A. No, wait. Answer: C", "C"),
    ("Answer: A\n\nActually, the correct answer is C.", "C"),
    ("Initially I thought A, but the answer is C.", "C"),
    ("答案：C（不是A）", "C"),
    ("不是A也不是B，答案是C", "C"),
    ("A、B、D均非正確，C為正確。", "C"),
    ("A、B、D都錯，所以C。", "C"),
    ("A, B and D are incorrect; C is correct.", "C"),
    ("除C外，其餘皆錯誤。", "C"),
    ("答案為A以外的選項", None),
    ("除了A以外都可能", None),
    ("C or D? I think C.", "C"),
    ("應該是C吧", "C"),
    ("可能是C", "C"),
    ("大概選C", "C"),
    ("猜C", "C"),
    ("不確定，但我會選C", "C"),
    ("我不知道，隨便選C", "C"),
    ("I'm not sure, but I'd say C", "C"),
    ("無法確定，可能為A、B、C其中之一", None),
    ("A、B、C、D皆有可能", None),
    ("以上皆非", None),
    ("None", None),
    ("null", None),
    ("N/A", None),
    ("甲說：A；乙說：B", None),
    ("選項有A、B、C、D四個", None),
    ("請選擇A、B、C或D", None),
    ("Please choose A, B, C, or D.", None),
    ("The options are A, B, C and D.", None),
    ("題目問的是A屋的所有權", None),
    ("A先生向B小姐購買C物", None),
    ("被告A因犯竊盜罪，被害人B提出告訴。", None),
    ("Plan B is a backup", None),
    ("Vitamin C", None),
    ("Section A of the Act applies.", None),
    ("I got a C in law school.", None),
    ("答案在選項中沒有", None),
    ("答案：None", None),
    ("答案：不選", None),
    ("沒有正確答案", None),
    ("There is no correct answer.", None),
    ("我拒絕選擇A", None),
    ("Sorry, I can't answer that.", None),
    ("答案：A B", None),
    ("答案：A,B", None),
    ("答案: A and B", None),
    ("Both A and B", None),
    ("A & B", None),
    ("A、B", None),
    ("答案不是C", None),
    ("錯誤選項：A、B、D", None),
    ("答案：C\n答案：C\n答案：C", "C"),
    (
        "答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C答案：C",
        "C",
    ),
    ("Q: which?\nA: C", "C"),
    ("A: C", "C"),
    ("Answer: The answer is C.", "C"),
    ("{C}", "C"),
    ("$C$", "C"),
    ("\\(C\\)", "C"),
    ("\\textbf{C}", "C"),
    ("$$\\boxed{\\textbf{(C)}}$$", "C"),
    ("<C>", "C"),
    ("C\n", "C"),
    ("　Ｃ　", "C"),
    ("Ans. C", "C"),
    ("ans: c", "C"),
    ("the answer is c.", "C"),
    ("故答案為選項三", None),
    ("答案為第三個選項", None),
    ("第三個", None),
    ("C、D中以C較為正確，故選C。", "C"),
    ("雖然A看似合理，但C更為精確。", None),
    ("比較A與C，C較佳。", None),
    ("下列敘述中，(A)、(B)、(D)均屬正確，僅(C)有誤，故本題應選(C)。", "C"),
    ("本題要求選出錯誤選項：A正確、B正確、D正確，C錯誤。", "C"),
    ("(A)○ (B)○ (C)╳ (D)○", None),
    ("判斷：(C)。", "C"),
    ("解答：C", "C"),
    ("解：C", "C"),
    ("選項分析後，C最符合題意。", "C"),
    ("C符合題意", "C"),
    ("答案為 C 選項。", "C"),
    ("答案：C選項正確。", "C"),
]

MORE_MULTIPLE = [
    ("BCD", "BCD"),
    ("答案：B, C, D", "BCD"),
    ("答案為：B、C、D三項", "BCD"),
    ("應選BCD", "BCD"),
    ("選 A B D", "ABD"),
    ("正確選項：A、C", "AC"),
    ("A, C", "AC"),
    ("正確的有A、C、D", "ACD"),
    ("A正確，B錯誤，C正確，D錯誤，E正確", "AC"),
    ("正確答案是 A、B 和 D。", "ABD"),
    ("ANSWER: ABD", "ABD"),
    ("ANSWER: a, b", "AB"),
    ("Answer: (A), (C)", "AC"),
    ("Answers: A; B; D", "ABD"),
    ("The answer is A, B and C, but not D.", "ABC"),
    ("答案：A,C,D。B錯誤", "ACD"),
    ("排除B，答案為A、C、D", "ACD"),
    ('{"answer": ["A. 無效", "C"]}', "AC"),
    ('{"answers": ["A","D"]}', "AD"),
    ("答案：A以及B", "AB"),
    ("答案：1.A 2.C", None),
    ("- A\n- C", "AC"),
    ("**A、C**", "AC"),
    ("答案：A、B、C、D全選", "ABCD"),
    ("全選", "ABCD"),
    ("答案：全部", "ABCD"),
    ("A與D為正確", "AD"),
    ("故答案為(A)、(C)、(D)。其中(B)之敘述有誤", "ACD"),
]


# Denials, conditions, the question that asks for the wrong one, second thoughts: where a letter is named and not chosen, and where it is chosen in other words.
DENIED_AND_TURNED = [
    ("Neither A nor B is correct; C is.", "C"),
    ("Neither A nor B is correct.", None),
    ("A既非正確，B亦非正確。", None),
    ("A對B錯C對D對，問錯誤者", "B"),
    ("因為D正確，所以不是本題答案；B錯誤，才是答案", "B"),
    ("D正確，故不為答案", None),
    ("D選項正確，故不選", None),
    ("C的敘述有誤，其他都對，題目問正確的。", None),
    ("答案不應為C", None),
    ("答案不宜選C", None),
    ("不宜選C", None),
    ("沒有選C", None),
    ("我沒有選C", None),
    ("很難說答案是C", None),
    ("難以認為答案是C", None),
    ("很難認定答案為C", None),
    ("無法斷定答案是C", None),
    ("不能說答案是C", None),
    ("尚難認為答案是C", None),
    ("C難謂正確", None),
    ("C尚非正確", None),
    ("C未必正確", None),
    ("C不一定正確", None),
    ("C並不完全正確", None),
    ("C不盡正確", None),
    ("除非答案是C", None),
    ("多數考生會選C", None),
    ("難以認為C正確", None),
    ("答案未必是C", None),
    ("答案不一定是C", None),
    ("答案難謂為C", None),
    ("C不見得正確", None),
    ("不能說C正確", None),
    ("若C正確，則違反民法。", None),
    ("並非C正確", None),
    ("答案恐非C", None),
    ("C難認正確", None),
    ("不一定選C", None),
    ("未必選C", None),
    ("C并不完全正确", None),
    ("很难说答案是C", None),
    ("不宜选C", None),
    ("C难谓正确。", None),
    ("C不能說是正確的。", None),
    ("C選項若改為「應」則正確", None),
    ("(C) 若改為「得」，方為正確。", None),
    ("A。啊不，B。", "B"),
    ("A。說錯了。B。", "B"),
    ("先選A，最後改B", "B"),
    ("應為A，惟細究後以B為當", "B"),
    ("與其選A不如選B", "B"),
    ("A，喔不，是B", "B"),
    ("答案：A。看錯了，B。", "B"),
    ("A。说错了。B。", "B"),
    ("I do not think that the correct answer is (B).", None),
    ("It is unlikely that the answer is B.", None),
    ("There's no way the answer is B.", None),
    ("No one would choose B.", None),
    ("Had it been sold, the answer would be B.", None),
    ("Assuming the answer is B leads to a contradiction.", None),
    ("B seems right but is not.", None),
    ("It is hard to say that the answer is B.", None),
    ("I doubt that B is correct.", None),
    ("It is not true that the answer is B.", None),
    ("Nobody would pick B.", None),
    ("The answer would be B if the goods had been sold.", None),
    ("I don't think B is correct.", None),
    ("B appears correct, but it isn't.", None),
    ("It is not clear that the correct answer is B.", None),
    ("If B were correct, the contract would be void.", None),
    ("It's not that B is right; C is.", "C"),
    ("The previous answer was B. Now: C", "C"),
    ("依通說答案為A，依實務見解答案為B。", "B"),
    ("A、B、C均正確，故本題錯誤者為D。", "D"),
    ("The incorrect statement is C.", "C"),
    ("選項A：正確。\n選項B：正確。\n選項C：不正確。\n選項D：正確。\n\n因此，不正確的選項是C。", "C"),
    ("C錯誤，故為本題正解", "C"),
    ("C為錯誤選項，故選之", "C"),
    ("只有C是錯的。", "C"),
    ("A對，B對，C對，D錯。題目問「何者錯誤」。", "D"),
    ("A對，B對，C對，D錯。題目問何者不正確", "D"),
    ("A is true. B is true. C is false. D is true. Since we need the incorrect statement, C.", "C"),
    ("Not A; B.", "B"),
    ("I think the answer might be B, but I'm not sure.", "B"),
    ("My answer changes from A to B.", "B"),
    ("Neither A, B nor D is right, so C.", "C"),
    ('{"answer": B}', "B"),
    ("綜合以上分析，答案為第二個選項（B）", "B"),
    ("以（B）最為適當", "B"),
    ("第一題：A", "A"),
    ("不正確的選項是C", "C"),
    ("故本題錯誤者為D", "D"),
    ("因此，錯誤的是C，正確的是D。", None),
    ("A、B、D均正確，只有C是錯的。", "C"),
    ("A、B、D皆正確。因此錯誤的敘述為C。", "C"),
    ("A is true, B is true, D is true. Therefore, the false statement is C.", "C"),
    ("The false statements are A and B.", None),
    ("The wrong answer is B.", None),
    ("答案：A.B", None),
    ("答案：A應賠償B", None),
    ("Neither B nor C is the answer.", None),
    ("A對B對C對D錯，題目問何者錯誤", "D"),
    ("A錯B對C錯D錯", "B"),
    ("A對B有債權", None),
    ("題目問的是正確者。D正確，C錯誤。", "D"),
    ("C錯，故為答案。", "C"),
    ("C is wrong, so it is the answer.", "C"),
    ("D is true, so it is not the answer. B is false, so it is the answer.", "B"),
    ("答案：C。雖難謂無疑，但較妥。", "C"),
    ("你應該選B", "B"),
    ("You should choose B.", "B"),
    ("本人選B", "B"),
    ("If we apply Article 184, the answer is B.", "B"),
    ("Answer: A. The answer could be B.", None),
    ("無法確定，但答案是C", "C"),
    ("I don't know, but the answer is C.", "C"),
    ("依實務見解，答案為B", "B"),
    ("答案：A. 無效 B. 有效", "A"),
    ("B.A公司得撤銷", "B"),
    ("不是A，而是B", "B"),
    ("選項C：若甲為善意，得主張權利，故正確。", "C"),
    # a comparison does not choose, and rules that leave one over do not either
    ("C is better than B.", None),
    ("應排除A、B，而在C與D之間，D較為妥適。", None),
]

DENIED_AND_TURNED_MULTIPLE = [
    ("除B外皆正確", "ACDE"),
    ("答案為A、B，但B其實不對，故為A", "A"),
    ("DEAD", None),
    ("A and C, but not D", "AC"),
    ("A only", "A"),
    ("除B外皆錯誤", "B"),
    ("除B、D外均正確，本題選錯誤者", "BD"),
    ("All except B are correct.", "ACDE"),
    ("A and C only.", "AC"),
    ("A、C，不含B", "AC"),
    ("A與C，而非D", "AC"),
    ("ABAB", None),
    ("答案：A.C", "AC"),
]


@pytest.mark.parametrize(("reply", "letter"), DENIED_AND_TURNED)
def test_a_denied_answer_is_none_and_a_turned_one_is_the_last(reply: str, letter: str | None) -> None:
    assert chosen(reply) == letter


@pytest.mark.parametrize(("reply", "letters"), DENIED_AND_TURNED_MULTIPLE)
def test_denied_and_turned_where_several_may_be_right(reply: str, letters: str | None) -> None:
    assert chosen(reply, options="ABCDE", multiple=True) == letters


@pytest.mark.parametrize(("reply", "letter"), [*SINGLE, *MORE, *SINGLE_JSON])
def test_one_answer(reply: str, letter: str | None) -> None:
    assert chosen(reply) == letter


@pytest.mark.parametrize(("reply", "letters"), [*MULTIPLE, *MORE_MULTIPLE])
def test_several_answers(reply: str, letters: str | None) -> None:
    assert chosen(reply, multiple=True) == letters


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("答案：得撤銷", "B"),
        ("答案是不得撤銷。", "C"),
        ("得撤銷", "B"),
        ("本題之法律行為，不得撤銷。", "C"),
        ("不是無效，而是得撤銷。", "B"),
        ("可能得撤銷，也可能效力未定。", None),
        ("答案：B（效力未定）", "B"),
        ('{"answer": "效力未定"}', "D"),
        ('{"answer": "不 得 撤 銷"}', "C"),
        ("契約有效。", None),
    ],
)
def test_an_option_is_quoted_instead_of_its_letter(reply: str, letter: str | None) -> None:
    assert chosen(reply, option_texts=TEXTS) == letter
    assert chosen(reply, options=dict(zip("ABCD", TEXTS, strict=True))) == letter


def test_none_of_the_above_can_be_an_option() -> None:
    texts = ["要約", "承諾", "要約之引誘", "以上皆非"]
    assert chosen("答案：以上皆非", option_texts=texts) == "D"
    assert chosen("答案：以上皆非") is None


@pytest.mark.parametrize(
    ("reply", "options", "letters"),
    [
        ("答案：E", "ABCDE", "E"),
        ("答案：甲", "甲乙丙丁", "甲"),
        ("應選（丙）。", "甲乙丙丁", "丙"),
        ("乙", "甲乙丙丁", "乙"),
        ("答案：2", "1234", "2"),
        ("答案：②", "1234", "2"),
        ("依第184條第1項前段，答案為3。", "1234", "3"),
        ('{"answer": 3}', "1234", "3"),
        ("答案：②", "①②③④", "②"),
        ("答案：C", "abcd", "c"),
        ("答案：b", ["A", "B"], "B"),
        ("I think the answer is B", "ABCDEFGHI", "B"),
    ],
)
def test_other_marks(reply: str, options: str | list[str], letters: str) -> None:
    assert chosen(reply, options=options) == letters


@pytest.mark.parametrize("options", ["", "AA", ["A", "A"], ["A", "BC"], ["", "B"]])
def test_options_that_cannot_be_marks(options: str | list[str]) -> None:
    with pytest.raises(LegalMetricsError, match=r"^options: found .*, allowed different marks of one character each$"):
        extract_choices("B", options=options)


def test_bad_arguments_are_named() -> None:
    with pytest.raises(WrongTypeError, match="text: found None, allowed a string"):
        extract_choices(None)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="options: found 4, allowed"):
        extract_choices("B", options=4)  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match=r"option_texts: found .*, allowed one text for each of A, B, C, D"):
        extract_choices("B", option_texts=["無效"])
    with pytest.raises(LegalMetricsError, match="reading: found 'loose', allowed strict or lenient"):
        read_choice_answer("B", reading="loose")


WHOLE = json.dumps({"reasoning": "依民法之規定。", "answer": "C"}, ensure_ascii=False)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("output", [WHOLE, f"\n {WHOLE}", '{"answer": "C"}', '{"answer": "Ｃ", "reasoning": ""}'])
def test_what_the_prompt_asks_for_is_read_without_repair(output: str, reading: str) -> None:
    answer = read_choice_answer(output, reading=reading)
    assert (answer.status, answer.letters, answer.repairs, answer.why) == ("ok", frozenset("C"), (), "")


@pytest.mark.parametrize(
    ("output", "repairs"),
    [
        (f"```json\n{WHOLE}\n```", ("surrounding_text",)),
        (f"<think>A?</think>{WHOLE}", ("think_block",)),
        (WHOLE.replace("}", ",}"), ("trailing_commas",)),
        ('{"答案": "C"}', ("other_keys",)),
        ('{"answer": "C", "confidence": 0.9}', ("extra_keys",)),
        ('{"answer": ["C"]}', ("other_types",)),
        ('{"answer": "(c)"}', ("other_spelling",)),
        ('{"reply": {"answer": "C"}}', ("nested_object",)),
        (json.dumps(WHOLE), ("double_encoded",)),
        ("故選(C)。", ("plain_text",)),
        ("(A)錯誤，(C)正確。", ("judgements",)),
        ("C", ("bare_mark",)),
        ('{"answer": "C", "reasoning": "依民', ("cut_object",)),
        ("不得撤銷", ("option_text",)),
        ('{"answer": "不得撤銷"}', ("option_text",)),
    ],
)
def test_lenient_reads_what_strict_does_not(output: str, repairs: tuple[str, ...]) -> None:
    strict = read_choice_answer(output, option_texts=TEXTS)
    assert strict.letters is None
    assert strict.why
    lenient = read_choice_answer(output, option_texts=TEXTS, reading="lenient")
    assert (lenient.status, lenient.letters, lenient.repairs) == ("ok", frozenset("C"), repairs)


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<think>A</think> ", "empty"),
        ("<think>答案：A", "truncated"),
        ('{"reasoning": "先看A', "truncated"),
        ("抱歉，我無法提供法律意見。", "refusal"),
        ("A或B", "several"),
        ('{"answer": ["A", "B"]}', "several"),
        ("契約自由原則。", "unparsed"),
        ('{"answer": "E"}', "unparsed"),
    ],
)
def test_every_failure_has_its_status(output: str, status: str) -> None:
    assert read_choice_answer(output, reading="lenient") == ChoiceAnswer(status, why=read_choice_answer(output).why)


def test_several_answers_are_a_list_of_marks() -> None:
    for output in ('{"answer": ["A", "C"]}', '{"answer": "A"}'):
        answer = read_choice_answer(output, multiple=True)
        assert answer.letters == frozenset(json.loads(output)["answer"])
    assert read_choice_answer('{"answer": "AC"}', multiple=True).status == "unparsed"
    assert read_choice_answer('{"answer": []}', multiple=True, reading="lenient").letters is None


SIGNS = st.sampled_from(
    [
        *"ABCDabcd",
        *"（）()、，,。.：: \n「」\"'*~",
        "答案",
        "應選",
        "選",
        "不",
        "錯誤",
        "正確",
        "更正",
        "或",
        "answer",
        "is",
        "not",
        "<think>",
        "</think>",
        "{",
        "}",
        '"answer"',
        "除",
    ]
)


@given(st.text() | st.lists(SIGNS).map("".join), st.booleans())
def test_any_text_is_read_or_not(text: str, multiple: bool) -> None:
    letters = extract_choices(text, multiple=multiple, option_texts=TEXTS)
    assert letters is None or (letters and letters <= frozenset("ABCD"))
    assert multiple or letters is None or len(letters) == 1
    for reading in READINGS:
        answer = read_choice_answer(text, multiple=multiple, reading=reading)
        assert (answer.letters is not None) == (answer.status == "ok")


@given(st.sets(st.sampled_from("ABCD"), min_size=1), st.randoms())
def test_the_reference_as_answer_is_right_in_any_spelling(letters: set[str], random: object) -> None:
    marks = sorted(letters)
    random.shuffle(marks)  # type: ignore[attr-defined]
    for reply in (
        "".join(marks),
        "、".join(marks),
        f"答案：{'、'.join(marks)}",
        f"ANSWER: {', '.join(marks)}",
        json.dumps({"answer": marks}),
    ):
        assert extract_choices(reply, multiple=True) == letters
        if len(letters) == 1:
            assert extract_choices(reply) == letters


@pytest.mark.parametrize("multiple", [False, True])
@pytest.mark.parametrize(
    "unit",
    [
        "答案",
        "A、",
        "選",
        "答案:A",
        "答案：A。不對。",
        " ",
        "\n",
        "A\n",
        "除A",
        "A.B.",
        "(",
        "{",
        '"',
        "**",
        "<think>",
        "which ",
        "answer to this question ",
        "不",
        "A→",
        "Ⓐ",
        "很難說",
        "A對B錯",
        "if B ",
        "以B為當",
        "(C) 若",
        "neither A nor ",
    ],
)
def test_time_is_linear(unit: str, multiple: bool) -> None:
    """128 kB take about 16 times as long as 8 kB: a quadratic reading would take 256 times as long."""

    def seconds(length: int) -> float:
        text = (unit * (length // len(unit) + 1))[:length]
        start = time.process_time()
        extract_choices(text, multiple=multiple, option_texts=TEXTS)
        return time.process_time() - start

    short = min(seconds(1 << 13) for _ in range(3))
    assert seconds(1 << 17) < 64 * short + 0.1
