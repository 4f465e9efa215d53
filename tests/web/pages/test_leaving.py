"""What ends when a page is left for another inside the app: its clock, and all it has asked for."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from every import Collected
from gridwise.core import registry
from gridwise.games.session import GameSession
from gridwise.process.supervisor import TaskOutcome
from gridwise.web.server.context import Config, ServerContext
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from web.pages._user import pressed, until

if TYPE_CHECKING:
    from nicegui.testing import User

QUICK = ("recordable", "estimates")


class BusyServer(ServerContext):
    """A server whose children work until they are stopped, but on what a page needs to be shown."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.working: dict[str, threading.Event] = {}

    def open(self) -> None:
        pass

    async def ask(self, name: str, args: Any, *, cancel: Any = None, **_: Any) -> TaskOutcome:
        if name in QUICK:
            return TaskOutcome("answered", task_kind(name).run(args, Call(threading.Event())).value)
        assert isinstance(cancel, threading.Event), "nobody could stop it"
        self.working[name] = cancel
        while not cancel.is_set():
            await asyncio.sleep(0.01)
        del self.working[name]
        return TaskOutcome("cancelled", None)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BusyServer]:
    made = BusyServer(Config(tmp_path))
    yield made
    made.close()


async def goes_to(user: "User", path: str) -> None:
    """Follow a link inside the app."""
    assert user.client is not None
    with user.client:
        await user.client.sub_pages_router._handle_open(path)


def begun(server: BusyServer) -> GameSession:
    puzzle = registry.puzzle("sudoku")
    position = puzzle.parse("sudoku:2x2:1....2....3....4")
    return GameSession.begin(server.store, "me", "sudoku", position)


def test_what_a_play_page_asked_for_ends_with_it(visit: Any, server: BusyServer) -> None:
    begun(server)
    buttons = Collected()

    async def leave(user: "User") -> None:
        for button in ("Hint", "Correct so far?", "Solve", "Board statistics"):
            with buttons.case(button) as runs:
                if runs:
                    await press(user, button)
                    await goes_to(user, "/about")
                    await until(lambda: not server.working)

    async def press(user: "User", button: str) -> None:
        await user.open("/sudoku")
        pressed(user, button)
        await until(lambda: bool(server.working))

    visit(leave)
    buttons.end()


def test_a_recording_ends_with_its_page(visit: Any, server: BusyServer) -> None:
    begun(server)

    async def leave(user: "User") -> None:
        await user.open("/replay/sudoku")
        await user.should_see(marker="record")
        user.find(marker="record").click()
        await until(lambda: bool(server.working))
        await goes_to(user, "/about")
        await until(lambda: not server.working)

    visit(leave)


def test_the_clock_stands_while_another_page_is_looked_at(visit: Any, server: BusyServer) -> None:
    game_id = begun(server).game_id

    def elapsed() -> float:
        found = GameSession.resume(server.store, "me", game_id)
        assert found is not None
        return found.elapsed_s

    async def leave(user: "User") -> None:
        await user.open("/sudoku")
        await asyncio.sleep(0.3)  # which counts, even before it would be saved by itself
        await goes_to(user, "/about")
        there = elapsed()
        assert there >= 0.3
        await asyncio.sleep(0.3)
        back = time.monotonic()
        await goes_to(user, "/sudoku")
        await asyncio.sleep(0.1)
        await goes_to(user, "/about")
        assert user.client is not None
        for told in user.client.disconnect_handlers:  # the window is closed
            user.client.safe_invoke(told)
        await asyncio.sleep(0)
        assert elapsed() <= there + time.monotonic() - back  # however slow the machine is

    visit(leave)
