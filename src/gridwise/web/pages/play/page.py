"""The page to play on: board, pad, tools, hints, solving; the same for every puzzle."""

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Mode
from gridwise.core.message import msg
from gridwise.web.board.board import Board
from gridwise.web.board.pictures import has_moving_parts
from gridwise.web.pages.play.bar import Bar, heading
from gridwise.web.pages.play.beside import Clauses, Tables
from gridwise.web.pages.play.clock import Clock
from gridwise.web.pages.play.extras import Goal, Picture
from gridwise.web.pages.play.files import Open, Save, from_link
from gridwise.web.pages.play.hints import Hints
from gridwise.web.pages.play.job import Job
from gridwise.web.pages.play.new import New
from gridwise.web.pages.play.numbers import Numbers
from gridwise.web.pages.play.pad import Pad
from gridwise.web.pages.play.solve import Estimates, Solver
from gridwise.web.pages.play.table import Table, fresh_seed, told
from gridwise.web.pages.play.words import AsText
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.choices import chosen
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import Farewell
from gridwise.web.widgets.push import tool

_FRAGMENT = "decodeURIComponent(location.hash.slice(1))"


def show(server: ServerContext, visitor: Visitor, kind: str) -> None:
    """Show the game that was played last, or a first one."""
    table = Table(server, visitor, kind)
    words = table.words
    with ui.element("div").classes("gw-play"):
        with ui.element("div").classes("gw-play-head"):
            heading(words(named(kind)), 1)
            _games(table)
        with ui.element("div").classes("gw-play-body").props("data-fits"):
            with ui.element("div").classes("gw-play-left"):
                Clock(table)
                with ui.element("div").classes("gw-answers") as table.said:
                    table.status = ui.label().classes("gw-status")
                    table.status.props('role="status" aria-live="polite"')
                    table.job = Job(server, visitor, table.say)
                table.board = Board(
                    table.scene,
                    table.words,
                    label=words(msg("Board")),
                    on_press=table.pressed,
                    on_second=table.second,
                    on_chord=table.chord,
                    on_select=table.select,
                    on_key=table.key,
                    on_seen=table.seen,
                    keys=table.keys,
                    anywhere=chosen(visitor, "keys") == "page",
                )
            with ui.element("div").classes("gw-play-right"):
                _side(table)
    if server.store.notice is not None:
        table.say(server.store.notice)
    Farewell(table.left)
    ui.context.client.on_disconnect(table.leave)
    ui.context.client.on_connect(table.come)
    _links(table)


def _side(table: Table) -> None:
    Bar(table)
    with ui.element("div").classes("gw-besides"):
        tables, clauses, numbers = Tables(table), Clauses(table), Numbers(table)
    Hints(table)
    Pad(table)
    goal = Goal(table) if table.interaction.goal(table.session.state) is not None else None
    Solver(table, tables, clauses, numbers)
    if has_moving_parts(table.scene):
        Estimates(table)
        Picture(table, goal).refresh()
    AsText(table)


def _games(table: Table) -> None:
    """Build the buttons for other games: new, open, save, edit."""
    words = table.words
    new, reading, saving = New(table), Open(table), Save(table)
    with ui.element("div").classes("gw-bar gw-games") as bar:
        bar.props["role"] = "group"
        bar.props["aria-label"] = words(msg("Game"))
        tool(words(msg("New game")), "add", new.open)
        tool(words(msg("Open a board")), "folder_open", reading.open)
        tool(words(msg("Save and share")), "ios_share", saving.open)
        edit = tool(words(msg("Edit the puzzle")), "edit", lambda: _edit(table))
        play = tool(words(msg("Play it")), "play_arrow", lambda: _play(table))

    def refresh() -> None:
        editing = table.interaction.mode(table.session.state) is Mode.EDIT
        edit.show(not editing)
        play.show(editing)

    table.watchers.append(refresh)
    refresh()


def _edit(table: Table) -> None:
    table.begin(table.session.origin, mode=Mode.EDIT)
    table.say(msg("what you enter now is given; Play it begins a game on it"))


def _play(table: Table) -> None:
    position = table.session.position
    conflicts = table.interaction.conflicts(table.session.state)
    if conflicts:
        table.say(msg("this cannot be played: {what}", what=conflicts[0].text))
        return
    try:
        table.begin(position, seed=fresh_seed())
    except GridwiseError as error:
        table.say(told(error))
        return
    table.say(msg("the game begins"))


def _links(table: Table) -> None:
    """Read the board that a shared link holds, now and where the link is changed."""

    async def read() -> None:
        try:
            fragment = await ui.run_javascript(_FRAGMENT, timeout=5)
        except TimeoutError:  # the browser has gone
            return
        await from_link(table, str(fragment or ""))

    ui.timer(0.05, read, once=True)
    heard = ui.element("div").classes("gw-hidden").props('aria-hidden="true"')
    heard.on("gw-link", read)
    # A link that is typed or followed on this page changes nothing but the fragment.
    ui.run_javascript(
        f"window.onhashchange = () => document.getElementById({heard.html_id!r})"
        ".dispatchEvent(new CustomEvent('gw-link'))"
    )
