"""The pad beside the board: pens, and buttons for what can be entered."""

from functools import partial

from nicegui import ui

from gridwise.core.interaction import PadButton, Pen
from gridwise.core.message import msg
from gridwise.render.cells import cell_words
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.choices import ARROWS, chosen
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.push import Push

_STEPS = (
    ("←", msg("Left"), -1, 0),
    ("↑", msg("Up"), 0, -1),
    ("↓", msg("Down"), 0, 1),
    ("→", msg("Right"), 1, 0),
)
"""The buttons that go to another cell: sign, name, columns, rows."""


class Pad:
    """Built inside the current slot.

    Buttons stay while they only change their names or which of them is chosen: a click that is on
    its way when they do still finds its button.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pens: list[tuple[Pen, Push]] = []
        self._inputs: list[tuple[PadButton, Push]] = []
        self._kind: object = None
        self._pen: str | None = None
        self.place = ui.element("div").classes("gw-pad")
        table.watchers.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the buttons that there are now, and which pen is chosen."""
        table = self.table
        pens, inputs = table.pens, self._wanted()
        kind = (pens, [(one.pen, one.at_cell, bool(one.sign)) for one in inputs])
        if kind != self._kind:
            self._kind, self._pen = kind, None
            self.place.clear()
            with self.place:
                self._build(pens, inputs)
        for at, (old, button) in enumerate(self._inputs):
            if old != inputs[at]:
                self._inputs[at] = (inputs[at], button)
                _name(table, button, inputs[at])
        if table.pen != self._pen:
            self._pen = table.pen
            for pen, button in self._pens:
                button.say("aria-pressed", "true" if pen.action == table.pen else "false")

    def _wanted(self) -> tuple[PadButton, ...]:
        """Return the inputs that get a button; what a pen and a click do needs none."""
        pens = {pen.action for pen in self.table.pens}
        return tuple(one for one in self.table.inputs if one.pen or one.action.name not in pens)

    def _build(self, pens: tuple[Pen, ...], inputs: tuple[PadButton, ...]) -> None:
        table, words = self.table, self.table.words
        self._pens, self._inputs = [], []
        if len(pens) > 1:
            with _group(words(msg("What a click or a key enters"))).classes("gw-pens"):
                for pen in pens:
                    does = partial(table.take, pen.action)
                    button = Push(words(pen.label), does, classes="gw-pen")
                    _tell_keys(button, pen.keys)
                    self._pens.append((pen, button))
        if inputs:
            with _group(words(msg("Enter"))).classes("gw-inputs"):
                for at, one in enumerate(inputs):
                    look = "gw-digit" if one.sign else "gw-input"
                    button = Push("", partial(self._press, at), classes=look)
                    _name(table, button, one)
                    self._inputs.append((one, button))
        arrows = chosen(table.visitor, ARROWS)
        signs = {one.sign for one in inputs}
        taken = any(sign in signs for sign, *_ in _STEPS)  # arrows that do something else
        if arrows != "hidden" and not taken and any(one.at_cell for one in inputs):
            with _group(words(msg("Go to another cell"))).classes(f"gw-arrows gw-arrows-{arrows}"):
                for sign, label, across, down in _STEPS:
                    button = Push(sign, partial(self._go, across, down), classes="gw-digit")
                    button.say("aria-label", words(label))
                    button.say("title", words(label))

    def _go(self, across: int, down: int) -> None:
        """Go a cell further, not over the edge; to the first cell where none was chosen."""
        table, scene = self.table, self.table.board.scene
        row, column = divmod(max(0, table.selected), scene.width)
        if table.selected >= 0:
            row = min(max(row + down, 0), scene.height - 1)
            column = min(max(column + across, 0), scene.width - 1)
        cell = row * scene.width + column
        table.board.select(cell)
        table.select(cell)
        announce(table.words(cell_words(scene, cell)))

    def _press(self, at: int) -> None:
        self.table.enter(self._inputs[at][0])


def _name(table: Table, button: Push, one: PadButton) -> None:
    name = table.words(one.label)
    button.call(one.sign or name)
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
