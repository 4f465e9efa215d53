"""The board as text, with typed moves: all that the drawn board can do, in lines."""

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.web.pages.play.table import Table, told
from gridwise.web.widgets.push import Push

LONGEST_LINE = 200


class AsText:
    """Built inside the current slot; its text is made only while it is open."""

    def __init__(self, table: Table) -> None:
        self.table = table
        words = table.words
        self.place = ui.expansion(words(msg("Board as text"))).classes("gw-panel gw-text")
        with self.place:
            self.board = ui.label().classes("gw-board-text")
            self.board.tag = "pre"
            self.board.props["tabindex"] = "0"
            self.board.props["aria-label"] = words(msg("Board as text"))
            sample = table.interaction.example
            example = words(msg("Type a move, such as {example}", example=sample))
            self.line = ui.input(example).props(f"outlined maxlength={LONGEST_LINE}")
            self.line.props("autocomplete=off spellcheck=false").classes("gw-mono")
            self.line.on("keydown.enter", self._typed)
            with ui.element("div").classes("gw-buttons"):
                Push(words(msg("Do it")), self._typed, main=True)
        self.place.on_value_change(self.refresh)
        table.watchers.append(self.refresh)

    def refresh(self) -> None:
        """Write the board as it stands, while somebody reads it."""
        if self.place.value:
            table = self.table
            state = table.session.state if table.shown is None else table.shown
            self.board.set_text(table.puzzle.format(table.interaction.position(state), "grid"))

    def _typed(self) -> None:
        table, text = self.table, str(self.line.value or "")[:LONGEST_LINE].strip()
        if not text:
            return
        try:
            action = table.interaction.parse_action(table.session.state, text)
        except GridwiseError as error:
            table.say(told(error))
            return
        if table.do(action):
            table.say(msg("done: {what}", what=text))
        self.line.set_value("")
