"""The board as text, with typed moves: all that the drawn board can do, in lines."""

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.names import error_message
from gridwise.web.widgets.parts import Button

LONGEST_LINE = 200


class TextBoard:
    """Built inside the current slot; its text is made only while it is open."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        self.place = ui.expansion(words(msg("Board as text"))).classes("gw-panel gw-text")
        with self.place:
            self.board = ui.label().classes("gw-board-text")
            self.board.tag = "pre"
            self.board.props["tabindex"] = "0"
            self.board.props["aria-label"] = words(msg("Board as text"))
            sample = page.interaction.example
            example = words(msg("Type a move, such as {example}", example=sample))
            self.line = ui.input(example).props(f"outlined maxlength={LONGEST_LINE}")
            self.line.props("autocomplete=off spellcheck=false").classes("gw-mono")
            self.line.on("keydown.enter", self._typed)
            with ui.element("div").classes("gw-buttons"):
                Button(words(msg("Do it")), self._typed, main=True)
        self.place.on_value_change(self.refresh)
        page.on_change.append(self.refresh)

    def refresh(self) -> None:
        """Write the board as it stands, while somebody reads it."""
        if self.place.value:
            page = self.page
            state = page.session.state if page.other_state is None else page.other_state
            self.board.set_text(page.puzzle.format(page.interaction.position(state), "grid"))

    def _typed(self) -> None:
        page, text = self.page, str(self.line.value or "")[:LONGEST_LINE].strip()
        if not text:
            return
        try:
            act = page.interaction.typed(page.session.state, text)
        except GridwiseError as error:
            page.say(error_message(error))
            return
        if page.do(act):
            page.say(msg("done: {what}", what=text))
        self.line.set_value("")
