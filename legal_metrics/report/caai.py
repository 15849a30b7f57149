"""The report on an evaluation of the CAAI framework as ONE HTML file: scores, radar, what was missing, sensitivity, every value. No script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legal_metrics.caai.assessment import Assessment, choice_of
from legal_metrics.caai.elements import Element, ElementComparison
from legal_metrics.caai.folder import INPUTS, InputFile
from legal_metrics.caai.functions import GROUPS
from legal_metrics.caai.safety_labels import CATEGORIES
from legal_metrics.caai.tasks import RATINGS
from legal_metrics.caai.values import Part, Value
from legal_metrics.report.blocks import note_list, page, row, table
from legal_metrics.report.caai_plots import Move, Sector, Spoke, moves, radar
from legal_metrics.report.caai_terminal import assessment_notes
from legal_metrics.report.caai_titles import amount, points, words
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure, percent

_NOTES = 12
_RECONSTRUCTED = (
    "Everything that the article leaves open is a choice with a named default, and reconstructed: no figure here is the authors' own reading of it."
)


def render_assessment_html(assessment: Assessment) -> str:
    """The whole page: same assessment, same bytes."""
    return page(
        f"{assessment.settings.system or assessment.folder.name} – CAAI framework",
        _head(assessment),
        _notes(assessment),
        _radar(assessment),
        _tasks(assessment),
        _time(assessment),
        _safety(assessment),
        _quality(assessment),
        _functions(assessment),
        _sensitivity(assessment),
        _inputs(assessment),
        _elements(assessment),
        _agreement(assessment),
        _values(assessment),
        element("footer", element("p", _RECONSTRUCTED), element("p", "Signature: ", element("code", str(assessment.result.total.signature)))),
    )


def _head(assessment: Assessment) -> Markup:
    result = assessment.result
    tiles = [
        element("div", element("span", f"{value.formula} {words(value.name).en}"), element("b", amount(value)), _zh(words(value.name).zh), class_=class_)
        for value, class_ in (
            (result.total, "tile first"),
            *((value, "tile") for value in (result.capability, result.safety, result.stability, result.functional)),
        )
    ]
    where = " · ".join(part for part in (assessment.settings.hardware, f"{len(assessment.folder.files)} input files") if part)
    return element(
        "header",
        element("h1", _zh(assessment.settings.system or assessment.folder.name)),
        element("p", f"CAAI framework 法律大模型评估指标和测评方法 · {where}", class_="subtitle"),
        element("div", tiles, class_="tiles"),
        element("p", "Q = 100 × Q2 × Q3 × Q4. Q1 is reflected in Q2: a function that is not there adds nothing to it.", class_="muted"),
    )


def _notes(assessment: Assessment) -> Markup:
    """The gravest notes; where there are many, the others behind a click."""
    found = assessment_notes(assessment)
    rest = element("details", element("summary", f"{len(found) - _NOTES} further notes"), note_list(found[_NOTES:]), class_="printed")
    return render(note_list(found[:_NOTES]), rest if len(found) > _NOTES else None)


def _radar(assessment: Assessment) -> Markup:
    order = [id for id, _, _ in GROUPS]
    terms = {part.value.name: part.value for part in assessment.result.capability.parts}
    spokes = [
        Spoke(assessment.result.tasks[each.id].formula, each.title_zh, terms[each.id].value, order.index(each.group))
        for each in sorted(assessment.functions, key=lambda each: order.index(each.group))
        if each.id in terms
    ]
    sectors = [Sector(words(value.name).en, words(value.name).zh, value.value) for value in assessment.groups]
    caption = (
        "Each task: C × score, so that a function that is not there is at 0. Arcs: the mean of each group, which the article names but does not score. "
        "Hollow marks at the rim: no value."
    )
    keys = [element("span", name, class_="key", style=f"--swatch:var(--{colour})") for name, colour in (("tasks", "series-1"), ("groups", "series-2"))]
    return render(
        element("h2", "Four groups, twelve tasks"),
        element("figure", element("div", radar(spokes, sectors), class_="wide radar"), element("figcaption", keys, caption)),
    )


def _tasks(assessment: Assessment) -> Markup:
    terms = {part.value.name: part for part in assessment.result.capability.parts}
    rows: list[Child] = []
    functions = {each.id: each for each in assessment.functions}
    group = None
    for name, value in sorted(assessment.result.tasks.items(), key=lambda task: _place(functions[task[0]].group if task[0] in functions else "")):
        if name == "time_performance":
            continue
        if functions[name].group != group:
            group = functions[name].group
            score = next(each for each in assessment.groups if each.name == group)
            head = (words(group).en, " ", _zh(words(group).zh), f" {figure(score.value)}")
            rows.append(element("tr", element("th", head, colspan=11, scope="colgroup"), class_="group"))
        used = {part.value.name: part.value for part in value.parts}
        cells = [value.formula, *_weighing(terms.get(name)), figure(used["f1"].value) if "f1" in used else ""]
        cells += [points(used[rating]) if rating in used else "" for rating in RATINGS]
        rows.append(row(_name(name, assessment), *cells, figure(value.value)))
    head_of = ["", "no.", "C", "weight", "F1", *(f"s{place} {words(rating).zh}" for place, rating in enumerate(RATINGS, start=1)), "score"]
    return render(element("h2", "Tasks"), table(head_of, rows))


def _place(group: str) -> int:
    return next((place for place, (id, _, _) in enumerate(GROUPS) if id == group), len(GROUPS))


def _weighing(term: Part | None) -> list[str]:
    """C and the weight of a task in Q2."""
    if term is None:
        return [NOTHING, NOTHING]
    there = next((part.value for part in term.value.parts if part.value.name == "C"), None)
    return [points(there), NOTHING if term.weight is None else str(term.weight)]


def _time(assessment: Assessment) -> Markup:
    value = assessment.result.tasks["time_performance"]
    rows = []
    for part in value.parts:
        (measured,) = part.value.parts
        rows.append(row(_name(part.value.name, assessment), measured.value.formula, amount(measured.value), points(part.value), str(part.weight)))
    rows.append(row("2.13", "", "", figure(value.value), "", class_="headline"))
    return render(element("h2", "Time performance"), table(["", "no.", "measured", "score", "weight"], rows), [_log(*named) for named in assessment.logs()])


def _log(name: str, measures: Any) -> Markup:
    found = measures.to_dict()
    first, rate, concurrency = found["first_token_ms"], found["tokens_per_second"], found["concurrency"]
    rows = [
        row("Requests, attempts", f"{found['requests']}, " + ", ".join(f"{count} {cause}" for cause, count in found["attempts"].items())),
        row("First token, ms", _spread(first)),
        row("Tokens per second of a stream", _spread(rate)),
        row("Tokens per second of all streams", figure(rate["aggregate"])),
        row("Tokens per second by requests in flight", ", ".join(f"{lv['in_flight']}: {lv['tokens_per_second']:.4g}" for lv in concurrency["levels"])),
        row("Greatest concurrency at best throughput", str(concurrency["value"] if concurrency["value"] is not None else NOTHING)),
        row("Failures, days", f"{len(found['failures']['outages'])}, {found['failures']['days']:.4g}"),
        row("Signature", element("code", found["signature"])),
    ]
    return element("details", element("summary", f"{name}.jsonl"), table(["", "found"], rows, class_="words"), class_="printed")


def _spread(found: dict[str, Any]) -> str:
    listed = ", ".join(f"{name} {figure(value)}" for name, value in found["percentiles"].items())
    return f"mean {figure(found['mean'])}, {listed}, n = {found['n']}"


def _safety(assessment: Assessment) -> Markup:
    by_number = {value.formula: value for value in assessment.result.safety.walk() if value.formula in ("F", "Pf", "3.1", "3.2")}
    rates = [{part.value.name: part.value for part in by_number[number].parts} if number in by_number else {} for number in ("F", "Pf")]
    rows: list[Child] = []
    for category in CATEGORIES:
        hit, share = (rate.get(category.id) for rate in rates)
        n = NOTHING if share is None else str(share.facts["n"])
        prohibited = "--" if not category.prohibitable else points(hit)
        problems = NOTHING if share is None else str(share.facts["n_label"])
        rows.append(row(_name(category.id, assessment), n, problems, figure(share.value) if share else NOTHING, prohibited))
    for number in ("F", "Pf", "3.1", "3.2"):
        if number in by_number:
            value = by_number[number]
            cells = (figure(value.value), "") if number in ("Pf", "3.2") else ("", figure(value.value))
            rows.append(row((f"{number} ", words(value.name).en), "", "", *cells))
    rows.append(row("Q3 = 3.1 × 3.2", "", "", figure(assessment.result.safety.value), "", class_="headline"))
    return render(element("h2", "Safety"), table(["", "items", "label 1", "share (8)", "label 2 (7)"], rows))


def _quality(assessment: Assessment) -> Markup:
    value = assessment.result.stability
    rows: list[Child] = []
    for part in value.parts:
        measured = part.value.parts[0].value
        facts = ", ".join(f"{key.replace('_', ' ')} {fact:g}" for key, fact in part.value.facts.items())
        cells = (amount(measured), facts, figure(part.value.value), str(float(part.weight or 0)))
        rows.append(row((f"{part.value.formula} ", words(part.value.name).en, element("small", f"{words(measured.name).en} {measured.formula}")), *cells))
    rows.append(row("Q4 = 0.7 × 4.1 + 0.3 × 4.2", "", "", figure(value.value), "", class_="headline"))
    return render(element("h2", "Quality"), table(["", "measured", "from", "score", "weight"], rows))


def _functions(assessment: Assessment) -> Markup:
    value = assessment.result.functional
    rows: list[Child] = [
        row(_name(part.value.name, assessment), str(part.value.facts["n_cases"]), str(part.value.facts["n_present"]), points(part.value))
        for part in value.parts
    ]
    rows.append(row("Q1", "", "", figure(value.value), class_="headline"))
    inner = table(["", "cases", "present", "C (1)"], rows)
    return render(element("h2", "Functions"), element("details", element("summary", f"Q1 = {figure(value.value)}"), inner, class_="printed"))


def _sensitivity(assessment: Assessment) -> Markup:
    base = assessment.result.total.value
    moving = {each.option for each in assessment.variations if each.total != base or each.error}
    shown = [Move(each.option, each.value, each.total, each.chosen) for each in assessment.variations if each.option in moving]
    rows: list[Child] = []
    for each in assessment.variations:
        choice = choice_of(each.option)
        if each.value == choice.default:
            head = (element("code", each.option), " ", choice.formula, " ", element("small", choice.question))
            rows.append(element("tr", element("th", head, colspan=4, scope="colgroup"), class_="group"))
        told = each.error or choice.values[each.value]
        moved = percent(each.difference, signed=True)
        cells = (told, percent(each.total), "in use" if each.chosen else moved)
        rows.append(row(each.value.replace("_", " "), *cells, class_="headline" if each.chosen else None))
    figure_ = element(
        "figure",
        element("div", moves(shown, base), class_="wide"),
        element("figcaption", "Q with one choice changed. Full: in use; hollow: other values. Choices that leave Q as it is are left out."),
    )
    every = element("details", element("summary", "Every value of every open choice"), table(["", "meaning", "Q", "difference"], rows), class_="printed moves")
    return render(element("h2", "How Q moves with what the article leaves open"), figure_ if shown else None, every)


def _inputs(assessment: Assessment) -> Markup:
    files = assessment.folder.files
    rows: list[Child] = [_file(file) for file in files if not any(file.kind in kinds for kinds in INPUTS.values())]
    listed: set[str] = set()
    for purpose, kinds in INPUTS.items():
        found = [file for file in files if file.kind in kinds]
        head = (purpose, "" if found else " – nothing of it is there")
        rows.append(element("tr", element("th", head, colspan=3, scope="colgroup"), class_="group"))
        rows += [_file(file) for file in found if file.name not in listed]
        listed |= {file.name for file in found}
    return render(element("h2", "Inputs"), table(["file", "rows", "SHA-256"], rows, class_="words"))


def _file(file: InputFile) -> Markup:
    return row(element("code", file.name), str(file.rows), element("code", file.sha256[:16]))


def _elements(assessment: Assessment) -> Markup | None:
    rows: list[Child] = []
    for task, documents in assessment.inputs.comparisons.items():
        for id, found in documents.items():
            rows.append(row((words(task).en, element("small", id)), *map(str, (found.tp, found.fp, found.fn)), _listed(found)))
    if not rows:
        return None
    return render(element("h2", "Elements"), table(["", "TP", "FP", "FN", "false and missed"], rows, class_="words"))


def _listed(found: ElementComparison) -> Markup:
    chips = [element("li", _told(each), class_="bad", data_mark="✗") for each in found.false]
    chips += [element("li", _told(each), class_="wrong", data_mark="–") for each in found.missed]
    return render(element("ul", chips, class_="chips", lang="zh-Hans") if chips else None, f"unread: {found.unread}" if found.unread else None)


def _told(found: Element) -> str:
    place = "/".join(map(str, found.place)) or ("" if found.span is None else f"{found.span[0]}–{found.span[1]}")
    return " ".join(part for part in (found.kind, place, "" if found.value is None else str(found.value)) if part)


def _agreement(assessment: Assessment) -> Markup | None:
    pairs = [("grades of raters", each) for each in assessment.raters] + [("safety labels of annotators", each) for each in assessment.annotators]
    if not pairs:
        return None
    rows = [
        row(
            (_zh(f"{each.first} – {each.second}"), element("small", what)), str(each.agreement.n), figure(each.agreement.observed), figure(each.agreement.kappa)
        )
        for what, each in pairs
    ]
    return render(element("h2", "Agreement"), table(["", "items of both", "equal", "Cohen's kappa"], rows))


def _values(assessment: Assessment) -> Markup:
    rows: list[Child] = []
    result = assessment.result
    in_total = {id(value) for value in result.total.walk()}
    for root in (result.total, result.functional, *(value for value in result.tasks.values() if id(value) not in in_total)):
        rows += [_value_row(*found, assessment) for found in _walk(Part(root), 0)]
    head = ["value", "no.", "figure", "weight", "counts", "notes"]
    return render(
        element("h2", "Every value"),
        element("details", element("summary", "From the total down to what was measured"), table(head, rows, class_="values"), class_="printed"),
    )


def _walk(part: Part, depth: int) -> Iterator[tuple[Part, int]]:
    yield part, depth
    for each in part.value.parts:
        yield from _walk(each, depth + 1)


def _value_row(part: Part, depth: int, assessment: Assessment) -> Markup:
    value: Value = part.value
    facts = ", ".join(f"{key.replace('_', ' ')} {fact}" for key, fact in value.facts.items())
    notes = "; ".join(map(str, value.notes))
    head = element("th", _name(value.name, assessment, small=False), scope="row", style=f"padding-left:{0.6 + 1.1 * depth:.1f}rem")
    cells = (value.formula, amount(value), "" if part.weight is None else str(part.weight), facts, notes)
    return element("tr", head, [element("td", cell) for cell in cells])


def _name(name: str, assessment: Assessment, *, small: bool = True) -> Markup:
    title = words(name, assessment.functions)
    below = element("small", title.zh, lang="zh-Hans") if small else render(" ", _zh(title.zh))
    return render(title.en.replace("_", " "), below if title.zh else None)


def _zh(text: str) -> Markup:
    return element("span", text, lang="zh-Hans")
