"""Taiwan's words of sentence: what a 主文 is written in. Plain data and regex sources for ``extract.main_text_tokens``.

Every pattern here is written for folded, blank-free text (``fold``): one character for one character, so offsets hold.
"""

from __future__ import annotations

from legal_metrics.text.numerals import NUMBER, NUMERAL

# --- folding ---------------------------------------------------------------------------------------------------------------------
# Simplified forms, variants and half-width punctuation of the words below. Only for finding words: names and crimes are cut
# from the text as written.
_FOLDED = {
    "台": "臺",
    "圆": "元",
    "圓": "元",
    "币": "幣",
    "禠": "褫",
    "罸": "罰",
    "罚": "罰",
    "毁": "燬",
    "毀": "燬",
    "销": "銷",
    "并": "並",
    "处": "處",
    "処": "處",
    "执": "執",
    "缓": "緩",
    "无": "無",
    "诉": "訴",
    "审": "審",
    "决": "決",
    "没": "沒",
    "驳": "駁",
    "减": "減",
    "为": "為",
    "应": "應",
    "余": "餘",
    "编": "編",
    "号": "號",
    "个": "個",
    "终": "終",
    "夺": "奪",
    "权": "權",
    "银": "銀",
    "辖": "轄",
    "错": "錯",
    "误": "誤",
    "护": "護",
    "强": "強",
    "别": "別",
    "额": "額",
    "征": "徵",
    "缴": "繳",
    "偿": "償",
    "栏": "欄",
    "间": "間",
    "计": "計",
    "诸": "諸",
    "该": "該",
    "关": "關",
    "于": "於",
    "检": "檢",
    "声": "聲",
    "请": "請",
    "连": "連",
    "续": "續",
    "帮": "幫",
    "载": "載",
    "据": "據",
    ",": "，",
    "﹐": "，",
    ";": "；",
    "﹔": "；",
    ":": "：",
    "︰": "：",
    "﹕": "：",
    "｡": "。",
    "､": "、",
    "﹑": "、",
    "(": "（",
    ")": "）",
    "﹙": "（",
    "﹚": "）",
    "“": "「",
    "”": "」",
    "『": "「",
    "』": "」",
    "【": "「",
    "】": "」",
}
_FOLD = str.maketrans(_FOLDED)


def fold(text: str) -> str:
    """The text in which the words of this module are looked for: same length, one script, one set of punctuation.

    >>> fold("处有期徒刑参月,緩刑2年")
    '處有期徒刑参月，緩刑2年'
    """
    return text.translate(_FOLD)


# --- terms and amounts -----------------------------------------------------------------------------------------------------------
TERM = (
    rf"(?=[^年月日天個半]{{0,40}}[年月日天個])"  # cheap refusal before the numerals are tried
    rf"(?:(?P<years>{NUMERAL})年(?P<half>半)?)?(?:[又零及]?(?P<months>{NUMERAL})個?月)?(?:[又零及]?(?P<days>{NUMERAL})[日天])?"
)
"""A term: years, months, days, in any numeral form (壹年又陸月, 1年6個月, 壹月又拾伍日, 一年半). Matches the empty string where there is none."""

CURRENCIES: tuple[tuple[str, str], ...] = ((r"新?臺幣|NT[D$＄]|NT＄|ＮＴ＄", "TWD"), (r"銀元", "silver_yuan"))
_UNIT = "|".join(words for words, _ in CURRENCIES) + "|幣"
AMOUNT = rf"(?P<currency>{_UNIT})?(?:（[^（）]{{1,8}}）)?(?P<amount>{NUMBER})元"
"""An amount of money with or without a unit, up to 元."""

# --- penalties -------------------------------------------------------------------------------------------------------------------
IMPRISONMENT = r"有期(?:[徒徙][刑形]?|[刑形])|有徒刑|期?徒刑"  # 有期徒伍月, 期徒刑陸月: real slips
LIFE = "無期徒刑"
DEATH = "死刑"
DETENTION = "拘役"
FINE = "罰金"
CIVIL_RIGHTS = "褫奪公權"
LIFELONG = "終身"
PENALTY_NOUN = rf"(?:{IMPRISONMENT}|{LIFE}|{DEATH}|{DETENTION}|{FINE}|{CIVIL_RIGHTS}|新?臺幣|銀元)"

# Words that lead up to a penalty, read backwards from it: who gets it, and whether it is pronounced or added to another one.
EACH = ("各", "均", "皆", "俱", "分別", "各別", "各自", "依序", "依次")
PRONOUNCED = ("處", "科", "論處", "論科", "處以", "科以", "宣告", "諭知", "量刑", "量處")
ADDED = ("併科", "並科", "併處", "並處", "併", "及", "與", "暨", "和", "又科")
FILLERS = (
    "判",
    "量",
    "酌",
    "論",
    "應",
    "以",
    "之",
    "得",
    "並",
    "且",
    "另",
    "定",
    "合併",
    "其",
    "主刑",
    "再",
    "予",
    "如",
    "依",
)

# --- verdicts --------------------------------------------------------------------------------------------------------------------
CONVICTION = "(?<!無)(?<!非)有罪(?!推定|判決|部分|與否|之)"
ACQUITTAL = r"無罪(?!之人|推定|證明|判決)"
EXEMPT = r"免刑|免除(?:其|全部)?之?刑|其刑(?:均|皆)?免除|刑(?:均|皆)免除"
NOT_PROSECUTED = "免訴"
DISMISSED = "不受理"
WRONG_JURISDICTION = "管轄錯誤"
REJECTED = "駁回"
SET_ASIDE = r"(?:原(?:審|簡易|第一審)?|第一審)(?:簡易)?(?:刑事)?(?:判決|裁定|處分)[^。；]{0,160}?撤銷"
RULING = r"沒收|勒戒|戒治|感化教育|強制治療|監護|付保護管束|更正為|延長羈押|停止羈押|准予|交付審判|解除限制|發還|撤銷|移送|裁定"
NOT_PRONOUNCED = ("不另為", "不另", "不另諭知", "不為")

ACCUSED = "被訴|被告訴"
ACCUSED_PART = (
    r"(?:被訴|被告訴)[^。；]{0,300}?部分(?=，?(?:[均皆俱]|應)?(?:諭知)?(?:無罪|免訴|(?:公訴|自訴)?不受理|不另為))"
)
"""What was charged, up to the verdict that leaves no penalty: 被訴於有期徒刑執行中脫逃部分 (無罪)."""

# --- what stands beside a penalty and is never one -------------------------------------------------------------------------------
RATE = r"易(?:科罰金?|科|服(?:社會)?勞[役動]|服|勞役)"
RATE_TAIL = r"[^。；處執]{0,80}?(?:折算|計算)(?:[^。；，]{0,12}?[日時])?"
MEASURE = (
    "沒收|追徵|追繳|抵償|銷燬|發還|驅逐出境|監護|強制工作|感化教育|強制治療|禁戒|戒治|保護管束|勒令歇業|移送|併執行"
)
RECIDIVIST = "累犯"
CONDITION = (
    "支付|給付|賠償|義務勞務|法治教育|履行|保護管束|公庫|國庫|道歉|悔過|全部到期|禁止|遵守|完成|提供|接受|參加|負擔|戒癮|治療|輔導|"
    "緩刑期|清償|調解|和解"
)
THINGS = "扣案|犯罪所得|之物|附表|附件|沒收"

# --- the frame of a sentence ------------------------------------------------------------------------------------------------------
HEADING = r"(?:「|（)?(?:判決)?主文(?:」|）)?：?"
_MARK = (
    r"[一二三四五六七八九十壹貳參肆伍陸柒捌玖拾]{1,3}、|（[一二三四五六七八九十\d]{1,3}）|\d{1,2}[.、．]|[㈠-㈩①-⑳⒈-⒛]"
)
_PART = (
    "(?:主刑|從刑|罪刑|宣告刑|刑|有罪|無罪|免訴|(?:公訴|自訴)?不受理|沒收|緩刑|撤銷改判|上訴駁回|應執行刑)"
    "(?:[及暨、](?:沒收|緩刑|從刑|應執行刑))?部分"
)
ITEM = rf"(?:(?:{_MARK}|[甲乙丙丁]、){_PART}：?|{_PART}：|{_MARK})+"
"""Item numbers and titles before a sentence: 一、 and 甲、主刑部分： (甲、乙 alone are names)."""

# --- subjects --------------------------------------------------------------------------------------------------------------------
PARTY_WORDS = ("被告", "受刑人", "受裁定人", "受處分人", "上訴人", "犯罪嫌疑人", "同案", "共同被告")
PARTY_LABEL = r"(?:同案|共同)?(?:上訴人即)?(?:被告|受刑人|受裁定人|受處分人|上訴人|犯罪嫌疑人)(?:即上訴人|即受刑人)?"
WHOLE_CASE = r"本[件案](?:被告|公訴|自訴|部分)?"
CONNECTIVE = r"檢察官(?:及|與|、|關於|就|對)?|又|另外?|再|復|並|且|惟|而|及|暨|其|至|至於|關於"
OTHERS = r"其[他餘]"
OTHER_DEFENDANTS = rf"{OTHERS}(?:同案|共同|諸|各)?(?:被告|被訴人)(?!訴)"
MASK = "○〇◯●□Ｏ"
MASK_TUPLE = tuple(MASK)
SURNAMES = (
    "王李張劉陳楊黃趙吳周徐孫朱馬胡郭林何高梁鄭羅宋謝唐韓曹許鄧蕭馮曾程蔡彭潘袁董余餘蘇葉呂魏蔣田杜丁沈姜范江傅鍾鐘盧汪戴崔任陸廖姚方金邱丘夏譚韋賈鄒石"
    "熊孟秦閻薛侯雷白龍段郝孔邵史毛常萬顧賴武康賀嚴尹錢施牛洪龔湯陶黎溫莫易樊喬文安殷顏莊章魯倪邢俞翟藍聶齊向於申柯游巫游池簡詹阮卓涂凃連古官甘歐紀練童凌沙"
    "尤成包駱柳舒辛管房裴花路丘饒崇尚季岳左尉祝甄穆符樂單卜鄔畢伍項應全戚華宗冉車符滕焦關耿寇司卞粘鄞蒙麥買力幸危谷佘伊宮查佟粟胥經繆蒲藺隋牟湛婁況况鄺"
    "巴冷敖閔茅艾晏明晁屈裘岑臧辜寧瞿芮區原強"
)
COMPOUND_SURNAMES = (
    "歐陽",
    "司馬",
    "上官",
    "諸葛",
    "司徒",
    "范姜",
    "張簡",
    "張廖",
    "東方",
    "夏侯",
    "皇甫",
    "尉遲",
    "端木",
    "令狐",
    "公孫",
)
STEMS = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"  # names of one character in examples and in masked judgments
FIRST_CHARACTERS = tuple(sorted(set(SURNAMES + STEMS) | {name[0] for name in COMPOUND_SURNAMES}))
COMPANY = (
    r"(?:公司|商號|商行|企業社|工程行|事務所|工作室|合作社|基金會|協會|銀行|醫院|診所|工廠|行號|實業社|企業行|有限合夥)"
)
# A name ends where one of these begins (only where no header names the defendants).
AFTER_NAME = (
    "犯|共同|幫助|教唆|連續|公然|意圖|明知|未經|違反|因|對於|對|以|於|為|從事|服用|吐氣|施用|持有|販賣|轉讓|運輸|製造|寄藏|竊盜|竊取|竊佔|傷害|殺人|強盜|搶奪|恐嚇|"
    "詐欺|侵占|侵入|背信|行使|偽造|變造|偽證|誣告|駕駛|攜帶|結夥|踰越|毀越|毀壞|毀損|收受|故買|搬運|重利|賭博|聚眾|公司|公務員|後備|役男|替代役|動產|業務|過失|"
    "失火|放火|妨害|成年人|三人以上|二人以上|非法|擅自|無故|無罪|免訴|免刑|不受理|被訴|其餘|其他|部分|所犯|所處|所受|各|均|皆|處|科|應|緩刑|減為|褫奪|累犯|假釋|"
    "上訴|公訴|自訴|犯罪|經|與|乘|使|利用|媒介|容留|引誘|僱用|雇用|供|參與|主持|指揮|招募|提供|隱匿|藏匿|湮滅|逃逸|肇事|不能|不依|不法|負責人|法人|受僱人|之"
)
NAMES_SOMEBODY = ("犯", "共同犯", "幫助犯", "教唆犯", "連續犯", "無罪", "免訴", "被訴", "其餘被訴", "均犯", "公訴")
"""What follows a name and hardly anything else: before these a word of an unknown surname is a name as well."""

NOT_A_NAME = (
    r"本[件案]|被告|上訴|公訴|自訴|聲請|又|另|再|復|並|且|扣案|未扣|緩刑|其|如附|附[表件]|上[開列揭]|前[開列揭述]|主刑|有期|無期|死刑|拘役|罰金|沒收|犯罪|均|各|共同|"
    r"所|以上|就|不得|得|累犯|減|處|科|褫|被訴|除|此|向.{0,30}[支給]|於|自民|自本|給付|新臺|第|編號|部分|撤銷|原[判審裁]|應[執於給向依]|「|（|主文|判決|認定|綜上|據上|"
    r"[一二兩三四五六七八九十]人|等|渠|合併|徒刑|自由刑|刑期|減刑|犯|罪|刑|附錄|經[本核查撤]|全部|一部|竊|因|以|對|為|少年|未成年"
)
