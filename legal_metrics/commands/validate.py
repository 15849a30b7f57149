"""``legal-metrics validate``: files of rubrics in, everything that is wrong with them out, with a code, a place and a fix."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError
from legal_metrics.commands.rubric_files import read_records, read_text
from legal_metrics.errors import BadReferenceError, LegalMetricsError

if TYPE_CHECKING:
    from legal_metrics.grading import Rubric
    from legal_metrics.rubrics.lint_codes import Finding

SEVERITIES = ("error", "warning", "note")


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "validate",
        help="find what is wrong with rubrics",
        description="Reads rubrics (JSON or JSON lines, one or many records a file) and tells what is wrong with them: sums, ids, wording, what each form "
        "requires, contracts, labels. Exit code 1 where there is an error among the findings.",
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files of rubrics")
    parser.add_argument("--form", metavar="FORM", help="the form of every record; default: detected record by record")
    parser.add_argument(
        "--contracts", type=Path, metavar="DIR", help="folder of the contracts that clauses are looked up in"
    )
    parser.add_argument("--checklist", type=Path, metavar="FILE", help="the risk checklist")
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="CAIL.jsonl",
        help="rows of CAIL2018, found by the facts that a judgment's question holds",
    )
    parser.add_argument(
        "--sources",
        type=Path,
        metavar="FILE",
        help="the rows that adversarial case analyses were made from, found by id or source_id",
    )
    parser.add_argument(
        "--least", choices=SEVERITIES, default="note", help="leave out what is less severe; default: note"
    )
    parser.add_argument("--json", action="store_true", help="write findings and counts as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, lint, tell."""
    form = _form(arguments.form)
    beside = _Beside.read(arguments)
    records: list[_Linted] = []
    for path in arguments.files:
        records += _lint_file(path, form, beside)
    records += _pairs(records)
    shown = SEVERITIES[: SEVERITIES.index(arguments.least) + 1]
    write = _json if arguments.json else _text
    sys.stdout.writelines(write(records, shown))
    return int(any(one.severity == "error" for record in records for one in record.findings))


@dataclass(frozen=True, slots=True)
class _Linted:
    """One record: where it stands, its rubric (None: it could not be read), what was found, and checks that lacked their input."""

    file: str
    id: str
    rubric: Rubric | None
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...] = ()


# --- what is compared with ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Beside:
    """What rubrics are held against; each None where it was not given."""

    contracts: Path | None = None
    checklist: frozenset[str] | None = None
    labels: _Labels | None = None
    sources: Mapping[str, Rubric] | None = None

    @classmethod
    def read(cls, arguments: argparse.Namespace) -> _Beside:
        from legal_metrics.rubrics.lint_contracts import risk_ids

        if arguments.contracts is not None and not arguments.contracts.is_dir():
            raise UsageError(f"--contracts: no such folder: {arguments.contracts}")
        checklist = None
        if arguments.checklist is not None:
            try:
                checklist = risk_ids([_value(arguments.checklist)])
            except BadReferenceError as error:
                raise LegalMetricsError(f"{arguments.checklist}: {error}") from None
        sources = None
        if arguments.sources is not None:
            read = (_read(row, None, f"#{place}") for place, row in enumerate(read_records(arguments.sources), 1))
            sources = {rubric.id: rubric for rubric in read}
        labels = None if arguments.labels is None else _Labels.of(read_records(arguments.labels))
        return cls(arguments.contracts, checklist, labels, sources)

    def contract(self, rubric: Rubric) -> str | None:
        """The text of a rubric's contract: the file that it names under the folder, by path or by name, else one named by its id."""
        if self.contracts is None:
            return None
        named = rubric.extra.get("contract_file")
        names = [Path(named.replace("\\", "/"))] if isinstance(named, str) and named else []
        wanted = [
            *names,
            *(Path(name.name) for name in names),
            *(Path(rubric.id + ending) for ending in (".md", ".txt")),
        ]
        root = self.contracts.resolve()
        for name in wanted:
            path = (root / name).resolve()
            if path.suffix.lower() in (".md", ".txt") and path.is_relative_to(root) and path.is_file():
                return read_text(path)
        return None


@dataclass(frozen=True, slots=True)
class _Labels:
    """Rows of CAIL2018 by their facts without white space, and by id."""

    by_fact: Mapping[str, Mapping[str, Any]]
    by_id: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> _Labels:
        by_fact: dict[str, Mapping[str, Any]] = {}
        by_id: dict[str, Mapping[str, Any]] = {}
        for row in rows:
            if isinstance(row.get("fact"), str) and row["fact"].strip():
                by_fact[_bare(row["fact"])] = row
            if isinstance(row.get("id"), (str, int)):
                by_id[str(row["id"])] = row
        return cls(by_fact, by_id)

    def find(self, rubric: Rubric) -> Mapping[str, Any] | None:
        """The row of a judgment: its question is the facts, or holds them; else the row with its id."""
        question = rubric.extra.get("question")
        bare = _bare(question) if isinstance(question, str) else ""
        if bare in self.by_fact:
            return self.by_fact[bare]
        holding = [fact for fact in self.by_fact if fact in bare]
        return self.by_fact[max(holding, key=len)] if holding else self.by_id.get(rubric.id)


def _bare(text: str) -> str:
    return "".join(text.split())


# --- files --------------------------------------------------------------------------------------------------------------


def _value(path: Path) -> Any:
    """What a JSON file holds, as one value."""
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, LegalMetricsError):
            raise
        raise LegalMetricsError(f"{path}: found no JSON ({error})") from None


def _form(name: str | None) -> str | None:
    from legal_metrics.rubrics.forms import FORMS

    if name is not None and name not in FORMS:
        raise UsageError(f"--form: found {name!r}, allowed {', '.join(FORMS)}")
    return name


def _read(row: Mapping[str, Any], form: str | None, number: str) -> Rubric:
    from legal_metrics.rubrics.forms import read_rubric

    id = row.get("id")
    named = isinstance(id, (str, int)) and str(id).strip()
    return read_rubric(row, form or "", id=str(id) if named else number)


# --- findings -----------------------------------------------------------------------------------------------------------


def _lint_file(path: Path, form: str | None, beside: _Beside) -> Iterator[_Linted]:
    from legal_metrics.rubrics.lint_codes import finding

    seen: Counter[str] = Counter()
    for place, row in enumerate(read_records(path), 1):
        try:
            rubric = _read(row, form, f"#{place}")
        except LegalMetricsError as error:
            found = (
                finding(
                    "unreadable", getattr(error, "field", ""), getattr(error, "why", str(error)), "a record of the form"
                ),
            )
            yield _Linted(str(path), f"#{place}", None, found)
            continue
        linted = _lint(path, rubric, row, beside)
        seen[rubric.id] += 1
        if seen[rubric.id] > 1:
            again = finding("record-repeated", "id", repr(rubric.id), "an id of its own")
            linted = _Linted(
                linted.file, f"{rubric.id} (#{place})", rubric, (again, *linted.findings), linted.unchecked
            )
        yield linted


def _lint(path: Path, rubric: Rubric, row: Mapping[str, Any], beside: _Beside) -> _Linted:
    from legal_metrics.rubrics.lint import lint_rubric

    unchecked: list[str] = []
    contract = label = source = None
    if "contract" in rubric.form or rubric.form.startswith("adversarial"):
        contract = beside.contract(rubric)
        unchecked += ["clauses: no contract text"] * (contract is None)
        unchecked += ["risk ids: no checklist"] * (beside.checklist is None)
    if rubric.form == "judgment":
        label = beside.labels.find(rubric) if beside.labels is not None else None
        unchecked += ["label: no row of CAIL2018"] * (label is None)
    if beside.sources is not None:
        source = beside.sources.get(str(row.get("source_id", rubric.id)))
    found = lint_rubric(rubric, contract=contract, checklist=beside.checklist, label=label, record=row, source=source)
    return _Linted(str(path), rubric.id, rubric, found, tuple(unchecked))


def _pairs(records: Sequence[_Linted]) -> Iterator[_Linted]:
    """Detection and revision rubrics with one id are compared."""
    from legal_metrics.rubrics.lint import lint_pair

    by_id: dict[str, dict[str, _Linted]] = {}
    for record in records:
        for kind in ("detection", "revision"):
            if record.rubric is not None and record.rubric.form.endswith(kind):
                by_id.setdefault(record.rubric.id, {}).setdefault(kind, record)
    for id, pair in by_id.items():
        if (
            len(pair) == 2
            and (one := pair["detection"].rubric) is not None
            and (other := pair["revision"].rubric) is not None
        ):
            found = lint_pair(one, other)
            if found:
                yield _Linted(f"{pair['detection'].file} and {pair['revision'].file}", id, None, found)


def _text(records: Sequence[_Linted], shown: Sequence[str]) -> Iterator[str]:
    for record in records:
        for one in record.findings:
            if one.severity in shown:
                yield f"{record.file}: {record.id}: {one}; fix: {one.fix}\n"
    summary = _summary(records)
    yield f"{summary.n_rubrics} rubrics, {summary.n_clean} without findings\n"
    yield from (f"  {n:5} {severity}\n" for severity, n in summary.severities.items())
    yield from (f"        {n:5} {code}\n" for code, n in summary.codes.items())
    yield from (f"  not checked in {n} rubrics: {what}\n" for what, n in summary.unchecked.items())


def _json(records: Sequence[_Linted], shown: Sequence[str]) -> Iterator[str]:
    rows = [
        {"file": record.file, "id": record.id, **asdict(one)}
        for record in records
        for one in record.findings
        if one.severity in shown
    ]
    yield json.dumps({**asdict(_summary(records)), "findings": rows}, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _Summary:
    n_rubrics: int = 0
    n_clean: int = 0
    severities: Mapping[str, int] = field(default_factory=dict)
    codes: Mapping[str, int] = field(default_factory=dict)
    unchecked: Mapping[str, int] = field(default_factory=dict)


def _summary(records: Sequence[_Linted]) -> _Summary:
    findings = [one for record in records for one in record.findings]
    rubrics = [record for record in records if record.rubric is not None]
    counts = Counter(one.severity for one in findings)
    return _Summary(
        len(rubrics),
        sum(not record.findings for record in rubrics),
        {severity: counts[severity] for severity in SEVERITIES},
        dict(sorted(Counter(one.code for one in findings).items(), key=lambda pair: (-pair[1], pair[0]))),
        dict(Counter(what for record in records for what in record.unchecked)),
    )
