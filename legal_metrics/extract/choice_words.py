"""The words by which a reply chooses, judges, rejects and takes back: Traditional and Simplified Chinese, English; on text that ``choice_marks.fold`` made.

Every pattern is linear: gaps are bounded, and no quantifier stands inside another.
"""

from __future__ import annotations

import re

_GAP_WORDS = (
    "應該|应该|應|应|該|该|會|会|就|即|可能|大概|恐怕|最|為|为|是|係|系|乃|屬於|属于|屬|属|選擇|选择|選項|选项|選|选|擇|項|项|仍然|仍|還是|还是|只能|只有|只|僅|仅|有|的|之|第|"
    "代號|代号|字母|故|答案|答|我|本題|本题|此題|此题|最終|最终|最後|最后|確定|确定|如下|以下|下列|上述|後|后|成|一下|認為|认为|判斷|判断|因此|所以|則|则|依序|分別|分别|"
    "包括|包含|敘述|叙述|正確|正确|最佳|者"
)
_GAP_ENGLISH = (
    "is|are|was|be|would|should|must|will|has|to|the|thus|therefore|hence|then|so|indeed|definitely|clearly|certainly|probably|likely|most|obviously|actually|"
    "now|still|instead|options?|choices?|letters?|number|answer|correct|right|best|final|my|either|both|only|as|follows|closest|with|for"
)
GAP = rf"(?:[\s:\"'()=>→\-~,、]|{_GAP_WORDS}|(?i:(?:{_GAP_ENGLISH})\b)){{0,12}}"

_CUES = {
    # An answer is named.
    "answer": r"答案|解答|正解|正答|答(?=\s?[:為为是應应])|(?:結論|结论)(?=\s?[:為为是應应即])|(?:單選|单选|複選|多選|多选|選擇|选择|本|此)[題题](?=\s?:)"
    r"|(?:結果|结果|判斷|判断|判定|解|決定|决定)(?=\s?:)|\\boxed|\b(?i:answers?|ans\.?)(?![A-Za-z])"
    r"(?i:\s(?:choice|option|letter))?(?i:\s(?:to|for|of)\s(?:this|the|that|question|problem)\b[^\n.:?]{0,50}?(?=\s(?:is|was|would|should|must)\b))?"
    r"|\b(?i:choice|option|selection|response|conclusion|pick|verdict|final|result)(?=\s{0,2}(?::|(?i:is|should\sbe|would\sbe|must\sbe)\b))",
    # An option is taken.
    "choose": r"選擇|选择|選定|选定|選出|选出|圈選|勾選|勾选|選答|選(?![項擇定出舉任修用民區情取購手題])|选(?![项择定出举任修用民区情取购手题])"
    r"|\b(?i:choose|chose|choosing|pick|picked|select|selected|selecting|go(?:ing)?\swith|went\swith|opt(?:ed|ing)?\sfor|settle\son|vote\sfor|stick(?:ing)?\swith)\b",
    # An answer is put right: what stands behind takes the place of what was said before.
    "correct": r"更正|修正|訂正|订正|更改|改正|改(?=[為为成選选答:])|而是|應該是|应该是|應為|应为|應是|应是|應屬(?!於)|"
    r"\b(?i:not)\s(?:option\s)?[(\"']{0,2}[A-Za-z][)\"']{0,2},?\s(?i:but)\b",
    # A doubt, then perhaps another answer.
    "doubt": r"(?:讓我)?(?:重新(?:檢視|思考|考慮|檢查|審視)|再(?:想想|檢查|確認))|等等|等一下|且慢|慢著|慢着|不對|不对|錯了|错了|抱歉|哦|噢|啊|咦"
    r"|(?i:no|wait|actually|correction|sorry|oops|hmm+|rather|instead|hold\son|on\s(?:second\sthought|reflection)|let\sme\s(?:reconsider|think\sagain|re-?check|re-?evaluate)|scratch\sthat|let\sme\scorrect(?:\sthat|\smyself)?"
    r"|i\smade\san?\s(?:mistake|error)|i\smean|my\smistake|that's\s(?:wrong|incorrect|not\sright)|that\sis\s(?:wrong|incorrect))\b",
    # After a comma, a verb alone: …，是B。
    "verb": r"(?:那就|就)?(?:是|為|为)",
    # Options are named by a quality that the question may ask for.
    "named": r"(?:(?:最|較|较)?(?:不|非|未|無|无))?(?:正確|正确|適當|适当|合法|妥當|妥当|適法|合理|符合|屬實|真實|錯誤|错误|有誤|有误|違法|违法|對|对|錯|错)(?:題意|题意|規定|规定)?"
    r"(?:的|之)?(?:選項|选项|敘述|叙述|陳述|陈述|說法|说法|者|組合|组合)?(?=\s?(?:應|应|僅|仅|只|唯)?(?:為|为|是|係|即|有|:))|\b(?i:correct|right|incorrect|wrong|false)(?=\s?:)",
    # A conclusion without a word for answer.
    "therefore": r"因此|所以|是以|故|綜上所述|综上所述|綜上|综上|據此|据此|從而|从而|∴|可知|只有|唯有|僅有|仅有|只剩下?|僅剩|仅剩|剩下|僅餘|認為|认为|猜|我想|可能是|大概是"
    r"|\b(?i:so(?!\s(?:is|are|was|were|do|does)\b)|therefore|thus|hence|consequently|only|leaves|leaving)\b|\b(?i:i\s(?:think|believe|guess)|i'd\ssay|i\swould\ssay)\b|\b(?i:it|this|that|which)(?:'s|\sis|\smust\sbe|\sshould\sbe|\swould\sbe|\shas\sto\sbe)\b",
    # All but some are of one kind.
    "except": r"(?<![排刪删扣解免廢废去消])除了?(?!外|此)|\b(?i:(?:all|every\w{0,4}|none)\s(?:\w{1,10}\s){0,3}?(?:except|but))\b",
}
CUE = re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in _CUES.items()), re.MULTILINE)
GAP_AFTER = re.compile(GAP)

CUE_START = re.compile(
    r"[讓重再答解正結结單单複多選选本此判決决圈勾更修訂订改而應应那就是為为等且慢不對对錯错抱哦噢啊咦最較较非未無无適适當当合妥符屬真有誤误違违因所以故綜综據据從从∴可只唯僅仅剩認认猜我大除\\]|[A-Za-z]+"
)
"""Where a cue can begin: it is much quicker to look for these, and to hold CUE against each."""
CLAUSE_CUES = frozenset({"doubt", "verb"})
"""Cues that count only where a clause begins."""
CLAUSE_STARTS = frozenset("。.!?;,\n-(…:")

# Right before a cue: what makes it no choice.
_FILLER = ("應該", "应该", "我", "先", "會", "会", "應", "应", "該", "该", "要", "可", "能", "直接", "想")
_FILLER_WORDS = frozenset(["the", "have", "you", "i"])
_NEGATIVE = (
    "不 未 勿 別 别 莫 無法 无法 難以 难以 若 如 如果 假如 假設 假设 倘 誤 误 為何 为何 為什麼 为什么 原本 本來 本来 原先 起初 一開始 一开始 曾 避免 "
    "並非 并非 而非 不認為 不认为 不覺得 不觉得 不代表 並不 并不 可能會 很多人 拒絕 拒绝"
)
_NEGATIVE_ENGLISH = "not never if unless cannot can't why originally initially first wouldn't don't didn't shouldn't won't refuse unable avoid to"
_NEGATORS = tuple(_NEGATIVE.split())
_DENIALS = frozenset(_NEGATIVE_ENGLISH.split())


_DISBELIEF = re.compile(
    r"(?i:\b(?:don't|do not|didn't|not|can't) (?:think|believe|feel|say|agree)(?: that)?(?: the)?|\bdoubt(?: that)?(?: the)?)$"
)


def is_denied(text: str, at: int) -> bool:
    """Whether what stands right before ``at`` turns a choice into none: 不選, 若答案為, I would not choose.

    >>> [is_denied(text, len(text)) for text in ("不", "若我", "I don't ", "故", "不得不")]
    [True, True, True, False, False]
    """
    before = text[max(at - 32, 0) : at].rstrip(" \t")
    if not before or before[-1] in ",.。;:\n(":
        return False
    if _DISBELIEF.search(before):
        return True
    if before[-1].isascii():
        last = before.lower().replace("\n", " ").split(" ")
        return any(word.strip(",.;:()") in _DENIALS for word in (last[-2:] if last[-1] in _FILLER_WORDS else last[-1:]))
    if not before.endswith(_NEGATORS):
        before = before.removesuffix(next((filler for filler in _FILLER if before.endswith(filler)), "")).rstrip(" \t")
    return before.endswith(_NEGATORS) and not before.endswith("不得不")


WRONG_BEFORE = re.compile(r"(?:錯誤|错误|不正確|不正确|非正確|(?i:wrong|incorrect))(?:的|之)?\s?$")

# Behind the gap: the answer is that there is none, or that an option is not it, or that all are.
NOTHING = re.compile(
    r"(?:以上)?(?:皆非|均非|都不是|皆不|均不|都不)|無(?!罪|因|權|效|償|過|須|庸|正當|論)|无(?!罪|因|权|效|偿|过|须|庸|正当|论)|沒有|没有|不知|不明|不確定|不确定|無法|无法|難以|难以"
    r"|(?i:none|no\b|n/?a\b|null|unknown|unclear|undetermined|undefined|cannot|can't|i\sdon't|i\sdo\snot|unable|impossible|empty)"
)
NOT_IT = re.compile(r"(?:並非|并非|絕非|不會是|不会是|不應該?是|不应该?是|不是|非|(?i:isn't|not))[ \t]{0,2}")
ALL_OF_THEM = re.compile(
    r"以上(?:皆是|均是|都是|皆對|皆正確|皆正确|皆对|全部?)|全部(?:皆是|都是|正確|正确)?|皆是|(?i:all\sof\s(?:the\sabove|them|these)|all\sfour)"
)

_MANNER = (
    r"(?:[ \t]|選項|选项|者|[的之](?=[敘叙陳說说內内])|敘述|叙述|陳述|說法|说法|內容|部分|也|亦|均|皆|都|則|则|卻|却|才|較|较|最|顯然|显然|明顯|明显|完全|其實|其实|是|為|为|屬|属|係|當然|應該|应该|應|应|可|被|予以|所述|"
    r"[:=(\-→])"
)
_IS = r"(?i:(?:(?:is|are|was|were|seems|looks|appears|would\sbe|must\sbe|should\sbe|can\sbe|be|being|to\sbe)\s))"
_HOW = r"(?i:(?:also|clearly|all|both|simply|therefore|thus|the|only|most|best|definitely|completely|partially|obviously|itself)\s)"
_END = r"(?=\s{0,2}(?:$|[\n。.,;:!?、)(…]|的|因|故|，))"
IS_WRONG = re.compile(
    rf"[ \t]?,[ \t]?(?:錯誤|错误|不正確|不正确|有誤|有误){_END}|{_MANNER}{{0,6}}(?:錯誤|错误|錯{_END}|错{_END}|不對|不对|不正確|不正确|有誤|有误|誤{_END}|不符|不可採|不可采|不當|不当|不適當|不合|排除|刪去|刪除|删除|淘汰|非(?:正確|正确|本題|本题|答案)|不選|不选"
    r"|不能選|不(?:是|為|为)(?:正確|正确|答案|本題|本题)|並非(?:正確|答案)|(?:以外|之外|除外)|×|✗|✘|❌|✖)"
    rf"|\s{{0,2}}(?:{_IS}{_HOW}{{0,2}}(?i:wrong|incorrect|false|invalid|inaccurate|untrue|mistaken|out\b|eliminated|excluded|ruled\sout|not\b|never\b)|(?i:isn't|aren't|cannot\sbe|can't\sbe|wrong|incorrect)\b)"
)
IS_RIGHT = re.compile(
    rf"[ \t]?,[ \t]?(?:正確|正确){_END}|{_MANNER}{{0,6}}(?:正確|正确|無誤|无误|對{_END}|对{_END}|符合題意|符合题意|可採|可采|為真|为真|✓|✔|✅|☑|√|○)"
    rf"|\s{{0,2}}{_IS}{_HOW}{{0,3}}(?i:correct|right|true|accurate|valid)\b"
)
IS_THE_ANSWER = re.compile(
    r"[ \t]{0,2}(?:才|即|就|乃|應|应|應該|应该)?(?:是|為|为|係)(?:本題|此題|本题|此题|該題|题目|題目|我|唯一|最終|最终|最後|最后|最|正確|正确|適當|适当|佳|合理|可能|符合題意|的|之){0,5}"
    r"(?:答案|解答|正解|正答|選擇|选择|正確選項|選項|选项)"
    r"|[ \t]{0,2}才(?:是|為|为)?(?:正確|正确|對|对)"
    rf"|\s{{0,2}}{_IS}(?i:(?:thus|therefore|clearly|likely|definitely)\s)?(?i:the|my|our)\s(?i:(?:only|most|best|correct|right|final|appropriate|accurate|likely|closest)\s){{0,3}}(?i:answer|choice|option|one|response)\b"
)
NO_JUDGEMENT = re.compile(
    r"[ \t]{0,2}(?:$|[\n.。;!?、\")]|,(?![ \t]?[錯错不有正]))"
)  # what cannot begin one, found quickly
ON_ALL = re.compile(r"[ \t]{0,2}(?:均|皆|都|全|(?i:are\b|were\b|both\b|all\b))")

CLEAN_END = re.compile(r"[吧啊喔哦呀]?[ \t]{0,4}[)\"']{0,4}[ \t]{0,4}(?:$|[\n。,;:!?、(…→]|\.(?![A-Za-z0-9])|-|<)")
LIST_END = re.compile(
    r"[ \t]{0,3}(?:皆|均|都|全|四|三|兩|两|二|等|共|為|为|之|的|因|由於|由于|理由|(?i:are|all|both|because|since|as|which)\b)"
)
IN_DOUBT = re.compile(
    r"[ \t]{0,3}[)\"']{0,3}[ \t]{0,3}(?:選項|选项)?(?:\?|嗎|吗|呢|以外|之外|的(?:可能|機率|機會)|的話|的话|則|则|的人|者[^,。\n]|(?i:would|could|might|may)\b)"
)
REMAINS = re.compile(
    r"\s(?i:remains|fits|applies|works|is\s(?:left|consistent|possible|defensible|supported))\b|(?:可能|可以|可)?(?:符合|成立)"
)
ALL_ELSE = re.compile(
    r"[ \t]{0,2}(?:以外|之外|外|選項外)[^。\n]{0,24}?(?:均|皆|都)[^。\n]{0,6}?(?:(?P<right>錯誤|错误|不正確|不正确|不對|有誤|有误|錯|不符)|(?P<faulty>正確|正确|無誤|對))"
    r"|[ \t]{0,2}(?i:(?:are|is)\s(?:\w{1,12}\s)?(?:(?P<right_en>incorrect|wrong|false|not)|(?P<faulty_en>correct|right|true)))"
)
ALSO_POSSIBLE = re.compile(
    r"[ \t]{0,3}[,;(]?[ \t]{0,3}(?:但|不過|不过|而)?(?:也|亦|或者|或許|或许|或|(?i:or|perhaps|maybe|possibly))(?:有|許|许)?(?:可能|(?i:\s(?:possibly|perhaps|maybe|even)))?"
    r"(?:會|会|可以|可)?(?:是|為|为|選|选|(?i:\s(?:it\s)?(?:could|might|may)\sbe))?[ \t]{0,2}"
)
ALSO_GOOD = re.compile(r"[ \t]{0,3}(?:也|亦)(?:可以|可|行|對|对|正確|正确|說得通|说得通)")

ASKS_FOR_THE_WRONG_ONE = re.compile(
    r"何者(?:為|为|係|是)?(?:最|較|较)?(?:錯|错|不|非|有誤|有误|並非|并非)|(?:本題|本题|題目|题目|題幹)(?:是|係|乃)?(?:問|问|要|求|選|选)[^。\n]{0,12}(?:錯|错|不|非)"
    r"|(?:找出|選出|选出|挑出)(?:錯|错|不)|(?i:\bwhich\b[^.?\n]{0,80}\b(?:not|incorrect|false|wrong|except|untrue)\b)"
)
NEXT_QUESTION = re.compile(
    r"^(?:[#\s]{0,4}(?:下一)?(?:題目|题目|問題|问题)[ \t]{0,2}(?:[0-9]{1,3}|[一二三四五六七八九十]{1,3})?[ \t]{0,2}:|第[ \t]?[0-9一二三四五六七八九十]{1,3}[ \t]?[題题][:.、]"
    r"|(?i:question|q|user|human|使用者)[ \t]{0,2}[0-9]{0,3}[ \t]{0,2}:|#{1,4}[ \t]{0,2}(?:題目|题目|問題|问题|(?i:question))[^\n:]{0,6}$)",
    re.MULTILINE,
)
