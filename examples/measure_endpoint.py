"""Measure an OpenAI-compatible endpoint: a run log, and what it says of latency, tokens per second, concurrency and failures.

    pip install 'legal-metrics[measure]'
    legal-metrics prompt tw-legalbench/mcq --references data/tw-legalbench > prompts.jsonl
    OPENAI_API_KEY=... python examples/measure_endpoint.py --base-url https://host/v1 --model NAME \\
        --prompts prompts.jsonl --ladder 1,2,4,8,16 --requests 50 --seconds 120 --out run.jsonl

Each step of the ladder keeps so many requests in flight, until it has sent ``--requests`` or has lasted ``--seconds``; those in flight then are waited for,
each for ``--timeout`` at most. So the whole run is bounded: in requests, and in time. After an attempt that failed by the system's own cause its worker
waits, longer each time, and as long as the server asks; with ``--retries`` it then tries the same request again, which is a line of its own. Every attempt is
a line of the log as soon as it is over; the log has its name when it is complete, and ``.partial`` behind it until then. Ctrl-C ends the run: what is in
flight is noted as cancelled, and the log is complete.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from legal_metrics.caai.log_records import status_cause
from legal_metrics.caai.run_log import read_run_log
from legal_metrics.caai.run_measures import RunMeasures, measure_run
from legal_metrics.errors import MissingExtraError
from legal_metrics.json_lines import JsonLineError, read_json_lines

try:
    import httpx
except ModuleNotFoundError:
    sys.exit(str(MissingExtraError("httpx", "measure")))
from streaming_client import Attempt, Clock, Endpoint, ask

CONNECT_SECONDS = 10.0
LONGEST_PAUSE = 30.0
Messages = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The ladder, and its bounds: requests and seconds of each step, further attempts of each request, seconds to wait after a first failure."""

    ladder: tuple[int, ...]
    requests: int
    seconds: float
    retries: int = 0
    pause: float = 0.5


class Step:
    """One step of the ladder: what is still to be sent, and until when."""

    def __init__(self, plan: Plan, level: int, clock: Clock) -> None:
        self.level = level
        self._names = iter(range(plan.requests))
        self._clock = clock
        self._until = clock.now() + plan.seconds

    @property
    def over(self) -> bool:
        """Whether its time is over."""
        return self._clock.now() >= self._until

    def next_id(self) -> str | None:
        """The id of the next request; None where there is none."""
        number = None if self.over else next(self._names, None)
        return None if number is None else f"{self.level}-{number}"

    async def pause(self, seconds: float) -> None:
        """Wait, but not beyond the end of the step."""
        await asyncio.sleep(max(0.0, min(seconds, self._until - self._clock.now())))


async def measure(endpoint: Endpoint, prompts: Sequence[Messages], plan: Plan, write: Callable[[dict[str, Any]], None], *, clock: Clock) -> None:
    """Climb the ladder; each attempt is written when it is over."""
    limits = httpx.Limits(max_connections=max(plan.ladder), max_keepalive_connections=max(plan.ladder))
    async with httpx.AsyncClient(limits=limits, timeout=httpx.Timeout(None, connect=CONNECT_SECONDS)) as client:
        questions = cycle(prompts)

        async def work(step: Step, worker: int) -> None:
            failures = 0
            while (request_id := step.next_id()) is not None:
                messages = next(questions)
                for _ in range(1 + plan.retries):
                    attempt = Attempt(sent=clock.now())
                    try:
                        await ask(client, endpoint, messages, clock, attempt)
                    finally:
                        write({"request_id": request_id, **attempt.row(), "worker": f"w{worker}", "level": step.level})
                    failures = failures + 1 if status_cause(attempt.status) == "failed" else 0
                    if not failures:
                        break
                    await step.pause(min(LONGEST_PAUSE, max(attempt.retry_after or 0.0, plan.pause * 2 ** (failures - 1))))
                    if step.over:
                        return

        for level in plan.ladder:
            step = Step(plan, level, clock)
            await asyncio.gather(*(work(step, worker) for worker in range(level)))


def read_prompts(lines: Sequence[bytes], *, source: str) -> list[Messages]:
    """Messages of each line: ``messages``, as ``legal-metrics prompt`` writes them, or ``prompt``, a text. Raises: JsonLineError."""
    prompts: list[Messages] = []
    for number, row in read_json_lines(lines, source=source):
        messages = row.get("messages")
        if messages is None and isinstance(row.get("prompt"), str):
            messages = [{"role": "user", "content": row["prompt"]}]
        if not isinstance(messages, list) or not messages or not all(isinstance(message, dict) for message in messages):
            raise JsonLineError(source, number, "field 'messages': allowed a list of messages, or a field 'prompt' with a text")
        prompts.append(messages)
    if not prompts:
        raise JsonLineError(source, 1, "found no prompt, allowed at least one")
    return prompts


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and tell what the log says; 1 if no request was answered, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    if options.out.exists() and not options.overwrite:
        print(f"--out: found {options.out}, allowed a new file (or --overwrite)", file=sys.stderr)
        return 2
    try:
        prompts = read_prompts(options.prompts.read_bytes().splitlines(keepends=True), source=str(options.prompts))
    except (OSError, JsonLineError) as error:
        print(error, file=sys.stderr)
        return 2
    endpoint = Endpoint(
        url=options.base_url.rstrip("/") + "/chat/completions",
        model=options.model,
        key=os.environ.get(options.key_from, ""),
        timeout=options.timeout,
        usage=not options.no_usage,
        reasoning=options.reasoning,
        parameters={"temperature": options.temperature, "max_tokens": options.max_tokens},
    )
    plan = Plan(options.ladder, options.requests, options.seconds, options.retries)
    partial = options.out.with_name(options.out.name + ".partial")
    statuses: Counter[str] = Counter()
    try:
        opened = partial.open("w", encoding="utf-8", newline="\n", buffering=1)
    except OSError as error:
        print(f"--out: {error}", file=sys.stderr)
        return 2
    with opened as file:

        def write(row: dict[str, Any]) -> None:
            statuses[str(row["status"])] += 1
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

        stopped = asyncio.run(_until_stopped(measure(endpoint, prompts, plan, write, clock=Clock())))
    partial.replace(options.out)
    with options.out.open("rb") as lines:
        measures = measure_run(read_run_log(lines, source=str(options.out)))
    print(*told(measures, statuses), sep="\n")
    return 130 if stopped else 0 if measures.attempts["answered"] else 1


async def _until_stopped(run: Any) -> bool:
    """Whether Ctrl-C ended the run before its end."""
    task = asyncio.ensure_future(run)
    with suppress(NotImplementedError):  # where loops have no signals, Ctrl-C cancels all the same, and ends the program
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return True
    return False


def told(measures: RunMeasures, statuses: Mapping[str, int]) -> Iterator[str]:
    """What a log says, line by line. ``statuses``: how many attempts ended with each of them."""
    first, rates, found = measures.first_token_ms, measures.tokens_per_second, measures.concurrency
    attempts = ", ".join(f"{n} {cause}" for cause, n in measures.attempts.items())
    yield f"{measures.requests} requests; attempts: {attempts} ({', '.join(f'{status}: {n}' for status, n in statuses.items())})"
    if first.n:
        yield f"first token (5): mean {first.mean:.0f} ms, p50 {first.percentiles[50]:.0f}, p95 {first.percentiles[95]:.0f}, n = {first.n}"
    if rates.streams.n:
        yield f"tokens/s (6): {rates.streams.mean:.1f} of one stream, {rates.aggregate:.1f} of the whole run, n = {rates.streams.n}"
    if found.value is not None:
        yield f"greatest concurrency at best throughput: {found.value} (best throughput {found.best_tokens_per_second:.1f} tokens/s)"
    yield f"failures of a minute or more (9): {len(measures.outages.failures)} in {measures.outages.days:.4g} days"
    yield from map(str, measures.notes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", required=True, type=_url, help="up to and with /v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--prompts", required=True, type=Path, help="JSON lines with messages, or with a prompt; asked in turn")
    parser.add_argument("--out", required=True, type=Path, help="the run log")
    parser.add_argument("--overwrite", action="store_true")
    parser.add_argument("--ladder", type=_ladder, default=(1, 2, 4, 8, 16), help="requests in flight, step by step (default: 1,2,4,8,16)")
    parser.add_argument("--requests", type=_whole(1), default=50, help="most requests of a step (default: 50)")
    parser.add_argument("--seconds", type=_positive, default=120.0, help="longest time in which a step sends (default: 120)")
    parser.add_argument("--timeout", type=_positive, default=300.0, help="longest time of one attempt (default: 300)")
    parser.add_argument("--retries", type=_whole(0), default=0, help="further attempts of a request that failed (default: 0)")
    parser.add_argument("--max-tokens", type=_whole(1), default=512)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--no-usage", action="store_true", help="do not ask for numbers of tokens, which some endpoints refuse")
    parser.add_argument("--reasoning", action="store_true", help="thoughts that are streamed count as text")
    parser.add_argument("--key-from", default="OPENAI_API_KEY", metavar="VARIABLE", help="environment variable with the key (default: OPENAI_API_KEY)")
    return parser


def _url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed an address that begins with http:// or https://")
    return text


def _whole(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"found {text!r}, allowed a whole number from {least}")
        return int(text)

    return whole_number


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a number of seconds above 0")
    return value


def _ladder(text: str) -> tuple[int, ...]:
    return tuple(_whole(1)(part.strip()) for part in text.split(","))


if __name__ == "__main__":
    sys.exit(main())
