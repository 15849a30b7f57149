"""A release folder, whole or not at all: Parquet, manifest and card are made beside their place and moved there at the end."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.pipeline import Drop, Log
from builders.quality.validation import load_schema
from builders.release.arrow_schema import arrow_schema
from builders.release.card import render_card
from builders.release.manifest import CARD, NAME, builder_facts, files_of, new_manifest, read_manifest, to_json
from builders.release.parquet import write_split_files
from builders.signals import uninterrupted
from builders.staging import Move, fill, move_together, scratch_file, scratch_folder, writing
from builders.tasks.reasons import FAULTS

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BuiltConfig:
    """A config, ready to be written: the stem of its schema, what the manifest says of it, its rows (in their final order, possibly read
    from disk only now), the log of its build, and the records that errata have corrected (id -> number of values)."""

    record: str
    facts: Mapping[str, Any]
    splits: Mapping[str, Iterable[Record]]
    log: Log
    corrected: Mapping[str, int] = field(default_factory=dict)

    @property
    def retired(self) -> frozenset[str]:
        """The ids that were met and left out because they are retired."""
        return frozenset(drop.id for drop in self.log.drops if drop.reason == "retired")


@dataclass(frozen=True, slots=True)
class StagedRelease:
    """A release that is finished but not yet in its place: the manifest, the log of each config, which of them got no rows from the source, the
    ids that an annotation named and a record had, and the files that go with it."""

    manifest: dict[str, Any]
    logs: dict[str, Log]
    without_rows: tuple[str, ...]
    annotated: frozenset[str]
    files: Mapping[Path, Move]

    def write(self, path: Path, text: str) -> None:
        """Fill one of the files that go with the release.

        Raises: BuildError where it cannot be written.
        """
        with writing(path):
            fill(self.files[path], text)


@contextmanager
def staged_release(
    dataset: str, out: Path, configs: Mapping[str, Callable[[Path], BuiltConfig]], *, files: Sequence[Path] = ()
) -> Iterator[StagedRelease]:
    """Build ``configs`` (name -> function of a scratch folder) beside ``out``; the release comes into its place when the block is done, and
    ``files`` (reports of it, elsewhere) with it. On any error, in the block too, every place stays as it was and nothing is left behind.

    An earlier build in ``out`` keeps its other configs: their files are taken over as they are, and manifest and card say both. Whether
    all places can be written is found out before anything is read.

    Raises: BuildError for an ``out`` that holds anything else than an earlier build of this dataset, for a place that cannot be written,
    and where no config gets any rows. One that gets none where others do is left as it was, and named in ``without_rows``.
    """
    with ExitStack() as stack:
        with writing(out):
            earlier = earlier_build(dataset, out)
            for path in files:
                if out.resolve() in (path.resolve(), *path.resolve().parents):
                    raise BuildError(f"{path}: found a file in {out}, allowed one elsewhere: a release holds nothing else")
            beside = {path: stack.enter_context(scratch_file(path)) for path in files}
            scratch = stack.enter_context(scratch_folder(out)).made
            release = scratch / "release"
            release.mkdir()
            manifest, logs, without_rows, annotated = _build_all(dataset, out, configs, earlier, scratch, release)
        yield StagedRelease(manifest, logs, without_rows, annotated, beside)
        with writing(out), uninterrupted():
            move_together([Move(release, out.resolve()), *beside.values()])


def write_release(dataset: str, out: Path, configs: Mapping[str, Callable[[Path], BuiltConfig]]) -> tuple[dict[str, Any], dict[str, Log]]:
    """As ``staged_release``, put into its place at once. Returns: the manifest, and the log of each config."""
    with staged_release(dataset, out, configs) as staged:
        return staged.manifest, staged.logs


def _build_all(
    dataset: str,
    out: Path,
    configs: Mapping[str, Callable[[Path], BuiltConfig]],
    earlier: Mapping[str, Any] | None,
    scratch: Path,
    release: Path,
) -> tuple[dict[str, Any], dict[str, Log], tuple[str, ...], frozenset[str]]:
    parts: dict[str, dict[str, Any]] = {}
    logs: dict[str, Log] = {}
    annotated: frozenset[str] = frozenset()
    for name, build in configs.items():
        work = scratch / name
        work.mkdir()
        built = build(work)
        logs[name] = built.log
        annotated |= built.retired.union(built.corrected)
        part = _write_config(name, built, release)
        if part is not None:
            parts[name] = part
    without_rows = tuple(name for name in logs if name not in parts)
    if not parts:
        raise BuildError("\n".join(_nothing_kept(logs)))
    for name, kept in (earlier["configs"] if earlier else {}).items():
        if name not in parts:
            parts[name] = kept
            for split in kept["splits"].values():
                (release / split["file"]).parent.mkdir(exist_ok=True)
                shutil.copyfile(out / split["file"], release / split["file"])
    manifest = new_manifest(dataset, parts)
    (release / NAME).write_text(to_json(manifest), encoding="utf-8", newline="\n")
    (release / CARD).write_text(render_card(manifest), encoding="utf-8", newline="\n")
    return manifest, logs, without_rows, annotated


def holds(log: Log) -> bool:
    """Whether the source held any file that a config is made from: else its files are those of other configs."""
    return log.count("read").kept > 0


def _nothing_kept(logs: Mapping[str, Log]) -> Iterator[str]:
    """Why no config has a row: each in full, or in one line where its files are not in the source and those of another are; no drop twice."""
    any_held = any(map(holds, logs.values()))
    told: set[str] = set()
    for name, log in logs.items():
        if any_held and not holds(log):
            yield f"config {name!r}: the source holds no file of it"
            continue
        yield f"config {name!r}: no file of the source became a record"
        yield summary(log)
        fresh = [line for line in drop_lines(log.drops) if line not in told]
        told.update(fresh)
        yield from fresh


def _write_config(name: str, built: BuiltConfig, release: Path) -> dict[str, Any] | None:
    schema = load_schema(built.record)
    files = write_split_files(built.splits, arrow_schema(schema), release / name)
    if not files:
        (release / name).rmdir()
        return None
    splits = {
        split: {"file": f"{name}/{file.path.name}", "rows": file.rows, "rows_sha256": file.rows_sha256, "bytes": file.bytes}
        for split, file in files.items()
    }
    annotations = {"errata": sum(built.corrected.values()), "retired": len(built.retired)}
    return {
        "record": built.record,
        "schema": schema["$id"],
        "builder": builder_facts(),
        **built.facts,
        "annotations": annotations,
        "splits": splits,
    }


def earlier_build(dataset: str, out: Path) -> dict[str, Any] | None:
    """The manifest of the earlier build in ``out``; None where there is nothing.

    Raises: BuildError where ``out`` is a file, or holds anything that no build has put there.
    """
    if not out.exists() and not out.is_symlink():
        return None
    if not out.is_dir():
        raise BuildError(f"{out}: found a file, allowed an empty or missing folder or an earlier build")
    names = sorted(path.name for path in out.iterdir())
    if not names:
        return None
    if NAME not in names:
        raise BuildError(f"{out}: found {', '.join(names[:5])}, no {NAME}; allowed an empty or missing folder or an earlier build")
    manifest = read_manifest(out)
    if manifest["dataset"] != dataset:
        raise BuildError(f"{out}: found a build of {manifest['dataset']}, allowed one of {dataset}")
    files = files_of(manifest)
    present = (path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir())
    foreign = sorted(islice((name for name in present if name not in files), 5))
    if foreign:
        raise BuildError(f"{out}: found {', '.join(foreign)} beside the earlier build, allowed only what its manifest names")
    missing = sorted(name for name in files if not (out / name).is_file())
    if missing:
        raise BuildError(f"{out}: the earlier build lacks {', '.join(missing[:5])}; remove the folder or restore them")
    return manifest


def summary(log: Log) -> str:
    """The counts of a build as text: one line a step, and one for each reason, with what is allowed where that is the same for all.

    >>> log = Log()
    >>> log.drop("select", Drop("bad_year", "a.json", detail="found 1999, allowed 2013 to 2024"))
    >>> print(summary(log))
      select    read       0  kept       0  dropped       1
              1  bad_year (allowed: 2013 to 2024)
    """
    allowed: dict[str, set[str]] = defaultdict(set)
    for drop in log.drops:
        allowed[drop.reason].add(drop.detail.rpartition(", allowed ")[2] if ", allowed " in drop.detail else "")
    lines = []
    for count in log.counts.values():
        lines.append(f"  {count.step:<9} read {count.read:>7}  kept {count.kept:>7}  dropped {sum(count.dropped.values()):>7}")
        for reason, n in sorted(count.dropped.items(), key=lambda item: (-item[1], item[0])):
            (rule, *other) = allowed[reason] or {""}
            lines.append(f"    {n:>7}  {reason}" + (f" (allowed: {rule})" if rule and not other else ""))
    return "\n".join(lines)


def fault_lines(log: Log) -> list[str]:
    """The files that are at fault, not those that the profile leaves out."""
    return drop_lines(drop for drop in log.drops if drop.reason in FAULTS)


def drop_lines(drops: Iterable[Drop], *, limit: int = 20) -> list[str]:
    """Dropped files with what was found, in the order of their names; the first ones where there are many."""
    ordered = sorted(drops)
    more = len(ordered) - limit
    return [f"dropped: {drop}" for drop in ordered[:limit]] + ([f"dropped: {more} more such files"] if more > 0 else [])
