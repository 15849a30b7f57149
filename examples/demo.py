"""The main job from end to end, offline: build the bundled release, load it, score predictions on it, write the report.

    python examples/demo.py        (or: make demo)

Runs, and shows, the commands that a user would type.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = Path("build") / "demo"
RELEASE = OUT / "tw-legalbench"
LOAD = f'from datasets import load_dataset; print(load_dataset("{RELEASE.as_posix()}", "ljp"))'
SCORE = [
    *("-m", "legal_metrics", "score", "tw-legalbench/ljp"),
    *("--predictions", "examples/predictions/tw-legalbench-ljp/noisy.jsonl"),
    *("--references", RELEASE.as_posix()),
    *("--by", "cause"),
    *("--html", (OUT / "report.html").as_posix()),
    *("--json", (OUT / "report.json").as_posix()),
]
CHOICES = [
    *("-m", "legal_metrics", "score", "tw-legalbench/mcq"),
    *("--predictions", "examples/predictions/tw-legalbench-mcq/noisy.jsonl"),
    *("--references", RELEASE.as_posix()),
    *("--by", "law_category"),
    *("--html", (OUT / "mcq.html").as_posix()),
]
EXAM = [
    *("-m", "legal_metrics", "exam"),
    *(f"examples/exam/verdicts/{model}.jsonl" for model in ("able", "middling", "patchy")),
    *("--references", "examples/exam/questions.jsonl"),
    *("--human", "examples/exam/human_lines.invented.jsonl"),
    *("--html", (OUT / "exam.html").as_posix()),
]
STEPS = {
    "Build the bundled release from its raw judgments and exam papers": [
        "-m",
        "builders",
        "build",
        "tw-legalbench",
        "--out",
        RELEASE.as_posix(),
    ],
    "Load it with datasets": ["-c", LOAD],
    "Score answers to its multiple-choice questions": CHOICES,
    "Hold essays that judges graded against people (an invented exam)": EXAM,
    "Score judgments that a model wrote": SCORE,
}


def main() -> int:
    """Run the steps in order; stop at the first that fails."""
    # A cache of its own: `datasets` does not see that the files of a local folder have changed.
    environment = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_CACHE": str(ROOT / OUT / "cache"),
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        "PYTHONUTF8": "1",
    }
    for title, arguments in STEPS.items():
        print(f"\n# {title}\n$ python {shlex.join(arguments)}", flush=True)
        code = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=False).returncode
        if code:
            print(f"The step failed with exit code {code}.", file=sys.stderr)
            return code
    print(f"\nThe report: {(ROOT / OUT / 'report.html').as_uri()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
