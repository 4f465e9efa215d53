"""Clients that play over the page's own socket, as browsers do, without a browser.

Run as a program: `python _load.py URL CLIENTS SECONDS PAUSE` prints one JSON object.
"""

import ast
import asyncio
import json
import random
import re
import sys
import time
import uuid
from typing import Any

import httpx
import socketio

_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_QUERY = re.compile(r"query: (\{.*?\}),\n")
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#96;": "`", "&#36;": "$"}


class Client:
    """One browser on the page of queens: it puts a queen and takes it away again."""

    def __init__(self, url: str, number: int) -> None:
        self.url, self.number = url, number
        self.times: list[float] = []
        self.errors: list[str] = []
        self.answered = asyncio.Event()
        self.socket = socketio.AsyncClient(reconnection=False)

    async def open(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=240) as http:
            page = (await http.get("/queens")).text
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        text = _ELEMENTS.search(page)
        asked = _QUERY.search(page)
        assert text is not None and asked is not None, page[:500]
        raw = text[1]
        for name, sign in _ESCAPED.items():
            raw = raw.replace(name, sign)
        elements = json.loads(raw)
        query = ast.literal_eval(asked[1])
        self.client_id = query["client_id"]
        board = next(
            (ident, element)
            for ident, element in elements.items()
            if any(event["type"] == "press" for event in element.get("events", ()))
        )
        self.board = int(board[0])
        self.listener = next(e["listener_id"] for e in board[1]["events"] if e["type"] == "press")
        query |= {"document_id": str(uuid.uuid4()), "tab_id": str(uuid.uuid4())}
        query["implicit_handshake"] = "true"
        self.socket.on("run_javascript", self._heard)
        address = "&".join(f"{name}={value}" for name, value in query.items())
        await self.socket.connect(
            f"{self.url}?{address}",
            headers={"Cookie": cookies, "Origin": self.url.rstrip("/")},
            transports=["websocket"],
            socketio_path="/_nicegui_ws/socket.io",
            wait_timeout=60,
        )

    def _heard(self, message: Any) -> None:
        if "patch" in message.get("code", ""):
            self.answered.set()

    async def play(self, seconds: float, pause: float) -> None:
        """Make moves, each after the answer to the last and a pause."""
        dice = random.Random(self.number)
        until = time.perf_counter() + seconds
        await asyncio.sleep(dice.uniform(0, pause))
        while time.perf_counter() < until:
            self.answered.clear()
            began = time.perf_counter()
            await self.socket.emit(
                "event",
                {
                    "id": self.board,
                    "client_id": self.client_id,
                    "listener_id": self.listener,
                    "args": ["9"],  # put on the square, and taken off again
                },
            )
            try:
                await asyncio.wait_for(self.answered.wait(), 60)
            except TimeoutError:
                self.errors.append("no answer in 60 s")
                return
            self.times.append(time.perf_counter() - began)
            await asyncio.sleep(dice.uniform(0.5, 1.5) * pause)

    async def close(self) -> None:
        await self.socket.disconnect()


async def run(url: str, number: int, seconds: float, pause: float) -> dict[str, Any]:
    clients = [Client(url, at) for at in range(number)]
    for client in clients:
        await client.open()
    await asyncio.gather(*(client.play(seconds, pause) for client in clients))
    for client in clients:
        await client.close()
    times = sorted(t for client in clients for t in client.times)
    errors = [error for client in clients for error in client.errors]

    if not times:
        return {"clients": number, "moves": 0, "errors": errors}

    def part(share: float) -> float:
        return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 2)

    return {
        "clients": number,
        "seconds": seconds,
        "moves": len(times),
        "errors": errors,
        "p50_ms": part(0.5),
        "p95_ms": part(0.95),
        "p99_ms": part(0.99),
        "max_ms": round(1000 * times[-1], 2),
    }


if __name__ == "__main__":
    url, clients, seconds, pause = sys.argv[1:]
    print(json.dumps(asyncio.run(run(url, int(clients), float(seconds), float(pause)))))
