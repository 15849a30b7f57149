"""The whole paper from thirteen synthetic models, offline, with one command:

    python examples/paper [--out build/paper] [--pictures docs/pictures]

Writes what the models say, then runs the command that a user would type, and shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from examinations import exam_report  # noqa: E402
from synthetic import MODELS, json_lines, predictions, verdicts  # noqa: E402

import legal_metrics as lm  # noqa: E402

CONFIGS = ("mcq", "mcq_zh_cn", "mcq_en", "oeq", "ljp")
PHOTOGRAPHED = "part-tw-legalbench-ljp"
TITLE = "Thirteen synthetic models 十三個虛構模型"


def main() -> int:
    """Write the outputs, run the command; exit with its code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", default="data/tw-legalbench", help="default: the bundled release")
    parser.add_argument("--out", type=Path, default=Path("build") / "paper", help="default: build/paper")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write the figures of the page into this folder as SVG, and with chromium a part of the page as it looks")
    arguments = parser.parse_args()
    begun = time.monotonic()
    out: Path = arguments.out
    os.chdir(ROOT)
    write_outputs(arguments.references, out)
    command = [
        *("-m", "legal_metrics", "paper", (out / "outputs").as_posix()),
        *("--references", arguments.references),
        *("--models", (HERE / "models.json").relative_to(ROOT).as_posix()),
        *("--exam", (out / "exam.json").as_posix(), "--title", TITLE),
        *(word for form, name in (("html", "html"), ("markdown", "md"), ("latex", "tex"), ("csv", "csv"), ("json", "json")) for word in (f"--{form}", (out / f"paper.{name}").as_posix())),
    ]
    print(f"$ python {shlex.join(command)}", flush=True)
    code = subprocess.run([sys.executable, *command], env={**os.environ, "PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}, check=False).returncode
    if code:
        return code
    if arguments.pictures:
        from pictures import photograph, write_pictures

        page = (out / "paper.html").read_text(encoding="utf-8")
        write_pictures(page, arguments.pictures)
        photograph(page, PHOTOGRAPHED, arguments.pictures / "page.png")
    print(f"\nThe paper, after {time.monotonic() - begun:.0f} s: {(ROOT / out / 'paper.html').as_uri()}")
    return 0


def write_outputs(references: str, out: Path) -> None:
    """A folder for each task with a file for each model, the judges' verdicts, the totals of the invented examinations."""
    for config in CONFIGS:
        records = lm.load_references(references, config=config, split="test").records
        for name in MODELS:
            _write(out / "outputs" / f"tw-legalbench-{config}" / f"{name}.jsonl", json_lines(predictions(name, config, records)))
            if config == "oeq":
                _write(out / "outputs" / "tw-legalbench-oeq-judgements" / f"{name}.jsonl", json_lines(verdicts(name, records)))
    _write(out / "exam.json", json.dumps(exam_report(), ensure_ascii=False, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
