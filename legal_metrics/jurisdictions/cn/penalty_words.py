"""The mainland's words of sentence. Plain data and regex sources for ``extract.mainland_sentences``.

Every pattern here is written for blank-free text folded by ``fold``: Simplified characters, one character for one character.
"""

from __future__ import annotations

from legal_metrics.text.numerals import NUMBER, NUMERAL
from legal_metrics.text.script import script_table

_SIGNS = str.maketrans(
    {",": "，", ";": "；", ":": "：", "(": "（", ")": "）", "～": "~", "—": "-", "–": "-", "－": "-", "―": "-", "﹐": "，"}
)


def fold(text: str) -> str:
    """The text in which the words of this module are looked for: same length, one script, one set of punctuation.

    >>> fold("處有期徒刑3年,緩刑4年")
    '处有期徒刑3年，缓刑4年'
    """
    return text.translate(script_table()).translate(_SIGNS)


# --- terms and amounts -----------------------------------------------------------------------------------------------------------
# 半年, 1.5年, 两年半, 三年零六个月, 12个月, 六个半月, 十五天. A month may lack 个 (12月), but is no part of a date (3月5日).
_AND = "[又零另加及，、]?"
TERM = (
    rf"(?=[^年月日天]{{0,20}}[年月日天])"  # cheap refusal before the numerals are tried
    rf"(?:(?:(?P<years>{NUMBER})年(?P<half>半)?|(?P<half_year>半)年)(?!度|龄|代|前|后|内|初|底|间|满))?"
    rf"(?:{_AND}(?P<months>{NUMBER})(?:个(?P<half_month>半)?月|月(?!份|{NUMERAL}日)))?"
    rf"(?:{_AND}(?P<days>{NUMERAL})[日天](?!内|前|后|起))?"
)
"""A term; matches the empty string where there is none."""

RANGE_SIGN = "[至到~-]{1,2}"
AT_LEAST = "以上"
AT_MOST = "以下|以内"
AT_LEAST_BEFORE = "至少|起码|最[少低短]|不(?:得|应)?(?:少|低|短)于"
AT_MOST_BEFORE = "至多|最[多高长]|不(?:得|应|会)?(?:超过|[高多长]于)"

CURRENCIES: tuple[tuple[str, str], ...] = (("美元|美金", "USD"), ("港[元币]", "HKD"), ("欧元", "EUR"), ("日元", "JPY"))
_NUMBER_OF_UNITS = rf"(?:人民币)?(?:（[^（）]{{1,6}}）)?(?:[：，]|共计|合计|各|计|为|（大写）|￥|¥|RMB)*(?:人民币)?[￥¥]?(?P<amount>{NUMBER})"
AMOUNT = rf"{_NUMBER_OF_UNITS}[余]?(?P<unit>元|块|{'|'.join(w for w, _ in CURRENCIES)})(?:人民币)?"
"""An amount of money."""
UNITLESS_AMOUNT = rf"{_NUMBER_OF_UNITS}(?P<unit>)(?=[，。；）\]】\n]|<eoa>|$|并|和|人民币|有期|拘役|管制|缓刑|刑期|剥夺)(?!，[0-9]{{3}}(?![0-9]))"
"""An amount that ends there without its unit: 罚金5000, 罚金三万."""

# --- penalties -------------------------------------------------------------------------------------------------------------------
IMPRISONMENT = "有期徒刑"
LIFE = "无期(?:徒刑)?(?!限)"
DEATH = "死刑|死缓"
SUSPENDED = r"(?:死缓|死刑[，、]?(?:(?:并|同时)?宣告)?[，（]?(?:缓期(?:[一二两三四五0-9]年)?(?:执行)?|缓刑[二两2]年执行))"
DETENTION = "拘役"
CONTROL = "管制(?!刀具|器|类|物|药|化|品|措施|力|局)"
FINE = "罚金"
CIVIL_RIGHTS = "剥夺政治权利"
PROBATION = "缓刑"
TERM_LABEL = r"刑期"
LIFELONG = "终身"

# --- what turns it into a pronouncement, or not --------------------------------------------------------------------------------------
EXECUTED = (
    r"(?:决定|宣告)(?:对?(?:其|被告人?)?[^，。；]{0,12}?)?(?:合并)?执行(?:刑期)?|(?:合并|并罚后?|实际|应|共|总共)[，]?执行|并罚[，]?(?:决定)?执行"
)
EXEMPT = r"免[予于除](?:其)?(?:刑事)?(?:处罚|处分|刑罚)"
ACQUITTED = r"(?:宣告|判决|判处|认定|系|是|为|属|：|，|^)(?:(?:上诉人|原审|被告)[^，。；]{0,20})?无罪(?!辩护|推定|判决|的|证据|意见|主张)|被告人[^，。；]{0,10}无罪(?!辩护|推定|的)"
APPEAL_DISMISSED = r"驳回(?:[^，。；]{0,20})?(?:上诉|抗诉)|维持原判"
DISMISSED = r"终止审理|(?:准许|准予)[^，。；]{0,30}撤回(?:起诉|自诉|对)|驳回(?:[^，。；]{0,12})?(?:起诉|自诉)|不予受理"

JUDGMENT_BEGINS = r"(?:判决|裁判|宣判|裁定)(?:结果)?如下"
JUDGMENT_ENDS = r"如不服本判决|如不服本裁定|本判决为终审|本裁定为终审|审判长|(?<!人民陪)审判员|附[：，]?(?:本案)?(?:所)?(?:相关|适用|有关)?的?法律(?:条文|依据|规定)"

PROPOSERS = r"公诉(?:机关|人)|检察(?:院|机关|员|官)|辩护人|辩护意见|诉讼代理人|被害人|自诉人|附带民事诉讼"
PROPOSED = r"建议|请求|提请|求刑|提出|主张|要求|认为|意见|希望|辩称"
COURT = r"本院(?:认为|判决|决定)?|判决|法院(?:认为|判决|应|决定|经审理)|合议庭"
PRIOR = (
    r"曾(?:经|因|于|在|被|有|多次|数次|先后|犯)|前科|前罪|原判|原审|一审判|刑满|假释|余刑|尚未执行|未执行完|没有执行|之前被|此前|(?:19|20)[0-9]{2}年(?:[0-9]{1,2}月)?(?:[0-9]{1,2}日)?[^。；]{0,40}?被(?!告|害|刑拘|刑事拘|拘留|逮捕|执行逮捕|批准逮捕|依法|抓|查获|羁押|取保|监视|传唤)|同案|另案|已判|已被判"
)
SET_ASIDE = r"撤销(?![^。；，]{0,80}缓刑)[^。；]{0,120}(?:即|量刑|判决)"
EARLIER_CRIME = r"(?:曾|因|原|前)(?:因|曾)?$"
ANSWER = r"[\[【]刑期[\]】][：]?(?P<answer>.*?)(?:<eoa>|(?=[\[【]刑期[\]】])|$)"
"""The place that a prompt asks for the answer: [刑期]12个月<eoa>."""
TENTATIVE = r"建议|可能|可以?判|法定刑|基准刑|量刑起点|起点刑|幅度|最高可?|最低|一般(?:会|应)?|通常|如果|假如|若|则?应?在|例如|比如|可处|可被|或处"
NOT = r"不(?:应当?|予|宜|能|会|可|得|需|必)?(?:适用|判处|宣告|被?判|处以?)?$"
