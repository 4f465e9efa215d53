"""The page of a collection: its boards with the visitor's progress, and the next board."""

from functools import partial

from nicegui import ui

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.games.collections import BoardProgress, CollectionBoard, CollectionRow
from gridwise.games.session import GameSession
from gridwise.web.pages import saved_games
from gridwise.web.pages.play.state import fresh_seed
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import Button, box, link, sure, text

_STATES = {
    BoardProgress.UNTOUCHED: ("radio_button_unchecked", msg("untouched")),
    BoardProgress.BEGUN: ("pending", msg("begun")),
    BoardProgress.SOLVED: ("check_circle", msg("solved")),
}


def described(collection: CollectionRow) -> Message:
    """Return the visitor's progress."""
    return msg(
        "{solved} of {boards} solved, {begun} begun",
        solved=collection.solved,
        boards=collection.boards,
        begun=collection.begun,
    )


def play(server: ServerContext, visitor: Visitor, board: CollectionBoard) -> Message | None:
    """Go on with the game on a board, or begin one, on its page; return an error, or None."""
    store, owner = server.store, visitor.owner
    game = store.game_on(owner, board.key)
    if game is None or saved_games.take_up(server, visitor, game.game_id) is None:
        try:
            position = registry.puzzle(board.puzzle).parse(board.notation)
            seed = fresh_seed()
            GameSession.begin(store, owner, board.puzzle, position, seed=seed, board=board.key)
        except GridwiseError as error:
            return error.message
    ui.navigate.to(f"/{board.puzzle}")
    return None


def show(server: ServerContext, visitor: Visitor, ident: str) -> None:
    """Show a collection of the visitor, or say that it does not exist."""
    words, collections = visitor.words, server.store.collections
    key = int(ident) if ident.isascii() and ident.isdigit() and len(ident) < 16 else 0
    collection = collections.named(visitor.owner, key)
    with box("div", "gw-page gw-statistics"):
        if collection is None:
            text("h1", words(msg("There is no such collection")))
            link(words(msg("To the home page")), "/", "gw-button gw-button-main")
            return
        with box("header"):
            text("h1", collection.name)
            text("p", words(described(collection)), "gw-lead")
        status = text("div", "", "gw-trouble", role="alert")

        def open_(board: CollectionBoard) -> None:
            trouble = play(server, visitor, board)
            if trouble is not None:
                status.set_text(visitor.sentence(trouble))

        async def delete() -> None:
            warning = msg("How far you came with its boards is forgotten; the games stay.")
            if await sure(words, msg("Delete this collection?"), warning):
                collections.delete(visitor.owner, key)
                ui.navigate.to("/")

        with box("div", "gw-row"):
            following = collections.next_unsolved(visitor.owner, key)
            if following is not None:
                name = msg("Next unsolved: {number}", number=following.number)
                Button(words(name), partial(open_, following), main=True).mark("next")
            Button(words(msg("Delete the collection")), delete, "gw-button gw-button-bad")
        with box("ol", "gw-levels gw-collection", aria_label=words(msg("Boards"))):
            for board in collections.boards(visitor.owner, key):
                icon, state = _STATES[board.progress]
                name = msg("{number}: {title}", number=board.number, title=board.title)
                spoken = words(msg("{board}, {state}", board=name, state=state))
                with box("li"):
                    Button(
                        str(board.number),
                        partial(open_, board),
                        "gw-button gw-level",
                        icon=icon,
                        aria_label=spoken,
                        title=spoken,
                    ).mark(f"board={board.number}")
