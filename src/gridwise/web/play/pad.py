"""The pad beside the board: pens, and buttons for what can be entered."""

from functools import partial

from nicegui import ui

from gridwise.core.desk import Input, Pen
from gridwise.core.message import msg
from gridwise.web.play.push import Push
from gridwise.web.play.table import Table


class Pad:
    """Built inside the current slot; drawn anew only where the buttons are others."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shown: object = None
        self._pen_buttons: list[tuple[Pen, Push]] = []
        self._offers: list[tuple[Input, Push]] = []
        self.place = ui.element("div").classes("gw-pad")
        table.watchers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the buttons that there are now, and which pen is chosen."""
        table = self.table
        pens = {pen.act for pen in table.pens}
        # Where a pen and a click do the same, the pen is enough.
        inputs = [one for one in table.inputs if one.pen or one.act.name not in pens]
        now = (table.pens, [(one.sign, one.keys) for one in inputs])
        if now == self._shown:  # a button that has the focus stays, whatever it says now
            for at, one in enumerate(inputs):
                before, button = self._offers[at]
                if one != before:
                    self._offers[at] = one, button
                    self._name(one, button)
        else:
            self._shown = now
            self._build(inputs)
        for pen, button in self._pen_buttons:
            button.say("aria-pressed", "true" if pen.act == table.pen else "false")

    def _build(self, inputs: list[Input]) -> None:
        self.place.clear()
        self._pen_buttons, self._offers = [], []
        with self.place:
            if len(self.table.pens) > 1:
                self._pens()
            if inputs:
                self._inputs(inputs)

    def _pens(self) -> None:
        table = self.table
        label = table.words(msg("What a click or a key enters"))
        with _group(label).classes("gw-pens"):
            for pen in table.pens:
                words = table.words(pen.label)
                button = Push(words, partial(table.take, pen.act), classes="gw-pen")
                _tell_keys(button, pen.keys)
                self._pen_buttons.append((pen, button))

    def _inputs(self, inputs: list[Input]) -> None:
        with _group(self.table.words(msg("Enter"))).classes("gw-inputs"):
            for at, one in enumerate(inputs):
                look = "gw-digit" if one.sign else "gw-input"
                button = Push(one.sign, partial(self._enter, at), classes=look)
                self._offers.append((one, button))
                self._name(one, button)
                _tell_keys(button, one.keys)

    def _enter(self, at: int) -> None:
        self.table.enter(self._offers[at][0])

    def _name(self, one: Input, button: Push) -> None:
        name = self.table.words(one.label)
        if one.sign:
            button.say("aria-label", name)
            button.say("title", name)
        else:
            button.call(name)


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
