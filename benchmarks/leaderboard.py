"""The leaderboard of 13 models over 16,493 questions, 10,000 resamples: the whole command in a fresh process, seconds and peak memory.

``python -m benchmarks.leaderboard``. The reports are made here, as ``legal-metrics score --by law_category year --json`` writes them: questions differ in difficulty,
models in strength. Reading them, tables by law and year, ranks, 78 pairs with intervals and tests, and every form of output are all part of the time.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.aims import Aim

ITEMS, MODELS = 16_493, 13
LAWS: Mapping[str, int] = {"Constitutional": 10, "Criminal": 15, "Civil": 20, "Administrative": 45, "International": 1, "No Law": 9}
SEED = 20260617
FORMS = ("json", "html", "markdown", "latex", "csv")


def main(items: int = ITEMS, models: int = MODELS) -> list[Aim]:
    """Make the reports, run the command, print what it took."""
    with TemporaryDirectory() as folder:
        paths = write_reports(Path(folder), items, models)
        out = Path(folder) / "out"
        options = [text for form in FORMS for text in (f"--{form}", str(out / f"board.{form}"))]
        seconds, processor, megabytes = run([sys.executable, "-m", "legal_metrics", "leaderboard", *map(str, paths), *options], out)
        size = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{models} models x {items:,} questions, {size:.0f} MB of reports: {seconds:.1f} s by the clock, {processor:.1f} s of processor, {megabytes:.0f} MB")
    return [Aim("leaderboard", seconds, "s", at_most=10), Aim("leaderboard, peak memory", megabytes, "MB", at_most=500)]


def write_reports(folder: Path, items: int, models: int) -> list[Path]:
    """One report for each model, on the same questions."""
    source = random.Random(SEED)
    difficulty = [source.random() for _ in range(items)]
    strata = [{"law_category": law, "year": str(2020 + i % 5)} for i, law in enumerate(source.choices(list(LAWS), list(LAWS.values()), k=items))]
    paths = []
    for model in range(models):
        right = [source.random() < (0.3 + 0.03 * model + 1 - d) / 2 for d in difficulty]
        path = folder / f"model-{model:02d}.json"
        path.write_text(json.dumps(report(right, strata), ensure_ascii=False, indent=1), encoding="utf-8")
        paths.append(path)
    return paths


def report(right: list[bool], strata: list[dict[str, str]]) -> dict[str, Any]:
    """What of a report the command reads, and as much beside it as a real one has."""
    samples = [
        {
            "id": f"mcq-{fields['year']}-{place:05d}",
            "run": None,
            "status": "ok",
            "why": "",
            "repairs": [],
            "answer": {"answer": "A" if good else "B"},
            "reference": {"answer": "A"},
            "values": {"accuracy": float(good)},
            "parts": {},
            "strata": fields,
        }
        for place, (good, fields) in enumerate(zip(right, strata, strict=True))
    ]
    scores = {"accuracy": {"signature": "choice_accuracy|task:tw-legalbench/mcq,v1", "higher_is_better": True}}
    dataset = {"name": "tw-legalbench", "config": "mcq", "split": "test", "version": "1.0.0", "rows_sha256": "0" * 64, "kind": "official"}
    return {
        "task": "tw-legalbench/mcq",
        "task_version": 1,
        "library_version": "0",
        "primary": "accuracy",
        "reading": "strict",
        "options": {},
        "dataset": dataset,
        "readings": {name: {"name": name, "scores": scores, "samples": samples} for name in ("strict", "lenient")},
    }


def run(command: list[str], out: Path) -> tuple[float, float, float]:
    """Seconds by the clock and of processor, and peak megabytes, of a command whose output is thrown away. Raises: RuntimeError where it fails."""
    out.mkdir()
    start = time.perf_counter()
    sink = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, sink, 1), (os.POSIX_SPAWN_DUP2, sink, 2)]
    child = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    os.close(sink)
    if status:
        raise RuntimeError(f"{' '.join(command[:4])} ended with {os.waitstatus_to_exitcode(status)}")
    megabytes = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, megabytes


if __name__ == "__main__":
    print(*main(), sep="\n")
