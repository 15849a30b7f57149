"""Which builder makes which config, from which source: the task table says what there is, this table says how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from builders.annotations import Annotations
from builders.profiles import ExamProfile, Profile
from builders.release.manifest import ROOT, datasets
from builders.release.release import BuiltConfig
from builders.tasks import ljp_build
from builders.tasks.exam_build import ExamBuilds
from legal_metrics.tasks import TASKS

BUNDLED = ROOT / "data" / "bundled"
_ANNOTATIONS = ROOT / "data" / "annotations" / "tw-legalbench"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Where a config comes from: id of the official source, and folder and id of the bundled one."""

    official: str
    bundled: Path
    bundled_id: str


_JUDGMENTS = Corpus("tw-judgments", BUNDLED / "tw" / "judgments", "bundled-tw-judgments")
_EXAMS = Corpus("moex", BUNDLED / "tw" / "exams", "bundled-tw-exams")
_CORPORA: Mapping[str, Corpus] = {
    "tw-legalbench/ljp": _JUDGMENTS,
    "tw-legalbench/mcq": _EXAMS,
    "tw-legalbench/mcq_zh_cn": _EXAMS,
    "tw-legalbench/mcq_en": _EXAMS,
    "tw-legalbench/oeq": _EXAMS,
}


@dataclass(frozen=True, slots=True)
class Options:
    """What a person asks of a build. ``source`` None: the bundled corpora. ``translations``: files of accepted ones beside those of ``data/annotations``."""

    source: Path | None
    version: str | None
    jobs: int
    judgments: Profile
    exams: ExamProfile
    translations: tuple[Path, ...] = ()


def known_configs(dataset: str) -> list[str]:
    """The configs of a dataset, in the order of the task table.

    >>> "ljp" in known_configs("tw-legalbench"), known_configs("zhifa-bench")
    (True, [])
    """
    return [spec.config for spec in TASKS if spec.suite == dataset and spec.config]


def config_builders(dataset: str, names: Sequence[str], options: Options, annotations: Annotations) -> dict[str, Callable[[Path], BuiltConfig]]:
    """Config -> function of a scratch folder, for those of ``names`` that have a builder and a source; configs of one corpus read it once."""
    builders: dict[str, Callable[[Path], BuiltConfig]] = {}
    exams: ExamBuilds | None = None
    for name in names:
        corpus = _CORPORA.get(f"{dataset}/{name}")
        if corpus is None or (options.source is None and not corpus.bundled.exists()):
            continue
        source = options.source or corpus.bundled
        kind = kind_of(source)
        facts = datasets()[dataset]
        merged = corpus is _JUDGMENTS and options.judgments.allow_merged
        common: dict[str, Any] = {
            "source": source,
            "source_id": corpus.bundled_id if kind == "bundled" else corpus.official,
            "kind": kind,
            "version": options.version or facts["versions"][kind + ("_merged" if merged else "")],
            "canary": facts["canary"],
            "annotations": annotations,
            "jobs": options.jobs,
        }
        if corpus is _JUDGMENTS:
            builders[name] = partial(ljp_build.build, profile=options.judgments, **common)
        else:
            exams = exams or ExamBuilds(
                profile=options.exams, labels=annotation_files("labels"), translations=(*options.translations, *annotation_files("translations")), **common
            )
            builders[name] = partial(exams.build, name)
    return builders


def kind_of(source: Path | None) -> str:
    """``bundled`` for a bundled corpus (None) or a part of one, else ``rebuilt``.

    >>> kind_of(None), kind_of(BUNDLED / "tw" / "exams"), kind_of(Path("elsewhere"))
    ('bundled', 'bundled', 'rebuilt')
    """
    return "bundled" if source is None or BUNDLED in (source.resolve(), *source.resolve().parents) else "rebuilt"


def annotation_files(kind: str) -> tuple[Path, ...]:
    """The files of law ``labels`` or of accepted ``translations`` in the repository: those of official questions, and those of the bundled ones.

    >>> all(path.suffix == ".jsonl" for path in annotation_files("labels"))
    True
    """
    if kind == "labels":
        files = [_ANNOTATIONS / "labels.jsonl", BUNDLED / "tw" / "exam_labels.jsonl"]
        return tuple(file for file in files if file.is_file())
    return (*sorted((_ANNOTATIONS / "translations").glob("*.jsonl")), *sorted((BUNDLED / "tw").glob("exam_translations.*.jsonl")))
