"""Write the bundled prediction files for the multiple-choice questions of the bundled release: same release, same bytes.

    python examples/make_choice_predictions.py [--references data/tw-legalbench] [--out examples/predictions/tw-legalbench-mcq]

``reference_echo``  the right letter in the form that is asked for: accuracy 1
``noisy``           replies as models give them: JSON, fences, prose, self-corrections, rejected letters, hedges, a refusal, an empty one
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from legal_metrics.references import load_references

ROOT = Path(__file__).resolve().parent.parent
LETTERS = "ABCD"
REPLIES: tuple[Callable[[str, str], str], ...] = (
    lambda chosen, other: json.dumps({"reasoning": "依法條文義判斷。", "answer": chosen}, ensure_ascii=False),
    lambda chosen, other: f'```json\n{{"reasoning": "略", "answer": "{chosen}"}}\n```',
    lambda chosen, other: f"<think>先看{other}，似乎可採。答案：{other}？再想，不對。</think>\n正確答案：{chosen}",
    lambda chosen, other: f"選項({other})與法條不符，應予排除。故本題應選（{chosen}）。",
    lambda chosen, other: f"答案：{other}。更正：應為{chosen}。",
    lambda chosen, other: f'{{"answer": "({chosen.lower()})",}}',
    lambda chosen, other: f"{chosen}或{other}",
)


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", default=str(ROOT / "data" / "tw-legalbench"))
    parser.add_argument("--out", type=Path, default=ROOT / "examples" / "predictions" / "tw-legalbench-mcq")
    arguments = parser.parse_args()
    records = load_references(arguments.references, config="mcq", split="test").records
    answers = {record["id"]: record["answer"] for record in records}
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, rows in {
        "reference_echo": [{"id": id, "output": REPLIES[0](letter, letter)} for id, letter in answers.items()],
        "noisy": [{"id": id, "output": noisy(id, letter, list(answers))} for id, letter in answers.items()],
    }.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (arguments.out / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")


def noisy(id: str, right: str, ids: Sequence[str]) -> str:
    """A reply by the digest of the id: seven of ten are right, and the last two records get a refusal and nothing."""
    if id in ids[-2:]:
        return "抱歉，我無法提供法律意見。" if id == ids[-2] else ""
    number = int(hashlib.sha256(id.encode("utf-8")).hexdigest(), 16)
    wrong = [letter for letter in LETTERS if letter != right][number % 3]
    chosen, other = (right, wrong) if number // 3 % 10 < 7 else (wrong, right)
    form = number // 30 % (2 * len(REPLIES))
    return REPLIES[form if form < len(REPLIES) else 0](chosen, other)  # every second reply has the form that is asked for


if __name__ == "__main__":
    main()
