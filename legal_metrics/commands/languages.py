"""``legal-metrics languages``: one model's outputs to the same questions in several languages in, what is gained and lost out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError, whole_number
from legal_metrics.commands.items import add_choice_options
from legal_metrics.commands.models import read_outputs
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED

TASKS: dict[str, str] = {"mcq": "Traditional Chinese", "mcq_zh_cn": "Simplified Chinese", "mcq_en": "English"}
"""Config -> its language; a test holds them equal to ``legal_metrics.analyses.languages``, which is loaded only when it is needed."""


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "languages",
        help="compare one model's answers to the same questions in several languages",
        description="Pairs one model's answers to the multiple-choice questions of tw-legalbench in two or three languages by question: the differences in accuracy with "
        "paired intervals and McNemar's test, over all questions, by group of laws and by law, and the answers gained and lost.",
    )
    for config, language in TASKS.items():
        parser.add_argument(
            f"--{config.replace('_', '-')}",
            dest=config,
            type=Path,
            metavar="FILE",
            help=f'the answers in {language}: outputs (.jsonl), or a report of "legal-metrics score --json" (.json)',
        )
    parser.add_argument(
        "--references",
        required=True,
        nargs="+",
        metavar="DIR_OR_REPO",
        help="a dataset folder or owner/name on the Hub for all languages, or a .jsonl file of records for each, in the order of the options above",
    )
    parser.add_argument("--split", default="test", help="default: test")
    parser.add_argument("--model", default="", metavar="NAME", help="what the model is called on the page")
    parser.add_argument("--least", type=whole_number, default=10, metavar="N", help="groups and laws with fewer questions are no rows; default: 10")
    add_choice_options(parser)
    parser.add_argument("--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of the intervals; default: {DEFAULT_SEED}")
    parser.add_argument("--resamples", type=whole_number, default=DEFAULT_RESAMPLES, metavar="N", help=f"resamples of an interval; default: {DEFAULT_RESAMPLES}")
    add_table_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compare, write the files that were asked for, print the tables."""
    paths: dict[str, Path] = {config: path for config in TASKS if (path := getattr(arguments, config)) is not None}
    options = {config: f"--{config.replace('_', '-')}" for config in TASKS}
    if len(paths) < 2:
        raise UsageError(f"found {', '.join(options[config] for config in paths) or 'no language'}, allowed two or three of {', '.join(options.values())}")
    sources = _sources(arguments.references, list(paths))
    check_table_files(
        arguments, {**{f"--references ({source})": Path(source) for source in arguments.references}, **{options[config]: path for config, path in paths.items()}}
    )
    from legal_metrics.analyses.languages import compare_languages
    from legal_metrics.analyses.languages_tables import language_tables
    from legal_metrics.references import load_references
    from legal_metrics.report.languages import render_languages_html

    references = {f"tw-legalbench/{config}": load_references(source, config=config, split=arguments.split) for config, source in sources.items()}
    comparison = compare_languages(
        {f"tw-legalbench/{config}": read_outputs(path, options[config]) for config, path in paths.items()},
        {task: loaded.records for task, loaded in references.items()},
        reading=arguments.reading,
        missing="unparsed" if arguments.allow_missing else "apart",
        years=arguments.years,
        least=arguments.least,
        datasets={task: loaded.dataset for task, loaded in references.items()},
        seed=arguments.seed,
        resamples=arguments.resamples,
    )
    tables = language_tables(comparison, listed=arguments.worst)
    write_tables(arguments, tables, whole=comparison.to_dict, html=lambda: render_languages_html(comparison, model=arguments.model, tables=tables))
    return 0


def _sources(references: list[str], configs: list[str]) -> dict[str, str]:
    """Where the records of each language are. Raises: UsageError for a file that would serve two languages, or another number of places than languages."""
    if len(references) == 1 and not Path(references[0]).is_file():
        return dict.fromkeys(configs, references[0])
    if len(references) != len(configs):
        raise UsageError(f"--references: found {len(references)} for {len(configs)} languages, allowed one folder or repository for all, or one file for each")
    return dict(zip(configs, references, strict=True))
