"""A small OpenAI-compatible server for tests, on a thread of its own: what it does with a request stands in the request's last message, as JSON.

``first``, ``gap``: seconds before the first piece, and between pieces; ``pieces``: how many; ``then``: how it ends:

``done`` (usage, then [DONE]) · ``no_usage`` · ``whole`` (one JSON object, not streamed) · ``finish`` (a finish_reason, no [DONE]) · ``stop`` (the stream just ends)
· ``break`` (the connection is cut) · ``hang`` (nothing more comes) · ``error`` (an error as an event) · ``nonsense`` (an event that is no JSON) · a number (that
HTTP status, at once)
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

TEXTS = ("甲", "乙\u2028丙", "\u0085", "依刑法第320條", "。")
"""Pieces of text, with separators of lines that are none in a stream of events."""


@dataclass
class StreamingServer:
    """What the server has seen: bodies and headers of requests, connections. ``places``: answers that it gives at a time; ``fail_first``: requests that get a
    503 before any other does."""

    places: int = 1000
    fail_first: int = 0
    retry_after: str = ""
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    connections: int = 0
    answering: int = 0
    most_answering: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, request after request."""
        self.connections += 1
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._answer(reader, writer):
                    pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = json.loads(await reader.readexactly(int(headers["content-length"])))
        self.headers.append(headers)
        self.bodies.append(body)
        try:
            behaviour = json.loads(body["messages"][-1]["content"])
        except ValueError:
            behaviour = {}
        if len(self.bodies) <= self.fail_first:
            behaviour = {"then": 503}
        if isinstance(behaviour.get("then"), int):
            return await self._refuse(writer, behaviour["then"])
        async with self._place:
            self.answering += 1
            self.most_answering = max(self.most_answering, self.answering)
            try:
                return await self._stream(writer, body, **behaviour)
            finally:
                self.answering -= 1

    async def _refuse(self, writer: asyncio.StreamWriter, status: int) -> bool:
        extra = f"Retry-After: {self.retry_after}\r\n" if self.retry_after else ""
        text = b'{"error": {"message": "no"}}'
        writer.write(f"HTTP/1.1 {status} No\r\n{extra}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        await writer.drain()
        return True

    async def _stream(
        self, writer: asyncio.StreamWriter, body: dict[str, Any], first: float = 0.0, gap: float = 0.0, pieces: int = 3, then: str = "done"
    ) -> bool:
        usage = {"prompt_tokens": 7, "completion_tokens": pieces}
        await asyncio.sleep(first)
        if then == "whole":
            text = json.dumps({"choices": [{"message": {"content": "答"}, "finish_reason": "stop"}], "usage": usage}).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
            await writer.drain()
            return True
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n")
        await self._send(writer, b": hello\r\n\r\n" + self._event({"choices": [{"delta": {"role": "assistant", "content": ""}, "finish_reason": None}]}))
        for place in range(pieces):
            await asyncio.sleep(gap if place else 0)
            await self._send(writer, self._event({"choices": [{"delta": {"content": TEXTS[place % len(TEXTS)]}, "finish_reason": None}]}))
        if then == "break":
            writer.transport.abort()
            return False
        if then == "hang":
            await asyncio.sleep(3600)
        if then == "error":
            await self._send(writer, self._event({"error": {"message": "out of memory", "code": 500}}))
        elif then == "nonsense":
            await self._send(writer, b"data: {]\n\n")
        elif then != "stop":
            await self._send(writer, self._event({"choices": [{"delta": {}, "finish_reason": "stop"}]}))
        if then == "done" and body.get("stream_options", {}).get("include_usage"):
            await self._send(writer, self._event({"choices": [], "usage": usage}))
        if then in ("done", "no_usage"):
            await self._send(writer, b"data: [DONE]\n\n")
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    @staticmethod
    def _event(fields: dict[str, Any]) -> bytes:
        return b"data: " + json.dumps(fields, ensure_ascii=False).encode() + b"\n\n"

    @staticmethod
    async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(b"%x\r\n" % len(data) + data + b"\r\n")
        await writer.drain()

    async def run(self, ready: threading.Event, stop: asyncio.Event) -> None:
        """Serve until told to stop."""
        self._place = asyncio.Semaphore(self.places)
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = "http://{}:{}/v1".format(*server.sockets[0].getsockname())
        ready.set()
        await stop.wait()
        server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


@contextmanager
def streaming_server(**options: Any) -> Iterator[StreamingServer]:
    """A running server; it is gone afterwards."""
    server = StreamingServer(**options)
    ready = threading.Event()
    inside: dict[str, Any] = {}

    async def serve() -> None:
        inside.update(loop=asyncio.get_running_loop(), stop=asyncio.Event())
        await server.run(ready, inside["stop"])

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        inside["loop"].call_soon_threadsafe(inside["stop"].set)
        thread.join(10)
