"""``docs/metrics.md``: every public name of ``legal_metrics`` and of its compatibility modes, from signatures and docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType

import legal_metrics as lm
from legal_metrics.text.tokenisers import Tokeniser

_HEAD = """\
# Reference

Generated from the code by `python -m docs`: change the docstrings, not this page. A test holds the two together, and every example is run.

`import legal_metrics as lm` gives every name below (those of the compatibility modes by their module). What holds for all metrics:

- Arguments are `(predictions, references)`, paired one to one; options are keywords; lengths that differ are an error that names both.
- A metric returns a `Score`: `value`, `n`, `n_unparsed`, `n_excluded`, `samples` in the order of the input, `interval` (95 %, seeded), `signature`, `details`.
- Values are fractions from 0 to 1 unless the metric says otherwise; `nan` where there is nothing to score.
- A prediction that could not be read is `None`: it scores 0 and is counted. A reference that cannot be used is an error; one outside the domain of the
  metric is excluded and counted.
- **[CHOICE]** marks what sources leave open and was settled here: an option with this default, recorded in the signature.
- Arguments are never changed. Errors are `LegalMetricsError`s (a `ValueError`), for an argument of a wrong type also a `TypeError`.
"""

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Metrics", ("metrics.",)),
    ("Rubrics and judges", ("grading", "rubrics.", "judging.")),
    ("Statistics", ("stats.", "comparison")),
    (
        "Analyses of models, and their tables",
        ("analyses.", "boards.", "model_facts", "tables"),
    ),
    ("Reading values out of text", ("extract.", "jurisdictions.", "citations", "penalties", "readers.")),
    ("Text", ("text.",)),
    (
        "Tasks, predictions and reports",
        ("tasks", "scoring", "exams", "prompts", "predictions", "references", "judgements", "dataset_facts", "results", "reported"),
    ),
    ("Errors", ("errors",)),
)
"""Heading -> the homes of its names, as they begin."""

COMPATIBLE: tuple[str, ...] = ("compat.lawbench", "compat.zhifa")


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_sections(lm._HOMES), *_compatible()]).rstrip() + "\n"


def section_of(home: str) -> str | None:
    """The heading under which a module's names stand; None for one that no heading takes.

    >>> section_of("metrics.overlap"), section_of("text.normalise"), section_of("nowhere")
    ('Metrics', 'Text', None)
    """
    return next((title for title, starts in SECTIONS if home.startswith(starts)), None)


def _sections(homes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for title, _ in SECTIONS:
        yield f"## {title}\n"
        for home in sorted(homes):
            if section_of(home) == title:
                module = importlib.import_module(f"legal_metrics.{home}")
                yield from _module(module, "lm.", homes[home])


def _compatible() -> Iterator[str]:
    yield "## Compatibility modes\n"
    for home in COMPATIBLE:
        module = importlib.import_module(f"legal_metrics.{home}")
        own = [name for name, value in vars(module).items() if _is_public(name, value, module)]
        yield from _module(module, f"{home.removeprefix('compat.')}.", getattr(module, "__all__", own))


def _is_public(name: str, value: object, module: ModuleType) -> bool:
    is_code = inspect.isfunction(value) or inspect.isclass(value)
    return not name.startswith("_") and is_code and inspect.getmodule(value) is module


def _module(module: ModuleType, prefix: str, names: Iterable[str]) -> Iterator[str]:
    yield f"### `{module.__name__}`\n"
    yield from _text(inspect.cleandoc(module.__doc__ or ""))
    for name in names:
        value = getattr(module, name)
        if callable(value):
            yield f"#### `{prefix}{name}`\n"
            if inspect.isfunction(value):
                yield f"```python\n{_signature(name, value)}\n```\n"
            yield from _text(inspect.getdoc(value) or "")


def _text(docstring: str) -> Iterator[str]:
    """A docstring as Markdown: names as code, examples as blocks."""
    for block in re.split(r"\n\s*\n", docstring):
        if block.startswith(">>> "):
            yield f"```pycon\n{block}\n```\n"
        elif "\n>>> " in block:
            prose, _, example = block.partition("\n>>> ")
            yield from _text(prose)
            yield from _text(f">>> {example}")
        elif block:
            yield block.replace("``", "`") + "\n"


def _signature(name: str, value: object) -> str:
    signature = inspect.signature(value)  # type: ignore[arg-type]
    parts, keywords_only = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keywords_only:
            parts.append("*")
            keywords_only = True
        part = f"{'*' if parameter.kind is parameter.VAR_POSITIONAL else ''}{parameter.name}"
        keywords_only = keywords_only or parameter.kind is parameter.VAR_POSITIONAL
        if parameter.annotation is not parameter.empty:
            part += f": {parameter.annotation}"
        parts.append(part if parameter.default is parameter.empty else f"{part} = {_default(parameter.default)}")
    result = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
    line = f"{name}({', '.join(parts)}){result}"
    return line if len(line) <= 100 else f"{name}(\n    " + ",\n    ".join(parts) + f",\n){result}"


def _default(value: object) -> str:
    """A default as it is written in code."""
    return value.name.upper() if isinstance(value, Tokeniser) else repr(value)
