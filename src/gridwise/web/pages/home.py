"""The home page: the puzzles, the last game, links to the other pages."""

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.web.board.drawing import card
from gridwise.web.pages import saved_games
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import box, link, text

_LEAD = msg(
    "Play by hand, take a hint that comes with its reason, or watch a method think, one step at a "
    "time."
)
_INVITATIONS: tuple[tuple[str, Message, Message, Message], ...] = (
    (
        "/help",
        msg("Learn how it is done"),
        msg(
            "The rules with drawn examples, the keys, and what a hint can tell you: that something "
            "is wrong, where to look, and why."
        ),
        msg("Rules and keys"),
    ),
    (
        "/replay",
        msg("See how it thinks"),
        msg(
            "Choose a method and follow it over the board: its tries, its conclusions and its dead "
            "ends, with the search tree beside."
        ),
        msg("Watch a method work"),
    ),
    (
        "/compare",
        msg("Let methods race"),
        msg(
            "The same boards by search, by logic and by brute force, measured fairly, with plots "
            "and a report to take home."
        ),
        msg("Compare methods"),
    ),
)


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    words = visitor.words
    with box("div", "gw-page gw-home"):
        with box("header", "gw-hero"):
            text("h1", words(msg("A quiet place for good puzzles")))
            text("p", words(_LEAD), "gw-lead")
        _last(server, visitor)
        with box("section", aria_label=words(msg("Puzzles"))), box("ul", "gw-cards"):
            for kind in registry.interactions():
                with box("li"):
                    card(visitor, kind, f"/{kind}")
        with box("section", "gw-pair", aria_label=words(msg("More to see"))):
            for path, title, said, call in _INVITATIONS:
                with box("article", "gw-invitation"):
                    text("h2", words(title))
                    text("p", words(said))
                    link(words(call), path, "gw-more")


def _last(server: ServerContext, visitor: Visitor) -> None:
    """Offer the last played game that is not finished."""
    words, game = visitor.words, saved_games.last_open(server, visitor)
    if game is None:
        return
    with box("section", "gw-last", aria_label=words(msg("Your last game"))):
        with box("div"):
            text("h2", words(msg("Go on where you were")))
            text("p", words(saved_games.described(game)))
        link(
            words(msg("Continue {puzzle}", puzzle=named(game.puzzle))),
            f"/{game.puzzle}",
            "gw-button gw-button-main",
        )
