"""ROUGE-1/2/L and token F1 from text to figure, against rouge-score + jieba and rouge-chinese + jieba; and the tokenisers alone.

``python -m benchmarks.overlap`` prints ratios from one run and checks that the figures are bit-equal to rouge-score's. Texts are made here: sentences
of main texts and reasons with invented facts, shuffled, with characters left out, so that a pair overlaps in part.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Callable

from benchmarks.aims import Aim
from benchmarks.timing import alternating_seconds, paired_ratio
from legal_metrics.metrics.overlap import overlap, overlap_scores
from legal_metrics.text.tokenisers import JIEBA, JIEBA_NO_HMM

TOKENS = 600
PAIRS = 8
ROUNDS = 5
SENTENCES = (
    "甲犯竊盜罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。",
    "乙共同犯詐欺取財罪，共貳罪，各處有期徒刑壹年貳月，應執行有期徒刑壹年捌月。",
    "未扣案之犯罪所得新臺幣3萬5,000元沒收，於全部或一部不能沒收或不宜執行沒收時，追徵其價額。",
    "緩刑貳年，緩刑期間付保護管束，並應於本判決確定之日起陸個月內，向公庫支付新臺幣伍萬元。",
    "扣案如附表編號1至12所示之物，均沒收銷燬之。",
    "核被告所為，係犯刑法第320條第1項之竊盜罪及同法第339條之4第1項第2款之加重詐欺取財罪。",
    "被告以一行為觸犯數罪名，為想像競合犯，應依刑法第五十五條規定，從一重處斷。",
    "爰審酌被告正值壯年，不思以正當方法獲取財物，犯後坦承犯行，態度尚可，兼衡其智識程度及家庭經濟狀況。",
    "丙於民國109年7月21日晚間11時許，酒後騎乘車牌號碼AB-1234號機車，為警攔查，測得呼氣酒精濃度達每公升0.56毫克。",
    "其餘被訴部分，依卷內證據尚不足以證明被告犯罪，基於無罪推定原則，應為無罪之諭知。",
)

Figures = list[tuple[float, ...]]


def make_text(random_source: random.Random, tokens: int) -> str:
    """A text of at least ``tokens`` tokens of jieba."""
    sentences: list[str] = []
    n = 0
    while n < tokens:
        sentence = "".join(c for c in random_source.choice(SENTENCES) if random_source.random() > 0.05)
        n += len(JIEBA(sentence))
        sentences.append(sentence)
    return "".join(sentences)


def main() -> list[Aim]:
    """Print throughput, ratios and the number of bit-equal pairs."""
    import jieba
    from rouge_chinese import Rouge
    from rouge_score.rouge_scorer import RougeScorer

    jieba.setLogLevel(logging.ERROR)

    class Jieba:
        @staticmethod
        def tokenize(text: str) -> list[str]:
            return jieba.lcut(text)

    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"], tokenizer=Jieba())
    source = random.Random(20260617)
    pairs = [(make_text(source, TOKENS), make_text(source, TOKENS)) for _ in range(PAIRS)]

    def peer() -> Figures:
        rows = []
        for prediction, reference in pairs:
            score = scorer.score(reference, prediction)
            row = [figure for name in ("rouge1", "rouge2", "rougeL") for figure in score[name]]
            rows.append((*row, _squad_f1(jieba.lcut(prediction), jieba.lcut(reference))))
        return rows

    def ours() -> Figures:
        rows = []
        for prediction, reference in pairs:
            o = overlap(JIEBA(prediction), JIEBA(reference))
            row = [figure for match in (o.rouge1, o.rouge2, o.rougeL) for figure in (match.p, match.r, match.f)]
            rows.append((*row, o.token_f1))
        return rows

    def report() -> object:
        return overlap_scores([p for p, _ in pairs], [r for _, r in pairs], tokenizer=JIEBA)

    def lawbench_peer() -> object:
        return [
            Rouge().get_scores([" ".join(jieba.cut(prediction))], [" ".join(jieba.cut(reference))])
            for prediction, reference in pairs
        ]

    contenders: dict[str, Callable[[], object]] = {
        "rouge-score + jieba": peer,
        "rouge-chinese + jieba": lawbench_peer,
        "overlap": ours,
        "overlap_scores": report,
    }
    seconds = alternating_seconds(contenders, ROUNDS)
    equal = sum(a == b for a, b in zip(peer(), ours(), strict=True))
    print(
        f"ROUGE-1/2/L + token F1, {PAIRS} pairs of {TOKENS} tokens a side, {ROUNDS} rounds; ratios against rouge-score + jieba"
    )
    for name, times in seconds.items():
        ratio = paired_ratio(seconds["rouge-score + jieba"], times)
        print(f"  {name:22} {PAIRS * ROUNDS / sum(times):8.1f} pairs/s  {ratio:6.1f}x")
    chinese = paired_ratio(seconds["rouge-chinese + jieba"], seconds["overlap_scores"])
    print(
        f"  overlap_scores against rouge-chinese 1.0.3 + jieba: {chinese:.1f}x (its figures differ: sets, not multisets)"
    )
    faster = paired_ratio(seconds["rouge-score + jieba"], seconds["overlap_scores"])
    aims = [
        Aim("ROUGE + token F1 from text to figure, against rouge-score + jieba", faster, "x", at_least=50),
        Aim("bit-equal to rouge-score (precision, recall and F of each, and token F1)", equal, f"of {PAIRS} pairs", at_least=PAIRS),
    ]

    texts = [text for pair in pairs for text in pair]
    size = sum(len(text.encode()) for text in texts) / 1e6
    print(f"Tokens, {size:.2f} MB of UTF-8")
    for label, tokeniser, hmm in (("HMM on", JIEBA, True), ("HMM off", JIEBA_NO_HMM, False)):

        def by_jieba(hmm: bool = hmm) -> object:
            return [jieba.lcut(text, HMM=hmm) for text in texts]

        times = alternating_seconds(
            {"jieba": by_jieba, "ours": lambda t=tokeniser: [t(text) for text in texts]}, ROUNDS
        )
        same = sum(jieba.lcut(text, HMM=hmm) == tokeniser(text) for text in texts)
        rate = size * ROUNDS / sum(times["ours"])
        print(f"  {label}: {rate:.1f} MB/s, {paired_ratio(times['jieba'], times['ours']):.1f}x jieba")
        aims.append(Aim(f"same tokens as jieba, {label}", same, f"of {len(texts)} texts", at_least=len(texts)))
    return aims


def _squad_f1(prediction: list[str], reference: list[str]) -> float:
    """Token F1 as SQuAD's evaluation script has it."""
    same = sum((Counter(prediction) & Counter(reference)).values())
    if not same:
        return 0.0
    precision, recall = same / len(prediction), same / len(reference)
    return 2 * precision * recall / (precision + recall)


if __name__ == "__main__":
    print(*main(), sep="\n")
