"""Run every benchmark: ``python -m benchmarks [NAME …]``. Each gives its aims back; those that are missed are marked, and told once more at the end."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = (
    "import_time", "overlap", "judgments", "exams", "statutes", "bootstrap", "lawbench", "judge_replies", "run_log", "leaderboard",
)


def main(names: list[str]) -> int:
    """Run the named benchmarks (all without names); 2 for an unknown name."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"unknown benchmark {unknown[0]!r}; known: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    missed = []
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        for aim in importlib.import_module(f"benchmarks.{name}").main():
            print(aim, flush=True)
            missed += [] if aim.met else [f"{name}: {aim.what}"]
    print(f"== aims missed: {'; '.join(missed) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
