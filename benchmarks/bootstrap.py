"""Bootstrap of 13 models over 16,493 items, 10,000 resamples, in a fresh process: seconds and peak memory; and differences and tests of all their pairs.

``python -m benchmarks.bootstrap``. The scores are made here: 0/1 as of a multiple-choice test, and fractions as of ROUGE. The sums are held against
index gathering with integers of Python on the same draws.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations

from benchmarks.aims import Aim

ITEMS, MODELS, RESAMPLES = 16_493, 13, 10_000
ROUNDS = 3
GATHERED = 200
KINDS = ("0/1", "fractions")
Scores = list[list[float]]


def make_scores(kind: str) -> Scores:
    """Scores of each model: items differ in difficulty, models in strength."""
    source = random.Random(20260617)
    difficulty = [source.random() for _ in range(ITEMS)]
    strength = [0.3 + 0.03 * model for model in range(MODELS)]
    if kind == "0/1":
        return [[float(source.random() < (s + 1 - d) / 2) for d in difficulty] for s in strength]
    return [[source.betavariate(1 + 4 * s, 1 + 4 * d) for d in difficulty] for s in strength]


def main() -> list[Aim]:
    """Measure in fresh processes and print."""
    aims = []
    print(f"{ITEMS:,} items x {MODELS} models, {RESAMPLES:,} resamples, best of {ROUNDS}; seconds by the clock (and of processor), peak memory of the process")
    for kind in KINDS:
        command = [sys.executable, "-m", "benchmarks.bootstrap", kind]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for what, (clock, processor) in told["seconds"].items():
            print(f"  {kind:<9} {what:<38} {clock:5.2f} s ({processor:.2f})")
        print(f"  {kind:<9} peak memory {told['megabytes']:.0f} MB; with all pairs {told['megabytes_pairs']:.0f} MB")
        print(f"  {kind:<9} index gathering, {GATHERED} resamples, scaled to {RESAMPLES:,}: {told['gather']:.1f} s")
        aims += [
            Aim(f"bootstrap, {kind}", told["seconds"]["intervals"][0], "s", at_most=3),
            Aim(f"bootstrap, {kind}, memory of the process", told["megabytes"], "MB", at_most=200),
            Aim(f"bootstrap, {kind}, sums equal to whole-number sums of the same draws", told["equal"], f"of {MODELS} models", at_least=MODELS),
        ]
    return aims


def measure(kind: str) -> dict[str, object]:
    """All figures of one kind of scores, in this process."""
    from resource import RUSAGE_SELF, getrusage

    from legal_metrics.stats.bootstrap import DEFAULT_SEED, ratio_differences, ratio_intervals
    from legal_metrics.stats.permutation import permutation_tests

    def megabytes() -> float:
        return getrusage(RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)

    scores = make_scores(kind)
    ones = [1.0] * ITEMS
    seconds = {"intervals": best(lambda: ratio_intervals(scores, [ones] * MODELS, seed=DEFAULT_SEED, resamples=RESAMPLES))}
    memory = megabytes()
    names = {str(model): column for model, column in enumerate(scores)}
    pairs = [(a, ones, b, ones) for a, b in combinations(scores, 2)]
    seconds["paired differences of all 78 pairs"] = best(lambda: ratio_differences(pairs, resamples=RESAMPLES), rounds=1)
    seconds["sign-flip tests of all 78 pairs"] = best(lambda: permutation_tests(names, permutations=RESAMPLES), rounds=1)
    memory_pairs = megabytes()
    equal, gather = compare_with_gathering(scores)
    return {"seconds": seconds, "megabytes": memory, "megabytes_pairs": memory_pairs, "equal": equal, "gather": gather}


def best(run: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Seconds by the clock of the quickest round, and its processor time."""
    times = []
    for _ in range(rounds):
        clock, processor = time.perf_counter(), time.process_time()
        run()
        times.append((time.perf_counter() - clock, time.process_time() - processor))
    return min(times)


def compare_with_gathering(scores: Scores) -> tuple[int, float]:
    """For how many models the first sums equal those of gathered whole numbers (int64, no BLAS), and what gathering takes."""
    import numpy as np

    from legal_metrics.stats.resampling import as_columns, make_plan

    plan = make_plan(ITEMS)
    equal, taken = 0, 0.0
    for column in scores:
        units = plan.arrange(plan.fixed_point(as_columns([column], ITEMS))[0])
        sums = plan.resampled_sums(units, seed=1, resamples=GATHERED)[:, 0]
        whole = units[:, 0].astype(np.int64)
        start = time.perf_counter()
        generator = np.random.default_rng(1)
        gathered = [int(whole[generator.integers(0, ITEMS, size=ITEMS)].sum()) for _ in range(GATHERED)]
        taken += time.perf_counter() - start
        equal += [int(x) for x in sums] == gathered
    return equal, taken * RESAMPLES / GATHERED


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(sys.argv[1])))
    else:
        print(*main(), sep="\n")
