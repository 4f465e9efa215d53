"""The pad beside the board: pens, and a button for each value; and the board as text."""

from functools import partial

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import PadButton, Pen
from gridwise.core.message import msg
from gridwise.render.cells import cell_words
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Button, box, buttons, group, text
from gridwise.web.widgets.preferences import ARROWS, preferred

_STEPS = (
    ("←", msg("Left"), -1, 0),
    ("↑", msg("Up"), 0, -1),
    ("↓", msg("Down"), 0, 1),
    ("→", msg("Right"), 1, 0),
)
"""The buttons that select another cell: sign, name, columns, rows."""


class Pad:
    """The pad, built in the current slot.

    Buttons are kept when only their names or the chosen pen change, so that a click that is on
    its way still finds its button.
    """

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._pens: list[tuple[Pen, Button]] = []
        self._inputs: list[tuple[PadButton, Button]] = []
        self._kind: object = None
        self._pen: str | None = None
        self._colours = 0
        self.place = box("div", "gw-pad")
        page.on_change.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update the buttons and the chosen pen."""
        page = self.page
        pens, inputs = page.pens, self._wanted()
        kind = (pens, [(entry.pen, entry.at_cell, bool(entry.sign)) for entry in inputs])
        if kind != self._kind:
            self._kind, self._pen = kind, None
            self.place.clear()
            with self.place:
                self._build(pens, inputs)
        colours = page.colours
        for at, (old, button) in enumerate(self._inputs):
            if old != inputs[at] or colours != self._colours:
                self._inputs[at] = (inputs[at], button)
                _name(page, button, inputs[at])
        self._colours = colours
        for one, button in self._inputs:
            if one.at_cell:
                held = page.held is not None and page.held.action == one.action
                pressed = "true" if held else "false"
                button.set_attribute("aria-pressed", pressed if page.digit_first else None)
        if page.pen != self._pen:
            self._pen = page.pen
            for pen, button in self._pens:
                button.set_attribute("aria-pressed", "true" if pen.action == page.pen else "false")

    def _wanted(self) -> tuple[PadButton, ...]:
        """Return the inputs that get a button; inputs by a pen and a click need none."""
        pens = {pen.action for pen in self.page.pens}
        return tuple(e for e in self.page.inputs if e.pen or e.action.name not in pens)

    def _build(self, pens: tuple[Pen, ...], inputs: tuple[PadButton, ...]) -> None:
        page, words = self.page, self.page.words
        self._pens, self._inputs = [], []
        if len(pens) > 1:
            with group(words(msg("What a click or a key enters")), "gw-pens"):
                for pen in pens:
                    does = partial(page.choose_pen, pen.action)
                    button = Button(words(pen.label), does, classes="gw-pen")
                    _tell_keys(button, pen.keys)
                    self._pens.append((pen, button))
        if inputs:
            with group(words(msg("Enter")), "gw-inputs"):
                for at, entry in enumerate(inputs):
                    look = "gw-digit" if entry.sign else "gw-input"
                    button = Button("", partial(self._press, at), classes=look)
                    _name(page, button, entry)
                    self._inputs.append((entry, button))
        arrows = preferred(page.visitor, ARROWS)
        signs = {entry.sign for entry in inputs}
        taken = any(sign in signs for sign, *_ in _STEPS)  # the arrows have another meaning
        if arrows != "hidden" and not taken and any(entry.at_cell for entry in inputs):
            with group(words(msg("Select another cell")), f"gw-arrows gw-arrows-{arrows}"):
                for sign, label, across, down in _STEPS:
                    button = Button(sign, partial(self._go, across, down), classes="gw-digit")
                    button.set_attribute("aria-label", words(label))
                    button.set_attribute("title", words(label))

    def _go(self, across: int, down: int) -> None:
        """Select the next cell in a direction, or the first cell if none is selected."""
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


def _name(page: PlayPage, button: Button, one: PadButton) -> None:
    name = page.words(one.label)
    button.text = one.sign or name
    if one.pen:
        value = int(one.action.value) if page.colours else 0
        painted = 0 < value <= page.colours
        button.set_attribute("data-colour", str(value) if painted else None)
        button.set_attribute("data-unpainted", "" if value and not painted else None)
        if painted:
            name = page.words(msg("Colour {number}", number=value))
    if one.sign:
        button.set_attribute("aria-label", name)
        button.set_attribute("title", name)
    if one.left is not None:
        button.set_attribute("data-left", str(one.left))
        button.set_attribute("aria-description", page.words(msg("{number} left", number=one.left)))
    _tell_keys(button, one.keys)


def _tell_keys(button: Button, keys: tuple[str, ...]) -> None:
    if keys:
        button.set_attribute("aria-keyshortcuts", " ".join(key_name(key) for key in keys[:2]))


def key_name(code: str) -> str:
    """Return the name of a physical key, for `aria-keyshortcuts`: `Digit5` is 5, `KeyF` is F."""
    *held, key = code.split("+")
    for head in ("Digit", "Key"):
        key = key.removeprefix(head)
    if key.startswith("Numpad"):
        key = "Num " + key.removeprefix("Numpad")
    return "+".join((*held, key))


LONGEST_LINE = 200


class TextBoard:
    """The text board, built in the current slot; its text is made only while it is open."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        self.place = ui.expansion(words(msg("Board as text"))).classes("gw-panel gw-text")
        with self.place:
            name = words(msg("Board as text"))
            self.board = text("pre", "", "gw-board-text", tabindex=0, aria_label=name)
            sample = page.interaction.example
            example = words(msg("Type a move, such as {example}", example=sample))
            self.line = ui.input(example).props(f"outlined maxlength={LONGEST_LINE}")
            self.line.props("autocomplete=off spellcheck=false").classes("gw-mono")
            self.line.on("keydown.enter", self._typed)
            with buttons():
                Button(words(msg("Do it")), self._typed, main=True)
        self.place.on_value_change(self.refresh)
        page.on_change.append(self.refresh)

    def refresh(self) -> None:
        """Update the text, if it is open."""
        if self.place.value:
            page = self.page
            position = page.interaction.position(page.shown_state)
            self.board.set_text(page.puzzle.format(position, "grid"))

    def _typed(self) -> None:
        page, text = self.page, str(self.line.value or "")[:LONGEST_LINE].strip()
        if not text:
            return
        try:
            action = page.interaction.parse_action(page.session.state, text)
        except GridwiseError as error:
            page.say(error.message)
            return
        if page.do(action):
            page.say(msg("done: {what}", what=text))
        self.line.set_value("")
