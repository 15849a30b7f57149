"""``legal-metrics judge``: requests for LLM judges out, their replies in, verdicts and scores out. The models are called by whatever the user has."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from legal_metrics.commands.files import UsageError, check_apart, json_text, out_file, whole_number, write_whole
from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.bootstrap import DEFAULT_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from legal_metrics.judging.questions import Question
    from legal_metrics.judging.requests import JudgeRequest
    from legal_metrics.judging.verdicts import Coverage
    from legal_metrics.predictions import Predictions

WHAT = "a task that judges grade (tw-legalbench/oeq), the form of the rubrics (case_analysis …), or rubrics: detected record by record"


def add(commands: Any) -> None:
    """Add the three subcommands."""
    parser = commands.add_parser(
        "judge",
        help="ask LLM judges and read their replies",
        description="requests: prompts for judges from outputs and rubrics. read: verdicts from their replies, with coverage. score: a report from verdicts. "
        "No model is called here.",
    )
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_requests(parts)
    _add_read(parts)
    _add_score(parts)


def _add_records(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", metavar="TASK", help=WHAT)
    parser.add_argument(
        "--references",
        required=True,
        metavar="SOURCE",
        help="the records: a dataset folder, a file or owner/name on the Hub for a task; a file or folder of JSON or JSON lines for rubrics",
    )
    parser.add_argument("--split", default="test", help="of a dataset; default: test")
    parser.add_argument(
        "--predictions", required=True, type=Path, metavar="FILE.jsonl", help="the outputs; ids as in the records"
    )
    parser.add_argument(
        "--allow-missing",
        action="store_true",
        help="records without an output are left out (requests) or unread (score)",
    )


def _add_requests(parts: Any) -> None:
    parser = parts.add_parser(
        "requests",
        help="write requests for judges",
        description='Writes one JSON line for each answer and judge: {"custom_id": …, "messages": […], digests, rubric}. Send the messages, or the files of '
        '--batch, to the judges; give their outputs, or lines {"custom_id": …, "output": "…"}, to "legal-metrics judge read" with this file.',
    )
    _add_records(parser)
    parser.add_argument(
        "--judge",
        required=True,
        nargs="+",
        action="extend",
        metavar="NAME[=MODEL]",
        help="judges by the name that verdicts carry, and the model of the batch where it has another name",
    )
    parser.add_argument("--out", type=out_file, metavar="FILE.jsonl", help="default: stdout")
    parser.add_argument(
        "--batch", type=Path, metavar="DIR", help="also write OpenAI batch files, one or more for each judge"
    )
    parser.add_argument(
        "--parameters",
        type=_parameters,
        default={"temperature": 0},
        metavar="JSON",
        help='of the batch bodies; default: {"temperature": 0}',
    )
    parser.add_argument(
        "--structured", action="store_true", help="batches ask for the reply in a JSON Schema of the rubric"
    )
    parser.add_argument("--labels", default="correct/partial/wrong/missing", help="label scheme; default: %(default)s")
    parser.add_argument(
        "--per",
        choices=("rubric", "item"),
        default="rubric",
        help="one request a rubric, or one an item; default: rubric",
    )
    parser.add_argument("--order", choices=("given", "reversed"), default="given", help="of the items; default: given")
    parser.add_argument("--language", choices=("zh-Hant", "zh-Hans"), help="of the prompt; default: that of the rubric")
    parser.add_argument("--prompt-version", metavar="VERSION", help="default: the newest")
    parser.add_argument("--contracts", type=Path, metavar="DIR", help="folder of the contracts that records name")
    parser.add_argument(
        "--max-characters",
        type=whole_number,
        metavar="N",
        help="most characters of question and answer, each; default: no limit",
    )
    parser.add_argument(
        "--on-too-long",
        choices=("error", "head_tail"),
        default="error",
        help="head_tail: longer answers are cut in the middle, which judges and verdicts are told; default: error",
    )
    parser.set_defaults(run=requests)


def _add_read(parts: Any) -> None:
    parser = parts.add_parser(
        "read",
        help="read the replies of judges",
        description="Reads batch outputs and error files of OpenAI's form, results of Anthropic's, and plain lines. Every request becomes one verdict line; a "
        "request without a verdict says why, and its answer stays unscored. Prints coverage.",
    )
    parser.add_argument("--requests", required=True, type=Path, metavar="FILE.jsonl", help="what was asked")
    parser.add_argument(
        "--replies", required=True, nargs="+", action="extend", type=Path, metavar="FILE", help="what came back"
    )
    parser.add_argument("--out", required=True, type=out_file, metavar="VERDICTS.jsonl")
    parser.add_argument(
        "--echo",
        choices=("unscored", "keep"),
        default="unscored",
        help="replies that only repeat grades from the candidate's own text; default: unscored",
    )
    parser.set_defaults(run=read)


def _add_score(parts: Any) -> None:
    parser = parts.add_parser(
        "score",
        help="score verdicts",
        description='For a task as "legal-metrics score" does; for rubrics by a named policy. Verdicts on other outputs or by other rubrics are errors.',
    )
    _add_records(parser)
    parser.add_argument(
        "--verdicts",
        required=True,
        nargs="+",
        action="extend",
        type=Path,
        metavar="FILE.jsonl",
        help="of judge read, or of your own",
    )
    parser.add_argument("--policy", metavar="NAME", help="for rubrics; default: zhifa")
    parser.add_argument(
        "--judges", metavar="HOW", help="several judges of rubrics: mean (default), median, majority, unanimous"
    )
    parser.add_argument("--json", type=out_file, metavar="OUT", help="write the whole report as JSON")
    parser.add_argument("--html", type=out_file, metavar="OUT", help="write the report as one HTML file")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, help="of the intervals; default: %(default)s"
    )
    parser.set_defaults(run=score)


# --- requests -----------------------------------------------------------------------------------------------------------


def requests(arguments: argparse.Namespace) -> int:
    """Make all requests first, so that a bad record leaves no half-written output."""
    from legal_metrics.judging.export import batches, to_batch_line, to_request_line

    judges = _judges(arguments.judge)
    questions = _questions(arguments)
    predictions = _predictions(arguments, questions)
    made, left_out = _make(arguments, judges, questions, predictions)
    files: dict[Path, str] = {}
    lines = "".join(to_request_line(request) + "\n" for request in made)
    if arguments.out:
        files[arguments.out] = lines
    if arguments.batch:
        for judge, model in judges.items():
            rows = (
                to_batch_line(request, model=model, parameters=arguments.parameters, structured=arguments.structured)
                for request in made
                if request.judge == judge
            )
            for place, batch in enumerate(batches(rows), start=1):
                files[arguments.batch / f"{_file_name(judge)}-{place:03}.jsonl"] = "\n".join(batch) + "\n"
    check_apart(
        {str(path): path for path in files},
        {"--predictions": arguments.predictions, "--references": Path(arguments.references)},
    )
    write_whole(files)
    if not arguments.out:
        sys.stdout.write(lines)
    sys.stderr.writelines(_told(made, left_out))
    sys.stderr.writelines(f"written: {path}\n" for path in files)
    return 0


def _make(
    arguments: argparse.Namespace,
    judges: Mapping[str, str],
    questions: Mapping[str, Question],
    predictions: Predictions,
) -> tuple[list[JudgeRequest], Counter[str]]:
    from legal_metrics.judging.questions import answer_in
    from legal_metrics.judging.requests import judge_requests

    options = {
        name: getattr(arguments, name)
        for name in ("labels", "per", "order", "language", "max_characters", "on_too_long")
    }
    made: list[JudgeRequest] = []
    left_out: Counter[str] = Counter()
    for run, outputs in predictions.runs.items():
        for question in questions.values():
            if question.id not in outputs:
                left_out["no output for the record"] += 1
                continue
            output = outputs[question.id]
            answer = answer_in(output, question.rubric.form)
            if answer is None:
                left_out["no answer in the output: nothing to judge, it earns nothing"] += 1
                continue
            if not question.rubric.items:
                left_out["no rubric for the record"] += 1
                continue
            for judge in judges:
                made += judge_requests(
                    question.text,
                    output,
                    question.rubric,
                    judge=judge,
                    run=run,
                    answer=answer,
                    version=arguments.prompt_version,
                    **options,
                )
    return made, left_out


def _told(made: Sequence[JudgeRequest], left_out: Mapping[str, int]) -> Iterator[str]:
    yield f"{len(made)} requests about {len({(request.run, request.id) for request in made})} answers\n"
    yield from (f"  left out: {n} ({why})\n" for why, n in left_out.items())
    cut = [request.cut.characters for request in made if request.cut]
    if cut:
        yield f"  cut: {len(cut)} requests do not show {sum(cut)} characters of their answers\n"
    flags = Counter(flag for request in made for flag in request.flags)
    yield from (f"  found in answers: {flag} in {n} requests\n" for flag, n in sorted(flags.items()))


def _judges(given: Sequence[str]) -> dict[str, str]:
    """Judge -> model. Raises: UsageError for an empty name or one that stands twice."""
    judges: dict[str, str] = {}
    for text in given:
        name, _, model = text.partition("=")
        if not name.strip() or name in judges or ("=" in text and not model.strip()):
            raise UsageError(f"--judge: found {text!r}, allowed NAME or NAME=MODEL, each name once")
        judges[name] = model or name
    return judges


def _parameters(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found no JSON: {error}") from None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a JSON object")
    return value


def _file_name(judge: str) -> str:
    return re.sub(r"[^\w.-]", "_", judge)


# --- records ------------------------------------------------------------------------------------------------------------


def _questions(arguments: argparse.Namespace) -> dict[str, Question]:
    from legal_metrics.commands.rubric_files import read_contracts, read_records
    from legal_metrics.judging.questions import TASK_FORMS, form_named, read_questions

    try:
        form = form_named(arguments.task)
    except LegalMetricsError as error:
        raise UsageError(str(error)) from None
    if arguments.task in TASK_FORMS:
        return read_questions(_references(arguments), form)
    records = list(read_records(Path(arguments.references)))
    questions = read_questions(records, form)
    named = [question.contract for question in questions.values() if question.contract]
    if not named or "contracts" not in arguments:
        return questions
    if arguments.contracts is None:
        raise UsageError(f"--contracts: {len(named)} records name contracts, which judges must see")
    return read_questions(records, form, contracts=read_contracts(arguments.contracts, named))


def _references(arguments: argparse.Namespace) -> Iterable[Mapping[str, Any]]:
    from legal_metrics.references import load_references
    from legal_metrics.tasks import task

    config = task(arguments.task).config or ""
    return load_references(arguments.references, config=config, split=arguments.split).records


def _predictions(arguments: argparse.Namespace, questions: Mapping[str, Question]) -> Predictions:
    from legal_metrics.commands.models import prediction_lines
    from legal_metrics.predictions import check_ids, read_predictions

    predictions = read_predictions(prediction_lines(arguments.predictions, "--predictions"), source=str(arguments.predictions))
    check_ids(predictions, questions, missing="unparsed" if arguments.allow_missing else "error")
    return predictions


# --- read ---------------------------------------------------------------------------------------------------------------


def read(arguments: argparse.Namespace) -> int:
    """Read all replies, write one verdict line for each request, print the coverage."""
    from legal_metrics.judgements import to_judgement_line
    from legal_metrics.judging.export import read_requests
    from legal_metrics.judging.replies import read_replies
    from legal_metrics.judging.verdicts import coverage, read_verdict

    check_apart(
        {"--out": arguments.out},
        {"--requests": arguments.requests, **{f"--replies ({p})": p for p in arguments.replies}},
    )
    asked = read_requests(_content(arguments.requests, "--requests").splitlines(), source=str(arguments.requests))
    replies = read_replies(
        {str(path): _content(path, "--replies").splitlines() for path in arguments.replies}, known=asked
    )
    verdicts = [read_verdict(request, replies.get(name), echo=arguments.echo) for name, request in asked.items()]
    lines = (
        to_judgement_line(request.id, verdict, run=request.run) + "\n"
        for request, verdict in zip(asked.values(), verdicts, strict=True)
    )
    write_whole({arguments.out: "".join(lines)})
    sys.stdout.writelines(_covered(coverage(list(asked.values()), replies, verdicts)))
    sys.stderr.write(f"written: {arguments.out}\n")
    return 0


def _covered(found: Coverage) -> Iterator[str]:
    yield f"requests {found.requests}, verdicts {found.verdicts}, unscored {found.requests - found.verdicts}\n"
    yield f"items asked {found.items_asked}, graded {found.items_graded} ({100 * found.share:.1f} %)\n"
    for title, counts in (
        ("replies", found.statuses),
        ("unscored", found.unscored),
        ("repairs", found.repairs),
        ("problems", found.problems),
        ("in answers", found.flags),
    ):
        yield from (
            f"  {title}: {n} {what}\n" for what, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        )
    if found.cut:
        yield f"  cut: {found.cut} requests did not show the whole answer\n"


def _content(path: Path, option: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{option}: no such file: {path}") from None


# --- score --------------------------------------------------------------------------------------------------------------


def score(arguments: argparse.Namespace) -> int:
    """Hold verdicts against outputs and rubrics, score, write, print."""
    from legal_metrics.judgements import check_judgements, read_judgements
    from legal_metrics.judging.questions import TASK_FORMS
    from legal_metrics.judging.rubric_values import rubric_sha256

    questions = _questions(arguments)
    predictions = _predictions(arguments, questions)
    judgements = read_judgements({str(path): _content(path, "--verdicts").splitlines() for path in arguments.verdicts})
    digests = {id: rubric_sha256(question.rubric) for id, question in questions.items()}
    check_judgements(judgements, predictions, questions, rubrics=digests)
    if arguments.task in TASK_FORMS:
        return _score_task(arguments)
    from legal_metrics.judging.rubric_report import rubric_report
    from legal_metrics.report.html import render_html
    from legal_metrics.report.terminal import render_terminal

    report = rubric_report(
        {id: question.rubric for id, question in questions.items()},
        predictions,
        judgements,
        task=arguments.task,
        policy=arguments.policy or "zhifa",
        judges=arguments.judges or "mean",
        seed=arguments.seed,
    )
    files = {}
    if arguments.json:
        files[arguments.json] = json_text(report.to_dict())
    if arguments.html:
        files[arguments.html] = render_html(report)
    read_files = {
        "--predictions": arguments.predictions,
        **{f"--verdicts ({path})": path for path in arguments.verdicts},
    }
    check_apart({"--json": arguments.json, "--html": arguments.html}, read_files)
    table = render_terminal(report)
    write_whole(files)
    sys.stdout.write(table)
    sys.stderr.writelines(f"written: {path}\n" for path in files)
    return 0


def _score_task(arguments: argparse.Namespace) -> int:
    from legal_metrics.commands.score import run

    if arguments.policy or arguments.judges:
        raise UsageError(f"--policy, --judges: allowed for rubrics; {arguments.task} has its own")
    settings = {
        **vars(arguments),
        "judgements": arguments.verdicts,
        "by": [],
        "difficulty": [],
        "reading": "strict",
        "reference": None,
        "worst": 20,
    }
    return run(argparse.Namespace(**settings))
