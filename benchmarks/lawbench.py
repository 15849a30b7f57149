"""LawBench's slowest task (3-8, ROUGE-L of consultations) from rows to score, against rouge-chinese 1.0.3 + jieba called as LawBench calls them.

``python -m benchmarks.lawbench`` prints the ratio from one run and checks that every row's figure is the peer's. Texts are made here, in
Simplified characters and as long as those of task 3-8 (outputs of about 110 tokens in a few lines, references of about 215 in one), in part alike.
"""

from __future__ import annotations

import logging
import random

from benchmarks.aims import Aim
from benchmarks.timing import alternating_seconds, paired_ratio
from legal_metrics.compat import lawbench

ROWS = 60
ROUNDS = 3
SENTENCES = (
    "根据您的描述，双方签订的借款合同合法有效，对方应当按照约定的期限归还本金和利息。",
    "《中华人民共和国民法典》第六百七十五条规定，借款人应当按照约定的期限返还借款。",
    "如果协商不成，您可以向有管辖权的人民法院提起诉讼，并提供借条、转账记录等证据。",
    "需要注意的是，诉讼时效期间为三年，自权利人知道或者应当知道权利受到损害之日起计算。",
    "用人单位违法解除劳动合同的，应当依照经济补偿标准的二倍向劳动者支付赔偿金。",
    "建议您保留好相关的聊天记录，必要时委托专业律师处理，以免影响自己的合法权益。",
    "醉酒驾驶机动车的，由公安机关约束至酒醒，吊销机动车驾驶证，依法追究刑事责任。",
    "您好，这种情况一般构成违约，可以要求继续履行、采取补救措施或者赔偿损失。",
)


def make_rows(rows: int, seed: int = 20230926) -> list[dict[str, str]]:
    """Rows as LawBench's files have them."""
    source = random.Random(seed)

    def text(least: int, most: int, breaks: float) -> str:
        made = ""
        for _ in range(source.randint(least, most)):
            sentence = source.choice(SENTENCES)
            made += "".join(c for c in sentence if source.random() > 0.08) + "\n\n" * (source.random() < breaks)
        return made

    return [{"origin_prompt": "", "prediction": text(3, 7, 0.2), "refr": "回答:" + text(6, 13, 0.0)} for _ in range(rows)]


def main() -> list[Aim]:
    """Print rows a second, the ratio and the number of equal rows."""
    import jieba
    from rouge_chinese import Rouge

    jieba.setLogLevel(logging.ERROR)
    rows = make_rows(ROWS)

    def peer() -> list[float]:
        predictions = [" ".join(jieba.cut(row["prediction"])) for row in rows]
        references = [" ".join(jieba.cut(row["refr"])) for row in rows]
        return [figures["rouge-l"]["f"] for figures in Rouge().get_scores(predictions, references)]

    def ours() -> lawbench.LawBenchScore:
        return lawbench.score("3-8", rows)

    seconds = alternating_seconds({"rouge-chinese + jieba": peer, "compat.lawbench": ours}, ROUNDS)
    ratio = paired_ratio(seconds["rouge-chinese + jieba"], seconds["compat.lawbench"])
    equal = sum(sample.value == figure for sample, figure in zip(ours().samples, peer(), strict=True))
    print(f"LawBench 3-8, {ROWS} rows, {ROUNDS} rounds")
    for name, times in seconds.items():
        print(f"  {name:22} {ROWS * ROUNDS / sum(times):8.1f} rows/s")
    return [
        Aim("LawBench 3-8 against its own scorer", ratio, "x", at_least=40),
        Aim("rows with the peer's figure, bit for bit", equal, f"of {ROWS}", at_least=ROWS),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
