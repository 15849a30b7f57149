"""The whole paper from thirteen synthetic models, offline, with one command:

    python examples/paper [--out build/paper] [--pictures docs/pictures]

Writes what the models say, then runs the two commands that a user would type, and shows them: ``exam`` for the totals of the second test, ``paper`` for all else.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from examinations import human_lines, papers  # noqa: E402
from synthetic import MODELS, json_lines, predictions, verdicts  # noqa: E402

import legal_metrics as lm  # noqa: E402

CONFIGS = ("mcq", "mcq_zh_cn", "mcq_en", "oeq", "ljp")
PHOTOGRAPHED = "part-tw-legalbench-ljp"
FORMS = {"html": "html", "markdown": "md", "latex": "tex", "csv": "csv", "json": "json"}
TITLE = "Thirteen synthetic models 十三個虛構模型"


def main() -> int:
    """Write the outputs, run the commands; exit with the code of the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", default="data/tw-legalbench", help="default: the bundled release")
    parser.add_argument("--out", type=Path, default=Path("build") / "paper", help="default: build/paper")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write the figures of the page into this folder as SVG, and with chromium a part of the page as it looks")
    arguments = parser.parse_args()
    begun = time.monotonic()
    out: Path = arguments.out
    os.chdir(ROOT)
    write_outputs(arguments.references, out)
    for command in (exam_command(out), paper_command(out, arguments.references)):
        print(f"$ python -m legal_metrics {shlex.join(command)}", flush=True)
        code = subprocess.run([sys.executable, "-m", "legal_metrics", *command], env={**os.environ, "PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}, check=False).returncode
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
    """A folder for each task with a file for each model, the judges' verdicts, and the invented examinations."""
    for config in CONFIGS:
        records = lm.load_references(references, config=config, split="test").records
        for name in MODELS:
            _write(out / "outputs" / f"tw-legalbench-{config}" / f"{name}.jsonl", json_lines(predictions(name, config, records)))
            if config == "oeq":
                _write(out / "outputs" / "tw-legalbench-oeq-judgements" / f"{name}.jsonl", json_lines(verdicts(name, records)))
    questions = papers()
    _write(out / "exam" / "questions.jsonl", json_lines(questions))
    _write(out / "exam" / "human_lines.invented.jsonl", json_lines(human_lines()))
    for name in MODELS:
        _write(out / "exam" / "verdicts" / f"{name}.jsonl", json_lines(verdicts(name, questions)))


def exam_command(out: Path) -> list[str]:
    """Totals of the invented examinations, from the verdicts."""
    exam = out / "exam"
    given = [(exam / "verdicts" / f"{name}.jsonl").as_posix() for name in MODELS]
    files = ["--references", (exam / "questions.jsonl").as_posix(), "--human", (exam / "human_lines.invented.jsonl").as_posix()]
    return ["exam", *given, *files, "--json", (out / "exam.json").as_posix()]


def paper_command(out: Path, references: str) -> list[str]:
    """Everything else, and the page."""
    return [
        *("paper", (out / "outputs").as_posix(), "--references", references),
        *("--models", (HERE / "models.json").relative_to(ROOT).as_posix()),
        *("--exam", (out / "exam.json").as_posix(), "--title", TITLE),
        *(word for form, name in FORMS.items() for word in (f"--{form}", (out / f"paper.{name}").as_posix())),
    ]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
