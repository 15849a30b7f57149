"""Citations read on one core: MB/s of judgment text (UTF-8) for Taiwan and for the mainland, beside a plain search for 第…條.

Taiwan: the judgments of ``--source``, or the bundled ones. These are short and hold twice the citations a MB that real ones do, so they are measured as
they are and with findings of fact, written here, up to the density of real judgments. Mainland: reasons written here, repeated with other articles, or
the texts of a JSON Lines file (``--mainland FILE --field NAME``). ``python -m benchmarks.statutes [--source PATH] [--mainland FILE] [--field NAME]``.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.aims import Aim
from builders.parse.judgment_file import read_judgment_file
from builders.sources import open_source
from legal_metrics.extract.statutes import extract_statutes

BUNDLED = Path(__file__).resolve().parent.parent / "data" / "bundled" / "tw" / "judgments"
AIM_MB = 60
ROUNDS = 7
SEED = 20240601
MAINLAND_TEXTS = 200
SENTENCES = (
    "经审理查明，被告人甲于2019年7月21日23时许，在某县某路某小区内，趁被害人乙不备，将其停放在楼下的电动自行车一辆骑走，经鉴定价值人民币三千二百元。",
    "上述事实，被告人甲在开庭审理过程中亦无异议，且有受案登记表、立案决定书、证人证言、现场勘验笔录、价格鉴定结论书等证据证实，足以认定。",
    "被告人甲到案后如实供述自己的罪行，愿意接受处罚，并赔偿被害人损失取得谅解，依法可以从轻处罚。",
    "辩护人提出的被告人系初犯、偶犯的辩护意见，与查明的事实相符，本院予以采纳；其余辩护意见，无事实和法律依据，不予采纳。",
    "本院认为，被告人甲以非法占有为目的，秘密窃取他人财物，数额较大，其行为已构成盗窃罪，公诉机关指控的罪名成立。",
    "依照《中华人民共和国刑法》第{a}条、第六十七条第三款、第七十二条第一款、第三款，《中华人民共和国刑事诉讼法》第十五条之规定，判决如下：",
    "如不服本判决，可在接到判决书的第二日起十日内，通过本院或者直接向某市中级人民法院提出上诉。书面上诉的，应当提交上诉状正本一份，副本二份。",
)
DENSITY = 1700
"""Citations a MB: 1,706 in 419 real judgments of 2005 to 2011, 1,190 in ten of 2018 to 2024."""
FINDINGS = (
    "一、被告甲於民國{y}年{m}月{d}日{h}時許，行經某市某路二段某號前，見乙所有之自行車一輛停放該處而未上鎖，認有機可乘，徒手牽走後騎乘離去，嗣經乙發現報警，",
    "經警調閱沿途監視器錄影畫面，循線查獲，並扣得上開自行車一輛（已發還）。二、上揭事實，業據被告甲於警詢、偵查及本院審理時均坦承不諱，核與證人即告訴人乙於",
    "警詢時之證述情節大致相符，並有扣押筆錄、扣押物品目錄表、贓物認領保管單各一份、現場照片{d}張、監視器錄影畫面翻拍照片{m}張在卷可稽，足認被告之自白與事實相符，",
    "堪以採信。本件事證明確，被告犯行洵堪認定。三、爰以行為人之責任為基礎，審酌被告不思以正當途徑獲取財物，任意取走他人之物，欠缺對他人財產權之尊重，惟念其犯後",
    "坦承犯行，所竊財物價值非鉅且已返還，兼衡其自述之教育程度、家庭經濟狀況、犯罪動機、目的、手段等一切情狀，量處如主文所示之刑，並諭知易科罰金之折算標準。",
)
_ARTICLE = re.compile("第[0-9一二三四五六七八九十百零]+[條条]")


def main(arguments: Sequence[str] = ()) -> list[Aim]:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=BUNDLED, metavar="PATH", help="folder or archive of Taiwanese judgments")
    parser.add_argument("--mainland", type=Path, metavar="FILE", help="JSON Lines of mainland texts")
    parser.add_argument("--field", default="text", metavar="NAME", help="the field of --mainland that holds the text; default: text")
    options = parser.parse_args(arguments)
    mainland = _lines(options.mainland, options.field) if options.mainland else mainland_texts()
    texts = taiwan_texts(options.source)
    rate = _measure("TW", texts)
    if options.source == BUNDLED:
        rate = _measure("TW", drawn_out(texts))
    _measure("CN", mainland)
    return [Aim("citations, TW", rate, "MB/s", at_least=AIM_MB)]


def taiwan_texts(source: Path) -> list[str]:
    """The full texts of every judgment of a source."""
    raws = (read_judgment_file(item.data).raw for item in open_source(source) if item.skipped is None)
    texts = (raw.get("JFULL") or (raw.get("JFULLX") or {}).get("JFULLCONTENT") for raw in raws if raw is not None)
    return [text for text in texts if text]


def drawn_out(texts: Sequence[str], density: int = DENSITY, seed: int = SEED) -> list[str]:
    """The texts, each with findings of fact (in lines as long as official ones) until a MB holds ``density`` citations."""
    source = random.Random(seed)
    longer = []
    for text in texts:
        whole, wanted = [text], len(extract_statutes(text)) * 1e6 / density - len(text.encode())
        while wanted > 0:
            finding = "".join(FINDINGS).format(y=source.randint(94, 113), m=source.randint(1, 12), d=source.randint(1, 28), h=source.randint(1, 23))
            lines = [f"    {finding[i : i + 32]}\r\n" for i in range(0, len(finding), 32)]
            whole += lines
            wanted -= sum(len(line.encode()) for line in lines)
        longer.append("".join(whole))
    return longer


def mainland_texts(n: int = MAINLAND_TEXTS, seed: int = SEED) -> list[str]:
    """``n`` reasons of mainland judgments with invented facts."""
    source = random.Random(seed)
    return ["".join(s.format(a=source.randint(114, 419)) for s in SENTENCES for _ in range(source.randint(1, 2))) for _ in range(n)]


def _lines(path: Path, field: str) -> list[str]:
    return [json.loads(line)[field] for line in path.read_text(encoding="utf-8").split("\n") if line]


def _measure(code: str, texts: Sequence[str]) -> float:
    """MB/s of reading citations; prints it beside the plain search, measured in turn in the same rounds."""
    runs: dict[str, Callable[[str], object]] = {
        "plain search": _ARTICLE.findall,
        "extract_statutes": lambda text: extract_statutes(text, code),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS + 1):  # the first round loads the statute registry
        for name, run in runs.items():
            start = time.process_time()
            for text in texts:
                run(text)
            times[name].append(time.process_time() - start)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    citations = sum(len(extract_statutes(text, code)) for text in texts)
    rates = {name: megabytes / median(rounds[1:]) for name, rounds in times.items()}
    print(f"{code}: {len(texts)} texts, {megabytes:.2f} MB, {citations} citations ({citations / megabytes:,.0f} a MB)")
    for name, rate in rates.items():
        print(f"  {name:<16} {rate:>7.1f} MB/s")
    print(f"  {1e6 * megabytes / rates['extract_statutes'] / max(citations, 1):.1f} µs a citation")
    return rates["extract_statutes"]


if __name__ == "__main__":
    import sys

    print(*main(sys.argv[1:]), sep="\n")
