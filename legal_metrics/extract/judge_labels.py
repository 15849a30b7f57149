"""The one label that a judge's free-text reply states.

A label is stated by a lead (判定：…, 應為…, the verdict is …), by a line of its own at either end, or by a conclusion (故本題不正確。). What only stands in the
reasoning is no verdict, and a denied, doubted, asked or listed label is none either. The last statement counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.extract.json_objects import find_objects
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.text.grade_labels import ALL_LABELS, read_label
from legal_metrics.text.script import fold_script


def parse_judge_label(text: str, labels: Sequence[str]) -> str | None:
    """The one of ``labels`` that a judge's reply states; None where it states none, or one that is denied, doubted or not among them.

    The longest label is read first, so that 不正確 is never 正確, and the statement at the end wins over whatever is said before it. The scripts (簡/繁) and the
    case of letters do not matter, and a usual word for the same verdict (``incorrect`` for 不正確) counts where exactly one label means that. A JSON object
    is read by its label field. Linear in the text. Raises: WrongTypeError for a text that is no string; LegalMetricsError for labels that are no texts, or repeated.

    >>> parse_judge_label("初看似乎正確，惟漏論消滅時效。\\n判定：不正確", ["正確", "部分正確", "不正確"])
    '不正確'
    >>> print(parse_judge_label("論述大致正確。", ["正確", "部分正確", "不正確"]))
    None
    """
    check_text("text", text)
    words = _words(_checked(labels))
    reply = without_thinking(text)[0]
    stated = _in_json(reply, words)
    if stated is not None:
        return stated.label
    return _stated(_plain(reply), words)


@lru_cache(maxsize=1024)
def _compact(word: str) -> str:
    return re.sub(r"[\s_-]+", "", word).lower()


def _checked(labels: Sequence[str]) -> tuple[str, ...]:
    given = tuple(labels) if not isinstance(labels, str) else ()
    if not given or not all(isinstance(label, str) and label.strip() for label in given):
        raise LegalMetricsError(f"labels: found {shown(labels)}, allowed one or more texts")
    if len({_compact(_plain(label)) for label in given}) < len(given):
        raise LegalMetricsError(f"labels: found {shown(labels)}, allowed different ones")
    return given


@dataclass(frozen=True, slots=True)
class _Words:
    """The words to look for, longest first, and the label that each names (None: a verdict that is no label here, or of two)."""

    meaning: Mapping[str, str | None]
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Stated:
    label: str | None


_PHRASES = {"notcorrect": "not correct", "notmet": "not met", "partiallycorrect": "partially correct"}


@lru_cache(maxsize=64)
def _words(labels: tuple[str, ...]) -> _Words:
    meaning: dict[str, str | None] = {}
    by_verdict: dict[str, list[str]] = {}
    for label in labels:
        if verdict := read_label(label):
            by_verdict.setdefault(verdict, []).append(label)
    for word, verdict in ALL_LABELS.items():
        same = by_verdict.get(verdict, [])
        if len(word) > 1:  # 是 and 否 stand in too many other words
            meaning[_plain(_PHRASES.get(word, word))] = same[0] if len(same) == 1 else None
    meaning |= {_plain(label).strip(): label for label in labels}
    ordered = sorted(meaning, key=len, reverse=True)
    return _Words(
        {_compact(word): label for word, label in meaning.items()},
        re.compile("|".join(f"(?:{_spelling(word)})" for word in ordered)),
    )


def _spelling(word: str) -> str:
    """The word with blanks, hyphens or underscores between its parts, between blanks or signs where it is of letters or digits."""
    parts = [
        " ?".join(map(re.escape, part)) if not part.isascii() else re.escape(part)
        for part in re.split(r"[\s_-]+", word)
        if part
    ]
    spelt = r"[\s_-]{0,2}".join(parts)
    if word[0].isascii() and word[0].isalnum():
        spelt = rf"(?<![a-z0-9_.'-]){spelt}"
    return rf"{spelt}(?![a-z0-9_'-]|\.\d)" if word[-1].isascii() and word[-1].isalnum() else spelt


_MARKUP = dict.fromkeys(map(ord, '*`#"“”‘’「」『』【】《》<>{}$\\|\u200b\ufeff'), " ")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0xFE30: ":", 0x2236: ":"}
_GAPS = re.compile(r"[ \t\r\f\v\xa0]{2,}")


def _plain(text: str) -> str:
    """Half-width, Simplified, lower case, without marks of emphasis and quotation."""
    shafts = text.translate(_WIDE).replace("->", "→").replace("=>", "→")
    return _GAPS.sub(" ", fold_script(shafts.translate(_MARKUP)).lower())


_VERDICT = (  # nouns and verbs for what the judge decides
    r"判定|裁定|评定|评判|评级|评等|评为|判为|等级|标签|评分结果|最终|总评|更正|改判|修正|改|"
    r"\b(?:label|verdict|final|grade|rating|rate|decision|judge?ment|assessment|evaluation)\b"
)
_CONTENT = r"判断|认定|结论|结果|答案|评价|评分|意见|综合|\b(?:answer|result|conclusion|score|status)\b"  # what an answer has too: 结论正确 is no verdict
_GAP, _OPTIONS, _BEFORE = r"[^\n。;!?:]{0,24}", r"(?:\([^()\n]{0,40}\)\s?)?", r"[\s\[(]{0,3}$"
_JOIN = r"(?::|=|→|->|为|是|作|于|\bis|\bas|\bbe|\bto)"
_FILL = (
    r"\s{0,3}(?:本题|本项|该项|该答案|此答案|the answer is|the response is|it is|应为|应属|是|为|属于|\ban?\b|\bthe\b)?"
)
_STRONG = re.compile(
    rf"(?:{_VERDICT}){_GAP}{_OPTIONS}{_JOIN}{_FILL}{_BEFORE}"
    r"|(?:^|[\n。;!?,:])\s?(?:故|因此|综上|所以)?,?\s?(?:本题|此题|本项|该答案|该作答)?\s?(?:应|实|当|改)(?:属|为|是|评为|判为|认定为|评定为)\s?$"
    r"|(?:→|->|=>|而是|\bboxed)\s?$"
)
_OF_CONTENT = re.compile(rf"(?:{_CONTENT}){_GAP}{_OPTIONS}[:=]{_FILL}{_BEFORE}")
_JOINED = re.compile(
    r"(?:[:=→>为是作于题项案属]|\b(?:is|as|be|to|an?|the|boxed))[\s\[(]{0,4}$"
)  # how all of these end: a quick look
_WEAK = re.compile(r"(?:判定|评定|评判|标签|\bverdict|\blabel)\s?$")
_ANSWER = re.compile(
    r"(?:本题|此题|该题|本项|此项|该项|作答|回答|答复|回复|答案|论证|the answer|the response|this answer|this response|it|this)"
    r"\s?(?:应)?(?:为|是|属于?|is|was|remains)?\s?$"
)
_CONCLUDES = re.compile(
    r"^\s?(?:故|因此|因而|所以|综上|综合|总之|可见|therefore|thus|hence|so|overall|in conclusion|consequently)"
)
_DENIED = re.compile(
    r"(?:不|未|非|没有?|无|难谓|难认|难以)(?:是|能|得|算|够|完全|十分|太|甚|尽|全|足以?|可|认为|认定|称|谓|属于?|为|于){0,3}\s?$"
    r"|(?:\bnot|n't|\bnever|\bhardly|\bcannot|\bfar from|\bneither|\bnor)\s(?:\w{1,12}\s){0,2}$"
)
_DOUBTED = re.compile(
    r"若|如果|假如|倘|可能|或许|也许|似乎|看似|初看|乍看|是否|能否|未必|\b(?:if|whether|might|may|could|perhaps|seems?|possibly|unless)\b"
)
_COMPOUND = re.compile(r"\s?(?:性|率|度|与否|地|之处|[/、|]|or\b|或|and\b)|\s?[?]")
_LISTED_BEFORE = re.compile(r"(?:[/、|]|\bor|或)\s?$")
_BOUNDARY = re.compile(
    r"\s?(?:\Z|[\n.,;:!。，；：！、()\[\]/~…—]|-|的(?!\w)|了(?!\w)|因|由于|理由|because|since|as\b|[a-z0-9])"
)
_ASKED = re.compile(r"(?:是否[^,。;:\n]{0,10}|[^\s,。;:]{1,8}与否) ?: ?$")
_BETWEEN_LISTED = re.compile(r"[ |/]{1,3}")
_SENTENCE = re.compile(r"[。!?\n]|\.(?=\s|\Z)")
_CLAUSE = re.compile(r"[\n。;!?,]|\.\s")
_OPENS = re.compile(r"\s?(?:[.,;:!。]|\n|\Z)")
_ENDS = re.compile(r"\s?(?:的|了)?\s?(?:[.。!]|\n|\Z)")
_ENDS_OR_EXPLAINS = re.compile(r"[\s\])]{0,3}(?:\Z|[.。!]|,?\s?(?:因|由于|because|since|as\b))|[ )\]]{0,3}\n")
_LINE_MARKS = " \t\n-•·.。!:,()[]"


def _stated(text: str, words: _Words) -> str | None:
    """The label of the last statement in a plain text."""
    opening: _Stated | None = None
    asserted: set[str | None] = set()
    first, last_line, end_of_words = _ends(text)
    matches = list(words.pattern.finditer(text))
    listed = _listed(text, matches, words)
    for match in reversed(matches):
        start, end = match.span()
        if start in listed:
            continue
        before = text[max(0, start - 90) : start]
        if _COMPOUND.match(text, end) or _LISTED_BEFORE.search(before) or not _BOUNDARY.match(text, end):
            continue
        asked = _ASKED.search(before) is not None  # 是否正確：不正確
        if not asked and _DOUBTED.search(_CLAUSE.split(before)[-1]):
            continue
        label = None if _DENIED.search(before) else words.meaning[_compact(match[0])]
        asserted.add(label)
        alone = start <= last_line and end >= end_of_words
        if alone or asked or _leads(text, before, end) or _concludes(text, before, end):
            return label
        if start <= first and _OPENS.match(text, end):
            opening = _Stated(label)
    return opening.label if opening is not None and asserted == {opening.label} else None


def _listed(text: str, matches: Sequence[re.Match[str]], words: _Words) -> set[int]:
    """Where the labels begin that stand beside others with nothing but a stroke or a blank between (correct | partial | wrong): options, none of them stated."""
    found: set[int] = set()
    for one, other in pairwise(matches):
        if words.meaning[_compact(one[0])] != words.meaning[_compact(other[0])] and _BETWEEN_LISTED.fullmatch(
            text, one.end(), other.start()
        ):
            found |= {one.start(), other.start()}
    return found


def _leads(text: str, before: str, end: int) -> bool:
    """Whether what stands before a label announces it."""
    near = before[-16:]
    if _JOINED.search(near) and (
        _STRONG.search(before) or (_OF_CONTENT.search(before) and _ENDS_OR_EXPLAINS.match(text, end))
    ):
        return True
    return _WEAK.search(near) is not None


def _concludes(text: str, before: str, end: int) -> bool:
    """Whether the label ends a sentence about the answer itself, or a short one that draws a conclusion."""
    if not _ENDS.match(text, end):
        return False
    sentence = _SENTENCE.split(before)[-1]
    return bool(_ANSWER.search(sentence)) or (bool(_CONCLUDES.match(sentence)) and len(sentence) < 60)


def _ends(text: str) -> tuple[int, int, int]:
    """Where the first word begins, where the first word of the last line with words begins, and where the last word ends."""
    whole = text.rstrip(_LINE_MARKS)
    line = whole.rfind("\n") + 1
    return len(text) - len(text.lstrip(_LINE_MARKS)), len(whole) - len(whole[line:].lstrip(_LINE_MARKS)), len(whole)


_LABEL_KEYS = frozenset(
    (
        "label",
        "status",
        "verdict",
        "judgment",
        "judgement",
        "grade",
        "rating",
        "result",
        "answer",
        "判定",
        "标签",
        "结果",
        "评级",
        "结论",
        "评定",
        "等级",
        "状态",
    )
)


def _in_json(text: str, words: _Words) -> _Stated | None:
    """What the last JSON object with a field for the label says in it; None where there is no such object."""
    if "{" not in text and "｛" not in text:
        return None
    for found in find_objects(text):
        for key, value in (found.value or {}).items():
            if fold_script(key).strip().lower() in _LABEL_KEYS and isinstance(value, (str, int)):
                return _Stated(words.meaning.get(_compact(_plain(str(value)).strip())))
    return None
