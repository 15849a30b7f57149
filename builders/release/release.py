"""A release folder, whole or not at all: Parquet, manifest and card are made beside their place and moved there at the end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.pipeline import Log
from builders.quality.validation import load_schema
from builders.release.arrow_schema import arrow_schema
from builders.release.card import render_card
from builders.release.manifest import CARD, NAME, builder_facts, files_of, new_manifest, read_manifest, to_json
from builders.release.parquet import write_split_files
from builders.tasks.reasons import FAULTS

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BuiltConfig:
    """A config, ready to be written: the stem of its schema, what the manifest says of it, its rows (in their final order, possibly read
    from disk only now), and the log of its build."""

    record: str
    facts: Mapping[str, Any]
    splits: Mapping[str, Iterable[Record]]
    log: Log


def write_release(dataset: str, out: Path, configs: Mapping[str, Callable[[Path], BuiltConfig]]) -> tuple[dict[str, Any], dict[str, Log]]:
    """Build ``configs`` (name -> function of a scratch folder) and write the release into ``out``.

    An earlier build in ``out`` keeps its other configs: their files are taken over as they are, and manifest and card say both. On any error
    ``out`` stays as it was and nothing is left beside it.

    Returns: the manifest, and the log of each config.
    Raises: BuildError for an ``out`` that holds anything else than an earlier build of this dataset, and for a config without rows.
    """
    earlier = earlier_build(dataset, out)
    with scratch_folder(out) as scratch:
        release = scratch / "release"
        release.mkdir()
        parts, logs = {}, {}
        for name, build in configs.items():
            work = scratch / name
            work.mkdir()
            built = build(work)
            logs[name] = built.log
            parts[name] = _write_config(name, built, release)
        for name, kept in (earlier["configs"] if earlier else {}).items():
            if name not in parts:
                parts[name] = kept
                for split in kept["splits"].values():
                    (release / split["file"]).parent.mkdir(exist_ok=True)
                    shutil.copyfile(out / split["file"], release / split["file"])
        manifest = new_manifest(dataset, parts)
        (release / NAME).write_text(to_json(manifest), encoding="utf-8", newline="\n")
        (release / CARD).write_text(render_card(manifest), encoding="utf-8", newline="\n")
        _move(release, out, scratch)
    return manifest, logs


def _write_config(name: str, built: BuiltConfig, release: Path) -> dict[str, Any]:
    schema = load_schema(built.record)
    files = write_split_files(built.splits, arrow_schema(schema), release / name)
    if not files:
        lines = [f"config {name!r}: no file of the source became a record", summary(built.log), *fault_lines(built.log)]
        raise BuildError("\n".join(lines))
    splits = {
        split: {"file": f"{name}/{file.path.name}", "rows": file.rows, "rows_sha256": file.rows_sha256, "bytes": file.bytes}
        for split, file in files.items()
    }
    return {"record": built.record, "schema": schema["$id"], "builder": builder_facts(), **built.facts, "splits": splits}


def earlier_build(dataset: str, out: Path) -> dict[str, Any] | None:
    """The manifest of the earlier build in ``out``; None where there is nothing.

    Raises: BuildError where ``out`` is a file, or holds anything that no build has put there.
    """
    if not out.exists() and not out.is_symlink():
        return None
    if not out.is_dir():
        raise BuildError(f"{out}: found a file, allowed an empty or missing folder or an earlier build")
    present = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir()}
    if not present:
        return None
    if NAME not in present:
        shown = ", ".join(sorted(present)[:5])
        raise BuildError(f"{out}: found {shown}, no {NAME}; allowed an empty or missing folder or an earlier build")
    manifest = read_manifest(out)
    if manifest["dataset"] != dataset:
        raise BuildError(f"{out}: found a build of {manifest['dataset']}, allowed one of {dataset}")
    foreign = sorted(present - files_of(manifest))
    if foreign:
        raise BuildError(f"{out}: found {', '.join(foreign[:5])} beside the earlier build, allowed only what its manifest names")
    missing = sorted(files_of(manifest) - present)
    if missing:
        raise BuildError(f"{out}: the earlier build lacks {', '.join(missing[:5])}; remove the folder or restore them")
    return manifest


def summary(log: Log) -> str:
    """The counts of a build as text: one line a step, and one for each reason.

    >>> print(summary(Log()))
    <BLANKLINE>
    """
    lines = []
    for count in log.counts.values():
        lines.append(f"  {count.step:<9} read {count.read:>7}  kept {count.kept:>7}  dropped {sum(count.dropped.values()):>7}")
        lines += [f"    {n:>7}  {reason}" for reason, n in sorted(count.dropped.items(), key=lambda item: (-item[1], item[0]))]
    return "\n".join(lines)


def fault_lines(log: Log, *, limit: int = 20) -> list[str]:
    """The files that are at fault (not those that the profile leaves out), named with what was found; the first ones where there are many."""
    faults = [drop for drop in log.drops if drop.reason in FAULTS]
    more = len(faults) - limit
    return [f"dropped: {drop}" for drop in faults[:limit]] + ([f"dropped: {more} more such files"] if more > 0 else [])


@contextmanager
def scratch_folder(out: Path) -> Iterator[Path]:
    """A folder beside ``out`` (so that moving is a rename), gone at the end whatever happens."""
    target = out.resolve()
    missing = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
    scratch = target.parent / f".{target.name}.{os.getpid()}.part"
    done = False
    try:
        scratch.mkdir(parents=True)
        yield scratch
        done = True
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if not done:
            for folder in missing:  # parents that were made for this build only
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()


def _move(release: Path, out: Path, scratch: Path) -> None:
    old = scratch / "old"
    target = out.resolve()  # a linked folder is replaced where it lies
    if target.exists():
        target.rename(old)
    try:
        release.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
