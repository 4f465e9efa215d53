"""The page of the replay: watch a method work on the visitor's board, or a player play."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import from_json, msg
from gridwise.web.house import House
from gridwise.web.names import named
from gridwise.web.parts import box, link, text
from gridwise.web.replay import panel
from gridwise.web.visitor import Visitor
from gridwise.workbench.sitting import Sitting

_LONGEST = 20_000
_READ_S = 10.0


def show(house: House, visitor: Visitor, kind: str, of: str = "", method: str = "") -> None:
    """Show it.

    Parameters
    ----------
    house, visitor
        Of the page.
    kind
        The puzzle's name.
    of
        The board as a notation; the visitor's latest game where it is empty.
    method
        The method to begin with.
    """
    words = visitor.words
    with box("div", "gw-page gw-replay-page"):
        with box("header"):
            text("h1", words(msg("Watch: {puzzle}", puzzle=named(kind))))
            lead = msg("Record a method at work on a board, then play it, step by step.")
            text("p", words(lead), "gw-lead")
            link(words(msg("Back to the board")), f"/{kind}", "gw-more")
        place = box("div")
        if not of:
            with place:
                _on_game(house, visitor, kind, method)
            return

        async def read() -> None:
            with place:
                await _on_text(house, visitor, kind, of, method)

        ui.timer(0.01, read, once=True)


def _on_game(house: House, visitor: Visitor, kind: str, method: str) -> None:
    """Show the replay on the game that was played last, on an example where there was none."""
    puzzle = registry.puzzle(kind)
    sitting = Sitting.latest(house.store, visitor.owner, kind)
    if sitting is None:
        example = puzzle.parse(puzzle.examples[0])
        panel(house, visitor, lambda: example, method=method)
        return
    desk, state = sitting.desk, sitting.state
    position, origin = desk.position(state), desk.origin(state)

    def game() -> Mapping[str, Any] | None:
        return desk.dump(state) if desk.game(state, afresh=True) is not None else None

    panel(house, visitor, lambda: position, origin=lambda: origin, game=game, method=method)


async def _on_text(house: House, visitor: Visitor, kind: str, of: str, method: str) -> None:
    """Show the replay on a board that came with the address: it is read in a child."""
    puzzle, words = registry.puzzle(kind), visitor.words
    if len(of) > _LONGEST:
        text("p", words(msg("This board is too large for an address.")), "gw-error")
        return
    outcome = await house.ask(
        "read", {"text": of, "puzzle": kind}, owner=visitor.owner, time_s=_READ_S
    )
    boards = [] if outcome.value is None else outcome.value["boards"]
    if not boards or "notation" not in boards[0]:
        why = from_json(boards[0]["message"]) if boards else outcome.error
        said = msg("This board cannot be read: {why}", why=why or "")
        text("p", words(said), "gw-error")
        return
    position = puzzle.parse(boards[0]["notation"])
    panel(house, visitor, lambda: position, method=method)
