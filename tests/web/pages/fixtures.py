"""Fixtures that show pages to a simulated user."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gridwise.web.server.context import Config, ServerContext
from web.pages._user import IdleServer, Memory


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerContext]:
    made = IdleServer(Config(tmp_path))
    yield made
    made.close()


@pytest.fixture
def visit(
    server: ServerContext, monkeypatch: pytest.MonkeyPatch, nicegui: None
) -> Callable[[Callable[[Any], Awaitable[None]]], None]:
    """Return what runs a coroutine with a visitor's browser; settings are in `visit.kept`."""
    from nicegui.testing.user_simulation import user_simulation

    from gridwise.web.pages import shell

    kept: dict[str, Any] = {}
    monkeypatch.setattr(shell, "visitor_here", lambda *_: Memory(kept))

    def go(doing: Callable[[Any], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with user_simulation(root=shell.root(server)) as user:
                await doing(user)

        asyncio.run(whole())

    go.kept = kept  # type: ignore[attr-defined]
    return go
