"""The replay page: watch a method work on the visitor's board, or a policy play."""

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import from_json, msg
from gridwise.games.session import GameSession
from gridwise.web.board.drawing import card
from gridwise.web.pages.replay.view import ReplayView
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import box, link, text

_LEAD = msg(
    "A method at work on a board, one step at a time: what it tries, what follows, and why it goes "
    "back."
)
_LONGEST = 20_000
_READ_S = 10.0


def show_all(visitor: Visitor) -> None:
    """Show the puzzles that methods can be watched on."""
    words = visitor.words
    with box("div", "gw-page gw-home"):
        with box("header"):
            text("h1", words(msg("Watch a method work")))
            text("p", words(_LEAD), "gw-lead")
        with box("section", aria_label=words(msg("Puzzles"))), box("ul", "gw-cards"):
            for kind in registry.interactions():
                with box("li"):
                    card(visitor, kind, f"/replay/{kind}")


def show(
    server: ServerContext,
    visitor: Visitor,
    kind: str,
    of: str = "",
    method: str = "",
    game: str = "",
) -> None:
    """Show the page for the board with the notation `of`, or the visitor's latest game.

    The recording of a `game`, named by its token, is shown at once, as it was played.
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
                _on_game(server, visitor, kind, method, game)
            return

        async def read() -> None:
            with place:
                await _on_text(server, visitor, kind, of, method)

        ui.timer(0.01, read, once=True)


def _on_game(server: ServerContext, visitor: Visitor, kind: str, method: str, game: str) -> None:
    """Show a game of the visitor, by default the latest, or else an example."""
    puzzle, store, owner = registry.puzzle(kind), server.store, visitor.owner
    session = GameSession.resume(store, owner, game) if game else None
    own = session is not None and session.puzzle.name == kind
    if not own:
        session = GameSession.latest(store, owner, kind)
    if session is None:
        example = puzzle.parse(puzzle.examples[0])
        ReplayView(server, visitor, example, method=method)
        return
    interaction, state = session.interaction, session.state
    is_game = interaction.referee_state(state, restart=True) is not None
    ReplayView(
        server,
        visitor,
        interaction.position(state),
        origin=interaction.origin(state),
        game=interaction.dump(state) if is_game else None,
        method=method,
        played=session.played if session.steps else None,
        own=own,
    )


async def _on_text(
    server: ServerContext, visitor: Visitor, kind: str, of: str, method: str
) -> None:
    """Show the board of an address; a child reads it."""
    puzzle, words = registry.puzzle(kind), visitor.words
    if len(of) > _LONGEST:
        text("p", words(msg("This board is too large for an address.")), "gw-error")
        return
    outcome = await server.ask(
        "read", {"text": of, "puzzle": kind}, owner=visitor.owner, time_s=_READ_S
    )
    boards = [] if outcome.value is None else outcome.value["boards"]
    if not boards or "notation" not in boards[0]:
        why = from_json(boards[0]["message"]) if boards else outcome.error
        error = msg("This board cannot be read: {why}", why=why or "")
        text("p", visitor.sentence(error), "gw-error")
        return
    position = puzzle.parse(boards[0]["notation"])
    ReplayView(server, visitor, position, method=method)
