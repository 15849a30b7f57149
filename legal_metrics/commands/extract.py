"""``legal-metrics extract``: JSON lines with a text in, JSON lines with what was read out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from legal_metrics.commands.files import UsageError
from legal_metrics.errors import WrongTypeError
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines

TEXT_FIELDS = ("text", "output")


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "extract",
        help="read choices, sentences, statutes, charges or judges' grades out of texts",
        description='Reads lines {"id": …, "text": …} (or "output") from stdin, writes {"id": …, "<what>": …} to stdout; '
        'null means that nothing could be read. For choices a line can hold "options" (marks, or the options\' own texts in order) and "multiple", '
        'for judge the items of the rubric ("rubric": [{"index": 1, "points": 3}, …]).',
    )
    parser.add_argument("what", choices=sorted(READERS), help="what to read")
    parser.add_argument(
        "--jurisdiction",
        type=str.upper,
        default="TW",
        metavar="CODE",
        help="; ".join(f"{what}: {' or '.join(reader.jurisdictions)}" for what, reader in READERS.items())
        + "; default: TW",
    )
    parser.add_argument(
        "--options", default="ABCD", metavar="MARKS", help="choices: the marks of the options; default: ABCD"
    )
    parser.add_argument("--multiple", action="store_true", help="choices: several options may be right")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer line by line, so that it can stand in a pipe."""
    reader = READERS[arguments.what]
    if arguments.jurisdiction not in reader.jurisdictions:
        allowed = " or ".join(reader.jurisdictions)
        raise UsageError(f"--jurisdiction: found {arguments.jurisdiction!r}, allowed for {arguments.what} {allowed}")
    asked = {"options": arguments.options, "multiple": arguments.multiple}
    for number, row in read_json_lines(sys.stdin.buffer, source="stdin"):
        field = next((f for f in TEXT_FIELDS if f in row), None)
        if field is None:
            raise JsonLineError(
                "stdin",
                number,
                f"found no field 'text' or 'output' (fields: {', '.join(row) or 'none'}), one is needed",
            )
        if not isinstance(row[field], str):
            raise JsonLineError("stdin", number, f"field {field!r}: found {kind_of(row[field])}, allowed a string")
        answer = {"id": row["id"]} if "id" in row else {}
        if arguments.what == "choices":
            answer["choices"] = _choices(
                row[field], **{name: row.get(name, default) for name, default in asked.items()}
            )
        elif arguments.what == "judge":
            try:
                answer["judge"] = _judge(row[field], rubric=row.get("rubric"))
            except WrongTypeError as error:
                raise JsonLineError("stdin", number, str(error)) from None
        else:
            answer[arguments.what] = reader.read(row[field], arguments.jurisdiction)
        line = json.dumps(answer, ensure_ascii=False)
        printable = line.encode("utf-8", "replace").decode("utf-8") == line  # half a surrogate pair is none
        sys.stdout.write((line if printable else json.dumps(answer)) + "\n")
    return 0


def _choices(text: str, jurisdiction: str = "TW", *, options: Any = "ABCD", multiple: bool = False) -> list[str] | None:
    from legal_metrics.extract.choices import extract_choices
    from legal_metrics.readers.choices import marks_of

    texts = None
    if (
        isinstance(options, list)
        and all(isinstance(text, str) for text in options)
        and any(len(text.strip()) > 1 for text in options)
    ):
        texts, options = options, marks_of(options)
    letters = extract_choices(text, options=options, multiple=bool(multiple), option_texts=texts)
    return None if letters is None else sorted(letters)


def _sentence(text: str, jurisdiction: str) -> dict[str, Any] | None:
    from legal_metrics.extract.sentences import parse_sentence

    sentence = parse_sentence(text, jurisdiction)
    return None if sentence is None else asdict(sentence)


def _statutes(text: str, jurisdiction: str) -> list[dict[str, Any]]:
    from legal_metrics.extract.statutes import extract_statutes

    return [{"citation": str(citation), **asdict(citation)} for citation in extract_statutes(text, jurisdiction)]


def _charges(text: str, jurisdiction: str) -> list[str] | None:
    from legal_metrics.extract.charges import extract_charges

    return extract_charges(text, jurisdiction)


def _judge(text: str, jurisdiction: str = "TW", *, rubric: Any = None) -> dict[str, Any] | None:
    from legal_metrics.errors import JudgeReplyError
    from legal_metrics.extract.judge_replies import parse_judge_reply

    try:
        reply = parse_judge_reply(text, rubric)
    except JudgeReplyError:
        return None
    return {**asdict(reply), "problems": [str(problem) for problem in reply.problems]}


@dataclass(frozen=True, slots=True)
class Reader:
    """How one thing is read out of a text, and of which jurisdictions (they are known without loading a grammar)."""

    read: Callable[..., Any]
    jurisdictions: tuple[str, ...]


READERS: dict[str, Reader] = {
    "choices": Reader(_choices, ("TW", "CN")),
    "sentence": Reader(_sentence, ("TW", "CN")),
    "statutes": Reader(_statutes, ("TW", "CN")),
    "charges": Reader(_charges, ("TW", "CN")),
    "judge": Reader(_judge, ("TW", "CN")),
}
