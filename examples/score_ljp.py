"""Score a predictions file from Python: python examples/score_ljp.py"""

from pathlib import Path

import legal_metrics as lm

ROOT = Path(__file__).resolve().parent.parent

references = lm.load_references(str(ROOT / "data" / "tw-legalbench"), config="ljp", split="test")
with (ROOT / "examples/predictions/tw-legalbench-ljp/noisy.jsonl").open(encoding="utf-8") as file:
    predictions = lm.read_predictions(file)
report = lm.score_task("tw-legalbench/ljp", predictions, references.records, dataset=references.dataset)
for name in ("rouge_l", "verdict_accuracy", "imprisonment_within", "statute_accuracy"):
    score = report.scores[name]
    print(
        f"{name:20} {score.value:.4f} [{score.interval.low:.4f}, {score.interval.high:.4f}] n={score.n} unread={score.n_unparsed}"
    )
print(report.dataset.note)
