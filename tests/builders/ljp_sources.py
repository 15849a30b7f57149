"""Small sources of self-written judgments with invented people, for the tests of the build line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

CAUSES = {
    "竊盜": ("犯竊盜罪，處拘役貳拾日", "刑法第320條第1項之竊盜罪", "刑法第320條第1項"),
    "詐欺": ("犯詐欺取財罪，處有期徒刑參月", "刑法第339條第1項之詐欺取財罪", "刑法第339條第1項"),
    "傷害": ("犯傷害罪，處有期徒刑貳月", "刑法第277條第1項之傷害罪", "刑法第277條第1項"),
}
_WORDS = ["市場", "攤位", "水果", "機車", "雨衣", "巷口", "倉庫", "鐵門", "腳踏車", "便當", "手機", "招牌", "樓梯", "電梯", "公園", "長椅", "郵局", "圍牆", "菜園", "鐵窗", "書局", "球鞋", "外套", "帳單", "收據", "茶葉", "咖啡", "飲料", "冰箱", "洗衣機", "工地", "電線", "水管", "梯子", "磁磚", "油漆", "木板", "貨架", "櫃檯", "停車場", "車站", "月台", "行李", "皮夾", "鑰匙", "路燈", "河堤", "橋下", "竹林"]


def filler(seed: object, words: int = 120) -> str:
    """Text of its own for every seed: no two are near duplicates."""
    rng = random.Random(str(seed))
    return "、".join("".join(rng.sample(_WORDS, 3)) for _ in range(words // 3))


def judgment(
    number: int,
    *,
    cause: str = "竊盜",
    title: str | None = None,
    name: str = "王大明",
    year: int = 110,
    date: str = "20210304",
    word: str = "易",
    code: str = "TPDM",
    sections: tuple[str, ...] = ("主文", "事實", "理由"),
    body: object = None,
    facts: str = "",
    main_text: str = "",
    conclusion: str = "",
    kind: str = "刑事判決",
) -> dict[str, str]:
    """The eight keys of one judgment in the modern form."""
    sentence, offence, statute = CAUSES[cause]
    text = filler(number if body is None else body)
    parts = {
        "主文": main_text or f"{name}{sentence}，如易科罰金，以新臺幣壹仟元折算壹日。",
        "事實": facts or f"一、{name}於民國109年5月6日，在某處見{text}無人看管，遂徒手為之。\n二、案經李小華訴由警察局報告檢察官偵查起訴。",
        "理由": f"一、上開事實，業據被告{name}坦承不諱，核與告訴人李小華於警詢時之指訴相符，並有{text[::-1]}可佐。\n"
        f"二、核被告所為，係犯{offence}。\n" + (conclusion or f"據上論斷，應依刑事訴訟法第299條第1項前段，{statute}，判決如主文。"),
        "事實及理由": f"一、{name}於民國109年5月6日為上開行為，{text}。\n二、核被告所為，係犯{offence}。\n"
        f"三、依刑事訴訟法第449條第1項前段，{statute}，逕以簡易判決處刑如主文。",
    }
    full = f"臺灣臺北地方法院{kind}　　　　{year}年度{word}字第{number}號\n公　訴　人　臺灣臺北地方檢察署檢察官\n被　　　告　{name}\n"
    full += f"上列被告因{title or cause}案件，經檢察官提起公訴，本院判決如下：\n"
    for section in sections:
        full += f"    {'  '.join(section) if section != '事實及理由' else section}\n{parts[section]}\n"
    full += "中    華    民    國   110    年    3     月    4    日\n                  刑事第一庭    法  官  石擬真\n以上正本證明與原本無異。\n"
    return {
        "JID": f"{code},{year},{word},{number},{date},1",
        "JYEAR": str(year),
        "JCASE": word,
        "JNO": str(number),
        "JDATE": date,
        "JTITLE": cause if title is None else title,
        "JFULL": full.replace("\n", "\r\n"),
        "JPDF": "",
    }


def write_source(folder: Path, judgments: list[dict[str, Any]]) -> Path:
    """The judgments as files of the open-data tree; files with the same JID go into different months."""
    for index, one in enumerate(judgments):
        path = folder / f"{one['JDATE'][:6]}" / "臺灣臺北地方法院刑事" / f"{one['JID']}.json"
        if path.exists():
            path = folder / f"re{index}" / path.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(one, ensure_ascii=False), encoding="utf-8")
    return folder
