"""``tw-legalbench/ljp`` from a source: shards in workers, then what needs all records at once (ids, sampling, duplicates, splits)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, overload

from builders.annotations import Annotations
from builders.pipeline import Drop, Log, Step, flow, in_parts, run_shards
from builders.profiles import Profile
from builders.quality.duplicates import comparable, duplicate_groups
from builders.quality.personal_data import COUNTED
from builders.release.canonical import canonical_line
from builders.release.manifest import source_digest, source_facts
from builders.release.release import BuiltConfig
from builders.release.splits import Candidate, draw_test, sample
from builders.sources import SourceItem, open_part, source_parts
from builders.tasks import ljp
from builders.tasks.stored_records import StoredRecords
from legal_metrics.tasks import task

PARTS_PER_SHARD = 256
TASK = "tw-legalbench/ljp"


@dataclass(frozen=True, slots=True)
class Entry:
    """What is held in memory of a record that lies in a part file: enough to order, sample, group and split it."""

    id: str
    cause: str
    file: str
    part: Path
    start: int
    length: int
    masked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shard:
    """One worker's share: parts of the source, and where to write what becomes of them."""

    source: Path
    parts: tuple[Path, ...]
    out: Path
    profile: Profile
    source_id: str
    canary: str
    annotations: Annotations


@dataclass(slots=True)
class ShardResult:
    """What a worker sends back: no records, only what is known about them."""

    log: Log = field(default_factory=Log)
    files: list[tuple[str, int]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    problems: Counter[str] = field(default_factory=Counter)


def build(
    scratch: Path,
    *,
    source: Path,
    source_id: str,
    kind: str,
    version: str,
    profile: Profile,
    canary: str,
    annotations: Annotations,
    jobs: int,
) -> BuiltConfig:
    """Build the config; its records lie in part files in ``scratch`` until they are written.

    Raises: SourceError where the source cannot be read to its end; BuildError where workers keep dying, and for an erratum that does not fit
    its record.
    """
    shards = [
        Shard(source, tuple(parts), scratch / f"{number:06}.jsonl", profile, source_id, canary, annotations)
        for number, parts in enumerate(in_parts(source_parts(source), PARTS_PER_SHARD))
    ]
    whole = ShardResult()
    for result in run_shards(process_shard, shards, jobs=jobs):
        whole.log.add(result.log)
        whole.files += result.files
        whole.entries += result.entries
        whole.problems.update(result.problems)
    entries = _sampled(_unique(whole.entries, whole.log), profile, whole.log)
    records = StoredRecords(entries)
    groups = duplicate_groups(ComparedTexts(records))
    candidates = [Candidate(entry.id, entry.cause, group) for entry, group in zip(entries, groups, strict=True)]
    draw = draw_test(candidates, min_cases=profile.test_min_cases, per_cause=profile.test_per_cause, seed=profile.seed)
    twins = [n for n in Counter(groups).values() if n > 1]
    return BuiltConfig(
        record="ljp",
        facts={
            "kind": kind,
            "version": version,
            "task_version": task(TASK).version,
            "profile": profile.to_dict(),
            "sources": [source_facts(source_digest(source_id, whole.files))],
            "steps": [count.to_dict() for count in whole.log.counts.values()],
            "problems_in_kept": dict(sorted(whole.problems.items())),
            "masked": {name: sum(entry.masked[i] for entry in entries) for i, name in enumerate(COUNTED)},
            "duplicates": {"groups": len(twins), "records": sum(twins)},
            "causes": len({entry.cause for entry in entries}),
            "causes_short_of_test": draw.short,
        },
        splits={
            "train": (records[i] for i, entry in enumerate(entries) if entry.id not in draw.ids),
            "test": (records[i] for i, entry in enumerate(entries) if entry.id in draw.ids),
        },
        log=whole.log,
        corrected={entry.id: len(annotations.errata[entry.id]) for entry in whole.entries if entry.id in annotations.errata},
    )


def process_shard(shard: Shard) -> ShardResult:
    """Read, select, write and check the judgments of one shard; records go to its part file."""
    result = ShardResult()

    def items() -> Iterator[SourceItem]:
        for part in shard.parts:
            for item in open_part(part, shard.source):
                if item.skipped is None:
                    result.files.append((hashlib.sha256(item.data).hexdigest(), len(item.data)))
                yield item

    steps = [
        Step("read", ljp.read),
        Step("select", partial(ljp.select, profile=shard.profile)),
        Step("record", partial(_with_record, profile=shard.profile, source_id=shard.source_id, canary=shard.canary)),
        Step("annotate", partial(_annotated, annotations=shard.annotations)),
        Step("validate", _checked),
    ]
    with shard.out.open("wb") as out:
        for source, record in flow(items(), steps, result.log):
            line = canonical_line(record)
            masked = tuple(record["provenance"]["masked"][name] for name in COUNTED)
            result.entries.append(Entry(record["id"], record["cause"], source.file, shard.out, out.tell(), len(line), masked))
            result.problems.update(problem.code for problem in source.judgment.problems)
            out.write(line)
    return result


def _with_record(
    source: ljp.SourceJudgment, *, profile: Profile, source_id: str, canary: str
) -> tuple[ljp.SourceJudgment, ljp.Record] | Drop:
    record = ljp.make_record(source, profile, source_id=source_id, canary=canary)
    return record if isinstance(record, Drop) else (source, record)


def _annotated(pair: tuple[ljp.SourceJudgment, ljp.Record], *, annotations: Annotations) -> tuple[ljp.SourceJudgment, ljp.Record] | Drop:
    source, record = pair
    annotated = annotations.annotate(record, file=source.file)
    return annotated if isinstance(annotated, Drop) else (source, annotated)


def _checked(pair: tuple[ljp.SourceJudgment, ljp.Record]) -> tuple[ljp.SourceJudgment, ljp.Record] | Drop:
    drop = ljp.check_record(*pair)
    return drop if isinstance(drop, Drop) else pair


def _unique(entries: Iterable[Entry], log: Log) -> list[Entry]:
    """The entries in the order of their ids, each id once: that of the file whose name comes first."""
    kept: dict[str, Entry] = {}

    def first(entry: Entry) -> Entry | Drop:
        if entry.id in kept:
            return Drop("repeated_id", entry.file, id=entry.id, detail=f"{kept[entry.id].file} has it already")
        kept[entry.id] = entry
        return entry

    ordered = sorted(entries, key=lambda entry: (entry.id, entry.file))
    return list(flow(ordered, [Step("unique", first)], log))


def _sampled(entries: Sequence[Entry], profile: Profile, log: Log) -> list[Entry]:
    candidates = [Candidate(entry.id, entry.cause, i) for i, entry in enumerate(entries)]
    ids = sample(candidates, max_per_cause=profile.max_per_cause, seed=profile.seed)

    def drawn(entry: Entry) -> Entry | Drop:
        return entry if entry.id in ids else Drop("not_sampled", entry.file, id=entry.id)

    return list(flow(entries, [Step("sample", drawn)], log))


class ComparedTexts(Sequence[str]):
    """What duplicates are sought in: the comparable text of each stored record."""

    def __init__(self, records: Sequence[Mapping[str, Any]]) -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> ComparedTexts: ...
    def __getitem__(self, index: int | slice) -> str | ComparedTexts:
        if isinstance(index, slice):
            return ComparedTexts(self._records[index])
        record = self._records[index]
        return comparable(record["main_text"], record["facts"], record["reasons"])
