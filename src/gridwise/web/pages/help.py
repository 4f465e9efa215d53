"""The rules of each puzzle with drawn examples, how to play, and the use of hints and replays."""

import asyncio
from collections.abc import Iterable

from nicegui import background_tasks, ui

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.core.scene import Scene
from gridwise.web.board.drawing import card, drawing
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.keys import key_table
from gridwise.web.widgets.names import invitation, named
from gridwise.web.widgets.parts import box, link, text

_SOLVE_S = 20.0

_HINTS: tuple[tuple[Message, Message], ...] = (
    (
        msg("Is something wrong?"),
        msg("The first stage only says whether the entries can still be right."),
    ),
    (
        msg("Where to look"),
        msg("The second marks the cells that the next step is about, and says no more."),
    ),
    (
        msg("The reason"),
        msg("The third names the technique and shows the cells that the step follows from."),
    ),
    (msg("Do it"), msg("The last makes the step for you. The game then counts as helped.")),
)
_PLAYING = (
    msg(
        "With a mouse, click a cell. With a finger, tap it; hold it for what the other mouse "
        "button does. With the keyboard, Tab brings you to the board, the arrow keys move from "
        "cell to cell, and Enter or the space bar does what a click does."
    ),
    msg(
        "Digits are read by the place of their key, so that they work while an input method for "
        "Vietnamese or Chinese is on."
    ),
    msg(
        "Every move is saved at once. Undo goes back as far as you like, also after the page was "
        "closed, and checkpoints let you return to a step that you named."
    ),
)
_REPLAYS = (
    msg(
        "A replay is a recording of a method at work on your board. Play it, step through it, or "
        "drag the bar; marks on the bar show decisions, conflicts and solutions. Two methods can "
        "run side by side."
    ),
    msg("What you see is what was recorded. Solvers that cannot be watched say so."),
)


def show(server: ServerContext, visitor: Visitor, kind: str = "") -> None:
    """Show the help on one puzzle, or on all."""
    with box("article", "gw-page gw-help"):
        if kind:
            _puzzle(server, visitor, kind)
        else:
            _all(visitor)


def _all(visitor: Visitor) -> None:
    words = visitor.words
    text("h1", words(msg("Help")))
    text("p", words(msg("Choose a puzzle for its rules and its keys.")), "gw-lead")
    with box("ul", "gw-cards"):
        for kind in registry.puzzles():
            with box("li"):
                card(visitor, kind, f"/help/{kind}")
    with box("div", "gw-prose"):
        _section(visitor, msg("How to play"), _PLAYING)
        _hints(visitor)
        _section(visitor, msg("Replays"), _REPLAYS)


def _hints(visitor: Visitor) -> None:
    words = visitor.words
    text("h2", words(msg("Hints come in stages")))
    with box("ol", "gw-stages"):
        for title, said in _HINTS:
            with box("li"):
                text("strong", words(title))
                text("span", words(said))


def _section(visitor: Visitor, title: Message, said: Iterable[Message]) -> None:
    text("h2", visitor.words(title))
    _paragraphs(visitor, said)


def _puzzle(server: ServerContext, visitor: Visitor, kind: str) -> None:
    words, about = visitor.words, registry.about(kind)
    text("h1", words(named(kind)))
    line = invitation(kind)
    if line is not None:
        text("p", words(line), "gw-lead")
    with box("div", "gw-split"):
        with box("div", "gw-prose"):
            text("h2", words(msg("Rules")))
            if about is not None:
                _paragraphs(visitor, (r for r in about.rules if isinstance(r, Message)))
            if kind in registry.interactions():
                link(
                    words(msg("Play {puzzle}", puzzle=named(kind))),
                    f"/{kind}",
                    "gw-button gw-button-main",
                )
        _examples(server, visitor, kind)
    if kind in registry.interactions():
        _ways(visitor, kind)
    with box("div", "gw-prose"):
        _hints(visitor)
        _section(visitor, msg("Replays"), _REPLAYS)
        link(words(msg("All of the help")), "/help", "gw-more")


def _examples(server: ServerContext, visitor: Visitor, kind: str) -> None:
    """Draw an example, and beside it the result of a method once it is known."""
    puzzle = registry.puzzle(kind)
    notation = _telling(kind)
    if notation is None:
        return
    with box("div", "gw-examples"):
        _figure(visitor, puzzle.scene(puzzle.parse(notation)), msg("An example"))
        slot = box("div")
    client = ui.context.client

    async def fill() -> None:
        scene = await _solved(server, visitor, kind, notation)
        if scene is not None and not client.is_deleted and not slot.is_deleted:
            with slot:
                _figure(visitor, scene, msg("What follows from it"))

    background_tasks.create(fill(), name="solving an example")


def _telling(kind: str) -> str | None:
    """Return the largest example of a puzzle, the first of these, or None."""
    puzzle = registry.puzzle(kind)
    return max(
        puzzle.examples, key=lambda n: len(puzzle.scene(puzzle.parse(n)).cells), default=None
    )


async def _solved(
    server: ServerContext, visitor: Visitor, kind: str, notation: str
) -> Scene | None:
    """Return the drawing of the example's answer, or None if nothing followed in time."""
    puzzle = registry.puzzle(kind)
    given = puzzle.parse(notation)
    try:
        outcome = await server.ask(
            "solve", {"notation": notation}, owner=visitor.owner, time_s=_SOLVE_S
        )
        record = outcome.value or {}
        board = record.get("board")
        if not isinstance(board, str) or puzzle.parse(board) == given:
            return None
        return puzzle.scene(puzzle.parse(board), origin=given)
    except (GridwiseError, asyncio.CancelledError):
        return None


def _figure(visitor: Visitor, scene: Scene, caption: Message) -> None:
    words = visitor.words
    with box("figure", "gw-figure"):
        drawing(scene, visitor, words(caption))
        text("figcaption", words(caption))


def _ways(visitor: Visitor, kind: str) -> None:
    """List the actions with their keys, in the interaction's own words."""
    words, interaction = visitor.words, registry.interaction(kind)
    state = interaction.begin(interaction.empty(next(iter(interaction.sizes))))
    with box("section", "gw-ways"):
        text("h2", words(msg("Keys")), id="gw-keys")
        key_table(interaction, state, words, "gw-keys")


def _paragraphs(visitor: Visitor, said: Iterable[Message]) -> None:
    for one in said:
        text("p", visitor.words(one))
