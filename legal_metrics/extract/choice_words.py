"""The words by which a reply chooses, judges, rejects and takes back: Traditional and Simplified Chinese, English; on text that ``choice_marks.fold`` made.

Every pattern is linear: gaps are bounded, and no quantifier stands inside another.
"""

from __future__ import annotations

import re

_GAP_WORDS = (
    r"毫?[無无](?:疑問|疑问|疑|非)|非(?=[ \t]?\(?[A-Za-z]\)?莫[屬属])|"
    r"第[一二三四五六][個个]?(?:選項|选项)?(?=[ \t]?\()|"
    "應該|应该|應|应|該|该|會|会|就|即|可能|大概|恐怕|最|為|为|是|係|系|乃|屬於|属于|屬|属|選擇|选择|選項|选项|選|选|擇|項|项|仍然|仍|還是|还是|只能|只有|只|僅|仅|有|的|之|第|"
    "代號|代号|字母|故|答案|答|我|本題|本题|此題|此题|最終|最终|最後|最后|確定|确定|如下|以下|下列|上述|後|后|成|一下|認為|认为|判斷|判断|因此|所以|則|则|依序|分別|分别|"
    "包括|包含|敘述|叙述|正確|正确|最佳|者"
)
_GAP_ENGLISH = (
    "is|are|was|be|would|should|must|will|has|to|the|thus|therefore|hence|then|so|indeed|definitely|clearly|certainly|probably|likely|most|obviously|actually|"
    "might|could|may|possibly|perhaps|now|still|instead|options?|choices?|letters?|number|answer|correct|right|best|final|my|either|both|only|as|follows|closest|with|for"
)
GAP = rf"(?:[\s:\"'()=>→\-~,、]|{_GAP_WORDS}|(?i:(?:{_GAP_ENGLISH})\b)){{0,12}}"

_CUES = {
    # An answer is named.
    "answer": r"答案|解答(?!案)|正解|正答|答(?=\s?[:為为是應应])|(?:結論|结论)(?=\s?[:為为是應应即])|(?:單選|单选|複選|多選|多选|選擇|选择|本|此)[題题](?=\s?:)"
    r"|(?:結果|结果|判斷|判断|判定|(?<![見见理了講讲])解|決定|决定)(?=\s?:)|\\boxed|\b(?i:answers?|ans\.?)(?![A-Za-z])"
    r"(?i:\s(?:choice|option|letter))?(?i:\s(?:to|for|of)\s(?:this|the|that|question|problem)\b[^\n.:?]{0,50}?(?=\s(?:is|was|would|should|must)\b))?"
    r"|\b(?i:choice|option|selection|response|conclusion|pick|verdict|final|result)(?=\s{0,2}(?::|(?i:is|should\sbe|would\sbe|must\sbe)\b))",
    # An option is taken.
    "choose": r"選擇|选择|選定|选定|選出|选出|圈選|勾選|勾选|選答|選(?![項擇定出舉任修用民區情取購手題])|选(?![项择定出举任修用民区情取购手题])"
    r"|\b(?i:choose|chose|choosing|pick|picked|select|selected|selecting|go(?:ing)?\swith|went\swith|opt(?:ed|ing)?\sfor|settle\son|vote\sfor|stick(?:ing)?\swith)\b",
    # An answer is put right: what stands behind takes the place of what was said before.
    "correct": r"更正|修正|訂正|订正|更改|改正|改(?=[為为成選选答:]|\s?\(?[A-Z](?![A-Za-z]))|不如(?=[選选])|[更較较]有?可能的?[是為为]|[口筆笔][誤误]|而是|應該是|应该是|應為|应为|應是|应是|應屬(?!於)|"
    r"\b(?i:not)\s(?:option\s)?[(\"']{0,2}[A-Za-z][)\"']{0,2}(?:,?\s(?i:but)\b|;)"
    r"|\b(?i:chang|switch|revis|correct)(?i:es|e|ed|ing)?\s(?:[a-z]{1,12}\s){0,3}(?i:from)\s[(\"']{0,2}[A-Za-z][)\"']{0,2}\s(?i:to)\b"
    r"|\b(?i:but|yet|however),?\s(?i:(?:actually|really|in\sfact)\s)?(?i:it's|it\sis)\b",
    # A doubt, then perhaps another answer.
    "doubt": r"(?:讓我)?(?:重新(?:檢視|思考|考慮|檢查|審視)|再(?:想想|檢查|確認))|等等|等一下|且慢|慢著|慢着|不對|不对|錯了|错了|(?:我|剛才|刚才)?[說说講讲看寫写搞弄打想]錯了?|(?:我|刚才)?[说讲看写搞弄打想]错了?|抱歉|[啊喔欸呃哎哦噢]不|哦|噢|啊|咦"
    r"|(?i:no|wait|actually|correction|sorry|oops|hmm+|rather|instead|hold\son|on\s(?:second\sthought|reflection)|let\sme\s(?:reconsider|think\sagain|re-?check|re-?evaluate)|scratch\sthat|let\sme\scorrect(?:\sthat|\smyself)?"
    r"|i\smade\san?\s(?:mistake|error)|i\smean|my\smistake|that's\s(?:wrong|incorrect|not\sright)|that\sis\s(?:wrong|incorrect))\b",
    # After a comma, a verb alone: …，是B。
    "verb": r"(?:那就|就)?(?:是|為|为)",
    # Options are named by a quality that the question may ask for.
    "named": r"(?:(?:最|較|较)?(?:不|非|未|無|无))?(?:正確|正确|適當|适当|合法|妥當|妥当|適法|合理|符合|屬實|真實|錯誤|错误|有誤|有误|違法|违法|對|对|錯|错)(?:題意|题意|規定|规定)?"
    r"(?:的|之)?(?:選項|选项|敘述|叙述|陳述|陈述|說法|说法|者|組合|组合)?(?=\s?(?:應|应|僅|仅|只|唯)?(?:為|为|是|係|即|有|:))|\b(?i:correct|right|incorrect|wrong|false)(?=\s?:)"
    r"|\b(?i:(?:incorrect|wrong|false|untrue|inaccurate)\s(?:statement|option|choice|one|description|assertion|proposition|item)s?|exception"
    r"|(?:correct|right|true|accurate)\s(?:statement|one|description|assertion|proposition)s?)(?=\s?:|\s(?i:is|are|must\sbe|should\sbe|would\sbe)\b)",
    # A conclusion without a word for answer.
    "therefore": r"因此|所以|是以|故|綜上所述|综上所述|綜上|综上|據此|据此|從而|从而|∴|可知|只有|唯有|僅有|仅有|只剩下?|僅剩|仅剩|剩下|僅餘|認為|认为|猜|我想|可能是|大概是"
    r"|\b(?i:so(?!\s(?:is|are|was|were|do|does)\b)|therefore|thus|hence|consequently|only|leaves|leaving)\b|\b(?i:now)(?=\s?:)|\b(?i:i\s(?:think|believe|guess)|i'd\ssay|i\swould\ssay)\b|\b(?i:it|this|that|which)(?:'s|\sis|\smust\sbe|\sshould\sbe|\swould\sbe|\shas\sto\sbe)\b",
    # All but some are of one kind.
    "except": r"(?<![排刪删扣解免廢废去消])除了?(?!外|此)|\b(?i:(?:all|every\w{0,4}|none)\s(?:\w{1,10}\s){0,3}?(?:except(?:\sfor)?|but|other\sthan))\b",
}
CUE = re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in _CUES.items()), re.MULTILINE)
GAP_AFTER = re.compile(GAP)

CUE_START = re.compile(
    r"[口筆笔較较說说講讲看寫写搞弄打想喔欸呃哎剛刚讓重再答解正結结單单複多選选本此判決决圈勾更修訂订改而應应那就是為为等且慢不對对錯错抱哦噢啊咦最較较非未無无適适當当合妥符屬真有誤误違违因所以故綜综據据從从∴可只唯僅仅剩認认猜我大除\\]|[A-Za-z]+"
)
"""Where a cue can begin: it is much quicker to look for these, and to hold CUE against each."""
CLAUSE_CUES = frozenset({"doubt", "verb"})
"""Cues that count only where a clause begins."""
CLAUSE_STARTS = frozenset("。.!?;,\n-(…:")

WRONG_BEFORE = re.compile(r"(?:錯誤|错误|不正確|不正确|非正確|(?i:wrong|incorrect))(?:的|之)?\s?$")

# Behind the gap: the answer is that there is none, or that an option is not it, or that all are.
NOTHING = re.compile(
    r"(?:以上)?(?:皆非|均非|都不是|皆不|均不|都不)|無(?!罪|因|權|效|償|過|須|庸|正當|論)|无(?!罪|因|权|效|偿|过|须|庸|正当|论)|沒有|没有|不知|不明|不確定|不确定|無法|无法|難以|难以"
    r"|(?i:none|no\b|n/?a\b|null|unknown|unclear|undetermined|undefined|cannot|can't|i\sdon't|i\sdo\snot|unable|impossible|empty)"
)
NOT_IT = re.compile(
    r"(?:並|并|絕對|绝对|絕|绝|決|恐|應該|应该|應|应|也|亦|當然|当然|顯然|显然|自|尚)?"
    r"(?:不(?:會|会|可能|應該|应该|應|应|該|该|宜|能|得|可|一定|見得|见得)?(?:說|说)?(?:是|為|为|係|選|选|屬|属)|非|未必|不一定|不見得|不见得|[難难](?:以)?(?:謂|谓|認為|认为|認|认|說|说)|(?i:isn't|not))(?:是|為|为|選|选)?[ \t]{0,2}"
)
ALL_OF_THEM = re.compile(
    r"以上(?:皆是|均是|都是|皆對|皆正確|皆正确|皆对|全部?)|全部(?:皆是|都是|正確|正确)?|皆是|(?i:all\sof\s(?:the\sabove|them|these)|all\sfour)"
)

_MANNER = (
    r"(?:[ \t]|選項|选项|者|[的之](?=[敘叙陳說说內内])|敘述|叙述|陳述|說法|说法|內容|部分|也|亦|均|皆|都|則|则|卻|却|才|較|较|最|顯然|显然|明顯|明显|完全|其實|其实|是|為|为|屬|属|係|當然|應該|应该|應|应|可|被|予以|所述|既|並|并|尚|實|实|全|仍|似|"
    r"[:=(\-→])"
)
_IS = r"(?i:(?:(?:is|are|was|were|seems|looks|appears|would\sbe|must\sbe|should\sbe|can\sbe|be|being|to\sbe)\s))"
_HOW = r"(?i:(?:also|clearly|all|both|simply|therefore|thus|the|only|most|best|definitely|completely|partially|obviously|itself)\s)"
_STOP = r"(?=\s{0,2}(?:$|[\n。.,;:!?、)(…]|因|故))"  # behind a comma 正確的 begins a clause about another option
_END = r"(?=\s{0,2}(?:$|[\n。.,;:!?、)(…]|的|因|故|，))"
IS_WRONG = re.compile(
    rf"[ \t]?,[ \t]?(?:錯誤|错误|不正確|不正确|有誤|有误){_STOP}|{_MANNER}{{0,6}}(?:錯誤|错误|錯{_END}|错{_END}|不對|不对|不正確|不正确|有誤|有误|誤{_END}|不符|[難难](?:以)?(?:謂|谓|認為|认为|認|认|稱|称|說|说)(?:是|為|为)?(?:完全|全然)?(?:正確|正确|無誤|妥當|妥适|妥適|可採)|不能(?:說|说|認為|认为|謂|谓)(?:是|為|为)?(?:正確|正确)"
    rf"|(?:不(?:完全|盡然|尽然|盡|尽|太|大|甚|夠|够|全然)|非(?:完全|全然|全)|未[盡尽])(?:為|为|是|屬|属)?(?:正確|正确|對|对|無誤|精確|妥)|不可採|不可采|不當|不当|不適當|不合|排除|刪去|刪除|删除|淘汰|非(?:正確|正确|本題|本题|答案)|不選|不选"
    r"|不能選|不(?:是|為|为)(?:正確|正确|答案|本題|本题)|並非(?:正確|答案)|(?:以外|之外|除外)|×|✗|✘|❌|✖)"
    rf"|\s{{0,2}}(?:{_IS}{_HOW}{{0,2}}(?i:wrong|incorrect|false|invalid|inaccurate|untrue|mistaken|out\b|eliminated|excluded|ruled\sout|not\b|never\b)|(?i:isn't|aren't|cannot\sbe|can't\sbe|wrong|incorrect)\b)"
)
IS_RIGHT = re.compile(
    rf"[ \t]?,[ \t]?(?:正確|正确){_STOP}|{_MANNER}{{0,6}}(?:正確|正确|無誤|无误|對{_END}|对{_END}|符合題意|符合题意|最[為为]?(?:適當|适当|妥適|妥适|妥當|妥当|恰當|恰当|合適|合适|合理|貼切){_END}|可採|可采|為真|为真|✓|✔|✅|☑|√|○)"
    rf"|\s{{0,2}}{_IS}{_HOW}{{0,3}}(?i:correct|right|true|accurate|valid)\b"
)
IS_UNSURE = re.compile(
    rf"{_MANNER}{{0,6}}(?:未必|不一定|不見得|不见得|難說|难说|無法|无法|是否|若|如果|倘)[^,。;\n]{{0,12}}?(?:正確|正确|無誤|對|对)"
    rf"|{_MANNER}{{0,2}}(?:若|如|倘|假如)[^。\n]{{0,40}}?(?:則|则|才|方|始)(?:為|为|是|屬|属)?(?:正確|正确|無誤|對|对)"
)
IS_THE_ANSWER = re.compile(
    r"[ \t]{0,2}(?:才|即|就|乃|應|应|應該|应该)?(?:是|為|为|係)(?:本題|此題|本题|此题|該題|题目|題目|我|唯一|最終|最终|最後|最后|最|正確|正确|適當|适当|佳|合理|可能|符合題意|的|之){0,5}"
    r"(?:答案|解答|正解|正答|選擇|选择|正確選項|選項|选项)"
    r"|[ \t]{0,2}才(?:是|為|为)?(?:正確|正确|對|对)"
    rf"|\s{{0,2}}{_IS}(?i:(?:thus|therefore|clearly|likely|definitely)\s)?(?i:the|my|our)\s(?i:(?:only|most|best|correct|right|final|appropriate|accurate|likely|closest)\s){{0,3}}(?i:answer|choice|option|one|response)\b"
)
# Behind a judgement: what it means for the choice.
SO_THE_ANSWER = re.compile(
    r"(?:的|之)?(?:選項|选项|敘述|叙述|陳述|說法|说法)?[,;。]?[ \t]?(?:(?:因此|所以|是以|從而|从而|故|則|则)[,]?(?:才|即|就|應|应|自|乃)?|才|即|就|乃)"
    r"(?:(?:是|為|为|屬|属|係)(?:本題|本题|此題|题目|題目|我|的|之|正確|正确|應選|最終){0,4}(?:答案|正解|正答|解答)|(?:應|应)?(?:選之|选之|選此|选此|當選|入選|可選))"
    r"|(?i:,?\s(?:so|and|thus|hence|therefore|making|which\smakes|and\s(?:so|thus|therefore)),?\s(?:it|this|that)?(?:'s|\sis)?\s?(?:therefore\s|thus\s)?the\s(?:correct\s|right\s|best\s|final\s)?(?:answer|choice)\b)"
)
SO_NOT_THE_ANSWER = re.compile(
    r"(?:的|之)?(?:選項|选项|敘述|叙述|陳述|說法|说法)?[,;。]?[ \t]?(?:因此|所以|是以|從而|从而|故)?[,]?(?:並|并|自|即|就|則|则)?"
    r"(?:不|非|未|並非|并非)(?:是|為|为|屬|属|係|應|应|能|可|宜|予|得){0,2}(?:本題|本题|此題|題目|题目|我|的|之|正確|正确|要選|應選){0,3}(?:答案|正解|正答|解答|選|选)"
    r"|(?i:,?\s(?:so|and|thus|hence|therefore|and\s(?:so|thus|therefore)),?\s(?:it|this|that)?(?:\sis|'s)?\s?(?:not|n't|cannot\sbe|can't\sbe)\s(?:the\s)?(?:correct\s|right\s|best\s)?(?:answer|choice)\b)"
)
BUT_NOT = re.compile(
    r"(?:的)?,?(?:但|惟|然|實則|实则|其實|其实)(?:是|其實|其实|實際上|实际上|實則|实则)?(?:不然|非也|並非如此|并非如此|不是|錯誤|错误|不對|不对|有誤)"
    r"|(?i:,?\s(?:but|yet)\s(?:it\s)?(?:(?:is|was)(?:\s(?:actually|really|in\sfact))?\s(?:not|wrong|incorrect|false)|isn't|it's\snot|actually\sis\snot|actually\sisn't)\b)"
)
PREFERRED = re.compile(r"[ \t]?(?:較|较)?(?:為|为)(?:當|当|妥|宜|是|佳)(?=[ \t]?(?:$|[\n。,;!]))")
ELLIPTIC = re.compile(r"\s(?i:is|does)(?=\s{0,2}(?:$|[.;,\n!]))")
NEGATED_CLAUSE = re.compile(
    r"\b(?i:neither|not|isn't|aren't)\b[^.\n?!]{0,80}[,;]\s?(?:(?i:but|and|rather)\s)?(?:(?i:option)\s)?[(\"']?$"
)
CONCLUDES = re.compile(
    r"(?:因此|所以|是以|故|綜上|综上|可知|本題|本题|此題|題目|题目|應選|应选|\b(?i:so|therefore|thus|hence|consequently))[^。.\n]{0,8}$"
)
PERSON_ACTS = re.compile(
    r"(?:應|应|得|須|须|可|將|将|向|對(?!的)|对(?!的)|與|与|負|负|有權|有权|主張|主张|請求|请求|不得|賠償|赔偿)[^,。;\n()]{0,24}"
)  # 答案:A應賠償B: letters of persons

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
    r"何者(?:為|为|係|是)?(?:最|較|较)?(?:錯|错|不|非|有誤|有误|並非|并非)|(?:本題|本题|題目|题目|題幹)(?:是|係|乃)?(?:問|问|要|求|選|选)[^。\n]{0,12}(?:錯|错|不|非)|[問问](?:的)?(?:是|者)?(?:為|为)?(?:何者|哪[個一]?|最)?(?:錯|错|不正|不正确|不對|非|有誤)"
    r"|(?:找出|選出|选出|挑出)(?:錯|错|不)|(?i:\bwhich\b[^.?\n]{0,80}\b(?:not|incorrect|false|wrong|except|untrue)\b)"
    r"|(?i:\b(?:need|needs|want|wants|asks?|asked|asking|looking|find|identify|seeking|seeks|choose|select|pick)\s(?:(?:us|for|to|find|identify|choose|select|pick|the|an|one|which|what|option|statement|is|that)\s){0,6}(?:incorrect|false|wrong|untrue|inaccurate|not|exception)\b)"
)
NEXT_QUESTION = re.compile(
    r"^(?:[#\s]{0,4}(?:下一)?(?:題目|题目|問題|问题)[ \t]{0,2}(?:[0-9]{1,3}|[一二三四五六七八九十]{1,3})?[ \t]{0,2}:|第[ \t]?[0-9一二三四五六七八九十]{1,3}[ \t]?[題题][:.、]"
    r"|(?i:question|q|user|human|使用者)[ \t]{0,2}[0-9]{0,3}[ \t]{0,2}:|#{1,4}[ \t]{0,2}(?:題目|题目|問題|问题|(?i:question))[^\n:]{0,6}$)",
    re.MULTILINE,
)
