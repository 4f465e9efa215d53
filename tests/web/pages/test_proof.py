"""The seal beside an answer, where there is no certificate."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gridwise.core import registry
from gridwise.games.session import GameSession
from gridwise.process.supervisor import TaskOutcome
from gridwise.web.pages.play.certificate import NOTHING
from gridwise.web.pages.play.running_task import ENDS
from gridwise.web.server.context import Config
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from web.pages._user import IdleServer, pressed, texts, until

if TYPE_CHECKING:
    from nicegui.testing import User


class NarrowServer(IdleServer):
    """A server whose children have no memory for a certificate."""

    async def ask(self, name: str, args: Any, **_: Any) -> TaskOutcome:
        if args.get("certificate"):
            return TaskOutcome("memory_limit", None)
        return TaskOutcome("answered", task_kind(name).run(args, Call(threading.Event())).value)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NarrowServer]:
    made = NarrowServer(Config(tmp_path))
    yield made
    made.close()


def test_why_there_is_no_certificate_is_said(visit: Any, server: NarrowServer) -> None:
    puzzle = registry.puzzle("sudoku")
    GameSession.begin(server.store, "me", "sudoku", puzzle.parse("sudoku:2x2:1....2....3....4"))

    async def prove(user: "User") -> None:
        await user.open("/sudoku")
        pressed(user, "Solve")
        await user.should_see("Prove it", retries=2400)
        pressed(user, "Prove it")
        why = ENDS["memory_limit"].sentence()
        await until(lambda: not {why, NOTHING.sentence()}.isdisjoint(texts(user)))
        assert why in texts(user)

    visit(prove)
