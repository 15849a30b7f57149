"""One request to an OpenAI-compatible endpoint, streamed and timed: what became of it, as a line of a run log.

What is timed: ``sent``, when the last byte of the question had left; the first and the last piece of text that came; ``ended``, when an attempt without a
whole answer was over. Times are Unix seconds off one clock that nothing sets while the measurement runs.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

MOST_LINE_BYTES = 1 << 24
"""A longer line is no event."""
DRAIN_SECONDS = 1.0
"""How long to wait for the end of a response whose answer is there."""


class Clock:
    """Unix time that goes evenly: the system's clock is read once, and may be set afterwards."""

    def __init__(self) -> None:
        self._zero = time.time() - time.perf_counter()

    def now(self) -> float:
        """Seconds, to the microsecond."""
        return round(self._zero + time.perf_counter(), 6)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to ask. ``usage``: ask for the number of tokens, which some endpoints refuse. ``reasoning``: thoughts that are shown count as text."""

    url: str
    model: str
    key: str = ""
    timeout: float = 300.0
    usage: bool = True
    reasoning: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def body(self, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """What is posted."""
        options = {"stream_options": {"include_usage": True}} if self.usage else {}
        return {"model": self.model, "messages": list(messages), "stream": True, **options, **self.parameters}

    def headers(self) -> dict[str, str]:
        """The key goes here and nowhere else."""
        return {"Accept": "text/event-stream", "Accept-Encoding": "identity", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}


@dataclass(slots=True)
class Attempt:
    """What is known of an attempt so far. ``retry_after``: seconds for which the server asked to be left alone."""

    sent: float
    first_token: float | None = None
    last_token: float | None = None
    ended: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    status: str | int = "incomplete"
    retry_after: float | None = None

    @property
    def answered(self) -> bool:
        """Whether a whole answer came."""
        return self.status == "ok"

    def row(self) -> dict[str, Any]:
        """The fields of a run log."""
        names = ("sent", "first_token", "last_token", "prompt_tokens", "completion_tokens", "status", "ended")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Piece:
    """What one event, or a whole answer, brings: text, an end, numbers of tokens; ``problem``: an error of the server, or nothing of this protocol."""

    text: bool = False
    finished: bool = False
    problem: bool = False
    usage: tuple[int | None, int | None] | None = None


async def ask(client: httpx.AsyncClient, endpoint: Endpoint, messages: Sequence[Mapping[str, Any]], clock: Clock, attempt: Attempt) -> None:
    """Ask once, and read the answer to its end; what is known goes into ``attempt`` as it comes. Whatever goes wrong is a status; nothing is raised but
    cancellation, which is a status too."""
    try:
        await asyncio.wait_for(_exchange(client, endpoint, messages, clock, attempt), endpoint.timeout)
    except (asyncio.TimeoutError, httpx.TimeoutException):
        attempt.status = attempt.status if attempt.answered else "timeout"
    except httpx.HTTPError:
        attempt.status = attempt.status if attempt.answered else "connection_error"
    except asyncio.CancelledError:
        attempt.status = attempt.status if attempt.answered else "cancelled"
        raise
    finally:
        attempt.ended = None if attempt.answered else clock.now()


async def _exchange(client: httpx.AsyncClient, endpoint: Endpoint, messages: Sequence[Mapping[str, Any]], clock: Clock, attempt: Attempt) -> None:
    async def trace(event: str, _: Mapping[str, Any]) -> None:
        if event.endswith("send_request_body.complete"):
            attempt.sent = clock.now()

    request: dict[str, Any] = {"json": endpoint.body(messages), "headers": endpoint.headers(), "extensions": {"trace": trace}}
    async with client.stream("POST", endpoint.url, **request) as response:
        if response.status_code != 200:
            attempt.status = response.status_code
            attempt.retry_after = _seconds(response.headers.get("Retry-After"))
        elif response.headers.get("Content-Type", "").partition(";")[0].strip().lower() == "text/event-stream":
            await _read_stream(events(response.aiter_bytes()), endpoint, clock, attempt)
        else:  # the endpoint does not stream: nobody saw a first token, and all came with the last one
            piece = read_piece((await response.aread()).decode("utf-8", "replace"), endpoint.reasoning)
            _note(piece, attempt)
            attempt.last_token = clock.now() if piece.text else None
            attempt.status = "error" if piece.problem else "ok" if piece.finished else "incomplete"


async def _read_stream(stream: AsyncIterator[str], endpoint: Endpoint, clock: Clock, attempt: Attempt) -> None:
    finished = False
    async for data in stream:
        now = clock.now()
        if data == "[DONE]":
            finished = True
            break
        piece = read_piece(data, endpoint.reasoning)
        _note(piece, attempt)
        if piece.text:
            attempt.first_token = now if attempt.first_token is None else attempt.first_token
            attempt.last_token = now
        if piece.problem:
            attempt.status = "error"
            return
        finished = finished or piece.finished
    attempt.status = "ok" if finished else "incomplete"
    with suppress(asyncio.TimeoutError):  # what is read to its end can be asked again without a new connection
        await asyncio.wait_for(_drain(stream), DRAIN_SECONDS)


async def _drain(stream: AsyncIterator[str]) -> None:
    async for _ in stream:
        pass


def _note(piece: Piece, attempt: Attempt) -> None:
    if piece.usage is not None:
        attempt.prompt_tokens, attempt.completion_tokens = piece.usage


def read_piece(data: str, reasoning: bool) -> Piece:
    """Read an event, or the body of an answer that was not streamed. Never raises.

    >>> read_piece('{"choices": [{"delta": {"content": "甲"}, "finish_reason": null}]}', False)
    Piece(text=True, finished=False, problem=False, usage=None)
    """
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        return Piece(problem=True)
    if not isinstance(event, dict) or event.get("error"):
        return Piece(problem=True)
    choices = event.get("choices")
    text = finished = False
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict):
            delta = choice.get("delta") or choice.get("message")
            names = ("content", "reasoning_content", "reasoning") if reasoning else ("content",)
            text = text or (isinstance(delta, dict) and any(delta.get(name) for name in names))
            finished = finished or choice.get("finish_reason") is not None
    usage = event.get("usage")
    counts = (_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))) if isinstance(usage, dict) else None
    return Piece(text, finished, usage=counts)


async def events(pieces: AsyncIterable[bytes]) -> AsyncIterator[str]:
    """The data of each server-sent event. Lines end with CR, LF or both, and with nothing else: a text may hold other line separators.

    Source: the HTML standard, 9.2.6; an event at the end that no blank line follows is given too.
    """
    data: list[str] = []
    async for line in _lines(pieces):
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


async def _lines(pieces: AsyncIterable[bytes]) -> AsyncIterator[str]:
    rest = b""
    async for piece in pieces:
        rest += piece
        held = b"\r" if rest.endswith(b"\r") else b""  # its LF may come with the next piece
        *lines, rest = rest.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        rest += held
        if len(rest) > MOST_LINE_BYTES:
            raise httpx.DecodingError(f"a line of more than {MOST_LINE_BYTES} bytes")
        for line in lines:
            yield line.decode("utf-8", "replace").removeprefix("\ufeff")
    if rest:
        yield rest.rstrip(b"\r").decode("utf-8", "replace")


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _seconds(text: str | None) -> float | None:
    """Seconds of a Retry-After header, if that is what it holds."""
    return float(text) if text is not None and text.isascii() and text.isdigit() else None
