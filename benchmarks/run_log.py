"""A run log of a million requests, read and measured in a fresh process: seconds, and memory beyond what the modules take.

``python -m benchmarks.run_log``. The log is made here: a ladder of concurrency up to 64 streams, with retries, errors, answers without a first token and
clocks that were set, over some days. The same log in ISO texts, and a tenth of it, stand beside: what memory grows by shows what one request takes.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from benchmarks.aims import Aim

REQUESTS = 1_000_000
STARTED = 1_764_547_200.0
LADDER = (1, 2, 4, 8, 16, 32, 64)


def make_log(requests: int, *, iso: bool = False) -> Iterator[str]:
    """Lines of a log: workers that each send one request after the other, more of them from step to step."""
    source = random.Random(20240614)
    step = requests // len(LADDER) + 1
    clocks = [STARTED] * max(LADDER)

    def time_of(moment: float | None) -> float | str | None:
        return moment if moment is None or not iso else datetime.fromtimestamp(moment, timezone.utc).isoformat()

    for number in range(requests):
        if number % step == 0:
            clocks = [max(clocks)] * max(LADDER)
        worker = number % LADDER[number // step]
        sent = round(clocks[worker] + source.uniform(0.001, 0.01), 6)
        first = round(sent + source.lognormvariate(-0.5, 0.6), 6)
        last = round(first + source.lognormvariate(1.5, 0.7), 6)
        chance = source.random()
        failed = chance < 0.01 or number % step < 2
        clocks[worker] = last if not failed else sent + 100
        fields = {
            "request_id": f"{number - (0.02 < chance < 0.025):08d}-{'7c1e' * 6}",
            "sent": time_of(sent),
            "first_token": None if failed or chance > 0.995 else time_of(sent - 0.5 if chance > 0.994 else first),
            "last_token": None if failed else time_of(last),
            "prompt_tokens": source.randrange(40, 4000),
            "completion_tokens": 0 if failed else source.randrange(20, 800),
            "status": 503 if failed else "ok",
            "worker": f"worker-{worker:02d}",
        }
        yield json.dumps(fields) + "\n"


def main() -> list[Aim]:
    """Measure in fresh processes and print."""
    aims = []
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        for what, requests, iso in (("numbers", REQUESTS, False), ("numbers, a tenth", REQUESTS // 10, False), ("ISO texts", REQUESTS, True)):
            path = Path(folder) / f"{requests}-{iso}.jsonl"
            with path.open("w", encoding="utf-8") as file:
                file.writelines(make_log(requests, iso=iso))
            command = [sys.executable, "-m", "benchmarks.run_log", str(path)]
            told[what] = found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            path.unlink()
            print(
                f"  {what:<17} {found['attempts']:>9,} attempts, {found['megabytes_read']:4.0f} MB: {found['seconds']:5.2f} s ({found['processor']:.2f} of"
                f" processor; reading {found['reading']:.2f} s), {found['megabytes']:.0f} MB of memory; p95 {found['p95_ms']:.0f} ms,"
                f" concurrency {found['concurrency']}, {found['failures']} failures"
            )
    whole, tenth = told["numbers"], told["numbers, a tenth"]
    bytes_each = (whole["megabytes"] - tenth["megabytes"]) * 1e6 / (whole["attempts"] - tenth["attempts"])
    print(f"  memory grows by {bytes_each:.0f} bytes an attempt, whose line has {whole['megabytes_read'] * 1e6 / whole['attempts']:.0f}")
    aims += [
        Aim("1,000,000 requests read and measured", whole["seconds"], "s", at_most=10),
        Aim("1,000,000 requests, times as ISO texts", told["ISO texts"]["seconds"], "s", at_most=30),
        Aim("1,000,000 requests, memory", whole["megabytes"], "MB", at_most=200),
    ]
    return aims


def measure(path: Path) -> dict[str, object]:
    """Read and measure one log, in this process."""
    from resource import RUSAGE_SELF, getrusage

    from legal_metrics.caai.run_log import read_run_log
    from legal_metrics.caai.run_measures import measure_run

    def megabytes() -> float:
        return getrusage(RUSAGE_SELF).ru_maxrss / 1024

    with path.open("rb") as lines:
        read_run_log([next(lines)], source="one line")  # loads what is loaded on first use
    before = megabytes()
    clock, processor = time.perf_counter(), time.process_time()
    with path.open("rb") as lines:
        log = read_run_log(lines, source=path.name)
    reading = time.perf_counter() - clock
    measures = measure_run(log)
    return {
        "attempts": len(log),
        "megabytes_read": path.stat().st_size / 1e6,
        "seconds": time.perf_counter() - clock,
        "processor": time.process_time() - processor,
        "reading": reading,
        "megabytes": megabytes() - before,
        "p95_ms": measures.first_token_ms.percentiles[95],
        "concurrency": measures.concurrency.value,
        "failures": len(measures.outages.failures),
    }


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(measure(Path(sys.argv[1]))))
    else:
        print(*main(), sep="\n")
