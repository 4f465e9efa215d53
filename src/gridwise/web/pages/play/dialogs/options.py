"""The options of playing: preferences that count on this page, also found in the settings."""

from nicegui import ui

from gridwise.core.message import msg
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, buttons, dialog_heading
from gridwise.web.widgets.preference_field import preference_field
from gridwise.web.widgets.preferences import AUTO_CHECK, COORDINATES, FIRST, HIDE_CLOCK


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
