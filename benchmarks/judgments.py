"""Judgment parsing on one core: judgments/s, and the ratio to the floor, measured in turn in the same run.

The floor is what cannot be saved: ``orjson.loads`` and taking white space out of JFULL. ``python -m benchmarks.judgments [--source PATH]``.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import orjson

from benchmarks.aims import Aim
from builders.parse.judgment import parse_judgment
from builders.parse.judgment_file import read_judgment_file
from builders.sources import open_source

BUNDLED = Path(__file__).resolve().parent.parent / "data" / "bundled" / "tw" / "judgments"
ROUNDS = 7
_BLANKS = re.compile(r"\s+")


def main(arguments: Sequence[str] = ()) -> list[Aim]:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=BUNDLED, metavar="PATH", help="folder or archive of judgments")
    source = parser.parse_args(arguments).source
    files = [item.data for item in open_source(source) if item.skipped is None and read_judgment_file(item.data).raw is not None]
    runs: dict[str, Callable[[bytes], object]] = {"floor": floor, "parse": parse}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS + 1):  # the first round loads the statute registry
        for name, run in runs.items():
            start = time.process_time()
            for data in files:
                run(data)
            times[name].append(time.process_time() - start)
    seconds = {name: median(rounds[1:]) for name, rounds in times.items()}
    megabytes = sum(map(len, files)) / 1e6
    print(f"{len(files)} judgments, {megabytes:.1f} MB, median of {ROUNDS} interleaved rounds, one core ({source})")
    for name in runs:
        print(f"{name:<6} {len(files) / seconds[name]:>9,.0f} judgments/s  {megabytes / seconds[name]:>7.1f} MB/s")
    return [Aim("parse", seconds["parse"] / seconds["floor"], "times the floor (orjson.loads and one re.sub)", at_most=10)]


def floor(data: bytes) -> str:
    """Decode the JSON and take white space out of the text."""
    value = orjson.loads(data)
    return _BLANKS.sub("", value["JFULL"] if "JFULL" in value else value["JFULLX"]["JFULLCONTENT"])


def parse(data: bytes) -> object:
    """The whole parser, from bytes to ``Judgment``."""
    raw = read_judgment_file(data).raw
    return None if raw is None else parse_judgment(raw)


if __name__ == "__main__":
    import sys

    print(*main(sys.argv[1:]), sep="\n")
