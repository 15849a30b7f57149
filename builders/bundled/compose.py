"""Compose a whole judgment and its label from a case text."""

from __future__ import annotations

import datetime
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import layout, marks, statute_texts
from .source import CaseError, CaseText

_HERE = Path(__file__).parent
# code -> name, whether the court's files of 2013 to 2018 have blanks around digits, folder if not NAME + 刑事
COURTS: dict[str, list[Any]] = json.loads((_HERE / "courts.json").read_text(encoding="utf-8"))
# Invented names of those who sign, taken in turn by case number.
_JUDGES = ("程擬庭", "羅測文", "方範衡", "石擬真", "賀測庸", "康範平", "尹擬恆", "莫測寧", "喬範和")
_CLERKS = ("詹擬予", "柯測之", "溫範如", "左擬書", "易測紋")
_PROSECUTORS = ("戚擬正", "裘測公", "杜範言", "邵擬法", "顧測明", "甘範直", "解擬信")
_FACTS = ("犯罪事實", "事實")
_MERGED = ("事實及理由", "犯罪事實及理由", "事實及證據理由")
_REASONS = ("理由",)
HEADINGS = ("主文", *_FACTS, *_MERGED, *_REASONS)


@dataclass(frozen=True)
class Form:
    """The layout of one judgment, from its court and date, with what ``style:`` overrides."""

    pad: bool  # blanks around digits
    eol: str  # CRLF, or LF in copies
    number_on_line_2: bool
    date: str  # half, full, chinese
    heading: int
    items: str  # half, full, circled, private
    whole_tokens: bool
    api: bool  # the nested form of the judgments API
    copy: str  # how a copy changed the lines: "" not at all, joined, blanks, bare
    marks: marks.Style


def _flag(value: str) -> bool:
    return value != "no"


# ``style:`` word -> field of Form or marks.Style, how its value is read
_STYLES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "numbers": ("numbers", str),
    "three": ("three", lambda value: value.replace("E372", "\ue372")),
    "citations": ("citations", str),
    "rate": ("rate", int),
    "heading": ("heading", int),
    "date": ("date", str),
    "items": ("items", str),
    "pad": ("pad", _flag),
    "api": ("api", _flag),
    "line2": ("number_on_line_2", _flag),
    "eol": ("eol", lambda value: {"lf": "\n", "crlf": "\r\n"}[value]),
    "copy": ("copy", str),  # joined: one line a paragraph; blanks: one blank a line break; bare: no white space
    "tokens": ("whole_tokens", lambda value: value == "whole"),
}
_MARK_STYLES = frozenset({"numbers", "three", "citations", "rate"})


@dataclass(frozen=True)
class Judgment:
    """One composed judgment: where it lies, its source object and its label."""

    path: str
    record: dict[str, Any]
    label: dict[str, Any]


def form_of(case: CaseText) -> Form:
    """The layout of ``case``: by court and date, small differences by a checksum of the JID, overrides last."""
    court, _, _, _, date, _ = case.jid.split(",")
    year = int(date[:4])
    choice = zlib.crc32(case.original.encode()) >> 4
    pad = bool(COURTS[court][1]) and year <= 2018
    form = Form(
        pad=pad,
        eol="\r\n",
        number_on_line_2=date >= "20200101" or (date >= "20190701" and choice % 2 == 0),
        date="half" if year <= 2018 else "full",
        heading=choice % (3 if year <= 2018 else 6),
        items=("half", "half", "full")[choice % 3] if year <= 2018 else ("half", "full", "circled")[choice % 3],
        whole_tokens=not pad,
        api=False,
        copy="",
        marks=marks.Style(),
    )
    layout_words: dict[str, Any] = {}
    mark_words: dict[str, Any] = {}
    for entry in case.get("style").split():
        key, _, value = entry.partition("=")
        if key not in _STYLES:
            raise CaseError(f"{case.file}, {case.jid}: found style {entry!r}, allowed {sorted(_STYLES)}")
        target = mark_words if key in _MARK_STYLES else layout_words
        name, read = _STYLES[key]
        target[name] = read(value)
    return replace(form, **layout_words, marks=replace(form.marks, **mark_words))


class _Page:
    """The lines of a judgment, and where among them each section stands."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.lines: list[str] = []
        self.sections: dict[str, tuple[int, int, int]] = {}  # name -> first line, column in it, line behind the last

    def add(self, text: str, *, first: int = 0, hanging: int = 0, wrap: bool = True) -> None:
        """One paragraph."""
        if not wrap or self.form.copy == "joined":
            self.lines.append(text)
            return
        if self.form.pad:
            text = layout.pad_digits(text)
        self.lines += layout.wrap(text, first=first, hanging=hanging, whole_tokens=self.form.whole_tokens)

    def paragraph(self, text: str) -> None:
        """One paragraph with the indents of its item mark."""
        written, first, hanging = layout.item_form(text, self.form.items)
        self.add(written, first=first, hanging=hanging)

    def section(self, name: str, heading: str, paragraphs: Sequence[str]) -> None:
        """A heading and its body; in joined copies the heading is bare and that of the reasons runs on into the text."""
        joined = self.form.copy == "joined"
        self.lines.append(heading or (name if joined else layout.heading(name, self.form.heading)))
        start, column = len(self.lines), 0
        for text in paragraphs:
            self.paragraph(text)
        if joined and name in _REASONS:
            start, column = start - 1, len(name)
            self.lines[start : start + 2] = [name + self.lines[start + 1]]
        self.sections[name] = (start, column, len(self.lines))

    def extend_last_section(self) -> None:
        """Lines added since belong to the last section too: the reasons end where the date line begins."""
        name = list(self.sections)[-1]
        start, column, _ = self.sections[name]
        self.sections[name] = (start, column, len(self.lines))

    def finish(self) -> tuple[str, dict[str, list[int]]]:
        """The text, and [start, end) of every section with the white space at both ends left out."""
        lines, eol = self.lines, self.form.eol
        if self.form.copy == "blanks":
            lines, eol = [line.strip() for line in lines], " "
        elif self.form.copy == "bare":
            lines, eol = ["".join(line.split()) for line in lines], ""
        spans = {}
        for name, (first, column, last) in self.sections.items():
            start = sum(len(line) + len(eol) for line in lines[:first]) + column
            body = eol.join(lines[first:last])[column:]
            spans[name] = [start + len(body) - len(body.lstrip()), start + len(body.rstrip())]
        return eol.join(lines), spans


def _header(page: _Page, case: CaseText, court: str, defendants: Sequence[str]) -> None:
    _, year, word, number, date, _ = case.jid.split(",")
    kind = case.get("form", "判決")
    title = case.get("line1") or f"{court}刑事{kind}"
    written = f"{year}年度{word}字第{number}號"
    if page.form.date == "chinese":
        from .numerals import chinese, positional

        written = f"{chinese(int(year), formal=False)}年度{word}字第{positional(int(number))}號"
    if page.form.number_on_line_2:
        page.lines += [title, written]
    else:
        gap = layout.WIDTH - layout.columns(title) - layout.columns(written)
        page.lines.append(title + layout.IDEOGRAPHIC * max(1, gap // 2) + " " * (gap % 2) + written)
    prosecutor = f"{court}{'' if date >= '20180525' else '檢察署'}檢察官"
    if date >= "20180525":
        prosecutor = court.replace("地方法院", "地方檢察署") + "檢察官"
    role, _, who = case.get("roles").partition("/")
    first_label = "受　刑　人" if kind == "裁定" else "被　　　告"
    if role == "上訴人即被告":
        page.lines.append("上　訴　人")
        first_label = "即　被　告"
    else:
        role = role or ("聲　請　人" if "簡易" in kind else "公　訴　人")
        page.lines.append(f"{role}　{who or prosecutor}")
    label = first_label
    counsel = dict(entry.split(" ", 1) for entry in case.get("counsel").split("；") if entry)
    for number_, name in enumerate(defendants, 1):
        page.lines.append(f"{label}　{name}")
        label = "　　　　　"
        if int(date[:4]) >= 2019 and number_ == len(defendants):
            page.lines += ["", ""]  # the removed address
        if str(number_) in counsel:
            page.lines.append(counsel[str(number_)])
            label = first_label


_SIMPLIFIED = (
    "被告於準備程序中就被訴事實為有罪之陳述，經告知簡式審判程序之旨，並聽取當事人之意見後，本院裁定進行簡式審判程序，判決如下：",
    "因被告於本院準備程序進行中，先就被訴事實為有罪之陳述，經法官告知簡式審判程序之旨並聽取公訴人及被告意見，裁定改依簡式審判程序審理，判決如下：",
    "被告就被訴事實為有罪之陳述，本院合議庭裁定由受命法官獨任進行簡式審判程序，並判決如下：",
    "嗣被告於本院準備程序時自白犯罪，本院裁定以簡式審判程序審理，判決如下：",
)


def _lead(case: CaseText, defendants: Sequence[str]) -> str:
    lead = case.get("lead", "trial")
    plural = "等" if len(defendants) > 1 else ""
    opening = f"上列被告{plural}因{case.get('title')}案件，"
    number = case.get("indictment")
    if lead == "trial":
        return f"{opening}經檢察官提起公訴（{number}），本院判決如下："
    if lead == "simplified":
        choice = _SIMPLIFIED[zlib.crc32(case.original.encode()) % len(_SIMPLIFIED)]
        return f"{opening}經檢察官提起公訴（{number}），{choice.replace('被告', f'被告{plural}')}"
    if lead == "summary":
        return f"{opening}經檢察官聲請以簡易判決處刑（{number}），本院判決如下："
    return lead


def _tail(page: _Page, case: CaseText) -> None:
    _, year, _, number, date, _ = case.jid.split(",")
    turn, lead = int(number), case.get("lead")
    judge, clerk = _JUDGES[turn % len(_JUDGES)], _CLERKS[turn % len(_CLERKS)]
    first, second = (_PROSECUTORS[(turn + k) % len(_PROSECUTORS)] for k in (0, 3))
    summary = "簡易" in case.get("form")
    tail = case.get("tail").split()
    if "no-prosecutor" not in tail:
        asked = "聲請以簡易判決處刑" if summary else f"提起公訴，檢察官{second}到庭執行職務"
        page.add(f"本案經檢察官{first}{asked}。")
        page.extend_last_section()
    roc = int(year) if "roc" in tail else int(date[:4]) - 1911
    day = datetime.date(int(date[:4]), int(date[4:6]), int(date[6:]))
    copied = day + datetime.timedelta(days=(0, 0, 1, 3)[turn % 4])
    old = page.form.date == "chinese"
    page.add(layout.date_line(roc, day.month, day.day, page.form.date), wrap=False)
    room = "刑事簡易庭" if summary else f"刑事第{'一二三四五六七八九十'[turn % 10]}庭"
    full_width = page.form.date == "full"
    bench = [judge]
    if "panel" in tail:
        if lead == "simplified":
            raise CaseError(f"{case.file}, {case.jid}: 簡式審判 is before one judge, found a panel")
        bench += [_JUDGES[(turn + k) % len(_JUDGES)] for k in (2, 5)]
    for number_, name in enumerate(bench):
        rank = ("審判長" if len(bench) > 1 else "　　　" if full_width else "    ") if number_ == 0 else ""
        if full_width:
            page.lines.append(f"{'　' * 9}{room}{rank}法　官　{name}" if number_ == 0 else f"{'　' * 17}法　官　{name}")
        else:
            page.lines.append(
                " " * 18 + f"{room}{rank}法  官  {name}" if number_ == 0 else " " * 34 + f"法  官  {name}"
            )
    copy_of = "右" if old else "上列" if turn % 7 == 0 else "以上"
    page.lines.append(f"{copy_of}正本證明與原本無異。")
    days = "20" if date >= "20200117" else "十" if old else "10"
    notices = (
        f"如不服本判決應於收受判決後{days}日內向本院提出上訴書狀，並應敘述具體理由；其未敘述上訴理由者，應於上訴期間屆滿後20日內向本院補提理由書（均須按他造當事人之人數附繕本）「切勿逕送上級法院」。",
        f"如不服本判決，應於送達後{days}日內，向本院提出上訴狀。",
        f"如不服本判決，應於判決送達後{days}日內敘明上訴理由，向本院提出上訴狀（應附繕本）。",
    )
    if "no-appeal" not in tail:
        page.add(notices[1] if summary or date < "20070706" else notices[turn % 3])
    signed = f"{'　' * 16}書記官　{clerk}" if full_width else " " * 32 + f"書記官  {clerk}"
    again = layout.date_line(copied.year - 1911, copied.month, copied.day, page.form.date)
    page.lines += [again, signed] if turn % 3 == 0 else [signed, again]


def _appendix(page: _Page, case: CaseText) -> None:
    spec = case.get("appendix")
    if not spec:
        return
    title, _, articles = spec.rpartition("/")
    page.lines.append(title or "附錄本案論罪科刑法條全文：")
    date = case.jid.split(",")[4]
    for entry in articles.split("；"):
        law, article, *when = entry.split()
        name = "中華民國刑法" if law == "刑法" else law
        number, _, branch = article.partition("-")
        page.add(f"{name}第{number}條" + (f"之{branch}" if branch else ""))
        for paragraph in statute_texts.text_of(law, article, when[0] if when else date):
            page.add(paragraph)


def _table(page: _Page, writer: marks.Writer, name: str, lines: Sequence[str]) -> None:
    """A part named ``附表…``: ``box`` draws it, ``line`` runs all cells together, ``plain`` is free text.

    The first line after the caption gives the cells of the header as ``name:width``.
    """
    writer.from_table = True
    kind, caption, *rest = lines
    page.add(caption)
    if kind == "plain":
        for text in rest:
            page.paragraph(writer.write(text))
    else:
        header = [cell.partition(":") for cell in rest[0].split("|")]
        rows = [[writer.write(cell.strip()) for cell in line.split("|")] for line in rest[1:]]
        names = [cell[0] for cell in header]
        if kind == "box":
            page.lines += layout.box_table(names, [int(cell[2]) for cell in header], rows)
        elif kind == "line":
            page.lines.append("".join(names) + "".join(cell for row in rows for cell in row))
        else:
            raise CaseError(f"{name}: found table kind {kind!r}, allowed box, line, plain")
    writer.from_table = False


def compose(case: CaseText) -> Judgment:
    """The judgment of ``case`` in the open-data form, and its label in the form of GOLD."""
    court_code, year, word, number, date, _ = case.jid.split(",")
    name, _, *folder = COURTS[court_code]
    form = form_of(case)
    page, writer = _Page(form), marks.Writer(form.marks)
    defendants = [d for d in case.get("defendants").split("、") if d]
    if case.get("lead") == "none":
        page.add(case.get("line1"), wrap=False)
    else:
        _header(page, case, name, defendants)
        page.add(writer.write(_lead(case, defendants)))
    for part, lines in case.parts:
        if part.startswith(("附表", "附件")):
            continue
        heading, _, inline = part.partition("/")
        if heading not in HEADINGS:
            raise CaseError(f"{case.file}, {case.jid}: found heading {heading!r}, allowed {HEADINGS}")
        page.section(heading, inline, [writer.write(text) for text in lines])
    if case.get("tail") != "none":
        _tail(page, case)
    tables_first = "tables-first" in case.get("tail").split()
    if not tables_first:
        _appendix(page, case)
    for part, lines in case.parts:
        if part.startswith("附表"):
            _table(page, writer, part, lines)
        elif part.startswith("附件"):
            for text in lines:
                page.paragraph(writer.write(text))
    if tables_first:
        _appendix(page, case)
    full, spans = page.finish()
    record: dict[str, Any] = {
        "JID": case.jid,
        "JYEAR": year,
        "JCASE": word,
        "JNO": number,
        "JDATE": date,
        "JTITLE": case.get("title"),
    }
    if form.api:
        content = {"JFULLTYPE": "text", "JFULLCONTENT": full, "JFULLPDF": ""}
        record |= {"ATTACHMENTS": [], "JFULLX": content}
    else:
        record |= {"JFULL": full, "JPDF": ""}
    path = f"{date[:6]}/{folder[0] if folder else name + '刑事'}/{case.jid}.json"
    return Judgment(path, record, _label(case, spans, writer.labels, len(defendants)))


def _label(case: CaseText, spans: dict[str, list[int]], labels: marks.Labels, n_defendants: int) -> dict[str, Any]:
    sections: dict[str, Any] = {"main_text": None, "facts": None, "reasons": None}
    for heading, span in spans.items():
        if heading == "主文":
            sections["main_text"] = span
        if heading in _FACTS or heading in _MERGED:
            sections["facts"] = span
        if heading in _REASONS or heading in _MERGED:
            sections["reasons"] = span
        if heading in _MERGED:
            sections["merged"] = True
    label: dict[str, Any] = {
        "jid": case.jid,
        "title": case.get("title"),
        "instance": 2 if "上" in case.jid.split(",")[2] else 1,
        "form": "other" if case.get("form") == "裁定" else case.get("form", "判決"),
        "defendants": n_defendants,
        "sections": sections,
        "outcomes": marks.finish_outcomes(labels.outcomes),
        "statutes": labels.statutes or None,
        "statutes_offence": labels.statutes_offence,
    }
    if labels.statutes_list:
        label["statutes_list"] = labels.statutes_list
    expect = case.get("expect", "keep")
    label["keep"] = expect == "keep"
    label["drop_reason"] = None if expect == "keep" else expect
    kind, _, other = case.get("duplicate").partition(" ")
    if kind:
        label[f"{kind}_duplicate_of"] = other
    if case.get("set-aside"):
        label["original_set_aside"] = True
    label["notes"] = [note for note in case.get("notes").split("；") if note]
    return label
