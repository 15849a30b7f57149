"""What can be wrong with a rubric: one table of codes, each with how bad it is, what it means and how it is mended. docs/rubrics.md shows this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SEVERITIES: tuple[str, ...] = ("error", "warning", "note")
"""``error``: a score by this rubric is wrong or cannot be made; ``warning``: a person has to look; ``note``: right, but good to know."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of defect.

    >>> CODES["module-sum"].severity
    'error'
    """

    theme: str
    severity: str
    meaning: str
    fix: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect of one rubric. ``where``: the place as a path (``module 结论 > item 2``; empty: the rubric as a whole); ``allowed``: what should stand there.

    >>> print(finding("module-sum", "module 结论", "4 of items", "5 as declared"))
    error module-sum at module 结论: found 4 of items, allowed 5 as declared
    """

    code: str
    severity: str
    where: str
    found: str
    allowed: str
    fix: str

    def __str__(self) -> str:
        place = f" at {self.where}" if self.where else ""
        return f"{self.severity} {self.code}{place}: found {self.found}, allowed {self.allowed}"


def finding(code: str, where: str, found: str, allowed: str, *, fix: str = "") -> Finding:
    """A finding of a code of the table, with its severity and, unless a nearer one is given, its fix. Raises: KeyError for a code that the table lacks.

    >>> finding("rubric-empty", "", "no items", "at least one").fix
    'add the items, or drop the rubric'
    """
    kind = CODES[code]
    return Finding(code, kind.severity, where, found, allowed, fix or kind.fix)


def number(value: float) -> str:
    """Points as people write them.

    >>> number(5.0), number(2.5), number(1 / 3)
    ('5', '2.5', '0.333333')
    """
    return f"{value:.6g}"


def _codes(**themes: Mapping[str, tuple[str, str, str]]) -> Mapping[str, Code]:
    return MappingProxyType({code: Code(theme, *row) for theme, rows in themes.items() for code, row in rows.items()})


CODES: Mapping[str, Code] = _codes(
    reading={
        "unreadable": ("error", "a record that is none of the form", "correct the field that is named"),
        "record-repeated": ("error", "two records of a file have one id", "give each record its own id"),
        "unread": ("warning", "the reader of the form could not read a place, or could not make two agree", "write it as the form wants it"),
    },
    sums={
        "rubric-empty": ("error", "no items at all", "add the items, or drop the rubric"),
        "module-empty": ("error", "a module without items", "add its items, or drop the module"),
        "points-invalid": ("error", "points that are no finite number, or a total, module or part below its range", "write a finite number of points"),
        "points-zero": ("warning", "an item or part that is worth nothing", "give it points, or drop it"),
        "points-missing": ("error", "nothing says what the answer is worth: no total, and items without points", "state the total or each item's points"),
        "part-sum": ("error", "the parts of an item do not add up to the item's points", "correct the parts or the item's points"),
        "module-sum": ("error", "the items of a module do not add up to the module's points", "correct the items or the module's points"),
        "total-sum": ("error", "modules (or items) do not add up to the declared total", "correct the total or what it is made of"),
        "mark-sum": ("error", "the marks (+N分) in a text, however nested, do not add up to its points", "correct the marks or the points"),
        "mark-total": ("error", "the total at the head of a text is not the text's points", "correct the head or the points"),
        "mark-open": ("error", "a mark with a bracket on one side only", "close the bracket"),
        "mark-unread": ("error", "a mark whose number cannot be read", "write the number of points"),
        "mark-missing": ("warning", "points over several claims, no mark in the text says what each is worth", "mark what each claim is worth"),
    },
    ids={
        "number-repeated": ("error", "two items have one number: a judge cannot name them apart", "number the items 1, 2, 3 …"),
        "number-gap": ("error", "item numbers do not run 1, 2, 3 …", "number the items 1, 2, 3 …"),
        "index-repeated": ("error", "an index stands twice in one module", "give each item of the module its own index"),
        "index-gap": ("warning", "an index is left out", "close the gap, or restore the item that is lost"),
        "index-order": ("warning", "indices do not rise", "sort or renumber the items"),
        "index-partial": ("warning", "some items of a module have an index, others none", "give every item an index"),
        "index-restart": ("note", "indices begin anew in a module: they name no item of the whole rubric", "ask and score by item number, as this library does"),
        "module-repeated": ("error", "two modules have one name", "merge or rename them"),
        "module-unnamed": ("warning", "one of several modules has no name", "name it"),
        "part-repeated": ("error", "two parts of an item have one name", "rename one"),
    },
    wording={
        "criterion-empty": ("error", "no criterion, or nothing but marks and headings: points that no text supports", "write what earns the points"),
        "criterion-placeholder": ("error", "a criterion that is still the template's word", "write what earns the points"),
        "criterion-repeated": ("error", "the same criterion twice: it is paid twice", "drop one of them"),
        "sign-deduction": ("error", "wording that takes points away, points above 0", "make the points negative, or word what earns them"),
        "sign-award": ("error", "wording that gives points, points below 0", "make the points positive, or word what is penalised"),
        "deduction-above-points": ("warning", "a text takes more points away than there are", "correct the deduction or the points"),
        "dimension-unknown": ("error", "a dimension that is none of the seven", "use one of the seven names"),
        "dimension-repeated": ("warning", "a dimension stands twice", "drop one of them"),
        "dimension-missing": ("warning", "a form that names dimensions, an item with none", "name the dimensions"),
        "keyword-invalid": ("warning", "an empty keyword, or one that stands twice", "drop it"),
    },
    forms={
        "module-required": ("error", "a module that the form requires is missing", "add the module"),
        "module-unexpected": ("warning", "a module that the form does not know", "rename or move it"),
        "module-order": ("note", "modules in another order than the form's", "sort the modules"),
        "module-points": ("error", "a module is not worth what the form fixes", "give it the form's points"),
        "total-points": ("error", "the total is not what the form fixes", "give it the form's total"),
        "sentencing-layer": ("error", "one of the four layers of sentencing is missing", "add an item for the layer"),
        "question-count": ("error", "a consultation with fewer than 10 or more than 25 questions", "add or drop questions"),
        "question-points": ("error", "a question that is not worth 1, 2 or 3 points", "give it 1, 2 or 3 points"),
        "question-dimension": ("error", "a question without exactly one of the three dimensions of the form", "name one of the three"),
        "narrative-length": ("warning", "a client's account outside 800-1500 characters", "lengthen or cut the account"),
        "tier-missing": ("warning", "a criterion of a document without 得分点, 扣分点 or 不及格线", "write all three tiers"),
        "trap-count": ("error", "a document task without two or three traps", "state two or three traps"),
        "trap-undetected": ("error", "a trap that no item checks", "add an item that checks it"),
        "issue-count": ("error", "a document task with fewer than two issues", "state at least two issues"),
        "law-count": ("warning", "a document rubric that cites fewer than two laws", "cite the laws that the document needs"),
        "part-required": ("error", "a risk without one of the parts 识别风险, 风险解释, 修改建议", "add the part"),
        "part-unexpected": ("warning", "a part that the form does not know", "rename it"),
        "checklist-missing": ("error", "a fix without a checklist", "write what the revised clause must hold"),
        "keywords-missing": ("note", "a check of a fix without keywords", "add keywords for the keyword baseline"),
        "gold-fix-missing": ("error", "a fix without a reference revision", "write gold_fix"),
    },
    adversarial={
        "adversarial-source": ("note", "an adversarial row whose source row is not at hand: its conclusion cannot be compared", "give the source row"),
        "adversarial-same-conclusion": ("error", "an adversarial row with the conclusion of its source row", "turn the conclusion, or drop the row"),
        "adversarial-no-veto": ("error", "an adversarial judgment without a veto (本项不得分)", "add the veto that the wrong intuition meets"),
        "adversarial-no-false-positive": ("error", "an adversarial contract without false-positive criteria", "add what a false alarm costs"),
        "adversarial-risks": ("error", "an adversarial contract that counts risks", "move the row to another split, or drop the risks"),
        "adversarial-base": ("error", "an adversarial contract whose base is not its total", "set the base and the total to the same points above 0"),
    },
    contracts={
        "risk-count": ("error", "risk_count is not the number of risks", "correct risk_count"),
        "risk-id-form": ("error", "a risk_id that is not RD01-001 to RD06-999", "use the id of the checklist"),
        "risk-id-unknown": ("error", "a risk_id that the checklist lacks", "use an id of the checklist"),
        "risk-dimension": ("error", "a risk_id whose prefix is of another dimension than is stated", "correct the id or the dimension"),
        "risk-repeated": ("error", "one risk stands twice for one clause", "drop one of them"),
        "risky-clause-empty": ("error", "a risk without its clause", "copy the clause from the contract"),
        "clause-location-absent": ("error", "the contract has no such place", "copy the heading from the contract"),
        "clause-location-words": ("warning", "the contract has a place of this number under another heading", "copy the heading from the contract"),
        "clause-location-ambiguous": ("warning", "the contract has several such places", "name the place so that only one fits"),
        "risky-clause-absent": ("error", "the clause does not stand in the contract as written", "copy the clause verbatim"),
        "risky-clause-elsewhere": ("error", "the clause stands in the contract, but not at the place named", "correct clause_location"),
        "risky-clause-repeated": ("error", "the clause stands several times at the place named", "quote more of it, so that only one place fits"),
    },
    pairs={
        "pair-contract": ("error", "two rubrics of different contracts", "pair rubrics with one id and contract file"),
        "pair-risks": ("error", "a risk that only one of the two rubrics has", "add or drop it in one of them"),
        "pair-field": ("error", "the two rubrics disagree on a risk's name, severity, dimension, place or clause", "correct one of them"),
        "pair-count": ("error", "the two rubrics state different numbers of risks", "correct risk_count"),
    },
    labels={
        "label-unread": ("error", "a label that cannot be read", "give the row's meta as in CAIL2018"),
        "label-charge-missing": ("error", "a charge of the label that the rubric nowhere affirms", "add it, or check the row"),
        "label-charge-contradicts": ("error", "the rubric affirms a charge that is not in the label", "correct the charge, or check the row"),
        "label-article-missing": ("warning", "an article of the label that the rubric does not cite", "add it"),
        "label-article-contradicts": ("error", "the rubric cites an article of the criminal law's special part that is not in the label", "correct the article, or check the row"),
        "label-term-missing": ("error", "no term in the module on the term", "state the term"),
        "label-term-contradicts": ("error", "no term or range in an item holds the label's term", "correct the term, or check the row"),
        "label-fine-contradicts": ("error", "the rubric states a fine that is not the label's", "correct the fine, or check the row"),
    },
)  # fmt: skip
"""Code -> what it is. The keywords are the themes, in the order in which a rubric is read."""
