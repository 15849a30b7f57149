"""The words by which texts name laws, one vocabulary a jurisdiction. ``extract.law_mentions`` reads with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

_VERSION_ENDS_TW = "前後后時时舊旧之的同"
_VERSION_ENDS_CN = "前后时旧原之的同"
_FOREIGN_ENDS_TW = "本國国德韓韩利士大蘭洲坡亞南賓尼港門陸區区邦盟行"
_FOREIGN_ENDS_CN = "本国斯士利兰亚坡南宾度西盟邦湾港门区行的大"

STOPS = frozenset("、，,；;。.！!？?…｡﹑")
"""No words about a law go on over them."""

Search = Callable[[str, int, int], "re.Match[str] | None"]


@dataclass(frozen=True, slots=True)
class LawWords:
    """What a law's name looks like, and the words that stand for one. Searches look for what ends where their stretch ends.

    Attributes:
        version: which version of a law is meant (修正前, 行為時); group 1 is 前 or 後 where one stands.
        new_or_old: 新法, 舊法.
        version_ends: the last characters of words about the version.
        same: words that mean a law named before (同法, 本條例施行細則): groups kind and rules.
        its_rules: rules that belong to a law named before (其施行細則).
        one_character: laws cited by one character, directly before a number or a sign (刑339, 民§184).
        book: a part of a law, behind its name (民法親屬編).
        document: what has articles but is no law (契約書).
        endings: what the name of a law ends in, as alternatives.
        doubled: an ending written twice.
        not_a_law: words that only end like one.
        lead_in: words that lead to a name.
        definitions: a short name that the text introduces: group 1. One a bracket: a search for a literal is quick.
        foreign: words before a name that make it the law of another country.
        entry: a line that begins with words before a name: group 1. Words of content (none of ``function_words``) are part of the name.
        prose_ends: no name of a law ends so.
        touching: the last characters of what before a name may belong to it (the name of a country, a year).
        titles: names stand whole in 《》, a bracket with a number at their end belongs to them (刑法修正案（八）), and some hold articles.
        issuers: what may be left out at the head of a name: who issued it, or the name of the state.
        dated: a year before a name that tells the version: group 1.
    """

    version: Search
    new_or_old: Search
    version_ends: frozenset[str]
    same: Search
    its_rules: Search
    book: Search
    document: Search
    endings: str
    doubled: Search
    not_a_law: Callable[[str], re.Match[str] | None]
    lead_in: re.Pattern[str]
    definitions: tuple[re.Pattern[str], ...]
    foreign: Search
    entry: Search
    function_words: frozenset[str]
    prose_ends: frozenset[str]
    touching: str
    one_character: Mapping[str, str] = field(default_factory=dict)
    titles: bool = False
    issuers: re.Pattern[str] | None = None
    dated: Search | None = None
    # Made of the endings:
    ending: Search = field(init=False)
    any_ending: re.Pattern[str] = field(init=False)
    last_of_ending: frozenset[str] = field(init=False)
    plain_before: frozenset[str] = field(init=False)
    """Behind one of them a name stands by itself: no country, no version, no quotation mark, no second writing of it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ending", re.compile(rf"(?:{self.endings})$").search)
        object.__setattr__(self, "any_ending", re.compile(self.endings))
        last = frozenset(ending[-1] for ending in self.endings.split("|"))
        object.__setattr__(self, "last_of_ending", last)
        plain = (self.function_words or self.prose_ends) | STOPS | frozenset("：:︰")
        object.__setattr__(self, "plain_before", plain - self.version_ends - last - frozenset(self.touching))


def _ending_in(last: str, search: Search) -> Search:
    """``search`` where the stretch ends in one of the characters that what is looked for can end in; most stretches do not."""
    characters = frozenset(last)
    return lambda text, start, end: search(text, start, end) if end > start and text[end - 1] in characters else None


def _bracketed(inside: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(bracket + inside) for bracket in ("（", r"\("))


@cache
def law_words(jurisdiction: str) -> LawWords:
    """The vocabulary of a jurisdiction, by its code."""
    return {"TW": _taiwan, "CN": _mainland}[jurisdiction]()


def _taiwan() -> LawWords:
    return LawWords(
        version=_ending_in(_VERSION_ENDS_TW, re.compile(
            r"(?:(?:修正|修法|增訂|增订|刪除|删除|廢止|废止|變更|变更|公布|公佈|施行|生效)(?:[、及並并]?(?:修正|公布|公佈|施行|生效)){0,3}([前後后])"
            r"|行為當?時|行为当?时|犯罪時|舊|旧)(?:之|的|有效之|適用之|所適用之|[，、,；;]?以?下同)?$"
        ).search),
        new_or_old=_ending_in("法", re.compile(r"(?<![創革更嶄翻刷])([新舊旧])法$").search),
        version_ends=frozenset(_VERSION_ENDS_TW + "法"),
        same=re.compile(
            r"(?:同|該|该|本|此|原|上|上開|上开|前開|前开|上揭|前揭|上述|前述|首揭|系爭)一?(法律|法|條例|条例|規則|规则|辦法|办法|細則|细则|標準|标准|準則|准则|規程|规程|通則|通则)"
            r"(施行法|施行細則|施行细则)?$"
        ).search,
        its_rules=re.compile(r"其(施行法|施行細則|施行细则)$").search,
        one_character={"刑": "刑法", "民": "民法"},
        book=re.compile(r"(?:總則|总则|分則|分则|(?:總則|債|债|物權|物权|親屬|亲属|繼承|继承)編|编)$").search,
        document=re.compile(
            r"(?:契約書?|契约书?|合約書?|合约书?|合同|協議書?|协议书?|章程|規約|规约|管理公約|住戶公約|約定書?|约定|切結書|借據|同意書|備忘錄|保單|遺囑"
            r"|公告|條款|条款|租約|計畫書|說明書|須知|工作規則|附件|附表|附錄|清單|起訴書|申請書|聲明|筆錄|笔录|紀錄|记录|公報|公报)$"
        ).search,
        endings=(
            "法|條例|条例|規則|规则|辦法|办法|細則|细则|標準|标准|準則|准则|規程|规程|通則|通则|綱要|纲要|要點|要点|注意事項|注意事项|公約|公约|條約|条约|協定|协定"
            "|議定書|守則|守则"
        ),
        doubled=re.compile(r"(條例|条例|規則|规则|辦法|细则|細則|標準|法)\1$").search,
        not_a_law=re.compile(
            r"(?:方|作|做|說|说|看|想|用|合|違|违|非|不|司|立|執|执|守|依|手|無|无|適|适|於|于|以|之|設|设|寫|算|打|療|枉|玩)法$|(?:參考|一般|判斷|認定)標準$"
        ).search,
        lead_in=re.compile(
            r"違反|违反|依據|依据|依照|依循|依|按照|按|犯(?!罪|人)|觸|触|適用|适用|準用|准用|援引|引用|參照|参照|涉(?!外)|構成|构成|該當|该当|合於|合于|符合|修正[前後后]"
            r"|行為時|行为时|刪除前|现行|現行|前[開揭述开]|上[開揭述开]|所為|所为|所犯|所定|以及|及|與(?!稅|政治權利)|与(?!税|政治权利)|暨|或|並(?!聯)|并|另|且|又"
        ),
        definitions=_bracketed(
            r"(?:以下|下)?(?:均|皆|合)?(?:簡|简)?[稱称](?:為|为)?[「『“\"]?([^「『“\"」』”）)，。]{2,24}?)[」』”\"]?[）)]"
        ),
        foreign=_ending_in(_FOREIGN_ENDS_TW, re.compile(
            r"(?:日本|德國|德国|德|美國|美国|英國|英国|法國|法国|韓國|韩国|南韓|奧地利|瑞士|義大利|荷蘭|加拿大|澳洲|紐西蘭|新加坡|馬來西亞|泰國|越南|菲律賓|印尼|香港|澳門"
            r"|(?:中國)?大陸(?:地區)?|中國|中国|中華人民共和國|中华人民共和国|歐盟|聯邦)(?:現行)?$"
        ).search),
        entry=re.compile(r"(?:^|[\"'\[*•‧\-–.])([\u4e00-\u9fff]{2,8})$").search,
        function_words=frozenset(
            "依犯反按之有為及屬無用於與係合符以成受據行開當引諸即是觸揭惟查原另因此括經非供再關或且次除至具應在等論照舊了對本其中所上下前後該條文法款項又而然則但乃"
            "各均併並爰請茲故若如認由自從使將得不可未既亦仍就向被告罪院庭我國正新現時修定立適違涉增訂刪廢廢負課處罰"
        ),
        prose_ends=frozenset("依據据照犯反及與与暨或和按以為为之於于合用至到即除因係系是由就對对與該该本同第"),
        touching=_FOREIGN_ENDS_TW,
    )


def _mainland() -> LawWords:
    # Written for Simplified characters: texts in Traditional ones are folded first.
    changed = "修正|修订|修改|增订|增加|删除|废止|变更|公布|颁布|施行|实施|生效"
    countries = (
        "日本|德国|美国|英国|法国|韩国|俄罗斯|瑞士|意大利|荷兰|奥地利|加拿大|澳大利亚|新西兰|新加坡|马来西亚|泰国|越南|菲律宾|印度|巴西|欧盟|联邦"
        "|(?:中国)?(?:台湾|香港|澳门)(?:地区|特区|特别行政区)?"
    )
    kinds = "法律|法典|法|条例|规则|规定|办法|细则|准则|标准|规程|通则|司法解释|解释|决定|意见|批复|通知|纪要|公约|条约|协定|修正案"
    return LawWords(
        version=_ending_in(_VERSION_ENDS_CN, re.compile(
            rf"(?:(?:{changed})(?:[、及并]?(?:{changed})){{0,3}}(?:之|以)?([前后])|行为当?时|犯罪时|旧|(?<![太中草平])原)"
            r"(?:之|的|有效的|适用的|所适用的|[，、,；;]?以?下同)?$"
        ).search),
        new_or_old=_ending_in("法", re.compile(r"(?<![创革更刷])([新旧])法$").search),
        version_ends=frozenset(_VERSION_ENDS_CN + "法"),
        same=re.compile(
            rf"(?:同|该|本|此|原|上|上开|前开|上述|前述|系争|涉案|案涉)一?部?({kinds})(施行法|施行细则|实施细则|实施条例|实施办法)?$"
        ).search,
        its_rules=re.compile(r"其(施行法|施行细则|实施细则|实施条例|实施办法|司法解释)$").search,
        book=re.compile(
            r"(?:总则|分则|附则|(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任)编|编|第[一二三四五六七八九十百]{1,4}[编章节](?:第[一二三四五六七八九十百]{1,4}[章节])?)$"
        ).search,
        document=re.compile(
            r"(?:合同书?|协议书?|合约书?|契约书?|约定书?|章程|规约|业主公约|管理公约|条款|保险单|保单|承诺书|保证书|借据|借条|欠条|遗嘱|备忘录|公告|说明书|须知|附件|附表|清单"
            r"|起诉书|申请书|判决书|裁定书|调解书|决定书|通知书|声明|笔录|记录|公报|招标文件|投标文件)$"
        ).search,
        endings="法典|法|条例|规则|办法|细则|标准|准则|规程|通则|纲要|公约|条约|协定|议定书|守则|解释|规定|修正案",
        doubled=re.compile(r"(条例|规则|办法|细则|标准|规定|解释|法)\1$").search,
        not_a_law=re.compile(
            r"(?:方|作|做|说|看|想|用|合|违|非|不|司|立|执|守|依|手|无|适|于|以|之|设|写|算|打|疗|枉|玩)法$|(?:参考|一般|判断|认定|量刑|立案|追诉)标准$"
            r"|(?:下列|有关|相关|上列|具体|其他|特别|法律|法定|明确|强制性|禁止性)规定$|(?:文义|体系|扩大|限缩|合理|立法)解释$"
        ).search,
        lead_in=re.compile(
            r"违反|根据|依据|依照|依循|依|按照|按|犯(?!罪|人)|触犯|适用(?!法律)|准用|援引|引用|参照|参考|结合|对照|涉及|涉嫌|构成|属于|符合|(?:修正|修订|修改)[前后](?:的)?|行为时|现行"
            r"|我国|国家(?!赔偿|安全|秘密|工作|公务|勋章)|前述|上述|所犯|所定|以及|及|与(?!税)|或|并(?!购)|另|且|又|了"
        ),
        definitions=_bracketed(
            r"(?:以下|下)?(?:均|皆|合|统)?(?:简)?称(?:为)?[：:]?[《「『“\"]?([^《》「『“\"」』”）)，。]{2,24}?)[》」』”\"]?[）)]"
        ),
        foreign=_ending_in(_FOREIGN_ENDS_CN, re.compile(rf"(?:{countries})(?:现行|的)?$").search),
        entry=re.compile(r"(?!)()").search,
        function_words=frozenset(),
        prose_ends=frozenset("依据照犯反及与暨或和按以为之于合用至到即除因系是由就对该本同第"),
        touching=_FOREIGN_ENDS_CN + "年版正订布定施行过效本的之",
        titles=True,
        issuers=re.compile(
            r"(?:中华人民共和国(?!最高)|(?:中华人民共和国)?最高人民法院|(?:中华人民共和国)?最高人民检察院|最高法院?|最高检察?院?|两高|公安部|司法部|国家安全部|国务院|[、和及]|印发)+(?=关于|.)"
        ),
        dated=re.compile(r"((?:19|20)[0-9]{2})年?(?:版|修正|修订|颁布|公布|制定|施行|通过|生效)?本?(?:的|之)?[《「『“\"〈]?$").search,
    )
