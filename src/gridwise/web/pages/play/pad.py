"""The pad beside the board: pens, and buttons for what can be entered."""

from functools import partial

from nicegui import ui

from gridwise.core.interaction import Input, Pen
from gridwise.core.message import msg
from gridwise.render.cells import cell_words
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Button
from gridwise.web.widgets.preferences import ARROWS, preferred

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

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._pens: list[tuple[Pen, Button]] = []
        self._inputs: list[tuple[Input, Button]] = []
        self._kind: object = None
        self._pen: str | None = None
        self.place = ui.element("div").classes("gw-pad")
        page.on_change.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the buttons that there are now, and which pen is chosen."""
        page = self.page
        pens, inputs = page.pens, self._wanted()
        kind = (pens, [(one.pen, one.at_cell, bool(one.sign)) for one in inputs])
        if kind != self._kind:
            self._kind, self._pen = kind, None
            self.place.clear()
            with self.place:
                self._build(pens, inputs)
        for at, (old, button) in enumerate(self._inputs):
            if old != inputs[at]:
                self._inputs[at] = (inputs[at], button)
                _name(page, button, inputs[at])
        if page.pen != self._pen:
            self._pen = page.pen
            for pen, button in self._pens:
                button.set_attribute("aria-pressed", "true" if pen.act == page.pen else "false")

    def _wanted(self) -> tuple[Input, ...]:
        """Return the inputs that get a button; what a pen and a click do needs none."""
        pens = {pen.act for pen in self.page.pens}
        return tuple(one for one in self.page.inputs if one.pen or one.act.name not in pens)

    def _build(self, pens: tuple[Pen, ...], inputs: tuple[Input, ...]) -> None:
        page, words = self.page, self.page.words
        self._pens, self._inputs = [], []
        if len(pens) > 1:
            with _group(words(msg("What a click or a key enters"))).classes("gw-pens"):
                for pen in pens:
                    does = partial(page.choose_pen, pen.act)
                    button = Button(words(pen.label), does, classes="gw-pen")
                    _tell_keys(button, pen.keys)
                    self._pens.append((pen, button))
        if inputs:
            with _group(words(msg("Enter"))).classes("gw-inputs"):
                for at, one in enumerate(inputs):
                    look = "gw-digit" if one.sign else "gw-input"
                    button = Button("", partial(self._press, at), classes=look)
                    _name(page, button, one)
                    self._inputs.append((one, button))
        arrows = preferred(page.visitor, ARROWS)
        signs = {one.sign for one in inputs}
        taken = any(sign in signs for sign, *_ in _STEPS)  # arrows that do something else
        if arrows != "hidden" and not taken and any(one.at_cell for one in inputs):
            with _group(words(msg("Go to another cell"))).classes(f"gw-arrows gw-arrows-{arrows}"):
                for sign, label, across, down in _STEPS:
                    button = Button(sign, partial(self._go, across, down), classes="gw-digit")
                    button.set_attribute("aria-label", words(label))
                    button.set_attribute("title", words(label))

    def _go(self, across: int, down: int) -> None:
        """Go a cell further, not over the edge; to the first cell where none was chosen."""
        page, scene = self.page, self.page.board.scene
        row, column = divmod(max(0, page.selected), scene.width)
        if page.selected >= 0:
            row = min(max(row + down, 0), scene.height - 1)
            column = min(max(column + across, 0), scene.width - 1)
        cell = row * scene.width + column
        page.board.select(cell)
        page.select(cell)
        announce(page.words(cell_words(scene, cell)))

    def _press(self, at: int) -> None:
        self.page.press_input(self._inputs[at][0])


def _name(page: PlayPage, button: Button, one: Input) -> None:
    name = page.words(one.label)
    button.text = one.sign or name
    if one.sign:
        button.set_attribute("aria-label", name)
        button.set_attribute("title", name)
    _tell_keys(button, one.keys)


def _group(label: str) -> ui.element:
    group = ui.element("div").classes("gw-group")
    group.props["role"] = "group"
    group.props["aria-label"] = label
    return group


def _tell_keys(button: Button, keys: tuple[str, ...]) -> None:
    if keys:
        button.set_attribute("aria-keyshortcuts", " ".join(key_name(key) for key in keys[:2]))


def key_name(code: str) -> str:
    """Return a physical key as people call it: `Digit5` is 5, `KeyF` is F."""
    *held, key = code.split("+")
    for head in ("Digit", "Key"):
        key = key.removeprefix(head)
    if key.startswith("Numpad"):
        key = "Num " + key.removeprefix("Numpad")
    return "+".join((*held, key))
