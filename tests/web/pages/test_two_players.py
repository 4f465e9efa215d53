"""The game of two players: the computer answers, and says who wins."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.games.session import GameSession
from gridwise.process.supervisor import TaskOutcome
from gridwise.web.server.context import Config
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from web.pages._user import IdleServer, elements, pressed, texts, until

if TYPE_CHECKING:
    from nicegui.testing import User


class AnsweringServer(IdleServer):
    """A server that does the tasks of this page itself; `knows` no game if that is False."""

    knows = True

    async def ask(self, name: str, args: Any, **_: Any) -> TaskOutcome:
        if name != "solve":
            return TaskOutcome("cancelled", None)
        given = args if self.knows else {**args, "nodes": 1}
        return TaskOutcome("answered", task_kind(name).run(given, Call(threading.Event())).value)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[AnsweringServer]:
    made = AnsweringServer(Config(tmp_path))
    yield made
    made.close()


def session(server: AnsweringServer) -> GameSession:
    found = GameSession.latest(server.store, "me", "queens")
    assert found is not None
    return found


def begun(server: AnsweringServer, notation: str) -> None:
    position = registry.puzzle("queens").parse(notation)
    GameSession.begin(server.store, "me", "queens", position)


async def opened(user: "User") -> None:
    await user.open("/queens")
    pressed(user, "Two players")


def press(user: "User", cell: int) -> None:
    """Place a queen by a click on the board."""
    from nicegui import events

    from gridwise.web.board.element import BoardElement

    (board,) = [one for one in elements(user) if isinstance(one, BoardElement)]
    assert user.client is not None
    for listener in board._event_listeners.values():
        if listener.type == "press":
            with user.client:
                told = events.GenericEventArguments(sender=board, client=user.client, args=cell)
                events.handle_event(listener.handler, told)


def test_the_computer_that_begins_wins(visit: Any, server: AnsweringServer) -> None:
    begun(server, "queens:5:")

    async def play(user: "User") -> None:
        await opened(user)
        pressed(user, "The computer moves")
        await until(lambda: len(session(server).position.queens) == 1)
        assert any("the computer wins, whatever you do" in one for one in texts(user))
        while True:
            position = session(server).position
            moves = [move.cell for move in registry.puzzle("queens").moves(position)]
            if not moves:
                break
            press(user, moves[-1])
            after = len(position.queens) + 2
            await until(lambda after=after: len(session(server).position.queens) >= after)
        assert any("the computer has won" in one for one in texts(user))

    visit(play)


def test_it_answers_each_move_of_the_player_and_none_that_is_taken_back(
    visit: Any, server: AnsweringServer
) -> None:
    begun(server, "queens:4:")

    async def play(user: "User") -> None:
        await opened(user)
        press(user, 5)
        await until(lambda: len(session(server).position.queens) == 2)
        after = gridwise.solve(session(server).position, question="winner").answer
        before = gridwise.solve("queens:4:r2c2", question="winner").answer
        assert after is not None and before is not None
        assert after.value == -before.value  # it was a best move
        pressed(user, "Take back my move")
        await until(lambda: not session(server).position.queens)
        press(user, 0)
        await until(lambda: len(session(server).position.queens) == 2)

    visit(play)


def test_the_player_that_leaves_no_square_has_won(visit: Any, server: AnsweringServer) -> None:
    begun(server, "queens:3:")

    async def play(user: "User") -> None:
        await opened(user)
        press(user, 4)
        await until(lambda: any("you have won" in one for one in texts(user)))

    visit(play)


def test_what_it_does_not_know_it_says(visit: Any, server: AnsweringServer) -> None:
    begun(server, "queens:20:")
    server.knows = False

    async def play(user: "User") -> None:
        await opened(user)
        press(user, 0)
        await until(lambda: len(session(server).position.queens) == 2)
        assert any("does not know who wins" in one for one in texts(user))

    visit(play)


def test_only_a_puzzle_with_such_a_game_offers_it(visit: Any) -> None:
    async def look(user: "User") -> None:
        for kind in registry.interactions():
            await user.open(f"/{kind}")
            names = [
                one.text for one in elements(user) if one.tag == "span" and hasattr(one, "text")
            ]
            assert ("Two players" in names) is (kind == "queens"), kind

    visit(look)
