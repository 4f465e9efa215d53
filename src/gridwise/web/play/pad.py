"""The pad beside the board: pens, and buttons for what can be entered."""

from functools import partial

from nicegui import ui

from gridwise.core.message import msg
from gridwise.web.play.push import Push
from gridwise.web.play.table import Table


class Pad:
    """Built inside the current slot; drawn anew only where the buttons are others."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shown: object = None
        self.place = ui.element("div").classes("gw-pad")
        table.watchers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the buttons that there are now, and which pen is chosen."""
        table = self.table
        now = (table.pens, table.inputs, table.pen)
        if now == self._shown:
            return
        self._shown = now
        self.place.clear()
        with self.place:
            if len(table.pens) > 1:
                self._pens()
            if table.inputs:
                self._inputs()

    def _pens(self) -> None:
        table = self.table
        label = table.words(msg("What a click or a key enters"))
        with _group(label).classes("gw-pens"):
            for pen in table.pens:
                chosen = pen.act == table.pen
                words = table.words(pen.label)
                button = Push(words, partial(table.take, pen.act), classes="gw-pen")
                button.say("aria-pressed", "true" if chosen else "false")
                _tell_keys(button, pen.keys)

    def _inputs(self) -> None:
        table = self.table
        pens = {pen.act for pen in table.pens}
        with _group(table.words(msg("Enter"))).classes("gw-inputs"):
            for one in table.inputs:
                if one.act.name in pens and not one.pen:  # a pen and a click do the same
                    continue
                name = table.words(one.label)
                look = "gw-digit" if one.sign else "gw-input"
                button = Push(one.sign or name, partial(table.enter, one), classes=look)
                if one.sign:
                    button.say("aria-label", name)
                    button.say("title", name)
                _tell_keys(button, one.keys)


def _group(label: str) -> ui.element:
    group = ui.element("div").classes("gw-group")
    group.props["role"] = "group"
    group.props["aria-label"] = label
    return group


def _tell_keys(button: Push, keys: tuple[str, ...]) -> None:
    if keys:
        button.say("aria-keyshortcuts", " ".join(key_name(key) for key in keys[:2]))


def key_name(code: str) -> str:
    """Return a physical key as people call it: `Digit5` is 5, `KeyF` is F."""
    *held, key = code.split("+")
    for head in ("Digit", "Key"):
        key = key.removeprefix(head)
    if key.startswith("Numpad"):
        key = "Num " + key.removeprefix("Numpad")
    return "+".join((*held, key))
