"""The sheet of the keys that count on a play page."""

from nicegui import ui

from gridwise.core.message import msg
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.keys import key_table
from gridwise.web.widgets.parts import Button, buttons, dialog_heading
from gridwise.web.widgets.preferences import preferred

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
