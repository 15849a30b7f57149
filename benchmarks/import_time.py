"""What `import legal_metrics` costs beyond the bare interpreter: alternating fresh processes, medians."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from benchmarks.aims import Aim

RUNS = 15


def _seconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> list[Aim]:
    """Print the medians of the bare interpreter and of the import, and their difference in milliseconds."""
    bare: list[float] = []
    imported: list[float] = []
    for _ in range(RUNS):
        bare.append(_seconds("pass"))
        imported.append(_seconds("import legal_metrics"))
    low, high = statistics.median(bare) * 1000, statistics.median(imported) * 1000
    print(f"import legal_metrics: {high - low:+.1f} ms beyond the interpreter's {low:.1f} ms ({RUNS} pairs)")
    return [Aim("import legal_metrics", high - low, "ms", at_most=60)]


if __name__ == "__main__":
    print(*main(), sep="\n")
