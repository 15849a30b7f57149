"""Self-written judgments with invented people, and the layouts in which copies of judgments come."""

from __future__ import annotations

import re
from collections.abc import Callable

SUMMARY = """臺灣甲地方法院刑事簡易判決　　　　 107年度簡字第12號
聲　請　人　臺灣甲地方檢察署檢察官
被　　　告　王大明
上列被告因竊盜案件，經檢察官聲請以簡易判決處刑（107 年度
偵字第345號），本院判決如下：
    主  文
王大明犯竊盜罪，處拘役貳拾日，如易科罰金，以新臺幣壹仟元折
算壹日。
    事實及理由
一、犯罪事實及證據，均引用如附件之聲請簡易判決處刑書。
二、核被告所為，係犯刑法第320 條第1 項之竊盜罪。爰量處如主文
    所示之刑。
三、依刑事訴訟法第449 條第1 項前段、第454 條第2 項，刑法第
    320 條第1 項、第41條第1 項前段，逕以簡易判決處刑如主文。
中    華    民    國   107    年    9     月    27    日
                  簡易庭        法  官  李四平
以上正本證明與原本無異。
中    華    民    國   107    年    9     月    28    日
                                書記官  趙五常
附錄本案論罪科刑法條全文：
中華民國刑法第320條
竊取他人之動產者，為竊盜罪。
附件：
臺灣甲地方檢察署檢察官聲請簡易判決處刑書
    犯罪事實
一、王大明於民國107年1月2日竊取他人財物。
    證據並所犯法條
一、訊據被告坦承不諱。
中    華    民    國   107    年    6     月    28    日
                                檢察官  孫六安
"""

OLD = """臺灣乙地方法院刑事判決　　　　　　　　　　　　　九十三年度訴字第八七八號
　　公　訴　人　臺灣乙地方法院檢察署檢察官
　　被　　　告　甲○○　男　三十七.
　　　　　　　　乙○○
　　　　　　　　　　　　（另案在臺灣乙監獄執行中）
　　共　　　同
　　選任辯護人　周七全律師
右列被告等因詐欺案件，經檢察官提起公訴（九十三年度偵字第一四六九號），判決如
左：
    主    文
甲○○共同連續意圖為自己不法之所有，以詐術使人將本人之物交付，處有期徒刑參月，如
易科罰金，以參佰元折算壹日。
乙○○無罪。
    事    實
一、甲○○於九十三年四月間，佯稱可代辦貸款，向丙○○取得新臺幣三千元，其犯罪
    事實如下，理由詳後述。
二、案經乙市警察局移送臺灣乙地方法院檢察署檢察官偵查起訴。
    理    由
甲、有罪部分：
一、右開犯罪事實，業據被告甲○○坦承不諱。事實欄一所載之情節，主文欄所示之刑，均
    有證據可稽，爰判決如
    主文。
乙、無罪部分：
一、公訴意旨略以：乙○○與甲○○共同犯罪。
據上論斷，應依刑事訴訟法第二百九十九條第一項前段、第三百零一條第一項，刑法第二十
八條、第三百三十九條第一項，判決如主文。
本案經檢察官吳八方到庭執行職務。
中      華      民      國      九十四      年    二    月    二十一    日
                                臺灣乙地方法院刑事第四庭
                                    審判長法  官  鄭九如
                                    法  官  王十全
右正本證明與原本無異。
                                    書記官  馮百川
中      華      民      國      九十四      年    二    月    二十一    日
"""

TABLES = """臺灣丙地方法院刑事判決　　　　　　 112年度訴字第34號
公　訴　人　臺灣丙地方檢察署檢察官
被　　　告　丙丁實業有限公司
代　表　人　陳一明
被　　　告　陳一明


選任辯護人　林二郎律師
上列被告等因違反稅捐稽徵法案件，經檢察官提起公訴（112 年度
偵字第678號），本院判決如下：
　　主　文
陳一明犯如附表一所示之罪，各處如附表一主文欄所示之刑。應執行
有期徒刑伍月。
丙丁實業有限公司無罪。
　　犯罪事實
陳一明為丙丁實業有限公司之負責人，於民國111年間逃漏稅捐。
　　理　由
壹、程序部分：被告未爭執證據能力。
貳、實體部分：上開犯罪事實，業據被告坦承。
據上論斷，應依刑事訴訟法第299條第1項前段、第301條第1項，判決
如主文。
本案經檢察官孫六安提起公訴，檢察官錢三多到庭執行職務。
中　　華　　民　　國　　112 　年　　7 　　月　　13　　日
　　　　　　　　　刑事第三庭　法　官　高山青
以上正本證明與原本無異。
　　　　　　　　　　　　　　　書記官　白水清
中　　華　　民　　國　　112 　年　　7 　　月　　14　　日
附表一：
┌──┬──────────────┐
│編號│主  文                      │
├──┼──────────────┤
│ 1  │陳一明處有期徒刑參月。      │
├──┼──────────────┤
│ 2  │陳一明處有期徒刑肆月。      │
└──┴──────────────┘
附錄本案論罪科刑法條：
稅捐稽徵法第41條
"""

RULING = """臺灣丁地方法院刑事裁定　　　　　　 112年度聲字第5號
聲　請　人　臺灣丁地方檢察署檢察官
受　刑　人　王大明
上列受刑人因竊盜案件，經檢察官聲請定應執行刑，本院裁定如下
：
    主  文
王大明應執行有期徒刑玖月。
    理  由
一、依刑法第53條、第51條第5款，裁定如主文。
中　　華　　民　　國　　112 　年　　7 　　月　　13　　日
　　　　　　　　　刑事第三庭　法　官　高山青
"""

JUDGMENTS = {"summary": SUMMARY, "old": OLD, "tables": TABLES}


def crlf(text: str) -> str:
    """As in the official archives."""
    return text.replace("\n", "\r\n")


def stripped(text: str) -> str:
    """Indents and the blanks inside headings and labels lost, lines kept."""
    return "\n".join("".join(line.split()) for line in text.splitlines())


def one_line(text: str) -> str:
    """Each line break is one blank."""
    return " ".join(line.strip() for line in text.splitlines())


def joined(text: str) -> str:
    """Paragraphs joined below the header, as a legal database does; breaks stay before items and around headings."""
    head, heading, body = text.partition("文\n")
    return head + heading + re.sub(r"(?<=[^\s：。])\n(?:    )?(?=[^\s一二三四五六七八九十甲乙壹貳┌│├└附中])", "", body)


def without_blanks(text: str) -> str:
    """All white space lost."""
    return "".join(text.split())


LAYOUTS: dict[str, Callable[[str], str]] = {
    "original": str,
    "crlf": crlf,
    "stripped": stripped,
    "joined": joined,
    "one_line": one_line,
    "without_blanks": without_blanks,
}
