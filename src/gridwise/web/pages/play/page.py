"""The play page, put together from its panels; the same for every puzzle."""

from collections.abc import Callable
from functools import partial

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Mode
from gridwise.core.message import Message, msg
from gridwise.web.board.element import BoardElement
from gridwise.web.board.pictures import has_moving_parts
from gridwise.web.pages.play.clock import Clock, PauseCover
from gridwise.web.pages.play.files import OpenDialog, SaveDialog, from_link
from gridwise.web.pages.play.hints import HintPanel
from gridwise.web.pages.play.new_game import NewGameDialog
from gridwise.web.pages.play.pad import Pad, TextBoard
from gridwise.web.pages.play.result_card import ResultCard
from gridwise.web.pages.play.running_task import RunningTask
from gridwise.web.pages.play.setter import SetterPanel
from gridwise.web.pages.play.side_panels import BoardStatistics, ClausesPanel, RunTables
from gridwise.web.pages.play.solve import Estimates, SolutionWalk, SolvePanel
from gridwise.web.pages.play.state import PlayPage, fresh_seed
from gridwise.web.pages.play.tiles import GoalPanel, TilePictures
from gridwise.web.pages.play.toolbar import AutoCheck, Toolbar
from gridwise.web.pages.play.two_players import TwoPlayersPanel
from gridwise.web.pages.settings import preference_field
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.keys import key_table
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import (
    Button,
    Farewell,
    box,
    buttons,
    dialog_heading,
    group,
    heading,
    text,
    tool,
)
from gridwise.web.widgets.preferences import AUTO_CHECK, COORDINATES, FIRST, HIDE_CLOCK, preferred

_WHOLE_MESSAGES = """
  const said = document.querySelector(".gw-status"), more = document.querySelector(".gw-rest");
  const show = (whole) => {
    said.classList.toggle("gw-whole", whole);
    more.setAttribute("aria-expanded", whole);
  };
  const look = () => {
    const whole = said.scrollHeight <= said.clientHeight + 1;
    if (!said.classList.contains("gw-whole")) more.hidden = whole;
  };
  more.onclick = () => show(!said.classList.contains("gw-whole"));
  new MutationObserver(() => {
    show(false);
    look();
  }).observe(said, { childList: true, characterData: true, subtree: true });
  new ResizeObserver(look).observe(said);
  said.closest(".gw-play").addEventListener("pointerdown", (event) => {
    if (!more.contains(event.target) && !said.contains(event.target)) show(false);
  });
"""
"""Gives a message longer than two lines a button that shows the rest, over the board, until
anything else is pressed or said."""
_FRAGMENT = "decodeURIComponent(location.hash.slice(1))"


def show(server: ServerContext, visitor: Visitor, kind: str) -> None:
    """Show the last played game, or a first one."""
    page = PlayPage(server, visitor, kind)
    words = page.words
    with box("div", "gw-play"), ui.element("div").classes("gw-play-body").props("data-fits"):
        page.task = RunningTask(server, visitor, page.say)
        with box("div", "gw-play-head"):
            heading(words(named(kind)), 1)
            new = _games(page)
        with box("div", "gw-play-left"):
            with box("div", "gw-line"):
                Clock(page)
                with box("div", "gw-answers") as page.answers:
                    page.status = text("div", "", "gw-status")
                    page.status.props('role="status" aria-live="polite"')
                    more = tool(words(msg("Show the whole message")), "more_horiz")
                    more.classes("gw-rest").props("hidden aria-expanded=false")
                    page.task.line.move(page.answers)
                    _zoom(words)
            with box("div", "gw-stage"):
                _board(page)
                PauseCover(page)
                ResultCard(page, new)
        with box("div", "gw-play-right"):
            _side(page)
    AutoCheck(page)
    if server.store.notice is not None:
        page.say(server.store.notice)
    Farewell(page.close)
    ui.context.client.on_disconnect(page.leave)
    ui.context.client.on_connect(page.arrive)
    _links(page)
    ui.run_javascript(_WHOLE_MESSAGES)


def _board(page: PlayPage) -> None:
    page.board = BoardElement(
        page.scene,
        page.words,
        label=page.words(msg("Board")),
        on_press=page.pressed,
        on_second=page.second_button,
        on_chord=page.chord,
        on_select=page.select,
        on_choose=page.choose if page.interaction.selects_many else None,
        on_key=page.key,
        on_seen=page.set_visible,
        keys=page.keys,
        anywhere=preferred(page.visitor, "keys") == "page",
        coordinates=preferred(page.visitor, COORDINATES) == "shown",
    )


def _zoom(words: Callable[[Message], str]) -> None:
    """Build the zoom buttons; the board hears them, and hides them if they are of no use."""
    with group(words(msg("Zoom")), "gw-zoom") as buttons:
        buttons.props("data-zoom hidden")
        for by, icon, name in (
            (-1, "zoom_out", msg("Zoom out")),
            (0, "youtube_searched_for", msg("Usual size")),
            (1, "zoom_in", msg("Zoom in")),
        ):
            tool(words(name), icon).set_attribute("data-by", str(by))


def _side(page: PlayPage) -> None:
    with box("div", "gw-hands", data_foot=True):
        Toolbar(page)
        HintPanel(page)
        walk = SolutionWalk(page)
        Pad(page)
    with box("div", "gw-besides"):
        tables, clauses, numbers = RunTables(page), ClausesPanel(page), BoardStatistics(page)
        setter, players = SetterPanel(page), TwoPlayersPanel(page)
    goal = GoalPanel(page) if page.interaction.goal(page.session.state) is not None else None
    SolvePanel(page, walk, tables, clauses, numbers, setter, players)
    if has_moving_parts(page.scene):
        Estimates(page)
        TilePictures(page, goal).refresh()
    TextBoard(page)


def _games(page: PlayPage) -> NewGameDialog:
    """Build the buttons for games: new, open, save, edit; return the dialog for a new one."""
    words = page.words
    new, reading, saving = NewGameDialog(page), OpenDialog(page), SaveDialog(page)
    with group(words(msg("Game")), "gw-bar gw-games"):
        page.show_keys = partial(show_keys, page)
        *_, edit, play, _, _ = (
            _named(page, *one)
            for one in (
                (msg("New game"), msg("New"), "add", new.open),
                (msg("Open a board"), msg("Load"), "folder_open", reading.open),
                (msg("Save and share"), msg("Share"), "ios_share", saving.open),
                (msg("Edit the puzzle"), msg("Edit"), "edit", partial(_edit, page)),
                (msg("Play it"), msg("Play it"), "play_arrow", partial(_play, page)),
                (msg("Options"), msg("Options"), "tune", partial(show_options, page)),
                (msg("Keys"), msg("Keys"), "keyboard", page.show_keys, "gw-for-keys"),
            )
        )

    def refresh() -> None:
        editing = page.interaction.mode(page.session.state) is Mode.EDIT
        edit.set_visibility(not editing)
        play.set_visibility(editing)

    page.on_change.append(refresh)
    refresh()
    return new


def _named(
    page: PlayPage,
    name: Message,
    short: Message,
    icon: str,
    does: Callable[[], object],
    classes: str = "",
) -> Button:
    """Build a tool; on a phone the short name stands under its icon."""
    button = tool(page.words(name), icon, does, classes)
    button.set_attribute("data-short", page.words(short))
    return button


def _edit(page: PlayPage) -> None:
    page.begin(page.session.origin, mode=Mode.EDIT)
    page.say(msg("what you enter now is given; press Play it to begin a game"))


def _play(page: PlayPage) -> None:
    position = page.session.position
    conflicts = page.interaction.conflicts(page.session.state)
    if conflicts:
        page.say(msg("this cannot be played: {what}", what=conflicts[0].text))
        return
    try:
        page.begin(position, seed=fresh_seed())
    except GridwiseError as error:
        page.say(error.message)
        return
    page.say(msg("the game begins"))


def _links(page: PlayPage) -> None:
    """Open the board in the address's fragment, now and whenever the fragment changes."""

    async def read() -> None:
        try:
            fragment = await ui.run_javascript(_FRAGMENT, timeout=60)
        except TimeoutError:  # the browser has gone
            return
        await from_link(page, str(fragment or ""))

    ui.timer(0.05, read, once=True)
    heard = ui.element("div").classes("gw-hidden").props('aria-hidden="true"')
    heard.on("gw-link", read)
    # Typing or following a link to this page changes the fragment alone: no reload.
    ui.run_javascript(
        f"window.onhashchange = () => document.getElementById({heard.html_id!r})"
        ".dispatchEvent(new CustomEvent('gw-link'))"
    )


def show_options(page: PlayPage) -> None:
    """Show the options; each takes effect at once."""
    first = (FIRST,) if page.interaction.selects_many else ()
    with ui.dialog() as dialog, ui.card().classes("gw-dialog gw-wide gw-options-dialog"):
        dialog_heading(dialog, page.words(msg("Options")))
        for name in (AUTO_CHECK, *first, COORDINATES, HIDE_CLOCK):
            preference_field(page.visitor, name, page.set_options)
        with buttons():
            Button(page.words(msg("Close")), dialog.close, main=True)
    dialog.on("hide", dialog.delete)
    dialog.open()


_TITLE = "gw-key-sheet"


def show_keys(page: PlayPage) -> None:
    """Show the keys of the game as it is now: its pens and values may have changed."""
    words = page.words
    with ui.dialog() as dialog, ui.card().classes("gw-dialog gw-wide"):
        title = msg("Keys of this page")
        if preferred(page.visitor, "keys") != "page":
            title = msg("Keys, while the board has them")
        dialog_heading(dialog, words(title)).props["id"] = _TITLE
        commands = [(label, keys) for label, keys, _ in page.commands]
        key_table(page.interaction, page.session.state, words, _TITLE, commands)
        with buttons():
            Button(words(msg("Close")), dialog.close, main=True)
    dialog.on("hide", dialog.delete)
    dialog.open()
