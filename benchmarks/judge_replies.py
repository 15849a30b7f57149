"""100,000 replies of judges read and scored in one process: seconds and memory. ``python -m benchmarks.judge_replies``.

The replies are made up (``reply_mutations``): rubrics of 1 to 12 items; seven of ten replies are of the asked form, plain or in a code fence, the rest need
mending, are cut or hold no verdict. They are made outside the measured time, a thousand at once. A second process reads a tenth of them: memory is flat where
both need the same.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time

from benchmarks.aims import Aim

REPLIES = 100_000
FEW = REPLIES // 10
CHUNK = 1_000


def main() -> list[Aim]:
    """Measure in fresh processes and print."""
    few, all_of_them = (_in_fresh_process(number) for number in (FEW, REPLIES))
    print(
        f"{REPLIES:,} replies, {all_of_them['characters'] / REPLIES:.0f} characters each: {all_of_them['read']:.1f} s reading and {all_of_them['scored']:.1f} s "
        f"scoring of processor time, {all_of_them['clock']:.1f} s by the clock; {all_of_them['strict']:.0%} strict, {all_of_them['refused']:.0%} without a verdict; "
        f"peak memory {all_of_them['megabytes']:.1f} MB, with {FEW:,} replies {few['megabytes']:.1f} MB"
    )
    return [
        Aim(
            "judge replies read and scored, 100,000 on one core",
            all_of_them["read"] + all_of_them["scored"],
            "s",
            at_most=30,
        ),
        Aim(
            "judge replies, memory for ten times as many",
            all_of_them["megabytes"] - few["megabytes"],
            "MB more",
            at_most=5,
        ),
    ]


def _in_fresh_process(number: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.judge_replies", str(number)]
    told: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return told


def measure(number: int) -> dict[str, float]:
    """Read and score ``number`` replies in this process."""
    from resource import RUSAGE_SELF, getrusage

    from benchmarks.reply_mutations import NO_VERDICT, WRAPPINGS, make_rows, make_rubric
    from legal_metrics.errors import JudgeReplyError
    from legal_metrics.extract.judge_replies import parse_judge_reply
    from legal_metrics.metrics.rubric import score_rubric

    source = random.Random(20260617)
    names = list(WRAPPINGS)
    characters = strict = refused = 0
    read = scored = clock = 0.0
    for _ in range(number // CHUNK):
        chunk = []
        for _ in range(CHUNK):
            rubric = make_rubric(source)
            chance = source.random()
            name = (
                source.choice(("plain", "list", "code_fence", "prose_around")) if chance < 0.7 else source.choice(names)
            )
            text = WRAPPINGS[name](make_rows(source, rubric), source) if chance < 0.98 else source.choice(NO_VERDICT)
            chunk.append((rubric, text[: len(text) * 3 // 4] if 0.95 < chance < 0.98 else text))
        characters += sum(len(text) for _, text in chunk)
        start = time.perf_counter()
        begin = time.process_time()
        replies = []
        for rubric, text in chunk:
            try:
                replies.append((rubric, parse_judge_reply(text, rubric)))
            except JudgeReplyError:
                refused += 1
        middle = time.process_time()
        for rubric, reply in replies:
            score_rubric(rubric, reply)
        end = time.process_time()
        read, scored, clock = read + middle - begin, scored + end - middle, clock + time.perf_counter() - start
        strict += sum(reply.strict for _, reply in replies)
    megabytes = getrusage(RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return {
        "read": read,
        "scored": scored,
        "clock": clock,
        "characters": characters,
        "strict": strict / number,
        "refused": refused / number,
        "megabytes": megabytes,
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
    else:
        print(*main(), sep="\n")
