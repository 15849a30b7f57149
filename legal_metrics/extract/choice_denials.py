"""What turns a choice or a judgement into none: 不選, 很難說答案是, C未必正確, 若, no one would choose, it is unlikely that.

A denial stands right before what it denies, in the same clause. Every pattern is linear, and looks at few characters.
"""

from __future__ import annotations

import re

_FILLER = ("應該", "应该", "我", "先", "會", "会", "應", "应", "該", "该", "要", "可", "能", "直接", "想")
_FILLER_WORDS = frozenset(["the", "have", "you", "i"])
_NEGATIVE = (
    "不 未 勿 別 别 莫 不宜 沒有 没有 沒 没 未必 不一定 不見得 不见得 無法 无法 難以 难以 難 难 若 如 如果 假如 假設 假设 倘 除非 與其 与其 誤 误 為何 为何 為什麼 为什么 "
    "原本 本來 本来 原先 起初 一開始 一开始 曾 避免 懷疑 怀疑 並非 并非 而非 不認為 不认为 不覺得 不觉得 不代表 並不 并不 可能會 很多人 拒絕 拒绝"
)
_NEGATORS = tuple(_NEGATIVE.split())
_NO_NEGATORS = ("不得不", "不如", "不難", "不难")
_NEGATIVE_ENGLISH = "not never if unless cannot can't why originally initially first previous earlier prior initial wouldn't don't didn't shouldn't won't refuse unable avoid to"
_DENIALS = frozenset(_NEGATIVE_ENGLISH.split())

_SAYING = "說|说|認為|认为|認定|认定|斷定|断定|判定|判斷|判断|斷言|断言|確定|确定|確認|确认|肯定|主張|主张|推論|推论|保證|保证|相信|接受|同意|得出|認|认|謂|谓|指"
_CANNOT = "很難|很难|難以|难以|尚難|尚难|實難|实难|難|难|無法|无法|無從|无从|不能|不可|不敢|不宜|不應|不应|不該|不该|不足以|不得|未能|未敢|沒有理由|没有理由|無理由|不|未"
_OTHERS = r"考生|學生|学生|學員|同學|同学|作答者|讀者|受試者|他們|他们|(?<![本個个])人"
_DOUBTED = re.compile(
    rf"(?<!不)(?:{_CANNOT})(?:逕|遽|率|率然|逕行|就|就此|直接)?(?:{_SAYING})(?:本題|本题|正確|正确)?(?:的)?$"  # 很難說答案是C
    rf"|(?:{_OTHERS})(?:們|们)?(?:可能|容易|常常|經常|往往|多半|大多|常|都|也|誤以為){{0,3}}(?:會|会)?$"  # 多數考生會選C
)
_THAT = r"(?:\sthat)?(?:\s(?:the|my|option|choice|correct|right|best|final|only|true|actual)){0,4}$"
_NOT_SO = re.compile(
    r"\b(?:(?:do|does|did|can|could|would|is|are|was)(?:n't|\snot)|not|cannot|never|hardly)\s(?:really\s|actually\s|necessarily\s)?"
    r"(?:think|believe|feel|say|agree|conclude|assume|mean|sure|certain|clear|true|obvious|likely|possible|correct|right|evident|convinced|the\scase)" + _THAT
    + r"|(?:\bnot|n't)\s(?:because|the\scase|true|clear|certain|obvious|likely|possible)?\s?that(?:\s(?:the|my|option|correct|right|best|final)){0,4}$"
    r"|\b(?:(?<!no\s)(?<!out\s)doubt|doubtful|unlikely|improbable|impossible|(?:untrue|false|incorrect|wrong|mistaken)(?=\sthat)|no\sway|no\sreason|assume|assuming|assumed|suppose|supposing|supposed|provided|imagine|"
    r"(?:hard|difficult)\sto\s(?:say|believe|see|argue|conclude|accept)|(?:wrong|mistake|tempting)\sto\s(?:say|think|believe|conclude)|if|whether|unless)" + _THAT
    + r"|\b(?:no\sone|nobody|students?|people|candidates?|examinees?|others|they|he|she|who|(?:none|few|many|some|most)(?=\s\w))"
    r"(?:\s(?:would|will|might|may|could|often|usually|mistakenly|wrongly|have|has|had|did|ever|tend\sto)){0,3}$",
    re.IGNORECASE,
)  # fmt: skip


def is_denied(text: str, at: int) -> bool:
    """Whether what stands right before ``at`` turns a choice into none: 不選, 若答案為, 很難說答案是, I would not choose, no one would choose.

    >>> [is_denied(text, len(text)) for text in ("不", "若我", "I don't ", "故", "不得不", "難以認為")]
    [True, True, True, False, False, True]
    """
    before = text[max(at - 48, 0) : at].rstrip(" \t")
    if not before or before[-1] in ",.。;:\n(":
        return False
    if before[-1].isascii():
        if _NOT_SO.search(before):
            return True
        last = before.lower().replace("\n", " ").split(" ")
        return any(
            word != "first," and word.strip(",.;:()") in _DENIALS
            for word in (last[-2:] if last[-1] in _FILLER_WORDS else last[-1:])
        )
    if _DOUBTED.search(before):
        return True
    if not before.endswith(_NEGATORS):
        before = before.removesuffix(next((filler for filler in _FILLER if before.endswith(filler)), "")).rstrip(" \t")
    return before.endswith(_NEGATORS) and not before.endswith(_NO_NEGATORS)


_UNTRUE = re.compile(
    r"(?:若|如果|倘若|倘|假如|假設|假设|除非|即使|即便|縱使|縱|就算|並非|并非|不代表|不是|而非|除|除了"
    rf"|(?<!不)(?:{_CANNOT})(?:逕|遽|率|就)?(?:{_SAYING}))(?:是|選項|选项)?$"
    r"|(?:若|如果|倘|假如|假設|假设)[^。;\n]{1,40}[則则](?:選項|选项)?$"
)


_ALL_BUT = re.compile(
    r"\b(?:except|other\sthan|(?:all|every\w{0,4}|none)(?:\sof\s(?:them|these|the\s\w{1,12}))?\sbut)(?:\sfor)?(?:\s(?:options?|statements?|choices?))?$",
    re.IGNORECASE,
)


def is_untrue(text: str, at: int) -> bool:
    """Whether what stands right before an option says that a judgement of it does not hold: 若C正確, 難以認為C正確, I don't think B is correct.

    >>> [is_untrue(text, len(text)) for text in ("並非", "I doubt that ", "故")]
    [True, True, False]
    """
    before = text[max(at - 48, 0) : at].rstrip(" \t(\"'")
    if not before or before[-1] in ",.。;:\n":
        return False
    return any(pattern.search(before) for pattern in ((_NOT_SO, _ALL_BUT) if before[-1].isascii() else (_UNTRUE,)))


_CONDITION = re.compile(
    r"(?:^|[.;:,\n?!]\s?|\b(?:but|and|so|because)\s)(?:if\s(?!i\s(?:had|have|must|were)\b|forced|pressed)|(?:had|were|unless|should|assuming|suppose|supposing|without)\s)",
    re.IGNORECASE,
)
_CONDITION_BEHIND = re.compile(r",?\s(?:only\s)?(?:if|unless|had|were|but\sfor)\b", re.IGNORECASE)
_WOULD = re.compile(r"\bwould\b", re.IGNORECASE)


def is_hypothetical(text: str, start: int, behind: int, end: int) -> bool:
    """Whether an English choice, its words in ``text[start:behind]`` and its mark up to ``end``, says what would be under a condition."""
    if not _WOULD.search(text, start, behind):
        return False
    if _CONDITION_BEHIND.match(text, end):
        return True
    sentence = max(text.rfind(stop, max(start - 160, 0), start) for stop in ".;?!\n") + 1
    return bool(_CONDITION.search(text, max(sentence, start - 160), start))


NEITHER = re.compile(r"\b(?:neither(?:\sof)?|nor|none\sof)\s(?:options?\s|choices?\s)?[(\"']?$", re.IGNORECASE)
"""Right before marks: what is said of them holds for none."""

ONLY = re.compile(r"(?:只有|僅有|仅有|唯有|唯獨|唯独|只|僅|仅|\b(?i:only))[ \t]?(?:選項|选项|(?i:options?\s))?[(\"']?$")
"""Right before a mark: what is said of it holds for no other."""

# Between an option and the word that would call it right: what makes that no judgement, or the opposite.
NOT_QUITE = re.compile(
    r"(?:未必|不一定|不見得|不见得|難說|难说|很難|很难|無法|无法|不能|尚待|是否|似乎|看似|乍看|(?i:not\s(?:necessarily|always|sure|clear)|may|might|seems?|whether))[^,。;\n]{0,6}$"
)
NOT_RIGHT = re.compile(
    r"(?:難謂|难谓|難認|难认|難稱|難以(?:認為|說是|稱為)|非|不完全|不盡|不尽|不太|不大|不夠|不甚|不全然|不盡然|未盡|未尽|有欠|不得謂|不能謂)(?:完全|全然|為|为|是|屬|属|全|盡|皆)?$"
)
CONDITIONAL = re.compile(r"(?:若|如|倘|假|除非|必須|須)[^。\n]{0,60}?(?:則|则|才|方|始|就)(?:為|为|是|屬|属)?$")
