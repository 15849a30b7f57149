"""Judgment rubrics against the label of their CAIL2018 row: charges, articles, term and fine that a rubric affirms must be the label's.

What a rubric denies, warns of or makes a veto (不构成诈骗罪, 若认定为诈骗罪则本项不得分, 区分盗窃与侵占) is not affirmed. Of the criminal law's articles only those of
the special part can contradict: courts cite the general part (第67条 自首) beside the label's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import BadReferenceError, shown
from legal_metrics.extract.charges import extract_charges
from legal_metrics.extract.mainland_charges import plain_name
from legal_metrics.extract.mainland_terms import NUMBER_BEGINS, read_range, read_term
from legal_metrics.extract.sentences import parse_sentence
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.grading import Item, Module, Rubric
from legal_metrics.jurisdictions.cn.penalty_words import fold
from legal_metrics.readers.cail import CailTerm, normalise_cail_term
from legal_metrics.rubrics.lint_codes import Finding, finding
from legal_metrics.rubrics.lint_places import full_text, item_place, module_place
from legal_metrics.text.compact import compact

CRIMINAL_LAW = "中华人民共和国刑法"
_SPECIAL_PART = range(102, 452)
_CHARGES, _TERM, _STATUTES = "罪名", "刑期", "法条"


def lint_label(rubric: Rubric, label: Mapping[str, Any]) -> Iterator[Finding]:
    """Where a judgment rubric contradicts its label. ``label``: the ``meta`` of the CAIL2018 row, or the row.

    >>> item = Item(1, "认定被告人构成诈骗罪", 20)
    >>> rubric = Rubric("q", "judgment", 20, (Module("罪名认定", 20, (item,)),))
    >>> [f.code for f in lint_label(rubric, {"accusation": ["盗窃"], "relevant_articles": [], "term_of_imprisonment": None})]
    ['label-charge-missing', 'label-charge-contradicts']
    """
    meta = label.get("meta", label)
    if not isinstance(meta, Mapping):
        yield finding("label-unread", "meta", shown(meta), "an object")
        return
    try:
        accusation, articles = _texts(meta, "accusation"), _numbers(meta, "relevant_articles")
        term = None if meta.get("term_of_imprisonment") is None else normalise_cail_term(meta)
        fine = meta.get("punish_of_money")
        if fine is not None and not is_whole(fine, 0):
            raise BadReferenceError("meta", "punish_of_money", f"found {shown(fine)}, allowed a whole number")
    except BadReferenceError as error:
        yield finding("label-unread", f"meta.{error.field}", error.why, "a row as in CAIL2018")
        return
    yield from _charges(rubric, accusation)
    yield from _articles(rubric, articles)
    for module in _modules(rubric, _TERM):
        if term is not None:
            yield from _terms(rubric, module, term)
        if fine is not None:
            yield from _fines(rubric, module, fine)


def _texts(meta: Mapping[str, Any], name: str) -> list[str]:
    value = meta.get(name, [])
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(one, str) for one in value):
        raise BadReferenceError("meta", name, f"found {shown(value)}, allowed a list of texts")
    return list(value)


def _numbers(meta: Mapping[str, Any], name: str) -> list[int]:
    value = meta.get(name, [])
    read = (
        [int(one) if isinstance(one, str) and one.isascii() and one.isdigit() else one for one in value]
        if isinstance(value, list)
        else None
    )
    if read is None or not all(is_whole(one, 1) for one in read):
        raise BadReferenceError("meta", name, f"found {shown(value)}, allowed a list of article numbers")
    return sorted(set(read))


def _modules(rubric: Rubric, word: str) -> list[Module]:
    return [module for module in rubric if word in fold(module.name)]


# --- what a rubric affirms --------------------------------------------------------------------------------------------

_SENTENCE = re.compile(r"[。；;！？\n]")
_ASIDE = re.compile(r"[（(][^（）()]{0,300}[)）]")
_NOT_AFFIRMED = re.compile(
    r"若|如果|如(?!实|何|下|期|数|约|前|上)|倘|假如|误(?!差)|错|排除|区分|区别|辨析|混淆|而非|并非|不构成|不成立|不应|不能|不属于|不宜|不得|否定|直觉|此罪|彼罪|界限|扣|不及格|是否|还是|容易|干扰|陷阱|相比|不同于|有别于|例如|其他罪名"
)


def _affirmed(item: Item) -> str:
    """The sentences of an item that state what is right: none that warn, compare, deny or take points."""
    if item.is_penalty:
        return ""
    texts = [item.criterion, *(part.criterion for part in item.parts if part.kind == "share")]
    text = _ASIDE.sub(lambda m: "" if _NOT_AFFIRMED.search(m[0]) else m[0], fold("\n".join(texts)))
    return "\n".join(sentence for sentence in _SENTENCE.split(text) if not _NOT_AFFIRMED.search(sentence))


def _charges(rubric: Rubric, accusation: Sequence[str]) -> Iterator[Finding]:
    if not accusation:
        return
    wanted = [plain_name(name) for name in accusation]
    everywhere = "\n".join(full_text(item) for item in rubric.items if not item.is_penalty)
    named = _same(extract_charges(everywhere, "CN", labels=wanted) or ())
    for name in wanted:
        if not _same([name]) & named:
            yield finding("label-charge-missing", "", f"no {name}罪", f"{name}罪, as in the label")
    for module in _modules(rubric, _CHARGES):
        for item in module.items:
            for name in extract_charges(_affirmed(item), "CN") or ():
                if not _same([name]) & _same(wanted):
                    yield finding(
                        "label-charge-contradicts", item_place(rubric, module, item), f"{name}罪", "、".join(wanted)
                    )


def _same(names: Iterable[str]) -> set[str]:
    """Charges under their official names."""
    return {(extract_charges(f"构成{plain_name(name)}罪", "CN") or [plain_name(name)])[0] for name in names}


def _articles(rubric: Rubric, articles: Sequence[int]) -> Iterator[Finding]:
    if not articles:
        return
    everywhere = "\n".join(full_text(item) for item in rubric.items if not item.is_penalty)
    cited = _cited(everywhere)
    for article in articles:
        if str(article) not in cited:
            yield finding("label-article-missing", "", f"no 刑法第{article}条", f"第{article}条, as in the label")
    for module in _modules(rubric, _STATUTES):
        for item in module.items:
            for cited_article in _cited(_affirmed(item)):
                number = int(cited_article.split("-")[0])
                if number in _SPECIAL_PART and number not in articles:
                    allowed = "、".join(f"第{article}条" for article in articles)
                    yield finding(
                        "label-article-contradicts",
                        item_place(rubric, module, item),
                        f"刑法第{cited_article}条",
                        allowed,
                    )


def _cited(text: str) -> list[str]:
    citations = extract_statutes(text, "CN", default_law=CRIMINAL_LAW)
    return list(dict.fromkeys(one.article for one in citations if one.law in (CRIMINAL_LAW, "刑法") and one.article))


# --- terms ------------------------------------------------------------------------------------------------------------

_STATUTORY = re.compile(
    r"法定刑|量刑(?:幅度|档次)|刑档|法定最[高低]|幅度|基准刑|起点|升格|考验期|公诉|检察|建议|减少|增加|每|偏差|误差|±|相差|左右浮动|上下浮动"
)
_SPREAD = re.compile(r"以上[^，。；]{0,12}以下")
_SUSPENDED = re.compile(r"缓刑.*")
_LIFE = re.compile(r"无期徒刑|终身监禁")
_DEATH = re.compile(r"死刑|死缓")
_CLAUSE = re.compile(r"[，。；;！？\n]")


def _terms(rubric: Rubric, module: Module, term: CailTerm) -> Iterator[Finding]:
    """Every item that states terms must state one that holds the label's, and some item must. 三年以上十年以下 may be the law's or a forecast: only as one
    that holds the label's is it a term."""
    n_stated = 0
    for item in module.items:
        affirmed = _affirmed(item)
        stated = _stated(affirmed)
        n_stated += bool(stated) or any(_holds(one, term) for one in _spreads(affirmed))
        if stated and not any(_holds(one, term) for one in stated):
            found = "、".join(dict.fromkeys(_written(one) for one in stated))
            yield finding("label-term-contradicts", item_place(rubric, module, item), found, _label(term))
    if not n_stated and module.items and term != CailTerm(0, False, False):
        yield finding("label-term-missing", module_place(rubric, module), "no term", _label(term))


def _outcomes(text: str) -> Iterator[str]:
    """The clauses that can state an outcome: nothing of statutory ranges, adjustments, or the time of probation."""
    for clause in (clause for line in text.split("\n") for clause in _CLAUSE.split(compact(line).text)):
        if not _STATUTORY.search(clause):
            yield _SUSPENDED.sub("", clause)


def _spreads(text: str) -> Iterator[tuple[int, int]]:
    """Ranges that are written as the law writes them: 六个月以上一年以下."""
    for clause in _outcomes(text):
        if _SPREAD.search(clause):
            ends = [end for part in clause.split("以上", 1) for end in _stated(part) if not isinstance(end, str)]
            if len(ends) == 2:
                yield ends[0][0], ends[1][1]


def _stated(text: str) -> list[tuple[int, int] | str]:
    """The terms in months, as (least, most), and the words life and death, that the text states as outcomes."""
    found: list[tuple[int, int] | str] = []
    for clause in _outcomes(text):
        if _SPREAD.search(clause):
            continue
        if _DEATH.search(clause):
            found.append("death")
        if _LIFE.search(clause):
            found.append("life")
        position = 0
        while begins := NUMBER_BEGINS.search(clause, position):
            position = begins.end()
            spread = read_range(clause, begins.start(), "imprisonment")
            single = None if spread else read_term(clause, begins.start())
            if spread is not None:
                found.append(spread[0])
                position = spread[1]
            elif single is not None:
                found.append((single[0], single[0] + (single[1] > 0)))
                position = single[2]
    return found


def _holds(stated: tuple[int, int] | str, term: CailTerm) -> bool:
    if isinstance(stated, str):
        return stated == term.kind
    return term.months is not None and stated[0] <= term.months <= stated[1]


def _written(stated: tuple[int, int] | str) -> str:
    if isinstance(stated, str):
        return stated
    return f"{stated[0]} months" if stated[0] == stated[1] else f"{stated[0]}-{stated[1]} months"


def _label(term: CailTerm) -> str:
    return term.kind or f"{term.months} months, as in the label"


def _fines(rubric: Rubric, module: Module, fine: int) -> Iterator[Finding]:
    for item in module.items:
        for clause in re.split(r"[。；;\n]", _affirmed(item)):
            sentence = parse_sentence(clause, "CN") if "罚金" in clause and not _STATUTORY.search(clause) else None
            if sentence is not None and sentence.fine is not None and sentence.fine != fine:
                yield finding(
                    "label-fine-contradicts", item_place(rubric, module, item), f"罚金 {sentence.fine}", str(fine)
                )
